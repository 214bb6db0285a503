"""The requests of an audit, and what is observed of them."""

from dataclasses import dataclass
from enum import StrEnum


class Method(StrEnum):
    """A method of a request: the HTTP methods that an audit uses, and `git ls-remote`."""

    HEAD = "HEAD"
    GET = "GET"
    POST = "POST"
    GIT = "GIT"


class Fault(StrEnum):
    """A way in which a request ends without an answer."""

    DNS = "dns"  # the name does not exist
    DNS_TEMPORARY = "dns_temporary"  # the resolver failed for now
    CONNECT = "connect"
    RESET = "reset"
    TIMEOUT = "timeout"
    TLS = "tls"
    LOOP = "loop"
    TOO_MANY_REDIRECTS = "too_many_redirects"
    BAD_REDIRECT = "bad_redirect"
    MALFORMED = "malformed"
    REFUSED_ADDRESS = "refused_address"  # the guard does not allow a connection to it
    NO_NETWORK = "no_network"  # no name resolves at all, which proves nothing about this one
    EXCLUDED = "excluded"  # a redirect leads to an address that is left out, which was not requested
    WITHHELD = "withheld"  # not sent: the host asked to wait longer than the audit allows


@dataclass(frozen=True, slots=True, kw_only=True)
class Validator:
    """The validators of a page (`ETag` and `Last-Modified`, RFC 9110, section 8.8), each empty if the host sent none.

    `url` is the URL that sent them, the last one after redirects.
    """

    url: str
    etag: str = ""
    last_modified: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """A request to send: for a page, or to a registry's API if `accept` names the type of its answer.

    `body` is the JSON that a POST sends. Redirects are followed if `follows` is true; otherwise a redirect is the
    answer. With a `validator`, the request is conditional: the page is sent only if it has changed.
    """

    method: Method
    url: str
    accept: str = ""
    body: str = ""
    follows: bool = True
    validator: Validator | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Hop:
    """One redirect: the URL that answered, and the status of its answer."""

    url: str
    status: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Observation:
    """The result of one request: an answer or a fault, never neither.

    `headers` are those that matter to a decision, with names in lower case. `body` is the first kilobytes of a GET as
    text. `seconds` is the time to the answer; no decision depends on it.
    """

    ask: Ask
    final_url: str
    status: int | None = None
    fault: Fault | None = None
    detail: str = ""
    hops: tuple[Hop, ...] = ()
    headers: tuple[tuple[str, str], ...] = ()
    body: str = ""
    seconds: float = 0.0
