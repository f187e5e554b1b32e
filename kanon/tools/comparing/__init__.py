"""A release beside another table: what it is still good for beside the recorded one, and what two releases tell together.

Begin with `spread.py`, which says what a label stands for. `compared.py` asks both tables for counts, means,
quantiles, and how two columns go together. `naive_bayes.py` tells a column from the others.
`two_releases.py` is the attack on two releases, for whoever knows who was in which table.
"""

from ... import lazily

__getattr__ = lazily(__name__)
