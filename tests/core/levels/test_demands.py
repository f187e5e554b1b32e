"""The demands of a lattice: what they promise, and which is told first where several are broken."""

import pytest

from kanon.core.counts.hierarchy import Hierarchy
from kanon.core.counts.persons import Persons
from kanon.core.counts.required import Required
from kanon.core.errors import Unsatisfied
from kanon.core.levels.demands import lattice_of
from kanon.core.levels.limits import Levels
from kanon.core.rules.of_people import Population, Presence
from kanon.core.rules.of_persons import RequiredOfPersons
from kanon.core.rules.of_values import Distinct

AGES = Hierarchy({'38': '3*', '39': '3*', '41': '4*', '3*': '*', '4*': '*'})
TABLE = {('38',): 1, ('41',): 2}
ILL = {('38',): {('flu',): 1}, ('41',): {('flu',): 2}}
PEOPLE = {('38',): 1, ('39',): 1, ('41',): 2}
RULES = {'ill': [Distinct(2)]}


def required(k, in_persons, rules=None, **of_people):
    """What is required of TABLE. Both records of 41 are those of one person. All have flu."""
    population = None
    if of_people:
        population = Population('people.csv', PEOPLE, **of_people)
    if not in_persons:
        return Required(k, rules, ILL if rules else None, population)
    values = ([('flu',)], [0, 0]) if rules else ()
    persons = Persons(2, [0, 1], [0, 1], *values)
    return RequiredOfPersons(k, rules or {}, persons, population)


@pytest.mark.parametrize('in_persons', [False, True])
@pytest.mark.parametrize('limited', [False, True])
@pytest.mark.parametrize('k, rules, k_map, found', [
    (4, RULES, 9, 'fewer than k = 4'),
    (4, RULES, None, 'fewer than k = 4'),
    (4, None, 9, 'fewer than k = 4'),
    (2, RULES, 9, 'has k-map = 9: it has '),
    (2, None, 9, 'has k-map = 9: it has '),
    (2, RULES, None, 'has distinct l = 2 in ill')])
def test_k_is_told_before_the_population_and_the_rules(in_persons, limited, k, rules, k_map, found):
    within = Levels(['age'], [AGES], lambda name: [], {'age': '1'}, {}) if limited else None
    asked = required(k, in_persons, rules, **({'k_map': k_map} if k_map else {}))
    with pytest.raises(Unsatisfied, match=found):
        lattice_of(TABLE, [AGES], asked, within).check_top(0)


@pytest.mark.parametrize('in_persons', [False, True])
@pytest.mark.parametrize('k, k_map', [(2, None), (1, 3), (2, 3)])
def test_limits_are_told_before_what_the_whole_table_would_satisfy(in_persons, k, k_map):
    """At level 1 the classes are 3* and 4*. The whole table satisfies."""
    within = Levels(['age'], [AGES], lambda name: [], {'age': '1'}, {})
    asked = required(k, in_persons, **({'k_map': k_map} if k_map else {}))
    nearest = '^the limits leave nothing .* the nearest that holds: .*age<=2$'
    with pytest.raises(Unsatisfied, match=nearest):
        lattice_of(TABLE, [AGES], asked, within).check_top(0)


@pytest.mark.parametrize('presence', [None, ((0, 1), (1, 1)), ((1, 2), (1, 1))])
@pytest.mark.parametrize('rules', [None, RULES])
@pytest.mark.parametrize('in_persons', [False, True])
def test_what_the_demands_of_a_lattice_promise(in_persons, rules, presence):
    """steady: as many are hopeless as fail. closed: what persons ask for is not."""
    of_people = {'presence': Presence(*presence)} if presence else {}
    lattice = lattice_of(TABLE, [AGES], required(1, in_persons, rules, **of_people))
    assert lattice.closed == (not in_persons)
    for level in range(3):
        judged = lattice.judged((level,))
        of_classes = zip(judged.failing, judged.hopeless)
        assert all(fails or not hopeless for fails, hopeless in of_classes)
        assert not lattice.steady or judged.failing == judged.hopeless
        assert lattice.least((level,)) <= lattice[level,]


@pytest.mark.parametrize('in_persons', [False, True])
def test_another_k_is_asked_of_all_demands(in_persons):
    """The lattice of another k shares no verdict with the first one."""
    asked = required(1, in_persons, presence=Presence((0, 1), (1, 1)))
    lattice = lattice_of(TABLE, [AGES], asked)
    other = lattice.with_k(2)
    few = 3 if in_persons else 1
    assert [lattice[level,] for level in range(3)] == [0, 0, 0]
    assert [other[level,] for level in range(3)] == [few, few, 0]
    assert {other.k, other.required.k, *(demand.required.k for demand in other.demands)} == {2}
