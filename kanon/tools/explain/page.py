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
from .sentences import key_of_kind, question, sentence, teller, unfilled
from .own_cut_steps import SHOWN
from .stories import briefly, vector_texts

PAGES = {   # the functions of the plain pages
    'samarati': (samarati.samarati, samarati.at_height, samarati.satisfies, samarati.generalized, samarati.labels_at),
    'mondrian': (mondrian.mondrian, mondrian.cut, mondrian.choose_dimension, mondrian.frequency_set, mondrian.find_median)}
WITHIN = {'width': 'choose_dimension', 'most_distinct': 'most_distinct_first', '<lambda>': 'passing'}      # functions inside others
PAPERS = {      # in the language of the papers
    'samarati': "P. Samarati, Protecting Respondents' Identities in Microdata Release,"
                " IEEE TKDE 13(6), 2001.",
    'datafly': 'L. Sweeney, Achieving k-Anonymity Privacy Protection Using Generalization and'
               ' Suppression, IJUFKS 10(5), 2002.',
    'mondrian': 'K. LeFevre, D. DeWitt, R. Ramakrishnan, Mondrian Multidimensional K-Anonymity,'
                ' ICDE 2006.'}
# What stands on each page: the ends of the keys of its words.
WORDS = (
    'shows_values', 'code', 'table', 'why', 'first', 'back', 'play', 'forward', 'last', 'step',
    'keys', 'all_steps', 'no_script', 'about', 'predict', 'large', 'tab_code', 'tab_picture',
    'tab_table', 'marks')
SPARING = frozenset(('known_to_fail', 'known_to_satisfy'))      # steps that tell of a check that is spared


class Sentences:
    """The sentences of a page, each once. They are told by their numbers."""

    def __init__(self, story, language):
        self.texts, self._places = [], {}
        self.names, self.of_persons, self.language = list(map(briefly, story.table.names)), story.table.person is not None, language
        self.variants = ['_beyond'] * bool(story.table.beyond) + ['_persons'] * self.of_persons + ['']

    def of(self, step) -> int:
        """The number of the sentence of a step."""
        values = {name: briefly(value) for name, value in step.values.items()}
        key = key_of_kind(step.kind, self.variants)
        return self._number(sentence(key, values, self.names, self.language))

    def asked(self, step) -> dict:
        """{'ask': the number of the question that may be asked before a step}, {} if there is none."""
        text = question(step.kind, step.values, self.language)
        return {'ask': self._number(text)} if text else {}

    def _number(self, text):
        if text not in self._places:
            self._places[text] = len(self.texts)
            self.texts.append(text)
        return self._places[text]


def explained_page(stories, shown, language):
    """The HTML text.

    stories: of the runs that can be chosen, of one table and algorithm. The first is the one that was asked for. shown: their SharedContent.
    """
    story, tell = stories[0], teller(language)
    name, texts = story.algorithm.name, Sentences(story, language)
    beyond = bool(story.table.beyond)
    lines, places = code_lines(shown_functions(story.algorithm, texts.of_persons or beyond))
    in_order = sorted(stories, key=lambda one: (one.k, one.most or 0))
    runs = [run_of(one, texts, places, tell) for one in in_order]
    asked = next(number for number, run in enumerate(runs)
                 if (run['k'], run['most']) == key_of(story))
    data = {'runs': runs, 'asked': asked, 'classes': shown.classes, 'tables': shown.tables,
            'texts': texts.texts,
            'vectors': vector_texts(story.top) if story.top else [],
            'words': {**unfilled(language, 'explained_script_'), 'blank': tell('blank'),
                      'play': tell('explained_play')}}
    heads = [*texts.names, *map(briefly, story.table.sensitive), tell('records'),
             tell('class_of')]
    script = '\n' + text_of_room('tools.explain', 'explain.js')
    style = text_of_room('tools.explain', 'explain.css').replace('FONTS', SANS)
    title = tell('explained_title_' + name)
    pictures = stories if not story.top else stories[:1]    # whatever is asked, one lattice
    choosers = chooser('k', 'k', sorted({run['k'] for run in runs}), story.k)
    if story.most is not None:
        choosers += chooser('maxsup', 'MaxSup', sorted({run['most'] for run in runs}), story.most)
    return head(title, language, style, script) + text_of_room('tools.explain', 'explain.html') % {
        'title': content(title),
        'intro': content(intro_of(name, texts.of_persons, beyond, tell)),
        'paper': content(PAPERS.get(name) or tell('explained_paper')),
        'asked': content(runs[asked]['asked']),
        'below': content(runs[asked]['below']),
        'code': ''.join(lines),
        'key': content(story.key),
        'choose': choosers,
        'pictures': '\n'.join(framed_pictures(one, one is story) for one in pictures),
        'heads': ''.join('<th scope="col">%s</th>' % content(head) for head in heads),
        'most': len(story.steps),
        'list': '\n'.join('<li>%s</li>' % content(texts.texts[step['why']])
                          for step in runs[asked]['steps']),
        'spared': spared_list(runs[asked]['spared'], texts, tell),
        'heading': content(story.pictures[0][0]),
        'data': as_script(data),
        'script': script,
        **{'word_' + word: content(tell('explained_' + word)) for word in WORDS}}


def intro_of(name, of_persons, beyond, tell) -> str:
    """What the algorithm does, for whoever opens its page."""
    own = of_persons and name == 'mondrian'     # the others' introductions speak of no records of k
    intro = tell('explained_intro_persons_mondrian' if own else 'explained_intro_' + name)
    return intro + (tell('explained_intro_beyond') if beyond else '')


def key_of(story) -> tuple:
    """k and MaxSup of a run, -1 where there is none."""
    return story.k, -1 if story.most is None else story.most


def run_of(story, texts, places, tell) -> dict:
    """A run for the script. places: {(function, line of its file): place}."""
    k, most = key_of(story)
    steps = []
    for step, frame in zip(story.steps, story.frames):
        function = WITHIN.get(step.function, step.function)
        line = places.get((function, step.line), -1)
        steps.append({**frame, 'line': line, 'why': texts.of(step), **texts.asked(step)})
    below = tell('explained_below_k_persons' if texts.of_persons else 'explained_below_k', k=k)
    if story.table.beyond:
        below += tell('explained_below_beyond')
    return {'k': k, 'most': most, 'ids': ids_of(story), 'first': story.first,
            'asked': ''.join(question_sentences(story, texts, tell)), 'steps': steps,
            'below': below,
            'spared': [(texts.of(step), step.kind in SPARING) for step in story.spared]}


def question_sentences(story, texts, tell):
    """Yield the sentences that say what was asked, and of which table."""
    table = story.table
    yield tell('explained_asked', data=briefly(table.data), records=story.records,
               columns=texts.names, k=story.k)
    if story.most is not None:
        yield tell('explained_asked_most', most=story.most)
    if texts.of_persons:
        yield tell('explained_asked_persons', column=briefly(table.person))
    yield asked_beyond(table.beyond, texts.language)
    if table.aside:
        yield tell('explained_aside', options=table.aside)
    if table.missing:
        yield tell('explained_missing', n=table.missing)
    if table.left_out:
        yield tell('explained_no_sensitive')


def asked_beyond(beyond, language) -> str:
    """What is required beyond k, as a sentence. beyond: as a RecordedTable has it."""
    if not beyond:
        return ''
    say = speaker(language)
    rules = [rule_text(say, briefly(column), rule) for column, of_column in beyond.items() if column is not None for rule in of_column]
    rules = say('semicolon').join([*rules, *beyond.get(None, ())])
    return teller(language)('explained_asked_beyond', rules=rules)


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


def spared_list(spared, texts, tell) -> str:
    """The list of kanon's own steps, of a run for the script. Without them it is empty."""
    marked = ('<li%s>%s</li>' % (' class="spares"' * spares, content(texts.texts[why])) for why, spares in spared)
    if not spared:
        return ''
    return SPARED % (content(tell('explained_spared')), content(tell('explained_spared_said')),
                     '\n'.join(marked))


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
