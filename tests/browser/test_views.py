"""The views of the page: the map of papers, the concept map, and the timeline."""

from collections import Counter
from collections.abc import Iterable
from itertools import combinations, pairwise
from pathlib import Path

import networkx as nx
import pytest
from selenium.webdriver import Chrome, Keys
from selenium.webdriver.common.by import By
from tests.browser.chromium import requests_of
from tests.browser.field import Field
from tests.browser.reader import (
    click_at,
    element,
    fragment,
    make_paper,
    messages,
    pixels,
    press,
    run,
    screen,
    search,
    show,
    text,
    titles,
    top,
    until,
    visit,
    where,
)

from papertrace.model import Concept, Paper

pytestmark = [pytest.mark.browser, pytest.mark.slow]

VIEWS = {
    "papers": ("", "Map of the papers", "226 papers, most linked first"),
    "concepts": ("#view=concepts", "Map of the concepts", "29 concepts that papers share, commonest first"),
    "timeline": ("#view=timeline", "Papers by date and community", "226 papers, most linked first"),
}


def shown_view(chrome: Chrome) -> str:
    return str(run(chrome, "return document.querySelector('#views input:checked').value"))


def place_of(chrome: Chrome, concept: str) -> tuple[float, float]:
    point = run(chrome, "return papertrace.concept(arguments[0])", concept)
    return point["x"], point["y"]


def places_of(chrome: Chrome, papers: Iterable[Paper]) -> dict[str, tuple[float, float]]:
    """Return the screen coordinates of papers, by id."""
    keys = [paper.id for paper in papers]
    points = run(chrome, "return arguments[0].map(papertrace.where)", keys)
    return {key: (point["x"], point["y"]) for key, point in zip(keys, points, strict=True)}


def corner(chrome: Chrome) -> tuple[float, float]:
    """Return an empty point of the map."""
    frame = run(chrome, "return document.getElementById('map').getBoundingClientRect().toJSON()")
    return frame["left"] + 24, frame["top"] + 24  # past the border that can be dragged


def holders(field: Field, label: str) -> list[str]:
    return [paper.title for paper in field.papers if label in {concept.label for concept in paper.concepts}]


@pytest.mark.parametrize("view", VIEWS)
def test_address_opens_a_view_without_a_request_or_a_message(chrome: Chrome, page: str, view: str) -> None:
    words, label, found = VIEWS[view]
    chrome.get("about:blank")
    requests_of(chrome)
    messages(chrome)

    visit(chrome, page + words)

    assert shown_view(chrome) == view
    assert str(element(chrome, "#map").get_attribute("aria-label")).startswith(label)
    assert text(chrome, "#found") == found
    assert fragment(chrome) == words
    until(lambda: pixels(chrome) > 10_000)
    assert {url.partition("#")[0] for url in requests_of(chrome) if not url.startswith("data:")} == {page}
    assert messages(chrome) == []


@pytest.mark.parametrize("name", ["nothing", "__proto__", ""])
def test_unknown_view_in_the_address_shows_the_papers(chrome: Chrome, page: str, name: str) -> None:
    visit(chrome, f"{page}#view={name}")

    assert shown_view(chrome) == "papers"
    assert fragment(chrome) == ""


def test_keys_go_from_view_to_view_and_back_undoes_it(opened: Chrome) -> None:
    run(opened, "document.querySelector('#views input:checked').focus()")
    focused = opened.switch_to.active_element
    assert run(opened, "return getComputedStyle(arguments[0].nextElementSibling).outlineStyle", focused) == "solid"

    seen = []
    for _ in range(4):
        press(opened, Keys.ARROW_RIGHT)
        seen.append((shown_view(opened), fragment(opened)))

    views = ("concepts", "timeline", "table")
    assert seen == [*((view, f"#view={view}") for view in views), ("papers", "")]
    opened.back()
    opened.back()
    until(lambda: shown_view(opened) == "timeline")
    opened.back()
    until(lambda: shown_view(opened) == "concepts")
    assert text(opened, "#found").startswith("29 concepts")


def test_switch_is_reached_past_the_list(opened: Chrome) -> None:
    press(opened, *[Keys.TAB] * 4, Keys.ENTER)
    assert run(opened, "return document.activeElement.value") == "papers"

    press(opened, Keys.ARROW_RIGHT, Keys.TAB)

    assert shown_view(opened) == "concepts"
    assert run(opened, "return document.activeElement.id") == "map"


def test_what_is_chosen_stays_chosen_from_view_to_view(opened: Chrome) -> None:
    element(opened, "#results button").click()
    chosen = text(opened, "#details h2")

    for view in ("concepts", "timeline", "papers"):
        element(opened, f"#views label:has([value={view}])").click()
        assert text(opened, "#details h2") == chosen
        assert "paper=" in fragment(opened)


def test_concepts_stand_in_the_list_with_the_number_of_their_papers(chrome: Chrome, page: str, field: Field) -> None:
    visit(chrome, page + "#view=concepts")

    counts = Counter(label for paper in field.papers for label in {concept.label for concept in paper.concepts})
    lines = run(chrome, "return [...document.querySelectorAll('#results .by')].map(e => e.textContent.split(' · ')[0])")
    named = titles(chrome)
    assert dict(zip(named, lines, strict=True)) == {label: f"{n} papers" for label, n in counts.items()}
    assert [counts[label] for label in named] == sorted(counts.values(), reverse=True)


def test_clicked_concept_shows_its_papers(chrome: Chrome, page: str, field: Field) -> None:
    visit(chrome, page + "#view=concepts")

    click_at(chrome, *place_of(chrome, "glacier retreat"))

    assert fragment(chrome) == "#view=concepts&concept=glacier+retreat"
    assert text(chrome, "#details h2") == "glacier retreat"
    assert chrome.title == "glacier retreat"
    element(chrome, "#details .near + .quiet").click()
    shown = run(
        chrome, "return [...document.querySelectorAll('#details .near:first-of-type .name')].map(e => e.textContent)"
    )
    assert sorted(shown) == sorted(holders(field, "glacier retreat"))
    click_at(chrome, *corner(chrome))
    assert fragment(chrome) == "#view=concepts"
    assert text(chrome, "#details") == ""


def test_concepts_do_not_overlap(chrome: Chrome, page: str) -> None:
    visit(chrome, page + "#view=concepts")

    places = [place_of(chrome, label) for label in titles(chrome)]

    assert all(abs(ax - bx) > 12 or abs(ay - by) > 12 for (ax, ay), (bx, by) in combinations(places, 2))


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_no_name_of_a_concept_is_over_a_disc_as_large_as_its_own(chrome: Chrome, page: str, *, phone: bool) -> None:
    """Over such a disc it would be read as that one's name."""
    if phone:
        screen(chrome, 390, 844, phone=True)
    visit(chrome, page + "#view=concepts")
    discs = {label: run(chrome, "return papertrace.concept(arguments[0])", label) for label in titles(chrome)}
    names = run(chrome, "return papertrace.conceptNames()")

    assert len(names) > 12
    covered = {
        (name["concept"], other)
        for name in names
        for other, disc in discs.items()
        if other != name["concept"]
        and disc["radius"] >= discs[name["concept"]]["radius"]
        and name["left"] < disc["x"] + disc["radius"]
        and name["right"] > disc["x"] - disc["radius"]
        and name["top"] < disc["y"] + disc["radius"]
        and name["bottom"] > disc["y"] - disc["radius"]
    }
    assert covered == set()


def test_order_is_offered_only_for_papers(chrome: Chrome, page: str) -> None:
    visit(chrome, page + "#view=concepts")
    assert not element(chrome, "#sort").is_displayed()

    search(chrome, "glacier")
    assert element(chrome, "#sort").is_displayed()


def test_arrows_go_from_concept_to_concept(chrome: Chrome, page: str) -> None:
    visit(chrome, page + "#view=concepts")
    run(chrome, "document.getElementById('map').focus()")

    seen = []
    for key in (Keys.ARROW_RIGHT, Keys.ARROW_DOWN, Keys.ARROW_LEFT):
        press(chrome, key)
        seen.append(text(chrome, "#details h2"))

    assert len(set(seen) - {""}) == 3
    assert str(run(chrome, "return document.getElementById('told').textContent")).startswith(f"{seen[-1]}: ")
    press(chrome, Keys.ENTER)
    assert run(chrome, "return document.activeElement.id") == "details"
    press(chrome, Keys.ESCAPE)
    assert fragment(chrome) == "#view=concepts"


def test_filters_count_concepts_anew(chrome: Chrome, page: str, field: Field) -> None:
    visit(chrome, page + "#view=concepts&community=7")

    own = [paper for paper in field.papers if field.graph.nodes[paper.id]["community"] == 7]
    counts = Counter(label for paper in own for label in {concept.label for concept in paper.concepts})
    assert set(titles(chrome)) == set(counts)
    assert text(chrome, "#results .by").split(" · ")[0] == f"{max(counts.values())} papers"
    assert not element(chrome, "#legend .of-papers").is_displayed()
    element(chrome, "#views label:has([value=papers])").click()
    assert text(chrome, "#found").startswith(f"{len(own)} of {len(field.papers)} papers")
    assert element(chrome, "#legend .of-papers").is_displayed()


def test_search_among_concepts_finds_concepts_first_and_then_papers(chrome: Chrome, page: str) -> None:
    visit(chrome, page + "#view=concepts")

    found = search(chrome, "glacier")

    assert found[0] == "glacier retreat"
    assert text(chrome, "#found") == f"{len(found) - 1} papers found · 1 concept"
    press(chrome, Keys.ENTER)
    assert text(chrome, "#details h2") == "glacier retreat"


def test_papers_stand_in_time_from_left_to_right_and_by_community(chrome: Chrome, page: str, field: Field) -> None:
    visit(chrome, page + "#view=timeline")

    places = places_of(chrome, field.papers)
    quarter = {paper.id: (paper.date[:4], (int(paper.date[5:7]) - 1) // 3) for paper in field.papers if paper.date}
    columns: dict[tuple[str, int], list[float]] = {}
    rows: dict[int, list[float]] = {}
    for key, (x, y) in places.items():
        columns.setdefault(quarter[key], []).append(x)
        rows.setdefault(field.graph.nodes[key]["community"], []).append(y)
    spans = [(min(xs), max(xs)) for _, xs in sorted(columns.items())]
    lanes = sorted((min(ys), max(ys)) for ys in rows.values())

    assert len(spans) == 20
    assert all(one[1] < other[0] for one, other in pairwise(spans))
    assert all(one[1] < other[0] for one, other in pairwise(lanes))
    frame = run(chrome, "return document.getElementById('map').getBoundingClientRect().toJSON()")
    assert all(frame["left"] < x < frame["right"] and frame["top"] < y < frame["bottom"] for x, y in places.values())


@pytest.mark.parametrize(("width", "height"), [(1000, 700), (1900, 1000), (390, 844)])
def test_lanes_stay_in_sight_when_the_window_changes(
    chrome: Chrome, page: str, field: Field, width: int, height: int
) -> None:
    screen(chrome, 1440, 900)
    visit(chrome, page + "#view=timeline")

    screen(chrome, width, height)

    def inside() -> bool:
        frame = run(chrome, "return document.getElementById('map').getBoundingClientRect().toJSON()")
        places = places_of(chrome, field.papers).values()
        return all(frame["left"] < x < frame["right"] and frame["top"] < y < frame["bottom"] for x, y in places)

    until(inside, seconds=5)
    if width > height:
        across = [x for x, _ in places_of(chrome, field.papers).values()]
        assert max(across) - min(across) > 0.6 * run(chrome, "return document.getElementById('map').clientWidth")


def test_paper_clicked_on_the_timeline_shows_its_panel(chrome: Chrome, page: str) -> None:
    visit(chrome, page + "#view=timeline")
    before = pixels(chrome)

    click_at(chrome, *where(chrome, "p00007"))

    assert "TaVo7" in text(chrome, "#details h2")
    assert fragment(chrome) == "#view=timeline&paper=p00007"
    until(lambda: pixels(chrome) != before)


def test_papers_return_to_their_positions_on_the_map(opened: Chrome) -> None:
    before = where(opened, "p00007")
    for view in ("timeline", "papers"):
        element(opened, f"#views label:has([value={view}])").click()
    after = where(opened, "p00007")

    assert after == pytest.approx(before, abs=1)


def small_graph(*dates: str | None) -> tuple["nx.MultiGraph[str]", list[Paper]]:
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    papers = []
    for i, date in enumerate(dates):
        key = f"p{i}"
        graph.add_node(key, label=f"Paper {i}", community=0, x=90.0 * i, y=0.0)
        papers.append(make_paper(key, f"Paper {i}", date=date, concepts=(Concept(key=key, label=key),)))
    return graph, papers


def test_papers_without_a_date_stand_beside_all_others(chrome: Chrome, tmp_path: Path) -> None:
    graph, papers = small_graph("2023-04-01", None, "2025-01-31", "2021")
    show(chrome, tmp_path, graph, papers=papers, words="#view=timeline")

    x = [where(chrome, paper.id)[0] for paper in papers]
    assert x[3] < x[0] < x[2] < x[1]
    assert text(chrome, "#empty") == ""


def test_without_a_date_there_is_no_timeline(chrome: Chrome, tmp_path: Path) -> None:
    graph, papers = small_graph(None, None)
    show(chrome, tmp_path, graph, papers=papers, words="#view=timeline")

    assert shown_view(chrome) == "papers"
    assert not element(chrome, "#views [value=timeline]").is_enabled()
    assert (
        element(chrome, "#views label:has([value=timeline])").get_attribute("title")
        == "No paper in this list has a date"
    )


def test_without_a_shared_concept_the_map_of_concepts_says_so(chrome: Chrome, tmp_path: Path) -> None:
    graph, papers = small_graph("2024", "2025")
    show(chrome, tmp_path, graph, papers=papers, words="#view=concepts")

    assert text(chrome, "#empty") == "No concept stands in two of these papers."
    assert text(chrome, "#found") == "No concept that papers share"
    assert messages(chrome) == []


@pytest.mark.parametrize("view", VIEWS)
def test_phone_shows_each_view_in_one_column(chrome: Chrome, page: str, view: str) -> None:
    screen(chrome, 390, 844, phone=True)

    visit(chrome, page + VIEWS[view][0])

    assert run(chrome, "return document.documentElement.scrollWidth") <= 390
    tops = [top(chrome, part) for part in ("#tabs", "#views", "#map", "#query", "#legend")]
    assert tops == sorted(tops)
    heights = run(chrome, "return [...document.querySelectorAll('#views label')].map(e => e.offsetHeight)")
    assert min(heights) >= 40  # wide enough for a finger
    first = titles(chrome)[0]
    chrome.find_element(By.CSS_SELECTOR, "#tabs label:nth-of-type(2)").click()
    chrome.find_element(By.CSS_SELECTOR, "#results button").click()
    assert text(chrome, "#details h2") == first


def test_phone_opens_a_concept_by_touch(chrome: Chrome, page: str) -> None:
    screen(chrome, 390, 844, phone=True)
    visit(chrome, page + "#view=concepts")
    x, y = place_of(chrome, "ink recovery")

    for kind, points in (("touchStart", [{"x": x, "y": y}]), ("touchEnd", [])):
        chrome.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    until(lambda: text(chrome, "#details h2") == "ink recovery")
    assert run(chrome, "return document.documentElement.scrollWidth") <= 390
