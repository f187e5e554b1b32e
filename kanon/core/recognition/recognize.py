"""What a published column may hold: names, numbers of persons, dates, or something harmless.

Promise: one function, `recognized`, says it to `start`, to a run that publishes, to the page and to
the standards. It looks at the column's name and at its different values. A kind is *sure* where the
name or the values say so, else it is only possible. A column is harmless for a kind only where its
values cannot be of it, or where both its name and its values are those of something else. Words
that are not known, such as 20 names of persons, are never harmless: not by themselves, and not
under the name of a category.
"""

from __future__ import annotations

import re
from collections import Counter, namedtuple

from ..counts.intervals import PUBLISHED_INTERVAL
from ..counts.values import members, MISSING, number
from .column_names import category_of, named_kinds, unknown_words
from .identifiers import LOOKED_AT, sights
from .known_words import FLAGS, HARMLESS, KINDS
from ..audit.recount import unguarded

SAYS_NOTHING = {'*', *MISSING}

# kind: a key of KINDS.
# sure: whether the column surely holds it, else it may.
# by: its 'name', or 'value' if so many of so many different values look so.
LikelyKind = namedtuple('LikelyKind', 'kind sure by values of')

# seen: {kind: KindSeen}, the sure ones first.
# harmless: 'nothing', 'words', 'ranges', 'years', 'category' or 'measure' of a column that holds
#     nothing but what is seen, or the kind that its name states, else None.
# shapes: {shape of its values: the most digits of one}.
# unit: of an age.
# cut: whether a value is longer than what was looked at.
# where: {kind: (the values in which it surely stands, those that may be of it as a whole)}.
Recognition = namedtuple('Recognition', 'seen harmless shapes unit cut where')

# These belong to one person, wherever they stand.
PERSONAL = frozenset(
    'name email phone fax iban card ssn citizen insurance pension tax uuid record plan account'
    ' license vehicle device number url ip biometric photo'.split())

# Numbers of somebody. A column whose name may mean them holds them if its values look like numbers
# of somebody.
OF_NUMBERS = frozenset('record plan account license vehicle device number phone tax'.split())

WITH_DIGITS = 'number', 'code', 'signs'

LETTERS = frozenset('abcdefghijklmnopqrstuvwxyz')       # each may be the initial of somebody


def recognized(name, values, decimal='.') -> Recognition:
    """What the column of this name with these different values holds and may hold.

    values may be {value: records}, too. The members of a set {a|b} are looked at one by one.

    >>> recognized('contact', ['ann@example.org', 'bob@example.org']).seen['email']
    LikelyKind(kind='email', sure=True, by='value', values=2, of=2)
    >>> recognized('insurance', ['K70011', 'K70024']).seen['plan']
    LikelyKind(kind='plan', sure=True, by='name', values=2, of=2)
    >>> recognized('sex', {'f': 5, 'm': 4}).harmless, recognized('x', ['[20-29]', '90+']).harmless
    ('words', 'ranges')
    >>> recognized('x', ['Ann', 'Kaz']).harmless is None
    True
    """
    values = different_members(values)
    named, role, unit = named_kinds(name)
    no_intervals = [value for value in values if not interval_of(value)]
    seen, whole, where = by_value(no_intervals, len(values))
    if 'name' in seen and not where['name'][0] and role == 'category':
        if not unknown_words(values, category_of(name)):
            del seen['name']        # Virginia is a state here
    others = other_numbers(named, seen, where)
    if others:
        seen['phone'] = seen['phone']._replace(sure=False)
        whole -= others
    shapes, counted = shapes_of(values, whole, decimal)
    texts = counted['text']
    if texts:
        seen['text'] = LikelyKind('text', 2 * texts >= len(values), 'value', texts, len(values))
    harmless = harmless_as(name, role, values, shapes, seen)
    if harmless:
        seen = {kind: of_kind for kind, of_kind in seen.items() if of_kind.sure}
    if 'text' in named and not any(' ' in value for value in values):
        del named['text']       # a note of one word is a category
    if harmless not in ('nothing', 'words'):
        add_named(seen, named, shapes, counted, len(values))
    seen = {kind: seen[kind] for kind in in_order(seen)}
    left = [value for value in values if value not in whole]
    harmless = harmless or stated_kind(seen, shapes, left, decimal)
    cut = any(len(value) > LOOKED_AT for value in values)
    return Recognition(seen, harmless, shapes, unit, cut, where)


def different_members(values) -> list:
    """The different members of these values, without guards, but for those that say nothing."""
    different: dict = {}
    for value in values:
        for member in members(unguarded(value)):
            if member not in SAYS_NOTHING:
                different[member] = None
    return list(different)


def other_numbers(named, seen, where) -> set:
    """The digits that look like telephone numbers, but the name says that they are of another kind.

    >>> [recognized(name, ['01711234567', '03012345678']).seen['phone'].sure
    ...  for name in ('insurance', 'mrn', 'x')]
    [False, False, True]
    """
    if 'phone' in named or 'phone' not in seen:
        return set()
    inside, as_a_whole = where['phone']
    for kind, surely in named.items():
        if kind in OF_NUMBERS and (surely or kind == 'plan'):
            return set() if inside else as_a_whole
    return set()


def add_named(seen, named, shapes, counted, of):
    """Add a LikelyKind of each kind that the name of a column says, where its values are not sure.

    of: how many values there are.
    """
    with_digits = sum(counted[shape] for shape in WITH_DIGITS)
    most_digits = max(shapes.get(shape, 0) for shape in WITH_DIGITS)
    like_numbers = 2 * with_digits >= of and most_digits > 3
    for kind, surely in named.items():
        if kind in seen and seen[kind].sure:
            continue
        sure = surely or like_numbers and kind in OF_NUMBERS
        if sure or shapes.keys() != {'seen'}:
            seen[kind] = LikelyKind(kind, sure, 'name', of, of)


def in_order(seen) -> list:
    """The kinds that are seen, the sure ones first."""
    kinds = [kind for kind in KINDS if kind in seen]
    return sorted(kinds, key=lambda kind: not seen[kind].sure)


# The shapes of the values with which the name of a column is believed: a column 'age' of these
# holds nothing but ages.
FITS = {
    'age': {'range', 'number', 'decimal'},
    'zip': {'range', 'number', 'code', 'signs', 'seen'},
    'date': {'range', 'year', 'seen'},
    'name': {'words', 'seen'},
    'place': {'words', 'seen'},
    'record': {'number', 'code', 'signs', 'seen', 'year', 'range'}}


def stated_kind(seen, shapes, values, decimal):
    """The kind that the name of a column states and its values fit, None if there is none.

    values: those of which something is left to tell.
    """
    if any(' ' in value and look_of_value(value, decimal)[0] == 'code' for value in values):
        return None
    for kind, of_kind in seen.items():
        fitting = FITS.get(kind, FITS['record'])
        if of_kind.sure and of_kind.by == 'name' and not shapes.keys() - fitting:
            return kind
    return None


# What the values look like.

LONGEST, MOST_WORDS = 60, 5     # a value with more characters or words is free text

# How an open end begins, and how it ends.
OPENS = '<', '>', '≤', '≥', 'over', 'above', 'under', 'below'
OPENED = '+', '*', 'over', 'above', 'older'

# Compiled when a value is first like it, because few runs have one.
OPEN_END = (r'(?:[<>≤≥]=?|over|above|under|below) ?[0-9.,]{1,12}'
            r'|[0-9.,]{1,12} ?(?:\+|and over|and above|or older)'
            r'|[0-9]{0,5}\*{1,9}')


def shapes_of(values, whole, decimal) -> tuple:
    """{shape: the most digits of a value}, and {shape: how many values have it}.

    whole: the values of which nothing is left to tell. Their shape is 'seen'.
    """
    shapes = {'seen': 0} if whole else {}
    counted = Counter({'seen': len(whole)})
    for value in values:
        if value in whole:
            continue
        shape, digits = look_of_value(value[:LOOKED_AT], decimal)
        shapes[shape] = max(digits, shapes.get(shape, 0))
        counted[shape] += 1
    return shapes, counted


def look_of_value(text, decimal='.') -> tuple:
    """What a value looks like, and how many digits it has; of a range, its longer end.

    >>> [look_of_value(text)[0] for text in ('[20-29]', '90+', '130**', '39', '1.5', '1931')]
    ['range', 'range', 'range', 'number', 'decimal', 'year']
    >>> [look_of_value(text)[0] for text in ('12-3', 'Sales', 'B17')]
    ['signs', 'words', 'code']
    >>> look_of_value('he came late and left on day 3')
    ('text', 1)
    """
    ends = interval_of(text)
    if ends and ends[0] != ends[1]:
        return 'range', max(digits_before_decimals(end) for end in ends)
    if is_open_end(text):
        return 'range', digits_before_decimals(text)
    digits = digits_in(text)
    plain = number(text, decimal)
    if isinstance(plain, int):
        is_year = text.isdigit() and len(text) == 4 and 1800 <= plain < 2200
        return 'year' if is_year else 'number', digits
    if plain is not None:
        return 'decimal', digits
    if is_free_text(text):
        return 'text', digits
    if not digits:
        return 'words', 0
    return 'code' if has_letter(text) else 'signs', digits


def is_open_end(text) -> bool:
    """Whether this is a range with an open end, such as 90+ or <18."""
    begins_or_ends = text.startswith(OPENS) or text.endswith(OPENED)
    return begins_or_ends and re.fullmatch(OPEN_END, text) is not None


def is_free_text(text) -> bool:
    """Whether a text is long, or has many words with letters."""
    if len(text) > LONGEST:
        return True
    if text.count(' ') < MOST_WORDS:        # nearly always
        return False
    return sum(has_letter(word) for word in text.split()) > MOST_WORDS


def has_letter(text) -> bool:
    return any(map(str.isalpha, text))


def digits_in(text) -> int:
    return sum(map(str.isdigit, text))


def digits_before_decimals(text) -> int:
    return digits_in(text.partition('.')[0].partition(',')[0])


def interval_of(text) -> tuple:
    """The two ends of a label [low-high] or [low-high) of numbers, '' for an open one.

    () if the text is none.

    >>> interval_of('[20-29]'), interval_of('[-10--6]'), interval_of('[90-*]')
    (('20', '29'), ('-10', '-6'), ('90', ''))
    >>> interval_of('[a-b]'), interval_of('20'), interval_of('[90-)')
    ((), (), ())
    >>> interval_of('[-40--20)'), interval_of('[--17]')
    (('-40', '-20'), ('', '-17'))
    """
    if text[:1] != '[' or len(text) > 2 * LONGEST:
        return ()
    match = PUBLISHED_INTERVAL.fullmatch(text)
    if match is None:
        return ()
    ends = tuple(match[end].replace('*', '') for end in ('low', 'high'))
    return ends if any(ends) else ()


def by_value(values, of) -> tuple:
    """{kind: KindSeen} of what these values look like, the values that hold nothing else, and where
    the kinds are.

    of: how many values the column has. The last is as Recognition has it. The order of the values
    makes no difference.
    """
    needed: dict = {}       # {kind: how many values ask for each share of the column}
    where: dict = {}
    whole = set()
    for value in values:
        sure, perhaps, nothing_left = sights(value)
        for kind in sure:
            where.setdefault(kind, (set(), set()))[0].add(value)
        for kind, share in perhaps.items():
            needed.setdefault(kind, Counter())[share] += 1
            if kind not in sure:
                where.setdefault(kind, (set(), set()))[1].add(value)
        if nothing_left:
            whole.add(value)
    seen = {}
    for kind, (inside, as_a_whole) in where.items():
        share = needed_share(needed[kind]) if kind in needed else None
        enough = share is not None and len(as_a_whole) >= share * of
        if enough and kind != 'name':
            whole.update(as_a_whole)
        count = len(inside) + len(as_a_whole)
        seen[kind] = LikelyKind(kind, bool(inside) or enough, 'value', count, of)
    return seen, whole, where


def needed_share(shares):
    """The share that most values ask for.

    Of several, the greatest, and before that None, which no column reaches.

    >>> needed_share({0.5: 1, None: 3}), needed_share({0.5: 3, None: 1})
    (None, 0.5)
    >>> needed_share({0.5: 2, 0.9: 2}), needed_share({0.9: 2, None: 2})
    (0.9, None)
    """
    return max(shares, key=lambda share: (shares[share], 1 if share is None else share))


# What is harmless.


def harmless_as(name, role, values, shapes, seen):
    """Why nothing but what is surely seen can be in a column, or None.

    role: 'category', 'measure' or 'year' by its name. A category is harmless only if its words are
    known words of it.

    >>> harmless_as('ill', 'category', ['flu'], {'words': 0}, {})
    'category'
    >>> harmless_as('x', None, ['flu'], {'words': 0}, {})
    >>> harmless_as('ward', 'category', ['Ogdenville'], {'words': 0}, {})
    >>> harmless_as('initials', None, ['M'], {'words': 0}, {})
    """
    if not values:
        return 'nothing'
    known = harmless_words(name)
    if all(value.lower() in known for value in values):
        return 'words'
    most_digits = max(shapes.values())
    if shapes.keys() == {'range'} and most_digits < 5:
        return 'ranges'
    if role == 'year' and not shapes.keys() - {'range', 'year'}:
        return 'years'
    if role == 'measure' and most_digits < 10:
        if not shapes.keys() - {'range', 'number', 'decimal', 'year', 'words'}:
            harmless = 'words' not in shapes or has_harmless_words(values)
            return 'measure' if harmless else None
    if role == 'category' and most_digits < 5 and 'text' not in shapes:
        short = all(len(value) <= LONGEST for value in values)
        if short and not any(of_kind.sure for of_kind in seen.values()):
            return None if unknown_words(values, category_of(name)) else 'category'
    return None


def has_harmless_words(values) -> bool:
    """Whether those of the values that are words are harmless ones."""
    words = [value for value in values if look_of_value(value)[0] == 'words']
    return all(word.lower() in HARMLESS for word in words)


def harmless_words(name) -> frozenset:
    """The words that tell nothing of a person under this name.

    Of a name or a number of somebody they only say whether there is one.

    >>> 'm' in harmless_words('sex'), 'm' in harmless_words('initials')
    (True, False)
    >>> 'y' in harmless_words('surname'), 'y' in harmless_words('phone')
    (False, True)
    """
    kinds = named_kinds(name)[0]
    if not kinds:
        return HARMLESS
    if 'name' in kinds:
        return FLAGS - LETTERS
    return FLAGS


# What is not seen, and may be there.


def may_hold(column, kind) -> bool:
    """Whether a recognized column may hold a kind that is not seen in it.

    False only if its values cannot be of this kind.

    >>> column = recognized('x', ['Ann', 'Kaz'])
    >>> may_hold(column, 'name'), may_hold(column, 'phone')
    (True, False)
    >>> may_hold(recognized('x', ['17', '8']), 'record')
    True
    """
    if column.harmless:
        return column.cut
    if column.cut or 'text' in column.shapes or 'text' in column.seen:
        return True
    return any(POSSIBLE[shape](kind, digits) for shape, digits in column.shapes.items())


# The fewest digits of a number that may be of a kind.
SHORT_NUMBERS = {
    'record': 1, 'number': 1, 'place': 1, 'date': 1, 'age': 1,
    'device': 4, 'plan': 4, 'account': 4, 'license': 4, 'vehicle': 4, 'zip': 4,
    'phone': 5, 'fax': 5, 'ssn': 9, 'tax': 10, 'citizen': 15}

# The kinds that a word with digits in it may be of.
OF_CODES = frozenset(
    'place number record vehicle license device plan account name'.split())


def nothing_more(kind, digits) -> bool:
    """Whether a value may be of a kind that was seen as something else: it may not."""
    return False


def number_may_be(kind, digits) -> bool:
    """Whether a whole number with so many digits may be of a kind."""
    return kind in SHORT_NUMBERS and digits >= SHORT_NUMBERS[kind]


def range_may_be(kind, digits) -> bool:
    if kind == 'zip' and digits == 4:
        return True
    return digits > 4 and number_may_be(kind, digits)


def decimal_may_be(kind, digits) -> bool:
    return kind in ('place', 'age') or kind == 'number' and digits > 8


def words_may_be(kind, digits) -> bool:
    return kind in ('name', 'place', 'number')


def signs_may_be(kind, digits) -> bool:
    return kind != 'ssn' and number_may_be(kind, digits)


def code_may_be(kind, digits) -> bool:
    if kind in OF_CODES or kind in ('date', 'zip', 'age') and digits > 1:
        return True
    return number_may_be(kind, digits)


POSSIBLE = {
    'range': range_may_be, 'seen': nothing_more, 'year': nothing_more, 'number': number_may_be,
    'decimal': decimal_may_be, 'words': words_may_be, 'signs': signs_may_be, 'code': code_may_be}
