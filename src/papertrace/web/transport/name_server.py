"""Looking up names at a name server of the user's choice, such as that of an intranet (RFC 1035).

Only addresses are asked for, over UDP, and over TCP where the answer does not fit. The guard checks what is found.
"""

import secrets
import socket
import struct
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from ipaddress import ip_address

from papertrace.errors import SettingsError
from papertrace.web.transport.guard import Resolver

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
    question = _encoded(host) + struct.pack("!2H", kind, _IN)
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


def _encoded(host: str) -> bytes:
    return b"".join(bytes([len(label)]) + label for label in host.encode("ascii").split(b".") if label) + b"\0"


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
