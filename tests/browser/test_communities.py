"""The card of a community, at every size of map: opened from map or legend, framed, and compared with another."""

import itertools
import re
from collections import Counter
from pathlib import Path

import networkx as nx
import pytest
from selenium.webdriver import Chrome, Keys
from selenium.webdriver.common.by import By
from selenium.webdriver.support.select import Select
from tests.browser.field import FIELDS, Field
from tests.browser.reader import click_at, element, fragment, make_paper, places, run, show, text, until, visit

from papertrace.model import Concept, Link, LinkKind, LinkRole, Outcome, RepoRef, Span, Verdict

pytestmark = [pytest.mark.browser, pytest.mark.slow]

ICE = (
    "However, nobody reads them without the tables that came before this one, which are lost.",
    "Glacier tables and radar surveys are read together for the first time in this long sentence.",
    "Snow lines are short.",
)


def members(field: Field, community: int) -> list[str]:
    return [str(key) for key, attrs in field.graph.nodes(data=True) if attrs["community"] == community]


def name_of(community: int) -> str:
    return ", ".join(FIELDS[community][:2])


def sections(chrome: Chrome) -> dict[str, str]:
    """Return the text of each section of the panel by its heading."""
    found = run(
        chrome,
        """const sections = {};
           for (const e of document.querySelectorAll("#details > *")) {
             if (e.tagName === "H3") sections[e.firstChild.textContent] = "";
             else if (Object.keys(sections).length) sections[Object.keys(sections).at(-1)] += e.innerText + "\\n";
           }
           return sections;""",
    )
    assert isinstance(found, dict)
    return found


def map_frame(chrome: Chrome) -> tuple[float, float, float, float]:
    box = run(chrome, "return document.getElementById('map').getBoundingClientRect().toJSON()")
    return box["left"], box["top"], box["right"], box["bottom"]


def spread(points: dict[str, tuple[float, float]]) -> float:
    return max(x for x, _ in points.values()) - min(x for x, _ in points.values())


def in_legend(chrome: Chrome, community: int) -> None:
    element(chrome, "#legend").find_element(By.XPATH, f".//button[contains(., '{name_of(community)}')]").click()


@pytest.mark.parametrize("way", ["legend", "map", "address"])
def test_community_is_opened_and_framed(chrome: Chrome, page: str, field: Field, way: str) -> None:
    visit(chrome, page)
    own = members(field, 3)
    before = spread(places(chrome, own))

    if way == "legend":
        in_legend(chrome, 3)
    elif way == "map":
        box = next(name for name in run(chrome, "return papertrace.names()") if name["community"] == "3")
        click_at(chrome, (box["left"] + box["right"]) / 2, (box["top"] + box["bottom"]) / 2)
    else:
        visit(chrome, page + "#about=3")

    assert text(chrome, "#details h2") == name_of(3)
    assert fragment(chrome) == "#about=3"
    assert chrome.title == name_of(3)
    left, top, right, bottom = map_frame(chrome)
    after = places(chrome, own)
    assert all(left < x < right and top < y < bottom for x, y in after.values())
    assert spread(after) > 1.5 * before
    assert text(chrome, "#found").startswith("226 papers")  # nothing is filtered


def test_name_of_a_lane_of_the_timeline_opens_its_community(chrome: Chrome, page: str) -> None:
    visit(chrome, page + "#view=timeline")

    box = next(name for name in run(chrome, "return papertrace.names()") if name["community"] == "1")
    click_at(chrome, (box["left"] + box["right"]) / 2, (box["top"] + box["bottom"]) / 2)

    assert text(chrome, "#details h2") == name_of(1)
    assert fragment(chrome) == "#view=timeline&about=1"


def test_second_press_in_the_legend_closes_the_card(opened: Chrome) -> None:
    in_legend(opened, 2)
    pressed = element(opened, "#legend .toggles [aria-pressed=true]")
    assert pressed.text.startswith(name_of(2))

    pressed.click()

    assert text(opened, "#details") == ""
    assert fragment(opened) == ""


def test_card_says_what_a_community_is_about(chrome: Chrome, page: str, field: Field) -> None:
    visit(chrome, page + "#about=1")
    own = {paper.id: paper for paper in field.papers if paper.id in members(field, 1)}
    until(lambda: text(chrome, "#details .taken"))

    quotes = run(
        chrome,
        """return [...document.querySelectorAll("#details .taken .quote")].map((e) =>
             [e.querySelector("blockquote").textContent, Number(e.querySelector("button").dataset.paper)])""",
    )

    assert "Sentences taken from its abstracts" in sections(chrome)
    assert len(quotes) == 3
    assert len({number for _, number in quotes}) == 3
    for sentence, number in quotes:
        assert sentence in field.papers[number].abstract
        assert field.papers[number].id in own
        assert any(concept in sentence for concept in FIELDS[1])


def test_card_counts_what_its_papers_have(chrome: Chrome, page: str, field: Field) -> None:
    visit(chrome, page + "#about=1")
    own = [paper for paper in field.papers if paper.id in members(field, 1)]
    years = Counter(paper.year for paper in own if paper.year)
    shown = sections(chrome)

    assert text(chrome, "#details .facts").startswith(f"{len(own)} papers · {min(years)}\N{EN DASH}{max(years)}")
    chart = str(element(chrome, "#details .growth").get_attribute("aria-label"))
    assert chart == "Papers by year. " + ", ".join(f"{year}: {years[year]}" for year in sorted(years))
    heights = run(chrome, "return [...document.querySelectorAll('#details .bar')].map(e => e.offsetHeight)")
    order = sorted(range(len(heights)), key=lambda k: heights[k])
    counts = [years[year] for year in range(min(years), max(years) + 1)]
    assert counts[order[-1]] == max(counts)
    linked = {verdict.link.url: verdict for verdict in field.verdicts}
    states = [linked[link.url] for paper in own for link in paper.links if link.url in linked]
    living = sum(one.outcome != Outcome.DEAD and str(one.repository_state or "") != "archived" for one in states)
    assert f"{living} of {len(own)} papers ({round(100 * living / len(own))}%) have living code." in shown["Code"]
    assert "dead" in shown["Code"]


def test_card_names_papers_that_stand_out(chrome: Chrome, page: str, field: Field) -> None:
    visit(chrome, page + "#about=1")
    own = set(members(field, 1))
    graph = field.graph
    within: Counter[str] = Counter()
    across: Counter[str] = Counter()
    pairs = {frozenset(pair) for pair in graph.edges() if len(set(pair)) > 1}
    for one, other in map(sorted, pairs):
        for end, far in ((one, other), (other, one)):
            (within if far in own else across)[end] += 1
    shown = sections(chrome)

    for heading, counts in (("Central", within), ("Bridging", across)):
        most = max(counts[key] for key in own)
        best = [graph.nodes[key]["label"] for key in own if counts[key] == most]
        assert shown[heading].split("\n")[1].startswith(tuple(best)), heading  # below author and year
    newest = max((paper for paper in field.papers if paper.id in own), key=lambda paper: paper.date or "")
    assert shown["Newest"].split("\n")[1] == newest.title
    assert re.search(r"\d links? to [a-z ]+", shown["Bridging"])
    assert len(re.findall(r"acme/", shown["Repositories"])) == 3
    assert "dead" not in shown["Repositories"]


def test_two_communities_stand_side_by_side(opened: Chrome, field: Field) -> None:
    in_legend(opened, 1)
    Select(element(opened, "#details .tray select")).select_by_visible_text(name_of(4))

    assert fragment(opened) == "#about=1&versus=4"
    assert text(opened, "#details h2") == "Two communities compared"
    columns = run(
        opened,
        """return [...document.querySelectorAll("#details .versus")].map(e => [...e.children].map(c => {
             const box = c.getBoundingClientRect(); return [box.left, box.right, box.top]; }))""",
    )
    assert len(columns) > 5
    assert all(left[1] <= right[0] and abs(left[2] - right[2]) < 1 for left, right in columns)
    shared = {c.label for key in members(field, 1) for c in field.papers[int(key[1:])].concepts} & {
        c.label for key in members(field, 4) for c in field.papers[int(key[1:])].concepts
    }
    listed = sections(opened)["Concepts of both"]
    assert shared
    assert all(label in listed for label in sorted(shared)[:3] if len(shared) <= 12)
    left, top, right, bottom = map_frame(opened)
    both = places(opened, members(field, 1) + members(field, 4))
    assert all(left < x < right and top < y < bottom for x, y in both.values())
    opened.back()
    until(lambda: text(opened, "#details h2") == name_of(1))


def test_links_between_two_communities_are_explained_on_a_small_map(chrome: Chrome, page: str, field: Field) -> None:
    group = nx.get_node_attributes(field.graph, "community")
    pairs = Counter(tuple(sorted((group[one], group[other]))) for one, other in set(field.graph.edges()))
    one, other = max((pair for pair in pairs if pair[0] != pair[1]), key=lambda pair: pairs[pair])

    visit(chrome, f"{page}#about={one}&versus={other}")
    chrome.find_element(By.XPATH, "//section[@id='details']//button[.='Why']").click()

    assert text(chrome, "#details h2") == "Why these communities are linked"
    assert fragment(chrome) == f"#between={one}+{other}"
    assert "Shared concepts" in text(chrome, "#details")


def test_community_is_shown_alone_and_all_are_again(opened: Chrome, field: Field) -> None:
    in_legend(opened, 2)
    opened.find_element(By.XPATH, "//section[@id='details']//button[.='Show only this']").click()
    own = members(field, 2)

    assert set(run(opened, "return papertrace.drawn()")) == set(own)
    assert text(opened, "#found").startswith(f"{len(own)} of 226 papers")
    assert f"Filters leave {len(own)} of 226 papers" in text(opened, "#legend")
    assert "only" in element(opened, "#legend .toggles [aria-pressed=true]").text
    assert fragment(opened) == "#about=2&community=2"


@pytest.mark.parametrize("words", ["about=99", "about=1&versus=1", "versus=1", "about=1&versus=x", "about="], ids=str)
def test_address_of_no_known_community_is_corrected(opened: Chrome, page: str, words: str) -> None:
    visit(opened, f"{page}#{words}")

    assert fragment(opened) == ("#about=1" if words.startswith("about=1") else "")


def test_card_is_reached_and_left_by_keys(opened: Chrome) -> None:
    row = element(opened, "#legend .toggles button")
    run(opened, "arguments[0].focus()", row)
    row.send_keys(Keys.ENTER)
    assert text(opened, "#details h2") == row.text.split("\n")[0]
    assert run(opened, "return document.getElementById('told').textContent").startswith(row.text.split("\n")[0])

    run(opened, "document.querySelector('#details .tray button').focus()")
    opened.switch_to.active_element.send_keys(Keys.ESCAPE)

    assert text(opened, "#details") == ""


def test_sentence_that_refers_back_is_not_taken(quiet: Chrome, tmp_path: Path) -> None:
    held = tuple(Concept(key=label, label=label) for label in ("glacier tables", "radar surveys", "snow lines"))
    papers = [make_paper(f"p{i}", f"Paper {i}", abstract=" ".join(ICE), concepts=held, date="2020") for i in range(2)]
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    for i, one in enumerate(papers):
        graph.add_node(one.id, label=one.title, community=0, community_label="ice", x=float(i), y=0.0)
    graph.add_node("p2", label="Paper 2", community=1, community_label="sand", x=3.0, y=0.0)
    graph.add_edge("p0", "p1", kind="concept", weight=1.0, evidence="glacier tables")
    show(quiet, tmp_path, graph, papers=papers, words="#about=0")
    until(lambda: text(quiet, "#details .taken"))

    quotes = quiet.find_elements(By.CSS_SELECTOR, "#details .taken blockquote")
    assert {quote.text for quote in quotes} == {ICE[1]}


def test_best_repository_is_that_which_lives_and_most_papers_share(quiet: Chrome, tmp_path: Path) -> None:
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    papers, verdicts = [], []
    for i, name in enumerate(("gone", "gone", "kept", "shared", "shared")):
        repository = RepoRef("github.com", "acme", name)
        link = Link(
            raw="",
            url=repository.url,
            span=Span("a", 1),
            kind=LinkKind.REPOSITORY,
            role=LinkRole.OWN,
            repository=repository,
        )
        papers.append(make_paper(f"p{i}", f"Paper {i}", links=(link,)))
        outcome = Outcome.DEAD if name == "gone" else Outcome.ALIVE
        verdicts.append(Verdict(link=link, outcome=outcome, reason="made up"))
        graph.add_node(f"p{i}", label=f"Paper {i}", community=0, x=float(i), y=0.0)
    for one, other in itertools.pairwise(graph):
        graph.add_edge(one, other, kind="concept", weight=1.0, evidence="x")
    graph.add_node("other", label="Other", community=1, x=9.0, y=1.0)
    show(quiet, tmp_path, graph, papers=papers, verdicts=verdicts, words="#about=0")

    listed = sections(quiet)["Repositories"]
    assert re.findall(r"acme/(\w+)", listed) == ["shared", "kept", "gone"]
    assert "2 papers" in listed
    assert "3 of 5 papers (60%) have living code." in sections(quiet)["Code"]


def test_card_of_a_large_map_is_the_same(desk: Chrome) -> None:
    in_legend(desk, 2)
    until(lambda: text(desk, "#details .taken"))

    assert fragment(desk) == "#open=2"
    assert {"Sentences taken from its abstracts", "Concepts", "Papers by year", "Code", "Central", "Newest"} <= set(
        sections(desk)
    )
    Select(element(desk, "#details .tray select")).select_by_visible_text(name_of(4))
    assert fragment(desk) == "#about=2&versus=4&open=2"
    assert text(desk, "#details h2") == "Two communities compared"
