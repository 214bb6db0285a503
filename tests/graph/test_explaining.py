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


def shared(*, evidence: float = 2.0, best_in: int = 2) -> SharedConcept:
    return SharedConcept(label="x", evidence=evidence, df=2, best_in=best_in, topical_in=2)


@pytest.mark.parametrize(
    ("concepts", "cosine", "words"),
    [
        ([], 0.5, "they share no concept"),
        ([shared(best_in=0)], 0.5, "not among the best concepts of either"),
        ([shared(evidence=0.0)], 0.5, "too common in this listing"),
        ([shared()], 0.05, "cosine 0.050, at least 0.06, as only one concept that they share counts"),
        ([shared(), shared(evidence=0.0)], 0.05, "at least 0.06"),
        ([shared(), shared()], 0.01, "cosine 0.010, at least 0.04)"),
        ([shared(best_in=0), shared(evidence=0.0)], 0.5, "what counts of what they share"),
    ],
)
def test_the_first_rule_that_is_not_met_is_the_reason(concepts: list[SharedConcept], cosine: float, words: str) -> None:
    found = conclude(concepts, cosine)

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
