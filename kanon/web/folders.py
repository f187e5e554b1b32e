"""The start folder, of which the page sees tables alone, and the private folder, in which each tab has a folder of its own.

Promise: no file outside the start folder is opened, whatever is asked for. A link is never followed, and nothing hidden is seen. Where the
system has openat, each folder of a path is opened in the one before it, without links. So nobody can put a link into the path meanwhile.
An upload is either a whole file or leaves nothing. It replaces a link, and is never written through it.
The private folder can be entered by its owner alone.
"""

from __future__ import annotations

import os
import shutil
import stat
from collections import namedtuple
from contextlib import contextmanager, suppress

from ..tables.packed import ending_of
from .guard import Refusal
from .plain_names import plain

ENDINGS = '.csv', '.tsv', '.txt', '.data'       # of the tables that are listed, packed or not
MOST_NAMES = 5000
PIECE = 1 << 20
SPARE = 64 << 20        # bytes that an upload leaves free
WALKS = os.open in os.supports_dir_fd and os.scandir in os.supports_fd
NOT_THERE = 'there is no such table or folder below the folder where the program was started'
OPEN = os.O_RDONLY | getattr(os, 'O_NOFOLLOW', 0) | getattr(os, 'O_BINARY', 0) | getattr(os, 'O_NONBLOCK', 0)     # to open a pipe would wait
NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, 'O_BINARY', 0)

# Where a table of a tab comes from: its parts below the start folder, and what tells whether the file is still the same.
Origin = namedtuple('Origin', 'parts stamp')


def is_table(name) -> bool:
    """Whether a file of this name is listed.

    >>> [is_table(name) for name in ('a.csv', 'A.TSV.gz', 'a.ini', '.a.csv', 'a\\x1b.csv')]
    [True, True, False, False, False]
    """
    return name[:len(name) - len(ending_of(name))].lower().endswith(ENDINGS) and not hidden(name)


def hidden(name) -> bool:
    return name.startswith('.') or not name.isprintable()


def parts_of(path) -> list:
    """The names of a path below a folder, [] for the folder itself. Refusal if one of them leads elsewhere or is hidden.

    >>> parts_of('a/b.csv'), parts_of('')
    (['a', 'b.csv'], [])
    """
    parts = path.split('/') if path else []
    for part in parts:
        if not part or hidden(part) or os.path.basename(part) != part or os.path.splitdrive(part)[0] or os.name == 'nt' and ':' in part:
            raise Refusal(404, NOT_THERE)
    return parts


def name_in_tab(name) -> str:
    """The name that a table gets in the folder of a tab: a plain one, and that of a table. No upload can be an INI file or a hierarchy.

    >>> name_in_tab('../Klinik 5.CSV.gz'), name_in_tab('clinic.ini'), name_in_tab('-o')
    ('Klinik 5.CSV.gz', 'clinic.ini.csv', 'o.csv')
    """
    made = plain(name)
    return made if is_table(made) else plain(made[:90] + '.csv')


@contextmanager
def folder_at(root, parts):
    """What os.scandir lists and os.open opens names in: a descriptor where the system has that, else a path without links."""
    if not WALKS:
        path = os.path.join(root, *parts)
        if os.path.normcase(os.path.realpath(path)) != os.path.normcase(path):
            raise Refusal(404, NOT_THERE)
        yield path
        return
    descriptor = os.open(root, os.O_RDONLY | os.O_DIRECTORY)
    try:
        for part in parts:
            below = os.open(part, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=descriptor)
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
        raise Refusal(403, 'this account may not read that file or folder') from None
    except (OSError, ValueError) as error:      # ValueError: a NUL, or half of a character
        if isinstance(error, Refusal):
            raise
        raise Refusal(404, NOT_THERE) from None


def listing(root, path) -> dict:
    """The folders and tables of a folder below another, by name; more: how many names are left out."""
    with not_there(), folder_at(root, parts_of(path)) as folder, os.scandir(folder) as entries:
        seen = [(entry.name, entry) for entry in entries if not hidden(entry.name)]
        folders = sorted(name for name, entry in seen if entry.is_dir(follow_symlinks=False))
        files = [{'name': name, 'bytes': entry.stat(follow_symlinks=False).st_size}
                 for name, entry in sorted(seen, key=lambda pair: pair[0]) if is_table(name) and entry.is_file(follow_symlinks=False)]
    more = max(0, len(folders) - MOST_NAMES) + max(0, len(files) - MOST_NAMES)
    return {'path': path, 'folders': folders[:MOST_NAMES], 'files': files[:MOST_NAMES], 'more': more}


def open_below(root, parts) -> int:
    """A descriptor of a file below a folder."""
    with not_there():
        if not parts:
            raise Refusal(404, NOT_THERE)
        with folder_at(root, parts[:-1]) as folder:
            if WALKS:
                descriptor = os.open(parts[-1], OPEN, dir_fd=folder)
            else:
                path = os.path.join(folder, parts[-1])
                if os.path.normcase(os.path.realpath(path)) != os.path.normcase(path):
                    raise Refusal(404, NOT_THERE)
                descriptor = os.open(path, OPEN)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise Refusal(404, NOT_THERE)
    return descriptor


def stamp_of(descriptor) -> tuple:
    """What tells whether a file is still the same, and its bytes."""
    status = os.fstat(descriptor)
    return status.st_size, status.st_mtime_ns, status.st_ino, status.st_dev


def check_same(root, name, origin):
    """Refusal if the file behind a table is another than it was when it was opened."""
    try:
        descriptor = open_below(root, origin.parts)
        try:
            same = stamp_of(descriptor) == origin.stamp
        finally:
            os.close(descriptor)
    except Refusal:
        same = False
    if not same:
        raise Refusal(409, '%s has changed since it was opened, or is gone; open it again' % name, 'changed')


def take_in(root, path, folder) -> tuple:
    """Put a table below the start folder into the folder of a tab: its name there, and its Origin.

    It becomes a link or, where no link can be made, a copy.
    """
    parts = parts_of(path)
    if not parts or not is_table(parts[-1]):
        raise Refusal(404, NOT_THERE)
    descriptor = open_below(root, parts)
    try:
        origin, name = Origin(parts, stamp_of(descriptor)), name_in_tab(parts[-1])
        part = os.path.join(folder, '.link.%s' % os.urandom(6).hex())
        try:
            os.symlink(os.path.join(root, *parts), part)
        except (OSError, NotImplementedError):
            with open(descriptor, 'rb', closefd=False) as file:
                put_in(folder, name, origin.stamp[0], file.read)
        else:
            os.replace(part, os.path.join(folder, name))
    finally:
        os.close(descriptor)
    return name, origin


def check_space(folder, size):
    """Refusal if so many bytes would fill the disk."""
    free = shutil.disk_usage(folder).free
    if size > free - SPARE:
        raise Refusal(507, 'the file has {:,} bytes, and the disk of temporary files has {:,} left; choose a file below the folder where the program'
                           ' was started, or set TMPDIR to a folder of another disk'.format(size, max(0, free - SPARE)), 'system')


def put_in(folder, name, size, read):
    """Write a file of so many bytes into a folder. read(most): the next bytes, b'' at their end. All of it is there, or nothing."""
    check_space(folder, size)
    part, left = os.path.join(folder, '.upload.%s.part' % os.urandom(6).hex()), size
    try:
        with open(os.open(part, NEW, 0o600), 'wb') as file:
            while left:
                piece = read(min(PIECE, left))
                if not piece:
                    raise Refusal(400, 'the file ended before its last byte; try again', 'system')
                file.write(piece)
                left -= len(piece)
        os.replace(part, os.path.join(folder, name))
    finally:
        with suppress(FileNotFoundError):
            os.remove(part)
