"""The picture of a lattice: what each mark says is so, and nothing is asked for the picture's sake."""

import os
from itertools import product
from random import Random
from xml.dom.minidom import parseString

import pytest

from conftest import HOME, kanon, random_table, seeds
from geometry import outside, overlaps, texts
from kanon.core.counts.hierarchy import Hierarchy
from kanon.core.counts.required import Required
from kanon.core.errors import Unsatisfied
from kanon.core.levels.demands import lattice_of
from kanon.core.levels.lattice import Lattice, vectors
from kanon.core.levels.objective import best_of, objective_for, rank
from kanon.core.levels.optimal import branch_and_bound
from kanon.core.levels.samarati import least_height
from kanon.core.levels.sparing import Decisions
from kanon.core.rules.of_values import Alpha, Distinct, Entropy, Recursive
from kanon.core.voice import LANGUAGES
from kanon.core.voice.speaking import speaker
from kanon.tools.pictures.lattice_picture import (MOST_DRAWN, HeightRow, SeenVector,
                                                  heights_picture, lattice_picture, listed_picture)
from kanon.tools.pictures.reasons import Check, Reason, lies_below, reasons
from kanon.tools.pictures.run_pictures import by_height, minimal_of, lattice_of_run

RACE = Hierarchy({'asian': 'person', 'black': 'person', 'white': 'person'})
ZIP = Hierarchy({'94138': '9413*', '94139': '9413*', '94141': '9414*', '94142': '9414*', '9413*': '941**', '9414*': '941**'})
TABLE = {('asian', '94142'): 1, ('asian', '94141'): 1, ('asian', '94139'): 3, ('black', '94138'): 1,
         ('black', '94139'): 1, ('white', '94139'): 1, ('white', '94141'): 1}
MEASURES = 'lm', 'dm', 'entropy', 'precision', 'height', 'c_avg'


def report_of(lattice, chosen, max_suppression, **more):
    """What the picture asks of a report."""
    names = ['column%d' % number for number in range(len(lattice.top))]
    return {'quasi': names, 'k': lattice.k, 'beyond': {}, 'max_suppression': max_suppression, 'vector': dict(zip(names, chosen)),
            'weights': {}, 'measure': more.pop('measure', 'lm'),
            'lattice': {'vectors': lattice.size(), 'checked': len(lattice), **more}}


def checks_of(lattice, max_suppression):
    return [Check(vector, lattice.suppresses_too_much(vector, max_suppression), n <= max_suppression)
            for vector, n in list(lattice.items())]


def random_lattice(seed, ruled):
    """A random lattice, for k alone or with rules beyond k, and a MaxSup."""
    frequency_set, trees = random_table(seed)
    random = Random(seed)
    k, records = random.randint(1, 6), sum(frequency_set.values())
    required = Required(k)
    if ruled:
        histograms = {quasi: {} for quasi in frequency_set}
        for quasi, n in frequency_set.items():
            for _ in range(n):
                value = random.choice('xyz'),
                histograms[quasi][value] = histograms[quasi].get(value, 0) + 1
        rule = random.choice([Distinct(2), Distinct(3), Alpha((6, 10)), Recursive((20, 10), 2), Entropy((15, 10))])
        required = Required(k, {'s': [rule]}, histograms)
    return lattice_of(frequency_set, trees, required), random.choice((0, 1, records // 10, records // 3))


# What each vector's reason is.

@pytest.mark.parametrize('checks, told', [
    ([], {}),
    ([((1, 2), False)], {(1, 2): ('checked', 1)}),
    ([((1, 1), True)], {(1, 1): ('checked', 1), (0, 0): ('above', 1), (0, 1): ('above', 1), (1, 0): ('above', 1)}),
    ([((0, 1), False)], {(0, 1): ('checked', 1), (0, 2): ('below', 1), (1, 1): ('below', 1), (1, 2): ('below', 1)}),
    ([((0, 1), True), ((1, 1), True)], {(0, 1): ('checked', 1), (0, 0): ('above', 1), (1, 0): ('above', 2), (1, 1): ('checked', 2)}),
])
def test_a_vector_has_the_reason_that_came_first(checks, told):
    checks = [Check(vector, out, not out) for vector, out in checks]
    assert reasons(list(vectors((1, 2))), checks) == {vector: Reason(*reason) for vector, reason in told.items()}


class Made:
    """An objective of a lattice of one column, with made-up costs, and bounds by the checked vector."""

    records, costs, bounds = 1, {3: 10, 2: 7, 1: 4}, {3: 5, 2: 1, 1: 2}

    def __init__(self):
        self.lattice = self

    def cost(self, vector):
        return self.costs[vector[0]]

    def bound(self, low, high):
        return self.bounds[high[0]]

    def __getitem__(self, vector):
        return 0


def test_the_greatest_bound_counts():
    """The first check says that (0,) costs 5 at least. So it is settled when the third finds a cost of 4."""
    checks = [Check((level,), False, True) for level in (3, 2, 1)]
    assert reasons([(0,)], checks[:2], Made()).get((0,)) is None
    assert reasons([(0,)], checks, Made())[0,] == ('bound', 3)


@pytest.mark.parametrize('seed', seeds(200))
@pytest.mark.parametrize('ruled', (False, True))
def test_what_samaratis_checks_tell_is_so(seed, ruled):
    lattice, limit = random_lattice(seed, ruled)
    try:
        least_height(lattice, limit)
    except Unsatisfied:
        pass
    checks, every = checks_of(lattice, limit), list(vectors(lattice.top))
    told, known = reasons(every, checks), Decisions(lattice.top)
    for check in checks:
        known.add(check.vector, check.out)
    fresh = lattice.with_k(lattice.k)
    for vector in every:
        reason = told.get(vector)
        assert (reason is None) == (known.out(vector) is None)
        if reason and reason.kind == 'checked':
            assert checks[reason.check - 1].vector == vector
        elif reason:
            other = checks[reason.check - 1]
            assert other.out == (reason.kind == 'above')
            assert lies_below(vector, other.vector) if other.out else lies_below(other.vector, vector)
            assert not any(lies_below(vector, check.vector) if check.out else lies_below(check.vector, vector)
                           for check in checks[:reason.check - 1])
            if reason.kind == 'above':
                assert fresh[vector] > limit
            elif lattice.steady or limit == 0:
                assert fresh[vector] <= limit


@pytest.mark.parametrize('seed', seeds(200))
@pytest.mark.parametrize('ruled', (False, True))
def test_every_vector_of_a_proven_search_has_a_reason_that_is_so(seed, ruled):
    lattice, limit = random_lattice(seed, ruled)
    measure = MEASURES[seed % len(MEASURES)]
    try:
        *_, best = branch_and_bound(lattice, objective_for(measure, lattice, limit), limit)
    except Unsatisfied:
        return
    if lattice[best.vector] == lattice.records:
        return      # no run ends so, as nothing could be published
    checks, every = checks_of(lattice, limit), list(vectors(lattice.top))
    fresh = lattice.with_k(lattice.k)
    target = objective_for(measure, fresh, limit)
    told = reasons(every, checks, target)
    assert set(told) == set(every)
    for vector, reason in told.items():
        if reason.kind == 'above':
            assert fresh[vector] > limit
        elif reason.kind == 'bound':
            so_far = min(rank(check.vector, target) for check in checks[:reason.check] if check.satisfies)
            assert fresh[vector] > limit or rank(vector, target) > so_far


@pytest.mark.parametrize('seed', seeds(100))
def test_minimal_vectors_and_heights_are_those_of_brute_force(seed):
    lattice, limit = random_lattice(seed, False)
    every = list(vectors(lattice.top))
    satisfies = {vector: lattice[vector] <= limit for vector in every}
    minimal = [vector for vector in every if satisfies[vector]
               and not any(satisfies[other] and other != vector and lies_below(other, vector) for other in every)]
    assert list(minimal_of(every, satisfies)) == minimal
    rows = list(by_height(lattice.top, checks_of(lattice, limit), True))
    assert [row.height for row in rows] == list(range(sum(lattice.top) + 1))
    for row in rows:
        of_height = [vector for vector in every if sum(vector) == row.height]
        right = sum(satisfies[vector] for vector in of_height)
        assert row == HeightRow(row.height, len(of_height), len(of_height), right, len(of_height) - right,
                          sum(vector in minimal for vector in of_height))


# The picture of a run.

def test_the_picture_asks_the_lattice_nothing():
    lattice = Lattice(TABLE, [RACE, ZIP], k=2)
    search = least_height(lattice, 0)
    before = list(lattice.items())
    lattice_of_run(report_of(lattice, search.vectors[0], 0), lattice)
    assert list(lattice.items()) == before and len(before) < lattice.size()


def test_where_it_would_take_long_no_other_vector_is_looked_at(monkeypatch):
    """Only what the checks tell is shown. Of a large table the others would take longer than the run."""
    monkeypatch.setattr('kanon.tools.pictures.run_pictures.MOST_ROWS', 6 * len(TABLE) - 1)
    monkeypatch.setattr('kanon.core.levels.lattice.Lattice.with_k', None)
    lattice = Lattice(TABLE, [RACE, ZIP], k=2)
    least_height(lattice, 0)
    sheet = lattice_of_run(report_of(lattice, (0, 2), 0), lattice)
    shown = [text for *_, text in texts(str(sheet))]
    assert 'vectors' in shown and '0,2' not in shown and 'the height of the chosen vector, (0, 2)' in shown


def test_the_picture_of_a_small_lattice():
    """Worked out by hand: at k = 2 (1, 1) and (0, 2) satisfy, and nothing below. (0, 2) loses all of zip, 1.

    (1, 1) loses all of race and a third of zip.
    """
    lattice = Lattice(TABLE, [RACE, ZIP], k=2)
    search = least_height(lattice, 0)
    chosen = best_of(search.vectors, objective_for('lm', lattice, 0))
    assert (search.vectors, chosen, list(lattice)) == ([(0, 2), (1, 1)], (0, 2), [(1, 2), (0, 1), (0, 2), (1, 0), (1, 1)])
    sheet = lattice_of_run(report_of(lattice, chosen, 0), lattice)
    shown = [text for *_, text in texts(str(sheet))]
    for text in ('The search checked 5 of the 6 vectors.', 'It chose (0, 2): 0 records suppressed, lm 1.00.', 'chosen',
                 'None of these vectors satisfies and has a better lm.', '0,0', '0,1', '↑2', '2.00', '1.33'):
        assert text in shown, (text, shown)
    assert 'best lm' not in shown and shown.count('chosen') == 2     # beside the vector, and in the key
    assert sheet.title == 'Levels of column0, column1: 6 vectors. k = 2; at most 0 of 9 records suppressed.'


@pytest.mark.parametrize('language, asked', [('en', 'in the population: k-map = 2'), ('zh', '总体中：k-map = 2')])
def test_the_picture_of_the_verb_says_what_is_asked_of_the_population(language, asked):
    people = os.path.join(HOME, 'data', 'inpatients', 'inpatients.csv')
    drawn = kanon('lattice', people, '--population', people, '--k-map', '2', '--format', 'svg', '--language', language, '--quiet')
    assert drawn.returncode == 0 and asked in drawn.stdout, drawn.stderr


def test_a_better_vector_that_was_not_looked_at_is_named():
    """One step of `a` merges all of it, and so costs 1; one step of `b`, of four, costs 1/3, but there are two to go."""
    a = Hierarchy({'x': '*', 'y': '*'})
    b = Hierarchy({'1': 'l', '2': 'l', '3': 'm', '4': 'm', 'l': 'n', 'm': 'n2', 'n': '*', 'n2': '*'})
    table = {(x, value): 1 for x, value in product('xy', '1234')}
    lattice = Lattice(table, [a, b], k=2)
    search = least_height(lattice, 0)
    sheet = lattice_of_run(report_of(lattice, (1, 0), 0), lattice)
    assert search.vectors == [(0, 1), (1, 0)]
    shown = [text for *_, text in texts(str(sheet))]
    assert '(0, 1) satisfies, too, and its lm is better: 0.33. The search checked it, but does not choose' in shown
    assert 'best lm' in shown and 'chosen' in shown


@pytest.mark.parametrize('seed', seeds(60))
def test_a_picture_is_well_formed_and_its_texts_keep_apart(seed):
    lattice, limit = random_lattice(seed, seed % 3 == 0)
    target = objective_for(MEASURES[seed % 6], lattice, limit)
    try:
        if seed % 2:
            *_, best = branch_and_bound(lattice, target, limit)
            vector, more = best.vector, {'proven': True}
        else:
            vector, more = best_of(least_height(lattice, limit).vectors, target), {}
    except Unsatisfied:
        return
    report = report_of(lattice, vector, limit, measure=MEASURES[seed % 6], **more)
    pictures = [str(lattice_of_run(report, lattice, speaker(language))) for language in ('en', 'en', 'zh')]
    assert pictures[0] == pictures[1]
    parseString(pictures[0])
    for picture in pictures[1:]:
        assert overlaps(picture) == [] and outside(picture) == []


@pytest.mark.parametrize('top', [(0,), (7,), (1,) * 8, (12, 11), (2, 2, 2, 2, 2), (0,) * 12, (1,) * 9])
@pytest.mark.parametrize('records', (1, 123456789))
def test_lattices_of_any_shape_fit(top, records):
    seen = [SeenVector(vector, records, records / 7, n % 2 == 0, n % 3 == 0, Reason('above', 1 + n), n == 4)
            for n, vector in enumerate(vectors(top))]
    rows = [HeightRow(height, records, 7, 3, records - 3, None) for height in range(sum(top) + 1)]
    for say in map(speaker, LANGUAGES):
        for sheet in (lattice_picture(seen, 'T' * 400, ['word ' * 300], 'entropy', seen[0].vector, say=say),
                      heights_picture(rows, '题' * 400, ['a'], top, 'others', say)):
            text = str(sheet)
            assert overlaps(text) == [] and outside(text) == []


def test_many_vectors_are_counted():
    rows = [{'vector': vector, 'height': sum(vector), 'suppressed': 3, 'lm': 1 / (1 + sum(vector)), 'satisfies': sum(vector) > 4,
             'minimal': sum(vector) == 5} for vector in vectors((2,) * 6)]
    assert len(rows) > MOST_DRAWN
    text = str(listed_picture(rows, 'Levels'))
    shown = [shown for *_, shown in texts(text)]
    assert 'vectors' in shown and 'checked' not in shown and '141' in shown and '1,1,1,1,1,1' not in shown    # 141 of height 6
    assert overlaps(text) == [] and outside(text) == []


def test_a_vector_of_persons_is_not_said_to_satisfy_because_one_below_does(tmp_path):
    """Both classes pass distinct l = 2 in persons, and together everybody has both values."""
    (tmp_path / 'v.csv').write_text('who,age,ill\np,30,flu\nq,30,HIV\np,31,HIV\nq,31,flu\n')
    (tmp_path / 'hierarchies').mkdir()
    (tmp_path / 'hierarchies' / 'age.txt').write_text('30,*\n31,*\n')
    words = ['--quasi', 'age', '--sensitive', 'ill', '--person', 'who', '-k', '2', '--l-diversity', '2',
             '--max-suppression', '0', '-o', tmp_path / 'o.csv', '--picture', tmp_path / 'p.svg']
    assert kanon('samarati', tmp_path / 'v.csv', *words).returncode == 0
    told = (tmp_path / 'p.svg').read_text(encoding='utf-8')
    assert '(1): 4 records suppressed' in told and 'suppresses too many records; not ruled out' in told
    assert 'suppresses too many records; satisfies' not in told
