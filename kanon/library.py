"""The programmer's door: `kanon.anonymize` returns a Release, which can be looked at and written.

Promise: what is written has been audited, and what is required cannot be left out. The functions of the scripts do the work. So
the same table, options and seed publish the same bytes.
This file and __main__ are the two of the ground shelf that import the rooms. cli/arguments.py reads the arguments.
"""

from __future__ import annotations

import os
from functools import partial

from .audit.stated import Stated, verify_recoding
from .audit.true_labels import fingerprint
from .cli.arguments import (brief, check_columns, check_known, check_limits, check_meant, check_searching, check_switches, check_words,
                            class_size_in, delimiter_in, encoding_in, grid_in, in_words_of_python, labels_in, limit_in, limits_in,
                            missing_words_in, names_in, number_in, output_delimiter_in, path_in, people_asked, rules_in, seed_in,
                            weights_in, whole)
from .cli.mondrian_inputs import cut_in, dimensions_in
from .cutting.cuts import KINDS
from .cutting.labels import multidimensional, of_partitions
from .cutting.mondrian import mondrian
from .cutting.partition import partition_of
from .errors import DataError, Unsatisfied, many
from .frequency import columns as columns_of, without
from .levels.beyond_k import lattice_of
from .levels.datafly import most_distinct_first, round_robin
from .levels.objective import best_of, objective_for
from .levels.optimal import branch_and_bound, until
from .levels.samarati import least_height
from .measures import all_measures, of_vector
from .recoding import dealt, full_domain, recoding_of
from .required import Required
from .rules.of_table import required_for
from .rules.put_back import of_release
from .tables import kind_for
from .tables.hierarchy_file import GivenHierarchies, HierarchyFolder
from .tables.lines import check_rows
from .tables.output_file import check_output, replacing
from .tables.packed import file_of_table
from .tables.publishing import Target, publish, published_unchanged, recorded_of, without_known_value
from .tables.rows import Rows
from .tables.table import Table
from .tables.tally import Tally, sorted_classes
from .tables.unreadable import find_unreadable


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
    with table_in(data, columns, delimiter, encoding, missing, missing_in, spool=unreadable == 'missing', counts=counts) as table:
        table.na, table.totals = frozenset(na), totals
        for name in quasi + carried:
            table.index(name, quasi + carried)      # DataError if there is no such column
        hierarchies = hierarchies_in(hierarchies, table.columns)
        table.used = quasi + carried
        table.roots = hierarchies.roots_of(quasi) if missing == 'root' else {}
        if unreadable == 'missing':
            table.unreadable = find_unreadable(table, quasi, hierarchies, decimal, algorithm == 'mondrian')
        tally = Tally(len(quasi), distinct=partitioning != 'strict', memory=memory, cuts=algorithm == 'mondrian')
        tally.count_table(table, quasi + carried)
    frequency_set = tally.frequency_set
    if not table.read:
        raise DataError('holds no record', table.name)
    if not frequency_set:
        raise DataError("no record to publish: %d read, %d of them with a missing value in some column; missing_in='used' looks only"
                        " at the columns that are named, missing='root' or 'value' keeps them" % (table.read, table.missing_records),
                        table.name)
    if table.counts is not None:
        check_rows(frequency_set.records, max_rows, table.name)
    people = None
    if population is not None:
        from .cli.inputs import population_in       # few releases have one
        people = population_in(path_in(population, 'population'), quasi, hierarchies, k_map, delta_presence, population_counts,
                               counts, columns, delimiter, encoding, missing, na)
    required = required_in(k, rules, tally, carried, hierarchies, decimal, people)

    values = columns_of(frequency_set)
    below = labelled = None     # the bound, and what of_release takes
    if algorithm == 'mondrian':
        dimensions = dimensions_in(quasi, values, hierarchies, table.roots, labels, grid, categories, partitioning, decimal,
                                   limit, from_)
        cut = cut_in(dimensions, required, partitioning, choose, weights, seed, partial(until, time_limit))
        recoding, outcome, made = by_mondrian(frequency_set, values, dimensions, required, cut, labels)
        proven, labelled = getattr(cut, 'found', {}).get('proven'), (outcome, made, dimensions, required, partitioning)
        below = bound_by(frequency_set, dimensions, k, weights, time_limit) if bound else None
    else:
        trees = [hierarchies.tree_of(name, without(counts, table.roots.get(name))) for name, counts in zip(quasi, values)]
        lattice = lattice_of(frequency_set, trees, required, levels_in(quasi, trees, hierarchies, limit, from_, decimal))
        most = limit_in(max_suppression, lattice.records)
        vector, proven = vector_by(algorithm, lattice, most, objective_for(measure, lattice, most, weights),
                                   lambda states: until(time_limit, (best for best in states if best.vector is not None)))
        recoding = full_domain(lattice, vector)
        outcome = of_vector(lattice, vector, recoding)
    if not outcome.sizes:
        raise Unsatisfied('all %s would be suppressed; allow fewer with max_suppression, %s'
                          % (many(outcome.suppressed, 'record'), 'lower k or require less beyond k'
                             if required.rules or required.population else 'or lower k'), table.name)
    target = Target(None, quasi + carried, quasi, decimal=decimal, limit=limit, from_=from_,
                    grids={name: grid.get(name, '') for name in quasi} if labels == 'grid' else {})
    stated = Stated({'columns': [{'order': dimension.order} for dimension in dimensions], 'labels': labels} if labelled else {},
                    table.read, '0' if labelled or algorithm == 'round-robin' else str(max_suppression), weights)
    return Release(table=table, tally=tally, hierarchies=hierarchies, target=target, sensitive=sensitive, required=required,
                   recoding=recoding, outcome=outcome, weights=weights, proven=proven, below=below, labelled=labelled, stated=stated)


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

    def __init__(self, *, table, tally, hierarchies, target, sensitive, required, recoding, outcome, weights, proven, below, labelled,
                 stated):
        """target: as publish takes it, but for what `write` is told. labelled: what of_release takes. stated: as publish takes it,
        but for what can be looked at."""
        self.columns, self.quasi, self.required, self.recoding = target.columns, target.quasi, required, recoding
        self.classes, self.suppressed, self.vector, self.proven = outcome.sizes, outcome.suppressed, outcome.vector, proven
        self.measures, self.bound, self._lost = all_measures(outcome, required.k, weights), None, outcome.lost
        if below:
            self.bound = below.report(self.quasi, self.measures['lm'])      # never with boxes or a grid
        self.records = {'read': table.read, 'missing': table.missing_records, 'published': sum(outcome.sizes.values()),
                        'suppressed': outcome.suppressed}
        self.unreadable, self.left_totals = table.unreadable, table.left_totals
        self.unique = [self.columns[len(self.quasi) + place] for place in tally.nearly_unique()]
        self.count_column = table.count_column()
        self._table, self._tally, self._hierarchies, self._target, self._vector = table, tally, hierarchies, target, outcome.vector
        self._labelled, self._rows, self._sensitive, self._stated, self._recognized = labelled, None, sensitive, stated, None
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
        return of_release(*self._labelled) if self._labelled else None

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
        with replacing(path, self._table.files) as part:
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


def required_in(k, rules, tally, carried, hierarchies, decimal, population) -> Required:
    """What every published class must satisfy. rules: a dict {sensitive column: rule} for each option."""
    names = [name for name in carried if any(name in of_columns for of_columns in rules)]
    if not names:
        return Required(k, population=population)
    sensitive = tally.sensitive([carried.index(name) for name in names])
    return required_for(k, names, sensitive, rules, hierarchies, decimal, population)


def levels_in(quasi, trees, hierarchies, limit, from_, decimal):
    """The levels that a full-domain search may take, None for all."""
    if not limit and not from_:
        return None
    from .levels.limits import Levels     # few releases have limits
    return Levels(quasi, trees, hierarchies.level_names, limit, from_, decimal)


def bound_by(frequency_set, dimensions, k, weights, time_limit):
    """A lower bound of lm, as far as it was raised in time."""
    from .best_cuts.bound import SECONDS, Bound
    below = Bound(frequency_set, dimensions, k, weights)
    for _ in until(SECONDS if time_limit is None else time_limit, below.states()):
        pass
    return below


# The algorithms by their names, for `anonymize` and for the verb sweep. The scripts spell theirs out.

def vector_by(algorithm, lattice, max_suppression, objective, in_time) -> tuple:
    """The vector of a full-domain algorithm, and whether it is proven to be the best, which is None for all but 'optimal'.

    in_time: a function from the states of the optimal search to those that its time allows.
    """
    if algorithm == 'samarati':
        return best_of(least_height(lattice, max_suppression).vectors, objective), None
    if algorithm == 'optimal':
        for best in in_time(branch_and_bound(lattice, objective, max_suppression)):
            pass        # the last one counts, and a list of all would be long
        return best.vector, best.proven
    tried = most_distinct_first(lattice, max_suppression) if algorithm == 'datafly' else round_robin(lattice)
    return tried[-1], None


def by_mondrian(frequency_set, values, dimensions, required, cut, words) -> tuple:
    """The recoding, its outcome, and each column's {published text: Label}.

    values: each column's {value: count}; cut: the function that cuts a partition; words: the kinds of labels.
    """
    partitions, _ = mondrian(partition_of(frequency_set, dimensions, required), cut)
    recoding, labels = multidimensional(frequency_set, dimensions, partitions, required)
    return recoding, of_partitions(recoding, labels, values, dimensions, words), labels
