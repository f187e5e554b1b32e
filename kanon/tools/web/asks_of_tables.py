"""The asks about a table: its columns, its hierarchies, and what is required of its release.

Promise: a text that the programs refuse is not kept. The former hierarchy, or the former INI file, stands there again, and the message
says what was wrong. A form can name no file: of files of classes, it has those that came with kanon.
An ask takes an Ask (asks.py) and returns what the page shows.
"""

from __future__ import annotations

import os
from contextlib import contextmanager
from itertools import islice

from ...core.errors import DataError, one_line
from ...core.settings.ini import of_names, pairs_of, with_settings
from ...core.settings.kinds import listed_limits
from ...core.settings.table import DEFAULTS, FILE, SETTINGS, in_ini, settings_marked
from ...core.tables.hierarchy_file import file_of
from ...core.tables.output_file import replacing_all, write_all
from ..building.code_ranges import shipped_ranges
from ..building.inspect import refused_lines
from . import commands
from .commands import option_words, text_read
from .plain_names import here, one_of_ours
from .plain_sentences import plain_sentences, with_dates

MOST_LINES = 200                # of the text of a hierarchy that is shown
MOST_CHARACTERS = 2_000_000     # of a text that somebody wrote
MOST_SAID = 6                   # lines of what is wrong with it
MUST = 'perhaps_header', 'gaps_many'     # keys of doubts that cannot be left as they are
BYTES = 'latin-1'               # in which the bytes of any file are a text
TOOLS = {       # of a hierarchy: the options that a form may fill
    'ranges': ('widths', 'origin', 'top', 'bottom', 'bounds', 'unreadable'), 'quantiles': ('parts', 'unreadable'), 'mask': ('end', 'keep', 'bounds'),
    'codes': ('cuts', 'style', 'classes', 'unreadable'), 'dates': ('levels', 'date_format', 'century', 'bounds', 'unreadable'),
    'flat': ('bounds',), 'sets': ('group',)}


# The table and its columns.

def ask_look(asking) -> dict:
    """What `start` says of the table.

    part_of: of a column, the column of items that is read of it and others, or None.
    """
    if os.path.lexists(asking.ini):     # of an earlier draft; what it says is typed again
        os.remove(asking.ini)
    told = asking.told('start', asking.table, *asking.reading(), *asking.language(), '--json')
    whole = column_of_items(asking)
    columns = [{**column, 'notes': list(map(with_dates, column['notes'])),
                'part_of': whole.get(column['name'])} for column in told['columns']]
    return {**told, 'columns': columns, 'doubts': asked_plainly(told['doubts'])}


def column_of_items(asking) -> dict:
    """{column: the column of items that it is a part of}."""
    said = text_read('items', asking.read.get('items'))
    items = SETTINGS['items'].kind(said) if said else {}
    of_parts = {name: how for name, how in items.items() if not isinstance(how, str)}
    return {part: name for name, parts in of_parts.items() for part in parts}


def asked_plainly(doubts) -> list:
    """The doubts as the page asks them. asked: what they say, without what to type. must: whether it goes on only with an answer.

    in: the same words in each language, so that a question that was answered follows the page.
    """
    return [{**doubt, 'must': doubt['key'] in MUST, **plainly(doubt['said']),
             'choices': [{**choice, 'said': with_dates(choice['said'])} for choice in doubt['choices']],
             'in': {language: {**plainly(words['said']), 'choices': list(map(with_dates, words['choices']))}
                    for language, words in doubt['in'].items()}} for doubt in doubts]


def plainly(said) -> dict:
    return {'said': said, 'asked': plain_sentences(said)}


# Its hierarchies.

def ask_draft(asking) -> dict:
    """What `start` writes: the INI file, and a hierarchy for each quasi-identifier. Those of the columns in `keep` stay as they are."""
    files = dict(asking.hierarchies)
    kept = texts_of_files(files[name] for name in files if name in asking.values.get('keep', ()))
    force = ['--force'] * any(map(os.path.exists, [asking.ini, *files.values()]))
    words = [word for name in ('quasi', 'sensitive', 'publish') for word in asking.columns(name)]
    with as_before_if_refused(asking.ini):
        if os.path.exists(asking.ini):      # start would take its options
            os.remove(asking.ini)
        told = asking.told('start', asking.table, *words, *asking.reading(), *option_words('k', asking.plan['settings'].get('k')),
                           *option_words('missing', asking.plan['settings'].get('missing')), *asking.language(),
                           *force, '--json')
    write_all(kept)
    by = {made['column']: made['by'] for made in told['hierarchies']}
    return {'doubts': asked_plainly(told['doubts']), 'hierarchies': hierarchies_looked_at(asking, {name: None if files[name] in kept else by[name] for name in files})}


def ask_hierarchy(asking) -> dict:
    """A hierarchy of another rule, or of a text that somebody wrote.

    `also`: a table whose values it holds, too, such as the next one.
    """
    column = asking.values['column']
    if 'text' in asking.values:
        return {'hierarchy': written_hierarchy(asking, column, asking.values['text'])}
    tool, options = asking.values['by']['tool'], asking.values['by']['options']
    if tool not in TOOLS:
        raise DataError('there is no rule %s for hierarchies' % one_line(str(tool)[:40]))
    if options.get('classes'):
        one_of_ours(options['classes'], shipped_ranges(), 'classes')
    words = [word for name in TOOLS[tool] for value in listed_names(options.get(name)) for word in option_words(name, value)]
    also = map(here, listed_names(asking.values.get('also', [])))
    asking.run('hierarchy', tool, *asking.about([column], also), *words, '--force')
    return {'hierarchy': hierarchies_looked_at(asking, {column: {'tool': tool, 'options': options}})[0]}


def listed_names(value) -> list:
    return value if isinstance(value, list) else [value]


def written_hierarchy(asking, column, text) -> dict:
    """A hierarchy as somebody wrote it, if it holds all values of the table. Otherwise the former one stays."""
    path = file_of('hierarchies', column)
    if len(text) > MOST_CHARACTERS:
        raise DataError('the text has more than {:,} characters; edit the file itself'.format(MOST_CHARACTERS), path)
    with as_before_if_refused(path):
        write_all({path: text})
        found = asking.told('hierarchy', 'check', *asking.about([column]), *asking.language(), '--json')
        if found['refused']:
            raise problem_in(found['columns'][0], asking.say(), path)
        return hierarchies_looked_at(asking, {column: None})[0]


def problem_in(found, say, path) -> DataError:
    """What is wrong with a hierarchy. found: what `hierarchy check` found."""
    if found['error']:
        return DataError(found['error'])
    return DataError(say('sentences').join(line.strip() for line in islice(refused_lines(found, say), MOST_SAID)), path)


def ask_tree(asking) -> dict:
    """A hierarchy with its tree."""
    column = asking.values['column']
    found = hierarchies_looked_at(asking, {column: None})[0]
    told = asking.told('hierarchy', 'show', *asking.about([column]), *asking.language(), '--format=json')
    return {'hierarchy': {**found, 'tree': told['nodes']}}


def hierarchies_looked_at(asking, by) -> list:
    """Each column's hierarchy: what its levels leave, and the beginning of its file. by: {column: the rule that made it, or None}."""
    rows = asking.told('hierarchy', 'levels', *asking.about(by), *asking.language(), '--format=json')
    found = []
    for column, rule in by.items():
        lines = text_of_file(file_of('hierarchies', column)).split('\n')
        levels = [{name: row[name] for name in ('level', 'labels', 'smallest', 'rarest')} for row in rows if row['column'] == column]
        found.append({'column': column, 'levels': levels, 'text': '\n'.join(lines[:MOST_LINES]), 'more': max(0, len(lines) - MOST_LINES), 'by': rule})
    return found


# What is required.

def ask_require(asking) -> dict:
    """The INI file with the settings of the page, if the programs take it, and its k. Otherwise the former one stays."""
    text = with_settings(text_of_file(asking.ini), settings_of_page(asking.plan), asking.ini)
    with as_before_if_refused(asking.ini):
        write_all({asking.ini: text})
        commands.check_command(['samarati', asking.table, *asking.configured, *asking.standards()])
    k = of_names(pairs_of(text, asking.ini)).get('k', str(DEFAULTS['k']))
    return {'ini': text, 'k': int(k)}


def settings_of_page(plan) -> dict:
    """{setting: its text, or None} of the page's settings that an INI file may hold. One that names a file is none of them."""
    unknown = plan['settings'].keys() - (set(in_ini()) - set(settings_marked(FILE)))
    if unknown:
        raise DataError('a page cannot set %s' % one_line(', '.join(sorted(map(str, unknown)))))
    return {**{name: str(text).strip() or None for name, text in plan['settings'].items() if text is not None}, **limits_of_plan(plan)}


def limits_of_plan(plan) -> dict:
    """The settings of the levels that were chosen. plan['levels']: {column: [the least level or None, the most or None]}."""
    if 'levels' not in plan:
        return {}
    least, most = {}, {}
    for name in plan['quasi']:
        least[name], most[name] = plan['levels'].get(name) or (None, None)
    return {option_: listed_limits({name: level for name, level in levels.items() if level is not None}, sign) or None
            for option_, levels, sign in (('from', least, '>='), ('limit', most, '<='))}


# Files of text.

def text_of_file(path, encoding='utf-8') -> str:
    try:
        with open(path, encoding=encoding, newline='') as file:
            return file.read()
    except UnicodeError:
        raise DataError('is not UTF-8 text', path) from None


def texts_of_files(paths, encoding='utf-8') -> dict:
    """{path: its text} of the files that exist."""
    return {path: text_of_file(path, encoding) for path in paths if os.path.exists(path)}


@contextmanager
def as_before_if_refused(*paths):
    """If the block fails, these files are as they were before it, whatever stands in them. One that was not there is removed, with its folder."""
    before = texts_of_files(paths, BYTES)
    folders = [folder for folder in {os.path.dirname(path) for path in paths} if folder and not os.path.lexists(folder)]
    try:
        yield
    except BaseException:
        with replacing_all(before, dict.fromkeys(before, BYTES)):
            pass
        for path in paths:
            if path not in before and os.path.exists(path):
                os.remove(path)
        for folder in filter(os.path.isdir, folders):
            os.rmdir(folder)
        raise
