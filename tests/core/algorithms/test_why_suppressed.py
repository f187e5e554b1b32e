"""Why records were suppressed: each at the first requirement that its class fails."""

import random
from collections import Counter
from fractions import Fraction

import pytest

import kanon
from conftest import seeds
from definitions import passes_by_definition
from kanon.core.counts.hierarchy import Hierarchy

RULES = {'l_diversity': kanon.Distinct(2),
         't_closeness': kanon.Closeness('0.3'),
         'alpha': kanon.Alpha('0.7'),
         'beta_likeness': kanon.Likeness(1),
         'delta_disclosure': kanon.Disclosure('0.7')}
EIGHT = ['flu', 'flu', 'flu', 'flu', 'gout', 'gout', 'gout', 'gout']


def as_recorded(rows, k, require=(), most='99%', **more):
    """A release at the lowest level. rows: (age, ill, and more) each."""
    columns = more.pop('columns', ['age', 'ill'])
    ages = {row[0]: '*' for row in rows}
    by = kanon.Samarati(max_suppression=most, limit={'age': 0})
    return kanon.anonymize(kanon.Records(rows, columns=columns), ['age'], ['ill'], k=k,
                           require=require, algorithm=by, hierarchies={'age': ages},
                           missing='value', **more)


def classes(**ill):
    """(age, ill) rows. ill: of each age."""
    return [(age, value) for age, values in ill.items() for value in values]


@pytest.mark.parametrize('require, rows, expected', [
    ((), classes(a=EIGHT, b=['flu'] * 2),
     {'k': 2}),
    (RULES['l_diversity'], classes(a=EIGHT, b=['flu'] * 2, c=['gout'] * 4),
     {'k': 2, 'l_diversity': 4}),
    (RULES['l_diversity'], classes(a=EIGHT, c=['?', 'flu', 'flu', '?', '?']),
     {'k': 0, 'l_diversity': 5}),
    (RULES['t_closeness'], classes(a=EIGHT, b=['flu'], c=['gout'] * 4),
     {'k': 1, 't_closeness': 4}),
    (RULES['alpha'], classes(a=EIGHT, b=['flu'] * 3 + ['gout']),
     {'k': 0, 'alpha': 4}),
    (RULES['beta_likeness'], classes(a=EIGHT, b=EIGHT, c=['rare'] + ['flu'] * 4),
     {'k': 0, 'beta_likeness': 5}),
    (RULES['delta_disclosure'], classes(a=EIGHT, b=['flu'] * 5),
     {'k': 0, 'delta_disclosure': 5}),
    ([RULES['alpha'], RULES['l_diversity']],
     classes(a=EIGHT, b=['flu'] * 4, c=['flu'] * 3 + ['gout']),
     {'k': 0, 'l_diversity': 4, 'alpha': 4})])
def test_a_rule_each(require, rows, expected):
    release = as_recorded(rows, 4, require)
    assert release.suppressed_by == expected and list(release.suppressed_by) == list(expected)
    assert sum(expected.values()) == release.suppressed


def test_rules_of_several_columns_are_asked_option_by_option():
    """b fails t of the first column and l of the second. l comes first."""
    rows = [('a', ill, ward) for ill, ward in zip(EIGHT, 'xyxyxyxy')] + [('b', 'flu', 'x')] * 4
    by = kanon.Samarati(max_suppression='99%', limit={'age': 0})
    require = {'ill': kanon.Closeness('0.3'), 'ward': kanon.Distinct(2)}
    table = kanon.Records(rows, columns=['age', 'ill', 'ward'])
    release = kanon.anonymize(table, ['age'], ['ill', 'ward'], k=2, require=require, algorithm=by,
                              hierarchies={'age': {'a': '*', 'b': '*'}})
    assert release.suppressed_by == {'k': 0, 'l_diversity': 4, 't_closeness': 0}


def test_sets_of_items():
    """No item may be that of all records."""
    rows = classes(a=['x;y', 'x;y', 'z', 'z'], b=['x;y', 'x;z', 'x'], c=['z'])
    source = kanon.Records(rows, columns=['age', 'ill'], items={'ill': ';'})
    release = kanon.anonymize(source, ['age'], ['ill'], k=3, require=kanon.Distinct(2),
                              hierarchies={'age': dict.fromkeys('abc', '*')},
                              algorithm=kanon.Samarati(max_suppression=5, limit={'age': 0}))
    assert release.suppressed_by == {'k': 1, 'l_diversity': 3}


def test_a_population(tmp_path):
    """b has one person in the population, c half of its people in the table."""
    rows = classes(a=EIGHT[:3], b=EIGHT[:3], c=EIGHT[:3], d=EIGHT[:1])
    people = tmp_path / 'p.csv'
    people.write_text('age\n' + 'a\n' * 9 + 'b\n' * 3 + 'c\n' * 5 + 'd\n' * 9)
    release = as_recorded(rows, 2, [kanon.KMap(4), kanon.Presence(0, 0.5)], population=str(people))
    assert release.suppressed_by == {'k': 1, 'k_map': 3, 'delta_presence': 3}


def test_persons_are_counted_at_the_first_requirement_of_their_classes():
    """Ann has rows in a, which is published, and in b.

    Bob's are in c, which fails l, and in d, which has one person.
    """
    rows = [('a', ill, who) for who, ill in zip('Axyz', EIGHT[2:])]
    rows += [('b', 'flu', 'A'), ('b', 'flu', 'A')]
    rows += [('c', 'flu', 'B'), ('c', 'flu', 'C'), ('d', 'flu', 'B')]
    release = as_recorded(rows, 2, kanon.Distinct(2), columns=['age', 'ill', 'who'], person='who')
    assert release.suppressed_by == {'k': 3, 'l_diversity': 2} and release.suppressed == 5
    assert release.persons['suppressed_by'] == {'k': 1, 'l_diversity': 1}
    assert release.persons['suppressed'] == 2


def test_a_group_that_is_withheld(tmp_path):
    """Five people had one label. Three of them have one now, and the two others are too few.

    If the three were published, the two absent ones could be told apart from all others.
    """
    def month(ages):
        rows = [{'age': age, 'who': who} for who, age in zip('abcdefgh', ages)]
        return kanon.anonymize(rows, ['age'], k=3, person='who', history=str(tmp_path / 'h.csv'),
                               hierarchies={'age': dict.fromkeys('xyz', '*')},
                               algorithm=kanon.Samarati(max_suppression=5, limit={'age': 0}))
    month('xxxxxzzz').write(str(tmp_path / 'jan.csv'))
    release = month('xxxyyzzz')
    assert release.suppressed_by == {'k': 2, 'history': 3}
    assert release.persons['suppressed_by'] == {'k': 2, 'history': 3}


def test_a_plan_of_cuts():
    rows = [{'age': age, 'ill': ill} for age in (20, 30) for ill in EIGHT]
    january = kanon.anonymize(rows, ['age'], ['ill'], k=4, require=kanon.Distinct(2),
                              algorithm=kanon.Mondrian(labels='box'))
    february = [{'age': 20, 'ill': ill} for ill in EIGHT] + [{'age': 30, 'ill': 'flu'}] * 5
    release = january.plan().apply(february, max_suppression=5)
    assert january.suppressed_by == {'k': 0, 'l_diversity': 0}
    assert release.suppressed_by == {'k': 0, 'l_diversity': 5}


# The same by the definitions, on random tables.

TREES = [{'a': 'ab', 'b': 'ab', 'c': 'cd', 'd': 'cd', 'e': 'ef', 'f': 'ef',
          'ab': '*', 'cd': '*', 'ef': '*'},
         {'u': 'uv', 'v': 'uv', 'w': 'wx', 'x': 'wx', 'uv': '*', 'wx': '*'}]
BY = {'samarati': kanon.Samarati, 'optimal': kanon.Optimal, 'datafly': kanon.Datafly}


def random_table(rng):
    """((q, r), ill, who) rows."""
    quasi = [(rng.choice('abcdef'), rng.choice('uvwx')) for _ in range(12)]
    people = rng.choice([8, 25])
    rows = []
    for _ in range(rng.randrange(20, 60)):
        ill = rng.choice(rng.choice(['123', '123?']))
        rows.append((rng.choice(quasi), ill, 'p%d' % rng.randrange(people)))
    return rows


def released(rows, k, require, by, **more):
    table = kanon.Records([(*quasi, ill, who) for quasi, ill, who in rows],
                          columns=['q', 'r', 'ill', 'who'])
    try:
        return kanon.anonymize(table, ['q', 'r'], ['ill'], k=k, require=require,
                               hierarchies=dict(zip('qr', TREES)), missing='value',
                               algorithm=by(max_suppression='80%'), **more)
    except kanon.Unsatisfied:
        return None


def labeller(release):
    """The function from a quasi tuple to its labels."""
    maps = [Hierarchy(tree).level_maps(values)[level]
            for tree, values, level in zip(TREES, ('abcdef', 'uvwx'), release.vector)]
    return lambda quasi: tuple(labels[value] for labels, value in zip(maps, quasi))


def counted(rows, labels_of, required):
    """{requirement: records}.

    required: {its name: whether a class passes, of its labels and its (ill, who) pairs}.
    """
    classes, counts = {}, dict.fromkeys(required, 0)
    for quasi, ill, who in rows:
        classes.setdefault(labels_of(quasi), []).append((ill, who))
    for labels, class_ in classes.items():
        failed = [name for name, passes in required.items() if not passes(labels, class_)]
        if failed:
            counts[failed[0]] += len(class_)
    return counts


def in_records(rule, whole):
    """A rule by its definition.

    t, beta and delta take a missing value as a value, l and alpha take the worst case.
    """
    def passes(labels, class_):
        ill = [value for value, _ in class_]
        known = [value for value in ill if value != '?']
        if isinstance(rule, kanon.Distinct):
            return len(set(known)) >= rule.l
        if isinstance(rule, kanon.Alpha):
            most = max([known.count(value) for value in known], default=0)
            return Fraction(most + len(ill) - len(known), len(ill)) <= Fraction(*rule.alpha)
        return passes_by_definition(rule, [value.replace('?', '0') for value in ill], whole, None)
    return passes


@pytest.mark.parametrize('by', BY)
@pytest.mark.parametrize('seed', seeds(220))
def test_by_the_definitions_of_the_rules(seed, by):
    rng = random.Random(seed)
    rows, k = random_table(rng), rng.randrange(2, 6)
    release = released(rows, k, [rule for rule in RULES.values() if rng.random() < 0.4], BY[by])
    if release:
        whole = [ill.replace('?', '0') for _, ill, _ in rows]
        rules = {rule.option: in_records(rule, whole)
                 for rule in release.required.rules.get('ill', ())}
        required = {'k': lambda labels, class_: len(class_) >= k}
        required.update((name, rules[name]) for name in RULES if name in rules)
        found = release.suppressed_by
        assert found == counted(rows, labeller(release), required)
        assert list(found) == list(required) and sum(found.values()) == release.suppressed


@pytest.mark.parametrize('seed', seeds(220))
def test_by_the_definitions_in_persons_and_in_a_population(seed, tmp_path):
    """k persons, distinct l and alpha in persons, and k-map.

    No value is that of all persons. A missing value may be any value.
    """
    rng = random.Random(seed)
    rows, k, l = random_table(rng), rng.randrange(2, 5), rng.randrange(2, 4)
    share, least = rng.choice(['0.5', '0.8']), rng.choice([0, 12])
    people = Counter(quasi for quasi, _, _ in rows)
    people.update({quasi: rng.randrange(9) for quasi in people})
    lines = [('%s,%s\n' % quasi) * n for quasi, n in people.items()]
    (tmp_path / 'p.csv').write_text('q,r\n' + ''.join(lines))
    more, rules = {}, [kanon.Distinct(l), kanon.Alpha(share)]
    if least:
        more, rules = {'population': str(tmp_path / 'p.csv')}, [*rules, kanon.KMap(least)]
    release = released(rows, k, rules, kanon.Samarati, person='who', **more)
    if not release:
        return
    labels_of = labeller(release)

    def everybody(class_):
        return len({who for _, who in class_})

    def known(class_):
        return {ill for ill, _ in class_} - {'?'}

    def most(class_):
        """The most persons who may have one value."""
        may_have = [len({who for ill, who in class_ if ill in (value, '?')})
                    for value in known(class_)]
        return max(may_have, default=everybody(class_))

    def has_k(labels, class_):
        return everybody(class_) >= k

    def has_l(labels, class_):
        return len(known(class_)) >= l and most(class_) < everybody(class_)

    def has_alpha(labels, class_):
        return most(class_) <= Fraction(share) * everybody(class_)

    def has_k_map(labels, class_):
        return sum(n for quasi, n in people.items() if labels_of(quasi) == labels) >= least

    required = {'k': has_k, 'l_diversity': has_l, 'alpha': has_alpha}
    if least:
        required['k_map'] = has_k_map
    assert release.suppressed_by == counted(rows, labels_of, required)
    firsts = {}     # {labels: the place of the first requirement that is failed, or None}
    for labels in {labels_of(quasi) for quasi, _, _ in rows}:
        class_ = [(ill, who) for quasi, ill, who in rows if labels_of(quasi) == labels]
        failed = [place for place, passes in enumerate(required.values())
                  if not passes(labels, class_)]
        firsts[labels] = min(failed, default=None)
    of_persons = {}
    for quasi, _, who in rows:
        of_persons.setdefault(who, []).append(firsts[labels_of(quasi)])
    absent = Counter(min(places) for places in of_persons.values() if None not in places)
    by_name = {name: absent[place] for place, name in enumerate(required)}
    assert release.persons['suppressed_by'] == by_name
    assert sum(absent.values()) == release.persons['suppressed']


@pytest.mark.parametrize('several', [False, True])
@pytest.mark.parametrize('seed', seeds(110))
def test_with_a_history_they_add_up(seed, several, tmp_path):
    rng = random.Random(seed)
    rules = rng.choice([(), kanon.Distinct(2)])
    for month in range(3):
        rows = []
        for who in range(30):
            if rng.random() < 0.8:
                for _ in range(rng.randrange(1, 3) if several else 1):
                    values = [rng.choice(domain) for domain in ('abcd', 'uv', '123')]
                    rows.append((*values, 'p%d' % who))
        table = kanon.Records(rows, columns=['q', 'r', 'ill', 'who'])
        try:
            release = kanon.anonymize(table, ['q', 'r'], ['ill'], k=3, person='who', require=rules,
                                      hierarchies=dict(zip('qr', TREES)),
                                      history=str(tmp_path / 'h.csv'),
                                      algorithm=kanon.Samarati(max_suppression='70%'))
        except kanon.Unsatisfied:
            return
        found, history = release.suppressed_by, release.history
        in_persons = release.persons['suppressed_by']
        assert sum(found.values()) == release.suppressed
        assert sum(in_persons.values()) == history['held_back']
        assert in_persons['history'] <= history['withheld'] and list(found)[-1] == 'history'
        release.write(str(tmp_path / ('%d.csv' % month)))
