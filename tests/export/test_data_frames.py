"""Papers, graphs and audits as data frames: the type of each column, and back."""

import sys
from pathlib import Path

import networkx as nx
import pandas as pd
import pytest
from pandas.api.types import CategoricalDtype
from tests.browser.field import make_field

import papertrace
from papertrace.export import data_frames
from papertrace.model import (
    AuditResult,
    Concept,
    Entry,
    Finding,
    Link,
    LinkKind,
    Occurrence,
    Outcome,
    Paper,
    RepositoryState,
    Span,
    Verdict,
)
from papertrace.model.papers.facts import Affiliation


@pytest.fixture(scope="module")
def papers() -> list[Paper]:
    return list(papertrace.extract_papers([papertrace.sample_path()]))


@pytest.fixture(scope="module")
def graph(papers: list[Paper]) -> papertrace.Graph:
    settings = papertrace.GraphSettings(nodes=("papers", "concepts", "repositories"))
    return papertrace.build_graph(papers, settings)


def test_papers_are_rows_under_their_ids(papers: list[Paper]) -> None:
    frame = papertrace.to_pandas(papers)

    assert list(frame.index) == [paper.id for paper in papers]
    assert frame.index.name == "id"
    assert list(frame["title"]) == [paper.title for paper in papers]
    assert list(frame["year"].dropna()) == [paper.year for paper in papers if paper.year]
    assert list(frame["authors"]) == [list(paper.authors) for paper in papers]
    assert frame["claim"].value_counts().to_dict() == {"none": 159, "linked": 46, "claimed": 6, "promised": 4}


def test_every_column_of_papers_has_its_type(papers: list[Paper]) -> None:
    types = papertrace.to_pandas(papers).dtypes

    assert {name for name, kind in types.items() if kind == "Int64"} == {
        *("year", "n_authors", "n_citations", "n_comments", "n_references", "line"),
    }
    assert isinstance(types["claim"], CategoricalDtype)
    assert types["title"] == types["abstract"] == types["doi"] == "string"


@pytest.mark.parametrize("empty", [[], AuditResult(findings=())], ids=["papers", "audit"])
def test_nothing_has_the_same_columns_and_types(empty: list[Paper] | AuditResult, papers: list[Paper]) -> None:
    full = papertrace.to_pandas(papers if isinstance(empty, list) else audited())
    frame = papertrace.to_pandas(empty)

    assert len(frame) == 0
    assert frame.dtypes.to_dict() == full.dtypes.to_dict()


def test_papers_can_be_written_and_exploded(papers: list[Paper], tmp_path: Path) -> None:
    frame = papertrace.to_pandas(papers)
    frame.to_parquet(tmp_path / "papers.parquet")
    read = pd.read_parquet(tmp_path / "papers.parquet")
    commonest = frame.explode("concepts")["concepts"].value_counts()

    assert list(read.index) == list(frame.index)
    assert read["year"].dtype == "Int64"
    assert commonest.iloc[0] == max(
        sum(label in {c.label for c in paper.concepts} for paper in papers) for label in commonest.index[:20]
    )


def test_graph_is_two_frames_with_types(graph: papertrace.Graph) -> None:
    nodes, edges = papertrace.to_pandas(graph)

    assert list(nodes.index) == list(graph)
    assert len(edges) == graph.number_of_edges()
    assert list(edges.columns[:2]) == ["source", "target"]
    expected = {"label": "string", "community": "Int64", "x": "float64", "n_papers": "Int64", "betweenness": "float64"}
    assert {name: str(nodes[name].dtype) for name in expected} == expected
    assert list(nodes["kind"].cat.categories) == ["paper", "concept", "repository", "author", "venue"]
    assert str(edges["weight"].dtype) == "float64"
    assert {"concept", "concept_use"} <= set(edges["kind"])
    assert set(edges["source"]) | set(edges["target"]) <= set(nodes.index)


def test_directed_edges_lead_from_tail_to_head(graph: papertrace.Graph) -> None:
    edges = papertrace.to_pandas(graph).edges
    mentions = edges[edges["kind"] == "mention"]

    assert len(mentions) == 7
    assert (mentions["source"] == mentions["tail"]).all()
    assert (mentions["target"] == mentions["head"]).all()


def test_frames_of_a_graph_become_the_same_graph(graph: papertrace.Graph) -> None:
    nodes, edges = papertrace.to_pandas(graph)
    back = papertrace.from_pandas(nodes, edges)

    assert nx.utils.graphs_equal(back, graph)
    assert list(back) == list(graph)
    for node, attributes in graph.nodes.items():
        assert {name: type(value) for name, value in back.nodes[node].items()} == {
            name: type(value) for name, value in attributes.items()
        }


def test_selected_rows_become_a_smaller_graph_that_can_be_written(graph: papertrace.Graph, tmp_path: Path) -> None:
    nodes, edges = papertrace.to_pandas(graph)
    largest = nodes[(nodes["kind"] == "paper") & (nodes["community"] == 0)]
    part = papertrace.from_pandas(largest.assign(rank=range(len(largest))), edges, papers=graph.papers)
    papertrace.write_graph(part, tmp_path / "part.graphml")

    assert set(part) == set(largest.index)
    assert 0 < part.number_of_edges() < graph.number_of_edges()
    assert nx.utils.edges_equal(part.edges(keys=True), graph.subgraph(part).edges(keys=True))
    assert sorted(nx.read_graphml(tmp_path / "part.graphml").nodes[node]["rank"] for node in part) == list(
        range(len(part))
    )


def test_attribute_of_several_types_is_kept_as_it_is() -> None:
    mixed: nx.MultiGraph[str] = nx.MultiGraph(name="mixed")
    mixed.add_node("a", kind="my own kind", value=1)
    mixed.add_node("b", value="one")
    mixed.add_edge("a", "b", key="k")
    nodes, edges = papertrace.to_pandas(mixed)

    assert list(nodes["value"]) == [1, "one"]
    assert nodes["kind"].dtype == "string"
    assert nx.utils.graphs_equal(papertrace.from_pandas(nodes, edges), mixed)


def test_graph_without_nodes_goes_there_and_back() -> None:
    nodes, edges = papertrace.to_pandas(nx.MultiGraph())

    assert (len(nodes), len(edges)) == (0, 0)
    assert papertrace.from_pandas(nodes, edges).number_of_nodes() == 0


def test_edges_without_ends_are_refused(graph: papertrace.Graph) -> None:
    nodes, edges = papertrace.to_pandas(graph)

    with pytest.raises(papertrace.ExportError, match="no column 'target'"):
        papertrace.from_pandas(nodes, edges.drop(columns="target"))


def test_columns_of_ids_and_keys_stand_in_for_a_lost_index(graph: papertrace.Graph) -> None:
    nodes, edges = papertrace.to_pandas(graph)
    back = papertrace.from_pandas(nodes.reset_index(), edges.reset_index())

    assert nx.utils.graphs_equal(back, graph)


def test_merged_nodes_keep_their_edges(graph: papertrace.Graph) -> None:
    nodes, edges = papertrace.to_pandas(graph)
    mine = pd.DataFrame({"id": list(graph), "rank": range(len(graph))})
    merged = papertrace.from_pandas(nodes.merge(mine, on="id"), edges)

    assert nx.utils.edges_equal(merged.edges(keys=True), graph.edges(keys=True))
    assert [data["rank"] for data in merged.nodes.values()] == list(range(len(graph)))


def test_nodes_that_have_lost_their_ids_are_refused_with_a_way_out(graph: papertrace.Graph) -> None:
    nodes, edges = papertrace.to_pandas(graph)
    labels = nodes[["label"]].drop_duplicates()
    merged = nodes.merge(labels, on="label")

    with pytest.raises(
        papertrace.ExportError, match=r"from_pandas: no node is an end .* first is '0'.*set_index\('id'\)"
    ):
        papertrace.from_pandas(merged, edges)
    assert papertrace.from_pandas(merged, edges.head(0)).number_of_nodes() == len(merged)
    assert papertrace.from_pandas(merged.head(0), edges).number_of_nodes() == 0


def test_nodes_without_edges_can_be_selected(graph: papertrace.Graph) -> None:
    nodes, edges = papertrace.to_pandas(graph)
    lonely = nodes.loc[list(nx.isolates(graph))]

    assert len(lonely)
    assert papertrace.from_pandas(lonely, edges).number_of_nodes() == len(lonely)


def test_large_graph_keeps_its_order() -> None:
    made = make_field(300).graph
    nodes, edges = papertrace.to_pandas(made)

    assert list(nodes.index) == list(made)
    assert nx.utils.graphs_equal(papertrace.from_pandas(nodes, edges), made)


def audited() -> AuditResult:
    link = Link(raw="", url="https://example.org/a", span=Span("a.bib", 1), kind=LinkKind.PAGE)
    dead = Verdict(
        link=link,
        outcome=Outcome.DEAD,
        reason="404 Not Found",
        repository_state=RepositoryState.ARCHIVED,
        failing_since="2026-01-02T03:04:05+00:00",
        checked_at="2026-02-02T03:04:05+00:00",
    )
    place = Occurrence(id="a", title="Atlas", source="a.bib", line=1, column=2)
    alive = Verdict(link=link, outcome=Outcome.ALIVE, reason="200")
    return AuditResult(findings=(Finding(verdict=dead, occurrences=(place,)), Finding(verdict=alive, occurrences=())))


def test_audit_is_rows_with_instants_and_closed_sets() -> None:
    frame = papertrace.to_pandas(audited())

    assert list(frame.columns) == list(audited().to_records()[0])
    assert list(frame["outcome"].cat.categories) == [str(outcome) for outcome in Outcome]
    assert list(frame["outcome"]) == ["dead", "alive"]
    assert frame["failing_since"][0] == pd.Timestamp("2026-01-02T03:04:05Z")
    assert pd.isna(frame["failing_since"][1])
    assert str(frame["checked_at"].dt.tz) == "UTC"
    assert frame["status"].dtype == "Int64"
    assert frame["papers"][0][0]["title"] == "Atlas"


def test_missing_pandas_is_named_with_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(data_frames, "find_spec", lambda _: None)

    with pytest.raises(papertrace.ExportError, match=r"pandas is not installed \(pip install 'papertrace\[pandas\]'\)"):
        papertrace.to_pandas([Paper(id="a", title="A", abstract="", entries=())])


def test_pandas_is_imported_when_a_frame_is_made() -> None:
    from subprocess import run

    code = "import papertrace, sys; papertrace.to_pandas; assert 'pandas' not in sys.modules"
    assert run([sys.executable, "-c", code], check=True).returncode == 0


def test_affiliations_are_dictionaries_beside_their_institutions_and_countries() -> None:
    affiliations = (Affiliation(institution="Harbour Institute", country="NO", authors=("Ann Doe",)),)
    row = papertrace.to_pandas(
        [Paper(id="a", title="A", abstract="", entries=(), affiliations=affiliations, funding=("Tide Fund",))]
    ).loc["a"]

    assert [one["country"] for one in row["affiliations"]] == row["countries"] == ["NO"]
    assert (row["institutions"], row["funding"]) == (["Harbour Institute"], ["Tide Fund"])


def test_row_of_a_paper_names_where_it_is_printed() -> None:
    entries = tuple(
        Entry(title="A", abstract="", span=Span(source, line), end_line=9) for source, line in (("b", 1), ("a", 7))
    )
    concepts = (Concept(key="k", label=""),)
    row = papertrace.to_pandas([Paper(id="a", title="A", abstract="", entries=entries, concepts=concepts)]).loc["a"]

    assert (row["source"], row["line"]) == ("b", 1)
    assert row["concepts"] == ["k"]
    assert pd.isna(row["abstract"])
