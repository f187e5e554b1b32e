"""What a plan says of a release, and the algorithm that makes the next one by it.

settings/plan_file.py has its form. Promise: the same table gives the same release again.
"""

from __future__ import annotations

from ..errors import DataError, Refused, at
from .at_levels import AtLevels

CUTTING = 'labels', 'categories', 'grid'


def check_planned(algorithm, person) -> None:
    """Refused for an algorithm whose release has no plan.

    person: the column of the persons, or None.
    """
    if algorithm.by_levels:
        return
    if person is not None:
        raise Refused('%s: a plan of cuts counts records; leave it out' % at('person'))
    if algorithm.partitioning != 'strict':
        raise Refused('%s: a plan has strict cuts; leave it out'
                      % at('partitioning', algorithm.partitioning))
    if algorithm.labels != 'grid' and 'box' not in algorithm.labels.split(','):
        raise Refused('a plan needs %s or grid, because other labels do not cover values that come'
                      ' later' % at('labels', 'box'))


def plan_of(made, sensitive, publish, reading, person) -> dict:
    """{name: value} of what a plan says of a release.

    DataError where something is required in a population.
    reading: how the table was read. person: the column of the persons, or None.
    """
    algorithm, counted = made.algorithm, made.space.counted
    check_planned(algorithm, person)
    required, quasi, hierarchies = counted.required, counted.quasi, counted.hierarchies
    if required.population:
        raise DataError('a plan holds no population; leave what is required in one out')
    rules = [(name, rule) for name, of_column in required.rules.items() for rule in of_column]
    trees = {name: hierarchies.tree_of(name, {})
             for name in [*quasi, *required.rules] if hierarchies.has(name)}
    parts = {'quasi': quasi[:], 'sensitive': sensitive[:], 'publish': publish[:], 'k': required.k,
             'missing': reading.missing, 'missing_in': reading.missing_in,
             'read': reading.settings(), 'person': person, 'history': bool(counted.history),
             'max_suppression': str(algorithm.max_suppression), 'weights': algorithm.weights,
             'rules': rules, 'hierarchies': trees}
    if algorithm.by_levels:
        return {**parts, 'levels': dict(zip(quasi, made.outcome.vector))}
    from ..cutting import planned       # few releases are cut by a plan
    columns = made.space.dimensions
    if hasattr(algorithm, 'cuts'):
        cuts, of_columns = algorithm.cuts, algorithm.columns
    else:
        cut = algorithm.cut(columns, required, counted.in_order(algorithm.weights))
        cuts = planned.cuts_made(counted.frequency_set, columns, required, cut)
        of_columns = planned.columns_written(columns, cuts)
    cutting = {name: getattr(algorithm, name) for name in CUTTING}
    return {**parts, **cutting, 'decimal': counted.decimal, 'columns': of_columns, 'cuts': cuts}


def by_plan(parts, source, max_suppression):
    """The algorithm that makes a release by a plan. source: the file of the plan, for messages."""
    asked = {'max_suppression': max_suppression, 'weights': parts['weights']}
    if 'levels' in parts:
        return AtLevels(parts['levels'], source, **asked)
    from .by_plan import ByPlan         # few releases are cut by a plan
    cutting = {name: parts[name] for name in CUTTING}
    return ByPlan(parts['cuts'], parts['columns'], parts['decimal'], source, **asked, **cutting)
