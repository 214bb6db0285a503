"""Pools of workers that send requests: concurrently from threads, or inline when a cassette answers.

Workers make no decisions and never wait: they send a request at once and return its answer. All state belongs to the
submitting thread, so no locks are needed.
"""

import threading
from queue import Empty, SimpleQueue
from typing import Generic, Protocol, TypeVar

from papertrace.web.exchange import Answer, Exchange, Request

T = TypeVar("T")


class WorkerPool(Protocol[T]):
    """Workers that take requests and return answers, each with the tag of its request."""

    @property
    def busy(self) -> int:
        """The number of requests in flight."""

    @property
    def has_room(self) -> bool:
        """Whether another request may be submitted."""

    def submit(self, tag: T, request: Request) -> None:
        """Send a request."""

    def collect(self, timeout_s: float | None) -> list[tuple[T, Answer]]:
        """Return the answers that have arrived, waiting at most `timeout_s` for the first; None waits without limit."""

    def close(self) -> None:
        """Stop the workers; answers still in flight are lost."""


class ThreadPool(Generic[T]):
    """A pool of threads.

    The threads are daemons, so that an interrupted audit ends at once instead of waiting for hosts that do not answer.
    """

    def __init__(self, exchange: Exchange, n_threads: int) -> None:
        """Create a pool; threads are started as requests are submitted."""
        self._exchange = exchange
        self._n_threads = n_threads
        self._threads: list[threading.Thread] = []
        self._work: SimpleQueue[tuple[T, Request] | None] = SimpleQueue()
        self._results: SimpleQueue[tuple[T, Answer | BaseException]] = SimpleQueue()
        self._busy = 0

    @property
    def busy(self) -> int:
        """The number of requests in flight."""
        return self._busy

    @property
    def has_room(self) -> bool:
        """Whether fewer than `n_threads` requests are in flight."""
        return self._busy < self._n_threads

    def submit(self, tag: T, request: Request) -> None:
        """Send a request from an idle thread."""
        self._busy += 1
        if self._busy > len(self._threads):
            thread = threading.Thread(target=self._serve, name="papertrace-audit", daemon=True)
            self._threads.append(thread)
            thread.start()
        self._work.put((tag, request))

    def collect(self, timeout_s: float | None) -> list[tuple[T, Answer]]:
        """Return the answers that have arrived; an error in a worker is raised here."""
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
        """Stop every thread after its current request."""
        for _ in self._threads:
            self._work.put(None)

    def _serve(self) -> None:
        while (job := self._work.get()) is not None:
            tag, request = job
            try:
                self._results.put((tag, self._exchange(request)))
            except BaseException as error:  # noqa: BLE001 - reraised by `collect`
                self._results.put((tag, error))


class InlinePool(Generic[T]):
    """A pool that answers requests in the calling thread, for an exchange that does not use the network."""

    def __init__(self, exchange: Exchange) -> None:
        """Create a pool that calls `exchange`."""
        self._exchange = exchange
        self._results: list[tuple[T, Answer]] = []

    @property
    def busy(self) -> int:
        """The number of answers not collected yet."""
        return len(self._results)

    @property
    def has_room(self) -> bool:
        """Whether the last answer has been collected."""
        return not self._results

    def submit(self, tag: T, request: Request) -> None:
        """Answer a request."""
        self._results.append((tag, self._exchange(request)))

    def collect(self, timeout_s: float | None) -> list[tuple[T, Answer]]:  # noqa: ARG002 - nothing is waited for
        """Return the answers not collected yet."""
        results, self._results = self._results, []
        return results

    def close(self) -> None:
        """Do nothing, since there are no workers."""
