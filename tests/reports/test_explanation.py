"""Why a paper has its concepts, and why two papers are linked, as tables."""

from papertrace.model import Span
from papertrace.model.papers.facts import Explanation
from papertrace.model.summary import PairExplanation, SharedConcept
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


def test_a_shared_concept_says_in_how_many_papers_it_is_and_how_good_a_reason() -> None:
    tide = SharedConcept(label="tide", chance=0.875, df=2)
    ice = SharedConcept(label="ice", chance=0.0, df=90)

    first, second = pair(tide, ice)[-4:-2]

    assert first.split() == ["tide", "0.88", "2"]
    assert second.split() == ["ice", "0.00", "90"]
