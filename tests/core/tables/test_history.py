"""--history FILE: series of releases, against the lines of labels and absences themselves, put side by side."""

import csv
import json
import os
from collections import Counter, defaultdict
from itertools import product
from random import Random

import pytest

import kanon as package
from conftest import kanon, random_tree, run_apart, seeds
from conftest import run_inside as run        # the tests change what a run does
from kanon.core.algorithms import counted as counted_module
from kanon.core.counts.hierarchy import Hierarchy
from kanon.core.levels.lattice import Judgement
from kanon.core.levels.of_groups import LatticeOfGroups
from kanon.core.tables import history as history_module
from kanon.core.tables.history import read_history
from kanon.tools.comparing.two_releases import told_over_time
from kanon.tools.judging.linkage import AttackedRelease, CountedRecords

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
        rule = {None: [], 'distinct': ['--l-diversity', '2'], 'three': ['--l-diversity', '3'], 'alpha': ['--alpha', '0.75']}[self.rule]
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


@pytest.mark.parametrize('seed', sorted({*seeds(330), 29, 46, 191}))     # these three need what few others do
def test_every_line_is_shared_by_k_people(seed, tmp_path):
    """And the release, the file and the search are those of brute force, with erased people, movers, changed values and rules beyond k."""
    run_series(seed, tmp_path)


def attacked(series, one, other, folder, list_of):
    """The rows over time of two months, for an attacker who has these lists."""
    releases = [AttackedRelease('r', ['age', 'job'], ['ill'], list(map(tuple, read(folder / ('r%d.csv' % month[0]))))) for month in (one, other)]
    lists = [CountedRecords([tuple(row[1:3]) for row in month[list_of]], [row[0] for row in month[list_of]]) for month in (one, other)]
    of_lists = [release.covering(people.distinct, series.trees) for release, people in zip(releases, lists)]
    return told_over_time(releases, lists, [['age', 'job']] * 2, of_lists, series.k)


@pytest.mark.parametrize('seed', seeds(110))
def test_whoever_knows_who_is_in_which_release_finds_nobody_below_k(seed, tmp_path):
    series, out = run_series(seed, tmp_path, 3)
    for place, one in enumerate(out):
        for other in out[place + 1:]:
            rows, doubtful = attacked(series, one, other, tmp_path, 1)
            assert [row['below_k'] for row in rows] == [0, 0, 0], (seed, one[0], other[0])
            assert not any(doubtful['unpublished'] + doubtful['unlisted'])
            rows, doubtful = attacked(series, one, other, tmp_path, 2)      # whoever knows the tables alone
            assert [row['below_k'] for row in rows] == [0, 0, 0], (seed, one[0], other[0])


@pytest.mark.parametrize('seed', seeds(110))
def test_a_table_that_is_not_in_memory(seed, tmp_path, monkeypatch):
    """Rows are put aside, appended without counting, and looked at again."""
    monkeypatch.setattr(counted_module.Tally.__init__, '__defaults__', ([1, 3, 8][seed % 3], *counted_module.Tally.__init__.__defaults__[1:]))
    run_series(seed, tmp_path)


@pytest.mark.parametrize('seed', seeds(110))
def test_every_algorithm_by_levels_keeps_the_promise(seed, tmp_path):
    """Through the library, where a release is published when it is written."""
    series, path = Series(seed), str(tmp_path / 'h.csv')
    algorithm = [package.Samarati, package.Optimal, package.Datafly, package.RoundRobin][seed % 4]
    rules = {None: [], 'distinct': [package.Distinct(2)], 'alpha': [package.Alpha(0.75)]}[series.rule]
    for month in range(4):
        if month:
            series.pass_a_month()
        most = {} if algorithm is package.RoundRobin else {'max_suppression': series.most}
        rows = [dict(zip(HEADER, row)) for row in series.table]
        try:
            release = package.anonymize(rows, ['age', 'job'], ['ill'], k=series.k, person='who', history=path, require=rules, algorithm=algorithm(**most),
                                        missing='value', hierarchies=dict(zip(['age', 'job'], series.trees)))
        except package.DataError:
            continue
        before, (found, withheld) = read_history(path).releases, series.published(release.vector)
        assert release.history == {'releases': series.months, 'withheld': len(withheld), 'held_back': len(rows) - len(found),
                                   'new': sum(row['who'] not in {**found, **series.lines} for row in rows)}
        assert len(rows) - len(found) <= (series.limit() if most else 0)
        values = {row['who']: row['ill'] for row in rows}
        assert release.rows == sorted((*labels, values[who]) for who, labels in found.items())
        assert before == read_history(path).releases == series.months
        release.write(str(tmp_path / ('r%d.csv' % month)))
        series.take(found)
        assert groups_in(path) == series.groups() and read_history(path).releases == series.months
        check_promise(series)


def test_a_release_is_written_once(tmp_path):
    """The file has changed since it was read. Nor can the order of the input be kept, or the recoding be written."""
    rows = [dict(zip(HEADER, row)) for row in JAN]
    made = dict(k=3, person='who', history=str(tmp_path / 'h.csv'), hierarchies={'age': {row[1]: '*' for row in JAN}})
    release = package.anonymize(rows, ['age'], ['ill'], **made)
    for call, found in (
            (lambda: release.write(str(tmp_path / 'r.csv'), order='input'), "order='input' and history exclude each other"),
            (lambda: release.write_recoding(str(tmp_path / 'r.csv')), 'a recoding and history exclude each other'),
            (lambda: package.anonymize(rows, ['age'], ['ill'], algorithm='mondrian', **made), 'history is for searches by levels'),
            (lambda: package.anonymize(rows, ['age'], ['ill'], **{**made, 'person': None}), 'history needs person'),
            (lambda: package.anonymize(rows, ['age'], ['ill'], require=package.Closeness(0.5), **made), 'history and t_closeness exclude')):
        with pytest.raises(package.DataError, match=found):
            call()
    assert not os.listdir(str(tmp_path))
    counted = release._made.space.counted
    counted.history, kept = None, counted.history
    with pytest.raises(package.DataError, match='no file that tells the next release of this one'):
        release.write(str(tmp_path / 'r.csv'))
    counted.history = kept
    assert not os.listdir(str(tmp_path))
    release.write(str(tmp_path / 'r.csv'))
    with pytest.raises(package.DataError, match='another run has changed it since'):
        release.write(str(tmp_path / 'again.csv'))
    assert sorted(os.listdir(str(tmp_path))) == ['h.csv', 'r.csv']


# The search and the audit, spoilt.

def spoilt_run(seed, folder):
    """The message of the run that fails in a spoilt series, '' if brute force agrees with all of them."""
    try:
        run_series(seed, folder)
    except AssertionError as error:
        return str(error)
    return ''


def test_withholding_must_not_rule_vectors_out(monkeypatch, tmp_path):
    """Absent 5 -> 3 withholds 100. So a vector may hold back more than one below it, and a search that prunes by that misses releases."""
    judge = LatticeOfGroups._judge

    def spoilt(self, vector):
        judged = judge(self, vector)
        return Judgement(judged.counts, judged.failing, judged.failing)
    monkeypatch.setattr(LatticeOfGroups, '_judge', spoilt)
    assert 'would be held back' in spoilt_run(46, tmp_path)


@pytest.mark.parametrize('seed, name, spoilt, found', [
    (0, '_withheld', lambda self, parts, failing: set(), 'a line of all releases that 1 people share, fewer than k = 3'),
    (29, '_is_broken', lambda self, absent: 0 < sum(absent.values()) < self.k, 'a line of all releases without distinct l = 2 in ill'),
    (191, '_is_broken', lambda self, absent: 0 < sum(absent.values()) < self.k, 'a line of all releases without alpha = 0.75 in ill')])
def test_a_search_that_does_not_withhold_is_caught_by_the_audit(seed, name, spoilt, found, monkeypatch, tmp_path):
    monkeypatch.setattr(LatticeOfGroups, name, spoilt)
    assert 'the audit found ' + found in spoilt_run(seed, tmp_path)


JAN = [['a', '31', 'x', 'flu'], ['b', '32', 'x', 'gout'], ['c', '33', 'x', 'flu'],
       ['d', '41', 'x', 'flu'], ['e', '42', 'x', 'gout'], ['f', '43', 'x', 'HIV']]
FEB = [*JAN, ['g', '34', 'x', 'HIV'], ['h', '44', 'x', 'flu'], ['i', '45', 'x', 'gout'], ['j', '46', 'x', 'gout']]
TYPED = ['-k', '3', '--max-suppression', '1', '--limit', 'age<=1']


@pytest.fixture
def register(tmp_path):
    """The folder of the register of PEOPLE, in which January is published."""
    write(tmp_path / 't0.csv', HEADER, JAN)
    write(tmp_path / 't1.csv', HEADER, FEB)
    (tmp_path / 'hierarchies').mkdir()
    (tmp_path / 'hierarchies' / 'age.txt').write_text(''.join('%d,[%d0-%d9],*\n' % (age, age // 10, age // 10) for age in range(30, 50)))
    (tmp_path / 'hierarchies' / 'job.txt').write_text('x,*\n')
    assert publish(tmp_path, 0, *TYPED)[0] == 0
    return tmp_path


def test_whoever_is_alone_is_held_back(register):
    """g has HIV and came alone. The others who came are three."""
    before = run('kanon', 'attack', 'r0.csv', '--known', 't0.csv', '--person', 'who', '--quasi', 'age,job', '--sensitive', 'ill', cwd=str(register))
    assert before.returncode == 0
    status, report, _ = publish(register, 1, *TYPED)
    assert (status, report['history']) == (0, {'file': 'h.csv', 'releases': 1, 'new': 1, 'withheld': 0, 'held_back': 1})
    assert Counter(map(tuple, read(register / 'r1.csv')))['[30-39]', 'x', 'HIV'] == 0
    assert [len(rows) for rows in (read(register / 'r0.csv'), read(register / 'r1.csv'))] == [6, 9]
    assert groups_in(register / 'h.csv') == [['a', 'b', 'c'], ['d', 'e', 'f'], ['h', 'i', 'j']]
    result = kanon('attack', 'r0.csv', '--known', 't0.csv', '--second', 'r1.csv', '--second-known', 't1.csv', '--person', 'who', '--quasi', 'age,job',
                   '--sensitive', 'ill', '--format', 'json', cwd=str(register))
    assert [row['below_k'] for row in json.loads(result.stdout)[-3:]] == [0, 0, 0]


def test_without_the_file_the_diagnosis_is_certain(register):
    run('run_samarati.py', 't1.csv', '--quasi', 'age,job', '--sensitive', 'ill', '-o', 'r1.csv', *TYPED, cwd=str(register))
    result = kanon('attack', 'r0.csv', '--known', 't0.csv', '--second', 'r1.csv', '--second-known', 't1.csv', '--person', 'who', '--quasi', 'age,job',
                   '--sensitive', 'ill', '-k', '3', '--format', 'json', cwd=str(register))
    added = json.loads(result.stdout)[-3]
    assert (added['below_k'], added['one_value']) == (1, 1)


def test_who_leaves_alone_withholds_the_group(register):
    """Of five people one leaves. Four could be published, and then that one would be absent alone. Where three leave, two are too few."""
    fives, words = [*JAN, ['g', '34', 'x', 'flu'], ['h', '35', 'x', 'gout']], [*TYPED[:2], '--max-suppression', '4', *TYPED[4:]]
    os.remove(str(register / 'h.csv'))
    for month, rows in ((1, fives), (2, fives[1:]), (3, fives[3:])):
        write(register / ('t%d.csv' % month), HEADER, rows)
    assert publish(register, 1, *words)[0] == 0
    reports = [publish(register, month, *words)[1]['history'] for month in (2, 3)]
    assert [[report[name] for name in ('releases', 'withheld', 'held_back')] for report in reports] == [[1, 4, 4], [2, 0, 2]]
    assert groups_in(register / 'h.csv') == [['a', 'b', 'c', 'g', 'h'], ['d', 'e', 'f']]


def test_a_part_that_fails_a_rule_withholds_the_group(register):
    """All stood together. Now five of them, of whom four have flu, fail alpha = 0.75. Absent they would fail, too."""
    os.remove(str(register / 'h.csv'))
    rows = [['p%d' % n, str(age), 'x', ill] for n, (age, ill) in enumerate(zip((31, 32, 33, 34, 35, 41, 42), ('flu', 'flu', 'flu', 'flu', 'gout', 'flu', 'gout')))]
    new = [['q1', '46', 'x', 'flu'], ['q2', '47', 'x', 'gout']]
    for month, table, limits in ((1, rows, ['--from', 'age>=2']), (2, rows + new, ['--limit', 'age<=1'])):
        write(register / ('t%d.csv' % month), HEADER, table)
        status, report, error = publish(register, month, '-k', '2', '--alpha', '0.75', '--max-suppression', '7', *limits)
        assert status == 0, error
    assert report['history'] == {'file': 'h.csv', 'releases': 1, 'new': 0, 'withheld': 7, 'held_back': 7}
    assert groups_in(register / 'h.csv') == [sorted(row[0] for row in rows), ['q1', 'q2']]


def test_the_report_says_it_in_both_languages(register):
    words = ['--quasi', 'age,job', '--sensitive', 'ill', '--person', 'who', '--history', 'h.csv', '--force', *TYPED]
    texts = [run('run_samarati.py', 't1.csv', *words, '-o', 'r%s.csv' % language, '--language', language, '--html', language + '.html',
                 '--l-diversity', '2', cwd=str(register)) for language in ('en', 'zh')]
    assert [text.returncode for text in texts] == [1, 1] and 'was made with no rule beyond k' in texts[0].stderr
    os.remove(str(register / 'h.csv'))
    english, chinese = (run('run_samarati.py', 't%d.csv' % place, *words, '-o', 'r%s.csv' % language, '--language', language, '--html', language + '.html',
                            '--l-diversity', '2', cwd=str(register)).stdout for place, language in enumerate(('en', 'zh')))
    assert 'In 1 release side by side, everybody who was published has the same labels and absences as at least 2 other persons' in english
    assert 'These rules hold for those of them, too, who are absent from this release' in english and 'held back' not in english
    assert '把 2 次发布并排来看' in chinese and '1 个人留待以后发布：其中 1 人从未发布过，0 人' in chinese
    page = (register / 'zh.html').read_text(encoding='utf-8')
    assert '把 2 次发布并排来看' in page and '不足 3 个人留待以后发布' in page


# The file.

def test_the_file_is_for_its_owner_alone_and_in_no_record(register):
    assert os.stat(str(register / 'h.csv')).st_mode & 0o777 == 0o600
    assert (register / 'h.csv').read_text().splitlines() == ['person,group,1,k = 3,a8ee9ae7f2ea73ab', *('%s,%d,,,' % pair for pair in zip('abcdef', (1, 1, 1, 2, 2, 2)))]
    os.chmod(str(register / 'h.csv'), 0o644)
    assert publish(register, 1, *TYPED, '--record', 'r.json')[0] == 0
    assert os.stat(str(register / 'h.csv')).st_mode & 0o777 == 0o600
    record = (register / 'r.json').read_text()
    assert 'person,group' not in record and not any('"%s"' % row[0] in record for row in FEB)
    assert 'sha256' in record and 'h.csv' not in json.loads(record)['files']
    result = kanon('replay', 'r.json', cwd=str(register))
    assert result.returncode == 1 and 'the run had a --history, which has gone on since' in result.stderr


def test_the_order_of_the_table_does_not_matter(register, tmp_path):
    first = publish(register, 1, *TYPED)[0], (register / 'h.csv').read_bytes()
    os.remove(str(register / 'h.csv'))
    for month, rows in ((0, JAN), (1, FEB)):
        write(register / ('t%d.csv' % month), HEADER, rows[::-1])
        assert publish(register, month, *TYPED, '--force')[0] == 0
    assert (0, (register / 'h.csv').read_bytes()) == first


def nothing_written(folder, before):
    assert sorted(os.listdir(str(folder))) == ['h.csv', 'hierarchies', 'r0.csv', 't0.csv', 't1.csv']
    assert (folder / 'h.csv').read_bytes() == before


def test_both_files_change_or_none(register, monkeypatch):
    """An error between both renames puts the old file back. So does one while the new file is written."""
    before, replace, chmod = (register / 'h.csv').read_bytes(), os.replace, os.chmod

    def full(path, *more):
        raise OSError(28, 'No space left on device')

    def one_alone(source, target):
        if str(target).endswith('r1.csv'):
            raise OSError(5, 'Input/output error')
        replace(source, target)
    monkeypatch.setattr(os, 'replace', one_alone)
    status, _, error = publish(register, 1, *TYPED)
    assert (status, error) == (1, 'run_samarati.py: r1.csv: Input/output error\n')
    nothing_written(register, before)
    monkeypatch.setattr(os, 'replace', replace)
    monkeypatch.setattr(history_module.os, 'chmod', full)
    status, _, error = publish(register, 1, *TYPED)
    assert (status, error) == (1, 'run_samarati.py: h.csv: No space left on device\n')
    monkeypatch.setattr(history_module.os, 'chmod', chmod)
    nothing_written(register, before)


def test_the_first_file_goes_with_its_release(register, monkeypatch):
    os.remove(str(register / 'h.csv'))
    replace = os.replace
    monkeypatch.setattr(os, 'replace', lambda source, target: replace(source, target) if str(target).endswith('h.csv') else 1 / 0)
    with pytest.raises(ZeroDivisionError):
        publish(register, 1, *TYPED)
    assert not os.path.exists(str(register / 'h.csv')) and not os.path.exists(str(register / 'r1.csv'))


@pytest.mark.parametrize('first', [False, True])
def test_a_release_in_its_place_keeps_its_history(first, register, monkeypatch):
    """A signal that comes right behind the second rename finds both files in place. The next release must know this one."""
    if first:
        os.remove(str(register / 'h.csv'))
    replace = os.replace

    def stopped(source, target):
        replace(source, target)
        if str(target).endswith('r1.csv'):
            raise KeyboardInterrupt
    monkeypatch.setattr(os, 'replace', stopped)
    publish(register, 1, *TYPED)
    assert os.path.exists(str(register / 'r1.csv')) and read_history(str(register / 'h.csv')).releases == 2 - first


def test_two_runs_at_once(register, monkeypatch):
    """The second one to end has read a file that is no longer there, so it publishes nothing."""
    read_once, ended = counted_module.Tally.count_table, []

    def meanwhile(self, *more):
        read_once(self, *more)
        if not ended:
            ended.append(None)
            write(register / 't2.csv', HEADER, FEB)
            ended.append(publish(register, 2, *TYPED)[0])
    monkeypatch.setattr(counted_module.Tally, 'count_table', meanwhile)
    status, _, error = publish(register, 1, *TYPED)
    assert ended == [None, 0]
    assert (status, error) == (1, 'run_samarati.py: h.csv: another run has changed it since this one read it; run again\n')
    assert not os.path.exists(str(register / 'r1.csv')) and read_history(str(register / 'h.csv')).releases == 2


@pytest.mark.parametrize('spoilt, found', [
    (lambda people: [(person, 1, values) for person, _, values in people], 'other groups in the history than the lines of all releases'),
    (lambda people: people[:-1], 'other groups in the history than the lines of all releases'),
    (lambda people: people + [('z', 1, ())], 'other groups in the history than the lines of all releases')])
def test_the_audit_reads_the_new_file_again(spoilt, found, register, monkeypatch):
    before, continued = (register / 'h.csv').read_bytes(), history_module.History.continued

    def wrong(self, required, published):
        after = continued(self, required, published)
        after.people = spoilt(after.people)
        return after
    monkeypatch.setattr(history_module.History, 'continued', wrong)
    status, _, error = publish(register, 1, *TYPED)
    assert (status, error) == (1, 'run_samarati.py: the audit found %s\n' % found)
    nothing_written(register, before)


def test_a_release_too_many_in_the_header_is_found(register, monkeypatch):
    before, write_ = (register / 'h.csv').read_bytes(), history_module.History.write
    monkeypatch.setattr(history_module.History, 'write', lambda self, path: setattr(self, 'releases', 7) or write_(self, path))
    assert 'the audit found a history of 7 releases instead of 2' in publish(register, 1, *TYPED)[2]
    nothing_written(register, before)


def test_the_path_must_be_writable(register):
    os.chmod(str(register / 'h.csv'), 0o400)
    before = (register / 'h.csv').read_bytes()
    status, _, error = publish(register, 1, *TYPED)
    assert (status, error) == (1, 'run_samarati.py: h.csv: may not be written to; its owner has taken that permission away\n')
    nothing_written(register, before)


def test_a_pipe_is_not_waited_for(register):
    """/dev/stdout leads to one that has no name."""
    if not os.path.exists('/dev/stdout'):
        pytest.skip('standard output has no name here')
    before = sorted(os.listdir(str(register)))
    result = run_apart('run_samarati.py', 't1.csv', '--quasi', 'age,job', '--sensitive', 'ill', '--person', 'who', '--history', '/dev/stdout',
                       '-o', 'r1.csv', cwd=str(register), timeout=60)
    assert (result.returncode, result.stderr) == (1, 'run_samarati.py: /dev/stdout: is no file that can be kept\n')
    assert sorted(os.listdir(str(register))) == before


def test_the_library_takes_a_file_alone():
    with pytest.raises(package.DataError, match='is no file that can be kept'):
        package.anonymize([{'who': 'a', 'age': 1}, {'who': 'b', 'age': 1}], ['age'], k=2, person='who', history=os.devnull,
                          hierarchies={'age': {'1': '*'}})
