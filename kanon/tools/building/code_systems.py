"""How a code is read, the systems of codes whose prefixes mean something, and which of them a column looks like.

Promise: two spellings are one code if they differ only in capitals, separators (a point, a hyphen, a blank), blanks around them, or full
width. What is no code is None, and never made one. A code that seems to have lost a leading zero is named, and not completed.
A system's form says what its codes look like. No titles are here, and no list of codes: a code of the form may not exist.
For `start` nothing is guessed from a column's name. What looks like a system is not said to be one. A form that plain numbers or many other codes
have, too, changes no hierarchy: it is only told what to type. Four digits are taken for ISCO-08 only if nearly all their minor groups exist there,
and they are of three major groups or more, which amounts and years are not.
"""

from __future__ import annotations

import re
from collections import namedtuple

from ...core.counts.values import present_in

SEPARATORS = re.compile('[-. \t\xa0\u2010\u2011\u2012\u2013]+')

# form: a pattern of the whole code, without separators. cuts: {length of a prefix: what such a prefix is}. example: as it is usually written.
# dot: the length of what stands before the point, 0 if codes have none. marks: signs behind a code that are no part of it. lost: a pattern of
# what is left of a code whose leading zero was lost. longer: codes that begin so are cut one character later.
CodeSystem = namedtuple('CodeSystem', 'name form cuts example dot marks lost longer', defaults=(0, '', '', ()))

SYSTEMS = {system.name: system._replace(form=re.compile(system.form), lost=re.compile(system.lost)) for system in (
    CodeSystem('icd10', '[A-Z][0-9A][0-9A-NP-Z]{1,5}', {1: 'letter', 3: 'category', 4: 'subcategory', 5: '5 characters', 6: '6 characters'},
               'I21.0', dot=3, marks='+*!\u2020'),
    CodeSystem('isco08', '[0-9]{1,4}', {1: 'major group', 2: 'sub-major group', 3: 'minor group'}, '2211', lost='[1-3]10'),
    CodeSystem('nace', '[0-9]{2}([0-9]([0-9][0-9A-Z]?)?)?', {2: 'division', 3: 'group', 4: 'class'}, '62.01', dot=2, lost='[1-9](\\.[0-9]{1,2})?'),
    CodeSystem('nuts', '[A-Z]{2}[0-9A-Z]{0,3}', {2: 'country', 3: 'NUTS 1', 4: 'NUTS 2'}, 'DE212'),
    CodeSystem('gb2260', '[1-8][0-9]([0-9]{2}([0-9]{2}([0-9]{3}([0-9]{3})?)?)?)?', {2: 'province', 4: 'prefecture', 6: 'county', 9: 'town'}, '110105'),
    CodeSystem('atc', '[A-Z]([0-9]{2}([A-Z]([A-Z]([0-9]{2})?)?)?)?',
               {1: 'anatomical group', 3: 'therapeutic group', 4: 'pharmacological group', 5: 'chemical group'}, 'A10BA02'),
    CodeSystem('ags', '(0[1-9]|1[0-6])([0-9]([0-9]{2}([0-9]{3})?)?)?', {2: 'state', 3: 'region', 5: 'district'}, '05315000',
               lost='[1-9]([0-9]{3}([0-9]{3})?)?'),
    CodeSystem('insee', '(0[1-9]|[1-8][0-9]|9[0-5]|2[AB])([0-9]{3})?|9[78][0-9]([0-9]{2})?', {2: 'department'}, '01001',
               lost='[1-9]([0-9]{3})?', longer=('97', '98')),
    CodeSystem('fips', '(0[1-9]|[1-6][0-9]|7[0-8])([0-9]{3}([0-9]{6}([0-9]([0-9]{3})?)?)?)?',
               {2: 'state', 5: 'county', 11: 'tract', 12: 'block group'}, '06037', lost='[1-9]([0-9]{3}|[0-9]{9}|[0-9]{13})?'))}


def code_of(text, system=None):
    """The letters and digits of a code, in capitals, or None for what is no code. system: a CodeSystem, whose form it must have.

    >>> [code_of(text) for text in ('I21.0', ' i21-0 ', '\uff29\uff12\uff11\uff0e\uff10', '110 105', '-1', 'A/B', '')]
    ['I210', 'I210', 'I210', '110105', None, None, None]
    >>> [code_of(text, SYSTEMS['icd10']) for text in ('G63.2*', 'I21.-', 'I2.10', 'I21.0 G', '21.0')]
    ['G632', 'I21', None, None, None]
    """
    text = written_plainly(text)
    if system:
        text = text.rstrip(system.marks + ' ') if system.marks else text
        if system.dot and '.' in text and len(SEPARATORS.sub('', text.partition('.')[0])) != system.dot:
            return None
        if ' ' in text and system.marks and re.search(' [A-Z]+$', text):     # a letter that says how certain a diagnosis is
            return None
        if not system.dot and re.search('[0-9][.]0$', text):      # 2211.0 was a number
            return None
    if text[:1] in ('-', '.', ''):
        return None
    code = SEPARATORS.sub('', text)
    if not (code.isascii() and code.isalnum()):
        return None
    return code if not system or system.form.fullmatch(code) else None


def written_plainly(text) -> str:
    if not text.isascii():
        from unicodedata import normalize       # few codes need it
        text = normalize('NFKC', text)
    return text.strip().upper()


def spelled(code, system=None) -> str:
    """A code, or the beginning of one, with its point.

    >>> spelled('S7201', SYSTEMS['icd10']), spelled('I10', SYSTEMS['icd10']), spelled('110105', SYSTEMS['gb2260'])
    ('S72.01', 'I10', '110105')
    """
    dot = system.dot if system else 0
    return code[:dot] + '.' + code[dot:] if dot and len(code) > dot else code


def lost_a_zero(codes, system) -> list:
    """The values that seem to have lost a leading zero, as codes do that were read as numbers. codes: {value: its code or None}.

    Three digits may be a group of nace, or a class without its zero. They are taken for a group where another value has kept its zero.

    >>> lost_a_zero({'1001': None, '01002': '01002'}, SYSTEMS['insee']), lost_a_zero({'1.11': None, '62.01': '6201'}, SYSTEMS['nace'])
    (['1001'], ['1.11'])
    >>> lost_a_zero({'111': '111', '6201': '6201'}, SYSTEMS['nace']), lost_a_zero({'111': '111', '0111': '0111'}, SYSTEMS['nace'])
    (['111'], [])
    """
    if not system or not system.lost.pattern:
        return []
    lost = [value for value in codes if system.lost.fullmatch(written_plainly(value))]
    if system.name == 'nace' and not any(code and code[0] == '0' for code in codes.values()) and any(len(code or '') == 4 for code in codes.values()):
        lost += [value for value, code in codes.items() if len(code or '') == 3 and '.' not in value]
    return lost


# Which systems a column looks like.

STRAY = 20      # one record in so many may be something else

OCCUPATIONS = ('0[1-3]1|11[12]|12[12]|13[1-4]|14[1-3]|21[1-6]|26[1-5]|22[1-6]|23[1-5]|24[1-3]|25[12]|31[1-5]|32[1-5]|33[1-5]|34[1-3]|35[12]|41[1-3]|42[12]'
               '|43[12]|441|51[1-6]|52[1-4]|53[12]|541|61[1-3]|62[12]|63[1-4]|71[1-3]|72[1-3]|73[12]|74[12]|75[1-4]|81[1-8]|821|83[1-5]|91[12]|921'
               '|93[1-3]|941|95[12]|96[12]')        # the minor groups of ISCO-08

DIVISIONS = '0[1-35-9]|[12][0-9]|3[0-35-9]|4[1-35-79]|5[0-35689]|6[0-6]|6[89]|7[0-57-9]|8[0-24-8]|9[0-9]'       # of NACE Rev. 2

PROVINCES = '1[1-5]|2[1-3]|3[1-7]|4[1-6]|5[0-4]|6[1-5]|71|8[12]'        # of GB/T 2260

STATES = '0[124-689]|1[0-35-9]|2[0-9]|3[0-9]|4[0-24-9]|5[013-6]|6[069]|7[28]'       # of FIPS

DEPARTMENTS = '0[1-9]|1[0-9]|2[1-9AB]|[3-8][0-9]|9[0-5]'        # of INSEE

COUNTRIES = 'AT|BE|BG|CH|CY|CZ|DE|DK|EE|EL|ES|FI|FR|HR|HU|IE|IS|IT|LI|LT|LU|LV|ME|MK|MT|NL|NO|PL|PT|RO|RS|SE|SI|SK|TR|UK'     # of NUTS

# form: what a value looks like in capitals; signs: what one of them must look like, too, for each of these; distinct: how many different values there must be; starts:
# how many different first characters; taken: whether the hierarchy is made so
CodeForm = namedtuple('CodeForm', 'system form signs distinct starts taken')

FORMS = tuple(CodeForm(system, re.compile(form), tuple(map(re.compile, signs.split())), *others) for system, form, signs, *others in (     # the first that is taken counts
    ('atc', '[A-Z]([0-9]{2}([A-Z]{1,2}|[A-Z]{2}[0-9]{2})?)?', '.{7}', 3, 1, True),
    ('icd10', '[A-Z][0-9][0-9A-B]([.]([0-9A-Z]{0,4}|-))?[+*!\u2020]?', '...[.][0-9A-Z].*', 3, 1, True),
    ('icd10', '[A-Z][0-9][0-9A-B][0-9A-Z]{0,4}[+*!\u2020]?', '... [A-Z].{3}.*', 5, 3, True),       # without points, in both lengths
    ('nuts', '(%s)[0-9A-Z]{0,3}' % COUNTRIES, '..(.*[0-9].*)', 5, 1, True),
    ('nace', '(%s)([.][0-9]{1,2})?' % DIVISIONS, '0[0-9][.].* (3[2-9]|[4-9][0-9]).*', 5, 1, True),       # no times such as 07.15, and no days such as 05.11
    ('ags', '(0[1-9]|1[0-6])[0-9]{6}', '0.{3}(?!19|20).*', 10, 1, True),       # no dates such as 05212023
    ('gb2260', '(%s)(0000|(0[1-9]|[1-3][0-9]|5[1-9]|[67][0-9]|90)[0-9]{2}([0-9]{3}([0-9]{3})?)?)' % PROVINCES, '.*', 10, 1, True),
    ('insee', '(%s)[0-9]{3}|97[1-6][0-9]{2}' % DEPARTMENTS, '2[AB].*', 5, 1, True),
    ('isco08', '(%s)[0-9]' % OCCUPATIONS, '.*', 10, 3, True),
    ('icd10', '[A-Z][0-9]{2}[0-9]?', '.*', 5, 3, False),
    ('nace', '(%s)[0-9]{2}' % DIVISIONS, '0.*', 10, 1, False),
    ('ags', '(0[1-9]|1[0-6])[0-9]{3}([0-9]{3})?', '.*', 10, 1, False),
    ('fips', '(%s)[0-9]{3}([0-9]{6}([0-9]([0-9]{3})?)?)?' % STATES, '.*', 10, 1, False),
    ('insee', '(%s)[0-9]{3}|97[1-6][0-9]{2}' % DEPARTMENTS, '.*', 10, 1, False)))


def forms_of(counts) -> tuple:
    """The name of the system that a column is taken for, or '', the names of others that it may be, and the {value: records} that are none of these codes.

    >>> forms_of({'I21.0': 5, 'I10': 3, 'E11.9': 1}), forms_of({'39': 5, '41': 2, '3O': 1})
    (('icd10', (), {}), ('', (), {}))
    >>> forms_of({'%s001' % state: 5 for state in ('01', '02', '04', '05', '06', '08', '09', '10', '11', '12')})[:2]
    ('', ('ags', 'fips', 'insee'))
    """
    present = present_in(counts)
    records = sum(present.values())
    fits = [(form, stray) for form, stray in ((form, strays(present, form, records)) for form in FORMS) if stray is not None]
    taken, others = next(((form.system, stray) for form, stray in fits if form.taken and not begins_one(stray, present)), ('', {}))
    return taken, tuple(dict.fromkeys(form.system for form, _ in fits if form.system != taken)), others


def begins_one(strays_, present) -> bool:
    """Whether one of these values is the beginning of another, which would be its label."""
    begun = {value[:n] for value in present if value not in strays_ for n in range(1, len(value))} if strays_ else ()
    return any(value.rstrip('*') in begun for value in strays_)


def strays(present, form, records):
    """The {value: records} that have not the form, or None if too many have not, or too few different values have."""
    stray, left = {}, records // STRAY
    starts, lacking, fitting = set(), set(form.signs), 0
    for value, n in present.items():
        text = value.strip().upper()
        if form.form.fullmatch(text):
            fitting += 1
            starts.add(text[0])
            lacking = {sign for sign in lacking if not sign.fullmatch(text)} if lacking else lacking
        else:
            stray[value], left = n, left - n
            if left < 0:
                return None
    return stray if not lacking and fitting >= form.distinct and len(starts) >= form.starts else None
