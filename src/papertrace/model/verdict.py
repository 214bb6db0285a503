"""What is seen of a link, and what is concluded."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from papertrace.model.link import Link, LinkRole, Span
from papertrace.model.papers.paper import Claim, Paper


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


class Outcome(StrEnum):
    """The conclusion of an audit about a link; by default only `DEAD` fails a run."""

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
    """The state of a repository, as reported by its registry."""

    PRESENT = "present"
    """It exists under the name that the link has."""
    RENAMED = "renamed"
    """It exists under another name, to which the link redirects."""
    ARCHIVED = "archived"
    """Its owner has made it read-only."""
    EMPTY = "empty"
    """It exists but has no commit."""
    DISABLED = "disabled"
    """Its host has disabled it."""
    TAKEN_DOWN = "taken_down"
    """It was removed for a legal reason."""
    MISSING = "missing"
    """There is no such repository, or it is private."""
    PATH_MISSING = "path_missing"
    """The repository exists, but not the file or folder that is linked."""


_NOT_MODIFIED = 304
UNARCHIVED = "unarchived"
"""The name for links that work but have no snapshot in any archive; neither an outcome nor a repository state."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """A conclusion about a link, with its reason and the observations that it is based on.

    `failing_since` is the date of the first run since which the link has failed in every run, `n_failing` the number of
    those runs; both require a store. `rescue` is the URL of an archived snapshot of a dead link, if one was looked for
    and found. `last_active` is the day (ISO 8601) of the last push to a repository, or of what its host states instead,
    which `reason` says. `has_snapshot` is whether an archive has a snapshot of the link, dead or alive; None if the
    archives were not queried, or one that may have a snapshot did not answer. `fragment_checked` is whether the audit
    searches pages for the parts that fragments name; where a registry answered, there was none to search.
    """

    link: Link
    outcome: Outcome
    reason: str
    seen: tuple[Observation, ...] = ()
    new_url: str | None = None
    repository_state: RepositoryState | None = None
    failing_since: str | None = None
    n_failing: int = 0
    checked_at: str | None = None
    rescue: str | None = None
    has_snapshot: bool | None = None
    fragment_checked: bool = False
    last_active: str | None = None

    @property
    def is_unarchived(self) -> bool:
        """Whether the link works, but no archive has a snapshot of it."""
        return self.has_snapshot is False and self.outcome in {Outcome.ALIVE, Outcome.MOVED}

    @property
    def last_observation(self) -> Observation | None:
        """The last observation of the link itself, rather than of another URL that a prober requested.

        None if a registry answered for the link and the link itself was not requested. A response that the page is
        unchanged (304) refers to the observation before it.
        """
        own = [one for one in reversed(self.seen) if one.ask.url == self.seen[0].ask.url and not one.ask.accept]
        return next((one for one in own if one.status != _NOT_MODIFIED), own[0] if own else None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Occurrence:
    """An occurrence of a link in a paper; `id` and `title` are empty for a link of a document without papers.

    `is_elsewhere` says that the document has papers, but prints the link outside of them.

    `raw` is the link as it is printed there; `year`, `date` (ISO 8601) and `venue` are those of the paper where known.
    """

    id: str
    title: str
    source: str
    line: int
    column: int
    raw: str = ""
    year: int | None = None
    date: str | None = None
    is_elsewhere: bool = False
    venue: str = ""

    @property
    def location(self) -> str:
        """Where the link is printed, as compilers write it: `source:line:column`."""
        return f"{self.source}:{self.line}:{self.column}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """A verdict with the occurrences of its link, in reading order."""

    verdict: Verdict
    occurrences: tuple[Occurrence, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeClaim:
    """A paper's claim about its code, with what an audit found about the links that should lead to it.

    `occurrence` is where the paper's entry begins. `findings` are those on links to code that is not said to be someone
    else's, in reading order. `candidates` are those on repositories that services name for the paper, each with the
    name of the service; the paper does not print them, so they neither support nor contradict its claim.
    """

    occurrence: Occurrence
    claim: Claim
    findings: tuple[Finding, ...] = ()
    candidates: tuple[tuple[str, Finding], ...] = ()


class ChangeKind(StrEnum):
    """A way in which a link has changed since an earlier run."""

    DIED = "died"
    RECOVERED = "recovered"
    MOVED = "moved"
    ARCHIVED = "archived"


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A link that has changed since an earlier run, with its outcome in that run."""

    kind: ChangeKind
    before: Outcome
    finding: Finding


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """The changes since an earlier run; `n_new` is the number of links that it did not audit."""

    run: int
    started_at: str
    changes: tuple[Change, ...] = ()
    n_new: int = 0


def list_states(verdict: Verdict) -> frozenset[str]:
    """Return what can fail a run: the outcome, the state of the repository, and whether no archive has the page."""
    states = {str(verdict.outcome)}
    if verdict.repository_state is not None:
        states.add(str(verdict.repository_state))
    if verdict.is_unarchived:
        states.add(UNARCHIVED)
    return frozenset(states)


@dataclass(frozen=True, slots=True, kw_only=True)
class FixedFile:
    """A file as it was read and as it is to be written, with the number of addresses that differ."""

    path: Path
    before: bytes
    after: bytes
    n_fixed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class UnfixedLink:
    """A link that has moved but is left as it is; `raw` is empty where the whole file is left."""

    span: Span
    raw: str = ""
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FixPlan:
    """The files to change, in the order of their first links, and the links that are left."""

    files: tuple[FixedFile, ...] = ()
    unfixed: tuple[UnfixedLink, ...] = ()


SEVERITY = (
    Outcome.DEAD,
    Outcome.SUSPECT,
    Outcome.INSECURE,
    Outcome.UNSTABLE,
    Outcome.UNKNOWN,
    Outcome.RATE_LIMITED,
    Outcome.RESTRICTED,
    Outcome.MOVED,
    Outcome.ALIVE,
    Outcome.SKIPPED,
)
"""Outcomes, worst first: known to be broken, possibly broken, undecided, working."""


def worst_outcome(outcomes: Iterable[Outcome | str]) -> str:
    """Return the worst of some outcomes, empty if there is none; raise ValueError if one is no value of `Outcome`.

    >>> worst_outcome(["alive", "dead", "moved"])
    'dead'
    """
    found = [Outcome(outcome) for outcome in outcomes]
    return str(min(found, key=SEVERITY.index)) if found else ""


def links_that_count(paper: Paper, audited: Mapping[str, object]) -> list[Link]:
    """Return the links that say what became of a paper's code: of those audited, to its code, else its other ones."""
    own = [link for link in paper.links if link.url in audited and link.role is not LinkRole.OTHER]
    return [link for link in own if link.may_lead_to_own_code] or own
