"""`papertrace extract`: listings in, one line of JSON per paper out, or why one paper has its concepts."""

import argparse
from itertools import chain
from pathlib import Path

from papertrace.cli.arguments import add_listings, add_terms, add_verbosity
from papertrace.cli.console import open_console
from papertrace.cli.output import refuse_to_overwrite, write_output
from papertrace.cli.status import ExitStatus


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the parser."""
    parser = subparsers.add_parser(
        "extract",
        help="read listings and write one line of JSON per paper",
        description="Read listings, merge their papers and write what their texts say as JSON lines.",
    )
    add_listings(parser, default_sample=False)
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="file to write (default: standard output)")
    parser.add_argument(
        "--explain",
        metavar="PAPER",
        help="show instead why one paper, named by its id or the beginning of its title, has its concepts",
    )
    add_terms(parser)
    add_verbosity(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> ExitStatus:
    """Extract the listings and return the exit status."""
    from papertrace import pipeline

    refuse_to_overwrite(arguments.listings, arguments.output)
    with open_console(arguments) as console:
        terms = pipeline.read_terms(
            synonyms=arguments.synonyms, vocabulary=arguments.vocabulary, ignored=arguments.ignored
        )
        if arguments.explain is None:
            papers = pipeline.extract_papers(
                arguments.listings,
                format_name=arguments.format_name,
                terms=terms,
                on_problem=console.add_problem,
                on_progress=console.show_progress,
            )
            pieces = pipeline.generate_extracted(papers)
        else:
            explanation = pipeline.explain(
                arguments.listings,
                arguments.explain,
                format_name=arguments.format_name,
                terms=terms,
                on_problem=console.add_problem,
                on_progress=console.show_progress,
            )
            pieces = pipeline.generate_explanation(explanation)
        first = next(pieces, "")  # All reading is done then, and what follows is written as it comes.
        console.close_progress()
        console.report_problems()
        write_output(chain([first], pieces), arguments.output)
    return ExitStatus.CLEAN
