"""`papertrace describe`: tables and pictures of a bibliometric study."""

import argparse
from itertools import islice
from pathlib import Path

from papertrace.cli.arguments import add_general, add_input, add_terms, read_papers
from papertrace.cli.terminal.help import describe_command
from papertrace.cli.terminal.output import write_output
from papertrace.cli.terminal.status import ExitStatus
from papertrace.cli.values import parse_whole_number

_N_SHOWN = 10


def fill_parser(parser: argparse.ArgumentParser) -> None:
    """Add the help and the options of the command to its parser."""
    describe_command(
        parser,
        description="Describe the papers of listings by tables, as a bibliometric study does.\n\n"
        "Counts papers, citations and h-index by year, author, institution, country, venue and keyword, references by "
        "year of publication with its peaks, the productivity of authors (Lotka), core venues (Bradford), bursts of "
        "citations and the main path. Prints the beginning of each table as Markdown; with -o writes all of each as "
        "CSV, Markdown and LaTeX, and pictures as SVG if matplotlib is installed. Does not use the network.",
        arguments="LISTING...",
        examples=(
            ("Print the tables of an export", "papertrace describe scopus.csv"),
            ("Write tables and pictures to a folder", "papertrace describe scopus.csv -o study"),
            ("Print the authors of the most papers", "papertrace describe scopus.csv --tables authors --top 20"),
        ),
    )
    add_input(parser, default_sample=False)
    group = parser.add_argument_group("output")
    group.add_argument(
        "-o", "--output", type=Path, metavar="DIR", help="Write the tables to DIR instead of printing them"
    )
    group.add_argument(
        "--tables",
        metavar="NAMES",
        help="Tables to make, separated by commas (default: all; -o shows their names)",
    )
    group.add_argument(
        "--top",
        type=parse_whole_number,
        metavar="N",
        help=f"Number of rows of each table (default: {_N_SHOWN} where they are printed, all with -o)",
    )
    add_terms(parser)
    add_general(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> ExitStatus:
    """Print or write the tables and return the exit status."""
    from papertrace import pipeline
    from papertrace.cli.terminal.console import open_console
    from papertrace.graph.tables import TABLES
    from papertrace.reports.charts import is_installed
    from papertrace.reports.tables import format_table

    given = arguments.tables
    names = list(TABLES) if given is None else [name.strip().replace("-", "_") for name in given.split(",")]
    pipeline.describe_papers((), names)  # so that a wrong name is reported before papers are read
    with open_console(arguments) as console:
        papers, _ = read_papers(arguments, console, outputs=arguments.output)
        tables = pipeline.describe_papers(pipeline.keep_papers(papers), names)
        n_rows = arguments.top or (_N_SHOWN if arguments.output is None else None)
        cut = {name: rows if name == "overview" else [*islice(rows, n_rows)] for name, rows in tables.items()}
        console.close_progress()
        console.report_problems()
        if arguments.output is None:
            texts = (format_table(rows, "md", name) + "\n" for name, rows in cut.items() if rows)
            write_output(texts, None)
        else:
            written = pipeline.write_tables(cut, arguments.output)
            names = [path.stem for path in written if path.suffix == ".csv"]
            print(f"wrote to {arguments.output}, each as .csv, .md and .tex: {' '.join(names)}")
            if pictures := [path.name for path in written if path.suffix == ".svg"]:
                print(f"pictures: {' '.join(pictures)}")
            if not is_installed():
                console.write_note("papertrace: no pictures without matplotlib (pip install 'papertrace[charts]')")
        if empty := [name.replace("_", " ") for name, rows in tables.items() if not rows]:
            console.write_note(f"papertrace: nothing is known for {', '.join(empty)}")
    return console.judge(ExitStatus.CLEAN)
