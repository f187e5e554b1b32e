"""What stands in the place of the output, before a run and however it ended.

Promise: what is said of it is what is seen there, not what was noted on the way: a signal may come between a deed and its note.
"""

from __future__ import annotations

import os

from .words import PUBLISH


def identity(path) -> tuple:
    """What tells a file from all others that there are, and stays the same when it is renamed."""
    found = os.stat(path)
    return found.st_dev, found.st_ino


def stands(options) -> str:
    """What is said of an output that is in its place, '' if it is not there; `options.released` is its identity, or the sentence."""
    if not options or not options.released:
        return ''
    if isinstance(options.released, str):
        return options.released
    try:
        there = options.released is True or options.released == identity(options.output)
    except OSError:
        there = False
    what = 'the release' if options.program in PUBLISH.split() else 'the new file'
    return there and '%s stands in %s' % (what, 'standard output' if options.output == '-' else options.output) or ''
