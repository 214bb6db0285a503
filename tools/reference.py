"""Generate the reference of the documentation from the program: commands, settings, public names, outcomes.

    python -m tools.reference FOLDER

Each page is Markdown for MyST, made from the parsers, the tables and the docstrings, so that it is right by
construction. `tools/build_docs.py` writes the pages below `reference/` of the site.
"""

import argparse
import ast
import inspect
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import pairwise
from pathlib import Path

import papertrace
from papertrace.cli.commands import COMMANDS, CONFIGURABLE, load_command
from papertrace.cli.commands.about import VARIABLES
from papertrace.cli.configuration import FILE
from papertrace.cli.main import make_parser
from papertrace.cli.options import Option
from papertrace.cli.terminal.help import INPUT_FORMATS
from papertrace.cli.terminal.status import ExitStatus, describe_status
from papertrace.documents.reading import DOCUMENTS
from papertrace.errors import PapertraceError
from papertrace.export import WRITERS
from papertrace.listings import READERS
from papertrace.model import RepositoryState
from papertrace.model.papers.facts import DEFINED, Fact
from papertrace.model.papers.paper import ClaimState
from papertrace.reports import REPORTS
from papertrace.reports.outcomes import MEANING


def generate_pages() -> dict[str, str]:
    """Return every generated page: its Markdown by its path below `reference/`."""
    pages = {f"commands/{name}.md": "\n".join(_generate_command(name)) for name in COMMANDS}
    pages["commands/index.md"] = "\n".join(_generate_commands())
    makers: Mapping[str, Callable[[], Iterator[str]]] = {
        "api.md": _generate_library,
        "facts.md": _generate_facts,
        "outcomes.md": _generate_outcomes,
        "keys.md": _generate_settings,
        "exit-status.md": _generate_statuses,
        "environment.md": _generate_environment,
        "format-names.md": _generate_formats,
    }
    return pages | {path: "\n".join(make()) for path, make in makers.items()}


def parser_of(command: str) -> argparse.ArgumentParser:
    """Return the parser of one command, with its options."""
    found: list[argparse.ArgumentParser] = []
    make_parser(command, lambda _, __, parser: found.append(parser))
    return found[0]


def options_of(parser: argparse.ArgumentParser) -> list[str]:
    """Return every spelling of every option of a parser."""
    return [text for action in parser._actions for text in action.option_strings]  # noqa: SLF001 - no public list


def _generate_commands() -> Iterator[str]:
    yield "# Commands\n"
    yield "`papertrace COMMAND --help` prints the same text.\n"
    yield from _table(
        ("command", ""), ([f"[`papertrace {name}`]({name}.md)", summary] for name, summary in COMMANDS.items())
    )
    yield "\n`papertrace --version` prints the version. A command ends with an [exit status](../exit-status.md).\n"
    yield "```{toctree}\n:hidden:\n"
    yield from COMMANDS
    yield "```\n"


def _generate_command(name: str) -> Iterator[str]:
    parser = parser_of(name)
    yield f"# papertrace {name}\n"
    yield f"```{{program}} papertrace {name}\n```\n```text\n{parser.usage}\n```\n"
    yield f"{_escape(_reflow(parser.description or ''))}\n"
    for group in parser._action_groups:  # noqa: SLF001 - argparse has no public list of them
        actions = [action for action in group._group_actions if action.help != argparse.SUPPRESS]  # noqa: SLF001
        if not actions:
            continue
        yield f"## {(group.title or '').capitalize()}\n"
        if group.description:
            yield f"{_escape(_reflow(group.description))}\n"
        for action in actions:
            yield f"```{{option}} {_describe_form(action)}\n{_describe_action(action)}\n```\n"
    if parser.epilog:
        yield "## Examples and notes\n"
        yield from _generate_epilog(parser.epilog)


def _generate_epilog(epilog: str) -> Iterator[str]:
    """Yield the paragraphs of an epilog; the indented ones as code."""
    for part in epilog.split("\n\n"):
        head, _, rest = part.partition("\n")
        if head == "examples:":
            yield f"```sh\n{inspect.cleandoc(rest)}\n```\n"
        elif "\n  " in part:
            yield f"```text\n{inspect.cleandoc(part)}\n```\n"
        else:
            yield f"{_escape(_reflow(part))}\n"


def _describe_form(action: argparse.Action) -> str:
    value = "" if action.nargs == 0 else str(action.metavar or action.dest.upper())
    return ", ".join(f"{text} {value}".strip() for text in action.option_strings or [""])


def _describe_action(action: argparse.Action) -> str:
    text = _reflow(action.help or "").replace(INPUT_FORMATS, "see [the names of formats](../format-names.md)")
    links = re.split(r"(\[[^]]+\]\([^)]+\))", text)
    return "".join(part if number % 2 else _escape(part) for number, part in enumerate(links)) + "."


def _generate_settings() -> Iterator[str]:
    yield "# Keys of settings files\n"
    yield f"Every key that a table of `{FILE}` may have. [Settings](../settings.md) explains tables, paths and trust.\n"
    yield "*Anywhere*: a file that comes with a project may set it too, not only one that you name with `--config`.\n"
    for name in CONFIGURABLE:
        yield f"## [{name}]\n"
        rows = []
        for key, option in load_command(name).options().items():
            rows.append([f"`{key}`", _type_of(option), "yes" if option.harmless else "no"])
        yield from _table(("key", "value", "anywhere"), rows)
        yield ""
    yield '## [host."NAME"]\n'
    rows = [
        ["`headers`", "table of texts", "no"],
        ["`insecure`", "`true` or `false`", "no"],
        ["`limit`", "whole number, or a text such as `1/0.5`", "yes"],
    ]
    yield from _table(("key", "value", "anywhere"), rows)


def _type_of(option: Option) -> str:
    if option.value is None:
        return "whole number" if option.action == "count" else "`true` or `false`"
    if option.choices:
        return "one of " + ", ".join(f"`{name}`" for name in option.choices)
    return f"list of `{option.value}`" if option.repeats or not option.flags else f"`{option.value}`"


def _generate_library() -> Iterator[str]:
    yield "# Public names\n"
    yield "Everything that `papertrace` exports. [The library](../library.md) shows how the parts go together.\n"
    kinds: dict[str, list[str]] = {"Functions": [], "Settings": [], "Values": [], "Exceptions": []}
    for name in papertrace.__all__:
        kinds[_kind_of(name)].append(name)
    for title, names in kinds.items():
        yield f"## {title}\n"
        for name in names:
            directive = "autofunction" if title == "Functions" else "autoclass"
            members = "" if title == "Functions" else "\n   :members:"
            members = "\n   :show-inheritance:" if title == "Exceptions" else members
            yield f"```{{eval-rst}}\n.. {directive}:: papertrace.{name}{members}\n```\n"


def _kind_of(name: str) -> str:
    value = getattr(papertrace, name)
    if not isinstance(value, type):
        return "Functions"
    if issubclass(value, PapertraceError):
        return "Exceptions"
    return "Settings" if name.endswith("Settings") else "Values"


def _generate_facts() -> Iterator[str]:
    yield "# Facts of papers\n"
    yield "What is read from listings and services, under its key in the lines of `papertrace extract`. *Always* has"
    yield "every paper, as `null` or `[]` where it is not known. Data frames have columns of the same names, and nodes"
    yield "the [attributes](attributes.md).\n"
    types = {int: "number", str: "text", tuple: "list"}
    rows = []
    for one in DEFINED:
        attribute = f"`{one.attribute}`" if one.attribute else ""
        rows.append([f"`{one.column}`", types[one.kind], one.meaning, _written(one), attribute, _use_of(one)])
    yield from _table(("fact", "is a", "meaning", "written", "attribute", "on the page"), rows)


def _written(fact: Fact) -> str:
    if fact.is_always_written:
        return "always"
    whole, dot, _ = fact.name.rpartition(".")
    return f"in `{whole}`" if dot else "where known" if fact.merge else ""


def _use_of(fact: Fact) -> str:
    if fact.is_shade:
        return f"colours and sizes (`{fact.page}`)" if fact.kind is int else f"colours (`{fact.page}`)"
    row = f"row *{fact.label}* of the panel" if fact.has_row else ""
    return row or ("panel and references" if fact.page else "")


def _generate_outcomes() -> Iterator[str]:
    yield "# Outcomes and states\n"
    yield "## Outcomes of a link\n"
    yield "Each link of an audit gets one. [The audit](../audit.md) says how it is reached.\n"
    yield from _table(("outcome", "meaning"), ([f"`{outcome}`", text] for outcome, text in MEANING.items()))
    yield "\n## States of a repository\n"
    yield "What a registry reports about a repository, beside the outcome; `--fail-on` takes their names too.\n"
    yield from _generate_members("state", RepositoryState)
    yield "\n`unarchived` is neither, but `--fail-on` takes it: the link works, and no archive has a snapshot of it.\n"
    yield "## Claims about code\n"
    yield "What an entry says about the paper's code. [Concepts](../concepts.md) says how it is read.\n"
    yield from _generate_members("claim", ClaimState)


def _generate_members(heading: str, kind: type[StrEnum]) -> Iterator[str]:
    meanings = describe_members(kind)
    return _table((heading, "meaning"), ([f"`{member}`", meanings[member.name]] for member in kind))


def describe_members(kind: type[StrEnum]) -> dict[str, str]:
    """Return the docstring below each member of an enumeration, by the member's name."""
    module = ast.parse(inspect.getsource(kind))
    body = next(node.body for node in module.body if isinstance(node, ast.ClassDef))
    found = {}
    for member, below in pairwise(body):
        match member, below:
            case (
                ast.Assign(targets=[ast.Name(id=name)]),
                ast.Expr(value=ast.Constant(value=str(text))),
            ):
                found[name] = " ".join(text.split())
    return found


def _generate_statuses() -> Iterator[str]:
    yield "# Exit status\n"
    yield from _table(("status", "meaning"), ([f"`{status}`", describe_status(status)] for status in ExitStatus))
    yield "\nA command that a closed pipe ends (`| head`) exits with 0.\n"


def _generate_environment() -> Iterator[str]:
    yield "# Environment\n"
    yield "The variables that papertrace reads. `papertrace config` lists those that are set, without their values.\n"
    yield from _table(("variable", "meaning"), ([f"`{name}`", text] for name, text in VARIABLES.items()))


def _generate_formats() -> Iterator[str]:
    yield "# Names of formats\n"
    yield "What `--from`, `--to` and `--format` take. [Formats](../formats.md) describes them.\n"
    yield "## Listings (`--from`)\n"
    rows = ([f"`{one.name}`", _escape(one.description), _escape(one.recognised_by)] for one in READERS)
    yield from _table(("name", "what it is", "recognised by"), rows)
    yield "\n## Graphs (`--to`)\n"
    written = ([f"`{one.name}`", f"`papers{one.suffix}`", "yes" if one.by_default else ""] for one in WRITERS)
    yield from _table(("name", "file", "by default"), written)
    yield "\n## Reports of an audit (`--format`)\n"
    yield from _table(("name", "what it is"), ([f"`{one.name}`", _escape(one.description)] for one in REPORTS))
    yield "\n## Documents that an audit reads\n"
    documents = ([_escape(one.description), ", ".join(f"`{text}`" for text in one.suffixes)] for one in DOCUMENTS)
    yield from _table(("format", "names that end in"), documents)


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    yield f"| {' | '.join(head)} |"
    yield f"|{'---|' * len(head)}"
    for row in rows:
        yield f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |"


def _reflow(text: str) -> str:
    """Return paragraphs with each of them on one line."""
    return "\n\n".join(" ".join(part.split()) for part in text.split("\n\n"))


def _escape(text: str) -> str:
    """Return help text as Markdown that shows it as it is, with options as code."""
    shown = re.sub(r"([\\`*_<>\[\]$|{}~])", r"\\\1", text)
    return re.sub(r"(?<![\w-])--[a-z][a-z-]+", lambda found: f"`{found[0]}`", shown)


def main(folder: Path) -> None:
    """Write the pages to a folder."""
    for name, text in generate_pages().items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
