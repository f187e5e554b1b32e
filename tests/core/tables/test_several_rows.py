"""--history FILE where a person has several rows: against lines that are put side by side, and people who exchange their values."""

import os
from collections import Counter, defaultdict
from random import Random

import pytest

import kanon as package
from conftest import run_apart, seeds
from kanon.core.algorithms import counted as counted_module
from kanon.core.desk import report
from kanon.core.levels import of_groups
from kanon.core.levels.lattice import Judgement
from kanon.core.levels.of_groups import LatticeOfLines
from kanon.core.rules.of_persons import RequiredOfPersons
from kanon.core.tables.history import read_history
from test_history import AGES, HEADER, JOBS, Series, attacked, best, groups_in, publish, read, write, write_hierarchies


class SeveralRows(Series):
    """A Series of people who may have several rows. `table` has these rows, and `lines` the sorted labels of all rows of a person."""

    def __init__(self, seed):
        super().__init__(seed)
        if self.rule and self.random.random() < 0.4:
            self.rule, self.values = 'three', self.random.choice(['wxyz', 'wxyz', 'wxyz?'])
        self.most, self.follow = self.random.choice(['30%', '60%', '90%', '95%']), self.random.choice([0, 0.5, 0.9])
        self.patterns = [[self.person()[1:3] for _ in range(self.random.choice([2, 2, 3]))] for _ in range(2)]
        self.table = [row for person in self.table for row in self.more(person)]

    def more(self, row):
        """The rows of a person. Some have the quasi-identifiers of a pattern, so that people are alike in several classes."""
        random = self.random
        if random.random() < self.follow:
            return [[row[0], age, job, random.choice(self.values)] for age, job in random.choice(self.patterns)]
        rows = [row]
        for _ in range(random.choice([0, 0, 0, 1, 1, 2])):
            who, age, job, _ = row
            rows.append([who, age if random.random() < 0.7 else random.choice(AGES), job if random.random() < 0.8 else random.choice(JOBS),
                         random.choice(self.values)])
        return rows

    def pass_a_month(self):
        random = self.random
        stay, again, change = random.choice([0.8, 0.95, 1]), random.choice([0, 0.1, 0.3]), random.choice([0, 0.2])
        people = self.rows_of(self.table)
        table = []
        for who in sorted(people):
            if random.random() < stay:
                rows = [[*row[:3], random.choice(self.values) if random.random() < change else row[3]] for row in people[who]]
                table += rows + ([[*random.choice(rows)[:3], random.choice(self.values)]] if random.random() < again else [])
        for _ in range(random.choice([0, 2, 5])):
            table += self.more(self.person())
        random.shuffle(table)
        self.table = table

    @staticmethod
    def rows_of(table):
        found = defaultdict(list)
        for row in table:
            found[row[0]].append(row)
        return found

    def passes_all(self, people):
        """people: a set of values for each person. Nobody may be sure of a value, whatever the missing ones are."""
        if len(people) < self.k:
            return False
        known = set().union(*people) - {'?'}
        most = max([sum(value in values or '?' in values for values in people) for value in known], default=len(people))
        if self.rule in ('distinct', 'three'):
            return len(known) >= (2 if self.rule == 'distinct' else 3) and most < len(people)
        return self.rule is None or 4 * most <= 3 * len(people)

    def published(self, vector):
        """{person: sorted labels} of those who are published at a vector, and the persons whose group is withheld."""
        maps = [tree.level_maps(values)[level] for tree, values, level in zip(self.trees, (AGES, JOBS), vector)]
        never, parts = (None,) * self.months, defaultdict(dict)
        for who, rows in self.rows_of(self.table).items():
            labelled = [((maps[0][age], maps[1][job]), ill) for _, age, job, ill in rows]
            parts[self.lines.get(who, never), tuple(sorted(labels for labels, _ in labelled))][who] = labelled
        out, withheld, passing = {}, set(), {}
        for part, people in parts.items():
            under = [[{ill for of, ill in rows if of == labels} for rows in people.values()] for labels in set(part[1])]
            if all(map(self.passes_all, [[{ill for _, ill in rows} for rows in people.values()], *under])):
                passing[part] = people
        for line in {line for line, _ in parts}:
            there = {who: labels for (of, labels), people in passing.items() if of == line for who in people}
            absent = [self.last[who] for who, of in self.lines.items() if of == line and who not in there] if line != never else []
            if there and absent and not self.passes_all(absent):
                withheld |= {who for (of, _), people in parts.items() if of == line for who in people}
            else:
                out.update(there)
        return out, withheld

    def satisfying(self):
        return [vector for vector in self.vectors()
                if sum(row[0] not in found for found in [self.published(vector)[0]] for row in self.table) <= self.limit()]

    def take(self, found):
        super().take(found)
        self.last.update((who, {row[3] for row in rows}) for who, rows in self.rows_of(self.table).items() if who in found)

    def check_promise(self):
        people = defaultdict(list)
        for who, line in self.lines.items():
            people[line].append(self.last[who])
        for line, of_line in people.items():
            assert self.passes_all(of_line), line


def labelled_rows(series, vector, table, found):
    """{person: sorted (labels, values) of each row} of those who are published."""
    maps = [tree.level_maps(values)[level] for tree, values, level in zip(series.trees, (AGES, JOBS), vector)]
    return {who: sorted(((maps[0][age], maps[1][job]), (ill,)) for _, age, job, ill in rows)
            for who, rows in SeveralRows.rows_of(table).items() if who in found}


def can_exchange(one, other, releases):
    """Whether two people can exchange the values of their rows, label by label, and each file stays as it is.

    releases: for each ({person: sorted (labels, values)}, Counter of the rows of the file).
    """
    for rows_of, file in releases:
        mine, theirs = rows_of.get(one, []), rows_of.get(other, [])
        if [labels for labels, _ in mine] != [labels for labels, _ in theirs]:
            return False
        exchanged = {**rows_of, one: theirs, other: mine} if mine else rows_of
        if Counter((*labels, *values) for rows in exchanged.values() for labels, values in rows) != file:
            return False
    return True


def run_series(seed, folder, months=4):
    """Run the months of a series, and compare each release with brute force. Returns the series, and the months that were published."""
    series, out, releases = SeveralRows(seed), [], []
    write_hierarchies(folder, series.trees)
    for month in range(months):
        if month:
            series.pass_a_month()
        if series.table and series.lines and series.random.random() < 0.2:
            series.erase(folder, series.random.choice(sorted(series.lines.keys() - series.erased) or ['p0']))
        if not series.table:
            break
        write(folder / ('t%d.csv' % month), HEADER, series.table)
        status, report, error = publish(folder, month, *series.words())
        satisfying = series.satisfying()
        if status:
            assert status == 1 and error.count('\n') == 1, error
            assert 'another table' in error or not satisfying or all(not series.published(vector)[0] for vector in best(series, satisfying)), \
                (seed, month, error)
            assert not os.path.exists(str(folder / ('r%d.csv' % month)))
            continue
        vector = tuple(report['vector'].values())
        assert vector in best(series, satisfying), (seed, month)
        found, withheld = series.published(vector)
        rows_of = labelled_rows(series, vector, series.table, found)
        file = sorted(map(tuple, read(folder / ('r%d.csv' % month))))
        assert file == sorted((*labels, *values) for rows in rows_of.values() for labels, values in rows)
        everybody = {row[0] for row in series.table}
        assert report['history'] == {'file': 'h.csv', 'releases': series.months, 'new': len(everybody - series.lines.keys() - found.keys()),
                                     'withheld': len(withheld), 'held_back': len(everybody) - len(found)}
        series.take(found)
        assert groups_in(folder / 'h.csv') == series.groups()
        out.append((month, [row for row in series.table if row[0] in found], series.table))
        releases.append((rows_of, Counter(file)))
        series.check_promise()
    for one in series.lines:
        assert sum(can_exchange(one, other, releases) for other in series.lines) >= series.k, (seed, one)
    return series, out


@pytest.mark.parametrize('seed', seeds(220))
def test_everybody_can_exchange_with_k_people(seed, tmp_path):
    """And the release, the file and the search are those of brute force, with erased people, further rows, changed values and rules beyond k."""
    run_series(seed, tmp_path)


@pytest.mark.parametrize('seed', seeds(66))
def test_whoever_knows_who_is_in_which_release_finds_nobody_below_k(seed, tmp_path):
    series, out = run_series(seed, tmp_path, 3)
    for place, one in enumerate(out):
        for other in out[place + 1:]:
            for known in (1, 2):        # who is in the releases; who is in the tables
                rows, _ = attacked(series, one, other, tmp_path, known)
                assert [row['below_k'] for row in rows] == [0, 0, 0], (seed, one[0], other[0], known)


@pytest.mark.parametrize('seed', seeds(66))
def test_a_table_that_is_not_in_memory(seed, tmp_path, monkeypatch):
    """It is read twice, and put aside each time."""
    monkeypatch.setattr(counted_module.Tally.__init__, '__defaults__', ([1, 3, 8][seed % 3], *counted_module.Tally.__init__.__defaults__[1:]))
    run_series(seed, tmp_path)


@pytest.mark.parametrize('seed', seeds(66))
def test_every_algorithm_by_levels_keeps_the_promise(seed, tmp_path):
    """Through the library, with rules for two columns, whose values stand side by side in the file."""
    series, path, releases = SeveralRows(seed), str(tmp_path / 'h.csv'), []
    algorithm = [package.Samarati, package.Optimal, package.Datafly, package.RoundRobin][seed % 4]
    also, rule = defaultdict(lambda: series.random.choice('01?')), [package.Distinct(2)] if series.rule else []
    for month in range(4):
        if month:
            series.pass_a_month()
        rows = [dict(zip(HEADER, row), smokes=also[row[0], row[3]]) for row in series.table]
        most = {} if algorithm is package.RoundRobin else {'max_suppression': series.most}
        try:
            release = package.anonymize(rows, ['age', 'job'], ['ill', 'smokes'], k=series.k, person='who', history=path, algorithm=algorithm(**most),
                                        require={'ill': rule, 'smokes': rule} if rule else (), missing='value', hierarchies=dict(zip(['age', 'job'], series.trees)))
        except package.DataError as error:
            assert 'fault' not in str(error) and 'audit' not in str(error)
            continue
        release.write(str(tmp_path / ('r%d.csv' % month)))
        published = {person for person, _, values in read_history(path).people if person}
        assert release.history['held_back'] == len({row[0] for row in series.table}) - release.persons['published']
        assert release.persons['partly'] == 0 and published >= set(series.lines)
        found = in_file(series, release, rows)
        releases.append((found, Counter(map(tuple, read(tmp_path / ('r%d.csv' % month))))))
        for who in {*series.lines, *found}:
            series.lines[who] = (*(series.lines.get(who) or (None,) * series.months), tuple(labels for labels, _ in found[who]) if who in found else None)
        series.months += 1
        assert groups_in(path) == series.groups()
        last = {who: rows for of_month, _ in releases for who, rows in of_month.items()}
        assert not rule or {person: values for person, _, values in read_history(path).people} == \
            {who: tuple(sorted({values for _, values in rows})) for who, rows in last.items()}
    for one in series.lines:
        alike = [other for other in series.lines if can_exchange(one, other, releases)]
        assert len(alike) >= series.k
        for place in (0, 1) if rule else ():       # nobody has a value that all of them have, as they were published last
            values = [{row[place] for _, row in last[who]} for who in alike]
            assert not set.intersection(*[found | ({'0', '1', *series.values} if '?' in found else set()) for found in values]) & (set().union(*values) - {'?'})


def in_file(series, release, rows):
    """{person: sorted (labels, values) of each row} of those whom a release has, by its levels and the sizes of its groups."""
    maps = [tree.level_maps(values)[level] for tree, values, level in zip(series.trees, (AGES, JOBS), release.vector)]
    found = defaultdict(list)
    for row in rows:
        found[row['who']].append(((maps[0][row['age']], maps[1][row['job']]), (row['ill'], row['smokes'])))
    held = release._made.space.counted
    names, published = held.tally.owners.names, [release.recoding.published[class_] for class_ in release.recoding.classes]
    places = [place for part in held.tally.rows() for place in part.places]
    there = {names[person] for person, row in zip(held.tally.owners.persons, held.tally.owners.rows) if published[places[row]] is not None}
    return {who: sorted(of_person) for who, of_person in found.items() if who in there}


# The search and the audit, spoilt.

def only(chosen):
    """A `_first_judged` that looks at some of the histograms of a part."""
    judged = LatticeOfLines._first_judged
    return lambda self, parts: judged(self, [part._replace(now=chosen(part.now)) for part in parts])


def nobody_fails(self, parts):
    return [False for _ in parts], [False for _ in parts]


@pytest.mark.parametrize('seed, name, spoilt, found', [
    (17, '_first_judged', nobody_fails, 'a line of all releases that 1 people share, fewer than k = 3'),
    (11, '_first_judged', only(lambda now: now[-1:]), 'a line of all releases without distinct l = 3 in ill'),
    (27, '_first_judged', only(lambda now: now[-1:]), 'a class without distinct l = 3 in ill, counted in persons'),
    (12, '_first_judged', only(lambda now: now[:-1] or now), 'a line of all releases without distinct l = 2 in ill'),
    (1, '_withheld', lambda self, parts, failing: set(), 'a line of all releases that 1 people share, fewer than k = 2'),
    (95, '_withheld', lambda self, parts, failing: set(), 'a line of all releases without distinct l = 3 in ill')])
def test_a_spoilt_search_is_caught_by_the_audit(seed, name, spoilt, found, monkeypatch, tmp_path):
    monkeypatch.setattr(LatticeOfLines, name, spoilt)
    with pytest.raises(AssertionError, match='the audit found ' + found):
        run_series(seed, tmp_path)


def test_parts_that_fail_a_rule_must_not_rule_vectors_out(monkeypatch, tmp_path):
    judge = LatticeOfLines._judge

    def spoilt(self, vector):
        judged = judge(self, vector)
        return Judgement(judged.counts, judged.failing, judged.failing)
    monkeypatch.setattr(LatticeOfLines, '_judge', spoilt)
    with pytest.raises(AssertionError, match='would be held back'):
        run_series(83, tmp_path)


@pytest.mark.parametrize('seed', range(300))
def test_parts_that_pass_make_a_class_that_passes(seed):
    """No person is in two of them. So the class of the file passes, whatever parts stand under its labels."""
    random = Random(seed)
    rule = [package.Distinct(random.choice([2, 3])), package.Alpha(random.choice(['0.5', '0.75'])), package.Entropy(random.choice(['1.5', '2'])),
            package.Recursive('2', 2), package.Recursive('3', 3)][seed % 5]
    required = RequiredOfPersons(2, {'ill': [rule]}, None)
    values = random.choice(['xyz', 'xyz?', 'wxyz?'])
    people, passing = Counter(), 0
    for _ in range(40):
        part = Counter(frozenset((random.choice(values),) for _ in range(random.choice([1, 1, 2]))) for _ in range(random.randint(2, 7)))
        if required.passes(of_groups.held_of(part, sum(part.values()))):
            people, passing = people + part, passing + 1
            assert required.passes(of_groups.held_of(people, sum(people.values())))
    assert passing


# The file, and how the table is read.

JAN = [['a', '31', 'x', 'flu'], ['a', '32', 'x', 'gout'], ['b', '32', 'x', 'ulcer'], ['b', '33', 'x', 'HIV'], ['c', '41', 'x', 'flu'], ['d', '44', 'x', 'gout'],
       ['e', '34', 'x', 'flu'], ['e', '42', 'x', 'HIV']]


@pytest.fixture
def visits(tmp_path):
    """A folder with the visits of five people. a and b are alike, and so are c and d. e has visits in two classes."""
    write(tmp_path / 't0.csv', HEADER, JAN)
    (tmp_path / 'hierarchies').mkdir()
    (tmp_path / 'hierarchies' / 'age.txt').write_text(''.join('%d,[%d0-%d9],*\n' % (age, age // 10, age // 10) for age in range(30, 50)))
    (tmp_path / 'hierarchies' / 'job.txt').write_text('x,*\n')
    return tmp_path


TYPED = ['-k', '2', '--max-suppression', '2', '--limit', 'age<=1']


def test_all_rows_of_a_person_are_held_back(visits):
    status, report, _ = publish(visits, 0, *TYPED)
    assert (status, report['history']) == (0, {'file': 'h.csv', 'releases': 0, 'new': 1, 'withheld': 0, 'held_back': 1})
    assert (report['persons']['partly'], report['records']['suppressed'], len(read(visits / 'r0.csv'))) == (0, 2, 6)
    assert groups_in(visits / 'h.csv') == [['a', 'b'], ['c', 'd']]


def test_another_number_of_rows_parts_a_group(visits):
    """Next month a has a third visit. So a and b are not alike any more, and both are withheld."""
    assert publish(visits, 0, *TYPED)[0] == 0
    write(visits / 't1.csv', HEADER, JAN + [['a', '33', 'x', 'flu']])
    status, report, _ = publish(visits, 1, *TYPED[:3], '7', *TYPED[4:])
    assert (status, report['history']) == (0, {'file': 'h.csv', 'releases': 1, 'new': 1, 'withheld': 0, 'held_back': 3})
    assert groups_in(visits / 'h.csv') == [['a', 'b'], ['c', 'd']]


def test_several_values_stand_below_each_other(visits):
    """Somebody is erased, and the further values stay with the row above. Nothing else may be changed."""
    assert publish(visits, 0, *TYPED, '--l-diversity', '2')[0] == 0
    path = visits / 'h.csv'
    header, *rows = path.read_text().splitlines()
    assert rows == ['a,1,,,,flu', ',,,,,gout', 'b,1,,,,HIV', ',,,,,ulcer', 'c,2,,,,flu', 'd,2,,,,gout'] and header.endswith('ill: distinct l = 2')
    people = [('a', 1, (('flu',), ('gout',))), ('b', 1, (('HIV',), ('ulcer',))), ('c', 2, (('flu',),)), ('d', 2, (('gout',),))]
    assert read_history(str(path)).people == people
    for told, taken in (([header, ',1,,,,flu', *rows[1:]], True), ([header.replace(',1,', ',2,'), *rows], False),
                        ([header, *rows[:1], *rows[2:]], False), ([header, *rows[1:]], False), ([header, rows[1], *rows], False),
                        ([header, *rows[:1], *rows[2:4], rows[1], *rows[4:]], False)):
        path.write_text(''.join(line + '\n' for line in told))
        if taken:
            assert [person for person, _, _ in read_history(str(path)).people] == ['', 'b', 'c', 'd']
        else:
            with pytest.raises(package.DataError, match='not as it was written|this row is no person'):
                read_history(str(path))


def test_a_pipe_is_kept_for_the_second_reading(visits):
    words = ['--quasi', 'age,job', '--sensitive', 'ill', '--person', 'who', '--history', 'h.csv', *TYPED, '--hierarchies', 'hierarchies', '-o', 'r0.csv']
    result = run_apart('run_samarati.py', '-', *words, cwd=str(visits), stdin=None, input='\n'.join(map(','.join, [HEADER, *JAN])) + '\n')
    assert (result.returncode, len(read(visits / 'r0.csv'))) == (0, 6), result.stderr


def test_a_table_that_changes_between_both_readings(visits, monkeypatch):
    count_once, before = counted_module.Tally.count_table, sorted(os.listdir(str(visits)))

    def changing(self, *more):
        count_once(self, *more)
        write(visits / 't0.csv', HEADER, [['a', '45', 'x', 'flu'], *JAN[1:]])
    monkeypatch.setattr(counted_module.Tally, 'count_table', changing)
    status, _, error = publish(visits, 0, *TYPED)
    assert (status, error) == (1, 'run_samarati.py: t0.csv: the file changed while it was read; run again\n')
    assert sorted(os.listdir(str(visits))) == before


def test_a_person_of_whom_some_rows_are_published_is_found_by_the_audit(visits, monkeypatch):
    published_classes, before = LatticeOfLines.published_classes, sorted(os.listdir(str(visits)))

    def spoilt(self, labels, classes, vector):
        labels, classes, held_back = published_classes(self, labels, classes, vector)
        there = labels.index(labels[min(held_back)])        # of those who are published under the same labels
        return labels, [there if class_ == min(held_back) else class_ for class_ in classes], held_back
    monkeypatch.setattr(LatticeOfLines, 'published_classes', spoilt)
    monkeypatch.setattr(report, 'reasons_of', lambda made, suppressed, **persons: {'k': suppressed})      # they add up
    assert 'the audit found a person of whom some records are published and others are not' in publish(visits, 0, *TYPED)[2]
    assert sorted(os.listdir(str(visits))) == before
