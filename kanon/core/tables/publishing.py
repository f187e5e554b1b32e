"""A release is written aside, audited, and put in its place.

`publish` replaces `write` of the plain pages (plain/), because a release that the audit refuses must not stand at the target.

Promise: at the target stands the whole audited release, or what stood there before. What is reported of the release, and the file
of its recoding, are audited, too, before anything is put in its place.
This function knows no options. The scripts and the library call it alike, and neither can leave out what is required.
"""

from __future__ import annotations

from collections import namedtuple
from contextlib import nullcontext
from functools import partial

from ..audit.recoding_files import verify_maps, verify_recoding
from ..audit.recount import Promised, verify, verify_people
from ..audit.stated import Stated, verify_report, verify_rows
from ..audit.true_labels import MadeOnce, Paths, Recorded, people_at, verify_truth
from ..counts.frequency import added_up, columns as counts_of_columns
from ..counts.recoding import dealt, recoding_of
from ..counts.required import as_one, by_column, Required
from ..counts.values import CATEGORIES, UNKNOWN, may_have_several, members
from ..errors import Disagreed
from .lines import field_formatter, lines_in_input_order, sorted_lines
from .output_file import replacing_or_printing
from .packed import write_lines

# path: of the file, '-' for standard output, None where an engine writes the release, and only the recoding is audited; columns: the quasi-identifiers, then the carried columns; order: 'sorted' or
# 'input'; guarded: whether a ' goes before what a spreadsheet would run; delimiter: between the fields; decimal: in the numbers;
# grids: the edges of labels that are fixed beforehand, as audit/true_labels.py checks them; limit, from_: {column: the coarsest, the finest
# level of its labels}, as they are typed.
Target = namedtuple('Target', 'path columns quasi encoding order guarded delimiter decimal grids limit from_',
                    defaults=('utf-8', 'sorted', False, ',', '.', {}, {}, {}))
# audit: what the audit counted; unique: the carried columns with another value in nearly every record; seal: what `seal` returned.
Published = namedtuple('Published', 'audit unique seal')

# A column of such a name with fewer than FEW different values, none longer than SHORT, is not looked at more closely.
FEW, SHORT = 20, 40
OF_SENTENCES = frozenset('0123456789@.')


def needs_a_look(name, values) -> bool:
    """Whether a column that is published unchanged may hold what belongs to a person. A column of few short words, under the name of
    a category, does not.

    >>> needs_a_look('marital_status', ['single', 'married']), needs_a_look('x', ['Ann', 'Bob']), needs_a_look('ward', ['7 b'])
    (False, True, True)
    >>> needs_a_look('diagnosis', ['flu', 'heart disease']), needs_a_look('diagnosis', ['flu', 'see Frau Maier'])
    (False, True)
    """
    if len(values) >= FEW or ''.join(filter(str.isalnum, name.lower())) not in CATEGORIES.split():
        return True
    return not all(map(is_a_word_or_two, values))


def is_a_word_or_two(value) -> bool:
    """Whether a value is short, and has no sign of a sentence: no digit, no @, no dot, no capital behind a blank."""
    if len(value) >= SHORT or not value.isascii() or not OF_SENTENCES.isdisjoint(value):
        return False
    return not any(word[:1].isupper() for word in value.split(' ')[1:])


def publish(target, table, tally, recoding, required, hierarchies, levels=None, lap=lambda part: None,
            seal=lambda path: None, stated=Stated()) -> Published:
    """Write the release aside, audit it, put it in its place. Where it has none, audit the classes that the recoding makes, and its file.

    table: the one that was counted. required: what every published class must satisfy (counts/required.py).
    hierarchies: where the audit reads them (hierarchy_file.py). levels: the vector of a full-domain release.
    lap: called with the name of each part when it is done. seal: called with the path of the audited file, before it is put in
    its place. stated: what is said of the release (audit/stated.py).
    """
    width = len(target.quasi)
    carried = target.columns[width:]
    recoding = recoding_of(tally.frequency_set, recoding)
    records = sum(recoding.sizes()[0].values())
    recoding = dealt(recoding, tally, [carried.index(name) for name in required.rules], required.signs())
    unique = [carried[place] for place in tally.nearly_unique(list(map(table.signs.get, carried)))]
    recorded = recorded_of(target, table, tally, recoding, hierarchies, levels)     # before writing takes the hands' records
    with replacing_or_printing(target.path, tables=table.files) if target.path is not None else nullcontext() as path:
        if path is not None:
            write(path, target, tally, recoding)
            lap('write')
        persons = fewest = None
        if required.persons:
            from ..audit.persons import AuditInPersons, recount_persons, verify_persons     # few runs count persons
            persons = recount_persons(recorded, tally.owners, required)
        in_records = required if persons is None else Required(required.k)
        fingerprint = verify_truth(recorded, in_records)
        people = people_at(recorded, required.population.counts) if required.population else None

        def compared(sizes, found):
            nonlocal fewest
            if persons is not None:
                fewest = verify_persons(sizes, persons, required)
                if people is not None:
                    verify_people({quasi: persons[quasi].persons for quasi in sizes}, people, required.population)
            verify_report(stated, recorded, tally.frequency_set.records, required.k, sizes)
            if stated.rows is not None:
                verify_rows(stated.rows, found)
            if stated.recoding:
                verify_recoding(stated.recoding, recorded, recoding.table.values(), required.k, found, target.encoding, stated.person)
            if stated.maps:
                verify_maps(stated.maps, recorded, target.encoding)
            if required.earlier and not stated.history:
                raise Disagreed('the audit found no file that tells the next release of this one')
            if stated.history:
                from ..audit.side_by_side import verify_side_by_side        # few runs have one
                verify_side_by_side(*stated.history, recorded, tally.owners, required)
        if path is None:
            from ..audit.from_counts import classes_to_be, verify_classes       # few runs leave the release to an engine
            classes = classes_to_be(recorded, recoding.table.values(), list(in_records.rules))
            recounted, sizes = verify_classes(classes, in_records), {row: sum(found.values()) for row, found in classes.items()}
            if in_records.population:
                verify_people(sizes, people, in_records.population)
            compared(sizes, fingerprint)
        else:
            promised = Promised(target.columns, target.quasi, in_records, records, target.guarded, fingerprint, target.delimiter, people,
                                target.order == 'sorted', compared)
            recounted = verify(path, promised, target.encoding)
        audited = recounted if persons is None else AuditInPersons(*recounted, fewest)
        lap('audit')
        sealed = seal(path)
    return Published(audited, unique, sealed)


def without_known_value(tally, required, carried, names, signs) -> dict:
    """{carried column: how many of the counted records have no known value}. None if no rule is about it and it is not in memory.

    signs: {column: what stands between the items of its cells}.
    """
    counts = dict(zip(names, tally.unknown(list(map(carried.index, names)), list(map(signs.get, names)))))
    if required.rules and not required.persons:
        of_rules = by_column(as_one(required.histograms))
        counts.update((name, histogram.get(UNKNOWN, 0)) for name, histogram in zip(required.rules, of_rules))
    return counts


def recorded_of(target, table, tally, recoding, hierarchies, levels=None) -> Recorded:
    """What the audit is told of the records that were counted, and of a Recoding of them."""
    parted = {row: {values: dict(shares) for values, shares in hand.items()} for row, hand in recoding.splits.items()}
    limits = {name: (target.limit.get(name), target.from_.get(name)) for name in {**target.limit, **target.from_}}
    return Recorded(recoding.table.columns, tally.rows, target.columns, recoding.published, recoding.classes, parted, table.roots, levels,
                    hierarchies.rows_of, target.decimal, target.grids, limits, hierarchies.level_names,
                    MadeOnce(lambda name: Paths(hierarchies.rows_of(name))))


def write(path, target, tally, recoding):
    """Write the published rows to a file, packed if the target's name says so."""
    fields = field_formatter(target.guarded, target.delimiter)
    lines = (lines_in_input_order(target.columns, tally, recoding, fields) if target.order == 'input' else
             sorted_lines(target.columns, tally, recoding, fields))
    write_lines(path, lines, target.path, target.encoding)


def published_unchanged(quasi, classes, carried, sensitive, tally) -> list:
    """The columns of a release that need a look: (name, role, different values, records, a function that counts these values).

    classes: {published quasi-identifiers: records}; carried: the other columns; sensitive: those of them that are. A role is 'quasi',
    'sensitive' or 'publish'. Of a quasi-identifier the labels and the members of sets need a look that are no ranges, no roots and no
    numbers of up to four digits.
    """
    columns, records = [], sum(classes.values())
    for place, (name, published) in enumerate(zip(quasi, zip(*classes))):
        labels = {label for several in set(published) for label in members(several)
                  if label[:1] != '[' and label[-1:] != '*' and not (len(label) < 5 and label.isdigit())}
        if labels and needs_a_look(name, labels):
            columns.append((name, 'quasi', labels, records, partial(records_by_label, classes, place)))
    for name, (values, count) in zip(carried, tally.carried_values(len(carried))):
        if needs_a_look(name, values):
            columns.append((name, 'sensitive' if name in sensitive else 'publish', values, tally.frequency_set.records, count))
    return columns


def repeating_columns(quasi, carried, sensitive, tally, decimal='.') -> dict:
    """{column: (its role, its Repeats, {value: records})} of the columns that a run uses and that repeat as persons do (counts/like_persons.py).

    Of a table that does not fit into memory, a carried column with many different values is not looked at.
    """
    frequency_set = tally.frequency_set
    further = tally.carried_values(len(carried)) if carried else []
    numbers = [len(column.values) for column in frequency_set.columns] + [len(values) for values, _ in further]
    if not any(may_have_several(n, frequency_set.records) for n in numbers):
        return {}
    from ..counts.like_persons import like_persons     # few tables have a column of so many values
    counts = dict(zip([*quasi, *carried], [*counts_of_columns(frequency_set), *(count() for _, count in further)]))
    return {name: ('quasi' if name in quasi else 'sensitive' if name in sensitive else 'publish', repeats, counts[name])
            for name, repeats in like_persons(counts, tally.each_or_two, None, decimal).items()}


def records_by_label(classes, place) -> dict:
    """{label: records} of a quasi-identifier."""
    return added_up((labels[place] for labels in classes), classes.values())
