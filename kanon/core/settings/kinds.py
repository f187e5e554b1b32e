"""What a setting may be. A kind reads a text, as it is typed or stands in an INI file, and takes
the value of a program.

Promise: a number that is read as text is taken as it is written, never through a float. A value
that makes no sense is refused in one line, and in the same words whoever gives it.
"""

from __future__ import annotations

import os
import re
from collections import namedtuple
from functools import partial, update_wrapper
from operator import index

from ..counts.values import NO_SIGN, SIGNS_OF_THOUSANDS, WORDS, missing_words_of_run
from ..errors import DataError, Refused, at, one_line, quoted, text_of
from ..tables.dialect import DELIMITERS, SAMPLE
from ..tables.text import is_utf_8
from .rule_words import decimal, listed_parts, of_columns, parts_of


class Kind:
    """A kind: what is expected of a value, and a function that reads it from a text.

    Called with a text, it returns the value. `take` returns the value that a program gives. Both
    refuse any other value in the same words. expected: the refusal, with {} where the value is
    shown. text: a function from a program's value to the text that says the same, None if it is
    none of this kind. take: in place of `text`, a function from a program's value to what it is
    taken for.

    >>> two_or_more('5'), two_or_more.take(5)
    (5, 5)
    >>> two_or_more.take('5')
    Traceback (most recent call last):
    kanon.core.errors.Refused: a whole number of 2 or more people is expected, not '5'
    """

    def __init__(self, read, expected='', text=text_of, take=None):
        update_wrapper(self, read)      # the docstring, and with it the doctest
        self._read, self._expected = read, expected
        self._take = take or partial(self._read_as_text, text)

    def __call__(self, text):
        value = self._read(text)
        if value is None:
            raise Refused(self._expected.format(quoted(text)))
        return value

    def take(self, value):
        taken = self._take(value)
        if taken is None:
            raise Refused(self._expected.format(brief(value)))
        return taken

    def _read_as_text(self, text_of_value, value):
        text = text_of_value(value)
        return None if text is None else self._read(text)


def kind(expected='', text=text_of, take=None):
    """A decorator that makes a Kind of a function that reads.

    The function returns None, or raises Refused, for a text that it refuses.
    """
    def decorated(read):
        return Kind(read, expected, text, take)
    return decorated


def taken(name, kind_, value):
    """A program's value of a setting. Refused, which names the setting, for another value."""
    try:
        return kind_.take(value)
    except DataError as error:
        raise Refused('%s: %s' % (at(name), error.problem)) from None


def brief(value) -> str:
    """A value as Python writes it, on one line, cut short if it is long.

    >>> brief('two\\nlines'), brief([1, 2]), brief([1] * 99)
    ("'two\\\\nlines'", '[1, 2]', 'a list')
    """
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, bytes):
        return 'bytes'
    try:
        text = one_line(repr(value))
    except ValueError:      # Python writes no int of 5,000 digits
        text = ''
    if 0 < len(text) <= 60:
        return text
    if isinstance(value, int):
        return 'an int of more than 60 digits'
    name = type(value).__name__
    return '%s %s' % ('an' if name[0] in 'aeiou' else 'a', name)


# The text of a program's value. None for a value that is none of the kind.

def word(value):
    return value if isinstance(value, str) else None


def whole_of_program(value):
    """
    >>> whole_of_program(5), whole_of_program('5'), whole_of_program(5.0), whole_of_program(True)
    ('5', None, None, None)
    """
    try:
        return None if isinstance(value, bool) else text_of(index(value))
    except TypeError:
        return None


def written_value(value):
    """A number or a text. The first of these is 1e-05 as Python writes it.

    >>> written_value(0.00001), written_value(20), written_value('entropy:2')
    ('0.00001', '20', 'entropy:2')
    """
    if isinstance(value, float):
        decimals = ('%.9f' % value).rstrip('0').rstrip('.')
        return decimals if float(decimals) == value else text_of(value)
    return text_of(value)


def number_from_zero(value):
    """A program's number from 0 on, below 1,000,000,000."""
    if isinstance(value, (str, bytes, bool)):
        return None
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        return None
    return number if 0 <= number < 10 ** 9 else None


def several(value, expected) -> list:
    """The texts of a program's list. Refused for a set, which has no order, and for a text."""
    is_list = hasattr(value, '__iter__') and not isinstance(value, NO_LISTS)
    texts = list(value) if is_list else [None]
    if not all(isinstance(each, str) for each in texts):
        raise Refused('%s is expected, not %s' % (expected, brief(value)))
    return texts


NO_LISTS = str, bytes, set, frozenset, type


def for_each_column(of_column, example):
    """A `take`: {column: of_column(column, value)} of a program's dict."""
    def take(value):
        if not isinstance(value, dict):
            raise Refused('a dict such as %r is expected, not %s' % (example, brief(value)))
        return {column_: of_column(column_, each) for column_, each in value.items()}
    return take


# The kinds.

def names_of_program(value) -> list:
    return several(value, "a list of column names, such as ['age', 'zip'],")


@kind(take=names_of_program)
def names(text) -> list:
    """Column names from a comma-separated list; a name with a comma is quoted as in csv.

    >>> names('age, "income, yearly"'), names('')
    (['age', 'income, yearly'], [])
    """
    columns = [name.strip() for name in parts_of(text, ',')]
    if '' in columns:
        raise Refused('%s has an empty name; put a list with blanks in quotes' % quoted(text))
    return columns


def words_of_program(value) -> list:
    return missing_words_of_run(several(value, "a list of words, such as ['NA', 'unknown'],"))


@kind(take=words_of_program)
def words_of_na(text) -> list:
    """The words of --na, with a semicolon between any two. Blanks around a word do not belong to
    it.

    >>> words_of_na('NA; k.A.;keine Angabe')
    ['NA', 'k.A.', 'keine Angabe']
    """
    return missing_words_of_run(text.split(';'))


@kind('the name of a column is expected, not {}', take=word)
def column(text):
    return text.strip() or None


def listed(columns) -> str:
    """Column names as `names` reads them.

    >>> listed(['age', 'income, yearly'])
    'age,"income, yearly"'
    """
    return ','.join(map(quoted_name, columns))


def quoted_name(name, between=',') -> str:
    """A name in a list.

    >>> print(quoted_name('pay; yearly'), quoted_name('pay; yearly', ';'))
    pay; yearly "pay; yearly"
    """
    if set(name).isdisjoint({between, *'"\n\r'}):
        return name
    return '"%s"' % name.replace('"', '""')


def one_of(*words):
    """The kind of these words.

    >>> one_of('any', 'used')('used')
    'used'
    """
    def read(text):
        return text if text in words else None
    return Kind(read, '{} is not one of %s' % ', '.join(words), word)


def at_least(least, text):
    """The whole number that a text writes, None if it is below `least` or of more than 100 digits.

    Python does not write every int.
    """
    return int(text) if re.fullmatch('[0-9]{1,100}', text) and int(text) >= least else None


NO_K = 'k is a whole number of 2 or more, not {}'


@kind(NO_K, whole_of_program)
def smallest_class(text):
    """A k. 1 asks for nothing, and needs k-map or delta-presence beside it (`asks_nothing`)."""
    return at_least(1, text)


def asks_nothing(k, k_map=None, presence=None) -> bool:
    """Whether k is 1, or one of several, and nothing is asked of the population.

    >>> asks_nothing(1), asks_nothing([5, 1]), asks_nothing(1, k_map=5)
    (True, True, False)
    """
    is_one = 1 in k if isinstance(k, list) else k == 1
    return is_one and not k_map and not presence


@kind('a whole number of 2 or more people is expected, not {}', whole_of_program)
def two_or_more(text):
    return at_least(2, text)


@kind('a number of records or a share like 4% is expected, not {}', written_value)
def suppression(text):
    is_share = re.fullmatch('[0-9]{1,3}([.][0-9]{1,9})?%', text) and float(text[:-1]) <= 100
    return text if is_share or re.fullmatch('[0-9]{1,18}', text) else None


@kind('a number of seconds is expected, not {}', take=number_from_zero)
def seconds(text):
    return float(text) if re.fullmatch('[0-9]{1,9}([.][0-9]{1,9})?', text) else None


LEAST_MEMORY = 64 << 20     # bytes


def bytes_in(value):
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value < 10 ** 15:
        raise Refused('a number of bytes, such as 512 * 2 ** 20, is expected, not %s'
                      % brief(value))
    return int(value)


@kind(take=bytes_in)
def size(text) -> int:
    """Bytes.

    >>> size('512M'), size('2g'), size('1.5GB')
    (536870912, 2147483648, 1610612736)
    """
    match = re.fullmatch('([0-9]{1,9}(?:[.][0-9]{1,9})?) ?([MG])B?', text.strip().upper())
    if not match:
        raise Refused('%s is no size; write 512M or 2G' % quoted(text))
    bytes_ = int(float(match[1]) * (1 << {'M': 20, 'G': 30}[match[2]]))
    if bytes_ < LEAST_MEMORY:
        raise Refused('%s is too little: the program alone takes more than half of %dM'
                      % (quoted(text), LEAST_MEMORY >> 20))
    return bytes_


def weight_in(name, value):
    weight = number_from_zero(value)
    if weight is None:
        raise Refused('%s: a number from 0 on is expected, not %s' % (brief(name), brief(value)))
    return weight


@kind(take=for_each_column(weight_in, {'age': 2}))
def weights(text) -> dict:
    """{column: weight} from "column=weight" pairs.

    >>> weights('age=2,race=0.5')
    {'age': 2.0, 'race': 0.5}
    """
    weight_of: dict = {}
    for pair in names(text):
        name, _, weight = (part.strip() for part in pair.rpartition('='))
        if not name or not re.fullmatch('[0-9]{1,9}([.][0-9]{0,9})?|[.][0-9]{1,9}', weight):
            raise Refused('pairs like age=2,race=0.5 are expected, not %s' % quoted(pair))
        if name in weight_of:
            raise Refused('%s has two weights' % quoted(name))
        weight_of[name] = float(weight)
    return weight_of


def reference_of(name, value):
    if not isinstance(value, str) or not value or value == name:
        raise Refused('%s: the name of another column is expected, not %s'
                      % (brief(name), brief(value)))
    return value


@kind(take=for_each_column(reference_of, {'discharged': 'admitted'}))
def since(text) -> dict:
    """{column: the column that its days count from} from "column=reference" pairs.

    >>> since('discharged=admitted, operated=admitted')
    {'discharged': 'admitted', 'operated': 'admitted'}
    """
    reference: dict = {}
    for pair in names(text):
        name, _, start = (part.strip() for part in pair.partition('='))
        if not name or not start:
            raise Refused('pairs like discharged=admitted are expected, not %s' % quoted(pair))
        if name in reference:
            raise Refused('%s is counted from two columns' % quoted(name))
        reference[name] = reference_of(name, start)
    return reference


# How a sign between items may be typed.
NAMED_SIGNS = {'comma': ',', 'semicolon': ';', 'slash': '/', 'plus': '+', 'blank': ' '}


def items_of_column(name, value):
    """What stands between the items of a column, or the columns that have an item each."""
    if isinstance(value, str):
        sign = NAMED_SIGNS.get(value.strip(), value.strip() or value[:1])
        if re.fullmatch(r'[^\w\s"?*=]{1,3}|[ ]', sign):
            return sign
        columns = names(value)
    else:
        columns = several(value, 'a sign or a list of columns')
    if len(columns) < 2 or len(set(columns)) < len(columns):
        raise Refused('%s: a sign such as | or one of %s is expected, or two columns or more that'
                      ' have an item each, not %s'
                      % (brief(name), ', '.join(NAMED_SIGNS), brief(value)))
    if name in columns:
        raise Refused('%s is the column that is made of these columns; give it another name'
                      % brief(name))
    return columns


def values_by_column(text, of_column, expected, sign=None) -> dict:
    """{column: of_column(column, value)} from "column=value" parts with ; between them.

    expected: examples of parts. sign: what stands before the value, if it is not the first =.

    >>> values_by_column('a=1; "b;c"=2', lambda name, value: value, 'x=1')
    {'a': '1', 'b;c': '2'}
    """
    values: dict = {}
    for part in listed_parts(text):
        name, between, value = part.rpartition(sign) if sign else part.partition('=')
        name, value = name.strip(), value.strip()
        if not name or not between:
            raise Refused('parts like %s, with ; between them, are expected, not %s'
                          % (expected, quoted(part)))
        if name in values:
            raise Refused('%s stands there twice' % quoted(name))
        values[name] = of_column(name, value)
    if not values:
        raise Refused('it names no column')
    return values


@kind(take=for_each_column(items_of_column, {'diagnoses': '|'}))
def items(text) -> dict:
    """{column: what stands between its items, or the columns that have one each}.

    Parts stand on lines of their own, or with ; between them. A ; behind = is a sign.

    >>> items('diagnoses=|; dx=dx1,dx2') == {'diagnoses': '|', 'dx': ['dx1', 'dx2']}
    True
    >>> items('a=semicolon; b=,; c=blank'), items('a=;;b=+')
    ({'a': ';', 'b': ',', 'c': ' '}, {'a': ';', 'b': '+'})
    """
    marked = re.sub('=[ ]*;', '=semicolon;', text.strip())
    lines = [line.strip() for line in marked.splitlines()]
    parts = ';'.join(line for line in lines if line)
    return values_by_column(parts, items_of_column, 'diagnoses=| or dx=dx1,dx2')


def missing_in_column(name, words) -> list:
    """Words that mean a missing value in one column. A program gives a list of them."""
    try:
        return missing_words_of_run(several(words, "a list of words, such as ['99'],"), ',')
    except DataError as error:
        raise Refused('%s: %s' % (brief(name), error.problem)) from None


@kind(take=for_each_column(missing_in_column, {'age': ['99']}))
def words_by_column(text) -> dict:
    """{column: the words that mean a missing value there}, with commas between words.

    >>> words_by_column('age=99; bp=-9,-1')
    {'age': ['99'], 'bp': ['-9', '-1']}
    """
    def of_column(name, words):
        return missing_in_column(name, words.split(','))
    return values_by_column(text, of_column, 'age=99 or bp=-9,-1')


def thousands_in(name, sign) -> str:
    sign = SIGN_OF_WORD.get(sign, sign) if isinstance(sign, str) else None
    if sign not in (*SIGNS_OF_THOUSANDS, NO_SIGN):
        signs = ' '.join(WORDS.get(each, each) for each in SIGNS_OF_THOUSANDS)
        raise Refused('%s: one of %s is expected, or %s if no sign stands between thousands, not %s'
                      % (brief(name), signs, NO_SIGN, brief(sign or '')))
    return sign


SIGN_OF_WORD = {word_: sign for sign, word_ in WORDS.items()}


@kind(take=for_each_column(thousands_in, {'pay': '.'}))
def thousands(text) -> dict:
    """{column: what stands between its thousands, or 'none'}.

    >>> thousands('pay=.; rate=none; rent=blank')
    {'pay': '.', 'rate': 'none', 'rent': ' '}
    """
    return values_by_column(text, thousands_in, 'pay=. or rate=none')


@kind('the first of the hundred years that two digits mean, such as 1925, is expected, not {}',
      whole_of_program)
def century(text):
    """A year.

    >>> century('1925')
    1925
    """
    return int(text) if re.fullmatch('[1-9][0-9]{3}', text) and int(text) <= 9900 else None


def listed_items(items_) -> list:
    """What is typed behind each --items.

    >>> listed_items({'diagnoses': '|', 'ops': ';', 'dx': ['dx1', 'dx2']})
    ['diagnoses=|', 'ops=semicolon', 'dx=dx1,dx2']
    """
    words = {sign: word for word, sign in NAMED_SIGNS.items()}
    texts = []
    for name, how in items_.items():
        text = words.get(how, how) if isinstance(how, str) else listed(how)
        texts.append(quoted_name('%s=%s' % (name, text), ';'))
    return texts


@kind('a format such as %d/%m/%Y is expected, not {}', take=word)
def date_format(text):
    return text if '%' in text else None


def weights_of(options) -> list:
    """The weight of each quasi-identifier in lm."""
    return [options.weights.get(name, 1) for name in options.quasi]


def limits(sign):
    """The kind of --limit (<=) and --from (>=): {column: level}. A level is a number, a name, or a
    width such as '10 wide'.

    >>> limits('<=')('born<=decade; zip <= 2'), limits('>=')('"pay; yearly">=1000.5 wide')
    ({'born': 'decade', 'zip': '2'}, {'pay; yearly': '1000.5 wide'})
    """
    def level_in(name, level):
        return level_word(text_of(name), text_of(level).strip())

    @kind(take=for_each_column(level_in, {'zip': 2}))
    def parsed(text):
        return values_by_column(text, level_word, 'zip%s2 or age%s10 wide' % (sign, sign), sign)
    return parsed


def listed_limits(level_of, sign) -> str:
    """Limits as `limits` reads them. Refused for a name that it would read as another.

    >>> listed_limits({'born': 'decade', 'pay; yearly': 2}, '<=')
    'born<=decade;"pay; yearly<=2"'
    """
    words = {name: str(level) for name, level in level_of.items()}
    parts = [quoted_name(name + sign + level, ';') for name, level in words.items()]
    text = ';'.join(parts)
    if level_of and limits(sign)(text) != words:
        raise Refused('the names %s cannot stand in a limit; rename those with a line end in them'
                      ' or a blank at their end' % quoted(text))
    return text


def level_word(name, word) -> str:
    """A level of a column as --limit takes it: a number, a name, or a width.

    >>> level_word('age', '10  wide'), level_word('zip', '2'), level_word('born', 'year')
    ('10 wide', '2', 'year')
    """
    width = re.fullmatch('(.*?) +wide', word)
    if width:
        if not re.fullmatch(ABOVE_ZERO, width[1]):
            raise Refused('%s: a width is a number above 0, such as 10 wide, not %s'
                          % (quoted(name), quoted(word)))
        return '%s wide' % width[1]
    is_number = word.isdigit() or re.fullmatch('[+-]?[0-9.]+', word)        # ² is a digit
    if not word or is_number and not re.fullmatch('[0-9]{1,9}', word):
        raise Refused('%s: a level is a whole number from 0 on or a name, and a width is written 10'
                      ' wide, not %s' % (quoted(name), quoted(word)))
    return word


ABOVE_ZERO = '(?=.*[1-9])([0-9]{1,18}([.][0-9]{1,9})?|[.][0-9]{1,9})'


@kind('a number from 0 to 1 is expected, not {}')
def share_of_one(text):
    p, q = decimal(text)
    return (p, q) if p <= q else None


@kind('a number above 0 and up to 1 is expected, not {}')
def share_above_zero(text):
    p, q = share_of_one(text)
    return (p, q) if p else None


def positive(of):
    """The kind of those numbers of a kind that are above 0."""
    def read(text):
        return of(text) if re.search('[1-9]', text) else None
    return Kind(read, 'a number above 0 is expected, not {}')


@kind('a whole number of 1 or more is expected, not {}', whole_of_program)
def whole_number(text):
    return int(text) if re.fullmatch('[0-9]{1,18}', text) and int(text) else None


@kind('a port is a whole number from 0 to 65535, not {}', whole_of_program)
def port(text):
    """0 is any that is free.

    >>> port('8000'), port('0')
    (8000, 0)
    """
    number = at_least(0, text)
    return number if number is not None and number <= 65535 else None


@kind('a whole number from 1 to 100,000 is expected, not {}', whole_of_program)
def queries(text):
    """More of them say no more, and take hours."""
    number = at_least(1, text)
    return number if number and number <= 100_000 else None


def c_and_l(text) -> tuple:
    """The limits of recursive (c, l).

    >>> c_and_l('3:2')
    ((3, 1), 2)
    """
    c, _, l = text.partition(':')
    if not re.fullmatch('[0-9]{1,18}', l) or int(l) < 2:
        raise Refused('c:l like 3:2 is expected, with l of 2 or more, not %s' % quoted(text))
    return positive(decimal)(c), int(l)


# What `check` requires. word: 'k', or what a rule is called there. what: k, or the rule. text: as
# it is typed. column: the sensitive column that it is about, None for all.
Requirement = namedtuple('Requirement', 'word what text column', defaults=(None,))

# {what a rule calls its limit: the kind that reads it}.
LIMIT_KINDS = {
    'whole': whole_number,
    'number': positive(decimal),
    'c:l': c_and_l,
    'share': share_of_one,
    'share above 0': positive(share_of_one)}


def requirement_pairs(text) -> list:
    """What `check` requires, from "word=limit" pairs, or "column:word=limit" for one sensitive
    column.

    >>> for requirement in requirement_pairs('k=5, ward:l=3'):
    ...     print(requirement)
    Requirement(word='k', what=5, text='k=5', column=None)
    Requirement(word='l', what=Distinct(l=3), text='l=3', column='ward')
    """
    from ..rules.of_values import BY_WORD       # few runs have rules
    required: dict = {}     # {(word, column): Requirement}
    for pair in names(text) or ['']:
        before, equals, limit = (part.strip() for part in pair.rpartition('='))
        column, colon, word = (before if equals else limit).rpartition(':')
        column, word = column.strip() or None, word.strip()
        if colon and not column:
            raise Refused('a column is expected before the : of %s' % quoted(pair))
        if word not in ('k', *BY_WORD):
            raise Refused('%s is not one of %s' % (quoted(word), ', '.join(['k', *BY_WORD])))
        if column and word == 'k':
            raise Refused('k is of all columns; write k=5, not %s' % quoted(pair))
        if (word, column) in required:
            of_column = ' of %s' % quoted(column) if column else ''
            raise Refused('%s is required twice' % quoted(word) + of_column)
        try:
            what = whole_number(limit) if word == 'k' else rule_of_word(BY_WORD[word], word, limit)
        except DataError as error:
            raise Refused('%s: %s' % (word, error.problem)) from None
        required[word, column] = Requirement(word, what, '%s=%s' % (word, limit), column)
    return list(required.values())


def rule_of_word(class_, word, text):
    """The rule of a word and its limit. class_: that of the rule.

    >>> from ..rules.of_values import Recursive
    >>> rule_of_word(Recursive, 'recursive', '3:2')
    Recursive(c=(3, 1), l=2)
    """
    kind_of_limit = class_.limit_kind
    if isinstance(kind_of_limit, str):
        return class_.of_word(word, LIMIT_KINDS[kind_of_limit](text))
    # Several limits, with : between them. One that is lacking is '', which its kind refuses.
    last = len(kind_of_limit) - 1
    texts = [*text.split(':', last), *[''] * last]
    limits = [LIMIT_KINDS[name](part.strip()) for name, part in zip(kind_of_limit, texts)]
    return class_.of_word(word, limits)


def columns_of_kinds(text) -> dict:
    """{kind: columns} from "kind=column" pairs.

    >>> columns_of_kinds('zip=plz, zip=plz2, age=alter')
    {'zip': ['plz', 'plz2'], 'age': ['alter']}
    """
    columns: dict = {}
    for pair in names(text):
        kind, _, name = (part.strip() for part in pair.partition('='))
        if not kind or not name:
            raise Refused('pairs like zip=plz,age=alter are expected, not %s' % quoted(pair))
        columns.setdefault(kind, []).append(name)
    return columns


def list_of(of):
    return Kind(lambda text: [of(part) for part in names(text)] or None, 'the list is empty')


@kind('range or box, set or ancestor, one of each with a comma, or grid alone is expected, not {}')
def labels(text):
    """One word of range and box, one of set and ancestor, or both. Or grid, which says both.

    >>> labels('box'), labels('range, ancestor'), labels('grid')
    ('box', 'range,ancestor', 'grid')
    """
    words = names(text)
    if words == ['grid']:
        return 'grid'
    of_numbers = [word for word in words if word in ('range', 'box')]
    of_others = [word for word in words if word in ('set', 'ancestor')]
    others = len(words) - len(of_numbers) - len(of_others)
    if not words or others or len(of_numbers) > 1 or len(of_others) > 1:
        return None
    return ','.join(words)


def edges_in(name, edges) -> str:
    """Edges as --grid takes them, from a text, a width, or a list.

    >>> edges_in('age', [0, 18, 65, '*']), edges_in('income', 0.5)
    ('0:18:65:*', '0.5')
    """
    from ..cutting.edges import Edges       # few runs declare edges
    text = ':'.join(map(text_of, edges)) if isinstance(edges, (list, tuple)) else text_of(edges)
    try:
        Edges(text)
    except DataError as error:
        raise Refused('%s: %s' % (name, error.problem)) from None
    return text


@kind(take=for_each_column(edges_in, {'age': 5}))
def grid(text) -> dict:
    """{column: its edges} from "column=edges" pairs.

    >>> grid('age=5, income=0:20000:100000')
    {'age': '5', 'income': '0:20000:100000'}
    """
    edges_of: dict = {}
    for pair in names(text):
        name, _, edges = (part.strip() for part in pair.rpartition('='))
        if not name:
            raise Refused('pairs like age=5,income=0:20000:100000 are expected, not %s'
                          % quoted(pair))
        if name in edges_of:
            raise Refused('%s has two grids' % quoted(name))
        edges_of[name] = edges_in(name, edges)
    return edges_of


@kind('a seed is a whole number, not {}', whole_of_program)
def seed(text):
    return int(text) if re.fullmatch('[0-9]{1,18}', text) else None


def lines_of_program(value):
    """A program's list of numbers of lines as it is typed.

    >>> lines_of_program([1, 2, 5]), lines_of_program(range(1, 4)), lines_of_program([0.5])
    ('1,2,5', '1,2,3', None)
    >>> lines_of_program('1-3'), lines_of_program(1)
    ('1-3', '1')
    """
    if isinstance(value, str):
        return value
    if not hasattr(value, '__iter__'):
        return whole_of_program(value)
    numbers = [whole_of_program(each) for each in value]
    return None if None in numbers else ','.join(numbers)


@kind('numbers of lines among the first %d, such as 1-3,5, are expected, not {}' % SAMPLE,
      lines_of_program)
def numbers_of_lines(text):
    """
    >>> numbers_of_lines('1-3,5'), numbers_of_lines('5, 1-2,2'), numbers_of_lines('')
    ([1, 2, 3, 5], [1, 2, 5], [])
    """
    numbers: set = set()
    for part in text.split(',') if text else ():
        ends = re.fullmatch(' *([0-9]{1,2})(?: *- *([0-9]{1,2}))? *', part)
        if not ends:
            return None
        first, last = int(ends[1]), int(ends[2] or ends[1])
        if not 1 <= first <= last <= SAMPLE:
            return None
        numbers.update(range(first, last + 1))
    return sorted(numbers)


TABS = {'tab': '\t', '\\t': '\t'}       # how a tab is typed
HARD_TO_TYPE = {**TABS, 'blank': ' ', 'space': ' '}


@kind('one character, tab or blank is expected, not {}', word)
def delimiter(text):
    text = HARD_TO_TYPE.get(text, text)
    return text if len(text) == 1 and text not in '"\r\n' else None


@kind('one of , ; | or the word tab is expected, not {}', word)
def output_delimiter(text):
    """One of those that kanon recognizes when it reads the release."""
    character = TABS.get(text, text)
    return character if character in list(DELIMITERS) else None


@kind('a point or a comma is expected, not {}', word)
def decimal_sign(text):
    return text if text in ('.', ',') else None


def path_in(value):
    """The path of a file or folder as text. A text of several lines is a table and no path."""
    try:
        text = os.fsdecode(value)
        os.fsencode(text)
    except (TypeError, UnicodeError):   # UnicodeError: no name of a file here
        return None
    return text if text and not re.search('[\0\r\n]', text) else None


@kind('the path of a file or folder is expected, not {}', take=path_in)
def path(text):
    return text


def encoding_in(value):
    if isinstance(value, str):
        is_utf_8(value)     # DataError if there is no such encoding
        return value


@kind("a name such as 'utf-8' is expected, not {}", take=encoding_in)
def encoding(text):
    return text


def truth_of_program(value):
    return value if isinstance(value, bool) else None


@kind('True or False is expected, not {}', take=truth_of_program)
def nothing_after(text):
    """A word without a value."""
    return True


def rules(rule):
    """The kind of {sensitive column: rule}. A rule for all columns has None in place of a name.

    >>> rules(decimal)('ill=0.5'), rules(decimal).take(0.5)
    ({'ill': (1, 2)}, {None: (1, 2)})
    """
    def take(value):
        given = value if isinstance(value, dict) else {None: value}
        return {name: rule(written_value(each)) for name, each in given.items()}
    return Kind(of_columns(rule), take=take)
