"""Write a file beside its target, and put it in place when it is complete.

Promise: the target is either the whole new file or what was there before, never a part of a file,
even if the power fails. An output that cannot or must not be written is refused before any work is
done for it.
A new file can be read by nobody who cannot read the tables that it is made from. A file that is
replaced keeps its permissions.
While a file is written its name ends in .part, and it is locked. A part that nobody has locked was
left by a run that was killed. The next run to the same target removes it.
"""

from __future__ import annotations

import errno
import os
import re
import stat
import sys
from contextlib import ExitStack, contextmanager

from ..errors import DataError, of_system, option, quoted, show
from .packed import text_file


BEHIND_NAME = '[.][0-9a-f]{12}[.]part'      # the end of the name of a part


def check_output(path, inputs, force, word='output', typed=True):
    """Raise DataError if the output cannot or must not be written.

    It must not be one of the inputs, and without force it must not exist.
    word: the setting that names it. typed: whether the user named it. If not, it must not be a
    link, which may have come with the table and lead anywhere.
    """
    if not typed and os.path.islink(path):
        raise DataError('the output is a link; name another with %s' % option(word), path)
    try:
        target = os.path.realpath(path)     # what `replacing` will replace
    except OSError as error:    # the current folder has been removed
        raise of_system(error, path) from None
    folder = os.path.dirname(target)
    if os.path.isdir(target) or os.path.basename(path) in ('', os.curdir, os.pardir):
        raise DataError('the output is a folder', path)
    if not os.path.isdir(folder):
        raise DataError('there is no folder %s; make it first'
                        % quoted(os.path.dirname(path) or folder), path)
    if not os.access(folder, os.W_OK):
        raise DataError('the folder of the output cannot be written to', path)
    if os.path.lexists(target):
        check_existing(target, path, inputs)
        if not force:
            raise DataError('the output exists; name another with %s, or replace it with %s'
                            % (option(word), option('force', True)), path)
    elif target in map(os.path.realpath, inputs):
        kind = 'INI file' if path.endswith('.ini') else 'hierarchy'
        raise DataError('the next run would read the output as its %s' % kind, path)


def check_existing(target, path, inputs):
    """Raise DataError if a target that exists is one of the inputs, or is not a file."""
    for used in inputs:
        if os.path.exists(used) and os.path.samefile(used, target):
            raise DataError('the output is the input %s' % used, path)
    check_kind(target, path)


def check_kept(path, inputs):
    """Raise DataError if a file that a run keeps up to date cannot be replaced, or is an input."""
    if os.path.lexists(path):
        check_output(path, inputs, True)
        if not os.stat(path).st_mode & stat.S_IWUSR:
            raise DataError('may not be written to; its owner has taken that permission away',
                            path)
    else:
        check_output(path, inputs, False)


def check_new_folder(path, word):
    """Raise DataError if a folder is neither there nor can be made.

    word: the setting that names it.
    """
    if os.path.lexists(path) and not os.path.isdir(path):
        raise DataError('is a file; name a folder with %s' % option(word), path)
    if not os.path.isdir(path):
        check_output(path.rstrip(os.sep), [], False, word)


def check_kind(target, path):
    """Raise DataError if the target exists and is not a file."""
    if os.path.lexists(target) and not os.path.isfile(target):
        raise DataError('the output is a device, or a link to itself', path)


def hidden_from(tables) -> int:
    """The permissions, as in a umask, that a new file must not have.

    They are those of a group or of others that cannot read all these tables.
    """
    hidden = 0
    for path in tables:
        try:
            mode = os.stat(path).st_mode
        except (OSError, ValueError):       # its reading says why
            continue
        if not mode & stat.S_IRGRP:
            hidden |= stat.S_IRWXG
        if not mode & stat.S_IROTH:
            hidden |= stat.S_IRWXO
    return hidden


@contextmanager
def replacing(path, tables=()):
    """Yield the name of a new file beside `path`.

    It takes the place of `path` at the end, or is removed after an error. tables: the files that it
    is made from (`hidden_from`). A command line has set the umask by them already (desk/run.py).
    """
    target = os.path.realpath(path)
    check_kind(target, path)        # again, in case the caller did not. A device is not replaced
    part = descriptor = None
    try:
        parts_left(path, deal=os.remove)
        # Another run may take the part for left, and remove it, before it is locked.
        while part is None or not os.path.exists(part):
            if descriptor is not None:
                os.close(descriptor)
            part = '%s.%s.part' % (target, os.urandom(6).hex())
            how = os.O_RDWR | os.O_CREAT | os.O_EXCL
            descriptor = os.open(part, how, 0o666 & ~hidden_from(tables))
            lock(descriptor)
        if os.path.exists(target):
            os.chmod(part, stat.S_IMODE(os.stat(target).st_mode))
        yield part
        os.fsync(descriptor)        # else a power failure could leave the name without its bytes
        if os.name == 'nt':         # where an open file cannot be renamed
            descriptor = os.close(descriptor)
        os.replace(part, target)
        sync_folder(os.path.dirname(target))
    except OSError as error:
        raise of_system(error, path) from None
    finally:
        try:
            if descriptor is not None:
                os.close(descriptor)
        finally:
            if part is not None:
                remove(part)


@contextmanager
def replacing_with_another(path, before):
    """Yield the name of a new file beside `path`, and a function that puts it in place.

    The function is to be called right before another file is put in its own place. It takes the
    name of that file as it is now, and the place where it goes. If the other one does not get to
    its place, because of an error or a signal, what was at `path` is put back.
    before: the bytes that were read at `path`, None if there was no file. DataError if another run
    has changed them since.
    """
    placed: list = []       # the identity of the other file, and its place
    stack = ExitStack()
    part = stack.enter_context(replacing(path))

    def put(other, place):
        with locked_folder(path):
            if content_of(path) != before:
                raise DataError('another run has changed it since this one read it; run again',
                                path)
            placed.append((identity(other), place))
            stack.close()
    try:
        yield part, put
    except BaseException:       # a signal may come after both have been placed
        alone = any(identity_of(place) != moved for moved, place in placed)
        if alone and before is None:
            remove(path)
        elif alone:
            with replacing(path) as old, open(old, 'wb') as file:
                file.write(before)
        raise
    finally:
        stack.__exit__(*sys.exc_info())


@contextmanager
def locked_folder(path):
    """Hold the lock of the folder of a path, one run at a time, where the system has such locks."""
    descriptor = None
    try:
        folder = os.path.dirname(os.path.realpath(path))
        descriptor = os.open(folder, os.O_RDONLY)
        lock(descriptor)
    except OSError:     # Windows opens no folder
        pass
    try:
        yield
    finally:
        if descriptor is not None:
            os.close(descriptor)


def content_of(path):
    """The bytes of a file, None if there is none."""
    if os.path.exists(path) and not os.path.isfile(path):
        # A pipe, as /dev/stdout may be, would be waited for.
        raise DataError('is no file that can be kept', path)
    try:
        with open(path, 'rb') as file:
            return file.read()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise of_system(error, path) from None


def sync_folder(folder):
    """Wait until the disk has the names in a folder, where the system can tell."""
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except OSError:     # Windows opens no folder
        return
    try:
        os.fsync(descriptor)
    except OSError:     # some file systems have it for files alone
        pass
    finally:
        os.close(descriptor)


def parts_left(path, deal=lambda part: None) -> list:
    """The parts of an output that no run holds. They were left by runs that were killed.

    deal: called with each of them. Where there are no locks, as on Windows, nothing tells such a
    part from that of a run. So there are none.
    """
    folder, name = os.path.split(os.path.realpath(path))
    try:
        names = sorted(os.listdir(folder))
    except OSError:     # a folder that may be written to, but not listed
        return []
    beside = [other for other in names if other.startswith(name)]
    parts = [os.path.join(folder, other) for other in beside
             if re.fullmatch(BEHIND_NAME, other[len(name):])]
    return [part for part in parts if is_left(part, deal)]


def is_left(part, deal) -> bool:
    """Whether no run holds a part. If so, it is dealt with while no run can take it."""
    no_link, at_once = getattr(os, 'O_NOFOLLOW', 0), getattr(os, 'O_NONBLOCK', 0)
    descriptor = None
    try:
        descriptor = os.open(part, os.O_RDWR | no_link | at_once)
        left = stat.S_ISREG(os.fstat(descriptor).st_mode) and lock(descriptor, wait=False)
        if left:
            deal(part)
        return left
    except OSError:     # it is somebody else's, or has gone
        return False
    finally:
        if descriptor is not None:
            os.close(descriptor)


def lock(descriptor, wait=True) -> bool:
    """Lock an open file until it is closed or the run ends, however it ends.

    Returns whether that was possible.
    """
    try:
        import fcntl
        fcntl.flock(descriptor, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        return True
    except (ImportError, OSError):      # another run has it, or the file system has no locks
        return False


def remove(path):
    """Remove a file if it exists, even if a signal interrupts. At most one signal raises."""
    try:
        if os.path.exists(path):
            os.remove(path)
    except KeyboardInterrupt:
        remove(path)
        raise


@contextmanager
def replacing_or_printing(path, what='the release', tables=()):
    """`replacing`. For '-' the file is a temporary one, which is copied to standard output."""
    if path != '-':
        with replacing(path, tables) as part:
            yield part
        return
    import shutil
    import tempfile
    with tempfile.TemporaryDirectory() as folder:
        part = os.path.join(folder, 'release.csv')
        try:
            yield part
        except OSError as error:
            where = tempfile.gettempdir()
            raise of_system(error, 'a temporary file in %s (TMPDIR may name another folder)'
                            % where) from None
        with printing(what), open(part, 'rb') as release:
            shutil.copyfileobj(release, sys.stdout.buffer)


begun: list = []        # what a run prints on standard output, once it begins to


@contextmanager
def printing(what):
    """Refuse, as for a full disk, if standard output takes no more.

    Its reader has gone, or its own disk is full.
    """
    try:
        if sys.stdout is None:
            raise OSError(errno.EBADF, 'it is closed')
        sys.stdout.reconfigure(errors='backslashreplace')
        begun.append(what)
        yield
        sys.stdout.flush()
    except OSError as error:
        # The rest of the buffer goes nowhere when Python ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        raise DataError('standard output takes no more (%s) of %s'
                        % (error.strerror or error, what)) from None


def write_all(texts):
    """Write {path: text} in UTF-8."""
    with replacing_all(texts):
        pass


@contextmanager
def replacing_all(texts, encodings={}):
    """Write {path: text} aside, yield {path: its new file}, and put all in place at the end.

    Missing folders are made. encodings: {path: its encoding}, if it is not UTF-8.
    """
    folders = dict.fromkeys(map(os.path.dirname, texts))
    new_folders = [folder for folder in folders if folder and not os.path.isdir(folder)]
    try:
        for folder in new_folders:
            os.makedirs(folder, exist_ok=True)
        with ExitStack() as stack:
            parts = {path: stack.enter_context(replacing(path)) for path in texts}
            for path, part in parts.items():
                write_text(part, texts[path], path, encodings.get(path, 'utf-8'))
            yield parts
    except OSError as error:
        raise of_system(error, error.filename or next(iter(texts))) from None
    finally:
        for folder in new_folders:
            if os.path.isdir(folder) and not os.listdir(folder):
                os.rmdir(folder)


def write_text(part, text, path, encoding='utf-8'):
    """Write a text to the new file `part`, which will be `path`."""
    try:
        with text_file(part, path, encoding) as file:
            file.write(text)
    except UnicodeEncodeError as error:
        character = show(error.object[error.start:error.end])
        raise DataError('%s cannot be written in %s' % (character, encoding.upper()),
                        path) from None
    except OSError as error:
        raise of_system(error, path) from None


def identity(path) -> tuple:
    """Two numbers that tell a file from every other. They stay when the file is renamed."""
    status = os.stat(path)
    return status.st_dev, status.st_ino


def identity_of(path):
    """What tells a file from all others, None where there is none."""
    try:
        return None if path in (None, '-') else identity(path)
    except (OSError, ValueError):       # ValueError: a NUL in the name
        return None
