"""What reports say, sentence by sentence: a line of a text, or a sentence of a page.

Promise: a sentence says nothing that the dict of the report does not hold. The text of a report and
its page say the same, since both ask here. desk/run_parts.py has the order of the lines of a run.
"""

from __future__ import annotations

from math import floor

from ..errors import one_line, quoted
from ..voice.speaking import SOME, as_sentence, at_most, in_language_of, per_cent

MOST_LOST = 3       # columns that are named whose gaps cost records
STARRED = {'node': 'starred_node', 'level': 'starred_level'}
WRAPPED = 101       # places of a line of the longest sentences

# The heading of each kind of loss.
LOSSES = {'lm': 'loss', 'lm_cells': 'loss_cells', 'lm_most': 'loss_most'}
BEST_CUTS = {'optimal': 'cuts_optimal', 'straight': 'cuts_straight', 'plain': 'cuts_plain',
             'clustered': 'cuts_clustered', 'greedy': 'cuts_greedy'}
BY_MEASURE = 'cuts_optimal', 'cuts_within', 'cuts_plain', 'cuts_greedy', 'cuts_better'
NOT_INFERRED = {'cuts': 'not_inferred_cuts', 'rules': 'not_inferred_rules',
                'limits': 'not_inferred_limits', 'labels': 'not_inferred_labels'}
ROLES = {'sensitive': 'role_sensitive', 'publish': 'role_publish', 'quasi': 'role_quasi'}
UNCHECKED = {'persons': 'unchecked_persons', 'limits': 'unchecked_limits', 'grid': 'unchecked_grid',
             'suppression': 'unchecked_suppression', 'population': 'unchecked_population',
             'presence': 'unchecked_presence'}


def picked(values, *names) -> dict:
    """Some of these values, by their names.

    >>> picked({'k': 4, 'l': 2, 't': 0.5}, 'k', 't')
    {'k': 4, 't': 0.5}
    """
    return {name: values[name] for name in names}


# What is required of each class, and what the rules mean.

def requirement_text(say, report, quasi):
    """How many records, or persons, each class has at least."""
    if 'person' in report:
        return say('every_class_persons', quasi=quasi, k=report['k'], person=report['person'])
    return say('every_class', quasi=quasi, k=report['k'])


def rules_text(say, of_columns, between, items=()) -> str:
    """What each class has in its sensitive columns.

    of_columns: {column: its rules}. items: the columns of sets of items.

    >>> from ..voice.speaking import ENGLISH
    >>> rules_text(ENGLISH, {'diagnosis': ['distinct l = 2', 'alpha = 0.5']}, '; ')
    'at least 2 different values of diagnosis and alpha = 0.5 in diagnosis'
    """
    texts = []
    for column, rules in of_columns.items():
        of_column = [rule_text(say, column, rule, column in items) for rule in rules]
        texts.append(say('and').join(of_column))
    return between.join(texts)


def rule_text(say, column, rule, of_items=False):
    if of_items:
        return say('rule_of_items', rule=rule, column=column)
    from ..rules.of_values import rule_class_of     # few runs have rules
    key = rule_class_of(rule).sentence
    if not key:
        return say('rule_in', rule=rule, column=column)
    return say(key, limit=rule.partition(' = ')[2], column=column)


def rules_in_persons(say, report):
    """What rules mean that count persons.

    >>> from ..voice.speaking import ENGLISH
    >>> rules = {'ill': ['distinct l = 2'], 'pay': ['alpha = 0.5']}
    >>> print(*rules_in_persons(ENGLISH, {'person': 'who', 'beyond': rules}), sep='\\n')
    These rules count persons. A person with several values counts for each of them.
    No known value of ill is that of all persons of a class.
    """
    if 'person' not in report or not report['beyond']:
        return
    from ..rules.of_values import rule_class_of     # few runs have rules
    yield say('rules_persons')
    diverse = []
    for name, rules in report['beyond'].items():
        options = [rule_class_of(rule).option for rule in rules]
        if 'l_diversity' in options:
            diverse.append(name)
    if diverse:
        yield say('no_value_of_all', columns=diverse)


def unknown_sentences(say, report):
    """How many records have no known sensitive value, and what the rules say of these.

    >>> from ..voice.speaking import ENGLISH
    >>> rules = {'ill': ['distinct l = 2', 'equal t = 0.2'], 'pay': ['alpha = 0.5']}
    >>> report = {'unknown': {'ill': 3, 'pay': 0, 'job': 1}, 'beyond': rules}
    >>> print(*unknown_sentences(ENGLISH, report), sep='\\n')
    Counted without a known value: ill in 3 records, job in 1 record.
    The rules of ill, but for t, hold whatever the missing values are.
    t takes the missing values of ill as one value, and says nothing of what they are.
    """
    unknown = report['unknown'].items()
    without = [say('in_records', column=name, records=n) for name, n in unknown if n]
    if without:
        from ..rules.of_values import whatever_missing      # few runs have rules
        yield say('unknown', columns=without)
        hold, others = whatever_missing(report)
        if hold:
            yield say('unknown_rules', columns=hold,
                      others=say('and').join(dict.fromkeys(['t', *others])))
        for rule, columns in others.items():
            yield say('unknown_compared', rule=rule, columns=columns)
    uncounted = [name for name, n in unknown if n is None]
    if uncounted:
        yield say('unknown_uncounted', columns=uncounted)


def lines_over_time(say, report):
    """What holds in all releases of a history, side by side."""
    if 'history' in report:
        history = report['history']
        yield say('history_lines', file=history['file'], releases=history['releases'] + 1,
                  others=report['k'] - 1)
        if report['beyond']:
            yield say('history_rules')


# Who was read, and who is not published.

def persons_read(say, report):
    """How many persons were read, and what is published of them."""
    if 'persons' not in report:
        return
    persons = report['persons']
    key = 'persons_not_left_out' if report['records']['missing'] else 'persons_read'
    numbers = picked(persons, 'published', 'partly', 'suppressed', 'several', 'moving')
    yield say('persons_sum', persons=say(key, count=persons['count']), **numbers)
    if persons['unknown']:
        yield say('persons_unknown', n=persons['unknown'])


def held_back(say, report):
    """Who is held back for a later release, and why."""
    if 'history' in report and report['history']['held_back']:
        yield say('history_held', **picked(report['history'], 'held_back', 'new', 'withheld'))


def why_suppressed(say, report, told=dict):
    """Why records were suppressed and, where persons are counted, why persons are not published.

    told: what may be told of {requirement: count}, {} if no count may (tools/pages/to_sign.py).

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
    if not all(told(counts) for counts in parts.values()):
        names = list(map(option_word, report['suppressed_by']))
        yield say('why_suppressed_untold', names=names)
        return
    for key, counts in parts.items():
        reasons = [say('suppressed_for', n=n, name=option_word(name))
                   for name, n in counts.items() if n]
        if reasons:
            yield say(key, reasons=reasons)


def option_word(name) -> str:
    """The name of a setting as it is typed."""
    return name.replace('_', '-')


def why_left_out(say, report):
    """Why records are left out, if any are."""
    if report['records']['missing']:
        yield say('why_left_any' if report['missing_in'] == 'any' else 'why_left_used')


def lost_lines(say, lost, left_out):
    """A line if records are left out that --missing-in used would keep.

    lost: as a Table counts them, or None. left_out: how many records are.

    >>> from ..voice.speaking import ENGLISH
    >>> lost = {'records': 7, 'columns': {'fax': 1, 'remark': 6, 'title': 2, 'until': 2}}
    >>> print(*lost_lines(ENGLISH, lost, 1200))     # doctest: +NORMALIZE_WHITESPACE
    7 of the 1,200 records left out have gaps only in columns that are not used:
    'remark', 'title', 'until' and 1 more. --missing-in used keeps them.
    """
    if not lost or not lost['records']:
        return
    by_gaps = sorted(lost['columns'], key=lambda name: -lost['columns'][name])
    columns = list(map(quoted, by_gaps[:MOST_LOST]))
    if len(by_gaps) > MOST_LOST:
        columns = say('columns_more', columns=columns, n=len(by_gaps) - MOST_LOST)
    yield say('lost_for_unused', all=left_out, n=lost['records'], columns=columns)


def told_of_rows(say, report):
    """What can be told of persons from how many rows they have, and what these have in common."""
    if 'persons' not in report:
        return
    for column, n in report['persons']['joined'].items():
        if n:
            yield say('joined', column=column, n=n)
    for column, inferred in report['persons']['inferred'].items():
        for key in 'outweighed', 'narrowed':
            if inferred[key]:
                yield say(key, column=column, n=inferred[key])


# How the rows and the values of a table were taken.

def skipped_rows(say, report):
    """How many rows are totals, and how many are comments."""
    for key in 'totals', 'comments':
        if report[key]:
            yield say(key, n=report[key])


def counted_by(say, report):
    """A sentence if each row stands for several records."""
    if report['counts'] is not None:
        yield say('counted_by', column=quoted(report['counts']))


def days_read(say, report):
    if 'since' in report:
        yield say('in_days', columns=pairs(report['since'], '%s - %s'))


def rooted_columns(say, report):
    if report['rooted']:
        yield say('rooted', columns=pairs(report['rooted']))


def unreadable_columns(say, report):
    """Which values were taken as missing, because nothing reads them."""
    if report['unreadable']:
        yield say('unreadable', columns=list(unreadable_lines(say, report)))


def unreadable_lines(say, report):
    """For each column, the values that were taken as missing."""
    examples_of = report['unreadable_examples'] or {}
    for name, counts in report['unreadable'].items():
        values = say('unreadable_of', column=name, **counts)
        examples = list(map(quoted, examples_of.get(name, ())))
        if examples:
            values = say('such_as', what=values, examples=say('and').join(examples))
        yield values


def pairs(of_columns, form='%s %d') -> list:
    """Columns with what there is of each. One of which no number is told stands alone.

    >>> pairs({'zip': 2, 'age': SOME}), pairs({'age': 0.5}, '%s=%g')
    (['zip 2', 'age'], ['age=0.5'])
    """
    return [name if value is SOME else form % (name, value) for name, value in of_columns.items()]


def uncut(names, most):
    return names


def items_lines(say, of_columns, rules=None, cut=uncut):
    """What is said of sets of items.

    of_columns: {column: {'sign': what stands between two items, ...}}. rules: {column: its rules,
    as texts}, or None where measures are told.

    >>> from ..voice.speaking import ENGLISH
    >>> rules = {'dx': ['distinct l = 2', 'alpha = 0.5']}
    >>> print(*items_lines(ENGLISH, {'dx': {'sign': '|'}}, rules), sep='\\n')
    dx: sets of items, separated by |. Rules are about one item at a time.
    No item of dx is that of all records of a class.
    """
    for name, column in of_columns.items():
        yield say('sets_of_items', column=cut(name, 30), sign=sign_shown(say, column['sign']))
        if rules is None:
            yield say('items_measured')
            continue
        for rule in rules.get(name, ()):
            kind, _, l = rule.partition(' = ')
            if kind == 'distinct l' and l == '2':
                yield say('no_item_of_all', column=name)
            elif kind == 'distinct l':
                yield say('no_items_of_all', column=name, n=int(l) - 1)


def sign_shown(say, sign):
    """What stands between two items, as a text of it."""
    return say('a_blank') if sign == ' ' else sign


def as_one_lines(say, as_one, cut=uncut):
    """What is said of values that may be the same.

    as_one: {sensitive column: how many of its values may be the same as another one}.

    >>> from ..voice.speaking import ENGLISH
    >>> print(*as_one_lines(ENGLISH, {'my dx': 1}))     # doctest: +NORMALIZE_WHITESPACE
    1 value of my dx may be the same as another one, but for capitals, blanks or how a number or an
    accent is written; l and alpha count them as one. If they are different, type --exact 'my dx'.
    """
    if as_one:
        from shlex import quote     # few tables have such values
        from ..settings.kinds import listed
        for name, n in as_one.items():
            yield say('as_one', column=cut(name, 30), n=n, option=quote(listed([name])))


def like_list_lines(say, like_lists):
    """What is said of columns that look like lists of items, which a rule takes for one value.

    like_lists: as desk/report.py has it.

    >>> from ..voice.speaking import ENGLISH
    >>> print(*like_list_lines(ENGLISH, {'my dx': ';'}))    # doctest: +NORMALIZE_WHITESPACE
    The cells of my dx look as if they had several items, with ; between them. A rule takes such a
    cell for one value, so a class where all have the same item may pass. If they are items, run
    with --items 'my dx=semicolon'.
    """
    if not like_lists:
        return
    from shlex import quote     # few tables have such columns
    from ..counts.like_lists import stem_of
    from ..settings.kinds import listed_items
    for name, how in like_lists.items():
        if isinstance(how, str):
            items = listed_items({name: how})
            yield say('like_list', column=name, sign=how, option=quote(*items))
        else:
            items = listed_items({stem_of(how): how})
            yield say('like_columns', columns=how, option=quote(*items))


# The population.

def population_lines(say, population, in_persons=False):
    """What is required in a population, and what the published classes have.

    >>> from ..voice.speaking import ENGLISH
    >>> population = {'file': 'p.csv', 'people': 9, 'people_missing': 0, 'required': ['k-map = 3'],
    ...               'k_map': 3, 'presence': [0.5, 0.6667], 'nowhere': 0, 'lacking': 1}
    >>> print(*population_lines(ENGLISH, population), sep='\\n')
    Every class has k-map = 3, among the 9 people in p.csv.
    The labels of each class fit at least 3 people of the population.
    Of the people whom a class fits, a share of 0.5000 to 0.6667 is in the table.
    WARNING: 1 record of the table is not in this population, value for value.
    """
    if population:
        yield say('in_population', **picked(population, 'people', 'file', 'required'))
        yield from told_population(say, population, in_persons)


def told_population(say, population, in_persons=False):
    """How the published classes lie in the population.

    in_persons: whether persons are counted in the table.
    """
    for line in people_found(say, {'beyond': 0, 'several': 0, **population}):
        yield as_sentence(say, line)
    if population['lacking'] is None:
        yield say('lacking_kept')
    elif population['lacking']:
        yield say('lacking_persons' if in_persons else 'lacking', n=population['lacking'])


def people_found(say, population):
    """What the classes are in the population.

    >>> from ..voice.speaking import ENGLISH
    >>> population = {'people_missing': 2, 'k_map': 4, 'presence': [0.25, 0.5], 'beyond': 0,
    ...               'nowhere': 3, 'several': 0}
    >>> print(*people_found(ENGLISH, population), sep='\\n')
    2 people of the population are left out, because of a missing value
    the labels of each class fit at least 4 people of the population
    of the people whom a class fits, a share of 0.2500 to 0.5000 is in the table
    no class fits 3 people of the population
    """
    if population['people_missing']:
        yield say('people_left_out', n=population['people_missing'])
    yield say('people_fit', n=population['k_map'])
    is_known = population['presence'][0] is not None
    if is_known and not population['beyond'] + population['several']:
        least, most = ('%.4f' % share for share in population['presence'])
        yield say('people_present', shares=range_words(say, least, most))
    if population['nowhere']:
        yield say('people_nowhere', n=population['nowhere'])
    if population['several']:
        yield say('people_several', n=population['several'])


def range_words(say, least, most):
    """Two numbers, as texts, or one if they are the same."""
    return least if least == most else say('share_range', least=least, most=most)


# The head of a report: the program, the table, the INI file and how the table was read.

def title_line(say, report):
    """The first line of a report that publishes nothing: the program, the table, the INI file."""
    ini = [say('in_brackets', text=line) for line in ini_lines(say, report)]
    yield ''.join([say('run_of', **picked(report, 'program', 'version', 'data')), *ini])


def totals_left(say, report):
    """A line if rows are taken for totals, and left out."""
    if report.get('totals'):
        yield say('totals', n=report['totals'])


def ini_lines(say, report):
    """A line if there is an INI file: its name, and which options that matter most nobody typed.

    >>> from ..voice.speaking import ENGLISH
    >>> list(ini_lines(ENGLISH, {'config': 'd.ini', 'from_ini': ['missing_in', 'k', 'quasi']}))
    ['options: d.ini, with quasi, k']
    """
    if not report['config']:
        return
    matter = 'columns', 'quasi', 'sensitive', 'k'
    names = [name for name in matter if name in report['from_ini']]
    if names:
        yield say('options_with', config=report['config'], names=names)
    else:
        yield say('options_in', config=report['config'])


def telling_lines(say, report):
    """A line if an INI file that nobody named sets options that must be told.

    >>> from ..voice.speaking import ENGLISH
    >>> telling = {'publish': ['ward', 'name'], 'max_suppression': '5%'}
    >>> list(telling_lines(ENGLISH, {'config': 'd.ini', 'telling': telling}))
    ['nobody named d.ini with --config, and it sets publish = ward, name; max-suppression = 5%']
    """
    if not report['telling']:
        return
    settings = []
    for name, value in report['telling'].items():
        text = say('comma').join(value) if isinstance(value, list) else ' '.join(value.split())
        settings.append('%s = %s' % (option_word(name), text))
    yield say('ini_tells', config=report['config'], options=say('semicolon').join(settings))


def reading_lines(say, report):
    """A line if the table is not read as it is where nobody says how.

    One more if an INI file says what is not followed.

    >>> from ..voice.speaking import ENGLISH
    >>> list(reading_lines(ENGLISH, {'read_as': {'decimal': ',', 'na': 'NA;k.A.'}}))
    ['read as: decimal = ,; na = NA;k.A.']
    """
    settings = reading_shown(report)
    if settings:
        yield say('read_as', settings=settings_text(say, settings))
    passed_over = report.get('not_followed')
    if passed_over:
        lines = [say('not_followed', config=report['config'],
                     settings=settings_text(say, passed_over))]
        if 'totals' in passed_over:
            lines.append(say('totals_typed'))
        yield say('semicolon').join(lines)


def reading_shown(report) -> dict:
    """How the table was read, without the names of all columns where an INI file has them.

    The line about that file says so.
    """
    settings = dict(report.get('read_as', {}))
    if 'columns' in report.get('from_ini', ()):
        settings.pop('columns', None)
    return settings


def settings_text(say, texts) -> str:
    """{setting: its text} as the lines of an INI file, one behind the other."""
    lines = ['%s = %s' % (option_word(name), one_line(text)) for name, text in texts.items()]
    return say('semicolon').join(lines)


# What a search found, and what a release gives away.

def best_cuts(say, search, limited=False, measure='lm'):
    """What a search for the best cuts has found.

    limited: whether there are limits to the labels. measure: the loss that the search makes least.

    >>> from ..voice.speaking import ENGLISH
    >>> search = {'by': 'clustered', 'intervals': 10 ** 8, 'too_many': True, 'stopped': False}
    >>> best_cuts(ENGLISH, search)      # doctest: +NORMALIZE_WHITESPACE
    '100,000,000 intervals are too many to prove an optimum; the best cuts found, and classes grown
    from single records'
    """
    key = BEST_CUTS[search['by']]
    if limited and key == 'cuts_optimal':
        key = 'cuts_within'
    elif key == 'cuts_greedy' and not search['stopped']:
        key = 'cuts_better'
    cuts = say(key, measure=measure) if key in BY_MEASURE else say(key)
    if search['too_many']:
        return say('cuts_many', intervals=search['intervals'], found=cuts)
    return say('cuts_stopped', found=cuts) if search['stopped'] else cuts


def distance(say, measure, proof):
    """How far the best vector so far can be from the best possible.

    >>> from ..voice.speaking import ENGLISH
    >>> distance(ENGLISH, 'lm', {'value': 0.2928, 'bound': 0.2839, 'gap': 0.0312})
    'lm 0.2928, at most 3.2% above the best possible'
    """
    value = '%.6g' % proof['value']
    if proof['gap'] is None:
        return say('gap_unknown', measure=measure, value=value)
    key = 'gap_below' if proof['bound'] > proof['value'] else 'gap_above'
    return say(key, measure=measure, value=value, gap=at_most(proof['gap']))


def bound_text(say, bound) -> str:
    """What --bound has proven.

    >>> from ..voice.speaking import ENGLISH
    >>> bound = {'lm': 0.0088789, 'gap': 0.1465, 'by': 'regions', 'left_out': [], 'stopped': True}
    >>> bound_text(ENGLISH, bound)      # doctest: +NORMALIZE_WHITESPACE
    'lm is at most 14.7% above the best possible: no classes of k records or more have an lm below
    0.008878 (stopped; more time may raise it)'
    """
    how = say('bound_no_gap')
    if bound['gap'] is not None:
        how = say('bound_gap', gap=at_most(bound['gap']))
    text = say('bound_short', how=how, lm=bound_shown(bound))
    notes = []
    if bound['stopped']:
        notes.append(say('bound_more_time'))
    if bound['by'] == 'neighbours':
        notes.append(say('bound_by_distance'))
    if bound['left_out']:
        notes.append(say('bound_left_out', columns=bound['left_out']))
    if notes:
        text += say('in_brackets', text=say('semicolon').join(notes))
    return text


def bound_shown(bound) -> str:
    """The bound in six decimals, and no more than it is."""
    return '%.6f' % (floor(1e6 * bound['lm']) / 1e6)


def starred_text(say, column, k):
    """What is said of a column of which nothing is left, and of the value that kept it whole.

    column: as algorithms/starred.py finds it.

    >>> from ..voice.speaking import ENGLISH
    >>> rare = {'value': '1924-05-02', 'records': 1, 'more': 0}
    >>> born = {'column': 'born', 'label': '*', 'by': 'node', 'file': 'born.txt', 'rare': rare}
    >>> print(starred_text(ENGLISH, born, 10))      # doctest: +NORMALIZE_WHITESPACE
    born is * in each published record. Right below * in born.txt, '1924-05-02' with 1 record is a
    part of its own, and a node is cut only if each part has k = 10. Put it below a part that has
    more, or type --categories leaves.
    >>> print(starred_text(ENGLISH, {**born, 'by': None, 'rare': None}, 10))
    born is * in each published record.
    """
    if column['label'] is None:     # on a page without labels
        return say('starred_alone', column=column['column'])
    sentences, rare = [say('starred', **picked(column, 'column', 'label'))], column['rare']
    if rare:
        if rare['value'] is None:
            value = say('a_rare_value', records=rare['records'])
        else:
            value = say('value_of_records', value=quoted(rare['value']), records=rare['records'])
        sentences.append(say(STARRED[column['by']], value=value, k=k,
                             **picked(column, 'label', 'file')))
        if rare['more']:
            sentences.append(say('starred_more', n=rare['more']))
    return say('blank').join(sentences)


def warned(say, put_back):
    """A line if a reader can put back values or records. put_back: as rules/put_back.py counts.

    >>> from ..voice.speaking import ENGLISH
    >>> list(warned(ENGLISH, {'cells': {'determined': 4}, 'records': {'determined': 2}}))
    ['WARNING: a reader can put back 4 values that the labels hide, and 2 records as a whole.']
    >>> list(warned(ENGLISH, {'cells': {'determined': 0}}))
    []
    """
    if put_back['cells']['determined']:
        yield say('warn_put_back', cells=put_back['cells']['determined'],
                  records=put_back['records']['determined'])


def put_back_rows(say, put_back):
    """A (heading, text) of what a reader can put back, if anything is generalized.

    put_back: as rules/put_back.py counts.

    >>> from ..voice.speaking import ENGLISH
    >>> cells = {'generalized': 8, 'witnessed': 6, 'determined': 2}
    >>> records = {'generalized': 5, 'determined': 2}
    >>> dict(put_back_rows(ENGLISH, {'cells': cells, 'records': records}))['witnessed']
    '6 of 8 generalized cells (75.0%); put back: 2 of these, and 2 of 5 records whole'
    """
    cells, records = put_back['cells'], put_back['records']
    ends, inferred = put_back.get('ends'), put_back.get('inferred')
    if ends and ends['named']:
        share = per_cent(ends['recorded'] / ends['named'])
        yield say('row_ends'), say('ends_short', share=share, **ends)
    elif cells['generalized']:
        share = per_cent(cells['witnessed'] / cells['generalized'])
        yield say('row_witnessed'), say('witnessed_short', share=share, whole=records['determined'],
                                        records=records['generalized'], **cells)
    if inferred and inferred['classes']:
        yield say('row_inferred'), say('inferred', **inferred)
    if put_back.get('not_inferred'):
        yield say('row_inferred'), say(NOT_INFERRED[put_back['not_inferred']])


def rare_of(report) -> dict:
    """{column: how many of its values are named although they are rare}."""
    return {column['name']: column['rare'] for column in report['columns'] if column.get('rare')}


def counted_lines(say, report):
    """A line if a column looks like a count."""
    if report['count_column']:
        column = say('count_column', column=quoted(report['count_column']))
        yield say('warning', text=column)


def remark_text(say, remark):
    """What there is to say of a column that is published unchanged.

    remark: as recognition/recognize.py tells it.

    >>> from ..voice.speaking import ENGLISH
    >>> remark = {'column': 'insurance', 'as': 'publish', 'what': 'an identifier',
    ...           'values': 700, 'records': 2000, 'least': 1, 'most': 8}
    >>> print(remark_text(ENGLISH, remark))
    publish: insurance looks like an identifier: 700 values in 2,000 records, each in 1 to 8
    >>> print(remark_text(ENGLISH, {**remark, 'as': 'sensitive', 'what': None, 'least': 8}))
    sensitive: insurance has many different values: 700 values in 2,000 records, each in 8
    """
    least, most = ('{:,}'.format(remark[end]) for end in ('least', 'most'))
    column = {'role': say(ROLES[remark['as']]), 'each': range_words(say, least, most),
              **picked(remark, 'column', 'values', 'records')}
    if 'whose' in remark:
        from shlex import quote     # few runs have such a column
        return say('looks_whose', option=quote(remark['column']), **column)
    if remark['what']:
        return say('looks_as', what=in_language_of(say, remark, 'what'), **column)
    return say('looks_many', **column)


def unchecked_text(say, unchecked) -> str:
    """What the line that checks a release leaves to the audit.

    >>> from ..voice.speaking import ENGLISH
    >>> unchecked_text(ENGLISH, [{'what': 'limits', 'names': ['age<=2', 'zip>=1']}])
    'That line does not check the limits of the labels, age<=2, zip>=1. The audit did.'
    """
    parts = [say('unchecked_rule' if 'rule' in part else UNCHECKED[part['what']], **part)
             for part in unchecked]
    return say('unchecked', parts=say('nor').join(parts))


def others_texts(say, others):
    """What there is to say of other releases of the table.

    others: (file, its quasi-identifiers, or none if they are the same, whether it is of the same
    table).

    >>> from ..voice.speaking import ENGLISH
    >>> next(others_texts(ENGLISH, [('ward.json', ['age', 'sex'], True)])).partition(';')[0]
    'ward.json records another release of the same table, with other quasi-identifiers (age, sex)'
    """
    for file, quasi, same_table in others:
        key = 'other_joined' if same_table else 'other_table_joined'
        yield say(key, other=other_release(say, file, quasi, same_table))


def other_release(say, file, quasi, same_table):
    """What another release is of: another table, other quasi-identifiers, or other options."""
    if not same_table:
        return say('other_table', file=file)
    if quasi:
        return say('other_quasi', file=file, quasi=quasi)
    return say('other_options', file=file)
