"""The page of a run."""

from __future__ import annotations


def page(program, report, pictures, language, redact) -> str:
    """The HTML text.

    program: 'samarati', 'mondrian', 'datafly', 'sweep', 'check', 'risk', 'attack' or 'start'. report: what the program reports.
    pictures: {name: Sheet}. language: 'en' or 'zh'. redact: whether no value of the data may be shown.
    """
    return ''
