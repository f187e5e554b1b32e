"""How a run starts and how it ends: signals, exit status, and one line on standard error.

Promise: a run that ends with another status than 0 says why in one line on standard error, or in
the report of `check`. It leaves no part of a file. At the output stands what stood there before or,
where only the report could not be printed, the whole release.
"""

from __future__ import annotations

import atexit
import gc
import os
import signal
import sys

from ..errors import DataError, kind_of_system, one_line, worded
from ..own_files import CHECKOUT, exists
from ..settings.ini import resting
from ..tables.output_file import begun, hidden_from, identity_of
from ..tables.packed import file_of_table, in_database
from ..tables.table import is_csv
from ..tables.text import byte_stream
from .options import ABOVE, home, parse, place_of, wants_json, word_of
from .screen import print_failure, speaker_of
from .signals import Stopper, heed_signals, rest_collector


_to_say: list = []      # what `say_at_the_end` keeps during a run


def say_at_the_end(sentence):
    """Print a sentence on standard error once the run has succeeded.

    A run that is refused says one thing alone.
    """
    _to_say.append(sentence)


def run(program, main, argv=None) -> int:
    """Run main(options). Returns the exit status: what main returns, or that of its exception."""
    if sys.stderr is None:      # it was closed, and print would take standard output for it
        sys.stderr = open(os.devnull, 'w', encoding='utf-8')
    rest_collector()
    if argv is None and hasattr(gc, 'freeze'):      # not every Python has it
        atexit.register(gc.freeze)      # or the collector would run once more when Python ends
    _to_say.clear()
    begun.clear()
    words = sys.argv[1:] if argv is None else argv
    place = word_of(program)            # how a message names a setting
    output = before = None              # the file that is written, and what stands there before
    stopper, umask = Stopper(), None
    try:
        try:
            heed_signals(stopper)
            options = parse(program, argv)
            if sys.version_info < (3, 11):
                bound_databases(vars(options))
            hidden = hidden_from(tables_of(vars(options)))
            if hidden:
                umask = os.umask(hidden)
                os.umask(umask | hidden)
            place = place_of(vars(options), program)
            for sentence in unnamed(options):
                say_at_the_end(sentence)
            output, before = options.output, identity_of(options.output)
            status = main(options) or 0     # None is 0
            for sentence in _to_say:
                print_error('%s: %s' % (program.command, one_line(sentence)))
            return status
        finally:        # inside the outer try, because a signal may arrive while this call begins
            stopper.over()
            if umask is not None:
                os.umask(umask)
    except (DataError, KeyboardInterrupt, OSError, MemoryError, UnicodeEncodeError,
            SystemError) as error:
        if isinstance(error, SystemError):
            # Python 3.8 raises it if a second signal arrives while the first one's is raised.
            if not isinstance(error.__cause__, KeyboardInterrupt):
                raise
            error = error.__cause__
        if isinstance(error, DataError):        # a setting at fault is named where it stands
            error.name_settings(lambda problem: worded(problem, place))
        return say_failure(error, program, words, what_stands(program, output, before))


def say_failure(error, program, words, stands) -> int:
    """Print why a run failed, also as JSON where that is asked for. Returns the exit status.

    words: those that were typed. stands: as `what_stands` returns it.
    """
    redact = '--redact' in words
    status, text = ending(error, redact)
    text = one_line(with_output(text, error, stands))
    print_error('%s: %s' % (program.command, text))
    if wants_json(program, words) and not begun:        # a second document could not be read
        print_failure(status, {**as_data_error(error).told(redact), 'message': text})
    return status


def unnamed(options):
    """What must be said of the files beside the table that nobody named."""
    if options.telling:
        from .as_text import telling_lines     # few files tell
        yield from telling_lines(speaker_of(options), vars(options))
    if options.passed:
        say = speaker_of(options)
        yield say('ini_passed', config=options.passed, file=options.like or options.plan)
    if 'hierarchies' not in options.said:
        rests = resting(options, home())
        if rests:
            say = speaker_of(options)
            yield say('folder_rests', folder=one_line(options.hierarchies),
                      options=say('and').join(rests), n=len(rests))


def bound_databases(options):
    """Bound the memory of SQLite, if a table is in a database.

    Python before 3.11 cannot bound its values.
    """
    files = [file_of_table(path) for path in input_paths(options) if in_database(path)]
    if files:
        from ..tables.database import bound_heap
        bound_heap(files)


# The settings that name a table which is read.
TABLES = ('data', 'known', 'second', 'second_known', 'control', 'population', 'table', 'by',
          'counted')


def input_paths(options) -> list:
    """The tables that a run reads, as they are typed, without standard input. options: a dict."""
    paths = [options.get(name) for name in TABLES] + options.get('further', [])
    return [path for path in paths if path and path != '-']


def tables_of(options) -> list:
    """The files of the tables that a run reads.

    What it writes is for those who can read these (tables/output_file.py).
    """
    paths = input_paths(options)
    files = [file_of_table(path) for path in paths]
    for folder in paths:
        if os.path.isdir(folder) and os.access(folder, os.R_OK):
            files += [os.path.join(folder, name) for name in os.listdir(folder) if is_csv(name)]
    return files


def ending(error, redact) -> tuple:
    """The exit status of an exception, and the message."""
    if isinstance(error, KeyboardInterrupt):
        number = error.args[0] if error.args else signal.SIGINT
        return 128 + number, 'interrupted' if number == signal.SIGINT else 'terminated'
    if isinstance(error, MemoryError):
        return 1, 'there is not enough memory'
    if isinstance(error, UnicodeEncodeError):       # PyPy in a locale of ASCII
        return 1, ('the name of a file cannot be written in %s, the encoding of names here'
                   % error.encoding)
    if isinstance(error, DataError):
        return error.status, error.redacted() if redact else str(error)
    reason = str(error.strerror or error)
    return 1, '%s: %s' % (error.filename, reason) if error.filename else reason


def as_data_error(error) -> DataError:
    """The exception or, of one that is no DataError, what a program is told in its place."""
    if isinstance(error, DataError):
        return error
    data_error = DataError('', getattr(error, 'filename', None))
    data_error.kind = kind_of_ending(error)
    return data_error


def kind_of_ending(error) -> str:
    """What a program is told of an exception that is no DataError."""
    if isinstance(error, KeyboardInterrupt):
        return 'interrupted'
    return kind_of_system(error) if isinstance(error, OSError) else 'system'


def with_output(text, error, stands) -> str:
    """The message, and what stands at the output."""
    stands = getattr(error, 'stands', '') or stands
    if isinstance(error, KeyboardInterrupt):
        stands = stands or 'no part of a file is left'
    return text if stands in text else '%s; %s' % (text, stands)


def what_stands(program, output, before) -> str:
    """A sentence if this run has put a file in the place of the output, else ''.

    It describes the file as it is on disk now. A flag would not do, because a signal can arrive
    between the rename and setting the flag.
    """
    now = identity_of(output)
    if now in (None, before):
        return ''
    return '%s is in %s' % ('the release' if program.publishes else 'the new file', output)


def print_error(text):
    """A line on standard error. Where that takes no more, the exit status has to do."""
    try:
        print(text, file=sys.stderr, flush=True)
    except OSError:
        pass


def main_of_script(name, options):
    """The main(options) of run_samarati.py or run_mondrian.py.

    They are beside the package, or where pip puts scripts.
    """
    by_pip = [os.path.join(folder, scripts) for folder in ABOVE for scripts in ('bin', 'Scripts')]
    for folder in [CHECKOUT, *by_pip]:
        path = os.path.join(folder, 'run_%s.py' % name)
        if exists(path):
            script = {'__name__': name, '__file__': path}
            with byte_stream(path) as file:
                exec(compile(file.read(), path, 'exec'), script)
            return script['main'](options)
    raise DataError('is neither beside the package nor where pip puts scripts', 'run_%s.py' % name)
