"""The line "To check this release" repeats all that was required: it exits 0 on the release, and 1 on one that is broken in that way."""

import csv
import gzip
import json
import random
import shlex

import pytest

from conftest import kanon, run
from kanon.core.rules.decimals import text_of_pair
from kanon.core.rules.of_values import Alpha, Closeness, Distinct, Entropy, Recursive, read_rule
from kanon.core.settings.kinds import requirement_pairs
from kanon.core.settings.rule_words import decimal

SEXES = 'f', 'm'


def table(folder, seed=1, decimal='.', more=''):
    """200 people of 20 ages, four zip codes and two sexes, with an illness and a stay; the hierarchies of them beside it."""
    rng = random.Random(seed)
    rows = [(rng.randint(20, 39), '130%02d' % rng.randint(1, 4), rng.choice(SEXES), rng.choice(['flu', 'ulcer', 'gastritis', 'asthma', 'cancer']),
             ('%d.5' % rng.randint(-3, 9)).replace('.', decimal)) for _ in range(200)]
    with open(str(folder / 'people.csv'), 'w', newline='', encoding='utf-8') as file:
        writer = csv.writer(file, delimiter=';' if decimal == ',' else ',')
        writer.writerow(['age', 'zip', 'sex', 'ill', 'stay'])
        writer.writerows(rows)
    with open(str(folder / 'register.csv'), 'w', newline='', encoding='utf-8') as file:
        csv.writer(file).writerows([['age', 'zip', 'sex'], *(row[:3] for row in rows for _ in range(2))])
    trees = folder / 'trees'
    trees.mkdir()
    (trees / 'age.txt').write_text(''.join('%d,[%d-%d],[%d-%d],*\n' % (age, age // 5 * 5, age // 5 * 5 + 4, age // 10 * 10, age // 10 * 10 + 9)
                                           for age in range(20, 40)))
    (trees / 'zip.txt').write_text(''.join('1300%d,1300*,*\n' % n for n in range(1, 5)))
    (trees / 'sex.txt').write_text('f,*\nm,*\n')
    (trees / 'ill.txt').write_text('flu,lungs,*\nasthma,lungs,*\nulcer,stomach,*\ngastritis,stomach,*\ncancer,other,*\n')
    return folder


def published(folder, script, *words):
    """The report of a run, and its release."""
    more = [] if '-o' in words else ['-o', 'out.csv']
    output = [*words, *more][[*words, *more].index('-o') + 1]
    done = run(script, 'people.csv', '--hierarchies', 'trees', *words, *more, '--json', cwd=str(folder))
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout), folder / output


def checked(folder, report):
    """The exit status of the line, and what it prints."""
    done = kanon(*shlex.split(report['next'][0])[3:], '--json', cwd=str(folder))
    assert done.stderr == '' or done.returncode, done.stderr
    return done.returncode, done


def rows_of(path, encoding='utf-8', delimiter=','):
    with (gzip.open if path.name.endswith('.gz') else open)(str(path), 'rt', newline='', encoding=encoding) as file:
        return list(csv.reader(file, delimiter=delimiter))


def rewrite(path, rows, encoding='utf-8', delimiter=','):
    with (gzip.open if path.name.endswith('.gz') else open)(str(path), 'wt', newline='', encoding=encoding) as file:
        csv.writer(file, delimiter=delimiter).writerows(rows)


# What breaks a release: functions of its rows without the header, width of the quasi-identifiers being 3.

def one_alone(rows):
    """A record gets a class of its own, with the labels of another."""
    return [['55', *rows[0][1:]], *rows[1:]]


def all_ill_alike(rows):
    return [[*row[:3], 'flu', *row[4:]] if row[:3] == rows[0][:3] else row for row in rows]


def one_illness_in_a_class(rows):
    """The same, but no other class changes, and the whole hardly."""
    return all_ill_alike(rows)


def one_stay_in_a_class(rows):
    return [[*row[:4], '-3,5' if ',' in row[4] else '-3.5'] if row[:3] == rows[0][:3] else row for row in rows]


def fewer_labels(rows):
    """The labels of the first class fit few people, or none."""
    return [['20', '13001', 'f', *row[3:]] if row[:3] == rows[0][:3] else row for row in rows]


CASES = [
    (('-k', '5'), one_alone, 'k=5'),
    (('-k', '3', '--l-diversity', '3'), all_ill_alike, 'l=3'),
    (('-k', '3', '--l-diversity', 'entropy:2.25'), all_ill_alike, 'entropy=2.25'),
    (('-k', '3', '--l-diversity', 'recursive:2.5,2'), all_ill_alike, 'recursive=2.5:2'),
    (('-k', '3', '--alpha', '0.7'), all_ill_alike, 'alpha=0.7'),
    (('-k', '3', '--t-closeness', '0.6'), one_illness_in_a_class, 't=0.6'),
    (('-k', '3', '--t-closeness', 'hierarchical:0.5'), one_illness_in_a_class, 'hierarchical-t=0.5'),
    (('-k', '3', '--t-closeness', 'stay=ordered:0.3'), one_stay_in_a_class, 'stay:ordered-t=0.3'),
    (('-k', '3', '--l-diversity', 'ill=2; stay=entropy:1.5', '--alpha', 'ill=0.9'), all_ill_alike, 'ill:l=2'),
    (('-k', '3', '--l-diversity', 'ill=2; stay=3'), one_stay_in_a_class, 'stay:l=3'),
]


@pytest.mark.parametrize('script, more', [('run_samarati.py', ('--max-suppression', '0')), ('run_mondrian.py', ())])
@pytest.mark.parametrize('words, breaks, said', CASES)
def test_the_line_holds_and_fails(words, breaks, said, script, more, tmp_path):
    table(tmp_path)
    sensitive = 'ill,stay' if 'stay' in ''.join(words) else 'ill'
    report, release = published(tmp_path, script, '--quasi', 'age,zip,sex', '--sensitive', sensitive, *words, *more)
    line = report['next'][0]
    assert all(word in shlex.split(line) for word in words if '--max' not in word), line     # what was asked, letter by letter
    assert checked(tmp_path, report)[0] == 0
    header, *rows = rows_of(release)
    rewrite(release, [header, *breaks(rows)])
    status, done = checked(tmp_path, report)
    failing = [row for row in json.loads(done.stdout)['required'] if not row['holds']]
    column, _, word = said.rpartition(':') if not said.startswith('recursive') else ('', '', said)
    assert status == 1 and word in [row['required'] for row in failing if column in ('', row['column'])]


@pytest.mark.parametrize('words, breaks', [
    (('--k-map', '10'), fewer_labels), (('--delta-presence', '0:0.6'), fewer_labels), (('--delta-presence', '0.3:0.5'), fewer_labels)])
def test_the_line_asks_what_is_required_in_the_population(words, breaks, tmp_path):
    table(tmp_path)
    report, release = published(tmp_path, 'run_samarati.py', '--quasi', 'age,zip,sex', '--sensitive', 'ill', '-k', '2', '--max-suppression', '0',
                                '--population', 'register.csv', *words)
    assert checked(tmp_path, report)[0] == 0
    header, *rows = rows_of(release)
    rewrite(release, [header, *breaks(rows)])
    status, done = checked(tmp_path, report)
    assert status == 1
    if done.stderr:     # more records than people
        assert 'does not hold the people of the table' in done.stderr
    else:
        assert [row for row in json.loads(done.stdout)['required'] if not row['holds'] and row['required'][:2] != 'k=']


@pytest.mark.parametrize('script, words, encoding, delimiter, decimal', [
    ('run_samarati.py', ('--output-delimiter', ';'), 'utf-8', ';', '.'), ('run_mondrian.py', ('--output-delimiter', 'tab'), 'utf-8', '\t', '.'),
    ('run_mondrian.py', ('-o', 'a b (1).csv'), 'utf-8', ',', '.'), ('run_mondrian.py', ('-o', "it's.csv.gz"), 'utf-8', ',', '.'),
    ('run_mondrian.py', ('-o', '-x.csv'), 'utf-8', ',', '.'),
    ('run_samarati.py', ('--encoding', 'utf-16'), 'utf-16', ',', '.'), ('run_mondrian.py', ('--decimal', ','), 'utf-8', ',', ','),
    ('run_mondrian.py', ('--decimal', ',', '--spreadsheet-safe'), 'utf-8', ',', ','),
    ('run_mondrian.py', ('--missing', 'root'), 'utf-8', ',', '.'), ('run_mondrian.py', ('--labels', 'box,ancestor'), 'utf-8', ',', '.')])
def test_the_line_reads_the_release_as_it_was_written(script, words, encoding, delimiter, decimal, tmp_path):
    table(tmp_path, decimal=decimal)
    if encoding != 'utf-8':
        (tmp_path / 'people.csv').write_bytes((tmp_path / 'people.csv').read_text(encoding='utf-8').encode(encoding))
    words = [word if word not in ('-x.csv',) else './-x.csv' for word in words]
    more = ('--max-suppression', '0') if 'samarati' in script else ()
    report, release = published(tmp_path, script, '--quasi', 'age,zip,sex', '--sensitive', 'ill,stay', '-k', '4', '--l-diversity', 'ill=2',
                                '--t-closeness', 'stay=ordered:0.5', *words, *more)
    status, done = checked(tmp_path, report)
    assert status == 0, done.stdout + done.stderr
    assert json.loads(done.stdout)['classes']['count'] == report['classes']['count']
    header, *rows = rows_of(release, encoding, delimiter)
    rewrite(release, [header, *all_ill_alike(rows)], encoding, delimiter)
    assert checked(tmp_path, report)[0] == 1


def test_the_line_asks_the_standards(tmp_path):
    table(tmp_path)
    (tmp_path / 'own.ini').write_text('[standard]\nname = own\ntitle = Own\nsource = me\n[a]\ntext = classes\nsource = me\nmeasure = k\nlimit = 5\n')
    report, release = published(tmp_path, 'run_mondrian.py', '--quasi', 'age,zip,sex', '--sensitive', 'ill', '-k', '11', '--standard', 'cms-11')
    words = shlex.split(report['next'][0])
    assert words[words.index('--standard') + 1] == 'cms-11' and words[words.index('--total') + 1] == '200'
    status, done = checked(tmp_path, report)
    verdicts = {clause['clause']: clause['verdict'] for clause in report['standards'][0]['clauses']}
    assert {clause['clause']: clause['verdict'] for clause in json.loads(done.stdout)['standards'][0]['clauses']} == verdicts
    assert status == ('fails' in verdicts.values())
    header, *rows = rows_of(release)
    rewrite(release, [header, *one_alone(rows)])
    again = json.loads(checked(tmp_path, {'next': [report['next'][0].replace('k=11', 'k=1')]})[1].stdout)
    assert [clause for clause in again['standards'][0]['clauses'] if clause['verdict'] == 'fails']


@pytest.mark.parametrize('script, words, unchecked', [
    ('run_samarati.py', ('--max-suppression', '40%', '--t-closeness', '0.9', '-k', '4', '--optimal', '--measure', 'height'),
     'That line does not check t of ill, which compares with the suppressed records, too; nor that at most 40% of the records were suppressed.'
     ' The audit did.'),
    ('run_mondrian.py', ('--limit', 'age<=10 wide', '-k', '2'), 'That line does not check the limits of the labels, age<=10 wide. The audit did.'),
    ('run_mondrian.py', ('--from', 'age>=1', '-k', '2'), 'That line does not check the limits of the labels, age>=1. The audit did.'),
    ('run_mondrian.py', ('--labels', 'grid', '--grid', 'age=5', '-k', '2'),
     'That line does not check that labels end at declared edges, in age, zip, sex. The audit did.'),
    ('run_samarati.py', ('--max-suppression', '0', '--population', 'bare.csv', '--k-map', '3', '--columns', 'age,zip,sex,ill,stay', '-k', '2'),
     'That line does not check that at most 0 of the records were suppressed; nor what is required in the population, because it cannot read'
     ' bare.csv as the run did. The audit did.')])
def test_what_the_line_leaves_out_is_said_beside_it(script, words, unchecked, tmp_path):
    table(tmp_path)
    people = (tmp_path / 'people.csv').read_text()
    (tmp_path / 'bare.csv').write_text(''.join(line + '\n' for line in people.splitlines()[1:]))
    more = ('--quasi', 'age,zip,sex', '--sensitive', 'ill', '-o', 'out.csv')
    done = run(script, 'people.csv', '--hierarchies', 'trees', *more, *words, cwd=str(tmp_path))
    assert done.returncode == 0, done.stderr
    said = done.stdout.splitlines()
    place = next(place for place, line in enumerate(said) if line.startswith('To check this release: '))
    if 'suppressed records' in unchecked:
        assert ' 0 suppressed' not in done.stdout
    assert said[place + 1] == unchecked
    assert kanon(*shlex.split(said[place].partition(': ')[2])[3:], cwd=str(tmp_path)).returncode == 0


@pytest.mark.parametrize('required', [(), ('--k-map', '2')])
def test_presence_is_left_out_where_roots_in_place_of_missing_values_overlap(required, tmp_path):
    """`check` would end: several classes fit the people whose value is known, so it cannot be decided."""
    table(tmp_path)
    text = (tmp_path / 'people.csv').read_text()
    (tmp_path / 'people.csv').write_text(text.replace(',13004,', ',?,'))
    report, _ = published(tmp_path, 'run_samarati.py', '--quasi', 'zip', '--sensitive', 'ill', '-k', '2', '--missing', 'root',
                          '--population', 'people.csv', '--delta-presence', '0:1', *required, '--html', 'page.html')
    assert 'delta-presence = 0:1, because a root in place' in (tmp_path / 'page.html').read_text(encoding='utf-8')
    assert {'what': 'presence', 'names': ['0:1']} in report['unchecked'] and '--delta-presence' not in report['next'][0]
    assert checked(tmp_path, report)[0] == 0


@pytest.mark.parametrize('more', [('--html', 'page.html'), ('--standard', 'risk-0.09')])
def test_the_name_of_a_column_that_a_spreadsheet_would_run_is_guarded_too(more, tmp_path):
    """The page and the standards count the release again, where the column is called '-ill."""
    table(tmp_path)
    text = (tmp_path / 'people.csv').read_text()
    (tmp_path / 'people.csv').write_text(text.replace(',ill,', ',-ill,', 1))
    report, release = published(tmp_path, 'run_mondrian.py', '--quasi', 'age', '--sensitive=-ill', '-k', '12', '--spreadsheet-safe', *more)
    assert rows_of(release)[0] == ['age', "'-ill"] and report['audit']['ok']
    assert checked(tmp_path, report)[0] == 0


def test_a_line_of_a_plain_release_says_nothing_more(tmp_path):
    report, _ = published(table(tmp_path), 'run_mondrian.py', '--quasi', 'age', '--sensitive', 'ill', '-k', '5')
    assert 'unchecked' not in report and report['next'][0].endswith('--sensitive ill -k 5 --tight')


@pytest.mark.parametrize('language, text', [('en', '<p>That line does not check the limits of the labels, age&lt;=10 wide. The audit did.</p>'),
                                            ('zh', '<p>上面这一行不检查以下各项：标签的限制（age&lt;=10 wide）。复核检查过了。</p>')])
def test_a_page_says_so_too(language, text, tmp_path):
    published(table(tmp_path), 'run_mondrian.py', '--quasi', 'age', '--sensitive', 'ill', '-k', '5', '--limit', 'age<=10 wide',
              '--html', 'page.html', '--language', language, '-o', 'out.csv')
    assert text in (tmp_path / 'page.html').read_text(encoding='utf-8')


@pytest.mark.parametrize('seed', range(50))
def test_a_rule_is_typed_as_it_was_read(seed):
    """Numbers of up to nine decimals, exactly."""
    rng = random.Random(seed)
    text = '%d.%0*d' % (rng.randint(1, 99), rng.randint(1, 9), rng.randint(0, 9))
    assert decimal(text_of_pair(*decimal(text))) == decimal(text)
    share = '0.%09d' % rng.randint(1, 10 ** 9 - 1)
    for rule in (Distinct(rng.randint(2, 99)), Entropy(text), Recursive(text, rng.randint(2, 9)), Alpha(share), Closeness(share),
                 Closeness(share, 'ordered'), Closeness(share, 'hierarchical')):
        required, = requirement_pairs(rule.as_required())
        assert required.what == read_rule(rule.option, rule.typed()) == rule


def test_a_column_with_signs_is_typed(tmp_path):
    """A comma, a colon, an equals sign and quotes in the name of a sensitive column."""
    name = 'a:b=c, "d"'
    with open(str(tmp_path / 'people.csv'), 'w', newline='') as file:
        csv.writer(file).writerows([['age', name, 'ill'], *([str(20 + n % 20), 'xyz'[n % 3], 'uvw'[n % 3]] for n in range(60))])
    (tmp_path / 'trees').mkdir()
    quoted = '"%s"' % name.replace('"', '""')
    report, release = published(tmp_path, 'run_mondrian.py', '--quasi', 'age', '--sensitive', quoted + ',ill', '-k', '3', '--l-diversity',
                                '"%s=2"' % name.replace('"', '""'))
    assert checked(tmp_path, report)[0] == 0
    header, *rows = rows_of(release)
    rewrite(release, [header, *([row[0], 'x', row[2]] for row in rows)])
    assert checked(tmp_path, report)[0] == 1
