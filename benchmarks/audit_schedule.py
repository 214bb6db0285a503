"""How long the schedule of an audit needs on the field, if sending and judging took no time.

The audit runs on a virtual clock, and a simulation of the hosts of `audit_field` takes the place of the network. What
remains is what the rules for hosts cost: one request at a time, pauses, time-outs, retries at the end.
"""

import heapq
import sys
from collections.abc import Coroutine, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, cast
from urllib.parse import urlsplit

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # for `tests`

from tests.clients import client_of
from tests.origin.answers import NOT_FOUND, Handler, ReceivedRequest, Reply, always

from benchmarks.audit_behaviours import BEHAVIOURS, LATE_S, usual_page
from benchmarks.audit_checkers import MAX_WAIT_S
from benchmarks.audit_field import DEADLINE_S, HOSTS, ROUND_TRIP_S, SLOW_S, TIMEOUT_S, FieldLink, Manner
from benchmarks.audit_origin import Limits, refusal
from papertrace.audit.run import Auditor
from papertrace.audit.settings import AuditSettings
from papertrace.model import Fault, Link, LinkKind, Span
from papertrace.web.client import PendingAsk, WorkerPool
from papertrace.web.exchange import Answer, Request, VirtualClock

CONNECT_S = 0.001
_FAULTS = {
    Manner.EXPIRED: Fault.TLS,
    Manner.WRONG_NAME: Fault.TLS,
    Manner.UNTRUSTED: Fault.TLS,
    Manner.REFUSED: Fault.CONNECT,
}
_FAILING = {"reset": Fault.RESET, "bad-status": Fault.MALFORMED, "many-headers": Fault.MALFORMED}
_PAGE = (("content-type", "text/html"),)


class SimulatedField(WorkerPool[PendingAsk]):
    """A worker pool whose requests are answered by the hosts of the field, in virtual time."""

    def __init__(self, clock: VirtualClock, settings: AuditSettings) -> None:
        """Use a clock that advances while the pool waits for answers."""
        self._clock = clock
        self._settings = settings
        self._hosts: dict[str, Limits] = {host: Limits() for host in HOSTS}
        self._under_way: list[tuple[float, int, PendingAsk, Answer, str]] = []
        self._n_sent = 0

    @property
    def busy(self) -> int:
        """The number of requests in progress."""
        return len(self._under_way)

    @property
    def has_room(self) -> bool:
        """Whether the pool accepts another request."""
        return len(self._under_way) < self._settings.concurrency

    def submit(self, tag: PendingAsk, request: Request) -> None:
        """Start a request."""
        self._n_sent += 1
        host = urlsplit(request.url).hostname or ""
        seconds, answer = self._answer(host, request)
        seconds = min(seconds, request.seconds_left)
        answer = replace(answer, seconds=seconds, at="2026-01-05T12:00:00Z")
        heapq.heappush(self._under_way, (self._clock.monotonic() + seconds, self._n_sent, tag, answer, host))

    def collect(self, timeout_s: float | None) -> list[tuple[PendingAsk, Answer]]:
        """Advance the clock until the first answer or the timeout, and return the answers."""
        now = self._clock.monotonic()
        first = self._under_way[0][0]
        self._clock.sleep((first if timeout_s is None else min(first, now + timeout_s)) - now)
        found = []
        while self._under_way and self._under_way[0][0] <= self._clock.monotonic():
            _, _, tag, answer, host = heapq.heappop(self._under_way)
            self._hosts[host].n_now -= 1
            found.append((tag, answer))
        return found

    def close(self) -> None:
        """Do nothing: there are no resources to release."""

    def _answer(self, host: str, request: Request) -> tuple[float, Answer]:
        state, manner = self._hosts[host], HOSTS[host]
        state.arrive(self._clock.monotonic())
        state.seen[request.method, _target(request.url)] += 1
        refused, limits = refusal(state, manner, self._clock.monotonic())
        if manner in _FAULTS:
            timed = CONNECT_S, Answer(fault=_FAULTS[manner])
        elif refused is not None:
            timed = ROUND_TRIP_S, _to_answer(refused)
        elif manner is Manner.SILENT:
            timed = self._settings.timeout_s, Answer(fault=Fault.TIMEOUT)
        else:
            timed = self._behave(state, request, limits)
            if manner is Manner.SLOW:
                timed = SLOW_S, timed[1]
        return timed

    def _behave(self, state: Limits, request: Request, limits: tuple[tuple[str, str], ...]) -> tuple[float, Answer]:
        """Return the answer of a page and the seconds that it takes."""
        parts = urlsplit(request.url)
        target = _target(request.url)
        behaviour = parts.path.split("/")[1]
        n_seen = sum(n for (_, seen), n in state.seen.items() if seen == target)
        if behaviour in _FAILING or (behaviour == "resets-once" and n_seen == 1):
            return ROUND_TRIP_S, Answer(fault=_FAILING.get(behaviour, Fault.RESET))
        if behaviour == "trickle":
            return self._settings.deadline_s, Answer(fault=Fault.TIMEOUT)
        if behaviour == "slow-body":
            return self._settings.timeout_s, Answer(status=200, headers=_PAGE, body="<title>A long story z")
        if behaviour == "late":
            return LATE_S, Answer(status=200, headers=_PAGE, body="<title>Late</title>")
        received = ReceivedRequest(
            method=request.method,
            host=parts.hostname or "",
            path=parts.path,
            query=parts.query,
            headers={},
            nth=state.seen[request.method, target],
            writer=cast("Any", None),
        )
        handler = BEHAVIOURS.get(behaviour, always(NOT_FOUND)) if behaviour != "resets-once" else usual_page
        reply = _reply(handler, received)
        return ROUND_TRIP_S, _to_answer(replace(reply, headers=reply.headers + limits))


def _target(url: str) -> str:
    parts = urlsplit(url)
    return parts.path + (f"?{parts.query}" if parts.query else "")


def _reply(handler: Handler, request: ReceivedRequest) -> Reply:
    """Return the reply of a handler, or a page for one that writes to the connection itself."""
    work = cast("Coroutine[None, None, Reply | None]", handler(request))
    try:
        work.send(None)
    except StopIteration as stop:
        return stop.value if isinstance(stop.value, Reply) else Reply(body=b"<title>A page</title>")
    except (AttributeError, TypeError):
        return Reply(body=b"<title>A page</title>")
    work.close()
    return Reply(body=b"<title>A page</title>")


def _to_answer(reply: Reply) -> Answer:
    status, _, phrase = reply.status.partition(" ")
    headers = tuple((name.lower(), value) for name, value in reply.headers)
    return Answer(
        status=int(status),
        phrase=phrase,
        headers=(*headers, ("content-type", reply.content_type)),
        body=reply.body[:2048].decode("utf-8", "replace"),
    )


def schedule_s(links: Sequence[FieldLink]) -> float:
    """Return the virtual seconds that an audit of the links takes."""
    settings = AuditSettings(timeout_s=TIMEOUT_S, deadline_s=DEADLINE_S, max_wait_s=MAX_WAIT_S, asks_git=False)
    clock = VirtualClock()
    pool = SimulatedField(clock, settings)
    audited = [
        Link(raw=link.url, url=link.url, span=Span("links.txt", line), kind=LinkKind.PAGE)
        for line, link in enumerate(links, start=1)
    ]
    n_verdicts = sum(1 for _ in Auditor(settings, client_of(settings, pool, clock), None).run(audited))
    assert n_verdicts == len(links)
    return clock.monotonic()
