"""A csv file as tuples of str, one record at a time.

Promise: every record of the file is handed out, or counted as one with a missing value, or refused by its line.
Invariant: after a reading, `read` = `missing_records` + records handed out; nothing ever holds the whole table.
Departs from csv.reader: blanks after a delimiter are skipped, a record with too few or too many fields is an error, so
are broken quotes and NUL characters, in every version of Python; blank lines are skipped, and leading lines that begin
with "|" and are one field where the next is more (the comments of UCI's files).
"""

from __future__ import annotations

import csv
import re

from ..errors import DataError
from ..values import MISSING

DELIMITERS = ',;\t|'

SAMPLE = 20     # lines by which the delimiter is recognized


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


def is_blank(row):
    """Is this what csv makes of a line with nothing but blanks?"""
    return row in ([], [''])


def lines_of(row):
    """How many lines of the file a row took: one, and one more for each line end inside a field."""
    return 1 + sum(field.replace('\r\n', '\n').replace('\r', '\n').count('\n') for field in row)


def broken(error, name, line):
    """The DataError for a csv.Error in the record that begins on this line."""
    if 'limit' in str(error):
        problem = 'a field is longer than %d characters; is a quote not closed?' % csv.field_size_limit()
    else:
        problem = 'the quotes do not match: a field that begins with " ends with " and doubles those between'
    return DataError(problem, name, line)
