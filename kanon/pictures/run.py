"""The pictures of a run that publishes."""

from __future__ import annotations


def drawn(report, outcome, redact, lattice=None, looks=None, dimensions=None) -> dict:
    """{name: Sheet}, in the order in which they are shown.

    report: as cli/report.py makes it. outcome: as measures.py. redact: whether no value of the data may be shown.
    Of full-domain generalization: the lattice. Of Mondrian: its looks (pages/steps.py), and the dimensions.
    """
    return {}
