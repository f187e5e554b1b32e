"""What `python -m kanon` does: Datafly, and the tables around the two scripts.

Each verb is a `main(options)`, as the scripts have one.
"""

from __future__ import annotations

from .attack import print_attack
from .command import count, hierarchies_for, open_table, print_table
from .datafly import datafly, round_robin
from .judge import print_check, print_risk
from .lattice import Lattice
from .measures import of_vector
from .options import suppression_limit
from .progress import Clock, checked
from .publishing import finish, publish
from .recoding import full_domain
from .replay import replay
from .report import vector_summary
from .rules import beyond_k
from .start import print_start
from .sweep import every_vector, settings, sweep


def publish_datafly(options):
    """Datafly in place of Samarati's search; all else as in run_samarati.py."""
    clock = Clock()
    with open_table(options) as table:
        tally = count(table, options)
        clock.lap('read')
        lattice = lattice_of(tally, options)
        max_suppression = suppression_limit(options.max_suppression, lattice.records)
        tried = round_robin(lattice) if options.round_robin else datafly(lattice, max_suppression)
        recoding = full_domain(lattice, tried[-1])
        clock.lap('search')
        report = vector_summary(options, table, of_vector(lattice, tried[-1], recoding), lattice, max_suppression)
        clock.lap('measures')
        audited = publish(table, tally, recoding, options, clock)
    finish(report, table, options, audited, clock)


def print_sweep(options):
    tally = tally_of(options)
    trees = hierarchies_for(tally.frequency_set, options) if set(options.algorithm) - {'mondrian'} else None
    total = len(settings(options))
    rows = sweep(tally.frequency_set, trees, options, beyond_k(options, tally))
    print_table(rows, lambda found: '%d of %d rows' % (len(found), total), options)


def print_lattice(options):
    lattice = lattice_of(tally_of(options), options)
    max_suppression = suppression_limit(options.max_suppression, lattice.records)
    print_table(every_vector(lattice, max_suppression, options), lambda found: checked(lattice), options)


def print_replay(options):
    return replay(options, {'datafly': publish_datafly})


def tally_of(options):
    with open_table(options) as table:
        return count(table, options)


def lattice_of(tally, options):
    trees = hierarchies_for(tally.frequency_set, options)
    return Lattice(tally.frequency_set, trees, options.k, beyond_k(options, tally))


VERBS = {'start': print_start, 'datafly': publish_datafly, 'sweep': print_sweep, 'lattice': print_lattice,
         'check': print_check, 'risk': print_risk, 'attack': print_attack, 'replay': print_replay}
