"""How a request is read: from a connection that may send slowly, without end, or nothing at all.

Promise: no request takes more memory than its bounds, and no connection is waited for longer than its time. http.server bounds a line and
the number of lines, and waits for each piece anew. So its file is replaced by one that counts bytes and knows a time.
"""

from __future__ import annotations

import io
import json
import re
import select
import socket
from time import monotonic
from urllib.parse import unquote

from .guard import FolderRefusal

HEAD, HEAD_SECONDS = 1 << 15, 10            # bytes and seconds of a request line and its headers
BODY, BODY_SECONDS = 1 << 20, 20            # of a body of JSON
PIECE, PIECE_SECONDS = 1 << 16, 30          # of a file: a sender of less than 2 KB a second is given up
LARGEST = 64 << 30                          # bytes of a file, if the disk has room for them


class TooMuch(Exception):
    """More was sent than was asked for."""


class BoundedInput(io.RawIOBase):
    """A connection as a raw file, of at most so many bytes and until a time. `allow` asks for more."""

    def __init__(self, connection):
        self._connection = connection
        self.allow(HEAD, HEAD_SECONDS)

    def allow(self, most, seconds):
        self._left, self._until = most, monotonic() + seconds

    def readable(self):
        return True

    def readinto(self, buffer):
        if not self._left:
            raise TooMuch
        seconds = self._until - monotonic()
        if seconds <= 0:
            raise socket.timeout('too slow')
        self._connection.settimeout(seconds)
        count = self._connection.recv_into(memoryview(buffer)[:self._left])
        self._left -= count
        return count


def length_of(headers, most) -> int:
    """The Content-Length of a request. Refusal without one plain number of at most so many bytes."""
    lengths = headers.get_all('Content-Length', [])
    if not lengths or 'Transfer-Encoding' in headers:
        raise FolderRefusal(411, 'a request says its Content-Length, and is sent in one piece')
    if len(lengths) > 1 or not re.fullmatch('[0-9]{1,15}', lengths[0]):
        raise FolderRefusal(400, 'this Content-Length is no plain number')
    if int(lengths[0]) > most:
        raise FolderRefusal(413, 'at most {:,} bytes are taken'.format(most))
    return int(lengths[0])


def json_body(headers, raw, file) -> dict:
    """The object that a body of JSON holds."""
    if headers.get('Content-Type', '').partition(';')[0].strip().lower() != 'application/json':
        raise FolderRefusal(415, 'the body of this request is application/json')
    length = length_of(headers, BODY)
    raw.allow(length + 1, BODY_SECONDS)
    text = file.read(length)
    if len(text) < length:
        raise FolderRefusal(400, 'the request ended before its last byte')
    try:
        found = json.loads(text.decode('utf-8'))
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise FolderRefusal(400, 'the body of this request is one JSON object')
    return found


def text_in(values, name) -> str:
    """A text in the body."""
    if not isinstance(values.get(name), str):
        raise FolderRefusal(400, 'the request has no %s' % name)
    return values[name]


def file_body(headers, raw, file) -> tuple:
    """The name of a file that is sent, its length, and read(most), which gives its next bytes."""
    length, name = length_of(headers, LARGEST), headers.get('X-Kanon-Name', '')
    if not re.fullmatch('[!-~]{1,3000}', name):
        raise FolderRefusal(400, 'the request has no plain X-Kanon-Name')

    def read(most):
        raw.allow(PIECE, PIECE_SECONDS)
        return file.read(min(most, PIECE))
    return unquote(name, errors='replace'), length, read


def gone(connection) -> bool:
    """Whether the other side has closed a connection on which it has nothing more to say."""
    try:
        return bool(select.select([connection], [], [], 0)[0]) and not connection.recv(1, socket.MSG_PEEK)
    except (OSError, ValueError):
        return True
