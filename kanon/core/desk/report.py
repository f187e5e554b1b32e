"""What a run did, as one dict. desk/run_parts.py says which part of a report has which key.

Promise: the records that were read are those published, suppressed and left out. The dict holds no
value of the data but the `example` of each column, the `unreadable_examples` and the values at
which the `trace` cuts, and none of them with --redact.
"""

from __future__ import annotations

import os
from functools import partial
from itertools import compress

from ... import __version__
from ..algorithm_table import algorithms_of
from ..counts.frequency import added_up
from ..counts.measures import all_measures, column_losses
from ..counts.required import as_one, by_column
from ..counts.values import NO_SIGN
from ..errors import DataError, one_line
from ..own_files import as_typed_here, tools_are_there
from ..settings.kinds import listed, quoted_name, weights_of
from ..settings.reading import POPULATION, RELEASE, Reading, thousands_text
from ..settings.table import BEARS, PAGE, RULE, SET, SETTINGS, foreign, settings_marked
from ..tables.hierarchy_file import file_of
from .how_read import read_as, reading_for, typed_reading, words_typed


def head_of_report(options, data) -> dict:
    """What a report and a page begin with. data: the name of the table."""
    head = {'program': options.command, 'version': __version__, 'data': data,
            'config': options.config, 'from_ini': options.from_ini, 'telling': options.telling}
    reading = read_as(options)
    if reading:
        head['read_as'] = reading
    return head


def lost_of(table, options):
    """The records that are left out for gaps in columns that are not used, as the table has them.

    None if somebody typed --missing-in. An INI file does not decide it, because `start` writes
    "any" where nothing is lost, and the next table may have other gaps.
    """
    return None if 'missing_in' in options.typed else table.lost


# The report of a release.

def report_of(options, table, made) -> dict:
    """The report of a release, as `release_of` (algorithms/release.py) makes it.

    If nobody will read it, it has only what the audit and the history need.
    """
    algorithm, counted = made.algorithm, made.space.counted
    required = counted.required
    report: dict = {}
    is_read = not options.quiet or options.json or options.record or options.picture or options.html
    if is_read:
        more = algorithm.of_columns(made)
        report.update(summary(options, table, required, made.outcome, more),
                      suppressed_by=reasons_of(made, made.outcome.suppressed),
                      starred=starred_columns(made, options))
        if required.persons:
            report.update(person=options.person, persons=told_of_persons(options, made))
    if required.population:
        report['population'] = told_of_population(required, made)
    if is_read:
        report.update(items=told_of_sets(options, table, counted.tally),
                      like_lists=like_lists(required))
        if not algorithm.by_levels:
            report['put_back'] = algorithm.put_back(made)
    report.update(algorithm.told(made))
    if counted.history:
        report['history'] = {'file': options.history, 'releases': counted.history.releases,
                             **report['history']}
    return report


def summary(options, table, required, outcome, more) -> dict:
    """The part of a report that every algorithm has.

    more: for each quasi-identifier a dict of what only this algorithm says.
    """
    sizes, suppressed = outcome.sizes, outcome.suppressed
    published = sum(sizes.values())
    losses = column_losses(sizes, suppressed, outcome.losses)
    since = {'since': options.since} if options.since else {}
    return {
        **head_of_report(options, table.name),
        'hierarchies': options.hierarchies,
        'k': options.k,
        'max_suppression': 0,
        'quasi': options.quasi,
        'sensitive': options.sensitive,
        'publish': options.publish,
        'beyond': {name: list(map(str, rules)) for name, rules in required.rules.items()},
        'missing': options.missing,
        'missing_in': options.missing_in,
        'na': options.na,
        **since,
        'rooted': records_at_roots(options.quasi, table.roots, outcome.columns),
        **unreadable_values(table, options.redact),
        'as_one': required.counted_as_one(),
        'look_alikes': look_alikes(options, outcome, more, required.sameness),
        'order': options.order,
        'lost': lost_of(table, options),
        'totals': table.left_totals,
        'comments': table.comments,
        'counts': table.counts,
        'count_column': table.count_column(),
        'records': {'read': table.read, 'missing': table.missing_records,
                    'published': published, 'suppressed': suppressed},
        'classes': {'count': len(sizes), 'smallest': min(sizes.values()),
                    'largest': max(sizes.values()), 'average': published / len(sizes)},
        'columns': column_rows(options, table.roots, outcome, losses, more, required.persons),
        'weights': options.weights,
        'limit': options.limit,
        'from': getattr(options, 'from'),
        'measures': all_measures(outcome, options.k, weights_of(options)),
    }


def records_at_roots(quasi, roots, columns) -> dict:
    """{quasi-identifier: records whose missing value is published as its root}.

    roots: {quasi-identifier: its root}. columns: {value: records} of each quasi-identifier.
    """
    records = {}
    for name, values in zip(quasi, columns):
        root = roots.get(name)
        if root in values:
            records[name] = values[root]
    return records


def unreadable_values(table, redact) -> dict:
    """Which values were taken as missing because nothing reads them: their number, and examples."""
    counts, examples = {}, {}
    for name, values in table.unreadable.items():
        counts[name] = {'values': len(values), 'records': sum(values.values())}
        examples[name] = sorted(values, key=lambda value: (-values[value], value))[:3]
    return {'unreadable': counts, 'unreadable_examples': None if redact else examples}


def look_alikes(options, outcome, more, sameness) -> dict:
    """{quasi-identifier: how many of its values may be the same as another one}.

    They count as different. Numbers are compared as numbers.
    """
    alike = {}
    for name, values, extra in zip(options.quasi, outcome.columns, more):
        if extra.get('order') != 'numbers':
            alike[name] = len(sameness.alike(name, values))
    return {name: n for name, n in alike.items() if n}


def column_rows(options, roots, outcome, losses, more, persons) -> list:
    """A dict a column: its values, labels and loss, an example, and `more`.

    persons: those of the table (counts/persons.py), or None.
    """
    recoding, rows = outcome.recoding, []
    failing = set(recoding.failing)
    columns = zip(options.quasi, outcome.columns, losses, more)
    for place, (name, values, loss, extra) in enumerate(columns):
        labels = [published[place] for published in outcome.sizes]
        of_labels = added_up(labels, outcome.sizes.values())
        shown = None
        # An example may be the least number, which the labels hide.
        hidden = outcome.lost != 'lm' and extra['order'] == 'numbers'
        if not options.redact and not hidden:
            recorded = partial(recorded_as, recoding, place, persons)
            shown = example(of_labels, values, recorded, max(options.k, 2))
        unchanged = recoding.changed(place) <= failing and roots.get(name) not in values
        rows.append({'name': name, **extra, 'values': len(values), 'labels': len(of_labels),
                     'loss': loss, 'unchanged': unchanged, 'example': shown})
    return rows


def recorded_as(recoding, place, persons, label) -> dict:
    """{value: records} of a column's values that are published as a label.

    persons: those of the table, who are counted then, or None.
    """
    chosen = [row is not None and row[place] == label for row in recoding.published]
    _, classes, counts = recoding.flows()
    codes = recoding.codes(place)
    rows = [chosen[class_] for class_ in classes]
    if persons:
        there = [code if is_there else None for code, is_there in zip(codes, rows)]
        of_codes = persons.in_classes(there)
    else:
        of_codes = added_up(compress(codes, rows), counts and compress(counts, rows))
    values = recoding.table.columns[place].values
    return {values[code]: n for code, n in of_codes.items()}


def example(of_labels, values, recorded_as_, k):
    """[recorded value, published label] of the most frequent label, and of its most frequent value.

    A label that is not a recorded value comes first. None if fewer than k records, or persons, have
    the value, because a report is no place for a rare value.

    of_labels: {label: records}. values: those that are recorded. recorded_as_: a function from a
    label to {value: records}.

    >>> of_labels, recorded = {'39': 9, '[37-38]': 6, '[40-49]': 5}, {'[37-38]': {'37': 2, '38': 4}}
    >>> example(of_labels, {'37', '38', '39', '41'}, recorded.get, k=3)
    ['38', '[37-38]']
    """
    common = min(of_labels, key=lambda label: (label in values, -of_labels[label], label))
    of_values = recorded_as_(common)
    value = min(of_values, key=lambda value: (-of_values[value], value))
    return [value, common] if of_values[value] >= k else None


def reasons_of(made, suppressed, persons=False) -> dict:
    """{requirement: suppressed records}, or persons of whom nothing is published.

    suppressed: all of them.
    """
    required = made.space.counted.required
    if not (required.rules or required.population or required.earlier):
        return {'k': suppressed}
    from ..algorithms.why_suppressed import persons_suppressed_by, suppressed_by, suppressing
    by_requirement = persons_suppressed_by if persons else suppressed_by
    return by_requirement(suppressing(made), suppressed)


def starred_columns(made, options) -> list:
    """What `starred` finds (algorithms/starred.py), each with the file of its hierarchy.

    Without a value if values are not shown.
    """
    from ..algorithms.starred import starred        # after the release is made
    columns = []
    for column in starred(made, options.k):
        column = {**column, 'file': file_of(options.hierarchies, column['column'])}
        if options.redact and column['rare']:
            column['rare'] = {**column['rare'], 'value': None}
        columns.append(column)
    return columns


def told_of_persons(options, made) -> dict:
    """What a run counts of persons."""
    from ..rules.told_of_persons import all_told        # few runs count persons
    counted = made.space.counted
    required = counted.required
    persons = all_told(counted.of_persons, required.persons, made.outcome.recoding,
                       options.carried, options.sensitive, required.sameness)
    persons['suppressed_by'] = reasons_of(made, persons['suppressed'], persons=True)
    return persons


def told_of_population(required, made) -> dict:
    """How the published classes lie in the population. Only algorithms by levels have one."""
    lattice, outcome = made.space.lattice, made.outcome
    sizes, recorded = outcome.sizes, lattice.frequency_set
    if required.persons:
        recoding = outcome.recoding
        of_classes = required.persons.in_classes(recoding.classes)
        classes = enumerate(recoding.labels)
        sizes = {labels: of_classes[class_] for class_, labels in classes if labels in sizes}
        recorded = required.persons.of_tuples(recoding.table)
    return required.population.told(sizes, lattice.people_at(outcome.vector), recorded)


def told_of_sets(options, table, tally) -> dict:
    """{published column of sets of items: what is told of it}.

    sign: what stands between its items. different: how many there are. mean: of a record.
    """
    names = [name for name in options.carried if name in table.signs]
    if not names:
        return {}
    from ..counts.items import items_in, told_of_items     # few tables have sets of items
    signs = [table.signs[name] for name in names]
    places = [options.carried.index(name) for name in names]
    whole = by_column(as_one(tally.sensitive(places, signs)))
    sets = {}
    for name, sign, histogram in zip(names, signs, whole):
        items = items_in(histogram, sign, name in table.exact, options.decimal)
        sets[name] = {'sign': sign, **told_of_items(histogram, items)}
    return sets


def like_lists(required) -> dict:
    """{sensitive column with a rule: what seems to stand between several items in its cells}.

    Where columns seem to have an item each of one list, it is {the first: all of them}. A rule
    takes such a cell for one value.
    """
    if not required.rules or required.persons:
        return {}
    from ..counts.like_lists import columns_of_items, sign_between_items    # few runs have a rule
    whole = zip(required.rules, required.signs(), by_column(as_one(required.histograms)))
    columns = {name: histogram for name, sign, histogram in whole if sign is None}
    lists: dict = {names[0]: names for names in columns_of_items(columns)}
    for name, histogram in columns.items():
        sign = sign_between_items(histogram)
        if sign:
            lists[name] = sign
    return lists


# The commands of a report: the run itself, and those that check and attack its release.

def typed_command(options) -> str:
    """The command of this run, as it is typed in a shell."""
    from shlex import quote
    python = 'python3 ' if options.command.endswith('.py') else ''
    return one_line(' '.join([python + options.command, *map(quote, options.arguments)]))


def command(verb, file, pairs) -> str:
    """A verb with its file and its (flag, value) pairs, quoted for the shell.

    >>> pairs = [('--quasi', 'age,sex'), ('--sensitive', '-x'), ('--k', '5')]
    >>> command('check', '-my file.csv', pairs)
    "python -m kanon check './-my file.csv' --quasi age,sex --sensitive=-x --k 5"
    """
    from shlex import quote     # a run with --quiet does without
    if file.startswith('-'):
        file = os.path.join('.', file)
    words = ' '.join(map(quote, [file, *words_typed(pairs)]))
    return one_line('%s %s %s' % (as_typed_here('python -m kanon'), verb, words))


def flag(setting) -> str:
    """A setting as it is typed: --max-rows."""
    return '--' + setting.replace('_', '-')


def next_commands(options, required, records) -> tuple:
    """The commands that check and attack this release, and what the first of them leaves unchecked.

    There are none where nobody will read them, or where kanon/tools/ is not there. What is left
    unchecked is a list of dicts: what it is, the columns or the words, and the word of a rule.

    required: as publish takes it. records: as the report counts them.
    """
    unread = options.quiet and not (options.json or options.html)
    if options.output in ('-', None) or unread or not tools_are_there():
        return [], []
    people = population_words(options, required.population)
    shown = rules_that_show(required, records['suppressed'])
    words, far = required_words(required, options.sensitive, shown)
    check = check_words(options, words, shown, records, people)
    line = command('check', options.output, check)
    numbers_are_hidden = {'box', 'grid'} & set(options.labels.split(','))
    if options.program == 'mondrian' and not numbers_are_hidden:
        line += ' --tight'
    if options.spreadsheet_safe:
        line += ' --spreadsheet-safe'
    unchecked = left_unchecked(options, required, far, people)
    # attack needs a row for each person, and takes no list of people in several files
    if options.counts is not None or options.further:
        return [line], unchecked
    attack = command('attack', options.output, attack_words(options, required))
    return [line, attack], unchecked


def columns_named(options) -> list:
    return [('--quasi', listed(options.quasi)), ('--sensitive', listed(options.sensitive))]


def check_words(options, required, shown, records, people) -> list:
    """The (flag, value) pairs of the command that checks the release.

    required, shown: as `required_words` and `rules_that_show` return them. people: as
    `population_words` does.
    """
    reading = reading_for(options)
    besides = reading.told(RELEASE, Reading.of({})).keys() - {'na', 'na_in'}
    # The release has the sensitive columns, and their sets of items.
    sets = {name: sign for name, sign in options.items.items() if name in options.sensitive}
    words = [*columns_named(options), *required, *reading._replace(items=sets).words(besides)]
    if stars_are_a_class(options):
        words.append(('--stars', 'class'))
    words += people or []
    needs = {need for rules in shown.values() for rule in rules for need in rule.needs}
    if 'hierarchy' in needs and '--hierarchies' not in dict(words):
        words.append(('--hierarchies', options.hierarchies))
    delimiter = options.output_delimiter
    if delimiter != ',' and not people:
        words.append(('--delimiter', 'tab' if delimiter == '\t' else delimiter))
    as_recorded = {name: sign for name, sign in options.thousands.items()
                   if sign == NO_SIGN and name in options.sensitive}
    if as_recorded:     # other columns have no sign between thousands any more
        words.append(('--thousands', thousands_text(as_recorded)))
    if options.standard:
        words += standard_words(options, records)
    return words


def standard_words(options, records) -> list:
    """The (flag, value) pairs that say which standards a release was judged by, and how."""
    kinds = ['%s=%s' % (kind, name) for kind, names in options.holds.items() for name in names]
    words = [('--standard', listed(options.standard)), ('--holds', listed(kinds)),
             ('--small-zips', options.small_zips), ('--total', str(records['read']))]
    return [(flag_, value) for flag_, value in words if value]


def attack_words(options, required) -> list:
    """The (flag, value) pairs of the command that attacks the release."""
    reading = reading_for(options)
    besides = reading.told(RELEASE, Reading.of({}))
    given = typed_reading(options)
    # Without this a missing value may be any, and the release looks safer.
    if options.missing == 'value' or 'missing_in' in given:
        given.add('missing')
    words = [('--known', options.data)]
    if required.persons:
        words.append(('--person', options.person))
    words += [*columns_named(options), *reading.words({*given, *besides})]
    said = options.said if options.followed else options.typed
    for name in 'hierarchies', 'config':
        path = getattr(options, name)
        if path and name in said:
            words.append((flag(name), path))
    leaves_out = (options.missing, options.missing_in) == ('drop', 'used')
    if leaves_out and options.publish:      # a gap there leaves a person out
        words.append(('--publish', listed(options.publish)))
    return words


def left_unchecked(options, required, far, people) -> list:
    """What the command that checks the release leaves to the audit.

    far: the rules that it cannot decide, as `required_words` has them. people: as
    `population_words` returns them.
    """
    if required.persons:
        parts = [{'what': 'persons', 'names': [options.person]}]
    else:
        parts = [{'what': rule.__name__.lower(), 'rule': rule.words[0], 'names': names}
                 for rule, names in far.items()]
    limits = ['%s<=%s' % pair for pair in options.limit.items()]
    limits += ['%s>=%s' % pair for pair in getattr(options, 'from').items()]
    of_mondrian = options.program == 'mondrian'
    has_grid = of_mondrian and options.labels == 'grid'
    may_suppress = not of_mondrian or options.plan
    limits_suppression = may_suppress and 'max_suppression' in options.said
    presence = people and overlapping(options)
    names = {
        'limits': limits,
        'grid': options.quasi if has_grid else [],
        'suppression': [options.max_suppression] if limits_suppression else [],
        'population': [options.population] if people is None else [],
        'presence': [str(options.delta_presence)] if presence else [],
    }
    return parts + [{'what': what, 'names': of_part} for what, of_part in names.items() if of_part]


def rules_that_show(required, suppressed) -> dict:
    """{sensitive column: those of its rules that a release decides by itself}.

    Some rules, such as t, compare with all records that were counted. Where some of these are
    suppressed, the release does not show them. Of rules that count persons it shows the different
    values alone.
    """
    shown = {}
    for name, rules in required.rules.items():
        shown[name] = [rule for rule in rules if shows(rule, suppressed, required.persons)]
    return shown


def shows(rule, suppressed, persons) -> bool:
    if persons:
        from ..rules.of_values import Distinct      # few runs count persons
        return isinstance(rule, Distinct)
    return not suppressed or 'table' not in rule.needs


def required_words(required, sensitive, shown) -> tuple:
    """What is required of every class in the words of the run, and what check cannot decide of it.

    The first are (flag, value) pairs, the other is {class of a rule: its columns}. shown: what
    `rules_that_show` returns.

    >>> from ..rules.of_values import Alpha, Closeness, Distinct
    >>> from ..counts.required import Required
    >>> rules = {'ill': [Distinct(3), Alpha(0.125)], 'ward': [Distinct(3)]}
    >>> required_words(Required(5, rules), ['ill', 'ward'], rules)
    ([('-k', '5'), ('--l-diversity', '3'), ('--alpha', 'ill=0.125')], {})
    >>> rules = {'ill': [Distinct(3), Closeness(0.2)]}
    >>> words, far = required_words(Required(5, rules), ['ill', 'ward'], {'ill': [Distinct(3)]})
    >>> words, [(rule.__name__, columns) for rule, columns in far.items()]
    ([('-k', '5'), ('--l-diversity', 'ill=3')], [('Closeness', ['ill'])])
    """
    far: dict = {}
    for name, rules in required.rules.items():
        for rule in rules:
            if rule not in shown[name]:
                far.setdefault(type(rule), []).append(name)
    texts: dict = {option: {} for option in settings_marked(RULE)}
    for name, rules in shown.items():
        for rule in rules:
            texts.setdefault(rule.option, {})[name] = rule.typed()
    pairs = [('-k', str(required.k))]
    for option, of_columns in texts.items():
        if of_columns:
            pairs.append((flag(option), rules_typed(of_columns, sensitive)))
    return pairs, far


def rules_typed(of_columns, sensitive) -> str:
    """The rules of one option as they are typed: one for all columns, or one for each of some.

    of_columns: {sensitive column: its rule as it is typed}. sensitive: all columns.

    >>> rules_typed({'ill': '3', 'ward': '3'}, ['ill', 'ward'])
    '3'
    >>> rules_typed({'ill': '3'}, ['ill', 'ward'])
    'ill=3'
    """
    if list(of_columns) == sensitive and len(set(of_columns.values())) == 1:
        return of_columns[sensitive[0]]
    return '; '.join('%s=%s' % (quoted_name(name, ';'), text) for name, text in of_columns.items())


def stars_are_a_class(options) -> bool:
    """Whether records whose labels are all * may be a class beside others."""
    if options.missing == 'root':
        return True
    if options.program != 'mondrian':
        return False
    narrow = options.labels in ('', 'range', 'set', 'range,set')
    return not narrow or options.categories == 'hierarchy' or bool(getattr(options, 'from'))


def population_words(options, population):
    """The words of `check` for a Population.

    None if it cannot read the file as the run did: without a header line of its own, say.
    """
    if not population:
        return []
    columns = {*options.quasi, *filter(None, [population.counted])}
    try:
        with reading_for(options, columns=None).open(options.population, POPULATION) as table:
            if not columns <= set(table.columns):
                return None
    except (DataError, OSError):
        return None
    undecided = overlapping(options) or options.person is not None
    settings = {
        'population': options.population,
        'population_counts': population.counted,
        'missing': None if options.missing == 'drop' else options.missing,
        'na': ';'.join(options.na),
        'k_map': options.k_map,
        'delta_presence': None if undecided else options.delta_presence,
        'hierarchies': options.hierarchies,
    }
    return [(flag(name), str(value)) for name, value in settings.items() if value]


def overlapping(options) -> bool:
    """Whether --delta-presence is asked of classes that may overlap.

    To a reader, a root in place of a missing value fits everybody.
    """
    return options.delta_presence is not None and options.missing == 'root'


# The options of a run, for its page.

def settings_of(options) -> list:
    """(option, its value, who gave it) of each option of this program that bears on a release.

    It is 'typed', or it is that of an 'ini' file, a 'like', a 'plan' or the 'default'.
    """
    others = foreign(*algorithms_of(options.program))
    names, where_set = set(settings_marked(BEARS, PAGE, SET)) - others, set(settings_marked(SET))
    settings = []
    for name, value in sorted(vars(options).items()):
        if name not in names or not value and name in where_set:
            continue
        if RULE in SETTINGS[name].marks:
            value = rules_shown(value)
        elif name == 'delta_presence':
            value = str(value)
        settings.append((name, value, source_of(name, options)))
    return settings


def source_of(name, options) -> str:
    """Who gave an option: whoever typed it, an INI file, the run that is followed, or nobody."""
    if name in options.typed:
        return 'typed'
    if name in options.from_ini:
        return 'ini'
    if options.followed and name in options.said:
        return 'like' if options.like else 'plan'
    return 'default'


def rules_shown(rules) -> dict:
    """The rules of one kind, {sensitive column, None for all: rule}, as texts.

    >>> from ..rules.of_values import Alpha, Closeness, Distinct
    >>> rules_shown({None: Distinct(2), 'ward': Closeness(0.2, 'ordered'), 'flu': Alpha(0.5)})
    {'*': 'distinct l = 2', 'ward': 'ordered t = 0.2', 'flu': 'alpha = 0.5'}
    """
    return {column or '*': str(rule) for column, rule in rules.items()}
