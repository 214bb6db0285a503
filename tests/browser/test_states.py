"""Each state of the page, opened once: rules of axe-core, names of controls, and their sizes."""

import re
from collections.abc import Iterator

import pytest
from selenium.webdriver import Chrome
from tests.browser.axe import violations
from tests.browser.reader import emulate, heard, messages, reset, run, until, visit

pytestmark = [pytest.mark.browser, pytest.mark.slow]

CONTROLS = {"button", "link", "checkbox", "radio", "slider", "combobox", "searchbox", "textbox", "application"}
FRAGMENTS = (
    "",
    "#paper=p00007&find=ink",
    "#concept=ink+recovery",
    "#find=acme",
    "#view=concepts",
    "#view=timeline",
    "#from=2023",
    "#paper=p00023&abstract=shown&ring=2&saved=p00023",
    "#link=p00000+p00009",
    "#path=p00000+p00100&find=author:okafor",
    "#pick=p00000",
    "#tray=shown&saved=p00001+p00002&read=p00003&out=p00004&sort=year",
    "#about=1",
    "#about=1&versus=4",
    "#begin=shown",
    "#between=0+1",
    "#color=year&size=year&from=2022&to=2024",
    "#color=audit&code=dead&community=1",
)


@pytest.fixture(scope="module", params=FRAGMENTS)
def opened_state(request: pytest.FixtureRequest, browser: Chrome, page: str) -> Iterator[Chrome]:
    """Open the page in one state for all tests of it; meanwhile, the console must remain empty."""
    reset(browser)
    visit(browser, page + request.param)
    until(lambda: run(browser, "return !document.querySelector('.taken:empty')"))
    yield browser
    assert messages(browser) == []


@pytest.fixture
def state(opened_state: Chrome) -> Iterator[Chrome]:
    """Yield a state in the light theme, and reset what a test emulated."""
    yield opened_state
    emulate(opened_state, **{"prefers-reduced-motion": "reduce"})


def test_it_violates_nothing(state: Chrome) -> None:
    assert violations(state) == []


def test_its_colours_in_the_dark_violate_nothing(state: Chrome) -> None:
    emulate(state, **{"prefers-color-scheme": "dark", "prefers-reduced-motion": "reduce"})
    until(lambda: run(state, "return matchMedia('(prefers-color-scheme: dark)').matches"))

    assert violations(state, "color-contrast") == []


def test_every_control_has_a_name(state: Chrome) -> None:
    controls = [node for node in heard(state) if node["role"] in CONTROLS]

    assert len(controls) > 30
    assert [node["role"] for node in controls if not node["name"].strip()] == []


def test_name_of_a_control_holds_the_words_that_are_seen_on_it(state: Chrome) -> None:
    """Users of speech input say what they see."""
    named = run(
        state,
        """return [...document.querySelectorAll("button[aria-label], a[aria-label], label > [aria-label]")]
             .filter(e => e.checkVisibility())
             .map(e => [e.getAttribute("aria-label"), (e.closest("label") ?? e).innerText]);""",
    )

    assert named
    for name, seen in named:
        if re.search(r"\w{2,}", seen) and "\n" not in seen:
            assert seen.lower() in name.lower()


def test_controls_are_large_enough_to_be_hit(state: Chrome) -> None:
    small = run(
        state,
        """return [...document.querySelectorAll("button, select, input")]
             .filter(e => e.checkVisibility() && !e.matches(".skip *, .views input, [type=range]")
               && !(e.closest("label") && e.closest("label").getBoundingClientRect().height >= 24))
             .map(e => [e.getBoundingClientRect(), e])
             // What stands within a sentence is as high as its line.
             .filter(([box, e]) => box.height < 24
               && !e.matches("p button, .why button, .kind button, .about, .subject"))
             .map(([box, e]) => e.outerHTML.slice(0, 100));""",
    )

    assert small == []
