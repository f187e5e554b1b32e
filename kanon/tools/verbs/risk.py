"""`python -m kanon risk`: re-identification risks of a table from any tool.

It says which of the columns identify people, too. What the page says of a part of the report stands
beside the name of the part in pages/findings.py.
"""

from __future__ import annotations

from math import fsum

from ...core.counts.values import number
from ...core.desk.as_text import counted_lines
from ...core.desk.inputs import check_outputs, table_of
from ...core.desk.report import head_of_report
from ...core.desk.run_parts import FIRST, Part, said
from ...core.desk.screen import progress, put
from ...core.desk.words import (COLUMNS, CONFIG, COUNTS, DECIMAL, DELIMITER, ENCODING, EXACT,
                                EXAMPLES, FORCE, NA, NA_IN, NO_PROGRESS, OUTPUT,
                                POPULATION_COUNTS, QUASI, REDACT, SEEN, SKIP_LINES, STARS,
                                THOUSANDS, TOTALS, Program, Word, switch)
from ...core.errors import DataError, REDACTED, joined, many, quoted, show
from ...core.settings.kinds import column
from ...core.settings.table import SETTINGS
from ...core.tables.text_table import aligned, json_text, table_text
from ...core.voice.speaking import ENGLISH, speaker
from ..judging.published_classes import AnyTable, class_sizes, counted_sizes
from ..judging.risks import (assessed, at_risk, check_number, people_fitting, ranked, screenful,
                             subsets)
from ..pages.found_by_estimates import (estimate_lines, further_values, individual_lines,
                                        model_rows, special_columns, special_lines, special_rows,
                                        special_values)
from ..pages.found_in_tables import (ATTACKERS, OF_SETS, RISKS, persons_there, records_at_risk,
                                     sampled)
from ..views import put_views
from ..voice.counted_persons import in_persons
from . import VERBS
from .check import (HIERARCHIES_OF_LABELS, PEOPLE_MISSING, PEOPLE_UNREADABLE, PERSON_THERE,
                    classes_of, person_absent, person_of, population_of, rows_left, settle_judge)

WORDS = (
    QUASI,
    PERSON_THERE._replace(help=PERSON_THERE.help.partition(' k, the')[0]
                          + ' Risks are then those of persons, and not of records.'),
    Word('--population', 'FILE',
         'The table that DATA is a sample of. It has the same columns, with the same labels or with'
         ' recorded values.'),
    POPULATION_COUNTS, PEOPLE_MISSING, PEOPLE_UNREADABLE, HIERARCHIES_OF_LABELS,
    Word('--sampling-fraction', 'F',
         'DATA is a random sample of this share of its population, such as 0.1. Estimate how'
         ' many people of the population are alone with their values (models of Pitman, Zayatz'
         ' and SNB).'),
    Word('--weights', 'COLUMN',
         'The column that says how many people of the population each record stands for,'
         ' as surveys have it. Estimate the individual risk of the records (Benedetti'
         ' and Franconi).', column),
    Word('--suda', 'N',
         'Say which records are alone with the values of at most N columns, and which columns'
         ' and values do it (special uniques).'),
    Word('--threshold', 'SHARE', 'Count the records with a higher risk than this (default 0.2).'),
    Word('--most', 'N', 'Look at sets of at most N columns (default: all sets).'),
    switch('--all',
           'Print all sets of columns, not only the most identifying ones of each size. csv and'
           ' json always have all.'),
    COLUMNS, COUNTS, NA, NA_IN, TOTALS, THOUSANDS, EXACT, DELIMITER,
    SKIP_LINES, DECIMAL, ENCODING, CONFIG,
    STARS,
    Word('--format', 'text|csv|markdown|json',
         'The format of the report (default text). csv has the sets of columns only.'),
    OUTPUT, *SEEN, NO_PROGRESS, REDACT, FORCE)


def settle(values, said, typed, error):
    if values['data'] == values['population'] == '-':
        error('DATA and --population cannot both be - (standard input)')
    settle_weighted(values, typed, error)
    settle_judge(values, said, typed, error)
    weighted, others = values['weighted'], [*values['quasi'], values['counts']]
    if weighted is not None and weighted in others:
        error('column %s has the --weights, so it is no quasi-identifier, and does not have the'
              ' counts' % quoted(weighted))


def settle_weighted(values, typed, error):
    """--weights names a column here.

    Those of an INI file are weights of quasi-identifiers, for a run.
    """
    values['weighted'] = values['weights'] if 'weights' in typed else None
    values['weights'] = {}
    values['from_ini'] = [name for name in values['from_ini'] if name != 'weights']
    estimates = [name for name in ('sampling_fraction', 'weights') if name in typed]
    if len(estimates) == 2:
        error('--sampling-fraction and --weights exclude each other: each says how many people'
              ' there are; give one')
    if estimates and values['population']:
        error('--%s and --population exclude each other: a population is counted, and not'
              ' estimated' % estimates[0].replace('_', '-'))
    if 'person' in typed:
        check_in_records(values, error)


def check_in_records(values, refuse):
    """What is not worked out for persons."""
    for name, asked in ('weights', values['weighted']), ('suda', values['suda']):
        if asked is not None:
            refuse('--%s and --person exclude each other: it is worked out for records, and not for'
                   ' persons' % name)


def stop(problem):
    raise DataError(problem)


ESTIMATED = 'estimated', 'individual', 'special'      # what is in a report only where it is asked
PROGRAM = Program(
    'risk', 'python -m kanon risk', VERBS['risk'], WORDS, settle,
    (' released.csv --quasi zip,age --population register.csv --threshold 0.1',), EXAMPLES,
    {'all': False})


def main(options):
    check_outputs(options)
    if options.suda:
        most = min(options.suda, len(options.quasi))
        check_number(len(options.quasi), most, 'suda')
    with table_of(options, AnyTable, 'value') as table:
        published, weighted = classes_and_weights(table, options)
    sizes, persons = class_sizes(published), published.persons
    if persons and not persons.places:
        raise DataError('column %s is empty in all records of the classes, so there are no persons'
                        ' at risk' % quoted(options.person), table.name)
    population = people = None
    if options.population is not None:
        register, missing, population, people = population_of(sizes, table, options)
    report = {**head_of_report(options, table.name), 'quasi': options.quasi,
              'counts': table.counts, 'count_column': table.count_column(),
              **rows_left(published, table, options), **person_absent(table, options),
              **assessed(published, population, options.threshold, people),
              **estimated(published, weighted, table, options)}
    if population is not None:
        report['population']['file'] = register
        report['in_population']['people_missing'] = missing
    report['subsets'] = sets_of_columns(published, options)
    say = speaker(options.language)
    if options.format == 'json':
        text = json_text(report)
    else:
        text = risk_text(report, options.format, options.all, say)
    shown = report['subsets'] if options.all else screenful(report['subsets'])
    put_views({**report, 'shown': shown}, options,
              lambda say: drawn(report, published, people, weighted, options, say))
    put(text, 'the report', options.output, options.encoding)


def classes_and_weights(table, options) -> tuple:
    """The Published of the table, and of --weights what `people_by_weights` returns, or None."""
    person = person_of(table, options)
    if person is not None:
        check_in_records(vars(options), stop)   # an INI file names it, and the table has the column
    if options.weighted is None:
        return classes_of(table, options, person=person), None
    published = classes_of(table, options, [options.weighted], person=person)
    return published, people_by_weights(published.classes, table, options.weighted)


def sets_of_columns(published, options) -> list:
    """What sets of columns identify, the most identifying ones first."""
    places = published.persons and published.persons.places
    sets: list = []
    with progress(lambda: '{:,} sets of columns'.format(len(sets)), options.quiet):
        for row in subsets(class_sizes(published), options.quasi, options.most, places):
            sets.append(row)
    return ranked(sets)


def drawn(report, published, people, weighted, options, say):
    from ..pictures.findings_picture import of_risk     # few runs draw
    sizes, places = counted_sizes(published), published.persons and published.persons.places
    classes = {'prosecutor': at_risk(sizes.values(), sizes.values(), places)}
    if people is not None:
        fitting = people_fitting(sizes, people.of_classes)
        classes['journalist'] = at_risk(sizes.values(), fitting, places)
    sets = [(named_columns(row['columns'], report['quasi'], 'text', say), row)
            for row in screenful(report['subsets'])]
    p, q = options.threshold
    smallest = -(-q // p) if p else None        # class whose risk is no higher
    asked = 'threshold' in options.typed or options.threshold != SETTINGS['threshold'].default
    pictures = of_risk(report, classes, sets, smallest, asked, say)
    if not report.keys().isdisjoint(ESTIMATED):
        from ..judging.survey_weights import individual_risk      # as above
        from ..pictures.estimates_picture import of_estimates
        risks = [(n, individual_risk(n, people)) for n, people in (weighted or {}).values()]
        pictures.update(of_estimates(report, risks, say))
    return pictures


def people_by_weights(classes, table, column) -> dict:
    """{quasi tuple: (records, sum of the weights)} of {quasi tuple: {(weight,): records}}.

    DataError for what is no weight.
    """
    texts = {values[0] for histogram in classes.values() for values in histogram}
    weights = {text: number(text.strip()) for text in texts}
    wrong = {text for text, weight in weights.items() if weight is None or not 0 < weight < 1e15}
    if wrong:
        line, text = table.first_with(column, wrong)
        raise DataError('column %s says %s, which is no weight; a number above 0 is expected, with'
                        ' a decimal point' % (quoted(column), show(text)), table.name, line)
    people = {}
    for quasi, histogram in classes.items():
        total = fsum(weights[text] * n for (text,), n in histogram.items())
        people[quasi] = sum(histogram.values()), total
    return people


def estimated(published, weighted, table, options) -> dict:
    """What a report says of the people behind the table, and of who stands out in it.

    Nothing that was not asked.
    """
    parts = {}
    if options.sampling_fraction:
        from ..judging.uniqueness import population_uniques      # few runs estimate
        check_in_one_class(published.persons, table, options.person)
        p, q = options.sampling_fraction
        sizes = list(filter(None, counted_sizes(published).values()))
        parts['estimated'] = {'records': sum(sizes), **population_uniques(sizes, p / q)}
    if weighted is not None:
        from ..judging.survey_weights import weighted_risks       # as above
        classes, (p, q) = list(weighted.values()), options.threshold
        parts['individual'] = {'column': options.weighted, 'records': sum(n for n, _ in classes),
                               **weighted_risks(classes, p / q)}
    if options.suda:
        from ..judging.suda import told_of_specials       # as above
        special = told_of_specials(class_sizes(published), options.quasi, options.suda)
        parts['special'] = redacted_specials(special) if options.redact else special
    return parts


def check_in_one_class(persons, table, column):
    """DataError if a person is in several classes. persons: whose the rows are, or None."""
    if not persons or not persons.told['moving']:
        return
    moving = persons.told['moving']
    raise DataError('%s of column %s %s in several classes, and the models suppose that each person'
                    ' is in one; take one record of each person'
                    % (many(moving, 'person'), quoted(column), 'is' if moving == 1 else 'are'),
                    table.name)


def redacted_specials(special) -> dict:
    """The same without a value of the data."""
    values = [{**row, 'value': REDACTED} for row in special['values']]
    first = [{**row, 'quasi': dict.fromkeys(row['quasi'], REDACTED)} for row in special['first']]
    return {**special, 'values': values, 'first': first}


# The report as text, as Markdown or as csv.

def risk_text(report, format_, all_, say) -> str:
    """As text or Markdown the risks, then a screenful of the sets of columns or all.

    As csv all sets alone.
    """
    rows = report['subsets'] if all_ or format_ == 'csv' else screenful(report['subsets'])
    report = {**report, 'shown': rows, 'format': format_}
    say = in_persons(say, report)
    if format_ == 'csv':
        return sets_text(ENGLISH, report)
    return joined(said(RISK, say, report))


def meanings(say, report):
    """What a risk, a unique record and a set of columns are."""
    yield say('blank').join(map(say, ('risk_is', 'unique_is')))
    yield say('sets_are')


def risks_table(say, report):
    """The risks of each attacker."""
    threshold = '%g' % report['threshold']
    headings = {'attacker': say('attacker_is')}
    for name, key in RISKS.items():
        headings[name] = say(key, threshold=threshold)
    rows = [{**row, 'attacker': say(ATTACKERS[row['attacker']])} for row in report['risks']]
    yield ''
    yield from table_text(rows, report['format'], headings).split('\n')


def estimated_part(say, report):
    """The people behind the table. Nothing where this is not asked."""
    if 'estimated' in report:
        yield ''
        yield from estimate_lines(say, report)
        yield from table_lines(model_rows(say, report['estimated']), report['format'])


def individual_part(say, report):
    """The risk of the records of a survey. Nothing without weights."""
    if 'individual' in report:
        yield ''
        yield from individual_lines(say, report)


def special_part(say, report):
    """Who stands out in the table. Nothing where this is not asked."""
    if 'special' not in report:
        return
    special = report['special']
    yield ''
    yield from special_lines(say, report)
    if special['records']:
        yield from table_lines(special_columns(say, special), report['format'])
        yield from table_lines(special_values(say, special), report['format'])
        yield from further_values(say, special)
        yield from table_lines(special_rows(say, special), report['format'])


def table_lines(rows, format_):
    """An empty line, then rows of texts, the first of them the heading, as text or Markdown."""
    yield ''
    if format_ == 'markdown':
        heading, *body = [dict(enumerate(row)) for row in rows]
        yield from table_text(body, format_, heading).split('\n')
    else:
        yield from (line.rstrip() for line in aligned(rows))


def sets_part(say, report):
    """The sets of columns that identify most."""
    yield ''
    yield from sets_text(say, report).split('\n')
    left = len(report['subsets']) - len(report['shown'])
    if left:
        yield from ['', say('more_sets', n=left)]


def sets_text(say, report) -> str:
    format_ = report['format']
    sets = [{**row, 'columns': named_columns(row['columns'], report['quasi'], format_, say)}
            for row in report['shown']]
    headings = {name: say(key) for name, key in OF_SETS.items()}
    return table_text(sets, format_, headings)


def named_columns(columns, quasi, format_, say):
    """A set of columns in words; in text the shorter way, by those that are not in it.

    >>> quasi = ['age', 'job', 'sex', 'zip']
    >>> [named_columns(columns, quasi, 'text', ENGLISH) for columns in (('age', 'sex', 'job'), ('age',))]
    ['all but zip', 'age']
    """
    without = [name for name in quasi if name not in columns]
    if format_ != 'text' or len(columns) <= max(2, len(without)):
        return say('comma').join(columns)
    if without:
        return say('all_but', columns=say('comma').join(without))
    return say('all_columns', n=len(columns))


RISK = (
    *FIRST,
    Part('count_column', 'count_column', counted_lines),
    Part('records', 'records classes', records_at_risk),
    Part('persons', 'person persons person_absent', persons_there),
    Part('population', 'population in_population', sampled),
    Part('meaning', '', meanings),
    Part('risks', 'risks threshold', risks_table),
    Part('estimated', 'estimated', estimated_part),
    Part('individual', 'individual', individual_part),
    Part('special', 'special', special_part),
    Part('subsets', 'subsets', sets_part),
    Part('quasi', 'quasi', None),       # the sets of columns name them
)
