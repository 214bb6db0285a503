"""Names looked up at a name server of the user's."""

import socket
import struct
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from ipaddress import ip_address

import pytest
from tests.case_tables import cases

from papertrace.errors import SettingsError
from papertrace.web import guard as name_server
from papertrace.web.guard import parse_server, resolver_at

NAMES = {"lab.test": "192.0.2.7", "alias.test": "192.0.2.8", "half.test": "192.0.2.9"}
FAILED, NO_SUCH_NAME, REFUSED = 2, 3, 5
_ALIAS = b"\xc0\x0c" + struct.pack("!HHIH", 5, 1, 60, 6) + b"\4else\0"
UNDECIDED: dict[str, tuple[int, int, list[bytes]]] = {
    "only-alias.test": (0x8180, 1, [_ALIAS]),
    "two-aliases.test": (0x8180, 1, [_ALIAS, _ALIAS]),
    "no-flags.test": (0, 1, []),
    "not-a-response.test": (0x0180, 1, []),
    "not-a-response-no-name.test": (0x0103, 1, []),
    "not-recursive.test": (0x8100, 1, []),
    "not-recursive-no-name.test": (0x8103, 1, []),
    "another-opcode.test": (0x8980, 1, []),
    "another-opcode-no-name.test": (0xA983, 1, []),
    "truncated.test": (0x8380, 1, []),
    "truncated-no-name.test": (0x8383, 1, []),
}
"""Answers that do not say that a name does not exist: flags, questions and records."""


def answer_to(query: bytes) -> bytes:
    """Return an answer with an address, with an alias before it, or with an error."""
    labels, position = [], 12
    while query[position]:
        labels.append(query[position + 1 : position + 1 + query[position]].decode())
        position += query[position] + 1
    name, (kind,) = ".".join(labels), struct.unpack_from("!H", query, position + 1)
    if name == "other-question.test":
        return query[:2] + struct.pack("!5H", 0x8183, 1, 0, 0, 0) + b"\5other" + query[12 + 6 :]
    if name == "broken.test":
        return query[:2] + b"\x81\x80" + b"\0\1\0\x09" + query[8:]
    if name in UNDECIDED:
        flags, n_questions, records = UNDECIDED[name]
        return query[:2] + struct.pack("!5H", flags, n_questions, len(records), 0, 0) + query[12:] + b"".join(records)
    if name == "half.test" and kind != 1:
        return query[:2] + struct.pack("!H", 0x8180 | FAILED) + query[4:]
    if name not in NAMES:
        code = REFUSED if name == "refused.test" else NO_SUCH_NAME
        return query[:2] + struct.pack("!H", 0x8180 | code) + query[4:]
    records = []
    if name == "alias.test":
        records.append(b"\xc0\x0c" + struct.pack("!HHIH", 5, 1, 60, 2) + b"\xc0\x0c")
    if kind == 1:
        packed = ip_address(NAMES[name]).packed
        records.append(b"\xc0\x0c" + struct.pack("!HHIH", 1, 1, 60, len(packed)) + packed)
    return query[:2] + struct.pack("!5H", 0x8180, 1, len(records), 0, 0) + query[12:] + b"".join(records)


@pytest.fixture
def server() -> Iterator[tuple[str, int]]:
    sock = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    sock.bind(("127.0.0.1", 0))

    def serve() -> None:
        while True:
            try:
                query, client = sock.recvfrom(512)
            except OSError:
                return
            if b"silent" not in query:
                sock.sendto(answer_to(query), client)

    threading.Thread(target=serve, daemon=True).start()
    yield sock.getsockname()
    sock.close()


@pytest.mark.parametrize("name", NAMES)
def test_an_address_is_found(name: str, server: tuple[str, int]) -> None:
    assert resolver_at(server)(name, 443) == [(NAMES[name], 443)]


@cases("name, code")
def test_a_failing_name_server_is_told_from_a_name_that_does_not_exist(
    name: str, code: int, server: tuple[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(name_server, "TIMEOUT_S", 0.05)

    with pytest.raises(socket.gaierror) as caught:
        resolver_at(server)(name, 80)

    assert caught.value.errno == code


@pytest.mark.parametrize("text", ["", "ns.example.org", "192.0.2.1:x", "192.0.2.1/24"])
def test_a_name_server_is_given_by_its_ip_address(text: str) -> None:
    with pytest.raises(SettingsError, match="give an IP address"):
        parse_server(text)


def test_an_answer_over_tcp_that_comes_byte_by_byte_ends_at_the_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(name_server, "TIMEOUT_S", 0.3)
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def trickle() -> None:
            connection, _ = listener.accept()
            with connection, suppress(OSError):
                while True:
                    connection.sendall(b"\1")
                    time.sleep(0.05)

        threading.Thread(target=trickle, daemon=True).start()
        began = time.monotonic()
        with pytest.raises(TimeoutError):
            name_server._send_over_tcp(listener.getsockname(), b"query")  # noqa: SLF001
    assert time.monotonic() - began < 1


def test_an_answer_over_tcp_is_read_whole() -> None:
    query = b"\0\1\1\0\0\1" + b"\0" * 6 + b"\3lab\4test\0\0\1\0\1"
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve() -> None:
            connection, _ = listener.accept()
            with connection:
                answer = answer_to(connection.recv(512)[2:])
                connection.sendall(struct.pack("!H", len(answer)) + answer[:5])
                connection.sendall(answer[5:])

        threading.Thread(target=serve, daemon=True).start()
        assert name_server._send_over_tcp(listener.getsockname(), query) == answer_to(query)  # noqa: SLF001
