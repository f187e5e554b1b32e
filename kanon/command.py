"""What the two scripts share around their algorithm: reading, publishing, and the ways a run can end.

Promise: a run that ends with another status than 0 says why in one line on standard error (`check`, where a requirement
does not hold, in its report), and leaves no part of a file: at the output stands what stood there before or, where only
the report could not be printed, the whole release.
"""

from __future__ import annotations

import gc
import os
import signal
import sys

from . import hierarchy
from .aside import aside, check_output
from .errors import DataError, Stopper, one_line, some
from .frequency import columns
from .ledger import Ledger
from .missing import roots_of, without
from .options import ini_of, parse
from .progress import shown
from .records import Table
from .report import printing
from .standing import identity, stands
from .tables import written
from .tally import Tally
from .words import COMMANDS, PUBLISH


def open_table(options, kind=Table) -> Table:
    """The table of a run, of this kind, after a look at whether its output can be written."""
    if options.data != '-':
        os.stat(options.data)       # before the output is looked at, which may be beside it
    inputs = [path for path in (options.data, options.config, options.population, ini_of(options.data)) if path and path != '-']
    inputs += [hierarchy.file_of(options.hierarchies, name) for name in options.quasi + options.carried]
    if options.output != '-':
        check_output(options.output, inputs, options.force or options.shipped)
        if options.record and os.path.realpath(options.record) == os.path.realpath(options.output):
            raise DataError('the record and the output are the same file', options.record)
    if options.record:
        check_output(options.record, inputs, options.force, '--record')
    options.ledger = Ledger(options) if options.program in PUBLISH.split() else None
    wanted = options.order == 'input' or bool(options.ledger and options.ledger.wanted)
    table = kind(options.data, options.columns, options.delimiter, options.encoding, options.missing, options.missing_in,
                 spool=options.order == 'input', digest=wanted)
    if not options.quasi_said and not set(options.quasi) <= set(table.columns):
        raise DataError('say which columns are quasi-identifiers with --quasi; there are %s' % some(table.columns),
                        table.name)
    table.used = [name for name in options.quasi + options.sensitive + options.publish if name in table.columns]
    options.roots = table.roots = roots_of(options)
    return table


def hierarchies_for(frequency_set, options) -> list:
    """The hierarchy of each quasi-identifier, which covers all its values."""
    return [hierarchy.load_for(name, without(values, options.roots.get(name)), options.hierarchies)
            for name, values in zip(options.quasi, columns(frequency_set))]


def count(table, options) -> Tally:
    """The one reading. DataError where no record is left."""
    tally = Tally(len(options.quasi))
    with shown(lambda: '{:,} records read'.format(table.read), options):
        tally.count(table.batches(options.quasi + options.carried))
    if table.read == table.missing_records:
        raise DataError('no record to publish: %d read, %d of them with a missing value (? or empty)'
                        % (table.read, table.missing_records), table.name)
    return tally


def print_table(rows, words, options, explain=None):
    """Print the rows, or write them aside and put them in place. After Ctrl-C those that are there are still printed.

    words(found): what a terminal shows meanwhile, of the rows found so far; explain(found): what stands below a text.
    """
    found = []
    try:
        with shown(lambda: words(found), options):
            for row in rows:
                found.append(row)
    except KeyboardInterrupt:
        if found and options.output == '-':
            print(written(found, options.format))
        raise
    text = written(found, options.format)
    if explain and options.format == 'text':
        text += '\n\n' + explain(found)
    put(text, 'the table', options)


def put(text, what, options):
    """Print a text, or write it aside and put it in place."""
    if options.output == '-':
        with printing(what):
            print(text)
        return
    with aside(options.output) as path, open(path, 'w', newline='', encoding=options.encoding, errors='backslashreplace') as file:
        file.write(text + '\n')
        options.released = identity(path)


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
