"""A lattice whose vectors an engine answers, one aggregate each. The frequency set never leaves the engine.

Promise: each vector suppresses the records that it suppresses in a Lattice of the same table. So the searches run unchanged:
Samarati's, the optimal one, and Datafly. Where the table counts persons, so does the lattice (levels/demand_on_persons.py), for k alone.
Not served: rules beyond k, and whatever walks the frequency set here (`recoding.full_domain`, `measures.of_vector`). release.py
recodes in the engine.
A vector's classes are a table with a code in place of each label, the first of the values under it. So the levels of the values serve
every such table. As in levels/rollup.py a vector is rolled up from the smallest table below it, and there is room for so many rows.
Where persons are counted, a roll-up keeps a row for each person of a class, because persons do not add up. The classes are counted from it.
"""

from __future__ import annotations

from array import array
from itertools import compress

from ...core.errors import there_are
from ...core.levels.lattice import Judgement, Lattice

KEPT = 40_000_000       # rows of the tables that are kept


class EngineLattice(Lattice):
    """The Lattice, for k alone, of an EngineTable (counts.py).

    >>> import sqlite3
    >>> from ...core.counts.hierarchy import Hierarchy
    >>> from ...core.levels.samarati import least_height
    >>> from .counts import EngineTable
    >>> database = sqlite3.connect(':memory:')
    >>> _ = database.execute('CREATE TABLE people (race TEXT, zip TEXT)')
    >>> rows = [('black', '94138'), ('white', '94138'), ('white', '94139'), ('white', '94139')]
    >>> _ = database.executemany('INSERT INTO people VALUES (?, ?)', rows)
    >>> race, zip_ = Hierarchy({'black': '*', 'white': '*'}), Hierarchy({'94138': '9413*', '94139': '9413*'})
    >>> with EngineTable(database, 'people', ['race', 'zip']) as people:
    ...     lattice = EngineLattice(people, [race, zip_], k=2)
    ...     lattice[0, 0], lattice[1, 0], least_height(lattice, max_suppression=0)
    (2, 0, Search(height=1, vectors=[(1, 0)]))
    """

    def __init__(self, people, hierarchies, k, kept=KEPT, within=None):
        """hierarchies: of each quasi-identifier, which cover its values (`hierarchy_file.HierarchyFolder.tree_of`)."""
        super().__init__({}, hierarchies, k, within)
        del self.frequency_set, self.roll_ups       # they are in the engine; whoever asks for one here is not served
        self.people, self.records, self.columns = people, people.records, people.columns()
        self.level_maps = [tree.level_maps(values) for tree, values in zip(hierarchies, self.columns)]
        codes = [dict(zip(values, range(len(values)))) for values in self.columns]
        self._levels = [self._table_of_levels(levels, of_column) for levels, of_column in zip(self.level_maps, codes)]
        bottom = (0,) * len(self.top)
        self._tables = {bottom: people.coded(codes)}        # {vector: the table of its classes}
        self._rows, self._bottom, self._room = {bottom: people.distinct}, bottom, kept
        self._of_persons, self._counted = people.person is not None, {}     # _counted: {vector: the table of its classes}, of one vector

    def weight(self, vector, chosen, weights):
        """The same sum. For k alone the chosen classes are those below k."""
        name, total = self.classes(vector), 0
        for key, level, of_column in zip(self.people.keys, vector, weights):
            below = self.people.engine.rows('SELECT %s, SUM(n) FROM %s WHERE %s GROUP BY %s' % (key, name, self.fails, key))
            total += sum(of_column[level][code] * int(n) for code, n in below)
        return total

    @property
    def fails(self) -> str:
        """The condition that a class fails."""
        return '%s < %d' % ('persons' if self._of_persons else 'n', self.k)

    def check_top(self, max_suppression):
        if self._of_persons and self.least(self.top) > max_suppression:
            raise self.unsatisfied(max_suppression, '%s with rows to publish, fewer than k = %d; lower k'
                                   % (there_are(self.people.persons, 'person'), self.k))
        super().check_top(max_suppression)

    def classes(self, vector) -> str:
        """The table of the classes at a vector: the first code under each label, as q0, q1 ..., n and, where they are counted, persons."""
        if not self._of_persons:
            return self._rolled_up(vector)
        if vector not in self._counted:
            while self._counted:
                self.people.engine.drop(self._counted.popitem()[1])
            self._counted[vector] = self.people.engine.table(
                query='SELECT {0}, CAST(SUM(n) AS {2}) AS n, COUNT(DISTINCT w) AS persons FROM {1} GROUP BY {0}'.format(
                    ', '.join(self.people.keys), self._rolled_up(vector), self.people.engine.sql.whole))
        return self._counted[vector]

    def _rolled_up(self, vector) -> str:
        """The roll-up at a vector: the same, with a row for each person of a class where they are counted."""
        if vector not in self._tables:
            low = self._smallest_below(vector)
            between = tuple(max(0, level - 1) for level in vector)
            if low == self._bottom != between and self._room > 0:
                self._roll_up(low, between)
                low = self._smallest_below(vector)
            self._roll_up(low, vector)
        return self._tables[vector]

    def labels(self, column) -> str:
        """The table of the levels of a column: c, the code of a value, and l0, l1 ..., the first code under its label at each."""
        return self._levels[column]

    def _roll_ups(self):
        return None

    def _judge(self, vector):
        """The classes in ascending order of their records."""
        sizes, below_k = array('Q'), []
        fails = 'CASE WHEN %s THEN 1 ELSE 0 END' % self.fails
        for n, failing, times in self.people.engine.rows('SELECT n, {0}, COUNT(*) FROM {1} GROUP BY n, {0} ORDER BY n, {0}'.format(
                fails, self.classes(vector))):
            sizes.extend(array('Q', [n]) * times)
            below_k.extend([bool(failing)] * times)
        return Judgement(sizes, below_k, below_k)

    def _table_of_levels(self, levels, codes):
        engine, height = self.people.engine, len(levels)
        table = engine.table(', '.join(['c INTEGER', *('l%d INTEGER' % level for level in range(height))]))
        first: list = [{} for _ in levels]
        rows = ((code, *(of_level.setdefault(labels[value], code) for labels, of_level in zip(levels, first)))
                for value, code in codes.items())
        engine.insert(table, height + 1, rows)
        return table

    def _smallest_below(self, vector):
        below = (low for low in self._tables if all(map(int.__le__, low, vector)))
        return min(below, key=lambda low: (self._rows[low], low))

    def _roll_up(self, low, vector):
        keys, engine = self.people.keys, self.people.engine
        raised = [level > start for level, start in zip(vector, low)]
        codes = ['h%s.l%d' % (key, level) if rises else 't.' + key for key, level, rises in zip(keys, vector, raised)]
        codes += ['t.' + owner for owner in self.people.owner]
        joins = ['LEFT JOIN %s h%s ON h%s.c = t.%s' % (table, key, key, key)
                 for table, key in compress(zip(self._levels, keys), raised)]
        self._tables[vector] = engine.table(query='SELECT %s, CAST(SUM(t.n) AS %s) AS n FROM %s t %s GROUP BY %s' % (
            ', '.join('%s AS %s' % pair for pair in zip(codes, keys + self.people.owner)), engine.sql.whole, self._tables[low], ' '.join(joins),
            ', '.join(codes)))
        rows, = engine.row('SELECT COUNT(*) FROM %s' % self._tables[vector])
        self._rows[vector] = rows
        self._room -= rows
        while self._room < 0 and len(self._tables) > 2:
            largest = max((kept for kept in self._tables if kept not in (self._bottom, vector)), key=self._rows.__getitem__)
            engine.drop(self._tables.pop(largest))
            self._room += self._rows.pop(largest)
