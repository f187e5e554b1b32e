"""What people use around a release: hierarchies by rule, judging, attacks, pages, engines, verbs.

kanon/core/ does without. What an option of the two scripts asks for here is in views.py, behind
core/tools_door.py.
"""

from .. import lazily

__getattr__ = lazily(__name__)
