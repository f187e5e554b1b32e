"""The house: the wall, which room may import which, no circle of files, nothing but the standard library, a silent library.

Lengths, nesting and arguments are a report (`PYTHONPATH=. python3 tests/test_house.py`), not a limit: a limit makes riddles.
"""

import ast
import os
import re
import subprocess
import sys
from glob import glob

from conftest import HOME, strings_of
from kanon import WHERE
from kanon.core.settings.table import BEARS, KEPT, SCHEME, settings_marked
from kanon.core.tools_door import NEEDS

KANON = os.path.join(HOME, 'kanon')
# What one sees in kanon/: three folders and five files.
SEEN = {'plain', 'core', 'tools', '__init__.py', '__init__.pyi', '__main__.py', 'library.py', 'py.typed'}
# The rooms of kanon/core/ from the ground up, and those of them that each may import. Any of them may import what
# stands in kanon/core/ itself. CONTRIBUTING's tables are made from these (tests/docs/made.py).
CORE = {
    'counts': (), 'voice': (), 'audit': ('counts',), 'recognition': ('counts', 'audit'),
    'levels': ('counts',), 'tables': ('counts', 'audit'),
    'cutting': ('counts', 'levels'), 'best_cuts': ('counts', 'cutting'), 'rules': ('counts', 'cutting'),
    'settings': ('counts', 'cutting', 'rules', 'tables', 'voice'),
    'algorithms': ('counts', 'levels', 'cutting', 'rules', 'best_cuts', 'tables', 'settings'),
    'desk': ('counts', 'rules', 'audit', 'recognition', 'voice', 'tables', 'settings',
             'algorithms')}
# The rooms of kanon/tools/ from the ground up. Each may import any room of kanon/core/ but those that it goes without,
# and these rooms of kanon/tools/.
TOOLS = {
    'voice': (), 'refused': (), 'building': (), 'judging': (), 'comparing': ('judging',), 'engines': (),
    'folders': (), 'pages': ('voice',), 'pictures': ('voice',), 'explain': ('voice', 'pages', 'pictures'),
    '': ('judging', 'engines', 'pages', 'pictures', 'explain'),
    'verbs': ('voice', '', 'building', 'judging', 'comparing', 'engines', 'pages', 'pictures', 'explain'),
    'web': ('voice', 'refused', 'building', 'judging', 'folders', 'pages', 'pictures', 'explain', 'verbs')}
OF_A_DESK = 'folders', 'pages', 'explain', '', 'verbs', 'web'       # these alone know how a program is typed and ends
SPEAKS = {'core/desk', 'tools/verbs', 'plain'}     # the rooms that print
DOORS = {'__main__', 'library'}                 # of kanon/: what these import is loaded when they are called
PLAIN = {'samarati': 180, 'mondrian': 200}      # the plain pages, and the most lines that each may have


def may_import():
    """{room: the rooms that it may import besides its own}, all of them as paths in kanon/."""
    rooms = {'': set(), 'plain': set(), 'core': {''}}
    for room, others in CORE.items():
        rooms['core/' + room] = {'', 'core', *('core/' + other for other in others)}
    for room, others in TOOLS.items():
        below = {'core', *('core/' + other for other in CORE if other != 'desk' or room in OF_A_DESK)}
        rooms[('tools/' + room).rstrip('/')] = {'', *below, *(('tools/' + other).rstrip('/') for other in others)}
    rooms['tools/explain'].add('plain')
    return rooms


ROOMS = may_import()


def tree_of(path):
    with open(path, encoding='utf-8') as file:
        return ast.parse(file.read())


FILES = {os.path.relpath(os.path.join(where, name), KANON)[:-3].replace(os.sep, '/'): tree_of(os.path.join(where, name))
         for where, _, names in os.walk(KANON) for name in names if name.endswith('.py')}


def room_of(name):
    return name.rpartition('/')[0]


def imports(name):
    """The files that a file imports. A room itself stands for its __init__."""
    here = name.split('/')[:-1]
    for node in ast.walk(FILES[name]):
        if isinstance(node, ast.ImportFrom) and node.level:
            start = here[:len(here) - node.level + 1] + (node.module.split('.') if node.module else [])
            for alias in node.names:
                for path in ('/'.join([*start, alias.name]), '/'.join(start), '/'.join([*start, '__init__'])):
                    if path in FILES:
                        yield path
                        break
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            assert 'kanon' not in ast.dump(node), '%s names the package, and so cannot be copied under another name' % name


def test_three_folders_and_five_files():
    there = {name for name in os.listdir(KANON) if name != '__pycache__'}
    assert there == SEEN
    assert {room_of(name) for name in FILES} == ROOMS.keys()


def test_every_room_imports_only_the_rooms_below_it():
    wrong = [(name, other) for name in FILES for other in imports(name) if name not in DOORS
             and room_of(other) not in (room_of(name), *ROOMS[room_of(name)])]
    assert not wrong


def test_a_room_imports_only_what_stands_before_it_in_its_table():
    for rooms in (CORE, TOOLS):
        order = list(rooms)
        assert not [(room, other) for room in rooms for other in rooms[room] if order.index(other) >= order.index(room)]


def test_the_core_has_one_door_to_the_tools():
    """Only tools_door.py names kanon/tools/ to Python, and what stands behind the door bears on no release."""
    for name in FILES:
        if name.startswith('core/') and name not in ('core/tools_door', 'core/own_files'):
            constants = strings_of(os.path.join(KANON, name + '.py'))
            assert not [text for text in constants if re.search(r'\btools(\.|$)', text)], name
    asked = sorted({node.args[0].value if isinstance(node.args[0], ast.Constant) else node.args[0].left.value
                    for name, tree in FILES.items() if name.startswith('core/') for node in ast.walk(tree)
                    if isinstance(node, ast.Call) and getattr(node.func, 'id', getattr(node.func, 'attr', None)) == 'tool'})
    assert asked == ['verbs', 'views', 'voice', 'voice.']
    assert not set(NEEDS) & set(settings_marked(BEARS, SCHEME, KEPT))


def test_the_core_needs_each_of_its_files():
    """A file that only the tools ask for is theirs. Those that stay have a reason. This list may only shrink."""
    stays = {'core/audit/persons_of_rows',      # the audit has one room, also of what an engine has written
             'core/tables/rows'}        # library.py, which needs the core alone, opens tables in memory by it
    named = {'core/voice/of_all', 'core/voice/of_runs', *(module.replace('.', '/') for module in WHERE.values())}
    scripts = {other for script in ('run_samarati', 'run_mondrian') for other in imported_by(os.path.join(HOME, script + '.py'))}
    asked = {other for name in FILES if name.startswith('core/') for other in imports(name)} | scripts | named
    alone = {name for name in FILES if name.startswith('core/') and not name.endswith('__init__') and name not in asked}
    assert alone == stays


def imported_by(path):
    """The files of kanon that a script imports."""
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.ImportFrom) and (node.module or '').startswith('kanon.'):
            module = node.module.replace('.', '/')[len('kanon/'):]
            yield from (module, *('%s/%s' % (module, alias.name) for alias in node.names))


def test_a_file_that_a_comment_or_a_head_names_is_there():
    """A file of the same room is named as dimension.py, one of another room as cutting/dimension.py."""
    for name in FILES:
        with open(os.path.join(KANON, name + '.py'), encoding='utf-8') as file:
            named = re.findall(r'(?<![\w.{}/%\'])((?:\w+/)*[a-z]\w+\.(?:py|js))\b', file.read())
        places = [os.path.join(KANON, place) for place in (room_of(name), 'core', 'tools', '')] + [HOME]
        assert not [path for path in named if not any(os.path.exists(os.path.join(place, path)) for place in places)], name


def test_what_contributing_names_is_there():
    with open(os.path.join(HOME, 'CONTRIBUTING.md'), encoding='utf-8') as file:
        text = file.read()
    of_a_desk = re.search(r'only (`.*`) may import `kanon/core/desk/`', text).group(1)
    assert re.findall('`([a-z]+)`', of_a_desk) == [room for room in OF_A_DESK if room]
    named = re.findall(r'`(?:python )?((?:kanon|tests|docs)/[\w/.*-]*)', text)
    assert len(set(named)) > 30 and not [path for path in named if not glob(os.path.join(HOME, path))]


def test_a_plain_page_stays_a_page_and_stands_alone():
    """It imports the standard library alone, and functions of the same name are the same text on both pages."""
    functions = []
    for name, most in PLAIN.items():
        with open(os.path.join(KANON, 'plain', name + '.py'), encoding='utf-8') as file:
            text = file.read()
        assert len(text.splitlines()) <= most, name
        assert not list(imports('plain/' + name)), name
        lines, tree = text.splitlines(), FILES['plain/' + name]
        functions.append({node.name: lines[node.lineno - 1:node.end_lineno] for node in tree.body if isinstance(node, ast.FunctionDef)})
    one, other = functions
    shared = sorted(one.keys() & other.keys() - {'main'})
    assert shared == ['audit', 'read', 'tree_of', 'write']
    assert all(one[name] == other[name] for name in shared)
    assert {name for name in FILES if room_of(name) == 'plain'} == {'plain/__init__', *('plain/' + name for name in PLAIN)}


def test_no_circle_of_files():
    above = {name: set(imports(name)) for name in FILES}
    while above:
        ground = [name for name, others in above.items() if not others & above.keys()]
        assert ground, 'files that import each other: %s' % sorted(above)
        for name in ground:
            del above[name]


def test_no_room_is_crowded():
    """At most 15 files in a room, its __init__ aside; 16 in pages, and 23 among the verbs. Each opens with what lives there."""
    for room in ROOMS:
        files = [name for name in FILES if room_of(name) == room and not name.endswith('__init__')]
        assert len(files) <= {'tools/verbs': 23, 'tools/pages': 16}.get(room, 15), (room, len(files))
    assert all(ast.get_docstring(tree) for tree in FILES.values())


def test_the_library_is_silent_and_asserts_nothing():
    for name, tree in FILES.items():
        calls = {node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
        assert 'print' not in calls or room_of(name) in SPEAKS, name
        assert not any(isinstance(node, ast.Assert) for node in ast.walk(tree)), name


def test_nothing_but_the_standard_library_is_imported():
    code = ('import sys, importlib; sys.path.insert(0, ".")\n'
            'for name in %r: importlib.import_module(name)\n'
            'import run_samarati, run_mondrian\n'
            'print("\\n".join(sorted(filter(None, (getattr(m, "__file__", None) for m in list(sys.modules.values()))))))')
    names = ['.'.join(['kanon', *name.split('/')]) for name in sorted(FILES) if name != '__main__']
    result = subprocess.run([sys.executable, '-E', '-s', '-S', '-c', code % names], cwd=HOME, stdout=subprocess.PIPE, encoding='utf-8',
                            check=True)
    library = os.path.dirname(os.path.realpath(os.__file__))
    for path in result.stdout.splitlines():
        path = os.path.realpath(path)
        assert path.startswith(HOME) or path.startswith(library) and 'site-packages' not in path or 'pypy' in path, path


def test_a_run_imports_no_more_than_it_needs(tmp_path):
    """Each of these would take 2 to 10 ms of a run's 100."""
    code = ('import sys, argparse, csv, configparser, contextlib, heapq, signal\n'
            'before = set(sys.modules); sys.path.insert(0, "."); import %s as m; from kanon.core.desk.run import run\n'
            'status = run(m.%s, m.main, ["data/inpatients/inpatients.csv", "-o", "%s", "--quiet"])\n'
            'heavy = {"tempfile", "json", "shutil", "typing", "pathlib", "dataclasses", "random", "difflib", "gzip", "decimal"}\n'
            'rooms = "kanon.tools", "kanon.core.best_cuts", %s\n'
            'print(status, [name for name in sorted(set(sys.modules) - before) if name in heavy or name.startswith(rooms)])')
    for script, program, others in (('run_mondrian', 'MONDRIAN', '"kanon.core.levels", "kanon.core.cutting.edges", "kanon.core.cutting.limited_cuts", "kanon.core.cutting.within_limits"'),
                                    ('run_samarati', 'SAMARATI', '"kanon.core.cutting.dimension", "kanon.core.levels.limits"')):
        output = str(tmp_path / script).replace('\\', '/')
        result = subprocess.run([sys.executable, '-E', '-s', '-S', '-c', code % (script, program, output, others)], cwd=HOME,
                                stdout=subprocess.PIPE, encoding='utf-8')
        if sys.implementation.name == 'cpython':
            assert result.stdout == '0 []\n', script


def test_one_file_says_where_kanon_is():
    """Only own_files.py asks where it is. So what came with kanon is found in a zip, too (tests/tools/web/test_pyz.py runs all verbs from one)."""
    asks = {'__file__', '__path__', '__spec__', '__loader__', 'getfile', 'getsourcefile', 'resources', 'run_path'}
    for name, tree in FILES.items():
        words = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)} | {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
        words |= {alias.name.split('.')[-1] for node in ast.walk(tree) if isinstance(node, (ast.Import, ast.ImportFrom)) for alias in node.names}
        assert not words & asks or name == 'core/own_files', (name, words & asks)


SELF = ast.parse('self', mode='eval').body


def test_options_are_read_above_the_rooms_and_written_nowhere():
    """Only the settings, the command line and its verbs take options. Nothing is written on them, and a run leaves them as they were parsed."""
    for name, tree in FILES.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.arg):
                takes = room_of(name) in ('core/settings', 'core/desk', 'tools', 'tools/verbs')
                assert node.arg != 'options' or takes or name in ('tools/engines/maps_folder', 'tools/pages/shown_values', 'tools/web/serve'), name
            if isinstance(node, (ast.Assign, ast.AugAssign)):
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                written = [part for target in targets for part in ast.walk(target) if isinstance(part, ast.Attribute)]
                assert not any(isinstance(part.value, ast.Name) and part.value.id == 'options' for part in written), name
            assert not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ('setattr', 'delattr')
                        and ast.dump(node.args[0]) != ast.dump(SELF)), name


WIDE = os.path.join(HOME, 'tests', 'wide.txt')


def test_a_line_has_at_most_100_columns():
    """In the core, texts of voice/ apart. wide.txt has the other files with longer lines. It may only shrink."""
    with open(WIDE, encoding='utf-8') as file:
        allowed = {line.split()[1]: int(line.split()[0]) for line in file if not line.startswith('#')}
    assert not [name for name in allowed if not name.startswith('tools/')]
    wide = {}
    for name in FILES:
        if not re.search('voice/of_|voice/counted_|voice/attack_', name):
            with open(os.path.join(KANON, name + '.py'), encoding='utf-8') as file:
                wide[name] = sum(len(line.rstrip('\n')) > 100 for line in file)
    assert {name: n for name, n in wide.items() if n > allowed.get(name, 0)} == {}, 'lines of more than 100 columns'
    assert {name: n for name, n in allowed.items() if wide.get(name, 0) < n} == {}, 'tests/wide.txt allows more than there are'


def report():
    """The longest files and functions, the deepest nesting, the most arguments."""
    rows = {'lines of a file': [], 'lines of a function': [], 'nesting': [], 'arguments': []}
    for name, tree in FILES.items():
        with open(os.path.join(KANON, name + '.py'), encoding='utf-8') as file:
            rows['lines of a file'].append((len(file.read().splitlines()), name))
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef):
                where = '%s.%s' % (name, node.name)
                rows['lines of a function'].append((node.end_lineno - node.lineno + 1, where))
                rows['nesting'].append((max(map(nesting, node.body)), where))
                rows['arguments'].append((sum(argument.arg != 'self' for argument in node.args.args + node.args.kwonlyargs), where))
    for what, found in rows.items():
        numbers = sorted(number for number, _ in found)
        print('%s: median %d, 90%% at most %d; most: %s' % (what, numbers[len(numbers) // 2], numbers[len(numbers) * 9 // 10],
                                                         ', '.join('%d %s' % pair for pair in sorted(found, reverse=True)[:5])))


def nesting(node, depth=0):
    deeper = depth + isinstance(node, (ast.For, ast.While, ast.If, ast.With, ast.Try))
    return max([deeper] + [nesting(child, depth if is_elif(node, child) else deeper) for child in ast.iter_child_nodes(node)])


def is_elif(node, child):
    return isinstance(node, ast.If) and node.orelse == [child] and isinstance(child, ast.If)


if __name__ == '__main__':
    report()
