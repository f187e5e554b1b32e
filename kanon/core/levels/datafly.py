"""Datafly: greedy full-domain generalization. Also round robin, which raises the columns in turn.

L. Sweeney, Achieving k-Anonymity Privacy Protection Using Generalization and Suppression, 2002 (and
Datafly, 1997).

Promise: each vector lies one level above the one before. The last one suppresses at most MaxSup
records, those before it more. Nothing is promised of the loss. The optimal search can tell how far
it is from the best.

Departs from the paper:
- MaxSup is an argument. In Datafly it is k.
- A column at the root is passed over.
- Of columns with equally many distinct values the first is raised.
"""

from __future__ import annotations

from itertools import cycle

from ..errors import many, option
from .lattice import with_level


def most_distinct_first(lattice, max_suppression) -> list:
    """The vectors tried by Datafly, which always raises the column with the most distinct values.

    Unsatisfied if not even the top of the lattice satisfies.

    >>> from ..counts.hierarchy import Hierarchy
    >>> from .lattice import Lattice
    >>> zip_ = Hierarchy({'94138': '9413*', '94139': '9413*', '94141': '9414*',
    ...                   '9413*': '941**', '9414*': '941**'})
    >>> race = Hierarchy({'asian': 'person', 'black': 'person'})
    >>> table = {('94138', 'asian'): 1, ('94139', 'asian'): 1, ('94141', 'black'): 2,
    ...          ('94138', 'black'): 1}
    >>> most_distinct_first(Lattice(table, [zip_, race], k=2), max_suppression=0)
    [(0, 0), (1, 0), (2, 0)]

    There are three zips, and then two labels of each column. Of these the zips are the first.
    """
    # A column at its top has 0, because it rises no more.
    distinct = [[*labels[:top], 0] for labels, top in zip(lattice.distinct(), lattice.top)]

    def most_distinct(vector):
        labels = [of_column[level] for of_column, level in zip(distinct, vector)]
        return labels.index(max(labels))

    return raised(lattice, max_suppression, most_distinct)


def round_robin(lattice) -> list:
    """The vectors tried. The columns are raised in turn, as far as they can rise.

    The last vector suppresses nothing.

    >>> from ..counts.hierarchy import Hierarchy
    >>> from .lattice import Lattice
    >>> trees = [Hierarchy({'a': 'ab', 'b': 'ab', 'ab': '*'}), Hierarchy({'x': '*', 'y': '*'})]
    >>> round_robin(Lattice({('a', 'x'): 1, ('b', 'x'): 1, ('a', 'y'): 1}, trees, k=2))
    [(0, 0), (1, 0), (1, 1)]
    """
    turns = cycle(range(len(lattice.top)))

    def next_in_turn(vector):
        return next(column for column in turns if vector[column] < lattice.top[column])

    return raised(lattice, 0, next_in_turn)


def raised(lattice, max_suppression, choose) -> list:
    """The vectors from the bottom to the first that satisfies.

    choose: a function from a vector to the column to raise.
    """
    lattice.check_top(max_suppression)
    tried = [lattice.bottom]
    while lattice[tried[-1]] > max_suppression:
        vector = tried[-1]
        if vector == lattice.top:
            suppressed = many(lattice[vector], 'record')
            problem = ('even the top of the lattice suppresses %s, where at most %d may be; %s'
                       ' finds a vector if there is one'
                       % (suppressed, max_suppression, option('algorithm', 'samarati')))
            raise lattice.unsatisfied(max_suppression, problem)
        column = choose(vector)
        tried.append(with_level(vector, column, vector[column] + 1))
    return tried
