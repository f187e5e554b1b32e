"""The audit, continued: does the release say what the report says?

Promise: `verify_report` returns only if the numbers that are reported are those of the file that
was read again, and of the records that were counted.
- k, the records that were read, published, suppressed and left out, and how many may be suppressed.
- The classes and their sizes, and the vector.
- Each column's values, labels, level and loss. A column that is reported as unchanged is.
- lm, lm_published, dm, c_avg, precision, distortion and height.
Where labels are boxes, lm_most is worked out from the published labels alone, and where they are
fixed beforehand, lm_cells from the cells of the least and the greatest value (losses.py). Then
neither lm, lm_published nor an entropy may be reported.
`verify_rows` returns only if a list of rows is that of the release.
The entropies are not worked out again, nor is the loss of sets of values that hold a |. A measure
of any other name is refused. Which kind of labels was asked for, and that a column is one of
numbers, is taken from the report.
It shares no code with the searches, the measures, the labels, or the writer.
"""

from __future__ import annotations

from collections import namedtuple
from math import fsum, isclose

from ..errors import Disagreed, quoted
from .losses import LossesOfColumn, name_of_loss
from .recount import NUL
from .true_labels import classes_of_rows, labels_of_classes, pairs_of_parted, paths_of

LOSSES = 'lm', 'lm_most', 'lm_cells'        # a release has one of them
TELLING = 'lm_published', 'entropy', 'class_entropy'        # what tells ends that labels hide

# report: what is printed, as desk/report.py makes it, or as much of it as there is.
# read: the records that were read.
# suppressible: how many records may be suppressed, as it is typed, such as '20' or '1%', None if
#     that was not asked.
# weights: of the quasi-identifiers in lm.
# recoding: the file of the recoding, or None.
# rows: a list of all rows in their order, if there is one.
# history: the bytes of the file of --history as it was, None if there was none, and the path of the
#     one that takes its place; or None.
# person: the column that says whose row each row of the recoding is, or None.
# maps: the files of the column maps.
Claims = namedtuple(
    'Claims',
    'report read suppressible weights recoding rows history person maps',
    defaults=({}, 0, None, None, None, None, None, None, ()))


def verify_report(stated, recorded, counted, k, sizes):
    """DataError if what is reported is not what was found.

    counted: the records that were counted. sizes: {published tuple: records} of the release.
    """
    suppressed = counted - sum(sizes.values())
    most = suppressible(stated.suppressible, counted)
    if most is not None and suppressed > most:
        raise Disagreed('the audit found %d suppressed records, and %d may be' % (suppressed, most))
    report = stated.report
    if 'records' not in report:     # a quiet run says nothing
        return
    if not sizes:
        raise Disagreed('the audit found no record in the release')
    means = []      # of each column, the mean loss of its cells
    for place, labels in enumerate(zip(*sizes)):
        losses = LossesOfColumn(recorded, place, report)
        means.append(losses.mean(labels, sizes.values(), suppressed))
    compare({'k': report['k']}, {'k': k})
    verify_records(report, stated.read, counted, suppressed)
    verify_sizes(report, sizes)
    verify_measures(report, measures(recorded, sizes, suppressed, k, means, stated.weights,
                                     name_of_loss(report)))
    compare(report, {'max_suppression': most})
    if recorded.levels:
        compare(report, {'height': sum(recorded.levels)})
        vector = dict(zip(recorded.names, recorded.levels))
        compare(report.get('vector', {}), vector, 'level of %s')
    for place, (column, labels) in enumerate(zip(report['columns'], zip(*sizes))):
        verify_column(column, recorded, place, labels, means[place])


def verify_records(report, read, counted, suppressed):
    """DataError if a number of records is reported otherwise."""
    records = {'read': read, 'missing': read - counted, 'published': counted - suppressed,
               'suppressed': suppressed}
    compare(report['records'], records, '%s records')
    if 'suppressed_by' in report:
        by_reasons = sum(report['suppressed_by'].values())
        compare({'suppressed': by_reasons}, {'suppressed': suppressed},
                '%s records, by what their classes fail')


def verify_sizes(report, sizes):
    """DataError if the classes are reported otherwise."""
    if report.get('sizes', sizes) != sizes:
        raise Disagreed('the audit found other classes than those of the Release')
    records = sizes.values()
    classes = {'count': len(sizes), 'smallest': min(records), 'largest': max(records),
               'average': sum(records) / len(sizes)}
    compare(report['classes'], classes, '%s of the classes')


def verify_measures(report, numbers):
    """DataError if a measure is reported otherwise, or if it may not or cannot be told.

    numbers: {name: number}, as `measures` works them out.
    """
    stated = report['measures']
    lost = name_of_loss(report)
    others = [name for name in LOSSES if name != lost]
    if lost != 'lm':
        others.extend(TELLING)
    for name in others:
        if stated.get(name) is not None:
            raise Disagreed('the report says %s: %s, which a release with these labels must not'
                            ' state' % (name, nine_digits(stated[name])))
    compare(stated, numbers)
    for name, number in stated.items():
        known = name in numbers or name in LOSSES or name in TELLING
        if number is not None and not known:
            raise Disagreed('the audit cannot work out the measure %s, so nothing is published'
                            % name)


def verify_column(stated, recorded, place, labels, mean):
    """DataError if a quasi-identifier is reported otherwise.

    labels: of each class. mean: the mean loss, or None.
    """
    name = quoted(recorded.names[place])
    values, _ = recorded.columns[place]
    numbers = {'values': len(values), 'labels': len(set(labels))}
    if mean is not None:
        numbers['loss'] = mean
    if recorded.levels:
        numbers['level'] = recorded.levels[place]
    compare(stated, numbers, '%s of column ' + name.replace('%', '%%'))
    if stated.get('unchanged') and is_changed(recorded, place):
        raise Disagreed('the audit found other values than the recorded ones in column %s, which is'
                        ' reported as unchanged' % name)


def compare(stated, numbers, what='%s'):
    """DataError if one of the numbers is stated otherwise. What is not stated is not compared.

    >>> compare({'read': 9, 'lm': 0.1 + 0.2}, {'read': 9, 'lm': 0.3, 'dm': 7})
    >>> compare({'suppressed': 300}, {'suppressed': 297}, '%s records')
    Traceback (most recent call last):
    kanon.core.errors.Disagreed: the audit found suppressed records: 297, and the report says 300
    """
    for name, number in numbers.items():
        said = stated.get(name, number)
        if not is_same(said, number):
            raise Disagreed('the audit found %s: %s, and the report says %s'
                            % (what % name, nine_digits(number), nine_digits(said)))


def is_same(said, number) -> bool:
    """Whether two numbers are equal, but for what rounding may do. Either may be None."""
    if said == number:
        return True
    if said is None or number is None:
        return False
    return isclose(said, number, rel_tol=1e-9, abs_tol=1e-9)


def nine_digits(number) -> str:
    return '%.9g' % number if isinstance(number, float) else str(number)


def suppressible(text, records):
    """How many records may be suppressed, None if nothing was said of it.

    text: a number, or a share of all records, which is rounded down.

    >>> suppressible('20', 9), suppressible('0.5%', 1000), suppressible(None, 9)
    (20, 5, None)
    """
    if text is None:
        return None
    if not text.endswith('%'):
        return int(text)
    from fractions import Fraction      # 4 ms, and few runs give a share
    return int(Fraction(text[:-1]) * records / 100)


def measures(recorded, sizes, suppressed, k, means, weights, lost) -> dict:
    """The measures that can be told from the classes and the mean loss of each column.

    dm              n of each record in a class of n, and all records of each suppressed one
    c_avg           the average size of a class, over k
    lm              the mean losses of the columns, times their weights; lost: the name that it has
    lm_published    the same of the published records alone
    height          the sum of the levels
    distortion      the mean of level / height over the columns
    precision       as `precision_of_release` works it out
    """
    published = sum(sizes.values())
    records = published + suppressed
    weights = weights or [1] * len(means)
    dm = sum(n * n for n in sizes.values()) + suppressed * records
    numbers = {'suppressed': suppressed, 'dm': dm, 'c_avg': published / len(sizes) / k}
    if None not in means:
        numbers[lost] = fsum(weight * mean for weight, mean in zip(weights, means))
        if lost == 'lm':        # a suppressed record loses 1 in each column
            of_published = [(mean * records - suppressed) / published for mean in means]
            numbers['lm_published'] = fsum(weight * mean
                                           for weight, mean in zip(weights, of_published))
    if recorded.levels:
        paths = paths_of(recorded)
        shares = [level / paths[name].height
                  for name, level in zip(recorded.names, recorded.levels)]
        numbers['height'] = sum(recorded.levels)
        numbers['distortion'] = fsum(shares) / len(shares)
        numbers['precision'] = precision_of_release(recorded, sizes, records)
    return numbers


def precision_of_release(recorded, sizes, records) -> float:
    """The mean of 1 - level / height over all cells.

    A suppressed cell has 0, and so has one that is published as the root.
    """
    kept = []       # of each column, the sum over its cells
    for place, labels in enumerate(zip(*sizes)):
        values, _ = recorded.columns[place]
        paths = paths_of(recorded)[recorded.names[place]]
        root = paths.at(values[0], paths.height)
        below_root = sum(n for label, n in zip(labels, sizes.values()) if label != root)
        kept.append((1 - recorded.levels[place] / paths.height) * below_root)
    return fsum(kept) / len(kept) / records


def is_changed(recorded, place) -> bool:
    """Whether a value of a column is published as anything but itself."""
    values, codes = recorded.columns[place]
    labels = labels_of_classes(recorded, place)
    for class_, code in zip(classes_of_rows(recorded), codes):
        label = labels[class_]
        if label is not None and label != values[code]:
            return True
    return any(label != values[code] for label, code in pairs_of_parted(recorded, place))


def verify_rows(rows, expected):
    """DataError if a list of rows is not sorted, or has another fingerprint than the expected one.

    The fingerprint is that of `recount` in audit/recount.py.
    """
    try:
        texts = [NUL.join(row) for row in rows]
    except TypeError:       # somebody put what is no text into a row
        texts = []
    if sum(map(hash, texts)) != expected or texts != sorted(texts):
        raise Disagreed('the rows of the Release are not those that were anonymized; make it again,'
                        ' and change a copy of its rows')
