from collections.abc import Callable
from typing import get_args

import numpy as np
import pytest

from papertrace.engine import open_engine
from papertrace.engine.opening import HAS_PROCESSES
from papertrace.graph import build_graph
from papertrace.graph.layers import linking
from papertrace.graph.layers.linking import count_linked, link_all, link_by, prepare_linking
from papertrace.graph.pairs.concept_columns import collect_concepts
from papertrace.graph.pairs.evidence import prepare_evidence
from papertrace.graph.settings import GraphSettings, Pruning, ReferenceWeight
from papertrace.model import Paper

SETS = [["x", "y", "z"], ["x", "v", "w"], ["x"], []]


def test_pairs_that_were_linked_before_pruning_are_counted() -> None:
    first, second = np.array([0, 0, 0, 1]), np.array([1, 2, 3, 2])
    assert len(prepare_linking(SETS, weight="idf2", pairs_per_paper=4000).find_linked(first, second)) == 3
    # The first two share no more than chance gives.
    assert len(prepare_linking(SETS, weight="npmi", pairs_per_paper=4000).find_linked(first, second)) == 2


@pytest.mark.parametrize("weight", ["idf2", "cosine", "npmi"])
@pytest.mark.parametrize("pruning", get_args(Pruning))
def test_neither_blocks_nor_engines_make_a_difference(
    weight: ReferenceWeight,
    pruning: Pruning,
    make_papers: Callable[..., list[Paper]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sets = [[concept.key for concept in paper.concepts] for paper in make_papers(150)]
    settings = GraphSettings(pruning=pruning)
    whole = link_by(sets, settings, weight=weight)
    for max_steps, least in ((1, 10**9), (500, 10**9), (500, 0)):
        monkeypatch.setattr("papertrace.graph.pairs.products.pair_products.MIN_INCREMENTS_FOR_SCIPY", least)
        monkeypatch.setattr("papertrace.graph.pairs.products.pair_products._MAX_BLOCK_STEPS", max_steps)
        cut = link_by(sets, settings, weight=weight)
        assert list(cut.edges.rows()) == list(whole.edges.rows())
        assert (cut.alpha, cut.totals.n_edges) == (whole.alpha, whole.totals.n_edges)
        assert cut.totals.strengths.tolist() == whole.totals.strengths.tolist()


@pytest.mark.parametrize(("pruning", "n_times"), [("disparity", 1), ("nearest", 2), ("none", 2)])
def test_memory_is_returned_before_many_papers_are_linked_and_when_what_links_them_is_in_a_file(
    pruning: Pruning, n_times: int, make_papers: Callable[..., list[Paper]], monkeypatch: pytest.MonkeyPatch
) -> None:
    papers, settings = make_papers(30), GraphSettings(pruning=pruning)
    returned: list[None] = []
    monkeypatch.setattr(linking, "return_freed_memory", lambda: returned.append(None))
    edges = []
    for most, n_returned in ((30, 0), (29, n_times)):
        monkeypatch.setattr(linking, "MAX_IN_MEMORY", most)
        returned.clear()
        layer = link_all(prepare_evidence(papers, collect_concepts(papers), None, 4000), 30, settings)
        assert len(returned) == n_returned
        edges.append(list(layer.edges.rows()))
    assert edges[0] == edges[1] != []


@pytest.mark.skipif(not HAS_PROCESSES, reason="worker processes are forked, which this system cannot do")
@pytest.mark.parametrize("n_workers", [1, 2, 3])
def test_worker_processes_link_as_this_one_does(n_workers: int, make_papers: Callable[..., list[Paper]]) -> None:
    papers = make_papers(300, n_references=4)
    settings = GraphSettings(n_seeds=2)
    here = build_graph(papers, settings)
    with open_engine("processes", n_workers) as engine:
        there = build_graph(papers, settings, engine=engine)
    assert (list(there.nodes(data=True)), there.graph) == (list(here.nodes(data=True)), here.graph)
    assert list(there.edges(keys=True, data=True)) == list(here.edges(keys=True, data=True))


@pytest.mark.parametrize("pruning", get_args(Pruning))
def test_what_was_linked_before_pruning_is_known_of_pairs_that_other_layers_link(
    pruning: Pruning, make_papers: Callable[..., list[Paper]]
) -> None:
    papers = make_papers(80)
    pairs = np.stack(np.triu_indices(80, 1), axis=1)[::2]
    settings = GraphSettings(pruning=pruning, n_nearest=1)
    evidence = prepare_evidence(papers, collect_concepts(papers), None, 4000)
    n_linked = len(evidence.find_linked(*pairs.T))
    layer = link_all(evidence, 80, settings, others=pairs[::-1])
    kept = set(zip(layer.edges.first.tolist(), layer.edges.second.tolist(), strict=True))
    assert layer.count_linked(*pairs.T) == n_linked
    assert n_linked > 0
    assert (len(kept.intersection(map(tuple, pairs.tolist()))) < n_linked) == (pruning != "none")
    assert layer.count_linked(pairs[:, 1], pairs[:, 0]) == n_linked
    # What makes links is not kept, but what the concepts are called is.
    assert evidence.held.items.size == evidence.incidence.data.size == evidence.parts.data.size == 0
    assert evidence.holdings.items


def test_pairs_of_several_layers_are_counted_once() -> None:
    other = [["r"], ["r"], ["s"], ["s"]]
    layers = [link_by(sets, GraphSettings(), weight="idf2") for sets in (SETS, other)]
    nobody, pair = np.zeros(0, dtype=np.int64), (np.array([0, 0]), np.array([1, 3]))
    # By the first layer 0-1, 0-2 and 1-2, by the second 0-1 and 2-3.
    assert count_linked(layers[:1], nobody, nobody) == 3
    assert count_linked(layers, nobody, nobody) == 4
    # 0-1 is linked by both anyway, 0-3 by neither.
    assert count_linked(layers[:1], *pair) == 4
    assert count_linked(layers, *pair) == 5
