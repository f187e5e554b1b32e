"""What a class publishes of a column: its value, an interval, a set of values, or their common ancestor.

`labelled` replaces `summary` of plain/mondrian.py, because labels are of more kinds, and two sets may not have the same one.

Promise: a label covers every value of its class. Its loss is 0 for a single value and 1 for the whole column.
A box is a label of all codes that the cuts allow, whether the class has them or not. Where the cuts allow the first or the
last number of the table, the interval is open, so it does not show these.
"""

from __future__ import annotations

from array import array
from collections import namedtuple
from csv import field_size_limit
from itertools import count, repeat
from math import fsum

from ..counts.frequency import added_up, frequency_set_of
from ..counts.measures import Outcome, loss_of
from ..counts.parted import splits
from ..counts.recoding import Recoding
from ..counts.values import OPEN
from ..errors import DataError, Unsatisfied, option, show
from .partition import columns_of

# loss: between 0 and 1; extent: how many records of the whole table the text could mean; named: the codes whose values the text
# of an interval or a set names
Label = namedtuple('Label', 'text loss extent named')


def value(dimension, code) -> Label:
    """The only value of a class."""
    return Label(dimension.texts[code], 0.0, dimension.records[code], ())


def interval(dimension, low, high, boxes) -> Label:
    """[low-high] of numbers. Its loss is (high - low) / (greatest - least). boxes: publish no end of the dimension."""
    if low == high:
        return value(dimension, low)
    ends = tuple(code for code in (low, high) if not boxes or code not in (0, len(dimension.texts) - 1))
    first, last = (dimension.texts[code] if code in ends else OPEN for code in (low, high))
    text = '[%s-%s]' % (first, last) if ends else OPEN
    return Label(text, dimension.width(low, high), dimension.upto[high] - (dimension.upto[low - 1] if low else 0), ends)


def value_set(dimension, codes) -> Label:
    """{a|b} of categories, in the order of the dimension. codes: ascending, each once."""
    if len(codes) == 1:
        return value(dimension, codes[0])
    text = '{%s}' % '|'.join(dimension.texts[code] for code in codes)
    if len(text) > field_size_limit():
        raise DataError('the label of %d categories is longer than csv reads; publish their common ancestor (%s)'
                        % (len(codes), option('labels', 'ancestor')))
    return Label(text, set_loss(dimension, codes), sum(dimension.records[code] for code in codes), tuple(codes))


def set_loss(dimension, codes) -> float:
    """(values in the set - 1) / (values of the column - 1)."""
    return (len(set(codes)) - 1) / (dimension.others or 1)


def ancestor(dimension, codes) -> Label:
    """The lowest node over all these categories. Its loss counts the present leaves under it, as that of a set its values."""
    if len(codes) == 1:
        return value(dimension, codes[0])
    node = dimension.tree.common_ancestor(dimension.texts[code] for code in codes)
    return Label(node, (dimension.leaves_under[node] - 1) / dimension.others, dimension.records_under[node], ())


def labelled(dimensions, partitions) -> tuple:
    """The published tuple of each partition, and each column's {published text: Label}."""
    rows = []
    labels: list = [{} for _ in dimensions]
    for partition in partitions:
        of_class = [dimension.label(codes, ends)
                    for dimension, codes, ends in zip(dimensions, partition.columns(), partition.box)]
        for dimension, known, label in zip(dimensions, labels, of_class):
            if known.setdefault(label.text, label) != label:
                problem = ('%s is both a value and the label of a set; rename the value' if label.text in dimension.texts else
                           '%s is the label of two different sets, because values hold a |; write another sign in them, or publish'
                           ' the common ancestors of a hierarchy (' + option('labels', 'ancestor') + ')')
                raise DataError(problem % show(label.text))
        rows.append(tuple(label.text for label in of_class))
    return rows, labels


def multidimensional(frequency_set, dimensions, partitions, required) -> tuple:
    """Every quasi tuple is published by the labels of its partition: the recoding, and each column's {published text: Label}.

    >>> from .dimension import dimension_of
    >>> from .partition import partition_of
    >>> from ..counts.required import Required
    >>> ages, required = {('38',): 1, ('39',): 1}, Required(2)
    >>> dimensions = [dimension_of({'38': 1, '39': 1})]
    >>> multidimensional(ages, dimensions, [partition_of(ages, dimensions, required)], required)[0]
    {('38',): ('[38-39]',), ('39',): ('[38-39]',)}
    """
    table = frequency_set_of(frequency_set)
    rows, made = labelled(dimensions, partitions)           # rows: the published tuple of each partition
    labels = sorted(set(rows))
    number_of = dict(zip(labels, count()))
    numbers = [number_of[row] for row in rows]
    if required.persons and required.rules and len(labels) < len(rows):
        check_unions(rows, partitions, required)
    rows_of = partitions[0].points.of_rows
    if rows_of:
        classes = array('I', bytes(4 * len(table)))
        for partition, number in zip(partitions, numbers):
            for point in partition.rows:
                classes[rows_of[point]] = number
        return Recoding(table, labels, classes), made
    codes = list(zip(*columns_of(table, dimensions)))       # of each row
    class_of = {place: number for partition, number in zip(partitions, numbers) for place in zip(*partition.columns())}
    return Recoding(table, labels, array('I', map(class_of.__getitem__, codes)),
                    splits=splits(table, codes, partitions, rows, required)), made


def check_unions(rows, partitions, required):
    """Unsatisfied if partitions with the same labels, which are one class, fail a rule together. Rules that count persons can do that.

    rows: the published tuple of each partition.
    """
    points_of: dict = {}
    for row, partition in zip(rows, partitions):
        points_of.setdefault(row, []).extend(partition.rows)
    persons = partitions[0].points.persons
    for row, points in points_of.items():
        if not persons.passes(points, required):
            raise Unsatisfied('parts with the same labels, %s, are one class, and together they have not %s; other labels'
                              ' (--labels) may tell them apart' % (show(', '.join(row)), required.lacks(persons.held(points))))


def of_partitions(recoding, labels, values, dimensions, words) -> Outcome:
    """The same of Mondrian's partitions, which have no levels and suppress nothing.

    labels: each column's {text: Label}; values: each column's {value: count}; words: the kinds of labels, as --labels names them.
    """
    sizes, suppressed = recoding.sizes()
    losses = [{text: label.loss for text, label in of_column.items()} for of_column in labels]
    if loss_of(words) == 'lm_most':
        losses = list(map(box_losses, dimensions, labels, losses, zip(*sizes), repeat(sizes.values())))
    extents = [{text: label.extent for text, label in of_column.items()} for of_column in labels]
    return Outcome(recoding, sizes, suppressed, values, losses, extents, None, None, None, loss_of(words))


# The losses of boxes, which must not tell the ends that they hide.

def box_of_numbers(dimension) -> bool:
    """Whether boxes hide the least and the greatest number. Widths, which are shares of the range between these, would tell them."""
    of_values = getattr(dimension, 'present', dimension)
    return of_values.is_number and of_values.boxes


def box_losses(dimension, labels, losses, published, counts) -> dict:
    """The {text: loss} of a column, with those of boxes of numbers in place of the exact ones.

    published, counts: the label of each class, and its records.
    """
    return most_losses(dimension, labels, added_up(published, counts)) if box_of_numbers(dimension) else losses


def most_losses(dimension, labels, records) -> dict:
    """{text: loss} of boxes of numbers. Their mean is the most that it may be, whatever the least and the greatest value are.

    labels: {text: Label}. records: {text: records}.
    Say that the least value lies a below the least end that some label shows, and the greatest b above the greatest. Then the mean
    is a quotient: (what the boxes lose up to the shown ends + a x share open below + b x share open above) / (distance of the shown
    ends + a + b). So it lies between three numbers, which it has where a = b = 0, and comes close to where a or b is large. The
    losses are those of the greatest of the three.

    >>> from .dimension import dimension_of
    >>> ages = dimension_of(dict.fromkeys(['17', '20', '21', '25', '26', '90'], 1), boxes=True)
    >>> labels = {label.text: label for label in (ages.label([code]) if low == high else ages.label([code], (low, high))
    ...                                           for code, low, high in [(0, 0, 1), (2, 2, 3), (4, 4, 5)])}
    >>> most_losses(ages, labels, {'[*-20]': 2, '[21-25]': 2, '[26-*]': 2})
    {'[*-20]': 1.0, '[21-25]': 0.0, '[26-*]': 0.0}
    >>> most_losses(ages, labels, {'[*-20]': 1, '[21-25]': 9, '[26-*]': 1})         # 4 of the 6 between 20 and 26
    {'[*-20]': 0.0, '[21-25]': 0.6666666666666666, '[26-*]': 0.0}
    """
    spans = {text: shown_ends(dimension, label) for text, label in labels.items()}
    shown = [end for span in spans.values() for end in span if end is not None]
    cases = [{text: float(low is None) for text, (low, _) in spans.items()}, {text: float(high is None) for text, (_, high) in spans.items()}]
    if shown and min(shown) < max(shown):
        least, greatest = min(shown), max(shown)
        cases.append({text: ((greatest if high is None else high) - (least if low is None else low)) / (greatest - least)
                      for text, (low, high) in spans.items()})
    return max(cases, key=lambda losses: fsum(records[text] * loss for text, loss in losses.items()))


def shown_ends(dimension, label) -> tuple:
    """The least and the greatest number of a box as a reader sees them, None for an end that it hides."""
    of_values, shift = getattr(dimension, 'present', dimension), int(dimension.has_missing)
    if label.text in of_values.codes:
        return (of_values.positions[of_values.codes[label.text]],) * 2
    ends = [of_values.positions[code - shift] for code in label.named]
    if len(ends) == 2:
        return tuple(ends)
    return (None, None) if not ends else (None, *ends) if label.text.startswith('[' + OPEN) else (*ends, None)
