"""What the name of a column says that it holds, in English, German and Chinese.

Promise: patient_name is the name of a person, and city_name, drug_name are not. The last words
decide, but for dates, ages and photographs, which may be named anywhere. A word such as number, nr
or id behind the name of an owner means his number.
`unknown_words` says whether the words of a column are those of its category. A word that is not
known of a category, such as Ogdenville in a column `ward`, may be the name of a person or of a
place.
"""

from __future__ import annotations

import re

from ..counts.values import CATEGORIES
from .known_words import (CODES_OF, COUNTED_MONTHS, DAYS, INSIDE, MEASURES, MONTHS, NAMED, NUMBERS,
                          OF_ANY, OF_CATEGORIES, OWNERS, OWNERS_INSIDE, PERHAPS, PERHAPS_INSIDE,
                          SURELY, UNCHANGING, WEEKS, YEARS)

ANYWHERE = 'date', 'age', 'photo'       # date_of_visit, age_at_admission, photo_of_face

# These may follow without a meaning: city_name, phone 2.
BEHIND = {'name', 'line', 'text', 'value', *'1234'}

NUMBERS_ = frozenset(NUMBERS.split())

NOT_NUMBERED = 'name', 'place', 'date', 'text'      # a patient's number is not his name

ROLES = ('year', YEARS), ('measure', MEASURES), ('category', CATEGORIES)


def named_kinds(name) -> tuple:
    """The kinds that a column of this name may hold, its role, and the unit of an age.

    The first is {kind: whether it is sure}. The role, 'category', 'measure', 'year' or None, makes
    a column harmless.

    >>> named_kinds('last_name'), named_kinds('drug_name')
    (({'name': True}, None, None), ({}, 'category', None))
    >>> named_kinds('Wohnort')[0], named_kinds('policyNr')[0], named_kinds('姓名')[0]
    ({'place': True}, {'plan': True}, {'name': True})
    >>> named_kinds('patient')[0], named_kinds('marital_status')[1]
    ({'name': False, 'record': False}, 'category')
    >>> named_kinds('age in months')
    ({'age': True}, None, 'months')
    """
    tokens = words_of(name)
    for kind in ANYWHERE:
        if not words_of_names(SURELY[kind]).isdisjoint(tokens):
            return {kind: True}, None, unit_of_ages(tokens) if kind == 'age' else None
    if names_a_name(tokens):
        return {'name': True}, None, None
    behind_owner = tokens[len(owner_in(tokens)):]
    numbered = not NUMBERS_.isdisjoint(behind_owner)
    for phrases in endings(tokens):
        sure = kinds_of_words(SURELY, phrases)
        if sure:
            return dict.fromkeys(sure, True), None, None
        for role, table in ROLES:
            if phrases & words_of_names(table):
                return {}, role, None
        perhaps = kinds_of_words(PERHAPS, phrases)
        if numbered:
            perhaps = [kind for kind in perhaps if kind not in NOT_NUMBERED]
        if perhaps:
            return dict.fromkeys(perhaps, numbered), None, None
    squeezed = ''.join(tokens)
    unit = unit_of_ages([squeezed])
    sure = kinds_inside(INSIDE, squeezed)
    if sure:
        return dict.fromkeys(sure, True), None, unit
    perhaps = kinds_inside(PERHAPS_INSIDE, squeezed)
    if not perhaps and numbered:
        perhaps = ['number']
    return dict.fromkeys(perhaps, False), None, unit


def names_a_name(tokens) -> bool:
    """Whether these words mean the name of a person: name, last name, lastname."""
    owners = words_of_names(NAMED)
    squeezed = ''.join(tokens)
    if squeezed.endswith('name') and squeezed[:-len('name')] in owners:
        return True
    if tokens[-1:] not in (['name'], ['names']):
        return False
    return len(tokens) == 1 or tokens[-2] in owners


def kinds_of_words(table, phrases) -> list:
    """The kinds of a table {kind: words} that have one of these phrases."""
    kinds_of = by_word(table)
    return [kind for phrase in phrases for kind in kinds_of.get(phrase, ())]


def kinds_inside(table, squeezed) -> list:
    """The kinds of a table {kind: parts of words} of which a part stands in a text."""
    return [kind for part, kinds in by_word(table).items() if part in squeezed for kind in kinds]


def owner_in(tokens) -> list:
    """The words of a name without a number, or a word that means nothing, behind them."""
    owner = list(tokens)
    while len(owner) > 1 and (is_numbering(owner[-1]) or owner[-1] in BEHIND):
        owner.pop()
    return owner


def is_numbering(token) -> bool:
    """Whether a word means a number, or is one."""
    return token in NUMBERS_ or token.isdigit()


def endings(tokens):
    """The last three, two and one of the words of a name, joined, and of those of its owner.

    A set of phrases for each.
    """
    wholes = tokens, owner_in(tokens)
    for size in (3, 2, 1):
        yield {''.join(whole[-size:]) for whole in wholes if len(whole) >= size}


def category_of(name) -> str:
    """The category that a column of this name holds, a key of OF_CATEGORIES; '' if it says none.

    >>> category_of('Patient-Sex'), category_of('citizenship 2').split()[0], category_of('income')
    ('sex gender geschlecht 性别', 'country', '')
    """
    for phrases in endings(words_of(name)):
        for names in OF_CATEGORIES:
            if phrases & words_of_names(names):
                return names
    return ''


def names_persons(name) -> bool:
    """Whether a column of this name tells persons apart.

    >>> names = 'patient', 'PatNr', 'pat_id', 'Patient-ID', 'patient_no 2', 'pid', '患者编号'
    >>> all(names_persons(name) for name in names)
    True
    >>> [names_persons(name) for name in ('patient_age', 'patients_seen', 'case', 'doctor')]
    [False, False, False, False]
    """
    owner = words_of(name)
    squeezed = ''.join(owner)
    while len(owner) > 1 and is_numbering(owner[-1]):
        owner.pop()
    if len(owner) == 1 and owner[0] in words_of_names(OWNERS):
        return True
    return any(part in squeezed for part in OWNERS_INSIDE.split())


def names_no_person(name) -> bool:
    """Whether a column of this name holds something that persons have, and so tells none apart.

    Such as an age, a day, a place or a category.

    >>> names = 'age', 'year', 'zip', 'birth month', 'county', 'occupation', 'income'
    >>> all(names_no_person(name) for name in names)
    True
    >>> names = 'id', 'nr', 'subj', 'caseid', 'x', 'visit', 'hhid', 'patient', 'insurance'
    >>> any(names_no_person(name) for name in names)
    False
    """
    kinds, role, _ = named_kinds(name)
    if role is not None:
        return True
    return bool(kinds) and not kinds.keys() - {'age', 'date', 'zip', 'place', 'text'}


def cannot_change(name) -> bool:
    """Whether the values of a column of this name stay the same as long as a person lives.

    >>> names = 'sex', 'PatientSex', 'date_of_birth', 'Geburtsdatum', '性别'
    >>> all(cannot_change(name) for name in names)
    True
    >>> [cannot_change(name) for name in ('birth weight', 'age', 'admitted')]
    [False, False, False]
    """
    tokens = words_of(name)
    if tokens[:1] == ['child']:
        return False
    phrases = {''.join(tokens[-size:]) for size in (1, 2, 3)}
    return not phrases.isdisjoint(words_of_names(UNCHANGING))


# A letter or a few behind these are theirs: hepatitis B, type II, ward 3a.
NUMBERED = re.compile(
    '(hepatitis|influenza|vitamin|type|typ|grade|grad|stage|stadium|group|gruppe|ward|station|level'
    '|class|klasse|phase|unit)[ -](?:[0-9]{0,2}[a-h]|[ivx]{1,4})(?![^\\W_])')
WORD = re.compile(r'[^\W\d_]+')

_known: dict = {}       # of each category, made once


def words_of_category(names) -> frozenset:
    """The words of the category of these names, a key of OF_CATEGORIES."""
    if names not in _known:
        _known[names] = OF_ANY.union(OF_CATEGORIES[names].casefold().split())
    return _known[names]


def unknown_words(values, names) -> set:
    """The words in these values that are no words of a category. Numbers are no words.

    names: those of the category, a key of OF_CATEGORIES.

    >>> sex = 'sex gender geschlecht 性别'
    >>> sorted(unknown_words(['f', 'm', 'Ann'], sex))
    ['ann']
    >>> ill = next(names for names in OF_CATEGORIES if names.startswith('diagnosis'))
    >>> unknown_words(['Hepatitis B', 'ulcers, acute', 'I21.0', "Crohn's disease"], ill)
    set()
    >>> sorted(unknown_words(['see O. Kowalski'], ill))
    ['kowalski', 'o', 'see']
    """
    known = words_of_category(names)
    code = re.compile(CODES_OF.get(names.split()[0], '(?!)'))
    unknown: set = set()
    for value in values:
        text = value.casefold().strip()
        if code.fullmatch(text):
            continue
        text = re.sub("['’]s\\b", '', text)
        words = WORD.findall(NUMBERED.sub(r'\1', text))
        unknown.update(word for word in words if not is_known(word, known))
    return unknown


def is_known(word, known) -> bool:
    """Whether a word is known, or the plural of a known one."""
    return word in known or len(word) > 3 and word.rstrip('s') in known


def words_of_names(table) -> frozenset:
    if table not in _words:
        _words[table] = frozenset(table.split())
    return _words[table]


def by_word(table) -> dict:
    """{word: its kinds} of a table {kind: words}."""
    if id(table) not in _words:
        kinds: dict = {}
        for kind, text in table.items():
            for word in text.split():
                kinds[word] = (*kinds.get(word, ()), kind)
        _words[id(table)] = kinds
    return _words[id(table)]


_words: dict = {}       # of each table, made once

UNITS = ('months', MONTHS), ('weeks', WEEKS), ('days', DAYS)


def unit_of_ages(tokens):
    """The unit of the ages in a column: 'months', 'weeks' or 'days'; None for years."""
    for unit, table in UNITS:
        if not words_of_names(table).isdisjoint(tokens):
            return unit
    return None


def counts_months(name) -> bool:
    """Whether the numbers of a column are months, by its name.

    >>> [counts_months(name) for name in ('month', 'duration_months', 'Monat')]
    [True, True, True]
    >>> [counts_months(name) for name in ('income per month', 'age')]
    [False, False]
    """
    tokens = words_of(name)
    if not {'per', 'pro', 'a'}.isdisjoint(tokens):
        return False
    return not words_of_names(COUNTED_MONTHS).isdisjoint(tokens)


def words_of(name) -> list:
    """The words of a column's name, in small letters.

    >>> words_of('patientName'), words_of('Home-Phone 2'), words_of('MRN'), words_of('age (months)')
    (['patient', 'name'], ['home', 'phone', '2'], ['mrn'], ['age', 'months'])
    """
    spread = []
    for before, letter in zip(' ' + name, name):
        if letter.isupper() and before.islower():
            spread.append(' ')      # a new word begins
        spread.append(letter if letter.isalnum() else ' ')
    return ''.join(spread).lower().split()
