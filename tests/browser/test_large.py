"""Pages of more papers than a browser takes in at once: abstracts that are cut, and lists that grow."""

import random
from pathlib import Path

import networkx as nx
import pytest
from selenium.webdriver import Chrome
from tests.browser.reader import element, make_paper, run, search, show, text, titles, until, visit

from papertrace.export.page import packing, writer
from papertrace.export.page.writer import write_html
from papertrace.model import Concept, Paper

pytestmark = pytest.mark.browser

N_PAPERS = 30


def _abstract(number: int) -> str:
    """Return 300 to 3,200 letters of words of which few recur."""
    chance = random.Random(number)  # noqa: S311 - reproducible
    words = ("".join(chance.choices("abcdefghijklmnoprstuvwy", k=chance.randint(3, 9))) for _ in range(800))
    return f"Walrus{number} {' '.join(words)}"[: 300 + 100 * number]


PAPERS = [make_paper(f"p{number}", f"Paper {number}", abstract=_abstract(number)) for number in range(N_PAPERS)]


def _write(path: Path, papers: list[Paper]) -> str:
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    for number, paper in enumerate(papers):
        graph.add_node(paper.id, label=paper.title, x=float(number % 50), y=float(number // 50), community=number % 3)
    write_html(graph, path, papers=papers)
    return path.as_uri()


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return where to write a page whose data are packed."""
    monkeypatch.setattr(writer, "PACKED_ABOVE", 1000)
    return tmp_path / "page.html"


def test_abstract_that_is_cut_says_so_and_one_that_is_not_does_not(
    quiet: Chrome, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _write(path, PAPERS)
    monkeypatch.setattr(packing, "MAX_BYTES", path.stat().st_size + 8_000)  # of 20,000 for its markup
    address = _write(path, PAPERS)

    visit(quiet, f"{address}#paper=p29&abstract=shown")
    until(lambda: "Walrus29" in text(quiet, "#details .abstract"))
    cut = text(quiet, "#details .abstract")
    visit(quiet, f"{address}#paper=p0&abstract=shown")
    until(lambda: "Walrus0" in text(quiet, "#details .abstract"))

    shown, _, said = cut.partition("…")
    assert PAPERS[29].abstract.startswith(shown)
    assert "has the first" in said
    assert "the rest" in said
    assert text(quiet, "#details .abstract") == PAPERS[0].abstract


def test_page_that_leaves_abstracts_out_says_so_and_finds_titles(
    quiet: Chrome, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packing, "MAX_BYTES", 10)
    visit(quiet, f"{_write(path, PAPERS)}#paper=p3")

    assert "leaves abstracts out" in text(quiet, "#details")
    assert search(quiet, "Paper 7")[0] == "Paper 7"


def test_list_of_thousands_grows_by_parts_and_all_of_them_are_searched(quiet: Chrome, path: Path) -> None:
    concepts = (Concept(key="sea ice", label="sea ice"),)
    papers = [make_paper(f"p{n}", f"Floe {n}", abstract=f"Drift {n}.", concepts=concepts) for n in range(2150)]
    visit(quiet, _write(path, papers))
    assert (len(titles(quiet)), text(quiet, "#more")) == (100, "Show 2,000 more")

    run(quiet, "document.querySelector('#more').click()")
    until(lambda: len(titles(quiet)) >= 2100)
    assert (len(titles(quiet)), text(quiet, "#more")) == (2100, "Show all 2,150")

    run(quiet, "document.querySelector('#more').click()")
    until(lambda: len(titles(quiet)) >= 2150)
    assert not element(quiet, "#more").is_displayed()
    assert search(quiet, "drift 2149") == ["Floe 2149"]
    assert "so far" not in text(quiet, "#found")


def test_names_cover_no_mark_in_a_community_of_many_papers(quiet: Chrome, tmp_path: Path) -> None:
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    for number in range(2400):
        x, y = 60.0 * (number % 48), 60.0 * (number // 48)
        graph.add_node(f"p{number}", label=f"Floe {number}", x=x, y=y, community=int(number >= 1800))
    for number in range(0, 2398, 2):
        graph.add_edge(f"p{number}", f"p{number + 1}", kind="concept", weight=1.0)
    show(quiet, tmp_path, graph, words="#open=0")
    until(lambda: run(quiet, "return papertrace.paperNames().length"))

    covered = run(
        quiet,
        """const radius = (id) => papertrace.shade(id).pixels;
        const marks = papertrace.drawn().map((id) => ({ id, ...papertrace.where(id), r: radius(id) }));
        return papertrace.paperNames().filter((name) => marks.some(({ id, x, y, r }) => id !== name.paper
          && x + r > name.left && x - r < name.right && y + r > name.top && y - r < name.bottom));""",
    )

    assert covered == []
