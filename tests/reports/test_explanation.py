"""Why a paper has its concepts, and why two papers are linked, as tables."""

from papertrace.model import Span
from papertrace.model.graphs.pair import PairExplanation, SharedConcept
from papertrace.model.papers.concept import Explanation
from papertrace.reports.explanation import generate_explanation, generate_pair


def test_a_paper_without_terms_has_empty_tables() -> None:
    explanation = Explanation(paper_id="tides", title="Tides", span=Span("a.md", 3), n_papers=7)

    lines = "".join(generate_explanation(explanation)).split("\n")

    assert lines[:2] == ["Tides", "a.md:3:1  tides"]
    kept, outranked = lines.index("kept (0)"), next(n for n, line in enumerate(lines) if "too little weight" in line)
    assert lines[kept + 1] == lines[outranked + 1] == "  none"
    assert "dropped: not concepts (0)" in lines


def pair(*shared: SharedConcept) -> list[str]:
    explanation = PairExplanation(ids=("a", "b"), titles=("Tides", "Salt"), conclusion="not linked", shared=shared)
    return "".join(generate_pair(explanation)).split("\n")


def test_papers_that_share_nothing_say_so() -> None:
    assert pair()[-4:] == ["", "shared (0)", "  none", ""]


def test_a_shared_concept_says_in_how_many_papers_it_is_and_whether_it_counts() -> None:
    counted = SharedConcept(label="tide", evidence=1.5, df=2, best_in=2, topical_in=1)
    common = SharedConcept(label="ice", evidence=0.0, df=90, best_in=0, topical_in=0)

    first, second = pair(counted, common)[-3:-1]

    assert first.split()[:3] == ["tide", "1.50", "2"]
    assert first.endswith("among the best concepts of both, in the title or repeated in one")
    assert second.split()[:3] == ["ice", "0.00", "90"]
    assert second.endswith(
        "among the best concepts of neither, in the title or repeated in neither, "
        "does not count: part of a longer one, a kind of study, or too common"
    )
