"""What check and risk found in a table, sentence by sentence.

Promise: the text of a report and its page say the same, since both are made here. `say`
(core/voice/speaking.py) decides on the language, and on text or HTML. Where persons are counted, it
is that of `in_persons`. `cut` shortens names and values where a line has little room.
"""

from __future__ import annotations

from ...core.desk.as_text import people_found, picked, uncut

MEASURES = 'l', 'entropy', 'recursive', 't', 'ordered-t', 'hierarchical-t', 'alpha'
ATTACKERS = {'prosecutor': 'is_prosecutor', 'journalist': 'is_journalist',
             'marketer': 'is_marketer'}
KNOWS = {'prosecutor': 'knows_prosecutor', 'journalist': 'knows_journalist',
         'marketer': 'knows_marketer'}
RISKS = {'highest': 'highest_risk', 'average': 'average', 'above': 'above',
         'above_share': 'above_share', 'uniques': 'unique_records'}
OF_SETS = {'columns': 'columns', 'distinct': 'combinations', 'uniques': 'unique_records',
           'smallest': 'smallest', 'distinction': 'distinction', 'separation': 'separation'}


# What was looked at.

def quasi_sensitive(say, report):
    sensitive = report['sensitive'] or say('none_named')
    return say('quasi_sensitive', quasi=report['quasi'], sensitive=sensitive)


def columns_named(say, report):
    yield quasi_sensitive(say, report)


def accounted(say, records, classes):
    """
    >>> from ...core.voice.speaking import ENGLISH
    >>> accounted(ENGLISH, {'read': 3, 'in_classes': 2, 'suppressed': 1}, 1)
    "3 records = 2 in 1 class + 1 suppressed ('*' in every quasi-identifier)"
    """
    return say('accounts', n=classes, **records)


def records_in_classes(say, report):
    yield accounted(say, report['records'], report['classes']['count'])


def records_at_risk(say, report):
    yield accounted(say, report['records'], report['classes'])


def counts_lines(say, report):
    """What the table should be by its counts. Nothing without them.

    The rows that differ are those of `differing_rows`.

    >>> from ...core.voice.speaking import ENGLISH
    >>> compared = {'counted': 'counted.csv', 'recoding': 'recoding.csv', 'person': None,
    ...             'columns': ['age', 'ill'],
    ...             'records': {'read': 9, 'published': 6, 'suppressed': 1, 'missing': 2},
    ...             'differences': {'rows': 0, 'too_many': 0, 'too_few': 0}}
    >>> print(*counts_lines(ENGLISH, {'as_counted': compared}), sep='\\n')
    counted.csv, recoded by recoding.csv: 9 records = 6 to publish + 1 to suppress + 2 left out
    The table has each row of age, ill as often as it should, and no other row.
    """
    if 'as_counted' not in report:
        return
    compared = report['as_counted']
    differences = compared['differences']
    yield say('due', **picked(compared, 'counted', 'recoding'), **compared['records'])
    if not differences['rows']:
        yield say('as_due', columns=compared['columns'])
        return
    yield say('not_as_due', columns=compared['columns'],
              **picked(differences, 'rows', 'too_many', 'too_few'))
    if compared['person'] is not None:
        yield say('persons_not_due')


def differs(report) -> bool:
    """Whether the table is compared with counts, and has other rows than it should."""
    return 'as_counted' in report and bool(report['as_counted']['differences']['rows'])


def differing_rows(say, compared):
    """The heading, and the first rows that the table has more or less often than it should."""
    differences = compared['differences']
    yield say('there'), say('should_be'), say('first_of', n=differences['rows'])
    for row in differences['first']:
        values = ['%s %s' % pair for pair in row['row'].items()]
        yield ('{:,}'.format(row['released']), '{:,}'.format(row['due']),
               say('parts', parts=values))


def persons_there(say, report):
    """Whose the records are, where persons are counted."""
    if 'person' in report:
        persons = report['persons']
        yield say('persons_there', person=report['person'],
                  **picked(persons, 'count', 'several', 'moving', 'suppressed'))
        if persons['unknown']:
            yield say('persons_unknown', n=persons['unknown'])
        if 'as_counted' in report:
            yield say('person_in_counts', file=report['as_counted']['counted'])
        else:
            yield say('person_in_file', person=report['person'])
    elif report.get('person_absent'):
        yield say('person_absent', person=report['person_absent'])


def classes_counted(report) -> dict:
    """The sizes of the classes: in persons, where these are counted."""
    return report['classes'].get('persons', report['classes'])


def smallest_class(say, report):
    """k, which is the size of the smallest class, and the other sizes."""
    classes, counted = report['classes'], classes_counted(report)
    yield say('k_is', **sizes_shown(counted))
    if counted is not classes:
        yield say('k_in_records', **sizes_shown(classes))


def sizes_shown(classes) -> dict:
    average = '{:,.1f}'.format(classes['average'])
    return {'average': average, **picked(classes, 'k', 'largest')}


def people_of_classes(say, report):
    """How the classes lie in the population."""
    if 'population' in report:
        yield say('population_in', file=report['population']['file'])
        yield from people_found(say, report['population'])


def below_number(say, report):
    """How many records are in classes below the number that --below names."""
    below = classes_counted(report)['below']
    if below:
        yield say('below', **below)


def gaps_in_quasi(say, report):
    """What a missing value in a quasi-identifier makes of k."""
    missing = report['missing']
    if missing['cells']:
        key = 'gaps_unknown' if missing['wildcard_k'] is None else 'gaps_k'
        yield say(key, k=missing['wildcard_k'], **picked(missing, 'cells', 'records'))


def other_columns(say, report, cut=uncut):
    """The columns that are not judged, and those in which every record has its own value."""
    others = report['others']
    if others['columns']:
        names = say('only_names', names=others['columns'])
        yield say('other_columns', n=len(others['columns']), columns=cut(names, 60))
    if others['distinct']:
        names = say('only_names', names=others['distinct'])
        yield say('distinct_columns', columns=cut(names, 30))


# The sensitive columns.

def sensitive_rows(say, columns, cut=uncut):
    """The heading, and a row for each sensitive column, with the measures that apply to any."""
    measures = [name for name in MEASURES if any(column[name] is not None for column in columns)]
    names = [say('recursive_c') if name == 'recursive' else name for name in measures]
    yield ('', *names, say('one_value_classes'))
    for column in columns:
        texts = [measure_text(say, column[name]) for name in measures]
        of_one_value = say('none')
        if column['homogeneous']['classes']:
            of_one_value = say('classes_records', **column['homogeneous'])
        yield (cut(column['column'], 30), *texts, of_one_value)


def key_of_measures(report):
    """The key of what the measures are.

    t compares with all that was counted, where the table is what it should be by that.
    """
    by_counts = 'as_counted' in report and not differs(report)
    return 'measured_by_counts' if by_counts else 'measured'


def unknown_in(say, columns, cut=uncut):
    """What the measures make of missing values. Nothing without any."""
    lacking = [column for column in columns if column['unknown']]
    if not lacking:
        return
    records = [say('in_records', column=cut(column['column'], 30), records=column['unknown'])
               for column in lacking]
    yield say('unknown_in', columns=records)
    of_items = ['items' in column for column in lacking]
    if not all(of_items):
        yield say('unknown_means')
    if any(of_items):
        yield say('unknown_items')


def sets_in(columns) -> dict:
    """{column of sets of items: what is told of it}. columns: as `check` reports them."""
    return {column['column']: column['items'] for column in columns if 'items' in column}


def measure_text(say, value):
    """A measure, and the c of l = 2 and 3.

    >>> from ...core.voice.speaking import ENGLISH
    >>> [measure_text(ENGLISH, value) for value in (2, 0.25, None, {2: 1.5, 3: None, 4: None})]
    ['2', '0.2500', '-', '1.5 (l=2), none (l=3)']
    """
    if value is None:
        return '-'
    if isinstance(value, dict):
        parts = []
        for l, c in value.items():
            if l <= 3:
                text = say('none') if c is None else '%.4g' % c
                parts.append(say('c_of_l', c=text, l=str(l)))
        return say('parts', parts=parts)
    return '%.4f' % value if isinstance(value, float) else '{:,}'.format(value)


# What a class gives away.

def hazards(say, class_, cut=uncut):
    """What a class gives away of each sensitive column."""
    if 'persons' in class_:
        return [hazard_in_persons(say, column, class_['persons'], cut)
                for column in class_['columns']]
    return [hazard(say, column, class_['records'], cut) for column in class_['columns']]


def hazard_in_persons(say, column, everybody, cut=uncut):
    """The same of a class of so many persons.

    >>> from ...core.voice.speaking import ENGLISH
    >>> flu = {'l': 1, 'most_frequent': 'flu', 'persons': 2, 'may_have': 3, 't': 0.25}
    >>> hazard_in_persons(ENGLISH, flu, 3)
    'all may have flu: 2 have it, and of the others it is not known'
    >>> hazard_in_persons(ENGLISH, {**flu, 'persons': 3}, 3)
    'all have flu'
    >>> hazard_in_persons(ENGLISH, {**flu, 'l': 2, 'may_have': 2}, 3)
    '2 values, most frequent: flu, 2 persons, t 0.2500'
    """
    if not everybody:
        return say('nobody_in_class')
    if column['persons'] == 0:
        return say('no_known')
    value = cut(column['most_frequent'], 30)
    if column['l'] != 1:
        return say('most_frequent_persons', value=value, t='%.4f' % column['t'],
                   **picked(column, 'l', 'persons'))
    if column['persons'] == everybody:
        return say('all_persons', value=value)
    return say('all_may', value=value, persons=column['persons'])


def hazard(say, column, size, cut=uncut):
    """What a class of so many records gives away of a sensitive column.

    >>> from ...core.voice.speaking import ENGLISH
    >>> flu = {'l': 1, 'most_frequent': 'flu', 'records': 3, 'unknown': 0}
    >>> hazard(ENGLISH, flu, 3), hazard(ENGLISH, {**flu, 'unknown': 1}, 4)
    ('all flu', 'all flu, or not known (1 record)')
    >>> hazard(ENGLISH, {**flu, 'unknown': 3}, 3)
    'no known value'
    >>> items = {**flu, 'items': {'different': 2, 'mean': 1.5}, 't': None}
    >>> hazard(ENGLISH, {**items, 'l': 2}, 4)
    'l 2, most frequent item: flu, 3 records, t -'
    >>> hazard(ENGLISH, {**items, 'most_frequent': '', 'records': 0}, 3)
    'all nothing'
    """
    if column['unknown'] == size:
        return say('no_known')
    value = cut(column['most_frequent'], 30) or say('no_item')
    if column['l'] == 1 and column['unknown']:
        return say('all_known', value=value, unknown=column['unknown'])
    if column['l'] == 1:
        return say('all_one', value=value)
    numbers = picked(column, 'l', 'records')
    if 'items' in column:
        t = measure_text(say, column['t'])
        return say('most_frequent_item', value=value, t=t, **numbers)
    return say('most_frequent', value=value, t='%.4f' % column['t'], **numbers)


# The verdicts.

def verdict_on(say, row):
    """Of a requirement."""
    return say('holds') if row['holds'] else say('fails_in', **row['failing'])


def verdict_lines(say, report):
    """What the verdicts come to, where all requirements hold. Nothing if nothing is required.

    >>> from ...core.voice.speaking import ENGLISH
    >>> two = {'fails': 0, 'open': 2}
    >>> report = {'required': ['k=4'], 'standards': [two, {'fails': 0, 'open': 0}]}
    >>> print(*verdict_lines(ENGLISH, report))
    All that is required holds. No clause fails, and 2 clauses cannot be checked from the file.
    >>> report = {'required': [], 'standards': [two, {'fails': 1, 'open': 1}]}
    >>> print(*verdict_lines(ENGLISH, report))
    1 clause fails, and 3 clauses cannot be checked from the file.
    """
    if report['required']:
        yield say('all_hold')
    yield from clauses_told(say, report)


def clauses_told(say, report):
    """How many clauses of all standards fail, and how many are open. Nothing without a standard."""
    if not report.get('standards'):
        return
    fail = sum(standard['fails'] for standard in report['standards'])
    left_open = sum(standard['open'] for standard in report['standards'])
    if fail and left_open:
        yield say('clauses_fail_open', n=fail, open=left_open)
    elif fail:
        yield say('clauses_fail', n=fail)
    elif left_open:
        yield say('no_clause_fails_open', n=left_open)
    else:
        yield say('no_clause_fails')


# What a sample is to its population.

def sampled(say, report):
    """What the table is to its population. Nothing without one."""
    population = report['population']
    if population:
        yield say('sample', **picked(population, 'records', 'classes', 'file'))
        if population['absent'] or population['short']:
            yield say('no_sample', **picked(population, 'absent', 'short'))
        yield from people_found(say, report['in_population'])
