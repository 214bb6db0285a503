"""Properties of the graph: order does not matter, every edge has evidence, no paper is lost."""

import json
import random
from collections.abc import Iterable
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from papertrace.graph.build import build_graph
from papertrace.graph.settings import GraphSettings, Pruning
from papertrace.graph.summary import summarise
from papertrace.model import Concept, Entry, Identifiers, Mention, Paper, Span
from papertrace.pipeline.building import build_graph as build_by_texts
from papertrace.pipeline.describing import describe_corpus
from papertrace.reports.summary import describe_graph
from papertrace.resolve.papers.merging import merge_entries

if TYPE_CHECKING:
    import networkx as nx

KEYS = [f"idea {number}" for number in range(12)]
IDS = [f"paper-{number:02}" for number in range(14)]


@st.composite
def papers(draw: st.DrawFn) -> list[Paper]:
    """Draw a small corpus in which anything may be shared, with some hostile values."""
    return [
        Paper(
            id=paper_id,
            title=draw(st.text(max_size=12)),
            abstract="",
            entries=(),
            identifiers=Identifiers(arxiv=draw(st.none() | st.just(f"2501.{number:05d}"))),
            concepts=tuple(
                Concept(key=key, label=draw(st.sampled_from([key, key.upper(), "a|b", ""])))
                for key in draw(st.lists(st.sampled_from(KEYS), max_size=6, unique=True))
            ),
            mentions=tuple(
                Mention(target=target, surface="it", sentence=draw(st.text(max_size=9)), span=Span("x", 1))
                for target in draw(st.lists(st.sampled_from(IDS), max_size=2))
            ),
            references=tuple(draw(st.lists(st.sampled_from([*IDS, "doi:10.1/x", "arxiv:2501.00001v2"]), max_size=3))),
        )
        for number, paper_id in enumerate(draw(st.lists(st.sampled_from(IDS), max_size=14, unique=True)))
    ]


def _as_text(graph: "nx.MultiGraph[str]") -> str:
    return json.dumps([graph.graph, list(graph.nodes(data=True)), list(graph.edges(keys=True, data=True))])


def _build(corpus: Iterable[Paper], pruning: Pruning = "disparity") -> "nx.MultiGraph[str]":
    return build_graph(corpus, GraphSettings(n_seeds=2, pruning=pruning))


@given(papers(), st.randoms(use_true_random=False))
def test_graph_does_not_depend_on_the_order_of_the_papers(corpus: list[Paper], order: random.Random) -> None:
    shuffled = corpus.copy()
    order.shuffle(shuffled)
    assert _as_text(_build(shuffled)) == _as_text(_build(corpus))


TEXTS = st.lists(
    st.sampled_from(
        ("walrus tusk growth", "polar bear", "sea ice", "of the", "KV cache", "U-Net", "unet", "UNet", "海象的检出")
    ),
    max_size=6,
).map("; ".join)


@pytest.mark.slow
@given(st.lists(st.tuples(TEXTS, TEXTS), max_size=7, unique=True), st.randoms(use_true_random=False))
def test_concepts_and_weights_by_texts_do_not_depend_on_the_order_of_the_papers(
    texts: list[tuple[str, str]], order: random.Random
) -> None:
    entries = [
        Entry(title=f"{title} {number}", abstract=abstract, span=Span("a", number + 1), end_line=number + 1)
        for number, (title, abstract) in enumerate(texts)
    ]
    shuffled = entries.copy()
    order.shuffle(shuffled)
    one, other = (list(describe_corpus(merge_entries(listed))) for listed in (entries, shuffled))
    assert {paper.id: (paper.concepts, paper.minor_concepts) for paper in one} == {
        paper.id: (paper.concepts, paper.minor_concepts) for paper in other
    }
    assert _as_text(build_by_texts(one)) == _as_text(build_by_texts(other))


@given(papers())
def test_every_edge_has_a_reason_a_weight_and_ends_that_differ(corpus: list[Paper]) -> None:
    for first, second, edge in _build(corpus).edges(data=True):
        assert first != second
        assert edge["evidence"]
        assert edge["weight"] > 0


@given(papers())
def test_backbone_keeps_the_strongest_concept_edge_of_every_paper(corpus: list[Paper]) -> None:
    whole, pruned = _build(corpus, pruning="none"), _build(corpus)
    for node in whole:
        weights = [edge["weight"] for _, _, edge in whole.edges(node, data=True) if edge["kind"] == "concept"]
        kept = [edge["weight"] for _, _, edge in pruned.edges(node, data=True) if edge["kind"] == "concept"]
        assert max(weights, default=0) == max(kept, default=0)
        assert (pruned.nodes[node]["community"] == -1) == (pruned.degree(node) == 0)


@given(papers())
def test_figures_agree_with_the_graph(corpus: list[Paper]) -> None:
    graph = _build(corpus)
    summary = summarise(graph)
    assert sum(summary.edges.values()) == graph.number_of_edges()
    assert sum(size for _, size in summary.communities) + summary.n_unlinked == len(corpus)
    assert all("\n" not in line for line in describe_graph(summary) if "Title" not in line)
