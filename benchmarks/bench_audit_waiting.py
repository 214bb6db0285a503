"""How long an audit waits on webs drawn at random, compared with the least that each of them allows.

    python benchmarks/bench_audit_waiting.py [--mixes 20] [--first 1] [--hosts]

A mix is a web of its own: a few hosts with many links and many with one, near and distant, with quotas that are
announced, stated with the refusal or not at all, hosts that fail when asked several things at a time, pages that fail
once, hang, are slow, redirect to other hosts or are gone. The audit runs on a virtual clock and a simulated network, so
that the figures are those of the schedule alone, the same on every machine.

The bound is what a client could do that knows every host beforehand and keeps to the same limits: so many requests at a
time over all and to one host, the same time-outs and pauses before a retry. Of a host with a quota it asks for the
pages in their order, since what a page does is known only afterwards: one that hangs after a pause ends so much later.
No client that has to find out can reach it. The columns:

`links`, `hosts`    the size of the mix
`bound`, `audit`    seconds, and their ratio; `the rest`: what came after 90 % of the verdicts
`asked`, `refused`  requests sent, and those refused with 429 or for their number at one time
`early`             requests sent after a host had stated a time, before that had passed: always 0
`crossed`           requests that were under way when their host refused another
`wrong`             verdicts that are not what the page deserves; where a host refuses with 503 alone, which a page that
                    fails has too, `unstable` after all tries is what can be known
"""

import argparse
import heapq
import math
import random
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum
from http import HTTPStatus
from pathlib import Path
from statistics import mean
from urllib.parse import urlsplit

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # for `tests`

from tests.clients import client_of

from papertrace.audit.run import Auditor
from papertrace.audit.settings import AuditSettings
from papertrace.model import Fault, Link, LinkKind, Outcome, Span, Verdict
from papertrace.web.client import MIN_SECOND_TIMEOUT_S, SECOND_TIMEOUT_SHARE, PendingAsk, WorkerPool
from papertrace.web.exchange import Answer, Request, VirtualClock

MAX_MEAN, MAX_RATIO = 1.2, 1.5
SETTINGS = AuditSettings(timeout_s=3.0, deadline_s=4.0, asks_git=False)
AT = "2026-01-05T12:00:00Z"


class Says(StrEnum):
    """How a host with a quota says that it is exhausted."""

    SECONDS = "429 and a time"
    UNAVAILABLE = "503 and a time"
    ANNOUNCED = "announced"
    NOTHING = "429 alone"
    UNAVAILABLE_ALONE = "503 alone"


ALONE = {Says.NOTHING, Says.UNAVAILABLE_ALONE}


@dataclass(frozen=True, slots=True)
class Quota:
    """So many requests, until a pause of so many seconds."""

    n_requests: int
    seconds: int
    says: Says


class Page(StrEnum):
    """What a page does."""

    PLAIN = "plain"
    FILE = "file"
    GONE = "gone"
    FAILS_ONCE = "fails-once"
    RESETS_ONCE = "resets-once"
    HANGS = "hangs"
    SLOW = "slow"
    ACROSS = "across"  # redirects to another host


RIGHT = {Page.GONE: {Outcome.DEAD}, Page.HANGS: {Outcome.UNSTABLE}}
_TROUBLE = (Page.FILE, Page.GONE, Page.FAILS_ONCE, Page.RESETS_ONCE, Page.HANGS, Page.SLOW, Page.ACROSS)
SLOWNESS = 8.0
"""How many times as long as usual a slow page takes."""


@dataclass(slots=True)
class Host:
    """A host of a mix, and its state."""

    name: str
    latency_s: float
    max_at_once: int = 1000
    quota: Quota | None = None
    n_now: int = 0
    n_in_window: int = 0
    window_began: float = -math.inf
    closed_until: float = -math.inf
    stated_until: float = -math.inf

    def is_refused(self, now: float) -> bool:
        """Count a request; return whether the quota is exhausted."""
        if self.quota is None:
            return False
        if now < self.closed_until:
            return True
        if now - self.window_began >= self.quota.seconds and self.quota.says in ALONE:
            self.window_began, self.n_in_window = now, 0
        if self.n_in_window < self.quota.n_requests:
            self.n_in_window += 1
            return False
        if self.quota.says not in ALONE:
            self.closed_until, self.n_in_window = now + self.quota.seconds, 0
        return True


@dataclass(frozen=True, slots=True)
class Mix:
    """Hosts, and pages as pairs of URL and kind in the order of the links."""

    hosts: dict[str, Host]
    pages: tuple[tuple[str, Page], ...]


def draw(seed: int) -> Mix:
    """Return a mix."""
    rng = random.Random(seed)  # noqa: S311 - not security-relevant
    n_hosts = rng.randint(15, 80)
    hosts = {name: _draw_host(name, rng) for name in (f"h{number}.example.net" for number in range(n_hosts))}
    sizes = [rng.paretovariate(rng.choice((0.7, 1.0, 1.5))) for _ in hosts]
    shares = [rng.choice((0.0, 0.01, 0.04, 0.1)) for _ in _TROUBLE]
    names = rng.choices(list(hosts), weights=[min(size, 60.0) for size in sizes], k=rng.randint(600, 2000))
    kinds = rng.choices((Page.PLAIN, *_TROUBLE), weights=(1 - sum(shares), *shares), k=len(names))
    pages = [
        (f"http://{host}/{kind}/remarkable-thing-{number}{'.pdf' if kind is Page.FILE else ''}", kind)
        for number, (host, kind) in enumerate(zip(names, kinds, strict=True))
    ]
    return Mix(hosts, tuple(pages))


def _draw_host(name: str, rng: random.Random) -> Host:
    host = Host(name, latency_s=min(max(rng.lognormvariate(math.log(0.08), 1.0), 0.004), 1.0))
    kind = rng.random()
    if kind < 0.3:  # noqa: PLR2004 - the share of hosts with quotas
        host.quota = Quota(rng.randint(8, 60), rng.randint(1, 3), rng.choice(list(Says)))
    elif kind < 0.4:  # noqa: PLR2004
        host.max_at_once = rng.randint(2, 6)
    return host


@dataclass(slots=True)
class Web(WorkerPool[PendingAsk]):
    """A worker pool whose requests are answered by the hosts of a mix, in virtual time."""

    mix: Mix
    clock: VirtualClock
    counts: Counter[str] = field(default_factory=Counter)
    seen: Counter[str] = field(default_factory=Counter)
    under_way: list[tuple[float, int, PendingAsk, Answer, Host]] = field(default_factory=list)
    finished: dict[str, float] = field(default_factory=dict)

    @property
    def busy(self) -> int:
        """The number of requests in progress."""
        return len(self.under_way)

    @property
    def has_room(self) -> bool:
        """Whether the pool accepts another request."""
        return len(self.under_way) < SETTINGS.concurrency

    def submit(self, tag: PendingAsk, request: Request) -> None:
        """Start a request."""
        self.counts["asked"] += 1
        host = self.mix.hosts[urlsplit(request.url).hostname or ""]
        host.n_now += 1
        seconds, answer = self._answer(host, request)
        answer = replace(answer, seconds=seconds, at=AT)
        heapq.heappush(self.under_way, (self.clock.monotonic() + seconds, self.counts["asked"], tag, answer, host))

    def collect(self, timeout_s: float | None) -> list[tuple[PendingAsk, Answer]]:
        """Advance the clock until the first answer or the timeout, and return the answers."""
        now = self.clock.monotonic()
        first = self.under_way[0][0]
        self.clock.sleep((first if timeout_s is None else min(first, now + timeout_s)) - now)
        found = []
        while self.under_way and self.under_way[0][0] <= self.clock.monotonic():
            at, _, tag, answer, host = heapq.heappop(self.under_way)
            host.n_now -= 1
            if answer.header("retry-after") or answer.header("x-ratelimit-remaining") == "0":
                host.stated_until = host.closed_until
            self.finished[host.name] = at
            found.append((tag, answer))
        return found

    def close(self) -> None:
        """Do nothing: there are no resources to release."""

    def _answer(self, host: Host, request: Request) -> tuple[float, Answer]:
        now = self.clock.monotonic()
        path = urlsplit(request.url).path
        self.seen[request.url] += 1
        jitter = random.Random(f"{request.url} {self.seen[request.url]}")  # noqa: S311 - not security-relevant
        latency_s = host.latency_s * jitter.uniform(0.8, 1.25)
        self.counts["early"] += now < host.stated_until
        self.counts["crossed"] += host.stated_until <= now < host.closed_until
        if host.n_now > host.max_at_once:
            self.counts["refused"] += 1
            return latency_s, Answer(status=503, phrase="Service Unavailable")
        if host.is_refused(now):
            self.counts["refused"] += 1
            return latency_s, _refusal(host, now)
        page = Page(path.split("/")[1]) if path.count("/") > 1 else Page.GONE
        is_first = self.seen[request.url] == 1
        if page is Page.HANGS:
            return min(SETTINGS.timeout_s, request.seconds_left), Answer(fault=Fault.TIMEOUT)
        title = f"<title>A remarkable thing, number {path.rpartition('-')[2]}</title>"
        answer = Answer(status=200, headers=(("content-type", "text/html"),), body=title)
        if page is Page.SLOW:
            latency_s = min(latency_s * SLOWNESS, 0.8 * SETTINGS.timeout_s)
        elif page is Page.FILE:
            answer = Answer(status=200, headers=(("content-type", "application/pdf"),))
        elif page is Page.GONE:
            answer = Answer(status=404, phrase="Not Found")
        elif page is Page.FAILS_ONCE and is_first:
            answer = Answer(status=503, phrase="Service Unavailable")
        elif page is Page.RESETS_ONCE and is_first:
            answer = Answer(fault=Fault.RESET)
        elif page is Page.ACROSS:
            answer = Answer(status=302, headers=(("location", _across(self.mix, request.url)),))
        return latency_s, replace(answer, headers=answer.headers + _announced(host, now))


def _across(mix: Mix, url: str) -> str:
    names = list(mix.hosts)
    parts = urlsplit(url)
    name = names[(names.index(parts.hostname or "") + 1) % len(names)]
    return f"http://{name}/plain/{parts.path.rsplit('/', 1)[1]}"


def _refusal(host: Host, now: float) -> Answer:
    assert host.quota is not None
    status = 503 if host.quota.says in {Says.UNAVAILABLE, Says.UNAVAILABLE_ALONE} else 429
    if host.quota.says in ALONE:
        return Answer(status=status)
    return Answer(status=status, headers=(("retry-after", str(math.ceil(host.closed_until - now))),))


def _announced(host: Host, now: float) -> tuple[tuple[str, str], ...]:
    if host.quota is None or host.quota.says is not Says.ANNOUNCED:
        return ()
    n_left = host.quota.n_requests - host.n_in_window
    if n_left == 0:
        host.closed_until, host.n_in_window = now + host.quota.seconds, 0
    reset = ("x-ratelimit-reset", str(host.quota.seconds))
    return ("x-ratelimit-remaining", str(n_left)), reset


def bound_s(mix: Mix) -> float:
    """Return the least seconds that any client with these settings needs."""
    second_timeout_s = max(SETTINGS.timeout_s * SECOND_TIMEOUT_SHARE, MIN_SECOND_TIMEOUT_S)
    work: dict[str, list[float]] = defaultdict(list)  # seconds of each request, by host
    n_before: Counter[str] = Counter()
    longest_s = 0.0
    for url, page in mix.pages:
        host = mix.hosts[urlsplit(url).hostname or ""]
        begin_s = n_before[host.name] // host.quota.n_requests * host.quota.seconds if host.quota else 0.0
        n_before[host.name] += 1
        chain_s = usual_s = host.latency_s
        work[host.name].append(usual_s)
        if page is Page.HANGS:
            chain_s = SETTINGS.timeout_s + second_timeout_s
            work[host.name] += [SETTINGS.timeout_s - usual_s, second_timeout_s]
        elif page is Page.SLOW:
            chain_s = min(usual_s * SLOWNESS, 0.8 * SETTINGS.timeout_s)
            work[host.name][-1] = chain_s
        elif page in {Page.FAILS_ONCE, Page.RESETS_ONCE}:
            chain_s = 2 * usual_s + SETTINGS.backoff_s
            work[host.name].append(usual_s)
        elif page is Page.ACROSS:
            other = mix.hosts[urlsplit(_across(mix, url)).hostname or ""]
            chain_s += other.latency_s
            work[other.name].append(other.latency_s)
        longest_s = max(longest_s, begin_s + chain_s)
    hosts_s = [_bound_of(mix.hosts[name], seconds) for name, seconds in work.items()]
    return max(*hosts_s, longest_s, sum(map(sum, work.values())) / SETTINGS.concurrency)


def _bound_of(host: Host, seconds: list[float]) -> float:
    at_once = min(SETTINGS.per_host, host.max_at_once)
    work_s = sum(seconds) / at_once
    if host.quota is None:
        return work_s
    n_pauses = max(0, math.ceil(len(seconds) / host.quota.n_requests) - 1)
    if host.quota.says in ALONE:
        # The windows follow the clock, so that requests are under way during them.
        return max(work_s, n_pauses * host.quota.seconds)
    return work_s + n_pauses * host.quota.seconds


@dataclass(frozen=True, slots=True)
class Score:
    """What an audit of a mix needed."""

    bound_s: float
    audit_s: float
    rest_s: float
    counts: Counter[str]
    hosts: dict[str, float]

    @property
    def ratio(self) -> float:
        """The seconds of the audit as a share of the bound."""
        return self.audit_s / self.bound_s


def score(mix: Mix) -> Score:
    """Audit the links of a mix."""
    clock = VirtualClock()
    web = Web(mix, clock)
    links = [
        Link(raw=url, url=url, span=Span("links.txt", line), kind=LinkKind.PAGE)
        for line, (url, _) in enumerate(mix.pages, start=1)
    ]
    kinds = dict(mix.pages)
    ends = []
    for verdict in Auditor(SETTINGS, client_of(SETTINGS, web, clock), None).run(links):
        ends.append(clock.monotonic())
        host = mix.hosts[urlsplit(verdict.link.url).hostname or ""]
        if not is_right(verdict, kinds[verdict.link.url], host):
            web.counts["wrong"] += 1
            web.counts["wrong at " + host.name] += 1
            web.counts["false deaths"] += verdict.outcome is Outcome.DEAD
    assert len(ends) == len(links)
    rest_s = ends[-1] - sorted(ends)[int(0.9 * len(ends))]
    return Score(bound_s(mix), clock.monotonic(), rest_s, web.counts, web.finished)


def is_right(verdict: Verdict, page: Page, host: Host) -> bool:
    """Return whether a verdict is what the page deserves, as far as the answers of its host show that."""
    says_nothing = host.quota is not None and host.quota.says is Says.UNAVAILABLE_ALONE
    n_refused = sum(one.status == HTTPStatus.SERVICE_UNAVAILABLE for one in verdict.seen)
    if says_nothing and verdict.outcome is Outcome.UNSTABLE and n_refused > SETTINGS.retries + 1:
        return True
    return verdict.outcome in RIGHT.get(page, {Outcome.ALIVE})


def rows(scores: dict[int, Score]) -> Iterator[str]:
    """Yield the table."""
    columns = ("asked", "refused", "early", "crossed", "wrong")
    yield f"{'mix':>5}{'links':>7}{'hosts':>7}{'bound':>8}{'audit':>8}{'ratio':>7}{'rest':>7}" + "".join(
        f"{name:>9}" for name in columns
    )
    for seed, one in scores.items():
        mix = draw(seed)
        yield (
            f"{seed:>5}{len(mix.pages):>7}{len(mix.hosts):>7}{one.bound_s:>8.2f}{one.audit_s:>8.2f}"
            f"{one.ratio:>7.2f}{one.rest_s:>7.2f}" + "".join(f"{one.counts[name]:>9}" for name in columns)
        )


def main() -> int:
    """Print the figures; return 1 if the ratios miss their targets."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mixes", type=int, default=20)
    parser.add_argument("--first", type=int, default=1, help="the seed of the first mix")
    parser.add_argument("--hosts", action="store_true", help="list the hosts that ended last")
    arguments = parser.parse_args()
    scores = {seed: score(draw(seed)) for seed in range(arguments.first, arguments.first + arguments.mixes)}
    print("\n".join(rows(scores)))
    for seed, one in scores.items() if arguments.hosts else ():
        mix = draw(seed)
        per_host = Counter(urlsplit(url).hostname for url, _ in mix.pages)
        for name, end_s in sorted(one.hosts.items(), key=lambda item: -item[1])[:3]:
            host = mix.hosts[name]
            kinds = Counter(str(page) for url, page in mix.pages if urlsplit(url).hostname == name)
            print(f"{seed:>5}  {end_s:6.2f} s  {per_host[name]} links, {host.latency_s:.3f} s, at most", end=" ")
            print(f"{host.max_at_once}, {host.quota}, {dict(kinds)}, wrong: {one.counts['wrong at ' + name]}")
    ratios = [one.ratio for one in scores.values()]
    print(f"mean {mean(ratios):.3f}, at most {max(ratios):.3f}")
    n_early = sum(one.counts["early"] for one in scores.values())
    return int(mean(ratios) > MAX_MEAN or max(ratios) > MAX_RATIO or n_early > 0)


if __name__ == "__main__":
    sys.exit(main())
