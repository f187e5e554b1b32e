"""A rule beyond k holds only whatever the missing sensitive values are: rules, searches, audit and `check` against all ways to fill them in."""

import csv
import json
import os
from collections import Counter
from random import Random

import pytest

from conftest import kanon, random_table, run, run_here, seeds
from definitions import check_searches, fillings, histogram_of, is_missing, passes_by_definition
from flat import anonymize
from kanon import DataError, Unsatisfied
from kanon.core.audit.deciders import decider
from kanon.core.audit.recount import Promises, verify
from kanon.core.counts.recoding import full_domain
from kanon.core.counts.required import Required
from kanon.core.counts.values import NOT_KNOWN, Known
from kanon.core.levels.demands import lattice_of
from kanon.core.levels.lattice import vectors
from kanon.core.rules.distance import Equal
from kanon.core.rules.of_values import (Alpha, Closeness, Distinct, Entropy, Recursive, at_worst,
                                        entropy_l, known_values, most_frequent, recursive_c)
from kanon.core.settings.kinds import requirement_pairs
from kanon.core.tables.rows import Rows
from kanon.core.tables.tally import Tally
from kanon.tools.judging.linkage import narrowing
from kanon.tools.judging.published_classes import AnyTable, read_classes
from kanon.tools.judging.satisfied import judged

WRITINGS = ['', '?', 'NA', 'n/a', 'Null', 'NaN', ' ? ', ' na', 'N/A']       # of nothing that is known
RULES = [Distinct(2), Distinct(3), Entropy((2, 1)), Entropy((15, 10)), Entropy((3, 1)), Recursive((2, 1), 2), Recursive((3, 1), 2),
         Recursive((15, 10), 1), Recursive((2, 1), 3), Alpha((1, 2)), Alpha((3, 4)), Alpha((1, 3))]


def told(values):
    """The histogram of a class as the rules see it."""
    return dict(Counter(map(Known().__getitem__, values)))


def passes_whatever(rule, values):
    """By the definitions, for every way to fill in the missing values of a class."""
    return all(passes_by_definition(rule, filled, values, None) for filled in fillings(values))


@pytest.mark.parametrize('values, l, alpha', [
    (['HIV', 'HIV', 'HIV', '', '?'], 1, 1.0), (['HIV', 'HIV', 'HIV', 'flu', 'NA'], 2, 0.8), (['', '?', 'null'], 1, 1.0),
    (['HIV', 'flu'], 2, 0.5), (['HIV', 'none'], 2, 0.5)])
def test_what_a_class_has(values, l, alpha):
    class_ = told(values)
    assert (known_values(class_), most_frequent(class_)) == (l, alpha)
    assert Distinct(l).passes(class_) and not Distinct(l + 1).passes(class_)
    if l == 1:
        assert (entropy_l(class_), recursive_c(class_, 2)) == (1.0, float('inf'))


def test_every_writing_of_nothing():
    """The search, the audit and the tests have a list each."""
    from kanon.core.audit.recount import BLANK, told_value as told_by_the_audit
    assert {word.upper() for word in BLANK} == NOT_KNOWN
    for value in [*WRITINGS, 'none', 'nothing', '-', 'k.A.', 'N A', 'N/AA', 'nana', '??']:
        assert (Known()[value] == '?', told_by_the_audit(value) == '?') == (is_missing(value),) * 2
    assert all(map(is_missing, WRITINGS))


def random_values(random, most=14):
    """The sensitive values of a class or a table, some of which nobody knows."""
    known, gaps = ['HIV', 'flu', 'ulcer', 'gout'][:random.randint(1, 4)], random.choice((0, 0.1, 0.3, 0.9))
    return [random.choice(WRITINGS) if random.random() < gaps else known[int(len(known) * random.random() ** 2)]
            for _ in range(random.randint(1, most))]


@pytest.mark.parametrize('seed', seeds(500))
def test_every_rule_against_all_ways_to_fill_in(seed):
    """The rules, the audit, and the worst case of one known value that takes all the missing ones."""
    values = random_values(Random(seed))
    class_ = told(values)
    known = [value for value in class_ if value != '?']
    one_takes_all = [histogram_of([value if is_missing(of) else of for of in values]) for value in known] or [class_]
    assert at_worst(class_) in one_takes_all
    for rule in RULES:
        expected = passes_whatever(rule, values)
        assert rule.passes(class_) == decider(rule)(Counter(class_)) == expected, (rule, values)
        if not isinstance(rule, Distinct):
            assert all(map(rule.passes, one_takes_all)) == expected


@pytest.mark.parametrize('seed', seeds(500))
def test_unions_and_what_a_search_may_prune_by(seed):
    """Two classes that pass pass together. What is weakened is implied, and stays, whatever a class is merged with."""
    random = Random(seed)
    one, other = random_values(random), random_values(random)
    for rule in RULES:
        required = Required(1, {'s': [rule]})
        first, both = told(one), told(one + other)
        if rule.passes(first) and rule.passes(told(other)):
            assert rule.passes(both), rule
        if rule.survives_merging and rule.passes(first):
            assert rule.passes(both), rule
        weakly = [required.passes_weakened({(value,): n for value, n in class_.items()}) for class_ in (first, both)]
        assert weakly[0] >= rule.passes(first) and weakly[1] >= weakly[0]
        assert weakly[0] == (rule.values == 1 or len({*first} - {'?'}) >= rule.values)


# Random tables.

def random_records(seed):
    """(records of two quasi-identifiers and a sensitive value, the trees, a rule)."""
    random = Random(seed)
    frequency_set, trees = random_table(seed, columns=2, most=4)
    quasis = [quasi for quasi, n in frequency_set.items() for _ in range(n)][:24]
    values = (random_values(random, 1) + random_values(random, 60) * 24)[:len(quasis)]
    return [(*quasi, value) for quasi, value in zip(quasis, values)], trees, random.choice(RULES)


def classes_at(records, trees, vector):
    """{published tuple: sensitive values} at a vector, record by record."""
    classes = {}
    for *quasi, value in records:
        classes.setdefault(tuple(tree.ancestor(cell, level) for cell, tree, level in zip(quasi, trees, vector)), []).append(value)
    return classes


@pytest.mark.parametrize('seed', seeds(500))
def test_the_searches_by_levels_against_brute_force(seed):
    records, trees, rule = random_records(seed)
    tally = Tally(2)
    tally.count_table(Rows(records, ['a', 'b', 's'], missing='value'), ['a', 'b', 's'])
    k = 1 + seed % 3
    lattice = lattice_of(tally.frequency_set, trees, Required(k, {'s': [rule]}, tally.sensitive([0])))
    failing = {vector: {labels for labels, values in classes_at(records, trees, vector).items() if len(values) < k or not passes_whatever(rule, values)}
               for vector in vectors(lattice.top)}
    below = {vector: sum(len(values) for labels, values in classes_at(records, trees, vector).items() if labels in failing[vector])
             for vector in failing}
    assert {vector: lattice[vector] for vector in below} == below
    for vector in below:
        assert {labels for labels in full_domain(lattice, vector).values() if labels} == {*classes_at(records, trees, vector)} - failing[vector]
    for limit in sorted({0, len(records) // 3}):
        check_searches(lattice, k, limit, below)


WORDS = {Distinct: lambda rule: ({'l_diversity': rule.l}, 'l=%d' % rule.l),
         Entropy: lambda rule: ({'l_diversity': 'entropy:%g' % (rule.l[0] / rule.l[1])}, 'entropy=%g' % (rule.l[0] / rule.l[1])),
         Recursive: lambda rule: ({'l_diversity': 'recursive:%g,%d' % (rule.c[0] / rule.c[1], rule.l)}, 'recursive=%g:%d' % (rule.c[0] / rule.c[1], rule.l)),
         Alpha: lambda rule: ({'alpha': rule.alpha[0] / rule.alpha[1]}, 'alpha=%g' % (rule.alpha[0] / rule.alpha[1]))}
ALGORITHMS = [{'algorithm': 'samarati'}, {'algorithm': 'optimal'}, {'algorithm': 'datafly'}, {'algorithm': 'mondrian'},
              {'algorithm': 'mondrian', 'partitioning': 'relaxed'}, {'algorithm': 'mondrian', 'choose': 'lm', 'partitioning': 'both'},
              {'algorithm': 'mondrian', 'partitioning': 'optimal'}, {'algorithm': 'mondrian', 'partitioning': 'clustered'}]


def check_of(path, words):
    """What `check` says of a table, and of a rule for it."""
    with AnyTable(str(path), missing='value') as table:
        published = read_classes(table, ['a', 'b'], ['s'])
    return judged(published, ['a', 'b'], ['s'], require=requirement_pairs(words))


@pytest.mark.parametrize('seed', seeds(500))
def test_run_audit_and_check_agree_with_brute_force(seed, tmp_path):
    """What is published passes by brute force. If nothing is, not even the whole table does. `check` and the audit say the same."""
    records, trees, rule = random_records(seed)
    if rule in (Alpha((1, 3)), Recursive((15, 10), 1)):        # 1/3 has too many decimals to be typed; l is from 2 on
        rule = Alpha((1, 2))
    asked, required = WORDS[type(rule)](rule)
    whole_passes = passes_whatever(rule, [value for *_, value in records])
    path = tmp_path / 'out.csv'
    for how in ALGORITHMS:
        most = {'max_suppression': len(records) // 4} if how['algorithm'] in ('samarati', 'optimal') else {}
        try:
            release = anonymize(records, ['a', 'b'], ['s'], columns=['a', 'b', 's'], k=2, missing='value', **how, **most, **asked,
                                hierarchies=dict(zip('ab', trees)))
        except Unsatisfied:
            assert not whole_passes or len(records) < 2
            continue
        release.write(path, force=True)
        classes = {}
        with open(path, newline='', encoding='utf-8') as file:
            for *quasi, value in list(csv.reader(file))[1:]:
                classes.setdefault(tuple(quasi), []).append(value)
        assert all(len(values) >= 2 and passes_whatever(rule, values) for values in classes.values())
        assert check_of(path, required)['holds']
        assert release.unknown == {'s': sum(is_missing(value) for *_, value in records)}
    path.write_text('a,b,s\n' + ''.join('%s,%s,"%s"\n' % record for record in records), encoding='utf-8')
    classes = classes_at(records, trees, (0, 0))
    expected = all(passes_whatever(rule, values) for values in classes.values())
    assert check_of(path, required)['holds'] == expected
    promised = Promises(['a', 'b', 's'], ['a', 'b'], Required(1, {'s': [rule]}), len(records))
    if expected:
        assert verify(str(path), promised).records == len(records)
    else:
        with pytest.raises(DataError, match='^the audit found a class without'):
            verify(str(path), promised)


# The example of the issue: HIV is the only diagnosis that is known.

ONLY_HIV = 'age,dx\n30,HIV\n30,HIV\n30,HIV\n30,\n30,?\n'


@pytest.mark.parametrize('missing', ['value', 'root'])
@pytest.mark.parametrize('program', ['run_samarati.py', 'run_mondrian.py', 'datafly'])
def test_hiv_alone_is_no_diversity(program, missing, tmp_path):
    (tmp_path / 'd.csv').write_text(ONLY_HIV)
    (tmp_path / 'hierarchies').mkdir()
    (tmp_path / 'hierarchies' / 'age.txt').write_text('30,*\n')
    words = ['d.csv', '--quasi', 'age', '--sensitive', 'dx', '-k', '2', '--missing', missing, '-o', 'out.csv']
    words += ['--max-suppression', '0'] * ('mondrian' not in program)
    done = (run if program.startswith('run') else kanon)(program, *words, '--l-diversity', '2', cwd=str(tmp_path))
    assert done.returncode == 1 and 'not even the whole table as one class has distinct l = 2 in dx' in done.stderr
    assert not (tmp_path / 'out.csv').exists()
    judged_ = kanon('check', 'd.csv', '--quasi', 'age', '--sensitive', 'dx', '--require', 'l=2', cwd=str(tmp_path))
    assert judged_.returncode == 1 and 'FAILS in 1 class, 5 records' in judged_.stdout and 'all HIV, or not known (2 records)' in judged_.stdout
    assert 'Without a known value: dx in 2 records.' in judged_.stdout
    promised = Promises(['age', 'dx'], ['age'], Required(2, {'dx': [Distinct(2)]}), 5)
    with pytest.raises(DataError, match='^the audit found a class without distinct l = 2 in dx$'):
        verify(str(tmp_path / 'd.csv'), promised)


def test_t_takes_missing_values_as_one_value_and_says_so(tmp_path):
    (tmp_path / 'd.csv').write_text('age,dx\n' + '30,HIV\n30,\n40,HIV\n40,NA\n' * 2)
    words = ['d.csv', '--quasi', 'age', '--sensitive', 'dx', '-k', '2', '--missing', 'value', '-o', 'out.csv', '--t-closeness', '0']
    done = run('run_mondrian.py', *words, cwd=str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert 'Counted without a known value: dx in 4 records.' in done.stdout
    assert 't takes the missing values of dx as one value, and says nothing of what they are.' in done.stdout
    assert Closeness((0, 1), Equal(told(['HIV', '']))).passes(told(['HIV', 'NA', '?', 'HIV']))
    both = run('run_mondrian.py', *words, '--alpha', '1', '--force', cwd=str(tmp_path)).stdout
    assert 'The rules of dx, but for t, hold whatever the missing values are.\nt takes the missing values of dx as one value' in both
    report = json.loads(run('run_mondrian.py', *words, '--force', '--json', cwd=str(tmp_path)).stdout)
    assert report['unknown'] == {'dx': 4}


def test_the_page_says_how_many_have_no_known_value(tmp_path):
    (tmp_path / 'd.csv').write_text('age,dx\n' + '30,HIV\n30,flu\n30,gout\n30,NA\n' * 2)
    words = ['d.csv', '--quasi', 'age', '--sensitive', 'dx', '-k', '2', '-o', 'out.csv', '--l-diversity', '2', '--html', 'p.html', '--force']
    for language, sentences in (('en', ['Counted without a known value: dx in 2 records.', 'The rules of dx, but for t, hold whatever the missing values are.']),
                                ('zh', ['没有已知值的记录：dx 2 条。', '除 t 以外，无论缺失值是什么，dx 的规则都成立。'])):
        assert run('run_mondrian.py', *words, '--language', language, cwd=str(tmp_path)).returncode == 0
        page = (tmp_path / 'p.html').read_text(encoding='utf-8')
        assert all(sentence in page for sentence in sentences)
        kanon('check', 'out.csv', '--quasi', 'age', '--sensitive', 'dx', '--html', 'c.html', '--language', language, '--force', cwd=str(tmp_path))
        assert {'en': 'Without a known value: dx in 2 records.', 'zh': '没有已知值的记录：dx 2 条。'}[language] in (tmp_path / 'c.html').read_text(encoding='utf-8')


def test_a_table_that_is_not_in_memory(tmp_path, monkeypatch):
    """The columns with a rule are counted. Of the others the report and the page say that they are not."""
    import kanon.core.tables.tally as tallies
    monkeypatch.setattr(tallies.Tally.__init__, '__defaults__', (2, *tallies.Tally.__init__.__defaults__[1:]))
    path = tmp_path / 'd.csv'
    path.write_text('age,dx,job\n' + ''.join('3%d,%s,%s\n' % (n % 3, ['HIV', 'flu', 'NA', 'gout'][n % 4], 'abcdefgh'[n % 8]) for n in range(48)))
    status, report, error = run_here('mondrian', [path, '--quasi', 'age', '--sensitive', 'dx,job', '-k', '2', '--l-diversity', 'dx=2',
                                                  '-o', tmp_path / 'out.csv', '--html', tmp_path / 'page.html', '--internal', '--record', tmp_path / 'r.json'])
    assert status == 0, error
    assert 'Counted without a known value: dx in 12 records.' in report.decode()
    assert 'How many records have no known value of job was not counted' in report.decode()
    assert 'have no known value of job was not counted' in (tmp_path / 'page.html').read_text(encoding='utf-8')
    assert json.loads((tmp_path / 'r.json').read_text())['result']['unknown'] == {'dx': 12, 'job': None}


# The audit refuses what it cannot decide.

class Sparse(Distinct):
    """A rule that the audit has no lines for."""


class Near(Closeness):
    """Another, with a reference."""


class Far(Equal):
    """A distance that the audit has no lines for."""


WHOLE = {'flu': 2, 'ulcer': 2}


@pytest.mark.parametrize('rule', [Sparse(1), Near((1, 1), Equal(WHOLE)), Closeness((1, 1), Far(WHOLE))])
def test_the_audit_refuses_a_rule_that_it_cannot_decide(rule, tmp_path, monkeypatch):
    path = tmp_path / 'out.csv'
    path.write_text('age,dx\n30,flu\n30,ulcer\n40,flu\n40,ulcer\n')
    with pytest.raises(DataError, match='^the audit cannot decide .*, so nothing is published$'):
        verify(str(path), Promises(['age', 'dx'], ['age'], Required(2, {'dx': [rule]}), 4))
    from kanon.core.rules import of_table as requiring
    monkeypatch.setattr(requiring, 'required_for', lambda k, names, sensitive, *_, **__: Required(k, {'dx': [rule]}, sensitive))
    status, _, error = run_here('mondrian', [path, '--quasi', 'age', '--sensitive', 'dx', '-k', '2', '--l-diversity', '2', '-o', tmp_path / 'new.csv'])
    assert status == 1 and 'the audit cannot decide' in error and not os.path.exists(tmp_path / 'new.csv')


def test_a_distribution_is_compared_in_truth_before_anything_is_published(monkeypatch, tmp_path):
    from kanon.core.audit.true_labels import RecordedValues, verify_distributions
    rows = Tally(1)
    rows.count([[('30', 'flu'), ('30', 'NA'), ('30', '')]])
    recorded = RecordedValues([None], rows.rows, ['age', 'dx'], (), (), {}, {}, None, None)
    verify_distributions(recorded, Required(2, {'dx': [Closeness((1, 1), Equal({'flu': 1, '?': 2}))]}))
    for wrong in (Closeness((1, 1), Equal({'flu': 1, 'NA': 1, '': 1})), Near((1, 1), Equal({'flu': 1, '?': 2}))):
        with pytest.raises(DataError, match='^the audit (found|cannot decide)'):
            verify_distributions(recorded, Required(2, {'dx': [wrong]}))


@pytest.mark.parametrize('candidates, columns, learned', [
    (['HIV', 'HIV', 'HIV', '', '?'], ['dx'], {'one_value': 7}), (['HIV', 'flu', 'NA'], ['dx'], {'one_value': 0}),
    (['', '?', 'null'], ['dx'], {'one_value': 0}), (['HIV'], ['dx'], {'one_value': 0}), (['HIV', 'HIV'], ['dx'], {'one_value': 7}),
    ([('HIV', 'a'), ('NA', 'b')], ['dx', 'job'], {'one_value': 0, 'one_dx': 7, 'one_job': 0}),
    ([('HIV', '?'), ('NA', '')], ['dx', 'job'], {'one_value': 7, 'one_dx': 7, 'one_job': 0}),
    ([('HIV', 'a'), ('NA', ''), ('?', 'a')], ['dx', 'job'], {'one_value': 7, 'one_dx': 7, 'one_job': 7})])
def test_what_an_attacker_learns_of_candidates(candidates, columns, learned):
    """A missing value hides no value that all others have. Where no value is known, nothing is learned."""
    histogram = Counter(values if isinstance(values, tuple) else (values,) for values in candidates)
    row = narrowing([(histogram, 7)], 2, columns)
    assert {name: row[name] for name in learned} == learned
