"""Why two papers are linked or not."""

from collections.abc import Callable

import pytest
from tests.terms import count_titles

from papertrace.graph import build_graph
from papertrace.graph.explaining import explain_pair
from papertrace.graph.pairs.concept_columns import collect_concepts
from papertrace.graph.pairs.evidence import prepare_evidence
from papertrace.graph.pairs.reasons import conclude
from papertrace.graph.pairs.texts.similarity import vectorise
from papertrace.model import Concept, Paper
from papertrace.model.graphs.pair import SharedConcept

MakePaper = Callable[..., Paper]
TUSK = Concept(key="walrus tusk", label="Walrus tusk", n=2, score=0.5)


def paper(name: str, *concepts: Concept, **facts: object) -> Paper:
    return Paper(id=name, title=f"{name} walrus tusk", abstract="", entries=(), concepts=concepts, **facts)  # type: ignore[arg-type]


def shared(*, evidence: float = 2.0, best_in: int = 2, topical_in: int = 2, is_rare: bool = False) -> SharedConcept:
    return SharedConcept(label="x", evidence=evidence, df=2, best_in=best_in, topical_in=topical_in, is_rare=is_rare)


@pytest.mark.parametrize(
    ("concepts", "cosine", "weight", "words"),
    [
        ([], 0.5, 0.0, "they share no concept"),
        ([shared(best_in=0)], 0.5, 0.0, "not among the best concepts of either"),
        ([shared(evidence=0.0)], 0.5, 0.0, "too common in this listing"),
        ([shared(topical_in=1)], 0.5, 0.0, "said in passing in one of them"),
        ([shared(topical_in=1, is_rare=True)], 0.01, 0.0, "cosine 0.010, at least 0.03"),
        ([shared(topical_in=1), shared(evidence=0.0)], 0.5, 0.0, "said in passing in one of them"),
        ([shared(topical_in=1), shared(topical_in=1)], 0.01, 0.0, "cosine 0.010"),
        ([shared(), shared(evidence=1.0)], 0.04, 0.0, "too weak (weight 0.069, at least 0.09)"),
        ([shared()], 0.5, 0.03, "too weak (weight 0.030, at least 0.09)"),
        ([shared()], 0.5, 0.0, "an ordinary word, or not a main one of either"),
    ],
)
def test_the_first_rule_that_is_not_met_is_the_reason(
    concepts: list[SharedConcept], cosine: float, weight: float, words: str
) -> None:
    found = conclude(concepts, cosine, weight)

    assert found.startswith("not linked: ")
    assert words in found


def test_papers_that_a_concept_links_are_explained_by_it() -> None:
    papers = [paper("b", TUSK), paper("a", TUSK), paper("c")]

    found = explain_pair(papers, ("b", "a"), count_titles)

    assert found.conclusion == "linked by shared concepts"
    assert (found.ids, found.titles) == (("b", "a"), ("b walrus tusk", "a walrus tusk"))
    assert [one.label for one in found.shared] == ["Walrus tusk"]
    assert [kind for kind, _, _ in found.edges] == ["concept"]
    assert found.weight == pytest.approx(found.edges[0][1], abs=0.01)
    assert found.cosine > found.min_cosine


def test_papers_without_an_edge_are_explained_too() -> None:
    found = explain_pair([paper("a", TUSK), paper("b", TUSK), paper("c")], ("c", "a"), count_titles)

    assert found.conclusion == "not linked: they share no concept"
    assert (found.shared, found.edges, found.weight) == ((), (), 0)


def test_papers_that_something_else_links_are_so_linked_otherwise() -> None:
    found = explain_pair([paper("a"), paper("b", references=("a",))], ("a", "b"), count_titles)

    assert found.conclusion == "linked otherwise; by concepts not linked: they share no concept"
    assert [kind for kind, _, _ in found.edges] == ["citation"]


def test_a_pair_that_pruning_drops_is_called_pruned(make_papers: Callable[..., list[Paper]]) -> None:
    papers = make_papers(40)
    linking = prepare_evidence(papers, collect_concepts(papers), vectorise(count_titles(papers)), 4_000)
    kept = build_graph(papers, count_terms=count_titles)
    dropped = next(
        (papers[first].id, papers[second].id)
        for block in linking.generate()
        for first, second, _ in block.rows()
        if not kept.has_edge(papers[first].id, papers[second].id)
    )

    assert explain_pair(papers, dropped, count_titles).conclusion.startswith("pruned: ")
