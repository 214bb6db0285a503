"""`papertrace enrich`: papers with the facts that services know about them, as JSON Lines."""

import argparse
from pathlib import Path

from papertrace.cli.arguments import add_general, add_input, add_terms, read_papers
from papertrace.cli.enriching import KEYS_NOTE, add_enrich_options, enrich, print_plan
from papertrace.cli.terminal.help import describe_command
from papertrace.cli.terminal.output import check_output, refuse_to_overwrite, write_output
from papertrace.cli.terminal.status import ExitStatus


def fill_parser(parser: argparse.ArgumentParser) -> None:
    """Add the help and the options of the command to its parser."""
    describe_command(
        parser,
        description="Add what services know about papers: reference lists, identifiers, venues.\n\n"
        "Reads listings as papertrace extract does, looks the papers up by identifier, else by title, and writes them "
        "with the facts that the listings do not print, each with its source and date. What a listing prints is kept; "
        "conflicts and works that are only similar are reported. The output is a listing like any other: papertrace "
        "build draws its citations. An interrupted run continues from the store and asks nothing twice.",
        arguments="LISTING...",
        examples=(
            ("Add citations to a bibliography, and draw them", "papertrace enrich papers.bib -o papers.jsonl"),
            ("", "papertrace build papers.jsonl"),
            ("Show what would be asked", "papertrace enrich --dry-run papers.bib"),
            ("Ask two services only", "papertrace enrich --services openalex,crossref papers.bib -o papers.jsonl"),
        ),
        notes=KEYS_NOTE,
    )
    add_input(parser, default_sample=False)
    output = parser.add_argument_group("output")
    output.add_argument("-o", "--output", type=Path, metavar="FILE", help="Write to FILE instead of standard output")
    output.add_argument(
        "--verdicts",
        type=Path,
        metavar="FILE",
        help="Ask for the code of papers whose link to it is dead, too; FILE is a store of "
        "papertrace audit --store, or its report with --format jsonl",
    )
    add_enrich_options(parser)
    add_terms(parser)
    add_general(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> ExitStatus:
    """Enrich the papers of the listings and return the exit status."""
    from papertrace import pipeline
    from papertrace.cli.terminal.console import open_console

    check_output(arguments.output)
    refuse_to_overwrite(arguments.listings, arguments.output)
    with open_console(arguments) as console:
        papers, terms = read_papers(arguments, console)
        if arguments.dry_run:
            return print_plan(papers, arguments, console)
        enriched, _ = enrich(papers, arguments, console, terms=terms)
        console.close_progress()
        console.report_problems()
        write_output(pipeline.generate_extracted(enriched), arguments.output)
    return console.judge(ExitStatus.CLEAN)
