"""The texts: complete, alike in both languages, each there once, all used; and how one is said."""

import ast
import glob
import importlib
import os
import pathlib
import re
from collections import Counter

import pytest

import kanon
from conftest import HOME, fields_of, strings_of
from kanon.core.recognition.known_words import KINDS
from kanon.core.counts.measures import MEASURES
from kanon.core.desk.as_text import LOSSES
from kanon.core.desk.run_parts import MEASURE_LINES
from kanon.core.errors import many
from kanon.core.voice import LANGUAGES
from kanon.core.voice.speaking import ENGLISH, TABLES, speaker, tables
from kanon.tools.judging.uniqueness import population_uniques
from kanon.tools.pages.as_html import html_speaker
from kanon.tools.pages.page_text import BY_HAND, FIELDS
from kanon.tools.pictures.lattice_picture import ARROWS, KEY, HeightRow

CHINESE = speaker('zh')
ELSEWHERE = 'height', 'suppressed'      # measures that the vector and the records tell
MADE = kanon.anonymize([{'a': 1}] * 2, ['a'], k=2, algorithm='samarati', hierarchies={'a': {'1': '*'}}).measures
TEXTS = {key: texts for table in tables() for key, texts in table.items()}
# The files that say the texts, those of the core first.
IN_CORE, IN_TOOLS = ([path for room in rooms for path in glob.glob(os.path.join(HOME, 'kanon', part, room, '*.py'))
                      if room != 'voice' or not os.path.basename(path).startswith('of_')]
                     for part, rooms in (('core', ('voice', 'desk')), ('tools', ('voice', 'building', 'pictures', 'pages', 'explain', 'verbs'))))
SPEAKERS = IN_CORE + IN_TOOLS


def keys_of_explaining():
    """Yield the keys of the steps, by their kinds, and of the words of the page and of its script."""
    folder = os.path.join(HOME, 'kanon', 'tools', 'explain')
    kinds = {word for path in glob.glob(os.path.join(folder, '*.py')) for text in strings_of(path) for word in text.split()}
    for kind in kinds:
        for key in ('step_' + kind, 'step_how_' + kind, 'step_%s_reason' % kind, 'step_cut_' + kind, 'explained_' + kind):
            yield from (key + variant for variant in ('', '_persons', '_beyond') if key + variant in TEXTS)
    script = pathlib.Path(folder, 'explain.js').read_text(encoding='utf-8')
    yield from ('explained_script_' + name for name in re.findall(r'words\.(\w+)', script) if name not in ('blank', 'play'))
    yield from ('explained_script_of_vector_' + state for state in ('fails', 'satisfies', 'out', 'in', 'chosen'))
    yield from ('step_cut_' + kind for kind in ('strict', 'relaxed', 'limits', 'clusters'))      # of the core
    for name in 'samarati', 'optimal', 'datafly', 'mondrian':
        yield from ('explained_title_' + name, 'explained_intro_' + name)


COMPOSED = {*KEY.values(), *('by_' + kind for kind in ARROWS), *HeightRow._fields,        # keys that no file has in one piece
            *('meaning_' + name for name in (*LOSSES, *MADE) if name not in ELSEWHERE),
            *keys_of_explaining(), *('field_' + name for name in FIELDS + BY_HAND), *('model_' + name for name in population_uniques([1], 1)['models'])}


@pytest.mark.parametrize('key', TEXTS)
def test_both_languages_say_the_same_of_the_same_values(key):
    assert len(TEXTS[key]) == len(LANGUAGES), 'a report would end after the release is written'
    english, chinese, *others = TEXTS[key]
    assert english and all(fields_of(english) == fields_of(text) for text in (chinese, *others))
    assert set(filter(lambda char: not char.isascii(), english)) <= {'×', '→', '✓', '✗', '★'}
    words = re.sub(r'\{\w+(:[^}]*)?\}', '', chinese)
    assert any('一' <= char <= '鿿' for char in words) or not re.search('[a-z]{2}', re.sub(r'\b(lm|low|high|try)\b', '', words))
    assert not re.search(r'[a-z]{2}, [a-z]|\D\. |; |: ', words), 'the marks of Chinese are ，。；：'
    assert not re.findall(r'\{\w+:[^}.,]*[a-z|]', chinese), 'Chinese has no plural'


def test_every_kind_of_value_has_a_word_in_every_language():
    assert list(LANGUAGES)[:2] == ['en', 'zh'] and all(len(words) == len(LANGUAGES) for words in KINDS.values())


def test_every_measure_that_a_search_takes_is_told():
    """In the text and on the page it has a line, whose meaning is a text, or another place."""
    lines = {name for line in MEASURE_LINES.values() for name in line}
    assert set(MEASURES) <= MADE.keys() == {*lines, *ELSEWHERE}


def test_a_key_and_a_text_stand_once():
    keys = Counter(key for table in tables() for key in table)
    assert [key for key, n in keys.items() if n > 1] == []
    texts = Counter(TEXTS.values())
    assert [pair for pair, n in texts.items() if n > 1] == []


def test_every_text_is_used_and_every_key_there():
    used = {text for path in SPEAKERS for text in strings_of(path)} | COMPOSED
    assert not TEXTS.keys() - used, 'said nowhere'
    # a report would end in a KeyError: what `say` is called with stands in the texts
    for path in SPEAKERS:
        with open(path, encoding='utf-8') as file:
            called = re.findall(r"say\('(\w+)'", file.read())
        assert set(called) <= TEXTS.keys() | {'by_', 'field_', 'meaning_', 'model_'} and COMPOSED <= TEXTS.keys(), path


def keys_in(node):
    """The keys that the first argument of `say` can be, as far as it is written there: a constant, or one of two."""
    if isinstance(node, ast.IfExp):
        return keys_in(node.body) + keys_in(node.orelse)
    return [node.value] if isinstance(node, ast.Constant) else []


@pytest.mark.parametrize('path', [path for path in sorted(pathlib.Path(HOME, 'kanon').rglob('*.py'))
                                  if 'say(' in path.read_text(encoding='utf-8')], ids=str)
def test_a_text_is_said_with_a_value_for_each_of_its_names(path):
    """A report would end in a KeyError, and in few runs, because many texts are said in few runs."""
    calls = [node for node in ast.walk(ast.parse(path.read_text(encoding='utf-8'))) if isinstance(node, ast.Call) and node.args]
    for call in calls:
        if getattr(call.func, 'id', getattr(call.func, 'attr', None)) not in ('say', 'ENGLISH') or None in [word.arg for word in call.keywords]:
            continue        # told with **values, which are not seen here
        for key in keys_in(call.args[0]):
            assert key in TEXTS, (call.lineno, key)
            assert fields_of(TEXTS[key][0]) <= {word.arg for word in call.keywords}, (call.lineno, key)


# Words of the core that are names of settings, of measures and the like, and that the tools have texts for under the same word.
NO_KEYS = {'columns', 'from', 'labels', 'least', 'limit', 'persons', 'numbers', 'of_all', 'what'}


def looked_up(tree) -> set:
    """The ids of the constants that are no keys: those by which a dict is asked, or that are compared or unpacked from a report."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Subscript):
            found |= {id(part) for part in ast.walk(node.slice)}
        elif isinstance(node, ast.Compare):
            found |= {id(part) for part in ast.walk(node)}
        elif isinstance(node, ast.Dict):
            found |= set(map(id, node.keys))
        elif isinstance(node, ast.Call) and getattr(node.func, 'attr', '') == 'get':
            found |= set(map(id, node.args))
        elif isinstance(node, ast.Call) and getattr(node.func, 'id', '') in ('picked', 'Part'):
            found |= set(map(id, node.args))
    return found


@pytest.mark.parametrize('path', IN_CORE, ids=os.path.basename)
def test_the_core_says_nothing_of_which_only_the_tools_have_the_text(path):
    """A copy of kanon/core/ would end a report in a KeyError."""
    tree = ast.parse(pathlib.Path(path).read_text(encoding='utf-8'))
    of_core = {key for file in TABLES for key in importlib.import_module('kanon.core.voice.' + file).TEXTS}
    said = [key for node in ast.walk(tree) if isinstance(node, ast.Call) and node.args
            if getattr(node.func, 'id', '') in ('say', 'ENGLISH') for key in keys_in(node.args[0])]
    if os.path.basename(path) in ('as_text.py', 'run_parts.py', 'called.py', 'speaking.py'):      # they say keys in loops, and of dicts, too
        others, docstrings = looked_up(tree), {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        said += [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in others | docstrings
                 and node.value not in NO_KEYS]
    assert sorted({key for key in said if key in TEXTS and key not in of_core}) == []


def test_a_number_has_its_noun():
    assert ENGLISH('some_below', n=1, k=5) == '1 record is in classes of fewer than k = 5.'
    assert ENGLISH('some_below', n=1200, k=5) == '1,200 records are in classes of fewer than k = 5.'
    assert CHINESE('some_below', n=1200, k=5) == '1,200 条记录在小于 k = 5 的等价类中。'
    for n in 1, 2, 12345:
        assert ENGLISH('tree', name='a', leaves=n, height=1) == 'a: %s, levels 0 to 1' % many(n, 'leaf')


def test_a_value_in_a_text_is_left_as_it_is():
    for say in ENGLISH, CHINESE:
        assert '{n} <b>' in say('named', name='{n} <b>', text='{0}')
    assert '&lt;b&gt; {k} &amp;' in html_speaker('en')('second', file='<b> {k} &')


def test_a_list_of_names_has_the_commas_of_the_language():
    assert [say('heed_unique', columns=['a', '<b>']) for say in (ENGLISH, CHINESE, html_speaker('zh'))] == [
        'Nearly every record has its own value in a, <b> (section 3).', '在 a、<b> 中，几乎每条记录的值都不同（第 3 节）。',
        '在 a、&lt;b&gt; 中，几乎每条记录的值都不同（第 3 节）。']
