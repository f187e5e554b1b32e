"""The lines of a report that the verbs share, in English."""

from __future__ import annotations

from functools import partial

from ..reports import as_text
from ..voice.speaking import ENGLISH

counted_lines, title_lines, standard_lines, warned, put_back_rows = (
    partial(lines, ENGLISH) for lines in (as_text.counted_lines, as_text.title_lines, as_text.standard_lines, as_text.warned,
                                          as_text.put_back_rows))
