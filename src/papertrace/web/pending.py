"""One request in progress: its redirects, and its repetitions after transient answers."""

from collections.abc import Callable
from enum import Enum
from http import HTTPStatus

from papertrace.model import Ask, Fault, Method, Observation
from papertrace.web.exchange import Answer, Request
from papertrace.web.settings import WebSettings
from papertrace.web.transport.redirects import RedirectChain

TRANSIENT_STATUSES = frozenset({408, 425, 429, *range(500, 600)})
TRANSIENT_FAULTS = frozenset(
    {Fault.CONNECT, Fault.DNS_TEMPORARY, Fault.MALFORMED, Fault.NO_NETWORK, Fault.RESET, Fault.TIMEOUT}
)


def is_transient(seen: Observation) -> bool:
    """Return whether the same request may be answered differently a little later."""
    if seen.fault is not None or seen.status is None:
        return seen.fault in TRANSIENT_FAULTS
    return seen.status in TRANSIENT_STATUSES


class Next(Enum):
    """What a request in progress needs after an answer."""

    HOP = "hop"  # a redirect leads on
    AGAIN = "again"  # the answer was transient
    END = "end"  # nothing more


class PendingAsk:
    """An `Ask` in progress, until its last answer.

    `seen` holds one observation for each time it was sent, `at` the time of the last answer. Whether it goes on
    depends on its own answers alone, never on those of another request or on how long anything took: so a replay in
    another order ends the same way.
    """

    def __init__(
        self,
        ask: Ask,
        settings: WebSettings,
        *,
        n_failed: int = 0,
        is_transient: Callable[[Observation], bool] = is_transient,
        refuses: Callable[[Answer], bool] = lambda _: False,
        pause_s: float | None = None,
    ) -> None:
        """Take the ask and how often its address has failed for a transient reason before.

        `is_transient` decides which observations are repeated, and so does `refuses`, by answers that ask to come back
        later beyond those that HTTP defines; `pause_s` is the wait after one that does not say how long.
        """
        self.ask = ask
        self.seen: list[Observation] = []
        self.at = ""
        self.is_over = False
        self.pause_s = settings.backoff_s if pause_s is None else pause_s
        self._is_transient = is_transient
        self._refuses = refuses
        self._settings = settings
        # HEAD is not repeated: after whatever failed comes GET, which is.
        self._most = max(1, settings.retries + 1 - n_failed) if ask.method is not Method.HEAD else 1
        self._redirects = self._new_redirects()

    @property
    def host(self) -> str:
        """Return the host to ask next; git has a queue of its own there, for its limits are others than the pages'."""
        host = self._redirects.host
        return f"git at {host}" if self.ask.method is Method.GIT else host

    @property
    def backoff_s(self) -> float:
        """Return the seconds to let pass before asking again: doubled each time."""
        return float(self._settings.backoff_s * 2 ** max(0, len(self.seen) - 1))

    def is_refused(self, answer: Answer) -> bool:
        """Say whether an answer asks to come back later."""
        return answer.status == HTTPStatus.TOO_MANY_REQUESTS or self._refuses(answer)

    def request(self) -> Request:
        """Return what to send next."""
        return self._redirects.request()

    def take(self, answer: Answer) -> Next:
        """Take the answer to `request`."""
        self.at = answer.at or self.at
        if answer.fault is Fault.WITHHELD and self.seen:
            # It was to be asked again and cannot be: what was seen before stands.
            return self._end()
        observation = self._redirects.take(answer)
        if observation is None:
            return Next.HOP
        self.seen.append(observation)
        if (self._is_transient(observation) or self._refuses(answer)) and len(self.seen) < self._most:
            self._redirects = self._new_redirects()
            return Next.AGAIN
        return self._end()

    def _end(self) -> Next:
        self.is_over = True
        return Next.END

    def _new_redirects(self) -> RedirectChain:
        return RedirectChain(self.ask, max_redirects=self._settings.max_redirects, deadline_s=self._settings.deadline_s)
