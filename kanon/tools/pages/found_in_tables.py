"""What check and risk found in a table, sentence by sentence.

Promise: the text of a report and its page say the same, since both are made here. `say` (core/voice/speaking.py) decides on the language,
and on text or HTML. `cut` shortens names and values where a line has little room.
"""

from __future__ import annotations

from ...core.desk.as_text import people_found, uncut
from ..voice.counted_persons import in_persons

MEASURES = 'l', 'entropy', 'recursive', 't', 'ordered-t', 'hierarchical-t', 'alpha'
ATTACKERS = {'prosecutor': 'is_prosecutor', 'journalist': 'is_journalist', 'marketer': 'is_marketer'}
KNOWS = {'prosecutor': 'knows_prosecutor', 'journalist': 'knows_journalist', 'marketer': 'knows_marketer'}
RISKS = {'highest': 'highest_risk', 'average': 'average', 'above': 'above', 'above_share': 'above_share', 'uniques': 'unique_records'}
OF_SETS = {'columns': 'columns', 'distinct': 'combinations', 'uniques': 'unique_records', 'smallest': 'smallest', 'distinction': 'distinction',
           'separation': 'separation'}


def looked_at(say, report, witnessed=(), cut=uncut):
    """What check looked at. witnessed: what a reader can put back, in words."""
    classes, missing, others = (report[name] for name in ('classes', 'missing', 'others'))
    yield quasi_sensitive(say, report)
    yield accounted(say, report['records'], classes['count'])
    yield from counts_lines(say, report.get('as_counted'))
    yield from persons_there(say, report)
    counted = classes.get('persons', classes)
    yield in_persons(say, report)('k_is', k=counted['k'], largest=counted['largest'], average='{:,.1f}'.format(counted['average']))
    if counted is not classes:
        yield say('k_in_records', k=classes['k'], largest=classes['largest'], average='{:,.1f}'.format(classes['average']))
    if 'population' in report:
        yield say('population_in', file=report['population']['file'])
        yield from people_found(say, report['population'])
    if counted['below']:
        yield in_persons(say, report)('below', **counted['below'])
    yield from witnessed
    if missing['cells']:
        yield in_persons(say, report)('gaps_unknown' if missing['wildcard_k'] is None else 'gaps_k', k=missing['wildcard_k'], **{
            name: missing[name] for name in ('cells', 'records')})
    if others['columns']:
        names = say('only_names', names=others['columns'])
        yield say('other_columns', n=len(others['columns']), columns=cut(names, 60))
    if others['distinct']:
        yield say('distinct_columns', columns=cut(say('only_names', names=others['distinct']), 30))


def counts_lines(say, compared):
    """What the table should be by its counts. Nothing without them. The rows that differ are those of `differing_rows`.

    >>> from ...core.voice.speaking import ENGLISH
    >>> compared = {'counted': 'counted.csv', 'recoding': 'recoding.csv', 'person': None, 'columns': ['age', 'ill'],
    ...             'records': {'read': 9, 'published': 6, 'suppressed': 1, 'missing': 2}, 'differences': {'rows': 0, 'too_many': 0, 'too_few': 0}}
    >>> print(*counts_lines(ENGLISH, compared), sep='\\n')
    counted.csv, recoded by recoding.csv: 9 records = 6 to publish + 1 to suppress + 2 left out
    The table has each row of age, ill as often as it should, and no other row.
    """
    if compared:
        found = compared['differences']
        yield say('due', **{name: compared[name] for name in ('counted', 'recoding')}, **compared['records'])
        if found['rows']:
            yield say('not_as_due', columns=compared['columns'], **{name: found[name] for name in ('rows', 'too_many', 'too_few')})
            if compared['person'] is not None:
                yield say('persons_not_due')
        else:
            yield say('as_due', columns=compared['columns'])


def differing_rows(say, compared):
    """The heading, and the first rows that the table has more or less often than it should."""
    yield say('there'), say('should_be'), say('first_of', n=compared['differences']['rows'])
    for each in compared['differences']['first']:
        yield ('{:,}'.format(each['released']), '{:,}'.format(each['due']),
               say('parts', parts=['%s %s' % pair for pair in each['row'].items()]))


def persons_there(say, report):
    """Whose the records are, where persons are counted."""
    if 'person' in report:
        yield say('persons_there', person=report['person'], **{name: report['persons'][name] for name in ('count', 'several', 'moving', 'suppressed')})
        if report['persons']['unknown']:
            yield say('persons_unknown', n=report['persons']['unknown'])
        compared = report.get('as_counted')
        yield say('person_in_counts', file=compared['counted']) if compared else say('person_in_file', person=report['person'])
    elif report.get('person_absent'):
        yield say('person_absent', person=report['person_absent'])


def quasi_sensitive(say, report):
    return say('quasi_sensitive', quasi=report['quasi'], sensitive=report['sensitive'] or say('none_named'))


def accounted(say, records, classes):
    """
    >>> from ...core.voice.speaking import ENGLISH
    >>> accounted(ENGLISH, {'read': 3, 'in_classes': 2, 'suppressed': 1}, 1)
    "3 records = 2 in 1 class + 1 suppressed ('*' in every quasi-identifier)"
    """
    return say('accounts', n=classes, **records)


def sensitive_rows(say, columns, cut=uncut):
    """The heading, and a row for each sensitive column, with those measures that apply to any."""
    measures = [name for name in MEASURES if any(column[name] is not None for column in columns)]
    yield '', *(say('recursive_c') if name == 'recursive' else name for name in measures), say('one_value_classes')
    for column in columns:
        yield (cut(column['column'], 30), *(measure_text(say, column[name]) for name in measures),
               say('classes_records', **column['homogeneous']) if column['homogeneous']['classes'] else say('none'))


def key_of_measures(report):
    """The key of what the measures are. t compares with all that was counted, where the table is what it should be by that."""
    compared = report.get('as_counted')
    return 'measured_by_counts' if compared and not compared['differences']['rows'] else 'measured'


def unknown_in(say, columns, cut=uncut):
    """What the measures make of missing values. Nothing without any."""
    without = [say('in_records', column=cut(column['column'], 30), records=column['unknown']) for column in columns if column['unknown']]
    if without:
        yield say('unknown_in', columns=without)
    for key, of_items in (('unknown_means', False), ('unknown_items', True)):
        if any(column['unknown'] and ('items' in column) == of_items for column in columns):
            yield say(key)


def sets_in(columns) -> dict:
    """{column of sets of items: what is told of it}. columns: as `check` reports them."""
    return {column['column']: column['items'] for column in columns if 'items' in column}


def measure_text(say, value):
    """A measure, and the c of l = 2 and 3.

    >>> from ...core.voice.speaking import ENGLISH
    >>> [measure_text(ENGLISH, value) for value in (2, 0.25, None, {2: 1.5, 3: None, 4: None})]
    ['2', '0.2500', '-', '1.5 (l=2), none (l=3)']
    """
    if isinstance(value, dict):
        return say('parts', parts=[say('c_of_l', c=say('none') if c is None else '%.4g' % c, l=str(l)) for l, c in value.items() if l <= 3])
    return '-' if value is None else '%.4f' % value if isinstance(value, float) else '{:,}'.format(value)


def hazards(say, class_, cut=uncut):
    """What a class gives away of each sensitive column."""
    if 'persons' in class_:
        return [hazard_in_persons(say, column, class_['persons'], cut) for column in class_['columns']]
    return [hazard(say, column, class_['records'], cut) for column in class_['columns']]


def hazard_in_persons(say, column, everybody, cut=uncut):
    """The same of a class of so many persons.

    >>> from ...core.voice.speaking import ENGLISH
    >>> flu = {'l': 1, 'most_frequent': 'flu', 'persons': 2, 'may_have': 3, 't': 0.25}
    >>> [hazard_in_persons(ENGLISH, {**flu, **more}, 3) for more in ({}, {'persons': 3}, {'l': 2, 'may_have': 2})]
    ['all may have flu: 2 have it, and of the others it is not known', 'all have flu', '2 values, most frequent: flu, 2 persons, t 0.2500']
    """
    if not everybody:
        return say('nobody_in_class')
    if column['persons'] == 0:
        return say('no_known')
    value = cut(column['most_frequent'], 30)
    if column['l'] == 1:
        return say('all_persons', value=value) if column['persons'] == everybody else say('all_may', value=value, persons=column['persons'])
    return say('most_frequent_persons', l=column['l'], value=value, persons=column['persons'], t='%.4f' % column['t'])


def hazard(say, column, size, cut=uncut):
    """What a class of so many records gives away of a sensitive column.

    >>> from ...core.voice.speaking import ENGLISH
    >>> flu = {'l': 1, 'most_frequent': 'flu', 'records': 3}
    >>> hazard(ENGLISH, {**flu, 'unknown': 0}, 3), hazard(ENGLISH, {**flu, 'unknown': 1}, 4), hazard(ENGLISH, {**flu, 'unknown': 3}, 3)
    ('all flu', 'all flu, or not known (1 record)', 'no known value')
    >>> items = {**flu, 'unknown': 0, 'items': {'different': 2, 'mean': 1.5}, 't': None}
    >>> hazard(ENGLISH, {**items, 'l': 2}, 4), hazard(ENGLISH, {**items, 'most_frequent': '', 'records': 0}, 3)
    ('l 2, most frequent item: flu, 3 records, t -', 'all nothing')
    """
    if column['unknown'] == size:
        return say('no_known')
    value = cut(column['most_frequent'], 30) or say('no_item')
    if column['l'] == 1:
        return say('all_known', value=value, unknown=column['unknown']) if column['unknown'] else say('all_one', value=value)
    if 'items' in column:
        return say('most_frequent_item', l=column['l'], value=value, records=column['records'], t=measure_text(say, column['t']))
    return say('most_frequent', l=column['l'], value=value, records=column['records'], t='%.4f' % column['t'])


def verdict_on(say, row):
    """Of a requirement."""
    return say('holds') if row['holds'] else say('fails_in', **row['failing'])


def verdict_lines(say, report):
    """What the verdicts come to, where all requirements hold. Nothing if nothing is required.

    >>> from ...core.voice.speaking import ENGLISH
    >>> two = {'fails': 0, 'open': 2}
    >>> print(*verdict_lines(ENGLISH, {'required': ['k=4'], 'standards': [two, {'fails': 0, 'open': 0}]}))
    All that is required holds. No clause fails, and 2 clauses cannot be checked from the file.
    >>> print(*verdict_lines(ENGLISH, {'required': [], 'standards': [two, {'fails': 1, 'open': 1}]}))
    1 clause fails, and 3 clauses cannot be checked from the file.
    """
    if report['required']:
        yield say('all_hold')
    yield from clauses_told(say, report)


def clauses_told(say, report):
    """How many clauses of all standards fail, and how many are open. Nothing without a standard."""
    if report.get('standards'):
        fail, left_open = (sum(standard[verdict] for standard in report['standards']) for verdict in ('fails', 'open'))
        if fail:
            yield say('clauses_fail_open', n=fail, open=left_open) if left_open else say('clauses_fail', n=fail)
        else:
            yield say('no_clause_fails_open', n=left_open) if left_open else say('no_clause_fails')


def sampled(say, report):
    """What the table is to its population. Nothing without one."""
    population = report['population']
    if population:
        yield say('sample', **{name: population[name] for name in ('records', 'classes', 'file')})
        if population['absent'] or population['short']:
            yield say('no_sample', absent=population['absent'], short=population['short'])
        yield from people_found(say, report['in_population'])
