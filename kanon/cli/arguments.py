"""The arguments of `kanon.anonymize` as plain values. They are read as the command line reads its options.

Promise: an argument that makes no sense is a DataError in one line. It names the argument and says what to give. Messages that the
scripts share speak of options. `in_words_of_python` makes them speak of arguments.
Arguments that exclude each other are refused as options.py refuses the options. A test compares the two.
"""

from __future__ import annotations

import os
import re
from argparse import ArgumentTypeError
from collections import Counter
from contextlib import ContextDecorator
from operator import index

from ..cutting.cuts import KINDS
from ..errors import DataError, nearest, one_line, quoted, text_of
from ..measures import MEASURES
from ..tables.text import is_utf_8
from ..values import missing_words
from .rule_types import presence, rule_of
from .types import delimiter, labels, level_word, output_delimiter, suppression, suppression_limit

ALGORITHMS = 'samarati', 'optimal', 'datafly', 'round-robin', 'mondrian'

WORDS = {   # what an argument may be
    'algorithm': ALGORITHMS, 'measure': (*MEASURES, 'first'), 'partitioning': (*KINDS, 'optimal', 'clustered'), 'choose': ('widest', 'random', 'lm'),
    'categories': (None, 'leaves', 'frequency', 'hierarchy'), 'missing': ('drop', 'value', 'root'), 'missing_in': ('any', 'used'),
    'order': ('sorted', 'input'), 'decimal': ('.', ','), 'unreadable': ('refuse', 'missing'), 'totals': ('keep', 'leave-out')}

MOST = 10 ** 100      # a k is below it; Python does not write every int

BY_LEVELS = 'samarati', 'optimal', 'datafly'

MEANT_FOR = {   # what an argument is by default, and the algorithms that take another value
    'max_suppression': (0, BY_LEVELS), 'measure': ('lm', BY_LEVELS[:2]), 'time_limit': (None, ('optimal',)),
    'bound': (False, ('mondrian',)),
    **{name: (default, ('mondrian',)) for name, default in
       (('partitioning', 'strict'), ('choose', 'widest'), ('seed', None), ('categories', None), ('labels', ''), ('grid', None))}}

EXPECTED = {     # of the arguments that are read as the text of an option
    'max_suppression': "a number of records, such as 20, or a share, such as '4%'",
    'l_diversity': "a whole number L from 2 on, 'entropy:L' with L above 1, or 'recursive:C,L' with C above 0",
    't_closeness': "a number T from 0 to 1, of at most nine decimals, 'ordered:T' or 'hierarchical:T'",
    'alpha': 'a number above 0 and up to 1, of at most nine decimals',
    'delta_presence': "two shares, the least and the most, such as '0:0.5' or '1/2:2/3'",
    'labels': "'range' or 'box', 'set' or 'ancestor', one of each, such as 'box,ancestor', or 'grid'",
    'delimiter': "one character, or 'tab'", 'output_delimiter': "',', ';', '|' or 'tab'"}


def check_words(**words):
    """DataError for a word that is none of those in WORDS."""
    for name, word in words.items():
        if word is not None and not isinstance(word, str) or word not in WORDS[name]:
            hint = nearest(word, filter(None, WORDS[name]), quoted) if isinstance(word, str) else ''
            raise DataError(one_line('%s is %s, not %s%s' % (name, either(WORDS[name]), brief(word), hint)))


def check_switches(**switches):
    """DataError for what is neither True nor False."""
    for name, value in switches.items():
        if not isinstance(value, bool):
            raise DataError('%s is True or False, not %s' % (name, brief(value)))


def check_meant(algorithm, **values):
    """DataError for an argument that the algorithm does not take."""
    for name, value in values.items():
        default, algorithms = MEANT_FOR[name]
        if algorithm not in algorithms and (type(value) is not type(default) or value != default):
            raise DataError('%s is for algorithm=%s; leave it out for %r' % (name, either(algorithms), algorithm))
    if algorithm == 'optimal' and values['measure'] == 'first':
        raise DataError("measure='first' is for algorithm='samarati'; the optimal search needs another measure")


def check_columns(quasi, carried, counts, population_counts):
    """DataError if there is no quasi-identifier, or if a column is named twice, those of the counts included."""
    if not quasi:
        raise DataError('quasi names no column')
    for argument, name in ('counts', counts), ('population_counts', population_counts):
        if name is not None and not isinstance(name, str):
            raise DataError('%s is the name of a column, not %s' % (argument, brief(name)))
    if counts in quasi + carried:
        raise DataError('column %s has the counts, so it is no quasi-identifier and is not published' % quoted(counts))
    if population_counts in quasi:
        raise DataError('column %s has the population_counts, so it is no quasi-identifier' % quoted(population_counts))
    for name, times in Counter(quasi + carried).items():
        if times > 1:
            raise DataError('column %s is named twice in quasi, sensitive and publish' % quoted(name))


def names_in(names, argument) -> list:
    """The column names of a list. A set has no order, and a text is one name."""
    listed = [None] if isinstance(names, (str, bytes, set, frozenset)) or not hasattr(names, '__iter__') else list(names)
    if not all(isinstance(name, str) for name in listed):
        raise DataError("%s is a list of column names, such as ['age', 'zip'], not %s" % (argument, brief(names)))
    return listed


def missing_words_in(words) -> list:
    """The words of `na`. A text is one word, and no list."""
    listed = [None] if isinstance(words, (str, bytes, set, frozenset)) or not hasattr(words, '__iter__') else list(words)
    if not all(isinstance(word, str) for word in listed):
        raise DataError("na is a list of words, such as ['NA', 'unknown'], not %s" % brief(words))
    try:
        return missing_words(listed)
    except DataError as error:
        raise DataError('na: %s' % error.problem) from None


def whole(value):
    """The int of a whole number, such as a numpy.int64. None for anything else, True and False included.

    >>> whole(5), whole('5'), whole(5.0), whole(True)
    (5, None, None, None)
    """
    try:
        return None if isinstance(value, bool) else index(value)
    except TypeError:
        return None


def class_size_in(k, least=2) -> int:
    size = whole(k)
    if size is None or size < least:
        raise DataError('k is a whole number from %d on, not %s' % (least, brief(k)))
    if size >= MOST:
        raise DataError('k is a whole number of at most 100 digits, not %s' % brief(k))
    return size


def seed_in(seed, choose):
    if choose == 'random' and seed is None:
        raise DataError("choose='random' needs a seed, so that it can be done again")
    if choose != 'random' and seed is not None:
        raise DataError("seed is for choose='random'")
    if seed is None:
        return None
    number = whole(seed)
    if number is None or number < 0:
        raise DataError('seed is a whole number from 0 on, not %s' % brief(seed))
    return number


def number_in(value, argument, below=10 ** 9) -> float:
    """A number from 0 on."""
    try:
        number = float('nan' if isinstance(value, (str, bytes, bool)) else value)
    except (TypeError, ValueError, OverflowError):
        number = -1.0
    if not 0 <= number < below:
        raise DataError('%s is a number from 0 on, not %s' % (argument, brief(value)))
    return number


def parsed(argument, kind, value):
    """A value as the option of the same name reads its text.

    >>> parsed('alpha', rule_of('alpha'), 0.5), parsed('l_diversity', rule_of('l_diversity'), 'recursive:2,3')
    (Alpha(alpha=(1, 2)), Recursive(c=(2, 1), l=3))
    """
    text = text_of(value)
    if isinstance(value, float):        # 0.00001 is 1e-05 as text, which no option takes
        decimals = ('%.9f' % value).rstrip('0').rstrip('.')
        text = decimals if float(decimals) == value else text
    try:
        return kind(text)
    except ArgumentTypeError:
        raise DataError('%s is %s, not %s' % (argument, EXPECTED[argument], brief(value))) from None


def people_asked(population, population_counts, k_map, delta_presence) -> tuple:
    """The k-map and the Presence that are asked of a population."""
    if population is None:
        for name, value in (('k_map', k_map), ('delta_presence', delta_presence), ('population_counts', population_counts)):
            if value is not None:
                raise DataError('%s needs a population; name its file in population' % name)
        return None, None
    if k_map is None and delta_presence is None:
        raise DataError('population is for k_map and delta_presence; give one of them')
    size = whole(k_map)
    if k_map is not None and (size is None or size < 2):
        raise DataError('k_map is a whole number from 2 on, not %s' % brief(k_map))
    if k_map is not None and size >= MOST:
        raise DataError('k_map is a whole number of at most 100 digits, not %s' % brief(k_map))
    return size, None if delta_presence is None else parsed('delta_presence', presence, delta_presence)


def rules_in(sensitive, l_diversity, t_closeness, alpha) -> list:
    """The rules of each sensitive column, as `required_for` (rules/of_table.py) takes them."""
    return [of_columns(name, rule_of(name), given, sensitive)
            for name, given in (('l_diversity', l_diversity), ('t_closeness', t_closeness), ('alpha', alpha))]


def of_columns(argument, kind, given, sensitive) -> dict:
    """{sensitive column: rule} of one rule for all sensitive columns, or of a dict."""
    if given is None:
        return {}
    if not sensitive:
        raise DataError('%s needs a sensitive column; name it in sensitive' % argument)
    rules = given if isinstance(given, dict) else dict.fromkeys(sensitive, given)
    check_known(argument, rules, sensitive, 'sensitive column')
    return {name: parsed(argument, kind, rule) for name, rule in rules.items()}


def weights_in(weights, quasi) -> list:
    """The weight of each quasi-identifier."""
    if not isinstance(weights, (dict, type(None))):
        raise DataError("weights is a dict such as {'age': 2}, not %s" % brief(weights))
    weights = weights or {}
    check_known('weights', weights, quasi, 'quasi-identifier')
    listed = [number_in(weights.get(name, 1), 'weights[%r]' % name) for name in quasi]
    if not any(listed):
        raise DataError('weights leaves nothing of lm; give one quasi-identifier a weight above 0')
    return listed


def limit_in(max_suppression, records) -> int:
    """How many of the records may be suppressed."""
    return suppression_limit(parsed('max_suppression', suppression, max_suppression), records)


def limits_in(argument, given, quasi) -> dict:
    """{quasi-identifier: a level as the option reads it}."""
    if not isinstance(given, (dict, type(None))):
        raise DataError("%s is a dict such as {'zip': 2}, not %s" % (argument, brief(given)))
    check_known(argument, given or {}, quasi, 'quasi-identifier')
    limits_ = {}
    for name, level in (given or {}).items():
        try:
            limits_[name] = level_word(str(name), text_of(level).strip())
        except ArgumentTypeError as error:
            raise DataError('%s: %s' % (argument, error)) from None
    return limits_


def check_limits(limit, from_, labels, bound):
    """DataError for labels that cannot have limits, and for a bound that does not hold for these labels."""
    if (limit or from_) and {'box', 'grid'} & set(labels.split(',')):
        raise DataError('labels with a box or a grid have no limits; leave the labels or the limits out')
    if bound and (from_ or {'box', 'grid'} & set(labels.split(','))):
        raise DataError('the bound is for intervals between recorded values, and it would tell values that a box or a grid hides; leave it'
                        ' out, or these labels and from_')


def check_searching(partitioning, choose, categories, labels):
    """DataError if a search for the best cuts cannot have these. It chooses the cuts itself, and knows nothing of nodes and boxes."""
    if partitioning not in KINDS and (choose != 'widest' or 'box' in labels or categories == 'hierarchy'):
        raise DataError("partitioning=%r needs choose='widest', labels without 'box', and categories other than 'hierarchy'"
                        % partitioning)


def labels_in(word) -> str:
    return parsed('labels', labels, word) if word != '' else ''


def grid_in(grid, labels, quasi) -> dict:
    """{quasi-identifier: its edges, as --grid takes them}. Edges are a width, a list of edges, or a text.

    >>> grid_in({'age': [0, 18, 65, '*'], 'income': 0.5}, 'grid', ['age', 'income'])
    {'age': '0:18:65:*', 'income': '0.5'}
    """
    if grid is None:
        return {}
    if not isinstance(grid, dict):
        raise DataError("grid is a dict such as {'age': 5}, not %s" % brief(grid))
    if labels != 'grid':
        raise DataError("grid is for labels='grid'")
    check_known('grid', grid, quasi, 'quasi-identifier')
    from ..cutting.edges import Edges       # few releases have declared edges
    texts = {name: ':'.join(map(text_of, edges)) if isinstance(edges, (list, tuple)) else text_of(edges) for name, edges in grid.items()}
    for name, text in texts.items():
        try:
            Edges(text)
        except DataError as error:
            raise DataError('grid[%r]: %s' % (name, error)) from None
    return texts


def delimiter_in(character):
    if character is not None and not isinstance(character, str):
        raise DataError('delimiter is %s, not %s' % (EXPECTED['delimiter'], brief(character)))
    return character and parsed('delimiter', delimiter, character)


def output_delimiter_in(character) -> str:
    return parsed('output_delimiter', output_delimiter, character)


def encoding_in(name) -> str:
    if not isinstance(name, str):
        raise DataError("encoding is a name such as 'utf-8', not %s" % brief(name))
    is_utf_8(name)      # DataError if there is no such encoding
    return name


def path_in(path, argument) -> str:
    """The path of a file or folder as text. A text of several lines is a table rather than a path."""
    try:
        text = os.fsdecode(path)
        os.fsencode(text)
    except (TypeError, UnicodeError):   # UnicodeError: no name of a file here
        text = ''
    if not text or re.search('[\0\r\n]', text):
        raise DataError('%s is the path of a file or folder, not %s' % (argument, brief(path)))
    return text


def check_known(argument, names, known, what):
    """DataError for a key of a dict that is none of the known names."""
    for name in names:
        if name not in known:
            raise DataError('%s: %s is no %s%s' % (argument, brief(name), what, nearest(text_of(name), known)))


def either(words) -> str:
    """The words in quotes, joined by commas and 'or'.

    >>> print(either(['strict', 'relaxed', 'both']), 'and', either(['optimal']))
    'strict', 'relaxed' or 'both' and 'optimal'
    """
    *others, last = map(repr, words)
    return '%s or %s' % (', '.join(others), last) if others else last


def brief(value) -> str:
    """A value as Python writes it, on one line, cut short if it is long.

    >>> brief('two\\nlines'), brief([1, 2])
    ("'two\\\\nlines'", '[1, 2]')
    """
    if isinstance(value, (str, bytes)):
        return quoted(value) if isinstance(value, str) else 'bytes'
    try:
        text = one_line(repr(value))
    except ValueError:      # Python writes no int of 5,000 digits
        text = ''
    if isinstance(value, int) and not 0 < len(text) <= 60:
        return 'an int of more than 60 digits'
    kind = type(value).__name__
    return text if 0 < len(text) <= 60 else '%s %s' % ('an' if kind[0] in 'aeiou' else 'a', kind)


# What the scripts say, and what a program is told in its place.
PHRASES = {'name another with -o, or replace it with --force': 'write to another path, or replace it with force=True',
           'can be read once only': "can be read once only; order='input' needs a file",
           'run_samarati.py finds a vector if there is one': "algorithm='samarati' finds a vector if there is one"}
# A value of the data, a quoted name, or an option with a word behind it.
OPTION = re.compile(r"\ufdd0[^\ufdd1]*\ufdd1|(?<!\w)'[^']*'"
                    r"|(with )?--([a-z]+(?:-[a-z]+)*)(?: ((?:utf-16(?:-[lb]e)?|frequency|ancestor|missing)\b|,))?")


def reworded(problem) -> str:
    """A message of the scripts, in words of Python.

    >>> reworded('begins like UTF-16; give --encoding utf-16')
    "begins like UTF-16; give encoding='utf-16'"
    >>> reworded("there is no column '--columns'; name the columns with --columns, or leave --columns out")
    "there is no column '--columns'; name the columns in columns, or leave columns out"
    """
    def of_python(match):
        in_, option, word = match.groups()
        if option is None:
            return match.group()
        name = option.replace('-', '_')
        return '%s%s=%r' % (in_ or '', name, word) if word else 'in ' * bool(in_) + name
    for phrase, other in PHRASES.items():
        problem = problem.replace(phrase, other)
    return OPTION.sub(of_python, problem)


class in_words_of_python(ContextDecorator):
    """A decorator, or a context. The messages of its DataErrors name arguments in place of options."""

    def __enter__(self):
        return self

    def __exit__(self, kind, error, traceback) -> None:
        if isinstance(error, DataError):
            error.problem, error.file = reworded(error.problem), error.file and one_line(error.file)
            error.args = error.problem, error.file, error.line
