"""Options on a page: what was typed, what an INI file set, and what has its default."""

from __future__ import annotations

from ...core.desk.as_text import option_word, picked, reading_lines, totals_left
from ...core.settings.reading import items_text
from ...core.voice.speaking import as_sentence
from .as_html import code, element, joined_html

FROM = {'typed': 'typed', 'ini': 'from_ini', 'like': 'from_record', 'plan': 'from_plan',
        'default': 'default'}


def names_or_none(say, columns):
    return joined_html(columns, say('comma')) if columns else say('none')


# The first lines of a page about a table.

def made_by(say, report):
    """The program, and the table."""
    yield element('p', say('by', **picked(report, 'program', 'version', 'data')), class_='note')


def counted_by_column(say, report):
    """A sentence if each row stands for several records."""
    if report.get('counts') is not None:
        yield say('counted_by', column=report['counts'])


def column_of_counts(say, report):
    """A sentence if a column looks like a count."""
    if report.get('count_column'):
        yield say('count_column', column=report['count_column'])


def rows_are(say, report):
    """The INI file, if there is one, and what each row stands for."""
    sentences = []
    if report['config']:
        sentences += [*ini_sets(say, report), *ini_sender(say, report)]
    for part in counted_by_column, totals_left, column_of_counts:
        sentences += part(say, report)
    if sentences:
        yield element('p', joined_html(sentences, say('blank')))


def reading_paragraphs(say, report):
    """How the table was read, where somebody said so."""
    for line in reading_lines(say, report):
        yield element('p', as_sentence(say, line))


def page_head(say, report):
    """All of these, for a page without parts."""
    yield from made_by(say, report)
    yield from rows_are(say, report)
    yield from reading_paragraphs(say, report)


# An option and its value.

def as_text(say, name, value):
    """An option and its value as they stand in an INI file."""
    if name == 'na':
        value = ';'.join(value)
    elif name == 'items':
        value = items_text(value)
    return joined_html([code(option_word(name)), value_text(say, value)], ' = ')


def value_text(say, value):
    """
    >>> from ...core.voice.speaking import ENGLISH
    >>> [value_text(ENGLISH, value) for value in (['age', 'sex'], True, [], 5)]
    ['age, sex', 'yes', 'none', '5']
    >>> value_text(ENGLISH, {'*': 'alpha = 0.5', 'ward': 2, 'dx': ['dx1', 'dx2']})
    'alpha = 0.5; ward: 2; dx: dx1, dx2'
    """
    if isinstance(value, bool):
        return say('yes' if value else 'no')
    if isinstance(value, dict):
        parts = [part_text(say, name, part) for name, part in value.items()]
        return joined_html(parts, say('semicolon')) if parts else say('none')
    if isinstance(value, (list, tuple)):
        return joined_html(map(str, value), say('comma')) if value else say('none')
    return say('none') if value in (None, '') else joined_html([str(value)], '')


def part_text(say, name, value):
    """What an option has for a column. * stands for all columns, and is not named."""
    text = say('comma').join(value) if isinstance(value, (list, tuple)) else str(value)
    return text if name == '*' else '%s: %s' % (name, text)


# The INI file.

def ini_sets(say, report):
    """Which options the INI file has set that nobody typed."""
    if not report['config']:
        yield say('ini_none')
        return
    settings = {name: value for name, value, _ in report.get('settings', ())}
    chosen = [as_text(say, name, settings[name]) if name in settings else code(option_word(name))
              for name in report['from_ini']]
    if chosen:
        options = joined_html(chosen, say('semicolon'))
        yield say('ini_sets', config=report['config'], options=options)
    else:
        yield say('ini_quiet', config=report['config'])


def ini_sender(say, report):
    """Which of these tell more, if nobody named the file."""
    if report['config'] and report['telling']:
        settings = [as_text(say, name, value) for name, value in report['telling'].items()]
        options = joined_html(settings, say('semicolon'))
        told = say('ini_tells', config=report['config'], options=options)
        yield say('ini_sender', told=told)


# What a reader can put back.

def witnessed(say, cells, records):
    """How many cells of a release have witnesses, and what can be put back (rules/put_back.py)."""
    if cells['determined']:
        told = say('determined', cells=cells['determined'], records=records['determined'])
    else:
        told = say('determined_none')
    put_back = say('put_back', **picked(cells, 'witnessed', 'generalized'))
    return joined_html([put_back, told], say('blank'))
