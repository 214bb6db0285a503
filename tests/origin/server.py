"""A loopback origin: real sockets, real redirects and certificates, made-up names, every kind of misbehaviour.

It listens on several addresses of 127.0.0.0/8 and runs its own event loop in a thread. `resolve` stands in for the
name server: it gives the loopback address of each made-up name and the port on which the origin really listens, so
that a test can use plain URLs without a port.
"""

import asyncio
import contextlib
import socket
import ssl
import threading
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Self

import trustme
from tests.origin.habits import CODE_HOST, HABITS, NOT_FOUND, Asked, Given, page
from tests.origin.registries import REGISTRIES

ADDRESSES = tuple(f"127.0.0.{n}" for n in range(2, 8))
NAMES = tuple(
    f"{name}.example.org"
    for name in (
        "www",
        "lab",
        "code",
        "anything",
        "limited",
        "limited-date",
        "budget",
        "closed",
        "stubborn",
        "wrong-name",
        "expired",
        "untrusted",
    )
) + tuple(REGISTRIES)
CODE_NAME = "code.example.org"
PRIVATE_NAME = "private.example.org"
TEMPORARY_NAME = "temporary-dns.example.org"
DATE = "Mon, 05 Jan 2026 12:00:00 GMT"
"""What the origin says the time is: recordings are to be the same every time."""
DATE_PLUS_1 = "Mon, 05 Jan 2026 12:00:01 GMT"
EPOCH_PLUS_1 = 1767614401
WINDOW_S = 1.0
REQUESTS_A_WINDOW = 3

REFUSALS: dict[str, tuple[tuple[str, str], ...]] = {
    "limited.example.org": (("Retry-After", "1"),),
    "limited-date.example.org": (("Date", DATE), ("Retry-After", DATE_PLUS_1)),
    "closed.example.org": (("Retry-After", "3600"),),
    "stubborn.example.org": (),
}
"""The headers of "429 Too Many Requests" by host. The last two always answer so."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """Hold one line of the log."""

    method: str
    host: str
    path: str
    scheme: str
    headers: dict[str, str] = field(default_factory=dict)
    body: str = ""
    at: float = field(default_factory=time.monotonic)


class Origin:
    """Serve until closed; a context manager.

    `first_answers` may be given answers by host, which come before those that the host has of its own.
    """

    def __init__(self) -> None:
        """Bind the sockets and start serving."""
        self.log: list[Request] = []
        self.first_answers: dict[str, list[Given]] = {}
        self.n_early = 0
        self._counts: Counter[tuple[str, str, str]] = Counter()
        self._windows: dict[str, tuple[float, int]] = {}
        self._closed_until: dict[str, float] = {}
        self._n_asked_names: Counter[str] = Counter()
        self.authority = trustme.CA()
        self._contexts = self._certificates()
        self._plain, self.http_port = _bound()
        self._secure, self.https_port = _bound()
        self._loop = asyncio.new_event_loop()
        self._tasks: set[asyncio.Task[None]] = set()
        started = threading.Event()
        self._thread = threading.Thread(target=self._run, args=(started,), name="origin", daemon=True)
        self._thread.start()
        started.wait()

    def __enter__(self) -> Self:
        """Return the origin."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop serving."""
        self.close()

    def close(self) -> None:
        """Stop serving and close every socket; closing twice is closing once."""
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join()

    def reset(self) -> None:
        """Forget every request, so that the next one is the first again."""
        self.log.clear()
        self.first_answers.clear()
        self.n_early = 0
        self._counts.clear()
        self._windows.clear()
        self._closed_until.clear()
        self._n_asked_names.clear()

    def write_ca_bundle(self, path: Path) -> Path:
        """Write the certificate of the origin's authority to a file."""
        self.authority.cert_pem.write_to_path(str(path))
        return path

    def resolve(self, host: str, port: int) -> Sequence[tuple[str, int]]:
        """Give the address of a made-up name, as the system's resolver does."""
        if host == PRIVATE_NAME:
            return [("10.0.0.1", port)]
        if host == TEMPORARY_NAME:
            self._n_asked_names[host] += 1
            if self._n_asked_names[host] == 1:
                raise socket.gaierror(socket.EAI_AGAIN, "Temporary failure in name resolution")
        elif host not in NAMES and host != "example.org":
            raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")
        number = NAMES.index(host) if host in NAMES else 0
        return [(ADDRESSES[number % len(ADDRESSES)], {80: self.http_port, 443: self.https_port}.get(port, port))]

    def _certificates(self) -> dict[str, ssl.SSLContext]:
        issued = {
            "": self.authority.issue_cert("*.example.org", "example.org", *ADDRESSES),
            "wrong-name.example.org": self.authority.issue_cert("other.example.net"),
            "expired.example.org": self.authority.issue_cert(
                "expired.example.org",
                not_before=datetime(2001, 1, 1, tzinfo=UTC),
                not_after=datetime(2002, 1, 1, tzinfo=UTC),
            ),
            "untrusted.example.org": trustme.CA().issue_cert("untrusted.example.org"),
        }
        contexts = {}
        for name, certificate in issued.items():
            contexts[name] = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            certificate.configure_cert(contexts[name])

        def choose(connection: ssl.SSLSocket | ssl.SSLObject, name: str | None, _: ssl.SSLContext) -> None:
            connection.context = contexts.get(name or "", contexts[""])

        contexts[""].sni_callback = choose
        return contexts

    def _run(self, started: threading.Event) -> None:
        asyncio.set_event_loop(self._loop)
        # A client that does not trust a certificate says so; that is no error of the origin.
        self._loop.set_exception_handler(lambda _loop, _context: None)
        servers = [self._loop.run_until_complete(self._server(sock, None)) for sock in self._plain]
        servers += [self._loop.run_until_complete(self._server(sock, self._contexts[""])) for sock in self._secure]
        self._loop.call_soon(started.set)
        self._loop.run_forever()
        for server in servers:
            server.close()
        for task in asyncio.all_tasks(self._loop):
            task.cancel()
        self._loop.run_until_complete(asyncio.sleep(0.02))
        self._loop.close()

    async def _server(self, sock: socket.socket, context: ssl.SSLContext | None) -> asyncio.Server:
        return await asyncio.start_server(self._serve, sock=sock, ssl=context, limit=2**20)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        scheme = "https" if writer.get_extra_info("ssl_object") else "http"
        try:
            while (asked := await self._read(reader, writer, scheme)) is not None:
                given = await self._answer(asked)
                if given is None:
                    break
                writer.write(_bytes_of(given, asked.method))
                await writer.drain()
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError, ValueError, ssl.SSLError):
            pass
        finally:
            with contextlib.suppress(Exception):
                writer.close()

    async def _read(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, scheme: str) -> Asked | None:
        line = (await reader.readline()).decode("latin-1").split()
        if len(line) != 3:
            return None
        headers: dict[str, str] = {}
        while (header := (await reader.readline()).decode("latin-1").strip()) != "":
            name, _, value = header.partition(":")
            headers[name.lower()] = value.strip()
        host = headers.get("host", "").partition(":")[0]
        body = (await reader.readexactly(int(headers.get("content-length", "0")))).decode()
        method, (path, _, query) = line[0], line[1].partition("?")
        self.log.append(Request(method=method, host=host, path=line[1], scheme=scheme, headers=headers, body=body))
        self._counts[method, host, path] += 1
        nth = self._counts[method, host, path]
        return Asked(
            method=method, host=host, path=path, headers=headers, nth=nth, query=query, body=body, writer=writer
        )

    async def _answer(self, asked: Asked) -> Given | None:
        refusal = self._refusal(asked.host)
        if refusal is not None:
            return refusal
        if self.first_answers.get(asked.host):
            return self.first_answers[asked.host].pop(0)
        if asked.host in REGISTRIES:
            return await REGISTRIES[asked.host](asked)
        if asked.host == "anything.example.org":
            return Given(body=page("Coming soon"))
        if asked.host == CODE_NAME:
            habit = CODE_HOST.get(asked.path.lower().rstrip("/"))
        else:
            habit = HABITS.get(asked.path.split("/")[1])
        given = NOT_FOUND if habit is None else await habit(asked)
        if given is not None and asked.host == "budget.example.org":
            given = self._with_budget(given)
        return given

    def _refusal(self, host: str) -> Given | None:
        """Refuse what comes too often or too early, and count what comes before the time that was asked for."""
        now = time.monotonic()
        if now < self._closed_until.get(host, 0.0):
            self.n_early += 1
        if host in {"closed.example.org", "stubborn.example.org"}:
            return Given(status="429 Too Many Requests", headers=REFUSALS[host])
        if host not in REFUSALS:
            return None
        since, n_requests = self._windows.get(host, (now, 0))
        if now < self._closed_until.get(host, 0.0) or n_requests >= REQUESTS_A_WINDOW:
            self._closed_until[host] = max(self._closed_until.get(host, 0.0), now + WINDOW_S)
            self._windows[host] = (now, 0)
            return Given(status="429 Too Many Requests", headers=REFUSALS[host])
        self._windows[host] = (since, n_requests + 1)
        return None

    def _with_budget(self, given: Given) -> Given:
        """Tell how many requests are left, as GitHub does; the third one is the last for a second."""
        now = time.monotonic()
        _, n_requests = self._windows.get("budget.example.org", (now, 0))
        n_left = REQUESTS_A_WINDOW - 1 - n_requests % REQUESTS_A_WINDOW
        self._windows["budget.example.org"] = (now, n_requests + 1)
        if n_left == 0:
            self._closed_until["budget.example.org"] = now + WINDOW_S
        headers = (
            ("Date", DATE),
            ("X-RateLimit-Remaining", str(n_left)),
            ("X-RateLimit-Reset", str(EPOCH_PLUS_1)),
        )
        return Given(
            status=given.status, headers=given.headers + headers, body=given.body, content_type=given.content_type
        )


def _bound() -> tuple[list[socket.socket], int]:
    """Return sockets on every loopback address of the origin, with one port for all."""
    for _ in range(50):
        first = socket.create_server((ADDRESSES[0], 0), backlog=512)
        port = int(first.getsockname()[1])
        sockets = [first]
        try:
            sockets += [socket.create_server((address, port), backlog=512) for address in ADDRESSES[1:]]
        except OSError:
            for sock in sockets:
                sock.close()
            continue
        return sockets, port
    message = "no port is free on every loopback address of the origin"
    raise RuntimeError(message)


def _bytes_of(given: Given, method: str) -> bytes:
    lines = [f"HTTP/1.1 {given.status}", f"Content-Type: {given.content_type}", f"Content-Length: {len(given.body)}"]
    lines += [f"{name}: {value}" for name, value in given.headers]
    head = ("\r\n".join(lines) + "\r\n\r\n").encode("utf-8")
    return head if method == "HEAD" else head + given.body
