"""The steps that commands share: reading papers, asking services about them, and drawing their graph."""

import argparse
from pathlib import Path

from papertrace.cli.options import GRAPHS
from papertrace.cli.settings import fact_file, read_enrich_settings
from papertrace.cli.terminal.status import ExitStatus
from papertrace.late_imports import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from papertrace.cli.terminal.console import Console
    from papertrace.engine.opening import EngineSettings
    from papertrace.graph.pairs.texts import StoredCounts
    from papertrace.graph.settings import GraphSettings
    from papertrace.model import Paper
    from papertrace.model.papers.facts import EnrichmentReport, Terms
    from papertrace.model.summary import Drawing
    from papertrace.pipeline.drawing import Outputs
    from papertrace.pipeline.earlier import EarlierPapers


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


def plan_graph_files(arguments: argparse.Namespace, listing: str | None) -> "Outputs":
    """Return the files to write; of the folder that nobody has named, those of a listing replace none that git tracks.

    Raises ExportError if they would, or no file can be written.
    """
    from papertrace.errors import ExportError
    from papertrace.files import is_tracked
    from papertrace.pipeline.drawing import plan_outputs

    outputs = plan_outputs(arguments.output, arguments.to, picture=arguments.picture)
    if listing is not None and arguments.output is GRAPHS:
        for _, path in outputs.files:
            if is_tracked(path):
                message = f"{path}: is a file that git tracks, and not of {listing}; name a folder with -o"
                raise ExportError(message)
    return outputs


def draw(
    arguments: argparse.Namespace,
    papers: "Sequence[Paper]",
    outputs: "Outputs",
    settings: "GraphSettings",
    console: "Console",
    *,
    earlier: "EarlierPapers | None" = None,
    engine: "EngineSettings | None" = None,
    counts: "StoredCounts | None" = None,
) -> "Drawing":
    """Link papers, write every planned file, and return the summary and the failures.

    `earlier` are the papers of the graph that `--since` names, which is read before the long work. `counts` are those
    of the terms of the papers, if they have been counted.
    """
    from papertrace.pipeline.drawing import draw

    return draw(
        papers,
        outputs,
        settings=settings,
        engine=engine,
        counts=counts,
        verdicts=arguments.verdicts or (),
        earlier=earlier,
        title=arguments.title,
        color_by=arguments.color_by,
        size_by=arguments.size_by,
        on_problem=console.add_problem,
        on_progress=console.show_progress,
        on_notice=lambda notice: console.write_note(f"papertrace: {notice}"),
    )


def report_failures(drawing: "Drawing", console: "Console") -> ExitStatus:
    """Report each file that could not be written, and return the exit status."""
    for failure in drawing.failures:
        console.write_line(f"papertrace: {failure}")
    return ExitStatus.FAILED if drawing.failures else ExitStatus.CLEAN


def print_plan(papers: "Iterable[Paper]", arguments: argparse.Namespace, console: "Console") -> ExitStatus:
    """Print what would be asked of each service, and return the exit status."""
    from papertrace.cli.terminal.output import write_output
    from papertrace.pipeline.enriching import plan_enrichment
    from papertrace.reports.enrichment import describe_plan

    settings, store = read_enrich_settings(arguments), fact_file(arguments)
    plan = plan_enrichment(
        papers,
        settings,
        store=store,
        needs_store=arguments.store is not None,
        with_citing=getattr(arguments, "with_citing", False),
    )
    console.finish()
    write_output((f"{line}\n" for line in describe_plan(plan)), None)
    return console.judge(ExitStatus.CLEAN)


def enrich(
    papers: "Iterable[Paper]", arguments: argparse.Namespace, console: "Console", *, terms: "Terms | None" = None
) -> "tuple[list[Paper], EnrichmentReport]":
    """State the plan, ask the services, report what they answered, and return the papers."""
    from papertrace.cli.terminal.output import check_output, write_output
    from papertrace.model.papers.facts import EnrichmentReport
    from papertrace.pipeline.enriching import enrich_papers, find_dead_links, plan_enrichment
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
    plan = plan_enrichment(listed, settings, store=store, needs_store=needs_store, with_citing=with_citing)
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
