"""One ask carried through: its redirects, and its repetitions where the answer was transient."""

from collections.abc import Callable
from enum import Enum
from http import HTTPStatus

from papertrace.audit.chain import Chain
from papertrace.audit.classify import is_transient
from papertrace.audit.exchange import Answer, Request
from papertrace.audit.settings import AuditSettings
from papertrace.model import Ask, Fault, Method, Observation


class Next(Enum):
    """Say what an errand needs after an answer."""

    HOP = "hop"  # a redirect leads on
    AGAIN = "again"  # the answer was transient
    END = "end"  # nothing more


class Errand:
    """Carry one ask to its end.

    `seen` holds one observation for each time it was asked, `at` the time of the last answer. Whether it goes on
    depends on its own answers alone, never on those of another errand or on how long anything took: so a replay in
    another order ends the same way.
    """

    def __init__(
        self,
        ask: Ask,
        settings: AuditSettings,
        *,
        n_failed: int = 0,
        refuses: Callable[[Answer], bool] = lambda _: False,
        pause_s: float | None = None,
    ) -> None:
        """Take the ask, and how often the same address has failed for a transient reason already.

        `refuses` knows further answers that are to be asked again, besides those that HTTP calls transient; `pause_s`
        is how long to wait after a refusal that does not say so.
        """
        self.ask = ask
        self.seen: list[Observation] = []
        self.at = ""
        self.is_over = False
        self.pause_s = settings.backoff_s if pause_s is None else pause_s
        self._refuses = refuses
        self._settings = settings
        # HEAD is not asked again: after whatever failed comes GET, and that is.
        self._most = max(1, settings.retries + 1 - n_failed) if ask.method is not Method.HEAD else 1
        self._chain = self._new_chain()

    @property
    def host(self) -> str:
        """Return the host to ask next; git has a queue of its own there, for its limits are others than the pages'."""
        host = self._chain.host
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
        return self._chain.request()

    def take(self, answer: Answer) -> Next:
        """Take the answer to `request`."""
        self.at = answer.at or self.at
        if answer.fault is Fault.WITHHELD and self.seen:
            # It was to be asked again and cannot be: what was seen before stands.
            return self._end()
        observation = self._chain.take(answer)
        if observation is None:
            return Next.HOP
        self.seen.append(observation)
        if (is_transient(observation) or self._refuses(answer)) and len(self.seen) < self._most:
            self._chain = self._new_chain()
            return Next.AGAIN
        return self._end()

    def _end(self) -> Next:
        self.is_over = True
        return Next.END

    def _new_chain(self) -> Chain:
        return Chain(self.ask, max_redirects=self._settings.max_redirects, deadline_s=self._settings.deadline_s)
