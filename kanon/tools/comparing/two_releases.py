"""Two releases of a table that changed between them: what they tell about the people in it.

The attacker knows everybody's quasi-identifiers, and who was in the first table and who in the second. So the attacker knows for
each person under which labels the person stands in each release, or that the person is absent from it. People with the same labels, or
the same absence, in both releases are a *group*. If two people of a group exchange their sensitive values, neither release
changes. Nothing else protects a person. Where all others of a class stand in both releases, the difference of two counts is the rest.

Promise: below_k counts the people whose group has fewer than k people, but for those of uncertain groups. Where more people fit a class
than it has records, some of them are absent, and nobody knows who. So a group may be larger than it seems, or all of it may be absent
(`uncertain_groups`).
Each person whom one_value counts has the same known value, missing ones aside, in all ways to deal the published values out to people that
give both releases.
Invariant: the number of people of a group with a value lies between its bounds in each of these ways. Bounds only draw nearer.
Departs from a count of these ways, which takes too long: bounds are drawn nearer by one sum at a time, for each value of a class
and for each group. So there may be more people whose value follows than one_value counts.
"""

from __future__ import annotations

from collections import Counter, deque

from ...core.counts.frequency import added_up
from ...core.counts.persons import check_names
from ...core.counts.values import AS_ONE, MISSING, Known, UNKNOWN
from ...core.errors import DataError

OVER_TIME = 'over time, '      # the names of these attacks begin so
CHANGES = 'added', 'removed', 'stayed'
STARRED = -1        # the place of the rows of nothing but *, which stand behind the classes
MOST_BOUNDS = 20_000_000        # looked at, which takes about ten seconds


def told_over_time(releases, lists, columns, covers, k) -> tuple:
    """A row for each of CHANGES, as `linkage.narrowed` counts people, and what keeps one_value from being counted (`what_is_doubtful`).

    releases  two AttackedReleases
    lists     the CountedRecords of the people of each table, with `persons`, over these columns, which are two lists
    covers    for each list the classes of its release that cover each of its distinct tuples, from `AttackedRelease.covering`

    >>> from kanon.tools.judging.linkage import CountedRecords, AttackedRelease
    >>> first = AttackedRelease('jan.csv', ['age'], ['ill'], [('[30-39]', 'flu'), ('[30-39]', 'gout')])
    >>> second = AttackedRelease('feb.csv', ['age'], ['ill'], [('[30-39]', 'flu'), ('[30-39]', 'gout'), ('[30-39]', 'HIV')])
    >>> ages, later = CountedRecords([('31',), ('34',)], ['Ann', 'Bob']), CountedRecords([('31',), ('34',), ('36',)], ['Ann', 'Bob', 'Cy'])
    >>> rows, _ = told_over_time([first, second], [ages, later], [['age']] * 2, [[(0,), (0,)], [(0,), (0,), (0,)]], 2)
    >>> [(row['attack'], row['people'], row['below_k'], row['one_value']) for row in rows]
    [('over time, added', 1, 1, 1), ('over time, removed', 0, 0, 0), ('over time, stayed', 2, 0, 0)]
    """
    shared = [name for name in releases[0].carried if name in releases[1].carried]
    found = [classes_of_persons(*of_table) for of_table in zip(releases, lists, covers)]
    groups = groups_of_people(*found)
    doubtful = what_is_doubtful(releases, lists, covers)
    doubtful['changed'] = [changed_people(lists, columns, shared)]
    told = {} if any(map(any, doubtful.values())) else told_values(releases, shared, {key: sum(kinds) for key, kinds in groups.items()})
    doubtful['contradicting'] = [int(told is None)]
    uncertain = uncertain_groups(groups, [spare_places(*of_table) for of_table in zip(releases, lists, covers)], k)
    doubtful['uncertain'] = [sum(sum(groups[key]) for key in uncertain)]
    rows = []
    for place, kind in enumerate(CHANGES):
        row = {'attack': OVER_TIME + kind, 'by': ', '.join(dict.fromkeys(releases[0].quasi + releases[1].quasi)), 'k': k,
               **times_row({key: (kinds[place], sum(kinds)) for key, kinds in groups.items()}, k, uncertain)}
        for name in ['one_value', *('one_' + name for name in shared if len(shared) > 1)]:
            row[name] = sum(groups[key][place] for key in told[name]) if told and shared else None
        rows.append(row)
    return rows, doubtful


def classes_of_persons(release, people, covers) -> dict:
    """{person: for each row of the person that is in the release the classes that cover it}, in order. Rows without a person are left out.

    Suppressed records are published as rows of nothing but * by other tools. They stand behind the classes.
    """
    nowhere = (STARRED,) if release.suppressed else ()
    found: dict = {}
    for person, place in zip(people.persons, people.order):
        if person not in MISSING:
            found.setdefault(person, []).append(covers[place] or nowhere)
    return {person: tuple(sorted(filter(None, rows))) for person, rows in found.items()}


def groups_of_people(first, second) -> dict:
    """{(classes in the first release, classes in the second): how many people with these were added, removed, and stayed}.

    >>> groups_of_people({'Ann': ((0,),), 'Bob': ((0,),)}, {'Bob': ((1,),), 'Cy': ((1,),)})
    {(((0,),), ()): [0, 1, 0], (((0,),), ((1,),)): [0, 0, 1], ((), ((1,),)): [1, 0, 0]}
    """
    groups: dict = {}
    for person in {**first, **second}:
        kinds = groups.setdefault((first.get(person, ()), second.get(person, ())), [0, 0, 0])
        kinds[0 if person not in first else 1 if person not in second else 2] += 1
    return groups


def spare_places(release, people, covers) -> dict:
    """{(class,): how many more people of the list fit the class than it has records}. {} if several classes cover somebody.

    people: the Records of the list. covers: the classes that cover each of its distinct tuples.
    """
    if any(len(cover) > 1 for cover in covers):
        return {}
    listed = added_up((cover or (STARRED,) for cover in covers), people.counts)
    return {(place,): listed.get((place,), 0) - sum(histogram.values()) for place, histogram in histograms_by_place(release).items()}


def uncertain_groups(groups, spare, k) -> set:
    """The groups of fewer than k people of which nobody can be sure, because more people fit a class than it has records.

    Each of them may be absent from a release though it has a class for them. Or people may belong to them who seem to be in a class.
    spare: for each release `spare_places`.

    >>> sorted(uncertain_groups({((), ((0,),)): [1, 0, 0], (((0,),), ((0,),)): [0, 0, 3]}, [{}, {(0,): 1}], 3))
    [((), ((0,),))]
    >>> uncertain_groups({((), ((0,),)): [2, 0, 0], (((1,),), ((0,),)): [0, 0, 3]}, [{(1,): 1}, {}], 3)
    {((), ((0,),))}

    Whoever has two rows can be absent only if two more rows fit the class than it has records.

    >>> [len(uncertain_groups({(((0,), (0,)), ()): [0, 1, 0]}, [{(0,): more}, {}], 3)) for more in (1, 2)]
    [0, 1]
    """
    def absent(key, which):
        """How many people of a group may be absent from a release, with all of their rows."""
        rows = Counter(key[which])
        return min([sum(groups[key]), *(spare[which].get(cover, 0) // n for cover, n in rows.items())]) if rows else 0

    others: dict = {}       # {(release, classes in the other one): how many people with these classes may be absent from it}
    for key in groups:
        for which in 0, 1:
            others[which, key[1 - which]] = others.get((which, key[1 - which]), 0) + absent(key, which)
    found = set()
    for key, kinds in groups.items():
        size = sum(kinds)
        more = sum(others[which, key[1 - which]] for which in (0, 1) if not key[which])
        if size < k and (size + more >= k or absent(key, 0) + absent(key, 1) >= size):
            found.add(key)
    return found


def times_row(groups, k, uncertain=()) -> dict:
    """What a row counts. groups: {classes in both releases: (people who are counted, people of the group)}. uncertain: `uncertain_groups`.

    >>> times_row({((), ()): (1, 5), (((0,),), ()): (2, 3), (((1,),), ()): (1, 1)}, 3)['below_k']
    1
    """
    sizes: Counter = Counter()       # {people of the group: people who are counted}
    for key, (people, size) in groups.items():
        if any(key) and people and key not in uncertain:
            sizes[size] += people
    return {'people': sum(people for people, _ in groups.values()),
            'no_candidate': sum(people for key, (people, _) in groups.items() if not any(key)), 'one_record': sizes[1],
            'below_k': sum(people for size, people in sizes.items() if size < k), 'least': min(sizes, default=None),
            'mean': sum(size * people for size, people in sizes.items()) / sum(sizes.values()) if sizes else None}


def what_is_doubtful(releases, lists, covers) -> dict:
    """How much of what keeps one_value from being counted there is in each of both lists. All is 0 for the table of a release.

    nameless     rows that do not say whose they are
    repeated     people with several rows
    overlapping  rows that several classes cover
    unpublished  rows that are in no class, because more rows fit the class than it has. At least so many
    unlisted     records of classes that fewer rows fit than the class has. At least so many
    """
    doubtful: dict = {name: [] for name in ('nameless', 'repeated', 'overlapping', 'unpublished', 'unlisted')}
    for release, people, of_tuple in zip(releases, lists, covers):
        doubtful['nameless'].append(sum(person in MISSING for person in people.persons))
        rows = Counter(person for person in people.persons if person not in MISSING)
        doubtful['repeated'].append(sum(n > 1 for n in rows.values()))
        doubtful['overlapping'].append(sum(n for cover, n in zip(of_tuple, people.counts) if len(cover) > 1))
        more = spare_places(release, people, of_tuple).values()
        doubtful['unpublished'].append(sum(max(n, 0) for n in more))
        doubtful['unlisted'].append(-sum(min(n, 0) for n in more))
    return doubtful


def histograms_by_place(release) -> dict:
    """{place: histogram of the carried values} of each class, and of the rows of nothing but *, if they are suppressed records."""
    return {**dict(enumerate(release.classes.values())), **({STARRED: release.alone} if release.suppressed else {})}


def changed_people(lists, columns, names) -> int:
    """How many people have other values in the second list, as far as both lists have these sensitive columns, and one row of each.

    >>> from kanon.tools.judging.linkage import CountedRecords
    >>> changed_people([CountedRecords([('flu',)], ['Ann']), CountedRecords([('gout',)], ['Ann'])], [['ill']] * 2, ['ill'])
    1
    """
    names = [name for name in names if all(name in of_list for of_list in columns)]
    found: list = []        # for each list {person: the values of each row}
    for people, of_list in zip(lists, columns):
        of_tuple = [[values[at] for at in map(of_list.index, names)] for values in people.distinct]
        found.append({})
        for person, place in zip(people.persons, people.order):
            found[-1].setdefault(person, []).append(of_tuple[place])
    first, second = found
    return sum(first[person] != second[person] for person in first
               if person not in MISSING and len(first[person]) == len(second.get(person, ())) == 1)


def told_values(releases, names, groups):
    """{'one_value': the groups whose people have one known value in all of these columns, 'one_<column>': in this column}.

    groups: {classes in both releases: people}, one class at most in each. None if the people cannot have the published values.
    """
    alone: dict = {}        # {column: {group: its known values}}
    for chosen in dict.fromkeys([tuple(names), *((name,) for name in names)]):      # a column alone may tell more than all together
        possible = possible_values(class_values(releases, chosen), {key: people for key, people in groups.items() if any(key)})
        if possible is None:
            return None
        known = Known()
        for place, name in enumerate(chosen):
            for key, values in possible.items():
                there = {known[value[place]] for value in values} - {UNKNOWN}
                alone.setdefault(name, {})[key] = there & alone.get(name, {}).get(key, there)
    told = {'one_' + name: {key for key, values in alone[name].items() if len(values) == 1} for name in names}
    return {**told, 'one_value': set.intersection(*told.values())} if told else {}


def class_values(releases, names) -> list:
    """For each release {place of a class: {values of these columns: records}}."""
    found = []
    for release in releases:
        places = [release.carried.index(name) for name in names]
        found.append({at: added_up([tuple([values[place] for place in places]) for values in histogram], histogram.values())
                      for at, histogram in histograms_by_place(release).items()})
    return found


def possible_values(classes, groups):
    """{group: the values that its people may have}, as far as sums tell. None if there is no way to deal the values out.

    classes: for each release {place: {value: records}}. groups: {(((place,),) or (), the same of the second release): people}.

    >>> jan, feb = {0: {'flu': 1, 'gout': 1}}, {0: {'flu': 1, 'gout': 1, 'HIV': 1}}
    >>> possible_values([jan, feb], {(((0,),), ((0,),)): 2, ((), ((0,),)): 1})[(), ((0,),)]
    {'HIV'}
    >>> possible_values([jan, {0: {'HIV': 2}}], {(((0,),), ((0,),)): 2}) is None
    True
    """
    high: list = []         # of each cell, which is a group and a value: the most people of the group who may have it
    cells_of: dict = {}     # {a class and a value, or a group: its cells}, which sum up to
    totals = {(which, place, value): n for which, of_release in enumerate(classes) for place, histogram in of_release.items()
              for value, n in histogram.items()}
    totals.update(groups)
    for key, people in groups.items():
        stands_in = [(which, cover[0][0]) for which, cover in enumerate(key) if cover]
        first, *others = (classes[which][place] for which, place in stands_in)
        for value in first:
            if all(value in histogram for histogram in others):
                for part in [key, *((which, place, value) for which, place in stands_in)]:
                    cells_of.setdefault(part, []).append(len(high))
                high.append(people)
    low = [0] * len(high)
    if not draw_together(low, high, [(cells_of.get(part, ()), total) for part, total in totals.items()]):
        return None
    value_of = {cell: part[2] for part, cells in cells_of.items() if part not in groups for cell in cells}
    return {key: {value_of[cell] for cell in cells_of[key] if high[cell]} for key in groups}


def draw_together(low, high, sums) -> bool:
    """Draw the bounds of whole numbers together until no sum says more. False if they cannot have these sums.

    sums: (places of numbers, their total). Of a total no number has more than the least of all others leave, nor less than the
    most of all others leave.

    >>> low, high = [0, 0, 0], [2, 2, 2]
    >>> draw_together(low, high, [([0, 1], 4), ([1, 2], 3)]), low, high
    (True, [2, 2, 1], [2, 2, 1])
    """
    sums_of: list = [[] for _ in high]
    for place, (cells, _) in enumerate(sums):
        for cell in cells:
            sums_of[cell].append(place)
    waiting, waits, steps = deque(range(len(sums))), [True] * len(sums), 0
    while waiting:
        place = waiting.popleft()
        waits[place] = False
        cells, total = sums[place]
        steps += len(cells)
        if steps > MOST_BOUNDS:
            raise DataError('who can have which value takes too long to find out, because there are so many groups of people with the'
                            ' same labels in both releases; give lists of fewer people, or --quasi fewer columns')
        least, most = sum(map(low.__getitem__, cells)), sum(map(high.__getitem__, cells))
        if not least <= total <= most:
            return False
        if least == most:
            continue
        for cell in cells:
            bounds = max(low[cell], total - most + high[cell]), min(high[cell], total - least + low[cell])
            if bounds != (low[cell], high[cell]):
                low[cell], high[cell] = bounds
                for other in sums_of[cell]:
                    if not waits[other]:
                        waits[other] = True
                        waiting.append(other)
    return True


def check_persons(lists, column, files, sameness=AS_ONE):
    """DataError if a column does not say whose row each row is (`check_names`, counts/persons.py). lists: the persons of each file."""
    others: set = set()
    for persons, file in zip(lists, files):
        names = set(persons).difference(MISSING)
        check_names(names, len(persons), column, file, others, sameness)
        others |= names
