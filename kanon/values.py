"""What is a number, and what a reader may take for one.

Promise: a plain number is the same number to every program of kanon; any other writing of a number is never read as one,
for "1,234" may be 1.234 or 1234, but it is recognized, so that a column of numbers does not become one of words in silence.

A csv file as tuples of str, one record at a time.

Promise: every record of the file is handed out, or counted as one with a missing value, or refused by its line.
Invariant: after a reading, `read` = `missing_records` + records handed out; nothing ever holds the whole table.
Departs from csv.reader: blanks after a delimiter are skipped, a record with too few or too many fields is an error, so
are broken quotes and NUL characters, in every version of Python; blank lines are skipped, and leading lines that begin
with "|" and are one field where the next is more (the comments of UCI's files).
"""

from __future__ import annotations

import re

from .errors import DataError, quoted, some

NUMBER = re.compile(r'[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]{1,2})?')

LONGEST_NUMBER = 40    # characters of a number; a longer string of digits is a name, and might overflow a float

# These are compiled where a column is looked at that wants it: few do, and every run would wait for it.
DECIMAL_COMMA = '[+-]?[0-9]*,[0-9]+'

THOUSANDS = r"[+-]?[1-9][0-9]{0,2}([.,' _\u00a0\u202f\u2019])[0-9]{3}(\1[0-9]{3})*([.,][0-9]+)?"

EXPONENT = NUMBER.pattern.replace('{1,2})?', '{3,})')

SIGNS = '$\u20ac\xa3\xa5\u20b9\u20bd\u20a9%'      # of currencies, and of percent


def number(text):
    """The number that a text writes in plain decimal digits, or None. A whole number is an int, however it is written.

    >>> number('39'), number('-1.5'), number('1e3'), number('1,5'), number('nan'), number('1_000')
    (39, -1.5, 1000, None, None, None)
    """
    if len(text) > LONGEST_NUMBER or not NUMBER.fullmatch(text):
        return None
    whole, _, decimals = text.partition('.')
    if not decimals.strip('0') and whole.lstrip('+-').isdigit():
        return int(whole)
    value = float(text)
    return int(value) if value.is_integer() else value


def writing(text):
    """What sets a text apart from a plain number that a reader takes it for; None where it is none, or a plain one.

    >>> [writing(text) for text in ('1,5', '1.234,5', '12 000', '7 %', ' 39 ')]
    ['a decimal comma', 'parted thousands', 'parted thousands', 'a sign of currency or percent', 'blanks around it']
    >>> [writing(text) for text in ('\u0661\u0662', '1e400', 'nan', '39', 'Sales', '10-19', '3O')]
    ['digits of another script', 'an exponent of three digits', 'nan or inf', None, None, None, None]
    """
    if len(text) > LONGEST_NUMBER or number(text) is not None:
        return None
    if not re.search(r'\d', text):
        return 'nan or inf' if text.lower().lstrip('+-') in ('nan', 'inf', 'infinity') else None
    for pattern, words in ((THOUSANDS, 'parted thousands'), (DECIMAL_COMMA, 'a decimal comma'),
                           (EXPONENT, 'an exponent of three digits')):
        if re.fullmatch(pattern, text):
            return words
    for plainer, words in ((text.strip(), 'blanks around it'),
                           (text.strip(SIGNS + ' \xa0'), 'a sign of currency or percent'),
                           (in_ascii(text), 'digits of another script')):
        if plainer != text and (number(plainer) is not None or writing(plainer)):
            return words
    return None


def in_ascii(text) -> str:
    """The text with the digits, minus and decimal point of other scripts in ASCII."""
    if text.isascii():
        return text
    return re.sub(r'\d', lambda digit: str(int(digit[0])), text.translate({0x2212: '-', 0x66b: '.', 0xff0e: '.'}))


def not_plain(counts) -> dict:
    """{value: records} of a column's values that are no plain numbers, missing ones aside, where most records are numbers
    in some writing; else {}.

    >>> not_plain({'39': 5, '41': 2, '3O': 1, '?': 2}), not_plain({'1,5': 2, '2,5': 1}), not_plain({'a': 3, '1': 2})
    ({'3O': 1}, {'1,5': 2, '2,5': 1}, {})
    """
    others = {value: n for value, n in counts.items() if number(value) is None and value not in MISSING}
    no_numbers = sum(n for value, n in others.items() if not writing(value))
    present = sum(n for value, n in counts.items() if value not in MISSING)
    return others if 2 * no_numbers < present else {}


def check_plain(name, counts, advice):
    """DataError for a column of numbers of which some are not plain: how many, the first ten, and what to do."""
    others = not_plain(counts)
    if others:
        named = some(sorted(others, key=lambda value: (-others[value], value)), counts=others)
        raise DataError('column %s holds numbers, but %d of its %d values, in %d records, are no plain numbers: %s; correct'
                        ' them (39 or 1234.5; ? or nothing where a value is not known)%s'
                        % (quoted(name), len(others), len(counts), sum(others.values()), named, advice))


MISSING = '?', ''   # what stands for a value that is not known

ENOUGH, NEARLY = 10, 0.95       # records, and the share of them with another value in a column, that tell an identifier
