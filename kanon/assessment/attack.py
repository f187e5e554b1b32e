"""`python -m kanon attack`: an identified table against a release, or against two of the same table.

Promise: a row for each attack, all counted over the same people, who are the records of the known table.
"""

from __future__ import annotations

from .linkage import joined, linkage, narrowed
from .row_order import orders


def played(releases, people, columns, asked):
    """Yield a dict for every attack; asked: k or None, and each quasi-identifier's Hierarchy or None."""
    first, (k, trees) = releases[0], asked
    names = ['attack', 'by', 'people', 'records', 'suppressed', 'k', 'no_candidate', 'one_record', 'below_k', 'one_value',
             *('one_%s' % name for name in first.carried if len(first.carried) > 1), 'least', 'mean', 'in_order', 'told',
             'right']
    empty, founds = dict.fromkeys(names), []
    for release, name in zip(releases, ('linkage', 'linkage, second')):
        persons = [tuple(map(dict(zip(columns, person)).get, release.quasi)) for person in people.distinct]
        founds.append(release.covering(persons, [trees[column] for column in release.quasi]))
        yield {**empty, 'attack': name, 'by': ', '.join(release.quasi), 'records': sum(release.records.counts) - release.suppressed,
               'suppressed': release.suppressed,
               **narrowed(linkage(release, founds[-1], people.counts), k or release.k, release.carried)}
    if len(releases) > 1:
        shared = [name for name in first.carried if name in releases[1].carried]
        links = joined(releases, founds, people.counts)
        yield {**empty, 'attack': 'both, joined', 'by': ', '.join(shared),
               **narrowed(links, k or min(release.k for release in releases), shared)}
    right = agreement(first, columns)
    for name, told in zip(('order of the rows', 'the same, sorted'), orders(first, people, founds[0], right)):
        yield {**empty, 'attack': name, 'by': ', '.join(first.quasi), 'people': len(people.order), **told}


def agreement(release, columns):
    """A function: does a row carry what a person has, in the sensitive columns of both tables? None where there are none."""
    width = len(release.quasi)
    places = [(width + place, columns.index(name)) for place, name in enumerate(release.carried) if name in columns]
    return places and (lambda row, person: all(row[here] == person[there] for here, there in places)) or None
