"""What the name of a column says that it holds, in English, German and Chinese, and whether its words are those of such a column.

Promise: patient_name is the name of a person, and city_name, drug_name are not: the last words decide, but for dates, ages and
photographs, which may be named anywhere. A word such as number, nr or id behind the name of an owner means his number.
A word that is not known of a category, such as Ogdenville in a column `ward`, may be the name of a person or of a place.
"""

from __future__ import annotations

import re

from ..counts.values import CATEGORIES
from .known_words import (CODES_OF, COUNTED_MONTHS, DAYS, INSIDE, MEASURES, MONTHS, NAMED, NUMBERS,
                          OF_ANY, OF_CATEGORIES, OWNERS, OWNERS_INSIDE, PERHAPS, PERHAPS_INSIDE,
                          SURELY, UNCHANGING, WEEKS, YEARS)

ANYWHERE = 'date', 'age', 'photo'       # date_of_visit, age_at_admission, photo_of_face

BEHIND = {'name', 'line', 'text', 'value', *'1234'}       # may follow without a meaning: city_name, phone 2

NUMBERS_ = frozenset(NUMBERS.split())


def named_kinds(name) -> tuple:
    """{kind: whether it is sure}, the role that makes a column harmless ('category', 'measure', 'year' or None), the unit of an age.

    >>> named_kinds('last_name'), named_kinds('drug_name'), named_kinds('Wohnort'), named_kinds('policyNr')
    (({'name': True}, None, None), ({}, 'category', None), ({'place': True}, None, None), ({'plan': True}, None, None))
    >>> named_kinds('patient'), named_kinds('marital_status'), named_kinds('age in months'), named_kinds('姓名')[0]
    (({'name': False, 'record': False}, None, None), ({}, 'category', None), ({'age': True}, None, 'months'), {'name': True})
    """
    tokens = words_of(name)
    squeezed = ''.join(tokens)
    for kind in ANYWHERE:
        if any(token in words_of_names(SURELY[kind]) for token in tokens):
            return {kind: True}, None, unit_of(tokens) if kind == 'age' else None
    if tokens[-1:] in (['name'], ['names']) and (len(tokens) == 1 or tokens[-2] in words_of_names(NAMED)) or squeezed[:-4] in words_of_names(NAMED) and (
            squeezed.endswith('name')):
        return {'name': True}, None, None
    numbered = any(token in NUMBERS_ for token in tokens[len(owner_in(tokens)):])
    for phrases in endings(tokens):
        sure = {kind: True for phrase in phrases for kind in by_word(SURELY).get(phrase, ())}
        if sure:
            return sure, None, None
        for role, table in (('year', YEARS), ('measure', MEASURES), ('category', CATEGORIES)):
            if phrases & words_of_names(table):
                return {}, role, None
        perhaps = {kind: numbered for phrase in phrases for kind in by_word(PERHAPS).get(phrase, ())
                   if not (numbered and kind in NOT_NUMBERED)}
        if perhaps:
            return perhaps, None, None
    sure = {kind: True for part, kinds in by_word(INSIDE).items() if part in squeezed for kind in kinds}
    perhaps = {kind: False for part, kinds in by_word(PERHAPS_INSIDE).items() if part in squeezed for kind in kinds}
    return ({'number': False} if not sure and not perhaps and numbered else sure or perhaps), None, unit_of([squeezed])


def owner_in(tokens) -> list:
    """The words of a name without a number, or a word that means nothing, behind them."""
    owner = list(tokens)
    while len(owner) > 1 and (owner[-1] in NUMBERS_ or owner[-1] in BEHIND or owner[-1].isdigit()):
        owner.pop()
    return owner


def endings(tokens):
    """The last three, two and one of the words of a name, and of those of its owner, joined: a set for each."""
    for size in (3, 2, 1):
        yield {''.join(some[-size:]) for some in (tokens, owner_in(tokens)) if len(some) >= size}


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

    >>> [names_persons(name) for name in ('patient', 'PatNr', 'pat_id', 'Patient-ID', 'patient_no 2', 'pid', '患者编号', 'patient_age', 'patients_seen', 'case', 'doctor')]
    [True, True, True, True, True, True, True, False, False, False, False]
    """
    owner, squeezed = words_of(name), ''.join(words_of(name))
    while len(owner) > 1 and (owner[-1] in NUMBERS_ or owner[-1].isdigit()):
        owner.pop()
    return len(owner) == 1 and owner[0] in words_of_names(OWNERS) or any(part in squeezed for part in OWNERS_INSIDE.split())


def names_no_person(name) -> bool:
    """Whether a column of this name holds something that persons have, such as an age, a day, a place or a category, and so tells no persons apart.

    >>> [names_no_person(name) for name in ('age', 'year', 'zip', 'birth month', 'county', 'occupation', 'income')]
    [True, True, True, True, True, True, True]
    >>> [names_no_person(name) for name in ('id', 'nr', 'subj', 'caseid', 'x', 'visit', 'hhid', 'patient', 'insurance')]
    [False, False, False, False, False, False, False, False, False]
    """
    kinds, role, _ = named_kinds(name)
    return role is not None or bool(kinds) and set(kinds) <= {'age', 'date', 'zip', 'place', 'text'}


def cannot_change(name) -> bool:
    """Whether the values of a column of this name stay the same as long as a person lives.

    >>> [cannot_change(name) for name in ('sex', 'PatientSex', 'date_of_birth', 'birth weight', 'Geburtsdatum', '性别', 'age', 'admitted')]
    [True, True, True, False, True, True, False, False]
    """
    tokens = words_of(name)
    return any(''.join(tokens[-size:]) in words_of_names(UNCHANGING) for size in (1, 2, 3)) and tokens[:1] != ['child']


# A letter or a few behind these are theirs: hepatitis B, type II, ward 3a.
NUMBERED = re.compile('(hepatitis|influenza|vitamin|type|typ|grade|grad|stage|stadium|group|gruppe|ward|station|level|class|klasse|phase|unit)'
                      '[ -](?:[0-9]{0,2}[a-h]|[ivx]{1,4})(?![^\\W_])')
WORD = re.compile(r'[^\W\d_]+')

_known: dict = {}       # of each category, made once


def words_of_category(names) -> frozenset:
    """The words of the category of these names, a key of OF_CATEGORIES."""
    if names not in _known:
        _known[names] = OF_ANY.union(OF_CATEGORIES[names].casefold().split())
    return _known[names]


def unknown_words(values, names) -> set:
    """The words in these values that are no words of the category of these names, a key of OF_CATEGORIES. Numbers are no words.

    >>> sex, ill = 'sex gender geschlecht 性别', next(names for names in OF_CATEGORIES if names.startswith('diagnosis'))
    >>> sorted(unknown_words(['f', 'm', 'Ann'], sex)), sorted(unknown_words(['Hepatitis B', 'ulcers, acute', 'I21.0', "Crohn's disease"], ill))
    (['ann'], [])
    >>> sorted(unknown_words(['see O. Kowalski'], ill))
    ['kowalski', 'o', 'see']
    """
    known = words_of_category(names)
    code = re.compile(CODES_OF.get(names.split()[0], '(?!)'))
    found: set = set()
    for value in values:
        text = value.casefold().strip()
        if code.fullmatch(text):
            continue
        text = NUMBERED.sub(r'\1', re.sub("['’]s\\b", '', text))
        found.update(word for word in WORD.findall(text) if word not in known and (len(word) < 4 or word.rstrip('s') not in known))
    return found


NOT_NUMBERED = 'name', 'place', 'date', 'text'      # a patient's number is not his name


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


def unit_of(tokens):
    """The unit of the ages in a column: 'months', 'weeks' or 'days'; None for years."""
    for unit, table in (('months', MONTHS), ('weeks', WEEKS), ('days', DAYS)):
        if any(token in words_of_names(table) for token in tokens):
            return unit
    return None


def counts_months(name) -> bool:
    """Whether the numbers of a column are months, by its name.

    >>> [counts_months(name) for name in ('month', 'duration_months', 'Monat', 'income per month', 'age')]
    [True, True, True, False, False]
    """
    tokens = words_of(name)
    words = words_of_names(COUNTED_MONTHS)
    return bool(words.intersection(tokens)) and not {'per', 'pro', 'a'}.intersection(tokens)


def words_of(name) -> list:
    """The words of a column's name, in small letters.

    >>> words_of('patientName'), words_of('Home-Phone 2'), words_of('MRN'), words_of('age (months)')
    (['patient', 'name'], ['home', 'phone', '2'], ['mrn'], ['age', 'months'])
    """
    spread = ''.join(' ' + letter if letter.isupper() and before.islower() else letter if letter.isalnum() else ' '
                     for before, letter in zip(' ' + name, name))
    return spread.lower().split()
