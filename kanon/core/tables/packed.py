"""Packed files, and files that are no text: both are told by their first bytes.

Promise: gzip, bzip2 and xz are read by what they hold, whatever their names, and to their last
byte. They are written where the name of the output asks for it. The same text is packed to the same
bytes: gzip keeps no time and no name in its head.
"""

from __future__ import annotations

import codecs
import io
import os
import sys
from contextlib import contextmanager

from ..errors import DataError, option, show

ENDINGS = {'.gz': 'gzip', '.bz2': 'bz2', '.xz': 'lzma'}     # of a name, and Python's module
PACKERS = {'bz2': 'bzip2', 'lzma': 'xz'}        # how these modules are called elsewhere
FIRST = 10              # bytes that tell how a file is packed
LEVEL = 9               # of gzip. The head that it writes for others depends on Python's version
MOST_MEMORY = 1 << 27   # bytes that xz may take to unpack. Half of them do for `xz -9`

BZIP2 = b'BZh'
# What follows the mark of bzip2 and its level: a block, or the end.
OF_BZIP2 = b'1AY&SY', b'\x17rE8P\x90'
GZIP = b'\x1f\x8b'
XZ = b'\xfd7zXZ\x00'


def packing(first) -> str:
    """The module of Python that unpacks a file with these first bytes, '' if it is not packed.

    >>> packing(b'\\x1f\\x8b\\x08'), packing(b'BZh91AY&SY'), packing(b'BZh9,age')
    ('gzip', 'bz2', '')
    """
    if first.startswith(BZIP2):     # so may a text begin
        return 'bz2' if first[4:10] in OF_BZIP2 else ''
    if first.startswith(GZIP):
        return 'gzip'
    return 'lzma' if first.startswith(XZ) else ''


def ending_of(path) -> str:
    """The ending of a name if it says how the file is packed, else ''.

    >>> ending_of('data.csv.gz'), ending_of('DATA.XZ'), ending_of('data.csv')
    ('.gz', '.XZ', '')
    """
    ending = os.path.splitext(path)[1]
    return ending if ending.lower() in ENDINGS else ''


def in_database(path) -> tuple:
    """The file and the table of a path such as people.db::patients.

    () for the path of a file, which may hold :: in its name.

    >>> in_database('people.db::patients'), in_database('people.csv')
    (('people.db', 'patients'), ())
    """
    file, _, table = path.rpartition('::')
    return (file, table) if file and not os.path.lexists(path) else ()


def file_of_table(path) -> str:
    """The file that a path names: people.db for people.db::patients."""
    return (in_database(path) or (path,))[0]


def unpacked(raw, module, name) -> tuple:
    """A binary stream that unpacks another, and the exceptions that its reading may raise."""
    if module == 'gzip':
        import gzip
        import zlib
        return gzip.GzipFile(fileobj=raw), (OSError, EOFError, zlib.error)
    library = imported(module, name)

    def decompressor():
        if module == 'bz2':
            return library.BZ2Decompressor()
        return library.LZMADecompressor(library.FORMAT_XZ, MOST_MEMORY)
    return io.BufferedReader(UnpackingStream(raw, decompressor)), (OSError, EOFError)


def imported(module, name):
    """A module that some builds of Python lack."""
    from importlib import import_module
    try:
        return import_module(module)
    except ImportError:
        raise DataError('this Python was built without %s; use gzip' % PACKERS[module],
                        name) from None


class UnpackingStream(io.RawIOBase):
    """What one bzip2 or xz stream holds, or several in a row.

    bz2.BZ2File and lzma.LZMAFile would pass over what follows the first stream if it is broken, and
    records would be lost without a word.

    new: a function that makes a decompressor.
    """

    def __init__(self, raw, new):
        self._raw, self._new, self._stream = raw, new, None

    def readable(self):
        return True

    def readinto(self, buffer):
        while True:
            data = self._packed()
            if data is None:
                return 0
            try:
                plain = self._stream.decompress(data, len(buffer))
            except Exception:       # lzma has one of its own, and each Python its own words
                raise OSError('the packed bytes are broken, or take more than 128 MB to'
                              ' unpack') from None
            if plain:
                buffer[:len(plain)] = plain
                return len(plain)

    def _packed(self):
        """The next packed bytes, b'' if the stream has enough of them, None at the end."""
        if self._stream is None or self._stream.eof:
            rest = self._stream.unused_data if self._stream else b''
            data = rest.lstrip(b'\0') or self._raw.read1(io.DEFAULT_BUFFER_SIZE)    # xz may fill up
            if not data:
                return None
            self._stream = self._new()
            return data
        if not self._stream.needs_input:
            return b''
        data = self._raw.read1(io.DEFAULT_BUFFER_SIZE)
        if not data:
            raise EOFError('Compressed file ended before the end-of-stream marker was reached')
        return data

    def close(self):
        self._raw.close()
        super().close()


@contextmanager
def text_file(part, path, encoding='utf-8', errors='strict'):
    """The new file `part` as a text stream.

    It is packed as the name `path` says, which the file will get: .gz, .bz2 or .xz.
    """
    module = ENDINGS.get(ending_of(path).lower())
    if not module:
        with open(part, 'w', newline='', encoding=encoding, errors=errors) as text:
            yield text
        return
    library = imported(module, path)
    with open(part, 'wb') as file:
        if module == 'gzip':
            packer = library.GzipFile('', 'wb', LEVEL, file, 0)
        elif module == 'bz2':
            packer = library.BZ2File(file, 'w')
        else:
            packer = library.LZMAFile(file, 'w')
        with packer:
            encoding = begun(packer, encoding)
            with io.TextIOWrapper(packer, encoding, errors, newline='') as text:
                yield text


def write_lines(part, lines, path, encoding):
    """Write lines to the new file `part`, as `text_file` does.

    DataError for a character that the encoding has not.
    """
    try:
        with text_file(part, path, encoding) as file:
            file.writelines(lines)
    except UnicodeEncodeError as error:
        character = show(error.object[error.start:error.end])
        raise DataError('%s cannot be written in %s; give another %s'
                        % (character, encoding, option('encoding')), path) from None


def begun(packer, encoding) -> str:
    """Write the byte order mark of UTF-16 and UTF-32, and return the encoding of what follows.

    TextIOWrapper leaves the mark out where a stream cannot tell its position, as bz2 and lzma
    cannot.
    """
    name = codecs.lookup(encoding).name
    if name not in ('utf-16', 'utf-32'):
        return encoding
    packer.write(''.encode(name))
    return '%s-%se' % (name, sys.byteorder[0])


SAVE = 'save it as CSV UTF-8'
UNPACK = 'unpack it, and name the csv file in it'
EXPORT = 'export the table as csv'

ZIP, SQLITE = b'PK\x03\x04', b'SQLite format 3\x00'
OTHER_FILES = {     # {first bytes: (what such a file is, what to do with it)}
    ZIP: ('is a zip archive', UNPACK),
    b'PK\x05\x06': ('is an empty zip archive', 'name a csv file'),
    b'Rar!\x1a\x07': ('is a RAR archive', UNPACK),
    b'7z\xbc\xaf\x27\x1c': ('is a 7z archive', UNPACK),
    b'\x28\xb5\x2f\xfd': ('is packed with zstd', 'unpack it, or pack it with gzip'),
    b'\x04\x22\x4d\x18': ('is packed with lz4', 'unpack it, or pack it with gzip'),
    b'PAR1\x15': ('is a Parquet file', EXPORT),
    b'ARROW1\x00\x00': ('is an Arrow file', EXPORT),
    SQLITE: ('is an SQLite database', 'name a table in it, such as people.db::patients'),
    b'\x89HDF\r\n\x1a\n': ('is an HDF5 file', EXPORT),
    b'\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1': ('is an old Office file, such as xls', SAVE),
    b'%PDF-': ('is a PDF document', EXPORT),
    b'{\\rtf': ('is an RTF document', EXPORT)}
IN_A_ZIP = {        # {what a zip archive has near its beginning: (what it is, what to do with it)}
    b'xl/': ('is an Excel workbook', SAVE),
    b'opendocument.spreadsheet': ('is an OpenDocument spreadsheet', SAVE),
    b'word/': ('is a Word document', EXPORT),
    b'opendocument.': ('is an OpenDocument file', EXPORT),
    b'[Content_Types].xml': ('is an Office file', SAVE)}


def other_file(first) -> str:
    """What a file is that is no text, and what to do, '' if its first bytes do not tell.

    >>> other_file(b'PAR1\\x15\\x04'), other_file(b'age,sex\\n')
    ('is a Parquet file; export the table as csv', '')
    """
    if first[257:262] == b'ustar':
        return 'is a tar archive; %s' % UNPACK
    if first.startswith(ZIP):
        for part, what_and_how in IN_A_ZIP.items():
            if part in first:
                return '%s; %s' % what_and_how
    for beginning, what_and_how in OTHER_FILES.items():
        if first.startswith(beginning):
            return '%s; %s' % what_and_how
    return ''
