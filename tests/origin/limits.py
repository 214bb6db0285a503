"""The hosts of the origin that allow a few requests at a time, say so in every known way, and watch who comes early."""

import time
from collections import Counter
from dataclasses import replace

from tests.origin.answers import Given

DATE = "Mon, 05 Jan 2026 12:00:00 GMT"
"""What the origin says the time is: recordings are to be the same every time."""
DATE_PLUS_1 = "Mon, 05 Jan 2026 12:00:01 GMT"
EPOCH_PLUS_1 = 1767614401
WINDOW_S = 1.0
REQUESTS_A_WINDOW = 3

TOO_MANY = "429 Too Many Requests"
REFUSALS: dict[str, Given] = {
    "limited.example.org": Given(status=TOO_MANY, headers=(("Retry-After", "1"),)),
    "limited-date.example.org": Given(status=TOO_MANY, headers=(("Date", DATE), ("Retry-After", DATE_PLUS_1))),
    "busy.example.org": Given(status="503 Service Unavailable", headers=(("Retry-After", "1"),)),
    "ietf.example.org": Given(status=TOO_MANY, headers=(("RateLimit", '"default";r=0;t=1'),)),
    "ietf-old.example.org": Given(status=TOO_MANY, headers=(("RateLimit-Remaining", "0"), ("RateLimit-Reset", "1"))),
    "closed.example.org": Given(status=TOO_MANY, headers=(("Retry-After", "3600"),)),
    "stubborn.example.org": Given(status=TOO_MANY),
}
"""How a host refuses. The last two always do."""
ALWAYS = ("closed.example.org", "stubborn.example.org")
BUDGET = "budget.example.org"


class Limits:
    """Refuse what comes too often, and count what comes before the time that was asked for."""

    def __init__(self) -> None:
        """Remember no request."""
        self.n_early = 0
        self.most_at_once: Counter[str] = Counter()
        self._at_once: Counter[str] = Counter()
        self._windows: dict[str, tuple[float, int]] = {}
        self._closed_until: dict[str, float] = {}

    def enter(self, host: str) -> None:
        """Note that a request of a host is under way."""
        self._at_once[host] += 1
        self.most_at_once[host] = max(self.most_at_once[host], self._at_once[host])

    def leave(self, host: str) -> None:
        """Note that it is over."""
        self._at_once[host] -= 1

    def refusal(self, host: str) -> Given | None:
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

    def with_budget(self, given: Given) -> Given:
        """Tell how many requests are left, as GitHub does; the third one is the last for a second."""
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
        return replace(given, headers=given.headers + headers)
