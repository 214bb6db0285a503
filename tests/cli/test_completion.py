"""The scripts of `papertrace completion`, run by the shells that they are for."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from papertrace.cli import completion
from papertrace.cli.commands import COMMANDS
from papertrace.cli.main import main

# Completes a line as readline does: it hands the words to the function that `complete` names.
COMPLETE = """
source "$1"; shift
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}
function=$(complete -p papertrace | sed 's/.*-F \\([^ ]*\\).*/\\1/')
"$function" papertrace "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
[ "${#COMPREPLY[@]}" = 0 ] || printf '%s\\n' "${COMPREPLY[@]}"
"""


@pytest.fixture(scope="module")
def scripts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the script of each shell, by its name."""
    folder = tmp_path_factory.mktemp("completion")
    for shell in completion.SHELLS:
        assert main(["completion", shell, "-o", str(folder / shell)]) == 0
    return folder


def need(shell: str) -> str:
    """Return the path of a shell, or skip the test without it; in CI only bash is sure to be there."""
    path = shutil.which(shell)
    if path is None:
        if shell == "bash" and os.environ.get("CI"):
            pytest.fail("no bash; CI has it")
        pytest.skip(f"no {shell} on this machine")
    return path


def complete(scripts: Path, folder: Path, *words: str) -> list[str]:
    """Return what bash offers for the last of the words."""
    done = subprocess.run(
        [need("bash"), "--norc", "-c", COMPLETE, "bash", str(scripts / "bash"), "papertrace", *words],
        check=True,
        capture_output=True,
        text=True,
        cwd=folder,
    )
    assert done.stderr == ""
    return done.stdout.splitlines()


def test_bash_completes_commands(scripts: Path, tmp_path: Path) -> None:
    assert set(complete(scripts, tmp_path, "")) == set(COMMANDS)
    assert complete(scripts, tmp_path, "ex") == ["extract", "explain"]


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (("audit", "--fo"), ["--format"]),
        (("audit", "--format", "s"), ["sarif"]),
        (("build", "--to", "g"), ["graphml", "gexf"]),
        (("extract", "--from", "bib"), ["bibtex"]),
        (("audit", "--fail-on", "de"), ["dead"]),
        (("enrich", "--services", "data"), ["datacite"]),
        (("config", "au"), ["audit"]),
        (("completion", "f"), ["fish"]),
        (("audit", "--no-such"), []),
    ],
    ids=str,
)
def test_bash_completes_options_and_their_values(
    scripts: Path, tmp_path: Path, words: tuple[str, ...], offered: list[str]
) -> None:
    assert complete(scripts, tmp_path, *words) == offered


def test_bash_completes_files_of_listings_and_folders_of_outputs(scripts: Path, tmp_path: Path) -> None:
    (tmp_path / "my-papers.bib").touch()
    (tmp_path / "my-maps").mkdir()

    assert complete(scripts, tmp_path, "audit", "my-p") == ["my-papers.bib"]
    assert complete(scripts, tmp_path, "audit", "--store", "my-p") == ["my-papers.bib"]
    assert [text.rstrip("/") for text in complete(scripts, tmp_path, "build", "-o", "my-")] == ["my-maps"]


@pytest.mark.parametrize(
    ("line", "offered"),
    [("papertrace au", "audit"), ("papertrace audit --format sa", "sarif"), ("papertrace audit --fo", "--format")],
)
def test_fish_completes_commands_options_and_values(scripts: Path, tmp_path: Path, line: str, offered: str) -> None:
    script = f"source {scripts / 'fish'}; complete -C '{line}'"
    done = subprocess.run(
        [need("fish"), "--no-config", "-c", script],
        check=True,
        capture_output=True,
        text=True,
        env=os.environ | {"HOME": str(tmp_path)},
    )

    assert [found.split("\t")[0] for found in done.stdout.splitlines()] == [offered]


def test_zsh_loads_the_script(scripts: Path, tmp_path: Path) -> None:
    (tmp_path / "_papertrace").write_bytes((scripts / "zsh").read_bytes())
    script = (
        "fpath=($PWD $fpath); autoload -U compinit; compinit -D -u; print $_comps[papertrace]; zcompile _papertrace"
    )
    done = subprocess.run([need("zsh"), "-f", "-c", script], check=False, capture_output=True, text=True, cwd=tmp_path)

    assert (done.returncode, done.stdout, done.stderr) == (0, "_papertrace\n", "")


@pytest.mark.parametrize("shell", completion.SHELLS)
def test_every_option_is_in_the_script(scripts: Path, shell: str) -> None:
    text = (scripts / shell).read_text("utf-8")

    for name in ("fail-on", "host-limit", "work-dir", "pruning", "dry-run"):
        assert name in text


def test_the_help_of_a_command_does_not_import_what_makes_the_scripts() -> None:
    program = "import sys; from papertrace.cli.main import make_parser; make_parser('completion').format_help()"
    run = subprocess.run(
        [sys.executable, "-c", f"{program}; print('shtab' in sys.modules)"], capture_output=True, text=True, check=True
    )

    assert run.stdout == "False\n"
