"""`papertrace network`: networks of what papers name, in every form of a graph."""

import argparse
from pathlib import Path

from papertrace.cli.arguments import add_general, add_input, add_terms, read_papers
from papertrace.cli.terminal.help import describe_command
from papertrace.cli.terminal.status import ExitStatus
from papertrace.cli.values import parse_whole_number

_TOP = 500


def fill_parser(parser: argparse.ArgumentParser) -> None:
    """Add the help and the options of the command to its parser."""
    describe_command(
        parser,
        description="Build a network of authors, institutions, countries, venues, keywords or concepts.\n\n"
        "Two of them are linked by the papers that name both, the works that papers of both cite, the papers that cite "
        "both, or citations from one to the other; their number is the weight. Nodes have papers, citations, h-index "
        "and years. Writes the same forms as papertrace build. Does not use the network.",
        arguments="LISTING...",
        examples=(
            ("Who writes with whom", "papertrace network scopus.csv --of authors"),
            (
                "Keywords of the same papers, for VOSviewer",
                "papertrace network scopus.csv --of keywords --to vosviewer",
            ),
            ("Authors who are cited together", "papertrace network scopus.csv --of authors --by cocitation"),
            ("Papers and their concepts, two modes", "papertrace network scopus.csv --of concepts --by papers"),
        ),
    )
    add_input(parser, default_sample=False)
    group = parser.add_argument_group("network")
    group.add_argument(
        "--of",
        default="authors",
        metavar="KIND",
        help="What becomes a node: authors, institutions, countries, venues, keywords, index-keywords, concepts, "
        "repositories, cited-works or cited-authors (default: authors)",
    )
    group.add_argument(
        "--by",
        metavar="NAME",
        help="What links two: together, coupling, cocitation or citation; papers makes a network of two modes "
        "(default: together; coupling for venues)",
    )
    group.add_argument(
        "--top",
        type=parse_whole_number,
        default=_TOP,
        metavar="N",
        help=f"Largest number of nodes, those of the most papers (default: {_TOP})",
    )
    group.add_argument(
        "--at-least", type=parse_whole_number, default=1, metavar="N", help="Smallest number of papers (default: 1)"
    )
    output = parser.add_argument_group("output")
    output.add_argument(
        "-o", "--output", type=Path, default=Path("graphs"), metavar="DIR", help="Folder of the files (default: graphs)"
    )
    output.add_argument(
        "--to",
        metavar="FORMATS",
        help="Write these formats of papertrace build, separated by commas (default: the same)",
    )
    add_terms(parser)
    add_general(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> ExitStatus:
    """Write the network and return the exit status."""
    from papertrace import pipeline
    from papertrace.cli.terminal.console import open_console
    from papertrace.errors import ListingError
    from papertrace.graph.things import SINGULAR
    from papertrace.model.text import format_count

    of = arguments.of.replace("-", "_")
    by = arguments.by and arguments.by.replace("-", "").replace("_", "")
    pipeline.build_network((), of, by)  # so that a wrong name is reported before papers are read
    outputs = pipeline.plan_outputs(arguments.output, arguments.to, stem=of)
    with open_console(arguments) as console:
        papers, _ = read_papers(arguments, console, outputs=arguments.output)
        network = pipeline.build_network(papers, of, by, top=arguments.top, at_least=arguments.at_least)
        if not network:
            papers_read = format_count(network.graph["n_papers"], "paper")
            fact = f"none of {papers_read} names any {of.replace('_', ' ')}: nothing to link"
            message = f"{fact}; papertrace describe shows what is known"
            raise ListingError(message)
        failures = pipeline.write_outputs(network, outputs, title=of.replace("_", " ").capitalize())
        console.close_progress()
        console.report_problems()
        for failure in failures:
            console.write_line(f"papertrace: {failure}")
    facts = network.graph
    left_out = f", {facts['n_left_out']} left out" if facts["n_left_out"] else ""
    communities = format_count(facts["n_communities"], "community", "communities")
    things = format_count(facts["n_things"], SINGULAR[of].replace("_", " "), of.replace("_", " "))
    how = "papers in common" if facts["by"] == "together" else facts["by"]
    print(f"{things} of {format_count(facts['n_papers'], 'paper')}{left_out}")
    print(f"{format_count(facts['n_edges'], 'link')} by {how}; {communities}")
    print(f"wrote to {outputs.folder}: {' '.join(path.name for _, path in outputs.files if path.exists())}")
    return ExitStatus.FAILED if failures else console.judge(ExitStatus.CLEAN)
