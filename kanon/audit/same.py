"""What the audit takes for one value, whichever way it is written. It shares no code with values.py, by which the rules see values."""

from __future__ import annotations


def one_of_all(value) -> str:
    """What the audit takes all ways to write a value for: a number, or small letters without blanks and signs that nobody sees.

    >>> one_of_all('HIV ') == one_of_all('hi\u200bv'), one_of_all('01') == one_of_all('1.0')
    (True, True)
    """
    from fractions import Fraction
    from unicodedata import category, normalize
    plain = normalize('NFKC', ''.join(letter for letter in value if category(letter) != 'Cf')).strip()
    if plain.isascii() and len(plain) <= 40 and plain.strip('+-.0123456789') == '' and any(map(str.isdigit, plain)):
        try:
            return str(Fraction(plain))
        except ValueError:
            pass
    return ' '.join(plain.casefold().split())
