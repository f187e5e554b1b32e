"""A release that an engine has written, audited there: what is published is counted by GROUP BY, and compared with what is due.

Promise: `audit_released` returns only if the table has the columns of the release and no others, each row as often as the records that were
counted and the recoding say, and no other row; if every label covers the values that it stands for; and if every class satisfies what is
required. What is due is worked out here, of the counts that were made before the join and of the recoding (audit/from_counts.py), and not
by the SQL that made the release.
Where the table counts persons, so does the audit, k and the rules beyond k (audit/persons_of_rows.py). The release has no persons. Whose
rows a class has follows from the counts and the recoding, because its rows do.
"""

from __future__ import annotations

from collections import Counter
from itertools import islice, repeat

from ...core.audit.from_counts import Due, verify_released
from ...core.audit.persons import AuditInPersons
from ...core.audit.persons_of_rows import PersonsOfClasses
from ...core.audit.recount import told_value
from ...core.audit.true_labels import RecordedValues, verify_labels
from ...core.counts.frequency import column_of
from ...core.counts.required import Required
from ...core.errors import DataError, many, quoted, some
from ...core.tables.hierarchy_file import GivenHierarchies
from .release import counted_parts, ROWS


def audit_released(people, released, recoding, required, hierarchies=None, levels=None, decimal='.'):
    """What the audit counted of a release in the engine (an Audit, or an AuditInPersons). DataError if it is not what was decided.

    people: an EngineTable (counts.py), counted before the join. released: the name of a table, a (schema, name), or a query in parentheses,
    whose columns are the quasi-identifiers, with what is published, and the carried columns. recoding: {quasi tuple: published tuple,
    or None} as it was decided, or the name of a table with a recoding. required, hierarchies, levels, decimal: as `write_release` has them.

    >>> import sqlite3
    >>> from ...core.counts.required import Required
    >>> from .counts import EngineTable
    >>> database = sqlite3.connect(':memory:')
    >>> _ = database.execute('CREATE TABLE people (age INTEGER)')
    >>> _ = database.executemany('INSERT INTO people VALUES (?)', [(38,), (39,), (50,)])
    >>> _ = database.execute("CREATE TABLE released AS SELECT '[38-39]' AS age FROM people WHERE age < 40")
    >>> with EngineTable(database, 'people', ['age']) as people:
    ...     audit_released(people, 'released', {('38',): ('[38-39]',), ('39',): ('[38-39]',), ('50',): None}, Required(2))
    Audit(records=2, classes=1, k=2)
    """
    if required.population:
        raise DataError('this audit of an engine counts no population; let the run that decides write the release', people.name)
    people.check_counted(required)
    source, name = people.engine.source(released)
    found = released_counts(people, source, name)
    due, counted = Due(len(people.quasi)), 0
    persons = None if people.person is None else PersonsOfClasses(required)
    places = [people.carried.index(column) for column in required.rules]
    read_of = (hierarchies or GivenHierarchies({})).rows_of
    for part in parts_of_counts(people, recoding):
        recoded = {quasi: published for quasi, published, *_ in part}
        entries = column_of(list(recoded.values()))
        verify_labels(RecordedValues(list(map(column_of, zip(*recoded))), None, people.quasi, entries.values, entries.codes, {}, people.roots, levels,
                               read_of, decimal))
        due.add(recoded, [(quasi + carried, n) for quasi, _, carried, n, _ in part])
        counted += sum(n for *_, n, _ in part)
        if persons:
            for _, published, carried, _, whose in part:
                persons.note(published, tuple([told_value(carried[place]) for place in places]), persons.number(whose))
    if counted != people.records:
        raise DataError('the recoding has rows for %s, and %d were counted; it is that of another table, or it was changed'
                        % (many(counted, 'record'), people.records), people.name)
    try:
        audit = verify_released(people.quasi, people.carried, found, due, Required(required.k) if persons else required)
        if persons:
            persons.compared(due.sizes(), None)
    except DataError as error:
        raise DataError(error.problem, name) from None
    return AuditInPersons(*audit, persons.fewest) if persons else audit


def released_counts(people, source, name) -> Counter:
    """{published and carried values: records} of the release. DataError if it has other columns."""
    columns, there = people.quasi + people.carried, people.engine.columns(source)
    if sorted(columns) != sorted(there):
        others = [column for column in there if column not in columns]
        raise DataError('has the column %s, which was not counted' % quoted(others[0]) if others else
                        'has the columns %s, and the release those of %s' % (some(there, 5), some(columns, 5)), name)
    texts = ', '.join(map(people.text, columns))
    found: Counter = Counter()
    for *values, n in people.engine.rows('SELECT %s, COUNT(*) FROM %s GROUP BY %s' % (texts, source, texts)):
        found[tuple(values)] += int(n)
    return found


def check_each_once(people, recoding):
    """DataError if a table with a recoding has two rows for a combination. The records of one that it lacks may be as many as it doubles."""
    keys = ', '.join(map(people.engine.quoted, people.quasi))
    twice, = people.engine.row('SELECT COUNT(*) FROM (SELECT {0} FROM {1} GROUP BY {0} HAVING COUNT(*) > 1) v'.format(keys, recoding))
    if twice:
        raise DataError('the recoding has two rows or more for %s; make it anew' % many(int(twice), 'combination'), people.name)


def parts_of_counts(people, recoding):
    """Yield lists of (quasi tuple, published tuple or None, carried values, records, whose) of the counts. What the recoding lacks is left out.

    whose: the name of the person, None where no persons are counted.
    """
    if isinstance(recoding, str):
        check_each_once(people, recoding)
        for columns, published, rows, names in counted_parts(people, recoding):
            quasis = zip(*(map(values.__getitem__, codes) for values, codes in columns))
            yield list(zip(quasis, map(published.values.__getitem__, published.codes), map(rows.values.__getitem__, rows.codes), rows.counts,
                           names or repeat(None)))
        return
    width, end = len(people.quasi), len(people.quasi + people.carried)
    rows = ((people.with_roots(row[:width]), row) for row in people.engine.rows('SELECT * FROM %s' % people.counts))
    found = ((quasi, recoding[quasi], row[width:end], int(row[-1]), row[end] if people.owner else None) for quasi, row in rows if quasi in recoding)
    yield from iter(lambda: list(islice(found, ROWS)), [])
