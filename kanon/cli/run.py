"""What the two scripts share around their algorithm: reading, publishing, and the ways a run can end.

Promise: a run that ends with another status than 0 says why in one line on standard error (`check`, where a requirement
does not hold, in its report), and leaves no part of a file: at the output stands what stood there before or, where only
the report could not be printed, the whole release.

What stands in the place of the output, before a run and however it ended.

Promise: what is said of it is what is seen there, not what was noted on the way: a signal may come between a deed and its note.
"""

from __future__ import annotations

import gc
import os
import signal
import sys

from ..errors import DataError, one_line
from ..tables.aside import identity
from .options import parse
from .signals import Stopper
from .words import COMMANDS, PUBLISH


def run(program, main, argv=None) -> int:
    """main(options), and the exit status of how it ended: what main returns (None is 0), or that of its exception."""
    if sys.stderr is None:      # it was closed: print would take standard output for it
        sys.stderr = open(os.devnull, 'w')
    gc.disable()        # nothing here makes cycles, and the collector would walk the frequency set again and again
    stopper, options = Stopper(), None
    try:
        for number in (signal.SIGINT, signal.SIGTERM, getattr(signal, 'SIGHUP', None)):
            if number and signal.getsignal(number) != signal.SIG_IGN:       # as nohup sets it
                signal.signal(number, stopper)
        options = parse(program, argv)
        return main(options) or 0
    except (DataError, KeyboardInterrupt, OSError, MemoryError, UnicodeEncodeError) as error:
        stopper.over()
        status, text = ending(error, '--redact' in (sys.argv[1:] if argv is None else argv))
        standing = stands(options)
        if isinstance(error, KeyboardInterrupt):
            standing = standing or 'no part of a file is left'
        print_error('%s: %s' % (COMMANDS[program], one_line(text if standing in text else '%s; %s' % (text, standing))))
        return status
    finally:
        stopper.over()


def ending(error, redact) -> tuple:
    """The exit status of an exception, and what is said of it."""
    if isinstance(error, KeyboardInterrupt):
        number = error.args[0] if error.args else signal.SIGINT
        return 128 + number, 'interrupted' if number == signal.SIGINT else 'terminated'
    if isinstance(error, MemoryError):
        return 1, 'there is not enough memory'
    if isinstance(error, UnicodeEncodeError):       # PyPy in a locale of ASCII
        return 1, 'the name of a file cannot be written in %s, the encoding of names here' % error.encoding
    if isinstance(error, DataError):
        return 1, error.redacted() if redact else str(error)
    return 1, ': '.join(str(part) for part in (error.filename, error.strerror or error) if part)


def print_error(text):
    """A line on standard error; where that takes no more, the exit status has to do."""
    try:
        print(text, file=sys.stderr, flush=True)
    except OSError:
        pass


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
