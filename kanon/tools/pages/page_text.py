"""The texts that fill the fields of a page to sign: an INI file with the section [page].

Promise: a word that is no field, a section that is not [page], a text that a page would cut, and a
file that is no UTF-8 text are refused with the file, the line and what to do. The byte order mark
of an editor is passed over. The page escapes the texts. What `text_of_page` writes reads back as
the same texts: none of them adds a line, a field or a section.
"""

from __future__ import annotations

import codecs
import os
from io import StringIO

from ...core.errors import DataError, marked_text, nearest, one_line, quoted
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
            number = line_of(text, lambda line: line.startswith('[%s]' % section))
            raise DataError('section [%s] is unknown; the texts of the page stand in section [%s]'
                            % (section, SECTION), path, number)
    if not ini.has_section(SECTION):
        raise DataError(EXPECTED, path, 1)
    texts = {}
    for word, value in ini[SECTION].items():
        field, filled = taken_field(word, value, text, path)
        if filled:
            texts[field] = filled
    return texts


def text_of_page(texts, path) -> str:
    """The INI file of these texts, '' if there is none. A text becomes one line.

    DataError for one that a page cannot have.

    >>> texts = {'purpose': 'waiting times\\n[kanon]', 'legal_basis': '', 'name': ' A. Berg '}
    >>> print(text_of_page(texts, 'a.ini'), end='')
    [page]
    purpose = waiting times [kanon]
    name = A. Berg
    """
    filled = {}
    for field, text in texts.items():
        text = ' '.join(str(text).split())
        if any('\ud800' <= sign <= '\udfff' for sign in text):
            raise DataError('a text of the page has half of a character', path)
        if text:
            filled[field] = text
    if not filled:
        return ''
    written = '[%s]\n' % SECTION
    for field, text in filled.items():
        written += '%s = %s\n' % (str(field).replace('_', '-'), text)
    if texts_in(written, path) != filled:
        raise DataError('its texts cannot be told apart; write each on one line', path)
    return written


def taken_field(word, value, text, path) -> tuple:
    """A field and its text on one line."""
    def is_meant(line):
        return line.replace(':', '=').partition('=')[0].strip().lower() == word
    field, filled = word.replace('-', '_'), ' '.join(value.split())
    if field not in FIELDS + BY_HAND:
        words = [name.replace('_', '-') for name in FIELDS + BY_HAND]
        near = nearest(word, words, quoted) or '; its fields are ' + ', '.join(words)
        raise DataError('the page has no field %s%s' % (quoted(word), near), path,
                        line_of(text, is_meant))
    if len(one_line(filled)) > LONGEST_TEXT:
        raise DataError('%s: %s is longer than %d characters; shorten it, the page has little room'
                        % (word, quoted(filled), LONGEST_TEXT), path, line_of(text, is_meant))
    return field, filled


def line_of(text, is_meant):
    """The number of the first line that is meant. None if there is none."""
    for number, line in enumerate(text.splitlines(), 1):
        if is_meant(line):
            return number
    return None


def decoded(path) -> str:
    if not os.path.exists(path):
        raise DataError('there is no such file; --page-text names an INI file with a section'
                        ' [page]', path)
    with byte_stream(path) as stream:
        data = stream.read(MOST + 1)
    if len(data) > MOST:
        raise DataError('holds more than {:,} bytes; the texts of a page are a few lines'
                        .format(MOST), path)
    if data[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
        raise DataError('begins like UTF-16; save the file as UTF-8', path, 1)
    try:
        return data.decode('utf-8-sig')
    except UnicodeDecodeError as error:
        byte = marked_text('0x%02x' % data[error.start])
        line = data.count(b'\n', 0, error.start) + 1
        raise DataError('byte %s is not UTF-8 text; save the file as UTF-8' % byte, path,
                        line) from None
