"""`python -m kanon attack`: an identified table against a release, or against two of the same table.

Promise: a row for each attack, all counted over the same people, who are the records of the known table.
"""

from __future__ import annotations

import os

from ..assessment.attack import played
from ..assessment.linkage import Records, Release
from ..cli.screen import print_table
from ..errors import DataError, nearest, quoted, some
from ..tables.aside import check_output
from ..tables.hierarchy_file import file_of, load
from ..tables.table import Table


def print_attack(options):
    hierarchies = [file_of(options.hierarchies, name) for name in options.quasi]
    if options.output != '-':
        inputs = [options.data, options.known, options.second, options.config, *hierarchies]
        check_output(options.output, [path for path in inputs if path and path != '-'], options.force)
    releases, (people, columns) = releases_of(options), people_of(options)
    trees = {name: load(path) if os.path.exists(path) else None for name, path in zip(options.quasi, hierarchies)}
    print_table(played(releases, people, columns, trees, options.k), lambda found: '%d attacks played' % len(found),
                options, explained)


def releases_of(options) -> list:
    """The one Release or both, each with the columns of --quasi that it has."""
    tables = [Table(path, encoding=options.encoding, missing='value') for path in (options.data, options.second) if path]
    for names, having in ((options.quasi, tables), (options.sensitive, tables[:1])):
        for name in names:
            if not any(name in table.columns for table in having):
                raise DataError('there is no column %s%s (the release has %s; say which columns with --quasi and --sensitive)'
                                % (quoted(name), nearest(name, tables[0].columns), some(tables[0].columns)), tables[0].name)
    releases = []
    for table in tables:
        quasi = [name for name in options.quasi if name in table.columns]
        carried = [name for name in options.sensitive if name in table.columns]
        for names, wanted, kind in ((quasi, options.quasi, 'quasi-identifiers'), (carried, options.sensitive, 'sensitive columns')):
            if wanted and not names:
                raise DataError('has none of the %s %s' % (kind, some(wanted)), table.name)
        with table:
            releases.append(Release(table.name, quasi, carried, table.tuples(quasi + carried)))
    return releases


def people_of(options) -> tuple:
    """The Records of the known table, and their columns: the quasi-identifiers, then the sensitive columns that it has."""
    with Table(options.known, options.columns, options.delimiter, options.encoding, options.missing) as table:
        columns = options.quasi + [name for name in options.sensitive if name in table.columns]
        people = Records(table.tuples(columns))
        if not people.distinct:
            raise DataError('nobody is known: %d read, %d of them with a missing value (? or empty)'
                            % (table.read, table.missing_records), table.name)
        return people, columns


def explained(rows) -> str:
    """What the columns of a printed table count."""
    lines = ['A candidate is a record whose labels cover all that is known of the person. no_candidate: not in the release, or',
             'suppressed; below_k: fewer than k candidates; one_value: several, but all with the same sensitive value.']
    if any(row['attack'] == 'both, joined' for row in rows):
        lines += ['Joined: of each sensitive value the lesser of its numbers of candidates in the two releases.']
    if rows[0]['no_candidate'] == rows[0]['people']:
        lines += ['NOBODY has a candidate: are the release and --known the wrong way round, or is it another table?']
    lines += ['in_order: rows that meet a known person whom they cover, in the order of both files. told: those that meet the',
              'same person when read from the bottom' + ('; right: told the true sensitive value.' if rows[-1]['right'] is not None
                                                         else '.')]
    return '\n'.join(lines)
