"""The measures that the clauses of a standard ask for (standard.py). Each decides one clause on the rows of a published table.

Promise: a clause fails if it is seen that a record of the file breaks it. It holds only where the file shows it: where every column
is recognized as something that cannot break it (recognition/recognize.py), or the user says so (--holds). Otherwise it cannot be checked, and
the columns are named that leave it open. What is seen in a value fails whatever the user says of its column.
No value of the data leaves these functions, only counts and the names of columns. `*`, `?` and the empty value say nothing of
anybody, and so break no clause. A value is looked at without the ' that --spreadsheet-safe put before it, and up to 1,000
characters; a clause about a column with a longer value does not hold.
"""

from __future__ import annotations

import re
from collections import Counter, namedtuple
from math import inf

from ...core.recognition.known_words import HARMLESS, KINDS
from ...core.recognition.recognize import PERSONAL, SAYS_NOTHING, may_hold, recognized
from ...core.audit.recount import unguarded
from ...core.counts.frequency import added_up
from ...core.counts.items import known_in
from ...core.counts.values import ENOUGH, NEARLY, members, number
from ...core.rules.alike import seeing
from ...core.tables.recorded_dates import present_year
from .published_classes import in_classes
from .published_labels import ends_of_interval
from .satisfied import IN_PERSONS, VALUES, known_by_column

# The kinds of recognition/recognize.py that a clause with a `kind` is about, where they are not the kind itself alone. A clause without one is
# about all that belong to a person.
OF_CLAUSE = {'account': ('account', 'iban', 'card'), 'plan': ('plan', 'insurance'), 'fax': ('fax',),
             'number': ('number', 'citizen', 'tax', 'pension', 'uuid'), None: tuple(sorted(PERSONAL))}

NONE = 'none'       # the word of --holds for columns that hold none of the kinds

CHECKED = {'iban', 'card', 'citizen', 'tax', 'insurance', 'pension'}        # their check digits are no guess

OLDEST = 120        # years: a range of ages that ends here or above is open

# How many of its units a year has.
UNITS = {None: 1, 'months': 12, 'weeks': 52.18, 'days': 365.25}

LONG = 100      # characters of a value that is a text, which may hold anything

SEARCHED = 10_000       # characters of a value that the patterns are tried on; what is behind them cannot be checked

# verdict: 'holds', 'fails' or 'open' (it cannot be checked from the file). classes, records: those that fail. found: the number that
# decides, or None. columns: those that it is about. reason: why it cannot be checked, a key of REASONS, or None.
Finding = namedtuple('Finding', 'verdict classes records found columns reason', defaults=(0, 0, None, (), None))

HOLDS = Finding('holds')

# Where persons are counted. sizes: {published tuple: persons}; values: {published tuple: the known values of the sensitive column that has
# fewest, 1 where all persons may have one}; suppressed: how many persons have suppressed records, and how many records these are.
ClassesOfPersons = namedtuple('ClassesOfPersons', 'sizes values suppressed')


class PublishedRows:
    """A published table as the clauses look at it.

    columns    the names of all columns
    rows       {row: records}, each row with a value for every column
    quasi      the quasi-identifiers; sensitive: the sensitive columns
    left_out   how many records the table had that the file has not, for each reason that is known; None if nobody says it
    holds      {kind: columns that the user says are of it}, and of 'none' those that are of no kind
    small      the three-digit ZIP codes where few people live, or None
    persons    a ClassesOfPersons, None where records are counted
    signs      {sensitive column: what stands between the items of its cells}
    exact      the columns in which each way to write a value is a value of its own
    """

    def __init__(self, columns, rows, quasi, sensitive=(), stars='suppressed', left_out=None, holds=None, small=None, decimal='.', persons=None,
                 signs=None, exact=()):
        self.signs, self.exact = signs or {}, exact
        self.persons, guarded, rows = persons, rows, without_guards(rows)
        if persons and rows is not guarded:
            sizes, values = ({tuple(map(unguarded, quasi)): n for quasi, n in found.items()} for found in persons[:2])
            self.persons = persons._replace(sizes=sizes, values=values)
        self.rows = rows
        self.columns, self.quasi, self.sensitive = list(columns), list(quasi), list(sensitive)
        self.left_out, self.holds, self.small, self.decimal = left_out, holds or {}, small, decimal
        self._place_of = {name: place for place, name in enumerate(self.columns)}       # there may be very many
        self._places = [self._place_of[name] for name in self.quasi]
        wanted = self._places + [self._place_of[name] for name in self.sensitive]
        counts = added_up((tuple([row[place] for place in wanted]) for row in rows), rows.values())
        self.classes, suppressed = in_classes(counts, len(self.quasi), stars)
        self.suppressed = sum(suppressed.values())
        self.sizes = {quasi: sum(histogram.values()) for quasi, histogram in self.classes.items()}
        self.counted = {quasi: self.persons.sizes[quasi] for quasi in self.sizes} if persons else self.sizes      # what the size of a class is
        self.records = sum(rows.values())
        self._values: dict = {}
        self._recognized: dict = {}
        self._told: dict = {}
        self._alike: dict = {}      # {name: the first recognized column that is like this one}
        self._like: dict = {}
        self._may_be: dict = {}
        self._with_kind = None

    def values(self, name) -> Counter:
        """{value: records} of a column."""
        if name not in self._values:
            place = self._place_of[name]
            self._values[name] = added_up((row[place] for row in self.rows), self.rows.values())
        return self._values[name]

    def told(self, name) -> dict:
        """{value: records} of a column, without what says nothing."""
        if name not in self._told:
            self._told[name] = {value: n for value, n in self.values(name).items() if value not in SAYS_NOTHING}
        return self._told[name]

    def recognized(self, name):
        """What a column holds and may hold (recognition/recognize.py)."""
        if name not in self._recognized:
            self._recognized[name] = recognized(name, self.values(name), self.decimal)
        return self._recognized[name]

    def stated(self, name) -> list:
        """What the user says that a column holds: kinds, or 'none'."""
        return [kind for kind, names in self.holds.items() if name in names] if self.holds else []

    def seen(self, name, kinds) -> set:
        """The values of a column that are seen to be of these kinds, by themselves, by the column's name, or as the user says."""
        stated, column, values = self.stated(name), self.recognized(name), self.told(name)
        if stated and not set(kinds).isdisjoint(stated):
            return set(values)
        if column.seen.keys().isdisjoint(kinds):
            return set()
        found = [column.seen[kind] for kind in kinds if kind in column.seen and column.seen[kind].sure]
        if any(one.by == 'name' for one in found) and not stated:
            return {value for value in values if value.lower() not in HARMLESS}
        there: set = set()
        for one in found:
            there |= column.where[one.kind][0] if one.by == 'value' else set()
            if one.by == 'value' and (not stated or one.kind in CHECKED):
                there |= column.where[one.kind][1]
        return {value for value in values if not there.isdisjoint(members(unguarded(value)))}

    def surely(self, name) -> set:
        """The kinds that a column surely holds."""
        return {kind for kind, found in self.recognized(name).seen.items() if found.sure}

    def may_be(self, name, kinds) -> bool:
        """Whether a column may hold one of these kinds, as far as the file and the user say."""
        if self.stated(name):
            return False
        if name not in self._alike:
            column = self.recognized(name)
            alike = frozenset(column.seen), column.harmless, column.cut, frozenset(column.shapes.items())    # all that is looked at below
            self._alike[name] = self._like.setdefault(alike, column)
        column = self._alike[name]
        asked = id(column), tuple(kinds)
        if asked not in self._may_be:
            self._may_be[asked] = any(kind in column.seen or may_hold(column, kind) for kind in kinds)
        return self._may_be[asked]

    def with_kinds(self, kinds) -> set:
        """The columns in which one of these kinds is seen, or which the user says are of one."""
        if self._with_kind is None:
            self._with_kind = {kind: set(names) for kind, names in self.holds.items()}
            for name in self.columns:
                for kind in self.recognized(name).seen:
                    self._with_kind.setdefault(kind, set()).add(name)
        return set().union(*(self._with_kind.get(kind, ()) for kind in kinds))

    def failing(self, bad) -> Finding:
        """The Finding on {column: its values that break a clause}."""
        places = {self._place_of[name]: values for name, values in bad.items() if values}
        broken = {row: n for row, n in self.rows.items() if any(row[place] in values for place, values in places.items())}
        classes = {tuple([row[place] for place in self._places]) for row in broken} & self.sizes.keys()
        return Finding('fails', len(classes), sum(broken.values()), None, [name for name in self.columns if bad.get(name)])

    def failing_classes(self, classes, found) -> Finding:
        return Finding('fails' if classes else 'holds', len(classes), sum(self.sizes[quasi] for quasi in classes), found)

    def named(self, clause) -> list:
        """The columns whose name fits the clause, and those that the user says are of its kind."""
        names, said = clause.get('names'), self.holds.get(clause.get('kind'), ())
        return [name for name in self.columns if name in said or names and names.fullmatch(name)]


def without_guards(rows) -> dict:
    """{row: records} without the ' that guards a value from a spreadsheet, unless two values of a column would become one.

    >>> without_guards({("'=1", "'tis"): 2, ("'-1,5", '7'): 1}), without_guards({("'=1",): 2, ('=1',): 1})
    ({('=1', "'tis"): 2, ('-1,5', '7'): 1}, {("'=1",): 2, ('=1',): 1})
    """
    columns = [frozenset(column) for column in zip(*rows)]
    if any(len(set(map(unguarded, column))) < len(column) for column in columns):
        return rows
    return {tuple(map(unguarded, row)): n for row, n in rows.items()}


def persons_of_table(persons, suppressed) -> ClassesOfPersons:
    """Those of PublishedPersons. suppressed: how many records are."""
    return ClassesOfPersons(persons.sizes, fewest_values(persons.held), (persons.starred, suppressed))


def persons_of_release(persons, recoding, suppressed) -> ClassesOfPersons:
    """Those of a run, from the Persons of its table, with all sensitive columns, and its Recoding. suppressed: how many records are."""
    places: dict = {}       # parts with the same labels are one class
    hidden = len(recoding.labels)       # the class of suppressed rows
    class_of = [hidden if class_ in recoding.failing else places.setdefault(recoding.labels[class_], len(places)) for class_ in recoding.classes]
    sizes = persons.in_classes(class_of)
    held = persons.held_in_classes([None if class_ == hidden else class_ for class_ in class_of])
    return ClassesOfPersons({labels: sizes[place] for labels, place in places.items()},
                            fewest_values({labels: held.get(place, ()) for labels, place in places.items()}), (sizes[hidden], suppressed))


def fewest_values(held) -> dict:
    """{published tuple: the known values of the sensitive column that has fewest}. held: {published tuple: a Held of each column}."""
    return {quasi: min(IN_PERSONS.measured(VALUES, column.as_one) for column in columns) for quasi, columns in held.items() if columns}


def class_size(table, clause):
    """Every class has at least so many records."""
    return table.failing_classes([quasi for quasi, n in table.counted.items() if n < clause['least']], min(table.counted.values()))


def risk(table, clause):
    """The risk of every record, 1 / the records of its class, is at most so much. Compared in whole numbers."""
    p, q = clause['most']
    return table.failing_classes([quasi for quasi, n in table.counted.items() if q > p * n], min(table.counted.values()))


def different_values(table, clause):
    """Every class has at least so many known values in each sensitive column."""
    if not table.sensitive:
        return Finding('open', reason='no_sensitive')
    if table.persons:
        fewest = {quasi: table.persons.values[quasi] for quasi in table.classes}
    else:
        known = [known_in(table.signs.get(name)) for name in table.sensitive]
        rules = []
        for name, of_column in zip(table.sensitive, known):
            there = map(of_column.__getitem__, table.values(name))
            sign, exact = table.signs.get(name), name in table.exact
            rules.append(seeing(VALUES, name, there, sign, exact, table.decimal))
        fewest = {}
        for quasi, histogram in table.classes.items():
            columns = known_by_column(histogram, known)
            fewest[quasi] = min(rule.measured(column) for rule, column in zip(rules, columns))
    return table.failing_classes([quasi for quasi, n in fewest.items() if n < clause['least']], min(fewest.values()))


def records_not_in_a_class(table, clause):
    """The records that are not in a class are none, or at least so many. Fewer could be told by subtraction from a total.

    Rows of '*' are counted by whoever reads the file. Records that are not in the file are told by a published total.
    """
    if table.persons:
        return persons_not_in_a_class(table, clause)
    groups = [table.suppressed, *(table.left_out or ())]
    together = [*groups, sum(groups)]       # a total beside the file tells all that are in no class
    few = [n for n in together if 0 < n < clause['least']]
    if few:
        return Finding('fails', 0, max(few), max(few))
    return Finding('open', reason='no_total') if table.left_out is None else Finding('holds', found=sum(groups))


def persons_not_in_a_class(table, clause):
    """The same of persons. Of fewer records there are fewer persons. Whose the records are that the file has not is not known."""
    groups = [table.persons.suppressed, *((n, n) for n in table.left_out or ())]       # persons at most, and records
    few = [group for group in groups if 0 < group[0] < clause['least']]
    if few:
        return Finding('fails', 0, max(few)[1], max(few)[0])
    if table.left_out is None or any(table.left_out):
        return Finding('open', reason='no_total' if table.left_out is None else 'no_persons')
    return Finding('holds', found=table.persons.suppressed[0])


def kinds_of(kind) -> tuple:
    """The kinds of recognition/recognize.py that a clause of this kind is about. None: all that belong to a person."""
    return OF_CLAUSE.get(kind, (kind,))


def absent(table, clause):
    """No column holds what the clause names: by its kind, by the column's name or by a pattern of its values."""
    if 'since' in clause:
        return years(table, clause)
    bad, named, kinds = {}, set(table.named(clause)), kinds_of(clause['kind']) if 'kind' in clause else ()
    there = table.columns if 'values' in clause or 'all-values' in clause else [*named, *(table.with_kinds(kinds) - named)]
    for name in there:
        values = table.told(name)
        bad[name] = {value for value in (values if name in named else table.seen(name, kinds)) if not allowed(value, clause)}
        bad[name] |= {value for value in values if 'values' in clause and clause['values'].search(value, 0, SEARCHED)}
        if values and 'all-values' in clause and all_fit(clause['all-values'], values):
            bad[name] = set(values)
    if any(bad.values()):
        return table.failing(bad)
    others = [name for name in table.columns if name not in named and table.told(name)]
    if any(kind in KINDS for kind in kinds):
        doubt = [name for name in others if table.may_be(name, kinds) and not all(allowed(value, clause) for value in table.told(name))]
        return Finding('open', columns=doubt, reason='perhaps') if doubt else HOLDS
    doubt = [name for name in others if in_doubt(table, name, clause) and NONE not in table.stated(name)]
    if doubt:
        return Finding('open', columns=doubt, reason='perhaps')
    searched = 'values' in clause or 'maybe' in clause
    texts = [name for name in others if NONE not in table.stated(name) and is_text(table, name, SEARCHED if searched else LONG)]
    return Finding('open', columns=texts, reason='text') if texts else HOLDS


def allowed(value, clause):
    return 'allowed' in clause and all_fit(clause['allowed'], [value])


def all_fit(pattern, values):
    return all(pattern.fullmatch(part) for value in values for part in members(value))


def in_doubt(table, name, clause):
    """Whether the name of a column, or all its values, look as if it might hold what the clause is about."""
    values = table.told(name)
    return bool(values) and ('doubt' in clause and bool(clause['doubt'].fullmatch(name))
                             or 'maybe' in clause and all_fit(clause['maybe'], values))


def is_text(table, name, longest=LONG):
    """Whether a column may hold anything: it has longer values or, if the patterns look at no value, words that are another in nearly
    every record."""
    values = table.told(name)
    words = any(number(value, table.decimal) is None for value in values)
    return any(len(value) > longest for value in values) or longest == LONG and own_values(values) and words


def own_values(values):
    records = sum(values.values())
    return records >= ENOUGH and len(values) >= NEARLY * records


def identifying(table, clause):
    """No column holds what belongs to one person. A value of its own in nearly every record is such a thing, if it is no measure.

    That no column has such values proves nothing, because the number of a person stands in each of the person's records. So every
    column must be recognized as something else, with each value in two records or more. With `measured = fails` a measure of its own
    in nearly every record fails, too. What the user says of a column does not change how often its values stand there.
    """
    kinds, columns = kinds_of(clause.get('about')), {name: table.told(name) for name in table.columns}
    counted = clause.get('measured') == 'fails'
    own = {name for name, values in columns.items() if own_values(values) and (counted or not table.stated(name))}
    bad = {name: set(columns[name]) if name in own and (counted or not are_measured(columns[name], table.decimal)) else
           table.seen(name, kinds) for name in columns}
    if any(bad.values()):
        return table.failing(bad)
    doubt = [name for name, values in columns.items() if values and (
        is_alone(table, name, counted) or NONE not in table.stated(name) and table.may_be(name, kinds))]
    if doubt:
        return Finding('open', columns=doubt, reason='measured' if set(doubt) <= own else 'identifier')
    return Finding('open', reason='outside') if clause['otherwise'] == 'open' else HOLDS


def is_alone(table, name, counted) -> bool:
    """Whether a value of the column stands in one record alone, unless the user says what the column holds and that is believed."""
    believed = not counted and (table.stated(name) or PERSONAL & table.surely(name))
    return min(table.told(name).values()) < 2 and not believed


def are_measured(values, decimal):
    """Whether these are numbers, and no whole numbers with few gaps, as row numbers have.

    >>> are_measured({'3': 1, '1.5': 1}, '.'), are_measured({'1': 1, '2': 1, '3': 1}, '.'), are_measured({'a': 1}, '.')
    (True, False, False)
    >>> gap = {str(n): 1 for n in range(1, 21) if n != 7}       # 19 of 20 numbers are nearly all, 18 are not
    >>> are_measured(gap, '.'), are_measured({n: 1 for n in gap if n != '8'}, '.'), are_measured({**gap, '7.5': 1}, '.')
    (False, True, True)
    """
    numbers = {number(value, decimal) for value in values}
    if None in numbers:
        return False
    return not all(isinstance(n, int) for n in numbers) or NEARLY * (max(numbers) - min(numbers) + 1) > len(numbers)


def ages(table, clause):
    """No label tells an age above the greatest, unless it stands for all of them: 90+, [90-*]. Ages in months are counted as such."""
    bad, unread, perhaps, top, most, named = {}, [], [], [], clause['most'], set(table.named(clause))
    for name in table.columns:
        column, values = table.recognized(name), table.told(name)
        is_age = name in named or 'age' in column.seen and not table.stated(name)
        if not values or not is_age and not table.may_be(name, ['age']):
            continue
        unit = UNITS[column.unit]
        readings = {value: age_range(value, table.decimal) for value in values}
        telling = {value for value, reading in readings.items() if reading and tells_above(*(end / unit for end in reading), most)}
        greatest = max((reading[1] for reading in readings.values() if reading), default=0)
        if not is_age:
            perhaps += [name] * bool(telling or None in readings.values())
        elif telling and greatest == (most + 1) * unit:
            top.append(name)        # this greatest age of all may stand for 90 and more
        elif telling:
            bad[name] = telling
        elif None in readings.values():
            unread.append(name)
    if any(bad.values()):
        return table.failing(bad)
    for doubt, reason in ((unread, 'unread'), (top, 'top'), (perhaps, 'perhaps')):
        if doubt:
            return Finding('open', columns=unread + top + perhaps, reason=reason)
    return HOLDS


def tells_above(low, high, most):
    """Whether a range of ages tells more of those above `most` than that they are above it. Nobody is older than OLDEST.

    >>> tells_above(85, 94, 89), tells_above(90, inf, 89), tells_above(91, inf, 89), tells_above(80, 89, 89), tells_above(85, 89.9, 89)
    (True, False, True, False, False)
    >>> tells_above(60, 120, 89), tells_above(90, 120, 89), tells_above(91, 120, 89)
    (False, False, True)
    """
    return high >= most + 1 and (high < OLDEST or low > most + 1)


def years(table, clause):
    """No date is before the year `since`, and so tells a great age.

    Looked at are the columns that hold or may hold dates or years. A year after the present one may
    stand for an earlier one, as 2030 for 1930, so nothing is known of its column.
    """
    doubt, later, present = [], [], present_year()
    for name in table.columns:
        values, column = table.told(name), table.recognized(name)
        dated = 'doubt' in clause and clause['doubt'].fullmatch(name) or 'date' in column.seen or (
            column.harmless in (None, 'ranges', 'years') and any(map(YEAR_IN.search, values)))
        if not values or NONE in table.stated(name) or not (dated or table.may_be(name, ['date'])):
            continue
        found = [YEAR_IN.findall(part) for value in values for part in members(value)]
        first = [min(map(int, years_)) for years_ in found if years_]       # of a decade, say
        if not all(found) or min(first) < clause['since']:
            doubt.append(name)
        elif max(first) > present:
            later.append(name)
    if doubt:
        return Finding('open', columns=doubt + later, reason='early')
    return Finding('open', columns=later, reason='later') if later else HOLDS


YEAR_IN = re.compile('(?<![0-9])(?:1[89]|20|21)[0-9]{2}(?![0-9])')


ABOVE = re.compile(r'(?:>=?|≥|over |above )? ?(?P<low>[0-9]{1,3}) ?(?:\+|and over|and above|or older)?')


def age_range(label, decimal='.'):
    """The least and the greatest age of a label, None if it cannot be read.

    >>> age_range('[85-94]'), age_range('90+'), age_range('{30|91}'), age_range('>89'), age_range('>=90'), age_range('old')
    ((85, 94), (90, inf), (30, 91), (90, inf), (90, inf), None)
    >>> age_range('[*-20]'), age_range('[90-]'), age_range('[80-90)')
    ((-inf, 20), (90, inf), (80, 89.99999999999999))
    """
    whole = number(label, decimal)
    if whole is not None:
        return whole, whole
    ends = ends_of_interval(label, decimal)
    if ends:
        return ends
    above = ABOVE.fullmatch(label)
    if above:
        return int(above['low']) + (label[0] in '>oa' and '=' not in label), inf
    ranges = [age_range(part, decimal) for part in members(label)] if members(label) != [label] else [None]
    return None if None in ranges else (min(low for low, _ in ranges), max(high for _, high in ranges))


def codes_named(value) -> list:
    """The codes that a label names: the two ends of an interval, else its members.

    >>> codes_named('[13053-13068]'), codes_named('13053-0001'), codes_named('{130|148}')
    (['13053', '13068'], ['13053-0001'], ['130', '148'])
    >>> codes_named('[100-200)')
    ['100', '200']
    """
    return value[1:-1].split('-') if value[:1] + value[-1:] in ('[]', '[)') else members(value)


def in_the_users_list(table, clause):
    """No value of these columns begins with a code of the user's list, which nobody but 000 may stand for."""
    kinds = kinds_of(clause.get('kind', 'zip'))
    by_name = set(table.named(clause))
    named = [name for name in table.columns if name in by_name or table.seen(name, kinds)]
    bad, some = {}, False
    for name in named:
        codes = {value: [part[:3] for part in codes_named(value) if re.match('[0-9]{3}', part)] for value in table.values(name)}
        some = some or any(code != '000' for of_value in codes.values() for code in of_value)
        bad[name] = {value for value, of_value in codes.items() if set(of_value) & (table.small or set())}
    if any(bad.values()):
        return table.failing(bad)
    doubt = [name for name in table.columns if name not in bad and table.told(name) and table.may_be(name, kinds)]
    if some and table.small is None:
        return Finding('open', columns=named + doubt, reason='no_list')
    return Finding('open', columns=doubt, reason='perhaps') if doubt else HOLDS


def outside(table, clause):
    """Nothing in the file answers this."""
    return Finding('open', reason='outside')


# word of a file: (function, {word: what it needs}, {word: what it may have})
MEASURES: dict = {
    'class-size': (class_size, {'least': 'whole'}, {}), 'risk': (risk, {'most': 'decimal'}, {}),
    'different-values': (different_values, {'least': 'whole'}, {}), 'left-out': (records_not_in_a_class, {'least': 'whole'}, {}),
    'absent': (absent, {}, {'names': 'pattern', 'kind': 'word', 'values': 'pattern', 'all-values': 'pattern', 'allowed': 'pattern',
                            'maybe': 'pattern', 'doubt': 'pattern', 'since': 'whole'}),
    'identifying': (identifying, {'otherwise': 'verdict'}, {'about': 'word', 'measured': 'failing'}),
    'ages': (ages, {'most': 'whole'}, {'names': 'pattern', 'kind': 'word'}),
    'listed': (in_the_users_list, {}, {'names': 'pattern', 'kind': 'word'}), 'outside': (outside, {}, {})}
