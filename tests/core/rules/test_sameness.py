"""Values that may be the same: searches, audit, check and attack against the definitions, on random tables with persons and missing values."""

import csv
from collections import Counter, namedtuple
from random import Random

import pytest

import kanon
from conftest import kanon as kanon_verb, seeds
from definitions import fillings, is_missing, passes_by_definition
from kanon.core.audit.deciders import decider
from kanon.core.audit.persons import decider_of_persons
from kanon.core.audit.same import folded_persons, ones_in
from kanon.core.counts.persons import Persons
from kanon.core.counts.values import Sameness, alike
from kanon.core.errors import DataError, Unsatisfied
from kanon.core.levels.lattice import vectors
from kanon.core.rules.alike import seeing, taking_as_one
from kanon.core.rules.distance import Equal
from kanon.core.rules.of_persons import measured_in_persons, passes_in_persons
from kanon.core.rules.of_values import (Alpha, Closeness, Disclosure, Distinct, EnhancedLikeness,
                                        Entropy, Likeness, Recursive)
from kanon.core.settings.kinds import Requirement
from kanon.tools.judging.attacks import played
from kanon.tools.judging.linkage import AttackedRelease, CountedRecords, Meant
from kanon.tools.judging.published_classes import AnyTable, read_classes
from kanon.tools.judging.satisfied import judged
from test_persons import AGES, SEX

COLUMNS = ['age', 'sex', 'ill', 'who']
WAYS = {'HIV': ['HIV', 'hiv', 'HIV ', 'H\u200bIV', '\uff28IV'], 'flu': ['flu', 'FLU', 'flu '], '1': ['1', '1.0', '01', '+1'],
        'K\xf6ln': ['K\xf6ln', 'Ko\u0308ln', 'K\xd6LN'], 'hay fever': ['hay fever', 'hay  fever', 'Hay Fever']}
MEANING = {way: meaning for meaning, ways in WAYS.items() for way in ways}
COUNTING = Distinct, Entropy, Recursive, Alpha

# rows: (age, sex, ill, who), with '?' for nobody; rule: as it is asked for, without a table.
Case = namedtuple('Case', 'rows k rule persons most exact')


def meant(value):
    return '?' if is_missing(value) else MEANING[value]


def case_drawn(seed):
    random = Random(seed)
    values = [way for meaning in random.sample(sorted(WAYS), random.randint(2, 4)) for way in random.sample(WAYS[meaning], random.randint(1, 3))]
    values += random.choice([[], [], ['?'], ['', 'n/a']])
    persons, home = random.random() < 0.5, {}
    names = ['p%d' % n for n in range(random.randint(3, 10))] + random.choice([[], ['?']])
    rows = []
    for _ in range(random.randint(4, 24)):
        who = random.choice(names)
        age, sex = home.setdefault(who, (random.choice(['30', '34', '41']), random.choice('mf'))) if random.random() < 0.7 else (
            random.choice(['30', '34', '41']), random.choice('mf'))
        rows.append((age, sex, random.choice(values), who))
    rule = random.choice([Distinct(random.randint(2, 3)), Entropy(random.choice(['1.5', '2', '2.2'])), Recursive(random.choice(['1', '2.5']), 2),
                          Alpha(random.choice(['0.4', '0.5', '0.67'])), Closeness(random.choice(['0.2', '0.4'])), Likeness(random.choice(['0.5', '1'])),
                          EnhancedLikeness(random.choice(['0.5', '1', '2'])), Disclosure(random.choice(['0.7', '1.5']))])
    return Case(rows, random.randint(2, 3), rule, persons, random.choice([0, 0, 3, len(rows) // 2]), random.random() < 0.15)


def holds(case, rows):
    """The definition of the rule for some rows of the table: counting rules see meanings, t, beta and delta what is written, enhanced beta both."""
    ways = [str] if case.exact or not isinstance(case.rule, (*COUNTING, EnhancedLikeness)) else [meant]
    if isinstance(case.rule, EnhancedLikeness) and not case.exact:
        ways = [str, meant]
    return all(holds_so(case, rows, way) for way in ways)


def holds_so(case, rows, way):
    rule = case.rule
    seen, whole = ([(way(ill) if not is_missing(ill) else '?', who) for _, _, ill, who in some] for some in (rows, case.rows))
    if case.persons:
        seen, whole = ({(ill, who) for ill, who in some if who != '?'} for some in (seen, whole))
    if not isinstance(rule, COUNTING):
        return passes_by_definition(rule, [ill for ill, _ in seen], [ill for ill, _ in whole], None) if not isinstance(rule, Closeness) else (
            closeness([ill for ill, _ in seen], [ill for ill, _ in whole]) <= rule.t[0] / rule.t[1] + 1e-12)
    if not case.persons:
        return all(passes_by_definition(rule, filled, [], None) for filled in fillings([ill for ill, _ in seen]))
    persons = {who for _, who in seen}
    for taken in {ill for ill, _ in seen if ill != '?'} or {'any'}:
        filled = {(taken if ill == '?' else ill, who) for ill, who in seen}
        having = Counter(ill for ill, _ in filled)
        if isinstance(rule, Alpha):
            if max(having.values()) * rule.alpha[1] > rule.alpha[0] * len(persons):
                return False
        elif max(having.values()) == len(persons) or not passes_by_definition(rule, [ill for ill, _ in filled], [], None):
            return False
    return True


def closeness(class_, whole):
    return sum(abs(class_.count(ill) / len(class_) - whole.count(ill) / len(whole)) for ill in {*class_, *whole}) / 2


def is_enough(case, rows):
    n = len({who for *_, who in rows if who != '?'}) if case.persons else len(rows)
    return n >= case.k and holds(case, rows)


def classes_at(case, vector):
    found = {}
    for row in case.rows:
        found.setdefault((AGES.ancestor(row[0], vector[0]), SEX.ancestor(row[1], vector[1])), []).append(row)
    return found


def suppressed_at(case, vector):
    return sum(len(rows) for rows in classes_at(case, vector).values() if not is_enough(case, rows))


def released(case, algorithm, rows=None):
    rows = kanon.Records(rows or case.rows, columns=COLUMNS, exact=['ill'] if case.exact else [])
    return kanon.anonymize(rows, ['age', 'sex'], ['ill'], k=case.k, person='who' if case.persons else None, require=case.rule,
                           algorithm=algorithm, hierarchies={'age': AGES, 'sex': SEX}, missing='value')


def is_refused_anyhow(case):
    names = {who for *_, who in case.rows} - {'?'}
    return case.persons and len(names) < 2


TELLING = 11, 156, 174      # of classes with values enough as they are written alone, and of fewer records than may be suppressed


@pytest.mark.parametrize('seed', sorted({*seeds(500, 23), *TELLING}))
def test_search_audit_check_and_attack_agree_with_the_definitions(seed, tmp_path):
    case = case_drawn(seed)
    if is_refused_anyhow(case):
        return
    costs = {}
    for vector in vectors((2, 1)):
        classes = classes_at(case, vector).values()
        if suppressed_at(case, vector) <= case.most and any(is_enough(case, rows) for rows in classes):
            costs[vector] = sum(len(rows) * (len(rows) if is_enough(case, rows) else len(case.rows)) for rows in classes)
    try:
        release = released(case, kanon.Optimal(measure='dm', max_suppression=case.most))
    except Unsatisfied:
        assert not costs
        return
    assert costs[release.vector] == min(costs.values()) == release.measures['dm']
    failing = [row for rows in classes_at(case, release.vector).values() if not is_enough(case, rows) for row in rows]
    assert {quasi for quasi, published in release.recoding.items() if published is None} == {row[:2] for row in failing}
    release.write(str(tmp_path / 'r.csv'))      # the audit agrees
    check(case, release, tmp_path)
    attack(case, release)


def check(case, release, folder):
    """A table with the labels of the release and the persons is judged as the definitions judge it. Suppressed records have stars."""
    rows = [(*(release.recoding[row[:2]] or ('*', '*')), *row[2:]) for row in case.rows]
    with open(str(folder / 'judged.csv'), 'w', newline='', encoding='utf-8') as file:
        csv.writer(file).writerows([COLUMNS, *rows])
    with AnyTable(str(folder / 'judged.csv'), missing='value') as table:
        table.exact = frozenset(['ill'] if case.exact else [])
        published = read_classes(table, ['age', 'sex'], ['ill'], person='who' if case.persons else None)
    classes = {}
    for label, row in zip(rows, case.rows):
        classes.setdefault(label[:2], []).append(row)
    stars = classes.pop(('*', '*'), []) if len(classes) > 1 else []
    assert len(stars) in (0, release.suppressed)
    required = Requirement(case.rule.word, case.rule, case.rule.as_required(), None)
    report = judged(published, ['age', 'sex'], ['ill'], require=[required], exact=table.exact)
    verdict, = report['required']
    failing = [rows for rows in classes.values() if not holds(case, rows)]
    assert (verdict['failing']['classes'], verdict['holds']) == (len(failing), not failing)
    here = Counter(meant(ill) for *_, ill, _ in case.rows if not is_missing(ill))
    ways = {ill for *_, ill, who in case.rows if not is_missing(ill) and not (case.persons and who == '?')}
    merged = len(ways) - len({MEANING[ill] for ill in ways})
    assert report['as_one'] == ({'ill': merged} if merged and not case.exact else {}), here


def attack(case, release):
    """Who has only one value left, of those who have several candidates, is counted by meanings."""
    sameness = Sameness(frozenset(['ill'] if case.exact else []))
    attacked = AttackedRelease('r.csv', ['age', 'sex'], ['ill'], release.rows, sameness=sameness)
    meaning = Meant(sameness=sameness)
    people = CountedRecords(meaning.of_rows((row[:3] for row in case.rows), ['ill'], 2))
    row, *_ = played([attacked], people, ['age', 'sex', 'ill'], {'age': AGES, 'sex': SEX}, 1)
    told = 0
    for rows in classes_at(case, release.vector).values():
        if release.recoding[rows[0][:2]] is not None and len(rows) > 1:
            known = {ill if case.exact else meant(ill) for *_, ill, _ in rows if not is_missing(ill)}
            told += len(rows) * (len(known) == 1)
    starred = not release.suppressed and ('*', '*') in release.classes or attacked.suppressed
    assert starred or row['one_value'] == told


@pytest.mark.parametrize('algorithm', ['samarati', 'optimal', 'datafly', 'round-robin', 'mondrian'])
@pytest.mark.parametrize('seed', seeds(100, 23))
def test_a_rule_that_counts_sees_the_table_as_if_each_value_were_written_in_one_way(seed, algorithm):
    case = case_drawn(seed)._replace(exact=False)
    if is_refused_anyhow(case) or not isinstance(case.rule, COUNTING):
        return
    recodings = []
    for rows in (case.rows, [(*row[:2], meant(row[2]), row[3]) for row in case.rows]):
        try:
            recodings.append(released(case, algorithm, rows).recoding)
        except Unsatisfied:
            recodings.append(None)
    assert recodings[0] == recodings[1]


@pytest.mark.parametrize('seed', seeds(3000, 29))
def test_rules_and_the_audit_decide_any_class_as_the_definitions_do(seed):
    case = case_drawn(seed)
    random = Random(seed)
    rows = random.sample(case.rows, random.randint(1, len(case.rows)))
    if case.persons and all(row[3] == '?' for row in rows):
        return
    known = [(meant(row[2]) if is_missing(row[2]) else row[2], row[3]) for row in case.rows]
    values = {ill for ill, _ in known}
    ones = {} if case.exact else ones_in(values)
    if case.persons:
        of_class, of_table = ([(ill, who) for ill, who in some if who != '?'] for some in (
            [('?' if is_missing(row[2]) else row[2], row[3]) for row in rows], known))
        numbers = {who: n for n, who in enumerate(sorted({who for _, who in of_table}))}
        codes = sorted({ill for ill, _ in of_table})
        persons = Persons(len(numbers), [0] * len(of_table), [numbers[who] for _, who in of_table], [(ill,) for ill in codes],
                          [codes.index(ill) for ill, _ in of_table])
        persons.take_all_as_one(['ill'], Sameness(frozenset(['ill'] if case.exact else [])))
        whole = persons.held_in_table()[0]
        held = persons.held([codes.index(ill) * len(numbers) + numbers[who] for ill, who in of_class])[0][0]
        rule = taking_as_one(with_table(case.rule, whole.sizes), persons.same[0], whole.as_one.sizes)
        sets = {}
        for ill, who in of_class:
            sets.setdefault(ill, set()).add(who)
        everything = {}
        for ill, who in of_table:
            everything.setdefault(ill, set()).add(who)
        ones = {} if case.exact else ones_in(codes)
        folded = {one: len(mine) for one, mine in folded_persons(everything, ones).items()} if ones else None
        decisions = passes_in_persons(rule, held), decider_of_persons(rule, ones, folded)(sets, held.everybody)
        measure = measured_in_persons(rule, held)
    else:
        histogram = Counter('?' if is_missing(row[2]) else row[2] for row in rows)
        rule = seeing(with_table(case.rule, Counter(ill for ill, _ in known)), 'ill', values, exact=case.exact)
        decisions = rule.passes(histogram), decider(rule, ones)(histogram)
        measure = rule.measured(histogram)
    assert decisions == (holds(case, rows),) * 2
    if isinstance(rule, Distinct) and decisions[0]:
        assert measure >= rule.l


def with_table(rule, whole):
    return Closeness(rule.t, Equal(whole)) if isinstance(rule, Closeness) else type(rule)(rule[0], Equal(whole)) if 'table' in rule.needs else rule


@pytest.mark.parametrize('rule, apart, as_one', [
    (Distinct(2), True, False), (Entropy('1.5'), True, False), (Recursive('1.5', 2), True, False), (Alpha('0.5'), True, False),
    (Closeness('0.4'), True, True), (Likeness('0.4'), False, False), (Likeness('1.5'), True, True), (EnhancedLikeness('1.5'), True, False)])
def test_a_class_of_one_illness_in_two_writings(rule, apart, as_one):
    """HIV and hiv, in a table of two such classes and one of flu: together 2 of 3. -log of 2/3 is 0.41, and the class gains 0.5."""
    table, class_ = {'HIV': 2, 'hiv': 2, 'flu': 1, 'gout': 1}, {'HIV': 1, 'hiv': 1}
    for exact, expected in ((True, apart), (False, as_one)):
        seen = seeing(with_table(rule, table), 'ill', table, exact=exact)
        assert seen.passes(class_) == decider(seen, {} if exact else ones_in(table))(class_) == expected
        persons, codes = Persons(2, [0, 0, 0, 0], [0, 1, 0, 1], [(ill,) for ill in table], [0, 1, 2, 3]), list(table)
        persons.take_all_as_one(['ill'], Sameness(frozenset(['ill'] if exact else [])))
        whole = {ill: {n for n, other in zip(persons.persons, persons.codes) if codes[other] == ill} for ill in table}
        assert folded_persons(whole, ones_in(table)) == {'hiv': {0, 1}, 'flu': {0}, 'gout': {1}}


def test_six_of_twelve_persons_have_it_in_two_rows_each():
    """HIV and hiv in two rows of six persons are six persons with one value. A bound by the sum would be twelve of twelve."""
    rows = [('30', 'm', ill, 'p%d' % n) for n in range(6) for ill in ('HIV', 'hiv')] + [('30', 'm', 'flu', 'p%d' % n) for n in range(6, 12)]
    case = Case(rows, 2, Alpha('0.5'), True, 0, False)
    assert released(case, 'samarati').suppressed == 0 and released(case._replace(rule=Distinct(2)), 'mondrian').suppressed == 0
    with pytest.raises(Unsatisfied):
        released(case._replace(rule=Alpha('0.49')), 'samarati')


@pytest.mark.parametrize('names', [
    ['Ann', 'ann'], ['101', '101.0'], ['7', '07'], ['K\xf6ln', 'Ko\u0308ln'], ['Ann', 'A\u200bnn'], ['Ann Lee', 'Ann  Lee'], ['12', '\uff11\uff12']])
def test_persons_who_may_be_one_are_refused_and_exact_takes_them(names):
    rows = [('30', 'm', 'flu', name) for name in [*names, 'Bob']]
    case = Case(rows, 2, Distinct(2), True, 0, False)
    with pytest.raises(DataError, match="column 'who': .* may be one person; write both alike or, if each way to write a name is another person, type exact='who'"):
        kanon.anonymize(kanon.Records(rows, columns=COLUMNS), ['age'], k=2, person='who')
    assert kanon.anonymize(kanon.Records(rows, columns=COLUMNS, exact=['who']), ['age'], k=3, person='who').persons['count'] == 3
    assert case and alike(names)


def test_numbers_have_the_decimal_sign_of_the_table():
    rows = [('30', 'm', ill, 'p') for ill in ('1,5', '1,50', '1.5')]
    asked = {'quasi': ['age'], 'sensitive': ['ill'], 'k': 2}
    kanon.anonymize(kanon.Records(rows, columns=COLUMNS, decimal=','), require=kanon.Distinct(2), **asked)
    kanon.anonymize(kanon.Records(rows, columns=COLUMNS), require=kanon.Distinct(3), **asked)
    with pytest.raises(Unsatisfied, match='1 of its values may be the same as another one, and count as one without exact'):
        kanon.anonymize(kanon.Records(rows, columns=COLUMNS, decimal=','), require=kanon.Distinct(3), **asked)


def test_every_program_that_decides_rules_tells_which_values_count_as_one(tmp_path):
    rows = ['%d,%s,%s' % (30 + n % 2, 'mf'[n % 2], ['HIV', 'hiv', 'flu'][n % 3]) for n in range(24)]
    (tmp_path / 'd.csv').write_text('\n'.join(['age,sex,my ill', *rows, '']))
    words = 'd.csv', '--quasi', 'sex', '--sensitive', 'my ill', '--l-diversity', '2', '-k', '2'
    told = "1 value of my ill may be the same as another one, but for capitals"
    sex = tmp_path / 'hierarchies'
    sex.mkdir()
    (sex / 'sex.txt').write_text('m,*\nf,*\n')
    programs = ['sweep', '--html', 'page.html'], ['lattice'], ['explain', 'samarati', '-o', 'page2.html']
    for verb, *more in programs:
        for exact in [], ['--exact', 'my ill']:
            done = kanon_verb(verb, *(more[:1] if verb == 'explain' else []), *words, *more[verb == 'explain':], *exact, '--force', cwd=str(tmp_path))
            assert done.returncode == 0, done.stderr
            assert (told in done.stdout and "type --exact 'my ill'" in done.stdout) == (not exact), (verb, done.stdout)
            if verb == 'sweep':
                assert (told in (tmp_path / 'page.html').read_text()) == (not exact)
