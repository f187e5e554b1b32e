#!/usr/bin/env python3
"""Publish a k-anonymous table by Samarati's full-domain generalization with suppression.

    python3 run_samarati.py                      the sample that ships
    python3 run_samarati.py --optimal            the vector of the least loss, proven, whatever its height
    python3 run_samarati.py --help               all options

The run, from the input file to the output file, is `main`. It counts the table (kanon/tables/), searches the lattice of
generalization vectors (kanon/levels/lattice.py, samarati.py, optimal.py), recodes (recoding.py), and publishes: the release is
written to a file aside, audited (audit/recount.py), and put in its place. The imports show where each function is.
"""

import os
import sys

if sys.flags.isolated or getattr(sys.flags, 'safe_path', False):     # python -I and -P do not look beside the script
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

try:
    from kanon.cli import signals
    signals.take(__name__)      # so that Ctrl-C during the other imports is one line, too
except KeyboardInterrupt:       # during these
    sys.stderr.write('run_samarati.py: interrupted; no part of a file is left\n')
    sys.exit(130)

from kanon.cli.inputs import hierarchies_for, levels_for, required_of, tally_of
from kanon.cli.options import SAMARATI
from kanon.cli.publication import Publication
from kanon.cli.report import proof, vector_summary
from kanon.cli.run import run
from kanon.cli.screen import checked, progress, watched
from kanon.levels.beyond_k import lattice_of
from kanon.levels.objective import best_of, objective_for
from kanon.levels.optimal import branch_and_bound
from kanon.levels.samarati import least_height
from kanon.measures import of_vector
from kanon.recoding import full_domain
from kanon.settings.kinds import suppression_limit, weights_of


def main(options):
    with Publication(options) as publication:
        table, options = publication.table, publication.options
        tally = tally_of(table, options)                        # {(quasi values..., carried values...): records}
        frequency_set = tally.frequency_set                     # {quasi tuple: records}
        required = required_of(options, tally)                  # what every published class must satisfy
        publication.lap('read')

        trees = hierarchies_for(frequency_set, table.roots, options)
        within = levels_for(trees, options)                     # the levels that --limit and --from allow, None for all
        lattice = lattice_of(frequency_set, trees, required, within)    # {vector: records it suppresses}; for k alone a Lattice
        max_suppression = suppression_limit(options.max_suppression, lattice.records)
        target = objective_for(options.measure, lattice, max_suppression, weights_of(options))
        if options.optimal:
            best = watched(branch_and_bound(lattice, target, max_suppression), lattice, target, options)
            vector, searched = best.vector, proof(best, target)
        else:
            with progress(lambda: checked(lattice), options.quiet):
                search = least_height(lattice, max_suppression)
            vector, searched = best_of(search.vectors, target), {'satisfying': search.vectors}      # of the least height
        recoding = full_domain(lattice, vector)                 # {quasi tuple: published tuple or None}
        publication.lap('search')

        outcome = of_vector(lattice, vector, recoding)
        report = vector_summary(options, table, required, outcome, lattice, max_suppression, searched)
        publication.lap('measures')

        published = publication.publish(tally, recoding, required, report, vector)      # written aside, audited, put in place
    publication.finish(report, published, outcome, lattice=lattice)         # the report; record, picture, page


if __name__ == '__main__':
    sys.exit(run(SAMARATI, main))
