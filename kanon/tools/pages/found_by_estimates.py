"""What risk estimates of the people behind a table, and by what records stand out, sentence by sentence.

Promise: the text of a report and its page say the same, since both are made here. An estimate is called so.
"""

from __future__ import annotations

from ...core.voice.speaking import about, capital, per_cent
from ..voice.counted_persons import in_persons

VALUES, RECORDS = 12, 5         # that a report shows


def estimate_lines(say, report):
    """How many people of the population are alone. Nothing where no sampling fraction is known.

    >>> from ...core.voice.speaking import ENGLISH
    >>> found = {'sampling_fraction': 0.1, 'records': 30162, 'population': 301620.0, 'sample_uniques': 15512, 'uniques': 83503.4, 'share': 0.276850,
    ...          'of_uniques': 8350.3, 'chosen': 'pitman', 'instead_of': None, 'models': {}}
    >>> print(*list(estimate_lines(ENGLISH, {'estimated': found}))[:3], sep='\\n')
    With a sampling fraction of 0.1, the 30,162 records of the classes stand for about 301,620 people.
    ESTIMATE: about 83,503 of these people, 27.7%, are alone with their values in these columns (Pitman's model).
    Of the 15,512 unique records of the table, about 8,350 are of such people.
    """
    found, say = report.get('estimated'), in_persons(say, report)
    if found:
        model = say('model_' + found['chosen'])
        yield say('stands_for', fraction='%g' % found['sampling_fraction'], records=found['records'], population=about(found['population']))
        yield say('estimate', uniques=about(found['uniques']), share=per_cent(found['share']), model=model)
        yield say('estimate_of_uniques', alone=found['sample_uniques'], of_uniques=about(found['of_uniques']))
        if not found['sample_uniques']:
            yield say('models_without_uniques')
        elif found['instead_of']:
            yield capital(say('model_instead', instead_of=say('model_' + found['instead_of']), model=model))
        yield say('estimate_may_err')


def model_rows(say, found) -> list:
    """The heading, and a row for each model."""
    rows = [(say('model'), say('people_alone'), say('share_of_people'))]
    for name, uniques in found['models'].items():
        model = say('model_' + name)
        rows.append((say('named', name=model, text=say('not_converging')), '-', '-') if uniques is None else
                    (model, about(uniques), per_cent(uniques / found['population'])))
    return rows


def individual_lines(say, report):
    """The risk of the records of a survey. Nothing without weights."""
    found = report.get('individual')
    if found:
        yield say('weights_stand_for', column=found['column'], records=found['records'], population=about(found['population']))
        yield say('individual_is', highest='%.4f' % found['highest'], average='%.4f' % found['average'], above=found['above'],
                  threshold='%g' % report['threshold'])
        yield say('individual_expected', expected=about(found['expected']))
        yield say('individual_may_err')
        if found['short']:
            yield say('weights_short', n=found['short'])


def special_lines(say, report):
    """How many records stand out. Nothing where this is not asked."""
    found = report.get('special')
    if found:
        yield say('special_are', n=found['records'], records=report['records']['in_classes'], most=found['most'])
        if found['records']:
            yield say('special_fewest', sizes=[say('special_of_size', n=n, columns=size) for size, n in found['by_columns'].items() if n])
            yield say('special_score')


def special_columns(say, found) -> list:
    """The heading, and a row for each column that makes records stand out."""
    return [(say('a_column'), say('records'), say('special_share')),
            *((row['column'], '{:,}'.format(row['records']), per_cent(row['share'])) for row in found['columns'])]


def special_values(say, found) -> list:
    """The heading, and the first values that make records stand out."""
    return [(say('a_column'), say('special_value'), say('records'), say('special_share')),
            *((row['column'], row['value'], '{:,}'.format(row['records']), per_cent(row['share'])) for row in found['values'][:VALUES])]


def further_values(say, found):
    """A line if there are more values than `special_values` has.

    >>> from ...core.voice.speaking import ENGLISH
    >>> list(further_values(ENGLISH, {'values': range(VALUES + 3)})), list(further_values(ENGLISH, {'values': range(VALUES)}))
    (['(3 further values: --format json)'], [])
    """
    if len(found['values']) > VALUES:
        yield say('special_more', n=len(found['values']) - VALUES)


def special_rows(say, found) -> list:
    """The heading, and the records that stand out most."""
    return [(say('score'), say('special_sets'), say('special_value')), *(
        ('{:,}'.format(row['score']), say('semicolon').join(say('comma').join(chosen) for chosen in row['sets'][:3]) + ' ...' * (len(row['sets']) > 3),
         say('comma').join('%s %s' % pair for pair in row['quasi'].items())) for row in found['first'][:RECORDS])]
