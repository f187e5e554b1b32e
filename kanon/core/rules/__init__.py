"""What may be required beyond k: rules for the sensitive values of a class, and for its
people in a population.

Begin with `of_values.py`. It has l-diversity, alpha, t-closeness, beta-likeness and
delta-disclosure privacy, what each says of itself, and by which of them a search may prune.
`decimals.py` keeps their limits exactly, and `distance.py` measures how far a class is from the
whole table. `of_people.py` has k-map and delta-presence. `of_table.py` makes the rules of one
table. `put_back.py` counts what a reader can put back, although k holds.
"""

from ... import lazily

__getattr__ = lazily(__name__)
