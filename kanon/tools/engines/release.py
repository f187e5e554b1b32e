"""A recoding as a table of an engine, joined there, and the release written here, audited.

Promise: the release is that of the records that were counted. If the table has changed since, or if the recoding lacks one of its
combinations, the sums say so, and nothing is written. Its rows are sorted, so that their order tells nothing of the table's.
The audit reads the file again (audit/recount.py), and compares it with the counted table under the recoding (audit/true_labels.py), part by part.
Where the table counts persons, so does the audit (audit/persons_of_rows.py), k and the rules beyond k.
A recoding is a table with the columns of a recoding file (tables/recoding_file.py).
"""

from __future__ import annotations

from collections import Counter
from itertools import islice

from ...core.audit.persons import AuditInPersons, labels_and_values
from ...core.audit.persons_of_rows import PersonsOfClasses
from ...core.audit.recount import Promises, verify
from ...core.audit.true_labels import RecordedValues, fingerprint, verify_distributions, verify_labels
from ...core.counts.frequency import column_of
from ...core.counts.required import Required
from ...core.cutting.labels import labelled
from ...core.errors import Changed, DataError, Unsatisfied, many, quoted
from ...core.tables.hierarchy_file import GivenHierarchies
from ...core.tables.lines import repeated_lines, field_formatter
from ...core.tables.output_file import check_output, replacing_or_printing
from ...core.tables.packed import text_file
from ...core.tables.recoding_file import CLASS, PUBLISHED, check_recoding, header_of
from ...core.tables.tally import CountedRows

ROWS = 50_000       # of the counted table that are compared at a time


def put_recoding(people, recoding, name=None) -> str:
    """A table with a recoding, {quasi tuple: published tuple or None}, of an EngineTable (counts.py). name: None for a temporary one.

    >>> import sqlite3
    >>> from .counts import EngineTable
    >>> database = sqlite3.connect(':memory:')
    >>> _ = database.execute('CREATE TABLE people (age INTEGER)')
    >>> _ = database.executemany('INSERT INTO people VALUES (?)', [(38,), (39,), (50,)])
    >>> with EngineTable(database, 'people', ['age']) as people:
    ...     _ = put_recoding(people, {('38',): ('[38-39]',), ('39',): ('[38-39]',), ('50',): None}, 'recoding')
    >>> database.execute('SELECT * FROM recoding').fetchall()
    [('38', '[38-39]', 1), ('39', '[38-39]', 1), ('50', None, 0)]
    """
    check_recoding(people.quasi, recoding, ())
    numbers = {published: number for number, published in enumerate(sorted(filter(None, set(recoding.values()))), 1)}
    nothing = (None,) * len(people.quasi)
    table = people.engine.table(column_definitions(people), name=name)
    people.engine.insert(table, 2 * len(people.quasi) + 1, (
        (*map(people.key_of, people.quasi, quasi), *(published or nothing), numbers.get(published, 0))
        for quasi, published in recoding.items()))
    people.engine.index(table, map(people.engine.quoted, people.quasi))
    return table


def put_vector(lattice, vector, name=None) -> str:
    """The same for a vector of an EngineLattice (engine_lattice.py). The engine makes the recoding."""
    people, engine = lattice.people, lattice.people.engine
    maps = []
    for column, labels, values in zip(people.quasi, lattice.maps(vector), lattice.columns):
        first: dict = {}
        table = engine.table('t {0}, p {0}, c INTEGER'.format(engine.type_of_text()))
        engine.insert(table, 3, [(people.key_of(column, value), labels[value], first.setdefault(labels[value], code))
                                 for code, value in enumerate(values)])
        maps.append(table)
    classes = engine.table(query='SELECT k.*, CASE WHEN %s THEN 0 ELSE ROW_NUMBER() OVER (ORDER BY %s) END AS class FROM %s k'
                           % (lattice.fails, ', '.join(people.keys), lattice.classes(vector)))
    joins = ['LEFT JOIN %s m%s ON m%s.t = f.%s' % (table, key, key, key) for table, key in zip(maps, people.keys)]
    return made_by(people, 'CASE WHEN r.class > 0 THEN m%s.p END', ' '.join(joins), classes, name)


def put_partitions(people, dimensions, parts, name=None) -> str:
    """The same for lists of partitions, as `cuts.partitions` yields them."""
    engine, width = people.engine, len(people.quasi)
    numbers: dict = {}      # {published tuple: the number of its class}
    known: list = [{} for _ in dimensions]
    tuples = engine.table(', '.join(['%s INTEGER' % key for key in people.keys] + ['class INTEGER']))
    for partitions in parts:
        rows, labels = labelled(dimensions, partitions)
        check_same_labels(known, labels)
        for row in rows:
            numbers.setdefault(row, len(numbers) + 1)
        engine.insert(tuples, width + 1, ((*codes, numbers[row]) for row, partition in zip(rows, partitions)
                                          for codes in set(zip(*partition.columns()))))
    texts = engine.table(', '.join(['class INTEGER'] + ['%s %s' % (key, engine.type_of_text()) for key in people.keys]))
    engine.insert(texts, width + 1, ((number, *row) for row, number in numbers.items()))
    tables = people.value_tables([dimension.codes for dimension in dimensions])
    joins = ['LEFT JOIN %s m%s ON m%s.t = f.%s' % (table, key, key, key) for table, key in zip(tables, people.keys)]
    classes = engine.table(query='SELECT t.*, %s FROM %s t JOIN %s p ON p.class = t.class' % (
        ', '.join('p.%s AS p%s' % (key, key) for key in people.keys), tuples, texts))
    return made_by(people, 'r.p%s', ' '.join(joins), classes, name)


def made_by(people, published, joins, classes, name) -> str:
    """A recoding that the engine makes. published: the expression of a column. joins: of the tables m.., which have the code of each
    value as c. classes: the table with the class of each tuple of codes."""
    keys, quoted = people.keys, people.engine.quoted
    columns = ['f.%s AS %s' % (key, quoted(column)) for key, column in zip(keys, people.quasi)]
    columns += ['%s AS %s' % (published % key, quoted(column + PUBLISHED)) for key, column in zip(keys, people.quasi)]
    on = ' AND '.join('r.{0} = m{0}.c'.format(key) for key in keys)
    people.engine.index(classes, keys, texts=False)
    quasi = 'SELECT {0} FROM {1} GROUP BY {0}'.format(', '.join(keys), people.counts)
    table = people.engine.table(name=name, query='SELECT %s, r.class AS %s FROM (%s) f %s LEFT JOIN %s r ON %s' % (
        ', '.join(columns), CLASS, quasi, joins, classes, on))
    people.engine.index(table, map(quoted, people.quasi))
    return table


def check_same_labels(known, labels):
    """DataError if two parts publish the same label for different sets. known: {text: Label} of each column, which is added to."""
    for of_column, new in zip(known, labels):
        for text, label in new.items():
            if of_column.setdefault(text, label) != label:
                raise DataError('a label stands for two different sets, because values hold a |; publish the common ancestors of a'
                                ' hierarchy')


def column_definitions(people) -> str:
    """The definition of the columns of a recoding."""
    *names, _ = header_of(people.quasi)
    text = people.engine.type_of_text()
    return ', '.join(['%s %s' % (people.engine.quoted(name), text) for name in names] + [CLASS + ' INTEGER'])


def write_release(path, people, recoding, required, hierarchies=None, levels=None, *, force=False, encoding='utf-8', collate='',
                  decimal='.'):
    """Join the table with a recoding, write the release, audit it, and put it in its place. Returns what the audit counted.

    recoding: the name of the table, as `put_recoding` and the others return it. required: what every class must satisfy
    (counts/required.py). hierarchies: where the audit reads them (tables/hierarchy_file.py). levels: the vector of a full-domain release.
    collate: what makes the engine sort texts by their characters, such as 'COLLATE "C"' in PostgreSQL. Without it most engines do.
    """
    people.check_counted(required)
    if path != '-':
        check_output(path, [], force)
    sums: Counter = Counter()
    with replacing_or_printing(path) as part:
        try:
            with text_file(part, path, encoding) as file:
                file.writelines(release_lines(people, recoding, collate, sums))
        except UnicodeEncodeError:
            raise DataError('the release cannot be written in %s; give another encoding' % encoding, path) from None
        check_sums(people, sums)
        if not sums['published']:
            raise Unsatisfied('all %s would be suppressed; allow fewer, or lower k' % many(people.records, 'record'), people.name)
        persons = None if people.person is None else PersonsOfClasses(required)
        in_records = required if persons is None else Required(required.k)
        expected = expected_rows(people, recoding, in_records, hierarchies or GivenHierarchies({}), levels, decimal, persons)
        promised = Promises(people.quasi + people.carried, people.quasi, in_records, sums['published'], False, expected, ascending=True,
                            compared=persons and persons.compared)
        audit = verify(part, promised, encoding)
        return audit if persons is None else AuditInPersons(*audit, persons.fewest)


def release_lines(people, recoding, collate, sums):
    """Yield the lines of the release, sorted. sums: a Counter of the records that are published, suppressed, and lacking."""
    fields = field_formatter()
    yield fields(tuple(people.quasi + people.carried)) + '\n'
    yield from repeated_lines(published_rows(people, recoding, collate, sums), len(people.quasi), fields)


def published_rows(people, recoding, collate, sums):
    """Yield (values, records) of the release, in order. DataError if the engine has another order."""
    last: tuple = ()
    for kind, *values, n in people.engine.rows(join_query(people, recoding, collate)):
        sums[KINDS[kind]] += int(n)
        if kind == 1:
            if None in values:
                raise DataError('the recoding publishes NULL in column %s, in a class that it does not suppress; make it anew'
                                % quoted((people.quasi + people.carried)[values.index(None)]), people.name)
            if tuple(values) <= last:
                raise DataError("the engine sorts texts in its own way; give collate, such as 'COLLATE \"C\"' in PostgreSQL",
                                people.name)
            last = tuple(values)
            yield last, int(n)


KINDS = {0: 'suppressed', 1: 'published', 2: 'lacking'}


def join_query(people, recoding, collate='') -> str:
    """The query of the release: a kind (KINDS), the published and the carried values, and how many records have them."""
    quoted = people.engine.quoted
    on = ' AND '.join('r.%s = s.%s' % (quoted(name), key) for name, key in zip(people.quasi, people.keys))
    values = ['r.%s' % quoted(name + PUBLISHED) for name in people.quasi] + ['s.' + key for key in people.values]
    kind = 'CASE WHEN r.{0} IS NULL THEN 2 WHEN r.{0} = 0 THEN 0 ELSE 1 END'.format(CLASS)
    order = [kind, *(('%s %s' % (value, collate)).strip() for value in values)]
    return 'SELECT {0}, SUM(s.n) FROM ({1}) s LEFT JOIN {2} r ON {3} GROUP BY {0} ORDER BY {4}'.format(
        ', '.join([kind, *values]), people.grouped(), recoding, on, ', '.join(order))


def check_sums(people, sums):
    """Changed if other records were joined than were counted."""
    changed = 'the table changed since it was counted; count it again'
    if sums['lacking']:
        raise Changed('the recoding lacks the combination of %s; it is that of another table, or %s'
                        % (many(sums['lacking'], 'record'), changed), people.name)
    if sum(sums.values()) != people.records or people.totals() != (people.read, people.missing_records):
        raise Changed('%s counted, and %d joined: %s' % (many(people.records, 'record'), sum(sums.values()), changed), people.name)


def expected_rows(people, recoding, required, hierarchies, levels, decimal, persons) -> int:
    """The fingerprint of the rows that must be published (audit/true_labels.py). DataError if a label does not cover its values.

    persons: notes whose rows are published as what (a PersonsOfClasses), or None.
    """
    def recorded(columns, rows, published=(), classes=()):
        return RecordedValues(columns, rows, people.quasi + people.carried, published, classes, {}, people.roots, levels,
                        hierarchies.rows_of, decimal)

    whole = recorded([None] * len(people.quasi), lambda: (rows for *_, rows, _ in counted_parts(people, recoding)))
    verify_distributions(whole, required)
    total = 0
    for columns, published, rows, names in counted_parts(people, recoding):
        part = recorded(columns, lambda rows=rows: iter([rows]), *published)
        verify_labels(part)
        total += fingerprint(part)
        if persons:
            for labels, values, name in zip(*labels_and_values(part, persons.rules), names):
                persons.note(labels, values, persons.number(name))
    return total


def counted_parts(people, recoding):
    """Yield parts of the counted table: the Columns of the quasi-identifiers, that of what is published for them, the Rows, and whose they are."""
    width, quoted, end = len(people.quasi), people.engine.quoted, len(people.quasi + people.carried)
    on = ' AND '.join('r.%s = f.%s' % (quoted(name), key) for name, key in zip(people.quasi, people.keys))
    stream = people.engine.rows('SELECT f.*, %s FROM %s f JOIN %s r ON %s' % (
        ', '.join('r.%s' % quoted(name + PUBLISHED) for name in people.quasi), people.counts, recoding, on))
    for rows in iter(lambda: list(islice(stream, ROWS)), []):
        columns = list(map(column_of, zip(*(people.with_roots(row[:width]) for row in rows))))
        published = column_of([None if row[-1] is None else row[-width:] for row in rows])
        carried = column_of([row[width:end] for row in rows])
        counts = [int(row[-width - 1]) for row in rows]
        yield columns, published, CountedRows(range(len(rows)), carried.values, carried.codes, counts), [row[end] for row in rows] if people.owner else ()
