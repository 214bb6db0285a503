"""Why two papers are linked or not."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from tests.terms import count_titles

from papertrace.graph.build import build_graph, explain_pair
from papertrace.model import Concept, Paper

TUSK = Concept(key="walrus tusk", label="Walrus tusk", n=4, score=0.5)


def paper(name: str, title: str, *concepts: Concept, **facts: object) -> Paper:
    return Paper(id=name, title=title, abstract="", entries=(), concepts=concepts, **facts)  # type: ignore[arg-type]


def near() -> list[Paper]:
    """Return two papers on one subject, two on another, and one on nothing of these."""
    return [
        paper("b", "carving walrus tusk", TUSK),
        paper("a", "trade in walrus tusk", TUSK),
        paper("c", "glacier moraine lakes"),
        paper("d", "outburst of moraine lakes"),
        paper("e", "copper"),
    ]


def test_papers_that_a_concept_links_are_explained_by_it() -> None:
    found = explain_pair(near(), ("b", "a"), count_titles)

    assert found.conclusion == "linked by shared concepts"
    assert (found.ids, found.titles) == (("b", "a"), ("carving walrus tusk", "trade in walrus tusk"))
    assert [(one.label, one.df) for one in found.shared] == [("Walrus tusk", 2)]
    assert found.shared[0].chance > found.min_chance
    assert [(kind, evidence) for kind, _, evidence in found.edges] == [("concept", "Walrus tusk")]
    assert found.cosine > found.min_cosine


def test_papers_that_share_no_specific_concept_are_linked_by_similar_texts() -> None:
    found = explain_pair(near(), ("c", "d"), count_titles)

    assert found.conclusion.startswith("linked by similar texts: ")
    assert found.shared == ()
    assert [(kind, evidence) for kind, _, evidence in found.edges] == [("similar", f"cosine {found.cosine:.2f}")]


def test_papers_without_an_edge_are_explained_too() -> None:
    found = explain_pair(near(), ("e", "a"), count_titles)

    assert found.conclusion == "not linked: their texts are too little alike (cosine 0.000, at least 0.08)"
    assert (found.shared, found.edges) == ((), ())


def test_papers_that_something_else_links_are_so_linked_otherwise() -> None:
    papers = [*near()[:-1], replace(near()[-1], references=("a",))]
    found = explain_pair(papers, ("a", "e"), count_titles)

    assert found.conclusion.startswith("linked otherwise; by concepts and texts not linked: ")
    assert [kind for kind, _, _ in found.edges] == ["citation"]


def test_a_pair_that_pruning_drops_is_called_pruned(make_papers: Callable[..., list[Paper]]) -> None:
    papers = make_papers(40)
    kept = build_graph(papers, count_terms=count_titles)
    topics = [one.title.split()[-1] for one in papers]
    dropped = next(
        (papers[first].id, papers[second].id)
        for first in range(40)
        for second in range(first)
        if topics[first] == topics[second] and not kept.has_edge(papers[first].id, papers[second].id)
    )

    assert explain_pair(papers, dropped, count_titles).conclusion.startswith("pruned: ")


@pytest.mark.parametrize("ids", [("a", "b"), ("b", "a")])
def test_the_order_of_two_papers_makes_no_difference(ids: tuple[str, str]) -> None:
    found = explain_pair(near(), ids, count_titles)
    assert found.shared == explain_pair(near(), ids[::-1], count_titles).shared
