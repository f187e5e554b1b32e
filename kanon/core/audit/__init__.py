"""Whether the file that was written is a release of the records that were counted, by formulas of
its own.

Begin with `recount.py`: the classes of the file and what is required of them. `deciders.py` decides
the rules beyond k. `true_labels.py` compares the labels with the recorded values, and `stated.py`
the file with the report. `persons.py` counts persons, `items.py` items, and `side_by_side.py` looks
at all releases of a history. `from_counts.py` audits a release that an engine has written.
"""

from ... import lazily

__getattr__ = lazily(__name__)
