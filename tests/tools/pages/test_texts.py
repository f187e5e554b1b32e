"""The pages have no texts of their own, and list names as the language does."""

import glob
import os
import re

import pytest

from conftest import HOME, strings_of
from kanon.core.desk.as_text import telling_lines, unchecked_text
from kanon.core.voice.speaking import speaker
from kanon.tools.pages.as_html import html_speaker
from kanon.tools.pages.findings import ATTACK_PAGE, CHECK_PAGE, RISK_PAGE
from kanon.tools.pages.run_page import RUN_PAGE
from kanon.tools.pages.settings_shown import value_text

PAGES = os.path.join(HOME, 'kanon', 'tools', 'pages')
OF_RUNS = 'choosing', 'details', 'findings', 'as_html', 'shapes', 'run_page', 'settings_shown', 'to_sign'      # the files that say the texts of pages


@pytest.mark.parametrize('name', OF_RUNS)
def test_no_english_word_stands_outside_of_the_texts(name):
    """Two words in a row are a sentence. The keys of a report, and names such as "the hierarchy's leaves", are no text of a page."""
    from_reports = {"the hierarchy's leaves", "the hierarchy's nodes", 'numbers in ranges', 'number in another writing',
                    'mostly numbers', 'mostly dates', 'likely identifier', 'order of the rows', 'the same, sorted',
                    'linkage, second', 'both, joined', 'distinct l = ', 'over time, ', *('over time, ' + kind for kind in ('added', 'removed', 'stayed')),
                    *(place.part for page in (RUN_PAGE, CHECK_PAGE, RISK_PAGE, ATTACK_PAGE) for place in page)}
    for text in strings_of(os.path.join(PAGES, name + '.py')):
        if text not in from_reports and '{ ' not in text and '<' not in text and 'default-src' not in text:     # no style sheet, no HTML
            assert not re.search('[A-Za-z]{2,} [A-Za-z]{2,}', text), text


def test_names_are_listed_as_the_language_lists_them():
    names = ['sex', 'ward']
    for language, listed in ('en', 'sex, ward'), ('zh', 'sex、ward'):
        for say in speaker(language), html_speaker(language):
            said = [say('other_columns', n=2, columns=say('only_names', names=names)), value_text(say, names), value_text(say, {'dx': names}),
                    *telling_lines(say, {'config': 'd.ini', 'telling': {'publish': names}}), unchecked_text(say, [{'what': 'limits', 'names': names}])]
            assert [text for text in said if listed not in text] == []


def test_no_report_has_a_comma_of_its_own():
    """But for the levels of a vector, numbers in SVG, an INI file, and the csv of `use`, which is the same in each language."""
    paths = [*(os.path.join(HOME, 'kanon', 'core', 'desk', name) for name in ('as_text.py', 'run_parts.py')), *(
        path for room in ('pages', 'pictures') for path in glob.glob(os.path.join(HOME, 'kanon', 'tools', room, '*.py')))]
    found = {os.path.basename(path) for path in paths for text in strings_of(path) if text in (', ', '; ')}
    assert found == {'run_parts.py', 'page_text.py', 'run_page.py', 'found_by_use.py', 'lattice_picture.py', 'svg.py'}
