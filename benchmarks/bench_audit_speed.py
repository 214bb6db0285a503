"""Measure how many working links an audit checks per second, compared with a bare pool of `requests`.

    python benchmarks/bench_audit_speed.py [--links 3000] [--runs 5]

A server in a separate process answers everything with 200, on 20 hosts, so that only the client takes time. The pool is
the best that `requests` can do: one shared session, as many threads, the same requests (HEAD of a file; GET of a page),
no redirects and no verdicts. The share is the median ratio over the runs, in
each of which both run in turn.
"""

import argparse
import asyncio
import multiprocessing
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from ipaddress import ip_network
from multiprocessing.connection import Connection
from statistics import median

import requests
from requests.adapters import HTTPAdapter

from papertrace.audit import AuditSettings, generate_verdicts
from papertrace.model import Link, LinkKind, Outcome, Span

MIN_SHARE = 0.9
N_THREADS = 32
N_HOSTS = 20
ADDRESSES = [f"127.7.1.{number}" for number in range(1, N_HOSTS + 1)]
BODY = b"<!doctype html><title>A page</title>" + b"<p>All is well.</p>" * 100
NOWHERE = b"HTTP/1.1 404 Not Found\r\nContent-Type: text/html\r\nContent-Length: 0\r\n\r\n"


class Good(asyncio.Protocol):
    """A server that answers every request with 200."""

    def __init__(self) -> None:
        """Start with an empty buffer."""
        self._read = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the transport to write to."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        """Answer each complete request."""
        self._read += data
        while b"\r\n\r\n" in self._read:
            head, _, self._read = self._read.partition(b"\r\n\r\n")
            method, path, _ = head.split(b" ", 2)
            if b"/papertrace-" in path:
                self._transport.write(NOWHERE)
                continue
            kind = b"application/pdf" if path.endswith(b".pdf") else b"text/html"
            lines = b"HTTP/1.1 200 OK\r\nContent-Type: %b\r\nContent-Length: %d\r\n\r\n" % (kind, len(BODY))
            self._transport.write(lines + (b"" if method == b"HEAD" else BODY))


def serve(ready: Connection) -> None:
    """Serve on every IP address until the process is terminated."""

    async def run() -> None:
        loop = asyncio.get_running_loop()
        port = 0
        for address in ADDRESSES:
            server = await loop.create_server(Good, address, port, backlog=256)
            port = server.sockets[0].getsockname()[1]
        ready.send(port)
        await asyncio.Event().wait()

    asyncio.run(run())


def ours(urls: Sequence[str]) -> float:
    """Return the seconds that an audit takes."""
    settings = AuditSettings(concurrency=N_THREADS, allow_networks=(ip_network("127.0.0.0/8"),))
    links = [Link(raw=url, url=url, span=Span("links.txt", 1), kind=LinkKind.PAGE) for url in urls]
    began = time.perf_counter()
    verdicts = list(generate_verdicts(links, settings=settings))
    took_s = time.perf_counter() - began
    assert {verdict.outcome for verdict in verdicts} == {Outcome.ALIVE}
    assert len(verdicts) == len(urls)
    return took_s


def pool(urls: Sequence[str]) -> float:
    """Return the seconds that a bare pool takes for the same requests."""
    with requests.Session() as session:
        session.trust_env = False  # it would look for proxies and passwords before every request
        session.mount("http://", HTTPAdapter(pool_connections=2 * N_THREADS, pool_maxsize=N_THREADS))

        def ask(url: str) -> bool:
            if url.endswith(".pdf"):
                return bool(session.head(url, timeout=10).ok)
            return "title" in session.get(url, timeout=10).text

        began = time.perf_counter()
        with ThreadPoolExecutor(N_THREADS) as threads:
            assert all(threads.map(ask, urls))
        return time.perf_counter() - began


def main() -> int:
    """Print the figures; return 1 if the share misses its target."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--links", type=int, default=3000)
    parser.add_argument("--runs", type=int, default=5)
    arguments = parser.parse_args()
    here, there = multiprocessing.Pipe()
    server = multiprocessing.Process(target=serve, args=(there,), daemon=True)
    server.start()
    port = here.recv()
    shares = []
    print(f"{'':<24}{'audit links/s':>15}{'pool links/s':>15}{'share':>8}")
    for name, suffix in (("files, HEAD", ".pdf"), ("pages, GET", "")):
        urls = [f"http://{ADDRESSES[n % N_HOSTS]}:{port}/paper/{n}{suffix}" for n in range(arguments.links)]
        pairs = [(ours(urls), pool(urls)) for _ in range(arguments.runs + 1)][1:]
        rates = [len(urls) / median(column) for column in zip(*pairs, strict=True)]
        shares.append(median(theirs / mine for mine, theirs in pairs))
        print(f"{name:<24}{rates[0]:>15.0f}{rates[1]:>15.0f}{shares[-1]:>8.2f}", flush=True)
    server.terminate()
    return int(min(shares) < MIN_SHARE)


if __name__ == "__main__":
    sys.exit(main())
