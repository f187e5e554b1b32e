"""What `python -m kanon` does: Datafly, and the tables around the two scripts.

Each verb is a `main(options)`, as the scripts have one.
"""

from __future__ import annotations

from .command import count, hierarchies_for, open_table, print_table, publish
from .datafly import datafly, round_robin
from .judge import print_check, print_risk
from .lattice import Lattice
from .measures import of_vector
from .options import suppression_limit
from .progress import Clock, checked
from .recoding import full_domain
from .report import show, vector_summary
from .sweep import every_vector, settings, sweep


def publish_datafly(options):
    """Datafly in place of Samarati's search; all else as in run_samarati.py."""
    clock = Clock()
    with open_table(options) as table:
        tally = count(table, options)
        clock.lap('read')
        lattice = Lattice(tally.frequency_set, hierarchies_for(tally.frequency_set, options), options.k)
        max_suppression = suppression_limit(options.max_suppression, lattice.records)
        tried = round_robin(lattice) if options.round_robin else datafly(lattice, max_suppression)
        recoding = full_domain(lattice, tried[-1])
        clock.lap('search')
        report = vector_summary(options, table, of_vector(lattice, tried[-1], recoding), lattice, max_suppression)
        clock.lap('measures')
        audited = publish(table, tally, recoding, options, clock)
    show(report, options, audited, clock)


def print_sweep(options):
    frequency_set = frequency_set_of(options)
    trees = hierarchies_for(frequency_set, options) if set(options.algorithm) - {'mondrian'} else None
    total = len(settings(options))
    print_table(sweep(frequency_set, trees, options), lambda found: '%d of %d rows' % (len(found), total), options)


def print_lattice(options):
    frequency_set = frequency_set_of(options)
    lattice = Lattice(frequency_set, hierarchies_for(frequency_set, options), options.k)
    max_suppression = suppression_limit(options.max_suppression, lattice.records)
    print_table(every_vector(lattice, max_suppression, options), lambda found: checked(lattice), options)


def frequency_set_of(options):
    with open_table(options) as table:
        return count(table, options).frequency_set


VERBS = {'datafly': publish_datafly, 'sweep': print_sweep, 'lattice': print_lattice,
         'check': print_check, 'risk': print_risk}
