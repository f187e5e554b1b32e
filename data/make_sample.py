#!/usr/bin/env python3
"""Make data/adult_sample.data: invented people in the format of UCI Adult (15 columns, no header, ', ' between, '?' missing).

    python3 data/make_sample.py             writes data/adult_sample.data again, to the same bytes

No row comes from a real person, and none of the weights below was read off a table: they were set by hand to look plausible.
What depends on what: marital status, education and hours on age; education_num is the number of education; occupation
depends on education and gender; relationship on marital status and gender; class on age, education and hours.
The generator uses random.random() alone, whose numbers are the same in every Python for a seed.
"""

import os
from random import Random

SEED, RECORDS = 2001, 12000     # the year of Samarati's paper
FILE = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'adult_sample.data')

EDUCATION = ['Preschool', '1st-4th', '5th-6th', '7th-8th', '9th', '10th', '11th', '12th', 'HS-grad', 'Some-college', 'Assoc-voc',
             'Assoc-acdm', 'Bachelors', 'Masters', 'Prof-school', 'Doctorate']     # education_num is the place, from 1
ADULTS = [2, 5, 10, 20, 16, 26, 30, 12, 320, 210, 45, 35, 180, 65, 14, 10]         # weights of EDUCATION at 25 and above
YOUNG = [1, 2, 6, 10, 20, 50, 90, 50, 310, 380, 20, 20, 60, 3, 0, 0]               # and below
RACE = {'White': 800, 'Black': 110, 'Asian-Pac-Islander': 50, 'Amer-Indian-Eskimo': 20, 'Other': 20}
COUNTRY = {'United-States': 900, 'Mexico': 22, 'Philippines': 8, 'Germany': 6, 'Canada': 6, 'India': 6, 'England': 5, 'Cuba': 4,
           'China': 4, 'Jamaica': 3, 'Italy': 3, 'Poland': 3, 'Vietnam': 3, 'Japan': 3, 'Greece': 2, '?': 18}
WORK_CLASS = {'Private': 700, 'Self-emp-not-inc': 80, 'Local-gov': 65, 'State-gov': 42, 'Self-emp-inc': 35, 'Federal-gov': 30,
              'Without-pay': 1, '?': 50}
# occupation: weights for people without a diploma, with one, with a degree
OCCUPATION = {'Craft-repair': (18, 16, 4), 'Machine-op-inspct': (14, 7, 1), 'Handlers-cleaners': (12, 5, 1),
              'Other-service': (20, 10, 3), 'Transport-moving': (9, 6, 1), 'Farming-fishing': (8, 3, 1), 'Priv-house-serv': (3, 1, 0),
              'Adm-clerical': (5, 16, 8), 'Sales': (7, 13, 13), 'Tech-support': (1, 4, 5), 'Protective-serv': (1, 3, 2),
              'Exec-managerial': (3, 10, 25), 'Prof-specialty': (1, 6, 36)}
MOSTLY_MEN = {'Craft-repair', 'Machine-op-inspct', 'Handlers-cleaners', 'Transport-moving', 'Farming-fishing', 'Protective-serv'}
MOSTLY_WOMEN = {'Adm-clerical', 'Other-service', 'Priv-house-serv'}


def person(random):
    """One record, a tuple of 15 str."""
    def one_of(weights):
        """A key, as often as its weight says."""
        left = random.random() * sum(weights.values())
        for key, weight in weights.items():
            left -= weight
            if left < 0:
                return key
        return key

    age = 17 + int(73 * min(random.random() ** 1.1, random.random() ** 0.6))
    gender = one_of({'Male': 2, 'Female': 1})
    race = one_of(RACE)
    number = one_of(dict(enumerate(YOUNG if age < 25 else ADULTS, 1)))
    if age < 16 + number // 2:
        number = min(number, 10)
    marital_status = one_of({
        'Never-married': max(8, 300 - 9 * age), 'Married-civ-spouse': max(3, min(150, 8 * (age - 18))),
        'Divorced': max(0, min(45, 2 * (age - 22))), 'Separated': max(0, min(10, age - 20)), 'Widowed': max(0, age - 48),
        'Married-spouse-absent': 4, 'Married-AF-spouse': 0.3})
    work_class = one_of(WORK_CLASS)
    certificate = 0 if number < 9 else 1 if number < 13 else 2
    favours, avoids = (MOSTLY_MEN, MOSTLY_WOMEN) if gender == 'Male' else (MOSTLY_WOMEN, MOSTLY_MEN)
    occupation = '?' if work_class == '?' else one_of({
        name: weights[certificate] * (2 if name in favours else 0.4 if name in avoids else 1)
        for name, weights in OCCUPATION.items()})
    if marital_status in ('Married-civ-spouse', 'Married-AF-spouse'):
        relationship = one_of({'Husband' if gender == 'Male' else 'Wife': 95, 'Other-relative': 3, 'Not-in-family': 2})
    else:
        relationship = one_of({'Own-child': 120 if age < 25 else 15, 'Not-in-family': 60,
                               'Unmarried': 10 if marital_status == 'Never-married' else 45, 'Other-relative': 6})
    hours = one_of({40: 55, 20: 12 if age < 25 or age > 65 else 3, 30: 8, 35: 6, 45: 8, 50: 9, 60: 5})
    hours += int(random.random() * 9) - 4 if random.random() < 0.3 else 0
    rich = random.random() < 0.02 + 0.05 * (number - 8) * (age > 27) * (hours > 38) * (1.5 if relationship in ('Husband', 'Wife') else 0.4)
    gain = int(3000 + 12000 * random.random()) if random.random() < (0.18 if rich else 0.04) else 0
    loss = int(1500 + 900 * random.random()) if not gain and random.random() < 0.04 else 0
    weight = int(20000 + 330000 * (random.random() + random.random()) / 2)
    return tuple(map(str, (age, work_class, weight, EDUCATION[number - 1], number, marital_status, occupation, relationship, race,
                           gender, gain, loss, hours, one_of(COUNTRY), '>50K' if rich else '<=50K')))


def lines():
    """The file's lines."""
    random = Random(SEED)
    for _ in range(RECORDS):
        yield ', '.join(person(random)) + '\n'


if __name__ == '__main__':
    with open(FILE, 'w', newline='') as file:
        file.writelines(lines())
    print('%s: %d records' % (FILE, RECORDS))
