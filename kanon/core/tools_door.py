"""The one door to kanon/tools/. A release does without what is behind it.

Promise: where kanon/tools/ is not there, as in a copy of kanon/core/ alone, an option that needs it
is not in --help, and is refused in one line before the table is read.
Invariant: nothing behind this door bears on a release.
"""

from __future__ import annotations

from importlib import import_module

from .errors import Refused
from .own_files import NAME, tools_are_there

# The settings of a run that need kanon/tools/. Those after the first five say more of these.
NEEDS = ('html', 'picture', 'trace', 'standard', 'recoding_maps',
         'page_text', 'internal', 'over', 'holds', 'small_zips')


def tool(name):
    """A file or a room of kanon/tools/, such as 'views' or 'verbs'."""
    return import_module('%s.tools.%s' % (NAME, name))


def check_tools(flags) -> None:
    """Refused if one of the flags that are typed needs kanon/tools/, and that is not there."""
    needing = [flag for flag in ('--' + name.replace('_', '-') for name in NEEDS) if flag in flags]
    if needing and not tools_are_there():
        raise lacking(needing[0])


def lacking(what) -> Refused:
    """What is said of an option, or of a program, that needs kanon/tools/."""
    refused = Refused('%s needs kanon/tools/, which is not in this copy of kanon;'
                      ' copy it, and kanon/plain/, too' % what)
    refused.status = 2
    return refused
