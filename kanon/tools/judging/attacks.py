"""The attacks on a release: linkage, two releases joined, and the order of the rows.

Promise: `played` yields one row for each attack. All attacks count the same people, the records of the known table.
With a control, people who are not in the table are attacked as well. What the attacker finds out about them does not come from
their records, since there are none. So the difference of both shares is what the release tells of the people in it.

Control: M. Giomi, F. Boenisch, C. Wehmeyer, B. Tasnadi, A Unified Framework for Quantifying Privacy Risk in Synthetic Data
(Anonymeter), PoPETs 2023(2). Their risk is (rate - rate of the control) / (1 - rate of the control).
By chance: the ways of R. A. Fisher's exact test (The Design of Experiments, 1935), ordered by the difference of the shares.
"""

from __future__ import annotations

from ...core.counts.frequency import added_up
from .linkage import join, joined_releases, linkage, linked_persons, narrowing, projected
from .row_order import orders

CONTROL, DIFFERENCE, CHANCE, RISK = ', control', ', difference', ', chance', ', risk'       # behind the name of an attack
MOST_WAYS = 10 ** 80        # for how many the most frequent way to deal people out is counted


def played(releases, people, columns, trees, k=None, decimal='.', control=None):
    """Yield a dict for every attack on one or two releases.

    people   the CountedRecords of the known table, over these columns, with what its values mean (`Meant`, linkage.py). If they have `persons`, linkage with one release
             counts these. The list of another release has other persons.
    trees    {quasi-identifier: its Hierarchy or None}
    k        the k for `below_k`; None: the k of each release
    decimal  the decimal sign of numbers in the list and in the releases
    control  the CountedRecords of people who are not in the table, over the same columns; None: no rows of a control
    """
    first = releases[0]
    names = ['attack', 'by', 'people', 'records', 'suppressed', 'k', 'no_candidate', 'one_record', 'below_k', 'one_value',
             *('one_%s' % name for name in first.carried if len(first.carried) > 1), 'least', 'mean',
             *['guessed'] * (control is not None), 'in_order', 'told', 'right']
    empty, covers = dict.fromkeys(names), []
    groups = [people] if control is None else [people, control]
    attacks = [linkage_rows(releases, group, columns, trees, k, decimal, control is not None) for group in groups]
    row: dict = {}
    for (row, covers), *of_control in zip(*attacks):
        yield {**empty, **row}
        for other, _ in of_control:
            yield {**empty, **other, 'attack': row['attack'] + CONTROL}
            for name, measure in ((DIFFERENCE, difference), (CHANCE, by_chance), (RISK, added_risk)):
                yield {**empty, 'attack': row['attack'] + name, 'by': row['by'], **both_measured(row, other, measure)}
    right = agreement(first, columns)
    for name, told in zip(('order of the rows', 'the same, sorted'), orders(first, people, covers[0], right)):
        yield {**empty, 'attack': name, 'by': ', '.join(first.quasi), 'people': row['people'], **told}


def linkage_rows(releases, people, columns, trees, k, decimal, guessing):
    """Yield the row of each attack by linkage, and the classes that cover the people: a list for each release so far.

    guessing: whether to count the people whose sensitive values are guessed.
    """
    persons = [dict(zip(columns, person)) for person in people.distinct]
    covers: list = []
    for release, name in zip(releases, ('linkage', 'linkage, second')):
        covers.append(release.covering([tuple(map(person.get, release.quasi)) for person in persons],
                                       [trees[column] for column in release.quasi], decimal))
        row = {'attack': name, 'by': ', '.join(release.quasi), 'records': sum(release.records.counts) - release.suppressed,
               'suppressed': release.suppressed,
               **(linked_persons(release, covers[-1], people, k or release.k) if people.persons and len(releases) == 1 else
                  narrowing(linkage(release, covers[-1], people.counts), k or release.k, release.carried, release.meant))}
        told = [name for name in release.carried if name in columns]
        if guessing and told:
            row['guessed'] = guessed(lambda cover: projected(release, cover, told), covers[-1], persons, told, people.counts)
        yield row, covers
    if len(releases) > 1:
        first, second = releases
        shared = [name for name in first.carried if name in second.carried]
        row = {'attack': 'both, joined', 'by': ', '.join(shared),
               **narrowing(joined_releases(releases, covers, people.counts), k or min(release.k for release in releases), shared, first.meant)}
        told = [name for name in shared if name in columns]
        if guessing and told:
            row['guessed'] = guessed(lambda pair: join(projected(first, pair[0], told), projected(second, pair[1], told)),
                                     zip(*covers), persons, told, people.counts)
        yield row, covers


def guessed(histogram_of, covers, persons, told, counts) -> int:
    """How many people have the sensitive values that most of their candidates have. Of equally frequent values the first is taken.

    histogram_of: a function from what covers a person to the histogram of the candidates over the columns `told`.
    """
    of_cover: dict = {}
    truths = [tuple(map(person.get, told)) for person in persons]
    for (cover, truth), people in added_up(zip(covers, truths), counts).items():
        of_cover.setdefault(cover, {})[truth] = people
    right = 0
    for cover, people_with in of_cover.items():
        histogram = histogram_of(cover)
        if histogram:
            right += people_with.get(min(histogram, key=lambda values: (-histogram[values], values)), 0)
    return right


def difference(n, people, m, others):
    """The share of n in so many people, less that of m in the others. Rounded once, so that equal differences are equal.

    >>> difference(1, 2, 1, 4), difference(1, 3, 2, 3)
    (0.25, -0.3333333333333333)
    """
    return (n * others - m * people) / (people * others)


def by_chance(n, people, m, others):
    """How far apart chance puts both shares: no further in at least 95 of 100 ways to deal the same people out.

    This is an exact test, so it is true of a few people, too. It deals as Fisher's does, and orders the ways by the difference of
    the shares. Fisher's two-sided test in R orders them by how probable they are, which is the same for lists of one length, and
    may put the border elsewhere for others. Ways are counted as parts of those of the most equal shares, in
    whole numbers of 80 digits. The last 30 may be wrong, and what differs in these alone is taken as equal.

    >>> by_chance(50, 100, 50, 100), by_chance(3, 4, 1, 4), by_chance(0, 100, 0, 100)
    (0.14, 0.5, 0.0)
    """
    both = n + m
    equal = both * people // (people + others)      # as many of `both` in the list
    found = [(both * people - equal * (people + others), MOST_WAYS), *differences_by_chance(both, people, others, equal),
             *differences_by_chance(both, others, people, both - equal)]
    left = sum(ways for _, ways in found)
    enough = left // 20 + 10 ** 30
    for further, ways in sorted(found):
        left -= ways
        if left <= enough:
            break
    return further / (people * others)


def differences_by_chance(both, people, others, x):
    """With more and more than x of `both` among so many people: (difference of the shares times people x others, ways)."""
    ways = MOST_WAYS
    while ways:
        ways = ways * (people - x) * (both - x) // ((x + 1) * (others - both + x + 1))
        x += 1
        yield x * (people + others) - both * people, ways


def added_risk(n, people, m, others):
    """What the release adds, as a share of what the control leaves to find out. None if it leaves nothing.

    >>> added_risk(3, 4, 2, 4), added_risk(1, 1, 1, 1)
    (0.5, None)
    """
    return None if m == others else (n * others - m * people) / (people * (others - m))


def both_measured(row, other, measure) -> dict:
    """For each number of people in two rows what `measure` makes of both, each with the number of all people.

    >>> both_measured({'people': 4, 'one_value': 2, 'least': 5}, {'people': 10, 'one_value': 1, 'least': 5}, difference)
    {'one_value': 0.4}
    """
    names = [name for name in row if row[name] is not None and other[name] is not None
             and (name in ('no_candidate', 'below_k', 'guessed') or name.startswith('one_'))]
    return {name: measure(row[name], row['people'], other[name], other['people']) for name in names}


def agreement(release, columns):
    """A function that tells whether a row carries a person's sensitive values. None if the known table has no such column.

    >>> from .linkage import AttackedRelease
    >>> carries = agreement(AttackedRelease('r.csv', ['age'], ['ill', 'pay'], [('[20-29]', 'flu', '9')]), ['age', 'pay', 'ill'])
    >>> carries(('[20-29]', 'flu', '9'), ('21', '9', 'flu')), carries(('[20-29]', 'flu', '9'), ('21', '8', 'flu'))
    (True, False)
    """
    width = len(release.quasi)
    places = [(name, width + place, columns.index(name)) for place, name in enumerate(release.carried) if name in columns]
    if not places:
        return None
    return lambda row, person: all(release.meant.of(name, row[here]) == person[there] for name, here, there in places)
