"""Any published table, whichever tool made it: judged and attacked.

Begin with `published_classes.py`, which reads a table as its equivalence classes. `satisfied.py` measures them and compares them
with what is required, with `witnesses.py` for what a reader can put back. `risks.py` computes re-identification risks.
`people_fitted.py` counts the people of a population that each class fits. For attacks, `published_labels.py` says which values a
label may mean, `linkage.py` and `row_order.py` are the two attacks, and `attacks.py` runs them. `standard.py` reads the standards
of officials, and `clauses.py` decides their clauses. `recognize.py` says what a published column may hold: by its name
(`column_names.py`), by its values (`identifiers.py`), and with plain tables of words (`known_words.py`).
"""

from .. import lazily

__getattr__ = lazily(__name__)
