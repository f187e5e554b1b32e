"""A table of an engine, anonymized there in one call: `kanon.tools.engines.anonymize`.

Promise: the table `into` is put in place only after `audit_released` (released.py) has found in it each row as often as the counts and the
recoding say. A call that fails, or is interrupted, leaves neither a release nor a scratch table.
SQLite, DuckDB and PostgreSQL take back tables: there the call is one transaction, which the call commits. Other engines commit each table
that is made: there the release stands under a name of its own, gets its name last of all, and is dropped if the call fails before. An
interrupt just after that leaves the release, which was audited.
Isolation: the table is read twice, for the counts and for the join. In PostgreSQL the transaction is REPEATABLE READ, so both see the same
rows. Elsewhere the table may change between them. Then the audit disagrees, and nothing is published.
"""

from __future__ import annotations

import os
from collections import namedtuple
from contextlib import contextmanager, suppress

from ...core.algorithms.full_domain import Vectors, suppression_limit
from ...core.algorithms.watching import UNSEEN
from ...core.counts.frequency import without
from ...core.counts.required import Required
from ...core.counts.values import NO_SIGN
from ...core.errors import DataError, Unsatisfied, many, quoted
from ...core.levels.objective import objective_for
from ...core.tables.recoding_file import CLASS, PUBLISHED
from .connection import Engine
from .counts import EngineTable
from .engine_lattice import EngineLattice
from .release import put_recoding, put_vector
from .released import audit_released
from .steps import ToCount, name_of_count, places, release_query

MOST = 2_000_000        # rows of the counted table that are fetched

# What `anonymize` returns. records: {'read': ..., 'missing': ..., 'published': ..., 'suppressed': ...}. audit: what was counted in the table
# that was put in place, with the fewest persons of a class where persons are counted. vector: the level of each quasi-identifier, None of
# Mondrian. decided: 'here', or 'in the engine' where the counted table has more than `most` rows. lost: of the records that are missing, those
# that missing_in='used' would keep, as an EngineTable tells them. suppressed_by: as a
# Release has it.
Published = namedtuple('Published', 'into records audit vector decided lost suppressed_by')
Decision = namedtuple('Decision', 'table recoding required vector decided suppressed_by',
                      defaults=(None,))


def anonymize_in_engine(connection, table, quasi, sensitive=(), publish=(), *, into, k=10, require=(), algorithm=None, hierarchies=None,
                        person=None, missing='drop', missing_in='any', na=(), na_in=None, thousands=None, exact=(), items=None,
                        most=MOST, **engine):
    """Publish a table of an engine as another table there. Returns a Published.

    connection      of any driver with Python's DB-API, without an open transaction. What it has begun is committed or rolled back here.
    table, into     a name or a (schema, name). table may be a query in parentheses, too. into must not be there.
    exact           the columns in which each way to write a value is a value of its own
    items           is refused: an engine counts a cell as one value
    most            the rows of the counted table that are fetched. Of more, the engine answers the search, for k alone and by levels.
    engine          more about the engine: dialect, paramstyle, quote, text, scratch (connection.py)
    na, na_in       as in kanon.Csv
    thousands       {column: 'none'} where no sign stands between thousands. Otherwise a query takes it
                    away, because an engine keeps its values.
    The others are those of kanon.anonymize. Where k counts persons, the release has none of them: see `audit_released`.

    >>> import sqlite3
    >>> database = sqlite3.connect(':memory:')
    >>> _ = database.execute('CREATE TABLE people (age INTEGER, ill TEXT)')
    >>> _ = database.executemany('INSERT INTO people VALUES (?, ?)', [(38, 'flu'), (39, 'flu'), (50, 'gout'), (52, 'flu')])
    >>> database.commit()
    >>> anonymize_in_engine(database, 'people', ['age'], ['ill'], k=2, into='released')[:3]
    (('released',), {'read': 4, 'missing': 0, 'published': 4, 'suppressed': 0}, Audit(records=4, classes=2, k=2))
    >>> database.execute('SELECT * FROM released').fetchall()
    [('[38-39]', 'flu'), ('[38-39]', 'flu'), ('[50-52]', 'flu'), ('[50-52]', 'gout')]
    """
    from ...library import algorithm_in, hierarchies_in      # with it all rooms are loaded
    by, folder = algorithm_in(algorithm, hierarchies is not None), hierarchies_in(hierarchies, [*quasi, *sensitive, *publish])
    roots = folder.roots_of(quasi) if missing == 'root' else {}
    into = (into,) if isinstance(into, str) else tuple(into)
    work = Engine(connection, **engine)
    if not all(into) or not into:
        raise DataError('into is the name of a table or a (schema, name), not %s' % quoted('.'.join(into)))
    name, source = work.sql.table_name(into), '(SELECT * FROM %s)' % work.source(table)[0]      # a query has a name there, and the join gives one
    check_as_they_are(thousands or {}, work.name)
    check_not_there(work, connection, name, into)
    aside = (*into[:-1], 'kanon_' + os.urandom(6).hex())
    with undone_if_it_fails(work, work.sql.table_name(aside)) as made:
        with EngineTable(connection, table, quasi, [*sensitive, *publish], missing, missing_in, roots, na, person, na_in,
                         exact=exact, items=items, **engine) as people:
            if people.distinct > most:
                decision = decided_there(people, by, folder, k, require, most)
            else:
                decision = decided_here(people, sensitive, publish, k, require, by, hierarchies,
                                        missing, person, thousands)
            of = ToCount(source, people.quasi, people.carried, people.looked_at(), bool(roots), people.na)
            joined = release_query(of, work.sql, '(%s)' % recoding_for_join(people, decision.table))
            work.run('%s AS\n%s' % (work.sql.table.format(made), joined))
            audit = audit_released(people, aside, decision.recoding or decision.table, decision.required, folder, decision.vector)
            if not audit.records:
                raise Unsatisfied('all %s would be suppressed; allow fewer, or lower k' % many(people.records, 'record'), people.name)
        if people.engine.left:
            raise DataError('a scratch table could not be dropped, and the release was taken back', people.name)
        work.run(work.sql.rename.format(old=made, new=name, name=work.quoted(into[-1])))
    records = {'read': people.read, 'missing': people.missing_records, 'published': audit.records,
               'suppressed': people.records - audit.records}
    reasons = decision.suppressed_by or {'k': records['suppressed']}
    return Published(into, records, audit, decision.vector, decision.decided, people.lost, reasons)


def check_as_they_are(thousands, name):
    """DataError for a sign between thousands, which stays in the tables of an engine."""
    for column, sign in thousands.items():
        if sign != NO_SIGN:
            raise DataError('column %s: an engine keeps the sign between thousands; give a query as the'
                            " table that takes it away, as with REPLACE, or say 'none'"
                            % quoted(column), name)


def check_not_there(work, connection, name, into):
    """DataError if the table is there, or if the connection is in a transaction, which would be committed with ours."""
    if getattr(connection, 'in_transaction', False) or getattr(getattr(connection, 'info', None), 'transaction_status', 0):
        raise DataError('the connection is in a transaction; commit it or roll it back before, because this call ends with a commit', work.name)
    for statement in work.sql.begin[:1]:
        work.run(statement)
    try:
        work.columns(name)
        there = True
    except DataError:
        there = False       # that it is not there is all that an engine says by this; if it says it for another reason, the rename fails
    finally:
        roll_back(work)
    if there:
        raise DataError('is there already; drop it, or give another name with into', '.'.join(into))


def roll_back(work):
    """Take back the transaction, where there are any. If that is interrupted, it is tried once more."""
    if work.sql.begin:
        try:
            work.run('ROLLBACK')
        except BaseException:
            with suppress(DataError):       # the connection may be gone, and then the engine rolls back
                work.run('ROLLBACK')
            raise


@contextmanager
def undone_if_it_fails(work, name):
    """A transaction or, where tables are not taken back, a lasting table that is dropped if it is not put in place. name: of the table."""
    begun = False
    try:
        for statement in work.sql.begin:
            work.run(statement)
            begun = True
        yield name
        if begun:
            work.run('COMMIT')
    except BaseException:
        with suppress(DataError):       # the table may not be made yet
            if begun:
                roll_back(work)
            elif not work.sql.begin:
                work.run('DROP TABLE %s' % name)
        raise


def decided_here(people, sensitive, publish, k, require, by, hierarchies, missing, person,
                 thousands=None) -> Decision:
    """By kanon.anonymize, of the counts."""
    from ...library import Records, anonymize
    columns = people.quasi + people.carried + [person] * (person is not None)
    counts = name_of_count(columns)
    rows = Records(people.rows(), columns=[*columns, counts], counts=counts, thousands=thousands, exact=sorted(people.exact))
    release = anonymize(rows, people.quasi, sensitive, publish, k=k, require=require, algorithm=by, hierarchies=hierarchies, missing=missing,
                        person=person)
    return Decision(put_recoding(people, release.recoding), release.recoding, release.required, release.vector, 'here',
                    release.suppressed_by)


def decided_there(people, by, folder, k, require, most) -> Decision:
    """By the search of an algorithm by levels, on the lattice of the engine."""
    if require or not by.by_levels or by.limit or by.from_:
        raise DataError('%s, and more than %d are not fetched: then an algorithm by levels searches in the engine, for k alone and without limits;'
                        ' raise most, or make a column coarser in a query'
                        % (many(people.distinct, 'combination'), most), people.name)
    values = [without(of_column, people.roots.get(name)) for name, of_column in zip(people.quasi, people.columns())]
    lattice = EngineLattice(people, list(map(folder.tree_of, people.quasi, values)), k)
    limit = suppression_limit(by.max_suppression, lattice.records)
    target = objective_for(by.measure, lattice, limit, [by.weights.get(name, 1) for name in people.quasi]) if by.measure else None
    vector = by.search(Vectors(None, lattice, limit, target), UNSEEN).vector
    return Decision(put_vector(lattice, vector), None, Required(k), vector, 'in the engine')


def recoding_for_join(people, recoding) -> str:
    """A recoding under the names that the join has for its columns."""
    quoted_ = people.engine.quoted
    keys = ['%s AS %s' % pair for pair in zip(map(quoted_, people.quasi), places('q', people.quasi))]
    labels = ['%s AS %s' % pair for pair in zip((quoted_(name + PUBLISHED) for name in people.quasi), places('p', people.quasi))]
    return 'SELECT %s, %s FROM %s' % (', '.join(keys + labels), CLASS, recoding)
