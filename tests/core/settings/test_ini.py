"""An INI file that nobody named has less power: what a run, a check, a page and a record do with each option of one, from end to end."""

import json
import os
import shutil
import subprocess
import sys
from collections import Counter

import pytest

from conftest import HOME, files_below, kanon, run
from flat import anonymize
from kanon.core.settings.table import SETTINGS, TOLD, TYPED

ROWS_OF_V = [(30 + n % 5, 'mf'[n % 2], 'ab'[n % 3 > 0], 10 + n % 3) for n in range(100)]
PUBLISHES = ['run_samarati.py', 'v.csv', '-o', 'out.csv']
POPULATED = [*PUBLISHES, '--hierarchies', 'hierarchies']
JUDGES = ['kanon', 'check', 'v.csv']
# For each option that is refused or told: what is typed, and the lines of v.ini besides the option's own.
RUNS = {
    'counts': (PUBLISHES, 'counts = visits\n'), 'na': (PUBLISHES, 'na = k.A.\n'), 'na_in': (PUBLISHES, 'na-in = age=99\n'),
    'century': (PUBLISHES, 'century = 1925\n'), 'thousands': (PUBLISHES, 'thousands = age=.\n'), 'skip_lines': (PUBLISHES, 'skip-lines = 2\n'), 'totals': (PUBLISHES, 'totals = leave-out\n'), 'order': (PUBLISHES, 'order = input\n'), 'k': (PUBLISHES, 'k = 2\n'),
    'k_map': ([*POPULATED, '--population', 'p.csv'], 'k-map = 5\n'),
    'delta_presence': ([*POPULATED, '--population', 'p.csv'], 'delta-presence = 0:0.9\n'),
    'population': ([*POPULATED, '--k-map', '5'], 'population = p.csv\n'),
    'population_counts': ([*POPULATED, '--k-map', '5', '--population', 'p.csv'], 'population-counts = n\n'),
    'columns': (['run_mondrian.py', 'v.csv', '-o', 'out.csv', '--sensitive=', '--categories', 'frequency'], 'columns = sex, age, w, v\n'),
    'items': (PUBLISHES, 'items = ward=|\n'), 'exact': (PUBLISHES, 'exact = ward\n'),
    'quasi': (PUBLISHES, ''), 'sensitive': (PUBLISHES, 'sensitive = ward\n'), 'publish': (PUBLISHES, 'publish = ward\n'),
    'missing': (PUBLISHES, 'missing = value\n'), 'unreadable': (PUBLISHES, 'unreadable = missing\n'),
    'max_suppression': (PUBLISHES, 'max-suppression = 100%\n'), 'hierarchies': (PUBLISHES, 'hierarchies = hierarchies\n'),
    'grid': (['run_mondrian.py', 'v.csv', '-o', 'out.csv', '--labels', 'grid'], 'grid = age=5\n'),
    'require': ([*JUDGES], 'require = k=2\n'), 'stars': ([*JUDGES], 'stars = class\n'),
    'since': (PUBLISHES, 'since = left=came\n'),
    'person': (['kanon', 'attack', 'v.csv', '--known', 'v.csv', '--sensitive='], 'person = visits\n'),
    'threshold': (['kanon', 'risk', 'v.csv'], 'threshold = 0.9\n'), 'most': (['kanon', 'risk', 'v.csv'], 'most = 1\n')}


@pytest.fixture
def folder(tmp_path):
    """v.csv, 100 people with a column `visits`; the people of p.csv; hierarchies beside them."""
    (tmp_path / 'v.csv').write_text('age,sex,ward,visits\n' + ''.join('%d,%s,%s,%d\n' % row for row in ROWS_OF_V))
    (tmp_path / 'p.csv').write_text('age,sex,n\n' + ''.join('%d,%s,9\n' % (30 + n % 5, 'mf'[n % 2]) for n in range(200)))
    (tmp_path / 'hierarchies').mkdir()
    (tmp_path / 'hierarchies' / 'age.txt').write_text(''.join('%d,[30-34],*\n' % (30 + n) for n in range(5)))
    (tmp_path / 'hierarchies' / 'sex.txt').write_text('m,*\nf,*\n')
    return tmp_path


def test_every_row_that_is_refused_or_told_has_a_run_here():
    assert set(RUNS) == {name for name, row in SETTINGS.items() if row.power in (TOLD, TYPED)}


@pytest.mark.parametrize('name', [name for name in RUNS if SETTINGS[name].power == TYPED])
def test_refused_unless_the_file_is_named(name, folder):
    words, lines = RUNS[name]
    (folder / 'v.ini').write_text('[kanon]\nquasi = age, sex\n' + lines)
    if name == 'columns':       # of a table of words, whose first line need not be a header
        (folder / 'v.csv').write_text('age,sex,ward,visits\n' + 'young,m,a,few\nold,f,b,many\n' * 20)
    before, word = files_below(folder), lines.split(' = ')[0]
    refused = run(*words, cwd=str(folder))
    assert (refused.returncode, refused.stdout, refused.stderr.count('\n')) == (1, '', 1)
    assert ': v.ini: %s = ' % word in refused.stderr and ' is taken only if you ask for it, because ' in refused.stderr, refused.stderr
    assert refused.stderr.endswith(' or --config v.ini\n') and '; delete the line, or type --%s ' % word in refused.stderr
    assert files_below(folder) == before
    named = run(*words, '--config', 'v.ini', '--quiet', cwd=str(folder))
    assert (named.returncode, named.stderr) == (0, ''), named.stderr


@pytest.mark.parametrize('name', [name for name in RUNS if SETTINGS[name].power == TOLD])
def test_told_unless_the_file_is_named(name, folder):
    """On standard error even with --quiet, and in the second line of the report. With --config neither."""
    words, lines = RUNS[name]
    (folder / 'v.ini').write_text('[kanon]\nquasi = age, sex\n' + lines)
    if name == 'since':
        (folder / 'v.csv').write_text('age,sex,came,left\n' + ''.join('%d,%s,2024-01-01,2024-02-01\n' % row[:2] for row in ROWS_OF_V))
    told = 'nobody named v.ini with --config, and it sets quasi = age, sex' + ('; ' + lines.strip() if lines else '')
    quiet, loud = run(*words, '--quiet', '--force', cwd=str(folder)), run(*words, '--force', cwd=str(folder))
    assert (quiet.returncode, loud.returncode) == (0, 0), (quiet.stderr, loud.stderr)
    assert told in quiet.stderr.splitlines()[-1] and told in loud.stderr.splitlines()[-1]
    assert loud.stdout.splitlines()[1] == told
    named = run(*words, '--force', '--config', 'v.ini', cwd=str(folder))
    assert named.returncode == 0 and 'nobody named' not in named.stdout and named.stderr == ''


def test_a_list_may_stand_on_several_lines(folder):
    """Rules and limits by column, as names have. They are long where a table has many columns."""
    (folder / 'v.ini').write_text('[kanon]\nquasi =\n  age,\n  sex\nsensitive = ward, visits\nl-diversity =\n  ward=2;\n  visits=2\nlimit =\n  age<=1;\n  sex<=1\n')
    told = run('run_samarati.py', 'v.csv', '-o', 'out.csv', '--json', cwd=str(folder))
    assert told.returncode == 0, told.stderr
    report = json.loads(told.stdout)
    assert report['beyond'] == {'ward': ['distinct l = 2'], 'visits': ['distinct l = 2']} and report['limit'] == {'age': '1', 'sex': '1'}


def test_counts_of_an_ini_file_make_no_class_of_one_person(folder):
    """The case that this table was made for: 100 classes of one person each, said to have 10 records."""
    (folder / 'v.csv').write_text('age,visits\n' + ''.join('%d,%d\n' % (n, 10 + n % 3) for n in range(100)))
    (folder / 'v.ini').write_text('[kanon]\ncounts = visits\n')
    for words in ['run_mondrian.py'], ['kanon', 'datafly'], ['kanon', 'check'], ['kanon', 'risk'], ['kanon', 'sweep'], ['kanon', 'count']:
        more = ['--sensitive', ''] * (words[-1] != 'risk') + ['-o', 'out.csv', '--quiet']
        refused = run(*words, 'v.csv', '--quasi', 'age', *more, cwd=str(folder))
        assert refused.returncode == 1 and refused.stderr.endswith('v.ini: counts = visits is taken only if you ask for it, because it says how many'
                                                                   ' records each row stands for; delete the line, or type --counts visits or --config v.ini\n')
        assert not (folder / 'out.csv').exists()


def test_a_run_with_an_unnamed_file_is_repeated_by_its_record(folder):
    (folder / 'v.ini').write_text('[kanon]\nquasi = age, sex\npublish = ward\nsensitive =\n')
    assert run('run_samarati.py', 'v.csv', '-o', 'out.csv', '--record', 'r.json', '--quiet', cwd=str(folder)).returncode == 0
    again = kanon('replay', 'r.json', cwd=str(folder))
    assert (again.returncode, again.stderr) == (0, '') and again.stdout.startswith('the same bytes')


def test_a_record_names_its_ini_file_and_so_is_repeated(folder):
    """Before this table there was, k = 5 counted in a file that nobody named. Such releases are still repeated."""
    (folder / 'v.ini').write_text('[kanon]\nquasi = age, sex\nsensitive =\nk = 5\n')
    assert run('run_samarati.py', 'v.csv', '--config', 'v.ini', '-o', 'out.csv', '--record', 'r.json', cwd=str(folder)).returncode == 0
    record = json.loads((folder / 'r.json').read_text())
    record['arguments'] = [word for word in record['arguments'] if word not in ('--config', 'v.ini')]
    (folder / 'r.json').write_text(json.dumps(record))
    assert kanon('replay', 'r.json', cwd=str(folder)).stdout.startswith('the same bytes')
    assert run('run_samarati.py', *record['arguments'], '--force', cwd=str(folder)).returncode == 1


def test_the_library_reads_no_ini_file(folder):
    (folder / 'v.ini').write_text('[kanon]\ncounts = visits\npublish = ward\nk = 2\nmissing = value\nnonsense\n')
    release = anonymize(str(folder / 'v.csv'), quasi=['age', 'sex'], k=10)
    assert release.records['read'] == 100
    assert list(release.columns) == ['age', 'sex']
    assert min(Counter(row[:2] for row in release.rows).values()) >= 10


def test_the_ini_file_of_the_inpatients_counts_where_it_came_and_as_it_came(tmp_path):
    """It sets k = 4. A copy of it elsewhere does not count, and nor would other words in its place."""
    copy = tmp_path / 'kanon'
    for name in 'kanon', 'hierarchies', os.path.join('data', 'inpatients'):
        shutil.copytree(os.path.join(HOME, name), str(copy / name), ignore=shutil.ignore_patterns('__pycache__'))
    shutil.copy(os.path.join(HOME, 'run_mondrian.py'), str(copy))
    shutil.copytree(str(copy / 'data'), str(tmp_path / 'data'))

    def copied(data):
        return subprocess.run([sys.executable, 'run_mondrian.py', data, '-o', '-', '--quiet'], cwd=str(copy), stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, universal_newlines=True)
    for data, status in ('data/inpatients/inpatients.csv', 0), ('../data/inpatients/inpatients.csv', 1):
        done = copied(data)
        assert done.returncode == status and done.stderr.count('k = 4 is taken only if') == status
    (copy / 'data' / 'own.csv').write_text((copy / 'data' / 'inpatients' / 'inpatients.csv').read_text())
    shutil.copy(str(copy / 'data' / 'inpatients' / 'inpatients.ini'), str(copy / 'data' / 'own.ini'))
    with open(str(copy / 'data' / 'inpatients' / 'inpatients.ini'), 'a') as file:
        file.write('publish =\n')
    for data in 'data/own.csv', 'data/inpatients/inpatients.csv':
        done = copied(data)
        assert done.returncode == 1 and 'k = 4 is taken only if' in done.stderr


def test_what_rests_on_hierarchies_beside_the_table_is_said(folder):
    """A level that changes nothing takes the sense from --from. k holds all the same."""
    (folder / 'hierarchies' / 'age.txt').write_text(''.join('{0},"{0} ",*\n'.format(30 + n) for n in range(5)))
    words = ['run_samarati.py', 'v.csv', '--quasi', 'age,sex', '--sensitive', '', '-o', 'out.csv', '--quiet', '--force']
    said = ('run_samarati.py: nobody named the folder hierarchies, and --from rests on the hierarchies in it; look at them, and name the folder'
            ' with --hierarchies\n')
    assert run(*words, '--from', 'age>=1', cwd=str(folder)).stderr == said
    assert run(*words, '--from', 'age>=1', '--hierarchies', 'hierarchies', cwd=str(folder)).stderr == run(*words, cwd=str(folder)).stderr == ''
    rules = '--sensitive', 'ward', '--t-closeness'
    (folder / 'hierarchies' / 'ward.txt').write_text('a,*\nb,*\n')
    for rule, there in ('hierarchical:0.5', True), ('0.5', False):
        assert ('--t-closeness hierarchical rests' in run(*words, *rules, rule, cwd=str(folder)).stderr) == there
