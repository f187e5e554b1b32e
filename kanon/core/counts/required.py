"""What every published class must satisfy, as one value: k records and, beyond k, rules for its
sensitive values and its population.

The value is made once and handed to the search and to the audit alike.

Promise: `Required(k)` asks for k records and nothing else. With rules, a class must also pass every
rule of every sensitive column. A class is {sensitive values: records}. A value that is not known is
'?' there (values.py).
"""

from __future__ import annotations

from array import array
from collections import namedtuple

from ..errors import option
from .frequency import added_up, Codes, Column
from .values import AS_ONE, Known, UNKNOWN

# The sensitive values of a table. places, codes, counts: so many records of that row of the table
# have the values values[code].
Sensitive = namedtuple('Sensitive', 'values places codes counts')


class Required:
    """k, the rules of each sensitive column, and the values of these columns.

    rules: {sensitive column: list of rules (rules/of_values.py)}. It is empty for k alone.
    histograms: {quasi tuple: {sensitive values: records}}, with the values in the order of the
    columns, or the same as a Sensitive, which a tally makes for its table. None without rules.
    population: what is required of the class in a population (a Population, rules/of_people.py), or
    None. sameness: which values of a column may be the same (a Sameness, values.py). Each rule
    holds those of its column (`same`). The audit finds them for itself.

    >>> from ..rules.of_values import Distinct
    >>> histograms = {('39',): {('flu',): 2, ('ulcer',): 1}, ('41',): {('flu',): 2}}
    >>> required = Required(2, {'condition': [Distinct(2)]}, histograms)
    >>> [required.passes(class_) for class_ in histograms.values()]
    [True, False]
    >>> required.lacks({('flu',): 2})
    'distinct l = 2 in condition'
    >>> required
    Required(k=2, condition: distinct l = 2)
    """

    # The persons of the table, where a class must have k of them (rules/of_persons.py).
    persons = None
    # What earlier releases tell of them, where a line of all releases must have k persons, too
    # (tables/history.py).
    earlier = None

    def __init__(self, k, rules=None, histograms=None, population=None, sameness=AS_ONE):
        self.k = k
        self.rules = rules or {}
        self.histograms = histograms
        self.population = population
        self.sameness = sameness
        of_columns = list(self.rules.values())
        self.survives_merging = all(rule.survives_merging
                                    for of_column in of_columns for rule in of_column)
        # Of each column how many different known values its rules imply.
        self._values = [max((rule.values for rule in of_column), default=1)
                        for of_column in of_columns]
        # As many, where values that may be the same count as one. Few tables have such values.
        implied = [least_as_one(of_column) for of_column in of_columns]
        self._values_as_one = implied if any(same for _, same in implied) else []
        # Of each column the rules that survive merging and say nothing of how many values.
        self._of_items = [[rule for rule in of_column
                           if rule.survives_merging and not rule.counts_values]
                          for of_column in of_columns]

    def __repr__(self):
        parts = ['k=%d' % self.k]
        for column, of_column in self.rules.items():
            parts.append('%s: %s' % (column, ' and '.join(map(str, of_column))))
        if self.population:
            parts += self.population.asked()
        return '%s(%s)' % (type(self).__name__, ', '.join(parts))

    def with_k(self, k) -> Required:
        """The same rules with another k."""
        return Required(k, self.rules, self.histograms, self.population, self.sameness)

    def signs(self) -> list:
        """What stands between the items of each sensitive column.

        None where a cell is one value.
        """
        signs = []
        for of_column in self.rules.values():
            of_items = [rule.items.sign for rule in of_column if hasattr(rule, 'items')]
            signs.append(of_items[0] if of_items else None)
        return signs

    def counted_as_one(self) -> dict:
        """{sensitive column: how many of its values may be the same as another one}.

        Columns without such values are left out.
        """
        counted = {}
        for name, rules in self.rules.items():
            n = max((len(rule.same) for rule in rules), default=0)
            if n:
                counted[name] = n
        return counted

    def sensitive(self, table) -> Sensitive:
        """The sensitive values of a table (frequency.py).

        Without rules each row has none, which is one combination.

        >>> from .frequency import frequency_set_of
        >>> Required(2).sensitive(frequency_set_of({('39',): 2, ('41',): 1}))
        ... # doctest: +NORMALIZE_WHITESPACE
        Sensitive(values=[()], places=array('I', [0, 1]), codes=array('I', [0, 0]),
                  counts=array('Q', [2, 1]))
        """
        if self.histograms is None:
            rows = len(table)
            return Sensitive([()], array('I', range(rows)), array('I', [0]) * rows,
                             array('Q', table.values()))
        if isinstance(self.histograms, Sensitive):
            return self.histograms
        return sensitive_of(table, self.histograms)

    def passes(self, class_) -> bool:
        """Whether a class passes all rules. Its size is not compared with k here."""
        return self.passes_weakened(class_) and not any(self.failed(class_))

    def passes_weakened(self, class_) -> bool:
        """Whether a class passes what survives merging, as k does: all rules of which that is true.

        Of the others it has as many different known values as they imply.
        """
        for values, least in zip(zip(*class_), self._values):
            if least > 1 and len(set(values).difference(UNKNOWN)) < least:
                return False
        for values, (least, same) in zip(zip(*class_), self._values_as_one):
            if not has_as_one(values, least, same):
                return False
        if not any(self._of_items):     # most rules count values, and that has been done
            return True
        columns = zip(by_column(class_), self._of_items)
        return all(rule.passes(column) for column, rules in columns for rule in rules)

    def lacks(self, class_) -> str:
        """The rules that a class fails, in words."""
        return ' and '.join('%s in %s%s' % (rule, column, self._as_one(column, rule))
                            for column, rule in self.failed(class_))

    def _as_one(self, column, rule):
        """Why a class may have fewer values than stand there."""
        if not rule.same:
            return ''
        return (' (%d of its values may be the same as another one, and count as one without %s)'
                % (len(rule.same), option('exact', column)))

    def failed(self, class_):
        """Yield (column, rule) of each rule that a class fails."""
        for histogram, (column, rules) in zip(by_column(class_), self.rules.items()):
            for rule in rules:
                if not rule.passes(histogram):
                    yield column, rule


def least_as_one(rules) -> tuple:
    """How many values these rules of a column imply that may not be the same.

    With it comes {value: the one that stands for it}.
    """
    seeing = [rule for rule in rules if rule.same]
    implied = [formula.values for rule in seeing for formula, is_as_one in rule.ways if is_as_one]
    return max(implied, default=1), seeing[0].same if seeing else {}


def has_as_one(values, least, same) -> bool:
    """Whether there are at least so many different known values.

    Those that may be the same count as one.
    """
    if least == 1:
        return True
    different = {same.get(value, value) for value in values}
    return len(different - {UNKNOWN}) >= least


def classes_that_fail(classes, table, required) -> set:
    """The classes of a FrequencySet that do not satisfy what is required of their records.

    classes: [row] -> its class.

    >>> from .frequency import frequency_set_of
    >>> classes_that_fail([0, 1], frequency_set_of({('39',): 2, ('41',): 1}), Required(2))
    {1}
    """
    failing = {class_ for class_, n in added_up(classes, table.counts).items() if n < required.k}
    histograms: dict = {}
    if required.rules:
        values, places, codes, counts = required.sensitive(table)
        pairs = zip(map(classes.__getitem__, places), codes)
        for (class_, code), n in added_up(pairs, counts).items():
            histograms.setdefault(class_, {})[values[code]] = n
    for class_, histogram in histograms.items():
        if class_ not in failing and not required.passes(histogram):
            failing.add(class_)
    return failing


def with_sensitive(columns, sensitive) -> tuple:
    """The columns of a table and, as the last, its sensitive values.

    With them come the levels of these values: as they are, and none at all.

    >>> ages = Column(['39', '41'], array('H', [0, 1]))
    >>> sensitive = Sensitive(['flu'], [0, 1, 1], [0, 0, 0], [1, 1, 1])
    >>> columns, levels = with_sensitive([ages], sensitive)
    >>> columns     # doctest: +NORMALIZE_WHITESPACE
    [Column(values=['39', '41'], codes=array('H', [0, 1, 1])),
     Column(values=['flu'], codes=[0, 0, 0])]
    >>> levels
    [{'flu': 'flu'}, {'flu': None}]
    """
    values, places, codes, _ = sensitive
    of_places = []
    for column in columns:
        own = array(column.codes.typecode, map(column.codes.__getitem__, places))
        of_places.append(Column(column.values, own))
    as_they_are = {value: value for value in values}
    return [*of_places, Column(values, codes)], [as_they_are, dict.fromkeys(values)]


def known_columns(places, signs=()) -> list:
    """(place, {value: itself, or '?'}) of columns at these places.

    signs: what stands between the items of the cells of each, or None.

    >>> [(place, known['NA']) for place, known in known_columns([2])]
    [(2, '?')]
    """
    if not signs:
        return [(place, Known()) for place in places]
    from .items import known_in     # few tables have sets of items
    return list(zip(places, map(known_in, signs)))


def sensitive_of(table, histograms) -> Sensitive:
    """{quasi tuple: {sensitive values: records}} as columns. table: the tuples, in order.

    All that is not known becomes '?'.

    >>> histograms = {('41',): {('flu',): 2}, ('39',): {('flu',): 2, ('ulcer',): 1}}
    >>> sensitive_of([('39',), ('41',)], histograms)    # doctest: +NORMALIZE_WHITESPACE
    Sensitive(values=[('flu',), ('ulcer',)], places=array('I', [0, 0, 1]),
              codes=array('I', [0, 1, 0]), counts=array('Q', [2, 1, 2]))
    """
    code_of, known = Codes(), Known()
    known_of = {values: tuple([known[value] for value in values])
                for histogram in histograms.values() for values in histogram}
    rows = []
    for place, quasi in enumerate(table):
        histogram = histograms[quasi]
        of_known = added_up([known_of[values] for values in histogram], histogram.values())
        rows += [(place, code_of[values], n) for values, n in of_known.items()]
    places, codes, counts = zip(*rows) if rows else ((), (), ())
    return Sensitive(list(code_of), array('I', places), array('I', codes), array('Q', counts))


def as_one(sensitive) -> dict:
    """All records of a table as one class.

    >>> histograms = {('39',): {('flu',): 2, ('ulcer',): 1}, ('41',): {('flu',): 2}}
    >>> as_one(sensitive_of([('39',), ('41',)], histograms))
    {('flu',): 4, ('ulcer',): 1}
    """
    of_codes = added_up(sensitive.codes, sensitive.counts)
    return {sensitive.values[code]: n for code, n in of_codes.items()}


def histograms_of(sensitive, places) -> dict:
    """{row of the table: {sensitive values: records}} of some rows. places: a set of them."""
    histograms: dict = {place: {} for place in places}
    for place, code, n in zip(sensitive.places, sensitive.codes, sensitive.counts):
        if place in places:
            values = sensitive.values[code]
            histograms[place][values] = histograms[place].get(values, 0) + n
    return histograms


def by_column(class_) -> list:
    """The histogram of each sensitive column of a class.

    >>> by_column({('flu', 'yes'): 2, ('flu', 'no'): 1})
    [{'flu': 3}, {'yes': 2, 'no': 1}]
    """
    return [added_up(values, class_.values()) for values in zip(*class_)]
