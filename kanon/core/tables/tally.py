"""A table counted once, in bounded memory, and its rows returned in sorted order.

Promise: the rows of a Tally, added up, are the frequency set of the table.
Invariant: of the carried values at most about three times `bound` different ones and one batch are
in memory: those being counted, recoded and sorted. The rest is in temporary files without a name,
which vanish with the program, however it ends.
Departs from a dict {tuple: records}: the quasi tuples are columns of codes (counts/frequency.py).

Rows are counted as text as long as they repeat. If fewer than half of `bound` different rows
repeat, counting saves nothing. Then further rows are appended as codes. If quasi tuples hardly
repeat either, equal ones are not brought together. Each time the rows have doubled, a sample tells
whether they repeat after all.
Where the order of the records is kept, each record has the number of its row (counts/drawn.py). In
a temporary file each record is a row of its own.
Where persons are counted, each record has two more numbers: its row among those counted, and its
person. So rows are kept as if nobody looked at persons. The names of persons are forgotten when all
is counted.
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
from ..counts.values import ENOUGH, NEARLY, NOT_KNOWN, UNKNOWN
from ..errors import DataError, option

BOUND = 200_000     # distinct rows

MOST_QUASI = 20_000     # each takes 8 KB and more

CHUNK = 20          # batches coded at a time

# If of the first BOUND / EARLY different rows fewer than one in 50 came again, there will be a
# million different rows or more.
EARLY = 4
RARELY = 1.02

SLICE = 10_000      # rows coded at a time

FAN = 64            # sorted runs merged at a time, each an open file

SAMPLE = 64         # the rows with every 64th code are looked at to see whether rows repeat

# Bytes. They are measured (tests/benchmarks/near.py), and generous.
PROGRAM = 40 << 20      # of a program without a table
COUNTED = 2000          # of a counted row
CUT_ROW = 50            # of a row of the frequency set, where it is cut
ROLLED_UP_ROW = 60      # the same, where it is rolled up
FIELD = 40              # of each field of such a row
CUT_CLASS = 1500        # of a class. There may be one for each row, and one for k records
ROLLED_UP_CLASS = 1200
KEPT_ROW = 420          # for each row, of the classes that roll-ups keep (levels/rollup.py)
KEPT = 96_000_000       # of all that they keep, at most
RECODED_ROW = 200       # more of each row, where a recoding is written, and read again
RECODED_CLASS = 1000    # more of each class there

# The different values of the quasi-identifiers: PROGRAM has room for so many, and each further one
# takes so many bytes.
CUT_VALUES = 60_000, 420
ROLLED_UP_VALUES = 30_000, 1300

# Some counted rows of a table. places: [row] -> the row of its quasi tuple in the frequency set;
# values: [code] -> carried values; codes: [row] -> code; counts: [row] -> records, None if each row
# is one.
CountedRows = namedtuple('CountedRows', 'places values codes counts')


class Tally:
    """How often each (quasi values..., carried values...) occurs.

    The first `width` values are the quasi tuple.

    >>> tally = Tally(1, bound=2)
    >>> tally.count([[('39', 'Sales'), ('39', 'Tech')], [('50', 'Tech')], [('39', 'Sales')]])
    >>> dict(tally.frequency_set)
    {('39',): 3, ('50',): 1}
    >>> [(list(rows.places), rows.values, list(rows.codes)) for rows in tally.rows()]
    [([0, 0, 1, 0], [('Sales',), ('Tech',)], [0, 1, 1, 0])]
    """

    def __init__(self, width, bound=BOUND, distinct=False, memory=None, cuts=False, kinds=None,
                 recoding=False, in_order=False, k=10):
        """DataError if the width is above MOST_QUASI.

        width       the number of quasi-identifiers
        distinct    whether each quasi tuple must have one row in the frequency set. Relaxed cuts
                    need it, since they may part its records
        memory      how many bytes the whole run may take
        cuts        whether the run cuts partitions, and rolls nothing up
        kinds       {person: kind}, for a history (tables/history.py), or None. People of other
                    kinds have rows of their own in the frequency set, though their quasi tuples are
                    equal. When all is counted, `kinds` is the Column of the kinds, and the owners
                    keep their names
        recoding    whether one is written
        in_order    whether the order of the records is kept. The table must not be a counted one
        k           the least records of a class
        """
        if width > MOST_QUASI:
            raise DataError('{:,} quasi-identifiers are named, and at most {:,} are taken; name'
                            ' fewer'.format(width, MOST_QUASI))
        self._room = None
        if memory is not None:
            self._room = Room(memory, width, distinct, cuts, recoding, k)
            bound = min(bound, memory // COUNTED)
        self._k, self.bound = k, bound
        self._kind_of, self.kinds = kinds, None
        # While rows are counted, the kind is one more value of a quasi tuple.
        self.width = width + (kinds is not None)
        self._in_order = in_order
        self._texts = None      # what counts rows as text: TextRows, Drawn or Owners
        self._drawn = None      # the row of each record, where it is kept. It may be the Owners
        self.owners = None      # whose records they are, an Owners, where persons are counted
        self._repeat = True         # whether rows seem to repeat
        self._apart = False         # whether equal quasi tuples stand apart
        self._together = distinct   # whether they never will stand apart
        self.frequency_set = None
        self._begin_frequency_set()
        self._begin_rows()
        self._stored = 0            # how many rows were stored
        self._further = 0           # how many carried columns there are
        self._due = 2 * bound       # with more rows in memory a sample tells whether they repeat
        self._aside = None          # the temporary file of the rows that were put aside
        self._lengths: list = []    # and how many rows each of its parts has

    def _begin_frequency_set(self):
        """The frequency set while it grows."""
        self._columns = [GrowingColumn() for _ in range(self.width)]
        self._place_of: dict = {}       # {quasi values joined by NUL: row}
        self._records = None            # of each row, None as long as each is one record

    def _begin_rows(self):
        """The rows in memory while they grow. They are as CountedRows has them."""
        self._places = array('I')
        self._carried = GrowingColumn()     # of carried values joined by NUL
        self._counts = None

    def count(self, batches, counted=False, whose=False, check=None):
        """Count the tuples of all the batches.

        Whether rows repeat is asked when a part of `bound` different rows has come, and each time
        that there are more than `bound`. Then these are stored.
        counted: whether the last field of each says how many records it stands for. whose: whether
        the last field (before that one) says whose row it is. check: a function of the names of all
        persons and the number of rows, which refuses them (counts/persons.py).
        """
        if whose:
            self.owners = self._drawn = Owners(counted)
        elif self._in_order:
            self._drawn = Drawn()
        self._texts = texts = self._drawn or TextRows(counted)
        most = self.bound // EARLY      # different rows, beyond which it is asked
        batches = iter(batches)
        for batch in batches:
            if not self._repeat:
                further = chain.from_iterable(islice(batches, CHUNK - 1))
                self._append([*batch, *further], counted, whose)
                continue
            texts.count(batch)
            if len(texts.texts) > most:
                times = 2 if most == self.bound else RARELY
                self._repeat = self._together or texts.counted >= times * len(texts.texts)
                if most == self.bound or not self._repeat:
                    self._add(counted)
                most = self.bound
        self._add(counted)
        self._finish()
        if whose:
            self.owners.finished(check, self._kind_of is not None)

    def count_table(self, table, names, person=None):
        """Count these columns of a table. person: the column that says whose row each is, or None.

        DataError if not every record that the table handed out was counted.
        """
        whose = person is not None
        batches = table.batches([*names, person] if whose else names)
        if self._kind_of is not None:
            batches = map(self._with_kinds, batches)

        def check(names, rows):
            known = self._kind_of or ()
            check_names(names, rows, person, table.name, known, table.sameness)
        self.count(batches, table.counts is not None, whose, check)
        handed_out = table.read - table.missing_records
        if self.frequency_set.records != handed_out:
            raise DataError('%d records were counted where %d were read, which is a fault of kanon'
                            % (self.frequency_set.records, handed_out), table.name)

    def _with_kinds(self, rows):
        """The rows with the kind of each person behind the quasi-identifiers."""
        kind_of, place = self._kind_of, self.width - 1
        for row in rows:
            kind = kind_of.get(row[-1], '0')
            yield (*row[:place], kind, *row[place:])

    def rows(self):
        """Yield the counted rows of the table as CountedRows.

        They come all at once if they are in memory, else as they were put aside.
        """
        if self._aside is None:
            yield self._rows
            return
        self._aside.seek(0)
        lines = csv.reader(self._aside)
        for length in self._lengths:
            places, counts, *columns = zip(*islice(lines, length))
            carried = column_of(list(zip(*columns)) if columns else [()] * length)
            places = array('I', map(int, places))
            counts = array('Q', map(int, counts))
            yield CountedRows(places, carried.values, carried.codes, counts)

    def records(self):
        """Yield (row of the frequency set, carried values, records) for the whole table.

        Equal ones may come several times.
        """
        for rows in self.rows():
            carried = map(rows.values.__getitem__, rows.codes)
            yield from zip(rows.places, carried, total_records(rows))

    def each_or_two(self):
        """Yield the (quasi values..., carried values...) of the table.

        What stands there several times comes twice.

        >>> tally = Tally(1)
        >>> tally.count([[('39', 'Sales'), ('50', 'Tech'), ('39', 'Sales'), ('39', 'Sales')]])
        >>> list(tally.each_or_two())
        [('39', 'Sales'), ('39', 'Sales'), ('50', 'Tech')]
        """
        columns = self.frequency_set.columns
        for rows in self.rows():
            counts = rows.counts or repeat(1)
            for place, code, n in zip(rows.places, rows.codes, counts):
                quasi = [column.values[column.codes[place]] for column in columns]
                row = (*quasi, *rows.values[code])
                yield row
                if n > 1:
                    yield row

    def in_order(self):
        """Yield counted rows as `rows` does, each with the order of their records.

        The order is the row of each record, as the input has the records.

        >>> tally = Tally(1, in_order=True)
        >>> tally.count([[('39', 'Sales'), ('50', 'Tech')], [('39', 'Sales')]])
        >>> [(rows.values, list(order)) for rows, order in tally.in_order()]
        [([('Sales',), ('Tech',)], [0, 1, 0])]
        """
        for rows in self.rows():
            in_memory = self._aside is None
            yield rows, self._drawn.rows if in_memory else range(len(rows.codes))

    def sensitive(self, places, signs=None) -> Sensitive:
        """The carried columns at these places alone, for rules beyond k.

        signs: what stands between the items of each, None for no items. To the rules all that says
        that a value is not known is '?'.

        >>> tally = Tally(1)
        >>> tally.count([[('39', 'Sales', 'US'), ('39', 'Sales', 'UK')]])
        >>> sensitive = tally.sensitive([0])
        >>> sensitive.values, sensitive.places, sensitive.codes, sensitive.counts
        ([('Sales',)], array('I', [0]), array('I', [0]), array('Q', [2]))
        """
        columns = known_columns(places, signs)
        code_of = Codes()
        total: dict = {}        # {(row of the frequency set, code): records}
        for rows in self.rows():
            codes = codes_of_rows(rows, columns, code_of)
            pairs = zip(rows.places, codes)
            for pair, n in added_up(pairs, rows.counts).items():
                total[pair] = total.get(pair, 0) + n
        rows_of_table = array('I', (place for place, _ in total))
        codes_there = array('I', (code for _, code in total))
        counts = array('Q', total.values())
        return Sensitive(list(code_of), rows_of_table, codes_there, counts)

    def persons(self, places=()) -> Persons:
        """Whose rows those of the frequency set are.

        They come with the carried values at these places, for rules beyond k.

        >>> tally, ann = Tally(1), ('39', 'Sales', 'Ann')
        >>> tally.count([[ann, ann, ('39', 'Tech', '?'), ('50', 'Tech', 'Bob')]], whose=True)
        >>> dict(tally.frequency_set), tally.persons().pairs()
        ({('39',): 3, ('50',): 1}, (array('I', [0, 1]), array('I', [0, 3])))
        """
        columns, code_of = known_columns(places), Codes()
        place_of, code_of_row = array('I'), array('I')      # of each stored row
        for rows in self.rows():
            place_of.extend(rows.places)
            if places:
                code_of_row.extend(codes_of_rows(rows, columns, code_of))
        owners, of_somebody = self.owners, self.owners.of_somebody
        persons = of_somebody(owners.persons)
        rows_of_table = map(place_of.__getitem__, of_somebody(owners.rows))
        if not places:
            return Persons(owners.size, rows_of_table, persons)
        codes = map(code_of_row.__getitem__, of_somebody(owners.rows))
        return Persons(owners.size, rows_of_table, persons, list(code_of), codes)

    def unknown(self, places, signs=None) -> list:
        """How many records have no known value, of each of the carried columns at these places.

        It is None if the table does not fit into memory, because another reading of it takes too
        long.

        >>> tally = Tally(1)
        >>> tally.count([[('39', 'Sales', '?'), ('39', 'n/a', ''), ('50', 'Tech', '7')]])
        >>> tally.unknown([0, 1])
        [1, 2]
        """
        if self._aside is not None:
            return [None] * len(places)
        return [records_unknown(self._rows, place, known)
                for place, known in known_columns(places, signs)]

    def nearly_unique(self, signs=()) -> list:
        """The places of carried columns with a different value in nearly every record.

        Names or patient numbers are such columns. signs: what stands between the items of the cells
        of each column, or None. The values of such a column are its items. A table that does not
        fit into memory is not looked at.

        >>> tally = Tally(1)
        >>> tally.count([[('39', 'Sales', str(number)) for number in range(20)]])
        >>> tally.nearly_unique()
        [1]
        """
        records = self.frequency_set.records
        least = NEARLY * records
        if self._aside is not None or records < ENOUGH:
            return []
        if len(self._rows.values) < least and not any(signs):       # no column has more values
            return []
        columns = [set(values) for values in zip(*self._rows.values)]
        if any(signs):
            from ..counts.items import values_or_items     # few tables have sets of items
            columns = list(map(values_or_items, columns, signs))
        return [place for place, values in enumerate(columns) if len(values) >= least]

    def carried_values(self, number) -> list:
        """For each of so many carried columns its different values, and a function.

        The function returns {value: records}. Of a column with more than BOUND different values in
        a table that does not fit into memory there are the first BOUND.
        """
        if self._aside is None:
            rows = self._rows
            columns = [{values[place] for values in rows.values} for place in range(number)]
            return [(values, partial(counts_at, rows, place))
                    for place, values in enumerate(columns)]
        totals: list = [{} for _ in range(number)]      # of each column {value: records}
        for rows in self.rows():
            for place, total in enumerate(totals):
                for value, n in counts_at(rows, place).items():
                    if value in total or len(total) < BOUND:
                        total[value] = total.get(value, 0) + n
        return [(total, partial(dict, total)) for total in totals]

    def _add(self, counted):
        """Store the rows that were counted as text. They are counted anew from now on."""
        texts = self._texts
        if not texts.texts:
            return
        records = texts.records()
        fields = next(iter(records)).count(NUL) + 1
        self._further = further = fields - self.width
        quasis = list(records)
        if further:
            quasis = [joined.rsplit(NUL, further)[0] for joined in quasis]
        if not self._repeat and not self._together:
            self._apart = 2 * len(set(quasis)) > len(quasis)
        if self._apart or self._in_order and self._aside:
            # Each record is a row. The few that are equal stand there as often.
            for part in slices(texts.each(), SLICE):
                self._append(part, counted)
        else:
            texts.found(self._next_rows(len(records)))
            carried = [joined[len(quasi) + 1:] for joined, quasi in zip(records, quasis)]
            counts = records.values()
            self._store(self._places_of(quasis, counts), carried, counts)
        texts.start()

    def _append(self, rows, counted, whose=False):
        """Append rows as codes. Nothing tells whether a row has come before.

        Equal quasi tuples are brought together, unless they stand apart.
        counted: whether the last field of each says how many records it stands for. Else each is
        one. whose: whether the last field (before that) says whose row it is.
        """
        if not rows:        # all of these records may have missing values
            return
        columns = list(zip(*rows))
        counts = list(map(int, columns.pop())) if counted else None
        if whose:
            self.owners.note(columns.pop(), counts)
        self._texts.stored(self._next_rows(len(rows)))
        quasis = columns[:self.width]
        carried = joined_rows(columns[self.width:]) if self._further else [''] * len(rows)
        if self._apart:
            places = self._new_rows(quasis, counts)
        else:
            places = self._places_of(joined_rows(quasis), counts)
        self._store(places, carried, counts)

    def _next_rows(self, size):
        """The numbers of the next rows that are stored."""
        return range(self._stored, self._stored + size)

    def _new_rows(self, columns, counts):
        """Append rows to the frequency set, and return their places.

        counts: their records, None if each is one.
        """
        first = len(self._columns[0].codes)
        for column, values in zip(self._columns, columns):
            column.extend(values)
        places = range(first, len(self._columns[0].codes))
        self._check_room(places.stop)
        self._records = more(self._records, counts, first, len(places))
        return places

    def _check_room(self, rows, classes=0):
        """DataError if so many rows of the frequency set do not fit into memory.

        classes: how many there may be beyond those of rows with one record each.
        """
        if self._room is not None:
            values = sum(len(column.code_of) for column in self._columns)
            self._room.check(rows, values, classes)

    def _places_of(self, quasis, counts):
        """The row of each quasi tuple in the frequency set, to which its records are added.

        quasis: their values, joined by NUL.
        """
        place_of = self._place_of
        new = [quasi for quasi in dict.fromkeys(quasis) if quasi not in place_of]
        place_of.update(zip(new, count(len(place_of))))
        self._new_rows(columns_of_joined(new), [0] * len(new))
        places = [place_of[quasi] for quasi in quasis]
        for place, n in added_up(places, counts).items():
            self._records[place] += n
        return places

    def _store(self, places, carried, counts):
        """Store rows in memory, or in the temporary file once there is one."""
        self._stored += len(places)
        if self._aside is not None:
            self._write(places, carried, counts)
            return
        self._carried.extend(carried)
        before = len(self._places)
        self._counts = more(self._counts, counts, before, len(places))
        self._places.extend(places)
        if len(self._carried.code_of) > self.bound:
            self._put_aside()
        elif len(self._places) > self._due:
            self._look_again()

    def _put_aside(self):
        """Move the rows in memory to a temporary file.

        Where the order is kept, each record becomes a row of its own.
        """
        self._aside = temporary_file()
        values, codes = self._carried.done()
        order = self._drawn.rows if self._in_order else range(len(self._places))
        has_counts = self._counts is not None and not self._in_order
        for rows in slices(order, self.bound):
            places = [self._places[row] for row in rows]
            carried = [values[codes[row]] for row in rows]
            counts = [self._counts[row] for row in rows] if has_counts else None
            self._write(places, carried, counts)
        if self._in_order:
            self._drawn.stand_apart()
            self._stored = len(self._drawn.rows)
        self._begin_rows()

    def _write(self, places, carried, counts):
        """Write rows to the temporary file, in parts of at most `bound` rows or of these rows."""
        tuples = map(self._carried_of, carried)
        rows = zip(places, counts or repeat(1), tuples)
        write_run(self._aside, ((place, n, *values) for place, n, values in rows))
        size = len(places)
        if self._lengths and self._lengths[-1] + size <= self.bound:
            self._lengths[-1] += size
        else:
            self._lengths.append(size)

    def _look_again(self):
        """Add equal rows up if many are equal. Then rows are counted as text from now on."""
        if self._many_are_equal():
            if self._apart:
                self._put_together()
            self._add_up()
            self._repeat = self._together = True
        self._due = max(self._due, 2 * len(self._places))

    def _many_are_equal(self) -> bool:
        """Whether half of the rows of a sample or more are equal to another.

        The sample is of the rows with every SAMPLE-th code of the column with the most values. So
        all rows that are equal are in it, or none.
        """
        columns = [self._carried.codes, self._places]
        if self._apart:
            # Equal quasi tuples may have different places. They have the same codes.
            columns = [self._carried.codes]
            for column in self._columns:
                codes = map(column.codes.__getitem__, self._places)
                columns.append(array('I', codes))
        widest = max(columns, key=max)
        sample = [row for row, code in enumerate(widest) if code % SAMPLE == 0]
        different = {tuple([codes[row] for codes in columns]) for row in sample}
        return 2 * len(different) <= len(sample)

    def _add_up(self):
        """Add equal rows up. While it does, a row is one number: place * size + code."""
        size, counts = len(self._carried.code_of), self._counts
        pairs = zip(self._places, self._carried.codes)
        numbers = (place * size + code for place, code in pairs)
        if self._drawn:
            total = Codes()
            rows = array('I', map(total.__getitem__, numbers))      # [old row] -> its new one
            self._drawn.moved(rows)
            counts = times_each(rows, len(total), counts)
            self._stored = len(total)
        else:
            total = added_up(numbers, counts)
            counts = total.values()
        self._places = array('I', (number // size for number in total))
        codes = (number % size for number in total)
        self._carried.codes = array(self._carried.codes.typecode, codes)
        self._counts = array('Q', counts)

    def _put_together(self):
        """Give equal quasi tuples one row."""
        columns = [column.done() for column in self._columns]
        apart = FrequencySet(columns, self._records)
        self._begin_frequency_set()
        self._apart = False
        counts, rows = apart.values(), iter(apart)
        place_of = array('I')       # [row that stood apart] -> its place now
        for start in range(0, len(apart), SLICE):
            quasis = [NUL.join(quasi) for quasi in islice(rows, SLICE)]
            place_of.extend(self._places_of(quasis, counts[start:start + SLICE]))
        self._places = array('I', map(place_of.__getitem__, self._places))

    def _carried_of(self, joined) -> tuple:
        """The carried values that NUL joins."""
        return tuple(joined.split(NUL)) if self._further else ()

    def _finish(self):
        """All rows are stored. Make the frequency set and the CountedRows of them."""
        columns = [column.done() for column in self._columns]
        if self._kind_of is not None:
            self.kinds = columns.pop()
            self.width -= 1
            self._apart = True
        self.frequency_set = table = FrequencySet(columns, self._records, self._apart)
        most_classes = min(len(table), table.records // self._k)
        self._check_room(len(table), most_classes - len(table) // self._k)
        carried = self._carried.done()
        values = list(map(self._carried_of, carried.values))
        self._rows = CountedRows(self._places, values, carried.codes, self._counts)
        self._columns = self._place_of = self._records = self._carried = None


class Room:
    """How many rows of a frequency set fit into so many bytes of memory.

    width, distinct, memory, cuts, recoding, k: as Tally takes them.
    """

    def __init__(self, memory, width, distinct, cuts, recoding, k):
        self._memory = memory
        self._class = CUT_CLASS if cuts else ROLLED_UP_CLASS
        row = (CUT_ROW if cuts else ROLLED_UP_ROW) + width * FIELD
        if recoding:
            self._class += RECODED_CLASS
            row += RECODED_ROW
        row += self._class // k
        self._row = 2 * row if distinct else row
        self._kept_row = 0 if cuts else KEPT_ROW
        self._free_values, self._value = CUT_VALUES if cuts else ROLLED_UP_VALUES

    def check(self, rows, values, classes):
        """DataError if so many rows do not fit beside so many different values of their columns.

        classes: how many there may be beyond those of rows with one record each.
        """
        left = self._memory - PROGRAM
        left -= max(0, values - self._free_values) * self._value
        left -= classes * self._class
        # What roll-ups keep grows with the rows, until it is all that they may keep.
        room_with_kept = left // (self._row + self._kept_row)
        room = max(0, room_with_kept, (left - KEPT) // self._row)
        if rows > room:
            raise DataError('the table has too many different combinations of the quasi-identifiers'
                            ' for {} {:,}M, more than {:,} rows; allow more, or make the columns'
                            ' coarser before kanon reads them'
                            .format(option('memory'), self._memory >> 20, room))


class TextRows:
    """Rows counted as text, where nobody asks for their order. A Drawn has the same methods.

    Each row is counted as one string, its values joined by NUL. A string is hashed and compared in
    less time than a tuple of five strings: counting Adult takes 55 ms instead of 68. The distinct
    ones take a third of the memory.

    with_counts: whether the last field of a row says how many records it stands for.
    texts: {row counted as text: records}.

    >>> texts = TextRows(with_counts=True)
    >>> texts.count([('39', 'Sales', '5'), ('39', 'Sales', '1')])
    >>> dict(texts.texts), texts.counted, list(texts.each())
    ({'39\\x00Sales': 6}, 2, [('39', 'Sales', 6)])
    """

    def __init__(self, with_counts):
        self._with_counts = with_counts
        self.start()

    def start(self):
        """Count anew."""
        self.texts: Counter = Counter()
        self._rows = 0

    def count(self, rows):
        """Count rows."""
        if not self._with_counts:
            self.texts.update(map(NUL.join, rows))
            return
        for *values, n in rows:
            self.texts[NUL.join(values)] += int(n)
            self._rows += 1

    @property
    def counted(self) -> int:
        """How many rows were counted."""
        return self._rows if self._with_counts else sum(self.texts.values())

    def records(self) -> dict:
        """{row counted as text: records}."""
        return self.texts

    def each(self):
        """The tuple of each record. With counts, the tuple of each different row with its count."""
        for joined, n in self.texts.items():
            row = tuple(joined.split(NUL))
            if self._with_counts:
                yield (*row, n)
            else:
                yield from repeat(row, n)

    def found(self, rows):
        """The texts are stored in these rows. Nobody asks in which."""

    def stored(self, rows):
        """The next records are stored in these rows. Nobody asks in which."""


class Owners(Drawn):
    """Whose each record is.

    rows        [record] -> the stored row that it was counted in
    persons     [record] -> its person. A person's number is the first record's
    counts      [record] -> how many records it stands for. None if each is one
    names       {name of a person: its number}, until all is counted (`finished`)
    size        how many records there are. It is there once all is counted
    nobody      the numbers of the names that say that nobody is known. It is there once all is
                counted
    """

    def __init__(self, counted):
        super().__init__()
        self.persons = array('I')
        self.counts = array('Q') if counted else None
        self.names = {}

    @staticmethod
    def none():
        return array('I')

    def note(self, names, counts):
        """Whose the next records are. counts: how many each stands for, None if each is one."""
        numbers = count(len(self.persons))
        self.persons.extend(map(self.names.setdefault, names, numbers))
        if counts is not None:
            self.counts.extend(counts)

    def count(self, rows):
        """Count rows as text, without their last fields."""
        rows = list(rows)
        place, counts = -1, None        # place: of the name
        if self.counts is not None:
            place = -2
            counts = [int(row[-1]) for row in rows]
        self.note([row[place] for row in rows], counts)
        before_name = itemgetter(slice(place))      # takes two thirds of the time of row[:place]
        super().count(map(before_name, rows), counts)

    def of_texts(self):
        return self.counts and self.counts[len(self.rows):]

    def of_somebody(self, values):
        """The values of the records of somebody who is known. values: one for each record."""
        return compress(values, self._is_somebodys) if self.nobody else values

    def finished(self, check, keep=False):
        """Forget the names, but for those that say that nobody is known.

        check: as `Tally.count` takes it. keep: whether `names` becomes {number of a person: name},
        in the order of their first records.
        """
        self.size = len(self.persons)
        unknown = [name for name in self.names if name.strip().upper() in NOT_KNOWN]
        self.nobody = {self.names.pop(name) for name in unknown}
        if self.nobody:
            self._is_somebodys = bytes(person not in self.nobody for person in self.persons)
        if check and self.size:
            check(self.names, self.size)
        names, self.names, self.texts = self.names, None, None
        if keep:
            self.names = {number: name for name, number in names.items()}


def codes_of_rows(rows, columns, code_of):
    """For each of CountedRows the code of its carried values, with '?' for what is not known.

    columns: as `known_columns` returns them. code_of: the Codes.
    """
    codes = []
    for values in rows.values:
        known_values = tuple([known[values[place]] for place, known in columns])
        codes.append(code_of[known_values])
    return map(codes.__getitem__, rows.codes)


def records_unknown(rows, place, known) -> int:
    """The records of CountedRows without a known value in a carried column.

    known: {value: itself, or '?'}.
    """
    is_unknown = bytes([known[values[place]] == UNKNOWN for values in rows.values])
    if not any(is_unknown):     # so it is in most columns
        return 0
    of_rows = map(is_unknown.__getitem__, rows.codes)
    return sum(of_rows if rows.counts is None else compress(rows.counts, of_rows))


def more(records, counts, before, further):
    """An array of records, extended by counts.

    None in either place stands for ones: `before` or `further` of them.
    """
    if records is None and counts is None:
        return None
    records = array('Q', [1]) * before if records is None else records
    records.extend([1] * further if counts is None else counts)
    return records


def counts_at(rows, place) -> dict:
    """{value: records} of a carried column of CountedRows."""
    of_rows = (rows.values[code][place] for code in rows.codes)
    return added_up(of_rows, rows.counts)


def total_records(rows):
    """The records of each of these CountedRows."""
    return [1] * len(rows.codes) if rows.counts is None else rows.counts


def joined_rows(columns) -> list:
    """The rows of these columns as texts, in which NUL joins their values."""
    return list(map(NUL.join, zip(*columns)))


def columns_of_joined(rows) -> list:
    """The columns of rows whose values are joined by NUL."""
    return list(zip(*(joined.split(NUL) for joined in rows)))


def sorted_classes(tally, recoding):
    """Yield (published tuple, (carried values, records) pairs) for every class, in order.

    Use the pairs before the next class. recoding: a Recoding, with a Hand for each of its splits
    (counts/parted.py).
    """
    parts = (sorted_rows(rows, recoding) for rows in tally.rows())
    classes, second = next(parts), next(parts, None)
    if second is not None:
        classes = merged_on_disk(chain([classes, second], parts))
    return ((recoding.labels[class_], pairs) for class_, pairs in classes)


def sorted_rows(rows, recoding):
    """Yield (class, (carried values, records) pairs) for every class of CountedRows, in order.

    A row is sorted as one number: its class, times the number of carried values, plus the rank of
    its own carried values. That of a row of no class is negative.
    """
    order = sorted(range(len(rows.values)), key=rows.values.__getitem__)
    carried = [rows.values[code] for code in order]
    rank = dict(zip(order, count()))
    numbers = row_numbers(rows, recoding, rank)
    if rows.counts is None and not recoding.splits:
        numbers, records = sorted(numbers), None        # each row is a record
    else:
        records = added_up(numbers, total_records(rows))
        deal_out(rows, recoding, rank, records)
        numbers = sorted(records)
    start = bisect_left(numbers, 0)
    while start < len(numbers):
        class_ = numbers[start] // len(carried)
        first = class_ * len(carried)
        end = bisect_left(numbers, first + len(carried), start)
        part = numbers[start:end]
        if records is None:
            pairs = Counter(part).items()
        else:
            pairs = zip(part, map(records.__getitem__, part))
        yield class_, [(carried[number - first], n) for number, n in pairs]
        start = end


def row_numbers(rows, recoding, rank):
    """The number of each row, as `sorted_rows` sorts them. rank: {code: its rank}."""
    size, failing = len(rank), recoding.failing
    base = [-size if class_ in failing else class_ * size
            for class_ in range(len(recoding.labels))]
    base_of_row = [base[class_] for class_ in recoding.classes]
    for row in recoding.splits:
        base_of_row[row] = -size        # its records have different classes (`deal_out`)
    bases = map(base_of_row.__getitem__, rows.places)
    return map(add, bases, map(rank.__getitem__, rows.codes))


def deal_out(rows, recoding, rank, records):
    """Add the records of parted quasi tuples to {number of a sorted row: records}."""
    if not recoding.splits:
        return
    size = len(rank)
    base_of = {labels: class_ * size for class_, labels in enumerate(recoding.labels)}
    for place, code, n in zip(rows.places, rows.codes, total_records(rows)):
        if place not in recoding.splits:
            continue
        hand = recoding.splits[place]
        for published, given in hand.take(rows.values[code], n):
            number = base_of[published] + rank[code]
            records[number] = records.get(number, 0) + given


def merged_on_disk(parts):
    """Merge the sorted classes of several parts, each of which is written to a file before."""
    runs: list = []
    for part in parts:
        if len(runs) == FAN:
            runs = [run_on_disk(merged(runs))]
        runs.append(run_on_disk(part))
    return merged(runs)


def merged(runs):
    """Merge sorted runs of (class, carried values, records) into sorted classes.

    Equal rows are added up.

    >>> runs = [(0, ('x',), 2), (2, ('x',), 1)], [(0, ('x',), 1), (0, ('y',), 1)]
    >>> [(class_, list(pairs)) for class_, pairs in merged(runs)]
    [(0, [(('x',), 3), (('y',), 1)]), (2, [(('x',), 1)])]
    """
    for class_, rows in groupby(merge_sorted(*runs), key=itemgetter(0)):
        by_carried = groupby(rows, key=itemgetter(1))
        yield class_, ((carried, sum(n for *_, n in equals)) for carried, equals in by_carried)


def run_on_disk(classes):
    """Write sorted classes to a file, and read them back as (class, carried values, records)."""
    file = temporary_file()
    rows = ((class_, n, *carried) for class_, pairs in classes for carried, n in pairs)
    write_run(file, rows)
    file.seek(0)
    return read_run(file)


def read_run(file):
    """Yield (class, carried values, records) of a file that `run_on_disk` wrote."""
    for class_, n, *carried in csv.reader(file):
        yield int(class_), tuple(carried), int(n)


def write_run(file, rows):
    """Write rows to a temporary file."""
    try:
        csv.writer(file).writerows(rows)
        file.flush()
    except OSError as error:
        raise unwritten(error) from None


def temporary_file():
    """A file without a name for csv rows."""
    from tempfile import TemporaryFile      # 5 ms, and few runs need one
    return TemporaryFile('w+', newline='', encoding='utf-8', errors='surrogatepass')
