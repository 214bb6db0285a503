"""The notebook of the tutorial runs from top to bottom, and prints what the tutorial says it prints."""

import json
import os
import sys
from pathlib import Path

import nbclient
import nbformat
import pytest
from tests.folders import ROOT
from tools import notebook

TUTORIAL = (ROOT / "docs" / "tutorial.md").read_text("utf-8")


def make_notebook() -> nbformat.NotebookNode:
    made: nbformat.NotebookNode = nbformat.reads(notebook.generate(TUTORIAL), as_version=4)  # type: ignore[no-untyped-call]
    return made


def test_the_notebook_is_of_the_form_that_jupyter_reads() -> None:
    nbformat.validate(make_notebook())


def test_every_command_and_every_line_of_python_is_in_the_notebook() -> None:
    code = "".join(cell["source"] for cell in make_notebook()["cells"] if cell["cell_type"] == "code")

    assert code.count("!papertrace ") == TUTORIAL.count("\n$ papertrace ") > 5
    assert code.count("import ") == TUTORIAL.count("\nimport ") > 1


@pytest.mark.slow
def test_the_notebook_prints_what_the_tutorial_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for folder in ("cassettes", "tests"):
        (tmp_path / folder).symlink_to(ROOT / folder)
    kernel = tmp_path / "data" / "kernels" / "python3"
    kernel.mkdir(parents=True)
    argv = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
    spec = {"argv": argv, "display_name": "Python 3", "language": "python"}
    (kernel / "kernel.json").write_text(json.dumps(spec), encoding="utf-8")
    monkeypatch.setenv("JUPYTER_PATH", str(tmp_path / "data"))
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path / "ipython"))
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("HOME", str(tmp_path))
    made = make_notebook()

    nbclient.NotebookClient(made, timeout=300, resources={"metadata": {"path": str(tmp_path)}}).execute()

    said = [block[3] for block in notebook.BLOCK.finditer(TUTORIAL) if block[1] == "python" and block[3]]
    printed = [
        "".join(output["text"] for output in cell["outputs"] if output.get("name") == "stdout")
        for cell in made["cells"]
        if cell["cell_type"] == "code" and not cell["source"].startswith("!")
    ]
    assert [text for text in printed if text] == said
    assert "5 links: 1 dead, 1 moved" in "".join(map(str, made["cells"]))
