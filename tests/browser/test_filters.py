"""Filters that are linked: the counts of each follow all the others, and a slider selects years by mouse and keys."""

import re
from collections import Counter
from typing import Any

import networkx as nx
import pytest
from selenium.webdriver import Chrome, Keys
from selenium.webdriver.common.by import By
from tests.browser.reader import command, element, fragment, page_of, run, screen, show, text, titles, visit

from papertrace.model import Claim, ClaimState, Paper

pytestmark = pytest.mark.browser

VENUES = ("Journal of Ice", "Snow Letters", None, "</script><b>Venue</b>")
TYPES = ("article", "thesis", None)
YEARS = (2017, 2018, 2021, 2021, 2024, None)
N = 48


def facts_of(i: int) -> dict[str, Any]:
    year = YEARS[i % len(YEARS)]
    return {"venue": VENUES[i % 4], "type": TYPES[(i // 4) % 3], "date": None if year is None else str(year)}


@pytest.fixture(scope="module")
def papers() -> list[Paper]:
    return [
        Paper(
            id=f"p{i:02}",
            title=f"Paper {i}",
            abstract="",
            entries=(),
            claim=Claim(state=ClaimState.PROMISED if i % 5 == 0 else ClaimState.NONE, sentence=""),
            **facts_of(i),
        )
        for i in range(N)
    ]


@pytest.fixture(scope="module")
def shelf(papers: list[Paper], tmp_path_factory: pytest.TempPathFactory) -> str:
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    for i, paper in enumerate(papers):
        graph.add_node(paper.id, label=paper.title, community=i % 2, x=90.0 * (i % 7), y=70.0 * (i // 7))
    for i in range(N - 4):
        kind = "concept" if i % 3 else "owner"
        graph.add_edge(f"p{i:02}", f"p{i + 4:02}", kind=kind, weight=1.0 + i, evidence="ice")
    return page_of(tmp_path_factory.mktemp("filters"), graph, papers=papers)


def counts(chrome: Chrome) -> dict[str, dict[str, int]]:
    """Return the numbers of the legend, by heading and row."""
    found = run(
        chrome,
        """const counts = {}; let heading = "";
           for (const e of document.querySelectorAll("#legend h3, #legend .toggles button, #legend .check")) {
             if (e.tagName === "H3") counts[heading = e.firstChild.textContent] = {};
             else if (e.querySelector(".n")) counts[heading][e.querySelector("[dir], .n").parentElement.innerText
               .split("\\n")[0].trim()] = Number(e.querySelector(".n").textContent.replace(/^.* /, ""));
           }
           return counts;""",
    )
    assert isinstance(found, dict)
    return {heading: rows for heading, rows in found.items() if rows}


def press(chrome: Chrome, label: str) -> None:
    element(chrome, "#legend").find_element(By.XPATH, f".//button[span[.='{label}']]").click()


def test_every_filter_counts_what_all_the_others_leave(quiet: Chrome, shelf: str, papers: list[Paper]) -> None:
    visit(quiet, shelf + "#from=2018&to=2021")
    press(quiet, "Journal of Ice")
    press(quiet, "thesis")
    in_years = [paper for paper in papers if 2018 <= (paper.year or 0) <= 2021]
    shown = [paper for paper in in_years if paper.venue == VENUES[0] and paper.type == "thesis"]
    found = counts(quiet)

    assert sorted(titles(quiet)) == sorted(paper.title for paper in shown)
    venues = Counter(paper.venue or "not known" for paper in in_years if paper.type == "thesis")
    assert found["Venue"] == {str(name or "not known"): venues[name or "not known"] for name in VENUES}
    types = Counter(paper.type or "not known" for paper in in_years if paper.venue == VENUES[0])
    assert found["Type"] == {name or "not known": types[name or "not known"] for name in TYPES}
    marks = Counter("Code promised" if paper.claim.state == "promised" else "No word of code" for paper in shown)
    assert found["Code"] == {name: marks[name] for name in ("Code promised", "No word of code")}
    assert sum(found["Communities"].values()) == len(shown)


def test_several_values_of_one_filter_are_alternatives(quiet: Chrome, shelf: str, papers: list[Paper]) -> None:
    visit(quiet, shelf)
    press(quiet, "thesis")
    press(quiet, "not known")

    assert len(titles(quiet)) == sum(paper.type in {"thesis", None} for paper in papers)
    assert fragment(quiet) in {"#type=thesis&type=", "#type=&type=thesis"}
    visit(quiet, shelf + fragment(quiet))
    assert len(titles(quiet)) == sum(paper.type in {"thesis", None} for paper in papers)


def test_links_are_counted_among_the_papers_that_are_shown(quiet: Chrome, shelf: str) -> None:
    visit(quiet, shelf)
    before = counts(quiet)["Links"]
    press(quiet, "thesis")
    after = counts(quiet)["Links"]

    shown = {int(title.split()[1]) for title in titles(quiet)}
    pairs = [i for i in range(N - 4) if {i, i + 4} <= shown]
    assert before == {
        "Shared concepts": sum(i % 3 > 0 for i in range(N - 4)),
        "Same code owner": sum(i % 3 == 0 for i in range(N - 4)),
    }
    assert after == {
        "Shared concepts": sum(i % 3 > 0 for i in pairs),
        "Same code owner": sum(i % 3 == 0 for i in pairs),
    }


def test_name_of_a_venue_is_text(quiet: Chrome, shelf: str) -> None:
    visit(quiet, shelf)
    press(quiet, str(VENUES[3]))

    assert len(titles(quiet)) == N // 4
    assert quiet.find_elements(By.CSS_SELECTOR, "#legend b") == []


def test_show_all_ends_every_filter(quiet: Chrome, shelf: str) -> None:
    visit(quiet, shelf + "#type=thesis&venue=Snow+Letters&from=2018&code=none&community=1")
    assert fragment(quiet).count("=") == 5

    element(quiet, "#legend .facts button").click()

    assert len(titles(quiet)) == N
    assert fragment(quiet) == ""


@pytest.mark.parametrize("words", ["type=nothing", "venue=__proto__", "type=constructor"])
def test_unknown_value_filters_nothing(quiet: Chrome, shelf: str, words: str) -> None:
    visit(quiet, f"{shelf}#{words}")

    assert len(titles(quiet)) == N
    assert fragment(quiet) == ""


def handles(chrome: Chrome) -> list[str]:
    return [
        str(one.get_attribute("aria-valuetext"))
        for one in chrome.find_elements(By.CSS_SELECTOR, "#legend .track input")
    ]


def test_handles_select_years_by_keys(quiet: Chrome, shelf: str, papers: list[Paper]) -> None:
    visit(quiet, shelf)
    first, last = quiet.find_elements(By.CSS_SELECTOR, "#legend .track input")
    assert handles(quiet) == ["2017", "2024"]

    first.send_keys(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
    last.send_keys(Keys.ARROW_LEFT)

    assert handles(quiet) == ["2019", "2023"]
    assert fragment(quiet) == "#from=2019&to=2023"
    assert text(quiet, "#legend .span") == "2019 to 2023: 16 papers"
    assert len(titles(quiet)) == sum(2019 <= (paper.year or 0) <= 2023 for paper in papers)
    assert "8 papers without a year are hidden." in text(quiet, "#legend")
    first.send_keys(Keys.HOME)
    last.send_keys(Keys.END)
    assert fragment(quiet) == ""


def test_one_handle_does_not_pass_the_other(quiet: Chrome, shelf: str) -> None:
    visit(quiet, shelf + "#to=2019")
    first, last = quiet.find_elements(By.CSS_SELECTOR, "#legend .track input")

    first.send_keys(Keys.END)
    assert handles(quiet) == ["2019", "2019"]
    last.send_keys(Keys.HOME)
    assert handles(quiet) == ["2019", "2019"]
    last.send_keys(Keys.ARROW_RIGHT)
    assert handles(quiet) == ["2019", "2020"]


@pytest.mark.parametrize("words", ["", "#from=2024", "#to=2017", "#from=2021&to=2021"], ids=str)
def test_both_handles_can_be_taken_wherever_they_are(quiet: Chrome, shelf: str, words: str) -> None:
    """Where both are at one place, the one that can still move is on top."""
    visit(quiet, shelf + words)
    element(quiet, "#legend .track").location_once_scrolled_into_view  # noqa: B018 - a property that scrolls
    ends = run(
        quiet,
        """const track = document.querySelector("#legend .track").getBoundingClientRect();
           return [...document.querySelectorAll("#legend .track input")].map(e => {
             const x = track.left + 8 + (track.width - 16) * e.value / e.max;
             return [document.elementFromPoint(x, track.top + 12).dataset.end, Number(e.value)]; })""",
    )

    (top_first, low), (top_last, high) = ends
    if low != high:
        assert (top_first, top_last) == ("from", "to")
    else:
        assert top_first == ("from" if low > 3.5 else "to")


def test_handle_is_dragged(quiet: Chrome, shelf: str) -> None:
    visit(quiet, shelf)
    element(quiet, "#legend .track").location_once_scrolled_into_view  # noqa: B018 - a property that scrolls
    box = run(quiet, "return document.querySelector('#legend .track').getBoundingClientRect().toJSON()")
    y, left, step = box["top"] + 12, box["left"] + 8, (box["width"] - 16) / 7
    for kind, x in (("mousePressed", left), ("mouseMoved", left + 2 * step), ("mouseReleased", left + 4 * step)):
        command(quiet, "Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)
        if kind == "mouseMoved":
            command(quiet, "Input.dispatchMouseEvent", type=kind, x=left + 4 * step, y=y, button="left")

    assert fragment(quiet) == "#from=2021"


def test_bars_of_years_follow_the_other_filters(quiet: Chrome, shelf: str, papers: list[Paper]) -> None:
    def heights() -> list[float]:
        found = run(
            quiet, "return [...document.querySelectorAll('#legend .bars span')].map(e => parseFloat(e.style.height))"
        )
        assert isinstance(found, list)
        return found

    def expected(shown: list[Paper]) -> list[float]:
        years = Counter(paper.year for paper in shown)
        return [100 * years[year] / max(years[one] for one in range(2017, 2025)) for year in range(2017, 2025)]

    visit(quiet, shelf + "#from=2021")
    assert heights() == pytest.approx(expected(papers), abs=0.1)
    press(quiet, "thesis")
    assert heights() == pytest.approx(expected([paper for paper in papers if paper.type == "thesis"]), abs=0.1)


def test_press_frames_what_it_leaves(quiet: Chrome, shelf: str) -> None:
    visit(quiet, shelf)
    before = run(quiet, "return papertrace.where('p04').x - papertrace.where('p00').x")

    press(quiet, str(VENUES[0]))
    press(quiet, "thesis")

    left = {f"p{int(title.split()[1]):02}" for title in titles(quiet)}
    points = [run(quiet, "return papertrace.where(arguments[0])", key) for key in left]
    box = run(quiet, "return document.getElementById('map').getBoundingClientRect().toJSON()")
    assert all(box["left"] < point["x"] < box["right"] and box["top"] < point["y"] < box["bottom"] for point in points)
    assert run(quiet, "return papertrace.where('p04').x - papertrace.where('p00').x") != before


def test_slider_is_wide_enough_for_a_finger(quiet: Chrome, shelf: str) -> None:
    screen(quiet, 390, 844, phone=True)
    visit(quiet, shelf)

    assert run(quiet, "return document.querySelector('#legend .track').offsetHeight") >= 44
    assert run(quiet, "return document.documentElement.scrollWidth") <= 390


def test_years_that_are_far_apart_have_a_step_each(quiet: Chrome, tmp_path: Any) -> None:  # noqa: ANN401 - of pytest
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    for i, year in enumerate((1665, 1905, 2024)):
        graph.add_node(f"p{i}", label=f"Paper {i}", x=float(i), y=0.0, year=year)
    show(quiet, tmp_path, graph)

    element(quiet, "#legend .track input").send_keys(Keys.ARROW_RIGHT)

    assert re.match("1905 to 2024", text(quiet, "#legend .span"))


def test_row_says_how_many_of_its_links_the_filters_leave(quiet: Chrome, shelf: str) -> None:
    visit(quiet, shelf + "#without=owner")
    said = run(quiet, "return [...document.querySelectorAll('#results .by')].map(e => e.textContent)")

    assert any("1 of 2 links" in words for words in said)
    assert any("· 2 links" in words for words in said)
