"""`papertrace graph`: from extracted papers to graph files."""

import argparse

from papertrace.cli.arguments import add_general, add_graph_options, add_graph_output
from papertrace.cli.drawing import draw, plan_graph_files, read_graph_settings, report_failures
from papertrace.cli.engines import add_engine_options, read_engine_options
from papertrace.cli.terminal.help import describe_command
from papertrace.cli.terminal.status import ExitStatus


def fill_parser(parser: argparse.ArgumentParser) -> None:
    """Add the help and the options of the command to its parser."""
    describe_command(
        parser,
        description="Build the graph of papers that papertrace extract has written.\n\n"
        "Links papers that share concepts or code or mention one another, and writes the same files as papertrace "
        "build. Extracting once and building often is faster when only the graph options change. Keep the "
        "abstracts in the file: the texts of the papers are compared, and without abstracts only titles are.",
        arguments="EXTRACTED",
        examples=(
            ("Extract papers, then build their graph", "papertrace extract papers.bib -o papers.jsonl"),
            ("", "papertrace graph papers.jsonl"),
            ("Add the concepts and repositories as nodes", "papertrace graph papers.jsonl --nodes papers,concepts"),
        ),
    )
    group = parser.add_argument_group("input")
    group.add_argument(
        "extracted",
        metavar="EXTRACTED",
        help="JSON Lines file written by papertrace extract, or - for standard input",
    )
    add_graph_output(parser)
    add_graph_options(parser)
    add_engine_options(parser)
    add_general(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> ExitStatus:
    """Build the graph of an extracted file and return the exit status."""
    from papertrace import pipeline
    from papertrace.cli.terminal.console import open_console
    from papertrace.reports.summary import describe_drawing

    engine = read_engine_options(arguments)
    with open_console(arguments) as console:
        settings = read_graph_settings(arguments)
        earlier = pipeline.read_earlier(arguments.since) if arguments.since else None
        outputs = plan_graph_files(arguments, arguments.extracted)
        papers = pipeline.read_stored_papers(
            arguments.extracted, on_problem=console.add_problem, on_progress=console.show_progress
        )
        drawing = draw(arguments, papers, outputs, settings, console, earlier=earlier, engine=engine)
    for line in describe_drawing(drawing, is_detailed=arguments.verbose > 0):
        print(line)
    return report_failures(drawing, console)
