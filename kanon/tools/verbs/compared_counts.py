"""`python -m kanon check --counted`: a release that an engine has written, and what it should be by the counts and the recoding.

Promise: the release is what it should be only if it has each row as often as the counted records and the recoding say, and no other
row (audit/from_counts.py). All its columns are compared. Then the rules beyond k are decided by the audit's own deciders, and t,
beta and delta compare with all records that were counted.
Where the counts have the person, k and the rules are decided in persons. The release has no persons, but its rows are those of the counts,
recoded, and whose each of these is stands there. So of a release with other rows nothing is decided in persons.
A folder of column maps is a recoding, too. Classes that fail what is required are suppressed, which the audit decides here of the counts.
"""

from __future__ import annotations

import os
from collections import Counter
from contextlib import contextmanager

from ...core.audit.from_counts import alone, classes_that_fail, differences_of_counts, Due
from ...core.audit.persons_of_rows import PersonsOfRows
from ...core.audit.recount import told_value
from ...core.audit.true_labels import RecordedValues, verify_labels
from ...core.counts.frequency import added_up, column_of
from ...core.counts.persons import check_joined, check_names
from ...core.counts.required import Required
from ...core.counts.values import Sameness
from ...core.desk.shipped import hierarchies_for
from ...core.errors import DataError, REDACTED, many, option, quoted, show, some
from ...core.settings.asked import RULES, restricted
from ...core.settings.reading import RECORDED, Reading
from ...core.tables.recoding_file import read_with_person
from ...core.tables.table import COUNT_NAMES

SHOWN = 10      # differences in the report


def recoding_for(options) -> tuple:
    """The quasi-identifiers of the recoding, and {quasi tuple: published tuple, or None}. DataError if others were named."""
    if os.path.isdir(options.by):
        return options.quasi, recoding_by_maps(options)
    quasi, recoding, person = read_with_person(options.by, options.encoding)
    check_person(options, quasi, person)
    if options.quasi and set(options.quasi) != set(quasi):
        raise DataError('is a recoding of the columns %s, and others are named as quasi-identifiers; leave out --quasi'
                        % some(quasi, 5), options.by)
    return quasi, recoding


def true_maps(options) -> dict:
    """The maps of a folder, whose labels cover their values. DataError otherwise."""
    from ..engines.maps_folder import map_file, maps_in      # few recodings are maps
    maps = maps_in(options)
    for name, labels in maps.items():
        check_labels({(value,): (label,) for value, label in labels.items()}, [name], options, map_file(options.by, name))
    return maps


def recoding_by_maps(options) -> dict:
    """The recoding of a folder of column maps, for the combinations that were counted."""
    from ...core.rules.of_table import Whole
    from ..engines.maps_folder import check_mapped       # as above
    maps, width = true_maps(options), len(options.quasi)
    names = restricted(vars(options))
    with counted_table(options, [*options.quasi, *options.carried, *options.publish]) as table:
        check_there(table, [*options.quasi, *names], options)
        rows: Counter = Counter()
        for row in table.tuples([*options.quasi, *names]):
            rows[row[:-1]] += int(row[-1])
        check_mapped([added_up([row[place] for row in rows], rows.values()) for place in range(width)], maps, table)
    classes: dict = {}
    recoding, rules = {}, {}
    for row, n in rows.items():
        recoding[row[:width]] = labels = tuple([of_column[value] for of_column, value in zip(maps.values(), row)])
        of_class = classes.setdefault(labels, Counter())
        of_class[row[width:]] += n
    for place, name in enumerate(names, width):
        whole = Whole(name, added_up([told_value(row[place]) for row in rows], rows.values()), hierarchies_for(options), options.decimal, options.thousands)
        asked = (getattr(options, of_rule).get(name, getattr(options, of_rule).get(None)) for of_rule in RULES)
        rules[name] = [rule.of_table(whole) for rule in asked if rule]
    failing = classes_that_fail(classes, Required(options.k, rules, sameness=Sameness(frozenset(options.exact), options.decimal)))
    return {quasi: None if labels in failing else labels for quasi, labels in recoding.items()}


def check_person(options, quasi, person):
    """DataError if a recoding that was decided for persons is applied without counting them, or would publish their column.

    person: the column that the recoding calls so, or None.
    """
    if person is not None and options.person != person:
        raise DataError('counts persons by column %s%s' % (quoted(person), ', which is not published' if person in options.carried
                                                           else '; give %s' % option('person', person)), options.by)
    if options.person in quasi:
        raise DataError('column %s is a quasi-identifier here, so it does not say whose row each row is' % quoted(options.person), options.by)


def check_labels(recoding, quasi, options, file):
    """DataError if a label of a recoding, {tuple of these columns: published tuple or None}, does not cover its values. file: of the recoding."""
    published = column_of(list(recoding.values()))
    folder = hierarchies_for(options)
    roots = folder.roots_of(quasi) if options.missing == 'root' else {}
    recorded = RecordedValues(list(map(column_of, zip(*recoding))), None, quasi, published.values, published.codes, {}, roots, None,
                        folder.rows_of, options.decimal)
    try:
        verify_labels(recorded)
    except DataError as error:
        raise DataError('%s; its hierarchies were looked for in %s (--hierarchies names another folder)'
                        % (error.problem, options.hierarchies), file) from None


def due_by(recoding, columns, options, sensitive) -> tuple:
    """What the release should have (a Due), how many records were counted, and left out, and whose they are (a PersonsOfRows), or None.

    columns: those of the release, the quasi-identifiers first, and behind them `sensitive` sensitive ones.
    """
    check_labels(recoding, options.quasi, options, options.by)
    whose = [options.person] * (options.person is not None)
    with counted_table(options, columns + whose) as table:
        check_there(table, columns, options)
        if not {*whose} <= {*table.columns}:
            raise DataError('has no column %s, which says whose row each row is; count it, too' % quoted(options.person), table.name)
        due, persons = Due(len(options.quasi)), PersonsOfRows(recoding, len(columns) - len(options.quasi), True, sensitive=sensitive) if whose else None
        batches = persons.seen(table.batches(columns + whose)) if persons else table.batches(columns)
        due.add(recoding, ((row[:-1], int(row[-1])) for batch in batches for row in batch))
        if persons:
            check_names(persons.names, table.read, options.person, table.name, sameness=table.sameness)
            check_joined(persons.several(), persons.joined(), columns[len(options.quasi):], table.name)
    if due.lacking:
        raise DataError('has no row for the quasi-identifiers of %s of %s, such as %s; it is the recoding of other records, or --missing was'
                        ' another one' % (many(due.lacking, 'record'), table.name, show(', '.join(due.example))), options.by)
    if not due.rows:
        raise nothing_left(table, due.suppressed())
    return due, {'read': table.read, 'published': due.published(), 'suppressed': due.suppressed(), 'missing': table.missing_records}, persons


@contextmanager
def counted_table(options, used):
    """The open table of --counted. used: the columns in which a missing value leaves a record out, under --missing-in used."""
    root = options.missing == 'root'
    reading = Reading.of(vars(options), used, columns=None, missing='value' if root else options.missing, totals=None, since={})
    with reading.open(options.counted, RECORDED) as table:
        table.roots = dict.fromkeys(options.quasi, '') if root else {}      # as the recoding has them
        yield table


def check_there(table, columns, options):
    """DataError if the table of --counted has not these columns, or not one column that counts the records."""
    lacking = [name for name in [options.counts, *columns] if name not in table.columns]
    if 'counts' not in options.typed and COUNT_NAMES[1] in table.columns:
        raise DataError('has the columns %s and %s; name the one that says how many records each row stands for with --counts'
                        % (quoted(options.counts), quoted(COUNT_NAMES[1])), table.name)
    if options.counts in lacking:
        raise DataError('has no column %s; name the one that says how many records each row stands for with --counts'
                        % quoted(options.counts), table.name)
    if lacking:
        raise DataError('has no column %s, which the release has; count it, too, or count the release without it'
                        % quoted(lacking[0]), table.name)


def nothing_left(table, suppressed) -> DataError:
    """What is said of a table of which a recoding publishes no record."""
    return DataError('no record is left to publish: %d read, %d suppressed by the recoding, %d with a missing value (? or nothing)'
                     % (table.read, suppressed, table.missing_records), table.name)


def compared_with_counts(released, due, records, columns, options) -> dict:
    """What the report says of it. released: {row of the columns: records}."""
    found = differences_of_counts(released, due)
    first = [{'row': {name: REDACTED if options.redact else value for name, value in zip(columns, each.values)},
              'released': each.released, 'due': each.due} for each in found[:SHOWN]]
    return {'counted': options.counted, 'recoding': options.by, 'person': options.person, 'columns': columns, 'records': records,
            'released': sum(released.values()),
            'differences': {'rows': len(found), 'classes': len({each.values[:due.width] for each in found}),
                            'too_many': sum(max(0, each.released - each.due) for each in found),
                            'too_few': sum(max(0, each.due - each.released) for each in found), 'first': first}}


def persons_due(persons, published, released, due, options, sensitive):
    """Whose rows the classes of a release have, which is what is due. persons: as `due_by` returns them. published: its PublishedTable."""
    from ..judging.published_classes import PersonsDue
    found, stars = dict(persons.classes()), ('*',) * due.width
    if sum(released.values()) > due.published():        # the suppressed records are there
        for values, numbers in found.pop(None, {}).items():
            found[stars] = {**found.get(stars, {}), values: numbers | found.get(stars, {}).get(values, set())}
    return PersonsDue(options.person, published.classes, found, persons.records, sensitive, Sameness(frozenset(options.exact), options.decimal))


def comparison_as_verdict(compared) -> dict:
    """The comparison as a requirement."""
    found = compared['differences']
    return {'required': 'differing-rows=0', 'column': None, 'at_most': True, 'found': found['rows'], 'holds': not found['rows'],
            'failing': {'classes': found['classes'], 'records': found['too_many'] + found['too_few']}}


def sensitive_counted(due, columns) -> dict:
    """{sensitive values: records} of all that was counted. columns: how many there are. They stand before the others."""
    return alone(due.counted(), range(columns))
