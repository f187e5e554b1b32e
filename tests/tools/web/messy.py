#!/usr/bin/env python3
"""Five invented tables as people hand them over, each with troubles of its own.

    python3 tests/tools/web/messy.py FOLDER           write them into a folder

`made(name, rows, seed)` gives the bytes of one. Another seed is another month: other people,
written in the same way. TABLES says what somebody knows of each. No row comes from a real person.
The German telephone numbers are of blocks that are kept free for films, and the Chinese ones are
too short. The numbers of random.random() alone are the same in every Python for a seed.
"""

import os
import sys
from collections import namedtuple
from datetime import date, timedelta
from random import Random

ROWS, SEED = 900, 2027
GERMANS = 'Groß Müller Schäfer Köhler Weber Böhm Jäger Vogel'.split()
CHINESE = '王芳 李强 张敏 刘洋 陈静 杨勇 赵磊 黄娜'.split()
TOTAL = 'Summe', '合计'

# encoding: in which it is written; person: the column that says whose row each row is, or None;
# roles: {column: the role that somebody would give it}.
Table = namedtuple('Table', 'make encoding person roles')


class Draws:
    """What a seed draws."""

    def __init__(self, seed):
        self.random = Random(seed).random

    def below(self, n) -> int:
        return int(n * self.random())

    def of(self, some):
        return some[self.below(len(some))]

    def rarely(self, share) -> bool:
        return self.random() < share

    def born(self) -> date:
        return date(2024, 1, 1) - timedelta(365 * int(92 * self.random() ** 0.8) + self.below(365))

    def day(self) -> date:
        return date(2024, 1, 1) + timedelta(self.below(366))

    def cents(self) -> str:
        return '%02d' % self.below(100)

    def person(self, people, new):
        """One who has been there before, or a new one, whom new(number) makes."""
        if people and self.rarely(0.4):
            return self.of(people)
        people.append(new(len(people)))
        return people[-1]


def klinik(draw, rows):
    """A hospital's export: `;`, decimal commas, several rows a patient, two ways to write dates,
    a row of totals, k.A., insurance numbers, remarks with names and telephone numbers."""
    ills = ('Herzschwäche', 'Lungenentzündung', 'Schenkelhalsbruch', 'Diabetes', 'Depression',
            'HIV')
    codes = ('01067', '01069', '04109', '10115', '10117', '20095', '50667', '80331')
    notes = ('Rückruf unter 0171 39200{n}, Frau {name}', 'Tochter {name}: 030 231250{n}',
             'spricht mit Dr. {name}', 'wie besprochen, {name}')

    def new(number):
        born = draw.born()
        insured = draw.of('ABCDEFGH') + str(100000000 + 4711 * number)
        return ['P%05d' % (10000 + 7 * number), insured,
                born.strftime('%Y-%m-%d' if draw.rarely(0.05) else '%d.%m.%Y'),
                draw.of('mw'), draw.of(codes),
                'k.A.' if draw.rarely(0.04) else '%d,%d' % (150 + draw.below(45), draw.below(10))]
    people = []
    yield ('Fall;Patient-Nr;Versichertennummer;Geburtsdatum;Geschlecht;PLZ;Größe;Aufnahme;'
           'Kosten;Diagnose;Bemerkung')
    for number in range(rows):
        note = draw.of(notes).format(n=draw.cents(), name=draw.of(GERMANS))
        yield ';'.join([str(400001 + number), *draw.person(people, new),
                        draw.day().strftime('%d.%m.%Y'),
                        '%d,%s' % (200 + draw.below(9000), draw.cents()), draw.of(ills), note])
    yield '%s;;;;;;;;%d,35;;' % (TOTAL[0], 4711 * rows)


def discharges(draw, rows):
    """A Chinese hospital's export: several rows a card, names, identity numbers, telephone numbers,
    a word for what is unknown, a row of totals."""
    ills = ('肺炎', '糖尿病', '骨折', '高血压', '肝炎', '抑郁症')
    jobs = ('教师', '工人', '农民', '医生', '退休', '学生')
    codes = ('110101', '110105', '310101', '310115', '440103', '440106')
    notes = ('家属{name}，电话 010-55501{n}', '请联系{name}', '由{name}陪同')

    def new(number):
        born, code = draw.born(), draw.of(codes)
        begun = code + born.strftime('%Y%m%d') + '%03d' % (number % 1000)
        return ['K%06d' % (200000 + 3 * number), draw.of(CHINESE), begun + check_sign(begun),
                draw.of('男女'), born.strftime('%Y-%m-%d'), code,
                '不详' if draw.rarely(0.04) else draw.of(jobs)]
    people = []
    yield '住院号,卡号,姓名,身份证号,性别,出生日期,区划代码,职业,费用,诊断,备注'
    for number in range(rows):
        note = draw.of(notes).format(n=draw.cents(), name=draw.of(CHINESE))
        yield ','.join([str(900001 + number), *draw.person(people, new),
                        '%d.%s' % (300 + draw.below(9000), draw.cents()), draw.of(ills), note])
    yield '%s,,,,,,,,%d.35,,' % (TOTAL[1], 4711 * rows)


def check_sign(begun) -> str:
    """The last sign of an identity number, which checks the 17 others.

    >>> check_sign('11010519491231002')
    'X'
    """
    total = sum(2 ** (17 - place) * int(digit) for place, digit in enumerate(begun))
    return '10X98765432'[total % 11]


def ward_list(draw, rows):
    """What a spreadsheet saves as Unicode text: tabs, a title and an empty line above the header,
    signs between thousands, ages with an open end, one sex in several writings."""
    ills = ('Ménière’s disease', 'Sjögren’s syndrome', 'asthma', 'fracture', 'diabetes')
    yield from ('Patients of ward 7', 'Printed on 3 January 2025', '',
                'Case\tAge\tSex\tTown\tAdmitted\tCharges\tDiagnosis')
    for number in range(rows):
        age = int(99 * draw.random() ** 0.7)
        yield '\t'.join([str(70001 + number), '90+' if age >= 90 else str(age),
                         draw.of('FFFFFFFMMMMMMfm'), draw.of(('York', 'Leeds', 'Hull', 'Durham')),
                         draw.day().strftime('%d/%m/%Y'),
                         '"{:,}.{}"'.format(90 + draw.below(12000), draw.cents()), draw.of(ills)])


def consultations(draw, rows):
    """A French export: two header lines, postcodes that lost their zeros, years of two digits,
    decimal commas."""
    ills = ('Dépression', 'Diabète', 'Asthme', 'Fracture', 'Hépatite')
    codes = ('01000', '06000', '13001', '13002', '31000', '69001', '69002', '75011', '75012')
    yield from ('Dossier;Né le;Vu le;Sexe;Code postal;Poids;Diagnostic', ';jj/mm/aa;jj/mm/aa;;;kg;')
    for number in range(rows):
        weight = '%d,%d' % (45 + draw.below(60), draw.below(10))
        yield ';'.join([str(30001 + number), draw.born().strftime('%d/%m/%y'),
                        draw.day().strftime('%d/%m/%y'), draw.of('HF'), draw.of(codes).lstrip('0'),
                        '' if draw.rarely(0.02) else weight, draw.of(ills)])


def visits(draw, rows):
    """Three columns of one list of diagnoses, 999 for who was not weighed, and no income in a fifth
    of the records."""
    codes = ('E11.9', 'I10', 'B20', 'J45.0', 'F32.1', 'M54.5')
    towns = ('02139', '02140', '02141', '10001', '10002')
    yield 'visit,age,sex,zip,weight,income,dx1,dx2,dx3'
    for number in range(rows):
        first, items = draw.below(len(codes)), 1 + draw.below(3)
        listed = [codes[(first + step) % len(codes)] for step in (0, 1, 3)][:items]
        weight = '999' if draw.rarely(0.03) else str(45 + draw.below(60))
        income = '' if draw.rarely(0.2) else str(100 * (120 + draw.below(700)))
        yield ','.join([str(1 + number), str(18 + draw.below(70)), draw.of(('male', 'female')),
                        draw.of(towns), weight, income, *listed, *[''] * (3 - items)])


def roles(quasi, sensitive, publish='') -> dict:
    named = zip(('quasi', 'sensitive', 'publish'), (quasi, sensitive, publish))
    return {name: role for role, names in named for name in filter(None, names.split(','))}


TABLES = {
    'klinik.csv': Table(klinik, 'cp1252', 'Patient-Nr', roles(
        'Geburtsdatum,Geschlecht,PLZ,Größe', 'Diagnose', 'Bemerkung')),
    '出院.csv': Table(discharges, 'gb18030', '身份证号', roles(
        '出生日期,性别,区划代码,职业', '诊断', '备注')),
    'ward list.txt': Table(ward_list, 'utf-16', None, roles(
        'Age,Sex,Town,Admitted', 'Diagnosis', 'Charges')),
    'consultations.csv': Table(consultations, 'latin-1', None, roles(
        'Né le,Vu le,Sexe,Code postal,Poids', 'Diagnostic')),
    'visits.csv': Table(visits, 'utf-8-sig', None, roles(
        'age,sex,zip,weight', 'dx1,dx2,dx3', 'income')),
}


def made(name, rows=ROWS, seed=SEED) -> bytes:
    """The bytes of a table of so many records.

    >>> made('visits.csv', 1)[:46]
    b'\\xef\\xbb\\xbfvisit,age,sex,zip,weight,income,dx1,dx2,dx3'
    """
    lines = TABLES[name].make(Draws(seed), rows)
    return ''.join(line + '\r\n' for line in lines).encode(TABLES[name].encoding)


def main(folder):
    for name in TABLES:
        with open(os.path.join(folder, name), 'wb') as file:
            file.write(made(name))


if __name__ == '__main__':
    main(*sys.argv[1:])
