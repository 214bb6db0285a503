"""One request and its answer: the boundary between deciding what to request and sending it; and clocks.

Everything above this boundary (redirects, probers, verdicts) is the same whether an `Exchange` uses the network or a
cassette. One redirect is one exchange, so that every hop is queued at its own host and checked by the guard.

Clocks are passed as arguments: how to wait, and how answers are dated.
"""

import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from http import HTTPStatus
from urllib.parse import urldefrag, urljoin

from papertrace.model import Ask, Fault, Hop, Method, Observation
from papertrace.web.address import FILTERED, Address, join_location, parse_address, public_url
from papertrace.web.pages import find_page_redirect


class Clock:
    """The clock of the machine."""

    def monotonic(self) -> float:
        """Return the seconds of a clock that never goes backwards."""
        return time.monotonic()

    def wall(self) -> datetime:
        """Return the date and time in UTC."""
        return datetime.now(UTC)

    def sleep(self, seconds: float) -> None:
        """Sleep for some seconds."""
        time.sleep(seconds)


class VirtualClock(Clock):
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


def parse_json(body: str) -> object:
    """Return the JSON value in the body of an answer, or None for anything else."""
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        return None


def value_at(data: object, path: str) -> object:
    """Return what is at a path of keys, separated by stops, in a JSON value, the value itself at none, or None.

    >>> value_at({"metadata": {"access_right": "open"}}, "metadata.access_right")
    'open'
    """
    for key in filter(None, path.split(".")):
        data = data.get(key) if isinstance(data, dict) else None
    return data


Exchange = Callable[[Request], Answer]
"""A function that sends one request; called from many threads at a time. A failure is an answer with a fault."""

REDIRECTS = frozenset({301, 302, 303, 307, 308})

_PUBLIC: dict[str, Callable[[str], str]] = {"set-cookie": lambda _: FILTERED, "location": public_url}


# The HTTP client could follow them, but then hops would be neither queued at their own hosts nor recorded.
def forbid_nothing(url: str) -> str | None:  # noqa: ARG001 - the signature of every `forbids`
    """Return None: every target of a redirect may be requested."""
    return None


class RedirectChain:
    """The redirects from an ask to its observation: `request` is to be sent next, `take` processes its answer."""

    def __init__(
        self, ask: Ask, *, max_redirects: int, deadline_s: float, forbids: Callable[[str], str | None] = forbid_nothing
    ) -> None:
        """Start at the ask's URL, which `parse_address` must accept.

        `forbids` returns why the target of a redirect must not be requested, or None.
        """
        self._ask = ask
        self._forbids = forbids
        self._max_redirects = max_redirects
        self._left_s = deadline_s
        self._cookies = CookieBag()
        self._hops: list[Hop] = []
        self._public_url = public_url(ask.url)
        self._address = parse_address(ask.url)
        self._visited = {self._address.url}

    @property
    def host(self) -> str:
        """The host of the next request."""
        return self._address.host

    def request(self) -> Request:
        """Return the next request to send."""
        return Request(
            method=self._ask.method,
            url=self._address.url,
            ask=self._ask,
            seconds_left=self._left_s,
            cookies=self._cookies,
        )

    def take(self, answer: Answer) -> Observation | None:
        """Process an answer; return the final observation, or None if a redirect is to be followed."""
        self._left_s -= answer.seconds
        location = self._location(answer)
        if answer.fault is not None or answer.status is None or not location:
            return self._end(answer)
        self._hops.append(Hop(url=self._public_url, status=answer.status))
        try:
            self._address, self._public_url = self._target(location)
        except ValueError as error:
            return self._end(Answer(fault=Fault.BAD_REDIRECT, detail=str(error), seconds=answer.seconds))
        if any(name == "set-cookie" for name, _ in answer.headers):
            # A page may redirect to itself after setting a cookie, which is not a loop.
            self._visited.clear()
        if (found := self._fault_of_target()) is not None:
            return self._end(Answer(fault=found[0], detail=found[1], seconds=answer.seconds))
        self._visited.add(self._address.url)
        return None

    def _location(self, answer: Answer) -> str:
        """Return the target of a redirect, or of a page that only sends readers on; empty for any other answer."""
        if not self._ask.follows:
            return ""
        if answer.status in REDIRECTS:
            return answer.header("location") or ""
        is_page = self._ask.method is Method.GET and not self._ask.accept and answer.status == HTTPStatus.OK
        if not is_page or "html" not in (answer.header("content-type") or "html"):
            return ""
        target = find_page_redirect(answer.body, answer.header("refresh") or "")
        # A page that reloads itself has nothing to send readers on to.
        return target if target and urljoin(self._address.url, target) != self._address.url else ""

    def _fault_of_target(self) -> tuple[Fault, str] | None:
        """Return why the target of the last redirect is not requested, or None if it is to be."""
        if self._address.url in self._visited:
            return Fault.LOOP, f"redirects lead back to {self._public_url}"
        if len(self._hops) > self._max_redirects:
            return Fault.TOO_MANY_REDIRECTS, f"more than {self._max_redirects} redirects"
        reason = self._forbids(self._address.url)
        if reason is not None:
            return Fault.EXCLUDED, f"redirects to {self._public_url}, {reason}"
        return (Fault.TIMEOUT, "the redirects took too long") if self._left_s <= 0 else None

    def _target(self, location: str) -> tuple[Address, str]:
        """Return the target of a redirect and its public URL; raise ValueError if the target cannot be requested."""
        target = join_location(self._address.url, location)
        address = parse_address(target)
        # A redirect without a fragment keeps that of the address before it (RFC 9110, section 10.2.2).
        fragment = urldefrag(target).fragment or urldefrag(self._public_url).fragment
        return address, public_url(f"{address.url}#{fragment}" if fragment else address.url)

    def _end(self, answer: Answer) -> Observation:
        return Observation(
            ask=self._ask,
            final_url=self._public_url,
            status=answer.status,
            fault=answer.fault,
            detail=answer.detail or answer.phrase,
            hops=tuple(self._hops),
            headers=tuple(
                (name, _PUBLIC[name](value) if name in _PUBLIC else value)
                for name, value in answer.headers
                if name != "location" or not self._ask.follows
            ),
            body=answer.body,
            seconds=answer.seconds,
        )
