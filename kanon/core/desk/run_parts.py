"""The report of a run, part by part: what a part is called, what it takes, and how a text says it.

Promise: the text is about a screenful, and says nothing that the dict of the report does not hold.
Each key of that dict, which is the JSON, belongs to a part. What the page says of a part stands
beside its name in tools/pages/run_page.py. A new measure is one row of MEASURE_LINES and its words,
and all three show it. Columns line up in any script (tables/text_table.py).
"""

from __future__ import annotations

from collections import namedtuple

from ..counts.measures import loss_text, named_loss
from ..errors import joined, quoted
from ..tables.text_table import aligned, wrapped
from ..voice.called import order_name
from ..voice.speaking import capital
from .as_text import (LOSSES, ROLES, WRAPPED, as_one_lines, best_cuts, bound_text, counted_by,
                      counted_lines, days_read, distance, held_back, ini_lines, items_lines,
                      like_list_lines, lines_over_time, lost_lines, pairs, persons_read, picked,
                      population_lines, put_back_rows, rare_of, reading_lines, remark_text,
                      requirement_text, rooted_columns, rules_in_persons, rules_text,
                      skipped_rows, starred_text, telling_lines, title_line, told_of_rows,
                      totals_left, unchecked_text, unknown_sentences, unreadable_columns, warned,
                      why_left_out, why_suppressed)

# A part of a report. name: what its page calls it, too. keys: those of the report that it has, with
# blanks between them. said(say, report): its lines in the text. None if the text does not say it.
Part = namedtuple('Part', 'name keys said')

# The first parts of a report that publishes nothing.
FIRST = (
    Part('run', 'program version data config from_ini', title_line),
    Part('telling', 'telling', telling_lines),
    Part('reading', 'read_as not_followed', reading_lines),
    Part('totals', 'totals', totals_left),
    Part('counts', 'counts', counted_by),
)

# What a loss is where labels hide ends.
HIDING = {'lm_cells': 'short_lm_cells', 'lm_most': 'short_lm_most'}
# A line of the text each: what the measures are, and how their numbers are written.
# The page has the measures in this order.
MEASURE_LINES = {
    'short_lm': {'lm': '.6f', 'lm_published': '.6f'},
    'short_dm': {'dm': 'd', 'c_avg': '.4f'},
    'short_entropy': {'entropy': '.1f', 'class_entropy': '.4f'},
    'short_precision': {'precision': '.4f', 'distortion': '.4f'},
}
LAPS = {'read': 'lap_read', 'search': 'row_search', 'measures': 'lap_measures',
        'bound': 'row_bound', 'write': 'lap_write', 'audit': 'row_audit', 'total': 'lap_total'}


# The lines above the table of the columns.

def run_line(say, report):
    """What was run, on which table, and where the release is."""
    files = [say('hierarchies_in', folder=report['hierarchies']), *ini_lines(say, report)]
    yield say('run_is', files=say('semicolon').join(files),
              output=report['output'] or say('no_release'),
              **picked(report, 'program', 'version', 'data'))


def like_lines(say, report):
    if 'like' in report:
        yield from wrapped(say('like_is', file=report['like']), WRAPPED)


def plan_lines(say, report):
    if 'plan' in report:
        yield from wrapped(say('plan_is', file=report['plan']), WRAPPED)


def requirement_line(say, report):
    """How many records each class has. What a class is, where the next lines speak of classes."""
    sentences = [requirement_text(say, report, report['quasi'])]
    if report['beyond'] or 'population' in report:
        sentences.append(say('are_a_class'))
    yield say('blank').join(sentences)


def in_population(say, report):
    return population_lines(say, report.get('population'), 'person' in report)


def put_back_warning(say, report):
    if 'put_back' in report:
        yield from warned(say, report['put_back'])


def rules_lines(say, report):
    if report['beyond']:
        rules = rules_text(say, report['beyond'], say('semicolon'), report['items'])
        yield say('rules_hold', rules=rules)
        yield from rules_in_persons(say, report)


def sets_of_items(say, report):
    for line in items_lines(say, report['items'], report['beyond']):
        yield from wrapped(line, WRAPPED)


def values_as_one(say, report):
    for line in as_one_lines(say, report['as_one']):
        yield from wrapped(line, WRAPPED)


def records_line(say, report):
    yield say('sum', **report['records'])


def reasons_lines(say, report):
    """Why records were suppressed, if there may be several reasons. That of k the sum has said."""
    if len(report['suppressed_by']) > 1:
        yield from why_suppressed(say, report)


def lost_line(say, report):
    return lost_lines(say, report['lost'], report['records']['missing'])


HEAD = (
    Part('run', 'program version data hierarchies config from_ini output', run_line),
    Part('telling', 'telling', telling_lines),
    Part('reading', 'read_as', reading_lines),
    Part('like', 'like', like_lines),
    Part('plan', 'plan', plan_lines),
    Part('requirement', 'k quasi person', requirement_line),
    Part('history', 'history', lines_over_time),
    Part('population', 'population', in_population),
    Part('put_back', 'put_back', put_back_warning),
    Part('beyond', 'beyond', rules_lines),
    Part('items', 'items', sets_of_items),
    Part('as_one', 'as_one', values_as_one),
    Part('unknown', 'unknown', unknown_sentences),
    Part('records', 'records', records_line),
    Part('persons', 'persons', persons_read),
    Part('history', 'history', held_back),
    Part('suppressed_by', 'suppressed_by', reasons_lines),
)


# The sentences of one line: what was allowed, and what was read in which way.

def may_suppress(say, report):
    """How many records may be suppressed. Cuts suppress none, unless they are those of a plan."""
    if 'vector' in report or 'plan' in report:
        yield say('may_suppress', n=report['max_suppression'])


def weights_asked(say, report):
    if report['weights']:
        yield say('weights_are', weights=pairs(report['weights'], '%s=%g'))


def limits_asked(say, report):
    """How coarse, and how fine, a label may be."""
    coarse = ['%s<=%s' % pair for pair in report['limit'].items()]
    fine = ['%s>=%s' % pair for pair in report['from'].items()]
    if coarse or fine:
        yield say('limits_are', limits=coarse + fine)


def counts_read(say, report):
    """Whether each row stands for several records, and which columns an engine need not count."""
    yield from counted_by(say, report)
    carried = report['sensitive'] + report['publish']
    if report['counts'] is None or report['output'] or report['beyond'] or not carried:
        return
    yield say('k_alone', columns=carried)
    if report['records']['missing']:        # perhaps in one of these columns
        yield say('k_alone_missing')


def missing_words(say, report):
    if report['na']:
        yield say('missing_words', words=list(map(quoted, report['na'])))


NOTES = (
    Part('max_suppression', 'max_suppression', may_suppress),
    Part('weights', 'weights', weights_asked),
    Part('limits', 'limit from', limits_asked),
    Part('missing', 'missing_in', why_left_out),
    Part('skipped', 'totals comments', skipped_rows),
    Part('counts', 'counts', counts_read),
    Part('na', 'na', missing_words),
    Part('since', 'since', days_read),
    Part('rooted', 'rooted', rooted_columns),
    Part('unreadable', 'unreadable unreadable_examples', unreadable_columns),
)
BELOW_NOTES = (
    Part('lost', 'lost', lost_line),
)


# The table of the columns, and the rows of a heading and a text.

def rows_of_columns(say, report):
    """The heading, and a row for each quasi-identifier."""
    by_levels = 'vector' in report
    lost, _ = named_loss(report['measures'])
    yield (say('quasi'), say('level' if by_levels else 'ordered_by'),
           say('values_labels', to='->'), say(LOSSES[lost]), say('example'))
    for column in report['columns']:
        if by_levels:
            how = say('level_of', **picked(column, 'level', 'height'))
        else:
            how = order_name(say, column['order'])
        value, label = column['example'] or ('-', '-')
        change = value if value == label else '%s -> %s' % (value, label)
        yield (column['name'], how, '{values} -> {labels}'.format(**column),
               loss_text(lost, column['loss'], 4), change)


def vector_row(say, report):
    if 'vector' in report:
        levels = ', '.join(map(str, report['vector'].values()))
        yield say('a_vector'), say('vector_short', levels=levels, height=report['height'])


def lattice_row(say, report):
    if 'vector' in report:
        yield say('row_search'), searched_text(say, report)


def searched_text(say, report):
    """How much of the lattice was looked at, and what that proves."""
    lattice, measure = report['lattice'], report.get('measure')
    checked = say('search_checked', **picked(lattice, 'checked', 'vectors'))
    if 'satisfying' in lattice:
        return say('search_follow', checked=checked, height=report['height'])
    if 'proven' not in lattice:
        return checked
    if not lattice['proven']:
        return say('search_stopped', checked=checked, distance=distance(say, measure, lattice))
    key = 'search_within' if report['limit'] or report['from'] else 'search_proven'
    return say(key, checked=checked, n=lattice['vectors'] - lattice['checked'], measure=measure)


def cuts_row(say, report):
    """What a search for the best cuts has found. Mondrian's own cuts need no search."""
    if 'search' in report:
        limited = bool(report['limit'] or report['from'])
        search = report['search']
        yield say('row_search'), best_cuts(say, search, limited, search['measure'])


def classes_row(say, report):
    yield say('row_classes'), sizes_text(say, report['classes'], report.get('cuts'))


def sizes_text(say, classes, cuts=None):
    """How many classes there are, and of which sizes. cuts: that Mondrian made.

    >>> from ..voice.speaking import ENGLISH
    >>> sizes_text(ENGLISH, {'count': 2, 'smallest': 3, 'largest': 4, 'average': 3.5}, 1)
    '2 after 1 cut, with 3 to 4 records each, 3.5 on average'
    >>> of_four = {'smallest': 4, 'largest': 4}
    >>> [sizes_text(ENGLISH, {'count': count, **of_four}) for count in (1, 3)]
    ['1, with 4 records', '3, with 4 records each']
    """
    if cuts is None:
        count = say('classes_count', classes=classes['count'])
    else:
        count = say('classes_after', classes=classes['count'], cuts=cuts)
    if classes['smallest'] == classes['largest']:
        key = 'one_of_size' if classes['count'] == 1 else 'all_of_size'
        return say(key, classes=count, size=classes['largest'])
    return say('with_sizes', classes=count, average='{:,.1f}'.format(classes['average']),
               **picked(classes, 'smallest', 'largest'))


def put_back_body(say, report):
    if 'put_back' in report:
        yield from put_back_rows(say, report['put_back'])


def loss_row(say, report):
    """The row of the loss. Where labels hide ends it has a name of its own."""
    lost, loss = named_loss(report['measures'])
    if lost == 'lm':
        yield from (row for row in measure_rows(say, report['measures']) if row[0] == 'lm')
    else:
        yield lost, '%s  %s' % (loss_text(lost, loss, 6), say(HIDING[lost]))


def bound_row(say, report):
    if 'bound' in report:
        yield say('row_bound'), bound_text(say, report['bound'])


def further_measures(say, report):
    """The rows of the other measures. Where labels hide ends the entropies are not told."""
    yield from (row for row in measure_rows(say, report['measures']) if row[0] != 'lm')
    lost, _ = named_loss(report['measures'])
    if lost != 'lm':
        yield 'entropy', say('not_told')


def written_measure(value, form) -> str:
    """
    >>> written_measure(48, 'd'), written_measure(0.25, '.4f')
    ('48', '0.2500')
    """
    return ('%' + form) % value


def measure_rows(say, measures) -> list:
    """A (measure, text) for each of MEASURE_LINES whose first measure is known. The texts line up.

    >>> from ..voice.speaking import ENGLISH
    >>> measures = {'lm': None, 'dm': 48, 'c_avg': 1.0, 'entropy': None, 'precision': None}
    >>> measure_rows(ENGLISH, measures)     # doctest: +NORMALIZE_WHITESPACE
    [('dm', '48  c_avg  1.0000  class sizes, added up over the records; average class / k')]
    """
    cells = {}
    most = max(map(len, MEASURE_LINES.values()))
    for meaning, (first, *others) in MEASURE_LINES.items():
        if measures.get(first) is None:
            continue
        forms = MEASURE_LINES[meaning]
        cells[first] = [written_measure(measures[first], forms[first])]
        for name in others:
            cells[first] += [name, written_measure(measures[name], forms[name])]
        cells[first] += ['', ''] * (most - len(forms))
        cells[first].append(say(meaning))
    return list(zip(cells, aligned(cells.values())))


def audit_row(say, report):
    """What the audit has found in the release or, where none is written, in the recoding."""
    audit = report['audit']
    key = 'audit_short' if report['output'] else 'audit_of_recoding'
    passed = say(key, **picked(audit, 'records', 'classes', 'k'))
    if 'persons' in audit:
        passed = say('audit_short_persons', told=passed, persons=audit['persons'])
    yield say('row_audit'), passed


def seconds_row(say, report):
    laps = ['%s %.2f' % (say(LAPS[lap]), spent) for lap, spent in report['seconds'].items()]
    yield say('seconds'), say('comma').join(laps)


COLUMNS = (
    Part('columns', 'columns', rows_of_columns),
)
BODY = (
    Part('vector', 'vector height', vector_row),
    Part('lattice', 'lattice measure', lattice_row),
    Part('search', 'search', cuts_row),
    Part('classes', 'classes cuts', classes_row),
    Part('put_back', 'put_back', put_back_body),
    Part('measures', 'measures', loss_row),
    Part('bound', 'bound', bound_row),
    Part('measures', 'measures', further_measures),
    Part('audit', 'audit', audit_row),
    Part('seconds', 'seconds', seconds_row),
)


# The lines at the end: what is published unchanged, what to heed, and what to do next.

def unchanged_lines(say, report):
    """The columns that are published as they were recorded."""
    unchanged = [column['name'] for column in report['columns'] if column['unchanged']]
    for role in 'sensitive', 'publish':
        for name in report[role]:
            unchanged.append(say('column_as', column=name, role=say(ROLES[role])))
    yield say('published_unchanged', columns=unchanged or say('nothing'))
    if not report['sensitive'] + report['publish']:
        yield say('quasi_alone')


def warning_lines(say, text):
    return wrapped(say('warning', text=text), WRAPPED)


def starred_lines(say, report):
    for column in report['starred']:
        yield from warning_lines(say, starred_text(say, column, report['k']))


def unique_line(say, report):
    if report['unique']:
        yield say('warning', text=say('unique', columns=report['unique']))


def rows_of_persons(say, report):
    for line in told_of_rows(say, report):
        yield from warning_lines(say, say('sentence', text=line))


def recognized_lines(say, report):
    for remark in report['recognized']:
        yield say('warning', text=say('sentence', text=remark_text(say, remark)))


def order_lines(say, report):
    if report['order'] == 'input':
        yield from warning_lines(say, say('order_input'))


def look_alikes_line(say, report):
    if report['look_alikes']:
        yield say('warning', text=say('alike', columns=pairs(report['look_alikes'])))


def like_lists_lines(say, report):
    for line in like_list_lines(say, report['like_lists']):
        yield from warning_lines(say, line)


def rare_line(say, report):
    rare = rare_of(report)
    if rare:
        yield capital(say('rare', k=report['k'], columns=pairs(rare)))


def not_protected(say, report):
    key = 'not_even_beyond' if report['beyond'] else 'not_protected'
    return wrapped(say(key), WRAPPED)


def next_lines(say, report):
    """The commands that check and attack the release, and what the first leaves unchecked."""
    for key, line in zip(('to_check', 'to_attack'), report['next']):
        yield say(key, command=line)
        if key == 'to_check' and report.get('unchecked'):
            yield unchecked_text(say, report['unchecked'])


END = (
    Part('unchanged', 'sensitive publish', unchanged_lines),
    Part('starred', 'starred', starred_lines),
    Part('unique', 'unique', unique_line),
    Part('persons', 'persons', rows_of_persons),
    Part('recognized', 'recognized', recognized_lines),
    Part('count_column', 'count_column', counted_lines),
    Part('order', 'order', order_lines),
    Part('look_alikes', 'look_alikes', look_alikes_line),
    Part('like_lists', 'like_lists', like_lists_lines),
    Part('columns', 'columns', rare_line),
    Part('beyond', 'beyond', not_protected),
    Part('next', 'next unchecked', next_lines),
)
ELSEWHERE_SAID = (
    Part('others', 'others', None),             # a warning on standard error says it
    Part('kept_missing', 'missing', None),      # no line says that nothing was left out
    # whoever typed the run knows
    Part('cutting', 'partitioning choose seed labels categories grid', None),
    Part('trace', 'trace', None),               # `text` has its lines from the views of the run
    Part('standards', 'standards', None),       # as above
)
RUN = HEAD + NOTES + BELOW_NOTES + COLUMNS + BODY + END + ELSEWHERE_SAID


def text(say, report, steps=(), verdicts=()) -> str:
    """The report for people, in a screenful.

    steps: lines that come before it. verdicts: lines behind its measures. Both are of the views.
    """
    notes = list(said(NOTES, say, report))
    return joined([
        *steps,
        *said(HEAD, say, report),
        *[say('blank').join(notes)] * bool(notes),
        *said(BELOW_NOTES, say, report), '',
        *aligned(said(COLUMNS, say, report)), '',
        *aligned(said(BODY, say, report)), *verdicts, '',
        *said(END, say, report)])


def said(parts, say, report):
    """What the text says of these parts, one after the other."""
    for part in parts:
        if part.said:
            yield from part.said(say, report)
