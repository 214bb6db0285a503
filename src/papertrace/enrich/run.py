"""Asking the services: round after round, until no answer leads to a further request.

Each service has a few tasks that take its requests one after the other, so that a service that is down costs a few
requests and not all of them. Every answer is in the store before it is used.
"""

import logging
from collections import Counter, deque
from collections.abc import Callable, Container, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from http import HTTPStatus
from typing import TYPE_CHECKING

from papertrace.enrich.combine import add_facts
from papertrace.enrich.planning import Key, Planner, describe_queries, plan_queries
from papertrace.enrich.references import ReferenceUnion
from papertrace.enrich.resolution import Resolution, resolve, subject_of
from papertrace.enrich.settings import EnrichSettings
from papertrace.enrich.sources import SOURCES, Query
from papertrace.enrich.sources.source import TITLE
from papertrace.enrich.store import FactStore, oldest_allowed
from papertrace.model import Entry, Fault, Observation, Paper
from papertrace.model.work import Conflict, EnrichmentPlan, EnrichmentReport, ServiceAccount, Shortfall, Work
from papertrace.web.address import parse_address
from papertrace.web.cassette import Cassette
from papertrace.web.client import Await, Client, Emit, Task, Terms
from papertrace.web.clock import Clock, SystemClock, VirtualClock
from papertrace.web.pending import PendingAsk, queue_name
from papertrace.web.queues.connectivity import Connectivity
from papertrace.web.queues.host_queues import HostQueues
from papertrace.web.queues.worker_pool import InlinePool, ThreadPool
from papertrace.web.transport.guard import Resolver, system_resolver

if TYPE_CHECKING:
    from papertrace.web.exchange import Exchange
    from papertrace.web.transport.api_keys import ApiKey

MAX_ROUNDS = 24
MAX_FAILURES = 3
"""Requests of one service that fail in a row, each after all its retries, before it is asked no more in this run."""
TASKS_PER_SERVICE = 4
_TOO_MUCH = frozenset({HTTPStatus.BAD_REQUEST, HTTPStatus.REQUEST_ENTITY_TOO_LARGE, HTTPStatus.REQUEST_URI_TOO_LONG})
"""Statuses of a batch that is asked again in halves: it is too long, or one of its identifiers spoils it."""

_LOG = logging.getLogger(__name__)

OnProgress = Callable[[int, int, float], None]
"""Called with the requests done, those of the round, and the seconds that the rest will take at least."""


class KnownAnswers:
    """The answers so far, from the store and from this run: the works that services have for keys."""

    def __init__(self, store: FactStore, not_before: datetime) -> None:
        self._store = store
        self._not_before = not_before
        self._found: dict[Key, tuple[tuple[Work, ...], str] | None] = {}

    def __contains__(self, pair: object) -> bool:
        """Return whether a service has answered about a key."""
        return isinstance(pair, tuple) and self._load(pair) is not None

    def get(self, pair: Key, default: Sequence[Work] = ()) -> Sequence[Work]:
        """Return the works that a service has for a key."""
        found = self._load(pair)
        return default if found is None else found[0]

    def date(self, pair: Key) -> str:
        """Return the time of an answer, ISO 8601, or an empty text."""
        found = self._load(pair)
        return found[1] if found is not None else ""

    def put(self, service: str, answers: Mapping[str, tuple[Work, ...]], at: str) -> None:
        """Store the answers of one request."""
        self._store.put(service, answers.items(), at)
        for key, works in answers.items():
            self._found[service, key] = (works, at)

    def _load(self, pair: Key) -> tuple[tuple[Work, ...], str] | None:
        if pair not in self._found:
            self._found[pair] = self._store.get(*pair, not_before=self._not_before)
        return self._found[pair]


@dataclass(frozen=True, slots=True, kw_only=True)
class Enrichment:
    """What services add: for each paper an entry or None, in the order of the papers, and the report."""

    entries: tuple[Entry | None, ...]
    report: EnrichmentReport


@dataclass(slots=True)
class _Account:
    n_requests: int = 0
    n_credits: int = 0
    n_in_a_row: int = 0
    shortfalls: Counter[Shortfall] = field(default_factory=Counter)

    @property
    def is_down(self) -> bool:
        return self.n_in_a_row >= MAX_FAILURES


class Enricher:
    """The state of one run; not reusable."""

    def __init__(
        self,
        papers: Sequence[Paper],
        settings: EnrichSettings,
        client: Client[None],
        clock: Clock,
        *,
        known: KnownAnswers,
        on_progress: OnProgress,
        dead_urls: Container[str] = frozenset(),
    ) -> None:
        self._papers = papers
        self._dead_urls = dead_urls
        self._settings = settings
        self._client = client
        self._clock = clock
        self._known = known
        self._on_progress = on_progress
        self._failed: set[Key] = set()
        self._accounts = {name: _Account() for name in SOURCES if name in settings.services}
        self._todo: dict[str, deque[Query]] = {}
        self._n_done = self._n_total = 0

    def run(self) -> Enrichment:
        """Ask until nothing is left to ask, and return what follows for each paper."""
        for name in self._accounts:
            endpoint = self._settings.endpoints[name]
            if endpoint.interval_s:
                self._client.queues.set_interval(queue_name(name, endpoint.host), endpoint.interval_s)
        subjects = [subject_of(paper, self._dead_urls) for paper in self._papers]
        resolutions = [resolve(subject, self._known) for subject in subjects]
        planner = Planner(self._settings, resolutions)
        for _ in range(MAX_ROUNDS):
            keys = planner.next_keys(resolutions, self._known, self._failed)
            if not keys:
                break
            self._ask(plan_queries(keys, self._settings))
            asked = {key for _, key in keys}
            resolutions = [
                resolve(found.subject, self._known) if self._concerns(found, asked) else found for found in resolutions
            ]
        union = ReferenceUnion(resolutions, self._known)
        unnamed = [("openalex", name) for name in union.unnamed()] if "openalex" in self._accounts else []
        unnamed = [pair for pair in unnamed if pair not in self._known and pair not in self._failed]
        if unnamed:
            self._ask(plan_queries(unnamed, self._settings))
            union = ReferenceUnion(resolutions, self._known)
        return self._conclude(resolutions, union, planner)

    def _concerns(self, found: Resolution, asked: set[str]) -> bool:
        return found.subject.title_key in asked or any(name in asked for name in found.names) or not found.works

    def _ask(self, queries: Mapping[str, Sequence[Query]]) -> None:
        self._todo = {service: deque(of_service) for service, of_service in queries.items()}
        self._n_done, self._n_total = 0, sum(map(len, queries.values()))
        self._report_progress()
        tasks = (
            self._work_off(service)
            for service, of_service in queries.items()
            for _ in range(min(TASKS_PER_SERVICE, len(of_service)))
        )
        for _ in self._client.run(tasks):
            self._n_done += 1
            self._report_progress()

    def _report_progress(self) -> None:
        left_s = max(
            (len(todo) * self._settings.endpoints[service].interval_s for service, todo in self._todo.items()),
            default=0,
        )
        self._on_progress(self._n_done, self._n_total, left_s)

    def _work_off(self, service: str) -> Task[None]:
        """Send the requests of a service one after the other."""
        todo, account = self._todo[service], self._accounts[service]
        while todo:
            query = todo.popleft()
            if account.is_down:
                self._fail(service, query.keys, Shortfall.FAILED)
                yield Emit(None)
                continue
            before_s = self._clock.monotonic()
            answered = yield Await(query.ask, Terms(queue=service, pause_s=self._settings.backoff_s))
            _LOG.debug("%s answered in %.1f s", service, self._clock.monotonic() - before_s)
            self._read(service, query, answered.seen[-1], answered.at)
            account.n_requests += len(answered.seen)
            account.n_credits += query.credits
            self._client.replace_seen(query.ask, _without_body)
            yield Emit(None)

    def _read(self, service: str, query: Query, seen: Observation, at: str) -> None:
        source, account = SOURCES[service], self._accounts[service]
        try:
            answers = source.read(query, seen)
        except (ValueError, TypeError, KeyError, AttributeError, IndexError, RecursionError) as error:
            _LOG.warning("an answer of %s cannot be read: %r", source.label, error)
            answers = {}
        if answers:
            self._known.put(service, {key: tuple(works) for key, works in answers.items()}, at)
        undecided = tuple(key for key in query.keys if key not in answers)
        if not undecided:
            account.n_in_a_row = 0
            return
        if seen.status in _TOO_MUCH and len(query.keys) > 1:
            middle = len(query.keys) // 2
            for half in (query.keys[:middle], query.keys[middle:]):
                again = plan_queries([(service, key) for key in half], self._settings)[service]
                self._todo[service].extend(again)
                self._n_total += len(again)
            return
        shortfall = _shortfall(seen)
        account.n_in_a_row = 0 if answers or shortfall is Shortfall.UNREADABLE else account.n_in_a_row + 1
        self._fail(service, undecided, shortfall)

    def _fail(self, service: str, keys: Iterable[str], shortfall: Shortfall) -> None:
        for key in keys:
            self._failed.add((service, key))
            self._accounts[service].shortfalls[shortfall] += 1

    def _conclude(self, resolutions: Sequence[Resolution], union: ReferenceUnion, planner: Planner) -> Enrichment:
        dates = _Dates(self._known)
        entries: list[Entry | None] = []
        conflicts: list[Conflict] = []
        n_references: Counter[str] = Counter()
        n_citations = 0
        ids = {paper.id for paper in self._papers}
        for number, (paper, found) in enumerate(zip(self._papers, resolutions, strict=True)):
            references = union.unite(number)
            entry, own = add_facts(paper, found, references, dates)
            entries.append(entry)
            conflicts.extend(own)
            n_references.update(references.n_by_service)
            n_citations += sum(name in ids for name in references.names)
        for service, n in planner.over_budget.items():
            self._accounts[service].shortfalls[Shortfall.OVER_BUDGET] += n
        accounts = tuple(
            ServiceAccount(
                service=name,
                n_requests=account.n_requests,
                n_credits=account.n_credits,
                n_papers=sum(name in found.works for found in resolutions),
                n_references=n_references[name],
                shortfalls=tuple(sorted(account.shortfalls.items())),
            )
            for name, account in self._accounts.items()
        )
        report = EnrichmentReport(
            n_papers=len(self._papers),
            n_identified=sum(bool(found.works) for found in resolutions),
            n_citations=n_citations,
            accounts=accounts,
            candidates=tuple(one for found in resolutions for _, one in sorted(found.candidates.items())),
            conflicts=tuple(conflicts),
        )
        return Enrichment(entries=tuple(entries), report=report)


class _Dates(dict[tuple[str, str], str]):
    """The times of answers by service and key, looked up when they are needed."""

    def __init__(self, known: KnownAnswers) -> None:
        super().__init__()
        self._known = known

    def get(self, pair: tuple[str, str], default: str = "") -> str:  # type: ignore[override]  # the keys are these
        return self._known.date(pair) or default


def _shortfall(seen: Observation) -> Shortfall:
    if seen.fault is Fault.WITHHELD or seen.status == HTTPStatus.TOO_MANY_REQUESTS:
        return Shortfall.REFUSED
    if seen.fault is not None or seen.status is None or seen.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return Shortfall.FAILED
    if seen.status in {HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN}:
        return Shortfall.REFUSED
    return Shortfall.UNREADABLE


def _without_body(seen: Observation) -> Observation:
    return replace(seen, body="")


def enrich(
    papers: Sequence[Paper],
    settings: EnrichSettings | None = None,
    *,
    store: FactStore | None = None,
    cassette: Cassette | None = None,
    dead_urls: Container[str] = frozenset(),
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
        if cassette is not None and cassette.only_replays:
            clock = clock or VirtualClock()
            client = _replaying_client(settings, cassette, clock)
        else:
            clock = clock or SystemClock()
            client = stack.enter_context(_live_client(settings, cassette, clock, resolve_host))
        facts = store if store is not None else stack.enter_context(FactStore())
        known = KnownAnswers(facts, oldest_allowed(clock.wall(), settings.max_age_s))
        enricher = Enricher(papers, settings, client, clock, known=known, on_progress=on_progress, dead_urls=dead_urls)
        return enricher.run()


def plan(
    papers: Sequence[Paper], settings: EnrichSettings | None = None, *, store: FactStore | None = None, now: datetime
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
    )


def api_keys(settings: EnrichSettings) -> "Iterator[ApiKey]":
    """Yield the keys of the services that are asked, each for its own address alone.

    No key is sent without encryption, except to this machine.
    """
    from papertrace.web.transport.api_keys import ApiKey

    forms = {
        "openalex": {"parameter": "api_key"},
        "semantic-scholar": {"header": "x-api-key"},
        "opencitations": {"header": "authorization"},
        "hugging-face": {"header": "Authorization", "prefix": "Bearer "},
    }
    for name, value in sorted(settings.keys.items()):
        endpoint = settings.endpoints[name]
        if not endpoint.keeps_secrets:
            _LOG.warning("%s is asked without its key, since its address is not under https", name)
            continue
        yield ApiKey(base=parse_address(endpoint.base).url, value=value, **forms[name])


def _replaying_client(settings: EnrichSettings, cassette: Cassette, clock: Clock) -> Client[None]:
    # A recording requires a network, and a replay can wait for as long as hosts ask.
    connectivity = Connectivity(settings.control_names, is_up=True)
    return Client(
        settings, InlinePool(cassette.replay), clock, connectivity=connectivity, queues=HostQueues(per_host=1)
    )


@contextmanager
def _live_client(
    settings: EnrichSettings, cassette: Cassette | None, clock: Clock, resolve_host: Resolver
) -> Generator[Client[None], None, None]:
    # `requests` is slow to import, and a replay does not need it.
    from papertrace.web.transport.fetch import LiveExchange

    if settings.mailto:
        settings = replace(settings, user_agent=f"{settings.user_agent} (mailto:{settings.mailto})")
    keys = tuple(api_keys(settings))
    with closing(LiveExchange(settings, keys=keys, resolve=resolve_host, clock=clock)) as live:
        exchange: Exchange = live if cassette is None else cassette.around(live)
        with closing(ThreadPool[PendingAsk](exchange, settings.concurrency)) as pool:
            connectivity = Connectivity(settings.control_names)
            yield Client(settings, pool, clock, connectivity=connectivity, cassette=cassette)


__all__ = ["Enricher", "Enrichment", "KnownAnswers", "api_keys", "enrich", "plan"]
