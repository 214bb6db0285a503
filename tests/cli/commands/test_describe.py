"""`papertrace describe`: tables printed and written."""

import csv
from importlib.util import find_spec
from pathlib import Path

import pytest
from tests.folders import CASES

from papertrace.cli.main import main
from papertrace.graph.tables import TABLES

STUDY = str(CASES / "studies" / "harbour.csv")


def test_tables_are_written_whole_with_their_pictures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["describe", STUDY, "--output", str(tmp_path / "study")]) == 0

    captured = capsys.readouterr()
    names = {path.name for path in (tmp_path / "study").iterdir()}
    told = set(TABLES) - {"bursts", "repositories"}  # of which the listing has none
    assert {f"{name}.{form}" for name in told for form in ("csv", "md", "tex")} <= names
    assert ("years.svg" in names) is (find_spec("matplotlib") is not None)
    assert ("pip install 'papertrace[charts]'" in captured.err) is (find_spec("matplotlib") is None)
    assert "nothing is known for repositories, bursts" in captured.err
    with (tmp_path / "study" / "reference_years.csv").open(encoding="utf-8") as stream:
        assert len(list(csv.DictReader(stream))) == 2021 - 1971 + 1
