"""`papertrace graph`: extracted papers in, graph files out."""

import argparse

from papertrace.cli.arguments import add_graph_options, add_output_folder, add_verbosity
from papertrace.cli.console import open_console
from papertrace.cli.drawing import draw, report_failures
from papertrace.cli.status import ExitStatus


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the parser."""
    parser = subparsers.add_parser(
        "graph",
        help="link extracted papers and write the graph",
        description="Link the papers of an extracted file and write the graph in any form.",
    )
    parser.add_argument("extracted", metavar="EXTRACTED.jsonl", help="what papertrace extract wrote, or - for stdin")
    add_output_folder(parser)
    add_graph_options(parser)
    add_verbosity(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> ExitStatus:
    """Build the graph of an extracted file and return the exit status."""
    from papertrace import pipeline

    with open_console(arguments) as console:
        outputs = pipeline.plan_outputs(arguments.output, arguments.to, picture=arguments.picture)
        papers = list(pipeline.read_papers(arguments.extracted, on_problem=console.add_problem))
        drawing = draw(arguments, papers, outputs, console)
    for line in drawing.lines:
        print(line)
    return report_failures(drawing, console)
