"""The SQL that publishes by column maps (column_maps.py), as text.

Promise: `release_statement` gives the rows of the release that kanon writes of the same records, in the same order where the engine sorts
texts by their characters. A class that fails what is required is suppressed, whole. A record with a value that a map has not
is not in the release. `sums_statement` counts it as `without_label`.
The maps serve any records of these columns, those included whose combination of values was not counted.
A rule is decided by window functions over the classes: k by the records of a class, distinct l by the first row of each known value, alpha
by the records of the most frequent one. As in rules/of_values.py that one has those of unknown value, too. But around a word that says
that a value is unknown PLAIN ignores only spaces, and not tabs and line ends, because no TRIM of SQL takes these off in all engines. A rule
says for itself whether it can be decided so (`in_sql`).
It is the SQL of a dialect (dialects.py), as `kanon sql --maps` prints it. That of PLAIN is shared by SQLite, DuckDB and PostgreSQL. ClickHouse is
not served: where a map lacks a value, its LEFT JOIN gives an empty text, and not NULL.
"""

from __future__ import annotations

from collections import namedtuple

from .column_maps import OF_MAP
from .dialects import PLAIN
from .steps import places

RECORDS = 'records'         # the table of the records, where no other name is given

# What a release by maps is made of. quasi, carried: the published columns. others: the columns besides in which a missing value leaves a
# record out. drop: whether a record with a missing value in one of these columns is left out. rooted: whether missing values of a
# quasi-identifier are published as the root, for which its map has the empty text. na: further words that mean a missing value.
# rules: {carried column: its rules beyond k}.
ByMaps = namedtuple('ByMaps', 'quasi carried others drop rooted na k rules')


def release_statement(by, records=RECORDS, maps=None, dialect=PLAIN) -> str:
    """The query of the release of a ByMaps, its rows sorted. records: the name of the table, or (schema, name). maps: those of the maps,
    None for `map_` and the name of the column.

    >>> print(release_statement(ByMaps(['age'], ['ill'], [], True, False, [], 2, {})))
    WITH kept AS (
        SELECT COALESCE(CAST("age" AS VARCHAR), '') AS q0, COALESCE(CAST("ill" AS VARCHAR), '') AS c0
        FROM "records"
        WHERE COALESCE(CAST("age" AS VARCHAR), '') NOT IN ('', '?') AND COALESCE(CAST("ill" AS VARCHAR), '') NOT IN ('', '?')
    ), labelled AS (
        SELECT m0.label AS p0, s.c0
        FROM kept s
        LEFT JOIN (SELECT COALESCE(CAST(value AS VARCHAR), '') AS value, COALESCE(CAST(label AS VARCHAR), '') AS label FROM "map_age") m0 ON m0.value = s.q0
    ), counted AS (
        SELECT labelled.*, COUNT(*) OVER (PARTITION BY p0) AS n
        FROM labelled
    ), judged AS (
        SELECT counted.*, CASE WHEN p0 IS NULL THEN NULL WHEN n >= 2 THEN 1 ELSE 0 END AS passes
        FROM counted
    )
    SELECT p0 AS "age", c0 AS "ill"
    FROM judged
    WHERE passes = 1
    ORDER BY p0, c0
    """
    columns = places('p', by.quasi) + places('c', by.carried)
    published = ['%s AS %s' % (dialect.shown % place, dialect.name(name)) for place, name in zip(columns, by.quasi + by.carried)]
    return '%s\nSELECT %s\nFROM judged\nWHERE passes = 1\nORDER BY %s' % (
        judged_rows(by, records, maps, dialect), ', '.join(published), ', '.join(columns))


def sums_statement(by, records=RECORDS, maps=None, dialect=PLAIN) -> str:
    """The query of one row: how many records there are, and how many are left out, without a label, suppressed and published."""
    all_, passing = '(SELECT COUNT(*) FROM %s)' % dialect.table_name(records), 'COALESCE(SUM(passes), 0)'
    sums = [(all_, 'records'), (all_ + ' - (SELECT COUNT(*) FROM kept)', 'left_out'), ('COUNT(*) - COUNT(passes)', 'without_label'),
            ('COUNT(passes) - ' + passing, 'suppressed'), (passing, 'published')]
    return '%s\nSELECT %s\nFROM judged' % (judged_rows(by, records, maps, dialect), ', '.join('%s AS %s' % pair for pair in sums))


def judged_rows(by, records, maps, dialect) -> str:
    """The WITH of both statements: `judged` has the labels p0, p1 ... and the carried values c0, c1 ... of each record, and `passes`: 1
    if its class passes, 0 if not, NULL if a map lacks one of its values."""
    texts, of_carried, others = ([dialect.text_of(name, by.na) for name in names] for names in (by.quasi, by.carried, by.others))
    keys = [dialect.key_of(name, by.na, by.rooted) for name in by.quasi]
    labels, carried = places('p', by.quasi), places('c', by.carried)
    named = zip(keys + of_carried, places('q', by.quasi) + carried)
    where = '\nWHERE ' + dialect.complete([*texts, *of_carried, *others]) if by.drop else ''
    kept = 'SELECT %s\nFROM %s%s' % (', '.join('%s AS %s' % pair for pair in named), dialect.table_name(records), where)
    columns = ['m%d.label AS %s' % pair for pair in enumerate(labels)] + ['s.' + place for place in carried]
    joins = ['LEFT JOIN (SELECT {2} AS value, {3} AS label FROM {0}) m{1} ON m{1}.value = s.q{1}'.format(
        dialect.name(table), place, dialect.cast % 'value', dialect.cast % 'label')
        for place, table in enumerate(maps or [OF_MAP % name for name in by.quasi])]
    parts = [('kept', kept), ('labelled', 'SELECT %s\nFROM kept s\n%s' % (', '.join(columns), '\n'.join(joins)))]
    of_values: list = []
    of_classes, conditions = ['COUNT(*) OVER (PARTITION BY %s) AS n' % ', '.join(labels)], ['n >= %d' % by.k]
    for place, name in enumerate(by.carried):
        for rule in by.rules.get(name, ()):
            for more, parts_of_rule in zip((of_values, of_classes, conditions), windows(rule, place, ', '.join(labels))):
                more += parts_of_rule
    if of_values:
        known = ['CASE WHEN %s THEN NULL ELSE %s END AS s%d' % (dialect.is_unknown(dialect.shown % carried[place]), carried[place], place)
                 for place, name in enumerate(by.carried) if by.rules.get(name)]
        parts += [('known', 'SELECT labelled.*, %s\nFROM labelled' % ', '.join(known)),
                  ('valued', 'SELECT known.*, %s\nFROM known' % ',\n       '.join(of_values))]
    parts.append(('counted', 'SELECT {0}.*, {1}\nFROM {0}'.format(parts[-1][0], ',\n       '.join(of_classes))))
    lacking = ' OR '.join('%s IS NULL' % place for place in labels)
    parts.append(('judged', 'SELECT counted.*, CASE WHEN %s THEN NULL WHEN %s THEN 1 ELSE 0 END AS passes\nFROM counted' % (
        lacking, ' AND '.join(conditions))))
    return 'WITH ' + ', '.join('%s AS (\n    %s\n)' % (name, query.replace('\n', '\n    ')) for name, query in parts)


def windows(rule, place, labels) -> tuple:
    """What decides a rule of a carried column: columns by value, columns by class of these, and the condition. labels: of the class.

    s0 is the value, NULL if it is not known. r0 is 1 in one row of each value, and l0 how many values there are. n0 is how many records
    have the value, and a0 how many the most frequent one has at most.
    """
    if type(rule).__name__ == 'Distinct':
        return (['ROW_NUMBER() OVER (PARTITION BY {0}, s{1} ORDER BY s{1}) AS r{1}'.format(labels, place)],
                ['SUM(CASE WHEN r{1} = 1 AND s{1} IS NOT NULL THEN 1 ELSE 0 END) OVER (PARTITION BY {0}) AS l{1}'.format(labels, place)],
                ['l%d >= %d' % (place, rule.l)])
    return (['COUNT(s{1}) OVER (PARTITION BY {0}, s{1}) AS n{1}'.format(labels, place)],
            ['MAX(n{1}) OVER (PARTITION BY {0}) + COUNT(*) OVER (PARTITION BY {0}) - COUNT(s{1}) OVER (PARTITION BY {0}) AS a{1}'.format(
                labels, place)],
            ['a%d * %d <= n * %d' % (place, rule.alpha[1], rule.alpha[0])])
