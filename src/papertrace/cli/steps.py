"""The steps that commands share: reading papers, and asking services about them."""

import argparse
from pathlib import Path

from papertrace.cli.settings import read_enrich_settings, store_file
from papertrace.late_imports import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from papertrace.cli.terminal.console import Console
    from papertrace.engine.opening import EngineSettings
    from papertrace.graph.pairs.texts import StoredCounts
    from papertrace.model import Paper
    from papertrace.model.papers.facts import EnrichmentReport, Terms


def read_papers(
    arguments: argparse.Namespace,
    console: "Console",
    *,
    outputs: Path | None = None,
    engine: "EngineSettings | None" = None,
    counts: "StoredCounts | None" = None,
) -> "tuple[Iterator[Paper], Terms]":
    """Return the papers of the listings, else of the sample, and the terms of the user.

    Files in the folder `outputs` are not read. `counts`, if given, gets the counts of the terms of the papers.
    """
    from papertrace.pipeline.papers import extract_counted_papers, sample_path
    from papertrace.pipeline.reading import read_terms

    terms = read_terms(synonyms=arguments.synonyms, vocabulary=arguments.vocabulary, ignored=arguments.ignored)
    papers = extract_counted_papers(
        arguments.listings or [sample_path()],
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


def enrich(
    papers: "Iterable[Paper]", arguments: argparse.Namespace, console: "Console", *, terms: "Terms | None" = None
) -> "tuple[list[Paper], EnrichmentReport] | None":
    """State the plan, ask the services, report what they answered, and return the papers.

    With `--dry-run` the plan is the result: it is printed, nothing is asked, and None returned.
    """
    from papertrace.cli.terminal.output import check_output, write_output
    from papertrace.model.papers.facts import EnrichmentReport
    from papertrace.pipeline.enriching import WITHOUT_FACTS, enrich_papers, find_dead_links, plan_enrichment
    from papertrace.reports.enrichment import (
        describe_code,
        describe_enrichment,
        describe_plan,
        generate_enrichment_report,
    )

    if not arguments.dry_run:
        check_output(arguments.report)
    settings = read_enrich_settings(arguments)
    store, needs_store = store_file(arguments, "facts.sqlite", WITHOUT_FACTS), arguments.store is not None
    listed = list(papers)
    if not arguments.dry_run:
        console.report_problems()
    with_citing = getattr(arguments, "with_citing", False)
    plan = plan_enrichment(listed, settings, store=store, needs_store=needs_store, with_citing=with_citing)
    if arguments.dry_run:
        console.finish()
        write_output((f"{line}\n" for line in describe_plan(plan)), None)
        return None
    for line in describe_plan(plan):
        console.write_note(f"papertrace: {line}")
    verdicts = getattr(arguments, "verdicts", None)
    if isinstance(verdicts, list):  # of build, which takes several audits, earlier ones first
        verdicts = verdicts[-1]
    dead_urls = find_dead_links(verdicts, listed, console.add_problem) if verdicts else frozenset()
    reports = [EnrichmentReport()]
    enriched = enrich_papers(
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
