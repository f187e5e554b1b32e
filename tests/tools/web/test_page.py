"""The page as a text: all that it says is there in each language, its policy lets it run as it is, and it can do nothing that it should not."""

import glob
import json
import os
import re
import subprocess
import sys
from html import unescape

import pytest

from conftest import HOME
from fake_page import fake_page
from kanon.core.algorithm_table import ALGORITHMS
from kanon.core.settings import table
from kanon.core.tables.text import is_utf_8
from kanon.core.voice import LANGUAGES
from kanon.tools.pages.as_html import STYLE, hashed
from kanon.tools.pages.page_text import BY_HAND, FIELDS, LONGEST_TEXT
from kanon.tools.verbs import MAKE, hierarchy_program_of
from kanon.tools.voice.of_serve import TEXTS
from kanon.tools.web import asks, asks_of_tables, page
from kanon.tools.web.page import http_door, served_page

ROOM = os.path.join(HOME, 'kanon', 'tools', 'web')
SCRIPTS = {os.path.basename(path): open(path, encoding='utf-8').read() for path in glob.glob(os.path.join(ROOM, '*.js'))}
PAGE, HASHES = served_page(http_door({'folder': True, 'beside': True, 'readOnly': False}))
STEPS = 'table', 'roles', 'hierarchies', 'rules', 'compare', 'release'
ROLES = 'person', 'quasi', 'sensitive', 'publish', 'out'
FIELD = re.compile(r'\{(\w+)(?::([^{}|]*)\|([^{}]*))?\}')     # as page.js reads it


def listed(script, name) -> list:
    """The words of a constant of a script, [..] or {..}: those before a colon, and those in quotes."""
    text = re.search(r'\b%s = ([\[{].*?[\]}]);' % name, SCRIPTS[script], re.DOTALL).group(1)
    return sorted(set(re.findall(r"(\w+): \[", text) + re.findall(r"'([^']+)'", text)))


OPTIONS = [name for name in listed('steps_hierarchies.js', 'TOOLS') if name not in asks_of_tables.TOOLS and name != 'text']
CHOICES = {'end': ('left', 'right'), 'style': ('prefix', 'mask')}
SETTINGS = 'k', 'l_diversity', 't_closeness', 'alpha', 'beta_likeness', 'delta_disclosure', 'max_suppression', 'missing', 'missing_in', 'weights', 'holds'
COMPOSED = {        # keys that no script has in one piece
    *('step_' + name for name in STEPS), *('why_' + name for name in STEPS), *('no_command_' + name for name in ('roles', 'rules')),
    *('asking_' + name for name in asks.ASKS), *('role_' + role for role in ROLES), *('role_%s_why' % role for role in ROLES),
    *('tool_' + name for name in ('ranges', 'quantiles', 'mask', 'codes', 'dates', 'flat', 'sets', 'text')),
    *('tool_%s_why' % name for name in ('ranges', 'quantiles', 'mask', 'codes', 'dates', 'flat', 'sets', 'text')),
    *('by_' + name for name in OPTIONS), *('by_%s_why' % name for name in OPTIONS),
    *('by_%s_%s' % (name, choice) for name, choices in CHOICES.items() for choice in choices),
    *('ask_' + name for name in SETTINGS), *('ask_%s_why' % name for name in SETTINGS),
    *('of_' + name for name in ('alike', 'values', 'given_up', 'coarse')), *('take_' + name for name in ('drop', 'value', 'root', 'any', 'used')),
    *('read_' + name for name in asks.READ), *('read_as_' + name for name in ('comma', 'point', 'keep', 'leave_out', 'refuse', 'missing')),
    *('encoding_' + name.replace('-', '_') for name in listed('steps_table.js', 'ENCODINGS')), *('sign_' + name for name in listed('steps_release.js', 'TEXTS')),
    'sign_purpose_why', *('mend_' + key for key in ('two_widths', 'alike_here', 'persons_alike')),
    *('way_' + name for name in page.ALGORITHMS), *('file_' + name for name in ('release', 'record', 'page', 'check', 'attack', 'ini', 'page_text', 'hierarchy', 'history')),
    'check_done', 'attack_done', 'files_check', 'files_attack', 'again_levels', 'again_options'}
OF_PYTHON = {'own_name', 'no_script'}       # what page.py puts into the page


@pytest.mark.parametrize('key', TEXTS)
def test_both_languages_say_the_same_of_the_same_values(key):
    assert len(TEXTS[key]) == len(LANGUAGES)
    english, chinese = TEXTS[key]
    assert english and {found[0] for found in FIELD.findall(english)} == {found[0] for found in FIELD.findall(chinese)}
    assert '{' not in FIELD.sub('', english + chinese), 'only {name} and {n:one|more}'
    assert key == 'own_name' or not any(more for _, _, more in FIELD.findall(chinese)), 'Chinese has no plural'
    words = FIELD.sub('', chinese)
    assert any('一' <= char <= '鿿' for char in words) or not re.search('[a-z]{2}', words.replace('alpha', ''))
    assert not re.search(r'[一-鿿] ?[.,;:?!()]|[.,;:?!()] ?[一-鿿]', words), 'the marks of Chinese are ，。；：'
    assert english.isascii() or key == 'own_name'


def test_a_text_stands_once():
    english = [text for text, _ in TEXTS.values()]
    assert sorted({text for text in english if english.count(text) > 1} - {'k', 'Labels', 'Levels', 'take them as missing'}) == []
    assert not TEXTS.keys() & set(page.SHARED)


def test_every_text_is_used_and_every_key_is_there():
    literal = {word for text in SCRIPTS.values() for word in re.findall(r"'([\w,.-]+)'", text)}
    known = TEXTS.keys() | set(page.SHARED)
    assert sorted(known - literal - COMPOSED - OF_PYTHON) == [], 'said nowhere'
    assert sorted(COMPOSED - known) == [], 'would be an error on the page'
    named = {key for text in SCRIPTS.values() for key in re.findall(r"page\.(?:text|button)\('(\w+)'[,)]", text)}
    assert len(named) > 60 and named <= known


def test_a_text_is_said_with_a_value_for_each_of_its_names():
    for text in SCRIPTS.values():
        for key, values in re.findall(r"page\.text\('(\w+)'(?:, \{([^{}]*)\})?\)", text):
            english = page.page_texts()['en'][key]
            given = set(re.findall(r'(?:^|, )(\w+): ', values))
            assert {found[0] for found in FIELD.findall(english)} <= given, key


def test_the_page_names_the_asks_and_the_choices_of_the_programs():
    asked = {name for text in SCRIPTS.values() for name in re.findall(r"page\.ask(?:ed)?\('(\w+)'", text)} | {'check', 'attack'}
    assert asked == set(asks.ASKS)
    assert set(page.ALGORITHMS) <= set(ALGORITHMS)
    tools = lists_of('steps_hierarchies.js', 'TOOLS')
    assert set(tools) - {'text'} <= set(asks_of_tables.TOOLS)
    assert all(set(options) <= set(asks_of_tables.TOOLS[name]) for name, options in tools.items() if name != 'text')
    assert set(listed('steps_table.js', 'READ')) == set(asks.READ)


def test_the_page_offers_the_fields_of_the_page_to_sign_but_the_signature():
    assert listed('steps_release.js', 'TEXTS') == sorted({*FIELDS, *BY_HAND} - {'signature'})
    assert "LONGEST = %d;" % LONGEST_TEXT in SCRIPTS['steps_release.js']


def test_every_encoding_that_is_offered_can_be_read():
    for name in listed('steps_table.js', 'ENCODINGS'):
        is_utf_8(name)      # a DataError if there is none of that name


def test_what_the_page_offers_is_taken_by_the_programs():
    """Each field of step 4 is of the INI file, and each choice of a list is a value of its setting."""
    fields = {name for group in ('ALIKE', 'VALUES', 'GIVEN_UP', 'SELDOM', 'COARSE') for name in listed('steps_rules.js', group)}
    assert fields == {*SETTINGS} - {'holds'} <= asks_of_tables.settings_of_page({'settings': dict.fromkeys(fields, '1')}).keys()
    for option, choices in {**lists_of('steps_rules.js', 'CHOICES'), **lists_of('steps_table.js', 'CHOICES')}.items():
        assert [table.SETTINGS[option].kind(choice) for choice in choices] == choices, option
    assert set(asks_of_tables.TOOLS) == {*MAKE} - {'classes'}       # it takes a file
    for tool, options in asks_of_tables.TOOLS.items():
        assert set(options) <= {word.flag[2:].replace('-', '_') for word in hierarchy_program_of(tool)[0].words}, tool


def lists_of(script, name) -> dict:
    """{name: [word]} of a constant of a script."""
    text = re.search(r'\b%s = \{(.*?)\};' % name, SCRIPTS[script], re.DOTALL).group(1)
    return {name: re.findall("'([^']+)'", words) for name, words in re.findall(r"(\w+): \[([^\]]*)\]", text)}


def test_it_never_says_more_than_was_shown():
    """A release is not called safe or anonymous. What the audit said is said."""
    for english, chinese in TEXTS.values():
        assert not re.search(r'\b(?:safe|secure|anonymous|guarantee|cannot be identified|compliant)', english.replace('safe harbor', ''), re.IGNORECASE)
        assert not re.search('安全|匿名|保证', chinese)


# What it can do.

@pytest.mark.parametrize('name', SCRIPTS)
def test_a_script_writes_text_and_no_markup(name):
    text = SCRIPTS[name]
    for forbidden in ('innerHTML', 'outerHTML', 'insertAdjacentHTML', 'document.write', 'eval(', 'new Function', 'import(', 'importScripts', 'XMLHttpRequest', '.onclick',
                      "setAttribute('style", 'document.cookie', 'srcdoc', 'window.postMessage', 'http:', 'https:', 'console.'):
        assert forbidden not in text, forbidden
    assert not re.search(r"setTimeout\(['\"]", text)
    assert ('fetch(' in text) == (name == 'http_door.js'), 'the door alone knows where the library is'
    assert ('localStorage' in text) == (name == 'http_door.js'), 'it outlives the browser, and the key of the door outlives no server'
    assert '</' not in text and '<!--' not in text, 'would end its element'
    assert len(text) < 17000 and max(map(len, text.splitlines())) <= 180, 'a person reads it'


def test_the_head_of_a_script_says_what_it_does():
    assert all(text.startswith('// ') for text in SCRIPTS.values())
    assert sorted(SCRIPTS) == sorted([*(name + '.js' for name in page.SCRIPTS), 'http_door.js'])


def test_the_page_has_no_inline_handler_no_style_attribute_and_no_address():
    markup = re.sub(r'(?s)<(script|style)[^>]*>.*?</\1>', '', PAGE)
    assert not re.search(r'\son\w+\s*=', markup) and not re.search(r'\sstyle\s*=', markup)
    assert not re.search(r'(?:src|href|action)="(?!#)', markup) and '//' not in markup
    assert not re.search(r'url\(|@import', re.search('(?s)<style>(.*?)</style>', PAGE).group(1))


def test_the_hashes_are_those_of_what_runs():
    scripts = re.findall('(?s)<script>(.*?)</script>', PAGE)
    styles = re.findall('(?s)<style>(.*?)</style>', PAGE)
    assert HASHES == {'script': list(map(hashed, scripts)), 'style': [hashed(styles[0]), hashed(STYLE)]} and len(styles) == 1
    assert len(scripts) == len(SCRIPTS) == PAGE.count('<script') - 1


def test_the_data_are_json_that_ends_nothing():
    data = re.search('(?s)<script type="application/json" id="data">(.*?)</script>', PAGE).group(1)
    assert '<' not in data
    assert json.loads(data)['texts'] == page.page_texts() and set(json.loads(data)['texts']['zh']) == TEXTS.keys() | set(page.SHARED)


def test_the_page_is_small():
    assert len(PAGE.encode('utf-8')) < 150000


def test_every_colour_can_be_read():
    """4.5:1 on the papers on which it stands, in the light and in the dark."""
    with open(os.path.join(ROOM, 'page.css'), encoding='utf-8') as file:
        light, dark = re.findall(r':root\{(.*?)\}', file.read(), re.DOTALL)[:2]
    for text in (light, dark):
        colours = dict(re.findall(r'--([\w-]+):(#\w+)', text))
        on = {'ink': ('paper', 'soft', 'warn-soft', 'good-soft', 'ask-soft'), 'pale': ('paper', 'soft', 'ask-soft'), 'on-blue': ('blue',)}
        for ink, papers in on.items():
            assert all(contrast(colours[ink], colours[paper]) >= 4.5 for paper in papers), (ink, colours)
        for edge in ('edge', 'blue', 'warn', 'good'):       # of what can be used, and of what is heeded
            assert contrast(colours[edge], colours['paper']) >= 3, (edge, colours)


def contrast(one, other) -> float:
    def light(colour):
        digits = colour[1:] if len(colour) == 7 else ''.join(2 * digit for digit in colour[1:])
        linear = [value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
                  for value in (int(digits[place:place + 2], 16) / 255 for place in (0, 2, 4))]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    less, more = sorted((light(one), light(other)))
    return (more + 0.05) / (less + 0.05)


def test_a_door_says_what_can_be_done():
    assert 'can: {"folder": true, "beside": false, "readOnly": true}' in http_door({'folder': True, 'beside': False, 'readOnly': True})


def test_the_title_is_escaped_in_each_language():
    assert unescape(re.search('<title>(.*?)</title>', PAGE).group(1)) == TEXTS['page_title'][0] and '%(' not in PAGE


def test_the_fake_door_answers_every_ask():
    with open(os.path.join(HOME, 'tests', 'tools', 'web', 'fake_door.js'), encoding='utf-8') as file:
        answers = re.search(r'ANSWERS = \{(.*?)\};\n\n', file.read(), re.DOTALL).group(1)
    assert set(re.findall(r'^    (\w+): function', answers, re.MULTILINE)) == set(asks.ASKS)
    assert 'FAKE_PAGE' not in fake_page()


def test_what_kanon_html_imports_is_there_on_a_system_without_links():
    """The browser's Python has neither os.link nor processes. The worker of the page in one file names what it takes of kanon."""
    with open(os.path.join(HOME, 'examples', 'browser', 'pyodide_worker.js'), encoding='utf-8') as file:
        imports = re.findall(r'^ +(from kanon\S* import \w+)$', file.read(), re.MULTILINE)
    assert len(imports) == 2
    lines = ['import os', 'del os.link', 'for name in "fork", "posix_spawn", "geteuid": delattr(os, name)', *imports]
    done = subprocess.run([sys.executable, '-c', '\n'.join(lines)], cwd=HOME, stderr=subprocess.PIPE, universal_newlines=True)
    assert (done.returncode, done.stderr) == (0, '')
