"""Any published table, whichever tool made it: judged and attacked, and the people behind it estimated.

Begin with `published_classes.py`, which reads a table as its equivalence classes. `satisfied.py` measures them and compares them
with what is required, with `witnesses.py` for what a reader can put back. `risks.py` computes re-identification risks.
`people_fitted.py` counts the people of a population that each class fits. For attacks, `published_labels.py` says which values a
label may mean, `linkage.py` and `row_order.py` are the two attacks, and `attacks.py` runs them. `standard.py` reads the standards
of officials, and `clauses.py` decides their clauses. Where nobody has a register of the people, `uniqueness.py` estimates from
the sizes of the classes, `survey_weights.py` from weights, and `suda.py` says who stands out. The first two are
estimates, and the third tells of the table alone. None of them says that a person is safe.
"""

from ... import lazily

__getattr__ = lazily(__name__)
