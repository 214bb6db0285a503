"""The options of `papertrace audit`, group by group."""

import argparse
from pathlib import Path

from papertrace.cli.arguments import add_listings, add_verbosity, parse_seconds, parse_whole_number
from papertrace.cli.audit.values import (
    FORMATS,
    Ages,
    ages,
    failing_names,
    form_and_file,
    network,
    pattern,
    statuses,
)

REGISTRIES_VARIABLE = "PAPERTRACE_REGISTRIES"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add what to audit, and all options."""
    add_listings(parser, default_sample=False)
    _add_output(parser)
    add_verbosity(parser)
    _add_choosing(parser)
    _add_asking(parser)
    _add_keeping(parser)


def _add_output(parser: argparse.ArgumentParser) -> None:
    output = parser.add_argument_group("output")
    output.add_argument("--format", default="text", choices=FORMATS, help="form of the report (default: text)")
    output.add_argument("-o", "--output", type=Path, metavar="FILE", help="file to write (default: standard output)")
    output.add_argument(
        "--also",
        type=form_and_file,
        action="append",
        default=[],
        metavar="FORM=FILE",
        help="write the report to a file in a further form, such as sarif=audit.sarif; repeatable",
    )
    output.add_argument(
        "--graph-page",
        type=Path,
        metavar="FILE",
        help="page that the papers of the html report lead to, or none (default: papers.html beside the report, if it "
        "is there)",
    )
    output.add_argument("--summary", action="store_true", help="add counts by host and year to the text report")
    output.add_argument(
        "--fail-on",
        type=failing_names,
        default="dead",
        metavar="NAMES",
        help="outcomes and repository states that fail the run, such as dead,moved,archived, or none (default: dead)",
    )
    plan = output.add_mutually_exclusive_group()
    plan.add_argument(
        "--fix",
        action="store_true",
        help="write the new address of every link that has moved for good into the listings themselves",
    )
    plan.add_argument("--patch", type=Path, metavar="FILE", help="write what --fix would change as a unified diff")


def _add_choosing(parser: argparse.ArgumentParser) -> None:
    choosing = parser.add_argument_group("choosing", "PATTERN: a host, or an address with *, such as github.com/acme/*")
    for option, what in (("--only", "look at these links alone"), ("--exclude", "leave these links out")):
        choosing.add_argument(
            option, type=pattern, action="append", default=[], metavar="PATTERN", help=f"{what}; repeatable"
        )
    choosing.add_argument(
        "--accept",
        type=statuses,
        default=frozenset(),
        metavar="STATUSES",
        help="statuses that count as alive, such as 403,999",
    )


def _add_asking(parser: argparse.ArgumentParser) -> None:
    asking = parser.add_argument_group("asking")
    asking.add_argument("--timeout", type=parse_seconds, metavar="S", help="seconds to wait for a host (10)")
    asking.add_argument("--deadline", type=parse_seconds, metavar="S", help="seconds for one look in all (20)")
    asking.add_argument(
        "--max-wait",
        type=parse_seconds,
        metavar="S",
        help="seconds that one host may make us wait without an answer (120)",
    )
    asking.add_argument("--concurrency", type=parse_whole_number, metavar="N", help="requests at a time (32)")
    asking.add_argument("--per-host", type=parse_whole_number, metavar="N", help="requests at a time to one host (8)")
    asking.add_argument(
        "--rescue",
        action="store_true",
        help="ask Software Heritage and the Wayback Machine for snapshots of what is dead",
    )
    asking.add_argument(
        "--unarchived",
        action="store_true",
        help="ask them about what is alive too, and tell what neither has (slowly: one link a second)",
    )
    asking.add_argument(
        "--registry",
        action="append",
        default=[],
        metavar="NAME=ADDRESS[,HOST...]",
        help="where a registry or archive is asked, and about the links to which hosts, such as "
        "github=https://github.example.edu/api/graphql; repeatable; also in the environment, parted by blanks: "
        f"{REGISTRIES_VARIABLE}",
    )
    asking.add_argument(
        "--no-git", action="store_true", help="do not ask git about repositories on GitHub whose pages are asked"
    )
    asking.add_argument("--user-agent", metavar="TEXT", help="what to call ourselves")
    asking.add_argument("--ca-bundle", type=Path, metavar="FILE", help="certificate authorities to trust instead")
    asking.add_argument(
        "--allow-network",
        type=network,
        action="append",
        default=[],
        metavar="CIDR",
        help="a private network that may be asked, such as 10.0.0.0/8; repeatable",
    )


def _add_keeping(parser: argparse.ArgumentParser) -> None:
    keeping = parser.add_argument_group("keeping")
    keeping.add_argument(
        "--store",
        type=Path,
        metavar="FILE",
        help="where verdicts are kept, or none (default: in the user's cache folder; with --cassette none)",
    )
    keeping.add_argument(
        "--max-age",
        type=ages,
        default=Ages(),
        metavar="H",
        help="hours for which a verdict is used again (24; 0 asks everything anew), also by outcome, such as "
        "24,alive=168,dead=1; one that may pass, such as unstable, is asked again in every run unless it is named",
    )
    keeping.add_argument(
        "--compare",
        metavar="RUN",
        help="tell what changed since a run of the store: last, its number, or a date such as 2026-01-31",
    )
    keeping.add_argument(
        "--cassette", type=Path, metavar="FILE", help="record the answers to this file, or replay them"
    )
    keeping.add_argument(
        "--record",
        choices=("once", "new", "all", "none"),
        help="once: record where there is no file, else replay (default); new: add what is missing; "
        "all: record anew; none: only replay",
    )
