"""What is not a paper is refused with the call that reads papers."""

from collections.abc import Callable
from pathlib import Path

import pytest

import papertrace

PAPER = papertrace.Paper(id="p", title="Fold", abstract="", entries=())
TAKERS: list[Callable[..., object]] = [papertrace.build_graph, papertrace.show, papertrace.to_pandas]


@pytest.mark.parametrize("take", TAKERS)
@pytest.mark.parametrize("path", ["papers.bib", Path("papers.bib")])
def test_a_path_is_answered_with_the_call_that_reads_it(take: Callable[..., object], path: str | Path) -> None:
    with pytest.raises(TypeError, match=r"takes papers, not .*; papertrace\.extract_papers\(\['papers\.bib'\]\) reads"):
        take(path)


@pytest.mark.parametrize("take", TAKERS)
@pytest.mark.parametrize("given", [3, None, ["Fold"], [PAPER, {"title": "Fold"}]])
def test_anything_else_is_no_paper(take: Callable[..., object], given: object) -> None:
    with pytest.raises(TypeError, match=rf"^{take.__name__} takes papers, not "):
        take(given)


def test_papers_of_any_iterable_are_taken() -> None:
    assert list(papertrace.build_graph(paper for paper in [PAPER])) == ["p"]


@pytest.mark.parametrize("given", ["papers.bib", "https://example.org/", None, 3, PAPER, [PAPER], [b"https://a.test"]])
def test_what_is_no_link_is_not_audited(given: object) -> None:
    with pytest.raises(TypeError, match=r"^audit_links takes .*; papertrace\.collect_links\(\['papers\.bib'\]\) reads"):
        papertrace.audit_links(given)  # type: ignore[arg-type]


@pytest.mark.parametrize("given", ["papers.bib", None, [PAPER], PAPER])
def test_what_is_no_graph_is_not_written(given: object, tmp_path: Path) -> None:
    with pytest.raises(TypeError, match=r"^write_graph takes a graph, not .*; papertrace\.build_graph\(papers\) makes"):
        papertrace.write_graph(given, tmp_path / "map.html")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"^to_pyvis takes a graph, not "):
        papertrace.to_pyvis(given)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"^write_report takes the result of audit_links, not "):
        papertrace.write_report(given, tmp_path / "audit.html")  # type: ignore[arg-type]


def test_an_unknown_notation_is_an_error_of_papertrace() -> None:
    with pytest.raises(
        papertrace.PapertraceError, match=r"^markup is 'htm', did you mean 'html'\? \(known: text, md, "
    ):
        papertrace.find_links("https://example.org/", markup="htm")
