"""A rule that kanon does not have: bounded gain. No value's share of a class is more than its share of the whole table plus a number.

Its class says all that the others ask. The audit refuses it until it has a decider of its own.
"""

import os
from argparse import Namespace
from collections import namedtuple
from fractions import Fraction

import pytest
from conftest import run_here

from kanon.core.audit import deciders
from kanon.core.audit.deciders import decider
from kanon.core.audit.recount import Promises, verify
from kanon.core.audit.true_labels import RecordedValues, verify_distributions
from kanon.core.counts.required import Required
from kanon.core.errors import DataError
from kanon.core.rules import of_values
from kanon.core.rules.alike import taking_as_one
from kanon.core.rules.decimals import limit, number_of, share, whole_limit
from kanon.core.rules.of_values import Alpha, Distinct, Rule, read_rule
from kanon.core.settings.ini import resting
from kanon.core.settings.kinds import requirement_pairs
from kanon.core.settings.table import RULE, settings_marked
from kanon.core.tables.tally import Tally

PEOPLE = 'age,ill\n' + '30,flu\n31,flu\n32,flu\n33,ulcer\n' * 2 + '50,flu\n51,flu\n52,ulcer\n53,ulcer\n'


class Gain(namedtuple('Gain', 'gain reference'), Rule):
    """gain, and the distribution of the whole table."""
    option, expected, words, names = 'bounded_gain', 'a number above 0 is expected', ('gain',), ('gain',)
    needs, whatever_missing, sees_alike = frozenset(['table']), False, 'as written'

    def __new__(cls, gain, reference=None):
        return super().__new__(cls, limit('Gain', 'gain', gain), reference)

    @classmethod
    def read(cls, text):
        return cls(text) if number_of(text)[0] else None

    def __str__(self):
        return 'gain = %g' % (self.gain[0] / self.gain[1])

    def of_table(self, whole):
        return Gain(self.gain, whole.reference)

    def limits(self):
        return Rule.limits(self[:1])

    def passes(self, histogram):
        (p, q), size, total = self.gain, sum(histogram.values()), sum(self.reference.values())
        return all((n * total - self.reference[value] * size) * q <= p * size * total for value, n in histogram.items())


class Sensitive(namedtuple('Sensitive', 'p alpha'), Rule):
    """A rule of two numbers: at least p different values, and none of them has more than a share alpha."""
    option, expected, words, names = 'p_alpha', 'P,A is expected', ('p-alpha',), ('(p, alpha)',)
    limit_kind = 'whole', 'share above 0'

    def __new__(cls, p, alpha):
        return super().__new__(cls, whole_limit('Sensitive', 'p', p), share('Sensitive', 'alpha', alpha, zero=False))

    @classmethod
    def read(cls, text):
        p, comma, alpha = text.partition(',')
        return cls(p, alpha) if comma else None

    def __str__(self):
        return '(p, alpha) = (%d, %g)' % (self.p, self.alpha[0] / self.alpha[1])

    def passes(self, histogram):
        return Distinct(self.p).passes(histogram) and Alpha(self.alpha).passes(histogram)


def of_gain(rule):
    whole, most = rule.reference, Fraction(*rule.gain)
    return lambda class_: all(Fraction(n, sum(class_.values())) <= most + Fraction(whole[value], sum(whole.values())) for value, n in class_.items())


@pytest.fixture
def known(monkeypatch):
    """The rule among the others, asked for as --alpha is: that option's text names it here."""
    monkeypatch.setattr(of_values, 'RULES', (Gain,))
    monkeypatch.setattr(of_values, 'BY_NAME', {**of_values.BY_NAME, 'gain': Gain})
    monkeypatch.setattr(Gain, 'option', 'alpha')


@pytest.fixture
def known_pair(monkeypatch):
    monkeypatch.setattr(of_values, 'RULES', (Sensitive,))
    monkeypatch.setattr(of_values, 'BY_WORD', {'p-alpha': Sensitive})
    monkeypatch.setattr(of_values, 'BY_NAME', {**of_values.BY_NAME, '(p, alpha)': Sensitive})
    monkeypatch.setattr(Sensitive, 'option', 'alpha')
    monkeypatch.setattr(deciders, 'DECIDERS', {'Sensitive': lambda rule: lambda class_: True})


def test_check_reads_a_rule_of_two_numbers(known_pair):
    required, = requirement_pairs('ill:p-alpha=2:0.5')
    assert (required.what, required.what.as_required(), required.column) == (Sensitive(2, 0.5), 'p-alpha=2:0.5', 'ill')
    assert read_rule('alpha', required.what.typed()) == Sensitive(2, 0.5)
    for text, says in (('2', "a number above 0 is expected, not ''"),
                       ('2:0.5:1', "a number like 2 or 0.25, of at most nine decimals, is expected, not '0.5:1'"),
                       ('x:0.5', "a whole number of 1 or more is expected, not 'x'")):
        with pytest.raises(DataError) as refused:
            requirement_pairs('p-alpha=' + text)
        assert str(refused.value) == 'p-alpha: ' + says


def test_a_rule_that_counts_values_sees_those_that_may_be_the_same_as_one():
    rule = taking_as_one(Sensitive(2, 1), {'hiv': 'HIV'})
    assert rule.passes({'HIV': 1, 'flu': 1}) and not rule.passes({'HIV': 1, 'hiv': 1})


@pytest.mark.parametrize('by', [['mondrian'], ['samarati', '--max-suppression', '0']])
def test_a_rule_that_nobody_has_defined_for_persons_is_one_line(by, known_pair, tmp_path):
    """A rule is a tuple, and '%s' % rule takes it for two values."""
    (tmp_path / 'd.csv').write_text('who,age,ill\n1,30,flu\n1,31,HIV\n2,32,ulcer\n3,33,flu\n')
    (tmp_path / 'age.txt').write_text(''.join('%d,*\n' % age for age in range(30, 34)))
    program, *words = by
    status, report, error = run_here(program, [tmp_path / 'd.csv', *words, '--quasi', 'age', '--sensitive', 'ill', '-k', '2', '--alpha', '2,0.5',
                                               '--person', 'who', '--hierarchies', tmp_path, '-o', tmp_path / 'out.csv'])
    assert (status, report) == (1, b'') and error.endswith(': (p, alpha) = (2, 0.5) is not defined for persons\n')
    assert not os.path.exists(tmp_path / 'out.csv')


@pytest.fixture
def decided(monkeypatch):
    monkeypatch.setattr(deciders, 'DECIDERS', {**deciders.DECIDERS, 'Gain': of_gain})


def mondrian(folder, gain, *words):
    path = folder / 'd.csv'
    path.write_text(PEOPLE)
    return run_here('mondrian', [path, '--quasi', 'age', '--sensitive', 'ill', '-k', '2', '--alpha', gain, '-o', folder / 'out.csv', *words])


def test_nothing_is_published_without_a_decider(known, tmp_path):
    """Not on any path: neither by the search's own decision, nor with an audit that goes over what it does not know."""
    status, report, error = mondrian(tmp_path, '0.25', '--html', tmp_path / 'page.html', '--record', tmp_path / 'r.json')
    assert (status, report) == (1, b'') and error.endswith('the audit cannot decide gain = 0.25, so nothing is published\n')
    assert os.listdir(tmp_path) == ['d.csv']


@pytest.mark.parametrize('gain, classes', [('0.1', 1), ('0.2', 2)])
def test_with_a_decider_it_is_searched_published_and_told(gain, classes, known, decided, tmp_path):
    status, report, error = mondrian(tmp_path, gain, '--html', tmp_path / 'page.html', '--language', 'zh')
    assert status == 0, error
    assert 'gain = ' + gain in report.decode() and '-k 2 --alpha ' + gain in report.decode()
    assert 'gain = ' + gain in (tmp_path / 'page.html').read_text(encoding='utf-8')
    rows = (tmp_path / 'out.csv').read_text().splitlines()[1:]
    labels = {row.split(',')[0] for row in rows}
    assert (len(rows), len(labels)) == (12, classes)
    for label in labels:
        of_class = [row.split(',')[1] for row in rows if row.split(',')[0] == label]
        assert all(Fraction(of_class.count(value), len(of_class)) <= Fraction(gain) + Fraction(PEOPLE.count(value), 12) for value in of_class)


@pytest.mark.parametrize('beside, language, told', [
    (False, 'en', 'That line does not check gain of ill, which compares with the suppressed records, too; nor that at most 2 of'),
    (True, 'en', 'That line does not check t of ill, which compares with the suppressed records, too; nor gain of ill, which'),
    (False, 'zh', '不检查以下各项：ill 的 gain：它还要与被抑制的记录比较')])
def test_what_check_cannot_decide_is_named(beside, language, told, known, decided, monkeypatch, tmp_path):
    """The report named t, whichever rule it was."""
    (tmp_path / 'd.csv').write_text(PEOPLE + '70,flu\n71,ulcer\n')
    (tmp_path / 'age.txt').write_text(''.join('%s,%s*,*\n' % (row[:2], row[0]) for row in (PEOPLE + '70,\n71,\n').split('\n')[1:] if row))
    monkeypatch.setattr(of_values, 'RULES', (Gain, of_values.Closeness))
    status, report, error = run_here('samarati', [tmp_path / 'd.csv', '--quasi', 'age', '--sensitive', 'ill', '-k', '4', '--max-suppression', '2',
                                                  '--hierarchies', tmp_path, '--alpha', '0.9', *['--t-closeness', '0.9'] * beside,
                                                  '-o', tmp_path / 'out.csv', '--language', language])
    assert status == 0, error
    assert told in report.decode()


def test_the_decider_is_asked(decided, tmp_path):
    path = tmp_path / 'out.csv'
    path.write_text('age,ill\n30,flu\n30,flu\n40,flu\n40,ulcer\n')
    for gain, passes in (('0.24', False), ('0.25', True)):
        promised = Promises(['age', 'ill'], ['age'], Required(2, {'ill': [Gain(gain, {'flu': 3, 'ulcer': 1})]}), 4)
        if passes:
            assert verify(str(path), promised) == (4, 2, 2)
        else:
            with pytest.raises(DataError, match='^the audit found a class without gain = 0.24 in ill$'):
                verify(str(path), promised)


def test_what_any_rule_compares_with_is_compared_with_the_table(decided):
    rows = Tally(1)
    rows.count([[('30', 'flu'), ('30', 'NA'), ('30', 'flu')]])
    recorded = RecordedValues([None], rows.rows, ['age', 'ill'], (), (), {}, {}, None, None)
    verify_distributions(recorded, Required(2, {'ill': [Gain(1, {'flu': 2, '?': 1})]}))
    with pytest.raises(DataError, match="^the audit found that bounded-gain compares column 'ill' with another distribution than that of the table$"):
        verify_distributions(recorded, Required(2, {'ill': [Gain(1, {'flu': 1, '?': 2})]}))


def test_a_rule_that_was_not_given_its_table_is_refused(decided):
    for rule in (of_values.Closeness(0.2), Gain(1)):
        with pytest.raises(DataError, match='^the audit cannot decide .*, so nothing is published$'):
            decider(rule)


@pytest.mark.parametrize('rules, told', [
    (['gain = 1'], ([], {'gain': ['ill']})), (['gain = 1', 'alpha = 0.5'], (['ill'], {'gain': ['ill']})),
    (['gain = 1', 'equal t = 0.2'], ([], {'gain': ['ill'], 't': ['ill']})), (['alpha = 0.5', 'equal t = 0.2'], (['ill'], {'t': ['ill']})),
    (['equal t = 0.2'], ([], {'t': ['ill']})), (['distinct l = 2'], (['ill'], {})), ([], ([], {}))])
def test_nothing_is_said_of_missing_values_that_the_rule_does_not_say(rules, told, known):
    assert of_values.whatever_missing({'beyond': {'ill': rules, 'pay': rules}, 'unknown': {'ill': 2, 'pay': 0}}) == told


def test_it_is_read_and_typed(known):
    rule = read_rule('alpha', '0.25')
    assert (rule, rule.typed(), rule.as_required()) == (Gain(0.25), '0.25', 'gain=0.25')
    with pytest.raises(DataError, match="^a number above 0 is expected, not '0'$"):
        read_rule('alpha', '0')


def test_a_rule_of_a_hierarchy_rests_on_the_folder_beside_the_table(tmp_path):
    """Nobody named the folder. So what rests on it is said, by the rule's own option."""
    class OfTree(Gain):
        needs, option, prefix = frozenset(['hierarchy']), 'alpha', 'tree:'
    asked = {**dict.fromkeys(settings_marked(RULE), {}), 'from': {}, 'k_map': None, 'delta_presence': None, 'program': 'mondrian', 'hierarchies': str(tmp_path)}
    for rule, rests in ((OfTree(1), ['--alpha tree']), (Gain(1), [])):
        assert resting(Namespace(**{**asked, 'alpha': {None: rule, 'ill': rule}}), '.') == rests
