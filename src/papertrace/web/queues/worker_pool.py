"""Send requests side by side, or one after another where nothing is sent.

Workers decide nothing and never wait: they are given a request that may be sent now, and bring its answer. All
state lives in the thread that gives the work, so nothing here needs a lock.
"""

import threading
from queue import Empty, SimpleQueue
from typing import Generic, Protocol, TypeVar

from papertrace.web.exchange import Answer, Exchange, Request

T = TypeVar("T")


class WorkerPool(Protocol[T]):
    """Take requests and bring answers, each with the tag it was given with."""

    @property
    def busy(self) -> int:
        """Return the number of requests under way."""

    @property
    def has_room(self) -> bool:
        """Say whether a further request may be given."""

    def submit(self, tag: T, request: Request) -> None:
        """Send a request."""

    def collect(self, timeout_s: float | None) -> list[tuple[T, Answer]]:
        """Return the answers that are there, waiting for the first one for at most `timeout_s`."""

    def close(self) -> None:
        """Let the workers go; answers still under way are lost."""


class ThreadPool(Generic[T]):
    """Send requests from threads.

    The threads are daemons: an interrupted audit ends at once instead of waiting for hosts that do not answer.
    """

    def __init__(self, exchange: Exchange, n_threads: int) -> None:
        """Start no thread yet; they come with the work."""
        self._exchange = exchange
        self._n_threads = n_threads
        self._threads: list[threading.Thread] = []
        self._work: SimpleQueue[tuple[T, Request] | None] = SimpleQueue()
        self._results: SimpleQueue[tuple[T, Answer | BaseException]] = SimpleQueue()
        self._busy = 0

    @property
    def busy(self) -> int:
        """Return the number of requests under way."""
        return self._busy

    @property
    def has_room(self) -> bool:
        """Say whether a thread is free."""
        return self._busy < self._n_threads

    def submit(self, tag: T, request: Request) -> None:
        """Send a request from a free thread."""
        self._busy += 1
        if self._busy > len(self._threads):
            thread = threading.Thread(target=self._serve, name="papertrace-audit", daemon=True)
            self._threads.append(thread)
            thread.start()
        self._work.put((tag, request))

    def collect(self, timeout_s: float | None) -> list[tuple[T, Answer]]:
        """Return the answers that are there; an error in a worker is raised here."""
        collected = []
        try:
            results = [self._results.get(timeout=timeout_s)]
            while not self._results.empty():
                results.append(self._results.get_nowait())
        except Empty:
            return []
        for tag, result in results:
            self._busy -= 1
            if isinstance(result, BaseException):
                raise result
            collected.append((tag, result))
        return collected

    def close(self) -> None:
        """Tell every thread to go home."""
        for _ in self._threads:
            self._work.put(None)

    def _serve(self) -> None:
        while (given := self._work.get()) is not None:
            tag, request = given
            try:
                self._results.put((tag, self._exchange(request)))
            except BaseException as error:  # noqa: BLE001 - it is raised again by `collect`
                self._results.put((tag, error))


class InlinePool(Generic[T]):
    """Answer every request on the spot, in order: for an exchange that sends nothing."""

    def __init__(self, exchange: Exchange) -> None:
        """Take the exchange."""
        self._exchange = exchange
        self._results: list[tuple[T, Answer]] = []

    @property
    def busy(self) -> int:
        """Return the number of answers not collected yet."""
        return len(self._results)

    @property
    def has_room(self) -> bool:
        """Say whether the last answer was collected."""
        return not self._results

    def submit(self, tag: T, request: Request) -> None:
        """Answer a request."""
        self._results.append((tag, self._exchange(request)))

    def collect(self, timeout_s: float | None) -> list[tuple[T, Answer]]:  # noqa: ARG002 - nothing is waited for
        """Return the answer that is there."""
        results, self._results = self._results, []
        return results

    def close(self) -> None:
        """Have nothing to let go."""
