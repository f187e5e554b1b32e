#!/usr/bin/env python3
"""Publish a k-anonymous table by Samarati's full-domain generalization with suppression.

    python3 run_samarati.py                      the sample that ships
    python3 run_samarati.py --optimal            the best vector there is, in place of the best of the least height
    python3 run_samarati.py --help               all options

The run, from the input file to the output file, is `main`: count the table, search the lattice of generalization
vectors, recode, publish, report. Each line is one idea, in the module of that name in kanon/.
"""

import sys

from kanon.cli import signals

signals.signals(__name__)     # so that Ctrl-C during the other imports is one line, too

from kanon.cli.inputs import count, hierarchies_for, open_table
from kanon.cli.run import run
from kanon.beyond.lattice import lattice_of
from kanon.measures import of_vector
from kanon.objective import best_of, objective_for
from kanon.optimal import branch_and_bound
from kanon.cli.types import suppression_limit, weights_of
from kanon.cli.publication import Clock
from kanon.cli.screen import checked, shown, watched
from kanon.cli.publication import finish, publish
from kanon.recoding import full_domain
from kanon.cli.report import proof, vector_summary
from kanon.cli.inputs import required_of
from kanon.samarati import least_height


def main(options):
    clock = Clock()
    with open_table(options) as table:
        tally = count(table, options)                           # {(quasi values..., carried values...): records}
        frequency_set = tally.frequency_set                     # {quasi tuple: records}
        clock.lap('read')

        trees = hierarchies_for(frequency_set, options)
        required = required_of(options, tally)
        lattice = lattice_of(frequency_set, trees, required)    # {vector: records it suppresses}
        max_suppression = suppression_limit(options.max_suppression, lattice.records)
        target = objective_for(options.measure, lattice, max_suppression, weights_of(options))
        if options.optimal:
            best = watched(branch_and_bound(lattice, target, max_suppression), lattice, target, options)
            found = proof(best, target)
            vector = best.vector
        else:
            with shown(lambda: checked(lattice), options):
                search = least_height(lattice, max_suppression)
            found = {'satisfying': search.vectors}              # of the least height
            vector = best_of(search.vectors, target)
        recoding = full_domain(lattice, vector)                 # {quasi tuple: published tuple or None}
        clock.lap('search')

        report = vector_summary(options, table, required, of_vector(lattice, vector, recoding), lattice, max_suppression)
        report.update(measure=options.measure)
        report['lattice'].update(found)
        clock.lap('measures')

        audited = publish(table, tally, recoding, required, options, clock)
    finish(report, table, options, audited, clock)


if __name__ == '__main__':
    sys.exit(run('samarati', main))
