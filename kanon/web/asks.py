"""What each step of the page asks: plain values in, plain values out, in the current folder, which holds the table.

Promise: an ask runs the commands that its answer names, and changes only files of the current folder. It ends with an answer whatever
it is asked: `error` has the message of the program that refused. A file of the page's choice is a plain name in this folder.
kanon/web/commands.py runs the commands. docs/how-to/without-typing.md walks through the steps.
"""

from __future__ import annotations

import os
import re
from hashlib import sha256
from itertools import islice

from ..errors import DataError, one_line
from ..settings.ini import ini_of, listed_for_ini, stem, with_settings
from ..settings.kinds import listed_limits
from ..settings.page_text import text_of_page
from ..settings.table import FILE, SETTINGS, TOLD, TYPED, FREE
from ..tables.hierarchy_file import file_of
from ..tables.output_file import write_all
from . import commands
from .commands import Refusal, option, shown
from .plain_names import is_plain
from .plain_sentences import guesses_in, plain, with_dates

MOST_LINES, MOST_ROWS, MOST_SAID, MOST_CHARACTERS = 200, 8, 6, 2_000_000     # of a hierarchy that is shown, of a table, of what is wrong, of a text
MOST_READ = 200_000     # rows of a release, for a row of each of its first groups
READ = 'columns', 'delimiter', 'decimal', 'encoding', 'na', 'totals', 'unreadable'
# What a step asks for in a class, or of the search. It stands in the INI file, and check is asked for the same.
ASKED_OF_CHECK = 'l_diversity', 't_closeness', 'alpha', 'beta_likeness', 'delta_disclosure'
# The verb of an algorithm, and the switch behind it.
ALGORITHMS = {'samarati': ('samarati',), 'optimal': ('samarati', '--optimal'), 'datafly': ('datafly',), 'mondrian': ('mondrian',)}
TOOLS = {       # of a hierarchy: the options that a form may fill
    'ranges': ('widths', 'origin', 'top', 'bottom', 'unreadable'), 'quantiles': ('parts', 'unreadable'), 'mask': ('end', 'keep'),
    'codes': ('cuts', 'style', 'classes', 'unreadable'), 'classes': ('classes', 'unreadable'), 'dates': ('levels', 'date_format', 'unreadable'),
    'flat': (), 'sets': ('group',)}
OF_FILES = 'release', 'record', 'page', 'check', 'attack', 'ini', 'page_text', 'hierarchy'


def answer(name, values, tell=None) -> dict:
    """What a step of the page asked for, or {'error': {message, advice, option, kind}}. Always with 'commands', those that were run.

    name: of ASKS. values: of the page, with the `plan`. tell: called with a line of text now and then.
    """
    asking = Asking(values if isinstance(values, dict) else {}, tell)
    try:
        if name not in ASKS:
            raise DataError('there is no ask %s' % one_line(str(name)[:40]))
        found = ASKS[name](asking)
    except Refusal as refused:
        found = {'error': {**dict.fromkeys(('message', 'advice', 'kind')), **refused.error, 'option': option_in(refused.error['message'])}}
    except (DataError, OSError) as error:
        found = {'error': {'message': one_line(str(error)), 'advice': None, 'option': option_in(str(error)), 'kind': getattr(error, 'kind', 'system')}}
    except (AttributeError, KeyError, TypeError, ValueError) as error:      # values of another shape; no page of ours sends them
        found = {'error': {'message': 'the page asked with values of another shape: %s' % one_line(str(error)), 'advice': None, 'option': None,
                           'kind': 'options'}}
    if 'error' in found:
        found['error']['guesses'] = guesses_in(found['error']['message'])
    return {**found, 'commands': list(map(shown, asking.typed))}


def asked_plainly(doubts) -> list:
    """The doubts as the page asks them. asked: what they say, without what to type."""
    return [{**doubt, 'asked': plain(doubt['said']), 'choices': [{**choice, 'said': with_dates(choice['said'])} for choice in doubt['choices']]} for doubt in doubts]


def option_in(message):
    """The option that a message is about, if it names one.

    >>> option_in('x.py: argument --l-diversity: a number'), option_in('clinic.ini: max-suppression: a share'), option_in('argument -k/--k: 2 or more')
    ('l_diversity', 'max_suppression', 'k')
    """
    found = re.search(r'--([a-z][a-z-]*)|\.ini: ([a-z][a-z-]*)(?::| =)', message)
    name = found and next(filter(None, found.groups())).replace('-', '_')
    return name if name in SETTINGS else None


class Asking:
    """One ask: the plan of the page, and the commands that were run for it."""

    def __init__(self, values, tell):
        self.values, self.plan, self.tell, self.typed = values, values.get('plan') or {}, tell, []

    @property
    def table(self) -> str:
        return here(self.plan['table'])

    @property
    def ini(self) -> str:
        return ini_of(self.table)

    @property
    def configured(self) -> list:
        return option('config', self.ini)

    @property
    def hierarchies(self) -> list:
        """(column, its file) of each quasi-identifier."""
        return [(name, file_of('hierarchies', name)) for name in self.plan['quasi']]

    def language(self) -> list:
        return ['--language=' + self.say().language]

    def say(self):
        from ..voice.speaking import speaker
        return speaker('zh' if self.plan.get('language') == 'zh' else 'en')

    def columns(self, name) -> list:
        """The word of a list of columns."""
        return option(name, listed_for_ini(self.plan[name], ',')) if self.plan.get(name) else []

    def reading(self) -> list:
        """The words that say how the table is read, and whose row each row is."""
        read = self.plan.get('read') or {}
        words = []
        for name in READ:
            value = read.get(name)
            words += option(name, listed_for_ini(value, ',') if name == 'columns' and value else ';'.join(value) if isinstance(value, list) else value)
        return words + (option('person', listed_for_ini([self.plan['person']], ',')) if self.plan.get('person') else [])

    def reading_of(self, name):
        """What somebody said of how the table is read."""
        return (self.plan.get('read') or {}).get(name)

    def run(self, *words):
        """What a command told, once it is known which one it was."""
        self.typed.append(words)
        return commands.run(words, self.tell)


def here(name) -> str:
    """A plain name of a file in the current folder. DataError for any other."""
    if not is_plain(name):
        raise DataError('is no plain name of a file', one_line(str(name)[:100]))
    return name


# 1 and 2: the table and its columns.

def look(asking) -> dict:
    """What `start` says of the table."""
    if os.path.lexists(asking.ini):     # of an earlier draft; what it says is typed again
        os.remove(asking.ini)
    told = asking.run('start', asking.table, *asking.reading(), *asking.language(), '--json').told
    columns = [{**column, 'notes': list(map(with_dates, column['notes']))} for column in told['columns']]
    return {**told, 'columns': columns, 'doubts': asked_plainly(told['doubts'])}


# 3: the hierarchies.

def draft(asking) -> dict:
    """What `start` writes: the INI file, and a hierarchy for each quasi-identifier. Those of the columns in `keep` stay as they are."""
    kept = {path: text_of(path) for name, path in asking.hierarchies if name in asking.values.get('keep', ()) and os.path.exists(path)}
    again = [path for _, path in asking.hierarchies if os.path.exists(path)] + [asking.ini] * os.path.exists(asking.ini)
    if os.path.exists(asking.ini):
        os.remove(asking.ini)
    words = [word for name in ('quasi', 'sensitive', 'publish') for word in asking.columns(name)]
    told = asking.run('start', asking.table, *words, *asking.reading(), *option('k', asking.plan['settings'].get('k')), *asking.language(),
                      *['--force'] * bool(again), '--json').told
    if kept:
        write_all(kept)
    by = {made['column']: made['by'] for made in told['hierarchies']}
    return {'doubts': asked_plainly(told['doubts']), 'hierarchies': looked_at(asking, {name: None if path in kept else by[name] for name, path in asking.hierarchies})}


def hierarchy(asking) -> dict:
    """A hierarchy of another rule, or of a text that somebody wrote."""
    column = asking.values['column']
    if 'text' in asking.values:
        return {'hierarchy': written(asking, column, asking.values['text'])}
    tool, options = asking.values['by']['tool'], asking.values['by']['options']
    if tool not in TOOLS:
        raise DataError('there is no rule %s for hierarchies' % one_line(str(tool)[:40]))
    words = [word for name in TOOLS[tool] for one in as_list(options.get(name)) for word in option(name, named_classes(one) if name == 'classes' else one)]
    asking.run('hierarchy', tool, asking.table, *option('column', listed_for_ini([column], ',')), *asking.configured, *words, '--force')
    return {'hierarchy': looked_at(asking, {column: {'tool': tool, 'options': options}})[0]}


def as_list(value) -> list:
    return value if isinstance(value, list) else [value]


def named_classes(name) -> str:
    """A file of classes that came with kanon, by its name. No other file is read for a page."""
    if name and not re.fullmatch('[a-z0-9]+', str(name)):
        raise DataError('the classes %s did not come with kanon' % one_line(str(name)[:40]))
    return name


def written(asking, column, text) -> dict:
    """A hierarchy as somebody wrote it, if it holds all values of the table. Otherwise the former one stays."""
    path = file_of('hierarchies', column)
    if len(text) > MOST_CHARACTERS:
        raise DataError('the text has more than {:,} characters; edit the file itself'.format(MOST_CHARACTERS), path)
    before = text_of(path) if os.path.exists(path) else None
    write_all({path: text})
    try:
        found = asking.run('hierarchy', 'check', asking.table, *option('column', listed_for_ini([column], ',')), *asking.configured, *asking.language(), '--json').told
        if found['refused']:
            raise DataError(problem_in(found, asking.say()), path)
        return looked_at(asking, {column: None})[0]
    except DataError:
        if before is None:
            os.remove(path)
        else:
            write_all({path: before})
        raise


def problem_in(found, say) -> str:
    """What is wrong with a hierarchy, in the sentences of `hierarchy check`."""
    from ..builders.inspect import finding_lines
    column = found['columns'][0]
    return say('sentences').join(line.strip() for line in islice(finding_lines(column, say), 2, 2 + MOST_SAID))


def tree(asking) -> dict:
    """A hierarchy with its tree."""
    column = asking.values['column']
    found = looked_at(asking, {column: None})[0]
    told = asking.run('hierarchy', 'show', asking.table, *option('column', listed_for_ini([column], ',')), *asking.configured, *asking.language(), '--format=json').told
    return {'hierarchy': {**found, 'tree': told['nodes']}}


def looked_at(asking, by) -> list:
    """Each column's hierarchy: what its levels leave, and the beginning of its file. by: {column: the rule that made it, or None}."""
    rows = asking.run('hierarchy', 'levels', asking.table, *option('column', listed_for_ini(list(by), ',')), *asking.configured, *asking.language(), '--format=json').told
    found = []
    for column, rule in by.items():
        lines = text_of(file_of('hierarchies', column)).split('\n')
        levels = [{name: row[name] for name in ('level', 'labels', 'smallest', 'rarest')} for row in rows if row['column'] == column]
        found.append({'column': column, 'levels': levels, 'text': '\n'.join(lines[:MOST_LINES]), 'more': max(0, len(lines) - MOST_LINES), 'by': rule})
    return found


def text_of(path) -> str:
    with open(path, encoding='utf-8', newline='') as file:
        return file.read()


# 4: what is required.

def require(asking) -> dict:
    """The INI file with the settings of the page, if the programs take it. Otherwise the former one stays."""
    before = text_of(asking.ini)
    text = with_settings(before, settings_of(asking.plan), asking.ini)
    write_all({asking.ini: text})
    try:
        commands.check(['samarati', asking.table, *asking.configured, *words_of_standards(asking)])
    except DataError:
        write_all({asking.ini: before})
        raise
    return {'ini': text}


def settings_of(plan) -> dict:
    """{setting: its text, or None} of the page's settings that an INI file may hold. One that names a file is none of them."""
    may = {name for name, setting in SETTINGS.items() if setting.power in (FREE, TOLD, TYPED) and FILE not in setting.marks}
    unknown = plan['settings'].keys() - may
    if unknown:
        raise DataError('a page cannot set %s' % one_line(', '.join(sorted(map(str, unknown)))))
    return {**{name: str(text).strip() or None for name, text in plan['settings'].items() if text is not None}, **limits_of(plan)}


def limits_of(plan) -> dict:
    """The settings of the levels that were chosen. plan['levels']: {column: [the least level or None, the most or None]}."""
    if 'levels' not in plan:
        return {}
    least, most = {}, {}
    for name in plan['quasi']:
        least[name], most[name] = plan['levels'].get(name) or (None, None)
    return {option_: listed_limits({name: level for name, level in levels.items() if level is not None}, sign) or None
            for option_, levels, sign in (('from', least, '>='), ('limit', most, '<='))}


# 5 and 6: compare, and publish.

def compare(asking) -> dict:
    """The rows of `sweep`, and their picture."""
    ks, algorithms = asking.values['ks'], asking.values['algorithms']
    rows = asking.run('sweep', asking.table, *asking.configured, *option('k', ','.join(map(str, ks))), *option('algorithm', ','.join(map(str, algorithms))),
                      *asking.language(), '--format=json').told
    return {'rows': rows, 'picture': drawn(asking, rows)}


def drawn(asking, rows) -> str:
    from ..pictures.sweep_picture import sweep_picture
    from ..reports.found_by_sweep import advice
    say = asking.say()
    sheet = sweep_picture(rows, advice(rows, say), asking.plan['quasi'], say)
    sheet.language = say.language
    return str(sheet)


def words_of_release(asking, output) -> list:
    """The command that publishes, without what is only for the page."""
    verb, *switch = ALGORITHMS[asking.plan['algorithm']]
    chosen = [word for name, value in (asking.plan.get('chosen') or {}).items() for word in option(may_be_chosen(name), value)]
    return [verb, asking.table, *asking.configured, *switch, *chosen, *words_of_standards(asking), *written_to(asking, output)]


def words_of_standards(asking) -> list:
    """The words that name the official standards, and what columns hold that they ask about."""
    standards = [word for name in asking.plan.get('standards') or () for word in option('standard', named_classes(str(name).replace('-', '')) and name)]
    return [*standards, *(option('holds', asking.plan.get('holds')) if standards else [])]


def written_to(asking, output) -> list:
    """The words that name what a run writes: the release, its record and its page, with the texts of the page."""
    return [*option('output', output), *option('record', beside_it(output, '.json')), *option('html', beside_it(output, '.html')),
            *(word for path in texts_of_page(asking) for word in option('page_text', path)), *option('internal', asking.plan.get('internal') is True), *asking.language()]


def texts_of_page(asking) -> dict:
    """{the INI file of what somebody has written for the page to sign: its text}, or {}."""
    path = stem(asking.table) + '_page.ini'
    text = text_of_page(asking.plan.get('page') or {}, path)
    return {path: text} if text else {}


def beside_it(output, ending) -> str:
    """The name of a file that belongs to a release."""
    return output[:-len('.csv')] + ending


def may_be_chosen(name) -> str:
    """A setting of an algorithm that the page may type."""
    if name not in ('labels', 'choose', 'categories', 'partitioning', 'measure', 'weights', 'time_limit', 'seed', 'grid', 'spreadsheet_safe', 'internal'):
        raise DataError('a page cannot set %s' % one_line(str(name)[:40]))
    return name


def output_of(asking) -> str:
    return here('%s_%s.csv' % (stem(asking.table), asking.plan['algorithm']))


def release(asking) -> dict:
    """The release, its record and its page."""
    output = output_of(asking)
    return published(asking, words_of_release(asking, output), output, asking.table)


def published(asking, words, output, table) -> dict:
    """What a command that publishes said, the first rows before and after, and the files that there are now."""
    texts = texts_of_page(asking)
    write_all(texts)
    ended = asking.run(*words, *['--force'] * os.path.exists(output), '--json')
    report = ended.told
    columns = [*report['quasi'], *report['sensitive'], *report['publish']]
    files = [(output, 'release'), (beside_it(output, '.json'), 'record'), (beside_it(output, '.html'), 'page'), (asking.ini, 'ini'), *((path, 'page_text') for path in texts),
             *((path, 'hierarchy') for _, path in asking.hierarchies)]
    return {'report': report, 'notes': ended.err.strip().splitlines(), 'text': said(asking, report), 'columns': columns,
            'before': first_rows(table, columns, asking.plan.get('read') or {}), 'after': rows_of_groups(output, columns, report['quasi']),
            'files': [seal(path, what) for path, what in files if os.path.exists(path)]}


def said(asking, report) -> str:
    """The report as the program prints it."""
    from ..reports.as_text import text
    return text(asking.say(), report)


def first_rows(path, columns, read) -> list:
    """The first rows of a table, as they stand there."""
    return list(islice(rows(path, columns, read), MOST_ROWS))


def rows_of_groups(path, columns, quasi) -> list:
    """A row of each of the first groups of a release. The rows of a group stand together, and look alike."""
    found, places = {}, [columns.index(name) for name in quasi]
    for row in islice(rows(path, columns, {}), MOST_READ):
        found.setdefault(tuple(row[place] for place in places), row)
        if len(found) == MOST_ROWS:
            break
    return list(found.values())


def rows(path, columns, read):
    """Yield the rows of a table, as they stand there."""
    from ..tables import kind_for
    from ..tables.table import Table
    delimiter = '\t' if read.get('delimiter') == 'tab' else read.get('delimiter') or None
    with kind_for(path, Table)(path, read.get('columns') or None, delimiter=delimiter, encoding=read.get('encoding') or 'utf-8', missing='value') as table:
        yield from map(list, table.tuples(columns))


def seal(path, what) -> dict:
    """A file as the page lists it."""
    digest = sha256()
    with open(path, 'rb') as file:
        for piece in iter(lambda: file.read(1 << 20), b''):
            digest.update(piece)
    return {'name': path.replace(os.sep, '/'), 'bytes': os.path.getsize(path), 'sha256': digest.hexdigest(), 'what': what}


def again(asking) -> dict:
    """The next table, published as the release was: at the same levels. A release of cuts is cut anew, with the same options."""
    table = here(asking.values['table'])
    output = here('%s_%s.csv' % (stem(table), asking.plan['algorithm']))
    if asking.plan['algorithm'] == 'mondrian':
        verb, _, *rest = words_of_release(asking, output)
        return {**published(asking, [verb, table, *rest], output, table), 'by': 'options'}
    verb, like = ALGORITHMS[asking.plan['algorithm']][0], beside_it(output_of(asking), '.json')
    return {**published(asking, [verb, table, *option('like', like), *written_to(asking, output)], output, table), 'by': 'levels'}


# What others may do with it.

def check(asking) -> dict:
    """What `check` says of the release, asked for the same again."""
    output, page = output_of(asking), beside_it(output_of(asking), '_check.html')
    rules = [word for name in ('k', *ASKED_OF_CHECK) for word in option(name, asking.plan['settings'].get(name))]
    names = [*asking.plan['quasi'], *asking.plan.get('sensitive', ()), *asking.plan.get('publish', ())]
    header = option('columns', listed_for_ini(names, ',')) if asking.reading_of('columns') else []    # the release has one, though the table has none
    header += option('delimiter', ',') if asking.reading_of('delimiter') else []
    report = asking.run('check', output, *asking.configured, *header, *rules, *option('html', page), *['--force'] * os.path.exists(page), *asking.language(), '--json').told
    return {'report': report, 'files': [seal(page, 'check')]}


def attack(asking) -> dict:
    """What somebody with the whole table as a list of people learns from the release."""
    output, page = output_of(asking), beside_it(output_of(asking), '_attack.html')
    rows = asking.run('attack', output, *option('known', asking.table), *asking.configured, *option('html', page), *['--force'] * os.path.exists(page),
                      *asking.language(), '--format=json').told
    return {'report': rows, 'files': [seal(page, 'attack')]}


def beside(asking) -> dict:
    """The release and what belongs to it, made once more in the folder of the table by the same commands. A file is replaced only with `yes`.

    values['beside'], which the server gives and no page: {folder: of the table, name: of the table there}.
    """
    where, name, output = asking.values['beside']['folder'], asking.values['beside']['name'], output_of(asking)
    texts = {**{path: text_of(path) for path in (asking.ini, *(path for _, path in asking.hierarchies))}, **texts_of_page(asking)}
    targets = [*texts, output, beside_it(output, '.json'), beside_it(output, '.html')]
    home = os.getcwd()
    os.chdir(where)
    try:
        if name != asking.table:
            raise DataError('the table was renamed for the page, so that nothing can be written beside it; download the files', name)
        there = [path for path in targets if os.path.lexists(path)]
        linked = [path for path in [*targets, 'hierarchies'] if os.path.islink(path)]
        if linked:
            raise DataError('is a link, and nothing is written through one', linked[0])
        if there and not asking.values.get('yes'):
            return {'error': {'message': 'exists: %s' % ', '.join(there), 'advice': None, 'option': 'force', 'kind': 'exists'}, 'there': there}
        before = {path: text_of(path) for path in texts if os.path.exists(path)}
        write_all(texts)
        try:
            report = asking.run(*words_of_release(asking, output), *['--force'] * bool(there), '--json').told
        except BaseException:
            write_all(before)
            for path in texts.keys() - before.keys():
                os.remove(path)
            raise
        return {'report': report, 'written': targets, 'files': [seal(output, 'release')]}
    finally:
        os.chdir(home)


ASKS = {ask.__name__: ask for ask in (look, draft, hierarchy, tree, require, compare, release, again, check, attack, beside)}
