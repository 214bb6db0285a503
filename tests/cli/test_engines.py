"""Where a large input is handled, as the command line has it."""

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from tests.case_tables import cases
from tests.made_up import generate_papers

from papertrace.cli import main
from papertrace.pipeline import chunks

N_PAPERS = 130
_SMALL = {
    "engine.opening.MAX_IN_MEMORY": 20,
    "pipeline.describing.MAX_IN_MEMORY": 20,
    "pipeline.describing.CHUNK_SIZE": 40,
}


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Handle few papers as if they were many."""
    for name, value in _SMALL.items():
        monkeypatch.setattr(f"papertrace.{name}", value)


@pytest.fixture(scope="module")
def listing(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("listing") / "papers.jsonl"
    records = (
        {"id": paper.id, "title": paper.title, "abstract": paper.main_entry.abstract}
        for paper in generate_papers(N_PAPERS)
    )
    path.write_text("".join(f"{json.dumps(record)}\n" for record in records), encoding="utf-8")
    return path


def extract(listing: Path, output: Path, *options: str) -> bytes:
    assert main(["extract", str(listing), "-o", str(output), "-q", *options]) == 0
    return output.read_bytes()


@cases("options, fact", named=True)
@pytest.mark.parametrize("command", ["extract", "build"])
def test_options_that_contradict_one_another_are_refused(
    command: str, options: Sequence[str], fact: str, listing: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([command, str(listing), *options]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert fact in line


def test_explaining_a_paper_needs_no_engine(listing: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["extract", str(listing), "--explain", "x", "--work-dir", "work"]) == 2
    assert "leave --work-dir out" in capsys.readouterr().err


@pytest.mark.slow
def test_every_engine_writes_the_same_bytes(listing: Path, tmp_path: Path) -> None:
    inline = extract(listing, tmp_path / "inline.jsonl", "--engine", "inline")

    assert inline.count(b"\n") == N_PAPERS
    assert extract(listing, tmp_path / "workers.jsonl", "--workers", "2") == inline
    assert extract(listing, tmp_path / "kept.jsonl", "--work-dir", str(tmp_path / "work")) == inline


def test_another_process_finds_the_results_of_a_run(listing: Path, tmp_path: Path) -> None:
    """A decision that depended on the order of a set would be sent, and kept, under another key each time."""
    work = tmp_path / "work"
    first = extract(listing, tmp_path / "first.jsonl", "--work-dir", str(work))
    results = {path: path.stat().st_mtime_ns for path in work.rglob("*") if path.is_file()}
    command = ["extract", str(listing), "-o", str(tmp_path / "again.jsonl"), "--work-dir", str(work)]
    settings = "; ".join(f"{name.partition('.')[2]} = {value}" for name, value in _SMALL.items())
    code = (
        "from papertrace.cli import main; from papertrace.engine import opening; "
        "from papertrace.pipeline import describing; "
        f"{settings}; raise SystemExit(main({command!r}))"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=120)

    assert (tmp_path / "again.jsonl").read_bytes() == first
    assert {path: path.stat().st_mtime_ns for path in work.rglob("*") if path.is_file()} == results
    assert len(results) > 20


def test_a_worker_that_cannot_go_on_is_reported_with_its_papers(
    listing: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chunks, "find", _fail_at_chunk)

    assert main(["extract", str(listing), "-o", str(tmp_path / "none.jsonl"), "-q", "--engine", "inline"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("papertrace: papers 81 to 120 (chunk 3 of _fail_at_chunk): ValueError: unexpected; ")
    assert not (tmp_path / "none.jsonl").exists()


_seen: list[int] = []
_find = chunks.find


def _fail_at_chunk(part: chunks.Part, shared: chunks.Finding) -> tuple[chunks.Found, chunks.FoundCounts]:
    _seen.append(part.first)
    if len(_seen) == 3:
        message = "unexpected"
        raise ValueError(message)
    return _find(part, shared)
