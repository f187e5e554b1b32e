"""Pseudonyms for persons: with the same key a name has the same one, in whatever table, part and run.

Promise: a pseudonym is a keyed hash (BLAKE2) of what all ways to write a name have in common (`in_common`, counts/values.py), because no program
can see by two pseudonyms that Ann and ann may be one person. Its order tells nothing of the names. Whoever has no key can neither work it
out nor try names. Whoever has the key can try names. Names of different persons have different ones, but for a chance of 1 in 10**12 among a million
persons. What says that nobody is known stays as it is.
"""

from __future__ import annotations

import os
import stat
from hashlib import blake2b

from ...core.counts.values import NOT_KNOWN, in_common
from ...core.errors import DataError, many

LEAST, MOST_OF_KEY = 16, 2 ** 20        # bytes of a key
LONG = 10       # bytes of a pseudonym


class Pseudonyms(dict):
    """{name: its pseudonym}, of whatever name is asked for.

    of: a function from a name to what is hashed.

    >>> names = Pseudonyms(b'thirty random characters or so')
    >>> names['Ann'], names['Bob'] == names['Ann'], names['?'], Pseudonyms(b'another secret key')['Ann'] == names['Ann']
    ('0558c6ca04448e9b4d09', False, '?', False)
    >>> names['ANN '] == names['Ann'], Pseudonyms(b'thirty random characters or so', str)['ANN '] == names['Ann']
    (True, False)
    """

    def __init__(self, key, of=in_common):
        super().__init__()
        self._of = of
        self._key = blake2b(key, digest_size=32).digest()

    def __missing__(self, name):
        hidden = blake2b(self._of(name).encode('utf-8', 'surrogatepass'), digest_size=LONG, key=self._key).hexdigest()
        self[name] = name if name.strip().upper() in NOT_KNOWN else hidden
        return self[name]

    def given(self, batches, place):
        """Yield batches of rows, with the pseudonym in place of the name. place: of the names in each row."""
        for batch in batches:
            yield [(*row[:place], self[row[place]], *row[place + 1:]) for row in batch]


def others_can_read(path) -> bool:
    """Whether the mode of a file lets other users of this machine read it. Windows keeps no such mode."""
    return os.name == 'posix' and bool(os.stat(path).st_mode & stat.S_IROTH)


def read_key(path) -> bytes:
    """The key in a file. DataError if it is too short for one, or too long."""
    with open(path, 'rb') as file:
        key = file.read(MOST_OF_KEY + 1)
    if len(key) > MOST_OF_KEY:
        raise DataError('is no key: it has more than %s' % many(MOST_OF_KEY, 'byte'), path)
    key = key.strip()
    if len(key) < LEAST:
        raise DataError('holds no key: write %d random characters or more into it' % LEAST, path)
    return key
