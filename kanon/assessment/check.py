"""What a published table keeps to: its k, and l, t and alpha of each sensitive column, beside what is required of it.

Promise: every class is looked at, and every requirement is decided for every class and sensitive column by the exact
rules of requirement.py, never by the floats that are shown.
Suppressed rows are no class, but they count in the reference of t, which is the whole file. There is one class at least.
"""

from __future__ import annotations

import os
from collections import Counter, namedtuple
from math import inf

from ..beyond.distance import Equal, Hierarchical, Ordered
from ..beyond.rules import Alpha, Closeness, Distinct, Entropy, Recursive, entropy_l, most_frequent, recursive_c
from ..required import by_column
from ..errors import DataError, quoted
from ..tables.hierarchy_file import file_of, load
from .classes import accounts, class_sizes, missing_cells, whole, wildcard_sizes

WORST = 3       # classes shown

DEEPEST = 5     # the greatest l whose c is said unasked: each sorts every class again

RULES = {'l': Distinct, 'entropy': Entropy, 'recursive': lambda limit: Recursive(*limit), 'alpha': Alpha}

NEEDS = {'ordered-t': 'numbers in every record', 'hierarchical-t': 'a hierarchy of all values, in the folder of --hierarchies'}

Class = namedtuple('Class', 'quasi size histograms')        # histograms: {value: records} of each sensitive column

Column = namedtuple('Column', 'name distances found')       # distances: {'t': Equal, ...} that apply; found: what is `measured`

Verdict = namedtuple('Verdict', 'required column found failing')    # found: of the worst class; failing: the classes that fail


def judged(published, options) -> dict:
    """All that is said of a table, unrounded. options: quasi, sensitive, asked_k, require and named_hierarchies."""
    sizes = class_sizes(published)
    classes = [Class(quasi, sizes[quasi], by_column(published.classes[quasi])) for quasi in sorted(sizes)]
    columns = []
    for place, (name, reference) in enumerate(zip(options.sensitive, by_column(whole(published)))):
        apply = distances(name, reference, options.named_hierarchies)
        columns.append(Column(name, apply, measured(apply, [class_.histograms[place] for class_ in classes])))
    verdicts = [verdict for required in options.require for verdict in decided(required, columns, classes)]
    return {
        'records': accounts(published),
        'classes': sizes_said(list(sizes.values()), options.asked_k), 'missing': missing_said(sizes),
        'columns': [{'column': column.name, **column.found} for column in columns],
        'worst': [class_said(class_, columns, options.quasi) for class_ in worst(classes, verdicts)],
        'required': [verdict_said(verdict) for verdict in verdicts],
        'holds': not any(verdict.failing for verdict in verdicts),
        'others': {'columns': published.others, 'distinct': published.distinct}}


def distances(name, reference, folder) -> dict:
    """{word of --require: distance} of a column, those that apply to these {value: records} and the hierarchies' folder."""
    found = {'t': Equal(reference)}
    try:
        found['ordered-t'] = Ordered(reference)
    except DataError:
        pass
    if folder is not None and os.path.exists(file_of(folder, name)):
        tree = load(file_of(folder, name))
        if not tree.uncovered(reference):
            found['hierarchical-t'] = Hierarchical(reference, tree)
    return found


def decided(required, columns, classes):
    """A Verdict, for l, t and alpha one of each sensitive column."""
    if required.word == 'k':
        yield Verdict(required, None, min([class_.size for class_ in classes]),
                      [class_ for class_ in classes if class_.size < required.limit])
        return
    if not columns:
        raise DataError('--require %s needs a --sensitive column' % required.text)
    for place, column in enumerate(columns):
        passes, found = rule(required, column).passes, column.found[required.word]
        if required.word == 'recursive':
            found = recursive([class_.histograms[place] for class_ in classes], required.limit[1])
        yield Verdict(required, column.name, found, [class_ for class_ in classes if not passes(class_.histograms[place])])


def rule(required, column):
    """The exact rule of requirement.py; DataError where the column has no such distance."""
    if required.word in RULES:
        return RULES[required.word](required.limit)
    if required.word not in column.distances:
        raise DataError('--require %s needs %s; column %s has not' % (required.word, NEEDS[required.word], quoted(column.name)))
    return Closeness(required.limit, column.distances[required.word])


def measured(distances_, histograms) -> dict:
    """What all classes of a sensitive column keep to, under the words of --require.

    >>> found = measured({'t': Equal({'flu': 3, 'ulcer': 1})}, [{'flu': 1, 'ulcer': 1}, {'flu': 2}])
    >>> found['l'], found['recursive'], found['t'], found['alpha'], found['homogeneous']
    (1, {2: None}, 0.25, 1.0, {'classes': 1, 'records': 2})
    """
    far = {word: max([share_moved(distance, histogram) for histogram in histograms])
           for word, distance in distances_.items()}
    least = min(map(len, histograms))
    same = [sum(histogram.values()) for histogram in histograms if len(histogram) == 1]
    return {'l': least, 'entropy': min(map(entropy_l, histograms)),
            'recursive': {l: recursive(histograms, l) for l in range(2, min(max(least, 2), DEEPEST) + 1)},
            **{'t': None, 'ordered-t': None, 'hierarchical-t': None, **far},
            'alpha': max(map(most_frequent, histograms)),
            'homogeneous': {'classes': len(same), 'records': sum(same)}}


def recursive(histograms, l):
    """Recursive (c, l)-diversity holds for every c above this; None where it holds for none.

    >>> recursive([{'flu': 3, 'ulcer': 2, 'cancer': 1}, {'flu': 2, 'ulcer': 2}], 2)
    1.0
    """
    least = max(recursive_c(histogram, l) for histogram in histograms)
    return None if least == inf else least


def share_moved(distance, histogram):
    part, all_ = distance.from_(histogram)
    return part / all_


def sizes_said(counts, k) -> dict:
    """Of the classes' sizes; `below` is about the k that was asked for, if any.

    >>> sizes_said([4, 1, 2], 3)
    {'count': 3, 'k': 1, 'largest': 4, 'average': 2.3333333333333335, 'below': {'k': 3, 'records': 3}}
    """
    return {'count': len(counts), 'k': min(counts), 'largest': max(counts),
            'average': sum(counts) / len(counts),
            'below': None if k is None else {'k': k, 'records': sum(n for n in counts if n < k)}}


def missing_said(sizes) -> dict:
    """Missing values in the quasi-identifiers, and k where they are compatible with every value."""
    cells, records = missing_cells(sizes)
    return {'cells': cells, 'records': records, 'wildcard_k': min(wildcard_sizes(sizes).values())}


def worst(classes, verdicts) -> list:
    """First those that fail most requirements, then those of the fewest sensitive values, then the smallest."""
    fails = Counter(class_.quasi for verdict in verdicts for class_ in verdict.failing)
    return sorted(classes, key=lambda class_: (-fails[class_.quasi], min(map(len, class_.histograms), default=0), class_.size,
                                               class_.quasi))[:WORST]


def class_said(class_, columns, quasi) -> dict:
    said = []
    for column, histogram in zip(columns, class_.histograms):
        value = min(histogram, key=lambda value: (-histogram[value], value))
        said.append({'column': column.name, 'l': len(histogram), 'most_frequent': value, 'records': histogram[value],
                     't': share_moved(column.distances['t'], histogram)})
    return {'quasi': dict(zip(quasi, class_.quasi)), 'records': class_.size, 'columns': said}


def verdict_said(verdict) -> dict:
    return {'required': verdict.required.text, 'column': verdict.column, 'found': verdict.found, 'holds': not verdict.failing,
            'failing': {'classes': len(verdict.failing), 'records': sum(class_.size for class_ in verdict.failing)}}
