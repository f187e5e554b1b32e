"""Mondrian's cuts as pictures."""

from __future__ import annotations


def of_looks(looks, dimensions, names, over, redact, k) -> dict:
    """{name: Sheet} of a run's looks."""
    return {}
