"""What check, risk and attack found, as pictures. The sizes of the classes are shown for every run.

Promise: a picture shows numbers of records, classes and people, and those values that the text of the same report shows.
What a steward must see first is red, has a border, and is said in words.
"""

from __future__ import annotations

from itertools import groupby

from ...core.voice.speaking import ENGLISH, per_cent
from ..voice.attack_names import attack_name
from ..voice.counted_persons import in_persons
from .svg import BLUE, INK, LINE, MARGIN, PALE, RED, SKY, headed, wide

WIDTH, ROW, BAR = 800, 24, 14
STEPS = 1, 2, 5         # the sizes of classes are counted from 1, 2, 5, 10, 20, 50 ... on
ATTACKERS = {'prosecutor': 'risk_prosecutor', 'journalist': 'risk_journalist'}        # of a report: the keys of their texts


def of_check(report, sizes, shares, say=ENGLISH) -> dict:
    """{'required': Sheet, 'standards': Sheet, 'sizes': Sheet, 'worst': Sheet}, those for which there is something to show.

    report: as `check` prints it. sizes: the records of each class, or its persons. shares: for each of the worst classes and sensitive columns, which
    share of the whole file has the most frequent value of the class.
    """
    k, say = required_k(report), in_persons(say, report)
    pictures = {'required': required(report['required'], say)} if report['required'] else {}
    if report.get('standards'):
        pictures['standards'] = standard_rows(report['standards'], report['records']['read'], say)
    pictures['sizes'] = sizes_picture(sizes, k, say)
    if report['worst'] and report['worst'][0]['columns']:
        pictures['worst'] = worst_classes(report['worst'], shares, say)
    return pictures


def required_k(report):
    """The k that --require or -k names, or None."""
    texts = [row['required'].partition('=')[2] for row in report['required'] if row['required'].startswith('k=')]
    below = report['classes'].get('persons', report['classes'])['below']
    return int(texts[0]) if texts else below and below['k']


def standard_rows(reports, records, say):
    """Each clause of each standard: how many records break it."""
    failing, left_open = (sum(report[verdict] for report in reports) for verdict in ('fails', 'open'))
    sheet, y = headed(say('standards'), [say('clauses_fail', n=failing) if failing else say('no_clause_fails'),
                                         *([say('clauses_open', n=left_open)] if left_open else []), say('clause_bars', records=records)])
    words = {'holds': say('holds'), 'open': say('clause_open')}
    rows = [(say('named', name=report['name'], text=clause['clause']), clause['records'],
             words.get(clause['verdict']) or say('fails_records', n=clause['records']), clause['verdict'] == 'fails')
            for report in reports for clause in report['clauses']]
    return bars(sheet, y, rows, max(records, *(n for _, n, _, _ in rows)), say('breaks'), 340)


def required(rows, say):
    """Each requirement: what the worst class has, next to the limit."""
    failing = sum(not row['holds'] for row in rows)
    sheet, y = headed(say('required_title'), [say('fail', n=failing) if failing else say('all_hold'), say('required_bars')])
    name_room, start, long = 190, 220, 300
    for row in rows:
        y += ROW + 6
        limit, found = float(row['required'].partition('=')[2].partition(':')[0]), row['found']
        most = max(limit, found or 0) * 1.15 or 1       # t = 0, and it holds
        name = say('comma').join(filter(None, [row['required'], row['column']]))
        sheet.text(MARGIN, y + 11, name, room=name_room)
        bar(sheet, start, y, long * (1 if found is None else found / most), not row['holds'], name)
        x = start + long * limit / most
        sheet.line(x, y - 4, x, y + BAR + 4, stroke=INK, stroke_width=2)
        sheet.text(start + long + 12, y + 11, say(
            'verdict_is', found=say('no_c') if found is None else '%.4g' % found, verdict=say('holds' if row['holds'] else 'fails'),
            limit=say('at_most' if row['at_most'] else 'at_least', limit='%g' % limit)), font_weight=None if row['holds'] else 'bold')
        if not row['holds']:
            y += 18
            sheet.text(start + long + 12, y + 11, say('where_fails', **row['failing']))
    sheet.height = y + ROW + 12
    return sheet


def sizes_picture(sizes, k=None, say=ENGLISH):
    """How many records are in classes of which size. k: smaller classes are marked."""
    below = sum(n for n in sizes if k and n < k)
    told = [say('sizes_drawn', records=sum(sizes), classes=len(sizes), least=min(sizes))]
    if k:
        told.append(say('some_below', n=below, k=k) if below else say('none_below', k=k))
    sheet, y = headed(say('sizes_title'), told)
    rows = []
    for first, last in size_ranges(max(sizes), k):
        of_size = [n for n in sizes if first <= n <= last]
        text = say('in_classes', records=sum(of_size), classes=len(of_size))
        rows.append((numbers_text(first, last, say), sum(of_size), text, bool(k) and first < k))
    return bars(sheet, y, rows, sum(sizes), say('smaller_than_k'))


def worst_classes(classes, shares, say):
    """The sensitive values of the worst classes, next to the whole file."""
    sheet, y = headed(say('worst_title'), [say('worst_bars'), say('worst_means')])
    start, long = 330, 330
    for class_, of_class in zip(classes, shares):
        y += ROW
        labels = say('comma').join('%s %s' % pair for pair in class_['quasi'].items())
        everybody, counted = (class_['persons'], 'may_have') if 'persons' in class_ else (class_['records'], 'records')
        sheet.text(MARGIN, y + 4, say('worst_class', n=everybody, labels=labels), room=WIDTH - 2 * MARGIN, font_weight='bold')
        for column, whole in zip(class_['columns'], of_class):
            y += 14
            n = column[counted]
            share = n / everybody if everybody else 1
            alone, some_unknown = column['l'] == 1, column['persons'] < n if counted == 'may_have' else column['unknown'] > 0
            sheet.text(MARGIN + 12, y + 11, say('named', name=column['column'], text=column['most_frequent']), room=start - 40)
            bar(sheet, start, y, long * share, alone, None)
            sheet.text(start + long * share + 6, y + 11, say('all_n', n=n) if alone and not some_unknown else
                       say('n_of', n=n, all=everybody), font_weight='bold' if alone else None)
            y += BAR + 2
            sheet.text(MARGIN + 12, y + 11, say('alone_known' if some_unknown else 'all_alike') if alone else say('different', n=column['l']), room=start - 40,
                       fill=PALE)
            sheet.rect(start, y, max(long * whole, 0.5), BAR, fill=SKY)
            sheet.text(start + long * whole + 6, y + 11, say('share_of_file', share=per_cent(whole)), fill=PALE)
            y += BAR + 2
    sheet.height = y + 20
    return sheet


def of_risk(report, classes, sets, safe, asked, say=ENGLISH) -> dict:
    """{'prosecutor': Sheet, 'journalist': Sheet, 'columns': Sheet}; the second if there is a population.

    classes: {attacker: for each class its records, and the records that each of them may be}, or as many persons. sets: (name, row) of the sets of columns
    that the text shows. safe: the smallest size of a class whose risk is not above the threshold, or None. asked:
    whether somebody asked for this threshold. What is above the default one is not red, because nobody said that it is too much.
    """
    say, counted = in_persons(say, report), report['persons']['in_classes'] if 'person' in report else report['records']['in_classes']
    pictures = {row['attacker']: risk_bars(row, classes[row['attacker']], report['threshold'], safe, asked, say) for row in report['risks']
                if row['attacker'] in classes}
    pictures['columns'] = identifying_sets(sets, counted, say)
    return pictures


def risk_bars(row, classes, threshold, safe, asked, say):
    """How many records have which risk. row: of the report."""
    threshold = '%g' % threshold
    told = {'highest': '%.4g' % row['highest'], 'average': '%.4g' % row['average'], 'threshold': threshold}
    sheet, y = headed(say(ATTACKERS[row['attacker']]), [
        say('risk_is'), say('risks_some', n=row['above'], **told) if row['above'] else say('risks_none', **told),
        *([] if asked else [say('threshold_default', threshold=threshold)])])
    records = sum(n for n, _ in classes)
    rows = []
    for first, last in size_ranges(max(size for _, size in classes), safe):
        n = sum(n for n, size in classes if first <= size <= last)
        name = (say('certain') if last == 1 else say('one_in', n=first) if first == last else
                say('one_in_range', first=first, last=last))
        rows.append((name, n, say('records_share', n=n, share=per_cent(n / records)), asked and (safe is None or first < safe)))
    return bars(sheet, y, rows, records, say('above_threshold', threshold=threshold))


def identifying_sets(sets, records, say):
    """Which sets of columns identify people."""
    unique = any(row['uniques'] for _, row in sets)
    sheet, y = headed(say('identifying'), [say('unique_bars', records=records) if unique else say('pair_bars')])
    rows = [(name, row['uniques'] if unique else row['separation'],
             say('uniques_are', n=row['uniques'], combinations=row['distinct']) if unique else
             say('pairs', share=per_cent(row['separation']), combinations=row['distinct']), row['uniques'] > 0)
            for name, row in sets]
    return bars(sheet, y, rows, records if unique else 1, say('some_unique'), 250)


def of_attack(rows, sensitive, say=ENGLISH) -> dict:
    """{'found': Sheet}. rows: of each attack, as `attack` prints them. sensitive: the columns that an attacker wants to learn."""
    sheet, y = headed(say('attacks_title', n=rows[0]['people']), [say('candidate'), say('unprotected')])
    drawn = []
    for row in [row for row in rows if row['people']]:         # those of a control's differences count nobody
        of, inside = row['people' if row['in_order'] is None else 'records'], not row['attack'].endswith(', control')
        attack = say('attack_by', attack=attack_name(say, row['attack']),
                     columns=row['by'])
        drawn += [(attack, say(key), row[name], of, bad and inside and row[name] > 0)
                  for name, key, bad in FOUND if row.get(name) is not None]
        for column in sorted(set(sensitive)):
            n = row.get('one_' + column)
            if n is not None and 'one_' + column not in ALL_COLUMNS:
                drawn.append((attack, say('same_of', column=column), n, of, inside and n > 0))
    start, long = 330, 330
    for attack, of_attack_ in groupby(drawn, key=lambda one: one[0]):
        y += ROW + 4
        sheet.text(MARGIN, y, attack, room=WIDTH - 2 * MARGIN, font_weight='bold')
        for _, words, n, of, bad in of_attack_:
            y += BAR
            sheet.text(MARGIN + 12, y + 11, words, room=start - MARGIN - 20)
            length = long * n / of if of else 0
            bar(sheet, start, y, length, bad, None)
            sheet.text(start + length + 8, y + 11, say('of_all', n=n, all=of), font_weight='bold' if bad else None)
            y += 6
    sheet.height = y + ROW + 12
    return {'found': sheet}


ALL_COLUMNS = {'one_record', 'one_value'}     # these are counted over all sensitive columns; the other one_... over one
FOUND = (       # column of an attack's row, the key of what it counts, and whether the release should have prevented it
    ('one_record', 'bar_one_record', True), ('below_k', 'bar_below_k', True), ('one_value', 'bar_one_value', True),
    ('no_candidate', 'bar_no_candidate', False), ('guessed', 'bar_guessed', False), ('in_order', 'bar_in_order', False),
    ('told', 'bar_told', True), ('right', 'bar_right', True))


# What the pictures share.

def bars(sheet, y, rows, whole, marked, room=190):
    """A bar for each (name, n, text, whether it is marked), as long as its share of the whole. marked: what the red bars are."""
    start = MARGIN + room + 10
    long = max(100, min(300, WIDTH - MARGIN - start - 8 - max(wide(text) for _, _, text, _ in rows)))
    for name, n, text, red in rows:
        y += ROW
        sheet.text(MARGIN, y + 11, name, room=room)
        length = long * n / whole if whole else 0
        bar(sheet, start, y, length, red and n > 0, None)
        sheet.text(start + length + 8, y + 11, text, room=WIDTH - MARGIN - start - length - 8)
    if any(red and n for _, n, _, red in rows):
        y += ROW + 8
        bar(sheet, MARGIN, y, 28, True, None)
        sheet.text(MARGIN + 38, y + 11, marked, fill=PALE)
    sheet.height = y + ROW + 12
    return sheet


def bar(sheet, x, y, length, bad, tip):
    if length > 0:
        sheet.rect(x, y, max(length, 1), BAR, fill=RED if bad else BLUE, stroke=INK if bad else None,
                   stroke_width=1.5 if bad else None, tip=tip)
    sheet.line(x, y - 2, x, y + BAR + 2, stroke=LINE)


def size_ranges(most, edge=None) -> list:
    """(first, last) of the ranges of sizes up to `most`: from 1, 2, 5, 10 ... on. Another begins at `edge`.

    >>> size_ranges(30, 4), size_ranges(1)
    ([(1, 1), (2, 3), (4, 4), (5, 9), (10, 19), (20, 30)], [(1, 1)])
    """
    starts, power = set(filter(None, [edge])), 1
    while power <= most:
        starts.update(step * power for step in STEPS)
        power *= 10
    first_ones = sorted(start for start in starts if start <= most)
    return [(first, after - 1) for first, after in zip(first_ones, [*first_ones[1:], most + 1])]


def numbers_text(first, last, say) -> str:
    """
    >>> numbers_text(1, 1, ENGLISH), numbers_text(2, 4, ENGLISH)
    ('1 record', '2 to 4 records')
    """
    return say('records_are', n=first) if first == last else say('size_range', first=first, last=last)
