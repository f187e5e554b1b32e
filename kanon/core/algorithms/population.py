"""The population of a table, read from its file.

rules/of_people.py has what is required of a class in it.
"""

from __future__ import annotations

from ..counts.frequency import columns as columns_of, without
from ..errors import DataError, quoted, show
from ..rules.of_people import Population
from ..settings.reading import POPULATION
from ..tables.table import Table
from ..tables.tally import Tally


def population_in(asked) -> Population:
    """The Population that is asked for (Request, counted.py).

    DataError if it lacks a column, or has a value that no hierarchy has. It is read as
    asked.reading says. What the run takes as missing for want of a leaf is missing there, too.
    """
    quasi, hierarchies, reading = asked.quasi, asked.hierarchies, asked.reading
    with opened_population(asked.population, Table, quasi, asked.population_counts,
                           reading) as table:
        if reading.unreadable == 'missing':
            from .unreadable import take_unreadable     # few runs ask for it
            take_unreadable(table, quasi, hierarchies, reading.decimal)
        table.roots = hierarchies.roots_of(quasi) if asked.missing == 'root' else {}
        tally = Tally(len(quasi))
        tally.count_table(table, quasi)
        if not tally.frequency_set:
            raise DataError('holds nobody: %d read, %d of them with a missing value (? or nothing)'
                            % (table.read, table.missing_records), table.name)
        for name, values in zip(quasi, columns_of(tally.frequency_set)):
            check_covered(table, name, without(values, table.roots.get(name)),
                          hierarchies.tree_of(name, {}))
        return Population(table.name, tally.frequency_set, asked.k_map, asked.delta_presence,
                          table.missing_records, table.counts)


def check_covered(table, name, values, tree):
    """DataError if a value of a column of the population is no leaf of its hierarchy."""
    unknown = set(tree.uncovered(values))
    if unknown:
        line, value = table.first_with(name, unknown)
        others = ', and so are %d more' % (len(unknown) - 1) if len(unknown) > 1 else ''
        raise DataError('column %s: %s of the population is no leaf of the hierarchy%s; add a line'
                        ' "value,parent" for each to its hierarchy, or take these people out'
                        % (quoted(name), show(value), others), table.name, line)


def opened_population(path, kind, quasi, counts, reading) -> Table:
    """The open table of a population.

    Where its first line names the quasi-identifiers, it has a header line of its own.
    counts: the column that says how many people each row stands for. None: that of the Reading's
    counts, if the population has it. reading: of the table.
    """
    def opened(names):
        of_population = reading._replace(columns=names, missing_in='used', used=tuple(quasi))
        return of_population.open(path, POPULATION, kind)

    columns, table = reading.columns, None
    if columns and path != '-':
        try:
            table = opened(None)
        except DataError:       # no header
            pass
    if table is None or not set(quasi) <= set(table.columns):
        table = opened(columns)
    table.counts = counts or (reading.counts if reading.counts in table.columns else None)
    for name in [*quasi, *table._counted()]:
        table.index(name, quasi)
    return table
