"""`papertrace explain`: why two papers are linked or not."""

import argparse

from papertrace.cli.arguments import add_general, add_input, add_terms
from papertrace.cli.terminal.help import describe_command
from papertrace.cli.terminal.output import write_output
from papertrace.cli.terminal.status import ExitStatus


def fill_parser(parser: argparse.ArgumentParser) -> None:
    """Add the help and the options of the command to its parser."""
    describe_command(
        parser,
        description="Show why two papers are linked or not.\n\n"
        "Prints the concepts that they share, what each adds to the evidence, how similar their texts are, and the "
        "edges between them in the graph that papertrace build makes with its default options. Does not use the "
        "network.",
        arguments="PAPER PAPER [LISTING...]",
        examples=(
            ("Explain a pair of the bundled sample", "papertrace explain SparseTransX ParaThinker"),
            ("Name one paper by its id", "papertrace explain arxiv:1706.03762 'Effective Approaches' papers.bib"),
        ),
    )
    group = parser.add_argument_group("papers")
    for name in ("first", "second"):
        group.add_argument(name, metavar="PAPER", help="Id of a paper, its title, or a part that no other title has")
    add_input(parser, default_sample=True)
    add_terms(parser)
    add_general(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> ExitStatus:
    """Explain the pair and return the exit status."""
    from papertrace import pipeline
    from papertrace.cli.terminal.console import open_console

    with open_console(arguments) as console:
        if not arguments.listings:
            console.write_note("papertrace: no listing given, so this is about the bundled sample")
        terms = pipeline.read_terms(
            synonyms=arguments.synonyms, vocabulary=arguments.vocabulary, ignored=arguments.ignored
        )
        explanation = pipeline.explain_pair(
            arguments.listings or [pipeline.sample_path()],
            arguments.first,
            arguments.second,
            format_name=arguments.format_name,
            terms=terms,
            on_problem=console.add_problem,
            on_progress=console.show_progress,
        )
        console.close_progress()
        console.report_problems()
        write_output(pipeline.generate_pair_explanation(explanation), None)
    return console.judge(ExitStatus.CLEAN)
