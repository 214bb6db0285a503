"""The resolver of the origin: made-up names with addresses in 127.0.0.0/8, and names that misbehave.

It also returns the port on which the origin actually listens, so that tests can use URLs without a port.
"""

import socket
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from tests.origin.registries import REGISTRIES

ADDRESSES = tuple(f"127.0.0.{n}" for n in range(2, 8))
HTTPS = 443
CODE_NAME = "code.example.org"
NAMES = tuple(
    f"{name}.example.org"
    for name in (
        "www",
        "lab",
        "code",
        "anything",
        "limited",
        "limited-date",
        "budget",
        "closed",
        "stubborn",
        "wrong-name",
        "expired",
        "untrusted",
        "anything-new",
        "polite",
        "to-front",
        "login",
        "busy",
        "ietf",
        "ietf-old",
        "self-signed",
        "not-yet",
        "no-tls",
        "xn--gre-6ka8i",
    )
) + tuple(REGISTRIES)

NOBODY = "127.0.0.1"
"""An address on which the origin does not listen."""
FIRST, SECOND = ADDRESSES[:2]

ODD_NAMES: dict[str, tuple[tuple[str, ...] | int, ...]] = {
    "private.example.org": (("10.0.0.1",),),
    "metadata.example.org": (("169.254.169.254",),),
    "temporary-dns.example.org": (socket.EAI_AGAIN, (FIRST,)),
    "never-dns.example.org": (socket.EAI_AGAIN,),
    "no-address.example.org": ((),),
    "mixed.example.org": (("10.0.0.1", FIRST),),
    "half-down.example.org": ((NOBODY, FIRST),),
    "down.example.org": ((NOBODY,),),
    "rebinding.example.org": ((FIRST,), ("10.0.0.1",)),
    "roaming.example.org": ((FIRST,), (SECOND,), (FIRST,), (SECOND,)),
    "mute-tls.example.org": ((FIRST,),),
    "six.example.org": (("::1",),),
}
"""The results of the first, second, … lookup of a name, the last one repeated: IP addresses, or an error."""


@dataclass(slots=True)
class NameServer:
    """A resolver that maps ports 80 and 443 to those of the origin; some names have a port of their own."""

    ports: dict[int, int]
    secure_ports: dict[str, int] = field(default_factory=dict)
    n_lookups: Counter[str] = field(default_factory=Counter)

    def resolve(self, host: str, port: int) -> Sequence[tuple[str, int]]:
        """Return the socket addresses of a made-up name, as the resolver of the system does.

        Raises
        ------
        socket.gaierror
            As `getaddrinfo` does: `EAI_NONAME` for a name that does not exist, `EAI_AGAIN` where it cannot say.
        """
        self.n_lookups[host] += 1
        if host in ODD_NAMES:
            answers = ODD_NAMES[host]
            found = answers[min(self.n_lookups[host], len(answers)) - 1]
        elif host in NAMES:
            found = (ADDRESSES[NAMES.index(host) % len(ADDRESSES)],)
        else:
            found = (FIRST,) if host == "example.org" else socket.EAI_NONAME
        if isinstance(found, int):
            raise socket.gaierror(found, "no address of that name")
        here = self.secure_ports.get(host) if port == HTTPS else None
        return [(address, here or self.ports.get(port, port)) for address in found]
