"""An attacker has the release, its page and the program, and all records of the table but few: does the page make a value certain?

The attacker writes each table that may be the one, runs the program on it, and keeps those that give the same release and the same page,
byte by byte. A recorded value that fewer than k have, which is in all tables with this page but not in all with this release, is certain
because of the page. How many were suppressed and left out, as far as the page tells it, is taken as known without the page.
"""

import os
import shutil
from collections import Counter
from itertools import combinations_with_replacement
from random import Random

import pytest

from conftest import run_here, seeds

AGES = ['20', '21', '25', '30', '35', '39', '40', '51', '77', '100']
TOWNS = ['Abo', 'Bex', 'Cul', 'Dax', 'Ely']
ILLS = ['flu', 'gout', 'ulcer', 'zoster']
BY_LEVELS = ['', '', '--max-suppression 1', '--max-suppression 2', '--max-suppression 3', '--max-suppression 30%',
             '--max-suppression 2 --measure dm', '--max-suppression 2 --measure entropy', '--max-suppression 2 --missing root',
             '--max-suppression 2 --l-diversity 2', '--max-suppression 2 --person who', '--max-suppression 2 --weights age=2',
             '--max-suppression 2 --na zz --missing-in used', '--max-suppression 2 --standard gdpr-wp216', '--max-suppression 2 --trace']
BY_CUTS = ['', '', '', '--labels box', '--labels grid', '--partitioning relaxed', '--partitioning optimal', '--partitioning clustered',
           '--choose lm', '--categories frequency', '--missing root', '--bound', '--person who', '--l-diversity 2', '--trace', '--unreadable missing']
GIVEN = {'age': ''.join('%s,%s,%s,*\n' % (age, '[%d0-%d9]' % ((int(age) // 10,) * 2), 'young' if int(age) < 40 else 'old') for age in AGES),
         'town': ''.join('%s,%s,*\n' % (town, 'north' if town < 'Cul' else 'south') for town in TOWNS)}


class Attacked:
    """A table of a seed, how it is published, and a folder in which the attacker does the same with other tables."""

    def __init__(self, seed, folder):
        random = Random(seed)
        self.folder, self.k = folder, random.choice([2, 3, 3, 4])
        self.program = ['samarati', 'optimal', 'mondrian', 'datafly'][seed % 4]
        self.started = random.random() < 0.5
        options = random.choice(BY_CUTS if self.program == 'mondrian' else BY_LEVELS).split()
        ages, towns = random.sample(AGES, random.choice([3, 5, 9])), random.sample(TOWNS, random.choice([1, 2, 4]))
        often, some = [(age, towns[0]) for age in ages[:2]], self.k * random.choice([2, 3])
        drawn = [random.choice(often) if self.program != 'mondrian' else (random.choice(ages), random.choice(towns[:2])) for _ in range(some)]
        drawn += [(random.choice(ages), random.choice(towns)) for _ in range(random.choice([1, 2, 3]))]
        size = 2 if '--person' in options else 1
        rows = [('p%d' % (n // size), age, town, random.choice(ILLS)) for n, (age, town) in enumerate(drawn)]
        if '--missing' in options or '--missing-in' in options or random.random() < 0.1:
            rows[0] = (rows[0][0], random.choice(['?', rows[0][1]]), '?' if '--na' not in options else 'zz', rows[0][3])
        self.random, self.rows = random, sorted(rows)
        self.words = ['t.csv', '--quasi', 'age,town', '--sensitive', 'ill', '-k', str(self.k), '-o', 'o.csv', '--force', '--hierarchies', 'hierarchies',
                      *['--optimal'] * (self.program == 'optimal'), *options]

    def published(self, rows, *more):
        """The release of a table, b'' where there is none."""
        with open(os.path.join(self.folder, 't.csv'), 'w', encoding='utf-8') as file:
            file.write('who,age,town,ill\n' + ''.join(','.join(row) + '\n' for row in rows))
        shutil.rmtree('hierarchies', ignore_errors=True)
        if self.started:
            for name in 't.ini',:
                if os.path.exists(name):
                    os.remove(name)
            status, _, _ = run_here('start', ['t.csv', '--quasi', 'age,town', '--sensitive', 'ill', '-k', self.k, '--redact', '--force'])
            if status:
                return b''
        else:
            os.makedirs('hierarchies')
            for name, text in GIVEN.items():
                with open('hierarchies/%s.txt' % name, 'w', encoding='utf-8') as file:
                    file.write(text)
        for name in 'o.csv', 'o.html':
            if os.path.exists(name):
                os.remove(name)
        status, _, _ = run_here(self.program if self.program != 'optimal' else 'samarati', [*self.words, *more])
        if status:
            return b''
        with open('o.csv', 'rb') as file:
            return file.read()

    def page(self, rows):
        """The release and the page of a table."""
        release = self.published(rows, '--html', 'o.html', '--quiet')
        if not release:
            return b'', b''
        with open('o.html', 'rb') as file:
            return release, masked(file.read())

    def totals(self, rows, release):
        """What is known of how many are not published: none, fewer than k, or how many were left out and suppressed."""
        missing = 0 if '--missing' in self.words else sum(bool({'?', 'zz'} & set(row)) for row in rows)
        return fewer(missing, self.k), fewer(len(rows) - missing - release.count(b'\n') + 1, self.k)

    def candidates(self):
        """Each list of tables that the attacker cannot tell apart before: one value of one record is not known, or the records of all who
        have a rare value in a column are not."""
        for place, domain in ((1, AGES), (2, TOWNS), (3, ILLS)):
            counts = Counter(row[place] for row in self.rows)
            rare = [n for n, row in enumerate(self.rows) if counts[row[place]] < self.k and row[place] in domain]
            if rare:
                target = self.random.choice(rare)
                yield [self.rows[:target] + [with_value(self.rows[target], place, value)] + self.rows[target + 1:] for value in domain]
            if 1 < len(rare) < self.k:
                known, hidden = [row for n, row in enumerate(self.rows) if n not in rare], [self.rows[n] for n in rare]
                values = combinations_with_replacement(domain, len(rare))
                yield [known + [with_value(row, place, value) for row, value in zip(hidden, chosen)] for chosen in values]
            if rare:    # whether there is such a record at all
                target = self.random.choice(rare)
                yield [self.rows[:target] + self.rows[target + 1:]] + [
                    self.rows + [with_value(self.rows[target], place, value)] for value in domain]


def with_value(row, place, value):
    return (*row[:place], value, *row[place + 1:])


def fewer(n, k):
    return min(n, 1) if n < k else n


def masked(page):
    return page


def rare_values(rows, k):
    return {(place, value) for place in (1, 2, 3) for value, n in Counter(row[place] for row in rows).items() if n < k and value not in ('?', 'zz')}


def values_of(rows):
    return {(place, row[place]) for row in rows for place in (1, 2, 3)}


def certain(attacked):
    """The rare values that the page makes certain, with the number of tables that have this release and of those that have this page."""
    release, page = attacked.page(attacked.rows)
    if not release:
        return None
    totals = attacked.totals(attacked.rows, release)
    found = set()
    for tables in attacked.candidates():
        tables = [rows for rows in tables if sorted(rows) != attacked.rows]
        attacked.random.shuffle(tables)
        sure = rare_values(attacked.rows, attacked.k)
        unsure = set()      # values that the release leaves open
        for rows in tables:
            if not sure:
                break
            if not sure - values_of(rows):
                continue
            other, its_page = attacked.page(sorted(rows))
            if other == release and attacked.totals(rows, other) == totals:
                unsure |= sure - values_of(rows)
                if its_page == page:
                    sure &= values_of(rows)
        found |= sure & unsure
    return found


@pytest.mark.parametrize('seed', seeds(300, 25))
def test_no_rare_value_is_certain_because_of_the_page(tmp_path, monkeypatch, seed):
    monkeypatch.chdir(tmp_path)
    found = certain(Attacked(seed, str(tmp_path)))
    assert not found, found


# Counts of 1 and of 2, where k is 3: the page is the same, byte by byte.

BASE = ''.join('p%d,%d,%s,%s\n' % (n, 20 + n % 2, 'Abo', ILLS[n % 3]) for n in range(12))
LEVELS = ' --quasi age,town --sensitive ill -k 3 -o o.csv --hierarchies hierarchies --max-suppression 25% --from age>=0'
CUTS = 'mondrian t.csv --quasi age,town --sensitive ill -k 3 -o o.csv --hierarchies hierarchies'
ALIKE = [       # what is typed, the rows of one table besides those of BASE, and those of the other
    *[('%s t.csv%s%s' % (program, LEVELS, more), 'x,100,Ely,zoster\n', 'x,100,Ely,zoster\ny,77,Ely,flu\n')
      for program, more in (('samarati', ''), ('samarati', ' --optimal'), ('datafly', ''), ('samarati', ' --trace --standard cms-11'),
                            ('samarati', ' --measure dm'), ('samarati', ' --l-diversity 2'), ('samarati', ' --person who'))],
    ('samarati t.csv' + LEVELS + ' --missing root', 'x,?,Ely,zoster\n', 'x,?,Ely,zoster\ny,?,Ely,flu\n'),
    (CUTS, 'x,?,Abo,flu\n', 'x,?,Abo,flu\ny,20,?,flu\n'),
    (CUTS + ' --na zz', 'x,zz,Abo,flu\n', 'x,zz,Abo,flu\ny,zz,?,flu\n'),
    (CUTS + ' --unreadable missing --categories hierarchy', 'x,2o,Abo,flu\n', 'x,2o,Abo,flu\ny,2l,Abo,flu\n'),
    (CUTS + ' --totals leave-out', 'Total,,,\n', 'Total,,,\nTotal,,,\n'),
    (CUTS + ' --person who', '?,20,Abo,flu\np0,20,Abo,flu\n', '?,20,Abo,flu\np2,20,Abo,flu\n'),
]


@pytest.mark.parametrize('language', ['en', 'zh'])
@pytest.mark.parametrize('line, one, two', ALIKE, ids=range(len(ALIKE)))
def test_no_count_of_fewer_than_k_is_on_the_page(tmp_path, monkeypatch, line, one, two, language):
    monkeypatch.chdir(tmp_path)
    os.mkdir('hierarchies')
    for name, text in GIVEN.items():
        (tmp_path / 'hierarchies' / (name + '.txt')).write_text(text)
    program, *words = line.split()
    made = []
    for rows in one, two:
        (tmp_path / 't.csv').write_text('who,age,town,ill\n' + BASE + rows)
        status, _, error = run_here(program, [*words, '--html', 'o.html', '--force', '--quiet', '--language', language])
        assert status == 0, error
        made.append(((tmp_path / 'o.csv').read_bytes(), (tmp_path / 'o.html').read_text(encoding='utf-8')))
        status, _, error = run_here(program, [*words, '--html', 'i.html', '--force', '--quiet', '--language', language, '--internal'])
        made[-1] += (tmp_path / 'i.html').read_text(encoding='utf-8'),
    (release, page, whole), (other, its_page, its_whole) = made
    assert release == other and whole.partition('<body>')[2] != its_whole.partition('<body>')[2], 'an internal page has the counts'
    assert page == its_page and ({'en': 'ewer than 3', 'zh': '不足 3'}[language] in page.partition('1. ')[2])
