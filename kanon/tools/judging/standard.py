"""Standards that officials ask for: files of clauses, and what a published table says to each clause.

Promise: each clause holds, fails (with the classes and records that do), or cannot be checked from the file (with the columns that
leave it open). It holds only where the file shows it, or the user says of a column what it holds. No sentence says that a table
satisfies a law. That is for people to say, who know what is not in the file.
A standard is a file of data (standards/*.ini, docs/reference/files.md). A user's own is read in the same way as those that ship.
"""

from __future__ import annotations

import os
import re
from collections import namedtuple

from ...core.errors import DataError, Refused, nearest, quoted, show, some
from ...core.own_files import PACKAGE, as_typed_here, own_names
from ...core.tables.text import open_text
from .clauses import MEASURES, NONE, PublishedRows

SHIPPED = os.path.join(PACKAGE, 'tools', 'judging', 'standards')

TEXTS = 'text', 'text-zh', 'source', 'why', 'why-zh'        # words of any clause; the first and the third are needed
HEAD = 'title', 'source', 'reading', 'title-zh', 'reading-zh'       # words of section [standard]; the first two are needed

MOST_CLAUSES = 1000     # of one standard; those that ship have up to 24
MOST_LOOKS = 1_000_000  # clauses times columns

EXPLAINED = 'outside', 'no_list'     # the reasons for which a clause has words of its own

Standard = namedtuple('Standard', 'name head clauses')      # head: {word: text}; clauses: [Clause]
Clause = namedtuple('Clause', 'name measure words')         # words: {word: text, number or pattern}


def shipped_standards() -> list:
    """The names of the standards that came with kanon.

    >>> shipped_standards()
    ['cms-11', 'gdpr-wp216', 'hipaa-safe-harbor', 'risk-0.09']
    """
    return own_names(SHIPPED, '.ini')


def load_standard(name) -> Standard:
    """The standard of this name, or in this file."""
    if name in shipped_standards():
        return read_standard(os.path.join(SHIPPED, name + '.ini'), name)
    if not (os.path.exists(name) or name.endswith('.ini') or os.sep in name):
        begun = [other for other in shipped_standards() if name and name.lower() in other]
        hint = '; did you mean %s?' % quoted(begun[0]) if begun else nearest(name, shipped_standards(), quoted)
        raise DataError('there is no standard %s%s (there are %s; a file of your own is named with its path)'
                        % (quoted(name), hint, ', '.join(shipped_standards())))
    return read_standard(name, name)


def read_standard(path, name) -> Standard:
    sections = sections_of(path)
    head = sections.pop('standard', {})
    line = min((line for _, line in head.values()), default=None)
    check_words_of_clause(head, HEAD[:2], HEAD, 'section [standard]', path, line)
    if not sections:
        raise DataError('has no clause; a clause is a section [name] with text, source and measure', path)
    if len(sections) > MOST_CLAUSES:
        raise DataError('has {:,} clauses; a standard may have {:,}'.format(len(sections), MOST_CLAUSES), path)
    return Standard(name, {word: text for word, (text, _) in head.items()},
                    [clause_of(section, words, path) for section, words in sections.items()])


def sections_of(path) -> dict:
    """{section: {word: (text, line)}}. An indented line goes on with the text above it. # begins a line that nobody reads."""
    sections: dict = {}
    words: dict = {}
    word = ''
    try:
        with open_text(path) as lines:
            for place, line in enumerate(lines, 1):
                text = line.strip()
                if not text or text[0] in '#;':
                    continue
                if line[0] in ' \t' and word:
                    words[word] = words[word][0] + ' ' + text, words[word][1]
                    continue
                section, pair = re.fullmatch(r'\[(.+)\]', text), text.partition('=')
                if section:
                    if section[1] in sections:
                        raise DataError('section %s stands there twice' % quoted(section[1]), path, place)
                    words, word = sections.setdefault(section[1], {}), ''
                    continue
                word = pair[0].strip()
                if not sections or not word or not pair[2].strip():
                    raise DataError('expected a line [section] or "word = text", not %s' % quoted(text), path, place)
                if word in words:
                    raise DataError('%s stands there twice' % quoted(word), path, place)
                words[word] = pair[2].strip(), place
    except UnicodeError:
        raise DataError('is not UTF-8 text', path) from None
    return sections


def check_words_of_clause(words, needed, known, where, path, line):
    for word, (_, at) in words.items():
        if word not in known:
            raise DataError('%s has no word %s%s' % (where, quoted(word), nearest(word, known, quoted)), path, at)
    for word in needed:
        if word not in words:
            raise DataError('%s lacks the word %s' % (where, quoted(word)), path, line)


def clause_of(name, words, path) -> Clause:
    where, line = 'clause [%s]' % name, min((line for _, line in words.values()), default=None)
    if 'measure' not in words:
        raise DataError("%s lacks the word 'measure'" % where, path, line)
    measure, at = words['measure']
    if measure not in MEASURES:
        raise DataError('there is no measure %s%s (there are %s)'
                        % (quoted(measure), nearest(measure, MEASURES, quoted), ', '.join(MEASURES)), path, at)
    _, needed, more = MEASURES[measure]
    check_words_of_clause(words, [TEXTS[0], TEXTS[2], *needed], ['measure', *TEXTS, *needed, *more], where, path, line)
    types = {**needed, **more}
    told = {}
    for word, (text, at) in words.items():
        try:
            told[word] = TYPES[types[word]](text) if word in types else as_typed_here(text)
        except (Refused, re.error) as error:
            raise DataError('%s: %s: %s' % (where, word, error), path, at) from None
    return Clause(name, measure, told)


def whole(text) -> int:
    if not re.fullmatch('[0-9]{1,18}', text) or not int(text):
        raise Refused('a whole number of 1 or more is expected, not %s' % quoted(text))
    return int(text)


def above_zero(text) -> tuple:
    """A number above 0 as numerator and denominator, exactly.

    >>> above_zero('0.09')
    (9, 100)
    """
    if not re.fullmatch('0?[.][0-9]{1,9}|1', text) or not re.search('[1-9]', text):
        raise Refused('a number above 0 and up to 1 is expected, not %s' % quoted(text))
    _, _, decimals = text.partition('.')
    return int(text.replace('.', '')), 10 ** len(decimals)


def pattern(text):
    return re.compile(text, re.IGNORECASE)


def verdict(text) -> str:
    if text not in ('holds', 'open'):
        raise Refused('holds or open is expected, not %s' % quoted(text))
    return text


def failing(text) -> str:
    if text != 'fails':
        raise Refused('fails is expected, not %s' % quoted(text))
    return text


TYPES: dict = {'failing': failing, 'whole': whole, 'decimal': above_zero, 'pattern': pattern, 'word': str, 'verdict': verdict}


def small_zips(path) -> frozenset:
    """The three-digit ZIP codes in a file, one a line."""
    codes = []
    try:
        with open_text(path) as lines:
            for place, line in enumerate(lines, 1):
                code = line.strip()
                if code and not code.startswith('#'):
                    if not re.fullmatch('[0-9]{3}', code):
                        raise DataError('expected the first three digits of ZIP codes, one a line, not %s' % show(code), path, place)
                    codes.append(code)
    except UnicodeError:
        raise DataError('is not UTF-8 text', path) from None
    if not codes:
        raise DataError('holds no ZIP code', path)
    return frozenset(codes)


def check_holds(holds, standards, columns, file):
    """DataError if a kind that the user names is in no clause, a column is not in the table or is said to hold something and nothing, or
    if all would take too long."""
    clauses = [clause for standard in standards for clause in standard.clauses]
    if len(clauses) * len(columns) > MOST_LOOKS:
        raise DataError('{:,} clauses are too many for {:,} columns; name fewer standards, or look at fewer columns'
                        .format(len(clauses), len(columns)), file)
    kinds = sorted({clause.words['kind'] for clause in clauses if 'kind' in clause.words})
    recognizing = kinds or any(clause.measure in ('absent', 'identifying') for clause in clauses)
    for kind, names in holds.items():
        if kind not in kinds and not (kind == NONE and recognizing):
            raise DataError('--holds: no clause is about %s%s (there is %s)'
                            % (quoted(kind), nearest(kind, kinds, quoted), ', '.join(kinds) or 'no kind'))
        for name in names:
            if name not in columns:
                raise DataError('--holds: there is no column %s%s (there are %s)'
                                % (quoted(name), nearest(name, columns), some(list(columns))), file)
            other = [other for other, of_other in holds.items() if other != kind and name in of_other]
            if kind == NONE and other:
                raise DataError('--holds: column %s is said to hold %s, and none of the kinds' % (quoted(name), other[0]), file)


def judged_by(standards, columns, rows, quasi, sensitive, **more) -> list:
    """The report on each standard. more: as PublishedRows takes it."""
    table = PublishedRows(columns, rows, quasi, sensitive, **more)
    return [report_of_standard(standard, table) for standard in standards]


def report_of_standard(standard, table) -> dict:
    clauses = [report_of_clause(clause, table) for clause in standard.clauses]
    verdicts = [clause['verdict'] for clause in clauses]
    head = {word.replace('-', '_'): standard.head.get(word) for word in HEAD}
    counted = {verdict: verdicts.count(verdict) for verdict in ('holds', 'fails', 'open')}
    return {'name': standard.name, **head, **counted, 'clauses': clauses}


def report_of_clause(clause, table) -> dict:
    finding, words = MEASURES[clause.measure][0](table, clause.words), clause.words
    texts = {word.replace('-', '_'): words.get(word) for word in TEXTS}
    if finding.reason not in EXPLAINED:
        texts['why'] = texts['why_zh'] = None
    return {'clause': clause.name, 'measure': clause.measure, **texts, 'limit': limit_of(words), **finding._asdict(),
            'columns': list(finding.columns)}


def limit_of(words):
    """The number that decides the clause, or None."""
    if 'least' in words:
        return words['least']
    return words['most'][0] / words['most'][1] if isinstance(words.get('most'), tuple) else words.get('most')
