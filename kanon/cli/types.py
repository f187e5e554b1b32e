"""The types of the words: each turns a text into a value, or raises argparse.ArgumentTypeError.

Promise: a number is taken as it is written, never through a float. A value that makes no sense is refused in one line.
"""

from __future__ import annotations

import csv
import re
from argparse import ArgumentTypeError
from collections import namedtuple

from ..errors import DataError, quoted
from ..measures import MEASURES
from ..tables.dialect import DELIMITERS
from ..values import missing_words
from .rule_types import decimal, of_columns, presence, rule_of


def names(text) -> list:
    """Column names from a comma-separated list; a name with a comma is quoted as in csv.

    >>> names('age, "income, yearly"'), names('')
    (['age', 'income, yearly'], [])
    """
    try:
        row = next(csv.reader([' '.join(text.splitlines())], skipinitialspace=True), [])
    except csv.Error as error:
        if 'limit' in str(error):
            raise ArgumentTypeError('a part of the list %s is longer than %s characters'
                                    % (quoted(text), '{:,}'.format(csv.field_size_limit()))) from None
        raise ArgumentTypeError('%s is not a list of column names' % quoted(text)) from None
    columns = [name.strip() for name in row]
    if '' in columns:
        raise ArgumentTypeError('%s has an empty name; put a list with blanks in quotes' % quoted(text))
    return columns


def words_of_na(text) -> list:
    """The words of --na, with a semicolon between any two. Blanks around a word do not belong to it.

    >>> words_of_na('NA; k.A.;keine Angabe')
    ['NA', 'k.A.', 'keine Angabe']
    """
    try:
        return missing_words(text.split(';'))
    except DataError as error:
        raise ArgumentTypeError(error.problem) from None


def column(text) -> str:
    if not text.strip():
        raise ArgumentTypeError('the name of a column is expected, not %s' % quoted(text))
    return text.strip()


def listed(columns) -> str:
    """Column names as `names` reads them.

    >>> listed(['age', 'income, yearly'])
    'age,"income, yearly"'
    """
    return ','.join(map(cell_of, columns))


def cell_of(name) -> str:
    return '"%s"' % name.replace('"', '""') if set(name) & set(',"\n\r') else name


def one_of(*words):
    def choice(text):
        if text not in words:
            raise ArgumentTypeError('%s is not one of %s' % (quoted(text), ', '.join(words)))
        return text
    return choice


NO_K = 'k is a whole number of 2 or more, not %s'


def class_size(text) -> int:
    """A k. 1 asks for nothing, and only k-map and delta-presence can stand beside it (`asks_nothing`)."""
    if not re.fullmatch('[0-9]{1,18}', text) or int(text) < 1:
        raise ArgumentTypeError(NO_K % quoted(text))
    return int(text)


def asks_nothing(values) -> bool:
    """Whether k is 1, and nothing is asked of the population.

    >>> asks_nothing({'k': 1}), asks_nothing({'k': [5, 1]}), asks_nothing({'k': 1, 'k_map': 5})
    (True, True, False)
    """
    k = values.get('k')
    return (1 in k if isinstance(k, list) else k == 1) and not values.get('k_map') and not values.get('delta_presence')


def people(text) -> int:
    if not re.fullmatch('[0-9]{1,18}', text) or int(text) < 2:
        raise ArgumentTypeError('a whole number of 2 or more people is expected, not %s' % quoted(text))
    return int(text)


def suppression(text) -> str:
    is_share = re.fullmatch('[0-9]{1,3}([.][0-9]{1,9})?%', text) and float(text[:-1]) <= 100
    if not is_share and not re.fullmatch('[0-9]{1,18}', text):
        raise ArgumentTypeError('a number of records or a share like 4%% is expected, not %s' % quoted(text))
    return text


def suppression_limit(text, records) -> int:
    """How many of the records may be suppressed. A share is rounded down, exactly.

    >>> suppression_limit('20', 30162), suppression_limit('4%', 30162), suppression_limit('0.5%', 1000)
    (20, 1206, 5)
    """
    if not text.endswith('%'):
        return int(text)
    whole, _, decimals = text[:-1].partition('.')
    return records * int(whole + decimals) // (100 * 10 ** len(decimals))


def seconds(text) -> float:
    if not re.fullmatch('[0-9]{1,9}([.][0-9]{1,9})?', text):
        raise ArgumentTypeError('a number of seconds is expected, not %s' % quoted(text))
    return float(text)


LEAST_MEMORY = 64 << 20     # bytes


def size(text) -> int:
    """Bytes.

    >>> size('512M'), size('2g'), size('1.5GB')
    (536870912, 2147483648, 1610612736)
    """
    match = re.fullmatch('([0-9]{1,9}(?:[.][0-9]{1,9})?) ?([MG])B?', text.strip().upper())
    if not match:
        raise ArgumentTypeError('%s is no size; write 512M or 2G' % quoted(text))
    bytes_ = int(float(match[1]) * (1 << {'M': 20, 'G': 30}[match[2]]))
    if bytes_ < LEAST_MEMORY:
        raise ArgumentTypeError('%s is too little: the program alone takes more than half of %dM' % (quoted(text), LEAST_MEMORY >> 20))
    return bytes_


def weights(text) -> dict:
    """{column: weight} from "column=weight" pairs.

    >>> weights('age=2,race=0.5')
    {'age': 2.0, 'race': 0.5}
    """
    weight_of: dict = {}
    for pair in names(text):
        name, _, weight = (part.strip() for part in pair.rpartition('='))
        if not name or not re.fullmatch('[0-9]{1,9}([.][0-9]{0,9})?|[.][0-9]{1,9}', weight):
            raise ArgumentTypeError('pairs like age=2,race=0.5 are expected, not %s' % quoted(pair))
        if name in weight_of:
            raise ArgumentTypeError('%s has two weights' % quoted(name))
        weight_of[name] = float(weight)
    return weight_of


def weights_of(options) -> list:
    """The weight of each quasi-identifier in lm."""
    return [options.weights.get(name, 1) for name in options.quasi]


def limits(sign):
    """The type of --limit (<=) and --from (>=): {column: level}. A level is a number, a name, or a width such as '10 wide'.

    >>> limits('<=')('born<=decade; zip <= 2'), limits('>=')('"pay; yearly">=1000.5 wide')
    ({'born': 'decade', 'zip': '2'}, {'pay; yearly': '1000.5 wide'})
    """
    def parsed(text):
        level_of: dict = {}
        for part in filter(None, map(str.strip, next(csv.reader([text], delimiter=';', skipinitialspace=True), []))):
            name, _, level = (piece.strip() for piece in part.rpartition(sign))
            if not name or not level:
                raise ArgumentTypeError('parts like zip%s2 or age%s10 wide, with ; between them, are expected, not %s'
                                        % (sign, sign, quoted(part)))
            if name in level_of:
                raise ArgumentTypeError('%s has two limits' % quoted(name))
            level_of[name] = level_word(name, level)
        if not level_of:
            raise ArgumentTypeError('it names no column')
        return level_of
    return parsed


def level_word(name, word) -> str:
    """A level of a column as --limit takes it: a number, a name, or a width.

    >>> level_word('age', '10  wide'), level_word('zip', '2'), level_word('born', 'year')
    ('10 wide', '2', 'year')
    """
    width = re.fullmatch('(.*?) +wide', word)
    if width and not re.fullmatch('(?=.*[1-9])([0-9]{1,18}([.][0-9]{1,9})?|[.][0-9]{1,9})', width[1]):
        raise ArgumentTypeError('%s: a width is a number above 0, such as 10 wide, not %s' % (quoted(name), quoted(word)))
    if not word or (word.isdigit() or re.fullmatch('[+-]?[0-9.]+', word)) and not re.fullmatch('[0-9]{1,9}', word):      # ² is a digit
        raise ArgumentTypeError('%s: a level is a whole number from 0 on or a name, and a width is written 10 wide, not %s'
                                % (quoted(name), quoted(word)))
    return '%s wide' % width[1] if width else word


def share(text) -> tuple:
    p, q = decimal(text)
    if p > q:
        raise ArgumentTypeError('a number from 0 to 1 is expected, not %s' % quoted(text))
    return p, q


def positive(kind):
    def above_zero(text):
        if not re.search('[1-9]', text):
            raise ArgumentTypeError('a number above 0 is expected, not %s' % quoted(text))
        return kind(text)
    return above_zero


def whole_number(text) -> int:
    if not re.fullmatch('[0-9]{1,18}', text) or not int(text):
        raise ArgumentTypeError('a whole number of 1 or more is expected, not %s' % quoted(text))
    return int(text)


def c_and_l(text) -> tuple:
    c, _, l = text.partition(':')
    if not re.fullmatch('[0-9]{1,18}', l) or int(l) < 2:
        raise ArgumentTypeError('c:l like 3:2 is expected, with l of 2 or more, not %s' % quoted(text))
    return positive(decimal)(c), int(l)


Requirement = namedtuple('Requirement', 'word limit text column', defaults=(None,))    # column: the sensitive one, None for all

LIMITS = {'k': whole_number, 'l': whole_number, 'entropy': positive(decimal), 'recursive': c_and_l, 'alpha': positive(share),
          't': share, 'ordered-t': share, 'hierarchical-t': share}


def requirements(text) -> list:
    """What `check` requires, from "word=limit" pairs, or "column:word=limit" for one sensitive column.

    >>> requirements('k=5, ward:t=0.2')
    [Requirement(word='k', limit=5, text='k=5', column=None), Requirement(word='t', limit=(1, 5), text='t=0.2', column='ward')]
    """
    required: list = []
    for pair in names(text) or ['']:
        word, _, limit = (part.strip() for part in pair.rpartition('='))
        column, of, word = (part.strip() for part in (word if _ else limit).rpartition(':'))
        if of and not column:
            raise ArgumentTypeError('a column is expected before the : of %s' % quoted(pair))
        if word not in LIMITS:
            raise ArgumentTypeError('%s is not one of %s' % (quoted(word), ', '.join(LIMITS)))
        if column and word == 'k':
            raise ArgumentTypeError('k is of all columns; write k=5, not %s' % quoted(pair))
        if (word, column or None) in [(requirement.word, requirement.column) for requirement in required]:
            raise ArgumentTypeError('%s is required twice' % quoted(word) + (' of %s' % quoted(column) if column else ''))
        try:
            required.append(Requirement(word, LIMITS[word](limit), '%s=%s' % (word, limit), column or None))
        except ArgumentTypeError as error:
            raise ArgumentTypeError('%s: %s' % (word, error)) from None
    return required


def columns_of_kinds(text) -> dict:
    """{kind: columns} from "kind=column" pairs.

    >>> columns_of_kinds('zip=plz, zip=plz2, age=alter')
    {'zip': ['plz', 'plz2'], 'age': ['alter']}
    """
    columns: dict = {}
    for pair in names(text):
        kind, _, name = (part.strip() for part in pair.partition('='))
        if not kind or not name:
            raise ArgumentTypeError('pairs like zip=plz,age=alter are expected, not %s' % quoted(pair))
        columns.setdefault(kind, []).append(name)
    return columns


def list_of(kind):
    def several(text):
        if not names(text):
            raise ArgumentTypeError('the list is empty')
        return [kind(part) for part in names(text)]
    return several


def labels(text) -> str:
    """One word of range and box, one of set and ancestor, or both. Or grid, which says both.

    >>> labels('box'), labels('range, ancestor'), labels('grid')
    ('box', 'range,ancestor', 'grid')
    """
    words = names(text)
    if words == ['grid']:
        return 'grid'
    for pair in ('range', 'box'), ('set', 'ancestor'):
        words = [word for word in words if word not in pair] + [word for word in words if word in pair][1:]
    if words or not text.strip():
        raise ArgumentTypeError('range or box, set or ancestor, one of each with a comma, or grid alone is expected, not %s' % quoted(text))
    return ','.join(names(text))


def grid(text) -> dict:
    """{column: its edges} from "column=edges" pairs.

    >>> grid('age=5, income=0:20000:100000')
    {'age': '5', 'income': '0:20000:100000'}
    """
    from ..cutting.edges import Edges       # few runs declare edges
    edges_of: dict = {}
    for pair in names(text):
        name, _, edges = (part.strip() for part in pair.rpartition('='))
        if not name:
            raise ArgumentTypeError('pairs like age=5,income=0:20000:100000 are expected, not %s' % quoted(pair))
        if name in edges_of:
            raise ArgumentTypeError('%s has two grids' % quoted(name))
        try:
            Edges(edges)
        except DataError as error:
            raise ArgumentTypeError('%s: %s' % (name, error)) from None
        edges_of[name] = edges
    return edges_of


def seed(text) -> int:
    if not re.fullmatch('[0-9]{1,18}', text):
        raise ArgumentTypeError('a seed is a whole number, not %s' % quoted(text))
    return int(text)


def delimiter(text) -> str:
    text = {'tab': '\t', '\\t': '\t'}.get(text, text)
    if len(text) != 1 or text in '"\r\n ':
        raise ArgumentTypeError('one character, or tab, is expected, not %s' % quoted(text))
    return text


def output_delimiter(text) -> str:
    """One of those that kanon recognizes when it reads the release."""
    character = {'tab': '\t', '\\t': '\t'}.get(text, text)
    if character not in list(DELIMITERS):
        raise ArgumentTypeError('one of , ; | or the word tab is expected, not %s' % quoted(text))
    return character


def decimal_sign(text) -> str:
    if text not in ('.', ','):
        raise ArgumentTypeError('a point or a comma is expected, not %s' % quoted(text))
    return text


TYPES = {   # of what an INI file may hold, for all programs, so that one file serves them
    'k': class_size, 'max_suppression': suppression, 'quasi': names, 'sensitive': names, 'publish': names,
    'columns': names, 'counts': column, 'hierarchies': str,
    'measure': one_of(*MEASURES, 'first'), 'weights': weights, 'limit': limits('<='), 'from': limits('>='),
    **{name: of_columns(rule_of(name)) for name in ('l_diversity', 't_closeness', 'alpha')},
    'population': str, 'population_counts': column, 'k_map': people, 'delta_presence': presence,
    'partitioning': one_of('strict', 'relaxed', 'both', 'optimal', 'clustered'), 'choose': one_of('widest', 'random', 'lm'), 'seed': seed,
    'categories': one_of('leaves', 'frequency', 'hierarchy'), 'labels': labels, 'grid': grid,
    'memory': size, 'time_limit': seconds, 'missing': one_of('drop', 'value', 'root'), 'missing_in': one_of('any', 'used'),
    'na': words_of_na,
    'unreadable': one_of('refuse', 'missing'), 'totals': one_of('keep', 'leave-out'),
    'delimiter': delimiter, 'output_delimiter': output_delimiter, 'decimal': decimal_sign,
    'require': requirements, 'stars': one_of('suppressed', 'class'), 'threshold': share, 'most': whole_number,
    'encoding': str, 'order': one_of('sorted', 'input'), 'format': one_of('text', 'csv', 'markdown', 'json'),
    'language': one_of('en', 'zh'),
}
