"""The library publishes what the scripts publish, byte for byte, from a file and from rows in memory."""

import csv
import json
from random import Random

import pytest

import flat
import kanon
from conftest import ALL, COLUMNS, QUASI, random_tree, run, seeds
from kanon.core.tables.hierarchy_file import load
from kanon.core.tables.table import Table

SAMARATI, MONDRIAN, DATAFLY = 'run_samarati.py', 'run_mondrian.py', 'datafly'
INPATIENTS = 'data/inpatients/inpatients.csv', ['zip', 'age'], ['condition'], 'data/inpatients/hierarchies', None
SAMPLE = 'data/adult_sample.data', QUASI, ['occupation'], 'hierarchies', COLUMNS
MANY = ['age', 'work_class', 'education', 'marital_status', 'race', 'gender']


def some(cases, every=3):
    """Every third case, all with KANON_ALL=1."""
    return cases if ALL else cases[::every]


def words_of(options):
    """{'max_suppression': '1%', ...} as the words of a command line."""
    for name, value in options.items():
        if isinstance(value, list):
            value = ','.join(value)
        elif isinstance(value, dict):
            value = (',' if name == 'weights' else ';').join('%s=%s' % pair for pair in value.items())
        yield from ('--' + name.replace('_', '-'), str(value))


def by_script(table, script, options, path):
    """The report of a script, which writes the release to the path."""
    data, quasi, sensitive, hierarchies, columns = table
    options = {'quasi': quasi, 'sensitive': sensitive, 'hierarchies': hierarchies, **options}
    if columns:
        options['columns'] = columns
    words = [data, '--config', empty_ini(path), *words_of(options), '--json', '-o', path, '--force']
    done = run('kanon', 'datafly', *words) if script == DATAFLY else run(script, *words)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def empty_ini(path):
    path = path.parent / 'empty.ini'
    path.write_text('[kanon]\n')
    return path


def by_library(table, algorithm, options):
    data, quasi, sensitive, hierarchies, columns = table
    return flat.anonymize(data, **{'quasi': quasi, 'sensitive': sensitive, 'hierarchies': hierarchies, 'columns': columns, **options},
                           algorithm=algorithm)


def in_memory(table, encoding='utf-8'):
    """The same table as rows in memory."""
    data, quasi, sensitive, hierarchies, columns = table
    with Table(data, columns, encoding=encoding, missing='value') as rows:
        names = list(rows.columns)
        return list(rows.tuples(names)), quasi, sensitive, hierarchies, names


def check_same(table, script, options, tmp_path, switches=(), **more):
    """more: what only one of the two takes, as script=[...] or library={...}."""
    order = options.get('order', 'sorted')
    said = {name: value for name, value in options.items() if name != 'algorithm'}
    asked = {name: value for name, value in said.items() if name != 'order'}
    algorithm = {SAMARATI: 'samarati', MONDRIAN: 'mondrian', DATAFLY: 'datafly'}[script]
    report = by_script(table, script, {**({} if script == MONDRIAN or 'max_suppression' in said else {'max_suppression': 0}), **said}, tmp_path / 'script.csv')
    for source in (table, in_memory(table)):
        release = by_library(source, algorithm, asked)
        audit = release.write(tmp_path / 'library.csv', force=True, order=order)
        assert (tmp_path / 'library.csv').read_bytes() == (tmp_path / 'script.csv').read_bytes()
        check_report(release, audit, report)
        with open(tmp_path / 'library.csv', newline='', encoding='utf-8') as file:
            header, *rows = map(tuple, csv.reader(file))
        assert list(header) == release.columns and (rows == release.rows if order == 'sorted' else sorted(rows) == sorted(release.rows))


def check_report(release, audit, report):
    assert release.measures == report['measures']
    assert release.records == report['records'] and release.suppressed == report['records']['suppressed']
    assert release.vector is None if 'vector' not in report else dict(zip(release.quasi, release.vector)) == report['vector']
    assert {**audit._asdict(), 'ok': True} == report['audit'] and len(release.classes) == report['classes']['count']
    assert {name: list(map(str, rules)) for name, rules in release.required.rules.items()} == report['beyond']
    assert release.unique == report['unique']


LEVELS = [{}, {'k': 3, 'max_suppression': 3}, {'k': 4, 'max_suppression': '9%'}, {'weights': {'age': 3, 'zip': 0.5}}, {'k': 2, 'order': 'input'},
          {'k': 2, 'l_diversity': 2}, {'k': 2, 'l_diversity': 'entropy:1.5', 'max_suppression': 4}, {'k': 2, 'l_diversity': 'recursive:3,2'},
          {'k': 2, 't_closeness': 0.4}, {'k': 2, 'alpha': {'condition': 0.75}}, {'sensitive': [], 'publish': ['condition'], 'k': 3}, {'quasi': ['age'], 'k': 2}]
MEASURES = 'lm', 'dm', 'entropy', 'precision', 'height', 'c_avg'
CUTS = [{'partitioning': 'strict'}, {'partitioning': 'relaxed'}, {'partitioning': 'both'}, {'choose': 'lm'}, {'choose': 'random', 'seed': 7},
        {'partitioning': 'both', 'choose': 'random', 'seed': 1}, {'labels': 'box'}, {'labels': 'box,ancestor', 'partitioning': 'relaxed'},
        {'categories': 'frequency'}, {'categories': 'leaves'}, {'categories': 'hierarchy'}, {'categories': 'hierarchy', 'labels': 'set'},
        {'partitioning': 'both', 'choose': 'lm', 'categories': 'frequency', 'weights': {'age': 2}}]


@pytest.mark.parametrize('options', LEVELS, ids=str)
def test_the_inpatients_by_every_algorithm(options, tmp_path):
    options = {'k': 4, **options}
    check_same(INPATIENTS, SAMARATI, options, tmp_path)
    check_same(INPATIENTS, DATAFLY, options, tmp_path)
    check_same(INPATIENTS, MONDRIAN, {name: value for name, value in options.items() if name != 'max_suppression'}, tmp_path)


@pytest.mark.parametrize('measure', [*MEASURES, 'first'])
def test_every_measure_chooses_alike(measure, tmp_path):
    options = {'k': 3, 'measure': measure, 'max_suppression': 2}
    check_same(INPATIENTS, SAMARATI, options, tmp_path)
    if measure != 'first':
        check_switch(INPATIENTS, SAMARATI, '--optimal', 'optimal', options, tmp_path)
    if measure in some(MEASURES):
        check_switch(SAMPLE, SAMARATI, '--optimal', 'optimal', {'k': 20, 'measure': measure, 'max_suppression': '1%'}, tmp_path)


def check_switch(table, script, switch, algorithm, options, tmp_path):
    """The same where the script has a switch, --optimal or --round-robin, and the library another algorithm."""
    data, quasi, sensitive, hierarchies, columns = table
    words = [data, switch, '--config', empty_ini(tmp_path / 'x'), '--json', '-o', tmp_path / 'script.csv', '--force', *words_of(
        {'quasi': quasi, 'sensitive': sensitive, 'hierarchies': hierarchies, **({'columns': columns} if columns else {}), **options})]
    done = run('kanon', 'datafly', *words) if script == DATAFLY else run(script, *words)
    assert done.returncode == 0, done.stderr
    release, report = by_library(table, algorithm, options), json.loads(done.stdout)
    audit = release.write(tmp_path / 'library.csv', force=True)
    assert (tmp_path / 'library.csv').read_bytes() == (tmp_path / 'script.csv').read_bytes()
    check_report(release, audit, report)
    assert release.proven is (True if algorithm == 'optimal' else None)


def test_round_robin(tmp_path):
    for table, k in ((INPATIENTS, 4), (SAMPLE, 5)):
        check_switch(table, DATAFLY, '--round-robin', 'round-robin', {'k': k}, tmp_path)


@pytest.mark.parametrize('cuts', some(CUTS), ids=str)
def test_mondrian_cuts_alike(cuts, tmp_path):
    check_same(SAMPLE, MONDRIAN, {'k': 25, **cuts}, tmp_path)


@pytest.mark.parametrize('more', some([{'missing': 'value'}, {'missing': 'root'}, {'missing_in': 'used'}, {'order': 'input'},
                                  {'l_diversity': 3, 'alpha': 0.5}, {'sensitive': ['occupation', 'class'], 'l_diversity': {'class': 2}},
                                  {'publish': ['native_country', 'hours_per_week']}]), ids=str)
def test_the_sample(more, tmp_path):
    check_same(SAMPLE, SAMARATI, {'k': 20, 'max_suppression': '4%', 'measure': 'entropy', **more}, tmp_path)
    check_same(SAMPLE, MONDRIAN, {'k': 20, 'partitioning': 'relaxed', **more}, tmp_path)


@pytest.mark.parametrize('script, options', some([
    (SAMARATI, {}), (SAMARATI, {'k': 5, 'max_suppression': 50, 'measure': 'dm'}), (SAMARATI, {'missing': 'root', 'publish': ['work_class']}),
    (SAMARATI, {'l_diversity': 'entropy:2.5', 'max_suppression': '4%'}), (SAMARATI, {'t_closeness': 0.3, 'max_suppression': '4%'}),
    (MONDRIAN, {}), (MONDRIAN, {'partitioning': 'both', 'choose': 'lm', 'categories': 'frequency'}), (MONDRIAN, {'t_closeness': 'ordered:0.3', 'sensitive':
     ['hours_per_week'], 'missing_in': 'used'}), (MONDRIAN, {'quasi': MANY, 'partitioning': 'relaxed', 'missing': 'root', 'labels': 'box'}), (DATAFLY, {'k': 5})], 5), ids=str)
def test_adult(script, options, adult, tmp_path):
    check_same((adult, *SAMPLE[1:]), script, {'k': 10, **options}, tmp_path)


def test_a_hierarchical_distance(tmp_path):
    options = {'k': 20, 't_closeness': 'hierarchical:0.3', 'quasi': ['age', 'gender'], 'sensitive': ['marital_status']}
    check_same(SAMPLE, SAMARATI, options, tmp_path)
    check_same(SAMPLE, MONDRIAN, options, tmp_path)


@pytest.mark.parametrize('encoding', ['latin-1', 'gb18030', 'utf-16'])
def test_other_encodings(encoding, tmp_path):
    (tmp_path / 'a.csv').write_text('age;ill\n' + '28;a\n29;"b;\xe9"\n' * 3, encoding=encoding)
    words = [tmp_path / 'a.csv', '--quasi', 'age', '--sensitive', 'ill', '-k', 2, '--encoding', encoding, '--spreadsheet-safe', '-o', tmp_path / 'script.csv']
    done = run(MONDRIAN, *words)
    assert done.returncode == 0, done.stderr
    release = flat.anonymize(tmp_path / 'a.csv', ['age'], ['ill'], k=2, encoding=encoding)
    release.write(tmp_path / 'library.csv', encoding=encoding, spreadsheet_safe=True)
    assert (tmp_path / 'library.csv').read_bytes() == (tmp_path / 'script.csv').read_bytes()


@pytest.mark.parametrize('seed', seeds(200))
def test_random_tables(seed, tmp_path):
    """Rows, a csv file of them and the scripts publish the same; every class has k records and passes; the records add up."""
    random = Random(seed)
    people = [{'age': random.choice([*range(20, 30), None]), 'job': random.choice('abcde?'), 'ill': random.choice(['flu', 'a "b"\n', 'c, d'])}
              for _ in range(random.randint(2, 60))]
    trees = {'age': random_tree(random, [str(age) for age in range(20, 30)]), 'job': random_tree(random, list('abcde'))}
    with open(tmp_path / 'people.csv', 'w', newline='', encoding='utf-8') as file:
        writer = csv.DictWriter(file, people[0])
        writer.writeheader()
        writer.writerows(people)
    algorithm = random.choice(['samarati', 'optimal', 'datafly', 'round-robin', 'mondrian', 'mondrian', 'mondrian'])
    options = {'k': random.randint(2, 4), 'missing': random.choice(['drop', 'root']), 'algorithm': algorithm, 'hierarchies': trees,
               'l_diversity': random.choice([None, None, 2])}
    if algorithm == 'mondrian':
        options.update(partitioning=random.choice(['strict', 'relaxed', 'both']), choose=random.choice(['widest', 'lm']),
                       labels=random.choice(['', 'box', 'ancestor']))
    elif algorithm != 'round-robin':
        options['max_suppression'] = random.choice([0, 2, '20%'])
    try:
        release = flat.anonymize(people, ['age', 'job'], ['ill'], **options)
    except kanon.DataError as error:
        with pytest.raises(type(error)) as refused:
            flat.anonymize(tmp_path / 'people.csv', ['age', 'job'], ['ill'], **options)
        assert refused.value.problem == error.problem
        return
    other = flat.anonymize(tmp_path / 'people.csv', ['age', 'job'], ['ill'], **options)
    assert release.rows == other.rows == sorted(release.rows) and release.measures == other.measures and release.recoding == other.recoding
    for order in ('sorted', 'input'):
        contents = []
        for one in (release, other):
            one.write(tmp_path / 'out.csv', force=True, order=order)
            contents.append((tmp_path / 'out.csv').read_bytes())
        assert contents[0] == contents[1]
    records = release.records
    assert records['read'] == len(people) == records['missing'] + records['published'] + records['suppressed']
    assert len(release.rows) == records['published'] == sum(release.classes.values())
    for quasi, n in release.classes.items():
        ill = [row[2] for row in release.rows if row[:2] == quasi]
        assert len(ill) == n >= options['k'] and len(set(ill)) >= (options['l_diversity'] or 1)


@pytest.mark.parametrize('write', ['write', 'write_recoding'])
def test_no_output_replaces_the_population(write, tmp_path):
    (tmp_path / 'people.csv').write_text('age\n30\n30\n31\n31\n')
    release = flat.anonymize([{'age': 30}, {'age': 31}] * 2, ['age'], k=2, hierarchies={'age': {'30': '*', '31': '*'}},
                              population=tmp_path / 'people.csv', k_map=2)
    with pytest.raises(kanon.DataError, match='people.csv: the output is the input'):
        getattr(release, write)(tmp_path / 'people.csv', force=True)


@pytest.mark.parametrize('order', ['sorted', 'input'])
def test_a_table_of_several_files(order, tmp_path):
    rows = ['age,job', *('%d,%s' % (30 + n % 4, 'abc'[n % 3]) for n in range(40))]
    (tmp_path / 'parts').mkdir()
    for path, part in (('one.csv', rows[1:]), ('parts/a.csv', rows[1:15]), ('parts/b.csv', rows[15:])):
        (tmp_path / path).write_text('\n'.join([rows[0], *part, '']))
    written = []
    for data in (tmp_path / 'one.csv', tmp_path / 'parts', [tmp_path / 'parts' / 'a.csv', str(tmp_path / 'parts' / 'b.csv')]):
        release = kanon.anonymize(data, ['age'], ['job'], k=3)
        release.write(tmp_path / 'out.csv', order=order, force=True)
        written.append((tmp_path / 'out.csv').read_bytes())
    assert written[0] == written[1] == written[2] and release.records['read'] == 40
    with pytest.raises(kanon.DataError, match='the output is the input'):
        release.write(tmp_path / 'parts' / 'b.csv', force=True)
    (tmp_path / 'parts' / 'b.csv').write_text('age,job\n30,a\n')
    release.write(tmp_path / 'out.csv', order=order, force=True)
    assert (tmp_path / 'out.csv').read_bytes() == written[0]
    with pytest.raises(kanon.DataError, match='no.csv: No such file or directory'):
        kanon.anonymize([tmp_path / 'one.csv', 'no.csv'], ['age'], k=3)


def test_the_limit_in_time_of_the_optimal_search():
    """At once, the search takes the first vector that satisfies, the top, and does not call it proven."""
    trees = {name: load('data/inpatients/hierarchies/%s.txt' % name) for name in ('zip', 'age')}
    words = {'k': 4, 'hierarchies': trees, 'algorithm': 'optimal'}
    first = flat.anonymize(*INPATIENTS[:3], **words, time_limit=0)
    assert (first.vector, first.proven) == (tuple(tree.height for tree in trees.values()), False)
    assert flat.anonymize(*INPATIENTS[:3], **words, time_limit=60).proven


def test_the_limit_in_time_of_the_best_cuts():
    """At once, the first answer is taken, and not called proven."""
    release = {limit: flat.anonymize(*INPATIENTS[:3], k=3, partitioning='optimal', time_limit=limit) for limit in (0, 60)}
    assert [release[limit].proven for limit in (0, 60)] == [False, True]
    assert release[60].measures['lm'] <= release[0].measures['lm']
    assert flat.anonymize(*INPATIENTS[:3], k=3).proven is None
