"""Reading in the page: abstracts with the terms in them marked."""

from pathlib import Path

import networkx as nx
import pytest
from selenium.webdriver import Chrome
from tests.browser.chromium import requests_of
from tests.browser.field import Field
from tests.browser.reader import element, fragment, make_paper, run, text, until, visit

from papertrace.export.page.writer import write_html
from papertrace.model import Concept, Paper

pytestmark = pytest.mark.browser

MARKED = "return [...document.querySelectorAll('#details .abstract mark')].map(e => e.textContent)"


def open_abstract(chrome: Chrome) -> str:
    if element(chrome, "#details [aria-controls=abstract]").get_attribute("aria-expanded") == "false":
        element(chrome, "#details [aria-controls=abstract]").click()
    until(lambda: text(chrome, "#details .abstract"))
    return text(chrome, "#details .abstract")


def write_papers(path: Path, *papers: Paper) -> str:
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    for i, paper in enumerate(papers):
        graph.add_node(paper.id, label=paper.title, x=90.0 * i, y=0.0)
    write_html(graph, path / "page.html", papers=papers)
    return (path / "page.html").as_uri()


def test_abstract_is_one_press_away_and_asks_for_nothing(quiet: Chrome, page: str, field: Field) -> None:
    visit(quiet, page + "#paper=p00007")
    requests_of(quiet)
    assert not element(quiet, "#details .abstract").is_displayed()

    shown = open_abstract(quiet)

    assert shown == field.papers[7].abstract
    assert [url for url in requests_of(quiet) if not url.startswith(("data:", "blob:"))] == []
    assert "abstract=shown" in fragment(quiet)


def test_abstract_stays_open_from_paper_to_paper_and_in_the_address(quiet: Chrome, page: str, field: Field) -> None:
    visit(quiet, page + "#paper=p00007&abstract=shown")
    until(lambda: text(quiet, "#details .abstract") == field.papers[7].abstract)

    run(quiet, "location.hash = 'paper=p00008&abstract=shown'")
    until(lambda: text(quiet, "#details .abstract") == field.papers[8].abstract)
    element(quiet, "#details [aria-controls=abstract]").click()

    assert not element(quiet, "#details .abstract").is_displayed()
    assert fragment(quiet) == "#paper=p00008"


def test_paper_without_an_abstract_offers_none(quiet: Chrome, page: str) -> None:
    visit(quiet, page + "#paper=p00030&abstract=shown")

    assert run(quiet, "return document.querySelector('#details [aria-controls=abstract]')") is None


def test_concepts_are_marked_in_the_abstract(quiet: Chrome, page: str, field: Field) -> None:
    visit(quiet, page + "#paper=p00007&abstract=shown")
    until(lambda: text(quiet, "#details .abstract"))

    assert run(quiet, MARKED) == [concept.label for concept in field.papers[7].concepts]


def test_name_of_another_system_in_the_abstract_leads_to_its_paper(quiet: Chrome, page: str, field: Field) -> None:
    visit(quiet, page + "#paper=p00023&abstract=shown")
    until(lambda: text(quiet, "#details .abstract"))

    element(quiet, "#details .named").click()

    assert text(quiet, "#details h2") == field.papers[32].title


@pytest.mark.parametrize(
    ("forms", "abstract", "marked"),
    [
        (("sea level",), "Sea-levels rise; the SEA LEVEL, not deep-sea levelling.", ["Sea-levels", "SEA LEVEL"]),
        (("IT",), "IT is not what it seems. It is ITS.", ["IT", "ITS"]),
        (("MoE", "mixture of experts"), "A mixture of experts (MoE).", ["mixture of experts", "MoE"]),
        (("C++",), "Written in C++, not C.", ["C++"]),
        (("海冰",), "我们测量海冰的厚度。", ["海冰"]),
        ((".*",), "Nothing .* here", []),
        (("a" * 10_000,), "a" * 30_000, []),
    ],
    ids=["plural, hyphen, case", "acronym", "long form", "punctuation", "without spaces", "no letter", "very long"],
)
def test_terms_are_marked_as_they_are_written(
    quiet: Chrome, tmp_path: Path, forms: tuple[str, ...], abstract: str, marked: list[str]
) -> None:
    concept = Concept(key="k", label=forms[0], surfaces=forms)
    paper = make_paper("a", "Paper", abstract=abstract, concepts=(concept,))
    visit(quiet, write_papers(tmp_path, paper) + "#paper=a&abstract=shown")
    until(lambda: text(quiet, "#details .abstract"))

    assert run(quiet, MARKED) == marked
    assert run(quiet, "return document.querySelector('#details .abstract').textContent") == abstract


def test_abstract_of_an_old_browser_says_what_is_needed(quiet: Chrome, page: str) -> None:
    script = "delete window.DecompressionStream"
    added = quiet.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": script})
    try:
        visit(quiet, page + "#paper=p00007")
        assert "too old to unpack" in open_abstract(quiet)
        visit(quiet, page + "#about=1")
        until(lambda: "too old to unpack" in text(quiet, "#details .taken"))
    finally:
        quiet.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", added)


def test_damaged_abstracts_are_said_to_be_damaged(quiet: Chrome, tmp_path: Path) -> None:
    paper = make_paper("a", "Paper", abstract="Plain words. " * 20)
    write_papers(tmp_path, paper)
    path = tmp_path / "page.html"
    page = path.read_text("utf-8")
    start = page.index('id="abstracts">') + 40
    path.write_text(page[:start] + "AAAA" + page[start + 4 :], encoding="utf-8")
    visit(quiet, path.as_uri() + "#paper=a")

    assert "damaged" in open_abstract(quiet)


def test_hostile_abstract_is_text(quiet: Chrome, tmp_path: Path) -> None:
    hostile = (
        "<img src=x onerror=\"document.title='ran'\"> <mark>ink</mark> </script><script>document.title='ran'</script>"
    )
    paper = make_paper("a", "Plain", abstract=hostile, concepts=(Concept(key="ink", label="ink"),))
    visit(quiet, write_papers(tmp_path, paper) + "#paper=a&abstract=shown")
    until(lambda: text(quiet, "#details .abstract"))

    assert run(quiet, "return document.querySelector('#details .abstract').textContent") == hostile
    assert run(quiet, "return document.querySelectorAll('#details img, #details script').length") == 0
    assert run(quiet, MARKED) == ["ink"]
