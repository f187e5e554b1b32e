"""`python -m kanon check` and `risk`: a published table, from any tool, is read and judged; nothing is published.

Each verb is a `main(options)`.

Re-identification risks of a table, and which of its columns identify people.

Promise: every record counts, each with 1 / (records of its class); the sums are of whole numbers wherever they can be.
- Prosecutor: knows that a person is in the table. A record's risk is 1 / size of its class.
- Journalist: knows a population that the table is a sample of. A record's risk is 1 / size of its class there.
- Marketer: matches all records and counts on the share that is right: the mean of these risks.
K. El Emam, F. Dankar, Protecting Privacy Using k-Anonymity, JAMIA 15(5), 2008; F. Dankar, K. El Emam, A Method for
Evaluating Marketer Re-identification Risk, PAIS 2010.
Where the population has fewer records of a class than the sample, it is no population of it: these records are counted
(`absent`, `short`), and their class is taken to be as large as in the sample, so that no risk exceeds 1.
- Distinction: distinct combinations / records; separation: the share of pairs of records that differ. R. Motwani, Y. Xu,
Efficient Algorithms for Masking and Finding Quasi-Identifiers, 2008.
"""

from __future__ import annotations

from .. import __version__
from ..assessment.classes import accounted, class_sizes
from ..assessment.risk import assessed, ranked, screenful, subsets
from ..cli.screen import put, shown
from ..cli.words import COMMANDS
from ..tables.grid import json_text, table_text
from .check import population_table, published_table


def print_risk(options):
    name, published = published_table(options)
    population, source = None, None
    if options.population is not None:
        source, population = population_table(options)
    report = {'program': COMMANDS['risk'], 'version': __version__, 'data': name, 'quasi': options.quasi,
              **assessed(published, population, options.threshold)}
    if population is not None:
        report['population']['file'] = source
    sets = []
    with shown(lambda: '{:,} sets of columns'.format(len(sets)), options):
        for row in subsets(class_sizes(published), options.quasi, options.most):
            sets.append(row)
    report['subsets'] = ranked(sets)
    put(json_text(report) if options.format == 'json' else risk_text(report, options.format, options.all), 'the report', options)


def risk_text(report, format_, all_) -> str:
    """The report as csv (the sets of columns alone), or as text or markdown: the risks, then a screenful of the sets or all."""
    rows = report['subsets'] if all_ or format_ == 'csv' else screenful(report['subsets'])
    table = table_text([{**row, 'columns': named(row['columns'], report['quasi'], format_)} for row in rows], format_)
    if format_ == 'csv':
        return table
    left = len(report['subsets']) - len(rows)
    more = ['', '(%s more sets of columns: --all)' % '{:,}'.format(left)] if left else []
    return '\n'.join([*head_lines(report), '', table_text(report['risks'], format_), '', table, *more])


def named(columns, quasi, format_):
    """A set of columns in words; in text the shorter way, by those that are not in it.

    >>> named(('age', 'sex', 'job'), ['age', 'job', 'sex', 'zip'], 'text'), named(('age',), ['age', 'zip'], 'text')
    ('all but zip', 'age')
    """
    without = [name for name in quasi if name not in columns]
    if format_ != 'text' or len(columns) <= max(2, len(without)):
        return ', '.join(columns)
    return 'all but %s' % ', '.join(without) if without else 'all %d' % len(columns)


def head_lines(report):
    yield '{program} {version}: {data}'.format(**report)
    yield accounted(report['records'], report['classes'])
    population = report['population']
    if population:
        yield 'a sample of {records:,} records in {classes:,} classes: {file}'.format(**population)
    if population and (population['absent'] or population['short']):
        yield ('WARNING: this is no superset. Records in classes that it does not have: {absent:,}; in classes of which it has'
               ' too few: {short:,}'.format(**population))
    yield 'above, above_share: the records with a risk above %g; uniques: those that can be nobody else' % report['threshold']
