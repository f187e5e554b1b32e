"""The start folder, and how a table in it becomes one of a tab.

Promise: what was checked is what is used, although others may write to the start folder, and swap
any name in it at any moment. The folder is opened once. A table is opened once, below the folder
and without links. A run reads that open file, or a copy that was made from it. A release is written
into the folder that was checked (placing.py).
Where the system cannot open a name in an open folder, nobody else may write to these (owners.py).
"""

from __future__ import annotations

import os
import sys
from collections import namedtuple
from contextlib import ExitStack, contextmanager, suppress

from ...core.errors import DataError, of_system
from .opening import (NOT_THERE, FolderRefusal, folder_at, is_table, names_in, not_there, open_in,
                      opened_root, path_parts, put_in)
from .owners import others_may_write

# Linux has a name for an open file of a process. Elsewhere there is none, or all that open it share
# one place in the file.
LINKS = '/proc/self/fd/%d' if sys.platform.startswith('linux') else None
MOVED = ('the folder where the program was started has been moved or replaced; end the program '
         'with Ctrl-C, and start it again')
NOT_ALONE = ('others may write to this folder, and this system cannot hold a folder open; name one '
             'that only your account may write to, or an empty one, and drop the tables on the page')
SEVERAL_NAMES = ('this file has several names (hard links), and others may write to its folder, so '
                 'one of them may have put it there; copy it, and choose the copy')

# Where a table of a tab comes from: its parts below the start folder, and what tells whether its
# file and its folder are still the same. descriptor: by which a run reads it, None of a copy.
Origin = namedtuple('Origin', 'parts stamp descriptor')


class Start:
    """The start folder. held: whether it is open, so that nobody can put another in its place."""

    def __init__(self, path):
        self.path = os.path.realpath(path)
        try:
            self._root = opened_root(self.path)
            self._status = os.stat(self._root)
        except OSError as error:
            raise of_system(error, path) from None
        self.held = isinstance(self._root, int)
        if not self._is_alone([]):
            raise DataError(NOT_ALONE, path)

    def close(self):
        root, self._root = self._root, None
        if isinstance(root, int):
            os.close(root)

    @contextmanager
    def folder(self, parts):
        """A folder below it, as `folder_at` gives it.

        Refusal if another start folder has its name by now, where its user would look for files.
        """
        with ExitStack() as stack:
            with not_there():
                if not self._stands():
                    raise FolderRefusal(409, MOVED, 'changed')
                folder = stack.enter_context(folder_at(self._root, parts))
                if not self._is_alone(parts):
                    raise FolderRefusal(403, NOT_ALONE, 'system')
            yield folder

    def _stands(self) -> bool:
        """Whether its path still leads to it."""
        try:
            return os.path.samestat(os.stat(self.path), self._status)
        except OSError:
            return False

    def _is_alone(self, parts) -> bool:
        """Whether nobody else can write to these folders, where a path is all that leads to them."""
        folders = [os.path.join(self.path, *parts[:place]) for place in range(len(parts) + 1)]
        return self.held or not any(map(others_may_write, folders))

    def listing(self, path) -> dict:
        """The folders and tables of a folder."""
        with self.folder(path_parts(path)) as folder:
            return {'path': path, **names_in(folder)}

    def take_in(self, path, private) -> tuple:
        """Put a table into a private folder: the name of the part that becomes it, its Origin."""
        parts = path_parts(path)
        if not parts or not is_table(parts[-1]):
            raise FolderRefusal(404, NOT_THERE)
        with self.folder(parts[:-1]) as folder, ExitStack() as opened:
            descriptor = open_in(folder, parts[-1])
            opened.callback(os.close, descriptor)
            status = os.fstat(descriptor)
            if status.st_nlink > 1 and others_may_write(folder):
                raise FolderRefusal(403, SEVERAL_NAMES)
            stamp, part = stamp_of(descriptor, folder), '.table.%s' % os.urandom(6).hex()
            if linked(os.path.join(private, part), descriptor):
                opened.pop_all()        # it stays open
                return part, Origin(parts, stamp, descriptor)
            with open(descriptor, 'rb', closefd=False) as file:
                put_in(private, part, status.st_size, file.read, status.st_mode & 0o777 | 0o600)
            if stamp_of(descriptor, folder) != stamp:
                os.remove(os.path.join(private, part))
                raise changed(parts[-1])
            return part, Origin(parts, stamp, None)

    @contextmanager
    def home_of(self, name, origin):
        """The folder of a table.

        Refusal if the folder, or the file behind the name, is another than when it was opened.
        """
        with ExitStack() as stack:
            try:
                folder = stack.enter_context(self.folder(origin.parts[:-1]))
                descriptor = open_in(folder, origin.parts[-1])
                stack.callback(os.close, descriptor)
                same = stamp_of(descriptor, folder) == origin.stamp
            except FolderRefusal:
                same = False
            if not same:
                raise changed(name)
            yield folder


def changed(name) -> FolderRefusal:
    said = '%s has changed since it was opened, or is gone; open it again' % name
    return FolderRefusal(409, said, 'changed')


def stamp_of(descriptor, folder) -> tuple:
    """The bytes of a file, and what tells whether it is still the same, in the same folder."""
    file, home = os.fstat(descriptor), os.stat(folder)
    return file.st_size, file.st_mtime_ns, file.st_ino, file.st_dev, home.st_ino, home.st_dev


def linked(path, descriptor) -> bool:
    """Make a link to an open file, for a process that has the same descriptor.

    Whether that can be done here. If not, nothing is there.
    """
    if LINKS:
        with suppress(OSError):
            os.symlink(LINKS % descriptor, path)
            again = os.open(path, os.O_RDONLY)
            try:
                return os.path.samestat(os.fstat(again), os.fstat(descriptor))
            finally:
                os.close(again)
    with suppress(FileNotFoundError):
        os.remove(path)
    return False
