"""The page for those who do not type, as one HTML file: its frame, its style, its scripts, all its sentences, and a door.

Promise: the page holds every sentence in each language, and loads nothing. A policy that allows these hashes lets it run as it is, and
nothing else. The door is the one script that knows where the library is: behind a server, or in the same browser.
"""

from __future__ import annotations

import json

from ...core.own_files import text_of_room
from ...core.voice import LANGUAGES
from ...core.voice.speaking import texts_of
from ..explain.page import as_script
from ..judging.standard import load_standard, shipped_standards
from ..pages.as_html import STYLE as STYLE_OF_REPORTS, hashed
from ..pictures.svg import SANS
from ..voice.of_serve import TEXTS

SCRIPTS = 'elements', 'page', 'answers', 'questions', 'steps_table', 'steps_roles', 'steps_hierarchies', 'steps_rules', 'steps_compare', 'steps_release'   # in the order in which they run
ALGORITHMS = 'mondrian', 'optimal', 'samarati', 'datafly'      # those that the page offers, as it lists them
# What the page says as the reports do.
SHARED = ('a_column', 'algorithm', 'blank', 'classes', 'comma', 'distinct_values', 'labels',
          'lacking_value', 'level', 'looks_like', 'more_than', 'not_shown', 'note', 'rarest',
          'records', 'records_of_rarest', 'semicolon', 'suppressed', 'suppressed_for', 'value',
          'why_persons_suppressed', 'why_suppressed')


def served_page(door) -> tuple:
    """(the page, {'script': [the source expressions of its scripts], 'style': those of its styles}).

    door: the text of a script that sets window.door, such as that of `http_door`. The page to sign is shown within the page, under the same
    policy. So its style is among the styles.
    """
    style = text_of_room('tools.web', 'page.css').replace('FONTS', SANS)
    scripts = [door, *(text_of_room('tools.web', name + '.js') for name in SCRIPTS)]
    data = {'texts': page_texts(), 'tags': {name: tag for name, (_, tag) in LANGUAGES.items()}, 'names': dict(zip(LANGUAGES, TEXTS['own_name'])),
            'standards': standards(), 'algorithms': list(ALGORITHMS)}
    html = text_of_room('tools.web', 'page.html') % {
        'title': TEXTS['page_title'][0], 'no_script': ' '.join(TEXTS['no_script']), 'style': style, 'data': as_script(data),
        'scripts': '\n'.join('<script>%s</script>' % script for script in scripts)}
    return html, {'script': list(map(hashed, scripts)), 'style': [hashed(style), hashed(STYLE_OF_REPORTS)]}


def page_texts() -> dict:
    """{language: {key: its text}} of all that the page says."""
    every = {**TEXTS, **{key: texts_of(key) for key in SHARED}}
    return {language: {key: both[place] for key, both in every.items()} for place, language in enumerate(LANGUAGES)}


def standards() -> list:
    """[{name, title: {language: its title}}] of the standards that came with the program."""
    heads = [(name, load_standard(name).head) for name in shipped_standards()]
    return [{'name': name, 'title': {language: head['title' if language == 'en' else 'title-' + language] for language in LANGUAGES}} for name, head in heads]


def http_door(can) -> str:
    """The door to a server. can: {'folder', 'beside', 'readOnly': whether}."""
    return text_of_room('tools.web', 'http_door.js').replace('CAN', json.dumps(can))
