"""The plain values of a run: counts, hierarchies, what is required, persons, recodings, losses.

Begin with frequency.py. Then hierarchy.py, required.py and recoding.py follow. measures.py says
what a release loses.
"""

from ... import lazily

__getattr__ = lazily(__name__)
