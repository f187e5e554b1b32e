"""What a run did, as one dict. desk/as_text.py makes the text from it.

Promise: the records that were read are those published, suppressed and left out. The dict holds no value of the data but the
`example` of each column, the `unreadable_examples` and the values at which the `trace` cuts, and none of them with --redact.
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
from .how_read import read_as, reading_for, typed_reading, typed_words


def head_of_report(options, data) -> dict:
    """What a report and a page begin with. data: the name of the table."""
    told = read_as(options)
    return {'program': options.command, 'version': __version__, 'data': data, 'config': options.config, 'from_ini': options.from_ini,
            'telling': options.telling, **({'read_as': told} if told else {})}


def lost_of(table, options):
    """The records that are left out for gaps in columns that are not used, as the table counts them. None if somebody typed --missing-in.

    An INI file does not decide it, because `start` writes "any" where nothing is lost, and the next table may have other gaps.
    """
    return None if 'missing_in' in options.typed else table.lost


def summary(options, table, required, outcome, more) -> dict:
    """The part of a report that every algorithm has. more: for each quasi-identifier a dict of what only this algorithm says."""
    sizes, suppressed = outcome.sizes, outcome.suppressed
    published = sum(sizes.values())
    if options.quiet and not (options.json or options.record or options.picture or options.html):
        return {}       # nobody will read it
    return {
        **head_of_report(options, table.name), 'hierarchies': options.hierarchies, 'k': options.k,
        'max_suppression': 0, 'quasi': options.quasi, 'sensitive': options.sensitive, 'publish': options.publish,
        'beyond': {name: list(map(str, rules)) for name, rules in required.rules.items()}, 'missing': options.missing,
        'missing_in': options.missing_in, 'na': options.na, **({'since': options.since} if options.since else {}),
        'rooted': {name: values[table.roots[name]] for name, values in zip(options.quasi, outcome.columns)
                   if table.roots.get(name) in values},
        'unreadable': {name: {'values': len(values), 'records': sum(values.values())} for name, values in table.unreadable.items()},
        'unreadable_examples': None if options.redact else {
            name: sorted(values, key=lambda value: (-values[value], value))[:3] for name, values in table.unreadable.items()},
        'as_one': required.counted_as_one(),
        'look_alikes': look_alikes(options, outcome, more, required.sameness),
        'order': options.order,
        'lost': lost_of(table, options), 'totals': table.left_totals, 'comments': table.comments, 'counts': table.counts, 'count_column': table.count_column(),
        'records': {'read': table.read, 'missing': table.missing_records, 'published': published,
                    'suppressed': suppressed},
        'classes': {'count': len(sizes), 'smallest': min(sizes.values()), 'largest': max(sizes.values()),
                    'average': published / len(sizes)},
        'columns': column_rows(options, table.roots, outcome, column_losses(sizes, suppressed, outcome.losses), more, required.persons),
        'weights': options.weights, 'limit': options.limit, 'from': getattr(options, 'from'),
        'measures': all_measures(outcome, options.k, weights_of(options)),
    }


def look_alikes(options, outcome, more, sameness) -> dict:
    """{quasi-identifier: how many of its values may be the same as another one, and count as different}. Numbers are compared as numbers."""
    columns = zip(options.quasi, outcome.columns, more)
    found = {name: len(sameness.alike(name, values)) for name, values, extra in columns if extra.get('order') != 'numbers'}
    return {name: n for name, n in found.items() if n}


def told_of_sets(options, table, tally) -> dict:
    """{published column of sets of items: what is told of it}.

    sign: what stands between its items. different: how many there are. mean: of a record.
    """
    names = [name for name in options.carried if name in table.signs]
    if not names:
        return {}
    from ..counts.items import items_in, told_of_items     # few tables have sets of items
    signs = list(map(table.signs.get, names))
    whole = by_column(as_one(tally.sensitive(list(map(options.carried.index, names)), signs)))
    told = {}
    for name, sign, histogram in zip(names, signs, whole):
        items = items_in(histogram, sign, name in table.exact, options.decimal)
        told[name] = {'sign': sign, **told_of_items(histogram, items)}
    return told


def like_lists(required) -> dict:
    """{sensitive column with a rule: what seems to stand between several items in its cells}.

    Where columns seem to have an item each of one list, it is {the first: all of them}. A rule
    takes such a cell for one value.
    """
    if not required.rules or required.persons:
        return {}
    from ..counts.like_lists import columns_of_items, sign_between_items       # few runs have a rule
    whole = zip(required.rules, required.signs(), by_column(as_one(required.histograms)))
    columns = {name: histogram for name, sign, histogram in whole if sign is None}
    found: dict = {names[0]: names for names in columns_of_items(columns)}
    for name, histogram in columns.items():
        sign = sign_between_items(histogram)
        if sign:
            found[name] = sign
    return found


def report_of(options, table, made) -> dict:
    """The report of a release, as `release_of` (algorithms/release.py) makes it."""
    algorithm, space, counted = made.algorithm, made.space, made.space.counted
    required = counted.required
    report = summary(options, table, required, made.outcome, algorithm.of_columns(made))
    if report:      # somebody will read it
        report.update(suppressed_by=reasons_of(made, made.outcome.suppressed),
                      starred=starred_columns(made, options))
    if required.persons and report:
        from ..rules.told_of_persons import all_told        # few runs count persons
        told = all_told(counted.of_persons, required.persons, made.outcome.recoding, options.carried,
                        options.sensitive, required.sameness)
        report.update(person=options.person, persons=told)
        told['suppressed_by'] = reasons_of(made, told['suppressed'], persons=True)
    if required.population:
        lattice = space.lattice     # only algorithms by levels have a population
        people = lattice.people_at(made.outcome.vector)
        sizes, recorded, recoding = made.outcome.sizes, lattice.frequency_set, made.outcome.recoding
        if required.persons:
            of_classes = required.persons.in_classes(recoding.classes)
            sizes = {labels: of_classes[class_] for class_, labels in enumerate(recoding.labels) if labels in sizes}
            recorded = required.persons.of_tuples(recoding.table)
        report['population'] = required.population.told(sizes, people, recorded)
    if report:      # somebody will read it
        report.update(items=told_of_sets(options, table, counted.tally), like_lists=like_lists(required))
    if not algorithm.by_levels and report:      # as above
        report.update(put_back=algorithm.put_back(made))
    report.update(algorithm.told(made))
    if counted.history:
        report['history'] = {'file': options.history, 'releases': counted.history.releases, **report['history']}
    return report


def reasons_of(made, suppressed, persons=False) -> dict:
    """{requirement: suppressed records}, or persons of whom nothing is published.

    suppressed: all of them.
    """
    required = made.space.counted.required
    if not (required.rules or required.population or required.earlier):
        return {'k': suppressed}
    from ..algorithms.why_suppressed import persons_suppressed_by, suppressed_by, suppressing
    return (persons_suppressed_by if persons else suppressed_by)(suppressing(made), suppressed)


def starred_columns(made, options) -> list:
    """What `starred` finds (algorithms/starred.py), each with the file of its hierarchy, and without a value if values are not shown."""
    from ..algorithms.starred import starred        # after the release is made
    found = [{**column, 'file': file_of(options.hierarchies, column['column'])} for column in starred(made, options.k)]
    return [{**column, 'rare': column['rare'] and {**column['rare'], 'value': None}} for column in found] if options.redact else found


def next_commands(options, required, records) -> tuple:
    """The commands that check and attack this release, as they are typed in a shell, and what the first of them leaves unchecked.

    There are none where nobody will read them, or where kanon/tools/ is not there. required: as publish takes it. records: as the report counts them. What is left unchecked
    is a list of dicts: what it is, the columns or the words, and the word of a rule.
    """
    unread = options.output in ('-', None) or options.quiet and not (options.json or options.html)
    if unread or not tools_are_there():
        return [], []
    columns = [('--quasi', listed(options.quasi)), ('--sensitive', listed(options.sensitive))]
    reading = reading_for(options)
    there = options.sensitive       # in the release; the lists of an attack may have others
    sets = {name: how for name, how in options.items.items() if name in there}
    told = reading.told(RELEASE, Reading.of({}))
    people = population_words(options, required.population)
    shown = rules_that_show(required, records['suppressed'])
    words, far = required_words(required, options.sensitive, shown)
    read = reading._replace(items=sets).words(told.keys() - {'na', 'na_in'})
    check = [*columns, *words, *read, *[('--stars', 'class')] * stars_are_a_class(options), *(people or ())]
    if any('hierarchy' in rule.needs for rules in shown.values() for rule in rules) and '--hierarchies' not in dict(check):
        check.append(('--hierarchies', options.hierarchies))
    check += [('--delimiter', {'\t': 'tab'}.get(options.output_delimiter, options.output_delimiter))
              ] * (options.output_delimiter != ',' and not people)
    as_recorded = {name: sign for name, sign in options.thousands.items()
                   if sign == NO_SIGN and name in options.sensitive}
    if as_recorded:     # other columns have no sign between thousands any more
        check.append(('--thousands', thousands_text(as_recorded)))
    if options.standard:
        kinds = ['%s=%s' % (kind, name) for kind, names in options.holds.items() for name in names]
        check += [(flag, text) for flag, text in (
            ('--standard', listed(options.standard)), ('--holds', listed(kinds)), ('--small-zips', options.small_zips),
            ('--total', str(records['read']))) if text]
    tight = ' --tight' if options.program == 'mondrian' and not {'box', 'grid'} & set(options.labels.split(',')) else ''
    tight += ' --spreadsheet-safe' * options.spreadsheet_safe
    limits = [name + sign + word for option, sign in (('limit', '<='), ('from', '>=')) for name, word in vars(options)[option].items()]
    unchecked = [{'what': 'persons', 'names': [options.person]}] if required.persons else [
        {'what': rule.__name__.lower(), 'rule': rule.words[0], 'names': names} for rule, names in far.items()]
    unchecked += [{'what': what, 'names': names} for what, names in (
        ('limits', limits), ('grid', options.quasi if options.labels == 'grid' and options.program == 'mondrian' else []),
        ('suppression', [options.max_suppression] if (options.program != 'mondrian' or options.plan) and 'max_suppression' in options.said else []),
        ('population', [options.population] if people is None else []),
        ('presence', [str(options.delta_presence)] if people and overlapping(options) else [])) if names]
    line = command('check', options.output, check) + tight
    if options.counts is not None:
        return [line], unchecked        # attack needs a row for each person
    if options.further:
        return [line], unchecked        # nor does it take a list of people in several files
    more = [('--' + name, getattr(options, name)) for name in ('hierarchies', 'config') if getattr(options, name)
            and name in (options.said if options.followed else options.typed)]
    if (options.missing, options.missing_in) == ('drop', 'used') and options.publish:
        more.append(('--publish', listed(options.publish)))     # a gap there leaves a person out
    given = typed_reading(options)
    if options.missing == 'value' or 'missing_in' in given:     # otherwise a missing value may be any, and the release looks safer
        given.add('missing')
    attack = [('--known', options.data), *[('--person', options.person)] * bool(required.persons), *columns,
              *reading.words({*given, *told}), *more]
    return [line, command('attack', options.output, attack)], unchecked


def rules_that_show(required, suppressed) -> dict:
    """{sensitive column: those of its rules that a release decides by itself}.

    Some rules, such as t, compare with all records that were counted. Where some of these are suppressed, the release does not show them.
    Of rules that count persons it shows the different values alone.
    """
    if required.persons:
        from ..rules.of_values import Distinct
        return {name: [rule for rule in rules if isinstance(rule, Distinct)] for name, rules in required.rules.items()}
    return {name: [rule for rule in rules if not (suppressed and 'table' in rule.needs)] for name, rules in required.rules.items()}


def required_words(required, sensitive, shown) -> tuple:
    """What is required of every class in the words of the run, (flag, value) pairs, and {class of a rule that check
    cannot decide: its columns}.

    shown: what `rules_that_show` returns.

    >>> from ..rules.of_values import Alpha, Closeness, Distinct
    >>> from ..counts.required import Required
    >>> of_ill, of_ward = [Distinct(3), Alpha(0.125)], [Distinct(3)]
    >>> required_words(Required(5, {'ill': of_ill, 'ward': of_ward}), ['ill', 'ward'], {'ill': of_ill, 'ward': of_ward})
    ([('-k', '5'), ('--l-diversity', '3'), ('--alpha', 'ill=0.125')], {})
    >>> required_words(Required(5, {'ill': [Distinct(3), Closeness(0.2)]}), ['ill', 'ward'], {'ill': [Distinct(3)]})
    ([('-k', '5'), ('--l-diversity', 'ill=3')], {<class 'kanon.core.rules.of_values.Closeness'>: ['ill']})
    """
    far: dict = {}
    for name, rules in required.rules.items():
        for rule in rules:
            if rule not in shown[name]:
                far.setdefault(type(rule), []).append(name)
    pairs = [('-k', str(required.k))]
    for option in dict.fromkeys([*settings_marked(RULE), *(rule.option for rules in shown.values() for rule in rules)]):
        texts = {name: rule.typed() for name, rules in shown.items() for rule in rules if rule.option == option}
        alike = list(texts) == sensitive and len(set(texts.values())) == 1
        parts = [texts[sensitive[0]]] if alike else ['%s=%s' % (quoted_name(name, ';'), text) for name, text in texts.items()]
        pairs += [('--' + option.replace('_', '-'), '; '.join(parts))] if parts else []
    return pairs, far


def stars_are_a_class(options) -> bool:
    """Whether records whose labels are all * may be a class beside others."""
    wide = options.labels not in ('', 'range', 'set', 'range,set') or options.categories == 'hierarchy' or vars(options)['from']
    return options.missing == 'root' or options.program == 'mondrian' and bool(wide)


def population_words(options, population):
    """The words of `check` for a Population. None if it cannot read the file as the run did: without a header line of its own, say."""
    if not population:
        return []
    try:
        with reading_for(options, columns=None).open(options.population, POPULATION) as table:
            if not {*options.quasi, *filter(None, [population.counted])} <= set(table.columns):
                return None
    except (DataError, OSError):
        return None
    missing = None if options.missing == 'drop' else options.missing
    return [('--' + name.replace('_', '-'), str(value)) for name, value in (
        ('population', options.population), ('population_counts', population.counted), ('missing', missing), ('na', ';'.join(options.na)),
        ('k_map', options.k_map), ('delta_presence', None if overlapping(options) or options.person is not None else options.delta_presence),
        ('hierarchies', options.hierarchies)) if value]


def overlapping(options) -> bool:
    """Whether --delta-presence is asked of classes that may overlap: to a reader, a root in place of a missing value fits everybody."""
    return options.delta_presence is not None and options.missing == 'root'


def typed_command(options) -> str:
    """The command of this run, as it is typed in a shell."""
    from shlex import quote
    return one_line(' '.join(['python3 ' * options.command.endswith('.py') + options.command, *map(quote, options.arguments)]))


def settings_of(options) -> list:
    """(option, its value, 'typed', 'ini' or 'default') of each option of this program that bears on a release."""
    names, where_set, others = set(settings_marked(BEARS, PAGE, SET)), set(settings_marked(SET)), foreign(*algorithms_of(options.program))
    return [(name, rules_shown(value) if RULE in SETTINGS[name].marks else str(value) if name == 'delta_presence' else value,
             'typed' if name in options.typed else 'ini' if name in options.from_ini else ('like' if options.like else 'plan') if options.followed and name in options.said else 'default')
            for name, value in sorted(vars(options).items())
            if name in names - others and (value or name not in where_set)]


def rules_shown(rules) -> dict:
    """The rules of one kind, {sensitive column, None for all: rule}, as texts.

    >>> from ..rules.of_values import Alpha, Closeness, Distinct
    >>> rules_shown({None: Distinct(2), 'ward': Closeness(0.2, 'ordered'), 'flu': Alpha(0.5)})
    {'*': 'distinct l = 2', 'ward': 'ordered t = 0.2', 'flu': 'alpha = 0.5'}
    """
    return {column or '*': str(rule) for column, rule in rules.items()}


def command(verb, file, pairs) -> str:
    """A verb with its file and its (flag, value) pairs, quoted for the shell.

    >>> command('check', '-my file.csv', [('--quasi', 'age,sex'), ('--sensitive', '-x'), ('--k', '5')])
    "python -m kanon check './-my file.csv' --quasi age,sex --sensitive=-x --k 5"
    """
    from shlex import quote     # a run with --quiet does without
    words = [os.path.join('.', file) if file.startswith('-') else file, *typed_words(pairs)]
    return one_line('%s %s %s' % (as_typed_here('python -m kanon'), verb, ' '.join(map(quote, words))))


def column_rows(options, roots, outcome, losses, more, persons) -> list:
    """A dict a column: its values, labels and loss, an example, and `more`. persons: those of the table (counts/persons.py), or None."""
    recoding, rows = outcome.recoding, []
    for place, (name, values, loss, extra) in enumerate(zip(options.quasi, outcome.columns, losses, more)):
        of_labels = added_up((published[place] for published in outcome.sizes), outcome.sizes.values())
        hidden = outcome.lost != 'lm' and extra['order'] == 'numbers'       # an example may be the least value, which the labels hide
        rows.append({'name': name, **extra, 'values': len(values), 'labels': len(of_labels), 'loss': loss,
                     'unchanged': recoding.changed(place) <= set(recoding.failing) and roots.get(name) not in values,
                     'example': None if options.redact or hidden else example(of_labels, values, partial(recorded_as, recoding, place, persons),
                                                                    max(options.k, 2))})
    return rows


def recorded_as(recoding, place, persons, label) -> dict:
    """{value: records} of a column's values that are published as a label. persons: those of the table, who are counted then, or None."""
    chosen = [row is not None and row[place] == label for row in recoding.published]
    _, classes, counts = recoding.flows()
    rows, codes = list(map(chosen.__getitem__, classes)), recoding.codes(place)
    if persons:
        of_codes = persons.in_classes([code if is_there else None for code, is_there in zip(codes, rows)])
    else:
        of_codes = added_up(compress(codes, rows), counts and compress(counts, rows))
    return {recoding.table.columns[place].values[code]: n for code, n in of_codes.items()}


def example(of_labels, values, recorded_as_, k):
    """[recorded value, published label] of the most frequent label, and of its most frequent value.

    A label that is not a recorded value comes first.

    of_labels: {label: records}. values: those that are recorded. recorded_as_: a function from a label to {value: records}. None if
    fewer than k records, or persons, have the value, because a report is no place for a rare value.

    >>> example({'39': 9, '[37-38]': 6, '[40-49]': 5}, {'37', '38', '39', '41'}, {'[37-38]': {'37': 2, '38': 4}}.get, k=3)
    ['38', '[37-38]']
    """
    common = min(of_labels, key=lambda label: (label in values, -of_labels[label], label))
    values_of_label = recorded_as_(common)
    value = min(values_of_label, key=lambda value: (-values_of_label[value], value))
    return [value, common] if values_of_label[value] >= k else None
