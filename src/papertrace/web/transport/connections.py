"""Connections that go where the guard allows, and that end when their time is over.

A connection asks the guard for the addresses of its host and connects to one of those, while `Host`, SNI and the
certificate keep the name. There is no second look-up in between, so a name server that answers differently the second
time has nothing to answer.

A socket's timeout starts anew with every byte, so a server that sends one byte a second could hold a worker for
hours. The watchdog shuts the socket down when the whole exchange has taken too long, whatever it waits for.
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
from papertrace.web.transport.responses import WholeHeadResponse

MAX_ADDRESSES = 3
"""Addresses of one host that are tried in turn."""
MAX_CONNECT_S = 60.0
"""Where no timeout is set, which the audit always does."""


class Watch:
    """Remember the connection of one exchange, and whether its time ran out."""

    def __init__(self, deadline: float) -> None:
        """Take the deadline in monotonic seconds."""
        self.deadline = deadline
        self.expired = False
        self.connection: HTTPConnection | None = None

    @property
    def is_used(self) -> bool:
        """Say whether the connection has given an answer before."""
        return getattr(self.connection, "n_answered", 0) > 0

    def expire(self) -> None:
        """Shut the socket down; whoever reads from it sees the end of the stream."""
        self.expired = True
        sock = getattr(self.connection, "sock", None)
        if sock is not None:
            with suppress(OSError):
                # The method of the plain socket: that of an SSL socket would take its state away under the reader.
                socket.socket.shutdown(sock, socket.SHUT_RDWR)


class Watchdog:
    """End exchanges whose time is over, from one thread for all of them."""

    TICK_S = 0.05

    def __init__(self) -> None:
        """Start no thread yet."""
        self._watches: set[Watch] = set()
        self._lock = threading.Lock()
        self._wanted = threading.Event()
        self._closed = False
        self._thread: threading.Thread | None = None
        self._local = threading.local()

    @contextmanager
    def watch(self, seconds: float) -> Iterator[Watch]:
        """Watch over the exchange of the calling thread."""
        watch = Watch(time.monotonic() + seconds)
        self._local.watch = watch
        with self._lock:
            self._watches.add(watch)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="papertrace-watchdog", daemon=True)
                self._thread.start()
        self._wanted.set()
        try:
            yield watch
        finally:
            self._local.watch = None
            with self._lock:
                self._watches.discard(watch)

    def announce(self, connection: HTTPConnection) -> None:
        """Say which connection the calling thread uses from now on."""
        watch: Watch | None = getattr(self._local, "watch", None)
        if watch is not None:
            watch.connection = connection

    def close(self) -> None:
        """Let the thread go."""
        self._closed = True
        self._wanted.set()

    def _run(self) -> None:
        while not self._closed:
            now = time.monotonic()
            with self._lock:
                late = [watch for watch in self._watches if watch.deadline <= now]
                idle = not self._watches
                if idle:
                    self._wanted.clear()
            for watch in late:
                watch.expire()
            if idle:
                self._wanted.wait()
            else:
                time.sleep(self.TICK_S)


def pool_classes(guard: Guard, watchdog: Watchdog) -> dict[str, type[HTTPConnectionPool]]:
    """Return the connection pools by scheme, bound to a guard and a watchdog."""

    class PinnedHTTPConnection(HTTPConnection):
        response_class = WholeHeadResponse
        n_answered = 0

        def _new_conn(self) -> socket.socket:
            self.n_answered = 0
            return _connected(self, guard)

        def putrequest(self, *args: Any, **options: Any) -> None:  # noqa: ANN401 - passed through untouched
            watchdog.announce(self)
            super().putrequest(*args, **options)

        def getresponse(self) -> HTTPResponse:  # type: ignore[override]  # as urllib3 declares it
            response = super().getresponse()
            self.n_answered += 1
            return response

    class PinnedHTTPSConnection(PinnedHTTPConnection, HTTPSConnection):
        """Do the same over TLS: the plain connection stands before urllib3's own in the order of look-up."""

    class PinnedHTTPPool(HTTPConnectionPool):
        ConnectionCls = PinnedHTTPConnection

    class PinnedHTTPSPool(HTTPSConnectionPool):
        ConnectionCls = PinnedHTTPSConnection

    return {"http": PinnedHTTPPool, "https": PinnedHTTPSPool}


def _connected(connection: HTTPConnection, guard: Guard) -> socket.socket:
    """Connect to the first address that the guard gives and that answers.

    The addresses share the time that there is for connecting: one that takes no connection, as IPv6 often does where it
    is half set up, leaves enough for the next.
    """
    error: OSError = ConnectionRefusedError()
    places = guard.places(connection.host, int(connection.port or 0))[:MAX_ADDRESSES]
    until = time.monotonic() + float(connection.timeout or MAX_CONNECT_S)
    for n_left, place in zip(range(len(places), 0, -1), places, strict=True):
        try:
            sock = socket.create_connection(place, max(0.001, (until - time.monotonic()) / n_left))
        except OSError as failure:
            error = failure
        else:
            sock.settimeout(connection.timeout)
            with suppress(OSError):
                sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            return sock
    raise error
