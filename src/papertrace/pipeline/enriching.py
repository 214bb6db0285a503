"""Papers to papers with the facts that services know about them."""

import logging
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from papertrace.model import Entry, Outcome, Paper, Problem, log_problem
from papertrace.model.papers.facts import CitingWork, EnrichmentPlan, EnrichmentReport, MissingWork
from papertrace.pipeline.history import read_history
from papertrace.pipeline.reading import split_added
from papertrace.pipeline.steps import Progress, ignore_progress

if TYPE_CHECKING:
    from papertrace.enrich.settings import EnrichSettings
    from papertrace.enrich.store import FactStore
    from papertrace.model.papers.facts import Terms

WITHOUT_FACTS = "so nothing that services answer is kept; name a file with --store"
"""The end of a warning that the default store is not available."""

_LOG = logging.getLogger(__name__)


def _ignore_report(_: EnrichmentReport) -> None:
    pass


def enrich_papers(
    papers: Iterable[Paper],
    settings: "EnrichSettings | None" = None,
    *,
    terms: "Terms | None" = None,
    store: str | Path | None = None,
    needs_store: bool = True,
    cassette: str | Path | None = None,
    record: str = "once",
    dead_urls: Container[str] = frozenset(),
    with_citing: bool = False,
    on_problem: Callable[[Problem], None] = log_problem,
    on_progress: Callable[[Progress], None] = ignore_progress,
    on_report: Callable[[EnrichmentReport], None] = _ignore_report,
) -> list[Paper]:
    """Ask services what they know about papers, and return the papers with the facts that no listing prints.

    Facts are identifiers, date, venue, citation counts, reference lists, keywords, abstracts whose licence allows
    passing them on, addresses of open copies, and repositories that services name. What a listing prints is kept. Each
    added fact has its source in `paper.added.sources`. Papers that turn out to be one work are merged, and references
    are resolved to papers of the list. Facts added in an earlier run are replaced by those of this one, and kept where
    it finds none.

    Parameters
    ----------
    papers
        Papers of a list, from `extract_papers` or `read_papers`.
    settings
        Which services are asked, and how; `EnrichSettings()` by default, which has no keys.
    terms
        The user's own terms, for concepts in abstracts that services add.
    store
        A file that keeps the facts of each service from run to run; a run that was interrupted continues from it. None
        keeps nothing.
    needs_store
        Whether a store that cannot be opened is an error; otherwise a warning is logged and nothing is kept.
    cassette, record
        A file of recorded answers, as for `audit_links`.
    dead_urls
        Links of the papers that an audit found dead, see `find_dead_links`: services are asked for the code of such
        papers too.
    with_citing
        Whether to ask for works that cite the papers, too; they are in the report, for `suggest_works`.
    on_problem, on_progress
        As for `extract_papers`.
    on_report
        Called with what was asked and found, with candidates that were not believed, and with conflicts.

    Raises
    ------
    NetworkDownError
        If no host name resolves and no service answers.
    CassetteError
        If a replay lacks a request.
    StoreError
        If the store cannot be used.
    SettingsError
        If `record` is not a mode.

    Examples
    --------
    >>> enrich_papers([])  # asks services about papers, of which there are none
    []
    """
    from papertrace.enrich.combine import carry_on
    from papertrace.enrich.run import enrich
    from papertrace.errors import check_choice
    from papertrace.pipeline.describing import describe_corpus
    from papertrace.resolve.papers.merging import merge_entries
    from papertrace.web.cassette import Cassette, RecordMode

    check_choice("record", record, RecordMode)
    listed = list(papers)
    split = split_added(listed)

    def show(n_done: int, n_total: int, left_s: float) -> None:
        duration = f"{left_s:.0f} s" if left_s < 120 else f"{left_s / 60:.0f} min"  # noqa: PLR2004 - two minutes
        left = f" (at least {duration} left)" if left_s >= 1 else ""
        on_progress(Progress(f"asking services{left}", n_done, n_total))

    with ExitStack() as stack:
        facts = stack.enter_context(open_facts(store, needs_store=needs_store))
        recording = stack.enter_context(Cassette(cassette, RecordMode(record))) if cassette else None
        found = enrich(
            [printed for printed, _ in split],
            settings,
            store=facts,
            cassette=recording,
            dead_urls=dead_urls,
            with_citing=with_citing,
            on_progress=show,
        )
    on_report(found.report)
    entries = [
        entry
        for (printed, former), added in zip(split, found.entries, strict=True)
        for entry in _entries(printed, carry_on(added, former))
    ]
    merged = merge_entries(entries, on_problem)
    described = list(describe_corpus(merged, terms, on_problem, on_progress=on_progress))
    return _with_former_links(described, listed)


def find_dead_links(
    verdicts: Path, papers: Sequence[Paper], on_problem: Callable[[Problem], None] = log_problem
) -> frozenset[str]:
    """Return the links of papers that are dead according to the store or the JSON-lines report of an audit.

    Raises ListingError, StoreError if the verdicts cannot be read.
    """
    found = read_history([verdicts], papers, on_problem).verdicts
    return frozenset(verdict.link.url for verdict in found if verdict.outcome is Outcome.DEAD)


def suggest_works(
    papers: Iterable[Paper], *, citing: Iterable[CitingWork] = (), n_most: int | None = None
) -> list[MissingWork]:
    """Return the works outside of a list that most of its papers cite, with the reason; see `rank_missing`.

    The papers need reference lists: from listings that print them, or from `enrich_papers`. `citing` are works
    that services describe, `citing` and `cited` of the report of `enrich_papers`.

    >>> from papertrace import Paper
    >>> papers = [Paper(id=one, title=one, abstract="", entries=(), references=("doi:10.5555/1",)) for one in "ab"]
    >>> [(work.name, work.reason) for work in suggest_works(papers)]
    [('doi:10.5555/1', 'cited by 2 of 2')]
    """
    from papertrace.model.papers.paper import rank_missing

    return rank_missing(papers, citing=citing, n_most=n_most)


def plan_enrichment(
    papers: Iterable[Paper],
    settings: "EnrichSettings | None" = None,
    *,
    store: str | Path | None = None,
    needs_store: bool = True,
    with_citing: bool = False,
) -> EnrichmentPlan:
    """Return the requests that `enrich_papers` is certain to send, without sending any."""
    from papertrace.enrich.run import plan
    from papertrace.web.exchange import Clock

    is_new = store is None or not Path(store).exists()
    with open_facts(None if is_new else store, needs_store=needs_store) as facts:
        printed = [paper for paper, _ in split_added(list(papers))]
        return plan(printed, settings, store=facts, now=Clock().wall(), with_citing=with_citing)


def read_keys(environment: Mapping[str, str]) -> dict[str, str]:
    """Return the keys of services in environment variables, by service."""
    from papertrace.enrich.settings import KEY_VARIABLES

    found = {
        service: next((value for name in names if (value := environment.get(name, "").strip())), "")
        for service, names in KEY_VARIABLES.items()
    }
    return {service: value for service, value in found.items() if value}


@contextmanager
def open_facts(path: str | Path | None, *, needs_store: bool = True) -> "Iterator[FactStore]":
    """Open the store of facts, in memory if there is no path or it cannot be used and need not be.

    Raises StoreError if the store cannot be used.
    """
    from papertrace.databases import level_of
    from papertrace.enrich.store import FactStore
    from papertrace.errors import StoreError

    try:
        store = FactStore(path)
    except StoreError as error:
        if needs_store:
            raise
        _LOG.log(level_of(error), "%s, %s", error, WITHOUT_FACTS)
        store = FactStore()
    with store:
        yield store


def _entries(paper: Paper, added: Entry | None) -> Iterator[Entry]:
    """Yield the entries of a paper and the one with added facts, under common identifiers."""
    from papertrace.listings.extracted import entries_of

    entries = list(entries_of(paper))
    if added is None:
        yield from entries
        return
    for entry in entries:
        # An entry that already has a paper's identifiers is merged with the added one whatever its title.
        title = added.title if entry.is_untitled else entry.title
        yield replace(entry, title=title, identifiers=added.identifiers.or_else(entry.identifiers))
    yield added


def _with_former_links(described: Sequence[Paper], before: Sequence[Paper]) -> list[Paper]:
    """Return papers with the claims that they had: those of papers read from an extracted file were found earlier."""
    read = [one for one in before if one.links and not any(entry.targets for entry in one.entries)]
    claims = {paper.id: paper.claim for paper in read}
    return [replace(paper, claim=claims[paper.id]) if paper.id in claims else paper for paper in described]
