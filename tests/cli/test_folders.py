"""Folders as listings: our own files in them are not read, and what is left out is reported once."""

import subprocess
from pathlib import Path

import pytest
from tests.folders import CASES

import papertrace
from papertrace.cli import main

FOLDER = CASES / "listings"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "blocks.txt").write_bytes((FOLDER / "blocks.txt").read_bytes())
    return tmp_path


def test_building_a_folder_again_reads_nothing_that_was_built(folder: Path) -> None:
    assert main(["build", ".", "-q"]) == 0
    once = {path.name: path.read_bytes() for path in (folder / "graphs").iterdir()}
    assert main(["build", ".", "-q"]) == 0

    assert {path.name: path.read_bytes() for path in (folder / "graphs").iterdir()} == once


def test_extracted_papers_are_a_listing_too(folder: Path) -> None:
    assert main(["extract", "blocks.txt", "-o", "papers.jsonl", "-q"]) == 0
    alone = list(papertrace.extract_papers(folder / "blocks.txt"))

    assert main(["build", "papers.jsonl", "-q"]) == 0
    both = list(papertrace.extract_papers([folder / "papers.jsonl", folder / "blocks.txt"]))
    assert [(paper.id, len(paper.entries)) for paper in both] == [(paper.id, 2) for paper in alone]


def test_one_path_is_as_good_as_a_list_of_one(folder: Path) -> None:
    assert list(papertrace.extract_papers(str(folder / "blocks.txt"))) == list(
        papertrace.extract_papers([folder / "blocks.txt"])
    )


def test_a_listing_is_not_written_over(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = (folder / "blocks.txt").read_bytes()

    assert main(["extract", "blocks.txt", "-o", "./blocks.txt"]) == 2
    assert capsys.readouterr().err.splitlines() == [
        "papertrace: blocks.txt: is one of the listings to read; choose another file"
    ]
    assert (folder / "blocks.txt").read_bytes() == before


def test_the_graph_of_a_listing_replaces_no_tracked_file_in_the_folder_that_nobody_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    listing, kept = tmp_path / "my.bib", tmp_path / "graphs" / "papers.nodes.csv"
    listing.write_text("@misc{a, title = {Tides of frost in harbours}}\n", "utf-8")
    kept.parent.mkdir()
    kept.write_text("kept\n", "utf-8")
    (tmp_path / "other" / "graphs").mkdir(parents=True)
    (tmp_path / "other" / "graphs" / "papers.graphml").touch()  # ends in the name of a file that git does not track
    (tmp_path / "graphs" / "papers.graphml").touch()
    for command in ("init", "add graphs/papers.nodes.csv other"):
        subprocess.run(["git", *command.split()], check=True, capture_output=True)  # noqa: S607 - whichever git there is

    assert main(["build", "my.bib", "--to", "csv"]) == 2
    assert "papers.nodes.csv: is a file that git tracks, and not of my.bib; name a folder" in capsys.readouterr().err
    assert kept.read_text("utf-8") == "kept\n"
    assert main(["build", "my.bib", "--to", "graphml", "--quiet"]) == 0
    assert main(["build", "my.bib", "--to", "csv", "--quiet", "-o", "graphs"]) == 0
    assert kept.read_text("utf-8") != "kept\n"
