"""What counts as a number, as a code of digits, and as a missing value.

Promise: a plain number, such as 39, -1.5 or 1e3, is the same number in every part of kanon. Any
other writing of a number is never read as one, because "1,234" may mean 1.234 or 1234. But it is
recognized as a writing of a number. So a column of numbers never becomes a column of words
unnoticed. The decimal sign of a table is a point or a comma, never both. Digits with a leading
zero, such as 01067, are a code. Codes of one width are ordered as numbers and keep their zeros.
Codes of several widths are refused where they would be read as numbers, because 01067 and 1067
would become one value.
"""

from __future__ import annotations

import re
from collections import namedtuple
from functools import partial

from ..errors import DataError, option, quoted, some

MISSING = '?', ''   # what stands for an unknown value in a table
OPEN = '*'      # the end of an interval that has none

# What says of a sensitive value that nobody knows it, in capitals. The rules beyond k and the
# measures of a class see UNKNOWN in place of each.
NOT_KNOWN, UNKNOWN = frozenset(['', '?', 'NA', 'N/A', 'NULL', 'NAN']), '?'

# Names of columns that hold categories, in small letters and without what stands between their
# words.
CATEGORIES = (
    'sex gender race ethnicity marital maritalstatus education degree schooling occupation job'
    ' profession workclass employment relationship diagnosis diagnoses condition disease illness'
    ' ill symptom symptoms treatment therapy drug medication procedure ward department insurer'
    ' state country nativecountry nation nationality citizenship continent religion language'
    ' smoker smoking severity bloodtype bloodgroup allergy vaccine salaryclass'
    ' geschlecht familienstand bildung bildungsabschluss beruf diagnose diagnosen krankheit'
    ' erkrankung symptome behandlung therapie medikament station abteilung krankenkasse'
    ' bundesland staat nationalität religion sprache raucher blutgruppe allergie'
    ' 性别 民族 婚姻 婚姻状况 学历 文化程度 职业 诊断 疾病 病种 科室 省 省份 国家 国籍 宗教 血型')

# A column of ENOUGH records looks like an identifier if its distinct values are at least the share
# NEARLY of the records.
ENOUGH, NEARLY = 10, 0.95

NUMBER = re.compile(r'[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]{1,2})?')

# In characters. A longer string of digits is a name, and might overflow a float.
LONGEST_NUMBER = 40

# Lines that are numbers without an exponent, but for whole ones in plain digits. %s: the decimal
# sign.
NUMBERS_TO_SHORTEN = r'(?m)^(?![1-9][0-9]*$)[+-]?(?:[0-9]+(?:%s[0-9]*)?|%s[0-9]+)$'

# These patterns are compiled on first use, because few runs need them.
OTHER_DECIMALS = {'.': ('[+-]?[0-9]*,[0-9]+', 'a decimal comma'),
                  ',': ('[+-]?[0-9]*[.][0-9]+', 'a decimal point')}

THOUSANDS = r"[+-]?[1-9][0-9]{0,2}([.,' _\u00a0\u202f\u2019])[0-9]{3}(\1[0-9]{3})*([.,][0-9]+)?"

# Signs between thousands, as they are typed.
BETWEEN_THOUSANDS = {
    **dict.fromkeys(' \xa0\u202f', 'blank'), **dict.fromkeys("'\u2019", 'apostrophe')}
# The signs that may be said to stand between thousands, each with all its forms: apostrophes, and
# blanks of three widths.
SIGNS_OF_THOUSANDS = {'.': '.', ',': ',', '_': '_', "'": "'\u2019", ' ': ' \xa0\u202f'}
WORDS = {sign: BETWEEN_THOUSANDS[sign] for sign in " '"}       # of those that are hard to type
NO_SIGN = 'none'        # what is said of a column without a sign between thousands

EXPONENT = NUMBER.pattern.replace('{1,2})?', '{3,})')

SIGNS = '$\u20ac\xa3\xa5\u20b9\u20bd\u20a9%'      # of currencies and percent


def number(text, decimal='.'):
    """The number that a text writes in plain decimal digits, or None. A whole number is always an
    int. decimal: the decimal sign.

    >>> number('39'), number('-1.5'), number('1e3'), number('1,5'), number('nan'), number('1_000')
    (39, -1.5, 1000, None, None, None)
    >>> number('39', ','), number('1,5', ','), number('1.5', ',')
    (39, 1.5, None)
    """
    if decimal != '.':
        if '.' in text:
            return None
        text = text.replace(decimal, '.')
    if len(text) > LONGEST_NUMBER:
        return None
    if text.isdigit() and text.isascii():       # most numbers; the pattern takes twice as long
        return int(text)
    if not NUMBER.fullmatch(text):
        return None
    whole, _, decimals = text.partition('.')
    if not decimals.strip('0') and whole.lstrip('+-').isdigit():
        return int(whole)
    value = float(text)
    return int(value) if value.is_integer() else value


def range_text(low, high, half_open=False) -> str:
    """The label of a range with these ends.

    >>> range_text('35', '39'), range_text('-40', '-20', True)
    ('[35-39]', '[-40--20)')
    """
    return '[%s-%s%s' % (low, high, ')' if half_open else ']')


def below(limit):
    """The greatest number that a text may write below another one: [60-80) goes up to it.

    >>> below(80), below(0) < 0, below(10 ** 17), below(-20)
    (79.99999999999999, True, 99999999999999999, -20.000000000000004)
    """
    from struct import pack, unpack     # math.nextafter is younger than Python 3.8
    nearest = float(limit)
    if nearest >= limit:
        bits, = unpack('<q', pack('<d', nearest))
        step = -1 if nearest > 0 else 1
        nearest = unpack('<d', pack('<q', bits + step))[0] if nearest else -5e-324
    return max(nearest, limit - 1) if isinstance(limit, int) else nearest


def writing(text, decimal='.'):
    """How a text writes a number, if not plainly. None if it is a plain number or no number at all.

    decimal: the decimal sign.

    >>> [writing(text) for text in ('1,5', '1.234,5', '12 000')]
    ['a decimal comma', 'thousands separators', 'thousands separators']
    >>> writing('7 %'), writing(' 39 '), writing('nan')
    ('a currency or percent sign', 'blanks around it', 'nan or inf')
    >>> writing('\u0661\u0662'), writing('1e400')
    ('digits of another script', 'an exponent of three digits')
    >>> [writing(text) for text in ('39', 'Sales', '10-19', '3O')]
    [None, None, None, None]
    >>> writing('1.234,5', ','), writing('1.5', ','), writing('1,5', ',')
    ('thousands separators', 'a decimal point', None)
    """
    if len(text) > LONGEST_NUMBER or number(text, decimal) is not None:
        return None
    if not re.search(r'\d', text):
        is_word = text.lower().lstrip('+-') in ('nan', 'inf', 'infinity')
        return 'nan or inf' if is_word else None
    for pattern, words in ((THOUSANDS, 'thousands separators'), OTHER_DECIMALS[decimal],
                           (EXPONENT, 'an exponent of three digits')):
        if re.fullmatch(pattern, text):
            return words
    for plainer, words in ((text.strip(), 'blanks around it'),
                           (text.strip(SIGNS + ' \xa0'), 'a currency or percent sign'),
                           (in_ascii(text, decimal), 'digits of another script')):
        if plainer != text and (number(plainer, decimal) is not None or writing(plainer, decimal)):
            return words
    return None


def in_ascii(text, decimal='.') -> str:
    """The text with digits, minus signs and decimal signs of other scripts in ASCII."""
    if text.isascii():
        return text
    with_signs = text.translate({0x2212: '-', 0x66b: decimal, 0xff0e: '.', 0xff0c: ','})
    return re.sub(r'\d', lambda digit: str(int(digit[0])), with_signs)


class Known(dict):
    """{sensitive value: itself, or '?' if it says that it is not known}. A value that is asked for
    is looked at once.

    Capitals make no difference, nor do blanks around it.

    >>> [Known()[value] for value in ('flu', '', ' ? ', 'n/a', 'NaN', 'Null', 'none')]
    ['flu', '?', '?', '?', '?', '?', 'none']
    """

    def __missing__(self, value):
        self[value] = UNKNOWN if value.strip().upper() in NOT_KNOWN else value
        return self[value]


def missing_words_of_run(words, between=';') -> list:
    """Words that mean a missing value, too, without the blanks around them. DataError for one that
    cannot.

    between: what stands between them.

    >>> missing_words_of_run(['NA', ' keine Angabe '])
    ['NA', 'keine Angabe']
    """
    words = [word.strip() for word in words]
    for word in words:
        separators = [sign for sign in (';', ',', '\n', '\r', '\0') if sign in word]
        problem = ''
        if not word:
            problem = ('a word is empty; nothing at all is a missing value anyway, and words are'
                       ' separated by %s' % between)
        elif word == '*':
            problem = '%s is what a release has in place of suppressed values' % quoted(word)
        elif words.count(word) > 1:
            problem = '%s stands there twice' % quoted(word)
        elif separators:
            problem = '%s has %s in it; words are separated by %s' % (
                quoted(word), quoted(separators[0]), between)
        if problem:
            raise DataError(problem)
    return words


def present_in(counts) -> dict:
    """{value: records} without the missing values."""
    return {value: n for value, n in counts.items() if value not in MISSING}


def not_plain(counts, decimal='.') -> dict:
    """The {value: records} of a column of numbers that are not plain numbers.

    {} if it is no column of numbers. It is one if most records have a number in some writing.
    Missing values do not count.

    >>> not_plain({'39': 5, '41': 2, '3O': 1, '?': 2}), not_plain({'1,5': 2, '2,5': 1})
    ({'3O': 1}, {'1,5': 2, '2,5': 1})
    >>> not_plain({'a': 3, '1': 2})
    {}
    """
    others = {value: n for value, n in counts.items()
              if number(value, decimal) is None and value not in MISSING}
    no_numbers = sum(n for value, n in others.items() if not writing(value, decimal))
    return others if 2 * no_numbers < sum(present_in(counts).values()) else {}


def check_plain(name, counts, advice, decimal='.'):
    """DataError if a column of numbers has values that are not plain numbers.

    It names ten of them, and what to do.
    """
    others = not_plain(counts, decimal)
    if not others:
        return
    hint = ''
    if decimal == '.' and decimal_of([others]) == ',':
        hint = 'say %s if the comma is their decimal sign, or ' % option('decimal', ',')
    sign = between_thousands(others)
    if sign:
        answer = option('thousands', '%s=%s' % (name, sign))
        hint += 'say %s if that sign stands between thousands, or ' % answer
    named = some(sorted(others, key=lambda value: (-others[value], value)), counts=others)
    records = sum(others.values())
    some_are_no_numbers = not all(writing(value, decimal) for value in others)
    dirt = few(others, present_in(counts)) and some_are_no_numbers
    dropped = ', take them as missing with ' + option('unreadable', 'missing') if dirt else ''
    raise DataError('column %s holds numbers, but %d of its %d values, in %d records, are not plain'
                    ' numbers: %s; %scorrect them (write 39 or 1234%s5, and ? or nothing for an'
                    ' unknown value)%s%s'
                    % (quoted(name), len(others), len(counts), records, named, hint, decimal,
                       dropped, advice))


def between_thousands(values):
    """The sign between the thousands of all these values, as it is typed, or None.

    >>> between_thousands(['1.234.567', '2.000,5']), between_thousands(['1 200'])
    ('.', 'blank')
    >>> between_thousands(['1.200', '1,200,300']) is None
    True
    """
    signs = {found and found[1] for found in (re.fullmatch(THOUSANDS, value) for value in values)}
    words = {BETWEEN_THOUSANDS.get(sign, sign) for sign in signs}
    return words.pop() if len(words) == 1 else None


def may_have_several(values, records) -> bool:
    """Whether persons, as many as these different values, may have so many records.

    They may if a person has at least 1.2 records on average, and at most 50.

    >>> may_have_several(60, 300), may_have_several(60, 61), may_have_several(60, 30_000)
    (True, False, False)
    >>> may_have_several(3, 9)
    False
    """
    return values >= ENOUGH and 1.2 * values <= records <= 50 * values


def few(others, present) -> bool:
    """Whether these values are in fewer than half of the records that have a value.

    Both are {value: records}.
    """
    return 2 * sum(others.values()) < sum(present.values())


def decimal_of(columns):
    """The decimal sign of a table with these columns, each {value: records}.

    It is the comma if most records of some column are numbers with a decimal comma or whole
    numbers, and no column has the decimal point likewise. A value such as 1,234 or 1.234 tells
    nothing.

    >>> decimal_of([{'1,5': 2, '3': 1}, {'a': 3}]), decimal_of([{'1,5': 2, '3': 1}, {'2.5': 3}])
    (',', '.')
    >>> decimal_of([{'1,234': 3}])
    '.'
    """
    comma, point = (any(has_decimals(counts, sign) for counts in columns) for sign in ',.')
    return ',' if comma and not point else '.'


def has_decimals(counts, decimal) -> bool:
    """Whether most records of a column are numbers with this decimal sign.

    One of them must have the sign, and mean nothing else by it.
    """
    if not any(decimal in value for value in counts):
        return False
    others = {value: n for value, n in present_in(counts).items() if number(value, decimal) is None}
    if not few(others, present_in(counts)):
        return False
    numbers = [value for value in counts if number(value, decimal) is not None]
    return any(decimal in value and not re.fullmatch(THOUSANDS, value) for value in numbers)


def is_code(text) -> bool:
    """Whether a text is digits with a leading zero.

    >>> [is_code(text) for text in ('01067', '00', '0', '0.5', '-01', '1067')]
    [True, True, False, False, False, False]
    """
    return text.startswith('0') and len(text) > 1 and text.isascii() and text.isdigit()


def code_width(numbers) -> int:
    """How many digits the codes among these numbers have; 0 if none of the numbers is a code.

    The widest number counts.
    """
    # The zero is asked for first, because most texts begin with none.
    if not any(text[:1] == '0' and is_code(text) for text in numbers):
        return 0
    return max(len(text) for text in numbers if text.isascii() and text.isdigit())


def other_codes(counts, decimal='.') -> dict:
    """The {value: records} of a column of codes that have not its width.

    {} if it is no column of codes. It is one if all its values are numbers and one of them has a
    leading zero. Missing values do not count.

    >>> other_codes({'01067': 5, '1067': 2, '+1067': 1, '?': 3})
    {'1067': 2, '+1067': 1}
    >>> other_codes({'01067': 5, '14850': 2}), other_codes({'5': 1, '10': 2})
    ({}, {})
    """
    width = code_width(counts)
    if not width:
        return {}
    present = present_in(counts)
    if any(number(value, decimal) is None for value in present):
        return {}

    def has_width(value):
        return len(value) == width and value.isascii() and value.isdigit()
    return {value: n for value, n in present.items() if not has_width(value)}


def two_widths(counts, decimal='.') -> dict:
    """Of a column of codes: how many are as wide as the widest, and how many are not.

    {} if all are.
    """
    others = other_codes(counts, decimal)
    if not others:
        return {}
    present, records = present_in(counts), sum(others.values())
    return {'all': len(present), 'width': code_width(present),
            'wide': len(present) - len(others), 'wide_records': sum(present.values()) - records,
            'others': len(others), 'other_records': records}


def two_writings(counts, decimal='.') -> str:
    """What is wrong with a column of codes of several widths, and what to do. '' if nothing is.

    It names ten of the values.
    """
    widths, others = two_widths(counts, decimal), other_codes(counts, decimal)
    if not widths:
        return ''
    values = some(sorted(others, key=lambda value: (-others[value], value)), counts=others)
    return ('digits with a leading zero are codes, and these are written in two ways: %(wide)d of'
            ' the %(all)d values, in %(wide_records)d records, have %(width)d digits, and'
            ' %(others)d, in %(other_records)d records, have not: %(values)s; write all with'
            ' %(width)d digits' % {**widths, 'values': values})


def check_codes(counts, column='', advice='', decimal='.'):
    """DataError if a column has codes of several widths."""
    problem = two_writings(counts, decimal)
    if problem:
        raise DataError('%s%s%s' % (column and 'column %s: ' % quoted(column), problem, advice))


def in_common(text, decimal='.') -> str:
    """What all ways to write the same have in common, as a text.

    Of a number it is the number in as few signs as can be. Of another text it is the text in small
    letters, in Unicode's form NFKC, without characters that nobody sees, with one blank between two
    words.

    Digits count as they are written, however many there are. A number with an exponent is a text,
    because 0E8 and 0E0 are airports.

    >>> in_common(' Ann  Lee'), in_common('ann\u200b LEE')
    ('ann lee', 'ann lee')
    >>> [in_common(text) for text in ('1', '01', '+1.0', '1.50', '-0', '0E8')]
    ['1', '1', '1', '1.5', '0', '0e8']
    >>> in_common('Ko\u0308ln') == in_common('K\xd6LN'), in_common('\uff21')
    (True, 'a')
    >>> in_common('1,50', ','), in_common('1.0', ',')
    ('1,5', '1.0')
    """
    return all_in_common([text], decimal)[0]


def all_in_common(texts, decimal='.') -> list:
    """`in_common` of each of these texts.

    They are looked at as one text, a line each, which takes a fifth of the time.
    """
    text = '\n'.join([text.replace('\n', ' ') for text in texts])
    if not text.isascii():
        from unicodedata import category, normalize     # few columns need it
        hidden = [ord(letter) for letter in set(text) if category(letter) == 'Cf']
        text = normalize('NFKC', text.translate(dict.fromkeys(hidden)))
        text = normalize('NFKC', text.casefold())       # small letters may be composed otherwise
    text = text.casefold()
    if re.search(r'[^\S\n]', text):
        text = '\n'.join([' '.join(line.split()) for line in text.split('\n')])
    numbers = NUMBERS_TO_SHORTEN.replace('%s', re.escape(decimal))
    return re.sub(numbers, lambda line: fewest_digits(line[0], decimal), text).split('\n')


def fewest_digits(number, decimal='.') -> str:
    """A number in plain digits, without a zero, a sign or a point that makes no difference.

    >>> [fewest_digits(text) for text in ('007', '-01.50', '+.5', '5.', '-0.0', '0')]
    ['7', '-1.5', '0.5', '5', '0', '0']
    """
    whole, _, decimals = number.lstrip('+-').partition(decimal)
    whole, decimals = whole.lstrip('0') or '0', decimals.rstrip('0')
    shortest = whole + decimal + decimals if decimals else whole
    return '-' + shortest if number.startswith('-') and shortest != '0' else shortest


def alike(values, decimal='.') -> dict:
    """{value: the one that stands for it} of all values that may be the same as another one.

    The least of them stands for the others.

    >>> alike(['HIV', 'flu', 'hiv ', '1', '1.0']) == {'hiv ': 'HIV', '1.0': '1'}
    True
    >>> alike(['flu', 'HIV'])
    {}
    """
    values = list(set(values))
    forms = all_in_common(values, decimal) if values else []
    if len(set(forms)) == len(values):
        return {}
    first: dict = {}
    stands_for: dict = {}
    for value, form in sorted(zip(values, forms)):
        other = first.setdefault(form, value)
        if value != other:
            stands_for[value] = other
    return stands_for


class Sameness(namedtuple('Sameness', 'exact decimal', defaults=(frozenset(), '.'))):
    """Which values of a column may be the same.

    Two values may be the same if they have the same form `in_common`. In the columns among `exact`
    no two values may. decimal: the decimal sign of the table.

    >>> Sameness().alike('ill', ['HIV', 'hiv']), Sameness({'ill'}).alike('ill', ['HIV', 'hiv'])
    ({'hiv': 'HIV'}, {})
    """

    def alike(self, name, values) -> dict:
        """{value: the one that stands for it} of these values of a column (`alike`).

        UNKNOWN is like no other value.
        """
        if name in self.exact:
            return {}
        return alike([value for value in values if value != UNKNOWN], self.decimal)

    def of(self, name):
        """A function from a value of a column to what all that are the same have in common."""
        return str if name in self.exact else partial(in_common, decimal=self.decimal)


AS_ONE = Sameness()     # where nobody says anything


def members(label) -> list:
    """The values that a published label names: those of a set, else the label itself.

    >>> members('{130|148}'), members('{a}'), members('130'), members('{}')
    (['130', '148'], ['a'], ['130'], ['{}'])
    """
    return label[1:-1].split('|') if len(label) > 2 and label[0] + label[-1] == '{}' else [label]
