"""`papertrace completion`: scripts with which shells complete commands, options and their values.

The scripts are complete in themselves: a shell that completes does not start papertrace, which would be too slow.
"""

import argparse
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import get_args

from papertrace.cli.arguments import add_general
from papertrace.cli.commands import COMMANDS
from papertrace.cli.configuration import name_of
from papertrace.cli.terminal.help import describe_command
from papertrace.cli.terminal.output import check_output, write_output
from papertrace.cli.terminal.status import ExitStatus

SHELLS = ("bash", "zsh", "fish")


def fill_parser(parser: argparse.ArgumentParser) -> None:
    """Add the help and the options of the command to its parser."""
    describe_command(
        parser,
        description="Write a script with which a shell completes commands, options and their values.\n\n"
        "Where the script has to be depends on the shell; it has to be written again when papertrace is updated.",
        arguments="SHELL",
        examples=(
            ("bash", "papertrace completion bash -o ~/.local/share/bash-completion/completions/papertrace"),
            ("zsh, in a folder of $fpath", "papertrace completion zsh -o ~/.zfunc/_papertrace"),
            ("fish", "papertrace completion fish -o ~/.config/fish/completions/papertrace.fish"),
        ),
    )
    parser.add_argument("shell", metavar="SHELL", choices=SHELLS, help=f"One of: {', '.join(SHELLS)}")
    output = parser.add_argument_group("output")
    output.add_argument("-o", "--output", type=Path, metavar="FILE", help="Write to FILE instead of standard output")
    add_general(parser, reports=False)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> ExitStatus:
    """Write the script and return the exit status."""
    check_output(arguments.output)
    write_output([generate_script(arguments.shell)], arguments.output)
    return ExitStatus.CLEAN


def generate_script(shell: str) -> str:
    """Return the script for a shell."""
    import shtab

    parser = argparse.ArgumentParser(prog="papertrace", add_help=False)
    parser.add_argument("-h", "--help", action="store_true", help="Show a help and exit")
    parser.add_argument("--version", action="store_true", help="Show the version and exit")
    subparsers = parser.add_subparsers(dest="command")
    for name, summary in COMMANDS.items():
        of_command = subparsers.add_parser(name, help=summary, description=summary, add_help=False)
        import_module(f"papertrace.cli.commands.{name}").fill_parser(of_command)
        of_command.description, of_command.epilog, of_command.usage = summary, None, None
        _prepare(of_command)
    return f"{shtab.complete(parser, shell)}\n"


def _prepare(parser: argparse.ArgumentParser) -> None:
    """Set what completes each option: its names, files or folders; and shorten its help to the first phrase."""
    import shtab

    names = dict(_find_names())
    for action in parser._actions:  # noqa: SLF001 - argparse has no public list of its options
        action.help = _shorten(action.help or "")
        if not action.choices:
            action.choices = names.get(name_of(action))
        if action.choices or action.nargs == 0:
            continue
        if action.metavar == "DIR":
            action.complete = shtab.DIRECTORY  # type: ignore[attr-defined] # shtab reads it
        elif action.type is Path or action.metavar in {"FILE", "LISTING"}:
            action.complete = shtab.FILE  # type: ignore[attr-defined] # as above


def _find_names() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield options that take one or several of some names, whose parsers have no choices."""
    from papertrace.enrich.services import ALL_SERVICES
    from papertrace.export import WRITERS
    from papertrace.graph.settings import LayerName, NodeName
    from papertrace.listings import READERS
    from papertrace.model import Outcome, RepositoryState

    yield "from", tuple(reader.name for reader in READERS)
    yield "to", tuple(dict.fromkeys(writer.name for writer in WRITERS))
    yield "fail-on", (*Outcome, *RepositoryState, "unarchived", "none")
    yield "group-by", get_args(LayerName)
    yield "nodes", get_args(NodeName)
    yield "services", ALL_SERVICES
    yield "compare", ("last",)


def _shorten(text: str) -> str:
    """Return the first phrase of a help text: without what is in brackets or behind a semicolon or colon."""
    phrase = " ".join(text.split())
    for sign in (" (", ";", ":", ", such as"):
        phrase = phrase.partition(sign)[0]
    return phrase.replace("%", "%%")
