"""`python -m kanon check` and `risk`: a published table, from any tool, is read and judged; nothing is published.

Each verb is a `main(options)`.
"""

from __future__ import annotations

from . import __version__
from .check import judged
from .check_text import text as check_text
from .command import open_table, put
from .errors import REDACTED
from .progress import shown
from .published import AnyTable, class_sizes, read
from .report import json_text
from .risk import assessed, ranked, subsets, text as risk_text
from .words import COMMANDS


def print_check(options):
    """The exit status: 1 where a requirement does not hold."""
    name, published = published_table(options)
    report = {'program': COMMANDS['check'], 'version': __version__, 'data': name, 'quasi': options.quasi,
              'sensitive': options.sensitive, **judged(published, options)}
    if options.redact:
        report['worst'] = list(map(redacted, report['worst']))
    if not options.quiet:
        put(json_text(report) if options.json else check_text(report), 'the report', options)
    return 0 if report['holds'] else 1


def redacted(class_) -> dict:
    """What is said of a class, without a value of it.

    >>> redacted({'quasi': {'zip': '130**'}, 'records': 4, 'columns': [{'column': 'condition', 'most_frequent': 'Cancer', 't': 0.5}]})
    {'quasi': {'zip': '(value)'}, 'records': 4, 'columns': [{'column': 'condition', 'most_frequent': '(value)', 't': 0.5}]}
    """
    return {**class_, 'quasi': dict.fromkeys(class_['quasi'], REDACTED),
            'columns': [{**column, 'most_frequent': REDACTED} for column in class_['columns']]}


def print_risk(options):
    name, published = published_table(options)
    population, source = None, None
    if options.population is not None:
        source, population = population_table(options)
    report = {'program': COMMANDS['risk'], 'version': __version__, 'data': name, 'quasi': options.quasi,
              **assessed(published, population, options)}
    if population is not None:
        report['population']['file'] = source
    sets = []
    with shown(lambda: '{:,} sets of columns'.format(len(sets)), options):
        for row in subsets(class_sizes(published), options.quasi, options.most):
            sets.append(row)
    report['subsets'] = ranked(sets)
    put(json_text(report) if options.format == 'json' else risk_text(report, options.format, options.all), 'the report', options)


def published_table(options):
    """The name of the table that `check` or `risk` judges, and its Published."""
    with open_table(options, AnyTable) as table:
        if options.program == 'check' and not options.sensitive_said:
            options.sensitive = [name for name in options.sensitive if name in table.columns and name not in options.quasi]
        return table.name, classes_of(table, options)


def population_table(options):
    """The same of --population."""
    with AnyTable(options.population, options.columns, options.delimiter, options.encoding, options.missing) as table:
        return table.name, classes_of(table, options)


def classes_of(table, options):
    with shown(lambda: '{:,} records read'.format(table.read), options):
        return read(table, options.quasi, options.sensitive if options.program == 'check' else (), options.stars)
