"""Search in the page: ranking, fields, phrases, typing errors, and how hits are shown."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import networkx as nx
import pytest
from selenium.webdriver import ActionChains, Chrome, Keys
from tests.browser.reader import element, messages, page_of, run, search, show, text, titles, until, visit
from tests.case_tables import cases

from papertrace.model import Concept, Paper

pytestmark = pytest.mark.browser


def paper(title: str, abstract: str = "", **facts: Any) -> Paper:  # noqa: ANN401 - any fact of a paper
    held = tuple(Concept(key=label, label=label) for label in facts.pop("concepts", ()))
    key = title.partition(":")[0].lower().replace(" ", "-")
    return Paper(id=key, title=title, abstract=abstract, entries=(), concepts=held, **facts)


PAPERS = (
    paper("Glacier Tables", "Ice on maps.", authors=("Dele Okafor",), date="2019-05-01", venue="Journal of Ice"),
    paper(
        "Snow Maps",
        "Glacier retreat is measured by radar. It is slow.",
        authors=("Emi Tanaka",),
        date="2021",
        concepts=("radar interferometry",),
    ),
    paper("Radar for Snow", "Nothing of ice.", authors=("Dele Ice",), date="2023", venue="Snow Letters"),
    paper("A Survey of Pretraining", "Language models. C++ is used, and x-ray scans.", date="2020"),
    paper("Quantization without Tears", "The radar of a ship: snow falls on it.", authors=("Ørsted Å.",)),
    paper("海冰厚度测量", "我们用雷达测量海冰。"),
)


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> str:
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    for i, one in enumerate(PAPERS):
        facts = {"community": i % 2, "community_label": f"topic {i % 2}", "color": "#0072b2", "concepts": ""}
        graph.add_node(one.id, label=one.title, x=90.0 * i, y=40.0 * (i % 2), **facts)
    return page_of(tmp_path_factory.mktemp("search"), graph, papers=PAPERS)


@pytest.fixture
def opened_small(chrome: Chrome, small: str) -> Iterator[Chrome]:
    """Open the page of the few papers; afterwards, the console must be empty."""
    visit(chrome, small)
    yield chrome
    assert messages(chrome) == []


def firsts(found: list[str]) -> list[str]:
    return [title.split()[0] for title in found]


@cases("words, found")
def test_query_finds(opened_small: Chrome, words: str, found: list[str]) -> None:
    """More queries are in `tests/page_scripts/search.test.mjs`."""
    assert firsts(search(opened_small, words)) == found


def test_field_that_is_still_being_typed_hides_nothing(opened_small: Chrome) -> None:
    assert len(search(opened_small, "author:")) == len(PAPERS)
    assert "most linked first" in text(opened_small, "#found")


def test_corrected_word_is_said(opened_small: Chrome) -> None:
    search(opened_small, "quantisation")

    assert "1 paper found" in text(opened_small, "#found")
    assert "“quantisation” read as “quantization”" in text(opened_small, "#found")


def test_hit_in_an_abstract_shows_its_sentence_with_the_words_marked(opened_small: Chrome) -> None:
    search(opened_small, "abstract:retreat")

    assert text(opened_small, "#results .why") == "Abstract: Glacier retreat is measured by radar."
    assert text(opened_small, "#results .why mark") == "retreat"


def test_words_found_are_marked_in_titles(opened_small: Chrome) -> None:
    search(opened_small, "snow rad")

    marked = run(opened_small, "return [...document.querySelectorAll('#results .title mark')].map(e => e.textContent)")
    assert marked[:2] == ["Radar", "Snow"]


def test_hits_are_counted_by_community_and_stand_out_on_the_map(opened_small: Chrome) -> None:
    gold = "return getComputedStyle(document.documentElement).getPropertyValue('--mark').trim()"
    count = """const [r, g, b] = arguments[0].match(/\\w\\w/g).map(c => parseInt(c, 16));
        const map = document.querySelector("#map canvas");
        const copy = Object.assign(document.createElement("canvas"), { width: map.width, height: map.height });
        const context = copy.getContext("2d", { willReadFrequently: true });
        context.drawImage(map, 0, 0);
        const data = context.getImageData(0, 0, copy.width, copy.height).data;
        let n = 0;
        for (let i = 0; i < data.length; i += 4) if (data[i] === r && data[i + 1] === g && data[i + 2] === b) n += 1;
        return n;"""
    color = run(opened_small, gold)
    assert run(opened_small, count, color) == 0

    search(opened_small, "radar")

    counted = run(opened_small, "return [...document.querySelectorAll('#legend .toggles .n')].map(e => e.textContent)")
    assert counted[:2] == ["2 of 3", "1 of 3"]
    assert "3 papers found · 1 concept · in 2 communities" in text(opened_small, "#found")
    until(lambda: run(opened_small, count, color) > 100)


IN_SIGHT = """const { x, y } = papertrace.where(arguments[0]);
    const map = document.getElementById("map").getBoundingClientRect();
    return x > map.left && x < map.right && y > map.top && y < map.bottom;"""


def test_hits_come_into_view_if_none_of_them_is(opened_small: Chrome) -> None:
    for _ in range(5):
        element(opened_small, "#closer").click()
    assert not run(opened_small, IN_SIGHT, "glacier-tables")

    assert firsts(search(opened_small, "author:okafor")) == ["Glacier"]

    until(lambda: run(opened_small, IN_SIGHT, "glacier-tables"))


def test_map_stays_below_the_words_while_a_hit_is_in_view(opened_small: Chrome) -> None:
    for _ in range(3):
        element(opened_small, "#closer").click()
    before = run(opened_small, "return papertrace.where('radar-for-snow')")
    assert run(opened_small, IN_SIGHT, "radar-for-snow")

    assert len(search(opened_small, "radar")) == 3

    assert run(opened_small, "return papertrace.where('radar-for-snow')") == before


@cases("years, words, said", named=True)
def test_list_says_what_filters_hide(chrome: Chrome, small: str, years: str, words: str, said: str) -> None:
    visit(chrome, f"{small}#{years}")
    search(chrome, words)

    assert text(chrome, "#found").startswith(said)
    element(chrome, "#unfilter").click()

    assert len(titles(chrome)) == (len(PAPERS) if not words else {"radar": 3, "quantization": 1, "zebra": 0}[words])
    assert not element(chrome, "#unfilter").is_displayed()


def test_filters_that_hide_nothing_offer_nothing_to_show(chrome: Chrome, small: str) -> None:
    visit(chrome, f"{small}#from=2019&to=2023&undated=shown")

    assert text(chrome, "#found").startswith("6 papers")
    assert not element(chrome, "#unfilter").is_displayed()


def test_focus_goes_on_to_the_list_when_all_papers_are_shown_again(chrome: Chrome, small: str) -> None:
    visit(chrome, f"{small}#from=2020&to=2021")
    element(chrome, "#unfilter").send_keys(Keys.ENTER)

    assert run(chrome, "return document.activeElement === document.querySelector('#results button')")


def test_abstracts_are_searched_for_an_address_too(chrome: Chrome, small: str) -> None:
    visit(chrome, small + "#find=retreat")

    until(lambda: titles(chrome) == ["Snow Maps"])
    assert element(chrome, "#results").get_attribute("aria-busy") == "false"


@pytest.mark.parametrize("way", ["key", "button"])
def test_help_opens_and_closes(opened_small: Chrome, way: str) -> None:
    if way == "key":
        ActionChains(opened_small).send_keys("?").perform()
    else:
        element(opened_small, "#help").click()
    assert "author:okafor" in text(opened_small, "#guide")

    ActionChains(opened_small).send_keys(Keys.ESCAPE).perform()

    assert not element(opened_small, "#guide").is_displayed()


def test_question_mark_in_the_search_is_a_character(opened_small: Chrome) -> None:
    element(opened_small, "#query").send_keys("radar?")

    assert not element(opened_small, "#guide").is_displayed()
    assert len(titles(opened_small)) == 3


def test_many_papers_are_searched_while_typing(chrome: Chrome, tmp_path: Path) -> None:
    """The bound is generous: it is there to notice a search that compares every word with every paper."""
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    papers = [paper(f"Paper {i} on topic{i % 97}", f"Measurement {i} of thing{i * 7}. " * 12) for i in range(3000)]
    for i, one in enumerate(papers):
        graph.add_node(one.id, label=one.title, x=float(i % 60), y=float(i // 60), community=i % 9)
    show(chrome, tmp_path, graph, papers=papers)
    search(chrome, "topic5")

    start = time.monotonic()
    run(
        chrome,
        "const q = document.querySelector('#query'); q.value = arguments[0]; q.dispatchEvent(new Event('input'))",
        "measuremnt thing700",
    )

    assert time.monotonic() - start < 2
    assert titles(chrome)[0] == "Paper 100 on topic3"
