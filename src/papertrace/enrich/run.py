"""Asking the services: round after round, until no answer leads to a further request."""

import logging
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

from papertrace.enrich.asking import Asker, KnownAnswers, OnProgress
from papertrace.enrich.combine import add_facts, unite_identifiers
from papertrace.enrich.objections import subject_of
from papertrace.enrich.planning import (
    Planner,
    count_citing_requests,
    describe_queries,
    plan_citing,
    plan_queries,
)
from papertrace.enrich.references import DESCRIBING, TITLED_BY, ReferenceUnion, unite_citing
from papertrace.enrich.resolution import Resolution, resolve
from papertrace.enrich.services import SERVICES
from papertrace.enrich.settings import EnrichSettings
from papertrace.enrich.sources import SOURCES, TITLE
from papertrace.enrich.store import FactStore, oldest_allowed
from papertrace.model import Entry, Paper
from papertrace.model.papers.facts import Conflict, EnrichmentPlan, EnrichmentReport, ServiceAccount, Shortfall
from papertrace.web.address import parse_address
from papertrace.web.cassette import Cassette
from papertrace.web.client import Client, open_client
from papertrace.web.exchange import Clock
from papertrace.web.guard import Resolver, system_resolver

if TYPE_CHECKING:
    from papertrace.web.exchange import Exchange
    from papertrace.web.fetch import ApiKey

MAX_ROUNDS = 24
MAX_TITLES = 200
"""Citing works without a title for which one is asked."""
_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Enrichment:
    """What services add: for each paper an entry or None, in the order of the papers, and the report."""

    entries: tuple[Entry | None, ...]
    report: EnrichmentReport


class Enricher:
    """The state of one run; not reusable."""

    def __init__(
        self,
        papers: Sequence[Paper],
        settings: EnrichSettings,
        asker: Asker,
        *,
        dead_urls: Container[str] = frozenset(),
        with_citing: bool = False,
    ) -> None:
        self._papers = papers
        self._settings = settings
        self._asker = asker
        self._known = asker.known
        self._dead_urls = dead_urls
        self._with_citing = with_citing

    def run(self) -> Enrichment:
        """Ask until nothing is left to ask, and return what follows for each paper."""
        subjects = [subject_of(paper, self._dead_urls) for paper in self._papers]
        resolutions = [resolve(subject, self._known) for subject in subjects]
        planner = Planner(self._settings, resolutions)
        for _ in range(MAX_ROUNDS):
            keys = planner.next_keys(resolutions, self._known, self._asker.failed)
            if not keys:
                break
            self._asker.ask(plan_queries(keys, self._settings))
            asked = {key for _, key in keys}
            resolutions = [
                resolve(subject, self._known) if self._concerns(found, asked) else found
                for subject, found in zip(subjects, resolutions, strict=True)
            ]
        union = ReferenceUnion(resolutions, self._known)
        for service in TITLED_BY:
            if self._ask_about(service, union.unnamed()):
                union = ReferenceUnion(resolutions, self._known)
        if self._with_citing:
            self._ask_for_citing(resolutions)
        return self._conclude(resolutions, union, planner)

    def _ask_for_citing(self, resolutions: Sequence[Resolution]) -> None:
        """Ask for the works that cite the papers, of each at the next service if one fails, then for their titles."""
        for _ in SOURCES:
            keys = plan_citing(resolutions, self._settings, self._known, self._asker.failed)
            if not keys:
                break
            self._asker.ask(plan_queries(keys, self._settings))
        untitled = [work for work in unite_citing(resolutions, self._known) if not work.title and len(work.cites) > 1]
        names = [name for work in untitled[:MAX_TITLES] for name in work.names[:1]]
        for service in DESCRIBING:
            self._ask_about(service, names)
            names = [name for name in names if not self._known.get((service, name))]

    def _ask_about(self, service: str, names: Iterable[str]) -> bool:
        """Ask a service, if it is one to ask, about names that are new to it; return whether there are any."""
        if service not in self._asker.accounts:
            return False
        keys = [(service, name) for name in names if SOURCES[service].accepts(name)]
        keys = [key for key in keys if key not in self._known and key not in self._asker.failed]
        if keys:
            self._asker.ask(plan_queries(keys, self._settings))
        return bool(keys)

    def _concerns(self, found: Resolution, asked: set[str]) -> bool:
        return found.subject.title_key in asked or any(name in asked for name in found.names) or not found.works

    def _conclude(self, resolutions: Sequence[Resolution], union: ReferenceUnion, planner: Planner) -> Enrichment:
        entries: list[Entry | None] = []
        conflicts: list[Conflict] = []
        n_references: Counter[str] = Counter()
        n_citations = n_self_references = 0
        ids = {paper.id for paper in self._papers}
        for number, (paper, found) in enumerate(zip(self._papers, resolutions, strict=True)):
            references = union.unite(number)
            entry, own = add_facts(paper, found, references, self._known.date)
            entries.append(entry)
            conflicts.extend(own)
            n_references.update(references.n_by_service)
            n_citations += sum(name in ids for name in references.names)
            n_self_references += references.has_itself
        for numbers in _same_works(resolutions):
            same = [entry for number in numbers if (entry := entries[number])]
            identifiers = unite_identifiers(same)
            for number in numbers:
                entry = entries[number]
                entries[number] = replace(entry, identifiers=identifiers) if entry else None
        for service, n in planner.over_budget.items():
            self._asker.accounts[service].shortfalls[Shortfall.OVER_BUDGET] += n
        accounts = tuple(
            ServiceAccount(
                service=name,
                n_requests=account.n_requests,
                n_answered=account.n_answered,
                n_credits=account.n_credits,
                n_papers=sum(name in found.works for found in resolutions),
                n_references=n_references[name],
                shortfalls=tuple(sorted(account.shortfalls.items())),
            )
            for name, account in self._asker.accounts.items()
        )
        report = EnrichmentReport(
            n_papers=len(self._papers),
            n_identified=sum(bool(found.works) for found in resolutions),
            n_citations=n_citations,
            n_self_references=n_self_references,
            accounts=accounts,
            candidates=tuple(one for found in resolutions for _, one in sorted(found.candidates.items())),
            conflicts=tuple(conflicts),
            cited=tuple(union.describe()),
            citing=unite_citing(resolutions, self._known) if self._with_citing else (),
        )
        return Enrichment(entries=tuple(entries), report=report)


def _same_works(resolutions: Sequence[Resolution]) -> list[list[int]]:
    """Return the numbers of papers that services know as one work, of each such work."""
    groups: dict[int, list[int]] = {}
    owner: dict[str, int] = {}
    for number, found in enumerate(resolutions):
        said = {name for work in found.works.values() for name in (*work.names, *work.versions)} - found.disputed.keys()
        roots = {owner[name] for name in said if name in owner}
        first = min(roots, default=number)
        groups[first] = sorted({number, *(one for root in roots for one in groups.pop(root))})
        owner |= dict.fromkeys(said, first)
        owner = {name: first if root in roots else root for name, root in owner.items()} if len(roots) > 1 else owner
    return [numbers for numbers in groups.values() if len(numbers) > 1]


def enrich(
    papers: Sequence[Paper],
    settings: EnrichSettings | None = None,
    *,
    store: FactStore | None = None,
    cassette: Cassette | None = None,
    dead_urls: Container[str] = frozenset(),
    with_citing: bool = False,
    resolve_host: Resolver = system_resolver,
    clock: Clock | None = None,
    on_progress: OnProgress = lambda *_: None,
) -> Enrichment:
    """Ask services about papers, and return what they add to each.

    Parameters
    ----------
    papers
        Papers of a list. Their order decides only at which service a title is looked for first.
    settings
        Which services are asked, and how.
    store
        Answers of earlier runs; those that are young enough are used again. Each new one is written before it is used.
    cassette
        Answers to record, to replay or both; the caller opens and closes it.
    dead_urls
        Links of the papers that an audit found dead: services are asked for the code of such papers too.
    with_citing
        Whether to ask for works that cite the papers, too.
    resolve_host, clock
        The resolver of host names, and the clock.
    on_progress
        Called after each request.

    Raises
    ------
    NetworkDownError
        When no name resolves and no service has answered.
    CassetteError
        When a replay lacks a request.
    StoreError
        When the store cannot be read or written.
    """
    settings = settings or EnrichSettings()
    with ExitStack() as stack:
        exchange = partial(_open_exchange, settings, resolve_host)
        client: Client[None] = stack.enter_context(open_client(settings, cassette, clock, exchange))
        facts = store if store is not None else stack.enter_context(FactStore())
        known = KnownAnswers(facts, oldest_allowed(client.clock.wall(), settings.max_age_s))
        asker = Asker(settings, client, client.clock, known=known, on_progress=on_progress)
        enricher = Enricher(papers, settings, asker, dead_urls=dead_urls, with_citing=with_citing)
        return enricher.run()


def plan(
    papers: Sequence[Paper],
    settings: EnrichSettings | None = None,
    *,
    store: FactStore | None = None,
    now: datetime,
    with_citing: bool = False,
) -> EnrichmentPlan:
    """Return the requests that are certain to be sent about some papers, without sending any."""
    settings = settings or EnrichSettings()
    with ExitStack() as stack:
        facts = store if store is not None else stack.enter_context(FactStore())
        known = KnownAnswers(facts, oldest_allowed(now, settings.max_age_s))
        resolutions = [resolve(subject_of(paper), known) for paper in papers]
        keys = Planner(settings, resolutions).certain_keys(resolutions, known)
    return EnrichmentPlan(
        n_papers=len(papers),
        n_known=sum(bool(found.works) for found in resolutions),
        n_titles=len({key for _, key in keys if key.startswith(TITLE)}),
        services=describe_queries(plan_queries(keys, settings), settings),
        n_citing_requests=count_citing_requests(len(papers), settings) if with_citing else 0,
    )


def api_keys(settings: EnrichSettings) -> "Iterator[ApiKey]":
    """Yield the keys of the services that are asked, each for its own address alone.

    No key is sent without encryption, except to this machine.
    """
    from papertrace.web.fetch import ApiKey

    for name, value in sorted(settings.keys.items()):
        endpoint = settings.endpoints[name]
        if not endpoint.keeps_secrets:
            _LOG.warning("%s is asked without its key, since its address is not under https", name)
            continue
        how = {option: text for option, text in SERVICES[name]["key"].items() if option != "variables"}
        yield ApiKey(base=parse_address(endpoint.base).url, value=value, **how)


@contextmanager
def _open_exchange(settings: EnrichSettings, resolve_host: Resolver, clock: Clock) -> "Iterator[Exchange]":
    # `requests` is slow to import, and a replay does not need it.
    from papertrace.web.fetch import LiveExchange

    if settings.mailto:
        settings = replace(settings, user_agent=f"{settings.user_agent} (mailto:{settings.mailto})")
    keys = tuple(api_keys(settings))
    with closing(LiveExchange(settings, keys=keys, resolve=resolve_host, clock=clock)) as live:
        yield live


__all__ = ["Enricher", "Enrichment", "KnownAnswers", "api_keys", "enrich", "plan"]
