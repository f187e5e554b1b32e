"""Codes cut to prefixes and put into classes: a table of spellings, what the classifications say, an oracle by plain slices, and official lists."""

import csv
import importlib.util
import os
import re
import shutil
from random import Random

import pytest

from conftest import ALL, HOME, kanon, run, seeds
from kanon.core.errors import DataError
from kanon.core.tables.hierarchy_file import load
from kanon.tools.building.code_ranges import CodeRanges, load_ranges
from kanon.tools.building.code_systems import FORMS, SYSTEMS, code_of, forms_of
from kanon.tools.building.codes import codes, codes_in_classes, level_lengths, names_of_levels
from kanon.tools.building.column_kinds import kind_of
from kanon.tools.building.ladder import file_text, hierarchy_of

ICD = SYSTEMS['icd10']
WIDE = str.maketrans('0123456789ABCDEFGHIJ.-+', '０１２３４５６７８９ＡＢＣＤＥＦＧＨＩＪ．－＋')


@pytest.mark.parametrize('spelling, code, of_icd10', [
    ('I21.0', 'I210', 'I210'), ('i21.0', 'I210', 'I210'), (' I21.0 ', 'I210', 'I210'), ('I210', 'I210', 'I210'), ('I21-0', 'I210', 'I210'),
    ('I21 0', 'I210', 'I210'), ('I 21.0', 'I210', 'I210'), ('I21.0'.translate(WIDE), 'I210', 'I210'), ('I21\u20130', 'I210', 'I210'), ('I21.0\xa0', 'I210', 'I210'),
    ('\tI21.0', 'I210', 'I210'), ('I21.', 'I21', 'I21'), ('I21.-', 'I21', 'I21'), ('I21', 'I21', 'I21'),
    ('I21.0+', None, 'I210'), ('I21.0*', None, 'I210'), ('I21.0 !', None, 'I210'), ('I21.0\u2020', None, 'I210'), ('I21.*', None, 'I21'),
    ('I21.0 G', 'I210G', None), ('I21,0', None, None), ('I21/I25', None, None), ('I2.10', 'I210', None), ('l21.0', 'L210', 'L210'), ('I21.O', 'I21O', None),
    ('21.0', '210', None), ('-I21.0', None, None), (' -21', None, None), ('.I21', None, None), ('\u041021.0', None, None), ('I21.0;E11.9', None, None), ('unknown', 'UNKNOWN', None),
    ('', None, None), ('?', None, None), ('I', 'I', None), ('I2', 'I2', None), ('I21.0123456', 'I210123456', None), ('1,5', None, None), ('A\u0308', None, None)])
def test_spellings(spelling, code, of_icd10):
    assert (code_of(spelling), code_of(spelling, ICD)) == (code, of_icd10)


@pytest.mark.parametrize('system, value, labels', [
    ('icd10', 'I21.0', ['I21', 'I']), ('icd10', 'I10', ['I']), ('icd10', 'S72.01', ['S72.0', 'S72', 'S']), ('icd10', 'T84.020A', ['T84.020', 'T84.02', 'T84.0', 'T84', 'T']),
    ('isco08', '2211', ['221*', '22**', '2***']), ('isco08', '0110', ['011*', '01**', '0***']),
    ('nace', '62.01', ['62.0*', '62.**']), ('nace', '0111', ['01.1*', '01.**']), ('nace', '01.11Z', ['01.11*', '01.1**', '01.***']),
    ('nuts', 'DE212', ['DE21', 'DE2', 'DE']), ('gb2260', '110105', ['1101**', '11****']), ('gb2260', '110105001002', ['110105001***', '110105******', '1101********', '11**********']),
    ('atc', 'A10BA02', ['A10BA', 'A10B', 'A10', 'A']), ('ags', '05315000', ['05315***', '053*****', '05******']), ('ags', '05315', ['053**', '05***']),
    ('insee', '01001', ['01***']), ('insee', '97105', ['971**']), ('insee', '2A004', ['2A']), ('fips', '06037', ['06***']),
    ('fips', '06037101110', ['06037******', '06*********'])])
def test_the_cuts_of_each_system(system, value, labels):
    assert codes([value], system) == {value: (value, *labels, '*')}


@pytest.mark.parametrize('system, values, lost', [
    ('insee', ['01001', '1001', '75056'], "1 of the 3 values seem to have lost a leading zero, as codes do that are read as numbers: '1001' (1); write them"
                                           ' like 01001, or give the lengths of the prefixes, cuts='),
    ('ags', ['9162000', '11000000'], "'9162000' (1)"), ('ags', ['9162', '11000'], "'9162' (1)"), ('fips', ['6037', '36061', '1'], "'1' (1), '6037' (1)"),
    ('fips', ['6037101110', '36061000100'], "'6037101110' (1)"), ('isco08', ['110', '2211'], "'110' (1)"), ('nace', ['1.11', '62.01'], "'1.11' (1)"),
    ('nace', ['111', '6201'], "'111' (1)"), ('nace', ['1', '62'], "'1' (1)")])
def test_a_code_that_lost_a_zero_is_named_and_not_completed(system, values, lost):
    with pytest.raises(DataError) as raised:
        codes(values, system)
    assert lost in raised.value.told()['message'].replace('--cuts ', 'cuts='), str(raised.value)
    codes([value for value in values if "'%s' (1)" % value not in lost], system)


@pytest.mark.parametrize('system, values', [('nace', ['111', '0111', '6201']), ('isco08', ['11', '2211', '111']), ('insee', ['01', '971', '01001']), ('ags', ['11', '053', '05315'])])
def test_a_short_code_is_no_lost_zero_where_the_system_has_it(system, values):
    assert set(codes(values, system)) == set(values)


def test_lengths_take_codes_as_they_are():
    assert codes(['1001', '01001'], [2]) == {'01001': ('01001', '01***', '*'), '1001': ('1001', '10***', '*')}


@pytest.mark.parametrize('values, cuts, style, expected', [
    (['I21.0', 'I10'], [1, 3, 4], None, {'I10': 'I10 I10 I10 I *', 'I21.0': 'I21.0 I210 I21 I *'}),     # a shorter code waits
    (['I21.0', 'I10'], [1, 3, 4], 'mask', {'I10': 'I10 I10 I10* I*** *', 'I21.0': 'I21.0 I210 I21* I*** *'}),
    (['110105'], [2, 4], 'prefix', {'110105': '110105 1101 11 *'}), (['110105'], [2, 4], None, {'110105': '110105 1101** 11**** *'}),
    (['I21', 'I21.0'], [3], None, {'I21': 'I21 [I21] *', 'I21.0': 'I21.0 [I21] *'}),       # a label is no recorded value
    (['I21', 'I10'], [3], None, {'I10': 'I10 I10 *', 'I21': 'I21 I21 *'}),
    (['i10', 'I10', 'I10.9'], [3, 4], None, {'I10': 'I10 [I10] [I10] *', 'i10': 'i10 [I10] [I10] *', 'I10.9': 'I10.9 I109 [I10] *'}),
    (['I10', 'I10.9'], [3, 4], None, {'I10': 'I10 I10 [I10] *', 'I10.9': 'I10.9 I109 [I10] *'}),
    (['I21.0', '?', ''], [3], None, {'I21.0': 'I21.0 I21 *', '': '   *'.replace('   ', '  '), '?': '? ? *'})])
def test_labels(values, cuts, style, expected):
    assert codes(values, cuts, style) == {value: tuple(labels.split(' ')) for value, labels in expected.items()}


def test_all_spellings_of_a_code_have_the_same_labels():
    made = codes(['I21.0', 'i21.0', 'I210', ' I21.0', 'I21.0+', 'E11.9'], 'icd10')
    assert {made[value][1:] for value in made if value != 'E11.9'} == {('[I21.0]', 'I21', 'I', '*')}
    assert names_of_levels('icd10', made) == ['subcategory', 'category', 'letter'] and level_lengths('icd10', made) == [4, 3, 1]


@pytest.mark.parametrize('seed', seeds(60))
def test_codes_against_slices(seed, tmp_path):
    """The labels of a level are slices of the letters and digits; the file says the same; who shares a label shares those above it."""
    random = Random(seed)
    values = {''.join(random.choice('AB12') + random.choice(['', '', '.', '-', ' ']) for _ in range(random.randint(1, 6))).strip(' .-') or 'A' for _ in range(random.randint(1, 30))}
    values = [value.lower() if random.random() < .2 else value for value in values]
    cuts, style = sorted(random.sample(range(1, 7), random.randint(1, 3))), random.choice(['prefix', 'mask'])
    made = codes(values, cuts, style)
    width = max(len(code_of(value)) for value in values)
    for level, cut in enumerate(reversed(cuts), 1):
        for value in made:
            code = value.upper().replace('.', '').replace('-', '').replace(' ', '')
            expected = code[:cut].ljust(width, '*') if style == 'mask' and cut < width else code[:cut]
            assert made[value][level] in (expected, '[%s]' % expected)
            if made[value][level] in made:
                assert made[value][level] == value        # no label is another's recorded value
        plain = [[code_of(value)[:cut], made[value][level]] for value in made]
        assert len({short for short, _ in plain}) == len({label for _, label in plain}) == len(set(map(tuple, plain)))
    (tmp_path / 'codes.txt').write_text(file_text(made), encoding='utf-8')
    tree = load(str(tmp_path / 'codes.txt'))
    assert {leaf: tuple(tree.labels(leaf)) for leaf in tree.leaves} == made
    assert tree == hierarchy_of(made) and tree.rows() == hierarchy_of(made).rows()


@pytest.mark.parametrize('name, code, classes', [
    *(('icd10', code, chapter) for code, chapter in (
        ('A00', 'I'), ('B99', 'I'), ('C00', 'II'), ('C4A', 'II'), ('D48', 'II'), ('D50', 'III'), ('D89', 'III'), ('E90', 'IV'), ('F32.1', 'V'), ('H59', 'VII'), ('H60', 'VIII'),
        ('I21.0', 'IX'), ('K93', 'XI'), ('O99', 'XV'), ('P96', 'XVI'), ('R99', 'XVIII'), ('S00', 'XIX'), ('T98', 'XIX'), ('V01', 'XX'), ('Y98', 'XX'), ('Z99', 'XXI'),
        ('U07.1', 'XXII'), ('D49', None), ('D4', None), ('I', None))),
    *(('nace', code, section) for code, section in (
        ('01', 'A'), ('03.22', 'A'), ('05', 'B'), ('09', 'B'), ('10', 'C'), ('33.20', 'C'), ('35.11', 'D'), ('36', 'E'), ('43', 'F'), ('47.1', 'G'), ('53', 'H'), ('56', 'I'),
        ('62.01', 'J'), ('66', 'K'), ('68', 'L'), ('75', 'M'), ('82', 'N'), ('84', 'O'), ('85', 'P'), ('88', 'Q'), ('93', 'R'), ('96', 'S'), ('98', 'T'), ('99', 'U'),
        ('04', None), ('34', None), ('67', None), ('83', None), ('0', None)))])
def test_codes_land_in_their_chapter_or_section(name, code, classes):
    assert load_ranges(name).classes_of(code_of(code)) == (classes and (classes,))


def test_there_are_22_chapters_and_21_sections():
    chapters, sections = load_ranges('icd10'), load_ranges('nace')
    assert len(chapters.ranges) == len(chapters.labels) == 22 and len(sections.ranges) == len(sections.labels) == 21
    assert [range_.labels[0] for range_ in sections.ranges] == list('ABCDEFGHIJKLMNOPQRSTU')


def test_classes_above_cuts_and_classes_of_classes():
    blocks = CodeRanges([(1, ['I20-I25', 'ischaemic', 'IX']), (2, ['I10-I15', 'hypertensive', 'IX']), (3, ['E10-E14', 'diabetes', 'IV'])], 'blocks.txt')
    made = codes(['I21.0', 'I10', 'E11.9'], 'icd10', classes=blocks)
    assert made['I21.0'] == ('I21.0', 'I21', 'ischaemic', 'IX', '*') and made['E11.9'] == ('E11.9', 'E11', 'diabetes', 'IV', '*')
    assert names_of_levels('icd10', made, blocks) == ['category', 'class 1', 'class 2']
    assert codes_in_classes(['I21.0'], blocks) == {'I21.0': ('I21.0', 'ischaemic', 'IX', '*')}


@pytest.mark.parametrize('seed', seeds(60))
def test_ranges_against_a_plain_search(seed):
    random = Random(seed)
    every = ['%s%d%d' % (letter, one, two) for letter in 'AB' for one in range(10) for two in range(10)]
    borders = sorted(random.sample(range(201), 2 * random.randint(1, 8)))
    rows = [(place, ['%s-%s' % (every[low], every[high - 1]), 'class %d' % place]) for place, (low, high) in enumerate(zip(borders[::2], borders[1::2]), 1)]
    random.shuffle(rows)
    ranges = CodeRanges(rows, 'x.txt')
    for place, code in enumerate(every):
        expected = [row[1][1] for row in rows if every.index(row[1][0][:3]) <= place <= every.index(row[1][0][4:])]
        for longer in code, code + '9', code + 'Z1':
            assert ranges.classes_of(longer) == (tuple(expected) or None)


def icd_columns(random):
    letters = [random.choice('ABCDEFGIJKLMNRSZ') for _ in range(12)]
    return ['%s%02d%s' % (letter, random.randrange(100), random.choice(['', '.%d' % random.randrange(10), '.%d' % random.randrange(10)])) for letter in letters]


@pytest.mark.parametrize('values, system, others', [
    (['I21.0', 'I10', 'E11.9'], 'icd10', ()), (['i21.0', 'I10', ' E11.9'], 'icd10', ()), (['A12', 'B07', 'C33', 'D01', 'E05'], '', ('icd10',)),
    (['P%04d' % n for n in range(50)], '', ()), (['A10BA02', 'C09AA05', 'N02BE01', 'C07'], 'atc', ()),
    (['DE212', 'DE111', 'FR101', 'AT130', 'ITC4C'], 'nuts', ()), (['01.11', '62.01', '47.1', '85', '01.5'], 'nace', ()),
    (['62.01', '47.11', '85.20', '36.50', '37.12'], '', ()),        # they may be amounts or temperatures
    (['%02d.%s' % (hour, minutes) for hour in range(7, 19) for minutes in ('00', '15', '30', '45')], '', ()),      # times
    (['%02d.%02d' % (day, month) for day in range(1, 32) if day != 4 for month in (1, 5, 11)], '', ()),        # days of a year
    (['%02d%02d20%02d' % (month, day, year) for month in range(1, 13) for day in (9, 21) for year in (19, 20, 23)], '', ('ags',)),     # dates
    (['1100%02d' % n for n in range(1, 97)], '', ()),       # the postcodes of Delhi
    (['1101%02d' % n for n in range(1, 9)] + ['320102', '320582', '440304'], 'gb2260', ()),
    (['0%d315000' % n for n in range(1, 10)] + ['11000000', '16055000'], 'ags', ()), (['%08d' % n for n in range(10 ** 7, 10 ** 7 + 50)], '', ('ags',)),
    (['2A004', '2B033', '75056', '01001', '97105'], 'insee', ()), (['%02d001' % n for n in (1, 2, 4, 5, 6, 8, 9, 10, 12, 13)], '', ('ags', 'fips', 'insee')),
    (['13053', '13068', '14850', '14853'], '', ()), (['10115', '20095', '50667', '80331', '01067', '04109'] * 2, '', ()),
    (['2211', '2212', '3115', '5223', '9112', '4110', '1120', '7231', '8322', '2310', '0110'], 'isco08', ()),
    (['2211', '2212', '3115'], '', ()), (list(map(str, range(2110, 2169))), '', ()), (list(map(str, range(1900, 2030))), '', ()),
    (['%04d' % n for n in range(101, 9900, 97)], '', ()), (['0111', '6201', '4711', '8520', '1011', '2030', '3811', '4321', '5610', '9001'], '', ('nace',))])
def test_what_a_column_looks_like(values, system, others):
    counts = dict.fromkeys(values, 7)
    assert forms_of(counts)[:2] == (system, others)
    assert kind_of(counts).of == ((system,) if system else kind_of(counts).of) and (not system or kind_of(counts).word == 'code')


def test_a_few_other_values_are_named_and_more_are_not_taken():
    counts = {'I21.0': 60, 'I10': 30, 'E11.9': 29, 'unknown': 1}
    assert kind_of(counts)[:] == ('code', ('icd10',), {'unknown': 1})
    assert kind_of({**counts, 'unknown': 20}).of == ()
    for value in 'I', 'I2', 'E**':      # it would be the label of others
        assert kind_of({'I21.0': 60, 'I10': 30, 'E11.9': 29, value: 1}).of == ()


def test_what_only_a_program_can_ask_is_refused():
    for words, message in ((('icd11',), "there are no cuts 'icd11'; did you mean 'icd10'?"), (([3, 1],), 'the lengths of prefixes ascend from 1'),
                           ((['3'],), 'the lengths of prefixes ascend from 1'), (([1], 'stars'), "the style of labels is prefix or mask, not 'stars'")):
        with pytest.raises(DataError, match=re.escape(message)):
            codes(['I10'], *words)


NUMBERS = {
    'ages': lambda random: random.randint(0, 99), 'years': lambda random: random.randint(1900, 2030), 'amounts': lambda random: '%.2f' % random.uniform(1, 999),
    'four digits': lambda random: random.randint(1000, 9999), 'prices': lambda random: 50 * random.randint(20, 199), 'prices in tens': lambda random: 10 * random.randint(100, 999),
    'incomes': lambda random: int(10 ** random.gauss(4.3, .5)), 'temperatures': lambda random: '%.1f' % random.gauss(37, .7), 'steps': lambda random: random.randint(2000, 2999),
    'times': lambda random: '%02d.%02d' % (random.randint(10, 23), random.randint(0, 59))}


@pytest.mark.parametrize('seed', range(50))
def test_columns_of_numbers_are_not_taken_for_codes(seed):
    random = Random(seed)
    draw = NUMBERS[sorted(NUMBERS)[seed % len(NUMBERS)]]
    counts = {}
    for _ in range(random.choice((12, 60, 1000))):
        value = str(draw(random))
        counts[value] = counts.get(value, 0) + 1
    assert forms_of(counts) == ('', (), {}) and kind_of(counts).word in ('number', 'likely identifier'), kind_of(counts)


def test_adult_has_no_codes(adult):
    with open(adult, encoding='utf-8') as file:
        columns = list(zip(*(row for row in csv.reader(file, skipinitialspace=True) if row)))
    for values in columns:
        counts = {value: values.count(value) for value in set(values)} if len(set(values)) < 200 else dict.fromkeys(values, 1)
        assert forms_of(counts) == ('', (), {})


def clinic():
    spec = importlib.util.spec_from_file_location('make_clinic', os.path.join(HOME, 'data', 'make_clinic.py'))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return ''.join(module.lines())


@pytest.mark.parametrize('name, like', [('clinic.csv', ['icd']), ('inpatients.csv', [])])
def test_start_takes_one_column_of_the_clinic_for_codes_and_none_of_the_inpatients(name, like, tmp_path):
    (tmp_path / 'clinic.csv').write_text(clinic(), encoding='utf-8')
    shutil.copy(os.path.join(HOME, 'data', 'inpatients', 'inpatients.csv'), str(tmp_path))
    lines = kanon('start', name, cwd=str(tmp_path)).stdout.splitlines()
    assert [line.split()[0] for line in lines if re.search(r'\b(like|may be) (%s)\b' % '|'.join(SYSTEMS), line)] == like


@pytest.fixture
def firms(tmp_path):
    rows = [(n, value, industry, 20 + n % 50) for n in range(120) for value, industry in [(['I21.0', 'I21.4', 'I10', 'E11.9', 'C50.9', 'S72.01'][n % 6], ['01.11', '62.01', '62.02', '47.1', '85'][n % 5])]]
    with open(str(tmp_path / 'people.csv'), 'w', newline='', encoding='utf-8') as file:
        csv.writer(file).writerows([('id', 'diagnosis', 'industry', 'age'), *rows])
    return tmp_path


def test_from_a_look_to_a_release(firms):
    found = kanon('start', 'people.csv', '--quasi', 'diagnosis,industry,age', '-k', 3, cwd=str(firms))
    assert (found.returncode, found.stderr) == (0, '')
    assert "'diagnosis': the values look like icd10 codes" in found.stdout and 'hierarchy mask people.csv --column diagnosis --force' in found.stdout
    assert 'cut as icd10: prefixes of 4, 3, 1\n' in found.stdout and 'cut as nace: prefixes of 3, 2\n' in found.stdout
    text = (firms / 'hierarchies' / 'diagnosis.txt').read_text(encoding='utf-8')
    assert '# Levels: the value, subcategory, category, letter, any.\n# Made again by: python -m kanon hierarchy codes people.csv --column diagnosis --cuts icd10 --force\n' in text
    assert kanon('hierarchy', 'codes', 'people.csv', '--column', 'diagnosis', '--cuts', 'icd10', '--force', cwd=str(firms)).returncode == 0
    again = (firms / 'hierarchies' / 'diagnosis.txt').read_text(encoding='utf-8')
    assert [line for line in again.splitlines() if line[0] != '#'] == [line for line in text.splitlines() if line[0] != '#']
    for script, words in ('run_samarati.py', ('--max-suppression', '50%')), ('run_mondrian.py', ()):
        released = run(script, 'people.csv', '--config', 'people.ini', *words, '--limit', 'diagnosis<=letter', '-o', 'released.csv', '--force', cwd=str(firms))
        assert (released.returncode, released.stderr) == (0, ''), script
        attacked = kanon('attack', 'released.csv', '--known', 'people.csv', '--config', 'people.ini', cwd=str(firms))
        assert attacked.returncode == 0, attacked.stderr


def test_a_shared_form_changes_no_hierarchy_and_says_what_to_type(tmp_path):
    states = (1, 2, 4, 5, 6, 8, 9, 10, 12, 13)
    (tmp_path / 'x.csv').write_text('n,county\n' + ''.join('%d,%02d001\n' % (n, states[n % 10]) for n in range(80)), encoding='utf-8')
    found = kanon('start', 'x.csv', '--quasi', 'county', '-k', 3, cwd=str(tmp_path))
    assert 'may be ags, fips, insee' in found.stdout and 'x.csv --column county --cuts ags --force; if they are others of these' in found.stdout
    assert '01001,0100*,010**' in (tmp_path / 'hierarchies' / 'county.txt').read_text(encoding='utf-8')
    assert kanon('hierarchy', 'codes', 'x.csv', '--column', 'county', '--cuts', 'fips', '--force', cwd=str(tmp_path)).returncode == 0
    assert '01001,01***,*\n' in (tmp_path / 'hierarchies' / 'county.txt').read_text(encoding='utf-8')


@pytest.mark.parametrize('values, rule', [(['I21.0', 'I10', 'E11.9'], 'mask'), (['G63.2*', 'E11.4+', 'H36.0*'], 'flat')])
def test_what_is_typed_for_other_codes_can_be_typed(values, rule, tmp_path):
    (tmp_path / 'x.csv').write_text('n,d\n' + ''.join('%d,%s\n' % (n, values[n % 3]) for n in range(60)), encoding='utf-8')
    found = kanon('start', 'x.csv', '--quasi', 'd', '-k', 3, cwd=str(tmp_path))
    words = ('hierarchy', rule, 'x.csv', '--column', 'd', '--force')
    assert 'If the values are such, type python -m kanon %s.\n' % ' '.join(words) in found.stdout
    assert kanon(*words, cwd=str(tmp_path)).returncode == 0


def test_a_few_that_are_no_codes_are_left_out(tmp_path):
    (tmp_path / 'x.csv').write_text('d\nI21.0\nI10\nD49\nunknown\nI10\nI10\nI10\n', encoding='utf-8')
    refused = kanon('hierarchy', 'codes', 'x.csv', '--column', 'd', '--cuts', 'icd10', '--classes', 'icd10', cwd=str(tmp_path))
    assert refused.returncode == 1 and "'unknown' (1)" in refused.stderr and not (tmp_path / 'hierarchies').exists()
    made = kanon('hierarchy', 'codes', 'x.csv', '--column', 'd', '--cuts', 'icd10', '--classes', 'icd10', '--unreadable', 'missing', cwd=str(tmp_path))
    assert made.returncode == 0 and "'D49' (1), 'unknown' (1)" in made.stdout
    assert (tmp_path / 'hierarchies' / 'd.txt').read_text(encoding='utf-8') == (
        '# d. Levels: the value, category, class, any. The codes are cut as icd10 says. Left out: 2 values that cannot be read.\nI10,I10,IX,*\nI21.0,I21,IX,*\n')


def lists():
    spec = importlib.util.spec_from_file_location('download_codes', os.path.join(HOME, 'data', 'download_codes.py'))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


OFFICIAL = {'icd10cm': 'icd10', 'nuts': 'nuts', 'insee': 'insee', 'fips': 'fips'}


@pytest.mark.parametrize('name', sorted(OFFICIAL))
def test_every_code_of_an_official_list_lands_in_its_official_parent(name):
    if not ALL:
        pytest.skip('a list is fetched with KANON_ALL=1 only')
    try:
        rows = lists().codes_of(name, timeout=20)
    except (OSError, ValueError) as error:
        pytest.skip('%s cannot be fetched: %s' % (name, error))
    check_parents(rows, OFFICIAL[name])


def check_parents(rows, system):
    made = codes([code for code, _, _ in rows], system, style='prefix')
    for code, parent, _ in rows:
        assert not parent or parent in {label.strip('[]').replace('.', '') for label in made[code]}, (code, parent, made[code])


ORDER = '00001 A00     0 Cholera                                                      Cholera\n00002 A000    1 Cholera short                                                Cholera long\n'


@pytest.mark.parametrize('name, content, expected', [
    ('nuts', b'CNTR_CODE,NUTS_ID,NAME_LATN\nDE,DE,D\nDE,DE2,B\n', [('DE', '', 'D'), ('DE2', 'DE', 'B')]),
    ('insee', b'TYPECOM,COM,DEP,LIBELLE\nCOM,01001,01,A\nCOM,97105,971,B\nCOMD,01015,,C\n', [('01001', '01', 'A'), ('97105', '971', 'B')]),
    ('fips', b'STATE|STATEFP|COUNTYFP|COUNTYNAME\nAL|01|001|Autauga\n', [('01001', '01', 'Autauga, AL')])])
def test_a_list_that_was_fetched_is_read_and_written(name, content, expected, tmp_path, monkeypatch, capsys):
    module = lists()
    (tmp_path / 'list').write_bytes(content)
    monkeypatch.setitem(module.LISTS, name, ((tmp_path / 'list').as_uri(), module.LISTS[name][1]))
    assert module.codes_of(name) == expected
    check_parents(expected, OFFICIAL[name])
    assert module.main([name], str(tmp_path)) == 0 and '%d codes' % len(expected) in capsys.readouterr().out
    assert (tmp_path / ('codes_%s.csv' % name)).read_text(encoding='utf-8').startswith('code,parent,title\n')


def test_the_order_file_of_icd_10_cm_is_read(tmp_path, monkeypatch):
    import zipfile
    module = lists()
    with zipfile.ZipFile(str(tmp_path / 'x.zip'), 'w') as archive:
        archive.writestr('icd10cm-order-x.txt', ORDER)
    monkeypatch.setitem(module.LISTS, 'icd10cm', ((tmp_path / 'x.zip').as_uri(), module.icd10cm))
    assert module.codes_of('icd10cm') == [('A00', '', 'Cholera'), ('A000', 'A00', 'Cholera long')]


@pytest.mark.parametrize('name', sorted(OFFICIAL))
def test_what_is_no_list_is_refused_in_one_line(name, tmp_path, monkeypatch, capsys):
    module = lists()
    (tmp_path / 'page').write_bytes(b'<html>moved</html>')
    for url in (tmp_path / 'page').as_uri(), (tmp_path / 'nowhere').as_uri(), 'http://127.0.0.1:9/x':
        monkeypatch.setitem(module.LISTS, name, (url, module.LISTS[name][1]))
        assert module.main([name], str(tmp_path)) == 1
        out, err = capsys.readouterr()
        assert out == '' and err.count('\n') == 1 and 'look for the list elsewhere' in err
    assert os.listdir(str(tmp_path)) == ['page'] and module.main([]) == 2


def test_each_form_is_read_by_its_system():
    """What start takes for a code of a system can be cut by it."""
    random = Random(3)
    for form in FORMS:
        pool = 'ABCDEFGHIJKLMNPQRSTUVWXYZ0123456789.'
        made = 0
        for _ in range(20000):
            text = ''.join(random.choice(pool[-11:] if random.random() < .7 else pool) for _ in range(random.randint(2, 9)))
            if form.form.fullmatch(text):
                made += 1
                assert code_of(text, SYSTEMS[form.system]) is not None, (form.system, text)
        assert made or form.system in ('nuts', 'atc', 'insee', 'gb2260', 'fips', 'icd10'), form
