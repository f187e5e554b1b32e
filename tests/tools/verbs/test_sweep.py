"""A row of a sweep is what the program of that algorithm reports; a listed lattice is what brute force finds; tables say the same in all formats."""

import csv
import io
import json
import subprocess
import sys
from argparse import Namespace

import pytest

from conftest import HOME, QUASI, kanon, random_table, run
from kanon.core.algorithms.counted import CountedTable
from kanon.core.algorithms.full_domain import Optimal, Samarati, proof
from kanon.core.algorithms.greedy import Datafly
from kanon.core.counts.frequency import frequency_set_of
from kanon.core.counts.hierarchy import Hierarchy
from kanon.core.counts.required import Required
from kanon.core.desk.as_text import distance
from kanon.core.desk.screen import print_table
from kanon.core.errors import DataError
from kanon.core.levels.lattice import Lattice, vectors
from kanon.core.levels.objective import objective_for
from kanon.core.levels.optimal import Best
from kanon.core.tables.hierarchy_file import GivenHierarchies
from kanon.core.tables.text_table import table_text
from kanon.core.voice.speaking import ENGLISH
from kanon.tools.verbs.lattice import every_vector
from kanon.tools.verbs.sweep import sweep

SAMPLE = 'data/adult_sample.data'
MEASURES = ['lm', 'lm_published', 'dm', 'entropy', 'class_entropy', 'precision', 'distortion', 'c_avg', 'height', 'suppressed']


def table_of(*arguments):
    result = kanon(*arguments, '--format', 'json')
    assert (result.returncode, result.stderr) == (0, '')
    return json.loads(result.stdout)


def test_a_row_is_what_the_program_reports(tmp_path):
    rows = table_of('sweep', SAMPLE, '-k', '3,25', '--max-suppression', '0,2%', '--algorithm', 'mondrian,samarati,optimal,datafly,round-robin',
                    '--measure', 'entropy', '--weights', 'age=2')
    settings = [(row['algorithm'], row['k'], row['max_suppression']) for row in rows]
    assert settings == [('mondrian', 3, 0), ('mondrian', 25, 0), *((name, k, s) for name in ('samarati', 'optimal', 'datafly')
                        for k in (3, 25) for s in (0, '2%')), ('round-robin', 3, 0), ('round-robin', 25, 0)]
    for row in rows:
        words = [SAMPLE, '-k', row['k'], '--json', '--weights', 'age=2', '-o', tmp_path / 'out.csv', '--force']
        if row['algorithm'] == 'mondrian':
            result = run('run_mondrian.py', *words)
        elif row['algorithm'] in ('samarati', 'optimal'):
            result = run('run_samarati.py', *words, '--max-suppression', row['max_suppression'], '--measure', 'entropy',
                         *(['--optimal'] if row['algorithm'] == 'optimal' else []))
        else:
            result = kanon('datafly', *words, *(['--round-robin'] if row['algorithm'] == 'round-robin' else ['--max-suppression', row['max_suppression']]))
        report = json.loads(result.stdout)
        assert {name: row[name] for name in MEASURES} == report['measures']
        assert row['vector'] == (list(report['vector'].values()) if 'vector' in report else None)
        assert row['classes'] == report['classes']['count'] and row['suppressed_by'] == report['suppressed_by']
        assert row['proven'] == (True if row['algorithm'] == 'optimal' else None)


def test_the_tables_of_the_lab_report(adult):
    """Nine pairs of k and MaxSup; the DM of the references, the records with a '?' kept."""
    rows = table_of('sweep', adult, '--config', 'data/adult.ini', '--missing', 'value', '--hierarchies', 'hierarchies', '-k', '10,20,30',
                    '--max-suppression', '50,100,200', '--algorithm', 'samarati', '--measure', 'dm')
    assert len(rows) == 9
    assert {(row['k'], row['max_suppression']): (tuple(row['vector']), row['dm']) for row in rows}.items() >= {
        (10, 200): ((1, 0, 1, 0), 39728101), (10, 100): ((0, 0, 1, 2), 14746387), (20, 200): ((0, 0, 1, 2), 19107497),
        (30, 200): ((0, 1, 1, 2), 27583737)}.items()


def test_the_formats_say_the_same(tmp_path):
    words = ['sweep', SAMPLE, '-k', '5,20000', '--algorithm', 'samarati,mondrian']
    rows = table_of(*words)
    assert [row['lm'] is None for row in rows] == [False, True, False, True]    # k = 20,000 of 12,000: nothing to publish
    assert all(row.pop('suppressed_by') in (None, {'k': row['suppressed']}) for row in rows), 'JSON alone has it'
    names = list(rows[0])
    read = list(csv.reader(io.StringIO(kanon(*words, '--format', 'csv').stdout)))
    assert read[0] == names
    for row, found in zip(rows, read[1:]):
        for name, text in zip(names, found):
            expected = row[name]
            if name == 'vector' and expected:
                expected = '(%s)' % ', '.join(map(str, expected))
            assert text == ('' if expected is None else str(expected)) or name == 'seconds'
    head, blank, *text, gap, advice, none, lost = kanon(*words).stdout.splitlines()
    assert (head, blank, gap) == ('options: data/adult_sample.ini, with columns, quasi, sensitive', '', '')
    least = min(rows[::2], key=lambda row: row['lm'])
    assert advice == 'Least is lost at k = 5 by %s (lm %.4f).' % (least['algorithm'], least['lm']) and least['algorithm'] == 'mondrian'
    assert none == 'Nothing can be published at k = 20000.'
    assert lost.startswith('228 of the 810 records left out have gaps only in columns')
    names.remove('proven')      # applies to no row
    assert text[0].split() == names and len(text) == 5 and len(set(map(len, text))) == 1
    markdown = kanon(*words, '--format', 'markdown', '-o', tmp_path / 'table.md')
    assert (markdown.returncode, markdown.stdout) == (0, '')
    lines = (tmp_path / 'table.md').read_text().splitlines()
    assert lines[1] == '|' + '---|' * len(names) and len(lines) == 6
    assert [cell.strip() for cell in lines[2].strip('|').split('|')][0] == 'samarati'
    assert kanon(*words, '-o', tmp_path / 'table.md').returncode == 1        # it exists


def test_the_lattice_of_adult(adult):
    words = ['lattice', adult, '--config', 'data/adult.ini', '--hierarchies', 'hierarchies', '-k', 10, '--max-suppression', 20]
    rows = table_of(*words)
    assert len(rows) == 60 and rows[0]['vector'] == [0, 0, 0, 0] and rows[-1]['vector'] == [4, 1, 1, 2]
    assert rows == sorted(rows, key=lambda row: row['vector'])
    by_vector = {tuple(row['vector']): row for row in rows}
    for vector, row in by_vector.items():
        below = [by_vector[other] for other in by_vector if other != vector and all(a <= b for a, b in zip(other, vector))]
        assert row['satisfies'] == (row['suppressed'] <= 20)
        assert row['minimal'] == (row['satisfies'] and not any(other['satisfies'] for other in below))
        assert all(other['suppressed'] >= row['suppressed'] for other in below)
        assert row['height'] == sum(vector)
    assert (by_vector[1, 0, 1, 2]['suppressed'], by_vector[1, 0, 1, 2]['lm']) == (7, pytest.approx(2.055445196875837))
    assert table_of(*words, '--satisfying') == [row for row in rows if row['satisfies']]
    assert table_of(*words, '--minimal') == [row for row in rows if row['minimal']]
    assert min((row['lm'], row['vector']) for row in rows if row['satisfies'])[1] == [4, 0, 0, 1]


def test_the_verbs_are_said():
    result = kanon()
    assert result.returncode == 0 and all(verb in result.stdout for verb in ('datafly', 'sweep', 'lattice'))
    for verb in ('datafly', 'sweep', 'lattice'):
        assert kanon(verb, '--help').stdout.startswith('usage: python -m kanon ' + verb)


def test_datafly_publishes_as_the_scripts_do(tmp_path):
    result = kanon('datafly', SAMPLE, '-k', 4, '-o', tmp_path / 'out.csv', '--trace')
    assert result.returncode == 0 and 'passed: read again, the release' in result.stdout
    assert 'At most 4 records may be suppressed, that is, not published.' in result.stdout                            # k, as in Sweeney
    assert [line[:22] for line in result.stdout.splitlines()[:2]] == ['The top of the lattice', 'The search begins at (']
    with open(str(tmp_path / 'out.csv'), newline='') as file:
        rows = list(csv.reader(file))
    assert rows[0] == QUASI + ['occupation'] and len(rows) > 11000
    result = kanon('datafly', SAMPLE, '-k', 4, '-o', tmp_path / 'other.csv', '--round-robin', '--json')
    assert json.loads(result.stdout)['measures']['suppressed'] == 0 == json.loads(result.stdout)['max_suppression']


OPTIONS = dict(weights={}, measure='lm', quasi=['a', 'b'], max_suppression=['0'], hierarchies='', labels='set')


def test_a_lattice_of_which_nothing_satisfies_is_listed_all_the_same():
    frequency_set, trees = random_table(4, columns=2)
    lattice = Lattice(frequency_set, trees, 10 ** 6)
    rows = list(every_vector(lattice, 0, Namespace(satisfying=False, minimal=False, **OPTIONS)))
    assert [row['vector'] for row in rows] == list(vectors(lattice.top)) and not any(row['satisfies'] for row in rows)


def test_a_lattice_that_is_too_large_is_refused():
    tree = Hierarchy({'x': 'xy', 'y': 'xy', 'xy': '*'})
    lattice = Lattice({('x',) * 11: 1, ('y',) * 11: 1}, [tree] * 11, 2)
    with pytest.raises(DataError, match='the lattice has 177,147 vectors, more than can be listed'):
        next(every_vector(lattice, 0, Namespace(satisfying=False, minimal=False, **OPTIONS)))


def swept(frequency_set, trees, algorithm, **options):
    """The one row of a sweep of one algorithm over a table of the columns a and b."""
    counted = CountedTable(Namespace(frequency_set=frequency_set_of(frequency_set)), Required(2), ['a', 'b'], {},
                      GivenHierarchies(dict(zip('ab', trees))), '.', 't')
    row, = sweep(counted, {algorithm.name: algorithm}, Namespace(queries=None, algorithm=[algorithm.name], format='json', quiet=True, trace=False, picture=None, html=None,
                                                                 **{**OPTIONS, **options}))
    return row


def test_the_time_limit_of_a_sweep():
    frequency_set, trees = random_table(4, columns=2)
    for limit, proven in ((0, False), (None, True)):
        row = swept(frequency_set, trees, Optimal(time_limit=limit), k=[2])
        assert row['proven'] is proven and row['seconds'] > 0


def test_where_everything_would_be_suppressed_there_is_no_row():
    frequency_set, trees = random_table(4, columns=2)
    records = sum(frequency_set.values())
    for algorithm in (Samarati(measure='height'), Optimal(measure='height'), Datafly()):
        for k in (records, records + 1):
            row = swept(frequency_set, trees, algorithm, k=[k], max_suppression=['100%'])
            assert {row[name] for name in row if name not in ('algorithm', 'k', 'max_suppression', 'seconds')} == {None}


def test_mondrian_alone_needs_no_hierarchies(tmp_path):
    assert kanon('sweep', SAMPLE, '--algorithm', 'mondrian', '--hierarchies', tmp_path).returncode == 0


def test_ctrl_c_prints_the_rows_that_are_there(capsys):
    def rows():
        yield {'k': 2, 'lm': 0.5}
        raise KeyboardInterrupt
    for output, expected in (('-', 'k,lm\n2,0.5\n'), ('out.csv', '')):
        with pytest.raises(KeyboardInterrupt):
            print_table(rows(), len, Namespace(format='csv', output=output, encoding='utf-8', quiet=True))
        assert capsys.readouterr().out == expected


def test_cells():
    row = {'seconds': 0.12345, 'entropy': 1.25, 'class_entropy': 1.234, 'c_avg': 1.5, 'lm': 2 / 3, 'proven': True, 'minimal': False}
    assert table_text([row], 'text').splitlines()[1].split() == ['0.123', '1.2', '1.23', '1.50', '0.6667', 'yes', 'no']


def test_how_far_from_the_best_possible():
    frequency_set, trees = random_table(4, columns=2)
    target = objective_for('height', Lattice(frequency_set, trees, 2), 0)
    assert proof(Best((1, 1), 3, 2, False, 0), target)['gap'] == 0.5
    assert proof(Best((1, 1), 3, 0, False, 0), target)['gap'] is None
    assert proof(Best((0, 0), 0, 0, True, 0), target)['gap'] == 0
    assert distance(ENGLISH, 'lm', {'value': 2, 'gap': None}) == 'lm 2, not yet known how far from the best possible'
    assert distance(ENGLISH, 'precision', {'value': 0.5, 'bound': 0.625, 'gap': 0.25}) == 'precision 0.5, at most 25.0% below the best possible'


def test_a_sweep_without_queries_imports_nothing_for_them():
    code = ('import sys; sys.path.insert(0, "."); import kanon.tools.verbs.sweep as m; from kanon.core.desk.run import run\n'
            'run(m.PROGRAM, m.main, ["data/inpatients/inpatients.csv", "-k", "4", "--quiet"])\n'
            'print([name for name in sys.modules if name.startswith(("kanon.tools.comparing", "kanon.tools.verbs.use"))])')
    result = subprocess.run([sys.executable, '-c', code], cwd=HOME, stdout=subprocess.PIPE, encoding='utf-8')
    assert 'mondrian' in result.stdout and result.stdout.endswith('\n[]\n')
