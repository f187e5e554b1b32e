"""Every table of a user is opened by `Reading.open`, so no verb passes over a setting that says how tables are read."""

import ast
import sqlite3

import pytest

from kanon.core.desk.words import setting_of_word
from kanon.core.errors import DataError
from kanon.core.settings.reading import (BY_NAME, EVERY, FIELDS, JUDGED, NEUTRAL, OPENS,
                                         POPULATION, RECORDED, RELEASE, ROLES, Reading)
from kanon.core.settings.table import SETTINGS
from kanon.core.tables.database import DatabaseTable
from kanon.core.tables.table import Table
from kanon.tools.engines.anonymizing import anonymize_in_engine as anonymize
from kanon.tools.engines.connection import NOT_FOLLOWED
from kanon.tools.verbs import programs
from test_house import FILES

READS = 'core/settings/reading'
OWN_FILES = 'core/tables/recoding_file', 'tools/engines/column_maps'       # they open tables that kanon has written itself
KINDS = 'core/tables/table', 'core/tables/rows', 'core/tables/database', 'tools/judging/published_classes'     # classes of tables
OTHERS = {('tools/web/handler', 'used'), ('tools/web/tabs', 'used')}       # when a page was used last
TAKEN_AWAY = 'counts', 'unreadable', 'roots'    # a verb may take the counts away, and says what is found in the table


def classes_of_tables():
    """The names of Table and of every class below it."""
    classes = [node for tree in FILES.values() for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    found = {'Table'}
    while True:
        more = {node.name for node in classes for base in node.bases if getattr(base, 'id', None) in found} - found
        if not more:
            return found
        found |= more


def other_names(tree, names):
    """These names, and those that a file gives to the same: by `import ... as`, or by an assignment."""
    names = set(names)
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            names |= {alias.asname for alias in node.names if alias.asname and alias.name in names}
        elif isinstance(node, ast.Assign) and isinstance(node.value, (ast.Name, ast.Attribute)) and called(node.value) in names:
            names |= {called(target) for target in node.targets}
    return names


def called(node):
    """The last name of what is called: `Table` of `Table(...)`, of `table.Table(...)` and of `kind_for(...)(...)`."""
    if isinstance(node, ast.Call):
        return called(node.func)
    return getattr(node, 'attr', getattr(node, 'id', None))


def openings(tree, openers):
    """The lines in which a file opens a table: it calls a class of tables, or the class that `kind_for` or `type` returns."""
    openers = other_names(tree, openers)
    return [node.lineno for node in ast.walk(tree) if isinstance(node, ast.Call) and called(node) in openers]


def test_no_file_but_reading_opens_a_table():
    openers = {*classes_of_tables() - {'Rows'}, 'kind_for'}
    assert {'Table', 'AnyTable', 'GuardedTable', 'DatabaseTable'} <= openers
    found = {name for name, tree in FILES.items() if openings(tree, openers)}
    assert found == {READS, *OWN_FILES}
    assert {name for name, tree in FILES.items() if openings(tree, {'Rows'})} == {'library'}       # which hands it to Reading.put_on


def test_a_table_that_is_opened_under_another_name_is_seen():
    for text in ('from .table import Table as Open\nOpen(path)', 'import table\ntable.Table(path)', 'Open = Table\nOpen(path)',
                 'kind_for(path, Table)(path)', 'with Table(path) as table:\n    pass'):
        assert openings(ast.parse(text), {'Table', 'kind_for'}), text
    assert not openings(ast.parse('def read(table: Table) -> Table:\n    return table'), {'Table', 'kind_for'})


def set_on_something(tree):
    """(line, attribute) of each attribute that a file sets on anything but `self`."""
    for node in ast.walk(tree):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, (ast.AnnAssign, ast.AugAssign)) else []
        for target in targets:
            for each in ast.walk(target):
                if isinstance(each, ast.Attribute) and isinstance(each.ctx, ast.Store) and getattr(each.value, 'id', None) != 'self':
                    yield node.lineno, each.attr
        if isinstance(node, ast.Call) and called(node) == 'setattr' and len(node.args) > 1 and isinstance(node.args[1], ast.Constant):
            yield node.lineno, node.args[1].value


def read_by(table):
    """The attributes of a table that a Reading sets."""
    before = dict(vars(table))
    Reading.of({'na': ['x'], 'totals': 'leave-out', 'since': {'a': 'b'}, 'decimal': ',', 'items': {'a': '|'}, 'exact': ['a']}, ['a']).put_on(table)
    return {name for name, value in vars(table).items() if name not in before or before[name] is not value} - {'_places'}


def test_no_file_but_reading_says_how_a_table_is_read(tmp_path):
    """A verb may take the counts away, where a release has them no more."""
    (tmp_path / 'table.csv').write_text('a,b\n1,2\n')
    with Table(str(tmp_path / 'table.csv')) as table:
        theirs = read_by(table) - {'columns', *TAKEN_AWAY}
    assert theirs == {'na', 'totals', 'days', 'decimal', 'sets', 'exact', 'used'}
    found = {(name, attribute) for name, tree in FILES.items() for _, attribute in set_on_something(tree)
             if attribute in theirs and name not in (READS, *KINDS)}
    assert found == OTHERS


def test_what_is_set_in_any_way_is_seen():
    for text in 'table.na = x', 'a, table.na = x', 'release.na: set = x', 'table.na |= x', "setattr(table, 'na', x)", 'options.table.na = x':
        assert [name for _, name in set_on_something(ast.parse(text))] == ['na'], text
    assert not list(set_on_something(ast.parse('self.na = x\nx = table.na')))


def test_every_role_takes_known_settings_and_each_setting_is_in_a_role():
    assert set(NEUTRAL) <= set(SETTINGS) and len(BY_NAME) == len(FIELDS)
    assert all(each.roles and set(each.roles) <= set(EVERY) for each in FIELDS)
    reading = Reading.of({name: 'x' for name in NEUTRAL}, ['x'])
    for role, taken in ROLES.items():
        assert {name for name in NEUTRAL if getattr(reading.of_role(role), name) != NEUTRAL[name]} == taken


def test_what_a_constructor_takes_is_there_in_every_kind_of_table():
    opening = {each.name for each in FIELDS if each.put == OPENS}
    for kind in Table, DatabaseTable:
        assert opening <= set(kind.__init__.__code__.co_varnames[:kind.__init__.__code__.co_argcount]), kind


def test_the_text_of_a_field_is_read_back():
    examples = {'columns': ['age', 'income, yearly'], 'delimiter': '\t', 'encoding': 'latin-1', 'decimal': ',', 'na': ('NA', 'k.A.'),
                'missing': 'drop', 'missing_in': 'used', 'unreadable': 'missing', 'totals': 'leave-out', 'counts': 'n',
                'since': {'left': 'came', 'a, b': 'came'}, 'date_format': '%d/%m/%Y', 'century': 1925,
                'na_in': {'age': ['99'], 'a;b': ['-9', '-1']}, 'thousands': {'pay': '.', 'my pay': ' ', 'c\'d': "'", 'rate': 'none'}, 'items': {'dx': ['dx1', 'dx 2'], 'a;b': '|'},
                'exact': ('who', 'dx, all'), 'skip_lines': (1, 2, 3, 5)}
    assert set(examples) == set(NEUTRAL)
    for name, value in examples.items():
        read = SETTINGS[name].kind(BY_NAME[name].text(value))
        assert (tuple(read) if isinstance(value, tuple) else read) == value, name


# The roles of the tables that each program opens. Those that are not here, below `hierarchy`, open recorded ones.
TABLES = {**dict.fromkeys(('samarati', 'datafly', 'sweep', 'lattice'), (RECORDED, POPULATION)),
          **dict.fromkeys(('mondrian', 'explain', 'start', 'count', 'recode'), (RECORDED,)),
          'check': (JUDGED, POPULATION, RECORDED), 'risk': (JUDGED, POPULATION), **dict.fromkeys(('attack', 'use'), (RECORDED, RELEASE)),
          'sql': (),        # a table of an engine, which counts it: `kanon.tools.engines` says what it can follow
          'replay': (),     # the tables of the recorded run, which is parsed again
          'serve': ()}      # its page types the words of other programs
LISTED = 'hierarchy ranges', 'hierarchy quantiles', 'hierarchy mask', 'hierarchy codes', 'hierarchy classes', 'hierarchy dates', 'hierarchy flat', 'hierarchy sets'
LOOKS = 'hierarchy show', 'hierarchy check', 'hierarchy levels'
# {(program, field that its tables take): why it has no word for it}.
PASSED_OVER = {
    ('start', 'missing_in'): 'it counts the gaps, and the INI file that it writes decides on them',
    **{('start', name): 'it shows dates as they are recorded' for name in ('since', 'date_format')},
    ('check', 'missing_in'): 'every record that is judged counts; a population and counts are looked at in the columns that are used',
    **{(verb, name): 'a release has the days already, and so have the counts' for verb in ('check', 'recode')
       for name in ('since', 'date_format', 'century')},
    ('risk', 'missing_in'): 'every record that is judged counts; a population is looked at in the columns that are used',
    ('risk', 'items'): 'it looks at quasi-identifiers, which have no items',
    ('attack', 'counts'): 'it needs a row for each person, and refuses the counts of an INI file',
    ('use', 'exact'): 'it compares values as they are written',
    ('recode', 'unreadable'): 'a run that takes values as missing writes no recoding',
    **{(verb, name): 'every value of the column gets a leaf, whatever else its record lacks' for verb in LISTED for name in ('missing', 'missing_in')},
    **{(verb, 'unreadable'): 'its rule can read any text' for verb in ('hierarchy mask', 'hierarchy flat', 'hierarchy sets')},
    **{(verb, name): 'a value has its own leaf, however it is written, and items have none' for verb in (*LISTED, *LOOKS) for name in ('exact', 'items')},
    **{('hierarchy convert', name): 'only the numbers of one column are taken from the table, and its INI file says the rest'
       for name in NEUTRAL if name not in ('columns', 'delimiter', 'encoding', 'na', 'totals')}}


def test_every_program_has_the_word_of_each_field_that_its_tables_take():
    lacking = set()
    for program in programs():
        verb = program.command.replace('python -m kanon ', '') if program.command.startswith('python') else program.name
        roles = TABLES.get(verb, (RECORDED,) if verb.startswith('hierarchy ') else None)
        assert roles is not None, 'TABLES lacks %s' % verb
        taken = set().union(*(ROLES[role] for role in roles))
        lacking |= {(verb, name) for name in taken - set(map(setting_of_word, program.words))}
    assert lacking - PASSED_OVER.keys() == set(), 'give these a word, or a reason'
    assert PASSED_OVER.keys() - lacking == set(), 'these reasons are stale'


def test_an_engine_follows_each_field_or_refuses_it():
    parameters = anonymize.__code__.co_varnames[:anonymize.__code__.co_argcount + anonymize.__code__.co_kwonlyargcount]
    assert set(NEUTRAL) - set(parameters) == set(NOT_FOLLOWED)
    database = sqlite3.connect(':memory:')
    database.execute('CREATE TABLE people (age TEXT)')
    for name in NOT_FOLLOWED:
        with pytest.raises(DataError, match='^%s: an engine reads its table by itself' % name):
            anonymize(database, 'people', ['age'], k=2, into='released', **{name: NEUTRAL[name] or 'x'})
    with pytest.raises(TypeError, match='totalz'):
        anonymize(database, 'people', ['age'], k=2, into='released', totalz='x')
    database.close()
