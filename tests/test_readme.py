"""The commands of the README and of docs/ print what these say they print."""

import ast
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest
from tests.case_tables import cases
from tests.folders import ROOT

import papertrace
from papertrace.cli import main
from papertrace.cli.commands import COMMANDS

DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
TEXTS = {str(path.relative_to(ROOT)): path.read_text(encoding="utf-8") for path in DOCUMENTS}
PROGRAMS = Path(sys.executable).parent
ELIDED = "…\n"
"""A line that stands for any number of lines."""
_CONSOLE = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_PYTHON = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
# These create environments of their own; `.ci/run` runs them.
_NOT_HERE = ("make ", "git ", "cd ", ". ")


class Step(NamedTuple):
    """A command of a document and what the document says it prints."""

    command: str
    printed: str


def steps_of(text: str) -> list[Step]:
    """Return the commands of a document in order, without those that are run elsewhere."""
    steps = [
        Step(*part.split("\n", 1))
        for block in _CONSOLE.findall(text)
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)
        if part.strip()
    ]
    return [step for step in steps if not step.command.startswith(_NOT_HERE)]


def matches(printed: str, expected: str) -> bool:
    """Return whether a command printed what is expected, any lines where these are elided."""
    pattern = "".join("(?:.*\n)*" if line == ELIDED else re.escape(line) for line in expected.splitlines(keepends=True))
    return re.fullmatch(pattern, printed) is not None


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[] if name == "README.md" else pytest.mark.slow)
        for name, text in TEXTS.items()
        if steps_of(text)
    ],
)
def test_commands_print_what_a_document_says(name: str, tmp_path: Path) -> None:
    for folder in ("cassettes", "tests"):
        (tmp_path / folder).symlink_to(ROOT / folder)
    path = f"{PROGRAMS}{os.pathsep}{os.environ['PATH']}"
    environment = os.environ | {"PATH": path, "COLUMNS": "100", "HOME": str(tmp_path)}

    for step in steps_of(TEXTS[name]):
        run = subprocess.run(
            ["/bin/sh", "-c", step.command],
            capture_output=True,
            text=True,
            cwd=tmp_path,
            env=environment,
            check=False,
        )

        assert matches(run.stdout, step.printed), f"{step.command}\n{run.stdout}"
        assert run.returncode in {0, 1}, run.stderr


@cases("expected, same")
def test_an_elided_line_stands_for_any_lines(expected: str, *, same: bool) -> None:
    assert matches("a\nb\nc\n", expected) is same


def test_the_readme_shows_the_main_commands() -> None:
    commands = [step.command for step in steps_of(TEXTS["README.md"])]

    for name in ("build", "extract", "graph", "audit"):
        assert any(command.startswith(f"papertrace {name}") for command in commands), name


def test_the_readme_can_be_read_in_one_go() -> None:
    assert len(TEXTS["README.md"].splitlines()) < 120


@pytest.mark.parametrize("name", TEXTS)
def test_links_to_files_of_the_project_lead_somewhere(name: str) -> None:
    targets = re.findall(r"\]\((?!https?://|#)([^)#]+)", TEXTS[name])

    assert [target for target in targets if not ((ROOT / name).parent / target).exists()] == []


def test_every_document_is_linked_from_the_index_and_the_index_from_the_readme() -> None:
    assert "](docs/index.md)" in TEXTS["README.md"]
    for name in TEXTS:
        page = name.removeprefix("docs/")
        assert name in {"README.md", "docs/index.md"} or f"]({page})" in TEXTS["docs/index.md"], name


@pytest.mark.parametrize("name", TEXTS)
def test_names_in_python_exist(name: str) -> None:
    used = {
        node.attr
        for block in _PYTHON.findall(TEXTS[name])
        for node in ast.walk(ast.parse(block))
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "papertrace"
    }

    assert [attribute for attribute in sorted(used) if not hasattr(papertrace, attribute)] == []


def test_options_in_the_documents_exist(capsys: pytest.CaptureFixture[str]) -> None:
    for page in ([], *([command] for command in COMMANDS)):
        with pytest.raises(SystemExit, match="0"):
            main([*page, "--help"])
    known = set(re.findall(r"--[a-z][a-z-]+", capsys.readouterr().out))

    for name, text in TEXTS.items():
        named = set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", text))
        assert named - known == set(), name
