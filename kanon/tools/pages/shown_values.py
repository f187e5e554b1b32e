"""What a page to sign tells of the table: with --internal all, else what the release tells, too.

Promise: without --internal the page of a run is made of the release, of the options and the names
of files and columns, of how many were read and not published, and of warnings and verdicts without
numbers of their own. A count of 1 to k - 1 is not told, nor a number from which it follows. No
recorded value, no label, no loss, no step of the search and no sha256 but that of the release is on
it, since whoever has the release and the program could try tables until one of these agrees. The
page of `check` names no value: a table that somebody else has published does not tell which values
are recorded.
"""

from __future__ import annotations

from ...core.counts.frequency import added_up
from ...core.desk.as_text import picked
from ...core.voice.speaking import SOME, AtLeast, Fewer
from .to_sign import fewer_than, told_parts

HIDDEN = '…'        # stands for a word or a number that was typed
# Settings whose values may be those of few records, or numbers of them.
OF_VALUES = 'na', 'na_in', 'grid', 'total'
# What a report counts or works out beyond the release. `search` is the name of what was looked for.
BEYOND = 'measures', 'bound', 'trace', 'cuts', 'seconds'
# What is told of a column of the table alone.
OF_TABLE = 'values', 'loss', 'example', 'rare'


def page_of(options, texts, shows='release') -> dict:
    """What a page to sign has beside the report.

    texts: of its fields. shows: what it shows without --internal.
    """
    return {'texts': texts, 'shows': 'all' if options.internal else shows}


# The report of a run.

def as_released(report, sizes) -> dict:
    """The report of a run without what the release does not tell.

    Where a number may not be told, something stands in its place that a sentence has words for
    (core/voice/speaking.py). sizes: {published tuple: records} of the classes.
    """
    k, records = report['k'], report['records']
    less = {name: value for name, value in report.items() if name not in BEYOND}
    less['records'] = records_released(records, k)
    less['measures'] = sums_released(report['measures'], less['records'])
    less['columns'] = [column_released(column, place, sizes)
                       for place, column in enumerate(report['columns'])]
    less['unreadable'] = {name: unreadable_released(counts, k)
                          for name, counts in report['unreadable'].items()}
    less['unreadable_examples'] = None
    less['totals'] = fewer_than(report['totals'], k)
    less['lost'] = lost_released(report['lost'], records['missing'], k)
    less['starred'] = [{**column, 'label': None, 'rare': None} for column in report['starred']]
    less['na'] = [HIDDEN] * bool(report['na'])
    less['recognized'] = list(map(remark_released, report['recognized']))
    less['telling'] = without_words(report['telling'])
    for name in 'rooted', 'look_alikes', 'as_one':
        less[name] = dict.fromkeys(report[name], SOME)
    if 'read_as' in report:
        less['read_as'] = without_words(report['read_as'])
    if report.get('persons'):
        less['persons'] = persons_released(report['persons'], k)
    if 'population' in report:
        settings = [name for name, _, _ in report['settings']]
        less['population'] = population_released(report['population'], settings, k)
    if 'history' in report:
        less['history'] = history_released(report['history'], k)
    if 'standards' in report:
        less['standards'] = [standard_released(standard, k) for standard in report['standards']]
    return less


def records_released(records, k) -> dict:
    """How many records were read and not published, as it is told.

    >>> records_released({'read': 12, 'published': 9, 'suppressed': 2, 'missing': 1}, 2)
    {'read': AtLeast(n=11), 'published': 9, 'suppressed': 2, 'missing': Fewer(k=2)}
    """
    left = {name: fewer_than(records[name], k) for name in ('suppressed', 'missing')}
    published = records['published']
    return {'read': summed(published, *left.values()), 'published': published, **left}


def summed(*parts):
    """A sum, or the least that it may be if a part of it is not told.

    >>> summed(8, 0, 3), summed(8, Fewer(3), 0)
    (11, AtLeast(n=8))
    """
    told = sum(n for n in parts if isinstance(n, int))
    return AtLeast(told) if any(isinstance(n, Fewer) for n in parts) else told


def sums_released(measures, records) -> dict:
    """The measures that the sizes of the classes tell.

    dm counts the suppressed records, too. records: as they are told.
    """
    names = ['c_avg']
    if isinstance(records['suppressed'], int):
        names.append('dm')
    return picked(measures, *names)


def column_released(column, place, sizes) -> dict:
    """What the release tells of a column: its labels, and the share of the most frequent one.

    >>> age = {'name': 'age', 'labels': 2, 'values': 9, 'loss': 0.5, 'example': None, 'rare': 0,
    ...        'order': 'numbers'}
    >>> column_released(age, 0, {('a',): 3, ('b',): 1})
    {'name': 'age', 'labels': 2, 'order': 'numbers', 'share': 0.75}
    """
    of_labels = added_up([published[place] for published in sizes], sizes.values())
    less = {name: value for name, value in column.items() if name not in OF_TABLE}
    less['share'] = max(of_labels.values()) / sum(of_labels.values())
    if column.get('rare'):
        less['rare'] = SOME
    return less


def unreadable_released(counts, k) -> dict:
    return {'values': SOME, 'records': fewer_than(counts['records'], k)}


def lost_released(lost, missing, k):
    """The records that are left out for gaps in columns that are not used.

    No number of them if it or that of the others is not told.

    >>> lost_released({'records': 5, 'columns': {}}, 20, 3)
    {'records': 5, 'columns': {}}
    >>> lost_released({'records': 19, 'columns': {}}, 20, 3)['records'] is SOME
    True
    """
    if not lost or not lost['records']:
        return lost
    parts = told_parts({'lost': lost['records'], 'others': missing - lost['records']}, k)
    return lost if parts else {**lost, 'records': SOME}


def remark_released(remark) -> dict:
    """What a column may be, without how many values it has."""
    return {name: value for name, value in remark.items() if name not in ('values', 'records')}


def persons_released(persons, k) -> dict:
    """What a run counts of persons, as it is told.

    >>> persons = {'count': 9, 'published': 8, 'partly': 1, 'suppressed': 0, 'several': 4,
    ...            'moving': 3, 'unknown': 0, 'joined': {'job': 1}, 'inferred': {}}
    >>> less = persons_released(persons, 3)
    >>> less['count'], less['partly'], less['several'] is SOME, less['joined']
    (AtLeast(n=8), Fewer(k=3), True, {'job': Fewer(k=3)})
    """
    less = {**persons, 'unknown': fewer_than(persons['unknown'], k)}
    parts = {name: fewer_than(persons[name], k) for name in ('published', 'partly', 'suppressed')}
    less.update(parts, count=summed(*parts.values()))
    for name in 'several', 'moving':
        less[name] = part_released(persons[name], less['count'], k)
    less['joined'] = counts_released(persons['joined'], k)
    less['inferred'] = {name: counts_released(counts, k)
                        for name, counts in persons['inferred'].items()}
    return less


def part_released(n, whole, k):
    """A part of a count, SOME in its place if it or the other part is not told.

    whole: the count, as it is told.
    """
    if not isinstance(whole, int):
        return n and SOME
    return n if told_parts({'n': n, 'others': whole - n}, k) else SOME


def counts_released(counts, k) -> dict:
    return {name: fewer_than(n, k) for name, n in counts.items()}


def population_released(population, settings, k) -> dict:
    """How the classes lie in the population, as it is told. settings: the names of the options."""
    less = {**population}
    for name in 'people_missing', 'nowhere':
        less[name] = fewer_than(population[name], k)
    # With delta-presence a run is refused where some are lacking, so that none are tells nothing.
    if 'delta_presence' not in settings:
        less['lacking'] = None
    return less


def history_released(history, k) -> dict:
    """Who is held back for a later release, as it is told."""
    parts = told_parts(picked(history, 'new', 'withheld'), k)
    if not parts:
        parts = {'new': SOME, 'withheld': SOME}
    return {**history, 'held_back': fewer_than(history['held_back'], k), **parts}


def standard_released(standard, k) -> dict:
    clauses = [{**clause, 'records': fewer_than(clause['records'], k)}
               for clause in standard['clauses']]
    return {**standard, 'clauses': clauses}


# The options that were typed.

def without_words(settings) -> dict:
    """{setting: value} without values that may be those of few records.

    >>> without_words({'na': ['k.A.'], 'k': 4})
    {'na': '…', 'k': 4}
    """
    return {name: value_hidden(name, value) for name, value in settings.items()}


def value_hidden(name, value):
    """The value of a setting, or what stands in its place."""
    return HIDDEN if name in OF_VALUES and value else value


def settings_without_words(settings) -> list:
    """The same of (setting, value, where it comes from)."""
    return [(name, value_hidden(name, value), source) for name, value, source in settings]


def command_without_words(line) -> str:
    """The same of a command, as it is typed in a shell.

    >>> line = "run_mondrian.py 'my t.csv' --na 'k.A.;none' --grid=age=5 -k 4 --name"
    >>> command_without_words(line)
    "run_mondrian.py 'my t.csv' --na '…' '--grid=…' -k 4 --name"
    """
    from shlex import quote, split      # few runs write a page
    flags = ['--' + name.replace('_', '-') for name in OF_VALUES]
    words, hides = [], False
    for word in split(line):
        flag, sign, _ = word.partition('=')
        if hides:
            words.append(HIDDEN)
        elif sign and flag in flags:
            words.append('%s=%s' % (flag, HIDDEN))
        else:
            words.append(word)
        hides = not hides and word in flags
    return ' '.join(map(quote, words))


# The report of check.

def without_values(report, hidden) -> dict:
    """The report of `check` without a value of the table.

    hidden: what stands in place of a sensitive value.

    >>> column = {'column': 'ill', 'most_frequent': 'flu'}
    >>> class_ = {'quasi': {'zip': '130**'}, 'records': 4, 'columns': [column]}
    >>> (less,) = without_values({'worst': [class_]}, '(not shown)')['worst']
    >>> less['quasi'], less['columns']
    ({'zip': '…'}, [{'column': 'ill', 'most_frequent': '(not shown)'}])
    """
    less = {**report, 'worst': [class_hidden(class_, hidden) for class_ in report['worst']]}
    if 'as_counted' in report:
        k = report['classes']['k']
        less['as_counted'] = comparison_hidden(report['as_counted'], k)
        if 'persons' in report:
            less['persons'] = persons_hidden(report['persons'], k)
    return less


def class_hidden(class_, hidden) -> dict:
    columns = [{**column, 'most_frequent': hidden} for column in class_['columns']]
    return {**class_, 'quasi': dict.fromkeys(class_['quasi'], HIDDEN), 'columns': columns}


def comparison_hidden(compared, k) -> dict:
    """A comparison with counts, without a value and with no count that may not be told."""
    differences = compared['differences']
    first = [{**row, 'row': dict.fromkeys(row['row'], HIDDEN)} for row in differences['first']]
    return {**compared, 'records': records_released(compared['records'], k),
            'differences': {**differences, 'first': first}}


def persons_hidden(persons, k) -> dict:
    less = {**persons}
    for name in 'suppressed', 'unknown':
        less[name] = fewer_than(persons[name], k)
    if isinstance(less['suppressed'], Fewer):
        less['count'] = SOME
    return less
