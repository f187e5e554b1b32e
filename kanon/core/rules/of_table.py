"""What is required beyond k, for one table: the rules of each sensitive column.

A rule that compares the classes of its column with the whole table has the table's values here.
"""

from __future__ import annotations

from collections import namedtuple

from ..counts.persons import Persons
from ..counts.required import Required, as_one, by_column
from ..counts.values import Sameness
from ..counts.writings import check_thousands
from ..errors import DataError, quoted
from .alike import taking_as_one
from .distance import Equal, Hierarchical, OrderedDistance
from .of_persons import RequiredOfPersons


class Whole(namedtuple('Whole', 'name reference hierarchies decimal thousands', defaults=((),))):
    """A sensitive column of the whole table, before suppression.

    A rule compares its classes with it.
    reference     {value: records}, or {value: persons} where persons are counted
    hierarchies   has the column's tree
    decimal       the sign of its numbers
    thousands     the columns of which it was said what stands between thousands
                  (counts/writings.py)
    """

    def distance(self, kind):
        """The distance of a class from the column: equal, ordered or hierarchical."""
        if kind == 'hierarchical':
            tree = self.hierarchies.tree_of(self.name, self.reference)
            return Hierarchical(self.reference, tree)
        if kind == 'ordered':
            check_thousands(self.name, self.reference, self.decimal, self.thousands)
        try:
            if kind == 'ordered':
                return OrderedDistance(self.reference, self.decimal)
            return Equal(self.reference)
        except DataError as error:
            raise DataError('column %s: %s' % (quoted(self.name), error.problem)) from None


def required_for(k, names, table, rules, hierarchies, decimal='.', population=None, items=None,
                 exact=(), thousands=(), earlier=()) -> Required:
    """k and the rules of these sensitive columns.

    names         of the columns
    table         their values, in this order: a Sensitive (counts/required.py), or the Persons
                  (counts/persons.py) where persons are counted
    rules         a dict for each option, {column: rule} or {None: rule} for all columns
    hierarchies, decimal, thousands
                  as in Whole
    population    a Population (of_people.py), or None
    items         {column: what stands between the items of a cell}
    exact         the columns in which each way to write a value is another value
    earlier       such values of these columns as earlier releases have
    """
    sameness, signs = Sameness(frozenset(exact), decimal), items or {}
    tuples = [*table.values, *earlier]
    values_of = {name: {values[place] for values in tuples} for place, name in enumerate(names)}
    same_in = {}        # the items of a cell have values of their own
    for name, values in values_of.items():
        same_in[name] = {} if name in signs else sameness.alike(name, values)
    in_persons = isinstance(table, Persons)
    if in_persons:
        table.take_as_one(list(same_in.values()))
    of_columns: dict = {}
    references = references_of(table, rules, len(names))
    for name, (reference, merged) in zip(names, references):
        whole = Whole(name, reference, hierarchies, decimal, thousands)
        of_columns[name] = []
        for rule in rules_of_column(name, rules):
            rule = rule.of_table(whole)
            if name in signs:
                from .items import of_items     # few tables have sets of items
                rule = of_items(rule, name, values_of[name], signs[name], name in exact, decimal)
            else:
                rule = taking_as_one(rule, same_in[name], merged)
            of_columns[name].append(rule)
    if in_persons:
        return RequiredOfPersons(k, of_columns, table, population, sameness=sameness)
    return Required(k, of_columns, table, population, sameness)


def rules_of_column(name, rules) -> list:
    """The rules of a column, at most one of each option. One of its own goes before one of all."""
    of_options = [of_option.get(name, of_option.get(None)) for of_option in rules]
    return [rule for rule in of_options if rule]


def references_of(table, rules, columns) -> list:
    """What rules of the table compare with: a pair for each column.

    It is {value: records} of the table, or persons, and the same with values that may be the same
    as one. The second is None where records are counted, because the rules can add these up. Both
    are empty where no rule compares with the table.
    """
    if not isinstance(table, Persons):
        return [(reference, None) for reference in by_column(as_one(table))]
    if not any('table' in rule.needs for of_option in rules for rule in of_option.values()):
        return [({}, {})] * columns      # they take as long as a reading
    return [(held.sizes, held.as_one.sizes) for held in table.held_in_table()]
