"""Options on a page: what was typed, what an INI file set, and what has its default."""

from __future__ import annotations

from .html import code, joined

FROM = {'typed': 'typed', 'ini': 'from_ini', 'default': 'default'}


def as_text(say, name, value):
    """An option and its value as they stand in an INI file."""
    return joined([code(name.replace('_', '-')), value_text(say, value)], ' = ')


def value_text(say, value):
    """
    >>> [value_text(str, value) for value in (['age', 'sex'], {'*': 'alpha = 0.5', 'ward': 2}, True, [], 5)]
    ['age, sex', 'alpha = 0.5; ward: 2', 'yes', 'none', '5']
    """
    if isinstance(value, bool):
        return say('yes' if value else 'no')
    if isinstance(value, dict):
        value = [str(of) if name == '*' else '%s: %s' % (name, of) for name, of in value.items()]
        return joined(value, '; ') if value else say('none')
    if isinstance(value, (list, tuple)):
        return joined(map(str, value)) if value else say('none')
    return say('none') if value in (None, '') else joined([str(value)])


def ini_items(say, report):
    """Sentences on the INI file: which options it set, and which of them tell more."""
    if not report['config']:
        return [say('ini_none')]
    chosen = [as_text(say, name, value) for name, value, source in report['settings'] if source == 'ini']
    told = [as_text(say, name, value) for name, value in report['telling'].items()]
    return [say('ini_sets', config=report['config'], options=joined(chosen, '; ')) if chosen else say('ini_quiet', config=report['config']),
            *([say('ini_tells', config=report['config'], options=joined(told, '; '))] if told else [])]
