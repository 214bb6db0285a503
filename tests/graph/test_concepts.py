import math
from collections.abc import Callable

import numpy as np
import pytest

from papertrace.graph.concepts import ConceptLayer, link_concepts
from papertrace.model import Paper

MakePaper = Callable[..., Paper]


def _link(papers: list[Paper], weight: str = "idf2", pairs_per_paper: int = 4000) -> ConceptLayer:
    return link_concepts(papers, weight=weight, pruning="none", alpha=0.05, pairs_per_paper=pairs_per_paper)


def test_papers_without_concepts_are_not_linked(make_paper: MakePaper) -> None:
    layer = _link([make_paper("a"), make_paper("b")])
    assert layer.edges == ()
    assert (layer.linking.n_concepts, layer.n_before) == (0, 0)


def test_weight_is_by_hand_and_evidence_names_the_rarest_concept_first(make_paper: MakePaper) -> None:
    papers = [
        make_paper("a", "common", "rare"),
        make_paper("b", "rare", "common"),
        make_paper("c", "common"),
        make_paper("d"),
    ]
    (edge, *_) = _link(papers).edges
    assert (edge.source, edge.target) == ("a", "b")
    assert edge.weight == pytest.approx(math.log(4 / 2) ** 2 + math.log(4 / 3) ** 2, abs=1e-4)
    assert edge.evidence == ("Rare", "Common")


def test_concept_above_the_budget_links_none_and_is_counted(make_paper: MakePaper) -> None:
    papers = [make_paper(f"p{number}", "everywhere", f"pair{number // 2}") for number in range(8)]
    # `everywhere` costs 28 pairs, the four others 1 each.
    layer = _link(papers, pairs_per_paper=1)
    linking = layer.linking
    assert (linking.frequency_cap, linking.n_capped, linking.n_increments) == (2, 1, 4)
    assert [edge.evidence for edge in layer.edges] == [(f"Pair{number}",) for number in range(4)]


def test_tie_below_chance_is_no_edge(make_paper: MakePaper) -> None:
    papers = [make_paper("a", "x", "y", "z"), make_paper("b", "x", "v", "w"), make_paper("c", "x")]
    # a and b share one of five concepts where chance gives 9/5.
    assert {(edge.source, edge.target) for edge in _link(papers, "npmi").edges} == {("a", "c"), ("b", "c")}


def test_unit_is_one_concept_that_only_two_papers_share(make_paper: MakePaper) -> None:
    papers = [make_paper("a", "x"), make_paper("b", "x"), make_paper("c"), make_paper("d")]
    layer = _link(papers)
    assert layer.unit == layer.edges[0].weight


def test_pairs_that_were_linked_before_pruning_are_told_from_those_that_were_not(make_paper: MakePaper) -> None:
    papers = [make_paper("a", "x", "y", "z"), make_paper("b", "x", "v", "w"), make_paper("c", "x"), make_paper("d")]
    first, second = np.array([0, 0, 0, 1]), np.array([1, 2, 3, 2])
    assert _link(papers).linking.ties(first, second) == 3
    # a and b share no more than chance gives.
    assert _link(papers, "npmi").linking.ties(first, second) == 2


def test_links_made_twice_are_those_that_are_remembered(
    make_papers: Callable[..., list[Paper]], monkeypatch: pytest.MonkeyPatch
) -> None:
    papers = make_papers(150)
    remembered = link_concepts(papers, weight="cosine", pruning="disparity", alpha=None, pairs_per_paper=4000)
    monkeypatch.setattr("papertrace.graph.concepts._MOST_REMEMBERED", 0)
    monkeypatch.setattr("papertrace.graph.projection._BLOCK", 500)
    again = link_concepts(papers, weight="cosine", pruning="disparity", alpha=None, pairs_per_paper=4000)
    assert again.edges == remembered.edges
    assert (again.alpha, again.n_before) == (remembered.alpha, remembered.n_before)
