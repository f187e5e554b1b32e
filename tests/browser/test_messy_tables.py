"""Messy tables go the whole way through the served page, to the bytes of the command line.

Every question is answered in every way.
"""

import pytest

import messy_way
from messy_way import MessyWay, messy
from test_browser import browser  # noqa: F401
from test_serve_page import Steward, served


@pytest.mark.parametrize('name, language, keys, answer', messy_way.cases())
def test_a_messy_table_becomes_the_release_of_the_command_line(
        name, language, keys, answer, browser, tmp_path):    # noqa: F811
    seen, typed = tmp_path / 'seen', tmp_path / 'typed'
    for folder in (seen, typed):
        folder.mkdir()
        (folder / name).write_bytes(messy.made(name))
    with served(seen) as address:
        browser.driver.get('about:blank')
        for log in 'browser', 'performance':
            browser.driver.get_log(log)
        browser.path = ''
        browser.driver.get(address)
        browser.until('return document.getElementById("file")')
        browser.resize(1280)
        steward = Steward(browser, keys)
        steward.press('#in-' + language)
        steward.press('main summary')
        steward.press('#browse li button')
        way = MessyWay(steward, name, language, answer)
        way.to_release()
        made = way.release()
        steward.press('#write')
        steward.until('return document.querySelector("#write ~ div ul")')
        steward.idle()
        stem = name.rpartition('.')[0]
        release, ini = (seen / (stem + '_mondrian.csv')).read_bytes(), seen / (stem + '.ini')
        assert messy_way.sha256(release) == made['files'][0]['sha256']
        way.answers_hold(messy_way.texts_of(ini), release)
        assert steward.faults() == []
    assert messy_way.typed(typed, way.commands, ini.read_bytes(), name) == release
