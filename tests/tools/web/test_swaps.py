"""Somebody who may write to the start folder swaps a name there for a link, before any call of the system: nothing is read or written elsewhere."""

import json
import os
from random import Random
from threading import Event, Thread

import pytest

from conftest import ALL
from kanon.tools.web.jobs import command_for
from serving import serving
from swapping import ASKS, Ground, PLAN, Swapper, contents, lasting, page_of, swaps, swaps_of_outputs

KINDS = 'folder', 'symlink of clinic.csv', 'link of clinic.csv', 'symlink of next.csv', 'link of next.csv'
OUTPUTS = 'hierarchies', 'hierarchies/age.txt', 'clinic.ini', 'clinic_mondrian.csv', 'clinic_mondrian.json', 'parts'
NOTHING = (lambda: None,) * 2


class Attacked:
    """A page, what it answers where nobody swaps, and who swaps."""

    def __init__(self, where, monkeypatch, page):
        self.ground, self.page, self.swapper = where, page, Swapper(monkeypatch, where)
        self.kinds = {**swaps(where), **swaps_of_outputs(where)}
        for table in 'clinic.csv', 'next.csv':
            assert page.open('ward/' + table) == {'table': table}
        for _ in range(2):          # so that the second replaces what the first has written
            self.plain = {name: page.ask(name, **values) for name, values in ASKS}
        assert not [said for said in self.plain.values() if 'error' in said]

    def settled(self, name) -> dict:
        """What is answered where nobody swaps, after all asks before it: other tests may have left other files."""
        for other, values in ASKS:
            said = self.page.ask(other, **values)
            if other == name:
                return said
        raise KeyError(name)

    def calls(self, call) -> int:
        return self.swapper.during(-1, *NOTHING, True, call)[1]

    def swapped(self, kind, at, stays, call):
        """What call() gives while somebody swaps, and what leaks."""
        said, _ = self.swapper.during(at, *self.kinds[kind], stays, call)
        return said, self.ground.leaks(said, self.page.tab)


@pytest.fixture(scope='module')
def attacked(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        ground = Ground(tmp_path_factory.mktemp('ground'))
        with page_of(ground.start) as page:
            yield Attacked(ground, patch, page)


def places(calls, seed):
    """Some of the calls before which somebody swaps, the first and the last among them, and whether it stays so until the answer."""
    every = [(at, stays) for at in range(calls) for stays in (True, False)]
    return [every[0], every[-1], *Random(seed).sample(every, min(len(every), 40 if ALL else 2))]


@pytest.mark.parametrize('kind', KINDS)
@pytest.mark.parametrize('name, values', ASKS)
def test_an_answer_is_about_the_table_that_was_chosen(name, values, kind, attacked):
    """It is what it would have been, or one line says that something has changed."""
    def ask():
        return attacked.page.ask(name, **values)
    plain = lasting(attacked.settled(name))
    for at, stays in places(attacked.calls(ask), name + kind):
        said, leaks = attacked.swapped(kind, at, stays, ask)
        assert not leaks, (at, stays)
        assert lasting(said) == plain or 'error' in said and '\n' not in said['error']['message'], (at, stays)


@pytest.mark.parametrize('kind', KINDS)
def test_a_table_that_is_chosen_or_listed_is_no_link(kind, attacked):
    def choose():
        return attacked.page.open('ward/clinic.csv')

    def list_():
        return attacked.page.list('ward')
    for call in choose, list_:
        for at, stays in places(attacked.calls(call), kind):
            said, leaks = attacked.swapped(kind, at, stays, call)
            assert not leaks and ('error' in said or call == list_ or said == {'table': 'clinic.csv'}), (at, stays)
            assert lasting(attacked.page.ask('look')) == lasting(attacked.plain['look']), (at, stays)


@pytest.mark.parametrize('kind', OUTPUTS)
@pytest.mark.parametrize('again', [True, False])
def test_nothing_is_written_elsewhere(kind, again, attacked):
    """again: whether files of an earlier release are replaced."""
    def ask():
        return attacked.page.ask('beside', yes=True)

    def fresh():
        attacked.ground.tidy()
        return ask() if again else None
    fresh()
    calls = attacked.calls(ask)
    for at, stays in places(calls, kind):
        fresh()
        before = contents(attacked.ground.start)
        said, leaks = attacked.swapped(kind, at, stays, ask)
        after = contents(attacked.ground.start)
        assert not leaks, (at, stays)
        if kind != 'parts':
            assert not [path for path in after if path.endswith('.part')], (at, stays)
            swapped = os.path.join(attacked.ground.ward, kind)
            assert 'error' not in said or not {path for path in after.keys() - before.keys() if not path.startswith(swapped)}, (at, stays, said)
    attacked.ground.tidy()


# A process that swaps when it starts, so after the last check of the server.
SWAP = '''
import os, sys
if os.environ.get("SWAP"):
    path, other = os.environ["SWAP"].split(os.pathsep)
    os.rename(path, path + ".aside")
    os.symlink(other, path)
'''


@pytest.mark.parametrize('swapped', ['ward', 'ward/clinic.csv', 'ward/hierarchies'])
def test_a_process_gets_what_was_checked(swapped, tmp_path, monkeypatch):
    ground = Ground(tmp_path)
    path, other = os.path.join(ground.start, swapped), os.path.join(ground.private, swapped[len('ward/'):])
    command = command_for('asks')
    command[command.index('-c') + 1] = SWAP + command[command.index('-c') + 1]
    with serving(ground.start, command=command) as client:
        client.enter().post('/open', {'path': 'ward/clinic.csv'})
        for ask, values in ASKS:
            if ask in ('look', 'draft', 'require', 'release'):
                assert 'error' not in client.post('/ask/' + ask, {'plan': PLAN, **values})[1]['answer']
        assert 'error' not in client.post('/ask/beside', {'plan': PLAN})[1]['answer']
        for name in 'look', 'draft', 'release', 'beside':
            monkeypatch.setenv('SWAP', path + os.pathsep + other)
            said = client.post('/ask/' + name, {'plan': PLAN, 'yes': True})[1]['answer']
            monkeypatch.delenv('SWAP')
            os.remove(path)
            os.rename(path + '.aside', path)
            assert not ground.leaks(said, client.server.tabs.private.name), name
            refused = name == 'beside' and swapped == 'ward/hierarchies'
            assert said.get('error', {}).get('message') == ('hierarchies: is a link, and nothing is written through one' if refused else None), name


@pytest.mark.skipif(not ALL, reason='a race of a minute')
@pytest.mark.parametrize('kind', ['folder', 'symlink of clinic.csv', 'hierarchies'])
def test_nobody_wins_a_race(kind, tmp_path):
    ground = Ground(tmp_path)
    swap, unswap = {**swaps(ground), **swaps_of_outputs(ground)}[kind]
    over = Event()

    def race():
        while not over.is_set():
            swap()
            unswap()
            over.wait(0.0005)
    with serving(ground.start, command=command_for('asks')) as client:
        while client.enter().post('/open', {'path': 'ward/clinic.csv'})[0] != 200:
            pass
        for name, values in ASKS[:6]:
            assert 'error' not in client.post('/ask/' + name, {'plan': PLAN, **values})[1]['answer']
        racing = Thread(target=race, daemon=True)
        racing.start()
        said = []
        for _ in range(20):
            for name in 'look', 'beside':
                said.append(client.post('/ask/' + name, {'plan': PLAN, 'yes': True})[1])
            said.append(client.post('/open', {'path': 'ward/clinic.csv'})[1])
        over.set()
        racing.join()
        assert not ground.leaks(said, client.server.tabs.private.name)
        assert sum('answer' in each and 'error' not in each['answer'] for each in said) > 2, json.dumps(said)[:2000]
