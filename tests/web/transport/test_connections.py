"""Connections to hosts with unresponsive IP addresses."""

import socket
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, suppress
from dataclasses import replace

import pytest
from tests.origin.server import Origin

from papertrace.audit import AuditSettings
from papertrace.model import Ask, Fault, Method
from papertrace.web.exchange import Answer, CookieBag, Request
from papertrace.web.fetch import LiveExchange

URL = "http://www.example.org/paper.pdf"


@pytest.fixture
def hole() -> Iterator[tuple[str, int]]:
    """Yield an address that neither accepts nor refuses connections because its backlog is full."""
    with ExitStack() as stack:
        full = stack.enter_context(socket.socket())
        full.bind(("127.0.0.9", 0))
        full.listen(0)
        place = full.getsockname()
        for _ in range(3):
            waiting = stack.enter_context(socket.socket())
            waiting.settimeout(0.0)
            with suppress(BlockingIOError):
                waiting.connect(place)
        yield place


def ask(places: Sequence[tuple[str, int]], settings: AuditSettings) -> tuple[Answer, float]:
    """Request a page of a host with some IP addresses, and return the answer and its duration."""
    request = Request(
        method=Method.HEAD, url=URL, ask=Ask(method=Method.HEAD, url=URL), seconds_left=30.0, cookies=CookieBag()
    )
    with closing(LiveExchange(replace(settings, timeout_s=1.5), resolve=lambda _host, _port: places)) as live:
        started = time.monotonic()
        return live(request), time.monotonic() - started


def test_an_unresponsive_ip_address_leaves_time_for_the_next(
    hole: tuple[str, int], origin: Origin, settings: AuditSettings
) -> None:
    answer, _ = ask([hole, ("127.0.0.2", origin.http_port)], settings)

    assert answer.status == 200


def test_several_such_addresses_take_no_longer_than_one(hole: tuple[str, int], settings: AuditSettings) -> None:
    answer, seconds = ask([hole, hole, hole], settings)

    assert answer.fault is Fault.TIMEOUT
    assert seconds < 4.0  # one after the other they would take 4.5 s
