"""A Plan publishes the next table as a release was made: the same levels and rules, whatever it is read from."""

import json
import os
import stat
from random import Random

import pytest

import kanon
from conftest import seeds
from kanon.core.settings.plan_file import are_cuts

AGES = {**{str(age): '[%d-%d]' % (age // 10 * 10, age // 10 * 10 + 9) for age in range(20, 60)},
        **{'[%d-%d]' % (low, low + 9): '*' for low in range(20, 60, 10)}}
ZIPS = kanon.core.counts.hierarchy.Hierarchy({'13053': '130**', '13068': '130**', '14850': '148**', '130**': '*', '148**': '*'},
                                 ladders={'14850': ['14850', '148**', '148**', '*']})
SEXES = {'m': '*', 'f': '*'}
TREES = {'age': AGES, 'zip': ZIPS, 'sex': SEXES}
ILLS = {'flu': 'lungs', 'asthma': 'lungs', 'gout': 'joints', 'lungs': '*', 'joints': '*'}


def people(random, n):
    return [{'age': random.choice([*range(20, 60)] + [''] * 2), 'zip': random.choice(['13053', '13068', '14850']), 'sex': random.choice('mf'),
             'ill': random.choice(['flu', 'asthma', 'gout']), 'ward': random.choice('AB')} for _ in range(n)]


def by_hand(rows, levels, k, l, missing):
    """The published rows, and how many are suppressed."""
    classes = {}
    for row in rows:
        if missing == 'drop' and row['age'] == '':
            continue
        labels = tuple('*' if row[name] == '' else kanon.core.counts.hierarchy.Hierarchy(TREES[name]).labels(str(row[name]))[levels[name]]
                       if name != 'zip' else ZIPS.labels(row[name])[levels[name]] for name in ('age', 'zip'))
        classes.setdefault(labels, []).append((*labels, row['ill'], row['ward']))
    kept = [row for rows_ in classes.values() if len(rows_) >= k and len({row[2] for row in rows_}) >= l for row in rows_]
    return sorted(kept), sum(map(len, classes.values())) - len(kept)


@pytest.mark.parametrize('seed', seeds(150))
def test_the_next_table_as_by_hand(tmp_path, seed):
    random = Random(seed)
    january, february = people(random, random.randrange(20, 60)), people(random, random.randrange(5, 60))
    k, l, missing = random.choice([2, 3, 5]), random.choice([1, 2]), random.choice(['drop', 'root'])
    algorithm = random.choice([kanon.Samarati, kanon.Optimal, kanon.Datafly])(max_suppression=random.choice([0, 3, '20%']), weights={'zip': 2})
    rules = {1: (), 2: [kanon.Distinct(2), kanon.Closeness(1, 'hierarchical')]}[l]
    try:
        release = kanon.anonymize(january, ['age', 'zip'], ['ill'], ['ward'], k=k, require=rules, algorithm=algorithm, missing=missing,
                                  hierarchies={'age': AGES, 'zip': ZIPS, 'ill': ILLS})
    except kanon.Unsatisfied:
        return
    plan = release.plan()
    again = plan.apply(january)
    assert (again.rows, again.suppressed, again.vector) == (release.rows, release.suppressed, release.vector)
    assert repr(again.required) == repr(release.required)
    path = tmp_path / 'plan.json'
    plan.save(path)
    assert stat.S_IMODE(os.stat(str(path)).st_mode) == 0o600 or os.name == 'nt'
    if random.random() < 0.5:
        plan = kanon.plan(path)
    most = random.choice([None, 0, 2, '50%'])
    rows, suppressed = by_hand(february, plan.levels, k, l, missing)
    asked = algorithm.max_suppression if most is None else most
    counted = len(rows) + suppressed
    allowed = counted * int(asked[:-1]) // 100 if str(asked).endswith('%') else int(asked)
    if suppressed > allowed or not rows:
        with pytest.raises(kanon.DataError):
            plan.apply(february, max_suppression=most)
        return
    made = plan.apply(february, max_suppression=most)
    assert made.rows == rows and made.suppressed == suppressed and made.records['missing'] == len(february) - counted
    out = str(tmp_path / 'out.csv')
    assert made.write(out).records == len(rows)


def made():
    random = Random(5)
    return kanon.anonymize(people(random, 40), ['age', 'zip'], ['ill'], k=3, require=kanon.Distinct(2), missing='root',
                           hierarchies={'age': AGES, 'zip': ZIPS}).plan()


def test_a_hierarchy_that_changed_is_refused(tmp_path):
    """Whether it is in a folder or in the program. The same one is taken, with comments and in other lines, too."""
    plan, rows = made(), people(Random(6), 40)
    assert plan.apply(rows, max_suppression='90%', hierarchies={'age': AGES}).rows == plan.apply(rows, max_suppression='90%').rows
    folder = tmp_path / 'trees'
    folder.mkdir()
    lines = ['%s,%s\n' % pair for pair in AGES.items()]
    (folder / 'age.txt').write_text('# the ages\n' + ''.join(lines), encoding='utf-8')
    assert plan.apply(rows, max_suppression='90%', hierarchies=str(folder)).rows
    (folder / 'age.txt').write_text(''.join(lines) + '60,[60-69]\n[60-69],*\n', encoding='utf-8')
    for trees in (str(folder), {'age': {**AGES, '60': '[50-59]'}}, {'zip': {'13053': '*', '13068': '*', '14850': '*'}}):
        with pytest.raises(kanon.DataError, match='^the hierarchies of (age|zip) have changed since the plan was made; ') as caught:
            plan.apply(rows, hierarchies=trees)
        assert caught.value.kind == 'changed'


@pytest.mark.parametrize('rows, kind, message', [
    ([{'age': 61, 'zip': '13053', 'ill': 'flu'}] * 4, 'data', "no leaf for 1 of the 1 values of column 'age', in 4 records: '61' (4); add "
     "{value: parent} for each to hierarchies['age']"),
    ([{'age': 31, 'zip': '13053', 'ill': 'flu'}] * 4, 'unsatisfied', 'the rows: at the levels of the plan 4 records of 4 would be suppressed, and'
     " max_suppression=0 allows 0; raise it, or search anew"),
    ([{'age': 31, 'ill': 'flu'}], 'data', "the rows: there is no column 'zip'"),
])
def test_what_the_next_table_cannot_have(rows, kind, message):
    with pytest.raises(kanon.DataError) as caught:
        made().apply(rows)
    assert (str(caught.value), caught.value.kind) == (message, kind)


@pytest.mark.parametrize('algorithm', [kanon.Samarati(), kanon.Mondrian(labels='box')])
def test_a_plan_suppresses_nothing_by_itself(algorithm):
    """The release had to suppress none. One record in a class of its own is one too many."""
    plan = kanon.anonymize([{'job': job} for job in 'aabbcc'], ['job'], k=2, algorithm=algorithm, hierarchies={'job': dict.fromkeys('abc', '*')}).plan()
    assert plan.apply([{'job': job} for job in 'aabb']).suppressed == 0
    with pytest.raises(kanon.DataError, match='1 record of 5 would be suppressed, and max_suppression=0 allows 0'):
        plan.apply([{'job': job} for job in 'aabbc'])


def test_a_file_that_is_no_plan(tmp_path):
    path = tmp_path / 'plan.json'
    plan = made()
    plan.save(path)
    good = path.read_text(encoding='utf-8')
    for text in ('', '{}', '[]', good[:len(good) // 2], '[' * 5000, '{"kanon record": 1}'):
        path.write_text(text, encoding='utf-8')
        with pytest.raises(kanon.DataError, match='is no plan, as --save-plan and Plan.save write it$'):
            kanon.plan(path)
    told = json.loads(good)
    for name in [name for name in told if name not in ('kanon plan', 'kanon')]:
        for value in (None, 5, 'x', [], {}, {'age': 'x'}, [[1]], [['ill', 'l_diversity', '0']], [['who', 'alpha', '0.5']], -1, True):
            if value == told[name] or name in ('weights', 'publish', 'sensitive') and not value or (name, value) in [
                    ('rules', []), ('rules', {}), ('k', 5), ('max_suppression', 5), ('weights', 5), ('publish', 'x'), ('max_suppression', 'x'), ('person', 'x')]:
                continue
            path.write_text(json.dumps({**told, name: value}), encoding='utf-8')
            try:
                kanon.plan(path)
            except kanon.DataError as error:
                assert error.kind == 'changed' and str(error).endswith('is a plan whose parts do not fit each other; the file was changed, so make it anew')
            else:
                raise AssertionError((name, value))
    kanon.anonymize([{'age': age} for age in range(20, 40)], ['age'], k=5, algorithm=kanon.Mondrian(labels='box')).plan().save(path, force=True)
    told = json.loads(path.read_text(encoding='utf-8'))
    path.write_text(json.dumps({**told, 'person': 'who'}), encoding='utf-8')        # its classes would be counted in records
    with pytest.raises(kanon.DataError, match='do not fit each other'):
        kanon.plan(path)
    with pytest.raises(kanon.DataError, match='No such file'):
        kanon.plan(tmp_path / 'nowhere.json')


@pytest.mark.parametrize('cuts', [
    [[1, 'missing', None, [[None, None]] * 2]],                 # there is one column
    [[-1, 'missing', None, [[None, None]] * 2]],
    [[0, 'strict', '5', [[None, 0], [None, None]]]],            # a cut that leads to itself, or back
    [[0, 'strict', '5', [[None, 1], [None, 2]]], [0, 'strict', '2', [[None, None]] * 2], [0, 'strict', '7', [[None, 2], [None, None]]]],
    [[0, 'strict', '5', [[None, 1], [None, None]]], [0, 'strict', '2', [[None, 1], [None, None]]]],
    [[0, 'strict', '5', [[None, None]] * 2], [0, 'strict', '2', [[None, 1], [None, None]]]],
    [[0, 'strict', '5', [[None, 2], [None, None]]], [0, 'strict', '2', [[None, None]] * 2], [0, 'strict', '7', [[None, 1], [None, None]]]],
    [[0, 'strict', '5', [[None, 1.0], [None, None]]], [0, 'strict', '2', [[None, None]] * 2]],
    [[0, 'strict', '5', [[None, None]] * 3]],                   # numbers have two sides
    [[0, 'node', '*', [['a', None]]]],
    [[0, 'node', '*', [['a', None], [None, None]]]],            # and nodes have children
    [[0, 'strict', '5', [[None, None], ['a', None]]]],
    [[0, 'strict', None, [[None, None]] * 2]],
    [[0, 'missing', '5', [[None, None]] * 2]],
])
def test_cuts_that_do_not_fit_each_other(cuts):
    column = {'order': 'numbers', 'values': ['1', '9']}
    assert not are_cuts(cuts, [column])


def test_the_lines_of_a_plan_and_parts_that_do_not_fit(tmp_path):
    """Levels are read by people, so each has a line. A part that is wrong in one place is found."""
    path = tmp_path / 'plan.json'
    made().save(path)
    told = json.loads(path.read_text(encoding='utf-8'))
    assert path.read_text(encoding='utf-8') == json.dumps(told, indent=1) + '\n'
    rows = [{'age': age, 'pay': pay} for age in range(20, 40) for pay in range(3)]
    kanon.anonymize(rows, ['age', 'pay'], k=5, algorithm=kanon.Mondrian(labels='box')).plan().save(path, force=True)
    of_cuts = json.loads(path.read_text(encoding='utf-8'))
    assert path.read_text(encoding='utf-8') == json.dumps(of_cuts) + '\n'
    column, trees = of_cuts['columns'][0], told['hierarchies']
    for spoilt in ({**told, 'levels': {**told['levels'], 'age': '1'}}, {**of_cuts, 'columns': [column, {**column, 'values': [1]}]},
                   *({**told, 'hierarchies': {**trees, 'age': rows}} for rows in ([*trees['age'], []], [['20', 5]], [['20', 5, '*'], ['20', '*']]))):
        path.write_text(json.dumps(spoilt), encoding='utf-8')
        with pytest.raises(kanon.DataError, match='do not fit each other'):
            kanon.plan(path)


def test_where_a_plan_is_written(tmp_path):
    """A file that others could read is theirs no more."""
    plan, path = made(), tmp_path / 'plan.json'
    path.write_text('x', encoding='utf-8')
    os.chmod(str(path), 0o644)
    with pytest.raises(kanon.DataError, match='the output exists'):
        plan.save(path)
    plan.save(path, force=True)
    assert os.name == 'nt' or stat.S_IMODE(os.stat(str(path)).st_mode) == 0o600
    with pytest.raises(kanon.DataError, match='there is no folder'):
        plan.save(tmp_path / 'nowhere' / 'plan.json')
    with pytest.raises(kanon.DataError, match='save takes the path of a file'):
        plan.save('-')
    assert [name for name in os.listdir(str(tmp_path))] == ['plan.json']


def test_what_has_no_plan(tmp_path):
    rows = people(Random(7), 30)
    with pytest.raises(kanon.DataError, match="a plan needs labels='box' or grid, because other labels do not cover"):
        kanon.anonymize(rows, ['zip'], k=3).plan()
    (tmp_path / 'p.csv').write_text('zip\n' + '13053\n13068\n14850\n' * 20, encoding='utf-8')
    with pytest.raises(kanon.DataError, match='a plan holds no population; leave what is required in one out'):
        kanon.anonymize(rows, ['zip'], k=2, require=kanon.KMap(2), population=str(tmp_path / 'p.csv'), hierarchies={'zip': ZIPS}).plan()


def test_persons_and_a_history():
    """A plan of persons counts persons in the next table, too, and may continue a history."""
    random = Random(3)
    january = [{'who': 'p%d' % (number // 2), 'age': random.randrange(20, 60), 'ill': random.choice('abc')} for number in range(60)]
    release = kanon.anonymize(january, ['age'], ['ill'], k=3, person='who', hierarchies={'age': AGES})
    more = january[:40] + [{'who': 'q', 'age': 20 + number, 'ill': 'a'} for number in range(9)]
    made = release.plan().apply(more, max_suppression='100%')
    classes = {}
    for row in more:
        classes.setdefault(kanon.core.counts.hierarchy.Hierarchy(AGES).labels(str(row['age']))[release.vector[0]], set()).add(row['who'])
    assert {label for label, in made.classes} == {label for label, who in classes.items() if len(who) >= 3}
    with pytest.raises(kanon.DataError, match='^person: a plan of cuts counts records; leave it out'):
        kanon.anonymize(january, ['age'], k=3, person='who', algorithm=kanon.Mondrian(labels='box')).plan()


def test_a_plan_continues_a_history(tmp_path):
    """What is held back is what a run with the history holds back."""
    random = Random(3)
    january = [{'who': 'p%d' % number, 'age': random.randrange(20, 60), 'ill': random.choice('abc')} for number in range(40)]
    february = january + [{'who': 'q%d' % number, 'age': random.randrange(20, 60), 'ill': 'a'} for number in range(15)]
    history = str(tmp_path / 'history.csv')
    release = kanon.anonymize(january, ['age'], ['ill'], k=3, person='who', history=history, hierarchies={'age': AGES},
                              algorithm=kanon.Samarati(max_suppression=5))
    release.write(str(tmp_path / 'jan.csv'))
    plan = release.plan()
    with pytest.raises(kanon.DataError, match='^the plan is that of a release with a history; give history, so that this release continues it$') as refused:
        plan.apply(february, max_suppression=15)
    assert refused.value.kind == 'options'
    plan.save(str(tmp_path / 'plan.json'))
    with pytest.raises(kanon.DataError, match='plan.json is that of a release with a history; give history'):
        kanon.plan(str(tmp_path / 'plan.json')).apply(february, max_suppression=15)
    alone = kanon.anonymize(january, ['age'], ['ill'], k=3, person='who', hierarchies={'age': AGES}, algorithm=kanon.Samarati(max_suppression=5)).plan()
    assert alone.levels == plan.levels
    alone = alone.apply(february, max_suppression=15)
    made = release.plan().apply(february, max_suppression=15, history=history)
    searched = kanon.anonymize(february, ['age'], ['ill'], k=3, person='who', history=history, hierarchies={'age': AGES},
                               algorithm=kanon.Samarati(max_suppression=15, limit={'age': release.vector[0]}, from_={'age': release.vector[0]}))
    assert made.rows == searched.rows and made.suppressed == searched.suppressed > alone.suppressed
    assert made.write(str(tmp_path / 'feb.csv')).records == len(made.rows)
