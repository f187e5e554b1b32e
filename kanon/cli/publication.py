"""The end of a run that publishes: the release is written aside, audited and put in its place; then come report and record.

Promise: at the output stands the whole audited release, or what stood there before. What fails later - the report, the record -
leaves the release, and the message says so.

How far a run is: seconds for its report, and a line on a terminal while one waits.

Promise: nothing is shown with --quiet or where standard error is no terminal that can wipe a line out, and no line is left
behind. (Colours there are none, so that NO_COLOR has nothing to ask for.)
"""

from __future__ import annotations

import sys
from time import perf_counter

from ..audit import Promised, verify
from ..dealing import dealt
from ..errors import DataError, one_line, show as show_value
from ..tables.aside import aside, aside_or_standard_output, identity
from ..tables.lines import field_formatter, lines_in_input_order, sorted_lines
from .run_record import files_of, others, recorded, sha256_of
from .screen import show
from .words import COMMANDS


def publish(table, tally, recoding, required, options, clock):
    """Write the release aside, audit it, put it in its place: the Audit."""
    published = sum(n for quasi, n in tally.frequency_set.items() if recoding[quasi] is not None)
    header = options.quasi + options.carried
    options.unique = [options.carried[place] for place in tally.nearly_unique()]
    recoding = dealt(recoding, tally, [options.carried.index(name) for name in required.rules])
    with aside_or_standard_output(options.output) as path:
        try:
            with open(path, 'w', newline='', encoding=options.encoding) as file:
                fields = field_formatter(options.spreadsheet_safe)
                file.writelines(lines_in_input_order(header, table, recoding, fields) if options.order == 'input'
                                else sorted_lines(header, tally, recoding, fields))
        except UnicodeEncodeError as error:
            raise DataError('%s cannot be written in %s; give another --encoding'
                            % (show_value(error.object[error.start:error.end]), options.encoding), options.output) from None
        clock.lap('write')
        audited = verify(path, Promised(header, options.quasi, required, published, options.spreadsheet_safe),
                        options.encoding)
        clock.lap('audit')
        if options.ledger.wanted:
            options.ledger.written = sha256_of(path)
        if options.record and files_of(options) != options.ledger.files:
            raise DataError('the INI file or a hierarchy changed while the table was read; run again', table.name)
        options.released = options.output != '-' and identity(path)
    options.released = options.released or True
    return audited


def finish(report, table, options, audited, clock):
    """The last of a run, behind its release: the report, the record, and a word of other releases of the table."""
    report.update(seconds=clock.seconds(), output=options.output, audit={**audited._asdict(), 'ok': True},
                  unique=options.unique, others=others(options, table.sha256()))
    for said in report['others']:
        print('%s: %s' % (COMMANDS[options.program], one_line(said)), file=sys.stderr)
    if options.record:
        import json
        record = json.dumps(recorded(options, table, report), indent=1, ensure_ascii=False)
        with aside(options.record) as path, open(path, 'w', encoding='utf-8', errors='backslashreplace') as file:
            file.write(record + '\n')      # of a file's name that is no text the bytes are escaped as JSON has it
    show(report, options)


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
