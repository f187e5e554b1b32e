"""Columns of which a release leaves nothing are told in each run.

So are the rare value that kept them whole, and what to do.
"""

import json
import os
from random import Random

import pytest

from conftest import kanon, run, seeds
from flat import anonymize
from kanon.core.algorithms.starred import rare_part
from kanon.core.counts.hierarchy import Hierarchy

K = 5
NODE = ('Right below * in {file}, {value} is a part of its own, and a node is cut only if each part'
        ' has k = 5.')
LEVEL = 'At the level below, {value} has fewer than k = 5.'


def births(folder, rare, seed=4, records=400):
    """400 births in two decades, and one in a third, in a country of its own."""
    random = Random(seed)
    rows = []
    for _ in range(records):
        year, month = random.randrange(1970, 1990), random.randrange(1, 13)
        day, country = random.randrange(1, 29), random.choice(['france', 'spain'])
        ill = random.choice(['flu', 'gout'])
        rows.append('%d-%02d-%02d,%s,%s' % (year, month, day, country, ill))
    rows += ['1924-05-02,island,flu'] * rare
    days = sorted({row.split(',')[0] for row in rows})
    trees = folder / 'hierarchies'
    trees.mkdir(exist_ok=True)
    of_days = ['%s,%s,%s0s,*\n' % (day, day[:4], day[:3]) for day in days]
    (folder / 'births.csv').write_text('born,country,ill\n' + ''.join(row + '\n' for row in rows))
    (trees / 'born.txt').write_text(''.join(of_days))
    (trees / 'country.txt').write_text('france,*\nspain,*\nisland,*\n')


def printed(program, folder, *more):
    words = ['births.csv', '--quasi', 'born,country', '--sensitive', 'ill', '-k', K, '-o', 'o.csv',
             '--force', *more]
    result = (kanon if program == 'datafly' else run)(program, *words, cwd=str(folder))
    assert result.returncode == 0, result.stderr
    return ' '.join(result.stdout.split())


NODES = ['--categories', 'hierarchy']
PROGRAMS = [('run_mondrian.py', NODES, NODE),
            ('run_samarati.py', ['--max-suppression', 0], LEVEL),
            ('datafly', ['--max-suppression', 0], LEVEL)]


@pytest.mark.parametrize('program, words, sentence', PROGRAMS)
def test_each_program_tells_it_with_the_value_and_what_to_do(program, words, sentence, tmp_path):
    births(tmp_path, 1)
    text = printed(program, tmp_path, *words)
    for name, value in ('born', '1924-05-02'), ('country', 'island'):
        why = sentence.format(file=os.path.join('hierarchies', name + '.txt'),
                              value="'%s' with 1 record" % value)
        assert 'WARNING: %s is * in each published record. %s' % (name, why) in text
    assert ('--categories leaves' if sentence is NODE else '--max-suppression') in text
    redacted = printed(program, tmp_path, *words, '--redact')
    why = sentence.format(file=os.path.join('hierarchies', 'born.txt'), value='a value of 1 record')
    assert why in redacted and 'island' not in redacted
    report = json.loads(printed(program, tmp_path, *words, '--json'))
    assert [(column['column'], column['rare']) for column in report['starred']] == [
        ('born', {'value': '1924-05-02', 'records': 1, 'more': 0}),
        ('country', {'value': 'island', 'records': 1, 'more': 0})]
    in_chinese = printed(program, tmp_path, *words, '--language', 'zh').replace(' ', ' ')
    assert 'born 在每条发布的记录中都是 *' in in_chinese


@pytest.mark.parametrize('program, words, sentence', PROGRAMS)
def test_it_is_withdrawn_where_something_is_left(program, words, sentence, tmp_path):
    """What is advised, and a table without the value: then nothing is said of the column."""
    births(tmp_path, 1)
    path = tmp_path / 'hierarchies' / 'country.txt'
    path.write_text('france,west,*\nspain,west,*\nisland,west,*\n')        # below another part
    assert 'WARNING: born' in printed(program, tmp_path, *words)
    leaves = ['--categories', 'leaves'] if sentence is NODE else ['--max-suppression', 1]
    assert 'in each published record' not in printed(program, tmp_path, *leaves)
    births(tmp_path, 0)
    assert 'in each published record' not in printed(program, tmp_path, *words)


@pytest.mark.parametrize('program, words, sentence', PROGRAMS)
def test_the_page_tells_it_and_names_no_rare_value(program, words, sentence, tmp_path):
    births(tmp_path, 1)
    for more, there in ([], False), (['--internal'], True):
        printed(program, tmp_path, *words, '--html', 'o.html', *more)
        page = (tmp_path / 'o.html').read_text(encoding='utf-8')
        before_options, _, _ = page.partition('All options')
        said = 'born has one label in all published records'
        if there:
            said = 'born is * in each published record.'
        assert said in page
        assert ('1924-05-02' in before_options) == there


def test_the_library_has_it(tmp_path, capfd):
    births(tmp_path, 1)
    release = anonymize(str(tmp_path / 'births.csv'), quasi=['born', 'country'], sensitive=['ill'],
                        k=K, categories='hierarchy', hierarchies=str(tmp_path / 'hierarchies'),
                        algorithm='mondrian')
    told = [(column['column'], column['by'], column['rare']['value']) for column in release.starred]
    assert told == [('born', 'node', '1924-05-02'), ('country', 'node', 'island')]
    assert capfd.readouterr() == ('', '')


def test_a_value_that_many_have_is_not_blamed(tmp_path):
    """A rule beyond k keeps the columns whole: nothing is named."""
    births(tmp_path, 0)
    text = (tmp_path / 'births.csv').read_text().replace('gout', 'flu')
    (tmp_path / 'births.csv').write_text(text + '1970-01-01,france,gout\n')
    with open(str(tmp_path / 'hierarchies' / 'born.txt'), 'a') as file:
        file.write('' if '1970-01-01,' in text else '1970-01-01,1970,1970s,*\n')
    report = printed('run_mondrian.py', tmp_path, *NODES, '--l-diversity', 2, '--json')
    told = [(column['column'], column['rare']) for column in json.loads(report)['starred']]
    assert told == [('born', None), ('country', None)]


@pytest.mark.parametrize('seed', seeds(60))
def test_a_rare_part_by_brute_force(seed):
    """The part below the root that has fewest records, if these are fewer than k.

    It is recounted value by value.
    """
    random = Random(seed)
    groups = {}
    for n in range(random.randrange(2, 5)):
        groups['g%d' % n] = ['v%d%d' % (n, m) for m in range(random.randrange(1, 4))]
    parents = {value: group for group, values in groups.items() for value in values}
    tree = Hierarchy({**parents, **dict.fromkeys(groups, '*')})
    counts = {value: random.randrange(1, 6) for value in parents if random.random() < .8}
    sizes = {group: sum(counts.get(value, 0) for value in values)
             for group, values in groups.items()}
    few = sorted((n, group) for group, n in sizes.items() if 0 < n < K)
    for by in 'node', 'level':
        found = rare_part(tree, counts, K, by)
        if not few:
            assert found is None
            continue
        records, group = few[0]
        alone = [value for value in groups[group] if value in counts]
        value = alone[0] if len(alone) == 1 else group
        assert found == {'value': value, 'records': records, 'more': len(few) - 1}
