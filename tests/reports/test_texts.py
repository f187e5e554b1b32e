"""The pages have no texts of their own."""

import os
import re

import pytest

from conftest import HOME, strings_of

PAGES = os.path.join(HOME, 'kanon', 'reports')
OF_RUNS = 'choosing', 'details', 'findings', 'as_html', 'shapes', 'run_page', 'settings_shown', 'to_sign'      # the files that say the texts of pages


@pytest.mark.parametrize('name', OF_RUNS)
def test_no_english_word_stands_outside_of_the_texts(name):
    """Two words in a row are a sentence. The keys of a report, and names such as "the hierarchy's leaves", are no text of a page."""
    from_reports = {"the hierarchy's leaves", "the hierarchy's nodes", 'numbers in ranges', 'number in another writing',
                    'mostly numbers', 'mostly dates', 'likely identifier', 'order of the rows', 'the same, sorted',
                    'linkage, second', 'both, joined', 'distinct l = ', 'over time, ', *('over time, ' + kind for kind in ('added', 'removed', 'stayed'))}
    for text in strings_of(os.path.join(PAGES, name + '.py')):
        if text not in from_reports and '{ ' not in text and '<' not in text and 'default-src' not in text:     # no style sheet, no HTML
            assert not re.search('[A-Za-z]{2,} [A-Za-z]{2,}', text), text
