"""Samarati's search, the optimal search and Datafly as steps that can be told.

Promise: the search itself runs, over a lattice that has been asked nothing yet. Each step names the line of the function that
ran, and holds what the line found out. TOLD says which statements are told. The others are passed over.
Samarati's search is told in two ways. A page shows the search of plain/samarati.py, which checks each vector of a height. A trace tells
the search of levels/samarati.py, which skips the checks that others have decided.
"""

from __future__ import annotations

from collections import namedtuple

from ...core.algorithms.watching import NoWatcher
from ...core.levels.lattice import height
from ...core.levels.objective import best_of
from ...core.levels.optimal import NO_VECTOR, Box, may_beat, vectors_in
from ...plain import samarati as plain
from .statements import Lesson
from .steps import asking, codes_of, recorded

# kind: what happened, which its sentence has in its key (voice/of_explaining.py). values: what the sentence names, by name. In them
# `vector` is the one that the step is about. function, line: the statement that ran, None for what the caller of a search does.
Step = namedtuple('Step', 'kind values function line', defaults=(None, None))

PLAIN = plain.samarati, plain.satisfies, plain.generalized      # the functions of the plain page


class Checks(NoWatcher):
    """Who watches a search that runs again. It ends after so many checks of vectors, if one is found. None: it is let to its end."""

    def __init__(self, checks):
        self.checks = checks

    def best_of(self, states, algorithm, space):
        for best in states:
            if self.checks and len(space.lattice) >= self.checks and best.vector:
                break
        return best


class SearchLesson:
    """What the tellers know: the algorithm, what it searches (its `space`), and whether it is told by its plain page.

    met: {vector: records that it suppresses}, of those that the search of the plain page has checked.
    """

    def __init__(self, algorithm, space, by_page=False):
        self.algorithm, self.space, self.functions = algorithm, space, PLAIN if by_page else algorithm.functions
        self.lattice, self.most, self.measure, self.target = space.lattice, space.max_suppression, algorithm.measure, space.target
        self.met = {}

    def run(self, checks):
        """The vector that the search finds. checks: the optimal search ends after so many."""
        if self.functions is PLAIN:
            self.lattice.check_top(self.most)       # which the paper takes for granted
            freq, ladders = dict(self.lattice.frequency_set), ladders_of(self.lattice)
            return best_of(plain.samarati(freq, ladders, self.lattice.k, self.most), self.target)
        return self.algorithm.search(self.space, Checks(checks)).vector

    def value(self, cost):
        return self.target.value(cost)


def ladders_of(lattice) -> list:
    """The ladders of a lattice's values, as plain/samarati.py has them: {value: its labels} of each column."""
    return [{value: tree.labels(value) for value in values} for tree, values in zip(lattice.hierarchies, lattice.columns)]


def search_steps(searching, stopped=None) -> list:
    """The Steps of a search from its first line to the vector that is published.

    stopped: of an optimal search that was not let to its end, how many vectors it checked, and the vector that it found.

    >>> from ...core.algorithms.full_domain import Samarati, Vectors
    >>> from ...core.counts.hierarchy import Hierarchy
    >>> from ...core.levels.lattice import Lattice
    >>> from ...core.levels.objective import objective_for
    >>> tree = Hierarchy({'38': '[35-39]', '39': '[35-39]', '41': '[40-44]', '[35-39]': '*', '[40-44]': '*'})
    >>> table = {('38',): 1, ('39',): 1, ('41',): 2}
    >>> samarati, lattice = Samarati(), Lattice(table, [tree], k=2)
    >>> steps = search_steps(SearchLesson(samarati, Vectors(None, lattice, 0, objective_for('lm', lattice, 0)), by_page=True))
    >>> [step.kind for step in steps]       # doctest: +NORMALIZE_WHITESPACE
    ['granted', 'between', 'try', 'classes', 'satisfies', 'reached', 'try', 'classes', 'fails', 'not_reached', 'least', 'satisfies',
     'all_of_it', 'chosen']
    >>> lattice = Lattice(table, [tree], k=2)
    >>> steps = search_steps(SearchLesson(samarati, Vectors(None, lattice, 0, objective_for('lm', lattice, 0))))
    >>> [step.kind for step in steps]       # doctest: +NORMALIZE_WHITESPACE
    ['top', 'between', 'try', 'satisfies', 'reached', 'try', 'fails', 'satisfies', 'not_reached', 'least', 'satisfies', 'all_of_it',
     'chosen']
    """
    log: list = []
    asking(searching.lattice, log)
    answer: list = []
    ran = recorded(lambda: answer.append(searching.run(stopped and stopped[0])), codes_of(searching.functions), TOLD, log)
    return [*told(ran, TOLD, searching), answered(searching, stopped[1] if stopped else answer[0], stopped)]


def told(events, lessons, *known):
    """The Steps of what was recorded. lessons: as TOLD. known: what the tellers get besides."""
    for event in events:
        teller = teller_of(event, lessons)
        for kind, values in teller(event.before, event.after, event.asked, *known) if teller else ():
            yield Step(kind, values, event.function, event.line)


def teller_of(event, lessons):
    """What tells of a statement that ran, None if nothing does."""
    if event.function not in lessons:
        return None
    tellers = lessons[event.function].tellers
    return next((tellers[sign] for sign in event.signs if sign in tellers), None)


def verdicts(asked, searching):
    """What each vector that was asked for came to."""
    for vector, how, out, by, far in asked:
        values = {'vector': vector, 'height': height(vector), 'most': searching.most}
        if how == 'known':
            kind = 'known_to_fail' if out else 'known_to_satisfy' if searching.lattice.steady else 'not_ruled_out'
            yield kind, {**values, 'by': by, **({'how': 'far_known'} if far else {})}
            continue
        suppressed, alone = searching.lattice[vector], '' if searching.lattice.steady else '_alone'
        kind = 'satisfies' + alone if suppressed <= searching.most else 'fails' if out or not alone else 'fails_alone'
        yield kind, {**values, 'how': 'far' if far else how, 'suppressed': suppressed}


def top(before, after, asked, searching):
    vector = searching.lattice.top
    suppressed = searching.lattice[vector]
    yield 'top' if suppressed <= searching.most else 'top_fails', {
        'vector': vector, 'height': height(vector), 'suppressed': suppressed, 'most': searching.most}


# Samarati, as on the plain page.

def granted(before, after, asked, searching):
    lattice, top = searching.lattice, after['top']
    yield 'granted', {'vector': top, 'height': height(top), 'records': lattice.records, 'suppressed': lattice[top]}


def classes(before, after, asked, searching):
    vector, sizes = before['vector'], before['classes'].values()
    if vector not in searching.met:
        yield 'classes', {'vector': vector, 'height': height(vector), 'records': searching.lattice.records, 'n': len(sizes),
                          'class_sizes': tuple(sorted(sizes, reverse=True))}


def judged_check(before, after, asked, searching):
    vector, suppressed = before['vector'], before['suppressed']
    yield 'satisfies' if suppressed <= searching.most else 'fails', {
        'vector': vector, 'height': height(vector), 'k': searching.lattice.k, 'most': searching.most,
        'how': 'again' if vector in searching.met else 'judged', 'suppressed': suppressed}
    searching.met[vector] = suppressed


def met(before, after, asked, searching):
    if before['low'] == before['high']:
        yield 'least', {'height': before['low']}


def satisfying(before, after, asked, searching):
    low = before['low']
    vectors = tuple(vector for vector in plain.at_height(before['top'], low) if searching.met[vector] <= searching.most)
    yield 'all_of_it', {'height': low, 'n': len(vectors), 'vectors': vectors}


# Samarati, as kanon runs it.

def between(before, after, asked, searching):
    yield 'between', {'low': after['low'], 'high': after['high']}


def halfway(before, after, asked, searching):
    yield 'try', {'low': after['low'], 'high': after['high'], 'height': after['try_']}


def each(before, after, asked, searching):
    yield from verdicts(asked, searching)


def reached(before, after, asked, searching):
    yield 'reached' if searching.lattice.steady else 'not_ruled_out_there', {'height': before['try_'], 'high': after['high']}


def not_reached(before, after, asked, searching):
    yield 'not_reached', {'height': before['try_'], 'low': after['low']}


def next_height(before, after, asked, searching):
    if 'height_' in after and before.get('height_') != after['height_']:
        yield 'least' if 'height_' not in before else 'next_height', {'height': after['height_']}


def of_the_least_height(before, after, asked, searching):
    """The vectors of a height. If one was known to satisfy and then checked, that is told once."""
    checked = {vector: how for vector, how, _, _, _ in asked}
    told_of = set()
    for kind, values in verdicts(asked, searching):
        vector = values['vector']
        if kind == 'known_to_satisfy' and checked[vector] == 'checked':
            told_of.add(vector)
            kind = 'known_to_satisfy_counted'
        elif vector in told_of:
            continue
        yield kind, values
    yield 'all_of_it', {'height': before['height_'], 'n': len(after['satisfying']), 'vectors': tuple(after['satisfying'])}


# The optimal search.

def first_best(before, after, asked, searching):
    best = after['best']
    if best != NO_VECTOR:
        yield 'first_best', {'vector': best.vector, 'measure': searching.measure, 'value': searching.value(best.cost)}


def first_box(before, after, asked, searching):
    for box in after['heap']:
        yield 'first_box', {**of_box(box, searching), 'n': vectors_in(box)}


def of_box(box, searching):
    return {'low': box.low, 'high': box.high, 'measure': searching.measure, 'bound': searching.value(box.bound)}


def popped(before, after, asked, searching):
    yield 'box', {**of_box(after['box'], searching), 'n': vectors_in(after['box'])}


def half(before, after, asked, searching):
    if 'low' in after and (before.get('low'), before.get('high')) != (after['low'], after['high']):
        box = Box(None, after['low'], after['high'], None)
        yield 'half', {'low': box.low, 'high': box.high, 'n': vectors_in(box)}


def ruled_out(before, after, asked, searching):
    yield from verdicts(asked, searching)
    if asked[0].out:
        box = Box(None, before['low'], before['high'], None)
        yield 'half_ruled_out', {'low': box.low, 'high': box.high, 'n': vectors_in(box)}


def better(before, after, asked, searching):
    if after['best'] != before['best']:
        best = after['best']
        yield 'better', {'vector': best.vector, 'measure': searching.measure, 'value': searching.value(best.cost)}


def near_is_better(before, after, asked, searching):
    yield from verdicts(asked, searching)
    yield from better(before, after, asked, searching)


def kept_or_settled(before, after, asked, searching):
    box, best = before['half'], before['best']
    values = {**of_box(box, searching), 'vector': box.high, 'value': None if best == NO_VECTOR else searching.value(best.cost)}
    if box.low == box.high:
        yield 'single', values
    else:
        yield 'kept' if may_beat(box, best) else 'settled', values


def proven(before, after, asked, searching):
    best = before['best']
    yield 'proven', {'vector': best.vector, 'measure': searching.measure, 'value': searching.value(best.cost),
                     'checked': len(searching.lattice), 'n': searching.lattice.size()}


# Datafly, and round robin.

def at_the_bottom(before, after, asked, searching):
    vector = after['tried'][0]
    yield 'lowest' if any(vector) else 'bottom', {'vector': vector}


def enough(before, after, asked, searching):
    vector = before['tried'][-1]
    suppressed = searching.lattice[vector]
    kind = 'too_many' if suppressed > searching.most else 'few_enough'
    yield kind, {'vector': vector, 'height': height(vector), 'suppressed': suppressed, 'most': searching.most}


def distinct(before, after, asked, searching):
    counts = searching.lattice.distinct()
    vector = before['vector']
    yield 'distinct', {'vector': vector, 'labels': tuple(
        (column, counts[column][level]) for column, level in enumerate(vector) if level < searching.lattice.top[column])}


def raise_column(before, after, asked, searching):
    column = after['column']
    yield 'raise', {'vector': before['vector'], 'column': column, 'level': before['vector'][column] + 1}


def next_vector(before, after, asked, searching):
    yield 'next_vector', {'vector': after['tried'][-1]}


# {function: its Lesson}
TOLD = {
    'samarati': Lesson('freq ladders k max_sup top low high try_ vectors reach_k', {
        'top=': granted, 'low=': between, 'while': met, 'try_=': halfway, 'high=2': reached,
        'low=2': not_reached, 'return': satisfying}),
    'satisfies': Lesson('freq ladders vector k max_sup suppressed', {
        'return': judged_check}),
    'generalized': Lesson('freq ladders vector classes t n', {'return': classes}),
    'least_height': Lesson('lattice max_suppression may_satisfy low high try_ reach_k', {
        'check_top()': top, 'low=': between, 'try_=': halfway, 'reach_k=': each,
        'high=2': reached, 'low=2': not_reached}),
    'upward': Lesson('lattice max_suppression low rules_out height_ satisfying', {
        'for height_': next_height, 'satisfying=': of_the_least_height}),
    'branch_and_bound': Lesson(
        'lattice objective max_suppression bottom top nothing first best is_settled heap unsettled'
        ' popped searched vector box is_power_of_two cut boxes part', {
            'check_top()': top, 'best=': first_best, 'heap=': first_box, 'box=': popped,
            'searched=2': near_is_better, 'yield2': proven}),
    'cut_in_two': Lesson(
        'box best lattice objective max_suppression boxes rules_out low high checked may_be_best'
        ' half', {
            'for low': half, 'if': ruled_out, 'if3': each, 'best=': better,
            'if4': kept_or_settled}),
    'raised': Lesson('lattice max_suppression choose tried vector suppressed problem column', {
        'check_top()': top, 'tried=': at_the_bottom, 'while': enough, 'column=': raise_column,
        'append()': next_vector}),
    'most_distinct': Lesson('vector labels', {'return': distinct}),
}


def answered(searching, vector, stopped):
    """What the caller of a search does with its answer."""
    lattice = searching.lattice
    values = {'vector': vector, 'suppressed': lattice[vector], 'published': lattice.records - lattice[vector]}
    if not searching.target:
        return Step('taken', values)
    cost = searching.target.cost(vector)
    return Step('stopped' if stopped else 'chosen', {**values, 'measure': searching.measure, 'value': searching.value(cost)})


def trace_of_search(searching, names, stopped=None) -> list:
    """The steps of a search as dicts. names: of the columns. There is no value of the data in them."""
    steps = [dict(step.values, step=step.kind) for step in search_steps(searching, stopped)]
    for step in steps:
        if 'column' in step:
            step['column'] = names[step['column']]
        if 'labels' in step:
            step['labels'] = [(names[column], n) for column, n in step['labels']]
    return steps
