"""The linter of the pages: its result when it cannot lint."""

import pytest
from tools import lint_pages


@pytest.mark.parametrize(("ci", "status"), [("", 0), ("true", 2)], ids=["on a desk", "in CI"])
def test_pages_that_cannot_be_linted_fail_in_ci_alone(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], ci: str, status: int
) -> None:
    monkeypatch.setenv("CI", ci)
    monkeypatch.setattr(lint_pages, "find_npx", lambda: None)

    assert lint_pages.main() == status

    assert "not linted: no npx" in capsys.readouterr().err
