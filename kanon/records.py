"""A csv file as tuples of str, one record at a time.

Promise: every record of the file is handed out, or counted as one with a missing value, or refused by its line.
Invariant: after a reading, `read` = `missing` + records handed out; nothing ever holds the whole table.
Departs from csv.reader: blanks after a delimiter are skipped, a record with too few or too many fields is an error, so
are broken quotes and NUL characters, in every version of Python; blank lines are skipped, and leading lines that begin
with '|' (the comments of UCI's files).
"""

from __future__ import annotations

import csv
import io
import os
import stat
import sys
from collections.abc import Iterator
from itertools import chain, filterfalse, islice
from operator import itemgetter

from . import Record
from .errors import DataError, nearest, of_system, show, some

DELIMITERS = ',;\t|'
BATCH = 500     # records at a time; under 700 the lists are gone before Python's collector counts them
SAMPLE = 20     # lines by which the delimiter is recognized


class Table:
    """A csv file, its columns, and what the last reading of it counted.

    path       a file, plain or gzip; '-' is standard input, which can be read once (twice with spool=True)
    columns    the names where the file has no header line; a header line that says the same is skipped
    delimiter  one character; None: recognized among , ; tab and |
    missing    'drop' leaves a record with '?' or nothing in any column out and counts it, 'value' keeps it
    read, missing_records   counted by the last reading
    """

    def __init__(self, path, columns=None, delimiter=None, encoding='utf-8', missing='drop', spool=False):
        self.path, self.encoding, self.drop_missing = path, encoding, missing == 'drop'
        self.name = 'standard input' if path == '-' else path
        self.read = self.missing_records = 0
        self._spooled = spooled_input() if spool and path == '-' else None
        self._text = self._open()
        sample = []
        try:
            sample.extend(islice(self._text, SAMPLE))
        except UnicodeError as error:
            raise undecodable(error, self.name, len(sample) + 1) from None
        self._lines = chain(sample, self._text)
        self._comments = leading_comments(sample, delimiter)
        sample = sample[self._comments:]
        self.delimiter = delimiter or recognize_delimiter(sample)
        first = self._first_record(sample)
        self._header = columns is None or first == list(columns)
        self.columns = tuple(first if self._header else columns)
        self._check_columns()

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        for stream in (self._text, self._spooled):
            if stream is not None:
                stream.close()

    def tuples(self, names) -> Iterator[Record]:
        """The named columns of each record that is handed out, from the top of the file."""
        return chain.from_iterable(self.batches(names))

    def batches(self, names):
        """The same tuples, in iterators of at most BATCH."""
        pick = picker([self.index(name) for name in names])
        self.read = self.missing_records = 0
        for rows in self._rows():
            self.read += len(rows)
            if self.drop_missing:
                kept = [row for row in filter(all, rows) if '?' not in row]
                self.missing_records += len(rows) - len(kept)
                rows = kept
            yield pick(rows)

    def index(self, name):
        """The position of a column; DataError with the nearest name where there is none."""
        if name in self.columns:
            return self.columns.index(name)
        problem = 'there is no column %s%s' % (show(name), nearest(name, self.columns))
        if self._header:
            problem += (' (the first line names %s; where it is no header, name the columns with --columns)'
                        % some(self.columns, 5))
        raise DataError(problem, self.name)

    def _rows(self):
        """Lists of complete rows, each of as many fields as there are columns."""
        lines, self._lines = self._lines or self._again(), None
        for _ in range(self._comments):
            next(lines)
        reader = csv.reader(lines, delimiter=self.delimiter, skipinitialspace=True, strict=True)
        line = self._comments + 1   # where the next record begins
        rows = []
        try:
            if self._header:
                next(filterfalse(is_blank, reader))
            while True:
                line = self._comments + reader.line_num + 1
                rows = []
                rows.extend(islice(reader, BATCH))
                if not rows:
                    return
                if set(map(len, rows)) != {len(self.columns)}:
                    rows = self._without_blank_lines(rows, line)
                yield rows
        except csv.Error as error:
            raise broken(error, self.name, line + sum(map(lines_of, rows))) from None
        except UnicodeError as error:
            raise undecodable(error, self.name, self._comments + reader.line_num + 1) from None

    def _without_blank_lines(self, rows, line):
        width, full = len(self.columns), []
        for row in rows:
            if len(row) == width:
                full.append(row)
            elif not is_blank(row):
                raise DataError('%d fields where there are %d columns (%s)' % (len(row), width, some(row, 3)),
                                self.name, line)
            line += lines_of(row)
        return full

    def _first_record(self, sample):
        reader = csv.reader(sample, delimiter=self.delimiter, skipinitialspace=True)
        try:
            first = next(filterfalse(is_blank, reader))
        except StopIteration:
            raise DataError('holds no record', self.name) from None
        except csv.Error as error:
            raise broken(error, self.name, self._comments + 1) from None
        return [name.strip() for name in first]

    def _check_columns(self):
        where = (self.name, self._comments + 1) if self._header else ()
        if '' in self.columns:
            raise DataError('column %d has no name' % (self.columns.index('') + 1), *where)
        for position, name in enumerate(self.columns):
            if name in self.columns[:position]:
                raise DataError('two columns are named %s' % show(name), *where)

    def _open(self):
        if self._spooled is not None:
            self._spooled.seek(0)
            return text_of(self._spooled, self.name, self.encoding, keep_open=True)
        if self.path == '-':
            return text_of(sys.stdin.buffer, self.name, self.encoding, keep_open=True)
        return open_text(self.path, self.encoding)

    def _again(self):
        if self.path == '-' and self._spooled is None:
            raise DataError('can be read once only', self.name)
        self._text.close()
        self._text = self._open()
        return self._text


def picker(indices):
    """A function from rows to the tuples of their fields at these indices, in C all the way.

    >>> list(picker([2, 0])([['a', 'b', 'c'], ['d', 'e', 'f']]))
    [('c', 'a'), ('f', 'd')]
    >>> list(picker([1])([['a', 'b', 'c']]))
    [('b',)]
    """
    get = itemgetter(*indices)
    if len(indices) == 1:
        return lambda rows: zip(map(get, rows))
    return lambda rows: map(get, rows)


def leading_comments(lines, delimiter=None):
    """How many lines at the top begin with '|' and are no records of a file that is delimited by it.

    >>> leading_comments(['|1x3 Cross validator\\n', '25, Private\\n'])
    1
    """
    comments = 0
    while comments < len(lines) and lines[comments].startswith('|'):
        comments += 1
    is_delimiter = delimiter == '|' or any('|' in line for line in lines[comments:])
    return 0 if is_delimiter else comments


def recognize_delimiter(lines):
    """The delimiter that cuts the lines into equally many fields, the most of them; else the most of the first line.

    csv.Sniffer guesses from how often a character occurs and so takes other answers for other samples of one file.

    >>> recognize_delimiter(['name;born\\n', '"Doe, Jane";1/2/76\\n'])
    ';'
    >>> recognize_delimiter(['one column\\n'])
    ','
    """
    def evidence(delimiter):
        reader = csv.reader(lines, delimiter=delimiter, skipinitialspace=True)
        widths = list(filter(None, map(len, reader))) or [1]
        return min(widths) > 1 and len(set(widths[:-1])) <= 1, widths[0]  # the sample may end inside its last record
    try:
        return max(DELIMITERS, key=evidence)
    except csv.Error:
        return ','


def is_blank(row):
    """Is this what csv makes of a line with nothing but blanks?"""
    return row in ([], [''])


def lines_of(row):
    """How many lines of the file a row took: one, and one more for each line end inside a field."""
    return 1 + sum(len((field + '.').splitlines()) - 1 for field in row if '\n' in field or '\r' in field)


def open_text(path, encoding='utf-8'):
    """A file as text, unpacked where it is gzip; DataError where it is no file that can be read."""
    try:
        kind = os.stat(path).st_mode
        if stat.S_ISDIR(kind):
            raise DataError('this is a folder, not a file', path)
        if not (stat.S_ISREG(kind) or stat.S_ISFIFO(kind)):
            raise DataError('this is a device, not a file', path)
        return text_of(open(path, 'rb'), path, encoding)
    except OSError as error:
        raise of_system(error, path) from None


def text_of(raw, name, encoding, keep_open=False):
    """The text of a binary stream, with its line ends as they are; a byte order mark is no text."""
    try:
        '\0'.encode(encoding)
    except LookupError:
        raise DataError('there is no encoding %s' % show(encoding), name) from None
    if encoding.lower().replace('_', '-') in ('utf-8', 'utf8'):
        encoding = 'utf-8-sig'
    return io.TextIOWrapper(Bytes(raw, name, keep_open, encoding), encoding=encoding, newline='')


class Bytes(io.BufferedIOBase):
    """A binary stream, unpacked where it is gzip, that refuses what no csv file holds.

    Python 3.8 to 3.10 refuse a NUL character in csv, later versions take it for a value: here it is refused by all.
    """

    def __init__(self, raw, name, keep_open, encoding):
        self._name, self._keep_open, self._raw, self._errors = name, keep_open, raw, (OSError,)
        if raw.peek(2)[:2] == b'\x1f\x8b':
            import gzip
            import zlib
            self._raw, self._errors = gzip.GzipFile(fileobj=raw), (OSError, EOFError, zlib.error)
        self._offset = 0
        self._refuses_nul = '\0'.encode(encoding).count(b'\0') == 1

    def readable(self):
        return True

    def read1(self, size=-1):
        try:
            data = self._raw.read1(size)
        except self._errors as error:
            raise DataError('cannot be read: %s' % (getattr(error, 'strerror', None) or error), self._name) from None
        if self._refuses_nul and b'\0' in data:
            raise DataError('byte %d is NUL; this is no csv file, or its --encoding is another'
                            % (self._offset + data.index(b'\0')), self._name)
        self._offset += len(data)
        return data

    def close(self):
        if not self._keep_open:
            self._raw.close()
        super().close()


def spooled_input():
    """Standard input, copied to a temporary file that can be read again."""
    import shutil
    import tempfile
    spooled = tempfile.TemporaryFile()
    shutil.copyfileobj(sys.stdin.buffer, spooled)
    return spooled


def broken(error, name, line):
    """The DataError for a csv.Error in the record that begins on this line."""
    if 'limit' in str(error):
        problem = 'a field is longer than %d characters; is a quote not closed?' % csv.field_size_limit()
    else:
        problem = 'the quotes do not match: a field that begins with " ends with " and doubles those between'
    return DataError(problem, name, line)


def undecodable(error, name, line, advice='give its --encoding'):
    """The DataError for a UnicodeError in the bytes that begin inside this line."""
    before = error.object[:error.start].decode(error.encoding, 'replace')
    byte = error.object[error.start:error.start + 1].hex()
    problem = 'byte 0x%s is not %s text; %s' % (byte, error.encoding, advice)
    return DataError(problem, name, line + lines_of([before]) - 1)
