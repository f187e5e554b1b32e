"""What a published table satisfies: its k, and the l, t and alpha of each sensitive column.

Promise: every class is looked at. Every requirement is decided for every class and sensitive column by the exact rules of
rules/of_values.py, or by the audit's, never by the rounded numbers that are shown. Rules and measures hold whatever the missing sensitive
values are, but for t, beta and delta, which take them as one value (rules/of_values.py).
Suppressed rows are not a class. They do count in what these three compare with, which is the whole file. There is at least
one class.
Where a column says whose row each row is, k and all that is required count persons, by the rules of rules/of_persons.py. A class with
nobody in it has k = 0, and passes no rule.
"""

from __future__ import annotations

from collections import Counter, namedtuple
from functools import partial
from math import inf

from ...core.audit.deciders import decider
from ...core.audit.persons import decider_of_persons
from ...core.audit.same import ones_in
from ...core.counts.frequency import added_up
from ...core.counts.items import items_in, known_in, told_of_items
from ...core.counts.required import by_column
from ...core.counts.values import UNKNOWN
from ...core.counts.writings import check_thousands
from ...core.errors import DataError, quoted
from ...core.own_files import exists
from ...core.rules.alike import merged_values, seeing
from ...core.rules.distance import Equal, Hierarchical, OrderedDistance
from ...core.rules.of_persons import measured_in_persons, passes_in_persons
from ...core.rules.of_values import DISTANCES, Alpha, Closeness, Distinct, Entropy, Recursive
from ...core.tables.hierarchy_file import file_of, load
from .published_classes import accounts, class_sizes, missing_cells, whole_file, wildcard_k
from .witnesses import witnesses

WORST = 3       # classes shown

DEEPEST = 5     # the greatest l for which c is computed unasked; each one sorts every class again

NEEDS = {'ordered-t': 'a number in every record', 'hierarchical-t': 'a hierarchy of all its values in the folder of --hierarchies'}

# size: records, or persons where these are counted. columns: of each sensitive column {value: records}, or a Held (counts/persons.py).
Class = namedtuple('Class', 'quasi size columns records')

# decider: a function of a rule and its SensitiveColumn, to one of that column in a class, whether it passes. measured: a function of a rule
# and a column of a class.
Measurement = namedtuple('Measurement', 'decider measured')


class SensitiveColumn(namedtuple('SensitiveColumn', 'name reference distances measures see ones as_one')):
    """reference: {value: records} of the file. distances: {'t': Equal, ...}, those that apply. measures: what `worst_measures` returns.

    see: a function from a rule of the table to the rule that this column has (rules/alike.py). ones: what the audit takes its values for
    (audit/same.py). as_one: the reference with these as one, where persons are counted.
    """

    def distance(self, kind):
        """The distance of a class from the file. DataError if it does not apply to the column."""
        word = Closeness.words[DISTANCES.index(kind)]
        if word not in self.distances:
            raise DataError('--require %s: column %s needs %s' % (word, quoted(self.name), NEEDS[word]))
        return self.distances[word]


# measure: of the worst class; failing: the classes; at_most: whether the limit is the most that the measure may be; people: how many have
# no class, where everybody needs one
Verdict = namedtuple('Verdict', 'required column measure failing at_most people', defaults=(False, 0))

TextRequirement = namedtuple('TextRequirement', 'text')     # a requirement that is no word of --require


def judged(published, quasi, sensitive=(), k=None, require=(), folder=None, decimal='.', people=None,
           k_map=None, presence=None, tight=False, counted=None, signs=None, exact=(), thousands=()) -> dict:
    """Everything that the report tells about a published table, unrounded.

    quasi, sensitive   the names of the columns
    k                  count the records in classes smaller than this; None: do not
    require            requirements, each with k or a rule, its word and its text
    folder             where the hierarchies are, or None
    decimal            the decimal sign of numbers
    people             the People of the classes (people_fitted.py), or None, and what is required of them: k_map, presence
    signs, exact       what stands between the items of a cell, by column, and the columns in which each way to write a value is a value of its own
    thousands          the columns of which it was said what stands between thousands (counts/writings.py)
    tight              whether the labels are known to name values of their classes (witnesses.py)
    counted            {sensitive values: records} of all records that were counted, where the table was compared with these. Then t, beta
                       and delta compare with them, and the audit decides the rules
    """
    persons, sizes, signs = published.persons, class_sizes(published), signs or {}
    known = [known_in(signs.get(name)) for name in sensitive]
    whole = known_by_column(whole_file(published), known)
    if persons:
        classes = [Class(values, persons.sizes[values], persons.held[values], sizes[values]) for values in sorted(sizes)]
        counting, references = IN_PERSONS if counted is None else PERSONS_BY_AUDIT, [held.sizes for held in persons.whole]
        as_one = [held.as_one.sizes for held in persons.whole]
    else:
        classes = [Class(values, sizes[values], known_by_column(published.classes[values], known), sizes[values]) for values in sorted(sizes)]
        counting = IN_RECORDS if counted is None else BY_AUDIT
        references = whole if counted is None else known_by_column(counted, known)
        as_one = [None] * len(references)       # the rules can add up records
    columns = []
    ordered = {required.column for required in require if required.word == 'ordered-t'}
    for place, (name, reference) in enumerate(zip(sensitive, references)):
        if not ordered.isdisjoint((name, None)):
            check_thousands(name, reference, decimal, thousands)
        apply = distances(name, reference, folder, decimal)
        see = partial(seeing, name=name, values=list(reference), sign=signs.get(name), exact=name in exact, decimal=decimal,
                      reference=as_one[place])
        of_classes = [(class_.columns[place], class_.records) for class_ in classes]
        if name in signs:
            apply = {'t': apply['t']}
            measures = worst_measures_of_items(apply, of_classes, see, UNKNOWN in reference)
            told = told_of_items(whole[place], see(VALUES).items)
            measures['items'] = {'sign': signs[name], **told}
        else:
            measures = worst_measures(apply, of_classes, counting, see)
        ones = {} if name in exact else ones_in(reference, decimal)
        columns.append(SensitiveColumn(name, reference, apply, {'unknown': whole[place].get(UNKNOWN, 0), **measures}, see, ones, as_one[place]))
    verdicts = [verdict for required in require for verdict in decided(required, columns, classes, counting)]
    verdicts += verdicts_in_population(classes, people, k_map, presence)
    described = class_of_persons if persons else report_of_class
    return {
        'records': accounts(published), **({'person': persons.column, 'persons': persons.told} if persons else {}),
        'classes': {**report_of_sizes(list(sizes.values()), k), **({'persons': report_of_persons(persons, k)} if persons else {})},
        'missing': report_of_missing(sizes),
        'columns': [{'column': column.name, **column.measures} for column in columns],
        'as_one': {column.name: n for column in columns for n in [len(column.see(VALUES).same)] if n},
        'worst': [described(class_, columns, quasi) for class_ in worst(classes, verdicts, counting, columns)],
        'required': [report_of_verdict(verdict) for verdict in verdicts],
        'holds': not any(verdict.failing or verdict.people for verdict in verdicts),
        'others': {'columns': published.others, 'distinct': published.distinct},
        'put_back': {'tight': tight, **witnesses(sizes, decimal)}}


VALUES, EVENNESS, SHARE = Distinct(2), Entropy(2), Alpha(1)        # whose measures do not look at the limit
IN_RECORDS = Measurement(lambda rule, column: rule.passes, lambda rule, histogram: rule.measured(histogram))
BY_AUDIT = IN_RECORDS._replace(decider=lambda rule, column: decider(rule, column.ones))
IN_PERSONS = Measurement(lambda rule, column: lambda held: held.everybody > 0 and passes_in_persons(rule, held),
                      lambda rule, held: measured_in_persons(rule, held) if held.everybody else rule.of_nobody)
PERSONS_BY_AUDIT = IN_PERSONS._replace(
    decider=lambda rule, column: partial(passes_the_audit, decider_of_persons(rule, column.ones, column.as_one)))


def passes_the_audit(passes, held) -> bool:
    """Whether a sensitive column of a class (a HeldOfAudit) passes. A class with nobody in it passes nothing."""
    return held.everybody > 0 and passes(held.persons, held.everybody)


def known_by_column(class_, known) -> list:
    """The histogram of each sensitive column of a class, in which '?' is all that is not known.

    known: of each column, what is known there (`known_in`, counts/items.py).

    >>> from ...core.counts.values import Known
    >>> known_by_column({('flu', ''): 2, ('flu', 'N/A'): 1}, [Known(), Known()])
    [{'flu': 3}, {'?': 3}]
    """
    pairs = zip(known, by_column(class_))
    return [added_up(map(seen.__getitem__, column), column.values()) for seen, column in pairs]


def distances(name, reference, folder, decimal='.') -> dict:
    """{word of --require: distance}, those that apply to a column with these {value: records}; folder: of the hierarchies."""
    by_word: dict = {'t': Equal(reference)}
    try:
        by_word['ordered-t'] = OrderedDistance(reference, decimal)
    except DataError:
        pass
    if folder is not None and exists(file_of(folder, name)):
        tree = load(file_of(folder, name), typed=False)
        if not tree.uncovered(reference):
            by_word['hierarchical-t'] = Hierarchical(reference, tree)
    return by_word


def worst_measures(distances_, columns, counting, see=lambda rule: rule) -> dict:
    """{word of --require: the measure of the worst class} for a sensitive column. columns: (column, records) of each class.

    Recursive (c, l)-diversity holds for every c above that of l; None if it holds for no c.

    >>> columns = [({'flu': 1, 'ulcer': 1}, 2), ({'flu': 2}, 2)]
    >>> worst = worst_measures({'t': Equal({'flu': 3, 'ulcer': 1})}, columns, IN_RECORDS)
    >>> worst['l'], worst['recursive'], worst['t'], worst['alpha'], worst['homogeneous']
    (1, {2: None}, 0.25, 1.0, {'classes': 1, 'records': 2})
    >>> worst_measures({}, [({'flu': 3, 'ulcer': 2, 'cancer': 1}, 6), ({'flu': 2, 'ulcer': 2}, 4)], IN_RECORDS)['recursive']
    {2: 1.0}
    """
    def of_worst(rule):
        return rule.worst([counting.measured(rule, column) for column, _ in columns])
    values = see(VALUES)
    least = of_worst(values)
    recursive = {l: of_worst(see(Recursive(1, l))) for l in range(2, min(max(least, 2), DEEPEST) + 1)}
    same = [records for column, records in columns if counting.measured(values, column) == 1]
    return {'l': least, 'entropy': of_worst(see(EVENNESS)), 'recursive': {l: None if c == inf else c for l, c in recursive.items()},
            't': None, **dict.fromkeys(NEEDS), **{word: of_worst(Closeness(1, distance)) for word, distance in distances_.items()},
            'alpha': of_worst(see(SHARE)),
            'homogeneous': {'classes': len(same), 'records': sum(same)}}


def worst_measures_of_items(distances_, columns, see, unknown) -> dict:
    """The same of a column of sets of items. What has no meaning for these is None.

    unknown: whether some sets are not known. Then t is None, too.

    >>> see = partial(seeing, name='ill', values=['flu|gout', 'flu'], sign='|')
    >>> whole = {'t': Equal({'flu|gout': 1, 'flu': 1})}
    >>> columns = [({'flu|gout': 1}, 1), ({'flu': 1}, 1)]
    >>> worst = worst_measures_of_items(whole, columns, see, False)
    >>> worst['l'], worst['alpha'], worst['t'], worst['entropy'], worst['homogeneous']
    (1, 1.0, 0.5, None, {'classes': 2, 'records': 2})
    >>> whole = {'t': Equal({'flu': 2, 'gout': 1})}
    >>> of_worst = worst_measures_of_items(whole, [({'flu': 1, 'gout': 1}, 2), ({'flu': 1}, 1)], see, False)
    >>> of_worst['alpha'], of_worst['homogeneous']
    (1.0, {'classes': 1, 'records': 1})
    """
    values = see(VALUES)
    of_classes = [(values.measured(column), records) for column, records in columns]
    same = [records for l, records in of_classes if l == 1]
    rules = [see(SHARE)] if unknown else [see(SHARE), see(Closeness(1, distances_['t']))]
    measured = {rule.word: max(rule.measured(column) for column, _ in columns) for rule in rules}
    return {
        'l': min(l for l, _ in of_classes), 'entropy': None, 'recursive': None,
        't': None, **dict.fromkeys(NEEDS), 'alpha': None, **measured,
        'homogeneous': {'classes': len(same), 'records': sum(same)}}


def decided(required, columns, classes, counting):
    """Yield the Verdict on a requirement. For all but k there is one for each sensitive column."""
    if required.word == 'k':
        yield Verdict(required, None, min([class_.size for class_ in classes]),
                      [class_ for class_ in classes if class_.size < required.what])
        return
    if not columns:
        raise DataError('--require %s needs a --sensitive column' % required.text)
    if required.column is not None and required.column not in [column.name for column in columns]:
        raise DataError('--require %s:%s: %s is not one of the --sensitive columns'
                        % (required.column, required.text, quoted(required.column)))
    for place, column in enumerate(columns):
        if required.column not in (None, column.name):
            continue
        rule = column.see(required.what.of_table(column))
        measure = rule.worst([counting.measured(rule, class_.columns[place]) for class_ in classes])
        passes = counting.decider(rule, column)
        failing = [class_ for class_ in classes if not passes(class_.columns[place])]
        yield Verdict(required, column.name, None if measure == inf else measure, failing, rule.worst is max)


def verdicts_in_population(classes, people, k_map=None, presence=None):
    """Yield the Verdicts on k-map, and on the least and the most share of delta-presence. people: a People (people_fitted.py)."""
    if k_map:
        there = {class_.quasi: people.of_classes[class_.quasi] for class_ in classes}
        failing = [class_ for class_ in classes if there[class_.quasi] < k_map]
        yield Verdict(TextRequirement('k-map=%d' % k_map), None, min(there.values()), failing)
    if presence:
        shares = {class_.quasi: (class_.size, people.of_classes[class_.quasi]) for class_ in classes}
        found = [n / there for n, there in shares.values()]
        (p, q), (r, s) = presence
        if p:
            yield Verdict(TextRequirement('presence-least=%.9g' % (p / q)), None, 0.0 if people.nowhere else min(found),
                          [class_ for class_ in classes if shares[class_.quasi][0] * q < p * shares[class_.quasi][1]], False, people.nowhere)
        yield Verdict(TextRequirement('presence-most=%.9g' % (r / s)), None, max(found),
                      [class_ for class_ in classes if shares[class_.quasi][0] * s > r * shares[class_.quasi][1]], True)


def report_of_sizes(counts, k) -> dict:
    """The sizes of the classes; 'below' counts the records in classes smaller than k.

    >>> report_of_sizes([4, 1, 2], 3)
    {'count': 3, 'k': 1, 'largest': 4, 'average': 2.3333333333333335, 'below': {'k': 3, 'records': 3}}
    """
    return {'count': len(counts), 'k': min(counts), 'largest': max(counts),
            'average': sum(counts) / len(counts),
            'below': None if k is None else {'k': k, 'records': sum(n for n in counts if n < k)}}


def report_of_persons(persons, k) -> dict:
    """The same of persons; 'below' counts the different persons in classes that have fewer than k."""
    counts = list(persons.sizes.values())
    below = {place for place, n in enumerate(counts) if k and n < k}
    return {'k': min(counts), 'largest': max(counts), 'average': sum(counts) / len(counts),
            'below': None if k is None else {'k': k, 'persons': sum(not below.isdisjoint(of_person) for of_person in persons.places)}}


def report_of_missing(sizes) -> dict:
    """Missing values in the quasi-identifiers, and k if each of them may stand for any value, or None if that takes too long."""
    cells, records = missing_cells(sizes)
    return {'cells': cells, 'records': records, 'wildcard_k': wildcard_k(sizes)}


def worst(classes, verdicts, counting, columns) -> list:
    """The classes that fail most requirements, then those with the fewest known sensitive values, then the smallest."""
    fails = Counter(class_.quasi for verdict in verdicts for class_ in verdict.failing)
    rules = [column.see(VALUES) for column in columns]

    def order(class_):
        fewest = min([counting.measured(rule, column) for rule, column in zip(rules, class_.columns)], default=0)
        return -fails[class_.quasi], fewest, class_.size, class_.quasi
    return sorted(classes, key=order)[:WORST]


def report_of_class(class_, columns, quasi) -> dict:
    rows = []
    for column, histogram in zip(columns, class_.columns):
        if 'items' in column.measures:
            rows.append(row_of_items(column, histogram))
            continue
        values = column.see(VALUES)
        seen = merged_values(histogram, values.same)
        value = min(seen, key=lambda value: (value == UNKNOWN, -seen[value], value))
        rows.append({'column': column.name, 'l': values.measured(histogram), 'most_frequent': value, 'records': seen[value],
                     'unknown': histogram.get(UNKNOWN, 0), 't': IN_RECORDS.measured(Closeness(1, column.distances['t']), histogram)})
    return {'quasi': dict(zip(quasi, class_.quasi)), 'records': class_.size, 'columns': rows}


def row_of_items(column, histogram) -> dict:
    """What `report_of_class` tells of a column of sets of items.

    The most frequent item is '' in a class without a known item.
    """
    values, t = column.see(VALUES), None
    having = values.items.counted(histogram)
    item = min(having, key=lambda item: (-having[item], item), default='')
    if UNKNOWN not in column.reference:
        t = column.see(Closeness(1, column.distances['t'])).measured(histogram)
    return {
        'column': column.name, 'l': values.measured(histogram), 'most_frequent': item,
        'records': having.get(item, 0), 'unknown': histogram.get(UNKNOWN, 0), 't': t,
        'items': told_of_items(histogram, values.items)}


def class_of_persons(class_, columns, quasi) -> dict:
    """The same, with persons. The most frequent value is that which most persons may have; `persons` have it, and `may_have` may."""
    rows = []
    for column, written in zip(columns, class_.columns):
        held = written.as_one if column.see(VALUES).ways else written
        value = min(held.may_have or [UNKNOWN], key=lambda value: (-held.may_have.get(value, 0), value))
        rows.append({'column': column.name, 'l': IN_PERSONS.measured(VALUES, held), 'most_frequent': value, 'persons': held.sizes[value] if held.may_have else 0,
                     'may_have': held.may_have.get(value, held.everybody), 't': IN_PERSONS.measured(Closeness(1, column.distances['t']), written)})
    return {'quasi': dict(zip(quasi, class_.quasi)), 'records': class_.records, 'persons': class_.size, 'columns': rows}


def shares_in_the_file(worst, published, sensitive, sameness, signs=None) -> list:
    """For each of the worst classes and sensitive columns the share of the whole file that has the most frequent value of the class.

    Where persons are counted, it is the share of the persons of the file. signs: {column: what
    stands between the items of its cells}.

    >>> from .published_classes import PublishedTable
    >>> from ...core.counts.values import Sameness
    >>> published = PublishedTable({('39',): {('flu',): 2, ('ulcer',): 1}}, {('Flu',): 1}, [], [])
    >>> shares_in_the_file([{'columns': [{'most_frequent': 'Flu'}]}], published, ['ill'], Sameness())
    [[0.75]]
    >>> of_sets = PublishedTable({('39',): {('flu|gout',): 2, ('flu',): 1}}, {('ulcer',): 1}, [], [])
    >>> shares_in_the_file([{'columns': [{'most_frequent': 'flu'}]}], of_sets, ['ill'], Sameness(), {'ill': '|'})
    [[0.75]]
    """
    if published.persons:
        columns = [(held.as_one.sizes, held.everybody) for held in published.persons.whole]
    else:
        there = [(signs or {}).get(name) for name in sensitive]
        columns = []
        whole = known_by_column(whole_file(published), map(known_in, there))
        for name, sign, of_column in zip(sensitive, there, whole):
            seen = merged_values(of_column, sameness.alike(name, of_column))
            if sign is not None:
                items = items_in(of_column, sign, name in sameness.exact, sameness.decimal)
                seen = items.counted(of_column)
            columns.append((seen, sum(of_column.values())))
    return [[of_column.get(column['most_frequent'], 0) / everybody for column, (of_column, everybody) in zip(class_['columns'], columns)]
            for class_ in worst]


def report_of_verdict(verdict) -> dict:
    return {'required': verdict.required.text, 'column': verdict.column, 'at_most': verdict.at_most, 'found': verdict.measure,
            'holds': not verdict.failing and not verdict.people,
            'failing': {'classes': len(verdict.failing), 'records': sum(class_.records for class_ in verdict.failing)}}
