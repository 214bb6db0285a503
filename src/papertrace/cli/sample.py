"""`papertrace sample`: write the bundled listing."""

import argparse
from pathlib import Path

from papertrace.cli.arguments import add_verbosity
from papertrace.cli.output import write_output
from papertrace.cli.status import ExitStatus


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the parser."""
    parser = subparsers.add_parser(
        "sample",
        help="write the bundled listing of 215 papers",
        description="Write the bundled listing: 215 real papers, with dates and URLs where their pages print them, and "
        "summaries written for this project.",
    )
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="file to write (default: standard output)")
    add_verbosity(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> ExitStatus:
    """Write the sample and return the exit status."""
    from papertrace.corpus import sample_text

    write_output([sample_text()], arguments.output)
    return ExitStatus.CLEAN
