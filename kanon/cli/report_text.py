"""What recode and start say of a table, in English."""

from __future__ import annotations

from functools import partial

from ..reports import as_text
from ..voice.speaking import ENGLISH

counted_lines = partial(as_text.counted_lines, ENGLISH)
ORDER = '\n'.join(as_text.wrapped(ENGLISH('warning', text=ENGLISH('order_input')), as_text.WRAPPED))


def counted_by(column):
    return ENGLISH('counted_by', column=column)
