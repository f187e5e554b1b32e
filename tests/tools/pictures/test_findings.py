"""What check, risk and attack found, as pictures: they say what the reports say, and no more."""

import json
import os
import shutil
import xml.etree.ElementTree as tree
from random import Random

import pytest

from conftest import HOME, run, seeds
from geometry import SVG, outside, overlaps, texts
from kanon.core.voice.speaking import speaker
from kanon.tools.pictures.findings_picture import bars, sizes_picture, of_attack, size_ranges
from kanon.tools.pictures.svg import headed
from test_cuts import HOSTILE
from test_hierarchy_pictures import lines_of

RED = '#d55e00'


@pytest.fixture(scope='module')
def release(tmp_path_factory):
    """The inpatients with their release."""
    folder = str(tmp_path_factory.mktemp('findings') / 'inpatients')
    shutil.copytree(os.path.join(HOME, 'data', 'inpatients'), folder)
    assert run('run_mondrian.py', 'inpatients.csv', '--config', 'inpatients.ini', '-o', 'o.csv', cwd=folder).returncode == 0
    return folder


def picture(folder, *words):
    """The picture of a verb, and its exit status. The report is the same as without it."""
    path = os.path.join(folder, 'p.svg')
    result, plain = run('kanon', *words, '--picture', 'p.svg', '--force', cwd=folder), run('kanon', *words, cwd=folder)
    assert (result.returncode, result.stdout, result.stderr) == (plain.returncode, plain.stdout, plain.stderr)
    with open(path, encoding='utf-8') as file:
        svg = file.read()
    os.remove(path)
    assert not overlaps(svg) and not outside(svg)
    return svg, result.returncode


def red_bars(svg):
    return [rect for rect in tree.fromstring(svg).iter(SVG + 'rect') if rect.get('fill') == RED]


QUASI = ['--quasi', 'zip,age', '--sensitive', 'condition']


def test_check_shows_what_fails(release):
    svg, status = picture(release, 'check', 'o.csv', *QUASI, '--require', 'k=4,l=3,t=0.6,alpha=0.5,recursive=3:2')
    shown = lines_of(svg)
    assert status == 1
    assert [line for line in shown if ': holds' in line or ': FAILS' in line] == [
        'k=4 4, at least 4: holds', 'l=3, condition 1, at least 3: FAILS', 't=0.6, condition 0.5833, at most 0.6: holds',
        'alpha=0.5, condition 1, at most 0.5: FAILS', 'recursive=3:2, condition for no c, at most 3: FAILS']
    assert [line for line in shown if line.startswith('in ')] == ['in 2 classes, 8 records', 'in 1 class, 4 records', 'in 1 class, 4 records']
    assert '3 requirements do not hold.' in svg and 'No record is in classes of fewer than k = 4.' in svg
    assert [line for line in shown if 'records in' in line][1:] == ['1 record 0 records in 0 classes', '2 to 3 records 0 records in 0 classes',
                                                                    '4 records 12 records in 3 classes']
    at = shown.index('class of 4 records: zip [13053-13068], age [31-37]')
    assert shown[at + 1:at + 3] == ['condition: Cancer all 4', 'all have this value 41.7% of the file']
    assert len(red_bars(svg)) == 4 and all(bar.get('stroke') for bar in red_bars(svg))       # three requirements, one class of one value


def test_check_where_both_the_limit_and_the_worst_class_are_0(release):
    """A table of one class has t = 0: a bar of no length, beside the line of the limit."""
    with open(os.path.join(release, 'one.csv'), 'w', encoding='utf-8') as file:
        file.write('zip,age,condition\n1,2,flu\n1,2,cold\n')
    svg, status = picture(release, 'check', 'one.csv', '--quasi', 'zip,age', '--sensitive', 'condition', '--t-closeness', '0', '--config', os.devnull)
    assert status == 0 and 'All that is required holds.' in svg and not red_bars(svg)


def test_check_where_all_holds_and_where_nothing_is_required(release):
    svg, status = picture(release, 'check', 'o.csv', *QUASI, '--require', 'k=2')
    assert status == 0 and 'All that is required holds.' in svg and len(red_bars(svg)) == 1
    svg, _ = picture(release, 'check', 'o.csv', '--quasi', 'zip,age')
    assert 'What is required' not in svg and 'give away' not in svg and 'the smallest class has 4 records' in svg
    svg, _ = picture(release, 'check', 'o.csv', '--quasi', 'zip,age', '--below', '5')
    assert '12 records are in classes of fewer than k = 5.' in svg and len(red_bars(svg)) == 2      # the other is the key


def test_check_redacted_shows_no_value(release):
    svg, _ = picture(release, 'check', 'o.csv', *QUASI, '--require', 'l=3', '--redact')
    assert not [value for value in ('Cancer', 'Heart', '13053', '[31-37]') if value in svg]
    assert 'condition: (value)' in svg and '41.7% of the file' in svg


def test_risk_shows_how_many_records_have_which_risk(release):
    svg, _ = picture(release, 'risk', 'o.csv', '--quasi', 'zip,age', '--threshold', '0.25')
    shown = lines_of(svg)
    assert 'Highest risk 0.25, average risk 0.25. No record is of a higher risk than 0.25.' in svg and not red_bars(svg)
    assert [line for line in shown if line.startswith('1 in')] == ['1 in 1: certain 0 records, 0.0%', '1 in 2 to 3 0 records, 0.0%',
                                                                   '1 in 4 12 records, 100.0%']
    svg, _ = picture(release, 'risk', 'o.csv', '--quasi', 'zip,age')
    assert '12 records are of a higher risk than 0.2.' in svg and not red_bars(svg), 'nobody asked for this threshold'
    assert '0.2 is the default of --threshold: one in five. How much is too much is for you to decide.' in svg
    svg, _ = picture(release, 'risk', 'o.csv', '--quasi', 'zip,age', '--threshold', '0.2')
    assert len(red_bars(svg)) == 2 and 'the default of --threshold' not in svg
    svg, _ = picture(release, 'risk', 'inpatients.csv', '--quasi', 'zip,age', '--threshold', '0', '--population', 'inpatients.csv')
    assert len(red_bars(svg)) == 2 * 2 + 2 + 1       # all records, whoever attacks; two sets of columns; each with a key
    assert 'knows the whole population' in svg and 'age 12 unique records, 12 combinations' in lines_of(svg)


def test_the_sets_of_columns_are_those_of_the_text(release):
    svg, _ = picture(release, 'risk', 'o.csv', '--quasi', 'zip,age')
    assert lines_of(svg)[-3:] == ['age 72.7%, 3 combinations', 'zip, age 72.7%, 3 combinations', 'zip 48.5%, 2 combinations']


def test_attack_shows_who_is_found(release):
    svg, _ = picture(release, 'attack', 'o.csv', '--known', 'inpatients.csv', *QUASI)
    shown = lines_of(svg)
    assert 'about 12 people' in svg
    assert shown[3:] == [
        'linkage, by zip, age', 'have one candidate: found 0 of 12', 'have candidates, but fewer than k 0 of 12',
        'have candidates with one sensitive value 4 of 12', 'have no candidate: not there, or suppressed 0 of 12',
        'order of the rows, by zip, age', 'rows matched in the order of the list 8 of 12', 'rows matched both ways 0 of 12',
        "of these, rows with the person's own value 0 of 12",
        'the same, sorted, by zip, age', 'rows matched in the order of the list 8 of 12', 'rows matched both ways 0 of 12',
        "of these, rows with the person's own value 0 of 12"]
    assert len(red_bars(svg)) == 1


def test_people_are_counted_among_people_and_rows_among_rows():
    row = dict.fromkeys(['no_candidate', 'one_record', 'below_k', 'one_value', 'in_order', 'told', 'right'])
    rows = [{**row, 'attack': 'linkage', 'by': 'age', 'people': 9, 'records': 5, 'one_record': 2, 'one_job': 1},
            {**row, 'attack': 'order of the rows', 'by': 'age', 'people': 9, 'records': 5, 'in_order': 3}]
    shown = lines_of(str(of_attack(rows, ['job'])['found']))
    assert shown[3:] == ['linkage, by age', 'have one candidate: found 2 of 9', 'same job 1 of 9', 'order of the rows, by age',
                         'rows matched in the order of the list 3 of 5']


def test_attack_on_the_table_itself_and_on_two_releases(release):
    svg, _ = picture(release, 'attack', 'inpatients.csv', '--known', 'inpatients.csv', '--second', 'o.csv', *QUASI)
    shown = lines_of(svg)
    assert 'have one candidate: found 12 of 12' in shown and 'linkage, second, by zip, age' in shown and 'both, joined, by condition' in shown
    assert len(red_bars(svg)) >= 3


@pytest.mark.parametrize('verb', ['check', 'risk', 'attack'])
def test_hostile_names_and_values(verb, tmp_path):
    names = [name.replace('\x00', '').strip()[:200] for name in HOSTILE if name.strip()][:6]
    quote = ['"%s"' % name.replace('"', '""') for name in names]
    rows = [','.join('"%s"' % HOSTILE[(row * column + row) % 8].replace('"', '""').replace('\x00', '') for column in range(6)) for row in range(12)]
    (tmp_path / 'h.csv').write_text('\n'.join([','.join(quote), *rows, *rows[:5]]) + '\n', encoding='utf-8')
    words = ['h.csv', '--quasi', ','.join(quote[:4]), *(['--sensitive', quote[4]] if verb != 'risk' else [])]
    words += {'check': ['--require', 'k=5,l=3'], 'attack': ['--known', 'h.csv'], 'risk': []}[verb]
    svg, _ = picture(str(tmp_path), verb, *words)
    assert '<script' not in svg and '\x1b' not in svg


@pytest.mark.parametrize('seed', seeds(60))
def test_random_sizes_are_all_counted(seed):
    random = Random(seed)
    sizes = [random.choice((1, 2, random.randrange(1, 10 ** random.randint(1, 7)))) for _ in range(random.randint(1, 40))]
    k = random.choice((None, 2, 7, 10 ** 20))
    svg = str(sizes_picture(sizes, k))
    counted = [text for *_, text in texts(svg) if 'records in' in text or 'record in' in text]
    assert sum(int(text.split()[0].replace(',', '')) for text in counted[1:]) == sum(sizes)
    assert sum(int(text.split()[3].replace(',', '')) for text in counted[1:]) == len(sizes)
    below = sum(n for n in sizes if k and n < k)
    assert bool(red_bars(svg)) == (below > 0) and not overlaps(svg) and not outside(svg)
    chinese = str(sizes_picture(sizes, k, speaker('zh')))
    assert not overlaps(chinese) and not outside(chinese)


@pytest.mark.parametrize('most, edge', [(1, None), (1, 5), (9, 4), (1000, 10), (12345678, 7)])
def test_the_ranges_follow_each_other(most, edge):
    found = size_ranges(most, edge)
    assert found[0][0] == 1 and found[-1][1] == most
    assert all(last + 1 == first for (_, last), (first, _) in zip(found, found[1:]))
    assert edge is None or edge > most or edge in [first for first, _ in found]


def test_long_and_wide_bars_stay_on_the_sheet():
    sheet, y = headed('x' * 300, ['年' * 300])
    svg = str(bars(sheet, y, [('年' * 99, 10 ** 12, '{:,} records in 999,999,999 classes'.format(10 ** 12), True)] * 9, 10 ** 12, 'y' * 30))
    assert not overlaps(svg) and not outside(svg)


def test_a_verb_that_prints_nothing_still_draws(release):
    path = os.path.join(release, 'q.svg')
    assert run('kanon', 'check', 'o.csv', *QUASI, '--quiet', '--picture', 'q.svg', cwd=release).stdout == '' and os.path.exists(path)


def test_the_report_and_the_picture_go_to_files_of_their_own(release):
    result = run('kanon', 'attack', 'o.csv', '--known', 'inpatients.csv', *QUASI, '--format', 'json', '-o', 'a.json', '--picture', 'a.svg', cwd=release)
    assert (result.returncode, result.stdout) == (0, '')
    with open(os.path.join(release, 'a.json'), encoding='utf-8') as file:
        rows = json.load(file)
    with open(os.path.join(release, 'a.svg'), encoding='utf-8') as file:
        assert texts(file.read()) == texts(str(of_attack(rows, [])['found']))
