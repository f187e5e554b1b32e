"""The audit, continued: has every class of the file k different persons, and does it pass the rules beyond k in persons?

Promise: `verify_persons` returns only if each class of the file has k different persons, and passes every rule of every sensitive column
whatever the missing values are. `recount_persons` counts the persons of each published tuple from the records that were counted and the
recoding. A record that is nobody's counts for nobody. The file has the rows of these records, as audit/true_labels.py shows.
It takes for granted which record is whose. It shares no code with the counting, the searches or the rules.
"""

from __future__ import annotations

from array import array
from collections import Counter, namedtuple
from functools import partial
from itertools import compress, repeat
from operator import add

from ..errors import Disagreed, quoted
from .deciders import NO_ONES, check_known, decide_folded, decider, undecided
from .recount import told_value
from .same import AS_ONE, TWICE, folded_persons, ones_of_columns

# An Audit (recount.py), and the fewest persons of a class.
AuditInPersons = namedtuple('AuditInPersons', 'records classes k persons')

# persons: how many; broken: a rule that is not passed and its column, or None.
OfClass = namedtuple('OfClass', 'persons broken')

MANY = 100_000      # records. Those of some classes are looked at together, about so many, because sets of a million take much memory


def recount_persons(recorded, owners, required) -> dict:
    """{published tuple: OfClass}. DataError if a rule compares classes with another distribution than that of the table.

    owners: has `rows` and `persons`, which say of each counted record the row among `recorded.rows()` and the number of its person, and
    `nobody`, the numbers that are no person's (tables/tally.py).
    """
    if recorded.parted:
        raise Disagreed('the audit found records of one combination in several classes, and cannot tell whose each of them is')
    classes, columns = classes_and_columns(recorded, required.rules)
    rows, persons = owners.rows, owners.persons
    if owners.nobody:
        known = bytes(person not in owners.nobody for person in persons)
        rows, persons = array('I', compress(rows, known)), array('I', compress(persons, known))
    ones = ones_of_columns({column: values for column, (values, _) in columns.items()}, required.sameness)
    deciders = deciders_of(((tuple([values[codes[row]] for values, codes in columns.values()]), person) for row, person in zip(rows, persons)),
                           required.rules, ones)
    size = 1 + max(persons, default=0)
    found: dict = {}
    for records in records_by_class(recorded.published, classes, rows):
        of_records, of_rows = list(map(persons.__getitem__, records)), list(map(rows.__getitem__, records))
        where = list(map(classes.__getitem__, of_rows))
        broken: dict = {}
        everybody = Counter(map(size.__rfloordiv__, set(map(add, map(size.__mul__, where), of_records))))
        for column, (values, codes) in columns.items():
            keys = map(add, map(len(values).__mul__, where), map(codes.__getitem__, of_rows))
            for class_, of_values in persons_by_value(set(map(add, map(size.__mul__, keys), of_records)), values, size).items():
                rules = [rule for rule, passes in deciders[column] if not passes(of_values, everybody[class_])]
                if rules:
                    broken.setdefault(class_, (rules[0], column))
        found.update((recorded.published[class_], OfClass(n, broken.get(class_))) for class_, n in everybody.items())
    return found


def classes_and_columns(recorded, names) -> tuple:
    """The class of each counted row, and {sensitive column: (its values, which of them each row has)}. names: of the sensitive columns.

    Classes that are published as the same tuple are one class here, the first of them.
    """
    first_of = {tuple_: class_ for class_, tuple_ in reversed(list(enumerate(recorded.published)))}
    published = [first_of[tuple_] for tuple_ in recorded.published]
    classes, places = array('I'), [recorded.names.index(name) - len(recorded.columns) for name in names]
    columns: list = [({}, array('I')) for _ in names]       # {value: its number}, the number of each row
    for part in recorded.rows():
        classes.extend(map(published.__getitem__, map(recorded.classes.__getitem__, part.places)))
        for place, (number_of, numbers) in zip(places, columns):
            of_part = [number_of.setdefault(told_value(carried[place]), len(number_of)) for carried in part.values]
            numbers.extend(map(of_part.__getitem__, part.codes))
    return classes, {name: (list(number_of), numbers) for name, (number_of, numbers) in zip(names, columns)}


def labels_and_values(recorded, names) -> tuple:
    """The published tuple of each counted row, None if it is suppressed, and its sensitive values. names: of the sensitive columns."""
    classes, columns = classes_and_columns(recorded, names)
    values = zip(*(map(values.__getitem__, codes) for values, codes in columns.values())) if columns else repeat((), len(classes))
    return list(map(recorded.published.__getitem__, classes)), list(values)


def records_by_class(published, classes, rows):
    """Yield the published records of some classes, then of others. classes: of each row. rows: of each record."""
    last = 1 + len(rows) // MANY
    part_of = [last if tuple_ is None else class_ * last // len(published) for class_, tuple_ in enumerate(published)]
    parts = [array('I') for _ in range(last + 1)]
    for record, row in enumerate(rows):
        parts[part_of[classes[row]]].append(record)
    return parts[:last]


def persons_by_value(numbers, values, size) -> dict:
    """{class: {value: set of persons}} of numbers (class * len(values) + place of the value) * size + person.

    >>> persons_by_value({1, 2, 13, 41}, ['flu', 'HIV'], 10)
    {0: {'flu': {1, 2}, 'HIV': {3}}, 2: {'flu': {1}}}
    """
    ascending = sorted(numbers)
    persons, start = list(map(size.__rmod__, ascending)), 0
    found: dict = {}
    for key, n in Counter(map(size.__rfloordiv__, ascending)).items():
        found.setdefault(key // len(values), {})[values[key % len(values)]] = set(persons[start:start + n])
        start += n
    return found


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


def broken_rule(columns, everybody, deciders):
    """A rule that a class does not pass and its column, or None. columns: {column: {value: set of persons}}. everybody: how many persons.

    deciders: as `deciders_of` returns them.

    >>> deciders = {'ill': [('two values', lambda persons_of_values, everybody: len(persons_of_values) > 1)]}
    >>> broken_rule({'ill': {'flu': {1, 2}}}, 2, deciders), broken_rule({'ill': {'flu': {1}, 'ulcer': {2}}}, 2, deciders)
    (('two values', 'ill'), None)
    """
    return next(((rule, column) for column, of_column in deciders.items() for rule, passes in of_column
                 if not passes(columns[column], everybody)), None)


def deciders_of(values_and_persons, rules_of, ones) -> dict:
    """{column: (rule, its decider) pairs}. DataError if a rule compares with another distribution than that of the table.

    values_and_persons: of the table. ones: of each column, as `ones_of_columns` (same.py) finds them.
    """
    pairs = set(values_and_persons) if any(rule.reference is not None for rules in rules_of.values() for rule in rules) else set()
    found = {}
    for place, (column, rules) in enumerate(rules_of.items()):
        table = {(values[place], person) for values, person in pairs}
        verify_references(table, column, rules)
        whole = Counter(one for one, _ in {(ones[column][value], person) for value, person in table}) if ones[column] else None
        found[column] = [(rule, decider_of_persons(rule, ones[column], whole)) for rule in rules]
    return found


def verify_references(pairs, column, rules):
    """DataError if a rule compares with another distribution than that of the table in (value, person) pairs."""
    comparing = [rule for rule in rules if rule.reference is not None]
    if comparing:
        table = Counter(value for value, _ in pairs)
        for rule in comparing:
            if rule.reference != table:
                raise Disagreed('the audit found that %s compares column %s with another distribution than that of the persons of'
                                ' the table' % (rule.option.replace('_', '-'), quoted(column)))


def verify_persons(sizes, persons, required) -> int:
    """The fewest persons of a class, 0 without any. DataError if a class of the file, {published tuple: records}, lacks something.

    persons: {published tuple: OfClass}.
    """
    fewest = None
    for quasi in sizes:
        there, broken = persons.get(quasi, OfClass(0, None))
        fewest = there if fewest is None else min(fewest, there)
        if there < required.k:
            raise Disagreed('the audit found a class of %d person%s, fewer than k = %d' % (there, 's' * (there != 1), required.k))
        if broken:
            raise Disagreed('the audit found a class without %s in %s, counted in persons' % broken)
    return fewest or 0


def decider_of_persons(rule, ones=NO_ONES, whole=None):
    """A function from {value: set of persons} of a class, and how many persons it has, to whether it passes.

    ones: {value: what it is taken for}, of all values of the column. Whoever has two of one value has one. whole: {what values are taken
    for: persons} of the whole table.
    """
    passes, kind = decider_of_values(rule), type(rule).__name__
    if not ones or kind not in AS_ONE | TWICE:
        return passes
    if kind in AS_ONE:
        return lambda values, everybody: passes(folded_persons(values, ones), everybody)
    passes_folded = decide_folded(rule, whole)
    return lambda values, everybody: passes(values, everybody) and passes_folded(sizes_of(folded_persons(values, ones)))


def sizes_of(values) -> dict:
    """{value: how many persons}, of {value: set of persons}."""
    return {value: len(persons) for value, persons in values.items()}


def decider_of_values(rule):
    """The same of values as they stand there."""
    check_known(rule)
    kind, passes = type(rule).__name__, decider(rule)
    if rule.reference is not None:
        return lambda values, everybody: passes(sizes_of(values))
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
