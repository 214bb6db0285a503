"""Papers to a graph, and a graph to one file, as a program of the library's user asks for them."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import networkx as nx
import pytest
from tests.pipeline.graphs.papers import PAPERS, CountingEngine

import papertrace
from papertrace.engine import EngineSettings
from papertrace.errors import ExportError, SettingsError
from papertrace.export.page.writer import generate_html
from papertrace.export.picture.svg import generate_svg
from papertrace.graph.settings import GraphSettings
from papertrace.model import Concept, Paper
from papertrace.pipeline.reading import title_papers


def test_the_nodes_of_a_graph_are_its_papers_which_it_keeps() -> None:
    graph = papertrace.build_graph(iter(PAPERS), GraphSettings(pruning="none"))

    assert set(graph.nodes) >= {"p1", "p2", "p3"}
    assert graph.papers == PAPERS
    assert graph.graph["pruning"] == "none"
    assert graph.number_of_edges() > 0


def test_what_is_no_paper_is_refused_in_the_name_of_the_function() -> None:
    with pytest.raises(TypeError, match=r"^build_graph takes papers, not 'papers\.bib'"):
        papertrace.build_graph("papers.bib")  # type: ignore[arg-type]


def test_the_work_is_done_by_the_engine_that_is_given() -> None:
    with CountingEngine() as engine:
        graph = papertrace.build_graph(PAPERS, engine=engine)
        assert engine.n_maps > 0

    assert nx.utils.graphs_equal(nx.MultiGraph(graph), nx.MultiGraph(papertrace.build_graph(PAPERS)))


TOLD = {
    "We count herds of seals from aerial photographs of pack ice, and model how melting ice moves them.": (
        "walrus",
        "bearded",
        "ringed",
    ),
    "We breed orchards of fruit trees whose blossom survives late frost, and weigh what they yield in autumn.": (
        "apple",
        "quince",
        "medlar",
    ),
}
"""What papers on several species have in common; those on one species share a concept, too."""


def _on_species(species: str, told: str, number: int) -> Paper:
    concept = Concept(key=f"{species} census", label=f"{species} census", n=2)
    title = f"{species} census, part {number}"
    return Paper(id=f"{species}-{number}", title=title, abstract=f"{told} {title}.", entries=(), concepts=(concept,))


@pytest.mark.parametrize(
    ("settings", "n_communities"),
    [(GraphSettings(), 2), (GraphSettings(group_by=("concept",)), 6)],
    ids=["links and texts", "links alone"],
)
def test_papers_with_similar_texts_are_linked_and_grouped_though_no_concept_links_them(
    settings: GraphSettings, n_communities: int
) -> None:
    papers = [
        _on_species(species, told, number) for told, every in TOLD.items() for species in every for number in (1, 2)
    ]

    graph = papertrace.build_graph(papers, settings)

    by_kind: dict[str, set[tuple[str, ...]]] = {}
    for one, other, edge in graph.edges(data=True):
        by_kind.setdefault(edge["kind"], set()).add((min(one, other), max(one, other)))
    assert by_kind["concept"] == {(f"{species}-1", f"{species}-2") for every in TOLD.values() for species in every}
    assert by_kind.keys() == {"concept", "similar"}
    assert graph.graph["n_communities"] == n_communities


@pytest.mark.parametrize("option", ["color_by", "size_by"])
def test_a_format_without_shades_refuses_the_option_and_names_those_that_have_them(option: str, tmp_path: Path) -> None:
    target = tmp_path / "map.graphml"

    with pytest.raises(SettingsError) as caught:
        papertrace.write_graph(papertrace.build_graph(PAPERS), target, **{option: "year"})  # type: ignore[arg-type]

    assert str(caught.value) == f"{option} has no effect on {target}; write .html, or leave it out"
    assert not target.exists()


def test_the_shades_that_are_asked_for_are_those_of_the_page(tmp_path: Path) -> None:
    graph = papertrace.build_graph(PAPERS)

    papertrace.write_graph(graph, tmp_path / "map.html", color_by="year", size_by="citations")

    draw = partial(generate_html, graph, papers=PAPERS, title=title_papers(PAPERS))
    expected = draw(color_by="year", size_by="citations")
    assert (tmp_path / "map.html").read_text("utf-8") == expected
    assert expected not in {draw(color_by="year"), draw(size_by="citations")}


@pytest.mark.parametrize(
    ("make", "given", "title"),
    [
        pytest.param(papertrace.build_graph, {}, title_papers(PAPERS), id="of the papers that the graph keeps"),
        pytest.param(papertrace.build_graph, {"title": "Tusks"}, "Tusks", id="as given"),
        pytest.param(papertrace.build_graph, {"papers": ()}, "papertrace", id="without papers"),
        pytest.param(lambda _: nx.MultiGraph(), {}, "papertrace", id="a graph that keeps no papers"),
        pytest.param(lambda _: nx.MultiGraph(), {"papers": PAPERS}, title_papers(PAPERS), id="papers of the caller"),
    ],
)
def test_the_title_is_the_given_one_or_made_of_the_papers(
    make: "Callable[[tuple[Paper, ...]], nx.MultiGraph[str]]", given: dict[str, Any], title: str, tmp_path: Path
) -> None:
    graph = make(PAPERS)

    papertrace.write_graph(graph, tmp_path / "map.svg", **given)

    papers = given.get("papers", getattr(graph, "papers", ()))
    assert (tmp_path / "map.svg").read_text("utf-8") == generate_svg(graph, papers=papers, title=title)
    assert title_papers(PAPERS) not in {"papertrace", "Tusks"}


@pytest.mark.parametrize(
    "end", [".html", ".svg", ".png", ".graphml", ".nodes.csv", ".json", ".gexf", ".cyjs", ".vosviewer.json"]
)
def test_the_suffix_decides_the_format(end: str, tmp_path: Path) -> None:
    path = tmp_path / f"map{end}"

    papertrace.write_graph(papertrace.build_graph([]), path)

    text = path.read_text("utf-8", "replace").partition("<script")[0]  # the page's scripts write some forms themselves
    assert ('"network"' in text) == (end == ".vosviewer.json")
    assert text[1:].startswith("PNG") == (end == ".png")
    assert ("<graphml" in text) == (end == ".graphml")
    assert ("<svg" in text) == (end == ".svg")


def test_a_suffix_of_no_format_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ExportError, match=r"no format has this suffix \(known: \.html"):
        papertrace.write_graph(nx.MultiGraph(), tmp_path / "map.pdf")

    assert list(tmp_path.iterdir()) == []


def test_settings_of_an_engine_are_accepted_for_any_number_of_papers() -> None:
    graph = papertrace.build_graph(PAPERS, engine=EngineSettings(workers=2))

    assert nx.utils.graphs_equal(nx.MultiGraph(graph), nx.MultiGraph(papertrace.build_graph(PAPERS)))


def test_what_is_no_graph_is_refused_in_the_name_of_the_function(tmp_path: Path) -> None:
    with pytest.raises(TypeError, match=r"^write_graph takes "):
        papertrace.write_graph(PAPERS, tmp_path / "map.html")  # type: ignore[arg-type]

    assert list(tmp_path.iterdir()) == []
