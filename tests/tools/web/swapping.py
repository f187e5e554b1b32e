"""The page's requests in this process and thread, and somebody who steps in before any call of the system that names a file.

A start folder that others may write to has a folder `ward` with a table. Beside the start folder lies what must not be reached: a private
folder with a table of the same name and columns, whose values nobody has chosen. A `Swapper` puts a link to the private one in place of
the table or of its folder, before one call, and takes it away before the next, or leaves it there.
"""

import builtins
import io
import json
import os
import shutil
from contextlib import contextmanager
from functools import wraps

from kanon.core.errors import DataError
from kanon.tools.web import handler
from kanon.tools.web.asks import answer
from kanon.tools.web.handler import Handler
from kanon.tools.web.server import Server
from serving import COMMAND, PAGE, TAB

CALLS = ('open', 'stat', 'lstat', 'scandir', 'listdir', 'readlink', 'symlink', 'link', 'rename', 'replace', 'remove', 'unlink', 'rmdir', 'mkdir', 'chmod', 'chdir', 'access', 'utime')
TABLES = 'clinic.csv', 'next.csv'
SECRET = 'Geheim', '7070'       # what the private table alone holds
PLAN = {'table': 'clinic.csv', 'language': 'en', 'read': {}, 'person': None, 'quasi': ['age', 'sex'], 'sensitive': ['ill'], 'publish': [],
        'settings': {'k': '3', 'missing': 'root'}, 'standards': [], 'algorithm': 'mondrian'}
COMPARED = {'ks': [2, 3], 'algorithms': ['mondrian']}
# (ask, what is asked besides the plan), in the order in which the page asks.
ASKS = (('look', {}), ('draft', {}), ('hierarchy', {'column': 'age', 'by': {'tool': 'ranges', 'options': {'widths': '5,20'}}}), ('tree', {'column': 'age'}), ('require', {}),
        ('compare', COMPARED), ('release', {}), ('check', {}), ('attack', {}), ('again', {'table': 'next.csv'}), ('beside', {'yes': True}))


def table(ages, ills) -> str:
    return 'age,sex,ill\n' + ''.join('%d,%s,%s\n' % (age, sex, ills[(age + len(sex)) % len(ills)]) for age in ages for sex in ('male', 'female'))


class Ground:
    """The folders of a test: start/ward with two tables, and private."""

    def __init__(self, where):
        self.start, self.private = os.path.join(str(where), 'start'), os.path.join(str(where), 'private')
        self.ward, self.aside = os.path.join(self.start, 'ward'), os.path.join(str(where), 'aside')
        os.makedirs(self.ward)
        os.makedirs(os.path.join(self.private, 'hierarchies'))
        for folder in self.start, self.ward:
            os.chmod(folder, 0o777)     # whatever the umask is
        for name in TABLES:
            self.write(os.path.join(self.ward, name), table(range(20, 36), ['flu', 'gout', 'cough']))
            self.write(os.path.join(self.private, name), table(range(7070, 7090), ['Geheim A', 'Geheim B']))
        self.write(os.path.join(self.private, 'clinic.ini'), '[kanon]\nsensitive = Geheim\n')
        self.write(os.path.join(self.private, 'hierarchies', 'age.txt'), '7070,Geheim\n')
        self.before = contents(self.private)

    @staticmethod
    def write(path, text):
        with open(path, 'w', encoding='utf-8') as file:
            file.write(text)

    def tidy(self):
        """Remove what was written beside the tables."""
        for name in os.listdir(self.ward):
            path = os.path.join(self.ward, name)
            if os.path.isdir(path):
                shutil.rmtree(path)
            elif name not in TABLES:
                os.remove(path)

    def leaks(self, answered, tab):
        """What was told or written that must not be: words of the private table, in an answer, in the tab or in the start folder."""
        found = [word for word in SECRET if word in json.dumps(answered)]
        for folder in tab, self.ward:
            found += [path for path, text in contents(folder).items() for word in SECRET if word.encode() in text]
        return found + [path for path, text in contents(self.private).items() if self.before.get(path) != text]


def contents(folder) -> dict:
    """{path: bytes} of the files below a folder. No link is followed."""
    found = {}
    for where, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(where, name)
            if not os.path.islink(path):
                with open(path, 'rb') as file:
                    found[path] = file.read()
    return found


class Here:
    """A Job that answers in this thread."""

    def __init__(self, command, folder, temporary, asked, *more):
        self.folder, self.asked = folder, json.loads(asked)

    def told(self, gone):
        home = os.getcwd()
        os.chdir(self.folder)
        try:
            yield {'answer': answer(self.asked['ask'], self.asked['values'])}
        finally:
            os.chdir(home)

    def end(self):
        """It has ended."""


class Request(Handler):
    """A request that has been let in. It gives what would be sent as a body."""

    def __init__(self, server, values):
        self.server, self._values, self.headers, self.wfile, self.connection = server, values, {'X-Kanon-Tab': TAB}, io.BytesIO(), None

    def values(self):
        return json.loads(json.dumps(self._values))

    def begin(self, *_):
        """There is no head."""

    def result(self, route, *words):
        try:
            route(self, *words)
        except (DataError, OSError) as error:
            return {'error': {'message': str(error), 'kind': getattr(error, 'kind', 'system')}}
        said = self.wfile.getvalue()
        try:
            told = json.loads(said.splitlines()[-1].decode('utf-8'))
        except ValueError:
            return {'bytes': said.decode('latin-1')}
        return told.get('answer', told)


class Page:
    """The requests of one tab."""

    def __init__(self, start):
        self.server = Server(0, start, PAGE, COMMAND)

    def list(self, path):
        return Request(self.server, {'path': path}).result(Handler.list_folder)

    def open(self, path):
        return Request(self.server, {'path': path}).result(Handler.open_table)

    def get(self, name):
        return Request(self.server, {'name': name}).result(Handler.get_file)

    def ask(self, name, plan=(), **values):
        """What an ask answers, which runs in this thread."""
        true, handler.Job = handler.Job, Here
        try:
            return Request(self.server, {'plan': {**PLAN, **dict(plan)}, **values}).result(Handler.ask, name)
        finally:
            handler.Job = true

    @property
    def tab(self):
        return self.server.tabs.tab(TAB).folder


@contextmanager
def page_of(start):
    page = Page(start)
    try:
        yield page
    finally:
        page.server.server_close()


class Swapper:
    """Counts the calls of the system that may look into the start folder.

    Before call number `at` it calls swap(), and before the next one unswap(), or at the end if the swap stays.
    """

    def __init__(self, monkeypatch, ground):
        self.ground, self.count, self.at, self.swapped, self.busy = ground, 0, None, False, False
        for name in CALLS:
            monkeypatch.setattr(os, name, self.watching(getattr(os, name)))
        for module in builtins, io:
            monkeypatch.setattr(module, 'open', self.watching(getattr(module, 'open')))

    def watching(self, call):
        @wraps(call)
        def watched(path='.', *words, **named):
            if not self.busy and self.at is not None and self.looks_there(path, named):
                self.step()
            return call(path, *words, **named)
        return watched

    def looks_there(self, path, named):
        """Whether a name is one of a table, below the start folder, or in a folder that is open or the current one there."""
        if named.get('dir_fd') is not None or named.get('src_dir_fd') is not None:
            return True
        whole = os.path.join(os.getcwd(), path) if isinstance(path, str) else ''
        return whole.startswith(self.ground.start) or os.path.basename(whole) in TABLES

    def step(self):
        self.quietly(self.back if self.swapped and not self.stays else lambda: None)
        if self.count == self.at:
            self.quietly(self.swap)
            self.swapped = True
        self.count += 1

    def back(self):
        if self.swapped:
            self.unswap()
        self.swapped = False

    def quietly(self, call):
        self.busy = True
        try:
            call()
        finally:
            self.busy = False

    def during(self, at, swap, unswap, stays, call):
        """What call() gives while somebody swaps before call number `at`, and how many calls there were."""
        self.count, self.at, self.swap, self.unswap, self.stays = 0, at, swap, unswap, stays
        try:
            return call(), self.count
        finally:
            self.at = None
            self.quietly(self.back)


def replaced(ground, path, other, put) -> tuple:
    """(swap, unswap) of a file or folder and another, which put(other, path) puts in its place."""
    def swap():
        if os.path.lexists(path):
            os.rename(path, ground.aside)
        if os.path.isdir(os.path.dirname(path)):
            put(other, path)

    def unswap():
        if os.path.isdir(path) and not os.path.islink(path):
            shutil.rmtree(path)
        elif os.path.lexists(path):
            os.remove(path)
        if os.path.lexists(ground.aside):
            os.rename(ground.aside, path)
    return swap, unswap


def swaps(ground) -> dict:
    """{kind: (swap, unswap)}: what somebody can put in place of a table, or of its folder."""
    found = {'folder': replaced(ground, ground.ward, ground.private, os.symlink)}
    for name in TABLES:
        for put in os.symlink, os.link:
            found['%s of %s' % (put.__name__, name)] = replaced(ground, os.path.join(ground.ward, name), os.path.join(ground.private, name), put)
    return found


def swaps_of_outputs(ground) -> dict:
    """{kind: (swap, unswap)}: what somebody can put in place of what is written beside a table."""
    found = {name: replaced(ground, os.path.join(ground.ward, name), os.path.join(ground.private, name), os.symlink)
             for name in ('hierarchies', 'hierarchies/age.txt', 'clinic.ini', 'clinic_mondrian.csv', 'clinic_mondrian.json')}

    def swap_parts():
        for where, _, names in os.walk(ground.ward):
            for name in names:
                if name.endswith('.part'):
                    os.remove(os.path.join(where, name))
                    os.symlink(os.path.join(ground.private, 'clinic.csv'), os.path.join(where, name))
    return {**found, 'parts': (swap_parts, lambda: None)}


def lasting(answered):
    """An answer without what differs from run to run."""
    if isinstance(answered, dict):
        return {name: lasting(value) for name, value in answered.items() if name not in ('seconds', 'text')}
    return list(map(lasting, answered)) if isinstance(answered, list) else answered
