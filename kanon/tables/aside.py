"""Write a file beside its target, and put it in place when it is complete.

Promise: the target is either the whole new file or what was there before, never a part of a file. An output that cannot or
must not be written is refused before any work is done for it.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
from contextlib import ExitStack, contextmanager

from ..errors import DataError, of_system, quoted, show
from .packed import text_file


def check_output(path, inputs, force, word='-o'):
    """Raise DataError if the output cannot or must not be written.

    It must not be one of the inputs, and without force it must not exist. word: the option that names it.
    """
    try:
        target = os.path.realpath(path)     # what `aside` will replace
    except OSError as error:    # the current folder has been removed
        raise of_system(error, path) from None
    folder = os.path.dirname(target)
    if os.path.isdir(target) or os.path.basename(path) in ('', os.curdir, os.pardir):
        raise DataError('the output is a folder', path)
    if not os.path.isdir(folder):
        raise DataError('there is no folder %s; make it first' % quoted(os.path.dirname(path) or folder), path)
    if not os.access(folder, os.W_OK):
        raise DataError('the folder of the output cannot be written to', path)
    if target in map(os.path.realpath, inputs) and not os.path.lexists(target):
        kind = 'INI file' if path.endswith('.ini') else 'hierarchy'
        raise DataError('the next run would read the output as its %s' % kind, path)
    if os.path.lexists(target):
        for used in inputs:
            if os.path.exists(used) and os.path.samefile(used, target):
                raise DataError('the output is the input %s' % used, path)
        check_kind(target, path)
        if not force:
            raise DataError('the output exists; name another with %s, or replace it with --force' % word, path)


def check_kind(target, path):
    """Raise DataError if the target exists and is not a file."""
    if os.path.lexists(target) and not os.path.isfile(target):
        raise DataError('the output is a device, or a link to itself', path)


@contextmanager
def aside(path):
    """Yield the name of a new file beside `path`. It takes the place of `path` at the end, or is removed after an error."""
    target = os.path.realpath(path)
    check_kind(target, path)        # again, in case the caller did not: a device must not be replaced
    part = '%s.%s.part' % (target, os.urandom(6).hex())
    try:
        open(part, 'x').close()
        if os.path.exists(target):
            os.chmod(part, stat.S_IMODE(os.stat(target).st_mode))
        yield part
        os.replace(part, target)
    except OSError as error:
        raise of_system(error, path) from None
    finally:
        remove(part)


def remove(path):
    """Remove a file if it exists, even if a signal interrupts. At most one signal raises."""
    try:
        if os.path.exists(path):
            os.remove(path)
    except KeyboardInterrupt:
        remove(path)
        raise


@contextmanager
def aside_or_standard_output(path):
    """`aside`; for '-', the name of a temporary file that is copied to standard output at the end."""
    if path != '-':
        with aside(path) as part:
            yield part
        return
    import shutil
    import tempfile
    with tempfile.TemporaryDirectory() as folder:
        part = os.path.join(folder, 'release.csv')
        try:
            yield part
        except OSError as error:
            raise of_system(error, 'a temporary file in %s (TMPDIR may name another folder)' % tempfile.gettempdir()) from None
        with printing('the release'), open(part, 'rb') as release:
            shutil.copyfileobj(release, sys.stdout.buffer)


@contextmanager
def printing(what):
    """Refuse, as for a full disk, if standard output takes no more. Its reader has gone, or its own disk is full."""
    try:
        if sys.stdout is None:
            raise OSError(errno.EBADF, 'it is closed')
        sys.stdout.reconfigure(errors='backslashreplace')
        yield
        sys.stdout.flush()
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)    # where the rest of the buffer goes when Python ends
        raise DataError('standard output takes no more (%s) of %s' % (error.strerror or error, what)) from None


def write_all(texts):
    """Write {path: text} in UTF-8. All are written aside before the first is put in place; missing folders are made."""
    new_folders = [folder for folder in dict.fromkeys(map(os.path.dirname, texts)) if folder and not os.path.isdir(folder)]
    try:
        for folder in new_folders:
            os.makedirs(folder, exist_ok=True)
        with ExitStack() as stack:
            parts = {path: stack.enter_context(aside(path)) for path in texts}
            for path, part in parts.items():
                write_text(part, texts[path], path)
    except OSError as error:
        raise of_system(error, error.filename or next(iter(texts))) from None
    finally:
        for folder in new_folders:
            if os.path.isdir(folder) and not os.listdir(folder):
                os.rmdir(folder)


def write_text(part, text, path):
    try:
        with text_file(part, path) as file:
            file.write(text)
    except UnicodeEncodeError as error:
        raise DataError('%s cannot be written in UTF-8' % show(error.object[error.start:error.end]), path) from None
    except OSError as error:
        raise of_system(error, path) from None


def identity(path) -> tuple:
    """Two numbers that tell a file from every other. They stay the same when the file is renamed."""
    status = os.stat(path)
    return status.st_dev, status.st_ino
