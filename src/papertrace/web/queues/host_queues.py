"""When each host may be sent its next request: one queue and one earliest time per host.

Scheduling decides how long an audit takes, not the HTTP client. Nothing here waits: the caller passes the time, gets
the requests that may be sent now, and asks when to come back. While a host has asked for a pause, requests to other
hosts continue.

A host that answers quickly receives one request at a time. A request that has been in flight for `stagger_s` no longer
counts, so that one slow page does not delay the others of its host, up to `per_host` in flight. A host that answers
"too many requests" therefore usually has no other request in flight that would come too early. If even the fastest
answer of a host is slow, network latency dominates: as long as it answers without faults, it is sent requests at ever
shorter intervals. If answers are fast and many have come, a page that takes many times as long as is typical of the
host stops counting sooner, and a host that has never refused a request receives several at a time.

A host that has asked for a pause is not sent requests faster than at the start from then on. If it refused a request
while another was in flight, it may allow only one at a time, so it receives no more for some answers; a page that hangs
would otherwise delay all others of its host for the rest of the run.
"""

import heapq
import math
from collections.abc import Hashable
from dataclasses import dataclass, field
from itertools import islice
from typing import Generic, TypeVar

T = TypeVar("T", bound=Hashable)

SLOW_S = 0.1
"""A host whose fastest answer takes at least this long is considered distant."""
MIN_STAGGER_S = 0.03
ANSWERS_BEFORE_SPEEDUP = 8
"""Consecutive answers without a fault before the interval of a distant host is halved."""
ANSWERS_BEFORE_TRUST = 48
"""Answers before a host is assumed to allow a second request at the same time."""
ANSWERS_PER_SLOT = 128
"""Answers without a fault for which a host that has never refused a request is allowed one more at the same time."""
ANSWERS_ALONE = 16
"""Answers during which a host that refused one of several requests receives one at a time; doubled each time."""
PATIENCE_FACTOR = 8
MIN_PATIENCE_S = 0.06

REFUSED, CONTINUED, NEW, RETRY = range(4)
"""Priorities, highest first. A request that the host refused for the moment comes first: a host that accepts few
requests at a time might otherwise refuse it forever. Then come links in progress, then new links, and last the retries
of what failed."""


@dataclass(slots=True)
class _Host(Generic[T]):
    name: str
    limit: int
    stagger_s: float
    due: list[tuple[int, int, T]] = field(default_factory=list)  # rank, order
    later: list[tuple[float, int, int, T]] = field(default_factory=list)  # not before, rank, order
    running: dict[T, float] = field(default_factory=dict)  # item to start time, oldest first
    fastest_s: float = math.inf
    typical_s: float = 0.0
    n_answers: int = 0
    n_without_fault: int = 0
    n_slots: int = 1
    n_alone: int = 0
    n_refused_together: int = 0
    has_paused: bool = False
    interval_s: float = 0.0
    gap_s: float = 0.0
    max_limit: int = 1
    min_gap_s: float = 0.0
    not_before: float = -math.inf
    waited_s: float = 0.0
    closed_reason: str | None = None
    version: int = 0

    def promote_due(self, now: float) -> None:
        """Move the items that have become due to `due`."""
        while self.later and self.later[0][0] <= now:
            _, rank, order, item = heapq.heappop(self.later)
            heapq.heappush(self.due, (rank, order, item))

    def record_answer(self, seconds: float, max_stagger_s: float) -> None:
        """Adjust `stagger_s`, the time after which a request in flight no longer counts, to an answer's duration."""
        # A slow answer says little about other pages, so it changes the typical duration less than a fast one.
        if self.n_answers == 0:
            self.typical_s = seconds
        self.typical_s += (min(seconds, 2 * self.typical_s) - self.typical_s) / (4 if seconds < self.typical_s else 16)
        self.fastest_s = min(self.fastest_s, seconds)
        self.n_answers += 1
        self.n_without_fault += 1
        self.n_alone = max(0, self.n_alone - 1)
        if self.has_paused:
            return
        if self.fastest_s >= SLOW_S:
            if self.n_without_fault % ANSWERS_BEFORE_SPEEDUP == 0:
                self.stagger_s = min(self.stagger_s, max(self.stagger_s / 2, MIN_STAGGER_S))
        elif self.n_answers >= ANSWERS_BEFORE_TRUST:
            self.stagger_s = min(max_stagger_s, max(PATIENCE_FACTOR * self.typical_s, MIN_PATIENCE_S))
            self.n_slots = 1 + self.n_without_fault // ANSWERS_PER_SLOT

    def ready_at(self) -> float | None:
        """Return when the next request may be sent, or None if that depends on an answer."""
        limit = 1 if self.n_alone else self.limit
        if len(self.running) >= limit or not (self.due or self.later):
            return None
        first = -math.inf if self.due else self.later[0][0]
        slot = -math.inf
        if len(self.running) >= self.n_slots:
            *_, oldest_that_counts = islice(reversed(self.running.values()), self.n_slots)
            slot = oldest_that_counts + self.stagger_s
        return max(first, slot, self.not_before)


class HostQueues(Generic[T]):
    """The requests still to be sent; all times are in monotonic seconds."""

    def __init__(self, *, per_host: int = 8, stagger_s: float = 0.25, max_wait_s: float = math.inf) -> None:
        """Create empty queues; the limits are described in `WebSettings`."""
        self._per_host = per_host
        self._stagger_s = stagger_s
        self._max_wait_s = max_wait_s
        self._hosts: dict[str, _Host[T]] = {}
        self._waiting: list[tuple[float, int, str, int]] = []  # ready at, order, host, version
        self._ready: list[tuple[bool, int, int, str, int]] = []  # allows several at a time, rank, order, host, version
        self._order = 0

    def put(self, host: str, item: T, *, rank: int = NEW, not_before: float = -math.inf) -> None:
        """Queue an item for a host, to be sent at `not_before` or later."""
        state = self._host(host)
        self._order += 1
        if not_before == -math.inf:
            heapq.heappush(state.due, (rank, self._order, item))
        else:
            heapq.heappush(state.later, (not_before, rank, self._order, item))
        self._schedule(state)

    def take(self, now: float) -> tuple[str, T] | None:
        """Return a host and the item to send to it now, or None if nothing may be sent yet.

        The caller must call `done` when the answer has arrived.
        """
        while self._waiting and self._waiting[0][0] <= now:
            _, _, name, version = heapq.heappop(self._waiting)
            host = self._hosts[name]
            if version == host.version:
                host.promote_due(now)
                rank, order, _ = host.due[0]
                # A host that asks for pauses takes longest to finish, so it comes first.
                is_slowest = host.limit == 1 or host.has_paused
                heapq.heappush(self._ready, (not is_slowest, rank, order, name, version))
        while self._ready:
            *_, name, version = heapq.heappop(self._ready)
            host = self._hosts[name]
            if version == host.version:
                host.promote_due(now)
                _, _, item = heapq.heappop(host.due)
                host.running[item] = now
                if host.gap_s:
                    host.not_before = max(host.not_before, now + host.gap_s)
                self._schedule(host)
                return name, item
        return None

    def wake_at(self) -> float | None:
        """Return when `take` will next return an item, or None if that depends on an answer."""
        while self._ready:
            *_, name, version = self._ready[0]
            if version == self._hosts[name].version:
                return -math.inf
            heapq.heappop(self._ready)
        while self._waiting:
            at, _, name, version = self._waiting[0]
            if version == self._hosts[name].version:
                return at
            heapq.heappop(self._waiting)
        return None

    def set_interval(self, host: str, seconds: float) -> None:
        """Limit a host to one request at a time, sent `seconds` after the previous answer."""
        state = self._host(host)
        state.limit = 1
        state.interval_s = seconds

    def set_limit(self, host: str, limit: int, gap_s: float = 0.0) -> None:
        """Send a host at most `limit` requests at a time, at least `gap_s` seconds apart, whatever else is decided."""
        state = self._host(host)
        state.limit = state.max_limit = limit
        state.gap_s = state.min_gap_s = gap_s

    def set_pace(self, host: str, gap_s: float, limit: int, now: float) -> None:
        """Leave at least `gap_s` seconds between the requests to a host from now on, and send `limit` at a time."""
        state = self._host(host)
        state.limit = min(limit, 1 if state.interval_s else state.max_limit)
        gap_s = max(gap_s, state.min_gap_s)
        if gap_s != state.gap_s:
            state.gap_s = gap_s
            state.not_before = max(state.not_before, now + gap_s)
        self._schedule(state)

    def done(self, host: str, item: T, now: float = -math.inf) -> None:
        """Mark an item as no longer in flight."""
        state = self._host(host)
        del state.running[item]
        if state.interval_s:
            state.not_before = max(state.not_before, now + state.interval_s)
        self._schedule(state)

    def record_answer(self, host: str, seconds: float = 0.0) -> None:
        """Record an answer that did not ask for a pause, and its duration."""
        state = self._host(host)
        state.waited_s = 0.0
        state.record_answer(seconds, self._stagger_s)

    def record_failure(self, host: str) -> None:
        """Record a failure, which resets the interval between requests to its initial length."""
        state = self._host(host)
        state.n_without_fault = 0
        state.n_slots = 1
        state.stagger_s = self._stagger_s

    def pause(self, host: str, seconds: float, now: float) -> list[T]:
        """Send a host nothing for some seconds; return the items that will never be sent to it.

        The result is usually empty. A host that has made the audit wait for more than `max_wait_s` without an answer in
        between is closed: the items queued for it are returned, in order, and `closed_reason` gives the reason.
        """
        state = self._host(host)
        until = now + seconds
        state.has_paused, state.n_slots, state.stagger_s = True, 1, self._stagger_s
        if state.running:
            state.n_alone = ANSWERS_ALONE * 2**state.n_refused_together
            state.n_refused_together += 1
        state.waited_s += max(0.0, until - max(now, state.not_before))
        state.not_before = max(state.not_before, until)
        if state.waited_s <= self._max_wait_s:
            self._schedule(state)
            return []
        state.closed_reason = (
            f"the host asks to wait for {round(seconds)} s, longer than this audit waits"
            if seconds > self._max_wait_s
            else "the host keeps asking to wait"
        )
        queued = [(order, item) for _, order, item in state.due] + [(order, item) for *_, order, item in state.later]
        state.due, state.later = [], []
        self._schedule(state)
        return [item for _, item in sorted(queued, key=lambda pair: pair[0])]

    def closed_reason(self, host: str) -> str | None:
        """Return why a host receives no more requests, or None if it still does."""
        state = self._hosts.get(host)
        return state.closed_reason if state else None

    def _host(self, name: str) -> _Host[T]:
        host = self._hosts.get(name)
        if host is None:
            host = self._hosts[name] = _Host(
                name=name, limit=self._per_host, max_limit=self._per_host, stagger_s=self._stagger_s
            )
        return host

    def _schedule(self, host: _Host[T]) -> None:
        # Heap entries cannot be moved; a new version invalidates the old one.
        host.version += 1
        at = host.ready_at()
        if at is not None:
            self._order += 1
            heapq.heappush(self._waiting, (at, self._order, host.name, host.version))
