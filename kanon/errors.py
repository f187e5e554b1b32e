"""The one exception of the package, and how a value is shown in a message.

Promise: str() of a DataError is one line: the file and the line where there is one, the value, and what to do; `redacted`
says the same without any value of the data. So whoever writes a message shows a value by `show` or `some`, and what
was typed, or is a name in any case, by `quoted`.
"""

from __future__ import annotations

import re

SHOWN = 40  # characters of a value; a whole file may sit in one field

REDACTED = '(value)'    # what stands for a value where none may be shown

MARKS = '\ufdd0', '\ufdd1'      # before and behind a value in the problem of a DataError; no text holds them, nobody sees them


class DataError(ValueError):
    """Input that is wrong, or a request that the input cannot serve.

    >>> print(DataError("'39' has two parents", 'age.txt', 7))
    age.txt, line 7: '39' has two parents
    >>> print(DataError('an empty file', 'age.txt'))
    age.txt: an empty file
    """

    def __init__(self, problem, file=None, line=None):
        super().__init__(problem, file, line)
        self.problem, self.file, self.line = problem, file, line

    def __str__(self):
        return unmarked(self._whole())

    def redacted(self) -> str:
        """The message without any value.

        >>> DataError('%s has two parents' % show('39'), 'age.txt', 7).redacted()
        'age.txt, line 7: (value) has two parents'
        """
        return re.sub('%s[^%s]*%s' % (MARKS[0], MARKS[1], MARKS[1]), REDACTED, self._whole())

    def _whole(self):
        where = [str(self.file)] if self.file is not None else []
        if self.line is not None:
            where.append('line %d' % self.line)
        return ': '.join(filter(None, [', '.join(where), self.problem]))


class Unsatisfied(DataError):
    """No release of this table by this algorithm satisfies what is required."""


def quoted(text):
    """The text in quotes, on one line, cut where it is long.

    >>> print(quoted('Never-married'), quoted('two\\nlines'), quoted('x' * 50))
    'Never-married' 'two\\nlines' 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...'
    """
    return repr(text if len(text) <= SHOWN else text[:SHOWN] + '...')


def show(value):
    """A value of the data, quoted, and marked as one that a redacted message leaves out."""
    return marked(quoted(value))


def marked(text):
    return MARKS[0] + text + MARKS[1]


def unmarked(text):
    return text.replace(MARKS[0], '').replace(MARKS[1], '')


def one_line(text):
    """The text with what is not printable, line ends above all, escaped.

    >>> print(one_line('no\\nsuch.csv'))
    no\\nsuch.csv
    """
    return ''.join(char if char.isprintable() else repr(char)[1:-1] for char in unmarked(str(text)))


def some(values, most=10, counts=None):
    """The first values, each with its count where {value: count} is given, and how many more there are.

    >>> unmarked(some(['a', 'b', 'c'], most=2)), unmarked(some(['a', 'b'], counts={'a': 5, 'b': 1}))
    ("'a', 'b' and 1 more", "'a' (5), 'b' (1)")
    """
    shown = ', '.join(show(value) + (' (%d)' % counts[value] if counts else '') for value in values[:most])
    return shown if len(values) <= most else '%s and %d more' % (shown, len(values) - most)


def nearest(name, names):
    """A hint at the name that was meant, '' where none is near.

    >>> unmarked(nearest('maritalstatus', ['age', 'marital_status']))
    "; did you mean 'marital_status'?"
    """
    from difflib import get_close_matches  # 8 ms, and only a mistake needs it
    meant = {other.lower(): other for other in names}
    close = get_close_matches(name.lower(), meant, n=1)
    return '; did you mean %s?' % show(meant[close[0]]) if close else ''


def of_system(error, file):
    """The DataError for an OSError: its reason, and the file that we were at."""
    return DataError(error.strerror or str(error), file)
