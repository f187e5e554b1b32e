"""`python -m kanon attack`: a list of people is linked with a release, or with two of one table.

Promise: a row for each attack, all counted over the same people, who are the records of the known
table. With --second-known, rows of the people who were added to the table, were removed from it,
and stayed in it (comparing/two_releases.py) stand below. What the page says of a part of the report
stands beside the name of the part in pages/findings.py.
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
from ...core.desk.as_text import totals_left
from ...core.desk.report import head_of_report
from ...core.desk.run import say_at_the_end
from ...core.desk.run_parts import Part, said
from ...core.desk.screen import print_table
from ...core.desk.shipped import hierarchies_for
from ...core.desk.words import (CENTURY, CSV_FILE, DATE_FORMAT, DECIMAL, DELIMITER, ENCODING, EXACT,
                                EXAMPLES_OF_FILES, FORCE, ITEMS, MISSING_IN, NA, NA_IN,
                                NO_PROGRESS, OTHERS_PUBLISHED, OUTPUT, RECORDED_COLUMNS,
                                RECORDED_CONFIG, RECORDED_HIERARCHIES, REDACT, SEEN, SINCE,
                                SKIP_LINES, STARS, THOUSANDS, TOTALS, UNREADABLE, Program, Word)
from ...core.errors import DataError, Refused, at, nearest, option, quoted, some
from ...core.settings.asked import check_columns, check_date_format, settle_weights
from ...core.settings.reading import RELEASE
from ...core.tables.text_table import aligned
from ...core.voice.speaking import speaker
from ..comparing.two_releases import check_persons, told_over_time
from ..judging.attacks import played
from ..judging.linkage import AttackedRelease, CountedRecords, Meant
from ..pages.found_by_attacks import (HEADINGS, MEANING, compared_rows, doubts_of, heading_of,
                                      left_out_lines, meaning_of, over_time_rows, row_in_words,
                                      star_lines, told_by_attack, with_control)
from ..views import put_views
from ..voice.attack_names import attack_name
from . import VERBS

WORDS = (
    Word('--known', {'metavar': 'FILE', 'required': True},
         'The list of people: the recorded values of their quasi-identifiers.'),
    Word('--second', 'RELEASE', 'Another release of the same table, to be joined with the first.'),
    Word('--second-known', 'FILE',
         'The table of the second release, if it changed since the first, in the form of --known.'
         ' Needs --person.'),
    Word('--person', 'COLUMN',
         'The column of the list, or of both, that says whose row each is. Without --second,'
         ' linkage counts persons.'),
    Word('--control', 'FILE',
         'People like those of --known who are not in the table, in the same form. What the attack'
         ' tells of them, too, is not told by being in the table.'),
    Word('--k', 'N',
         'Count the people with fewer than N candidates (default: the smallest class of the'
         ' release).'),
    Word('--quasi', 'A,B', 'The columns to link by (default age,gender,race,marital_status).'),
    Word('--sensitive', 'A,B',
         "The columns that an attacker wants to learn (default occupation; '' for none)."),
    RECORDED_COLUMNS, RECORDED_HIERARCHIES,
    Word('--missing', 'drop|value',
         "'?' and nothing may be any value, in the list and in the release (default). value:"
         ' they are values like any other. drop: people with one of these are left out.'),
    MISSING_IN, OTHERS_PUBLISHED, UNREADABLE, ITEMS, EXACT, TOTALS, NA, NA_IN, STARS, SINCE,
    DATE_FORMAT, CENTURY, THOUSANDS,
    DELIMITER, SKIP_LINES, DECIMAL, ENCODING, RECORDED_CONFIG,
    Word('--format', 'text|csv|markdown|json',
         'The format of the table (default text, with an explanation below).'),
    OUTPUT, *SEEN, NO_PROGRESS, REDACT, FORCE)


def settle(values, said, typed, error):
    """The known table is as it was recorded, whatever an INI file says of publishing the root.

    Where it publishes missing values as the root, rows of nothing but '*' are people.
    """
    need_folder(values, said)
    if values['counts'] is not None:
        raise DataError('counts: an attack needs a row for each person; repeat each row as often as'
                        ' it counts', values['config'])
    if values['missing'] == 'root':
        values['stars'] = said.get('stars', 'class')
    # As somebody said. Otherwise a missing value may be any.
    values['missing_is_value'] = said.get('missing') == 'value'
    values['missing'] = values['missing'].replace('root', 'value')
    values['carried'], values['output'] = values['sensitive'], values['output'] or '-'
    files = [values[name] for name in ('data', 'known', 'second', 'second_known', 'control')]
    if files.count('-') > 1:
        error('only one of RELEASE, --known, --second, --second-known and --control can be -'
              ' (standard input)')
    if values['second_known']:
        for name in 'second', 'person':
            if not values[name]:
                error('--second-known needs --%s' % name)
    if values['person'] and values['second'] and not values['second_known']:
        raise Refused('%s: with %s, %s is needed, too; it may name the same list'
                      % (at('person'), option('second'), option('second_known')))
    if values['person'] and values['control']:
        raise Refused('%s and %s exclude each other' % (at('person'), option('control')))
    check_columns(values, said)
    check_seen(values, error)
    settle_weights(values, typed)
    check_date_format(values, typed)


PROGRAM = Program(
    'attack', 'python -m kanon attack', VERBS['attack'], WORDS, settle,
    (' released.csv --known voters.csv --quasi age,sex,zip --sensitive diagnosis',),
    EXAMPLES_OF_FILES,
    {'k': None, 'missing': 'value', 'second': None, 'second_known': None, 'control': None},
    data={'metavar': 'RELEASE', 'help': CSV_FILE})


def main(options):
    files = options.known, options.second, options.second_known, options.control
    check_outputs(options, *files)
    tables = [reading_for(options).open(path, RELEASE)
              for path in (options.data, options.second) if path]
    options = for_table(options, tables[0])
    releases = releases_of(tables, options)
    lists = Lists(options)
    people, columns = lists.people_of(options.known)
    later = lists.people_of(options.second_known) if options.second_known else None
    known = [(people, columns), later] if later else [(people, columns)]
    if options.person:
        sameness = Sameness(frozenset(options.exact), options.decimal)
        check_persons([each.persons for each, _ in known], options.person,
                      [options.known, options.second_known], sameness)
    control = lists.control_of(options.control, columns) if options.control else None
    trees = {name: hierarchies_for(options).given(name) for name in options.quasi}
    for each, of_list in [*known, (control, columns)] if control else known:
        check_numbers(releases, each, of_list, trees, options)
    rows = played(releases, people, columns, trees, options.k, options.decimal, control)
    report = {
        **head_of_report(options, options.data), 'known': options.known, 'second': options.second,
        'second_known': options.second_known, 'person': options.person,
        'control': options.control, 'quasi': options.quasi, 'sensitive': options.sensitive,
        'left_out': lists.left_out, 'stars': rows_of_stars(releases)}
    if lists.totals:
        report['totals'] = sum(lists.totals.values())
    if later:
        report['doubts'] = {}
        rows = with_times(rows, releases, known, trees, options, report['doubts'])
    print_attacks(rows, report, options)


def print_attacks(rows, report, options):
    """Print the rows as they come, the text around them, the picture and the page."""
    say = speaker(options.language)
    names = [*HEADINGS, *('one_%s' % name for name in options.sensitive)]

    def views(ready):
        put_views({**report, 'rows': ready}, options,
                  lambda say: drawn(ready, options.sensitive, say))

    def below(ready):
        return said(BELOW, say, {**report, 'rows': ready})
    print_table(rows, lambda ready: '%d attacks played' % len(ready), options,
                {name: heading_of(say, name) for name in names}, below,
                worded=partial(row_in_words, say), before=views, first=said(ABOVE, say, report))


def with_times(rows, releases, lists, trees, options, doubtful):
    """Yield these rows, then those of the people who were added, were removed, and stayed.

    lists: the CountedRecords of the people of each release, with their columns. doubtful: gets what
    is doubtful (`what_is_doubtful`).
    """
    row = {}
    for row in rows:
        yield row
    covers = []
    for release, (people, columns) in zip(releases, lists):
        places = [columns.index(name) for name in release.quasi]
        labels = [tuple([person[place] for place in places]) for person in people.distinct]
        of_release = [trees[name] for name in release.quasi]
        covers.append(release.covering(labels, of_release, options.decimal))
    k = options.k or min(release.k for release in releases)
    times, of_lists = told_over_time(releases, *zip(*lists), covers, k)
    doubtful.update(of_lists)
    for of_people in times:
        yield {**dict.fromkeys(row), **of_people}


def drawn(rows, sensitive, say):
    from ..pictures.findings_picture import of_attack       # few runs draw
    return of_attack(rows, sensitive, say)


# The releases.

def releases_of(tables, options) -> list:
    """The one Release or both, each with the columns of --quasi that it has."""
    for names, having in ((options.quasi, tables), (options.sensitive, tables[:1])):
        for name in names:
            if not any(name in table.columns for table in having):
                raise no_column(name, tables[0], options)
    releases = []
    for table in tables:
        quasi = columns_there(options.quasi, 'quasi-identifiers', table)
        carried = columns_there(options.sensitive, 'sensitive columns', table)
        with table:
            rows = table.tuples(quasi + carried)
            releases.append(AttackedRelease(table.name, quasi, carried, rows, options.stars,
                                            table.signs, options.missing_is_value, table.sameness))
    return releases


def columns_there(wanted, kind, table) -> list:
    """Those of the wanted columns that a release has. DataError if it has none of them."""
    names = [name for name in wanted if name in table.columns]
    if wanted and not names:
        raise DataError('has none of the %s %s' % (kind, some(wanted)), table.name)
    return names


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
    if release.is_header(options.quasi + options.sensitive):
        near = nearest(name, release.columns)
        shown = '%s (the release has %s; say' % (near, some(release.columns))
    else:
        shown = ' (the first line of the release is not shown, because it may be a record; say'
    return DataError('there is no column %s%s which columns with --quasi and --sensitive)'
                     % (quoted(name), shown), release.name)


def rows_of_stars(releases) -> list:
    """How many rows of nothing but * a release has beside others, and what they are taken for."""
    rows = []
    for release in releases:
        people = sum(release.classes.get(('*',) * len(release.quasi), {}).values())
        if release.suppressed:
            rows.append({'file': release.name, 'rows': release.suppressed, 'as': 'suppressed'})
        elif people and len(release.classes) > 1:
            rows.append({'file': release.name, 'rows': people, 'as': 'people'})
    return rows


# The lists of people.

class Lists:
    """Reads the lists of people, and remembers what it leaves out of them.

    left_out: {list: how many of its rows are left out for a missing value}, if there are any.
    totals: {list: how many of its rows are taken for totals and left out}, if there are any.
    """

    def __init__(self, options):
        self._options = options
        self.left_out: dict = {}
        self.totals: dict = {}

    def people_of(self, path) -> tuple:
        """The Records of a list, and their columns.

        They are the quasi-identifiers, then the sensitive columns that the list has. The release
        has them all, or it is refused.
        """
        options = self._options
        with recorded_table(path, options, ('items', 'exact'), besides=options.sensitive) as table:
            sensitive = [name for name in options.sensitive if name in table.columns]
            columns = options.quasi + sensitive
            return self._records_of(table, columns, options.person), columns

    def control_of(self, path, columns) -> CountedRecords:
        """The Records of the people who are not in the table.

        They need the columns of the known ones, to be compared with them.
        """
        known = self._options.known
        if '-' not in (known, path) and os.path.exists(known) and os.path.exists(path):
            if os.path.samefile(known, path):
                say_at_the_end('--control and --known are the same file, so all differences are 0;'
                               ' the control are people who are NOT in the table')
        with recorded_table(path, self._options) as table:
            return self._records_of(table, columns)

    def _records_of(self, table, columns, person=None) -> CountedRecords:
        """The Records of a list, whose sensitive values are what they mean.

        person: the column that says whose row each is.
        """
        width, meant = len(self._options.quasi), Meant(table.signs, table.sameness)
        sensitive = columns[width:]
        if person is None:
            rows = table.tuples(columns)
            people = CountedRecords(meant.of_rows(rows, sensitive, width))
        else:
            rows, known = list(table.tuples([*columns, person])), Known()
            without_person = meant.of_rows((row[:-1] for row in rows), sensitive, width)
            people = CountedRecords(without_person, [known[row[-1]] for row in rows])
        if not people.distinct:
            raise DataError('nobody is left in the list: %d read, %d of them with a missing value'
                            ' (? or nothing)' % (table.read, table.missing_records), table.name)
        if table.missing_records:
            self.left_out[table.name] = table.missing_records
        if table.left_totals:
            self.totals[table.name] = table.left_totals
        return people


# The report: lines above the table of the attacks, and those below it.

def what_a_candidate_is(say, report):
    yield say('candidate')


def joined_note(say, report):
    """What the row of both releases is, if there is one."""
    if any(row['attack'] == 'both, joined' for row in report['rows']):
        yield say('joined_is')


def person_counted(say, report):
    """The column that says whose row each is, where linkage counts persons."""
    if report['person'] and not report['second_known']:
        yield say('by_person', column=report['person'])


def time_note(say, report):
    """What the rows over time are."""
    over_time = over_time_rows(report['rows'])
    if 'stayed' in over_time:
        yield say('time_is')
        if not over_time['stayed']['people']:
            yield say('time_nobody_stayed')


def nobody_found(say, report):
    first = report['rows'][0]
    if first['no_candidate'] == first['people']:
        yield say('nobody')


def doubtful_lines(say, report):
    """Why the rows "over time" do not count people of the same value. Nothing if they do."""
    files = (report['data'], report['known']), (report['second'], report['second_known'])
    lines = list(doubts_of(say, report.get('doubts', {}), files))
    if lines:
        yield say('time_not_counted')
        yield from ('  ' + line for line in lines)


def column_meanings(say, report):
    """What the columns of the table count."""
    shown = [name for name in MEANING if any(row.get(name) is not None for row in report['rows'])]
    yield from aligned((heading_of(say, name), meaning_of(say, name)) for name in shown)


def control_lines(say, report):
    """What the release tells of the people in it, beside what it tells of everybody."""
    attacks = list(with_control(report['rows']))
    for attack in attacks:
        row, control = attack[:2]
        name = attack_name(say, row['attack'])
        yield ''
        yield say('list_control', attack=name, people=row['people'], others=control['people'])
        yield from aligned(line[:-1] for line in compared_rows(say, *attack))
        yield from told_by_attack(say, *attack)
    if attacks:
        yield say('control_note') + say('blank') + say('control_risk_rows')


ABOVE = (
    Part('totals', 'totals', totals_left),
    Part('left_out', 'left_out', left_out_lines),
)
BELOW = (
    Part('candidate', '', what_a_candidate_is),
    Part('joined', 'second', joined_note),
    Part('person', 'person', person_counted),
    Part('over_time', 'second_known', time_note),
    Part('nobody', '', nobody_found),
    Part('stars', 'stars', star_lines),
    Part('over_time', 'doubts', doubtful_lines),
    Part('meanings', 'rows', column_meanings),
    Part('control', 'control', control_lines),
)
# What stands above each table that is printed, and the table (desk/screen.py). It has what each
# attack links by. The files are those that somebody typed.
PRINTED = (
    Part('run', 'program version data config from_ini', None),
    Part('telling', 'telling', None),
    Part('reading', 'read_as', None),
    Part('rows', 'rows', None),
    Part('columns', 'quasi sensitive', None),
    Part('known', 'known', None),
)
ATTACK = ABOVE + BELOW + PRINTED
