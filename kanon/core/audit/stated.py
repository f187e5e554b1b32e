"""The audit, continued: does the release say what the report says, and does the recoding file?

Promise: `verify_report` returns only if the numbers that are reported are those of the file that was read again and of the records
that were counted: k, the records that were read, published, suppressed and left out, how many may be suppressed, the classes and
their sizes, the vector, each column's values, labels, level and loss, and lm, lm_published, dm, c_avg, precision, distortion and
height. A column that is reported as unchanged is. Where labels are boxes, lm_most is worked out from the published labels alone, and
where they are fixed beforehand, lm_cells from the cells of the least and the greatest value. Then neither lm, lm_published nor an
entropy may be reported.
`verify_recoding` returns only if a recoding file, applied to the records that were counted, gives the rows of the release, under
labels that cover their values. `verify_maps` returns only if the files of column maps have the labels of the chosen levels.
The entropies are not worked out again, nor is the loss of sets of values that hold a |. A measure of any other name is refused. Which
kind of labels was asked for, and that a column is one of numbers, is taken from the report.
It shares no code with the searches, the measures, the labels, or the writer.
"""

from __future__ import annotations

import csv
from array import array
from collections import Counter, namedtuple
from itertools import compress, groupby, zip_longest
from math import fsum, inf, isclose
from operator import itemgetter, mul, ne

from ..errors import Disagreed, quoted, show
from .ends import edges_around, ends_of_node, number_or_none, written_ends_of_node
from .recount import opened
from .true_labels import fingerprint, paths_of, verify_labels

LOSSES = 'lm', 'lm_most', 'lm_cells'        # a release has one of them
TELLING = 'lm_published', 'entropy', 'class_entropy'        # what tells ends that labels hide

# report: what is printed, as desk/report.py makes it, or as much of it as there is. read: the records that were read. suppressible: how
# many records may be suppressed, as it is typed, such as '20' or '1%', None if that was not asked. weights: of the quasi-identifiers
# in lm.
# recoding: the file of the recoding, or None. rows: a list of all rows in their order, if there is one. history: the bytes of the file
# of --history as it was, None if there was none, and the path of the one that takes its place; or None. maps: the files of the column maps.
Stated = namedtuple('Stated', 'report read suppressible weights recoding rows history person maps', defaults=({}, 0, None, None, None, None, None, None, ()))


def verify_report(stated, recorded, counted, k, sizes):
    """DataError if what is reported is not what was found.

    counted: the records that were counted. sizes: {published tuple: records} of the release.
    """
    published = sum(sizes.values())
    suppressed = counted - published
    most = suppressible(stated.suppressible, counted)
    if most is not None and suppressed > most:
        raise Disagreed('the audit found %d suppressed records, and %d may be' % (suppressed, most))
    report = stated.report
    if 'records' not in report:     # a quiet run says nothing
        return
    if not sizes:
        raise Disagreed('the audit found no record in the release')
    labels = list(zip(*sizes))
    means = [Losses(recorded, place, report).mean(of_column, sizes.values(), suppressed) for place, of_column in enumerate(labels)]
    compare({'k': report['k']}, {'k': k})
    compare(report['records'], {'read': stated.read, 'missing': stated.read - counted, 'published': published, 'suppressed': suppressed},
            '%s records')
    reasons = report.get('suppressed_by', {'k': suppressed})
    compare({'suppressed': sum(reasons.values())}, {'suppressed': suppressed},
            '%s records, by what their classes fail')
    if report.get('sizes', sizes) != sizes:
        raise Disagreed('the audit found other classes than those of the Release')
    compare(report['classes'], {'count': len(sizes), 'smallest': min(sizes.values()), 'largest': max(sizes.values()),
                                'average': published / len(sizes)}, '%s of the classes')
    lost = name_of_loss(report)
    refuse_others(report['measures'], [name for name in LOSSES + TELLING * (lost != 'lm') if name != lost])
    found = measures(recorded, sizes, suppressed, k, means, stated.weights, lost)
    compare(report['measures'], found)
    for name, number in report['measures'].items():
        if number is not None and name not in (*found, *LOSSES, *TELLING):
            raise Disagreed('the audit cannot work out the measure %s, so nothing is published' % name)
    compare(report, {'max_suppression': most})
    if recorded.levels:
        compare(report, {'height': sum(recorded.levels)})
        compare(report.get('vector', {}), dict(zip(recorded.names, recorded.levels)), 'level of %s')
    for place, (column, of_column, mean) in enumerate(zip(report['columns'], labels, means)):
        found = {'values': len(recorded.columns[place][0]), 'labels': len(set(of_column))}
        found.update({} if mean is None else {'loss': mean})
        found.update({'level': recorded.levels[place]} if recorded.levels else {})
        compare(column, found, '%%s of column %s' % quoted(recorded.names[place]).replace('%', '%%'))
        if column.get('unchanged') and changed(recorded, place):
            raise Disagreed('the audit found other values than the recorded ones in column %s, which is reported as unchanged'
                            % quoted(recorded.names[place]))


def compare(stated, found, what='%s'):
    """DataError if a number is reported otherwise. What is not reported is not compared.

    >>> compare({'read': 9, 'lm': 0.1 + 0.2}, {'read': 9, 'lm': 0.3, 'dm': 7})
    >>> compare({'suppressed': 300}, {'suppressed': 297}, '%s records')
    Traceback (most recent call last):
    kanon.core.errors.Disagreed: the audit found suppressed records: 297, and the report says 300
    """
    for name, number in found.items():
        said = stated.get(name, number)
        if said != number and not (said is not None and number is not None and isclose(said, number, rel_tol=1e-9, abs_tol=1e-9)):
            raise Disagreed('the audit found %s: %s, and the report says %s' % (what % name, nine_digits(number), nine_digits(said)))


def nine_digits(number) -> str:
    return '%.9g' % number if isinstance(number, float) else str(number)


def name_of_loss(report) -> str:
    """The name that the loss of these labels must have.

    >>> name_of_loss({}), name_of_loss({'labels': 'ancestor,box'}), name_of_loss({'labels': 'grid'})
    ('lm', 'lm_most', 'lm_cells')
    """
    kinds = (report.get('labels') or '').split(',')
    return 'lm_most' if 'box' in kinds else 'lm_cells' if 'grid' in kinds else 'lm'


def refuse_others(stated, names):
    """DataError if a measure is stated that a release with these labels has not."""
    for name in names:
        if stated.get(name) is not None:
            raise Disagreed('the report says %s: %s, which a release with these labels must not state' % (name, nine_digits(stated[name])))


def suppressible(text, records):
    """How many records may be suppressed. text: a number, or a share of all records, which is rounded down.

    >>> suppressible('20', 9), suppressible('0.5%', 1000), suppressible(None, 9)
    (20, 5, None)
    """
    if text is None or not text.endswith('%'):
        return text and int(text)
    from fractions import Fraction      # 4 ms, and few runs give a share
    return int(Fraction(text[:-1]) * records / 100)


def measures(recorded, sizes, suppressed, k, means, weights, lost) -> dict:
    """The measures that can be told from the classes and the mean loss of each column. lost: the name of the loss."""
    published = sum(sizes.values())
    records, weights = published + suppressed, weights or [1] * len(means)
    found = {'suppressed': suppressed, 'dm': sum(map(mul, sizes.values(), sizes.values())) + suppressed * records,
             'c_avg': published / len(sizes) / k}
    if None not in means:
        found[lost] = fsum(map(mul, weights, means))
    if None not in means and lost == 'lm':
        found['lm_published'] = fsum(weight * (mean * records - suppressed) / published for weight, mean in zip(weights, means))
    if recorded.levels:
        paths = paths_of(recorded)
        found['height'] = sum(recorded.levels)
        found['distortion'] = fsum(level / paths[name].height for name, level in zip(recorded.names, recorded.levels)) / len(means)
        found['precision'] = precision(recorded, sizes, records)
    return found


def precision(recorded, sizes, records) -> float:
    """The mean of 1 - level / height over all cells. A suppressed cell has 0, and so has one that is published as the root."""
    unused = []
    for place, (labels, level) in enumerate(zip(zip(*sizes), recorded.levels)):
        paths, (first, *_) = paths_of(recorded)[recorded.names[place]], recorded.columns[place][0]
        root = paths.at(first, paths.height)
        unused.append((1 - level / paths.height) * sum(n for label, n in zip(labels, sizes.values()) if label != root))
    return fsum(unused) / len(unused) / records


def most_lost(spans, counts) -> float:
    """The most that the mean loss of boxes may be, whatever the least and the greatest value of the column are.

    spans: the ends of the box of each class, infinite where it hides one. counts: its records. If the least value lies far below all
    ends that are shown, a box is nearly the whole column if it is open below, and nearly nothing if it is not. So it is above.
    If no value lies beyond the ends that are shown, the boxes reach up to these. Between these three the mean has no greater value,
    because it is one linear function of the two distances, divided by another.

    >>> most_lost([(-inf, 20), (21, 25), (26, inf)], [1, 9, 1])     # 9 of 11 records lose 4 of the 6 between 20 and 26
    0.5454545454545454
    >>> most_lost([(-inf, 20), (21, 25), (26, inf)], [8, 1, 1]), most_lost([(-inf, inf)], [5]), most_lost([(7, 7)], [5])
    (0.8, 1.0, 0.0)
    """
    ends = [end for span in spans for end in span if end not in (-inf, inf)]
    least, greatest = min(ends, default=0), max(ends, default=0)
    shown_ = [(min(high, greatest) - max(low, least)) / (greatest - least or 1) for low, high in spans]
    cases = shown_, [low == -inf for low, _ in spans], [high == inf for _, high in spans]
    return max(fsum(map(mul, case, counts)) for case in cases) / sum(counts)


class Losses(dict):
    """{label: its loss} of a column, 0 for a value to 1 for the whole column. It is worked out when it is looked up."""

    def __init__(self, recorded, place, report):
        super().__init__()
        self._name, self._decimal, self._grids = recorded.names[place], recorded.decimal, recorded.grids
        self._values = recorded.columns[place][0]
        self._is_value = set(self._values)
        self._root = next((root for root in [recorded.roots.get(self._name)] if root in self._is_value), None)     # of missing values
        self._paths, self._by_level = paths_of(recorded), recorded.levels is not None
        order = report.get('columns', [{}] * (place + 1))[place].get('order') or ''
        self._numbers = order.startswith('numbers')
        self._boxes = self._numbers and name_of_loss(report) == 'lm_most'
        self._leaves = self._range = self._bars = None

    def mean(self, labels, counts, suppressed):
        """The mean loss of all records. labels, counts: of each class. None if a loss cannot be told."""
        published = sum(counts)
        if self._boxes:
            lost = published * most_lost(list(map(self._ends, labels)), counts)
        else:
            losses = list(map(self.__getitem__, labels))
            if None in losses:
                return None
            lost = fsum(map(mul, losses, counts))
        return (lost + suppressed) / (published + suppressed)

    def __missing__(self, label):
        self[label] = loss = self._loss(label)
        return loss

    def _loss(self, label):
        others = len(self._values) - 1
        if self._by_level:
            return self._under(label) / (others or 1)
        if label in self._is_value:
            return float(label == self._root and others > 0)
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
        """The distance between the ends of an interval, over the range of the column."""
        if self._range is None:
            self._range = self._whole_range()
        (least, greatest), (low, high) = self._range, self._ends(label)
        return (min(high, greatest) - max(low, least)) / (greatest - least or 1)

    def _ends(self, label) -> tuple:
        """The ends of an interval. The root of missing values, and *, have none."""
        text = label.replace(self._decimal, '.')
        return (-inf, inf) if label in ('*', self._root) else written_ends_of_node(text)

    def _whole_range(self) -> tuple:
        """The least and the greatest number of the column. With declared edges it is from the first cell that holds one to the last."""
        number_of = {value: number_or_none(value.replace(self._decimal, '.'), 0) for value in self._values if value != self._root}
        values = [end(number_of, key=number_of.__getitem__) for end in (min, max)]
        if self._name not in self._grids:
            return tuple(map(number_of.__getitem__, values))
        low, first = self._cell(values[0], ends_of_node)
        last, high = self._cell(values[1], written_ends_of_node)
        return float(first if low == -inf else low), float(last if high == inf else high)      # an open cell has one end, for both

    def _cell(self, value, ends) -> tuple:
        """The ends of the declared cell of a number, or of the node above it, by a function."""
        declared = self._grids[self._name]
        return (edges_around(declared, value.replace(self._decimal, '.')) if declared else
                ends(self._paths[self._name].parent(value).replace(self._decimal, '.')))


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
    """DataError if a list of rows is not sorted, or has not the fingerprint that is expected (recount in audit/recount.py)."""
    try:
        texts = list(map('\0'.join, rows))
    except TypeError:
        texts = []
    if sum(map(hash, texts)) != expected or texts != sorted(texts):
        raise Disagreed('the rows of the Release are not those that were anonymized; make it again, and change a copy of its rows')


def verify_recoding(path, recorded, records, k, expected, encoding='utf-8', person=None):
    """DataError if a recoding file does not make the release. records: of each row. expected: the fingerprint of the release.

    person: the column that says whose row each row is, which every row names, or None.
    """
    width = len(recorded.columns)
    names = recorded.names[:width]
    roots = [recorded.roots.get(name) for name in names]
    behind = [] if person is None else [person]
    found: dict = {}        # {(published tuple, number of its class): its place}
    order = in_order_of_texts(recorded.columns, roots)
    places = array('I', bytes(4 * len(order)))      # [row] -> the place of what the file has for it
    with opened(path, encoding) as lines:
        reader = csv.reader(lines)
        of_class = ['kanon_class_of_persons', 'kanon_person'] if behind else ['kanon_class']
        if next(reader, None) != [*names, *(name + '_published' for name in names), *of_class]:
            refuse_recoding('another header')
        due = groupby(zip(texts_of(recorded.columns, roots, order), order), key=itemgetter(0))
        for row, of_key in zip_longest(reader, due, fillvalue=()):
            key, same = of_key or ((), ())
            if row != () and len(row) != 2 * width + 1 + len(behind):
                refuse_recoding('a row of %d fields' % len(row))
            if row and behind and row[-1] != person:
                refuse_recoding('a row that does not name the column of the persons')
            there = tuple(row[:width])
            if there != key:
                if (there < key or not key) and there in texts_of(recorded.columns, roots, order):
                    refuse_recoding('two rows for %s' % show(', '.join(there)))
                refuse_recoding('other combinations than those that were counted')
            place = found.setdefault((None if row[2 * width] == '0' else tuple(row[width:2 * width]), row[2 * width]), len(found))
            for _, of_table in same:
                places[of_table] = place
    published = sorted({row for row, _ in found if row is not None})
    numbers = {None: '0', **{row: str(number) for number, row in enumerate(published, 1)}}
    if any(numbers[row] != number for row, number in found):
        refuse_recoding('other numbers of the classes than 1, 2, 3 in their order')
    place_of = {row: place for place, row in enumerate([*published, None])}
    class_of = [place_of[row] for row, _ in found]
    classes = array('I', map(class_of.__getitem__, places))
    sizes: Counter = Counter()
    for class_, n in zip(classes, records):
        sizes[class_] += n
    if min((n for class_, n in sizes.items() if class_ != len(published)), default=k) < k:
        refuse_recoding('a class of fewer than k = %d records' % k)
    made = recorded._replace(published=[*published, None], classes=classes, parted={})
    verify_labels(made)
    if fingerprint(made) != expected:
        refuse_recoding('a recoding that does not make the rows of the release')


def in_order_of_texts(columns, roots) -> array:
    """The rows of the table, ascending as the file has them. A missing value, which is published as a root, is nothing there."""
    numbers: list = [0] * len(columns[0][1])
    for (values, codes), root in zip(columns, roots):
        texts = {text: place for place, text in enumerate(sorted({'' if value == root else value for value in values}))}
        place = [texts['' if value == root else value] for value in values]
        numbers = [number * len(texts) + place[code] for number, code in zip(numbers, codes)]
    return array('I', sorted(range(len(numbers)), key=numbers.__getitem__))


def texts_of(columns, roots, order):
    """The quasi tuple of each of these rows, as the file has it."""
    texts = [['' if value == root else value for value in values] for (values, _), root in zip(columns, roots)]
    return zip(*(map(of_column.__getitem__, map(codes.__getitem__, order)) for of_column, (_, codes) in zip(texts, columns)))


def refuse_recoding(found):
    raise Disagreed('the audit read the recoding again and found %s' % found)


def verify_maps(paths, recorded, encoding='utf-8'):
    """DataError if column maps do not publish the values of the table at the levels that were chosen."""
    for path, name, level, (values, _) in zip(paths, recorded.names, recorded.levels, recorded.columns):
        with opened(path, encoding) as lines:
            header, *rows = csv.reader(lines)
        labels, at, root = {}, paths_of(recorded)[name].at, recorded.roots.get(name)
        for row in rows:
            if len(row) != 2 or row[0] in labels:
                refuse_map(name, 'a row of %d fields, or two rows for one value' % len(row))
            labels[row[0]] = row[1]
        if header != ['value', 'label']:
            refuse_map(name, 'another header')
        if root is not None:
            labels[root] = labels.pop('', None)
        if not labels.keys() >= set(values):
            refuse_map(name, 'no row for %s' % show(min(set(values) - labels.keys())))
        for value, label in labels.items():
            if label != (root if value == root else at(value, level)):
                refuse_map(name, '%s as the label of %s, which is another one at level %d' % (show(str(label)), show(value), level))


def refuse_map(name, found):
    raise Disagreed('the audit read the map of column %s again and found %s' % (quoted(name), found))
