"""A recoding as a csv file, which an engine joins with its records.

Promise: the file has a row for each quasi tuple of the table that was counted: its values as
recorded, the same as published, and the number of its class. Classes are numbered from 1 in the
order of their published tuples. A suppressed tuple is there, too, as class 0, with nothing
published. So a record without a partner in the file was not counted, and is an error to be found.
Under --missing root the missing values of a column are an empty field.
Where k counts persons, a last column holds, in each row, the name of the column that says whose row
each is. So whoever publishes by the recoding can be told not to publish that column. The column of
the classes has another name there, so a file without its last column is refused.
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
CLASS_NUMBER = '0|[1-9][0-9]*'
SUPPRESSED = '0'


def header_of(quasi, person=None) -> list:
    """The names of the columns of a recoding.

    person: the column that says whose row each row is, where k counts persons.

    >>> header_of(['age', 'zip'])
    ['age', 'zip', 'age_published', 'zip_published', 'kanon_class']
    >>> header_of(['age'], 'patient')
    ['age', 'age_published', 'kanon_class_of_persons', 'kanon_person']
    """
    last = [CLASS] if person is None else [CLASS_OF_PERSONS, PERSON]
    return [*quasi, *(name + PUBLISHED for name in quasi), *last]


def check_recoding(quasi, recoding, unreadable, person=None):
    """DataError if a table cannot say it.

    It cannot if two columns have one name, if the records of a tuple part, or if values were taken
    as missing.
    """
    for name, times in Counter(header_of(quasi, person)).items():
        if times > 1:
            raise DataError('the recoding would have two columns %s; rename the column of the table'
                            % quoted(name))
    parted = sum(isinstance(entry, Split) for _, entry in entries_of(recoding))
    if parted:
        raise DataError('relaxed cuts part the records of %s, so no recoding can say which record'
                        ' is in which class; take strict cuts, or publish from the counts (kanon'
                        ' count)' % many(parted, 'combination'))
    if unreadable:
        raise DataError('unreadable values were taken as missing, and a recoding has no row for'
                        ' them: column %s; write ? for them in the table'
                        % ', '.join(map(quoted, unreadable)))


def write_recoding(part, path, quasi, recoding, roots, encoding='utf-8', person=None):
    """Write a recoding to the new file `part`, which will be `path`.

    roots: {column: what its missing values were replaced by}.
    """
    roots = [roots.get(name) for name in quasi]
    write_lines(part, recoding_lines(quasi, recoding, roots, person), path, encoding)


def recoding_lines(quasi, recoding, roots, person=None):
    """Yield the lines, sorted by what was recorded. roots: that of each column, or None.

    >>> entries = {('39',): ('3*',), ('*',): ('*',), ('41',): None}
    >>> print(*recoding_lines(['age'], entries, ['*']), sep='', end='')
    age,age_published,kanon_class
    ,*,1
    39,3*,2
    41,,0
    """
    fields = field_formatter().__wrapped__      # it keeps no text, because none comes again
    behind = fields_behind(quasi, recoding, person, fields)
    entries = entries_of(recoding)
    if any(root is not None for root in roots):
        entries = ((without_roots(values, roots), published) for values, published in entries)
    yield fields(tuple(header_of(quasi, person))) + '\n'
    in_order = sorted(entries, key=itemgetter(0))
    for values, ((_, published), *_) in groupby(in_order, key=itemgetter(0)):
        start = fields((*values, ''))[:-1]      # an only field that is empty would be quoted
        yield start + behind[published] + '\n'


def fields_behind(quasi, recoding, person, fields) -> dict:
    """{published tuple, or None: the end of its lines}. fields: a `field_formatter`."""
    of_person = [] if person is None else [person]
    published = {row for _, row in entries_of(recoding) if row is not None}
    behind = {None: fields((*[''] * len(quasi), SUPPRESSED, *of_person), True)}
    for number, row in enumerate(sorted(published), 1):
        behind[row] = fields((*row, str(number), *of_person), True)
    return behind


def without_roots(values, roots) -> tuple:
    """The values, with '' for the root of a column, which stands for a missing value."""
    return tuple(['' if value == root else value for value, root in zip(values, roots)])


def entries_of(recoding):
    """(quasi tuple, what is published for it) of each row of a Recoding, or of a dict.

    Equal rows of a Recoding may stand apart.
    """
    if isinstance(recoding, Recoding):
        return zip(recoding.table, recoding.entries())
    return recoding.items()


def read_recoding(path, encoding='utf-8') -> tuple:
    """The quasi-identifiers of a recoding, and {quasi tuple: published tuple, or None}.

    DataError if the file is no recoding.
    """
    return read_with_person(path, encoding)[:2]


def read_with_person(path, encoding='utf-8') -> tuple:
    """What `read_recoding` returns, and the column that says whose row each row is, or None."""
    with Table(path, encoding=encoding, missing='value') as table:
        has_person = table.columns[-1:] == (PERSON,)
        quasi = quasi_of(table, has_person, path)
        recoding, persons = entries_in(table, len(quasi), has_person, path)
    if not recoding:
        raise DataError('holds no record', path)
    if not has_person:
        return quasi, recoding, None
    if len(persons) > 1 or '' in persons:
        raise DataError('has other names in its column %s than that of one column; make it anew'
                        % quoted(PERSON), path)
    return quasi, recoding, persons.pop()


def quasi_of(table, has_person, path) -> list:
    """The quasi-identifiers of a recoding that is open. DataError if the table is none."""
    names = table.columns[:-1] if has_person else table.columns
    quasi = list(names[:len(names) // 2])
    if CLASS_OF_PERSONS in table.columns[-1:]:
        raise DataError('counts persons, and lacks its last column, %s; make it anew' % PERSON,
                        path)
    if not quasi or list(table.columns) != header_of(quasi, PERSON if has_person else None):
        raise DataError('is no recoding, as %s writes it: its columns would be those of the'
                        ' quasi-identifiers, the same with %s behind each name, and %s'
                        % (option('recoding'), PUBLISHED, CLASS), path)
    return quasi


def entries_in(table, width, has_person, path) -> tuple:
    """{quasi tuple: published tuple, or None} of a recoding that is open, and what its persons are.

    width: of the quasi-identifiers.
    """
    recoding: dict = {}
    persons = set()
    numbers: dict = {}      # {published tuple: its class}
    kept: dict = {}         # of equal texts, and of equal tuples, one is kept
    for row in table.tuples(table.columns):
        if has_person:
            *row, person = row
            persons.add(person)
        *values, number = row
        key = tuple([kept.setdefault(value, value) for value in values[:width]])
        published = None if number == SUPPRESSED else tuple(values[width:])
        published = kept.setdefault(published, published)
        if key in recoding:
            raise DataError('has two rows for %s' % show(', '.join(key)), path)
        is_same = numbers.setdefault(published, number) == number
        if not is_same or not re.fullmatch(CLASS_NUMBER, number):
            raise DataError('the row of %s is in class %s, which is not that of the other rows'
                            ' published so, or is no number'
                            % (show(', '.join(key)), show(number)), path)
        recoding[key] = published
    return recoding, persons
