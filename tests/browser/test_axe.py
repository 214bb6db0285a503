"""No part of the page violates a rule of axe-core: on a phone, in dialogs, of few papers."""

from collections.abc import Iterator
from pathlib import Path

import networkx as nx
import pytest
from selenium.webdriver import Chrome
from tests.browser.axe import violations
from tests.browser.field import Field
from tests.browser.reader import element, emulate, run, screen, search, visit
from tests.case_tables import cases

from papertrace.export.page.writer import write_html

pytestmark = [pytest.mark.browser, pytest.mark.slow]

DIALOGS = {"help": "#help", "export": "#take", "picture": "#save"}


@pytest.fixture
def plain(quiet: Chrome) -> Iterator[Chrome]:
    """Yield the browser, and reset what a test emulated."""
    yield quiet
    emulate(quiet, **{"prefers-reduced-motion": "reduce"})
    screen(quiet, 1440, 900)


def themed(chrome: Chrome, theme: str) -> None:
    emulate(chrome, **{"prefers-color-scheme": theme, "prefers-reduced-motion": "reduce"})


@cases("fragment")
def test_state_on_a_phone_violates_nothing(plain: Chrome, page: str, fragment: str) -> None:
    screen(plain, 390, 844, phone=True)
    visit(plain, page + fragment)

    assert violations(plain) == []


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", DIALOGS)
def test_dialog_violates_nothing(plain: Chrome, page: str, name: str, theme: str) -> None:
    themed(plain, theme)
    visit(plain, page)
    element(plain, DIALOGS[name]).click()
    assert plain.find_elements("css selector", "dialog[open]")

    assert violations(plain) == []


@pytest.mark.parametrize("words", ["glacier", "zzzz"], ids=["hits", "nothing found"])
def test_search_violates_nothing(plain: Chrome, page: str, words: str) -> None:
    visit(plain, page)
    search(plain, words)

    assert violations(plain) == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_page_with_changes_violates_nothing(plain: Chrome, field: Field, tmp_path: Path, theme: str) -> None:
    graph = field.graph.copy()
    for node, change in zip(list(graph), ("died", "recovered", "archived", "moved"), strict=False):
        graph.nodes[node].update(change=change, new="yes")
    write_html(graph, tmp_path / "page.html", papers=field.papers, verdicts=field.verdicts)
    themed(plain, theme)
    for fragment in ["", "#change=died", "#color=audit", "#paper=p00001"]:
        visit(plain, (tmp_path / "page.html").as_uri() + fragment)

        assert violations(plain) == []


@pytest.mark.parametrize("n", [0, 1, 2])
def test_page_of_few_papers_violates_nothing(plain: Chrome, tmp_path: Path, n: int) -> None:
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    for i in range(n):
        graph.add_node(f"p{i}", label=f"Paper {i}", x=float(i), y=0.0)
    write_html(graph, tmp_path / "page.html")
    address = (tmp_path / "page.html").as_uri()
    for fragment in ["", "#paper=p0"]:
        visit(plain, address + fragment)

        assert violations(plain) == []


def test_a_violation_would_be_seen(plain: Chrome, page: str) -> None:
    """Without this, the tests above could pass vacuously."""
    visit(plain, page)
    run(plain, "document.querySelector('main').append(document.createElement('button'))")

    assert any(found.startswith("button-name") for found in violations(plain))


def test_a_colour_that_can_hardly_be_read_would_be_seen(plain: Chrome, page: str) -> None:
    themed(plain, "dark")
    visit(plain, page)
    assert violations(plain, "color-contrast") == []

    # Not the background's own colour: axe-core leaves text that cannot be seen at all to a person.
    run(plain, "document.querySelector('h1').style.color = '#444'")

    assert any(found.startswith("color-contrast") for found in violations(plain, "color-contrast"))
