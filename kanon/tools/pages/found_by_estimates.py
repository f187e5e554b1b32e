"""What risk estimates of the people behind a table, and by what records stand out.

Promise: the text of a report and its page say the same, since both are made here, sentence by
sentence. An estimate is called so.
"""

from __future__ import annotations

from ...core.desk.as_text import picked
from ...core.voice.speaking import about, capital, per_cent

VALUES, RECORDS = 12, 5         # that a report shows
MOST_SETS = 3                   # sets of columns of a record that are shown


# How many people are alone.

def estimate_lines(say, report):
    """How many people of the population are alone. Nothing where no sampling fraction is known.

    >>> from ...core.voice.speaking import ENGLISH
    >>> estimated = {'sampling_fraction': 0.1, 'records': 30162, 'population': 301620.0,
    ...              'sample_uniques': 15512, 'uniques': 83503.4, 'share': 0.276850,
    ...              'of_uniques': 8350.3, 'chosen': 'pitman', 'instead_of': None, 'models': {}}
    >>> first, second, third, _ = estimate_lines(ENGLISH, {'estimated': estimated})
    >>> print(first, second, third, sep='\\n')      # doctest: +NORMALIZE_WHITESPACE
    With a sampling fraction of 0.1, the 30,162 records of the classes stand for about 301,620
    people.
    ESTIMATE: about 83,503 of these people, 27.7%, are alone with their values in these columns
    (Pitman's model).
    Of the 15,512 unique records of the table, about 8,350 are of such people.
    """
    if 'estimated' not in report:
        return
    estimated = report['estimated']
    model = say('model_' + estimated['chosen'])
    alone = estimated['sample_uniques']
    yield say('stands_for', fraction='%g' % estimated['sampling_fraction'],
              records=estimated['records'], population=about(estimated['population']))
    yield say('estimate', uniques=about(estimated['uniques']),
              share=per_cent(estimated['share']), model=model)
    yield say('estimate_of_uniques', alone=alone, of_uniques=about(estimated['of_uniques']))
    if not alone:
        yield say('models_without_uniques')
    elif estimated['instead_of']:
        instead_of = say('model_' + estimated['instead_of'])
        yield capital(say('model_instead', instead_of=instead_of, model=model))
    yield say('estimate_may_err')


def model_rows(say, estimated) -> list:
    """The heading, and a row for each model."""
    rows = [(say('model'), say('people_alone'), say('share_of_people'))]
    for name, uniques in estimated['models'].items():
        model = say('model_' + name)
        if uniques is None:
            rows.append((say('named', name=model, text=say('not_converging')), '-', '-'))
        else:
            share = per_cent(uniques / estimated['population'])
            rows.append((model, about(uniques), share))
    return rows


# The records of a survey.

def individual_lines(say, report):
    """The risk of the records of a survey. Nothing without weights."""
    if 'individual' not in report:
        return
    individual = report['individual']
    yield say('weights_stand_for', **picked(individual, 'column', 'records'),
              population=about(individual['population']))
    highest, average = ('%.4f' % individual[name] for name in ('highest', 'average'))
    yield say('individual_is', highest=highest, average=average, above=individual['above'],
              threshold='%g' % report['threshold'])
    yield say('individual_expected', expected=about(individual['expected']))
    yield say('individual_may_err')
    if individual['short']:
        yield say('weights_short', n=individual['short'])


# The records that stand out.

def special_lines(say, report):
    """How many records stand out. Nothing where this is not asked."""
    if 'special' not in report:
        return
    special = report['special']
    yield say('special_are', n=special['records'], records=report['records']['in_classes'],
              most=special['most'])
    if special['records']:
        sizes = [say('special_of_size', n=n, columns=size)
                 for size, n in special['by_columns'].items() if n]
        yield say('special_fewest', sizes=sizes)
        yield say('special_score')


def special_columns(say, special) -> list:
    """The heading, and a row for each column that makes records stand out."""
    rows = [(say('a_column'), say('records'), say('special_share'))]
    for row in special['columns']:
        rows.append((row['column'], '{:,}'.format(row['records']), per_cent(row['share'])))
    return rows


def special_values(say, special) -> list:
    """The heading, and the first values that make records stand out."""
    rows = [(say('a_column'), say('special_value'), say('records'), say('special_share'))]
    for row in special['values'][:VALUES]:
        records = '{:,}'.format(row['records'])
        rows.append((row['column'], row['value'], records, per_cent(row['share'])))
    return rows


def further_values(say, special):
    """A line if there are more values than `special_values` has.

    >>> from ...core.voice.speaking import ENGLISH
    >>> list(further_values(ENGLISH, {'values': range(VALUES + 3)}))
    ['(3 further values: --format json)']
    >>> list(further_values(ENGLISH, {'values': range(VALUES)}))
    []
    """
    further = len(special['values']) - VALUES
    if further > 0:
        yield say('special_more', n=further)


def special_rows(say, special) -> list:
    """The heading, and the records that stand out most."""
    rows = [(say('score'), say('special_sets'), say('special_value'))]
    for row in special['first'][:RECORDS]:
        sets = [say('comma').join(columns) for columns in row['sets'][:MOST_SETS]]
        text = say('semicolon').join(sets)
        if len(row['sets']) > MOST_SETS:
            text = type(text)(text + ' ...')
        values = ['%s %s' % pair for pair in row['quasi'].items()]
        rows.append(('{:,}'.format(row['score']), text, say('comma').join(values)))
    return rows
