"""One request in progress: its redirects, and its retries after transient answers."""

from collections.abc import Callable
from enum import Enum
from http import HTTPStatus

from papertrace.model import Ask, Fault, Method, Observation
from papertrace.web.address import parse_address
from papertrace.web.exchange import TRANSIENT_FAULTS, TRANSIENT_STATUSES, Answer, Request
from papertrace.web.settings import WebSettings
from papertrace.web.transport.redirects import RedirectChain, forbid_nothing

UNSAID = frozenset({429, 503})
TRIES_UNSAID = 2
"""How many more tries than others a request has whose host refuses without saying for how long."""
SECOND_TIMEOUT_SHARE = 0.25
MIN_SECOND_TIMEOUT_S = 1.0
"""How long a try may take after one that timed out, as a share of the timeout, and at least."""


def is_transient(seen: Observation) -> bool:
    """Return whether the same request may get another answer shortly afterwards."""
    if seen.fault is not None or seen.status is None:
        return seen.fault in TRANSIENT_FAULTS
    return seen.status in TRANSIENT_STATUSES


def queue_name(queue: str, host: str) -> str:
    """Return the name of a separate queue at a host."""
    return f"{queue} at {host}"


class NextStep(Enum):
    """What a request in progress needs after an answer."""

    REDIRECT = "redirect"  # the target of a redirect is to be requested
    RETRY = "retry"  # the answer was transient
    DONE = "done"


class PendingAsk:
    """An `Ask` in progress, until its last answer.

    `seen` contains one observation for each try, `at` the time of the last answer. Whether it continues depends only on
    its own answers, never on other requests or on durations, so a replay in another order ends the same way.

    An audit has one for each link from the start, so it has its redirects only while they are followed.
    """

    __slots__ = (
        *("_chain", "_deadline_s", "_forbids", "_is_transient", "_max_tries", "_queue", "_refuses", "_settings"),
        *("ask", "at", "is_over", "pause_s", "seen"),
    )

    def __init__(
        self,
        ask: Ask,
        settings: WebSettings,
        *,
        n_failed: int = 0,
        is_transient: Callable[[Observation], bool] = is_transient,
        refuses: Callable[[Answer], bool] = lambda _: False,
        pause_s: float | None = None,
        queue: str = "",
        forbids: Callable[[str], str | None] = forbid_nothing,
    ) -> None:
        """Start an ask whose address has already had `n_failed` transient failures.

        `is_transient` decides which observations are retried. `refuses` recognises further answers to retry: those that
        ask the client to come back later, beyond those that HTTP defines; `pause_s` is the wait after one that does not
        say how long. `queue` names a queue of its own at the host. `forbids` returns why the target of a redirect must
        not be requested, or None.
        """
        self.ask = ask
        self._queue = "git" if ask.method is Method.GIT else queue
        self.seen: list[Observation] = []
        self.at: str = ""
        self.is_over: bool = False
        self.pause_s: float = settings.backoff_s if pause_s is None else pause_s
        self._is_transient = is_transient
        self._refuses = refuses
        self._forbids = forbids
        self._settings = settings
        # HEAD is not retried: it is followed by GET, which is.
        self._max_tries = max(1, settings.retries + 1 - n_failed) if ask.method is not Method.HEAD else 1
        self._deadline_s = settings.deadline_s
        self._chain: RedirectChain | None = None

    @property
    def host(self) -> str:
        """The queue of the next request: its host, or a separate one where rate limits are, as for git."""
        host = parse_address(self.ask.url).host if self._chain is None else self._chain.host
        return queue_name(self._queue, host) if self._queue else host

    @property
    def backoff_s(self) -> float:
        """The seconds to wait before the next try, doubled each time unless the queue of its host does that."""
        if self.seen and self.seen[-1].status in UNSAID:
            return self._settings.backoff_s
        return float(self._settings.backoff_s * 2 ** max(0, len(self.seen) - 1))

    def is_refused(self, answer: Answer) -> bool:
        """Return whether an answer asks the client to come back later."""
        is_too_much = answer.status == HTTPStatus.TOO_MANY_REQUESTS
        is_unavailable = answer.status == HTTPStatus.SERVICE_UNAVAILABLE and answer.header("retry-after") is not None
        return is_too_much or is_unavailable or self._refuses(answer)

    def request(self) -> Request:
        """Return the next request to send."""
        return self._redirects.request()

    def take(self, answer: Answer) -> NextStep:
        """Process the answer to `request`."""
        self.at = answer.at or self.at
        if answer.fault is Fault.WITHHELD and self.seen:
            # The retry was not sent, so the earlier observation counts.
            return self._end()
        observation = self._redirects.take(answer)
        if observation is None:
            return NextStep.REDIRECT
        self.seen.append(observation)
        if (self._is_transient(observation) or self._refuses(answer)) and len(self.seen) < self._tries_after(answer):
            self._deadline_s = self._second_deadline_s(observation)
            self._chain = None
            return NextStep.RETRY
        return self._end()

    def _tries_after(self, answer: Answer) -> int:
        """Return how many tries an answer allows: more if the host may refuse, without saying for how long."""
        is_page = not self.ask.accept and self.ask.method is not Method.GIT
        is_unsaid = is_page and answer.status in UNSAID and answer.header("retry-after") is None
        return self._max_tries + (TRIES_UNSAID if is_unsaid and self._max_tries > 1 else 0)

    @property
    def is_timed_out(self) -> bool:
        """Whether the last try of a page ended without an answer in time; the host has then rested for long enough."""
        return bool(self.seen) and self.seen[-1].fault is Fault.TIMEOUT and not self.ask.accept

    def _second_deadline_s(self, before: Observation) -> float:
        """Return the deadline of the next try: short after a timeout of a page, which a recovered host does not need.

        Questions to a registry or service may be large, and need their time again.
        """
        if before.fault is not Fault.TIMEOUT or self.ask.accept:
            return self._settings.deadline_s
        return min(
            self._settings.deadline_s, max(self._settings.timeout_s * SECOND_TIMEOUT_SHARE, MIN_SECOND_TIMEOUT_S)
        )

    def _end(self) -> NextStep:
        self.is_over = True
        self._chain = None
        return NextStep.DONE

    @property
    def _redirects(self) -> RedirectChain:
        if self._chain is None:
            self._chain = RedirectChain(
                self.ask,
                max_redirects=self._settings.max_redirects,
                deadline_s=self._deadline_s,
                forbids=self._forbids,
            )
        return self._chain
