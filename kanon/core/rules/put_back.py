"""What a reader can put back from the labels of a release alone: witnessed cells and determined
records.

An interval ends where somebody's value lies, and a set names only values that occur, unless the
labels are boxes. So each end and each named value of a class is the value of at least one of its
records, a witness.
- A cell is generalized if its label stands for more than one value. As many cells of a class and
  column are witnessed as its label names values.
- The cells of a class and column are determined if the label names as many values as the class has
  records: each is there once. This is so for an interval of two records, and for a set of n values
  of n records. Then, and only then, the values of the class in the column are the same in every
  table that the labels allow.
- The records of a class are determined if every table that the labels allow has the same records
  there. This is so if one column alone is generalized, and is determined. If two columns are, their
  values can be paired in at least two ways.
- A reader who knows the algorithm knows more. Strict cuts leave a class of 2 k records or more
  uncut only if no value parts k records from k others in any column. So in each column one value
  has all records but k - 1 on either side of it. If only two values are possible, it has all but
  k - 1. `agreeing` adds up what this leaves of all columns, and counts the classes in which more
  than half of the records must agree in all columns. It says nothing of which value they share.

Promise: no table that the labels allow disagrees with what is called witnessed or determined, and
no original that strict cuts turn into the release has fewer records that agree. A reader who also
puts the order of the cuts together may infer more than `agreeing` counts.
"""

from __future__ import annotations

from ..cutting.dimension import Categories, Numbers, inner


def put_back(sizes, named) -> dict:
    """Witnessed and determined cells and records, of the classes {published tuple: records}.

    named: each column's {label: how many values of its class it names}. A label that is not there
    is a value itself.

    >>> counts = put_back({('[38-39]', 'm'): 2, ('[38-41]', '{f|m}'): 3},
    ...                   [{'[38-39]': 2, '[38-41]': 2}, {'{f|m}': 2}])
    >>> counts['cells']
    {'generalized': 8, 'witnessed': 6, 'determined': 2}
    >>> counts['records']
    {'generalized': 5, 'determined': 2}
    """
    cells = {'generalized': 0, 'witnessed': 0, 'determined': 0}
    records = {'generalized': 0, 'determined': 0}
    for published, n in sizes.items():
        values_named = of_general_labels(published, named)
        if not values_named:
            continue
        # The cells of each column whose label names as many values as the class has records.
        determined = n * values_named.count(n)
        cells['generalized'] += n * len(values_named)
        cells['witnessed'] += sum(min(values, n) for values in values_named)
        cells['determined'] += determined
        records['generalized'] += n
        if len(values_named) == 1:
            records['determined'] += determined
    return {'cells': cells, 'records': records}


def of_general_labels(published, columns) -> list:
    """What each column says of the label of a published tuple, where that label is general.

    columns: each column's {general label: what it says of it}.

    >>> of_general_labels(('[38-39]', 'm'), [{'[38-39]': 2}, {'{f|m}': 2}])
    [2]
    """
    return [column[label] for label, column in zip(published, columns) if label in column]


def agreeing(sizes, sides, k) -> dict:
    """In which classes of strict cuts a reader can infer that more than half of the records agree.

    agree: how many of their records do so, at least. sides: each column's {label: on how many sides
    of the value that most records share others may lie, or None if nothing is known}.

    >>> sizes = {('[38-39]', 'm'): 9, ('[38-60]', '{f|m}'): 9, ('40', 'm'): 12}
    >>> agreeing(sizes, [{'[38-39]': 1, '[38-60]': 2}, {'{f|m}': 1}], k=4)
    {'classes': 1, 'records': 9, 'agree': 6}
    """
    classes = records = agree = 0
    for published, n in sizes.items():
        sides_of_columns = of_general_labels(published, sides)
        if n < 2 * k or not sides_of_columns or None in sides_of_columns:
            continue
        # On each side of each column at most k - 1 records have another value.
        at_least = n - (k - 1) * sum(sides_of_columns)
        if 2 * at_least > n:
            classes += 1
            records += n
            agree += at_least
    return {'classes': classes, 'records': records, 'agree': agree}


def of_release(outcome, labels, dimensions, required, partitioning) -> dict:
    """All that a run of Mondrian knows of this. labels: each column's {published text: Label}.

    inferred       what `agreeing` finds, None if that was not worked out
    not_inferred   why something was not worked out (`why_not_inferred`), None if all was.
                   'labels': labels of some classes do not tell enough
    ends           how many the intervals of boxes name, and how many of these are a value of the
                   class. The labels do not tell which. None without boxes of numbers
    """
    boxes = [place for place, dimension in enumerate(dimensions)
             if inner(dimension).boxes and inner(dimension).is_number]
    ends = box_ends(outcome.recoding, labels, dimensions, boxes) if boxes else None
    agree, why = None, why_not_inferred(dimensions, required, partitioning)
    if not why:
        agree, why = inferred(outcome.sizes, labels, dimensions, required.k)
    named = [values_named(dimension, of_column) for dimension, of_column in zip(dimensions, labels)]
    counts = put_back(outcome.sizes, named)
    return {**counts, 'ends': ends, 'inferred': agree, 'not_inferred': why}


def values_named(dimension, labels) -> dict:
    """{general label: how many values it names}. The ends of a box are the value of nobody."""
    boxes = inner(dimension).boxes
    return {text: 0 if boxes else len(label.named)
            for text, label in labels.items() if is_general(dimension, label)}


def why_not_inferred(dimensions, required, partitioning):
    """Why no reader knows where strict cuts had to end, None if one may.

    'cuts': the cuts are not the strict ones of the paper. 'rules', 'limits': a rule beyond k or a
    limit may have refused some.
    """
    if partitioning != 'strict':
        return 'cuts'
    if required.rules or required.persons:
        return 'rules'
    return 'limits' if any(dimension.limit for dimension in dimensions) else None


def inferred(sizes, labels, dimensions, k) -> tuple:
    """What `agreeing` finds in the classes of strict cuts, and why some of it is not known.

    That is 'labels' if some labels say nothing, else None. labels: each column's {published text:
    Label}.
    """
    large = {published: n for published, n in sizes.items() if n >= 2 * k}  # the others say nothing
    sides = []
    for texts, dimension, of_column in zip(zip(*large), dimensions, labels):
        general = {text: of_column[text] for text in set(texts)
                   if is_general(dimension, of_column[text])}
        sides.append(sides_of(dimension, general))
    says_nothing = any(None in of_column.values() for of_column in sides)
    return agreeing(large, sides, k), 'labels' if says_nothing else None


def is_general(dimension, label) -> bool:
    """Whether a label stands for more than one value.

    An open cell of a grid does, even if it loses nothing.
    """
    return label.loss > 0 or label.text.startswith('[') and label.text not in dimension.codes


def sides_of(dimension, labels) -> dict:
    """The `sides` of these labels, as `agreeing` takes them.

    Two values are possible in a set of two. They are in an interval of two consecutive whole
    numbers, too, where all numbers of the column are whole, since most readers know this of a
    column. Nothing is known of columns that are cut by nodes, and of labels that name no value,
    which several partitions may share.
    """
    of_values = inner(dimension)
    if type(of_values) not in (Numbers, Categories):
        return dict.fromkeys(labels)
    whole = of_values.is_number and all(type(position) is int for position in of_values.positions)

    def two_possible(label):
        if len(label.named) != 2 or not of_values.is_number:
            return len(label.named) == 2
        low, high = (of_values.positions[code - dimension.has_missing] for code in label.named)
        return whole and high - low == 1

    def sides(label):
        if not label.named:
            return None
        return 1 if two_possible(label) else 2
    return {text: sides(label) for text, label in labels.items()}


def box_ends(recoding, labels, dimensions, places) -> dict:
    """How many ends the intervals of the classes name in these columns.

    recorded: how many of these ends some record of the class has.
    """
    _, classes, _ = recoding.flows()
    named = recorded = 0
    for place in places:
        dimension, size = dimensions[place], len(dimensions[place].texts)
        # The dimension's code of each value of the table.
        code_of = [dimension.codes[value] for value in recoding.table.columns[place].values]
        # A class and a code that it has, as one number.
        recorded_in = {class_ * size + code_of[code]
                       for class_, code in zip(classes, recoding.codes(place))}
        for class_, published in enumerate(recoding.published):
            if published is None:
                continue
            ends = labels[place][published[place]].named
            named += len(ends)
            recorded += sum(class_ * size + end in recorded_in for end in ends)
    return {'named': named, 'recorded': recorded}
