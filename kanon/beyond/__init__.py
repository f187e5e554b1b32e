"""What may be required beyond k: rules for the sensitive values of a class.

Begin with `rules.py`: l-diversity, alpha and t-closeness, and by which of them a search may prune. `distance.py` measures how far a
class is from the whole table. `requiring.py` makes the rules of one table, and `lattice.py` is the lattice where rules are required.
`witnesses.py` counts what a reader can put back, although k holds.
"""

from .. import lazily

__getattr__ = lazily(__name__)
