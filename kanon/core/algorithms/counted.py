"""A counted table, and what every class of its release must satisfy.

Every algorithm starts from it.
Promise: a CountedTable holds every record of the table once, except those that are counted as left
out.
The table is read once. It is read once more where unreadable values are taken as missing, and once
more where people of a history have several rows.
"""

from __future__ import annotations

from collections import namedtuple

from ..counts.frequency import columns, without
from ..counts.required import Required
from ..errors import Changed, DataError, many, option
from ..tables.lines import check_rows
from ..tables.tally import Tally
from .watching import UNSEEN

# What is asked of a table.
# carried: the columns that are published as they are. restricted: those of them with a rule beyond
# k. rules: as rules/of_table.py takes them. hierarchies: a HierarchyFolder or the like.
# population, population_counts, k_map, delta_presence: what is required in a population
# (population.py). reading: how that is read, a Reading.
# most_rows: how many rows the release of a counted table may have, None for any number.
# history: the file of the earlier releases, or None. recoding: the file of the recoding, or None.
# order: of the published rows, 'sorted' or 'input'.
Request = namedtuple('Request', 'quasi carried restricted k rules'
                            ' population population_counts k_map delta_presence'
                            ' hierarchies decimal missing unreadable most_rows memory counts person'
                            ' reading history recoding order', defaults=(None, None, 'sorted'))


class CountedTable:
    """A counted table.

    tally: its counts. required: what every class must satisfy. quasi: the names of the
    quasi-identifiers.
    roots: what missing values are published as. hierarchies: a HierarchyFolder or the like. name:
    of the table.
    of_persons: where persons are counted, what the tally knows of them (OfPersons,
    rules/told_of_persons.py), otherwise None.
    history: what earlier releases tell of them (History, tables/history.py), or None.
    thousands: the columns of which it was said what stands between thousands (counts/writings.py).
    """

    def __init__(self, tally, required, quasi, roots, hierarchies, decimal, name, of_persons=None,
                 history=None, thousands=()):
        self.tally, self.required, self.quasi, self.roots = tally, required, quasi, roots
        self.hierarchies, self.decimal, self.name = hierarchies, decimal, name
        self.of_persons, self.history, self.thousands = of_persons, history, thousands
        self.frequency_set = tally.frequency_set        # {quasi tuple: records}

    def values(self) -> list:
        """Each column's {value: records}."""
        return columns(self.frequency_set)

    def trees(self) -> list:
        """The hierarchy of each quasi-identifier, which covers all its values."""
        trees = []
        for name, values in zip(self.quasi, self.values()):
            known = without(values, self.roots.get(name))
            trees.append(self.hierarchies.tree_of(name, known))
        return trees

    def in_order(self, weights) -> list:
        """The weight of each quasi-identifier.

        weights: {quasi-identifier: its weight, if it is not 1}.
        """
        return [weights.get(name, 1) for name in self.quasi]

    def with_k(self, k) -> CountedTable:
        """The same table, of which another k is required."""
        return CountedTable(self.tally, self.required.with_k(k), self.quasi, self.roots,
                            self.hierarchies, self.decimal, self.name, self.of_persons,
                            self.history, self.thousands)


def count(table, asked, algorithm, watch=UNSEEN) -> CountedTable:
    """Read and count a table. DataError if no record is left.

    algorithm: a value of kanon.core.algorithms, or whatever has its by_levels and its
    parts_records.
    """
    if asked.unreadable == 'missing':
        from .unreadable import take_unreadable     # few runs ask for it
        by_number = not algorithm.by_levels
        take_unreadable(table, asked.quasi, asked.hierarchies, asked.decimal, watch, by_number)
    history = None
    if asked.history is not None:
        from ..tables.history import read_history        # few runs have one
        history = read_history(asked.history)
    tally = tally_of(table, asked, algorithm, watch, history)
    check_records_left(table)
    if table.counts is not None and asked.most_rows is not None:
        check_rows(table.read - table.missing_records, asked.most_rows, table.name)
    of_persons = None
    if asked.person is not None:
        from ..counts.persons import check_joined
        from ..rules.told_of_persons import counted_persons       # few runs count persons
        of_persons = counted_persons(tally, len(asked.carried))
        check_joined(of_persons.several, of_persons.joined, asked.carried, table.name)
    if history:
        history.check_persons(tally.owners, asked.person, table.name)
        if of_persons and of_persons.several:
            tally = tally_of_several(table, asked, algorithm, watch, history, tally, of_persons)
            of_persons = counted_persons(tally, len(asked.carried))
    required = required_of(asked, tally, table, watch, history)
    watch.lap('read')
    return CountedTable(tally, required, asked.quasi, table.roots, asked.hierarchies, asked.decimal,
                        table.name, of_persons, history, table.plain_numbers())


def check_records_left(table):
    """DataError if a table that was read has no record to publish."""
    if not table.read:
        totals = ', only %s' % many(table.left_totals, 'total row') if table.left_totals else ''
        raise DataError('holds no record' + totals, table.name)
    if table.read == table.missing_records:
        words = ', or a word of ' + option('na') if table.na else ''
        raise DataError('no record is left to publish: %d read, %d of them with a missing value (?'
                        ' or nothing%s); %s looks only at the columns that are named, %s or value'
                        ' keeps the records'
                        % (table.read, table.missing_records, words, option('missing_in', 'used'),
                           option('missing', 'root')), table.name)


def tally_of(table, asked, algorithm, watch, history=None) -> Tally:
    """Read the table, and count it. history: people of its different kinds are told apart."""
    least_k = min(asked.k) if isinstance(asked.k, list) else asked.k        # a sweep has several
    tally = Tally(len(asked.quasi), distinct=algorithm.parts_records, memory=asked.memory,
                  cuts=not algorithm.by_levels, kinds=history and history.kind_of,
                  recoding=asked.recoding is not None, in_order=asked.order == 'input', k=least_k)
    with watch.going_on(lambda: '{:,} records read'.format(table.read)):
        tally.count_table(table, asked.quasi + asked.carried, asked.person)
    return tally


def tally_of_several(table, asked, algorithm, watch, history, tally, of_persons) -> Tally:
    """Read the table once more, because some people have several rows. Changed if it has changed.

    People who have other rows are told apart now. tally, of_persons: what the reading before has
    found.
    """
    from ..tables.history import rows_of_people
    places = [asked.carried.index(name) for name in asked.restricted]
    rows = rows_of_people(of_persons, tally.frequency_set, places)
    history.part_kinds(tally.owners.names.values(), rows)
    before = table.read, table.sha256()
    again = tally_of(table, asked, algorithm, watch, history)
    if (table.read, table.sha256()) != before or again.owners.names != tally.owners.names:
        raise Changed('the file changed while it was read; run again', table.name)
    return again


def required_of(asked, tally, table, watch=UNSEEN, history=None) -> Required:
    """What every published class must satisfy.

    That is k and, for the table that was counted, the rules beyond k.
    """
    population = None
    if asked.k_map or asked.delta_presence:
        from .population import population_in      # few runs have one
        with watch.going_on(lambda: 'the population is read'):
            population = population_in(asked)
    if not asked.restricted and asked.person is None:
        return Required(asked.k, population=population)
    from ..rules.of_table import required_for     # few runs have rules beyond k, or count persons
    places = [asked.carried.index(name) for name in asked.restricted]
    if asked.person is None:
        signs = [table.signs.get(name) for name in asked.restricted]
        counts = tally.sensitive(places, signs)
    else:
        counts = tally.persons(places)
    required = required_for(asked.k, asked.restricted, counts, asked.rules, asked.hierarchies,
                            asked.decimal, population, table.signs, table.exact,
                            table.plain_numbers(), history.values() if history else ())
    if history:
        history.check_asked(required)
        sensitive = tally.sensitive(places) if asked.restricted else None
        required.earlier = history.earlier(tally.kinds, sensitive)
    return required
