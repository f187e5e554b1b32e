"""Whether the file that was written is a release of the records that were counted, by formulas of its own.

Begin with `recount.py`: the classes of the file and what is required of them. `deciders.py` decides the rules beyond k.
`true_labels.py` compares the labels with the recorded values, and `stated.py` the file with the report.
"""

from .. import lazily

__getattr__ = lazily(__name__)
