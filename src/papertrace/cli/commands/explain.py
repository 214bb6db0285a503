"""`papertrace explain`: of which entries a paper is made, or why two papers are linked or not."""

import argparse
from collections.abc import Sequence
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
        "listings",
        metavar="PAPER",
        nargs="+",
        action=_Names,
        default=[],
        help="Id of a paper, its title, or a part that no other title has, for one paper or two; what is a file, a "
        "folder or - is a listing to read (default: the bundled sample)",
    )
    add_format(group)
    add_terms(parser)
    add_general(parser)
    parser.set_defaults(run=run, papers=[])


def run(arguments: argparse.Namespace) -> ExitStatus:
    """Explain the paper or the pair and return the exit status."""
    from papertrace import pipeline
    from papertrace.cli.terminal.console import open_console
    from papertrace.errors import PapertraceError

    if len(arguments.papers) not in (1, 2):
        said = f"{', '.join(arguments.papers)}: no files" if arguments.papers else "no paper is named"
        message = f"{said}; name one paper or two, by id or title, and listings that exist"
        raise PapertraceError(message)
    with open_console(arguments) as console:
        if not arguments.listings:
            console.write_note("papertrace: no listing given, so this is about the bundled sample")
        terms = pipeline.read_terms(
            synonyms=arguments.synonyms, vocabulary=arguments.vocabulary, ignored=arguments.ignored
        )
        sources = arguments.listings or [pipeline.sample_path()]
        if len(arguments.papers) == 1:
            merging = pipeline.explain_merging(
                sources,
                arguments.papers[0],
                format_name=arguments.format_name,
                on_problem=console.add_problem,
                on_progress=console.show_progress,
            )
            pieces = pipeline.generate_merging(merging)
        else:
            pair = pipeline.explain_pair(
                sources,
                *arguments.papers,
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


class _Names(argparse.Action):
    """Tells papers from listings: what exists is a listing."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: str | Sequence[object] | None,
        option_string: str | None = None,
    ) -> None:
        """Set both; the default listings stay where none is named."""
        del parser, option_string
        names = [str(value) for value in values or ()]
        listings = [name for name in names if name == "-" or _exists(name)]
        namespace.papers = [name for name in names if name not in listings]
        namespace.listings = listings or list(self.default)


def _exists(name: str) -> bool:
    try:
        return Path(name).exists()
    except (OSError, ValueError):  # a title may be longer than the name of any file
        return False
