#!/usr/bin/env python3
"""Publish a k-anonymous table by Mondrian's strict multidimensional partitioning.

    python3 run_mondrian.py                      the sample that ships
    python3 run_mondrian.py --help               all options

The run, from the input file to the output file, is `main`: count the table, cut it into partitions, recode, publish,
report. Each line is one idea, in the module of that name in kanon/.
"""

import sys

from kanon.command import Clock, count, open_table, publish, run
from kanon.dimension import dimension_for
from kanon.frequency import columns, roll_up
from kanon.measures import c_avg, column_losses, dm, lm, lm_published
from kanon.mondrian import anonymize
from kanon.recoding import classes, multidimensional
from kanon.report import column_rows, show, summary


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
        recoding, losses = multidimensional(frequency_set, dimensions, partitions)
        clock.lap('search')

        audited = publish(table, tally, recoding, options, clock)

    sizes, suppressed = classes(frequency_set, recoding)        # {published tuple: records}
    report = summary(options, table, sizes, suppressed)
    report.update(
        labels=options.labels, cuts=len(cuts),
        columns=column_rows(options, frequency_set, recoding, column_losses(sizes, suppressed, losses),
                            [{'order': dimension.order} for dimension in dimensions]),
        measures={'lm': lm(sizes, suppressed, losses), 'lm_published': lm_published(sizes, suppressed, losses),
                  'dm': dm(sizes, suppressed), 'c_avg': c_avg(sizes, options.k)},
        seconds=clock.seconds(), output=options.output, audit={**audited._asdict(), 'ok': True})
    if options.trace:
        report['trace'] = [{'column': options.quasi[cut.dim], 'at': dimensions[cut.dim].texts[cut.split_value],
                            'size': cut.lhs + cut.rhs, 'lhs': cut.lhs, 'rhs': cut.rhs} for cut in cuts]
    show(report, options)


if __name__ == '__main__':
    sys.exit(run('mondrian', main))
