"""`python -m kanon sql TABLE --dialect WORD`: the SQL with which an engine counts, loads, joins, and counts again for the audit.

Promise: the statements are those of kanon/tools/engines/steps.py, for the columns that are named. Between them stand the two commands of kanon:
the run that decides, and the check of the release. No engine is asked anything.
kanon does not see the table, so it cannot know all its columns. Only with --columns does a missing value in a column that is not published
leave a record out.
With --maps the release is that of a folder of column maps (engines/statements.py). Its maps.ini says of which columns, and what is required.
"""

from __future__ import annotations

import csv
import os
import re
import shlex

from ...core.desk.screen import put
from ...core.desk.words import (EXAMPLES_OF_FILES, FORCE, K, NA, NA_IN, OUTPUT, REDACT, Program,
                                Word)
from ...core.errors import Refused, at, nearest, option, quoted
from ...core.own_files import as_typed_here
from ...core.settings.asked import RULES, check_columns, check_missing, check_rules
from ...core.settings.ini import INI_OF_MAPS, read_with_texts
from ...core.settings.kinds import listed, one_of
from ...core.tables.output_file import check_output
from ..engines.column_maps import map_file
from ..engines.dialects import DIALECTS, dialect_named, missing_words_of
from ..engines.maps_folder import maps_in
from ..engines.statements import ByMaps, release_statement, sums_statement
from ..engines.steps import (STEPS, ToCount, join_statement, load_map, load_statements,
                             name_of_count, sent)
from . import VERBS

KANON = shlex.split(as_typed_here('python3 -m kanon'))
PLAIN_PATH = '[A-Za-z0-9_./-]+'

HEAD = '''\
-- %(engine)s counts, kanon decides, %(engine)s joins: the table %(table)s. Made by kanon:
--     %(command)s
'''
NOT_RUN = '''\
-- Not run: kanon's tests have no %s. The statements are as its documentation writes them. Try them on a small table first.
'''
TITLES = {
    'count': '1. Count, to %(files)s_counted.csv. That file is as confidential as the table.',
    'load': '3. Load the recoding. It is as confidential as the table, too.',
    'join': '4. Join. A record without a partner in the recoding was not counted, and is not published.',
    'audit': '5. Count the release, and audit it by the counts and the recoding. If the check ends with another status than 0, drop the release.'}
TITLES_OF_MAPS = {
    'load': '3. Load the maps.',
    'join': '4. Publish by the maps. The first query says what becomes of the records. If without_label is not 0, or if more are suppressed than\n'
            '-- you allow (the run that wrote the maps: %(max_suppression)s), drop the release.'}
DECIDED = '2. Decided by the run that wrote the maps in %(maps)s.'
DECIDE = '2. Decide, here. Any program of kanon and any rule will do. Give the check the same rules.'
LEFT_OUT = '-- A record with a missing value (NULL, an empty text, ?) in one of these columns is left out: %s.\n'


def step(text) -> list:
    """The steps that are printed, in their order.

    >>> step('join,load')
    ['load', 'join']
    """
    words = [word.strip() for word in text.split(',')]
    for word in words:
        if word not in STEPS:
            raise Refused('%s is no step%s; the steps are %s' % (quoted(word), nearest(word, STEPS), ', '.join(STEPS)))
    return [word for word in STEPS if word in words]


def schema_and_table(text):
    """The parts of a table's name.

    >>> schema_and_table('etl.people'), schema_and_table('"my.people"')
    (('etl', 'people'), ('my.people',))
    """
    try:
        parts = next(csv.reader([text], delimiter='.', strict=True), [])
    except csv.Error:
        parts = []
    if '' in parts or not parts or not text.isprintable():
        raise Refused('a table is expected, such as people or etl.people, not %s' % quoted(text))
    return tuple(parts)


def start_of_files(text):
    """The beginning of the names of the files.

    >>> start_of_files('build/people')
    'build/people'
    """
    if not re.fullmatch(PLAIN_PATH, text):
        raise Refused('the beginning of a path is expected, of letters, digits and _ . / - alone, not %s' % quoted(text))
    return text


def folder(text):
    """The folder of column maps, without a slash behind its name."""
    if not os.path.isfile(os.path.join(text, INI_OF_MAPS)):
        raise Refused('a folder with a %s is expected, as %s writes it, not %s' % (INI_OF_MAPS, option('recoding_maps'), quoted(text)))
    return text.rstrip(os.sep) or text


TABLE = {'metavar': 'TABLE', 'help': 'A table of the engine, such as people or etl.people. A name with a point stands in'
                                                    ' double quotes.'}
WORDS = (
    Word('--dialect', {'metavar': '|'.join(DIALECTS), 'type': one_of(*DIALECTS), 'required': True}, 'The engine. mysql is for MariaDB, too.'),
    Word('--quasi', 'A,B', 'The quasi-identifiers.'),
    Word('--maps', {'metavar': 'FOLDER', 'type': folder}, 'Publish by the column maps in this folder, as a run with --recoding-maps wrote it. Its maps.ini'
         ' has the columns, k and the rules.'),
    Word('--hierarchies', 'DIR', 'With --maps. The folder with the hierarchies of the run that wrote them, for the check (default hierarchies).'),
    Word('--sensitive', 'A,B', "The sensitive columns of the release (default none)."),
    Word('--publish', 'A,B', 'Other columns to publish unchanged (default none).'),
    K,
    Word('--missing', 'drop|value|root', "What the run does with missing values: NULL, '?' and an empty text. drop: a record that has one is left"
                                         ' out (default). value, root: it is kept, and root publishes the root of the hierarchy.'),
    Word('--missing-in', 'any|used', 'With --missing drop. used: a missing value in a published column leaves a record out (default). any: one'
                                     ' in any of the --columns does (default with --columns).'),
    Word('--columns', 'A,B', 'The names of all columns of the table, for --missing-in any.'),
    NA, NA_IN, Word('--into', {'metavar': 'TABLE', 'type': schema_and_table}, 'The table of the release (default: TABLE with _released behind it).'),
    Word('--files', {'metavar': 'START', 'type': start_of_files}, 'How the names of the csv files begin, such as build/people (default: as the table).'),
    Word('--step', {'metavar': 'STEP,STEP', 'type': step}, 'The steps to print: %s (default all).' % ', '.join(STEPS)),
    OUTPUT, REDACT, FORCE)


def settle(values, said, typed, error):
    values['source'] = parts = schema_and_table(values['data'])
    values['carried'], values['output'] = values['sensitive'] + values['publish'], values['output'] or '-'
    if values['maps']:
        settle_maps(values, typed, error)
    elif 'hierarchies' in typed:
        error('--hierarchies is for --maps, whose labels are nodes of hierarchies')
    if not values['quasi']:
        error('name the quasi-identifiers with --quasi')
    check_columns(values, said)
    check_missing(values['missing'], 'missing_in' in typed)
    columns = values['quasi'] + values['carried']
    values['into'] = values['into'] or (*parts[:-1], parts[-1] + '_released')
    if values['into'] == parts:
        error('--into names the table itself')
    values['files'] = values['files'] or re.sub('[^A-Za-z0-9_-]', '_', parts[-1])
    values['step'] = values['step'] or list(STEPS)
    for word in values['arguments']:
        if not word.isprintable():
            raise Refused('%s holds a character that is not printed, such as a line end; give the column another name in a view' % quoted(word))
    for name in (*parts, *values['into'], *columns, *(values['columns'] or ())) if values['dialect'] == 'spark' else ():
        if ';' in name or '${' in name:     # spark-sql ends a statement at one (SPARK-54876), and replaces the other, in quotes, too
            raise Refused('%s holds ; or ${, by which the client of Spark would run something else; give it another name in a view' % quoted(name))
    for name in columns if values['columns'] else ():
        if name not in values['columns']:
            raise Refused('%s lacks the column %s%s' % (at('columns'), quoted(name), nearest(name, values['columns'])))
    if values['missing_in'] == 'any' and 'missing_in' in typed and not values['columns']:
        raise Refused('%s looks at all columns of the table; name them with %s' % (at('missing_in', 'any'), option('columns')))
    drop = values['missing'] == 'drop'
    all_ = values['columns'] and values['missing_in'] == 'any'
    values['looked_at'] = [] if not drop else values['columns'] if all_ else columns


def settle_maps(values, typed, error):
    """The settings are those of the folder's INI file, which the check reads, too."""
    for name in 'quasi', 'sensitive', 'publish', 'k', 'missing', 'na', 'na_in':
        if name in typed:
            error('--%s and --maps exclude each other: it stands in the %s of the folder' % (name, INI_OF_MAPS))
    path = os.path.join(values['maps'], INI_OF_MAPS)
    of_run = {name: value for name, (value, _) in read_with_texts(path).items() if name not in typed}
    if 'quasi' not in of_run or 'k' not in of_run:
        raise Refused('%s does not say the k and the quasi-identifiers of a run; name a folder that %s wrote'
                      % (path, option('recoding_maps')))
    values.update(of_run, said=values['said'] | of_run.keys(), config=path, by=values['maps'],
                  hierarchies=typed.get('hierarchies', 'hierarchies'),
                  carried=of_run.get('sensitive', []) + of_run.get('publish', []))
    check_rules(values)
    for rule in (rule for name in RULES for rule in values[name].values()):
        if not rule.in_sql:
            raise Refused('%s decides k, distinct l and alpha alone, and not %s'
                          % (at('maps'), at(rule.option, rule.typed())))
    if values['dialect'] == 'clickhouse':
        error('--maps is not for clickhouse, in which a value that a map lacks would be published as an empty text')
    for file in (map_file(values['maps'], name) for name in values['quasi']):
        if re.search('[\'"`\\\\$;{}]', file) or not file.isprintable():
            error('%s has a name that not every client can load; give the column another name in a view, and make the maps anew' % file)


PROGRAM = Program('sql', 'python -m kanon sql', VERBS['sql'], WORDS, settle,
                  (' people --dialect duckdb --quasi age,sex,zip --sensitive diagnosis',
                   ' etl.people --dialect mysql --quasi age,sex,zip --sensitive diagnosis --step count'),
                  EXAMPLES_OF_FILES, defaults={'quasi': [], 'sensitive': [], 'into': None, 'files': None, 'step': None, 'maps': None}, from_ini=(),
                  data=TABLE)


def main(options):
    if options.maps:
        maps_in(options)        # refused unless they are those that the run wrote
    if options.output != '-':
        check_output(options.output, [], options.force)
    put('\n'.join(script(options)), 'the statements', options.output)


def script(options):
    """Yield the parts of the text."""
    sql = dialect_named(options.dialect)
    of = ToCount(sql.table_name(options.source), options.quasi, options.carried, options.looked_at, options.missing == 'root',
                 missing_words_of(options.na, options.na_in))
    released = ToCount(sql.table_name(options.into), options.quasi, options.carried)
    said = {'engine': sql.engine, 'table': '.'.join(options.source), 'files': options.files,
            'command': shlex.join([*KANON, 'sql', *options.arguments])}
    head = HEAD % said + ('' if sql.run else NOT_RUN % sql.engine)
    yield head + (LEFT_OUT % listed(options.looked_at) if options.looked_at else '')
    texts = {'count': lambda: sent(of, sql, options.files + '_counted'), 'load': lambda: load_statements(of, sql, options.files + '_recoding.csv'),
             'join': lambda: join_statement(of, sql, released.source), 'audit': lambda: sent(released, sql, options.files + '_released_counts')}
    titles = {**TITLES, **(TITLES_OF_MAPS if options.maps else {})}
    if options.maps:
        texts.update(zip(('load', 'join'), statements_by_maps(options, sql, released.source)))
        said.update(maps=options.maps, max_suppression=options.max_suppression)
    for name in options.step:
        yield '-- %s\n%s\n' % (titles[name] % said, texts[name]())
        if name == 'count' and options.maps:
            yield '-- %s\n' % DECIDED % said
        elif name == 'count':
            yield '-- %s\n%s\n' % (DECIDE, in_shell(sql, decide(options)))
        elif name == 'audit':
            yield in_shell(sql, audit_of_engine(options))


def statements_by_maps(options, sql, released) -> tuple:
    """Functions that make the load of the maps, and the release by them. released: its table, as a statement names it."""
    columns = options.quasi + options.carried
    rules = {name: list(filter(None, (getattr(options, of_rule).get(name, getattr(options, of_rule).get(None)) for of_rule in RULES)))
             for name in options.sensitive}
    by = ByMaps(options.quasi, options.carried, [name for name in options.looked_at if name not in columns], bool(options.looked_at),
                options.missing == 'root', missing_words_of(options.na, options.na_in), options.k, rules)
    tables = ['kanon_map_%d' % place for place in range(len(options.quasi))]

    def load():
        return '\n'.join(load_map(table, sql, map_file(options.maps, name)) for table, name in zip(tables, options.quasi))

    def publish():
        return '%s;\n%s AS\n%s;' % (sums_statement(by, options.source, tables, sql), sql.table.format(released),
                                    release_statement(by, options.source, tables, sql))
    return load, publish


def in_shell(sql, words) -> str:
    """A command of the shell, as the engine's client takes it, or as a comment. A quoted word is a comment, because `.shell` parts it at blanks."""
    text = shlex.join(words)
    return ('--     %s' if sql.shell is None or "'" in text else sql.shell) % text


def decide(options) -> list:
    """The run that decides. What is left out is counted already, and is a row of empty texts."""
    words = [*KANON, 'mondrian', options.files + '_counted' + csv_ending(options), *of_counts(options), '-k', str(options.k)]
    words += column_words(options) + (['--publish=' + listed(options.publish)] if options.publish else [])
    return [*words, *of_missing(options), '--recoding', options.files + '_recoding.csv', '--force', '--quiet']


def audit_of_engine(options) -> list:
    """The audit of what the engine published, by what it counted."""
    words = [*KANON, 'check', options.files + '_released_counts' + csv_ending(options), *of_counts(options),
             '--counted', options.files + '_counted' + csv_ending(options), '--recoding', options.maps or options.files + '_recoding.csv',
             '-k', str(options.k)]
    words += ['--hierarchies', options.hierarchies] if options.maps else []
    return [*words, '--sensitive=' + listed(options.sensitive), *of_missing(options)]


def column_words(options) -> list:
    return ['--quasi=' + listed(options.quasi), '--sensitive=' + listed(options.sensitive)]


def of_missing(options) -> list:
    return [] if options.missing == 'drop' else ['--missing', options.missing]


def csv_ending(options) -> str:
    """Spark writes a folder of csv files."""
    return '' if options.dialect == 'spark' else '.csv'


def of_counts(options) -> tuple:
    return '--counts', name_of_count(options.quasi + options.carried)
