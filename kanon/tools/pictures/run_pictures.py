"""The pictures of a run that publishes: which there are, and what they show."""

from __future__ import annotations

from ...core.counts.frequency import added_up
from ...core.levels.lattice import vectors, with_level
from ...core.levels.objective import objective_for, rank
from ...core.levels.sparing import Decisions
from ...core.voice.speaking import ENGLISH
from .classes_picture import risk_of_classes
from .columns_picture import recorded_and_published
from .findings_picture import sizes_picture
from .lattice_picture import (MOST_DRAWN, HeightRow, SeenVector, asked_text, heights_picture,
                              lattice_picture, few_digits, vector_label)
from .reasons import Check, reasons
from .svg import Sheet, headed

MOST_HEIGHTS = 400          # that are drawn
MOST_TOLD = 20_000          # vectors of which it is worked out what the checks tell of them
MOST_ROWS = 20_000_000      # different rows to roll up, those of all vectors, for a picture's sake: two seconds


def drawn_run(report, outcome, redact, say, lattice=None, looks=None, dimensions=None, over=None) -> dict:
    """{name: Sheet}, in the order in which they are shown.

    report: as desk/report.py makes it. outcome: as counts/measures.py. redact: whether no value of the data may be shown.
    say: as core/voice/speaking.py makes it, for the language.
    Of full-domain generalization: the lattice. Of Mondrian: its looks (explain/steps.py), the dimensions, and the
    two columns of --over, if they were named.
    """
    pictures = {}
    if lattice is not None:
        pictures['lattice'] = lattice_of_run(report, lattice, say)
    if looks is not None:
        from .cuts_picture import of_looks      # only Mondrian has looks
        pictures.update(of_looks(looks, dimensions, report['quasi'], over, redact, report['k'], say))
    pictures['columns'] = recorded_and_published(report, outcome, redact, say)
    table = outcome.recoding.table
    recorded = added_up(zip(*(column.codes for column in table.columns)), table.counts).values()
    return {**pictures, **of_sizes(report['k'], list(outcome.sizes.values()), outcome.suppressed, say, list(recorded))}


def drawn_release(report, sizes, suppressed, say) -> dict:
    """The pictures that tell what the release tells. sizes: {published tuple: records}. suppressed: as it is told."""
    return of_sizes(report['k'], list(sizes.values()), suppressed, say)


def of_sizes(k, sizes, suppressed, say, recorded=None) -> dict:
    return {'classes': sizes_picture(sizes, k, say), 'risk': risk_of_classes(k, sizes, suppressed, say, recorded)}


def asked_of_people(report, say) -> dict:
    return {say('of_population'): report['population']['required']} if 'population' in report else {}


def lattice_of_run(report, lattice, say=ENGLISH):
    """The picture of a run's lattice. It asks the lattice nothing that it has not been asked.

    What other vectors suppress and lose comes from a copy of it. Where that would take long, vectors are counted by height.
    """
    limit, chosen = report['max_suppression'], tuple(report['vector'].values())
    asked = {**report['beyond'], **asked_of_people(report, say)}
    title = asked_text(report['quasi'], lattice.size(), report['k'], asked, limit, lattice.records, say)
    checks = [Check(vector, lattice.suppresses_too_much(vector, limit), n <= limit) for vector, n in list(lattice.items())]
    sure = lattice.inherits(limit)
    if lattice.size() > MOST_DRAWN or lattice.size() * len(lattice.table) > MOST_ROWS:
        chose = say('chose', vector=vector_label(chosen), n=lattice[chosen])
        heights = sum(lattice.top) - sum(lattice.bottom) + 1
        if heights > MOST_HEIGHTS:
            return undrawn(title, [*checked_text(report, say), chose, say('too_high', heights=heights)])
        rows = list(by_height(lattice.top, checks, sure and 'measure' in report, lattice.bottom))
        left = say('left_settled' if report['lattice'].get('proven') else 'left_unseen')
        return heights_picture(rows, title, [*checked_text(report, say), chose], chosen, left, say)
    measure = report.get('measure', 'lm').replace('first', 'lm')
    every = list(vectors(lattice.top, lattice.bottom))
    copy = lattice.with_k(lattice.k)
    target = objective_for(measure, copy, limit, [report['weights'].get(name, 1) for name in report['quasi']])
    ranks = {vector: rank(vector, target) for vector in every}
    losses = {vector: target.value(ranks[vector].cost) for vector in every}
    satisfies = {vector: copy[vector] <= limit for vector in every}
    best = min(ranks[vector] for vector in every if satisfies[vector])
    best = chosen if ranks[chosen].cost <= best.cost else best.vector
    minimal = set(minimal_of(every, satisfies))
    # Datafly goes its way, and infers nothing.
    told = reasons(every if 'measure' in report else [], checks, target if 'proven' in report['lattice'] else None)
    seen = [SeenVector(vector, copy[vector], losses[vector], satisfies[vector], vector in minimal, told.get(vector), vector == best)
            for vector in every]
    findings = [*checked_text(report, say), say('chose_loss', vector=vector_label(chosen), n=copy[chosen], measure=measure,
                                                loss=few_digits(losses[chosen]))]
    if best == chosen:
        findings.append(say('none_better', measure=measure))
    else:
        findings.append(say('better_checked' if told.get(best, ('',))[0] == 'checked' else 'better_unseen', vector=vector_label(best),
                            measure=measure, loss=few_digits(losses[best])))
    return lattice_picture(seen, title, findings, measure, chosen, True, sure, say)


def undrawn(title, findings) -> Sheet:
    sheet, y = headed(title, findings)
    sheet.height = y + 16
    return sheet


def minimal_of(every, satisfies):
    """The vectors that satisfy, and lie above no other vector that does. every: in lexicographic order.

    >>> list(minimal_of([(0, 0), (0, 1), (1, 0), (1, 1)], {(0, 0): False, (0, 1): True, (1, 0): False, (1, 1): True}))
    [(0, 1)]
    """
    above = set()
    for vector in every:
        lies_above = any(with_level(vector, column, level - 1) in above for column, level in enumerate(vector) if level)
        if lies_above or satisfies[vector]:
            above.add(vector)
        if satisfies[vector] and not lies_above:
            yield vector


def by_height(top, checks, infers, bottom=None):
    """A Row for each height. infers: whether what the checks tell of other vectors counts, too.

    >>> checks = [Check((1, 2), False, True), Check((0, 1), True, False), Check((1, 0), False, True)]
    >>> for row in by_height((1, 2), checks, True): print(*row)
    0 1 0 0 1 0
    1 2 2 1 1 1
    2 2 0 1 0 0
    3 1 1 1 0 0
    """
    bottom = bottom or (0,) * len(top)
    numbers = [1]       # of the vectors of each height
    for low, high in zip(bottom, top):
        numbers = [sum(numbers[max(0, height - high + low):height + 1]) for height in range(len(numbers) + high - low)]
    numbers = [0] * sum(bottom) + numbers
    states = {check.vector: check.satisfies for check in checks}
    told = infers and sum(numbers) <= MOST_TOLD
    if told:
        know = Decisions(top)
        for check in checks:
            know.add(check.vector, check.out)
        for vector in vectors(top, bottom):
            out = know.out(vector)
            if out is not None:
                states.setdefault(vector, not out)
    checked, minimal = [0] * len(numbers), [0] * len(numbers)
    counts = {True: [0] * len(numbers), False: [0] * len(numbers)}
    for check in checks:
        checked[sum(check.vector)] += 1
    for vector, state in states.items():
        counts[state][sum(vector)] += 1
        lower = (states.get(with_level(vector, column, level - 1)) for column, level in enumerate(vector) if level > bottom[column])
        minimal[sum(vector)] += state and all(below is False for below in lower)
    for height, number in list(enumerate(numbers))[sum(bottom):]:
        yield HeightRow(height, number, checked[height], counts[True][height], counts[False][height], minimal[height] if told else None)


def checked_text(report, say):
    """How much of the lattice the search looked at."""
    lattice = report['lattice']
    yield say('checked_of', checked=lattice['checked'], vectors=lattice['vectors'])
    if lattice.get('proven') is False:
        yield say('unproven')
