"""What a published column may hold: names, dates of birth, telephone numbers, codes of persons.

`recognize.py` says it by the name of the column (`column_names.py`), by its values
(`identifiers.py`), and with plain tables of words (`known_words.py`). `remarks.py` makes of it what
a run says.
"""

from ... import lazily

__getattr__ = lazily(__name__)
