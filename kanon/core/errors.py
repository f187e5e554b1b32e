"""The exceptions of the package, and how their messages show a value.

Promise: str() of a DataError is one line. It names the file and the line if there are any, the
value, and what to do. `redacted` gives the same message without any value of the data. So a message
shows values of the data by `show` or `some`. It shows what the user typed, and names of columns, by
`quoted`. It names a setting by `option`, or by `at` where the setting itself is at fault. Whoever
shows the message says how a setting is written: `--limit` for a command line, `limit` for a
program, `ward.ini: limit` where the INI file says it.
"""

from __future__ import annotations

import re
from contextlib import ContextDecorator

from .algorithm_table import ALGORITHMS
from .own_files import as_typed_here

LONGEST_SHOWN = 40      # characters of a value; one field may hold a whole file

REDACTED = '(value)'    # stands for a value that may not be shown

# What is put around a value in a message. No text has these two, and they are removed before a
# message is shown.
MARKS = '\ufdd0', '\ufdd1'

# A value of the data.
SHOWN = re.compile('%s([^%s]*)%s' % (MARKS[0], MARKS[1], MARKS[1]))
# A value of an option that is refused.
NOT_THIS = re.compile(r"""not ('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")""")
APART = '\ufdd5'        # in place of a "; " inside a value

# A setting in a message: its name, and a value. The first mark says that the setting itself is at
# fault.
MARK_AT_FAULT = '\ufdd2'
SETTING = re.compile('([\ufdd2\ufdd3])([a-z_]+)(?:=([^\ufdd4]*))?\ufdd4')
OF_A_COLUMN = 'thousands',      # settings that messages name with a column, such as pay=none


class DataError(ValueError):
    """The input is wrong, or cannot give what was asked for.

    kind: what is at fault.
        'data': the table or a file that belongs to it.
        'options': what was asked for, by the command line, the INI file or a program.
        'unsatisfied': no release of this table satisfies it.
        'changed': something is not as it was, so run or search anew.
        'audit': the audit disagrees.
        'system': the disk, the memory or the like.
    status: the exit status of a program that ends with it.

    >>> print(DataError("'39' has two parents", 'age.txt', 7))
    age.txt, line 7: '39' has two parents
    >>> print(DataError('an empty file', 'age.txt'))
    age.txt: an empty file
    """

    kind, status = 'data', 1

    def __init__(self, problem, file=None, line=None):
        super().__init__(problem, file, line)
        self.problem, self.file, self.line = problem, file, line

    def __str__(self):
        return one_line(self._whole())

    def redacted(self) -> str:
        """The message without any value.

        >>> DataError('%s has two parents' % show('39'), 'age.txt', 7).redacted()
        'age.txt, line 7: (value) has two parents'
        """
        return one_line(SHOWN.sub(REDACTED, self._whole()))

    def told(self, redact=False) -> dict:
        """The message in parts, for a program. None for what it lacks.

        value: the first value of the data that it shows, or the value of the option that is
        refused. advice: what it says behind its first semicolon. redact: whether no part may hold a
        value of the data.

        >>> error = DataError('%s is no leaf; add a line' % show('a; b'), 'age.txt', 7)
        >>> told = error.told()
        >>> told['message'], told['file'], told['line']
        ("age.txt, line 7: 'a; b' is no leaf; add a line", 'age.txt', 7)
        >>> told['kind'], told['value'], told['advice']
        ('data', 'a; b', 'add a line')
        >>> error.told(redact=True)['value'], Refused("k is 2 or more, not '1'").told()['value']
        ('(value)', '1')
        """
        problem = SHOWN.sub(REDACTED, self.problem) if redact else self.problem
        shown = SHOWN.search(problem) or NOT_THIS.search(problem)
        value = unquoted(shown[1]) if shown else None
        if REDACTED in problem:
            value = REDACTED
        return {'kind': self.kind, 'message': self.redacted() if redact else str(self),
                'file': self.file and one_line(self.file), 'line': self.line, 'value': value,
                'advice': one_line(behind_semicolon(problem)) or None}

    def name_settings(self, words):
        """Write the settings in the message as words(problem) does.

        If the message names a setting as at fault, its kind becomes 'options'.
        """
        if MARK_AT_FAULT in self.problem:
            self.kind = 'options'
        self.problem = words(self.problem)

    def _whole(self):
        where = [str(self.file)] if self.file is not None else []
        if self.line is not None:
            where.append('line %d' % self.line)
        return ': '.join(filter(None, [', '.join(where), self.problem]))


def behind_semicolon(problem) -> str:
    """What a message says behind its first semicolon. A semicolon in a value is none."""
    apart = SHOWN.sub(lambda match: match[0].replace('; ', APART), problem)
    _, _, advice = apart.partition('; ')
    return advice.replace(APART, '; ')


class Unsatisfied(DataError):
    """The algorithm finds no release of the table that satisfies what is required."""

    kind = 'unsatisfied'


class Changed(DataError):
    """A file is not as it was when it was read, or recorded."""

    kind = 'changed'


class Disagreed(DataError):
    """The audit finds something else than was counted, asked for or reported.

    It is a fault of kanon, or of a program that changed these.
    """

    kind = 'audit'


class Refused(DataError):
    """What is asked makes no sense, whatever the table is.

    The message names settings by `at` and `option`.
    idle: the setting that means nothing beside the others, or None. An INI file serves many runs,
    so it may say what is idle in one.
    instead: (a setting, another value for it), which is advised where an INI file says it, or None.
    """

    kind = 'options'

    def __init__(self, problem, idle=None, instead=None):
        super().__init__(problem)
        self.idle, self.instead = idle, instead


class of_options(ContextDecorator):
    """A decorator, or a context. Its DataErrors are faults of what was asked for.

    That is so whichever file they name.
    """

    def __enter__(self):
        return self

    def __exit__(self, kind, error, traceback) -> None:
        if isinstance(error, DataError):
            error.kind = 'options'


def option(name, value=None) -> str:
    """A setting in a message, with or without a value.

    >>> print(DataError('give ' + option('encoding', 'utf-16')))
    give --encoding utf-16
    >>> print(DataError(option('from_') + ' is above ' + option('limit')))
    --from is above --limit
    """
    return '\ufdd3%s%s\ufdd4' % (name.rstrip('_'), '' if value is None else '=%s' % value)


def at(name, value=None) -> str:
    """The setting that is at fault, in a message. Its place is shown, too, such as an INI file."""
    return MARK_AT_FAULT + option(name, value)[1:]


def worded(text, word) -> str:
    """The text with each setting as word(name, value, place) writes it.

    value: None without one. place: whether the setting is at fault.

    >>> worded('leave %s out' % at('grid'), lambda name, value, place: 'ward.ini: ' + name)
    'leave ward.ini: grid out'
    """
    def as_word(match):
        mark, name, value = match.groups()
        return word(name, value, mark == MARK_AT_FAULT)

    return SETTING.sub(as_word, text)


def typed(name, value=None, place=False) -> str:
    """A setting as it is typed. The setting `algorithm` is typed as the program that runs it.

    >>> typed('k_map'), typed('labels', 'grid'), typed('bound', True), typed('algorithm', 'optimal')
    ('--k-map', '--labels grid', '--bound', 'run_samarati.py --optimal')
    >>> print(typed('exact', 'my who'), typed('exact', 'name, first'))
    --exact 'my who' --exact '"name, first"'
    """
    if name == 'algorithm' and value in ALGORITHMS:
        return as_typed_here(ALGORITHMS[value].typed)
    flag = {'output': '-o', 'k': '-k'}.get(name) or '--' + name.replace('_', '-')
    if value in (None, True, 'True'):
        return flag
    if name == 'exact' and ',' in value:        # it takes a list of names
        value = '"%s"' % value.replace('"', '""')
    if name in ('exact', *OF_A_COLUMN):
        from shlex import quote     # only a mistake needs it
        value = quote(value)
    return '%s %s' % (flag, value)


def in_python(text) -> str:
    """The text with each setting as a program writes it.

    >>> in_python('give %s; name them with %s' % (option('encoding', 'utf-16'), option('columns')))
    "give encoding='utf-16'; name them in columns"
    >>> in_python('say %s' % option('thousands', 'pay=.'))
    "say thousands={'pay': '.'}"
    >>> in_python('say %s or %s' % (option('exact', 'who'), option('exact', 'name, first')))
    "say exact='who' or exact=['name, first']"
    """
    def argument(name, value, place):
        name = {'from': 'from_', 'output': 'path'}.get(name, name)
        if value is not None and name in OF_A_COLUMN:
            return '%s={%r: %r}' % (name, *value.rsplit('=', 1))
        if value is None:
            return name
        if name == 'exact' and ',' in value:        # a text is a list of names
            value = [value]
        is_plain = value == 'True' or isinstance(value, str) and value.isdigit()
        return '%s=%s' % (name, value if is_plain else repr(value))
    return worded(re.sub('with (?=[\ufdd2\ufdd3][a-z_]+\ufdd4)', 'in ', text), argument)


class in_words_of_python(ContextDecorator):
    """A decorator, or a context. Its DataErrors name arguments in place of options."""

    def __enter__(self):
        return self

    def __exit__(self, kind, error, traceback) -> None:
        if isinstance(error, DataError):
            error.name_settings(in_python)
            error.file = error.file and one_line(error.file)
            error.args = error.problem, error.file, error.line


def quoted(text):
    """The text in quotes, on one line, cut short if it is long.

    >>> print(quoted('Never-married'), quoted('two\\nlines'), quoted('x' * 50))
    'Never-married' 'two\\nlines' 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...'
    """
    return repr(text if len(text) <= LONGEST_SHOWN else text[:LONGEST_SHOWN] + '...')


def unquoted(text) -> str:
    """What `quoted` has quoted. A text without quotes is returned as it is."""
    from ast import literal_eval        # only a mistake needs it
    return literal_eval(text) if text[:1] in ('"', "'") else text


def text_of(value) -> str:
    """The text of any value that a program gives.

    Of an int that Python refuses to write, as one of 5,000 digits, it is the type.

    >>> text_of(5), text_of('a'), text_of([1])
    ('5', 'a', '[1]')
    """
    try:
        return str(value)
    except ValueError:
        return '<%s>' % type(value).__name__


def show(value):
    """A value of the data in quotes, marked so that a redacted message leaves it out."""
    return marked_text(quoted(value))


def marked_text(text):
    return MARKS[0] + text + MARKS[1]


def unmarked(text):
    return text.replace(MARKS[0], '').replace(MARKS[1], '')


def one_line(text):
    """The text with unprintable characters escaped, line ends above all.

    >>> print(one_line('no\\nsuch.csv'))
    no\\nsuch.csv
    """
    text = unmarked(worded(str(text), typed))
    if text.isprintable():
        return text
    return ''.join(char if char.isprintable() else repr(char)[1:-1] for char in text)


def joined(lines):
    """The lines of a report as one text.

    No name and no value in a line can end it, or steer the terminal.

    >>> print(joined(['age, sex\\x1b[2K', 'k = 5']))
    age, sex\\x1b[2K
    k = 5
    """
    return '\n'.join(map(one_line, lines))


def some(values, most=10, counts=None):
    """The first values, and how many more there are.

    counts: {value: its count, which is shown behind it}.

    >>> unmarked(some(['a', 'b', 'c'], most=2)), unmarked(some(['a', 'b'], counts={'a': 5, 'b': 1}))
    ("'a', 'b' and 1 more", "'a' (5), 'b' (1)")
    """
    first = values[:most]
    texts = ['%s (%d)' % (show(value), counts[value]) if counts else show(value) for value in first]
    shown = ', '.join(texts)
    return shown if len(values) <= most else '%s and %d more' % (shown, len(values) - most)


def many(n, what) -> str:
    """A number and its noun, in the plural if need be.

    >>> many(1, 'leaf'), many(1200, 'leaf'), many(0, 'value')
    ('1 leaf', '1,200 leaves', '0 values')
    """
    return '{:,} {}'.format(n, what if n == 1 else nouns(what))


def nouns(what) -> str:
    """The plural of a noun.

    >>> nouns('leaf'), nouns('other class'), nouns('record')
    ('leaves', 'other classes', 'records')
    """
    if what.endswith('leaf'):
        return what[:-1] + 'ves'
    return what + ('es' if what.endswith('class') else 's')


def there_are(n, what) -> str:
    """The beginning of a sentence about so many.

    >>> there_are(1, 'record'), there_are(4, 'record')
    ('there is 1 record', 'there are 4 records')
    """
    return 'there %s %s' % ('is' if n == 1 else 'are', many(n, what))


def nearest(name, names, shown=show):
    """A hint at the name that was probably meant, '' if no name is close.

    shown: how a name is written, `quoted` where the names are no column's.

    >>> unmarked(nearest('maritalstatus', ['age', 'marital_status']))
    "; did you mean 'marital_status'?"
    """
    from difflib import get_close_matches  # 8 ms, and only a mistake needs it
    from unicodedata import normalize
    names = list(names)
    for other in names:
        if normalize('NFC', other) == normalize('NFC', name):
            return ('; did you mean %s? It looks the same, but its accents are in another Unicode'
                    ' form (NFC, NFD)' % shown(other))
    meant = {other.lower(): other for other in names}
    close = get_close_matches(name.lower(), meant, n=1)
    return '; did you mean %s?' % shown(meant[close[0]]) if close else ''


def of_system(error, file):
    """The DataError for an OSError about a file."""
    made = DataError(error.strerror or str(error), file)
    made.kind = kind_of_system(error)
    return made


def kind_of_system(error) -> str:
    """The kind of an OSError.

    A file that is not there, or may not be read, is a fault of the data.
    """
    of_a_file = FileNotFoundError, PermissionError, IsADirectoryError, NotADirectoryError
    return 'data' if isinstance(error, of_a_file) else 'system'
