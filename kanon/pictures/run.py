"""The pictures of a run that publishes."""

from __future__ import annotations


def drawn(report, outcome, redact, lattice=None, looks=None, dimensions=None, over=None) -> dict:
    """{name: Sheet}, in the order in which they are shown.

    report: as cli/report.py makes it. outcome: as measures.py. redact: whether no value of the data may be shown.
    Of full-domain generalization: the lattice. Of Mondrian: its looks (pages/steps.py), the dimensions, and the two columns
    of --over, if they were named.
    """
    if looks is not None:
        from .cuts import of_looks      # only Mondrian has looks
        return of_looks(looks, dimensions, report['quasi'], over, redact, report['k'])
    return {}
