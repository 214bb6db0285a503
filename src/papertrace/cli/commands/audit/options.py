"""The options of `papertrace audit`, group by group."""

import argparse
from pathlib import Path

from papertrace.audit.settings import AuditSettings
from papertrace.cli.arguments import add_general, add_input
from papertrace.cli.commands.audit.network_options import add_access, add_network
from papertrace.cli.commands.audit.values import (
    FORMATS,
    Ages,
    parse_ages,
    parse_base_url,
    parse_failing,
    parse_folder,
    parse_format_and_file,
    parse_pattern,
    parse_statuses,
)
from papertrace.cli.network import add_cassette

REGISTRIES_VARIABLE = "PAPERTRACE_REGISTRIES"
_DEFAULTS = AuditSettings()
_FEW = ("--all", "--format", "-o", "--baseline", "--fail-on", "--fix", "--exclude", "--list", "--rescue", "--compare")


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the listings to audit, and all options."""
    add_input(parser, default_sample=False)
    _add_output(parser)
    _add_fixes(parser)
    _add_selection(parser)
    _add_archives(parser)
    add_network(parser)
    add_access(parser)
    _add_storage(parser)
    add_general(parser, few=_FEW)


def _add_output(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("output")
    default = "text"
    group.add_argument(
        "--format",
        metavar="FORMAT",
        default=default,
        choices=FORMATS,
        help=f"Format of the report: {', '.join(FORMATS)} (default: {default})",
    )
    group.add_argument("-o", "--output", type=Path, metavar="FILE", help="Write to FILE instead of standard output")
    group.add_argument(
        "--by",
        metavar="GROUP",
        choices=("paper", "year", "venue"),
        help="Write a table with a row for each paper, its claim, code and outcome, or shares by year or venue, as "
        "markdown, csv or html, or LaTeX to a file that ends in .tex",
    )
    group.add_argument(
        "--also",
        type=parse_format_and_file,
        action="append",
        default=[],
        metavar="FORMAT=FILE",
        help="Also write the report in another format to FILE, such as sarif=audit.sarif; repeatable",
    )
    group.add_argument(
        "--all",
        action="store_true",
        dest="shows_all",
        help="List every link that is not simply alive, paper by paper, also where that does not fit a screen",
    )
    group.add_argument("--summary", action="store_true", help="Add counts by host and by year to the text report")
    group.add_argument(
        "--graph-page",
        type=Path,
        metavar="FILE",
        help="Page written by papertrace build that the html report links its papers to, or none "
        "(default: papers.html in the folder of the report, if it exists)",
    )
    group.add_argument(
        "--baseline",
        type=Path,
        metavar="FILE",
        help="Fail only for what is new since an earlier audit, whose report with --format jsonl is FILE",
    )
    group.add_argument(
        "--fail-on",
        type=parse_failing,
        default=_DEFAULTS.fail_on,
        metavar="NAMES",
        help="Outcomes and repository states that fail the audit, separated by commas, such as dead,moved,archived; "
        f"or none (default: {','.join(sorted(_DEFAULTS.fail_on))})",
    )


def _add_fixes(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("fixes").add_mutually_exclusive_group()
    group.add_argument(
        "--fix", action="store_true", help="Replace links that have moved permanently in the listings themselves"
    )
    group.add_argument(
        "--patch", type=Path, metavar="FILE", help="Write the changes of --fix to FILE as a unified diff"
    )


def _add_selection(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group(
        "selection", "A PATTERN is a host such as example.org, or a URL with wildcards such as github.com/acme/*."
    )
    for option, what in (
        ("--only", "Audit only links that match PATTERN"),
        ("--exclude", "Skip links that match PATTERN"),
    ):
        group.add_argument(
            option, type=parse_pattern, action="append", default=[], metavar="PATTERN", help=f"{what}; repeatable"
        )
    bases = group.add_mutually_exclusive_group()
    bases.add_argument(
        "--root", type=parse_folder, metavar="DIR", help="Look absolute paths such as /img/logo.png up below DIR"
    )
    bases.add_argument(
        "--base-url", type=parse_base_url, metavar="URL", help="Request absolute paths at the host of URL"
    )
    group.add_argument(
        "--papers-only", action="store_true", help="Leave out what a listing links outside of its papers"
    )
    group.add_argument(
        "--list",
        dest="lists",
        action="store_true",
        help="Print every link that would be requested and where it is, and request nothing",
    )
    group.add_argument(
        "--accept",
        type=parse_statuses,
        default=_DEFAULTS.accept,
        metavar="STATUSES",
        help="HTTP statuses that count as alive, separated by commas, such as 2xx,403 or 500-599",
    )
    group.add_argument(
        "--allow-redirect",
        type=parse_pattern,
        action="append",
        default=[],
        metavar="PATTERN",
        help="Count redirects from or to what matches PATTERN as alive; repeatable",
    )
    group.add_argument(
        "--fragments", action="store_true", help="Suspect links whose fragment (#part) is not on their page"
    )
    group.add_argument("--https", action="store_true", help="Report working links under plain http as insecure")
    group.add_argument("--robots", action="store_true", help="Skip what the robots.txt of a host forbids")
    group.add_argument(
        "--reserved",
        action="store_true",
        help="Request example.org and other names that are reserved for examples and tests too",
    )


def _add_archives(parser: argparse.ArgumentParser) -> None:
    interval_s = _DEFAULTS.endpoints.wayback.interval_s
    group = parser.add_argument_group("archives")
    group.add_argument(
        "--rescue",
        action="store_true",
        help="Look for snapshots of dead links in Software Heritage and the Wayback Machine",
    )
    group.add_argument(
        "--unarchived",
        action="store_true",
        help="Look for snapshots of working links too, and report those that have none (slow: one link every "
        f"{interval_s:g} s)",
    )


def _add_storage(parser: argparse.ArgumentParser) -> None:
    hours = _DEFAULTS.max_age_s / 3600
    group = parser.add_argument_group("storage")
    group.add_argument(
        "--store",
        type=Path,
        metavar="FILE",
        help="Keep verdicts in FILE, or none (default: a file in the cache folder; none with --cassette)",
    )
    group.add_argument(
        "--max-age",
        type=parse_ages,
        default=Ages(),
        metavar="HOURS",
        help="Reuse stored verdicts that are at most HOURS old, also by outcome, such as 24,alive=168,dead=1; outcomes "
        f"that may be temporary, such as unstable, are only reused if named; 0 reuses none (default: {hours:g})",
    )
    group.add_argument(
        "--compare",
        metavar="RUN",
        help="Report what has changed since a stored run: last, a number, or a date such as 2026-01-31",
    )
    add_cassette(
        group,
        "How to use the cassette: record if FILE does not exist and replay otherwise (once, the default), "
        "replay and record what is missing (new), record everything again (all), or only replay (none)",
    )
