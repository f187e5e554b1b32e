"""One process for one ask: a line of JSON in, lines of JSON out.

Promise: whatever the programs print does not mix with the lines, and a process that is ended leaves no part of a file, as a program that
is ended. In: {"ask": its name, "values": those of the page}. Out: {"progress": a text} now and then, and at last {"answer": a dict}.
The server starts it (handler.py), with nothing of the tab's folder among the modules that can be imported.
"""

from __future__ import annotations

import json
import os
import sys

from .asks import answer


def main() -> int:
    asked = json.loads(sys.stdin.buffer.readline().decode('utf-8'))
    lines = os.fdopen(os.dup(1), 'w', encoding='utf-8', errors='surrogateescape')
    os.dup2(2, 1)       # nothing else gets among the lines

    def put(line):
        lines.write(json.dumps(line, ensure_ascii=True) + '\n')
        lines.flush()
    put({'answer': answer(asked['ask'], asked['values'], lambda text: put({'progress': text}))})
    return 0
