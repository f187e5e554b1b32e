"""Mondrian: the table is cut into partitions, and each of them has labels of its own.

Begin with `mondrian.py`, the loop of the paper. `dimension.py` is a column in an order that can be
cut, and `partition.py` is what is cut. `cuts.py` says where, and `labels.py` what is published.
With limits, `within_limits.py` makes the dimensions, and `limited_cuts.py` the first cut.
`edges.py` is for labels that are fixed beforehand.
"""

from ... import lazily

__getattr__ = lazily(__name__)
