"""`papertrace suggest`: the works that a list lacks, by how many of its papers cite them or are cited by them."""

import argparse
from pathlib import Path

from papertrace.cli.arguments import add_general, add_input, add_terms, read_papers
from papertrace.cli.enriching import KEYS_NOTE, add_enrich_options, enrich, print_plan
from papertrace.cli.terminal.help import describe_command
from papertrace.cli.terminal.output import check_output, refuse_to_overwrite, write_output
from papertrace.cli.terminal.status import ExitStatus
from papertrace.cli.values import parse_whole_number

_N_SHOWN = 25


def fill_parser(parser: argparse.ArgumentParser) -> None:
    """Add the help and the options of the command to its parser."""
    describe_command(
        parser,
        description="Suggest works that a list lacks: those that its papers cite, or that cite them.\n\n"
        "Asks services for the reference lists of the papers, as papertrace enrich does, and for works that cite them. "
        "Prints the works outside of the list with most citations from and to it: title and year, the reason "
        "with all citations that are known, the identifier, and the authors, separated by tabs.",
        arguments="LISTING...",
        examples=(
            ("Print what a bibliography lacks", "papertrace suggest papers.bib"),
            ("Write the ten most cited works as a listing", "papertrace suggest papers.bib --top 10 -o missing.bib"),
        ),
        notes=KEYS_NOTE,
    )
    add_input(parser, default_sample=False)
    output = parser.add_argument_group("output")
    output.add_argument(
        "-o",
        "--output",
        type=Path,
        metavar="FILE",
        help="Write to FILE instead of standard output; as BibTeX if it ends in .bib",
    )
    output.add_argument(
        "--top",
        type=parse_whole_number,
        default=_N_SHOWN,
        metavar="N",
        help=f"Number of works to suggest (default: {_N_SHOWN})",
    )
    output.add_argument(
        "--cited-only",
        dest="with_citing",
        action="store_false",
        help="Only suggest works that the papers cite, and do not ask for works that cite them",
    )
    add_enrich_options(parser)
    add_terms(parser)
    add_general(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> ExitStatus:
    """Print the suggestions and return the exit status."""
    from papertrace import pipeline
    from papertrace.cli.terminal.console import open_console
    from papertrace.reports.enrichment import generate_missing_bibtex, generate_missing_table

    check_output(arguments.output)
    refuse_to_overwrite(arguments.listings, arguments.output)
    with open_console(arguments) as console:
        papers, terms = read_papers(arguments, console)
        if arguments.dry_run:
            return print_plan(papers, arguments, console)
        enriched, report = enrich(papers, arguments, console, terms=terms)
        works = pipeline.suggest_works(enriched, citing=(*report.citing, *report.cited), n_most=arguments.top)
        console.close_progress()
        console.report_problems()
        is_bibtex = arguments.output is not None and arguments.output.suffix == ".bib"
        write_output(generate_missing_bibtex(works) if is_bibtex else generate_missing_table(works), arguments.output)
        if not works:
            console.write_note("papertrace: no work is known that papers of the list cite, or that cites them")
    return console.judge(ExitStatus.CLEAN)
