"""A new file beside the old one, put in its place when it is whole.

Promise: after `aside` there is the whole new file or what there was before, never a part of a file; an output that is an
input, exists, or is no file is refused before any work is done for it.

What stands in the place of the output, before a run and however it ended.

Promise: what is said of it is what is seen there, not what was noted on the way: a signal may come between a deed and its note.

What happened, as one dict, and as a screenful of text made from it.

Promise: read = published + suppressed + missing, and the text says nothing that the dict does not hold.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
from contextlib import ExitStack, contextmanager

from ..errors import DataError, of_system, quoted, show


@contextmanager
def aside(path):
    """The name for a new file beside `path`: it takes its place at the end, and is removed if anything goes wrong."""
    target = os.path.realpath(path)
    check_kind(target, path)        # once more, whoever forgot to look: a device must not be replaced
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


def write_all(texts):
    """Write {path: text}, all aside in UTF-8, then put all in their places; folders that are not there are made."""
    made = [folder for folder in dict.fromkeys(map(os.path.dirname, texts)) if folder and not os.path.isdir(folder)]
    try:
        for folder in made:
            os.makedirs(folder, exist_ok=True)
        with ExitStack() as stack:
            parts = {path: stack.enter_context(aside(path)) for path in texts}
            for path, part in parts.items():
                write_text(part, texts[path], path)
    except OSError as error:
        raise of_system(error, error.filename or next(iter(texts))) from None
    finally:
        for folder in made:
            if os.path.isdir(folder) and not os.listdir(folder):
                os.rmdir(folder)


def write_text(part, text, path):
    try:
        with open(part, 'w', newline='', encoding='utf-8') as file:
            file.write(text)
    except UnicodeEncodeError as error:
        raise DataError('%s cannot be written in UTF-8' % show(error.object[error.start:error.end]), path) from None
    except OSError as error:
        raise of_system(error, path) from None


def remove(path):
    """Remove a file that may be there, even if a signal comes meanwhile; there is one at most that raises."""
    try:
        if os.path.exists(path):
            os.remove(path)
    except KeyboardInterrupt:
        remove(path)
        raise


def check_kind(target, path):
    """DataError where something else than a file stands in the output's place."""
    if os.path.lexists(target) and not os.path.isfile(target):
        raise DataError('the output is a device, or a link to itself', path)


@contextmanager
def aside_or_standard_output(path):
    """`aside`, or for '-' a temporary file that is copied to standard output at the end."""
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


def check_output(path, inputs, force, word='-o'):
    """DataError where the output cannot or must not be written, before any work is done for it."""
    target = os.path.realpath(path)     # what `aside` will replace
    folder = os.path.dirname(target)
    if os.path.isdir(target) or os.path.basename(path) in ('', os.curdir, os.pardir):
        raise DataError('the output is a folder', path)
    if not os.path.isdir(folder):
        raise DataError('there is no folder %s' % quoted(os.path.dirname(path) or folder), path)
    if not os.access(folder, os.W_OK):
        raise DataError('the folder of the output cannot be written to', path)
    if target in map(os.path.realpath, inputs) and not os.path.lexists(target):
        raise DataError('the next run would read the output as its %s' % ('INI file' if path.endswith('.ini') else 'hierarchy'), path)
    if os.path.lexists(target):
        for used in inputs:
            if os.path.exists(used) and os.path.samefile(used, target):
                raise DataError('the output is the input %s' % used, path)
        check_kind(target, path)
        if not force:
            raise DataError('the output exists; give another with %s, or --force' % word, path)


def identity(path) -> tuple:
    """What tells a file from all others that there are, and stays the same when it is renamed."""
    found = os.stat(path)
    return found.st_dev, found.st_ino


@contextmanager
def printing(what):
    """DataError where standard output takes no more: its reader has gone, or its disk is full."""
    try:
        if sys.stdout is None:
            raise OSError(errno.EBADF, 'it is closed')
        sys.stdout.reconfigure(errors='backslashreplace')
        yield
        sys.stdout.flush()
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)    # where the rest of the buffer goes when Python ends
        raise DataError('standard output takes no more (%s) of %s' % (error.strerror or error, what)) from None
