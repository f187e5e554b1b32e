#!/usr/bin/env python3
"""Publish a k-anonymous table by Mondrian's multidimensional partitioning.

    python3 run_mondrian.py                      the sample that ships
    python3 run_mondrian.py --help               all options

The run, from the input file to the output file, is `main`. It counts the table (kanon/tables/), puts each column in an order
that can be cut (kanon/cutting/dimension.py), cuts the table into partitions (mondrian.py), recodes (recoding.py), and publishes: the
release is written to a file aside, audited (audit/recount.py), and put in its place. The imports show where each function is.
"""

import os
import sys

if sys.flags.isolated or getattr(sys.flags, 'safe_path', False):     # python -I and -P do not look beside the script
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

try:
    from kanon.cli import signals
    signals.take(__name__)      # so that Ctrl-C during the other imports is one line, too
except KeyboardInterrupt:       # during these
    sys.stderr.write('run_mondrian.py: interrupted; no part of a file is left\n')
    sys.exit(130)

from kanon.cli.inputs import required_of, tally_of
from kanon.cli.mondrian_inputs import bound_for, cut_for, dimensions_for
from kanon.cli.options import MONDRIAN
from kanon.cli.publication import Publication
from kanon.cli.report import partition_summary
from kanon.cli.run import run
from kanon.cli.screen import cutting, progress
from kanon.cutting.labels import multidimensional, of_partitions
from kanon.cutting.mondrian import mondrian
from kanon.cutting.partition import partition_of
from kanon.frequency import columns


def main(options):
    with Publication(options) as publication:
        table, options = publication.table, publication.options
        tally = tally_of(table, options)                        # {(quasi values..., carried values...): records}
        frequency_set = tally.frequency_set                     # {quasi tuple: records}
        required = required_of(options, tally)                  # what every published class must satisfy
        publication.lap('read')

        values = columns(frequency_set)                         # each column's {value: records}
        dimensions = dimensions_for(values, table.roots, options)       # each column's values in an order that can be cut
        cut, words, looks, found = cutting(cut_for(options, dimensions, required), dimensions, required, options)
        with progress(words, options.quiet):                    # words: how far it is
            partitions, cuts = mondrian(partition_of(frequency_set, dimensions, required), cut)
        recoding, labels = multidimensional(frequency_set, dimensions, partitions, required)
        del partitions                                          # a third of the memory that a large table takes
        publication.lap('search')

        outcome = of_partitions(recoding, labels, values, dimensions, options.labels)
        report = partition_summary(options, table, required, outcome, dimensions, cuts, labels, looks, found)
        publication.lap('measures')
        if options.bound:                                       # how much less any other classes could lose
            report.update(bound=bound_for(options, frequency_set, dimensions, outcome))
            publication.lap('bound')

        published = publication.publish(tally, recoding, required, report)      # written aside, audited, put in place
    publication.finish(report, published, outcome, looks=looks, dimensions=dimensions, over=options.over)       # what is seen of it


if __name__ == '__main__':
    sys.exit(run(MONDRIAN, main))
