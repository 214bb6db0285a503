"""Concepts and repositories as nodes: their holders and positions, and that papers are unaffected."""

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import networkx as nx
import pytest

from papertrace.graph.build import build_columns, build_graph, set_outcomes
from papertrace.graph.settings import GraphSettings, NodeName
from papertrace.graph.summary import summarise
from papertrace.model import Concept, EdgeKind, HoldingKind, Link, LinkRole, Outcome, Paper
from papertrace.reports.summary import describe_graph

MakePaper = Callable[..., Paper]
MakePapers = Callable[..., list[Paper]]
MakeLink = Callable[..., Link]

ALL: tuple[NodeName, ...] = ("papers", "concepts", "repositories")


def _of_kind(graph: "nx.MultiGraph[str]", kind: str) -> list[str]:
    return [node for node, attributes in graph.nodes(data=True) if attributes["kind"] == kind]


def _edges(graph: "nx.MultiGraph[str]") -> dict[str, tuple[set[str], dict[str, Any]]]:
    return {key: ({one, other}, facts) for one, other, key, facts in graph.edges(keys=True, data=True)}


def test_papers_alone_are_the_nodes_unless_others_are_named(make_papers: MakePapers) -> None:
    graph = build_graph(make_papers(30))
    assert {attributes["kind"] for _, attributes in graph.nodes(data=True)} == {"paper"}
    assert (graph.graph["n_nodes_concept"], graph.graph["n_edges_repository_link"]) == (0, 0)


def test_other_nodes_leave_the_papers_and_their_edges_as_they_are(make_papers: MakePapers) -> None:
    papers = make_papers(120)
    plain, rich = build_graph(papers), build_graph(papers, GraphSettings(nodes=ALL))
    among_papers = rich.subgraph(plain.nodes)
    assert {node: among_papers.nodes[node] for node in plain} == {node: plain.nodes[node] for node in plain}
    assert _edges(among_papers) == _edges(plain)
    assert list(rich)[: len(plain)] == list(plain)
    shared = plain.graph.keys() - {
        "n_nodes_concept",
        "n_nodes_repository",
        *(f"n_edges_{kind}" for kind in HoldingKind),
    }
    assert {name: rich.graph[name] for name in shared} == {name: plain.graph[name] for name in shared}


def test_concept_is_a_node_where_two_papers_hold_it_and_says_how_they_write_it(make_paper: MakePaper) -> None:
    spelled = Concept(key="moe", label="MoE", surfaces=("MoE", "mixture of experts"))
    papers = [make_paper("a", "alone"), make_paper("b", "moe"), replace(make_paper("c"), concepts=(spelled,))]
    graph = build_graph(papers, GraphSettings(nodes=("papers", "concepts")))
    assert _of_kind(graph, "concept") == ["concept:moe"]
    assert graph.nodes["concept:moe"]["label"] == "Moe"
    assert graph.nodes["concept:moe"]["n_papers"] == 2
    (edge,) = graph.get_edge_data("c", "concept:moe").values()
    assert (edge["kind"], edge["interaction"]) == ("concept_use", "concept_use")
    assert edge["evidence"] == "MoE|mixture of experts"


def test_weight_of_a_use_is_what_the_concept_adds_to_an_edge_between_papers(make_paper: MakePaper) -> None:
    papers = [make_paper("a", "x", "y"), make_paper("b", "x", "y"), make_paper("c", "y"), make_paper("d")]
    graph = build_graph(papers, GraphSettings(nodes=("papers", "concepts"), pruning="none", weight="idf2"))
    uses = [graph.edges["a", f"concept:{key}", key_of]["weight"] for key, key_of in (("x", "e3"), ("y", "e4"))]
    assert sum(uses) == pytest.approx(graph.edges["a", "b", "e0"]["weight"], abs=2e-4)
    assert uses[0] > uses[1]


def test_repository_says_who_links_to_it_how_and_whose_it_is(make_paper: MakePaper, make_link: MakeLink) -> None:
    own = make_link("https://github.com/acme/tool")
    other = make_link("https://github.com/Acme/Tool", LinkRole.OTHER)
    graph = build_graph(
        [make_paper("a", links=(own,)), make_paper("b", links=(other,))],
        GraphSettings(nodes=("papers", "repositories")),
    )
    (node,) = _of_kind(graph, "repository")
    assert node == "repository:github.com/acme/tool"
    facts = graph.nodes[node]
    assert (facts["label"], facts["url"], facts["n_papers"]) == ("acme/tool", "https://github.com/acme/tool", 2)
    edges = {one: facts for one, _, facts in graph.edges(data=True) if facts["kind"] == "repository_link"}
    assert {one: (facts["role"], facts["evidence"]) for one, facts in edges.items()} == {
        "a": ("own", "https://github.com/acme/tool"),
        "b": ("other", "https://github.com/Acme/Tool"),
    }


def test_every_edge_to_an_item_has_evidence_a_weight_and_a_key_of_its_own(make_papers: MakePapers) -> None:
    graph = build_graph(make_papers(80), GraphSettings(nodes=ALL))
    edges = list(graph.edges(keys=True, data=True))
    assert sorted(key for *_, key, _ in edges) == sorted(f"e{number}" for number in range(len(edges)))
    assert all(facts["evidence"] and facts["weight"] > 0 and facts["edge_key"] == key for *_, key, facts in edges)
    assert {facts["kind"] for *_, facts in edges} >= {
        HoldingKind.CONCEPT_USE,
        HoldingKind.REPOSITORY_LINK,
        EdgeKind.CONCEPT,
    }


def test_no_mark_covers_another(make_papers: MakePapers) -> None:
    graph = build_graph(make_papers(150), GraphSettings(nodes=ALL))
    papers = [graph.nodes[node] for node in _of_kind(graph, "paper")]
    items = [graph.nodes[node] for kind in ("concept", "repository") for node in _of_kind(graph, kind)]
    assert len(items) > 100
    for number, one in enumerate(items):
        for other in (*items[number + 1 :], *papers):
            apart = math.dist((one["x"], one["y"]), (other["x"], other["y"]))
            assert apart >= (one["size"] + other["size"]) / 2


def test_item_is_in_the_community_of_most_of_its_papers(make_papers: MakePapers) -> None:
    graph = build_graph(make_papers(120), GraphSettings(nodes=ALL))
    for node in _of_kind(graph, "concept"):
        found = [graph.nodes[paper]["community"] for paper in graph[node]]
        linked = [community for community in found if community >= 0]
        own = graph.nodes[node]["community"]
        assert linked.count(own) == max(map(linked.count, linked))


def test_paper_named_like_a_concept_keeps_its_id(make_paper: MakePaper) -> None:
    graph = build_graph(
        [make_paper("concept:x", "x"), make_paper("b", "x")], GraphSettings(nodes=("papers", "concepts"))
    )
    assert graph.nodes["concept:x"]["kind"] == "paper"
    assert _of_kind(graph, "concept") == ["concept:x'"]


def test_repositories_carry_outcomes_and_concepts_none(make_paper: MakePaper, make_link: MakeLink) -> None:
    papers = [make_paper("a", "x", links=(make_link("https://github.com/acme/tool"),)), make_paper("b", "x")]
    columns = build_columns(papers, GraphSettings(nodes=ALL))
    repository = "repository:github.com/acme/tool"
    assert columns.to_networkx().nodes[repository]["outcome"] == ""
    set_outcomes(columns, {repository: [Outcome.DEAD], "concept:x": [Outcome.DEAD]})
    graph = columns.to_networkx()
    assert graph.nodes[repository]["outcome"] == "dead"
    assert "outcome" not in graph.nodes["concept:x"]


def test_summary_counts_papers_and_other_nodes_separately(make_papers: MakePapers) -> None:
    papers = make_papers(60)
    plain, rich = summarise(build_graph(papers)), summarise(build_graph(papers, GraphSettings(nodes=ALL)))
    assert (rich.n_papers, rich.communities, rich.edges) == (plain.n_papers, plain.communities, plain.edges)
    told = [line for line in describe_graph(rich) if line not in describe_graph(plain)]
    assert len(told) == 1
    assert told[0].startswith(f"nodes besides the papers: {rich.n_concept_nodes} concepts (")


def test_no_papers_make_no_other_nodes() -> None:
    assert build_graph([], GraphSettings(nodes=ALL)).number_of_nodes() == 0
