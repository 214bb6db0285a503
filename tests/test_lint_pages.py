"""The linter of the pages: the locations in its output, and its result when it cannot lint."""

import pytest
from tools import lint_pages

from papertrace.export.page.writer import SCRIPTS, join_scripts


@pytest.mark.parametrize("index", [0, len(SCRIPTS) // 2, len(SCRIPTS) - 1], ids=["first", "middle", "last"])
def test_a_location_in_the_joined_script_is_mapped_to_file_and_line(index: int) -> None:
    script = lint_pages.ROOT / lint_pages.MAP / "scripts" / SCRIPTS[index]
    lines = script.read_text("utf-8").split("\n")
    number, line = max(enumerate(lines, start=1), key=lambda numbered: len(numbered[1]))
    joined = join_scripts().split("\n").index(line) + 1

    output = lint_pages.map_locations(f"map.js:{joined}:7 lint/some/rule\n\n  > {joined} | {line}\n")

    assert output.startswith(f"{lint_pages.MAP}/scripts/{SCRIPTS[index]}:{number}:7 lint/some/rule\n")


def test_locations_in_styles_are_left_alone() -> None:
    output = f"{lint_pages.MAP}/page.css:3:1 lint/some/rule\n"

    assert lint_pages.map_locations(output) == output


@pytest.mark.parametrize(("ci", "status"), [("", 0), ("true", 2)], ids=["on a desk", "in CI"])
def test_pages_that_cannot_be_linted_fail_in_ci_alone(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], ci: str, status: int
) -> None:
    monkeypatch.setenv("CI", ci)
    monkeypatch.setattr(lint_pages, "find_npx", lambda: None)

    assert lint_pages.main() == status

    assert "not linted: no npx" in capsys.readouterr().err
