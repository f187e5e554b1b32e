"""The page of a run that publishes, for the person who has to sign. The door to all pages, too.

Promise: what is to be decided comes first, and what is to be signed fits two printed sheets of A4
or Letter. The details follow on further ones. The page says what the report of the run says, part
by part (desk/run_parts.py), and counts besides. It says no seconds and no date: the same run gives
the same bytes. What it may show was left in the report by shown_values.py.
"""

from __future__ import annotations

from functools import partial

from ...core.counts.measures import loss_text, named_loss
from ...core.desk.as_text import (LOSSES, NOT_INFERRED, as_one_lines, best_cuts, days_read,
                                  distance, held_back, items_lines, like_list_lines,
                                  lines_over_time, lost_lines, other_release, pairs,
                                  persons_read, picked, rare_of, reading_shown, requirement_text,
                                  rooted_columns, rule_text, rules_in_persons, settings_text,
                                  skipped_rows, starred_text, told_of_rows, told_population,
                                  unchecked_text, unknown_sentences, unreadable_columns,
                                  why_left_out, why_suppressed)
from ...core.settings.table import SETTINGS, STATED
from ...core.voice.called import order_name
from ...core.voice.speaking import capital, per_cent
from .as_html import (Place, bullets, code, command_block, element, figure, framed, html_speaker,
                      joined_html, said_at, table)
from .details import (clauses_of, further_measures, measures_table, pictures_below,
                      pictures_in_full, settings_table, signed_measures, sizes_table, steps_of)
from .settings_shown import (as_text, column_of_counts, counted_by_column, ini_sender, ini_sets,
                             names_or_none, witnessed)
from .to_sign import (least_text, at_most_so_many, decisions, fields, folder_rests, mark_of_sheets,
                      recognized_line, seen_by, signature, standards_open, told_parts)

SIGNED = 'risk'        # the picture that stands in the part to be signed
SOURCES = {'typed': 'k_typed', 'ini': 'k_ini', 'like': 'k_like', 'plan': 'k_plan',
           'default': 'k_default'}
MISSING = {'value': 'missing_value', 'root': 'missing_root'}
BEST = {'optimal': 'best_optimal', 'straight': 'best_straight', 'clustered': 'best_clustered',
        'greedy': 'best_greedy', 'plain': 'best_greedy'}
BY_MEASURE = 'best_optimal', 'best_within', 'best_greedy'
HEED_ONE = {'one_item': 'heed_one_item', 'one_known': 'heed_one_known',
            'one_value': 'heed_one_value'}
# What stands below the columns.
LOSS_IS = {'lm': ('loss_is',), 'lm_cells': ('loss_is', 'loss_cells_is'),
           'lm_most': ('loss_is', 'loss_most_is')}


def page(program, report, pictures, language) -> str:
    """The HTML text.

    program: 'samarati', 'mondrian', 'datafly', 'check', 'risk', 'attack', 'use', 'sweep' or
    'start'. report: what the program reports. pictures: {name: Sheet}. language: 'en' or 'zh'. The
    report of a page to sign has `page`: the texts of its fields, and which values it shows. With
    --redact the report has no value of the data, and the page adds none.
    """
    say, report = html_speaker(language), {**report, 'pictures': pictures}
    marks = mark_of_sheets(say, report['page']) if 'page' in report else []
    if program in ('samarati', 'mondrian', 'datafly'):
        title, *parts = run_page(say, report)
    elif program == 'check':
        from .findings import check_page        # a run that publishes does without
        title, *parts = check_page(say, report)
    else:
        from .findings import PAGES     # as above
        title, *parts = PAGES[program](say, report)
        parts += pictures_below(say, report)
    return framed(title, language, *marks, element('h1', title), *parts)


def run_page(say, report):
    """The title, then the parts of the page."""
    texts = report['page']['texts']
    output = output_sentence(say, report)
    yield say('title', output=output)
    yield from said_at(RUN_PAGE, 'head', say, report)
    yield from decisions(RUN_PAGE, say, report)
    yield from heeds(say, report)
    yield from fields(say, texts)
    for heading in SECTIONS:
        yield element('h2', say(heading))
        yield from section(heading, say, report)
    yield from signature(say, say('sign_text', output=output), texts)
    yield element('div', *said_at(RUN_PAGE, 'details', say, report), class_='details')


def section(heading, say, report):
    """What stands below a heading: sentences as a list or a text, rows as a table, or as it is."""
    parts = said_at(RUN_PAGE, heading, say, report)
    if heading == 'attacker':
        yield bullets(*parts)
        yield from small(say, report)
    elif heading == 'asked':
        yield table((), parts)
    elif heading == 'done':
        notes = said_at(RUN_PAGE, 'note', say, report)
        yield from parts
        yield element('p', joined_html(notes, say('blank')))
        yield from said_at(RUN_PAGE, 'columns', say, report)
    else:
        yield from parts


def is_whole(report) -> bool:
    """Whether a page has what was worked out of recorded values, such as the losses."""
    return report['page']['shows'] == 'all'


def output_sentence(say, report):
    return say('standard_output') if report['output'] == '-' else report['output']


def data_of(say, report):
    return say('standard_input') if report['data'] == '-' else report['data']


# The head.

def made_by(say, report):
    data = data_of(say, report)
    text = say('by', data=data, **picked(report, 'program', 'version'))
    yield element('p', text, class_='note')


def who_may_see(say, report):
    return seen_by(say, report['page'], report['k'])


def finding(say, report):
    """How many are published, and that each combination stands for at least k."""
    published = {**picked(report['records'], 'read', 'published'),
                 'quasi': names_or_none(say, report['quasi']), 'asked': asked_k(say, report)}
    if 'person' in report:
        text = say('finding_persons', persons=report['audit']['persons'], **published)
    else:
        text = say('finding', smallest=report['classes']['smallest'], **published)
    yield element('p', text, class_='finding')


def asked_k(say, report):
    """Who asked for k."""
    sources = {name: source for name, _, source in report['settings']}
    return say(SOURCES[sources['k']], k=report['k'])


# What is to be decided.

def whose(say, report):
    """Whether k counts people or rows."""
    if 'person' in report:
        yield say('whose_persons', k=report['k'], person=report['person'])
    else:
        yield say('whose_rows', k=report['k'])


def unique_columns(say, report):
    if report['unique']:
        yield say('heed_unique', columns=names_or_none(say, report['unique']))


def recognized_columns(say, report):
    for remark in report['recognized']:
        yield recognized_line(say, remark)


def unseen_identifiers(say, report):
    """The columns that are published as they are, if none of them looks like an identifier."""
    if not report['unique'] and not report['recognized']:
        columns = [*kept(report), *report['sensitive'], *report['publish']]
        yield say('identifiers_unseen', columns=names_or_none(say, columns))


def kept(report) -> list:
    """The quasi-identifiers that are published unchanged."""
    return [column['name'] for column in report['columns'] if column['unchanged']]


def other_releases_sentence(say, report):
    """How many other releases were found beside this one."""
    of_table = sum(same_table for _, _, same_table in report['others'])
    of_others = len(report['others']) - of_table
    if of_table:
        yield say('heed_others', n=of_table)
    if of_others:
        yield say('heed_tables', n=of_others)
    if not report['others']:
        yield say('others_unknown')


# What the person who signs should decide on besides.

def heeds(say, report):
    items = said_at(RUN_PAGE, 'heed', say, report)
    warned = report['others'] or report['unique'] or report['recognized'] or report['telling']
    if items:
        yield element('div', element('p', say('heed_also')), bullets(*items), class_='heed')
    elif not warned:
        yield element('p', say('heed_none'), class_='heed')


def heed_one_value(say, report):
    """Of each sensitive column, whether a class gives its value away."""
    for name, given in report['shapes']['sensitive'].items():
        if given['classes']:
            key = HEED_ONE[kind_of_one(given)]
            yield say(key, column=name, quasi=names_or_none(say, report['quasi']),
                      **picked(given, 'classes', 'records'))


def kind_of_one(given) -> str:
    """What a class has one of: an item, a known value, or a value."""
    if given['items']:
        return 'one_item'
    return 'one_known' if given['unknown'] else 'one_value'


def heed_alone(say, report):
    alone = alone_in(report)
    if alone:
        yield say('heed_alone', n=alone)


def alone_in(report) -> int:
    """How many classes of one record the release has."""
    return report['shapes']['sizes'].get(1, 0)


def heed_lacking(say, report):
    """Whether records of the table are not in its population."""
    if 'population' not in report:
        return
    lacking = report['population']['lacking']
    if lacking is None:
        yield say('heed_lacking_kept')
    elif lacking:
        yield say('heed_lacking_persons' if 'person' in report else 'heed_lacking', n=lacking)


def heed_starred(say, report):
    for column in report['starred']:
        yield starred_text(say, column, report['k'])


def heed_least(say, report):
    """Another choice may lose less, where only the least height was looked at."""
    if 'satisfying' in report.get('lattice', ()):
        yield say('heed_least')


def heed_rows_of_persons(say, report):
    """What can be told of persons from how many rows they have, and what these have in common."""
    if 'persons' not in report:
        return
    for name, n in report['persons']['joined'].items():
        if n:
            yield say('heed_joined', column=name, n=n)
    for name, inferred in report['persons']['inferred'].items():
        n = max(inferred.values(), key=least_text)
        if n:
            yield say('heed_inferred', column=name, n=n)


def heed_order(say, report):
    if report['order'] == 'input':
        yield say('heed_order')


def heed_rare(say, report):
    if rare_of(report):
        yield say('heed_rare')


def heed_count(say, report):
    if report['count_column']:
        yield say('heed_count')


def heed_alike(say, report):
    if report['look_alikes']:
        yield say('heed_alike')


def heed_clauses(say, report):
    failed = sum(standard['fails'] for standard in report.get('standards', ()))
    if failed:
        yield say('heed_clauses', n=failed)


def heed_put_back(say, report):
    """Whether a reader can put back values or records."""
    if 'put_back' in report and report['put_back']['cells']['determined']:
        yield say('heed_put_back', cells=report['put_back']['cells']['determined'],
                  records=report['put_back']['records']['determined'])


def heed_lost(say, report):
    if report['lost'] and report['lost']['records']:
        yield say('heed_lost', n=report['lost']['records'])


def heed_left(say, report):
    """Whether a tenth of the records or more is not published.

    It is worked out of what is told, so that the sentence tells no more.
    """
    missing, suppressed = (report['records'][name] for name in ('missing', 'suppressed'))
    left = at_most_so_many(missing) + at_most_so_many(suppressed)
    if 10 * left >= report['records']['published'] + left:
        yield say('heed_left', missing=missing, suppressed=suppressed)


# What an attacker can still do.

def who_is_alone(say, report):
    alone = alone_in(report)
    if alone:
        yield say('alone_one', n=alone)
    elif 'person' in report:
        yield say('alone_persons', persons=report['audit']['persons'])
    else:
        yield say('alone', smallest=report['classes']['smallest'])


def rows_of_persons(say, report):
    for text in told_of_rows(say, report):
        yield say('sentence', text=text)


def values_given_away(say, report):
    """What the classes give away of each sensitive column."""
    for name, given in report['shapes']['sensitive'].items():
        if given['classes']:
            yield say(kind_of_one(given), column=name,
                      **picked(given, 'classes', 'records', 'unknown'))
        else:
            key = 'several_items' if given['items'] else 'several_values'
            yield say(key, column=name, least=given['least'], share=per_cent(given['share'], 0))
    if not report['sensitive']:
        yield say('no_sensitive')


def extremes_seen(say, report):
    """Whether labels name rare values."""
    rare, k = rare_of(report), report['k']
    if rare:
        key = 'rare' if is_whole(report) else 'rare_columns'
        text = say(key, k=k, columns=pairs(rare))
    else:
        text = say('rare_levels') if 'vector' in report else say('rare_none', k=k)
    yield say('see_extremes', text=text)


def put_back_lines(say, report):
    """What a reader can put back (rules/put_back.py)."""
    if 'put_back' not in report:
        return
    put_back = report['put_back']
    cells, records = put_back['cells'], put_back['records']
    ends, inferred = put_back['ends'], put_back['inferred']
    if not is_whole(report):    # what was counted in the table is not told
        yield put_back_kept(say, put_back)
    elif ends and ends['named']:
        yield say('box_ends', **ends)
    elif cells['generalized']:
        yield witnessed(say, cells, records)
    if inferred and inferred['classes']:
        yield say('use_algorithm', text=say('inferred', **inferred))
    if put_back['not_inferred']:
        yield say('use_algorithm', text=say(NOT_INFERRED[put_back['not_inferred']]))


def put_back_kept(say, put_back):
    """What can be put back, as far as the release itself tells it."""
    if put_back['ends']:
        return say('box_ends_kept')
    cells, records = (put_back[part]['determined'] for part in ('cells', 'records'))
    key = 'determined_alone' if cells else 'determined_none'
    return say('put_labels', told=say(key, cells=cells, records=records))


def others_named(say, report):
    others = []
    for file, quasi, same_table in report['others']:
        others.append(other_release(say, file, quasi and names_or_none(say, quasi), same_table))
    if others:
        yield say('others', files=joined_html(others, say('semicolon')))
    else:
        yield say('others_none')


def use_of_order(say, report):
    key = 'order_input' if report['order'] == 'input' else 'order_sorted'
    yield say('use_order', text=say(key))


def use_of_columns(say, report):
    unique = report['unique']
    text = say('unique', columns=unique) if unique else say('unique_none')
    yield say('use_columns', text=text)


def not_protected(say, report):
    yield say('not_even_beyond' if report['beyond'] else 'not_protected')


def small(say, report):
    """The picture that belongs to the risk. On paper it is small enough for two sheets."""
    if SIGNED in report['pictures']:
        yield element('div', figure(report['pictures'][SIGNED]), class_='small')
        yield element('p', say('see_pictures'), say('blank'), say('pictures_say'), class_='note')


# What was asked: rows of a heading and a text.

def requirement_row(say, report):
    sentences = [requirement_text(say, report, names_or_none(say, report['quasi'])),
                 say('are_a_class'), *lines_over_time(say, report)]
    yield say('requirement'), joined_html(sentences, say('blank'))


def beyond_row(say, report):
    if not report['beyond']:
        yield say('beyond'), say('beyond_none')
        return
    rules = []
    for column, of_column in report['beyond'].items():
        rules += [rule_text(say, column, rule, column in report['items']) for rule in of_column]
    hold = say('rules_hold', rules=joined_html(rules, say('semicolon')))
    yield say('beyond'), joined_html([hold, *rules_in_persons(say, report)], say('blank'))


def population_row(say, report):
    if 'population' in report:
        population = report['population']
        required = joined_html(map(code, population['required']), say('comma'))
        yield say('population'), say('in_population', required=required,
                                     **picked(population, 'people', 'file'))


def suppression_row(say, report):
    """How many records may be suppressed.

    A share is told as it was asked for, because its number would tell how many records were read.
    """
    if 'vector' not in report and 'plan' not in report:
        text = say('no_suppression')
    elif report['may_suppress'].endswith('%') and not is_whole(report):
        text = say('may_suppress_share', share=report['may_suppress'])
    else:
        text = say('may_suppress', n=report['max_suppression'])
    yield say('suppression'), text


def missing_row(say, report):
    """What is done with a missing value, and which words are one."""
    dropped = 'missing_any' if report['missing_in'] == 'any' else 'missing_used'
    sentences = [say(MISSING.get(report['missing'], dropped))]
    if report['na']:
        words = joined_html(map(code, report['na']), say('comma'))
        sentences.append(say('missing_words', words=words))
    yield say('missing'), joined_html(sentences, say('blank'))


def unchanged_row(say, report):
    columns = {'quasi': kept(report), **picked(report, 'sensitive', 'publish')}
    names = {role: names_or_none(say, of_role) for role, of_role in columns.items()}
    yield say('unchanged'), say('unchanged_which', **names)


def reading_row(say, report):
    settings = reading_shown(report)
    if settings:
        yield say('row_reading'), settings_text(say, settings)


def options_row(say, report):
    """The options that were typed, and that no other row states."""
    typed = []
    for name, value, source in report['settings']:
        if source == 'typed' and STATED not in SETTINGS[name].marks:
            typed.append(as_text(say, name, value))
    options = joined_html(typed, say('semicolon')) if typed else say('options_none')
    yield say('options'), options


# What was done.

def records_sum(say, report):
    yield element('p', element('strong', capital(say('sum', **report['records']))))


def persons_sum(say, report):
    if 'persons' in report:
        total, *unknown = persons_read(say, report)
        yield element('p', element('strong', total))
        yield from (element('p', text) for text in unknown)


def held_back_for_later(say, report):
    yield from (element('p', text) for text in held_back(say, report))


def why_suppressed_as_told(say, report):
    """Why records were suppressed, with no count that may not be told."""
    told = dict if is_whole(report) else partial(reasons_told, report)
    return why_suppressed(say, report, told)


def reasons_told(report, counts) -> dict:
    """What may be told of why records were suppressed.

    Nothing with a history, whose own counts are of the same people: the difference of two may be a
    count below k.
    """
    return {} if 'history' in report else told_parts(counts, report['k'])


def lost_for_unused(say, report):
    return lost_lines(say, report['lost'], report['records']['missing'])


def sets_of_items(say, report):
    return items_lines(say, report['items'], report['beyond'])


def values_as_one(say, report):
    return as_one_lines(say, report['as_one'])


def alike_values(say, report):
    if report['look_alikes']:
        yield say('alike', columns=pairs(report['look_alikes']))


def lists_in_cells(say, report):
    return like_list_lines(say, report['like_lists'])


def classes_in_population(say, report):
    if 'population' in report:
        lines = told_population(say, report['population'], 'person' in report)
        yield joined_html(lines, say('blank'))


def sizes_of_classes(say, report):
    classes = report['classes']
    if classes['smallest'] == classes['largest']:
        yield say('classes_alike', count=classes['count'], size=classes['largest'])
    else:
        average = '{:,.1f}'.format(classes['average'])
        yield say('classes_are', **{**classes, 'average': average})


def plan_followed(say, report):
    if 'plan' in report:
        yield say('plan_is', file=report['plan'])


def cuts_made(say, report):
    by_cuts = 'plan' not in report and 'vector' not in report
    if by_cuts and is_whole(report):
        yield say('cuts_made', n=report['cuts'])


def cuts_found(say, report):
    """What the search for cuts has found, and what that proves."""
    if 'plan' in report or 'vector' in report:
        return
    if 'search' not in report:
        yield say('cuts')
        return
    search, limited = report['search'], bool(report['limit'] or report['from'])
    if is_whole(report) and (search['stopped'] or search['too_many']):
        cuts = best_cuts(say, search, limited, search['measure'])
        yield capital(say('sentence', text=cuts))
    best = BEST[search['by']]
    if best == 'best_optimal' and limited:
        best = 'best_within'
    if best in BY_MEASURE:
        yield say(best, measure=search['measure'])
    else:
        yield say(best)


def vector_chosen(say, report):
    if 'vector' in report:
        yield say('raised')
        if is_whole(report):
            levels = joined_html(map(str, report['vector'].values()), ', ')
            yield say('vector', levels=levels, height=report['height'])


def record_followed(say, report):
    if 'like' in report:
        yield say('like_is', file=report['like'])


def lattice_searched(say, report):
    """How much of the lattice was looked at, and what that proves."""
    if 'vector' not in report or 'like' in report:
        return
    lattice = report['lattice']
    if is_whole(report):
        yield say('vectors_checked', **picked(lattice, 'checked', 'vectors'))
        if 'satisfying' in lattice:
            yield say('vectors_least', found=len(lattice['satisfying']))
    measure = picked(report, 'measure') if 'measure' in report else {}
    proof = proof_of(report)
    yield say(proof, **measure)
    if proof == 'found_stopped' and is_whole(report):
        yield say('sentence', text=distance(say, report['measure'], lattice))


def proof_of(report) -> str:
    """The key of what the search of a lattice has proven."""
    lattice = report['lattice']
    if 'satisfying' in lattice:
        return 'found_least'
    if 'proven' not in lattice:
        return 'found_greedy'
    if not lattice['proven']:
        return 'found_stopped'
    return 'found_within' if report['limit'] or report['from'] else 'found_proven'


def table_of_columns(say, report):
    """The quasi-identifiers: their losses or, if these are not told, their most frequent labels."""
    kind = say('level' if 'vector' in report else 'ordered_by')
    whole = is_whole(report)
    lost, _ = named_loss(report['measures']) if whole else (None, None)
    if whole:
        shares = say('values_labels', to='→'), say(LOSSES[lost]), say('example')
        rows = [column_row(say, report, column) for column in report['columns']]
    else:
        shares = say('labels'), say('share_of_label')
        rows = [released_row(say, report, column) for column in report['columns']]
    head = say('quasi'), kind, *shares
    yield table(list(map(capital, head)), rows, numbers=(2, 3))
    if whole:
        meaning = joined_html(map(say, LOSS_IS[lost]), say('blank'))
        yield element('p', meaning, class_='note')


def column_row(say, report, column):
    if 'vector' in report:
        how = say('level_of', **picked(column, 'level', 'height'))
    else:
        how = order_name(say, column['order'])
    value, label = column['example'] or ('-', '-')
    change = code(value)
    if value != label:
        change = joined_html([change, code(label)], ' → ')
    lost, _ = named_loss(report['measures'])
    return (column['name'], how, '{values:,} → {labels:,}'.format(**column),
            loss_text(lost, column['loss'], 4), change)


def released_row(say, report, column):
    """What the release itself tells of a column.

    A hierarchy that was made from the table has a height that could tell a value.
    """
    if 'vector' not in report:
        how = order_name(say, column['order'])
    elif 0 < column['level'] == column['height']:
        how = say('level_root')
    else:
        how = say('level_alone', level=column['level'])
    return column['name'], how, '{:,}'.format(column['labels']), per_cent(column['share'], 0)


# What it cost.

def signed_cost(say, report):
    """The measures that stand in the part to be signed: the loss, that of the search, the sizes."""
    yield measures_table(say, report, signed_measures(report))
    if not is_whole(report):
        yield element('p', say('losses_kept'), class_='note')
    elif report['measures']['lm'] is None:
        yield element('p', say('not_told'), class_='note')


# What the audit found, the files, and how to repeat the run.

def audited(say, report):
    audit = report['audit']
    yield element('p', say('audit_counts', **picked(audit, 'records', 'classes', 'k')))
    if 'person' in report:
        yield element('p', say('audit_persons', persons=audit['persons']))
    yield element('p', say('audit_truth'), say('blank'), say('audit_report'))
    if 'person' in report:
        yield element('p', say('not_checked_persons', person=report['person']))
    else:
        yield element('p', say('not_checked'))


def files_named(say, report):
    """Each file, with its sha256 if that tells nothing of the table."""
    sums, parts, whole = report['sha256'], report['parts'], is_whole(report)
    kind = say('input') if len(parts) < 2 else say('input_parts', n=len(parts))
    rows = [(kind, data_of(say, report), sums['data'] if whole else '')]
    for file, sha256 in sorted(sums['files'].items()):
        kind = 'ini' if file == report['config'] else 'hierarchy'
        rows.append((say(kind), file, sha256 if whole else ''))
    rows.append((say('release'), output_sentence(say, report), sums['output']))
    rows = [(kind, file, code(sha256) if sha256 else '') for kind, file, sha256 in rows]
    yield table([say('what'), say('file'), say('sha256')], rows)
    if not whole and report['record']:
        yield element('p', say('sums_in_record', record=report['record']), class_='note')
    elif not whole:
        yield element('p', say('sums_unrecorded'), class_='note')


def repeat_command(say, report):
    yield element('p', say('repeat_same'))
    yield command_block(report['typed'])
    if report['record']:
        yield element('p', say('repeat_record', record=report['record']))
        yield command_block(report['replay'])
    else:
        yield element('p', say('repeat_none'))


def next_commands(say, report):
    """The commands that check and attack the release, and what the first leaves unchecked."""
    if not report['next']:
        return
    yield element('p', say('repeat_next'))
    first, *others = report['next']
    yield command_block(first)
    if report.get('unchecked'):
        yield element('p', unchecked_text(say, report['unchecked']))
    yield from map(command_block, others)


# The page, in its order. Parts that are not in RUN (desk/run_parts.py) are those of the page alone.

SECTIONS = 'attacker', 'asked', 'done', 'cost', 'audit', 'files', 'repeat'
RUN_PAGE = (
    Place('head', 'run', made_by),
    Place('head', 'page', who_may_see),
    Place('head', 'requirement', finding),

    Place('decide_whose', 'requirement', whose),
    Place('decide_identifiers', 'unique', unique_columns),
    Place('decide_identifiers', 'recognized', recognized_columns),
    Place('decide_identifiers', 'unchanged', unseen_identifiers),
    Place('decide_options', 'run', ini_sets),
    Place('decide_options', 'telling', ini_sender),
    Place('decide_options', 'rests', folder_rests),
    Place('decide_standards', 'standards', standards_open),
    Place('decide_others', 'others', other_releases_sentence),

    Place('heed', 'shapes', heed_one_value),
    Place('heed', 'shapes', heed_alone),
    Place('heed', 'population', heed_lacking),
    Place('heed', 'starred', heed_starred),
    Place('heed', 'lattice', heed_least),
    Place('heed', 'persons', heed_rows_of_persons),
    Place('heed', 'order', heed_order),
    Place('heed', 'columns', heed_rare),
    Place('heed', 'count_column', heed_count),
    Place('heed', 'look_alikes', heed_alike),
    Place('heed', 'standards', heed_clauses),
    Place('heed', 'put_back', heed_put_back),
    Place('heed', 'lost', heed_lost),
    Place('heed', 'records', heed_left),

    Place('attacker', 'shapes', who_is_alone),
    Place('attacker', 'persons', rows_of_persons),
    Place('attacker', 'shapes', values_given_away),
    Place('attacker', 'columns', extremes_seen),
    Place('attacker', 'put_back', put_back_lines),
    Place('attacker', 'others', others_named),
    Place('attacker', 'order', use_of_order),
    Place('attacker', 'unique', use_of_columns),
    Place('attacker', 'beyond', not_protected),

    Place('asked', 'requirement history', requirement_row),
    Place('asked', 'beyond', beyond_row),
    Place('asked', 'population', population_row),
    Place('asked', 'max_suppression', suppression_row),
    Place('asked', 'kept_missing na', missing_row),
    Place('asked', 'unchanged', unchanged_row),
    Place('asked', 'reading', reading_row),
    Place('asked', 'weights limits cutting', options_row),

    Place('done', 'records', records_sum),
    Place('done', 'persons', persons_sum),
    Place('done', 'history', held_back_for_later),
    Place('note', 'suppressed_by', why_suppressed_as_told),
    Place('note', 'missing', why_left_out),
    Place('note', 'lost', lost_for_unused),
    Place('note', 'skipped', skipped_rows),
    Place('note', 'counts', counted_by_column),
    Place('note', 'count_column', column_of_counts),
    Place('note', 'since', days_read),
    Place('note', 'rooted', rooted_columns),
    Place('note', 'items', sets_of_items),
    Place('note', 'as_one', values_as_one),
    Place('note', 'unknown', unknown_sentences),
    Place('note', 'unreadable', unreadable_columns),
    Place('note', 'look_alikes', alike_values),
    Place('note', 'like_lists', lists_in_cells),
    Place('note', 'population', classes_in_population),
    Place('note', 'classes', sizes_of_classes),
    Place('note', 'plan', plan_followed),
    Place('note', 'classes', cuts_made),
    Place('note', 'search', cuts_found),
    Place('note', 'vector', vector_chosen),
    Place('note', 'like', record_followed),
    Place('note', 'lattice', lattice_searched),
    Place('columns', 'columns', table_of_columns),

    Place('cost', 'measures', signed_cost),
    Place('audit', 'audit', audited),
    Place('files', 'files run', files_named),
    Place('repeat', 'typed', repeat_command),
    Place('repeat', 'next', next_commands),

    Place('details', 'standards', clauses_of),
    Place('details', 'measures bound', further_measures),
    Place('details', 'pictures', pictures_in_full),
    Place('details', 'shapes', sizes_table),
    Place('details', 'settings', settings_table),
    Place('details', 'trace', steps_of),

    Place(None, 'seconds', None),       # the same run gives the same page
)
