"""`papertrace config`: the settings that hold, and where each comes from."""

import argparse
import os
from collections.abc import Collection, Iterator
from importlib import import_module
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from papertrace.cli.arguments import add_general
from papertrace.cli.commands import CONFIGURABLE
from papertrace.cli.configuration import Configuration, list_options, load_configuration, name_of
from papertrace.cli.terminal.help import describe_command
from papertrace.cli.terminal.output import write_output
from papertrace.cli.terminal.status import ExitStatus
from papertrace.model.addresses import hide_userinfo
from papertrace.model.text import printable

_DEFAULT = "default"
_SECRET = frozenset({"header"})
_HIDDEN = "(not shown)"


class _Setting(NamedTuple):
    command: str
    name: str
    value: str
    source: str


def fill_parser(parser: argparse.ArgumentParser) -> None:
    """Add the help and the options of the command to its parser."""
    describe_command(
        parser,
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
    )
    parser.add_argument("command", metavar="COMMAND", nargs="?", choices=CONFIGURABLE, help="Show its options only")
    output = parser.add_argument_group("output")
    output.add_argument("--json", action="store_true", help="Write JSON instead of a table")
    add_general(parser, reports=False)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> ExitStatus:
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
    parser = argparse.ArgumentParser(prog=f"papertrace {command}", add_help=False)
    import_module(f"papertrace.cli.commands.{command}").fill_parser(parser)
    given = configuration.apply(command, parser) if configuration else {}
    for action in list_options(parser):
        name = name_of(action)
        is_given = configuration is not None and name in given
        source = str(configuration.path) if configuration is not None and is_given else _DEFAULT
        shown = _HIDDEN if name in _SECRET and is_given else _show(action.default)
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
