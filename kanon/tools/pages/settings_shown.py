"""Options on a page: what was typed, what an INI file set, and what has its default."""

from __future__ import annotations

from ...core.desk.as_text import reading_lines
from ...core.settings.reading import items_text
from ...core.voice.speaking import as_sentence
from .as_html import code, element, joined_html

FROM = {'typed': 'typed', 'ini': 'from_ini', 'like': 'from_record', 'plan': 'from_plan', 'default': 'default'}


def names_or_none(say, columns):
    return joined_html(columns, say('comma')) if columns else say('none')


def page_head(say, report):
    """The first lines of a page about a table: the program, the INI file, and what each row stands for."""
    yield element('p', say('by', program=report['program'], version=report['version'], data=report['data']), class_='note')
    told = ini_items(say, report) if report['config'] else []
    told += [say('counted_by', column=report['counts'])] if report.get('counts') is not None else []
    told += [say('totals', n=report['totals'])] if report.get('totals') else []
    told += [say('count_column', column=report['count_column'])] if report.get('count_column') else []
    if told:
        yield element('p', joined_html(told, say('blank')))
    yield from reading_paragraphs(say, report)


def reading_paragraphs(say, report):
    """How the table was read, where somebody said so."""
    yield from (element('p', as_sentence(say, line)) for line in reading_lines(say, report))


def as_text(say, name, value):
    """An option and its value as they stand in an INI file."""
    value = ';'.join(value) if name == 'na' else items_text(value) if name == 'items' else value
    return joined_html([code(name.replace('_', '-')), value_text(say, value)], ' = ')


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
        texts = {name: say('comma').join(of) if isinstance(of, (list, tuple)) else str(of)
                 for name, of in value.items()}
        value = [text if name == '*' else '%s: %s' % (name, text) for name, text in texts.items()]
        return joined_html(value, say('semicolon')) if value else say('none')
    if isinstance(value, (list, tuple)):
        return joined_html(map(str, value), say('comma')) if value else say('none')
    return say('none') if value in (None, '') else joined_html([str(value)], '')


def ini_items(say, report):
    """Sentences on the INI file: which options it set, and which of them tell more."""
    if not report['config']:
        return [say('ini_none')]
    settings = {name: value for name, value, _ in report.get('settings', ())}
    chosen = [as_text(say, name, settings[name]) if name in settings else code(name.replace('_', '-')) for name in report['from_ini']]
    told = [as_text(say, name, value) for name, value in report['telling'].items()]
    config = report['config']
    chosen, told = (joined_html(each, say('semicolon')) for each in (chosen, told))
    sets = say('ini_sets', config=config, options=chosen) if chosen else say('ini_quiet', config=config)
    sent = [say('ini_sender', told=say('ini_tells', config=config, options=told))] if told else []
    return [sets, *sent]


def witnessed(say, cells, records):
    """How many cells of a release have witnesses, and what can be put back (rules/put_back.py)."""
    told = (say('determined', cells=cells['determined'], records=records['determined']) if cells['determined'] else
            say('determined_none'))
    return joined_html([say('put_back', witnessed=cells['witnessed'], generalized=cells['generalized']), told], say('blank'))
