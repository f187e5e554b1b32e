"""--like publishes the next table as an earlier run published another: the same levels and rules, no search, the audit of any run."""

import csv
import json
import os
import shutil
from random import Random

import pytest

from conftest import HOME, kanon, run, seeds
from kanon.core.desk.run_record import load_record
from kanon.core.tables.hierarchy_file import load

TOY = os.path.join(HOME, 'data', 'inpatients')
AGES, ZIPS, ILLS = ['21', '28', '35', '36', '47', '55'], ['13053', '13068', '14850', '14853'], ['flu', 'ulcer', 'HIV', 'gout']


@pytest.fixture
def toy(tmp_path):
    shutil.copytree(TOY, str(tmp_path / 'toy'))
    return tmp_path / 'toy'


def table(path, rows):
    path.write_text('age,zip,ill\n' + ''.join(map('%s,%s,%s\n'.__mod__, rows)), encoding='utf-8')


def drawn(random, rows):
    return [(random.choice(AGES), random.choice(ZIPS), random.choice(ILLS)) for _ in range(rows)]


def by_hand(rows, levels, trees, k, l):
    """The lines of the release, and how many records are suppressed."""
    classes = {}
    for age, zip_, ill in rows:
        labels = trees['age'].labels(age)[levels['age']], trees['zip'].labels(zip_)[levels['zip']]
        classes.setdefault(labels, []).append(ill)
    kept = {labels: ills for labels, ills in classes.items() if len(ills) >= k and len(set(ills)) >= l}
    return sorted((*labels, ill) for labels, ills in kept.items() for ill in ills), len(rows) - sum(map(len, kept.values()))


@pytest.mark.parametrize('seed', seeds(120))
def test_the_next_table_is_recoded_as_by_hand(toy, seed):
    """k, the rule and the levels are those of the record, whichever program searched. Too much suppression is refused."""
    random = Random(seed)
    k, l, most = random.choice([2, 3, 4]), random.choice([1, 2]), random.choice(['0', '4', '20%'])
    january, february = drawn(random, random.randrange(25, 60)), drawn(random, random.randrange(10, 60))
    table(toy / 'jan.csv', january)
    table(toy / 'feb.csv', february)
    words = ['-k', str(k), '--quasi', 'age,zip', '--sensitive', 'ill', '--quiet', '--max-suppression', most] + ['--l-diversity', str(l)] * (l > 1)
    words += random.choice([[], ['--alpha', 'ill=1'], ['--t-closeness', 'hierarchical:1']] if l > 1 else [[]])
    program = random.choice([['run_samarati.py'], ['run_samarati.py', '--optimal', '--measure', 'dm'], ['kanon', 'datafly']])
    if run(program[0], *program[1:], 'jan.csv', *words, '-o', 'jan_out.csv', '--record', 'jan.json', cwd=str(toy)).returncode:
        return      # nothing satisfies; then there is no record
    levels = load_record(str(toy / 'jan.json'))['result']['vector']
    trees = {name: load(str(toy / 'hierarchies' / (name + '.txt'))) for name in ('age', 'zip')}
    again = run('run_samarati.py', 'jan.csv', '--like', 'jan.json', '-o', 'again.csv', '--quiet', cwd=str(toy))
    assert again.returncode == 0, again.stderr
    assert (toy / 'again.csv').read_bytes() == (toy / 'jan_out.csv').read_bytes()
    result = run('run_samarati.py', 'feb.csv', '--like', 'jan.json', '-o', 'feb_out.csv', '--record', 'feb.json', '--quiet', cwd=str(toy))
    rows, suppressed = by_hand(february, levels, trees, k, l)
    allowed = len(february) * 20 // 100 if most == '20%' else int(most)
    if suppressed > allowed or not rows:
        assert result.returncode == 1 and result.stderr.count('\n') == 1 and not (toy / 'feb_out.csv').exists()
        return
    assert result.returncode == 0, result.stderr
    with open(str(toy / 'feb_out.csv'), encoding='utf-8', newline='') as file:
        header, *lines = csv.reader(file)
    assert header == ['age', 'zip', 'ill'] and sorted(map(tuple, lines)) == rows
    assert load_record(str(toy / 'feb.json'))['result']['records'] == {
        'read': len(february), 'missing': 0, 'published': len(rows), 'suppressed': suppressed}
    assert kanon('replay', 'feb.json', cwd=str(toy)).stdout.startswith('the same bytes')


def january(toy, *words):
    table(toy / 'jan.csv', drawn(Random(1), 40))
    table(toy / 'feb.csv', drawn(Random(2), 50))
    (toy / 'jan.ini').write_text('[kanon]\nquasi = age, zip\nsensitive = ill\nk = 3\n', encoding='utf-8')
    result = run('run_samarati.py', 'jan.csv', '--config', 'jan.ini', *words, '-o', 'jan_out.csv', '--record', 'jan.json', '--quiet', cwd=str(toy))
    assert result.returncode == 0, result.stderr


def february(toy, *words):
    return run('run_samarati.py', 'feb.csv', '--like', 'jan.json', '-o', 'feb_out.csv', *words, cwd=str(toy))


def test_the_report_says_where_the_scheme_is_from(toy):
    january(toy)
    english = february(toy, '--html', 'page.html')
    assert english.returncode == 0, english.stderr
    assert ('The columns, k, the rules, the hierarchies and the levels are those of the run that jan.json records.\n'
            'The levels were not searched for.\n') in english.stdout
    page = (toy / 'page.html').read_text(encoding='utf-8')
    assert 'those of the run that jan.json records' in page and 'asked by the record: k = 3' in page and 'does not look for the best' not in page
    chinese = february(toy, '--language', 'zh', '--force')
    assert '都取自 jan.json 所记录的运行' in chinese.stdout
    assert json.loads(february(toy, '--json', '--force').stdout)['like'] == 'jan.json'
    assert 'like' not in json.loads(run('run_samarati.py', 'jan.csv', '--config', 'jan.ini', '--json', '-o', 'x.csv', cwd=str(toy)).stdout)


def test_what_is_typed_beside_it(toy):
    """The same is taken, and so is what says how this table is read or written. An INI file beside the table is not read."""
    january(toy)
    assert february(toy, '-k', '3', '--quasi', 'age,zip', '--hierarchies', os.path.join('.', 'hierarchies'), '--quiet').returncode == 0
    (toy / 'feb.csv').write_text((toy / 'feb.csv').read_text(encoding='utf-8').replace(',', ';'), encoding='utf-8')
    (toy / 'feb.ini').write_text('[kanon]\nk = 2\n', encoding='utf-8')
    before = (toy / 'feb_out.csv').read_bytes()
    result = february(toy, '--delimiter', ';', '--max-suppression', '50%', '--quiet', '--force')
    assert result.returncode == 0 and (toy / 'feb_out.csv').read_bytes() == before
    assert 'run_samarati.py: feb.ini is not read, because jan.json has the options of this run\n' in result.stderr


def test_a_record_of_a_run_with_like_is_followed_too(toy):
    """From another folder, where paths are seen from the record. Each record on the way counts."""
    january(toy, '--l-diversity', '2')
    assert february(toy, '--record', 'feb.json', '--quiet').returncode == 0
    (toy / 'march').mkdir()
    table(toy / 'march' / 'mar.csv', drawn(Random(3), 50))
    words = ['run_samarati.py', os.path.join('march', 'mar.csv'), '--like', os.path.join('toy', 'feb.json'), '--record', os.path.join('march', 'mar.json')]
    shutil.move(str(toy / 'march'), str(toy.parent / 'march'))
    result = run(*words, '--quiet', cwd=str(toy.parent))
    assert result.returncode == 0, result.stderr
    record = load_record(str(toy.parent / 'march' / 'mar.json'))
    assert record['options']['k'] == 3 and record['result']['beyond'] == {'ill': ['distinct l = 2']}
    assert record['result']['vector'] == load_record(str(toy / 'jan.json'))['result']['vector']
    assert kanon('replay', os.path.join('march', 'mar.json'), cwd=str(toy.parent)).stdout.startswith('the same bytes')
    (toy / 'jan.json').write_text((toy / 'jan.json').read_text(encoding='utf-8') + '\n', encoding='utf-8')
    result = run(*words, '--force', cwd=str(toy.parent))
    assert result.returncode == 1
    assert result.stderr == 'run_samarati.py: %s: cannot be followed: jan.json has changed since the run, or is missing\n' % os.path.join('toy', 'feb.json')


def test_a_change_of_what_was_recorded_is_refused(toy):
    january(toy, '--l-diversity', '2', '--limit', 'age<=2')
    good = (toy / 'jan.json').read_text(encoding='utf-8')
    levels = load_record(str(toy / 'jan.json'))['result']['vector']
    for change in (('"k": 3', '"k": 2'), ('"--l-diversity",\n  "2"', '"--l-diversity",\n  "3"'), ('"age": %d' % levels['age'], '"age": 9'), ('"age": %d' % levels['age'], '"age": -1'),
                   ('"age": %d' % levels['age'], '"age": 3'), ('"age": %d' % levels['age'], '"age": "1"')):
        assert change[0] in good
        (toy / 'jan.json').write_text(good.replace(*change), encoding='utf-8')
        result = february(toy)
        assert result.returncode == 1 and result.stderr.count('\n') == 1 and 'Traceback' not in result.stderr, change
        assert result.stderr.startswith('run_samarati.py: jan.json: ') and not (toy / 'feb_out.csv').exists()
    (toy / 'jan.json').write_text(good, encoding='utf-8')
    for name in ('zip', 'age'):
        path = toy / 'hierarchies' / (name + '.txt')
        before = path.read_text(encoding='utf-8')
        path.write_text(before + '# one more line\n', encoding='utf-8')
        assert february(toy).stderr == 'run_samarati.py: jan.json: cannot be followed: %s has changed since the run, or is missing\n' % (
            os.path.join('hierarchies', name + '.txt'))
        path.write_text(before, encoding='utf-8')
    assert february(toy, '--quiet').returncode == 0
