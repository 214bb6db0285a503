"""A loopback origin with real sockets, redirects and certificates, made-up names and every kind of misbehaviour.

It listens on several addresses in 127.0.0.0/8, and on ::1 if the machine has it, and runs its event loop in a thread.
`resolve` replaces the resolver of the system.
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
from pathlib import Path
from types import TracebackType
from typing import Self

import trustme
from tests.origin.answers import NOT_FOUND, ReceivedRequest, Reply, bytes_of
from tests.origin.certificates import server_contexts
from tests.origin.handlers import CODE_HOST, HANDLERS, WHOLE_HOSTS
from tests.origin.limits import BUDGET, Limits
from tests.origin.names import ADDRESSES, CODE_NAME, NameServer
from tests.origin.registries import REGISTRIES

__all__ = ["ADDRESSES", "CODE_NAME", "Origin", "Request"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """One entry of the log."""

    method: str
    host: str
    path: str
    scheme: str
    headers: dict[str, str] = field(default_factory=dict)
    body: str = ""
    at: float = field(default_factory=time.monotonic)


class Origin:
    """A server that runs until closed; a context manager.

    Replies put into `first_answers`, by host, are sent before those of the handlers.
    """

    def __init__(self) -> None:
        """Bind the sockets and start serving."""
        self.log: list[Request] = []
        self.first_answers: dict[str, list[Reply]] = {}
        self._counts: Counter[tuple[str, str, str]] = Counter()
        self._limits = Limits()
        self.authority = trustme.CA()
        self._contexts = server_contexts(self.authority)
        self._plain, self.http_port = _bound()
        self._secure, self.https_port = _bound()
        # The system accepts connections for it, but nothing is ever sent on them.
        self._mute = socket.create_server((ADDRESSES[0], 0), backlog=512)
        self._names = NameServer(
            ports={80: self.http_port, 443: self.https_port},
            secure_ports={
                "no-tls.example.org": self.http_port,
                "mute-tls.example.org": int(self._mute.getsockname()[1]),
            },
        )
        self._loop = asyncio.new_event_loop()
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

    @property
    def has_ipv6(self) -> bool:
        """Whether it listens on ::1 too."""
        return len(self._plain) > len(ADDRESSES)

    @property
    def n_early(self) -> int:
        """The number of requests that came before the time that their host had asked for."""
        return self._limits.n_early

    @property
    def max_concurrent(self) -> Counter[str]:
        """The maximum number of concurrent requests by host."""
        return self._limits.max_concurrent

    def close(self) -> None:
        """Stop serving and close every socket; further calls do nothing."""
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join()
            self._mute.close()

    def reset(self) -> None:
        """Clear the log, the counts and the limits."""
        self.log.clear()
        self.first_answers.clear()
        self._limits = Limits()
        self._counts.clear()
        self._names.n_lookups.clear()

    def write_ca_bundle(self, path: Path) -> Path:
        """Write the certificate of the origin's authority to a file."""
        self.authority.cert_pem.write_to_path(str(path))
        return path

    def resolve(self, host: str, port: int) -> Sequence[tuple[str, int]]:
        """Return the socket addresses of a made-up name, as the resolver of the system does."""
        return self._names.resolve(host, port)

    def _run(self, started: threading.Event) -> None:
        asyncio.set_event_loop(self._loop)
        # A client that rejects a certificate is not an error of the origin.
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
        limits = self._limits
        try:
            while (request := await self._read(reader, writer, scheme)) is not None:
                limits.enter(request.host)
                try:
                    reply = await self._answer(request)
                    if reply is None:
                        break
                    writer.write(bytes_of(reply, request.method))
                    await writer.drain()
                finally:
                    limits.leave(request.host)
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError, ValueError, ssl.SSLError):
            pass
        finally:
            with contextlib.suppress(Exception):
                writer.close()

    async def _read(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, scheme: str
    ) -> ReceivedRequest | None:
        line = (await reader.readline()).decode("latin-1").split()
        # A TLS handshake on the port without TLS is random bytes, which may be three words as well.
        if len(line) != 3 or not line[2].startswith("HTTP/"):
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
        return ReceivedRequest(
            method=method, host=host, path=path, headers=headers, nth=nth, query=query, body=body, writer=writer
        )

    async def _answer(self, request: ReceivedRequest) -> Reply | None:
        refusal = self._limits.refusal(request.host)
        if refusal is not None:
            return refusal
        if self.first_answers.get(request.host):
            return self.first_answers[request.host].pop(0)
        if request.host in REGISTRIES:
            return await REGISTRIES[request.host](request)
        if request.host in WHOLE_HOSTS:
            return await WHOLE_HOSTS[request.host](request)
        if request.host == CODE_NAME:
            handler = CODE_HOST.get(request.path.lower().rstrip("/"))
        else:
            handler = HANDLERS.get(request.path.split("/")[1])
        reply = NOT_FOUND if handler is None else await handler(request)
        if reply is not None and request.host == BUDGET:
            reply = self._limits.with_budget(reply)
        return reply


def _bound() -> tuple[list[socket.socket], int]:
    """Return sockets on every loopback address of the origin with the same port; ::1 is the last, if available."""
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
        with contextlib.suppress(OSError):
            sockets.append(socket.create_server(("::1", port), family=socket.AF_INET6, backlog=512))
        return sockets, port
    message = "no port is free on all loopback addresses of the origin"
    raise RuntimeError(message)
