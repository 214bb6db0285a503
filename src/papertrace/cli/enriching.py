"""The options that say how services are asked about papers, and the step that asks them."""

import argparse
import os
from pathlib import Path

from papertrace.cli.network import add_allowed_networks, add_cassette, check_cassette, choose_bundle, read_proxies
from papertrace.cli.terminal.status import ExitStatus
from papertrace.cli.values import guess, parse_number
from papertrace.late_imports import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from papertrace.cli.terminal.console import Console
    from papertrace.enrich.settings import EnrichSettings
    from papertrace.model import Paper
    from papertrace.model.papers.concept import Terms
    from papertrace.model.papers.work import EnrichmentReport

MAILTO_VARIABLE = "PAPERTRACE_MAILTO"
REGISTRIES_VARIABLE = "PAPERTRACE_REGISTRIES"

KEYS_NOTE = """\
Keys come from the environment alone, and each is sent to its own service, or to the mirror
that --registry names for it: OPENALEX_API_KEY,
SEMANTIC_SCHOLAR_API_KEY, OPENCITATIONS_ACCESS_TOKEN, HF_TOKEN. PAPERTRACE_MAILTO is an address that
services may write to; some answer more readily then."""


def add_enrich_options(parser: argparse.ArgumentParser, *, title: str = "services", is_optional: bool = False) -> None:
    """Add which services are asked, and how; for a command that asks them only if told to, with `--enrich`."""
    from papertrace.enrich.services import ALL_SERVICES

    group = parser.add_argument_group(title)
    if is_optional:
        group.add_argument(
            "--enrich",
            action="store_true",
            help="Ask services for reference lists and other facts that the listings do not print (uses the network)",
        )
    group.add_argument(
        "--dry-run", action="store_true", help="Print what would be asked of each service, and ask nothing"
    )
    group.add_argument(
        "--services",
        type=parse_services,
        default=ALL_SERVICES,
        metavar="NAMES",
        help=f"Ask only these services, separated by commas (default: {', '.join(ALL_SERVICES)})",
    )
    group.add_argument(
        "--registry",
        action="append",
        default=[],
        metavar="NAME=URL",
        help="Ask the service NAME at URL, such as a mirror: crossref=https://crossref.example.edu; repeatable",
    )
    group.add_argument(
        "--store",
        type=Path,
        metavar="FILE",
        help="Keep the facts of services in FILE, or none (default: a file in the cache folder; none with --cassette)",
    )
    group.add_argument(
        "--max-age",
        type=_parse_days,
        metavar="DAYS",
        help="Use stored facts that are at most DAYS old (default: 30)",
    )
    add_cassette(group, "How to use the cassette: once (the default), new, all or none, as for papertrace audit")
    add_allowed_networks(group)
    group.add_argument(
        "--ca-bundle",
        type=Path,
        metavar="FILE",
        help="Trust the certificate authorities in FILE (PEM) instead of the public ones",
    )
    group.add_argument(
        "--report", type=Path, metavar="FILE", help="Write all conflicts and rejected candidates to FILE, in Markdown"
    )


def find_enrich_option(arguments: argparse.Namespace) -> str | None:
    """Return the first option given that says what to do with the answers of services, or None."""
    given = (name for name in ("dry_run", "report", "cassette", "record") if getattr(arguments, name))
    return next((f"--{name.replace('_', '-')}" for name in given), None)


def parse_services(text: str) -> tuple[str, ...]:
    """Return the services that an option names, in the order of the table."""
    from papertrace.enrich.services import ALL_SERVICES

    names = {name.strip().lower().replace("_", "-") for name in text.split(",") if name.strip()}
    unknown = sorted(names - set(ALL_SERVICES))
    if unknown or not names:
        meant = guess(unknown[0], ALL_SERVICES) if unknown else ""
        fact = f"{unknown[0]!r} is not a service{meant}" if unknown else f"{text!r} names no service"
        message = f"{fact} (known: {', '.join(ALL_SERVICES)})"
        raise argparse.ArgumentTypeError(message)
    return tuple(name for name in ALL_SERVICES if name in names)


def read_enrich_settings(arguments: argparse.Namespace) -> "EnrichSettings":
    """Return the settings that the options and the environment give.

    Raises
    ------
    SettingsError
        If an option or a key has an invalid value.
    """
    from papertrace.enrich.settings import ENDPOINTS, EnrichSettings, override_endpoints
    from papertrace.pipeline.enriching import read_keys

    check_cassette(arguments)
    proxies, no_proxy = read_proxies(None)
    # The variable names registries of `papertrace audit` too, which are not services.
    named = [one for one in os.environ.get(REGISTRIES_VARIABLE, "").split() if one.partition("=")[0] in _COMMON]
    given = {
        "services": arguments.services,
        "endpoints": override_endpoints([*named, *arguments.registry], ENDPOINTS),
        "allow_networks": tuple(arguments.allow_network),
        "ca_bundle": choose_bundle(arguments),
        "proxies": proxies,
        "no_proxy": no_proxy,
        "max_age_s": None if arguments.max_age is None else arguments.max_age * 24 * 3600.0,
        "keys": read_keys(os.environ),
        "mailto": os.environ.get(MAILTO_VARIABLE, "").strip(),
    }
    return EnrichSettings(**{name: value for name, value in given.items() if value is not None})


_COMMON = frozenset({"openalex", "semantic-scholar", "crossref", "opencitations", "datacite", "dblp"})
"""Services that `papertrace audit` does not know by the same name, with another address."""


def fact_file(arguments: argparse.Namespace) -> Path | None:
    """Return the file that facts are kept in, or None to keep none."""
    from papertrace.cli.cache import store_file
    from papertrace.pipeline.enriching import WITHOUT_FACTS

    return store_file(arguments.store, "facts.sqlite", replays=arguments.cassette is not None, without=WITHOUT_FACTS)


def print_plan(papers: "Iterable[Paper]", arguments: argparse.Namespace, console: "Console") -> ExitStatus:
    """Print what would be asked of each service, and return the exit status."""
    from papertrace import pipeline
    from papertrace.cli.terminal.output import write_output
    from papertrace.reports.enrichment import describe_plan

    settings, store = read_enrich_settings(arguments), fact_file(arguments)
    plan = pipeline.plan_enrichment(
        papers,
        settings,
        store=store,
        needs_store=arguments.store is not None,
        with_citing=getattr(arguments, "with_citing", False),
    )
    console.close_progress()
    console.report_problems()
    write_output((f"{line}\n" for line in describe_plan(plan)), None)
    return console.judge(ExitStatus.CLEAN)


def enrich(
    papers: "Iterable[Paper]", arguments: argparse.Namespace, console: "Console", *, terms: "Terms | None" = None
) -> "tuple[list[Paper], EnrichmentReport]":
    """State the plan, ask the services, report what they answered, and return the papers."""
    from papertrace import pipeline
    from papertrace.cli.terminal.output import check_output, write_output
    from papertrace.model.papers.work import EnrichmentReport
    from papertrace.reports.enrichment import (
        describe_code,
        describe_enrichment,
        describe_plan,
        generate_enrichment_report,
    )

    check_output(arguments.report)
    settings = read_enrich_settings(arguments)
    store, needs_store = fact_file(arguments), arguments.store is not None
    listed = list(papers)
    console.report_problems()
    with_citing = getattr(arguments, "with_citing", False)
    plan = pipeline.plan_enrichment(listed, settings, store=store, needs_store=needs_store, with_citing=with_citing)
    for line in describe_plan(plan):
        console.write_note(f"papertrace: {line}")
    verdicts = getattr(arguments, "verdicts", None)
    if isinstance(verdicts, list):  # of build, which takes several audits, earlier ones first
        verdicts = verdicts[-1]
    dead_urls = pipeline.find_dead_links(verdicts, listed, console.add_problem) if verdicts else frozenset()
    reports = [EnrichmentReport()]
    enriched = pipeline.enrich_papers(
        listed,
        settings,
        terms=terms,
        store=store,
        needs_store=needs_store,
        cassette=arguments.cassette,
        record=arguments.record or "once",
        dead_urls=dead_urls,
        with_citing=with_citing,
        on_problem=console.add_problem,
        on_progress=console.show_progress,
        on_report=reports.append,
    )
    for line in describe_enrichment(reports[-1]):
        console.write_note(f"papertrace: {line}")
    if reports[-1].is_unanswered:
        console.add_failure("no service has answered, so nothing was added that was not known before; try again later")
    for line in describe_code(enriched, dead_urls):
        console.write_note(f"papertrace: code: {line}")
    if arguments.report is not None:
        write_output(generate_enrichment_report(reports[-1], enriched, dead_urls), arguments.report)
    return enriched, reports[-1]


def _parse_days(text: str) -> float:
    return parse_number(text, lambda value: 0 <= value < float("inf"), "a number of days, 0 or more")
