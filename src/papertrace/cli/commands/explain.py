"""`papertrace explain`: of which entries a paper is made, or why two papers are linked or not."""

import argparse
from pathlib import Path

from papertrace.cli.arguments import add_format, add_general, add_terms
from papertrace.cli.terminal.help import describe_command
from papertrace.cli.terminal.output import write_output
from papertrace.cli.terminal.status import ExitStatus


def fill_parser(parser: argparse.ArgumentParser) -> None:
    """Add the help and the options of the command to its parser."""
    describe_command(
        parser,
        description="Show of which entries a paper is made, or why two papers are linked or not.\n\n"
        "For one paper, prints its entries, by what each is the same paper, and which papers with the same identifier "
        "or title have stayed apart, and why. For two, prints the concepts that they share, what each adds to the "
        "evidence, how similar their texts are, and the edges between them in the graph that papertrace build makes "
        "with its default options. Does not use the network.",
        arguments="PAPER [PAPER] [LISTING...]",
        examples=(
            ("Show which entries are one paper", "papertrace explain arxiv:1706.03762 papers.bib README.md"),
            ("Explain a pair of the bundled sample", "papertrace explain SparseTransX ParaThinker"),
            ("Name one paper by its id", "papertrace explain arxiv:1706.03762 'Effective Approaches' papers.bib"),
        ),
    )
    group = parser.add_argument_group("input")
    group.add_argument(
        "names",
        metavar="PAPER|LISTING",
        nargs="+",
        help="What is a file, a folder or - is a listing (default: the bundled sample); one or two others are papers, "
        "each given by its id, its title, or a part that no other title has",
    )
    add_format(group)
    add_terms(parser)
    add_general(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> ExitStatus:
    """Explain the paper or the pair and return the exit status."""
    from papertrace import pipeline
    from papertrace.cli.terminal.console import open_console
    from papertrace.errors import PapertraceError

    listings = [name for name in arguments.names if name == "-" or _exists(name)]
    papers = [name for name in arguments.names if name not in listings]
    if len(papers) not in (1, 2):
        said = f"{', '.join(papers)}: not files" if papers else "no paper is named"
        message = f"{said}; explain takes one paper or two, by id or title, and listings that exist"
        raise PapertraceError(message)
    with open_console(arguments) as console:
        if not listings:
            console.write_note("papertrace: no listing given, so this is about the bundled sample")
        terms = pipeline.read_terms(
            synonyms=arguments.synonyms, vocabulary=arguments.vocabulary, ignored=arguments.ignored
        )
        sources = listings or [pipeline.sample_path()]
        if len(papers) == 1:
            merging = pipeline.explain_merging(
                sources,
                papers[0],
                format_name=arguments.format_name,
                on_problem=console.add_problem,
                on_progress=console.show_progress,
            )
            pieces = pipeline.generate_merging(merging)
        else:
            pair = pipeline.explain_pair(
                sources,
                *papers,
                format_name=arguments.format_name,
                terms=terms,
                on_problem=console.add_problem,
                on_progress=console.show_progress,
            )
            pieces = pipeline.generate_pair_explanation(pair)
        console.close_progress()
        console.report_problems()
        write_output(pieces, None)
    return console.judge(ExitStatus.CLEAN)


def _exists(name: str) -> bool:
    try:
        return Path(name).exists()
    except (OSError, ValueError):  # a title may be longer than the name of any file
        return False
