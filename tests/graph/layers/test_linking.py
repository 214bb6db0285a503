from collections.abc import Callable
from typing import get_args

import pytest

from papertrace.engine import open_engine
from papertrace.engine.opening import HAS_PROCESSES
from papertrace.graph.build import build_graph
from papertrace.graph.layers import link_by
from papertrace.graph.settings import GraphSettings, Pruning, ReferenceWeight
from papertrace.model import Paper


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
        monkeypatch.setattr("papertrace.graph.pairs.products.MIN_INCREMENTS_FOR_SCIPY", least)
        monkeypatch.setattr("papertrace.graph.pairs.products._MAX_BLOCK_STEPS", max_steps)
        cut = link_by(sets, settings, weight=weight)
        assert list(cut.edges.rows()) == list(whole.edges.rows())
        assert (cut.alpha, cut.totals.n_edges) == (whole.alpha, whole.totals.n_edges)
        assert cut.totals.strengths.tolist() == whole.totals.strengths.tolist()


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
