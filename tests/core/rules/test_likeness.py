"""beta-likeness and delta-disclosure privacy: how near their limits they decide, what other tools measure, and what the programs say.

Their definitions, and what passes together, are in test_requirement.py, for every rule. Those in persons are in test_persons.py.
"""

import json
from collections import Counter
from decimal import Context
from fractions import Fraction
from math import inf, log
from random import Random

import pytest
from conftest import COLUMNS, run_here, seeds

import kanon as library
from kanon.core.audit.deciders import decider
from kanon.core.errors import DataError
from kanon.core.rules.distance import Equal
from kanon.core.rules.of_values import Disclosure, EnhancedLikeness, Likeness
from kanon.core.tables.table import Table

DIGITS = Context(prec=80)
COUNTED = 'age,ill,n\n' + ''.join('%d,%s,%d\n' % row for row in ((30, 'flu', 4), (30, 'HIV', 2), (40, 'flu', 6), (40, 'HIV', 2), (50, 'flu', 2), (50, 'HIV', 2)))
PEOPLE = 'age,ill\n' + ''.join('%s\n' % line.rpartition(',')[0] * int(line.rpartition(',')[2]) for line in COUNTED.splitlines()[1:])


# However near its limit a class is.

def both(rule, class_):
    """What the rule decides, and the audit."""
    answers = {rule.passes(class_), decider(rule)(class_)}
    assert len(answers) == 1, (rule, class_)
    return answers.pop()


@pytest.mark.parametrize('size', [200, 10 ** 3, 10 ** 9, 10 ** 17, 10 ** 60])
@pytest.mark.parametrize('rare', [2, 3, 7, 1000])
def test_enhanced_likeness_at_its_logarithm(size, rare):
    """A value that one of `rare` records has may have at most (1 + log rare) / rare of a class."""
    whole = Equal({'HIV': 1, 'flu': rare - 1})
    most = int(DIGITS.multiply(size, DIGITS.divide(DIGITS.add(1, DIGITS.ln(rare)), rare)))
    for n, passes in ((most, True), (most + 1, False)):
        assert both(EnhancedLikeness(100, whole), {'HIV': n, 'flu': size - n}) == passes
        assert both(Likeness(rare, whole), {'HIV': n, 'flu': size - n})
    assert not both(EnhancedLikeness(100, whole), {'HIV': 1}) and EnhancedLikeness(100, whole).measured({'HIV': 1}) == inf
    assert both(EnhancedLikeness(1e-9, Equal({'flu': 3})), {'flu': 2}) and EnhancedLikeness(1, Equal({'flu': 3})).measured({'flu': 2}) == 0


@pytest.mark.parametrize('seed', seeds(200))
def test_disclosure_at_its_logarithm(seed):
    random = Random(seed)
    whole = {value: random.randint(1, 30) for value in 'abcd'[:random.randint(2, 4)]}
    class_ = {value: random.randint(1, n) for value, n in whole.items()}
    size, total = sum(class_.values()), sum(whole.values())
    ratios = [Fraction(n * total, whole[value] * size) for value, n in class_.items()]
    exact = max(DIGITS.abs(DIGITS.ln(DIGITS.divide(ratio.numerator, ratio.denominator))) for ratio in ratios)
    assert Disclosure(1, Equal(whole)).measured(class_) == pytest.approx(float(exact))
    for digits in (3, 15, 17, 60):
        unit = 10 ** digits
        below = int(DIGITS.multiply(exact, unit))
        assert both(Disclosure((below + 1, unit), Equal(whole)), class_)
        assert not below or not both(Disclosure((below, unit), Equal(whole)), class_)


def test_likeness_at_its_limit():
    """1 + beta = 5/3 of a share of 3/5 is the whole class."""
    whole = Equal({'flu': 3, 'HIV': 2})
    assert both(Likeness((2, 3), whole), {'flu': 7}) and not both(Likeness((2 * 10 ** 20 - 1, 3 * 10 ** 20), whole), {'flu': 7})
    assert Likeness(1, whole).measured({'flu': 7}) == pytest.approx(2 / 3)


@pytest.mark.parametrize('rule, values', [
    (Likeness(1, Equal(dict.fromkeys('abcd', 1))), 2), (Likeness(0.9, Equal(dict.fromkeys('abcd', 1))), 3), (EnhancedLikeness(3, Equal({'a': 9, 'b': 1})), 1),
    (Likeness(1, Equal({'?': 2, 'a': 1, 'b': 1})), 1), (Likeness(0.5, Equal({'?': 2, 'a': 1, 'b': 1})), 1), (Likeness(0.1, Equal({'?': 2, 'a': 1, 'b': 1})), 2),
    (Disclosure(5, Equal({'?': 2, 'a': 1, 'b': 1})), 2), (Likeness(1), 1), (Disclosure(1), 1)])
def test_how_many_known_values_every_class_that_passes_has(rule, values):
    assert rule.values == values


@pytest.mark.parametrize('rule', [Likeness, EnhancedLikeness, Disclosure])
def test_a_value_that_the_table_has_not_passes_no_audit(rule):
    assert not decider(rule(9, Equal({'flu': 3, 'HIV': 1})))({'flu': 3, 'gout': 1})


# What others measure.

def present_alone(delta, whole, class_):
    """The rule of ARX, pycanon and anjana: values that the class lacks are not looked at."""
    size, total = sum(class_.values()), sum(whole.values())
    return all(abs(log(n * total / (whole[value] * size))) < delta for value, n in class_.items())


def test_without_the_values_that_a_class_lacks_two_that_pass_may_fail_together():
    """So that rule is not monotone, and a search could not prune by it even where nothing is suppressed."""
    whole, one, other, together = {'flu': 3, 'HIV': 1}, {'flu': 1, 'HIV': 1}, {'flu': 9}, {'flu': 10, 'HIV': 1}
    assert [present_alone(0.7, whole, class_) for class_ in (one, other, together)] == [True, True, False]
    assert [both(Disclosure(0.7, Equal(whole)), class_) for class_ in (one, other, together)] == [True, False, False]


# pycanon 1.3.4: anonymity.basic_beta_likeness, .enhanced_beta_likeness and .delta_disclosure(pandas.read_csv('adult.data', header=None,
# names=[...], skipinitialspace=True, keep_default_na=False), quasi, [sensitive]).
PYCANON = [
    ('gender', 'class', 0.26961977611593047, 0.26961977611593047, 0.7884418398687522),
    ('gender', 'relationship', 2.0191688898194124, 2.0191688898194124, 8.381183749058978),
    ('gender', 'occupation', 1.8607147330110245, 1.8607147330110245, 2.5228406600287197),
    ('race', 'relationship', 2.429394660919086, 2.429394660919086, 1.232383761905709),
    ('race', 'occupation', 10.63308324401572, 8.193645954839349, 2.4538530426601155),
    ('marital_status,gender', 'class', 0.8896227888363913, 0.8896227888363913, 2.19034364254035),
    ('marital_status,gender', 'relationship', 18.47512177773946, 3.502298072610206, 6.5093351501347705)]


@pytest.mark.parametrize('quasi, sensitive, basic, enhanced, delta', PYCANON)
def test_what_pycanon_measures_of_adult(quasi, sensitive, basic, enhanced, delta, adult, tmp_path):
    """check finds the same beta. It finds the same delta where every class has every value, and none elsewhere, by the paper.

    It finds the same enhanced beta where that is the basic one, and no value gains more than -log of its share. Elsewhere pycanon tells a
    number at which the table fails.
    """
    names = [*quasi.split(','), sensitive]
    rows = list(Table(adult, COLUMNS, missing='value').tuples(names))
    (tmp_path / 'adult.csv').write_text(''.join(','.join(row) + '\n' for row in [names, *rows]))
    status, out, error = run_here('check', [tmp_path / 'adult.csv', '--quasi', quasi, '--sensitive', sensitive, '--json', '--require',
                                            'beta=%.9f, enhanced-beta=%.9f, delta=%.9f' % (basic + 1e-9, enhanced + 1e-9, delta + 1e-9)])
    found = {row['required'].partition('=')[0]: row for row in json.loads(out)['required']}
    assert found['beta']['found'] == pytest.approx(basic) and found['beta']['holds'], error
    whole = Counter(row[-1] for row in rows)
    classes = {labels: Counter(row[-1] for row in rows if row[:-1] == labels) for labels in {row[:-1] for row in rows}}
    everywhere = all(class_.keys() == whole.keys() for class_ in classes.values())
    assert found['delta']['holds'] == everywhere
    assert found['delta']['found'] == (pytest.approx(delta) if everywhere else None)
    gains = [(n * len(rows) / sum(class_.values()) / whole[value] - 1, -log(whole[value] / len(rows))) for class_ in classes.values() for value, n in class_.items()]
    within = all(gain <= most for gain, most in gains)
    assert found['enhanced-beta']['found'] == (pytest.approx(basic) if within else None)
    assert enhanced == pytest.approx(min(basic, max(most for _, most in gains)))


# What the programs do.

RULES = [('--beta-likeness', '0.3', 'beta = 0.3'), ('--beta-likeness', 'enhanced:0.3', 'enhanced beta = 0.3'), ('--delta-disclosure', '0.3', 'delta = 0.3')]


@pytest.mark.parametrize('option, typed, told', RULES)
def test_a_run_keeps_to_it_tells_it_and_can_be_checked(option, typed, told, tmp_path):
    """Without the rule there are the three classes of the ages."""
    (tmp_path / 'd.csv').write_text(PEOPLE)
    (tmp_path / 'c.csv').write_text(COUNTED)
    words = ['--quasi', 'age', '--sensitive', 'ill', '-k', '2']
    status, report, error = run_here('mondrian', [tmp_path / 'd.csv', *words, option, typed, '-o', tmp_path / 'out.csv', '--html', tmp_path / 'p.html',
                                                  '--record', tmp_path / 'r.json'])
    assert status == 0, error
    assert told + ' in ill' in report.decode() and '%s %s' % (option, typed) in report.decode()
    assert told in (tmp_path / 'p.html').read_text(encoding='utf-8')
    out = (tmp_path / 'out.csv').read_text()
    assert len({row.split(',')[0] for row in out.split()[1:]}) == 2     # 30 and 40 are like the table. 50 goes with one of them
    assert run_here('check', [tmp_path / 'out.csv', *words, option, typed])[0] == 0
    assert run_here('check', [tmp_path / 'd.csv', *words, option, typed])[0] == 1
    assert run_here('mondrian', [tmp_path / 'c.csv', '--counts', 'n', *words, option, typed, '-o', tmp_path / 'counted.csv'])[0] == 0
    assert (tmp_path / 'counted.csv').read_text() == out
    assert run_here('replay', [tmp_path / 'r.json'])[0] == 0


@pytest.mark.parametrize('option, typed, told', RULES)
def test_missing_values_are_one_value_and_the_report_says_so(option, typed, told, tmp_path):
    (tmp_path / 'd.csv').write_text('age,ill\n' + '30,HIV\n30,\n40,HIV\n40,NA\n' * 2)
    words = ['mondrian', [tmp_path / 'd.csv', '--quasi', 'age', '--sensitive', 'ill', '-k', '2', '--missing', 'value', '-o', tmp_path / 'out.csv', '--force', option, typed]]
    status, report, error = run_here(*words)
    word = told.partition(' = ')[0].replace(' ', '-')
    assert status == 0 and '%s takes the missing values of ill as one value, and says nothing of what they are.' % word in report.decode(), error
    assert 'hold whatever the missing values are' not in report.decode()
    words[1] += ['--alpha', '1']
    assert 'The rules of ill, but for t and %s, hold whatever the missing values are.' % word in run_here(*words)[1].decode()


def test_several_columns_in_an_ini_file(tmp_path):
    (tmp_path / 'd.csv').write_text(PEOPLE.replace('ill\n', 'ill,pay\n').replace('flu\n', 'flu,low\n').replace('HIV\n', 'HIV,low\n'))
    (tmp_path / 'd.ini').write_text('[kanon]\nquasi = age\nsensitive = ill, pay\nk = 2\nbeta-likeness = ill=enhanced:0.3; pay=1\ndelta-disclosure = pay=0.1\n')
    status, report, error = run_here('mondrian', [tmp_path / 'd.csv', '--config', tmp_path / 'd.ini', '-o', tmp_path / 'out.csv', '--json'])
    assert status == 0, error
    assert json.loads(report)['beyond'] == {'ill': ['enhanced beta = 0.3'], 'pay': ['beta = 1', 'delta = 0.1']}


def test_the_library_takes_them_as_values(tmp_path):
    rows = [dict(zip(('age', 'ill'), line.split(','))) for line in PEOPLE.split()[1:]]
    for rule in (library.Likeness(0.3), library.EnhancedLikeness(0.3), library.Disclosure(0.3)):
        release = library.anonymize(rows, ['age'], ['ill'], k=2, require=rule)
        assert len(release.classes) == 2
        with pytest.raises(DataError, match='^history and %s exclude each other: the table that %s compares with is another one'
                           % (rule.option, rule.words[0])):
            library.anonymize([{**row, 'who': str(n)} for n, row in enumerate(rows)], ['age'], ['ill'], k=2, require=rule, person='who',
                              history=str(tmp_path / 'h.csv'), hierarchies={'age': {'30': '*', '40': '*', '50': '*'}})
