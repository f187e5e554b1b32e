"""What every published class must satisfy, as one value: k records and, beyond k, rules for its sensitive values and its population.

The value is made once and handed to the search and to the audit alike.

Promise: `Required(k)` asks for k records and nothing else. With rules, a class must also pass every rule of every sensitive
column. A class is {sensitive values: records}. A value that is not known is '?' there (values.py).
"""

from __future__ import annotations

from array import array
from collections import namedtuple

from ..errors import option
from .frequency import added_up, Codes, Column
from .values import AS_ONE, Known, UNKNOWN

# The sensitive values of a table. places, codes, counts: so many records of that row of the table have the values values[code].
Sensitive = namedtuple('Sensitive', 'values places codes counts')


class Required:
    """k, the rules of each sensitive column, and the values of these columns.

    rules: {sensitive column: list of rules (rules/of_values.py)}. It is empty for k alone.
    histograms: {quasi tuple: {sensitive values: records}}, with the values in the order of the columns, or the same as a Sensitive,
    which a tally makes for its table. None without rules.
    population: what is required of the class in a population (a Population, rules/of_people.py), or None.
    sameness: which values of a column may be the same (a Sameness, values.py). The rules know theirs. The audit finds them for itself.

    >>> from ..rules.of_values import Distinct
    >>> required = Required(2, {'condition': [Distinct(2)]}, {('39',): {('flu',): 2, ('ulcer',): 1}, ('41',): {('flu',): 2}})
    >>> [required.passes(class_) for class_ in required.histograms.values()], required.lacks({('flu',): 2})
    ([True, False], 'distinct l = 2 in condition')
    >>> required
    Required(k=2, condition: distinct l = 2)
    """

    persons = None      # those of the table, where a class must have k persons (rules/of_persons.py)
    earlier = None      # what earlier releases tell of them, where a line of all releases must have k, too (tables/history.py)

    def __init__(self, k, rules=None, histograms=None, population=None, sameness=AS_ONE):
        self.k, self.rules, self.histograms, self.population, self.sameness = k, rules or {}, histograms, population, sameness
        self.survives_merging = all(rule.survives_merging for of_column in self.rules.values() for rule in of_column)
        self._values = [max((rule.values for rule in of_column), default=1) for of_column in self.rules.values()]
        seen = [least_as_one(of_column) for of_column in self.rules.values()]
        self._values_as_one = seen if any(same for _, same in seen) else []     # few tables have values that may be the same
        self._of_items = [[rule for rule in of_column if rule.survives_merging and not rule.counts_values]
                          for of_column in self.rules.values()]

    def __repr__(self):
        rules = ['%s: %s' % (column, ' and '.join(map(str, of_column))) for column, of_column in self.rules.items()]
        return '%s(%s)' % (type(self).__name__, ', '.join(['k=%d' % self.k, *rules, *(self.population.asked() if self.population else ())]))

    def with_k(self, k) -> Required:
        """The same rules with another k."""
        return Required(k, self.rules, self.histograms, self.population, self.sameness)

    def signs(self) -> list:
        """What stands between the items of each sensitive column. None where a cell is one value."""
        signs = []
        for of_column in self.rules.values():
            of_items = [rule.items.sign for rule in of_column if hasattr(rule, 'items')]
            signs.append(of_items[0] if of_items else None)
        return signs

    def counted_as_one(self) -> dict:
        """{sensitive column: how many of its values may be the same as another one}, of those with any."""
        found = {name: max((len(rule.same) for rule in rules), default=0) for name, rules in self.rules.items()}
        return {name: n for name, n in found.items() if n}

    def sensitive(self, table) -> Sensitive:
        """The sensitive values of a table (frequency.py). Without rules each row has none, which is one combination.

        >>> from .frequency import frequency_set_of
        >>> Required(2).sensitive(frequency_set_of({('39',): 2, ('41',): 1}))
        Sensitive(values=[()], places=array('I', [0, 1]), codes=array('I', [0, 0]), counts=array('Q', [2, 1]))
        """
        if self.histograms is None:
            return Sensitive([()], array('I', range(len(table))), array('I', [0]) * len(table), array('Q', table.values()))
        return self.histograms if isinstance(self.histograms, Sensitive) else sensitive_of(table, self.histograms)

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
        if not all(has_as_one(values, *least) for values, least in zip(zip(*class_), self._values_as_one)):
            return False
        if not any(self._of_items):     # most rules count values, and that has been done
            return True
        columns = zip(by_column(class_), self._of_items)
        return all(rule.passes(column) for column, rules in columns for rule in rules)

    def lacks(self, class_) -> str:
        """The rules that a class fails, in words."""
        return ' and '.join('%s in %s%s' % (rule, column, self._as_one(column, rule)) for column, rule in self.failed(class_))

    def _as_one(self, column, rule):
        """Why a class may have fewer values than stand there."""
        n = len(rule.same)
        return ' (%d of its values may be the same as another one, and count as one without %s)' % (n, option('exact', column)) if n else ''

    def failed(self, class_):
        """Yield (column, rule) of each rule that a class fails."""
        for histogram, (column, rules) in zip(by_column(class_), self.rules.items()):
            for rule in rules:
                if not rule.passes(histogram):
                    yield column, rule


def least_as_one(rules) -> tuple:
    """How many values these rules of a column imply that may not be the same, and {value: the one that stands for it}."""
    seeing = [rule for rule in rules if rule.same]
    least = max((formula.values for rule in seeing for formula, as_one_ in rule.ways if as_one_), default=1)
    return least, seeing[0].same if seeing else {}


def has_as_one(values, least, same) -> bool:
    """Whether there are at least so many different known values, with those that may be the same as one."""
    return least == 1 or len({same.get(value, value) for value in values} - {UNKNOWN}) >= least


def classes_that_fail(classes, table, required) -> set:
    """The classes of a FrequencySet that do not satisfy what is required of their records. classes: [row] -> its class.

    >>> from .frequency import frequency_set_of
    >>> classes_that_fail([0, 1], frequency_set_of({('39',): 2, ('41',): 1}), Required(2))
    {1}
    """
    failing = {class_ for class_, n in added_up(classes, table.counts).items() if n < required.k}
    histograms: dict = {}
    if required.rules:
        values, places, codes, counts = required.sensitive(table)
        for (class_, code), n in added_up(zip(map(classes.__getitem__, places), codes), counts).items():
            histograms.setdefault(class_, {})[values[code]] = n
    return failing.union(class_ for class_, histogram in histograms.items() if class_ not in failing and not required.passes(histogram))


def with_sensitive(columns, sensitive) -> tuple:
    """The columns of a table and, as the last, its sensitive values, and the levels of these: as they are, and none at all.

    >>> with_sensitive([Column(['39', '41'], array('H', [0, 1]))], Sensitive(['flu'], [0, 1, 1], [0, 0, 0], [1, 1, 1]))
    ([Column(values=['39', '41'], codes=array('H', [0, 1, 1])), Column(values=['flu'], codes=[0, 0, 0])], [{'flu': 'flu'}, {'flu': None}])
    """
    values, places, codes, _ = sensitive
    columns = [Column(column.values, array(column.codes.typecode, map(column.codes.__getitem__, places))) for column in columns]
    return [*columns, Column(values, codes)], [{value: value for value in values}, dict.fromkeys(values)]


def known_columns(places, signs=()) -> list:
    """(place, {value: itself, or '?'}) of columns at these places. signs: what stands between the items of the cells of each, or None.

    >>> [(place, known['NA']) for place, known in known_columns([2])]
    [(2, '?')]
    """
    if not signs:
        return [(place, Known()) for place in places]
    from .items import known_in     # few tables have sets of items
    return list(zip(places, map(known_in, signs)))


def sensitive_of(table, histograms) -> Sensitive:
    """{quasi tuple: {sensitive values: records}} as columns. table: the tuples, in order. All that is not known becomes '?'.

    >>> sensitive_of([('39',), ('41',)], {('41',): {('flu',): 2}, ('39',): {('flu',): 2, ('ulcer',): 1}})
    Sensitive(values=[('flu',), ('ulcer',)], places=array('I', [0, 0, 1]), codes=array('I', [0, 1, 0]), counts=array('Q', [2, 1, 2]))
    """
    code_of, known = Codes(), Known()
    seen = {values: tuple(map(known.__getitem__, values)) for histogram in histograms.values() for values in histogram}
    rows = [(place, code_of[values], n) for place, quasi in enumerate(table)
            for values, n in added_up(map(seen.__getitem__, histograms[quasi]), histograms[quasi].values()).items()]
    places, codes, counts = zip(*rows) if rows else ((), (), ())
    return Sensitive(list(code_of), array('I', places), array('I', codes), array('Q', counts))


def as_one(sensitive) -> dict:
    """All records of a table as one class.

    >>> as_one(sensitive_of([('39',), ('41',)], {('39',): {('flu',): 2, ('ulcer',): 1}, ('41',): {('flu',): 2}}))
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
