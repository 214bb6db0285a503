"""The generated reference has everything that the program has, without a generator being installed."""

import ast
import os
import re
from pathlib import Path

import pytest
from tests.folders import ROOT
from tools import reference

import papertrace
from papertrace.cli.commands import COMMANDS, CONFIGURABLE, load_command
from papertrace.cli.commands.about import VARIABLES
from papertrace.cli.terminal.status import ExitStatus
from papertrace.export import WRITERS
from papertrace.listings import READERS
from papertrace.model import Outcome, RepositoryState
from papertrace.model.papers.facts import DEFINED
from papertrace.model.papers.paper import ClaimState
from papertrace.reports import REPORTS

PAGES = reference.generate_pages()
PACKAGE = ROOT / "src" / "papertrace"


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_of_a_command_is_described(command: str) -> None:
    page = PAGES[f"commands/{command}.md"]
    headings = re.findall(r"^```{option} (.*)\n(.+)$", page, re.MULTILINE)
    described = {part.split(" ")[0] for forms, _ in headings for part in forms.split(", ")}

    assert set(reference.options_of(reference.parser_of(command))) <= described
    assert [forms for forms, text in headings if len(text) < len("Show it.")] == []


@pytest.mark.parametrize("name", papertrace.__all__)
def test_every_public_name_is_described(name: str) -> None:
    assert re.search(rf"^\.\. auto(function|class):: papertrace\.{name}$", PAGES["api.md"], re.MULTILINE)


def test_every_outcome_has_a_meaning() -> None:
    for outcome in Outcome:
        assert re.search(rf"^\| `{outcome}` \| [A-Z].+\. \|$", PAGES["outcomes.md"], re.MULTILINE), outcome


@pytest.mark.parametrize("kind", [RepositoryState, ClaimState])
def test_every_state_has_a_meaning(kind: type[RepositoryState | ClaimState]) -> None:
    meanings = reference.describe_members(kind)

    for member in kind:
        assert f"| `{member}` | {meanings[member.name]} |" in PAGES["outcomes.md"]


@pytest.mark.parametrize("command", CONFIGURABLE)
def test_every_key_of_a_settings_file_is_listed(command: str) -> None:
    section = PAGES["keys.md"].split(f"## [{command}]\n")[1].split("\n## ")[0]

    assert re.findall(r"^\| `([a-z-]+)`", section, re.MULTILINE) == list(load_command(command).options())


def test_every_fact_has_a_row_with_its_attribute() -> None:
    for fact in DEFINED:
        row = next(line for line in PAGES["facts.md"].splitlines() if line.startswith(f"| `{fact.column}` |"))
        assert fact.meaning in row
        assert not fact.attribute or f"| `{fact.attribute}` |" in row


def test_every_exit_status_and_format_is_listed() -> None:
    for status in ExitStatus:
        assert f"| `{status:d}` |" in PAGES["exit-status.md"]
    for name in [*(one.name for one in READERS), *(one.name for one in WRITERS), *(one.name for one in REPORTS)]:
        assert f"| `{name}` |" in PAGES["format-names.md"]


def read_variables(path: Path) -> set[str]:
    """Return the names of variables that a module reads: those in capitals beside `environ`, and of credentials."""
    text = path.read_text("utf-8")
    if "environ" not in text and "API_KEY" not in text:
        return set()
    return {
        node.value
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and re.fullmatch(r"[A-Z]+(_[A-Z]+)+|COLUMNS|PATH|TMPDIR", node.value)
    }


# Variables that other programs are started with, or that only Spark's own code reads; and a placeholder of help texts.
NOT_READ = {"INPUT_FORMATS", "PATH", "PYSPARK_DRIVER_PYTHON", "PYSPARK_PYTHON", "SSH_ASKPASS", "XDG_CONFIG_HOME"}


def test_every_variable_of_the_environment_that_is_read_is_listed() -> None:
    read = {name for path in PACKAGE.rglob("*.py") for name in read_variables(path)}

    assert {"GITHUB_TOKEN", "OPENALEX_API_KEY", "COLUMNS"} <= read
    assert {name for name in read if not name.startswith(("GIT_", "LC_"))} - NOT_READ - set(VARIABLES) == set()
    for name in VARIABLES:
        assert f"| `{name}` |" in PAGES["environment.md"]


def test_help_texts_keep_their_characters_as_markdown() -> None:
    page = PAGES["commands/config.md"]

    assert r"\[tool.papertrace\]" in page
    assert "INPUT_FORMATS" not in "".join(PAGES.values())


def test_the_pages_are_written_to_a_folder(tmp_path: Path) -> None:
    reference.main(tmp_path)

    written = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.md")}
    assert written == set(PAGES)
    assert os.listdir(tmp_path / "commands")  # noqa: PTH208 - any file
