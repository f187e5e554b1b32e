"""What a run that failed says to a program, with --json: the parts of its message as one JSON object on standard output.

The line on standard error stays as it is. With --redact no part holds a value of the data.
"""

from __future__ import annotations

import re
from ast import literal_eval

from ..errors import MARKS, REDACTED, one_line
from ..tables.text_table import json_text

SHOWN = re.compile('%s([^%s]*)%s' % (MARKS[0], MARKS[1], MARKS[1]))     # a value of the data
REFUSED = re.compile(r"""not ('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")""")  # a value of an option
APART = '\ufdd5'        # in place of a "; " inside a value


def print_failure(*parts, **more):
    """Print what `failure` returns. Where standard output takes no more, the line on standard error has to do."""
    try:
        print(json_text(failure(*parts, **more)), flush=True)
    except OSError:
        pass


def failure(status, kind, message, problem='', file=None, line=None, redact=False) -> dict:
    """The exit status, the whole message, and its parts. problem: the message without file and line, values still marked.

    value: the first value of the data that is shown, or the value of the option that is refused. advice: what is said behind the first
    semicolon. None for what a message lacks.

    >>> from ..errors import show
    >>> failure(1, 'data', '...', '%s is no leaf; add a line' % show('a; b'), 'age.txt', 7)['error']['value']
    'a; b'
    >>> of_option = failure(2, 'options', "k is 2 or more, not '1'", "k is 2 or more, not '1'")['error']
    >>> of_option['value'], of_option['advice'], of_option['file']
    ('1', None, None)
    """
    if redact:
        problem = SHOWN.sub(REDACTED, problem)
    shown = SHOWN.search(problem) or REFUSED.search(problem)
    value = REDACTED if REDACTED in problem else shown and plain(shown[1])
    advice = SHOWN.sub(lambda match: match[0].replace('; ', APART), problem).partition('; ')[2].replace(APART, '; ')
    return {'error': {'kind': kind, 'status': status, 'message': message, 'file': None if file is None else one_line(file), 'line': line,
                      'value': value, 'advice': one_line(advice) or None}}


def plain(text) -> str:
    """What stands in quotes. A text without quotes is returned as it is."""
    return literal_eval(text) if text[:1] in ('"', "'") else text
