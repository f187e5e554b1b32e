"""How a csv file is written, recognized from its first lines.

Promise: the same first lines always give the same delimiter, whatever else the file holds.
Departs from csv.Sniffer: that guesses from how often a character occurs, and so answers differently
for different samples of one file. Here the delimiter that cuts every line into equally many fields
is taken.
"""

from __future__ import annotations

import csv
import re
from itertools import chain, count, filterfalse

from ..counts.values import MISSING, number, writing
from ..errors import DataError

DELIMITERS = ',;\t|'

# Words for a missing value, in lower case.
MISSING_WORDS = frozenset("""na|n/a|#n/a|#nv|null|nan|none|unknown|-|--|.|k.a.|k. a.|keine angabe
keine angaben|unbekannt|未知|不详|无""".replace('\n', '|').split('|'))

# Names of a column of counts: letters and digits in lower case.
COUNTS = set("""
n num number count counts cnt freq frequency records nrecords numberofrecords numberofpeople
numberofpersons numberofpatients numberofcases anzahl häufigkeit nombre effectif numero
人数 数量 频数 次数 计数 件数""".split())

# The words of a row that is a total, in lower case.
TOTALS = frozenset("""total|totals|sum|sums|subtotal|sub-total|grand total|sub total|in total
summe|summen|gesamt|insgesamt|gesamtsumme|zwischensumme
合计|总计|小计|总和|总数|共计""".replace('\n', '|').split('|'))

SAMPLE = 20     # first lines that are looked at

WHOLE_NUMBER = '[1-9][0-9]{0,17}'       # of records
NUMBER = '-?[0-9]+([.,][0-9]+)?'
NUMBER_OR_DATE = '-?[0-9].*'


def reader_of(lines, delimiter, strict=False):
    """A csv reader. Blanks behind a delimiter belong to no field, unless it is the blank itself.

    >>> list(reader_of(['39, m'], ',')), list(reader_of(['"39" m'], ' '))
    ([['39', 'm']], [['39', 'm']])
    """
    return csv.reader(lines, delimiter=delimiter, skipinitialspace=delimiter != ' ', strict=strict)


def recognize_delimiter(lines, width=None):
    """The delimiter that cuts all lines into equally many fields, and into the most.

    If none does, it is the best for the first line. If the number of columns is known, it is the
    one that cuts the most lines into that many fields.

    >>> recognize_delimiter(['name;born\\n', '"Doe, Jane";1/2/76\\n'])
    ';'
    >>> recognize_delimiter(['one column\\n'])
    ','
    >>> recognize_delimiter(['1|2\\n', '3\\n', '4\\n'], width=1)
    ','
    >>> recognize_delimiter(['age\\n', '1;30\\n', '2;31\\n'])      # the row numbers have no name
    ';'
    """
    def evidence(delimiter):
        rows = list(filter(None, reader_of(lines, delimiter)))
        widths = [len(row) for row in rows] or [1]
        if width:
            return widths.count(width)
        if has_row_numbers(rows):
            widths[0] += 1
        differ = len(set(widths[:-1])) > 1      # the sample may end inside its last record
        return min(widths) > 1 and not differ, widths[0]
    try:
        return max(DELIMITERS, key=evidence)
    except csv.Error:
        return ','


def has_blanks_between(lines) -> bool:
    """Whether these first lines have a blank between fields, as R's write.table writes by itself.

    The header of such a table is quoted, or lacks a name for the row numbers.

    >>> has_blanks_between(['"age" "sex"', '"1" 39 "m"'])
    True
    >>> has_blanks_between(['age sex', '1 39 m', '2 40 f'])
    True
    >>> has_blanks_between(['"age" "sex"', '39 "m"'])
    True
    >>> has_blanks_between(['first name', 'Jo Ann', 'Al'])
    False
    """
    if len(lines) < 2 or ' ' not in lines[1]:
        return False
    if not set(DELIMITERS).isdisjoint(lines[0]):
        return False
    whole = lines[:-1] if len(lines) >= SAMPLE else lines       # the sample may end inside a record
    try:
        rows = list(filter(None, reader_of(whole, ' ', strict=True)))
    except csv.Error:
        return False
    width, *widths = [len(row) for row in rows]
    is_quoted = re.fullmatch('"[^"]*"( "[^"]*")*', lines[0].strip()) is not None
    if set(widths) == {width + 1}:
        return is_quoted or has_row_numbers(rows)
    return is_quoted and width > 1 and set(widths) == {width}


def has_row_numbers(rows) -> bool:
    """Whether the first row, a header, has no name for the numbers of the others, 1, 2, 3 ...

    R's write.table leaves it out.

    >>> has_row_numbers([['age', 'sex'], ['1', '30', 'f'], ['2', '31', 'm']])
    True
    >>> has_row_numbers([['name', 'age'], ['Doe', 'Jo', '30'], ['Ray', 'Al', '31']])
    False
    """
    rows = list(filterfalse(is_blank, rows))
    width, *widths = [len(row) for row in rows or [[]]]
    if len(widths) > 2:
        widths.pop()        # the sample may end inside the last record
    if len(widths) < 2 or set(widths) != {width + 1}:
        return False
    numbers = [str(number) for number in range(1, len(rows))]
    return [row[0] for row in rows[1:]] == numbers


def named_by_place(names, every=False) -> tuple:
    """The names of columns. The first column is called column 1 if it has no name.

    Such a column holds the row numbers, as R and pandas write them. every: all others without a
    name are called by their places, too.

    >>> named_by_place(['', 'age', '']), named_by_place(['', 'age', ''], every=True)
    (('column 1', 'age', ''), ('column 1', 'age', 'column 3'))
    >>> named_by_place(['', 'column 1'])
    ('column 1 (2)', 'column 1')
    """
    named = list(names)
    for place, name in enumerate(names, 1):
        if name == '' and (place == 1 or every):
            named[place - 1] = free_name('column %d' % place, named)
    return tuple(named)


def free_name(name, others) -> str:
    """A name that is none of the others: this one, or with the least number from 2 on behind it."""
    numbered = ('%s (%d)' % (name, number) for number in count(2))
    return next(each for each in chain([name], numbered) if each not in others)


def leading_comments(lines, delimiter):
    """How many lines at the top are comments, as in UCI's files.

    They begin with '|' and are one field. The next line has more.

    >>> leading_comments(['|1x3 Cross validator\\n', '25, Private\\n'], ',')
    1
    >>> leading_comments(['|5, Private\\n', '25, Private\\n'], ',')
    0
    >>> leading_comments(['|z\\n', '"a,b"\\n'], ',')
    0
    """
    def is_cut(line):
        try:
            return len(next(reader_of([line], delimiter), [])) > 1
        except csv.Error:       # a field beyond the limit, which Table refuses
            return False

    for comments, line in enumerate(lines):
        if is_cut(line):
            return comments
        if not line.startswith('|'):
            break
    return 0


def looks_like_names(row, columns):
    """Whether more than half of a row are names of columns, apart from capitals.

    Then it is a header.

    >>> looks_like_names(['ID', 'Age', 'Sex'], ['id', 'age', 'gender'])
    True
    >>> looks_like_names(['7', '39', 'Male'], ['a', 'b', 'c'])
    False
    """
    names = {name.lower() for name in columns}
    return 2 * sum(value.lower() in names for value in row) > len(row)


def stands_out(lines, delimiter, numbers=NUMBER):
    """Whether the first record looks like a header.

    It shares no value with the others, and has a word where they have numbers.

    >>> rows = ['39,m\\n', '40,m\\n', '41,f\\n']
    >>> [stands_out([first, *rows], ',') for first in ('Alter,Sex\\n', '?,x\\n', 'x,m\\n')]
    [True, False, False]
    """
    try:
        rows = [row for row in reader_of(lines, delimiter) if not is_blank(row)]
    except csv.Error:       # Table refuses it, with the line
        return False
    if len(rows) == SAMPLE:
        rows.pop()      # the sample may end inside its last record
    first, *others = rows
    others = [row for row in others if not is_total(row)]
    if len(others) < 3:
        return False
    columns = [(value, values) for value, *values in zip(first, *others)]
    if any(value in values for value, values in columns):
        return False
    is_number = re.compile(numbers).fullmatch
    below_words = [values for value, values in columns
                   if value not in MISSING and not is_number(value)]
    return any(all(map(is_number, values)) for values in below_words)


def surely_names(first, lines, delimiter):
    """Whether the first record can only be a header.

    Then its fields may be shown, which may else be those of a person.

    It stands out from numbers or dates, its fields are different, and none of them is empty, begins
    with a digit, or is a word for a missing value.

    >>> rows = ['39,m\\n', '40,m\\n', '41,f\\n']
    >>> [surely_names(line.strip().split(','), [line, *rows], ',')
    ...  for line in ('Alter,Sex\\n', 'NA,w\\n', 'x,4\\n', 'x,m\\n')]
    [True, False, False, False]
    """
    if len(set(first)) < len(first):
        return False
    for value in first:
        if re.match(r'\W*(\d|$)', value) or value.lower() in MISSING_WORDS:
            return False
    return stands_out(lines, delimiter, NUMBER_OR_DATE)


def count_column(columns, rows):
    """The column that looks like a count of records, as a GROUP BY writes it, or None.

    It is named as a count, its values are whole numbers from 1 on but do not number the rows, and
    without it no two rows are the same. rows: the first records.

    >>> count_column(['sex', 'COUNT(*)'], [['m', '9'], ['f', '7']])
    'COUNT(*)'
    >>> count_column(['sex', 'n'], [['m', '9'], ['m', '7']])
    >>> count_column(['sex', 'n'], [['m', '0'], ['f', '7']])
    >>> count_column(['n', 'name'], [['1', 'Ann'], ['2', 'Joe'], ['3', 'Kim']])
    """
    if len(rows) < 2 or {len(row) for row in rows} != {len(columns)}:
        return None
    for place, name in enumerate(columns):
        if re.sub(r'\W|_', '', name.lower()) not in COUNTS:
            continue
        values = [row[place] for row in rows]
        others = {(*row[:place], *row[place + 1:]) for row in rows}
        if len(others) == len(rows) and are_counts(values):
            return name
    return None


def are_counts(values) -> bool:
    """Whether these are whole numbers from 1 on, and do not number their rows.

    >>> are_counts(['7', '9', '8']), are_counts(['7', '8', '9']), are_counts(['7', '8'])
    (True, False, True)
    """
    if not all(re.fullmatch(WHOLE_NUMBER, value) for value in values):
        return False
    numbers = [int(value) for value in values]
    following = list(range(numbers[0], numbers[0] + len(numbers)))
    return len(numbers) == 2 or numbers != following


def is_total(row) -> bool:
    """Whether a row looks like a total.

    The first cell with something in it is a word such as Summe. All others with something in them
    are numbers, however written.

    >>> is_total(('Summe', '', '1.234,5')), is_total(('', 'Total:', '17'))
    (True, True)
    >>> is_total(('total', 'f', '39')), is_total(('Ann', '', '39')), is_total(('Sum',))
    (False, False, False)
    """
    cells = iter(row)
    first = next((cell for cell in cells if cell not in MISSING), '')
    if first.strip(' :').lower() not in TOTALS or len(row) < 2:
        return False
    return all(cell in MISSING or is_written_number(cell) for cell in cells)


def is_written_number(cell) -> bool:
    """Whether a cell is a number, in any way to write one."""
    if number(cell) is not None or number(cell, ',') is not None:
        return True
    return writing(cell) is not None


def lines_above(lines, delimiters=DELIMITERS) -> int:
    """How many lines stand above the header, such as a title.

    It is 0 if none does, or if nothing tells. All lines from the header on have as many fields.
    Each line above has fewer different fields that are not empty, and the header can only be a
    header (`can_only_be_names`).

    >>> lines = ['Ward 3\\n', '\\n', 'age;sex\\n', '30;m\\n', '31;f\\n', '32;m\\n']
    >>> lines_above(lines), lines_above(lines[2:])
    (2, 0)
    """
    headers = []        # of each delimiter: (fields, lines above)
    for delimiter in delimiters:
        try:
            rows = list(reader_of(lines, delimiter))
        except csv.Error:       # Table refuses it, with the line
            continue
        if len(rows) != len(lines):     # a row is more than one line
            continue
        for above in range(1, len(rows)):
            below = rows[above:]
            if (is_body(below, rows[:above])
                    and can_only_be_names(rows[above], lines[above:], delimiter)):
                headers.append((len(rows[above]), above))
                break
    _, above = max(headers, default=(0, 0))
    return above


def lines_text(numbers) -> str:
    """Numbers of lines as --skip-lines takes them.

    >>> lines_text([1, 2, 3, 5]), lines_text([7, 8])
    ('1-3,5', '7-8')
    """
    runs: list = []
    for line in sorted(numbers):
        if runs and line == runs[-1][-1] + 1:
            runs[-1].append(line)
        else:
            runs.append([line])
    texts = []
    for first, *further in runs:
        texts.append('%d-%d' % (first, further[-1]) if further else '%d' % first)
    return ','.join(texts)


def can_only_be_names(first, lines, delimiter) -> bool:
    """Whether the first line can only be a header. The second one may be a second header."""
    without_second = [lines[0], *lines[2:]]
    return any(surely_names(first, each, delimiter) for each in (lines, without_second))


def is_body(rows, above) -> bool:
    """Whether these rows may be a header and what is below it.

    All have the same number of fields. In the first no field is empty. Each row above has fewer
    different fields that are not empty.
    """
    width = len(rows[0])
    if width < 2 or not all(rows[0]):
        return False
    widths = {len(row) for row in rows if not is_blank(row)}
    names_above = [len(set(filter(None, row))) for row in above]
    return widths == {width} and max(names_above) < width


def header_below(lines, delimiter) -> bool:
    """Whether the second line can only be a header.

    So it is below a line with names of groups of columns.

    >>> lines = ['person,,x\\n', 'age,sex,pay\\n', '39,m,1\\n', '40,m,2\\n', '41,f,3\\n']
    >>> header_below(lines, ','), header_below(lines[1:], ',')
    (True, False)
    """
    try:
        second: list = next(reader_of(lines[1:], delimiter), [])
    except csv.Error:       # Table refuses it, with the line
        return False
    if not second or '' in second:
        return False
    return surely_names(second, lines[1:], delimiter)


def is_blank(row):
    """Whether this is what csv makes of a line that is empty or all blanks."""
    return row in ([], [''])


def lines_taken(row):
    """How many lines of the file a row took: one, and another for each line end inside a field."""
    inside = [field.replace('\r\n', '\n').replace('\r', '\n') for field in row]
    return 1 + sum(field.count('\n') for field in inside)


def broken(error, name, line):
    """The DataError for a csv.Error in the record that begins on this line of the file."""
    if 'limit' in str(error):
        problem = ('a field is longer than %d characters, the most that it may have; is a quote not'
                   ' closed? if it is one value, leave its column out, in a copy'
                   % csv.field_size_limit())
    else:
        problem = ('the quotes do not match: a field that begins with " must end with ", with any "'
                   ' between them doubled')
    return DataError(problem, name, line)
