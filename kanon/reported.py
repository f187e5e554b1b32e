"""The audit, continued: does the release say what the report says, and does the recoding file?

Promise: `verify_report` returns only if the numbers that are reported are those of the file that was read again and of the records
that were counted: k, the records that were read, published, suppressed and left out, how many may be suppressed, the classes and
their sizes, the vector, each column's values, labels, level and loss, and lm, lm_published, dm, c_avg, precision, distortion and
height. A column that is reported as unchanged is. Of boxes and grids it is lm_most or lm_cells in place of lm, and lm, lm_published and
the entropies are not reported, because they tell values that these labels hide.
`verify_recoding` returns only if a recoding file, applied to the records that were counted, gives the rows of the release, under
labels that cover their values.
The entropies are not worked out again, nor is the loss of sets of values that hold a |.
It shares no code with the searches, the measures, the labels, or the writer.
"""

from __future__ import annotations

import csv
from array import array
from collections import Counter, namedtuple
from itertools import compress
from math import fsum, inf, isclose
from operator import mul, ne

from .audit import opened
from .errors import DataError, quoted, show
from .truth import Made, cell_of, ends_of, ends_of_node, fingerprint, number_or_none, paths_of, verify_labels

# report: what is printed, as cli/report.py makes it, or as much of it as there is. read: the records that were read. suppressible: how
# many records may be suppressed, as it is typed, such as '20' or '1%', None if that was not asked. weights: of the quasi-identifiers
# in lm.
# recoding: the file of the recoding, or None. rows: a list of all rows in their order, if there is one.
Stated = namedtuple('Stated', 'report read suppressible weights recoding rows', defaults=({}, 0, None, None, None, None))


def verify_report(stated, recorded, counted, k, sizes):
    """DataError if what is reported is not what was found.

    counted: the records that were counted. sizes: {published tuple: records} of the release.
    """
    published = sum(sizes.values())
    suppressed = counted - published
    most = suppressible(stated.suppressible, counted)
    if most is not None and suppressed > most:
        raise DataError('the audit found %d suppressed records, and %d may be' % (suppressed, most))
    report = stated.report
    if 'records' not in report:     # a quiet run says nothing
        return
    if not sizes:
        raise DataError('the audit found no record in the release')
    losses = [Losses(recorded, place, report) for place in range(len(recorded.columns))]
    means = [losses_of.mean(labels, sizes, suppressed) for losses_of, labels in zip(losses, zip(*sizes))]
    compare({'k': report['k']}, {'k': k})
    compare(report['records'], {'read': stated.read, 'missing': stated.read - counted, 'published': published, 'suppressed': suppressed},
            '%s records')
    if report.get('sizes', sizes) != sizes:
        raise DataError('the audit found other classes than those of the Release')
    compare(report['classes'], {'count': len(sizes), 'smallest': min(sizes.values()), 'largest': max(sizes.values()),
                                'average': published / len(sizes)}, '%s of the classes')
    compare(report['measures'], measures(recorded, sizes, suppressed, k, means, stated.weights, report.get('labels') or ''))
    compare(report, {'max_suppression': most})
    if recorded.levels:
        compare(report, {'height': sum(recorded.levels)})
        compare(report.get('vector', {}), dict(zip(recorded.names, recorded.levels)), 'level of %s')
    for place, (column, labels, mean) in enumerate(zip(report['columns'], zip(*sizes), means)):
        found = {'values': len(recorded.columns[place][0]), 'labels': len(set(labels))}
        found.update({} if mean is None else {'loss': mean})
        found.update({'level': recorded.levels[place]} if recorded.levels else {})
        compare(column, found, '%%s of column %s' % quoted(recorded.names[place]).replace('%', '%%'))
        if column.get('unchanged') and changed(recorded, place):
            raise DataError('the audit found other values than the recorded ones in column %s, which is reported as unchanged'
                            % quoted(recorded.names[place]))


def compare(stated, found, what='%s'):
    """DataError if a number is reported otherwise. What is not reported is not compared.

    >>> compare({'read': 9, 'lm': 0.1 + 0.2}, {'read': 9, 'lm': 0.3, 'dm': 7})
    >>> compare({'suppressed': 300}, {'suppressed': 297}, '%s records')
    Traceback (most recent call last):
    kanon.errors.DataError: the audit found suppressed records: 297, and the report says 300
    """
    for name, number in found.items():
        said = stated.get(name, number)
        if said != number and not (said is not None and number is not None and isclose(said, number, rel_tol=1e-9, abs_tol=1e-9)):
            raise DataError('the audit found %s: %s, and the report says %s' % (what % name, shown(number), shown(said)))


def shown(number) -> str:
    return '%.9g' % number if isinstance(number, float) else str(number)


def suppressible(text, records):
    """How many records may be suppressed. text: a number, or a share of all records, which is rounded down.

    >>> suppressible('20', 9), suppressible('0.5%', 1000), suppressible(None, 9)
    (20, 5, None)
    """
    if text is None or not text.endswith('%'):
        return text and int(text)
    from fractions import Fraction      # 4 ms, and few runs give a share
    return int(Fraction(text[:-1]) * records / 100)


def measures(recorded, sizes, suppressed, k, means, weights, kind) -> dict:
    """The measures that can be told from the classes and the mean loss of each column. kind: of labels, such as 'grid'."""
    published = sum(sizes.values())
    records, weights = published + suppressed, weights or [1] * len(means)
    found = {'suppressed': suppressed, 'dm': sum(map(mul, sizes.values(), sizes.values())) + suppressed * records,
             'c_avg': published / len(sizes) / k}
    if 'box' in kind or kind == 'grid':
        found.update(dict.fromkeys(('lm', 'lm_published', 'entropy', 'class_entropy')))
        if None not in means:
            found['lm_cells' if kind == 'grid' else 'lm_most'] = fsum(map(mul, weights, means))
    elif None not in means:
        found['lm'] = fsum(map(mul, weights, means))
        found['lm_published'] = fsum(weight * (mean * records - suppressed) / published for weight, mean in zip(weights, means))
    if recorded.levels:
        paths = paths_of(recorded)
        found['height'] = sum(recorded.levels)
        found['distortion'] = fsum(level / paths[name].height for name, level in zip(recorded.names, recorded.levels)) / len(means)
        at_root = fsum((1 - level / paths[name].height) * sum(n for labels, n in sizes.items() if labels[place] == paths[name].root)
                       for place, (name, level) in enumerate(zip(recorded.names, recorded.levels)))
        found['precision'] = published / records * (1 - found['distortion']) - at_root / len(means) / records
    return found


class Losses(dict):
    """{label: its loss} of a column, 0 for a value to 1 for the whole column. It is worked out when it is looked up."""

    def __init__(self, recorded, place, report):
        super().__init__()
        self._name, self._decimal = recorded.names[place], recorded.decimal
        self._values, self._root = recorded.columns[place][0], recorded.roots.get(self._name)
        self._is_value = set(self._values)
        self._paths, self._by_level = paths_of(recorded), recorded.levels is not None
        order = report.get('columns', [{}] * (place + 1))[place].get('order') or ''
        self._numbers, self._boxes = order.startswith('numbers'), 'box' in (report.get('labels') or '')
        self._edges = recorded.grids.get(self._name) if report.get('labels') == 'grid' else None      # '' has those of the hierarchy
        self._leaves = self._range = self._bars = None

    def mean(self, labels, sizes, suppressed):
        """The mean loss of all records. labels: of each class. None if a loss cannot be told."""
        if self._numbers and self._boxes:
            counts: Counter = Counter()
            for label, n in zip(labels, sizes.values()):
                counts[label] += n
            return self._most(counts)
        losses = list(map(self.__getitem__, labels))
        if None in losses:
            return None
        return (fsum(map(mul, losses, sizes.values())) + suppressed) / (sum(sizes.values()) + suppressed)

    def __missing__(self, label):
        self[label] = loss = self._loss(label)
        return loss

    def _loss(self, label):
        others = len(self._values) - 1
        if self._by_level:
            return self._under(label) / (others or 1)
        if label in self._is_value:
            return float(label == self._root and others > 0)
        if label == self._root:
            return 1.0
        if self._numbers:
            return self._width(label)
        if label[:1] + label[-1:] == '{}':
            if self._bars is None:
                self._bars = any('|' in value for value in self._values)
            members = label[1:-1].split('|')
            if self._bars:
                return None     # 'b|c' in {a|b|c} may be one value or two
            if self._is_value.issuperset(members):
                return (len(members) - 1) / (others or 1)
        return self._under(label) / (others or 1)

    def _under(self, label) -> int:
        """How many values besides one lie under a node."""
        if self._leaves is None:
            self._leaves = Counter()
            for value in self._values:
                self._leaves.update({value, *self._paths[self._name].above(value)})
        return self._leaves[label] - 1

    def _width(self, label):
        """The distance between the ends of an interval, over that between the least and the greatest number of the column."""
        if self._range is None:
            values = {value: number_or_none(value.replace(self._decimal, '.'), 0) for value in self._values if value != self._root}
            numbers = list(values.values())
            if self._edges is not None:     # the cells that hold values; the one end of an open cell stands for both
                cells = [cell_of(number, self._edges) if self._edges else self._ends(self._paths[self._name].parent(value))
                         for value, number in values.items()]
                numbers = [end for cell in cells for end in cell if end not in (inf, -inf)]
            self._range = min(numbers), max(numbers)
        least, greatest = self._range
        low, high = self._ends(label)
        return (min(high, greatest) - max(low, least)) / (greatest - least or 1)

    def _ends(self, label) -> tuple:
        text = label.replace(self._decimal, '.')
        return (-inf, inf) if label in ('*', self._root) else ends_of(text) or ends_of_node(text)

    def _most(self, counts):
        """The most that the mean loss of boxes may be, whatever the least and the greatest number are. counts: {label: records}.

        With the ends that are shown, or as the least or the greatest number moves away without end.
        """
        ends = {label: self._ends(label) for label in counts}
        shown = {end for pair in ends.values() for end in pair} - {inf, -inf}
        means = [sum(n for label, n in counts.items() if ends[label][side] in (inf, -inf)) / sum(counts.values()) for side in (0, 1)]
        if len(shown) > 1:
            least, greatest = min(shown), max(shown)
            means.append(fsum(n * (min(ends[label][1], greatest) - max(ends[label][0], least)) for label, n in counts.items())
                         / (greatest - least) / sum(counts.values()))
        return max(means)


def changed(recorded, place) -> bool:
    """Whether a value of a column is published as anything but itself."""
    (values, codes), classes, parted = recorded.columns[place], recorded.classes, recorded.parted
    labels = [published and published[place] for published in recorded.published]
    if parted:
        labels, classes = [*labels, None], array('I', classes)
        for row in parted:
            classes[row] = len(labels) - 1
    of_rows = list(map(labels.__getitem__, classes))
    others = set(compress(of_rows, map(ne, of_rows, map(values.__getitem__, codes)))) - {None}
    return bool(others) or any(published[place] != values[codes[row]] for row, shares in parted.items()
                               for of_classes in shares.values() for published in of_classes)


def verify_rows(rows, expected):
    """DataError if a list of rows is not sorted, or has not the fingerprint that is expected (recount in audit.py)."""
    try:
        texts = list(map('\0'.join, rows))
    except TypeError:
        texts = []
    if sum(map(hash, texts)) != expected or texts != sorted(texts):
        raise DataError('the rows of the Release are not those that were anonymized; make it again, and change a copy of its rows')


def verify_recoding(path, recorded, records, k, expected, encoding='utf-8'):
    """DataError if a recoding file does not make the release. records: of each row. expected: the fingerprint of the release."""
    width = len(recorded.columns)
    names = recorded.names[:width]
    roots = [recorded.roots.get(name) for name in names]
    rows: dict = {}
    with opened(path, encoding) as lines:
        reader = csv.reader(lines)
        if next(reader, None) != [*names, *(name + '_published' for name in names), 'kanon_class']:
            refuse_recoding('another header')
        for row in reader:
            if len(row) != 2 * width + 1:
                refuse_recoding('a row of %d fields' % len(row))
            key = tuple([root if value == '' and root is not None else value for value, root in zip(row, roots)])
            if key in rows:
                refuse_recoding('two rows for %s' % show(', '.join(key)))
            rows[key] = (None if row[-1] == '0' else tuple(row[width:-1]), row[-1])
    keys = list(zip(*(map(values.__getitem__, codes) for values, codes in recorded.columns)))
    if rows.keys() != set(keys):
        refuse_recoding('other combinations than those that were counted')
    published = sorted({row for row, _ in rows.values() if row is not None})
    numbers = {None: '0', **{row: str(number) for number, row in enumerate(published, 1)}}
    if any(numbers[row] != number for row, number in rows.values()):
        refuse_recoding('other numbers of the classes than 1, 2, 3 in their order')
    place_of = {row: place for place, row in enumerate([*published, None])}
    classes = [place_of[rows[key][0]] for key in keys]
    sizes: Counter = Counter()
    for class_, n in zip(classes, records):
        sizes[class_] += n
    if min((n for class_, n in sizes.items() if class_ != len(published)), default=k) < k:
        refuse_recoding('a class of fewer than k = %d records' % k)
    made = recorded._replace(published=[*published, None], classes=array('I', classes), parted={})
    verify_labels(made)
    if fingerprint(made) != expected:
        refuse_recoding('a recoding that does not make the rows of the release')


def refuse_recoding(found):
    raise DataError('the audit read the recoding again and found %s' % found)
