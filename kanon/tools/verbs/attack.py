"""`python -m kanon attack`: a list of people is linked with a release, or with two releases of the same table.

Promise: a row for each attack, all counted over the same people, who are the records of the known table. With --second-known, rows of
the people who were added to the table, were removed from it, and stayed in it (comparing/two_releases.py) stand below.
"""

from __future__ import annotations

import os
from functools import partial

from ...core.counts.intervals import PUBLISHED_INTERVAL
from ...core.counts.values import Known, Sameness, number
from ...core.counts.writings import check_thousands
from ...core.desk.how_read import reading_for
from ...core.desk.inputs import check_outputs, for_table, recorded_table
from ...core.desk.options import check_seen, need_folder
from ...core.desk.report import head_of_report
from ...core.desk.run import say_at_the_end
from ...core.desk.screen import print_table
from ...core.desk.shipped import hierarchies_for
from ...core.desk.words import (CENTURY, CSV_FILE, DATE_FORMAT, DECIMAL, ENCODING_OF_FILES, EXACT,
                                EXAMPLES_OF_FILES, FORCE, ITEMS, MISSING_IN, NA_IN, NA_IN_FILES,
                                NO_PROGRESS, OTHERS_PUBLISHED, REDACT, SEEN, SINCE, SKIP_LINES,
                                STARS, TABLE_OUTPUT, THOUSANDS, TOTALS, UNREADABLE, Program, Word)
from ...core.errors import DataError, Refused, at, nearest, option, quoted, some
from ...core.settings.asked import check_columns, check_date_format, settle_weights
from ...core.settings.reading import RELEASE
from ...core.tables.text_table import aligned
from ...core.voice.speaking import speaker
from ..comparing.two_releases import check_persons, told_over_time
from ..judging.attacks import played
from ..judging.linkage import AttackedRelease, CountedRecords, Meant
from ..pages.found_by_attacks import (HEADINGS, MEANING, compared, doubts_of, explained,
                                      heading_of, left_out_lines, meaning_of, row_in_words,
                                      star_lines, told_by_attack, with_control)
from ..views import put_views
from ..voice.attack_names import attack_name
from . import VERBS

WORDS = (
    Word('--known', {'metavar': 'FILE', 'required': True}, 'The list of people: the recorded values of their quasi-identifiers.'),
    Word('--second', 'RELEASE', 'Another release of the same table, to be joined with the first.'),
    Word('--second-known', 'FILE', 'The table of the second release, if it changed since the first, in the form of --known. Needs --person.'),
    Word('--person', 'COLUMN', 'The column of the list, or of both, that says whose row each is. Without --second, linkage counts persons.'),
    Word('--control', 'FILE', 'People like those of --known who are not in the table, in the same form. What the attack tells of them,'
                              ' too, is not told by being in the table.'),
    Word('--k', 'N', 'Count the people with fewer than N candidates (default: the smallest class of the release).'),
    Word('--quasi', 'A,B', 'The columns to link by (default age,gender,race,marital_status).'),
    Word('--sensitive', 'A,B', "The columns that an attacker wants to learn (default occupation; '' for none)."),
    Word('--columns', 'A,B', 'The names of all columns of the list, if it has no header line. A release always has one.'),
    Word('--hierarchies', 'DIR', 'The folder with a file <column>.txt for each hierarchy, which says what a label covers (default:'
                                 ' hierarchies/ beside the list, else beside the release, else the one that came with kanon).'),
    Word('--missing', 'drop|value', "'?' and nothing may be any value, in the list and in the release (default). value: they are values like any"
                                    ' other. drop: people with one of these are left out.'),
    MISSING_IN._replace(help=MISSING_IN.help.replace('leaves a record out', 'leaves a person out')),
    OTHERS_PUBLISHED._replace(help=OTHERS_PUBLISHED.help.replace('a record', 'a person')), UNREADABLE, ITEMS, EXACT,
    TOTALS._replace(help=TOTALS.help.replace(', with a warning if one is the last row', '').replace('A row is', 'A row of a list is')),
    NA_IN_FILES, NA_IN, STARS, SINCE._replace(help=SINCE.help.replace('these columns', 'these columns of each list')), DATE_FORMAT, CENTURY,
    THOUSANDS,
    Word('--delimiter', 'C', 'The character between fields of the list; write tab for a tab (default: recognized from the first lines).'),
    SKIP_LINES._replace(help=SKIP_LINES.help.replace('each file', 'each list')), DECIMAL, ENCODING_OF_FILES,
    Word('--config', 'FILE', 'The INI file of options (default: <known>.ini beside the list, else <release>.ini beside the release).'),
    Word('--format', 'text|csv|markdown|json', 'The format of the table (default text, with an explanation below).'),
    TABLE_OUTPUT, *SEEN, NO_PROGRESS, REDACT, FORCE)


def settle(values, said, typed, error):
    """The known table is as it was recorded, whatever an INI file says of publishing the root.

    Where it publishes missing values as the root, rows of nothing but '*' are people.
    """
    need_folder(values, said)
    if values['counts'] is not None:
        raise DataError('counts: an attack needs a row for each person; repeat each row as often as it counts', values['config'])
    if values['missing'] == 'root':
        values['stars'] = said.get('stars', 'class')
    values['missing_is_value'] = said.get('missing') == 'value'     # as somebody said; otherwise a missing value may be any
    values['missing'] = values['missing'].replace('root', 'value')
    values['carried'], values['output'] = values['sensitive'], values['output'] or '-'
    if [values['data'], values['known'], values['second'], values['second_known'], values['control']].count('-') > 1:
        error('only one of RELEASE, --known, --second, --second-known and --control can be - (standard input)')
    if values['second_known']:
        for name in 'second', 'person':
            if not values[name]:
                error('--second-known needs --%s' % name)
    if values['person'] and values['second'] and not values['second_known']:
        raise Refused('%s: with %s, %s is needed, too; it may name the same list' % (at('person'), option('second'), option('second_known')))
    if values['person'] and values['control']:
        raise Refused('%s and %s exclude each other' % (at('person'), option('control')))
    check_columns(values, said)
    check_seen(values, error)
    settle_weights(values, typed)
    check_date_format(values, typed)


PROGRAM = Program('attack', 'python -m kanon attack', VERBS['attack'], WORDS, settle,
                  (' released.csv --known voters.csv --quasi age,sex,zip --sensitive diagnosis',), EXAMPLES_OF_FILES,
                  {'k': None, 'missing': 'value', 'second': None, 'second_known': None, 'control': None},
                  data={'metavar': 'RELEASE', 'help': CSV_FILE})


def main(options):
    check_outputs(options, options.known, options.second, options.second_known, options.control)
    tables = [reading_for(options).open(path, RELEASE) for path in (options.data, options.second) if path]
    options = for_table(options, tables[0])
    left: dict = {}
    totals: dict = {}
    releases = releases_of(tables, options)
    people, columns = people_of(options.known, options, left, totals)
    later = people_of(options.second_known, options, left, totals) if options.second_known else None
    if options.person:
        lists = [known[0].persons for known in ((people, columns), later) if known]
        check_persons(lists, options.person, [options.known, options.second_known], Sameness(frozenset(options.exact), options.decimal))
    control = control_of(options, columns, left, totals) if options.control else None
    trees = {name: hierarchies_for(options).given(name) for name in options.quasi}
    for known in filter(None, [(people, columns), later, control and (control, columns)]):
        check_numbers(releases, *known, trees, options)
    rows, doubtful = played(releases, people, columns, trees, options.k, options.decimal, control), {}
    if later:
        rows = with_times(rows, releases, [(people, columns), later], trees, options, doubtful)
    say = speaker(options.language)
    headings = {name: heading_of(say, name) for name in (*HEADINGS, *('one_%s' % name for name in options.sensitive))}
    report = {**head_of_report(options, options.data), 'known': options.known, 'second': options.second,
              'second_known': options.second_known, 'person': options.person, 'control': options.control, 'quasi': options.quasi,
              'sensitive': options.sensitive, 'left_out': left, 'stars': rows_of_stars(releases),
              **({'totals': sum(totals.values())} if totals else {})}

    def views(ready):
        put_views({**report, 'rows': ready, **({'doubts': doubtful} if later else {})}, options, lambda say: drawn(ready, options.sensitive, say))
    print_table(rows, lambda ready: '%d attacks played' % len(ready), options, headings,
                lambda ready: explanation(ready, [*star_lines(say, report), *doubt_lines(doubtful, options, say)], say,
                                          None if later else options.person), worded=partial(row_in_words, say), before=views,
                first=[*([say('totals', n=report['totals'])] if totals else []),
                       *left_out_lines(say, report)])


def with_times(rows, releases, lists, trees, options, doubtful):
    """Yield these rows, then those of the people who were added, were removed, and stayed. Fills in what is doubtful (`what_is_doubtful`).

    lists: the CountedRecords of the people of each release, with their columns.
    """
    row = {}
    for row in rows:
        yield row
    covers = []
    for release, (people, columns) in zip(releases, lists):
        places = [columns.index(name) for name in release.quasi]
        covers.append(release.covering([tuple([person[place] for place in places]) for person in people.distinct],
                                       [trees[name] for name in release.quasi], options.decimal))
    found, of_lists = told_over_time(releases, *zip(*lists), covers, options.k or min(release.k for release in releases))
    doubtful.update(of_lists)
    for times in found:
        yield {**dict.fromkeys(row), **times}


def drawn(rows, sensitive, say):
    from ..pictures.findings_picture import of_attack       # few runs draw
    return of_attack(rows, sensitive, say)


def releases_of(tables, options) -> list:
    """The one Release or both, each with the columns of --quasi that it has."""
    for names, having in ((options.quasi, tables), (options.sensitive, tables[:1])):
        for name in names:
            if not any(name in table.columns for table in having):
                raise no_column(name, tables[0], options)
    releases = []
    for table in tables:
        quasi = [name for name in options.quasi if name in table.columns]
        carried = [name for name in options.sensitive if name in table.columns]
        for names, wanted, kind in ((quasi, options.quasi, 'quasi-identifiers'), (carried, options.sensitive, 'sensitive columns')):
            if wanted and not names:
                raise DataError('has none of the %s %s' % (kind, some(wanted)), table.name)
        with table:
            releases.append(AttackedRelease(table.name, quasi, carried, table.tuples(quasi + carried), options.stars, table.signs,
                                            options.missing_is_value, table.sameness))
    return releases


def check_numbers(releases, people, columns, trees, options):
    """DataError if a column of the list may have a sign between thousands, and a label is compared
    with its numbers."""
    def is_number(label):
        return number(label, options.decimal) is not None or PUBLISHED_INTERVAL.fullmatch(label)
    for release in releases:
        for name, labels in zip(release.quasi, zip(*release.classes)):
            place, nodes = columns.index(name), trees[name] or ()
            values = {person[place] for person in people.distinct}
            others = {label for label in labels if label not in values and label not in nodes}
            if any(map(is_number, others)):
                check_thousands(name, values, options.decimal, options.thousands)


def no_column(name, release, options) -> DataError:
    """What is wrong where the release lacks a column."""
    shown = ('%s (the release has %s; say' % (nearest(name, release.columns), some(release.columns))
             if release.is_header(options.quasi + options.sensitive) else ' (the first line of the release is not shown, because it may be a record; say')
    return DataError('there is no column %s%s which columns with --quasi and --sensitive)' % (quoted(name), shown), release.name)


def people_of(path, options, left, totals) -> tuple:
    """The Records of a list, and their columns: the quasi-identifiers, then the sensitive columns that it has.

    left: gets {list: how many of its rows are left out for a missing value}, if there are any.
    totals: gets {list: how many of its rows are taken for totals and left out}, if there are any.
    """
    with recorded_table(path, options, ('items', 'exact'), besides=options.sensitive) as table:       # which the release has, or it is refused
        columns = options.quasi + [name for name in options.sensitive if name in table.columns]
        return records_of(table, columns, options, left, totals, options.person), columns


def control_of(options, columns, left, totals) -> CountedRecords:
    """The Records of the people who are not in the table. They need the columns of the known ones, to be compared with them."""
    if '-' not in (options.known, options.control) and os.path.exists(options.known) and os.path.exists(options.control):
        if os.path.samefile(options.known, options.control):
            say_at_the_end('--control and --known are the same file, so all differences are 0; the control are people who are NOT in'
                           ' the table')
    with recorded_table(options.control, options) as table:
        return records_of(table, columns, options, left, totals)


def records_of(table, columns, options, left, totals, person=None) -> CountedRecords:
    """The Records of a list, whose sensitive values are what they mean. left: as for people_of. person: the column that says whose row each is."""
    width, meant = len(options.quasi), Meant(table.signs, table.sameness)
    rows = table.tuples(columns if person is None else [*columns, person])
    if person is None:
        people = CountedRecords(meant.of_rows(rows, columns[width:], width))
    else:
        rows, known = list(rows), Known()
        people = CountedRecords(meant.of_rows((row[:-1] for row in rows), columns[width:], width), [known[row[-1]] for row in rows])
    if not people.distinct:
        raise DataError('nobody is left in the list: %d read, %d of them with a missing value (? or nothing)'
                        % (table.read, table.missing_records), table.name)
    if table.missing_records:
        left[table.name] = table.missing_records
    if table.left_totals:
        totals[table.name] = table.left_totals
    return people


def rows_of_stars(releases) -> list:
    """How many rows of nothing but * a release has beside other rows, and what they are taken for."""
    found = []
    for release in releases:
        people = sum(release.classes.get(('*',) * len(release.quasi), {}).values())
        if release.suppressed:
            found.append({'file': release.name, 'rows': release.suppressed, 'as': 'suppressed'})
        elif people and len(release.classes) > 1:
            found.append({'file': release.name, 'rows': people, 'as': 'people'})
    return found


def explanation(rows, more, say, person=None) -> list:
    """What the columns of a printed table count. more: lines about the releases. person: the column that says whose row each is."""
    shown = [name for name in MEANING if any(row.get(name) is not None for row in rows)]
    return [*explained(say, rows, person), *more, *aligned((heading_of(say, name), meaning_of(say, name)) for name in shown),
            *control_lines(rows, say)]


def doubt_lines(doubtful, options, say):
    """Why the rows "over time" do not count people of the same value. Nothing if they do."""
    lines = list(doubts_of(say, doubtful, [(options.data, options.known), (options.second, options.second_known)]))
    return [say('time_not_counted'), *('  ' + line for line in lines)] if lines else []


def control_lines(rows, say):
    """What the release tells of the people in it, beside what it tells of everybody. Nothing without a control."""
    attacks = list(with_control(rows))
    for attack in attacks:
        row, control = attack[:2]
        yield ''
        yield say('list_control', attack=attack_name(say, row['attack']), people=row['people'], others=control['people'])
        yield from aligned(line[:-1] for line in compared(say, *attack))
        yield from told_by_attack(say, *attack)
    if attacks:
        yield say('control_note') + say('blank') + say('control_risk_rows')
