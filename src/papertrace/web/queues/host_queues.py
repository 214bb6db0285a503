"""Who may be asked when: a queue for each host and one deadline for all links of a host.

Scheduling decides how long an audit takes, not the HTTP client. So nothing here waits: the schedule is told the
time, gives what may be asked now, and says when to come back. A host that asked to wait is passed over by everyone
while the others are asked.

A host is asked one thing at a time as long as it answers quickly. A request that has been under way for `stagger_s`
does not count any more, so that one slow page does not hold up the others of its host, up to `per_host` at a time. So
a host that answers "too many requests" has, as a rule, nothing else under way that would come too early. Where even the
quickest answer of a host is slow, its distance is what costs the time: as long as it answers without a fault, it is
asked in ever shorter intervals. Where answers are quick and many have come, a page that takes many times as long as is
usual there is passed over sooner. After a first request to wait, a host is asked one thing at a time for good.
"""

import heapq
import math
from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

T = TypeVar("T", bound=Hashable)

SLOW_S = 0.1
"""A host none of whose answers came sooner is far away."""
MIN_STAGGER_S = 0.03
ANSWERS_BEFORE_HASTE = 8
"""In a row and without a fault, before the interval of a host that is far away is halved."""
ANSWERS_BEFORE_TRUST = 48
"""Before a host is believed to have no limit that a second request at the same time would break."""
TIMES_AS_USUAL = 8
MIN_PATIENCE_S = 0.06

REFUSED, CONTINUED, NEW, AGAIN = range(4)
"""Ranks: what a host refused for the moment comes first when it may be asked again, or it would be refused for ever
where the host takes few requests at a time. Then what was begun is ended, then come new links, and at the end a second
pass over what failed."""


@dataclass(slots=True)
class _Host(Generic[T]):
    name: str
    limit: int
    stagger_s: float
    due: list[tuple[int, int, T]] = field(default_factory=list)  # rank, order
    later: list[tuple[float, int, int, T]] = field(default_factory=list)  # not before, rank, order
    running: dict[T, float] = field(default_factory=dict)  # since when, the oldest first
    quickest_s: float = math.inf
    usual_s: float = 0.0
    n_answers: int = 0
    n_unfailing: int = 0  # since the last fault
    interval_s: float = 0.0
    not_before: float = -math.inf
    waited_s: float = 0.0
    closed: str | None = None
    version: int = 0

    def ripen(self, now: float) -> None:
        """Move what has become due to where it is taken from."""
        while self.later and self.later[0][0] <= now:
            _, rank, order, item = heapq.heappop(self.later)
            heapq.heappush(self.due, (rank, order, item))

    def hear(self, seconds: float, longest_stagger_s: float) -> None:
        """Learn from an answer how long a request must have been under way before it does not count any more."""
        # One slow page says little of the others, so it moves what is usual by little, and a quick one by more.
        if self.n_answers == 0:
            self.usual_s = seconds
        self.usual_s += (min(seconds, 2 * self.usual_s) - self.usual_s) / (4 if seconds < self.usual_s else 16)
        self.quickest_s = min(self.quickest_s, seconds)
        self.n_answers += 1
        self.n_unfailing += 1
        if self.quickest_s >= SLOW_S:
            if self.n_unfailing % ANSWERS_BEFORE_HASTE == 0:
                self.stagger_s = min(self.stagger_s, max(self.stagger_s / 2, MIN_STAGGER_S))
        elif self.n_answers >= ANSWERS_BEFORE_TRUST:
            self.stagger_s = min(longest_stagger_s, max(TIMES_AS_USUAL * self.usual_s, MIN_PATIENCE_S))

    def ready_at(self) -> float | None:
        """Return when the host may be asked next, or None while only an answer can change that."""
        if len(self.running) >= self.limit or not (self.due or self.later):
            return None
        first = -math.inf if self.due else self.later[0][0]
        slot = next(reversed(self.running.values())) + self.stagger_s if self.running else -math.inf
        return max(first, slot, self.not_before)


class HostQueues(Generic[T]):
    """Hold what is still to be asked; every method takes the time in monotonic seconds."""

    def __init__(self, *, per_host: int = 8, stagger_s: float = 0.25, max_wait_s: float = math.inf) -> None:
        """Take the limits; `AuditSettings` says what they mean."""
        self._per_host = per_host
        self._stagger_s = stagger_s
        self._max_wait_s = max_wait_s
        self._hosts: dict[str, _Host[T]] = {}
        self._waiting: list[tuple[float, int, str, int]] = []  # ready at, tie, host, version
        self._ready: list[tuple[bool, int, int, str, int]] = []  # many at a time, rank, order, host, version
        self._order = 0

    def put(self, host: str, item: T, *, rank: int = NEW, not_before: float = -math.inf) -> None:
        """Add something to ask of a host, at the earliest at `not_before`."""
        place = self._host(host)
        self._order += 1
        if not_before == -math.inf:
            heapq.heappush(place.due, (rank, self._order, item))
        else:
            heapq.heappush(place.later, (not_before, rank, self._order, item))
        self._file(place)

    def take(self, now: float) -> tuple[str, T] | None:
        """Return a host and what to ask of it now, or None where nothing may be asked yet.

        The caller must say `done` when the answer is there.
        """
        while self._waiting and self._waiting[0][0] <= now:
            _, _, name, version = heapq.heappop(self._waiting)
            host = self._hosts[name]
            if version == host.version:
                host.ripen(now)
                rank, order, _ = host.due[0]
                # A host that is asked one thing at a time is what is waited for in the end, so its turn comes first.
                heapq.heappush(self._ready, (host.limit > 1, rank, order, name, version))
        while self._ready:
            *_, name, version = heapq.heappop(self._ready)
            host = self._hosts[name]
            if version == host.version:
                host.ripen(now)
                _, _, item = heapq.heappop(host.due)
                host.running[item] = now
                self._file(host)
                return name, item
        return None

    def wake_at(self) -> float | None:
        """Return when `take` will next give something, or None where that takes an answer first."""
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

    def space(self, host: str, seconds: float) -> None:
        """Ask a host one thing at a time, and let some seconds pass between an answer and the next request."""
        place = self._host(host)
        place.limit = 1
        place.interval_s = seconds

    def done(self, host: str, item: T, now: float = -math.inf) -> None:
        """Say that what was taken is no longer under way at the host."""
        place = self._host(host)
        del place.running[item]
        if place.interval_s:
            place.not_before = max(place.not_before, now + place.interval_s)
        self._file(place)

    def progress(self, host: str, seconds: float = 0.0) -> None:
        """Say that the host gave an answer that was no request to wait, and how long it took."""
        place = self._host(host)
        place.waited_s = 0.0
        place.hear(seconds, self._stagger_s)

    def strain(self, host: str) -> None:
        """Say that the host failed: if it was asked in haste, it is asked as slowly again as in the beginning."""
        place = self._host(host)
        place.n_unfailing = 0
        place.stagger_s = self._stagger_s

    def pause(self, host: str, seconds: float, now: float) -> list[T]:
        """Leave a host alone for some seconds; return what will never be asked of it.

        Nothing is returned as a rule. A host that has made the audit wait for more than `max_wait_s` without an answer
        in between is closed: what was queued for it comes back, in order, and `closed` says why.
        """
        place = self._host(host)
        until = now + seconds
        place.limit = 1
        place.waited_s += max(0.0, until - max(now, place.not_before))
        place.not_before = max(place.not_before, until)
        if place.waited_s <= self._max_wait_s:
            self._file(place)
            return []
        place.closed = (
            f"the host asks to wait for {round(seconds)} s, longer than this audit waits"
            if seconds > self._max_wait_s
            else "the host asks to wait again and again"
        )
        queued = [(order, item) for _, order, item in place.due] + [(order, item) for *_, order, item in place.later]
        place.due, place.later = [], []
        self._file(place)
        return [item for _, item in sorted(queued, key=lambda pair: pair[0])]

    def closed(self, host: str) -> str | None:
        """Say why nothing more is asked of a host, or None where it is still asked."""
        place = self._hosts.get(host)
        return place.closed if place else None

    def _host(self, name: str) -> _Host[T]:
        host = self._hosts.get(name)
        if host is None:
            host = self._hosts[name] = _Host(name=name, limit=self._per_host, stagger_s=self._stagger_s)
        return host

    def _file(self, host: _Host[T]) -> None:
        # An entry of a heap cannot be moved; a new version makes the old one void.
        host.version += 1
        at = host.ready_at()
        if at is not None:
            self._order += 1
            heapq.heappush(self._waiting, (at, self._order, host.name, host.version))
