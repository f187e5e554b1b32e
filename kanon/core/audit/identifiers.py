"""What one value may be: a number with a check digit, an address, a date, the name of a person.

Promise: a number with a check digit is recognized only if the digit is right. Every pattern has a bound, and only the first
LOOKED_AT characters of a value are looked at, so a long value takes no longer than a short one.
The check digits: ISO 13616 and ISO 7064 MOD 97-10 (IBAN), ISO/IEC 7812-1 (cards), GB 11643 and ISO 7064 MOD 11-2 (Chinese identity
numbers), ISO 7064 MOD 11,10 (German tax numbers), Anlage 1 to paragraph 290 SGB V (German health insurance numbers), paragraph 2
VKVV (German pension insurance numbers).
"""

from __future__ import annotations

import re

from ..counts.values import in_ascii
from .known_words import FIRST_NAMES, IBAN_LENGTHS, PROVINCES, SURNAMES

LOOKED_AT = 1000    # characters of a value

HALF, NEARLY_ALL = 0.5, 0.9     # of a column's different values, which look like one kind, before the column is taken to be of it

MONTH = ('(?:jan(?:uary|uar|ner)?|jänner|feb(?:ruary|ruar)?|m(?:a|ä|ae)r(?:ch|z)?|mrz|apr(?:il)?|ma[iy]|jun[ei]?|jul[iy]?|aug(?:ust)?'
         '|sept?(?:ember)?|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?)')
FULL_MONTH = ('(?:january?|jänner|february?|march|märz|maerz|april|ma[iy]|jun[ei]|jul[iy]|august|september|o[ck]tober|november'
              '|de[cz]ember)')
MONTHS = frozenset('jan jän feb mar mär mrz mae apr may mai jun jul aug sep oct okt nov dec dez'.split())
YEAR, DAY, DAY_OR_MONTH = '(?:1[89]|20|21)[0-9]{2}', '(?:0?[1-9]|[12][0-9]|3[01])', '(?:0?[1-9]|1[0-2])'

PIECES = {'d': DAY, 'm': DAY_OR_MONTH, 'y': YEAR, 'n': MONTH, 'f': FULL_MONTH}
# Dates that are surely meant: with a year, or with the whole name of a month beside a day.
DATES = '|'.join((
    r'(?<![0-9])%(y)s(?:[-/]%(m)s(?:[-/]%(d)s)?(?![0-9])|[.]%(m)s[.]%(d)s(?![0-9])'
    r'|-?(?:M[0-9]{1,2}(?:-D[0-9]{1,2})?|Q[1-4]|W[0-5][0-9](?:-?[1-7])?)(?![0-9])|[-/ ]?KW ?[0-9]{1,2}|年%(m)s月(?:%(d)s日)?|-(?:[0-2][0-9]{2}|3[0-6][0-9])(?![-0-9]))',
    r'(?<![-0-9./])%(d)s([-/.] ?)%(d)s\1(?:1[89]|20|21)?[0-9]{2}(?![-0-9./])', r'(?<![-0-9./])%(m)s[-/]%(y)s(?![-0-9./])',
    r'(?<![0-9a-z])Q[1-4][ /-]?%(y)s(?![0-9])', r'(?<![0-9])%(m)s月(?:%(d)s日)?',
    r'(?<![0-9])%(d)s(?:st|nd|rd|th)?[ .,/_-]{0,2}(?:of )?%(n)s[ .,/_-]{0,2}(?:%(y)s|[0-9]{2})(?![0-9])',
    r'(?<![0-9])%(d)s(?:st|nd|rd|th)?[ .,/_-]{0,2}(?:of )?%(f)s(?![a-zäöü])',
    r"\b%(n)s[ .,/'_-]{1,3}(?:%(d)s(?:st|nd|rd|th)?[ ,._-]{1,2})?%(y)s(?![0-9])", r'\b%(f)s[ ._-]{1,2}%(d)s(?:st|nd|rd|th)?(?![0-9a-z])',
    )) % PIECES
LIKE_DATES = r'%(m)s[.]%(y)s|%(d)s[.] ?%(m)s[.]' % PIECES      # 3.2020, 5.3.: they may be numbers
PERHAPS_DATES = r"%(d)s[/-]%(d)s|%(n)s[ .,/'_-]{0,3}[0-9]{1,2}|%(d)s[ ._-]{0,2}%(n)s" % PIECES     # 5/3, Mar 3, 3 Mar

PHONES = '|'.join((
    r'(?<![0-9])(?:\+?1[ .-]?)?(?:\([0-9]{3}\) ?|[0-9]{3}[ .-])[0-9]{3}[ .-][0-9]{4}(?![0-9])',     # North America
    r'(?<![0-9])\+[1-9][0-9]{0,2}[ ./-]?(?:\(0\) ?)?[0-9](?:[ ./-]{0,2}[0-9]){5,12}(?![0-9])',     # with a country
    r'\A00[1-9](?:[ ./-]{0,2}(?:\(0\) ?)?[0-9]){7,14}(?![0-9])',       # the same, of eight digits or more
    r'(?<![0-9.,/-])\(?0[1-9][0-9]{1,4}\)?[ /-]{1,3}[0-9]{2,8}(?:[ -]?[0-9]{2,5}){0,3}(?![0-9])',     # 0171 1234567, (030) 123 45 67
    r'(?<![0-9])1[3-9][0-9][ -][0-9]{4}[ -][0-9]{4}(?![0-9])',      # a Chinese mobile
    r'(?:\b(?:tele?phone|phone|call|tel|fon|telefon|mobile|mobil|handy|fax|cell)|电话|手机|联系)[ .:：#-]{0,3}(?:no|nr|number)?[ .:：#-]{0,3}'
    r'\(?\+?[0-9](?:[ ()./-]{0,2}[0-9]){3,14}'))

TITLES = (r'\b(?:Mr|Mrs|Ms|Miss|Herrn?|Frau|Dr|Prof)\b\.? {1,2}[A-ZÄÖÜ][a-zäöüß]{2,}|[%s][\u4e00-\u9fff]{0,2}(?:先生|女士|小姐)' % SURNAMES)


def luhn(digits) -> bool:
    """Whether the last digit is right by the formula of Luhn.

    >>> luhn('4539148803436467'), luhn('4539148803436466')
    (True, False)
    """
    return sum(int(digit) if place % 2 == 0 else int(digit) * 2 % 9 or int(digit) for place, digit in enumerate(digits[::-1])) % 10 == 0


def is_iban(text) -> bool:
    """Whether the two check digits of an account number are right. What follows its length is not looked at.

    >>> is_iban('DE89 3704 0044 0532 0130 00'), is_iban('DE89370400440532013001'), is_iban('GB82WEST12345698765432')
    (True, False, True)
    """
    text = re.sub('[ -]', '', text).upper()
    text = text[:IBAN_LENGTHS.get(text[:2], len(text))]
    return 15 <= len(text) <= 34 and text.isalnum() and text.isascii() and len(text) >= IBAN_LENGTHS.get(text[:2], 15) and int(
        ''.join(str(int(letter, 36)) for letter in text[4:] + text[:4])) % 97 == 1


def is_day(month, day) -> bool:
    return 1 <= month <= 12 and 1 <= day <= (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)[month - 1]


def is_citizen(text) -> bool:
    """Whether this is a Chinese identity number: of 18 digits, with the check digit of MOD 11-2, or of 15, which have none.

    >>> is_citizen('11010519491231002X'), is_citizen('110105194912310021'), is_citizen('110105491231002')
    (True, False, True)
    """
    if len(text) == 15:
        return text[:2] in PROVINCES and is_day(int(text[8:10]), int(text[10:12]))
    if text[:2] not in PROVINCES or text[6:8] not in ('18', '19', '20') or not is_day(int(text[10:12]), int(text[12:14])):
        return False
    total = sum(int(digit) * pow(2, 17 - place, 11) for place, digit in enumerate(text[:17]))
    return '10X98765432'[total % 11] == text[17].upper()


def is_tax(digits) -> bool:
    """Whether these 11 digits are a German tax number (Steuer-ID).

    >>> is_tax('86095742719'), is_tax('86095742718'), is_tax('12345678903')
    (True, False, False)
    """
    times = sorted(digits[:10].count(digit) for digit in set(digits[:10]))
    if digits[0] == '0' or times[-1] not in (2, 3) or times[:-1] != [1] * (len(times) - 1):
        return False        # of the first ten one digit stands there twice or thrice
    product = 10
    for digit in digits[:10]:
        product = ((int(digit) + product) % 10 or 10) * 2 % 11
    return (11 - product) % 10 == int(digits[10])


def cross_sums(digits, weights) -> int:
    """The sum of the digits of each digit times its weight."""
    return sum(sum(divmod(int(digit) * weight, 10)) for digit, weight in zip(digits, weights))


def is_insurance(text) -> bool:
    """Whether this letter and nine digits are a German health insurance number (Krankenversichertennummer).

    >>> is_insurance('A123456780'), is_insurance('A123456781')
    (True, False)
    """
    return cross_sums('%02d%s' % (ord(text[0].upper()) - 64, text[1:9]), (1, 2) * 5) % 10 == int(text[9])


def is_pension(text) -> bool:
    """Whether this is a German pension insurance number: area, day of birth, letter, two digits, check digit.

    >>> is_pension('15070649C103'), is_pension('15070649C104')
    (True, False)
    """
    if not is_day(int(text[4:6]), (int(text[2:4]) - 1) % 50 + 1 if int(text[2:4]) > 50 else int(text[2:4])):
        return False
    digits = '%s%02d%s' % (text[:8], ord(text[8].upper()) - 64, text[9:11])
    return cross_sums(digits, (2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2, 1)) % 10 == int(text[11])


def is_ipv6(text) -> bool:
    """Whether this is an address of the Internet Protocol, version 6.

    >>> [is_ipv6(text) for text in ('2001:db8::1', '::1', '1:2:3:4:5:6:7:8', '12:30:45', 'a::b::1', '1:2:3:4:5:6:7::8:9')]
    [True, True, True, False, False, False]
    """
    if text.count('::') > 1 or ':::' in text:
        return False
    groups = [group for group in text.split(':') if group]
    extra = 1 if groups and '.' in groups[-1] else 0        # the last 32 bits, written as version 4
    fits = all(re.fullmatch('[0-9a-fA-F]{1,4}', group) for group in groups[:len(groups) - extra])
    count = len(groups) + extra
    return fits and any(letter.isdigit() for letter in text) and (
        1 <= count <= 7 if '::' in text else count == 8 and text[0] != ':' and text[-1] != ':')


# A number with a sign or without. +491711234567 and +49.1711234567 are none: they begin with the code of a country.
PLAIN_NUMBER = r'(?!\+[1-9][0-9.]{7})[+-]?[0-9]*[.,]?[0-9]+(?:[eE][+-]?[0-9]{1,2})?'

# kind, its least length, what a text must have one of, a pattern, and a function that must agree, or None. What one has found is not
# looked at again: the digits of an account are no telephone number.
DIGIT = '0123456789'
SURE = (
    ('iban', 15, frozenset(DIGIT), '(?<![A-Za-z0-9])[A-Z]{2}[0-9]{2}(?:[ -]?[A-Z0-9]{4}){2,7}(?:[ -]?[A-Z0-9]{1,3})?(?![A-Za-z0-9])', is_iban),
    ('card', 15, frozenset(' -'), r'(?<![0-9])[0-9]{4}([ -])(?:[0-9]{4}\1[0-9]{4}\1[0-9]{1,7}|[0-9]{6}\1[0-9]{4,5})(?![0-9])',
     lambda text: luhn(re.sub('[ -]', '', text))),
    ('citizen', 18, frozenset(DIGIT), '(?<![0-9])[1-9][0-9]{16}[0-9Xx](?![0-9A-Za-z])', is_citizen),
    ('uuid', 36, frozenset('-'), '(?<![0-9a-fA-F])[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}(?![0-9a-fA-F])', None),
    ('email', 6, frozenset('@＠'), r'[\w.%+-]{1,64}[@＠][\w-]{1,63}(?:\.[\w-]{1,63}){0,5}\.[a-zA-Z\u4e00-\u9fff]{2,24}', None),
    ('photo', 4, frozenset('.:'), r'[^\s/]{0,60}[.](?:jpe?g|png|gif|tiff?|bmp|heic|webp)(?!\w)|\bdata:image/\S{0,1000}', None),
    ('url', 5, frozenset(':.'), r'\b(?:https?|ftp)://\S{0,1000}|\bwww\.[\w-]\S{0,1000}'
     r'|(?<![@\w.-])(?:[a-z0-9-]{1,63}\.){1,4}(?:com|org|net|de|cn|eu|edu|gov'
     r'|info)(?![\w.-])', None),
    ('device', 17, frozenset(':-'), r'(?<![0-9a-f:-])[0-9a-f]{2}([:-])(?:[0-9a-f]{2}\1){4}[0-9a-f]{2}(?![0-9a-f:-])', None),
    ('ip', 3, frozenset('.'), r'(?<![0-9.])(?:(?:25[0-5]|2[0-4][0-9]|1?[0-9]{1,2})[.]){3}(?:25[0-5]|2[0-4][0-9]|1?[0-9]{1,2})(?![0-9.])', None),
    ('ip', 3, frozenset(':'), r'(?<![0-9A-Za-z:.])[0-9a-f:]{3,39}(?:\.[0-9]{1,3}){0,3}(?![0-9A-Za-z:])', is_ipv6),
    ('ssn', 11, frozenset('- '), '(?<![0-9-])[0-9]{3}([- ])[0-9]{2}\\1[0-9]{4}(?![0-9-])', None),
    ('date', 4, frozenset(DIGIT), DATES, None), ('phone', 8, frozenset(DIGIT), PHONES, None))
LEFT = r'[\s,;.:()T]*(?:[0-2]?[0-9]:[0-5][0-9](?::[0-5][0-9](?:[.,][0-9]{1,9})?)?)?\s*(?:Z|UTC|Uhr|[ap]m|[+-][0-9]{2}:?[0-9]{2})?[\s,;.()/]*'

# Values of digits alone: (kind, how many digits, pattern, function that must agree, the share of the values that must look so).
# A check digit is right in one of ten numbers by chance. A share of None: that tells too little, the column stays in doubt.
DIGITS = (
    ('card', range(13, 20), '[2-6][0-9]*|1800[0-9]*', luhn, HALF), ('citizen', (15,), '[0-9]+', is_citizen, HALF),
    ('tax', (11,), '[0-9]+', is_tax, HALF), ('phone', (11,), '1[3-9][0-9]*', None, HALF),
    ('phone', (10, 11), '1?[2-9][0-9]{2}[2-9][0-9]{6}', None, NEARLY_ALL),
    ('phone', range(10, 18), '00[1-9][0-9]*', None, NEARLY_ALL), ('phone', (10,), '[0-9]+', None, None),
    ('phone', range(9, 15), '0[1-9][0-9]*', None, HALF),
    ('phone', range(10, 16), '86[1-9][0-9]*|49[1-9][0-9]*', None, NEARLY_ALL),
    ('date', (8, 12, 14), YEAR + '(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|3[01])[0-9]*', None, NEARLY_ALL),
    ('date', (6,), '(?:19|20)[0-9]{2}(?:0[1-9]|1[0-2])', None, None), ('ssn', (9,), '[0-9]+', None, None),
    ('zip', (5, 9), '[0-9]+', None, None))

# Other values as a whole.
WHOLE = (
    ('insurance', '[A-Za-z][0-9]{9}', is_insurance, HALF), ('pension', '[0-9]{8} ?[A-Za-z] ?[0-9]{3}', lambda text: is_pension(
        text.replace(' ', '')), HALF), ('tax', '[0-9]{2} [0-9]{3} [0-9]{3} [0-9]{3}', lambda text: is_tax(text.replace(' ', '')), HALF),
    ('iban', '[A-Za-z]{2}[0-9]{2}[A-Za-z0-9 ]{11,40}', is_iban, HALF),
    ('uuid', '(?=[a-f]*[0-9])(?=[0-9]*[a-f])[0-9a-f]{16,128}', None, HALF),
    ('vehicle', '(?=[A-Z]*[0-9])(?=[0-9]*[A-Z])[A-HJ-NPR-Z0-9]{17}', None, HALF), ('phone', '[2-9][0-9]{2}[ -][0-9]{4}', None, HALF),
    ('zip', '[0-9]{5}-[0-9]{4}|[A-Z]{1,2}[0-9][A-Z0-9]? [0-9][A-Z]{2}|[A-Z][0-9][A-Z] ?[0-9][A-Z][0-9]|(?:D-|CN-?)[0-9]{5,6}', None, HALF),
    ('date', LIKE_DATES, None, HALF), ('date', PERHAPS_DATES, None, None))


SHORT = tuple(row for row in reversed(WHOLE) if row[0] in ('phone', 'zip', 'date'))      # they may have fewer than ten characters


def sights(value) -> tuple:
    """The kinds that surely stand in a value, {kind that the whole value may be: share of the column that must look so}, and
    whether nothing else is in the value.

    >>> sights('ring 0171 1234567'), sights('4539148803436467'), sights('5 March')
    (({'phone'}, {}, False), (set(), {'card': 0.5}, False), ({'date'}, {}, True))
    >>> sights('0049 171 1234567')[0], sights('8.0061304068')[0], sights('A001234567')[0]
    ({'phone'}, set(), set())
    >>> sights('Never-married'), sights('39'), sights('Smith, Ann')
    ((set(), {}, False), (set(), {}, False), (set(), {'name': 0.5}, False))
    """
    text = in_ascii(value[:LOOKED_AT]).strip()
    if text.isdigit():
        return set(), in_digits(text) if len(text) > 4 else {}, False
    if text.isascii() and SIGNS.isdisjoint(text) and not any(map(text.__contains__, TITLED)):
        return set(), {} if len(text) > 50 else perhaps(text, ()), False        # words, for which no pattern is needed
    if re.fullmatch(PLAIN_NUMBER, text) and not re.fullmatch(LIKE_DATES, text):
        return set(), {}, False     # which no pattern fits
    head = text.rstrip('0123456789')
    if len(head) < 3 and head.isalpha() and len(text) < 9 and head[0] not in 'QqKk':
        return set(), {}, False     # B17: a letter or two, and a number
    sure, left = found_in(text)
    if (' ' in text or not text.isascii()) and re.search(TITLES, text):
        sure.add('name')
    maybe = {} if len(text) > 50 else perhaps(text, sure)
    return sure, maybe, bool(sure - {'name', 'email', 'url', 'photo'}) and len(value) <= LOOKED_AT and bool(re.fullmatch(LEFT, left))


SIGNS, ADDRESSES, TITLED = frozenset('0123456789@.:'), frozenset('@＠.:'), ('Mr', 'Ms', 'Miss', 'Herr', 'Frau', 'Dr', 'Prof')


def found_in(text) -> tuple:
    """The kinds of SURE that stand in a text, and the text without them."""
    letters, digits, sure = set(text), any(map(text.__contains__, DIGIT)), set()
    for kind, least, needed, pattern, agrees in SURE if digits or letters & ADDRESSES else ():
        if len(text) >= least and not letters.isdisjoint(needed):
            for found in list(re.finditer(pattern, text, 0 if kind == 'iban' else re.IGNORECASE)):
                if agrees is None or agrees(found[0]):
                    sure.add(kind)
                    text = text[:found.start()] + ' ' * len(found[0]) + text[found.end():]
    return sure, text


def perhaps(text, sure) -> dict:
    """{kind that a whole text with a letter or a sign may be: share of the column that must look so, None if that is not enough}."""
    if any(map(text.__contains__, DIGIT)):
        return {kind: share for kind, pattern, agrees, share in (reversed(WHOLE) if len(text) > 9 else SHORT) if kind not in sure
                and re.fullmatch(pattern, text, re.IGNORECASE if kind == 'date' else 0) and (agrees is None or agrees(text))}
    share = like_a_name(text)
    found = {'date': HALF} if text[:3].lower() in MONTHS and re.fullmatch(MONTH + '[.]?', text, re.IGNORECASE) else {}
    return {**found, 'name': share} if share else found


def in_digits(text) -> dict:
    """{kind that these digits may be: share of the column that must look so, None if that is not enough}."""
    found: dict = {}
    for kind, lengths, pattern, agrees, share in DIGITS:
        if kind not in found and len(text) in lengths and re.fullmatch(pattern, text) and (agrees is None or agrees(text)):
            found[kind] = share
    if len(text) == 18 and is_citizen(text):
        found['citizen'] = HALF
    return found


INITIALS = '(?:[A-Z][.] ?){1,3}[A-ZÄÖÜ][a-zäöüß]{2,}|[A-ZÄÖÜ][a-zäöüß]{2,}, ?(?:[A-Z][.] ?){1,3}'       # O. Kowalski; Kowalski, O.


def like_a_name(text):
    """The share of a column's values that must look like the names of persons, as this one does; None if it does not.

    >>> like_a_name('Ann'), like_a_name('Smith, Ann'), like_a_name('王小明'), like_a_name('Heart disease'), like_a_name('O. Kowalski')
    (0.5, 0.5, 0.9, None, 0.5)
    """
    if not text.isascii() and re.fullmatch('(?:[%s]|欧阳|司马|上官|诸葛|东方)[\u4e00-\u9fff]{1,2}' % SURNAMES, text):
        return NEARLY_ALL
    words = text.replace(',', ' ').replace('.', ' ').replace('-', ' ').split()
    if len(words) > 5 or not text[:1].isupper():
        return None
    with_initials = '.' in text and re.fullmatch(INITIALS, text)
    return HALF if with_initials or any(word.lower() in FIRST_NAMES for word in words) else None
