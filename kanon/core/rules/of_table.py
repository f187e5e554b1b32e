"""What is required beyond k, for one table: the rules of each sensitive column, with what they compare its classes with."""

from __future__ import annotations

from collections import namedtuple

from ..counts.persons import Persons
from ..counts.required import Required, as_one, by_column
from ..counts.values import Sameness
from ..counts.writings import check_thousands
from ..errors import DataError, quoted
from .alike import taking_as_one
from .distance import Equal, Hierarchical, Ordered
from .of_persons import RequiredOfPersons


class Whole(namedtuple('Whole', 'name reference hierarchies decimal thousands', defaults=((),))):
    """A sensitive column of the whole table, before suppression, for a rule that compares its classes with it.

    reference: {value: records}, or {value: persons} where persons are counted. hierarchies: has the column's tree. decimal: the sign of its numbers.
    thousands: the columns of which it was said what stands between thousands (counts/writings.py).
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


def required_for(k, names, table, rules, hierarchies, decimal='.', population=None, items=None, exact=(), thousands=(), earlier=()) -> Required:
    """k and the rules of these sensitive columns.

    table: the values of the columns, in this order: a Sensitive (counts/required.py), or the Persons (counts/persons.py) where persons are counted.
    rules: a dict for each option, {column: rule} or {None: rule} for all columns. hierarchies, decimal: as in Whole.
    population: a Population (of_people.py) or None. items: {column: what stands between the items of a cell}. exact: the columns in which
    each way to write a value is another value. thousands: as in Whole. earlier: such values of these columns as earlier releases have.
    """
    sameness, signs = Sameness(frozenset(exact), decimal), items or {}
    there = [set(column) for column in zip(*table.values, *earlier)] or [set()] * len(names)
    same = [{} if name in signs else sameness.alike(name, values) for name, values in zip(names, there)]
    in_persons = isinstance(table, Persons)
    if in_persons:
        table.take_as_one(same)
    of_columns = {}
    for name, values, same_here, (reference, merged) in zip(names, there, same, references_of(table, rules, len(names))):
        whole = Whole(name, reference, hierarchies, decimal, thousands)
        asked = [of_option.get(name, of_option.get(None)) for of_option in rules]
        asked = [rule.of_table(whole) for rule in asked if rule]
        if name in signs:
            from .items import of_items     # few tables have sets of items
            of_columns[name] = [of_items(rule, name, values, signs[name], name in exact, decimal) for rule in asked]
        else:
            of_columns[name] = [taking_as_one(rule, same_here, merged) for rule in asked]
    if in_persons:
        return RequiredOfPersons(k, of_columns, table, population, sameness=sameness)
    return Required(k, of_columns, table, population, sameness)


def references_of(table, rules, columns) -> list:
    """Of each column {value: records} of the table, or persons, and the same with values that may be the same as one.

    The second is None where records are counted, because the rules can add these up. Both are empty where no rule compares with the table.
    """
    if not isinstance(table, Persons):
        return [(reference, None) for reference in by_column(as_one(table))]
    if not any('table' in rule.needs for of_option in rules for rule in of_option.values()):
        return [({}, {})] * columns      # they take as long as a reading
    return [(held.sizes, held.as_one.sizes) for held in table.held(table.numbers())[0]]
