"""What `python -m kanon` does: Datafly, and the tables around the two scripts.

Each verb is a `main(options)`, as the scripts have one.

Many settings of one table side by side, and every vector of its lattice.

Promise: a row says what the program of that algorithm would report with these options. The table is counted once, and
what is rolled up for one row serves the others; so `seconds`, of the search and the recoding, tend to fall.
"""

from __future__ import annotations

from ..cli.types import suppression_limit, weights_of
from ..cli.screen import checked, print_table
from ..errors import DataError
from ..lattice import vectors, with_level
from ..measures import of_vector, vector_and_measures
from ..recoding import full_domain
from ..beyond.lattice import lattice_of
from ..cli.inputs import hierarchies_for, required_of
from .datafly import tally_of


def print_lattice(options):
    tally = tally_of(options)
    trees = hierarchies_for(tally.frequency_set, options)
    lattice = lattice_of(tally.frequency_set, trees, required_of(options, tally))
    max_suppression = suppression_limit(options.max_suppression, lattice.records)
    print_table(every_vector(lattice, max_suppression, options), lambda found: checked(lattice), options)


MOST = 100_000      # vectors to be listed


def every_vector(lattice, max_suppression, options):
    """Yield a dict for every vector, in lexicographic order, or for those that --satisfying or --minimal asks for.

    minimal: it satisfies, and no vector below it does. DataError where only such are asked for, and there is none, and
    where there are too many vectors to be listed.
    """
    if lattice.size() > MOST:
        raise DataError('the lattice has {:,} vectors, more than can be listed; run_samarati.py --optimal finds the best of'
                        ' them'.format(lattice.size()))
    if options.satisfying or options.minimal:
        lattice.check_top(max_suppression)

    def satisfies(vector):
        return lattice[vector] <= max_suppression

    above = set()       # vectors that satisfy or lie above one that does
    for vector in vectors(lattice.top):
        lower = [with_level(vector, column, level - 1) for column, level in enumerate(vector) if level]
        lies_above = not above.isdisjoint(lower)
        minimal = satisfies(vector) and not lies_above
        if lies_above or satisfies(vector):
            above.add(vector)
        if minimal or not options.minimal and (satisfies(vector) or not options.satisfying):
            outcome = of_vector(lattice, vector, full_domain(lattice, vector))
            yield {**vector_and_measures(outcome, lattice.k, weights_of(options)),
                   'satisfies': satisfies(vector), 'minimal': minimal}
