"""`papertrace audit`: check the links of listings and report which are dead, moved or archived."""

import argparse
import logging
import os
import sys
from dataclasses import replace
from datetime import UTC, datetime
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from papertrace.cli.options import (
    ALLOW_NETWORK,
    GENERAL,
    INPUT,
    OUTPUT_FILE,
    SETTING,
    Command,
    Group,
    Option,
    make_cassette,
)
from papertrace.cli.settings import REGISTRIES_VARIABLE, check_cassette, read_audit_settings, store_file
from papertrace.cli.terminal.output import (
    check_output,
    is_stdout,
    paint_report,
    refuse_to_overwrite,
    wants_colours,
    write_output,
)
from papertrace.cli.terminal.status import ExitStatus, describe_statuses, ending_with_its_reader, status_of_interrupt
from papertrace.cli.values import (
    Ages,
    list_failing,
    list_reports,
    parse_ages,
    parse_base_url,
    parse_count,
    parse_failing,
    parse_folder,
    parse_format_and_file,
    parse_host,
    parse_host_limit,
    parse_pattern,
    parse_remap,
    parse_seconds,
    parse_statuses,
    parse_whole_number,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from papertrace.audit.settings import AuditSettings
    from papertrace.cli.terminal.console import Console
    from papertrace.errors import NetworkDownError
    from papertrace.model import AuditResult


MANY_GITHUB_LINKS = 200
SECONDS_PER_GITHUB_LINK = 1.35
GRAPH_PAGE = "papers.html"
"""The file name of the page that `papertrace build` writes."""
_NONE = "none"
_LOG = logging.getLogger(__name__)
_NOTES = f"""\
environment:
  GITHUB_TOKEN           Query GitHub's API with this token instead of requesting pages
  {REGISTRIES_VARIABLE}  Values of --registry, separated by spaces

files in the current folder:
  .papertraceignore      Patterns for --exclude, one on each line; # begins a comment
  papertrace.toml        Options under [audit], limits and headers under [host."example.org"]; see papertrace config

{describe_statuses()}"""


_SETTINGS = "papertrace.audit.settings:AuditSettings"
_FEW = ("--all", "--format", "-o", "--baseline", "--fail-on", "--fix", "--exclude", "--list", "--rescue", "--compare")

_OUTPUT = (
    Option(
        "--format FORMAT",
        "Format of the report: {names} (default: {default})",
        default="text",
        names=list_reports,
        harmless=True,
    ),
    OUTPUT_FILE,
    Option(
        "--by GROUP",
        "Write a table with a row for each paper, its claim, code and outcome, or shares by year or venue, as "
        "markdown, csv or html, or LaTeX to a file that ends in .tex",
        names=("paper", "year", "venue"),
        harmless=True,
    ),
    Option(
        "--also FORMAT=FILE",
        "Also write the report in another format to FILE, such as sarif=audit.sarif; repeatable",
        parse_format_and_file,
        [],
        repeats=True,
    ),
    Option(
        "--all",
        "List every link that is not simply alive, paper by paper, also where that does not fit a screen",
        kept_as="shows_all",
        harmless=True,
    ),
    Option("--summary", "Add counts by host and by year to the text report", harmless=True),
    Option(
        "--graph-page FILE",
        "Page written by papertrace build that the html report links its papers to, or none "
        "(default: papers.html in the folder of the report, if it exists)",
        Path,
    ),
    Option(
        "--baseline FILE",
        "Fail only for what is new since an earlier audit, whose report with --format jsonl is FILE",
        Path,
        sets="baseline",
        harmless=True,
    ),
    Option(
        "--fail-on NAMES",
        "Outcomes and repository states that fail the audit, separated by commas, such as dead,moved,archived; "
        "or none (default: {default})",
        parse_failing,
        SETTING,
        "fail_on",
        lambda: [*list_failing(), "none"],
        harmless=True,
    ),
)

_FIXES = (
    Option("--fix", "Replace links that have moved permanently in the listings themselves", either="fixes"),
    Option("--patch FILE", "Write the changes of --fix to FILE as a unified diff", Path, either="fixes"),
)

_SELECTION = (
    *(
        Option(f"--{name} PATTERN", f"{what}; repeatable", parse_pattern, [], sets, repeats=True, harmless=True)
        for name, what, sets in (
            ("only", "Audit only links that match PATTERN", "only"),
            ("exclude", "Skip links that match PATTERN", "exclude"),
        )
    ),
    Option(
        "--root DIR",
        "Look absolute paths such as /img/logo.png up below DIR",
        parse_folder,
        harmless=True,
        either="bases",
    ),
    Option(
        "--base-url URL", "Request absolute paths at the host of URL", parse_base_url, harmless=True, either="bases"
    ),
    Option("--papers-only", "Leave out what a listing links outside of its papers", harmless=True),
    Option(
        "--list",
        "Print every link that would be requested and where it is, document by document, and request nothing; papers "
        "in Markdown are looked for only with --strict or --papers-only",
        kept_as="lists",
    ),
    Option(
        "--accept STATUSES",
        "HTTP statuses that count as alive, separated by commas, such as 2xx,403 or 500-599",
        parse_statuses,
        SETTING,
        "accept",
        harmless=True,
    ),
    Option(
        "--allow-redirect PATTERN",
        "Count redirects from or to what matches PATTERN as alive; repeatable",
        parse_pattern,
        [],
        "allow_redirect",
        repeats=True,
        harmless=True,
    ),
    Option(
        "--fragments",
        "Suspect links whose fragment (#part) is not on their page",
        sets="checks_fragments",
        harmless=True,
    ),
    Option("--https", "Report working links under plain http as insecure", sets="requires_https", harmless=True),
    Option("--robots", "Skip what the robots.txt of a host forbids", sets="obeys_robots", harmless=True),
    Option(
        "--reserved",
        "Request example.org and other names that are reserved for examples and tests too",
        sets="audits_reserved",
        harmless=True,
    ),
)

_ARCHIVES = (
    Option(
        "--rescue",
        "Look for snapshots of dead links in Software Heritage and the Wayback Machine",
        sets="rescue",
        harmless=True,
    ),
    Option(
        "--unarchived",
        "Look for snapshots of working links too, and report those that have none (slow: one link every "
        "{settings.endpoints.wayback.interval_s:g} s)",
        sets="unarchived",
        harmless=True,
    ),
)

_NETWORK = (
    Option(
        "--timeout SECONDS",
        "Time to wait for a host to connect or to send data (default: {default:g})",
        parse_seconds,
        sets="timeout_s",
        harmless=True,
    ),
    Option(
        "--deadline SECONDS",
        "Time for one request including its redirects (default: {default:g})",
        parse_seconds,
        sets="deadline_s",
        harmless=True,
    ),
    Option(
        "--max-wait SECONDS",
        "Time that a host may delay the audit without answering (default: {default:g}); one that refuses without "
        "saying for how long has only 15, and 1 more for each of its links, unless SECONDS is above 120",
        parse_seconds,
        sets="max_wait_s",
        harmless=True,
    ),
    Option(
        "--concurrency N",
        "Maximum number of concurrent requests (default: {default})",
        parse_whole_number,
        sets="concurrency",
        harmless=True,
    ),
    Option(
        "--per-host N",
        "Maximum number of concurrent requests to one host (default: {default})",
        parse_whole_number,
        sets="per_host",
        harmless=True,
    ),
    Option(
        "--host-limit HOST=N[/SECONDS]",
        "Maximum number of concurrent requests to HOST, and the time between two of them, such as "
        "example.org=1/0.5; repeatable",
        parse_host_limit,
        [],
        "host_limits",
        repeats=True,
        harmless=True,
    ),
    Option(
        "--retries N",
        "Repetitions of a request after a failure that may pass (default: {default})",
        parse_count,
        sets="retries",
        harmless=True,
    ),
    Option(
        "--max-redirects N",
        "Redirects to follow before a chain counts as endless (default: {default})",
        parse_count,
        sets="max_redirects",
        harmless=True,
    ),
    Option("--user-agent TEXT", "User-Agent header (default: {default})", sets="user_agent", harmless=True),
    Option(
        "--ca-bundle FILE",
        "Trust the certificate authorities in FILE (PEM) instead of the public ones "
        "(default: REQUESTS_CA_BUNDLE, CURL_CA_BUNDLE or SSL_CERT_FILE)",
        Path,
    ),
    Option(
        "--insecure HOST",
        "Do not verify the certificate of HOST; repeatable",
        parse_host,
        [],
        "insecure_hosts",
        repeats=True,
    ),
    Option(
        "--proxy URL",
        "Send requests through the proxy at URL, or none (default: HTTP_PROXY and HTTPS_PROXY, but not for the "
        "hosts in NO_PROXY)",
    ),
    Option(
        "--resolver ADDRESS",
        "Look names up at the name server with this IP address instead of that of the machine",
        sets="resolver",
    ),
    Option(
        "--remap 'FROM TO'",
        "Request TO instead of what the regular expression FROM matches in a URL ($1 is its first group); repeatable",
        parse_remap,
        [],
        "remap",
        repeats=True,
    ),
    ALLOW_NETWORK,
    Option(
        "--registry NAME=URL[,HOST...]",
        "Use URL as the API of the registry or archive NAME, for links to the given hosts, such as "
        "github=https://github.example.edu/api/graphql; repeatable",
        default=[],
        repeats=True,
    ),
    Option("--no-git", "Do not run git to check repositories whose pages are requested", harmless=True),
)

_ACCESS = (
    Option(
        "--header 'HOST: NAME: VALUE'",
        "Send a header to HOST, such as 'example.org: Authorization: Bearer ${{TOKEN}}', with ${{TOKEN}} from the "
        "environment; repeatable",
        default=[],
        repeats=True,
    ),
    Option("--netrc FILE", "Send the logins in FILE (such as ~/.netrc), each to its machine", Path),
    Option("--cookies FILE", "Send the cookies in FILE (Netscape's format)", Path, sets="cookies"),
    Option("--passwords", "Send the user and password in a URL (https://user:password@...)", sets="sends_passwords"),
)

_STORAGE = (
    Option(
        "--store FILE",
        "Keep verdicts in FILE, or none (default: a file in the cache folder; none with --cassette)",
        Path,
        harmless=True,
    ),
    Option(
        "--max-age HOURS",
        "Reuse stored verdicts that are at most HOURS old, also by outcome, such as 24,alive=168,dead=1; outcomes "
        "that may be temporary, such as unstable, are only reused if named; 0 reuses none (default: {default:g})",
        parse_ages,
        Ages,
        "max_age_s",
        scale=3600.0,
        harmless=True,
    ),
    Option(
        "--compare RUN",
        "Report what has changed since a stored run: last, a number, or a date such as 2026-01-31",
        str,
        sets="compare",
        names=("last",),
        harmless=True,
    ),
    *make_cassette(
        "How to use the cassette: record if FILE does not exist and replay otherwise (once, the default), "
        "replay and record what is missing (new), record everything again (all), or only replay (none)"
    ),
)

GROUPS = (
    Group("output", _OUTPUT, settings=_SETTINGS),
    Group("fixes", _FIXES),
    Group(
        "selection",
        _SELECTION,
        "A PATTERN is a host such as example.org, or a URL with wildcards such as github.com/acme/*.",
        _SETTINGS,
    ),
    Group("archives", _ARCHIVES, settings=_SETTINGS),
    Group("network", _NETWORK, settings=_SETTINGS),
    Group("access", _ACCESS, "Each is sent to its own host only, and shown nowhere.", _SETTINGS),
    Group("storage", _STORAGE, settings=_SETTINGS),
)


def run_audit(arguments: argparse.Namespace) -> ExitStatus:
    """Audit the links, write the reports and return the exit status."""
    from papertrace.cli.terminal.console import open_console
    from papertrace.model.audit import ignore_account
    from papertrace.pipeline.auditing import WITHOUT_STORE, audit_links, list_links
    from papertrace.pipeline.collecting import collect_links
    from papertrace.pipeline.fixing import digest_files

    _refuse_contradictions(arguments)
    for path in (arguments.output, arguments.patch, *(path for _, path in arguments.also)):
        check_output(path)
        refuse_to_overwrite(arguments.listings, path)
    settings = read_audit_settings(arguments, GROUPS)
    with open_console(arguments) as console:
        digests = None
        if arguments.fix or arguments.patch:
            digests = digest_files(arguments.listings, follow_links=arguments.follow_links)
        collection = collect_links(
            arguments.listings,
            format_name=arguments.format_name,
            papers_only=arguments.papers_only,
            # What is only listed needs no papers; what they leave in doubt is an error with --strict.
            reads_papers=not arguments.lists or arguments.strict,
            follow_links=arguments.follow_links,
            root=arguments.root,
            base_url=arguments.base_url or "",
            on_problem=console.add_problem,
            # Otherwise every link is checked, whether its paper was recognised or not.
            on_account=console.add_doubt if arguments.papers_only or arguments.strict else ignore_account,
        )
        console.report_problems()
        console.write_note(f"papertrace: {collection.account}")
        if arguments.lists:
            write_output(list_links(collection, settings), arguments.output)
            return console.judge(ExitStatus.CLEAN)
        if arguments.cassette is None and (advice := advise_on_github(collection.urls, settings)):
            console.write_note(f"papertrace: {advice}")
        from papertrace.web.exchange import timestamp

        began_at = timestamp(datetime.now(UTC))
        interruptions: list[KeyboardInterrupt] = []
        failures: list[NetworkDownError] = []
        settings = replace(settings, store=store_file(arguments, "audit.sqlite", WITHOUT_STORE))
        result = audit_links(
            collection,
            settings,
            on_progress=console.show_progress,
            on_interrupt=interruptions.append,
            on_network_down=failures.append,
        )
        console.close_progress()
        if arguments.cassette is None:
            _report_reused(result, began_at, console)
        if interruptions:
            without_request = {verdict.link.url for verdict, _ in collection.verdicts}
            n_known, n_links = len(result.findings) - len(without_request), len(collection.urls)
            console.write_line(f"papertrace: interrupted after {max(n_known, 0):,} of {n_links:,} links")
        _warn_if_skipped(result, arguments)
        _warn_if_github_refused(result, settings)
        with ending_with_its_reader():
            _write_reports(result, arguments)
        if failures:
            raise failures[0]
        if digests is not None and not interruptions:
            fix_listings(result, digests, arguments.patch, console)
    if interruptions:
        return status_of_interrupt(interruptions[0])
    fails = any(result.fails(finding) for finding in result.findings)
    return console.judge(ExitStatus.DEAD_LINKS if fails else ExitStatus.CLEAN)


def advise_on_github(urls: "Iterable[str]", settings: "AuditSettings") -> str:
    """Return how long the links to GitHub will take without a token, and the way out; empty if that is not long.

    Without a token their pages are requested, whose limits GitHub does not publish: 2,000 took 45 minutes.
    """
    from papertrace.model.addresses import host_of

    n_links = sum(host_of(url) in settings.endpoints.github.hosts for url in urls)
    if settings.github_token or n_links < MANY_GITHUB_LINKS:
        return ""
    minutes = round(n_links * SECONDS_PER_GITHUB_LINK / 60)
    return (
        f"{n_links:,} links to GitHub take about {minutes:,} minutes without a token; with one in GITHUB_TOKEN "
        "(`gh auth token` prints yours), which needs no permission, its API answers for a hundred at a time"
    )


def _warn_if_github_refused(result: "AuditResult", settings: "AuditSettings") -> None:
    """Warn that GitHub refused requests for pages, which a token would have spared."""
    from papertrace.model import Outcome
    from papertrace.model.addresses import host_of
    from papertrace.model.text import format_count

    limited = [one for one in result.verdicts if one.outcome is Outcome.RATE_LIMITED]
    n_refused = sum(host_of(one.link.url) in settings.endpoints.github.hosts for one in limited)
    if n_refused and not settings.github_token:
        links = format_count(n_refused, "link to GitHub was", "links to GitHub were")
        _LOG.warning("%s refused as too many; set GITHUB_TOKEN (`gh auth token` prints yours) to ask its API", links)


def _write_reports(result: "AuditResult", arguments: argparse.Namespace) -> None:
    """Write the report in each of the formats that were asked for, in colours for a terminal."""
    from shutil import get_terminal_size

    from papertrace.reports import REPORTS
    from papertrace.reports.outcomes import generate_counts
    from papertrace.reports.tables import find_form, generate_table
    from papertrace.reports.text import generate_overview

    forms = [*arguments.also, *([] if arguments.by else [(arguments.format, arguments.output)])]
    if arguments.by:
        form = find_form(arguments.format, arguments.output)
        write_output(generate_table(result, arguments.by, form), arguments.output)
    for name, path in forms:
        report = next(report for report in REPORTS if report.name == name)
        linked = replace(result, graph_page=find_graph_page(arguments.graph_page, path))
        pieces = report.generate(linked)
        if name == "text" and is_stdout(path) and not arguments.shows_all:
            pieces = generate_overview(
                linked,
                screen=get_terminal_size() if sys.stdout.isatty() else None,
                listings=arguments.listings,
                fixes=arguments.fix or arguments.patch is not None,
            )
        if arguments.summary and name == "text":
            pieces = chain(pieces, generate_counts(linked))
        if name == "text" and is_stdout(path) and wants_colours(arguments.color, sys.stdout):
            pieces = paint_report(pieces)
        write_output(pieces, path)


def _refuse_contradictions(arguments: argparse.Namespace) -> None:
    """Raise an error for options that contradict each other, before any request is sent."""
    from papertrace.errors import PapertraceError
    from papertrace.model import UNARCHIVED

    if str(arguments.patch) == "-" and arguments.output is None:
        message = "--patch -: the report is written to standard output already; name a file for one of them"
        raise PapertraceError(message)
    if arguments.summary and arguments.format != "text":
        message = f"--summary applies to the text report, not to {arguments.format} (markdown and html have the counts)"
        raise PapertraceError(message)
    if UNARCHIVED in arguments.fail_on and not arguments.unarchived:
        message = f"--fail-on {UNARCHIVED}: archives are not searched for working links; add --unarchived"
        raise PapertraceError(message)
    if arguments.by:
        from papertrace.reports.tables import find_form

        find_form(arguments.format, arguments.output)
    check_cassette(arguments)
    if arguments.graph_page is not None and "html" not in {arguments.format, *dict(arguments.also)}:
        message = f"--graph-page applies to the html report, not to {arguments.format}"
        raise PapertraceError(message)


def _report_reused(result: "AuditResult", began_at: str, console: "Console") -> None:
    """Report how many verdicts are those of earlier runs, and since when they may be wrong."""
    from papertrace.model.text import format_count

    earlier = [one.checked_at for one in result.verdicts if one.checked_at is not None and one.checked_at < began_at]
    if earlier:
        what = format_count(len(earlier), "verdict")
        console.write_note(f"papertrace: {what} of earlier runs, as of {min(earlier)} or later (--max-age 0 asks anew)")


def _warn_if_skipped(result: "AuditResult", arguments: argparse.Namespace) -> None:
    """Warn if every link was skipped, or those to a private network: such links must not look like ones that work."""
    from papertrace.model import Outcome
    from papertrace.model.text import format_count
    from papertrace.model.verdict import Fault

    is_chosen = bool(arguments.only or arguments.exclude)
    if not is_chosen and result.findings and all(one.verdict.outcome is Outcome.SKIPPED for one in result.findings):
        _LOG.warning("every link was skipped; use --allow-network for links to private networks")
        return
    # A public link that redirects to a private network is no reason to open that network.
    refused = [one for one in result.verdicts if one.seen and one.seen[-1].fault is Fault.REFUSED_ADDRESS]
    if n_refused := sum(not one.seen[-1].hops for one in refused):
        what = format_count(n_refused, "link to a private network", "links to private networks")
        _LOG.warning("%s not requested; --allow-network allows it", what)


def fix_listings(result: "AuditResult", digests: dict[str, str], patch: Path | None, console: "Console") -> None:
    """Fix the listings or write the patch, and report what was done about each permanently moved link."""
    from papertrace.pipeline.fixing import plan_fixes, write_fixes
    from papertrace.reports.fixes import NOTHING_TO_FIX, describe_fixed_file, describe_unfixed_link, generate_patch

    plan = plan_fixes(result, digests)
    for link in plan.unfixed:
        console.write_note(describe_unfixed_link(link))
    if patch is not None:
        write_output(generate_patch(plan), patch)
    for file in plan.files if patch is not None else write_fixes(plan):
        console.write_note(describe_fixed_file(file, is_written=patch is None))
    if not plan.files:
        console.write_note(NOTHING_TO_FIX)


def find_graph_page(named: Path | None, report: Path | None) -> str:
    """Return the URL of the page of the graph, relative to the report, or "" without a page.

    If no page is named, it is the one in the folder of the report, if it exists. A named page need not exist yet; a
    report on standard output counts as a file in the working folder.

    >>> find_graph_page(Path("graphs/my papers.html"), Path("graphs/audit.html"))
    'my%20papers.html'
    """
    folder = report.parent if report and str(report) != "-" else Path()
    if named is None:
        return GRAPH_PAGE if report and str(report) != "-" and (folder / GRAPH_PAGE).is_file() else ""
    if str(named) == _NONE:
        return ""
    relative = os.path.relpath(named, folder)
    # A first segment with a colon would be read as a scheme.
    return quote(Path(relative).as_posix().encode("utf-8", "surrogateescape"), safe="/")


COMMANDS = {
    "audit": Command(
        description="Check the links of listings and documents and report which are dead, moved or archived.\n\n"
        "Reads listings, other documents (Markdown, HTML, reStructuredText, LaTeX, notebooks, data, source code, PDF, "
        "DOCX, ODT), papers extracted by papertrace extract, lists of URLs, and URLs, and checks each link once. "
        "Only dead links fail the audit, unless --fail-on says otherwise; a link that cannot be decided is not called "
        "dead. Verdicts are stored, so that an interrupted audit continues where it stopped.",
        arguments="LISTING...",
        examples=(
            ("Check the links of a bibliography", "papertrace audit papers.bib"),
            ("Show what would be requested for a document", "papertrace audit --list README.md"),
            (
                "Fail for moved links too, and skip a host",
                "papertrace audit --fail-on dead,moved --exclude example.org README.md",
            ),
            (
                "Preview the new URLs of moved links, then write them",
                "papertrace audit --patch - -o /dev/null papers.bib",
            ),
            ("", "papertrace audit --fix papers.bib"),
            (
                "Look for snapshots of dead links, as a web page",
                "papertrace audit --rescue --format html -o audit.html papers.bib",
            ),
        ),
        notes=_NOTES,
        groups=(INPUT, *GROUPS, GENERAL),
        run=run_audit,
        few=_FEW,
    )
}
