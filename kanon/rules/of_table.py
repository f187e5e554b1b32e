"""What is required beyond k, for one table: the rules of each sensitive column, with what they compare its classes with."""

from __future__ import annotations

from collections import namedtuple

from ..errors import DataError, quoted
from ..required import Required, as_one, by_column
from .distance import Equal, Hierarchical, Ordered


class Whole(namedtuple('Whole', 'name reference hierarchies decimal')):
    """A sensitive column of the whole table, before suppression, for a rule that compares its classes with it.

    reference: {value: records}. hierarchies: has the column's tree. decimal: the sign of its numbers.
    """

    def distance(self, kind):
        """The distance of a class from the column: equal, ordered or hierarchical."""
        if kind == 'hierarchical':
            return Hierarchical(self.reference, self.hierarchies.tree_of(self.name, self.reference))
        try:
            return Ordered(self.reference, self.decimal) if kind == 'ordered' else Equal(self.reference)
        except DataError as error:
            raise DataError('column %s: %s' % (quoted(self.name), error.problem)) from None


def required_for(k, names, sensitive, rules, hierarchies, decimal='.', population=None) -> Required:
    """k and the rules of these sensitive columns.

    sensitive: the values of the table (a Sensitive, required.py), in the order of the names. rules: a dict for each option,
    {column: rule} or {None: rule} for all columns. hierarchies, decimal: as in Whole. population: a Population (of_people.py) or None.
    """
    of_columns = {}
    for name, reference in zip(names, by_column(as_one(sensitive))):
        whole = Whole(name, reference, hierarchies, decimal)
        asked = filter(None, (of_option.get(name, of_option.get(None)) for of_option in rules))
        of_columns[name] = [rule.of_table(whole) for rule in asked]
    return Required(k, of_columns, sensitive, population)
