"""No mutated input makes `start` or a tool of hierarchies end in a traceback, write half of something, or write what cannot be read.

The valid tables and what breaks them are those of test_mutated_inputs.py; There are as many runs.
"""

import os
import shutil
from collections import Counter
from random import Random

import pytest

from conftest import files_below, only_its_error, read_ini, run_here
from kanon.core.tables.hierarchy_file import file_of, load
from test_mutated_inputs import CHUNKS, FIELDS, RUNS, mutated, valid

COLUMNS = ['age', 'zip', 'sex', 'job', 'id', 'note', 'age,zip', 'agee', '', 'age,age']
WORDS = {       # of each tool, words and what may be said of them, right and wrong
    'count': {'--quasi': COLUMNS, '--sensitive': ['job', '', 'jobs'], '--counts': ['age', 'id', 'zip', 'n', ''], '--no-header': None,
              '--missing': ['drop', 'root', 'value'], '--columns': COLUMNS},
    'start': {'--quasi': COLUMNS, '--sensitive': ['job', '', 'jobs'], '-k': ['2', '0', '99']},
    'ranges': {'--column': COLUMNS, '--widths': ['5,10', '1', '0.5,1', '3,5', '0', '-5', '1e3', '5,,10', ''], '--top': ['50', '51', 'x', '-10'],
               '--bottom': ['20', '60', ''], '--origin': ['0', '2', '0.5', 'nan']},
    'quantiles': {'--column': COLUMNS, '--parts': ['4,2', '8,4,2', '3,2', '1', '0', 'x', '999']},
    'mask': {'--column': COLUMNS, '--end': ['left', 'right', 'middle'], '--keep': ['1', '3', '99', '-1']},
    'codes': {'--column': COLUMNS, '--cuts': ['1,2', '2', 'icd10', 'fips', '2,1', '0', 'x', ''], '--style': ['prefix', 'mask', 'x'], '--classes': ['nace', 'icd10', 'x']},
    'dates': {'--column': COLUMNS, '--date-format': ['%Y', '%d/%m/%Y', '%', 'x'], '--levels': ['month,year', 'year,month', 'decade', '']},
    'flat': {'--column': COLUMNS}, 'sets': {'--column': ['sex', 'job'], '--group': ['a=m|f', 'a=nurse|clerk|smith|cook', 'a=a', 'a', '=', 'a=m|m', 'm=m|f']},
    'covers': {'--column': COLUMNS, '--missing': ['drop', 'root', 'value'], '--json': None}, 'levels': {'--column': COLUMNS, '--missing': ['drop', 'root']},
    'show': {'--column': ['age', 'zip', 'agee'], '--all': None}, 'convert': {'--to': ['kanon', 'wide', 'widths', 'x'], '--bounds': ['0,9', '9,0', 'x']}}
NEEDED = {'codes': '--cuts', 'ranges': '--widths', 'quantiles': '--parts', 'sets': '--group', 'show': '--column'}


def command(random):
    tool = random.choice(sorted(WORDS))
    data = random.choice(['hierarchies/age.txt', 'hierarchies/zip.txt', 'data.csv']) if tool == 'convert' else 'data.csv'
    words = [data]
    for word, values in WORDS[tool].items():
        if word in ('--column', NEEDED.get(tool)) or random.random() < .4:
            words += [word, random.choice(values[:2] if random.random() < .7 else values + FIELDS)] if values else [word]
    return tool, words + random.choice([[], ['--force'], ['--force', '--redact'], ['--quiet', '--force']])


def one_run(seed):
    random = Random(seed)
    tool, words = command(random)
    files = {name: content for name, content in valid(random)[1].items() if name.startswith(('data', 'hierarchies'))}
    files, _ = mutated(random, files, [['--k', '2']])
    os.makedirs('hierarchies')
    for name, content in files.items():
        with open(name, 'wb') as file:
            file.write(content)
    before = files_below('.')
    status, out, err = run_here(tool, words)
    now, said = files_below('.'), (seed, tool, words, status, err)
    assert status in (0, 1, 2) and 'Traceback' not in err, said
    if status and err and ': nobody named ' not in err:
        assert err.count('\n') == 1 and only_its_error(out, words, status) and now == before, said
        return tool, status
    assert now['data.csv'] == before['data.csv'] and not [name for name in now if name.endswith('.part')], said
    written = [name for name in now if now[name] != before.get(name)]
    assert not written or tool not in ('count', 'covers', 'levels', 'show', 'convert'), said
    for name in written:
        if name.endswith('.txt'):
            tree = load(name)
            assert tree.height >= 1 and tree.level_maps(tree.leaves)[tree.height] == dict.fromkeys(tree.leaves, tree.root), said
        else:
            assert name == 'data.ini' and {file_of('hierarchies', column) for column in read_ini(name)['quasi']} <= set(now), said
    return tool, status


@pytest.mark.parametrize('chunk', range(CHUNKS))
def test_a_tool_refuses_or_writes_what_can_be_read(chunk, tmp_path, monkeypatch):
    ended = Counter()
    for seed in range(chunk, RUNS, CHUNKS):
        folder = tmp_path / str(seed)
        folder.mkdir()
        monkeypatch.chdir(str(folder))
        ended.update([one_run(seed)[1]])
        monkeypatch.undo()
        shutil.rmtree(str(folder))
    assert RUNS < 300 or ended[0] and ended[1] + ended[2]
