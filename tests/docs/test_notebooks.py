"""The notebooks of documents run from top to bottom, and print what the documents say they print."""

import json
import os
import sys
from pathlib import Path

import nbclient
import nbformat
import pytest
from tests.folders import ROOT
from tools import build_docs, notebook

TEXTS = {name: (build_docs.DOCS / name).read_text("utf-8") for name in build_docs.NOTEBOOKS}
pytestmark = pytest.mark.parametrize("name", TEXTS)


def make_notebook(name: str) -> nbformat.NotebookNode:
    made: nbformat.NotebookNode = nbformat.reads(notebook.generate(TEXTS[name]), as_version=4)  # type: ignore[no-untyped-call]
    return made


def test_the_notebook_is_of_the_form_that_jupyter_reads(name: str) -> None:
    nbformat.validate(make_notebook(name))


def test_every_command_and_every_line_of_python_is_in_the_notebook(name: str) -> None:
    code = "".join(cell["source"] for cell in make_notebook(name)["cells"] if cell["cell_type"] == "code")

    assert code.count("!papertrace ") == TEXTS[name].count("\n$ papertrace ") > 5
    assert code.count("import ") == TEXTS[name].count("\nimport ") > 1


@pytest.mark.slow
def test_the_notebook_prints_what_its_document_says(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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
    made = make_notebook(name)

    nbclient.NotebookClient(made, timeout=300, resources={"metadata": {"path": str(tmp_path)}}).execute()

    said = [block[3] for block in notebook.BLOCK.finditer(TEXTS[name]) if block[1] == "python" and block[3]]
    printed = [
        "".join(output["text"] for output in cell["outputs"] if output.get("name") == "stdout")
        for cell in made["cells"]
        if cell["cell_type"] == "code" and not cell["source"].startswith("!")
    ]
    assert [text for text in printed if text] == said
    shown = {"tutorial.md": "5 links: 1 dead, 1 moved", "how-to/studies.md": "15 links by coupling"}
    assert shown[name] in "".join(map(str, made["cells"]))
