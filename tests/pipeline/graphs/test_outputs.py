"""The files that a build plans to write."""

from pathlib import Path

import networkx as nx
import pytest
from tests.case_tables import cases

from papertrace.cli.main import main
from papertrace.errors import ExportError
from papertrace.pipeline.drawing import plan_outputs
from papertrace.pipeline.studies import write_outputs


def test_the_folder_and_those_above_it_are_tried_and_created_with_the_first_file(tmp_path: Path) -> None:
    folder = tmp_path / "maps" / "of" / "fields"
    outputs = plan_outputs(folder, "graphml, json")

    assert [path.name for _, path in outputs.files] == ["papers.graphml", "papers.json"]
    assert list(tmp_path.iterdir()) == []  # nothing of a trial is left
    write_outputs(nx.MultiGraph(), outputs, "Nothing")
    assert sorted(path.name for path in folder.iterdir()) == ["papers.graphml", "papers.json"]


def test_a_folder_that_was_there_stays(tmp_path: Path) -> None:
    (tmp_path / "maps").mkdir()
    plan_outputs(tmp_path / "maps")

    assert list(tmp_path.rglob("*")) == [tmp_path / "maps"]


def test_a_command_that_fails_leaves_no_folder(tmp_path: Path) -> None:
    assert main(["build", str(tmp_path / "missing.md"), "-o", str(tmp_path / "maps")]) == 2
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("names", ["", " , "])
def test_no_format_at_all_is_refused_with_those_that_are_known(names: str, tmp_path: Path) -> None:
    with pytest.raises(ExportError, match=r"^--to: names no format \(known: html, "):
        plan_outputs(tmp_path / "maps", names)

    assert not (tmp_path / "maps").exists()


@cases("name, meant", named=True)
def test_an_unknown_format_is_answered_with_the_one_that_is_meant(name: str, meant: str, tmp_path: Path) -> None:
    with pytest.raises(ExportError, match=f"^--to {name}: no such format, did you mean {meant}\\? .known: html, "):
        plan_outputs(tmp_path, name)


def test_a_format_like_no_other_is_answered_with_those_that_are_known(tmp_path: Path) -> None:
    with pytest.raises(ExportError, match=r"^--to xyz: no such format \(known: html, "):
        plan_outputs(tmp_path, "xyz")


def test_a_folder_that_cannot_be_created_is_named_with_the_reason(tmp_path: Path) -> None:
    (tmp_path / "maps").write_text("")

    with pytest.raises(ExportError, match=r"maps: cannot be created \(File exists\); name another folder with -o$"):
        plan_outputs(tmp_path / "maps")
