"""The lattice where more than k is required: what a vector rules out, what it weighs, and why a table as a whole cannot be published."""

import pytest

from definitions import totals
from kanon.core.counts.hierarchy import Hierarchy
from kanon.core.counts.required import Required
from kanon.core.errors import Unsatisfied
from kanon.core.levels.demands import lattice_of
from kanon.core.rules.distance import Equal
from kanon.core.rules.of_values import Closeness, Distinct

AGES = Hierarchy({'38': '*', '39': '*'})


def lattice_with(rule, histograms, k=1):
    return lattice_of(totals(histograms), [AGES], Required(k, {'condition': [rule]}, histograms))


def test_a_vector_that_suppresses_one_record_is_ruled_out_where_none_may_be():
    """The class of 38 is too far from the whole table, but not hopeless: it passes as a part of a larger class."""
    close = Closeness((1, 10), Equal({'flu': 1, 'ulcer': 1}))
    lattice = lattice_with(close, {('38',): {('flu',): 1}, ('39',): {('flu',): 1, ('ulcer',): 1}})
    assert (lattice[0,], lattice.least((0,))) == (1, 0)
    assert lattice.sparing(0).rules_out((0,)) and not lattice.sparing(1).rules_out((0,))


def test_the_sensitive_values_weigh_nothing():
    """Two records of 38 are suppressed, at 5 each."""
    lattice = lattice_with(Distinct(2), {('38',): {('flu',): 2}, ('39',): {('flu',): 1, ('ulcer',): 1}})
    failing = lattice.judged((0,)).failing
    assert lattice.weight((0,), failing, [[[5, 7], [0, 0]]]) == 2 * 5


@pytest.mark.parametrize('k, message', [
    (4, 'there are 3 records to publish, fewer than k = 4'), (3, 'not even the whole table as one class has distinct l = 2 in condition'),
    (2, 'not even the whole table as one class has distinct l = 2 in condition')])
def test_why_not_even_the_top_satisfies(k, message):
    lattice = lattice_with(Distinct(2), {('38',): {('flu',): 2}, ('39',): {('flu',): 1}}, k)
    with pytest.raises(Unsatisfied, match='^' + message):
        lattice.check_top(0)


def test_a_class_has_as_many_different_values_as_every_rule_of_every_column_needs():
    required = Required(1, {'condition': [Distinct(1), Distinct(3)], 'job': [Distinct(2)]})
    conditions = ('flu', 'ulcer', 'cancer')
    assert required.passes_weakened({(condition, 'ab'[condition == 'flu']): 1 for condition in conditions})
    assert not required.passes_weakened({(condition, 'a'): 1 for condition in conditions})
    assert not required.passes_weakened({('flu', 'a'): 1, ('ulcer', 'b'): 1})


def test_a_column_without_a_rule_may_have_one_value():
    required = Required(1, {'condition': [Distinct(2)], 'job': []})
    assert required.passes_weakened({('flu', 'a'): 1, ('ulcer', 'a'): 1})
