"""The programmer's door: `kanon.anonymize` returns a Release, which can be looked at and written.

Promise: what is written has been audited, and what is required cannot be left out. The functions of the scripts do the work. So
the same table, options and seed publish the same bytes.
This file and __main__ are the two of the ground shelf that import the rooms. cli/arguments.py reads the arguments.
"""

from __future__ import annotations

import os

from .algorithms import algorithm_of, takes
from .algorithms.counted import Asked, count
from .algorithms.release import release_of
from .algorithms.watching import UNSEEN
from .audit.stated import Stated, verify_recoding
from .audit.true_labels import fingerprint
from .cli.arguments import (brief, check_columns, check_known, check_limits, check_meant, check_searching, check_switches, check_words,
                            class_size_in, delimiter_in, encoding_in, grid_in, in_words_of_python, labels_in, limit_in, limits_in,
                            missing_words_in, names_in, number_in, output_delimiter_in, path_in, people_asked, rules_in, seed_in,
                            weights_in, whole)
from .cutting.cuts import KINDS
from .errors import DataError, many
from .measures import all_measures
from .recoding import dealt, recoding_of
from .required import Required
from .tables import kind_for
from .tables.aside import aside, check_output
from .tables.hierarchy_file import GivenHierarchies, HierarchyFolder
from .tables.lines import MOST_ROWS
from .tables.packed import file_of_table
from .tables.publishing import Target, publish, published_unchanged, recorded_of, without_known_value
from .tables.rows import Rows
from .tables.table import Table
from .tables.tally import sorted_classes


@in_words_of_python()
def anonymize(data, quasi, sensitive=(), publish=(), *, k=10, hierarchies=None, algorithm=None, max_suppression=0,
              l_diversity=None, t_closeness=None, alpha=None, population=None, population_counts=None, k_map=None,
              delta_presence=None, measure='lm', weights=None, limit=None, from_=None, time_limit=None,
              partitioning='strict', choose='widest', seed=None, categories=None, labels='', grid=None, bound=False,
              missing='drop', missing_in='any', na=(), unreadable='refuse', totals='keep', counts=None, max_rows=None, memory=None, columns=None,
              delimiter=None, decimal='.', encoding='utf-8') -> Release:
    """Make a k-anonymous release of a table. Nothing is written until `write` is called on the Release.

    The table
    data             a list of dicts, a list of tuples with `columns`, or the path of a csv file. In a row a number may be an int
                     or a float, and None is a missing value. A file may be packed with gzip, bzip2 or xz. '-' is standard input.
                     A list of paths, or a folder of csv files, is one table. 'people.db::patients' is a table of an SQLite file.
    quasi            the names of the quasi-identifiers, which are generalized
    sensitive        the names of the sensitive columns, which are published as they are
    publish          the names of further columns to be published as they are. All other columns are left out.
    missing          what happens to a record with None, '?' or nothing in a column: 'drop' leaves the record out, 'value' keeps it
                     like any other, 'root' keeps it and publishes the root of the hierarchy in that column
    missing_in       'drop' leaves a record out for a missing value in 'any' column, or in the columns 'used'
    na               further words that mean a missing value in any column, such as ['NA', 'k.A.', 'unknown']. Capitals count.
                     They are read, and published, as '?'.
    unreadable       'missing' takes a few unreadable values of a quasi-identifier as missing: values without a leaf in its hierarchy,
                     or without a hierarchy what is no plain number in a column of numbers. 'refuse' refuses them.
    totals           'leave-out' leaves out the rows that look like a total, such as Summe, and counts them in `left_totals`
    counts           the column that says how many records each row stands for, if the table is counted
    max_rows         how many rows the release of a counted table may have, 10,000,000 by default
    memory           bytes that the work may take, such as 512 * 2**20. What need not be in memory goes to temporary files. A table of
                     too many different combinations is refused.
    columns          the names of all columns, for tuples and for a file without a header line
    delimiter        of the file, if it is not to be recognized
    decimal          the decimal sign of the numbers in the table: '.' or ','
    encoding         of the file

    What every published class must satisfy
    k                at least so many records
    l_diversity      so many different known sensitive values, such as 3, or 'entropy:2.5' or 'recursive:2,3'
    t_closeness      at most so far from the whole table, such as 0.2, 'ordered:0.2' (numbers) or 'hierarchical:0.2'
    alpha            at most this share of one sensitive value, such as 0.5
                     A rule holds for all sensitive columns. A dict {column: rule} holds for some.
    population       the path of a csv file of the population that the people of the table come from, recorded as in the table
    population_counts   the column that says how many people each row of that file stands for
    k_map            the labels of a class fit at least so many people of the population. k may then be 1.
    delta_presence   of the people whom the labels of a class fit, from the least to the most share are in the table, such as '0:0.5'
                     Both are for all algorithms but 'mondrian'.

    How the release is made
    algorithm        'samarati', 'optimal', 'datafly', 'round-robin' or 'mondrian'. It is 'samarati' where hierarchies are given and
                     'mondrian' where none are.
    hierarchies      a folder of <column>.txt files, or a dict {column: hierarchy}. A hierarchy is a file, a dict {child: parent} or
                     a kanon.hierarchy.Hierarchy. Only Mondrian can do without.
    max_suppression  how many records may be suppressed, such as 20, or which share of them, such as '1%'. 'round-robin' and
                     'mondrian' suppress none.
    measure          which measure chooses the vector, for 'samarati' and 'optimal': 'lm', 'dm', 'entropy', 'precision', 'height' or
                     'c_avg', or 'first' for the first vector that Samarati's search finds
    limit            {quasi-identifier: the coarsest level of its labels}: the number of a level, its name, or a width such as
                     '10 wide', which an interval of numbers may have
    from_            {quasi-identifier: the finest level of its labels}
    weights          {quasi-identifier: how much its loss counts in lm}, 1 by default
    time_limit       seconds after which 'optimal' takes the best vector so far, or the first one that it finds, and partitioning
                     'optimal' or 'clustered' the best cuts so far. With bound=True seconds after which the bound is raised no
                     more (default 15)
    partitioning     Mondrian makes 'strict' cuts, 'relaxed' ones, or 'both': relaxed ones where no strict one is left. 'optimal' and
                     'clustered' search for the cuts that lose least, for few columns and for many
    choose           Mondrian cuts the 'widest' dimension, the one that leaves the least loss ('lm'), or one at 'random'
    seed             a whole number, for choose='random'
    categories       Mondrian orders categories by the 'leaves' of their hierarchy or by 'frequency', or cuts along the 'hierarchy'
    labels           Mondrian publishes numbers as a 'range' or a 'box', categories as a 'set' or an 'ancestor'. 'box,ancestor' says
                     both. 'grid' publishes ranges between edges that are declared beforehand, and nodes of the hierarchies.
    grid             for labels='grid' the edges of columns of numbers, as a width or a list: {'age': 5, 'income': [0, 20000, 100000]}.
                     Other columns have those of the ranges in their hierarchies.
    bound            True works out a lower bound of Mondrian's lm, Release.bound

    A kanon.DataError says what is wrong with the data or the arguments, and what to do. It is a kanon.Unsatisfied if no release
    satisfies what is required.

    >>> import kanon
    >>> people = [{'age': 28, 'zip': '13053', 'ill': 'flu'}, {'age': 29, 'zip': '13068', 'ill': 'flu'},
    ...           {'age': 50, 'zip': '14853', 'ill': 'ulcer'}, {'age': 55, 'zip': '14853', 'ill': 'flu'}]
    >>> release = kanon.anonymize(people, quasi=['age', 'zip'], sensitive=['ill'], k=2)
    >>> release.rows[0], release.suppressed, round(release.measures['lm'], 4)
    (('[28-29]', '[13053-13068]', 'flu'), 0, 0.1153)
    """
    quasi, sensitive = names_in(quasi, 'quasi'), names_in(sensitive, 'sensitive')
    carried = sensitive + names_in(publish, 'publish')
    check_columns(quasi, carried, counts, population_counts)
    k_map, delta_presence = people_asked(population, population_counts, k_map, delta_presence)
    k = class_size_in(k, 1 if k_map or delta_presence else 2)
    weights, rules = weights_in(weights, quasi), rules_in(sensitive, l_diversity, t_closeness, alpha)
    algorithm = ('mondrian' if hierarchies is None else 'samarati') if algorithm is None else algorithm
    words = dict(measure=measure, partitioning=partitioning, choose=choose, categories=categories)
    check_words(algorithm=algorithm, missing=missing, missing_in=missing_in, decimal=decimal, unreadable=unreadable, totals=totals, **words)
    check_switches(bound=bound)
    timed = bound or algorithm == 'mondrian' and partitioning not in KINDS      # Mondrian takes a time limit only then
    check_meant(algorithm, max_suppression=max_suppression, time_limit=None if timed else time_limit, seed=seed, labels=labels,
                grid=grid, bound=bound, **words)
    seed, labels = seed_in(seed, choose), labels_in(labels)
    grid = grid_in(grid, labels, quasi)
    limit, from_ = limits_in('limit', limit, quasi), limits_in('from_', from_, quasi)
    check_limits(limit, from_, labels, bound)
    check_searching(partitioning, choose, categories, labels)
    if max_rows is not None and (counts is None or (whole(max_rows) or 0) < 1):
        raise DataError('max_rows is for counts' if counts is None else 'max_rows is a whole number from 1 on, not %s' % brief(max_rows))
    if memory is not None:
        memory = int(number_in(memory, 'memory', below=10 ** 15))
    if time_limit is not None:
        time_limit = number_in(time_limit, 'time_limit')
    limit_in(max_suppression, records=0)     # refused before the table is read
    if algorithm == 'mondrian' and population is not None:
        raise DataError("population is for the algorithms by levels; leave it out for 'mondrian'")
    if algorithm != 'mondrian' and hierarchies is None:
        raise DataError("algorithm=%r needs hierarchies; without them there is 'mondrian'" % algorithm)

    na = missing_words_in(na)
    given = {'max_suppression': max_suppression, 'measure': measure, 'weights': dict(zip(quasi, weights)), 'limit': limit, 'from_': from_,
             'time_limit': time_limit, 'partitioning': partitioning, 'choose': choose, 'seed': seed, 'categories': categories,
             'labels': labels, 'grid': grid, 'bound': bound}
    by = algorithm_of(algorithm)(**{setting: given[setting] for setting in takes(algorithm)})
    with table_in(data, columns, delimiter, encoding, missing, missing_in, spool=unreadable == 'missing', counts=counts) as table:
        table.na, table.totals = frozenset(na), totals
        for name in quasi + carried:
            table.index(name, quasi + carried)      # DataError if there is no such column
        hierarchies = hierarchies_in(hierarchies, table.columns)
        table.used = quasi + carried
        table.roots = hierarchies.roots_of(quasi) if missing == 'root' else {}
        restricted = [name for name in carried if any(name in of_columns for of_columns in rules.values())]
        asked = Asked(quasi, carried, restricted, k, rules['l_rules'], rules['t_rules'], rules['alpha_rules'],
                      population and path_in(population, 'population'), population_counts, k_map, delta_presence, hierarchies, decimal,
                      missing, unreadable, max_rows or MOST_ROWS, memory, counts, columns, delimiter, encoding, na)
        counted = count(table, asked, by)
    made = release_of(counted, by)
    target = Target(None, quasi + carried, quasi, decimal=decimal, limit=by.limit, from_=by.from_, grids=by.grids(quasi))
    return Release(table, made, target, sensitive, by.bound_of(made.space, UNSEEN) if by.bound else None)


class Release:
    """A k-anonymous table, ready to be looked at and written. `anonymize` makes it.

    columns     the names of the published columns: the quasi-identifiers, then the sensitive and further columns
    rows        the published rows, as sorted tuples of texts
    classes     {published quasi-identifiers: records}
    suppressed  how many records are suppressed
    records     {'read': ..., 'missing': ..., 'published': ..., 'suppressed': ...}. read is the sum of the other three.
    measures    {'lm': ..., 'dm': ..., 'entropy': ..., ...}: what the release costs (docs/reference/measures.md). lm, the loss, is
                from 0 (nothing lost) to the number of quasi-identifiers (nothing left). With labels='grid' there is lm_cells, and with
                a 'box' lm_most. lm and the entropies are then None, because they tell values that the labels hide.
    vector      the level of each quasi-identifier. None for Mondrian.
    proven      whether 'optimal' has proven that the vector is the best by `measure`, or a search for cuts that no other strict cuts
                have a lesser lm, or lesser lm_cells with labels='grid'. None for others.
    put_back    what a reader can put back from Mondrian's labels, {'cells': ..., 'records': ..., 'ends': ..., 'inferred': ..., 'not_inferred':
                ...} as in the report of a run (docs/reference/report.md). None for other algorithms, whose labels are those of hierarchies.
    bound       with bound=True {'lm': no classes of k records or more have a lesser one, 'gap': how far lm is above it at most, as a
                share of it, 'by': 'regions' or 'neighbours', 'left_out': columns without part in it, 'stopped': ...}, else None
    recoding    {recorded quasi-identifiers: published ones}, with None for those that are suppressed. After relaxed cuts an entry may
                be a Split (kanon/parted.py), because its records are in several classes.
    required    what every class satisfies: k and the rules beyond k
    unknown     {sensitive column: how many of the counted records have no known value in it}. Rules other than t hold whatever these are.
                It is None for a column without a rule where the table does not fit into memory.
    unreadable  {quasi-identifier: {value: records}} of the values that were taken as missing, with unreadable='missing'
    left_totals  how many rows were left out as totals, with totals='leave-out'
    unique      the carried columns that have another value in nearly every record, as a name or a number of a patient has. They
                may point at people, whatever k is.
    recognized  what is remarkable of the columns that are published unchanged, a dict each: 'column', 'as' ('sensitive', 'publish' or
                'quasi'), 'kinds' such as 'email' that it looks like, and 'what' in words (None: it has many different values), and in
                how many 'records' its 'values' are, each in 'least' to 'most'
    count_column    the column that looks like a count of records, as a GROUP BY writes it, or None. Each row is taken for one record
                    unless `counts` names the column.
    """

    def __init__(self, table, made, target, sensitive, below):
        """target: as publish takes it, but for what `write` is told. below: a lower bound of lm, or None."""
        counted, algorithm, outcome = made.space.counted, made.algorithm, made.outcome
        required, weights = counted.required, counted.in_order(algorithm.weights)
        self.columns, self.quasi, self.required, self.recoding = target.columns, target.quasi, required, outcome.recoding
        self.classes, self.suppressed, self.vector = outcome.sizes, outcome.suppressed, outcome.vector
        self.proven = made.found.told.get('proven')
        self.measures, self.bound, self._lost = all_measures(outcome, required.k, weights), None, outcome.lost
        if below:
            self.bound = below.report(self.quasi, self.measures['lm'])      # never with boxes or a grid
        self.records = {'read': table.read, 'missing': table.missing_records, 'published': sum(outcome.sizes.values()),
                        'suppressed': outcome.suppressed}
        self.unreadable, self.left_totals = table.unreadable, table.left_totals
        self.unique = [self.columns[len(self.quasi) + place] for place in counted.tally.nearly_unique()]
        self.count_column = table.count_column()
        self._table, self._tally, self._hierarchies, self._target = table, counted.tally, counted.hierarchies, target
        self._made, self._rows, self._sensitive, self._recognized, self._vector = made, None, sensitive, None, outcome.vector
        self._stated = Stated(algorithm.stated(made), table.read, str(algorithm.max_suppression), weights)
        self._asked = Required(required.k, {name: list(rules) for name, rules in required.rules.items()}, required.histograms,
                               required.population)     # `required` can be changed

    def __repr__(self):
        how = 'vector %s' % (self.vector,) if self.vector else 'cut by Mondrian'
        return '<%s.Release: %s in %s, k = %d, %d suppressed, %s, %s %.6f>' % (
            __package__, many(self.records['published'], 'record'), many(len(self.classes), 'class'), self.required.k, self.suppressed,
            how, self._lost, self.measures[self._lost])

    @property
    def recognized(self) -> list:
        if self._recognized is None:
            from .assessment.recognize import remarks
            carried = self.columns[len(self.quasi):]
            columns = published_unchanged(self.quasi, self.classes, carried, self._sensitive, self._tally)
            self._recognized = remarks(columns, self._target.decimal)
        return self._recognized

    @property
    def put_back(self):
        return self._made.algorithm.put_back(self._made)

    @property
    def unknown(self) -> dict:
        carried = self.columns[len(self.quasi):]
        return without_known_value(self._tally, self.required, carried, self._sensitive)

    @property
    def rows(self) -> list:
        if self._rows is None:
            carried = self.columns[len(self.quasi):]
            recoding = dealt(self.recoding, self._tally, [carried.index(name) for name in self.required.rules])
            self._rows = [row for published, pairs in sorted_classes(self._tally, recoding) for values, n in pairs
                          for row in [published + values] * n]
        return self._rows

    @in_words_of_python()
    def write(self, path, *, force=False, order='sorted', encoding='utf-8', spreadsheet_safe=False, output_delimiter=','):
        """Write the release as a csv file: aside, audited, put in place. Return what the audit counted: records, classes, k.

        A file at the path is replaced only with force=True. order='input' keeps the order of the records, for which the table is
        read once more. spreadsheet_safe=True puts a ' before what a spreadsheet would run as a formula. output_delimiter is ',' ';'
        '|' or 'tab'. The file is packed if its name ends in .gz, .bz2 or .xz.
        DataError if the file must not or cannot be written, or if the audit disagrees, also with the columns, classes, records,
        measures, rows and what is required that can be looked at here. Then what stood there before stays.
        """
        path = path_in(path, 'path')
        if path == '-':
            raise DataError('write takes the path of a file; to print the release, take its columns and rows')
        check_words(order=order)
        check_switches(force=force, spreadsheet_safe=spreadsheet_safe)
        if order == 'input' and self._table.counts is not None:
            raise DataError("order='input' is for a table without counts: a row that stands for several records has no order of them")
        encoding_in(encoding)
        delimiter = output_delimiter_in(output_delimiter)
        check_output(path, self._inputs(), force)
        target = self._target._replace(path=path, encoding=encoding, order=order, guarded=spreadsheet_safe, delimiter=delimiter)
        stated = self._stated_now()
        with self._table:
            return publish(target, self._table, self._tally, self.recoding, self._asked, self._hierarchies, self._vector,
                           stated=stated).audit

    def _stated_now(self) -> Stated:
        """What can be looked at, as the audit compares it with the file. DataError if something is another than what was asked."""
        for name, now, then in (('required', repr(self.required), repr(self._asked)), ('vector', self.vector, self._vector),
                                ('columns', self.columns, self._target.columns), ('quasi', self.quasi, self._target.quasi)):
            if now != then:
                raise DataError('%s of the Release is not what was asked for; call anonymize with what you need' % name)
        sizes = list(self.classes.values())
        report = {'k': self._asked.k, 'records': self.records, 'measures': {**self.measures, 'suppressed': self.suppressed},
                  'sizes': self.classes, 'classes': {'count': len(sizes)}, 'columns': [{}] * len(self.quasi), **self._stated.report}
        return self._stated._replace(report=report, rows=self._rows)

    @in_words_of_python()
    def write_recoding(self, path, *, force=False, encoding='utf-8'):
        """Write the recoding as a csv file, which an engine joins with its records (docs/how-to/engines.md).

        It is as confidential as the table. A file at the path is replaced only with force=True. DataError if it parts the records of
        a combination, as relaxed cuts may, or if the file must not or cannot be written.
        """
        from .tables.recoding_file import check_recoding, write_recoding
        path = path_in(path, 'path')
        check_switches(force=force)
        encoding_in(encoding)
        check_recoding(self.quasi, self.recoding, self._table.unreadable)
        check_output(path, self._inputs(), force)
        self._stated_now()
        with aside(path, self._table.files) as part:
            write_recoding(part, path, self.quasi, self.recoding, self._table.roots, encoding)
            recoding = recoding_of(self._tally.frequency_set, self.recoding)
            recorded = recorded_of(self._target, self._table, self._tally, recoding, self._hierarchies, self._vector)
            verify_recoding(part, recorded, recoding.table.values(), self._asked.k, fingerprint(recorded), encoding)

    def _inputs(self) -> list:
        """The files that no output may replace."""
        population = [file_of_table(self.required.population.name)] if self.required.population else []
        return [*self._table.files, *population, *self._hierarchies.files(self.columns)]


# What the release is made from.

def table_in(data, columns, delimiter, encoding, missing, missing_in, spool, counts) -> Table:
    """The table of a path, or of rows in memory. spool: whether a pipe is read again."""
    if missing != 'drop' and missing_in != 'any':
        raise DataError("missing_in is for missing='drop'; nothing else leaves a record out")
    if columns is not None:
        columns = names_in(columns, 'columns')
        if not columns:
            raise DataError('columns names no column')
    paths = paths_in(data)
    if paths:
        path, *further = paths
        kind = kind_for(path, Table)
        return kind(path, columns, delimiter_in(delimiter), encoding_in(encoding), missing, missing_in, spool, digest=True,
                    further=further, counts=counts)
    if delimiter is not None:
        raise DataError('delimiter is for a file; leave it out for rows in memory')
    kind = 'None' if data is None else type(data).__name__
    if hasattr(data, 'to_dict') or hasattr(data, 'to_dicts'):
        raise DataError("data is a %s; give its rows as a list of dicts, such as data.to_dict('records')" % kind)
    if hasattr(data, 'read'):
        raise DataError('data is an open file; give its path, or csv.DictReader of it')
    if isinstance(data, (bytes, bytearray, dict)) or not hasattr(data, '__iter__'):
        raise DataError('data is the path of a csv file, a list of dicts or a list of tuples, not %s' % kind)
    return Rows(data, columns, missing, missing_in, counts)


def paths_in(data) -> list:
    """The path of a table, or its several paths; [] if it is rows. Texts of which none names a file are no paths."""
    if isinstance(data, (str, os.PathLike)):
        return [path_in(data, 'data')]
    texts = isinstance(data, (list, tuple)) and all(isinstance(path, (str, os.PathLike)) for path in data)
    return [path_in(path, 'data') for path in data] if texts and any(map(os.path.exists, map(file_of_table, map(os.fsdecode, data)))) else []


def hierarchies_in(hierarchies, columns):
    """The hierarchies of a table with these columns, as an object with the methods of a HierarchyFolder."""
    if hierarchies is None:
        return GivenHierarchies({})
    if isinstance(hierarchies, dict):
        check_known('hierarchies', hierarchies, columns, 'column of the table; a key is the name of a column')
        return GivenHierarchies({name: path_in(tree, 'hierarchies[%r]' % name) if isinstance(tree, (str, os.PathLike)) else tree
                                 for name, tree in hierarchies.items()})
    folder = path_in(hierarchies, 'hierarchies')
    if not os.path.isdir(folder):
        raise DataError('there is no such folder of hierarchies', folder)
    return HierarchyFolder(folder)
