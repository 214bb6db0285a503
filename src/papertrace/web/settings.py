"""How requests are sent: limits, timeouts, which networks may be reached, and what single hosts may know.

Headers, passwords and cookies are for single hosts. Each belongs to one host and is sent to no other, not even when the
host redirects there. None of it is shown: it is in no representation of settings, cassette, store, log or report.
"""

import math
import re
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from papertrace.errors import SettingsError, check_not_negative
from papertrace.model.addresses import comparable_host
from papertrace.model.values import repr_changes
from papertrace.web.address import parse_address

if TYPE_CHECKING:
    from http.cookiejar import CookieJar

_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}\Z")
_VALUE = re.compile(r"[\t -~]{0,8000}\Z")
_FORBIDDEN = frozenset({"host", "content-length", "transfer-encoding", "connection", "accept-encoding"})
_VARIABLE = re.compile(r"\$\{([A-Za-z_][A-Za-z0-9_]{0,100})\}")


@dataclass(frozen=True, slots=True, kw_only=True)
class HostHeader:
    """A header for the requests to one host; its value is not shown."""

    host: str
    name: str
    value: str = field(repr=False)


def parse_host_header(text: str, environment: Mapping[str, str]) -> HostHeader:
    """Parse `host: Name: value`, where `${NAME}` in the value stands for a variable of the environment.

    Raises
    ------
    SettingsError
        When the text is not of this form, the header cannot be sent or the variable is not set. The message does not
        repeat the value.

    Examples
    --------
    >>> parse_host_header("Example.org: X-Team: ${TEAM}", {"TEAM": "links"})
    HostHeader(host='example.org', name='X-Team')
    """
    host, colon, rest = text.partition(":")
    name, second_colon, value = rest.partition(":")
    host, name, value = comparable_host(host.strip()), name.strip(), value.strip()
    if not colon or not second_colon or not host or not _NAME.match(name):
        message = "--header: not a header for a host; give it as 'example.org: Name: value'"
        raise SettingsError(message)
    missing = [variable for variable in _VARIABLE.findall(value) if variable not in environment]
    if missing:
        message = f"the header {name} for {host} needs the variable {missing[0]}, which is not set"
        raise SettingsError(message)
    value = _VARIABLE.sub(lambda found: environment[found[1]].strip(), value)
    if not _VALUE.match(value) or name.lower() in _FORBIDDEN:
        message = f"the header {name} for {host} cannot be sent; give a value of printable ASCII"
        raise SettingsError(message)
    return HostHeader(host=host, name=name, value=value)


def basic_authorization(user: str, password: str) -> str:
    """Return the value of an `Authorization` header (RFC 7617)."""
    return f"Basic {b64encode(f'{user}:{password}'.encode()).decode()}"


def passwords_in(urls: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield the address of each URL with user information, as it is requested, and the `Authorization` for it."""
    for url in urls:
        if "@" not in url:
            continue
        try:
            parts, address = urlsplit(url.strip()), parse_address(url)
        except ValueError:
            continue
        if parts.username or parts.password:
            yield address.url, basic_authorization(unquote(parts.username or ""), unquote(parts.password or ""))


def read_netrc(path: Path) -> list[HostHeader]:
    """Read the logins of a `.netrc` file as headers, one for each host.

    Its `default` entry is left out, because it would be sent to every host.

    Raises
    ------
    SettingsError
        When the file cannot be read or has another format. The message repeats nothing of it.
    """
    import netrc

    try:
        hosts = netrc.netrc(str(path)).hosts
    except (OSError, netrc.NetrcParseError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else "not a netrc file"
        message = f"{path}: cannot read the logins: {reason}; write lines such as 'machine example.org login NAME ...'"
        raise SettingsError(message) from None
    return [
        HostHeader(
            host=comparable_host(host), name="Authorization", value=basic_authorization(login or "", password or "")
        )
        for host, (login, _, password) in hosts.items()
        if host != "default"
    ]


def read_cookies(path: Path) -> "CookieJar":
    """Read a file of cookies in Netscape's format, as curl and browsers' extensions write it.

    Raises
    ------
    SettingsError
        When the file cannot be read or has another format.
    """
    import http.cookiejar  # With the modules of `urllib` and `ssl` that it imports, this is slower than all of ours.

    jar = http.cookiejar.MozillaCookieJar()
    try:
        jar.load(str(path), ignore_discard=True, ignore_expires=True)
    except (OSError, http.cookiejar.LoadError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else "not a file in Netscape's format"
        message = f"{path}: cannot read the cookies: {reason}; name a file as curl writes it with --cookie-jar"
        raise SettingsError(message) from None
    for cookie in jar:
        if cookie.expires == 0:
            # So curl writes a cookie that lasts as long as the session.
            cookie.expires, cookie.discard = None, True
    jar.clear_expired_cookies()
    return jar


Network = IPv4Network | IPv6Network

_ABOVE_0 = ("timeout_s", "deadline_s", "backoff_s", "concurrency", "per_host", "max_body_bytes", "max_answer_bytes")
USUAL_MAX_WAIT_S = 120.0
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
        more is sent no further requests; so is one that does not say how long, after 15 seconds and one for each
        link that waits for it, unless more than 120 are given.
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
    max_wait_s: float = USUAL_MAX_WAIT_S
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
