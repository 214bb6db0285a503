"""The event loop that sends requests for many tasks at once, each when its host may be sent another.

A task is a generator. It yields what it needs next and is resumed with the result:

>>> from papertrace.model import Ask, Method
>>> def status_of(url: str) -> Task[int]:
...     answered = yield Await(Ask(method=Method.GET, url=url))
...     yield Emit(answered.seen[-1].status or 0)

One thread runs all tasks and owns all state: queues, requests in progress, redirects, retries. Workers only send the
requests they are given. So no locks are needed, and replaying a cassette runs the same code without waiting.

Pools of workers send concurrently from threads, or inline when a cassette answers. Workers make no decisions and never
wait: they send a request at once and return its answer.
"""

import logging
import math
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import dataclass
from enum import Enum
from http import HTTPStatus
from queue import Empty, SimpleQueue
from typing import Any, Generic, TypeVar, assert_never

from papertrace.model import Ask, Fault, Method, Observation
from papertrace.web.address import parse_address, public_url
from papertrace.web.cassette import Cassette
from papertrace.web.exchange import (
    Answer,
    Clock,
    Exchange,
    RedirectChain,
    Request,
    VirtualClock,
    forbid_nothing,
    is_transient,
)
from papertrace.web.queues import (
    CONTINUED,
    NEW,
    REFUSED,
    RETRY,
    Connectivity,
    HostQueues,
    announced_budget,
    requested_wait_s,
    stated_pace,
)
from papertrace.web.settings import WebSettings

T = TypeVar("T")


class WorkerPool(Generic[T]):
    """Workers that take requests and return answers, each with the tag of its request.

    They are threads, or with `n_threads` of 0 the calling thread, for an exchange that does not use the network. The
    threads are daemons, so that an interrupted audit ends at once instead of waiting for hosts that do not answer.
    """

    def __init__(self, exchange: Exchange, n_threads: int = 0) -> None:
        """Create a pool; threads are started as requests are submitted."""
        self._exchange = exchange
        self._n_threads = n_threads
        self._threads: list[threading.Thread] = []
        self._work: SimpleQueue[tuple[T, Request] | None] = SimpleQueue()
        self._results: SimpleQueue[tuple[T, Answer | BaseException]] = SimpleQueue()
        self._busy = 0

    @property
    def busy(self) -> int:
        """The number of requests in flight, or answered and not collected yet."""
        return self._busy

    @property
    def has_room(self) -> bool:
        """Whether another request may be submitted."""
        return self._busy < max(self._n_threads, 1)

    def submit(self, tag: T, request: Request) -> None:
        """Send a request from an idle thread, or answer it at once."""
        self._busy += 1
        if not self._n_threads:
            self._results.put((tag, self._exchange(request)))
            return
        if self._busy > len(self._threads):
            thread = threading.Thread(target=self._serve, name="papertrace-audit", daemon=True)
            self._threads.append(thread)
            thread.start()
        self._work.put((tag, request))

    def collect(self, timeout_s: float | None) -> list[tuple[T, Answer]]:
        """Return the answers that have arrived, waiting at most `timeout_s` for the first; None waits without limit.

        An error in a worker is raised here.
        """
        collected = []
        try:
            results = [self._results.get(timeout=timeout_s)]
            while not self._results.empty():
                results.append(self._results.get_nowait())
        except Empty:
            return []
        for tag, result in results:
            self._busy -= 1
            if isinstance(result, BaseException):
                raise result
            collected.append((tag, result))
        return collected

    def close(self) -> None:
        """Stop every thread after its current request."""
        for _ in self._threads:
            self._work.put(None)

    def _serve(self) -> None:
        while (job := self._work.get()) is not None:
            tag, request = job
            try:
                self._results.put((tag, self._exchange(request)))
            except BaseException as error:  # noqa: BLE001 - reraised by `collect`
                self._results.put((tag, error))


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """How a request is queued and retried; ignored if the same request is already in progress.

    `rank` is its priority in the queue of its host, `delay_s` the seconds before it may be sent. `n_failed` counts
    earlier transient failures of the same address. `refuses` recognises answers that ask the client to come back later,
    beyond those that HTTP defines; `pause_s` is the wait after one that does not say how long. `queue` names a queue of
    its own at the host, for services that share a host but not their limits. A request that would have to wait for
    longer than `max_wait_s` before it is repeated, or took that long to time out, is not repeated.
    """

    rank: int = NEW
    delay_s: float = 0.0
    n_failed: int = 0
    refuses: Callable[[Answer], bool] = lambda _: False
    pause_s: float | None = None
    queue: str = ""
    max_wait_s: float = math.inf


UNSAID = frozenset({429, 503})
TRIES_UNSAID = 2
"""How many more tries than others a request has whose host refuses without saying for how long."""
SECOND_TIMEOUT_SHARE = 0.25
MIN_SECOND_TIMEOUT_S = 1.0
"""How long a try may take after one that timed out, as a share of the timeout, and at least."""


def queue_name(queue: str, host: str) -> str:
    """Return the name of a separate queue at a host."""
    return f"{queue} at {host}"


def _is_refusal(seen: Answer | Observation) -> bool:
    """Return whether HTTP has an answer mean that the client shall come back later: 429, or 503 with a time."""
    if seen.status == HTTPStatus.SERVICE_UNAVAILABLE:
        return any(name == "retry-after" for name, _ in seen.headers)
    return seen.status == HTTPStatus.TOO_MANY_REQUESTS


class NextStep(Enum):
    """What a request in progress needs after an answer."""

    REDIRECT = "redirect"  # the target of a redirect is to be requested
    RETRY = "retry"  # the answer was transient
    DONE = "done"


class PendingAsk:
    """An `Ask` in progress, until its last answer.

    `seen` contains one observation for each try, `at` the time of the last answer. Whether it continues depends only on
    its own answers, never on other requests or on durations, so a replay in another order ends the same way.

    An audit has one for each link from the start, so it has its redirects only while they are followed.
    """

    __slots__ = (
        *("_chain", "_deadline_s", "_forbids", "_is_transient", "_max_tries", "_settings", "_terms"),
        *("ask", "at", "is_over", "seen"),
    )

    def __init__(
        self,
        ask: Ask,
        settings: WebSettings,
        *,
        terms: Terms | None = None,
        is_transient: Callable[[Observation], bool] = is_transient,
        forbids: Callable[[str], str | None] = forbid_nothing,
    ) -> None:
        """Start an ask on some terms.

        `is_transient` decides which observations are retried, and `forbids` returns why the target of a redirect must
        not be requested, or None.
        """
        self.ask = ask
        self.seen: list[Observation] = []
        self.at: str = ""
        self.is_over: bool = False
        self._terms = terms or Terms()
        self._is_transient = is_transient
        self._forbids = forbids
        self._settings = settings
        # HEAD is not retried: it is followed by GET, which is.
        self._max_tries = max(1, settings.retries + 1 - self._terms.n_failed) if ask.method is not Method.HEAD else 1
        self._deadline_s = settings.deadline_s
        self._chain: RedirectChain | None = None

    @property
    def host(self) -> str:
        """The queue of the next request: its host, or a separate one where rate limits are, as for git."""
        host = parse_address(self.ask.url).host if self._chain is None else self._chain.host
        queue = "git" if self.ask.method is Method.GIT else self._terms.queue
        return queue_name(queue, host) if queue else host

    @property
    def pause_s(self) -> float:
        """The seconds of a pause after a refusal that does not state one."""
        return self._settings.backoff_s if self._terms.pause_s is None else self._terms.pause_s

    @property
    def backoff_s(self) -> float:
        """The seconds to wait before the next try, doubled each time unless the queue of its host does that."""
        if self.seen and self.seen[-1].status in UNSAID:
            return self._settings.backoff_s
        return float(self._settings.backoff_s * 2 ** max(0, len(self.seen) - 1))

    def is_refused(self, answer: Answer) -> bool:
        """Return whether an answer asks the client to come back later."""
        return _is_refusal(answer) or self._terms.refuses(answer)

    def request(self) -> Request:
        """Return the next request to send."""
        return self._redirects.request()

    def take(self, answer: Answer) -> NextStep:
        """Process the answer to `request`."""
        self.at = answer.at or self.at
        if answer.fault is Fault.WITHHELD and self.seen:
            # The retry was not sent, so the earlier observation counts.
            return self._end()
        observation = self._redirects.take(answer)
        if observation is None:
            return NextStep.REDIRECT
        self.seen.append(observation)
        # A refusal says nothing about a page that has failed before, and the other way round.
        n_alike = sum(_is_refusal(one) == _is_refusal(observation) for one in self.seen)
        is_open = self._is_transient(observation) or self._terms.refuses(answer)
        if is_open and n_alike < self._tries_after(answer) and self._wait_s(answer) <= self._terms.max_wait_s:
            self._deadline_s = self._settings.deadline_s
            if self.is_timed_out:
                # A host that has recovered needs less. Questions to a registry or service, which may be large, do not.
                least_s = max(self._settings.timeout_s * SECOND_TIMEOUT_SHARE, MIN_SECOND_TIMEOUT_S)
                self._deadline_s = min(self._deadline_s, least_s)
            self._chain = None
            return NextStep.RETRY
        return self._end()

    def _tries_after(self, answer: Answer) -> int:
        """Return how many tries an answer allows: more if the host may refuse, without saying for how long."""
        is_page = not self.ask.accept and self.ask.method is not Method.GIT
        is_unsaid = is_page and answer.status in UNSAID and answer.header("retry-after") is None
        return self._max_tries + (TRIES_UNSAID if is_unsaid and self._max_tries > 1 else 0)

    def _wait_s(self, answer: Answer) -> float:
        """Return how long the next try would have to wait, or after a time-out probably take."""
        if answer.fault is Fault.TIMEOUT:
            return self._deadline_s
        return requested_wait_s(answer, is_refusal=self.is_refused(answer)) or 0.0

    @property
    def is_timed_out(self) -> bool:
        """Whether the last try of a page ended without an answer in time; the host has then rested for long enough."""
        return bool(self.seen) and self.seen[-1].fault is Fault.TIMEOUT and not self.ask.accept

    def _end(self) -> NextStep:
        self.is_over = True
        self._chain = None
        return NextStep.DONE

    @property
    def _redirects(self) -> RedirectChain:
        if self._chain is None:
            self._chain = RedirectChain(
                self.ask,
                max_redirects=self._settings.max_redirects,
                deadline_s=self._deadline_s,
                forbids=self._forbids,
            )
        return self._chain


_LOG = logging.getLogger(__name__)

_UNAVAILABLE = frozenset({502, 503, 504})


@dataclass(frozen=True, slots=True)
class Await:
    """A step of a task: send a request, once for all tasks that await it, and resume with its result."""

    ask: Ask
    terms: Terms = Terms()


@dataclass(frozen=True, slots=True)
class Emit(Generic[T]):
    """A step of a task: a result, which `Client.run` yields."""

    value: T


@dataclass(frozen=True, slots=True)
class Start(Generic[T]):
    """A step of a task: another task to run concurrently."""

    task: "Task[T]"


class Pause(Enum):
    """A step of a task: resume once the network is known to be up."""

    UNTIL_NETWORK = "until_network"


Task = Generator[Await | Emit[T] | Start[T] | Pause, PendingAsk, None]


class Client(Generic[T]):
    """The requests of one run and the queues of their hosts; not reusable."""

    def __init__(
        self,
        settings: WebSettings,
        pool: WorkerPool[PendingAsk],
        clock: Clock,
        *,
        connectivity: Connectivity,
        queues: HostQueues[PendingAsk] | None = None,
        cassette: Cassette | None = None,
        is_transient: Callable[[Observation], bool] = is_transient,
        forbids: Callable[[str], str | None] = forbid_nothing,
    ) -> None:
        """Create a client whose requests are sent by `pool`.

        `cassette` records the requests that are withheld; those that are sent are recorded by the pool's exchange.
        `is_transient` decides which observations are retried. `forbids` returns why the target of a page's redirect
        must not be requested, or None.
        """
        self.queues: HostQueues[PendingAsk] = queues or HostQueues(
            per_host=settings.per_host, stagger_s=settings.stagger_s, max_wait_s=settings.max_wait_s
        )
        for limit in settings.host_limits:
            self.queues.set_limit(limit.host, limit.concurrency, limit.gap_s)
        self._settings = settings
        self.clock: Clock = clock
        self._pool = pool
        self._connectivity = connectivity
        self._cassette = cassette
        self._is_transient = is_transient
        self._forbids = forbids
        self._pending: dict[Ask, PendingAsk] = {}
        self._waiting: dict[Ask, list[Task[T]]] = {}
        self._paused: list[Task[T]] = []
        self._ready: deque[tuple[Task[T], PendingAsk | None]] = deque()

    def run(self, tasks: Iterable[Task[T]]) -> Iterator[T]:
        """Run tasks and yield the values that they emit, in order of completion.

        Raises
        ------
        NetworkDownError
            When no host has answered and not even the control names resolve.
        """
        for task in tasks:
            self._ready.append((task, None))
            yield from self._run_ready()
        while self._waiting:
            self._send_due()
            wake_at = self.queues.wake_at() if self._pool.has_room else None
            wait_s = None if wake_at is None else max(0.0, wake_at - self.clock.monotonic())
            if self._pool.busy:
                yield from self._process(self._pool.collect(wait_s))
            elif wait_s is not None:
                self.clock.sleep(wait_s)
            else:
                message = f"{len(self._waiting)} requests are open, but none is queued or in flight"
                raise RuntimeError(message)
        if self._paused:
            raise self._connectivity.error()

    def replace_seen(self, ask: Ask, change: Callable[[Observation], Observation]) -> None:
        """Replace the observations kept of a request, to release bodies that are no longer needed."""
        pending = self._pending.get(ask)
        if pending is not None:
            pending.seen = [change(one) for one in pending.seen]

    def _run_ready(self) -> Iterator[T]:
        """Run tasks until all of them wait for an answer or the network."""
        while self._ready:
            task, answered = self._ready.popleft()
            try:
                step = next(task) if answered is None else task.send(answered)
            except StopIteration:
                continue
            match step:
                case Await():
                    self._await(step, task)
                case Emit(value=value):
                    self._ready.appendleft((task, None))
                    yield value
                case Start(task=other):
                    self._ready.appendleft((task, None))
                    self._ready.append((other, None))
                case Pause.UNTIL_NETWORK:
                    if self._connectivity.is_up:
                        self._ready.appendleft((task, None))
                    else:
                        self._paused.append(task)
                case _:
                    assert_never(step)

    def _await(self, wanted: Await, task: Task[T]) -> None:
        pending = self._pending.get(wanted.ask)
        if pending is None:
            pending = self._pending[wanted.ask] = PendingAsk(
                wanted.ask,
                self._settings,
                terms=wanted.terms,
                is_transient=self._is_transient,
                # The addresses of registries are those of the settings, and of the service itself.
                forbids=forbid_nothing if wanted.ask.accept else self._forbids,
            )
            self._waiting[wanted.ask] = [task]
            self._queue(pending, rank=wanted.terms.rank, delay_s=wanted.terms.delay_s)
        elif pending.is_over:
            self._ready.append((task, pending))
        else:
            self._waiting[wanted.ask].append(task)

    def _queue(self, pending: PendingAsk, *, rank: int, delay_s: float = 0.0) -> None:
        reason = self.queues.closed_reason(pending.host)
        if reason is not None:
            self._withhold(pending, reason)
            return
        not_before = self.clock.monotonic() + delay_s if delay_s else -math.inf
        self.queues.put(pending.host, pending, rank=rank, not_before=not_before)

    def _withhold(self, pending: PendingAsk, reason: str) -> None:
        """Give the request of a closed host the fault `WITHHELD`, and record that on the cassette."""
        answer = Answer(fault=Fault.WITHHELD, detail=reason)
        if self._cassette is not None:
            answer = self._cassette.record(pending.request(), answer)
        self._advance(pending, answer)

    def _send_due(self) -> None:
        now = self.clock.monotonic()
        while self._pool.has_room and (turn := self.queues.take(now)) is not None:
            _, pending = turn
            request = pending.request()
            _LOG.debug("%s %s", request.method, public_url(request.url))
            self._pool.submit(pending, request)

    def _process(self, answers: Sequence[tuple[PendingAsk, Answer]]) -> Iterator[T]:
        """Process answers: update the queues of their hosts, then the requests, then resume the waiting tasks.

        Interpreting an answer takes longer than finding out whether its host may be sent another request. Requests that
        are due are therefore sent in between, so that no worker is idle.
        """
        processed = []
        for pending, answer in answers:
            host = pending.host
            self.queues.done(host, pending, self.clock.monotonic())
            said = f"{answer.status} {answer.phrase}".strip() if answer.fault is None else str(answer.fault)
            said += f": {answer.detail}" if answer.fault is not None else ""
            _LOG.debug("%s from %s in %.2f s, for %s", said, host, answer.seconds, public_url(pending.ask.url))
            processed.append((host, pending, answer, self._update_queue(pending, answer)))
        for host, pending, answer, withheld in processed:
            self._send_due()
            if self._connectivity.observe(host, answer):
                self._ready.extend((task, None) for task in self._paused)
                self._paused.clear()
            self._advance(pending, answer)
            for other in withheld:
                self._withhold(other, self.queues.closed_reason(host) or "")
            yield from self._run_ready()

    def _update_queue(self, pending: PendingAsk, answer: Answer) -> list[PendingAsk]:
        """Apply the rate limits that an answer states; return the requests that will not be sent at all."""
        host = pending.host
        is_refusal = pending.is_refused(answer)
        wait_s = requested_wait_s(answer, is_refusal=is_refusal)
        if not is_refusal and answer.status in _UNAVAILABLE and wait_s is None:
            self.queues.record_failure(host, self.clock.monotonic(), answer.seconds, usual_s=self._settings.backoff_s)
        elif not is_refusal and answer.status is not None:
            self.queues.record_answer(host, answer.seconds)
        budget = announced_budget(answer)
        if budget is not None:
            self.queues.announce_budget(host, *budget)
        pace = stated_pace(answer)
        if pace is not None:
            self.queues.set_pace(host, *pace, self.clock.monotonic())
        if not wait_s and not is_refusal:
            return []
        withheld = self.queues.pause(host, wait_s, self.clock.monotonic(), usual_s=pending.pause_s)
        _LOG.info("%s asks for a pause", host)
        return withheld

    def _advance(self, pending: PendingAsk, answer: Answer) -> None:
        match pending.take(answer):
            case NextStep.REDIRECT:
                self._queue(pending, rank=CONTINUED)
            case NextStep.RETRY if pending.is_refused(answer):
                # The queue holds it until the time that the host has asked for.
                self._queue(pending, rank=REFUSED)
            case NextStep.RETRY:
                self._queue(pending, rank=RETRY, delay_s=0.0 if pending.is_timed_out else pending.backoff_s)
            case NextStep.DONE:
                self._ready.extend((task, pending) for task in self._waiting.pop(pending.ask))


@contextmanager
def open_client(
    settings: WebSettings,
    cassette: Cassette | None,
    clock: Clock | None,
    open_exchange: Callable[[Clock], AbstractContextManager[Exchange]],
    **rules: Any,  # noqa: ANN401 - those of a client
) -> Iterator[Client[Any]]:
    """Open a client of the answers of a cassette, if it only replays, and else of an exchange, which it records.

    Without a clock, it has that of the machine, or in a replay one on which no wait takes time.
    """
    if cassette is not None and cassette.only_replays:
        # Requests withheld during recording are on the cassette; a replay can wait for as long as hosts ask. A
        # recording requires a network, so a failed name lookup concerns only that name.
        connectivity = Connectivity(settings.control_names, is_up=True)
        queues = HostQueues[PendingAsk](per_host=1)
        pool = WorkerPool[PendingAsk](cassette.replay)
        yield Client(settings, pool, clock or VirtualClock(), connectivity=connectivity, queues=queues, **rules)
        return
    clock, connectivity = clock or Clock(), Connectivity(settings.control_names)
    with open_exchange(clock) as exchange:
        sends = exchange if cassette is None else cassette.around(exchange)
        with closing(WorkerPool[PendingAsk](sends, settings.concurrency)) as pool:
            yield Client(settings, pool, clock, connectivity=connectivity, cassette=cassette, **rules)
