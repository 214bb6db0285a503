"""`papertrace audit`: look at every link and say which are dead, moved, archived."""

import argparse
import os
import sys
from dataclasses import replace
from ipaddress import ip_network
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from papertrace.cli.arguments import add_listings, add_quiet, parse_number
from papertrace.cli.audit_values import FORMATS, Ages, ages, failing_names, form_and_file, pattern, statuses
from papertrace.cli.graph_page import find_graph_page
from papertrace.cli.mending import mend_listings
from papertrace.cli.notices import Notices, showing_progress, tell
from papertrace.cli.output import check_output, write_output

if TYPE_CHECKING:
    from papertrace.audit.settings import AuditSettings
    from papertrace.model import AuditResult

_NO_STORE = "none"
_REGISTRIES = "PAPERTRACE_REGISTRIES"


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the parser."""
    parser = subparsers.add_parser(
        "audit",
        help="look at every link and say which are dead, moved, archived",
        description="Look at every link of listings, extracted files or plain lists of URLs. Only dead links fail, "
        "unless --fail-on says otherwise.",
        epilog="exit status: 0 no link that fails the run, 1 such links, 2 the job could not be done, 3 no network",
    )
    add_listings(parser, default_sample=False, format_option="--listing-format")
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
    mending = output.add_mutually_exclusive_group()
    mending.add_argument(
        "--fix", action="store_true", help="print the new address of every link that has moved for good in the listings"
    )
    mending.add_argument("--patch", type=Path, metavar="FILE", help="write what --fix would change as a unified diff")
    add_quiet(parser)
    _add_choice(parser)
    asking = parser.add_argument_group("asking")
    asking.add_argument("--timeout", type=_seconds, metavar="S", help="seconds to wait for a host (10)")
    asking.add_argument("--deadline", type=_seconds, metavar="S", help="seconds for one look in all (20)")
    asking.add_argument(
        "--max-wait", type=_seconds, metavar="S", help="seconds that one host may make us wait without an answer (120)"
    )
    asking.add_argument("--concurrency", type=_positive, metavar="N", help="requests at a time (32)")
    asking.add_argument("--per-host", type=_positive, metavar="N", help="requests at a time to one host (8)")
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
        metavar="NAME=ADDRESS[,HOST…]",
        help="where a registry or archive is asked, and about the links to which hosts, such as "
        "github=https://github.example.edu/api/graphql; repeatable; also in the environment, parted by blanks: "
        f"{_REGISTRIES}",
    )
    asking.add_argument(
        "--no-git", action="store_true", help="do not ask git about repositories on GitHub whose pages are asked"
    )
    asking.add_argument("--user-agent", metavar="TEXT", help="what to call ourselves")
    asking.add_argument("--ca-bundle", type=Path, metavar="FILE", help="certificate authorities to trust instead")
    asking.add_argument(
        "--allow-network",
        type=_network,
        action="append",
        default=[],
        metavar="CIDR",
        help="a private network that may be asked, such as 10.0.0.0/8; repeatable",
    )
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
    parser.set_defaults(run=run)


def _add_choice(parser: argparse.ArgumentParser) -> None:
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


def run(arguments: argparse.Namespace) -> int:
    """Audit the links and return the exit status."""
    from papertrace import pipeline
    from papertrace.errors import PapertraceError
    from papertrace.model import UNARCHIVED
    from papertrace.reports import REPORTS, generate_counts

    if str(arguments.patch) == "-" and arguments.output is None:
        message = "--patch -: the report goes to standard output already; name a file for one of them"
        raise PapertraceError(message)
    if arguments.summary and arguments.format != "text":
        message = f"--summary belongs to the text report, not to {arguments.format} (markdown and html have the counts)"
        raise PapertraceError(message)
    if UNARCHIVED in arguments.fail_on and not arguments.unarchived:
        message = f"--fail-on {UNARCHIVED}: no archive is asked about what is alive; add --unarchived"
        raise PapertraceError(message)
    if arguments.record and arguments.cassette is None:
        message = (
            f"--record {arguments.record}: there is no cassette to record to or to replay; name one with --cassette"
        )
        raise PapertraceError(message)
    if arguments.graph_page is not None and "html" not in {arguments.format, *dict(arguments.also)}:
        message = f"--graph-page belongs to the html report, not to {arguments.format}"
        raise PapertraceError(message)
    for path in (arguments.output, arguments.patch, *(path for _, path in arguments.also)):
        check_output(path)
    notices = Notices(quiet=arguments.quiet)
    settings = _settings(arguments)
    digests = pipeline.remember_files(arguments.listings) if arguments.fix or arguments.patch else None
    collected = pipeline.collect_links(arguments.listings, format_name=arguments.format_name, on_problem=notices.add)
    notices.report()
    store = _store(arguments)
    notes: list[str] = []
    with showing_progress("checking", len(collected.urls), quiet=arguments.quiet) as step:
        result = pipeline.judge_links(
            collected,
            settings=settings,
            store=store,
            cassette=arguments.cassette,
            record=arguments.record or "once",
            choice=pipeline.Choice(only=arguments.only, exclude=arguments.exclude),
            accepted=arguments.accept,
            compare=arguments.compare,
            fail_on=arguments.fail_on,
            on_verdict=step,
            on_note=notes.append,
        )
    for note in notes:
        tell(note, quiet=arguments.quiet)
    _hint(result, quiet=arguments.quiet or bool(arguments.only or arguments.exclude))
    for form, path in (*arguments.also, (arguments.format, arguments.output)):
        report = next(report for report in REPORTS if report.name == form)
        told = replace(result, graph_page=find_graph_page(arguments.graph_page, path))
        pieces = report.generate(told)
        write_output(chain(pieces, generate_counts(told)) if arguments.summary and form == "text" else pieces, path)
    if digests is not None:
        mend_listings(result, digests, arguments.patch, quiet=arguments.quiet)
    return int(any(result.fails(finding) for finding in result.findings))


def _hint(result: "AuditResult", *, quiet: bool) -> None:
    """Say so where nothing was asked: a run that skips everything must not look like one that found all well."""
    from papertrace.model import Outcome

    if not quiet and result.findings and all(one.verdict.outcome is Outcome.SKIPPED for one in result.findings):
        sys.stderr.write("papertrace: no link was asked; --allow-network opens private networks\n")


def _settings(arguments: argparse.Namespace) -> "AuditSettings":
    from papertrace.audit.naming import name_places
    from papertrace.audit.settings import AuditSettings
    from papertrace.errors import PapertraceError

    if arguments.ca_bundle is not None and not arguments.ca_bundle.is_file():
        message = f"--ca-bundle {arguments.ca_bundle}: no such file; name a file of PEM certificates"
        raise PapertraceError(message)
    given = {
        "timeout_s": arguments.timeout,
        "deadline_s": arguments.deadline,
        "max_wait_s": arguments.max_wait,
        "concurrency": arguments.concurrency,
        "per_host": arguments.per_host,
        "ca_bundle": arguments.ca_bundle,
        "user_agent": arguments.user_agent,
        "max_age_s": None if arguments.max_age.hours is None else arguments.max_age.hours * 3600.0,
        "ages_s": {outcome: hours * 3600.0 for outcome, hours in arguments.max_age.by_outcome.items()},
        "allow_networks": tuple(arguments.allow_network),
        "rescue": arguments.rescue,
        "unarchived": arguments.unarchived,
        "asks_git": not arguments.no_git,
        "github_token": os.environ.get("GITHUB_TOKEN", "").strip(),
    }
    named = os.environ.get(_REGISTRIES, "").split()
    try:
        settings = AuditSettings(**{name: value for name, value in given.items() if value is not None})
        return name_places(settings, named + arguments.registry)
    except ValueError as error:
        raise PapertraceError(str(error)) from error


def _store(arguments: argparse.Namespace) -> Path | None:
    """Return where verdicts are kept; a replay keeps none unless told to, so that it gives the same every time."""
    from papertrace.errors import StoreError

    if arguments.store is not None:
        return None if str(arguments.store) == _NO_STORE else arguments.store
    if arguments.cassette is not None:
        return None
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "papertrace"
    try:
        cache.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        message = f"{cache}: cannot be made ({error.strerror}); name a file with --store, or --store none"
        raise StoreError(message) from error
    return cache / "audit.sqlite"


def _seconds(text: str) -> float:
    return parse_number(text, lambda value: 0 < value < float("inf"), "a number of seconds above 0")


def _positive(text: str) -> int:
    return int(parse_number(text, lambda value: value >= 1 and value.is_integer(), "a whole number above 0"))


def _network(text: str) -> object:
    try:
        return ip_network(text, strict=False)
    except ValueError as error:
        message = f"{text} is no network such as 10.0.0.0/8 or fd00::/8"
        raise argparse.ArgumentTypeError(message) from error
