"""Sending requests to services, and keeping what they answer.

Each service has a few tasks that take its requests one after the other, so that a service that is down costs a few
requests and not all of them. Every answer is in the store before it is used.
"""

import logging
from collections import Counter, deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from http import HTTPStatus

from papertrace.enrich.planning import Key, plan_queries
from papertrace.enrich.settings import EnrichSettings
from papertrace.enrich.sources import ALONE, SOURCES, Query
from papertrace.enrich.store import FactStore
from papertrace.model import Fault, Observation
from papertrace.model.papers.facts import Shortfall, Work
from papertrace.web.client import Await, Client, Emit, Pause, Task, Terms, queue_name
from papertrace.web.exchange import TOO_LONG, Clock

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


@dataclass(slots=True)
class Account:
    """What one service was asked in a run, and what it left unanswered."""

    n_requests: int = 0
    n_answered: int = 0
    n_credits: int = 0
    n_in_a_row: int = 0
    reason: Shortfall = Shortfall.FAILED  # why the last request failed
    shortfalls: Counter[Shortfall] = field(default_factory=Counter)

    @property
    def is_down(self) -> bool:
        """Whether too many requests have failed in a row to send another."""
        return self.n_in_a_row >= MAX_FAILURES


class Asker:
    """The requests of one run; `accounts` and `failed` say what became of them. Not reusable."""

    def __init__(
        self,
        settings: EnrichSettings,
        client: Client[None],
        clock: Clock,
        *,
        known: KnownAnswers,
        on_progress: OnProgress,
    ) -> None:
        self.known = known
        self.failed: set[Key] = set()
        self.accounts: dict[str, Account] = {name: Account() for name in SOURCES if name in settings.services}
        self._settings = settings
        self._client = client
        self._clock = clock
        self._on_progress = on_progress
        self._todo: dict[str, deque[Query]] = {}
        self._n_done = self._n_total = 0
        for name in self.accounts:
            endpoint = settings.endpoints[name]
            if endpoint.interval_s:
                client.queues.set_interval(queue_name(name, endpoint.host), endpoint.interval_s)

    def ask(self, queries: Mapping[str, Sequence[Query]]) -> None:
        """Send the queries of each service, and keep what they answer."""
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
        todo, account = self._todo[service], self.accounts[service]
        while todo:
            query = todo.popleft()
            if account.is_down:
                self._fail(service, query.keys, account.reason)
                yield Emit(None)
                continue
            before_s = self._clock.monotonic()
            answered = yield Await(query.ask, Terms(queue=service, pause_s=self._settings.backoff_s))
            if answered.seen[-1].fault is Fault.NO_NETWORK:
                # Without a network nothing is known of a service; if no host ever answers, the run ends here.
                yield Pause.UNTIL_NETWORK
            _LOG.debug("%s answered in %.1f s", service, self._clock.monotonic() - before_s)
            self._read(service, query, answered.seen[-1], answered.at)
            account.n_requests += len(answered.seen)
            account.n_credits += query.credits
            self._client.replace_seen(query.ask, _without_body)
            yield Emit(None)

    def _read(self, service: str, query: Query, seen: Observation, at: str) -> None:
        source, account = SOURCES[service], self.accounts[service]
        try:
            answers = source.read(query, seen)
        except (ValueError, TypeError, KeyError, AttributeError, IndexError, RecursionError) as error:
            _LOG.warning("an answer of %s cannot be read: %r", source.label, error)
            answers = {}
        if decided := {key: tuple(works) for key, works in answers.items() if works is not ALONE}:
            self.known.put(service, decided, at)
            account.n_answered += len(decided)
        for key in (key for key in answers if key not in decided):
            self._ask_again(service, (key,))
        undecided = tuple(key for key in query.keys if key not in answers)
        if not undecided:
            account.n_in_a_row = 0
            return
        if (seen.status in _TOO_MUCH or seen.detail == TOO_LONG) and len(query.keys) > 1:
            account.n_in_a_row += seen.detail == TOO_LONG  # The halves of an endless answer are endless, too.
            middle = len(query.keys) // 2
            for half in (query.keys[:middle], query.keys[middle:]):
                self._ask_again(service, half)
            return
        shortfall = _shortfall(seen)
        account.n_in_a_row = 0 if answers or shortfall is Shortfall.UNREADABLE else account.n_in_a_row + 1
        account.reason = shortfall
        self._fail(service, undecided, shortfall)

    def _ask_again(self, service: str, keys: Iterable[str]) -> None:
        again = plan_queries([(service, key) for key in keys], self._settings)[service]
        self._todo[service].extend(again)
        self._n_total += len(again)

    def _fail(self, service: str, keys: Iterable[str], shortfall: Shortfall) -> None:
        for key in keys:
            self.failed.add((service, key))
            self.accounts[service].shortfalls[shortfall] += 1


def _shortfall(seen: Observation) -> Shortfall:
    if seen.fault is Fault.WITHHELD or seen.status == HTTPStatus.TOO_MANY_REQUESTS:
        return Shortfall.REFUSED
    if seen.fault is not None or seen.status is None or seen.detail == TOO_LONG:
        return Shortfall.FAILED
    if seen.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return Shortfall.FAILED
    if seen.status in {HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN}:
        return Shortfall.REFUSED
    return Shortfall.UNREADABLE


def _without_body(seen: Observation) -> Observation:
    return replace(seen, body="")
