"""Full-domain generalization: each column is published at one level of its hierarchy, and few
records are suppressed.

Begin with `samarati.py`, the search of the paper. It asks `lattice.py`, which counts by `rollup.py`
and answers without counting what `sparing.py` can tell. `objective.py` says which vector is better,
`optimal.py` proves the best, and `datafly.py` is greedy. `limits.py` says between which levels a
search may choose. `demands.py` composes the lattice where more than k is required.
"""

from ... import lazily

__getattr__ = lazily(__name__)
