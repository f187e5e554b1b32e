"""The browser's Back and Forward on the page of steps. Behind the door there is no library."""

from test_browser import browser  # noqa: F401
from test_serve_page import QUASI, path, steward, to_step, with_a_table  # noqa: F401

NAMES = 'Table', 'Roles', 'Hierarchies', 'What is required', 'Compare', 'Release'
HEADING = 'return document.getElementById("heading").textContent.includes(arguments[0])'


def stands(steward, name):  # noqa: F811
    steward.until(HEADING, 'Step %d of 6: %s' % (1 + NAMES.index(name), name))
    steward.idle()
    assert steward.run('return document.activeElement.id') == 'heading'


def back(steward, name):  # noqa: F811
    steward.browser.driver.back()
    stands(steward, name)


def forward(steward, name):  # noqa: F811
    steward.browser.driver.forward()
    stands(steward, name)


def test_back_goes_one_step_back_and_forward_comes_again(steward):  # noqa: F811
    """All that was chosen, written and answered is there at each step."""
    with_a_table(steward)
    steward.press('.question button')
    steward.until('return document.querySelector(".answered")')
    steward.next('Roles')
    steward.roles({'patient': 'person', **QUASI})
    steward.next('Hierarchies')
    steward.next('What is required')
    steward.write('#set-k', '7')
    steward.next('Compare')
    steward.next('Release')
    steward.press('#release')
    steward.until('return document.querySelector("iframe")')
    steward.idle()
    state = steward.run('return JSON.stringify({...window.page.state, step: 0})')
    for name in ('Compare', 'What is required', 'Hierarchies', 'Roles', 'Table'):
        back(steward, name)
        if name == 'What is required':
            assert steward.run('return document.getElementById("set-k").value') == '7'
    assert steward.run('return document.querySelectorAll(".answered").length') == 1
    for name in ('Roles', 'Hierarchies', 'What is required', 'Compare', 'Release'):
        forward(steward, name)
    assert steward.run('return document.querySelector("iframe") !== null')
    assert steward.run('return JSON.stringify({...window.page.state, step: 0})') == state
    assert steward.faults() == []


def test_the_pages_own_back_is_the_browsers(steward):  # noqa: F811
    """So Back after Back goes on. A step that is gone to by its number is one place."""
    to_step(steward, 'What is required')
    steward.press('#back')
    stands(steward, 'Hierarchies')
    back(steward, 'Roles')
    forward(steward, 'Hierarchies')
    forward(steward, 'What is required')
    steward.press('#to-table')
    stands(steward, 'Table')
    back(steward, 'What is required')
    back(steward, 'Hierarchies')
    steward.press('#to-hierarchies')
    back(steward, 'Roles')


def test_a_reload_keeps_the_ways_back_and_forward(steward):  # noqa: F811
    to_step(steward, 'What is required')
    steward.write('#set-k', '7')
    steward.run('location.reload()')
    steward.until('return window.door && document.getElementById("set-k")')
    back(steward, 'Hierarchies')
    back(steward, 'Roles')
    steward.run('location.reload()')
    steward.until('return document.querySelector(".radios tbody tr")')
    forward(steward, 'Hierarchies')
    forward(steward, 'What is required')
    assert steward.run('return document.getElementById("set-k").value') == '7'
    assert steward.faults() == []


def test_nobody_comes_to_a_step_that_cannot_be_shown(steward):  # noqa: F811
    """Neither while something long is done, nor after another table was chosen."""
    to_step(steward, 'Compare')
    steward.run('window.slow = 1000')
    steward.press('#compare')
    steward.until('return !document.getElementById("stop").hidden')
    steward.browser.driver.back()
    steward.until('return history.state.step === 4')
    assert 'Step 5 of 6' in steward.text()
    steward.press('#stop')
    steward.idle()
    steward.run('window.slow = 1')
    back(steward, 'What is required')
    forward(steward, 'Compare')
    steward.press('#to-table')
    stands(steward, 'Table')
    steward.press('main summary')
    steward.press('#browse li:nth-child(2) button')
    steward.until('return window.page.state.plan.quasi.length === 0')
    steward.idle()
    steward.browser.driver.back()
    steward.until('return history.state.step === 0')
    assert 'Step 1 of 6' in steward.text() and steward.faults() == []


def test_back_while_something_short_is_asked_goes_when_it_is_answered(steward):  # noqa: F811
    to_step(steward, 'What is required')
    steward.run('window.slow = 30')
    steward.run('const k = document.getElementById("set-k"); k.value = "6";'
                'k.dispatchEvent(new Event("change"))')
    steward.until('return !document.getElementById("stop").hidden')
    steward.browser.driver.back()
    stands(steward, 'Hierarchies')
    back(steward, 'Roles')
    forward(steward, 'Hierarchies')


def test_the_link_to_the_step_is_no_place_to_go_back_to(steward):  # noqa: F811
    to_step(steward, 'Hierarchies')
    steward.run('document.getElementById("skip").click()')
    assert steward.run('return [document.activeElement.id, location.hash]') == ['step', '']
    back(steward, 'Roles')
