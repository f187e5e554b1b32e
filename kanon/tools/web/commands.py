"""The commands that a step of the page runs: typed as in a shell, run in this process, and shown to whoever wants to learn them.

Invariant: a value of the page never becomes an option. One that begins with - stands behind the = of its own option.
"""

from __future__ import annotations

import io
import json
import re
import shlex
from collections import namedtuple
from contextlib import redirect_stderr, redirect_stdout

from ...core.desk.options import parse
from ...core.errors import DataError
from ...core.own_files import as_typed_here
from ...core.settings.ini import listed_for_ini
from ..verbs import program_of
from ..verbs.typed import main

# How a command ended. told: what it printed for a program, None if that is nothing. err: what it said on standard error.
CommandEnd = namedtuple('CommandEnd', 'told err')
FOR_THE_PAGE = '--json', '--format=json', '--language=en'       # what is typed for the page alone
PYTHON = as_typed_here('python3 -m kanon')


class Refusal(DataError):
    """A command has ended with an error. told: what it said for programs: message, advice, value, kind, status."""

    def __init__(self, told):
        super().__init__(told['message'])
        self.error = told


class ProgressStream(io.TextIOWrapper):
    """A standard error that is kept, and through which a run tells how far it is (desk/screen.py)."""

    def __init__(self, written, tell):
        super().__init__(written, encoding='utf-8', errors='backslashreplace')
        self.tell_progress = tell


def option_words(name, value) -> list:
    """The words of an option, or none where there is nothing to say.

    >>> option_words('l_diversity', '2'), option_words('na', '-;NA'), option_words('optimal', True), option_words('quasi', None), option_words('k', 5)
    (['--l-diversity', '2'], ['--na=-;NA'], ['--optimal'], [], ['-k', '5'])
    """
    flag, text = {'k': '-k', 'output': '-o'}.get(name, '--' + name.replace('_', '-')), str(value)
    if value is True or value in (None, '', False):
        return [flag] if value is True else []
    return ['--%s=%s' % (name.replace('_', '-'), text)] if text.startswith('-') else [flag, text]


def text_read(name, value) -> str:
    """What somebody said of how the table is read, as it is typed.

    value: a list of names or of parts, or a text, as the page keeps it.

    >>> text_read('columns', ['age', 'pay, net']), text_read('skip_lines', ['1-3', '5'])
    ('age,"pay, net"', '1-3,5')
    >>> text_read('na', ['NA', '-']), text_read('decimal', None)
    ('NA;-', '')
    """
    if not value:
        return ''
    if name in ('columns', 'exact'):
        return listed_for_ini(value, ',')
    if isinstance(value, list):
        return (',' if name == 'skip_lines' else ';').join(value)
    return str(value)


def shown_command(words) -> str:
    """The command as somebody would type it in the folder of the table.

    >>> shown_command(['samarati', 'my table.csv', '-k', '5', '--na=-;NA', '--json'])
    "python3 -m kanon samarati 'my table.csv' -k 5 '--na=-;NA'"
    """
    return ' '.join([PYTHON, *(shlex.quote(word) for word in words if word not in FOR_THE_PAGE)])


def run_command(words, tell=None) -> CommandEnd:
    """Run a command in this process. Refusal if it ends with an error.

    tell: called with a line of text now and then, while the command runs.
    """
    status, printed, said = kept_output(lambda: main(list(words)), tell)
    told = told_in(printed)
    if isinstance(told, dict) and told.keys() == {'error'}:
        raise Refusal(told['error'])
    if status and told is None:
        raise refusal_of(status, said)
    return CommandEnd(told, said)


def check_command(words):
    """Refusal if a command would not take its options. The table is not read."""
    status, _, said = kept_output(lambda: parse(program_of(words[0])[0], list(words[1:])) and 0)
    if status:
        raise refusal_of(status, said)


def kept_output(call, tell=None) -> tuple:
    """(the exit status, what was printed, what was said on standard error) of a call."""
    printed, said = io.BytesIO(), io.BytesIO()
    out, err = io.TextIOWrapper(printed, encoding='utf-8', errors='surrogateescape'), ProgressStream(said, tell)
    with redirect_stdout(out), redirect_stderr(err):
        try:
            status = call()
        except SystemExit as ended:     # as argparse ends
            status = ended.code or 0
    out.flush()
    err.flush()
    return (status, *(stream.getvalue().decode('utf-8', 'replace') for stream in (printed, said)))


def refusal_of(status, said) -> Refusal:
    """The refusal of a command that told programs nothing: the last line that it said, without what only helps whoever types.

    >>> print(refusal_of(2, 'run_samarati.py: argument --holds: pairs are expected (run_samarati.py --help tells more)'))
    argument --holds: pairs are expected
    """
    lines = said.strip().splitlines()
    program = r'(?:run_\w+[.]py|%s(?: [a-z]+)+)' % re.escape(as_typed_here('python -m kanon'))
    last = re.sub(r'^{0}: | \({0} --help tells more\)$'.format(program), '', lines[-1]) if lines else ''
    return Refusal({'message': last if lines else 'the command ended with status %s' % status, 'advice': None, 'value': None,
                    'kind': 'options' if status == 2 else 'data', 'status': status})


def told_in(printed):
    """What was printed for a program, or None."""
    try:
        return json.loads(printed)
    except ValueError:
        return None
