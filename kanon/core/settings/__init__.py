"""What can be asked of a run: every setting once, what it may be, and the INI file that keeps
settings beside the data.

Begin with `table.py`, which has a row for each setting. `kinds.py` and `rule_words.py` read a
value, from a text or from a program. `asked.py` refuses what makes no sense together. `ini.py`
reads the file, and says how much of it counts. `reading.py` is how a program says how a table is
read.
"""

from ... import lazily

__getattr__ = lazily(__name__)
