from pathlib import Path

import pytest
from tests.case_tables import cases

from papertrace.export.page.packing import describe_size, estimate_bytes
from papertrace.graph.build import build_columns
from papertrace.model import Concept, Paper
from papertrace.pipeline.drawing import draw, plan_outputs


def _papers(n: int) -> list[Paper]:
    concepts = tuple(Concept(key=key, label=key) for key in ("walrus tusk", "ice floe"))
    return [
        Paper(id=f"p{number}", title=f"Walrus tusks {number}", abstract="", entries=(), concepts=concepts)
        for number in range(n)
    ]


def test_page_of_a_small_graph_is_not_worth_a_word() -> None:
    assert describe_size(build_columns(_papers(3))) is None


def test_estimate_is_near_the_size_of_the_page(tmp_path: Path) -> None:
    papers = _papers(300)
    draw(papers, plan_outputs(tmp_path, "html"))
    assert estimate_bytes(build_columns(papers)) == pytest.approx((tmp_path / "papers.html").stat().st_size, rel=0.2)


def test_size_of_a_large_page_is_reported_before_it_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("papertrace.export.page.packing.MIN_PAPERS", 2)
    page, notices = tmp_path / "papers.html", list[tuple[str, bool]]()

    def note(notice: str) -> None:
        notices.append((notice, page.exists()))

    draw(_papers(3), plan_outputs(tmp_path, "html"), on_notice=note)
    draw(_papers(3), plan_outputs(tmp_path, "csv"), on_notice=note)
    assert notices == [("a page of 3 papers will have about 0 MB; --to graphml,csv writes no page", False)]


@cases("share, said")
def test_what_a_page_leaves_out_for_its_size_is_reported(
    share: float, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("papertrace.export.page.packing.MIN_PAPERS", 2)
    graph = build_columns(_papers(3))
    monkeypatch.setattr("papertrace.export.page.packing.MAX_BYTES", int(share * estimate_bytes(graph)))

    notice = describe_size(graph)

    assert notice is not None
    assert said in notice
