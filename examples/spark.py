#!/usr/bin/env python3
"""Spark counts, kanon decides, Spark joins: a DataFrame becomes a k-anonymous DataFrame, which is audited before anybody sees it.

    from spark import anonymize         this file, beside your job
    released = anonymize(people, ['age', 'sex', 'zip'], ['diagnosis'], k=10, path_of_kanon='/opt/kanon')
    released.write.parquet('released')

    python3 examples/spark.py                   1,000,000 generated rows, on a Spark of this machine
    python3 examples/spark.py 10000000          so many
    spark-submit examples/spark.py 10000000     on a cluster, where kanon/ is beside it

It needs pyspark (PyPI) and Java. Without them it says so, and ends well. At the end it compares Spark's release with the one that kanon
writes from counts of the same table, byte for byte.

Only the driver needs kanon. Counts come to it, one row for each combination of values that occurs, and the recoding goes back, both in
blocks of thousands of rows. The driver holds the counts, never the records. Those stay where they are, and are read once.
"""

import json
import logging
import os
import shutil
import sys
import tempfile
import time
from contextlib import contextmanager
from itertools import chain, islice, zip_longest

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

BLOCK = 2000        # rows that go to Spark or come from it as one text
REPEATED = 10_000   # a row that counts more is repeated by several lists of so many numbers
MOST_ROWS = 10 ** 15

QUASI, SENSITIVE, K = ['age', 'sex', 'zip'], ['diagnosis'], 10      # of the example

# The types of columns that are taken.
TEXTS = {'string', 'char', 'varchar'}
PLAIN = TEXTS | {'boolean', 'byte', 'tinyint', 'short', 'smallint', 'integer', 'int', 'long', 'bigint', 'float',
         'double', 'decimal', 'date', 'timestamp', 'timestamp_ntz'}

log = logging.getLogger('kanon.spark')


def anonymize(people, quasi, sensitive=(), publish=(), *, k=10, require=(), algorithm=None, hierarchies=None, missing='drop',
              missing_in='any', path_of_kanon=None, clock=None):
    """A k-anonymous DataFrame of the DataFrame `people`.

    The arguments from `quasi` to `missing_in` are those of kanon.anonymize. help(kanon.anonymize) explains them. path_of_kanon: the
    folder that holds the folder kanon/, if Python does not find it. clock: a Clock.

    The columns are the quasi-identifiers, as texts, and the sensitive and further columns, whose values and types stay as they are. To
    kanon a value is the text that Spark casts it to. NULL, '' and '?' are missing values. The rows are sorted, so that their order says
    nothing of the order of `people`.
    The table is read once, so it cannot change between counting and joining. The result is a local checkpoint: what was audited is what
    you get, and it is not worked out again.
    A kanon.DataError says what is wrong. It is a kanon.Unsatisfied if no release satisfies what is required. Then there is no DataFrame.
    """
    if path_of_kanon is not None and path_of_kanon not in sys.path:
        sys.path.insert(0, path_of_kanon)
    import kanon
    from kanon.core.audit.from_counts import Due, verify_released
    from kanon.core.tables.recoding_file import read_recoding
    quasi, carried, clock = list(quasi), [*sensitive, *publish], clock or Clock()
    check_columns(kanon.DataError, people, quasi + carried)
    if isinstance(hierarchies, dict):       # of the table's other columns, too
        hierarchies = {name: tree for name, tree in hierarchies.items() if name in quasi or name not in people.columns}
    counts = Counts(people, quasi, carried, missing, missing_in, clock)
    n = next(name for name in map('n{}'.format, range(len(people.columns) + 1)) if name not in quasi + carried)
    with clock.lap('kanon', 'decided by kanon'):        # which looks at all that is asked before it takes the first row
        rows = kanon.Records(counts.rows(), columns=[*quasi, *carried, n], counts=n, max_rows=MOST_ROWS)
        release = kanon.anonymize(rows, quasi, sensitive, publish, k=k, require=require, algorithm=algorithm, hierarchies=hierarchies,
                                  missing=missing, missing_in=missing_in)
    log.info('            %r', release)
    with clock.lap('kanon', 'the recoding written, audited, and read'), tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'recoding.csv')
        release.write_recoding(path)
        _, recoding = read_recoding(path)
    with clock.lap('kanon', 'the recoding handed to Spark'):
        table = counts.table_of(recoding)
    with clock.lap('Spark', 'joined, sorted and repeated by Spark'):
        released = counts.released(table).localCheckpoint()
    with clock.lap('Spark', 'the release counted by Spark'):
        recounted = released.selectExpr(*as_texts(released.columns)).groupBy(released.columns).count().localCheckpoint()
    with clock.lap('kanon', 'audited by kanon'):
        due = Due(len(quasi))
        due.add(recoding, ((values[:-1], values[-1]) for values in counts.complete_rows()))
        found = {values[:-1]: values[-1] for values in fetched(recounted)}
        audit = verify_released(quasi, carried, found, due, release.required)
    log.info('            %r', audit)
    return released.toDF(*quasi, *carried)


def check_columns(error, people, names):
    """DataError if a column is not there, is there twice, or has no texts."""
    kinds = dict(zip(people.columns, map(kind_of, people.schema)))
    for name in names:
        what = ('there is no column %r (the columns are %s)' % (name, ', '.join(people.columns)) if name not in kinds else
                'there are two columns %r; rename one' % name if people.columns.count(name) > 1 else
                'column %r is of type %s; make it a text, a number, a date or a boolean' % (name, kinds[name]) if kinds[name] not in PLAIN
                else '')
        if what:
            raise error(what, 'the DataFrame')


class Counts:
    """The counts of a DataFrame, which stay in Spark: the quasi-identifiers as texts q0, q1 ..., the carried columns v0, v1 ... as they
    are, and n. What is left out for a missing value is one row of NULL. Spark counts when the first row is asked for."""

    def __init__(self, people, quasi, carried, missing, missing_in, clock):
        columns = ['c%d' % place for place in range(len(people.columns))]       # no name needs quotes
        of, used = dict(zip(people.columns, columns)), {*quasi, *carried}
        kinds = dict(zip(columns, map(kind_of, people.schema)))
        present = [present_in(kinds[column], column) for name, column in zip(people.columns, columns)
                   if missing == 'drop' and (missing_in == 'any' or name in used)]
        key = "CASE WHEN {0} = '?' THEN '' ELSE {0} END" if missing == 'root' else '{0}'
        self.quasi, self.carried = ['q%d' % place for place in range(len(quasi))], ['v%d' % place for place in range(len(carried))]
        values = [*(key.format(text(of[name])) for name in quasi), *(kept(kinds[of[name]], of[name]) for name in carried)]
        self._grouped = people.toDF(*columns).selectExpr('*', '%s AS complete' % (' AND '.join(present) or 'true')).selectExpr(
            *('CASE WHEN complete THEN %s END AS %s' % pair for pair in zip(values, self.quasi + self.carried))).groupBy(
            *self.quasi, *self.carried).count().withColumnRenamed('count', 'n')
        self._counted, self._clock = None, clock

    def rows(self):
        """Yield the counts as tuples of texts and a number."""
        if self._counted is None:
            with self._clock.lap('Spark', 'counted by Spark'):
                self._counted = self._grouped.localCheckpoint()
        yield from fetched(self._counted.selectExpr(*as_texts(self.quasi + self.carried), 'n'))

    def complete_rows(self):
        """The same without what is left out."""
        return fetched(self._counted.where('q0 IS NOT NULL').selectExpr(*as_texts(self.quasi + self.carried), 'n'))

    def table_of(self, recoding):
        """The published part of a recoding as a DataFrame, which goes to Spark in blocks: q0, q1 ..., and what is published, p0, p1 ..."""
        rows = ([*values, *published] for values, published in recoding.items() if published is not None)
        blocks = [(json.dumps(block),) for block in iter(lambda: list(islice(rows, BLOCK)), [])]
        one_row = self._counted.sparkSession.createDataFrame(blocks, 'block string').selectExpr(
            "explode(from_json(block, 'array<array<string>>')) AS one")
        return one_row.selectExpr(*('one[%d] AS %s' % pair for pair in enumerate(self.quasi + self._published())))

    def released(self, table):
        """The rows of the release, sorted as texts. Each stands there as often as it counts."""
        published, columns = self._published(), self._published() + self.carried
        summed = self._counted.join(table, self.quasi).groupBy(columns).agg({'n': 'sum'}).withColumnRenamed('sum(n)', 'n')
        lists = summed.selectExpr('*', *('%s AS t%d' % (text(name), place) for place, name in enumerate(columns))).orderBy(
            ['t%d' % place for place in range(len(columns))]).selectExpr(
            *columns, 'n', 'explode(sequence(0L, (n - 1) div %d)) AS before' % REPEATED)
        return lists.selectExpr(*columns, 'explode(sequence(1L, least(%dL, n - %d * before))) AS one' % (REPEATED, REPEATED)).selectExpr(
            *('%s AS %s' % pair for pair in zip(published, self.quasi)), *self.carried)

    def _published(self):
        return [name.replace('q', 'p') for name in self.quasi]


def kind_of(field):
    return field.dataType.typeName()


def text(column):
    """The text of a column's values. NULL is the empty text."""
    return "coalesce(cast(%s AS string), '')" % column


def kept(kind, column):
    """A column that is published as it is. A collation would take flu and Flu for one text, so it is left out."""
    return 'cast(%s AS string)' % column if kind in TEXTS else column


def as_texts(columns):
    return ['%s AS %s' % (text(name), name) for name in columns]


def present_in(kind, column):
    """Whether a value is there. Only a text can be '' or '?'."""
    return "%s NOT IN ('', '?')" % text(column) if kind in TEXTS else '%s IS NOT NULL' % column


def fetched(counts):
    """Yield the rows of a DataFrame of texts and a number as tuples, a part of it at a time. One of equal texts is kept."""
    *texts, n = counts.columns
    blocks = counts.selectExpr('array(%s, cast(%s AS string)) AS one' % (', '.join(texts), n),
                               'monotonically_increasing_id() div %d AS block' % BLOCK).groupBy('block').agg({'one': 'collect_list'})
    one = {}
    for row in blocks.selectExpr('to_json(`collect_list(one)`)').toLocalIterator():
        for *values, n in json.loads(row[0]):
            yield (*[one.setdefault(value, value) for value in values], int(n))


class Clock:
    """How many seconds kanon and Spark take. A lap inside another does not count twice."""

    def __init__(self):
        self.seconds, self._inside = {'kanon': 0.0, 'Spark': 0.0}, [0.0]

    @contextmanager
    def lap(self, whose, what):
        start = time.perf_counter()
        self._inside.append(0.0)
        yield
        whole = time.perf_counter() - start
        own = whole - self._inside.pop()
        self._inside[-1] += whole
        self.seconds[whose] += own
        log.info('%8.1f s  %s', own, what)


# The example.

def main(rows):
    reason = missing_here()
    if reason:
        print('spark: skipped, because %s' % reason)
        return
    logging.basicConfig(stream=sys.stdout, format='%(message)s')
    log.setLevel(logging.INFO)
    spark = session()
    folder = tempfile.mkdtemp()
    try:
        run(spark, rows, folder)
    finally:
        spark.stop()
        shutil.rmtree(folder)


def missing_here():
    """Why there is no Spark here, '' if there is one."""
    try:
        import pyspark      # noqa: only whether it is there
    except ImportError:
        return 'pyspark is not installed (pip install pyspark)'
    java = os.path.join(os.environ['JAVA_HOME'], 'bin', 'java') if 'JAVA_HOME' in os.environ else shutil.which('java')
    return '' if java and os.path.exists(java) else 'there is no Java'


def session():
    from pyspark.sql import SparkSession
    settings = {'ui.enabled': 'false', 'ui.showConsoleProgress': 'false', 'sql.shuffle.partitions': '8', 'driver.host': 'localhost',
                'driver.bindAddress': '127.0.0.1'}
    builder = SparkSession.builder.appName('kanon')
    for name, value in settings.items():
        builder = builder.config('spark.' + name, value)
    spark = builder.getOrCreate()
    spark.sparkContext.setLogLevel('ERROR')
    return spark


def run(spark, rows, folder):
    clock = Clock()
    people = generated(spark, rows)
    released = anonymize(people, QUASI, SENSITIVE, k=K, clock=clock)
    by_spark = os.path.join(folder, 'released')
    with clock.lap('Spark', 'written by Spark'):
        released.write.options(escape='"', header=False).csv(by_spark)
    whole = sum(clock.seconds.values())
    print('%8.1f s  in all for {:,} rows; kanon took %.1f s of it, %.0f %%'.format(rows)
          % (whole, clock.seconds['kanon'], 100 * clock.seconds['kanon'] / whole))
    print('the release is that of kanon, byte for byte: {:,} rows'.format(prove(people, by_spark, os.path.join(folder, 'by_kanon.csv'))))


def generated(spark, rows):
    """A table of `rows` rows: ages, sexes, 200 postcodes, and eight diagnoses. Some values are missing."""
    return spark.range(rows).selectExpr(
        'CASE WHEN hash(id, 1) % 500 = 0 THEN NULL ELSE 18 + cast(sqrt(abs(hash(id, 2)) % 5184) AS int) END AS age',
        "CASE WHEN hash(id, 3) % 700 = 0 THEN '?' WHEN hash(id, 3) % 2 = 0 THEN 'female' ELSE 'male' END AS sex",
        "lpad(cast(1000 + 137 * (abs(hash(id, 4)) % 200) AS string), 5, '0') AS zip",
        "element_at(array('flu', 'ulcer', 'asthma', 'cancer', 'a, \"b\"', 'cold', 'gout', 'mumps'), 1 + abs(hash(id, 5)) % 8)"
        ' AS diagnosis')


def prove(people, by_spark, by_kanon):
    """How many rows kanon's release of the same table has. SystemExit unless Spark's files, one behind the other, have its bytes."""
    import kanon
    columns = QUASI + SENSITIVE
    counted = [tuple(row) for row in people.groupBy(columns).count().collect()]
    rows = kanon.Records(counted, columns=[*columns, 'n'], counts='n', max_rows=MOST_ROWS)
    audit = kanon.anonymize(rows, QUASI, SENSITIVE, k=K).write(by_kanon)
    with open(by_kanon, 'rb') as one:
        next(one)       # the header
        for place, (line, other) in enumerate(zip_longest(one, chain.from_iterable(map(lines_of, parts_of(by_spark)))), 2):
            if line != other:
                sys.exit('spark: line %d is %r, and kanon writes %r' % (place, other, line))
    return audit.records


def lines_of(path):
    with open(path, 'rb') as file:
        yield from file


def parts_of(folder):
    return sorted(os.path.join(folder, name) for name in os.listdir(folder) if name.startswith('part-'))


if __name__ == '__main__':
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000)
