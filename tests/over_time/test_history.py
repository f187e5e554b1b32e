"""--history FILE: series of releases, against the lines of labels and absences themselves, put side by side."""

import csv
import json
import os
import sys
from collections import Counter, defaultdict
from itertools import product
from random import Random

import pytest

from conftest import HOME, kanon, random_tree, run, seeds
from kanon.assessment.linkage import AttackedRelease, CountedRecords
from kanon.hierarchy import Hierarchy
from kanon.levels.lattice import Judged
from kanon.levels.of_groups import LatticeOfGroups
from kanon.over_time.history import read_history
from kanon.over_time.two_releases import told_over_time

sys.path.insert(0, os.path.join(HOME, 'tests', 'assessment'))
from test_published_labels import covers  # noqa: E402

AGES, JOBS = [str(n) for n in range(6)], list('ab')
HEADER = ['who', 'age', 'job', 'ill']


def write(path, head, rows):
    with open(str(path), 'w', newline='') as file:
        csv.writer(file).writerows([head, *rows])


def read(path):
    with open(str(path), newline='') as file:
        return list(csv.reader(file))[1:]


def publish(folder, month, *words):
    """The exit status of a run with the table of a month, its report, and what it says on standard error."""
    result = run('run_samarati.py', 't%d.csv' % month, '--quasi', 'age,job', '--sensitive', 'ill', '--person', 'who', '--history', 'h.csv',
                 '--missing', 'value', '-o', 'r%d.csv' % month, '--json', *words, cwd=str(folder))
    return result.returncode, json.loads(result.stdout) if result.returncode == 0 else None, result.stderr


class Series:
    """Some months of a random register, and what was published of it, as it really is: each person's line."""

    def __init__(self, seed):
        self.random = random = Random(seed)
        self.k, self.rule = random.choice([2, 3]), random.choice([None, None, 'distinct', 'alpha'])
        self.trees = [Hierarchy(dict(random_tree(random, values))) for values in (AGES, JOBS)]
        self.optimal, self.most = random.random() < 0.5, random.choice(['0', '3', '30%', '60%', '90%'])
        self.values = random.choice(['xy', 'xyz', 'xyz?'])
        self.lines, self.last = defaultdict(tuple), {}      # {person: (labels or None in each release)}, {person: value published last}
        self.erased, self.months, self.names = set(), 0, 0
        self.table = [self.person() for _ in range(random.randint(5, 16))]

    def person(self):
        self.names += 1
        return ['p%d' % self.names, self.random.choice(AGES), self.random.choice(JOBS), self.random.choice(self.values)]

    def pass_a_month(self):
        random = self.random
        stay, move, change = random.choice([0.8, 0.95, 1]), random.choice([0, 0.1]), random.choice([0, 0.1])
        kept = [row for row in self.table if random.random() < stay]
        kept = [[row[0], *(self.person()[1:3] if random.random() < move else row[1:3]), random.choice(self.values) if random.random() < change else row[3]]
                for row in kept]
        self.table = kept + [self.person() for _ in range(random.choice([0, 1, 2, 5]))]
        random.shuffle(self.table)

    def words(self):
        rule = {None: [], 'distinct': ['--l-diversity', '2'], 'alpha': ['--alpha', '0.75']}[self.rule]
        return ['-k', str(self.k), '--max-suppression', self.most, *rule, *['--optimal'] * self.optimal]

    def passes(self, people):
        """people: {person: value}"""
        known = [value for value in people.values() if value != '?']
        missing = len(people) - len(known)
        most = max(Counter(known).values(), default=0) + missing
        if len(people) < self.k:
            return False
        return {None: True, 'distinct': len(set(known)) > 1, 'alpha': 4 * most <= 3 * len(people)}[self.rule]

    def published(self, vector):
        """{person: labels} of those who are published at a vector, and the persons whose group is withheld."""
        maps = [tree.level_maps(values)[level] for tree, values, level in zip(self.trees, (AGES, JOBS), vector)]
        parts, never = defaultdict(dict), (None,) * self.months
        for who, age, job, ill in self.table:
            parts[self.lines.get(who, never), (maps[0][age], maps[1][job])][who] = ill
        passing = {part: people for part, people in parts.items() if self.passes(people)}
        out, withheld = {}, set()
        for line in {line for line, _ in parts}:
            there = {who: labels for (of, labels), people in passing.items() if of == line for who in people}
            absent = {who: self.last[who] for who, of in self.lines.items() if of == line and who not in there} if line != never else {}
            if there and absent and not self.passes(absent):
                withheld |= {who for (of, _), people in parts.items() if of == line for who in people}
            else:
                out.update(there)
        return out, withheld

    def vectors(self):
        return product(*(range(tree.height + 1) for tree in self.trees))

    def limit(self):
        return len(self.table) * int(self.most[:-1]) // 100 if self.most.endswith('%') else int(self.most)

    def satisfying(self):
        return [vector for vector in self.vectors() if len(self.table) - len(self.published(vector)[0]) <= self.limit()]

    def loss(self, vector):
        """lm, of all records."""
        found, total = self.published(vector)[0], 0
        for tree, place, level in zip(self.trees, (1, 2), vector):
            values = Counter(row[place] for row in self.table)
            under, labels = tree.leaf_counts(dict.fromkeys(values, 1)), tree.level_maps(values)[level]
            total += sum((under[labels[row[place]]] - 1) / (len(values) - 1 or 1) if row[0] in found else 1 for row in self.table)
        return total / len(self.table)

    def take(self, found):
        """The release is out. found: {person: labels}."""
        before = self.months
        for who in {*self.lines, *found}:
            self.lines[who] = (*(self.lines.get(who) or (None,) * before), found.get(who))
        self.last.update((row[0], row[3]) for row in self.table if row[0] in found)
        self.months += 1

    def groups(self):
        """The people of each line, as a sorted list of sorted lists. Erased ones have no name."""
        found = defaultdict(list)
        for who, line in self.lines.items():
            found[line].append('' if who in self.erased else who)
        return sorted(map(sorted, found.values()))

    def erase(self, folder, who):
        """Somebody asks to be erased: the name is emptied, and the table has no row any more."""
        path = os.path.join(str(folder), 'h.csv')
        with open(path, newline='') as file:
            rows = list(csv.reader(file))
        write(path, rows[0], [['', *row[1:]] if row[0] == who else row for row in rows[1:]])
        self.erased.add(who)
        self.table = [row for row in self.table if row[0] != who]


def groups_in(path):
    found = defaultdict(list)
    for person, group, _ in read_history(str(path)).people:
        found[group].append(person)
    return sorted(map(sorted, found.values()))


def write_hierarchies(folder, trees):
    os.makedirs(os.path.join(str(folder), 'hierarchies'), exist_ok=True)
    for name, tree in zip(('age', 'job'), trees):
        with open(os.path.join(str(folder), 'hierarchies', name + '.txt'), 'w') as file:
            file.writelines('%s,%s\n' % pair for pair in tree.items())


def run_series(seed, folder, months=4):
    """Run the months of a series, and compare each release with brute force. Returns the Series, and the months that were published."""
    series, out = Series(seed), []
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
            assert 'another table' in error or 'rule' in error and not series.table or not satisfying or \
                all(len(series.published(vector)[0]) == 0 for vector in best(series, satisfying)), (seed, month, error)
            assert not os.path.exists(str(folder / ('r%d.csv' % month)))
            continue
        vector = tuple(report['vector'].values())
        assert vector in best(series, satisfying), (seed, month)
        found, withheld = series.published(vector)
        values = {row[0]: row[3] for row in series.table}
        assert sorted(map(tuple, read(folder / ('r%d.csv' % month)))) == sorted((*labels, values[who]) for who, labels in found.items())
        never = [row[0] for row in series.table if row[0] not in series.lines]
        assert report['history'] == {'file': 'h.csv', 'releases': series.months, 'new': len(set(never) - found.keys()), 'withheld': len(withheld),
                                     'held_back': len(series.table) - len(found)}
        series.take(found)
        assert groups_in(folder / 'h.csv') == series.groups()
        out.append((month, [row for row in series.table if row[0] in found], series.table))
        check_promise(series)
    return series, out


def best(series, satisfying):
    """The vectors that the search may choose."""
    if not satisfying:
        return []
    if series.optimal:
        losses = {vector: round(series.loss(vector), 9) for vector in satisfying}
        return [vector for vector, loss in losses.items() if loss == min(losses.values())]
    least = min(map(sum, satisfying))
    losses = {vector: round(series.loss(vector), 9) for vector in satisfying if sum(vector) == least}
    return [vector for vector, loss in losses.items() if loss == min(losses.values())]


def check_promise(series):
    """Every line of labels and absences that occurs is shared by k people, whose values pass the rules, as they were published last."""
    people = defaultdict(dict)
    for who, line in series.lines.items():
        people[line][who] = series.last[who]
    for line, of_line in people.items():
        assert len(of_line) >= series.k and series.passes(of_line), line


@pytest.mark.parametrize('seed', seeds(330))
def test_every_line_is_shared_by_k_people(seed, tmp_path):
    """And the release, the file and the search are those of brute force, with erased people, movers, changed values and rules beyond k."""
    run_series(seed, tmp_path)


def attacked(series, one, other, folder, list_of):
    """The rows over time of two months, for an attacker who has these lists."""
    releases = [AttackedRelease('r', ['age', 'job'], ['ill'], list(map(tuple, read(folder / ('r%d.csv' % month[0]))))) for month in (one, other)]
    lists = [CountedRecords([tuple(row[1:3]) for row in month[list_of]], [row[0] for row in month[list_of]]) for month in (one, other)]
    of_lists = [release.covering(people.distinct, series.trees) for release, people in zip(releases, lists)]
    return told_over_time(releases, lists, [['age', 'job']] * 2, of_lists, series.k)


@pytest.mark.parametrize('seed', seeds(330))
def test_whoever_knows_who_is_in_which_release_finds_nobody_below_k(seed, tmp_path):
    series, out = run_series(seed, tmp_path, 3)
    for place, one in enumerate(out):
        for other in out[place + 1:]:
            rows, doubtful = attacked(series, one, other, tmp_path, 1)
            assert [row['below_k'] for row in rows] == [0, 0, 0], (seed, one[0], other[0])
            assert not any(doubtful['unpublished'] + doubtful['unlisted'])
            rows, doubtful = attacked(series, one, other, tmp_path, 2)      # whoever knows the tables alone
            assert [row['below_k'] for row in rows] == [0, 0, 0], (seed, one[0], other[0])
