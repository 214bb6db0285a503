"""Which addresses may be asked at all.

A link in a listing is untrusted, and so is every redirect and every name server behind it. The guard is asked for
the addresses of a host at the moment of connecting, and the connection goes to an address that it gave: a name that
resolves differently a second later gains nothing.

The networks are listed here rather than taken from `ipaddress.is_global`, whose answers differ between Python
versions. They are those of the IANA special-purpose registries (RFC 6890 and its updates).
"""

import re
import socket
from collections.abc import Callable, Sequence
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network

from papertrace.web.settings import Network

IPAddress = IPv4Address | IPv6Address

Resolver = Callable[[str, int], Sequence[tuple[str, int]]]
"""Give the addresses and ports of a host name and port, best first; raise `socket.gaierror` as `getaddrinfo` does."""

REFUSED_V4: tuple[tuple[Network, str], ...] = tuple(
    (ip_network(network), words)
    for network, words in (
        ("0.0.0.0/8", "unspecified"),
        ("10.0.0.0/8", "private"),
        ("100.64.0.0/10", "shared by carriers"),
        ("127.0.0.0/8", "loopback"),
        ("168.63.129.16/32", "cloud metadata"),
        ("169.254.169.254/32", "cloud metadata"),
        ("169.254.0.0/16", "link-local"),
        ("172.16.0.0/12", "private"),
        ("192.0.0.0/24", "reserved"),
        ("192.0.2.0/24", "reserved"),
        ("192.88.99.0/24", "reserved"),
        ("192.168.0.0/16", "private"),
        ("198.18.0.0/15", "reserved"),
        ("198.51.100.0/24", "reserved"),
        ("203.0.113.0/24", "reserved"),
        ("224.0.0.0/4", "multicast"),
        ("240.0.0.0/4", "reserved"),
    )
)
REFUSED_V6: tuple[tuple[Network, str], ...] = tuple(
    (ip_network(network), words)
    for network, words in (
        ("::/128", "unspecified"),
        ("::1/128", "loopback"),
        ("fd00:ec2::254/128", "cloud metadata"),
        ("fc00::/7", "private"),
        ("fe80::/10", "link-local"),
        ("ff00::/8", "multicast"),
        ("2001::/23", "reserved"),
        ("2001:db8::/32", "reserved"),
        ("2002::/16", "a tunnel"),
        ("3fff::/20", "reserved"),
    )
)
GLOBAL_V6 = IPv6Network("2000::/3")
NAT64 = IPv6Network("64:ff9b::/96")

_NUMERIC_HOST = re.compile(r"(?:0x[0-9a-f]*|[0-9]+)(?:\.(?:0x[0-9a-f]*|[0-9]+)){0,3}\Z")


class RefusedAddressError(Exception):
    """Say that a host has no address that may be asked; a signal inside the audit that never leaves it."""


def system_resolver(host: str, port: int) -> Sequence[tuple[str, int]]:
    """Ask the machine's resolver for the addresses of a name, best first."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys((str(place[0]), int(place[1])) for *_, place in found))


def refusal(address: IPAddress, allow: Sequence[Network] = ()) -> str | None:
    """Say in a word why an address must not be asked, or None where it may be.

    An IPv6 address that carries an IPv4 address (mapped, or for NAT64) is judged by that one.

    >>> refusal(ip_address("::ffff:10.0.0.1"))
    'private'
    >>> refusal(ip_address("10.0.0.1"), [ip_network("10.0.0.0/8")]) is None
    True
    """
    if any(address in network for network in allow):
        return None
    if isinstance(address, IPv4Address):
        return next((words for network, words in REFUSED_V4 if address in network), None)
    if address.scope_id is not None:
        return "link-local"
    if address.ipv4_mapped is not None:
        return refusal(address.ipv4_mapped, allow)
    if address in NAT64:
        return refusal(IPv4Address(int(address) & 0xFFFFFFFF), allow)
    named = next((words for network, words in REFUSED_V6 if address in network), None)
    return named or (None if address in GLOBAL_V6 else "reserved")


def literal_address(host: str) -> IPAddress | None:
    """Read a host that is an address in any spelling that a C library takes, or answer None for a name.

    >>> [str(literal_address(host)) for host in ("2130706433", "0177.0.0.1", "0x7f.1", "::1", "example.org")]
    ['127.0.0.1', '127.0.0.1', '127.0.0.1', '::1', 'None']
    """
    try:
        return ip_address(host)
    except ValueError:
        pass
    if _NUMERIC_HOST.match(host):
        try:
            return IPv4Address(socket.inet_aton(host))
        except OSError:
            return None
    return None


class Guard:
    """Give the addresses of a host that may be asked, and only those."""

    def __init__(self, *, allow: Sequence[Network] = (), resolve: Resolver = system_resolver) -> None:
        """Take the networks to open and the resolver of names."""
        self._allow = tuple(allow)
        self._resolve = resolve

    def places(self, host: str, port: int) -> list[tuple[str, int]]:
        """Return the addresses and ports to connect to, best first, each of them checked.

        Raises
        ------
        RefusedAddressError
            Where the host has addresses but none may be asked; the message names the kind, not the address.
        socket.gaierror
            Where the name does not resolve.
        """
        literal = literal_address(host)
        found = self._resolve(host, port) if literal is None else [(str(literal), port)]
        places = []
        reasons = []
        for text, number in found:
            reason = self._refusal(text)
            if reason is None:
                places.append((text, number))
            else:
                reasons.append(reason)
        if places:
            return places
        if not reasons:
            raise socket.gaierror(socket.EAI_NONAME, "the name has no address")
        message = f"its address is {reasons[0]}"
        raise RefusedAddressError(message)

    def _refusal(self, text: str) -> str | None:
        try:
            address = ip_address(text)
        except ValueError:
            return "not an address"
        return refusal(address, self._allow)
