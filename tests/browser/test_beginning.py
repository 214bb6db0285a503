"""Where to begin: a panel that names surveys, the most cited papers and the central ones, and says why."""

from dataclasses import replace

import networkx as nx
import pytest
from selenium.webdriver import Chrome
from tests.browser.reader import fragment, make_paper, page_of, run, text, visit

pytestmark = pytest.mark.browser

N = 14


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the address of a page of two communities, of which one has a link, and a survey without one."""
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    papers = [make_paper(f"p{i}", "Tides: A Survey" if i == 13 else f"Paper {i}", n_citations=i) for i in range(N)]
    papers[4] = replace(papers[4], date="2021", authors=("Ada Lindqvist", "Bram de Wit"))
    papers[13] = replace(papers[13], authors=("Ada Lindqvist", "Bram de Wit", "Ito A."))
    papers[12] = replace(papers[12], authors=("Ada Lindqvist",), n_authors=2)
    for i, paper in enumerate(papers):
        facts = {"community": i % 2, "community_label": ("tides, harbours", "snow")[i % 2]}
        graph.add_node(paper.id, label=paper.title, x=90.0 * i, y=40.0 * (i % 2), **facts)
    for other, weight in (("p2", 1.0), ("p6", 2.0)):
        graph.add_edge("p4", other, kind="concept", weight=weight, evidence="ice")
    return page_of(tmp_path_factory.mktemp("beginning"), graph, papers=papers)


def test_beginning_names_papers_and_why(quiet: Chrome, shelf: str) -> None:
    visit(quiet, shelf)

    run(
        quiet,
        "[...document.querySelectorAll('#legend button')].find(b => b.textContent === 'More places to begin').click()",
    )

    said = text(quiet, "#details").split("\n")
    assert said.index("Tides: A Survey") < said.index("Most cited") < said.index("Central")
    assert "cited 13 times" in said
    at = said.index("Paper 4")
    assert (said[at - 1], said[at + 1]) == ("Ada Lindqvist & Bram de Wit · 2021", "2 links within “tides” (7 papers)")
    assert said[said.index("Tides: A Survey") - 1] == "Ada Lindqvist et al."
    assert said[said.index("Paper 12") - 1] == "Ada Lindqvist and 1 other"
    assert fragment(quiet) == "#begin=shown"


def test_a_few_papers_to_begin_with_stand_open_at_first_sight(quiet: Chrome, shelf: str) -> None:
    visit(quiet, shelf)

    said = text(quiet, "#legend .group").split("\n")
    assert said[0] == "Where to begin"
    assert said[said.index("Tides: A Survey") + 1] == "a survey"
    assert "central, 2 links within “tides” (7 papers)" in said


def test_beginning_follows_the_filters(quiet: Chrome, shelf: str) -> None:
    visit(quiet, shelf + "#begin=shown&community=1")

    assert "Paper 4" not in text(quiet, "#details")
    assert "Central" not in text(quiet, "#details")


def test_no_word_of_a_heading_is_broken_in_a_narrow_panel(quiet: Chrome, page: str) -> None:
    visit(quiet, page + "#begin=shown")

    found = run(
        quiet, "return [...document.querySelectorAll('#details h3 > span')].map(e => [e.innerText, e.offsetHeight])"
    )

    assert [words for words, _ in found][-2:] == ["Central", "one of each large community"]
    assert max(height for _, height in found) < 30  # pixels, of one line
