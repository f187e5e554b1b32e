"""The pages show what their commands print, lead to what there is, and name what there is."""

import ast
import csv
import os
import re
from importlib.util import find_spec

import pytest

import made
import options
import pages
import pictures
from conftest import HOME, kanon, run
from kanon.core.counts.measures import loss_text

NAMES = pages.pages()
WHERE = ['docs/explanation/papers.md', 'docs/explanation/exercises.md', 'docs/zh/explanation/exercises.md']
HEADING = re.compile(r'#+ +(.*)')


@pytest.mark.skipif(os.name == 'nt', reason='the commands are for a POSIX shell')
@pytest.mark.parametrize('name', pages.english())
def test_what_a_page_types_prints_what_it_shows(name, monkeypatch):
    """python3 tests/docs/pages.py --write puts what is printed into the pages."""
    monkeypatch.syspath_prepend(HOME)
    try:
        assert '\n\n'.join(pages.problems(name)) == ''
    except pages.Skipped as skipped:
        pytest.skip(str(skipped))


def test_a_page_that_shows_something_else_is_seen(tmp_path, monkeypatch):
    """The test of the test: a changed number, a command that fails, a command that should fail."""
    page = '# a\n\n    echo 12\n\n```\n%s\n```\n\n    %s\n\n%s\n'
    monkeypatch.setattr(pages, 'HOME', str(tmp_path))
    for text, wrong in (page % (12, 'true', ''), 0), (page % (13, 'true', ''), 1), (page % (12, 'false', ''), 1), \
            (page % ('...', 'false', 'It ends with exit status 1.'), 0), (page % (12, 'true', 'It ends with exit status 1.'), 1):
        (tmp_path / 'README.md').write_text(text, encoding='utf-8')
        assert len(pages.problems('README.md')) == wrong, text
    (tmp_path / 'README.md').write_text(page % (13, 'true', ''), encoding='utf-8')
    assert pages.rewritten('README.md') == (page % (12, 'true', ''), [])
    (tmp_path / 'README.md').write_text(page % (13, 'false', ''), encoding='utf-8')
    text, found = pages.rewritten('README.md')
    assert text == page % (13, 'false', '') and len(found) == 1     # a page in which a command fails stays as it is


def test_a_file_in_a_block_is_written_or_edited(tmp_path, monkeypatch):
    monkeypatch.setattr(pages, 'HOME', str(tmp_path))
    text = 'Write `a.ini`.\n\n```ini\n[kanon]\nk = 5\n```\n\nEdit it in `a.ini`:\n\n```ini\nk = 6\n```\n\n    cat a.ini\n\n```\n[kanon]\nk = 6\n```\n'
    (tmp_path / 'README.md').write_text(text, encoding='utf-8')
    assert pages.problems('README.md') == []


def test_few_commands_are_not_typed():
    lines = [line for name in pages.english() for block in pages.blocks(pages.source(name)) if block.kind == 'commands' for line in block.lines]
    untyped = [line for line in lines if any(part in line for part, _ in pages.NOT_TYPED)]
    assert len(untyped) * 25 <= len(lines), untyped


# Tables whose rows are commands. KANON_ALL=1 types all of them, else some.

def some(rows):
    return rows if os.environ.get('KANON_ALL') else rows[::4]


def rows(name):
    """The cells of each row of the tables of a page."""
    return [[cell.strip().strip('*') for cell in block.lines[0].strip('|').split('|')]
            for block in pages.blocks(pages.source(name)) if block.kind == 'row']


def test_the_losses_of_mondrian(adult):
    (_, *sizes), _, *table = rows('docs/how-to/mondrian.md')
    assert len(table) == 15
    sizes = [size.replace('k=', '') for size in sizes]
    for options, *losses in some(table):
        words, name = [*re.findall('`([^`]*)`', options), 'lm'][:2] if '`' in options else ('', 'lm')      # `--labels box` (`lm_most`)
        words = words.split()
        every = 7 if 'optimal' in words else 1      # because each takes eight seconds
        done = kanon('sweep', adult, '--config', 'data/adult.ini', '--algorithm', 'mondrian', '--format', 'csv',
                     '-k', ','.join(sizes[::every]), *words)
        lines = list(csv.DictReader(done.stdout.splitlines()))
        assert [loss_text(name, float(line[name]), 4) for line in lines] == losses[::every], options


def test_the_best_vectors_beyond_k(arx, tmp_path):
    table = [row for row in rows('docs/how-to/beyond-k.md') if len(row) == 7][2:]
    assert len(table) == 6
    command = ['--hierarchies', arx + '/hierarchies', '--quasi', 'sex,age,race,marital-status,education,native-country', '--sensitive',
               'occupation', '-k', 5, '--optimal', '--force', '-o', tmp_path / 'out.csv']
    for options, *cells in some(table):
        for measure, (vector, suppressed, value) in zip(('lm', 'dm'), (cells[:3], cells[3:])):
            done = run('run_samarati.py', arx + '/adult.csv', *command, *options.strip('`').split(), '--measure', measure)
            assert '(%s), the levels' % vector.strip('()') in done.stdout and ' + %s suppressed' % format(int(suppressed), ',') in done.stdout, options
            assert re.search(r'^%s +%s ' % (measure, value), done.stdout, re.M), options


def test_the_page_of_options_is_made_from_the_words():
    """python3 tests/docs/options.py --write makes it anew."""
    assert pages.source(options.PAGE) == options.page()
    assert len(re.findall(r'^##+ `python3 ', options.page(), re.M)) == 16 + 1 + 12      # all verbs, hierarchy, the verbs below it


@pytest.mark.skipif(os.name == 'nt', reason='the commands are for a POSIX shell')
def test_the_pictures_are_those_that_their_page_draws():
    """python3 tests/docs/pictures.py --write draws them anew."""
    now = pictures.drawn()
    assert now == pictures.pictures(pictures.FOLDER)
    shown = [path for path, _ in links(pictures.PAGE) if path.endswith('.svg')]
    assert sorted(map(os.path.basename, shown)) == sorted(now)


# Links.

def anchors(name):
    """The anchors of a page, as GitHub makes them: lower case, '-' for blanks, letters and digits of all languages kept."""
    titles = [HEADING.match(block.lines[0]).group(1).lower() for block in pages.blocks(pages.source(name)) if block.kind == 'heading']
    found = [re.sub(r'[^\w\- ]', '', title).replace(' ', '-') for title in titles]
    assert len(set(found)) == len(found), name
    return found


def links(name):
    """[(page or file, anchor or '')] of the links of a page that lead into the checkout."""
    text = '\n'.join('\n'.join(block.lines) for block in pages.blocks(pages.source(name)) if block.kind not in ('fence', 'commands'))
    found = []
    for target in re.findall(r'\]\(([^)\s]+)\)', re.sub('`[^`]*`', '', text)):
        if not re.match(r'[a-z]+:', target):
            path, _, anchor = target.partition('#')
            found.append((os.path.normpath(os.path.join(os.path.dirname(name), path)).replace(os.sep, '/') if path else name, anchor))
    return found


@pytest.mark.parametrize('name', NAMES)
def test_links_lead_to_what_there_is(name):
    for path, anchor in links(name):
        assert os.path.exists(os.path.join(HOME, path)), path
        assert not anchor or anchor in anchors(path), '%s#%s' % (path, anchor)


@pytest.mark.parametrize('name', NAMES)
def test_a_table_has_no_gap(name):
    """A row with no row right above it is a header, and stands on a line of hyphens. Otherwise a browser shows its bars."""
    rows = {block.first: block.lines[0] for block in pages.blocks(pages.source(name)) if block.kind == 'row'}
    assert [row for number, row in rows.items() if number - 1 not in rows and not re.match(r'\|-+\|', rows.get(number + 1, ''))] == []


def test_every_page_is_reached_from_the_readme():
    """By links from page to page; the Chinese pages from README.zh-CN.md."""
    reached, new = set(), ['README.md']
    while new:
        name = new.pop()
        if name not in reached and name in NAMES:
            reached.add(name)
            new += [path for path, _ in links(name)]
    assert sorted(set(NAMES) - reached) == []


@pytest.mark.parametrize('name', made.PAGES)
def test_a_table_that_is_made_from_what_is_there(name):
    """python3 tests/docs/made.py --write makes it anew."""
    assert pages.source(name) == made.PAGES[name](pages.source(name))


def test_a_table_that_is_not_made_is_seen():
    """The test of the test: a room without a row, a row that is told otherwise, minutes that nobody takes."""
    contributing, order = pages.source('CONTRIBUTING.md'), pages.source('docs/explanation/reading-order.md')
    row = made.row_of('core/levels', ('counts',))
    for text in contributing.replace(row, ''), contributing.replace(row, row.replace('levels', 'floors')):
        assert text != contributing == made.with_rooms(text)
    text = re.sub(r'\| \d+ \| `kanon/core/counts/recoding.py', '| 1 | `kanon/core/counts/recoding.py', order)
    assert text != order == made.with_minutes(text)


def test_each_line_of_a_paper_has_its_function_and_its_test():
    """Besides `module.function` a function may be a file or a class. The others are held by the test of names in backticks."""
    text = pages.source('docs/explanation/papers.md')
    rows = re.findall(r'(?m)^\| ([^|]*)\| ([^|]+) \| ((?:`[\w./]+`(?:, )?)+) \| `(test_\w+\.py)::\w+` \|$', text)
    assert len(rows) == len(re.findall(r'(?m)^\| ', text)) - 1 > 60, 'a row without a line, a function or a test'
    modules = homes()
    assert all(name in modules for _, _, named, _ in rows for name in re.findall(r'`(\w+)`', named))
    told = text.split('## The papers')[1]
    papers = {paper for row in rows for paper in re.findall(r'([A-Z]\w+)(?: and [A-Z]\w+)?,? (?:19|20)\d\d', row[0])}
    assert not [paper for paper in papers if paper not in told], 'a paper that is not in the list'


# What the exercises about the code let somebody change: (exercise, file, function, what stands there).
CHANGED = [(2, 'plain/samarati.py', 'samarati', 'high = try_'), (4, 'plain/mondrian.py', 'find_median', '< median'),
           (5, 'plain/mondrian.py', 'mondrian', 'heap'),
           (8, 'core/cutting/mondrian.py', 'find_median', 'for end in at_most'),
           (11, 'core/levels/objective.py', 'bound', '_suppression'),
           (13, 'tools/judging/row_order.py', 'from_top', '<= left_out')]


@pytest.mark.parametrize('number, file, function, code', CHANGED)
def test_what_an_exercise_lets_somebody_change_is_there(number, file, function, code):
    exercise = re.search(r'(?ms)^%d\. (.*?)(?=^\d+\. |\Z)' % number, pages.source('docs/explanation/exercises.md')).group(1)
    assert function in exercise, exercise
    with open(os.path.join(HOME, 'kanon', *file.split('/')), encoding='utf-8') as source:
        text = source.read()
    found = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef) and node.name == function]
    bodies = ['\n'.join(text.splitlines()[node.body[ast.get_docstring(node) is not None].lineno - 1:node.end_lineno]) for node in found]
    assert any(code in body for body in bodies)


def test_the_heights_of_the_exercise():
    """Exercise 6 tells them. The top is checked first: its height is where `high` begins."""
    command = re.search('`python3 (run_samarati.py [^`]* --trace)` tries the heights ([^.]*)', pages.source('docs/explanation/exercises.md'))
    trace = run(*command.group(1).split()).stderr
    heights = re.findall(r'between low = 0 and high = (\d+)\.\n', trace)[:1] + re.findall(r'Height (\d+) is tried', trace)
    assert heights == re.findall(r'\d+', command.group(2)) == ['6', '3', '1', '2']
    assert len(set(re.findall(r'(\(\d, \d\)), of height 4, is checked', trace))) == 2
    assert not re.search(r'of height 2, is checked', trace)


def test_no_file_is_read_twice_in_the_reading_order():
    listed = re.findall(r'`((?:kanon/|run_)[\w/]+\.py)`', pages.source('docs/explanation/reading-order.md').split('begins here.')[1])
    assert len(listed) == len(set(listed)) > 60


def test_the_readme_is_a_door():
    text = pages.source('README.md')
    assert len(text.splitlines()) <= 170
    assert re.match(r'# kanon\n\n?\[中文\]\(README.zh-CN.md\)\n', text)


# Names.

def sources(folder):
    """{path: text} of the Python files in a folder of the checkout and below."""
    found = {}
    for where, _, names in os.walk(os.path.join(HOME, folder)):
        for name in names:
            if name.endswith('.py'):
                with open(os.path.join(where, name), encoding='utf-8') as file:
                    found[os.path.relpath(os.path.join(where, name), HOME).replace(os.sep, '/')] = file.read()
    return found


def homes():
    """{module or class: the text it stands in}; of modules with the same name all texts."""
    found = {}
    for path, text in sources('kanon').items():
        stem = os.path.basename(path)[:-3]
        for name in [stem, *re.findall(r'^class (\w+)', text, re.M)]:
            found[name] = found.get(name, '') + text
    return found


@pytest.mark.parametrize('name', NAMES)
def test_every_name_in_backticks_exists(name):
    """`module.function` and `Class.method` of kanon, tests/file.py::test, and paths of Python files.

    Where a page says which code does what (WHERE), each name before a point is one of kanon's, or of the standard library.
    """
    text, modules, tests = pages.source(name), homes(), sources('tests')
    for module, function in re.findall(r'`(?:kanon\.)?(\w+)\.(\w+)(?:\([^`]*\))?`', text):
        if function not in ('py', 'txt', 'md', 'html', 'svg', 'csv', 'sql') and (module in modules or name in WHERE and find_spec(module) is None):
            assert module in modules, module
            assert re.search(r'^\s*(def|class) %s\b|^ *(self\.)?%s\b.*=' % (function, function), modules[module], re.M), (module, function)
    for file, test in re.findall(r'`(?:[\w/]+/)?(test_\w+\.py)::(\w+)`', text):
        assert any(path.endswith('/' + file) and 'def %s(' % test in text for path, text in tests.items()), (file, test)
    for path in re.findall(r'`((?:kanon|tests|data)/[\w/]+\.py)`', text) + ['kanon/' + path for path in re.findall(r'`(plain/\w+\.py)`', text)]:
        assert os.path.exists(os.path.join(HOME, path)), path
    assert 'TODO' not in text and 'BENCHMARK' not in text
