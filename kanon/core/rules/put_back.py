"""What a reader can put back from the labels of a release alone: witnessed cells and determined records.

An interval ends where somebody's value lies, and a set names only values that occur, unless the labels are boxes. So each end and
each named value of a class is the value of at least one of its records, a witness.
- A cell is generalized if its label stands for more than one value. As many cells of a class and column are witnessed as its label
  names values.
- The cells of a class and column are determined if the label names as many values as the class has records: each is there once. This
  is so for an interval of two records, and for a set of n values of n records. Then, and only then, the values of the class in the
  column are the same in every table that the labels allow.
- The records of a class are determined if every table that the labels allow has the same records there. This is so if one column
  alone is generalized, and is determined. If two columns are, their values can be paired in at least two ways.
- A reader who knows the algorithm knows more. Strict cuts leave a class of 2 k records or more uncut only if no value parts k records
  from k others in any column. So in each column one value has all records but k - 1 on either side of it. If only two values are
  possible, it has all but k - 1. `agreeing` adds up what this leaves of all columns, and counts the classes in which more than half of
  the records must agree in all columns. It says nothing of which value they share.

Promise: no table that the labels allow disagrees with what is called witnessed or determined, and no original that strict cuts turn
into the release has fewer records that agree. A reader who also puts the order of the cuts together may infer more than `agreeing`
counts.
"""

from __future__ import annotations

from operator import add

from ..cutting.dimension import Categories, Numbers, inner


def put_back(sizes, named) -> dict:
    """Witnessed and determined cells and records, of the classes {published tuple: records}.

    named: each column's {label: how many values of its class it names}. A label that is not there is a value itself.

    >>> found = put_back({('[38-39]', 'm'): 2, ('[38-41]', '{f|m}'): 3}, [{'[38-39]': 2, '[38-41]': 2}, {'{f|m}': 2}])
    >>> found['cells'], found['records']
    ({'generalized': 8, 'witnessed': 6, 'determined': 2}, {'generalized': 5, 'determined': 2})
    """
    cells, witnessed, determined, records, whole = 0, 0, 0, 0, 0
    for published, n in sizes.items():
        found = [of_column[label] for label, of_column in zip(published, named) if label in of_column]
        if found:
            filled = n * found.count(n)
            cells += n * len(found)
            witnessed += sum(min(values, n) for values in found)
            determined += filled
            records += n
            whole += filled if len(found) == 1 else 0
    return {'cells': {'generalized': cells, 'witnessed': witnessed, 'determined': determined},
            'records': {'generalized': records, 'determined': whole}}


def agreeing(sizes, sides, k) -> dict:
    """The classes of strict cuts of which a reader can infer that more than half of the records agree, and how many do at least.

    sides: each column's {label: on how many sides of the value that most records share others may lie, or None if nothing is known}.

    >>> agreeing({('[38-39]', 'm'): 9, ('[38-60]', '{f|m}'): 9, ('40', 'm'): 12}, [{'[38-39]': 1, '[38-60]': 2}, {'{f|m}': 1}], k=4)
    {'classes': 1, 'records': 9, 'agree': 6}
    """
    classes, records, agree = 0, 0, 0
    for published, n in sizes.items():
        found = [of_column[label] for label, of_column in zip(published, sides) if label in of_column]
        if n >= 2 * k and found and None not in found and 2 * (n - (k - 1) * sum(found)) > n:
            classes += 1
            records += n
            agree += n - (k - 1) * sum(found)
    return {'classes': classes, 'records': records, 'agree': agree}


def of_release(outcome, labels, dimensions, required, partitioning) -> dict:
    """All that a run of Mondrian knows of this. labels: each column's {published text: Label}.

    inferred: what `agreeing` finds, None if that was not worked out.
    not_inferred: why something was not worked out, None if all was. 'cuts': the cuts are not the strict ones of the paper. 'rules',
    'limits': a rule beyond k or a limit may have refused some. 'labels': labels of some classes do not tell enough.
    ends: how many the intervals of boxes name, and how many of these are a value of the class. The labels do not tell which.
    """
    named = [{text: 0 if inner(dimension).boxes else len(label.named) for text, label in of_column.items() if is_general(dimension, label)}
             for dimension, of_column in zip(dimensions, labels)]
    boxes = [place for place, dimension in enumerate(map(inner, dimensions)) if dimension.boxes and dimension.is_number]
    why = ('cuts' if partitioning != 'strict' else 'rules' if required.rules or required.persons else
           'limits' if any(dimension.limit for dimension in dimensions) else None)
    found, unknown = (None, why) if why else inferred(outcome.sizes, labels, dimensions, required.k)
    return {**put_back(outcome.sizes, named), 'ends': box_ends(outcome.recoding, labels, dimensions, boxes) if boxes else None,
            'inferred': found, 'not_inferred': unknown}


def inferred(sizes, labels, dimensions, k) -> tuple:
    """What `agreeing` finds in the classes of strict cuts, and 'labels' if some of their labels say nothing, else None.

    labels: each column's {published text: Label}.
    """
    large = {published: n for published, n in sizes.items() if n >= 2 * k}      # mostly few, and the others say nothing
    general = [{text: of_column[text] for text in set(texts) if is_general(dimension, of_column[text])}
               for texts, dimension, of_column in zip(zip(*large), dimensions, labels)]
    sides = list(map(sides_of, dimensions, general))
    return agreeing(large, sides, k), 'labels' if any(None in of_column.values() for of_column in sides) else None


def is_general(dimension, label) -> bool:
    """Whether a label stands for more than one value. An open cell of a grid does, even if it loses nothing."""
    return label.loss > 0 or label.text.startswith('[') and label.text not in dimension.codes


def sides_of(dimension, labels) -> dict:
    """The `sides` of these labels, as `agreeing` takes them.

    Two values are possible in a set of two. They are in an interval of two consecutive whole numbers, too, where all numbers of the
    column are whole, since most readers know this of a column. Nothing is known of columns that are cut by nodes, and of labels that
    name no value, which several partitions may share.
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
    return {text: (1 if two_possible(label) else 2) if label.named else None for text, label in labels.items()}


def box_ends(recoding, labels, dimensions, places) -> dict:
    """How many ends the intervals of the classes name in these columns, and how many of them some record of the class has."""
    _, classes, _ = recoding.flows()
    named = recorded = 0
    for place in places:
        dimension, size = dimensions[place], len(dimensions[place].texts)
        code_of = list(map(dimension.codes.__getitem__, recoding.table.columns[place].values))
        there = set(map(add, map(size.__mul__, classes), map(code_of.__getitem__, recoding.codes(place))))      # class * size + code
        for class_, published in enumerate(recoding.published):
            if published is None:
                continue
            ends = labels[place][published[place]].named
            named += len(ends)
            recorded += sum(class_ * size + end in there for end in ends)
    return {'named': named, 'recorded': recorded}
