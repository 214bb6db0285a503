"""The table of attributes of nodes, edges and the graph, checked against built graphs and every file format."""

import copy
import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple, get_args

import igraph
import networkx as nx
import pandas as pd
import pytest
from tests.folders import GRAPHS
from tests.gexf import read_gexf

import papertrace
from papertrace.export import WRITERS, Writer
from papertrace.graph.attributes import FACTS
from papertrace.graph.settings import GraphSettings, NodeName
from papertrace.model import EdgeKind, HoldingKind, Identifiers, LinkRole, NodeKind, Paper
from papertrace.model.papers.facts import Affiliation
from papertrace.model.papers.paper import Added

EVERY_KIND = {str(kind) for kind in (*EdgeKind, *HoldingKind)}
HOSTILE = "</script><script>alert(1)</script> & ]]> \u2028\u202e =1+1 | \x07"


class Row(NamedTuple):
    """A row of the table: the owner of the attribute, its name, type, the kinds that have it, its meaning."""

    domain: str
    name: str
    type: str
    on: str
    meaning: str


def read_table(page: str) -> list[Row]:
    """Return the rows of a table in Markdown."""
    return [
        Row(domain, name, kind, on, meaning.replace("\\|", "|"))
        for domain, name, kind, on, meaning in re.findall(
            r"^\| (\w+) \| `(\w+)` \| (\w+) \| ([^|]*?) ?\| ((?:[^|\\]|\\\|)+) \|$", page, re.MULTILINE
        )
    ]


def rows_of_facts() -> list[Row]:
    """Return a row for each fact that is an attribute, in their order."""
    types = {int: "int", str: "str", tuple: "str"}
    return [Row("node", fact.attribute, types[fact.kind], "paper", fact.attribute_meaning) for fact in FACTS]


TABLE = read_table((GRAPHS / "README.md").read_text(encoding="utf-8"))


def types_of(domain: str) -> dict[str, str]:
    return {row.name: row.type for row in TABLE if row.domain == domain}


@pytest.fixture(scope="module")
def papers(make_papers: Callable[..., list[Paper]], make_link: Callable[..., Any]) -> list[Paper]:
    """Return papers that are linked in every way, one of them with a hostile title."""
    made = make_papers(60, n_references=4)
    shared = make_link("https://github.com/acme/shared")
    others = [replace(paper, links=(*paper.links, replace(shared, role=LinkRole.OTHER))) for paper in made[:2]]
    owned = [
        replace(paper, links=(make_link(f"https://github.com/acme/tool{n}"),)) for n, paper in enumerate(made[2:5])
    ]
    described = replace(
        others[1],
        abstract="Tiles of sparse grids.",
        venue="Journal of Grids",
        publisher="Example Press",
        type="article",
        keywords=("sparse grids", "tiles"),
        index_keywords=("Grids",),
        n_citations=7,
        language="en",
        affiliations=(Affiliation(institution="Harbour Institute", country="NO"),),
        funding=("Tide Fund",),
        identifiers=Identifiers(doi="10.1000/grids"),
        added=Added(is_open_access=True, orcids=(("A. One", "0000-0000-0000-0001"),)),
    )
    # All papers of one year cite one paper, which is a burst of citations.
    cited = (made[5].id,)
    rest = [replace(one, references=(*one.references, *(cited if one.year == 2016 else ()))) for one in made[5:]]
    # Two have similar texts and no concept.
    rest[-2:] = [replace(one, title="Kelp harvest by rope", concepts=()) for one in rest[-2:]]
    return [replace(others[0], title=HOSTILE, authors=("A. One", "B. Two")), described, *owned, *rest]


@pytest.fixture(scope="module")
def graph(papers: list[Paper]) -> "nx.MultiGraph[str]":
    made = papertrace.build_graph(papers, GraphSettings(nodes=get_args(NodeName), with_abstracts=True))
    assert {facts["kind"] for *_, facts in made.edges(data=True)} == EVERY_KIND
    for facts in made.nodes.values():
        if facts["kind"] == NodeKind.PAPER:
            facts |= {"change": "died", "new": "no", "listings": "a.bib|b.bib"}
    return made


def test_the_table_names_every_attribute_once_with_a_meaning() -> None:
    names = [(row.domain, row.name) for row in TABLE]
    assert len(names) == len(set(names)) > 50
    assert all(len(row.meaning) > 5 for row in TABLE)


def test_nodes_carry_what_the_table_says_for_their_kind(graph: "nx.MultiGraph[str]") -> None:
    for kind in NodeKind:
        expected = {
            row.name: row.type
            for row in TABLE
            if row.domain == "node"
            and (row.on == "all" or kind in row.on or (row.on == "others" and kind is not NodeKind.PAPER))
        }
        for _, facts in graph.nodes(data=True):
            if facts["kind"] == kind:
                # What is not known is missing.
                unknown = {fact.attribute: fact.kind() for fact in FACTS if not fact.is_on_all_papers}
                unknown = {name: "" if value == () else value for name, value in unknown.items()}
                unknown |= {"n_references": 0, "open_access": False, "abstract": "", "main_path": 0, "bursts": ""}
                found = (unknown if kind is NodeKind.PAPER else {}) | facts
                assert {name: type(value).__name__ for name, value in found.items()} == expected


def test_edges_carry_what_the_table_says_for_their_kind(graph: "nx.MultiGraph[str]") -> None:
    for kind in EVERY_KIND:
        expected = {
            row.name: row.type
            for row in TABLE
            if row.domain == "edge" and (row.on == "all" or kind in row.on.split(", "))
        }
        for *_, facts in graph.edges(data=True):
            if facts["kind"] == kind:
                assert {name: type(value).__name__ for name, value in facts.items()} == expected


def test_the_graph_carries_what_the_table_says(graph: "nx.MultiGraph[str]") -> None:
    assert {name: type(value).__name__ for name, value in graph.graph.items()} == types_of("graph")


def test_the_words_of_the_table_are_those_of_the_graph(graph: "nx.MultiGraph[str]") -> None:
    meanings = {(row.domain, row.name): row.meaning for row in TABLE}
    assert set(re.findall(r"`(\w+)`", meanings["edge", "kind"])) == EVERY_KIND
    assert set(re.findall(r"`(\w+)`", meanings["node", "kind"])) == {str(kind) for kind in NodeKind}
    assert set(re.findall(r"`(\w+)`", meanings["edge", "role"])) == {str(role) for role in LinkRole}
    assert {facts["kind"] for _, facts in graph.nodes(data=True)} == {str(kind) for kind in NodeKind}


def test_facts_are_described_as_their_own_table_has_them() -> None:
    facts = rows_of_facts()
    assert TABLE[3 : 3 + len(facts)] == facts


@pytest.fixture
def written(graph: "nx.MultiGraph[str]", papers: list[Paper], tmp_path: Path) -> Callable[[str], Path]:
    def write(end: str) -> Path:
        papertrace.write_graph(graph, tmp_path / f"map{end}", papers=papers)
        return tmp_path / f"map{end}"

    return write


@pytest.mark.parametrize("writer", WRITERS, ids=lambda writer: writer.suffix)
def test_no_writer_changes_a_graph(
    writer: Writer, graph: "nx.MultiGraph[str]", papers: list[Paper], tmp_path: Path
) -> None:
    before = copy.deepcopy([graph.graph, list(graph.nodes(data=True)), list(graph.edges(keys=True, data=True))])

    for name in ("one", "two"):
        writer.write(graph, tmp_path / f"{name}{writer.suffix}", papers=papers)

    assert [graph.graph, list(graph.nodes(data=True)), list(graph.edges(keys=True, data=True))] == before
    one, two = ((tmp_path / f"{name}{writer.suffix}").read_bytes() for name in ("one", "two"))
    assert one == two


def test_networkx_reads_graphml_with_every_attribute_and_type(
    graph: "nx.MultiGraph[str]", written: Callable[[str], Path]
) -> None:
    read = nx.read_graphml(written(".graphml"), edge_key_type=str, force_multigraph=True)
    assert set(read.nodes) == set(graph.nodes)
    assert seen(facts for _, facts in read.nodes(data=True)) == types_of("node")
    assert seen(facts for *_, facts in read.edges(data=True)) == types_of("edge")
    assert types_of("graph").items() <= seen([read.graph]).items()


def test_igraph_reads_graphml_with_every_attribute(graph: "nx.MultiGraph[str]", written: Callable[[str], Path]) -> None:
    read = igraph.Graph.Read_GraphML(str(written(".graphml")))
    assert (read.vcount(), read.ecount()) == (graph.number_of_nodes(), graph.number_of_edges())
    assert {*read.vs.attributes()} - {"id"} == set(types_of("node"))
    assert {*read.es.attributes()} - {"id"} == set(types_of("edge"))
    assert {*read.attributes()} == set(types_of("graph"))
    kinds = {node: facts["kind"] for node, facts in graph.nodes(data=True)}
    assert dict(zip(read.vs["id"], read.vs["kind"], strict=True)) == kinds


def test_pandas_reads_the_tables_with_every_attribute_and_type(
    graph: "nx.MultiGraph[str]", written: Callable[[str], Path]
) -> None:
    nodes = pd.read_csv(written(".nodes.csv"), keep_default_na=False, na_values=[""])
    edges = pd.read_csv(written(".edges.csv"), keep_default_na=False, na_values=[""])
    assert next(iter(nodes.columns)) == "id"
    assert set(nodes.columns) - {"id"} == set(types_of("node"))
    assert set(edges.columns) - {"source", "target"} == set(types_of("edge"))
    for table, types in ((nodes, types_of("node")), (edges, types_of("edge"))):
        numbers = {name for name in types if pd.api.types.is_numeric_dtype(table[name])}
        # Nothing was audited, and pandas reads a column without values as numbers; ids of arXiv look like numbers.
        assert numbers - {"outcome", "arxiv"} == {name for name, kind in types.items() if kind in ("int", "float")}
    assert set(nodes["open_access"].dropna()) == {True}
    assert len(edges) == graph.number_of_edges()
    assert set(edges["source"]) | set(edges["target"]) <= set(nodes["id"])
    assert edges["evidence"].notna().all()


def test_networkx_reads_node_link_json_as_the_graph_itself(
    graph: "nx.MultiGraph[str]", written: Callable[[str], Path]
) -> None:
    read = nx.node_link_graph(json.loads(written(".json").read_text("utf-8")), edges="edges")
    assert seen(facts for _, facts in read.nodes(data=True)) == types_of("node")
    assert seen(facts for *_, facts in read.edges(data=True)) == types_of("edge")
    assert read.graph == graph.graph
    weights = {facts["edge_key"]: facts["weight"] for *_, facts in graph.edges(data=True)}
    assert {facts["edge_key"]: facts["weight"] for *_, facts in read.edges(data=True)} == weights


def test_networkx_reads_cytoscape_json_with_every_attribute(
    graph: "nx.MultiGraph[str]", written: Callable[[str], Path]
) -> None:
    read = nx.cytoscape_graph(json.loads(written(".cyjs").read_text("utf-8")))
    own_nodes, own_edges = {"id", "value", "name"}, {"id", "key", "source", "target"}
    assert set(seen(facts for _, facts in read.nodes(data=True))) - own_nodes == set(types_of("node"))
    assert set(seen(facts for *_, facts in read.edges(data=True))) - own_edges == set(types_of("edge"))
    assert read.number_of_edges() == graph.number_of_edges()


def test_networkx_reads_gexf_with_every_attribute_and_shapes_of_items(
    graph: "nx.MultiGraph[str]", written: Callable[[str], Path]
) -> None:
    path = written(".gexf")
    read = read_gexf(path)
    drawn = {"x", "y", "size", "color"}  # these are in `viz`
    assert (
        set(seen(facts for _, facts in read.nodes(data=True))) - {"viz", "start", "id"} == set(types_of("node")) - drawn
    )
    assert set(seen(facts for *_, facts in read.edges(data=True))) - {"id"} == set(types_of("edge"))
    assert read.number_of_edges() == graph.number_of_edges()
    text = path.read_text("utf-8")
    n_items = {shape: text.count(f'<viz:shape value="{shape}"') for shape in ("triangle", "square")}
    assert n_items == {"triangle": graph.graph["n_nodes_concept"], "square": graph.graph["n_nodes_repository"]}


def test_vosviewer_is_given_every_node_and_links_between_them(
    graph: "nx.MultiGraph[str]", written: Callable[[str], Path]
) -> None:
    network = json.loads(written(".vosviewer.json").read_text("utf-8"))["network"]
    assert [item["id"] for item in network["items"]] == list(range(1, len(graph) + 1))
    pairs = {(link["source_id"], link["target_id"]) for link in network["links"]}
    number = {node: i for i, node in enumerate(graph, start=1)}
    assert pairs == {tuple(sorted((number[one], number[other]))) for one, other in graph.edges()}
    assert {item.get("cluster", 0) for item in network["items"]} - {0} == {
        item["cluster"] for item in network["clusters"]
    }
    items = [item for item in network["items"] if "<td>Concept:</td>" in item["description"]]
    assert len(items) == graph.graph["n_nodes_concept"]


def test_page_and_picture_show_the_papers_alone(graph: "nx.MultiGraph[str]", written: Callable[[str], Path]) -> None:
    page, picture = written(".html").read_text("utf-8"), written(".svg").read_text("utf-8")
    assert "concept_use" not in page
    assert f"{graph.graph['n_papers']} papers" in picture


def seen(rows: Any) -> dict[str, str]:  # noqa: ANN401 - what networkx read
    """Return the names of attributes with the one type that each has."""
    found: dict[str, set[str]] = {}
    for row in rows:
        for name, value in row.items():
            found.setdefault(name, set()).add(type(value).__name__)
    assert all(len(types) == 1 for types in found.values())
    return {name: types.pop() for name, types in found.items()}
