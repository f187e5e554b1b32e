"""The text of a published interval, such as [20-29], [20-30) or [65-*]."""

from __future__ import annotations

import re

from .values import NUMBER

END = NUMBER.pattern.replace(r'\.', '[.,]')      # with a decimal point or a decimal comma
CLOSE = r'(?P<close>\]|(?<=[0-9.,])\))'        # a ] or, behind a number, a ) that leaves it out
PUBLISHED_INTERVAL = re.compile(r'\[(?P<low>%s|\*|)-(?P<high>%s|\*|)%s' % (END, END, CLOSE))
