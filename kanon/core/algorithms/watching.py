"""The watcher of a run that nobody watches.

desk/screen.py has the other one, a Screen. It shows how far the run is, and takes Ctrl-C.
"""

from __future__ import annotations

from contextlib import contextmanager


class NoWatcher:
    """The methods that a run calls while it goes on."""

    def lap(self, part):
        """A part of the run is done, such as 'read'."""

    @contextmanager
    def going_on(self, words):
        """While the block runs, words() says how far it is."""
        yield

    def until(self, seconds, states):
        """The states of a search as long as its time is not over. At least one."""
        from ..levels.optimal import until      # few runs have a time limit
        return until(seconds, states)

    def best_of(self, states, algorithm, space):
        """The last state of an optimal search (levels/optimal.py) that its time allows.

        If that is too early, it is the first one that names a vector.
        """
        with_a_vector = (state for state in states if state.vector is not None)
        for state in self.until(algorithm.time_limit, with_a_vector):
            pass
        return state

    def cutting(self, cut, dimensions, required, widest):
        """The cut function as it is watched, words that say how far it is, and its looks.

        The looks (tools/explain/steps.py) are None if nobody sees them.
        widest: whether the widest dimension is cut first.
        """
        return cut, str, None


UNSEEN = NoWatcher()
