"""The program: its parser, and the standard streams of its process.

Only the command that is run or whose help is asked for is imported, so that `papertrace --help` takes little longer
than the start of Python.
"""

import argparse
import os
import sys

from papertrace import __version__
from papertrace.cli.commands import COMMANDS, CONFIGURABLE, load_command
from papertrace.cli.terminal.help import HelpFormatter, Parser, guess
from papertrace.cli.terminal.status import describe_statuses, find_interrupt
from papertrace.late_imports import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import NoReturn

    from papertrace.cli.options import Option

_DESCRIPTION = """\
Map a research field from listings of papers, and check their links.

Reads bibliographies, awesome-lists, saved web pages and exports of paper services. Only papertrace audit, enrich,
suggest and build --enrich use the network.
"""
_EPILOG = f"""\
examples:
  # Map the bundled sample, then open graphs/papers.html
  papertrace build
  # Map a bibliography, and check its links
  papertrace build papers.bib
  papertrace audit papers.bib

Run papertrace COMMAND --help for the options of a command.

{describe_statuses()}"""
_HINT = "papertrace --help lists them"


def make_parser(
    command: str | None = None,
    configure: "Callable[[str, Mapping[str, Option], argparse.ArgumentParser], object] | None" = None,
) -> argparse.ArgumentParser:
    """Return the parser of all commands, with the options of one, whose defaults `configure` may change."""
    parser = Parser(
        prog="papertrace",
        usage="papertrace COMMAND [OPTIONS] ...",
        description=_DESCRIPTION,
        epilog=_EPILOG,
        formatter_class=HelpFormatter,
        add_help=False,
    )
    subparsers = parser.add_subparsers(
        title="commands", metavar="COMMAND", required=True, prog="papertrace", parser_class=Parser
    )
    for name, summary in COMMANDS.items():
        of_command = subparsers.add_parser(name, help=summary, formatter_class=HelpFormatter, add_help=False)
        if name == command:
            row = load_command(name)
            row.fill(of_command)
            if configure is not None:
                configure(name, row.options(), of_command)
    general = parser.add_argument_group("general")
    general.add_argument("-h", "--help", action="help", help="Show this help and exit")
    version = f"papertrace {__version__}"
    general.add_argument("--version", action="version", version=version, help="Show the version and exit")
    return parser


def parse_arguments(argv: "Sequence[str]") -> argparse.Namespace:
    """Return the values of the arguments, and of the settings file; `run` is the function that runs the command.

    Raises SettingsError if the settings file cannot be used.
    """
    if argv[:1] == ["--"]:
        argv = argv[1:]  # which argparse would take for the command
    command = _find_command(argv)
    asks_for_help = not {"-h", "--help", "--help-all", "--version"}.isdisjoint(argv)
    if command not in COMMANDS and not asks_for_help:
        make_parser().error(_describe_lack(command, argv))
    if command not in CONFIGURABLE or asks_for_help:
        return _parse(make_parser(command), argv, command)
    from papertrace.cli.configuration import load_configuration, named_file

    configuration = load_configuration(argv, CONFIGURABLE)
    parser = make_parser(command, configuration.apply if configuration else None)
    arguments = _parse(parser, argv, command)
    if arguments.config != named_file(argv):
        parser.error("write --config in full: it is read before the other arguments")
    return arguments


def _parse(parser: argparse.ArgumentParser, argv: "Sequence[str]", command: str | None) -> argparse.Namespace:
    """Return the values of the arguments; an unknown option is an error that names the nearest one of the command.

    Listings may stand before and after options, which argparse takes for too many arguments.
    """
    if mistaken := _find_file_like_option(argv, command):
        parser.error(f"{mistaken!r} is read as an option, though a file has this name; write ./{mistaken} for the file")
    arguments, unknown = parser.parse_known_args(argv)
    listings = vars(arguments).get("listings")
    if listings and not any(word.startswith("-") for word in unknown):
        listings += unknown
    elif unknown:
        parser.error(_describe_unknown(unknown[0].partition("=")[0], command))
    return arguments


def _find_file_like_option(argv: "Sequence[str]", command: str | None) -> str | None:
    """Return an argument that looks like an option of no command, and is the name of a file, or None."""
    typed = argv[: argv.index("--")] if "--" in argv else argv
    files = [word for word in typed if word.startswith("-") and os.path.isfile(word)]  # noqa: PTH113 - as below
    known = _list_options(command) if files else []
    return next((word for word in files if word not in known and word[:2] not in known), None)


def _list_options(command: str | None) -> list[str]:
    row = load_command(command) if command else None
    options = [option for group in row.groups for option in group.options] if row else []
    return [flag for option in options if option.key != "help-all" or (row and row.few) for flag in option.flags]


def _describe_unknown(name: str, command: str | None) -> str:
    """Return the message about an argument that the command does not take."""
    known = _list_options(command)
    if name in known:
        return f"options follow the command: papertrace {command} {name} …"
    fact = f"no option {name!r}{guess(name, known)}" if name.startswith("-") else f"{name!r} is one argument too many"
    return f"{fact} (papertrace {command} --help lists the options)"


def _describe_lack(word: str | None, argv: "Sequence[str]") -> str:
    """Return the message about arguments in which a file, an address or a misprint is in the place of the command."""
    command = next((text for text in argv if text in COMMANDS), None)
    if command:
        return f"options follow the command: papertrace {command} {argv[0]} …"
    if word is None or argv[0] != word:
        place = f" before {argv[0]}" if argv else ""
        return f"name a command{place}, such as build ({_HINT})"
    if word.startswith(("http://", "https://")):
        return f"{word!r} is an address, not a command; papertrace audit {word} checks it"
    if os.path.exists(word):  # noqa: PTH110 - pathlib would have to be imported
        return f"{word!r} is a file, not a command; papertrace build {word} maps it, papertrace audit {word} checks it"
    return f"no command {word!r}{guess(word, list(COMMANDS))} ({_HINT})"


def _find_command(argv: "Sequence[str]") -> str | None:
    """Return the command: the first argument that is not an option, since no option before it takes a value."""
    return next((text for text in argv if not text.startswith("-")), None)


def main(argv: "Sequence[str] | None" = None) -> int:
    """Run the command in `argv` (by default the arguments of the process) and return its exit status."""
    try:
        arguments = parse_arguments(sys.argv[1:] if argv is None else argv)
    except BrokenPipeError:
        return 0  # The reader of a help text has closed it (`| head`).
    except Exception as error:  # SettingsError, whose module the start of --help cannot afford to import
        from papertrace.errors import SettingsError

        if isinstance(error, SettingsError | OSError):
            return _fail_early(error, sys.argv[1:] if argv is None else argv)
        raise
    from papertrace.cli.terminal.running import run

    return run(arguments)


def _fail_early(error: BaseException, argv: "Sequence[str]") -> int:
    """Report an error in the form that the arguments ask for, though they are not parsed, and return the status."""
    from papertrace.cli.terminal.output import CHOICES
    from papertrace.cli.terminal.running import fail

    general = argparse.ArgumentParser(add_help=False, allow_abbrev=False, exit_on_error=False)
    general.add_argument("--color", choices=CHOICES, default=CHOICES[0])
    general.add_argument("--json", action="store_true")
    try:
        typed, _ = general.parse_known_args(argv)
    except argparse.ArgumentError:
        typed = general.parse_args([])
    command = _find_command(argv)
    has_messages = command in COMMANDS and any(
        option.dest == "writes_json" for group in load_command(str(command)).groups for option in group.options
    )
    writes_json = typed.json and has_messages
    return fail(error, color=typed.color, writes_json=writes_json)


def entry_point() -> "NoReturn":
    """Run the command line of the process and exit with its status."""
    _open_closed_streams()
    try:
        status = main()
    except (KeyboardInterrupt, Exception) as error:
        # An interrupt comes here while the command was being parsed or imported, or its end reported.
        interrupt = find_interrupt(error)
        if interrupt is None:
            raise
        _ignore_interrupts()
        status = _fail_early(interrupt, sys.argv[1:])
    finally:
        _ignore_interrupts()
        _drop_unwritable_output()
    raise SystemExit(status)


def _ignore_interrupts() -> None:
    """Ignore Ctrl-C while the process ends, which would print a traceback and change the status of a finished run."""
    import signal

    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_IGN)


def _open_closed_streams() -> None:
    """Replace standard streams that were closed (`>&-`), which Python sets to None, also for processes that it starts.

    Input is empty, and messages to stderr are lost. Writing results fails, as in other programs, so that they are not
    lost silently.
    """
    streams = (("stdin", "r", os.O_RDONLY), ("stdout", "w", os.O_RDONLY), ("stderr", "w", os.O_WRONLY))
    for number, (name, mode, flags) in enumerate(streams):
        if getattr(sys, name) is None:
            opened = os.open(os.devnull, flags)
            # A number of its own keeps other files from taking this one, and a copy is inherited.
            os.dup2(opened, number)
            if opened != number:
                os.close(opened)
            os.set_inheritable(number, True)  # noqa: FBT003 - takes no keyword
            setattr(sys, name, open(number, mode, encoding="utf-8"))  # noqa: SIM115, PTH123 (stays open)


def _drop_unwritable_output() -> None:
    """Discard output that failed once: Python would write it again when it exits, and report the error itself."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
