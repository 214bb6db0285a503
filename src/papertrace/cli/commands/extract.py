"""`papertrace extract`: from listings to one line of JSON per paper, or why one paper has its concepts."""

import argparse
from itertools import chain
from pathlib import Path

from papertrace.cli.arguments import add_general, add_input, add_terms, read_papers
from papertrace.cli.engines import add_engine_options, find_engine_option, read_engine_options
from papertrace.cli.terminal.help import describe_command
from papertrace.cli.terminal.output import refuse_to_overwrite, write_output
from papertrace.cli.terminal.status import ExitStatus


def fill_parser(parser: argparse.ArgumentParser) -> None:
    """Add the help and the options of the command to its parser."""
    describe_command(
        parser,
        description="Extract papers, their links and their concepts as JSON Lines.\n\n"
        "Reads listings, merges the entries of one paper, and writes one JSON object per paper and line: title, "
        "authors, identifiers, links, concepts, mentions of other papers, and what the paper says about its code. "
        "Does not use the network.",
        arguments="LISTING...",
        examples=(
            ("Write the papers of two listings to one file", "papertrace extract papers.bib README.md -o papers.jsonl"),
            ("Print the titles of the papers in a saved page", "papertrace extract page.html | jq -r .title"),
            ("Show why a paper has its concepts", "papertrace extract papers.bib --explain 'Attention is'"),
        ),
    )
    add_input(parser, default_sample=False)
    output = parser.add_argument_group("output")
    output.add_argument("-o", "--output", type=Path, metavar="FILE", help="Write to FILE instead of standard output")
    output.add_argument(
        "--explain",
        metavar="PAPER",
        help="Show why PAPER, given by its id, its title or a part that no other title has, has its concepts, "
        "instead of the papers",
    )
    add_terms(parser)
    add_engine_options(parser)
    add_general(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> ExitStatus:
    """Extract the listings and return the exit status."""
    from papertrace import pipeline
    from papertrace.cli.terminal.console import open_console
    from papertrace.errors import PapertraceError
    from papertrace.reports.summary import describe_merging

    refuse_to_overwrite(arguments.listings, arguments.output)
    if arguments.explain is not None and (unused := find_engine_option(arguments)):
        message = f"{unused}: --explain handles one paper, in this process; leave {unused} out"
        raise PapertraceError(message)
    engine = read_engine_options(arguments)
    counts = pipeline.JoinCounts()
    with open_console(arguments) as console:
        papers, terms = read_papers(arguments, console, engine=engine)
        if arguments.explain is None:
            pieces = pipeline.generate_extracted(counts.watch(papers))
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
        first = next(pieces, "")  # By then all listings are read; the rest is written as it is generated.
        console.close_progress()
        console.report_problems()
        write_output(chain([first], pieces), arguments.output)
        if counts.n_papers < counts.n_entries:
            console.write_note(f"papertrace: {describe_merging(counts.n_papers, counts.n_entries, counts.joined)}")
    return console.judge(ExitStatus.CLEAN)
