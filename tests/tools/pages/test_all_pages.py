"""The pages of all programs, in both languages: well-formed, closed to the world, the same bytes again, and no value that must not be shown."""

import re
from base64 import b64encode
from collections import Counter
from hashlib import sha256

import pytest

from conftest import kanon, run
from kanon.tools.pages.as_html import LONGEST
from readers import misplaced, read

TREES = 'Aspen', 'Birch', 'Cedar', 'Douglas', 'Elder', 'Forsythia'
ROWS = [('6100%d' % (n % 7), TREES[n * n % 5], ('gouty', 'croupy', 'feverish')[n * n % 3]) for n in range(30)]
ROWS += [('61055', 'Cedar', 'gouty'), ('61001', 'Forsythia', 'croupy'), ('61055', 'Forsythia', 'gouty')]      # rare values
RELEASED = 'released.csv', '--quasi', 'age,ward', '--sensitive', 'illness'
NAMED = 'table.csv', '--config', 'table.ini'
PROGRAMS = {        # what is typed for each page, in the folder of `table`
    'samarati': ['run_samarati.py', *NAMED, '-o', 'again.csv'],
    'optimal': ['run_samarati.py', *NAMED, '-o', 'again.csv', '--optimal', '--trace', '--max-suppression', '50%', '--l-diversity', '2'],
    'mondrian': ['run_mondrian.py', *NAMED, '-o', 'again.csv', '--trace', '--categories', 'frequency'],
    'datafly': ['kanon', 'datafly', *NAMED, '-o', 'again.csv', '--standard', 'cms-11,risk-0.09'],
    'sweep': ['kanon', 'sweep', *NAMED, '--k', '3,400', '--max-suppression', '0,50%'],
    'check': ['kanon', 'check', *RELEASED, '--require', 'k=4,l=2', '--below', '5', '--standard', 'cms-11,gdpr-wp216,hipaa-safe-harbor'],
    'risk': ['kanon', 'risk', 'released.csv', '--quasi', 'age,ward', '--population', 'released.csv'],
    'estimates': ['kanon', 'risk', 'table.csv', '--quasi', 'age,ward', '--sampling-fraction', '0.2', '--suda', '2'],
    'attack': ['kanon', 'attack', *RELEASED, '--known', 'table.csv', '--second', 'released.csv', '--control', 'others.csv'],
    'start': ['kanon', 'start', 'table.csv']}
INTERNAL = dict.fromkeys(['samarati', 'optimal', 'mondrian', 'datafly', 'check'], ['--internal'])      # the programs whose pages are to be signed
OUTSIDE = 'script', 'link', 'img', 'iframe', 'object', 'embed', 'a', 'base', 'form', 'video', 'audio'


@pytest.fixture(scope='module')
def table(tmp_path_factory):
    folder = tmp_path_factory.mktemp('table')
    (folder / 'table.csv').write_text('age,ward,illness\n' + ''.join('%s,%s,%s\n' % row for row in ROWS))
    (folder / 'others.csv').write_text('age,ward,illness\n' + ''.join('%s,%s,%s\n' % row for row in ROWS[5:12]))
    (folder / 'table.ini').write_text('[kanon]\nquasi = age, ward\nsensitive = illness\nk = 3\n')
    (folder / 'hierarchies').mkdir()
    (folder / 'hierarchies' / 'age.txt').write_text(''.join('6100%d,6100x,610xx,*\n' % n for n in range(7)) + '61055,6105x,610xx,*\n')
    (folder / 'hierarchies' / 'ward.txt').write_text(''.join('%s,%s,*\n' % (tree, 'leafy' if tree < 'Cz' else 'other') for tree in TREES))
    assert run('run_mondrian.py', 'table.csv', '--config', 'table.ini', '-o', 'released.csv', '--quiet', cwd=folder).returncode == 0
    return folder


def typed(folder, program, *more, name='page.html'):
    script, *words = PROGRAMS[program]
    result = run(script, *words, '--html', name, '--force', *more, cwd=folder)
    assert result.returncode in (0, program == 'check'), result.stderr
    assert 'Traceback' not in result.stderr
    return read(folder / name), result


both = pytest.mark.parametrize('language', ['en', 'zh'])
every = pytest.mark.parametrize('program', PROGRAMS)


@both
@every
def test_a_page_is_well_formed_and_loads_nothing(table, program, language):
    page, _ = typed(table, program, '--language', language)
    tags = [tag for tag, _ in page.elements]
    assert page.elements[0] == ('html', {'lang': 'zh-CN' if language == 'zh' else 'en'}) and tags.count('title') >= 1
    styles = re.findall('<style>(.*?)</style>', page.source, re.DOTALL)
    policy = "default-src 'none'; style-src 'sha256-%s'" % b64encode(sha256(styles[0].encode()).digest()).decode()
    assert ('meta', {'http-equiv': 'Content-Security-Policy', 'content': policy}) in page.elements and len(styles) == 1
    assert not any('style' in attributes for _, attributes in page.elements), 'the policy forbids it'
    assert not set(OUTSIDE) & set(tags)
    assert not {name for _, attributes in page.elements for name in attributes} & {'src', 'href', 'srcset', 'action', 'style', 'onclick', 'onload'}
    assert not re.search(r'url\(|@import|javascript:', page.source)
    levels = [int(tag[1]) for tag in tags if re.fullmatch('h[1-6]', tag)]
    assert levels[0] == 1 and levels.count(1) == 1 and all(after <= before + 1 for before, after in zip(levels, levels[1:]))
    assert all(attributes.get('scope') in ('col', 'row') for tag, attributes in page.elements if tag == 'th')
    assert tags.count('table') == sum(attributes.get('class') == 'scroll' for _, attributes in page.elements)


@both
@every
def test_a_page_speaks_its_language(table, program, language):
    """In Chinese no line of English but the program's own words, which are marked, and in English no Chinese."""
    page, _ = typed(table, program, '--language', language)
    texts = [text for where, text in page.texts if not set(where) & {'code', 'pre', 'span'}]
    if language == 'en':
        assert not re.search('[一-鿿，。]', ''.join(texts))
    else:
        standards = 'cms-11|gdpr-wp216|hipaa-safe-harbor|risk-0.09'      # whose clauses have the names that their files give them
        marked = re.compile(r'(python -m )?kanon( \w+)?|run_\w+\.py|--\S+|kanon/\S+|(%s)：.*' % standards)
        english = [text for text in texts if re.search('[a-z]{2,} [a-z]{2,} [a-z]{2,}', marked.sub('', text))]
        assert not english and re.search('[一-鿿]', ''.join(texts))


@every
def test_the_same_run_gives_the_same_bytes(table, program):
    pages = [typed(table, program)[0].source for _ in range(2)]
    assert pages[0] == pages[1]
    assert 'seconds' not in pages[0]


@every
def test_redacted_no_value_of_the_data_is_shown(table, program):
    """Not even one that the release has. Without --redact, or with --internal where there is one, this test would fail."""
    values = {value for row in ROWS for value in row}
    page, _ = typed(table, program, '--redact')
    assert not [value for value in values if value in page.source]
    shown = [value for value in values if value in typed(table, program, *INTERNAL.get(program, ()))[0].source]
    assert shown or program in ('sweep', 'risk', 'attack')


@every
def test_a_page_shows_no_recorded_value_that_neither_report_nor_release_has(table, program):
    """A picture may show one that k = 3 records or more of the table have."""
    page, result = typed(table, program, *INTERNAL.get(program, ()))
    report = result.stdout
    if program in ('samarati', 'optimal', 'mondrian', 'datafly'):
        report += typed(table, program, '--json')[1].stdout + (table / 'again.csv').read_text()
    elif program in ('check', 'risk', 'attack'):
        report += (table / 'released.csv').read_text()
    texts = ''.join(text for where, text in page.texts if 'svg' not in where)
    records = Counter(value for row in ROWS for value in row)
    assert records['61055'] == records['Forsythia'] == 2
    hidden = [value for value in records if value not in report]
    assert not [value for value in hidden if value in texts]
    assert not [value for value in hidden if value in page.source and records[value] < 3]


HOSTILE = ['<script>alert(1)</script>', ']]>', 'a&b;"c"\'d\'', 'x' * 10_000, 'two\x1b[2K\x07tones', '{column}', '姓名' * 30]


@both
@pytest.mark.parametrize('name', HOSTILE, ids=range(len(HOSTILE)))
def test_a_hostile_name_or_value_is_text(tmp_path, name, language):
    """As the name of a column, as a recorded value and as a sensitive one."""
    def cell(text):
        return '"%s"' % text.replace('"', '""')
    rows = ''.join('%s,%s\n' % (cell(name), cell(name)) for _ in range(12))
    (tmp_path / 't.csv').write_text('%s,s\n%s' % (cell(name), rows), encoding='utf-8')
    start = ['--quasi', cell(name), '--sensitive', 's', '--html', 'p.html', '--language', language, '--force']
    for words in (['run_mondrian.py', 't.csv', '-o', 'o.csv', '--trace', '--record', 'o.json'], ['kanon', 'check', 'o.csv', '--require', 'l=2'],
                  ['kanon', 'attack', 'o.csv', '--known', 't.csv'], ['kanon', 'risk', 'o.csv']):
        words += [word for word in start if word not in ('--sensitive', 's') or words[1] != 'risk']
        result = run(words[0], *words[1:], cwd=tmp_path)
        assert result.returncode in (0, 1) and 'Traceback' not in result.stderr and (tmp_path / 'p.html').exists(), result.stderr
        page = read(tmp_path / 'p.html')
        (tmp_path / 'p.html').unlink()
        assert not set(OUTSIDE) & {tag for tag, _ in page.elements}
        assert page.source.replace('\n', '').isprintable()
        shown = name.replace('\x1b', '\\x1b').replace('\x07', '\\x07')
        assert shown[:LONGEST] in page.words()
        cells = [text for where, text in page.texts if set(where) & {'td', 'th', 'p', 'li'} and 'code' not in where]
        assert max(map(len, cells)) < 4 * LONGEST, 'a value is cut'


def test_no_page_is_written_where_the_name_is_taken(table):
    """As of any output: --force replaces it. One that is an input is refused at once."""
    for program in PROGRAMS:
        script, *words = [word.replace('again.csv', 'new.csv') for word in PROGRAMS[program]]
        (table / 'page.html').write_text('mine')
        result = run(script, *words, '--html', 'page.html', cwd=table)
        assert result.returncode == 1 and 'page.html' in result.stderr and (table / 'page.html').read_text() == 'mine', program
        result = run(script, *words, '--html', words[1 if script == 'kanon' else 0], '--force', cwd=table)
        assert result.returncode == 1 and 'Traceback' not in result.stderr, program


def test_a_recorded_run_with_a_page_is_repeated_without_it(table):
    typed(table, 'samarati', '--record', 'again.json')
    (table / 'page.html').write_text('mine')
    result = kanon('replay', 'again.json', cwd=table)
    assert result.returncode == 0 and result.stdout.startswith('the same bytes'), result.stderr
    assert (table / 'page.html').read_text() == 'mine'


@every
def test_numbers_stand_at_the_right(table, program):
    assert not list(misplaced(typed(table, program)[0], program == 'check'))
