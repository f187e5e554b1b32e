"""The asks about a release: what each algorithm would lose, the release itself, what others can do with it, and the next one.

Promise: a release is made by a command that the page shows, and so ends with that command's audit. Beside the table a file is replaced only if
somebody has said so, and a run that fails leaves all files as they were (folders/placing.py).
An ask takes an Ask (asks.py) and returns what the page shows.
"""

from __future__ import annotations

import os
import stat
from argparse import Namespace
from contextlib import ExitStack, contextmanager
from itertools import islice

from ...core.algorithm_table import ALGORITHMS, verb_of
from ...core.desk.run_parts import text as report_text
from ...core.desk.run_record import sha256_of
from ...core.errors import DataError
from ...core.settings.ini import listed_for_ini, stem
from ...core.settings.reading import RECORDED, RELEASE, Reading
from ...core.settings.table import RULE, SETTINGS, settings_marked
from ...core.tables.output_file import content_of, replacing, write_all
from ..folders.placing import put_all, standing
from ..pages.page_text import text_of_page
from ..verbs.start_doubts import MANY, doubt_rows, gaps_many
from .asks_of_tables import as_before_if_refused, asked_plainly
from .commands import Refusal, option_words
from .plain_names import here

MOST_ROWS = 8               # of a table that is shown
AS_THEY_STAND = 'columns', 'delimiter', 'encoding', 'items', 'skip_lines'     # what says which rows there are, and what stands in them
MOST_READ = 200_000         # rows of a release, for a row of each of its first groups


def ask_compare(asking) -> dict:
    """The rows of `sweep`, and their picture."""
    ks, algorithms = asking.values['ks'], asking.values['algorithms']
    rows = asking.told('sweep', asking.table, *asking.configured, *option_words('k', ','.join(map(str, ks))), *option_words('algorithm', ','.join(map(str, algorithms))),
                       *asking.language(), '--format=json')
    return {'rows': rows, 'picture': drawn(asking, rows)}


def drawn(asking, rows) -> str:
    from ..pictures.sweep_picture import sweep_picture      # no other ask draws
    from ..pages.found_by_sweep import advice
    say = asking.say()
    sheet = sweep_picture(rows, advice(rows, say), asking.plan['quasi'], say)
    sheet.language = say.language
    return str(sheet)


# The release.

def ask_release(asking) -> dict:
    """The release, its record and its page."""
    output = output_of(asking, asking.table)
    with history_begun(asking, asking.table, earlier_history(asking)):
        return published(asking, words_of_release(asking, asking.table, output), asking.table, output)


def ask_again(asking) -> dict:
    """The next table, published as the release was: at the same levels. A release of cuts is cut
    anew, with the same options.

    If it is refused because it has values that the hierarchies lack, the error has `lacking_values`:
    {column: how many values}. If it would leave out many records and nobody has said what becomes
    of them, the error has `doubts`, which ask.
    """
    table = here(asking.values['table'])
    if output_of(asking, table) == output_of(asking, asking.table):
        raise DataError('has the name of the first table, so its release would replace that one; give the file another name', table)
    output = output_of(asking, table)
    try:
        with as_before_if_refused(output, beside_it(output, '.json'), beside_it(output, '.html')):
            return published_alike(asking, table, output)
    except Refusal as refused:
        if refused.error.get('file') in [path for _, path in asking.hierarchies]:
            refused.error['lacking'] = lacking_values(asking, table)
        raise


def published_alike(asking, table, output) -> dict:
    """by: whether the levels or the options are those of the first release."""
    with ExitStack() as begun:
        if ALGORITHMS[asking.plan['algorithm']].by_levels:
            by, words = 'levels', words_at_same_levels(asking, table, output)
            earlier = content_of_history(asking, asking.table)
            begun.enter_context(history_begun(asking, table, earlier))
        else:
            by, words = 'options', words_of_release(asking, table, output)
        found = published(asking, words, table, output)
        check_gaps(asking, table, found['report'])
    return {**found, 'by': by}


def words_at_same_levels(asking, table, output) -> list:
    like = beside_it(output_of(asking, asking.table), '.json')
    words = [verb_of(asking.plan['algorithm'])[0], table, *option_words('like', like)]
    words += history_words(asking, table)
    if asking.plan.get('history'):      # who is held back is suppressed, so more may be than before
        words += option_words('max_suppression', asking.plan.get('later'))
    return [*words, *written_to(asking, output)]


def check_gaps(asking, table, report):
    """Refusal with `doubts` if a release leaves out many records, and nobody has said that it may.

    The doubts are those of `start`. report: of the release.
    """
    records, unused = report['records'], (report['lost'] or {'records': 0})['records']
    missing = records['missing'] - unused       # for a gap in a column that is used
    if asking.plan['settings'].get('missing') or missing <= MANY * records['read']:
        return
    names = {role: asking.plan.get(role) or [] for role in ('quasi', 'sensitive', 'publish')}
    used = {*sum(names.values(), []), asking.plan.get('person')}
    told = asking.told('start', table, *asking.reading(), *asking.language(), '--json')
    gaps = {column['name']: column['missing'] for column in told['columns']
            if column['name'] in used and column['missing']}
    doubt = gaps_many(missing, records['read'], gaps, Namespace(**names))
    doubts = asked_plainly(doubt_rows([doubt], asking.say()))
    raise Refusal({'message': doubts[0]['said'], 'advice': None, 'kind': 'data', 'status': 1,
                   'doubts': doubts})


def lacking_values(asking, table) -> dict:
    """{quasi-identifier: how many values of a table its hierarchy lacks}."""
    words = table, *asking.configured, *asking.language()
    found = asking.told('hierarchy', 'check', *words, '--json')
    return {one['column']: len(one['uncovered']) for one in found['columns'] if one['uncovered']}


def output_of(asking, table) -> str:
    """The name of a table's release."""
    return here('%s_%s.csv' % (stem(table), asking.plan['algorithm']))


def beside_it(output, ending) -> str:
    """The name of a file that belongs to a release."""
    return output[:-len('.csv')] + ending


def words_of_release(asking, table, output) -> list:
    """The command that publishes a table as the plan says, without what is only for the page."""
    verb, *switch = verb_of(asking.plan['algorithm'])
    return [verb, table, *asking.configured, *switch, *asking.standards(), *history_words(asking, table), *written_to(asking, output)]


# The history, which keeps k over all releases. Each release leaves a file of its own for the one after it, so that a release can be
# made again: its run begins with a copy of what the release before it has left.

def history_of(table) -> str:
    """The name of the history that a release of a table leaves."""
    return here(stem(table) + '_history.csv')


def history_words(asking, table) -> list:
    return option_words('history', history_of(table)) if asking.plan.get('history') else []


def earlier_history(asking):
    """The bytes of the history that somebody has kept of earlier releases, None where this is the first."""
    earlier = asking.plan.get('earlier')
    return content_of(here(earlier)) if earlier else None


def content_of_history(asking, table):
    return content_of(history_of(table)) if asking.plan.get('history') else None


@contextmanager
def history_begun(asking, table, content):
    """The history of a table's release is what the release before it has left. If the block fails, it is what it was."""
    if not asking.plan.get('history'):
        yield
        return
    path = history_of(table)
    with as_before_if_refused(path):
        if content is not None:
            with replacing(path) as part:
                with open(part, 'wb') as file:
                    file.write(content)
                os.chmod(part, stat.S_IRUSR | stat.S_IWUSR)
        elif os.path.exists(path):
            os.remove(path)
        yield


def written_to(asking, output) -> list:
    """The words that name what a run writes: the release, its record and its page, with the texts of the page."""
    return [*option_words('output', output), *option_words('record', beside_it(output, '.json')), *option_words('html', beside_it(output, '.html')),
            *(word for path in page_texts_file(asking) for word in option_words('page_text', path)), *option_words('internal', asking.plan.get('internal') is True), *asking.language()]


def page_texts_file(asking) -> dict:
    """{the INI file of what somebody has written for the page to sign: its text}, or {}."""
    path = stem(asking.table) + '_page.ini'
    text = text_of_page(asking.plan.get('page') or {}, path)
    return {path: text} if text else {}


def published(asking, words, table, output) -> dict:
    """What a command that publishes said, the first rows before and after, and the files that there are now."""
    texts = page_texts_file(asking)
    write_all(texts)
    ended = asking.run(*words, *force(output), '--json')
    report = ended.told
    columns, reading = [*report['quasi'], *report['sensitive'], *report['publish']], reading_of(report)
    files = {output: 'release', beside_it(output, '.json'): 'record', beside_it(output, '.html'): 'page', asking.ini: 'ini',
             **dict.fromkeys(texts, 'page_text'), **dict.fromkeys(history_words(asking, table)[1:], 'history'),
             **{path: 'hierarchy' for _, path in asking.hierarchies}}
    return {'report': report, 'notes': ended.err.strip().splitlines(), 'text': report_text(asking.say(), report), 'columns': columns,
            'before': first_rows(table, columns, reading), 'after': rows_of_groups(output, columns, report['quasi'], reading),
            'files': [seal(path, what) for path, what in files.items() if os.path.exists(path)]}


def force(path) -> list:
    """The word that replaces a file that an earlier ask has written."""
    return ['--force'] * os.path.exists(path)


def first_rows(path, columns, reading) -> list:
    """The first rows of a table, as they stand there."""
    return list(islice(rows(path, columns, reading), MOST_ROWS))


def rows_of_groups(path, columns, quasi, reading) -> list:
    """A row of each of the first groups of a release. The rows of a group stand together, and look alike."""
    found: dict = {}
    places = [columns.index(name) for name in quasi]
    for row in islice(rows(path, columns, reading, RELEASE), MOST_READ):
        found.setdefault(tuple(row[place] for place in places), row)
        if len(found) == MOST_ROWS:
            break
    return list(found.values())


def reading_of(report) -> Reading:
    """How a run opened its table, so that the rows are shown as they stand there."""
    told = report.get('read_as', {})
    return Reading.of({name: SETTINGS[name].kind(told[name]) for name in AS_THEY_STAND if name in told})


def rows(path, columns, reading, role=RECORDED):
    """Yield the rows of a table."""
    with reading.open(path, role) as table:
        yield from map(list, table.tuples(columns))


def seal(path, what) -> dict:
    """A file as the page lists it."""
    return {'name': path.replace(os.sep, '/'), 'bytes': os.path.getsize(path), 'sha256': sha256_of(path), 'what': what}


# What others may do with it.

def ask_check(asking) -> dict:
    """What `ask_check` says of the release, asked for the same again."""
    rules = [word for name in ('k', *settings_marked(RULE)) for word in option_words(name, asking.plan['settings'].get(name))]
    names = [*asking.plan['quasi'], *asking.plan.get('sensitive', ()), *asking.plan.get('publish', ())]
    header = option_words('columns', listed_for_ini(names, ',')) if asking.read.get('columns') else []    # the release has one, though the table has none
    header += option_words('delimiter', ',') if asking.read.get('delimiter') else []
    return judgement(asking, 'check', [*asking.configured, *header, *rules], '--json')


def ask_attack(asking) -> dict:
    """What somebody with the whole table as a list of people learns from the release."""
    return judgement(asking, 'attack', [*option_words('known', asking.table), *asking.configured], '--format=json')


def judgement(asking, verb, words, form) -> dict:
    """What a verb says of the release, and the page that it writes."""
    output = output_of(asking, asking.table)
    page = beside_it(output, '_%s.html' % verb)
    report = asking.told(verb, output, *words, *option_words('html', page), *force(page), *asking.language(), form)
    return {'report': report, 'files': [seal(page, verb)]}


# Where it is kept.

def ask_beside(asking) -> dict:
    """The release and what belongs to it, made once more and put into the folder of the table.

    The command runs here, where nobody else can change what it reads. A file is replaced only with `yes`.
    values['beside'], which the server gives and no page: {folder: of the table, as folders/placing.py
    takes it, name: of the table there}.
    """
    where, output = asking.values['beside'], output_of(asking, asking.table)
    if where['name'] != asking.table:
        raise DataError('the table was renamed for the page, so that nothing can be written beside it; download the files', where['name'])
    texts = [asking.ini, *(path for _, path in asking.hierarchies), *page_texts_file(asking)]
    targets = [*texts, *history_words(asking, asking.table)[1:], beside_it(output, '.html'), beside_it(output, '.json'), output]
    there = standing(where['folder'], targets)
    if there and not asking.values.get('yes'):
        return {'error': {'message': 'exists: %s' % ', '.join(there), 'advice': None, 'option': 'force', 'kind': 'exists'}, 'there': there}
    words = words_of_release(asking, asking.table, output)
    write_all(page_texts_file(asking))
    with history_begun(asking, asking.table, earlier_history(asking)):
        report = asking.told(*words, *force(output), '--json')
    asking.typed[-1] = (*words, *['--force'] * bool(there))     # which somebody would type in the folder of the table
    put_all(where['folder'], targets, asking.table, replace=bool(there))
    return {'report': report, 'written': targets, 'files': [seal(output, 'release')]}
