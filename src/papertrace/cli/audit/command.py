"""`papertrace audit`: look at every link and say which are dead, moved, archived."""

import argparse
import logging
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING

from papertrace.cli.audit.fixing import fix_listings
from papertrace.cli.audit.graph_page import find_graph_page
from papertrace.cli.audit.options import add_options
from papertrace.cli.audit.settings import read_settings, store_path
from papertrace.cli.console import open_console
from papertrace.cli.output import check_output, refuse_to_overwrite, write_output
from papertrace.cli.status import ExitStatus

if TYPE_CHECKING:
    from papertrace.model import AuditResult

_LOG = logging.getLogger(__name__)


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the parser."""
    parser = subparsers.add_parser(
        "audit",
        help="look at every link and say which are dead, moved, archived",
        description="Look at every link of listings, extracted files or plain lists of URLs. Only dead links fail, "
        "unless --fail-on says otherwise.",
        epilog="exit status: 0 no link that fails the run, 1 such links, 2 the job could not be done, 3 no network",
    )
    add_options(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> ExitStatus:
    """Audit the links and return the exit status."""
    from papertrace import pipeline
    from papertrace.reports import REPORTS
    from papertrace.reports.counts import generate_counts

    _refuse_contradictions(arguments)
    for path in (arguments.output, arguments.patch, *(path for _, path in arguments.also)):
        check_output(path)
        refuse_to_overwrite(arguments.listings, path)
    settings = read_settings(arguments)
    with open_console(arguments) as console:
        digests = pipeline.digest_files(arguments.listings) if arguments.fix or arguments.patch else None
        collection = pipeline.collect_links(
            arguments.listings, format_name=arguments.format_name, on_problem=console.add_problem
        )
        console.report_problems()
        result = pipeline.audit_links(
            collection,
            settings,
            store=store_path(arguments),
            needs_store=arguments.store is not None,
            cassette=arguments.cassette,
            record=arguments.record or "once",
            compare=arguments.compare,
            on_progress=console.show_progress,
        )
        console.close_progress()
        _warn_if_nothing_was_asked(result, arguments)
        for form, path in (*arguments.also, (arguments.format, arguments.output)):
            report = next(report for report in REPORTS if report.name == form)
            linked = replace(result, graph_page=find_graph_page(arguments.graph_page, path))
            pieces = report.generate(linked)
            write_output(
                chain(pieces, generate_counts(linked)) if arguments.summary and form == "text" else pieces, path
            )
        if digests is not None:
            fix_listings(result, digests, arguments.patch, console)
    fails = any(result.fails(finding) for finding in result.findings)
    return ExitStatus.DEAD_LINKS if fails else ExitStatus.CLEAN


def _refuse_contradictions(arguments: argparse.Namespace) -> None:
    """Refuse options that do not go together, before anything is asked."""
    from papertrace.errors import PapertraceError
    from papertrace.model import UNARCHIVED

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


def _warn_if_nothing_was_asked(result: "AuditResult", arguments: argparse.Namespace) -> None:
    """Warn where every link was skipped: such a run must not look like one that found all well."""
    from papertrace.model import Outcome

    is_chosen = bool(arguments.only or arguments.exclude)
    if not is_chosen and result.findings and all(one.verdict.outcome is Outcome.SKIPPED for one in result.findings):
        _LOG.warning("no link was asked; --allow-network opens private networks")
