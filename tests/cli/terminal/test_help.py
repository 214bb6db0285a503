"""The help of the program and of every command."""

import re
import shlex

import pytest

from papertrace.audit import AuditSettings
from papertrace.cli.commands import COMMANDS
from papertrace.cli.main import main, parse_arguments
from papertrace.cli.terminal.status import ExitStatus
from papertrace.export import WRITERS
from papertrace.listings import READERS

NAMES = list(COMMANDS)


def help_of(capsys: pytest.CaptureFixture[str], *command: str, option: str = "--help") -> str:
    with pytest.raises(SystemExit, match="0"):
        main([*command, option])
    return capsys.readouterr().out


@pytest.mark.parametrize("name", ["audit", "build"])
def test_the_help_describes_twelve_options_and_names_the_others(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    option = re.compile(r"^  (?:-\w, )?(--[\w-]+)", re.MULTILINE)
    few, _, others = help_of(capsys, name).partition(" more options, ")
    every = option.findall(help_of(capsys, name, option="--help-all"))

    described, named = option.findall(few), re.findall(r"--[\w-]+", others.partition("\nexamples:")[0])
    assert len(described) == 12
    assert few.endswith(f"\n{len(named) - 1}")  # --help-all is named in the heading, too
    assert sorted({*described, *named}) == sorted(every)


def test_the_help_of_the_program_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert set(NAMES) <= set(re.findall(r"^  (\w+) +[A-Z]", help_of(capsys), re.MULTILINE))


@pytest.mark.parametrize("name", NAMES)
def test_every_example_is_a_command_line_that_parses(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    examples = re.findall(r"^  papertrace (.*)$", help_of(capsys, name), re.MULTILINE)

    assert examples
    for example in examples:
        parse_arguments(shlex.split(example.partition(" | ")[0]))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("columns", [80, 100, 300])
def test_help_fits_the_terminal(
    name: str, columns: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))

    options = help_of(capsys, name).partition("\nexamples:\n")[0]

    assert max(map(len, options.splitlines())) <= min(columns, 100)


@pytest.mark.parametrize("columns", [60, 80, 100])
def test_the_help_of_the_program_is_laid_out_alike_by_every_version_of_python(
    columns: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))

    listed = help_of(capsys).partition("\ncommands:\n")[2].partition("\nexamples:\n")[0]
    column = 2 + max(map(len, NAMES)) + 2

    assert {len(found[0]) for found in re.finditer(r"^(  \S.*?  +|   +)(?=\S)", listed, re.MULTILINE)} == {column}
    assert columns - 12 < max(map(len, listed.splitlines())) <= columns - 2


def test_an_option_prints_its_value_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert "\n  -o, --output DIR " in help_of(capsys, "build")


def test_the_defaults_of_an_audit_are_those_of_its_settings(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "300")
    shown = " ".join(help_of(capsys, "audit", option="--help-all").split())
    defaults = AuditSettings()

    for option, value in (
        ("--timeout SECONDS", defaults.timeout_s),
        ("--deadline SECONDS", defaults.deadline_s),
        ("--max-wait SECONDS", defaults.max_wait_s),
        ("--concurrency N", defaults.concurrency),
        ("--per-host N", defaults.per_host),
        ("--max-age HOURS", defaults.max_age_s / 3600),
    ):
        assert re.search(rf"{option} [^()]*\(default: {value:g}\)", shown), option


def test_every_format_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    shown = help_of(capsys, "build").replace(",", " ").split()

    assert {reader.name for reader in READERS} <= set(shown)
    assert {writer.name for writer in WRITERS} <= {word.strip("();") for word in shown}


def test_every_exit_status_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    listed = re.findall(r"^  (\d+) +\w", help_of(capsys).partition("exit status:\n")[2], re.MULTILINE)

    assert [int(status) for status in listed] == list(ExitStatus)
