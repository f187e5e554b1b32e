"""A csv file as tuples of str, one record at a time.

A `Table` replaces `read` of the plain pages (plain/), because csv files are written in many ways,
and may be larger than the memory.

Promise: every record of the file is handed out, or counted as one with a missing value, or refused
with its line.
Invariant: after a reading, `read` = `missing_records` + records handed out. Nothing ever holds the
whole table.
Departs from csv.reader: blanks after a delimiter are skipped, and so are blank lines. A record with
too few or too many fields is an error, and so are broken quotes and NUL characters, in every
version of Python. Lines of comment above the table are skipped (`dialect.leading_comments`).

A first line that may be a record is shown in no message (`is_header`).
A table may be several files with one header, or the csv files of a folder. They are read one after
the other, and messages count the lines of each.
A table may be counted: each row then stands for as many records as its column `counts` says. `read`
and `missing_records` are numbers of records there, too.
"""

from __future__ import annotations

import csv
import io
import os
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import partial
from itertools import chain, compress, count, filterfalse, islice, repeat, tee
from operator import itemgetter

from ... import Record
from ..counts.frequency import added_up
from ..counts.values import MISSING, NO_SIGN, Sameness
from ..errors import DataError, many, nearest, of_system, option, quoted, show, some, there_are
from ..own_files import exists, is_file
from .dialect import (DELIMITERS, SAMPLE, broken, count_column, has_blanks_between,
                      has_row_numbers, header_below, is_blank, is_total, leading_comments,
                      lines_above, lines_taken, lines_text, looks_like_names, named_by_place,
                      reader_of, recognize_delimiter, stands_out, surely_names)
from .packed import ending_of, in_database
from .text import (DigestingStream, byte_stream, is_utf_8, joined_sha256, spooled, text_stream,
                   undecodable, without_nul)

NAME_ALL = 'name all columns with ' + option('columns')
TWICE = '; rename one, or ' + NAME_ALL + ', and leave this line out with %s'
IS_LAST = '; if every line ends with the delimiter, take it off, else ' + NAME_ALL
NOT_SHOWN = ('the first line, of %s, is not shown, because it may be a record; if it is one, name'
             ' the columns with ' + option('columns'))
BELOW = ('; the next line looks like a second header, with a name for each column: leave this one'
         ' out with %s')
EXCELS = '"?sep=[,;|\t]"?\\s*'      # a first line, in any capitals

BATCH = 500     # records at a time. Up to 700 lists are freed before Python collects garbage

CELLS = 1_000_000       # fields at a time, for tables of many columns

# Of the column of counts in a counted table. It is the second one if a column is called n.
COUNT_NAMES = 'n', 'kanon_n'

TIMES = 100     # how many times more records of parts are compared, each time that they are alike

is_complete = frozenset(MISSING).isdisjoint     # from fields to whether none of them is missing


class Table:
    """A csv file, its columns, and the counts of its last reading.

    What it is made with:

    path        a file, plain or packed, or a folder; '-' is standard input. A pipe can be read
                once, and with spool=True again and again
    further     more files of the same table
    digest      whether `sha256` will be asked for
    columns     the names, for a file without a header line. A first line with exactly these names
                is skipped
    delimiter   one character. None: recognized among , ; tab and |
    missing     'drop' leaves out and counts a record with '?' or an empty field. 'value' and 'root'
                keep it
    missing_in  'any': in any column. 'used': in the columns `used` or, if there are none, in those
                that are asked for
    counts      the column that says how many records a row stands for, or None. It is not one of
                those that are handed out by name
    skip_lines  the numbers of lines of each file that are not read

    What may be set before a reading:

    used        the columns that a run uses
    roots       {column: what replaces a missing value}, for --missing root
    unreadable  {column: values that are read as missing}, for --unreadable missing. None while they
                are looked for
    na          words that are read as ?, for --na: in every column but `counts`, with or without
                blanks around them
    na_in       {column: words that are read as ? there alone}, for --na-in
    sets        its columns of sets of items (SetsOfItems, counts/items.py), for --items, or None
    thousands   {column: the sign between the thousands of its numbers, or 'none'}, for --thousands
    decimal     the sign of its numbers
    days        which columns are counted in days from others (Days, recorded_dates.py), for
                --since, or None
    totals      'leave-out' leaves out the rows that look like a total, such as Summe, and counts
                them in `left_totals`
    exact       the columns in which each way to write a value is a value of its own

    What is found when it is opened:

    files       the files that it is read from
    first       the name of the first of these files in messages
    comments    how many lines of comment are above the table
    above       how many lines in all are above the table
    row_numbers the name that a first column without one gets by its place, else None. Such a column
                holds the row numbers
    floats      the columns with numbers of a program or a database, which are no texts

    The counts of the last reading:

    read, missing_records, left_totals      A total that is left out is not among those read
    lost        of those missing_records, how many 'used' would keep, because only columns that are
                not `used` have a gap: {'records': how many, 'columns': {column: how many of them
                have a gap there}}
    ends_in_total   whether a total was read as the last record of a file
    """

    used: tuple = ()
    roots: dict = {}
    unreadable: dict | None = {}
    na: frozenset = frozenset()
    na_in: dict = {}
    sets = None
    thousands: dict = {}
    decimal = '.'
    days = None
    totals = None
    exact: frozenset = frozenset()

    skip_lines: frozenset = frozenset()
    comments = above = 0
    row_numbers = None
    floats: frozenset = frozenset()

    read = missing_records = left_totals = 0
    lost: dict = {'records': 0, 'columns': {}}
    ends_in_total = False

    _names = None       # of all columns, as somebody gave them
    _first: tuple | list = ()       # the fields of the first line
    _is_file = False    # and no pipe, which is read once
    _text = None        # the stream that is read
    _spooled = None     # the copy of a pipe
    _sha256 = None      # of what was read last
    _places = None      # {column: its position}, where one is asked for

    def __init__(self, path, columns=None, delimiter=None, encoding='utf-8', missing='drop',
                 missing_in='any', spool=False, digest=False, further=(), counts=None,
                 skip_lines=()):
        self.files = table_files(path, further)
        self.path = self.files[0]
        self.name = name_of_files(path, further)
        self.first = self.name if path == '-' else self.path
        self.counts, self.encoding = counts, encoding
        self.skip_lines = frozenset(skip_lines)
        self._drop = missing_in if missing == 'drop' else None
        self._digested, self._digests = digest, []
        self._refuses_nul = is_utf_8(encoding, self.first)
        self._is_file = self.path != '-' and is_file(self.path)
        if spool and not self._is_file:
            self._spooled = spooled(byte_stream(self.path), self.first, encoding)
        self._delimiter, self._names = delimiter, columns
        self._text = self._open()
        self._read_sample()
        if delimiter is None and has_blanks_between(self._sample):
            raise DataError("looks like a table of R's write.table, with a blank between its"
                            ' fields; say ' + option('delimiter', 'blank'),
                            self.first, self.above + 1)
        self._first = first = self._first_record()
        if columns is None:
            self._check_lines_above(first)
        self._named = columns is not None
        self._header = columns is None or is_header_of(first, columns)
        self.columns = tuple(first if columns is None else columns)
        self._check_columns()
        if not self._header:
            self._check_is_record(first)
        if len(self.files) > 1:
            refuse_copies(self.files, self._part)

    def _read_sample(self):
        """Look at the first lines: the delimiter, and what is above the table."""
        lines: list = []
        try:
            lines.extend(islice(self._text, SAMPLE + len(self.skip_lines)))
        except UnicodeError as error:
            raise undecodable(error, self._text, len(lines) + 1) from None
        self._lines = chain(lines, self._text)
        numbered = [(number, line) for number, line in enumerate(lines, 1)
                    if number not in self.skip_lines]
        sample = [line for _, line in numbered]
        uncommented = [line for line in sample if not line.startswith('|')] or sample
        width = self._names and len(self._names)
        self.delimiter = self._delimiter or recognize_delimiter(uncommented, width)
        self.comments = leading_comments(sample, self.delimiter)
        self._is_cut = len(sample) == SAMPLE
        self._sample = sample[self.comments:]
        first = len(sample) + 1     # the number of the first line of the table
        if self._sample:
            first, _ = numbered[self.comments]
        self.above = first - 1

    def _check_lines_above(self, first):
        """DataError if the header stands below other lines. These are its `skip_lines`."""
        differ = len(first) > 1 and all(first) and len(set(first)) == len(first)
        if differ and not self._is_ragged(len(first)):
            return      # most tables
        above = lines_above(self._sample, self._delimiter or DELIMITERS)
        if not above:
            return
        last = self.above + above
        numbers = sorted({*self.skip_lines, *range(self.above + 1, last + 1)})
        what, skipping = many(above, 'line'), option('skip_lines', lines_text(numbers))
        refusal = DataError('looks like the header, below %s of another kind; leave %s out with %s'
                            % (what, 'it' if above == 1 else 'these', skipping),
                            self.first, last + 1)
        refusal.skip_lines = numbers
        raise refusal

    def _is_ragged(self, width):
        """Whether a record of the first lines has another number of fields."""
        return any(len(row) != width for row in self._rows_of_sample()[1:])

    def _check_is_record(self, first):
        """DataError if the first line, which is no header, looks like one."""
        has_names = looks_like_names(first, self.columns)
        if not has_names and not stands_out(self._sample, self.delimiter):
            return
        if has_names or surely_names(first, self._sample, self.delimiter):
            advice = (': %s; leave %s out, or give exactly these names'
                      % (some(first, 5), option('columns')))
        else:
            advice = (', because it has a word where all others have numbers; leave %s out or, if'
                      ' it is a record, write ? for that word' % option('columns'))
        raise DataError('the first line looks like a header' + advice, self.first, self.above + 1)

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        for stream in (self._text, self._spooled):
            if stream is not None:
                stream.close()

    def tuples(self, names) -> Iterator[Record]:
        """The named columns of each record, from the top of the file.

        Dropped records are left out.
        """
        return chain.from_iterable(self.batches(names))

    def batches(self, names):
        """The same tuples, in iterators of at most BATCH each.

        Of a counted table each tuple has one more field: the text of how many records it stands
        for.
        """
        pick = picker([self.index(name, names) for name in (*names, *self._counted())])
        decide = None       # from rows to the fields in which none may be missing. None: all
        if self._drop == 'used':
            decide = picker([self.index(name) for name in self.used or names])
        roots = [(place, self.roots[name])
                 for place, name in enumerate(names) if name in self.roots]
        self.read = self.missing_records = self.left_totals = 0
        self.lost = {'records': 0, 'columns': {}}
        changes = self._changes()
        for rows in self._rows():
            rows = self._without_totals(rows)
            self.read += self._records(rows)
            for change in changes:
                rows = change(rows)
            if self._drop:
                rows = self._complete(rows, decide)
            picked = pick(rows)
            yield rooted(picked, roots, self.name) if roots else picked

    def _changes(self) -> list:
        """What is done to the cells of rows, in this order: functions from rows to rows."""
        changes: list = []
        if self.na:
            place = None if self.counts is None else self.index(self.counts)
            changes.append(partial(rows_without_words, words=self.na, counts=place))
        words = [(self.index(name), words)
                 for name, words in self.na_in.items() if name in self.columns]
        if words:
            changes.append(partial(without_words_in, words=words))
        signs = [(name, self.index(name), sign) for name, sign in self.thousands.items()
                 if sign != NO_SIGN and name in self.columns]
        if signs:
            from ..counts.writings import without_thousands        # few tables have such signs
            changes.append(lambda rows: without_thousands(rows, signs, self))
        if self.days:
            changes.append(lambda rows: self.days.counted(rows, self))
        unreadable = [(self.index(name), values)
                      for name, values in (self.unreadable or {}).items()]
        if unreadable:
            changes.append(partial(with_gaps, unreadable=unreadable))
        if self.sets:
            changes.append(lambda rows: self.sets.read(rows, self.na, self.na_in))
        return changes

    def _without_totals(self, rows):
        """The rows without those that look like a total, if these are left out."""
        if self.totals == 'leave-out':
            records = [row for row in rows if not is_total(row)]
            self.left_totals += len(rows) - len(records)
            return records
        if rows and is_total(rows[-1]):     # to look at all rows would take longer
            self.ends_in_total = True
        return rows

    def plain_numbers(self) -> set:
        """The columns in which 1.200 has one meaning, since somebody said it or it was no text."""
        return {*self.thousands, *self.floats}

    @property
    def width(self):
        """How many fields a row has."""
        return len(self.columns) - (len(self.sets.made) if self.sets else 0)

    @property
    def signs(self) -> dict:
        """{column: what stands between the items of its cells}."""
        return self.sets.signs if self.sets else {}

    def take_items(self, items):
        """Read columns as sets of items from now on. items: as --items has them."""
        names = set(self.columns)
        for name, how in items.items():
            is_new = not isinstance(how, str)       # made of several columns
            if is_new and name in names and names >= set(how):
                raise DataError('has a column %s already; give the one that %s makes another name'
                                % (quoted(name), option('items')), self.name)
        from ..counts.items import SetsOfItems     # few tables have sets of items
        self.sets = SetsOfItems(self.columns, items, self.name)
        self.columns = (*self.columns, *self.sets.made)
        self._places = None

    def _complete(self, rows, decide):
        """The rows without a missing value, either in any field or in those that `decide` picks."""
        left_out: list = []     # those with a gap. Nobody asks for them where `decide` picks
        if self.sets:
            kept, left_out = self._parted_sets(rows, decide)
        elif decide:
            kept = list(compress(rows, map(is_complete, decide(rows))))
        else:
            kept, left_out = parted(rows)
        if left_out and not decide and self.used:
            self._note_lost(left_out)
        self.missing_records += self._records(rows) - self._records(kept)
        return kept

    def _parted_sets(self, rows, decide):
        """The rows without a missing value, and the others. An empty set of items is no gap."""
        seen = self.sets.with_gaps(rows)
        are_whole = list(map(is_complete, decide(seen) if decide else seen))
        others = [row for row, is_whole in zip(seen, are_whole) if not is_whole]
        return list(compress(rows, are_whole)), others

    def _note_lost(self, left_out):
        """Note the rows that have a gap in columns that are not used, and in no other."""
        rows = left_out
        for place in map(self.index, self.used):
            rows = [row for row in rows if row[place] and row[place] != '?']
        records = [self._records([row]) for row in rows]
        note_gaps(self.lost, self.columns, rows, records)

    def _counted(self):
        """The column of counts, as a list. It is empty if there is none."""
        return [] if self.counts is None else [self.counts]

    def _records(self, rows) -> int:
        """How many records these rows stand for."""
        if self.counts is None:
            return len(rows)
        place = self.index(self.counts)
        return sum(int(row[place]) for row in rows)

    def value_counts(self, names) -> dict:
        """{column: {value: records}}, in one reading."""
        counted: dict = {name: Counter() for name in names}
        for batch in self.batches(names):
            columns = list(zip(*batch))
            for name, values in zip(names, columns):
                if self.counts is None:
                    counted[name].update(values)
                else:
                    records = map(int, columns[-1])
                    counted[name].update(added_up(values, records))
        return counted

    def sha256(self):
        """The sha256 of the stored bytes that the last reading read, or None without `digest`."""
        return self._sha256 and joined_sha256([self._sha256.hexdigest(), *self._digests])

    def is_header(self, names=()):
        """Whether the first line is surely no record.

        One of these names is in it, or only a header is written so. Else no field of it is shown.
        Capitals make no difference.
        """
        lower = {name.lower() for name in self.columns}
        return (self._named or any(name.lower() in lower for name in names)
                or surely_names(self.columns, self._sample, self.delimiter))

    @property
    def sameness(self) -> Sameness:
        """Which of its values may be the same, unless its columns are exact."""
        return Sameness(self.exact, self.decimal)

    def renamed(self, names):
        """Those of these names, in any capitals, that stand in a first line that is no header."""
        if self._header:
            return []
        first = {value.lower() for value in self._first}
        return [name for name in names if name.lower() in first]

    def index(self, name, names=()):
        """The position of a column. names: all that are asked for.

        DataError with the nearest name if there is no such column.
        """
        if self._places is None:
            self._places = dict(zip(self.columns, count()))
        if name in self._places:
            return self._places[name]
        problem = 'there is no column %s' % quoted(name)
        if self.sets and name in self.sets.lacking:
            problem += (' to be made of %s, because there is no column %s'
                        % (option('items'), quoted(self.sets.lacking[name][0])))
        if not self.is_header(names):
            raise DataError('%s; %s' % (problem, self.not_shown()), self.name)
        problem += nearest(name, self.columns)
        if self._header:
            problem += (' (the first line names %s; if it is not a header, name the columns with'
                        ' %s)' % (some(self.columns, 5), option('columns')))
        raise DataError(problem, self.name)

    def count_column(self):
        """The name of a column that looks like a count of records, or None.

        It is judged by the first records. It is None if one is known, too.
        """
        if self.counts is not None:
            return None
        return count_column(self.columns, self._first_rows())

    def first_with(self, name, values):
        """The line and the value of the first record that has one of these values in a column.

        The line is None if the table is not one file that is read again.
        """
        place, header = self.index(name), self.above + self._header
        for line, row in self.lines_where(lambda row: row[place] in values):
            if line > header:
                return line, row[place]
        return None, min(values)

    def lines_where(self, is_meant):
        """Yield (line, row) of each row for which `is_meant` is true.

        There are none if the table is not one file that is read again.
        """
        if not self._is_file or len(self.files) > 1:
            return
        reader, line = reader_of(self._unskipped(self._again()), self.delimiter), 1
        for row in reader:
            if len(row) == self.width and is_meant(row):
                yield line, row
            line = reader.line_num + 1

    def _first_rows(self):
        """The records of the first lines."""
        rows = self._rows_of_sample()
        return rows[1:] if self._header else rows

    def _rows_of_sample(self):
        """The rows of the first lines, with the header."""
        lines = self._sample[:-1] if self._is_cut else self._sample     # it may end inside a record
        try:
            return [row for row in reader_of(lines, self.delimiter) if not is_blank(row)]
        except csv.Error:       # a reading refuses it, with the line
            return []

    def not_shown(self) -> str:
        """What a message says where it would show the names of the columns."""
        return NOT_SHOWN % many(len(self.columns), 'column')

    def _rows(self):
        """Lists of rows of all files, each row with as many fields as there are columns."""
        self._digests = []
        yield from self.own_rows()
        columns = self.columns[:self.width]
        for path in self.files[1:]:
            with self._part(path, digest=self._digested, counts=self.counts) as part:
                part.totals = self.totals
                if part.columns != columns:
                    problem = unlike(part.columns, columns, self.first)
                    raise DataError(problem, path, part.above + 1)
                yield from part.own_rows()
                self._digests.append(part.sha256())

    def _part(self, path, **more) -> Table:
        """One file of this table, opened as its first one is."""
        return type(self)(path, self._names, self._delimiter, self.encoding,
                          skip_lines=self.skip_lines, **more)

    def _unskipped(self, lines):
        """The lines of a file, with an empty one in place of each that is skipped.

        So the others keep their numbers, and blank lines are passed over anyway.
        """
        if not self.skip_lines:
            return lines
        lines = iter(lines)
        first = islice(lines, max(self.skip_lines))
        kept = ['\n' if number in self.skip_lines else line
                for number, line in enumerate(first, 1)]
        return chain(kept, lines)

    def own_rows(self):
        """The rows of the first file, in lists. Its header is passed over."""
        lines, texts = tee(self._lines_below())
        reader = reader_of(lines, self.delimiter, strict=True)
        size = max(1, min(BATCH, CELLS // (self.width or 1)))
        rows: list = []
        line = self.above + 1       # where the next record begins
        try:
            if self._header:
                next(filterfalse(is_blank, reader), None)
                next(islice(texts, reader.line_num, reader.line_num), None)
            while True:
                before = reader.line_num
                line = self.above + before + 1
                rows = LinedRows()
                rows.extend(islice(reader, size))
                if not rows:
                    return
                texts_of_rows = list(islice(texts, reader.line_num - before))
                if len(texts_of_rows) == len(rows):     # each record is one line
                    rows.texts = texts_of_rows
                yield self._checked(rows, line)
        except csv.Error as error:
            at = line + sum(map(lines_taken, rows))
            raise broken(error, self.first, at) from None
        except UnicodeError as error:
            raise undecodable(error, self._text, self.above + reader.line_num + 1) from None

    def _lines_below(self):
        """The lines of the first file from the header on. Skipped ones are empty."""
        lines, self._lines = self._lines or self._again(), None
        if not self._refuses_nul:
            lines = without_nul(lines, self.first)
        lines = self._unskipped(lines)
        for _ in range(self.above):
            next(lines, None)
        return lines

    def _checked(self, rows, line):
        """The rows that are no blank lines. line: where the first one begins."""
        widths = set(map(len, rows))
        full = rows if widths == {self.width} else self._without_blank_lines(rows, line)
        if self.counts is not None:
            self._check_counts(rows, line)
        return full

    def _without_blank_lines(self, rows, line):
        """The rows with as many fields as columns. DataError for another one that is not blank."""
        width, full = self.width, []
        for row in rows:
            if len(row) == width:
                full.append(row)
            elif not is_blank(row):
                is_first = self._header and not self.read and not full
                lacks_name = is_first and len(row) == width + 1
                advice = '; if the header lacks a name, ' + NAME_ALL if lacks_name else ''
                raise DataError('%s where %s (%s)%s'
                                % (many(len(row), 'field'), there_are(width, 'column'),
                                   some(row, 3), advice), self.first, line)
            line += lines_taken(row)
        return full

    def _check_counts(self, rows, line):
        """DataError for a row that does not say how many records it stands for.

        Blank lines are passed over.
        """
        place = self.index(self.counts)
        for row in rows:
            if len(row) == self.width and not self._has_count(row, place):
                raise DataError(no_count(self.counts, row[place]), self.first, line)
            line += lines_taken(row)

    def _has_count(self, row, place) -> bool:
        """Whether a row says how many records it stands for, or is left out as a total."""
        return bool(is_count(row[place]) or self.totals == 'leave-out' and is_total(row))

    def _first_record(self):
        """The fields of the first record, or of the header."""
        self._check_no_note()
        reader = reader_of(self._sample, self.delimiter)
        try:
            first = next(filterfalse(is_blank, reader))
        except StopIteration:
            raise DataError('holds no record', self.first) from None
        except csv.Error as error:
            raise broken(error, self.first, self.above + 1) from None
        try:
            rows = list(reader)
        except csv.Error:       # a reading refuses it, with the line
            rows = []
        first = [name.strip() for name in first]
        return ['', *first] if has_row_numbers([first, *rows]) else first

    def _check_no_note(self):
        """DataError if the first line is a note for Excel. It is to be skipped."""
        first = self._sample[0] if self._sample else ''
        is_like_one = first.lstrip('"')[:4].lower() == 'sep='
        if is_like_one and re.fullmatch(EXCELS, first, re.IGNORECASE):
            refusal = DataError('this line is a note for Excel, which names the delimiter; leave it'
                                ' out with ' + self._skipping(), self.first, self.above + 1)
            refusal.skip_lines = sorted({*self.skip_lines, self.above + 1})
            raise refusal

    def _check_columns(self):
        """DataError if a column has no name, or two have the same. Row numbers get one."""
        lacking = self._header and not all(self.columns)
        below = lacking and header_below(self._sample, self.delimiter)
        if self._names is None and len(self.columns) > 1 and not below:
            is_first_named = self.columns[0] != ''
            self.columns = named_by_place(self.columns)
            self.row_numbers = None if is_first_named else self.columns[0]
        where = (self.first, self.above + 1) if self._header else ()
        if '' in self.columns:
            place = self.columns.index('') + 1
            last = place == len(self.columns) > 1
            advice = IS_LAST if last else '; give it one, or ' + NAME_ALL
            if below:
                advice = BELOW % self._skipping()
            if not self._header:
                advice = ''
            raise DataError('column %d has no name%s' % (place, advice), *where)
        self._check_differ(where)

    def _check_differ(self, where):
        """DataError if two columns have the same name."""
        seen: dict = {}
        for position, name in enumerate(self.columns):
            first = seen.setdefault(name, position)
            if first == position:
                continue
            if not self._header:
                raise DataError('two columns are named %s' % show(name), *where)
            advice = BELOW if header_below(self._sample, self.delimiter) else TWICE
            raise DataError('two columns, %d and %d, have the same name%s'
                            % (first + 1, position + 1, advice % self._skipping()), *where)

    def _skipping(self):
        """What is typed to leave the first line out, too."""
        return option('skip_lines', lines_text({*self.skip_lines, self.above + 1}))

    def _open(self):
        """The text of the first file, from its beginning."""
        raw = self._spooled or byte_stream(self.path)
        keep_open = self._spooled is not None or self.path == '-'
        if self._spooled is not None:
            raw.seek(0)
        if self._digested:
            digested = DigestingStream(raw, keep_open)
            self._sha256 = digested.sha256
            raw = io.BufferedReader(digested)
        return text_stream(raw, self.first, self.encoding, keep_open)

    def _again(self):
        """The text once more. DataError for a pipe that is not spooled."""
        if self._spooled is None and not self._is_file:
            raise DataError('can be read once only; save it as a file, and name that', self.name)
        self._text.close()
        self._text = self._open()
        return self._text


class LinedRows(list):
    """Rows, with the line of each, if each is one line of the file."""

    texts: list = []


def name_of_files(path, further) -> str:
    """What messages call a table."""
    if path == '-':
        return 'standard input'
    return '%s and %d more' % (path, len(further)) if further else path


def parted(rows):
    """The rows without a missing value, and the others, each in their order.

    A row whose line has no ? can only have an empty field, which is seen in half of the time.

    >>> parted([['39', 'm'], ['?', 'f'], ['50', '']])
    ([['39', 'm']], [['?', 'f'], ['50', '']])
    """
    kept: list = []
    others: list = []
    texts = getattr(rows, 'texts', None) or repeat('?')     # without texts any row may have a ?
    for text, row in zip(texts, rows):
        if all(row) and ('?' not in text or is_complete(row)):
            kept.append(row)
        else:
            others.append(row)
    return kept, others


def note_gaps(lost, columns, rows, records):
    """Add rows to those that are `lost`. records: how many each row stands for.

    >>> lost = {'records': 0, 'columns': {}}
    >>> note_gaps(lost, ['age', 'remark', 'fax'], [('39', '', '?'), ('50', 'ok', '')], [1, 2])
    >>> lost
    {'records': 3, 'columns': {'remark': 1, 'fax': 3}}
    """
    of_columns = lost['columns']
    lost['records'] += sum(records)
    for name, values in zip(columns, zip(*rows)):
        if not all(values) or '?' in values:        # few columns have gaps
            with_gap = sum(n for value, n in zip(values, records) if value in MISSING)
            of_columns[name] = of_columns.get(name, 0) + with_gap


def is_header_of(first, columns) -> bool:
    """Whether a first line has exactly these names, but for columns that it has no name for.

    The first column may be left out of the line, too.

    >>> names = ['row', 'age', 'sex']
    >>> is_header_of(['', 'age', 'sex'], names), is_header_of(['age', 'sex'], names)
    (True, True)
    >>> is_header_of(['id', 'age', 'sex'], names), is_header_of(['', '', ''], names)
    (False, False)
    """
    if len(first) == len(columns) - 1:
        first = ['', *first]
    if len(first) != len(columns) or not any(first):
        return False
    return all(name in ('', column) for name, column in zip(first, columns))


def is_count(text):
    """Whether a row of a counted table can stand for so many records.

    >>> [bool(is_count(text)) for text in ('1', '999999999999', '0', '-1', '2.0', '٣')]
    [True, True, False, False, False, False]
    """
    return re.fullmatch('[1-9][0-9]{0,11}', text)


def no_count(name, text) -> str:
    """The problem with a field of the column of counts."""
    return ('column %s says %s, which is no number of records; a whole number from 1 on is'
            ' expected, in at most 12 plain digits' % (quoted(name), show(text)))


def table_files(path, further=()) -> list:
    """The files of a table: one or several, or the csv files of a folder by their names."""
    files = [path, *further]
    if not further and path != '-' and os.path.isdir(path):
        try:
            names = sorted(filter(is_csv, os.listdir(path)))
        except OSError as error:
            raise of_system(error, path) from None
        files = [os.path.join(path, name) for name in names]
        if not files:
            raise DataError('the folder holds no csv file', path)
    if len(files) > 1:
        check_table_files(files)
    return files


def is_csv(name) -> bool:
    """Whether a file in a folder is taken for a part of its table.

    >>> [is_csv(name) for name in ('a.csv', 'A.CSV.gz', 'a.txt', '._a.csv')]
    [True, True, False, False]
    """
    unpacked = name[:len(name) - len(ending_of(name))]
    return unpacked.lower().endswith('.csv') and not name.startswith('.')


def check_table_files(files):
    """DataError if a part of a table is no file."""
    for file in files:
        if in_database(file):
            raise DataError('a table of a database is read alone; make a view of all parts, with'
                            ' UNION ALL', file)
        if file == '-' or exists(file) and not is_file(file):
            raise DataError('is no file; a table of several parts has a file for each', file)


def refuse_copies(paths, opened):
    """DataError if two of these files have the same records: everybody in them would count twice.

    opened: a function from a path to its open Table. Packing, line ends (inside fields, too),
    delimiters, quotes, blank lines and byte order marks make no difference. Files without a record
    are no copies.
    The first records are compared first, so files that differ there cost no more than to open them.
    Of those that begin alike more and more is read, as far as they are alike.
    """
    files, most = list(paths), SAMPLE
    while files:
        paths_of = defaultdict(list)        # of each beginning
        for path in files:
            paths_of[beginning(path, opened, most)].append(path)
        files = []      # those of which more is to be read
        for (_, records), (first, *others) in paths_of.items():
            if others and 0 < records < most:       # all of them have been read
                raise DataError('has the same records as %s; is it a copy? each of its records'
                                ' would count twice' % first, others[0])
            if others and records == most:
                files += [first, *others]
        most *= TIMES


def beginning(path, opened, most) -> tuple:
    """The sha256 of the columns and of up to so many records of a file, and how many they are."""
    from hashlib import sha256      # 2 ms, and few tables have parts
    with opened(path) as table:
        head = '\0'.join(['%d' % table.width, *table.columns])
        digest = sha256(head.encode('utf-8', 'surrogatepass'))
        records = 0
        for row in islice(chain.from_iterable(table.own_rows()), most):
            text = '\0'.join(['', *row])        # no field has a NUL character
            text = text.replace('\r\n', '\n').replace('\r', '\n')
            digest.update(text.encode('utf-8', 'surrogatepass'))
            records += 1
    return digest.digest(), records


def unlike(header, first_header, first) -> str:
    """How a header differs from that of the first file.

    Where most names differ it may be a record, and no name of it is shown.

    >>> from ..errors import unmarked
    >>> print(unmarked(unlike(('age', 'plz'), ('age', 'zip'), 'a.csv')))
    the header is not that of a.csv: without 'zip', and with 'plz'
    >>> print(unmarked(unlike(('zip', 'age'), ('age', 'zip'), 'a.csv')))
    the header is not that of a.csv: column 1 is 'zip', and there it is 'age'
    """
    names, first_names = set(header), set(first_header)
    without = [name for name in first_header if name not in names]
    others = [name for name in header if name not in first_names]
    if 2 * len(without) > len(first_header):
        how = 'without %s; does it have one?' % some(without, 5)
    elif without or others:
        lacking = ['without %s' % some(without, 5)] * bool(without)
        further = ['with %s' % some(others, 5)] * bool(others)
        how = ', and '.join(lacking + further)
    else:
        pairs = enumerate(zip(header, first_header), 1)
        how = next('column %d is %s, and there it is %s' % (place, show(name), show(other))
                   for place, (name, other) in pairs if name != other)
    return 'the header is not that of %s: %s' % (first, how)


def picker(indices):
    """A function from rows to the tuples of their fields at these indices. It runs in C.

    >>> list(picker([2, 0])([['a', 'b', 'c'], ['d', 'e', 'f']]))
    [('c', 'a'), ('f', 'd')]
    >>> list(picker([1])([['a', 'b', 'c']]))
    [('b',)]
    """
    get = itemgetter(*indices)
    if len(indices) == 1:
        return lambda rows: zip(map(get, rows))
    return lambda rows: map(get, rows)


def with_gaps(rows, unreadable) -> list:
    """The rows, with ? in place of unreadable values; unreadable: (place, values) pairs.

    >>> with_gaps([('39', 'm'), ('3O', 'f')], [(0, {'3O'})])
    [('39', 'm'), ['?', 'f']]
    """
    gapped = []
    for row in rows:
        for place, values in unreadable:
            if row[place] in values:
                row = list(row)
                row[place] = '?'
        gapped.append(row)
    return gapped


def rows_without_words(rows, words, counts=None) -> list:
    """The rows, with ? in place of these words, whatever blanks are around them.

    counts: the place of numbers of records, which stay.

    >>> rows_without_words([('39', 'm', '9'), (' NA', '9', '9')], frozenset(['NA', '9']), 2)
    [['39', 'm', '9'], ['?', '?', '9']]
    """
    changed = []
    for row in rows:
        if not words.isdisjoint(map(str.strip, row)):       # few rows
            row = ['?' if value.strip() in words and place != counts else value
                   for place, value in enumerate(row)]
        changed.append(row)
    return changed


def without_words_in(rows, words) -> list:
    """The rows, with ? in place of words of single columns; words: (place, words) pairs.

    Blanks around a word make no difference.

    >>> without_words_in([('99', '99'), ('39', ' -9')], [(0, {'99'}), (1, {'-9'})])
    [['?', '99'], ['39', '?']]
    """
    changed = []
    for recorded in rows:
        row = list(recorded)
        for place, of_column in words:
            if row[place].strip() in of_column:
                row[place] = '?'
        changed.append(row)
    return changed


def rooted(rows, roots, name=None):
    """The tuples, with missing values replaced; roots: (place, root) pairs.

    DataError if a root is a recorded value, too.

    >>> list(rooted([('39', '?'), ('', '?')], [(0, '*')]))
    [('39', '?'), ('*', '?')]
    """
    for row in rows:
        row = list(row)
        for place, root in roots:
            if row[place] in MISSING:
                row[place] = root
            elif row[place] == root:
                raise DataError('%s is a recorded value, but missing values are published as it; if'
                                ' it means missing, write ? or nothing instead' % show(root), name)
        yield tuple(row)

