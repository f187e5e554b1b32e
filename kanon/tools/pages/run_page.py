"""The page of a run that publishes, for the person who has to sign; and the door to all pages of runs.

Promise: what is to be decided comes first, and what is to be signed fits two printed sheets of A4 or Letter. The details follow on further ones.
The page says what the report of the run says, and counts besides. It says no seconds and no date: the same run gives the same bytes.
What it may show was left in the report by shown_values.py.
"""

from __future__ import annotations

from functools import partial
from math import floor

from ...core.counts.measures import loss_text, named_loss
from ...core.desk.as_text import (LOSSES, NOT_INFERRED, as_one_lines, held_back, items_lines,
                                  like_list_lines, lines_over_time, lost_lines, pairs,
                                  persons_read, rare_of, reading_shown, requirement_text,
                                  rule_text, rules_in_persons, settings_text, starred_text,
                                  told_of_rows, told_population, unchecked_text, unknown_sentences,
                                  unreadable_lines, why_suppressed)
from ...core.settings.table import SETTINGS, STATED
from ...core.voice.called import order_name
from ...core.voice.speaking import at_most, capital, per_cent
from .as_html import (bullets, code, command_block, element, figure, framed, html_speaker,
                      joined_html, table)
from .details import clauses_of, details_of
from .settings_shown import as_text, names_or_none, witnessed
from .to_sign import (at_least, at_most_so_many, decisions, fields, identifiers_of_run,
                      mark_of_sheets, options_beside, seen_by, signature, standards_open,
                      told_parts)

SIGNED = 'risk'        # the picture that stands in the part to be signed
SOURCES = {'typed': 'k_typed', 'ini': 'k_ini', 'like': 'k_like', 'plan': 'k_plan', 'default': 'k_default'}
BEST = {'optimal': 'best_optimal', 'straight': 'best_straight', 'clustered': 'best_clustered', 'greedy': 'best_greedy',
        'plain': 'best_greedy'}
LOSS_IS = {'lm': ('loss_is',), 'lm_cells': ('loss_is', 'loss_cells_is'), 'lm_most': ('loss_is', 'loss_most_is')}    # below the columns
BY_MEASURE = 'best_optimal', 'best_within', 'best_greedy'
# How measures are printed. Those of the report that are not here follow in its order, but for ELSEWHERE, which other parts tell.
FORMS = {'lm': '{:.6f}', 'lm_cells': '{:.6f}', 'lm_most': '{:.6f}', 'lm_published': '{:.6f}', 'dm': '{:,}', 'c_avg': '{:,.4f}',
         'entropy': '{:,.1f}'}
ELSEWHERE = 'height', 'suppressed'
MOST_SIGNED = 3         # measures that stand in the part to be signed


def page(program, report, pictures, language) -> str:
    """The HTML text.

    program: 'samarati', 'mondrian', 'datafly', 'sweep', 'check', 'risk', 'attack', 'start' or 'use'. report: what the program reports.
    pictures: {name: Sheet}. language: 'en' or 'zh'. The report of a page to sign has `page`: the texts of its fields, and which values it shows. With --redact the report
    has no value of the data, and the page adds none.
    """
    say = html_speaker(language)
    marks = mark_of_sheets(say, report['page']) if 'page' in report else []
    if program == 'check':
        from .findings import check_page        # a run that publishes does without
        title, *parts = check_page(say, report, pictures)
    elif program in ('risk', 'attack', 'sweep', 'start', 'use'):
        from .findings import PAGES     # as above
        title, *parts = PAGES[program](say, report)
        if pictures:
            note = element('p', say('pictures_say'), class_='note')
            parts += [element('h2', say('pictures')), note, *map(figure, pictures.values())]
    else:
        title, *parts = run_page(say, report, pictures)
    return framed(title, language, *marks, element('h1', title), *parts)


def run_page(say, report, pictures):
    """The title, then the parts of the page."""
    records, classes = report['records'], report['classes']
    yield say('title', output=output_of(say, report))
    yield element('p', say('by', program=report['program'], version=report['version'], data=data_of(say, report)), class_='note')
    told = {'read': records['read'], 'published': records['published'], 'quasi': names_or_none(say, report['quasi']), 'asked': asked_k(say, report)}
    yield from seen_by(say, report['page'], report['k'])
    yield element('p', say('finding_persons', persons=report['audit']['persons'], **told) if 'person' in report else
                  say('finding', smallest=classes['smallest'], **told), class_='finding')
    yield from decisions(say, whose(say, report), identifiers_of_run(say, report), options_beside(say, report), list(standards_open(say, report)),
                         other_releases(say, report))
    yield from heeds(say, report)
    yield from fields(say, report['page']['texts'])
    for key, part in (('attacker', attacker), ('asked', asked), ('done', done), ('cost', cost), ('audit', audit), ('files', files),
                      ('repeat', repeat)):
        yield element('h2', say(key))
        yield from part(say, report)
        if part is attacker:
            yield from small(say, pictures)
    yield from signature(say, say('sign_text', output=output_of(say, report)), report['page']['texts'])
    yield element('div', *clauses_of(say, report), element('h2', say('details')), *more_measures(say, report), *details_of(say, report, pictures),
                  class_='details')


def whose(say, report):
    """Whether k counts people or rows."""
    return [say('whose_persons', k=report['k'], person=report['person']) if 'person' in report else say('whose_rows', k=report['k'])]


def other_releases(say, report):
    """How many other releases were found beside this one."""
    numbers = [(key, sum(same is same_table for _, _, same in report['others'])) for key, same_table in (('heed_others', True), ('heed_tables', False))]
    return [say(key, n=n) for key, n in numbers if n] or [say('others_unknown')]


def asked_k(say, report):
    """Who asked for k."""
    sources = {name: source for name, _, source in report['settings']}
    return say(SOURCES[sources['k']], k=report['k'])


def output_of(say, report):
    return say('standard_output') if report['output'] == '-' else report['output']


def data_of(say, report):
    return say('standard_input') if report['data'] == '-' else report['data']


def heeds(say, report):
    """What the person who signs should decide on besides."""
    records, given = report['records'], report['shapes']['sensitive']
    items = [say('heed_one_item' if of['items'] else 'heed_one_known' if of['unknown'] else 'heed_one_value', column=name, quasi=names_or_none(say, report['quasi']),
                 classes=of['classes'], records=of['records'])
             for name, of in given.items() if of['classes']]
    alone = report['shapes']['sizes'].get(1, 0)
    lacking = report.get('population', {'lacking': 0})['lacking']
    items += [say('heed_alone', n=alone)] if alone else []
    items += [say('heed_lacking_persons' if 'person' in report else 'heed_lacking', n=lacking)] if lacking else []
    items += [say('heed_lacking_kept')] if lacking is None else []
    items += [starred_text(say, column, report['k']) for column in report['starred']]
    items += [say('heed_least')] if 'satisfying' in report.get('lattice', ()) else []
    if 'persons' in report:
        items += [say('heed_joined', column=name, n=n) for name, n in report['persons']['joined'].items() if n]
        items += [say('heed_inferred', column=name, n=n) for name, of in report['persons']['inferred'].items() for n in [max(of.values(), key=at_least)] if n]
    items += [say(key) for key, there in (
        ('heed_order', report['order'] == 'input'), ('heed_rare', rare_of(report)),
        ('heed_count', report['count_column']), ('heed_alike', report['look_alikes'])) if there]
    failed = sum(standard['fails'] for standard in report.get('standards', ()))
    items += [say('heed_clauses', n=failed)] if failed else []
    determined = {part: report['put_back'][part]['determined'] for part in ('cells', 'records')} if 'put_back' in report else {'cells': 0}
    items += [say('heed_put_back', **determined)] if determined['cells'] else []
    items += [say('heed_lost', n=report['lost']['records'])] if report['lost'] and report['lost']['records'] else []
    left = at_most_so_many(records['missing']) + at_most_so_many(records['suppressed'])     # of what is told, so that this sentence tells no more
    if 10 * left >= records['published'] + left:
        items.append(say('heed_left', missing=records['missing'], suppressed=records['suppressed']))
    warned = report['others'] or report['unique'] or report['recognized'] or report['telling']
    if items:
        yield element('div', element('p', say('heed_also')), bullets(*items), class_='heed')
    elif not warned:
        yield element('p', say('heed_none'), class_='heed')


def asked(say, report):
    quasi = names_or_none(say, report['quasi'])
    rows = [(say('requirement'), joined_html([requirement_text(say, report, quasi), say('are_a_class'), *lines_over_time(say, report)], say('blank'))),
            (say('beyond'), beyond(say, report))]
    if 'population' in report:
        told = report['population']
        required = joined_html(map(code, told['required']), say('comma'))
        rows.append((say('population'), say('in_population', people=told['people'], file=told['file'], required=required)))
    rows.append((say('suppression'), may_suppress(say, report) if 'vector' in report or 'plan' in report else say('no_suppression')))
    missing = {'drop': 'missing_any' if report['missing_in'] == 'any' else 'missing_used', 'value': 'missing_value',
               'root': 'missing_root'}
    words = joined_html(map(code, report['na']), say('comma'))
    words = [say('missing_words', words=words)] if report['na'] else []
    rows.append((say('missing'), joined_html([say(missing[report['missing']]), *words], say('blank'))))
    kept = [column['name'] for column in report['columns'] if column['unchanged']]
    rows.append((say('unchanged'), say('unchanged_which', quasi=names_or_none(say, kept), sensitive=names_or_none(say, report['sensitive']),
                                       publish=names_or_none(say, report['publish']))))
    told = reading_shown(report)
    if told:
        rows.append((say('row_reading'), settings_text(say, told)))
    said = [as_text(say, name, value) for name, value, source in report['settings'] if source == 'typed' and STATED not in SETTINGS[name].marks]
    options = joined_html(said, say('semicolon')) if said else say('options_none')
    rows.append((say('options'), options))
    yield table((), rows)


def beyond(say, report):
    if not report['beyond']:
        return say('beyond_none')
    rules = [rule_text(say, column, rule, column in report['items']) for column, of_column in report['beyond'].items() for rule in of_column]
    return joined_html([say('rules_hold', rules=joined_html(rules, say('semicolon'))), *rules_in_persons(say, report)], say('blank'))


def reasons_told(report, counts) -> dict:
    """What may be told of why records were suppressed. Nothing with a history, whose own counts are
    of the same people: the difference of two may be a count below k.
    """
    return {} if 'history' in report else told_parts(counts, report['k'])


def done(say, report):
    records, classes = report['records'], report['classes']
    yield element('p', element('strong', capital(say('sum', **records))))
    if 'persons' in report:
        total, *unknown = persons_read(say, report)
        yield element('p', element('strong', total))
        yield from (element('p', text) for text in [*unknown, *held_back(say, report)])
    notes = list(why_suppressed(say, report, dict if is_whole(report) else partial(reasons_told, report)))
    notes += [say('why_left_any' if report['missing_in'] == 'any' else 'why_left_used')] if records['missing'] else []
    notes += lost_lines(say, report['lost'], records['missing'])
    notes += [say('totals', n=report['totals'])] if report['totals'] else []
    notes += [say('comments', n=report['comments'])] if report['comments'] else []
    notes += [say('counted_by', column=report['counts'])] if report['counts'] is not None else []
    notes += [say('count_column', column=report['count_column'])] if report['count_column'] else []
    notes += [say('in_days', columns=pairs(report['since'], '%s - %s'))] if 'since' in report else []
    notes += [say('rooted', columns=pairs(report['rooted']))] if report['rooted'] else []
    notes += items_lines(say, report['items'], report['beyond'])
    notes += as_one_lines(say, report['as_one'])
    notes += unknown_sentences(say, report)
    notes += [say('unreadable', columns=list(unreadable_lines(say, report)))] if report['unreadable'] else []
    notes += [say('alike', columns=pairs(report['look_alikes']))] if report['look_alikes'] else []
    notes += like_list_lines(say, report['like_lists'])
    notes += [joined_html(told_population(say, report['population'], 'person' in report), say('blank'))] if 'population' in report else []
    notes.append(say('classes_alike', count=classes['count'], size=classes['largest']) if classes['smallest'] == classes['largest'] else
                 say('classes_are', **{**classes, 'average': '{:,.1f}'.format(classes['average'])}))
    notes += searched(say, report)
    yield element('p', joined_html(notes, say('blank')))
    kind = say('level' if 'vector' in report else 'ordered_by')
    if is_whole(report):
        lost, _ = named_loss(report['measures'])
        head = say('quasi'), kind, say('values_labels', to='→'), say(LOSSES[lost]), say('example')
        yield table(list(map(capital, head)), [column_row(say, report, column) for column in report['columns']], numbers=(2, 3))
        yield element('p', joined_html(map(say, LOSS_IS[lost]), say('blank')), class_='note')
    else:
        head = say('quasi'), kind, say('labels'), say('share_of_label')
        yield table(list(map(capital, head)), [released_row(say, report, column) for column in report['columns']], numbers=(2, 3))


def is_whole(report) -> bool:
    """Whether a page has what was worked out of recorded values, such as the losses."""
    return report['page']['shows'] == 'all'


def may_suppress(say, report):
    """How many records may be suppressed. A share is told as it was asked for, because its number would tell how many records were read."""
    if report['may_suppress'].endswith('%') and not is_whole(report):
        return say('may_suppress_share', share=report['may_suppress'])
    return say('may_suppress', n=report['max_suppression'])


def searched(say, report):
    """What the search did, and what that proves."""
    if 'plan' in report:
        return [say('plan_is', file=report['plan'])]
    if 'search' in report:
        best = BEST[report['search']['by']]
        best = 'best_within' if best == 'best_optimal' and (report['limit'] or report['from']) else best
        measure = {'measure': report['search']['measure']} if best in BY_MEASURE else {}
        return [*how_cut(say, report), say(best, **measure)]
    if 'vector' not in report:
        return [*how_cut(say, report), say('cuts')]
    lattice, told = report['lattice'], [say('raised')]
    if is_whole(report):
        levels = joined_html(map(str, report['vector'].values()), ', ')
        told.append(say('vector', levels=levels, height=report['height']))
    if 'like' in report:
        return [*told, say('like_is', file=report['like'])]
    if is_whole(report):
        told.append(say('vectors_checked', checked=lattice['checked'], vectors=lattice['vectors']))
        told += [say('vectors_least', found=len(lattice['satisfying']))] if 'satisfying' in lattice else []
    key = ('found_least' if 'satisfying' in lattice else 'found_greedy' if 'proven' not in lattice else
           'found_stopped' if not lattice['proven'] else 'found_within' if report['limit'] or report['from'] else 'found_proven')
    return [*told, say(key, **({'measure': report['measure']} if 'measure' in report else {}))]


def how_cut(say, report) -> list:
    return [say('cuts_made', n=report['cuts'])] if is_whole(report) else []


def column_row(say, report, column):
    how = (say('level_of', level=column['level'], height=column['height']) if 'vector' in report else
           order_name(say, column['order']))
    value, label = column['example'] or ('-', '-')
    change = code(value) if value == label else joined_html([code(value), code(label)], ' → ')
    lost, _ = named_loss(report['measures'])
    return (column['name'], how, '{values:,} → {labels:,}'.format(**column), loss_text(lost, column['loss'], 4), change)


def released_row(say, report, column):
    """What the release itself tells of a column. A hierarchy that was made from the table has a height that could tell a value."""
    if 'vector' not in report:
        how = order_name(say, column['order'])
    else:
        how = say('level_root') if 0 < column['level'] == column['height'] else say('level_alone', level=column['level'])
    return column['name'], how, '{:,}'.format(column['labels']), per_cent(column['share'], 0)


def cost(say, report):
    """The measures that stand in the part to be signed: the loss, that of the search, and the sizes of the classes."""
    yield measures_table(say, report, signed_measures(report))
    if not is_whole(report):
        yield element('p', say('losses_kept'), class_='note')
    elif report['measures']['lm'] is None:
        yield element('p', say('not_told'), class_='note')


def more_measures(say, report):
    """The others, and what --bound has proven."""
    names = [name for name in shown_measures(report) if name not in signed_measures(report)]
    if names or 'bound' in report:
        yield element('h3', say('more_measures'))
        yield measures_table(say, report, names, with_bound=True)


def shown_measures(report) -> list:
    return [name for name in {**FORMS, **report['measures']} if name not in ELSEWHERE and report['measures'].get(name) is not None]


def signed_measures(report) -> list:
    """
    >>> signed_measures({'measures': {'lm': 0.5, 'dm': 9, 'c_avg': 1.5, 'precision': 0.5, 'height': 2}, 'measure': 'precision'})
    ['lm', 'precision', 'c_avg']
    """
    lost, _ = named_loss({'lm': None, **report['measures']})
    there = shown_measures(report)
    return [name for name in dict.fromkeys([lost, report.get('measure'), 'c_avg', 'dm', *there]) if name in there][:MOST_SIGNED]


def measures_table(say, report, names, with_bound=False):
    records, measures, k = report['records'], report['measures'], report['k']
    n = records['published'] + at_least(records['suppressed'])      # dm is there only where this is told
    weights = [report['weights'].get(name, 1) for name in report['quasi']]
    most = '%g' % sum(weights)
    typed = joined_html(('%s=%g' % pair for pair in report['weights'].items()), say('comma'))
    weighted = say('weighted', weights=typed) if report['weights'] else ''
    told = {**dict.fromkeys(LOSSES, {'n': len(weights), 'weighted': weighted, 'most': most}), 'lm_published': {'most': most},
            'dm': {'least': n * k, 'most': n * n}, 'c_avg': {'most': '{:,.1f}'.format(records['published'] / k)}}
    rows = [(code(name), measure_shown(name, measures[name]), say('meaning_' + name, **told.get(name, {})))
            for name in names]
    if with_bound and 'bound' in report:
        rows[:0] = [(code('bound'), FORMS['lm'].format(floor(1e6 * report['bound']['lm']) / 1e6), bound_in_words(say, report['bound']))]
    return table([say('measure'), say('value'), say('meaning')], rows, numbers=(1,), class_='wide')


def measure_shown(name, value) -> str:
    """
    >>> measure_shown('lm', 0.25), measure_shown('dm', 1200), measure_shown('precision', 0.25)
    ('0.250000', '1,200', '0.2500')
    """
    return loss_text(name, value, 6) if name in LOSSES else FORMS.get(name, '{:,}' if isinstance(value, int) else '{:,.4f}').format(value)


def bound_in_words(say, bound):
    """What --bound has proven."""
    told = say('bound_zero') if bound['gap'] is None else say('bound', above=at_most(bound['gap']))
    notes = [say('bound_stopped')] * bound['stopped'] + [say('bound_near')] * (bound['by'] == 'neighbours')
    notes += [say('bound_without', columns=names_or_none(say, bound['left_out']))] if bound['left_out'] else []
    return joined_html([told, *notes], say('blank'))


def small(say, pictures):
    """The picture that belongs to the risk. On paper it is small enough for two sheets."""
    if SIGNED in pictures:
        yield element('div', figure(pictures[SIGNED]), class_='small')
        yield element('p', say('see_pictures'), say('blank'), say('pictures_say'), class_='note')


def attacker(say, report):
    smallest, k, alone = report['classes']['smallest'], report['k'], report['shapes']['sizes'].get(1, 0)
    items = [say('alone_one', n=alone) if alone else say('alone_persons', persons=report['audit']['persons']) if 'person' in report else
             say('alone', smallest=smallest)]
    items += [say('sentence', text=text) for text in told_of_rows(say, report)]
    for name, given in report['shapes']['sensitive'].items():
        key = 'one_item' if given['items'] else 'one_known' if given['unknown'] else 'one_value'
        items.append(say(key, column=name, **{key: given[key] for key in ('classes', 'records', 'unknown')}) if given['classes'] else
                     say('several_items' if given['items'] else 'several_values', column=name, least=given['least'],
                         share=per_cent(given['share'], 0)))
    items += [] if report['sensitive'] else [say('no_sensitive')]
    rare = rare_of(report)
    items.append(say('see_extremes', text=say('rare' if is_whole(report) else 'rare_columns', k=k, columns=pairs(rare)) if rare else
                     say('rare_levels') if 'vector' in report else say('rare_none', k=k)))
    items += put_back_lines(say, report['put_back'], is_whole(report)) if 'put_back' in report else []
    others = [say('other_table', file=file) if not same_table else say('other_quasi', file=file, quasi=names_or_none(say, quasi)) if quasi else
              say('other_options', file=file) for file, quasi, same_table in report['others']]
    files = joined_html(others, say('semicolon'))
    items.append(say('others', files=files) if others else say('others_none'))
    items.append(say('use_order', text=say('order_input' if report['order'] == 'input' else 'order_sorted')))
    items.append(say('use_columns', text=say('unique', columns=report['unique']) if report['unique'] else say('unique_none')))
    yield bullets(*items, say('not_even_beyond' if report['beyond'] else 'not_protected'))


def put_back_lines(say, found, whole) -> list:
    """What a reader can put back. found: as rules/put_back.py counts. whole: whether what was counted in the table is told, too."""
    cells, records, ends, inferred = found['cells'], found['records'], found['ends'], found['inferred']
    if whole:
        items = [say('box_ends', **ends)] if ends and ends['named'] else [witnessed(say, cells, records)] if cells['generalized'] else []
    else:
        items = [say('box_ends_kept') if ends else say('put_labels', told=say(
            'determined_alone' if cells['determined'] else 'determined_none', cells=cells['determined'], records=records['determined']))]
    items += [say('use_algorithm', text=say('inferred', **inferred))] if inferred and inferred['classes'] else []
    return items + ([say('use_algorithm', text=say(NOT_INFERRED[found['not_inferred']]))] if found['not_inferred'] else [])


def audit(say, report):
    yield element('p', say('audit_counts', **{name: report['audit'][name] for name in ('records', 'classes', 'k')}))
    if 'person' in report:
        yield element('p', say('audit_persons', persons=report['audit']['persons']))
    yield element('p', say('audit_truth'), say('blank'), say('audit_report'))
    yield element('p', say('not_checked_persons', person=report['person']) if 'person' in report else say('not_checked'))


def files(say, report):
    sums, parts, whole = report['sha256'], report['parts'], is_whole(report)
    rows = [(say('input') if len(parts) < 2 else say('input_parts', n=len(parts)), data_of(say, report), sums['data'] if whole else '')]
    rows += [(say('ini' if file == report['config'] else 'hierarchy'), file, sha256 if whole else '')
             for file, sha256 in sorted(sums['files'].items())]
    rows.append((say('release'), output_of(say, report), sums['output']))
    yield table([say('what'), say('file'), say('sha256')], [(what, file, code(sha256) if sha256 else '') for what, file, sha256 in rows])
    if not whole:
        yield element('p', say('sums_in_record', record=report['record']) if report['record'] else say('sums_unrecorded'), class_='note')


def repeat(say, report):
    yield element('p', say('repeat_same'))
    yield command_block(report['typed'])
    if report['record']:
        yield element('p', say('repeat_record', record=report['record']))
        yield command_block(report['replay'])
    else:
        yield element('p', say('repeat_none'))
    if report['next']:
        yield element('p', say('repeat_next'))
        first, *others = report['next']
        yield command_block(first)
        if report.get('unchecked'):
            yield element('p', unchecked_text(say, report['unchecked']))
        yield from map(command_block, others)
