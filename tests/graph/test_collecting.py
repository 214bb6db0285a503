"""What the graph keeps of papers."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from papertrace.graph.collecting import collect_papers
from papertrace.model import Concept, Paper

MakePaper = Callable[..., Paper]


def _papers(make_paper: MakePaper) -> Sequence[Paper]:
    concepts = [
        Concept(key="walrus tusk", label="Walrus tusk", surfaces=("walrus tusks",), score=0.9, n=3),
        Concept(key="walrus tusk", label="Walrus tusk", surfaces=("Walrus tusk",), score=0.4, n=1),
    ]
    family = "Lovelace"
    return [
        replace(make_paper(name), concepts=(one,), authors=(f"Ada {family}",))
        for name, one in zip("ba", concepts, strict=True)
    ]


def test_papers_share_what_they_have_in_common(make_paper: MakePaper) -> None:
    one, other = collect_papers(_papers(make_paper), None, None, keep_surfaces=False).papers
    assert one.concepts[0] is other.concepts[0]
    assert (one.concepts[0].key, one.concepts[0].label) == ("walrus tusk", "Walrus tusk")
    assert one.authors[0] is other.authors[0]


def test_papers_print_their_concepts_as_they_did_where_that_matters(make_paper: MakePaper) -> None:
    papers = _papers(make_paper)
    kept = collect_papers(papers, None, None).papers
    assert [paper.id for paper in kept] == sorted(paper.id for paper in papers)
    assert [paper.concepts for paper in kept] == [papers[1].concepts, papers[0].concepts]
