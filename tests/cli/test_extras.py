"""Without the package of an extra, what needs it says which extra to install."""

import importlib.util
import sys
import tomllib
from importlib.machinery import ModuleSpec
from pathlib import Path

import pytest
from tests.folders import ROOT

import papertrace
from papertrace.cli import main
from papertrace.extract.text import folding

EXTRAS: dict[str, list[str]] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"][
    "optional-dependencies"
]
LISTING = """@article{ada, title = {Ice cores of the north}, abstract = {We drill ice cores.}}
@article{bob, title = {Ice cores of the south}, abstract = {We melt ice cores.}}
"""
CHINESE = "@article{li, title = {\u57fa\u4e8e\u56fe\u795e\u7ecf\u7f51\u7edc\u7684\u63a8\u8350}}\n"


@pytest.fixture
def hide(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Hide the packages of all extras from this process, and work in a folder with listings."""
    hidden = {"matplotlib", "pandas", "pyarrow", "pypdf", "pyspark", "resvg_py", "rjieba", "sudachipy"}
    find = importlib.util.find_spec

    def find_other(name: str, package: str | None = None) -> ModuleSpec | None:
        return None if name.partition(".")[0] in hidden else find(name, package)

    monkeypatch.setattr(importlib.util, "find_spec", find_other)
    monkeypatch.setattr("papertrace.export.data_frames.find_spec", find_other)
    monkeypatch.setattr("papertrace.reports.tables.find_spec", find_other)
    for name in hidden:
        for loaded in [one for one in sys.modules if one.partition(".")[0] == name]:
            monkeypatch.delitem(sys.modules, loaded)
        monkeypatch.setitem(sys.modules, name, None)
    for load in ("_load_chinese", "_load_japanese"):
        monkeypatch.setattr(folding, load, getattr(folding, load).__wrapped__)  # without its cache
    # A listing this small is otherwise handled in memory, whatever engine is named.
    monkeypatch.setattr("papertrace.engine.opening.MAX_IN_MEMORY", 0)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "papers.bib").write_text(LISTING, encoding="utf-8")
    (tmp_path / "chinese.bib").write_text(CHINESE, encoding="utf-8")
    (tmp_path / "paper.pdf").write_bytes(b"%PDF-1.7\n%%EOF\n")


COMMANDS = {
    "charts": (["describe", "papers.bib", "-o", "out"], 0),
    "cjk": (["build", "chinese.bib", "-o", "out", "--to", "graphml"], 0),
    "parquet": (["build", "papers.bib", "-o", "out", "--to", "parquet"], 2),
    "pdf": (["audit", "paper.pdf", "--store", "none"], 2),
    "png": (["build", "papers.bib", "-o", "out", "--to", "png"], 2),
    "spark": (["build", "papers.bib", "-o", "out", "--engine", "spark"], 2),
}


@pytest.mark.usefixtures("hide")
@pytest.mark.parametrize("extra", COMMANDS)
def test_a_command_that_lacks_a_package_ends_with_a_line_that_names_its_extra(
    extra: str, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments, status = COMMANDS[extra]

    assert main([*arguments]) == status

    captured = capsys.readouterr()
    (line,) = [line for line in (captured.out + captured.err).splitlines() if "pip install" in line]
    assert f"pip install 'papertrace[{extra}]'" in line
    assert "Traceback" not in captured.err


@pytest.mark.usefixtures("hide")
def test_data_frames_without_pandas_name_its_extra() -> None:
    with pytest.raises(papertrace.ExportError, match=r"pip install 'papertrace\[pandas\]'"):
        papertrace.to_pandas(list(papertrace.extract_papers("papers.bib")))


def test_every_extra_has_such_a_message() -> None:
    assert {*COMMANDS, "pandas"} == set(EXTRAS)
