"""Connections restricted to the IP addresses that the guard allows, and closed at their deadline.

A connection gets the IP addresses of its host from the guard and connects to one of them, while `Host`, SNI and the
certificate keep the name. There is no second lookup in between, so a name server cannot give another answer after the
check (DNS rebinding).

A socket's timeout restarts with every byte, so a server that sends one byte a second could occupy a worker for hours.
The watchdog shuts the socket down when the whole exchange has taken too long, whatever it is waiting for.
"""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from urllib3 import HTTPConnectionPool, HTTPResponse, HTTPSConnectionPool
from urllib3.connection import HTTPConnection, HTTPSConnection

from papertrace.web.transport.guard import Guard
from papertrace.web.transport.responses import CompleteHeadResponse

MAX_ADDRESSES = 3
"""IP addresses of one host that are tried in turn."""
MAX_CONNECT_S = 60.0
"""The time limit of a connection without a timeout; the audit always sets one."""


class Watch:
    """The connection of one exchange, and whether its deadline has passed."""

    def __init__(self, deadline: float) -> None:
        """Create a watch with a deadline in monotonic seconds."""
        self.deadline = deadline
        self.expired: bool = False
        self.connection: HTTPConnection | None = None

    @property
    def is_used(self) -> bool:
        """Whether the connection has already delivered an answer."""
        return getattr(self.connection, "n_answered", 0) > 0

    def expire(self) -> None:
        """Shut the socket down, so that its reader sees the end of the stream."""
        self.expired = True
        sock = getattr(self.connection, "sock", None)
        if sock is not None:
            with suppress(OSError):
                # The method of an SSL socket would delete the TLS state while another thread reads from it.
                socket.socket.shutdown(sock, socket.SHUT_RDWR)


class Watchdog:
    """A thread that ends exchanges at their deadlines."""

    TICK_S = 0.05

    def __init__(self) -> None:
        """Create a watchdog; its thread starts with the first exchange."""
        self._watches: set[Watch] = set()
        self._lock = threading.Lock()
        self._has_watches = threading.Event()
        self._closed = False
        self._thread: threading.Thread | None = None
        self._local = threading.local()

    @contextmanager
    def watch(self, seconds: float) -> Iterator[Watch]:
        """Watch the exchange of the calling thread for at most some seconds."""
        watch = Watch(time.monotonic() + seconds)
        self._local.watch = watch
        with self._lock:
            self._watches.add(watch)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="papertrace-watchdog", daemon=True)
                self._thread.start()
        self._has_watches.set()
        try:
            yield watch
        finally:
            self._local.watch = None
            with self._lock:
                self._watches.discard(watch)

    def announce(self, connection: HTTPConnection) -> None:
        """Register the connection that the calling thread uses from now on."""
        watch: Watch | None = getattr(self._local, "watch", None)
        if watch is not None:
            watch.connection = connection

    def close(self) -> None:
        """Stop the thread."""
        self._closed = True
        self._has_watches.set()

    def _run(self) -> None:
        while not self._closed:
            now = time.monotonic()
            with self._lock:
                late = [watch for watch in self._watches if watch.deadline <= now]
                idle = not self._watches
                if idle:
                    self._has_watches.clear()
            for watch in late:
                watch.expire()
            if idle:
                self._has_watches.wait()
            else:
                time.sleep(self.TICK_S)


def pool_classes(guard: Guard, watchdog: Watchdog) -> dict[str, type[HTTPConnectionPool]]:
    """Return the connection pool classes by scheme, bound to a guard and a watchdog."""

    class PinnedHTTPConnection(HTTPConnection):
        response_class = CompleteHeadResponse
        n_answered = 0

        def _new_conn(self) -> socket.socket:
            self.n_answered = 0
            return _connect(self, guard)

        def putrequest(self, *args: Any, **options: Any) -> None:  # noqa: ANN401 - passed on unchanged
            watchdog.announce(self)
            super().putrequest(*args, **options)

        def getresponse(self) -> HTTPResponse:  # type: ignore[override]  # as urllib3 declares it
            response = super().getresponse()
            self.n_answered += 1
            return response

    class PinnedHTTPSConnection(PinnedHTTPConnection, HTTPSConnection):
        """A pinned connection over TLS: `_new_conn` is inherited from the plain one, which is first in the MRO."""

    class PinnedHTTPPool(HTTPConnectionPool):
        ConnectionCls = PinnedHTTPConnection

    class PinnedHTTPSPool(HTTPSConnectionPool):
        ConnectionCls = PinnedHTTPSConnection

    return {"http": PinnedHTTPPool, "https": PinnedHTTPSPool}


def _connect(connection: HTTPConnection, guard: Guard) -> socket.socket:
    """Connect to the first IP address from the guard that accepts the connection.

    The addresses share the connection timeout, so that one that does not respond, as is common where IPv6 is only half
    configured, leaves enough time for the next.
    """
    error: OSError = ConnectionRefusedError()
    addresses = guard.socket_addresses(connection.host, int(connection.port or 0))[:MAX_ADDRESSES]
    until = time.monotonic() + float(connection.timeout or MAX_CONNECT_S)
    for n_left, address in zip(range(len(addresses), 0, -1), addresses, strict=True):
        try:
            sock = socket.create_connection(address, max(0.001, (until - time.monotonic()) / n_left))
        except OSError as failure:
            error = failure
        else:
            sock.settimeout(connection.timeout)
            with suppress(OSError):
                sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            return sock
    raise error
