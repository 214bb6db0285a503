"""Normalisation of addresses: absolute URLs from marked addresses, and a key that spellings of one address share."""

import re
import string
from functools import lru_cache

from papertrace.extract.urls.anchors import SCP
from papertrace.extract.urls.hosts import find_host, is_known_host
from papertrace.extract.urls.scanner import HOST, MAX_LENGTH, TEMPLATE, USER, is_host
from papertrace.model.addresses import comparable_host, lower_host, split_netloc, unwrap_address

_ABSOLUTE = re.compile(r"(?:git\+)?(h(?:tt|xx)ps?|ftps?|ssh|git|svn)\s*:\s*/\s*/\s*(.+)", re.IGNORECASE | re.DOTALL)
_MAX_BLANKS_PER_CHARACTER = 4
_WIDE_GAP = re.compile(r"\s*[\n\t]\s*")


def clean_address(value: str, *, spaces: bool = False) -> str | None:  # noqa: PLR0911 - one for each reason to refuse
    """Return a marked address as an absolute URL, or None if it is relative or not a web address.

    The characters of `value` must already be repaired. Line breaks are removed; blanks are removed too, or escaped if
    `spaces` is true because they belong to the address, as in an `href`. A host without a scheme must be a known one
    or begin with `www.`; otherwise the value is a relative path.
    """
    value = value.strip().strip("\x00")
    if len(value) > MAX_LENGTH * _MAX_BLANKS_PER_CHARACTER:
        return None  # a run of blanks would otherwise be searched from each of them, in quadratic time
    value = _WIDE_GAP.sub("", value)
    value = value.replace(" ", "%20") if spaces else re.sub(r"\s+", "", value)
    value = value.rstrip(".,;").strip('<>"').rstrip(".,;")
    if not value or len(value) > MAX_LENGTH:
        return None
    match = _ABSOLUTE.fullmatch(value)
    scheme, rest = match.groups() if match else ("https", value.removeprefix("//"))
    if match is None:
        if scp := SCP.match(value.lower()):
            return f"ssh://git@{scp[1]}/{value[scp.end() :]}"
        host = HOST.match(rest)
        if host is None or rest[host.end() : host.end() + 1] not in ("", "/", "?", "#", ":"):
            return None
        known = is_known_host(host[0]) and ("/" in rest or find_host(host[0]) is not None)
        if not (known or host[0].lower().startswith("www.") or rest != value) or not is_host(host[0]):
            return None
    user = USER.match(rest)
    start = user.end() if user else 0
    host = HOST.match(rest, start)
    if host is None or not is_host(host[0]) or rest[host.end() : host.end() + 1] not in ("", "/", "?", "#", ":"):
        return None
    if re.search(r"[\x00-\x20<>{}|\\^`\"]", rest[host.end() :]) and TEMPLATE.search(rest):
        return None
    url = f"{scheme.lower().replace('xx', 'tt')}://{rest[:start]}{lower_host(host[0])}{rest[host.end() :]}"
    inside = unwrap_address(url)
    # What is inside is as hostile as what is printed; it is shorter, so that this ends.
    return url if inside == url else clean_address(inside, spaces=True) or url


_DEFAULT_PORTS = {"http": ":80", "https": ":443"}
_HOSTS_OF_DOIS = frozenset(["doi.org", "dx.doi.org"])
_ESCAPE = re.compile(r"%[0-9A-Fa-f]{2}")
_UNRESERVED = {f"%{ord(char):02X}": char for char in f"{string.ascii_letters}{string.digits}._~-"}
_END_OF_HOST, _END_OF_PATH = re.compile(r"[/?#]"), re.compile(r"[?#]")


@lru_cache(maxsize=16_384)
def url_identity(url: str) -> str:
    """Return the key that all spellings of one address share.

    The scheme (http or https), `www.`, letter case of the host, a default port, trailing slashes, escapes of
    unreserved characters, and the script of an international host name make no difference; path, query and fragment
    do. The resolver of DOIs has two hosts, and letter case makes no difference to a DOI.

    >>> url_identity("http://www.GitHub.com/acme/x/") == url_identity("https://github.com/acme/x")
    True
    >>> url_identity("http://dx.doi.org/10.1000/ABC") == url_identity("https://doi.org/10.1000/abc")
    True
    """
    scheme, _, rest = url.partition("://")
    scheme = scheme.lower()
    cut = _END_OF_HOST.search(rest)
    netloc, path = (rest[: cut.start()], rest[cut.start() :]) if cut else (rest, "")
    user, host, port = split_netloc(netloc)
    if port == _DEFAULT_PORTS.get(scheme):
        port = ""
    path = _ESCAPE.sub(_unescape_unreserved, path)
    plain, mark, tail = _partition_first(path)
    bare_host = comparable_host(host).removeprefix("www.")
    if bare_host in _HOSTS_OF_DOIS:
        bare_host, plain = "doi.org", plain.lower()
    key = user.lower() + bare_host + port + plain.rstrip("/") + (mark + tail if tail else "")
    return key if scheme in _DEFAULT_PORTS else f"{scheme}://{key}"


def _unescape_unreserved(match: re.Match[str]) -> str:
    escape = match[0].upper()
    return _UNRESERVED.get(escape, escape)


def _partition_first(path: str) -> tuple[str, str, str]:
    """Split a path at its query or fragment."""
    cut = _END_OF_PATH.search(path)
    return (path[: cut.start()], path[cut.start()], path[cut.start() + 1 :]) if cut else (path, "", "")
