"""The field on which link checkers are measured: misbehaving hosts, links to them, and the truth about each link.

Every host is an IP address in 127.0.0.0/8, so that any checker can reach it without a name server. The truth about a
link is what a patient reader with a browser would find:

`live`         the page exists, however hard it is to get
`moved`        it has moved permanently to another URL
`dead`         the server reports that it is gone
`soft`         the server answers 200, but the page is gone
`undecidable`  a single check from outside cannot decide: a login, a bot wall, a failure that may be temporary

There are no names that do not resolve, since checkers would query a name server that is not part of the benchmark. Nor
is there a host that asks clients to wait an hour: two of the other checkers would.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

TIMEOUT_S = 3.0
"""How long every checker waits for an answer, in seconds."""
DEADLINE_S = 4.0
"""How long papertrace waits for a complete answer, in seconds."""

SLOW_S = 0.4
ROUND_TRIP_S = 0.003
"""The delay of the other hosts before every answer, so that requests overlap as they do on a network."""
LIMIT_REQUESTS = 20
LIMIT_S = 2.0


class Truth(StrEnum):
    """The truth about a link."""

    LIVE = "live"
    MOVED = "moved"
    DEAD = "dead"
    SOFT = "soft"
    UNDECIDABLE = "undecidable"


class Manner(StrEnum):
    """How a host treats every request."""

    PLAIN = "plain"
    SLOW = "slow"  # answers late
    CLOSING = "closing"  # closes the connection after each answer
    SHY = "shy"  # fails on more than two concurrent requests
    SECONDS = "limit in seconds"  # Retry-After: 2
    DATE = "limit as a date"  # Retry-After: Wed, …
    BUDGET = "x-ratelimit"  # X-RateLimit-Remaining, X-RateLimit-Reset as epoch seconds
    DRAFT = "ratelimit-reset"  # RateLimit-Remaining, RateLimit-Reset in seconds
    FIELD = "ratelimit"  # RateLimit: "default";r=0;t=2
    UNSAID = "limit unsaid"  # 429 without a time to wait
    STUBBORN = "stubborn"  # always 429, without a time to wait
    ANYTHING = "anything"  # the same page for every path
    SECURE = "secure"  # valid TLS
    EXPIRED = "expired"
    WRONG_NAME = "wrong name"
    UNTRUSTED = "untrusted"
    SILENT = "silent"  # accepts connections and never answers
    REFUSED = "refused"  # nothing listens on the port


LIMITED = frozenset({Manner.SECONDS, Manner.DATE, Manner.BUDGET, Manner.DRAFT, Manner.FIELD})
TLS = frozenset({Manner.SECURE, Manner.EXPIRED, Manner.WRONG_NAME, Manner.UNTRUSTED})

MANNERS = (Manner.PLAIN,) * 6 + tuple(manner for manner in Manner if manner is not Manner.PLAIN)
HOSTS = {f"127.7.0.{number}": manner for number, manner in enumerate(MANNERS, start=1)}
"""The manner of each of the 23 hosts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """A class of `n` links with the path `/<behaviour>/<number>`, on the hosts of a manner in turn."""

    behaviour: str
    n: int
    truth: Truth
    manner: Manner = Manner.PLAIN
    suffix: str = ""

    def __str__(self) -> str:
        """Return the name of the class."""
        return self.behaviour if self.manner is Manner.PLAIN else f"{self.behaviour}, {self.manner}"


KINDS = (
    Kind(behaviour="page", n=486, truth=Truth.LIVE),
    Kind(behaviour="file", n=180, truth=Truth.LIVE, suffix=".pdf"),
    Kind(behaviour="page", n=20, truth=Truth.LIVE, suffix="#section"),
    Kind(behaviour="wide", n=20, truth=Truth.LIVE),
    Kind(behaviour="tells-of-404", n=30, truth=Truth.LIVE),
    Kind(behaviour="nothing-in-it", n=10, truth=Truth.LIVE),
    Kind(behaviour="head-405", n=40, truth=Truth.LIVE),
    Kind(behaviour="head-404", n=40, truth=Truth.LIVE),
    Kind(behaviour="head-501", n=20, truth=Truth.LIVE),
    Kind(behaviour="head-hangs", n=8, truth=Truth.LIVE),
    Kind(behaviour="for-now", n=60, truth=Truth.LIVE),
    Kind(behaviour="for-now-relative", n=20, truth=Truth.LIVE),
    Kind(behaviour="for-now-elsewhere", n=20, truth=Truth.LIVE),
    Kind(behaviour="cookies", n=30, truth=Truth.LIVE),
    Kind(behaviour="hops-8", n=10, truth=Truth.LIVE),
    Kind(behaviour="fails-once", n=30, truth=Truth.LIVE),
    Kind(behaviour="resets-once", n=30, truth=Truth.LIVE),
    Kind(behaviour="late", n=20, truth=Truth.LIVE),
    Kind(behaviour="slow-body", n=8, truth=Truth.LIVE),
    Kind(behaviour="endless", n=6, truth=Truth.LIVE),
    Kind(behaviour="early-close", n=10, truth=Truth.LIVE),
    Kind(behaviour="bomb", n=4, truth=Truth.LIVE),
    Kind(behaviour="page", n=60, truth=Truth.LIVE, manner=Manner.SLOW),
    Kind(behaviour="page", n=60, truth=Truth.LIVE, manner=Manner.CLOSING),
    Kind(behaviour="page", n=40, truth=Truth.LIVE, manner=Manner.SHY),
    Kind(behaviour="page", n=80, truth=Truth.LIVE, manner=Manner.SECURE),
    Kind(behaviour="page", n=60, truth=Truth.LIVE, manner=Manner.SECONDS),
    Kind(behaviour="page", n=28, truth=Truth.LIVE, manner=Manner.DATE),
    Kind(behaviour="page", n=30, truth=Truth.LIVE, manner=Manner.BUDGET),
    Kind(behaviour="page", n=40, truth=Truth.LIVE, manner=Manner.DRAFT),
    Kind(behaviour="page", n=40, truth=Truth.LIVE, manner=Manner.FIELD),
    Kind(behaviour="page", n=24, truth=Truth.LIVE, manner=Manner.UNSAID),
    Kind(behaviour="moved", n=60, truth=Truth.MOVED),
    Kind(behaviour="moved-twice", n=20, truth=Truth.MOVED),
    Kind(behaviour="moved-elsewhere", n=20, truth=Truth.MOVED),
    Kind(behaviour="gone", n=100, truth=Truth.DEAD),
    Kind(behaviour="gone-410", n=40, truth=Truth.DEAD),
    Kind(behaviour="moved-then-gone", n=20, truth=Truth.DEAD),
    Kind(behaviour="nowhere", n=20, truth=Truth.DEAD, manner=Manner.SECURE),
    Kind(behaviour="says-not-found", n=14, truth=Truth.SOFT),
    Kind(behaviour="says-it-elsewise", n=6, truth=Truth.SOFT),
    Kind(behaviour="parked", n=4, truth=Truth.SOFT),
    Kind(behaviour="to-root", n=6, truth=Truth.SOFT),
    Kind(behaviour="to-login", n=4, truth=Truth.SOFT),
    Kind(behaviour="page", n=6, truth=Truth.SOFT, manner=Manner.ANYTHING),
    Kind(behaviour="forbidden", n=12, truth=Truth.UNDECIDABLE),
    Kind(behaviour="unauthorised", n=4, truth=Truth.UNDECIDABLE),
    Kind(behaviour="legal", n=4, truth=Truth.UNDECIDABLE),
    Kind(behaviour="status-999", n=10, truth=Truth.UNDECIDABLE),
    Kind(behaviour="wall", n=10, truth=Truth.UNDECIDABLE),
    Kind(behaviour="broken", n=10, truth=Truth.UNDECIDABLE),
    Kind(behaviour="loop", n=6, truth=Truth.UNDECIDABLE),
    Kind(behaviour="hops-11", n=6, truth=Truth.UNDECIDABLE),
    Kind(behaviour="bad-location", n=4, truth=Truth.UNDECIDABLE),
    Kind(behaviour="bad-status", n=4, truth=Truth.UNDECIDABLE),
    Kind(behaviour="many-headers", n=4, truth=Truth.UNDECIDABLE),
    Kind(behaviour="reset", n=4, truth=Truth.UNDECIDABLE),
    Kind(behaviour="trickle", n=4, truth=Truth.UNDECIDABLE),
    Kind(behaviour="page", n=6, truth=Truth.UNDECIDABLE, manner=Manner.SILENT),
    Kind(behaviour="page", n=4, truth=Truth.UNDECIDABLE, manner=Manner.REFUSED),
    Kind(behaviour="page", n=4, truth=Truth.UNDECIDABLE, manner=Manner.EXPIRED),
    Kind(behaviour="page", n=4, truth=Truth.UNDECIDABLE, manner=Manner.WRONG_NAME),
    Kind(behaviour="page", n=4, truth=Truth.UNDECIDABLE, manner=Manner.UNTRUSTED),
    Kind(behaviour="page", n=12, truth=Truth.UNDECIDABLE, manner=Manner.STUBBORN),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldLink:
    """A link; `new_url` is the URL that it has moved to permanently."""

    url: str
    kind: Kind
    new_url: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ports:
    """The ports that every host listens on."""

    http: int
    https: int


def neighbour(host: str) -> str:
    """Return the plain host that a host's redirects lead to."""
    plain = hosts_of(Manner.PLAIN)
    return plain[(plain.index(host) + 1) % len(plain)]


def hosts_of(manner: Manner) -> list[str]:
    """Return the hosts of a manner."""
    return [host for host, its in HOSTS.items() if its is manner]


def field_links(ports: Ports, *, seed: int = 1) -> list[FieldLink]:
    """Return the links in shuffled order, with hosts and classes mixed."""
    links = list(_links(ports))
    random.Random(seed).shuffle(links)  # noqa: S311 - not security-relevant
    return links


def _links(ports: Ports) -> Iterator[FieldLink]:
    number = 0
    for kind in KINDS:
        hosts = hosts_of(kind.manner)
        for _ in range(kind.n):
            host = hosts[number % len(hosts)]
            number += 1
            new_url = None
            if kind.truth is Truth.MOVED:
                new_host = neighbour(host) if kind.behaviour == "moved-elsewhere" else host
                new_url = f"{front(new_host, ports)}/page/new-{number}"
            yield FieldLink(
                url=f"{front(host, ports)}/{kind.behaviour}/{number}{kind.suffix}", kind=kind, new_url=new_url
            )


def front(host: str, ports: Ports) -> str:
    """Return the URL of a host's front page without the trailing slash."""
    if HOSTS[host] in TLS:
        return f"https://{host}:{ports.https}"
    return f"http://{host}:{9 if HOSTS[host] is Manner.REFUSED else ports.http}"
