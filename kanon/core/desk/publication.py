"""A run that publishes, step by step: the table, the frequency set, the release, the report.

A program is four steps: `count` makes the frequency set of the open table, the algorithm makes a
recoding of it, `publish` writes the release aside, audits it and puts it in its place, and `finish`
says what was done.

Promise: the outputs are checked before the table is opened. If the report or the record fails
after the release is in its place, the release stays, and the message says so.
"""

from __future__ import annotations

import sys
from contextlib import ExitStack, contextmanager
from functools import partial
from time import perf_counter

from ..audit.stated import Claims
from ..counts.measures import lm
from ..errors import Changed, one_line
from ..tables.output_file import replacing, replacing_all
from ..tables.packed import text_file
from ..tables.publishing import (Target, publish, published_unchanged, repeating_columns,
                                 without_known_value)
from .how_read import reading_for
from .inputs import check_outputs, count_for, for_table, table_of
from .report import next_commands, report_of
from .run_record import Ledger, other_releases, record_of, sha256_of
from .screen import Screen, behind, print_report, speaker_of
from .views import views_of


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

    def lap(self, part):
        """The time since the last lap was this part's."""
        now = perf_counter()
        self._laps[part] = now - self._last
        self._last = now

    def seconds(self) -> dict:
        laps = {**self._laps, 'total': perf_counter() - self._start}
        return {part: round(spent, 4) for part, spent in laps.items()}


class Publication:
    """What a run that publishes remembers: its open `table`, the `options` for it, and its clock.

    It is a context manager, which closes the table.
    """

    def __init__(self, options):
        self._clock = Clock()
        self.lap = self._clock.lap
        self._views = views_of(options)
        check_outputs(options, further=self._views.files())
        self._views.read()
        self.ledger = Ledger(options)       # of the files as they are before anything is read
        digest = self.ledger.wanted or options.history is not None
        self.table = table_of(options, digest=digest)
        self.options = for_table(options, self.table)
        self._views.begin(self.options, self.table)
        self.watch = Screen(options, self.lap, self._views)
        self._counted = None        # the counted table, and what is required of every class
        self._report: dict = {}

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.table.__exit__(*exception)

    # From the records to the frequency set.

    def count(self, algorithm):
        """The table counted: a CountedTable (algorithms/counted.py).

        It has the frequency set, and what every published class must satisfy.
        """
        self._counted = count_for(self.table, self.options, algorithm, self.watch)
        return self._counted

    # From the recoding to the release.

    def publish(self, made):
        """Write the release aside, audit it and put it in its place, then its recoding.

        The audit compares the report with the release. made: a Making (algorithms/release.py).
        Returns a Publishing (tables/publishing.py).
        """
        options, counted, recoding = self.options, self._counted, made.outcome.recoding
        stated = self._stated(made)
        target = self._target(made.algorithm)
        with ExitStack() as stack:
            if options.recoding:
                part = stack.enter_context(self._recoding_beside(recoding))
                stated = stated._replace(recoding=part, person=options.person)
            if options.recoding_maps:
                parts = stack.enter_context(replacing_all(*self._views.maps(made)))
                maps = list(parts.values())[:len(options.quasi)]
                stated = stated._replace(maps=maps)
            put_history = None
            if counted.history:
                history, put_history = stack.enter_context(counted.history.continued_beside(
                    counted.tally, recoding, counted.required, options.carried))
                stated = stated._replace(history=history)
            seal = partial(self._seal, put_history, recoding)
            return publish(target, self.table, counted.tally, recoding, counted.required,
                           counted.hierarchies, made.outcome.vector, self.lap, seal, stated)

    def _stated(self, made) -> Claims:
        """The report so far, which the audit compares with the release."""
        weights = self._counted.in_order(made.algorithm.weights)
        self._report = report_of(self.options, self.table, made)
        self._report.update(self._views.steps(made))
        self.lap('measures')
        if made.algorithm.bound:
            self._report['bound'] = self._bound(made, weights)
            self.lap('bound')
        return Claims(self._report, self.table.read, str(made.algorithm.max_suppression), weights)

    def _bound(self, made, weights) -> dict:
        """How much less any other classes could lose."""
        outcome = made.outcome
        loss = lm(outcome.sizes, outcome.suppressed, outcome.losses, weights)
        below = made.algorithm.bound_of(made.space, self.watch)
        return below.report(self.options.quasi, loss)

    def _target(self, algorithm) -> Target:
        """Where the release goes, and how it is written."""
        options = self.options
        return Target(path=options.output, columns=options.quasi + options.carried,
                      quasi=options.quasi, encoding=options.encoding, order=options.order,
                      guarded=options.spreadsheet_safe, delimiter=options.output_delimiter,
                      decimal=options.decimal, grids=algorithm.grids(options.quasi),
                      limit=options.limit, from_=getattr(options, 'from'))

    @contextmanager
    def _recoding_beside(self, recoding):
        """Inside the block the file of --recoding is written aside. Its end puts it in place."""
        from ..tables.recoding_file import check_recoding, write_recoding       # for few runs
        options, unreadable, roots = self.options, self.table.unreadable, self.table.roots
        check_recoding(options.quasi, recoding, unreadable, options.person)
        with replacing(options.recoding) as part:
            write_recoding(part, options.recoding, options.quasi, recoding, roots,
                           options.encoding, options.person)
            yield part

    def _seal(self, put_history, recoding, path):
        """The sha256 of the audited file if a record or a page asks for it.

        Changed if a file changed since the run began. put_history: what puts the history in place,
        right before the release is, or None.
        """
        sha256 = sha256_of(path) if self.ledger.wanted else None
        self._views.look(path, self._counted, recoding)
        if self.ledger.changed():
            raise Changed('the INI file, the population or a hierarchy changed while the table was'
                          ' read; run again', self.table.name)
        if put_history:
            put_history(path, self.options.output)
        return sha256

    # From the release to what is said of it.

    def finish(self, made, published):
        """Write the record, the picture and the page, and print the report.

        Other releases of the same table are warned of.
        """
        options = self.options
        with behind('the release is in standard output' if options.output == '-' else ''):
            others = other_releases(options, self.ledger.beside, self.table.sha256(),
                                    published.seal)
            report, warnings = self._whole_report(made, published, others)
            for sentence in warnings:
                print('%s: %s' % (options.command, one_line(sentence)), file=sys.stderr)
            if options.record:
                self._write_record(report, published.seal)
            if options.save_plan:
                self._write_plan(made)
            sha256 = {'data': self.table.sha256(), 'files': self.ledger.files,
                      'output': published.seal}
            self._views.show(report, made, others, sha256)
            print_report(report, options, self._views)

    def _whole_report(self, made, published, others) -> tuple:
        """The report, and what is said on standard error besides."""
        options, counted, report = self.options, self._counted, self._report
        commands, unchecked = next_commands(options, counted.required, report.get('records'))
        remarks = self._remarks(made.outcome.sizes)
        in_english, warnings = self._said(remarks, others)
        report.update(seconds=self._clock.seconds(), output=options.output,
                      audit={**published.audit._asdict(), 'ok': True}, unique=published.unique,
                      recognized=remarks, others=in_english, next=commands)
        if unchecked:
            report['unchecked'] = unchecked
        report.update(self._views.verdicts())
        if 'records' in report:     # somebody will read it
            report['unknown'] = without_known_value(
                counted.tally, counted.required, options.carried, options.sensitive,
                self.table.signs)
        return report, warnings

    def _remarks(self, sizes) -> list:
        """What there is to say of columns that are published unchanged.

        sizes: {published tuple: records} of the classes.
        """
        options, tally, repeating = self.options, self._counted.tally, None
        columns = published_unchanged(options.quasi, sizes, options.carried, options.sensitive,
                                      tally)
        if options.person is None and options.counts is None:
            repeating = repeating_columns(options.quasi, options.carried, options.sensitive, tally,
                                          options.decimal)
        if not columns and not repeating:
            return []
        from ..recognition.remarks import remarks      # few words of a category need no look
        return remarks(columns, options.decimal, repeating)

    def _said(self, remarks, others) -> tuple:
        """What there is to say of other releases, in English for JSON.

        Also all that is said on standard error, in the run's language.
        """
        if not remarks and not others:
            return [], []
        from .as_text import others_texts, remark_text     # few runs have any
        from ..voice.speaking import ENGLISH
        say = speaker_of(self.options)
        warnings = [remark_text(say, remark) for remark in remarks]
        return list(others_texts(ENGLISH, others)), [*warnings, *others_texts(say, others)]

    def _write_record(self, report, sha256):
        import json
        path, files = self.options.record, self.ledger.files
        record = record_of(self.options, files, self.table.sha256(), sha256, report)
        text = json.dumps(record, indent=1, ensure_ascii=False)
        # Bytes of a file name that are not text are escaped, as in JSON.
        with replacing(path) as part, text_file(part, path, errors='backslashreplace') as file:
            file.write(text + '\n')

    def _write_plan(self, made):
        from ..algorithms.plans import plan_of          # few runs write one
        from ..settings.plan_file import write_plan
        options = self.options
        plan = plan_of(made, options.sensitive, options.publish, reading_for(options),
                       options.person)
        write_plan(options.save_plan, plan)
