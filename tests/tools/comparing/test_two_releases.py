"""What two releases of a table that changed tell, against all ways to deal the published values out to people."""

import csv
import json
from collections import Counter
from itertools import combinations, product
from random import Random

import pytest

from conftest import kanon, random_tree, run, seeds
from kanon.core.counts.values import NOT_KNOWN
from kanon.core.errors import DataError
from kanon.tools.comparing import two_releases as module
from kanon.tools.comparing.two_releases import (CHANGES, check_persons, draw_together,
                                                told_over_time, uncertain_groups)
from kanon.tools.judging.linkage import AttackedRelease, CountedRecords

from readers import read
from test_published_labels import covers

BOUNDS_SAY_LESS = 100       # the one seed in which somebody's value follows from several sums together
UNCERTAIN = ('people who are not counted as fewer than k, because more people fit a class than it has records, so that they may be absent or their'
             ' group may be larger: ')
COUNTED = 'people', 'no_candidate', 'one_record', 'below_k', 'one_value', 'least', 'mean'


def write(path, head, rows):
    with open(str(path), 'w', newline='') as file:
        csv.writer(file).writerows([head, *rows])


def attack(folder, *words):
    """{kind: its row} of r1.csv and r2.csv with t1.csv and t2.csv."""
    result = kanon('attack', 'r1.csv', '--known', 't1.csv', '--second', 'r2.csv', '--second-known', 't2.csv', '--person', 'who', '--quasi', 'age,job',
                   *words, '--format', 'json', cwd=str(folder))
    assert (result.returncode, result.stderr) == (0, '')
    rows = json.loads(result.stdout)[-3:]
    assert [row['attack'] for row in rows] == ['over time, ' + kind for kind in CHANGES]
    return dict(zip(CHANGES, rows))


def numbers(row):
    return tuple(row[name] for name in COUNTED)


# Against all ways.

def random_tables(random):
    """Two tables of [who, age, job, ill, pay], of which the second has more people, fewer people and people who moved; and the trees."""
    trees = [random_tree(random, [str(n) for n in range(10)]), random_tree(random, list('abc'))]
    values = random.choice([['x', 'y'], ['x', 'y', 'z'], ['x', 'y', 'NA']])

    def person(n):
        return ['p%d' % n, str(random.randrange(10)), random.choice('abc'), random.choice(values), random.choice('uv')]

    first = [person(n) for n in range(random.randint(4, 8))]
    stayed = [row if random.random() < 0.8 else row[:1] + person(0)[1:3] + row[3:] for row in first if random.random() < 0.85]
    return first, [*stayed, *(person(n) for n in range(10, 10 + random.randint(0, 3)))], trees


def publish(folder, random, tables, trees):
    """r1.csv and r2.csv of t1.csv and t2.csv, by Samarati or Mondrian."""
    (folder / 'hierarchies').mkdir()
    for name, tree in zip(('age', 'job'), trees):
        write(folder / 'hierarchies' / (name + '.txt'), *list(tree.items())[:1], list(tree.items())[1:])
    script = random.choice(['samarati', 'mondrian'])
    for number, rows in zip('12', tables):
        write(folder / ('t%s.csv' % number), ['who', 'age', 'job', 'ill', 'pay'], rows)
        more = ['--max-suppression', random.randrange(2)] if script == 'samarati' else []
        made = run('run_%s.py' % script, 't%s.csv' % number, '--quasi', 'age,job', '--sensitive', 'ill', '--publish', 'pay', '-k', 2, *more,
                   '--hierarchies', 'hierarchies', '-o', 'r%s.csv' % number, '--quiet', cwd=str(folder))
        if made.returncode:
            return False
    return True


def classes_in(path, table, trees):
    """[(its people, the values of its records)] of each class of a release, by one label and one value at a time."""
    with open(str(path), newline='') as file:
        rows = list(csv.reader(file))[1:]
    found = []
    for labels in sorted({tuple(row[:2]) for row in rows}):
        people = [person for person, *values in table if all(map(covers, labels, values, trees))]
        found.append((people, [tuple(row[2:]) for row in rows if tuple(row[:2]) == labels]))
        assert len(people) == len(found[-1][1])
    return found


def ways(classes):
    """Yield every way to give each person in a class a value, so that each class has the values that it publishes."""
    people = list(dict.fromkeys(person for members, _ in classes for person in members))
    left = [Counter(values) for _, values in classes]
    own = {person: [counter for counter, (members, _) in zip(left, classes) if person in members] for person in people}

    def given(place, way):
        if place == len(people):
            yield dict(way)
            return
        for value in list(own[people[place]][0]):
            if all(counter[value] for counter in own[people[place]]):
                for counter in own[people[place]]:
                    counter[value] -= 1
                yield from given(place + 1, {**way, people[place]: value})
                for counter in own[people[place]]:
                    counter[value] += 1
    return given(0, {})


def brute(tables, classes, k, columns):
    """{kind: what its row counts}, person by person, from the classes of both releases and all ways. columns: of the values, by name."""
    of_tables = [{row[0] for row in table} for table in tables]
    places = {person: tuple([number for number, (people, _) in enumerate(of_release) if person in people] for of_release in classes)
              for person in of_tables[0] | of_tables[1]}
    all_ways = list(ways([*classes[0], *classes[1]]))
    assert all_ways
    rows = {}
    for kind, inside in zip(CHANGES, (of_tables[1] - of_tables[0], of_tables[0] - of_tables[1], of_tables[0] & of_tables[1])):
        published = [person for person in inside if any(places[person])]
        sizes = [sum(other == places[person] for other in places.values()) for person in published]
        known = {name: {person for person in published if len({way[person][at] for way in all_ways} - NOT_KNOWN) == 1}
                 for at, name in enumerate(columns)}
        rows[kind] = {'people': len(inside), 'no_candidate': len(inside) - len(published), 'one_record': sizes.count(1), 'k': k,
                      'below_k': sum(size < k for size in sizes), 'least': min(sizes, default=None),
                      'mean': sum(sizes) / len(sizes) if sizes else None, 'one_value': len(set.intersection(*known.values())),
                      **({'one_' + name: len(people) for name, people in known.items()} if len(columns) > 1 else {})}
    return rows, places, all_ways


@pytest.mark.parametrize('seed', seeds(264))
def test_two_releases_against_all_ways(seed, tmp_path):
    """Whoever is said to have one value has it in all ways, and whoever is of a group exchanges with the others of it."""
    random = Random(seed)
    first, second, trees = random_tables(random)
    if not publish(tmp_path, random, [first, second], trees):
        return      # a table of one person
    classes = [classes_in(tmp_path / path, table, trees) for path, table in (('r1.csv', first), ('r2.csv', second))]
    two = seed % 3 == 0
    if not two:
        classes = [[(people, [values[:1] for values in of_class]) for people, of_class in of_release] for of_release in classes]
    expected, places, all_ways = brute([first, second], classes, 3, ['ill', 'pay'][:1 + two])
    found = attack(tmp_path, '-k', 3, '--sensitive', 'ill,pay' if two else 'ill')
    for kind, row in expected.items():
        bounded = [name for name in row if name.startswith('one_') and name != 'one_record']
        assert {name: found[kind][name] for name in row if name not in bounded} == {name: row[name] for name in row if name not in bounded}
        assert all(found[kind][name] <= row[name] for name in bounded)
        if seed != BOUNDS_SAY_LESS:
            assert {name: found[kind][name] for name in bounded} == {name: row[name] for name in bounded}
    seen = {tuple(sorted(way.items())) for way in all_ways}
    for way in all_ways:
        for one in way:
            for other in way:
                if places[one] == places[other]:
                    assert tuple(sorted({**way, one: way[other], other: way[one]}.items())) in seen


@pytest.mark.parametrize('seed', seeds(300))
def test_bounds_hold_all_solutions_and_no_sum_draws_them_nearer(seed):
    """And sums that nothing satisfies are never taken for true where the bounds of one of them say so."""
    random = Random(seed)
    most = [random.randint(0, 3) for _ in range(random.randint(1, 5))]
    sums = [random.sample(range(len(most)), random.randint(0, len(most))) for _ in range(random.randint(1, 4))]
    numbers_ = [random.randint(0, n) for n in most]
    sums = [(cells, sum(numbers_[cell] for cell in cells) + (seed % 5 == 0 and random.randrange(2))) for cells in sums]
    solutions = [found for found in product(*(range(n + 1) for n in most)) if all(sum(found[cell] for cell in cells) == total for cells, total in sums)]
    low, high = [0] * len(most), list(most)
    if not draw_together(low, high, sums):
        assert not solutions
        return
    assert all(low[cell] <= found[cell] <= high[cell] for found in solutions for cell in range(len(most)))
    for cells, total in sums:
        least, greatest = sum(low[cell] for cell in cells), sum(high[cell] for cell in cells)
        assert least <= total <= greatest
        for cell in cells:
            assert low[cell] >= total - (greatest - high[cell]) and high[cell] <= total - (least - low[cell])


# Tables.

JAN = [['Ann', '31', 'a', 'flu'], ['Bob', '34', 'a', 'gout'], ['Cy', '37', 'a', 'flu'],
       ['Di', '41', 'a', 'flu'], ['Ed', '45', 'a', 'gout'], ['Flo', '46', 'a', 'ulcer']]
GUS = ['Gus', '34', 'a', 'HIV']
FORTIES = [['Hal', '44', 'a', 'flu'], ['Ida', '45', 'a', 'flu'], ['Jo', '46', 'a', 'gout']]


def recoded(rows):
    return [['[%s0-%s9]' % (age[0], age[0]) if age != '*' else age, *values] for _, age, *values in rows]


def play(folder, first, second, lists=None, words=(), releases=None):
    """The rows of an attack on two releases by decades of age, and what the text says below the table."""
    for number, rows, listed in zip('12', (first, second), lists or (first, second)):
        write(folder / ('t%s.csv' % number), ['who', 'age', 'job', 'ill'], listed)
        write(folder / ('r%s.csv' % number), ['age', 'job', 'ill'], (releases or {}).get(number) or recoded(rows))
    words = ['--sensitive', 'ill', *words]
    rows = attack(folder, *words)
    text = kanon('attack', 'r1.csv', '--known', 't1.csv', '--second', 'r2.csv', '--second-known', 't2.csv', '--person', 'who', '--quasi', 'age,job',
                 *words, cwd=str(folder)).stdout
    return rows, [line.strip() for line in text.partition('because of this\n')[2].splitlines() if line.startswith('  ')], text


def test_who_is_added_alone_is_told(tmp_path):
    """The specification's toy: January, and February with Gus in the thirties and three more people in the forties, k = 3."""
    rows, doubts, text = play(tmp_path, JAN, [*JAN, GUS, *FORTIES])
    assert not doubts and 'people in common' not in text
    assert numbers(rows['added']) == (4, 0, 1, 1, 1, 1, 2.5)
    assert numbers(rows['removed']) == (0, 0, 0, 0, 0, None, None)
    assert numbers(rows['stayed']) == (6, 0, 0, 0, 0, 3, 3.0)
    assert [row['k'] for row in rows.values()] == [3] * 3 and rows['added']['by'] == 'age, job'
    rows, doubts, _ = play(tmp_path, [*JAN, GUS, *FORTIES], JAN)
    assert not doubts and numbers(rows['removed']) == (4, 0, 1, 1, 1, 1, 2.5)


def test_k_is_the_least_of_both_releases_unless_it_is_typed(tmp_path):
    rows, _, _ = play(tmp_path, JAN, JAN + FORTIES, words=['-k', 4])
    assert [(row['k'], row['below_k']) for row in rows.values()] == [(4, 3), (4, 0), (4, 6)]
    rows, _, _ = play(tmp_path, JAN[:2] + JAN[3:], JAN)
    assert [row['k'] for row in rows.values()] == [2] * 3


def test_who_is_in_no_release_has_no_candidate(tmp_path):
    """Suppressed in January and not in February's table, or the other way round, is the same absence."""
    rows, doubts, _ = play(tmp_path, JAN, JAN, lists=([*JAN, ['Kim', '71', 'a', 'flu']], [*JAN, ['Lou', '72', 'a', 'flu'], ['Mo', '73', 'a', 'flu']]))
    assert not doubts
    assert numbers(rows['added']) == (2, 2, 0, 0, 0, None, None) and numbers(rows['removed']) == (1, 1, 0, 0, 0, None, None)


def test_suppressed_rows_that_are_published_are_a_class_of_their_own(tmp_path):
    """Whoever is in none of the other classes stands there, and is told from those who are not in the table."""
    kim, lou = ['Kim', '71', 'a', 'flu'], ['Lou', '72', 'a', 'gout']
    stars = recoded(JAN) + [['*', '*', 'flu']]
    rows, doubts, _ = play(tmp_path, [*JAN, kim], [*JAN, kim, lou], releases={'1': stars, '2': [*stars, ['*', '*', 'gout']]})
    assert not doubts and numbers(rows['added']) == (1, 0, 1, 1, 1, 1, 1.0)
    assert numbers(rows['stayed']) == (7, 0, 1, 1, 1, 1, 19 / 7)
    rows, doubts, _ = play(tmp_path, [*JAN, kim], [*JAN, kim, lou], releases={'1': stars, '2': stars})
    assert doubts == ['t2.csv has people who are not in the release r2.csv: at least 1', UNCERTAIN + '2']
    assert rows['stayed']['one_value'] is None and [row['below_k'] for row in rows.values()] == [0, 0, 0]


def test_a_value_that_is_not_known_is_no_value(tmp_path):
    unknown = [[*row[:3], 'NA' if row[0] in ('Bob', 'Cy') else row[3]] for row in JAN]
    rows, doubts, _ = play(tmp_path, unknown, [*unknown, [*GUS[:3], ' n/a']])
    assert not doubts and rows['stayed']['one_value'] == 3 and rows['added']['one_value'] == 0


def test_without_sensitive_columns_that_both_have_no_values_are_counted(tmp_path):
    rows, _, _ = play(tmp_path, JAN, [*JAN, GUS], words=['--sensitive', ''])
    assert [row['one_value'] for row in rows.values()] == [None] * 3 and rows['added']['below_k'] == 1


def test_a_column_alone_may_tell_more_than_all_together(tmp_path):
    """Of the b of the first release four are of the people who stay, whoever has which pay. So those who leave are a."""
    leave, stay = [['Ann', '31', 'a', 'a', '1'], ['Bob', '32', 'a', 'a', '2']], [['p%d' % n, '33', 'ab'[n > 1], 'b', '12'[n % 2]] for n in range(4)]
    came = [['Cy', '33', 'a', 'b', '1'], ['Di', '33', 'b', 'b', '1']]
    for number, rows, jobs in (('1', leave + stay, {'a': '*', 'b': '*'}), ('2', stay + came, {'a': 'a', 'b': 'b'})):
        write(tmp_path / ('t%s.csv' % number), ['who', 'age', 'job', 'ill', 'pay'], rows)
        write(tmp_path / ('r%s.csv' % number), ['age', 'job', 'ill', 'pay'], [['[30-39]', jobs[job], *values] for _, _, job, *values in rows])
    row = attack(tmp_path, '--sensitive', 'ill,pay')['removed']
    assert [row[name] for name in ('people', 'one_ill', 'one_pay', 'one_value')] == [2, 2, 0, 0]


def test_releases_and_lists_of_other_columns(tmp_path):
    """The second release has no age and no job, but a sex, and the second list does not say who has which illness."""
    for number, head, rows in (('t1', 'who,age,job,sex,ill', 'Ann,31,a,f,flu Bob,32,a,m,flu Cy,33,a,m,gout'), ('r1', 'age,ill', '[30-39],flu [30-39],flu [30-39],gout'),
                               ('t2', 'who,age,job,sex', 'Ann,31,a,f Bob,32,a,m Cy,33,a,m'), ('r2', 'sex,ill', 'f,flu m,flu m,gout')):
        (tmp_path / (number + '.csv')).write_text('\n'.join([head, *rows.split(), '']))
    row = attack(tmp_path, '--quasi', 'sex,age', '--sensitive', 'ill')['stayed']
    assert (row['by'], *numbers(row)) == ('age, sex', 3, 0, 1, 0, 1, 1, 5 / 3)


@pytest.mark.parametrize('seed', seeds(440))
def test_a_small_group_that_counts_has_somebody_below_k_whoever_is_absent(seed):
    """Against all ways to choose who is absent, where more people fit a class than it has records."""
    random, k = Random(seed), 3
    keys = [(((one,),) if one is not None else (), ((other,),) if other is not None else ()) for one in (None, 0, 1) for other in (None, 0, 1)][1:]
    people = [random.choice(keys) for _ in range(random.randint(2, 7))]
    groups = {key: [n, 0, 0] for key, n in Counter(people).items()}
    spare = [{(place,): random.choice([0, 0, 1, 2]) for place in (0, 1)} for _ in 'ab']
    spare = [{place: min(n, sum(key[which] == (place,) for key in people)) for place, n in of.items()} for which, of in enumerate(spare)]
    uncertain = uncertain_groups(groups, spare, k)
    choices = []        # for each release and class, the sets of people who may be absent
    for which, of_release in enumerate(spare):
        for place, n in of_release.items():
            choices.append([(which, absent) for absent in combinations([p for p, key in enumerate(people) if key[which] == (place,)], n)])
    for way in product(*choices):
        lines = [list(key) for key in people]
        for which, absent in way:
            for person in absent:
                lines[person][which] = ()
        sizes = Counter(map(tuple, lines))
        for key, (n, _, _) in groups.items():
            if n < k and key not in uncertain:
                assert any(sizes[tuple(line)] < k and any(line) for line, of in zip(lines, people) if of == key), (seed, key)


def test_a_column_that_only_one_release_has_tells_nothing(tmp_path):
    play(tmp_path, JAN, [*JAN, GUS])
    (tmp_path / 'r1.csv').write_text('age,job,ill,pay\n' + '[30-39],a,flu,9\n' * 3 + '[40-49],a,flu,8\n' * 3)
    (tmp_path / 'r2.csv').write_text('age,job,pay\n' + '[30-39],a,9\n' * 3 + '[30-39],a,7\n' + '[40-49],a,8\n' * 3)
    rows = attack(tmp_path, '--sensitive', 'ill,pay')
    assert [row['one_value'] for row in rows.values()] == [1, 0, 6] and rows['stayed']['one_ill'] is rows['stayed']['one_pay'] is None


@pytest.mark.parametrize('first, second, lists, said', [
    (JAN, [*JAN, GUS], ([['', *JAN[0][1:]], *JAN[1:]], [*JAN, GUS]), 't1.csv does not say of all rows whose they are: 1 without'),
    (JAN, [*JAN, GUS], (JAN, [*JAN, ['?', *GUS[1:]]]), 't2.csv does not say of all rows whose they are: 1 without'),
    (JAN, [*JAN, GUS], (JAN, [*JAN, ['Ann', *GUS[1:]]]), 't2.csv has people with several rows: 1'),
    (JAN, [*JAN, GUS], (JAN + FORTIES[:2], [*JAN, GUS]), 't1.csv has people who are not in the release r1.csv: at least 2'),
    (JAN, [*JAN, GUS], (JAN, JAN), 'r2.csv has records of people who are not in the list t2.csv: at least 1'),
    (JAN, [*JAN, GUS], (JAN[:3], [*JAN, GUS]), 'r1.csv has records of people who are not in the list t1.csv: at least 3'),
    (JAN, [*JAN, GUS], (JAN, [[*JAN[0][:3], 'ulcer'], *JAN[1:], GUS]), 'people have another sensitive value in the second list: 1'),
], ids=['nameless', 'a question mark', 'repeated', 'unpublished', 'unlisted', 'a class without a row', 'changed'])
def test_what_is_doubtful_is_said_and_no_value_is_counted(first, second, lists, said, tmp_path):
    rows, doubts, _ = play(tmp_path, first, second, lists)
    assert doubts[0] == said and doubts[1:] == ([UNCERTAIN + '2'] if 'at least 2' in said else [])
    assert [row['one_value'] for row in rows.values()] == [None] * 3
    assert [row['one_value'] for row in play(tmp_path, first, second)[0].values()] != [None] * 3


def test_a_class_that_several_labels_fit_is_doubtful(tmp_path):
    releases = {'1': [*recoded(JAN), *[['[35-49]', 'a', 'flu']] * 2]}
    rows, doubts, _ = play(tmp_path, JAN, [*JAN, GUS], releases=releases)
    assert doubts == ['t1.csv has rows whose class is not certain, because several classes of r1.csv cover them: 4']
    assert rows['added']['one_value'] is None and numbers(rows['stayed'])[:4] == (6, 0, 1, 1)      # Cy is in two classes, k = 2


def test_releases_that_contradict_each_other(tmp_path):
    """The lists have no sensitive values, and the releases say that somebody's has changed."""
    for number, rows in zip('12', (JAN, [[*row[:3], 'HIV'] for row in JAN])):
        write(tmp_path / ('t%s.csv' % number), ['who', 'age', 'job'], [row[:3] for row in rows])
        write(tmp_path / ('r%s.csv' % number), ['age', 'job', 'ill'], recoded(rows))
    assert [row['one_value'] for row in attack(tmp_path, '--sensitive', 'ill').values()] == [None] * 3
    text = kanon('attack', 'r1.csv', '--known', 't1.csv', '--second', 'r2.csv', '--second-known', 't2.csv', '--person', 'who', '--quasi', 'age,job',
                 '--sensitive', 'ill', cwd=str(tmp_path)).stdout
    assert '  the sensitive values of both releases do not fit the people of both lists; perhaps values have changed\n' in text


def test_people_with_several_rows_stand_where_all_their_rows_stand(tmp_path):
    """Ann has a row in both decades in February, so she is alone. Without her the thirties are two."""
    rows, doubts, _ = play(tmp_path, JAN, [*JAN, ['Ann', '43', 'a', 'flu']])
    assert doubts == ['t2.csv has people with several rows: 1']
    assert numbers(rows['stayed']) == (6, 0, 1, 3, None, 1, (1 + 2 * 2 + 3 * 3) / 6)


def test_lists_without_a_common_person(tmp_path):
    rows, _, text = play(tmp_path, JAN, [['x' + row[0], *row[1:]] for row in JAN])
    assert numbers(rows['stayed'])[:2] == (0, 0) and rows['added']['people'] == rows['removed']['people'] == 6
    assert '\nBoth lists have 0 people in common. Perhaps --person names a column that is made anew for each table.\n' in text


def test_sums_that_take_too_long(monkeypatch):
    for most in (4, 3):
        monkeypatch.setattr(module, 'MOST_BOUNDS', most)
        if most == 4:
            assert draw_together([0, 0], [1, 1], [([0, 1], 1), ([0, 1], 1)])
        else:
            with pytest.raises(DataError, match='^who can have which value takes too long to find out, '):
                draw_together([0, 0], [1, 1], [([0, 1], 1), ([0, 1], 1)])


def test_a_column_that_only_the_second_release_has_tells_nothing():
    first = AttackedRelease('r1', ['age'], ['ill'], [('*', 'flu'), ('*', 'gout')])
    second = AttackedRelease('r2', ['age'], ['pay', 'ill'], [('*', '9', 'flu'), ('*', '9', 'gout')])
    people = CountedRecords([('1',), ('2',)], ['Ann', 'Bob'])
    rows, doubtful = told_over_time([first, second], [people] * 2, [['age']] * 2, [[(0,), (0,)]] * 2, 2)
    assert not any(map(any, doubtful.values())) and [row['one_value'] for row in rows] == [0] * 3


@pytest.mark.parametrize('language, texts', [
    ('en', ['Over time: 4 people were added, 0 were removed, and 6 stayed. 1 of them is in a group of fewer than k = 3.',
            'The sensitive value of 1 of them follows from both releases, if values stay the same. There may be more.',
            'The list of the people of the second release is t2.csv.', 'Over time, stayed', 'over time, added, by age, job']),
    ('zh', ['前后两张：新增 4 人，移除 0 人，留下 6 人。其中 1 人所在的组少于 k = 3 人。', '其中 1 人的敏感值可由两张发布表推出。', '前后两张，留下的人'])])
def test_the_page_and_the_picture(language, texts, tmp_path):
    play(tmp_path, JAN, [*JAN, GUS, *FORTIES])
    words = ['r1.csv', '--known', 't1.csv', '--second', 'r2.csv', '--second-known', 't2.csv', '--person', 'who', '--quasi', 'age,job', '--sensitive', 'ill',
             '--html', 'page.html', '--picture', 'p.svg', '--language', language, '--force', '--quiet']
    assert kanon('attack', *words, cwd=str(tmp_path)).returncode == 0
    page = read(tmp_path / 'page.html').words()
    assert [text for text in texts if text not in page] == []
    assert ('over time, added' if language == 'en' else '前后两张，新增的人') in (tmp_path / 'p.svg').read_text(encoding='utf-8')


def test_the_page_says_what_is_doubtful(tmp_path):
    play(tmp_path, JAN, [*JAN, GUS], (JAN, JAN))
    words = ['r1.csv', '--known', 't1.csv', '--second', 'r2.csv', '--second-known', 't2.csv', '--person', 'who', '--quasi', 'age,job', '--sensitive', 'ill']
    assert kanon('attack', *words, '--html', 'page.html', cwd=str(tmp_path)).returncode == 0
    page = read(tmp_path / 'page.html').words()
    assert 'Whose sensitive value follows from both releases is not counted.' in page and 'There may be more. ' not in page
    assert 'r2.csv has records of people who are not in the list t2.csv: at least 1' in page


@pytest.mark.parametrize('lists, refused', [
    ([['Ann', 'Bob']], False), ([['Ann']], False), ([['Ann', 'Ann']], True), ([['Ann', '?']], True), ([['']], True), ([['', '?']], True), ([['Ann'], ['']], True),
    ([['12', '012']], True), ([['12', '13'], ['012', '13']], True), ([['12', '13'], ['12', '13']], False), ([['p12', 'p012']], False)])
def test_a_column_that_says_who_a_person_is(lists, refused):
    if refused:
        with pytest.raises(DataError, match="^file %d: column 'who'" % (len(lists) - 1)):
            check_persons(lists, 'who', ['file 0', 'file 1'])
    else:
        check_persons(lists, 'who', ['file 0', 'file 1'])
