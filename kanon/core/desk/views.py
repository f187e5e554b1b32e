"""What a run shows beside its release, its report and its record. These Views show nothing.

They are those of a run that asks for nothing more. kanon/tools/views.py has pages, pictures, steps,
verdicts on standards, and maps.
"""

from __future__ import annotations

from ..tools_door import NEEDS, tool


class Views:
    """What a run asks for at each of its steps, in the order of the steps.

    options: those of the run.
    """

    def __init__(self, options):
        self.options = options

    def files(self) -> list:
        """(setting, path) of each file that is written into a folder that a setting names."""
        return []

    def read(self):
        """The outputs can be written, and the table is not open.

        DataError if a text cannot be used.
        """

    def begin(self, options, table):
        """The table is open, and not counted. options: those for it.

        DataError if one of them is wrong.
        """

    def watched(self, cut, dimensions, required, widest) -> tuple:
        """A cut function, and what was seen of its cuts, None if nobody looks.

        The arguments are those of `cutting` (algorithms/watching.py).
        """
        return cut, None

    def steps(self, made) -> dict:
        """What the report has of the steps of a search. made: a Making (algorithms/release.py)."""
        return {}

    def maps(self, made) -> tuple:
        """{file: its text}, and {file: its encoding} of --recoding-maps."""
        return {}, {}

    def look(self, path, counted, recoding):
        """The release at a path is audited, and not in its place. counted: a CountedTable."""

    def verdicts(self) -> dict:
        """What the report has of what `look` found."""
        return {}

    def show(self, report, made, others, sha256):
        """The release is in its place. Write what shows it.

        others: the releases of the same table. sha256: those of the 'data', the other 'files' that
        were read, and the 'output'.
        """

    def lines(self, say, report) -> tuple:
        """The lines that come before the text of a report, and those behind its measures."""
        return (), ()


def views_of(options) -> Views:
    """The views that the options of a run ask for."""
    if any(getattr(options, name) for name in NEEDS):
        return tool('views').RunViews(options)
    return Views(options)
