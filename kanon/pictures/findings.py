"""What check, risk and attack found, as pictures. The sizes of the classes are shown for every run.

Promise: a picture shows numbers of records, classes and people, and those values that the text of the same report shows.
What a steward must see first is red, has a border, and is said in words.
"""

from __future__ import annotations

from itertools import groupby

from ..errors import many
from .svg import BLUE, INK, LINE, PALE, RED, SKY, headed, wide

WIDTH, MARGIN, ROW, BAR = 800, 16, 24, 14
STEPS = 1, 2, 5         # the sizes of classes are counted from 1, 2, 5, 10, 20, 50 ... on
AT_MOST = 'alpha', 't', 'ordered-t', 'hierarchical-t', 'recursive', 'presence-most'      # requirements that limit a measure from above


def of_check(report, sizes, shares) -> dict:
    """{'required': Sheet, 'standards': Sheet, 'sizes': Sheet, 'worst': Sheet}, those for which there is something to show.

    report: as `check` prints it. sizes: the records of each class. shares: for each of the worst classes and sensitive columns, which
    share of the whole file has the most frequent value of the class.
    """
    k = required_k(report)
    pictures = {'required': required(report['required'])} if report['required'] else {}
    if report.get('standards'):
        pictures['standards'] = standards(report['standards'], report['records']['read'])
    pictures['sizes'] = class_sizes(sizes, k)
    if report['worst'] and report['worst'][0]['columns']:
        pictures['worst'] = worst(report['worst'], shares)
    return pictures


def required_k(report):
    """The k that --require or -k names, or None."""
    texts = [row['required'].partition('=')[2] for row in report['required'] if row['required'].startswith('k=')]
    below = report['classes']['below']
    return int(texts[0]) if texts else below and below['k']


def standards(reports, records):
    """Each clause of each standard: how many records break it."""
    failing = sum(report['fails'] for report in reports)
    sheet, y = headed('What the standards say', [
        '%s.' % ('No clause fails' if not failing else '%s %s' % (many(failing, 'clause'), 'fails' if failing == 1 else 'fail')),
        'A bar shows how many of the %s break the clause.' % many(records, 'record')])
    words = {'holds': 'holds', 'open': 'cannot be checked'}
    rows = [('%s: %s' % (report['name'], clause['clause']), clause['records'],
             words.get(clause['verdict']) or 'FAILS: %s' % many(clause['records'], 'record'), clause['verdict'] == 'fails')
            for report in reports for clause in report['clauses']]
    return bars(sheet, y, rows, max(records, *(n for _, n, _, _ in rows)), 'breaks the clause', 340)


def required(rows):
    """Each requirement: what the worst class has, next to the limit."""
    failing = sum(not row['holds'] for row in rows)
    sheet, y = headed('What is required, and what the worst class has', [
        '%s %s not hold.' % (many(failing, 'requirement'), 'do' if failing > 1 else 'does') if failing else
        'All that is required holds.',
        'A bar shows the worst class, the line across it the limit. A red bar with a border is beyond it.'])
    name_room, start, long = 190, 220, 300
    for row in rows:
        y += ROW + 6
        word, _, text = row['required'].partition('=')
        limit, found = float(text.partition(':')[0]), row['found']
        most = max(limit, found or 0) * 1.15
        name = row['required'] + (', %s' % row['column'] if row['column'] else '')
        sheet.text(MARGIN, y + 11, name, room=name_room)
        bar(sheet, start, y, long * (1 if found is None else found / most), not row['holds'], name)
        x = start + long * limit / most
        sheet.line(x, y - 4, x, y + BAR + 4, stroke=INK, stroke_width=2)
        sheet.text(start + long + 12, y + 11, '%s%s: %s' % (
            'for no c, ' if found is None else '%.4g, ' % found, '%s %g' % ('at most' if word in AT_MOST else 'at least', limit),
            'holds' if row['holds'] else 'FAILS'), font_weight=None if row['holds'] else 'bold')
        if not row['holds']:
            y += 18
            classes, records = many(row['failing']['classes'], 'class'), many(row['failing']['records'], 'record')
            sheet.text(start + long + 12, y + 11, 'in %s, %s' % (classes, records))
    sheet.height = y + ROW + 12
    return sheet


def class_sizes(sizes, k=None):
    """How many records are in classes of which size. k: smaller classes are marked."""
    below = sum(n for n in sizes if k and n < k)
    told = ['%s in %s; the smallest class has %s.' % (
        many(sum(sizes), 'record'), many(len(sizes), 'class'), many(min(sizes), 'record'))]
    if k:
        told.append('%s in classes of fewer than k = %s.' % ('No record is' if not below else '%s %s' % (
            many(below, 'record'), 'is' if below == 1 else 'are'), '{:,}'.format(k)))
    sheet, y = headed('How many records are in classes of which size', told)
    rows = []
    for first, last in ranges(max(sizes), k):
        of_size = [n for n in sizes if first <= n <= last]
        text = '%s in %s' % (many(sum(of_size), 'record'), many(len(of_size), 'class'))
        rows.append((range_text(first, last), sum(of_size), text, bool(k) and first < k))
    return bars(sheet, y, rows, sum(sizes), 'below k')


def worst(classes, shares):
    """The sensitive values of the worst classes, next to the whole file."""
    sheet, y = headed('What the worst classes give away', [
        'Upper bar: the share of the most frequent value in the class. Lower bar: its share in the whole file.',
        'The longer the upper bar is next to the lower one, the more the class tells about its people.'])
    start, long = 330, 330
    for class_, of_class in zip(classes, shares):
        y += ROW
        labels = ', '.join('%s %s' % pair for pair in class_['quasi'].items())
        sheet.text(MARGIN, y + 4, 'class of %s: %s' % (many(class_['records'], 'record'), labels), room=WIDTH - 2 * MARGIN,
                   font_weight='bold')
        for column, whole in zip(class_['columns'], of_class):
            y += 14
            share = column['records'] / class_['records']
            alone = column['l'] == 1
            sheet.text(MARGIN + 12, y + 11, '%s: %s' % (column['column'], column['most_frequent']), room=start - 40)
            bar(sheet, start, y, long * share, alone, None)
            sheet.text(start + long * share + 6, y + 11, 'all %s' % '{:,}'.format(column['records']) if alone else '%s of %s' % tuple(
                map('{:,}'.format, (column['records'], class_['records']))), font_weight='bold' if alone else None)
            y += BAR + 2
            sheet.text(MARGIN + 12, y + 11, 'all have this value' if alone else many(column['l'], 'different value'), room=start - 40,
                       fill=PALE)
            sheet.rect(start, y, max(long * whole, 0.5), BAR, fill=SKY)
            sheet.text(start + long * whole + 6, y + 11, '%.1f%% of the file' % (100 * whole), fill=PALE)
            y += BAR + 2
    sheet.height = y + 20
    return sheet


def of_risk(report, classes, sets, safe) -> dict:
    """{'prosecutor': Sheet, 'journalist': Sheet, 'columns': Sheet}; the second if there is a population.

    classes: {attacker: for each class its records, and the records that each of them may be}. sets: (name, row) of the sets of columns
    that the text shows. safe: the smallest size of a class whose risk is not above the threshold, or None.
    """
    pictures = {row['attacker']: risks(row, classes[row['attacker']], report['threshold'], safe) for row in report['risks']
                if row['attacker'] in classes}
    pictures['columns'] = identifying(sets, report['records']['in_classes'])
    return pictures


def risks(row, classes, threshold, safe):
    """How many records have which risk. row: of the report."""
    who = {'prosecutor': 'who is in the table', 'journalist': 'the whole population'}[row['attacker']]
    sheet, y = headed('The risk of the records from somebody who knows %s' % who, [
        'The risk of a record is the chance to find out whose it is.',
        'Highest risk %.4g, average risk %.4g. %s of a higher risk than %g.' % (
            row['highest'], row['average'], 'No record is' if not row['above'] else '%s %s' % (
                many(row['above'], 'record'), 'is' if row['above'] == 1 else 'are'), threshold)])
    records = sum(n for n, _ in classes)
    rows = []
    for first, last in ranges(max(size for _, size in classes), safe):
        n = sum(n for n, size in classes if first <= size <= last)
        rows.append(('1 in %s%s' % (range_text(first, last).partition(' record')[0], ': certain' if last == 1 else ''), n,
                     '%s, %.1f%%' % (many(n, 'record'), 100 * n / records), safe is None or first < safe))
    return bars(sheet, y, rows, records, 'above %g' % threshold)


def identifying(sets, records):
    """Which sets of columns identify people."""
    unique = any(row['uniques'] for _, row in sets)
    sheet, y = headed('Which columns identify people', [
        'Each bar: how many of the %s have values in these columns that no other record has.' % many(records, 'record') if unique else
        'No record is unique. Each bar: which share of the pairs of records these columns tell apart.'])
    rows = [(name, row['uniques'] if unique else row['separation'],
             '%s, %s' % (many(row['uniques'], 'unique record') if unique else '%.1f%%' % (100 * row['separation']),
                         many(row['distinct'], 'combination')), row['uniques'] > 0) for name, row in sets]
    return bars(sheet, y, rows, records if unique else 1, 'some records are unique', 250)


def of_attack(rows, headings) -> dict:
    """{'found': Sheet}. rows: of each attack, as `attack` prints them. headings: of the columns, in words."""
    people = rows[0]['people']
    sheet, y = headed('What the attacks find out about %s' % ('1 person' if people == 1 else '{:,} people'.format(people)), [
        'A candidate of a person is a record that fits all that is known of the person.',
        'Red with a border: people, or rows, that the release does not protect from this attack.'])
    drawn = []
    for row in [row for row in rows if row['people']]:         # those of a control's differences count nobody
        of, inside = row['people' if row['in_order'] is None else 'records'], not row['attack'].endswith(', control')
        for name, words, bad in FOUND:
            if row.get(name) is not None:
                drawn.append(('%s, by %s' % (row['attack'], row['by']), words, row[name], of, bad and inside and row[name] > 0))
        for name in sorted(set(headings) & {name for name in row if row[name] is not None and name.startswith('one_')} - ALL_COLUMNS):
            drawn.append(('%s, by %s' % (row['attack'], row['by']), headings[name], row[name], of, inside and row[name] > 0))
    start, long = 330, 330
    for attack, of_attack_ in groupby(drawn, key=lambda one: one[0]):
        y += ROW + 4
        sheet.text(MARGIN, y, attack, room=WIDTH - 2 * MARGIN, font_weight='bold')
        for _, words, n, of, bad in of_attack_:
            y += BAR
            sheet.text(MARGIN + 12, y + 11, words, room=start - MARGIN - 20)
            length = long * n / of if of else 0
            bar(sheet, start, y, length, bad, None)
            sheet.text(start + length + 8, y + 11, '{:,} of {:,}'.format(n, of), font_weight='bold' if bad else None)
            y += 6
    sheet.height = y + ROW + 12
    return {'found': sheet}


ALL_COLUMNS = {'one_record', 'one_value'}     # these are counted over all sensitive columns; the other one_... over one
FOUND = (       # column of an attack's row, what it counts, and whether the release should have prevented it
    ('one_record', 'have one candidate: found', True),
    ('below_k', 'have candidates, but fewer than k', True),
    ('one_value', 'have candidates with one sensitive value', True),
    ('no_candidate', 'have no candidate: not there, or suppressed', False),
    ('guessed', 'have the value that most candidates have', False),
    ('in_order', 'rows matched in the order of the list', False),
    ('told', 'rows matched both ways', True),
    ('right', "of these, rows with the person's own value", True))


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


def ranges(most, edge=None) -> list:
    """(first, last) of the ranges of sizes up to `most`: from 1, 2, 5, 10 ... on. Another begins at `edge`.

    >>> ranges(30, 4), ranges(1)
    ([(1, 1), (2, 3), (4, 4), (5, 9), (10, 19), (20, 30)], [(1, 1)])
    """
    starts, power = set(filter(None, [edge])), 1
    while power <= most:
        starts.update(step * power for step in STEPS)
        power *= 10
    first_ones = sorted(start for start in starts if start <= most)
    return [(first, after - 1) for first, after in zip(first_ones, [*first_ones[1:], most + 1])]


def range_text(first, last) -> str:
    """
    >>> range_text(1, 1), range_text(2, 4)
    ('1 record', '2 to 4 records')
    """
    return many(first, 'record') if first == last else '{:,} to {}'.format(first, many(last, 'record'))
