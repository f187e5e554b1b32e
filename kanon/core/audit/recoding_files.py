"""The audit of the files beside a release: those of the recoding and of the column maps.

Promise: `verify_recoding` returns only if a recoding file, applied to the records that were
counted, gives the rows of the release, under labels that cover their values. `verify_maps` returns
only if the files of column maps have the labels of the chosen levels. It shares no code with what
writes the files, or with `kanon recode`.
"""

from __future__ import annotations

import csv
from array import array
from collections import Counter
from itertools import groupby, zip_longest
from operator import itemgetter

from ..errors import Disagreed, quoted, show
from .recount import opened
from .true_labels import fingerprint, paths_of, verify_labels

SUPPRESSED = '0'        # the number of the class of what is not published


def verify_recoding(path, recorded, records, k, expected, encoding='utf-8', person=None):
    """DataError if a recoding file does not make the release.

    records: of each row. expected: the fingerprint of the release. person: the column that says
    whose row each row is, which every row names, or None.
    """
    published, classes = read_recoding(path, recorded, encoding, person)
    sizes: Counter = Counter()
    for class_, n in zip(classes, records):
        sizes[class_] += n
    del sizes[len(published)]       # the suppressed records
    if min(sizes.values(), default=k) < k:
        refuse_recoding('a class of fewer than k = %d records' % k)
    recoded = recorded._replace(published=[*published, None], classes=classes, parted={})
    verify_labels(recoded)
    if fingerprint(recoded) != expected:
        refuse_recoding('a recoding that does not make the rows of the release')


def read_recoding(path, recorded, encoding, person) -> tuple:
    """The published tuples of a recoding file, ascending, and of each row of the table its class.

    That is the place of its tuple, and the place behind the last of them if it is suppressed.
    DataError if the file is not complete, or not in order.
    """
    width = len(recorded.columns)
    names = recorded.names[:width]
    roots = [recorded.roots.get(name) for name in names]
    order = in_order_of_texts(recorded.columns, roots)
    place_of: dict = {}      # {(published tuple, number of its class): its place among these}
    places = array('I', bytes(4 * len(order)))      # [row] -> the place of what the file has for it
    header = [*names, *(name + '_published' for name in names)]
    header += ['kanon_class'] if person is None else ['kanon_class_of_persons', 'kanon_person']
    with opened(path, encoding) as lines:
        reader = csv.reader(lines)
        if next(reader, None) != header:
            refuse_recoding('another header')
        # Each quasi tuple of the table, and the rows that have it, as the file must have them.
        keys = zip(texts_of(recorded.columns, roots, order), order)
        due = groupby(keys, key=itemgetter(0))
        for fields, of_key in zip_longest(reader, due, fillvalue=()):
            key, rows = of_key or ((), ())
            if fields != ():
                verify_fields(fields, header, person)
            quasi = tuple(fields[:width])
            if quasi != key:
                comes_late = not key or quasi < key
                if comes_late and quasi in texts_of(recorded.columns, roots, order):
                    refuse_recoding('two rows for %s' % show(', '.join(quasi)))
                refuse_recoding('other combinations than those that were counted')
            number = fields[2 * width]
            published = None if number == SUPPRESSED else tuple(fields[width:2 * width])
            place = place_of.setdefault((published, number), len(place_of))
            for _, row in rows:
                places[row] = place
    class_of = classes_in_order(place_of)
    tuples = {published for published, _ in place_of if published is not None}
    return sorted(tuples), array('I', [class_of[place] for place in places])


def verify_fields(fields, header, person):
    """DataError if a row of the file is of another width, or of another column of persons."""
    if len(fields) != len(header):
        refuse_recoding('a row of %d fields' % len(fields))
    if person is not None and fields[-1] != person:
        refuse_recoding('a row that does not name the column of the persons')


def classes_in_order(tuples_and_numbers) -> list:
    """The class of each (published tuple, number of its class). None is suppressed, the last class.

    DataError if the numbers are not 1, 2, 3 in the order of the tuples.

    >>> classes_in_order([(('4*',), '2'), (None, '0'), (('3*',), '1')])
    [1, 2, 0]
    """
    published = sorted({row for row, _ in tuples_and_numbers if row is not None})
    class_of = {row: class_ for class_, row in enumerate(published)}
    for row, number in tuples_and_numbers:
        if row is not None and number != str(class_of[row] + 1):
            refuse_recoding('other numbers of the classes than 1, 2, 3 in their order')
    class_of[None] = len(published)
    return [class_of[row] for row, _ in tuples_and_numbers]


def in_order_of_texts(columns, roots) -> array:
    """The rows of the table, ascending as the file has them.

    A missing value, which is published as a root, is an empty text there.
    """
    numbers: list = [0] * len(columns[0][1])
    for (values, codes), root in zip(columns, roots):
        texts = without_root(values, root)
        rank_of = {text: rank for rank, text in enumerate(sorted(set(texts)))}
        ranks = [rank_of[text] for text in texts]
        numbers = [number * len(rank_of) + ranks[code] for number, code in zip(numbers, codes)]
    return array('I', sorted(range(len(numbers)), key=numbers.__getitem__))


def texts_of(columns, roots, order):
    """The quasi tuple of each of these rows, as the file has it."""
    def of_rows(texts, codes):
        return (texts[codes[row]] for row in order)
    return zip(*[of_rows(without_root(values, root), codes)
                 for (values, codes), root in zip(columns, roots)])


def without_root(values, root) -> list:
    """The values as the file has them: an empty text for the one that is a root."""
    return ['' if value == root else value for value in values]


def refuse_recoding(problem):
    raise Disagreed('the audit read the recoding again and found %s' % problem)


def verify_maps(paths, recorded, encoding='utf-8'):
    """DataError if column maps do not publish the values of the table at the chosen levels."""
    for path, name, level, (values, _) in zip(paths, recorded.names, recorded.levels,
                                              recorded.columns):
        labels = read_map(path, name, encoding)
        root = recorded.roots.get(name)
        if root is not None:
            labels[root] = labels.pop('', None)
        lacking = set(values) - labels.keys()
        if lacking:
            refuse_map(name, 'no row for %s' % show(min(lacking)))
        for value, label in labels.items():
            due = root
            if value != root:
                due = paths_of(recorded)[name].at(value, level)
            if label != due:
                refuse_map(name, '%s as the label of %s, which is another one at level %d'
                           % (show(str(label)), show(value), level))


def read_map(path, name, encoding) -> dict:
    """{value: label} of the map of a column."""
    with opened(path, encoding) as lines:
        header, *rows = csv.reader(lines)
    labels: dict = {}
    for row in rows:
        if len(row) != 2 or row[0] in labels:
            refuse_map(name, 'a row of %d fields, or two rows for one value' % len(row))
        labels[row[0]] = row[1]
    if header != ['value', 'label']:
        refuse_map(name, 'another header')
    return labels


def refuse_map(name, problem):
    raise Disagreed('the audit read the map of column %s again and found %s'
                    % (quoted(name), problem))
