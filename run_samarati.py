#!/usr/bin/env python3
"""Publish a k-anonymous table by Samarati's full-domain generalization with suppression.

    python3 run_samarati.py                      the sample that ships
    python3 run_samarati.py --help               all options

The run, from the input file to the output file, is `main`: count the table, search the lattice of generalization
vectors, recode, publish, report. Each line is one idea, in the module of that name in kanon/.
"""

import sys

from kanon.command import Clock, count, open_table, publish, run
from kanon.frequency import columns
from kanon.hierarchy import load_for
from kanon.lattice import height
from kanon.measures import best_vector, c_avg, column_losses, dm, lm, lm_published, precision, tree_losses
from kanon.options import suppression_limit
from kanon.recoding import classes, full_domain
from kanon.report import column_rows, show, summary
from kanon.samarati import samarati


def main(options):
    clock = Clock()
    with open_table(options) as table:
        tally = count(table, options)                           # {(quasi values..., carried values...): records}
        frequency_set = tally.frequency_set                     # {quasi tuple: records}
        clock.lap('read')

        trees = [load_for(name, values, options.hierarchies)
                 for name, values in zip(options.quasi, columns(frequency_set))]
        max_suppression = suppression_limit(options.max_suppression, sum(frequency_set.values()))
        search = samarati(frequency_set, trees, options.k, max_suppression)
        losses = tree_losses(frequency_set, trees)              # {label: 0.0 to 1.0}, one per column
        vector = best_vector(search, losses, options.measure)
        recoding = full_domain(search.lattice, vector)          # {quasi tuple: published tuple or None}
        clock.lap('search')

        audited = publish(table, tally, recoding, options, clock)

    sizes, suppressed = classes(frequency_set, recoding)        # {published tuple: records}
    top = search.lattice.top
    report = summary(options, table, sizes, suppressed)
    report.update(
        max_suppression=max_suppression, measure=options.measure,
        vector=dict(zip(options.quasi, vector)), height=search.height,
        lattice={'vectors': search.lattice.size(), 'checked': len(search.lattice), 'satisfying': search.vectors},
        columns=column_rows(options, frequency_set, recoding, column_losses(sizes, suppressed, losses),
                            [{'level': level, 'height': height_} for level, height_ in zip(vector, top)]),
        measures={'lm': lm(sizes, suppressed, losses), 'lm_published': lm_published(sizes, suppressed, losses),
                  'dm': dm(sizes, suppressed), 'c_avg': c_avg(sizes, options.k),
                  'precision': precision(sizes, suppressed, vector, top)},
        seconds=clock.seconds(), output=options.output, audit={**audited._asdict(), 'ok': True})
    if options.trace:
        report['trace'] = [{'height': height(tried), 'vector': tried, 'suppressed': below,
                            'satisfies': below <= max_suppression} for tried, below in search.lattice.items()]
    show(report, options)


if __name__ == '__main__':
    sys.exit(run('samarati', main))
