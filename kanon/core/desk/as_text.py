"""The report of a run as text, for people who have to answer for a release.

Promise: the text is about a screenful, and says nothing that the dict of the report does not hold. What it says in sentences is said by
the keys of the page. Columns line up in any script (tables/text_table.py).
"""

from __future__ import annotations

from math import floor

from ..counts.measures import loss_text, named_loss
from ..errors import joined, one_line, quoted
from ..tables.text_table import aligned, wrapped
from ..voice.called import order_name
from ..voice.speaking import SOME, as_sentence, at_most, capital, in_language_of, per_cent

MOST_LOST = 3       # columns that are named whose gaps cost records
STARRED = {'node': 'starred_node', 'level': 'starred_level'}
WRAPPED = 101       # places of a line of the longest sentences

LOSSES = {'lm': 'loss', 'lm_cells': 'loss_cells', 'lm_most': 'loss_most'}       # the heading of each kind of loss
HIDING = {'lm_cells': 'short_lm_cells', 'lm_most': 'short_lm_most'}             # what it is where labels hide ends
MEANING = [     # a line of the text each: two measures, how they are printed, and what they are
    ('lm', '%.6f', 'lm_published', '%.6f', 'short_lm'),
    ('dm', '%d', 'c_avg', '%.4f', 'short_dm'),
    ('entropy', '%.1f', 'class_entropy', '%.4f', 'short_entropy'),
    ('precision', '%.4f', 'distortion', '%.4f', 'short_precision'),
]
BEST_CUTS = {'optimal': 'cuts_optimal', 'straight': 'cuts_straight', 'plain': 'cuts_plain', 'clustered': 'cuts_clustered', 'greedy': 'cuts_greedy'}
BY_MEASURE = 'cuts_optimal', 'cuts_within', 'cuts_plain', 'cuts_greedy', 'cuts_better'
NOT_INFERRED = {'cuts': 'not_inferred_cuts', 'rules': 'not_inferred_rules', 'limits': 'not_inferred_limits', 'labels': 'not_inferred_labels'}
LAPS = {'read': 'lap_read', 'search': 'row_search', 'measures': 'lap_measures', 'bound': 'row_bound', 'write': 'lap_write', 'audit': 'row_audit',
        'total': 'lap_total'}
ROLES = {'sensitive': 'role_sensitive', 'publish': 'role_publish', 'quasi': 'role_quasi'}
UNCHECKED = {'persons': 'unchecked_persons', 'limits': 'unchecked_limits', 'grid': 'unchecked_grid', 'suppression': 'unchecked_suppression',
             'population': 'unchecked_population', 'presence': 'unchecked_presence'}


def text(say, report, steps=(), verdicts=()) -> str:
    """The report for people, in a screenful.

    steps: lines that come before it. verdicts: lines behind its measures.
    """
    return joined([*steps, *head_lines(say, report), '', *column_lines(say, report), '',
                   *body_lines(say, report), *verdicts, '', *end_lines(say, report)])


def head_lines(say, report):
    files = [say('hierarchies_in', folder=report['hierarchies']), *ini_lines(say, report)]
    yield say('run_is', files=say('semicolon').join(files), output=report['output'] or say('no_release'),
              **{name: report[name] for name in ('program', 'version', 'data')})
    yield from telling_lines(say, report)
    yield from reading_lines(say, report)
    if 'like' in report:
        yield from wrapped(say('like_is', file=report['like']), WRAPPED)
    if 'plan' in report:
        yield from wrapped(say('plan_is', file=report['plan']), WRAPPED)
    class_is = [say('are_a_class')] if report['beyond'] or 'population' in report else []
    yield say('blank').join([requirement_text(say, report, report['quasi']), *class_is])
    yield from lines_over_time(say, report)
    yield from population_lines(say, report.get('population'), 'person' in report)
    if 'put_back' in report:
        yield from warned(say, report['put_back'])
    if report['beyond']:
        yield say('rules_hold', rules=rules_text(say, report['beyond'], say('semicolon'), report['items']))
        yield from rules_in_persons(say, report)
    for line in (*items_lines(say, report['items'], report['beyond']), *as_one_lines(say, report['as_one'])):
        yield from wrapped(line, WRAPPED)
    yield from unknown_sentences(say, report)
    yield say('sum', **report['records'])
    yield from persons_read(say, report)
    yield from held_back(say, report)
    if len(report['suppressed_by']) > 1:       # else it says what the sum has said
        yield from why_suppressed(say, report)
    notes = list(note_sentences(say, report))
    if notes:
        yield say('blank').join(notes)
    yield from lost_lines(say, report['lost'], report['records']['missing'])


def requirement_text(say, report, quasi):
    """How many records, or persons, each class has at least."""
    if 'person' in report:
        return say('every_class_persons', quasi=quasi, k=report['k'], person=report['person'])
    return say('every_class', quasi=quasi, k=report['k'])


def rules_in_persons(say, report):
    """What rules mean that count persons.

    >>> from ..voice.speaking import ENGLISH
    >>> print(*rules_in_persons(ENGLISH, {'person': 'who', 'beyond': {'ill': ['distinct l = 2'], 'pay': ['alpha = 0.5']}}), sep='\\n')
    These rules count persons. A person with several values counts for each of them.
    No known value of ill is that of all persons of a class.
    """
    if 'person' in report and report['beyond']:
        from ..rules.of_values import rule_class_of     # few runs have rules
        yield say('rules_persons')
        diverse = [name for name, rules in report['beyond'].items() if any(rule_class_of(rule).option == 'l_diversity' for rule in rules)]
        if diverse:
            yield say('no_value_of_all', columns=diverse)


def persons_read(say, report):
    """How many persons were read, and what is published of them."""
    if 'persons' in report:
        told = report['persons']
        persons = say('persons_not_left_out' if report['records']['missing'] else 'persons_read', count=told['count'])
        yield say('persons_sum', persons=persons, **{name: told[name] for name in ('published', 'partly', 'suppressed', 'several', 'moving')})
        if told['unknown']:
            yield say('persons_unknown', n=told['unknown'])


def lines_over_time(say, report):
    """What holds in all releases of a history, side by side."""
    if 'history' in report:
        yield say('history_lines', file=report['history']['file'], releases=report['history']['releases'] + 1, others=report['k'] - 1)
        if report['beyond']:
            yield say('history_rules')


def held_back(say, report):
    """Who is held back for a later release, and why."""
    told = report.get('history', {'held_back': 0})
    if told['held_back']:
        yield say('history_held', **{name: told[name] for name in ('held_back', 'new', 'withheld')})


def why_suppressed(say, report, told=dict):
    """Why records were suppressed and, where persons are counted, why persons are not published.

    told: what may be told of {requirement: count}, {} if no count may (pages/to_sign.py).

    >>> from ..voice.speaking import ENGLISH
    >>> report = {'suppressed_by': {'k': 2, 'l_diversity': 9, 'alpha': 0}}
    >>> for told in dict, lambda counts: {}:
    ...     print(*why_suppressed(ENGLISH, report, told))
    Suppressed, each for the first requirement that its class fails: 2 for k, 9 for l-diversity.
    Suppressed, each for the first requirement that its class fails, of k, l-diversity, alpha.
    """
    parts = {'why_suppressed': report['suppressed_by']}
    if not any(report['suppressed_by'].values()):
        return
    if 'persons' in report:
        parts['why_persons_suppressed'] = report['persons']['suppressed_by']
    if all(told(counts) for counts in parts.values()):
        for key, counts in parts.items():
            if any(counts.values()):
                yield say(key, reasons=[say('suppressed_for', n=n, name=option_word(name))
                                        for name, n in counts.items() if n])
    else:
        yield say('why_suppressed_untold', names=list(map(option_word, report['suppressed_by'])))


def option_word(name) -> str:
    """The name of a setting as it is typed."""
    return name.replace('_', '-')


def starred_text(say, column, k):
    """What is said of a column of which nothing is left, and of the value that kept it whole. column: as algorithms/starred.py finds it.

    >>> from ..voice.speaking import ENGLISH
    >>> of_born = {'column': 'born', 'label': '*', 'by': 'node', 'file': 'born.txt', 'rare': {'value': '1924-05-02', 'records': 1, 'more': 0}}
    >>> print(starred_text(ENGLISH, of_born, 10))       # doctest: +NORMALIZE_WHITESPACE
    born is * in each published record. Right below * in born.txt, '1924-05-02' with 1 record is a part of its own, and a node is cut only if
    each part has k = 10. Put it below a part that has more, or type --categories leaves.
    >>> print(starred_text(ENGLISH, {**of_born, 'by': None, 'rare': None}, 10))
    born is * in each published record.
    """
    if column['label'] is None:     # on a page without labels
        return say('starred_alone', column=column['column'])
    told, rare = [say('starred', **{name: column[name] for name in ('column', 'label')})], column['rare']
    if rare:
        value = say('a_rare_value', records=rare['records']) if rare['value'] is None else say(
            'value_of_records', value=quoted(rare['value']), records=rare['records'])
        told.append(say(STARRED[column['by']], value=value, label=column['label'], file=column['file'], k=k))
        told += [say('starred_more', n=rare['more'])] if rare['more'] else []
    return say('blank').join(told)


def told_of_rows(say, report):
    """What can be told of persons from how many rows they have, and from what their rows have in common."""
    told = report.get('persons', {'joined': {}, 'inferred': {}})
    for column, n in told['joined'].items():
        if n:
            yield say('joined', column=column, n=n)
    for column, found in told['inferred'].items():
        for key in 'outweighed', 'narrowed':
            if found[key]:
                yield say(key, column=column, n=found[key])


def note_sentences(say, report):
    """What was allowed, and what was read in which way."""
    if 'vector' in report or 'plan' in report:
        yield say('may_suppress', n=report['max_suppression'])
    if report['weights']:
        yield say('weights_are', weights=pairs(report['weights'], '%s=%g'))
    limits = [name + sign + word for option, sign in (('limit', '<='), ('from', '>=')) for name, word in report[option].items()]
    if limits:
        yield say('limits_are', limits=limits)
    if report['records']['missing']:
        yield say('why_left_any' if report['missing_in'] == 'any' else 'why_left_used')
    yield from reading_sentences(say, report)


def lost_lines(say, lost, left_out):
    """A line if records are left out that --missing-in used would keep. lost: as a Table counts them, or None. left_out: how many records are.

    >>> from ..voice.speaking import ENGLISH
    >>> print(*lost_lines(ENGLISH, {'records': 7, 'columns': {'fax': 1, 'remark': 6, 'title': 2, 'until': 2}}, 1200))
    7 of the 1,200 records left out have gaps only in columns that are not used: 'remark', 'title', 'until' and 1 more. --missing-in used keeps them.
    """
    if lost and lost['records']:
        by_gaps = sorted(lost['columns'], key=lambda name: -lost['columns'][name])
        columns = list(map(quoted, by_gaps[:MOST_LOST]))
        if len(by_gaps) > MOST_LOST:
            columns = say('columns_more', columns=columns, n=len(by_gaps) - MOST_LOST)
        yield say('lost_for_unused', all=left_out, n=lost['records'], columns=columns)


def reading_sentences(say, report):
    """How the rows and the values of the table were taken."""
    for key in 'totals', 'comments':
        if report[key]:
            yield say(key, n=report[key])
    if report['counts'] is not None:
        yield say('counted_by', column=quoted(report['counts']))
        carried = report['sensitive'] + report['publish']
        if carried and not report['output'] and not report['beyond']:
            yield say('k_alone', columns=carried)
            if report['records']['missing']:        # perhaps in one of these columns
                yield say('k_alone_missing')
    if report['na']:
        yield say('missing_words', words=list(map(quoted, report['na'])))
    if 'since' in report:
        yield say('in_days', columns=pairs(report['since'], '%s - %s'))
    if report['rooted']:
        yield say('rooted', columns=pairs(report['rooted']))
    if report['unreadable']:
        yield say('unreadable', columns=list(unreadable_lines(say, report)))


def pairs(of_columns, form='%s %d') -> list:
    """Columns with what there is of each. One of which no number is told stands alone.

    >>> pairs({'zip': 2, 'age': SOME}), pairs({'age': 0.5}, '%s=%g')
    (['zip 2', 'age'], ['age=0.5'])
    """
    return [name if told is SOME else form % (name, told) for name, told in of_columns.items()]


def unreadable_lines(say, report):
    """For each column, the values that were taken as missing."""
    for name, counts in report['unreadable'].items():
        examples = [quoted(value) for value in (report['unreadable_examples'] or {}).get(name, ())]
        told = say('unreadable_of', column=name, **counts)
        yield say('such_as', what=told, examples=say('and').join(examples)) if examples else told


def unknown_sentences(say, report):
    """How many records have no known sensitive value, and what the rules say of these.

    >>> from ..voice.speaking import ENGLISH
    >>> rules = {'ill': ['distinct l = 2', 'equal t = 0.2'], 'pay': ['alpha = 0.5']}
    >>> print(*unknown_sentences(ENGLISH, {'unknown': {'ill': 3, 'pay': 0, 'job': 1}, 'beyond': rules}), sep='\\n')
    Counted without a known value: ill in 3 records, job in 1 record.
    The rules of ill, but for t, hold whatever the missing values are.
    t takes the missing values of ill as one value, and says nothing of what they are.
    """
    without = [say('in_records', column=name, records=n) for name, n in report['unknown'].items() if n]
    if without:
        from ..rules.of_values import whatever_missing      # as above
        yield say('unknown', columns=without)
        hold, others = whatever_missing(report)
        if hold:
            yield say('unknown_rules', columns=hold, others=say('and').join(dict.fromkeys(['t', *others])))
        for rule, columns in others.items():
            yield say('unknown_compared', rule=rule, columns=columns)
    uncounted = [name for name, n in report['unknown'].items() if n is None]
    if uncounted:
        yield say('unknown_uncounted', columns=uncounted)


def population_lines(say, told, in_persons=False):
    """What is required in a population, and what the published classes have.

    >>> from ..voice.speaking import ENGLISH
    >>> told = {'file': 'p.csv', 'people': 9, 'people_missing': 0, 'required': ['k-map = 3'], 'k_map': 3, 'presence': [0.5, 0.6667],
    ...         'nowhere': 0, 'lacking': 1}
    >>> print(*population_lines(ENGLISH, told), sep='\\n')
    Every class has k-map = 3, among the 9 people in p.csv.
    The labels of each class fit at least 3 people of the population.
    Of the people whom a class fits, a share of 0.5000 to 0.6667 is in the table.
    WARNING: 1 record of the table is not in this population, value for value.
    """
    if told:
        yield say('in_population', people=told['people'], file=told['file'], required=told['required'])
        yield from told_population(say, told, in_persons)


def told_population(say, told, in_persons=False):
    """How the published classes lie in the population. in_persons: whether persons are counted in the table."""
    yield from (as_sentence(say, line) for line in people_found(say, {'beyond': 0, 'several': 0, **told}))
    if told['lacking'] is None:
        yield say('lacking_kept')
    elif told['lacking']:
        yield say('lacking_persons' if in_persons else 'lacking', n=told['lacking'])


def uncut(names, most):
    return names


def people_found(say, told):
    """What the classes are in the population.

    >>> from ..voice.speaking import ENGLISH
    >>> told = {'people_missing': 2, 'k_map': 4, 'presence': [0.25, 0.5], 'beyond': 0, 'nowhere': 3, 'several': 0}
    >>> print(*people_found(ENGLISH, told), sep='\\n')
    2 people of the population are left out, because of a missing value
    the labels of each class fit at least 4 people of the population
    of the people whom a class fits, a share of 0.2500 to 0.5000 is in the table
    no class fits 3 people of the population
    """
    if told['people_missing']:
        yield say('people_left_out', n=told['people_missing'])
    yield say('people_fit', n=told['k_map'])
    if told['presence'][0] is not None and not told['beyond'] + told['several']:
        least, most = ('%.4f' % share for share in told['presence'])
        yield say('people_present', shares=least if least == most else say('share_range', least=least, most=most))
    if told['nowhere']:
        yield say('people_nowhere', n=told['nowhere'])
    if told['several']:
        yield say('people_several', n=told['several'])


def items_lines(say, found, rules=None, cut=uncut):
    """What is said of sets of items. found: {column: {'sign': what stands between two items, ...}}. rules: {column: its rules, as texts},
    or None where measures are told.

    >>> from ..voice.speaking import ENGLISH
    >>> print(*items_lines(ENGLISH, {'dx': {'sign': '|'}}, {'dx': ['distinct l = 2', 'alpha = 0.5']}), sep='\\n')
    dx: sets of items, separated by |. Rules are about one item at a time.
    No item of dx is that of all records of a class.
    """
    for name, of_column in found.items():
        yield say('sets_of_items', column=cut(name, 30), sign=sign_shown(say, of_column['sign']))
        if rules is None:
            yield say('items_measured')
        for rule in (rules or {}).get(name, ()):
            kind, _, l = rule.partition(' = ')
            if kind == 'distinct l':
                yield say('no_item_of_all', column=name) if l == '2' else say('no_items_of_all', column=name, n=int(l) - 1)


def sign_shown(say, sign):
    """What stands between two items, as a text of it."""
    return say('a_blank') if sign == ' ' else sign


def as_one_lines(say, found, cut=uncut):
    """What is said of values that may be the same. found: {sensitive column: how many of its values may be the same as another one}.

    >>> from ..voice.speaking import ENGLISH
    >>> print(*as_one_lines(ENGLISH, {'my dx': 1}))
    1 value of my dx may be the same as another one, but for capitals, blanks or how a number or an accent is written; l and alpha count them as one. If they are different, type --exact 'my dx'.
    """
    if found:
        from shlex import quote     # few tables have such values
        from ..settings.kinds import listed
        for name, n in found.items():
            yield say('as_one', column=cut(name, 30), n=n, option=quote(listed([name])))


def title_lines(say, report):
    """The first lines of a report that publishes nothing: the program, the table and, where there is one, the INI file."""
    yield ''.join([say('run_of', **{name: report[name] for name in ('program', 'version', 'data')}),
                   *(say('in_brackets', text=line) for line in ini_lines(say, report))])
    yield from telling_lines(say, report)
    yield from reading_lines(say, report)
    if report.get('totals'):
        yield say('totals', n=report['totals'])
    if report['counts'] is not None:
        yield say('counted_by', column=quoted(report['counts']))


def ini_lines(say, report):
    """A line if there is an INI file: its name, and which of the options that matter most nobody typed.

    >>> from ..voice.speaking import ENGLISH
    >>> list(ini_lines(ENGLISH, {'config': 'd.ini', 'from_ini': ['missing_in', 'k', 'quasi']}))
    ['options: d.ini, with quasi, k']
    """
    if report['config']:
        names = [name for name in ('columns', 'quasi', 'sensitive', 'k') if name in report['from_ini']]
        yield say('options_with', config=report['config'], names=names) if names else say('options_in', config=report['config'])


def counted_lines(say, report):
    """A line if a column looks like a count."""
    if report['count_column']:
        yield say('warning', text=say('count_column', column=quoted(report['count_column'])))


def telling_lines(say, report):
    """A line if an INI file that nobody named sets options that must be told.

    >>> from ..voice.speaking import ENGLISH
    >>> list(telling_lines(ENGLISH, {'config': 'd.ini', 'telling': {'publish': ['ward', 'name'], 'max_suppression': '5%'}}))
    ['nobody named d.ini with --config, and it sets publish = ward, name; max-suppression = 5%']
    """
    if report['telling']:
        def text(value):
            return say('comma').join(value) if isinstance(value, list) else ' '.join(value.split())
        told = ['%s = %s' % (name.replace('_', '-'), text(value))
                for name, value in report['telling'].items()]
        yield say('ini_tells', config=report['config'], options=say('semicolon').join(told))


def reading_lines(say, report):
    """A line if the table is not read as it is where nobody says how, and one if an INI file says what is not followed.

    >>> from ..voice.speaking import ENGLISH
    >>> list(reading_lines(ENGLISH, {'read_as': {'decimal': ',', 'na': 'NA;k.A.'}}))
    ['read as: decimal = ,; na = NA;k.A.']
    """
    told = reading_shown(report)
    if told:
        yield say('read_as', settings=settings_text(say, told))
    if report.get('not_followed'):
        told = report['not_followed']
        lines = [say('not_followed', config=report['config'], settings=settings_text(say, told))]
        yield say('semicolon').join(lines + [say('totals_typed')] * ('totals' in told))


def reading_shown(report) -> dict:
    """How the table was read, without the names of all columns where an INI file has them: the line about that file says so."""
    return {name: text for name, text in report.get('read_as', {}).items() if name != 'columns' or name not in report.get('from_ini', ())}


def settings_text(say, texts) -> str:
    """{setting: its text} as the lines of an INI file, one behind the other."""
    return say('semicolon').join('%s = %s' % (name.replace('_', '-'), one_line(text)) for name, text in texts.items())


def rules_text(say, of_columns, between, items=()) -> str:
    """What each class has in its sensitive columns, {column: its rules}. items: the columns of sets of items.

    >>> from ..voice.speaking import ENGLISH
    >>> rules_text(ENGLISH, {'diagnosis': ['distinct l = 2', 'alpha = 0.5']}, '; ')
    'at least 2 different values of diagnosis and alpha = 0.5 in diagnosis'
    """
    return between.join(say('and').join(rule_text(say, column, rule, column in items) for rule in rules) for column, rules in of_columns.items())


def rule_text(say, column, rule, of_items=False):
    if of_items:
        return say('rule_of_items', rule=rule, column=column)
    from ..rules.of_values import rule_class_of     # as above
    key = rule_class_of(rule).sentence
    return say(key, limit=rule.partition(' = ')[2], column=column) if key else say('rule_in', rule=rule, column=column)


def column_lines(say, report):
    kind = 'level' if 'vector' in report else 'ordered_by'
    lost, _ = named_loss(report['measures'])
    rows = [(say('quasi'), say(kind), say('values_labels', to='->'), say(LOSSES[lost]), say('example'))]
    for column in report['columns']:
        how = (say('level_of', level=column['level'], height=column['height']) if 'vector' in report else order_name(say, column['order']))
        value, label = column['example'] or ('-', '-')
        change = value if value == label else '%s -> %s' % (value, label)
        rows.append((column['name'], how, '{values} -> {labels}'.format(**column), loss_text(lost, column['loss'], 4), change))
    return aligned(rows)


def body_lines(say, report):
    measures, audit = report['measures'], report['audit']
    rows = []
    if 'vector' in report:
        levels = ', '.join(map(str, report['vector'].values()))
        rows.append((say('a_vector'), say('vector_short', levels=levels, height=report['height'])))
        rows.append((say('row_search'), searched_lines(say, report)))
    elif 'search' in report:
        rows.append((say('row_search'), best_cuts(say, report['search'], bool(report['limit'] or report['from']), report['search']['measure'])))
    rows.append((say('row_classes'), sizes_text(say, report['classes'], report.get('cuts'))))
    if 'put_back' in report:
        rows += put_back_rows(say, report['put_back'])
    lost, loss = named_loss(measures)
    if lost != 'lm':
        rows.append((lost, '%s  %s' % (loss_text(lost, loss, 6), say(HIDING[lost]))))
    told = [(one, form % measures[one], other, form_of_other % measures[other], say(meaning))
            for one, form, other, form_of_other, meaning in MEANING if measures[one] is not None]
    rows += zip([row[0] for row in told], aligned(row[1:] for row in told))
    if lost != 'lm':
        rows.append(('entropy', say('not_told')))
    if 'bound' in report:
        rows.insert([name for name, _ in rows].index('lm') + 1, (say('row_bound'), bound_text(say, report['bound'])))
    passed = say('audit_short' if report['output'] else 'audit_of_recoding', **{name: audit[name] for name in ('records', 'classes', 'k')})
    rows.append((say('row_audit'), say('audit_short_persons', told=passed, persons=audit['persons']) if 'persons' in audit else passed))
    rows.append((say('seconds'), say('comma').join('%s %.2f' % (say(LAPS[part]), spent) for part, spent in report['seconds'].items())))
    return aligned(rows)


def sizes_text(say, classes, cuts=None):
    """How many classes there are, and of which sizes. cuts: that Mondrian made.

    >>> from ..voice.speaking import ENGLISH
    >>> sizes_text(ENGLISH, {'count': 2, 'smallest': 3, 'largest': 4, 'average': 3.5}, 1)
    '2 after 1 cut, with 3 to 4 records each, 3.5 on average'
    >>> [sizes_text(ENGLISH, {'count': count, 'smallest': 4, 'largest': 4}) for count in (1, 3)]
    ['1, with 4 records', '3, with 4 records each']
    """
    count = say('classes_count', classes=classes['count']) if cuts is None else say('classes_after', classes=classes['count'], cuts=cuts)
    if classes['smallest'] == classes['largest']:
        return say('one_of_size' if classes['count'] == 1 else 'all_of_size', classes=count, size=classes['largest'])
    return say('with_sizes', classes=count, smallest=classes['smallest'], largest=classes['largest'],
               average='{:,.1f}'.format(classes['average']))


def warned(say, found):
    """A line if a reader can put back values or records. found: as rules/put_back.py counts.

    >>> from ..voice.speaking import ENGLISH
    >>> list(warned(ENGLISH, {'cells': {'determined': 4}, 'records': {'determined': 2}})), list(warned(ENGLISH, {'cells': {'determined': 0}}))
    (['WARNING: a reader can put back 4 values that the labels hide, and 2 records as a whole.'], [])
    """
    if found['cells']['determined']:
        yield say('warn_put_back', cells=found['cells']['determined'], records=found['records']['determined'])


def put_back_rows(say, found):
    """A (heading, text) of what a reader can put back, if anything is generalized. found: as rules/put_back.py counts.

    >>> from ..voice.speaking import ENGLISH
    >>> cells, records = {'generalized': 8, 'witnessed': 6, 'determined': 2}, {'generalized': 5, 'determined': 2}
    >>> list(put_back_rows(ENGLISH, {'cells': cells, 'records': records}))
    [('witnessed', '6 of 8 generalized cells (75.0%); put back: 2 of these, and 2 of 5 records whole')]
    """
    cells, records, ends, inferred = found['cells'], found['records'], found.get('ends'), found.get('inferred')
    if ends and ends['named']:
        yield say('row_ends'), say('ends_short', share=per_cent(ends['recorded'] / ends['named']), **ends)
    elif cells['generalized']:
        yield say('row_witnessed'), say('witnessed_short', share=per_cent(cells['witnessed'] / cells['generalized']),
                                        whole=records['determined'], records=records['generalized'], **cells)
    if inferred and inferred['classes']:
        yield say('row_inferred'), say('inferred', **inferred)
    if found.get('not_inferred'):
        yield say('row_inferred'), say(NOT_INFERRED[found['not_inferred']])


def searched_lines(say, report):
    """How much of the lattice was looked at, and what that proves."""
    lattice, measure = report['lattice'], report.get('measure')
    checked = say('search_checked', checked=lattice['checked'], vectors=lattice['vectors'])
    if 'satisfying' in lattice:
        return say('search_follow', checked=checked, height=report['height'])
    if 'proven' not in lattice:
        return checked
    if lattice['proven']:
        return say('search_within' if report['limit'] or report['from'] else 'search_proven', checked=checked,
                   n=lattice['vectors'] - lattice['checked'], measure=measure)
    return say('search_stopped', checked=checked, distance=distance(say, measure, lattice))


def best_cuts(say, found, limited=False, measure='lm'):
    """What a search for the best cuts has found. limited: whether there are limits to the labels.

    measure: the loss that the search makes least.

    >>> from ..voice.speaking import ENGLISH
    >>> best_cuts(ENGLISH, {'by': 'clustered', 'proven': False, 'intervals': 10 ** 8, 'too_many': True, 'stopped': False})
    '100,000,000 intervals are too many to prove an optimum; the best cuts found, and classes grown from single records'
    """
    key = BEST_CUTS[found['by']]
    key = 'cuts_within' if limited and key == 'cuts_optimal' else 'cuts_better' if key == 'cuts_greedy' and not found['stopped'] else key
    told = say(key, **({'measure': measure} if key in BY_MEASURE else {}))
    if found['too_many']:
        return say('cuts_many', intervals=found['intervals'], found=told)
    return say('cuts_stopped', found=told) if found['stopped'] else told


def bound_text(say, bound) -> str:
    """What --bound has proven.

    >>> from ..voice.speaking import ENGLISH
    >>> print(bound_text(ENGLISH, {'lm': 0.0088789, 'gap': 0.1465, 'by': 'regions', 'left_out': [], 'stopped': True}))
    lm is at most 14.7% above the best possible: no classes of k records or more have an lm below 0.008878 (stopped; more time may raise it)
    """
    how = say('bound_no_gap') if bound['gap'] is None else say('bound_gap', gap=at_most(bound['gap']))
    notes = [say('bound_more_time')] * bound['stopped'] + [say('bound_by_distance')] * (bound['by'] == 'neighbours')
    notes += [say('bound_left_out', columns=bound['left_out'])] if bound['left_out'] else []
    told = say('bound_short', how=how, lm='%.6f' % (floor(1e6 * bound['lm']) / 1e6))
    return told + (say('in_brackets', text=say('semicolon').join(notes)) if notes else '')


def distance(say, measure, proof):
    """How far the best vector so far can be from the best possible.

    >>> from ..voice.speaking import ENGLISH
    >>> distance(ENGLISH, 'lm', {'value': 0.2928, 'bound': 0.2839, 'gap': 0.0312})
    'lm 0.2928, at most 3.2% above the best possible'
    """
    value = '%.6g' % proof['value']
    if proof['gap'] is None:
        return say('gap_unknown', measure=measure, value=value)
    return say('gap_below' if proof['bound'] > proof['value'] else 'gap_above', measure=measure, value=value, gap=at_most(proof['gap']))


def end_lines(say, report):
    unchanged = [column['name'] for column in report['columns'] if column['unchanged']]
    unchanged += [say('column_as', column=name, role=say(ROLES[role])) for role in ('sensitive', 'publish') for name in report[role]]
    yield say('published_unchanged', columns=unchanged or say('nothing'))
    if not report['sensitive'] + report['publish']:
        yield say('quasi_alone')
    for column in report['starred']:
        yield from wrapped(say('warning', text=starred_text(say, column, report['k'])), WRAPPED)
    if report['unique']:
        yield say('warning', text=say('unique', columns=report['unique']))
    for line in told_of_rows(say, report):
        yield from wrapped(say('warning', text=say('sentence', text=line)), WRAPPED)
    for found in report['recognized']:
        yield say('warning', text=say('sentence', text=remark_text(say, found)))
    yield from counted_lines(say, report)
    if report['order'] == 'input':
        yield from wrapped(say('warning', text=say('order_input')), WRAPPED)
    if report['look_alikes']:
        yield say('warning', text=say('alike', columns=pairs(report['look_alikes'])))
    for line in like_list_lines(say, report['like_lists']):
        yield from wrapped(say('warning', text=line), WRAPPED)
    if rare_of(report):
        yield capital(say('rare', k=report['k'], columns=pairs(rare_of(report))))
    yield from wrapped(say('not_even_beyond' if report['beyond'] else 'not_protected'), WRAPPED)
    for key, line in zip(('to_check', 'to_attack'), report['next']):
        yield say(key, command=line)
        if key == 'to_check' and report.get('unchecked'):
            yield unchecked_text(say, report['unchecked'])


def like_list_lines(say, found):
    """What is said of columns that look like lists of items, which a rule takes for one value. found: as desk/report.py has it.

    >>> from ..voice.speaking import ENGLISH
    >>> print(*like_list_lines(ENGLISH, {'my dx': ';'}))
    The cells of my dx look as if they had several items, with ; between them. A rule takes such a cell for one value, so a class where all have the same item may pass. If they are items, run with --items 'my dx=semicolon'.
    """
    if found:
        from shlex import quote     # few tables have such columns
        from ..counts.like_lists import stem_of
        from ..settings.kinds import listed_items
        for name, how in found.items():
            if isinstance(how, str):
                yield say('like_list', column=name, sign=how, option=quote(*listed_items({name: how})))
            else:
                yield say('like_columns', columns=how, option=quote(*listed_items({stem_of(how): how})))


def rare_of(report) -> dict:
    """{column: how many of its values are named although they are rare}."""
    return {column['name']: column['rare'] for column in report['columns'] if column.get('rare')}


def unchecked_text(say, unchecked) -> str:
    """What the line that checks a release leaves to the audit.

    >>> from ..voice.speaking import ENGLISH
    >>> unchecked_text(ENGLISH, [{'what': 'limits', 'names': ['age<=2', 'zip>=1']}])
    'That line does not check the limits of the labels, age<=2, zip>=1. The audit did.'
    """
    parts = [say('unchecked_rule' if 'rule' in part else UNCHECKED[part['what']], **part)
             for part in unchecked]
    return say('unchecked', parts=say('nor').join(parts))


def remark_text(say, found):
    """What there is to say of a column that is published unchanged. found: as audit/recognize.py tells it.

    >>> from ..voice.speaking import ENGLISH
    >>> found = {'column': 'insurance', 'as': 'publish', 'what': 'an identifier', 'values': 700, 'records': 2000, 'least': 1, 'most': 8}
    >>> print(remark_text(ENGLISH, found))
    publish: insurance looks like an identifier: 700 values in 2,000 records, each in 1 to 8
    >>> print(remark_text(ENGLISH, {**found, 'as': 'sensitive', 'column': 'income', 'what': None, 'least': 8}))
    sensitive: income has many different values: 700 values in 2,000 records, each in 8
    """
    least, most = ('{:,}'.format(found[end]) for end in ('least', 'most'))
    values = {'role': say(ROLES[found['as']]), 'column': found['column'], 'values': found['values'], 'records': found['records'],
              'each': least if least == most else say('share_range', least=least, most=most)}
    if 'whose' in found:
        from shlex import quote     # few runs have such a column
        return say('looks_whose', option=quote(found['column']), **values)
    return say('looks_as', what=in_language_of(say, found, 'what'), **values) if found['what'] else say('looks_many', **values)


def others_texts(say, others):
    """What there is to say of other releases of the table: (file, its quasi-identifiers, or none if they are the same, whether it
    is of the same table).

    >>> from ..voice.speaking import ENGLISH
    >>> next(others_texts(ENGLISH, [('ward.json', ['age', 'sex'], True)])).partition(';')[0]
    'ward.json records another release of the same table, with other quasi-identifiers (age, sex)'
    """
    for file, quasi, same_table in others:
        if same_table:
            yield say('other_joined', other=say('other_quasi', file=file, quasi=quasi) if quasi else say('other_options', file=file))
        else:
            yield say('other_table_joined', other=say('other_table', file=file))
