"""A run of an algorithm as a page tells it: its steps, its pictures, and the table as it would be published at each step.

Promise: the last step shows the table that the program publishes. A page may hold the stories of several runs, with other k and
other MaxSup. Their classes and tables stand once, in one Shown.
"""

from __future__ import annotations

from collections import namedtuple

from ...core.algorithms.why_suppressed import failed_by_classes, requirements
from ...core.counts.frequency import frequency_set_of
from ...core.counts.recoding import full_domain
from ...core.cutting.partition import columns_of, partition_of
from ...core.desk.as_text import option_word
from ...core.errors import one_line
from .cut_steps import CutLesson, cut_steps
from .sentences import teller, vector_text
from .lattice_steps import SearchLesson, search_steps
from .own_cut_steps import OwnCutLesson, own_cut_steps
from .step_pictures import lattice_sheet, plane_sheet, tree_sheet, vector_places
from .steps import above

BY_PAGE = 'samarati', 'mondrian'        # have a plain page, which counts records, for k alone
LONGEST = 60        # characters of a value that are shown

# One run. algorithm: a value of kanon.core.algorithms. table: a RecordedTable. records, k, most: what was asked. steps: the Steps. frames:
# for each step a dict for the script (explain.js). pictures: [(heading, Sheet, 'scroll' or 'plane')]. key: what their marks mean.
# first: in Shown, the number of its first class. Only the parts of Mondrian have numbers. spared: the Steps of kanon's own search, if the
# page replays the one of the paper. top: of the lattice, None of Mondrian.
Story = namedtuple('Story', 'algorithm table records k most steps frames pictures key first spared top', defaults=(0, (), None))
# The table. data: its name. names, sensitive: of the columns. frequency_set: of the quasi-identifiers. rows: (row of the frequency
# set, sensitive values, records), sorted. left_out: whether the sensitive columns are not shown. missing: the records without a value,
# which are left out. person: the column that says whose row each row is, where k counts persons, or None. beyond: what is required beyond
# k, {column: texts of its rules} and, under None, what is required in a population. aside: the options of an INI file that are not shown.
RecordedTable = namedtuple('RecordedTable', 'data names sensitive frequency_set rows left_out missing person beyond aside',
                           defaults=(None, {}, ()))


class SharedContent:
    """What the stories of a page show, each thing once. classes: dicts for the script. tables: lists of their numbers.

    A class is {labels, rows, size: how its size is told, n: the records or, with --person, the persons that are compared with k,
    fails: what it fails beyond k}.
    """

    def __init__(self):
        self.classes, self.tables, self._places = [], [], {}

    def add(self, classes) -> range:
        """The numbers of these classes, which are new."""
        first = len(self.classes)
        self.classes += classes
        return range(first, len(self.classes))

    def table(self, key, numbers) -> int:
        """The place of the table with this key. numbers(): of its classes, if it is new."""
        if key not in self._places:
            self._places[key] = len(self.tables)
            self.tables.append(list(numbers()))
        return self._places[key]


def story_of_lattice(algorithm, table, space, language, shown, skipping=None):
    """The story of a search in the lattice of a table. space: what is searched. Its lattice was asked nothing yet.

    skipping: the same space once more, for kanon's own search, where the page replays the one of the paper.
    """
    lattice, most = space.lattice, space.max_suppression
    by_page = is_by_page(algorithm, table)
    steps = search_steps(SearchLesson(algorithm, space, by_page))
    places = vector_places(lattice.top)
    frames, states, facts, box, at = [], {}, {}, [], (0,) * len(lattice.top)
    for step in steps:
        values = step.values
        vector = values.get('vector')
        at = vector or at
        if isinstance(values.get('low'), tuple):
            box = [place for other, place in places.items() if above(other, values['low']) and above(values['high'], other)]
        elif step.kind in ('proven', 'chosen'):
            box = []
        key = at, lattice.k if fails_whole(lattice) else None       # a class is the same for each k
        frames.append({'now': places[vector] if vector else -1, 'set': newly_told(step, states, places, lattice.steady), 'box': box,
                       'table': shown.table(key, lambda: shown.add(classes_at(lattice, at, table, language))),
                       'facts': facts_after(step, facts, language)})
    tell = teller(language)
    heading = tell('explained_picture_lattice')
    said = tell('explained_lattice_said', n=len(places))
    picture = heading, lattice_sheet(lattice.top, heading, said, tell('height')), 'scroll'
    key = tell('explained_key_lattice')
    if algorithm.name == 'optimal':
        key += tell('explained_key_box')
    spared = search_steps(SearchLesson(algorithm, skipping)) if by_page and skipping else ()
    return Story(algorithm, table, lattice.records, lattice.k, most, steps, frames, [picture], key, spared=spared, top=lattice.top)


def is_by_page(algorithm, table) -> bool:
    """Whether the lines of the plain page are replayed. They count records, for k alone."""
    return algorithm.name in BY_PAGE and table.person is None and not table.beyond


def fails_whole(lattice) -> bool:
    """Whether no class of a table is published if one fails."""
    population = getattr(lattice, 'required', None) and lattice.required.population
    return bool(population and population.everybody)


def facts_after(step, facts, language) -> str:
    """The line of facts after a step: low, high and try, or the best vector so far. facts: those so far, which are updated."""
    values, tell = step.values, teller(language)
    if step.kind in ('between', 'try', 'reached', 'not_ruled_out_there', 'not_reached'):
        facts.update({name: values[name] for name in ('low', 'high') if name in values})
        facts['try_'] = values['height'] if step.kind == 'try' else None
    elif step.kind in ('first_best', 'better', 'proven'):
        facts['best'] = tell('explained_best', **values)
    if 'low' in facts:
        tried = tell('explained_try_is', **facts) if facts['try_'] is not None else ''
        return tell('explained_low_high', **facts) + tried
    return facts.get('best', '')


def newly_told(step, states, places, steady=True) -> list:
    """[place, state] of each vector about which this step tells something new. states: {vector: state}, which is updated.

    A vector that was asked fails or satisfies. What follows for the others is 'out' and 'in'. steady: whether all that is required
    survives merging. If not, nothing follows from a vector that satisfies, nor from one that fails and is not ruled out.
    """
    vector, kind, new = step.values.get('vector'), step.kind, {}
    if kind in ('chosen', 'taken'):
        new[vector] = 'chosen'
    elif kind in ('fails_alone', 'top_fails') or kind == 'too_many' and not steady:
        new[vector] = 'out'
    elif kind == 'satisfies_alone' or kind in ('top', 'few_enough') and not steady:
        new[vector] = 'in'
    elif kind in ('fails', 'too_many', 'known_to_fail'):
        new = {other: 'out' for other in places if above(vector, other)}
    elif kind in ('satisfies', 'few_enough', 'known_to_satisfy', 'top', 'granted'):
        new = {other: 'in' for other in places if above(other, vector)}
    if new and 'suppressed' in step.values and kind not in ('chosen', 'taken'):     # it was checked
        new[vector] = {'out': 'fails', 'in': 'satisfies'}[new[vector]]
    new = {other: state for other, state in new.items() if state in ('fails', 'satisfies', 'chosen') or other not in states}
    new = {other: state for other, state in new.items() if states.get(other) != state}
    states.update(new)
    return [[places[other], state] for other, state in new.items()]


def classes_at(lattice, vector, table, language='en') -> list:
    """The classes at a vector, for the script."""
    recoding, required = full_domain(lattice, vector), getattr(lattice, 'required', None)
    rows: dict = {}
    for place, sensitive, n in table.rows:
        rows.setdefault(recoding.classes[place], {}).setdefault(sensitive, []).append(n)
    persons, failed = required and required.persons, {}
    found = persons.in_classes(recoding.classes) if persons else None
    if required and table.beyond:
        people = lattice.people_at(vector) if required.population else {}
        names, failed = requirements(required)[1:], failed_by_classes(required, recoding, people)
        failed = {class_: [name for name in names if name in of_class] for class_, of_class in failed.items()}
        if fails_whole(lattice):        # then each class fails because one does
            failed = {class_: of_class or ['delta_presence'] for class_, of_class in failed.items()}
    return [shown_class(recoding.labels[number], rows[number], language, found and found.get(number, 0), failed.get(number, ()))
            for number in sorted(rows)]


def shown_class(labels, histogram, language, persons=None, failed=()) -> dict:
    """A class for the script. histogram: {sensitive values: a list of records}. persons: how many it has, if they are counted.

    failed: what it fails beyond k.
    """
    rows = [[*map(briefly, sensitive), str(sum(counts))] for sensitive, counts in sorted(histogram.items())]
    records = sum(map(sum, histogram.values()))
    tell = teller(language)
    size = str(records)
    if persons is not None:
        size = tell('explained_size_persons', n=records, persons=persons)
    return {'labels': list(map(briefly, labels)), 'rows': rows, 'size': size,
            'n': records if persons is None else persons,
            'fails': tell.listed(map(option_word, failed))}


def story_of_cuts(algorithm, table, dimensions, required, language, shown):
    """The story of Mondrian with the paper's cuts or, where k counts persons or more is required, with strict cuts of kanon's own."""
    whole, k = partition_of(table.frequency_set, dimensions, required), required.k      # which refuses a table of fewer than k
    own = required.persons or required.rules
    if own:
        cutting = OwnCutLesson(table.names, dimensions, required, frequency_set_of(table.frequency_set))
        steps = own_cut_steps(whole, cutting)
    else:
        cutting = CutLesson(table.names, dimensions, k)
        steps = cut_steps(table.frequency_set, cutting)
    tuples = list(table.frequency_set)
    classes, ends = [], []
    for number, part in enumerate(cutting.parts):
        rows: dict = {}
        for place, sensitive, n in table.rows:
            if tuples[place] in part.partition:
                rows.setdefault(sensitive, []).append(n)
        persons, failed = cutting.persons[number] if own else None, cutting.failed(part.partition)[0] if own else ()
        labels = [label for _, label in cutting.labels(part)]
        classes.append(shown_class(labels, rows, language, persons, [name for name in failed if name != 'k']))
        ends.append([cutting.ends(part, dim) for dim in range(len(dimensions))])
    first = shown.add(classes).start
    frames, there, done, now, made = [], [0], [], 0, 0
    for step in steps:
        now = step.values.get('part', now)
        if step.kind == 'cut':
            there = sorted({*there, *step.values['parts']} - {now})
            made = max(step.values['parts'])
        elif step.kind == 'finished':
            done = [*done, now]
        frames.append({'now': -1 if step.kind == 'all_finished' else now, 'parts': there, 'done': done, 'made': made,
                       'table': shown.table((first, *there), lambda: [first + part for part in there]),
                       'facts': teller(language)('explained_parts_are', n=len(done), open=len(there) - len(done))})
    pictures, key = cut_pictures(table, cutting, ends, steps, language, 'k%d-' % k)
    return Story(algorithm, table, whole.size, k, None, steps, frames, pictures, key, first)


def cut_pictures(table, cutting, ends, steps, language, run):
    """The plane and the tree, as in a Story, and what their marks mean. run: the beginning of the ids of their shapes."""
    tell, points = teller(language), {}
    names, frequency_set = list(map(briefly, table.names)), frequency_set_of(table.frequency_set)
    for at, n in zip(zip(*columns_of(frequency_set, cutting.dimensions)), frequency_set.values()):
        place = at[0], at[1] if len(at) > 1 else 0
        points[place] = points.get(place, 0) + n
    heading = tell('explained_picture_cuts')

    def tip_of(x, y, n):
        values = (briefly(dimension.texts[code]) for dimension, code in zip(cutting.dimensions, (x, y)))
        where = tell.listed(map(' '.join, zip(names, values)))
        return tell('explained_point', where=where, n=n)
    plane = plane_sheet(cutting.dimensions, names, points, ends, heading,
                        tell('explained_plane_said', columns=names[:2]), tip_of, run)
    sizes = [part.size for part in cutting.parts]
    why = {0: tell('explained_whole')}
    for step in steps:
        if step.kind == 'cut':
            first, second = step.values['parts']
            pair = names[step.values['dim']], briefly(step.values['at'])
            why[first], why[second] = ' ≤ '.join(pair), ' > '.join(pair)
    labels = [(tell('explained_part', part=part, size=size), why[part]) for part, size in enumerate(sizes)]
    heading_of_tree = tell('explained_tree')
    tree = tree_sheet([part.parent for part in cutting.parts], labels, heading_of_tree,
                      tell('explained_tree_said'), run)
    key = tell('explained_key_cuts')
    if len(names) > 2:
        key += tell('explained_key_plane', shown=2, n=len(names))
    return [(heading, plane, 'plane'), (heading_of_tree, tree, 'scroll')], key


def briefly(value):
    """A text as it is shown: on one line, and cut short if it is long. Of a tuple, each of them."""
    if isinstance(value, tuple):
        return tuple(map(briefly, value))
    if not isinstance(value, str):
        return value
    text = one_line(value)
    return text if len(text) <= LONGEST else text[:LONGEST] + '…'


def vector_texts(top) -> list:
    """The text of each vector of a lattice, by its place."""
    return list(map(vector_text, vector_places(top)))
