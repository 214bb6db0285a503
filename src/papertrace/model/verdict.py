"""What an audit asks, what it sees, and what it concludes."""

from dataclasses import dataclass
from enum import StrEnum

from papertrace.model.link import Link
from papertrace.model.paper import Claim


class Method(StrEnum):
    """Name the ways of asking: the HTTP methods that an audit uses, and `git ls-remote`."""

    HEAD = "HEAD"
    GET = "GET"
    POST = "POST"
    GIT = "GIT"


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


_NOT_MODIFIED = 304
UNARCHIVED = "unarchived"
"""What is neither an outcome nor a state of a repository: a link that is well, but that no archive has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Validator:
    """Hold by what a host knows the state of a page: its `ETag`, its `Last-Modified`, empty where it gave none.

    `url` is the address that gave them, the last one where redirects led there.
    """

    url: str
    etag: str = ""
    last_modified: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """Want one request: of a page, or of a registry's interface where `accept` says what its answer is to be.

    `body` is what a POST sends, JSON. A redirect is followed unless it is itself the answer (`follows`). With a
    `validator`, the page is wanted only if it is another than it was.
    """

    method: Method
    url: str
    accept: str = ""
    body: str = ""
    follows: bool = True
    validator: Validator | None = None


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
    """Hold what is concluded of a link, why, and the observations it rests on.

    `failing_since` is when the first of the runs was in which it failed without a break, `n_failing` how many there
    are; both are known where verdicts are kept. `rescue` is the address of an archive's snapshot of what is dead, where
    one was looked for and found. `has_snapshot` says whether an archive has one, of what is dead or alive; None where
    archives were not asked, or one that may have it did not say.
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

    @property
    def is_unarchived(self) -> bool:
        """Say whether the link is well, but no archive would have it if it were not."""
        return self.has_snapshot is False and self.outcome in {Outcome.ALIVE, Outcome.MOVED}

    @property
    def last_look(self) -> Observation | None:
        """Return the last observation of what was asked first: the link itself, not what else a prober looked at.

        Where a registry told of the link, it was not looked at itself: None. An answer that the page is the same as
        before (304) speaks of the look before it.
        """
        own = [one for one in reversed(self.seen) if one.ask.url == self.seen[0].ask.url and not one.ask.accept]
        return next((one for one in own if one.status != _NOT_MODIFIED), own[0] if own else None)


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperPlace:
    """Say which paper prints a link, and where; `id` and `title` are empty for a link of a plain list of URLs.

    `raw` is the link as it is printed there; `year` and `date` (ISO 8601) are those of the paper where they are known.
    """

    id: str
    title: str
    source: str
    line: int
    column: int
    raw: str = ""
    year: int | None = None
    date: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """Hold a verdict with the places that its link is printed at, in reading order."""

    verdict: Verdict
    papers: tuple[PaperPlace, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperCode:
    """Hold what a paper says of its code, and what an audit found of the links that are to lead there.

    `findings` holds those on links to code that is not said to be another's, in reading order.
    """

    place: PaperPlace
    claim: Claim
    findings: tuple[Finding, ...] = ()


class ChangeKind(StrEnum):
    """Name what may have become of a link since an earlier run."""

    DIED = "died"
    RECOVERED = "recovered"
    MOVED = "moved"
    ARCHIVED = "archived"


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """Hold a link whose standing is another than in an earlier run, and the outcome that it had then."""

    kind: ChangeKind
    before: Outcome
    finding: Finding


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Hold what changed since an earlier run; `n_new` counts the links that were unknown until then."""

    run: int
    started_at: str
    changes: tuple[Change, ...] = ()
    n_new: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditResult:
    """Hold all that a report may tell of an audit.

    `codes` has the papers that say something of their code. `fail_on` names the outcomes and repository states that
    fail the run; `UNARCHIVED` among them stands for what is well, but archived nowhere. `graph_page` is the address of
    the page with the papers' graph, relative to the report, or empty.
    """

    findings: tuple[Finding, ...]
    codes: tuple[PaperCode, ...] = ()
    comparison: Comparison | None = None
    fail_on: frozenset[str] = frozenset({Outcome.DEAD})
    graph_page: str = ""

    def fails(self, finding: Finding) -> bool:
        """Say whether a finding fails the run."""
        verdict = finding.verdict
        if verdict.is_unarchived and UNARCHIVED in self.fail_on:
            return True
        return verdict.outcome in self.fail_on or verdict.repository_state in self.fail_on
