"""What an analyst takes away: directed citations, projections, tables, networks."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import igraph
import networkx as nx
import pytest
from tests.folders import CASES

import papertrace
from papertrace.errors import SettingsError
from papertrace.model import Paper
from papertrace.model.papers.paper import Added

STUDY = CASES / "studies" / "harbour.csv"


@pytest.fixture(scope="module")
def papers() -> list[Paper]:
    return list(papertrace.extract_papers([STUDY]))


@pytest.fixture(scope="module")
def graph(papers: list[Paper]) -> papertrace.Graph:
    return papertrace.build_graph(papers)


def make(paper_id: str, *references: str, **facts: Any) -> Paper:  # noqa: ANN401 - facts of any field
    given = {"title": f"Title of {paper_id}", "abstract": "", "entries": (), **facts}
    return Paper(id=paper_id, references=references, **given)


def _read_by_igraph(path: Path) -> list[tuple[str, str]]:
    read = igraph.Graph.Read_GraphML(str(path))
    assert read.is_directed()
    return [(read.vs[edge.source]["id"], read.vs[edge.target]["id"]) for edge in read.es]


def test_papers_without_references_cite_none() -> None:
    assert list(papertrace.citation_graph([make("a"), make("b")]).edges) == []


def test_a_citation_leads_from_the_citing_paper_to_the_cited_one() -> None:
    made = papertrace.citation_graph(
        [make("b", "a", "doi:10.1000/elsewhere", "b"), make("a", n_citations=4, date="2020")]
    )

    assert isinstance(made, nx.DiGraph)
    assert list(made) == ["a", "b"]
    assert list(made.edges) == [("b", "a")]
    assert made.edges["b", "a"]["evidence"] == "cites Title of a (2020)"
    assert (made.nodes["a"]["n_citations"], made.nodes["a"]["year"]) == (4, 2020)


def test_papers_that_are_cited_most_have_the_greatest_rank(papers: list[Paper]) -> None:
    made = papertrace.citation_graph(papers)
    ranks = nx.pagerank(made)

    assert (
        made.nodes[max(ranks, key=lambda node: ranks[node])]["label"] == "Sediment in the old harbour of a small town"
    )
    assert dict(made.in_degree())["doi:10.5555/harbour.7"] == 4


@pytest.mark.parametrize(
    "read",
    [
        pytest.param(lambda path: nx.read_graphml(path).edges, id="networkx"),
        pytest.param(_read_by_igraph, id="igraph"),
    ],
)
def test_the_file_of_citations_is_directed(
    read: Callable[[Path], Any], graph: papertrace.Graph, papers: list[Paper], tmp_path: Path
) -> None:
    path = tmp_path / "papers.citations.graphml"
    papertrace.write_graph(graph, path)

    assert set(read(path)) == set(papertrace.citation_graph(papers).edges)


def test_the_file_of_citations_has_papers_with_their_places_and_nothing_else(
    tmp_path: Path, papers: list[Paper]
) -> None:
    settings = papertrace.GraphSettings(nodes=("papers", "authors"))
    rich = papertrace.build_graph(papers, settings)
    papertrace.write_graph(rich, tmp_path / "a.citations.graphml")
    read = nx.read_graphml(tmp_path / "a.citations.graphml")

    assert {facts["kind"] for _, facts in read.nodes(data=True)} == {"paper"}
    assert {facts["kind"] for *_, facts in read.edges(data=True)} == {"citation"}
    assert all({"x", "y", "community", "label"} <= facts.keys() for _, facts in read.nodes(data=True))


def test_a_directed_graph_is_written_as_one(papers: list[Paper], tmp_path: Path) -> None:
    made = papertrace.citation_graph(papers)
    papertrace.write_graph(made, tmp_path / "a.graphml")
    papertrace.write_graph(made, tmp_path / "a.gexf")

    assert set(nx.read_graphml(tmp_path / "a.graphml").edges) == set(made.edges)
    assert set(nx.read_gexf(tmp_path / "a.gexf").edges) == set(made.edges)


def test_a_projection_keeps_every_kind_and_all_of_the_weight(graph: papertrace.Graph) -> None:
    made = papertrace.project_graph(graph)

    kinds = {kind for *_, facts in made.edges(data=True) for kind in facts["kind"].split("|")}
    assert kinds == {facts["kind"] for *_, facts in graph.edges(data=True)}
    assert made.number_of_edges() == nx.Graph(graph).number_of_edges()
    assert sum(facts["n_edges"] for *_, facts in made.edges(data=True)) == graph.number_of_edges()
    total = sum(facts["weight"] for *_, facts in graph.edges(data=True))
    assert made.size(weight="weight") == pytest.approx(total, abs=1e-3)
    assert made.nodes == graph.nodes
    assert all(made.nodes[node] == graph.nodes[node] for node in graph)


def test_a_projection_of_what_has_a_direction_is_directed(graph: papertrace.Graph, papers: list[Paper]) -> None:
    made = papertrace.project_graph(graph, "citation", directed=True)

    assert set(made.edges) == set(papertrace.citation_graph(papers).edges)


def test_a_kind_of_edges_that_does_not_exist_is_refused(graph: papertrace.Graph) -> None:
    with pytest.raises(SettingsError, match="did you mean 'citation'"):
        papertrace.project_graph(graph, ["citations"])


def test_papers_of_several_listings_say_which_print_them(tmp_path: Path) -> None:
    seeds = tmp_path / "seeds.bib"
    seeds.write_text(
        "@article{a, title = {A breakwater that breathes}, doi = {10.5555/harbour.12}, year = 2022}\n", "utf-8"
    )
    both = papertrace.build_graph(list(papertrace.extract_papers([seeds, STUDY])))
    listings = nx.get_node_attributes(both, "listings")

    assert listings["doi:10.5555/harbour.12"].split("|") == sorted([str(seeds), str(STUDY)])
    assert listings["doi:10.5555/harbour.1"] == str(STUDY)
    papertrace.write_graph(both, tmp_path / "map.html", color_by="listings")


def test_abstracts_are_in_the_file_if_asked_for_and_open_access_is_a_truth_value(tmp_path: Path) -> None:
    one = make("a", abstract="Silt,\nmeasured.", added=Added(is_open_access=False))
    settings = papertrace.GraphSettings(with_abstracts=True)
    papertrace.write_graph(papertrace.build_graph([one, make("b")], settings), tmp_path / "a.graphml")
    read = nx.read_graphml(tmp_path / "a.graphml").nodes

    assert (read["a"]["abstract"], read["a"]["open_access"]) == ("Silt, measured.", False)
    assert "abstract" not in read["b"]
    assert "abstract" not in papertrace.build_graph([one]).nodes["a"]


def test_papers_of_one_listing_do_not_say_so(graph: papertrace.Graph) -> None:
    assert nx.get_node_attributes(graph, "listings") == {}


def test_edges_by_references_have_the_number_of_shared_works(graph: papertrace.Graph) -> None:
    coupled = [facts for *_, facts in graph.edges(data=True) if facts["kind"] == "coupling"]

    assert all(facts["n_shared"] == len(facts["evidence"].split("|")) for facts in coupled)
    assert {facts["n_shared"] for facts in coupled} >= {1, 2, 3}
