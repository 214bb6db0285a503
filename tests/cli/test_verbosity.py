"""The notes of a command on stderr: losses always, others with -v."""

from pathlib import Path

import pytest

from papertrace.cli.main import main

LISTING = """
@article{scale, title = {SCALE: Thin Sheets}, abstract = {We fold at a scale of ten.}}
@article{fold, title = {Fold-It: Thick Sheets}, abstract = {We scale the folds of SCALE.}}
"""
NOTE = "the name 'SCALE' is not counted as a mention of this paper: also an ordinary word"


@pytest.fixture
def listing(tmp_path: Path) -> Path:
    path = tmp_path / "listing.bib"
    path.write_text(LISTING, encoding="utf-8")
    return path


@pytest.mark.parametrize("command", ["extract", "build"])
@pytest.mark.parametrize(("option", "noted"), [("-v", True), ("--verbose", True), ("-q", False), (None, False)])
def test_refused_names_are_noted_when_asked(
    command: str, option: str | None, *, noted: bool, listing: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / ("papers.jsonl" if command == "extract" else "graphs")
    arguments = [command, str(listing), "-o", str(out), *([option] if option else [])]
    assert main(arguments) == 0

    said = capfd.readouterr().err
    assert (NOTE in said) is noted
    if noted:
        assert f"note: {listing}:2:1: {NOTE}\n" in said


def test_quiet_and_verbose_contradict_each_other(listing: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["extract", str(listing), "-q", "-v"])
    assert "not allowed with argument" in capfd.readouterr().err
