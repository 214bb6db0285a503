"""Addresses that can be requested, and the part of them that may be shown.

Links come from untrusted text. An address that `parse_address` returns is ASCII, has a supported scheme, a host and a
valid port, and contains neither user information nor a fragment, so that later code need not check again.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import quote, urljoin, urlsplit, urlunsplit

from papertrace.model.addresses import MAX_HOST, MAX_LABEL, encode_host, hide_userinfo, split_netloc

MAX_URL_LENGTH = 8192
DEFAULT_PORTS = {"http": 80, "https": 443}
FILTERED = "FILTERED"

_NO_SUCH_HOST = "the host name is not valid"
_HOST = re.compile(r"[a-z0-9._~-]+\Z|\[[0-9a-f:.]+\]\Z")
_PATH_SAFE = "/%:@!$&'()*+,;=~-._"
_PLAIN = re.compile(
    r"(https?)://(?![^/]{0,250}xn--)((?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,8}[a-z]{2,63})"
    r"(?:/[A-Za-z0-9/%:@!$&'()*+,;=~._-]*)(?:\?[A-Za-z0-9/%:@!$&'()*+,;=~._?-]+)?\Z"
)
"""Addresses that are sent as they are written, which is most of them: they need not be taken apart."""
_SECRET_NAME = re.compile(
    r"(?i)(?:.*[-_.])?(?:token|secret|signature|sig|password|passwd|pwd|credentials?|api_?key|auth|authorization"
    r"|access_?key|jwt|session(?:_?id)?)\Z"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """An http or https address as it is sent; `host` is in lower case, IPv6 without its brackets."""

    scheme: str
    host: str
    port: int
    url: str


@lru_cache(maxsize=4096)  # links in progress are parsed again at each step
def parse_address(url: str) -> Address:
    """Parse an address that can be requested.

    The host is converted to ASCII and lower case, a default port, user information and the fragment are dropped, an
    empty path becomes `/`, and whatever is not ASCII is percent-encoded.

    Raises
    ------
    ValueError
        When the scheme is not supported, the host is missing, the port is invalid or the URL is too long. The message
        never repeats the URL.

    Examples
    --------
    >>> parse_address("HTTP://user:word@Example.org:80?q=1#top").url
    'http://example.org/?q=1'
    """
    if len(url) > MAX_URL_LENGTH:
        message = f"the address is longer than {MAX_URL_LENGTH} characters"
        raise ValueError(message)
    plain = _PLAIN.match(url)
    if plain is not None and len(plain[2]) <= MAX_HOST:
        return Address(scheme=plain[1], host=plain[2], port=DEFAULT_PORTS[plain[1]], url=url)
    return _parse_parts(url)


def _parse_parts(url: str) -> Address:
    """Parse any address that is not too long."""
    try:
        parts = urlsplit(url.strip())
        port = parts.port
    except ValueError:
        message = "the address cannot be parsed"
        raise ValueError(message) from None
    scheme = parts.scheme.lower()
    if scheme not in DEFAULT_PORTS:
        message = f"{scheme}: is not supported" if scheme else "the address has no scheme"
        raise ValueError(message)
    host = _host(parts.netloc)
    if port is None:
        port = DEFAULT_PORTS[scheme]
    elif port == 0:
        message = "port 0 is not valid"
        raise ValueError(message)
    shown_host = f"[{host}]" if ":" in host else host
    netloc = shown_host if port == DEFAULT_PORTS[scheme] else f"{shown_host}:{port}"
    path = quote(parts.path or "/", safe=_PATH_SAFE)
    query = quote(parts.query, safe=_PATH_SAFE + "?")
    return Address(scheme=scheme, host=host, port=port, url=urlunsplit((scheme, netloc, path, query, "")))


def join_location(url: str, location: str) -> str:
    """Return the address that a URL redirects to with a `Location`, which `parse_address` may still refuse.

    Raises
    ------
    ValueError
        If the two cannot be joined.
    """
    try:
        return urljoin(url, _with_slashes(location.strip()))
    except ValueError:
        # The message of the library may repeat a password.
        message = "the address cannot be parsed"
        raise ValueError(message) from None


def _with_slashes(location: str) -> str:
    r"""Return an address with its backslashes before the query as slashes, as browsers read them.

    https://url.spec.whatwg.org/#path-state

    >>> print(_with_slashes(r"\a\b?c=\d"))
    /a/b?c=\d
    """
    end = min((found for mark in "?#" if (found := location.find(mark)) >= 0), default=len(location))
    return location[:end].replace("\\", "/") + location[end:]


def public_url(url: str) -> str:
    """Return a URL without user information and with the values of secret parameters replaced.

    >>> public_url("https://user:word@example.org/x?page=2&access_token=abc")
    'https://example.org/x?page=2&access_token=FILTERED'
    """
    try:
        parts = urlsplit(url)
    except ValueError:
        return hide_userinfo(url)
    netloc = parts.netloc.rpartition("@")[2]
    query = "&".join(_public_parameter(item) for item in parts.query.split("&")) if parts.query else ""
    if netloc != parts.netloc or query != parts.query:
        url = urlunsplit((parts.scheme, netloc, parts.path, query, parts.fragment))
    return hide_userinfo(url)  # an address within the address may contain user information too


def _public_parameter(item: str) -> str:
    name, equals, value = item.partition("=")
    return f"{name}={FILTERED}" if equals and value and _SECRET_NAME.match(name) else item


def _host(netloc: str) -> str:
    try:
        host = encode_host(split_netloc(netloc)[1].strip("[]")).rstrip(".")
    except ValueError:
        raise ValueError(_NO_SUCH_HOST) from None
    if not host:
        message = "the address has no host"
        raise ValueError(message)
    if not _HOST.match(f"[{host}]" if ":" in host else host) or len(host) > MAX_HOST:
        raise ValueError(_NO_SUCH_HOST)
    # Browsers leave label lengths to the name server, which has no names with longer labels.
    if ":" not in host and not all(1 <= len(label) <= MAX_LABEL for label in host.split(".")):
        raise ValueError(_NO_SUCH_HOST)
    return host
