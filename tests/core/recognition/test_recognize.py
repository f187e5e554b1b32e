"""What a published column may hold: each kind by value and by name, numbers with a check digit, and tables without an alarm."""

import csv
import json
import os
import subprocess
import sys
from collections import Counter
from random import Random

import pytest

from conftest import HOME, kanon, run
from flat import anonymize
from kanon.core.recognition.column_names import named_kinds
from kanon.core.recognition.known_words import OF_CATEGORIES
from kanon.core.recognition.recognize import may_hold, recognized
from kanon.core.recognition.remarks import remarkable, remarks
from kanon.core.counts.values import CATEGORIES
from kanon.core.tables.publishing import needs_a_look, published_unchanged
from kanon.core.tables.tally import Tally

# Each made by its published algorithm, which is written here another time.


def digits(random, n, first='0123456789'):
    return random.choice(first) + ''.join(random.choice('0123456789') for _ in range(n - 1))


def card(random):
    """ISO/IEC 7812-1: every second digit from the right is doubled, and a sum of ten is left with nothing."""
    body = digits(random, random.choice([12, 14, 15, 18]), '3456')
    doubled = [int(digit) * (2 - place % 2) for place, digit in enumerate(reversed(body))]
    return body, str(-sum(n - 9 if n > 9 else n for n in doubled) % 10)


def iban(random):
    """ISO 13616: the country and 00 go behind, letters become numbers, 98 - the rest of 97 is the check number."""
    country, length = random.choice([('DE', 18), ('GB', 18), ('FR', 23), ('NO', 11), ('MT', 27)])
    account = ''.join(random.choice('0123456789') for _ in range(length))
    if country in ('GB', 'MT'):
        account = ''.join(random.choice('ABCDEFGHIJ') for _ in range(4)) + account[4:]
    number = int(''.join(letter if letter.isdigit() else str(ord(letter) - 55) for letter in account + country + '00'))
    return account, '%02d' % (98 - number % 97), country


def citizen(random):
    """GB 11643: weights 7 9 10 5 8 4 2 1 6 3 7 9 10 5 8 4 2, and 10X98765432."""
    body = random.choice(['110105', '310101', '440301', '510104']) + '%04d%02d%02d' % (
        random.randrange(1930, 2015), random.randrange(1, 13), random.randrange(1, 29)) + digits(random, 3)
    weights = 7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2
    return body, '10X98765432'[sum(weight * int(digit) for weight, digit in zip(weights, body)) % 11]


def insurance(random):
    """Krankenversichertennummer: the letter as two digits, weights 1 and 2 by turns, cross sums, the rest of ten."""
    letter = random.choice('ABCDEFGHIJKLMNOPQRSTUVWXYZ')
    body = letter + digits(random, 8)
    numbers = [int(digit) for digit in '%02d' % (ord(letter) - 64) + body[1:]]
    products = [n if place % 2 == 0 else 2 * n for place, n in enumerate(numbers)]
    return body, str(sum(n // 10 + n % 10 for n in products) % 10)


def pension(random):
    """Versicherungsnummer: weights 2 1 2 5 7 1 2 1 2 1 2 1 of the twelve digits, the letter as two of them."""
    letter = random.choice('ABCDEFGHIJKLMNOPQRSTUVWXYZ')
    body = '%02d%02d%02d%02d' % (random.randrange(2, 90), random.randrange(1, 29), random.randrange(1, 13), random.randrange(100))
    serial = digits(random, 2)
    numbers = [int(digit) for digit in body + '%02d' % (ord(letter) - 64) + serial]
    products = [n * weight for n, weight in zip(numbers, (2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2, 1))]
    return body + letter + serial, str(sum(n // 10 + n % 10 for n in products) % 10)


def tax(random):
    """Steuer-ID: one digit twice or thrice, the others once at most; ISO 7064 MOD 11,10."""
    while True:
        body = digits(random, 10, '123456789')
        times = sorted(Counter(body).values())
        if times[-1] in (2, 3) and times[-2] == 1:
            break
    carry = 10
    for digit in body:
        carry = (int(digit) + carry) % 10
        carry = (10 if carry == 0 else carry) * 2 % 11
    return body, str((11 - carry) % 10)


MADE = {'card': card, 'iban': iban, 'citizen': citizen, 'insurance': insurance, 'pension': pension, 'tax': tax}


def written(kind, body, check):
    return body[1] + check + body[0] if kind == 'iban' else body[0] + check


@pytest.mark.parametrize('kind', MADE)
def test_two_hundred_valid_numbers_and_two_hundred_spoiled_ones(kind):
    random = Random(kind)
    valid, spoiled = [], []
    for _ in range(200):
        body, check, *more = MADE[kind](random)
        choices = ['%02d' % n for n in range(2, 99)] if kind == 'iban' else list('0123456789X' if kind == 'citizen' else '0123456789')
        wrong = random.choice([other for other in choices if other != check and not (kind == 'iban' and int(other) % 97 == int(check) % 97)])
        valid.append(written(kind, (body, *more), check))
        spoiled.append(written(kind, (body, *more), wrong))
    for number in valid:
        assert recognized('x', {number: 3}).seen[kind].sure, number
    for number in spoiled:
        assert kind not in recognized('x', {number: 3}).seen, number
    column = recognized('x', dict.fromkeys(valid, 2))
    assert column.seen[kind] == (kind, True, 'value', len(set(valid)), len(set(valid))) and not may_hold(column, 'name')
    assert kind not in recognized('x', spoiled).seen


def test_the_examples_that_are_published():
    """Of each kind one that its maker publishes."""
    for kind, number in (('iban', 'GB82 WEST 1234 5698 7654 32'), ('citizen', '11010519491231002X'), ('insurance', 'A123456780'),
                         ('pension', '15070649C103'), ('tax', '86095742719'), ('tax', '86 095 742 719'), ('card', '4111 1111 1111 1111'),
                         ('card', '378282246310005'), ('citizen', '110105491231002')):
        assert recognized('x', [number]).seen[kind].sure, number


# By value, by name, and inside free text.

SURE = {
    'email': ['ann@example.org', 'write to o.b-1@mail.example.co.uk', "'@ann@example.org"],
    'phone': ['555-123-4567', '(555) 123-4567', '+1 607 255 1234', '6072551234', '0171 1234567', '01711234567', '030/1234567', '+49 30 1234567',
              '0049 171 1234567', '13812345678', '138 1234 5678', '+86 138 1234 5678', '010-62345678', 'call 5551234', '电话：62345678'],
    'url': ['https://example.org/ann', 'see www.example.org', 'ann.example.com'], 'ip': ['10.0.0.1', '2001:db8::1', 'from fe80::1ff:fe23:4567:890a today'],
    'ssn': ['123-45-6789'], 'uuid': ['123e4567-e89b-12d3-a456-426614174000', 'd41d8cd98f00b204e9800998ecf8427e'],
    'date': ['2023-09-04', '2023-09-04 10:30', '2023-09-04T10:30:59', '4/9/2023', '04.09.2023', '2023/09/04', '20230904', '04-09-2023', '4/9/23', '4.9.23',
             '04 Sep 2023', '04-Sep-2023', '4 September 2023', 'September 4, 2023', '04/09/2023 10:30', '2023年9月4日', '2023年9月', '2023-09',
             '2023-M09', '2023-Q3', '2023-M09-D04', '5 March', 'March 5th', '5. März', '3/2020', '2020-W12', '2020-W12-3', '05MAR2020', 'May 2023',
             'März 2023', 'March', '9月4日', 'Q3 2023', '2023-247', 'came on 4.9.2023 at noon', "'2023-09-04"],
    'name': ['Dr. Oyama was asked', 'Herr Maier', '王女士', 'Smith, Ann'], 'photo': ['scan_17.jpg', 'data:image/png;base64,AA'],
    'device': ['00:1b:63:84:45:e6'], 'vehicle': ['1HGCM82633A004352'], 'iban': ['paid from DE89 3704 0044 0532 0130 00 in May'],
    'text': ['he fell down the stairs at home and broke a rib']}


@pytest.mark.parametrize('kind, value', [(kind, value) for kind, values in SURE.items() for value in values])
def test_what_is_recognized_in_a_value(kind, value):
    assert recognized('x', {value: 3}).seen[kind].sure


@pytest.mark.parametrize('value', ['7.5', '8.0061304068', '-0.00410327127264', '1.0046e-05', '+0.0041032712', '40,1234567890', '001.2345678',
                                   'A001234567', 'AB-0012345678', '002-001', '00123', 'Z 00 12 34 56'])
def test_what_is_no_telephone_number(value):
    assert 'phone' not in recognized('x', {value: 3}).seen


@pytest.mark.parametrize('seed', range(20))
def test_numbers_with_decimals_are_no_telephone_numbers_and_numbers_of_other_countries_are(seed):
    random = Random(seed)
    wages = ['%.*f' % (random.randrange(1, 17), random.choice([0.001, 1, 1, 40, 9000]) * random.random()) for _ in range(1000)]
    for values in wages, [value.replace('.', ',') for value in wages], ['-' + value for value in wages]:
        assert 'phone' not in recognized('wage', values, ',' if ',' in values[0] else '.').seen
    insured = [body + check for body, check in (insurance(random) for _ in range(1000))]
    assert 'phone' not in recognized('x', insured).seen and not recognized('insurance', [digits(random, 11, '0') for _ in range(500)]).seen.get(
        'phone', (0, False))[1]
    for _ in range(100):
        country, rest = str(random.randrange(1, 999)), digits(random, random.randrange(7, 11), '123456789')
        blank = random.choice(['', ' ', '-', '/'])
        for value in '00%s%s%s' % (country, blank or ' ', rest), '+%s%s%s' % (country, blank, rest), 'tel. 00' + country + rest:
            assert recognized('x', {value: 3}).seen['phone'].sure, value
        assert recognized('x', {'00' + country + rest: 3}).seen['phone'].sure


NAMES = {
    'name': 'name Name last_name patientName Nachname Vorname 姓名 患者姓名', 'place': 'home_city street Wohnort Straße 住址 地址 address_1 county_name',
    'zip': 'zip zip_code home-zip postal_code', 'date': 'date_of_visit birth_date dob Geburtsdatum 出生日期', 'age': 'age age_at_visit Alter 年龄',
    'phone': 'phone home_phone_2 Telefonnummer 手机 mobile', 'email': 'email e-mail_address 邮箱', 'fax': 'fax 传真', 'ssn': 'ssn social_security_no',
    'record': 'MRN patient_id hospital_number Fallnummer 病历号 chart_no', 'plan': 'policy_no member_id Versichertennummer 医保号',
    'account': 'account_no invoice_number Kontonummer 银行卡号', 'license': 'passport_no Reisepass 护照', 'vehicle': 'vin license_plate 车牌',
    'device': 'serial_number pacemaker_id Seriennummer 序列号', 'url': 'website 网址', 'ip': 'ip_address', 'photo': 'photo_1 照片', 'biometric': 'fingerprint 指纹',
    'citizen': '身份证号码'}


@pytest.mark.parametrize('kind, name', [(kind, name) for kind, names in NAMES.items() for name in names.split()])
def test_what_the_name_of_a_column_says(kind, name):
    assert named_kinds(name)[0].get(kind), name
    assert not recognized(name, ['yes', 'no']).seen         # it says whether there is one


@pytest.mark.parametrize('name', 'drug_name city_state hours_per_week marital_status age2x update candidate phonetics country_of_birth race'.split())
def test_what_the_name_of_a_column_does_not_say(name):
    assert not any(sure for sure in named_kinds(name)[0].values())


@pytest.mark.parametrize('name, values, kind', [
    ('patient', ['1001', '1002'], 'record'), ('insurance', ['K70011'], 'plan'), ('policy', ['70011'], 'plan'), ('invoice', ['2020-77'], 'account'),
    ('pacemaker', ['AX70011'], 'device')])
def test_a_name_that_may_say_it_and_values_that_look_so(name, values, kind):
    """The values decide: patient may hold names or numbers, and insurance a company or a number."""
    assert recognized(name, values).seen[kind] == (kind, True, 'name', len(values), len(values))
    assert not recognized(name, ['AOK', 'private']).seen.get(kind, (0, False))[1]


@pytest.mark.parametrize('masked, zips', [(1, False), (9, False), (11, True), (19, True)])
def test_the_order_of_the_values_makes_no_difference(masked, zips):
    """01067 alone is not enough for a postcode, and D-01067 is, if half of the column looks so. A set has any order."""
    values = ['D-%05d' % n for n in range(1067, 1067 + masked)] + ['%05d' % n for n in range(2067, 2087 - masked)]
    for number in range(20):
        Random(number).shuffle(values)
        found = recognized('x', values).seen.get('zip')
        assert bool(found and found.sure) == zips


def test_numbers_that_fit_by_chance_are_no_finding():
    """One in ten numbers has a right check digit. Half of a column's must have one."""
    random = Random(3)
    numbers = [digits(random, 16, '3456') for _ in range(300)]
    column = recognized('x', numbers)
    assert 0 < column.seen['card'].values < 60 and not column.seen['card'].sure and may_hold(column, 'account')
    assert not recognized('income', numbers).seen.get('card')or not recognized('income', numbers).seen['card'].sure


def tables():
    """(column, its values) of the clinic, the inpatients and, where it is there, of Adult."""
    clinic = subprocess.run([sys.executable, 'data/make_clinic.py'], cwd=HOME, stdout=subprocess.PIPE, encoding='utf-8').stdout
    files = [(clinic.splitlines(), ';', None)]
    with open(os.path.join(HOME, 'data', 'inpatients', 'inpatients.csv'), encoding='utf-8') as file:
        files.append((file.read().splitlines(), ',', None))
    if os.environ.get('KANON_ADULT'):
        with open(os.environ['KANON_ADULT'], encoding='utf-8') as file:
            files.append((file.read().split('\n'), ',', 'age,work_class,final_weight,education,education_num,marital_status,occupation,relationship,'
                          'race,gender,capital_gain,capital_loss,hours_per_week,native_country,class'))
    for lines, delimiter, columns in files:
        head, *rows = csv.reader(([columns] if columns else []) + lines, delimiter=delimiter, skipinitialspace=True)
        for name, *values in zip(head, *(row for row in rows if len(row) == len(head))):
            yield name, set(values)


def test_no_false_alarm_in_the_tables_that_are_published():
    """The case numbers, the patients, the days and the postcodes are found, and nothing else is."""
    found = {name: sorted(recognized(name, values).seen) for name, values in tables()}
    assert {name: kinds for name, kinds in found.items() if kinds and kinds != ['age']} == {
        'case': ['record'], 'patient': ['name', 'record'], 'born': ['date'], 'admitted': ['date'], 'postcode': ['zip'], 'zip': ['zip']}


def test_labels_of_generalized_values_hold_nothing_of_a_person():
    for labels in (['[20-29]', '[30-39]', '[40-*]', '90+'], ['[-10--6]', '[1.5-2]'], ['*', '?', '']):
        column = recognized('x', labels)
        assert column.harmless and not column.seen and not any(may_hold(column, kind) for kind in ('name', 'phone', 'record', 'number'))
    assert recognized('x', ['{Ann Smith|Bob Jones}', '{Eve Moss|Tom Hart}']).harmless is None


def test_what_cannot_be():
    """By their length numbers are no telephone numbers, and words are no numbers. Unknown words may be names."""
    for values, kinds in ((['17', '8'], 'record number date age place'), (['Kaz', 'Oyu'], 'name place number'),
                          (['123456', '654321'], 'record number date age place device plan account license vehicle zip phone fax')):
        column = recognized('x', values)
        asked = 'name place zip date age phone fax email ssn record plan account license vehicle device url ip biometric photo number'.split()
        assert {kind for kind in asked if may_hold(column, kind)} == set(kinds.split())


def test_a_long_value_is_not_looked_through_and_takes_no_time():
    for text in ('9' * 100_000, '1-' * 50_000, 'http://' * 20_000, '.1' * 50_000, 'a@' * 50_000, '0 ' * 50_000, 'Jan ' * 30_000, ': ' * 50_000):
        column = recognized('x', {text: 2})
        assert column.cut and all(may_hold(column, kind) for kind in ('name', 'email', 'phone'))


# What a run says of the columns that it publishes unchanged.

def shared(records, values, least=1):
    """The place of a value for each record: `values` of them, each in `least` records or more."""
    random = Random(records)
    places = list(range(values)) * least
    return places + [random.randrange(values) for _ in range(records - len(places))]


@pytest.fixture
def stays(tmp_path):
    """2,000 stays of people who come several times: 700 insurance numbers, 20 people, 500 incomes, five wards."""
    insured, people = shared(2000, 700), shared(2000, 20)
    (tmp_path / 'stays.csv').write_text('age,insurance,who,income,code,ward,ill\n' + ''.join(
        '%d,K%05d,%s,%d,Z%d,%s,%s\n' % (20 + n % 40, 37 * insured[n], PEOPLE[people[n]], 1000 + 7 * (n * n % 500), n % 450, 'abcde'[n % 5],
                                        'flu' if n % 3 else 'gout') for n in range(2000)), encoding='utf-8')
    return tmp_path


PEOPLE = [first + ' ' + last for first in ('Ann', 'Bob', 'Carla', 'Otto', 'Grace') for last in ('Smith', 'Maier', 'Ruiz', 'Kaz')]


@pytest.mark.parametrize('program', ['run_samarati.py', 'run_mondrian.py', 'datafly'])
def test_a_run_says_what_looks_like_an_identifier(program, stays):
    (stays / 'hierarchies').mkdir()
    (stays / 'hierarchies' / 'age.txt').write_text(''.join('%d,*\n' % age for age in range(20, 60)))
    words = ['stays.csv', '--quasi', 'age', '--sensitive', 'ill', '-k', 5, '-o', 'o.csv', '--force']
    say = (lambda *more: kanon(program, *words, *more, cwd=str(stays))) if program == 'datafly' else (
        lambda *more: run(program, *words, *more, cwd=str(stays)))
    result = say('--publish', 'insurance,who,income,code,ward')
    insured = Counter(shared(2000, 700)).values()
    lines = ['publish: insurance looks like an identifier: 700 values in 2,000 records, each in %d to %d' % (min(insured), max(insured)),
             'publish: who looks like names of persons: 20 values in 2,000 records, each in ',
             'publish: code looks like an identifier: 450 values in 2,000 records, each in 4 to 5']
    errors = result.stderr.splitlines()
    assert result.returncode == 0 and len(errors) == len(lines)
    for line, error in zip(lines, errors):
        assert error.split(': ', 1)[1].startswith(line) and 'WARNING: %s.' % error.split(': ', 1)[1] in result.stdout.splitlines()
    report = json.loads(say('--publish', 'insurance,ward', '--json').stdout)
    assert [(found['column'], found['kinds']) for found in report['recognized']] == [('insurance', ['plan'])]
    for more in ([], ['--quiet'], ['--redact'], ['--spreadsheet-safe']):
        assert say('--publish', 'insurance', *more).stderr.count('\n') == 1
        assert say('--publish', 'ward', *more).stderr == ''
    say('--publish', 'insurance,income', '--html', 'o.html')
    assert 'insurance is published unchanged, and looks like an identifier. Decide whether it may' in (stays / 'o.html').read_text(encoding='utf-8')
    say('--publish', 'insurance,income', '--html', 'o.html', '--internal')
    page = (stays / 'o.html').read_text(encoding='utf-8').partition('2. What it is for')[0]
    assert 'insurance is published unchanged, and looks like an identifier: 700 values in 2,000 records. Decide whether it may' in page
    say('--publish', 'insurance', '--html', 'o.html', '--language', 'zh', '--internal')
    assert 'insurance 原样发布，看起来是标识符：2000 条记录中有 700 个值。' in (stays / 'o.html').read_text(encoding='utf-8').replace(',', '')


def test_the_library_says_the_same(stays, capfd):
    release = anonymize(str(stays / 'stays.csv'), quasi=['age'], sensitive=['ill'], publish=['insurance', 'ward'], k=5)
    found, = release.recognized
    assert (found['column'], found['as'], found['values'], found['records']) == ('insurance', 'publish', 700, 2000)
    assert capfd.readouterr() == ('', '')
    assert anonymize(str(stays / 'stays.csv'), quasi=['age'], sensitive=['ward'], k=5).recognized == []


@pytest.mark.parametrize('values, records, said', [(20, 99, True), (19, 60, False), (20, 100, False), (21, 100, True)])
def test_more_different_values_than_a_fifth_of_the_records(values, records, said):
    counts = Counter('Z%d' % place for place in shared(records, values))
    found = remarkable('x', 'publish', set(counts), records, lambda: counts)
    assert bool(found) == said and (not said or (found['values'], found['what']) == (values, 'an identifier'))


def test_measures_are_said_to_have_many_values_and_not_to_be_identifiers():
    counts = {'%d.5' % n: 1 for n in range(100)}
    assert remarkable('x', 'sensitive', set(counts), 100, lambda: counts)['what'] is None
    assert remarkable('x', 'quasi', set(counts), 100, lambda: counts) is None


@pytest.mark.parametrize('bound', [3, 50, 100_000])
def test_a_table_that_does_not_fit_into_memory_is_looked_at_as_well(bound):
    tally = Tally(1, bound=bound)
    tally.count([[('a', 'K%05d' % (n % 300), 'ab'[n % 2]) for n in range(1000)]])
    found, = remarks(published_unchanged(['a'], {('a',): 1000}, ['insurance', 'x'], [], tally))
    assert (found['column'], found['values'], found['records'], found['least'], found['most']) == ('insurance', 300, 1000, 3, 4)


def test_quasi_identifiers_that_are_left_as_they_are():
    """A column of names whose every value is in k records is still one of names. Ranges and short numbers need no look."""
    tally = Tally(1)
    classes = {(name,): 50 for name in PEOPLE}
    tally.count([[row for row, n in classes.items() for _ in range(n)]])
    found, = remarks(published_unchanged(['who'], classes, [], [], tally))
    assert (found['as'], found['kinds'], found['least'], found['most']) == ('quasi', ['name'], 50, 50)
    assert remarks(published_unchanged(['x'], {('{ann@b.org|bob@d.org}',): 5}, [], [], tally))[0]['kinds'] == ['email']
    assert published_unchanged(['x'], {('[20-29]',): 5, ('1234',): 5, ('130**',): 5}, [], [], tally) == []


def test_each_name_of_a_category_has_its_words():
    names = ' '.join(OF_CATEGORIES).split()
    assert len(names) == len(set(names)) and set(names) == set(CATEGORIES.split()) and all(words.split() for words in OF_CATEGORIES.values())


@pytest.mark.parametrize('value, look', [('heart disease', False), ('see O. Kowalski', True), ('see Frau Maier', True), ('王女士', True), ('flu', False)])
def test_a_run_looks_into_a_sensitive_column_that_has_more_than_words(value, look):
    assert needs_a_look('diagnosis', ['flu', value]) == look
