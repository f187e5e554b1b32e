"""`--items` as a user meets it: tables with lists of diagnoses in a cell, or in several columns, from the messy file to the release."""

import csv
import json
import os

import pytest

import kanon as library
from conftest import kanon, run, run_here

HOMES = ['E11', 'I10', 'J45', 'N18']


def table_of(lists, columns=0):
    """A csv text: ages from 30 on, two of each, with a list of diagnoses, in one column or in so many."""
    head = ['dx'] if not columns else ['dx%d' % (place + 1) for place in range(columns)]
    lines = []
    for place, items in enumerate(lists):
        cells = ['|'.join(items)] if not columns else (items + [''] * columns)[:columns]
        lines.append(','.join([str(30 + place // 2), *cells]))
    return '\n'.join([','.join(['age', *head]), *lines]) + '\n'


def rows_of(path):
    with open(path, newline='', encoding='utf-8') as file:
        return list(csv.reader(file))


ALL_HAVE_ONE = [['B20', other] for other in HOMES]
MIXED = [['B20', 'E11'], ['I10'], ['B20'], ['J45'], [], ['E11'], ['B20', 'N18'], ['E11', 'I10']]
LISTED = [['B20', 'E11'], ['I10', 'B20'], ['B20'], ['E11', 'I10'], [], ['I10'], ['E11', 'B20'], ['E11']] * 3      # looks like lists
WORDS = ['--quasi', 'age', '--sensitive', 'dx', '-k', '2']


@pytest.mark.parametrize('columns, items', [(0, 'dx=|'), (2, 'dx=dx1,dx2')])
@pytest.mark.parametrize('rule', [['--l-diversity', '2'], ['--alpha', '0.5']])
def test_everybody_has_one_item_in_common(columns, items, rule, tmp_path):
    (tmp_path / 't.csv').write_text(table_of(ALL_HAVE_ONE, columns))
    done = run('run_mondrian.py', 't.csv', *WORDS, *rule, '--items', items, '-o', 'out.csv', cwd=str(tmp_path))
    assert done.returncode == 1 and 'not even the whole table as one class has' in done.stderr and not (tmp_path / 'out.csv').exists()


def test_check_standard_and_attack_see_the_item_that_all_have(tmp_path):
    (tmp_path / 'r.csv').write_text('age,dx\n' + ''.join('[30-31],%s\n' % '|'.join(items) for items in ALL_HAVE_ONE))
    (tmp_path / 'known.csv').write_text('age\n30\n31\n')
    words = ['--quasi', 'age', '--sensitive', 'dx']
    for items, l, alpha, inference, same in (([], 4, 0.25, 'holds', 0), (['--items', 'dx=|'], 1, 1.0, 'fails', 2)):
        judged = kanon('check', 'r.csv', *words, *items, '--standard', 'gdpr-wp216', '--json', cwd=str(tmp_path))
        report = json.loads(judged.stdout)
        column, clauses = report['columns'][0], {clause['clause']: clause for clause in report['standards'][0]['clauses']}
        assert (column['l'], column['alpha'], clauses['inference']['verdict']) == (l, alpha, inference)
        attacked = json.loads(kanon('attack', 'r.csv', '--known', 'known.csv', *words, *items, '--format', 'json', cwd=str(tmp_path)).stdout)
        assert attacked[0]['one_value'] == same
    assert report['worst'][0]['columns'][0]['most_frequent'] == 'B20' and report['worst'][0]['columns'][0]['records'] == 4
    assert column['items'] == {'sign': '|', 'different': 5, 'mean': 2.0}
    assert (column['entropy'], column['recursive'], column['ordered-t'], column['hierarchical-t']) == (None,) * 4 and column['t'] == 0
    required = kanon('check', 'r.csv', *words, '--items', 'dx=|', '--l-diversity', '2', cwd=str(tmp_path))
    assert required.returncode == 1 and 'all B20' in required.stdout and 'FAILS in 1 class, 4 records' in required.stdout


@pytest.mark.parametrize('script', ['run_samarati.py', 'run_mondrian.py', 'datafly'])
def test_a_list_in_a_cell_and_one_in_several_columns_make_one_release(script, tmp_path):
    (tmp_path / 'hierarchies').mkdir()
    (tmp_path / 'hierarchies' / 'age.txt').write_text(''.join('%d,%s\n' % (age, '30-31' if age < 32 else '32-33') for age in range(30, 34))
                                                      + '30-31,*\n32-33,*\n')
    found = []
    for name, columns, items in (('a', 0, 'dx=|'), ('b', 2, 'dx=dx1,dx2')):
        (tmp_path / (name + '.csv')).write_text(table_of(MIXED, columns))
        done = (run if script.endswith('.py') else kanon)(*([script] if script.endswith('.py') else ['datafly']), name + '.csv', *WORDS,
                                                           '--l-diversity', '2', '--items', items, '-o', name + '_out.csv', cwd=str(tmp_path))
        assert done.returncode == 0, done.stderr
        assert 'dx: sets of items, separated by |. Rules are about one item at a time.' in done.stdout
        assert 'No item of dx is that of all records of a class.' in done.stdout
        found.append(rows_of(tmp_path / (name + '_out.csv')))
    assert found[0] == found[1] and found[0][0] == ['age', 'dx'] and len(found[0]) == 9
    assert sorted(row[1] for row in found[0][1:]) == sorted('|'.join(items) for items in MIXED)


GAPS = """age,dx,dx1,dx2,remark
30,flu|gout,a,,x
30,,b,,x
30,gout,c,a,
30,flu|?,a,b,x
30,gout,a,?,x
30,k.A.|flu,c,,x
"""


@pytest.mark.parametrize('missing_in, sensitive, items, published', [
    ('used', 'dx', ['dx=|'], ['flu|gout', '', 'gout', 'gout']), ('used', 'z', ['z=dx1,dx2'], ['a', 'b', 'c|a', 'a|b', 'c']),
    ('any', 'dx', ['dx=|', 'z=dx1,dx2'], ['flu|gout', '']), ('any', 'z', ['dx=|', 'z=dx1,dx2'], ['a', 'b']),
    ('used', 'dx', [], ['flu|gout', 'gout', 'flu|?', 'gout', 'k.A.|flu'])])
def test_nothing_in_a_list_is_no_gap_and_a_part_that_is_missing_is_one(missing_in, sensitive, items, published, tmp_path):
    (tmp_path / 't.csv').write_text(GAPS)
    lists = [word for each in items for word in ('--items', each)]
    done = run('run_mondrian.py', 't.csv', '--quasi', 'age', '-k', '2', '--na', 'k.A.', '--missing-in', missing_in, '--sensitive', sensitive, *lists,
               '-o', 'out.csv', cwd=str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert sorted(row[1] for row in rows_of(tmp_path / 'out.csv')[1:]) == sorted(published)


def test_a_missing_part_makes_the_cell_missing_and_no_record_is_lost_for_nothing(tmp_path):
    (tmp_path / 't.csv').write_text('age,dx\n' + '30,flu|?\n30,\n30,gout\n30,k.A.|flu\n' * 2)
    words = ['t.csv', *WORDS, '--items', 'dx=|', '--na', 'k.A.', '--missing', 'value', '-o', 'out.csv', '--force']
    done = run('run_mondrian.py', *words, '--alpha', '0.75', cwd=str(tmp_path))
    assert done.returncode == 0 and 'Counted without a known value: dx in 4 records.' in done.stdout
    assert run('run_mondrian.py', *words, '--alpha', '0.74', cwd=str(tmp_path)).returncode == 1
    assert sorted(row[1] for row in rows_of(tmp_path / 'out.csv')[1:]) == ['', '', '?|flu', '?|flu', 'flu|?', 'flu|?', 'gout', 'gout']


def test_how_lists_are_said(tmp_path):
    """Typed several times, with named signs, on lines of an INI file: the record has the same, and so has its replay."""
    text = 'age,a,b,c1,c2\n' + '30,x;y,"p,q",m,\n31,y,q,,n\n' * 4
    (tmp_path / 't.csv').write_text(text)
    (tmp_path / 'lines.ini').write_text('[kanon]\nitems = a=semicolon\n   b=comma\n   z=c1,c2\n')
    words = ['t.csv', '--quasi', 'age', '--sensitive', 'a,b,z', '-k', '4', '--alpha', '1']
    said = {'a': ';', 'b': ',', 'z': ['c1', 'c2']}
    for name, more in (('one', ['--items', 'a=;;b=,;z=c1,c2']), ('several', ['--items', 'a=semicolon', '--items', 'b=comma', '--items', 'z=c1,c2']),
                       ('ini', ['--config', 'lines.ini'])):
        done = run('run_mondrian.py', *words, *more, '-o', name + '.csv', '--record', name + '.json', cwd=str(tmp_path))
        assert done.returncode == 0, done.stderr
        record = json.loads((tmp_path / (name + '.json')).read_text())
        assert record['options']['items'] == said and set(record['result']['items']) == {'a', 'b', 'z'}
        assert kanon('replay', name + '.json', cwd=str(tmp_path)).returncode == 0
        assert rows_of(tmp_path / (name + '.csv')) == rows_of(tmp_path / 'one.csv')


def test_the_commands_that_a_report_offers_work_as_they_are_printed(tmp_path):
    (tmp_path / 't.csv').write_text(table_of(MIXED, 2))
    done = run('run_mondrian.py', 't.csv', *WORDS, '--l-diversity', '2', '--items', 'dx=dx1,dx2', '-o', 'out.csv', '--json', cwd=str(tmp_path))
    check, attack = json.loads(done.stdout)['next']
    import shlex
    checked, attacked = (kanon(*shlex.split(line)[3:], cwd=str(tmp_path)) for line in (check, attack))
    assert checked.returncode == 0 and 'dx: sets of items, separated by |.' in checked.stdout
    assert attacked.returncode == 0, attacked.stderr


def test_the_next_table_is_published_like_this_one(tmp_path):
    (tmp_path / 'hierarchies').mkdir()
    (tmp_path / 'hierarchies' / 'age.txt').write_text(''.join('%d,*\n' % age for age in range(30, 34)))
    (tmp_path / 't.csv').write_text(table_of(MIXED, 2))
    done = run('run_samarati.py', 't.csv', *WORDS, '--l-diversity', '2', '--items', 'dx=dx1,dx2', '-o', 'out.csv', '--record', 'r.json', cwd=str(tmp_path))
    assert done.returncode == 0, done.stderr
    like = run('run_samarati.py', 't.csv', '--like', 'r.json', '-o', 'like.csv', cwd=str(tmp_path))
    assert like.returncode == 0 and (tmp_path / 'like.csv').read_bytes() == (tmp_path / 'out.csv').read_bytes()
    (tmp_path / 'u.csv').write_text(table_of(ALL_HAVE_ONE, 2))
    refused = run('run_samarati.py', 'u.csv', '--like', 'r.json', '--max-suppression', '0', '-o', 'u_out.csv', cwd=str(tmp_path))
    assert refused.returncode == 1 and not (tmp_path / 'u_out.csv').exists()


def test_a_plan_holds_how_its_table_was_read(tmp_path):
    (tmp_path / 't.csv').write_text(table_of(MIXED, 2))
    words = ['t.csv', *WORDS, '--l-diversity', '2', '--items', 'dx=dx1,dx2', '--labels', 'box']
    assert run('run_mondrian.py', *words, '--save-plan', 'plan.json', '-o', 'out.csv', cwd=str(tmp_path)).returncode == 0
    again = run('run_mondrian.py', 't.csv', '--plan', 'plan.json', '-o', 'again.csv', cwd=str(tmp_path))
    assert again.returncode == 0 and (tmp_path / 'again.csv').read_bytes() == (tmp_path / 'out.csv').read_bytes()
    other = run('run_mondrian.py', 't.csv', '--plan', 'plan.json', '--items', 'dx=dx2,dx1', '-o', 'other.csv', cwd=str(tmp_path))
    assert other.returncode == 2 and '--items differs from plan.json' in other.stderr and not (tmp_path / 'other.csv').exists()


def test_a_release_of_an_engine_is_compared_with_the_counts_of_its_columns(tmp_path):
    """The counts have the two columns, and the release their items."""
    (tmp_path / 'hierarchies').mkdir()
    (tmp_path / 'hierarchies' / 'age.txt').write_text(''.join('%d,*\n' % age for age in range(30, 34)))
    (tmp_path / 't.csv').write_text(table_of(MIXED, 2))
    words = ['--sensitive', 'dx', '--items', 'dx=dx1,dx2']
    assert run('run_samarati.py', 't.csv', '--quasi', 'age', '-k', '2', '--l-diversity', '2', *words, '-o', 'out.csv', '--recoding', 'recoding.csv',
               cwd=str(tmp_path)).returncode == 0
    assert kanon('count', 't.csv', '--quasi', 'age', '--sensitive', 'dx1,dx2', '--missing', 'value', '-o', 'n.csv', cwd=str(tmp_path)).returncode == 0
    checked = ['check', 'out.csv', '--counted', 'n.csv', '--recoding', 'recoding.csv', *words, '--missing', 'value', '--l-diversity']
    assert [kanon(*checked, l, cwd=str(tmp_path)).returncode for l in ('2', '9')] == [0, 1]


def test_a_column_that_looks_like_a_list_is_told_in_the_report(tmp_path):
    (tmp_path / 't.csv').write_text(table_of(LISTED))
    words = ['t.csv', *WORDS, '--missing', 'value', '-o', 'out.csv', '--force']
    warned = 'WARNING: The cells of dx look as if they had several items, with | between them.'
    done = run('run_mondrian.py', *words, '--l-diversity', '2', cwd=str(tmp_path))
    assert done.returncode == 0 and warned in done.stdout and 'several items' not in done.stderr
    assert "--items 'dx=|'" in ' '.join(done.stdout.split())
    assert json.loads(run('run_mondrian.py', *words, '--l-diversity', '2', '--json', cwd=str(tmp_path)).stdout)['like_lists'] == {'dx': '|'}
    for more in ([], ['--l-diversity', '2', '--items', 'dx=|']):      # no rule is about it, or it is said to be a list
        assert warned not in run('run_mondrian.py', *words, *more, cwd=str(tmp_path)).stdout
    assert run('run_mondrian.py', *words, '--l-diversity', '2', '--html', 'p.html', '--language', 'zh', cwd=str(tmp_path)).returncode == 0
    assert 'dx 的单元格看起来有多个项目，以 | 分隔' in (tmp_path / 'p.html').read_text(encoding='utf-8')


def test_columns_that_look_like_one_list_are_told(tmp_path):
    (tmp_path / 't.csv').write_text(table_of(LISTED, 2))
    done = run('run_mondrian.py', 't.csv', '--quasi', 'age', '--sensitive', 'dx1,dx2', '-k', '2', '--missing', 'value', '--alpha', '1', '-o', 'out.csv',
               cwd=str(tmp_path))
    assert 'WARNING: The columns dx1, dx2 look as if they had an item each of one list.' in done.stdout and '--items dx=dx1,dx2' in ' '.join(done.stdout.split())


@pytest.mark.parametrize('language, of_column, of_rule', [
    ('en', 'dx: sets of items, separated by |. Rules are about one item at a time.', 'No item of dx is that of all records of a class.'),
    ('zh', 'dx：项目的集合，以 | 分隔。规则每次针对一个项目。', 'dx 没有一个项目是等价类中所有记录都有的。')])
def test_the_page_says_what_a_rule_of_items_is(language, of_column, of_rule, tmp_path):
    (tmp_path / 't.csv').write_text(table_of(MIXED))
    words = ['t.csv', *WORDS, '--l-diversity', '2', '--items', 'dx=|', '-o', 'out.csv', '--language', language]
    assert run('run_mondrian.py', *words, '--html', 'p.html', cwd=str(tmp_path)).returncode == 0
    page = (tmp_path / 'p.html').read_text(encoding='utf-8')
    assert of_column in page and of_rule in page
    kanon('check', 'out.csv', '--quasi', 'age', '--sensitive', 'dx', '--items', 'dx=|', '--html', 'c.html', '--language', language, cwd=str(tmp_path))
    assert of_column in (tmp_path / 'c.html').read_text(encoding='utf-8')


def test_start_asks_and_writes_what_is_answered(tmp_path):
    (tmp_path / 't.csv').write_text(table_of(LISTED))
    asked = json.loads(kanon('start', 't.csv', '--json', cwd=str(tmp_path)).stdout)
    doubt, = [doubt for doubt in asked['doubts'] if doubt['key'] == 'like_list']
    assert doubt['column'] == 'dx' and doubt['choices'][0]['set'] == {'items': ['dx=|']}
    words = ['start', 't.csv', '--quasi', 'age', '--sensitive', 'dx', '-k', '2']
    done = kanon(*words, '--items', 'dx=|', cwd=str(tmp_path))
    assert done.returncode == 0 and 'look as if they had several items' not in done.stdout
    assert 'left out only for a gap' not in done.stdout         # nothing in a list is no gap
    assert 'items = dx=|' in (tmp_path / 't.ini').read_text()
    published = run('run_mondrian.py', 't.csv', '--config', 't.ini', '--alpha', '0.9', '-o', 'out.csv', cwd=str(tmp_path))
    assert published.returncode == 0 and 'alpha = 0.9 in the items of dx' in published.stdout


def test_start_asks_for_columns_that_look_like_one_list(tmp_path):
    (tmp_path / 't.csv').write_text(table_of(LISTED, 2))
    doubt, = [doubt for doubt in json.loads(kanon('start', 't.csv', '--json', cwd=str(tmp_path)).stdout)['doubts'] if doubt['key'] == 'like_columns']
    assert doubt['columns'] == ['dx1', 'dx2'] and doubt['choices'][0]['set'] == {'items': ['dx=dx1,dx2']}
    done = kanon('start', 't.csv', '--items', 'dx=dx1,dx2', '--quasi', 'age', '--sensitive', 'dx', '-k', '2', cwd=str(tmp_path))
    assert done.returncode == 0 and 'an item each' not in done.stdout and 'sensitive = dx\n' in (tmp_path / 't.ini').read_text()
    assert run('run_mondrian.py', 't.csv', '--config', 't.ini', '--alpha', '0.9', '-o', 'out.csv', cwd=str(tmp_path)).returncode == 0


def test_other_verbs_take_lists(tmp_path):
    (tmp_path / 't.csv').write_text(table_of(MIXED, 2))
    words = ['--quasi', 'age', '--sensitive', 'dx', '--items', 'dx=dx1,dx2']
    assert run('run_mondrian.py', 't.csv', *words, '-k', '2', '--l-diversity', '2', '-o', 'out.csv', cwd=str(tmp_path)).returncode == 0
    assert kanon('use', 't.csv', 'out.csv', *words, cwd=str(tmp_path)).returncode == 0
    swept = json.loads(kanon('sweep', 't.csv', *words, '-k', '2,4', '--algorithm', 'mondrian', '--l-diversity', '2', '--format', 'json', cwd=str(tmp_path)).stdout)
    assert [row['k'] for row in swept] == [2, 4]
    counted = kanon('count', 't.csv', '--quasi', 'age', '--sensitive', 'dx1,dx2', '--missing', 'value', '-o', 'n.csv', cwd=str(tmp_path))
    assert counted.returncode == 0, counted.stderr


# The library.

ROWS = [{'age': 30 + place // 2, 'dx': '|'.join(items), 'n1': items[0] if items else None, 'n2': items[1] if items[1:] else None}
        for place, items in enumerate(MIXED)]


@pytest.mark.parametrize('items', [{'dx': '|'}, {'z': ['n1', 'n2']}])
def test_the_library_takes_lists(items):
    name, = items
    release = library.anonymize(library.Records(ROWS, items=items), ['age'], [name], k=2, require=library.Distinct(2), missing_in='used')
    assert release.columns == ['age', name] and sorted(row[1] for row in release.rows) == sorted('|'.join(each) for each in MIXED)
    with pytest.raises(library.Unsatisfied):
        library.anonymize(library.Records(ROWS[:1] * 4, items=items), ['age'], [name], k=2, require=library.Distinct(2))
    with pytest.raises(library.DataError, match='^column \'%s\' has sets of items \\(items\\), and entropy l = 2 has no meaning' % name):
        library.anonymize(library.Records(ROWS, items=items), ['age'], [name], k=2, require=library.Entropy(2))
    for wrong, message in (({'dx': 'x'}, "items: 'dx': a sign such as |"), ({'z': ['n1']}, "items: 'z': a sign"), ('dx', 'items: a dict such as')):
        with pytest.raises(library.DataError, match='^' + message.replace('|', '\\|')):
            library.Records(ROWS, items=wrong)


def test_in_rows_none_is_a_list_that_nobody_knows():
    rows = [{'age': 30, 'dx': cell} for cell in ['flu', 'gout', '', None]]
    release = library.anonymize(library.Records(rows, items={'dx': '|'}), ['age'], ['dx'], k=2, require=library.Distinct(3), missing='value')
    assert release.unknown == {'dx': 1} and sorted(row[1] for row in release.rows) == ['', '?', 'flu', 'gout']
    with pytest.raises(library.DataError, match='has sets of items that are not known'):
        library.anonymize(library.Records(rows, items={'dx': '|'}), ['age'], ['dx'], k=2, require=library.Closeness(0.5), missing='value')


def test_a_database_refuses_lists():
    import sqlite3
    database = sqlite3.connect(':memory:')
    database.execute('CREATE TABLE people (age INTEGER, dx TEXT)')
    database.executemany('INSERT INTO people VALUES (?, ?)', [(30, 'flu'), (30, 'gout')])
    database.commit()
    from kanon.tools.engines import anonymize
    with pytest.raises(library.DataError, match='^items: an engine counts a cell as one value'):
        anonymize(database, 'people', ['age'], ['dx'], into='out', k=2, items={'dx': '|'})
    assert database.execute('SELECT name FROM sqlite_master').fetchall() == [('people',)]


def test_redact_shows_no_item(tmp_path):
    (tmp_path / 't.csv').write_text('age,dx1,dx2\n30,secret|x,\n30,flu,\n')
    status, _, error = run_here('mondrian', [tmp_path / 't.csv', '--quasi', 'age', '--sensitive', 'z', '-k', '2', '--items', 'z=dx1,dx2', '--redact',
                                             '-o', tmp_path / 'out.csv'])
    assert status == 1 and 'secret' not in error and '(value) has' in error and not os.path.exists(tmp_path / 'out.csv')
