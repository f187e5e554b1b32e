"""The attacks on a release: linkage, two releases joined, and the order of the rows.

Promise: `played` yields one row for each attack. All attacks count the same people, the records of the known table.
"""

from __future__ import annotations

from .linkage import joined, linkage, narrowed
from .row_order import orders


def played(releases, people, columns, trees, k=None, decimal='.'):
    """Yield a dict for every attack on one or two releases.

    people   the Records of the known table, over these columns
    trees    {quasi-identifier: its Hierarchy or None}
    k        the k for `below_k`; None: the k of each release
    decimal  the decimal sign of numbers in the list and in the releases
    """
    first = releases[0]
    names = ['attack', 'by', 'people', 'records', 'suppressed', 'k', 'no_candidate', 'one_record', 'below_k', 'one_value',
             *('one_%s' % name for name in first.carried if len(first.carried) > 1), 'least', 'mean', 'in_order', 'told',
             'right']
    empty, covers = dict.fromkeys(names), []
    for release, name in zip(releases, ('linkage', 'linkage, second')):
        persons = [tuple(map(dict(zip(columns, person)).get, release.quasi)) for person in people.distinct]
        covers.append(release.covering(persons, [trees[column] for column in release.quasi], decimal))
        yield {**empty, 'attack': name, 'by': ', '.join(release.quasi),
               'records': sum(release.records.counts) - release.suppressed, 'suppressed': release.suppressed,
               **narrowed(linkage(release, covers[-1], people.counts), k or release.k, release.carried)}
    if len(releases) > 1:
        shared = [name for name in first.carried if name in releases[1].carried]
        links = joined(releases, covers, people.counts)
        yield {**empty, 'attack': 'both, joined', 'by': ', '.join(shared),
               **narrowed(links, k or min(release.k for release in releases), shared)}
    right = agreement(first, columns)
    for name, told in zip(('order of the rows', 'the same, sorted'), orders(first, people, covers[0], right)):
        yield {**empty, 'attack': name, 'by': ', '.join(first.quasi), 'people': len(people.order), **told}


def agreement(release, columns):
    """A function that tells whether a row carries a person's sensitive values. None if the known table has no such column."""
    width = len(release.quasi)
    places = [(width + place, columns.index(name)) for place, name in enumerate(release.carried) if name in columns]
    if not places:
        return None
    return lambda row, person: all(row[here] == person[there] for here, there in places)
