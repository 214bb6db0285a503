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
