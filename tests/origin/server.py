"""A loopback origin: real sockets, real redirects and certificates, made-up names, every kind of misbehaviour.

It listens on several addresses of 127.0.0.0/8, and on ::1 where the machine has it, and runs its own event loop in a
thread. `resolve` stands in for the name server.
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
from tests.origin.answers import NOT_FOUND, Asked, Given, bytes_of
from tests.origin.certificates import server_contexts
from tests.origin.habits import CODE_HOST, HABITS, WHOLE_HOSTS
from tests.origin.limits import BUDGET, Limits
from tests.origin.names import ADDRESSES, CODE_NAME, NameServer
from tests.origin.registries import REGISTRIES

__all__ = ["ADDRESSES", "CODE_NAME", "Origin", "Request"]


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
        self._counts: Counter[tuple[str, str, str]] = Counter()
        self._limits = Limits()
        self.authority = trustme.CA()
        self._contexts = server_contexts(self.authority)
        self._plain, self.http_port = _bound()
        self._secure, self.https_port = _bound()
        # It takes connections, as the system does for whoever listens, but nobody speaks on them.
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
        """Say whether it listens on ::1 too."""
        return len(self._plain) > len(ADDRESSES)

    @property
    def n_early(self) -> int:
        """Return how many requests came before the time that their host had asked for."""
        return self._limits.n_early

    @property
    def most_at_once(self) -> Counter[str]:
        """Return by host how many requests were under way at one time at most."""
        return self._limits.most_at_once

    def close(self) -> None:
        """Stop serving and close every socket; closing twice is closing once."""
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join()
            self._mute.close()

    def reset(self) -> None:
        """Forget every request, so that the next one is the first again."""
        self.log.clear()
        self.first_answers.clear()
        self._limits = Limits()
        self._counts.clear()
        self._names.n_asked.clear()

    def write_ca_bundle(self, path: Path) -> Path:
        """Write the certificate of the origin's authority to a file."""
        self.authority.cert_pem.write_to_path(str(path))
        return path

    def resolve(self, host: str, port: int) -> Sequence[tuple[str, int]]:
        """Give the addresses of a made-up name, as the system's resolver does."""
        return self._names.resolve(host, port)

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
        limits = self._limits
        try:
            while (asked := await self._read(reader, writer, scheme)) is not None:
                limits.enter(asked.host)
                try:
                    given = await self._answer(asked)
                    if given is None:
                        break
                    writer.write(bytes_of(given, asked.method))
                    await writer.drain()
                finally:
                    limits.leave(asked.host)
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
        refusal = self._limits.refusal(asked.host)
        if refusal is not None:
            return refusal
        if self.first_answers.get(asked.host):
            return self.first_answers[asked.host].pop(0)
        if asked.host in REGISTRIES:
            return await REGISTRIES[asked.host](asked)
        if asked.host in WHOLE_HOSTS:
            return await WHOLE_HOSTS[asked.host](asked)
        if asked.host == CODE_NAME:
            habit = CODE_HOST.get(asked.path.lower().rstrip("/"))
        else:
            habit = HABITS.get(asked.path.split("/")[1])
        given = NOT_FOUND if habit is None else await habit(asked)
        if given is not None and asked.host == BUDGET:
            given = self._limits.with_budget(given)
        return given


def _bound() -> tuple[list[socket.socket], int]:
    """Return sockets on every loopback address of the origin, with one port for all; ::1 is the last, if there is."""
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
    message = "no port is free on every loopback address of the origin"
    raise RuntimeError(message)
