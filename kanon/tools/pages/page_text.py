"""The texts that fill the fields of a page to sign: an INI file with the section [page].

Promise: a word that is no field, a section that is not [page], a text that a page would cut, and a file that is no UTF-8 text are refused
with the file, the line and what to do. The byte order mark of an editor is passed over. The page escapes the texts.
What `text_of_page` writes reads back as the same texts: none of them adds a line, a field or a section.
"""

from __future__ import annotations

import codecs
import os
from io import StringIO

from ...core.errors import DataError, marked, nearest, one_line, quoted
from ...core.tables.text import byte_stream

FIELDS = 'purpose', 'recipient', 'legal_basis', 'retention', 'chosen_by', 'reasons'
BY_HAND = 'name', 'date', 'signature'        # below the sentence that is signed
SECTION = 'page'
LONGEST_TEXT = 400      # characters; a page cuts what is longer (pages/as_html.py)
MOST = 100_000          # bytes
EXPECTED = 'expected a line [page], and below it lines "purpose = text", no word twice'


def page_text(path) -> dict:
    """{field: its text} of those that have one."""
    return texts_in(decoded(path), path)


def texts_in(text, path) -> dict:
    """The same of an INI file's text. path: the name of the file in messages."""
    from configparser import ConfigParser, Error       # few runs ask for it
    ini = ConfigParser(interpolation=None, default_section='')
    try:
        ini.read_file(StringIO(text, newline=None), source=path)
    except Error as error:
        line = getattr(error, 'lineno', None) or getattr(error, 'errors')[0][0]
        raise DataError(EXPECTED, path, line) from None
    for section in ini.sections():
        if section != SECTION:
            raise DataError('section [%s] is unknown; the texts of the page stand in section [%s]' % (section, SECTION), path,
                            line_of(text, lambda line: line.startswith('[%s]' % section)))
    if not ini.has_section(SECTION):
        raise DataError(EXPECTED, path, 1)
    return {field: told for word, value in ini[SECTION].items() for field, told in [taken(word, value, text, path)] if told}


def text_of_page(texts, path) -> str:
    """The INI file of these texts, '' if there is none. A text becomes one line. DataError for one that a page cannot have.

    >>> print(text_of_page({'purpose': 'waiting times\\n[kanon]', 'legal_basis': '', 'name': ' A. Berg '}, 'a.ini'), end='')
    [page]
    purpose = waiting times [kanon]
    name = A. Berg
    """
    told = {field: ' '.join(str(text).split()) for field, text in texts.items()}
    if any('\ud800' <= sign <= '\udfff' for text in told.values() for sign in text):
        raise DataError('a text of the page has half of a character', path)
    told = {field: text for field, text in told.items() if text}
    written = ''.join('%s = %s\n' % (str(field).replace('_', '-'), text) for field, text in told.items())
    if written and texts_in('[%s]\n' % SECTION + written, path) != told:
        raise DataError('its texts cannot be told apart; write each on one line', path)
    return written and '[%s]\n' % SECTION + written


def taken(word, value, text, path) -> tuple:
    """A field and its text on one line."""
    field, told = word.replace('-', '_'), ' '.join(value.split())
    known = field in FIELDS + BY_HAND
    if known and len(one_line(told)) <= LONGEST_TEXT:
        return field, told
    line = line_of(text, lambda line: line.replace(':', '=').partition('=')[0].strip().lower() == word)
    if not known:
        words = [name.replace('_', '-') for name in FIELDS + BY_HAND]
        raise DataError('the page has no field %s%s' % (quoted(word), nearest(word, words, quoted) or '; its fields are ' + ', '.join(words)), path, line)
    raise DataError('%s: %s is longer than %d characters; shorten it, the page has little room' % (word, quoted(told), LONGEST_TEXT), path, line)


def line_of(text, is_meant):
    """The number of the first line that is meant. None if there is none."""
    return next((number for number, line in enumerate(text.splitlines(), 1) if is_meant(line)), None)


def decoded(path) -> str:
    if not os.path.exists(path):
        raise DataError('there is no such file; --page-text names an INI file with a section [page]', path)
    with byte_stream(path) as stream:
        data = stream.read(MOST + 1)
    if len(data) > MOST:
        raise DataError('holds more than {:,} bytes; the texts of a page are a few lines'.format(MOST), path)
    if data[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
        raise DataError('begins like UTF-16; save the file as UTF-8', path, 1)
    try:
        return data.decode('utf-8-sig')
    except UnicodeDecodeError as error:
        byte = marked('0x%02x' % data[error.start])
        raise DataError('byte %s is not UTF-8 text; save the file as UTF-8' % byte, path, data.count(b'\n', 0, error.start) + 1) from None
