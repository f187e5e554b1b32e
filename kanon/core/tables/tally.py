"""A table counted once, in bounded memory, and its rows returned in sorted order.

Promise: the rows of a Tally, added up, are the frequency set of the table. The quasi tuples are kept as columns of codes
(counts/frequency.py). Of the carried values at most about three times `bound` different ones and one batch are in memory: those being
counted, recoded and sorted. The rest is in temporary files without a name, which vanish with the program, however it ends.
Rows are counted as text as long as they repeat. If fewer than half of `bound` different rows repeat, counting saves nothing. Then
further rows are appended as codes. If quasi tuples hardly repeat either, equal ones are not brought together. Each time the rows
have doubled, a sample tells whether they repeat after all.
Where the order of the records is kept, each record has the number of its row (counts/drawn.py). In a temporary file each is a row of its own.
Where persons are counted, each record has two more numbers: its row among those counted, and its person. So rows are kept as if nobody
looked at persons, and the names of persons are forgotten when all is counted.
"""

from __future__ import annotations

import csv
from array import array
from bisect import bisect_left
from collections import Counter, namedtuple
from functools import partial
from heapq import merge as merge_sorted
from itertools import chain, compress, count, groupby, islice, repeat
from operator import add, itemgetter

from ..counts.drawn import Drawn, NUL, slices, unwritten
from ..counts.frequency import added_up, Codes, column_of, FrequencySet, GrowingColumn, times_each
from ..counts.persons import check_names, Persons
from ..counts.required import known_columns, Sensitive
from ..counts.values import ENOUGH, Known, NEARLY, NOT_KNOWN, UNKNOWN
from ..errors import DataError, option

BOUND = 200_000     # distinct rows

MOST_QUASI = 20_000     # each takes 8 KB and more

CHUNK = 20          # batches coded at a time

# If of the first BOUND / EARLY different rows fewer than one in 50 came again, there will be a million different rows or more.
EARLY, RARELY = 4, 1.02

SLICE = 10_000      # rows coded at a time

FAN = 64            # sorted runs merged at a time, each an open file

SAMPLE = 64         # the rows with every so many codes are looked at to see whether rows repeat

# Bytes: of a program without a table; of a row of the frequency set, which roll-ups take more of than cuts do, and of each of its
# fields; of a counted row. They are measured (tests/benchmarks/near.py), and generous.
PROGRAM, CUT_ROW, ROLLED_UP_ROW, FIELD, COUNTED = 40 << 20, 50, 60, 40, 2000
CUT_CLASS, ROLLED_UP_CLASS = 1500, 1200     # of each class that there may be: at most one for each row, and one for k records
KEPT_ROW, KEPT = 420, 96_000_000        # of the classes that roll-ups keep (levels/rollup.py): for each row, and at most
RECODED_ROW, RECODED_CLASS = 200, 1000      # more of each row, and of each class, where a recoding is written, and read again

# The different values of the quasi-identifiers: PROGRAM has room for so many, and each further one takes so many bytes.
CUT_VALUES, ROLLED_UP_VALUES = (60_000, 420), (30_000, 1300)

# Some counted rows of a table. places: [row] -> the row of its quasi tuple in the frequency set; values: [code] -> carried values;
# codes: [row] -> code; counts: [row] -> records, None if each row is one.
CountedRows = namedtuple('CountedRows', 'places values codes counts')


class Tally:
    """How often each (quasi values..., carried values...) occurs; the first `width` values are the quasi tuple.

    >>> tally = Tally(1, bound=2)
    >>> tally.count([[('39', 'Sales'), ('39', 'Tech')], [('50', 'Tech')], [('39', 'Sales')]])
    >>> dict(tally.frequency_set), [(list(rows.places), rows.values, list(rows.codes)) for rows in tally.rows()]
    ({('39',): 3, ('50',): 1}, [([0, 0, 1, 0], [('Sales',), ('Tech',)], [0, 1, 1, 0])])
    """

    def __init__(self, width, bound=BOUND, distinct=False, memory=None, cuts=False, kinds=None, recoding=False, in_order=False,
                 k=10):
        """width: the number of quasi-identifiers. distinct: whether each quasi tuple must have one row in the frequency set, as relaxed
        cuts, which may part its records, need it. memory: how many bytes the whole run may take.
        cuts: whether the run cuts partitions, and rolls nothing up. DataError if the width is above MOST_QUASI.
        recoding: whether one is written. kinds: {person: kind}, for a history (tables/history.py). People of other kinds have rows of
        their own in the frequency set, though their quasi tuples are equal. `kinds` is then the Column of the kinds, and the owners keep their names.
        in_order: whether the order of the records is kept. The table must not be a counted one. k: the least records of a class.
        """
        if width > MOST_QUASI:
            raise DataError('{:,} quasi-identifiers are named, and at most {:,} are taken; name fewer'.format(width, MOST_QUASI))
        self._k, self._class = k, (CUT_CLASS if cuts else ROLLED_UP_CLASS) + RECODED_CLASS * recoding
        row = (CUT_ROW if cuts else ROLLED_UP_ROW) + width * FIELD + RECODED_ROW * recoding + self._class // k
        self._row, self._values = 2 * row if distinct else row, CUT_VALUES if cuts else ROLLED_UP_VALUES
        self._kept = 0 if cuts else KEPT_ROW
        self._memory, bound = memory, bound if memory is None else min(bound, memory // COUNTED)
        self._kind_of, self.kinds = kinds, None
        width += kinds is not None      # while rows are counted, the kind is one more value of a quasi tuple
        self.width, self.bound, self.frequency_set = width, bound, None
        self._columns, self._place_of = [GrowingColumn() for _ in range(width)], {}      # {quasi values joined by NUL: its row}
        self._repeat, self._apart = True, False         # whether rows seem to repeat; whether equal quasi tuples stand apart
        self._together = distinct                       # whether they never will
        self._records = None        # of each row of the frequency set, None as long as each is one; _counts likewise
        self._places, self._carried, self._counts = array('I'), GrowingColumn(), None
        self._due, self._aside, self._lengths, self._further = 2 * bound, None, [], 0     # further: how many carried columns
        self._stored, self.owners = 0, None     # how many rows were stored; whose records they are, an Owners, where persons are counted
        self._in_order, self._drawn = in_order, None    # drawn: the row of each record, where it is kept. It may be the Owners.

    def count(self, batches, counted=False, whose=False, check=None):
        """Count the tuples of all the batches. counted: whether the last field of each says how many records it stands for.
        whose: whether the last field (before that one) says whose row it is. check: a function of the names of all persons and the number
        of rows, which refuses them (counts/persons.py).

        Each is counted as one string, its values joined by NUL. A string is hashed and compared in less time than a tuple of
        five strings: counting Adult takes 55 ms instead of 68. The distinct ones take a third of the memory.
        """
        self.owners = Owners(counted) if whose else None
        drawn = self._drawn = self.owners or (Drawn() if self._in_order else None)
        counts, seen, batches, early = Counter() if drawn is None else drawn.texts, 0, iter(batches), self.bound // EARLY
        for batch in batches:
            if not self._repeat:
                rows = [*batch, *chain.from_iterable(islice(batches, CHUNK - 1))]
                if rows:        # all of these records may have missing values
                    self._append(rows, counted, whose)
                continue
            if drawn:
                drawn.count(batch)
            elif counted:
                for *values, n in batch:
                    counts[NUL.join(values)] += int(n)
                    seen += 1
            else:
                counts.update(map(NUL.join, batch))
            if len(counts) > early:
                rows = drawn.counted if drawn else seen if counted else sum(counts.values())
                self._repeat = self._together or rows >= (2 if early == self.bound else RARELY) * len(counts)
                if early == self.bound or not self._repeat:
                    self._add(counts, counted)
                    counts, seen = Counter() if drawn is None else drawn.texts, 0
                early = self.bound
        self._add(counts, counted)
        self._finish()
        if whose:
            self.owners.finished(check, self._kind_of is not None)

    def count_table(self, table, names, person=None):
        """Count these columns of a table. DataError if not every record that the table handed out was counted.

        person: the column that says whose row each row is, or None.
        """
        whose = person is not None
        batches = table.batches([*names, person] if whose else names)
        self.count(batches if self._kind_of is None else map(self._with_kinds, batches), table.counts is not None, whose,
                   lambda names, rows: check_names(names, rows, person, table.name, self._kind_of or (), table.sameness))
        handed_out = table.read - table.missing_records
        if self.frequency_set.records != handed_out:
            raise DataError('%d records were counted where %d were read, which is a fault of kanon'
                            % (self.frequency_set.records, handed_out), table.name)

    def _with_kinds(self, rows):
        """The rows with the kind of each person behind the quasi-identifiers."""
        kind_of, place = self._kind_of, self.width - 1
        return ((*row[:place], kind_of.get(row[-1], '0'), *row[place:]) for row in rows)

    def rows(self):
        """Yield the counted rows of the table as Rows: all at once if they are in memory, else as they were put aside."""
        if self._aside is None:
            yield self._rows
            return
        self._aside.seek(0)
        lines = csv.reader(self._aside)
        for length in self._lengths:
            places, counts, *values = zip(*islice(lines, length))
            carried = column_of(list(zip(*values)) if values else [()] * length)
            yield CountedRows(array('I', map(int, places)), carried.values, carried.codes, array('Q', map(int, counts)))

    def records(self):
        """Yield (row of the frequency set, carried values, records) for the whole table. Equal ones may come several times."""
        for rows in self.rows():
            yield from zip(rows.places, map(rows.values.__getitem__, rows.codes), total_records(rows))

    def each_or_two(self):
        """Yield the (quasi values..., carried values...) of the table, twice what stands there several times.

        >>> tally = Tally(1)
        >>> tally.count([[('39', 'Sales'), ('50', 'Tech'), ('39', 'Sales'), ('39', 'Sales')]])
        >>> list(tally.each_or_two())
        [('39', 'Sales'), ('39', 'Sales'), ('50', 'Tech')]
        """
        quasi = self.frequency_set.columns
        for rows in self.rows():
            for place, code, n in zip(rows.places, rows.codes, rows.counts or repeat(1)):
                row = (*[column.values[column.codes[place]] for column in quasi], *rows.values[code])
                yield from (row, row) if n > 1 else (row,)

    def in_order(self):
        """Yield counted rows as `rows` does, each with the rows of its records in the order of the input.

        >>> tally = Tally(1, in_order=True)
        >>> tally.count([[('39', 'Sales'), ('50', 'Tech')], [('39', 'Sales')]])
        >>> [(rows.values, list(order)) for rows, order in tally.in_order()]
        [([('Sales',), ('Tech',)], [0, 1, 0])]
        """
        for rows in self.rows():
            yield rows, self._drawn.rows if self._aside is None else range(len(rows.codes))

    def sensitive(self, places, signs=None) -> Sensitive:
        """The carried columns at these places alone, for rules beyond k. signs: what stands between the items of each, None for no items.

        >>> tally = Tally(1)
        >>> tally.count([[('39', 'Sales', 'US'), ('39', 'Sales', 'UK')]])
        >>> tally.sensitive([0])
        Sensitive(values=[('Sales',)], places=array('I', [0]), codes=array('I', [0]), counts=array('Q', [2]))

        To the rules all that says that a value is not known is '?'.
        """
        code_of = Codes()
        total: dict = {}        # {(place of the quasi tuple, code): records}
        columns = known_columns(places, signs)
        for rows in self.rows():
            codes = [code_of[tuple([known[values[place]] for place, known in columns])] for values in rows.values]
            for pair, n in added_up(zip(rows.places, map(codes.__getitem__, rows.codes)), rows.counts).items():
                total[pair] = total.get(pair, 0) + n
        return Sensitive(list(code_of), array('I', map(itemgetter(0), total)), array('I', map(itemgetter(1), total)),
                         array('Q', total.values()))

    def persons(self, places=()) -> Persons:
        """Whose rows those of the frequency set are, with the carried values at these places, for rules beyond k.

        >>> tally = Tally(1)
        >>> tally.count([[('39', 'Sales', 'Ann'), ('39', 'Sales', 'Ann'), ('39', 'Tech', '?'), ('50', 'Tech', 'Bob')]], whose=True)
        >>> dict(tally.frequency_set), tally.persons().pairs()
        ({('39',): 3, ('50',): 1}, (array('I', [0, 1]), array('I', [0, 3])))
        """
        owners, code_of, known = self.owners, Codes(), Known()
        place_of, of_row = array('I'), array('I')       # of each stored row
        for rows in self.rows():
            place_of.extend(rows.places)
            if places:
                codes = [code_of[tuple([known[values[place]] for place in places])] for values in rows.values]
                of_row.extend(map(codes.__getitem__, rows.codes))
        is_there = bytes(person not in owners.nobody for person in owners.persons) if owners.nobody else None

        def there(records):
            return compress(records, is_there) if owners.nobody else records
        return Persons(owners.size, map(place_of.__getitem__, there(owners.rows)), there(owners.persons),
                       *([list(code_of), map(of_row.__getitem__, there(owners.rows))] if places else ()))

    def unknown(self, places, signs=None) -> list:
        """How many records have no known value, of each of the carried columns at these places.

        It is None if the table does not fit into memory, because another reading of it takes too long.

        >>> tally = Tally(1)
        >>> tally.count([[('39', 'Sales', '?'), ('39', 'n/a', ''), ('50', 'Tech', '7')]])
        >>> tally.unknown([0, 1])
        [1, 2]
        """
        if self._aside is not None:
            return [None] * len(places)
        rows, found = self._rows, []
        for place, known in known_columns(places, signs):
            without = bytes([known[values[place]] == UNKNOWN for values in rows.values])
            of_rows = map(without.__getitem__, rows.codes) if 1 in without else ()
            found.append(sum(of_rows if rows.counts is None else compress(rows.counts, of_rows)))
        return found

    def nearly_unique(self, signs=()) -> list:
        """The places of carried columns with a different value in nearly every record, such as names or patient numbers.

        A table that does not fit into memory is not looked at. signs: what stands between the items of the cells of each column, or None.
        The values of such a column are its items.

        >>> tally = Tally(1)
        >>> tally.count([[('39', 'Sales', str(number)) for number in range(20)]])
        >>> tally.nearly_unique()
        [1]
        """
        records = self.frequency_set.records
        if self._aside is not None or records < ENOUGH or len(self._rows.values) < NEARLY * records and not any(signs):
            return []
        columns = [set(values) for values in zip(*self._rows.values)]
        if any(signs):
            from ..counts.items import values_or_items     # few tables have sets of items
            columns = list(map(values_or_items, columns, signs))
        return [place for place, values in enumerate(columns) if len(values) >= NEARLY * records]

    def carried_values(self, number) -> list:
        """For each of so many carried columns its different values, and a function that returns {value: records}.

        Of a column with more than BOUND different values in a table that does not fit into memory there are the first BOUND.
        """
        if self._aside is None:
            rows = self._rows
            return [({values[place] for values in rows.values}, partial(counts_at, rows, place)) for place in range(number)]
        found: list = [{} for _ in range(number)]
        for rows in self.rows():
            for place, counts in enumerate(found):
                for value, n in counts_at(rows, place).items():
                    if value in counts or len(counts) < BOUND:
                        counts[value] = counts.get(value, 0) + n
        return [(counts, partial(dict, counts)) for counts in found]

    def _add(self, counts, counted):
        """Add counted rows. counts: {row: records}, or the texts of the owners, who know the records."""
        if not counts:
            return
        drawn = self._drawn
        if drawn:
            counts = drawn.records()
        self._further = further = next(iter(counts)).count(NUL) + 1 - self.width
        quasis = [joined.rsplit(NUL, further)[0] for joined in counts] if further else list(counts)
        if not self._repeat and not self._together:
            self._apart = 2 * len(set(quasis)) > len(quasis)
        if self._apart or self._in_order and self._aside:       # each record is a row, and the few that are equal stand there as often
            rows = drawn.each() if drawn else chain.from_iterable(
                ((*joined.split(NUL), n),) if counted else repeat(tuple(joined.split(NUL)), n) for joined, n in counts.items())
            for part in slices(rows, SLICE):
                self._append(part, counted)
        else:
            if drawn:
                drawn.found(range(self._stored, self._stored + len(counts)))
            carried = [joined[len(quasi) + 1:] for joined, quasi in zip(counts, quasis)]
            self._store(self._places_of(quasis, counts.values()), carried, counts.values())
        if drawn:
            drawn.start()

    def _append(self, rows, counted, whose=False):
        """Add rows. counted: whether the last field of each says how many records it stands for. Else each is one.

        whose: whether the last field (before that) says whose row it is.
        """
        columns = list(zip(*rows))
        counts = list(map(int, columns.pop())) if counted else None
        if whose:
            self.owners.note(columns.pop(), counts)
        if self._drawn:
            self._drawn.stored(range(self._stored, self._stored + len(rows)))
        carried = list(map(NUL.join, zip(*columns[self.width:]))) if self._further else [''] * len(rows)
        quasis = columns[:self.width]
        places = self._new_rows(quasis, counts) if self._apart else self._places_of(list(map(NUL.join, zip(*quasis))), counts)
        self._store(places, carried, counts)

    def _new_rows(self, columns, counts):
        """Append rows to the frequency set. counts: their records, None if each is one. Returns their places."""
        first = len(self._columns[0].codes)
        for column, values in zip(self._columns, columns):
            column.extend(values)
        places = range(first, len(self._columns[0].codes))
        self._check_room(places.stop)
        self._records = more(self._records, counts, first, len(places))
        return places

    def _check_room(self, rows, classes=0):
        """DataError if so many rows of the frequency set do not fit into memory beside the different values that there are.

        classes: how many there may be beyond those of rows with one record each.
        """
        if self._memory is None:
            return
        free, size = self._values
        further = max(0, sum(len(column.code_of) for column in self._columns) - free)
        left = self._memory - PROGRAM - further * size - classes * self._class
        room = max(0, left // (self._row + self._kept), (left - KEPT) // self._row)
        if rows > room:
            raise DataError('the table has too many different combinations of the quasi-identifiers for {} {:,}M, more than'
                            ' {:,} rows; allow more, or make the columns coarser before kanon reads them'
                            .format(option('memory'), self._memory >> 20, room))

    def _places_of(self, quasis, counts):
        """The row of each quasi tuple, joined by NUL, in the frequency set, to which its records are added."""
        place_of = self._place_of
        new = [quasi for quasi in dict.fromkeys(quasis) if quasi not in place_of]
        place_of.update(zip(new, count(len(place_of))))
        self._new_rows(unpacked_columns(new), [0] * len(new))
        places = list(map(place_of.__getitem__, quasis))
        for place, n in added_up(places, counts).items():
            self._records[place] += n
        return places

    def _store(self, places, carried, counts):
        self._stored += len(places)
        if self._aside is None:
            self._carried.extend(carried)
            self._counts = more(self._counts, counts, len(self._places), len(places))
            self._places.extend(places)
            if len(self._carried.code_of) > self.bound:
                self._put_aside()
            elif len(self._places) > self._due:
                self._look_again()
        else:
            self._write(places, carried, counts)

    def _put_aside(self):
        """Move the rows in memory to a temporary file."""
        self._aside = temporary_file()
        values, codes = self._carried.done()
        for rows in slices(self._drawn.rows if self._in_order else range(len(self._places)), self.bound):
            counts = None if self._in_order or self._counts is None else list(map(self._counts.__getitem__, rows))
            self._write(list(map(self._places.__getitem__, rows)), [values[codes[row]] for row in rows], counts)
        if self._in_order:
            self._drawn.stand_apart()
            self._stored = len(self._drawn.rows)
        self._places, self._carried, self._counts = array('I'), GrowingColumn(), None

    def _write(self, places, carried, counts):
        before = self._lengths[-1] if self._lengths else self.bound
        rows = zip(places, counts or repeat(1), map(self._carried_of, carried))
        write_run(self._aside, ((place, n, *values) for place, n, values in rows))
        if before + len(places) <= self.bound:
            self._lengths[-1] += len(places)
        else:
            self._lengths.append(len(places))

    def _look_again(self):
        """Add equal rows up, if a sample shows that half of them or more are equal to another. Then rows are counted from now on."""
        columns = [self._carried.codes, self._places]
        if self._apart:     # what was counted before stands together, so a row of the frequency set may have several places
            columns[1:] = [array('I', map(column.codes.__getitem__, self._places)) for column in self._columns]
        widest = max(columns, key=max)
        sample = [row for row, code in enumerate(widest) if code % SAMPLE == 0]
        if 2 * len(set(zip(*(map(codes.__getitem__, sample) for codes in columns)))) <= len(sample):
            if self._apart:
                self._put_together()
            size, counts = len(self._carried.code_of), self._counts
            numbers = map(add, map(size.__mul__, self._places), self._carried.codes)
            if self._drawn:
                total = Codes()
                rows = array('I', map(total.__getitem__, numbers))      # of each row that there was
                self._drawn.moved(rows)
                counts, self._stored = times_each(rows, len(total), counts), len(total)
            else:
                total = added_up(numbers, counts)
                counts = total.values()
            self._places, self._counts = array('I', (pair // size for pair in total)), array('Q', counts)
            self._carried.codes = array(self._carried.codes.typecode, (pair % size for pair in total))
            self._repeat = self._together = True
        self._due = max(self._due, 2 * len(self._places))

    def _put_together(self):
        """Give equal quasi tuples one row."""
        apart = FrequencySet([column.done() for column in self._columns], self._records)
        counts, rows, of_rows = apart.values(), iter(apart), array('I')
        self._columns, self._place_of, self._records, self._apart = [GrowingColumn() for _ in self._columns], {}, None, False
        for start in range(0, len(apart), SLICE):
            quasis = list(map(NUL.join, islice(rows, SLICE)))
            of_rows.extend(self._places_of(quasis, counts[start:start + SLICE]))
        self._places = array('I', map(of_rows.__getitem__, self._places))

    def _carried_of(self, joined) -> tuple:
        """The carried values that NUL joins."""
        return tuple(joined.split(NUL)) if self._further else ()

    def _finish(self):
        columns = [column.done() for column in self._columns]
        if self._kind_of is not None:
            self.kinds, self._apart, self.width = columns.pop(), True, self.width - 1
        self.frequency_set = table = FrequencySet(columns, self._records, self._apart)
        self._check_room(len(table), min(len(table), table.records // self._k) - len(table) // self._k)
        carried = self._carried.done()
        self._rows = CountedRows(self._places, list(map(self._carried_of, carried.values)), carried.codes, self._counts)
        self._columns = self._place_of = self._records = self._carried = None


class Owners(Drawn):
    """Whose each record is: [record] -> the stored row that it was counted in, its person, and how many records it stands for.

    rows, persons, counts: three arrays; counts is None if each record is one. A person's number is the first record's.
    names: {name of a person: its number}, a plain dict as `texts` is.
    """

    def __init__(self, counted):
        super().__init__()
        self.persons, self.counts, self.names = array('I'), array('Q') if counted else None, {}

    @staticmethod
    def none():
        return array('I')

    def note(self, names, counts):
        """Whose the next records are. counts: how many each stands for, None if each is one."""
        self.persons.extend(map(self.names.setdefault, names, count(len(self.persons))))
        if counts is not None:
            self.counts.extend(counts)

    def count(self, rows):
        """Count rows as text, without their last fields."""
        rows, fields = list(rows), -1 if self.counts is None else -2
        counts = None if self.counts is None else list(map(int, map(itemgetter(-1), rows)))
        self.note(map(itemgetter(fields), rows), counts)
        super().count(map(itemgetter(slice(fields)), rows), counts)

    def of_texts(self):
        return self.counts and self.counts[len(self.rows):]

    def finished(self, check, keep=False):
        """Forget the names, but for those that say that nobody is known. check: as `Tally.count` takes it.

        keep: whether `names` becomes {number of a person: its name}, in the order of their first records.
        """
        self.size = len(self.persons)
        unknown = list(compress(self.names, map(NOT_KNOWN.__contains__, map(str.upper, map(str.strip, self.names)))))
        self.nobody = {self.names.pop(name) for name in unknown}
        if check and self.size:
            check(self.names, self.size)
        self.names, self.texts = {number: name for name, number in self.names.items()} if keep else None, None


def more(records, counts, before, further):
    """An array of records, extended by counts. None in either place stands for ones: `before` or `further` of them."""
    if records is None and counts is None:
        return None
    records = array('Q', [1]) * before if records is None else records
    records.extend([1] * further if counts is None else counts)
    return records


def counts_at(rows, place) -> dict:
    """{value: records} of a carried column of Rows."""
    return added_up((rows.values[code][place] for code in rows.codes), rows.counts)


def total_records(rows):
    """The records of each of these Rows."""
    return [1] * len(rows.codes) if rows.counts is None else rows.counts


def unpacked_columns(tuples) -> list:
    """The columns of tuples whose values are joined by NUL."""
    return list(zip(*(joined.split(NUL) for joined in tuples)))


def sorted_classes(tally, recoding):
    """Yield (published tuple, (carried values, records) pairs) for every class, in order. Use the pairs before the next class.

    recoding: a Recoding, with a Hand for each of its splits (counts/parted.py).
    """
    parts = (sorted_rows(rows, recoding) for rows in tally.rows())
    classes, second = next(parts), next(parts, None)
    if second is not None:
        runs = [run_on_disk(classes), run_on_disk(second)]
        for part in parts:
            if len(runs) == FAN:
                runs = [run_on_disk(merged(runs))]
            runs.append(run_on_disk(part))
        classes = merged(runs)
    return ((recoding.labels[class_], pairs) for class_, pairs in classes)


def sorted_rows(rows, recoding):
    """Yield (class, (carried values, records) pairs) for every class of some rows, in order.

    A row is sorted as one number: its class, times the number of carried values, plus the rank of its own carried values.
    """
    order = sorted(range(len(rows.values)), key=rows.values.__getitem__)
    size, carried = len(order), list(map(rows.values.__getitem__, order))
    rank = dict(zip(order, count()))
    base = [-size if class_ in recoding.failing else class_ * size for class_ in range(len(recoding.labels))]
    base_of_row = list(map(base.__getitem__, recoding.classes))
    for row in recoding.splits:
        base_of_row[row] = -size        # negative, as that of suppressed rows is
    numbers = map(add, map(base_of_row.__getitem__, rows.places), map(rank.__getitem__, rows.codes))
    if rows.counts is None and not recoding.splits:
        numbers = sorted(numbers)
        records = None
    else:
        records = added_up(numbers, total_records(rows))
        deal_out(rows, recoding, rank, records)
        numbers = sorted(records)
    start = bisect_left(numbers, 0)
    while start < len(numbers):
        class_ = numbers[start] // size
        end, first = bisect_left(numbers, (class_ + 1) * size, start), class_ * size
        part = numbers[start:end]
        pairs = Counter(part).items() if records is None else zip(part, map(records.__getitem__, part))
        yield class_, [(carried[number - first], n) for number, n in pairs]
        start = end


def deal_out(rows, recoding, rank, records):
    """Add the records of parted quasi tuples to {number of a sorted row: records}."""
    if not recoding.splits:
        return
    number_of = {labels: class_ * len(rank) for class_, labels in enumerate(recoding.labels)}
    for place, code, n in zip(rows.places, rows.codes, total_records(rows)):
        if place in recoding.splits:
            for published, given in recoding.splits[place].take(rows.values[code], n):
                number = number_of[published] + rank[code]
                records[number] = records.get(number, 0) + given


def merged(runs):
    """Merge sorted runs of (class, carried values, records) into sorted classes, adding up equal rows.

    >>> runs = [(0, ('x',), 2), (2, ('x',), 1)], [(0, ('x',), 1), (0, ('y',), 1)]
    >>> [(class_, list(pairs)) for class_, pairs in merged(runs)]
    [(0, [(('x',), 3), (('y',), 1)]), (2, [(('x',), 1)])]
    """
    for class_, rows in groupby(merge_sorted(*runs), key=itemgetter(0)):
        by_carried = groupby(rows, key=itemgetter(1))
        yield class_, ((carried, sum(n for _, _, n in equals)) for carried, equals in by_carried)


def run_on_disk(classes):
    """Write the rows of sorted classes to a file, and read them back as (class, carried values, records)."""
    file = temporary_file()
    write_run(file, ((class_, n, *carried) for class_, pairs in classes for carried, n in pairs))
    file.seek(0)
    return ((int(class_), tuple(carried), int(n)) for class_, n, *carried in csv.reader(file))


def write_run(file, rows):
    try:
        csv.writer(file).writerows(rows)
        file.flush()
    except OSError as error:
        raise unwritten(error) from None


def temporary_file():
    from tempfile import TemporaryFile      # 5 ms, and few runs need one
    return TemporaryFile('w+', newline='', encoding='utf-8', errors='surrogatepass')
