"""The tabs of a browser. Each has a folder, tables, and at most one run.

Promise: two tabs see nothing of each other. A folder is removed when its tab has left, when it has been idle and there are too many, and at
the end. A tab that is loaded anew leaves and comes back, so its folder stays for a minute.
"""

from __future__ import annotations

import os
import re
import tempfile
from contextlib import contextmanager, suppress
from shutil import rmtree
from threading import Lock, Thread
from time import monotonic, sleep

from .guard import FolderRefusal

MOST_TABS = 16
MOST_OPEN = 32              # tables of a tab that are kept open
KEPT_AFTER_LEAVING = 60     # seconds
NAME = re.compile('[0-9a-f]{16}')
NONE = object()
RUNS = 'something runs in this tab already; stop it first'


def is_open(origin) -> bool:
    """Whether runs read a table by a descriptor."""
    return origin is not None and origin.descriptor is not None


class Tab:
    """folder: where its tables are and its runs go. temporary: where these put what they need for a while. tables: {name: Origin, None of an upload}."""

    def __init__(self, folder):
        self.folder, self.temporary = os.path.join(folder, 'tab'), os.path.join(folder, 'tmp')
        os.mkdir(folder, 0o700)
        os.mkdir(self.folder, 0o700)
        os.mkdir(self.temporary, 0o700)
        self.tables, self.used, self.left, self.job = {}, monotonic(), False, None

    def put(self, name, origin=None):
        """A table has come under this name. The one that had it before goes, as does the oldest of many."""
        self.forget(name)
        self.tables[name] = origin
        for other in [each for each, its in self.tables.items() if is_open(its)][:-MOST_OPEN]:
            self.forget(other)
            os.remove(os.path.join(self.folder, other))     # another file may get its descriptor

    def forget(self, name):
        """A table is no longer one of the tab."""
        origin = self.tables.pop(name, None)
        if is_open(origin):
            os.close(origin.descriptor)

    def descriptors(self) -> list:
        """Those by which a run reads the tables that are open."""
        return [origin.descriptor for origin in self.tables.values() if is_open(origin)]

    def close(self):
        """Close all tables."""
        for name in list(self.tables):
            self.forget(name)

    def check(self, start, values):
        """Refusal unless the tables that the values of an ask name are of this tab, and are what they were."""
        for holder in (values, values.get('plan')):
            name = holder.get('table') if isinstance(holder, dict) else None
            if name is None:
                continue
            origin = self.tables.get(name, NONE) if isinstance(name, str) else NONE
            if origin is NONE:
                raise FolderRefusal(409, 'this tab has no such table, or has been idle for long; choose the table again', 'changed')
            if origin:
                with start.home_of(name, origin):
                    pass

    @contextmanager
    def beside(self, start, values):
        """Where the table of a plan stands: {folder, as `folder_at` gives it, name}. None for an upload."""
        plan = values.get('plan')
        origin = self.tables.get(plan.get('table')) if isinstance(plan, dict) else None
        if not origin:
            yield None
            return
        with start.home_of(plan['table'], origin) as folder:
            yield {'folder': folder, 'name': origin.parts[-1]}


class Tabs:
    """All tabs, in a private folder that is removed at the end."""

    def __init__(self):
        self.private = tempfile.TemporaryDirectory(prefix='kanon-')     # it is 0700
        self._tabs, self._lock, self._over = {}, Lock(), False

    def tab(self, name) -> Tab:
        """The tab of this name, which may be new."""
        if not NAME.fullmatch(name):
            raise FolderRefusal(400, 'a tab is named by 16 hexadecimal digits')
        with self._lock:
            if self._over:
                raise FolderRefusal(503, 'the program ends', 'system')
            if name not in self._tabs:
                self._make_room()
                self._tabs[name] = Tab(os.path.join(self.private.name, name))
            tab = self._tabs[name]
            tab.used, tab.left = monotonic(), False
            return tab

    def _make_room(self):
        while len(self._tabs) >= MOST_TABS:
            idle = [name for name, tab in self._tabs.items() if tab.job is None]
            if not idle:
                raise FolderRefusal(503, 'there are too many tabs, and something runs in each; close one', 'system')
            self._remove(min(idle, key=lambda name: self._tabs[name].used))

    def _remove(self, name):
        self._tabs.pop(name).close()
        rmtree(os.path.join(self.private.name, name), ignore_errors=True)

    def take(self, tab, name, part, origin):
        """A table that was put aside in the folder of a tab becomes one of the tab.

        Refusal while something runs there, which may read another table of this name.
        """
        try:
            with self._lock:
                if tab.job or self._over:
                    raise FolderRefusal(409, RUNS)
                os.replace(os.path.join(tab.folder, part), os.path.join(tab.folder, name))
                tab.put(name, origin)
        except BaseException:
            with suppress(OSError):
                os.remove(os.path.join(tab.folder, part))
            if is_open(origin):
                os.close(origin.descriptor)
            raise

    def sent(self, tab, name):
        """A table that the browser has sent is one of a tab."""
        with self._lock:
            tab.put(name)

    def start(self, tab, begin):
        """Give a tab its run, which begin() starts."""
        with self._lock:
            if tab.job or self._over:
                raise FolderRefusal(409, RUNS)
            tab.job = begin()
            return tab.job

    def finish(self, tab):
        tab.job, tab.used = None, monotonic()

    def stop(self, name):
        """End what runs in a tab, if there is such a tab."""
        tab = self._tabs.get(name)
        job = tab and tab.job
        if job:
            job.stop()

    def leave(self, name):
        """End what runs in a tab. Its folder goes a minute later, unless it comes back."""
        self.stop(name)
        tab = self._tabs.get(name)
        if tab:
            tab.left = True

    def sweep(self):
        """Remove the tabs that have left."""
        with self._lock:
            for name, tab in list(self._tabs.items()):
                if tab.left and tab.job is None and monotonic() - tab.used > KEPT_AFTER_LEAVING:
                    self._remove(name)

    def busy(self) -> bool:
        return any([tab.job for tab in list(self._tabs.values())])

    def close(self):
        """End all runs, and remove the private folder. A thread may just write into it, so there are several tries."""
        with self._lock:
            self._over = True
        ends = [Thread(target=job.stop) for job in [tab.job for tab in self._tabs.values()] if job]
        for end in ends:
            end.start()
        for end in ends:
            end.join()
        for tab in self._tabs.values():
            tab.close()
        for _ in range(20):
            rmtree(self.private.name, ignore_errors=True)
            if not os.path.lexists(self.private.name):
                break
            sleep(0.1)
        self.private.cleanup()
