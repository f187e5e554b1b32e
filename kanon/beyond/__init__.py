"""What may be required beyond k: rules for the sensitive values of a class, and for its people in a population.

Begin with `rules.py`: l-diversity, alpha and t-closeness, and by which of them a search may prune. `distance.py` measures how far a
class is from the whole table. `population.py` has k-map and delta-presence. `requiring.py` makes the rules of one table, and
`lattice.py` is the lattice where more than k is required. `witnesses.py` counts what a reader can put back, although k holds.
"""

from .. import lazily

__getattr__ = lazily(__name__)
