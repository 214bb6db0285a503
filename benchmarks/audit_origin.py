"""Serve the hosts of `audit_field` in a separate process, and count the requests of checkers.

    python benchmarks/audit_origin.py FOLDER

Writes the certificate of its authority to `FOLDER/authority.pem`, and its ports to standard output as a line of JSON.
For each line of input it writes the counts since the previous one and resets them. It exits at the end of input.
"""

import asyncio
import contextlib
import json
import ssl
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import formatdate
from pathlib import Path

import trustme

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.origin.answers import NOT_FOUND, ReceivedRequest, Reply, always, page  # noqa: E402
from tests.origin.handlers import HANDLERS  # noqa: E402

from benchmarks.audit_behaviours import BEHAVIOURS, usual_page  # noqa: E402 - the path comes first
from benchmarks.audit_field import (  # noqa: E402
    HOSTS,
    LIMIT_REQUESTS,
    LIMIT_S,
    LIMITED,
    ROUND_TRIP_S,
    SLOW_S,
    TLS,
    Manner,
)

UNSAID_REQUESTS, UNSAID_S = 20, 1.0
MAX_AT_ONCE = 2
TOO_MANY = "429 Too Many Requests"


@dataclass(slots=True)
class Limits:
    """The counts of requests to one host, and the state of its rate limit."""

    n_requests: int = 0
    n_early: int = 0
    n_now: int = 0
    max_concurrent: int = 0
    first_at: float = 0.0
    last_at: float = 0.0
    n_in_window: int = 0
    window_began: float = 0.0
    closed_until: float = 0.0
    seen: Counter[tuple[str, str]] = field(default_factory=Counter)

    def arrive(self, now: float) -> None:
        """Count a request."""
        self.n_requests += 1
        self.first_at = self.first_at or now
        self.last_at = now
        self.n_early += now < self.closed_until
        self.n_now += 1
        self.max_concurrent = max(self.max_concurrent, self.n_now)

    def wait_of(self, now: float) -> float | None:
        """Return how long to wait from now, or None if the request is within the limit."""
        if now < self.closed_until:
            return self.closed_until - now
        if self.n_in_window >= LIMIT_REQUESTS:
            self.n_in_window = 0
            self.closed_until = now + LIMIT_S
            return LIMIT_S
        self.n_in_window += 1
        return None


class Field:
    """The server of all hosts."""

    def __init__(self) -> None:
        """Start with all counts at 0."""
        self._hosts = {host: Limits() for host in HOSTS}

    def report(self) -> dict[str, dict[str, int]]:
        """Return the counts by host, and reset them."""
        counts = {
            name: {
                "requests": host.n_requests,
                "early": host.n_early,
                "at_once": host.max_concurrent,
                "busy_ms": int((host.last_at - host.first_at) * 1000),
            }
            for name, host in self._hosts.items()
        }
        self._hosts = {host: Limits() for host in HOSTS}
        return counts

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer the requests of one connection."""
        name = writer.get_extra_info("sockname")[0]
        manner = HOSTS[name]
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError, ValueError, ssl.SSLError):
            while (asked := await self._read(reader, writer, name)) is not None:
                host = self._hosts[name]
                given = await self._answer(asked, host, manner)
                if given is None:
                    break
                writer.write(_bytes_of(given, asked.method))
                await writer.drain()
                if manner is Manner.CLOSING:
                    break
        with contextlib.suppress(Exception):
            writer.close()

    async def _read(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, name: str
    ) -> ReceivedRequest | None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        method, target, _ = head[0].split(" ")
        headers = {}
        for line in head[1:-2]:
            key, _, value = line.partition(":")
            headers[key.lower()] = value.strip()
        path, _, query = target.partition("?")
        seen = self._hosts[name].seen
        seen[method, target] += 1
        return ReceivedRequest(
            method=method,
            host=name,
            path=path,
            headers=headers,
            nth=seen[method, target],
            query=query,
            writer=writer,
        )

    async def _answer(self, asked: ReceivedRequest, host: Limits, manner: Manner) -> Reply | None:
        host.arrive(time.monotonic())
        refused, limit_headers = refusal(host, manner, time.monotonic())
        await asyncio.sleep(SLOW_S if manner is Manner.SLOW else ROUND_TRIP_S)
        # A request that is never answered soon stops counting: the checker may have timed out.
        host.n_now -= 1
        if refused is not None:
            return refused
        if manner is Manner.SILENT:
            await HANDLERS["silent"](asked)
        if manner is Manner.ANYTHING:
            return Reply(body=page("Straton Lab", "Welcome."))
        behaviour = asked.path.split("/")[1]
        if behaviour == "resets-once":
            # The first request for a page fails, whatever its method.
            first = sum(n for (_, target), n in host.seen.items() if target == asked.path) == 1
            return await (HANDLERS["reset"] if first else usual_page)(asked)
        given = await BEHAVIOURS.get(behaviour, always(NOT_FOUND))(asked)
        return given and Reply(
            status=given.status, headers=given.headers + limit_headers, body=given.body, content_type=given.content_type
        )


def refusal(host: Limits, manner: Manner, now: float) -> tuple[Reply | None, tuple[tuple[str, str], ...]]:
    """Return the response of a host that refuses a request, or the rate-limit headers to add to its answer."""
    if manner in LIMITED:
        return _limited(host, manner, now)
    if manner is Manner.UNSAID:
        if now - host.window_began > UNSAID_S:
            host.window_began, host.n_in_window = now, 0
        host.n_in_window += 1
    if manner is Manner.STUBBORN or host.n_in_window > UNSAID_REQUESTS:
        return Reply(status=TOO_MANY), ()
    if manner is Manner.SHY and host.n_now > MAX_AT_ONCE:
        return Reply(status="503 Service Unavailable"), ()
    return None, ()


def _limited(host: Limits, manner: Manner, now: float) -> tuple[Reply | None, tuple[tuple[str, str], ...]]:
    wait_s = host.wait_of(now)
    if wait_s is not None:
        return Reply(status=TOO_MANY, headers=_limit_headers(manner, 0, wait_s)), ()
    if manner in {Manner.SECONDS, Manner.DATE}:
        return None, ()
    n_left = LIMIT_REQUESTS - host.n_in_window
    if n_left == 0:
        # The headers announce the limit, so the next request must not come earlier.
        host.n_in_window = 0
        host.closed_until = now + LIMIT_S
    return None, _limit_headers(manner, n_left, LIMIT_S)


def _limit_headers(manner: Manner, n_left: int, wait_s: float) -> tuple[tuple[str, str], ...]:
    """Return the headers with which a limited host announces its remaining budget and its reset."""
    seconds = str(_ceil(wait_s))
    match manner:
        case Manner.SECONDS:
            return (("Retry-After", seconds),)
        case Manner.DATE:
            return (("Date", _date(time.time())), ("Retry-After", _date(_ceil(time.time() + wait_s))))
        case Manner.BUDGET:
            reset = str(_ceil(time.time() + wait_s))
            return (
                ("Date", _date(time.time())),
                ("X-RateLimit-Remaining", str(n_left)),
                ("X-RateLimit-Reset", reset),
            )
        case Manner.DRAFT:
            return (("RateLimit-Remaining", str(n_left)), ("RateLimit-Reset", seconds))
        case _:
            return (("RateLimit", f'"default";r={n_left};t={seconds}'),)


def _ceil(seconds: float) -> int:
    return -int(-seconds // 1)


def _date(epoch: float) -> str:
    return formatdate(epoch, usegmt=True)


def _bytes_of(given: Reply, method: str) -> bytes:
    lines = [f"HTTP/1.1 {given.status}", f"Content-Type: {given.content_type}", f"Content-Length: {len(given.body)}"]
    lines += [f"{name}: {value}" for name, value in given.headers]
    head = ("\r\n".join(lines) + "\r\n\r\n").encode()
    return head if method == "HEAD" or given.status.startswith("204") else head + given.body


def contexts(authority: trustme.CA) -> dict[Manner, ssl.SSLContext]:
    """Return the TLS context of each manner that uses TLS."""
    begin, end = datetime(2001, 1, 1, tzinfo=UTC), datetime(2002, 1, 1, tzinfo=UTC)
    issued: dict[Manner, trustme.LeafCert] = {}
    for host, manner in HOSTS.items():
        if manner is Manner.SECURE:
            issued[manner] = authority.issue_cert(host)
        elif manner is Manner.EXPIRED:
            issued[manner] = authority.issue_cert(host, not_before=begin, not_after=end)
        elif manner is Manner.WRONG_NAME:
            issued[manner] = authority.issue_cert("other.example.org")
        elif manner is Manner.UNTRUSTED:
            issued[manner] = trustme.CA().issue_cert(host)
    made: dict[Manner, ssl.SSLContext] = {}
    for manner, certificate in issued.items():
        made[manner] = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        certificate.configure_cert(made[manner])
    return made


async def run(folder: Path) -> None:
    """Serve until the input ends."""
    authority = trustme.CA()
    authority.cert_pem.write_to_path(str(folder / "authority.pem"))
    secure = contexts(authority)
    asyncio.get_running_loop().set_exception_handler(lambda _loop, _context: None)
    served = Field()
    ports = {"http": 0, "https": 0}
    for host, manner in HOSTS.items():
        if manner is Manner.REFUSED:
            continue
        scheme = "https" if manner in TLS else "http"
        server = await asyncio.start_server(
            served.serve, host, ports[scheme], ssl=secure.get(manner), backlog=1024, limit=2**20
        )
        ports[scheme] = server.sockets[0].getsockname()[1]
    print(json.dumps(ports), flush=True)
    while await asyncio.to_thread(sys.stdin.readline):
        print(json.dumps(served.report()), flush=True)


if __name__ == "__main__":
    asyncio.run(run(Path(sys.argv[1])))
