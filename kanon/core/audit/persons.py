"""The audit, continued: has every class of the file k different persons, and does it pass the rules
beyond k in persons?

Promise: `verify_persons` returns only if each class of the file has k different persons, and passes
every rule of every sensitive column whatever the missing values are. `recount_persons` counts the
persons of each published tuple from the records that were counted and the recoding. A record that
is nobody's counts for nobody. The file has the rows of these records, as audit/true_labels.py
shows.
It takes for granted which record is whose. It shares no code with the counting, the searches or the
rules.
"""

from __future__ import annotations

from array import array
from collections import Counter, namedtuple
from functools import partial

from ..errors import Disagreed, quoted
from .deciders import NO_ONES, check_known, decide_folded, decider, undecided
from .recount import told_value
from .same import AS_ONE, TWICE, folded_persons, ones_of_columns, values_of_columns

# An Audit (recount.py), and the fewest persons of a class.
AuditInPersons = namedtuple('AuditInPersons', 'records classes k persons')

# persons: how many; broken: a rule that is not passed and its column, or None.
ClassInPersons = namedtuple('ClassInPersons', 'persons broken')
NOBODY = ClassInPersons(0, None)


def recount_persons(recorded, owners, required) -> dict:
    """{published tuple: ClassInPersons}, without classes in which nobody is.

    DataError if a rule compares classes with another distribution than that of the table.
    owners: has `rows` and `persons`, which say of each counted record the row among
    `recorded.rows()` and the number of its person, and `nobody`, the numbers that are no person's
    (tables/tally.py).
    """
    if recorded.parted:
        raise Disagreed('the audit found records of one combination in several classes, and cannot'
                        ' tell whose each of them is')
    classes, values = classes_and_values(recorded, required.rules)
    ones = ones_of_columns(values_of_columns(required.rules, set(values)), required.sameness)
    deciders = deciders_of(pairs_of_table(values, owners), required.rules, ones)
    counted = {}
    for published, records in records_by_class(recorded.published, classes, owners).items():
        persons = [owners.persons[record] for record in records]
        columns = columns_of_records(values, owners.rows, records)
        if persons and published is not None:
            counted[published] = count_class(persons, columns, deciders)
    return counted


def classes_and_values(recorded, names) -> tuple:
    """The class of each counted row, an index of `recorded.published`, and its sensitive values.

    names: of the sensitive columns.
    """
    places = [recorded.names.index(name) - len(recorded.columns) for name in names]
    classes, values = array('I'), []
    for part in recorded.rows():
        classes.extend([recorded.classes[place] for place in part.places])
        of_codes = [tuple([told_value(carried[place]) for place in places])
                    for carried in part.values]
        values += [of_codes[code] for code in part.codes]
    return classes, values


def labels_and_values(recorded, names) -> tuple:
    """The published tuple of each counted row, None if it is suppressed, and its sensitive values.

    names: of the sensitive columns.
    """
    classes, values = classes_and_values(recorded, names)
    return [recorded.published[class_] for class_ in classes], values


def pairs_of_table(values, owners):
    """Yield the sensitive values and the person of each record that is somebody's.

    values: of each row.
    """
    for row, person in zip(owners.rows, owners.persons):
        if person not in owners.nobody:
            yield values[row], person


def records_by_class(published, classes, owners) -> dict:
    """{published tuple: its records that are somebody's}. Classes of the same tuple are one here.

    published: the tuple of each class. classes: the class of each row.
    """
    by_class = [array('I') for _ in published]
    for record, (row, person) in enumerate(zip(owners.rows, owners.persons)):
        if person not in owners.nobody:
            by_class[classes[row]].append(record)
    by_tuple: dict = {}
    for tuple_, records in zip(published, by_class):
        by_tuple.setdefault(tuple_, array('I')).extend(records)
    return by_tuple


def columns_of_records(values, rows, records):
    """Yield the values of these records in each sensitive column. Without rules nobody asks.

    values: of each row. rows: of each record of the table.
    """
    yield from zip(*[values[rows[record]] for record in records])


def count_class(persons, columns, deciders) -> ClassInPersons:
    """The persons of a class, and a rule that it does not pass.

    persons: of each of its records. columns: the values of each record, for each sensitive column.
    deciders: as `deciders_of` returns them.

    >>> two = [('two values', lambda persons, everybody: len(persons) > 1)]
    >>> count_class([1, 2, 1], [['flu', 'flu', 'flu']], {'ill': two})
    ClassInPersons(persons=2, broken=('two values', 'ill'))
    >>> count_class([1, 2, 1], [['flu', 'flu', 'gout']], {'ill': two})
    ClassInPersons(persons=2, broken=None)
    """
    everybody = len(set(persons))
    for (column, rules), values in zip(deciders.items(), columns):
        by_value = persons_by_value(values, persons)
        for rule, passes in rules:
            if not passes(by_value, everybody):
                return ClassInPersons(everybody, (rule, column))
    return ClassInPersons(everybody, None)


def persons_by_value(values, persons) -> dict:
    """{value: set of persons}. values, persons: of each record.

    >>> persons_by_value(['flu', 'HIV', 'flu'], [1, 1, 2])
    {'flu': {1, 2}, 'HIV': {1}}
    """
    by_value: dict = {}
    for value, person in zip(values, persons):
        if value not in by_value:
            by_value[value] = set()
        by_value[value].add(person)
    return by_value


def deciders_of(values_and_persons, rules_of, ones) -> dict:
    """{column: (rule, its decider) pairs}.

    DataError if a rule compares with another distribution than that of the table.
    values_and_persons: of the table. ones: of each column, as `ones_of_columns` (same.py) finds
    them.
    """
    all_rules = [rule for rules in rules_of.values() for rule in rules]
    pairs: set = set()
    if any(rule.reference is not None for rule in all_rules):
        pairs.update(values_and_persons)
    deciders = {}
    for place, (column, rules) in enumerate(rules_of.items()):
        table = {(values[place], person) for values, person in pairs}
        verify_references(table, column, rules)
        whole = None
        if ones[column]:
            as_ones = {(ones[column][value], person) for value, person in table}
            whole = Counter(one for one, _ in as_ones)
        deciders[column] = [(rule, decider_of_persons(rule, ones[column], whole)) for rule in rules]
    return deciders


def verify_references(pairs, column, rules):
    """DataError if a rule compares with another distribution than that of the table.

    pairs: the different (value, person) pairs of the table.
    """
    table = Counter(value for value, _ in pairs)
    for rule in rules:
        if rule.reference is not None and rule.reference != table:
            raise Disagreed('the audit found that %s compares column %s with another distribution'
                            ' than that of the persons of the table'
                            % (rule.option.replace('_', '-'), quoted(column)))


def verify_persons(sizes, persons, required) -> int:
    """The fewest persons of a class, 0 without any.

    DataError if a class of the file, {published tuple: records}, lacks something.
    persons: {published tuple: ClassInPersons}.
    """
    fewest = []
    for published in sizes:
        class_ = persons.get(published, NOBODY)
        fewest.append(class_.persons)
        if class_.persons < required.k:
            raise Disagreed('the audit found a class of %d person%s, fewer than k = %d'
                            % (class_.persons, 's' * (class_.persons != 1), required.k))
        if class_.broken:
            raise Disagreed('the audit found a class without %s in %s, counted in persons'
                            % class_.broken)
    return min(fewest, default=0)


def decider_of_persons(rule, ones=NO_ONES, whole=None):
    """A function from {value: set of persons} of a class, and how many persons it has, to whether
    it passes.

    ones: {value: what it is taken for}, of all values of the column. Whoever has two of one value
    has one. whole: {what values are taken for: persons} of the whole table.
    """
    passes, kind = decider_of_values(rule), type(rule).__name__
    if ones and kind in AS_ONE:
        return lambda persons, everybody: passes(folded_persons(persons, ones), everybody)
    if ones and kind in TWICE:
        passes_folded = decide_folded(rule, whole)
        return lambda persons, everybody: (
            passes(persons, everybody) and passes_folded(sizes_of(folded_persons(persons, ones))))
    return passes


def decider_of_values(rule):
    """The decider of a rule that takes no two values as one."""
    check_known(rule)
    kind, passes = type(rule).__name__, decider(rule)
    if rule.reference is not None:
        return lambda persons, everybody: passes(sizes_of(persons))
    if kind == 'Alpha':
        return partial(share_at_most, rule.alpha)
    if kind in ('Distinct', 'Entropy', 'Recursive'):
        return partial(nobody_is_sure, passes)
    raise undecided(rule)


def sizes_of(persons) -> dict:
    """{value: how many persons}, of {value: set of persons}."""
    return {value: len(of_value) for value, of_value in persons.items()}


def share_at_most(alpha, persons, everybody) -> bool:
    """Whether each value is had by at most a share p / q of everybody. alpha: p and q.

    >>> share_at_most((1, 2), {'flu': {1}, 'HIV': {2}}, 2)
    True
    >>> share_at_most((1, 2), {'flu': {1}, 'HIV': {2}, '?': {1}}, 2)
    False
    """
    p, q = alpha
    return all(n * q <= p * everybody for _, n in persons_at_most(persons))


def nobody_is_sure(passes, persons, everybody) -> bool:
    """Whether no value may be had by all persons, and a rule holds, whichever value takes all that
    is missing. passes: the rule's decider."""
    at_most = persons_at_most(persons)
    if any(n == everybody for _, n in at_most):
        return False
    sure = {value: len(of_value) for value, of_value in persons.items() if value != '?'}
    if '?' not in persons:
        return passes(sure)
    return all(passes({**sure, value: n}) for value, n in at_most)


def persons_at_most(persons) -> list:
    """(value, how many persons have it at most) of each known value, or of any value if none is
    known.

    >>> persons_at_most({'flu': {1}, 'HIV': {2}, '?': {2, 3}}), persons_at_most({'?': {2}})
    ([('flu', 3), ('HIV', 2)], [('any', 1)])
    """
    unknown = persons.get('?', set())
    at_most = [(value, len(of_value | unknown))
               for value, of_value in persons.items() if value != '?']
    return at_most or [('any', len(unknown))]
