"""What is required beyond k, for one table: the rules of each sensitive column, with what they compare its classes with."""

from __future__ import annotations

from collections import namedtuple

from ..errors import DataError, quoted
from ..persons import Persons
from ..required import Required, as_one, by_column
from ..writings import check_thousands
from .alike import seeing
from .distance import Equal, Hierarchical, Ordered
from .of_persons import RequiredOfPersons


class Whole(namedtuple('Whole', 'name reference hierarchies decimal thousands', defaults=((),))):
    """A sensitive column of the whole table, before suppression, for a rule that compares its classes with it.

    reference: {value: records}, or {value: persons} where persons are counted. hierarchies: has the column's tree. decimal: the sign of its numbers.
    thousands: the columns of which it was said what stands between thousands (writings.py).
    """

    def distance(self, kind):
        """The distance of a class from the column: equal, ordered or hierarchical."""
        if kind == 'hierarchical':
            return Hierarchical(self.reference, self.hierarchies.tree_of(self.name, self.reference))
        if kind == 'ordered':
            check_thousands(self.name, self.reference, self.decimal, self.thousands)
        try:
            return Ordered(self.reference, self.decimal) if kind == 'ordered' else Equal(self.reference)
        except DataError as error:
            raise DataError('column %s: %s' % (quoted(self.name), error.problem)) from None


def required_for(k, names, table, rules, hierarchies, decimal='.', population=None, items=None, exact=(), thousands=()) -> Required:
    """k and the rules of these sensitive columns.

    table: the values of the columns, in this order: a Sensitive (required.py), or the Persons (persons.py) where persons are counted.
    rules: a dict for each option, {column: rule} or {None: rule} for all columns. hierarchies, decimal: as in Whole.
    population: a Population (of_people.py) or None. items: {column: what stands between the items of a cell}. exact: the columns in which each way to write a value is another value.
    thousands: as in Whole.
    """
    of_columns, in_persons = {}, isinstance(table, Persons)
    if not in_persons:
        references = by_column(as_one(table))
    elif any('table' in rule.needs for of_option in rules for rule in of_option.values()):
        references = [held.sizes for held in table.held(table.numbers())[0]]
    else:
        references = [{}] * len(names)      # no rule looks at them, and they take as long as a reading
    there = [set(column) for column in zip(*table.values)] if names else []
    for name, reference, values in zip(names, references, there or [()] * len(names)):
        whole = Whole(name, reference, hierarchies, decimal, thousands)
        asked = filter(None, (of_option.get(name, of_option.get(None)) for of_option in rules))
        of_columns[name] = [seeing(rule.of_table(whole), name, values, (items or {}).get(name), name in exact, decimal) for rule in asked]
    return RequiredOfPersons(k, of_columns, table, population) if in_persons else Required(k, of_columns, table, population)
