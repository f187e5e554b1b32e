"""What the programs say of why records were suppressed."""

import json
import re
import sqlite3
from contextlib import closing
from functools import partial
from itertools import product

import pytest

from conftest import kanon, run
from kanon import Distinct, Samarati
from kanon.core.desk.as_text import why_suppressed
from kanon.core.voice.speaking import ENGLISH
from kanon.tools.engines.anonymizing import anonymize_in_engine
from kanon.tools.pages.run_page import reasons_told
from kanon.tools.pages.to_sign import told_parts
from readers import read

EIGHT = ['flu'] * 4 + ['gout'] * 4
ROWS = [(age, ill) for age, of_age in (('a', EIGHT), ('d', EIGHT), ('b', ['flu'] * 6), ('c', ['gout'] * 2)) for ill in of_age]


@pytest.fixture
def visits(tmp_path):
    """At the ages: a has two values, b one, c too few records. d is like a. Ann's only rows are in b, Bob's in b and c."""
    who = ['p%d' % n for n in range(16)] + ['Ann'] * 3 + ['Bob', 'Cy', 'Di'] + ['Bob', 'Eve']
    lines = ['age,ill,who'] + [','.join((*row, person)) for row, person in zip(ROWS, who)]
    (tmp_path / 'd.csv').write_text('\n'.join(lines) + '\n')
    (tmp_path / 'h').mkdir()
    (tmp_path / 'h' / 'age.txt').write_text('a,*\nb,*\nc,*\nd,*\n')
    return tmp_path


WORDS = 'd.csv --quasi age --sensitive ill --hierarchies h -k 3 --l-diversity 2 --max-suppression 8 --limit age<=0 -o out.csv --force'.split()
TOLD = ['Suppressed, each for the first requirement that its class fails: 2 for k, 6 for l-diversity.']
IN_PERSONS = 'Persons not published at all, likewise: 2 for k, 3 for l-diversity.'
UNTOLD = 'Suppressed, each for the first requirement that its class fails, of k, l-diversity.'


def test_what_a_run_says(visits):
    told = run('run_samarati.py', *WORDS, '--html', 'p.html', '--record', 'r.json', cwd=visits).stdout
    assert [line for line in told.splitlines() if line.startswith('Suppressed')] == TOLD
    bytes_ = (visits / 'out.csv').read_bytes()
    page = read(visits / 'p.html').words()
    assert UNTOLD in page and '6 for l-diversity' not in page
    report = json.loads(run('run_samarati.py', *WORDS, '--json', '--html', 'i.html', '--internal', cwd=visits).stdout)
    assert report['suppressed_by'] == {'k': 2, 'l_diversity': 6} and TOLD[0] in read(visits / 'i.html').words()
    assert json.loads((visits / 'r.json').read_text())['result']['suppressed_by'] == report['suppressed_by']
    assert (visits / 'out.csv').read_bytes() == bytes_
    assert '被抑制的记录，按其等价类首先不满足的要求计：k（2）、l-diversity（6）。' in run('run_samarati.py', *WORDS, '--language', 'zh', cwd=visits).stdout
    assert kanon('replay', 'r.json', cwd=visits).returncode == 0


def test_what_a_run_says_in_persons(visits):
    words = [*WORDS, '--person', 'who']
    told = run('run_samarati.py', *words, '--html', 'p.html', cwd=visits).stdout
    assert TOLD[0] in told and IN_PERSONS in told
    assert UNTOLD in read(visits / 'p.html').words()
    assert json.loads(run('run_samarati.py', *words, '--json', cwd=visits).stdout)['persons']['suppressed_by'] == {'k': 2, 'l_diversity': 3}


def test_a_page_tells_counts_of_k_and_more(visits):
    words = ['2' if word == '3' else word for word in WORDS]
    run('run_samarati.py', *words, '--html', 'p.html', cwd=visits)
    assert read(visits / 'p.html').words().count('fails: 8 for l-diversity.') == 1


@pytest.mark.parametrize('k', [1, 2, 3, 5])
def test_a_page_tells_no_count_beside_one_below_k(k):
    """Neither of the records nor of the persons. What it says then is the same for all such counts."""
    said = set()
    for records, persons in product(product(range(7), repeat=2), repeat=2):
        if not any(records) and any(persons):
            continue        # there is no such run
        names = 'k', 'l_diversity'
        report = {'suppressed_by': dict(zip(names, records)), 'persons': {'suppressed_by': dict(zip(names, persons))}}
        lines = list(why_suppressed(ENGLISH, report, partial(told_parts, k=k)))
        if any(0 < n < max(k, 2) for n in records + persons):
            said.update(lines)
        else:
            assert [int(n) for line in lines for n in re.findall('[0-9]+', line)] == [n for n in records + persons if n]
    assert said == {UNTOLD}


def test_a_page_tells_no_reason_beside_a_history():
    """Of ten who are withheld one fails k, too: nine pass, and 10 - 9 tells of the one."""
    report = {'k': 2, 'suppressed_by': {'k': 3, 'history': 9}, 'history': {'withheld': 10}}
    assert reasons_told(report, report['suppressed_by']) == {}
    assert list(why_suppressed(ENGLISH, {'suppressed_by': {'k': 0, 'history': 0}}, partial(reasons_told, report))) == []


def test_nothing_is_said_where_nothing_is_suppressed(visits):
    words = ['0' if word == '8' else 'age<=1' if word == 'age<=0' else word for word in WORDS]
    assert json.loads(run('run_samarati.py', *words, '--json', cwd=visits).stdout)['suppressed_by'] == {'k': 0, 'l_diversity': 0}
    assert 'Suppressed' not in run('run_samarati.py', *words, cwd=visits).stdout


def test_a_sweep_says_it_as_json(visits):
    words = [word for word in WORDS if word not in ('-o', 'out.csv', '--force')]
    rows = json.loads(kanon('sweep', *words, '--format', 'json', cwd=visits).stdout)
    told = {row['algorithm']: row['suppressed_by'] for row in rows}
    both = {'k': 2, 'l_diversity': 6}
    assert told == {'samarati': both, 'optimal': both, 'datafly': both, 'mondrian': None}, 'with these limits no cut satisfies'
    assert 'suppressed_by' not in kanon('sweep', *words, '--format', 'csv', cwd=visits).stdout


def test_maps_and_engines_say_it(visits):
    run('run_samarati.py', *WORDS, '--recoding-maps', 'maps', cwd=visits)
    told = kanon('recode', 'maps', 'd.csv', '--sensitive', 'ill', '-k', '3', '--l-diversity', '2', '--max-suppression', '8', '-o', 'again.csv', cwd=visits)
    assert TOLD[0] in told.stdout, told.stderr
    with closing(sqlite3.connect(':memory:')) as base:
        base.execute('create table t (age, ill)')
        base.executemany('insert into t values (?, ?)', ROWS)
        base.commit()
        published = anonymize_in_engine(base, 't', ['age'], ['ill'], into='out', k=3, require=Distinct(2), hierarchies={'age': dict.fromkeys('abcd', '*')},
                              algorithm=Samarati(max_suppression=8, limit={'age': 0}))
        assert published.suppressed_by == {'k': 2, 'l_diversity': 6}
        there = anonymize_in_engine(base, 't', ['age'], ['ill'], into='more', k=3, hierarchies={'age': dict.fromkeys('abcd', '*')}, most=1,
                          algorithm=Samarati(max_suppression=8, measure='lm'))
        assert there.decided == 'in the engine' and there.suppressed_by == {'k': 2}
