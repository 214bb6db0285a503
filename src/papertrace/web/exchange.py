"""One request and its answer: the boundary between deciding what to request and sending it; and clocks.

Everything above this boundary (redirects, probers, verdicts) is the same whether an `Exchange` uses the network or a
cassette. One redirect is one exchange, so that every hop is queued at its own host and checked by the guard.

Clocks are passed as arguments: how to wait, and how answers are dated.
"""

import time
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Protocol

from papertrace.model import Ask, Fault, Method, Observation


class Clock(Protocol):
    """A source of time that can sleep."""

    def monotonic(self) -> float:
        """Return the seconds of a clock that never goes backwards."""

    def wall(self) -> datetime:
        """Return the date and time, with a time zone."""

    def sleep(self, seconds: float) -> None:
        """Sleep for some seconds."""


class SystemClock:
    """The clock of the machine."""

    def monotonic(self) -> float:
        """Return the seconds of `time.monotonic`."""
        return time.monotonic()

    def wall(self) -> datetime:
        """Return the date and time in UTC."""
        return datetime.now(UTC)

    def sleep(self, seconds: float) -> None:
        """Sleep for some seconds."""
        time.sleep(seconds)


class VirtualClock:
    """A clock on which every wait ends at once.

    >>> clock = VirtualClock()
    >>> clock.sleep(3600)
    >>> clock.monotonic()
    3600.0
    """

    def __init__(self, start: datetime = datetime(2000, 1, 1, tzinfo=UTC)) -> None:
        """Start at a date; the monotonic seconds start at 0."""
        self._start = start
        self._now_s = 0.0

    def monotonic(self) -> float:
        """Return the seconds slept so far."""
        return self._now_s

    def wall(self) -> datetime:
        """Return the start date, since recorded answers have their own dates."""
        return self._start

    def sleep(self, seconds: float) -> None:
        """Advance the monotonic seconds."""
        self._now_s += max(0.0, seconds)


def timestamp(moment: datetime) -> str:
    """Format a date and time as ISO 8601 in UTC, to the second.

    >>> timestamp(datetime(2026, 1, 5, 12, 0, tzinfo=UTC))
    '2026-01-05T12:00:00Z'
    """
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def parse_timestamp(text: str) -> datetime | None:
    """Parse the format that `timestamp` writes; return None for anything else."""
    try:
        return datetime.strptime(text, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC)
    except ValueError:
        return None


PROXY_SILENT = "the proxy does not answer"
"""The detail of an answer `NO_NETWORK` where a proxy is set, which alone says whether there is a network."""

NO_CONTACT = frozenset({Fault.NO_NETWORK, Fault.REFUSED_ADDRESS, Fault.TIMEOUT, Fault.WITHHELD})
"""Faults that do not show whether there is a network: nothing was sent, or no answer came."""

TRANSIENT_STATUSES = frozenset({408, 425, 429, *range(500, 600)})
TRANSIENT_FAULTS = frozenset(
    {Fault.CONNECT, Fault.DNS_TEMPORARY, Fault.MALFORMED, Fault.NO_NETWORK, Fault.RESET, Fault.TIMEOUT}
)
"""What the same request may get another answer to shortly afterwards."""


def is_transient(seen: Observation) -> bool:
    """Return whether the same request may get another answer shortly afterwards."""
    if seen.fault is not None or seen.status is None:
        return seen.fault in TRANSIENT_FAULTS
    return seen.status in TRANSIENT_STATUSES


CUT_SHORT = "the page was cut short"
"""The detail of an answer whose body ended before it was complete."""
TOO_LONG = "the answer was too long"
"""The detail of an answer of a service of which nothing is kept, since it was longer than is held in memory."""


@dataclass(slots=True)
class CookieBag:
    """The cookies of one chain of redirects; only the sender reads them."""

    jar: object = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """One request to send, without redirects; `url` was normalised by `parse_address`.

    `ask` is the ask that it serves, whose URL differs from `url` after a redirect. `seconds_left` is the time left
    until the deadline of the chain.
    """

    method: Method
    url: str
    ask: Ask
    seconds_left: float
    cookies: CookieBag = field(default_factory=CookieBag, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What came back of one request: a status or a fault.

    `headers` are those that matter to a decision, names in lower case, the values of cookies filtered. `body` is the
    first kilobytes of the page as text, `at` the time of arrival in ISO 8601, UTC.
    """

    status: int | None = None
    phrase: str = ""
    headers: tuple[tuple[str, str], ...] = ()
    body: str = ""
    fault: Fault | None = None
    detail: str = ""
    seconds: float = 0.0
    at: str = ""

    def header(self, name: str) -> str | None:
        """Return the first value of a header, or None."""
        return next((value for key, value in self.headers if key == name), None)


class Exchange(Protocol):
    """A function that sends one request; called from many threads at a time."""

    def __call__(self, request: Request, /) -> Answer:
        """Return the answer; a failure is an answer with a fault, not an exception."""
