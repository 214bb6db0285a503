"""Measure the overhead of an audit: 100,000 links on 2,000 hosts, with a simulated network.

    python benchmarks/bench_audit_scale.py [--links 100000] [--hosts 2000]

A simulation on a virtual clock takes the place of the network: every host has its own latency, one in a hundred limits
its clients, and one request in two hundred is not answered. Nothing waits, so the time measured is that of scheduling,
probers and verdicts. `schedule` is the queues alone, `whole audit` everything but the requests.
"""

import argparse
import gc
import heapq
import random
import resource
import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # for `tests`

from tests.clients import client_of

from papertrace.audit.run import Auditor
from papertrace.audit.settings import AuditSettings
from papertrace.model import Fault, Link, LinkKind, Method, Span
from papertrace.web.client import PendingAsk, WorkerPool
from papertrace.web.exchange import Answer, Request, VirtualClock
from papertrace.web.queues import HostQueues

MAX_MB = 300
MAX_US = 50
LIMITED_ONE_IN = 100
LIMIT_REQUESTS = 30
LIMIT_S = 2
UNANSWERED_ONE_IN = 200
PAGE = (("content-type", "text/html"),)
FILE = (("content-type", "application/pdf"),)


class Simulation(WorkerPool[PendingAsk]):
    """A worker pool whose requests take virtual time, with answers generated from a seed."""

    def __init__(self, clock: VirtualClock, settings: AuditSettings, seed: int) -> None:
        """Use a clock that advances while the pool waits for answers."""
        self._clock = clock
        self._settings = settings
        self._random = random.Random(seed)  # noqa: S311 - not security-relevant
        self._latency_s: dict[str, float] = {}
        self._n_asked: Counter[str] = Counter()
        self._under_way: list[tuple[float, int, PendingAsk, Answer]] = []
        self.n_sent = 0

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
        self.n_sent += 1
        host = tag.host
        if host not in self._latency_s:
            self._latency_s[host] = self._random.lognormvariate(-2.5, 1.0)
        answer = self._answer(host, request)
        seconds = self._settings.timeout_s if answer.fault else self._latency_s[host]
        ends = self._clock.monotonic() + seconds
        heapq.heappush(self._under_way, (ends, self.n_sent, tag, answer))

    def collect(self, timeout_s: float | None) -> list[tuple[PendingAsk, Answer]]:
        """Advance the clock until the first answer or the timeout, and return the answers."""
        now = self._clock.monotonic()
        first = self._under_way[0][0]
        self._clock.sleep((first if timeout_s is None else min(first, now + timeout_s)) - now)
        links_found = []
        while self._under_way and self._under_way[0][0] <= self._clock.monotonic():
            _, _, tag, answer = heapq.heappop(self._under_way)
            links_found.append((tag, answer))
        return links_found

    def close(self) -> None:
        """Do nothing: there are no resources to release."""

    def _answer(self, host: str, request: Request) -> Answer:
        self._n_asked[host] += 1
        if hash_of(host) % LIMITED_ONE_IN == 0 and self._n_asked[host] % LIMIT_REQUESTS == 0:
            return Answer(status=429, headers=(("retry-after", str(LIMIT_S)),), at="2026-01-05T12:00:00Z")
        if self._random.randrange(UNANSWERED_ONE_IN) == 0:
            return Answer(fault=Fault.TIMEOUT, detail="no answer in time", at="2026-01-05T12:00:00Z")
        headers = FILE if request.url.endswith(".pdf") else PAGE
        if "papertrace-" in request.url:
            return Answer(status=404, headers=headers, at="2026-01-05T12:00:00Z")
        body = f"<title>{request.url}</title>{'x' * 2000}" if request.method is Method.GET else ""
        return Answer(status=200, headers=headers, body=body, at="2026-01-05T12:00:00Z")


def hash_of(host: str) -> int:
    """Return the number in the name of a generated host."""
    return int(host.partition(".")[0].removeprefix("host-"))


def made_up_links(n_links: int, n_hosts: int) -> list[Link]:
    """Return links to hosts with an uneven distribution, as in a real field: roughly 1/n for the n-th host."""
    chooser = random.Random(1)  # noqa: S311 - not security-relevant
    numbers = chooser.choices(range(n_hosts), weights=[1 / (20 + rank) for rank in range(n_hosts)], k=n_links)
    return [
        Link(
            raw=(url := f"https://host-{number}.example.org/paper/{line}{'.pdf' if line % 2 else ''}"),
            url=url,
            span=Span("links.txt", line),
            kind=LinkKind.PAGE,
        )
        for line, number in enumerate(numbers, start=1)
    ]


def schedule_alone(links: list[Link]) -> float:
    """Return the seconds that the queues take to schedule two requests per link."""
    hosts = [link.url.split("/")[2] for link in links]
    queues: HostQueues[tuple[int, int]] = HostQueues()
    began = time.process_time()
    for number, host in enumerate(hosts):
        queues.put(host, (number, 0))
    n_left = 2 * len(links)
    now = 0.0
    under_way: list[tuple[str, tuple[int, int]]] = []
    while n_left:
        while len(under_way) < 32 and (turn := queues.take(now)) is not None:  # noqa: PLR2004 - the default concurrency
            under_way.append(turn)
        now += 0.001
        for host, (number, nth) in under_way:
            queues.done(host, (number, nth), now)
            queues.record_answer(host, 0.05)
            n_left -= 1
            if nth == 0:
                queues.put(host, (number, 1), rank=1)
        under_way.clear()
    return time.process_time() - began


def main() -> int:
    """Print the figures; return 1 if one misses its target."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--links", type=int, default=100_000)
    parser.add_argument("--hosts", type=int, default=2_000)
    arguments = parser.parse_args()
    links = made_up_links(arguments.links, arguments.hosts)
    n_hosts = len({link.url.split("/")[2] for link in links})
    before_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    alone_s = schedule_alone(links)
    gc.collect()
    settings = AuditSettings()
    clock = VirtualClock()
    pool = Simulation(clock, settings, seed=1)
    outcomes: Counter[str] = Counter()
    began = time.process_time()
    for verdict in Auditor(settings, client_of(settings, pool, clock), None).run(links):
        outcomes[str(verdict.outcome)] += 1
    whole_s = time.process_time() - began
    peak_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    assert sum(outcomes.values()) == len(links)
    print(f"{len(links)} links on {n_hosts} hosts, {pool.n_sent} requests, {clock.monotonic():.0f} virtual s")
    print(f"outcomes                        {dict(outcomes)}")
    print(f"schedule, us a link             {alone_s / len(links) * 1e6:.1f}  (<= {MAX_US})")
    print(f"whole audit, us a link          {whole_s / len(links) * 1e6:.1f}")
    print(f"whole audit, us a request       {whole_s / pool.n_sent * 1e6:.1f}")
    print(f"peak memory, MB                 {peak_mb:.0f}  (<= {MAX_MB}; the links alone {before_mb:.0f})")
    return int(peak_mb > MAX_MB or alone_s / len(links) * 1e6 > MAX_US)


if __name__ == "__main__":
    sys.exit(main())
