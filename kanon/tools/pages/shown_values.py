"""What a page to sign tells of the table: with --internal all that the report has, and without it what the release tells, too.

Promise: without --internal the page of a run is made of the release, of the options and the names of files and columns, of how many were
read and not published (a count of 1 to k - 1 is not told, nor a number from which it follows), and of warnings and verdicts without
numbers of their own. No recorded value, no label, no loss, no step of the search and no sha256 but that of the release is on it, since
whoever has the release and the program could try tables until one of these agrees. The page of `check` names no value: a table that
somebody else has published does not tell which values are recorded.
"""

from __future__ import annotations

from ...core.counts.frequency import added_up
from ...core.voice.speaking import SOME, AtLeast, Fewer
from .to_sign import fewer_than, told_parts

HIDDEN = '…'        # stands for a word or a number that was typed
# Settings whose values may be those of few records, or numbers of them.
OF_VALUES = 'na', 'na_in', 'grid', 'total'
# What a report counts or works out beyond the release. `search` is the name of what was looked for.
BEYOND = 'measures', 'bound', 'trace', 'cuts', 'seconds'


def page_of(options, texts, shows='release') -> dict:
    """What a page to sign has beside the report. texts: of its fields. shows: what it shows without --internal."""
    return {'texts': texts, 'shows': 'all' if options.internal else shows}


def as_released(report, sizes) -> dict:
    """The report of a run without what the release does not tell. sizes: {published tuple: records} of the classes.

    Where a number may not be told, something stands in its place that a sentence has words for (core/voice/speaking.py).
    """
    k, records, persons = report['k'], report['records'], report.get('persons')
    told = records_released(records, k)
    sums = {name: report['measures'][name] for name in ['c_avg', *['dm'] * isinstance(told['suppressed'], int)]}
    less = {name: value for name, value in report.items() if name not in BEYOND}
    less.update(
        records=told, measures=sums,
        columns=[column_released(column, place, sizes) for place, column in enumerate(report['columns'])],
        unreadable={name: {'values': SOME, 'records': fewer_than(of['records'], k)} for name, of in report['unreadable'].items()},
        unreadable_examples=None, totals=fewer_than(report['totals'], k), lost=lost_released(report['lost'], records['missing'], k),
        starred=[{**column, 'label': None, 'rare': None} for column in report['starred']], na=[HIDDEN] * bool(report['na']),
        recognized=[{name: told for name, told in found.items() if name not in ('values', 'records')} for found in report['recognized']],
        telling=without_words(report['telling']), **{name: dict.fromkeys(report[name], SOME) for name in ('rooted', 'look_alikes', 'as_one')})
    if 'read_as' in report:
        less['read_as'] = without_words(report['read_as'])
    if persons:
        less['persons'] = persons_released(persons, k)
    if 'population' in report:
        told = report['population']
        counts = {name: fewer_than(told[name], k) for name in ('people_missing', 'nowhere')}
        # With delta-presence a run is refused where some are lacking, so that none are tells nothing.
        if 'delta_presence' not in [name for name, _, _ in report['settings']]:
            counts['lacking'] = None
        less['population'] = {**told, **counts}
    if 'history' in report:
        told = report['history']
        parts = told_parts({name: told[name] for name in ('new', 'withheld')}, k) or {'new': SOME, 'withheld': SOME}
        less['history'] = {**told, 'held_back': fewer_than(told['held_back'], k), **parts}
    if 'standards' in report:
        less['standards'] = [{**standard, 'clauses': [{**clause, 'records': fewer_than(clause['records'], k)} for clause in standard['clauses']]}
                             for standard in report['standards']]
    return less


def records_released(records, k) -> dict:
    """How many records were read and not published, as it is told.

    >>> records_released({'read': 12, 'published': 9, 'suppressed': 2, 'missing': 1}, 2)
    {'read': AtLeast(n=11), 'published': 9, 'suppressed': 2, 'missing': Fewer(k=2)}
    """
    left = {name: fewer_than(records[name], k) for name in ('suppressed', 'missing')}
    return {'read': summed(records['published'], *left.values()), 'published': records['published'], **left}


def summed(*parts):
    """A sum, or the least that it may be if a part of it is not told.

    >>> summed(8, 0, 3), summed(8, Fewer(3), 0)
    (11, AtLeast(n=8))
    """
    told = sum(n for n in parts if isinstance(n, int))
    return AtLeast(told) if any(isinstance(n, Fewer) for n in parts) else told


def column_released(column, place, sizes) -> dict:
    """What the release tells of a column: its labels, and the share of the most frequent one.

    >>> column_released({'name': 'age', 'labels': 2, 'values': 9, 'loss': 0.5, 'example': None, 'rare': 0, 'order': 'numbers'}, 0, {('a',): 3, ('b',): 1})
    {'name': 'age', 'labels': 2, 'order': 'numbers', 'share': 0.75}
    """
    of_labels = added_up([published[place] for published in sizes], sizes.values())
    less = {name: told for name, told in column.items() if name not in ('values', 'loss', 'example', 'rare')}
    return {**less, 'share': max(of_labels.values()) / sum(of_labels.values()), **({'rare': SOME} if column.get('rare') else {})}


def lost_released(lost, missing, k):
    """The records that are left out for gaps in columns that are not used. No number of them if it or that of the others is not told.

    >>> lost_released({'records': 5, 'columns': {}}, 20, 3), lost_released({'records': 19, 'columns': {}}, 20, 3)['records'] is SOME
    ({'records': 5, 'columns': {}}, True)
    """
    if not lost or not lost['records']:
        return lost
    parts = told_parts({'lost': lost['records'], 'others': missing - lost['records']}, k)
    return lost if parts else {**lost, 'records': SOME}


def persons_released(persons, k) -> dict:
    """What a run counts of persons, as it is told.

    >>> told = {'count': 9, 'published': 8, 'partly': 1, 'suppressed': 0, 'several': 4, 'moving': 3, 'unknown': 0, 'joined': {'job': 1}, 'inferred': {}}
    >>> less = persons_released(told, 3)
    >>> less['count'], less['partly'], less['several'] is SOME, less['joined']
    (AtLeast(n=8), Fewer(k=3), True, {'job': Fewer(k=3)})
    """
    parts = {name: fewer_than(persons[name], k) for name in ('published', 'partly', 'suppressed')}
    count = summed(*parts.values())
    rows = {name: persons[name] and SOME for name in ('several', 'moving')}
    if isinstance(count, int):
        rows = {name: n if told_parts({'n': n, 'others': count - n}, k) else SOME for name, n in ((name, persons[name]) for name in rows)}
    return {**persons, **parts, **rows, 'count': count, 'unknown': fewer_than(persons['unknown'], k),
            'joined': {name: fewer_than(n, k) for name, n in persons['joined'].items()},
            'inferred': {name: {kind: fewer_than(n, k) for kind, n in of.items()} for name, of in persons['inferred'].items()}}


def without_words(settings) -> dict:
    """{setting: value} without values that may be those of few records.

    >>> without_words({'na': ['k.A.'], 'k': 4})
    {'na': '…', 'k': 4}
    """
    return {name: HIDDEN if name in OF_VALUES and value else value for name, value in settings.items()}


def settings_without_words(settings) -> list:
    """The same of (setting, value, where it comes from)."""
    return [(name, HIDDEN if name in OF_VALUES and value else value, source) for name, value, source in settings]


def command_without_words(line) -> str:
    """The same of a command, as it is typed in a shell.

    >>> command_without_words("run_mondrian.py 'my t.csv' --na 'k.A.;none' --grid=age=5 -k 4 --name")
    "run_mondrian.py 'my t.csv' --na '…' '--grid=…' -k 4 --name"
    """
    from shlex import quote, split      # few runs write a page
    words, hides, flags = [], False, ['--' + name.replace('_', '-') for name in OF_VALUES]
    for word in split(line):
        flag, sign, _ = word.partition('=')
        words.append(HIDDEN if hides else flag + '=' + HIDDEN if sign and flag in flags else word)
        hides = not hides and word in flags
    return ' '.join(map(quote, words))


def without_values(report, hidden) -> dict:
    """The report of `check` without a value of the table. hidden: what stands in place of a sensitive value.

    >>> class_ = {'quasi': {'zip': '130**'}, 'records': 4, 'columns': [{'column': 'ill', 'most_frequent': 'flu'}]}
    >>> without_values({'worst': [class_]}, '(not shown)')
    {'worst': [{'quasi': {'zip': '…'}, 'records': 4, 'columns': [{'column': 'ill', 'most_frequent': '(not shown)'}]}]}
    """
    worst = [{**class_, 'quasi': dict.fromkeys(class_['quasi'], HIDDEN),
              'columns': [{**column, 'most_frequent': hidden} for column in class_['columns']]} for class_ in report['worst']]
    less = {**report, 'worst': worst}
    if 'as_counted' in report:
        compared, k = report['as_counted'], report['classes']['k']
        first = [{**each, 'row': dict.fromkeys(each['row'], HIDDEN)} for each in compared['differences']['first']]
        less['as_counted'] = {**compared, 'records': records_released(compared['records'], k), 'differences': {**compared['differences'], 'first': first}}
        if 'persons' in report:
            less['persons'] = {**report['persons'], **{name: fewer_than(report['persons'][name], k) for name in ('suppressed', 'unknown')}}
            if isinstance(less['persons']['suppressed'], Fewer):
                less['persons']['count'] = SOME
    return less
