"""`papertrace extract`: listings in, one line of JSON per paper out."""

import argparse
from pathlib import Path

from papertrace.cli.arguments import add_listings, add_quiet
from papertrace.cli.notices import Notices, showing_steps
from papertrace.cli.output import write_output


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the parser."""
    parser = subparsers.add_parser(
        "extract",
        help="read listings and write one line of JSON per paper",
        description="Read listings, merge their papers and write what their texts say as JSON lines.",
    )
    add_listings(parser, default_sample=False)
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="file to write (default: standard output)")
    add_quiet(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Extract the listings and return the exit status."""
    from papertrace import pipeline

    notices = Notices(quiet=arguments.quiet)
    with showing_steps(quiet=arguments.quiet) as steps:
        papers = list(
            pipeline.extract(
                arguments.listings,
                format_name=arguments.format_name,
                on_problem=notices.add,
                on_step=steps.show,
            ),
        )
    notices.report()
    write_output(pipeline.generate_extracted(papers), arguments.output)
    return 0
