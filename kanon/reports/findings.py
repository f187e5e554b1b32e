"""The pages of check, risk and attack: what was found in a table that somebody published.

Promise: a page says what the report of its verb says, and nothing else. With --redact the report has no values already.
"""

from __future__ import annotations

from ..voice.speaking import per_cent
from .as_html import code, element, capital, joined, table
from .choosing import start_page, sweep_page
from .details import clauses_of
from .settings_shown import head, names, people, witnessed

MEASURES = 'l', 'entropy', 'recursive', 't', 'ordered-t', 'hierarchical-t', 'alpha'
ATTACKERS = {'prosecutor': 'prosecutor', 'journalist': 'journalist', 'marketer': 'marketer'}
ATTACKS = {'linkage': 'linkage', 'linkage, second': 'linkage_second', 'both, joined': 'both_joined', 'order of the rows': 'row_order',
           'the same, sorted': 'row_order_sorted'}
COUNTED = {'people': 'people', 'records': 'in_release', 'suppressed': 'suppressed_records', 'k': 'k_of', 'no_candidate': 'no_candidate',
           'one_record': 'one_record', 'below_k': 'below_k', 'one_value': 'same_value', 'least': 'least', 'mean': 'mean',
           'guessed': 'guessed', 'in_order': 'in_order', 'told': 'told', 'right': 'right'}


def check_page(say, report):
    classes, missing, others, required = (report[name] for name in ('classes', 'missing', 'others', 'required'))
    failed = sum(not row['holds'] for row in required)
    broken, left_open = (sum(standard[verdict] for standard in report.get('standards', ())) for verdict in ('fails', 'open'))
    verdicts = [say('check_fails', n=failed, all=len(required)) if failed else say('all_hold')] if required else []
    if 'standards' in report:
        verdicts.append(say('check_clauses', n=broken) if broken else say('check_open', n=left_open) if left_open else say('check_no_clause'))
    verdict = joined(verdicts or [say('check_unasked')], say('blank'))
    yield say('check_title', data=report['data'])
    yield from head(say, report)
    yield element('p', say('check_finding', k=classes['k'], quasi=names(say, report['quasi']), verdict=verdict), class_='finding')
    found = report['put_back']
    if found['tight'] and found['cells']['determined']:
        yield element('p', say('warn_put_back', cells=found['cells']['determined'], records=found['records']['determined']), class_='heed')
    yield element('h2', say('looked_at'))
    told = [say('accounts', **report['records'], n=classes['count'])]
    told.append(say('quasi_sensitive', quasi=names(say, report['quasi']), sensitive=names(say, report['sensitive'])))
    told.append(say('sizes_are', largest=classes['largest'], average='{:,.1f}'.format(classes['average'])))
    told += people(say, report['population']) if 'population' in report else []
    told += [say('below', **classes['below'])] if classes['below'] else []
    if found['cells']['witnessed'] and (found['tight'] or found['cells']['determined']):
        words = witnessed(say, found['cells'], found['records'])
        told.append(words if found['tight'] else say('unsure', told=words))
    if missing['cells']:
        told += [say('gaps', cells=missing['cells'], records=missing['records']),
                 say('gaps_unknown') if missing['wildcard_k'] is None else say('gaps_k', k=missing['wildcard_k'])]
    told += [say('other_columns', columns=names(say, others['columns']))] if others['columns'] else []
    told += [say('distinct_columns', columns=names(say, others['distinct']))] if others['distinct'] else []
    yield from (element('p', sentence) for sentence in told)
    if required:
        yield element('h2', say('required'))
        rows = [(code(row['required']), row['column'] or '', measure_text(say, row['found']),
                 say('holds') if row['holds'] else element('strong', say('fails_in', **row['failing']))) for row in required]
        yield table([say(key) for key in ('required', 'column', 'found', 'verdict')], rows)
    yield from clauses_of(say, report)
    if report['columns']:
        yield element('h2', say('sensitive'))
        shown = [name for name in MEASURES if any(column[name] is not None for column in report['columns'])]
        rows = [(column['column'], *(measure_text(say, column[name]) for name in shown),
                 say('class_records', **column['homogeneous']) if column['homogeneous']['classes'] else say('none'))
                for column in report['columns']]
        yield table([say('column'), *('c' if name == 'recursive' else name for name in shown), say('one_value_classes')], rows)
        yield element('p', say('sensitive_is'), class_='note')
        without = [say('in_records', column=column['column'], records=column['unknown']) for column in report['columns'] if column['unknown']]
        if without:
            yield element('p', say('unknown_in', columns=joined(without)))
    if report['worst']:
        yield element('h2', say('worst'))
        rows = [(joined('%s %s' % pair for pair in class_['quasi'].items()), '{:,}'.format(class_['records']),
                 joined((hazard(say, column, class_['records']) for column in class_['columns']), '; ')) for class_ in report['worst']]
        yield table([say('class'), capital(say('records')), say('gives_away')], rows, numbers=(1,))


def measure_text(say, value):
    """A measure, or for each l the c above which recursive (c, l)-diversity holds."""
    if isinstance(value, dict):
        return joined('%s (l = %s)' % (say('none') if c is None else '%.4g' % c, l) for l, c in value.items())
    return '-' if value is None else '%.4f' % value if isinstance(value, float) else '{:,}'.format(value)


def hazard(say, column, size):
    if column['unknown'] == size:
        return say('none_known', column=column['column'])
    if column['l'] == 1:
        return say('only_known' if column['unknown'] else 'all_one', column=column['column'], value=column['most_frequent'],
                   records=column['records'], unknown=column['unknown'])
    return say('most_frequent', column=column['column'], l=column['l'], value=column['most_frequent'], records=column['records'],
               t='%.4f' % column['t'])


def risk_page(say, report):
    first, population = report['risks'][-2], report['population']        # the last row is the marketer's
    yield say('risk_title', data=report['data'])
    yield from head(say, report)
    yield element('p', say('risk_finding', highest='%.4f' % first['highest'], average='%.4f' % first['average'],
                           uniques=first['uniques']), class_='finding')
    yield element('p', say('risk_is'), class_='note')
    yield element('h2', say('looked_at'))
    yield element('p', say('accounts', **report['records'], n=report['classes']))
    yield element('p', say('quasi_only', quasi=names(say, report['quasi'])))
    if population:
        yield element('p', say('sample', records=population['records'], classes=population['classes'], file=population['file']))
        if population['absent'] or population['short']:
            yield element('p', say('no_sample', absent=population['absent'], short=population['short']))
        yield from (element('p', sentence) for sentence in people(say, report['in_population']))
    yield element('h2', say('attackers'))
    names_ = 'highest', 'average', 'above', 'above_share', 'uniques'
    rows = [(say(ATTACKERS[row['attacker']]), *(measure_text(say, row[name]) for name in names_)) for row in report['risks']]
    heading = [say('who'), say('highest'), say('average'), say('above', threshold='%g' % report['threshold']), say('share'),
               say('uniques')]
    yield table(heading, rows, numbers=(1, 2, 3, 4, 5))
    yield element('h2', say('identifying'))
    names_ = 'distinct', 'uniques', 'smallest', 'distinction', 'separation'
    rows = [(joined(row['columns']), *(measure_text(say, row[name]) for name in names_)) for row in report['shown']]
    heading = [say(key) for key in ('columns', 'combinations', 'uniques', 'smallest', 'distinction', 'separation')]
    yield table(heading, rows, numbers=(1, 2, 3, 4, 5))
    left = len(report['subsets']) - len(report['shown'])
    yield element('p', say('sets_are'), say('blank'), *([say('more_rows', n=left)] if left else []), class_='note')


def attack_page(say, report):
    first = report['rows'][0]
    worst = next((row for row in report['rows'] if row['attack'] == 'both, joined'), first)
    yield say('attack_title', data=report['data'])
    yield from head(say, report)
    yield element('p', say('attack_nobody') if first['no_candidate'] == first['people'] else
                  say('attack_finding', people=worst['people'], known=report['known'], one=worst['one_record'], few=worst['below_k'],
                      k=worst['k'], same=worst['one_value'] or 0), class_='finding')
    yield element('p', say('candidate'))
    yield element('p', say('linked_by', quasi=names(say, report['quasi']), sensitive=names(say, report['sensitive'])))
    if report['second']:
        yield element('p', say('second', file=report['second']))
    yield element('h2', say('attacks'))
    played = [row for row in report['rows'] if row['attack'] in ATTACKS]
    rows = [(counted(say, name), *(cell(row[name]) for row in played))
            for name in first if name not in ('attack', 'by') and any(row[name] is not None for row in played)]
    heading = [say('counted'), *(say(ATTACKS[row['attack']]) for row in played)]
    yield table(heading, rows, numbers=range(1, len(heading)))
    yield from control_part(say, report)
    if any(row['attack'] == 'both, joined' for row in report['rows']):
        yield element('p', say('joined_is'), class_='note')


def counted(say, name):
    return say(COUNTED[name]) if name in COUNTED else say('same_of', column=name[len('one_'):])


def control_part(say, report):
    """The same attacks on people who are not in the table, side by side. Nothing without a control."""
    rows = {row['attack']: row for row in report['rows']}
    compared = [attack for attack in rows if attack + ', control' in rows]
    if compared:
        yield element('h2', say('control'))
        yield element('p', say('control_is', file=report['control']))
    for attack in compared:
        row, control, difference, chance, risk = (
            rows[attack + behind] for behind in ('', ', control', ', difference', ', chance', ', risk'))
        heading = [say(ATTACKS[attack]), say('of_list', people=row['people']), say('of_control', people=control['people']),
                   say('difference'), say('chance'), say('control_risk')]
        body = [(counted(say, name), per_cent(row[name] / row['people'], 2), per_cent(control[name] / control['people'], 2),
                 '%+.2f' % (100 * difference[name]), '%.2f' % (100 * chance[name]), measure_text(say, risk[name]))
                for name in row if name not in ('attack', 'by') and difference[name] is not None]
        yield table(heading, body, numbers=(1, 2, 3, 4, 5))
        if row['guessed'] is not None:
            yield element('p', say('guess_told', of_list=per_cent(row['guessed'] / row['people'], 2),
                                   of_control=per_cent(control['guessed'] / control['people'], 2)))
            by_chance = abs(difference['guessed']) <= chance['guessed']
            yield element('p', say('guess_by_chance' if by_chance else 'guess_leaked', points='%+.2f' % (100 * difference['guessed'])))
    if compared:
        yield element('p', say('control_note'), class_='note')


def cell(value):
    return '-' if value is None else '{:,.1f}'.format(value) if isinstance(value, float) else '{:,}'.format(value)


PAGES = {'check': check_page, 'risk': risk_page, 'attack': attack_page, 'sweep': sweep_page, 'start': start_page}
