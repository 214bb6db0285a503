"""`papertrace build`: from listings to a page, a picture, GraphML and tables."""

import argparse

from papertrace.cli.arguments import (
    add_general,
    add_graph_options,
    add_graph_output,
    add_input,
    add_terms,
    read_papers,
)
from papertrace.cli.drawing import draw, plan_graph_files, read_graph_settings, report_failures
from papertrace.cli.engines import add_engine_options, read_engine_options
from papertrace.cli.enriching import KEYS_NOTE, add_enrich_options, enrich, find_enrich_option, print_plan
from papertrace.cli.terminal.help import describe_command
from papertrace.cli.terminal.status import ExitStatus

_FEW = ("--from", "-o", "--to", "--picture", "--title", "--verdicts", "--since", "--vocabulary", "--ignore", "--enrich")


def fill_parser(parser: argparse.ArgumentParser) -> None:
    """Add the help and the options of the command to its parser."""
    describe_command(
        parser,
        description="Map the papers of listings as a page, a picture and a graph.\n\n"
        "Reads papers from bibliographies, awesome-lists, saved web pages and exports of paper services, merges the "
        "entries of one paper, extracts links and concepts, and links papers that share concepts or code or mention "
        "one another. This is papertrace extract and papertrace graph in one step; it does not use the network unless "
        "--enrich asks services for citations.",
        arguments="[LISTING...]",
        examples=(
            ("Map the bundled sample and open graphs/papers.html", "papertrace build"),
            ("Map a bibliography and an awesome-list together", "papertrace build papers.bib README.md"),
            ("Write files for Gephi and VOSviewer to maps/", "papertrace build -o maps --to gexf,vosviewer papers.bib"),
            ("Show in the map which links are dead", "papertrace build --verdicts audit.jsonl papers.bib"),
            ("Show what died and recovered", "papertrace build --verdicts may.jsonl --verdicts june.jsonl papers.bib"),
            ("Show which papers are new", "papertrace build --since may/papers.graphml papers.bib"),
            ("Map who cites whom, as services know it", "papertrace build --enrich papers.bib"),
        ),
        notes=KEYS_NOTE,
    )
    add_input(parser, default_sample=True)
    add_graph_output(parser)
    add_terms(parser)
    add_graph_options(parser)
    add_enrich_options(parser, title="enrichment", is_optional=True)
    add_engine_options(parser)
    add_general(parser, few=_FEW)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> ExitStatus:
    """Build the graph of the listings and return the exit status."""
    from papertrace import pipeline
    from papertrace.cli.terminal.console import open_console
    from papertrace.errors import PapertraceError
    from papertrace.reports.summary import describe_corpus, describe_drawing

    if not arguments.enrich and (unused := find_enrich_option(arguments)):
        message = f"{unused}: services are asked only with --enrich; add it, or leave {unused} out"
        raise PapertraceError(message)
    engine = read_engine_options(arguments)
    with open_console(arguments) as console:
        settings = read_graph_settings(arguments)
        earlier = pipeline.read_earlier(arguments.since) if arguments.since else None
        outputs = plan_graph_files(arguments, next(iter(arguments.listings), None))
        # Services may give papers another abstract.
        counts = pipeline.StoredCounts() if settings.weight == "evidence" and not arguments.enrich else None
        listed, terms = read_papers(arguments, console, outputs=arguments.output, engine=engine, counts=counts)
        papers = pipeline.keep_papers(listed)
        if arguments.enrich and arguments.dry_run:
            return print_plan(papers, arguments, console)
        if arguments.enrich:
            papers, _ = enrich(papers, arguments, console, terms=terms)
        drawing = draw(arguments, papers, outputs, settings, console, earlier=earlier, engine=engine, counts=counts)
        console.close_progress()
        console.report_problems()
        if not arguments.listings:
            console.write_note("papertrace: no listing given, so this is the bundled sample")
    for line in (
        *describe_corpus(pipeline.summarise_papers(papers)),
        *describe_drawing(drawing, is_detailed=arguments.verbose > 0),
    ):
        print(line)
    return console.judge(report_failures(drawing, console))
