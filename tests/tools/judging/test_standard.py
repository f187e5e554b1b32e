"""What a table says to each clause of a standard: a table that holds, one that fails, one from which it cannot be checked."""

import csv
import io
import json
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from random import Random

import pytest

from conftest import HOME, kanon, run, seeds
from kanon.core.recognition.column_names import words_of_category
from kanon.core.recognition.known_words import OF_CATEGORIES
from kanon.core.errors import DataError
from kanon.tools.judging.clauses import MEASURES, PublishedRows
from kanon.tools.judging.standard import judged_by, load_standard, read_standard, shipped_standards

PLAIN = 'age,ill\n' + '[20-29],flu\n' * 12 + '[30-39],ulcer\n[30-39],flu\n' * 6
VERDICTS = {'holds', 'fails', 'open'}


def read(text):
    """The columns and {row: records} of a table."""
    head, *rows = csv.reader(io.StringIO(text))
    return head, Counter(map(tuple, rows))


def judge(name, text, sensitive=None, **more):
    """{clause: its report}. The first column is the quasi-identifier, the last one sensitive, if there are two."""
    columns, rows = read(text)
    sensitive = columns[1:][-1:] if sensitive is None else sensitive
    standard, = judged_by([load_standard(name)], columns, rows, columns[:1], sensitive, **more)
    assert [standard[verdict] for verdict in ('holds', 'fails', 'open')] == [
        sum(clause['verdict'] == verdict for clause in standard['clauses']) for verdict in ('holds', 'fails', 'open')]
    return {clause['clause']: clause for clause in standard['clauses']}


def column(name, *values, times=2):
    """A table of one class, with a column of these values, each so many times."""
    return 'sex,%s\n' % name + ''.join('f,"%s"\n' % value for value in values for _ in range(times)) + 'f,*\n' * 20


def own(name, form='%s'):
    """A table with a column that has a value of its own in each of 20 records."""
    return 'sex,%s\n' % name + ''.join('f,%s\n' % form % (7919 * n % 1000) for n in range(20))


SMALL_ZIPS = {'small': frozenset({'036', '692'})}
TEXTS = own('remark', 'said %s')        # a column of texts may hold anything: it cannot be checked
NUMBERED = own('number', 'B%s'), 1, 20

# {standard: {clause: {verdict: (table, what judged_by takes besides)}}}; of one that fails, its classes and records, too.
CASES = {
    'cms-11': {
        'cells': {'holds': ('a,b\n' + 'x,1\n' * 11, {}), 'fails': ('a,b\n' + 'x,1\n' * 11 + 'y,1\n' * 10 + 'z,1\n', {}, 2, 11)},
        'subtraction': {'holds': ('a,b\n' + 'x,1\n' * 11 + '*,1\n' * 11, {'left_out': [0]}),
                        'fails': ('a,b\n' + 'x,1\n' * 11 + '*,1\n' * 3, {}, 0, 3),
                        'open': ('a,b\n' + 'x,1\n' * 11 + '*,1\n' * 11, {})},
        'formulas': {'open': (PLAIN, {})}},
    'risk-0.09': {
        'maximum risk': {'holds': ('a,b\n' + 'x,1\n' * 12, {}), 'fails': ('a,b\n' + 'x,1\n' * 12 + 'y,1\n' * 11, {}, 1, 11)},
        'all quasi-identifiers': {'open': (PLAIN, {})}},
    'gdpr-wp216': {
        'singling out': {'holds': ('a,b\nx,1\nx,1\n', {}), 'fails': ('a,b\nx,1\nx,1\ny,1\n', {}, 1, 1)},
        'singling out by a column': {'holds': (PLAIN, {}), 'fails': (own('income'), {}, 1, 20), 'open': (PLAIN + '[20-29],gout\n', {})},
        'linkability': {'fails': (NUMBERED[0], {}, 1, 20), 'open': (PLAIN, {})},
        'inference': {'holds': ('a,b\nx,1\nx,2\n', {}), 'fails': (PLAIN, {}, 1, 12), 'open': (PLAIN, {'sensitive': []})},
        'inference by chance': {'open': (PLAIN, {})}},
    'hipaa-safe-harbor': {
        'A names': {'holds': (PLAIN, {}), 'fails': (column('last_name', 'Ann', 'Bob'), {}, 1, 4), 'open': (TEXTS, {})},
        'B places': {'holds': (column('state', 'NY'), {}), 'fails': (column('home_city', 'Ithaca'), {}, 1, 2), 'open': (TEXTS, {})},
        'B ZIP codes': {'holds': (column('zip', '130', '148**', '000', '{130|148}', '[130-148]', '[13000-13099]', '1****'), {}),
                        'fails': (column('zip code', '130', '1305*', '[13053-13068]', '{130|14850}'), {}, 1, 6),
                        'open': (column('plz', '13053', '14850'), {})},
        'B small ZIP areas': {'holds': (column('zip', '130', '000'), SMALL_ZIPS), 'fails': (column('zip', '130', '036', '69201'), SMALL_ZIPS, 1, 4),
                              'open': (column('zip', '130', '000'), {})},
        'C dates': {'holds': (column('born', '1931', '[1930-1939]', '[2000-2010]'), {}),
                    'fails': (column('seen', '2023', '2023-M09', '2023-09-04', '9/4/2023', 'May 2023'), {}, 1, 8)},
        'C ages': {'holds': (column('age', '89', '90+', '[90-*]', '>89', '[80-89]', '{30|89}', '[85-*]', '>=90'), {}),
                   'fails': (column('age at admission', '89', '90', '[85-94]', '{30|91}', '[95-*]', '90 and over', '>95'), {}, 1, 10),
                   'open': (column('age', '20', 'old'), {})},
        'C years that tell an age': {'holds': (column('seen', '2023'), {}), 'open': (column('year_of_birth', '1931'), {})},
        'D telephone numbers': {'holds': (column('n', '[100-200]', '5123'), {}), 'open': (column('n', '5551234'), {}),
                                'fails': (column('contact', '555-123-4567', '(555) 123-4567', 'call +49 30 1234567'), {}, 1, 6)},
        'E fax numbers': {'holds': (PLAIN, {}), 'fails': (column('fax', '1'), {}, 1, 2), 'open': (TEXTS, {})},
        'F e-mail addresses': {'holds': (column('n', 'a @ b'), {}), 'fails': (column('n', 'x', 'write to ann@example.org'), {}, 1, 2)},
        'G social security numbers': {'holds': (column('n', '123-456-789'), {}), 'fails': (column('n', '123-45-6789'), {}, 1, 2)},
        'H medical record numbers': {'holds': (PLAIN, {}), 'fails': (column('MRN', '1'), {}, 1, 2), 'open': (TEXTS, {})},
        'I health plan numbers': {'holds': (PLAIN, {}), 'fails': (column('member_id', '1'), {}, 1, 2), 'open': (TEXTS, {})},
        'J account numbers': {'holds': (PLAIN, {}), 'fails': (column('account no', '1'), {}, 1, 2), 'open': (TEXTS, {})},
        'K certificate and license numbers': {'holds': (PLAIN, {}), 'fails': (column('license', '1'), {}, 1, 2), 'open': (TEXTS, {})},
        'L vehicles': {'holds': (PLAIN, {}), 'fails': (column('vin', '1'), {}, 1, 2), 'open': (TEXTS, {})},
        'M devices': {'holds': (PLAIN, {}), 'fails': (column('serial_number', '1'), {}, 1, 2), 'open': (TEXTS, {})},
        'N web addresses': {'holds': (column('n', 'www'), {}), 'fails': (column('n', 'https://example.org/ann', 'see www.example.org'), {}, 1, 4)},
        'O IP addresses': {'holds': (column('n', '10.0.0', '300.1.1.1'), {}), 'fails': (column('n', '10.0.0.1'), {}, 1, 2)},
        'P biometric identifiers': {'holds': (PLAIN, {}), 'fails': (column('fingerprint', '1'), {}, 1, 2), 'open': (TEXTS, {})},
        'Q photographs': {'holds': (PLAIN, {}), 'fails': (column('n', 'ann.jpg', 'data:image/png;base64,AA'), {}, 1, 4)},
        'R any other identifier': {'fails': (NUMBERED[0], {}, 1, 20), 'open': (PLAIN, {})},
        'actual knowledge': {'open': (PLAIN, {})}}}

ALL = [(name, clause, verdict) for name, clauses in CASES.items() for clause, cases in clauses.items() for verdict in cases]


@pytest.mark.parametrize('name, clause, verdict', ALL)
def test_each_clause(name, clause, verdict):
    text, more, *counted = CASES[name][clause][verdict]
    report = judge(name, text, **more)[clause]
    assert (report['verdict'], [report['classes'], report['records']]) == (verdict, counted or [0, 0])
    assert (report['reason'] is None) == (verdict != 'open')


def test_each_clause_of_each_standard_has_its_tables():
    assert set(CASES) == set(shipped_standards())
    for name in shipped_standards():
        standard = load_standard(name)
        assert [clause.name for clause in standard.clauses] == list(CASES[name])
        for clause in standard.clauses:
            verdicts = set(CASES[name][clause.name])
            assert {'holds', 'fails'} <= verdicts or clause.measure == 'outside' and verdicts == {'open'} or (
                clause.measure == 'identifying' and verdicts == {'fails', 'open'}) or clause.name == 'C years that tell an age', clause.name
            assert clause.words['source'] and clause.words['text-zh']


# What decides.

@pytest.mark.parametrize('left_out, verdict, records', [
    ([0, 0], 'holds', 0), ([11, 0], 'holds', 0), ([10, 0], 'fails', 10), ([0, 1], 'fails', 1), ([30, 2], 'fails', 2), ([20, 20], 'holds', 0)])
def test_what_is_left_out_is_told_by_subtraction(left_out, verdict, records):
    clause = judge('cms-11', 'a,b\n' + 'x,1\n' * 11, left_out=left_out)['subtraction']
    assert (clause['verdict'], clause['records']) == (verdict, records)


def test_rows_of_stars_and_a_total_are_subtracted_together():
    """Six suppressed rows are a cell. Twelve are not, and twelve with three that are not in the file tell those three."""
    stars = 'a,b\n' + 'x,1\n' * 11 + '*,1\n' * 12
    assert judge('cms-11', stars, left_out=[0])['subtraction']['verdict'] == 'holds'
    assert judge('cms-11', stars, left_out=[3])['subtraction']['records'] == 3
    assert judge('cms-11', stars, left_out=[0], stars='class')['subtraction']['found'] == 0


def test_the_reading_of_009_is_said_and_is_exact():
    standard = load_standard('risk-0.09')
    assert '1/11 = 0.0909 is above 0.09, so a class needs 12 records' in standard.head['reading']
    assert standard.clauses[0].words['most'] == (9, 100)
    least = next(n for n in range(1, 20) if judge('risk-0.09', 'a,b\n' + 'x,1\n' * n)['maximum risk']['verdict'] == 'holds')
    assert least == 12 == -(-100 // 9)
    assert judge('risk-0.09', PLAIN)['maximum risk']['limit'] == 0.09 and judge('cms-11', PLAIN)['cells']['limit'] == 11


def test_the_user_names_columns_that_are_not_recognized():
    """What is not recognized cannot be checked, until the user says what it is: of this kind, of another, or of none."""
    text = column('w', '13053', '130')
    assert judge('hipaa-safe-harbor', text)['B ZIP codes']['columns'] == ['w']
    assert judge('hipaa-safe-harbor', text, holds={'zip': ['w']})['B ZIP codes']['records'] == 2
    assert judge('hipaa-safe-harbor', text, holds={'account': ['w']})['B ZIP codes']['verdict'] == 'holds'
    clauses = judge('hipaa-safe-harbor', text, holds={'none': ['w']})
    assert {clause['verdict'] for name, clause in clauses.items() if name not in ('R any other identifier', 'actual knowledge')} == {'holds'}
    text = column('w', '95', '20')
    assert judge('hipaa-safe-harbor', text)['C ages']['columns'] == ['w']
    clause = judge('hipaa-safe-harbor', text, holds={'age': ['w']})['C ages']
    assert (clause['verdict'], clause['columns'], clause['records']) == ('fails', ['w'], 2)
    for name in 'alter', 'Alter', '年龄', 'age_at_admission':       # recognized by their names
        assert judge('hipaa-safe-harbor', column(name, '95', '20'))['C ages']['records'] == 2


def test_what_is_seen_fails_whatever_the_user_says():
    """A name of a column is a guess, which the user may correct. An address in a value is none."""
    assert judge('hipaa-safe-harbor', column('face', 'smooth', 'rough'))['Q photographs']['verdict'] == 'fails'
    assert judge('hipaa-safe-harbor', column('face', 'smooth', 'rough'), holds={'none': ['face']})['Q photographs']['verdict'] == 'holds'
    clauses = judge('hipaa-safe-harbor', column('remark', 'ring 0171 1234567', 'none so far'), holds={'none': ['remark']})
    assert (clauses['D telephone numbers']['records'], clauses['A names']['verdict']) == (2, 'holds')


def test_numbers_are_no_dates_and_no_addresses():
    """Intervals, sums and codes that a release has do not look like what identifies."""
    for value in ('[1900-1950]', '[2000-2100]', '2000.5', '[2001.5-2010.12]', '1850', '{1900|2000}', '[20-29]', '-12', '3.14', '[-10--6]', '20130512.5',
                  'A01.12', '12/5', '[100000-200000]', 'mar 3', 'Marital 2000', '10-20-30-40'):
        clauses = judge('hipaa-safe-harbor', column('x', value))
        assert not [name for name, clause in clauses.items() if clause['verdict'] == 'fails'], value


def test_why_a_clause_cannot_be_checked():
    """The clause's own words where nothing in the file answers it. Where a column is in doubt, that is said."""
    for text, reason, columns, why in ((PLAIN, 'outside', [], True), (own('income'), 'measured', ['income'], False)):
        clause = judge('hipaa-safe-harbor', text)['R any other identifier']
        assert (clause['reason'], clause['columns'], bool(clause['why'])) == (reason, columns, why)
    clauses = judge('hipaa-safe-harbor', column('zip', '130'))
    assert clauses['B small ZIP areas']['why'].endswith('--small-zips.') and clauses['A names']['why'] is None


def test_what_says_nothing_breaks_nothing():
    for name in 'last_name', 'zip', 'age', 'birth_date', 'mrn':
        clauses = judge('hipaa-safe-harbor', 'sex,%s\n' % name + 'f,*\nf,?\nf,\n' * 9)
        assert not [clause for clause in clauses.values() if clause['verdict'] == 'fails']


@pytest.mark.parametrize('seed', seeds(100))
def test_counted_row_by_row(seed):
    """Sizes, values and suppressed rows against a count of a random table, row by row."""
    random = Random(seed)
    rows = [(random.choice(['x', 'y', 'z', '*']), random.choice('*ab'), random.choice(['1', '2', ''])) for _ in range(random.randrange(1, 60))]
    table = PublishedRows(['a', 'b', 's'], Counter(rows), ['a', 'b'], ['s'])
    suppressed = [row for row in rows if row[:2] == ('*', '*')]
    if len(suppressed) == len(rows):
        suppressed = []
    of_class = {}
    for row in rows:
        if row[:2] != ('*', '*') or not suppressed:
            of_class.setdefault(row[:2], []).append(row[2])
    least = random.randrange(1, 12)
    small = [values for values in of_class.values() if len(values) < least]
    poor = [values for values in of_class.values() if len(set(values) - {''}) < 2]
    finding = MEASURES['class-size'][0](table, {'least': least})
    assert (finding.classes, finding.records, finding.found) == (len(small), sum(map(len, small)), min(map(len, of_class.values())))
    finding = MEASURES['risk'][0](table, {'most': (1, least)})
    assert (finding.classes, finding.records) == (len(small), sum(map(len, small)))
    finding = MEASURES['different-values'][0](table, {'least': 2})
    assert (finding.classes, finding.records) == (len(poor), sum(map(len, poor)))
    assert table.suppressed == len(suppressed)
    named = read_clause('absent', 'names = s')
    finding = MEASURES['absent'][0](table, named)
    broken = [row for row in rows if row[2] != '']
    classes = {row[:2] for row in broken} & set(of_class)
    assert (finding.verdict, finding.classes, finding.records) == (('fails', len(classes), len(broken)) if broken else ('holds', 0, 0))


def finding(measure, table, *lines):
    columns, rows = read(table)
    found = MEASURES[measure][0](PublishedRows(columns, rows, columns[:1], columns[1:][-1:]), read_clause(measure, *lines))
    return found


def test_the_worst_class_is_what_was_found():
    table = 'a,s\n' + 'x,1\n' * 3 + 'y,1\ny,2\n' * 4
    assert finding('class-size', table, 'least = 2').found == finding('risk', table, 'most = 0.5').found == 3
    assert finding('different-values', table, 'least = 2').found == 1
    columns, rows = read('a,r,s\nx,1,1\nx,2,1\ny,1,1\ny,1,2\n')
    table = PublishedRows(columns, rows, ['a'], ['r', 's'])         # x has one value of s, y one of r
    assert MEASURES['different-values'][0](table, {'least': 2})[:4] == ('fails', 2, 4, 1)


def test_of_several_that_can_be_told_the_greatest_number_is_reported():
    clause = judge('cms-11', 'a,b\n' + 'x,1\n' * 11 + '*,1\n' * 2, left_out=[3])['subtraction']
    assert (clause['records'], clause['found']) == (5, 5)


def test_columns_that_fail_together():
    """Each row with one of the values is counted, once."""
    found = finding('absent', 'a,name,mail,s\nx,Ann,*,1\nx,*,a@b.c,1\ny,Bob,b@b.c,1\ny,*,*,1\n', 'names = name', 'values = @')
    assert found[:5] == ('fails', 2, 3, None, ['name', 'mail'])


def test_a_shape_that_all_values_must_have():
    for values, verdict in ((['20230904', '20231224'], 'fails'), (['20230904', '20231399'], 'open')):
        assert judge('hipaa-safe-harbor', column('n', *values))['C dates']['verdict'] == verdict


def test_texts_and_unknown_words_may_hold_anything():
    def verdict(*values):
        return judge('hipaa-safe-harbor', 'sex,n\n' + ''.join('f,%s\n' % value for value in values))['A names']['verdict']
    assert verdict('short', 'x' * 101) == verdict('short') == verdict(*'abcdefghi') == 'open'
    assert verdict(*map(str, range(20))) == 'holds'                 # numbers hold no names
    assert verdict(*map(str, range(19)), 'Kaz') == 'open' and verdict(*map(str, range(3)), 'Ann Smith', 'Bob Jones', 'Eve Moss') == 'fails'


def test_texts_in_a_clause_of_ones_own():
    """A clause without a kind knows names of columns alone. A column of texts leaves it open, in ten records at least."""
    def verdict(*values):
        return finding('absent', 'sex,n,s\n' + ''.join('f,%s,1\n' % value for value in values), 'names = ward')[0]
    assert verdict('short', 'x' * 101) == 'open' and verdict('short', 'x' * 100) == 'holds'
    assert verdict(*'abcdefghij') == 'open' and verdict(*'abcdefghi') == 'holds'
    assert verdict(*'abcdefghijklmnopqrs', 'a') == 'open' and verdict(*'abcdefghijklmnopqr', 'a', 'a') == 'holds'       # 19 of 20, 18 of 20


# What was said to hold, and does not.

PEOPLE = ('Ann Smith', 'Bob Miller', 'Carla Ruiz', 'Dave Olsen', 'Eve Moss', 'Frank Bell', 'Grace Poe', 'Hans Maier', 'Ida Berg', 'Jan Novak',
          'Kim Lee', 'Lena Vogt', 'Max Frei', 'Nina Roth', 'Otto Kurz', 'Paul Sand', 'Rosa Lind', 'Sven Holm', 'Tom Hart', 'Uwe Beck')
TOWNS = 'Ithaca', 'Bonn', 'Reims', 'Utrecht', 'Lugano'
GDPR, HIPAA = 'gdpr-wp216', 'hipaa-safe-harbor'
SINGLED = 'singling out by a column'
OVERCLAIMS = [      # standard, clause, column, its values, what is said now
    (HIPAA, 'I health plan numbers', 'insurance', ['K%05d' % (37 * n) for n in range(700)], 'fails'),
    (GDPR, SINGLED, 'insurance', ['K%05d' % (37 * n) for n in range(700)], 'fails'),
    (GDPR, SINGLED, 'phone', ['0171 %07d' % (7919 * n) for n in range(700)], 'fails'),
    (HIPAA, 'D telephone numbers', 'remark', ['call 0171 1234567', 'nothing to say'], 'fails'),
    (HIPAA, 'A names', 'patient', PEOPLE, 'fails'), (HIPAA, 'A names', 'x', PEOPLE, 'fails'), (GDPR, SINGLED, 'x', PEOPLE, 'fails'),
    (HIPAA, 'A names', 'x', ['Oyu Bold', 'Tuya Gan', 'Bataar Ochir'], 'open'), (GDPR, SINGLED, 'x', ['Oyu Bold', 'Tuya Gan'], 'open'),
    (HIPAA, 'B places', 'residence', TOWNS, 'open'), (HIPAA, 'B places', 'Wohnort', TOWNS, 'fails'),
    *((HIPAA, 'C dates', 'visit', [value], 'fails') for value in ('5 March', '3/2020', '2020-W12', '05MAR2020')),
    (HIPAA, 'C dates', 'visit', ['5 March', '3/2020', '2020-W12', '05MAR2020'], 'fails'),
    (HIPAA, 'C ages', 'age_months', ['240', '1080', '1100'], 'fails'), (HIPAA, 'C ages', 'x', ['240', '1080'], 'open'),
    (HIPAA, 'D telephone numbers', 'x', ['6072551234', '2125550187'], 'fails'),
    (HIPAA, 'D telephone numbers', 'x', ['1234567890', '9001112223'], 'open'), (HIPAA, 'D telephone numbers', 'phone', ['6072551234'], 'fails'),
    (HIPAA, 'O IP addresses', 'x', ['2001:db8::1', 'fe80::7'], 'fails'), (HIPAA, 'A names', 'x', ['Mr Oyama came on day 3 and paid 70'], 'fails'),
    (HIPAA, 'A names', 'x', ['Oyama came on 5 March and paid 300 for it'], 'open'),
    (HIPAA, 'C dates', 'x', ['Oyama came on 5 March and paid 300 for it'], 'fails'),
    (HIPAA, 'J account numbers', 'x', ['Oyama came on 5 March and paid 300 for it'], 'open'),
    (HIPAA, 'H medical record numbers', 'hospital_number', ['70011', '70024'], 'fails'), (HIPAA, 'I health plan numbers', 'policy', ['70011', '70024'], 'fails'),
    (HIPAA, 'J account numbers', 'invoice', ['70011', '70024'], 'fails'), (HIPAA, 'M devices', 'pacemaker', ['AX70011', 'AX70024'], 'fails'),
    *((GDPR, SINGLED, name, ['70011', '70024'], 'fails') for name in ('hospital_number', 'policy', 'invoice', 'pacemaker')),
    (HIPAA, 'A names', 'diagnosis', ['Oyama 5 March 12', 'flu'], 'open'), (HIPAA, 'A names', 'phone', ['0171 1234567 Kaz', '0171 7654321'], 'open'),
    (HIPAA, 'A names', 'age', ['20', 'Oyama'], 'open'), (HIPAA, 'C years that tell an age', 'x', ['[1920-1929]', '[1990-1999]'], 'open'),
    (HIPAA, 'H medical record numbers', 'x', ['17', '8'], 'open'), (GDPR, SINGLED, 'ill', ['flu'] + ['ulcer'], 'holds'), (HIPAA, 'A names', 'state', ['Virginia', 'Georgia'], 'holds'),
    (HIPAA, 'A names', 'x', ['Virginia', 'Georgia'], 'fails'), (HIPAA, 'A names', 'diagnosis', ['O. Kowalski', 'flu'], 'fails')]


@pytest.mark.parametrize('name, clause, column_, values, verdict', OVERCLAIMS)
def test_what_was_said_to_hold(name, clause, column_, values, verdict):
    """Each value stands in three records, as where people have several rows. So none has a value of its own."""
    found = judge(name, column(column_, *values, times=3))[clause]
    assert found['verdict'] == verdict and (verdict == 'holds' or found['columns'] == [column_])


@pytest.mark.parametrize('values, verdict, reason', [
    (['1991', '2030'], 'open', 'later'), (['2027'], 'open', 'later'), (['2026'], 'holds', None), (['2027-M03', '1999-M01'], 'open', 'later'),
    (['[2020-2029]', '[1990-1999]'], 'holds', None), (['[2030-2039]'], 'open', 'later'), (['{2001|2031}'], 'open', 'later'),
    (['1931', '2031'], 'open', 'early'), (['2001', '*'], 'holds', None)])
def test_a_year_after_the_present_one_may_be_an_earlier_one(values, verdict, reason, monkeypatch):
    """As 30 of two digits, which was read as 2030. A decade that has begun is no year to come."""
    monkeypatch.setenv('SOURCE_DATE_EPOCH', '1780000000')        # 2026
    found = judge(HIPAA, column('born', *values))['C years that tell an age']
    assert (found['verdict'], found['reason']) == (verdict, reason) and found['columns'] == ['born'] * (verdict == 'open')


def test_the_present_year_is_that_of_the_clock(monkeypatch):
    monkeypatch.delenv('SOURCE_DATE_EPOCH', raising=False)
    later = judge(HIPAA, column('born', '2199'))['C years that tell an age']       # read from the clock, whenever this runs before 2199
    assert (later['verdict'], later['reason']) == ('open', 'later')
    monkeypatch.setenv('SOURCE_DATE_EPOCH', 'soon')
    assert judge(HIPAA, column('born', '2199'))['C years that tell an age']['reason'] == 'later'


# Words that are not of the category that the name of their column says.
STRANGE = [
    ('ward', ['Springfield', 'Ogdenville']), ('diagnosis', ['flu', 'see O. Kowalski']), ('religion', ['Weber', 'Schmidt']), ('language', ['Kowalski', 'German']),
    ('race', ['Ogdenville', 'white']), ('gender', ['f', 'm', 'Ann']), ('state', ['NY', 'Ogdenville']), ('occupation', ['mayor of Ogdenville', 'nurse']),
    ('department', ['Weber', 'Sales']), ('initials', ['M', 'F']), ('surname', ['M', 'W']), ('surname', ['Y', 'N']), ('Patient-Sex', ['f', 'Weber']),
    ('科室', ['内科', '王小明家']), ('income', ['1200', 'Kowalski']), ('nurse', ['m', 'f'])]


@pytest.mark.parametrize('name, values', STRANGE)
def test_unknown_words_under_the_name_of_a_category_cannot_be_checked(name, values):
    text = column(name, *values)
    for standard, clauses in (HIPAA, ['A names', 'B places']), (GDPR, [SINGLED]):
        found = judge(standard, text)
        assert all((found[clause]['verdict'], found[clause]['columns']) == ('open', [name]) for clause in clauses
                   if not (clause == 'B places' and name in ('initials', 'surname')))
    none = judge(HIPAA, text, holds={'none': [name]})
    assert none['A names']['verdict'] == none['B places']['verdict'] == 'holds'


@pytest.mark.parametrize('names', OF_CATEGORIES)
@pytest.mark.parametrize('seed', seeds(5))
def test_one_unknown_word_among_the_words_of_a_category(names, seed):
    """Columns of words of the category hold, with numbers and signs beside them. A word that is not of it, wherever it stands, opens the clauses."""
    random = Random(names + str(seed))
    known = sorted(words_of_category(names))
    values = [' '.join(random.sample(known, random.randrange(1, 4))) + random.choice(['', ', 2', ' (7)']) for _ in range(random.randrange(2, 30))]
    values = list(filter(is_short, map(random.choice([str, str.title, str.upper]), values)))
    name, strange = random.choice(names.split()), random.choice(['Ogdenville', 'Kowalski', 'Tuya', 'Bataar', 'Lindqvist', 'Qx', '小明家'])
    for clause in 'A names', 'B places':
        assert judge(HIPAA, column(name, *values))[clause]['verdict'] == 'holds'
    assert judge(GDPR, column(name, *values))[SINGLED]['verdict'] == 'holds'
    place = random.randrange(len(values))
    values[place] = random.choice([strange, values[place] + ' ' + strange, strange + ', ' + values[place], strange.lower()])
    for standard, clause in (HIPAA, 'A names'), (HIPAA, 'B places'), (GDPR, SINGLED):
        assert judge(standard, column(name, *values))[clause]['verdict'] == 'open', (name, values)


def is_short(value):
    """Whether a value is no text, which may hold anything."""
    return len(value) <= 40


@pytest.mark.parametrize('records, others, verdict', [(15, 0, 'fails'), (10, 0, 'fails'), (20, 1, 'fails'), (20, 3, 'open'), (3, 30, 'open'), (0, 30, 'holds')])
def test_a_measure_of_its_own_in_nearly_every_record_singles_out(records, others, verdict):
    """In so many records a value of its own, and so many others that share one. Whatever the user says of the column."""
    text = 'sex,bmi\n' + ''.join('f,%.1f\n' % (19.7 + 1.3 * n) for n in range(records)) + 'f,18.5\n' * others
    for holds in {}, {'none': ['bmi']}:
        found = judge(GDPR, text, holds=holds)[SINGLED]
        assert (found['verdict'], found['columns']) == (verdict, ['bmi'] * (verdict != 'holds'))
    assert judge(HIPAA, text)['R any other identifier']['verdict'] == 'open'        # a measure is no number of somebody


@pytest.mark.parametrize('label, verdict', [('[60-120]', 'holds'), ('[90-120]', 'holds'), ('90', 'open'), ('[75-90]', 'open'), ('90+', 'holds'), ('91', 'fails'),
                                            ('[95-120]', 'fails'), ('[85-94]', 'fails')])
def test_what_a_label_tells_of_ages_above_89(label, verdict):
    assert judge('hipaa-safe-harbor', column('age', '[20-29]', label))['C ages']['verdict'] == verdict


def test_a_value_that_one_record_has_alone():
    """No identifier, and it singles out all the same."""
    assert judge(GDPR, column('ill', 'flu', 'ulcer') + 'f,kuru\n')[SINGLED]['columns'] == ['ill']


def test_a_cell_that_is_too_long_is_never_said_to_hold():
    for kind in 'D telephone numbers', 'F e-mail addresses', 'A names', 'R any other identifier':
        assert judge('hipaa-safe-harbor', column('ill', 'flu', 'a ' * 600))[kind]['verdict'] == 'open', kind


def read_clause(measure, *lines):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'x.ini')
        with open(path, 'w', encoding='utf-8') as file:
            file.write('\n'.join(['[standard]', 'title = t', 'source = s', '[c]', 'text = t', 'source = s', 'measure = ' + measure, *lines]))
        clause, = read_standard(path, path).clauses
        return clause.words


# From the command line.

def checked(*words, **more):
    result = kanon('check', *words, '--json', **more)
    report = json.loads(result.stdout)
    return result.returncode, {standard['name']: {clause['clause']: clause['verdict'] for clause in standard['clauses']}
                               for standard in report['standards']}, report


@pytest.fixture
def table(tmp_path):
    (tmp_path / 't.csv').write_text('zip,age,ill,note\n' + '130**,[20-29],flu,a\n' * 6 + '130**,[20-29],ulcer,b\n' * 6 + '036**,[30-*],flu,c\n' * 11)
    return tmp_path


WORDS = ['t.csv', '--quasi', 'zip,age', '--sensitive', 'ill']


def test_several_at_once_and_the_exit_status(table):
    status, verdicts, report = checked(*WORDS, '--standard', 'cms-11,gdpr-wp216', '--standard', 'risk-0.09', cwd=str(table))
    assert (status, list(verdicts), report['holds']) == (1, ['cms-11', 'gdpr-wp216', 'risk-0.09'], False)
    assert verdicts['cms-11'] == {'cells': 'holds', 'subtraction': 'open', 'formulas': 'open'}
    assert verdicts['gdpr-wp216']['inference'] == verdicts['risk-0.09']['maximum risk'] == 'fails'
    status, verdicts, report = checked(*WORDS, '--standard', 'cms-11', '--total', 23, cwd=str(table))
    assert (status, verdicts['cms-11']['subtraction'], report['holds']) == (0, 'holds', True)
    assert checked(*WORDS, '--standard', 'cms-11', '--total', 25, cwd=str(table))[1]['cms-11']['subtraction'] == 'fails'
    quiet = kanon('check', *WORDS, '--standard', 'cms-11', '--total', 25, '--quiet', cwd=str(table))
    assert (quiet.returncode, quiet.stdout, quiet.stderr) == (1, '', '')


def test_required_and_a_standard(table):
    for require, standard, line in (('k=11', 'cms-11', 'All that is required holds.'), ('k=12', 'cms-11', 'Not all that is required holds'),
                                    ('k=11', 'risk-0.09', 'Not all that is required holds')):
        result = kanon('check', *WORDS, '--require', require, '--standard', standard, cwd=str(table))
        assert result.stdout.splitlines()[-1].startswith(line) and result.returncode == (line[0] == 'N')
    assert kanon('check', *WORDS, '--standard', 'cms-11', cwd=str(table)).stdout.endswith(
        '\nNo clause fails, and 2 clauses cannot be checked from the file.\n')


@pytest.mark.parametrize('holds', [{'none': ['note']}, {'name': ['note'], 'date': ['note']}, {'none': ['age'], 'name': ['note']}])
def test_what_a_column_can_be_said_to_hold(table, holds):
    """Nothing alone, several kinds at once, and other columns something else."""
    said = ','.join('%s=%s' % (kind, name) for kind, names in holds.items() for name in names)
    assert kanon('check', *WORDS, '--standard', 'hipaa-safe-harbor', '--holds', said, cwd=str(table)).stderr == ''


def test_small_zips_are_the_users_file(table):
    (table / 'small.txt').write_text('# of the census\n036\n\n692\n')
    words = [*WORDS, '--standard', 'hipaa-safe-harbor']
    assert checked(*words, cwd=str(table))[1]['hipaa-safe-harbor']['B small ZIP areas'] == 'open'
    status, verdicts, report = checked(*words, '--small-zips', 'small.txt', cwd=str(table))
    clause, = [clause for clause in report['standards'][0]['clauses'] if clause['clause'] == 'B small ZIP areas']
    assert (clause['verdict'], clause['classes'], clause['records'], clause['columns']) == ('fails', 1, 11, ['zip'])
    (table / 'small.txt').write_text('692\n')
    assert checked(*words, '--small-zips', 'small.txt', cwd=str(table))[1]['hipaa-safe-harbor']['B small ZIP areas'] == 'holds'


@pytest.mark.parametrize('small, verdict', [(None, 'open'), ('130\n', 'fails'), ('131\n', 'holds')])
def test_the_ends_of_an_interval_are_zip_codes(small, verdict, tmp_path):
    (tmp_path / 'out.csv').write_text('zip\n[13053-13068]\n[13053-13068]\n')
    words = ['out.csv', '--quasi', 'zip', '--standard', 'hipaa-safe-harbor']
    if small:
        (tmp_path / 'small.txt').write_text(small)
        words += ['--small-zips', 'small.txt']
    assert checked(*words, cwd=str(tmp_path))[1]['hipaa-safe-harbor']['B small ZIP areas'] == verdict


def test_counted_tables_and_standard_input(table):
    rows = Counter((table / 't.csv').read_text().splitlines()[1:])
    (table / 'c.csv').write_text('zip,age,ill,note,n\n' + ''.join('%s,%d\n' % pair for pair in rows.items()))
    plain = checked(*WORDS, '--standard', ','.join(shipped_standards()), cwd=str(table))
    counted = checked('c.csv', *WORDS[1:], '--counts', 'n', '--standard', ','.join(shipped_standards()), cwd=str(table))
    with open(str(table / 't.csv')) as file:
        typed = checked('-', *WORDS[1:], '--standard', ','.join(shipped_standards()), cwd=str(table), stdin=file)
    assert plain[2]['standards'] == counted[2]['standards'] == typed[2]['standards']


def test_a_standard_of_ones_own(table):
    (table / 'mine.ini').write_text('[standard]\ntitle = Ours\nsource = the board, 2026\n\n[twelve]\ntext = At least\n    twelve.\nsource = rule 1\n'
                                    'measure = class-size\nleast = 12\n[notes]\ntext = No notes.\nsource = rule 2\nmeasure = absent\nnames = note\n')
    status, verdicts, report = checked(*WORDS, '--standard', './mine.ini', cwd=str(table))
    assert (status, verdicts) == (1, {'./mine.ini': {'twelve': 'fails', 'notes': 'fails'}})
    first, second = report['standards'][0]['clauses']
    assert (first['text'], first['classes'], first['records'], second['records']) == ('At least twelve.', 1, 11, 23)
    (table / 'board').write_text((table / 'mine.ini').read_text())
    assert checked(*WORDS, '--standard', 'board', cwd=str(table))[1] == {'board': {'twelve': 'fails', 'notes': 'fails'}}
    output = kanon('check', *WORDS, '--standard', 'mine.ini', '--output', 'mine.ini', '--force', cwd=str(table))
    assert output.returncode == 1 and 'the output is the input' in output.stderr


HEAD = '[standard]\ntitle = t\nsource = s\n'
CLAUSE = '[c]\ntext = t\nsource = s\nmeasure = class-size\nleast = 3\n'


@pytest.mark.parametrize('text, line, problem', [
    ('title = t\n' + HEAD, 1, 'expected a line [section]'), (HEAD + '= x\n', 4, 'expected a line [section]'),
    (HEAD + 'reading =\n', 4, 'expected a line [section]'), (HEAD + 'reading\n', 4, 'expected a line [section]'),
    (' title = t\n', 1, 'expected a line [section]'), ('[standard]\nsource = s\nreading = r\n' + CLAUSE, 2, "lacks the word 'title'"),
    (HEAD + CLAUSE + 'measures = x\n', 9, "has no word 'measures'; did you mean 'measure'?"), (HEAD, None, 'has no clause'),
    (HEAD + CLAUSE.replace('text = t\n', ''), 5, "lacks the word 'text'"), (HEAD + CLAUSE.replace('3', '0'), 8, 'least: a whole number of 1 or more'),
    (HEAD + CLAUSE.replace('class-size', 'risk').replace('least = 3', 'most = 0.0'), 8, 'above 0 and up to 1')])
def test_a_file_that_is_no_standard(text, line, problem, tmp_path):
    path = str(tmp_path / 'x.ini')
    with open(path, 'w') as file:
        file.write(text)
    with pytest.raises(DataError) as refused:
        read_standard(path, path)
    assert refused.value.line == line and problem in str(refused.value)


def test_a_file_with_comments_and_lines_that_go_on(tmp_path):
    path = str(tmp_path / 'x.ini')
    with open(path, 'w') as file:
        file.write('# ours\n' + HEAD + '; nobody reads this\n\n' + CLAUSE.replace('text = t\n', 'text = a\n b\n\tc = d\n'))
    standard = read_standard(path, 'x')
    assert standard.head == {'title': 't', 'source': 's'}
    assert standard.clauses == [('c', 'class-size', {'text': 'a b c = d', 'source': 's', 'measure': 'class-size', 'least': 3})]


@pytest.mark.parametrize('program', ['run_samarati.py', 'run_mondrian.py', 'datafly'])
def test_in_the_page_report_and_record_of_a_run(program, tmp_path):
    words = ['data/inpatients/inpatients.csv', '-k', 4, '--standard', 'cms-11,gdpr-wp216', '-o', tmp_path / 'o.csv', '--record', tmp_path / 'o.json']
    runs = (lambda *more: kanon(program, *words, *more)) if program == 'datafly' else (lambda *more: run(program, *words, *more))
    result = runs('--html', tmp_path / 'o.html', '--language', 'zh')
    assert result.returncode == 0 and '标准 cms-11：CMS 单元格抑制政策' in result.stdout
    assert re.search(r'\n  cells：不满足：\d+ 个等价类，12 条记录\n', result.stdout) and '\n  subtraction：满足\n' in result.stdout
    page = (tmp_path / 'o.html').read_text(encoding='utf-8')
    assert '标准 cms-11：' in page and '不得出现 1 至 10 的单元格' in page and 'CMS Cell Size Suppression Policy' in page
    report = json.loads(runs('--json', '--force').stdout)
    assert [standard['name'] for standard in report['standards']] == ['cms-11', 'gdpr-wp216'] and report['standards'][0]['fails'] == 1
    record = json.loads((tmp_path / 'o.json').read_text())
    assert record['result']['standards'] == report['standards']
    replayed = kanon('replay', tmp_path / 'o.json')
    assert replayed.returncode == 0, replayed.stderr
    plain = [*words[:3], '-o', tmp_path / 'p.csv']
    other = kanon(program, *plain) if program == 'datafly' else run(program, *plain)
    assert other.returncode == 0 and (tmp_path / 'p.csv').read_bytes() == (tmp_path / 'o.csv').read_bytes()


def test_a_standard_that_changed_is_not_replayed(tmp_path):
    mine = tmp_path / 'mine.ini'
    mine.write_text('[standard]\ntitle = t\nsource = s\n[c]\ntext = t\nsource = s\nmeasure = class-size\nleast = 3\n')
    assert run('run_mondrian.py', 'data/inpatients/inpatients.csv', '-k', 4, '--standard', mine, '-o', tmp_path / 'o.csv', '--record',
               tmp_path / 'o.json').returncode == 0
    assert kanon('replay', tmp_path / 'o.json').returncode == 0
    mine.write_text(mine.read_text().replace('3', '5'))
    assert 'mine.ini has changed since the run' in kanon('replay', tmp_path / 'o.json').stderr


SIGNED = """[standard]
title = t
source = s
[phones]
text = no phones
source = s
measure = absent
all-values = [+][0-9 ]+
[handles]
text = no handles
source = s
measure = absent
values = ^@
[own]
text = no identifiers
source = s
measure = identifying
otherwise = holds
"""


@pytest.mark.parametrize('program', ['run_samarati.py', 'run_mondrian.py'])
def test_a_guard_against_spreadsheets_hides_nothing(program, tmp_path):
    """A run and check say the same of values with a ' before them: of phones, handles, and numbers with a decimal comma."""
    (tmp_path / 'own.ini').write_text(SIGNED)
    rows = ['%d;%s%d,%d;+49 30 12345%02d;%s' % (20 + n // 10, '-' * (n % 2), n, n % 10, n, 'flu' if n % 3 else '@cold') for n in range(40)]
    (tmp_path / 'd.csv').write_text('\n'.join(['age;temp;phone;ill', *rows]) + '\n')
    (tmp_path / 'age.txt').write_text(''.join('%d,*\n' % age for age in range(20, 24)))
    words = ['--quasi', 'age', '--sensitive', 'ill', '--decimal', ',', '--standard', 'own.ini,hipaa-safe-harbor,gdpr-wp216', '--json']
    found = []
    for safe in [], ['--spreadsheet-safe']:
        ran = run(program, 'd.csv', *words, '-k', 4, '--publish', 'temp,phone', '--hierarchies', '.', *safe, '-o', 'o.csv', '--force', cwd=str(tmp_path))
        assert ("'+49" in (tmp_path / 'o.csv').read_text()) == bool(safe) and ran.returncode == 0
        checked_ = kanon('check', 'o.csv', *words, '--total', 40, cwd=str(tmp_path))
        found += [[standard['clauses'] for standard in json.loads(result.stdout)['standards']] for result in (ran, checked_)]
    assert all(clauses == found[0] for clauses in found)
    assert [(clause['verdict'], clause['columns'], clause['records']) for clause in found[0][0]] == [
        ('fails', ['phone'], 40), ('fails', ['ill'], 14), ('fails', ['phone'], 40)]


def test_a_run_tells_what_it_left_out(tmp_path):
    """The report of the run names its totals. Three records with a missing value can be told from them, and five suppressed ones."""
    (tmp_path / 'd.csv').write_text('a,s\n' + 'x,1\n' * 20 + '?,1\n' * 3)
    (tmp_path / 'hierarchies').mkdir()
    (tmp_path / 'hierarchies' / 'a.txt').write_text('x,*\ny,*\n')
    words = ['d.csv', '-k', 11, '--quasi', 'a', '--sensitive', 's', '--standard', 'cms-11', '-o', 'o.csv', '--json', '--force']

    def subtraction():
        report = json.loads(run('run_samarati.py', *words, cwd=str(tmp_path)).stdout)
        clause = report['standards'][0]['clauses'][1]
        return clause['verdict'], clause['records']
    assert subtraction() == ('fails', 3)
    (tmp_path / 'd.csv').write_text('a,s\n' + 'x,1\n' * 20 + 'y,1\n' * 5)
    assert subtraction() == ('fails', 5)
    (tmp_path / 'd.csv').write_text('a,s\n' + 'x,1\n' * 20)
    assert subtraction() == ('holds', 0)


def test_redacted_and_seen(table):
    (table / 't.csv').write_text((table / 't.csv').read_text() + '14850,[20-29],flu,secret@example.org\n' * 12)
    result = kanon('check', *WORDS, '--standard', ','.join(shipped_standards()), '--redact', '--picture', 'p.svg', '--html', 'p.html', cwd=str(table))
    assert 'F e-mail addresses: FAILS in 1 class, 12 records: note' in result.stdout and 'B ZIP codes: FAILS in 1 class, 12 records: zip' in result.stdout
    for text in (result.stdout, (table / 'p.svg').read_text(), (table / 'p.html').read_text()):
        assert 'secret@example' not in text and '14850' not in text
        assert 'hipaa-safe-harbor: F e-mail addresses' in text or 'Standard hipaa-safe-harbor' in text or text is result.stdout
    page = (table / 'p.html').read_text()
    assert 'No electronic mail addresses' in page and '45 CFR 164.514(b)(2)(i)(F)' in page and 'cannot be checked' in page


def test_one_word_is_nowhere():
    """A table says nothing of what else is known. So no sentence of kanon says that it satisfies a law."""
    files = [os.path.join(where, name) for part in ('kanon', 'docs') for where, _, names in os.walk(os.path.join(HOME, part)) for name in names
             if name.endswith(('.py', '.ini', '.md', '.js', '.pyi'))]
    for path in [*files, os.path.join(HOME, 'README.md')]:
        with open(path, encoding='utf-8') as file:
            text = file.read().lower()
        assert 'compliant' not in text and 'complies' not in text and '合规' not in text, path


def test_a_run_without_a_standard_imports_none_of_it(tmp_path):
    code = ('import sys; sys.path.insert(0, "."); import run_mondrian as m; from kanon.core.desk.run import run\n'
            'run(m.MONDRIAN, m.main, ["data/inpatients/inpatients.csv", "-o", %r, "--quiet"])\n'
            'print([name for name in sys.modules if name.startswith("kanon.tools")])' % str(tmp_path / 'o.csv'))
    result = subprocess.run([sys.executable, '-c', code], cwd=HOME, stdout=subprocess.PIPE, encoding='utf-8')
    assert result.stdout == '[]\n'
