"""The programmer's door: `kanon.anonymize` returns a Release, which can be looked at and written.

Promise: what is written has been audited, and what is required cannot be left out. The functions of the scripts do the work:
the same table, options and seed publish the same bytes.
This file and __main__ are the two of the ground shelf that import the rooms.
"""

from __future__ import annotations

import os
from argparse import ArgumentTypeError
from collections import namedtuple

from .beyond.lattice import lattice_of
from .cuts import KINDS, cut_for
from .datafly import most_distinct_first, round_robin
from .dealing import dealt
from .dimensions import dimensions_for
from .errors import DataError, nearest, one_line, quoted
from .frequency import columns as columns_of, without
from .mondrian import mondrian
from .measures import MEASURES, all_measures, of_partitions, of_vector
from .objective import best_of, objective_for
from .optimal import branch_and_bound
from .partition import partition_of
from .recoding import full_domain, multidimensional
from .required import Required
from .samarati import least_height
from .tables.aside import check_output
from .tables.hierarchy_file import GivenHierarchies, HierarchyFolder
from .tables.publishing import Target, publish
from .tables.rows import Rows
from .tables.table import Table
from .tables.tally import Tally, sorted_classes

ALGORITHMS = 'samarati', 'optimal', 'datafly', 'round-robin', 'mondrian'

# recoding: {quasi tuple: what is published for it}; vector: None for Mondrian; proven: of the optimal search, else None
Found = namedtuple('Found', 'recoding outcome vector proven')


def anonymize(data, quasi, sensitive=(), publish=(), k=10, hierarchies=None, algorithm=None, max_suppression=0, *,
              l_diversity=None, t_closeness=None, alpha=None, measure='lm', weights=None, time_limit=None,
              partitioning='strict', choose='widest', seed=None, categories=None, labels='',
              missing='drop', missing_in='any', columns=None, delimiter=None, encoding='utf-8'):
    """Make a k-anonymous release of a table. Nothing is written until `write` is called on the result.

    data             a list of dicts, a list of tuples with `columns`, or the path of a csv file. Numbers may be int or float,
                     None is a missing value.
    quasi            the names of the quasi-identifiers. They are generalized.
    sensitive        the names of the sensitive columns. They are published as they are.
    publish          the names of further columns that are published as they are. All others are left out.
    k                every published class has at least k records
    hierarchies      a folder of <column>.txt files, or {column: a file, a Hierarchy or a dict {child: parent}}
    algorithm        'samarati', 'optimal', 'datafly', 'round-robin' or 'mondrian'. Without it, Mondrian if there are no
                     hierarchies, else Samarati.
    max_suppression  how many records may be suppressed: a number, or a share such as '1%'. Mondrian suppresses none.
    l_diversity      3, 'entropy:2.5' or 'recursive:2,3'
    t_closeness      0.2, 'ordered:0.2' or 'hierarchical:0.2'
    alpha            the greatest share of one sensitive value in a class, such as 0.5. A rule may also be {column: rule}.
    measure          what chooses among the vectors: 'lm', 'dm', 'entropy', 'precision', 'height' or 'c_avg'
    weights          {column: how much its loss counts in lm}
    time_limit       seconds after which the optimal search ends with the best vector so far
    partitioning, choose, seed, categories, labels   how Mondrian cuts, as in the options of run_mondrian.py
    missing          'drop' leaves a record with '?' or nothing out, 'value' keeps it, 'root' publishes the root for it
    missing_in       'any' column, or one of the columns 'used'
    columns          the names of the columns, for tuples and for a file without a header line
    delimiter, encoding   of the file

    DataError if the data or the request cannot be served. The message says what to do.

    >>> import kanon
    >>> people = [{'age': 28, 'zip': '13053', 'ill': 'flu'}, {'age': 29, 'zip': '13068', 'ill': 'flu'},
    ...           {'age': 50, 'zip': '14853', 'ill': 'ulcer'}, {'age': 55, 'zip': '14853', 'ill': 'flu'}]
    >>> release = kanon.anonymize(people, quasi=['age', 'zip'], sensitive=['ill'], k=2)
    >>> release.rows[0], release.suppressed, round(release.measures['lm'], 4)
    (('[28-29]', '[13053-13068]', 'flu'), 0, 0.1153)
    """
    quasi, sensitive, further = (names_in(names, word) for names, word in
                                 ((quasi, 'quasi'), (sensitive, 'sensitive'), (publish, 'publish')))
    carried = sensitive + further
    check_names(quasi, carried)
    algorithm = algorithm or ('mondrian' if hierarchies is None else 'samarati')
    check_words(algorithm=(algorithm, ALGORITHMS), measure=(measure, (*MEASURES, 'first')), choose=(choose, ('widest', 'random', 'lm')),
                partitioning=(partitioning, KINDS), missing=(missing, ('drop', 'value', 'root')), missing_in=(missing_in, ('any', 'used')),
                categories=(categories, (None, 'leaves', 'frequency', 'hierarchy')))
    check_class_size(k)
    trees = hierarchies_in(hierarchies)
    rules = rules_in(sensitive, l_diversity=l_diversity, t_closeness=t_closeness, alpha=alpha)
    weights = weights_in(weights, quasi)

    with table_in(data, columns, delimiter, encoding, missing, missing_in) as table:
        table.used = [name for name in quasi + carried if name in table.columns]
        table.roots = trees.roots_of(quasi) if missing == 'root' else {}
        tally = Tally(len(quasi))
        tally.count(table.batches(quasi + carried))
    records = {'read': table.read, 'missing': table.missing_records}
    if not tally.frequency_set:
        raise DataError('no record to publish: %(read)d read, %(missing)d of them with a missing value' % records, table.name)
    required = required_in(k, rules, tally, carried, trees)
    if algorithm == 'mondrian':
        found = by_mondrian(tally.frequency_set, required, trees, table.roots, quasi, weights, partitioning, choose, seed, categories,
                            labels_in(labels))
    else:
        found = by_vector(tally.frequency_set, required, trees, table.roots, quasi, weights, algorithm,
                          limit_in(max_suppression, sum(tally.frequency_set.values())), measure, time_limit)
    if not found.outcome.sizes:
        raise DataError('all %d records would be suppressed; allow fewer with max_suppression, lower k or require less beyond k'
                        % found.outcome.suppressed, table.name)
    return Release(table, tally, required, quasi, carried, found, all_measures(found.outcome, k, weights), records)


class Release:
    """A k-anonymous table, ready to be looked at and written.

    columns     the names of the published columns: the quasi-identifiers, then the sensitive and further columns
    rows        the published rows, tuples of texts, sorted
    classes     {published quasi-identifiers: records}
    suppressed  how many records are suppressed
    records     {'read': ..., 'missing': ..., 'published': ..., 'suppressed': ...}
    vector      the level of each quasi-identifier, None for Mondrian
    proven      whether the vector is proven to be the best: True or False for 'optimal', else None
    measures    {'lm': ..., 'dm': ..., 'entropy': ..., ...}: what the release costs (kanon/measures.py)
    recoding    {recorded quasi-identifiers: published ones, None if suppressed}
    required    what every class satisfies: k and the rules beyond k
    """

    def __init__(self, table, tally, required, quasi, carried, found, measures, records):
        self.columns, self.quasi, self.required, self.recoding = quasi + carried, quasi, required, found.recoding
        self.vector, self.proven, self.measures = found.vector, found.proven, measures
        self.classes, self.suppressed = found.outcome.sizes, found.outcome.suppressed
        self.records = {**records, 'published': sum(self.classes.values()), 'suppressed': self.suppressed}
        self._table, self._tally, self._carried = table, tally, carried
        self._rows = None

    def __repr__(self):
        how = 'vector %s' % (self.vector,) if self.vector else 'cut by Mondrian'
        return '<kanon.Release: %d records in %d classes, k = %d, %d suppressed, %s, lm %.6f>' % (
            self.records['published'], len(self.classes), self.required.k, self.suppressed, how, self.measures['lm'])

    @property
    def rows(self) -> list:
        if self._rows is None:
            recoding = dealt(self.recoding, self._tally, [self._carried.index(name) for name in self.required.rules])
            self._rows = [row for published, pairs in sorted_classes(self._tally, recoding) for carried, n in pairs
                          for row in [published + carried] * n]
        return self._rows

    def write(self, path, *, force=False, encoding='utf-8', spreadsheet_safe=False):
        """Write the release aside, audit it, and put it in place: what the audit counted.

        DataError if a file exists at the path and force is not given, and if the audit disagrees. Then nothing is written.
        """
        path = os.fspath(path)
        inputs = [self._table.path] if isinstance(getattr(self._table, 'path', None), str) else []
        check_output(path, inputs, force)
        target = Target(path, self.columns, self.quasi, encoding, guarded=spreadsheet_safe)
        return publish(target, self._table, self._tally, self.recoding, self.required).audit


# The algorithms.

def by_mondrian(frequency_set, required, trees, roots, quasi, weights, partitioning, choose, seed, categories, labels) -> Found:
    values = columns_of(frequency_set)
    dimensions = dimensions_for(quasi, values, trees, roots, labels, categories)
    random = None
    if choose == 'random':
        if seed is None:
            raise DataError("choose='random' needs a seed, so that it can be done again")
        from random import Random
        random = Random(seed).random
    whole = partition_of(frequency_set, dimensions, required)
    partitions, _ = mondrian(whole, cut_for(dimensions, required, partitioning, choose, weights, random))
    recoding, labels_of = multidimensional(frequency_set, dimensions, partitions, required)
    return Found(recoding, of_partitions(frequency_set, recoding, labels_of, values), None, None)


def by_vector(frequency_set, required, trees, roots, quasi, weights, algorithm, max_suppression, measure, time_limit) -> Found:
    hierarchies = [trees.tree_of(name, without(values, roots.get(name))) for name, values in zip(quasi, columns_of(frequency_set))]
    lattice = lattice_of(frequency_set, hierarchies, required)
    target = objective_for(measure, lattice, max_suppression, weights)
    proven = None
    if algorithm == 'samarati':
        vector = best_of(least_height(lattice, max_suppression).vectors, target)
    elif algorithm == 'optimal':
        if target is None:
            raise DataError("the optimal search needs a measure other than 'first'")
        vector, proven = best_within(time_limit, branch_and_bound(lattice, target, max_suppression))
    else:
        vector = (most_distinct_first(lattice, max_suppression) if algorithm == 'datafly' else round_robin(lattice))[-1]
    recoding = full_domain(lattice, vector)
    return Found(recoding, of_vector(lattice, vector, recoding), vector, proven)


def best_within(seconds, states) -> tuple:
    """The best vector of a search after so many seconds (None: at its end), and whether it is proven."""
    from time import perf_counter
    start = perf_counter()
    for best in states:
        if seconds is not None and best.vector is not None and perf_counter() - start > seconds:
            break
    return best.vector, best.proven


# The arguments.

def hierarchies_in(hierarchies):
    """The hierarchies as an object with has, tree_of and roots_of."""
    if hierarchies is None:
        return GivenHierarchies({})
    if isinstance(hierarchies, dict):
        return GivenHierarchies(hierarchies)
    folder = os.fspath(hierarchies)
    if not os.path.isdir(folder):
        raise DataError('there is no such folder of hierarchies', folder)
    return HierarchyFolder(folder)


def table_in(data, columns, delimiter, encoding, missing, missing_in) -> Table:
    """The table of a path, or of rows in memory."""
    if isinstance(data, (str, os.PathLike)):
        return Table(os.fspath(data), columns, delimiter, encoding, missing, missing_in)
    if not hasattr(data, '__iter__') or isinstance(data, (bytes, dict)):
        raise DataError('data is a path, a list of dicts or a list of tuples, not %s' % type(data).__name__)
    return Rows(data, columns, missing, missing_in)


def names_in(names, word) -> list:
    if isinstance(names, str) or not all(isinstance(name, str) for name in names):
        raise DataError("%s is a list of column names such as ['age', 'zip'], not %r" % (word, names))
    return list(names)


def check_names(quasi, carried):
    """A column is named once, and a quasi-identifier is."""
    named = quasi + carried
    if not quasi:
        raise DataError('quasi names no column')
    for name in named:
        if named.count(name) > 1:
            raise DataError('column %s is named twice' % quoted(name))


def check_words(**words):
    for name, (word, choices) in words.items():
        if word not in choices:
            hint = nearest(word, [choice for choice in choices if choice]) if isinstance(word, str) else ''
            raise DataError(one_line('%s is one of %s, not %r%s' % (name, ', '.join(map(str, choices)), word, hint)))


def check_class_size(k):
    if not isinstance(k, int) or isinstance(k, bool) or k < 2:
        raise DataError('k is a whole number from 2 on, not %r' % (k,))


def parsed(word, kind, value):
    """A value as the option of this name reads it. DataError if it makes no sense."""
    text = value if isinstance(value, str) else ('%.9f' % value).rstrip('0').rstrip('.') if isinstance(value, float) else str(value)
    try:
        return kind(text)
    except ArgumentTypeError as error:
        raise DataError('%s: %s' % (word, str(error).replace('%%', '%'))) from None


def rules_in(sensitive, **rules) -> dict:
    """{'l_diversity', 't_closeness', 'alpha': {column: rule}} of the rules that are given."""
    from .cli.rule_types import alpha_rule, l_rule, t_rule
    kinds = {'l_diversity': l_rule, 't_closeness': t_rule, 'alpha': alpha_rule}
    read = {}
    for word, given in rules.items():
        of_columns = given if isinstance(given, dict) else {} if given is None else dict.fromkeys(sensitive, given)
        if given is not None and not sensitive:
            raise DataError('%s needs a sensitive column' % word)
        for name in of_columns:
            if name not in sensitive:
                raise DataError('%s: %s is no sensitive column%s' % (word, quoted(str(name)), nearest(str(name), sensitive)))
        read[word] = {name: parsed(word, kinds[word], rule) for name, rule in of_columns.items()}
    return read


def required_in(k, rules, tally, carried, trees) -> Required:
    names = [name for name in carried if any(name in of_columns for of_columns in rules.values())]
    if not names:
        return Required(k)
    from .beyond.requiring import required_for
    histograms = tally.histograms([carried.index(name) for name in names])
    return required_for(k, names, histograms, rules['l_diversity'], rules['t_closeness'], rules['alpha'], trees)


def weights_in(weights, quasi) -> list:
    """The weight of each quasi-identifier."""
    weights = weights or {}
    for name, weight in weights.items():
        if name not in quasi:
            raise DataError('weights: %s is no quasi-identifier%s' % (quoted(str(name)), nearest(str(name), quasi)))
        if not isinstance(weight, (int, float)) or not 0 <= weight < 10 ** 9:
            raise DataError('weights: the weight of %s is a number from 0 on, not %r' % (quoted(name), weight))
    if weights and not any(weights.get(name, 1) for name in quasi):
        raise DataError('weights leaves nothing of lm: all are 0')
    return [float(weights.get(name, 1)) for name in quasi]


def limit_in(max_suppression, records) -> int:
    from .cli.types import suppression, suppression_limit
    return suppression_limit(parsed('max_suppression', suppression, max_suppression), records)


def labels_in(labels) -> str:
    from .cli.types import labels as kind
    return parsed('labels', kind, labels) if labels else ''
