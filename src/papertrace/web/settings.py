"""How requests are sent: limits, timeouts, and which networks may be reached."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path

from papertrace.errors import SettingsError, check_not_negative
from papertrace.model.representation import repr_changes
from papertrace.web.address import parse_address
from papertrace.web.credentials import HostHeader

Network = IPv4Network | IPv6Network

_ABOVE_0 = (
    "timeout_s",
    "deadline_s",
    "backoff_s",
    "concurrency",
    "per_host",
    "max_body_bytes",
    "max_answer_bytes",
)
_NOT_BELOW_0 = ("stagger_s", "retries", "max_wait_s", "max_redirects")


@dataclass(frozen=True, slots=True, kw_only=True)
class HostLimit:
    """The most requests in flight to one host at one time, and the least seconds between two of them."""

    host: str
    concurrency: int = 1
    gap_s: float = 0.0

    def __str__(self) -> str:
        """Return the limit as users state it: `example.org=1/2.5`."""
        return f"{self.host}={self.concurrency}" + (f"/{self.gap_s:g}" if self.gap_s else "")


@dataclass(frozen=True, slots=True, kw_only=True)
class WebSettings:
    """Limits for everything that sends requests; the defaults suit the open web.

    Attributes
    ----------
    timeout_s
        Seconds to wait for a connection, and again for each piece of an answer.
    deadline_s
        Seconds for one request with all its redirects; time spent in a queue does not count.
    concurrency
        Requests in flight at one time, over all hosts.
    per_host
        Requests in flight at one time to one host.
    host_limits
        Limits of single hosts, in place of `per_host`.
    stagger_s
        Seconds a request must have been in flight before the same host is sent another. Most hosts answer sooner and
        so receive one request at a time; a slow host does not delay its other links.
    retries
        How often a request is retried after a transient answer (408, 425, 429, 5xx, a reset, a timeout, …).
    backoff_s
        Seconds before the first retry; doubled for each further one.
    max_wait_s
        Seconds that one host may keep the run waiting without answering anything in between. A host that asks for
        more is sent no further requests.
    max_redirects
        Redirects followed before the chain counts as endless.
    max_body_bytes
        Bytes read of a page, counted before and after decompression.
    max_answer_bytes
        Bytes read of an answer of a registry or an archive, counted likewise.
    allow_networks
        Networks that may be reached although the guard refuses them: an intranet, or loopback in tests. Either
        `ipaddress` networks or their text, such as `"10.0.0.0/8"`.
    ca_bundle
        A file of certificate authorities to trust instead of the public ones.
    user_agent
        The `User-Agent` header.
    proxies, no_proxy
        The proxies by scheme (`{"https": "http://proxy.example.org:3128"}`), and the hosts requested without them,
        separated by commas. They are not taken from the environment.
    resolver
        The name server to ask instead of that of the machine: an IP address, with a port if it is not 53.
    insecure_hosts
        Hosts whose certificates are not verified.
    host_headers
        Headers for single hosts, such as `Authorization`, which are sent to no other host.
    cookies
        A file of cookies in Netscape's format, each sent to its own domain.
    control_names
        Names that resolve wherever there is a network. They are looked up, and never sent a request, when another
        name does not resolve: only if one of them does is that name said not to exist.

    Raises
    ------
    SettingsError
        When a limit would let no request succeed, a network cannot be parsed, or the user agent cannot be a header.
    """

    timeout_s: float = 10.0
    deadline_s: float = 20.0
    concurrency: int = 32
    per_host: int = 8
    host_limits: tuple[HostLimit, ...] = ()
    stagger_s: float = 0.25
    retries: int = 1
    backoff_s: float = 1.0
    max_wait_s: float = 120.0
    max_redirects: int = 20
    max_body_bytes: int = 16 * 1024
    max_answer_bytes: int = 2 * 1024 * 1024
    allow_networks: tuple[Network | str, ...] = ()
    ca_bundle: Path | None = None
    user_agent: str = "papertrace"
    proxies: Mapping[str, str] = field(default_factory=dict, repr=False)
    no_proxy: str = ""
    resolver: str = ""
    insecure_hosts: tuple[str, ...] = ()
    host_headers: tuple[HostHeader, ...] = field(default=(), repr=False)
    cookies: Path | None = None
    control_names: tuple[str, ...] = ("example.org", "iana.org", "wikipedia.org")

    def __repr__(self) -> str:
        """Return the settings that differ from the defaults."""
        return repr_changes(self)

    def __post_init__(self) -> None:
        """Reject limits under which no request could succeed."""
        for name in _ABOVE_0:
            if not getattr(self, name) > 0:
                message = f"{name} is {getattr(self, name)}, but must be above 0"
                raise SettingsError(message)
        for name in _NOT_BELOW_0:
            check_not_negative(name, getattr(self, name))
        if not self.user_agent.isprintable() or not self.user_agent.isascii():
            message = f"user_agent is {self.user_agent!r}, but a header can contain only printable ASCII"
            raise SettingsError(message)
        for limit in self.host_limits:
            if limit.concurrency < 1 or not 0 <= limit.gap_s < math.inf:
                message = (
                    f"the limit of {limit.host} is {limit.concurrency} requests, {limit.gap_s} s apart; give 1 or more"
                )
                raise SettingsError(message)
        for scheme, url in self.proxies.items():
            try:
                parse_address(url)
            except ValueError as error:
                message = f"the proxy for {scheme}: {error}; give an address such as http://proxy.example.org:3128"
                raise SettingsError(message) from None
        _ = self.networks

    @property
    def networks(self) -> tuple[Network, ...]:
        """`allow_networks` as networks.

        >>> WebSettings(allow_networks=("127.0.0.0/8",)).networks
        (IPv4Network('127.0.0.0/8'),)
        """
        return tuple(_network(one) for one in self.allow_networks)


def _network(text: Network | str) -> Network:
    if isinstance(text, IPv4Network | IPv6Network):
        return text
    try:
        return ip_network(text)
    except ValueError as error:
        message = f"allow_networks contains {text!r}: {error}; give a network such as 10.0.0.0/8"
        raise SettingsError(message) from error
