"""A page that replays an algorithm on a small table: the lines that run, what it works on, the table as it would be published.

Promise: the steps are those of the functions whose lines are shown (lattice_steps.py, cut_steps.py, own_cut_steps.py), and the
last one shows the table that the program publishes, for each k and MaxSup that can be chosen on the page. Samarati's search and Mondrian
are shown as the plain pages have them (plain/), which count records. The others are shown as kanon runs them, and so are all where k
counts persons or more is required. The page is one file that loads nothing. A value of the data stands in it as text, whatever it is.
"""

from __future__ import annotations

import ast
import inspect
import json

from ...core.desk.as_text import rule_text
from ...core.own_files import NAME, text_of_room
from ...core.voice.speaking import speaker
from ...plain import mondrian, samarati
from ..pages.as_html import head
from ..pictures.svg import SANS, content
from .explain_texts import ASK, PAGE, STEPS, form, sentence
from .own_cut_steps import SHOWN
from .stories import briefly, vector_texts

PAGES = {   # the functions of the plain pages
    'samarati': (samarati.samarati, samarati.at_height, samarati.satisfies, samarati.generalized, samarati.labels_at),
    'mondrian': (mondrian.mondrian, mondrian.cut, mondrian.choose_dimension, mondrian.frequency_set, mondrian.find_median)}
WITHIN = {'width': 'choose_dimension', 'most_distinct': 'most_distinct_first', '<lambda>': 'passing'}      # functions inside others
SPARING = frozenset(('known_to_fail', 'known_to_satisfy'))      # steps that tell of a check that is spared


class Texts:
    """The sentences of a page, each once. They are told by their numbers."""

    def __init__(self, story, language):
        self.texts, self._places = [], {}
        self.names, self.of_persons, self.language = list(map(briefly, story.table.names)), story.table.person is not None, language
        self.variants = ['_beyond'] * bool(story.table.beyond) + ['_persons'] * self.of_persons + ['']

    def of(self, step) -> int:
        """The number of the sentence of a step."""
        kind = next(step.kind + variant for variant in self.variants if step.kind + variant in STEPS['en'])
        return self._number(sentence(kind, {name: briefly(value) for name, value in step.values.items()}, self.names, self.language))

    def asked(self, step) -> dict:
        """{'ask': the number of the question that may be asked before a step}, {} if there is none."""
        text = ASK[self.language].get(step.kind)
        return {'ask': self._number(form(text, **step.values))} if text else {}

    def _number(self, text):
        if text not in self._places:
            self._places[text] = len(self.texts)
            self.texts.append(text)
        return self._places[text]


def explained_page(stories, shown, language):
    """The HTML text.

    stories: of the runs that can be chosen, of one table and algorithm. The first is the one that was asked for. shown: their Shown.
    """
    story, words = stories[0], PAGE[language]
    name, of_persons, texts = story.algorithm.name, story.table.person is not None, Texts(story, language)
    beyond = bool(story.table.beyond)
    lines, places = code_lines(shown_functions(story.algorithm, of_persons or beyond))
    runs = [run_of(one, texts, places, words) for one in sorted(stories, key=lambda one: (one.k, one.most or 0))]
    asked = next(number for number, run in enumerate(runs) if (run['k'], run['most']) == key_of(story))
    data = {'runs': runs, 'asked': asked, 'classes': shown.classes, 'tables': shown.tables, 'texts': texts.texts,
            'vectors': vector_texts(story.top) if story.top else [], 'words': words['script']}
    heads = [*texts.names, *map(briefly, story.table.sensitive), words['records'], words['size']]
    script = '\n' + text_of_room('tools.explain', 'explain.js')
    style = text_of_room('tools.explain', 'explain.css').replace('FONTS', SANS)
    title = words['title'][name]
    pictures = stories if not story.top else stories[:1]       # the lattice is the same, whatever is asked of it
    return head(title, language, style, script) + text_of_room('tools.explain', 'explain.html') % {
        'title': content(title),
        'intro': content((of_persons and words['intro_persons'].get(name) or words['intro'][name]) + words['intro_beyond'] * beyond), 'paper': content(words['paper'][name]),
        'asked': content(runs[asked]['asked']), 'below': content(runs[asked]['below']), 'code': ''.join(lines), 'key': content(story.key),
        'choose': chooser('k', 'k', sorted({run['k'] for run in runs}), story.k)
        + (chooser('maxsup', 'MaxSup', sorted({run['most'] for run in runs}), story.most) if story.most is not None else ''),
        'pictures': '\n'.join(framed_pictures(one, one is story) for one in pictures),
        'heads': ''.join('<th scope="col">%s</th>' % content(head) for head in heads), 'most': len(story.steps),
        'list': '\n'.join('<li>%s</li>' % content(texts.texts[step['why']]) for step in runs[asked]['steps']),
        'spared': spared_list(runs[asked]['spared'], texts, words),
        'heading': content(story.pictures[0][0]), 'data': as_script(data), 'script': script,
        **{'word_' + name: content(words[name]) for name in (
            'shows_values', 'code', 'table', 'why', 'first', 'back', 'play', 'forward', 'last', 'step', 'keys', 'all_steps',
            'no_script', 'about', 'predict', 'large', 'tab_code', 'tab_picture', 'tab_table', 'marks')}}


def key_of(story) -> tuple:
    """k and MaxSup of a run, -1 where there is none."""
    return story.k, -1 if story.most is None else story.most


def run_of(story, texts, places, words) -> dict:
    """A run for the script. places: {(function, line of its file): place}."""
    (k, most), table = key_of(story), story.table
    asked = form(words['asked'], data=briefly(table.data), records=story.records, columns=STEPS[texts.language]['comma'].join(texts.names), k=k)
    if story.most is not None:
        asked += form(words['asked_most'], most=story.most)
    asked += form(words['asked_persons'], column=briefly(table.person)) if texts.of_persons else ''
    asked += asked_beyond(table.beyond, texts.language)
    asked += form(words['aside'], options=STEPS[texts.language]['comma'].join(table.aside)) if table.aside else ''
    asked += form(words['missing'], n=table.missing) if table.missing else ''
    asked += words['no_sensitive'] if table.left_out else ''
    steps = [{**frame, 'line': places.get((WITHIN.get(step.function, step.function), step.line), -1), 'why': texts.of(step), **texts.asked(step)}
             for step, frame in zip(story.steps, story.frames)]
    return {'k': k, 'most': most, 'ids': ids_of(story), 'first': story.first, 'asked': asked, 'steps': steps,
            'below': form(words['below_k_persons' if texts.of_persons else 'below_k'], k=k) + words['below_beyond'] * bool(table.beyond),
            'spared': [(texts.of(step), step.kind in SPARING) for step in story.spared]}


def asked_beyond(beyond, language) -> str:
    """What is required beyond k, as a sentence. beyond: as a RecordedTable has it."""
    if not beyond:
        return ''
    say = speaker(language)
    rules = [rule_text(say, briefly(column), rule) for column, of_column in beyond.items() if column is not None for rule in of_column]
    return form(PAGE[language]['asked_beyond'], rules=say('semicolon').join([*rules, *beyond.get(None, ())]))


def ids_of(story) -> str:
    """The beginning of the ids in the pictures of a story."""
    return '' if story.top else 'k%d-' % story.k


def chooser(identity, word, values, chosen) -> str:
    """A label and a list to choose from."""
    options = ''.join('<option value="%d"%s>%d</option>' % (value, ' selected' * (value == chosen), value) for value in values)
    return '<label>%s <select id="%s">%s</select></label>' % (word, identity, options)


def framed_pictures(story, is_asked) -> str:
    """The headings and pictures of a story. They are hidden if it is not the one that was asked for."""
    framed = ('<h3>%s</h3><div class="%s" tabindex="0">%s</div>' % (content(heading), name, sheet) for heading, sheet, name in story.pictures)
    return '<div class="of-run%s" id="pictures-%s"%s>%s</div>' % ('' if story.top else ' cuts', ids_of(story), '' if is_asked else ' hidden', ''.join(framed))


def spared_list(spared, texts, words) -> str:
    """The list of kanon's own steps, of a run for the script. Without them it is empty."""
    marked = ('<li%s>%s</li>' % (' class="spares"' * spares, content(texts.texts[why])) for why, spares in spared)
    return spared and SPARED % (content(words['spared']), content(words['spared_said']), '\n'.join(marked)) or ''


def as_script(data) -> str:
    """JSON for a script element. No value can end the element.

    >>> as_script(['</script>', '&'])
    '["\\\\u003c/script>","&"]'
    """
    return json.dumps(data, ensure_ascii=False, separators=(',', ':')).replace('<', '\\u003c')


def shown_functions(algorithm, own=False) -> list:
    """The functions whose lines are shown: those of the plain page or, without one or for more than k records, those that run."""
    pages = {'mondrian': SHOWN} if own else PAGES
    return [function for function in pages.get(algorithm.name) or algorithm.functions if callable(function)]


def code_lines(functions):
    """The lines of functions as HTML, and {(function, line of its file): place}. Docstrings are left out."""
    shown, places, files = [], {}, []
    for function in functions:
        source, start = inspect.getsourcelines(function)
        body = ast.parse(''.join(source)).body[0].body
        left_out = range(body[0].lineno - 1, body[0].end_lineno) if ast.get_docstring(ast.parse(''.join(source)).body[0]) else ()
        file = 'kanon/%s.py' % function.__module__[len(NAME) + 1:].replace('.', '/')
        shown += [] if file in files[-1:] else ['<li class="file">%s</li>' % file]
        files.append(file)
        for number, text in enumerate(source):
            if number not in left_out:
                place = places[function.__name__, start + number] = len(places)
                shown.append('<li id="L%d" value="%d"%s><code>%s</code></li>' % (
                    place, start + number, '' if number else ' class="start"', content(text.rstrip('\n'))))
    return shown, places


SPARED = '''<details open><summary>%s</summary>
<p>%s</p>
<ol id="spared">
%s
</ol></details>'''
