"""The algorithms, each of them a value that holds its settings: `Samarati(max_suppression='1%')`, `Mondrian(choose='lm')`.

A constructor is the one place where the settings of an algorithm have their defaults, their checks and their meaning.
To add an algorithm, write a class with `name`, `space`, `search` and `recoded` (release.py says what they do), and name it here.
`count` and `release_of` are the one way from a table to its release. The command line, the library, sweep and the pages go it.
"""

from __future__ import annotations

from .. import lazily

WHERE = {'samarati': 'full_domain.Samarati', 'optimal': 'full_domain.Optimal', 'datafly': 'greedy.Datafly',
         'round-robin': 'greedy.RoundRobin', 'mondrian': 'by_cuts.Mondrian'}
ALGORITHMS = tuple(WHERE)

__getattr__ = lazily(__name__)


def algorithm_of(name):
    """The class of an algorithm. Its file is loaded when it is asked for, because a run needs one."""
    from importlib import import_module
    file, _, class_ = WHERE[name].partition('.')
    return getattr(import_module('.' + file, __name__), class_)


def takes(name) -> dict:
    """{setting: its default} of what the constructor takes.

    >>> takes('round-robin')
    {'weights': None, 'limit': None, 'from_': None}
    """
    return algorithm_of(name).__init__.__kwdefaults__
