"""How a csv file is written, recognized from its first lines.

Promise: the same first lines always give the same delimiter, whatever else the file holds.
Departs from csv.Sniffer: that guesses from how often a character occurs, and so answers differently for different samples of
one file. Here a delimiter must cut every line into equally many fields.
"""

from __future__ import annotations

import csv
import re
from itertools import chain, count, filterfalse

from ..counts.values import MISSING, number, writing
from ..errors import DataError

DELIMITERS = ',;\t|'

MISSING_WORDS = frozenset(('na', 'n/a', '#n/a', '#nv', 'null', 'nan', 'none', 'unknown', '-', '--', '.', 'k.a.', 'k. a.', 'keine angabe',
                           'keine angaben', 'unbekannt', '未知', '不详', '无'))      # in lower case

COUNTS = set('''n num number count counts cnt freq frequency records nrecords numberofrecords numberofpeople numberofpersons
numberofpatients numberofcases anzahl häufigkeit nombre effectif numero 人数 数量 频数 次数 计数 件数'''.split())

TOTALS = frozenset('''total totals sum sums subtotal sub-total summe summen gesamt insgesamt gesamtsumme zwischensumme 合计 总计 小计 总和 总数
共计'''.split()) | {'grand total', 'sub total', 'in total'}       # in lower case

SAMPLE = 20     # first lines that are looked at


def reader_of(lines, delimiter, strict=False):
    """A csv reader. Blanks behind a delimiter belong to no field, unless the blank is the delimiter.

    >>> list(reader_of(['39, m'], ',')), list(reader_of(['"39" m'], ' '))
    ([['39', 'm']], [['39', 'm']])
    """
    return csv.reader(lines, delimiter=delimiter, skipinitialspace=delimiter != ' ', strict=strict)


def recognize_delimiter(lines, width=None):
    """The delimiter that cuts all lines into equally many fields, and into the most. If none does, the best for the first line.

    If the number of columns is known, the delimiter that cuts the most lines into that many fields.

    >>> recognize_delimiter(['name;born\\n', '"Doe, Jane";1/2/76\\n'])
    ';'
    >>> recognize_delimiter(['one column\\n']), recognize_delimiter(['1|2\\n', '3\\n', '4\\n'], width=1)
    (',', ',')
    >>> recognize_delimiter(['age\\n', '1;30\\n', '2;31\\n'])      # of row numbers, which have no name
    ';'
    """
    def evidence(delimiter):
        rows = list(filter(None, reader_of(lines, delimiter)))
        widths = list(map(len, rows)) or [1]
        if width:
            return widths.count(width)
        if has_row_numbers(rows):
            widths[0] += 1
        return min(widths) > 1 and len(set(widths[:-1])) <= 1, widths[0]  # the sample may end inside its last record
    try:
        return max(DELIMITERS, key=evidence)
    except csv.Error:
        return ','


def has_blanks_between(lines) -> bool:
    """Whether these first lines are a table as R's write.table writes it by itself, with a blank between fields.

    Its header is quoted, or lacks a name for the row numbers.

    >>> [has_blanks_between(lines) for lines in (['"age" "sex"', '"1" 39 "m"'],
    ...                                          ['age sex', '1 39 m', '2 40 f'], ['"age" "sex"', '39 "m"'])]
    [True, True, True]
    >>> has_blanks_between(['first name', 'Jo Ann', 'Al'])
    False
    """
    if len(lines) < 2 or not set(DELIMITERS).isdisjoint(lines[0]) or ' ' not in lines[1]:
        return False
    whole = lines[:-1] if len(lines) >= SAMPLE else lines       # the sample may end inside a record
    try:
        rows = list(filter(None, reader_of(whole, ' ', strict=True)))
    except csv.Error:
        return False
    width, *widths = map(len, rows)
    quoted_names = re.fullmatch('"[^"]*"( "[^"]*")*', lines[0].strip())
    if set(widths) == {width + 1}:
        return bool(quoted_names) or has_row_numbers(rows)
    return bool(quoted_names) and width > 1 and set(widths) == {width}


def has_row_numbers(rows) -> bool:
    """Whether the first row, a header, has no name for the numbers of the others, 1, 2, 3 ...

    R's write.table leaves it out.

    >>> has_row_numbers([['age', 'sex'], ['1', '30', 'f'], ['2', '31', 'm']])
    True
    >>> has_row_numbers([['name', 'age'], ['Doe', 'Jo', '30'], ['Ray', 'Al', '31']])
    False
    """
    rows = list(filterfalse(is_blank, rows))
    width, *widths = map(len, rows or [[]])
    if len(widths) > 2:
        widths.pop()        # the sample may end inside the last record
    return (len(widths) > 1 and set(widths) == {width + 1}
            and [row[0] for row in rows[1:]] == [str(number) for number in range(1, len(rows))])


def named_by_place(names, every=False) -> tuple:
    """The names of columns, of which the first, if it has none, is called column 1.

    It is that of the row numbers, as R and pandas write them. every: all others are called by their
    places, too.

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
    numbered = chain([name], ('%s (%d)' % (name, number) for number in count(2)))
    return next(each for each in numbered if each not in others)


def leading_comments(lines, delimiter):
    """How many lines at the top are comments, as in UCI's files. They begin with '|' and are one field; the next line has more.

    >>> leading_comments(['|1x3 Cross validator\\n', '25, Private\\n'], ',')
    1
    >>> leading_comments(['|5, Private\\n', '25, Private\\n'], ','), leading_comments(['|z\\n', '"a,b"\\n'], ',')
    (0, 0)
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
    """Whether more than half of a row are names of columns, apart from capitals. Then it is a header.

    >>> looks_like_names(['ID', 'Age', 'Sex'], ['id', 'age', 'gender']), looks_like_names(['7', '39', 'Male'], ['a', 'b', 'c'])
    (True, False)
    """
    names = {name.lower() for name in columns}
    return 2 * sum(value.lower() in names for value in row) > len(row)


def stands_out(lines, delimiter, numbers='-?[0-9]+([.,][0-9]+)?'):
    """Whether the first record looks like a header: it shares no value with the others, and has a word where they have numbers.

    >>> rows = ['39,m\\n', '40,m\\n', '41,f\\n']
    >>> stands_out(['Alter,Sex\\n', *rows], ','), stands_out(['?,x\\n', *rows], ','), stands_out(['x,m\\n', *rows], ',')
    (True, False, False)
    """
    try:
        rows = [row for row in reader_of(lines, delimiter) if not is_blank(row)]
    except csv.Error:       # Table refuses it, with the line
        return False
    first, *others = rows[:-1] if len(rows) == SAMPLE else rows     # the sample may end inside its last record
    others = [row for row in others if not is_total(row)]
    pairs = [(value, values) for value, *values in zip(first, *others)]
    digits = re.compile(numbers).fullmatch
    return len(others) > 2 and all(value not in values for value, values in pairs) and any(
        value not in MISSING and not digits(value) and all(map(digits, values)) for value, values in pairs)


def surely_names(first, lines, delimiter):
    """Whether the first record can only be a header. Then its fields may be shown, which may else be those of a person.

    It stands out from numbers or dates, its fields are different, and none of them is empty, begins with a digit, or is a word for
    a missing value.

    >>> rows = ['39,m\\n', '40,m\\n', '41,f\\n']
    >>> [surely_names(line.strip().split(','), [line, *rows], ',') for line in ('Alter,Sex\\n', 'NA,w\\n', 'x,4\\n', 'x,m\\n')]
    [True, False, False, False]
    """
    if len(set(first)) < len(first) or any(re.match(r'\W*(\d|$)', value) or value.lower() in MISSING_WORDS for value in first):
        return False
    return stands_out(lines, delimiter, '-?[0-9].*')


def count_column(columns, rows):
    """The column that looks like a count of records, as a GROUP BY writes it, or None. rows: the first records.

    It is named as a count, its values are whole numbers from 1 on but do not number the rows, and without it no two rows are the same.

    >>> count_column(['sex', 'COUNT(*)'], [['m', '9'], ['f', '7']])
    'COUNT(*)'
    >>> count_column(['sex', 'n'], [['m', '9'], ['m', '7']]), count_column(['sex', 'n'], [['m', '0'], ['f', '7']])
    (None, None)
    >>> count_column(['n', 'name'], [['1', 'Ann'], ['2', 'Joe'], ['3', 'Kim']])
    """
    for place, name in enumerate(columns):
        if re.sub(r'\W|_', '', name.lower()) in COUNTS and len(rows) > 1 and set(map(len, rows)) == {len(columns)}:
            values, others = [row[place] for row in rows], {(*row[:place], *row[place + 1:]) for row in rows}
            if len(others) == len(rows) and all(re.fullmatch('[1-9][0-9]{0,17}', value) for value in values):
                first = int(values[0])
                if len(rows) == 2 or list(map(int, values)) != list(range(first, first + len(rows))):
                    return name
    return None


def is_total(row) -> bool:
    """Whether a row looks like a total: the first cell with something in it is a word such as Summe, and all others with something
    in them are numbers, however written.

    >>> [is_total(row) for row in (('Summe', '', '1.234,5'), ('', 'Total:', '17'), ('total', 'f', '39'), ('Ann', '', '39'), ('Sum',))]
    [True, True, False, False, False]
    """
    cells = iter(row)
    first = next((cell for cell in cells if cell not in MISSING), '')
    return first.strip(' :').lower() in TOTALS and len(row) > 1 and all(
        cell in MISSING or number(cell) is not None or number(cell, ',') is not None or writing(cell) is not None for cell in cells)


def lines_above(lines, delimiters=DELIMITERS) -> int:
    """How many lines stand above the header, such as a title. 0 if none does, or if nothing tells.

    All lines from the header on have as many fields. Those above have fewer different ones with
    something in them, and the header can only be one.

    >>> lines = ['Ward 3\\n', '\\n', 'age;sex\\n', '30;m\\n', '31;f\\n', '32;m\\n']
    >>> lines_above(lines), lines_above(lines[2:])
    (2, 0)
    """
    found = []
    for delimiter in delimiters:
        try:
            rows = list(reader_of(lines, delimiter))
        except csv.Error:       # Table refuses it, with the line
            continue
        if len(rows) == len(lines):     # each row is one line
            found += [(len(rows[above]), above) for above in range(1, len(rows))
                      if is_body(rows[above:], rows[:above])
                      and can_only_be_names(rows[above], lines[above:], delimiter)][:1]
    return max(found, default=(0, 0))[1]


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
    return ','.join('%d-%d' % (run[0], run[-1]) if len(run) > 1 else '%d' % run[0] for run in runs)


def can_only_be_names(first, lines, delimiter) -> bool:
    """Whether the first line can only be a header. The second one may be a second header."""
    without_second = [lines[0], *lines[2:]]
    return any(surely_names(first, each, delimiter) for each in (lines, without_second))


def is_body(rows, above) -> bool:
    """Whether these rows have one number of fields, each a name in the first, and those above them fewer different ones."""
    widths = {len(row) for row in rows if not is_blank(row)}
    width = len(rows[0])
    names_above = (len(set(filter(None, row))) for row in above)
    return widths == {width} and width > 1 and all(rows[0]) and max(names_above) < width


def header_below(lines, delimiter) -> bool:
    """Whether the second line can only be a header, as below a line with names of groups of columns.

    >>> lines = ['person,,x\\n', 'age,sex,pay\\n', '39,m,1\\n', '40,m,2\\n', '41,f,3\\n']
    >>> header_below(lines, ','), header_below(lines[1:], ',')
    (True, False)
    """
    try:
        second: list = next(reader_of(lines[1:], delimiter), [])
    except csv.Error:       # Table refuses it, with the line
        return False
    return bool(second) and '' not in second and surely_names(second, lines[1:], delimiter)


def is_blank(row):
    """Whether this is what csv makes of a line that is empty or all blanks."""
    return row in ([], [''])


def lines_taken(row):
    """How many lines of the file a row took: one, and another for each line end inside a field."""
    return 1 + sum(field.replace('\r\n', '\n').replace('\r', '\n').count('\n') for field in row)


def broken(error, name, line):
    """The DataError for a csv.Error in the record that begins on this line of the file."""
    if 'limit' in str(error):
        problem = ('a field is longer than %d characters, the most that it may have; is a quote not closed? if it is one value, leave its'
                   ' column out, in a copy' % csv.field_size_limit())
    else:
        problem = 'the quotes do not match: a field that begins with " must end with ", with any " between them doubled'
    return DataError(problem, name, line)
