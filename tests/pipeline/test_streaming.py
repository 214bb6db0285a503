"""A corpus in temporary files has the same results as one in memory."""

import json
from pathlib import Path

import pytest

from papertrace.pipeline import describing
from papertrace.pipeline.papers import extract_papers, generate_extracted
from papertrace.spool import Spool


@pytest.fixture
def listing(tmp_path: Path) -> Path:
    """Return a listing with one paper twice, two papers of one title, a citation, a mention and a refused name."""
    records = [
        (
            "WalrusKit: Herd Tracking",
            "We introduce WalrusKit for herd tracking on sea ice.",
            {"arxiv_id": "2401.00001"},
        ),
        ("Tusk Nets", "Unlike WalrusKit, we do herd tracking with sea-ice radar. See arXiv:2401.00001.", {}),
        (
            "WalrusKit: Herd Tracking",
            "We introduce WalrusKit for herd tracking on sea ice.",
            {"arxiv_id": "2401.00001"},
        ),
        ("Editorial", "On the weather of spring and of summer, by the coast.", {"doi": "10.1000/a1"}),
        ("Editorial", "A word on books about lighthouses, harbours and birds.", {"doi": "10.1000/b2"}),
        ("Frontier", "A frontier of herd tracking; code at https://github.com/acme/frontier.", {}),
    ]
    path = tmp_path / "papers.jsonl"
    path.write_text(
        "".join(json.dumps({"title": t, "abstract": a, **rest}) + "\n" for t, a, rest in records), encoding="utf-8"
    )
    return path


def extracted(path: Path) -> tuple[list[str], list[str]]:
    problems: list[str] = []
    papers = extract_papers(path, on_problem=lambda problem: problems.append(str(problem)))
    return list(generate_extracted(papers)), problems


def test_papers_from_temporary_files_are_those_from_memory(listing: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    in_memory = extracted(listing)
    assert len(in_memory[0]) == 5
    assert any('"WalrusKit: Herd Tracking"' in line and '"mentions":[{' in line for line in in_memory[0])
    assert any("'Frontier'" in problem for problem in in_memory[1])
    monkeypatch.setattr(Spool.__init__, "__kwdefaults__", {"in_memory": 1, "codec": None})
    monkeypatch.setattr(describing, "MAX_IN_MEMORY", 1)
    monkeypatch.setattr(describing, "CHUNK_SIZE", 2)
    assert extracted(listing) == in_memory


@pytest.mark.slow
def test_the_seeds_too(shared: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    in_memory = extracted(shared / "seeds")
    monkeypatch.setattr(Spool.__init__, "__kwdefaults__", {"in_memory": 50, "codec": None})
    monkeypatch.setattr(describing, "MAX_IN_MEMORY", 50)
    monkeypatch.setattr(describing, "CHUNK_SIZE", 60)
    assert extracted(shared / "seeds") == in_memory
