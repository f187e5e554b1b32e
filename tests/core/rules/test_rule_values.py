"""Rules as a program makes them: from plain numbers, exactly, and refused in one line."""

from decimal import Decimal
from fractions import Fraction
from math import inf
from random import Random

import pytest
from conftest import seeds

import kanon
from kanon.core.audit.deciders import DECIDERS
from kanon.core.audit.items import DECIDERS_OF_ITEMS
from kanon.core.audit.persons import decider_of_persons
from kanon.core.audit.same import AS_ONE, TWICE
from kanon.core.counts.persons import Held
from kanon.core.desk.words import BEYOND_K
from kanon.core.errors import DataError
from kanon.core.rules.decimals import text_of_pair, pair_of
from kanon.core.rules.distance import Equal, OrderedDistance
from kanon.core.rules.items import OF_ITEMS
from kanon.core.rules.of_people import KMap
from kanon.core.rules.of_persons import passes_in_persons
from kanon.core.rules.of_table import Whole
from kanon.core.rules.of_values import (RULES, Alpha, Closeness, Distinct, Entropy, Recursive,
                                        read_rule, rule_class_of)
from kanon.core.settings.kinds import requirement_pairs
from kanon.core.settings.table import RULE, SETTINGS


@pytest.mark.parametrize('rule, exactly', [
    (Distinct(1), (1,)), (Distinct(2), (2,)), (Distinct('3'), (3,)), (KMap('5'), (5,)), (KMap(2.0), (2,)), (Entropy(2.5), ((5, 2),)), (Entropy('2.5'), ((5, 2),)), (Entropy(3), ((3, 1),)),
    (Recursive(2, 3), ((2, 1), 3)), (Recursive(1.5, 2), ((3, 2), 2)), (Alpha('0.5'), ((1, 2),)), (Alpha(Fraction(1, 8)), ((1, 8),)),
    (Alpha(Decimal('0.05')), ((1, 20),)), (Alpha(1), ((1, 1),)), (Alpha((2, 3)), ((2, 3),)), (Closeness(0.1), ((1, 10), 'equal')),
    (Closeness(0), ((0, 1), 'equal')), (Closeness(1e-09, 'hierarchical'), ((1, 10 ** 9), 'hierarchical')), (Closeness('.15', 'ordered'), ((3, 20), 'ordered'))])
def test_a_rule_of_plain_numbers(rule, exactly):
    assert tuple(rule) == exactly


@pytest.mark.parametrize('make, says', [
    (lambda: Distinct(0), 'Distinct: l is a whole number from 1 on, of at most 18 digits, not 0'),
    (lambda: Distinct(10 ** 18), 'Distinct: l is a whole number from 1 on, of at most 18 digits, not 1000000000000000000'),
    (lambda: Distinct(2.5), 'Distinct: l is a whole number from 1 on, of at most 18 digits, not 2.5'),
    (lambda: Distinct('two'), "Distinct: l is a whole number from 1 on, of at most 18 digits, not 'two'"),
    (lambda: Distinct(True), 'Distinct: l is a whole number from 1 on, of at most 18 digits, not True'),
    (lambda: Entropy(0), 'Entropy: l is a number above 0 and below 10**18, of at most nine decimals, not 0'),
    (lambda: Entropy(None), 'Entropy: l is a number above 0 and below 10**18, of at most nine decimals, not None'),
    (lambda: Entropy(1e-10), 'Entropy: l is a number above 0 and below 10**18, of at most nine decimals, not 1e-10'),
    (lambda: Recursive(-1, 2), 'Recursive: c is a number above 0 and below 10**18, of at most nine decimals, not -1'),
    (lambda: Recursive(2, 0.5), 'Recursive: l is a whole number from 1 on, of at most 18 digits, not 0.5'),
    (lambda: Alpha(0), 'Alpha: alpha is a number above 0 and up to 1, of at most nine decimals, not 0'),
    (lambda: Alpha(1.1), 'Alpha: alpha is a number above 0 and up to 1, of at most nine decimals, not 1.1'),
    (lambda: Alpha(1 / 3), 'Alpha: alpha is a number above 0 and up to 1, of at most nine decimals, not 0.3333333333333333'),
    (lambda: Alpha((3, 2)), 'Alpha: alpha is a number above 0 and up to 1, of at most nine decimals, not (3, 2)'),
    (lambda: Closeness(-0.1), 'Closeness: t is a number from 0 to 1, of at most nine decimals, not -0.1'),
    (lambda: Closeness(float('inf')), 'Closeness: t is a number from 0 to 1, of at most nine decimals, not inf'),
    (lambda: Closeness(Decimal('nan')), 'Closeness: t is a number from 0 to 1, of at most nine decimals, not NaN'),
    (lambda: Closeness('0.2\n'), "Closeness: t is a number from 0 to 1, of at most nine decimals, not '0.2\\n'"),
    (lambda: Closeness(0.2, 'far'), "Closeness: distance is 'equal', 'ordered' or 'hierarchical', not 'far'"),
    (lambda: Closeness(0.2, None), "Closeness: distance is 'equal', 'ordered' or 'hierarchical', not None")])
def test_a_limit_that_is_refused(make, says):
    with pytest.raises(DataError) as refused:
        make()
    assert str(refused.value) == says


def test_a_long_value_is_cut_short():
    with pytest.raises(DataError) as refused:
        Alpha([12345678] * 9)
    shown = '[12345678, 12345678, 12345678, 12345678, 12345678, 12345678,'
    assert len(shown) == 60 and str(refused.value).endswith(', not ' + shown)


def test_a_pair_of_many_decimals_stays_a_fraction():
    assert text_of_pair(1, 2 ** 98) == '0.' + str(5 ** 98).rjust(98, '0')
    assert text_of_pair(1, 2 ** 99) == '1/%d' % 2 ** 99


class Ten:
    """A whole number of another library."""
    def __index__(self):
        return 10


@pytest.mark.parametrize('value, pair', [
    ((0, 1), (0, 1)), ((-1, 2), None), ((1, -2), None), ((1, 2, 3), None), (Ten(), (10, 1)), (0, (0, 1)), (10 ** 18 - 1, (10 ** 18 - 1, 1)),
    (Fraction(1, 10 ** 10), None), (Fraction(1, 10 ** 9), (1, 10 ** 9)), (Decimal('-0.5'), None), (Decimal('1e-9'), (1, 10 ** 9)), (0.1234567891, None),
    ('1' * 9 + '.' + '1' * 9, (111111111111111111, 10 ** 9)), ('1' * 10, None), (b'1', None), ([1, 2], None)])
def test_what_is_a_number(value, pair):
    assert pair_of(value) == pair


def test_a_closeness_has_the_word_of_its_distance():
    assert (Closeness(0.2).kind, Closeness(0.2, Equal({'flu': 1})).kind, str(Closeness(0.2, Equal({'flu': 1})))) == ('equal', 'equal', 'equal t = 0.2')


@pytest.mark.parametrize('seed', seeds(30))
def test_a_number_is_kept_exactly_however_it_is_given(seed):
    random = Random(seed)
    decimals = random.randint(0, 9)
    text = '%.*f' % (decimals, random.random() * 10 ** random.randint(0, 5))
    exactly = Fraction(text)
    pairs = [pair_of(text), pair_of(Decimal(text)), pair_of(exactly)] + [pair_of(float(text))]
    assert [Fraction(*pair) for pair in pairs] == [exactly] * 4
    assert pair_of(text_of_pair(*pairs[0])) == pairs[0]


# As they are typed.

L, T, A = ('L, entropy:L or recursive:C,L is expected, with L above 1 and C above 0', 'T, ordered:T or hierarchical:T is expected, with T from 0 to 1',
           'a share above 0 and up to 1 is expected')
NUMBER = 'a number like 2 or 0.25, of at most nine decimals, is expected'


@pytest.mark.parametrize('option, text, rule', [
    ('l_diversity', '2', Distinct(2)), ('l_diversity', 'distinct:999999999', Distinct(999999999)), ('l_diversity', 'entropy:1.000000001', Entropy('1.000000001')),
    ('l_diversity', 'recursive:0.5,2', Recursive(0.5, 2)), ('t_closeness', '0', Closeness(0)), ('t_closeness', 'hierarchical:1', Closeness(1, 'hierarchical')),
    ('alpha', '1', Alpha(1)), ('alpha', '.000000001', Alpha(1e-09))])
def test_a_text_is_a_rule(option, text, rule):
    assert read_rule(option, text) == rule and type(read_rule(option, text)) is type(rule)
    assert read_rule(option, rule.typed()) == rule


@pytest.mark.parametrize('option, text, expected, named', [
    ('l_diversity', '1', L, '1'), ('l_diversity', '1000000000', L, '1000000000'), ('l_diversity', '2.0', L, '2.0'), ('l_diversity', 'entropy:1', L, 'entropy:1'),
    ('l_diversity', 'entropy:x', NUMBER, 'x'), ('l_diversity', 'recursive:2', L, 'recursive:2'), ('l_diversity', 'recursive:2,1', L, 'recursive:2,1'),
    ('l_diversity', 'recursive:0,2', L, 'recursive:0,2'), ('l_diversity', 'recursive:x,2', NUMBER, 'x'), ('l_diversity', 'far:2', L, 'far:2'),
    ('t_closeness', '1.000000001', T, '1.000000001'), ('t_closeness', 'far:x', T, 'far:x'), ('t_closeness', 'ordered:', NUMBER, ''),
    ('alpha', '0', A, '0'), ('alpha', '1.1', A, '1.1'), ('alpha', 'x:0.5', NUMBER, 'x:0.5'), ('alpha', '0.1234567891', NUMBER, '0.1234567891')])
def test_a_text_that_is_no_rule(option, text, expected, named):
    with pytest.raises(DataError) as refused:
        read_rule(option, text)
    assert str(refused.value) == "%s, not '%s'" % (expected, named)


WHOLE = {'1': 4, '2': 3, '3': 2}


@pytest.mark.parametrize('rule, measures, worst', [
    (Distinct(2), [1, 3], 1), (Entropy(2), [1, 3], 1), (Recursive(1, 3), [inf, 1], inf), (Alpha(0.5), [1, 1 / 3], 1),
    (Closeness(0.2, Equal(WHOLE)), [5 / 9, 1 / 9], 5 / 9), (Closeness(0.2, OrderedDistance(WHOLE)), [7 / 18, 1 / 9], 7 / 18)])
def test_what_decides_is_the_measure_of_the_worst_class(rule, measures, worst):
    found = [rule.measured(class_) for class_ in ({'1': 2}, {'1': 1, '2': 1, '3': 1})]
    assert found == pytest.approx(measures) and rule.worst(found) == pytest.approx(worst)


LIMIT = {'whole': '2', 'number': '2', 'c:l': '3:2', 'share': '0.5', 'share above 0': '0.5'}


def required_by(rule, word):
    """The Requirement of a rule's word, with some limit. A rule of several numbers has several kinds of limits."""
    kinds = rule.limit_kind if isinstance(rule.limit_kind, tuple) else (rule.limit_kind,)
    required, = requirement_pairs('%s=%s' % (word, ':'.join(LIMIT[kind] for kind in kinds)))
    return required


@pytest.mark.parametrize('rule', RULES, ids=lambda rule: rule.__name__)
def test_a_rule_has_all_that_the_doors_ask_of_it(rule):
    """A decider of the audit, words that `check` reads, an option of the runs with a row and a help, and a public name."""
    assert rule.__name__ in DECIDERS and getattr(kanon, rule.__name__) is rule and rule.__name__ in kanon.__all__
    assert RULE in SETTINGS[rule.option].marks and '--' + rule.option.replace('_', '-') in [word.flag for word in BEYOND_K]
    for word, name in zip(rule.words, rule.names):
        required = required_by(rule, word)
        assert type(required.what) is rule and required.what.as_required() == required.text and required.what.word == word
        assert str(required.what).startswith(name) and rule_class_of(str(required.what)) is rule
        assert read_rule(rule.option, required.what.typed()) == required.what


@pytest.mark.parametrize('rule', RULES, ids=lambda rule: rule.__name__)
def test_the_audit_sees_values_that_may_be_the_same_as_the_rule_does(rule):
    """A rule that counts HIV and hiv as one would else be audited as if they were two."""
    name = rule.__name__
    assert rule.sees_alike == ('as one' if name in AS_ONE else 'in both ways' if name in TWICE else 'as written')


@pytest.mark.parametrize('rule', RULES, ids=lambda rule: rule.__name__)
def test_a_rule_is_decided_in_persons_by_the_search_and_by_the_audit(rule):
    """With --person. rules/of_persons.py and audit/persons.py have lines for it."""
    for persons in ({'flu': {1, 2}, 'HIV': {3, 4}}, {'flu': {1, 2, 3, 4}, 'HIV': {3}}):
        sizes = {value: len(who) for value, who in persons.items()}
        made = required_by(rule, rule.words[0]).what.of_table(Whole('ill', {'flu': 4, 'HIV': 4}, None, '.'))
        assert passes_in_persons(made, Held(4, sizes, sizes)) is decider_of_persons(made, {}, None)(persons, 4)


def test_a_rule_of_items_has_a_decider_of_items():
    assert {rule.__name__ for rule in OF_ITEMS.values()} == DECIDERS_OF_ITEMS.keys()
