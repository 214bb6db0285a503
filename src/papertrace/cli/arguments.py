"""Options that several commands share."""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import get_args


def add_listings(parser: argparse.ArgumentParser, *, default_sample: bool) -> None:
    """Add the listings to read, and how."""
    more = "; the bundled sample where none is given" if default_sample else ""
    parser.add_argument(
        "listings",
        metavar="LISTING",
        nargs="*" if default_sample else "+",
        help=f"a file, a folder, or - for standard input{more}",
    )
    parser.add_argument(
        "--from",
        dest="format_name",
        metavar="NAME",
        help="read the listings as this format instead of recognising it",
    )


def add_terms(parser: argparse.ArgumentParser) -> None:
    """Add the files in which a user names terms."""
    group = parser.add_argument_group("terms", "UTF-8 files; blank lines and those that begin with # are left out")
    group.add_argument(
        "--synonyms",
        type=Path,
        metavar="FILE",
        help="a thesaurus: one group of forms a line, parted by tabs or ' = ', the preferred one first",
    )
    group.add_argument(
        "--vocabulary", type=Path, metavar="FILE", help="terms that are concepts wherever they stand, one a line"
    )
    group.add_argument(
        "--ignore", type=Path, metavar="FILE", dest="ignored", help="terms that are never concepts, one a line"
    )


def add_output_folder(parser: argparse.ArgumentParser) -> None:
    """Add where files are written, and which."""
    parser.add_argument(
        "-o",
        "--output",
        type=Path,
        default=Path("graphs"),
        metavar="DIR",
        help="folder for the files, made where it is missing (default: graphs)",
    )
    parser.add_argument(
        "--to",
        metavar="NAMES",
        help="comma-separated forms: html, svg, graphml, csv (these four by default), png, json, gexf, cytoscape, "
        "vosviewer",
    )
    parser.add_argument(
        "--picture",
        type=Path,
        metavar="FILE",
        help="write the map as a still picture too, .svg or .png, wherever it is wanted",
    )


def add_graph_options(parser: argparse.ArgumentParser) -> None:
    """Add how papers are linked and which links are kept."""
    from papertrace.graph.settings import CommunityAlgorithm, GraphSettings, Pruning, Weight

    defaults = GraphSettings()
    parser.add_argument(
        "--weight",
        default=defaults.weight,
        choices=get_args(Weight),
        help=f"weight of a concept link (default: {defaults.weight})",
    )
    parser.add_argument(
        "--pruning",
        default=defaults.pruning,
        choices=get_args(Pruning),
        help="which concept links are kept: the significant ones (disparity), the heaviest of each paper (nearest), "
        f"all (none) (default: {defaults.pruning})",
    )
    parser.add_argument(
        "--alpha",
        type=_level,
        metavar="LEVEL",
        help="level of significance of --pruning disparity, above 0 to 1 (default: the strictest from 0.05 on that "
        "leaves two links a paper, a stricter one where that leaves more than ten)",
    )
    parser.add_argument(
        "--nearest",
        type=parse_whole_number,
        default=defaults.n_nearest,
        metavar="N",
        help=f"links that --pruning nearest keeps for each paper (default: {defaults.n_nearest})",
    )
    parser.add_argument(
        "--communities",
        default=defaults.communities,
        choices=get_args(CommunityAlgorithm),
        help=f"how groups are found (default: {defaults.communities})",
    )
    parser.add_argument(
        "--nodes",
        type=_nodes,
        default=defaults.nodes,
        metavar="NAMES",
        help="comma-separated: papers (default) and, beside them, concepts, repositories; page and picture show papers",
    )
    parser.add_argument(
        "--title",
        metavar="TEXT",
        help="what page and picture are called (default: the names of the listings, if they are few)",
    )
    parser.add_argument(
        "--verdicts",
        type=Path,
        metavar="FILE",
        help="JSON lines of an audit (papertrace audit --format jsonl), to show in the graph",
    )


def _level(text: str) -> float:
    return parse_number(text, lambda value: 0 < value <= 1, "a level above 0 and at most 1")


def _nodes(text: str) -> tuple[str, ...]:
    from papertrace.graph.settings import NodeName

    names = tuple(dict.fromkeys(name.strip() for name in text.split(",") if name.strip()))
    known = get_args(NodeName)
    if "papers" not in names or not set(names) <= set(known):
        message = f"{text!r} is not papers, alone or with {' or '.join(known[1:])}, separated by commas"
        raise argparse.ArgumentTypeError(message)
    return names


def parse_number(text: str, fits: Callable[[float], bool], wanted: str) -> float:
    """Return the number of an option; one that is none, or does not fit, is a usage error that says what is wanted."""
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not fits(value):
        message = f"{text!r} is not {wanted}"
        raise argparse.ArgumentTypeError(message)
    return value


def parse_whole_number(text: str) -> int:
    """Return the whole number above 0 of an option."""
    return int(parse_number(text, lambda value: value >= 1 and value.is_integer(), "a whole number above 0"))


def parse_seconds(text: str) -> float:
    """Return the seconds of an option, more than none and not for ever."""
    return parse_number(text, lambda value: 0 < value < float("inf"), "a number of seconds above 0")


def add_verbosity(parser: argparse.ArgumentParser) -> None:
    """Add the options that write less or more to stderr."""
    either = parser.add_mutually_exclusive_group()
    either.add_argument("-q", "--quiet", action="store_true", help="write nothing but errors to stderr")
    either.add_argument(
        "-v",
        "--verbose",
        action="count",
        default=0,
        help="write what happens to each listing and link to stderr; twice: every request and wait",
    )
