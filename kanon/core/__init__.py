"""All that a release needs: read, count, search, recode, audit, write, and say so on a terminal.

A copy of this folder, of kanon/__init__.py and of the two scripts publishes the same bytes. Begin
with counts/. CONTRIBUTING.md has the rooms from the ground up. Only tools_door.py opens
kanon/tools/. Nothing here opens kanon/plain/.
"""

from .. import lazily

__getattr__ = lazily(__name__)
