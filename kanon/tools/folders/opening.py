"""How a file below a folder is opened, what is listed there, and how one comes into a private folder.

Promise: no file outside the folder is opened, whatever is asked for. A link is never followed, and
nothing hidden is seen. Where the system has openat, each folder of a path is opened in the one
before it, without links. So nobody can put a link into the path meanwhile.
A file that comes into a private folder is whole, or leaves nothing. It replaces a link, and is
never written through it.
"""

from __future__ import annotations

import os
import shutil
import stat
from contextlib import contextmanager, suppress

from ...core.errors import DataError
from ...core.tables.packed import ending_of

ENDINGS = '.csv', '.tsv', '.txt', '.data'       # of the tables that are listed, packed or not
MOST_NAMES = 5000
PIECE = 1 << 20
SPARE = 64 << 20        # bytes that an upload leaves free
WALKS = (os.scandir in os.supports_fd
         and {os.open, os.stat, os.mkdir, os.rmdir, os.unlink, os.rename, getattr(os, 'link', None)}
         <= os.supports_dir_fd)      # Pyodide has no links
NOT_THERE = 'there is no such table or folder below the folder where the program was started'
OPEN = os.O_RDONLY | getattr(os, 'O_NOFOLLOW', 0) | getattr(os, 'O_BINARY', 0) | getattr(os, 'O_NONBLOCK', 0)     # to open a pipe would wait
NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, 'O_BINARY', 0)
FOLDER = os.O_RDONLY | getattr(os, 'O_DIRECTORY', 0)
BELOW = FOLDER | getattr(os, 'O_NOFOLLOW', 0)


class FolderRefusal(DataError):
    """A request that is refused. status: of HTTP. kind: of the error, for the page."""

    def __init__(self, status, problem, kind='options'):
        super().__init__(problem)
        self.status, self.kind = status, kind


def is_table(name) -> bool:
    """Whether a file of this name is listed.

    >>> [is_table(name) for name in ('a.csv', 'A.TSV.gz', 'a.ini', '.a.csv', 'a\\x1b.csv')]
    [True, True, False, False, False]
    """
    return name[:len(name) - len(ending_of(name))].lower().endswith(ENDINGS) and not hidden(name)


def hidden(name) -> bool:
    return name.startswith('.') or not name.isprintable()


def path_parts(path) -> list:
    """The names of a path below a folder, [] for the folder itself. Refusal if one of them leads elsewhere or is hidden.

    >>> path_parts('a/b.csv'), path_parts('')
    (['a', 'b.csv'], [])
    """
    parts = path.split('/') if path else []
    for part in parts:
        if not part or hidden(part) or os.path.basename(part) != part or os.path.splitdrive(part)[0] or os.name == 'nt' and ':' in part:
            raise FolderRefusal(404, NOT_THERE)
    return parts


def opened_root(path):
    """A folder as `folder_at` takes it, opened once where the system can open names in it."""
    return os.open(path, FOLDER) if WALKS else path


@contextmanager
def folder_at(root, parts):
    """What os.scandir lists and os.open opens names in.

    It is a descriptor where the system has that, else a path without links.
    root: of the same kind, or a path that nobody else can change.
    """
    if not WALKS:
        path = os.path.join(root, *parts)
        if os.path.normcase(os.path.realpath(path)) != os.path.normcase(path):
            raise FolderRefusal(404, NOT_THERE)
        yield path
        return
    descriptor = os.dup(root) if isinstance(root, int) else os.open(root, FOLDER)
    try:
        for part in parts:
            below = os.open(part, BELOW, dir_fd=descriptor)
            os.close(descriptor)
            descriptor = below
        yield descriptor
    finally:
        os.close(descriptor)


@contextmanager
def not_there():
    """A name that is not there, is a link, or is of another kind is refused in the same words."""
    try:
        yield
    except PermissionError:
        raise FolderRefusal(403, 'this account may not read that file or folder') from None
    except (OSError, ValueError) as error:      # ValueError: a NUL, or half of a character
        if isinstance(error, FolderRefusal):
            raise
        raise FolderRefusal(404, NOT_THERE) from None


def names_in(folder) -> dict:
    """The folders and tables of a folder, by name; more: how many names are left out."""
    with not_there(), os.scandir(folder) as entries:
        seen = [(entry.name, entry) for entry in entries if not hidden(entry.name)]
        folders = sorted(name for name, entry in seen if entry.is_dir(follow_symlinks=False))
        files = [{'name': name, 'bytes': entry.stat(follow_symlinks=False).st_size}
                 for name, entry in sorted(seen, key=lambda pair: pair[0])
                 if is_table(name) and entry.is_file(follow_symlinks=False)]
    more = max(0, len(folders) - MOST_NAMES) + max(0, len(files) - MOST_NAMES)
    return {'folders': folders[:MOST_NAMES], 'files': files[:MOST_NAMES], 'more': more}


def open_below(root, parts) -> int:
    """A descriptor of a file below a folder."""
    if not parts:
        raise FolderRefusal(404, NOT_THERE)
    with not_there(), folder_at(root, parts[:-1]) as folder:
        return open_in(folder, parts[-1])


def open_in(folder, name) -> int:
    """A descriptor of a file in a folder. folder: as `folder_at` gives it."""
    with not_there():
        if isinstance(folder, int):
            descriptor = os.open(name, OPEN, dir_fd=folder)
        else:
            path = os.path.join(folder, name)
            if os.path.normcase(os.path.realpath(path)) != os.path.normcase(path):
                raise FolderRefusal(404, NOT_THERE)
            descriptor = os.open(path, OPEN)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise FolderRefusal(404, NOT_THERE)
    return descriptor


def check_space(folder, size):
    """Refusal if so many bytes would fill the disk."""
    free = shutil.disk_usage(folder).free
    if size > free - SPARE:
        raise FolderRefusal(507, 'the file has {:,} bytes, and the disk of temporary files has {:,} left; choose a file below the folder where the program'
                           ' was started, or set TMPDIR to a folder of another disk'.format(size, max(0, free - SPARE)), 'system')


def put_in(folder, name, size, read, mode=0o600):
    """Write a file of so many bytes into a private folder: all of it, or nothing.

    read(most): the next bytes, b'' at their end.
    """
    check_space(folder, size)
    part, left = os.path.join(folder, '.upload.%s.part' % os.urandom(6).hex()), size
    try:
        with open(os.open(part, NEW, mode), 'wb') as file:
            while left:
                piece = read(min(PIECE, left))
                if not piece:
                    raise FolderRefusal(400, 'the file ended before its last byte; try again', 'system')
                file.write(piece)
                left -= len(piece)
        os.replace(part, os.path.join(folder, name))
    finally:
        with suppress(FileNotFoundError):
            os.remove(part)
