"""The page for those who do not type, in a real browser: with a door that has no library behind it, and with the server and the programs.

The first says what the page does of itself, the second that the whole way ends with the bytes of the command line.
"""

import os
import re
import shutil
import subprocess
import sys
import time
from contextlib import contextmanager

import pytest

from conftest import COLUMNS, HOME
from messy_way import WAY, drawn, messy
from test_browser import browser  # noqa: F401

from fake_page import fake_page

HOSTILE = '<img src=x onerror=alert(1)>"\'&'
QUASI = {'born': 'quasi', 'sex': 'quasi', 'postcode': 'quasi', 'income': 'quasi', 'diagnosis': 'sensitive'}


SEEN = '''const at = document.activeElement, style = getComputedStyle(at), box = at.getBoundingClientRect(), footer = document.querySelector("footer");
if (style.outlineStyle === "none" || parseFloat(style.outlineWidth) < 2) return "the focus has no outline";
if (box.top < 0 || box.bottom > (footer.contains(at) ? innerHeight : footer.getBoundingClientRect().top)) return "the focus is out of sight";
return "";'''


class Steward:
    """Somebody who works with the page: by the mouse, or by keys alone."""

    def __init__(self, browser, keys=False):    # noqa: F811
        self.browser, self.keys, self.run = browser, keys, browser.run

    def until(self, code, *arguments, seconds=60):
        self.browser.until(code, *arguments, seconds=seconds)

    def idle(self):
        self.until('return document.getElementById("stop").hidden && document.getElementById("step").getAttribute("aria-busy") !== "true"')

    def key(self, name, shift=False):
        for kind in 'rawKeyDown', 'keyUp':
            text = {'text': '\r'} if name == 'Enter' and kind == 'rawKeyDown' else {'text': ' '} if name == ' ' and kind == 'rawKeyDown' else {}
            codes = {'Tab': 9, 'Enter': 13, ' ': 32, 'ArrowRight': 39, 'ArrowLeft': 37, 'ArrowDown': 40}
            self.browser.driver.execute_cdp_cmd('Input.dispatchKeyEvent', {
                'type': 'keyDown' if text else kind, 'key': name, 'code': 'Space' if name == ' ' else name, 'windowsVirtualKeyCode': codes[name],
                'modifiers': 8 if shift else 0, **text})

    def reach(self, selector, place=0):
        """Press Tab until something has the focus."""
        for _ in range(400):
            if self.run('return document.querySelectorAll(arguments[0])[arguments[1]] === document.activeElement', selector, place):
                assert self.run(SEEN) == '', selector
                return
            self.key('Tab')
        raise AssertionError('%s cannot be reached by Tab' % selector)

    def press(self, selector, place=0):
        """A button, a link, the title of something folded, or a box to check."""
        self.until('return document.querySelectorAll(arguments[0]).length > arguments[1]', selector, place)
        if self.keys:
            self.reach(selector, place)
            self.key(' ' if self.run('return document.activeElement.type') == 'checkbox' else 'Enter')
        else:
            self.run('document.querySelectorAll(arguments[0])[arguments[1]].scrollIntoView({block: "center"})', selector, place)
            from selenium.webdriver.common.by import By
            self.browser.driver.find_elements(By.CSS_SELECTOR, selector)[place].click()

    def pick(self, selector):
        """A radio button. By keys it is reached with Tab, which takes one button of its group, and then with arrows."""
        self.until('return document.querySelector(arguments[0])', selector)
        if not self.keys:
            return self.press(selector)
        group = self.run('return document.querySelector(arguments[0]).name', selector)
        for _ in range(400):
            if self.run('return document.activeElement.name', group) == group:
                break
            self.key('Tab')
        for _ in range(8):
            if self.run('const one = document.querySelector(arguments[0]); return one.checked && one === document.activeElement', selector):
                return
            if self.run('return document.querySelector(arguments[0]) === document.activeElement', selector):
                self.key(' ')
            else:
                self.key('ArrowRight')
        raise AssertionError('%s cannot be chosen by arrows' % selector)

    def write(self, selector, text):
        self.until('return document.querySelector(arguments[0])', selector)
        if self.keys:
            self.reach(selector)
        else:
            self.press(selector)
        self.run('document.activeElement.select()')
        self.browser.driver.execute_cdp_cmd('Input.insertText', {'text': text})
        self.key('Tab')
        self.idle()

    def roles(self, roles):
        self.until('return document.querySelector(".radios tbody tr")')
        names = self.run('return Array.from(document.querySelectorAll(".radios tbody th"), cell => cell.textContent)')
        for place, name in enumerate(names):
            if name in roles:
                self.pick('#role-%d-%s' % (place, roles[name]))

    def next(self, heading):
        self.idle()
        self.press('#next')
        self.until('return document.getElementById("heading").textContent.includes(arguments[0])', heading)
        assert self.run('return document.activeElement.id') == 'heading', 'the focus goes to the heading of a new step'
        self.idle()

    def text(self):
        return self.run('return document.querySelector("main").innerText')

    def faults(self):
        """Outside of what is loaded from the page itself, and of what the server sends."""
        return [line for line in self.browser.logged() if not re.match(r'asks for (blob:|http://127\.0\.0\.1:)', line)]


@pytest.fixture(scope='module')
def path(tmp_path_factory):
    made = tmp_path_factory.mktemp('page') / 'page.html'
    made.write_text(fake_page(), encoding='utf-8')
    return str(made)


@pytest.fixture
def steward(browser, path):     # noqa: F811
    browser.open(path, width=1280)
    browser.run('sessionStorage.clear(); location.reload()')
    browser.until('return window.door && document.getElementById("file")')
    yield Steward(browser)
    browser.run('sessionStorage.clear()')
    browser.driver.execute_cdp_cmd('Emulation.setEmulatedMedia', {'features': []})


def with_a_table(steward):
    steward.press('main summary')
    steward.press('#browse li:nth-child(2) button')
    steward.until('return document.querySelector(".question")')


def to_step(steward, heading):
    with_a_table(steward)
    steward.next('Roles')
    steward.roles({'patient': 'person', **QUASI})
    for name in ('Hierarchies', 'What is required', 'Compare', 'Release'):
        steward.next(name)
        if name == heading:
            return


def in_each_look(steward, deal):
    """At 1280 and 800 pixels, in both languages, in the light and in the dark."""
    for width in (1280, 800):
        for language in ('en', 'zh'):
            for scheme in ('light', 'dark'):
                steward.browser.driver.execute_cdp_cmd('Emulation.setEmulatedMedia', {'features': [{'name': 'prefers-color-scheme', 'value': scheme}]})
                steward.browser.resize(width)
                steward.press('#in-' + language)
                steward.idle()
                deal()
    steward.press('#in-en')
    steward.browser.resize(1280)
    steward.idle()


# The page alone.

LOOK = '''
const found = [], ink = colour => colour.match(/[\\d.]+/g).map(Number);
const light = c => c.slice(0, 3).map(v => v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4).reduce((s, v, i) => s + v * [0.2126, 0.7152, 0.0722][i], 0);
const paper = el => { for (let at = el; at; at = at.parentElement) { const c = ink(getComputedStyle(at).backgroundColor); if (c.length < 4 || c[3] > 0) return c; } return [255, 255, 255]; };
for (const el of document.querySelectorAll('body *')) {
  const own = Array.from(el.childNodes).some(node => node.nodeType === 3 && node.data.trim());
  if (!own || !el.checkVisibility({checkVisibilityCSS: true}) || el.closest('.unseen, script, style, option')) continue;
  const style = getComputedStyle(el), pair = [light(ink(style.color)), light(paper(el))].sort((a, b) => a - b);
  if ((pair[1] + 0.05) / (pair[0] + 0.05) < 4.5) found.push('contrast: ' + el.textContent.slice(0, 40));
  if (parseFloat(style.fontSize) < 12) found.push(style.fontSize + ': ' + el.textContent.slice(0, 40));
}
for (const el of document.querySelectorAll('button, input, select, textarea, iframe, [role=region], [tabindex="0"]')) {
  if (el.checkVisibility() && !(el.getAttribute('aria-label') || el.title || el.textContent.trim() || (el.labels && el.labels.length))) found.push('no name: ' + el.outerHTML.slice(0, 80));
}
for (const el of document.querySelectorAll('[aria-describedby], [aria-labelledby]')) {
  for (const id of (el.getAttribute('aria-describedby') || el.getAttribute('aria-labelledby')).split(' ')) if (!document.getElementById(id)) found.push('no element ' + id);
}
const ids = Array.from(document.querySelectorAll('[id]'), el => el.id);
if (new Set(ids).size < ids.length) found.push('an id stands twice');
if (document.documentElement.scrollWidth > innerWidth) found.push('wider than the window');
return found;
'''

# A word in a text, a value in a cell, and what a button says, unless it is very long. A sign of Chinese is as wide as two.
BROKEN = '''
const found = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), range = document.createRange();
const wide = text => Array.from(text).reduce((sum, sign) => sum + (sign > '\\u2e80' ? 2 : 1), 0);
for (let node = walker.nextNode(); node; node = walker.nextNode()) {
  const at = node.parentElement;
  if (!at.checkVisibility({checkVisibilityCSS: true}) || at.closest('.unseen, script, style, option, textarea')) continue;
  const whole = at.closest('td, tbody th, button'), words = whole ? /[^\\s|，。；：、]+/gu : /[\\p{L}\\p{M}\\p{N}]+/gu;
  for (const word of node.data.matchAll(words)) {
    if (wide(word[0]) > (whole ? 24 : 40) || !whole && /\\p{Script=Han}/u.test(word[0])) continue;
    range.setStart(node, word.index);
    range.setEnd(node, word.index + word[0].length);
    if (new Set(Array.from(range.getClientRects(), box => Math.round(box.top))).size > 1) found.push(word[0]);
  }
}
return found;
'''


def test_each_step_can_be_read_at_each_width_and_in_each_language(steward):
    """No text lies over another or leaves its box, no word breaks, 4.5:1, 12 pixels and more, everything has a name, no scrolling sideways, the console is empty."""
    def look():
        steward.run('document.querySelectorAll("form details, #fill-page, .questions details").forEach(folded => { folded.open = true; })')
        assert steward.browser.measured() == [] and steward.run(LOOK) == [] and steward.run(BROKEN) == []
    with_a_table(steward)
    in_each_look(steward, look)
    steward.next('Roles')
    steward.roles({'patient': 'person', **QUASI})
    in_each_look(steward, look)
    for heading in ('Hierarchies', 'What is required', 'Compare', 'Release'):
        steward.next(heading)
        if heading == 'Compare':
            steward.press('#compare')
        if heading == 'Release':
            steward.press('#release')
        steward.idle()
        in_each_look(steward, look)
    steward.press('#back')
    steward.press('#back')
    steward.press('#back')
    for place in (0, 1):
        steward.press('.column summary', place)
        steward.idle()
        in_each_look(steward, look)
    assert steward.faults() == []


def test_hostile_names_are_text(steward):
    with_a_table(steward)
    assert HOSTILE in steward.text() and steward.run('return document.querySelectorAll("main img").length') == 0
    to_release = ['Roles', 'Hierarchies']
    steward.next(to_release[0])
    steward.roles({HOSTILE: 'quasi', **QUASI})
    steward.next(to_release[1])
    assert steward.run('return document.querySelectorAll(".column h3")[4].textContent') == HOSTILE
    steward.press('.column summary')
    steward.until('return document.querySelector(".tree .tree details")')
    assert steward.run('return document.querySelectorAll("main img").length') == 0 and steward.faults() == []


OBJECTS = '__proto__', 'constructor', 'toString', 'hasOwnProperty'


def test_a_column_may_be_named_as_what_every_object_has(steward):
    """None of these names stands in an object before somebody puts it there, and each can be put there."""
    steward.run('''const ask = window.door.ask, names = arguments[0];
    window.door.ask = async (...words) => { const answer = await ask(...words); if (words[0] === "look") {
      answer.columns = names.map((name, n) => ({...answer.columns[3], name: name, role: n === 2 ? "identifier" : null})); } return answer; };''', OBJECTS)
    with_a_table(steward)
    steward.next('Roles')
    assert steward.run('return Array.from(document.querySelectorAll("input:checked"), one => one.id)') == ['role-2-out']
    assert 'You have not decided about 3 columns, which are left out:' in steward.text()
    steward.roles({'__proto__': 'quasi', 'constructor': 'quasi', 'toString': 'sensitive'})
    assert steward.run('return [window.page.state.plan.quasi, window.page.state.plan.sensitive]') == [['__proto__', 'constructor'], ['toString']]
    steward.next('Hierarchies')
    assert [name for name, _ in steward.run('return window.asked')] == ['look', 'draft']
    steward.press('.column summary', 1)
    steward.press('.column form button')
    steward.until('return document.querySelector(".column .done")')
    steward.run('location.reload()')
    steward.until('return document.querySelectorAll(".column").length === 2')
    steward.idle()
    assert steward.run('return window.asked[0]')[1]['keep'] == ['__proto__'] and steward.faults() == []


@pytest.mark.parametrize('kept', ['{', 'null', '5', '"x"', '[]', '{}', '{"plan": {}}', '{"step": 9}', '{"step": "1"}', '{"roles": null}', '{"plan": {"language": "constructor"}}',
                                  '{"plan": {"quasi": "age"}}', '{"step": 3}'])
def test_a_state_from_elsewhere_begins_anew(steward, kept):
    """What is an object replaces those parts of a state of the page."""
    steward.run('''window.page.keep = () => {};
    const key = Object.keys(sessionStorage).find(name => name.startsWith("page-of-steps")), whole = JSON.parse(sessionStorage.getItem(key));
    let put = null;
    try { put = JSON.parse(arguments[0]); } catch (broken) { /* it is not JSON */ }
    const parts = put && Object.keys(put).length && typeof put === "object";
    sessionStorage.setItem(key, parts ? JSON.stringify({...whole, ...put, plan: put.plan && Object.keys(put.plan).length ? {...whole.plan, ...put.plan} : put.plan || whole.plan}) : arguments[0]);
    location.reload();''', kept)
    steward.until('return document.querySelector("#heading") && document.querySelector("#file")')
    assert 'Step 1 of 6' in steward.text() and steward.faults() == []


def test_an_answer_stays_and_can_be_taken_back(steward):
    with_a_table(steward)
    before = steward.run('return document.querySelectorAll(".question").length')
    steward.press('.question button')
    steward.until('return document.querySelector(".answered")')
    assert steward.run('return window.asked.slice(-1)[0][1].plan.person') == 'patient'
    assert steward.run('return document.activeElement.id') == 'questions'
    assert steward.run('return document.querySelectorAll(".question").length') == before - 1
    assert "You chose: 'patient' says whose row each row is." in steward.text()
    steward.press('.answered button')
    steward.until('return !document.querySelector(".answered")')
    assert steward.run('return window.asked.slice(-1)[0][1].plan.person') is None
    assert steward.run('return document.querySelectorAll(".question").length') == before


DOUBTS_OF_DRAFT = '''const ask = window.door.ask, doubtsOf = plan => { DOUBTS };
window.door.ask = async (name, values, tell) => {
  const answer = await ask(name, values, tell);
  if (name === "draft" && values.plan.read.items) { return {error: {message: "--items: no", advice: null, option: "items", kind: "options"}, commands: []}; }
  if (name === "draft") {
    answer.doubts = doubtsOf(values.plan).map(([key, said, set]) => ({key: key, asked: said, said: said, column: null, columns: [],
      choices: [{said: "Yes: " + said, set: set, by: null}],
      in: Object.fromEntries(["en", "zh"].map(language => [language, {asked: said, said: said, choices: ["Yes: " + said]}]))}));
  }
  return answer; };'''


def at_hierarchies(steward, doubts):
    """Step 3, with these doubts of a draft. doubts: JavaScript that returns [key, said, set] of each for a plan."""
    steward.run(DOUBTS_OF_DRAFT.replace('DOUBTS', doubts))
    with_a_table(steward)
    steward.next('Roles')
    steward.roles({'patient': 'person', **QUASI, 'case': 'publish'})
    steward.next('Hierarchies')


def drafted(steward, part):
    """What the last draft was asked with."""
    steward.idle()
    return steward.run('return window.asked.filter(one => one[0] === "draft").slice(-1)[0][1].plan[arguments[0]]', part)


def test_an_answer_that_leaves_a_column_out_changes_its_role(steward):
    at_hierarchies(steward, 'return plan.publish.length ? [["gaps_cost", "Leave it out.", {publish: [], sensitive: ["diagnosis", "case"]}]] : []')
    assert (drafted(steward, 'publish'), drafted(steward, 'sensitive')) == (['case'], ['diagnosis'])
    steward.press('.question button')
    steward.until('return document.querySelector(".answered")')
    assert (drafted(steward, 'publish'), drafted(steward, 'sensitive')) == ([], ['diagnosis', 'case'])
    steward.press('#back')
    steward.until('return document.querySelector("#role-0-sensitive")')
    assert steward.run('return document.querySelector("#role-0-sensitive").checked')
    steward.next('Hierarchies')
    steward.press('.answered button')
    steward.until('return document.querySelector(".question")')
    assert (drafted(steward, 'publish'), drafted(steward, 'sensitive')) == (['case'], ['diagnosis'])
    assert steward.run('return window.page.state.roles.case') == 'publish'


@pytest.mark.parametrize('first', [0, 1])
def test_each_of_two_answers_to_one_list_can_be_taken_back(first, steward):
    """An answer has the whole list. What the other one added stays."""
    at_hierarchies(steward, 'const had = plan.read.exact || []; return ["patient", "diagnosis"].filter(name => !had.includes(name))'
                            '.map(name => ["alike_here", name, {exact: [...had, name]}])')
    for n in (1, 2):
        steward.press('.question button')
        steward.until('return document.querySelectorAll(".answered").length === arguments[0]', n)
        steward.idle()
    assert drafted(steward, 'read')['exact'] == ['patient', 'diagnosis']
    steward.press('.answered button', first)
    steward.until('return document.querySelectorAll(".answered").length === 1')
    assert drafted(steward, 'read')['exact'] == [['diagnosis'], ['patient']][first]
    steward.press('.answered button')
    steward.until('return !document.querySelector(".answered")')
    assert 'exact' not in drafted(steward, 'read')


def test_an_answer_that_is_refused_is_not_taken(steward):
    """It is asked again, and the plan is as before. A message about how the table is read leads to the step that asks."""
    at_hierarchies(steward, 'return [["like_list", "It is a list.", {items: ["diagnosis=|"]}]]')
    steward.press('.question button')
    steward.until('return document.querySelector(".error")')
    steward.idle()
    assert 'This answer is not taken: Yes: It is a list. --items: no' in steward.text()
    assert steward.run('return document.querySelector(".question") && !document.querySelector(".answered") && !page.state.plan.read.items')
    steward.press('#to-table')
    steward.until('return document.getElementById("read-items")')
    steward.run('document.getElementById("read-items").closest("details").open = true')
    steward.write('#read-items', 'diagnosis=|')
    steward.press('details form button[type=submit]')
    steward.idle()
    steward.next('Roles')
    steward.next('Hierarchies')
    steward.press('.error button')
    steward.until('return document.getElementById("heading").textContent.includes("Step 1")')


def test_a_choice_of_a_rule_is_made_when_the_hierarchies_are(steward):
    """And what was edited is kept when other columns are named."""
    with_a_table(steward)
    steward.press('.question:nth-child(4) button')
    steward.until('return document.querySelector(".answered")')
    steward.next('Roles')
    steward.roles(QUASI)
    steward.next('Hierarchies')
    asked = steward.run('return window.asked')
    assert [name for name, _ in asked[-2:]] == ['draft', 'hierarchy'] and asked[-2][1]['keep'] == []
    assert asked[-1][1]['column'] == 'postcode' and asked[-1][1]['by'] == {'tool': 'codes', 'options': {'cuts': '2,3'}}
    steward.press('#back')
    steward.roles({'patient': 'person'})
    steward.next('Hierarchies')
    assert steward.run('return window.asked.filter(one => one[0] === "draft").slice(-1)[0][1].keep') == ['postcode']
    assert len(steward.run('return window.asked.filter(one => one[0] === "hierarchy")')) == 1


def test_only_an_identifier_is_left_out_from_the_start(steward):
    with_a_table(steward)
    steward.next('Roles')
    assert steward.run('return Array.from(document.querySelectorAll("input:checked"), one => one.id)') == ['role-0-out']
    assert steward.run('return document.getElementById("next").disabled')
    steward.roles({'case': 'publish'})
    assert 'look like identifiers' in steward.text() and 'not named' in steward.text()
    steward.roles({'patient': 'person'})
    steward.roles({'born': 'person'})
    assert steward.run('return Array.from(document.querySelectorAll("input:checked"), one => one.id)') == ['role-0-publish', 'role-2-person']


def test_a_message_stands_beside_its_field(steward):
    to_step(steward, 'What is required')
    steward.write('#set-k', '0')
    steward.until('return document.querySelector("#set-k[aria-invalid]")')
    described = steward.run('return document.getElementById("set-k").getAttribute("aria-describedby").split(" ").map(id => document.getElementById(id).textContent).join(" ")')
    assert 'k: 1 or more is expected, not 0' in described and steward.run('return document.querySelectorAll(".error").length') == 1
    steward.write('#set-k', '5')
    steward.until('return !document.querySelector("#set-k[aria-invalid]")')
    assert 'takes these settings' in steward.text()


def test_a_message_about_a_folded_field_unfolds_it(steward):
    to_step(steward, 'What is required')
    assert not steward.run('return document.getElementById("set-alpha").checkVisibility()')
    steward.run('const ask = window.door.ask; window.door.ask = async (name, ...words) => name === "require" ? '
                '{error: {message: "alpha: a share", advice: null, option: "alpha", kind: "options"}, commands: []} : ask(name, ...words)')
    steward.write('#set-k', '6')
    steward.until('return document.querySelector("#set-alpha[aria-invalid]")')
    assert steward.run('return document.getElementById("set-alpha").checkVisibility()')


def test_levels_are_chosen_of_those_that_the_hierarchy_has(steward):
    to_step(steward, 'What is required')
    assert steward.run('return Array.from(document.getElementById("level-2-1").options, one => one.textContent)') == [
        'any', '0: 238 labels', '1: 40 labels, such as 0106*']
    for place, end, level in (2, 1, '1'), (0, 0, '1'), (1, 0, '1'), (1, 0, ''):
        steward.run('const field = document.getElementById(arguments[0]); field.value = arguments[1]; field.dispatchEvent(new Event("change"))',
                    'level-%d-%d' % (place, end), level)
        steward.idle()
    assert steward.run('return window.asked.slice(-1)[0][1].plan.levels') == {'postcode': [None, 1], 'born': [1, None]}
    steward.press('#back')
    steward.next('What is required')
    assert steward.run('return document.getElementById("level-2-1").value') == '1'


def test_what_columns_hold_is_asked_for_a_standard(steward):
    to_step(steward, 'What is required')
    assert not steward.run('return document.getElementById("set-holds")')
    steward.press('details:has(#standard-hipaa-safe-harbor) > summary')
    steward.press('#standard-hipaa-safe-harbor')
    steward.write('#set-holds', 'zip=postcode')
    assert steward.run('return window.asked.slice(-1)[0][1].plan.holds') == 'zip=postcode'


def test_what_the_page_to_sign_says_is_asked_for(steward):
    to_step(steward, 'Release')
    steward.press('#fill-page summary')
    steward.write('#page-purpose', ' waiting times ')
    steward.press('#internal')
    steward.press('#release')
    steward.until('return document.querySelector("iframe")')
    plan = steward.run('return window.asked.slice(-1)[0][1].plan')
    assert (plan['page'], plan['internal']) == ({'purpose': 'waiting times'}, True)
    assert not steward.run('return document.getElementById("page-signature")'), 'it is for the hand'
    steward.press('#in-zh')
    steward.until('return document.getElementById("in-other-language")')
    assert 'English' in steward.run('return document.getElementById("in-other-language").textContent')
    steward.press('#release')
    steward.until('return !document.getElementById("in-other-language")')
    steward.idle()
    steward.press('#in-en')


def test_nothing_is_written_beside_a_table_that_the_browser_sent(steward):
    steward.run('''const files = new DataTransfer(); files.items.add(new File(["a\\n1"], "mine.csv"));
    document.getElementById("drop").dispatchEvent(new DragEvent("drop", {dataTransfer: files, bubbles: true, cancelable: true}));''')
    steward.until('return document.querySelector(".question")')
    steward.next('Roles')
    steward.roles(QUASI)
    for name in ('Hierarchies', 'What is required', 'Compare', 'Release'):
        steward.next(name)
    steward.press('#release')
    steward.until('return document.querySelector("iframe")')
    assert not steward.run('return document.getElementById("write")')


def test_an_encoding_is_chosen_by_its_words_or_its_name(steward):
    with_a_table(steward)
    steward.press('details:has(#read-encoding) > summary')
    choose = 'const field = document.getElementById("read-encoding"); field.value = arguments[0]; field.dispatchEvent(new Event("change"))'
    assert steward.run('return document.getElementById("read-encoding-other").hidden')
    assert 'Western Europe, Windows (cp1252)' in steward.run('return document.getElementById("read-encoding").textContent')
    for name, typed in ('cp1252', None), ('other', 'koi8-r'):
        steward.run(choose, name)
        if typed:
            steward.write('#read-encoding-other', typed)
        steward.press('details:has(#read-encoding) form button')
        steward.idle()
        assert steward.run('return window.asked.slice(-1)[0][1].plan.read.encoding') == (typed or name)
        steward.press('details:has(#read-encoding) > summary')
    assert steward.run('return document.getElementById("read-encoding-other").value') == 'koi8-r'


def test_a_hierarchy_is_edited_in_place(steward):
    to_step(steward, 'Hierarchies')
    steward.press('.column summary', 1)
    steward.write('#by-0-widths', 'x')
    steward.press('.column form button')
    steward.until('return document.querySelector(".column .error")')
    assert "numbers are expected, not 'x'" in steward.text() and 'Write 5,10.' in steward.text()
    steward.write('#by-0-widths', '5,20')
    steward.press('.column form button')
    steward.until('return document.querySelector(".column .done")')
    assert steward.run('return window.asked.slice(-1)[0][1].by') == {'tool': 'ranges', 'options': {'widths': '5,20'}}
    assert 'hierarchy ranges' in steward.run('return document.getElementById("commands").textContent')


def test_groups_are_named_beside_their_values(steward):
    to_step(steward, 'Hierarchies')
    steward.press('.column summary', 1)
    steward.until('return document.getElementById("tool-0")')
    steward.run('const tool = document.getElementById("tool-0"); tool.value = "sets"; tool.dispatchEvent(new Event("change"))')
    steward.until('return document.querySelector("#group-0-2")')
    assert steward.run('return document.getElementById("group-0-0").value') == '0106*'
    steward.write('#group-0-0', 'east')
    steward.press('.column form button')
    steward.until('return document.querySelector(".column .done")')
    assert steward.run('return window.asked.slice(-1)[0][1].by') == {'tool': 'sets', 'options': {'group': ['east=01067', '1011*=10115|' + HOSTILE]}}


def test_a_long_ask_shows_its_progress_and_can_be_stopped(steward):
    to_step(steward, 'Compare')
    steward.run('window.slow = 500')
    steward.press('#compare')
    steward.until('return document.getElementById("progress").textContent.includes("records read")')
    assert not steward.run('return document.getElementById("stop").hidden')
    steward.press('#stop')
    steward.idle()
    steward.until('return document.querySelector(".error")')
    assert 'stopped' in steward.text()
    steward.run('window.slow = 1')
    steward.press('#compare')
    steward.until('return document.querySelector("#point-0")')
    assert not steward.run('return document.querySelector(".error")')


def test_a_point_is_chosen_and_published(steward):
    to_step(steward, 'Compare')
    steward.press('#compare')
    steward.pick('#point-1')
    assert 'Chosen: mondrian with k = 5' in steward.text()
    assert steward.run('return document.querySelector("figure img").naturalWidth') > 0
    assert steward.run('return document.getElementById("point-7").disabled'), 'nothing can be published there'
    steward.next('Release')
    steward.press('#release')
    steward.until('return document.querySelector("iframe")')
    assert steward.run('return window.asked.filter(one => one[0] === "release")[0][1].plan.settings.k') == '5'
    text = steward.text()
    assert '4,338 published, 0 suppressed, 662 left out' in text and 'found what was required' in text
    steward.press('#check')
    steward.until('return document.querySelectorAll("iframe").length === 2')
    steward.press('#attack')
    steward.until('return document.querySelectorAll("iframe").length === 3')
    assert steward.run('return Array.from(document.querySelectorAll("iframe"), one => one.getAttribute("sandbox"))') == ['', '', '']
    steward.press('#write')
    steward.until('return document.querySelector("main").innerText.includes("Replace them?")')
    assert steward.run('return window.asked.slice(-1)[0][1].yes') is False
    steward.press('section:has(#write) div button')
    steward.until('return document.querySelector("main").innerText.includes("Written:")')
    assert steward.faults() == []


def test_the_page_says_what_the_audit_said(steward):
    to_step(steward, 'Release')
    steward.run('''const ask = window.door.ask;
        window.door.ask = async function (name, values, tell) {
          const answer = await ask(name, values, tell);
          return name === "release" ? {...answer, report: {...answer.report, audit: {...answer.report.audit, ok: false}}} : answer;
        };''')
    steward.press('#release')
    steward.until('return document.querySelector("iframe")')
    text = steward.text()
    assert 'It did not find what was required. Do not give this release away.' in text and 'and found what was required' not in text


def test_next_month_is_published_by_the_same_plan(steward, tmp_path):
    to_step(steward, 'Release')
    steward.press('#release')
    steward.until('return document.querySelector("iframe")')
    (tmp_path / 'april.csv').write_text('a\n1\n')
    from selenium.webdriver.common.by import By
    steward.browser.driver.find_element(By.ID, 'next-file').send_keys(str(tmp_path / 'april.csv'))
    steward.until('return document.querySelector("main").innerText.includes("This is the release of april.csv. It is cut anew")')
    assert steward.run('return window.asked.slice(-1)[0].slice(0, 1).concat(window.asked.slice(-1)[0][1].table)') == ['again', 'april.csv']
    steward.idle()
    assert not steward.run('return document.getElementById("check")'), 'it would check the release of this month'


@pytest.mark.parametrize('name', ['clinic.csv', 'Clinic.txt', 'clinic_.csv'])
def test_the_next_table_may_have_the_name_of_the_first(steward, tmp_path, name):
    to_step(steward, 'Release')
    steward.press('#release')
    steward.until('return document.querySelector("iframe")')
    (tmp_path / name).write_text('a\n1\n')
    from selenium.webdriver.common.by import By
    steward.browser.driver.find_element(By.ID, 'next-file').send_keys(str(tmp_path / name))
    steward.until('return document.querySelector("main").innerText.includes("This is the release of next_" + arguments[0])', name, seconds=10)
    assert steward.run('return window.asked.slice(-1)[0][1].table') == 'next_' + name


def test_a_reload_keeps_the_plan_and_no_value_of_the_table(steward):
    to_step(steward, 'What is required')
    steward.write('#set-k', '7')
    steward.run('location.reload()')
    steward.until('return document.getElementById("set-k")')
    assert steward.run('return document.getElementById("set-k").value') == '7'
    steward.idle()
    assert [name for name, _ in steward.run('return window.asked')] == ['draft', 'require']
    kept = steward.run('return JSON.stringify(sessionStorage)')
    assert '01067' not in kept and '1954' not in kept and 'heart disease' not in kept


def test_the_files_of_a_release_are_there_after_a_reload(steward):
    to_step(steward, 'Release')
    steward.press('#release')
    steward.until('return document.querySelector("iframe")')
    steward.run('location.reload()')
    steward.until('return document.querySelector("iframe")')
    assert 'Download clinic_mondrian.csv' in steward.text()
    assert 'Download' not in steward.run('return JSON.stringify(sessionStorage)')


def test_the_language_changes_and_the_state_stays(steward):
    to_step(steward, 'What is required')
    steward.write('#set-k', '7')
    steward.press('#in-zh')
    steward.idle()
    assert steward.run('return [document.documentElement.lang, document.getElementById("set-k").value, document.title]') == ['zh-CN', '7', '要求 – 发布一张表']
    left = steward.run('return Array.from(document.querySelectorAll("h1, h2, h3, legend, label, button"), one => one.textContent).filter(text => /[a-z]{3,} [a-z]{2,}/.test(text))')
    assert not [text for text in left if not re.match('cms-11|gdpr-wp216|hipaa|risk', text)]
    assert steward.run('return window.asked.slice(-1)[0][1].plan.language') in ('en', 'zh')


def test_a_workbook_is_told_how_to_become_a_csv_file(steward):
    steward.press('main summary')
    steward.press('#browse li:nth-child(3) button')
    steward.until('return document.querySelector(".error")')
    assert 'choose File, Save as, and the type "CSV UTF-8"' in steward.text() and steward.run('return window.asked') == []


def test_a_file_is_dropped(steward):
    """Beside the field it does nothing, and the page stays."""
    drop = '''const files = new DataTransfer(); files.items.add(new File(["a\\n1"], "mine.csv"));
    document.querySelector(arguments[0]).dispatchEvent(new DragEvent("drop", {dataTransfer: files, bubbles: true, cancelable: true}));'''
    steward.run(drop, 'h1')
    assert steward.run('return window.asked') == []
    steward.run(drop, '#drop')
    steward.until('return document.querySelector(".question")')
    assert 'The table mine.csv' in steward.text()


def test_a_long_list_is_cut(steward):
    """A table of 1,000 columns, and a folder of as many files: 200 are shown, and the others when asked for."""
    steward.run('''const ask = window.door.ask;
    window.door.ask = async (...words) => { const answer = await ask(...words); if (answer.columns && words[0] === "look") {
      answer.columns = Array.from({length: 1000}, (_, n) => ({...answer.columns[3], name: "c" + n})); } return answer; };''')
    with_a_table(steward)
    assert steward.run('return document.querySelectorAll("tbody tr").length') == 201
    assert steward.run('return document.querySelector(".more").textContent') == '800 more'
    steward.press('.more button')
    assert steward.run('return document.querySelectorAll("tbody tr").length') == 401
    assert steward.run('return document.activeElement.firstChild.textContent') == 'c200'


def test_the_whole_way_by_keys_alone(steward):
    steward.keys = True
    steward.press('main summary')
    steward.press('#browse li:nth-child(2) button')
    steward.press('.question button')
    steward.until('return document.querySelector(".answered")')
    steward.next('Roles')
    steward.roles(QUASI)
    steward.next('Hierarchies')
    steward.press('.column summary')
    steward.until('return document.querySelector(".tree")')
    steward.next('What is required')
    steward.write('#set-k', '5')
    steward.next('Compare')
    steward.press('#compare')
    steward.pick('#point-1')
    steward.next('Release')
    steward.press('#release')
    steward.until('return document.querySelector("iframe")')
    steward.until('return document.activeElement.id === "released"')
    steward.press('#check')
    steward.until('return document.querySelectorAll("iframe").length === 2')
    assert steward.faults() == []


def test_print(steward):
    to_step(steward, 'Release')
    steward.press('#release')
    steward.until('return document.querySelector("iframe")')
    assert steward.browser.printed() <= 3


# With the server and the programs.

@contextmanager
def served(folder):
    """The address of a server that sees the folder. It is ended with Ctrl-C, as somebody would."""
    process = subprocess.Popen([sys.executable, '-m', 'kanon', 'serve', str(folder), '--no-browser'], cwd=HOME, stdout=subprocess.PIPE, encoding='utf-8')
    try:
        yield re.search(r'http://\S+', process.stdout.readline()).group()
    finally:
        process.send_signal(2)
        assert process.wait(20) == 0
        process.stdout.close()


def clinic(folder):
    made = subprocess.run([sys.executable, os.path.join(HOME, 'data', 'make_clinic.py')], stdout=subprocess.PIPE, check=True).stdout
    (folder / 'clinic.csv').write_bytes(made)
    return folder


def at_first_table(browser, address, language='en', keys=False):    # noqa: F811
    """Who has opened the page of a server, and the first table of its folder."""
    browser.driver.get(address)
    browser.until('return document.getElementById("file")')
    steward = Steward(browser, keys)
    steward.press('#in-' + language)
    steward.press('main summary')
    steward.press('#browse li button')
    return steward


@pytest.mark.parametrize('language, keys', drawn([('en', False), ('zh', True)]))
def test_the_whole_way_gives_the_bytes_of_the_command_line(language, keys, browser, tmp_path):    # noqa: F811
    """From the clinic's table to the release beside it. What the page shows is typed then, and writes the same."""
    seen, typed = tmp_path / 'seen', tmp_path / 'typed'
    for folder in (seen, typed):
        folder.mkdir()
        clinic(folder)
    with served(seen) as address:
        browser.driver.get('about:blank')
        for log in 'browser', 'performance':
            browser.driver.get_log(log)
        browser.resize(1280)
        browser.path = ''
        commands, names = [], WAY[language]

        def next_(heading):
            steward.idle()
            commands.extend(browser.run('const box = document.querySelector("#commands code"); return box ? box.textContent.split("\\n") : []'))
            steward.next(heading)
        steward = at_first_table(browser, address, language, keys)
        steward.press('.question button')       # whose row each row is
        steward.until('return document.querySelector(".answered")')
        next_(names[0])
        steward.roles(QUASI)
        next_(names[1])
        next_(names[2])
        steward.write('#set-k', '5')
        steward.write('#set-l_diversity', '2')
        next_(names[3])
        steward.press('#compare')
        steward.pick('#point-1')
        next_(names[4])
        steward.press('#release')
        steward.press('.question button')       # the records without an income are kept
        steward.until('return document.querySelector("iframe")')
        steward.idle()
        steward.press('#write')
        steward.until('return window.page.text && document.querySelector("main").innerText.includes("clinic_mondrian.html")')
        steward.idle()
        commands.extend(browser.run('return document.querySelector("#commands code").textContent.split("\\n")'))
        assert steward.faults() == []
    assert sum(' -m kanon mondrian ' in command for command in commands) == 1
    ini = (seen / 'clinic.ini').read_bytes()
    for command in dict.fromkeys(commands):
        words = command.replace('python3', sys.executable, 1)
        done = subprocess.run(words, shell=True, cwd=str(typed), env={**os.environ, 'PYTHONPATH': HOME}, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        assert done.returncode == 0, (command, done.stderr)
        if ' start ' in command and '--quasi' in command:       # what the page has written into it, somebody would write with an editor
            (typed / 'clinic.ini').write_bytes(ini)
    assert (seen / 'clinic_mondrian.csv').read_bytes() == (typed / 'clinic_mondrian.csv').read_bytes()


def test_a_hospitals_export_becomes_a_page_to_sign(browser, tmp_path):    # noqa: F811
    """Each question has an answer that goes on. Nothing is typed but k, l and what the page to sign says."""
    (tmp_path / 'klinik.csv').write_bytes(messy.made('klinik.csv'))
    with served(tmp_path) as address:
        steward = at_first_table(browser, address)
        steward.until('return document.querySelector(".error")')
        assert 'is not utf-8 text' in browser.run('return document.querySelector(".error").textContent') and browser.run('return document.getElementById("next").disabled')
        steward.press('.guess')
        steward.until('return document.querySelector(".question")')
        assert browser.run('return document.getElementById("read-encoding").value') == 'latin-1'
        assert not re.search('--|python', browser.run('return Array.from(document.querySelectorAll(".question > p"), one => one.textContent).join()'))
        for _ in range(10):
            steward.idle()
            if not browser.run('return document.querySelector(".question")'):
                break
            left = browser.run('return document.querySelectorAll(".question").length')
            steward.press('.question button')
            steward.until('return document.querySelectorAll(".question").length < arguments[0]', left)
        steward.next('Roles')
        steward.roles({**messy.TABLES['klinik.csv'].roles, 'Bemerkung': 'out'})
        steward.next('Hierarchies')
        assert '--decimal ,' in steward.text() and re.search(r'\[\d+-\d+\)', steward.text()), 'the decimal comma was understood'
        steward.next('What is required')
        steward.write('#set-k', '5')
        steward.write('#set-l_diversity', '2')
        steward.next('Compare')
        steward.next('Release')
        steward.press('#fill-page summary')
        steward.write('#page-purpose', 'Research on waiting times')
        steward.press('#release')
        steward.until('return document.querySelector("iframe")')
        assert 'Download klinik_page.ini' in steward.text() and '--page-text klinik_page.ini' in steward.text()
        for name in ('check', 'attack'):
            steward.idle()
            steward.press('#' + name)
            steward.until('return document.getElementById("files_" + arguments[0])', name)
        assert 'found what was required' in steward.text() and 'In the smallest group it counted' in steward.text()


def test_adult_is_published_as_typed(adult, browser, tmp_path):    # noqa: F811
    """A table without a header line: its columns are named on the page."""
    shutil.copy(adult, str(tmp_path / 'adult.data'))
    with served(tmp_path) as address:
        steward = at_first_table(browser, address)
        steward.press('.question button')       # the first line is a record
        for place, name in enumerate(COLUMNS):
            steward.write('#name-%d' % place, name)
        steward.press('#take-names')
        steward.until('return document.querySelector("tbody th").textContent === "age"')
        steward.next('Roles')
        steward.roles({**dict.fromkeys(('age', 'gender', 'race', 'marital_status'), 'quasi'), 'occupation': 'sensitive'})
        for heading in ('Hierarchies', 'What is required'):
            steward.next(heading)
        steward.write('#set-k', '10')
        steward.next('Compare')
        steward.next('Release')
        steward.press('#release')
        steward.until('return document.querySelector("iframe")')
        steward.idle()
        steward.press('#write')
        steward.until('return document.querySelector("main").innerText.includes("Written:")')
        command = browser.run('return document.querySelector("#commands code").textContent.split("\\n")[0]')
    again = command.replace('python3', sys.executable, 1).replace('adult_mondrian', 'typed')
    assert subprocess.run(again, shell=True, cwd=str(tmp_path), env={**os.environ, 'PYTHONPATH': HOME}, stdout=subprocess.DEVNULL).returncode == 0
    assert (tmp_path / 'typed.csv').read_bytes() == (tmp_path / 'adult_mondrian.csv').read_bytes()


def test_a_copy_of_a_tab_begins_anew_and_the_first_goes_on(browser, tmp_path):    # noqa: F811
    """A tab that is opened by another has a copy of what it keeps, and so its number. It gets another number and no table."""
    with served(clinic(tmp_path)) as address:
        browser.driver.get(address)
        browser.until('return document.getElementById("file")')
        steward, first = Steward(browser), browser.driver.current_window_handle
        steward.press('main summary')
        steward.press('#browse li button')
        steward.until('return document.querySelector(".question")')
        number = browser.run('return sessionStorage.getItem("tab")')
        browser.run('window.open("/")')
        second, = set(browser.driver.window_handles) - {first}
        browser.driver.switch_to.window(second)
        browser.until('return document.getElementById("file") && sessionStorage.getItem("tab") !== arguments[0]', number)
        assert browser.run('return [window.page.state.plan.table, document.getElementById("next").disabled]') == ['', True]
        browser.driver.close()
        browser.driver.switch_to.window(first)
        steward.press('.question button')
        steward.until('return document.querySelector(".answered")')
        assert browser.run('return sessionStorage.getItem("tab")') == number


def test_a_program_that_has_ended_is_told(browser, tmp_path):    # noqa: F811
    with served(clinic(tmp_path)) as address:
        browser.driver.get(address)
        browser.until('return document.getElementById("file")')
    steward = Steward(browser)
    steward.press('main summary')
    steward.until('return document.querySelector(".error")')
    assert 'The program does not answer. Is it still there?' in steward.text()


def test_a_million_rows_do_not_freeze_the_page(browser, tmp_path):    # noqa: F811
    """While the table is read, the page answers within a tenth of a second, and the run can be stopped."""
    with open(str(tmp_path / 'large.csv'), 'w', encoding='utf-8') as file:
        file.write('age,zip,ill\n')
        for start in range(0, 1000000, 10000):
            file.write(''.join('%d,%05d,%s\n' % (n * 7 % 90, n * 13 % 9999, ('flu', 'gout')[n % 2]) for n in range(start, start + 10000)))
    with served(tmp_path) as address:
        browser.driver.get(address)
        browser.until('return document.getElementById("file")')
        steward = Steward(browser)
        steward.press('main summary')
        steward.press('#browse li button')
        steward.until('return !document.getElementById("stop").hidden && document.getElementById("progress").textContent.includes("records")')
        begun = time.monotonic()
        for _ in range(10):
            browser.run('return document.querySelector("h1").textContent')
        assert time.monotonic() - begun < 3
        steward.press('#stop')
        steward.idle()
        steward.until('return document.querySelector(".error")')
        assert browser.run('return document.querySelectorAll("tbody tr").length') == 0


@pytest.mark.parametrize('language, words', [('en', 'clinic.csv has changed since it was opened, or is gone; open it again'),
                                             ('zh', 'clinic.csv 打开以后变了，或者已经不在；请重新打开')])
def test_a_refusal_of_the_server_is_in_the_language_of_the_page(language, words, browser, tmp_path):    # noqa: F811
    clinic(tmp_path)
    with served(tmp_path) as address:
        steward = at_first_table(browser, address, language)
        steward.until('return document.querySelector(".question")')
        steward.idle()
        os.remove(str(tmp_path / 'clinic.csv'))
        os.symlink('/etc/passwd', str(tmp_path / 'clinic.csv'))
        steward.press('.question button')
        steward.until('return document.querySelector(".error")')
        assert steward.run('return document.querySelector(".error").innerText').endswith(words)


TWICE = {'en': 'twice.csv, line 1: two columns, 1 and 3, have the same name; rename one, or name all columns with --columns, and leave this line'
               ' out with --skip-lines 1',
         'zh': 'twice.csv 第 1 行：第 1 列和第 3 列的列名相同；请改其中一个，或者用 --columns 给出全部列名，再用 --skip-lines 1 去掉这一行'}


@pytest.mark.parametrize('language', list(TWICE))
def test_a_refusal_of_a_program_is_in_the_language_of_the_page(language, browser, tmp_path):    # noqa: F811
    """It is all that is shown: what to do stands in it, and not below it in English."""
    (tmp_path / 'twice.csv').write_text('a,b,a\n1,2,3\n')
    with served(tmp_path) as address:
        steward = at_first_table(browser, address, language)
        steward.until('return document.querySelector(".error")')
        assert steward.run('return document.querySelector(".error").innerText') == TWICE[language]
