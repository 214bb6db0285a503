"""What an audit requests, and what it sees."""

from dataclasses import dataclass
from enum import StrEnum


class Method(StrEnum):
    """A way of requesting: the HTTP methods that an audit uses, and `git ls-remote`."""

    HEAD = "HEAD"
    GET = "GET"
    POST = "POST"
    GIT = "GIT"


class Fault(StrEnum):
    """A way in which a request ends without an answer."""

    DNS = "dns"  # the name does not exist
    DNS_TEMPORARY = "dns_temporary"  # the resolver could not say
    CONNECT = "connect"
    RESET = "reset"
    TIMEOUT = "timeout"
    TLS = "tls"
    LOOP = "loop"
    TOO_MANY_REDIRECTS = "too_many_redirects"
    BAD_REDIRECT = "bad_redirect"
    MALFORMED = "malformed"
    REFUSED_ADDRESS = "refused_address"  # the guard does not let us connect there
    NO_NETWORK = "no_network"  # no name resolves at all, so that this one says nothing
    WITHHELD = "withheld"  # the host asked to wait for longer than the audit may, so that nothing was sent


@dataclass(frozen=True, slots=True, kw_only=True)
class Validator:
    """What a host knows the state of a page by: its `ETag`, its `Last-Modified`, empty where it gave none.

    `url` is the address that gave them, the last one where redirects led there.
    """

    url: str
    etag: str = ""
    last_modified: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """One request that is wanted: of a page, or of a registry's interface where `accept` names the type of its answer.

    `body` is what a POST sends, JSON. A redirect is followed unless it is itself the answer (`follows`). With a
    `validator`, the page is wanted only if it has changed.
    """

    method: Method
    url: str
    accept: str = ""
    body: str = ""
    follows: bool = True
    validator: Validator | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Hop:
    """One redirect: the address that answered, and the status it answered with."""

    url: str
    status: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Observation:
    """What was seen of one request: an answer or a fault, never both absent.

    `headers` are those that matter to a decision, names in lower case. `body` is the first kilobytes of a GET as text.
    `seconds` is the time to the answer; it takes no part in any decision.
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
