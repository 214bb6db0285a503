"""`papertrace audit`: check the links of listings and report which are dead, moved or archived."""

import argparse
import logging
import sys
from dataclasses import replace
from datetime import UTC, datetime
from itertools import chain
from typing import TYPE_CHECKING

from papertrace.cli.commands.audit.fixing import fix_listings
from papertrace.cli.commands.audit.graph_page import find_graph_page
from papertrace.cli.commands.audit.options import REGISTRIES_VARIABLE, add_options
from papertrace.cli.commands.audit.settings import read_settings, store_path
from papertrace.cli.network import check_cassette
from papertrace.cli.terminal.colours import paint_report, wants_colours
from papertrace.cli.terminal.help import describe_command
from papertrace.cli.terminal.output import (
    check_output,
    is_stdout,
    refuse_to_overwrite,
    write_output,
)
from papertrace.cli.terminal.status import ExitStatus, describe_statuses, ending_with_its_reader, status_of_interrupt

if TYPE_CHECKING:
    from collections.abc import Iterable

    from papertrace.audit.settings import AuditSettings
    from papertrace.cli.terminal.console import Console
    from papertrace.errors import NetworkDownError
    from papertrace.model import AuditResult

MANY_GITHUB_LINKS = 200
SECONDS_PER_GITHUB_LINK = 1.35
_LOG = logging.getLogger(__name__)
_NOTES = f"""\
environment:
  GITHUB_TOKEN           Query GitHub's API with this token instead of requesting pages
  {REGISTRIES_VARIABLE}  Values of --registry, separated by spaces

files in the current folder:
  .papertraceignore      Patterns for --exclude, one on each line; # begins a comment
  papertrace.toml        Options under [audit], limits and headers under [host."example.org"]; see papertrace config

{describe_statuses()}"""


def fill_parser(parser: argparse.ArgumentParser) -> None:
    """Add the help and the options of the command to its parser."""
    describe_command(
        parser,
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
    )
    add_options(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> ExitStatus:
    """Audit the links, write the reports and return the exit status."""
    from papertrace import pipeline
    from papertrace.cli.terminal.console import open_console
    from papertrace.model.audit.account import ignore_account

    _refuse_contradictions(arguments)
    for path in (arguments.output, arguments.patch, *(path for _, path in arguments.also)):
        check_output(path)
        refuse_to_overwrite(arguments.listings, path)
    settings = read_settings(arguments)
    with open_console(arguments) as console:
        digests = None
        if arguments.fix or arguments.patch:
            digests = pipeline.digest_files(arguments.listings, follow_links=arguments.follow_links)
        collection = pipeline.collect_links(
            arguments.listings,
            format_name=arguments.format_name,
            papers_only=arguments.papers_only,
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
            write_output(pipeline.list_links(collection, settings), arguments.output)
            return console.judge(ExitStatus.CLEAN)
        if arguments.cassette is None and (advice := advise_on_github(collection.urls, settings)):
            console.write_note(f"papertrace: {advice}")
        from papertrace.web.exchange import timestamp

        began_at = timestamp(datetime.now(UTC))
        interruptions: list[KeyboardInterrupt] = []
        failures: list[NetworkDownError] = []
        settings = replace(settings, store=store_path(arguments))
        result = pipeline.audit_links(
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
    from papertrace.reports.by_paper import find_form, generate_table
    from papertrace.reports.forms.text import generate_overview
    from papertrace.reports.outcomes import generate_counts

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
    from papertrace.reports.by_paper import find_form

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
    from papertrace.model.audit.observation import Fault
    from papertrace.model.text import format_count

    is_chosen = bool(arguments.only or arguments.exclude)
    if not is_chosen and result.findings and all(one.verdict.outcome is Outcome.SKIPPED for one in result.findings):
        _LOG.warning("every link was skipped; use --allow-network for links to private networks")
        return
    # A public link that redirects to a private network is no reason to open that network.
    refused = [one for one in result.verdicts if one.seen and one.seen[-1].fault is Fault.REFUSED_ADDRESS]
    if n_refused := sum(not one.seen[-1].hops for one in refused):
        what = format_count(n_refused, "link to a private network", "links to private networks")
        _LOG.warning("%s not requested; --allow-network allows it", what)
