"""explain with more than k: the classes that fail are marked by what they fail, and the last table is what the program publishes."""

import csv
from collections import Counter
from random import Random

import pytest

from conftest import run_here, seeds
from kanon.core.desk.words import BEYOND_K, IN_POPULATION
from kanon.core.settings.table import settings_marked, RULE
from kanon.tools.explain.stories import newly_told
from kanon.tools.verbs import explain
from test_explain import Page

AGES = {'30': '3x', '34': '3x', '41': '4x', '45': '4x', '3x': '*', '4x': '*'}
SEX = {'m': '*', 'f': '*'}
ALGORITHMS = 'samarati', 'optimal', 'datafly', 'mondrian'
RULES = ['--l-diversity 2', '--l-diversity entropy:1.7', '--l-diversity recursive:2,2', '--alpha 0.6', '--t-closeness 0.35',
         '--beta-likeness 1', '--delta-disclosure 1.2', '--l-diversity 2 --alpha ill=0.7', '--k-map 6', '--delta-presence 0:0.7',
         '--delta-presence 0.2:0.9', '--l-diversity 2 --k-map 5']


def drawn(seed, folder):
    """The rows (age, sex, ill, person) of a random table, with its files."""
    random = Random(seed)
    ill = ['flu', 'flu', 'ulcer', 'HIV'] if seed % 2 else ['flu', 'ulcer']
    rows = [(random.choice(['30', '34', '41', '45']), random.choice('mf'), random.choice(ill), 'person-%d' % random.randrange(14))
            for _ in range(random.randint(12, 30))]
    for name, tree in (('age', AGES), ('sex', SEX)):
        (folder / (name + '.txt')).write_text(''.join('%s,%s\n' % pair for pair in tree.items()))
    written(folder / 'd.csv', [('age', 'sex', 'ill', 'who'), *rows])
    people = [row[:2] for row in rows] + [(age, sex) for age in ['30', '34', '41'] for sex in 'mf' for _ in range(random.randrange(4))]
    written(folder / 'people.csv', [('age', 'sex'), *people])
    return rows


def written(path, rows):
    with open(str(path), 'w', newline='') as file:
        csv.writer(file).writerows(rows)


def words_of(seed, folder, algorithm):
    rules = RULES[seed % len(RULES)].split()
    if 'presence' in rules[-2] or 'k-map' in rules[-2]:
        rules += ['--population', folder / 'people.csv']
    words = [folder / 'd.csv', '--quasi', 'age,sex', '--sensitive', 'ill', '--hierarchies', folder, '-k', '3', *rules]
    words += ['--max-suppression', '8'] if algorithm != 'mondrian' else []
    return words + ['--person', 'who'] * (seed // len(RULES) % 2)


def published(page):
    """{row: records} of the last table, without the classes that fail."""
    found = Counter()
    for number in page.data['tables'][page.data['steps'][-1]['table']]:
        one = page.data['classes'][number]
        for *values, n in one['rows'] if not one['fails'] else ():
            found[(*one['labels'], *values)] += int(n)
    return found


def as_explain_types(text):
    """A refusal of a run, with the programs that it names as words of explain."""
    for typed, name in (('run_samarati.py --optimal', 'optimal'), ('run_samarati.py', 'samarati')):
        text = text.replace(typed, 'python -m kanon explain ' + name)
    return text


@pytest.mark.parametrize('algorithm', ALGORITHMS)
@pytest.mark.parametrize('seed', seeds(96))
def test_the_last_table_is_what_is_published(algorithm, seed, tmp_path):
    drawn(seed, tmp_path)
    words = words_of(seed, tmp_path, algorithm)
    script = ['samarati', '--optimal'] if algorithm == 'optimal' else [algorithm]
    status, _, error = run_here(script[0], [*script[1:], *words, '-o', tmp_path / 'out.csv', '--quiet'])
    explained, _, err = run_here('explain', [algorithm, *words, '-o', tmp_path / 'p.html'])
    assert explained == status, (err, error)
    if status:
        of_population = '--population' in words and algorithm == 'mondrian'
        assert of_population or err.partition(': ')[2] == as_explain_types(error.partition(': ')[2])
        return
    page = Page(tmp_path / 'p.html')
    with open(str(tmp_path / 'out.csv'), newline='') as file:
        assert published(page) == Counter(map(tuple, list(csv.reader(file))[1:]))
    assert {'L%d' % step['line'] for step in page.data['steps'] if step['line'] >= 0} <= set(page.code)
    assert 'A word behind it names what a class fails besides.' in ''.join(page.shown)


@pytest.mark.parametrize('algorithm', ['samarati', 'optimal', 'datafly'])
@pytest.mark.parametrize('seed', seeds(48))
def test_what_is_known_of_a_vector_is_true(algorithm, seed, tmp_path):
    """Of each vector that the picture marks, by the lattice that kanon lists."""
    drawn(seed, tmp_path)
    words = words_of(seed, tmp_path, algorithm)
    status, _, _ = run_here('explain', [algorithm, *words, '-o', tmp_path / 'p.html'])
    if status:
        return
    _, listed, _ = run_here('lattice', [*words, '--format', 'csv'])
    satisfies = [row['satisfies'] == 'True' for row in csv.DictReader(listed.decode().splitlines())]
    page, last = Page(tmp_path / 'p.html'), {}
    for step in page.data['steps']:
        last.update(map(tuple, step['set']))
        for place, state in last.items():
            assert satisfies[place] == (state in ('satisfies', 'in', 'chosen')), (place, state)


def test_each_class_names_what_it_fails(tmp_path):
    """By hand: at (0) a has two values, b and c have one, and c has too few records. Distinct l = 2 is failed by b and c."""
    written(tmp_path / 'd.csv', [('age', 'ill'), *[('a', ill) for ill in ('x', 'y', 'y')], *[('b', 'x')] * 3, ('c', 'x')])
    (tmp_path / 'age.txt').write_text('a,*\nb,*\nc,*\n')
    words = [tmp_path / 'd.csv', '--quasi', 'age', '--sensitive', 'ill', '--hierarchies', tmp_path, '-k', '2', '--max-suppression', '4', '--l-diversity', '2',
             '--alpha', '0.9']
    for language, beyond in (('en', 'Besides, each class has at least 2 different values of ill; alpha = 0.9 in ill.'), ('zh', '此外每个等价类都满足')):
        status, _, error = run_here('explain', ['samarati', *words, '--language', language, '-o', tmp_path / (language + '.html')])
        assert status == 0, error
        page = Page(tmp_path / (language + '.html'))
        last = [page.all['classes'][number] for number in page.all['tables'][page.run['steps'][-1]['table']]]
        comma = '、' if language == 'zh' else ', '
        assert [(one['labels'], one['fails']) for one in last] == [(['a'], ''), (['b'], comma.join(['l-diversity', 'alpha'])),
                                                                   (['c'], comma.join(['l-diversity', 'alpha']))]
        assert beyond in ''.join(page.shown)


def test_an_ini_file_of_a_rule_is_followed(tmp_path):
    """A vector that fails l = 2 is not shown as one that satisfies."""
    drawn(0, tmp_path)
    (tmp_path / 'd.ini').write_text('[kanon]\nquasi = age, sex\nsensitive = ill\nk = 10\nl-diversity = 2\nmax-suppression = 0\nlimit = age<=1\n')
    status, told, error = run_here('explain', ['samarati', tmp_path / 'd.csv', '--hierarchies', tmp_path, '-o', tmp_path / 'p.html'])
    assert status == 0, error
    assert b'the page leaves aside what %s says of limit' % str(tmp_path / 'd.ini').encode() in told
    page = Page(tmp_path / 'p.html')
    shown = ''.join(page.shown)
    assert 'at least 2 different values of ill' in shown and 'Left aside is what the INI file says of limit.' in shown


def test_all_rules_of_a_run_are_taken():
    """Whoever adds a rule adds it here, too."""
    assert all(word in explain.WORDS for word in (*BEYOND_K, *IN_POPULATION))
    assert {word.flag[2:].replace('-', '_') for word in BEYOND_K} == set(settings_marked(RULE))


def test_what_follows_from_a_vector_without_steadiness():
    """Nothing, but for one that is ruled out."""
    class Told:
        def __init__(self, kind, **values):
            self.kind, self.values = kind, values
    places = {(0,): 0, (1,): 1, (2,): 2}
    for kind, state in (('fails_alone', 'fails'), ('satisfies_alone', 'satisfies'), ('top', 'satisfies'), ('top_fails', 'fails'),
                        ('too_many', 'fails'), ('few_enough', 'satisfies')):
        assert newly_told(Told(kind, vector=(1,), suppressed=1), {}, places, steady=False) == [[1, state]]
    assert newly_told(Told('fails', vector=(1,), suppressed=9), {}, places, steady=False) == [[0, 'out'], [1, 'fails']]
