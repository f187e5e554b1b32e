"""The lattice of generalization vectors as a picture: what was asked, what follows from it, what was chosen.

Up to MOST_DRAWN vectors are boxes, the highest above. More are counted, a bar for each height.
No mark is a colour alone. What fails is darker than what satisfies, also in grey print. The chosen vector has two
borders, a minimal one a thick border, and so on (`key`).
"""

from __future__ import annotations

from collections import namedtuple

from ...core.levels.lattice import with_level
from ...core.voice.speaking import ENGLISH
from .svg import BLUE, EDGE, GREEN, INK, ORANGE, PALE, PAPER, Sheet, headed, wide

MOST_DRAWN = 300        # vectors
MOST_LINES = 300        # between neighbours. More of them would be a grey mass
WIDEST = 900            # pixels of a line of boxes
GREY, FAINT, BLUISH = '#d2d2d2', '#e2e2e2', '#e6f3fb'
ARROWS = {'checked': '', 'above': '↑', 'below': '↓', 'may': '↓', 'bound': ''}     # where the check was, seen from the vector

# A vector as it is drawn. suppressed: records. loss: by the measure that is shown. reason: as of reasons.py, or None.
# best: whether no vector that satisfies loses less.
SeenVector = namedtuple('SeenVector', 'vector suppressed loss satisfies minimal reason best', defaults=(None, False))

# The vectors of a height, as numbers. minimal: None if it is not known.
HeightRow = namedtuple('HeightRow', 'height vectors checked satisfying failing minimal')

KEY = {     # mark: the key of what it means, in the order of the picture's key
    mark: 'mark_' + mark for mark in ('fails', 'satisfies', 'minimal', 'chosen', 'best', 'checked', 'above', 'below', 'may', 'bound', 'unseen')}


def lattice_picture(seen, title, findings, measure, chosen=None, searched=True, sure=True, say=ENGLISH) -> Sheet:
    """The vectors as boxes.

    seen: a Seen for each vector that is drawn. findings: sentences below the title. measure: the name of the losses.
    searched: whether a search is shown, so that it matters what it did not look at.
    sure: whether each vector above one that satisfies does so, too. (With rules beyond k it may not.)
    """
    texts = [[','.join(map(str, one.vector)), '{:,}'.format(one.suppressed), few_digits(one.loss)] for one in seen]
    box = max(wide(lines[0]) for lines in texts) + 12
    box = max([box, *(wide(text, 12) + 8 for lines in texts for text in lines[1:])])
    high = 52
    fit = max(1, int((WIDEST - 60) // (box + 12)))
    heights: dict = {}
    for one, lines in zip(seen, texts):
        heights.setdefault(sum(one.vector), []).append((one, lines))
    most = max(map(len, heights.values()))
    wrapped, most = most > fit, min(most, fit)
    sheet, y = headed(title, findings, max(640, 72 + most * (box + 12)))
    y += 36
    places, boxes = {}, Sheet(0, 0, '', '')
    sheet.text(10, y - 16, say('height'), size=12, fill=PALE)
    for height in sorted(heights, reverse=True):
        row = heights[height]
        if wrapped:     # no lines between neighbours, so lines between the heights
            sheet.line(10, y - 14, sheet.width - 10, y - 14, stroke=FAINT)
        boxes.text(28, y + high / 2 + 4, str(height), anchor='middle', fill=PALE)
        lines_ = -(-len(row) // fit)
        for line in (row[len(row) * n // lines_:len(row) * (n + 1) // lines_] for n in range(lines_)):
            x = 60 + (sheet.width - 60 - len(line) * (box + 12)) / 2
            for one, lines in line:
                places[one.vector] = x, y
                vector_box(boxes, x, y, box, high, one, lines, one.vector == chosen, measure, searched, sure, say)
                x += box + 12
            y += high + 34
    if not wrapped:
        wires(sheet, places, box, high)
    sheet.paste(boxes, 0, 0)
    sheet.height = key(sheet, y, marks_of(seen, chosen, searched, sure), measure, say)
    return sheet


def listed_picture(rows, title, say=ENGLISH) -> Sheet:
    """The vectors that python -m kanon lattice lists. rows: dicts with vector, height, suppressed, lm, satisfies and minimal."""
    satisfying = [row for row in rows if row['satisfies']]
    best = min(satisfying, key=lambda row: (row['lm'], row['vector'])) if satisfying else None
    minimal = sum(row['minimal'] for row in rows)
    findings = [say('listed', vectors=len(rows), satisfying=len(satisfying), minimal=minimal)]
    if best:
        findings.append(say('best_of', vector=vector_label(best['vector']), loss=few_digits(best['lm'])))
    if len(rows) <= MOST_DRAWN:
        seen = [SeenVector(row['vector'], row['suppressed'], row['lm'], row['satisfies'], row['minimal'], None, row is best) for row in rows]
        return lattice_picture(seen, title, findings, 'lm', searched=False, say=say)
    heights: dict = {}
    for row in rows:
        heights.setdefault(row['height'], []).append(row)
    return heights_picture([HeightRow(height, len(of), None, sum(row['satisfies'] for row in of), sum(not row['satisfies'] for row in of),
                                sum(row['minimal'] for row in of)) for height, of in heights.items()], title, findings, say=say)


def vector_box(sheet, x, y, width, height, one, lines, is_chosen, measure, searched, sure, say):
    """The box of a vector. Its sign says why no more need be known of it."""
    tip = say('named', name=vector_label(one.vector), text=say('semicolon').join(vector_words(one, is_chosen, measure, searched, sure, say)))
    state = 'chosen' if is_chosen else 'satisfies' if one.satisfies else 'fails'
    frame(sheet, x, y, width, height, state, one.minimal, one.best and not is_chosen, searched and one.reason is None, tip)
    for place, text in enumerate(lines):
        sheet.text(x + width / 2, y + 18 + 14 * place, text, size=12, anchor='middle', tip=tip,
                   fill=INK if one.satisfies else PALE)
    if one.reason:
        sign(sheet, x + width, y, one.reason.kind, one.reason.check, tip)
    if is_chosen or one.best:
        sheet.text(x + width / 2, y + height + 16, say('mark_chosen') if is_chosen else say('best', measure=measure), size=12, anchor='middle')


def frame(sheet, x, y, width, height, state, minimal=False, best=False, unseen=False, tip=None):
    """A box in the look of its state."""
    fill = {'fails': GREY, 'satisfies': BLUISH, 'chosen': ORANGE, 'unknown': PAPER}[state]
    if state == 'chosen' or best:
        sheet.rect(x - 4, y - 4, width + 8, height + 8, fill='none', stroke=INK if state == 'chosen' else GREEN, stroke_width=2,
                   stroke_dasharray=None if state == 'chosen' else '5 3', rx=5)
    sheet.rect(x, y, width, height, fill=fill, stroke=INK if minimal else PALE if state == 'fails' else BLUE,
               stroke_width=3 if minimal else 1, stroke_dasharray='4 3' if unseen else None, rx=3, tip=tip)


def sign(sheet, x, y, kind, number, tip=None):
    """A small sign around the upper right corner (x, y): a round one for a check, a square one for what follows from it."""
    text = ARROWS[kind] + str(number)
    width = max(16, wide(text, 12) + 6)
    checked = kind == 'checked'
    sheet.rect(x - width + 8, y - 11, width, 16, rx=8 if checked else 0, fill=BLUE if checked else PAPER,
               stroke=BLUE if checked else PALE, stroke_dasharray='2 2' if kind == 'bound' else None, tip=tip)
    sheet.text(x - width / 2 + 8, y + 0.5, text, size=12, anchor='middle', fill=PAPER if checked else INK, tip=tip)


def wires(sheet, places, width, height):
    """Lines between neighbours, one level apart in one column, unless there are too many."""
    pairs = [(vector, upper) for vector in places for column, level in enumerate(vector)
             for upper in [with_level(vector, column, level + 1)] if upper in places]
    if len(pairs) <= MOST_LINES:
        for vector, upper in pairs:
            (x, y), (x2, y2) = places[vector], places[upper]
            sheet.line(x + width / 2, y, x2 + width / 2, y2 + height, stroke=EDGE)


def vector_words(one, is_chosen, measure, searched, sure, say):
    """What there is to say of a vector."""
    yield say('suppresses', n=one.suppressed)
    yield '%s %s' % (measure, few_digits(one.loss))
    yield say(KEY['satisfies' if one.satisfies else 'fails'])
    if one.minimal:
        yield say(KEY['minimal'])
    if is_chosen:
        yield say(KEY['chosen'])
    if one.reason:
        kind = one.reason.kind
        yield say('by_may' if kind == 'below' and not sure else 'by_' + kind, n=one.reason.check)
    elif searched:
        yield say('by_nothing')


def marks_of(seen, chosen, searched, sure) -> list:
    """The marks that the key explains: those that are drawn."""
    kinds = {one.reason.kind for one in seen if one.reason}
    drawn = {'fails': not all(one.satisfies for one in seen), 'satisfies': any(one.satisfies for one in seen),
             'minimal': any(one.minimal for one in seen),
             'chosen': chosen is not None, 'best': any(one.best and one.vector != chosen for one in seen),
             'checked': 'checked' in kinds, 'above': 'above' in kinds, 'below': 'below' in kinds and sure,
             'may': 'below' in kinds and not sure,
             'bound': 'bound' in kinds, 'unseen': searched and any(one.reason is None for one in seen)}
    return [mark for mark in KEY if drawn[mark]]


def key(sheet, y, marks, measure, say) -> float:
    """What the marks mean. Returns where the sheet ends."""
    x = 14.0
    for mark in marks:
        text = say(KEY[mark], measure=measure)
        if x > 14 and x + 36 + wide(text, 12) > sheet.width - 10:
            x, y = 14, y + 26
        if mark in ARROWS:
            sign(sheet, x + 18, y + 11, mark, 3)
        elif mark == 'unseen':
            frame(sheet, x, y, 24, 16, 'unknown', unseen=True)
        else:
            frame(sheet, x, y, 24, 16, 'satisfies' if mark in ('minimal', 'best') else mark, mark == 'minimal', mark == 'best')
        sheet.text(x + 34, y + 12, text, size=12)
        x += 34 + wide(text, 12) + 26
    sheet.text(14, y + 40, say('in_a_box', measure=measure), size=12, fill=PALE, room=sheet.width - 24)
    return y + 52


def heights_picture(rows, title, findings, chosen=None, others=None, say=ENGLISH) -> Sheet:
    """The vectors of each height as a bar.

    rows: Rows. chosen: the vector that was chosen. others: what is said of the vectors of which it is not known whether they satisfy.
    """
    sheet, y = headed(title, findings)
    y += 20
    names = [name for place, name in enumerate(HeightRow._fields) if any(row[place] is not None for row in rows)]
    rights = [52, 130, 200, 285, 355, 425]
    left, room = 445, 340
    for right, name in zip(rights, names):
        sheet.text(right, y, say(name), size=12, anchor='end', fill=PALE)
    most = max(row.vectors for row in rows)
    for row in sorted(rows, reverse=True):
        y += 20
        here = chosen is not None and sum(chosen) == row.height
        if here:
            sheet.rect(6, y - 14, sheet.width - 12, 19, fill='none', stroke=ORANGE, stroke_width=3, rx=4)
        for right, name in zip(rights, names):
            sheet.text(right, y, '{:,}'.format(getattr(row, name)), anchor='end', room=72, font_weight='bold' if here else None)
        x = float(left)
        for state, number, text in shares(row, say('left'), say):
            if number:
                frame(sheet, x, y - 11, room * number / most, 13, state, unseen=state == 'unknown',
                      tip=say('at_height', height=str(row.height), n=number, state=text))
                x += room * number / most
    y += 16
    x = 14.0
    for state, number, text in shares(HeightRow(*map(sum, zip(*(row._replace(checked=0, minimal=0) for row in rows)))), others, say):
        if number:
            if x > 14 and x + 36 + wide(text, 12) > sheet.width - 10:
                x, y = 14, y + 24
            frame(sheet, x, y, 24, 14, state, unseen=state == 'unknown')
            sheet.text(x + 34, y + 11, text, size=12)
            x += 34 + wide(text, 12) + 26
    if chosen is not None:
        y += 24
        sheet.rect(14, y, 24, 14, fill='none', stroke=ORANGE, stroke_width=3, rx=4)
        sheet.text(48, y + 11, say('chosen_height', vector=vector_label(chosen)), size=12, room=sheet.width - 60)
    sheet.height = y + 28
    return sheet


def shares(row, others, say):
    """(state, how many vectors, what is said of them) for the parts of a height's bar."""
    yield 'fails', row.failing, say('known_failing')
    yield 'satisfies', row.satisfying, say('known_satisfying')
    yield 'unknown', row.vectors - row.failing - row.satisfying, others


def asked_text(quasi, size, k, rules, max_suppression, records, say) -> str:
    """What was asked of a lattice, in a sentence or two. rules: {sensitive column: its rules}.

    >>> asked_text(['age', 'zip'], 12, 5, {'diagnosis': ['distinct l = 2']}, 20, 1000, ENGLISH)
    'Levels of age, zip: 12 vectors. k = 5; diagnosis: distinct l = 2; at most 20 of 1,000 records suppressed.'
    """
    beyond = [say('named', name=name, text=say('comma').join(map(str, of_column))) for name, of_column in rules.items()]
    return say('lattice_asked', quasi=say('comma').join(quasi), size=size, required=say('semicolon').join(['k = %d' % k, *beyond]),
               most=max_suppression, records=records)


def vector_label(vector) -> str:
    return '(%s)' % ', '.join(map(str, vector))


def few_digits(loss) -> str:
    """A loss in a few digits.

    >>> few_digits(2.055445), few_digits(147054.44), few_digits(55783469)
    ('2.06', '147,054', '55,783,469')
    """
    return '{:,}'.format(loss) if isinstance(loss, int) else '{:.2f}'.format(loss) if loss < 1000 else '{:,.0f}'.format(loss)
