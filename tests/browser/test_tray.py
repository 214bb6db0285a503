"""The tray, the order of lists, and taking papers out of the page."""

import csv
import io
from collections.abc import Iterator

import networkx as nx
import pytest
from selenium.webdriver import ActionChains, Chrome, Keys
from tests.browser.reader import element, fragment, make_paper, messages, page_of, run, search, text, titles, visit

from papertrace.model import Identifiers

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PAPERS = (
    make_paper("a", "Zebra Tables", date="2019", n_citations=5, authors=("Ada Öhman",)),
    make_paper("b", "Alder 10", date="2023-02", identifiers=Identifiers(doi="10.1000/x;y")),
    make_paper("c", "Alder 9", date="2023-05", n_citations=50, venue="Trees; and, Maps"),
    make_paper(
        "d",
        '=HYPERLINK("http://evil.example") | *x* [y](z) @ada <b> TY  - X',
        authors=("+cmd|calc", "Lin"),
        venue="@SUM(A1)\nER  - \nTY  - EVIL",
    ),
)


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> str:
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    for i, paper in enumerate(PAPERS):
        facts = {"community": i // 2, "community_label": f"topic {i // 2}", "color": "#0072b2"}
        graph.add_node(paper.id, label=paper.title, x=100.0 * i, y=0.0, **facts)
    graph.add_edge("a", "b", kind="concept", weight=1.0, evidence="ice")
    return page_of(tmp_path_factory.mktemp("shelf"), graph, papers=PAPERS, title="A shelf")


@pytest.fixture
def quiet(chrome: Chrome, shelf: str) -> Iterator[Chrome]:
    """Yield the browser at desktop size with an empty storage; afterwards, the console must be empty."""
    visit(chrome, shelf)
    run(chrome, "localStorage.clear()")
    yield chrome
    run(chrome, "localStorage.clear()")
    assert messages(chrome) == []


def press(chrome: Chrome, name: str) -> None:
    element(chrome, f"#details [data-mark={name}]").click()


def exported(chrome: Chrome, form: str, papers: str = "list") -> str:
    if not element(chrome, "#export").is_displayed():
        element(chrome, "#take").click()
    for name, value in (("set", papers), ("format", form)):
        run(
            chrome,
            """const select = document.getElementById(arguments[0]); select.value = arguments[1];
               select.dispatchEvent(new Event("change"));""",
            f"export-{name}",
            value,
        )
    return str(run(chrome, "return document.getElementById('export-text').value"))


def test_saved_paper_is_kept_in_the_address_and_in_the_storage(quiet: Chrome, shelf: str) -> None:
    visit(quiet, shelf + "#paper=a")

    press(quiet, "saved")

    assert fragment(quiet) == "#paper=a&saved=a"
    assert "saved" in text(quiet, "#results [data-paper='0'] .by")
    assert text(quiet, "#tray") == "Tray (1)"
    visit(quiet, shelf)
    assert text(quiet, "#tray") == "Tray (1)"
    assert fragment(quiet) == "#saved=a"


def test_address_of_someone_else_adds_and_loses_nothing(quiet: Chrome, shelf: str) -> None:
    visit(quiet, shelf + "#paper=a")
    press(quiet, "read")

    visit(quiet, shelf + "#saved=a+b+gone")

    assert fragment(quiet) == "#saved=b&read=a"


def test_going_back_brings_no_mark_back(quiet: Chrome, shelf: str) -> None:
    visit(quiet, shelf + "#paper=a")
    press(quiet, "saved")
    run(quiet, "document.querySelector('#results [data-paper=\"1\"]').click()")
    run(quiet, "document.querySelector('#results [data-paper=\"0\"]').click()")
    press(quiet, "saved")

    quiet.back()

    assert "saved=" not in fragment(quiet)
    assert text(quiet, "#tray") == "Tray"


def test_paper_that_is_out_leaves_list_and_map_and_can_be_taken_back(quiet: Chrome, shelf: str) -> None:
    visit(quiet, shelf + "#paper=a&saved=a")

    press(quiet, "out")

    assert "Zebra Tables" not in titles(quiet)
    assert run(quiet, "return papertrace.drawn()") == ["b", "c", "d"]
    assert "1 paper marked as out is hidden." in text(quiet, "#legend")
    assert fragment(quiet) == "#paper=a&out=a"  # it is saved no longer
    element(quiet, "#tray").click()
    element(quiet, "#details [aria-label='Remove from Out: Öhman 2019']").click()
    assert "Zebra Tables" in titles(quiet)


def test_tray_lists_what_is_in_it(quiet: Chrome, shelf: str) -> None:
    visit(quiet, shelf + "#saved=a+b&read=c&tray=shown")

    shown = text(quiet, "#details")
    assert [line for line in shown.splitlines() if line in ("Saved", "Read", "Out")] == ["Saved", "Read"]
    for title in ("Zebra Tables", "Alder 10", "Alder 9"):
        assert title in shown
    ActionChains(quiet).send_keys(Keys.ESCAPE).perform()
    assert text(quiet, "#details") == ""


def test_empty_tray_says_how_to_fill_it(quiet: Chrome) -> None:
    element(quiet, "#tray").click()

    assert "Nothing is marked yet" in text(quiet, "#details")


def test_storage_that_the_page_did_not_write_does_no_harm(quiet: Chrome, shelf: str) -> None:
    kept = '{"saved": ["gone", 3, "a"]}'
    run(quiet, "localStorage.setItem('papertrace-tray-A shelf', arguments[0])", kept)

    visit(quiet, shelf)

    assert fragment(quiet) == "#saved=a"


def test_marks_of_papers_of_another_build_are_kept(quiet: Chrome, shelf: str) -> None:
    run(quiet, "localStorage.setItem('papertrace-tray-A shelf', '{\"saved\": [\"gone\"]}')")
    visit(quiet, shelf + "#paper=a")

    press(quiet, "saved")

    assert "gone" in run(quiet, "return localStorage.getItem('papertrace-tray-A shelf')")


def test_order_is_chosen_beside_the_list(quiet: Chrome, shelf: str) -> None:
    visit(quiet, shelf)

    element(quiet, "#sort option[value=year]").click()

    assert titles(quiet)[0] == "Alder 9"
    assert fragment(quiet) == "#sort=year"
    assert search(quiet, "alder") == ["Alder 9", "Alder 10"]


def test_csv_is_read_back_and_runs_no_formula(quiet: Chrome, shelf: str) -> None:
    visit(quiet, shelf)

    rows = list(csv.DictReader(io.StringIO(exported(quiet, "csv"))))

    assert len(rows) == len(PAPERS)
    by_id = {row["id"]: row for row in rows}
    assert by_id["c"]["venue"] == "Trees; and, Maps"
    assert by_id["d"]["title"].startswith("'=HYPERLINK")
    assert by_id["d"]["authors"].startswith("'+cmd")
    assert by_id["d"]["venue"] == "'@SUM(A1) ER - TY - EVIL"
    assert by_id["a"]["citations"] == "5"
    assert not any(
        cell.lstrip("'\" ").startswith(("=", "+", "@")) and cell[0] != "'" for r in rows for cell in r.values() if cell
    )


def test_what_is_filtered_highlighted_or_saved_is_taken_out(quiet: Chrome, shelf: str) -> None:
    visit(quiet, shelf + "#paper=a&community=0&saved=c")
    element(quiet, "#take").click()

    sets = run(quiet, "return [...document.querySelectorAll('#export-set option')].map(e => e.textContent)")
    assert sets == ["Papers in the list (2)", "Highlighted on the map (2)", "Saved papers (1)"]
    assert "Alder 9" in exported(quiet, "csv", "saved")
    assert "Alder 9" not in exported(quiet, "csv", "list")


def test_export_is_saved_as_a_file(quiet: Chrome, shelf: str) -> None:
    visit(quiet, shelf)
    exported(quiet, "ris")
    run(quiet, "HTMLAnchorElement.prototype.click = function () { window.saved = [this.download, this.href]; };")

    element(quiet, "#export-save").click()

    name, url = run(quiet, "return window.saved")
    assert name == "A-shelf.ris"
    assert url.startswith("blob:")
    ActionChains(quiet).send_keys(Keys.ESCAPE).perform()
    assert not element(quiet, "#export").is_displayed()
