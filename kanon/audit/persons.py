"""The audit, continued: has every class of the file k different persons, and does it pass the rules beyond k in persons?

Promise: `verify_persons` returns only if each class of the file has k different persons, and passes every rule of every sensitive column
whatever the missing values are. `recount_persons` counts the persons of each published tuple from the records that were counted and the
recoding. A record that is nobody's counts for nobody. The file has the rows of these records, as audit/true_labels.py shows.
It takes for granted which record is whose. It shares no code with the counting, the searches or the rules.
"""

from __future__ import annotations

from collections import Counter, namedtuple
from functools import partial
from itertools import repeat

from ..errors import Disagreed, quoted
from .deciders import check_known, decider, undecided
from .recount import told_value

# An Audit (recount.py), and the fewest persons of a class.
AuditInPersons = namedtuple('AuditInPersons', 'records classes k persons')

# persons: how many; values: {sensitive column: {value: set of persons}}
OfClass = namedtuple('OfClass', 'persons values')


def recount_persons(recorded, owners, required) -> dict:
    """{published tuple: OfClass}. DataError if t compares classes with another distribution than that of the table.

    owners: has `rows` and `persons`, which say of each counted record the row among `recorded.rows()` and the number of its person, and
    `nobody`, the numbers that are no person's (tables/tally.py).
    """
    labels, values = labels_and_values(recorded, required.rules)
    verify_references(((values[row], person) for row, person in zip(owners.rows, owners.persons) if person not in owners.nobody),
                      required.rules)
    everybody: dict = {}
    for row, person in zip(owners.rows, owners.persons):
        if labels[row] is not None and person not in owners.nobody:
            everybody.setdefault(labels[row], {}).setdefault(values[row], set()).add(person)
    return {tuple_: OfClass(len(set().union(*found.values())), persons_of_columns(found, required.rules))
            for tuple_, found in everybody.items()}


def labels_and_values(recorded, names) -> tuple:
    """The published tuple of each counted row, None if it is suppressed, and its sensitive values. names: of the sensitive columns."""
    published = list(map(recorded.published.__getitem__, recorded.classes))
    columns = [recorded.names.index(name) - len(recorded.columns) for name in names]
    labels: list = []
    values: list = []
    for part in recorded.rows():
        labels.extend(map(published.__getitem__, part.places))
        of_code = [tuple([told_value(carried[place]) for place in columns]) for carried in part.values]
        values.extend(map(of_code.__getitem__, part.codes) if columns else repeat((), len(part.codes)))
    return labels, values


def persons_of_columns(found, names) -> dict:
    """{column: {value: set of persons}} of {sensitive values: set of persons}.

    >>> persons_of_columns({('flu', 'no'): {1}, ('flu', 'yes'): {2}}, ['ill', 'smokes'])
    {'ill': {'flu': {1, 2}}, 'smokes': {'no': {1}, 'yes': {2}}}
    """
    columns: dict = {name: {} for name in names}
    for values, persons in found.items():
        for name, value in zip(names, values):
            columns[name].setdefault(value, set()).update(persons)
    return columns


def verify_references(values_and_persons, rules_of):
    """DataError if a rule compares with another distribution than that of the table in (value, person) pairs."""
    references = {column: [rule.reference for rule in rules if rule.reference is not None] for column, rules in rules_of.items()}
    pairs = set(values_and_persons) if any(references.values()) else set()
    for place, (column, expected) in enumerate(references.items()):
        table = Counter(value for value, _ in {(values[place], person) for values, person in pairs}) if expected else None
        if any(reference != table for reference in expected):
            raise Disagreed('the audit found that t-closeness compares column %s with another distribution than that of the persons of'
                            ' the table' % quoted(column))


def verify_persons(sizes, persons, required) -> int:
    """The fewest persons of a class, 0 without any. DataError if a class of the file, {published tuple: records}, lacks something.

    persons: {published tuple: OfClass}.
    """
    fewest = None
    deciders = {column: [(rule, decider_of_persons(rule)) for rule in rules] for column, rules in required.rules.items()}
    for quasi in sizes:
        there = persons.get(quasi, OfClass(0, {}))
        fewest = there.persons if fewest is None else min(fewest, there.persons)
        if there.persons < required.k:
            raise Disagreed('the audit found a class of %d person%s, fewer than k = %d'
                            % (there.persons, 's' * (there.persons != 1), required.k))
        for column, of_column in deciders.items():
            broken = [str(rule) for rule, passes in of_column if not passes(there.values[column], there.persons)]
            if broken:
                raise Disagreed('the audit found a class without %s in %s, counted in persons' % (broken[0], column))
    return fewest or 0


def decider_of_persons(rule):
    """A function from {value: set of persons} of a class, and how many persons it has, to whether it passes."""
    check_known(rule)
    kind, passes = type(rule).__name__, decider(rule)
    if kind == 'Closeness':
        return lambda values, everybody: passes({value: len(persons) for value, persons in values.items()})
    if kind == 'Alpha':
        return lambda values, everybody: all(n * rule.alpha[1] <= rule.alpha[0] * everybody for _, n in persons_at_most(values))
    if kind in ('Distinct', 'Entropy', 'Recursive'):
        return partial(nobody_is_sure, passes)
    raise undecided(rule)


def persons_at_most(values) -> list:
    """(value, how many persons have it at most) of each known value, or of any value if none is known.

    >>> persons_at_most({'flu': {1}, 'HIV': {2}, '?': {2, 3}}), persons_at_most({'?': {2}})
    ([('flu', 3), ('HIV', 2)], [('any', 1)])
    """
    unknown = values.get('?', set())
    return [(value, len({*persons, *unknown})) for value, persons in values.items() if value != '?'] or [('any', len(unknown))]


def nobody_is_sure(passes, values, everybody) -> bool:
    """Whether no value may be had by all persons, and a rule holds, whichever value takes all that is missing. passes: its decider."""
    possible = persons_at_most(values)
    if any(n == everybody for _, n in possible):
        return False
    sure = {value: len(persons) for value, persons in values.items() if value != '?'}
    return all(passes({**sure, value: n}) for value, n in (possible if '?' in values else possible[:1]))
