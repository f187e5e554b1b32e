#!/usr/bin/env python3
"""Spark counts, kanon decides, Spark joins and writes: a DataFrame becomes a k-anonymous release.

    python3 examples/spark.py                   1,000,000 generated rows, on a Spark of this machine
    python3 examples/spark.py 10000000          so many
    spark-submit examples/spark.py 10000000     on a cluster, where kanon/ is beside it

It needs pyspark (PyPI) and Java. Without them it says so, and ends well. At the end it proves that Spark's release and the one that
kanon writes from the counts are the same multiset of rows, and the same bytes once sorted.

What goes over the wire are counts: one row for each combination of values that occurs. The records stay where they are.
"""

import os
import shutil
import sys
import tempfile
import time
from itertools import chain, zip_longest

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

import kanon
from kanon.audit.from_counts import Due, verify_released
from kanon.errors import DataError

QUASI, SENSITIVE = ['age', 'sex', 'zip'], ['diagnosis']
COLUMNS = QUASI + SENSITIVE
K = 10


def main(rows):
    reason = missing()
    if reason:
        print('spark: skipped, because %s' % reason)
        return
    from pyspark.sql import SparkSession
    settings = {'ui.enabled': 'false', 'ui.showConsoleProgress': 'false', 'sql.shuffle.partitions': '8', 'driver.host': 'localhost',
                'driver.bindAddress': '127.0.0.1'}
    builder = SparkSession.builder.appName('kanon')
    for name, value in settings.items():
        builder = builder.config('spark.' + name, value)
    spark = builder.getOrCreate()
    spark.sparkContext.setLogLevel('ERROR')
    folder = tempfile.mkdtemp()
    try:
        run(spark, rows, folder)
    finally:
        spark.stop()
        shutil.rmtree(folder)


def missing():
    """Why there is no Spark here, '' if there is one."""
    try:
        import pyspark      # noqa: only whether it is there
    except ImportError:
        return 'pyspark is not installed (pip install pyspark)'
    java = os.path.join(os.environ['JAVA_HOME'], 'bin', 'java') if 'JAVA_HOME' in os.environ else shutil.which('java')
    return '' if java and os.path.exists(java) else 'there is no Java'


def run(spark, rows, folder):
    clock = Clock()
    people = generated(spark, rows).cache()
    print('%s: %d rows' % (clock.lap('the table'), people.count()))

    # Count there. To kanon NULL is a missing value, as '' and '?' are. Records that have one are left out (missing='drop').
    texts = as_text(people)
    counts = texts.groupBy(COLUMNS).count().withColumnRenamed('count', 'n').collect()
    print('%s: %d combinations' % (clock.lap('counted by Spark'), len(counts)))

    # Decide here.
    rows = kanon.Records([tuple(row) for row in counts], columns=[*COLUMNS, 'n'], counts='n')
    release = kanon.anonymize(rows, QUASI, SENSITIVE, k=K)
    print('%s: %r' % (clock.lap('decided by kanon'), release))

    # Join there. A record without a partner was not counted: the table has changed, and nothing may be published.
    number = {published: place for place, published in enumerate(sorted(release.classes), 1)}
    header = [*QUASI, *(name + '_published' for name in QUASI), 'kanon_class']
    nothing = ('',) * len(QUASI)
    recoding = spark.createDataFrame(
        [(*quasi, *(published or nothing), number.get(published, 0)) for quasi, published in release.recoding.items()], header)
    joined = complete(texts).join(recoding, QUASI, 'left')
    kinds = joined.selectExpr(
        "CASE WHEN kanon_class IS NULL THEN 'lacking' WHEN kanon_class = 0 THEN 'suppressed' ELSE 'published' END AS kind")
    sums = {row['kind']: row['count'] for row in kinds.groupBy('kind').count().collect()}
    expected = {kind: n for kind, n in release.records.items() if kind in ('published', 'suppressed') and n}
    if sums != expected:
        sys.exit('spark: the table changed since it was counted: %s where %s was expected' % (sums, expected))

    # orderBy all columns: rows in the order of the table would tell whose they are.
    released = joined.where('kanon_class > 0').selectExpr(*('%s_published AS %s' % (name, name) for name in QUASI), *SENSITIVE)
    by_spark = os.path.join(folder, 'released')
    released.orderBy(COLUMNS).write.options(escape='"', header=False).csv(by_spark)
    print('%s: %d files' % (clock.lap('joined, sorted and written by Spark'), len(parts_of(by_spark))))

    released = counted_in(spark, by_spark, False)
    audited(release, counts, released)
    print('%s: what Spark has published is what the counts and the recoding make' % clock.lap('audited from counts'))
    prove(spark, release, released, by_spark, os.path.join(folder, 'by_kanon.csv'))
    print('%s: the same multiset of %d rows, and the same bytes' % (clock.lap('proven'), release.records['published']))


def generated(spark, rows):
    """A table of `rows` rows: ages, sexes, 200 postcodes, and eight diagnoses. Some values are missing."""
    return spark.range(rows).selectExpr(
        'CASE WHEN hash(id, 1) % 500 = 0 THEN NULL ELSE 18 + cast(sqrt(abs(hash(id, 2)) % 5184) AS int) END AS age',
        "CASE WHEN hash(id, 3) % 700 = 0 THEN '?' WHEN hash(id, 3) % 2 = 0 THEN 'female' ELSE 'male' END AS sex",
        "lpad(cast(1000 + 137 * (abs(hash(id, 4)) % 200) AS string), 5, '0') AS zip",
        "element_at(array('flu', 'ulcer', 'asthma', 'cancer', 'a, \"b\"', 'cold', 'gout', 'mumps'), 1 + abs(hash(id, 5)) % 8)"
        ' AS diagnosis')


def as_text(people):
    """The columns as texts. NULL is the empty text."""
    return people.selectExpr(*("coalesce(cast(`%s` AS string), '') AS `%s`" % (name, name) for name in COLUMNS))


def complete(texts):
    """The records without a missing value."""
    return texts.where(' AND '.join("`%s` NOT IN ('', '?')" % name for name in COLUMNS))


def counted_in(spark, path, header):
    """{row: how often} of a release, counted by Spark."""
    schema = ', '.join('%s string' % name for name in COLUMNS)
    counts = spark.read.csv(path, schema=schema, header=header, escape='"').groupBy(COLUMNS).count().collect()
    return {tuple(row)[:-1]: tuple(row)[-1] for row in counts}


def audited(release, counts, released):
    """SystemExit unless the release has each row as often as the counts and the recoding say. counts: what Spark counted before."""
    due = Due(len(QUASI))
    due.add(release.recoding, ((tuple(row)[:-1], row[-1]) for row in counts if not {'', '?'} & set(row[:-1])))
    try:
        verify_released(QUASI, SENSITIVE, released, due, release.required)
    except DataError as error:
        sys.exit('spark: %s' % error)


def prove(spark, release, released, by_spark, by_kanon):
    """SystemExit unless both releases have the same rows equally often and, in Spark's order of files, the same bytes."""
    release.write(by_kanon)
    if released != counted_in(spark, by_kanon, True) or sum(released.values()) != release.records['published']:
        sys.exit('spark: the two releases are not the same multiset of rows')
    with open(by_kanon, 'rb') as one:
        next(one)       # the header
        for place, (line, other) in enumerate(zip_longest(one, chain.from_iterable(map(lines_of, parts_of(by_spark)))), 2):
            if line != other:
                sys.exit('spark: line %d is %r, and kanon writes %r' % (place, other, line))


def lines_of(path):
    with open(path, 'rb') as file:
        yield from file


def parts_of(folder):
    return sorted(os.path.join(folder, name) for name in os.listdir(folder) if name.startswith('part-'))


class Clock:
    def __init__(self):
        self._last = time.perf_counter()

    def lap(self, what):
        before, self._last = self._last, time.perf_counter()
        return '%6.1f s  %s' % (self._last - before, what)


if __name__ == '__main__':
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000)
