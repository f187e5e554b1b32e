"""What the server of the page refuses, in Chinese."""

import glob
import os
import re

from conftest import HOME, strings_of
from kanon.tools.refused.in_language import refused_in
from kanon.tools.refused.of_server import CHINESE

SAID = {re.sub('{:,}', '%s', text) for room in ('web', 'folders') for path in glob.glob(os.path.join(HOME, 'kanon', 'tools', room, '*.py'))
        for text in strings_of(path)}


def test_a_sentence_stands_here_as_the_server_has_it():
    assert [text for text in CHINESE if text not in SAID] == []


def test_the_two_have_the_same_gaps_and_no_sentence_hides_another():
    for english, chinese in CHINESE.items():
        assert english.count('%s') == chinese.count('{}')
        gaps = tuple('value_%d' % number for number in range(english.count('%s')))
        said = refused_in('zh', english % gaps)
        assert said == chinese.format(*gaps) and refused_in('en', english % gaps) == english % gaps
        assert refused_in(None, english % gaps) == english % gaps


def test_whoever_chooses_a_table_reads_no_english():
    """Each refusal of the folders is here."""
    path = os.path.join(HOME, 'kanon', 'tools', 'folders', 'start_folder.py')
    with open(path, encoding='utf-8') as file:
        assert len(re.findall('Refusal[(]', file.read())) == 5
    from kanon.tools.folders import opening, start_folder
    for text in (opening.NOT_THERE, start_folder.MOVED, start_folder.NOT_ALONE, start_folder.SEVERAL_NAMES, str(start_folder.changed('a.csv'))):
        assert refused_in('zh', text) != text
