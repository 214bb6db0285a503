"""Colours and sizes of marks: what they say, their legends, and the address that keeps them."""

from pathlib import Path
from typing import Any

import networkx as nx
import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.support.select import Select
from tests.browser.reader import element, emulate, fragment, page_of, run, show, text, visit

from papertrace.export.marks import contrast
from papertrace.export.page.marks import SCALES
from papertrace.export.page.writer import write_html
from papertrace.model import Paper

pytestmark = [pytest.mark.browser, pytest.mark.slow]

FACTS: tuple[dict[str, Any], ...] = (
    {"date": "2017", "n_citations": 0, "venue": "Journal of Ice", "type": "article"},
    {"date": "2019", "n_citations": 4, "venue": "Journal of Ice", "type": "article"},
    {"date": "2021", "n_citations": 9, "venue": "Snow Letters", "type": "thesis"},
    {"date": "2025", "n_citations": 3000, "venue": '<img src=x onerror="document.title=1">', "type": "article"},
    {},
)


def make_graph() -> "nx.MultiGraph[str]":
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    for i in range(len(FACTS)):
        graph.add_node(f"p{i}", label=f"Paper {i}", community=i % 2, x=90.0 * i, y=40.0 * (i % 2), score=0.1 * i)
    graph.add_edge("p0", "p1", kind="concept", weight=1.0, evidence="ice")
    return graph


PAPERS = [Paper(id=f"p{i}", title=f"Paper {i}", abstract="", entries=(), **facts) for i, facts in enumerate(FACTS)]


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> str:
    return page_of(tmp_path_factory.mktemp("shades"), make_graph(), papers=PAPERS)


def shades(chrome: Chrome) -> list[tuple[str, float]]:
    """Return the colour and the radius of each paper."""
    found = run(chrome, "return [0, 1, 2, 3, 4].map(i => papertrace.shade('p' + i))")
    return [(one["color"], one["radius"]) for one in found]


def pick(chrome: Chrome, label: str, value: str) -> None:
    select = element(chrome, "#legend .choices").find_element("xpath", f".//label[starts-with(., '{label}')]/select")
    Select(select).select_by_visible_text(value)


def legend(chrome: Chrome) -> str:
    return text(chrome, "#legend .shade")


def test_scale_of_years_says_that_a_few_papers_are_older(quiet: Chrome, tmp_path: Path) -> None:
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    for i in range(100):
        graph.add_node(f"p{i}", label=f"Paper {i}", community=0, x=90.0 * i, y=0.0, year=2018 + i % 9 if i else 1987)
    show(quiet, tmp_path, graph, words="#color=year")

    assert [line for line in legend(quiet).split("\n") if line] == ["Colour: year", "2018 or earlier", "2022", "2026"]
    first, other, oldest = (run(quiet, f"return papertrace.shade('p{i}').color") for i in (9, 1, 0))
    assert (oldest, first != other) == (first, True)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_numbers_have_a_scale_in_either_theme(quiet: Chrome, shelf: str, theme: str) -> None:
    emulate(quiet, **{"prefers-color-scheme": theme, "prefers-reduced-motion": "reduce"})
    visit(quiet, shelf)
    pick(quiet, "Colour", "year")

    colors = [color for color, _ in shades(quiet)]
    ground = {"light": "#fcfbf8", "dark": "#16171a"}[theme]
    strength = [contrast(color, ground) for color in colors[:4]]

    assert (colors[0], colors[3]) == (SCALES[theme][0], SCALES[theme][-1])
    assert strength == sorted(strength)
    assert colors[4] not in colors[:4]
    assert legend(quiet).split() == ["Colour:", "year", "2017", "2021", "2025", "not", "known", "1"]
    assert fragment(quiet) == "#color=year"


def test_few_numbers_far_beyond_the_others_are_spread_by_their_logarithm(quiet: Chrome, shelf: str) -> None:
    visit(quiet, shelf + "#color=citations")

    assert "Spread by the logarithm." in legend(quiet)
    colors = [color for color, _ in shades(quiet)]
    assert len(set(colors)) == 5


def test_classes_have_a_colour_each_and_are_counted(quiet: Chrome, shelf: str) -> None:
    visit(quiet, shelf + "#color=venue")

    colors = [color for color, _ in shades(quiet)]
    assert colors[0] == colors[1]
    assert len(set(colors)) == 4
    rows = legend(quiet).splitlines()
    assert rows[:3] == ["Colour: venue", "Journal of Ice", "2"]
    assert rows[-2:] == ["not known", "1"]
    assert FACTS[3]["venue"] in rows
    assert quiet.title != "1"
    assert quiet.find_elements("css selector", "main img") == []


def test_counts_of_colours_follow_the_filters(quiet: Chrome, shelf: str) -> None:
    visit(quiet, shelf + "#color=venue&from=2019&to=2021")

    rows = legend(quiet).splitlines()
    assert rows[rows.index("Journal of Ice") + 1] == "1"
    assert rows[rows.index("not known") + 1] == "0"


def test_area_of_a_mark_grows_with_the_number(quiet: Chrome, shelf: str) -> None:
    visit(quiet, shelf)
    pick(quiet, "Size", "citations")

    radii = [radius for _, radius in shades(quiet)]

    assert radii[:4] == sorted(radii[:4])
    assert radii[3] == 15
    assert radii[0] == 5
    assert radii[4] < 5
    sizes = text(quiet, "#legend .sizes").split()
    assert sizes == ["0", "1,500", "3,000"]
    assert fragment(quiet) == "#size=citations"


def test_any_attribute_of_the_graph_can_be_shown(quiet: Chrome, shelf: str) -> None:
    visit(quiet, shelf)
    pick(quiet, "Colour", "score")
    pick(quiet, "Size", "score")

    assert fragment(quiet) == "#color=score&size=score"
    radii = [radius for _, radius in shades(quiet)]
    assert radii == sorted(radii)
    assert len(set(radii)) == 5


def test_page_opens_with_what_it_was_made_to_show(quiet: Chrome, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    write_html(make_graph(), path, papers=PAPERS, color_by="year", size_by="n_citations")
    visit(quiet, path.as_uri())

    assert legend(quiet).startswith("Colour: year")
    assert shades(quiet)[3][1] == 15
    assert fragment(quiet) == ""

    pick(quiet, "Colour", "community")
    assert fragment(quiet) == "#color=community"


def test_colour_that_no_paper_has_is_not_shown(quiet: Chrome, shelf: str) -> None:
    visit(quiet, f"{shelf}#color=__proto__&size=audit")

    assert fragment(quiet) == ""
    assert legend(quiet) == ""


def test_outcomes_of_the_audit_are_classes(chrome: Chrome, page: str) -> None:
    visit(chrome, page + "#color=audit")

    rows = legend(chrome).splitlines()
    assert rows[0] == "Colour: audit outcome"
    assert rows[1::2][:3] == ["reached", "moved", "dead"]
    assert rows[-2] == "not known"


@pytest.mark.parametrize("name", ["change", "venue"])
def test_attribute_without_values_is_one_class_that_is_not_known(quiet: Chrome, tmp_path: Path, name: str) -> None:
    graph = make_graph()
    for node in graph:
        graph.nodes[node][name] = ""
    show(quiet, tmp_path, graph, color_by=name)

    assert legend(quiet).splitlines() == [f"Colour: {name}", "not known", "5"]
    assert len({color for color, _ in shades(quiet)}) == 1


def test_work_of_a_choice_grows_with_the_papers_not_with_their_classes_too(quiet: Chrome, tmp_path: Path) -> None:
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    n = 400
    graph.add_nodes_from((f"p{i}", {"venue": f"Venue {i}", "community": 0, "x": 9.0 * i, "y": 0.0}) for i in range(n))
    show(quiet, tmp_path, graph)
    run(
        quiet,
        """window.filtered = 0;
           const real = Array.prototype.filter;
           Array.prototype.filter = function (...given) {
             window.filtered += this.length;
             return real.apply(this, given);
           };""",
    )

    pick(quiet, "Colour", "venue")

    assert len({run(quiet, f"return papertrace.shade('p{i}').color") for i in range(n)}) == 9
    assert run(quiet, "return window.filtered") < 100 * n


def test_disc_has_the_colour_of_most_papers_and_of_two_as_common_that_of_the_commoner_class(
    quiet: Chrome, tmp_path: Path
) -> None:
    sides = {0: ["left"] * 300 + ["right"] * 800, 1: ["left", "right"] * 450, 2: ["left", "left", "right", ""]}
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    for community, members in sides.items():
        for i, side in enumerate(members):
            at = {"x": 9.0 * (i % 30) + 900 * community, "y": 9.0 * (i // 30)}
            graph.add_node(f"{community} {i}", side=side, community=community, **at)
    show(quiet, tmp_path, graph, words="#color=side")

    left, right = (run(quiet, f"return papertrace.shade('0 {i}').color") for i in (0, 300))

    discs = [run(quiet, f"return papertrace.disc('{community}').color") for community in sides]
    assert left != right
    assert discs == [right, right, left]


def test_concepts_keep_the_colours_of_communities(chrome: Chrome, page: str) -> None:
    def fills() -> list[str]:
        found = run(
            chrome,
            "return [...document.querySelectorAll('#legend .toggles svg path')].map(e => e.getAttribute('fill'))",
        )
        assert isinstance(found, list)
        return found

    visit(chrome, page + "#view=concepts&color=year")
    assert len(set(fills()[:9])) == 9
    assert not element(chrome, "#legend .choices").is_displayed()

    visit(chrome, page + "#color=year")
    assert len(set(fills()[:9])) == 1
    assert element(chrome, "#legend .choices").is_displayed()


def test_list_and_map_have_the_same_colours(chrome: Chrome, page: str) -> None:
    visit(chrome, page + "#color=year")

    same = run(
        chrome,
        """return [...document.querySelectorAll("#results button")].slice(0, 20).map(e => {
             const id = papertrace.drawn()[Number(e.dataset.paper)];
             const [path] = e.querySelectorAll("svg path");
             return [papertrace.shade(id).color, path.getAttribute("fill"), path.getAttribute("stroke")]; })""",
    )

    assert all(color in painted or "#1c1b19" in painted for color, *painted in same)
    assert len({color for color, *_ in same}) > 2
