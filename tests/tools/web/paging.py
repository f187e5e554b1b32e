"""The page of steps without a browser: its own scripts, run by node, and what a steward does on it.

The door asks in this process, as the page of one file does (examples/browser/), or a server. Without node these tests are skipped.
"""

import json
import os
import shutil
import subprocess

import pytest

from kanon.tools.web.asks import answer
from kanon.tools.web.page import served_page
from kanon.tools.web.plain_names import name_in_tab

HERE = os.path.dirname(os.path.abspath(__file__))
NODE = shutil.which('node')
needs_node = pytest.mark.skipif(NODE is None, reason='there is no node')
PAGE, _ = served_page('')
# A door to this process, which has the tables in the current folder.
DOOR = '''window.door = {can: {folder: false, beside: false, readOnly: false}, ask: asking, get: name => asking("", {get: name}),
put: file => asking("", {put: file.name}), stop() {}, leave() {}};'''
# What a steward sees and does.
HELPERS = '''
window.shown = (tag, inside) => all().filter(one => one.tagName === tag.toUpperCase() && one.isConnected && (!inside || one.closest(inside)));
window.named = name => {
  const found = shown('button').find(one => one.textContent === name || one.id === name);
  if (!found) { throw new Error('no button ' + name + ' among: ' + shown('button').map(one => one.textContent).join(' | ')); }
  return found;
};
window.write = async (id, text) => {
  const field = document.getElementById(id);
  field.value = text;
  await field.happens('change');
};
window.questions = () => shown('li').filter(one => one.className === 'question').map(one => ({
  asked: one.children[0].textContent, choices: one.children.filter(part => part.tagName === 'BUTTON').map(part => part.textContent)}));
window.answered = () => shown('li').filter(one => one.className === 'answered').map(one => one.textContent);
window.answer = (asked, name) => shown('li').find(one => one.className === 'question' && one.children[0].textContent === asked).children.find(
  part => part.tagName === 'BUTTON' && part.textContent === name).click();
window.errors = () => all().filter(one => one.isConnected && one.classList.contains('error') && one.about.role === 'alert').map(one => one.textContent);
'''


class Stepping:
    """A page that is open in node. open() begins anew. found: what each ask was answered last; asks: all of them."""

    def __init__(self):
        self.found, self.asks, self.kept = {}, [], {}
        self.node = subprocess.Popen([NODE, os.path.join(HERE, 'page_in_node.js')], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding='utf-8')

    def say(self, **line):
        """Say a line, answer what is asked, and return what was done."""
        self.put(line)
        while True:
            told = json.loads(self.node.stdout.readline() or '{"fault": "node has ended"}')
            if 'ask' not in told:
                assert 'fault' not in told, told['fault']
                return told['done']
            self.put({'answer': self.answer(*told['ask'])})

    def put(self, line):
        self.node.stdin.write(json.dumps(line) + '\n')
        self.node.stdin.flush()

    def answer(self, name, values):
        if 'put' in values:
            return {'table': name_in_tab(values['put'])}
        if 'get' in values:
            return values['get']
        self.asks.append((name, values))
        found = self.found[name] = answer(name, values)
        return found

    def open(self, language='en', door=DOOR, again=False):
        self.found, self.asks = {}, []
        self.kept = self.run('return kept') if again else {}
        self.say(open=PAGE, door=door, language=language, kept=self.kept)
        self.run(HELPERS)
        return self

    def run(self, code):
        return self.say(run=code)

    # What a steward does.

    def take(self, name):
        """Drop a file that lies in the current folder."""
        self.run('const field = document.getElementById("file"); field.files = [new File([], %s)]; await field.happens("change");' % json.dumps(name))

    def press(self, name):
        self.run('await named(%s).click();' % json.dumps(name))

    def choose(self, asked, name):
        """Press a button of a question."""
        self.run('await answer(%s, %s);' % (json.dumps(asked), json.dumps(name)))

    def write(self, field, text):
        self.run('await write(%s, %s);' % (json.dumps(field), json.dumps(text)))

    def go(self, step):
        self.press('to-' + step)
        self.run('await new Promise(go => setTimeout(go, 5));')       # the browser's Back comes a moment later
        assert self.run('return page.steps[page.state.step].name') == step, self.errors

    def roles(self, roles):
        """Say what columns are, on the second step. Those that are not there are left out."""
        self.go('roles')
        names = self.run('return shown("th", "tbody").map(one => one.textContent)')
        for place, name in enumerate(names):
            if name not in roles:
                continue
            role = roles[name]
            self.run('const one = document.getElementById("role-%d-%s"); shown("input").filter(other => other.name === one.name || other.about.name ==='
                     ' one.about.name).forEach(other => { other.checked = false; }); one.checked = true; await one.happens("change");' % (place, role))

    @property
    def questions(self):
        return self.run('return questions()')

    @property
    def answered(self):
        return self.run('return answered()')

    @property
    def errors(self):
        return self.run('return errors()')

    @property
    def plan(self):
        return self.run('return JSON.parse(JSON.stringify(page.state.plan))')

    @property
    def state(self):
        return self.run('return JSON.parse(JSON.stringify(page.state))')

    def close(self):
        self.node.stdin.close()
        self.node.wait()


@pytest.fixture(scope='module')
def stepping():
    page = Stepping()
    yield page
    page.close()
