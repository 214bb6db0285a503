"""Colours: when they are written, and that they change no other character."""

import io
import re
from pathlib import Path

import pytest
from tests.case_tables import cases
from tests.folders import CASSETTES, ROOT

from papertrace.cli.main import main
from papertrace.cli.terminal.output import paint_report, wants_colours

TOUR = str(ROOT / "tests" / "cases" / "audit" / "tour.txt")
AUDIT = ["audit", TOUR, "--cassette", str(CASSETTES / "audit" / "run" / "tour.yaml")]
CODE = re.compile(r"\x1b\[[0-9;]*m")


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


@cases("choice, environment, terminal, file")
def test_colours_are_for_terminals_unless_chosen_otherwise(
    monkeypatch: pytest.MonkeyPatch, choice: str, environment: dict[str, str], *, terminal: bool, file: bool
) -> None:
    monkeypatch.setattr("sys.platform", "linux")

    assert wants_colours(choice, Terminal(), environment) is terminal
    assert wants_colours(choice, io.StringIO(), environment) is file


def test_a_coloured_report_has_the_same_characters(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*AUDIT, "--summary", "--color", "never"]) == 1
    plain = capsys.readouterr().out
    assert main([*AUDIT, "--summary", "--color", "always"]) == 1
    coloured = capsys.readouterr().out

    assert CODE.sub("", coloured) == plain
    assert "\x1b" not in plain
    assert "  \x1b[1;31mdead\x1b[0m  http://www.example.org/gone\n" in coloured
    assert "\x1b[1mHarborFlow: Expert Parallelism over Slow Links\x1b[0m\n" in coloured
    assert coloured.count("\x1b[0m") * 2 == len(CODE.findall(coloured))


def test_a_pipe_gets_no_colours(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    main(AUDIT)

    assert "\x1b" not in capsys.readouterr().out


@pytest.mark.parametrize("name", ["text", "jsonl", "csv", "html", "markdown"])
def test_files_and_other_formats_have_no_colours(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main([*AUDIT, "--color", "always", "--also", f"{name}={tmp_path / 'report'}", "--format", "jsonl"])

    assert "\x1b" not in (tmp_path / "report").read_text("utf-8") + capsys.readouterr().out


def test_an_error_begins_in_red(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["build", "missing.bib", "-o", str(tmp_path), "--color", "always"]) == 2

    assert "\x1b[1;31mpapertrace:\x1b[0m missing.bib: " in capsys.readouterr().err


@cases("typed, name")
def test_a_mistake_in_a_settings_file_has_the_colours_that_were_typed(
    typed: list[str], name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    (tmp_path / "papertrace.toml").write_text("[audit\n", encoding="utf-8")

    assert main(["audit", *typed]) == 2

    assert capsys.readouterr().err.startswith(f"{name} papertrace.toml: not TOML: ")


def test_lines_that_are_no_findings_keep_their_words() -> None:
    lines = ["A: title\n", "  dead  x\n", "    why\n", "\n", "  3 links: left out\n", "  too many words here  x\n"]

    assert [CODE.sub("", line) for line in paint_report(lines)] == lines
    assert list(paint_report(["\n", "  3 links: left out\n"])) == ["\n", "  3 links: left out\n"]
