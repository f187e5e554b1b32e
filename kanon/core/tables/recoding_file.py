"""A recoding as a csv file, which an engine joins with its records: `write_recoding` and `read_recoding`.

Promise: the file has a row for each quasi tuple of the table that was counted: its values as recorded, the same as published, and the
number of its class. Classes are numbered from 1 in the order of their published tuples. A suppressed tuple is there, too, as class 0,
with nothing published. So a record without a partner in the file was not counted, and is an error to be found.
Under --missing root the missing values of a column are an empty field.
Where k counts persons, a last column holds, in each row, the name of the column that says whose row each is. So whoever publishes by the
recoding can be told not to publish that column. The column of the classes has another name there, so a file without its last column is refused.
The file holds recorded values. It is as confidential as the table.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import groupby
from operator import itemgetter

from ..counts.parted import Split
from ..counts.recoding import Recoding
from ..errors import DataError, many, option, quoted, show
from .lines import field_formatter
from .packed import write_lines
from .table import Table

PUBLISHED = '_published'    # behind the name of a quasi-identifier
CLASS, CLASS_OF_PERSONS = 'kanon_class', 'kanon_class_of_persons'
PERSON = 'kanon_person'


def header_of(quasi, person=None) -> list:
    """The names of the columns of a recoding. person: the column that says whose row each row is, where k counts persons.

    >>> header_of(['age', 'zip'])
    ['age', 'zip', 'age_published', 'zip_published', 'kanon_class']
    >>> header_of(['age'], 'patient')
    ['age', 'age_published', 'kanon_class_of_persons', 'kanon_person']
    """
    return [*quasi, *(name + PUBLISHED for name in quasi), *([CLASS] if person is None else [CLASS_OF_PERSONS, PERSON])]


def check_recoding(quasi, recoding, unreadable, person=None):
    """DataError if a table cannot say it: two columns of one name, tuples whose records part, values that were taken as missing."""
    for name, times in Counter(header_of(quasi, person)).items():
        if times > 1:
            raise DataError('the recoding would have two columns %s; rename the column of the table' % quoted(name))
    parted = sum(isinstance(entry, Split) for _, entry in entries_of(recoding))
    if parted:
        raise DataError('relaxed cuts part the records of %s, so no recoding can say which record is in which class; take strict cuts,'
                        ' or publish from the counts (kanon count)' % many(parted, 'combination'))
    if unreadable:
        raise DataError('unreadable values were taken as missing, and a recoding has no row for them: column %s; write ? for them in'
                        ' the table' % ', '.join(map(quoted, unreadable)))


def write_recoding(part, path, quasi, recoding, roots, encoding='utf-8', person=None):
    """Write a recoding to the new file `part`, which will be `path`. roots: {column: what its missing values were replaced by}."""
    write_lines(part, recoding_lines(quasi, recoding, [roots.get(name) for name in quasi], person), path, encoding)


def recoding_lines(quasi, recoding, roots, person=None):
    """Yield the lines, sorted by what was recorded. roots: that of each column, or None.

    >>> print(*recoding_lines(['age'], {('39',): ('3*',), ('*',): ('*',), ('41',): None}, ['*']), sep='', end='')
    age,age_published,kanon_class
    ,*,1
    39,3*,2
    41,,0
    """
    fields, of_person = field_formatter().__wrapped__, [person] * (person is not None)      # it keeps no text, because none comes again
    published = sorted({published for _, published in entries_of(recoding)} - {None})
    behind = {row: fields((*row, str(number), *of_person), True) for number, row in enumerate(published, 1)}
    behind[None] = fields((*[''] * len(quasi), '0', *of_person), True)
    entries = entries_of(recoding)
    if roots.count(None) < len(roots):
        entries = ((tuple(['' if value == root else value for value, root in zip(values, roots)]), row) for values, row in entries)
    yield fields(tuple(header_of(quasi, person))) + '\n'
    for key, ((_, row), *_) in groupby(sorted(entries, key=itemgetter(0)), key=itemgetter(0)):
        yield fields((*key, ''))[:-1] + behind[row] + '\n'      # an only field that is empty would be quoted


def entries_of(recoding):
    """(quasi tuple, what is published for it) of each row of a Recoding, of which equal rows may stand apart, or of a dict."""
    return zip(recoding.table, recoding.entries()) if isinstance(recoding, Recoding) else recoding.items()


def read_recoding(path, encoding='utf-8') -> tuple:
    """The quasi-identifiers of a recoding, and {quasi tuple: published tuple, or None}. DataError if the file is no recoding."""
    return read_with_person(path, encoding)[:2]


def read_with_person(path, encoding='utf-8') -> tuple:
    """The same, and the column that says whose row each row is, None if the recoding names none."""
    with Table(path, encoding=encoding, missing='value') as table:
        person = PERSON if table.columns[-1:] == (PERSON,) else None
        width = len(table.columns[:-1] if person else table.columns) // 2
        quasi, recoding = list(table.columns[:width]), {}
        if CLASS_OF_PERSONS in table.columns[-1:]:
            raise DataError('counts persons, and lacks its last column, %s; make it anew' % PERSON, path)
        numbers: dict = {}      # {published tuple: its class}
        if not width or table.columns != tuple(header_of(quasi, person)):
            raise DataError('is no recoding, as %s writes it: its columns would be those of the quasi-identifiers, the same'
                            ' with %s behind each name, and %s' % (option('recoding'), PUBLISHED, CLASS), path)
        one: dict = {}          # of equal texts, and of equal tuples, one is kept
        persons = set()
        for row in table.tuples(table.columns):
            if person:
                *row, of_row = row
                persons.add(of_row)
            *values, class_ = row
            key = tuple([one.setdefault(value, value) for value in values[:width]])
            published = tuple(values[width:]) if class_ != '0' else None
            published = one.setdefault(published, published)
            if key in recoding:
                raise DataError('has two rows for %s' % show(', '.join(key)), path)
            if numbers.setdefault(published, class_) != class_ or not re.fullmatch('0|[1-9][0-9]*', class_):
                raise DataError('the row of %s is in class %s, which is not that of the other rows published so, or is no number'
                                % (show(', '.join(key)), show(class_)), path)
            recoding[key] = published
    if not recoding:
        raise DataError('holds no record', path)
    if person and (len(persons) > 1 or '' in persons):
        raise DataError('has other names in its column %s than that of one column; make it anew' % quoted(PERSON), path)
    return quasi, recoding, persons.pop() if person else None
