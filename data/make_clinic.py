#!/usr/bin/env python3
"""An invented table as a clinic might hand it over: 5,000 stays of 3,338 patients, 14 columns, ';' between, dates, postcodes,
incomes and codes.

    python3 data/make_clinic.py > clinic.csv

No row comes from a real person. docs/first-release.md tries kanon on this table. The generator uses random.random() alone,
whose numbers are the same in every Python for a seed.
"""

import os
import sys
from datetime import date, timedelta
from random import Random

SEED, RECORDS = 2006, 5000      # the year of Mondrian's paper
COLUMNS = 'case,patient,born,sex,postcode,income,marital,children,admitted,days,ward,insurer,diagnosis,icd'
TOWNS = {10115: 320, 20095: 180, 50667: 110, 80331: 150, 1067: 60, 4109: 60}     # where the postcodes of a town begin: weight
ILLNESSES = {'fracture': 5, 'pneumonia': 4, 'diabetes': 4, 'heart disease': 6, 'stroke': 3, 'cancer': 4, 'depression': 3, 'HIV': 1}
CODES = {'fracture': 'S72.0 S72.1 S52.5 S82.6', 'pneumonia': 'J18.9 J15.9 J12.8', 'diabetes': 'E11.9 E11.2 E10.9', 'heart disease': 'I21.0 I21.4 I25.1 I10',
         'stroke': 'I63.9 I61.9 I64', 'cancer': 'C50.9 C34.1 C18.7 D05.1', 'depression': 'F32.1 F33.2', 'HIV': 'B24 B20'}      # of ICD-10
CHRONIC = 'diabetes', 'HIV'
WARDS = {'fracture': 'surgery', 'cancer': 'oncology', 'depression': 'psychiatry', 'stroke': 'neurology'}


def lines():
    """The lines of the file."""
    random, of_codes = Random(SEED).random, Random(SEED + 1).random

    def one_of(weights):
        left = random() * sum(weights.values())
        for key, weight in weights.items():
            left -= weight
            if left < 0:
                return key
        return key

    yield COLUMNS.replace(',', ';') + '\n'
    patients = []       # (what stays the same, the first illness) of each
    for number in range(RECORDS):
        age = int(90 * random() ** 0.8)
        admitted = date(2024, 1, 1) + timedelta(int(366 * random()))
        born = admitted - timedelta(365 * age + int(365 * random()))
        marital = '' if random() < 0.02 else 'single' if age < 18 else one_of({'single': 30, 'married': 45, 'divorced': 12, 'widowed': max(1, age - 55)})
        income = '?' if age < 18 else str(100 * int(120 + 260 * random() + 900 * random() ** 6))
        illness = one_of(ILLNESSES)
        same = [born.isoformat(), 'f' if random() < 0.52 else 'm', '%05d' % (one_of(TOWNS) + int(40 * random() ** 2)),
                income, marital, str(int(4 * random() ** 2)) if age > 20 else '0']
        patient = int(3 * len(patients) * random())     # a third of the stays are those of patients who have been there before
        if patient < len(patients):
            same, first = patients[patient]
            illness, admitted = first if first in CHRONIC else illness, max(admitted, date(*map(int, same[0].split('-'))))
        else:
            patient = len(patients)
            patients.append((same, illness))
        yield ';'.join([
            str(700001 + number), 'P%04d' % (1 + patient), *same, admitted.strftime('%d.%m.%Y'), str(1 + int(20 * random() ** 3)),
            WARDS.get(illness, 'medicine'), one_of({'AOK': 4, 'TK': 4, 'Barmer': 3, 'private': 1}), illness, code_in(CODES[illness].split(), of_codes())]) + '\n'


def code_in(codes, share) -> str:
    return codes[int(len(codes) * share ** 2)]


if __name__ == '__main__':
    try:
        sys.stdout.writelines(lines())
        sys.stdout.flush()
    except OSError as error:        # its reader has gone, such as head, or its disk is full
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)        # for what Python still writes at its end
        sys.exit('make_clinic.py: standard output takes no more (%s) of the table' % error.strerror)
