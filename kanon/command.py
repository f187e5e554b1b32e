"""What the two scripts share around their algorithm: reading, publishing, and the ways a run can end.

Promise: a run that ends with another status than 0 says why in one line on standard error, and leaves no part of a
file: at the output stands what stood there before or, where only the report could not be printed, the whole release.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
from contextlib import contextmanager
from time import perf_counter

from . import hierarchy
from .audit import audit
from .errors import DataError, one_line, show, some
from .options import parse
from .records import Table
from .release import aside, check_output, write_in_input_order, write_sorted
from .report import printing
from .tally import Tally


class Clock:
    """Seconds spent in each named part of a run.

    >>> clock = Clock()
    >>> clock.lap('read')
    >>> list(clock.seconds())
    ['read', 'total']
    """

    def __init__(self):
        self._start = self._last = perf_counter()
        self._laps = {}

    def lap(self, name):
        """The time since the last lap was this part's."""
        now = perf_counter()
        self._laps[name] = now - self._last
        self._last = now

    def seconds(self) -> dict:
        return {name: round(spent, 4) for name, spent in [*self._laps.items(), ('total', perf_counter() - self._start)]}


def open_table(options) -> Table:
    """The table of a run, after a look at whether its output can be written."""
    if options.output != '-':
        inputs = [path for path in (options.data, options.config) if path and path != '-']
        inputs += [hierarchy.file_of(options.hierarchies, name) for name in options.quasi]
        check_output(options.output, inputs, options.force or options.shipped)
    table = Table(options.data, options.columns, options.delimiter, options.encoding, options.missing,
                  spool=options.order == 'input')
    if not options.quasi_said and not set(options.quasi) <= set(table.columns):
        raise DataError('say which columns are quasi-identifiers with --quasi; there are %s' % some(table.columns),
                        table.name)
    return table


def count(table, options) -> Tally:
    """The one reading. DataError where no record is left."""
    tally = Tally(len(options.quasi))
    tally.count(shown(table.batches(options.quasi + options.carried), table, options))
    if table.read == table.missing_records:
        raise DataError('no record to publish: %d read, %d of them with a missing value (? or empty)'
                        % (table.read, table.missing_records), table.name)
    return tally


def publish(table, tally, recoding, options, clock):
    """Write the release aside, audit it, put it in its place: the Audit. DataError where everything is suppressed."""
    published = sum(n for quasi, n in tally.frequency_set.items() if recoding[quasi] is not None)
    if not published:
        raise DataError('all %d records would be suppressed, which --max-suppression %s allows; lower it, or k'
                        % (sum(tally.frequency_set.values()), options.max_suppression), table.name)
    header = options.quasi + options.carried
    with aside_or_standard_output(options.output) as path:
        try:
            with open(path, 'w', newline='', encoding=options.encoding) as file:
                if options.order == 'input':
                    write_in_input_order(file, header, table, recoding)
                else:
                    write_sorted(file, header, tally, recoding)
        except UnicodeEncodeError as error:
            raise DataError('%s cannot be written in %s; give another --encoding'
                            % (show(error.object[error.start:error.end]), options.encoding), options.output) from None
        clock.lap('write')
        audited = audit(path, header, options.quasi, options.k, published, options.encoding)
        clock.lap('audit')
    return audited


@contextmanager
def aside_or_standard_output(path):
    """`release.aside`, or for '-' a temporary file that is copied to standard output at the end."""
    if path != '-':
        with aside(path) as part:
            yield part
        return
    import shutil
    import tempfile
    with tempfile.TemporaryDirectory() as folder:
        part = os.path.join(folder, 'release.csv')
        yield part
        with printing('the release'), open(part, 'rb') as release:
            shutil.copyfileobj(release, sys.stdout.buffer)


def shown(batches, table, options):
    """The batches, with a count of the records on standard error where that is a terminal."""
    if options.quiet or not sys.stderr.isatty():
        yield from batches
        return
    try:
        for number, batch in enumerate(batches):
            yield batch
            if number % 200 == 199:
                sys.stderr.write('\r%d records read' % table.read)
    finally:
        sys.stderr.write('\r\033[K')


def run(program, main, argv=None) -> int:
    """main(options), and the exit status of how it ended."""
    def ended(status, message):
        print('run_%s.py: %s' % (program, one_line(message)), file=sys.stderr)
        return status

    if sys.stderr is None:      # it was closed: print would take standard output for it
        sys.stderr = open(os.devnull, 'w')
    gc.disable()        # nothing here makes cycles, and the collector would walk the frequency set again and again
    try:
        for number in (signal.SIGTERM, getattr(signal, 'SIGHUP', None)):
            if number and signal.getsignal(number) != signal.SIG_IGN:       # as nohup sets it
                signal.signal(number, terminated)
        main(parse(program, argv))
        return 0
    except DataError as error:
        return ended(1, error)
    except Terminated as error:
        return ended(128 + error.args[0], 'terminated; no part of a file is left')
    except KeyboardInterrupt:
        return ended(130, 'interrupted; no part of a file is left')
    except OSError as error:
        return ended(1, ': '.join(str(part) for part in (error.filename, error.strerror or error) if part))


class Terminated(KeyboardInterrupt):
    """SIGTERM or SIGHUP, which end a run as Ctrl-C does; holds the signal's number."""


def terminated(number, frame):
    raise Terminated(number)
