"""What engines write differently: a row for each dialect of SQL, and the text of a value in it.

Promise: in every dialect a column is read as the same text, whatever its type and its collation are. NULL is the empty text. Two texts
are equal only if all their characters are, so 'Köln' is neither 'köln' nor ' Köln'.
A dialect that was never run says so (`run`). Its words are those of the engine's documentation.
"""

from __future__ import annotations

import sys
from collections import namedtuple

from ...core.counts.values import MISSING, NOT_KNOWN, UNKNOWN, missing_words_of_run
from ...core.errors import DataError, nearest, quoted

# engine: what it is called. quote: the character around names, and escaped: whether a backslash has a meaning there. backslash: whether it has
# one in texts, and doubled: whether '' is a quote in them. text: the type of a text, and whole: of a whole number. cast: a column's value as a
# text; shown: such a text as it is published. temporary: how a temporary table begins, and table: how a lasting one does. index: how an index
# names a column, None where there are none. shell: how a command of the shell is typed in the engine's client, None if it cannot be. send: a
# query's rows to a csv file. load: a csv file to the new temporary table kanon_loaded. begin: the statements that begin a
# transaction in which tables are taken back, () where each is committed. rename: how a table gets its name. modules: of drivers. run: whether the tests run it.
# trimmed: a text without white space around it, of ASCII, or without spaces where no function of the engine was tried that takes off more.


def missing_words_of(na, na_in=None):
    """Words that mean a missing value, as `text_of` takes them. na_in: {column: those of it alone}.

    >>> missing_words_of(['NA']), missing_words_of(['NA'], {'age': ['99']})
    (['NA'], {None: ['NA'], 'age': ['99']})
    """
    words = missing_words_of_run(na)
    if not na_in:
        return words
    return {None: words, **{name: missing_words_of_run(own, ',') for name, own in na_in.items()}}


class Dialect(namedtuple('Dialect', 'engine quote escaped backslash doubled text whole cast shown temporary table index shell send load'
                                    ' begin rename modules run trimmed')):
    """A row of DIALECTS.

    >>> sql = DIALECTS['duckdb']
    >>> print(sql.name('a "b"'), sql.literal("o'clock"), sql.text_of('age'))
    "a ""b"\"" 'o''clock' COALESCE(CAST("age" AS VARCHAR), '') COLLATE C
    >>> print(DIALECTS['spark'].name('a'), DIALECTS['spark'].literal("o'clock"))
    `a` 'o\\'clock'
    """

    def name(self, name) -> str:
        """A name, whatever characters it holds."""
        if '\0' in name:
            raise DataError('the name %s holds a NUL character' % quoted(name), self.engine)
        if self.escaped:
            return '`%s`' % name.replace('\\', '\\\\').replace('`', '\\`')
        return self.quote + name.replace(self.quote, self.quote * 2) + self.quote

    def literal(self, text) -> str:
        """A text in a statement."""
        text = text.replace('\\', '\\\\') if self.backslash else text
        return "'%s'" % text.replace("'", "''" if self.doubled else "\\'")

    def text_of(self, name, na=(), table='') -> str:
        """The text of a column's value, '?' for the words that mean a missing value. table: its name and a point, where names may clash.

        na: the words of all columns or, where a column has words of its own, {column: them} with
        those of all under None.
        """
        text = self.cast % (table + self.name(name))
        words = na
        if isinstance(na, dict):
            words = dict.fromkeys([*na[None], *na.get(name, ())])
        if not words:
            return text
        listed = ', '.join(map(self.literal, words))
        return "CASE WHEN TRIM(%s) IN (%s) THEN '%s' ELSE %s END" % (text, listed, UNKNOWN, text)

    def key_of(self, name, na=(), rooted=False, table='') -> str:
        """The same of a quasi-identifier. rooted: whether all missing values are one, the empty text."""
        text = self.text_of(name, na, table)
        return "CASE WHEN %s = '%s' THEN '' ELSE %s END" % (text, UNKNOWN, text) if rooted else text

    @staticmethod
    def complete(texts) -> str:
        """The condition that none of these texts is missing."""
        return ' AND '.join("%s NOT IN ('%s')" % (text, "', '".join(sorted(MISSING))) for text in texts)

    def is_unknown(self, text) -> str:
        """The condition that a text says that nothing is known."""
        return 'UPPER(%s) IN (%s)' % (self.trimmed % text, ', '.join(map(self.literal, sorted(NOT_KNOWN))))

    def table_name(self, table) -> str:
        """A table, by its name or by (schema, name)."""
        return '.'.join(map(self.name, [table] if isinstance(table, str) else table))


PLAIN = Dialect('the engine', '"', False, False, True, 'VARCHAR', 'BIGINT', "COALESCE(CAST(%s AS VARCHAR), '')", '%s', 'CREATE TEMPORARY TABLE {}',
                'CREATE TABLE {}', '%s', None, '', '', (),
                'ALTER TABLE {old} RENAME TO {name}', (), True, 'TRIM(%s)')
STRING = PLAIN._replace(text='STRING', quote='`', backslash=True, doubled=False, cast="COALESCE(CAST(%s AS STRING), '')", index=None)
LOADED = 'CREATE TEMPORARY TABLE kanon_loaded ({columns});\n'
DIALECTS = {
    'duckdb': PLAIN._replace(
        engine='DuckDB', trimmed="TRIM(%s, ' ' || CHR(9) || CHR(10) || CHR(11) || CHR(12) || CHR(13))",
        cast="COALESCE(CAST(%s AS VARCHAR), '') COLLATE C", index=None, shell='.shell %s', begin=('BEGIN TRANSACTION',), modules=('duckdb',),
        send="COPY (\n{query}\n) TO '{file}' (HEADER, DELIMITER ',', FORCE_QUOTE *);",
        load="CREATE TEMPORARY TABLE kanon_loaded AS\nSELECT * FROM read_csv('{file}', header = true, all_varchar = true, delim = ',',"
             " quote = '\"', escape = '\"',\n                       new_line = '\\n', names = [{names}]);"),
    'postgresql': PLAIN._replace(
        engine='PostgreSQL', trimmed="BTRIM(%s, ' ' || CHR(9) || CHR(10) || CHR(11) || CHR(12) || CHR(13))",
        text='text COLLATE "C"', cast="COALESCE(CAST(%s AS text), '') COLLATE \"C\"", index=None, shell='\\! %s',
        begin=('BEGIN', 'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ'),
        modules=('psycopg2', 'psycopg', 'pg8000', 'asyncpg'),
        send="COPY (\n{query}\n) TO STDOUT WITH (FORMAT csv, HEADER, FORCE_QUOTE *) \\g {file}",
        load=LOADED + "\\copy kanon_loaded FROM '{file}' WITH (FORMAT csv, HEADER)"),
    'sqlite': PLAIN._replace(
        engine='SQLite', trimmed="TRIM(%s, ' ' || CHAR(9, 10, 11, 12, 13))", text='TEXT', cast="COALESCE(CAST(%s AS TEXT), '')", shell='.shell %s',
        begin=('BEGIN',), modules=('sqlite3',), send='.mode csv\n.separator , "\\n"\n.headers on\n.once {file}\n{query};',
        load=LOADED + '.mode csv\n.separator , "\\n"\n.import --skip 1 {file} kanon_loaded'),
    'mysql': PLAIN._replace(     # MariaDB, too. Texts are compared as bytes, because its collations ignore capitals, accents or blanks
        engine='MySQL', quote='`', backslash=True, text='LONGBLOB', whole='SIGNED',
        cast="CAST(COALESCE(CONVERT(%s USING utf8mb4), '') AS BINARY)", shown='CONVERT(%s USING utf8mb4)',
        trimmed="REGEXP_REPLACE(%s, '^[[:space:]]+|[[:space:]]+$', '')",
        index='%s(32)',
        rename='RENAME TABLE {old} TO {new}', modules=('pymysql', 'MySQLdb', 'mysql', 'mariadb'), send='{lines};',
        load=LOADED + "LOAD DATA LOCAL INFILE '{file}' INTO TABLE kanon_loaded CHARACTER SET utf8mb4\nFIELDS TERMINATED BY ','"
             " OPTIONALLY ENCLOSED BY '\"' ESCAPED BY '' LINES TERMINATED BY '\\n' IGNORE 1 LINES\n({variables})\nSET {sets};"),      # its word NULL is no text
    'clickhouse': STRING._replace(
        engine='ClickHouse', escaped=True, text='String', whole='Int64', doubled=True, cast="COALESCE(CAST(%s AS Nullable(String)), '')",
        table='CREATE TABLE {} ENGINE = MergeTree ORDER BY tuple()',
        rename='RENAME TABLE {old} TO {new}', modules=('clickhouse_driver', 'clickhouse_connect', 'chdb'),
        send="{query}\nINTO OUTFILE '{file}' TRUNCATE\nFORMAT CSVWithNames;",
        load=LOADED + "INSERT INTO kanon_loaded FROM INFILE '{file}'\nSETTINGS input_format_csv_skip_first_lines = 1,"
             " input_format_csv_trim_whitespaces = 0 FORMAT CSV;"),
    'spark': STRING._replace(
        engine='Spark', temporary='CREATE OR REPLACE TEMPORARY VIEW {}', table='CREATE TABLE {} USING parquet',
        rename='ALTER TABLE {old} RENAME TO {new}', modules=('pyspark', 'pyhive', 'databricks'),
        send="INSERT OVERWRITE DIRECTORY '{stem}'\nUSING csv OPTIONS (header 'true', quoteAll 'true', escape '\"', ignoreLeadingWhiteSpace"
             " 'false', ignoreTrailingWhiteSpace 'false')\n{query};",
        load="CREATE OR REPLACE TEMPORARY VIEW kanon_loaded ({columns})\nUSING csv OPTIONS (path '{file}', header 'true', escape '\"',"
             " multiLine 'true', lineSep '\\n');"),
    'bigquery': STRING._replace(
        engine='BigQuery', escaped=True, whole='INT64', cast="COLLATE(COALESCE(CAST(%s AS STRING), ''), '')", temporary='CREATE TEMP TABLE {}',
        modules=('google',), run=False,
        send="EXPORT DATA OPTIONS (uri = 'gs://BUCKET/{stem}_*.csv', format = 'CSV', header = TRUE, overwrite = TRUE) AS\n{query};",
        load="LOAD DATA INTO TEMP TABLE kanon_loaded ({columns})\nFROM FILES (format = 'CSV', uris = ['gs://BUCKET/{file}'],"
             " skip_leading_rows = 1, allow_quoted_newlines = TRUE);"),
    'snowflake': PLAIN._replace(
        engine='Snowflake', backslash=True, cast="COLLATE(COALESCE(CAST(%s AS VARCHAR), ''), '')", index=None,
        rename='ALTER TABLE {old} RENAME TO {new}', modules=('snowflake',), run=False,
        send="COPY INTO @~/{file} FROM (\n{query}\n) FILE_FORMAT = (TYPE = CSV COMPRESSION = NONE FIELD_OPTIONALLY_ENCLOSED_BY = '\"'"
             " EMPTY_FIELD_AS_NULL = FALSE NULL_IF = ())\nHEADER = TRUE SINGLE = TRUE OVERWRITE = TRUE MAX_FILE_SIZE = 5368709120;\n"
             "GET @~/{file} file://.;",
        load="CREATE TEMPORARY TABLE kanon_loaded ({columns});\nPUT file://{file} @~ AUTO_COMPRESS = FALSE OVERWRITE = TRUE;\n"
             "COPY INTO kanon_loaded FROM @~/{file} FILE_FORMAT = (TYPE = CSV SKIP_HEADER = 1 FIELD_OPTIONALLY_ENCLOSED_BY = '\"'"
             " EMPTY_FIELD_AS_NULL = FALSE NULL_IF = ());"),
}


def dialect_named(word) -> Dialect:
    """The row of a dialect. DataError if there is none."""
    if word not in DIALECTS:
        raise DataError('there is no dialect %s%s; the dialects are %s' % (quoted(str(word)), nearest(str(word), DIALECTS), ', '.join(DIALECTS)))
    return DIALECTS[word]


def modules_of(connection):
    """Yield the modules of a connection's driver, and those above each.

    >>> import sqlite3
    >>> list(modules_of(sqlite3.connect(':memory:')))
    ['sqlite3', 'builtins']
    """
    for kind in type(connection).__mro__:
        parts = kind.__module__.lstrip('_').split('.')
        for end in range(len(parts), 0, -1):
            yield '.'.join(parts[:end])


def dialect_of(connection) -> Dialect:
    """The dialect of the engine that a driver speaks to. PLAIN if its module is not known.

    >>> import sqlite3
    >>> dialect_of(sqlite3.connect(':memory:')).engine, dialect_of(object()).engine
    ('SQLite', 'the engine')
    """
    driver = driver_of(connection)
    return next((row for row in DIALECTS.values() if driver in row.modules), PLAIN)


def driver_of(connection) -> str:
    """The first module of a connection that a dialect knows, '' if none does."""
    known = {module for row in DIALECTS.values() for module in row.modules}
    return next((module for module in modules_of(connection) if module in known), '')


def paramstyle_of(connection) -> str:
    """What the module of a connection's driver says, '' if it says nothing.

    >>> import sqlite3
    >>> paramstyle_of(sqlite3.connect(':memory:'))
    'qmark'
    """
    return next(filter(None, (getattr(sys.modules.get(module), 'paramstyle', None) for module in modules_of(connection))), '')
