"""One request and what came back: the seam between what decides and what sends.

Everything above the seam (redirects, probers, verdicts) is the same whether an `Exchange` speaks to the network or
reads a cassette. One redirect is one exchange, so that every hop is queued at its own host and guarded.
"""

from dataclasses import dataclass, field
from typing import Protocol

from papertrace.model import Ask, Fault, Method

NO_CONTACT = frozenset({Fault.NO_NETWORK, Fault.REFUSED_ADDRESS, Fault.TIMEOUT, Fault.WITHHELD})
"""Faults that leave open whether there is a network: nothing was asked, or nothing was heard."""


@dataclass(slots=True)
class CookieBag:
    """Carry the cookies of one chain of redirects; only the sender looks inside."""

    jar: object = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """Hold one request to send, without redirects: `url` is an address that `parse_address` made.

    `ask` is what it is sent for; it differs from method and URL when a redirect led here. `seconds_left` is what the
    deadline of the chain leaves.
    """

    method: Method
    url: str
    ask: Ask
    seconds_left: float
    cookies: CookieBag = field(default_factory=CookieBag, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """Hold what came back of one request: a status or a fault.

    `headers` holds those that matter to a decision, names in lower case, the values of cookies filtered; `body` the
    first kilobytes of a page as text; `at` when it came, ISO 8601 in UTC.
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
    """Send one request and return its answer; called from many threads at a time."""

    def __call__(self, request: Request, /) -> Answer:
        """Return what came back; a failure is an answer with a fault, not an exception."""
