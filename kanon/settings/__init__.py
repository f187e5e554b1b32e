"""What can be asked of a run: every setting once, what it may be, and the INI file that keeps settings beside the data.

`kinds.py` and `rule_words.py` read a value, from a text or from a program.
"""

from .. import lazily

__getattr__ = lazily(__name__)
