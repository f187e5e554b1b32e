"""Bytes as text: files and standard input, plain or packed, in any encoding.

Promise: whoever reads gets text, or a DataError that names the file and, where there is one, the
line and the byte. A NUL character is refused in every version of Python. No more than LONGEST_LINE
bytes of a line are ever held.
"""

from __future__ import annotations

import codecs
import io
import os
import re
import stat
import sys

from ..errors import DataError, marked_text, of_system, option, quoted
from ..own_files import kind_in_archive, own_content
from .packed import FIRST, other_file, packing, unpacked

BLOCK = 1 << 16     # bytes that are read at a time; TextIOWrapper asks for 8192, and takes more
LONGEST_LINE = 4_000_000    # bytes. A header of a hundred thousand columns has a fourth of that
# Bytes of a packed file that is no table. A few bytes may be packed from a thousand million.
MOST_UNPACKED = 16_000_000
# What Python calls text encodings, but what no file is in. These codecs read no line, or take time
# squared.
NO_FILE = 'idna', 'punycode', 'raw-unicode-escape', 'unicode-escape'


def open_text(path, typed=True):
    """A UTF-8 file as text, unpacked if it is packed.

    typed: whether the user named the file. If not, a pipe is refused.
    """
    return text_stream(byte_stream(path, typed), path, 'utf-8', most=MOST_UNPACKED)


def byte_stream(path, typed=True):
    """A file, or standard input for '-', as a binary stream.

    DataError for a folder or a device, and for a pipe nobody typed.
    """
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
        if not typed:
            refuse_pipe(path)
        return open(path, 'rb')
    except OSError as error:
        if kind_in_archive(path):
            return io.BufferedReader(io.BytesIO(own_content(path)))
        raise of_system(error, path) from None


def refuse_pipe(path):
    """DataError for a pipe.

    To open it would wait for whoever writes to it, so the user has to name it.
    """
    if os.path.exists(path) and stat.S_ISFIFO(os.stat(path).st_mode):
        raise DataError('this is a pipe, which is read only where it is named on the command line',
                        path)


def text_stream(raw, name, encoding, keep_open=False, most=None):
    """The text of a binary stream, without a byte order mark. Line ends stay as they are.

    most: how many bytes a packed one may hold, None for a table, which is never held as a whole.
    """
    without_bom = 'utf-8-sig' if is_utf_8(encoding, name) else encoding
    stream = Bytes(raw, name, encoding, keep_open, most)
    return io.TextIOWrapper(stream, without_bom, newline='')


def is_utf_8(encoding, name=None):
    """Whether this is a name of UTF-8. DataError if it names no encoding of text files."""
    try:
        '\0'.encode(encoding)
        known = codecs.lookup(encoding).name
    except (LookupError, ValueError):
        raise DataError('there is no encoding %s' % quoted(encoding), name) from None
    if known in NO_FILE:
        raise DataError('%s is no encoding of files' % quoted(encoding), name)
    return known in ('utf-8', 'utf-8-sig')


class LineLimit:
    """DataError for more than LONGEST_LINE bytes without a line end.

    Python would hold them as one line.

    >>> LineLimit('data.csv', 'utf-16').check('ab\\n'.encode('utf-16') * 1000)
    """

    def __init__(self, name, encoding):
        self._name = name
        self._size = 0      # bytes since the last block with a line end
        self._read = 0      # bytes in all
        self._decode = None
        if not is_utf_8(encoding) and '\n'.encode(encoding) != b'\n':
            self._decode = codecs.getincrementaldecoder(encoding)('replace').decode

    def check(self, data):
        """To be called with all bytes, part by part."""
        self._read += len(data)
        self._size += len(data)
        if self._decode:
            text = self._decode(data)
            has_end = '\n' in text or '\r' in text
        else:
            has_end = b'\n' in data or b'\r' in data
        if has_end:
            self._size = 0
        if self._size > LONGEST_LINE:
            raise DataError('no line ends in the %d bytes from byte %d on, the most that a line may'
                            ' have; if it is a csv file, leave the column of so long a value out,'
                            ' in a copy' % (LONGEST_LINE, self._read - self._size), self._name)


class Bytes(io.BufferedIOBase):
    """A binary stream, unpacked if it is packed. It refuses a NUL byte if the text is UTF-8.

    Python 3.8 to 3.10 refuse a NUL character in csv, and later versions accept it as a value. Here
    it is always refused: in the bytes for UTF-8, which costs next to nothing, and in the text for
    other encodings (`without_nul`).
    offset: how many bytes were read so far.
    closed: an attribute, because it is asked for each line, and that of the base class takes ten
    times as long.
    """

    closed = False

    def __init__(self, raw, name, encoding, keep_open, most=None):
        self.name, self._keep_open = name, keep_open
        self._raw, self._errors = raw, (OSError,)
        try:
            module = packing(raw.peek(FIRST)[:FIRST])
        except OSError as error:
            raise of_system(error, name) from None
        if module:
            self._raw, self._errors = unpacked(raw, module, name)
        self._most = most if module else None
        self.offset = 0
        self._refuses_nul = is_utf_8(encoding)
        self._limit = LineLimit(name, encoding)

    def readable(self):
        return True

    def read1(self, size=-1):
        try:
            data = self._raw.read1(max(size, BLOCK))
        except self._errors as error:
            problem = 'cannot be read: %s' % (getattr(error, 'strerror', None) or error)
            raise DataError(problem, self.name) from None
        if not self.offset:
            self._check_first(data)
        if self._refuses_nul and b'\0' in data:
            raise self._with_nul(data)
        self.offset += len(data)
        if self._most and self.offset > self._most:
            raise DataError('holds more than %d bytes; unpack it first' % self._most, self.name)
        self._limit.check(data)
        return data

    def _check_first(self, data):
        """DataError if a file that begins so is no text, or is UTF-16 where UTF-8 is read."""
        problem = other_file(data)
        if problem:
            raise DataError(problem, self.name)
        is_utf_16 = data[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
        if self._refuses_nul and is_utf_16:
            raise DataError('begins like UTF-16; give ' + option('encoding', 'utf-16'), self.name)

    def _with_nul(self, data) -> DataError:
        """The DataError for bytes with a NUL."""
        likely = '' if self.offset else without_mark(data)
        if likely:
            return DataError('looks like UTF-16 without a byte order mark; give %s'
                             % option('encoding', likely), self.name)
        return DataError('byte %d is NUL; this is not a csv file, or it needs another %s'
                         % (self.offset + data.index(b'\0'), option('encoding')), self.name)

    def close(self):
        if not self._keep_open:
            self._raw.close()
        super().close()
        self.closed = True


def without_mark(data) -> str:
    """The UTF-16 in which these bytes are mostly ASCII, '' if there is none.

    >>> without_mark('age'.encode('utf-16-le')), without_mark('age'.encode('utf-16-be'))
    ('utf-16-le', 'utf-16-be')
    >>> without_mark(b'ag\\0e')
    ''
    """
    first, second = data[::2].count(0), data[1::2].count(0)
    if 4 * max(first, second) <= len(data) or min(first, second):
        return ''
    return 'utf-16-le' if second else 'utf-16-be'


def without_nul(lines, name):
    """The lines. DataError for one with a NUL character."""
    for number, line in enumerate(lines, 1):
        if '\0' in line:
            raise DataError('a NUL character; this is not a csv file, or it needs another '
                            + option('encoding'), name, number)
        yield line


class DigestingStream(io.RawIOBase):
    """A binary stream, and the sha256 of what was read from it."""

    def __init__(self, stream, keep_open):
        from hashlib import sha256      # 2 ms, and few runs ask for it
        self._stream, self._keep_open = stream, keep_open
        self._readinto = getattr(stream, 'readinto1', stream.readinto)
        self.sha256 = sha256()

    def readable(self):
        return True

    def readinto(self, buffer):
        size = self._readinto(buffer)
        self.sha256.update(memoryview(buffer)[:size])
        return size

    def close(self):
        if not self._keep_open:
            self._stream.close()
        super().close()


def joined_sha256(digests) -> str:
    """The sha256 that stands for several files: the sha256 of the list of their digests.

    For one file it is the digest of that file.
    """
    if len(digests) == 1:
        return digests[0]
    from hashlib import sha256
    return sha256('\n'.join(digests).encode()).hexdigest()


def spooled(stream, name, encoding):
    """A copy of a stream in a temporary file, which can be read again."""
    import tempfile
    copy, limit = tempfile.TemporaryFile(), LineLimit(name, encoding)
    is_packed = packing(stream.peek(FIRST)[:FIRST])
    for block in iter(lambda: stream.read1(BLOCK), b''):
        if not is_packed:       # the bytes of a packed one are counted unpacked, when it is read
            limit.check(block)
        copy.write(block)
    return copy


def undecodable(error, text, line, advice=None):
    """The DataError for a UnicodeError.

    The bytes that were being decoded begin inside this line of the text. advice: what to do, if it
    is not to name an encoding.
    """
    name = text.buffer.name
    encoding = getattr(error, 'encoding', text.encoding)
    encoding = encoding.replace('utf16', 'utf-16').replace('utf32', 'utf-32')      # PyPy's names
    tells_place = isinstance(error, UnicodeDecodeError) and encoding not in ('utf-16', 'utf-32')
    if not advice:
        advice = 'give its %s%s' % (option('encoding'), likely_ones(error, encoding, tells_place))
    if not tells_place:
        return DataError('is not %s text; %s' % (encoding, advice), name)
    data, start = error.object, error.start     # the last bytes that were read
    line += len((data[:start] + b'.').splitlines()) - 1
    byte = marked_text('0x' + data[start:start + 1].hex())
    offset = text.buffer.offset - len(data) + start
    return DataError('byte %s, at offset %d, is not %s text; %s' % (byte, offset, encoding, advice),
                     name, line)


def likely_ones(error, encoding, tells_place) -> str:
    """The encodings that may be meant, as they stand in a message. '' if nothing tells."""
    if encoding == 'utf-16':
        return ', such as utf-16-le if it has no byte order mark'
    if encoding == 'utf-8' and tells_place:
        return ' (%s?)' % likely_encodings(error.object)
    return ''


def likely_encodings(data) -> str:
    """The Chinese or Western European encodings that these bytes may be in. They are not UTF-8.

    Western letters and signs stand alone among those of ASCII, Chinese characters are pairs.
    Between 0x80 and 0x9f cp1252 has the euro sign and quotation marks, and latin-1 has nothing that
    is written.

    >>> likely_encodings('年龄'.encode('gbk')), likely_encodings('Jos\xe9,1'.encode('latin-1'))
    ('gb18030 or latin-1', 'latin-1')
    >>> likely_encodings('M\xfcller'.encode('latin-1'))
    'latin-1'
    >>> likely_encodings('5 \u20ac, \u201cMay\u201d'.encode('cp1252'))
    'cp1252'
    """
    western = 'cp1252' if re.search(b'[\x80-\x9f]', data) else 'latin-1'
    runs = re.findall(b'[\x80-\xff]+', data)
    alone = sum(len(run) == 1 for run in runs)
    try:
        codecs.getincrementaldecoder('gb18030')().decode(data)
    except UnicodeError:
        return western
    return western if 2 * alone > len(runs) else 'gb18030 or ' + western
