"""The commands of the README print what the README says they print."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest
from tests.folders import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
_BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
# These make environments of their own; `.ci/run` runs them.
_NOT_HERE = ("make ", "git ", "cd ")


class Step(NamedTuple):
    """Hold one command of the README and what it says the command prints."""

    command: str
    printed: str


def blocks() -> list[list[Step]]:
    """Return the console blocks of the README as steps, those that are run elsewhere left out."""
    found = []
    for block in _BLOCK.findall(README):
        steps = [Step(*part.split("\n", 1)) for part in re.split(r"^\$ ", block, flags=re.MULTILINE) if part.strip()]
        found.append([step for step in steps if not step.command.startswith(_NOT_HERE)])
    return [steps for steps in found if steps]


@pytest.mark.parametrize("steps", blocks(), ids=lambda steps: steps[0].command)
def test_commands_print_what_the_readme_says(steps: list[Step], tmp_path: Path) -> None:
    for name in ("cassettes", "tests"):
        (tmp_path / name).symlink_to(ROOT / name)
    programs = Path(sys.executable).parent
    environment = os.environ | {"PATH": f"{programs}{os.pathsep}{os.environ['PATH']}", "COLUMNS": "100"}

    for step in steps:
        run = subprocess.run(
            ["/bin/sh", "-c", step.command],
            capture_output=True,
            text=True,
            cwd=tmp_path,
            env=environment,
            check=False,
        )

        assert run.stdout == step.printed, step.command
        assert run.returncode in {0, 1}, run.stderr


def test_the_readme_shows_the_main_commands() -> None:
    commands = [step.command for steps in blocks() for step in steps]

    for name in ("build", "extract", "graph", "audit"):
        assert any(command.startswith(f"papertrace {name}") for command in commands), name


def test_links_to_files_of_the_project_lead_somewhere() -> None:
    targets = re.findall(r"\]\((?!https?://|#)([^)#]+)", README)

    assert targets
    assert [target for target in targets if not (ROOT / target).exists()] == []
