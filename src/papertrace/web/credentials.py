"""What a user lets single hosts know: headers, passwords and cookies.

Each belongs to one host and is sent to no other, not even when the host redirects there. None of it is shown: it is in
no representation of settings, cassette, store, log or report.
"""

import re
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from papertrace.errors import SettingsError
from papertrace.model.addresses import comparable_host
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
