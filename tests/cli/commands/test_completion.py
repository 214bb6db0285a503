"""The scripts of `papertrace completion`, run by the shells that they are for."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.case_tables import cases

from papertrace.cli.commands import COMMANDS, about
from papertrace.cli.main import main

# Completes a line as readline does: it hands the words to the function that `complete` names.
COMPLETE = """
source "$1"; shift
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}
function=$(complete -p papertrace | sed 's/.*-F \\([^ ]*\\).*/\\1/')
"$function" papertrace "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
[ "${#COMPREPLY[@]}" = 0 ] || printf '%s\\n' "${COMPREPLY[@]}"
"""

# Presses the tab key in a line as soon as zsh is ready to edit one, and writes down what it becomes.
IN_ZSH = """
unset zle_bracketed_paste
fpath=($PWD $fpath)
autoload -U compinit
compinit -D -u
press_tab() {
  BUFFER=$LINE; CURSOR=$#BUFFER
  zle expand-or-complete
  print -r -- "$BUFFER" > completed
  exit
}
zle -N zle-line-init press_tab
"""


@pytest.fixture(scope="module")
def scripts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the script of each shell, by its name."""
    folder = tmp_path_factory.mktemp("completion")
    for shell in about.SHELLS:
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


@cases("words, offered")
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


def complete_in_zsh(scripts: Path, folder: Path, line: str) -> str:
    """Return what a line becomes by the tab key in an interactive zsh, which needs a terminal."""
    (folder / "_papertrace").write_bytes((scripts / "zsh").read_bytes())
    (folder / ".zshrc").write_text(IN_ZSH, encoding="utf-8")
    terminal, side = os.openpty()
    try:
        done = subprocess.run(
            [need("zsh"), "--no-globalrcs", "-i"],
            check=False,
            stdin=side,
            stdout=side,
            stderr=subprocess.PIPE,
            text=True,
            cwd=folder,
            env={"PATH": os.environ["PATH"], "HOME": str(folder), "TERM": "vt100", "LINE": line},
            start_new_session=True,
            timeout=60,
        )
    finally:
        os.close(side)
        os.close(terminal)
    assert done.stderr == ""
    return (folder / "completed").read_text("utf-8").removesuffix("\n")


@cases("line, completed")
def test_zsh_completes_commands_options_values_and_files(
    scripts: Path, tmp_path: Path, line: str, completed: str
) -> None:
    (tmp_path / "my-papers.bib").touch()
    (tmp_path / "my-maps").mkdir()

    assert complete_in_zsh(scripts, tmp_path, line) == completed


@pytest.mark.parametrize("shell", about.SHELLS)
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
