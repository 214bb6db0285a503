"""Which IP addresses are allowed: as literals in every notation, by name, by redirect, by a name that changes."""

import socket
from collections.abc import Callable, Sequence
from dataclasses import replace
from ipaddress import ip_address, ip_network

import pytest
from tests.origin.cases import link
from tests.origin.server import Origin

from papertrace.audit import AuditSettings, generate_verdicts
from papertrace.model import Fault, Outcome
from papertrace.web.transport.guard import Guard, RefusedAddressError, literal_address, refusal

REFUSED = {
    "loopback": "127.0.0.1",
    "the rest of loopback": "127.8.9.10",
    "unspecified": "0.0.0.0",  # noqa: S104 - nothing is bound
    "private, large": "10.1.2.3",
    "private, middle": "172.31.255.255",
    "private, small": "192.168.1.1",
    "carriers": "100.64.0.1",
    "link-local": "169.254.1.1",
    "metadata of most clouds": "169.254.169.254",
    "metadata of one cloud": "168.63.129.16",
    "metadata of another": "100.100.100.200",
    "benchmarks": "198.18.0.1",
    "documentation": "203.0.113.5",
    "multicast": "224.0.0.1",
    "broadcast": "255.255.255.255",
    "loopback, IPv6": "::1",
    "unspecified, IPv6": "::",
    "private, IPv6": "fd12::1",
    "metadata, IPv6": "fd00:ec2::254",
    "link-local, IPv6": "fe80::1",
    "link-local with a zone": "fe80::1%eth0",
    "global with a zone": "2600::1%eth0",
    "multicast, IPv6": "ff02::1",
    "mapped loopback": "::ffff:127.0.0.1",
    "mapped private": "::ffff:a00:1",
    "NAT64 of private": "64:ff9b::10.0.0.1",
    "NAT64 of metadata": "64:ff9b::a9fe:a9fe",
    "NAT64, local": "64:ff9b:1::8.8.8.8",
    "compatible": "::8.8.8.8",
    "6to4 of loopback": "2002:7f00:1::",
    "Teredo": "2001:0:1::1",
    "documentation, IPv6": "2001:db8::1",
}
SPELLINGS = [
    "2130706433",
    "0x7f000001",
    "0177.0.0.1",
    "0x7f.0.0.1",
    "127.1",
    "127.0.1",
    "017700000001",
    "::ffff:7f00:1",
]


def answering(*addresses: str) -> Callable[[str, int], Sequence[tuple[str, int]]]:
    return lambda _host, port: [(address, port) for address in addresses]


@pytest.mark.parametrize("text", ["8.8.8.8", "2606:4700::1", "::ffff:8.8.8.8", "64:ff9b::8.8.8.8"])
def test_public_addresses_are_allowed(text: str) -> None:
    assert refusal(ip_address(text)) is None


@pytest.mark.parametrize("text", REFUSED.values(), ids=REFUSED)
def test_an_address_that_is_not_public_is_refused(text: str) -> None:
    assert refusal(ip_address(text)) is not None


@pytest.mark.parametrize("host", SPELLINGS)
def test_loopback_is_refused_in_every_notation(host: str) -> None:
    def never(host: str, port: int) -> Sequence[tuple[str, int]]:
        raise AssertionError((host, port))

    with pytest.raises(RefusedAddressError, match="loopback"):
        Guard(resolve=never).socket_addresses(host, 80)


@pytest.mark.parametrize("host", ["example.org", "1.2.3.4.5", "0xyz", "127.0.0.1.example.org", "256.256.256.256"])
def test_a_name_is_not_a_literal_address(host: str) -> None:
    assert literal_address(host) is None


@pytest.mark.parametrize("text", REFUSED.values(), ids=REFUSED)
def test_a_name_that_resolves_to_a_refused_address_is_refused(text: str) -> None:
    with pytest.raises(RefusedAddressError):
        Guard(resolve=answering(text)).socket_addresses("name.example.org", 80)


def test_only_the_public_ones_of_several_addresses_are_connected_to() -> None:
    guard = Guard(resolve=answering("10.0.0.1", "8.8.8.8", "::1"))

    assert guard.socket_addresses("name.example.org", 443) == [("8.8.8.8", 443)]


def test_allowing_a_network_allows_no_other() -> None:
    guard = Guard(allow=[ip_network("10.0.0.0/8")], resolve=answering("10.9.9.9", "192.168.0.1"))

    assert guard.socket_addresses("name.example.org", 80) == [("10.9.9.9", 80)]
    assert refusal(ip_address("::ffff:10.0.0.1"), [ip_network("10.0.0.0/8")]) is None


def test_a_name_without_addresses_does_not_exist() -> None:
    with pytest.raises(socket.gaierror):
        Guard(resolve=answering()).socket_addresses("name.example.org", 80)


@pytest.mark.parametrize("host", ["127.0.0.1", *SPELLINGS[:-1], "[::1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]"])
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
