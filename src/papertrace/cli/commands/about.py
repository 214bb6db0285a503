"""The commands that tell of the program itself: `formats`, `config`, `completion` and `sample`."""

import argparse
import os
from collections.abc import Collection, Iterator, Mapping
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple

from papertrace.cli.commands import COMMANDS as SUMMARIES
from papertrace.cli.commands import CONFIGURABLE, load_command
from papertrace.cli.configuration import Configuration, load_configuration
from papertrace.cli.options import GENERAL_WITHOUT_REPORTS, OUTPUT, Command, Group, Option
from papertrace.cli.terminal.output import check_output, write_output
from papertrace.cli.terminal.status import ExitStatus
from papertrace.model.addresses import hide_userinfo
from papertrace.model.text import printable

_READ, _WRITTEN, _REPORTED = "read", "written", "reported"
_TITLES = {
    _READ: "READ  (--from NAME instead of recognising one)",
    _WRITTEN: "WRITTEN BY build AND graph  (--to NAME)",
    _REPORTED: "REPORTED BY audit  (--format NAME)",
}
_DEFAULT = "default"
_SECRET = frozenset({"header"})
_HIDDEN = "(not shown)"
VARIABLES = {
    "PAPERTRACE_CONFIG": "The settings file to read, or `none`; the option `--config` takes precedence.",
    "PAPERTRACE_REGISTRIES": "Values of `--registry` for every run, separated by spaces.",
    "PAPERTRACE_MAILTO": "An e-mail address that is sent to the services that `enrich` and `suggest` ask, which may "
    "use it to report problems.",
    "GITHUB_TOKEN": "A token for GitHub's API: an audit asks for a hundred repositories in a request. It is sent to "
    "that API only.",
    "OPENALEX_API_KEY": "A key for OpenAlex, sent to OpenAlex only.",
    "SEMANTIC_SCHOLAR_API_KEY": "A key for Semantic Scholar, sent to Semantic Scholar only.",
    "OPENCITATIONS_ACCESS_TOKEN": "A token for OpenCitations, sent to OpenCitations only.",
    "HF_TOKEN": "A token for Hugging Face, sent to Hugging Face only.",
    "HTTP_PROXY": "The proxy for http addresses; lower case works too.",
    "HTTPS_PROXY": "The proxy for https addresses; lower case works too.",
    "ALL_PROXY": "The proxy for both where no other is named.",
    "NO_PROXY": "Hosts that are requested without a proxy, separated by commas.",
    "REQUESTS_CA_BUNDLE": "A file of certificate authorities to trust (PEM), unless `--ca-bundle` names one.",
    "CURL_CA_BUNDLE": "The same, if `REQUESTS_CA_BUNDLE` is not set.",
    "SSL_CERT_FILE": "The same, if neither of them is set.",
    "NO_COLOR": "No colours, unless `--color always` asks for them.",
    "FORCE_COLOR": "Colours also where the output is no terminal, unless `NO_COLOR` is set.",
    "TERM": "No colours if it is `dumb`.",
    "COLUMNS": "The width of help texts, in characters.",
    "TMPDIR": "The folder for temporary files, which need room if the inputs are large.",
    "JAVA_HOME": "The Java that `--engine spark` uses.",
}
"""What each variable does, in Markdown."""
SHELLS = ("bash", "zsh", "fish")

JSON_TABLES = Group("output", (Option("--json", "Write JSON instead of tables", harmless=True),))
JSON_TABLE = Group("output", (Option("--json", "Write JSON instead of a table"),))
SHOWN = Group("", (Option("command COMMAND", "Show its options only", names=CONFIGURABLE, nargs="?"),))
SHELL = Group("", (Option("shell SHELL", f"One of: {', '.join(SHELLS)}", names=SHELLS),))


def run_formats(arguments: argparse.Namespace) -> ExitStatus:
    """Write the formats and return the exit status."""
    import json

    formats = _find_formats()
    pieces = [f"{json.dumps(formats, indent=2)}\n"] if arguments.json else _generate_tables(formats)
    write_output(pieces, None)
    return ExitStatus.CLEAN


def _find_formats() -> dict[str, list[dict[str, str]]]:
    from papertrace.export import WRITERS
    from papertrace.listings import READERS
    from papertrace.reports import REPORTS

    return {
        _READ: [
            {
                "name": one.name,
                "description": one.description,
                "kind": "grammar" if one.is_grammar else "prose",
                "recognised_by": one.recognised_by,
            }
            for one in READERS
        ],
        _WRITTEN: [
            {"name": name, "description": " and ".join(f"papers{one.suffix}" for one in writers)}
            for name, writers in groupby(WRITERS, attrgetter("name"))
        ],
        _REPORTED: [{"name": one.name, "description": one.description} for one in REPORTS],
    }


def _generate_tables(formats: dict[str, list[dict[str, str]]]) -> Iterator[str]:
    width = max(len(row["name"]) for rows in formats.values() for row in rows)
    for number, (kind, rows) in enumerate(formats.items()):
        yield f"{'' if number == 0 else chr(10)}{_TITLES[kind]}\n"
        for row in rows:
            yield f"  {row['name']:<{width}}  {row['description']}\n"
            if row.get("recognised_by"):
                known = "grammar, recognised by" if row["kind"] == "grammar" else "recognised by"
                yield f"  {'':<{width}}  {known}: {row['recognised_by']}\n"


class _Setting(NamedTuple):
    command: str
    name: str
    value: str
    source: str


def run_config(arguments: argparse.Namespace) -> ExitStatus:
    """Write the settings and return the exit status."""
    import json

    named = [] if arguments.config is None else ["--config", arguments.config]
    configuration = load_configuration(named, CONFIGURABLE)
    commands = [*CONFIGURABLE] if arguments.command is None else [arguments.command]
    settings = [one for command in commands for one in _find_settings(command, configuration)]
    if arguments.command is None:
        settings = [one for one in settings if one.source != _DEFAULT]
    variables = [name for name in VARIABLES if os.environ.get(name) or os.environ.get(name.lower())]
    if arguments.json:
        found = {
            "file": None if configuration is None else str(configuration.path),
            "settings": [one._asdict() for one in settings],
            "environment": variables,
        }
        write_output([f"{json.dumps(found, indent=2)}\n"], None)
    else:
        write_output(_generate_table(configuration, settings, variables), None)
    return ExitStatus.CLEAN


def _find_settings(command: str, configuration: Configuration | None) -> Iterator[_Setting]:
    row = load_command(command)
    options = row.options()
    usual = {one.key: group.find_default(one) for group in row.groups for one in group.options}
    parser = argparse.ArgumentParser(prog=f"papertrace {command}", add_help=False)
    row.fill(parser)
    given = configuration.apply(command, options, parser) if configuration else {}
    for name, option in options.items():
        source = str(configuration.path) if configuration is not None and name in given else _DEFAULT
        value = parser.get_default(option.dest)
        value = usual[name] if name not in given and option.sets else value
        value = not value if option.action == "store_false" else value
        shown = _HIDDEN if name in _SECRET and name in given else _show(value)
        yield _Setting(command, name, shown, source)


def _show(value: object) -> str:
    """Return a value in the form in which the command line takes it; lists with a blank after each comma."""
    match value:
        case None | bool():
            return "-" if value is None else str(value).lower()
        case float():
            return str(value).removesuffix(".0")
        case list():
            return ", ".join(_show_pair(*one) if isinstance(one, tuple) else _show(one) for one in value) or "-"
        case tuple():
            return ", ".join(map(_show, value)) or "-"
        case frozenset() | set():
            return ", ".join(_join_ranges(value)) or "-"
    return printable(hide_userinfo(str(value))) or "-"


def _show_pair(first: object, second: object) -> str:
    """Return what is one value with two parts: a form and its file, or an expression and what replaces it."""
    return f"{_show(first)}{'=' if isinstance(second, Path) else ' '}{_show(second)}"


def _join_ranges(values: Collection[object]) -> Iterator[str]:
    """Yield values in order, runs of whole numbers as ranges: `200-299`."""
    numbers = sorted(value for value in values if isinstance(value, int))
    for _, run in groupby(enumerate(numbers), lambda pair: pair[1] - pair[0]):
        first, *_, last = [number for _, number in run] * 2
        yield str(first) if first == last else f"{first}-{last}"
    yield from sorted(str(value) for value in values if not isinstance(value, int))


def _generate_table(
    configuration: Configuration | None, settings: list[_Setting], variables: list[str]
) -> Iterator[str]:
    if configuration is None:
        yield "settings file: none\n"
    else:
        how = "named by you" if configuration.is_named else "found; it came with this folder"
        yield f"settings file: {configuration.path} ({how})\n"
    widths = [max((len(row[column]) for row in settings), default=0) for column in (1, 2)]
    command = None
    for row in settings:
        if row.command != command:
            command = row.command
            yield f"\n{command}\n"
        yield f"  {row.name:<{widths[0]}}  {row.value:<{min(widths[1], 40)}}  {row.source}\n"
    if variables:
        yield f"\nset in the environment: {', '.join(variables)}\n"


def run_completion(arguments: argparse.Namespace) -> ExitStatus:
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
    for name, summary in SUMMARIES.items():
        of_command = subparsers.add_parser(name, help=summary, description=summary, add_help=False)
        row = load_command(name)
        row.fill(of_command)
        of_command.description, of_command.epilog, of_command.usage = summary, None, None
        _prepare(of_command, {option.dest: option for group in row.groups for option in group.options})
    return f"{shtab.complete(parser, shell)}\n"


def _prepare(parser: argparse.ArgumentParser, options: Mapping[str, Option]) -> None:
    """Set what completes each option: its names, files or folders; and shorten its help to the first phrase."""
    import shtab

    for action in parser._actions:  # noqa: SLF001 - argparse has no public list of its options
        action.help = _shorten(action.help or "")
        if not action.choices and (names := options[action.dest].list_names()):
            action.choices = names
        if action.choices or action.nargs == 0:
            continue
        if action.metavar == "DIR":
            action.complete = shtab.DIRECTORY  # type: ignore[attr-defined] # shtab reads it
        elif action.type is Path or action.metavar in {"FILE", "LISTING"}:
            action.complete = shtab.FILE  # type: ignore[attr-defined] # as above


def _shorten(text: str) -> str:
    """Return the first phrase of a help text: without what is in brackets or behind a semicolon or colon."""
    phrase = " ".join(text.split())
    for sign in (" (", ";", ":", ", such as"):
        phrase = phrase.partition(sign)[0]
    return phrase.replace("%", "%%")


def run_sample(arguments: argparse.Namespace) -> ExitStatus:
    """Write the sample and return the exit status."""
    from papertrace.corpus import sample_text

    write_output([sample_text()], arguments.output)
    return ExitStatus.CLEAN


COMMANDS = {
    "formats": Command(
        description="List the formats that are read and written, and by what the former are recognised.",
        arguments="",
        examples=(
            ("List the formats", "papertrace formats"),
            ("Print the names of the formats that are read", "papertrace formats --json | jq -r '.read[].name'"),
        ),
        groups=(JSON_TABLES, GENERAL_WITHOUT_REPORTS),
        run=run_formats,
    ),
    "config": Command(
        description="Show the settings that hold and where they come from.\n\n"
        "Without COMMAND, what papertrace.toml, or [tool.papertrace] in pyproject.toml, sets for any command; with it, "
        "every option of that command. Each table of the file has the name of a command, and each key that of an "
        "option: [audit] fail-on = ['dead', 'insecure']. Options that can do harm hold only in a file that you name "
        "with --config or PAPERTRACE_CONFIG (docs/settings.md).",
        arguments="[COMMAND]",
        examples=(
            ("Show what the settings file changes", "papertrace config"),
            ("Show every option of the audit", "papertrace config audit"),
        ),
        groups=(SHOWN, JSON_TABLE, GENERAL_WITHOUT_REPORTS),
        run=run_config,
    ),
    "completion": Command(
        description="Write a script with which a shell completes commands, options and their values.\n\n"
        "Where the script has to be depends on the shell; it has to be written again when papertrace is updated.",
        arguments="SHELL",
        examples=(
            ("bash", "papertrace completion bash -o ~/.local/share/bash-completion/completions/papertrace"),
            ("zsh, in a folder of $fpath", "papertrace completion zsh -o ~/.zfunc/_papertrace"),
            ("fish", "papertrace completion fish -o ~/.config/fish/completions/papertrace.fish"),
        ),
        groups=(SHELL, OUTPUT, GENERAL_WITHOUT_REPORTS),
        run=run_completion,
    ),
    "sample": Command(
        description="Write the bundled sample listing.\n\n"
        "It lists real papers, with the dates and URLs that their pages print, and summaries written for this project.",
        arguments="",
        examples=(
            ("Save the sample and extract its papers", "papertrace sample -o sample.txt"),
            ("", "papertrace extract sample.txt"),
        ),
        groups=(OUTPUT, GENERAL_WITHOUT_REPORTS),
        run=run_sample,
    ),
}
