"""What each step of the page asks: plain values in, plain values out, in the current folder, which holds the table.

Promise: an ask runs the commands that its answer names, and changes only files of the current folder. It ends with an answer whatever
it is asked: `error` has the message of the program that refused. A file of the page's choice is a plain name in this folder.
asks_of_tables.py and asks_of_releases.py have the asks, and commands.py runs the commands. docs/how-to/without-typing.md walks through
the steps.
"""

from __future__ import annotations

import json
import os
import re
import sys

from ...core.errors import DataError, one_line
from ...core.settings.ini import ini_of, listed_for_ini
from ...core.settings.reading import NEUTRAL
from ...core.settings.table import SETTINGS
from ...core.tables.hierarchy_file import file_of
from ...core.voice import LANGUAGES
from ...core.voice.speaking import speaker
from ..judging.standard import shipped_standards
from . import asks_of_releases, asks_of_tables, commands
from .commands import Refusal, option_words, shown_command, text_read
from .plain_names import here, one_of_ours
from .plain_sentences import guesses_in

# The options that say how a table is read, but for those that the step of the release asks for.
READ = [name for name in NEUTRAL if name not in ('missing', 'missing_in', 'since', 'date_format')]
ASKS = {ask.__name__[len('ask_'):]: ask for ask in (
    asks_of_tables.ask_look, asks_of_tables.ask_draft, asks_of_tables.ask_hierarchy, asks_of_tables.ask_tree, asks_of_tables.ask_require,
    asks_of_releases.ask_compare, asks_of_releases.ask_release, asks_of_releases.ask_again, asks_of_releases.ask_check, asks_of_releases.ask_attack,
    asks_of_releases.ask_beside)}


def answer(name, values, tell=None) -> dict:
    """What a step of the page asked for, or {'error': {message, advice, option, kind}}. Always with 'commands', those that were run.

    The message is in the language of the page. name: of ASKS. values: of the page, with the `plan`.
    tell: called with a line of text now and then.
    """
    asking = Ask(values if isinstance(values, dict) else {}, tell)
    try:
        if name not in ASKS:
            raise DataError('there is no ask %s' % one_line(str(name)[:40]))
        found = ASKS[name](asking)
    except Refusal as refused:
        found = failed(**refused.error)
    except (DataError, OSError) as error:
        found = failed(one_line(str(error)), getattr(error, 'kind', 'system'))
    except (AttributeError, KeyError, TypeError, ValueError) as error:      # no page of ours asks so
        found = failed('the page asked with values of another shape: %s' % one_line(str(error)), 'options')
    if 'error' in found:
        found = {**found, 'error': in_language(asking.plan, found['error'])}
    return {**found, 'commands': list(map(shown_command, asking.typed))}


def in_language(plan, error) -> dict:
    """An error of an ask, with its message in the language of the page.

    A message that was said anew has the advice in it.
    """
    from ..refused.in_language import refused_in    # few asks are refused
    language = plan.get('language') if isinstance(plan, dict) else None
    message = refused_in(language, error['message'])
    advice = error['advice'] if message == error['message'] else None
    return {**error, 'message': message, 'advice': advice}


def failed(message, kind, advice=None, **told) -> dict:
    return {'error': {**told, 'message': message, 'advice': advice, 'kind': kind, 'option': option_in(message), 'guesses': guesses_in(message)}}


def option_in(message):
    """The option that a message is about, if it names one.

    >>> option_in('x.py: argument --l-diversity: a number'), option_in('argument -k/--k: 2 or more')
    ('l_diversity', 'k')
    >>> option_in('clinic.ini: max_suppression: a share')
    'max_suppression'
    """
    found = re.search(r'--([a-z][a-z-]*)|\.ini: ([a-z][a-z_-]*)(?::| =)', message)
    name = found and next(filter(None, found.groups())).replace('-', '_')
    return name if name in SETTINGS else None


class Ask:
    """One ask: the plan of the page, and the commands that were run for it."""

    def __init__(self, values, tell):
        self.values, self.plan, self.tell, self.typed = values, values.get('plan') or {}, tell, []

    @property
    def table(self) -> str:
        return here(self.plan['table'])

    @property
    def ini(self) -> str:
        return ini_of(self.table)

    @property
    def configured(self) -> list:
        return option_words('config', self.ini)

    @property
    def read(self) -> dict:
        """What somebody said of how the table is read."""
        return self.plan.get('read') or {}

    @property
    def hierarchies(self) -> list:
        """(column, its file) of each quasi-identifier."""
        return [(name, file_of('hierarchies', name)) for name in self.plan['quasi']]

    def language(self) -> list:
        return ['--language=' + self.say().language]

    def say(self):
        language = self.plan.get('language')
        return speaker(language if language in LANGUAGES else 'en')

    def columns(self, name) -> list:
        """The word of a list of columns."""
        return option_words(name, listed_for_ini(self.plan[name], ',')) if self.plan.get(name) else []

    def reading(self) -> list:
        """The words that say how the table is read, and whose row each row is."""
        words = []
        for name in READ:
            words += option_words(name, text_read(name, self.read.get(name)))
        words += option_words('header', bool(self.read.get('header')))
        return words + (option_words('person', listed_for_ini([self.plan['person']], ',')) if self.plan.get('person') else [])

    def standards(self) -> list:
        """The words that name the official standards, and what columns hold that they ask about."""
        words = [word for name in self.plan.get('standards') or () for word in option_words('standard', one_of_ours(name, shipped_standards(), 'standard'))]
        return words + (option_words('holds', self.plan.get('holds')) if words else [])

    def about(self, columns, also=()) -> list:
        """The words that name the table, some of its columns, and its INI file.

        also: further tables.
        """
        columns = option_words('column', listed_for_ini(columns, ','))
        return [self.table, *also, *columns, *self.configured]

    def run(self, *words) -> commands.CommandEnd:
        """Run a command, which the answer will name."""
        self.typed.append(words)
        return commands.run_command(words, self.tell)

    def told(self, *words):
        """What a command told a program."""
        return self.run(*words).told


# One process for one ask.

def main() -> int:
    """Read a line {"ask": its name, "values": those of the page}. Write lines {"progress": a text} now and then, and at last {"answer": a dict}.

    The server starts it (handler.py), with nothing of the tab's folder among the modules that can be imported.
    """
    asked = json.loads(sys.stdin.buffer.readline().decode('utf-8'))
    lines = os.fdopen(os.dup(1), 'w', encoding='utf-8', errors='surrogateescape')
    os.dup2(2, 1)       # whatever the programs print does not mix with the lines

    def put(line):
        lines.write(json.dumps(line, ensure_ascii=True) + '\n')
        lines.flush()
    put({'answer': answer(asked['ask'], asked['values'], lambda text: put({'progress': text}))})
    return 0
