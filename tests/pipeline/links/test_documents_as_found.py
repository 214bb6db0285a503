"""Documents as people have them: each case of `documents.toml` and `reports.toml` has what an audit finds in it."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from papertrace.pipeline.collecting import collect_links

FOLDER = Path(__file__).parents[2] / "cases" / "audit"
CASES = [
    case
    for name in ("documents.toml", "reports.toml")
    for case in tomllib.loads((FOLDER / name).read_text("utf-8"))["case"]
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_a_document_has_these_links(case: Mapping[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, text in case["text"].items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    monkeypatch.chdir(tmp_path)

    options = {name: case[name] for name in ("root", "base_url") if name in case}
    found = collect_links([case.get("read", next(iter(case["text"])))], **options)

    assert [link.url for link, _ in found.links] == case.get("links", [])
    assert [f"{one.outcome} {one.link.url}" for one, _ in found.verdicts] == case.get("files", [])
