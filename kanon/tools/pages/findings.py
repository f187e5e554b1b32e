"""The pages of check, risk and attack: what was found in a table that somebody published.

Promise: a page says what the report of its verb says, part by part. With --redact the report has no
values already. The page of check is made to be signed, as that of a run is. What to decide comes
first, the verdicts before the measures, and what is signed fits two printed sheets.
"""

from __future__ import annotations

from ...core.desk.as_text import (as_one_lines, items_lines, picked, reading_lines, totals_left,
                                  warned)
from ...core.voice.speaking import as_sentence, capital
from ..voice.attack_names import ATTACKS, attack_name
from ..voice.counted_persons import in_persons
from .as_html import Place, bullets, code, command_block, element, joined_html, said_at, table
from .choosing import start_page, sweep_page
from .details import clauses_of, pictures_in_full
from .found_by_attacks import (HEADINGS, compared_rows, doubts_of, left_out_lines, meaning_of,
                               over_time_rows, star_lines, told_by_attack, with_control)
from .found_by_estimates import (estimate_lines, further_values, individual_lines, model_rows,
                                 special_columns, special_lines, special_rows, special_values)
from .found_by_use import use_page
from .found_in_tables import (ATTACKERS, KNOWS, MEASURES, OF_SETS, RISKS, below_number,
                              classes_counted, columns_named, counts_lines, differing_rows,
                              differs, gaps_in_quasi, hazards, key_of_measures, measure_text,
                              other_columns, people_of_classes, persons_there,
                              records_at_risk, records_in_classes, sampled, sensitive_rows,
                              sets_in, smallest_class, unknown_in, verdict_lines, verdict_on)
from .settings_shown import (column_of_counts, counted_by_column, ini_sender, ini_sets, made_by,
                             names_or_none, reading_paragraphs, rows_are, witnessed)
from .to_sign import decisions, fields, seen_by, signature, standards_open

SIGNED_MEASURES = 'l', 't', 'alpha'     # of a sensitive column


def sentences_at(places, where, say, report):
    """What stands at a place, as the sentences of one paragraph."""
    sentences = [as_sentence(say, text) for text in said_at(places, where, say, report)]
    return element('p', joined_html(sentences, say('blank')))


# The page of check.

def check_page(say, report):
    say, texts = in_persons(say, report), report['page']['texts']
    yield say('check_title', data=report['data'])
    yield from said_at(CHECK_PAGE, 'head', say, report)
    yield from decisions(CHECK_PAGE, say, report)
    yield from said_at(CHECK_PAGE, 'heed', say, report)
    yield from fields(say, texts)
    yield from said_at(CHECK_PAGE, 'verdicts', say, report)
    yield element('h2', say('looked_at'))
    yield sentences_at(CHECK_PAGE, 'looked_at', say, report)
    yield from said_at(CHECK_PAGE, 'measured', say, report)
    yield from said_at(CHECK_PAGE, 'file', say, report)
    yield from signature(say, say('sign_check', output=report['data']), texts)
    yield element('div', *said_at(CHECK_PAGE, 'details', say, report), class_='details')


def who_may_see(say, report):
    return seen_by(say, report['page'], 0)


def check_finding(say, report):
    text = say('check_finding', k=classes_counted(report)['k'],
               quasi=names_or_none(say, report['quasi']), verdict=whole_verdict(say, report))
    yield element('p', text, class_='finding')


def whole_verdict(say, report):
    """What the verdicts come to, with how many fail."""
    failed = sum(not row['holds'] for row in report['required'])
    sentences = []
    if failed:
        sentences.append(say('some_fail', n=failed, all=len(report['required'])))
        report = {**report, 'required': []}     # not all of it holds
    sentences += verdict_lines(say, report)
    return joined_html(sentences or [say('nothing_required')], say('blank'))


def whose_rows(say, report):
    if 'person' in report:
        yield say('whose_persons_there', person=report['person'])
    else:
        yield say('whose_rows_found')


def reading_sentences(say, report):
    for line in reading_lines(say, report):
        yield as_sentence(say, line)


def person_published(say, report):
    """The column that says whose row each is, if the table itself has it."""
    if 'person' in report and not report.get('as_counted'):
        yield say('person_in_file', person=report['person'])


def unjudged_columns(say, report):
    """The columns in which every record has its own value, and those that were not judged."""
    others = report['others']
    if others['distinct']:
        yield say('distinct_columns', columns=names_or_none(say, others['distinct']))
    if others['columns']:
        yield say('identifiers_unjudged', columns=names_or_none(say, others['columns']))
    else:
        named = [*report['quasi'], *report['sensitive']]
        yield say('identifiers_all_judged', columns=names_or_none(say, named))


def others_unlooked(say, report):
    yield say('others_unlooked')


def put_back_warning(say, report):
    if report['put_back']['tight']:
        for text in warned(say, report['put_back']):
            yield element('p', text, class_='heed')


def required_table(say, report):
    if not report['required']:
        return
    yield element('h2', say('required_title'))
    rows = []
    for row in report['required']:
        verdict = verdict_on(say, row)
        if not row['holds']:
            verdict = element('strong', verdict)
        rows.append((code(row['required']), row['column'] or '', measure_text(say, row['found']),
                     verdict))
    head = 'required', 'a_column', 'found', 'verdict'
    yield table([capital(say(key)) for key in head], rows)


def worst_table(say, report):
    """The worst classes: their labels, or their numbers where the page names no value."""
    if not report['worst']:
        return
    yield element('h2', capital(say('worst')))
    counted = [name for name in ('records', 'persons') if name in report['worst'][0]]
    rows = []
    for number, class_ in enumerate(report['worst'], 1):
        name = str(number)
        if report['page']['shows'] == 'all':
            labels = ['%s %s' % pair for pair in class_['quasi'].items()]
            name = joined_html(labels, say('comma'))
        sizes = ['{:,}'.format(class_[size]) for size in counted]
        given_away = [say('named', name=column['column'], text=hazard)
                      for column, hazard in zip(class_['columns'], hazards(say, class_))]
        rows.append((name, *sizes, joined_html(given_away, say('semicolon'))))
    head = [say('class'), *(capital(say(name)) for name in counted), say('gives_away')]
    yield table(head, rows, numbers=range(1, 1 + len(counted)))


def witness_sentence(say, report):
    """What a reader can put back or, if nobody said what the labels name, what it would be."""
    put_back = report['put_back']
    cells = put_back['cells']
    if cells['witnessed'] and (put_back['tight'] or cells['determined']):
        text = witnessed(say, cells, put_back['records'])
        yield text if put_back['tight'] else say('if_tight_page', told=text)


def differing_table(say, report):
    """The first rows that the table has more or less often than its counts say."""
    if differs(report):
        heading, *rows = differing_rows(say, report['as_counted'])
        yield table(list(map(capital, heading)), rows, numbers=(0, 1))


def signed_measures(say, report):
    """The measures that stand in the part to be signed, and what is said of the columns."""
    columns = report['columns']
    if not columns:
        return
    yield element('h2', say('sensitive_title'))
    others = dict.fromkeys(set(MEASURES) - set(SIGNED_MEASURES))
    yield from sensitive_table(say, [{**column, **others} for column in columns])
    yield element('p', say(key_of_measures(report)), class_='note')
    notes = said_at(CHECK_PAGE, 'note', say, report)
    if notes:
        yield element('p', joined_html(notes, say('blank')))


def sensitive_table(say, columns):
    (_, *heading), *rows = sensitive_rows(say, columns)
    yield table([capital(say('a_column')), *heading[:-1], capital(heading[-1])], rows)


def sets_of_items(say, report):
    return items_lines(say, sets_in(report['columns']))


def values_as_one(say, report):
    return as_one_lines(say, report['as_one'])


def unknown_values(say, report):
    return unknown_in(say, report['columns'])


def file_signed(say, report):
    yield element('h2', say('signed_file'))
    row = report['data'], code(report['sha256'] or '-')
    yield table([say('file'), say('sha256')], [row])


def check_again(say, report):
    yield element('p', say('check_again'))
    yield command_block(report['typed'])


def all_measures(say, report):
    """The measures of each sensitive column. They are the first of the details."""
    yield element('h2', say('details'))
    if report['columns']:
        yield element('h3', say('all_measures'))
        yield from sensitive_table(say, report['columns'])
        notes = [say(key_of_measures(report)), say('measured_more')]
        yield element('p', joined_html(notes, say('blank')), class_='note')


# In the order of the page. Parts that are not in CHECK (verbs/check_text.py) are the page's alone.
CHECK_PAGE = (
    Place('head', 'run', made_by),
    Place('head', 'page', who_may_see),
    Place('head', 'classes verdict', check_finding),

    Place('decide_whose', 'persons', whose_rows),
    Place('decide_whose', 'counts', counted_by_column),
    Place('decide_whose', 'count_column', column_of_counts),
    Place('decide_whose', 'totals', totals_left),
    Place('decide_whose', 'reading', reading_sentences),
    Place('decide_identifiers', 'persons', person_published),
    Place('decide_identifiers', 'others', unjudged_columns),
    Place('decide_options', 'run', ini_sets),
    Place('decide_options', 'telling', ini_sender),
    Place('decide_standards', 'standards', standards_open),
    Place('decide_others', 'other_releases', others_unlooked),

    Place('heed', 'put_back', put_back_warning),
    Place('verdicts', 'required', required_table),
    Place('verdicts', 'worst', worst_table),

    Place('looked_at', 'quasi', columns_named),
    Place('looked_at', 'records', records_in_classes),
    Place('looked_at', 'as_counted', counts_lines),
    Place('looked_at', 'persons', persons_there),
    Place('looked_at', 'classes', smallest_class),
    Place('looked_at', 'population', people_of_classes),
    Place('looked_at', 'below', below_number),
    Place('looked_at', 'put_back', witness_sentence),
    Place('looked_at', 'missing', gaps_in_quasi),
    Place('looked_at', 'others', other_columns),

    Place('measured', 'as_counted', differing_table),
    Place('measured', 'columns', signed_measures),
    Place('note', 'items', sets_of_items),
    Place('note', 'as_one', values_as_one),
    Place('note', 'unknown', unknown_values),
    Place('file', 'sha256', file_signed),
    Place('file', 'typed', check_again),

    Place('details', 'standards', clauses_of),
    Place('details', 'columns', all_measures),
    Place('details', 'pictures', pictures_in_full),
)


# The page of risk.

def risk_page(say, report):
    say = in_persons(say, report)
    yield say('risk_title', data=report['data'])
    yield from said_at(RISK_PAGE, 'head', say, report)
    yield element('h2', say('looked_at'))
    yield from said_at(RISK_PAGE, 'looked_at', say, report)
    for where in 'attackers', 'estimates', 'sets':
        yield from said_at(RISK_PAGE, where, say, report)


def risk_finding(say, report):
    strongest = report['risks'][-2]         # the last row is the marketer's
    highest, average = ('%.4f' % strongest[name] for name in ('highest', 'average'))
    text = say('risk_finding', highest=highest, average=average, uniques=strongest['uniques'])
    yield element('p', text, class_='finding')


def what_risk_is(say, report):
    keys = ['risk_is', 'risk_ends', 'unique_is']
    if report['population']:
        keys.append('unique_journalist')
    yield element('p', joined_html(map(say, keys), say('blank')), class_='note')


def paragraphs(said):
    """A function that says in paragraphs what `said` says in lines."""
    def in_paragraphs(say, report):
        for line in said(say, report):
            yield element('p', as_sentence(say, line))
    return in_paragraphs


def quasi_named(say, report):
    yield element('p', say('quasi_only', quasi=names_or_none(say, report['quasi'])))


def risks_table(say, report):
    """The risks of each attacker."""
    yield element('h2', say('attackers'))
    rows = []
    for row in report['risks']:
        attacker = row['attacker']
        knows = say('named', name=say(ATTACKERS[attacker]), text=say(KNOWS[attacker]))
        rows.append((capital(knows), *(measure_text(say, row[name]) for name in RISKS)))
    threshold = '%g' % report['threshold']
    head = [capital(say(key, threshold=threshold)) for key in ('attacker_is', *RISKS.values())]
    yield table(head, rows, numbers=(1, 2, 3, 4, 5))


def estimated_part(say, report):
    """The people behind the table. Nothing where this is not asked."""
    if 'estimated' in report:
        yield element('h2', say('estimated_title'))
        yield from with_finding(estimate_lines(say, report))
        yield rows_table(model_rows(say, report['estimated']), (1, 2))


def individual_part(say, report):
    """The risk of the records of a survey. Nothing without weights."""
    if 'individual' in report:
        yield element('h2', say('individual_title'))
        yield from with_finding(individual_lines(say, report))


def special_part(say, report):
    """Who stands out in the table. Nothing where this is not asked."""
    if 'special' not in report:
        return
    special = report['special']
    yield element('h2', say('special_title'))
    yield from (element('p', text) for text in special_lines(say, report))
    if special['records']:
        yield rows_table(special_columns(say, special), (1, 2))
        yield element('h3', say('special_by_value'))
        yield rows_table(special_values(say, special), (2, 3))
        for text in further_values(say, special):
            yield element('p', text, class_='note')
        yield element('h3', say('special_first'))
        yield rows_table(special_rows(say, special), (0,))


def with_finding(lines):
    """Paragraphs, of which the second is what was found."""
    for place, text in enumerate(lines):
        yield element('p', text, class_='finding' if place == 1 else None)


def rows_table(rows, numbers):
    """A table of rows of texts, the first of them the heading."""
    return table(list(map(capital, rows[0])), rows[1:], numbers=numbers)


def sets_table(say, report):
    """The sets of columns that identify most."""
    yield element('h2', say('identifying'))
    _, *measures = OF_SETS
    rows = []
    for row in report['shown']:
        texts = [measure_text(say, row[name]) for name in measures]
        rows.append((joined_html(row['columns'], say('comma')), *texts))
    head = [capital(say(key)) for key in OF_SETS.values()]
    yield table(head, rows, numbers=(1, 2, 3, 4, 5))
    notes = [as_sentence(say, say('sets_are')), say('sets_top')]
    left = len(report['subsets']) - len(report['shown'])
    if left:
        notes.append(say('more_sets', n=left))
    yield element('p', joined_html(notes, say('blank')), class_='note')


# In the order of the page. Parts that are not in RISK (verbs/risk.py) are the page's alone.
RISK_PAGE = (
    Place('head', 'run', made_by),
    Place('head', 'run telling counts totals count_column', rows_are),
    Place('head', 'reading', reading_paragraphs),
    Place('head', 'risks', risk_finding),
    Place('head', 'meaning', what_risk_is),
    Place('looked_at', 'records', paragraphs(records_at_risk)),
    Place('looked_at', 'persons', paragraphs(persons_there)),
    Place('looked_at', 'quasi', quasi_named),
    Place('looked_at', 'population', paragraphs(sampled)),
    Place('attackers', 'risks', risks_table),
    Place('estimates', 'estimated', estimated_part),
    Place('estimates', 'individual', individual_part),
    Place('estimates', 'special', special_part),
    Place('sets', 'subsets', sets_table),
)


# The page of attack.

def attack_page(say, report):
    yield say('attack_title', data=report['data'])
    yield from said_at(ATTACK_PAGE, 'head', say, report)
    yield element('h2', say('attacks'))
    yield from said_at(ATTACK_PAGE, 'attacks', say, report)


def attacks_in(report) -> list:
    """The rows of the attacks themselves."""
    return [row for row in report['rows'] if row['attack'] in ATTACKS]


def worst_attack(report) -> dict:
    """The row of both releases joined, if there are two."""
    for row in attacks_in(report):
        if row['attack'] == 'both, joined':
            return row
    return report['rows'][0]


def attack_finding(say, report):
    first, worst = report['rows'][0], worst_attack(report)
    if first['no_candidate'] == first['people']:
        text = say('nobody')
    else:
        text = say('attack_finding', known=report['known'], one=worst['one_record'],
                   few=worst['below_k'], same=worst['one_value'] or 0,
                   **picked(worst, 'people', 'k'))
    yield element('p', text, class_='finding')


def time_findings(say, report):
    """What the two releases tell of the people who were added, were removed, and stayed."""
    rows = over_time_rows(report['rows'])
    if not rows:
        return
    people = {kind: row['people'] for kind, row in rows.items()}
    few = sum(row['below_k'] for row in rows.values())
    k = next(iter(rows.values()))['k']
    yield element('p', say('time_finding', few=few, k=k, **people), class_='finding')
    same = [row['one_value'] for row in rows.values()]
    text = say('time_unknown') if None in same else say('time_told', same=sum(same))
    yield element('p', text, class_='finding')


def what_a_candidate_is(say, report):
    yield element('p', say('candidate'))


def columns_linked(say, report):
    names = {role: names_or_none(say, report[role]) for role in ('quasi', 'sensitive')}
    yield element('p', say('linked_to_learn', **names))


def second_release(say, report):
    if report['second']:
        yield element('p', say('second', file=report['second']))


def second_list(say, report):
    """The list of the second release or, without one, the column that says whose row each is."""
    if report['second_known']:
        yield element('p', say('second_known', file=report['second_known']))
    elif report['person']:
        yield element('p', capital(say('by_person', column=report['person'])))


def attacks_table(say, report):
    """A column for each attack, and a row for each number."""
    shown = [row for row in report['rows']
             if row['attack'] in ATTACKS or row['attack'].endswith(', control')]
    body = []
    for name in report['rows'][0]:
        counts = name not in ('attack', 'by')
        if counts and any(row[name] is not None for row in shown):
            body.append((row_name(say, name), *(figure_cell(row[name]) for row in shown)))
    names = [capital(attack_name(say, row['attack'])) for row in shown]
    heading = [say('counted'), *names]
    yield table(heading, body, numbers=range(1, len(heading)))


def row_name(say, name):
    """What a row of the attacks counts.

    A Chinese text may begin with the name of a column, which keeps its letters.
    """
    text = meaning_of(say, name)
    column = None if name in HEADINGS else name[len('one_'):]
    return text if column and text.startswith(column) else capital(text)


def figure_cell(value):
    if value is None:
        return '-'
    return '{:,.1f}'.format(value) if isinstance(value, float) else '{:,}'.format(value)


def columns_linked_by(say, report):
    """Which columns each attack has linked by."""
    attacks = []
    for row in attacks_in(report):
        name = say('in_brackets', text=attack_name(say, row['attack']))
        attacks.append(joined_html([row['by'], name], ''))
    text = joined_html(attacks, say('semicolon'))
    yield element('p', say('named', name=capital(say('linked_by')), text=text), class_='note')


def control_part(say, report):
    """The same attacks on people who are not in the table, side by side. Nothing without them."""
    attacks = list(with_control(report['rows']))
    if not attacks:
        return
    yield element('h2', say('control_title'))
    yield element('p', say('control_is', file=report['control']))
    for attack in attacks:
        row, control = attack[:2]
        lists = say('list_control', attack=attack_name(say, row['attack']),
                    people=row['people'], others=control['people'])
        yield element('p', capital(lists))
        heading, *rows = compared_rows(say, *attack)
        body = [(capital(name), *numbers) for name, *numbers in rows]
        yield table(list(map(capital, heading)), body, numbers=(1, 2, 3, 5))
        yield from (element('p', text) for text in told_by_attack(say, *attack))
    notes = [say('control_note'), say('control_risk')]
    yield element('p', joined_html(notes, say('blank')), class_='note')


def joined_note(say, report):
    """What the row of both releases is."""
    if worst_attack(report) is not report['rows'][0]:
        yield element('p', capital(say('joined_is')), class_='note')


def time_note(say, report):
    """What the rows over time are, and why they do not count people of the same value."""
    if not over_time_rows(report['rows']):
        return
    yield element('p', capital(say('time_is')), class_='note')
    files = (report['data'], report['known']), (report['second'], report['second_known'])
    doubts = list(doubts_of(say, report['doubts'], files))
    if doubts:
        yield element('p', as_sentence(say, say('time_not_counted')))
        yield bullets(*doubts)


# In the order of the page. Parts that are not in ATTACK (verbs/attack.py) are the page's alone.
ATTACK_PAGE = (
    Place('head', 'run', made_by),
    Place('head', 'run telling totals', rows_are),
    Place('head', 'reading', reading_paragraphs),
    Place('head', 'left_out', paragraphs(left_out_lines)),
    Place('head', 'stars', paragraphs(star_lines)),
    Place('head', 'known nobody', attack_finding),
    Place('head', 'over_time', time_findings),
    Place('head', 'candidate', what_a_candidate_is),
    Place('head', 'columns', columns_linked),
    Place('head', 'joined', second_release),
    Place('head', 'person over_time', second_list),
    Place('attacks', 'rows meanings', attacks_table),
    Place('attacks', 'columns', columns_linked_by),
    Place('attacks', 'control', control_part),
    Place('attacks', 'joined', joined_note),
    Place('attacks', 'over_time', time_note),
)

PAGES = {'risk': risk_page, 'attack': attack_page, 'sweep': sweep_page, 'start': start_page,
         'use': use_page}
