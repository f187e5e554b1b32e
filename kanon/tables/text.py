"""Bytes as text: files and standard input, plain or gzip, in any encoding.

Promise: whoever reads gets text, or a DataError that names the file and, where there is one, the line and the byte. A NUL
character is refused in every version of Python.
"""

from __future__ import annotations

import codecs
import io
import os
import stat
import sys

from ..errors import DataError, marked, of_system, quoted


def open_text(path):
    """A UTF-8 file as text, unpacked if it is gzip."""
    return text_stream(byte_stream(path), path, 'utf-8')


def byte_stream(path):
    """A file, or standard input for '-', as a binary stream. DataError for a folder or a device."""
    if path == '-':
        if sys.stdin is None:
            raise DataError('is closed', 'standard input')
        return sys.stdin.buffer
    try:
        kind = os.stat(path).st_mode
        if stat.S_ISDIR(kind):
            raise DataError('this is a folder, not a file', path)
        if not (stat.S_ISREG(kind) or stat.S_ISFIFO(kind)):
            raise DataError('this is a device, not a file', path)
        return open(path, 'rb')
    except OSError as error:
        raise of_system(error, path) from None


def text_stream(raw, name, encoding, keep_open=False):
    """The text of a binary stream, without a byte order mark. Line ends stay as they are."""
    utf_8 = is_utf_8(encoding, name)
    stream = Bytes(raw, name, keep_open, refuses_nul=utf_8)
    return io.TextIOWrapper(stream, encoding='utf-8-sig' if utf_8 else encoding, newline='')


def is_utf_8(encoding, name=None):
    """Whether this is a name of UTF-8. DataError if it names no text encoding."""
    try:
        '\0'.encode(encoding)
        return codecs.lookup(encoding).name in ('utf-8', 'utf-8-sig')
    except (LookupError, ValueError):
        raise DataError('there is no encoding %s' % quoted(encoding), name) from None


class Bytes(io.BufferedIOBase):
    """A binary stream, unpacked if it is gzip. It refuses a NUL byte if the text is UTF-8.

    Python 3.8 to 3.10 refuse a NUL character in csv, and later versions accept it as a value. Here it is always refused: in
    the bytes for UTF-8, which costs next to nothing, and in the text for other encodings (`without_nul`).
    offset: how many bytes were read so far.
    """

    def __init__(self, raw, name, keep_open, refuses_nul):
        self.name, self._keep_open, self._raw, self._errors = name, keep_open, raw, (OSError,)
        try:
            packed = raw.peek(2)[:2] == b'\x1f\x8b'
        except OSError as error:
            raise of_system(error, name) from None
        if packed:
            import gzip
            import zlib
            self._raw, self._errors = gzip.GzipFile(fileobj=raw), (OSError, EOFError, zlib.error)
        self.offset, self._refuses_nul = 0, refuses_nul

    def readable(self):
        return True

    def read1(self, size=-1):
        try:
            data = self._raw.read1(size)
        except self._errors as error:
            raise DataError('cannot be read: %s' % (getattr(error, 'strerror', None) or error), self.name) from None
        if self._refuses_nul and not self.offset and data[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
            raise DataError('begins like UTF-16; give --encoding utf-16', self.name)
        if self._refuses_nul and b'\0' in data:
            raise DataError('byte %d is NUL; this is not a csv file, or it needs another --encoding'
                            % (self.offset + data.index(b'\0')), self.name)
        self.offset += len(data)
        return data

    def close(self):
        if not self._keep_open:
            self._raw.close()
        super().close()


def without_nul(lines, name):
    """The lines. DataError for one with a NUL character."""
    for number, line in enumerate(lines, 1):
        if '\0' in line:
            raise DataError('a NUL character; this is not a csv file, or it needs another --encoding', name, number)
        yield line


class Digested(io.RawIOBase):
    """A binary stream, and the sha256 of what was read from it."""

    def __init__(self, stream, keep_open):
        from hashlib import sha256      # 2 ms, and few runs ask for it
        self._stream, self._keep_open, self.sha256 = stream, keep_open, sha256()

    def readable(self):
        return True

    def readinto(self, buffer):
        size = self._stream.readinto1(buffer) if hasattr(self._stream, 'readinto1') else self._stream.readinto(buffer)
        self.sha256.update(memoryview(buffer)[:size])
        return size

    def close(self):
        if not self._keep_open:
            self._stream.close()
        super().close()


def spooled(stream):
    """A copy of a stream in a temporary file, which can be read again."""
    import shutil
    import tempfile
    copy = tempfile.TemporaryFile()
    shutil.copyfileobj(stream, copy)
    return copy


def undecodable(error, text, line, advice=None):
    """The DataError for a UnicodeError. The bytes that were being decoded begin inside this line of the text."""
    name = text.buffer.name
    encoding = getattr(error, 'encoding', text.encoding).replace('utf16', 'utf-16').replace('utf32', 'utf-32')      # PyPy's names
    if encoding in ('utf-16', 'utf-32') or not isinstance(error, UnicodeDecodeError):   # some codecs do not tell the place
        return DataError('is not %s text; %s' % (encoding, advice or 'give its --encoding'), name)
    if not advice:
        advice = 'give its --encoding%s' % (' (%s?)' % likely_encodings(error.object) if encoding == 'utf-8' else '')
    line += len((error.object[:error.start] + b'.').splitlines()) - 1
    byte = marked('0x' + error.object[error.start:error.start + 1].hex())
    offset = text.buffer.offset - len(error.object) + error.start       # the error is in the last bytes that were read
    return DataError('byte %s, at offset %d, is not %s text; %s' % (byte, offset, encoding, advice), name, line)


def likely_encodings(data) -> str:
    """The Chinese or Western European encodings that these bytes may be in. They are not UTF-8.

    >>> likely_encodings('年龄'.encode('gbk')), likely_encodings('Jos\xe9,1'.encode('latin-1'))
    ('gb18030 or latin-1', 'latin-1')
    """
    try:
        codecs.getincrementaldecoder('gb18030')().decode(data)
        return 'gb18030 or latin-1'
    except UnicodeError:
        return 'latin-1'
