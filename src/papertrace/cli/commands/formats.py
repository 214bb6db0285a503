"""`papertrace formats`: the formats that are read and written."""

import argparse
from collections.abc import Iterator

from papertrace.cli.arguments import add_general
from papertrace.cli.terminal.help import describe_command
from papertrace.cli.terminal.output import write_output
from papertrace.cli.terminal.status import ExitStatus

_READ, _WRITTEN, _REPORTED = "read", "written", "reported"
_TITLES = {
    _READ: "READ  (--from NAME instead of recognising one)",
    _WRITTEN: "WRITTEN BY build AND graph  (--to NAME)",
    _REPORTED: "REPORTED BY audit  (--format NAME)",
}


def fill_parser(parser: argparse.ArgumentParser) -> None:
    """Add the help and the options of the command to its parser."""
    describe_command(
        parser,
        description="List the formats that are read and written, and by what the former are recognised.",
        arguments="",
        examples=(
            ("List the formats", "papertrace formats"),
            ("Print the names of the formats that are read", "papertrace formats --json | jq -r '.read[].name'"),
        ),
    )
    output = parser.add_argument_group("output")
    output.add_argument("--json", action="store_true", help="Write JSON instead of tables")
    add_general(parser, reports=False)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> ExitStatus:
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
        _WRITTEN: [{"name": one.name, "description": f"papers{one.suffix}"} for one in WRITERS],
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
