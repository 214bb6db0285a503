"""Networks of what papers name: links and weights by hand, attributes, every form."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import networkx as nx
import pytest
from tests.folders import CASES

import papertrace
from papertrace.cli.main import main
from papertrace.errors import SettingsError
from papertrace.graph.networks import LINKS
from papertrace.graph.things import THINGS
from papertrace.model import Paper

MakePaper = Callable[..., Paper]
STUDY = CASES / "studies" / "harbour.csv"


@pytest.fixture(scope="module")
def study() -> list[Paper]:
    return list(papertrace.extract_papers([STUDY]))


def links_of(network: "nx.MultiGraph[str]") -> dict[tuple[str, str], float]:
    """Return the weights of links by the labels of their ends, in alphabetical order without a direction."""
    labels = {node: facts["label"] for node, facts in network.nodes(data=True)}
    found = {}
    for source, target, facts in network.edges(data=True):
        ends = (labels[source], labels[target])
        found[ends if network.is_directed() else tuple(sorted(ends))] = facts["weight"]
    return found


@pytest.mark.parametrize("by", LINKS)
@pytest.mark.parametrize("of", THINGS)
def test_no_papers_have_an_empty_network(of: str, by: str) -> None:
    assert len(papertrace.build_network([], of, by)) == 0


def test_authors_are_linked_by_the_papers_that_they_wrote_together(study: list[Paper]) -> None:
    network = papertrace.build_network(study, "authors")

    assert links_of(network) == {
        ("Ito A.", "Roe R."): 2,
        ("Ito A.", "Kim S."): 2,
        ("Diaz M.", "Okoye C."): 1,
        ("Roe R.", "Weber M."): 1,
        ("Ito A.", "Weber M."): 1,
        ("Kim S.", "Weber M."): 1,
        ("Kim S.", "Okoye C."): 2,
    }
    (edge,) = network.get_edge_data("author:ito a", "author:roe r").values()
    assert edge["evidence"] == "Sediment in the old harbour of a small town|Thirty harbours compared by their silt"


def test_keywords_are_linked_by_the_papers_that_have_both(study: list[Paper]) -> None:
    links = links_of(papertrace.build_network(study, "keywords"))

    assert links["harbour", "sediment"] == 2
    assert links["breakwater", "waves"] == 2
    assert ("harbour", "waves") not in links


def test_repositories_are_linked_by_the_papers_that_link_to_both(make_paper: MakePaper) -> None:
    tool, more, other = (papertrace.find_links(f"https://github.com/acme/{name}")[0] for name in ("Tool", "tool", "b"))
    papers = [make_paper("a", links=(tool, more, other)), make_paper("b", links=(other,)), make_paper("c")]

    network = papertrace.build_network(papers, "repositories")

    assert links_of(network) == {("acme/Tool", "acme/b"): 1}
    assert network.nodes["repository:github.com/acme/b"]["n_papers"] == 2


def test_venues_are_coupled_by_the_works_that_papers_of_both_cite(make_paper: MakePaper) -> None:
    papers = [
        make_paper("a", venue="J. Ice", references=("doi:10.1/x", "doi:10.1/y")),
        make_paper("b", venue="J. Ink", references=("doi:10.1/x", "doi:10.1/z")),
        make_paper("c", venue="J. Ink", references=("doi:10.1/x", "doi:10.1/y")),
        make_paper("d", venue="J. Oak", references=("doi:10.1/q",)),
    ]

    network = papertrace.build_network(papers, "venues")

    assert links_of(network) == {("J. Ice", "J. Ink"): 2}
    assert network.graph["by"] == "coupling"


def test_authors_are_cocited_by_the_reference_lists_that_name_both(make_paper: MakePaper) -> None:
    names = ("work:saar-1971-tides", "work:novak-1989-silt")
    authors = tuple(zip(names, ("Saar, T. (1971)", "NOVAK P (1989)"), strict=True))
    papers = [make_paper(key, references=names, cited_authors=authors) for key in "ab"]

    assert links_of(papertrace.build_network(papers, "authors", "cocitation")) == {("NOVAK P", "Saar, T."): 2}


def test_countries_cite_one_another_in_a_direction(study: list[Paper]) -> None:
    network = papertrace.build_network(study, "countries", "citation")
    links = links_of(network)

    assert isinstance(network, nx.MultiDiGraph)
    # Norway (a, b, c, f, g, j) cites Germany (f, g, k): g cites f, j cites g. Germany cites Norway: f cites c, g cites
    # a, b, c and f, k cites g and f.
    assert (links["NO", "DE"], links["DE", "NO"]) == (2, 7)
    assert all(one != other for one, other in links)


def test_a_network_of_two_modes_links_things_to_their_papers(study: list[Paper]) -> None:
    network = papertrace.build_network(study, "institutions", "papers")
    kinds = nx.get_node_attributes(network, "kind")

    assert {frozenset((kinds[a], kinds[b])) for a, b in network.edges()} == {frozenset(("institution", "paper"))}
    assert network.degree("institution:harbour institute") == 6


def test_nodes_have_counts_indices_years_and_places(study: list[Paper]) -> None:
    node = papertrace.build_network(study, "authors").nodes["author:ito a"]

    expected = {"kind": "author", "identity": "name", "n_papers": 5, "n_citations": 90, "h_index": 4, "year": 2017}
    assert expected.items() <= node.items()
    assert {"community", "community_label", "degree_weighted", "betweenness", "x", "y", "size", "color"} <= set(node)


def test_the_things_of_the_most_papers_are_kept_and_others_counted(study: list[Paper]) -> None:
    network = papertrace.build_network(study, "keywords", top=5, at_least=3)

    assert {facts["label"] for _, facts in network.nodes(data=True)} <= {
        *("sediment", "harbour", "waves", "breakwater", "lagoon", "storms")
    }
    assert (network.graph["n_things"], network.graph["n_left_out"]) == (5, 4)


@pytest.mark.parametrize(("of", "by"), [("author", None), ("authors", "coupled")])
def test_a_wrong_name_is_answered_by_the_nearest_right_one(of: str, by: str | None) -> None:
    with pytest.raises(SettingsError, match=r"did you mean '(authors|coupling)'"):
        papertrace.build_network([], of, by)


def test_the_command_writes_every_form(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    forms = "html,svg,graphml,csv,gexf,vosviewer,cytoscape,json,pyvis"

    assert main(["network", str(STUDY), "--of", "cited-authors", "-o", str(tmp_path), "--to", forms, "-q"]) == 0

    assert "8 cited authors of 12 papers" in capsys.readouterr().out
    assert nx.read_graphml(tmp_path / "cited_authors.graphml").number_of_nodes() == 8
    assert "Lindqvist B." in (tmp_path / "cited_authors.svg").read_text("utf-8")
    network: dict[str, Any] = json.loads((tmp_path / "cited_authors.vosviewer.json").read_text("utf-8"))["network"]
    ito = next(item for item in network["items"] if item["label"] == "Ito A.")
    assert ito["weights"]["Documents"] == 8
    assert set(ito["scores"]) == {"Pub. year", "Citations", "h-index", "Links"}


def test_the_page_shows_a_network_without_papers(study: list[Paper], tmp_path: Path) -> None:
    from papertrace.export.page.data import page_data
    from papertrace.model.graphs import to_columns

    network = papertrace.build_network(study, "authors")
    papertrace.write_graph(network, tmp_path / "authors.html")
    data = page_data(to_columns(network), ())

    assert [one["title"] for one in data["papers"]][:2] == ["Diaz M.", "Ito A."]
    assert len(data["edges"]) == network.number_of_edges()


def test_a_kind_that_does_not_exist_is_named_before_anything_is_read(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["network", "no-such-file.bib", "--of", "country"]) == 2
    assert "did you mean 'countries'" in capsys.readouterr().err
