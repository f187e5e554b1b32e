#!/usr/bin/env python3
"""Publish a k-anonymous table by Mondrian's strict multidimensional partitioning.

    python3 run_mondrian.py                      the sample that ships
    python3 run_mondrian.py --help               all options

The run, from the input file to the output file, is `main`: count the table, cut it into partitions, recode, publish,
report. Each line is one idea, in the module of that name in kanon/.
"""

import sys

from kanon.command import count, open_table, publish, run
from kanon.dimension import dimension_for
from kanon.frequency import columns, roll_up
from kanon.measures import of_partitions
from kanon.mondrian import anonymize
from kanon.progress import Clock
from kanon.recoding import multidimensional
from kanon.report import show, summary


def main(options):
    clock = Clock()
    with open_table(options) as table:
        tally = count(table, options)                           # {(quasi values..., carried values...): records}
        frequency_set = tally.frequency_set                     # {quasi tuple: records}
        clock.lap('read')

        dimensions = [dimension_for(name, values, options.hierarchies, options.labels)
                      for name, values in zip(options.quasi, columns(frequency_set))]
        coded = roll_up(frequency_set, [dimension.codes for dimension in dimensions])
        partitions, cuts = anonymize([(*codes, n) for codes, n in coded.items()], dimensions, options.k)
        recoding, losses, extents = multidimensional(frequency_set, dimensions, partitions)
        clock.lap('search')

        outcome = of_partitions(frequency_set, recoding, losses, extents)
        report = summary(options, table, outcome, [{'order': dimension.order} for dimension in dimensions])
        report.update(labels=options.labels, cuts=len(cuts))
        if options.trace:
            report['trace'] = [{'column': options.quasi[cut.dim], 'at': dimensions[cut.dim].texts[cut.split_value],
                                'size': cut.lhs + cut.rhs, 'lhs': cut.lhs, 'rhs': cut.rhs} for cut in cuts]
        clock.lap('measures')

        audited = publish(table, tally, recoding, options, clock)
    show(report, options, audited, clock)


if __name__ == '__main__':
    sys.exit(run('mondrian', main))
