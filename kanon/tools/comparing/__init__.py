"""What a release is still good for, beside the table that it was made from.

Begin with `spread.py`, which says what a label stands for. `compared.py` asks both tables for counts, means, quantiles, and how two columns
go together. `naive_bayes.py` tells a column from the others.
"""

from .. import lazily

__getattr__ = lazily(__name__)
