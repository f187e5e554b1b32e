"""The pages of check, risk and attack: what was found in a table that somebody published.

Promise: a page says what the report of its verb says. With --redact the report has no values already. The page of check is made to be signed,
as that of a run is: what to decide comes first, the verdicts before the measures, and what is signed fits two printed sheets.
"""

from __future__ import annotations

from ...core.desk.as_text import as_one_lines, items_lines, reading_lines
from ...core.voice.speaking import capital, as_sentence
from ..voice.attack_names import ATTACKS, attack_name
from ..voice.counted_persons import in_persons
from .as_html import bullets, code, command_block, element, figure, joined_html, table
from .choosing import start_page, sweep_page
from .details import clauses_of
from .found_by_attacks import (HEADINGS, compared, doubts_of, left_out_lines, meaning_of,
                               star_lines, told_by_attack, with_control)
from .found_by_estimates import (estimate_lines, further_values, individual_lines, model_rows,
                                 special_columns, special_lines, special_rows, special_values)
from .found_by_use import use_page
from .found_in_tables import (ATTACKERS, KNOWS, MEASURES, OF_SETS, RISKS, accounted,
                              differing_rows, hazards, key_of_measures, looked_at, measure_text,
                              persons_there, sampled, sensitive_rows, sets_in, unknown_in,
                              verdict_on, verdict_lines)
from .settings_shown import page_head, names_or_none, witnessed
from .to_sign import (decisions, fields, identifiers_of_table, options_beside, seen_by, signature,
                      standards_open)

SIGNED_MEASURES = 'l', 't', 'alpha'     # of a sensitive column


def check_page(say, report, pictures):
    classes, required, found, page = (report[name] for name in ('classes', 'required', 'put_back', 'page'))
    yield say('check_title', data=report['data'])
    yield element('p', say('by', **{name: report[name] for name in ('program', 'version', 'data')}), class_='note')
    yield from seen_by(say, page, 0)
    plain, say = say, in_persons(say, report)
    yield element('p', say('check_finding', k=classes.get('persons', classes)['k'], quasi=names_or_none(say, report['quasi']), verdict=whole_verdict(say, report)),
                  class_='finding')
    whose = say('whose_persons_there', person=report['person']) if 'person' in report else say('whose_rows_found')
    rows_are = [say('counted_by', column=report['counts'])] if report['counts'] is not None else []
    rows_are += [say('count_column', column=report['count_column'])] if report['count_column'] else []
    rows_are += [say('totals', n=report['totals'])] if report.get('totals') else []
    rows_are += [as_sentence(plain, line) for line in reading_lines(plain, report)]
    yield from decisions(say, [whose, *rows_are], identifiers_of_table(say, report), options_beside(say, report), list(standards_open(say, report)),
                         [say('others_unlooked')])
    if found['tight'] and found['cells']['determined']:
        yield element('p', say('warn_put_back', cells=found['cells']['determined'], records=found['records']['determined']), class_='heed')
    yield from fields(say, page['texts'])
    if required:
        yield element('h2', say('required_title'))
        rows = [(code(row['required']), row['column'] or '', measure_text(say, row['found']),
                 verdict_on(say, row) if row['holds'] else element('strong', verdict_on(say, row))) for row in required]
        yield table([capital(say(key)) for key in ('required', 'a_column', 'found', 'verdict')], rows)
    yield from worst_part(say, report)
    yield element('h2', say('looked_at'))
    told = []
    if found['cells']['witnessed'] and (found['tight'] or found['cells']['determined']):
        words = witnessed(say, found['cells'], found['records'])
        told.append(words if found['tight'] else say('if_tight_page', told=words))
    yield element('p', joined_html([as_sentence(say, text) for text in looked_at(plain, report, told)], say('blank')))
    if 'as_counted' in report and report['as_counted']['differences']['rows']:
        heading, *rows = differing_rows(say, report['as_counted'])
        yield table(list(map(capital, heading)), rows, numbers=(0, 1))
    if report['columns']:
        yield element('h2', say('sensitive_title'))
        yield from sensitive_table(say, [{**column, **dict.fromkeys(set(MEASURES) - set(SIGNED_MEASURES))} for column in report['columns']])
        yield element('p', say(key_of_measures(report)), class_='note')
        told = [*items_lines(say, sets_in(report['columns'])), *as_one_lines(say, report['as_one']), *unknown_in(say, report['columns'])]
        yield from [element('p', joined_html(told, say('blank')))] if told else []
    yield element('h2', say('signed_file'))
    yield table([say('file'), say('sha256')], [(report['data'], code(report['sha256'] or '-'))])
    yield element('p', say('check_again'))
    yield command_block(report['typed'])
    yield from signature(say, say('sign_check', output=report['data']), page['texts'])
    details = [*clauses_of(say, report), element('h2', say('details'))]
    if report['columns']:
        details += [element('h3', say('all_measures')), *sensitive_table(say, report['columns'])]
        details.append(element('p', joined_html([say(key_of_measures(report)), say('measured_more')], say('blank')), class_='note'))
    if pictures:
        details += [element('h3', say('pictures')), element('p', say('pictures_say'), class_='note'), *map(figure, pictures.values())]
    yield element('div', *details, class_='details')


def sensitive_table(say, columns):
    (_, *heading), *rows = sensitive_rows(say, columns)
    yield table([capital(say('a_column')), *heading[:-1], capital(heading[-1])], rows)


def worst_part(say, report):
    """The worst classes: their labels, or their numbers where the page names no value."""
    if report['worst']:
        yield element('h2', capital(say('worst')))
        counted = [name for name in ('records', 'persons') if name in report['worst'][0]]
        rows = [(joined_html(('%s %s' % pair for pair in class_['quasi'].items()), say('comma')) if report['page']['shows'] == 'all' else str(number),
                 *('{:,}'.format(class_[name]) for name in counted),
                 joined_html((say('named', name=column['column'], text=hazard) for column, hazard in zip(class_['columns'], hazards(say, class_))),
                             say('semicolon'))) for number, class_ in enumerate(report['worst'], 1)]
        yield table([say('class'), *(capital(say(name)) for name in counted), say('gives_away')], rows, numbers=range(1, 1 + len(counted)))


def whole_verdict(say, report):
    """What the verdicts come to, with how many fail."""
    failed = sum(not row['holds'] for row in report['required'])
    told = [say('some_fail', n=failed, all=len(report['required']))] * bool(failed)
    kept = {**report, 'required': [] if failed else report['required']}
    return joined_html([*told, *verdict_lines(say, kept)] or [say('nothing_required')], say('blank'))


def risk_page(say, report):
    say, first = in_persons(say, report), report['risks'][-2]        # the last row is the marketer's
    yield say('risk_title', data=report['data'])
    yield from page_head(say, report)
    yield element('p', say('risk_finding', highest='%.4f' % first['highest'], average='%.4f' % first['average'],
                           uniques=first['uniques']), class_='finding')
    told = [say(key) for key in ('risk_is', 'risk_ends', 'unique_is', *['unique_journalist'] * bool(report['population']))]
    yield element('p', joined_html(told, say('blank')), class_='note')
    yield element('h2', say('looked_at'))
    yield element('p', as_sentence(say, accounted(say, report['records'], report['classes'])))
    yield from (element('p', as_sentence(say, text)) for text in persons_there(say, report))
    yield element('p', say('quasi_only', quasi=names_or_none(say, report['quasi'])))
    yield from (element('p', as_sentence(say, text)) for text in sampled(say, report))
    yield element('h2', say('attackers'))
    rows = [(capital(say('named', name=say(ATTACKERS[row['attacker']]), text=say(KNOWS[row['attacker']]))),
             *(measure_text(say, row[name]) for name in RISKS)) for row in report['risks']]
    threshold = '%g' % report['threshold']
    yield table([capital(say(key, threshold=threshold)) for key in ('attacker_is', *RISKS.values())], rows, numbers=(1, 2, 3, 4, 5))
    yield from estimates_part(say, report)
    yield element('h2', say('identifying'))
    rows = [(joined_html(row['columns'], say('comma')),
             *(measure_text(say, row[name]) for name in list(OF_SETS)[1:])) for row in report['shown']]
    yield table([capital(say(key)) for key in OF_SETS.values()], rows, numbers=(1, 2, 3, 4, 5))
    left = len(report['subsets']) - len(report['shown'])
    told = [as_sentence(say, say('sets_are')), say('sets_top'), *([say('more_sets', n=left)] if left else [])]
    yield element('p', joined_html(told, say('blank')), class_='note')


def estimates_part(say, report):
    """The people behind the table, and who stands out in it. Nothing where this is not asked."""
    if 'estimated' in report:
        yield element('h2', say('estimated_title'))
        yield from with_finding(estimate_lines(say, report))
        yield rows_table(model_rows(say, report['estimated']), (1, 2))
    if 'individual' in report:
        yield element('h2', say('individual_title'))
        yield from with_finding(individual_lines(say, report))
    if 'special' in report:
        yield element('h2', say('special_title'))
        yield from (element('p', text) for text in special_lines(say, report))
        if report['special']['records']:
            yield rows_table(special_columns(say, report['special']), (1, 2))
            yield element('h3', say('special_by_value'))
            yield rows_table(special_values(say, report['special']), (2, 3))
            yield from (element('p', text, class_='note') for text in further_values(say, report['special']))
            yield element('h3', say('special_first'))
            yield rows_table(special_rows(say, report['special']), (0,))


def with_finding(lines):
    """Paragraphs, of which the second is what was found."""
    yield from (element('p', text, class_='finding' if place == 1 else None) for place, text in enumerate(lines))


def rows_table(rows, numbers):
    """A table of rows of texts, the first of them the heading."""
    return table(list(map(capital, rows[0])), rows[1:], numbers=numbers)


def row_name(say, name):
    """What a row of the attacks counts. A Chinese text may begin with the name of a column, which
    keeps its letters."""
    text, column = meaning_of(say, name), None if name in HEADINGS else name[len('one_'):]
    return text if column and text.startswith(column) else capital(text)


def attack_page(say, report):
    first, rows = report['rows'][0], [row for row in report['rows'] if row['attack'] in ATTACKS]
    worst = next((row for row in rows if row['attack'] == 'both, joined'), first)
    yield say('attack_title', data=report['data'])
    yield from page_head(say, report)
    yield from (element('p', as_sentence(say, line)) for line in (*left_out_lines(say, report), *star_lines(say, report)))
    yield element('p', say('nobody') if first['no_candidate'] == first['people'] else
                  say('attack_finding', people=worst['people'], known=report['known'], one=worst['one_record'], few=worst['below_k'],
                      k=worst['k'], same=worst['one_value'] or 0), class_='finding')
    over_time = [row for row in report['rows'] if row['attack'].startswith('over time, ')]
    if over_time:
        same = [row['one_value'] for row in over_time]
        yield element('p', say('time_finding', few=sum(row['below_k'] for row in over_time), k=over_time[0]['k'],
                               **{row['attack'][len('over time, '):]: row['people'] for row in over_time}), class_='finding')
        yield element('p', say('time_unknown') if None in same else say('time_told', same=sum(same)), class_='finding')
    yield element('p', say('candidate'))
    yield element('p', say('linked_to_learn', quasi=names_or_none(say, report['quasi']), sensitive=names_or_none(say, report['sensitive'])))
    if report['second']:
        yield element('p', say('second', file=report['second']))
    if report['second_known']:
        yield element('p', say('second_known', file=report['second_known']))
    elif report['person']:
        yield element('p', capital(say('by_person', column=report['person'])))
    yield element('h2', say('attacks'))
    shown = [row for row in report['rows'] if row['attack'] in ATTACKS or row['attack'].endswith(', control')]
    body = [(row_name(say, name), *(figure_cell(row[name]) for row in shown))
            for name in first if name not in ('attack', 'by') and any(row[name] is not None for row in shown)]
    heading = [say('counted'), *(capital(attack_name(say, row['attack'])) for row in shown)]
    yield table(heading, body, numbers=range(1, len(heading)))
    by = [joined_html([row['by'], say('in_brackets', text=attack_name(say, row['attack']))], '') for row in rows]
    yield element('p', say('named', name=capital(say('linked_by')), text=joined_html(by, say('semicolon'))), class_='note')
    yield from control_part(say, report)
    if len(rows) > 1 and worst is not first:
        yield element('p', capital(say('joined_is')), class_='note')
    if over_time:
        yield element('p', capital(say('time_is')), class_='note')
        files = (report['data'], report['known']), (report['second'], report['second_known'])
        doubts = list(doubts_of(say, report['doubts'], files))
        if doubts:
            yield element('p', as_sentence(say, say('time_not_counted')))
            yield bullets(*doubts)


def control_part(say, report):
    """The same attacks on people who are not in the table, side by side. Nothing without a control."""
    attacks = list(with_control(report['rows']))
    if attacks:
        yield element('h2', say('control_title'))
        yield element('p', say('control_is', file=report['control']))
    for attack in attacks:
        row, control = attack[:2]
        yield element('p', capital(say('list_control', attack=attack_name(say, row['attack']), people=row['people'], others=control['people'])))
        heading, *body = ([capital(text) for text in line[:1]] + list(line[1:]) for line in compared(say, *attack))
        yield table([capital(text) for text in heading], body, numbers=(1, 2, 3, 5))
        yield from (element('p', text) for text in told_by_attack(say, *attack))
    if attacks:
        yield element('p', joined_html([say('control_note'), say('control_risk')], say('blank')), class_='note')


def figure_cell(value):
    return '-' if value is None else '{:,.1f}'.format(value) if isinstance(value, float) else '{:,}'.format(value)


PAGES = {'risk': risk_page, 'attack': attack_page, 'sweep': sweep_page, 'start': start_page, 'use': use_page}
