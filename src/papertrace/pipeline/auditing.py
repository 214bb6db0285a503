"""Links to verdicts: ask, and put the places and the papers to the verdicts."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from papertrace.model import AuditResult, Finding, Link, Markup, Outcome, PaperCode, PaperPlace, Span, Verdict
from papertrace.pipeline.choice import Choice
from papertrace.pipeline.link_collection import ClaimedCode, Collected
from papertrace.pipeline.progress import Progress, ignore_progress

if TYPE_CHECKING:
    from papertrace.audit.history.store import Store
    from papertrace.audit.settings import AuditSettings
    from papertrace.web.cassette import Cassette


def find_links(text: str, markup: Markup | str = Markup.TEXT) -> list[Link]:
    """Return the URLs of a text in the order in which they stand, repaired, each with its place and identity.

    `markup` is `text`, `md`, `html`, `tex` or `bib`. A URL that is printed twice is returned once.

    >>> [link.url for link in find_links("Code: github.com/acme/fastmm.")]
    ['https://github.com/acme/fastmm']
    """
    from papertrace.extract.links import find_links as find

    return find(text, markup)


def audit(
    links: Iterable[Link],
    *,
    settings: "AuditSettings | None" = None,
    cassette: "Cassette | None" = None,
    store: "Store | None" = None,
    dates: Mapping[str, str] | None = None,
) -> Iterator[Verdict]:
    """Look at every link and yield one verdict for each, as they come; see `papertrace.audit.run.audit`.

    Raises
    ------
    NetworkDownError
        Where no name resolves and nothing answered: then there is nothing to say of any link.
    CassetteError
        Where a replay lacks a request.
    StoreError
        Where the store cannot be read or written.
    """
    from papertrace.audit.run import audit as run

    return run(links, settings=settings, cassette=cassette, store=store, dates=dates)


def judge_links(
    collected: Collected,
    *,
    settings: "AuditSettings",
    store: Path | None = None,
    cassette: Path | None = None,
    record: str = "once",
    choice: Choice | None = None,
    accepted: AbstractSet[int] = frozenset(),
    compare: str | None = None,
    fail_on: AbstractSet[str] = frozenset({Outcome.DEAD}),
    on_progress: Callable[[Progress], None] = ignore_progress,
) -> AuditResult:
    """Audit links and return one finding for each URL, in the order of their first places, with all that reports tell.

    Parameters
    ----------
    collected
        The links and their papers.
    settings, store, cassette, record
        As for `audit`; the store and the cassette by their files.
    choice
        Which links to look at; the others are findings too, skipped with the reason.
    accepted
        Statuses that count as alive.
    compare
        A run of the store to compare with: `last`, its number, or a date.
    fail_on
        Outcomes and repository states that fail the run.
    on_progress
        Receives how many verdicts there are, each time one comes.

    Raises
    ------
    NetworkDownError, CassetteError, StoreError
        As `audit`; `StoreError` also where there is no such run, or no store to compare with.
    """
    from papertrace.audit.history.compare import compare_findings
    from papertrace.audit.history.store import Store
    from papertrace.audit.verdicts.accept import accept
    from papertrace.errors import StoreError
    from papertrace.web.cassette import Cassette, RecordMode

    if compare is not None and store is None:
        message = f"--compare {compare}: no store is used; name the file of earlier runs with --store"
        raise StoreError(message)
    first = {link.url: link for link, _ in reversed(collected.links)}
    comparison = None
    with ExitStack() as stack:
        kept = stack.enter_context(Store(store)) if store else None
        run = kept.find_run(compare) if kept and compare is not None else None
        played = stack.enter_context(Cassette(cassette, RecordMode(record))) if cassette else None
        verdicts: dict[tuple[Span, str], Verdict] = {}
        chosen = (_with_repository(first[url], settings) for url in collected.urls)
        dates = _dates(collected)
        judge = partial(audit, settings=settings, cassette=played, store=kept, dates=dates)
        for verdict in _judge(chosen, choice or Choice(), judge):
            # The URL of a verdict lacks user information, so that the place tells which link it is of.
            verdicts[verdict.link.span, verdict.link.raw] = accept(verdict, accepted)
            on_progress(Progress("checking links", len(verdicts), len(collected.urls)))
        findings = _findings(collected, first, verdicts)
        if kept and run:
            comparison = compare_findings(tuple(findings.values()), kept, run, accepted=accepted)
    return AuditResult(
        findings=tuple(findings.values()),
        codes=tuple(_paper_code(code, findings) for code in collected.claims),
        comparison=comparison,
        fail_on=frozenset(fail_on),
    )


def _judge(
    links: Iterable[Link], choice: Choice, judge: Callable[[Iterable[Link]], Iterator[Verdict]]
) -> Iterator[Verdict]:
    """Yield the verdicts on links: first on those that are left out, then on the others as they come."""
    from papertrace.audit.link_groups import public_link

    chosen = []
    for link in links:
        reason = choice.reason_to_skip(link.url)
        if reason is None:
            chosen.append(link)
        else:
            yield Verdict(link=public_link(link), outcome=Outcome.SKIPPED, reason=reason)
    yield from judge(chosen)


def _with_repository(link: Link, settings: "AuditSettings") -> Link:
    """Return a link with its repository where the settings say of a host what its name does not tell."""
    from papertrace.extract.urls.repositories import repository_at

    if link.repository is not None:
        return link
    gitlab_hosts = settings.endpoints.gitlab.hosts
    repository = repository_at(link.url, github_hosts=settings.endpoints.github.hosts, gitlab_hosts=gitlab_hosts)
    return replace(link, repository=repository) if repository is not None else link


def _dates(collected: Collected) -> dict[str, str]:
    """Return for each address the date of the earliest paper that prints it, where a year is known."""
    dates: dict[str, str] = {}
    for link, place in collected.links:
        if place.date and place.date[:4].isdecimal():
            dates[link.url] = min(place.date, dates.get(link.url, place.date))
    return dates


def _findings(
    collected: Collected, first: Mapping[str, Link], verdicts: Mapping[tuple[Span, str], Verdict]
) -> dict[str, Finding]:
    """Return the findings by their URLs as printed, in the order of their first places."""
    places: dict[str, dict[PaperPlace, None]] = {}
    for link, place in collected.links:
        places.setdefault(link.url, {})[place] = None
    found = {url: verdicts.get((first[url].span, first[url].raw)) for url in collected.urls}
    return {
        url: Finding(verdict=verdict, papers=tuple(places[url]))
        for url, verdict in found.items()
        if verdict is not None
    }


def _paper_code(code: ClaimedCode, findings: Mapping[str, Finding]) -> PaperCode:
    found = tuple(findings[link.url] for link in code.links if link.url in findings)
    return PaperCode(place=code.place, claim=code.claim, findings=found)
