"""--plan cuts the next table as an earlier run cut another: the same cuts and rules, no search, the audit of any run."""

import csv
import json
import os
import stat
from random import Random

import pytest

import kanon
from conftest import kanon as typed_kanon, run, seeds
from kanon.core.counts.hierarchy import Hierarchy
from kanon.core.desk.run_record import load_record
from kanon.core.tables.hierarchy_file import load

JOBS = ['a,x,*', 'b,x,*', 'c,y,*', 'd,y,*', 'e,y,*']


def people(random, n, ages, jobs):
    return [(str(random.choice(ages)), random.choice(jobs), '%.1f' % (random.randrange(0, 60) / 2), random.choice(['flu', 'gout', 'HIV']))
            for _ in range(n)]


def table(folder, name, rows):
    (folder / name).write_text('age,job,pay,ill\n' + ''.join(map('%s,%s,%s,%s\n'.__mod__, rows)), encoding='utf-8')


def january(folder, random, *words, jobs='abcd'):
    (folder / 'hierarchies').mkdir()
    (folder / 'hierarchies' / 'job.txt').write_text('\n'.join(JOBS) + '\n', encoding='utf-8')
    rows = people(random, random.randrange(30, 90), range(20, 60, 2), jobs)
    table(folder, 'jan.csv', rows)
    result = run('run_mondrian.py', 'jan.csv', '--quasi', 'age,job,pay', '--sensitive', 'ill', *words, '-o', 'jan_out.csv', '--save-plan', 'plan.json',
                 '--record', 'jan.json', '--quiet', cwd=str(folder))
    assert result.returncode == 0, result.stderr
    return rows


def february(folder, *words):
    return run('run_mondrian.py', 'feb.csv', '--plan', 'plan.json', '-o', 'feb_out.csv', *words, cwd=str(folder))


def by_hand(plan, rows, k, l):
    """The release by the cuts of a plan, in terms of values, and how many records are suppressed."""
    leaves = [line.split(',')[0] for line in JOBS]
    order = plan['columns'][1]['values'] or leaves
    place = [float, order.index, float]
    present = [sorted({place[n](row[n]) for row in rows} | {place[n](value) for value in plan['columns'][n]['values'] if n != 1}) for n in range(3)]
    text = [{float(value): value for value in [*plan['columns'][n]['values'], *(row[n] for row in rows)] if n != 1} for n in range(3)]
    text[1] = dict(enumerate(order))
    for n in (0, 2):        # of 5 and 5.0 the shortest
        for value in sorted([*plan['columns'][n]['values'], *(row[n] for row in rows)], key=lambda value: (len(value), value), reverse=True):
            text[n][float(value)] = value
    classes = {}
    for row in rows:
        ends, at = [[-1e9, 1e9] for _ in range(3)], 0 if plan['cuts'] else None
        while at is not None:
            dim, _, value, sides = plan['cuts'][at]
            right = place[dim](row[dim]) > place[dim](value)
            ends[dim][not right] = place[dim](value)
            at = sides[right][1]
        labels = []
        for n, (low, high) in enumerate(ends):
            inside = [value for value in present[n] if low < value <= high]
            if len(inside) == 1:
                labels.append(text[n][inside[0]])
            elif n == 1:
                labels.append(inside if 'ancestor' in plan['labels'] else '{%s}' % '|'.join(text[n][value] for value in inside))
                if 'ancestor' in plan['labels']:
                    tree = Hierarchy(dict(pair for line in JOBS for pair in zip(line.split(','), line.split(',')[1:])))
                    labels[-1] = tree.common_ancestor([text[n][value] for value in inside])
            else:
                open_ = ['*' if end == value else text[n][end] for end, value in zip((inside[0], inside[-1]), (present[n][0], present[n][-1]))]
                labels.append('*' if open_ == ['*', '*'] else '[%s-%s]' % tuple(open_))
        classes.setdefault(tuple(labels), []).append(row[3])
    kept = {labels: ills for labels, ills in classes.items() if len(ills) >= k and len(set(ills)) >= l}
    return sorted((*labels, ill) for labels, ills in kept.items() for ill in ills), len(rows) - sum(map(len, kept.values()))


@pytest.mark.parametrize('seed', seeds(66))
def test_the_next_table_is_cut_as_by_hand(tmp_path, seed):
    """Values that lie between the cut lines, and categories that the hierarchy knows, too."""
    random = Random(seed)
    k, l, most = random.choice([2, 3, 4]), random.choice([1, 2]), random.choice(['0', '6', '30%'])
    by_frequency = random.random() < 0.4
    labels = 'box' if by_frequency else random.choice(['box', 'box,ancestor'])
    words = ['-k', str(k), '--labels', labels] + ['--categories', 'frequency'] * by_frequency + ['--l-diversity', str(l)] * (l > 1)
    words += random.choice([[], ['--choose', 'lm'], ['--choose', 'random', '--seed', '5'], ['--weights', 'age=3']])
    january(tmp_path, random, *words, jobs='abcde' if by_frequency else 'abcd')
    plan = json.loads((tmp_path / 'plan.json').read_text(encoding='utf-8'))
    again = run('run_mondrian.py', 'jan.csv', '--plan', 'plan.json', '-o', 'again.csv', '--quiet', cwd=str(tmp_path))
    assert again.returncode == 0, again.stderr
    assert (tmp_path / 'again.csv').read_bytes() == (tmp_path / 'jan_out.csv').read_bytes()
    rows = people(random, random.randrange(10, 90), range(15, 66), 'abcde')
    table(tmp_path, 'feb.csv', rows)
    expected, suppressed = by_hand(plan, rows, k, l)
    result = february(tmp_path, '--max-suppression', most, '--record', 'feb.json', '--quiet')
    if suppressed > (len(rows) * 30 // 100 if most == '30%' else int(most)) or not expected:
        assert result.returncode == 1 and result.stderr.count('\n') == 1 and not (tmp_path / 'feb_out.csv').exists(), result.stderr
        assert ' would be suppressed' in result.stderr
        result = february(tmp_path, '--max-suppression', '100%', '--record', 'feb.json', '--quiet')
        if not expected:
            assert result.returncode == 1 and ' would be suppressed; cut anew' in result.stderr
            return
    assert result.returncode == 0, result.stderr
    with open(str(tmp_path / 'feb_out.csv'), encoding='utf-8', newline='') as file:
        lines = list(csv.reader(file))
    assert sorted(map(tuple, lines[1:])) == expected
    told = load_record(str(tmp_path / 'feb.json'))
    assert told['result']['records'] == {'read': len(rows), 'missing': 0, 'published': len(expected), 'suppressed': suppressed}
    assert told['result']['plan'] == 'plan.json' and told['files']['plan.json']
    assert typed_kanon('replay', 'feb.json', cwd=str(tmp_path)).stdout.startswith('the same bytes')


@pytest.mark.parametrize('words', [['--labels', 'grid', '--grid', 'age=5,pay=0.0:10.0:20.0:*'], ['--labels', 'grid', '--grid', 'age=5,pay=10.0', '--categories', 'leaves'],
                                   ['--labels', 'box', '--categories', 'hierarchy'], ['--labels', 'box', '--missing', 'root']])
def test_grids_nodes_and_missing_values(tmp_path, words):
    """Each record of the next table has labels that cover it: the audit says so. The first table has the same bytes again."""
    random = Random(len(str(words)))

    def with_gaps(rows):
        return [tuple('' if 'root' in words and random.random() < 0.15 and n < 2 else value for n, value in enumerate(row)) for row in rows]
    january(tmp_path, Random(1), '-k', '3', *words)
    table(tmp_path, 'jan.csv', with_gaps(people(random, 80, range(20, 60, 2), 'abcd')))
    first = run('run_mondrian.py', 'jan.csv', '--quasi', 'age,job,pay', '--sensitive', 'ill', '-k', '3', *words, '-o', 'jan_out.csv', '--save-plan',
                'plan.json', '--force', '--quiet', cwd=str(tmp_path))
    assert first.returncode == 0, first.stderr
    again = run('run_mondrian.py', 'jan.csv', '--plan', 'plan.json', '-o', 'again.csv', '--quiet', cwd=str(tmp_path))
    assert again.returncode == 0 and (tmp_path / 'again.csv').read_bytes() == (tmp_path / 'jan_out.csv').read_bytes(), again.stderr
    table(tmp_path, 'feb.csv', with_gaps(people(random, 70, range(15, 66), 'abcde')))
    result = february(tmp_path, '--max-suppression', '100%')
    assert result.returncode == 0 and 'passed: read again' in result.stdout, result.stderr


def published(folder, name):
    with open(str(folder / name), encoding='utf-8', newline='') as file:
        return list(csv.reader(file))[1:]


def test_the_labels_stay_where_no_value_lies_between_the_cuts(tmp_path):
    """So the releases of two months can be compared. The ends of a label need not be in the next table."""
    rows = january(tmp_path, Random(9), '-k', '9', '--labels', 'box')
    labels = {row[place] for row in published(tmp_path, 'jan_out.csv') for place in (0, 2)}
    ends = {end for label in labels for end in label.strip('[]').split('-')}
    ends |= {end(row[place] for row in rows) for place in (0, 2) for end in (lambda texts: min(texts, key=float), lambda texts: max(texts, key=float))}
    table(tmp_path, 'feb.csv', [row for row in rows if not ends & {row[0], row[2]}] * 9)
    assert february(tmp_path, '--quiet').returncode == 0
    there = {row[place] for row in published(tmp_path, 'feb_out.csv') for place in (0, 2)}
    assert there <= labels and len(there) > 4
    lowest = {label[3:-1] for label in labels if label.startswith('[*-')}
    table(tmp_path, 'feb.csv', [row for row in rows if row[0] in lowest or row[2] in lowest] * 9)     # the one value of an open box
    assert february(tmp_path, '--quiet', '--force').returncode == 0
    assert {row[place] for row in published(tmp_path, 'feb_out.csv') for place in (0, 2)} <= labels
    highest = {label[1:-3] for label in labels if label.endswith('-*]')}
    table(tmp_path, 'feb.csv', [row for row in rows if row[0] in highest or row[2] in highest] * 9)
    assert february(tmp_path, '--quiet', '--force').returncode == 0
    assert {row[place] for row in published(tmp_path, 'feb_out.csv') for place in (0, 2)} <= labels


def plan_of(january, k, **more):
    """The plan of rows (age, job), the jobs in the order of their frequency."""
    named = [dict(zip(('age', 'job'), row)) for row in january]
    return kanon.anonymize(named, ['age', 'job'], k=k, algorithm=kanon.Mondrian(labels='box', categories='frequency', **more), missing='root').plan()


def rows_by(plan, rows, **more):
    return plan.apply([dict(zip(('age', 'job'), row)) for row in rows], **more).rows


def test_a_plan_without_a_cut():
    plan = plan_of([('30', 'a'), ('40', 'b')], 2)
    assert rows_by(plan, [('31', 'a'), ('39', 'b'), ('', 'b')], max_suppression=0) == [('*', '{a|b}')] * 3
    assert rows_by(plan, [('30', 'a')] * 2) == [('*', 'a')] * 2


WHOLE = [('30', 'a'), ('40', 'a'), ('40', 'b')] * 2


@pytest.mark.parametrize('january, february, expected', [
    # a cut that sets missing ages apart finds none
    ([*WHOLE, ('', 'a'), ('', 'a'), ('30', ''), ('30', '')], [('30', 'a'), ('40', 'b')] * 2, [('30', '{a|b}'), ('40', 'b')]),
    # no cut set missing values apart: they are in the first part of each cut, and so is the root
    (WHOLE, [('35', 'a'), ('41', ''), ('', '')] * 2, [('*', '*'), ('[35-*]', '*')]),
    # a column of numbers without any
    (WHOLE, [('', 'a'), ('', 'b')] * 2, [('*', '{a|b}')]),
])
def test_gaps_of_either_table(january, february, expected):
    assert sorted(set(rows_by(plan_of(january, 2), february))) == expected


def test_categories_that_a_plan_by_frequency_has_not():
    plan = plan_of([('30', job) for job in 'aabbbccc'], 2)
    for jobs, told in (('abz', "a value is not in the plan, whose order is that of their frequency: 'z' (1)"),
                       ('abzzy', "2 values are not in the plan, whose order is that of their frequency: 'y' (1), 'z' (2)"),
                       ('777', 'has another order than in the plan (frequency): numbers')):
        with pytest.raises(kanon.DataError) as caught:
            rows_by(plan, [('30', job) for job in jobs], max_suppression='100%')
        assert told in str(caught.value)


def test_a_category_that_no_cut_of_nodes_has_met(tmp_path):
    """It is a class by itself."""
    january(tmp_path, Random(9), '-k', '2', '--labels', 'box', '--categories', 'hierarchy', '--weights', 'job=0')
    table(tmp_path, 'jan.csv', [('30', job, '1.0', 'flu') for job in 'aabb'])
    words = 'run_mondrian.py', 'jan.csv', '--quasi', 'age,job,pay', '-k', '2', '--sensitive', 'ill', '--labels', 'box', '--categories', 'hierarchy'
    assert run(*words, '-o', 'j.csv', '--save-plan', 'plan.json', '--force', '--quiet', cwd=str(tmp_path)).returncode == 0
    assert {row[1] for row in published(tmp_path, 'j.csv')} == {'a', 'b'}
    table(tmp_path, 'feb.csv', [('30', job, '1.0', 'flu') for job in 'aabccdd'])
    assert february(tmp_path, '--quiet').returncode == 0
    assert [row[1] for row in published(tmp_path, 'feb_out.csv')] == ['a', 'a', 'c', 'c', 'd', 'd']


def test_the_report_says_where_the_cuts_are_from(tmp_path):
    january(tmp_path, Random(2), '-k', '4', '--labels', 'box')
    table(tmp_path, 'feb.csv', people(Random(3), 60, range(15, 66), 'abcde'))
    english = february(tmp_path, '--max-suppression', '30%', '--html', 'page.html', '--picture', 'p.svg')
    assert english.returncode == 0, english.stderr
    assert 'cuts are those of the plan plan.json. The cuts\nwere not searched for.' in english.stdout
    assert '\nAt most 18 records may be suppressed, that is, not published.\n' in english.stdout
    page = (tmp_path / 'page.html').read_text(encoding='utf-8')
    assert 'those of the plan plan.json' in page and 'asked by the plan: k = 4' in page
    assert 'no further cut' not in page and 'suppresses nothing' not in page
    assert '都取自计划 plan.json' in february(tmp_path, '--language', 'zh', '--max-suppression', '30%', '--force').stdout
    told = json.loads(february(tmp_path, '--json', '--max-suppression', '30%', '--force').stdout)
    assert told['plan'] == 'plan.json' and told['put_back']['inferred'] is None and told['max_suppression'] == 18
    (tmp_path / 'feb.ini').write_text('[kanon]\nk = 2\n', encoding='utf-8')
    result = february(tmp_path, '--quiet', '--max-suppression', '30%', '--force', '-k', '4', '--labels', 'box', '--quasi', 'age,job,pay')
    assert result.returncode == 0 and 'feb.ini is not read, because plan.json has the options of this run\n' in result.stderr


def test_a_plan_is_for_its_owner_and_a_failed_run_writes_none(tmp_path):
    january(tmp_path, Random(2), '-k', '4', '--labels', 'box')
    assert os.name == 'nt' or stat.S_IMODE(os.stat(str(tmp_path / 'plan.json')).st_mode) == 0o600
    words = 'run_mondrian.py', 'jan.csv', '--quasi', 'age', '--sensitive', 'ill', '--labels', 'box', '-o', 'x.csv', '--save-plan', 'other.json'
    assert run(*words, '-k', '4000', cwd=str(tmp_path)).returncode == 1 and not (tmp_path / 'other.json').exists()


def test_a_hierarchy_that_changed_or_is_missing(tmp_path):
    january(tmp_path, Random(2), '-k', '4', '--labels', 'box')
    table(tmp_path, 'feb.csv', people(Random(3), 60, range(15, 66), 'abcd'))
    path = tmp_path / 'hierarchies' / 'job.txt'
    path.write_text('# the jobs\n' + '\n'.join(JOBS) + '\n', encoding='utf-8')
    assert february(tmp_path, '--max-suppression', '50%', '--quiet').returncode == 0         # a comment changes nothing
    path.write_text('\n'.join(JOBS) + '\nf,y,*\n', encoding='utf-8')
    message = 'run_mondrian.py: plan.json: the hierarchies of job have changed since the plan was made, or are missing; make a new plan\n'
    assert february(tmp_path, '--force').stderr == message
    os.remove(str(path))
    assert february(tmp_path, '--force').stderr == message


def test_a_plan_of_the_command_line_and_one_of_a_program_are_the_same(tmp_path):
    rows = january(tmp_path, Random(4), '-k', '3', '--labels', 'box,ancestor', '--l-diversity', '2')
    release = kanon.anonymize(str(tmp_path / 'jan.csv'), ['age', 'job', 'pay'], ['ill'], k=3, require=kanon.Distinct(2),
                              algorithm=kanon.Mondrian(labels='box,ancestor'), hierarchies={'job': str(tmp_path / 'hierarchies' / 'job.txt')})
    plan = release.plan()
    plan.save(tmp_path / 'other.json')
    assert (tmp_path / 'other.json').read_bytes() == (tmp_path / 'plan.json').read_bytes()
    assert str(plan).startswith('<kanon.Plan: age, job, pay, ') and kanon.plan(tmp_path / 'plan.json').apply(str(tmp_path / 'jan.csv')).rows == release.rows
    more = people(Random(5), 40, range(15, 66), 'abcde')
    made = plan.apply([dict(zip(('age', 'job', 'pay', 'ill'), row)) for row in more], max_suppression='100%')
    assert (made.rows, made.suppressed) == by_hand(json.loads((tmp_path / 'plan.json').read_text(encoding='utf-8')), more, 3, 2)
    assert made.plan().apply(str(tmp_path / 'jan.csv')).rows == release.rows       # it has the same cuts
    assert len(rows) == release.records['read'] and load(str(tmp_path / 'hierarchies' / 'job.txt')).rows()


@pytest.mark.parametrize('name', ['columns', 'cuts', 'labels', 'categories', 'grid', 'decimal', 'weights', 'k', 'hierarchies', 'rules'])
def test_a_plan_that_was_changed(tmp_path, name):
    """One line, and nothing written."""
    january(tmp_path, Random(2), '-k', '4', '--labels', 'box')
    table(tmp_path, 'feb.csv', people(Random(3), 60, range(15, 66), 'abcd'))
    told = json.loads((tmp_path / 'plan.json').read_text(encoding='utf-8'))
    cut, column = told['cuts'][0], told['columns'][0]
    others = {'columns': [[], [column], [column] * 3, [{**column, 'values': [1]}] * 3, [{**column, 'order': 5}] * 3],
              'cuts': [None, [5], [cut[:3]], [[7, *cut[1:]], *told['cuts'][1:]], told['cuts'][:1], [[cut[0], 'relaxed', *cut[2:]], *told['cuts'][1:]],
                       [[cut[0], 'strict', 5, cut[3]], *told['cuts'][1:]], [*cut[:3], [[None, 0]] * 2]],
              'labels': [None, 'x', 'range'], 'categories': [5, 'x'], 'grid': [[], {'age': 'x'}], 'decimal': ['x', ','], 'weights': [[], {'age': -1}],
              'k': [0, '4', True], 'hierarchies': [[], {'job': 5}, {'job': [['a']]}, {'job': [['a', 'a']]}], 'rules': [5, [['ill', 'x', '2']]]}
    for other in others[name]:
        (tmp_path / 'plan.json').write_text(json.dumps({**told, name: other}), encoding='utf-8')
        result = february(tmp_path, '--max-suppression', '100%')
        assert result.returncode in (1, 2) and result.stderr.count('\n') == 1 and 'Traceback' not in result.stderr, (other, result.stderr)
        assert not (tmp_path / 'feb_out.csv').exists()
