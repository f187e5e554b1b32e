"""Why the records of a release were suppressed: each is counted once, at the first requirement that
its class fails.

The requirements are named as their options are: 'k', the rules beyond k such as 'l_diversity', then
'k_map', 'delta_presence' and 'history'. In this order each class is asked. A class is what it would
have been: the records with the same labels, those of all columns that the rules are about. With a
history it is the people with the same labels in every release. Such a class fails 'history' if it
passes by itself, and is withheld because too few of its group would be absent.
Promise: the counts of `suppressed_by` add up to the suppressed records, and those of
`persons_suppressed_by` to the persons of whom nothing is published.
Where k is the only requirement nothing is worked out: all were suppressed for k.
"""

from __future__ import annotations

from collections import namedtuple
from itertools import compress

from ..counts.frequency import added_up
from ..settings.table import RULE, settings_marked


# Whose records were suppressed. lattice, vector: of a release by levels.
SuppressionCase = namedtuple('SuppressionCase', 'required recoding lattice vector',
                             defaults=(None, None))


def suppressing(made) -> SuppressionCase:
    """The SuppressionCase of a release, as `release_of` makes it (release.py)."""
    lattice = made.space.lattice if made.algorithm.by_levels else None
    outcome = made.outcome
    return SuppressionCase(made.space.counted.required, outcome.recoding, lattice, outcome.vector)


def requirements(required) -> list:
    """The names of what is required, in the order in which a class is asked.

    >>> from ..counts.required import Required
    >>> from ..rules.of_values import Closeness, Distinct
    >>> requirements(Required(2, {'ill': [Distinct(2), Closeness(0.2)], 'ward': [Distinct(3)]}))
    ['k', 'l_diversity', 't_closeness']
    """
    asked = {rule.option for rules in required.rules.values() for rule in rules}
    population = required.population
    names = ['k', *(name for name in settings_marked(RULE) if name in asked)]
    if population:
        names += ['k_map'] * bool(population.k_map)
        names += ['delta_presence'] * (population.presence is not None)
    return [*names, *['history'] * bool(required.earlier)]


def suppressed_by(run, suppressed) -> dict:
    """{requirement: records}, with 0 for those that suppress none.

    run: a SuppressionCase. suppressed: how many records it suppresses.

    >>> from ..counts.frequency import frequency_set_of
    >>> from ..counts.recoding import Recoding
    >>> from ..counts.required import Required
    >>> from ..rules.of_values import Distinct
    >>> table = {('38',): 1, ('41',): 2, ('50',): 2}
    >>> ill = {('38',): {('flu',): 1}, ('41',): {('flu',): 2}, ('50',): {('flu',): 1, ('gout',): 1}}
    >>> recoding = Recoding(frequency_set_of(table), list(table), [0, 1, 2], failing={0, 1})
    >>> suppressed_by(SuppressionCase(Required(2, {'ill': [Distinct(2)]}, ill), recoding), 3)
    {'k': 1, 'l_diversity': 2}
    """
    counts = run.recoding.table.counts
    return by_requirement(run, suppressed, lambda firsts: added_up(firsts, counts))


def persons_suppressed_by(run, suppressed) -> dict:
    """{requirement: persons of whom nothing is published}.

    Each person is counted at the first requirement that one of its classes fails.

    suppressed: how many persons these are.
    """
    persons = run.required.persons

    def counted(firsts):
        of_person: dict = {}    # {person: the first, or None if a row of the person is published}
        for first, person in zip(map(firsts.__getitem__, persons.places), persons.persons):
            before = of_person.get(person, first)
            of_person[person] = None if None in (first, before) else min(first, before)
        return added_up(of_person.values(), None)
    return by_requirement(run, suppressed, counted)


def by_requirement(run, suppressed, counted) -> dict:
    """{requirement: how many}.

    counted: a function from what `first_failed` finds to {place of a requirement: how many}.
    """
    names = requirements(run.required)
    if len(names) == 1 or not suppressed:
        return {name: suppressed * (name == 'k') for name in names}
    counts = counted(first_failed(run, names))
    return {name: counts.get(place, 0) for place, name in enumerate(names)}


def first_failed(run, names) -> list:
    """[row of the table] -> the place of the first requirement that its class fails.

    None for a row that is published.
    """
    required, recoding, lattice, vector = run
    if required.earlier:
        failed = lattice.failed(vector)
        return [first_of(names, of_row) if of_row else None for of_row in failed]
    people = lattice.people_at(vector) if required.population else {}
    failed = failed_by_classes(required, recoding, people)
    firsts = {class_: first_of(names, of_class) for class_, of_class in failed.items()}
    return list(map(firsts.get, recoding.classes))


def first_of(names, failed) -> int:
    return next(place for place, name in enumerate(names) if name in failed)


def failed_by_classes(required, recoding, people) -> dict:
    """{suppressed class: the names of all requirements that it fails}.

    people: {labels: people} of the population.
    """
    classes, failing = recoding.classes, recoding.failing
    persons = required.persons
    if persons:
        sizes = persons.in_classes([class_ if class_ in failing else None for class_ in classes])
    else:
        is_open = bytes(map(failing.__contains__, classes))
        counts = recoding.table.counts
        sizes = added_up(compress(classes, is_open), counts and compress(counts, is_open))
    failed = {class_: {'k'} if sizes.get(class_, 0) < required.k else set() for class_ in failing}
    if required.rules:
        for class_, class_as_judged in judged_classes(required, recoding):
            failed[class_].update(rule.option for _, rule in required.failed(class_as_judged))
    if required.population:
        for class_ in failing:
            there = people.get(recoding.labels[class_], 0)
            failed[class_].update(required.population.failed(sizes.get(class_, 0), there))
    return failed


def judged_classes(required, recoding):
    """Each suppressed class as its rules see it: a histogram, or a Held of each column."""
    classes, failing, persons = recoding.classes, recoding.failing, required.persons
    if persons:
        of_rows = [class_ if class_ in failing else None for class_ in classes]
        return persons.held_in_classes(of_rows).items()
    values, places, codes, counts = required.sensitive(recoding.table)
    of_rows = list(map(classes.__getitem__, places))
    is_open = bytes(map(failing.__contains__, of_rows))
    pairs = zip(compress(of_rows, is_open), compress(codes, is_open))
    histograms: dict = {}
    for (class_, code), n in added_up(pairs, compress(counts, is_open)).items():
        histograms.setdefault(class_, {})[values[code]] = n
    return histograms.items()
