"""The cuts of an earlier release, as an algorithm that searches nothing (--plan).

Promise: each record has the labels of the partition to which the cuts of the plan lead it. Classes
that fail are suppressed. If these are more records than may be suppressed, Unsatisfied is raised.
"""

from __future__ import annotations

from ..counts.recoding import Recoding
from ..counts.required import classes_that_fail
from ..cutting import planned
from ..cutting.labels import multidimensional, of_partitions
from ..errors import Changed, DataError, Unsatisfied, many, option
from .by_cuts import Columns, FoundCuts, Mondrian
from .full_domain import suppression_limit
from .release import Making


class ByPlan(Mondrian):
    """The cuts of an earlier release.

    cuts, columns: as cutting/planned.py writes them. source: the file that has them.
    """

    partitioning, choose, seed = 'strict', 'widest', None
    limit, from_, bound, time_limit = {}, {}, False, None       # type: ignore[assignment]

    def __init__(self, cuts, columns, decimal, source, *, max_suppression=0, labels='',
                 categories=None, grid=None, weights=None):
        self.cuts, self.columns, self.decimal, self.source = cuts, columns, decimal, source
        self._take(locals())

    def space(self, counted, like=None) -> Columns:
        if counted.decimal != self.decimal:
            raise DataError('the numbers of the plan have the decimal sign %s; read the table with'
                            ' the same' % self.decimal, self.source)
        values = counts = counted.values()
        if self.labels != 'grid':
            roots = [counted.roots.get(name) for name in counted.quasi]
            counts = planned.counts_with_ends(self.columns, values, roots, self.decimal)
        try:
            dimensions = self._dimensions(counted, counts)
            ordered = planned.in_order_of(counted.quasi, self.columns, dimensions)
            return Columns(counted, values, ordered)
        except DataError as error:
            if error.file is None:
                error.file = counted.name
            elif error.file != counted.name:        # a value without a leaf
                error.problem += ('; then cut anew, because %s tells of the hierarchies as they'
                                  ' were' % self.source)
            raise

    def search(self, space, watch, by=None, cut_for=None) -> FoundCuts:
        counted = space.counted
        try:
            partitions = planned.partitions_by(self.cuts, self.columns, counted.frequency_set,
                                               space.dimensions, counted.required, counted.decimal)
        except (KeyError, IndexError, TypeError, AttributeError):
            raise Changed('its cuts do not fit its columns; the file was changed',
                          self.source) from None
        return FoundCuts(partitions, self.cuts, None, {})

    def recoded(self, space, found, watch) -> Making:
        counted, columns, required = space.counted, space.dimensions, space.counted.required
        recoding, labels = multidimensional(counted.frequency_set, columns, found.partitions,
                                            required)
        table, classes = recoding.table, recoding.classes
        failing = classes_that_fail(classes, table, required)
        recoding = Recoding(table, recoding.labels, classes, failing)
        watch.lap('search')
        sizes, _ = recoding.sizes()
        most = suppression_limit(self.max_suppression, table.records)
        if not sizes:
            raise Unsatisfied('by the cuts of %s all %s would be suppressed; cut anew'
                              % (self.source, many(table.records, 'record')), counted.name)
        published = zip(labels, zip(*sizes))        # of each column its labels, and the texts there
        labels = [{text: of_column[text] for text in set(texts)} for of_column, texts in published]
        outcome = of_partitions(recoding, labels, space.values, columns, self.labels)
        if outcome.suppressed > most:
            suppressed, records = many(outcome.suppressed, 'record'), '{:,}'.format(table.records)
            raise Unsatisfied('by the cuts of %s %s of %s would be suppressed, and %s allows %d;'
                              ' raise it, or cut anew'
                              % (self.source, suppressed, records,
                                 option('max_suppression', self.max_suppression), most),
                              counted.name)
        return Making(self, space, found, outcome, labels)

    def told(self, made) -> dict:
        most = suppression_limit(self.max_suppression, made.outcome.recoding.table.records)
        return {**super().told(made), 'max_suppression': most, 'plan': self.source}

    def put_back(self, made) -> dict:
        from ..rules.put_back import of_release     # few ask for it
        space = made.space
        return of_release(made.outcome, made.labels, space.dimensions, space.counted.required,
                          'plan')
