"""Which IP addresses may be connected to at all, and looking names up at a name server of one's own.

A name server of the user's choice, such as that of an intranet, is asked as RFC 1035 has it. Only addresses are asked
for, over UDP, and over TCP where the answer does not fit. The guard checks what is found. This serves `--resolver`
alone; a library for DNS would be one more dependency of every user, and leave out which answers prove that a name is
not there, with which a link may be called dead.

A link in a listing is untrusted, and so are its redirects and the name servers of its hosts. The guard resolves a host
at the moment of connecting, and the connection goes to an IP address that the guard returned, so resolving differently
a second later (DNS rebinding) has no effect.

The networks are listed here rather than taken from `ipaddress.is_global`, whose answers differ between Python versions.
They are IANA's special-purpose addresses (RFC 6890 and its updates).
"""

import re
import secrets
import socket
import struct
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network

from papertrace.errors import SettingsError
from papertrace.web.settings import Network

IPAddress = IPv4Address | IPv6Address

Resolver = Callable[[str, int], Sequence[tuple[str, int]]]
"""A function from a host name and port to socket addresses (IP address and port), most preferred first.

It raises `socket.gaierror` as `getaddrinfo` does.
"""

REFUSED: tuple[tuple[Network, str], ...] = tuple(
    (ip_network(network), kind)
    for kind, networks in (
        ("cloud metadata", "168.63.129.16/32 169.254.169.254/32 fd00:ec2::254/128"),  # before those that contain them
        ("unspecified", "0.0.0.0/8 ::/128"),
        ("loopback", "127.0.0.0/8 ::1/128"),
        ("private", "10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 fc00::/7"),
        ("shared by carriers", "100.64.0.0/10"),
        ("link-local", "169.254.0.0/16 fe80::/10"),
        ("multicast", "224.0.0.0/4 ff00::/8"),
        (
            "reserved",
            "192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 240.0.0.0/4",
        ),
        ("reserved", "2001::/23 2001:db8::/32 3fff::/20"),
        ("a tunnel", "2002::/16"),
    )
    for network in networks.split()
)
"""The networks that are refused, each with its kind; the first one that contains an address counts."""
GLOBAL_V6 = IPv6Network("2000::/3")
NAT64 = IPv6Network("64:ff9b::/96")

_NUMERIC_HOST = re.compile(r"(?:0x[0-9a-f]*|[0-9]+)(?:\.(?:0x[0-9a-f]*|[0-9]+)){0,3}\Z")


class RefusedAddressError(Exception):
    """A host none of whose IP addresses may be connected to; callers turn it into a fault."""


def system_resolver(host: str, port: int) -> Sequence[tuple[str, int]]:
    """Return the socket addresses of a name by the resolver of the machine, most preferred first."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys((str(address[0]), int(address[1])) for *_, address in found))


def look_up(host: str, port: int, resolve: Resolver) -> Sequence[tuple[str, int]]:
    """Return the socket addresses of a name; whatever prevents that is an `OSError`.

    `getaddrinfo` raises UnicodeError for a name that it cannot encode, such as one with a label of 64 characters.
    """
    try:
        return resolve(host, port)
    except UnicodeError as error:
        raise socket.gaierror(socket.EAI_FAIL, "the resolver cannot encode the name") from error


def refusal(address: IPAddress, allow: Sequence[Network] = ()) -> str | None:
    """Return the kind of an IP address that must not be connected to, or None if it may be.

    An IPv6 address that carries an IPv4 address (mapped, or for NAT64) is classified by that one.

    >>> refusal(ip_address("::ffff:10.0.0.1"))
    'private'
    >>> refusal(ip_address("10.0.0.1"), [ip_network("10.0.0.0/8")]) is None
    True
    """
    if any(address in network for network in allow):
        return None
    named = next((kind for network, kind in REFUSED if address in network), None)
    if isinstance(address, IPv4Address):
        return named
    if address.scope_id is not None:
        return "link-local"
    if address.ipv4_mapped is not None:
        return refusal(address.ipv4_mapped, allow)
    if address in NAT64:
        return refusal(IPv4Address(int(address) & 0xFFFFFFFF), allow)
    return named or (None if address in GLOBAL_V6 else "reserved")


def literal_address(host: str) -> IPAddress | None:
    """Parse a host that is an IP address in any notation that C libraries accept; return None for a name.

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
    """A filter for the IP addresses that a host resolves to."""

    def __init__(self, *, allow: Sequence[Network] = (), resolve: Resolver = system_resolver) -> None:
        """Create a guard that also allows the networks in `allow` and resolves names with `resolve`."""
        self._allow = tuple(allow)
        self._resolve = resolve

    def socket_addresses(self, host: str, port: int) -> list[tuple[str, int]]:
        """Return the IP addresses and ports to connect to, each of them allowed, most preferred first.

        Raises
        ------
        RefusedAddressError
            When the host has IP addresses but none is allowed; the message gives the kind, not the address.
        socket.gaierror
            When the name does not resolve.
        """
        literal = literal_address(host)
        found = look_up(host, port, self._resolve) if literal is None else [(str(literal), port)]
        allowed = []
        refused_kinds = []
        for ip, ip_port in found:
            kind = self._refusal(ip)
            if kind is None:
                allowed.append((ip, ip_port))
            else:
                refused_kinds.append(kind)
        if allowed:
            return allowed
        if not refused_kinds:
            raise socket.gaierror(socket.EAI_NONAME, "the name has no address")
        message = f"its address is {refused_kinds[0]}"
        raise RefusedAddressError(message)

    def _refusal(self, text: str) -> str | None:
        try:
            address = ip_address(text)
        except ValueError:
            return "not an address"
        return refusal(address, self._allow)


TIMEOUT_S = 3.0
MAX_TRIES = 2
_PORT = 53
_HEADER = struct.Struct("!6H")
_LENGTH = struct.Struct("!H")  # before each message over TCP
_A, _AAAA = 1, 28
_LENGTHS = {_A: 4, _AAAA: 16}
_IN = 1
_RECURSION_DESIRED = 0x0100
_IS_RESPONSE, _OPCODE, _AUTHORITATIVE, _TRUNCATED, _RECURSIVE, _RCODE = 0x8000, 0x7800, 0x0400, 0x0200, 0x0080, 0x000F
_NO_SUCH_NAME = 3
_POINTER = 0xC0
_UNDECIDED = "the name server did not say"


def parse_server(text: str) -> tuple[str, int]:
    """Return the IP address and port of a name server: `192.0.2.1`, `192.0.2.1:5353` or `[2001:db8::1]:53`.

    Raises
    ------
    SettingsError
        When the text is something else, such as a name, which could not be looked up.

    Examples
    --------
    >>> parse_server("192.0.2.1"), parse_server("[2001:db8::1]:5353")
    (('192.0.2.1', 53), ('2001:db8::1', 5353))
    """
    host, port = text.strip(), str(_PORT)
    if host.startswith("["):
        host, _, rest = host[1:].partition("]")
        port = rest.removeprefix(":") or port
    elif host.count(":") == 1:
        host, _, port = host.partition(":")
    try:
        return str(ip_address(host)), int(port)
    except ValueError:
        message = f"{text!r} is not a name server; give an IP address such as 192.0.2.1 or 192.0.2.1:5353"
        raise SettingsError(message) from None


def resolver_at(server: tuple[str, int]) -> Resolver:
    """Return a resolver that asks one name server, and nothing else."""

    def resolve(host: str, port: int) -> Sequence[tuple[str, int]]:
        found, failures = [], []
        for kind in (_A, _AAAA):
            try:
                found += _look_up(server, host, kind)
            except socket.gaierror as error:
                failures.append(error)
        if not found:
            raise failures[0] if failures else socket.gaierror(socket.EAI_NONAME, "the name does not exist")
        return [(address, port) for address in found]

    return resolve


def _look_up(server: tuple[str, int], host: str, kind: int) -> list[str]:
    """Return the addresses of one kind that a name has; none only if the server says that there are none.

    Raises
    ------
    socket.gaierror
        If the server does not say: it is silent, fails, does not look further, or answers with an alias alone.
    """
    labels = [bytes([len(label)]) + label for label in host.encode("ascii").split(b".") if label]
    question = b"".join(labels) + b"\0" + struct.pack("!2H", kind, _IN)
    query = _HEADER.pack(secrets.randbelow(1 << 16), _RECURSION_DESIRED, 1, 0, 0, 0) + question
    try:
        answer = _send(server, query)
        _, flags, n_questions, n_answers, _, _ = _HEADER.unpack_from(answer)
        if flags & _TRUNCATED:
            answer = _send_over_tcp(server, query)
            _, flags, n_questions, n_answers, _, _ = _HEADER.unpack_from(answer)
        is_asked = answer[_HEADER.size :][: len(question)].lower() == question.lower()
        if is_asked and flags & _RCODE == 0 and (found := list(_addresses(answer, n_questions, n_answers, kind))):
            return found
        is_final = flags & (_AUTHORITATIVE | _RECURSIVE) and not flags & _TRUNCATED
        is_absent = flags & _RCODE == _NO_SUCH_NAME or (flags & _RCODE == 0 and not n_answers)
        if is_asked and is_final and is_absent:
            return []
    except (struct.error, IndexError, OSError) as error:
        raise socket.gaierror(socket.EAI_AGAIN, _UNDECIDED) from error
    raise socket.gaierror(socket.EAI_AGAIN, _UNDECIDED)


def _send(server: tuple[str, int], query: bytes) -> bytes:
    family = socket.AF_INET6 if ":" in server[0] else socket.AF_INET
    for _ in range(MAX_TRIES):
        with socket.socket(family, socket.SOCK_DGRAM) as sock:
            # A connected socket receives nothing from other addresses.
            sock.connect(server)
            sock.send(query)
            until = time.monotonic() + TIMEOUT_S
            with suppress(TimeoutError):
                while True:
                    answer = _receive(sock, 4096, until)
                    if _is_response(answer, query):
                        return answer
    raise TimeoutError


def _send_over_tcp(server: tuple[str, int], query: bytes) -> bytes:
    until = time.monotonic() + TIMEOUT_S
    with socket.create_connection(server, TIMEOUT_S) as sock:
        sock.sendall(_LENGTH.pack(len(query)) + query)
        received = b""
        while len(received) < _LENGTH.size or len(received) < _LENGTH.size + _LENGTH.unpack_from(received)[0]:
            part = _receive(sock, 4096, until)
            if not part:
                raise ConnectionResetError
            received += part
    answer = received[_LENGTH.size :][: _LENGTH.unpack_from(received)[0]]
    if not _is_response(answer, query):
        raise ConnectionResetError
    return answer


def _receive(sock: socket.socket, n_bytes: int, until: float) -> bytes:
    seconds = until - time.monotonic()
    if seconds <= 0:
        raise TimeoutError
    sock.settimeout(seconds)
    return sock.recv(n_bytes)


def _is_response(answer: bytes, query: bytes) -> bool:
    """Return whether a message answers a query, rather than repeating it or answering another."""
    return (
        len(answer) >= _HEADER.size
        and answer[:2] == query[:2]
        and int.from_bytes(answer[2:4]) & (_IS_RESPONSE | _OPCODE) == _IS_RESPONSE
    )


def _addresses(answer: bytes, n_questions: int, n_answers: int, kind: int) -> Iterator[str]:
    """Yield the addresses of an answer; aliases (CNAME) come with the addresses of what they stand for."""
    position = _HEADER.size
    for _ in range(n_questions):
        position = _after_name(answer, position) + 4
    for _ in range(n_answers):
        position = _after_name(answer, position)
        found, _, _, length = struct.unpack_from("!HHIH", answer, position)
        position += 10
        if found == kind and length == _LENGTHS[kind]:
            yield str(ip_address(answer[position : position + length]))
        position += length


def _after_name(answer: bytes, position: int) -> int:
    while answer[position]:
        if answer[position] & _POINTER == _POINTER:
            return position + 2
        position += answer[position] + 1
    return position + 1
