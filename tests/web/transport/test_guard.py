"""Which IP addresses are allowed: in every notation, by name, by redirect; a name server of the user."""

import socket
import struct
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.case_tables import cases
from tests.origin.cases import link
from tests.origin.server import Origin

from papertrace.audit import AuditSettings, generate_verdicts
from papertrace.errors import SettingsError
from papertrace.model import Fault, Outcome
from papertrace.web import guard as name_server
from papertrace.web.guard import (
    REFUSED,
    Guard,
    RefusedAddressError,
    literal_address,
    parse_server,
    refusal,
    resolver_at,
    system_resolver,
)
from papertrace.web.settings import Network


def answering(*addresses: str) -> Callable[[str, int], Sequence[tuple[str, int]]]:
    return lambda _host, port: [(address, port) for address in addresses]


@pytest.mark.parametrize("text", ["8.8.8.8", "2606:4700::1", "::ffff:8.8.8.8", "64:ff9b::8.8.8.8"])
def test_public_addresses_are_allowed(text: str) -> None:
    assert refusal(ip_address(text)) is None


@cases("text", named=True)
def test_an_address_that_is_not_public_is_refused_also_if_a_name_resolves_to_it(text: str) -> None:
    assert refusal(ip_address(text)) is not None
    with pytest.raises(RefusedAddressError):
        Guard(resolve=answering(text)).socket_addresses("name.example.org", 80)


@cases("host")
def test_loopback_is_refused_in_every_notation(host: str) -> None:
    def never(host: str, port: int) -> Sequence[tuple[str, int]]:
        raise AssertionError((host, port))

    with pytest.raises(RefusedAddressError, match="loopback"):
        Guard(resolve=never).socket_addresses(host, 80)


@pytest.mark.parametrize("host", ["example.org", "1.2.3.4.5", "0xyz", "127.0.0.1.example.org", "256.256.256.256"])
def test_a_name_is_not_a_literal_address(host: str) -> None:
    assert literal_address(host) is None


def test_only_the_public_ones_of_several_addresses_are_connected_to() -> None:
    guard = Guard(resolve=answering("10.0.0.1", "8.8.8.8", "::1"))

    assert guard.socket_addresses("name.example.org", 443) == [("8.8.8.8", 443)]


def test_allowing_a_network_allows_no_other() -> None:
    guard = Guard(allow=[ip_network("10.0.0.0/8")], resolve=answering("10.9.9.9", "192.168.0.1"))

    assert guard.socket_addresses("name.example.org", 80) == [("10.9.9.9", 80)]
    assert refusal(ip_address("::ffff:10.0.0.1"), [ip_network("10.0.0.0/8")]) is None


@cases("host")
def test_no_connection_is_made_to_loopback_unless_it_is_allowed(
    host: str, origin: Origin, settings: AuditSettings
) -> None:
    url = f"http://{host}:{origin.http_port}/alive"

    (verdict,) = generate_verdicts([link(url)], settings=replace(settings, allow_networks=()))

    assert verdict.outcome is Outcome.SKIPPED
    assert verdict.reason == "not requested: its address is loopback"
    assert origin.log == []


@pytest.mark.parametrize("path", ["to-private", "to-metadata", "to-mapped", "to-file"])
def test_the_guard_checks_redirects_too(path: str, origin: Origin, settings: AuditSettings) -> None:
    asked: list[str] = []

    def resolve(host: str, port: int) -> Sequence[tuple[str, int]]:
        asked.append(host)
        return origin.resolve(host, port)

    (verdict,) = generate_verdicts([link(f"http://www.example.org/{path}")], settings=settings, resolve=resolve)

    assert verdict.outcome in {Outcome.SKIPPED, Outcome.SUSPECT}
    assert set(asked) == {"www.example.org"}
    assert {request.path for request in origin.log} == {f"/{path}"}


def test_a_name_that_changes_to_a_private_address_is_refused(origin: Origin, settings: AuditSettings) -> None:
    """The second answer of the name server is the origin's own address, which stands for one on an intranet."""
    answers = iter(["127.0.0.2", "127.0.0.3", "127.0.0.3", "127.0.0.3"])

    def rebinding(_host: str, _port: int) -> Sequence[tuple[str, int]]:
        return [(next(answers), origin.http_port)]

    allowed = replace(settings, allow_networks=(ip_network("127.0.0.2/32"),))
    # The connection is closed after this page, so that the second one resolves the name again.
    links = [link("http://name.example.org/early-close")]

    (verdict,) = generate_verdicts(links, settings=allowed, resolve=rebinding)

    assert [one.status for one in verdict.seen][:1] == [200]
    assert [request.method for request in origin.log] == ["GET"]
    # On a busy machine the close may first appear as a reset; the connection after that is refused all the same.
    assert verdict.seen[-1].fault == "refused_address"
    assert {one.fault for one in verdict.seen[1:]} <= {Fault.REFUSED_ADDRESS, Fault.RESET}


def test_each_connection_resolves_the_name_once(origin: Origin, settings: AuditSettings) -> None:
    """The IP address that was checked is connected to, without a second lookup that could give another one."""
    asked: list[str] = []

    def resolve(host: str, port: int) -> Sequence[tuple[str, int]]:
        asked.append(host)
        return origin.resolve(host, port)

    list(generate_verdicts([link("http://www.example.org/paper.pdf")], settings=settings, resolve=resolve))

    assert asked == ["www.example.org"]


@cases("text, kind")
def test_the_message_names_the_kind_of_the_address_and_not_the_address(text: str, kind: str) -> None:
    with pytest.raises(RefusedAddressError) as raised:
        Guard(resolve=answering(text)).socket_addresses("name.example.org", 80)

    assert refusal(ip_address(text)) == kind
    assert str(raised.value) == f"its address is {kind}"


@pytest.mark.parametrize(("network", "kind"), REFUSED, ids=str)
def test_a_network_is_refused_from_its_first_to_its_last_address(network: Network, kind: str) -> None:
    assert refusal(network[0]) is not None
    assert refusal(network[-1]) is not None
    assert {refusal(network[0]), refusal(network[-1])} & {kind, "unspecified", "cloud metadata"}


@given(
    st.integers(0, 2**32 - 1).map(IPv4Address)
    | st.sampled_from([row for row in REFUSED if row[0].version == 4]).flatmap(lambda row: _around(row[0]))
)
def test_no_address_is_allowed_that_the_standard_library_knows_not_to_be_public(address: IPv4Address) -> None:
    if address.is_private or address.is_loopback or address.is_link_local or address.is_multicast:
        assert refusal(address) is not None
    mapped, translated = IPv6Address(f"::ffff:{address}"), IPv6Address(f"64:ff9b::{address}")
    assert refusal(address) == refusal(mapped) == refusal(translated)


def _around(network: Network) -> st.SearchStrategy[IPv4Address]:
    """Return addresses at the ends of a network and directly outside it."""
    first, last = int(network[0]), int(network[-1])
    ends = {min(max(0, one), 2**32 - 1) for one in (first - 1, first, last, last + 1)}
    return st.sampled_from(sorted(ends)).map(IPv4Address)


@given(st.integers(0, 2**32 - 1))
def test_a_number_is_the_address_that_it_is_for_a_c_library(number: int) -> None:
    address = IPv4Address(number)

    for text in (str(address), str(number), f"0x{number:x}", f"0{number:o}"):
        assert literal_address(text) == address
    assert literal_address(f"{address}.example.org") is None


@pytest.mark.parametrize("host", ["4294967296", "1.2.3.4.5", "08.0.0.1", "", "::1%", "1.2.3.4x"])
def test_what_no_c_library_takes_for_an_address_is_a_name(host: str) -> None:
    assert literal_address(host) is None


def test_a_name_is_resolved_with_its_port_and_every_address_keeps_the_one_that_was_answered() -> None:
    asked = []

    def resolve(host: str, port: int) -> Sequence[tuple[str, int]]:
        asked.append((host, port))
        return [("8.8.8.8", 8443), ("10.0.0.1", port), ("2606:4700::1", port)]

    assert Guard(resolve=resolve).socket_addresses("name.example.org", 443) == [
        ("8.8.8.8", 8443),
        ("2606:4700::1", 443),
    ]
    assert asked == [("name.example.org", 443)]
    assert Guard(resolve=resolve).socket_addresses("134744072", 99) == [("8.8.8.8", 99)]
    assert asked == [("name.example.org", 443)]


def test_an_answer_that_is_no_address_is_refused_and_the_first_refusal_is_the_reason() -> None:
    with pytest.raises(RefusedAddressError, match=r"\Aits address is not an address\Z"):
        Guard(resolve=answering("not-an-address", "10.0.0.1")).socket_addresses("name.example.org", 80)


def test_a_name_without_addresses_has_the_error_of_a_name_that_does_not_exist() -> None:
    with pytest.raises(socket.gaierror) as raised:
        Guard(resolve=answering()).socket_addresses("name.example.org", 80)

    assert raised.value.errno == socket.EAI_NONAME
    assert raised.value.strerror == "the name has no address"


def test_the_resolver_of_the_machine_answers_each_address_of_a_stream_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def getaddrinfo(host: str, port: int, **options: int) -> list[tuple[object, ...]]:
        asked.append((host, port, options))
        addresses = [("10.0.0.2", 80), ("::1", 80, 0, 0), ("10.0.0.2", 80)]
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", address) for address in addresses]

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)

    assert system_resolver("name.example.org", 80) == [("10.0.0.2", 80), ("::1", 80)]
    assert asked == [("name.example.org", 80, {"type": socket.SOCK_STREAM})]


NAMES = {"lab.test": "192.0.2.7", "alias.test": "192.0.2.8", "half.test": "192.0.2.9"}
FAILED, NO_SUCH_NAME, DECLINED = 2, 3, 5
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
        code = DECLINED if name == "refused.test" else NO_SUCH_NAME
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
