"""A form that cannot be written: the others are, and what an earlier run has written stays."""

from pathlib import Path

import pytest

from papertrace.cli.main import main
from papertrace.errors import ExportError
from papertrace.export import WRITERS
from papertrace.export.files import xml

LISTING = "@article{a, title = {Ink Recovery}}\n@article{b, title = {More on Ink Recovery}}\n"
FORMS = ",".join(dict.fromkeys(writer.name for writer in WRITERS if writer.name != "png"))

SUFFIXES = sorted(writer.suffix for writer in WRITERS if writer.name != "png")


def build(folder: Path, to: str = FORMS) -> int:
    listing = folder / "a.bib"
    listing.write_text(LISTING, "utf-8")
    return main(["build", str(listing), "--output", str(folder / "maps"), "--to", to, "--quiet"])


def files(folder: Path) -> set[str]:
    return {path.name for path in (folder / "maps").iterdir() if path.is_file()}


def all_files() -> set[str]:
    return {f"papers{suffix}" for suffix in SUFFIXES}


@pytest.mark.parametrize("taken", [SUFFIXES[::2], SUFFIXES[1::2]], ids=" ".join)
def test_form_whose_name_is_taken_by_a_folder_costs_no_other(
    taken: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for suffix in taken:
        (tmp_path / "maps" / f"papers{suffix}").mkdir(parents=True)

    assert build(tmp_path) == 2
    assert files(tmp_path) == all_files() - {f"papers{suffix}" for suffix in taken}
    told = capsys.readouterr().err
    assert all(f"papers{suffix}: " in told for suffix in taken)


@pytest.mark.parametrize("error", [ExportError("disk full"), ValueError("a bug")], ids=["expected", "unexpected"])
def test_form_that_fails_half_way_leaves_its_earlier_file_and_all_others(
    error: Exception, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert build(tmp_path) == 0
    earlier = (tmp_path / "maps" / "papers.gexf").read_bytes()
    for name in all_files() - {"papers.gexf"}:
        (tmp_path / "maps" / name).unlink()

    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr(xml, "_start_edges", fail)  # when the nodes are written
    if isinstance(error, ExportError):
        assert build(tmp_path) == 2
    else:
        with pytest.raises(ValueError, match="a bug"):
            build(tmp_path)

    assert files(tmp_path) == all_files()
    assert (tmp_path / "maps" / "papers.gexf").read_bytes() == earlier


def test_nothing_of_another_run_is_removed(tmp_path: Path) -> None:
    assert build(tmp_path, to="csv,json") == 0
    (tmp_path / "maps" / "notes.txt").write_text("mine", "utf-8")
    assert build(tmp_path, to="gexf") == 0

    assert files(tmp_path) == {"papers.nodes.csv", "papers.edges.csv", "papers.json", "papers.gexf", "notes.txt"}
