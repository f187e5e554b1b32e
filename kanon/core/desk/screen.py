"""What a user sees while a run goes on and at its end: progress on a terminal, tables, reports.

Promise: progress is shown only where standard error is a terminal that can wipe a line out, or has
a `tell_progress` that takes it, and never with --quiet. No line of it is left behind.
"""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from signal import SIGINT, signal

from ..algorithms.watching import NoWatcher
from ..errors import joined, many
from ..tables.output_file import replacing, printing
from ..tables.packed import text_file
from ..tables.text_table import json_text, table_text
from .signals import StopSignal
from .views import Views


class Screen(NoWatcher):
    """Who watches a run: somebody at a terminal, who sees how far it is.

    They may type Ctrl-C to have the best so far. lap: is called with the name of each part that is
    done. views: those of the run (views.py).
    """

    def __init__(self, options, lap=None, views=None):
        self._quiet, self._views = options.quiet, views or Views(options)
        self.lap = lap or super().lap

    def going_on(self, words):
        return progress(words, self._quiet)

    def until(self, seconds, states):
        """The states until the time is over or Ctrl-C is typed.

        There is at least one, unless Ctrl-C is typed before.
        """
        try:
            yield from super().until(seconds, states)
        except KeyboardInterrupt as stop:
            go_on(stop)

    def best_of(self, states, algorithm, space):
        """The last state: proven or, after --time-limit or Ctrl-C, the best so far."""
        from ..algorithms.full_domain import checked, proof     # Mondrian does without
        from .as_text import distance
        from ..voice.speaking import ENGLISH as say
        state = None

        def words():
            if state is None or state.vector is None:
                return 'none satisfies so far; ' + checked(space.lattice)
            so_far = distance(say, algorithm.measure, proof(state, space.target))
            return '{}; {}, {:,} settled'.format(so_far, checked(space.lattice), state.settled)

        try:
            with self.going_on(words):
                for state in super().until(algorithm.time_limit, states):
                    pass
        except KeyboardInterrupt as stop:
            if state is None:
                raise
            go_on(stop)
        return state

    def cutting(self, cut, dimensions, required, widest):
        """The cut function counted, how far it is, and its looks if they will be shown.

        >>> from types import SimpleNamespace as Value
        >>> screen, ages = Screen(Value(quiet=True)), Value(records=[6, 4])
        >>> def halves(part):
        ...     return 'a cut' if part.size > 3 else None
        >>> cut, words, looks = screen.cutting(halves, [ages], None, True)
        >>> [cut(Value(size=size)) for size in (10, 7, 3)], words(), looks
        (['a cut', 'a cut', None], '2 cuts, 3 of 10 records in finished partitions', None)
        """
        cuts, finished, records = 0, 0, sum(dimensions[0].records)
        searching = getattr(cut, 'words', str)       # str() is '', no words
        cut, looks = self._views.watched(cut, dimensions, required, widest)

        def counted(part):
            nonlocal cuts, finished
            made = cut(part)
            if made is None:
                finished += part.size
            else:
                cuts += 1
            return made

        def words():
            of_all = many(records, 'record')
            return (searching() or '{:,} cuts, {:,} of {} in finished partitions'
                    .format(cuts, finished, of_all))
        return counted, words, looks


def go_on(stop):
    """After Ctrl-C, and after no other signal, the run goes on."""
    if stop.args and stop.args[0] != SIGINT:
        raise stop
    if isinstance(stop, StopSignal):
        stop.args[1].go_on()


@contextmanager
def progress(words, quiet):
    """While the block runs, the terminal shows what words() says, anew ten times a second.

    So does a page (tools/web/commands.py), whose standard error has a `tell_progress`.
    """
    tell = getattr(sys.stderr, 'tell_progress', None)
    shows = tell is not None or sys.stderr.isatty() and os.environ.get('TERM') != 'dumb'
    if quiet or not shows:
        yield
        return
    if sys.platform == 'emscripten':        # a browser, where no thread can start
        with told_at_alarms(words, tell):
            yield
        return
    from threading import Event, Thread     # 2 ms, and only a terminal needs them
    done = Event()
    if tell:
        thread = Thread(target=tell_until, args=(done, words, tell), daemon=True)
    else:
        thread = Thread(target=show_until, args=(done, words), daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


@contextmanager
def told_at_alarms(words, tell):
    """While the block runs, tell the words at each SIGALRM.

    In a browser, whoever runs kanon sends them (examples/browser/pyodide_worker.js).
    """
    def alarmed(number, frame):
        tell_words(words, tell)
    from signal import SIGALRM      # which Windows lacks
    before = signal(SIGALRM, alarmed)
    try:
        yield
    finally:
        signal(SIGALRM, before)


def tell_until(done, words, tell):
    """Tell the words twice a second, until `done` is set."""
    while not done.wait(0.5):
        tell_words(words, tell)


def tell_words(words, tell):
    """Tell the words, if there are any."""
    said = words()
    if said:
        tell(said)


def show_until(done, words):
    """Write the words over themselves until `done` is set, then wipe them out.

    No more of them are written than fit on a line.
    """
    try:
        while not done.wait(0.1):
            columns = os.get_terminal_size(sys.stderr.fileno()).columns or 80
            sys.stderr.write('\r\033[K' + (words() or '')[:columns - 1])
            sys.stderr.flush()
        sys.stderr.write('\r\033[K')
        sys.stderr.flush()
    except OSError:
        done.set()      # the terminal has gone; the run goes on


@contextmanager
def behind(stands):
    """If anything ends the run inside the block, its message adds this sentence. '' is none."""
    try:
        yield
    except BaseException as error:
        error.stands = stands
        raise


def print_table(rows, words, options, headings=None, explain=None, draw=None, worded=None,
                before=None, first=()) -> list:
    """Print the rows, or write them aside and put them in place. Returns them.

    After Ctrl-C the rows so far are still printed.
    words(rows so far): what a terminal shows meanwhile
    headings: as of table_text
    explain(rows): the lines below a text
    draw(rows, say): the Sheet of --format svg; say: as voice/speaking.py makes it
    worded(row): the row as text and Markdown show it
    first: lines of a text above the table
    before(rows): writes the picture and the page. It is called before the table is printed, so that
    they are there though nobody reads the table to its end (| head).
    """
    ready: list = []

    def shown():
        if options.format == 'svg':
            return svg_text(draw(ready, speaker_of(options)), options)
        as_shown = worded if worded and options.format in ('text', 'markdown') else dict
        return table_text([as_shown(row) for row in ready], options.format, headings)
    try:
        with progress(lambda: words(ready), options.quiet):
            for row in rows:
                ready.append(row)
    except KeyboardInterrupt:
        if ready and options.output == '-':
            print(shown())
        raise
    text = shown()
    if options.format == 'text':
        below = ['', *explain(ready)] if explain else []
        text = joined([*head_of_table(options, first), *text.split('\n'), *below])
    if before:
        before(ready)
    put(text, 'the table', options.output, options.encoding)
    return ready


def head_of_table(options, first) -> list:
    """The lines of a text above a table: what the INI file says, and how the data was read."""
    from .as_text import ini_lines, reading_lines, telling_lines
    from .how_read import read_as
    say, run = speaker_of(options), {**vars(options), 'read_as': read_as(options)}
    head = [*ini_lines(say, run), *telling_lines(say, run), *reading_lines(say, run), *first]
    return [*head, ''] if head else []


def put(text, what, output='-', encoding='utf-8'):
    """Print a text or, where the output is a file, write it aside and put it in place."""
    if output == '-':
        with printing(what):
            print(text)
        return
    with replacing(output) as part, text_file(part, output, encoding, 'backslashreplace') as file:
        file.write(text + '\n')


def print_failure(status, told):
    """Print the error of a run as JSON. told: as DataError.told returns it.

    If it cannot be printed, the line on standard error has to do.
    """
    try:
        print(json_text({'error': {'status': status, **told}}), flush=True)
    except OSError:
        pass


def speaker_of(options):
    """A function from a key and values to the text in the language of --language."""
    from ..voice.speaking import speaker        # a quiet run says nothing
    return speaker(options.language)


def svg_text(sheet, options):
    sheet.language = options.language
    return str(sheet)


def print_report(report, options, views):
    """Print the report: JSON, or text, which makes way for a release on standard output."""
    if options.quiet and not options.json:
        return
    from .run_parts import text      # a quiet run does without

    def shown():
        say = speaker_of(options)
        return text(say, report, *views.lines(say, report))
    if options.output == '-':
        print(shown(), file=sys.stderr)
        return
    if report['output']:
        stands = 'release is in %s' % report['output']
    else:
        stands = 'recoding is in %s' % (options.recoding or options.recoding_maps)
    with printing('the report; the %s' % stands):
        print(json_text(report) if options.json else shown())
