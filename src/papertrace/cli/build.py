"""`papertrace build`: the main job, from listings to page, GraphML and tables."""

import argparse

from papertrace.cli.arguments import add_graph_options, add_listings, add_output_folder, add_terms, add_verbosity
from papertrace.cli.console import open_console
from papertrace.cli.drawing import draw, report_failures
from papertrace.cli.status import ExitStatus


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the parser."""
    parser = subparsers.add_parser(
        "build",
        help="read listings, link their papers, write the page and the graph",
        description="Read listings, extract, link, and write the page, the GraphML and the tables.",
    )
    add_listings(parser, default_sample=True)
    add_output_folder(parser)
    add_terms(parser)
    add_graph_options(parser)
    add_verbosity(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> ExitStatus:
    """Build the graph of the listings and return the exit status."""
    from papertrace import pipeline

    with open_console(arguments) as console:
        outputs = pipeline.plan_outputs(arguments.output, arguments.to, picture=arguments.picture)
        terms = pipeline.read_terms(
            synonyms=arguments.synonyms, vocabulary=arguments.vocabulary, ignored=arguments.ignored
        )
        papers = list(
            pipeline.extract_papers(
                arguments.listings or [pipeline.sample_path()],
                format_name=arguments.format_name,
                terms=terms,
                outputs=arguments.output,
                on_problem=console.add_problem,
                on_progress=console.show_progress,
            ),
        )
        drawing = draw(arguments, papers, outputs, console)
        console.close_progress()
        console.report_problems()
        if not arguments.listings:
            console.say("papertrace: no listing named, so this is the bundled sample")
    for line in (*pipeline.summarise_papers(papers), *drawing.lines):
        print(line)
    return report_failures(drawing, console)
