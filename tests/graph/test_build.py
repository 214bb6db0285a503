import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import networkx as nx
import pytest
from tests.calls import n_calls
from tests.case_tables import cases

from papertrace.graph.build import build_graph
from papertrace.graph.settings import CommunityAlgorithm, GraphSettings, LayerName, NodeName, Pruning, Weight
from papertrace.graph.summary import summarise
from papertrace.model import EdgeKind, Mention, Paper, Span
from papertrace.reports.summary import describe_graph

MakePaper = Callable[..., Paper]
MakePapers = Callable[..., list[Paper]]

NODE_ATTRIBUTES = {
    "label": str,
    "title": str,
    "kind": str,
    "authors": str,
    "url": str,
    "repositories": str,
    "concepts": str,
    "venue": str,
    "publisher": str,
    "publication_type": str,
    "keywords": str,
    "index_keywords": str,
    "claim": str,
    "outcome": str,
    "community": int,
    "community_label": str,
    "fits_community": str,
    "degree_weighted": float,
    "betweenness": float,
    "x": float,
    "y": float,
    "size": float,
    "color": str,
}
EDGE_ATTRIBUTES = {
    "kind": str,
    "weight": float,
    "label": str,
    "interaction": str,
    "evidence": str,
    "edge_key": str,
}


def _as_text(graph: "nx.MultiGraph[str]") -> str:
    return json.dumps([graph.graph, list(graph.nodes(data=True)), list(graph.edges(keys=True, data=True))])


WHERE_KNOWN = {"year", "n_citations", "n_references", "doi", "arxiv", "open_access", "main_path", "bursts"}


def test_no_papers_make_an_empty_graph_that_can_be_summarised() -> None:
    graph = build_graph([])
    assert graph.number_of_nodes() == graph.number_of_edges() == 0
    assert describe_graph(summarise(graph))[0].startswith("0 edges: none by shared concepts, similar texts, repository")


def test_paper_that_shares_nothing_is_unlinked(make_paper: MakePaper) -> None:
    graph = build_graph([make_paper("a", "x"), make_paper("b", "x"), make_paper("c", "y")])
    assert graph.nodes["c"]["community"] == -1
    assert graph.nodes["c"]["community_label"] == "unlinked"
    assert summarise(graph).n_unlinked == 1


def test_two_papers_that_share_one_concept_are_linked(make_paper: MakePaper) -> None:
    graph = build_graph([make_paper("b", "x"), make_paper("a", "x")])
    ((first, second, key, edge),) = graph.edges(keys=True, data=True)
    assert (first, second, key, edge["evidence"]) == ("a", "b", "e0", "X")
    assert edge["weight"] > 0


def test_attributes_are_those_of_the_contract_as_plain_scalars(make_papers: MakePapers) -> None:
    graph = build_graph(make_papers(80))
    for _, attributes in graph.nodes(data=True):
        found = {name: type(value) for name, value in attributes.items() if name not in WHERE_KNOWN}
        assert found == NODE_ATTRIBUTES
        assert type(attributes.get("year", 0)) is int
    for _, _, key, attributes in graph.edges(keys=True, data=True):
        found = {name: type(value) for name, value in attributes.items() if name not in {"tail", "head"}}
        assert found == EDGE_ATTRIBUTES
        assert attributes["edge_key"] == key


def test_edges_are_numbered_in_the_order_of_their_ends(make_papers: MakePapers) -> None:
    graph = build_graph(make_papers(80))
    edges = list(graph.edges(keys=True))
    assert [key for _, _, key in edges] == [f"e{number}" for number in range(len(edges))]
    assert [(min(ends), max(ends)) for *ends, _ in edges] == sorted((min(ends), max(ends)) for *ends, _ in edges)


def test_layers_between_one_pair_are_parallel_edges(make_paper: MakePaper) -> None:
    mention = Mention(target="a", surface="Atlas", sentence="We beat Atlas.", span=Span("made-up.txt", 1))
    graph = build_graph([make_paper("a", "x"), make_paper("b", "x", mentions=(mention,)), make_paper("c")])
    edges = graph.get_edge_data("a", "b")
    assert [edge["kind"] for edge in edges.values()] == ["concept", "mention"]
    assert (edges["e1"]["tail"], edges["e1"]["head"]) == ("b", "a")
    # Both count as much as a concept that only two papers share.
    assert edges["e0"]["weight"] == edges["e1"]["weight"]


def test_copies_of_one_paper_are_one_node(make_paper: MakePaper) -> None:
    papers = [make_paper("a", "x"), make_paper("a", "y"), make_paper("b", "x")]
    assert _as_text(build_graph(papers)) == _as_text(build_graph(reversed(papers)))
    assert list(build_graph(papers)) == ["a", "b"]


def test_pruning_is_recorded_in_the_attributes_of_the_graph(make_papers: MakePapers) -> None:
    papers = make_papers(150)
    pruned, whole = build_graph(papers), build_graph(papers, GraphSettings(pruning="none"))
    assert pruned.graph["n_edges_concept_before"] == whole.graph["n_edges_concept"] > pruned.graph["n_edges_concept"]
    assert pruned.graph["density"] < whole.graph["density"]
    assert sum(pruned.graph[f"n_edges_{kind}"] for kind in EdgeKind) == pruned.graph["n_edges"]


def test_cap_on_document_frequency_is_recorded(make_papers: MakePapers) -> None:
    graph = build_graph(make_papers(200), GraphSettings(pairs_per_paper=20))
    assert graph.graph["n_concepts_capped"] > 0
    assert graph.graph["n_pairs_spent"] <= 20 * 200
    told = [line for line in describe_graph(summarise(graph)) if "link none" in line]
    assert len(told) == 1
    assert str(graph.graph["frequency_cap"]) in told[0]


def test_communities_find_the_topics_that_the_papers_were_made_of(make_papers: MakePapers) -> None:
    graph = build_graph(make_papers(226))
    topics: dict[int, list[str]] = {}
    for _, attributes in graph.nodes(data=True):
        topics.setdefault(attributes["community"], []).append(attributes["label"].rpartition(" ")[2])
    in_commonest = sum(max(map(names.count, names)) for names in topics.values())
    assert in_commonest / 226 > 0.85
    assert len({attributes["community_label"] for _, attributes in graph.nodes(data=True)}) == len(topics)


@pytest.mark.parametrize("weight", ["evidence", "association", "cosine", "idf2", "jaccard", "npmi"])
def test_every_weight_makes_a_graph(make_papers: MakePapers, weight: Weight) -> None:
    graph = build_graph(make_papers(60), GraphSettings(weight=weight))
    assert graph.graph["weight"] == weight
    assert all(edge["weight"] > 0 for _, _, edge in graph.edges(data=True))


@pytest.mark.parametrize("communities", ["leiden", "louvain"])
def test_graph_is_the_same_in_another_process_with_another_hash_seed(
    make_papers: MakePapers, communities: CommunityAlgorithm
) -> None:
    program = (
        "import importlib.util, json, sys\n"
        "spec = importlib.util.spec_from_file_location('made_up', sys.argv[1])\n"
        "made_up = importlib.util.module_from_spec(spec)\n"
        "spec.loader.exec_module(made_up)\n"
        "from papertrace.graph.build import build_graph\n"
        "from papertrace.graph.settings import GraphSettings\n"
        "nodes = ('papers', 'concepts', 'repositories')\n"
        "settings = GraphSettings(communities=sys.argv[2], nodes=nodes)\n"
        "g = build_graph(made_up._make_papers(120, n_references=3), settings)\n"
        "print(json.dumps([g.graph, list(g.nodes(data=True)), list(g.edges(keys=True, data=True))]))\n"
    )
    conftest = Path(__file__).with_name("conftest.py")
    environment = {**os.environ, "PYTHONHASHSEED": "12345"}
    printed = subprocess.run(
        [sys.executable, "-c", program, str(conftest), communities],
        env=environment,
        capture_output=True,
        check=True,
        text=True,
    ).stdout
    nodes: tuple[NodeName, ...] = ("papers", "concepts", "repositories")
    here = build_graph(make_papers(120, n_references=3), GraphSettings(communities=communities, nodes=nodes))
    assert printed.strip() == _as_text(here)


def test_sentences_say_zeros_plainly_and_name_the_largest_communities(make_papers: MakePapers) -> None:
    summary = summarise(build_graph(make_papers(100)))
    lines = describe_graph(summary, is_detailed=True)
    assert "; none by similar texts, citation, co-citation, coupling" in lines[0]
    assert any("agreement of 5 seeds" in line and "Leiden by graspologic-native" in line for line in lines)
    assert sum(int(line.split()[0]) for line in lines if line.startswith("   ")) == 100 - summary.n_unlinked


def test_edges_become_a_table_of_networkx(make_papers: MakePapers) -> None:
    # networkx refuses this for edges that carry attributes named `source` or `target`.
    data = nx.node_link_data(build_graph(make_papers(30)), edges="edges")
    assert all({"source", "target", "evidence"} <= edge.keys() for edge in data["edges"])


def test_papers_are_not_compared_with_one_another(make_papers: MakePapers) -> None:
    few, many = make_papers(100), make_papers(400)
    build_graph(few)  # What is imported at first use counts for neither.

    assert n_calls(lambda: build_graph(many)) < 8 * n_calls(lambda: build_graph(few))  # 16 times as many pairs


def test_importing_the_stage_imports_nothing_heavy() -> None:
    program = "import sys, papertrace.graph; print(sorted({'networkx', 'numpy'} & sys.modules.keys()))"
    printed = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, text=True).stdout
    assert printed.strip() == "[]"


@pytest.mark.parametrize(
    ("pruning", "rule"),
    [("disparity", "(level 0."), ("nearest", "(the 3 nearest of each paper)"), ("none", "(all of them)")],
)
def test_summary_says_the_rule_and_the_density(pruning: Pruning, rule: str, make_papers: MakePapers) -> None:
    graph = build_graph(make_papers(120), GraphSettings(pruning=pruning, n_nearest=3))
    (line,) = [line for line in describe_graph(summarise(graph), is_detailed=True) if line.startswith("backbone: ")]
    kept, before, density = re.findall(
        r"backbone: ([\d,]+) of ([\d,]+) edges by concepts or texts .*density (\d\.\d+)", line
    )[0]
    assert rule in line
    assert float(density) > 0
    assert (kept == before) == (pruning == "none")


def _in_two_ways(make_paper: MakePaper) -> list[Paper]:
    """Return four papers, of which two share a concept and two, in another way, a reference."""
    return [
        make_paper("a", "x", references=("doi:10.5555/1",)),
        make_paper("b", "y", references=("doi:10.5555/1",)),
        make_paper("c", "x", references=("doi:10.5555/2",)),
        make_paper("d", "y", references=("doi:10.5555/2",)),
    ]


@cases("group_by, together", named=True)
def test_the_named_layers_decide_communities_and_all_edges_stay(
    make_paper: MakePaper, group_by: tuple[LayerName, ...], together: set[tuple[str, str]]
) -> None:
    graph = build_graph(_in_two_ways(make_paper), GraphSettings(group_by=group_by))
    community = {name: graph.nodes[name]["community"] for name in "abcd"}
    assert {
        (one, other) for one in "abcd" for other in "abcd" if one < other and community[one] == community[other]
    } == (together)
    assert graph.number_of_edges() == 4
    assert graph.graph["group_by"] == group_by[0]
    assert all(graph.nodes[name]["degree_weighted"] > 0 for name in "abcd")


def test_a_paper_without_an_edge_in_the_deciding_layers_is_in_no_community(make_paper: MakePaper) -> None:
    papers = [*_in_two_ways(make_paper), make_paper("e", "x")]
    summary = summarise(build_graph(papers, GraphSettings(group_by=("coupling", "citation"))))
    assert summary.n_unlinked == 1
    lines = describe_graph(summary)
    assert "1 paper without an edge by citation or coupling" in lines
    assert "2 communities by citation, coupling:" in lines


def test_naming_all_layers_is_the_default(make_paper: MakePaper) -> None:
    papers = _in_two_ways(make_paper)
    assert _as_text(build_graph(papers)) == _as_text(build_graph(papers, GraphSettings(group_by=("all", "coupling"))))
