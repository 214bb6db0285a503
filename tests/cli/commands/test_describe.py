"""`papertrace describe`: tables printed and written."""

import csv
import shutil
from importlib.util import find_spec
from pathlib import Path

import pytest
from tests.folders import CASES

from papertrace.cli.main import main
from papertrace.graph.tables import TABLES

STUDY = str(CASES / "studies" / "harbour.csv")


def test_tables_are_printed_as_markdown(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["describe", STUDY, "--quiet", "--tables", "authors,core-venues", "--top", "2"]) == 0

    printed = capsys.readouterr().out
    assert printed.startswith("## authors\n\n| author | papers |")
    assert printed.count("\n| ") == 8
    assert "| 1 | Basin Studies | 5 | 5 | 1 |" in printed


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


def test_a_table_that_does_not_exist_is_named_before_anything_is_read(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["describe", "no-such-file.bib", "--tables", "author"]) == 2

    assert "did you mean 'authors'" in capsys.readouterr().err


def test_a_folder_that_is_a_file_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    taken = tmp_path / "study"
    shutil.copy(STUDY, taken)

    assert main(["describe", STUDY, "-o", str(taken)]) == 2
    assert "name another folder with -o" in capsys.readouterr().err


def test_a_network_of_what_no_paper_names_is_an_error_and_no_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    listing = tmp_path / "papers.csv"
    listing.write_text("title,abstract\nTides of Frost,Of tides.\nSalt in Ropes,Of salt.\n", "utf-8")

    assert main(["network", str(listing), "--of", "authors", "-o", str(tmp_path / "maps")]) == 2

    assert "none of 2 papers names any authors: nothing to link" in capsys.readouterr().err
    assert list((tmp_path / "maps").iterdir()) == []
