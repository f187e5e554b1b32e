"""What a class publishes of a column: its value, an interval, a set of values, or their ancestor.

`labelled` replaces `summary` of plain/mondrian.py, because labels are of more kinds, and two sets
may not have the same one.

Promise: a label covers every value of its class. Its loss is 0 for a single value and 1 for the
whole column. A box is a label of all codes that the cuts allow, whether the class has them or not.
Where the cuts allow the first or the last number of the table, the interval is open, so it does not
show these.
"""

from __future__ import annotations

from array import array
from collections import namedtuple
from csv import field_size_limit
from math import fsum

from ..counts.frequency import added_up, frequency_set_of
from ..counts.measures import Outcome, loss_of
from ..counts.parted import splits
from ..counts.recoding import Recoding
from ..counts.values import OPEN
from ..errors import DataError, Unsatisfied, option, show
from .partition import columns_of

# loss: between 0 and 1
# extent: how many records of the whole table the text could mean
# named: the codes whose values the text of an interval or a set names
Label = namedtuple('Label', 'text loss extent named')


def value(dimension, code) -> Label:
    """The only value of a class."""
    return Label(dimension.texts[code], 0.0, dimension.records[code], ())


def interval(dimension, low, high, boxes) -> Label:
    """[low-high] of numbers. Its loss is (high - low) / (greatest - least).

    boxes: publish no end of the dimension.
    """
    if low == high:
        return value(dimension, low)
    ends = low, high
    if boxes:
        hidden = 0, len(dimension.texts) - 1
        ends = tuple(code for code in ends if code not in hidden)
    first = dimension.texts[low] if low in ends else OPEN
    last = dimension.texts[high] if high in ends else OPEN
    text = '[%s-%s]' % (first, last) if ends else OPEN
    below = dimension.upto[low - 1] if low else 0
    return Label(text, dimension.width(low, high), dimension.upto[high] - below, ends)


def value_set(dimension, codes) -> Label:
    """{a|b} of categories, in the order of the dimension. codes: ascending, each once."""
    if len(codes) == 1:
        return value(dimension, codes[0])
    text = '{%s}' % '|'.join(dimension.texts[code] for code in codes)
    if len(text) > field_size_limit():
        raise DataError('the label of %d categories is longer than csv reads; publish their common'
                        ' ancestor (%s)' % (len(codes), option('labels', 'ancestor')))
    extent = sum(dimension.records[code] for code in codes)
    return Label(text, set_loss(dimension, codes), extent, tuple(codes))


def set_loss(dimension, codes) -> float:
    """(values in the set - 1) / (values of the column - 1)."""
    return (len(set(codes)) - 1) / (dimension.others or 1)


def ancestor(dimension, codes) -> Label:
    """The lowest node over all these categories.

    Its loss counts the present leaves under it, as that of a set its values.
    """
    if len(codes) == 1:
        return value(dimension, codes[0])
    node = dimension.tree.common_ancestor(dimension.texts[code] for code in codes)
    loss = (dimension.leaves_under[node] - 1) / dimension.others
    return Label(node, loss, dimension.records_under[node], ())


VALUE_AND_SET = '%s is both a value and the label of a set; rename the value'
TWO_SETS = ('%s is the label of two different sets, because values hold a |; write another sign in'
            ' them, or publish the common ancestors of a hierarchy (')


def labelled(dimensions, partitions) -> tuple:
    """The published tuple of each partition, and each column's {published text: Label}."""
    published = []
    labels: list = [{} for _ in dimensions]
    for partition in partitions:
        columns = zip(dimensions, partition.columns(), partition.box)
        of_class = [dimension.label(codes, ends) for dimension, codes, ends in columns]
        for dimension, known, label in zip(dimensions, labels, of_class):
            if known.setdefault(label.text, label) != label:
                problem = TWO_SETS + option('labels', 'ancestor') + ')'
                if label.text in dimension.texts:
                    problem = VALUE_AND_SET
                raise DataError(problem % show(label.text))
        published.append(tuple(label.text for label in of_class))
    return published, labels


def multidimensional(frequency_set, dimensions, partitions, required) -> tuple:
    """Every quasi tuple is published by the labels of its partition.

    Returns the recoding, and each column's {published text: Label}.

    >>> from .dimension import dimension_of
    >>> from .partition import partition_of
    >>> from ..counts.required import Required
    >>> ages, required = {('38',): 1, ('39',): 1}, Required(2)
    >>> dimensions = [dimension_of({'38': 1, '39': 1})]
    >>> partitions = [partition_of(ages, dimensions, required)]
    >>> multidimensional(ages, dimensions, partitions, required)[0]
    {('38',): ('[38-39]',), ('39',): ('[38-39]',)}
    """
    table = frequency_set_of(frequency_set)
    published, of_columns = labelled(dimensions, partitions)
    labels = sorted(set(published))
    number_of = {row: number for number, row in enumerate(labels)}
    numbers = [number_of[row] for row in published]     # the class of each partition
    if required.persons and required.rules and len(labels) < len(published):
        check_unions(published, partitions, required)
    rows_of = partitions[0].points.of_rows
    if rows_of:
        classes = array('I', bytes(4 * len(table)))
        for partition, number in zip(partitions, numbers):
            for point in partition.rows:
                classes[rows_of[point]] = number
        return Recoding(table, labels, classes), of_columns
    class_of: dict = {}     # {codes: the class of the partition that has them}
    for partition, number in zip(partitions, numbers):
        for codes in zip(*partition.columns()):
            class_of[codes] = number
    codes_of_rows = list(zip(*columns_of(table, dimensions)))
    classes = array('I', [class_of[codes] for codes in codes_of_rows])
    parted = splits(table, codes_of_rows, partitions, published, required)
    return Recoding(table, labels, classes, splits=parted), of_columns


def check_unions(published, partitions, required):
    """Unsatisfied if partitions with the same labels fail a rule together.

    They are one class. Each of them passes the rules, but rules that count persons can fail in the
    class. published: the published tuple of each partition.
    """
    points_of: dict = {}
    for row, partition in zip(published, partitions):
        points_of.setdefault(row, []).extend(partition.rows)
    persons = partitions[0].points.persons
    for row, points in points_of.items():
        if not persons.passes(points, required):
            lacks = required.lacks(persons.held(points))
            raise Unsatisfied('parts with the same labels, %s, are one class, and together they'
                              ' have not %s; other labels (--labels) may tell them apart'
                              % (show(', '.join(row)), lacks))


def of_partitions(recoding, labels, values, dimensions, words) -> Outcome:
    """The Outcome of Mondrian's partitions, which have no levels and suppress nothing.

    labels: each column's {text: Label}. values: each column's {value: count}. words: the kinds of
    labels, as --labels names them.
    """
    sizes, suppressed = recoding.sizes()
    lost = loss_of(words)
    losses, extents = [], []
    for place, (dimension, of_column) in enumerate(zip(dimensions, labels)):
        loss = {text: label.loss for text, label in of_column.items()}
        if lost == 'lm_most':
            published = [row[place] for row in sizes]
            loss = box_losses(dimension, of_column, loss, published, sizes.values())
        losses.append(loss)
        extents.append({text: label.extent for text, label in of_column.items()})
    return Outcome(recoding, sizes, suppressed, values, losses, extents, None, None, None, lost)


# The losses of boxes, which must not tell the ends that they hide.

def box_of_numbers(dimension) -> bool:
    """Whether boxes hide the least and the greatest number.

    Widths, which are shares of the range between these, would tell them.
    """
    of_values = getattr(dimension, 'present', dimension)
    return of_values.is_number and of_values.boxes


def box_losses(dimension, labels, losses, published, counts) -> dict:
    """The {text: loss} of a column, with those of boxes of numbers in place of the exact ones.

    published, counts: the label of each class, and its records.
    """
    if not box_of_numbers(dimension):
        return losses
    return most_losses(dimension, labels, added_up(published, counts))


def most_losses(dimension, labels, records) -> dict:
    """{text: loss} of boxes of numbers.

    Their mean is the most that it may be, whatever the least and the greatest value are.

    labels: {text: Label}. records: {text: records}. Say that the least value lies a below the least
    end that some label shows, and the greatest b above the greatest. Then the mean is a quotient:
    (what the boxes lose up to the shown ends + a x share open below + b x share open above) /
    (distance of the shown ends + a + b). So it lies between three numbers. It has one of them where
    a = b = 0, and comes close to the others where a or b is large. The losses are those of the
    greatest of the three.

    >>> from .dimension import dimension_of
    >>> ages = dimension_of(dict.fromkeys(['17', '20', '21', '25', '26', '90'], 1), boxes=True)
    >>> boxes = [ages.label([0], (0, 1)), ages.label([2], (2, 3)), ages.label([4], (4, 5))]
    >>> labels = {label.text: label for label in boxes}
    >>> most_losses(ages, labels, {'[*-20]': 2, '[21-25]': 2, '[26-*]': 2})
    {'[*-20]': 1.0, '[21-25]': 0.0, '[26-*]': 0.0}
    >>> most_losses(ages, labels, {'[*-20]': 1, '[21-25]': 9, '[26-*]': 1})  # 4 of 6 from 20 to 26
    {'[*-20]': 0.0, '[21-25]': 0.6666666666666666, '[26-*]': 0.0}
    """
    spans = {text: shown_ends(dimension, label) for text, label in labels.items()}
    open_below = {text: float(low is None) for text, (low, _) in spans.items()}
    open_above = {text: float(high is None) for text, (_, high) in spans.items()}
    cases = [open_below, open_above]
    shown = [end for span in spans.values() for end in span if end is not None]
    if shown and min(shown) < max(shown):
        least, greatest = min(shown), max(shown)
        up_to_shown = {}
        for text, (low, high) in spans.items():
            low = least if low is None else low
            high = greatest if high is None else high
            up_to_shown[text] = (high - low) / (greatest - least)
        cases.append(up_to_shown)

    def in_all(losses):
        return fsum(records[text] * loss for text, loss in losses.items())
    return max(cases, key=in_all)


def shown_ends(dimension, label) -> tuple:
    """The least and the greatest number of a box as a reader sees them.

    None stands for an end that it hides.
    """
    of_values = getattr(dimension, 'present', dimension)
    if label.text in of_values.codes:
        position = of_values.positions[of_values.codes[label.text]]
        return position, position
    shift = int(dimension.has_missing)
    ends = [of_values.positions[code - shift] for code in label.named]
    if len(ends) == 2:
        return tuple(ends)
    if not ends:
        return None, None
    end, = ends
    return (None, end) if label.text.startswith('[' + OPEN) else (end, None)
