"""What a published column may hold: each kind by value and by name, numbers with a check digit, and tables without an alarm."""

import csv
import subprocess
import sys
from collections import Counter
from random import Random

import pytest

from conftest import HOME
from kanon.assessment.column_names import named_kinds
from kanon.assessment.recognize import may_hold, recognized

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
