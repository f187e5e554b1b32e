"""What a class must satisfy beyond k: rules of the values that its sensitive columns hold.

Promise: a rule is decided exactly, in whole numbers, however close to its limit a class is.
A rule looks at a class as a histogram {sensitive value: records} of one sensitive column. Every
rule of every column must pass. Its limits are given as plain numbers, such as 2.5 or '0.2', and
kept as pairs of whole numbers (decimals.py). So "n / size is at most p / q" is decided as
n * q <= p * size. Beside the rules stand measures, as floats, that tell how diverse a class is.

The records whose value is not known are those of '?' (values.Known). A rule holds only whatever
their values are.
- Distinct l counts the known values. A class without any has one value, because all its records may
  have the same.
- Entropy l, recursive (c, l) and alpha must hold for every known value when it takes all the
  missing ones. The worst of these is the most frequent known value (`at_worst`). No other way to
  fill in the missing values is worse, be it with values that the class does not have. For every j
  its j greatest counts together are as great as they can be (it majorizes all others). So the
  greatest share is the greatest possible, and the entropy the least. r1 / (rl + ... + rm) is the
  greatest, since rl + ... + rm is what the l - 1 greatest leave. A class without known values is
  filled in with one value.
- t, beta and delta compare with the whole table. They take '?' as one value like any other, in the
  class and in the table, and say nothing of what the missing values are. In the worst case each of
  these would be a value that occurs once in the table. Then delta would pass only if all records
  were one class. beta would pass only classes without missing values, or of 1 / (1 + beta) of all
  records.
The papers say nothing of missing sensitive values. That a rule has to hold in the worst case is
kanon's own definition.

Which rules may a search prune by? Merge a class that passes with another class.
- k and distinct l: the union passes, whatever the other class is. These rules *survive merging*
  (`survives_merging`). Raising a vector never increases the records in classes that fail them. So
  it is with missing values: the union has the known values of both.
- Entropy l, recursive (c, l), alpha, t, beta, delta: the union passes if both classes pass.
  (Entropy is concave. The quantities of recursive (c, l), alpha and t are convex. beta and delta
  bound the share of each value, and its share of the union is between those of the two parts.) If
  the other class fails, the union may fail. A class {flu, ulcer} passes entropy 2, but not together
  with a suppressed class {flu, flu, flu}. So if classes may be suppressed, a vector can satisfy
  although one above it does not. The searches then prune by `Required.passes_weakened` alone, which
  has what these rules imply and survives merging. If nothing may be suppressed, every class has to
  pass, and all these rules are safe to prune by.
  Missing values leave that as it is. A class passes if it passes however its missing values are
  filled in. Who fills in those of a union fills in those of both parts. Each part then passes, and
  so does the union. To t '?' is a value like any other.
For t, beta and delta the reference is the whole table before suppression. All this needs it to stay
the same.

l-diversity: A. Machanavajjhala, J. Gehrke, D. Kifer, M. Venkitasubramaniam, ICDE 2006. t-closeness:
Li 2007, its distances in distance.py. (alpha, k): R. Wong, J. Li, A. Fu, K. Wang, KDD 2006.
beta-likeness: J. Cao, P. Karras, Publishing Microdata with a Robust Privacy Guarantee, VLDB 2012.
delta-disclosure privacy: J. Brickell, V. Shmatikov, KDD 2008.
"""

from __future__ import annotations

from collections import namedtuple
from functools import reduce
from math import exp, fsum, gcd, inf, log, prod
from operator import itemgetter

from ..counts.values import UNKNOWN
from ..errors import DataError, quoted
from .decimals import above_one, limit, number_of, share, text_of_pair, unexpected, whole_limit

CLOSE = 1e-12   # a logarithm closer to its limit than this is decided in whole numbers

NEEDS_OF_DISTANCE = {
    'equal': frozenset(['table']),
    'ordered': frozenset(['table', 'numbers']),
    'hierarchical': frozenset(['table', 'hierarchy'])}
DISTANCES = tuple(NEEDS_OF_DISTANCE)

DIVERSITY = 'L, entropy:L or recursive:C,L is expected, with L above 1 and C above 0'


def known_values(histogram) -> int:
    """How many different values are known. It is 1 for a class without any.

    >>> known_values({'flu': 3, '?': 2}), known_values({'?': 2})
    (1, 1)
    >>> known_values({'flu': 1, 'cancer': 1})
    2
    """
    return max(1, len(histogram) - (UNKNOWN in histogram))


def at_worst(histogram) -> dict:
    """The histogram if the most frequent known value takes all the missing ones.

    >>> at_worst({'flu': 2, 'cancer': 1, '?': 2}), at_worst({'?': 2})
    ({'flu': 4, 'cancer': 1}, {'?': 2})
    """
    if UNKNOWN not in histogram or len(histogram) == 1:
        return histogram
    known = {value: n for value, n in histogram.items() if value != UNKNOWN}
    known[max(known, key=known.__getitem__)] += histogram[UNKNOWN]
    return known


def entropy_l(histogram) -> float:
    """The l of entropy l-diversity: e to the entropy. It is from 1 to the number of values.

    >>> round(entropy_l({'flu': 2, 'cancer': 1, 'ulcer': 1}), 4)
    2.8284
    """
    return exp(entropy_of(at_worst(histogram).values()))


def entropy_of(counts) -> float:
    """The sum of -p log p over the values, where p is the share n / size of a value's records.

    >>> round(entropy_of([2, 2]), 4)
    0.6931
    """
    size = sum(counts)
    return fsum(n / size * log(size / n) for n in counts)


def recursive_c(histogram, l) -> float:
    """The class is recursively (c, l)-diverse for every c above this.

    It is r1 / (rl + ... + rm), with the frequencies from the greatest down. It is inf if the class
    has fewer than l values.

    >>> recursive_c({'flu': 3, 'cancer': 1, 'ulcer': 1}, 2)
    1.5
    """
    counts = sorted(at_worst(histogram).values(), reverse=True)
    tail = sum(counts[l - 1:])
    return counts[0] / tail if tail else inf


def most_frequent(histogram) -> float:
    """The share of the most frequent value, which is the least alpha that the class passes.

    >>> most_frequent({'flu': 3, 'cancer': 1})
    0.75
    """
    return max(at_worst(histogram).values()) / sum(histogram.values())


def is_below_log(a, b, p, q) -> bool:
    """Whether a / b < log(p / q), of whole numbers above 0. p > q.

    The logarithm is irrational (Lindemann 1882). So the two are never equal, and with digits enough
    one sees which is less.

    >>> is_below_log(693147180559945309, 10 ** 18, 2, 1)
    True
    >>> is_below_log(693147180559945310, 10 ** 18, 2, 1)
    False
    """
    apart = log(p / q) - a / b
    if abs(apart) > CLOSE * max(1, a / b):
        return apart > 0
    from decimal import Context     # 2 ms, and few classes are so close
    digits = 25
    while True:
        digits *= 2
        exact = Context(prec=digits)
        more = exact.subtract(exact.ln(exact.divide(p, q)), exact.divide(a, b))
        if abs(more) > exact.power(10, 5 - digits):
            return more > 0


class Rule(tuple):
    """What a rule says of itself. It is a tuple of its limits.

    Each class below says what differs from this. A class names its namedtuple before Rule, so that
    a field of the tuple counts, and not what stands here. Because a rule is a tuple, a text is made
    by '%s' % str(rule): behind % a tuple stands for its parts.

    Besides, a class has these.
    str()                   its name, ' = ' and its limits, as a report tells it
    passes(histogram)       whether a class passes
    measured(histogram)     the limit at which the class just passes or just fails
    read(text)              the rule that its option's text means, or None if that means another
    """
    # What it is asked for with, such as l_diversity, what the text of that option may be, and what
    # stands there before the limits.
    option = ''
    expected = ''
    prefix = ''
    # What `check --require` calls it, and how its limit is read there: by one of LIMIT_KINDS
    # (settings/kinds.py), or by several where it has several limits, with : between them.
    words: tuple = ()
    limit_kind: str | tuple = 'number'
    # What str() calls it, before ' = ', and the key of the text (voice/of_runs.py) that says it in
    # a report, or '' for str().
    names: tuple = ()
    sentence = ''
    # Of the measures of all classes, the one that decides: the greatest, or the least. And what is
    # measured of a class with nobody in it.
    worst = max
    of_nobody: float = inf
    # How many different known values every class that passes has at least. counts_values: whether
    # a class passes if it has so many, and in no other case.
    values = 1
    counts_values = False
    # Whether a class that passes still passes after any other class is merged into it.
    survives_merging = False
    # Whether it holds whatever the missing values are. If not, it takes them as one value.
    whatever_missing = True
    # How it sees values that may be the same (alike.py): 'as one', 'as written', or 'in both ways'.
    sees_alike = 'as one'
    # Whether window functions of SQL decide it (tools/engines/statements.py).
    in_sql = False
    # 'table', the whole table's distribution. 'numbers', in place of texts. 'hierarchy', that of
    # the column.
    needs: frozenset = frozenset()
    # The whole table's distribution, {sensitive value: records}, if it needs that.
    reference = None
    # {value: the one that stands for it}, of values of its column that it sees as one, and how it
    # is decided there (alike.py). Without ways it decides by itself.
    same: dict = {}
    ways: tuple = ()
    word = property(lambda self: self.words[0])

    def of_table(self, whole):
        """The rule for one column of a table, a Whole (of_table.py)."""
        return self

    @classmethod
    def of_word(cls, word, limit):
        """The rule of a word of `check --require`. limit: as its `limit_kind` reads it."""
        return cls(*limit) if isinstance(cls.limit_kind, tuple) else cls(limit)

    def limits(self) -> list:
        """Its numbers as texts, exactly."""
        return [text_of_pair(*limit) if isinstance(limit, tuple) else str(limit) for limit in self]

    def typed(self) -> str:
        """The rule as one types it for its option."""
        return self.prefix + ','.join(self.limits())

    def as_required(self) -> str:
        """The rule as `check --require` takes it."""
        return '%s=%s' % (self.word, ':'.join(self.limits()))


class Distinct(namedtuple('Distinct', 'l'), Rule):
    """The class has at least l different known values.

    >>> classes = {'flu': 5}, {'flu': 5, 'cancer': 1}, {'flu': 5, '?': 1}
    >>> [Distinct(2).passes(class_) for class_ in classes]
    [False, True, False]
    """
    option, expected = 'l_diversity', DIVERSITY
    words, limit_kind = ('l',), 'whole'
    names, sentence = ('distinct l',), 'distinct'
    worst, of_nobody = min, 1
    values = property(itemgetter(0))
    survives_merging = counts_values = in_sql = True
    measured = staticmethod(known_values)

    def __new__(cls, l):
        return super().__new__(cls, whole_limit('Distinct', 'l', l))

    @classmethod
    def read(cls, text):
        kind, _, l = text.rpartition(':')
        return cls(l) if kind in ('', 'distinct') and above_one(l) else None

    def __str__(self):
        return 'distinct l = %d' % self.l

    def passes(self, histogram):
        return known_values(histogram) >= self.l


class Entropy(namedtuple('Entropy', 'l'), Rule):
    """The entropy is at least log l: the sum of -p log p, where p is the share of a value.

    >>> Entropy(2).passes({'flu': 2, 'cancer': 2}), Entropy(2).passes({'flu': 2, 'cancer': 3})
    (True, False)
    """
    option, expected, prefix = 'l_diversity', DIVERSITY, 'entropy:'
    words, names = ('entropy',), ('entropy l',)
    worst, of_nobody = min, 1.0
    measured = staticmethod(entropy_l)

    def __new__(cls, l):
        return super().__new__(cls, limit('Entropy', 'l', l))

    @classmethod
    def read(cls, text):
        kind, _, l = text.rpartition(':')
        if kind != 'entropy':
            return None
        p, q = number_of(l)
        return cls(l) if p > q else None

    def __str__(self):
        return 'entropy l = %g' % (self.l[0] / self.l[1])

    @property
    def values(self):
        return -(-self.l[0] // self.l[1])

    def passes(self, histogram):
        counts = list(at_worst(histogram).values())
        p, q = self.l
        if len(counts) * q <= p:
            # With no more than l values, only l even shares have the entropy log l.
            return len(counts) * q == p and len(set(counts)) == 1
        apart = entropy_of(counts) - log(p / q)
        if abs(apart) > CLOSE:
            return apart > 0
        return has_entropy(counts, p, q)


def has_entropy(counts, p, q) -> bool:
    """Whether the entropy of these counts is at least log(p / q), in whole numbers.

    It is so if (p / q)^size <= size^size / the product of all n^n. The root of both sides that the
    common divisor of all n names is taken before.

    >>> has_entropy([2, 2], 2, 1), has_entropy([2, 3], 2, 1)
    (True, False)
    """
    common = reduce(gcd, counts)
    size = sum(counts) // common
    product = prod((n // common) ** (n // common) for n in counts)
    return p ** size * product <= (q * size) ** size


class Recursive(namedtuple('Recursive', 'c l'), Rule):
    """r1 < c * (rl + ... + rm), with the frequencies of the values from the greatest down.

    So the most frequent value occurs less than c times as often as the l-th and all after it
    together.

    >>> Recursive(3, 2).passes({'flu': 5, 'cancer': 2})
    True
    >>> Recursive(2, 2).passes({'flu': 4, 'cancer': 2})
    False
    """
    option, expected, prefix = 'l_diversity', DIVERSITY, 'recursive:'
    words, limit_kind = ('recursive',), 'c:l'
    names = ('recursive (c, l)',)
    values = property(itemgetter(1))

    def __new__(cls, c, l):
        c = limit('Recursive', 'c', c)
        l = whole_limit('Recursive', 'l', l)
        return super().__new__(cls, c, l)

    @classmethod
    def read(cls, text):
        kind, _, limits = text.rpartition(':')
        c, comma, l = limits.partition(',')
        if kind != 'recursive' or not comma:
            return None
        return cls(c, l) if number_of(c)[0] and above_one(l) else None

    @classmethod
    def of_word(cls, word, limit):
        return cls(*limit)

    def __str__(self):
        return 'recursive (c, l) = (%g, %d)' % (self.c[0] / self.c[1], self.l)

    def measured(self, histogram):
        return recursive_c(histogram, self.l)

    def passes(self, histogram):
        counts = sorted(at_worst(histogram).values(), reverse=True)
        p, q = self.c
        return counts[0] * q < p * sum(counts[self.l - 1:])


class Alpha(namedtuple('Alpha', 'alpha'), Rule):
    """No value has more than this share of the records: n / size <= alpha.

    >>> classes = {'flu': 2, 'ulcer': 2}, {'flu': 2, 'ulcer': 1}, {'flu': 2, 'ulcer': 2, '?': 1}
    >>> [Alpha(0.5).passes(class_) for class_ in classes]
    [True, False, False]
    """
    option, expected = 'alpha', 'a share above 0 and up to 1 is expected'
    words, limit_kind = ('alpha',), 'share above 0'
    names = ('alpha',)
    of_nobody, in_sql = 1.0, True
    measured = staticmethod(most_frequent)

    def __new__(cls, alpha):
        return super().__new__(cls, share('Alpha', 'alpha', alpha, zero=False))

    @classmethod
    def read(cls, text):
        p, q = number_of(text)
        return cls(text) if 0 < p <= q else None

    def __str__(self):
        return 'alpha = %g' % (self.alpha[0] / self.alpha[1])

    @property
    def values(self):
        return -(-self.alpha[1] // self.alpha[0])

    def passes(self, histogram):
        p, q = self.alpha
        most = max(at_worst(histogram).values())
        return most * q <= p * sum(histogram.values())


class Closeness(namedtuple('Closeness', 't distance'), Rule):
    """The class is no farther than t from the whole table. Missing values are one value, '?'.

    distance: 'equal', 'ordered' or 'hierarchical'. For a column of a table an Equal,
    OrderedDistance or Hierarchical (distance.py) takes its place.

    >>> from .distance import Equal
    >>> Closeness(0.5, Equal({'flu': 2, 'cancer': 2})).passes({'flu': 1})
    True
    >>> Closeness(0.2), str(Closeness(0.2, 'ordered'))
    (Closeness(t=(1, 5), distance='equal'), 'ordered t = 0.2')
    """
    option = 't_closeness'
    expected = 'T, ordered:T or hierarchical:T is expected, with T from 0 to 1'
    words, limit_kind = ('t', 'ordered-t', 'hierarchical-t'), 'share'
    names = 'equal t', 'ordered t', 'hierarchical t'
    of_nobody, whatever_missing, sees_alike = 1.0, False, 'as written'
    reference = property(lambda self: getattr(self.distance, 'reference', None))
    word = property(lambda self: self.words[DISTANCES.index(self.kind)])
    prefix = property(lambda self: '' if self.kind == 'equal' else self.kind + ':')
    needs = property(lambda self: NEEDS_OF_DISTANCE[self.kind])

    def __new__(cls, t, distance='equal'):
        if distance not in DISTANCES and not hasattr(distance, 'from_'):
            expected = "'equal', 'ordered' or 'hierarchical'"
            raise unexpected('Closeness', 'distance', expected, distance)
        return super().__new__(cls, share('Closeness', 't', t, zero=True), distance)

    @classmethod
    def read(cls, text):
        kind, _, t = text.rpartition(':')
        if kind not in ('', *DISTANCES):
            return None
        p, q = number_of(t)
        return cls(t, kind or 'equal') if p <= q else None

    @classmethod
    def of_word(cls, word, limit):
        return cls(limit, DISTANCES[cls.words.index(word)])

    @property
    def kind(self):
        """How distances are meant, in a word."""
        return self.distance if isinstance(self.distance, str) else self.distance.kind

    def of_table(self, whole):
        return Closeness(self.t, whole.distance(self.kind))

    def limits(self):
        return [text_of_pair(*self.t)]

    def __str__(self):
        return '%s t = %g' % (self.kind, self.t[0] / self.t[1])

    def measured(self, histogram):
        part, whole = self.distance.from_(histogram)
        return part / whole

    def passes(self, histogram):
        part, whole = self.distance.from_(histogram)
        p, q = self.t
        return part * q <= p * whole


class OfShares(Rule):
    """A rule of each value's share of a class and its share of the whole table.

    In the formulas p is a value's share of the table, and q its share of the class, as in the paper
    of beta-likeness. (That of t-closeness has them the other way round.) Missing values are one
    value, '?', as for t.

    It is a tuple of its limit and, for a column of a table, an Equal (distance.py), which has the
    table's distribution.
    """
    needs, whatever_missing, sees_alike = frozenset(['table']), False, 'as written'
    reference = property(lambda self: getattr(self.whole, 'reference', None))

    @classmethod
    def read(cls, text):
        kind, colon, number = text.rpartition(':')
        return cls(number) if kind + colon == cls.prefix and number_of(number)[0] else None

    def of_table(self, whole):
        return type(self)(self[0], whole.distance('equal'))

    def limits(self):
        return [text_of_pair(*self[0])]

    def __str__(self):
        p, q = self[0]
        return '%s = %g' % (self.names[0], p / q)

    def shares(self, histogram):
        """Yield x and y of each value, of which x / y is q / p.

        With n of `size` records of the class, and N of `total` records of the table, q / p is
        (n / size) / (N / total).
        """
        size, total, reference = sum(histogram.values()), self.whole.total, self.reference
        for value, n in histogram.items():
            yield n * total, reference[value] * size


class Likeness(namedtuple('Likeness', 'beta whole'), OfShares):
    """Basic beta-likeness: (q - p) / p <= beta, for every value of the class.

    So no value's share of the class is more than 1 + beta times its share of the whole table.
    pycanon, anjana and ARX compare with <= as the paper does, and so does this. A value that a
    class lacks tells nothing here.

    >>> from .distance import Equal
    >>> whole = Equal({'flu': 3, 'HIV': 1})
    >>> [Likeness(beta, whole).passes({'flu': 1, 'HIV': 1}) for beta in (0.9, 1)]
    [False, True]
    >>> Likeness(1), Likeness(1, whole).measured({'flu': 1, 'HIV': 1})
    (Likeness(beta=(1, 1), whole=None), 1.0)
    """
    option, expected = 'beta_likeness', 'B or enhanced:B is expected, with B above 0'
    words, names = ('beta',), ('beta',)

    def __new__(cls, beta, whole=None):
        return super().__new__(cls, limit(cls.__name__, 'beta', beta), whole)

    def measured(self, histogram):
        return max((x - y) / y for x, y in self.shares(histogram))

    def passes(self, histogram):
        p, q = self.beta
        return all((x - y) * q <= p * y for x, y in self.shares(histogram))

    @property
    def values(self):
        """So many shares of the table, times 1 + beta, make a whole class.

        The greatest shares are taken first. That of '?' is taken, too, and is not counted.
        """
        if self.whole is None:
            return 1
        (p, q), known = self.beta, dict(self.reference)
        left = self.whole.total * q - (p + q) * known.pop(UNKNOWN, 0)
        n = 0
        for n, records in enumerate(sorted(known.values(), reverse=True), 1):
            left -= (p + q) * records
            if left <= 0:
                break
        return max(1, n)


class EnhancedLikeness(Likeness):
    """Enhanced beta-likeness: (q - p) / p <= min(beta, -log p), for every value of the class.

    log is the natural one. ARX decides this rule. pycanon and anjana measure min(the greatest gain
    of all, -log of the least p), which says less: a table may fail at the beta that they tell.

    >>> from .distance import Equal
    >>> rule = EnhancedLikeness(2, Equal({'flu': 3, 'HIV': 1}))
    >>> classes = {'flu': 1, 'HIV': 1}, {'flu': 9, 'HIV': 1}, {'flu': 1}
    >>> [rule.passes(class_) for class_ in classes]
    [True, True, False]
    """
    prefix, words, names = 'enhanced:', ('enhanced-beta',), ('enhanced beta',)
    sees_alike = 'in both ways'

    def measured(self, histogram):
        return super().measured(histogram) if self.stays_below_logarithms(histogram) else inf

    def passes(self, histogram):
        return super().passes(histogram) and self.stays_below_logarithms(histogram)

    def stays_below_logarithms(self, histogram) -> bool:
        """Whether no value gains more than -log p.

        A value that all records of the table have cannot gain.
        """
        total, reference = self.whole.total, self.reference
        for value, (x, y) in zip(histogram, self.shares(histogram)):
            if x > y and not is_below_log(x - y, y, total, reference[value]):
                return False
        return True


class Disclosure(namedtuple('Disclosure', 'delta whole'), OfShares):
    """delta-disclosure privacy: |log(q / p)| < delta, for every value of the table.

    log is the natural one, as in pycanon and anjana. ARX takes that to base 2, so its delta is this
    one / log 2. A value that the class lacks has the logarithm -infinity, and the class fails, as
    the paper's definition has it. pycanon, anjana and ARX leave such a value out. Their rule is not
    closed under union: of {flu 1, HIV 1} and {flu 9} both may pass, and {flu 10, HIV 1} fails.
    With <= the rule would be the same, because the logarithm of no whole numbers' ratio but 1 is
    such a number as delta.

    >>> from .distance import Equal
    >>> whole = Equal({'flu': 3, 'HIV': 1})
    >>> [Disclosure(delta, whole).passes({'flu': 1, 'HIV': 1}) for delta in (0.69, 0.7)]
    [False, True]
    >>> Disclosure(9, whole).passes({'flu': 1}), Disclosure(9, whole).measured({'flu': 1})
    (False, inf)
    """
    option, expected = 'delta_disclosure', 'a number above 0 is expected'
    words, names = ('delta',), ('delta',)
    values = property(lambda self: known_values(self.reference or {}))

    def __new__(cls, delta, whole=None):
        return super().__new__(cls, limit('Disclosure', 'delta', delta), whole)

    def lacks(self, histogram) -> bool:
        """Whether a class lacks a value of the table."""
        return len(histogram) != len(self.reference)

    def measured(self, histogram):
        if self.lacks(histogram):
            return inf
        return max(abs(log(x / y)) for x, y in self.shares(histogram))

    def passes(self, histogram):
        if self.lacks(histogram):
            return False
        p, q = self.delta
        for x, y in self.shares(histogram):
            if x != y and is_below_log(p, q, max(x, y), min(x, y)):
                return False
        return True


RULES = Distinct, Entropy, Recursive, Alpha, Closeness, Likeness, EnhancedLikeness, Disclosure

BY_NAME = {name: rule for rule in RULES for name in rule.names}
BY_WORD = {word: rule for rule in RULES for word in rule.words}


def read_rule(option, text) -> Rule:
    """The rule that is asked for by an option's text.

    >>> read_rule('l_diversity', '3'), read_rule('l_diversity', 'recursive:1.5,2')
    (Distinct(l=3), Recursive(c=(3, 2), l=2))
    >>> read_rule('t_closeness', 'ordered:0.2')
    Closeness(t=(1, 5), distance='ordered')
    """
    kinds = [kind for kind in RULES if kind.option == option]
    for kind in kinds:
        rule = kind.read(text)
        if rule:
            return rule
    raise DataError('%s, not %s' % (kinds[0].expected, quoted(text)))


def rule_class_of(text):
    """The class of a rule that a report tells as str() does.

    >>> rule_class_of('ordered t = 0.2').__name__
    'Closeness'
    >>> rule_class_of('recursive (c, l) = (2, 3)').__name__
    'Recursive'
    """
    return BY_NAME[text.partition(' = ')[0]]


def whatever_missing(report) -> tuple:
    """Which rules of a report hold whatever its missing sensitive values are.

    Of the columns with such values, those with rules that hold, and {word of another rule: columns
    with that rule}.

    >>> whatever_missing({'beyond': {'ill': ['alpha = 0.5', 'equal t = 0.2'],
    ...                              'pay': ['alpha = 0.5']},
    ...                   'unknown': {'ill': 3, 'pay': 0}})
    (['ill'], {'t': ['ill']})
    """
    hold: list = []
    others: dict = {}
    for name, texts in report['beyond'].items():
        if not report['unknown'].get(name):
            continue
        kinds = dict.fromkeys(rule_class_of(text) for text in texts)
        if any(kind.whatever_missing for kind in kinds):
            hold.append(name)
        for kind in kinds:
            if not kind.whatever_missing:
                others.setdefault(kind.words[0], []).append(name)
    return hold, others
