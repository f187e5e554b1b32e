"""The cuts that start proposes: those that lose least, of those from whose labels nothing can be put back. They are tried on the table."""

import configparser
import json
import re
from random import Random

import pytest

from conftest import kanon, run, seeds

K = 5


def births(folder, random, records=400, rare=1, days=28):
    """Births in two decades, and `rare` ones in a third, in a country of their own."""
    rows = ['%d-%02d-%02d,%s,%s' % (random.randrange(1970, 1990), random.randrange(1, 13), random.randrange(1, days + 1),
                                    random.choice(['france', 'spain']), random.choice(['flu', 'gout'])) for _ in range(records)]
    (folder / 'births.csv').write_text('born,country,ill\n' + ''.join(row + '\n' for row in [*rows, *['1924-05-02,island,flu'] * rare]))


def proposed(folder):
    """What start writes on cuts: (categories, labels), the three losses and what can be put back, and its doubt."""
    doubts = json.loads(kanon('start', 'births.csv', '--quasi', 'born,country', '--sensitive', 'ill', '-k', K, '--json', '--force',
                              cwd=str(folder)).stdout)['doubts']
    text = (folder / 'births.ini').read_text()
    settings = configparser.ConfigParser()
    settings.read_string(text)
    found = re.search(r'; Tried on ([0-9,]+) records with k = 5, it loses \(lm, of 2\): ([0-9.]+) with categories = hierarchy, ([0-9.]+) with leaves and'
                      r'\n; labels = ancestor, ([0-9.]+) with leaves alone, where a reader can put back ([0-9,]+) values', text)
    ini = settings['kanon']
    return (ini['categories'], ini.get('labels')), found.groups(), [doubt for doubt in doubts if doubt['key'] == 'cuts_of_leaves']


def lost(folder, *words):
    """The lm of a run with the INI file, and the values that can be put back."""
    result = run('run_mondrian.py', 'births.csv', '--config', 'births.ini', '-o', 'o.csv', '--force', '--json', *words, cwd=str(folder))
    report = json.loads(result.stdout)
    return report['measures']['lm'], report['put_back']['cells']['determined'], [column['column'] for column in report['starred']]


WAYS = [('hierarchy', 'ancestor'), ('leaves', 'ancestor'), ('leaves', 'set')]


def test_one_rare_birth_does_not_cost_all_dates(tmp_path):
    births(tmp_path, Random(1))
    how, _, doubt = proposed(tmp_path)
    loss, put_back, starred = lost(tmp_path)
    assert how == ('leaves', 'ancestor') and loss < 1 and not put_back and not starred
    assert "Right below the root of 'born', 'country' a part has fewer than k = 5 records" in doubt[0]['said']
    assert lost(tmp_path, '--categories', 'hierarchy') == (2.0, 0, ['born', 'country'])
    assert run('run_samarati.py', 'births.csv', '--config', 'births.ini', '-o', 's.csv', cwd=str(tmp_path)).returncode == 0


def test_without_it_the_hierarchy_is_kept(tmp_path):
    births(tmp_path, Random(1), rare=0)
    how, _, doubt = proposed(tmp_path)
    assert how == ('hierarchy', None) and not doubt and not lost(tmp_path)[2]


@pytest.mark.parametrize('seed', seeds(12))
def test_what_is_written_is_what_runs_lose_and_the_least_of_it_is_proposed(seed, tmp_path):
    random = Random(seed)
    births(tmp_path, random, random.randrange(20, 600), random.randrange(3), random.choice([1, 3, 28]))
    how, (_, *told, back), _ = proposed(tmp_path)
    runs = [lost(tmp_path, '--categories', categories, '--labels', labels)[:2] for categories, labels in WAYS]
    assert told == ['%.4f' % loss for loss, _ in runs] and int(back.replace(',', '')) == runs[2][1]
    least = min((loss, place) for place, (loss, put_back) in enumerate(runs) if not put_back)[1]
    assert how == [('hierarchy', None), ('leaves', 'ancestor'), ('leaves', None)][least]


def test_of_a_large_table_some_records_are_tried_and_the_same_again(tmp_path):
    births(tmp_path, Random(2), 25_000)
    first = proposed(tmp_path)
    assert first[1][0] == '8,334' and first[:2] == proposed(tmp_path)[:2]
