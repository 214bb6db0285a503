"""Options that several commands share, and the parsing of their values."""

import argparse
from collections.abc import Iterable
from pathlib import Path
from typing import get_args

from papertrace.cli.terminal.colours import CHOICES
from papertrace.cli.terminal.help import INPUT_FORMATS, HelpAction
from papertrace.cli.values import parse_number, parse_whole_number
from papertrace.late_imports import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from papertrace.cli.terminal.console import Console
    from papertrace.engine.opening import EngineSettings
    from papertrace.model import Paper
    from papertrace.model.papers.concept import Terms
    from papertrace.pipeline import StoredCounts


def add_input(parser: argparse.ArgumentParser, *, default_sample: bool) -> None:
    """Add the listings to read, and their format."""
    more = " (default: the bundled sample)" if default_sample else ""
    group = parser.add_argument_group("input")
    group.add_argument(
        "listings",
        metavar="LISTING",
        nargs="*" if default_sample else "+",
        default=[],  # without it, argparse calls listings that may be left out required
        help=f"File or folder to read, or - for standard input{more}",
    )
    group.add_argument(
        "--follow-links", action="store_true", help="Read symbolic links that lead out of a folder, and fix their files"
    )
    add_format(group)


def add_format(group: argparse._ArgumentGroup) -> None:
    """Add the format of listings, and what to do with one that was probably read wrongly."""
    group.add_argument(
        "--from",
        dest="format_name",
        type=_parse_format,
        metavar="FORMAT",
        help=f"Read every listing as FORMAT instead of detecting its format; one of: {INPUT_FORMATS}",
    )
    group.add_argument(
        "--strict",
        action="store_true",
        help="Exit with status 2 if a listing was probably read wrongly: few papers for its links, or half of its "
        "lines in none",
    )


def add_terms(parser: argparse.ArgumentParser) -> None:
    """Add the files of a user's terms."""
    group = parser.add_argument_group("terms", "UTF-8 text files; blank lines and lines that begin with # are ignored.")
    group.add_argument(
        "--synonyms",
        type=Path,
        metavar="FILE",
        help="Treat the terms on a line as one concept; separate them by tabs or ' = ', the preferred one first",
    )
    group.add_argument(
        "--vocabulary", type=Path, metavar="FILE", help="Always treat these terms as concepts; one per line"
    )
    group.add_argument(
        "--ignore", type=Path, metavar="FILE", dest="ignored", help="Never treat these terms as concepts; one per line"
    )


def read_papers(
    arguments: argparse.Namespace,
    console: "Console",
    *,
    outputs: Path | None = None,
    engine: "EngineSettings | None" = None,
    counts: "StoredCounts | None" = None,
) -> "tuple[Iterator[Paper], Terms]":
    """Return the papers of the listings that `add_input` has, else of the sample, and the terms of `add_terms`.

    Files in the folder `outputs` are not read. `counts`, if given, gets the counts of the terms of the papers.
    """
    from papertrace import pipeline

    terms = pipeline.read_terms(synonyms=arguments.synonyms, vocabulary=arguments.vocabulary, ignored=arguments.ignored)
    papers = pipeline.extract_counted_papers(
        arguments.listings or [pipeline.sample_path()],
        counts,
        format_name=arguments.format_name,
        follow_links=arguments.follow_links,
        terms=terms,
        engine=engine,
        outputs=outputs,
        on_problem=console.add_problem,
        on_progress=console.show_progress,
        on_account=console.add_account,
    )
    return papers, terms


GRAPHS = Path("graphs")
"""The folder of graphs if none is named; a named one is another object."""


def add_graph_output(parser: argparse.ArgumentParser) -> None:
    """Add the files to write, and their folder."""
    from papertrace.export import PICTURES, WRITERS

    usual = _names(writer.name for writer in WRITERS if writer.by_default)
    others = _names(writer.name for writer in WRITERS if not writer.by_default)
    group = parser.add_argument_group("output")
    group.add_argument(
        "-o",
        "--output",
        type=Path,
        default=GRAPHS,
        metavar="DIR",
        help=f"Write the files to DIR, which is created if necessary (default: {GRAPHS})",
    )
    group.add_argument(
        "--to",
        metavar="FORMATS",
        help=f"Write these formats, separated by commas (default: {usual}; also: {others})",
    )
    group.add_argument(
        "--picture",
        type=Path,
        metavar="FILE",
        help=f"Also write the map as a picture to FILE, which ends in {' or '.join(f'.{name}' for name in PICTURES)}",
    )
    group.add_argument(
        "--title",
        metavar="TEXT",
        help="Title of page and picture (default: the first heading of a listing in Markdown, else names of listings)",
    )
    for name, words, examples in (
        ("color", "Colour", "community, year, citations, code, audit, type, venue"),
        ("size", "Size", "links, year, citations"),
    ):
        group.add_argument(
            f"--{name}-by",
            metavar="NAME",
            help=f"{words} of the marks on the page: {examples} or an attribute of the graph; the page can change it",
        )
    add_verdicts(group, "Show the verdicts of audits in the graph, and what died and recovered in the last")
    group.add_argument(
        "--since",
        type=Path,
        metavar="FILE",
        help="Show which papers are new since an earlier graph; FILE is its page, GraphML, CSV of nodes or JSON",
    )


def add_verdicts(group: argparse._ArgumentGroup, effect: str) -> None:
    """Add the audits of which the verdicts are used; `effect` says in the help what for."""
    group.add_argument(
        "--verdicts",
        type=Path,
        metavar="FILE",
        action="append",
        help=f"{effect}; FILE is a store of papertrace audit --store, or its report with --format jsonl; given several "
        "times, earlier ones first",
    )


def add_graph_options(parser: argparse.ArgumentParser) -> None:
    """Add how papers are linked and which links are kept."""
    from papertrace.graph.settings import (
        CommunityAlgorithm,
        GraphSettings,
        LayerName,
        NodeName,
        Pruning,
        ReferenceWeight,
        Weight,
    )

    defaults = GraphSettings()
    group = parser.add_argument_group("graph")
    group.add_argument(
        "--weight",
        metavar="NAME",
        default=defaults.weight,
        choices=get_args(Weight),
        help="Weight of a link by similar texts (evidence) or by shared concepts: "
        f"{_names(get_args(Weight))} (default: {defaults.weight})",
    )
    group.add_argument(
        "--reference-weight",
        metavar="NAME",
        default=defaults.reference_weight,
        choices=get_args(ReferenceWeight),
        help="Weight of a link by shared references or citing papers: "
        f"{_names(get_args(ReferenceWeight))} (default: {defaults.reference_weight})",
    )
    group.add_argument(
        "--group-by",
        type=_parse_layers,
        default=defaults.group_by,
        metavar="LAYERS",
        help="Layers that decide communities and positions, separated by commas; with 'all' of them, similar texts do, "
        f"too: {_names(get_args(LayerName))} (default: {_names(defaults.group_by)})",
    )
    group.add_argument(
        "--pruning",
        metavar="NAME",
        default=defaults.pruning,
        choices=get_args(Pruning),
        help="Links by texts or concepts to keep: the heaviest of all and of each paper (strongest), the significant "
        f"ones (disparity), the heaviest ones of each paper (nearest), or all (none) (default: {defaults.pruning})",
    )
    group.add_argument(
        "--alpha",
        type=_parse_level,
        metavar="LEVEL",
        help="Significance level of --pruning disparity, and of links by shared references with --pruning strongest, "
        "above 0 and at most 1; a lower one keeps fewer links "
        "(default: chosen from the number of links that it keeps)",
    )
    group.add_argument(
        "--nearest",
        type=parse_whole_number,
        metavar="N",
        help=f"Number of links that --pruning nearest keeps for each paper (default: {defaults.n_nearest})",
    )
    group.add_argument(
        "--communities",
        metavar="NAME",
        default=defaults.communities,
        choices=get_args(CommunityAlgorithm),
        help="Algorithm that finds communities of papers: "
        f"{_names(get_args(CommunityAlgorithm))} (default: {defaults.communities})",
    )
    group.add_argument(
        "--nodes",
        type=_parse_nodes,
        default=defaults.nodes,
        metavar="NAMES",
        help=f"Nodes of the graph, separated by commas: {_names(get_args(NodeName))} (default: "
        f"{_names(defaults.nodes)}); the page and the picture only show papers",
    )
    group.add_argument(
        "--abstracts", action="store_true", help="Also write the abstracts of papers to GraphML, GEXF, CSV and JSON"
    )


def add_general(parser: argparse.ArgumentParser, *, reports: bool = True, few: tuple[str, ...] = ()) -> None:
    """Add help, and the options that write less or more to stderr.

    `reports` is true for commands that report progress and problems, which programs may want as JSON. `few` names the
    options that `--help` describes, where `--help-all` describes all of them.
    """
    group = parser.add_argument_group("general")
    group.add_argument("-h", "--help", action=HelpAction, few=few, help="Show this help and exit")
    if few:
        group.add_argument("--help-all", action=HelpAction, help="Describe every option and exit")
    group.add_argument(
        "--config",
        metavar="FILE",
        help="Read settings from FILE, or none (default: PAPERTRACE_CONFIG, else papertrace.toml or [tool.papertrace] "
        "in pyproject.toml, here or in a folder above)",
    )
    either = group.add_mutually_exclusive_group()
    either.add_argument("-q", "--quiet", action="store_true", help="Write only errors to stderr")
    either.add_argument(
        "-v",
        "--verbose",
        action="count",
        default=0,
        help="Report each listing and link on stderr; given twice, also each request and wait",
    )
    if reports:
        group.add_argument(
            "--json",
            action="store_true",
            dest="writes_json",
            help="Write progress and messages to stderr as lines of JSON, for programs",
        )
    group.add_argument(
        "--color",
        metavar="WHEN",
        default=CHOICES[0],
        choices=CHOICES,
        help=f"Use colours: {', '.join(CHOICES)} (default: auto, on terminals, unless NO_COLOR is set)",
    )


def _names(names: Iterable[str]) -> str:
    """Return names for a help text, each of them once."""
    return ", ".join(dict.fromkeys(names))


def _parse_format(text: str) -> str:
    from papertrace.errors import ListingError
    from papertrace.listings.formats import find_reader

    try:
        return find_reader(text).name
    except ListingError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def _parse_level(text: str) -> float:
    return parse_number(text, lambda value: 0 < value <= 1, "a level above 0 and at most 1")


def _parse_nodes(text: str) -> tuple[str, ...]:
    from papertrace.graph.settings import NodeName

    names = tuple(dict.fromkeys(name.strip() for name in text.split(",") if name.strip()))
    known = get_args(NodeName)
    if "papers" not in names or not set(names) <= set(known):
        unknown = next((name for name in names if name not in known), None)
        fact = f"unknown kind of node {unknown!r}" if unknown else "papers are missing"
        message = f"{fact}; name papers, alone or with {' or '.join(known[1:])}, separated by commas"
        raise argparse.ArgumentTypeError(message)
    return names


def _parse_layers(text: str) -> tuple[str, ...]:
    from papertrace.graph.settings import LayerName

    names = tuple(dict.fromkeys(name.strip().lower().replace("-", "_") for name in text.split(",") if name.strip()))
    known = get_args(LayerName)
    unknown = next((name for name in names if name not in known), None)
    if unknown or not names:
        fact = f"{unknown!r} is not a layer" if unknown else f"{text!r} names no layer"
        message = f"{fact} (known: {', '.join(known)})"
        raise argparse.ArgumentTypeError(message)
    return names
