"""When each host may be sent its next request: one queue, one window and one earliest time per host.

Scheduling decides how long an audit takes, not the HTTP client. Nothing here waits: the caller passes the time, gets
the requests that may be sent now, and asks when to come back. While a host has asked for a pause, requests to other
hosts continue.

The window of a host is how many requests may be in flight to it. It starts at one, so that a host that limits requests
is not asked anything too early. After `ANSWERS_BEFORE_TRUST` answers, or as soon as a host has needed
`SECONDS_OF_TRUST` for its answers, the window grows by one with every answer without a fault, up to `per_host`. A
request that has been in flight for many times as long as is typical of the host no longer counts, so that a page that
hangs does not delay the others.

A refusal shows how many requests a host accepts between two pauses: its budget, which some hosts announce. After a
pause, one request finds out whether the host answers again, unless it did so before when the time it had stated was
over. Then its requests are sent as before, until the budget is used up; from there on they are sent one at a time, so
that the next refusal meets no other request. A host that does not say how long is asked again after ever longer pauses
the first time; after that the time from one window to the next is known roughly, and is narrowed down by bisection.

A request that fails or is refused beside more others than the host has ever answered shows how many it accepts at a
time; it is tried with one more after some answers. A host that is unavailable several times in a row, whatever their
number, is given the same pause as one that refuses, but not for ever, because it may be broken.

How long a host asks clients to wait, and how fast it accepts requests, is read from its headers. Until it is known that
there is a network at all, links without an answer are not judged.
"""

import heapq
import math
import re
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from email.utils import parsedate_to_datetime
from itertools import islice
from typing import Generic, TypeVar

from papertrace.errors import NetworkDownError
from papertrace.model import Fault
from papertrace.web.exchange import NO_CONTACT, PROXY_SILENT, Answer, parse_timestamp
from papertrace.web.settings import USUAL_MAX_WAIT_S

MAX_WAIT_S = 7 * 24 * 3600.0
MAX_GAP_S = 60.0
"""The longest pause between two requests that a stated pace may lead to; a host that needs more refuses."""
EPOCH_FROM = 1_000_000_000
"""A reset from this value on is a date in epoch seconds (GitHub), below it seconds from now (the IETF drafts)."""

_SECONDS = re.compile(r"([0-9]{1,12})[0-9]*(?:\.[0-9]{1,6})?\s{0,2}(?:s|secs?|seconds?)?", re.ASCII | re.IGNORECASE)
"""Seconds, also with a unit, which the standard does not allow but servers send."""
_INTERVAL = re.compile(r"([0-9]{1,6})\s{0,2}(?:(m|h)|s|secs?|seconds?)?", re.ASCII | re.IGNORECASE)
_UNIT_S = {"": 1, "m": 60, "h": 3600}
_COUNT = re.compile(r"[0-9]{1,6}", re.ASCII)
_PARAMETER = re.compile(r"\b(r|t|remaining|reset)\s*=\s*([0-9]{1,12})")


def requested_wait_s(answer: Answer, *, is_refusal: bool = False) -> float | None:
    """Return how many seconds the host of an answer asks clients to wait, or None if it does not.

    The headers read are `Retry-After` of a refusal (RFC 9110, section 10.2.3: seconds or a date),
    `X-RateLimit-Remaining`/`-Reset`, and `RateLimit` of the IETF drafts (`remaining=0, reset=30` and
    `"default";r=0;t=30`). An exhausted quota counts on any answer, because the next request would be refused. Dates are
    compared with the server's `Date`, which comes from the same clock. `is_refusal` marks an answer as a refusal
    whatever its status: some registries refuse with 200.

    https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/
    """
    waits = [reset_s for remaining, reset_s in _quotas(answer) if remaining == 0]
    if answer.header("retry-after") is not None:
        waits += _retry_after_s(answer, is_refusal=is_refusal)
    elif is_refusal and (interval_s := _interval_s(answer)) is not None:
        waits.append(interval_s)  # which Crossref states instead of a time
    return max(waits, default=None)


def stated_pace(answer: Answer) -> tuple[float, int] | None:
    """Return the seconds between two requests and the requests at a time that a host accepts, or None.

    Crossref states with every answer how many requests it accepts in an interval (`X-Rate-Limit-Limit: 5`,
    `X-Rate-Limit-Interval: 1s`) and at a time (`X-Concurrency-Limit: 1`); of several values the least counts.

    https://www.crossref.org/documentation/retrieve-metadata/rest-api/access-and-authentication/
    """
    limits = _COUNT.findall((answer.header("x-rate-limit-limit") or "")[:100])
    interval_s = _interval_s(answer)
    at_once = _COUNT.findall((answer.header("x-concurrency-limit") or "")[:100])
    if not limits or interval_s is None:
        return None
    gap_s = interval_s / max(1, min(map(int, limits)))
    return min(gap_s, MAX_GAP_S), max(1, min(map(int, at_once))) if at_once else 1


def announced_budget(answer: Answer) -> tuple[int, float] | None:
    """Return how many more requests a host accepts before how many seconds of pause, or None if it does not say.

    Of several limits the one that leaves the fewest requests counts; one that is reached is `requested_wait_s`.
    """
    return min((one for one in _quotas(answer) if one[0] > 0), default=None)


def _quotas(answer: Answer) -> Iterator[tuple[int, float]]:
    """Yield the remaining requests and the reset in seconds of each quota that an answer states.

    Up to the seventh draft a `RateLimit` header has one policy, whose parts are separated by commas.
    """
    for prefix in ("x-ratelimit", "ratelimit"):
        n_left, reset_s = (answer.header(f"{prefix}-remaining") or "").strip(), _reset_s(answer, prefix)
        if _COUNT.fullmatch(n_left) and reset_s is not None:
            yield int(n_left), reset_s
    text = (answer.header("ratelimit") or "")[:1000].lower()
    for part in text.split(",") if ";" in text else [text]:
        found = dict(_PARAMETER.findall(part))
        remaining, reset = found.get("r", found.get("remaining")), found.get("t", found.get("reset"))
        if remaining is not None and reset is not None:
            yield int(remaining), _bounded(float(reset))


def _retry_after_s(answer: Answer, *, is_refusal: bool) -> list[float]:
    value = (answer.header("retry-after") or "").strip()
    if answer.status is None or (answer.status < 400 and not is_refusal):  # noqa: PLR2004 - the first of a refusal
        return []
    if seconds := _SECONDS.fullmatch(value):
        return [_bounded(float(seconds[1]))]
    until, now = _http_date(value), _server_now(answer)
    return [_bounded((until - now).total_seconds())] if until is not None and now is not None else []


def _reset_s(answer: Answer, prefix: str) -> float | None:
    """Return the seconds until the quota of a host is full again."""
    try:
        seconds = float((answer.header(f"{prefix}-reset") or "")[:20])
    except ValueError:
        return None
    if seconds >= EPOCH_FROM:
        now = _server_now(answer)
        if now is None:
            return None
        seconds -= now.timestamp()
    return _bounded(seconds) if seconds == seconds else None  # noqa: PLR0124 - NaN is a float too


def _interval_s(answer: Answer) -> float | None:
    """Return the interval of a quota, as Crossref states it."""
    interval = _INTERVAL.fullmatch((answer.header("x-rate-limit-interval") or "").strip())
    return _bounded(float(interval[1]) * _UNIT_S[(interval[2] or "").lower()]) if interval else None


def _server_now(answer: Answer) -> datetime | None:
    date = answer.header("date")
    return (_http_date(date) if date else None) or parse_timestamp(answer.at)


def _http_date(text: str) -> datetime | None:
    try:
        moment = parsedate_to_datetime(text[:100])
    except (ValueError, OverflowError):
        return None
    return moment if moment.tzinfo is not None else None


def _bounded(seconds: float) -> float:
    return min(max(seconds, 0.0), MAX_WAIT_S)


MIN_UNRESOLVED_HOSTS = 5
"""Hosts whose names did not resolve, before the network counts as down."""


class Connectivity:
    """What the answers so far show about the network.

    `is_up` is true once a host has answered, and from the start in a replay, which could not have been recorded without
    a network.
    """

    def __init__(self, control_names: Sequence[str], *, is_up: bool = False) -> None:
        """Start without answers; the error message mentions `control_names`, the names that should always resolve."""
        self.is_up: bool = is_up
        self._control_names = control_names
        self._unresolved_hosts: set[str] = set()
        self._is_proxy_silent = False

    def observe(self, host: str, answer: Answer) -> bool:
        """Process an answer; return whether it is the first to show that there is a network.

        Raises
        ------
        NetworkDownError
            When the names of several hosts did not resolve, and no host has answered yet.
        """
        if answer.fault is Fault.NO_NETWORK:
            self._unresolved_hosts.add(host)
            self._is_proxy_silent = self._is_proxy_silent or answer.detail == PROXY_SILENT
            if not self.is_up and len(self._unresolved_hosts) >= MIN_UNRESOLVED_HOSTS:
                raise self.error()
        elif not self.is_up and answer.fault not in NO_CONTACT:
            self.is_up = True
            return True
        return False

    def error(self) -> NetworkDownError:
        """Return the error that reports a missing network, or a proxy that does not answer."""
        if self._is_proxy_silent:
            return NetworkDownError(
                f"{PROXY_SILENT}; nothing more was requested (check its address, --proxy or HTTPS_PROXY, and try again)"
            )
        return NetworkDownError(
            f"no network: none of {', '.join(self._control_names)} resolves; "
            "nothing more was requested (try again when the network is up)"
        )


T = TypeVar("T", bound=Hashable)

ANSWERS_BEFORE_TRUST = 48
SECONDS_OF_TRUST = 0.2
"""After how many answers, or seconds of a host's own time, it is sent several requests at a time."""
PATIENCE_FACTOR = 8
MIN_PATIENCE_S = 0.06
"""How many times the typical duration of an answer a request may take before it no longer counts, and at least."""
ANSWERS_BEFORE_TYPICAL = 6
FAILURES_OF_HOST = 4
"""How many times in a row a host is unavailable before that is taken for a state of the host rather than of pages."""
MAX_PAUSES_UNASKED = 4
"""How many pauses in a row are left to a host that is unavailable and has not asked for one."""
ANSWERS_BEFORE_TRIAL = 8
"""After how many answers a host that was overloaded is tried with one request more; doubled each time it fails."""
FAILURES_OF_OVERLOAD = 2
"""How many requests must have failed beside more others than were answered, before that is taken for the reason."""
ANSWERS_OF_PROOF = 2
"""How many requests at a time have been answered if so many were sent beside as many others, or more."""
STEADY_REFUSALS = 2
MAX_DOUBLINGS = 5
"""How many pauses of a host that does not say how long to wait are equally long, and how often the next ones double."""
MIN_WAIT_S = 15.0
MIN_PAUSES = 15
WAIT_PER_LINK_S = 1.0
"""How long an audit waits at least for a host that refuses without saying for how long, in seconds and in pauses of
usual length, and how much longer for each link that is queued for it: a few links are not worth minutes."""
IDLE_S = 1.0
"""After how many seconds without a request the first window of a host may have ended, so that it begins anew."""
PERIOD_PRECISION = 0.2
"""How precisely the period of such a host is found out, as a share of it."""

REFUSED, CONTINUED, NEW, RETRY = range(4)
"""Priorities, highest first. A request that the host refused for the moment comes first: a host that accepts few
requests at a time might otherwise refuse it forever. Then come links in progress and new links, and last the retries of
what failed: they are soon over, while what a new link needs is not known yet."""


@dataclass(frozen=True, slots=True)
class _Sent:
    """A request to a host: when it was sent, how many had been sent, and how many were in flight, both with it."""

    at: float = -math.inf
    number: int = 0
    n_at_once: int = 1


@dataclass(slots=True)
class _Host(Generic[T]):
    name: str
    limit: int
    stagger_s: float
    due: list[tuple[int, int, T]] = field(default_factory=list)  # rank, order
    later: list[tuple[float, int, int, T]] = field(default_factory=list)  # not before, rank, order
    running: dict[T, _Sent] = field(default_factory=dict)  # oldest first
    typical_s: float = 0.0
    n_answers: int = 0
    answering_s: float = 0.0
    window: int = 1
    ceiling: int = 1000
    n_sent_before_ceiling: int = 0
    n_until_trial: int = 0
    n_trials: int = 0
    n_overloads: int = 0
    n_failed_in_row: int = 0
    first_failed: int = 0
    n_sent: int = 0
    n_sent_before_window: int = 0
    last_done: _Sent = _Sent()
    n_answered_at_once: dict[int, int] = field(default_factory=dict)
    n_sent_before_last_window: int = 0
    budget: int | None = None
    is_announced: bool = False
    n_beyond_budget: int = 0
    is_probing: bool = False
    is_stated: bool = False
    keeps_its_word: bool = False
    n_refusals: int = 0
    window_at: float = -math.inf
    sent_at: float = -math.inf
    shortest_period_s: float = 0.0
    longest_period_s: float = math.inf
    interval_s: float = 0.0
    gap_s: float = 0.0
    max_limit: int = 1
    min_gap_s: float = 0.0
    not_before: float = -math.inf
    waited_s: float = 0.0
    last_pause_s: float = 0.0
    closed_reason: str | None = None
    version: int = 0

    def promote_due(self, now: float) -> None:
        """Move the items that have become due to `due`."""
        while self.later and self.later[0][0] <= now:
            _, rank, order, item = heapq.heappop(self.later)
            heapq.heappush(self.due, (rank, order, item))

    def record_seconds(self, seconds: float) -> None:
        """Record the duration of an answer."""
        # A slow answer says little about other pages, so it changes the typical duration less than a fast one.
        if self.n_answers == 0:
            self.typical_s = seconds
        self.typical_s += (min(seconds, 2 * self.typical_s) - self.typical_s) / (4 if seconds < self.typical_s else 16)
        self.n_answers += 1
        self.answering_s += min(seconds, 2 * self.typical_s)

    @property
    def patience_s(self) -> float:
        """The time after which a request in flight no longer counts."""
        if self.n_trials and self.ceiling < self.limit:
            return math.inf  # all that is in flight counts for such a host
        if self.n_answers < ANSWERS_BEFORE_TYPICAL:
            return max(self.stagger_s, 2 * self.typical_s)
        return max(PATIENCE_FACTOR * self.typical_s, MIN_PATIENCE_S)

    @property
    def is_trusted(self) -> bool:
        """Whether the host has answered for long enough to be sent several requests at a time."""
        return self.n_answers >= ANSWERS_BEFORE_TRUST or self.answering_s >= SECONDS_OF_TRUST

    @property
    def n_allowed(self) -> int:
        """How many requests may be in flight, apart from those that no longer count."""
        return min(self.window, self.ceiling)

    @property
    def frontier(self) -> float:
        """The number of the last request that the host is expected to accept."""
        if self.is_probing:
            return self.n_sent_before_window
        return math.inf if self.budget is None else self.n_sent_before_window + self.budget

    def _slot_at(self) -> float:
        """Return when enough requests in flight no longer count for another to be sent."""
        waits_for: list[float] = []
        if len(self.running) >= self.n_allowed:
            *_, oldest_that_counts = islice(reversed(self.running.values()), self.n_allowed)
            waits_for.append(oldest_that_counts.at)
        if self.n_sent >= self.frontier and self.running:
            # One request finds out whether the host accepts more; an announced limit is known to be reached.
            last = next(reversed(self.running.values()))
            if last.number > self.frontier or (self.is_announced and not self.is_probing):
                waits_for.append(last.at)
        return max(waits_for) + self.patience_s if waits_for else -math.inf

    def record_overload(self) -> bool:
        """Lower the ceiling if a request failed beside more others than were ever answered; return whether it did."""
        n_at_once = self.last_done.n_at_once
        n_answered = sum(n for beside, n in self.n_answered_at_once.items() if beside >= n_at_once)
        if n_at_once == 1 or n_answered >= ANSWERS_OF_PROOF:
            return False
        self.n_overloads += 1
        if self.n_overloads < FAILURES_OF_OVERLOAD:
            return True
        if n_at_once > self.ceiling:
            # Either it was sent before the ceiling was known, or requests that hang count for this host.
            self.n_trials = max(self.n_trials, int(self.last_done.number > self.n_sent_before_ceiling))
            return True
        self.n_trials += n_at_once == self.ceiling
        self.ceiling, self.n_sent_before_ceiling = n_at_once - 1, self.n_sent
        self.window = min(self.window, self.ceiling)
        self.n_until_trial = ANSWERS_BEFORE_TRIAL * 2**self.n_trials
        return True

    def find_pause_s(self, now: float, usual_s: float) -> float:
        """Return how long to leave a host that has just refused a request without saying for how long."""
        self.shortest_period_s = max(self.shortest_period_s, self.last_done.at - self.window_at)
        if self.shortest_period_s >= self.longest_period_s:
            self.longest_period_s = math.inf
        if self.longest_period_s < math.inf:
            until_s = self.longest_period_s
            if until_s - self.shortest_period_s > PERIOD_PRECISION * until_s:
                until_s = (until_s + self.shortest_period_s) / 2
            return max(self.window_at + until_s - now, usual_s / 4)
        return usual_s * 2.0 ** min(max(0, self.n_refusals - STEADY_REFUSALS), MAX_DOUBLINGS)

    @property
    def remaining_s(self) -> float:
        """About how long the requests queued for the host will take."""
        n_queued = len(self.due) + len(self.later)
        pauses_s = n_queued / self.budget * self.last_pause_s if self.budget else 0.0
        return (
            n_queued * ((self.typical_s or self.stagger_s) / self.n_allowed + self.interval_s + self.gap_s) + pauses_s
        )

    def ready_at(self) -> float | None:
        """Return when the next request may be sent, or None if that depends on an answer."""
        if len(self.running) >= self.limit or not (self.due or self.later):
            return None
        first = -math.inf if self.due else self.later[0][0]
        at = max(first, self._slot_at(), self.not_before)
        return at if at < math.inf else None


class HostQueues(Generic[T]):
    """The requests still to be sent; all times are in monotonic seconds."""

    def __init__(self, *, per_host: int = 8, stagger_s: float = 0.25, max_wait_s: float = math.inf) -> None:
        """Create empty queues; the limits are described in `WebSettings`."""
        self._per_host = per_host
        self._stagger_s = stagger_s
        self._max_wait_s = max_wait_s
        self._hosts: dict[str, _Host[T]] = {}
        self._waiting: list[tuple[float, int, str, int]] = []  # ready at, order, host, version
        self._ready: list[tuple[float, int, int, str, int]] = []  # slowest first, rank, order, host, version
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
                heapq.heappush(self._ready, (-host.remaining_s, rank, order, name, version))
        while self._ready:
            *_, name, version = heapq.heappop(self._ready)
            host = self._hosts[name]
            if version == host.version:
                host.promote_due(now)
                _, _, item = heapq.heappop(host.due)
                host.n_sent += 1
                if host.n_sent == 1 or (host.n_sent_before_window == 0 and now - host.sent_at > IDLE_S):
                    host.window_at = now
                host.sent_at = now
                host.running[item] = _Sent(now, host.n_sent, len(host.running) + 1)
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
        state.last_done = state.running.pop(item)
        if state.interval_s:
            state.not_before = max(state.not_before, now + state.interval_s)
        self._schedule(state)

    def record_answer(self, host: str, seconds: float = 0.0) -> None:
        """Record an answer that is no fault of the host, and its duration."""
        state = self._host(host)
        state.record_seconds(seconds)
        n_at_once = state.last_done.n_at_once
        state.n_answered_at_once[n_at_once] = state.n_answered_at_once.get(n_at_once, 0) + 1
        self._end_probe(state)
        if state.last_done.number > state.n_sent_before_window or not state.n_sent:
            state.waited_s = 0.0
            state.n_refusals = state.n_failed_in_row = 0
        if state.ceiling < self._per_host:
            state.n_until_trial -= 1
            if state.n_until_trial <= 0:
                state.ceiling += 1
                state.n_until_trial = ANSWERS_BEFORE_TRIAL * 2**state.n_trials
        if state.is_trusted:
            state.window = min(state.window + 1, self._per_host)
        self._schedule(state)

    def _end_probe(self, state: _Host[T]) -> None:
        """Send a host that has answered the request after a pause further requests, and more than it took before."""
        n_since_pause = state.last_done.number - state.n_sent_before_window
        if state.is_probing and n_since_pause > 0:
            state.is_probing = False
            state.keeps_its_word = state.is_stated and state.n_refusals == 1
            state.longest_period_s = min(state.longest_period_s, state.last_done.at - state.window_at)
            state.window_at = state.last_done.at
        if state.budget is not None and n_since_pause > state.budget:
            state.n_beyond_budget = 2 * state.n_beyond_budget + 1
            state.budget += state.n_beyond_budget

    def record_failure(self, host: str, now: float, seconds: float = 0.0, *, usual_s: float = 1.0) -> None:
        """Record an answer that says that the host is not available, though not for how long, and its duration."""
        state = self._host(host)
        if state.last_done.number <= state.n_sent_before_window:
            return
        state.record_seconds(seconds)
        if not state.record_overload():
            state.n_failed_in_row += 1
            if state.n_failed_in_row == 1:
                state.first_failed = state.last_done.number
        is_state_of_host = state.n_failed_in_row >= FAILURES_OF_HOST or (state.is_probing and state.n_refusals > 0)
        if is_state_of_host and state.n_refusals < MAX_PAUSES_UNASKED:
            self._pause(state, None, now, usual_s, first_refused=state.first_failed)
        else:
            self._end_probe(state)
            self._schedule(state)

    def announce_budget(self, host: str, n_left: int, pause_s: float) -> None:
        """Take note that a host will accept `n_left` more requests after the one answered last, until a pause."""
        state = self._host(host)
        state.last_pause_s = pause_s
        state.budget = max(1, state.last_done.number + n_left - state.n_sent_before_window)
        state.is_announced = True

    def pause(self, host: str, seconds: float | None, now: float, *, usual_s: float = 1.0) -> list[T]:
        """Send a host nothing for some seconds; return the items that will never be sent to it.

        A host that does not say how long is sent the next request after `usual_s`, later after longer pauses.

        The result is usually empty. A host that has made the audit wait for more than `max_wait_s` without an answer in
        between is closed: the items queued for it are returned, in order, and `closed_reason` gives the reason. So is
        one that does not say how long after less time, if few items are queued for it and `max_wait_s` is not longer
        than is usual.
        """
        state = self._host(host)
        self._pause(state, seconds, now, usual_s, first_refused=state.last_done.number)
        n_queued = len(state.due) + len(state.later)
        limit_s = self._max_wait_s
        if seconds is None and limit_s <= USUAL_MAX_WAIT_S:  # who asks for longer waits, as a replay does, has them
            limit_s = min(limit_s, max(MIN_WAIT_S, MIN_PAUSES * usual_s) + WAIT_PER_LINK_S * n_queued)
        if state.waited_s <= limit_s:
            return []
        seconds = state.last_pause_s
        state.closed_reason = (
            f"the host asks to wait for {round(seconds)} s, longer than this audit waits"
            if seconds > self._max_wait_s
            else "the host keeps asking to wait"
        )
        queued = [(order, item) for _, order, item in state.due] + [(order, item) for *_, order, item in state.later]
        state.due, state.later = [], []
        self._schedule(state)
        return [item for _, item in sorted(queued, key=lambda pair: pair[0])]

    def _pause(self, state: _Host[T], seconds: float | None, now: float, usual_s: float, *, first_refused: int) -> None:
        """Take note of a refusal, and of the number of requests since the last pause as what the host accepts."""
        was_under_way = state.n_sent_before_window >= state.last_done.number > 0
        if was_under_way:
            n_accepted = first_refused - state.n_sent_before_last_window - 1
            if state.budget is not None and 0 < n_accepted < state.budget:
                state.budget = n_accepted
        else:
            n_accepted = first_refused - state.n_sent_before_window - 1
            if not state.is_probing and n_accepted > 0:
                state.budget, state.n_beyond_budget, state.is_announced = n_accepted, 0, False
                state.record_overload()
            state.n_refusals += 1
            state.is_stated = seconds is not None
            state.keeps_its_word = state.keeps_its_word and n_accepted > 0
            state.is_probing = not (state.is_stated and state.keeps_its_word)
            state.n_sent_before_last_window, state.n_sent_before_window = state.n_sent_before_window, state.n_sent
        if seconds is None:
            seconds = 0.0 if was_under_way else state.find_pause_s(now, usual_s)
        until = now + seconds
        state.waited_s += max(0.0, until - max(now, state.not_before))
        state.not_before = max(state.not_before, until)
        state.last_pause_s = seconds
        self._schedule(state)

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
