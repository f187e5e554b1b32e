"""The SQL of a release that an engine makes, in four steps: count, load, join, audit.

Promise: in every dialect the counts are those of the same texts, and the join compares these texts. So NULL, blanks, capitals and types
neither merge two values nor part one. What is left out is counted by the statement that counts the rest, of one state of the table.
A recoding may be loaded with NULL for an empty text. It is made empty again, so both sides of the join are without NULL.
What goes to a csv file is quoted. Otherwise kanon would skip blanks at the beginning of a value.
"""

from __future__ import annotations

from collections import namedtuple

from ...core.tables.table import COUNT_NAMES

STEPS = 'count', 'load', 'join', 'audit'

# What is counted. source: the table as a statement names it. looked_at: the columns in which a missing value leaves a record out.
# rooted: whether all missing values of a quasi-identifier are one. na: further words that mean a missing value.
ToCount = namedtuple('ToCount', 'source quasi carried looked_at rooted na', defaults=((), False, ()))


def places(letter, columns) -> list:
    """What the statements call the columns, whatever their own names are.

    >>> places('q', ['age', 'zip'])
    ['q0', 'q1']
    """
    return ['%s%d' % (letter, place) for place in range(len(columns))]


def name_of_count(columns) -> str:
    """The name of the column of the counts."""
    return COUNT_NAMES[COUNT_NAMES[0] in columns]


def with_records(of, sql, more='') -> str:
    """WITH, of kanon_records: each record as texts, q0, q1 ..., c0, c1 ..., and whether it is kept. of: a ToCount. sql: a Dialect (dialects.py)."""
    others = [name for name in of.looked_at if name not in of.quasi + of.carried]
    texts = [sql.key_of(name, of.na, of.rooted, 's.') for name in of.quasi] + [sql.text_of(name, of.na, 's.') for name in of.carried + others]
    keys = places('q', of.quasi) + places('c', of.carried) + places('o', others)
    looked_at = [key for key, name in zip(keys, of.quasi + of.carried + others) if name in of.looked_at]
    kept = ', CASE WHEN %s THEN 1 ELSE 0 END AS kept' % sql.complete(looked_at) if looked_at else ''
    return 'WITH kanon_texts AS (\n    SELECT %s\n    FROM %s s\n), kanon_records AS (\n    SELECT kanon_texts.*%s\n    FROM kanon_texts\n)%s' % (
        ',\n           '.join('%s AS %s' % pair for pair in zip(texts, keys)), of.source, kept, more)


def with_counts(of, sql) -> str:
    """The same, and kanon_counted: q0, q1 ..., c0, c1 ... and n. What is left out is one row of empty texts."""
    keys = places('q', of.quasi) + places('c', of.carried)
    counted = 'SELECT {0}, COUNT(*) AS n FROM kanon_records{1} GROUP BY {0}'.format(', '.join(keys), ' WHERE kept = 1' if of.looked_at else '')
    if of.looked_at:
        counted += '\n    UNION ALL\n    SELECT %s, COUNT(*) FROM kanon_records WHERE kept = 0 GROUP BY kept' % ', '.join(["''"] * len(keys))
    return with_records(of, sql, ', kanon_counted AS (\n    %s\n)' % counted)


def counted_query(of, sql) -> str:
    """The query of the counted table.

    >>> from .dialects import DIALECTS
    >>> print(counted_query(ToCount('people', ['age'], ['ill'], ['ill']), DIALECTS['sqlite']))
    WITH kanon_texts AS (
        SELECT COALESCE(CAST(s."age" AS TEXT), '') AS q0,
               COALESCE(CAST(s."ill" AS TEXT), '') AS c0
        FROM people s
    ), kanon_records AS (
        SELECT kanon_texts.*, CASE WHEN c0 NOT IN ('', '?') THEN 1 ELSE 0 END AS kept
        FROM kanon_texts
    ), kanon_counted AS (
        SELECT q0, c0, COUNT(*) AS n FROM kanon_records WHERE kept = 1 GROUP BY q0, c0
        UNION ALL
        SELECT '', '', COUNT(*) FROM kanon_records WHERE kept = 0 GROUP BY kept
    )
    SELECT k.q0 AS "age", k.c0 AS "ill", k.n AS "n" FROM kanon_counted k
    """
    columns, keys = of.quasi + of.carried, places('q', of.quasi) + places('c', of.carried)
    named = zip([*(sql.shown % ('k.' + key) for key in keys), 'k.n'], [*columns, name_of_count(columns)])
    return '%s\nSELECT %s FROM kanon_counted k' % (with_counts(of, sql), ', '.join('%s AS %s' % (key, sql.name(name)) for key, name in named))


def lines_query(of, sql) -> str:
    """The same as two queries: the header and the lines of a csv file, each as one text. MySQL's client writes no csv."""
    columns, keys = of.quasi + of.carried, places('q', of.quasi) + places('c', of.carried)
    header = ','.join('"%s"' % name.replace('"', '""') for name in [*columns, name_of_count(columns)])
    fields = ", '\",\"', ".join("REPLACE(%s, '\"', '\"\"')" % (sql.shown % key) for key in keys)
    return "SELECT %s;\n%s\nSELECT CONCAT('\"', %s, '\",', n) FROM kanon_counted" % (sql.literal(header), with_counts(of, sql), fields)


def sent(of, sql, stem) -> str:
    """The counted table to the csv file of this stem."""
    return sql.send.format(query=counted_query(of, sql), lines=lines_query(of, sql), stem=stem, file=stem + '.csv')


def load_statements(of, sql, file) -> str:
    """The recoding, read from its csv file to kanon_recoding: q0, q1 ..., p0, p1 ... and kanon_class."""
    keys = places('q', of.quasi) + places('p', of.quasi)
    statements = [sql.load.format(file=file, columns=', '.join('%s %s' % (key, sql.text) for key in [*keys, 'kanon_class']),
                                  names=', '.join("'%s'" % key for key in [*keys, 'kanon_class']),
                                  variables=', '.join('@%s' % key for key in [*keys, 'kanon_class']),
                                  sets=', '.join("{0} = COALESCE(@{0}, 'NULL')".format(key) for key in [*keys, 'kanon_class']))]
    statements.append('%s AS\n%s;' % (sql.temporary.format('kanon_recoding'), recoding_query(of.quasi, sql, 'kanon_loaded')))
    if sql.index:
        statements.append(index_statement('kanon_by_quasi', 'kanon_recoding', places('q', of.quasi), sql) + ';')
    return '\n'.join(statements)


def load_map(table, sql, file) -> str:
    """A column's map (column_maps.py), read from its csv file to a temporary table."""
    return sql.load.replace('kanon_loaded', table).format(
        file='"%s"' % file if ' ' in file and sql.engine == 'SQLite' else file, columns='value {0}, label {0}'.format(sql.text), names="'value', 'label'",
        variables='@value, @label', sets="value = COALESCE(@value, 'NULL'), label = COALESCE(@label, 'NULL')")


def recoding_query(quasi, sql, loaded) -> str:
    """The query of a recoding as the join needs it, of a table that was loaded."""
    keys = [(sql.cast % key, key) for key in places('q', quasi) + places('p', quasi)]
    return 'SELECT %s,\n       CAST(kanon_class AS %s) AS kanon_class\nFROM %s' % (
        ',\n       '.join('%s AS %s' % pair for pair in keys), sql.whole, loaded)


def index_statement(index, table, columns, sql) -> str:
    return 'CREATE INDEX %s ON %s (%s)' % (index, table, ', '.join(sql.index % column for column in columns))


def release_query(of, sql, recoding='kanon_recoding') -> str:
    """The query of the release, its rows sorted: rows in the order of the table would tell whose they are."""
    texts = ['r.' + key for key in places('p', of.quasi)] + ['t.' + key for key in places('c', of.carried)]
    named = ['%s AS %s' % (sql.shown % text, sql.name(name)) for text, name in zip(texts, of.quasi + of.carried)]
    on = ' AND '.join('r.{0} = t.{0}'.format(key) for key in places('q', of.quasi))
    return '%s\nSELECT %s\nFROM kanon_records t\nJOIN %s r ON %s\nWHERE r.kanon_class > 0%s\nORDER BY %s' % (
        with_records(of, sql), ', '.join(named), recoding, on, ' AND t.kept = 1' if of.looked_at else '', ', '.join(texts))


def join_statement(of, sql, released) -> str:
    return '%s AS\n%s;' % (sql.table.format(released), release_query(of, sql))
