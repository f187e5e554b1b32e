"""A release is written aside, audited, and put in its place.

`publish` replaces `write` of the plain pages (plain/), because a release that the audit refuses
must not stand at the target.

Promise: at the target stands the whole audited release, or what stood there before. What is
reported of the release, and the file of its recoding, are audited, too, before anything is put in
its place.
`publish` knows no options. The scripts and the library call it alike, and neither can leave out
what is required.
"""

from __future__ import annotations

from collections import namedtuple
from contextlib import nullcontext
from functools import partial

from ..audit.recoding_files import verify_maps, verify_recoding
from ..audit.recount import Promises, verify, verify_people
from ..audit.stated import Claims, verify_report, verify_rows
from ..audit.true_labels import MadeOnce, Paths, RecordedValues, people_at, verify_truth
from ..counts.frequency import added_up, columns as counts_of_columns
from ..counts.recoding import dealt, recoding_of
from ..counts.required import as_one, by_column, Required
from ..counts.values import CATEGORIES, UNKNOWN, may_have_several, members
from ..errors import Disagreed
from .lines import field_formatter, lines_in_input_order, sorted_lines
from .output_file import replacing_or_printing
from .packed import write_lines

# Where a release goes, and how it is written.
# path: of the file, '-' for standard output. None where an engine writes the release, and only the
# recoding is audited.
# columns: the quasi-identifiers, then the carried columns. order: 'sorted' or 'input'.
# guarded: whether a ' goes before what a spreadsheet would run.
# delimiter: between the fields. decimal: in the numbers.
# grids: the edges of labels that are fixed beforehand, as audit/true_labels.py checks them.
# limit, from_: {column: the coarsest, the finest level of its labels}, as they are typed.
Target = namedtuple('Target', 'path columns quasi encoding order guarded delimiter decimal grids'
                              ' limit from_',
                    defaults=('utf-8', 'sorted', False, ',', '.', {}, {}, {}))

# audit: what the audit counted. unique: the carried columns with another value in nearly every
# record. seal: what `seal` returned.
Publishing = namedtuple('Publishing', 'audit unique seal')

# A column under the name of a category (CATEGORIES) is not looked at more closely if it has fewer
# than FEW different values, each of fewer than SHORT characters (`needs_a_look`).
FEW, SHORT = 20, 40
OF_SENTENCES = frozenset('0123456789@.')


def needs_a_look(name, values) -> bool:
    """Whether a column that is published unchanged may hold what belongs to a person.

    A column of few short words, under the name of a category, does not.

    >>> needs_a_look('marital_status', ['single', 'married'])
    False
    >>> needs_a_look('x', ['Ann', 'Bob']), needs_a_look('ward', ['7 b'])
    (True, True)
    >>> needs_a_look('diagnosis', ['flu', 'heart disease'])
    False
    >>> needs_a_look('diagnosis', ['flu', 'see Frau Maier'])
    True
    """
    letters = ''.join(filter(str.isalnum, name.lower()))
    if len(values) >= FEW or letters not in CATEGORIES.split():
        return True
    return not all(is_a_word_or_two(value) for value in values)


def is_a_word_or_two(value) -> bool:
    """Whether a value is short, and has no sign of a sentence.

    Such signs are a digit, an @, a dot, and a capital behind a blank.
    """
    if len(value) >= SHORT or not value.isascii():
        return False
    if not OF_SENTENCES.isdisjoint(value):
        return False
    _, *further = value.split(' ')
    return not any(word[:1].isupper() for word in further)


def publish(target, table, tally, recoding, required, hierarchies, levels=None,
            lap=lambda part: None, seal=lambda path: None, stated=Claims()) -> Publishing:
    """Write the release aside, audit it, put it in its place.

    Where the target has no path, the classes that the recoding makes are audited, and its file.

    table: the one that was counted. required: what every published class must satisfy
    (counts/required.py). hierarchies: where the audit reads them (hierarchy_file.py).
    levels: the vector of a full-domain release. lap: called with the name of each part when it is
    done. seal: called with the path of the audited file, before it is put in its place.
    stated: what is said of the release (audit/stated.py).
    """
    carried = target.columns[len(target.quasi):]
    recoding = recoding_of(tally.frequency_set, recoding)
    sizes, _ = recoding.sizes()
    places = [carried.index(name) for name in required.rules]
    recoding = dealt(recoding, tally, places, required.signs())
    signs = [table.signs.get(name) for name in carried]
    unique = [carried[place] for place in tally.nearly_unique(signs)]
    # Before the release is written, since that takes the records from the hands of the recoding.
    recorded = recorded_of(target, table, tally, recoding, hierarchies, levels)
    place = (replacing_or_printing(target.path, tables=table.files) if target.path is not None
             else nullcontext())
    with place as path:
        if path is not None:
            write(path, target, tally, recoding)
            lap('write')
        records = sum(sizes.values())
        audit = audit_of(path, target, records, tally, recoding, required, recorded, stated)
        lap('audit')
        sealed = seal(path)
    return Publishing(audit, unique, sealed)


def audit_of(path, target, records, tally, recoding, required, recorded, stated):
    """Audit the file at the path or, if there is none, the classes that the recoding makes.

    Returns what the audit counted. DataError if it finds anything else than what is promised and
    stated. records: how many are published. recorded: what the audit is told (`recorded_of`).
    """
    persons = fewest = None
    in_records = required
    if required.persons:
        from ..audit.persons import AuditInPersons, recount_persons     # few runs count persons
        persons = recount_persons(recorded, tally.owners, required)
        in_records = Required(required.k)       # the rules are about persons
    fingerprint = verify_truth(recorded, in_records)
    people = None
    if required.population:
        people = people_at(recorded, required.population.counts)

    def compare(sizes, fingerprint_read):
        """DataError if classes, {published tuple: records}, or what is stated of them is wrong.

        fingerprint_read: of their rows.
        """
        nonlocal fewest
        if persons is not None:
            fewest = fewest_persons(sizes, persons, people, required)
        verify_report(stated, recorded, tally.frequency_set.records, required.k, sizes)
        verify_files(stated, fingerprint_read, target, tally, recoding, required, recorded)
    if path is None:
        audit = audit_of_classes(recorded, recoding, in_records, people, fingerprint, compare)
    else:
        promised = Promises(target.columns, target.quasi, in_records, records, target.guarded,
                            fingerprint, target.delimiter, people, target.order == 'sorted',
                            compare)
        audit = verify(path, promised, target.encoding)
    return audit if persons is None else AuditInPersons(*audit, fewest)


def fewest_persons(sizes, persons, people, required) -> int:
    """The fewest persons of a class. DataError if a class has too few, or lacks something else.

    sizes: {published tuple: records}. persons: {published tuple: OfClass} (audit/persons.py).
    people: {published tuple: people of the population}, or None.
    """
    from ..audit.persons import verify_persons
    fewest = verify_persons(sizes, persons, required)
    if people is not None:
        persons_of = {quasi: persons[quasi].persons for quasi in sizes}
        verify_people(persons_of, people, required.population)
    return fewest


def verify_files(stated, fingerprint, target, tally, recoding, required, recorded):
    """DataError if the files beside a release, or the list of its rows, do not agree with it.

    fingerprint: of the rows that were found in the release.
    """
    if stated.rows is not None:
        verify_rows(stated.rows, fingerprint)
    if stated.recoding:
        counts = recoding.table.values()
        verify_recoding(stated.recoding, recorded, counts, required.k, fingerprint,
                        target.encoding, stated.person)
    if stated.maps:
        verify_maps(stated.maps, recorded, target.encoding)
    if required.earlier and not stated.history:
        raise Disagreed('the audit found no file that tells the next release of this one')
    if stated.history:
        from ..audit.side_by_side import verify_side_by_side        # few runs have one
        verify_side_by_side(*stated.history, recorded, tally.owners, required)


def audit_of_classes(recorded, recoding, required, people, fingerprint, compare):
    """Audit the classes that an engine will publish. It has no file yet.

    people: {published tuple: people of the population}, if something is required of them.
    compare: as `Promises` has it.
    """
    from ..audit.from_counts import classes_to_be, verify_classes   # few runs leave it to an engine
    classes = classes_to_be(recorded, recoding.table.values(), list(required.rules))
    audit = verify_classes(classes, required)
    sizes = {row: sum(histogram.values()) for row, histogram in classes.items()}
    if required.population:
        verify_people(sizes, people, required.population)
    compare(sizes, fingerprint)
    return audit


def without_known_value(tally, required, carried, names, signs) -> dict:
    """{carried column: how many of the counted records have no known value}.

    It is None if no rule is about the column, and the table is not in memory.
    signs: {column: what stands between the items of its cells}.
    """
    places = [carried.index(name) for name in names]
    signs_of_names = [signs.get(name) for name in names]
    counts = dict(zip(names, tally.unknown(places, signs_of_names)))
    if required.rules and not required.persons:
        of_rules = by_column(as_one(required.histograms))
        for name, histogram in zip(required.rules, of_rules):
            counts[name] = histogram.get(UNKNOWN, 0)
    return counts


def recorded_of(target, table, tally, recoding, hierarchies, levels=None) -> RecordedValues:
    """What the audit is told of the records that were counted, and of a Recoding of them."""
    parted = {}
    for row, hand in recoding.splits.items():
        parted[row] = {values: dict(shares) for values, shares in hand.items()}
    limits = {name: (target.limit.get(name), target.from_.get(name))
              for name in {**target.limit, **target.from_}}
    paths = MadeOnce(lambda name: Paths(hierarchies.rows_of(name)))
    return RecordedValues(recoding.table.columns, tally.rows, target.columns, recoding.published,
                          recoding.classes, parted, table.roots, levels, hierarchies.rows_of,
                          target.decimal, target.grids, limits, hierarchies.level_names, paths)


def write(path, target, tally, recoding):
    """Write the published rows to a file, packed if the target's name says so."""
    fields = field_formatter(target.guarded, target.delimiter)
    if target.order == 'input':
        lines = lines_in_input_order(target.columns, tally, recoding, fields)
    else:
        lines = sorted_lines(target.columns, tally, recoding, fields)
    write_lines(path, lines, target.path, target.encoding)


def published_unchanged(quasi, classes, carried, sensitive, tally) -> list:
    """The columns of a release that need a look.

    Each is (name, role, different values, records, a function that counts these values). A role is
    'quasi', 'sensitive' or 'publish'.
    classes: {published quasi-identifiers: records}; carried: the other columns; sensitive: those of
    them that are.
    """
    columns, records = [], sum(classes.values())
    labels_of = zip(*classes)       # each column
    for place, (name, labels) in enumerate(zip(quasi, labels_of)):
        values = recorded_values(labels)
        if values and needs_a_look(name, values):
            count = partial(records_by_label, classes, place)
            columns.append((name, 'quasi', values, records, count))
    records = tally.frequency_set.records
    values_of = tally.carried_values(len(carried))
    for name, (values, count) in zip(carried, values_of):
        if needs_a_look(name, values):
            role = 'sensitive' if name in sensitive else 'publish'
            columns.append((name, role, values, records, count))
    return columns


def recorded_values(labels) -> set:
    """The labels, or members of sets, that may be values as they were recorded.

    Ranges and roots are none. Numbers of up to four digits need no look.

    >>> sorted(recorded_values(['[20-39]', '*', '39', '{Sales|Tech}', 'Dr. Ott']))
    ['Dr. Ott', 'Sales', 'Tech']
    """
    values = set()
    for label in set(labels):
        for member in members(label):
            is_short_number = len(member) < 5 and member.isdigit()
            if member[:1] != '[' and member[-1:] != '*' and not is_short_number:
                values.add(member)
    return values


def repeating_columns(quasi, carried, sensitive, tally, decimal='.') -> dict:
    """The columns that a run uses and that repeat as persons do (counts/like_persons.py).

    It is {column: (its role, its Repeats, {value: records})}. Of a table that does not fit into
    memory, a carried column with many different values is not looked at.
    """
    frequency_set = tally.frequency_set
    further = tally.carried_values(len(carried)) if carried else []
    sizes = [len(column.values) for column in frequency_set.columns]
    sizes += [len(values) for values, _ in further]
    if not any(may_have_several(size, frequency_set.records) for size in sizes):
        return {}
    from ..counts.like_persons import like_persons     # few tables have a column of so many values
    counts = dict(zip(quasi, counts_of_columns(frequency_set)))
    for name, (_, count) in zip(carried, further):
        counts[name] = count()
    roles = {name: 'sensitive' if name in sensitive else 'publish' for name in carried}
    roles.update(dict.fromkeys(quasi, 'quasi'))
    repeating = {}
    for name, repeats in like_persons(counts, tally.each_or_two, None, decimal).items():
        repeating[name] = roles[name], repeats, counts[name]
    return repeating


def records_by_label(classes, place) -> dict:
    """{label: records} of a quasi-identifier."""
    labels = [row[place] for row in classes]
    return added_up(labels, classes.values())
