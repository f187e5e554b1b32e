"""The programmer's door: `kanon.anonymize` returns a Release, which can be looked at and written.

Promise: what is written has been audited, and what is required cannot be left out. The functions
of the scripts do the work. So the same table, settings and seed publish the same bytes.
"""

from __future__ import annotations

import os
from contextlib import ExitStack
from functools import wraps

from .core.algorithm_table import ALGORITHMS
from .core.algorithms import algorithm_of
from .core.algorithms.counted import Request, count
from .core.algorithms.release import Algorithm, release_of
from .core.algorithms.watching import UNSEEN
from .core.audit.recoding_files import verify_recoding
from .core.audit.recount import Audit
from .core.audit.stated import Claims
from .core.audit.true_labels import fingerprint
from .core.counts.measures import all_measures
from .core.counts.recoding import dealt, recoding_of
from .core.counts.required import Required
from .core.errors import DataError, Refused, at, in_words_of_python, many, nearest, option, quoted
from .core.own_files import NAME, is_folder
from .core.settings.asked import (check_columns_known, check_days, check_history, check_missing,
                                  check_named, check_parts, check_persons_counted,
                                  check_rules_of_items)
from .core.settings.kinds import NO_K, asks_nothing, brief, path, taken
from .core.settings.reading import RECORDED, Reading
from .core.settings.sources import Csv, Records, read_by_plan, table_source
from .core.settings.table import RULE, settings_marked, take
from .core.tables.hierarchy_file import GivenHierarchies, HierarchyFolder
from .core.tables.lines import MOST_ROWS
from .core.tables.output_file import check_kept, check_output, replacing
from .core.tables.packed import file_of_table
from .core.tables.publishing import (Target, publish, published_unchanged, recorded_of,
                                     repeating_columns, without_known_value)
from .core.tables.rows import Rows
from .core.tables.table import Table
from .core.tables.tally import sorted_classes

# For type checkers, which take it for True. The typing module would take 2 ms to import.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any, Callable, Literal, TypeVar
    from typing_extensions import TypeAlias     # every type checker brings it
    from .core.audit.persons import AuditInPersons
    from .core.counts.hierarchy import Hierarchy
    from .core.rules.of_people import KMap, Presence
    from .core.rules.of_values import Rule
    Function = TypeVar('Function', bound=Callable[..., Any])
    Path: TypeAlias = 'str | os.PathLike[str]'
    RowsInMemory: TypeAlias = 'Iterable[Mapping[str, Any]] | Iterable[Sequence[Any]]'
    Data: TypeAlias = 'Path | Sequence[Path] | RowsInMemory | Csv | Records'
    OfColumns: TypeAlias = 'Mapping[str, Rule | Sequence[Rule]]'
    Asks: TypeAlias = 'Rule | KMap | Presence | OfColumns'
    Tree: TypeAlias = 'Path | Mapping[str, str] | Hierarchy'

# What to write in place of the arguments of former versions. These are said of the table now, those
# of OF_FILES of its file alone.
OF_TABLES = {
    'na': "na=['k.A.']",
    'na_in': "na_in={'age': ['99']}",
    'thousands': "thousands={'pay': '.'}",
    'totals': "totals='leave-out'",
    'counts': "counts='n'",
    'max_rows': "counts='n', max_rows=10**8",
    'columns': "columns=['age', 'zip']",
    'decimal': "decimal=','",
}
OF_FILES = {
    'delimiter': "delimiter=';'",
    'skip_lines': 'skip_lines=[1, 2]',
    'encoding': "encoding='latin-1'",
}
FORMER = {
    'l_diversity': 'require=kanon.Distinct(3), kanon.Entropy(2.5) or kanon.Recursive(2, 3)',
    't_closeness': 'require=kanon.Closeness(0.2)',
    'alpha': 'require=kanon.Alpha(0.5)',
    'k_map': 'require=kanon.KMap(5)',
    'delta_presence': 'require=kanon.Presence(0, 0.5)',
    'population_counts': "population=kanon.Csv('people.csv', counts='n')",
    'max_suppression': "algorithm=kanon.Samarati(max_suppression='1%')",
    'measure': "algorithm=kanon.Samarati(measure='dm')",
    'weights': "algorithm=kanon.Mondrian(weights={'age': 2})",
    'limit': "algorithm=kanon.Samarati(limit={'zip': 2})",
    'from_': "algorithm=kanon.Samarati(from_={'zip': 1})",
    'time_limit': 'algorithm=kanon.Optimal(time_limit=60)',
    'partitioning': "algorithm=kanon.Mondrian(partitioning='relaxed')",
    'choose': "algorithm=kanon.Mondrian(choose='lm')",
    'seed': "algorithm=kanon.Mondrian(choose='random', seed=1)",
    'categories': "algorithm=kanon.Mondrian(categories='frequency')",
    'labels': "algorithm=kanon.Mondrian(labels='box')",
    'grid': "algorithm=kanon.Mondrian(labels='grid', grid={'age': 5})",
    'bound': 'algorithm=kanon.Mondrian(bound=True)',
    **{name: "data=kanon.Csv('patients.csv', %s) or kanon.Records(rows, %s)" % (how, how)
       for name, how in OF_TABLES.items()},
    **{name: "data=kanon.Csv('patients.csv', %s)" % how for name, how in OF_FILES.items()},
}


def without_former(function: Function) -> Function:
    """A decorator. An argument of former versions is a TypeError that says what to write now."""
    @wraps(function)
    def called(*values, **named):
        for name in named.keys() & FORMER.keys():
            raise TypeError('anonymize has no argument %s; write %s' % (name, FORMER[name]))
        return function(*values, **named)
    return called       # type: ignore[return-value]


@without_former
@in_words_of_python()
def anonymize(data: Data,
              quasi: Sequence[str],
              sensitive: Sequence[str] = (),
              publish: Sequence[str] = (),
              *,
              k: int = 10,
              person: str | None = None,
              history: Path | None = None,
              require: Asks | Sequence[Asks] = (),
              algorithm: Literal['samarati', 'optimal', 'datafly', 'round-robin', 'mondrian']
              | Algorithm | None = None,
              hierarchies: Path | Mapping[str, Tree] | None = None,
              population: Path | Csv | None = None,
              missing: Literal['drop', 'value', 'root'] = 'drop',
              missing_in: Literal['any', 'used'] = 'any',
              unreadable: Literal['refuse', 'missing'] = 'refuse',
              memory: int | None = None) -> Release:
    """Make a k-anonymous release of a table. Nothing is written until `write` is called on it.

    The table
    data             a list of dicts, or the path of a csv file. In a row a number may be an int or
                     a float, and None is a missing value.
                     A file may be packed with gzip, bzip2 or xz. '-' is standard input. A list of
                     paths, or a folder of csv files, is one table. 'people.db::patients' is a table
                     of an SQLite file. kanon.Csv('patients.csv', decimal=',') says how a file is
                     read, and kanon.Records(rows, columns=['age', 'zip']) how rows are.
                     help(kanon.Csv) lists what they say.
    quasi            the names of the quasi-identifiers, which are generalized
    sensitive        the names of the sensitive columns, which are published as they are
    publish          the names of further columns to be published as they are. All other columns are
                     left out.
    missing          what happens to a record with None, '?' or nothing in a column: 'drop' leaves
                     the record out, 'value' keeps it like any other, 'root' keeps it and publishes
                     the root of the hierarchy in that column
    missing_in       'drop' leaves a record out for a missing value in 'any' column, or in the
                     columns 'used'
    unreadable       'missing' takes a few unreadable values of a quasi-identifier as missing:
                     values without a leaf in its hierarchy, or without a hierarchy what is no plain
                     number in a column of numbers. 'refuse' refuses them.
    memory           bytes that the work may take, such as 512 * 2**20. What need not be in memory
                     goes to temporary files. A table of too many different combinations is refused.

    What every published class must satisfy
    k                at least so many records
    person           the column that says whose row each row is. It is counted, and never published.
                     A class then has rows of at least k different persons, and rules beyond k count
                     persons.
    history          a file of what earlier releases of this table say of each person, as --history
                     takes it (docs/how-to/every-month.md). `write` brings it up to date. It needs
                     `person`, one row of each, and an algorithm by levels.
    require          one of these, or a list. A rule holds for all sensitive columns. A dict
                     {column: rule or list of rules} holds for some.
                     kanon.Distinct(3), kanon.Entropy(2.5), kanon.Recursive(2, 3): l-diversity
                     kanon.Closeness(0.2), kanon.Closeness(0.2, 'ordered') for numbers, or
                     'hierarchical': t-closeness
                     kanon.Alpha(0.5): at most this share of one sensitive value
                     kanon.Likeness(2), kanon.EnhancedLikeness(2): beta-likeness
                     kanon.Disclosure(1.5): delta-disclosure privacy
                     kanon.KMap(5): the labels of a class fit at least so many people of the
                     population. k may then be 1.
                     kanon.Presence(0, 0.5): of the people whom the labels of a class fit, from the
                     least to the most share are in the table. Both are for all algorithms but
                     'mondrian'.
    population       the path of a csv file of the population that the people of the table come
                     from, recorded as in the table. It is read as the table is, or as a kanon.Csv
                     says. The counts of that are how many people each row stands for.

    How the release is made
    algorithm        'samarati', 'optimal', 'datafly', 'round-robin' or 'mondrian',
                     or a value that holds its settings, such as
                     kanon.Samarati(max_suppression='1%'), kanon.Optimal(measure='dm'),
                     kanon.Datafly(), kanon.RoundRobin() or kanon.Mondrian(labels='box').
                     help(kanon.Mondrian) lists them. It is 'samarati' where hierarchies are given
                     and 'mondrian' where none are. Nothing is suppressed by default.
    hierarchies      a folder of <column>.txt files, or a dict {column: hierarchy}. A hierarchy is a
                     file, a dict {child: parent} or a kanon.core.counts.hierarchy.Hierarchy. Only
                     Mondrian can do without.

    A kanon.DataError says what is wrong with the data or the arguments, and what to do. It is a
    kanon.Unsatisfied if no release satisfies what is required.

    >>> import kanon
    >>> people = [{'age': 28, 'zip': '13053', 'ill': 'flu'},
    ...           {'age': 29, 'zip': '13068', 'ill': 'flu'},
    ...           {'age': 50, 'zip': '14853', 'ill': 'ulcer'},
    ...           {'age': 55, 'zip': '14853', 'ill': 'flu'}]
    >>> release = kanon.anonymize(people, quasi=['age', 'zip'], sensitive=['ill'], k=2)
    >>> release.rows[0], release.suppressed, round(release.measures['lm'], 4)
    (('[28-29]', '[13053-13068]', 'flu'), 0, 0.1153)
    """
    # The columns, and how the table is read.
    quasi, sensitive = take('quasi', quasi), take('sensitive', sensitive)
    carried = [*sensitive, *take('publish', publish)]
    source = table_source(data)
    person = take('person', person)
    missing, missing_in = take('missing', missing), take('missing_in', missing_in)
    check_named(quasi, carried)
    check_parts(quasi, carried, person, source)
    check_missing(missing, missing_in != 'any')

    # The algorithm, and what every class must satisfy. All is checked before a file is opened.
    by = algorithm_in(algorithm, hierarchies is not None)
    by.check_columns(quasi)
    rules, k_map, presence = beyond_k(require, sensitive)
    people = population_csv(population, quasi, k_map or presence, by)
    for table_read in [source, people] if people else []:
        check_days(table_read.since, population=population)
    smallest = take('k', k)
    if asks_nothing(smallest, k_map, presence):
        raise Refused(NO_K.format(brief(k)))
    memory = take('memory', memory)
    check_persons_counted(person, memory, [by])
    history = take('history', history)
    check_history(history, person, [by], counts=source.counts, k_map=k_map, presence=presence,
                  rules=[rule for _, rule in rules], measure=getattr(by, 'measure', None))
    check_rules_of_items(sensitive, source.items, rules)
    unreadable = take('unreadable', unreadable)

    # The records become a frequency set, a search recodes it, and that is the release.
    persons = [] if person is None else [person]
    used = [*quasi, *carried, *persons]
    reading = Reading.of(vars(source), used, missing=missing, missing_in=missing_in,
                         unreadable=unreadable)
    # `write` may be told to keep the order of the input, where there is one.
    order = 'sorted' if source.counts or history else 'input'
    with table_in(source, reading, history is not None) as table:
        for name in [*quasi, *carried, *source.na_in, *source.thousands, *source.exact]:
            table.index(name, [*quasi, *carried])       # DataError if there is no such column
        folder = hierarchies_in(hierarchies, table.columns)
        table.roots = folder.roots_of(quasi) if missing == 'root' else {}
        asked = Request(
            quasi=quasi, carried=carried, person=person, history=history, hierarchies=folder,
            k=smallest, rules=[{column: rule} for column, rule in rules],
            restricted=[name for name in sensitive if has_rule(name, rules)],
            k_map=k_map, delta_presence=presence,
            population=people and people.files[0],
            population_counts=people and people.counts,
            reading=people and reading_of_people(population, source, missing, unreadable),
            decimal=source.decimal, missing=missing, unreadable=unreadable, counts=source.counts,
            most_rows=source.max_rows or MOST_ROWS, memory=memory, order=order)
        counted = count(table, asked, by)
    made = release_of(counted, by)
    target = Target(None, [*quasi, *carried], quasi, decimal=source.decimal, limit=by.limit,
                    from_=by.from_, grids=by.grids(quasi))
    below = by.bound_of(made.space, UNSEEN) if by.bound else None
    return Release(table, made, target, sensitive, below, reading, person)


class Release:
    """A k-anonymous table, ready to be looked at and written. `anonymize` makes it.

    columns     the names of the published columns: the quasi-identifiers, then the sensitive and
                further columns
    rows        the published rows, as sorted tuples of texts
    classes     {published quasi-identifiers: records}
    suppressed  how many records are suppressed
    records     {'read': ..., 'missing': ..., 'published': ..., 'suppressed': ...}. read is the sum
                of the other three.
    suppressed_by  {requirement: suppressed records}, each at the first requirement that its class
                fails, in this order: 'k', the rules beyond k as options name them, such as
                'l_diversity', 'k_map', 'delta_presence', 'history' (docs/reference/report.md)
    measures    {'lm': ..., 'dm': ..., 'entropy': ..., ...}: what the release costs
                (docs/reference/measures.md). lm, the loss, is from 0 (nothing lost) to the number
                of quasi-identifiers (nothing left). With labels='grid' there is lm_cells, and with
                a 'box' lm_most. lm and the entropies are then None, because they tell values that
                the labels hide.
    vector      the level of each quasi-identifier. None for Mondrian.
    proven      whether 'optimal' has proven that the vector is the best by `measure`, or a search
                for cuts that no other strict cuts have a lesser lm, or lesser lm_cells with
                labels='grid'. None for others.
    put_back    what a reader can put back from Mondrian's labels, {'cells': ..., 'records': ...,
                'ends': ..., 'inferred': ..., 'not_inferred': ...} as in the report of a run
                (docs/reference/report.md). None for other algorithms, whose labels are those of
                hierarchies.
    bound       with bound=True {'lm': no classes of k records or more have a lesser one, 'gap': how
                far lm is above it at most, as a share of it, 'by': 'regions' or 'neighbours',
                'left_out': columns without part in it, 'stopped': ...}, else None
    recoding    {recorded quasi-identifiers: published ones}, with None for those that are
                suppressed. After relaxed cuts an entry may be a Split
                (kanon/core/counts/parted.py), because its records are in several classes.
    required    what every class satisfies: k and the rules beyond k
    persons     with person='...', how many persons were read and are published, which columns join
                their rows, and what can still be inferred of them, as in the report of a run
                (docs/reference/report.md), else None
    history     with history='...', how many releases there were before, and how many people are
                held back: {'releases': ..., 'new': ..., 'withheld': ..., 'held_back': ...} as in
                the report of a run, else None
    unknown     {sensitive column: how many of the counted records have no known value in it}. Rules
                other than t, beta and delta hold whatever these are. It is None for a column
                without a rule where the table does not fit into memory.
    unreadable  {quasi-identifier: {value: records}} of the values that were taken as missing, with
                unreadable='missing'
    lost        {'records': ..., 'columns': {column: ...}}: how many records are left out only for a
                missing value in columns that are not used, and how many of these have one in each
                column. missing_in='used' keeps them.
    left_totals  how many rows were left out as totals, with totals='leave-out'
    unique      the carried columns that have another value in nearly every record, as a name or a
                number of a patient has. They may point at people, whatever k is.
    recognized  what is remarkable of the columns that are published unchanged, a dict each:
                'column', 'as' ('sensitive', 'publish' or 'quasi'), 'kinds' such as 'email' that it
                looks like, and 'what' in words (None: it has many different values), and in how
                many 'records' its 'values' are, each in 'least' to 'most'. 'whose' has the signs
                that it says whose row each row is.
    starred     the quasi-identifiers that are the root of their hierarchy in each published record,
                a dict each: 'column', its 'label', 'by' and 'rare': None, or the 'value' that
                forbids finer labels, in so few 'records', and how many 'more' such parts there are
    count_column    the column that looks like a count of records, as a GROUP BY writes it, or None.
                    Each row is taken for one record unless `counts` names the column.
    """

    columns: list[str]
    quasi: list[str]
    classes: dict[tuple[str, ...], int]
    suppressed: int
    records: dict[str, int]
    measures: dict[str, float | None]
    vector: tuple[int, ...] | None
    proven: bool | None
    bound: dict[str, Any] | None
    recoding: Mapping[tuple[str, ...], Any]
    required: Required
    unreadable: dict[str, dict[str, int]]
    left_totals: int
    lost: dict[str, Any]
    unique: list[str]
    count_column: str | None

    def __init__(self, table, made, target, sensitive, below, reading, person):
        """table: the one that was counted. made: a Making (core/algorithms/release.py).

        target: as publish takes it, but for what `write` is told. below: a lower bound of lm, or
        None. reading: how the table was read. person: the column of the persons, or None.
        """
        counted, outcome = made.space.counted, made.outcome
        tally, required = counted.tally, counted.required
        weights = counted.in_order(made.algorithm.weights)
        self._table, self._tally, self._hierarchies = table, tally, counted.hierarchies
        self._made, self._target, self._sensitive = made, target, sensitive
        self._reading, self._person = reading, person
        self._rows = self._recognized = None        # not made before they are looked at

        self.columns, self.quasi = target.columns, target.quasi
        self.classes, self.recoding = outcome.sizes, outcome.recoding
        self.suppressed, self.vector = outcome.suppressed, outcome.vector
        self.proven = made.found.told.get('proven')
        self.measures = all_measures(outcome, required.k, weights)
        self._lost = outcome.lost
        # a bound is never asked for with boxes or a grid, so there is an lm
        self.bound = below.report(self.quasi, self.measures['lm']) if below else None
        self.records = {'read': table.read, 'missing': table.missing_records,
                        'published': sum(outcome.sizes.values()), 'suppressed': outcome.suppressed}
        self.unreadable, self.left_totals = table.unreadable, table.left_totals
        self.lost = table.lost
        signs = [table.signs.get(name) for name in self._carried]
        self.unique = [self._carried[place] for place in tally.nearly_unique(signs)]
        self.count_column = table.count_column()

        # What `write` holds the public values to, which a program can change.
        self.required = required
        self._required = copy_of(required)
        self._vector = outcome.vector
        self._stated = Claims(made.algorithm.stated(made), table.read,
                              str(made.algorithm.max_suppression), weights)

    def __repr__(self):
        how = 'vector %s' % (self.vector,) if self.vector else 'cut by Mondrian'
        k = 'k = %d%s' % (self.required.k, ' persons' if self.required.persons else '')
        return '<%s.Release: %s in %s, %s, %d suppressed, %s, %s %.6f>' % (
            NAME, many(self.records['published'], 'record'), many(len(self.classes), 'class'),
            k, self.suppressed, how, self._lost, self.measures[self._lost])

    @property
    def _carried(self) -> list[str]:
        """The columns that are published as they are."""
        return self.columns[len(self.quasi):]

    @property
    def recognized(self) -> list[dict[str, Any]]:
        if self._recognized is None:
            from .core.recognition.remarks import remarks
            decimal = self._target.decimal
            unchanged = published_unchanged(self.quasi, self.classes, self._carried,
                                            self._sensitive, self._tally)
            repeating = None
            if not self.required.persons and self._table.counts is None:
                repeating = repeating_columns(self.quasi, self._carried, self._sensitive,
                                              self._tally, decimal)
            self._recognized = remarks(unchanged, decimal, repeating)
        return self._recognized

    @property
    def starred(self) -> list[dict[str, Any]]:
        from .core.algorithms.starred import starred
        return starred(self._made, self.required.k)

    @property
    def put_back(self) -> dict[str, Any] | None:
        return self._made.algorithm.put_back(self._made)

    @property
    def suppressed_by(self) -> dict[str, int]:
        from .core.algorithms.why_suppressed import suppressed_by, suppressing
        return suppressed_by(suppressing(self._made), self._made.outcome.suppressed)

    @property
    def persons(self) -> dict[str, Any] | None:
        of_persons = self._made.space.counted.of_persons
        if of_persons is None:
            return None
        from .core.algorithms.why_suppressed import persons_suppressed_by, suppressing
        from .core.rules.told_of_persons import all_told
        counts = all_told(of_persons, self._required.persons, self.recoding, self._carried,
                          self._sensitive, self._required.sameness)
        reasons = persons_suppressed_by(suppressing(self._made), counts['suppressed'])
        return {**counts, 'suppressed_by': reasons}

    @property
    def history(self) -> dict[str, int] | None:
        space = self._made.space
        history = space.counted.history
        if not history:
            return None
        return {'releases': history.releases, **space.lattice.told(self._vector)}

    @property
    def unknown(self) -> dict[str, int | None]:
        return without_known_value(self._tally, self.required, self._carried, self._sensitive,
                                   self._table.signs)

    @property
    def rows(self) -> list[tuple[str, ...]]:
        if self._rows is None:
            with_rules = [self._carried.index(name) for name in self.required.rules]
            recoding = dealt(self.recoding, self._tally, with_rules, self.required.signs())
            rows = []
            for published, pairs in sorted_classes(self._tally, recoding):
                for values, records in pairs:
                    rows += [published + values] * records
            self._rows = rows
        return self._rows

    @in_words_of_python()
    def write(self, path: Path, *, force: bool = False,
              order: Literal['sorted', 'input'] = 'sorted', encoding: str = 'utf-8',
              spreadsheet_safe: bool = False, output_delimiter: str = ',',
              ) -> Audit | AuditInPersons:
        """Write the release as a csv file: aside, audited, put in place.

        It returns what the audit counted: records, classes, k and, where persons are counted, the
        fewest persons of a class.

        A file at the path is replaced only with force=True. order='input' keeps the order of the
        records. spreadsheet_safe=True puts a ' before what a spreadsheet would run as a formula.
        output_delimiter is ',' ';' '|' or 'tab'. The file is packed if its name ends in .gz, .bz2
        or .xz.
        DataError if the file must not or cannot be written, or if the audit disagrees, also with
        the columns, classes, records, measures, rows and what is required that can be looked at
        here. Then what stood there before stays.
        """
        file = output_in(path)
        order, force = take('order', order), take('force', force)
        encoding = take('encoding', encoding)
        guarded = take('spreadsheet_safe', spreadsheet_safe)
        delimiter = take('output_delimiter', output_delimiter)
        if file == '-':
            raise DataError('write takes the path of a file; to print the release, take its columns'
                            ' and rows')
        if order == 'input' and self._table.counts is not None:
            raise DataError("order='input' is for a table without counts: a row that stands for"
                            " several records has no order of them")
        check_output(file, self._inputs(), force)
        history = self._made.space.counted.history
        if history and order == 'input':
            raise Refused('%s and %s exclude each other: records of one combination may be'
                          ' published or held back' % (at('order', 'input'), option('history')))
        target = self._target._replace(path=file, encoding=encoding, order=order, guarded=guarded,
                                       delimiter=delimiter)
        stated = self._stated_now()
        with ExitStack() as stack:
            put_in_place = None
            if history:
                check_kept(history.path, [*self._inputs(), file])
                kept, put_in_place = stack.enter_context(history.continued_beside(
                    self._tally, self.recoding, self._required, self._carried))
                stated = stated._replace(history=kept)

            def seal(part):
                """The history is put in its place right before the release is."""
                if put_in_place:
                    put_in_place(part, file)
            published = publish(target, self._table, self._tally, self.recoding, self._required,
                                self._hierarchies, self._vector, seal=seal, stated=stated)
            return published.audit

    def _stated_now(self) -> Claims:
        """What can be looked at, as the audit compares it with the file.

        DataError if something is another than what was asked.
        """
        for name, now, then in (
                ('required', repr(self.required), repr(self._required)),
                ('vector', self.vector, self._vector),
                ('columns', self.columns, self._target.columns),
                ('quasi', self.quasi, self._target.quasi)):
            if now != then:
                raise DataError('%s of the Release is not what was asked for; call anonymize with'
                                ' what you need' % name)
        report = {'k': self._required.k, 'records': self.records,
                  'measures': {**self.measures, 'suppressed': self.suppressed},
                  'sizes': self.classes, 'classes': {'count': len(self.classes)},
                  'columns': [{}] * len(self.quasi), **self._stated.report}
        return self._stated._replace(report=report, rows=self._rows)

    @in_words_of_python()
    def write_recoding(self, path: Path, *, force: bool = False, encoding: str = 'utf-8') -> None:
        """Write the recoding as a csv file, which an engine joins with its records.

        docs/how-to/engines.md shows how. It is as confidential as the table. A file at the path is
        replaced only with force=True. DataError if it parts the records of a combination, as
        relaxed cuts may, or if the file must not or cannot be written.
        """
        from .core.tables.recoding_file import check_recoding, write_recoding
        file = output_in(path)
        force, encoding = take('force', force), take('encoding', encoding)
        check_days(self._table.days, recoding=path)
        check_recoding(self.quasi, self.recoding, self._table.unreadable, self._person)
        if self._made.space.counted.history:
            raise Refused('a recoding and %s exclude each other: records of one combination may be'
                          ' published or held back' % option('history'))
        check_output(file, self._inputs(), force)
        self._stated_now()
        with replacing(file, self._table.files) as part:
            write_recoding(part, file, self.quasi, self.recoding, self._table.roots, encoding,
                           self._person)
            recoding = recoding_of(self._tally.frequency_set, self.recoding)
            recorded = recorded_of(self._target, self._table, self._tally, recoding,
                                   self._hierarchies, self._vector)
            verify_recoding(part, recorded, recoding.table.values(), self._required.k,
                            fingerprint(recorded), encoding, self._person)
            if self._required.persons:
                from .core.audit.persons import recount_persons, verify_persons    # for few
                sizes, _ = recoding.sizes()
                persons = recount_persons(recorded, self._tally.owners, self._required)
                verify_persons(sizes, persons, self._required)

    @in_words_of_python()
    def plan(self) -> Plan:
        """How this release was made, so that the next table is published alike (`Plan`).

        Mondrian needs strict cuts and the labels 'box' or 'grid', because other labels do not cover
        values that come later. DataError without these, and where something is required in a
        population.
        """
        from .core.algorithms.plans import plan_of
        sensitive, columns = self._sensitive, self._target.columns
        further = columns[len(self._target.quasi) + len(sensitive):]
        return Plan(plan_of(self._made, sensitive, further, self._reading, self._person))

    def _inputs(self) -> list:
        """The files that no output may replace."""
        population = self.required.population
        people = [file_of_table(population.name)] if population else []
        return [*self._table.files, *people, *self._hierarchies.files(self.columns)]


class Plan:
    """How a release was made, so that another table is published alike.

    It has the columns, k, the rules beyond k, the hierarchies, and the level of each column or
    Mondrian's cuts. `Release.plan` makes it, `kanon.plan` reads it, and `apply` publishes by it.

    >>> import kanon
    >>> ages = {'28': '2*', '29': '2*', '31': '3*', '35': '3*', '2*': '*', '3*': '*'}
    >>> people = [{'age': 28}, {'age': 29}, {'age': 31}, {'age': 35}]
    >>> january = kanon.anonymize(people, ['age'], k=2, hierarchies={'age': ages})
    >>> january.plan()
    <kanon.Plan: age at level 1, k = 2>
    >>> people = [{'age': 31}, {'age': 31}, {'age': 28}]
    >>> january.plan().apply(people, max_suppression=1).rows
    [('3*',), ('3*',)]
    """

    def __init__(self, parts: dict[str, Any], path: str | None = None):
        """parts: as settings/plan_file.py names them. path: of its file, if it has one."""
        self._parts, self._path = parts, path
        self.quasi, self.k = list(parts['quasi']), parts['k']
        self.levels = dict(parts['levels']) if 'levels' in parts else None

    def __repr__(self):
        if self.levels:
            how = ['%s at level %d' % pair for pair in self.levels.items()]
        else:
            how = [*self.quasi, many(len(self._parts['cuts']), 'cut')]
        return '<%s.Plan: %s, k = %d>' % (NAME, ', '.join(how), self.k)

    @in_words_of_python()
    def save(self, path: Path, *, force: bool = False) -> None:
        """Write the plan as a JSON file that only its owner may read.

        It holds the hierarchies and, of cuts, values of the table. It is as confidential as the
        table. A file at the path is replaced only with force=True.
        """
        from .core.settings.plan_file import write_plan
        file = output_in(path)
        if file == '-':
            raise DataError('save takes the path of a file')
        check_output(file, [], take('force', force))
        write_plan(file, self._parts)

    @in_words_of_python()
    def apply(self, data: Data, *, max_suppression: int | str | None = None,
              hierarchies: Path | Mapping[str, Tree] | None = None, history: Path | None = None,
              unreadable: Literal['refuse', 'missing'] = 'refuse',
              memory: int | None = None) -> Release:
        """Make a release of another table by this plan.

        Nothing is searched. Classes that fail are suppressed.
        The table is read as that of the plan was. data, history, unreadable and memory are those of
        `anonymize`. A plan of a release with a history needs `history`. max_suppression: how many
        records may be suppressed, or which share of them, by default as many as for the plan.
        hierarchies: to be compared with those of the plan, which are used.
        kanon.Unsatisfied if more records would be suppressed. DataError if a value has no leaf, or
        if a hierarchy is another one.
        """
        from .core.algorithms.plans import by_plan
        from .core.settings.plan_file import check_same_trees
        parts, name = self._parts, self._path or 'the plan'
        if parts['history'] and history is None:
            raise Refused('%s is that of a release with a history; give %s, so that this release'
                          ' continues it' % (name, at('history')))
        if hierarchies is not None:
            check_same_trees(parts, hierarchies_in(hierarchies, parts['hierarchies']), self._path)
        if max_suppression is None:
            most = parts['max_suppression']
        else:
            most = take('max_suppression', max_suppression)
        source = read_by_plan(data, parts['read'], name)
        if parts['read'] and unreadable == 'refuse':
            unreadable = parts['read']['unreadable']
        return anonymize(source, parts['quasi'], parts['sensitive'], parts['publish'], k=self.k,
                         require=[{column: rule} for column, rule in parts['rules']],
                         algorithm=by_plan(parts, name, most), hierarchies=parts['hierarchies'],
                         missing=parts['missing'], missing_in=parts['missing_in'],
                         unreadable=unreadable, person=parts['person'], history=history,
                         memory=memory)


@in_words_of_python()
def plan(path: Path) -> Plan:
    """The plan in a file that `Plan.save` has written. A DataError says what is wrong with it."""
    from .core.settings.plan_file import read_plan
    file = output_in(path)
    return Plan(read_plan(file), file)


# What the release is made from.

def output_in(value) -> str:
    return taken('output', path, value)


def algorithm_in(algorithm, has_hierarchies) -> Algorithm:
    """The algorithm, of a value, a name, or None."""
    by = algorithm
    if algorithm is None:
        by = 'samarati' if has_hierarchies else 'mondrian'
    if isinstance(by, str) and by in ALGORITHMS:
        by = algorithm_of(by)()
    if not isinstance(by, Algorithm):
        hint = nearest(algorithm, ALGORITHMS, quoted) if isinstance(algorithm, str) else ''
        raise Refused('%s: one of %s, or a value such as kanon.Mondrian(), is expected, not %s%s'
                      % (at('algorithm'), ', '.join(ALGORITHMS), brief(algorithm), hint))
    if by.by_levels and not has_hierarchies:
        raise Refused('%s needs %s; without them there is mondrian'
                      % (at('algorithm', by.name), option('hierarchies')))
    return by


def beyond_k(require, sensitive) -> tuple:
    """What is required beyond k: the rules, the k of a k-map, and the Presence.

    A rule is a pair of its column, None for all sensitive ones, and the Rule. They are in the order
    in which the programs name them. Of a k-map and a Presence there is None where neither is asked.
    """
    from .core.rules.of_people import KMap, Presence     # few releases ask for more than k
    from .core.rules.of_values import Rule
    rules: list = []
    of_people: dict = {}
    whole = isinstance(require, (Rule, KMap, Presence, dict))
    for each in [require] if whole else as_list(require):
        kind = type(each)
        if kind in (KMap, Presence):
            if kind in of_people:
                raise Refused('%s: %s stands there twice' % (at('require'), kind.__name__))
            of_people[kind] = each
        elif isinstance(each, dict):
            for column, rules_of_column in each.items():
                rules += rules_of(column, rules_of_column, sensitive)
        else:
            rules += rules_of(None, each, sensitive)
    if rules and not sensitive:
        raise Refused('%s needs a %s column' % (at('require'), option('sensitive')))
    order = settings_marked(RULE)
    rules.sort(key=lambda pair: order.index(pair[1].option))
    k_map = of_people[KMap].k if KMap in of_people else None
    return rules, k_map, of_people.get(Presence)


def rules_of(column, rules, sensitive) -> list:
    """The pairs of a column, None for all, and each rule that is asked for it."""
    from .core.rules.of_values import Rule
    if column is not None:
        check_columns_known('require', [column], sensitive, 'sensitive column')
    pairs = []
    for rule in [rules] if isinstance(rules, Rule) else as_list(rules):
        if not isinstance(rule, Rule):
            raise Refused('%s: a rule such as kanon.Distinct(3), a dict of rules by column, or a'
                          ' list of them is expected, not %s' % (at('require'), brief(rule)))
        pairs.append((column, rule))
    return pairs


def as_list(value) -> list:
    return list(value) if isinstance(value, (list, tuple)) else [value]


def has_rule(name, rules) -> bool:
    """Whether one of the rules is about this sensitive column."""
    return any(column in (None, name) for column, _ in rules)


def copy_of(required) -> Required:
    """What is required, with lists of rules of its own."""
    rules = {name: list(of_column) for name, of_column in required.rules.items()}
    if required.persons:
        from .core.rules.of_persons import RequiredOfPersons     # few count persons
        return RequiredOfPersons(required.k, rules, required.persons, required.population,
                                 required.earlier, required.sameness)
    return Required(required.k, rules, required.histograms, required.population, required.sameness)


def population_csv(population, quasi, asked, algorithm) -> Csv | None:
    """The file of the population, None without one. asked: what is required in it."""
    if population is None:
        if asked:
            raise Refused('%s: KMap and Presence need a %s' % (at('require'), option('population')))
        return None
    if not algorithm.by_levels:
        raise Refused('%s is for searches by levels, and Mondrian cuts; take another %s'
                      % (at('population'), option('algorithm')))
    if not asked:
        raise Refused('%s is for KMap and Presence; put one of them into %s'
                      % (at('population'), option('require')))
    people = population
    if not isinstance(population, Csv):
        people = Csv(taken('population', path, population))
    if people.files == ['-'] or len(people.files) > 1:
        raise Refused('%s names one file, and not standard input' % at('population'))
    if people.counts in quasi:
        raise Refused('column %s has the counts of the %s, so it is no quasi-identifier'
                      % (quoted(people.counts), option('population')))
    return people


def reading_of_people(population, source, missing, unreadable) -> Reading:
    """How the population is read: as its Csv says or, of a path, as the table is."""
    says = population if isinstance(population, Csv) else source
    return Reading.of(vars(says), missing=missing, unreadable=unreadable, counts=source.counts)


def table_in(source, reading, spool) -> Table:
    """The table of a Csv or of Records. spool: whether it is read again, also if it is a pipe."""
    if isinstance(source, Csv):
        first, *further = source.files
        return reading.open(first, RECORDED, spool=spool, digest=spool, further=further)
    items = source.items or {}
    in_one_cell = [name for name, how in items.items() if isinstance(how, str)]
    rows = Rows(source.rows, source.columns, reading.missing, reading.missing_in, source.counts,
                in_one_cell)
    return reading.put_on(rows)


def hierarchies_in(hierarchies, columns):
    """The hierarchies of a table with these columns, with the methods of a HierarchyFolder."""
    if hierarchies is None:
        return GivenHierarchies({})
    if isinstance(hierarchies, dict):
        check_columns_known('hierarchies', hierarchies, columns, 'column of the table')
        return GivenHierarchies({name: tree_in(tree) for name, tree in hierarchies.items()})
    folder = taken('hierarchies', path, hierarchies)
    if not is_folder(folder):
        raise DataError('there is no such folder of hierarchies', folder)
    return HierarchyFolder(folder)


def tree_in(tree):
    """A hierarchy as GivenHierarchies takes it. A path is a text."""
    return taken('hierarchies', path, tree) if isinstance(tree, (str, os.PathLike)) else tree
