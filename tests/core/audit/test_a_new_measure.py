"""A measure that kanon does not have: how many classes are published.

The audit refuses it until it has lines of its own for it. With one row of MEASURE_LINES, text, page and JSON show it.
"""

import json
import os
import re

import pytest
from conftest import run_here

from kanon.core.audit import stated
from kanon.core.desk import report
from kanon.core.desk.as_text import distance
from kanon.core.desk.run_parts import MEASURE_LINES
from kanon.core.voice import of_runs
from kanon.core.voice.speaking import ENGLISH

PEOPLE = 'age,ill\n' + '30,flu\n31,flu\n50,flu\n51,ulcer\n'


@pytest.fixture
def measured(monkeypatch):
    plain = report.all_measures
    monkeypatch.setattr(report, 'all_measures', lambda outcome, *more: {
        **plain(outcome, *more), 'tallied': 1000 * len(outcome.sizes)})


@pytest.fixture
def audited(monkeypatch):
    plain = stated.measures
    monkeypatch.setattr(stated, 'measures', lambda recorded, sizes, *more: {**plain(recorded, sizes, *more), 'tallied': 1000 * len(sizes)})
    monkeypatch.setitem(MEASURE_LINES, 'short_tallied', {'tallied': 'd'})
    monkeypatch.setattr(of_runs, 'TEXTS', {
        **of_runs.TEXTS, 'short_tallied': ('classes, in thousands', '等价类的个数'),
        'meaning_tallied': ('Classes. More is better.', '等价类的个数，越多越好。')})


def mondrian(folder, *words):
    (folder / 'd.csv').write_text(PEOPLE)
    words = [folder / 'd.csv', '--quasi', 'age', '--sensitive', 'ill', '-k', '2',
             '-o', folder / 'out.csv', *words]
    return run_here('mondrian', words)


def test_nothing_is_published_without_lines_of_the_audit(measured, tmp_path):
    status, printed, error = mondrian(tmp_path)
    assert (status, printed) == (1, b'')
    message = 'the audit cannot work out the measure tallied, so nothing is published\n'
    assert error.endswith(message)
    assert os.listdir(str(tmp_path)) == ['d.csv']


def test_with_them_it_is_compared_and_told(measured, audited, tmp_path, monkeypatch):
    """By one row the text, the page and the JSON have it."""
    status, text, error = mondrian(tmp_path, '--html', tmp_path / 'page.html', '--internal')
    page = (tmp_path / 'page.html').read_text(encoding='utf-8')
    assert status == 0 and '2,000' in page and 'Classes. More is better.' in page, error
    assert re.search(r'\ntallied +2000 +classes, in thousands\n', text.decode())
    _, text, _ = mondrian(tmp_path, '--json', '--force')
    assert json.loads(text)['measures']['tallied'] == 2000
    monkeypatch.setattr(report, 'all_measures', lambda *given, plain=report.all_measures: {**plain(*given), 'tallied': 3})
    status, _, error = mondrian(tmp_path, '--force')
    assert status == 1 and 'the audit found tallied: 2000, and the report says 3' in error


@pytest.mark.parametrize('value, bound, where', [(2, 3, 'below'), (3, 2, 'above')])
def test_which_way_is_better_is_seen_in_the_proof(value, bound, where):
    told = distance(ENGLISH, 'tallied', {'value': value, 'bound': bound, 'gap': 0.5})
    assert told == 'tallied %d, at most 50.0%% %s the best possible' % (value, where)
