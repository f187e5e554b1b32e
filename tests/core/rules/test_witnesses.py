"""What a reader can put back: worked tables, every table that small labels allow, and every original of small releases."""

import json
from argparse import Namespace
from collections import Counter, defaultdict
from itertools import combinations_with_replacement, product
from random import Random

import pytest

from conftest import kanon, run, seeds
from definitions import by_mondrian
from flat import anonymize
from kanon.core.counts.frequency import columns
from kanon.core.counts.hierarchy import Hierarchy
from kanon.core.counts.required import Required
from kanon.core.cutting.cuts import cut_for
from kanon.core.cutting.dimension import dimension_of, dimensions_for
from kanon.core.rules.put_back import agreeing, is_general, of_release
from kanon.core.tables.hierarchy_file import GivenHierarchies
from kanon.tools.judging.witnesses import named_values, witnesses


def totals(cells, witnessed, determined, records, whole):
    return {'cells': {'generalized': cells, 'witnessed': witnessed, 'determined': determined},
            'records': {'generalized': records, 'determined': whole}}


# Tables.

@pytest.mark.parametrize('sizes, expected', [
    ({('39', 'm'): 3}, totals(0, 0, 0, 0, 0)),                                  # nothing is generalized
    ({('[38-39]', 'm'): 2}, totals(2, 2, 2, 2, 2)),                             # one 38 and one 39
    ({('[38-39]', 'm'): 3}, totals(3, 2, 0, 3, 0)),                             # the third is 38 or 39
    ({('38', '{f|m|x}'): 3}, totals(3, 3, 3, 3, 3)),
    ({('38', '{f|m|x}'): 4}, totals(4, 3, 0, 4, 0)),
    ({('[38-39]', '{f|m}'): 2}, totals(4, 4, 4, 2, 0)),                         # 38 f and 39 m, or 38 m and 39 f
    ({('[38-39]', '*'): 2}, totals(4, 2, 2, 2, 0)),
    ({('*', '*'): 2}, totals(4, 0, 0, 2, 0)),
    ({('[38-39]', 'm'): 2, ('[40-49]', 'm'): 5, ('60', 'm'): 2}, totals(7, 4, 2, 7, 2)),
    ({('[38-39]', 'm'): 2, ('[60-*]', 'm'): 2}, totals(4, 0, 0, 4, 0)),         # cut lines
    ({('[5-5.0]', 'm'): 2, ('[-3--1]', '{f|m}'): 3}, totals(6, 4, 0, 3, 0)),
    ({('[9-3]', '{f}'): 2, ('{}', '{|'): 2}, totals(0, 0, 0, 0, 0)),            # values that look like labels
    ({('x', '{a|b|c}'): 2}, totals(2, 2, 0, 2, 0))])                            # some value holds a |
def test_classes_of_a_file(sizes, expected):
    assert witnesses(sizes) == expected


def test_a_decimal_comma():
    assert named_values({'[1,5-2,5]', '[1.5-2.5]'}, ',') == {'[1,5-2,5]': 2, '[1.5-2.5]': 0}


@pytest.mark.parametrize('sides, n, k, agree', [
    ([1], 20, 10, 11),                  # 11 of one value and 9 of the other
    ([1], 19, 10, None),                # too few records to cut, so nothing follows
    ([1], 5, 2, 4), ([2], 5, 2, 3), ([2], 4, 2, None), ([1, 1], 4, 2, None), ([1, 2], 7, 2, 4), ([None], 99, 2, None),
    ([1, None], 99, 2, None), ([], 99, 2, 99)])
def test_records_that_agree(sides, n, k, agree):
    published = tuple('[%d]' % place for place in range(len(sides))) or ('value',)
    tables = [{label: of} for label, of in zip(published, sides)] or [{}]
    expected = {'classes': 0, 'records': 0, 'agree': 0} if agree is None or not sides else {'classes': 1, 'records': n, 'agree': agree}
    assert agreeing({published: n}, tables, k) == expected


# Every table that the labels of a small class allow.

def label_of(values):
    """What a class publishes of a column: its value, {a|b}, or [low-high] of whole numbers."""
    distinct = sorted(set(values))
    if len(distinct) == 1:
        return distinct[0]
    return '[%s-%s]' % (distinct[0], distinct[-1]) if distinct[0].isdigit() else '{%s}' % '|'.join(distinct)


DOMAINS = ['1234', 'abc'], ['123', 'ab'], ['12345'], ['abcd'], ['ab', 'ab', '12'], ['123', '12']


@pytest.mark.parametrize('domains', DOMAINS)
@pytest.mark.parametrize('n', [1, 2, 3, 4])
def test_equal_to_every_table_that_the_labels_allow(domains, n):
    """The witnessed values are in all of them; what is determined is the same in all of them, and what is not is not."""
    allowed = defaultdict(list)
    for records in combinations_with_replacement(list(product(*domains)), n):
        allowed[tuple(map(label_of, zip(*records)))].append(records)
    for published, tables in allowed.items():
        general = [place for place, label in enumerate(published) if len(label) > 1]
        seen = [[Counter(column) for column in zip(*records)] for records in tables]
        always = [set.intersection(*(set(of_table[place]) for of_table in seen)) for place in general]
        fixed = [place for place in general if all(of_table[place] == seen[0][place] for of_table in seen)]
        assert witnesses({published: n}) == totals(
            n * len(general), sum(map(len, always)), n * len(fixed), n * bool(general), n * (bool(general) and len(tables) == 1))


# Every original that strict cuts turn into the same release.

def released(frequency_set, k, **words):
    """({published tuple: {quasi tuple: records}}, what of_release counts)."""
    values = columns(frequency_set)
    labels = words.get('labels', '')
    trees = [Hierarchy({**dict.fromkeys('ab', 'ab'), **dict.fromkeys(['ab', *'cde'], '*')}) if 'ancestor' in labels else None for _ in values]
    dimensions = [dimension_of(counts, tree, ancestors=bool(tree), boxes='box' in labels) for counts, tree in zip(values, trees)]
    required = Required(k)
    choose = words.get('choose', 'widest')
    recoding, outcome, labels = by_mondrian(frequency_set, values, dimensions, required, cut_for(dimensions, required, 'strict', choose), '')
    classes = defaultdict(dict)
    for quasi, n in frequency_set.items():
        classes[recoding[quasi]][quasi] = n
    one = [of_release(outcome._replace(sizes={published: n}), labels, dimensions, required, 'strict') for published, n in outcome.sizes.items()]
    return classes, dict(zip(outcome.sizes, one)), of_release(outcome, labels, dimensions, required, 'strict')


ORIGINALS = [(['12345'], 7, 2), (['1234'], 8, 3), (['ab', '12'], 8, 2), (['abc'], 9, 3), (['ab', '123'], 6, 2), (['ab', 'ab'], 9, 3),
             (['135'], 8, 2), (['12', '12', '12'], 5, 2), (['bcde'], 8, 2)]


@pytest.mark.parametrize('words', [{}, {'choose': 'lm'}, {'labels': 'box'}, {'labels': 'ancestor'}, {'labels': 'box,ancestor'}], ids=str)
@pytest.mark.parametrize('domains, records, k', ORIGINALS)
def test_every_original_of_a_release_agrees_with_what_is_told_of_it(domains, records, k, words):
    """So many records of a class agree in each original. What is determined is the same in each of them."""
    originals = defaultdict(list)
    for rows in combinations_with_replacement(list(product(*domains)), records):
        classes, told, _ = released(Counter(rows), k, **words)
        originals[tuple(sorted((published, sum(class_.values())) for published, class_ in classes.items()))].append((classes, told))
    for release, found in originals.items():
        for published, n in release:
            told = [of[published] for _, of in found]
            classes = [of[published] for of, _ in found]
            agree = min(max(class_.values()) for class_ in classes)
            for of in told:
                assert not of['inferred']['classes'] or n / 2 < of['inferred']['agree'] <= agree and of['inferred']['records'] == n
                assert not of['records']['determined'] or all(class_ == classes[0] for class_ in classes)


def test_the_bound_on_those_that_agree_is_reached():
    """Ten records of two values, k = 3: a class of 10 is left uncut with 8 and 2. With the third value between, 6 are left."""
    assert released({('1',): 8, ('2',): 2}, 3)[2]['inferred'] == {'classes': 1, 'records': 10, 'agree': 8}
    assert released({('1',): 2, ('2',): 6, ('3',): 2}, 3)[2]['inferred'] == {'classes': 1, 'records': 10, 'agree': 6}
    assert released({('1',): 5, ('2',): 1}, 3)[2]['inferred'] == {'classes': 1, 'records': 6, 'agree': 4}       # the least class of 2 k
    assert released({('a',): 8, ('b',): 2}, 3)[2]['inferred'] == {'classes': 1, 'records': 10, 'agree': 8}
    assert released({('a',): 2, ('b',): 6, ('c',): 2}, 3)[2]['inferred'] == {'classes': 0, 'records': 0, 'agree': 0}      # cut at the median
    assert released({('x', 'a'): 9, ('y', 'b'): 1, ('x', 'c'): 1}, 3)[2]['inferred'] == {'classes': 0, 'records': 0, 'agree': 0}
    assert released({('x', 'a'): 11, ('y', 'b'): 1, ('x', 'c'): 1}, 3)[2]['inferred'] == {'classes': 1, 'records': 13, 'agree': 7}
    assert released({('1',): 2, ('2.5',): 8}, 3)[2]['inferred'] == {'classes': 1, 'records': 10, 'agree': 6}      # a reader knows of no gap
    assert released({('1',): 2, ('1.5',): 6, ('2',): 2}, 3)[2]['inferred'] == {'classes': 1, 'records': 10, 'agree': 6}


# What a run and the library say, against the records.

def random_people(seed):
    random = Random(seed)
    ages, jobs = random.choice([6, 30]), 'abcdef'[:random.choice([2, 4, 6])]
    return [(str(random.randint(20, 20 + ages)), random.choice(jobs), random.choice('mf')) for _ in range(random.randint(8, 60))]


@pytest.mark.parametrize('labels', ['', 'box', 'ancestor', 'box,ancestor'])
@pytest.mark.parametrize('partitioning', ['strict', 'relaxed', 'both'])
@pytest.mark.parametrize('seed', seeds(60))
def test_each_witness_is_a_value_of_the_class(seed, partitioning, labels):
    """Counted from the records: the values that the labels name, and that some record of the class has."""
    rows, k = random_people(seed), 2 + seed % 3
    trees = GivenHierarchies({'job': {**{job: 'ab' if job in 'ab' else 'cf' for job in 'abcdef'}, 'ab': '*', 'cf': '*'},
                              'sex': {'m': '*', 'f': '*'}} if 'ancestor' in labels else {})
    frequency_set = Counter(rows)
    values, required = columns(frequency_set), Required(k)
    dimensions = dimensions_for(['age', 'job', 'sex'], values, trees, {}, labels)
    recoding, outcome, made = by_mondrian(frequency_set, values, dimensions, required, cut_for(dimensions, required, partitioning), labels)
    found = of_release(outcome, made, dimensions, required, partitioning)
    held = defaultdict(set)         # {(class, place): the values of its records}
    for quasi, entry in recoding.items():
        for published in entry.classes() if hasattr(entry, 'classes') else [entry]:
            for place, value in enumerate(quasi):
                held[published, place].add(value)
    ends, recorded, witnessed, generalized = 0, 0, 0, 0
    for published, n in outcome.sizes.items():
        for place, label in enumerate(published):
            parts = (label[1:-1].split('-') if label[0] == '[' else label[1:-1].split('|') if label[0] == '{' else [])
            there = [part in held[published, place] for part in parts]
            generalized += n * (bool(parts) or label in ('*', 'ab', 'cf'))
            if 'box' not in labels:
                assert all(there)
                witnessed += len(parts)
            elif label[0] == '[':
                ends += sum(part != '*' for part in parts)
                recorded += sum(there)
    assert (found['cells']['witnessed'], found['cells']['generalized']) == (witnessed, generalized)
    assert found['ends'] == ({'named': ends, 'recorded': recorded} if 'box' in labels else None)
    assert (found['inferred'] is None) == (partitioning != 'strict') == (found['not_inferred'] == 'cuts')


@pytest.mark.parametrize('seed', seeds(40))
def test_check_counts_what_the_run_counts(seed):
    rows, k = random_people(seed), 2 + seed % 3
    release = anonymize(rows, ['age', 'job', 'sex'], columns=['age', 'job', 'sex'], k=k)
    found = witnesses(release.classes)
    assert found == {part: release.put_back[part] for part in ('cells', 'records')}
    assert found['records']['generalized'] or not found['cells']['generalized']


def test_the_library_says_none_of_levels(tmp_path):
    rows = [{'age': '1'}, {'age': '2'}]
    assert anonymize(rows, ['age'], k=2, hierarchies={'age': {'1': '*', '2': '*'}}).put_back is None
    assert anonymize(rows, ['age'], k=2).put_back == {**totals(2, 2, 2, 2, 2), 'ends': None, 'inferred': {
        'classes': 0, 'records': 0, 'agree': 0}, 'not_inferred': None}


def test_nothing_is_inferred_where_a_rule_may_refuse_a_cut():
    rows = [{'age': age, 'ill': ill} for age in '1112' for ill in ('flu', 'ulcer')]
    assert anonymize(rows, ['age'], ['ill'], k=3).put_back['inferred'] == {'classes': 1, 'records': 8, 'agree': 6}
    assert anonymize(rows, ['age'], ['ill'], k=3, l_diversity=2).put_back['inferred'] is None
    assert anonymize(rows, ['age'], ['ill'], k=3, partitioning='both').put_back['inferred'] is None


@pytest.mark.parametrize('kind', ['hierarchy', 'missing'])
def test_nothing_is_inferred_of_nodes_and_missing_values(kind):
    """A node with three children is not cut where one of them is too small. A missing value is not cut off where it is one of few."""
    if kind == 'hierarchy':
        rows, words = [{'job': job} for job in 'aaabbbc'], {'categories': 'hierarchy', 'labels': 'set', 'hierarchies': {
            'job': {'a': '*', 'b': '*', 'c': '*'}}}
    else:
        rows, words = [{'job': job} for job in ('1', '1', '1', '1', '1', '')], {'missing': 'root', 'hierarchies': {'job': {'1': '*'}}}
    release = anonymize(rows, ['job'], k=2, algorithm='mondrian', **words)
    assert len(release.classes) == 1 and release.put_back['inferred'] == {'classes': 0, 'records': 0, 'agree': 0}
    assert release.put_back['not_inferred'] == 'labels'


def test_codes_of_a_column_with_missing_values_are_its_own():
    """Of 1, 2 and 2.5 the labels name 1 and 2, or 1 and 2.5, whatever stands before them in the order."""
    rows = [{'age': age} for age in [''] * 3 + ['1'] * 8 + ['2'] * 2]
    release = anonymize(rows, ['age'], k=3, missing='root', algorithm='mondrian', hierarchies={'age': {'1': '*', '2': '*'}})
    assert release.classes == {('*',): 3, ('[1-2]',): 10} and release.put_back['inferred'] == {'classes': 1, 'records': 10, 'agree': 8}


# The reports.

def written(path, rows):
    path.write_text('age,sex,ill\n' + ''.join('%s,%s,flu\n' % row for row in rows))
    return path


PAIRS = [('38', 'm'), ('39', 'm'), ('50', 'f'), ('60', 'f')]
WARNING = 'WARNING: a reader can put back 4 values that the labels hide, and 4 records as a whole.'


def test_the_report_warns_at_its_head(tmp_path):
    data, out = written(tmp_path / 'people.csv', PAIRS), tmp_path / 'out.csv'
    words = ['--quasi', 'age,sex', '--sensitive', 'ill']
    result = run('run_mondrian.py', data, *words, '-k', '2', '-o', out)
    lines = result.stdout.splitlines()
    assert lines.index(WARNING) == 2
    assert 'witnessed  4 of 4 generalized cells (100.0%); put back: 4 of these, and 4 of 4 records whole' in lines
    assert lines[-2].endswith(' -k 2 --tight')
    checked = kanon('check', out, *words, '--tight').stdout.splitlines()
    assert checked[1] == WARNING and 'witnessed  4 of 4 generalized cells (100.0%); put back: 4 of these, and 4 of 4 records whole' in checked
    unsaid = kanon('check', out, *words).stdout
    assert 'WARNING' not in unsaid
    assert "If the labels are Mondrian's ranges and sets (--tight), a reader can put back 4 values that the labels hide, and 4 records as a whole\n" in unsaid


def test_no_warning_where_nothing_is_put_back(tmp_path):
    data, out = written(tmp_path / 'people.csv', PAIRS), tmp_path / 'out.csv'
    words = ['--quasi', 'age,sex', '--sensitive', 'ill', '-k', '2', '-o', out, '--force']
    boxed = run('run_mondrian.py', data, *words, '--labels', 'box').stdout
    assert 'WARNING: a reader' not in boxed and 'tight' not in boxed
    assert 'box ends  2 of 2 (100.0%) are values of their classes; the labels do not tell which\n' in boxed
    assert 'put back' not in run('run_mondrian.py', written(tmp_path / 'same.csv', [('38', 'm')] * 3), *words).stdout
    three = kanon('check', written(tmp_path / 'three.csv', [('[38-39]', 'm')] * 3), '--quasi', 'age,sex').stdout
    assert 'put back' not in three and 'tight' not in three


@pytest.mark.parametrize('words', [[], ['--redact']])
def test_the_json_has_the_counts(words, tmp_path):
    data, out = written(tmp_path / 'people.csv', PAIRS), tmp_path / 'out.csv'
    columns_ = ['--quasi', 'age,sex', '--sensitive', 'ill']
    made = json.loads(run('run_mondrian.py', data, *columns_, '-k', '2', '-o', out, '--json', *words).stdout)
    assert made['put_back'] == {**totals(4, 4, 4, 4, 4), 'ends': None, 'inferred': {'classes': 0, 'records': 0, 'agree': 0},
                                'not_inferred': None}
    found = json.loads(kanon('check', out, *columns_, '--json', '--tight', *words).stdout)
    assert found['put_back'] == {'tight': True, **totals(4, 4, 4, 4, 4)}
    assert json.loads(kanon('check', out, *columns_, '--json', *words).stdout)['put_back'] == {'tight': False, **totals(4, 4, 4, 4, 4)}


@pytest.mark.parametrize('k, words, witnessed, whole, inferred', [
    (2, ('both', 'lm'), (654, 826), (298, 808), None), (10, ('both', 'lm'), (697, 4562), (0, 3732), None),
    (2, ('strict', 'widest'), (681, 1030), (200, 955), (254, 196)), (10, ('strict', 'widest'), (711, 5073), (0, 3867), (346, 211))])
def test_adult(k, words, witnessed, whole, inferred, adult, tmp_path):
    result = run('run_mondrian.py', adult, '--config', 'data/adult.ini', '--k', str(k), '-o', tmp_path / 'adult.csv', '--json',
                 '--categories', 'frequency', '--partitioning', words[0], '--choose', words[1])
    found = json.loads(result.stdout)['put_back']
    assert (found['cells']['witnessed'], found['cells']['generalized']) == witnessed
    assert (found['records']['determined'], found['records']['generalized']) == whole
    assert inferred is None and found['inferred'] is None or (found['inferred']['records'], found['inferred']['agree']) == inferred


# The pages.

@pytest.mark.parametrize('language, warning, items', [
    ('en', 'A reader can put back 4 values that the labels hide, and 4 records as a whole (section 3).', [
        'Put values back: 4 generalized cells and 4 records as a whole can be put back']),
    ('zh', '读者可以还原被标签隐藏的 4 个值，并完整还原 4 条记录（第 3 节）。', ['还原值：4 个被泛化的单元格可以还原，4 条记录可以完整还原'])])
def test_the_page_of_a_run_warns_before_it_is_signed(language, warning, items, tmp_path):
    data, page = written(tmp_path / 'people.csv', PAIRS), tmp_path / 'page.html'
    assert run('run_mondrian.py', data, '--quasi', 'age,sex', '--sensitive', 'ill', '-k', '2', '-o', tmp_path / 'out.csv', '--html', page,
               '--language', language, '--quiet').returncode == 0
    text = page.read_text(encoding='utf-8')
    assert all(item in text for item in [warning, *items])
    assert run('run_mondrian.py', data, '--quasi', 'age,sex', '--sensitive', 'ill', '-k', '2', '-o', tmp_path / 'box.csv', '--html', page,
               '--language', language, '--quiet', '--force', '--labels', 'box').returncode == 0
    text = page.read_text(encoding='utf-8')
    assert warning not in text and {'en': 'the ends of boxes may be values', 'zh': '框的端点可能是'}[language] in text
    assert run('run_mondrian.py', data, '--quasi', 'age,sex', '--sensitive', 'ill', '-k', '2', '-o', tmp_path / 'box.csv', '--html', page,
               '--language', language, '--quiet', '--force', '--labels', 'box', '--internal').returncode == 0
    text = page.read_text(encoding='utf-8')
    assert warning not in text and {'en': 'of 2 ends of boxes, 2 are values', 'zh': '框的 2 个端点中，有 2 个'}[language] in text


def test_the_page_says_what_can_be_inferred(tmp_path):
    data, page = written(tmp_path / 'people.csv', [('38', 'm')] * 8 + [('39', 'm')] * 2), tmp_path / 'page.html'
    result = run('run_mondrian.py', data, '--quasi', 'age,sex', '--sensitive', 'ill', '-k', '3', '-o', tmp_path / 'out.csv', '--html', page)
    assert ('witnessed  2 of 10 generalized cells (20.0%); put back: 0 of these, and 0 of 10 records whole\n'
            'inferred   whoever knows how the table was cut can tell that at least 8 of 10 records in 1 class have the same recorded'
            ' values as most of their class\n') in result.stdout
    text = page.read_text(encoding='utf-8')
    assert 'at least 8 of 10 records in 1 class have the same recorded values as most of their class.' in text and 'By the labels alone, no value can be put back for certain.' in text


@pytest.mark.parametrize('words, there, absent', [
    (['--tight'], ['WARNING: a reader can put back 4 values', 'Put values back: 4 of 4'], ['(--tight)']),
    ([], ["If the labels are Mondrian's ranges and sets (--tight): Put values back: 4 of 4"], ['WARNING']),
    (['--tight', '--language', 'zh'], ['警告：读者可以还原', '还原值：4 个'], ['WARNING'])])
def test_the_page_of_check(words, there, absent, tmp_path):
    release, page = written(tmp_path / 'out.csv', [('[38-39]', 'm')] * 2 + [('[50-60]', 'f')] * 2), tmp_path / 'page.html'
    assert kanon('check', release, '--quasi', 'age,sex', '--html', page, '--quiet', *words).returncode == 0
    text = page.read_text(encoding='utf-8')
    assert all(item in text for item in there) and not any(item in text for item in absent)


@pytest.mark.parametrize('words, why', [
    ({}, None), ({'choose': 'lm'}, None), ({'partitioning': 'relaxed'}, 'cuts'), ({'partitioning': 'both'}, 'cuts'),
    ({'partitioning': 'clustered'}, 'cuts'), ({'partitioning': 'optimal'}, 'cuts'), ({'l_diversity': 2}, 'rules'),
    ({'limit': {'age': '30 wide'}}, 'limits'), ({'from_': {'age': '2 wide'}}, None)], ids=str)
def test_only_strict_cuts_for_k_alone_give_away_that_records_agree(words, why):
    """A limit of one column may refuse a cut. --from refuses none: it makes values one before the table is cut."""
    rows = [(str(20 + n), 'ab'[n % 2], 'xyz'[n % 3]) for n in range(12)]
    release = anonymize(rows, ['age', 'job'], ['ill'], columns=['age', 'job', 'ill'], k=2, **words)
    assert (release.put_back['inferred'] is not None) == (why is None) and release.put_back['not_inferred'] == why


@pytest.mark.parametrize('words, english, chinese', [
    (['--relaxed'], 'not worked out for these cuts', '对于这种切分，没有计算'), (['--partitioning', 'both'], 'not worked out for these cuts', '对于这种切分'),
    (['--partitioning', 'clustered'], 'not worked out for these cuts', '对于这种切分'),
    (['--partitioning', 'optimal'], 'not worked out for these cuts', '对于这种切分'),
    (['--t-closeness', '0.5'], 'not worked out with rules beyond k', '有 k 之外的规则时，没有计算'),
    (['--limit', 'age<=30 wide'], 'not worked out with limits', '有标签的限度时，没有计算'),
    (['--labels', 'grid', '--grid', 'age=50', '--categories', 'frequency'], 'not worked out for labels that name no values', '对于不写出值的标签')])
def test_what_is_not_worked_out_is_said(words, english, chinese, tmp_path):
    rows = [(str(38 + n % 3), 'mf'[n // 6]) for n in range(12)]
    data, page = written(tmp_path / 'people.csv', rows), tmp_path / 'page.html'
    (tmp_path / 'hierarchies').mkdir()
    (tmp_path / 'hierarchies' / 'sex.txt').write_text('m,*\nf,*\n')
    command = ['run_mondrian.py', data, '--quasi', 'age,sex', '--sensitive', 'ill', '-k', '3', '-o', tmp_path / 'out.csv', '--html', page,
               '--force', '--hierarchies', tmp_path / 'hierarchies', *words]
    assert '\ninferred' + ' ' * 3 in run(*command).stdout and english in run(*command).stdout
    for language, said in (('en', english), ('zh', chinese)):
        run(*command, '--language', language, '--quiet')
        assert said in page.read_text(encoding='utf-8')
    plain = [word for word in command if word not in words]
    assert 'not worked out' not in run(*plain).stdout and 'not worked out' not in page.read_text(encoding='utf-8')


@pytest.mark.parametrize('loss, text, general', [(0.5, '*', True), (0, '39', False), (0, '[38-39]', True), (0, '[odd]', False)])
def test_a_label_that_stands_for_more_than_one_value(loss, text, general):
    """An open cell of a grid does, even if it loses nothing. A recorded value that looks like one does not."""
    assert is_general(Namespace(codes={'39': 0, '[odd]': 1}), Namespace(loss=loss, text=text)) is general
