"""Accessibility of the page: keyboard, screen reader, zoom and forced colours."""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from selenium.webdriver import Chrome, Keys
from tests.browser.reader import (
    element,
    emulate,
    heard,
    messages,
    press,
    run,
    screen,
    text,
    titles,
    until,
    visit,
    where,
)

pytestmark = [pytest.mark.browser, pytest.mark.slow]

LANDMARKS = {"banner", "main", "navigation", "search", "complementary", "region"}


@pytest.fixture
def plain(chrome: Chrome) -> Iterator[Chrome]:
    """Yield the browser, and reset what a test emulated."""
    screen(chrome, 1440, 900)
    yield chrome
    emulate(chrome, **{"prefers-reduced-motion": "reduce"})
    assert messages(chrome) == []


def focused(chrome: Chrome, expression: str) -> Any:  # noqa: ANN401 - whatever the expression gives
    return run(chrome, f"const e = document.activeElement; return {expression}")


def test_parts_of_the_page_are_landmarks_with_names_of_their_own(plain: Chrome, page: str) -> None:
    visit(plain, page + "#paper=p00007")

    parts = [(node["role"], node["name"]) for node in heard(plain) if node["role"] in LANDMARKS]

    roles = [role for role, _ in parts]
    assert roles.count("main") == roles.count("banner") == roles.count("search") == 1
    assert {name for role, name in parts if role == "region"} == {"Papers", "Map", "Details", "Legend and filters"}
    assert len(set(parts)) == len(parts)


def test_headings_leave_no_level_out(plain: Chrome, page: str) -> None:
    visit(plain, page + "#paper=p00007")

    levels = run(plain, "return [...document.querySelectorAll('h1, h2, h3, h4')].map(e => Number(e.tagName[1]))")

    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))


def test_list_says_what_the_map_shows(plain: Chrome, page: str) -> None:
    visit(plain, page)
    element(plain, "#more").click()

    said = [node["name"] for node in heard(plain) if node["role"] == "button"]

    assert sum(bool(re.search(r"(\d+ links?|no links)", name)) for name in said) == 226


@pytest.mark.parametrize(
    ("steps", "goes_to"), [(1, "query"), (2, "map"), (3, "legend")], ids=["list of papers", "map", "details and legend"]
)
def test_first_stops_lead_past_the_list(plain: Chrome, page: str, steps: int, goes_to: str) -> None:
    visit(plain, page)

    press(plain, *[Keys.TAB] * steps)
    assert focused(plain, "e.innerText").startswith("To ")
    assert focused(plain, "getComputedStyle(e).clipPath") == "none"
    press(plain, Keys.ENTER)

    assert focused(plain, "e.id") == goes_to


def test_stops_go_through_the_page_as_it_is_read_and_each_is_seen(plain: Chrome, page: str) -> None:
    visit(plain, page + "#find=QuilTa161&paper=p00007")
    places = ["skip", "masthead", "papers", "chart", "panel"]
    seen: list[int] = []

    for _ in range(60):
        press(plain, Keys.TAB)
        if focused(plain, "e === document.body"):
            break
        part = focused(plain, "e.closest('.skip, .masthead, .papers, .chart, .panel').classList[0]")
        mark = focused(
            plain,
            """(() => { const shown = e.type === "radio" ? e.nextElementSibling : e;
                 return getComputedStyle(shown).outlineStyle + getComputedStyle(shown).borderBottomWidth; })()""",
        )
        assert "solid" in mark or "auto" in mark or mark.endswith("2px"), focused(plain, "e.outerHTML.slice(0, 90)")
        seen.append(places.index(part))

    assert seen == sorted(seen)
    assert set(seen) == set(range(len(places)))


def test_place_is_not_lost_when_a_panel_is_built_anew(plain: Chrome, page: str) -> None:
    visit(plain, page + "#paper=p00007")

    for button in ("#details .near .quiet", "#details .pair", "#details .chips button"):
        run(plain, "document.querySelector(arguments[0]).focus()", button)
        press(plain, Keys.ENTER)
        assert focused(plain, "e.closest('#details') !== null"), button


def test_place_in_the_list_is_not_lost_when_the_list_changes(plain: Chrome, page: str) -> None:
    visit(plain, page)
    wanted = titles(plain)[3]

    run(plain, "document.querySelectorAll('#results button')[3].focus()")
    press(plain, Keys.ENTER)

    assert text(plain, "#details h2") == wanted
    assert wanted in focused(plain, "e.innerText")


def test_what_is_chosen_on_the_map_is_said(plain: Chrome, page: str) -> None:
    visit(plain, page)
    run(plain, "document.getElementById('map').focus()")

    press(plain, Keys.ARROW_RIGHT)

    said = run(plain, "return document.getElementById('told').textContent")
    assert re.fullmatch(re.escape(text(plain, "#details h2")) + r"\. \d+ links?\.", said)
    assert element(plain, "#told").get_attribute("role") == "status"


def test_key_that_is_a_character_can_be_let_go(plain: Chrome, page: str) -> None:
    visit(plain, page)
    switch = plain.find_element("xpath", "//label[contains(., 'goes to the search')]/input")

    switch.click()
    run(plain, "document.activeElement.blur()")
    press(plain, "/")
    assert focused(plain, "e.id") != "query"
    assert element(plain, "#query").get_attribute("aria-keyshortcuts") is None

    switch.click()
    run(plain, "document.activeElement.blur()")
    press(plain, "/")
    assert focused(plain, "e.id") == "query"


def test_reduced_motion_is_respected(plain: Chrome, page: str) -> None:
    emulate(plain, **{"prefers-reduced-motion": "reduce"})
    visit(plain, page)
    run(plain, "document.querySelectorAll('#results button')[5].click()")
    there = where(plain, "p00000")

    run(plain, "return new Promise(done => setTimeout(done, 450))")
    assert where(plain, "p00000") == there
    durations = "return [...document.querySelectorAll('button, a')].map(e => getComputedStyle(e).transitionDuration)"
    assert set(run(plain, durations)) == {"0s"}

    emulate(plain, **{"prefers-reduced-motion": "no-preference"})
    visit(plain, page)
    run(plain, "document.querySelectorAll('#results button')[5].click()")
    there = where(plain, "p00000")
    until(lambda: where(plain, "p00000") != there)  # without this, the first half could pass vacuously


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_marks_and_lines_of_the_legend_stand_out_from_the_page(plain: Chrome, page: str, scheme: str) -> None:
    emulate(plain, **{"prefers-color-scheme": scheme, "prefers-reduced-motion": "reduce"})
    visit(plain, page)

    contrasts = run(
        plain,
        """const light = (color) => { const [r, g, b] = color.match(/\\d+/g).slice(0, 3)
             .map(c => (c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
             return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
           const ground = light(getComputedStyle(document.body).backgroundColor);
           return [...document.querySelectorAll("#legend svg, #results svg")].map(icon => {
             const colors = [...icon.children].flatMap(e => [getComputedStyle(e).fill, getComputedStyle(e).stroke]);
             return Math.max(...colors.filter(c => c.startsWith("rgb(")).map(light)
               .map(l => (Math.max(l, ground) + 0.05) / (Math.min(l, ground) + 0.05)));
           });""",
    )

    assert len(contrasts) > 100
    assert min(contrasts) >= 3


def test_page_enlarged_four_times_needs_no_scrolling_sideways(plain: Chrome, page: str) -> None:
    screen(plain, 320, 256)

    visit(plain, page + "#paper=p00007")

    assert run(plain, "return document.documentElement.scrollWidth") <= 320


def test_what_is_pressed_is_seen_in_colours_of_the_reader(plain: Chrome, page: str) -> None:
    emulate(plain, **{"forced-colors": "active", "prefers-reduced-motion": "reduce"})
    visit(plain, page + "#code=archived&paper=p00007")

    for selector in ("#legend [aria-pressed=true]", "#results [aria-current]"):
        assert element(plain, selector).value_of_css_property("outline-style") == "solid"
    assert element(plain, "#legend [aria-pressed=false]").value_of_css_property("outline-style") == "none"


def test_rows_out_of_sight_are_not_laid_out_and_have_names(opened: Chrome) -> None:
    names = [node["name"] for node in heard(opened) if node["role"] == "button"]
    shown = titles(opened)

    style = "return getComputedStyle(document.querySelector('#results li:last-child button')).contentVisibility"
    assert run(opened, style) == "auto"
    assert len(shown) == 100
    assert [title for title in shown if not any(name.startswith(title) for name in names)] == []
