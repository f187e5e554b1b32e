"""A run, from the counted table to its release: `release_of`.

Every program, the library and sweep take this way. The two scripts spell out what it does.

An algorithm is a value with
    name                            as one types it
    by_levels                       whether it publishes each column at one level. k-map and
                                    delta-presence can be asked of these alone
    space(counted)                  what is searched: the lattice of vectors, or the columns in an
                                    order that can be cut
    search(space, watch)            what is found there: a vector, or the finished partitions
    recoded(space, found, watch)    a Making, whose outcome (counts/measures.py) has the recoding,
                                    {quasi tuple: published tuple or None}
    told(made), of_columns(made)    what a report says of the run, and of each column, for this
                                    algorithm alone
    functions                       by levels, those whose lines explain and --trace tell

Promise: every class of the release satisfies what is required, or Unsatisfied is raised.
"""

from __future__ import annotations

from collections import namedtuple

from ..settings.asked import check_columns_known, check_weights
from ..settings.table import take
from .watching import UNSEEN

# What `release_of` returns. space, found: what was searched, and what was found there.
# outcome: what it costs, with the recoding.
# labels: each column's {published text: Label} (cutting/labels.py). None if by levels.
Making = namedtuple('Making', 'algorithm space found outcome labels', defaults=(None,))


class Algorithm:
    """What all algorithms have in common. Two with the same settings are equal.

    repr tells the settings that are not defaults.
    """
    name: str
    by_levels: bool
    parts_records = False       # whether records of one quasi tuple may come into several classes
    bound = False               # whether a lower bound of lm is asked for
    max_suppression: int | str = 0
    weights: dict = {}
    limit: dict = {}
    from_: dict = {}

    @classmethod
    def asked(cls, given):
        """The algorithm with settings of a dict. given: {setting: its value}.

        The constructor makes the same. Here a refusal names the settings as they are typed.
        """
        made = cls.__new__(cls)
        made._take({**vars(cls)['__init__'].__kwdefaults__, **given})
        return made

    def _take(self, given):
        """Keep what a constructor was given, as the table of settings takes it.

        given: its locals. The table is in settings/table.py.
        """
        for name, default in vars(type(self))['__init__'].__kwdefaults__.items():
            value = given[name]
            is_default = type(value) is type(default) and value == default
            if value is None or not is_default:
                value = take(name, value)
            setattr(self, name, value)
        self._check()

    def _check(self):
        """Refused for what makes no sense together."""

    def grids(self, quasi) -> dict:
        """{quasi-identifier: its edges} of labels that are fixed beforehand."""
        return {}

    def bound_of(self, space, watch):
        """A lower bound of lm, where there is one."""

    def check_columns(self, quasi):
        """Refused if a setting names a column that is no quasi-identifier.

        It is refused, too, if the loss of no column counts.
        """
        for name in 'weights', 'limit', 'from_', 'grid':
            check_columns_known(name, getattr(self, name, ()), quasi, 'quasi-identifier')
        check_weights(self.weights, quasi)

    def __eq__(self, other):
        return type(self) is type(other) and vars(self) == vars(other)

    def __hash__(self):
        return hash(type(self))

    def __repr__(self):
        said = []
        for name, default in vars(type(self))['__init__'].__kwdefaults__.items():
            value = getattr(self, name)
            if value not in (default, {}):
                said.append('%s=%r' % (name, value))
        return '%s(%s)' % (type(self).__name__, ', '.join(said))


def release_of(counted, algorithm, watch=UNSEEN, like=None) -> Making:
    """Search, recode, measure. Unsatisfied if there is no release.

    like: a space of the same table, which serves again.
    """
    space = algorithm.space(counted, like)
    found = algorithm.search(space, watch)
    return algorithm.recoded(space, found, watch)
