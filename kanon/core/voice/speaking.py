"""How a text is said in a language, and how its numbers, shares and lists are written.

The tables have {key: (its text in each of the LANGUAGES)}. In a text, {name} is replaced by a
value, {n:record} is a number with its noun, {n:is|are} is one of two words, {share:.1%} is a number
in Python's own form. Only English has nouns and two words. All languages have the same names. The
terms of the Chinese ones are those of docs/zh/glossary.md.
"""

from __future__ import annotations

from collections import namedtuple
from functools import lru_cache
from importlib import import_module
from math import ceil

from ..errors import many, nouns
from ..own_files import NAME, as_typed_here, tools_are_there
from ..tools_door import tool
from . import LANGUAGES

TABLES = 'of_all', 'of_runs'


class Number(int):
    """A whole number in a sentence.

    >>> '{0:record} {0:is|are} left, {1:class}'.format(Number(1), Number(1200))
    '1 record is left, 1,200 classes'
    """

    def __format__(self, spec):
        if '|' in spec:
            one, more = spec.split('|')
            return one if self == 1 else more
        return many(int(self), spec) if spec else '{:,}'.format(int(self))


class Untold(Number):
    """What a sentence has in place of a number that is not told.

    >>> '{0:record} {0:is|are} left, {0}'.format(Untold('fewer than 3'))
    'fewer than 3 records are left, fewer than 3'
    """

    def __new__(cls, words):
        number = super().__new__(cls)
        number.words = words
        return number

    def __format__(self, spec):
        if '|' in spec:
            return spec.split('|')[1]
        return '%s %s' % (self.words, nouns(spec)) if spec else self.words


# What stands in a report in place of a number that is not told.
# Fewer: a count of 1 to k - 1, "fewer than k"
# AtLeast: a sum of which a part is not told, "at least n"
# SOME: a number above 0 of which nothing more is told, "some"
Fewer = namedtuple('Fewer', 'k')
AtLeast = namedtuple('AtLeast', 'n')
SOME = object()


def in_its_place(value):
    """The key of what a sentence says in place of a number, and its values. None for anything else.

    >>> in_its_place(Fewer(3)), in_its_place(AtLeast(8)), in_its_place(SOME), in_its_place(3)
    (('fewer_than', {'k': 3}), ('at_least_so_many', {'n': 8}), ('some', {}), None)
    """
    if isinstance(value, Fewer):
        return 'fewer_than', value._asdict()
    if isinstance(value, AtLeast):
        return 'at_least_so_many', value._asdict()
    return ('some', {}) if value is SOME else None


def speaker(language, written=str, listed=str.join):
    """A function from a key and values to the text in a language. It has its `language`.

    A list of names is parted by commas. written: makes a text of the tables one of the format that
    is written, which has `format`. listed: joins names in that format.

    >>> speaker('en')('persons_read', count=1200), speaker('zh')('persons_read', count=1200)
    ('1,200 persons read', '读入 1,200 个人')
    >>> speaker('en')('unique', columns=['id', 'name'])[:55]
    'nearly every record has its own value in id, name. Whoe'
    >>> speaker('en')('n_suppressed', n=Fewer(3)), speaker('zh')('n_suppressed', n=Fewer(3))
    ('Fewer than 3 records suppressed.', '抑制 不足 3 条记录。')
    """
    place = list(LANGUAGES).index(language)
    comma = texts_of('comma')[place]

    def in_words(value):
        in_place = in_its_place(value)
        if in_place:
            key, numbers = in_place
            numbers = {name: Number(n) for name, n in numbers.items()}
            return Untold(texts_of(key)[place].format(**numbers))
        if isinstance(value, int):
            return Number(value)
        return listed(comma, value) if isinstance(value, (list, tuple)) else value

    def say(key, **values):
        text = texts_of(key)[place]
        words = {name: in_words(value) for name, value in values.items()}
        sentence = written(text).format(**words)
        begins_untold = isinstance(words.get(first_name(text)), Untold)
        return capital(sentence) if begins_untold else sentence
    say.language = language
    return say


def first_name(text):
    """The name with which a sentence begins, or None.

    >>> first_name('{n:record} suppressed.'), first_name('{n:record} suppressed')
    ('n', None)
    >>> first_name('No {n}.')
    """
    if not text.startswith('{') or not text.endswith('.'):
        return None
    return text[1:].partition('}')[0].partition(':')[0]


def in_language_of(say, texts, key):
    """A text of a standard's file in the language of the report, if the file has it."""
    return texts.get('%s_%s' % (key, say.language)) or texts[key]


@lru_cache(maxsize=None)
def texts_of(key) -> tuple:
    """The texts of a key, one for each language."""
    for table in tables():
        if key in table:
            return tuple(map(as_typed_here, table[key]))
    raise KeyError('%s has no text; write one in a voice/of_*.py' % key)


def tables():
    """The tables of texts: those of a run, then those of the tools.

    One is loaded only if no table before it has the key.
    """
    for file in TABLES:
        yield import_module('%s.core.voice.%s' % (NAME, file)).TEXTS
    for file in tool('voice').TABLES if tools_are_there() else ():
        yield tool('voice.' + file).TEXTS


def capital(text):
    """The text with a capital, in the format that it has.

    A name of the reports, such as k or c_avg, stays as it is.

    >>> capital('records in 1 class'), capital('k = 4'), capital('max_suppression')
    ('Records in 1 class', 'k = 4', 'max_suppression')
    """
    if text[1:3] in ('', ' =') or '_' in text.split(' ')[0]:
        return text
    return type(text)(text[:1].upper() + text[1:])


def as_sentence(say, text):
    """A line of a text as a sentence: with a capital, and a full stop.

    >>> as_sentence(ENGLISH, 'the least is 4'), as_sentence(speaker('zh'), '都满足。')
    ('The least is 4.', '都满足。')
    """
    stop = '' if text.endswith(('.', '?', '!', '。', '？', '！')) else say('stop')
    return type(text)(capital(text) + stop)


def per_cent(share, places=1) -> str:
    """
    >>> per_cent(0.25), per_cent(0.99999, 2)
    ('25.0%', '100.00%')
    """
    return '%.*f%%' % (places, 100 * share)


def about(number) -> str:
    """An estimated number of people or records.

    >>> about(83503.4), about(0.457), about(12)
    ('83,503', '0.5', '12')
    """
    if number < 10 and number != round(number):
        return '{:,.1f}'.format(number)
    return '{:,}'.format(round(number))


def at_most(share) -> str:
    """A share in per cent, and no less than it is.

    >>> at_most(0.0312), at_most(0.031)
    ('3.2%', '3.1%')
    """
    return '%.1f%%' % (ceil(1000 * share) / 10)


ENGLISH = speaker('en')
