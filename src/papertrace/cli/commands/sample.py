"""`papertrace sample`: the bundled listing."""

import argparse
from pathlib import Path

from papertrace.cli.arguments import add_general
from papertrace.cli.terminal.help import describe_command
from papertrace.cli.terminal.output import write_output
from papertrace.cli.terminal.status import ExitStatus


def fill_parser(parser: argparse.ArgumentParser) -> None:
    """Add the help and the options of the command to its parser."""
    describe_command(
        parser,
        description="Write the bundled sample listing.\n\n"
        "It lists real papers, with the dates and URLs that their pages print, and summaries written for this project.",
        arguments="",
        examples=(
            ("Save the sample and extract its papers", "papertrace sample -o sample.txt"),
            ("", "papertrace extract sample.txt"),
        ),
    )
    output = parser.add_argument_group("output")
    output.add_argument("-o", "--output", type=Path, metavar="FILE", help="Write to FILE instead of standard output")
    add_general(parser, reports=False)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> ExitStatus:
    """Write the sample and return the exit status."""
    from papertrace.corpus import sample_text

    write_output([sample_text()], arguments.output)
    return ExitStatus.CLEAN
