"""Assessments of any published table, whichever tool made it.

Begin with `classes.py`, which reads a table as its equivalence classes. `check.py` measures them and compares them with what is
required, with `witnesses.py` for what a reader can put back. `risk.py` computes re-identification risks. `population.py` counts the
classes in a population. For attacks, `published_labels.py` says which values a label may mean, `linkage.py` and `row_order.py` are
the two attacks, and `attack.py` runs them. `standard.py` reads the standards of officials, and `clauses.py` decides their clauses.
`recognize.py` says what a published column may hold: by its name (`column_names.py`), by its values (`identifiers.py`), and with
plain tables of words (`known_words.py`).
"""

from .. import lazily

__getattr__ = lazily(__name__)
