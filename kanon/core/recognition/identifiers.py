"""What one value may be: a number with a check digit, an address, a date, the name of a person.

Promise: a number with a check digit is recognized only if the digit is right. Every pattern has a
bound, and only the first LOOKED_AT characters of a value are looked at, so a long value takes no
longer than a short one.
The check digits are those of
- ISO 13616 and ISO 7064 MOD 97-10 (IBAN), and ISO/IEC 7812-1 (cards);
- GB 11643 and ISO 7064 MOD 11-2 (Chinese identity numbers);
- ISO 7064 MOD 11,10 (German tax numbers), Anlage 1 to paragraph 290 SGB V (German health insurance
  numbers), and paragraph 2 VKVV (German pension insurance numbers).
"""

from __future__ import annotations

import re

from ..counts.values import in_ascii
from .known_words import FIRST_NAMES, IBAN_LENGTHS, PROVINCES, SURNAMES

LOOKED_AT = 1000    # characters of a value

# The share of a column's different values that must look like one kind before the column is taken
# to be of it.
HALF, NEARLY_ALL = 0.5, 0.9

# Dates.

MONTH = ('(?:jan(?:uary|uar|ner)?|jänner|feb(?:ruary|ruar)?|m(?:a|ä|ae)r(?:ch|z)?|mrz|apr(?:il)?'
         '|ma[iy]|jun[ei]?|jul[iy]?|aug(?:ust)?|sept?(?:ember)?|o[ck]t(?:ober)?|nov(?:ember)?'
         '|de[cz](?:ember)?)')
FULL_MONTH = ('(?:january?|jänner|february?|march|märz|maerz|april|ma[iy]|jun[ei]|jul[iy]|august'
              '|september|o[ck]tober|november|de[cz]ember)')
MONTHS = frozenset(
    'jan jän feb mar mär mrz mae apr may mai jun jul aug sep oct okt nov dec dez'.split())
YEAR = '(?:1[89]|20|21)[0-9]{2}'
DAY = '(?:0?[1-9]|[12][0-9]|3[01])'
DAY_OR_MONTH = '(?:0?[1-9]|1[0-2])'

PIECES = {'d': DAY, 'm': DAY_OR_MONTH, 'y': YEAR, 'n': MONTH, 'f': FULL_MONTH}

# Dates that are surely meant: with a year, or with the whole name of a month beside a day.
DATES = '|'.join((
    r'(?<![0-9])%(y)s(?:'       # a year, and behind it ...
    r'[-/]%(m)s(?:[-/]%(d)s)?(?![0-9])'
    r'|[.]%(m)s[.]%(d)s(?![0-9])'
    r'|-?(?:M[0-9]{1,2}(?:-D[0-9]{1,2})?|Q[1-4]|W[0-5][0-9](?:-?[1-7])?)(?![0-9])'
    r'|[-/ ]?KW ?[0-9]{1,2}'
    r'|年%(m)s月(?:%(d)s日)?'
    r'|-(?:[0-2][0-9]{2}|3[0-6][0-9])(?![-0-9]))',
    r'(?<![-0-9./])%(d)s([-/.] ?)%(d)s\1(?:1[89]|20|21)?[0-9]{2}(?![-0-9./])',
    r'(?<![-0-9./])%(m)s[-/]%(y)s(?![-0-9./])',
    r'(?<![0-9a-z])Q[1-4][ /-]?%(y)s(?![0-9])',
    r'(?<![0-9])%(m)s月(?:%(d)s日)?',
    r'(?<![0-9])%(d)s(?:st|nd|rd|th)?[ .,/_-]{0,2}(?:of )?%(n)s[ .,/_-]{0,2}(?:%(y)s|[0-9]{2})'
    r'(?![0-9])',
    r'(?<![0-9])%(d)s(?:st|nd|rd|th)?[ .,/_-]{0,2}(?:of )?%(f)s(?![a-zäöü])',
    r"\b%(n)s[ .,/'_-]{1,3}(?:%(d)s(?:st|nd|rd|th)?[ ,._-]{1,2})?%(y)s(?![0-9])",
    r'\b%(f)s[ ._-]{1,2}%(d)s(?:st|nd|rd|th)?(?![0-9a-z])')) % PIECES

# 3.2020 and 5.3. may be numbers.
LIKE_DATES = r'%(m)s[.]%(y)s|%(d)s[.] ?%(m)s[.]' % PIECES

# 5/3, Mar 3, 3 Mar.
PERHAPS_DATES = (r"%(d)s[/-]%(d)s|%(n)s[ .,/'_-]{0,3}[0-9]{1,2}|%(d)s[ ._-]{0,2}%(n)s" % PIECES)

# What may stand beside a date that is the whole value: signs, a time of day, a time zone.
LEFT = (r'[\s,;.:()T]*(?:[0-2]?[0-9]:[0-5][0-9](?::[0-5][0-9](?:[.,][0-9]{1,9})?)?)?\s*'
        r'(?:Z|UTC|Uhr|[ap]m|[+-][0-9]{2}:?[0-9]{2})?[\s,;.()/]*')

PHONES = '|'.join((
    # of North America
    r'(?<![0-9])(?:\+?1[ .-]?)?(?:\([0-9]{3}\) ?|[0-9]{3}[ .-])[0-9]{3}[ .-][0-9]{4}(?![0-9])',
    # with a country
    r'(?<![0-9])\+[1-9][0-9]{0,2}[ ./-]?(?:\(0\) ?)?[0-9](?:[ ./-]{0,2}[0-9]){5,12}(?![0-9])',
    # the same, of eight digits or more
    r'\A00[1-9](?:[ ./-]{0,2}(?:\(0\) ?)?[0-9]){7,14}(?![0-9])',
    # 0171 1234567, (030) 123 45 67
    r'(?<![0-9.,/-])\(?0[1-9][0-9]{1,4}\)?[ /-]{1,3}[0-9]{2,8}(?:[ -]?[0-9]{2,5}){0,3}(?![0-9])',
    # a Chinese mobile
    r'(?<![0-9])1[3-9][0-9][ -][0-9]{4}[ -][0-9]{4}(?![0-9])',
    # behind a word for it
    r'(?:\b(?:tele?phone|phone|call|tel|fon|telefon|mobile|mobil|handy|fax|cell)|电话|手机|联系)'
    r'[ .:：#-]{0,3}(?:no|nr|number)?[ .:：#-]{0,3}\(?\+?[0-9](?:[ ()./-]{0,2}[0-9]){3,14}'))

TITLES = (r'\b(?:Mr|Mrs|Ms|Miss|Herrn?|Frau|Dr|Prof)\b\.? {1,2}[A-ZÄÖÜ][a-zäöüß]{2,}'
          r'|[%s][\u4e00-\u9fff]{0,2}(?:先生|女士|小姐)' % SURNAMES)
TITLED = 'Mr', 'Ms', 'Miss', 'Herr', 'Frau', 'Dr', 'Prof'       # a text without one has no title

# A number with a sign or without. +491711234567 and +49.1711234567 are none: they begin with the
# code of a country.
PLAIN_NUMBER = r'(?!\+[1-9][0-9.]{7})[+-]?[0-9]*[.,]?[0-9]+(?:[eE][+-]?[0-9]{1,2})?'


# Check digits.


def luhn(digits) -> bool:
    """Whether the last digit is right by the formula of Luhn.

    >>> luhn('4539148803436467'), luhn('4539148803436466')
    (True, False)
    """
    total = 0
    for place, digit in enumerate(reversed(digits)):
        twice = 1 + place % 2       # every other digit counts twice, by the sum of its digits
        total += sum(divmod(int(digit) * twice, 10))
    return total % 10 == 0


def is_iban(text) -> bool:
    """Whether the two check digits of an account number are right.

    What follows its length is not looked at.

    >>> is_iban('DE89 3704 0044 0532 0130 00'), is_iban('DE89370400440532013001')
    (True, False)
    >>> is_iban('GB82WEST12345698765432')
    True
    """
    text = re.sub('[ -]', '', text).upper()
    length = IBAN_LENGTHS.get(text[:2])
    text = text[:length]
    if not 15 <= len(text) <= 34 or length is not None and len(text) < length:
        return False
    if not text.isalnum() or not text.isascii():
        return False
    moved = text[4:] + text[:4]
    return int(''.join(str(int(letter, 36)) for letter in moved)) % 97 == 1


def is_day(month, day) -> bool:
    if not 1 <= month <= 12:
        return False
    days = 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31
    return 1 <= day <= days[month - 1]


def is_citizen(text) -> bool:
    """Whether this is a Chinese identity number.

    One of 18 digits has the check digit of MOD 11-2, and one of 15 has none.

    >>> is_citizen('11010519491231002X'), is_citizen('110105194912310021')
    (True, False)
    >>> is_citizen('110105491231002')
    True
    """
    if text[:2] not in PROVINCES:
        return False
    if len(text) == 15:
        month, day = text[8:10], text[10:12]
        return is_day(int(month), int(day))
    century, month, day = text[6:8], text[10:12], text[12:14]
    if century not in ('18', '19', '20') or not is_day(int(month), int(day)):
        return False
    total = sum(int(digit) * pow(2, 17 - place, 11) for place, digit in enumerate(text[:17]))
    return text[17].upper() == '10X98765432'[total % 11]


def is_tax(digits) -> bool:
    """Whether these 11 digits are a German tax number (Steuer-ID).

    >>> is_tax('86095742719'), is_tax('86095742718'), is_tax('12345678903')
    (True, False, False)
    """
    first_ten = digits[:10]
    *once, most = sorted(first_ten.count(digit) for digit in set(first_ten))
    if digits[0] == '0' or most not in (2, 3) or set(once) - {1}:
        return False        # one digit must stand there twice or thrice, and no other one
    product = 10
    for digit in first_ten:
        product = ((int(digit) + product) % 10 or 10) * 2 % 11
    return (11 - product) % 10 == int(digits[10])


def cross_sums(digits, weights) -> int:
    """The sum of the digits of each digit times its weight."""
    return sum(sum(divmod(int(digit) * weight, 10)) for digit, weight in zip(digits, weights))


def as_digits(letter) -> str:
    """The place of a letter in the alphabet, in two digits."""
    return '%02d' % (ord(letter.upper()) - ord('A') + 1)


def is_insurance(text) -> bool:
    """Whether this letter and nine digits are a German health insurance number.

    It is the Krankenversichertennummer.

    >>> is_insurance('A123456780'), is_insurance('A123456781')
    (True, False)
    """
    digits = as_digits(text[0]) + text[1:9]
    return cross_sums(digits, (1, 2) * 5) % 10 == int(text[9])


def is_pension(text) -> bool:
    """Whether this is a German pension insurance number.

    It has an area, the day of birth, a letter, two digits, and a check digit.

    >>> is_pension('15070649C103'), is_pension('15070649C104')
    (True, False)
    """
    day, month = int(text[2:4]), int(text[4:6])
    if day > 50:        # there are several numbers of that day
        day -= 50
    if not is_day(month, day):
        return False
    digits = text[:8] + as_digits(text[8]) + text[9:11]
    return cross_sums(digits, (2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2, 1)) % 10 == int(text[11])


def is_ipv6(text) -> bool:
    """Whether this is an address of the Internet Protocol, version 6.

    >>> [is_ipv6(text) for text in ('2001:db8::1', '::1', '1:2:3:4:5:6:7:8')]
    [True, True, True]
    >>> [is_ipv6(text) for text in ('12:30:45', 'a::b::1', '1:2:3:4:5:6:7::8:9')]
    [False, False, False]
    """
    if text.count('::') > 1 or ':::' in text:
        return False
    if not any(letter.isdigit() for letter in text):
        return False
    groups = [group for group in text.split(':') if group]
    count = len(groups)
    if groups and '.' in groups[-1]:        # the last 32 bits, written as version 4
        groups.pop()
        count += 1
    if not all(re.fullmatch('[0-9a-fA-F]{1,4}', group) for group in groups):
        return False
    if '::' in text:
        return 1 <= count <= 7
    return count == 8 and text[0] != ':' and text[-1] != ':'


def is_card(text) -> bool:
    return luhn(re.sub('[ -]', '', text))


def is_spaced_pension(text) -> bool:
    return is_pension(text.replace(' ', ''))


def is_spaced_tax(text) -> bool:
    return is_tax(text.replace(' ', ''))


# What surely stands in a text: a kind, its least length, what a text must have one of, a pattern,
# and a function that must agree, or None. What one has found is not looked at again: the digits of
# an account are no telephone number.
DIGIT = '0123456789'
DIGITS_ = frozenset(DIGIT)
SURE = (
    ('iban', 15, DIGITS_,
     '(?<![A-Za-z0-9])[A-Z]{2}[0-9]{2}(?:[ -]?[A-Z0-9]{4}){2,7}(?:[ -]?[A-Z0-9]{1,3})?'
     '(?![A-Za-z0-9])', is_iban),
    ('card', 15, frozenset(' -'),
     r'(?<![0-9])[0-9]{4}([ -])(?:[0-9]{4}\1[0-9]{4}\1[0-9]{1,7}|[0-9]{6}\1[0-9]{4,5})(?![0-9])',
     is_card),
    ('citizen', 18, DIGITS_, '(?<![0-9])[1-9][0-9]{16}[0-9Xx](?![0-9A-Za-z])', is_citizen),
    ('uuid', 36, frozenset('-'),
     '(?<![0-9a-fA-F])[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}(?![0-9a-fA-F])', None),
    ('email', 6, frozenset('@＠'),
     r'[\w.%+-]{1,64}[@＠][\w-]{1,63}(?:\.[\w-]{1,63}){0,5}\.[a-zA-Z\u4e00-\u9fff]{2,24}', None),
    ('photo', 4, frozenset('.:'),
     r'[^\s/]{0,60}[.](?:jpe?g|png|gif|tiff?|bmp|heic|webp)(?!\w)|\bdata:image/\S{0,1000}', None),
    ('url', 5, frozenset(':.'),
     r'\b(?:https?|ftp)://\S{0,1000}|\bwww\.[\w-]\S{0,1000}'
     r'|(?<![@\w.-])(?:[a-z0-9-]{1,63}\.){1,4}(?:com|org|net|de|cn|eu|edu|gov|info)(?![\w.-])',
     None),
    ('device', 17, frozenset(':-'),
     r'(?<![0-9a-f:-])[0-9a-f]{2}([:-])(?:[0-9a-f]{2}\1){4}[0-9a-f]{2}(?![0-9a-f:-])', None),
    ('ip', 3, frozenset('.'),
     r'(?<![0-9.])(?:(?:25[0-5]|2[0-4][0-9]|1?[0-9]{1,2})[.]){3}'
     r'(?:25[0-5]|2[0-4][0-9]|1?[0-9]{1,2})(?![0-9.])', None),
    ('ip', 3, frozenset(':'),
     r'(?<![0-9A-Za-z:.])[0-9a-f:]{3,39}(?:\.[0-9]{1,3}){0,3}(?![0-9A-Za-z:])', is_ipv6),
    ('ssn', 11, frozenset('- '), '(?<![0-9-])[0-9]{3}([- ])[0-9]{2}\\1[0-9]{4}(?![0-9-])', None),
    ('date', 4, DIGITS_, DATES, None),
    ('phone', 8, DIGITS_, PHONES, None))

# Values of digits alone: a kind, how many digits, a pattern, a function that must agree, or None,
# and the share of the values that must look so. A check digit is right in one of ten numbers by
# chance. A share of None: that tells too little, the column stays in doubt.
DIGITS = (
    ('card', range(13, 20), '[2-6][0-9]*|1800[0-9]*', luhn, HALF),
    ('citizen', (15,), '[0-9]+', is_citizen, HALF),
    ('tax', (11,), '[0-9]+', is_tax, HALF),
    ('phone', (11,), '1[3-9][0-9]*', None, HALF),
    ('phone', (10, 11), '1?[2-9][0-9]{2}[2-9][0-9]{6}', None, NEARLY_ALL),
    ('phone', range(10, 18), '00[1-9][0-9]*', None, NEARLY_ALL),
    ('phone', (10,), '[0-9]+', None, None),
    ('phone', range(9, 15), '0[1-9][0-9]*', None, HALF),
    ('phone', range(10, 16), '86[1-9][0-9]*|49[1-9][0-9]*', None, NEARLY_ALL),
    ('date', (8, 12, 14), YEAR + '(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|3[01])[0-9]*', None,
     NEARLY_ALL),
    ('date', (6,), '(?:19|20)[0-9]{2}(?:0[1-9]|1[0-2])', None, None),
    ('ssn', (9,), '[0-9]+', None, None),
    ('zip', (5, 9), '[0-9]+', None, None))

# Other values as a whole: a kind, a pattern, a function that must agree, or None, and the share.
WHOLE = (
    ('insurance', '[A-Za-z][0-9]{9}', is_insurance, HALF),
    ('pension', '[0-9]{8} ?[A-Za-z] ?[0-9]{3}', is_spaced_pension, HALF),
    ('tax', '[0-9]{2} [0-9]{3} [0-9]{3} [0-9]{3}', is_spaced_tax, HALF),
    ('iban', '[A-Za-z]{2}[0-9]{2}[A-Za-z0-9 ]{11,40}', is_iban, HALF),
    ('uuid', '(?=[a-f]*[0-9])(?=[0-9]*[a-f])[0-9a-f]{16,128}', None, HALF),
    ('vehicle', '(?=[A-Z]*[0-9])(?=[0-9]*[A-Z])[A-HJ-NPR-Z0-9]{17}', None, HALF),
    ('phone', '[2-9][0-9]{2}[ -][0-9]{4}', None, HALF),
    ('zip', '[0-9]{5}-[0-9]{4}|[A-Z]{1,2}[0-9][A-Z0-9]? [0-9][A-Z]{2}'
            '|[A-Z][0-9][A-Z] ?[0-9][A-Z][0-9]|(?:D-|CN-?)[0-9]{5,6}', None, HALF),
    ('date', LIKE_DATES, None, HALF),
    ('date', PERHAPS_DATES, None, None))

LAST_FIRST = WHOLE[::-1]        # of two rows of one kind the first one decides

# They may have fewer than ten characters.
SHORT = tuple(row for row in LAST_FIRST if row[0] in ('phone', 'zip', 'date'))

# What every kind that surely stands in a text has one of.
SIGNS = frozenset('0123456789@.:')
ADDRESSES = frozenset('@＠.:')

# The kinds beside which there may be more to tell in a value, even if nothing else is in it.
NOT_ALONE = frozenset(['name', 'email', 'url', 'photo'])


def sights(value) -> tuple:
    """The kinds that surely stand in a value, the kinds that it may be, and whether that is all.

    The second is {kind that the whole value may be: share of the column that must look so}. The
    last is whether nothing else is in the value.

    >>> sights('ring 0171 1234567'), sights('4539148803436467')
    (({'phone'}, {}, False), (set(), {'card': 0.5}, False))
    >>> sights('5 March'), sights('Smith, Ann')
    (({'date'}, {}, True), (set(), {'name': 0.5}, False))
    >>> sights('0049 171 1234567')[0], sights('8.0061304068')[0], sights('A001234567')[0]
    ({'phone'}, set(), set())
    >>> sights('Never-married'), sights('39')
    ((set(), {}, False), (set(), {}, False))
    """
    text = in_ascii(value[:LOOKED_AT]).strip()
    if text.isdigit():
        return set(), in_digits(text) if len(text) > 4 else {}, False
    if is_words(text):
        return set(), perhaps(text, ()) if len(text) <= 50 else {}, False
    if is_harmless(text):
        return set(), {}, False
    sure, left = sure_in(text)
    if (' ' in text or not text.isascii()) and re.search(TITLES, text):
        sure.add('name')
    maybe = perhaps(text, sure) if len(text) <= 50 else {}
    alone = bool(sure - NOT_ALONE) and len(value) <= LOOKED_AT and bool(re.fullmatch(LEFT, left))
    return sure, maybe, alone


def is_words(text) -> bool:
    """Whether these are words, for which no pattern is needed."""
    if not text.isascii() or not SIGNS.isdisjoint(text):
        return False
    return not any(title in text for title in TITLED)


def is_harmless(text) -> bool:
    """Whether this is a number, or a letter or two and a number, such as B17."""
    if re.fullmatch(PLAIN_NUMBER, text) and not re.fullmatch(LIKE_DATES, text):
        return True
    head = text.rstrip(DIGIT)
    return len(head) < 3 and head.isalpha() and len(text) < 9 and head[0] not in 'QqKk'


def sure_in(text) -> tuple:
    """The kinds of SURE that stand in a text, and the text without them."""
    letters = set(text)
    sure: set = set()
    if letters.isdisjoint(DIGITS_) and letters.isdisjoint(ADDRESSES):
        return sure, text
    for kind, least, needed, pattern, agrees in SURE:
        if len(text) < least or letters.isdisjoint(needed):
            continue
        flags = 0 if kind == 'iban' else re.IGNORECASE
        for match in list(re.finditer(pattern, text, flags)):
            if agrees is None or agrees(match[0]):
                sure.add(kind)
                text = text[:match.start()] + ' ' * len(match[0]) + text[match.end():]
    return sure, text


def perhaps(text, sure) -> dict:
    """{kind that a whole text may be: share of the column that must look so}.

    The text has a letter or a sign. A share of None is never enough. sure: the kinds that surely
    stand in it.
    """
    if not DIGITS_.isdisjoint(text):
        return perhaps_with_digits(text, sure)
    share = like_a_name(text)
    kinds: dict = {}
    if text[:3].lower() in MONTHS and re.fullmatch(MONTH + '[.]?', text, re.IGNORECASE):
        kinds['date'] = HALF
    if share:
        kinds['name'] = share
    return kinds


def perhaps_with_digits(text, sure) -> dict:
    kinds: dict = {}
    for kind, pattern, agrees, share in LAST_FIRST if len(text) > 9 else SHORT:
        if kind in sure:
            continue
        flags = re.IGNORECASE if kind == 'date' else 0
        if re.fullmatch(pattern, text, flags) and (agrees is None or agrees(text)):
            kinds[kind] = share
    return kinds


def in_digits(text) -> dict:
    """{kind that these digits may be: share of the column that must look so}.

    A share of None is never enough.
    """
    kinds: dict = {}
    for kind, lengths, pattern, agrees, share in DIGITS:
        if kind in kinds or len(text) not in lengths:
            continue
        if re.fullmatch(pattern, text) and (agrees is None or agrees(text)):
            kinds[kind] = share
    if len(text) == 18 and is_citizen(text):
        kinds['citizen'] = HALF
    return kinds


# O. Kowalski; Kowalski, O.
INITIALS = ('(?:[A-Z][.] ?){1,3}[A-ZÄÖÜ][a-zäöüß]{2,}'
            '|[A-ZÄÖÜ][a-zäöüß]{2,}, ?(?:[A-Z][.] ?){1,3}')

CHINESE_NAME = '(?:[%s]|欧阳|司马|上官|诸葛|东方)[\u4e00-\u9fff]{1,2}' % SURNAMES


def like_a_name(text):
    """The share of a column's values that must look like the names of persons, as this one does.

    None if it does not.

    >>> like_a_name('Ann'), like_a_name('Smith, Ann'), like_a_name('O. Kowalski')
    (0.5, 0.5, 0.5)
    >>> like_a_name('王小明'), like_a_name('Heart disease')
    (0.9, None)
    """
    if not text.isascii() and re.fullmatch(CHINESE_NAME, text):
        return NEARLY_ALL
    words = text.replace(',', ' ').replace('.', ' ').replace('-', ' ').split()
    if len(words) > 5 or not text[:1].isupper():
        return None
    if '.' in text and re.fullmatch(INITIALS, text):
        return HALF
    return HALF if any(word.lower() in FIRST_NAMES for word in words) else None
