"""An attacker has the release, its page and the program, and all records of the table but few: does the page make a value certain?

The attacker writes each table that may be the one, runs the program on it, and keeps those that give the same release and the same page,
byte by byte. A recorded value that fewer than k have, which is in all tables with this page but not in all with this release, is certain
because of the page. How many records and persons were suppressed and left out, as far as the page tells it, is taken as known without
the page.

Of a release that follows an earlier month's, the attacker has both releases and both pages. The file of a population is public.
"""

import json
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
SEVERAL = ['flu', 'gout', 'ulcer', 'flu|gout', 'flu|zoster', 'gout|ulcer']
BY_LEVELS = ['', '', '--max-suppression 1', '--max-suppression 2', '--max-suppression 3', '--max-suppression 30%',
             '--max-suppression 2 --measure dm', '--max-suppression 2 --measure entropy', '--max-suppression 2 --missing root',
             '--max-suppression 2 --l-diversity 2', '--max-suppression 2 --person who', '--max-suppression 2 --weights age=2',
             '--max-suppression 2 --na zz --missing-in used', '--max-suppression 2 --standard gdpr-wp216', '--max-suppression 2 --trace']
BY_CUTS = ['', '', '', '--labels box', '--labels grid', '--partitioning relaxed', '--partitioning optimal', '--partitioning clustered',
           '--choose lm', '--categories frequency', '--missing root', '--bound', '--person who', '--l-diversity 2', '--trace', '--unreadable missing']
# With other files, and with items. Before the arrow stands how the earlier month's table was published.
HISTORY = '--history h.csv --person who --max-suppression 60%'
BESIDES_LEVELS = ['--population people.csv --k-map 4', '--population people.csv --k-map 6 --max-suppression 3 --missing root',
                  '--population people.csv --k-map 4 --max-suppression 3 --person who',
                  '--population people.csv --delta-presence 0:0.7 --max-suppression 3',
                  HISTORY + ' -> ' + HISTORY, HISTORY + ' --record r.json -> --like r.json ' + HISTORY,
                  '--max-suppression 2 --record r.json -> --like r.json --max-suppression 3',
                  '--max-suppression 2 --record r.json -> --like r.json --max-suppression 40%',
                  '--items ill=| --max-suppression 2', '--items ill=| --l-diversity 2 --max-suppression 3']
BESIDES_CUTS = ['--labels box --save-plan p.json -> --plan p.json', '--labels grid --save-plan p.json -> --plan p.json --max-suppression 3',
                '--labels box --l-diversity 2 --save-plan p.json -> --plan p.json --max-suppression 40%',
                '--items ill=|', '--items ill=| --l-diversity 2 --labels box']
GIVEN = {'age': ''.join('%s,%s,%s,*\n' % (age, '[%d0-%d9]' % ((int(age) // 10,) * 2), 'young' if int(age) < 40 else 'old') for age in AGES),
         'town': ''.join('%s,%s,*\n' % (town, 'north' if town < 'Cul' else 'south') for town in TOWNS)}


class Attacked:
    """A table of a seed, how it is published, and a folder in which the attacker does the same with other tables."""

    def __init__(self, seed, folder, by_levels, by_cuts):
        random = Random(seed)
        self.folder, self.k = folder, random.choice([2, 3, 3, 4])
        self.program = ['samarati', 'optimal', 'mondrian', 'datafly'][seed % 4]
        self.started = random.random() < 0.5
        months = random.choice(by_cuts if self.program == 'mondrian' else by_levels).split(' -> ')
        options = ' '.join(months).split()
        ages, towns = random.sample(AGES, random.choice([3, 5, 9])), random.sample(TOWNS, random.choice([1, 2, 4]))
        often, some = [(age, towns[0]) for age in ages[:2]], self.k * random.choice([2, 3])
        drawn = [random.choice(often) if self.program != 'mondrian' else (random.choice(ages), random.choice(towns[:2])) for _ in range(some)]
        drawn += [(random.choice(ages), random.choice(towns)) for _ in range(random.choice([1, 2, 3]))]
        size, ills = 2 if '--person' in options and '--history' not in options else 1, SEVERAL if '--items' in options else ILLS
        rows = [('p%d' % (n // size), age, town, random.choice(ills)) for n, (age, town) in enumerate(drawn)]
        if '--person' in options:       # the last record may be of somebody who has more of them than others
            rows[-1] = (random.choice(rows)[0], *rows[-1][1:])
        if '--missing' in options or '--missing-in' in options or random.random() < 0.1:
            rows[0] = (rows[0][0], random.choice(['?', rows[0][1]]), '?' if '--na' not in options else 'zz', rows[0][3])
        self.random, self.rows, self.options, self.ills = random, sorted(rows), options, ills
        words = ['t.csv', '--quasi', 'age,town', '--sensitive', 'ill', '-k', str(self.k), '-o', 'o.csv', '--html', 'o.html', '--force',
                 '--json', '--hierarchies', 'hierarchies']
        self.months = [[*words, *['--optimal'] * (self.program == 'optimal' and '--like' not in month), *month.split()] for month in months]
        if len(months) > 1:
            self.early = {row[0] for row in rows if random.random() < 0.8}      # whose rows are in the earlier month's table
        if '--population' in options:
            everybody, self.started = '--delta-presence' in options, False      # a table's own hierarchies lack values of a population
            self.people = [row[1:3] for row in rows if everybody or random.random() < 0.9]
            self.people += [(random.choice(AGES), random.choice(TOWNS)) for _ in range(some)]

    def tables(self, rows):
        """The table of each month."""
        return [[row for row in rows if row[0] in self.early], rows] if len(self.months) > 1 else [rows]

    def published(self, rows):
        """The release of each month, the page of each, and how many are not published. Without a month's release there is none."""
        for name in os.listdir(self.folder):
            (shutil.rmtree if os.path.isdir(name) else os.remove)(name)
        self.write('t.csv', 'who,age,town,ill', rows)
        if '--population' in self.options:
            self.write('people.csv', 'age,town', self.people)
        if self.started:
            status, _, _ = run_here('start', ['t.csv', '--quasi', 'age,town', '--sensitive', 'ill', '-k', self.k, '--redact', '--force'])
            if status:
                return (), (), ()
        else:
            os.mkdir('hierarchies')
            for name, text in GIVEN.items():
                with open('hierarchies/%s.txt' % name, 'w', encoding='utf-8') as file:
                    file.write(text)
        releases, pages, totals = [], [], []
        for words, table in zip(self.months, self.tables(rows)):
            self.write('t.csv', 'who,age,town,ill', table)
            by_samarati = self.program == 'optimal' or '--like' in words
            status, told, _ = run_here('samarati' if by_samarati else self.program, words)
            if status:
                return (), (), ()
            totals.append(self.total(json.loads(told)))
            for made, name in (releases, 'o.csv'), (pages, 'o.html'):
                with open(name, 'rb') as file:
                    made.append(file.read())
        return releases, pages, totals

    def write(self, name, head, rows):
        with open(name, 'w', encoding='utf-8') as file:
            file.write(head + '\n' + ''.join(','.join(row) + '\n' for row in rows))

    def total(self, report):
        """Of the records and the persons that are not published: none, fewer than k, or how many."""
        records, persons = report['records'], report.get('persons', {})
        told = [records['missing'], records['suppressed'], *map(persons.get, ('partly', 'suppressed') if persons else ())]
        return [min(n, 1) if n < self.k else n for n in told]

    def candidates(self):
        """Each list of tables that the attacker cannot tell apart before: one value of one record is not known, or the records of all who
        have a rare value in a column are not."""
        for place, domain in ((1, AGES), (2, TOWNS), (3, self.ills)):
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


def values_of(rows):
    """{(column, recorded value, or an item of it): in how many records it is}."""
    counts = Counter((place, value) for row in rows for place in (1, 2, 3) for value in row[place].split('|'))
    return {of_column: n for of_column, n in counts.items() if of_column[1] not in ('?', 'zz')}


def certain(attacked):
    """The rare values that the pages make certain. None without a release."""
    release, page, totals = attacked.published(attacked.rows)
    if not release:
        return None
    found = set()
    for tables in attacked.candidates():
        tables = [rows for rows in tables if sorted(rows) != attacked.rows]
        attacked.random.shuffle(tables)
        sure = {value for value, n in values_of(attacked.rows).items() if n < attacked.k}
        unsure = set()      # values that the release leaves open
        for rows in tables:
            if not sure:
                break
            if not sure - values_of(rows).keys():
                continue
            other, its_page, its_totals = attacked.published(sorted(rows))
            if (other, its_totals) == (release, totals):
                unsure |= sure - values_of(rows).keys()
                if its_page == page:
                    sure &= values_of(rows).keys()
        found |= sure & unsure
    return found


@pytest.mark.parametrize('seed', seeds(600, 51))
def test_no_rare_value_is_certain_because_of_the_page(tmp_path, monkeypatch, seed):
    monkeypatch.chdir(tmp_path)
    found = certain(Attacked(seed, str(tmp_path), *((BY_LEVELS, BY_CUTS) if seed < 300 else (BESIDES_LEVELS, BESIDES_CUTS))))
    assert not found, found


# Counts of 1 and of 2, where k is 3, and what a suppressed row is: the page is the same, byte by byte.

BASE = ''.join('p%d,%d,%s,%s\n' % (n, 20 + n % 2, 'Abo', ILLS[n % 3]) for n in range(12))
LEVELS = ' --quasi age,town --sensitive ill -k 3 -o o.csv --hierarchies hierarchies --max-suppression 25% --from age>=0'
CUTS = 'mondrian t.csv --quasi age,town --sensitive ill -k 3 -o o.csv --hierarchies hierarchies'
ALIKE = [       # what is typed, the rows of one table besides those of BASE, and those of the other
    *[('%s t.csv%s%s' % (program, LEVELS, more), 'x,100,Ely,zoster\n', 'x,100,Ely,zoster\ny,77,Ely,flu\n')
      for program, more in (('samarati', ''), ('samarati', ' --optimal'), ('datafly', ''), ('samarati', ' --trace --standard cms-11'),
                            ('samarati', ' --measure dm'), ('samarati', ' --l-diversity 2'), ('samarati', ' --person who'))],
    # Whether a suppressed row is in the population, and whether it has a value that else joins the rows of p0.
    ('samarati t.csv' + LEVELS + ' --population people.csv --k-map 3', 'x,100,Ely,flu\n', 'x,77,Ely,flu\n'),
    ('samarati t.csv' + LEVELS + ' --person who', 'p0,20,Abo,angina\n' * 2 + 'x,100,Ely,angina\n', 'p0,20,Abo,angina\n' * 2 + 'x,100,Ely,flu\n'),
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
    (tmp_path / 'people.csv').write_text('age,town\n100,Ely\n' + '20,Abo\n21,Abo\n' * 9)
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
