#!/usr/bin/env python3
"""Publish a k-anonymous table by Mondrian's multidimensional partitioning.

    python3 run_mondrian.py                      the sample that ships
    python3 run_mondrian.py --help               all options

The run, from the input file to the output file, is `main`. The files that it names are in
kanon/core/. It counts the table (tables/), puts each column in an order that can be cut
(cutting/dimension.py), cuts the table into partitions (cutting/mondrian.py, cuts.py), recodes
(counts/recoding.py), and publishes: the release is written to a file aside, audited
(audit/recount.py), and put in its place. The imports show where the cuts are. The algorithm is a
value that holds its settings (algorithms/by_cuts.py).
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
    sys.stderr.write('run_mondrian.py: interrupted; no part of a file is left\n')
    sys.exit(130)

from kanon.core.cutting.cuts import cut_for
from kanon.core.cutting.mondrian import mondrian
from kanon.core.desk.inputs import algorithm_for
from kanon.core.desk.options import MONDRIAN
from kanon.core.desk.publication import Publication
from kanon.core.desk.run import run


def main(options):
    with Publication(options) as publication:
        watch = publication.watch
        algorithm = algorithm_for(publication.options)      # Mondrian

        counted = publication.count(algorithm)              # {(quasi..., carried...): records}
        columns = algorithm.space(counted)                  # each column in an order, to be cut
        partitions = algorithm.search(columns, watch, mondrian, cut_for)
        release = algorithm.recoded(columns, partitions, watch)     # {quasi tuple: published tuple}
        published = publication.publish(release)            # written aside, audited, put in place
    publication.finish(release, published)                  # the report; record, picture, page


if __name__ == '__main__':
    sys.exit(run(MONDRIAN, main))
