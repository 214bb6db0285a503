"""Rate-limited hosts of the origin, which state their limits in every known way and count early requests."""

import time
from collections import Counter
from dataclasses import replace

from tests.origin.answers import Reply

DATE = "Mon, 05 Jan 2026 12:00:00 GMT"
"""The constant time of the origin, so that recordings are reproducible."""
DATE_PLUS_1 = "Mon, 05 Jan 2026 12:00:01 GMT"
EPOCH_PLUS_1 = 1767614401
WINDOW_S = 1.0
REQUESTS_A_WINDOW = 3

TOO_MANY = "429 Too Many Requests"
REFUSALS: dict[str, Reply] = {
    "limited.example.org": Reply(status=TOO_MANY, headers=(("Retry-After", "1"),)),
    "limited-date.example.org": Reply(status=TOO_MANY, headers=(("Date", DATE), ("Retry-After", DATE_PLUS_1))),
    "busy.example.org": Reply(status="503 Service Unavailable", headers=(("Retry-After", "1"),)),
    "ietf.example.org": Reply(status=TOO_MANY, headers=(("RateLimit", '"default";r=0;t=1'),)),
    "ietf-old.example.org": Reply(status=TOO_MANY, headers=(("RateLimit-Remaining", "0"), ("RateLimit-Reset", "1"))),
    "closed.example.org": Reply(status=TOO_MANY, headers=(("Retry-After", "3600"),)),
    "stubborn.example.org": Reply(status=TOO_MANY),
}
"""The refusals of each host. The last two always refuse."""
ALWAYS = ("closed.example.org", "stubborn.example.org")
BUDGET = "budget.example.org"


class Limits:
    """The rate limits of all hosts, and a count of requests that came before the time their host had asked for."""

    def __init__(self) -> None:
        """Start without requests."""
        self.n_early = 0
        self.max_concurrent: Counter[str] = Counter()
        self._n_concurrent: Counter[str] = Counter()
        self._windows: dict[str, tuple[float, int]] = {}
        self._closed_until: dict[str, float] = {}

    def enter(self, host: str) -> None:
        """Record that a request to a host is in progress."""
        self._n_concurrent[host] += 1
        self.max_concurrent[host] = max(self.max_concurrent[host], self._n_concurrent[host])

    def leave(self, host: str) -> None:
        """Record that a request has ended."""
        self._n_concurrent[host] -= 1

    def refusal(self, host: str) -> Reply | None:
        """Return the refusal of a request that comes too early or too often, or None."""
        now = time.monotonic()
        is_early = now < self._closed_until.get(host, 0.0)
        self.n_early += is_early
        if host in ALWAYS:
            return REFUSALS[host]
        if host not in REFUSALS:
            return None
        since, n_requests = self._windows.get(host, (now, 0))
        if is_early or n_requests >= REQUESTS_A_WINDOW:
            self._closed_until[host] = max(self._closed_until.get(host, 0.0), now + WINDOW_S)
            self._windows[host] = (now, 0)
            return REFUSALS[host]
        self._windows[host] = (since, n_requests + 1)
        return None

    def with_budget(self, reply: Reply) -> Reply:
        """Return a reply with the remaining quota, as GitHub sends it; every third request exhausts it for a second."""
        now = time.monotonic()
        _, n_requests = self._windows.get(BUDGET, (now, 0))
        n_left = REQUESTS_A_WINDOW - 1 - n_requests % REQUESTS_A_WINDOW
        self._windows[BUDGET] = (now, n_requests + 1)
        if n_left == 0:
            self._closed_until[BUDGET] = now + WINDOW_S
        headers = (
            ("Date", DATE),
            ("X-RateLimit-Remaining", str(n_left)),
            ("X-RateLimit-Reset", str(EPOCH_PLUS_1)),
        )
        return replace(reply, headers=reply.headers + headers)
