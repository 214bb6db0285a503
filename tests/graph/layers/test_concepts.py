import math
from collections.abc import Callable

import pytest

from papertrace.graph.layers import ConceptLayer, link_concepts
from papertrace.graph.settings import GraphSettings, Weight
from papertrace.model import Paper

MakePaper = Callable[..., Paper]


def _link(papers: list[Paper], weight: Weight = "idf2", pairs_per_paper: int = 4000) -> ConceptLayer:
    return link_concepts(papers, GraphSettings(weight=weight, pruning="none", pairs_per_paper=pairs_per_paper))


def test_papers_without_concepts_are_not_linked(make_paper: MakePaper) -> None:
    layer = _link([make_paper("a"), make_paper("b")])
    assert layer.edges == ()
    assert (layer.layer.linking.n_items, layer.layer.totals.n_edges) == (0, 0)


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
    linking = layer.layer.linking
    assert (linking.frequency_cap, linking.n_capped, linking.n_increments) == (2, 1, 4)
    assert [edge.evidence for edge in layer.edges] == [(f"Pair{number}",) for number in range(4)]


def test_overlap_below_chance_is_not_an_edge(make_paper: MakePaper) -> None:
    papers = [make_paper("a", "x", "y", "z"), make_paper("b", "x", "v", "w"), make_paper("c", "x")]
    # a and b share one of five concepts where chance gives 9/5.
    assert {(edge.source, edge.target) for edge in _link(papers, "npmi").edges} == {("a", "c"), ("b", "c")}


def test_unit_is_one_concept_that_only_two_papers_share(make_paper: MakePaper) -> None:
    papers = [make_paper("a", "x"), make_paper("b", "x"), make_paper("c"), make_paper("d")]
    layer = _link(papers)
    assert layer.unit == layer.edges[0].weight
