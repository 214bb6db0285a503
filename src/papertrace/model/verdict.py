"""What an audit asks, what it sees, and what it concludes."""

from dataclasses import dataclass
from enum import StrEnum

from papertrace.model.link import Link


class Method(StrEnum):
    """Name the HTTP methods that an audit uses."""

    HEAD = "HEAD"
    GET = "GET"


class Fault(StrEnum):
    """Name the ways in which a request ends without an answer."""

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
    REFUSED_ADDRESS = "refused_address"  # the guard does not let us ask there
    NO_NETWORK = "no_network"  # no name resolves at all, so this one says nothing
    WITHHELD = "withheld"  # the host asked to wait for longer than the audit may, so it was not asked


class Outcome(StrEnum):
    """Name what an audit concludes of a link; only `DEAD` fails a run."""

    ALIVE = "alive"
    MOVED = "moved"
    RESTRICTED = "restricted"
    RATE_LIMITED = "rate_limited"
    UNSTABLE = "unstable"
    INSECURE = "insecure"
    SUSPECT = "suspect"
    DEAD = "dead"
    UNKNOWN = "unknown"
    SKIPPED = "skipped"


class RepositoryState(StrEnum):
    """Name the state of a repository as its registry tells it."""

    PRESENT = "present"
    RENAMED = "renamed"
    ARCHIVED = "archived"
    EMPTY = "empty"
    DISABLED = "disabled"
    TAKEN_DOWN = "taken_down"
    MISSING = "missing"
    PATH_MISSING = "path_missing"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """Want one request."""

    method: Method
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Hop:
    """Record one redirect: the address that answered, and the status it answered with."""

    url: str
    status: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Observation:
    """Hold what was seen of one request: an answer or a fault, never both absent.

    `headers` holds those that matter to a decision, names in lower case. `body` is the first kilobytes of a GET
    as text. `seconds` is the time to the answer; it takes no part in any decision.
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """Hold what is concluded of a link, why, and the observations it rests on."""

    link: Link
    outcome: Outcome
    reason: str
    seen: tuple[Observation, ...] = ()
    new_url: str | None = None
    repository_state: RepositoryState | None = None
    failing_since: str | None = None
    checked_at: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperPlace:
    """Say which paper prints a link, and where; `id` and `title` are empty for a link of a plain list of URLs."""

    id: str
    title: str
    source: str
    line: int
    column: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """Hold a verdict with the places that its link is printed at, in reading order."""

    verdict: Verdict
    papers: tuple[PaperPlace, ...]
