"""SECURITY.md names tests that exist."""

import ast
import re

from tests.folders import ROOT

TEXT = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
NAMED = re.findall(r"`(tests/[\w/]+\.py)::(test_\w+)`", TEXT)


def test_every_promise_names_a_test() -> None:
    rows = [line for line in TEXT.splitlines() if line.startswith("| ") and not line.startswith("| promise")]

    assert len(rows) >= 10
    assert [row for row in rows if not re.search(r"`tests/[\w/]+\.py::test_\w+`", row)] == []
    assert len(NAMED) == TEXT.count("::test_")


def test_every_named_test_exists() -> None:
    modules = {path: ast.parse((ROOT / path).read_text(encoding="utf-8")).body for path, _ in NAMED}
    known = {(path, one.name) for path, body in modules.items() for one in body if isinstance(one, ast.FunctionDef)}

    assert set(NAMED) <= known
