"""Documents as people have them: each case of `documents.toml` and `reports.toml` has what an audit finds in it."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from papertrace.model import Problem
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

    options = {name: case[name] for name in ("root", "base_url", "papers_only") if name in case}
    problems: list[Problem] = []
    path = case.get("read", next(iter(case["text"])))
    found = collect_links([path], **options, on_problem=problems.append)

    assert [link.url for link, _ in found.links] == case.get("links", [])
    assert [f"{one.outcome} {one.link.url}" for one, _ in found.verdicts] == case.get("files", [])
    more = {
        "places": [f"{at.line}:{at.column}{' elsewhere' if at.is_elsewhere else ''}" for _, at in found.links],
        "titles": [at.title for _, at in found.links],
        "reasons": [one.reason for one, _ in found.verdicts],
        "account": found.account,
        "problems": [f"{one}{' (harmless)' if one.harmless else ''}" for one in problems],
    }
    assert {name: more[name] for name in more if name in case} == {name: case[name] for name in more if name in case}
