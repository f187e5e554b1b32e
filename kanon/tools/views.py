"""What a run shows beside its release: steps, verdicts on standards, pictures, a page, and maps.

Promise: what is not asked for is not loaded. What the user names is refused before the table is counted.
A run that publishes asks `RunViews`, step by step as core/desk/views.py says. The verbs call the
functions below it.
"""

from __future__ import annotations

from ..core.audit.recount import recount, unguarded
from ..core.desk.options import home
from ..core.desk.report import command, settings_of, typed_command
from ..core.desk.screen import put, speaker_of, svg_text
from ..core.desk.views import Views
from ..core.settings.ini import resting
from ..core.tables.table import table_files


class RunViews(Views):
    """What the options of a run ask for."""

    def __init__(self, options):
        super().__init__(options)
        self._table = self._judge = None
        self._texts: dict = {}          # of the fields of the page
        self._shapes: dict = {}         # of the classes in the release (pages/shapes.py), for a page
        self._standards: list = []      # what the release says to each standard

    def files(self):
        folder = self.options.recoding_maps
        if not folder:
            return []
        from .engines.maps_folder import files_of_maps
        return [('recoding_maps', path) for path in files_of_maps(folder, self.options.quasi)]

    def read(self):
        self._texts = texts_of_page(self.options)

    def begin(self, options, table):
        self.options, self._table = options, table
        self._judge = standards_of(options, table, options.quasi + options.carried)

    def watched(self, cut, dimensions, required, widest):
        if not (self.options.trace or self.options.picture or self.options.html):
            return cut, None
        from .explain.steps import logged
        return logged(cut, dimensions, required, widest, not hasattr(cut, 'words'))

    def steps(self, made):
        if not self.options.trace:
            return {}
        traced = levels_traced if made.algorithm.by_levels else cuts_traced
        return {'trace': traced(self.options, made)}

    def maps(self, made):
        from .engines.maps_folder import texts_of_maps
        return texts_of_maps(self.options, self._table, made)

    def look(self, path, counted, recoding):
        if self.options.html:
            self._shapes = self._shapes_of(path, counted.required.persons, recoding)
        if self._judge:
            self._standards = self._judged(path, counted, recoding)

    def _shapes_of(self, path, persons, recoding) -> dict:
        from .pages.shapes import shapes, sizes_in_persons
        options, table = self.options, self._table
        found = shapes(path, options.quasi, options.sensitive, self._plain(), options.encoding,
                       options.output_delimiter, table.signs, table.sameness)
        return {**found, 'persons': sizes_in_persons(persons, recoding)} if persons else found

    def _judged(self, path, counted, recoding) -> list:
        """What the release says to each standard."""
        options, table = self.options, self._table
        _, rows, _ = recount(path, options.quasi + options.carried, self._plain(), options.encoding,
                             options.output_delimiter)
        missing = table.missing_records
        suppressed = table.read - missing - sum(rows.values())
        left_out, persons = [suppressed, missing], None
        if counted.required.persons:
            from .judging.clauses import persons_of_release
            owned = counted.tally.persons([options.carried.index(name) for name in options.sensitive])
            owned.take_all_as_one(options.sensitive, table.sameness)
            left_out, persons = [missing], persons_of_release(owned, recoding, suppressed)
        stars = 'class' if options.missing == 'root' else 'suppressed'
        return self._judge(rows, options.sensitive, left_out, stars, persons)

    def _plain(self):
        """What undoes the guards of a release for spreadsheets."""
        return unguarded if self.options.spreadsheet_safe else str

    def verdicts(self):
        return {'standards': self._standards} if self._judge else {}

    def show(self, report, made, others, sha256):
        signed = self._to_sign(report, made, others, sha256) if self.options.html else None
        put_views(report, self.options, lambda say: self._drawn(report, made, say), signed)

    def _to_sign(self, report, made, others, sha256) -> tuple:
        """The report of a page to sign, and what draws its pictures.

        It has what the release tells, unless it is internal.
        """
        from .pages.shown_values import (as_released, command_without_words, page_of,
                                         settings_without_words)
        whole = self._signed(report, page_of(self.options, self._texts), made, others, sha256)
        if whole['page']['shows'] == 'all':
            return whole, lambda say: self._drawn(report, made, say)
        sizes = made.outcome.sizes
        less = as_released(whole, sizes)
        less.update(
            settings=settings_without_words(whole['settings']), steps=[],
            typed=command_without_words(whole['typed']),
            next=list(map(command_without_words, whole['next'])),
            unknown={name: found['unknown'] for name, found in self._shapes['sensitive'].items()})

        def drawn(say):
            from .pictures.run_pictures import drawn_release
            return drawn_release(report, sizes, less['records']['suppressed'], say)
        return less, drawn

    def _signed(self, report, page, made, others, sha256) -> dict:
        """The report, and what a page says besides: shapes of classes, files, options, the command."""
        options = self.options
        rests = [] if 'hierarchies' in options.said else resting(options, home())
        replay = command('replay', options.record, []) if options.record else None
        return {**report, 'page': page, 'rests': rests, 'shapes': self._shapes, 'others': others,
                'steps': trace_of(report, options.language)[:-1], 'settings': settings_of(options),
                'may_suppress': str(made.algorithm.max_suppression), 'record': options.record,
                'sha256': sha256, 'parts': table_files(options.data, options.further),
                'typed': typed_command(options), 'replay': replay}

    def _drawn(self, report, made, say) -> dict:
        from .pictures.run_pictures import drawn_run        # a run with --trace alone does not draw
        if made.algorithm.by_levels:
            of_search = {'lattice': made.space.lattice}
        else:
            of_search = {'looks': made.found.looks, 'dimensions': made.space.dimensions,
                         'over': self.options.over}
        return drawn_run(report, made.outcome, self.options.redact, say, **of_search)

    def lines(self, say, report):
        if 'standards' not in report:
            return trace_of(report, say.language), ()
        from .pages.found_by_standards import standard_lines
        return trace_of(report, say.language), standard_lines(say, report)


def levels_traced(options, made) -> list:
    """The steps of a search by levels, which runs again, and is watched."""
    from .explain.lattice_steps import SearchLesson, trace_of_search
    counted, lattice, told = made.space.counted, made.space.lattice, made.found.told
    unasked = made.algorithm.space(counted.with_k(counted.required.k), made.space)
    stopped = None if told.get('proven', True) else (len(lattice), made.outcome.vector)
    return trace_of_search(SearchLesson(made.algorithm, unasked), options.quasi, stopped)


def cuts_traced(options, made) -> list:
    """What was seen of the cuts."""
    from .explain.cut_steps import trace_of_cuts
    return trace_of_cuts(made.found.looks, options.quasi, made.space.dimensions, options.k,
                         options.redact)


def trace_of(report, language) -> list:
    """The lines of --trace, and an empty one. None without it."""
    if 'trace' not in report:
        return []
    from .explain.sentences import trace_lines
    return [*trace_lines(report['trace'], language), '']


def texts_of_page(options) -> dict:
    """The texts that --page-text fills into the page to sign."""
    if not options.page_text:
        return {}
    from .pages.page_text import page_text
    return page_text(options.page_text)


def standards_of(options, table, columns):
    """A function from {row: records} of a published table to the report on each --standard.

    None without one. DataError if what the user names cannot be used.
    """
    if not options.standard:
        return None
    from .judging.standard import check_holds, judged_by, load_standard, small_zips
    standards = list(map(load_standard, options.standard))
    check_holds(options.holds, standards, columns, table.name)
    small = small_zips(options.small_zips) if options.small_zips else None

    def judged(rows, sensitive, left_out, stars, persons=None):
        return judged_by(standards, columns, rows, options.quasi, sensitive, left_out=left_out,
                         stars=stars, holds=options.holds, small=small, decimal=options.decimal,
                         persons=persons, signs=table.signs, exact=table.exact)
    return judged


def put_views(report, options, draw, on_page=None):
    """With --picture and --html, write the pictures and the page of a report.

    draw(say): returns {name: Sheet}. on_page: the same two for a page to sign, which may show less.
    """
    pictures = None
    if options.picture:
        from .pictures.svg import stacked
        pictures = draw(speaker_of(options))
        put(svg_text(stacked(pictures.values()), options), 'the picture', options.picture)
    if options.html:
        from .pages.run_page import page
        report, drawn = on_page or (report, draw)
        if pictures is None or on_page:
            pictures = drawn(speaker_of(options))
        put(page(options.program, report, pictures, options.language), 'the page', options.html)
