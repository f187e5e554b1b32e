#!/usr/bin/env python3
"""Publish a k-anonymous table by Samarati's full-domain generalization with suppression.

    python3 run_samarati.py                      the sample that ships
    python3 run_samarati.py --optimal            the vector of the least loss, whatever its height
    python3 run_samarati.py --help               all options

The run, from the input file to the output file, is `main`. The files that it names are in
kanon/core/. It counts the table (tables/), searches the lattice of generalization vectors
(levels/lattice.py, samarati.py, optimal.py), recodes (counts/recoding.py), and publishes: the
release is written to a file aside, audited (audit/recount.py), and put in its place. The imports
show where each search is. The algorithm is a value that holds its settings
(algorithms/full_domain.py).
"""

import os
import sys

if sys.flags.isolated or getattr(sys.flags, 'safe_path', False):
    # python -I and -P do not look beside the script
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

try:
    from kanon.core.desk import signals
    signals.take_signals(__name__)      # so that Ctrl-C during the other imports is one line, too
except KeyboardInterrupt:       # during these
    sys.stderr.write('run_samarati.py: interrupted; no part of a file is left\n')
    sys.exit(130)

from kanon.core.desk.inputs import algorithm_for
from kanon.core.desk.options import SAMARATI
from kanon.core.desk.publication import Publication
from kanon.core.desk.run import run
from kanon.core.levels.optimal import branch_and_bound
from kanon.core.levels.samarati import least_height


def main(options):
    with Publication(options) as publication:
        options, watch = publication.options, publication.watch
        algorithm = algorithm_for(options)      # Samarati or, with --optimal, Optimal
        search = branch_and_bound if options.optimal else least_height

        counted = publication.count(algorithm)              # {(quasi..., carried...): records}
        vectors = algorithm.space(counted)                  # {vector: records that it suppresses}
        best = algorithm.search(vectors, watch, search)     # of all, or of the least height
        release = algorithm.recoded(vectors, best, watch)   # {quasi tuple: published tuple or None}
        published = publication.publish(release)            # written aside, audited, put in place
    publication.finish(release, published)                  # the report; record, picture, page


if __name__ == '__main__':
    sys.exit(run(SAMARATI, main))
