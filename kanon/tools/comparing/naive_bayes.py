"""How well a column can be told from the others: a naive Bayes classifier, trained on the release and on the original.

Promise: the classifiers are tested on recorded values that neither has seen. With a test table these are its records. Without one they are
those of the original, in FOLDS parts: before a part is tested, its records are taken out of both tables.
- A record is taken out of the release where its labels fit it (judging/published_labels.py), sensitive ones included. If several
  different records of the release fit, each loses its share of one record. They are counted (`several`), because what such a record adds
  stays there in part.
- A label stands for all of its values, equally often (spread.py). So a training record counts for several values, each in part.
- A column of numbers is cut into bins (`NumberColumn.bins`), by the values of the original and not by the class.
- P(value | class) = (records + 1) / (records of the class + values of the column), the prior is the share of the class. Of equally probable
  classes the first is taken. A missing number says nothing, and a record without a known class is left out.
The labels of the release were chosen with all records of the original. Only a test table is free of that.

Training on generalized values: A. Inan, M. Kantarcioglu, E. Bertino, Using Anonymized Data for Classification, ICDE 2009. Accuracy as the
measure of a release: K. LeFevre, D. DeWitt, R. Ramakrishnan, Workload-Aware Anonymization, KDD 2006; V. Iyengar, KDD 2002.
"""

from __future__ import annotations

from collections import Counter
from math import fsum, log
from random import Random

from ...core.counts.values import MISSING
from ...core.errors import DataError
from ..judging.linkage import BLOCK, set_bits
from ..judging.published_labels import people_in_ranges
from .compared import spread_over

FOLDS = 10
MOST_TESTED = 20_000    # records of the original, drawn at random
MOST_CLASSES = 200
MOST_FITS = 10_000_000     # records that fit rows of the release, a few seconds


class NaiveBayes:
    """The counts of a classifier, of {labels: records}. place: of the column to be told. spreads: as a UsedTable has them.

    >>> from .spread import spread_column
    >>> columns = [spread_column(name, dict.fromkeys(values, 1), [], 'r.csv') for name, values in (('job', 'ab'), ('ill', 'xy'))]
    >>> told = NaiveBayes(columns, 1).trained([({'a': {0: 1.0}, 'b': {1: 1.0}}), {'x': {0: 1.0}, 'y': {1: 1.0}}], {('a', 'x'): 2, ('b', 'y'): 1})
    >>> told.classes, told.told((0, None)), told.told((1, None))
    ({0: 2.0, 1: 1.0}, 0, 1)
    """

    def __init__(self, columns, place):
        self.place, self.bins = place, [len(column.bins()) for column in columns]
        self.classes: dict = {}
        self.cells: list = [{} for _ in columns]    # for each column {class: {bin: records}}

    def trained(self, shares, rows, sign=1):
        """The same with more rows, or with fewer (sign -1). shares: for each column {label: {bin: share}}."""
        target = shares[self.place]
        for place, of_labels in enumerate(shares):
            pairs: dict = {}
            for row, n in rows.items():
                pair = row[self.place], row[place]
                pairs[pair] = pairs.get(pair, 0) + n
            if place == self.place:
                add_to(self.classes, ((class_, n * share) for (label, _), n in pairs.items() for class_, share in target[label].items()), sign)
                continue
            for class_, more in spread_over(pairs, target, of_labels).items():
                add_to(self.cells[place].setdefault(class_, {}), more.items(), sign)
        self._scores: dict = {}
        self._sums: dict = {}       # {(class, place of a column): its records}
        return self

    def told(self, record):
        """The most probable class of a record, as the bins of its columns. None for a bin says nothing."""
        best, most = None, None
        for class_ in sorted(self.classes):
            if self.classes[class_] > 1e-9:
                score = fsum(self._score(class_, place, bin_) for place, bin_ in enumerate(record) if place == self.place or bin_ is not None)
                if most is None or score > most + 1e-9:     # beyond what rounding makes of equal ones
                    best, most = class_, score
        return best

    def majority(self):
        """The most frequent class, the first of several."""
        return max(sorted(self.classes), key=lambda class_: round(self.classes[class_], 6), default=None)

    def _score(self, class_, place, bin_):
        """The logarithm of a prior, or of P(bin | class)."""
        if place == self.place:
            bin_ = None
        key = class_, place, bin_
        if key not in self._scores:
            if bin_ is None:
                self._scores[key] = log(self.classes[class_])
            else:
                n = max(0.0, self.cells[place].get(class_, {}).get(bin_, 0.0))
                self._scores[key] = log((n + 1) / (self._sum(class_, place) + self.bins[place]))
        return self._scores[key]

    def _sum(self, class_, place):
        """The records of a class in all bins of a column. Each bin of a record asks for it."""
        key = class_, place
        if key not in self._sums:
            counts = self.cells[place].get(class_, {})
            self._sums[key] = fsum(max(0.0, n) for n in counts.values())
        return self._sums[key]


def add_to(counts, pairs, sign):
    for key, n in pairs:
        counts[key] = counts.get(key, 0.0) + sign * n


def shares_of_bins(columns, spreads, place) -> list:
    """For each column {label: {bin: share}}. A missing value of the column to be told (place) has no bin."""
    return [{label: {} if place == at and label in MISSING else column.in_bins(parts) for label, parts in spread.items()}
            for at, (column, spread) in enumerate(zip(columns, spreads))]


def binned(record, shares) -> tuple:
    """The bin of each recorded value, None if it has none."""
    return tuple([next(iter(of_column[value]), None) for value, of_column in zip(record, shares)])


def classified(original, release, columns, place, seed, width, test=None) -> dict:
    """What a report tells of the classifiers of the column at this place.

    original, release: UsedTables. width: how many of the columns are quasi-identifiers. test: {values: records} of a test table, or None.
    """
    shares = [shares_of_bins(columns, table.spreads, place) for table in (original, release)]
    rows = [table.rows() for table in (original, release)]
    models = [NaiveBayes(columns, place).trained(*pair) for pair in zip(shares, rows)]
    told = {'column': columns[place].name, 'classes': len(models[0].classes), 'folds': None, 'several': None, 'absent': None}
    if test is not None:
        known = {record: n for record, n in test.items() if record[place] not in MISSING}
        points = [{value: column.point(value) for value in set(values)} for column, values in zip(columns, zip(*known))]
        right = counted_right(models, known, shares_of_bins(columns, points, place), place)
        return {**told, 'tested': sum(known.values()), **of_tested(right, sum(known.values()))}
    known = {record: n for record, n in rows[0].items() if record[place] not in MISSING}
    parts = dealt_parts(known, place, seed)
    fits = fitting_rows(list({record: None for part in parts for record in part}), rows[1], columns, width)
    several, absent = 0, 0
    found: Counter = Counter()
    for part in parts:
        taken: dict = {}        # {row of the release: records of this part that are in it}
        for record, n in part.items():
            fitting = fits[record]
            several, absent = several + n * (len(fitting) > 1), absent + n * (not fitting)
            among = sum(rows[1][row] for row in fitting)
            for row in fitting:
                taken[row] = taken.get(row, 0) + n * rows[1][row] / among
        taken = {row: min(n, rows[1][row]) for row, n in taken.items()}
        for model, of_columns, out in zip(models, shares, (part, taken)):
            model.trained(of_columns, out, -1)
        found.update(counted_right(models, part, shares[0], place))
        for model, of_columns, out in zip(models, shares, (part, taken)):
            model.trained(of_columns, out)
    tested = sum(map(sum, (part.values() for part in parts)))
    return {**told, 'folds': len(parts), 'several': several, 'absent': absent, 'tested': tested, **of_tested(found, tested)}


def of_tested(found, tested) -> dict:
    """The shares of the records that were told right."""
    return {name: found[name] / tested if tested else None for name in ('majority', 'original', 'release')}


def counted_right(models, records, shares, place) -> dict:
    """How many of these records the majority of the original, its classifier, and that of the release tell right."""
    majority = models[0].majority()
    found: Counter = Counter()
    for record, n in records.items():
        bins = binned(record, shares)
        if bins[place] is not None:
            for name, class_ in (('majority', majority), ('original', models[0].told(bins)), ('release', models[1].told(bins))):
                found[name] += n * (class_ == bins[place])
    return found


def dealt_parts(records, place, seed) -> list:
    """FOLDS parts of these {values: records}, each with a like share of each class; at most MOST_TESTED records in all, drawn at random."""
    random = Random(seed).random
    order = [record for record, n in records.items() for _ in range(n)]
    if len(order) > MOST_TESTED:
        for at in range(MOST_TESTED):
            other = at + int(random() * (len(order) - at))
            order[at], order[other] = order[other], order[at]
        order = order[:MOST_TESTED]
    order = [record for _, _, record in sorted((record[place], random(), record) for record in order)]
    return [Counter(order[first::FOLDS]) for first in range(min(FOLDS, len(order)))]


def fitting_rows(records, rows, columns, width) -> dict:
    """{record: the rows of the release that fit it}. Rows of nothing but * in the quasi-identifiers fit only where no other does.

    width: how many of the columns are quasi-identifiers; the others stand behind.
    """
    starred, noted = ('*',) * width, 0
    fits: dict = {}
    for start in range(0, len(records), BLOCK):
        block = records[start:start + BLOCK]
        marks = [column.read.known.marks(values) for column, values in zip(columns, zip(*block))]
        people = [{label: people_in_ranges(ranges, of_column) for label, ranges in column.read.ranges.items()} for column, of_column in zip(columns, marks)]
        fitting: list = [[] for _ in block]
        suppressed: list = [[] for _ in block]
        for row in rows:
            covered = -1
            for label, of_column in zip(row, people):
                covered &= of_column[label]
                if not covered:
                    break
            for person in set_bits(covered):
                (suppressed if row[:width] == starred else fitting)[person].append(row)
                noted += 1
            if noted > MOST_FITS:
                raise DataError('the labels fit so many records each that it takes too long to take out those that are tested; name other records'
                                ' with --test')
        fits.update((record, of_record or stars) for record, of_record, stars in zip(block, fitting, suppressed))
    return fits
