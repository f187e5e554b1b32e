"""Files that were made here, where nobody else can write, put into a folder where others may.

Promise: all of them are put in place, or everything is as it was. Nothing is written outside the
folder and the folders right in it, whatever others put there meanwhile. Each file is new, is
written by its own descriptor, and takes its place by a rename in the open folder, which follows no
link. A file keeps the permissions of the one that it replaces, if that has the same owner.
Otherwise it can be read by nobody who cannot read the table.
A folder is a descriptor or, where the system cannot open a name in one, a path below which nobody
else can write (start_folder.py).
"""

from __future__ import annotations

import os
import shutil
import signal
import stat
from contextlib import ExitStack, contextmanager, suppress

from ...core.desk.signals import Stopper
from ...core.errors import Changed, DataError, of_system
from ...core.tables.output_file import hidden_from, lock
from .opening import BELOW, NEW


def standing(folder, paths) -> list:
    """Those of the paths that have a file in a folder. DataError if one cannot be replaced."""
    found = []
    for path in paths:
        home, name = os.path.split(path)
        with told_of_file(path), suppress(FileNotFoundError), folder_in(folder, home) as inner:
            status = status_of(inner, name)
            check_target(status, path)
            found += [path] * bool(status)
    return found


def put_all(folder, paths, table, replace):
    """Copy these files of the current folder to the same paths in a folder, where they may be.

    table: from which they were made. replace: whether they may take the place of others.
    """
    hidden, files = hidden_from([table]), []
    with stoppable(), new_folders(folder, map(os.path.dirname, paths)), ExitStack() as opened:
        try:
            for path in paths:
                with told_of_file(path):
                    inner = opened.enter_context(folder_in(folder, os.path.dirname(path)))
                    files.append(NewFile(inner, path))
                    files[-1].copy(hidden)
            for file in files:
                with told_of_file(file.path):
                    file.put(replace)
        except BaseException:
            for file in reversed(files):
                with suppress(OSError):
                    file.undo()
            raise
        else:
            for file in files:
                file.forget()
        finally:
            for file in files:
                file.close()


@contextmanager
def stoppable():
    """SIGTERM raises in the block, so that it can tidy up."""
    previous = signal.signal(signal.SIGTERM, Stopper())
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, previous)


@contextmanager
def new_folders(folder, homes):
    """Make those folders in a folder that are not there. One that is empty at the end is removed."""
    made = [home for home in dict.fromkeys(homes) if home and not status_of(folder, home)]
    try:
        for home in made:
            with told_of_file(home):
                inside(folder, os.mkdir, home)
        yield
    finally:
        for home in made:
            with suppress(OSError):     # it has files
                inside(folder, os.rmdir, home)


@contextmanager
def told_of_file(path):
    """What the system refuses is said of a file."""
    try:
        yield
    except OSError as error:
        raise of_system(error, path) from None


@contextmanager
def folder_in(folder, name):
    """A folder in a folder, '' for itself. DataError if it is a link."""
    if not name:
        yield folder
        return
    check_no_link(inside(folder, os.lstat, name), name)
    if not isinstance(folder, int):
        yield os.path.join(folder, name)
        return
    descriptor = os.open(name, BELOW, dir_fd=folder)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def inside(folder, call, name, *words):
    """Call a function of `os` for a name in a folder."""
    if isinstance(folder, int):
        return call(name, *words, dir_fd=folder)
    return call(os.path.join(folder, name), *words)


def both_inside(folder, call, one, other, **more):
    """Call a function of `os` for two names in a folder."""
    if isinstance(folder, int):
        call(one, other, src_dir_fd=folder, dst_dir_fd=folder, **more)
    else:
        call(os.path.join(folder, one), os.path.join(folder, other))


def status_of(folder, name):
    """What a folder says of a name, and of a link itself. None if nothing has the name."""
    try:
        return inside(folder, os.lstat, name)
    except FileNotFoundError:
        return None


def check_no_link(status, path):
    if stat.S_ISLNK(status.st_mode):
        raise DataError('is a link, and nothing is written through one', path)


def check_target(status, path):
    """DataError if no file may take the place of what is there."""
    if status:
        check_no_link(status, path)
        if stat.S_ISDIR(status.st_mode):
            raise DataError('is a folder, and no file takes its place', path)
        if not stat.S_ISREG(status.st_mode):
            raise DataError('is a device or a pipe, and no file takes its place', path)


class NewFile:
    """A file that is on its way to a path in a folder.

    kept: whether what was there may have another name. written: what tells it from all other files.
    """

    def __init__(self, folder, path):
        self.folder, self.path, self.name = folder, path, os.path.basename(path)
        self.part, self.former = (self.name + '.%s.part' % os.urandom(6).hex() for _ in range(2))
        self.kept, self.written = False, None
        self.descriptor = inside(folder, os.open, self.part, NEW, 0o600)
        lock(self.descriptor)

    def copy(self, hidden):
        """Write it. hidden: the permissions that it must not have."""
        with open(self.path, 'rb') as file, open(self.descriptor, 'wb', closefd=False) as new:
            shutil.copyfileobj(file, new)
            self.mode = os.fstat(file.fileno()).st_mode & 0o777 & ~hidden
        os.fsync(self.descriptor)

    def put(self, replace):
        """Give it its name."""
        status = status_of(self.folder, self.name)
        check_target(status, self.path)
        if status and not replace:
            raise DataError('has come meanwhile; nothing was written', self.path)
        if hasattr(os, 'fchmod'):
            own = status and status.st_uid == os.geteuid()
            os.fchmod(self.descriptor, status.st_mode & 0o777 if own else self.mode)
        if status:
            self.keep()
        self.written = os.fstat(self.descriptor)
        if os.name == 'nt':         # where an open file cannot be renamed
            self.descriptor = os.close(self.descriptor)
        both_inside(self.folder, os.replace, self.part, self.name)
        if not self.stands():
            raise Changed('somebody else has put another file in its place', self.path)
        if isinstance(self.folder, int):
            with suppress(OSError):         # some file systems have it for files alone
                os.fsync(self.folder)

    def keep(self):
        """Give what is there another name. Its bytes are not read: others may have put it there."""
        self.kept = True
        try:
            both_inside(self.folder, os.link, self.name, self.former, follow_symlinks=False)
        except OSError:         # not every disk gives a file two names
            both_inside(self.folder, os.replace, self.name, self.former)

    def stands(self) -> bool:
        """Whether it has its name."""
        status = status_of(self.folder, self.name)
        return bool(status and self.written and os.path.samestat(status, self.written))

    def undo(self):
        """What was there has its name again."""
        if self.kept:
            both_inside(self.folder, os.replace, self.former, self.name)
            self.forget()       # a rename does nothing where both names are of one file
        elif self.stands():
            inside(self.folder, os.remove, self.name)

    def forget(self):
        """What was there is no longer needed."""
        with suppress(FileNotFoundError):
            inside(self.folder, os.remove, self.former)

    def close(self):
        """It has its name, or will not get it."""
        with suppress(FileNotFoundError):
            inside(self.folder, os.remove, self.part)
        if self.descriptor is not None:
            os.close(self.descriptor)
