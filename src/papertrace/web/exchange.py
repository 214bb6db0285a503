"""One request and its answer: the boundary between deciding what to request and sending it.

Everything above this boundary (redirects, probers, verdicts) is the same whether an `Exchange` uses the network or a
cassette. One redirect is one exchange, so that every hop is queued at its own host and checked by the guard.
"""

from dataclasses import dataclass, field
from typing import Protocol

from papertrace.model import Ask, Fault, Method

PROXY_SILENT = "the proxy does not answer"
"""The detail of an answer `NO_NETWORK` where a proxy is set, which alone says whether there is a network."""

NO_CONTACT = frozenset({Fault.NO_NETWORK, Fault.REFUSED_ADDRESS, Fault.TIMEOUT, Fault.WITHHELD})
"""Faults that do not show whether there is a network: nothing was sent, or no answer came."""

TRANSIENT_STATUSES = frozenset({408, 425, 429, *range(500, 600)})
TRANSIENT_FAULTS = frozenset(
    {Fault.CONNECT, Fault.DNS_TEMPORARY, Fault.MALFORMED, Fault.NO_NETWORK, Fault.RESET, Fault.TIMEOUT}
)
"""What the same request may get another answer to shortly afterwards."""

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
