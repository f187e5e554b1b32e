"""What is required beyond k, for one table: the rules of each sensitive column, with the distances that t is measured by."""

from __future__ import annotations

from ..errors import DataError, quoted
from ..required import Required, as_one, by_column
from .distance import Equal, Hierarchical, Ordered
from .of_values import Closeness


def required_for(k, names, sensitive, l_rules, t_rules, alpha_rules, hierarchies, decimal='.', population=None) -> Required:
    """k and the rules of these sensitive columns.

    sensitive: the values of the table (a Sensitive, required.py), in the order of the names. l_rules, t_rules and
    alpha_rules: {column: rule}, or {None: rule} for all columns; t_rules hold (t, kind of distance). hierarchies: has the
    trees that the hierarchical distance needs. decimal: the sign of the numbers that the ordered distance needs. population: a
    Population (of_people.py) or None.
    """
    rules = {}
    for name, reference in zip(names, by_column(as_one(sensitive))):
        l, t, alpha = (of_columns.get(name, of_columns.get(None)) for of_columns in (l_rules, t_rules, alpha_rules))
        closeness = t and Closeness(t[0], distance_for(name, t[1], reference, hierarchies, decimal))
        rules[name] = [rule for rule in (l, closeness, alpha) if rule]
    return Required(k, rules, sensitive, population)


def distance_for(name, kind, reference, hierarchies, decimal='.'):
    """The distance of a column from its histogram in the whole table: equal, ordered or hierarchical."""
    if kind == 'hierarchical':
        return Hierarchical(reference, hierarchies.tree_of(name, reference))
    try:
        return Ordered(reference, decimal) if kind == 'ordered' else Equal(reference)
    except DataError as error:
        raise DataError('column %s: %s' % (quoted(name), error.problem)) from None
