"""What `python -m kanon` does: Datafly, and the tables around the two scripts.

Each verb is a `main(options)`, as the scripts have one.
"""

from __future__ import annotations

from ..cli.inputs import required_of, count, hierarchies_for, open_table
from ..cli.types import suppression_limit
from ..cli.publication import Clock, finish, publish
from ..cli.report import vector_summary
from ..datafly import most_distinct_first, round_robin
from ..beyond.lattice import lattice_of
from ..measures import of_vector
from ..recoding import full_domain


def publish_datafly(options):
    """Datafly in place of Samarati's search; all else as in run_samarati.py."""
    clock = Clock()
    with open_table(options) as table:
        tally = count(table, options)
        clock.lap('read')
        required = required_of(options, tally)
        lattice = lattice_of(tally.frequency_set, hierarchies_for(tally.frequency_set, options), required)
        max_suppression = suppression_limit(options.max_suppression, lattice.records)
        tried = round_robin(lattice) if options.round_robin else most_distinct_first(lattice, max_suppression)
        recoding = full_domain(lattice, tried[-1])
        clock.lap('search')
        report = vector_summary(options, table, required, of_vector(lattice, tried[-1], recoding), lattice, max_suppression)
        clock.lap('measures')
        audited = publish(table, tally, recoding, required, options, clock)
    finish(report, table, options, audited, clock)


def tally_of(options):
    with open_table(options) as table:
        return count(table, options)
