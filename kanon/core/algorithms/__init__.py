"""The algorithms, each of them a value that holds its settings: `Samarati(max_suppression='1%')`,
`Mondrian(choose='lm')`.

A constructor is the one place where the settings of an algorithm have their defaults, their checks
and their meaning. `count` and `release_of` are the one way from a table to its release. The command
line, the library, sweep and the pages take it.

Begin with `release.py`. `counted.py` has what each algorithm starts from. `full_domain.py`,
`greedy.py` and `by_cuts.py` have the algorithms, and `at_levels.py` and `by_plan.py` those that
repeat an earlier release.
"""

from __future__ import annotations

from ... import WHERE, lazily
from ..own_files import NAME

__getattr__ = lazily(__name__)


def algorithm_of(name):
    """The class of an algorithm. Its file is loaded now, because a run needs only one."""
    from importlib import import_module
    class_ = ''.join(word.capitalize() for word in name.split('-'))
    return getattr(import_module('%s.%s' % (NAME, WHERE[class_])), class_)


def takes(name) -> dict:
    """{setting: its default} of what the constructor takes.

    >>> takes('round-robin')
    {'weights': None, 'limit': None, 'from_': None}
    """
    return algorithm_of(name).__init__.__kwdefaults__
