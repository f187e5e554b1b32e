"""A run that publishes: the table it reads, its clock, and its record.

Promise: the outputs are checked before the table is opened. If the report or the record fails
after the release is in its place, the release stays, and the message says so.
"""

from __future__ import annotations

import sys
from contextlib import ExitStack
from functools import partial
from time import perf_counter

from ..audit.stated import Stated
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
        return {part: round(spent, 4) for part, spent in [*self._laps.items(), ('total', perf_counter() - self._start)]}


class Publication:
    """What a run that publishes remembers: the open `table`, the `options` for it, its clock and its `ledger`.

    It is a context manager, which closes the table.
    """

    def __init__(self, options):
        self._clock = Clock()
        self._views = views_of(options)
        check_outputs(options, further=self._views.files())
        self._views.read()
        self.ledger = Ledger(options)
        self.table = table_of(options, digest=options.history is not None or self.ledger.wanted)
        self.options = for_table(options, self.table)
        self._views.begin(self.options, self.table)
        self.lap = self._clock.lap
        self._report: dict = {}
        self.watch = Screen(options, self.lap, self._views)
        self._counted = None        # the counted table, and what is required of every class

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.table.__exit__(*exception)

    def count(self, algorithm):
        """The counted table, and what every published class must satisfy (algorithms/counted.py)."""
        self._counted = count_for(self.table, self.options, algorithm, self.watch)
        return self._counted

    def publish(self, made):
        """Write the release aside, audit it and put it in its place, then its recoding. Returns a Published (tables/publishing.py).

        The audit compares the report with the release.
        """
        options, counted, algorithm, outcome = self.options, self._counted, made.algorithm, made.outcome
        self._report = {**report_of(options, self.table, made), **self._views.steps(made)}
        self.lap('measures')
        if algorithm.bound:                                     # how much less any other classes could lose
            below = lm(outcome.sizes, outcome.suppressed, outcome.losses, counted.in_order(algorithm.weights))
            self._report.update(bound=algorithm.bound_of(made.space, self.watch).report(options.quasi, below))
            self.lap('bound')
        target = Target(options.output, options.quasi + options.carried, options.quasi, options.encoding, options.order,
                        options.spreadsheet_safe, options.output_delimiter, options.decimal, algorithm.grids(options.quasi),
                        options.limit, getattr(options, 'from'))
        stated = Stated(self._report, self.table.read, str(algorithm.max_suppression), counted.in_order(algorithm.weights))
        with ExitStack() as stack:
            if options.recoding:
                from ..tables.recoding_file import check_recoding, write_recoding       # few runs ask for it
                check_recoding(options.quasi, outcome.recoding, self.table.unreadable, options.person)
                part = stack.enter_context(replacing(options.recoding))
                write_recoding(part, options.recoding, options.quasi, outcome.recoding, self.table.roots, options.encoding, options.person)
                stated = stated._replace(recoding=part, person=options.person)
            if options.recoding_maps:
                parts = stack.enter_context(replacing_all(*self._views.maps(made)))
                stated = stated._replace(maps=list(parts.values())[:len(options.quasi)])
            put = None
            if counted.history:
                kept = counted.history.continued_beside(counted.tally, outcome.recoding, counted.required, options.carried)
                history, put = stack.enter_context(kept)
                stated = stated._replace(history=history)
            return publish(target, self.table, counted.tally, outcome.recoding, counted.required, counted.hierarchies, outcome.vector,
                           self.lap, partial(self._seal, put, outcome.recoding), stated)

    def _seal(self, put, recoding, path):
        """The sha256 of the audited file if a record or a page asks for it. Changed if a file changed since the run began.

        put: what puts the history in place, right before the release is, or None.
        """
        options = self.options
        sha256 = sha256_of(path) if self.ledger.wanted else None
        self._views.look(path, self._counted, recoding)
        if self.ledger.changed():
            raise Changed('the INI file, the population or a hierarchy changed while the table was read; run again', self.table.name)
        if put:
            put(path, options.output)
        return sha256

    def finish(self, made, published):
        """Write the record, the picture and the page, print the report, and warn of other releases of the same table."""
        options, report, required = self.options, self._report, self._counted.required
        with behind('the release is in standard output' if options.output == '-' else ''):
            commands, unchecked = next_commands(options, required, report.get('records'))
            remarks = self._remarks(made.outcome.sizes)
            others = other_releases(options, self.ledger.beside, self.table.sha256(), published.seal)
            told, warnings = self._said(remarks, others)
            report.update(seconds=self._clock.seconds(), output=options.output, audit={**published.audit._asdict(), 'ok': True},
                          unique=published.unique, recognized=remarks, others=told,
                          next=commands, **({'unchecked': unchecked} if unchecked else {}),
                          **self._views.verdicts())
            if 'records' in report:     # somebody will read it
                report.update(unknown=without_known_value(self._counted.tally, required, options.carried, options.sensitive,
                                                         self.table.signs))
            for sentence in warnings:
                print('%s: %s' % (options.command, one_line(sentence)), file=sys.stderr)
            if options.record:
                self._write_record(report, published.seal)
            if options.save_plan:
                from ..algorithms.plans import plan_of          # few runs write one
                from ..settings.plan_file import write_plan
                reading = reading_for(options)
                write_plan(options.save_plan, plan_of(made, options.sensitive, options.publish, reading, options.person))
            self._views.show(report, made, others, {'data': self.table.sha256(), 'files': self.ledger.files,
                                                    'output': published.seal})
            print_report(report, options, self._views)

    def _remarks(self, sizes) -> list:
        """What there is to say of columns that are published unchanged. sizes: {published tuple: records} of the classes."""
        options = self.options
        tally, repeating = self._counted.tally, None
        columns = published_unchanged(options.quasi, sizes, options.carried, options.sensitive, tally)
        if options.person is None and options.counts is None:
            repeating = repeating_columns(options.quasi, options.carried, options.sensitive, tally, options.decimal)
        if not columns and not repeating:
            return []
        from ..audit.recognize import remarks      # few words of a category need no look
        return remarks(columns, options.decimal, repeating)

    def _said(self, remarks, others) -> tuple:
        """What there is to say of other releases, in English for JSON; and all that is said on standard error, in the run's language."""
        if not remarks and not others:
            return [], []
        from .as_text import others_texts, remark_text     # few runs have any
        from ..voice.speaking import ENGLISH
        say = speaker_of(self.options)
        return list(others_texts(ENGLISH, others)), [*(remark_text(say, remark) for remark in remarks), *others_texts(say, others)]

    def _write_record(self, report, sha256):
        import json
        record = record_of(self.options, self.ledger.files, self.table.sha256(), sha256, report)
        text = json.dumps(record, indent=1, ensure_ascii=False)
        with replacing(self.options.record) as path, text_file(path, self.options.record, errors='backslashreplace') as file:
            file.write(text + '\n')      # bytes of a file name that are not text are escaped, as in JSON
