"""`python -m kanon risk`: re-identification risks of a table from any tool, and which of its columns identify people."""

from __future__ import annotations

from ..assessment.published_classes import AnyTable, class_sizes, counted_sizes
from ..assessment.risks import assessed, at_risk, people_fitting, ranked, screenful, subsets
from ..cli.inputs import check_outputs, table_of
from ..cli.report import head_of_report
from ..cli.screen import progress, put, put_views
from ..cli.words import (COLUMNS, CONFIG, COUNTS, DELIMITER, ENCODING, EXAMPLES, FORCE, NA, NO_PROGRESS, POPULATION_COUNTS, QUASI, REDACT,
                         REPORT_OUTPUT, SEEN, STARS, Program, Word, switch)
from ..errors import DataError, joined, quoted
from ..reports.as_text import counted_lines, title_lines
from ..reports.found_in_tables import ATTACKERS, OF_SETS, RISKS, accounted, persons_there, sampled
from ..settings.table import SETTINGS
from ..tables.text_table import json_text, table_text
from ..voice.counted_persons import in_persons
from ..voice.speaking import ENGLISH, speaker
from . import VERBS
from .check import HIERARCHIES_OF_LABELS, PEOPLE_MISSING, PERSON_THERE, classes_of, person_absent, person_of, population_of, settle_judge

WORDS = (
    QUASI, PERSON_THERE._replace(help=PERSON_THERE.help.partition(' k, the')[0] + ' Risks are then those of persons, and not of records.'),
    Word('--population', 'FILE', 'The table that DATA is a sample of. It has the same columns, with the same labels or with'
                                        ' recorded values.'),
    POPULATION_COUNTS, PEOPLE_MISSING, HIERARCHIES_OF_LABELS,
    Word('--threshold', 'SHARE', 'Count the records with a higher risk than this (default 0.2).'),
    Word('--most', 'N', 'Look at sets of at most N columns (default: all sets).'),
    switch('--all', 'Print all sets of columns, not only the most identifying ones of each size. csv and json always have all.'),
    COLUMNS, COUNTS._replace(help=COUNTS.help + ' So is that of --population, if it has this column.'), NA, DELIMITER, ENCODING, CONFIG,
    STARS,
    Word('--format', 'text|csv|markdown|json', 'The format of the report (default text). csv has the sets of columns only.'),
    REPORT_OUTPUT, *SEEN, NO_PROGRESS, REDACT, FORCE)


def settle(values, said, typed, error):
    if values['data'] == values['population'] == '-':
        error('DATA and --population cannot both be - (standard input)')
    settle_judge(values, said, typed, error)


PROGRAM = Program('risk', 'python -m kanon risk', VERBS['risk'], WORDS, settle,
                  (' released.csv --quasi zip,age --population register.csv --threshold 0.1',), EXAMPLES,
                  {'all': False})


def main(options):
    check_outputs(options)
    with table_of(options, AnyTable, 'value') as table:
        published = classes_of(table, options, person=person_of(table, options))
    if published.persons and not published.persons.places:
        raise DataError('column %s is empty in all records of the classes, so there are no persons at risk' % quoted(options.person), table.name)
    population = people = None
    if options.population is not None:
        register, missing, population, people = population_of(class_sizes(published), table, options)
    report = {**head_of_report(options, table.name), 'quasi': options.quasi, 'counts': table.counts, 'count_column': table.count_column(),
              **person_absent(table, options),
              **assessed(published, population, options.threshold, people)}
    if population is not None:
        report['population']['file'] = register
        report['in_population']['people_missing'] = missing
    sets = []
    with progress(lambda: '{:,} sets of columns'.format(len(sets)), options.quiet):
        for row in subsets(class_sizes(published), options.quasi, options.most, published.persons and published.persons.places):
            sets.append(row)
    report['subsets'] = ranked(sets)
    text = json_text(report) if options.format == 'json' else risk_text(report, options.format, options.all, speaker(options.language))
    put(text, 'the report', options.output, options.encoding)
    put_views({**report, 'shown': screenful(report['subsets'])}, options, lambda say: drawn(report, published, people, options, say))


def drawn(report, published, people, options, say):
    from ..pictures.findings_picture import of_risk     # few runs draw
    sizes, places = counted_sizes(published), published.persons and published.persons.places
    classes = {'prosecutor': at_risk(sizes.values(), sizes.values(), places)}
    if people is not None:
        classes['journalist'] = at_risk(sizes.values(), people_fitting(sizes, people.of_classes), places)
    sets = [(named(row['columns'], report['quasi'], 'text', say), row) for row in screenful(report['subsets'])]
    p, q = options.threshold
    asked = 'threshold' in options.typed or options.threshold != SETTINGS['threshold'].default
    return of_risk(report, classes, sets, -(-q // p) if p else None, asked, say)


def risk_text(report, format_, all_, say) -> str:
    """The report as csv (the sets of columns alone), or as text or markdown: the risks, then a screenful of the sets or all."""
    say = in_persons(say, report)
    rows = report['subsets'] if all_ or format_ == 'csv' else screenful(report['subsets'])
    sets = [{**row, 'columns': named(row['columns'], report['quasi'], format_, ENGLISH if format_ == 'csv' else say)} for row in rows]
    table = table_text(sets, format_, {name: say(key) for name, key in OF_SETS.items()})
    if format_ == 'csv':
        return table
    left = len(report['subsets']) - len(rows)
    more = ['', say('more_sets', n=left)] if left else []
    threshold = '%g' % report['threshold']
    headings = {'attacker': say('attacker_is'), **{name: say(key, threshold=threshold) for name, key in RISKS.items()}}
    risks = [{**row, 'attacker': say(ATTACKERS[row['attacker']])} for row in report['risks']]
    return '\n'.join([joined(risk_head(report, say)), '', table_text(risks, format_, headings), '', table, *more])


def named(columns, quasi, format_, say):
    """A set of columns in words; in text the shorter way, by those that are not in it.

    >>> named(('age', 'sex', 'job'), ['age', 'job', 'sex', 'zip'], 'text', ENGLISH), named(('age',), ['age', 'zip'], 'text', ENGLISH)
    ('all but zip', 'age')
    """
    without = [name for name in quasi if name not in columns]
    if format_ != 'text' or len(columns) <= max(2, len(without)):
        return say('comma').join(columns)
    return say('all_but', columns=say('comma').join(without)) if without else say('all_columns', n=len(columns))


def risk_head(report, say):
    yield from title_lines(say, report)
    yield from counted_lines(say, report)
    yield accounted(say, report['records'], report['classes'])
    yield from persons_there(say, report)
    yield from sampled(say, report)
    yield say('blank').join(map(say, ('risk_is', 'unique_is')))
    yield say('sets_are')
