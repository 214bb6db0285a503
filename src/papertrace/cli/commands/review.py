"""`papertrace review`: what a change adds to a list, as a comment for its pull request."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from papertrace.cli.arguments import add_general, add_input, add_verdicts
from papertrace.cli.terminal.help import describe_command
from papertrace.cli.terminal.output import check_output, refuse_to_overwrite, write_output
from papertrace.cli.terminal.status import ExitStatus

if TYPE_CHECKING:
    from collections.abc import Sequence

    from papertrace.cli.terminal.console import Console
    from papertrace.model import Paper


def fill_parser(parser: argparse.ArgumentParser) -> None:
    """Add the help and the options of the command to its parser."""
    describe_command(
        parser,
        description="Compare a list with the list as it was, and write what a change adds as a comment in Markdown.\n\n"
        "Says which new papers the list has already, which claim code without a link, and with the verdicts of an "
        "audit which new links are dead or have moved and which repositories are archived. Does not use the network; "
        "the exit status is 0 whatever is found.",
        arguments="[--before FILE] LISTING...",
        examples=(
            ("Compare with the last commit", "git show HEAD:README.md > before.md"),
            ("", "papertrace review --before before.md README.md"),
            ("Also say which new links are dead", "papertrace audit README.md --also jsonl=audit.jsonl"),
            ("", "papertrace review --before before.md --verdicts audit.jsonl -o comment.md README.md"),
        ),
    )
    add_input(parser, default_sample=False)
    group = parser.add_argument_group("comparison")
    group.add_argument(
        "--before",
        type=Path,
        metavar="FILE",
        action="append",
        default=[],
        help="The list as it was, a file or a folder; can be given several times (default: all of the list is new)",
    )
    add_verdicts(group, "Say what audits found")
    output = parser.add_argument_group("output")
    output.add_argument("-o", "--output", type=Path, metavar="FILE", help="Write to FILE instead of standard output")
    add_general(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> ExitStatus:
    """Write the comment and return the exit status."""
    from papertrace import pipeline
    from papertrace.cli.terminal.console import open_console
    from papertrace.errors import ListingError
    from papertrace.reports.review import generate_review

    check_output(arguments.output)
    refuse_to_overwrite([*arguments.listings, *arguments.before], arguments.output)
    with open_console(arguments) as console:
        try:
            before = _read(arguments.before, arguments, console) if arguments.before else []
        except ListingError as error:  # A list that had no paper yet is no list.
            if not all(path.exists() for path in arguments.before):
                raise
            console.write_note(f"papertrace: {error}; all papers count as added")
            before = []
        now = _read(arguments.listings, arguments, console)
        review = pipeline.review_papers(before, now, verdicts=arguments.verdicts or ())
        console.close_progress()
        console.report_problems()
        write_output(generate_review(review), arguments.output)
    return console.judge(ExitStatus.CLEAN)


def _read(listings: "Sequence[Path]", arguments: argparse.Namespace, console: "Console") -> "list[Paper]":
    from papertrace import pipeline

    return list(
        pipeline.extract_papers(
            listings,
            format_name=arguments.format_name,
            follow_links=arguments.follow_links,
            on_problem=console.add_problem,
            on_progress=console.show_progress,
        )
    )
