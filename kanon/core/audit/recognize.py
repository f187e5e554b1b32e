"""What a published column may hold: names, numbers of persons, addresses, dates, free text, or something harmless.

Promise: one function, `recognized`, says it to `start`, to a run that publishes, to the page and to the standards. It looks at the
column's name and at its different values. A kind is *sure* where the name or the values say so, else it is only possible. A column
is harmless for a kind only where its values cannot be of it, or where both its name and its values are those of something else.
Words that are not known, such as 20 names of persons, are never harmless: not by themselves, and not under the name of a category.
"""

from __future__ import annotations

import re
from collections import Counter, namedtuple

from ..counts.intervals import PUBLISHED_INTERVAL
from ..counts.values import members, ENOUGH, MISSING, number, present_in
from .column_names import category_of, named_kinds, names_no_person, names_persons, unknown_words
from .identifiers import LOOKED_AT, sights
from .known_words import FLAGS, HARMLESS, KINDS
from .recount import unguarded

SAYS_NOTHING = {'*', *MISSING}

# kind: a key of KINDS; sure: whether the column surely holds it, else it may; by: its 'name', or 'value' if so many of so many
# different values look so.
KindSeen = namedtuple('KindSeen', 'kind sure by values of')

# seen: {kind: Seen}, the sure ones first; harmless: 'nothing', 'words', 'ranges', 'years', 'category' or 'measure' of a column
# that holds nothing but what is seen, or the kind that its name states, else None; shapes: {shape of its values: the most digits of
# one}; unit: of an age; cut: whether a value is longer than what was looked at; where: {kind: (the values in which it surely stands,
# those that may be of it as a whole)}.
Recognized = namedtuple('Recognized', 'seen harmless shapes unit cut where')

# These belong to one person, wherever they stand.
PERSONAL = frozenset('name email phone fax iban card ssn citizen insurance pension tax uuid record plan account license vehicle device'
                     ' number url ip biometric photo'.split())

# Numbers of somebody. A column whose name may mean them holds them if its values look like numbers of somebody.
OF_NUMBERS = frozenset('record plan account license vehicle device number phone tax'.split())

WITH_DIGITS = 'number', 'code', 'signs'

LETTERS = frozenset('abcdefghijklmnopqrstuvwxyz')       # each may be the initial of somebody

LONGEST, MOST_WORDS = 60, 5     # a value with more characters or words is free text

# Compiled when a value is first like it, because few runs have one.
OPEN_END = (r'(?:[<>≤≥]=?|over|above|under|below) ?[0-9.,]{1,12}|[0-9.,]{1,12} ?(?:\+|and over|and above|or older)|[0-9]{0,5}\*{1,9}')


def recognized(name, values, decimal='.') -> Recognized:
    """What the column of this name with these different values holds and may hold. values may be {value: records}, too. The members
    of a set {a|b} are looked at one by one.

    >>> recognized('contact', ['ann@example.org', 'bob@example.org']).seen['email']
    KindSeen(kind='email', sure=True, by='value', values=2, of=2)
    >>> recognized('insurance', ['K70011', 'K70024']).seen['plan']
    KindSeen(kind='plan', sure=True, by='name', values=2, of=2)
    >>> [recognized(*column).harmless for column in (('sex', {'f': 5, 'm': 4}), ('x', ['[20-29]', '[30-39]']), ('x', ['Ann', 'Kaz']))]
    ['words', 'ranges', None]
    """
    values = list({part: None for value in values for part in members(unguarded(value)) if part not in SAYS_NOTHING})
    named, role, unit = named_kinds(name)
    seen, whole, where = by_value([value for value in values if not interval_of(value)], len(values))
    if 'name' in seen and not where['name'][0] and role == 'category' and not unknown_words(values, category_of(name)):
        del seen['name']        # Virginia is a state here
    others = other_numbers(named, seen, where)
    if others:
        seen['phone'] = seen['phone']._replace(sure=False)
        whole -= others
    shapes, counted = shapes_of(values, whole, decimal)
    if counted['text']:
        seen['text'] = KindSeen('text', 2 * counted['text'] >= len(values), 'value', counted['text'], len(values))
    harmless = harmless_as(name, role, values, shapes, seen)
    if harmless:
        seen = {kind: found for kind, found in seen.items() if found.sure}
    numbers = (2 * sum(counted[shape] for shape in WITH_DIGITS) >= len(values)
               and max(shapes.get(shape, 0) for shape in WITH_DIGITS) > 3)
    if 'text' in named and not any(' ' in value for value in values):
        del named['text']       # a note of one word is a category
    for kind, surely in named.items() if harmless not in ('nothing', 'words') else ():
        surely = surely or numbers and kind in OF_NUMBERS
        if (kind not in seen or not seen[kind].sure) and (surely or set(shapes) != {'seen'}):
            seen[kind] = KindSeen(kind, surely, 'name', len(values), len(values))
    seen = {kind: seen[kind] for sure in (True, False) for kind in KINDS if kind in seen and seen[kind].sure == sure}
    spaced = any(' ' in value and look_of_value(value, decimal)[0] == 'code' for value in values if value not in whole)
    stated = [kind for kind, found in seen.items() if found.sure and found.by == 'name' and not spaced
              and set(shapes) <= FITS.get(kind, FITS['record'])]
    cut = any(len(value) > LOOKED_AT for value in values)
    return Recognized(seen, harmless or (stated[0] if stated else None), shapes, unit, cut, where)


def other_numbers(named, seen, where) -> set:
    """The plain digits that look like telephone numbers where the column's name says that they are of another kind.

    >>> [recognized(name, ['01711234567', '03012345678']).seen['phone'].sure for name in ('insurance', 'mrn', 'x')]
    [False, False, True]
    """
    of_others = any(kind in OF_NUMBERS and (surely or kind == 'plan') for kind, surely in named.items())
    if 'phone' in named or not of_others or 'phone' not in seen or where['phone'][0]:
        return set()
    return where['phone'][1]


# Numbers that a state or an insurer gives to a person.
GIVEN = frozenset('ssn citizen insurance pension tax uuid'.split())

MOST_EACH = 50      # records for each value of a column of such numbers, on average: more are not those of persons


def says_whose(name, counts, decimal='.') -> bool:
    """Whether a column with these {value: records} looks as if it said whose row each row is, of persons who have several.

    Its name does, or its values are numbers that are given to persons. A value stands in several records.

    >>> counts = {'P%02d' % n: 1 + n % 3 for n in range(20)}
    >>> says_whose('patient', counts), says_whose('ward', counts), says_whose('patient', dict.fromkeys(counts, 1))
    (True, False, False)
    >>> says_whose('patient', {'yes': 7, 'no': 9}), says_whose('pid', {str(n): 40 - 3 * n for n in range(1, 13)})      # members of households
    (False, False)
    """
    present = present_in(counts)
    records = sum(present.values())
    if len(present) < ENOUGH or len(present) == records:
        return False
    if names_persons(name):
        return not numbers_within(present)
    if records > MOST_EACH * len(present):
        return False
    return any(found.sure and found.by == 'value' for kind, found in recognized(name, list(present)[:MOST_LOOKED_AT], decimal).seen.items() if kind in GIVEN)


def numbers_within(counts) -> bool:
    """Whether these {value: records} number the records within something else: 1, 2, 3 and so on, each in no more records than the one before.

    >>> numbers_within({'1': 9, '2': 7, '3': 7}), numbers_within({'1': 5, '2': 5, '3': 5}), numbers_within({'2': 9, '7': 5, '8': 1})
    (True, False, False)
    """
    first = 0 if '0' in counts else 1
    records = [counts.get(str(n), 0) for n in range(first, first + len(counts))]
    return records == sorted(records, reverse=True) and records[-1] > 0 and 2 * len(set(records)) >= len(records) > 2


MOST_LOOKED_AT = 1000       # values of a column, which tell what numbers they are

# The shapes of the values with which the name of a column is believed: a column 'age' of these holds nothing but ages.
FITS = {'age': {'range', 'number', 'decimal'}, 'zip': {'range', 'number', 'code', 'signs', 'seen'}, 'date': {'range', 'year', 'seen'},
        'name': {'words', 'seen'}, 'place': {'words', 'seen'}, 'record': {'number', 'code', 'signs', 'seen', 'year', 'range'}}


def shapes_of(values, whole, decimal) -> tuple:
    """{shape: the most digits of a value}, and {shape: how many values have it}. whole: the values of which nothing is left to tell."""
    shapes, counted = ({'seen': 0} if whole else {}), Counter({'seen': len(whole)})
    for value in values:
        if value in whole:
            continue
        shape, digits = look_of_value(value[:LOOKED_AT], decimal)
        shapes[shape] = max(digits, shapes.get(shape, 0))
        counted[shape] += 1
    return shapes, counted


def look_of_value(text, decimal='.') -> tuple:
    """What a value looks like, and how many digits it has; of a range, its longer end.

    >>> [look_of_value(text)[0] for text in ('[20-29]', '90+', '130**', '39', '1.5', '1931', '12-3', 'Sales', 'B17')]
    ['range', 'range', 'range', 'number', 'decimal', 'year', 'signs', 'words', 'code']
    >>> look_of_value('he came late and left on day 3')
    ('text', 1)
    """
    ends = interval_of(text)
    if ends and ends[0] != ends[1] or (text.startswith(OPENS) or text.endswith(OPENED)) and re.fullmatch(OPEN_END, text):
        return 'range', max(sum(map(str.isdigit, end.partition('.')[0].partition(',')[0])) for end in ends or [text])
    digits = sum(letter.isdigit() for letter in text)
    plain = number(text, decimal)
    if plain is not None:
        whole = isinstance(plain, int) and text.isdigit()
        year = whole and len(text) == 4 and 1800 <= plain < 2200
        return ('year' if year else 'number' if isinstance(plain, int) else 'decimal'), digits
    if len(text) > LONGEST or text.count(' ') >= MOST_WORDS < sum(any(map(str.isalpha, word)) for word in text.split()):
        return 'text', digits
    return ('words' if not digits else 'code' if any(map(str.isalpha, text)) else 'signs'), digits


# How an open end begins, and how it ends.
OPENS, OPENED = ('<', '>', '≤', '≥', 'over', 'above', 'under', 'below'), ('+', '*', 'over', 'above', 'older')


def interval_of(text) -> tuple:
    """The two ends of a label [low-high] or [low-high) of numbers, '' for an open one; () if the text is none.

    >>> interval_of('[20-29]'), interval_of('[-10--6]'), interval_of('[90-*]'), interval_of('[a-b]'), interval_of('20')
    (('20', '29'), ('-10', '-6'), ('90', ''), (), ())
    >>> interval_of('[-40--20)'), interval_of('[--17]'), interval_of('[90-)')
    (('-40', '-20'), ('', '-17'), ())
    """
    may_be = text[:1] == '[' and len(text) <= 2 * LONGEST
    found = PUBLISHED_INTERVAL.fullmatch(text) if may_be else None
    ends = tuple(found[end].replace('*', '') for end in ('low', 'high')) if found else ()
    return ends if any(ends) else ()


def by_value(values, of) -> tuple:
    """{kind: KindSeen} of what these values look like, the values that hold nothing else, and where the kinds are.

    The last is as Recognized has it. The order of the values makes no difference.
    """
    needed: dict = {}       # {kind: how many values ask for each share of the column}
    where: dict = {}
    whole = set()
    for value in values:
        here, perhaps, nothing_left = sights(value)
        for kind in here:
            where.setdefault(kind, (set(), set()))[0].add(value)
        for kind, share in perhaps.items():
            needed.setdefault(kind, Counter())[share] += 1
            if kind not in here:
                where.setdefault(kind, (set(), set()))[1].add(value)
        if nothing_left:
            whole.add(value)
    needed = {kind: needed_share(shares) for kind, shares in needed.items()}
    enough = {kind for kind, share in needed.items() if share is not None and len(where[kind][1]) >= share * of}
    whole.update(value for kind in enough - {'name'} for value in where[kind][1])
    seen = {kind: KindSeen(kind, bool(sure) or kind in enough, 'value', len(sure) + len(maybe), of) for kind, (sure, maybe) in where.items()}
    return seen, whole, where


def needed_share(shares):
    """The share that most values ask for. Of several, the greatest, and before that None, which no column reaches.

    >>> needed_share({0.5: 1, None: 3}), needed_share({0.5: 3, None: 1}), needed_share({0.5: 2, 0.9: 2})
    (None, 0.5, 0.9)
    """
    return max(shares, key=lambda share: (shares[share], 1 if share is None else share))


def harmless_as(name, role, values, shapes, seen):
    """Why nothing but what is surely seen can be in a column, or None. role: 'category', 'measure' or 'year' by its name.

    A category is harmless only if its words are known words of it.

    >>> harmless_as('ill', 'category', ['flu'], {'words': 0}, {}), harmless_as('x', None, ['flu'], {'words': 0}, {})
    ('category', None)
    >>> harmless_as('ward', 'category', ['Ogdenville'], {'words': 0}, {}), harmless_as('initials', None, ['M'], {'words': 0}, {})
    (None, None)
    """
    if not values:
        return 'nothing'
    if all(value.lower() in harmless_words(name) for value in values):
        return 'words'
    there = set(shapes)
    if there <= {'range'} and shapes['range'] < 5 and 'year' not in there:
        return 'ranges'
    if role == 'year' and there <= {'range', 'year'}:
        return 'years'
    if role == 'measure' and there <= {'range', 'number', 'decimal', 'year', 'words'} and max(shapes.values()) < 10:
        words = (value for value in values if 'words' in there and look_of_value(value)[0] == 'words')
        return 'measure' if all(value.lower() in HARMLESS for value in words) else None
    short = all(len(value) <= LONGEST for value in values) and max(shapes.values()) < 5
    if role == 'category' and short and 'text' not in there and not any(found.sure for found in seen.values()):
        return None if unknown_words(values, category_of(name)) else 'category'
    return None


def harmless_words(name) -> frozenset:
    """The words that tell nothing of a person under this name. Of a name or a number of somebody they only say whether there is one.

    >>> 'm' in harmless_words('sex'), 'm' in harmless_words('initials'), 'y' in harmless_words('surname'), 'y' in harmless_words('phone')
    (True, False, False, True)
    """
    kinds = named_kinds(name)[0]
    return HARMLESS if not kinds else FLAGS if 'name' not in kinds else FLAGS - LETTERS


def may_hold(column, kind) -> bool:
    """Whether a Recognized column may hold a kind that is not seen in it. False only if its values cannot be of this kind.

    >>> column = recognized('x', ['Ann', 'Kaz'])
    >>> may_hold(column, 'name'), may_hold(column, 'phone'), may_hold(recognized('x', ['17', '8']), 'record')
    (True, False, True)
    """
    if column.harmless:
        return column.cut
    anything = column.cut or 'text' in column.shapes or 'text' in column.seen
    return anything or any(POSSIBLE[shape](kind, digits) for shape, digits in column.shapes.items())


# The fewest digits of a number that may be of a kind.
SHORT_NUMBERS = {'record': 1, 'number': 1, 'place': 1, 'date': 1, 'age': 1, 'device': 4, 'plan': 4, 'account': 4, 'license': 4, 'vehicle': 4,
                 'zip': 4, 'phone': 5, 'fax': 5, 'ssn': 9, 'citizen': 15, 'tax': 10}


def number_may_be(kind, digits) -> bool:
    """Whether a whole number with so many digits may be of a kind."""
    return kind in SHORT_NUMBERS and digits >= SHORT_NUMBERS[kind]


POSSIBLE = {
    'range': lambda kind, digits: digits > 4 and number_may_be(kind, digits) or kind == 'zip' and digits == 4,
    'seen': lambda kind, digits: False, 'year': lambda kind, digits: False, 'number': number_may_be,
    'decimal': lambda kind, digits: kind in ('place', 'age') or digits > 8 and kind == 'number',
    'words': lambda kind, digits: kind in ('name', 'place', 'number'),
    'signs': lambda kind, digits: kind != 'ssn' and number_may_be(kind, digits),
    'code': lambda kind, digits: kind in ('place', 'number', 'record', 'vehicle', 'license', 'device', 'plan', 'account', 'name') or (
        kind in ('date', 'zip', 'age') and digits > 1 or number_may_be(kind, digits))}


# A column has many different values if they are LEAST_MANY or more, and more than this share of the records.
LEAST_MANY, SHARE_MANY = 20, 0.2

MOST_LOOKED_AT = 2000       # different values of a column that a run publishes unchanged; it looks at some of more


def remarkable(name, role, values, records, count, decimal='.'):
    """What a run says of a column that it publishes unchanged, as a dict, or None if there is nothing to say.

    role: 'sensitive', 'publish' or 'quasi'. Of a quasi-identifier only kinds that belong to a person are said: each of its values is in
    a class of k records. values: the different ones; records: of the table; count: a function that returns {value: records}.

    >>> found = remarkable('insurance', 'publish', {'K7001', 'K7002'}, 5, lambda: {'K7001': 3, 'K7002': 2})
    >>> found['kinds'], found['what'], found['values'], found['records'], found['least'], found['most']
    (['plan'], 'an identifier', 2, 5, 2, 3)
    >>> remarkable('sex', 'publish', {'f', 'm'}, 5, None)
    """
    values = [value for value in values if value not in SAYS_NOTHING]
    stride = 1 + (len(values) - 1) // MOST_LOOKED_AT
    column = recognized(name, sorted(values)[::stride] if stride > 1 else values, decimal)
    kinds = [kind for kind, found in column.seen.items() if found.sure and (
        kind in PERSONAL or role != 'quasi' and kind in ('text', 'date', 'zip', 'place'))]
    many = role != 'quasi' and len(values) >= LEAST_MANY and len(values) > SHARE_MANY * records
    if not kinds and not many:
        return None
    if not kinds and (column.harmless in ('measure', 'age') or named_kinds(name)[1] == 'category' or 'decimal' in column.shapes):
        what, what_zh = None, None
    else:
        words = dict.fromkeys(KINDS[kind] for kind in kinds or ['number'])
        what, what_zh = ', '.join(english for english, _ in words), '、'.join(chinese for _, chinese in words)
    counts = {value: n for value, n in count().items() if value not in SAYS_NOTHING}
    return {'column': name, 'as': role, 'kinds': kinds, 'what': what, 'what_zh': what_zh, 'values': len(counts),
            'records': sum(counts.values()), 'least': min(counts.values()), 'most': max(counts.values())}


def remarks(columns, decimal='.', repeating=None) -> list:
    """What there is to say of columns that are published unchanged.

    columns: as tables/publishing.py finds them. repeating: {column: (its role, its Repeats, {value: records})} of
    those that repeat as persons do (counts/like_persons.py); None where persons are counted.
    """
    found = [remarkable(name, role, values, records, count, decimal) for name, role, values, records, count in columns]
    if repeating is None:
        return [remark for remark in found if remark]
    others = {*repeating, *(name for _, repeats, _ in repeating.values() for name in repeats.numbers)}
    whose: dict = {}
    for name, role, _, _, count in columns:
        if names_persons(name) and name not in others:
            counts = count()
            if says_whose(name, counts, decimal):
                whose[name] = role, None, counts
    whose.update((name, of) for name, of in repeating.items() if not names_no_person(name))
    said = [remark for remark in found if remark and (remark['kinds'] or remark['column'] not in whose)]
    return said + [says_whose_remark(name, *of) for name, of in whose.items()]


def says_whose_remark(name, role, repeats, counts) -> dict:
    """What a run says of a column that looks as if it said whose row each row is. repeats: None if its name says it."""
    present = present_in(counts)
    return {'column': name, 'as': role, 'kinds': [], 'what': None, 'what_zh': None, 'whose': repeats.signs if repeats else ['named'],
            'values': len(present), 'records': sum(present.values()), 'least': min(present.values()), 'most': max(present.values())}
