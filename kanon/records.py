"""A csv file as tuples of str, one record at a time.

Promise: every record of the file is handed out, or counted as one with a missing value, or refused by its line.
Invariant: after a reading, `read` = `missing_records` + records handed out; nothing ever holds the whole table.
Departs from csv.reader: blanks after a delimiter are skipped, a record with too few or too many fields is an error, so
are broken quotes and NUL characters, in every version of Python; blank lines are skipped, and leading lines that begin
with "|" and are one field where the next is more (the comments of UCI's files).
"""

from __future__ import annotations

import codecs
import csv
import io
import os
import re
import stat
import sys
from collections.abc import Iterator
from itertools import chain, filterfalse, islice
from operator import itemgetter

from . import Record
from .errors import DataError, marked, nearest, of_system, quoted, show, some

DELIMITERS = ',;\t|'
MISSING = '?', ''   # what stands for a value that is not known
ENOUGH, NEARLY = 10, 0.95       # records, and the share of them with another value in a column, that tell an identifier
BATCH = 500     # records at a time; under 700 the lists are gone before Python's collector counts them
SAMPLE = 20     # lines by which the delimiter is recognized


class Table:
    """A csv file, its columns, and what the last reading of it counted.

    path       a file, plain or gzip; '-' is standard input. A pipe can be read once, with spool=True more often
    digest     whether `sha256` is asked for
    columns    the names where the file has no header line; a header line that says the same is skipped
    delimiter  one character; None: recognized among , ; tab and |
    missing    'drop' leaves a record with '?' or nothing out and counts it, 'value' and 'root' keep it
    missing_in 'any': in any column; 'used': in one of those `used` or, where that is empty, of those that are asked for
    roots      {column: what a missing value is replaced by}, as --missing root has it
    comments   how many lines of comment stand above the table
    read, missing_records   counted by the last reading
    """

    def __init__(self, path, columns=None, delimiter=None, encoding='utf-8', missing='drop', missing_in='any',
                 spool=False, digest=False):
        self.path, self.encoding, self.roots, self.used, self._sha256 = path, encoding, {}, (), None
        self._digested = digest
        self._drop = missing_in if missing == 'drop' else None
        self.name = 'standard input' if path == '-' else path
        self.read = self.missing_records = 0
        self._refuses_nul = is_utf_8(encoding, self.name)
        self._is_file = path != '-' and os.path.isfile(path)        # and not a pipe, which is read once
        self._spooled = spooled(bytes_of(path)) if spool and not self._is_file else None
        self._text = self._open()
        sample = []
        try:
            sample.extend(islice(self._text, SAMPLE))
        except UnicodeError as error:
            raise undecodable(error, self._text, len(sample) + 1) from None
        self._lines = chain(sample, self._text)
        said = [line for line in sample if not line.startswith('|')] or sample
        self.delimiter = delimiter or recognize_delimiter(said, columns and len(columns))
        self.comments = leading_comments(sample, self.delimiter)
        sample = sample[self.comments:]
        first = self._first_record(sample)
        self._header = columns is None or first == list(columns)
        self.columns = tuple(first if self._header else columns)
        self._check_columns()
        if not self._header and (looks_like_names(first, columns) or stands_out(sample, self.delimiter)):
            raise DataError('the first line looks like a header: %s; leave --columns out, or give the names in its words'
                            % some(first, 5), self.name, self.comments + 1)

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
        decide = picker([self.index(name) for name in self.used or names]) if self._drop == 'used' else None
        self.read = self.missing_records = 0
        roots = [(place, self.roots[name]) for place, name in enumerate(names) if name in self.roots]
        for rows in self._rows():
            self.read += len(rows)
            if self._drop:
                rows = self._complete(rows, decide)
            picked = pick(rows)
            yield rooted(picked, roots, self.name) if roots else picked

    def _complete(self, rows, decide):
        """The rows without a missing value, in any field or in those that the picker `decide` picks."""
        if decide:
            kept = [row for row, fields in zip(rows, decide(rows)) if is_complete(fields)]
        else:
            kept = [row for row in filter(all, rows) if '?' not in row]
        self.missing_records += len(rows) - len(kept)
        return kept

    def sha256(self):
        """Of the bytes of the last reading, as they are stored; None where it was not asked for."""
        return self._sha256 and self._sha256.hexdigest()

    def index(self, name):
        """The position of a column; DataError with the nearest name where there is none."""
        if name in self.columns:
            return self.columns.index(name)
        problem = 'there is no column %s%s' % (quoted(name), nearest(name, self.columns))
        if self._header:
            problem += (' (the first line names %s; where it is no header, name the columns with --columns)'
                        % some(self.columns, 5))
        raise DataError(problem, self.name)

    def _rows(self):
        """Lists of complete rows, each of as many fields as there are columns."""
        lines, self._lines = self._lines or self._again(), None
        if not self._refuses_nul:
            lines = without_nul(lines, self.name)
        for _ in range(self.comments):
            next(lines, None)
        reader = csv.reader(lines, delimiter=self.delimiter, skipinitialspace=True, strict=True)
        line = self.comments + 1   # where the next record begins
        rows = []
        try:
            if self._header:
                next(filterfalse(is_blank, reader), None)
            while True:
                line = self.comments + reader.line_num + 1
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
            raise undecodable(error, self._text, self.comments + reader.line_num + 1) from None

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
            raise broken(error, self.name, self.comments + 1) from None
        return [name.strip() for name in first]

    def _check_columns(self):
        where = (self.name, self.comments + 1) if self._header else ()
        if '' in self.columns:
            raise DataError('column %d has no name' % (self.columns.index('') + 1), *where)
        for position, name in enumerate(self.columns):
            if name in self.columns[:position]:
                raise DataError('two columns are named %s' % show(name), *where)

    def _open(self):
        raw, keep_open = self._spooled or bytes_of(self.path), self._spooled is not None or self.path == '-'
        if self._spooled is not None:
            raw.seek(0)
        if self._digested:
            raw = Digested(raw, keep_open)
            self._sha256, raw = raw.sha256, io.BufferedReader(raw)
        return text_of(raw, self.name, self.encoding, keep_open)

    def _again(self):
        if self._spooled is None and not self._is_file:
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


def rooted(rows, roots, name=None):
    """The tuples, with the root in the place of a missing value; roots: (place, root) pairs. DataError where a root is recorded.

    >>> list(rooted([('39', '?'), ('', '?')], [(0, '*')]))
    [('39', '?'), ('*', '?')]
    """
    for row in rows:
        row = list(row)
        for place, root in roots:
            if row[place] in MISSING:
                row[place] = root
            elif row[place] == root:
                raise DataError('%s is recorded, and is what missing values are published as; write ? or nothing for it, where it'
                                ' means that' % show(root), name)
        yield tuple(row)


def leading_comments(lines, delimiter):
    """How many lines at the top begin with '|' and are no records: they are one field, and the next line is more.

    >>> leading_comments(['|1x3 Cross validator\\n', '25, Private\\n'], ',')
    1
    >>> leading_comments(['|5, Private\\n', '25, Private\\n'], ','), leading_comments(['|z\\n', '"a,b"\\n'], ',')
    (0, 0)
    """
    def is_cut(line):
        try:
            return len(next(csv.reader([line], delimiter=delimiter, skipinitialspace=True), [])) > 1
        except csv.Error:       # a field beyond the limit, which the reading refuses
            return False

    for comments, line in enumerate(lines):
        if is_cut(line):
            return comments
        if not line.startswith('|'):
            break
    return 0


def recognize_delimiter(lines, width=None):
    """The delimiter that cuts the lines into equally many fields, the most of them; else the most of the first line.

    Where the number of columns is known, the one that cuts most lines into so many. csv.Sniffer guesses from how often
    a character occurs, and so takes other answers for other samples of one file.

    >>> recognize_delimiter(['name;born\\n', '"Doe, Jane";1/2/76\\n'])
    ';'
    >>> recognize_delimiter(['one column\\n']), recognize_delimiter(['1|2\\n', '3\\n', '4\\n'], width=1)
    (',', ',')
    """
    def evidence(delimiter):
        reader = csv.reader(lines, delimiter=delimiter, skipinitialspace=True)
        widths = list(filter(None, map(len, reader))) or [1]
        if width:
            return widths.count(width)
        return min(widths) > 1 and len(set(widths[:-1])) <= 1, widths[0]  # the sample may end inside its last record
    try:
        return max(DELIMITERS, key=evidence)
    except csv.Error:
        return ','


def looks_like_names(row, columns):
    """Is more than half of a row names of columns, but for capitals? Then it is no record.

    >>> looks_like_names(['ID', 'Age', 'Sex'], ['id', 'age', 'gender']), looks_like_names(['7', '39', 'Male'], ['a', 'b', 'c'])
    (True, False)
    """
    names = {name.lower() for name in columns}
    return 2 * sum(value.lower() in names for value in row) > len(row)


def stands_out(lines, delimiter):
    """Is the first record another kind than those below it? It holds no value of theirs, and a word where they are numbers.

    >>> rows = ['39,m\\n', '40,m\\n', '41,f\\n']
    >>> stands_out(['Alter,Sex\\n', *rows], ','), stands_out(['?,x\\n', *rows], ','), stands_out(['x,m\\n', *rows], ',')
    (True, False, False)
    """
    try:
        rows = [row for row in csv.reader(lines, delimiter=delimiter, skipinitialspace=True) if not is_blank(row)]
    except csv.Error:       # the reading will say where
        return False
    first, *others = rows[:-1] if len(rows) == SAMPLE else rows     # the sample may end inside its last record
    pairs = [(value, values) for value, *values in zip(first, *others)]
    digits = re.compile('-?[0-9]+([.,][0-9]+)?').fullmatch
    return len(others) > 2 and all(value not in values for value, values in pairs) and any(
        value not in MISSING and not digits(value) and all(map(digits, values)) for value, values in pairs)


def is_complete(fields):
    """Is none of the fields missing?"""
    return all(fields) and '?' not in fields


def is_blank(row):
    """Is this what csv makes of a line with nothing but blanks?"""
    return row in ([], [''])


def lines_of(row):
    """How many lines of the file a row took: one, and one more for each line end inside a field."""
    return 1 + sum(field.replace('\r\n', '\n').replace('\r', '\n').count('\n') for field in row)


def open_text(path):
    """A UTF-8 file as text, unpacked where it is gzip; DataError where it is no file that can be read."""
    return text_of(bytes_of(path), path, 'utf-8')


def bytes_of(path):
    """A file, or '-' for standard input, as a binary stream."""
    if path == '-':
        if sys.stdin is None:
            raise DataError('is closed', 'standard input')
        return sys.stdin.buffer
    try:
        kind = os.stat(path).st_mode
        if stat.S_ISDIR(kind):
            raise DataError('this is a folder, not a file', path)
        if not (stat.S_ISREG(kind) or stat.S_ISFIFO(kind)):
            raise DataError('this is a device, not a file', path)
        return open(path, 'rb')
    except OSError as error:
        raise of_system(error, path) from None


def text_of(raw, name, encoding, keep_open=False):
    """The text of a binary stream, with its line ends as they are; a byte order mark is no text."""
    utf_8 = is_utf_8(encoding, name)
    stream = Bytes(raw, name, keep_open, refuses_nul=utf_8)
    return io.TextIOWrapper(stream, encoding='utf-8-sig' if utf_8 else encoding, newline='')


def is_utf_8(encoding, name=None):
    """Is this a name of UTF-8? DataError where it is none of a text encoding."""
    try:
        '\0'.encode(encoding)
        return codecs.lookup(encoding).name in ('utf-8', 'utf-8-sig')
    except (LookupError, ValueError):
        raise DataError('there is no encoding %s' % quoted(encoding), name) from None


def without_nul(lines, name):
    """The lines; DataError for one with a NUL character."""
    for number, line in enumerate(lines, 1):
        if '\0' in line:
            raise DataError('a NUL character; this is no csv file, or its --encoding is another', name, number)
        yield line


class Bytes(io.BufferedIOBase):
    """A binary stream, unpacked where it is gzip, that refuses NUL where the text is UTF-8.

    Python 3.8 to 3.10 refuse a NUL character in csv, later versions take it for a value: here it is refused by all, of
    UTF-8 in the bytes, which costs next to nothing, of other encodings in the text (`without_nul`).
    offset: the bytes so far.
    """

    def __init__(self, raw, name, keep_open, refuses_nul):
        self.name, self._keep_open, self._raw, self._errors = name, keep_open, raw, (OSError,)
        if raw.peek(2)[:2] == b'\x1f\x8b':
            import gzip
            import zlib
            self._raw, self._errors = gzip.GzipFile(fileobj=raw), (OSError, EOFError, zlib.error)
        self.offset, self._refuses_nul = 0, refuses_nul

    def readable(self):
        return True

    def read1(self, size=-1):
        try:
            data = self._raw.read1(size)
        except self._errors as error:
            raise DataError('cannot be read: %s' % (getattr(error, 'strerror', None) or error), self.name) from None
        if self._refuses_nul and not self.offset and data[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
            raise DataError('begins like UTF-16; give --encoding utf-16', self.name)
        if self._refuses_nul and b'\0' in data:
            raise DataError('byte %d is NUL; this is no csv file, or its --encoding is another'
                            % (self.offset + data.index(b'\0')), self.name)
        self.offset += len(data)
        return data

    def close(self):
        if not self._keep_open:
            self._raw.close()
        super().close()


class Digested(io.RawIOBase):
    """A binary stream, and the sha256 of what was read of it."""

    def __init__(self, stream, keep_open):
        from hashlib import sha256      # 2 ms, and few runs ask for it
        self._stream, self._keep_open, self.sha256 = stream, keep_open, sha256()

    def readable(self):
        return True

    def readinto(self, buffer):
        size = self._stream.readinto1(buffer) if hasattr(self._stream, 'readinto1') else self._stream.readinto(buffer)
        self.sha256.update(memoryview(buffer)[:size])
        return size

    def close(self):
        if not self._keep_open:
            self._stream.close()
        super().close()


def spooled(stream):
    """A stream copied to a temporary file, which can be read again."""
    import shutil
    import tempfile
    copy = tempfile.TemporaryFile()
    shutil.copyfileobj(stream, copy)
    return copy


def broken(error, name, line):
    """The DataError for a csv.Error in the record that begins on this line."""
    if 'limit' in str(error):
        problem = 'a field is longer than %d characters; is a quote not closed?' % csv.field_size_limit()
    else:
        problem = 'the quotes do not match: a field that begins with " ends with " and doubles those between'
    return DataError(problem, name, line)


def likely_encodings(data) -> str:
    """Those of Chinese or Western Europe that these bytes, which are no UTF-8, may be in.

    >>> likely_encodings('年龄'.encode('gbk')), likely_encodings('Jos\xe9,1'.encode('latin-1'))
    ('gb18030 or latin-1', 'latin-1')
    """
    try:
        codecs.getincrementaldecoder('gb18030')().decode(data)
        return 'gb18030 or latin-1'
    except UnicodeError:
        return 'latin-1'


def undecodable(error, text, line, advice=None):
    """The DataError for a UnicodeError in the bytes of a text, which begin inside this line."""
    name = text.buffer.name
    encoding = getattr(error, 'encoding', text.encoding).replace('utf16', 'utf-16').replace('utf32', 'utf-32')      # PyPy's names
    if encoding in ('utf-16', 'utf-32') or not isinstance(error, UnicodeDecodeError):   # some codecs do not say where
        return DataError('is not %s text; %s' % (encoding, advice or 'give its --encoding'), name)
    if not advice:
        advice = 'give its --encoding%s' % (' (%s?)' % likely_encodings(error.object) if encoding == 'utf-8' else '')
    line += len((error.object[:error.start] + b'.').splitlines()) - 1
    byte = marked('0x' + error.object[error.start:error.start + 1].hex())
    offset = text.buffer.offset - len(error.object) + error.start       # the last bytes handed out are those of the error
    return DataError('byte %s, at offset %d, is not %s text; %s' % (byte, offset, encoding, advice), name, line)
