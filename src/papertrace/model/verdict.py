"""What an audit concludes of links, and what its reports say of them."""

from dataclasses import dataclass
from enum import StrEnum

from papertrace.model.link import Link
from papertrace.model.observation import Observation
from papertrace.model.paper import Claim


class Outcome(StrEnum):
    """What an audit concludes of a link; by default only `DEAD` fails a run."""

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
    """The state of a repository, as its registry reports it."""

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
"""The mark of a link that works but that no archive has, which is neither an outcome nor a state of a repository."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """A conclusion about a link, with its reason and the observations that it rests on.

    `failing_since` is the date of the first run since which the link has failed in every run, `n_failing` the number of
    these runs; both are known where verdicts are kept. `rescue` is the address of an archive's snapshot of a dead link,
    where one was looked for and found. `has_snapshot` is whether an archive has one, of a dead link or a live one; None
    where archives were not asked, or one that may have it did not answer.
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
        """Return whether the link works, but no archive has it."""
        return self.has_snapshot is False and self.outcome in {Outcome.ALIVE, Outcome.MOVED}

    @property
    def last_look(self) -> Observation | None:
        """Return the last observation of the link itself, not of what else a prober requested.

        Where a registry answered for the link, the link itself was not requested: None. An answer that the page is
        unchanged (304) refers to the observation before it.
        """
        own = [one for one in reversed(self.seen) if one.ask.url == self.seen[0].ask.url and not one.ask.accept]
        return next((one for one in own if one.status != _NOT_MODIFIED), own[0] if own else None)


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperPlace:
    """A position at which a paper prints a link; `id` and `title` are empty for a link of a plain list of URLs.

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
    """A verdict with the positions at which its link is printed, in reading order."""

    verdict: Verdict
    papers: tuple[PaperPlace, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperCode:
    """What a paper says of its code, and what an audit found about the links that should lead there.

    `findings` are those on links to code that is not said to be someone else's, in reading order.
    """

    place: PaperPlace
    claim: Claim
    findings: tuple[Finding, ...] = ()


class ChangeKind(StrEnum):
    """What may have become of a link since an earlier run."""

    DIED = "died"
    RECOVERED = "recovered"
    MOVED = "moved"
    ARCHIVED = "archived"


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A link that has changed since an earlier run, with the outcome that it had then."""

    kind: ChangeKind
    before: Outcome
    finding: Finding


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """What changed since an earlier run; `n_new` counts the links that were unknown until then."""

    run: int
    started_at: str
    changes: tuple[Change, ...] = ()
    n_new: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditResult:
    """The result of an audit, with all that a report may say.

    `codes` are the papers that say something of their code. `fail_on` names the outcomes and repository states that
    fail the run; `UNARCHIVED` among them stands for links that work but are archived nowhere. `graph_page` is the
    address of the page with the papers' graph, relative to the report, or empty.
    """

    findings: tuple[Finding, ...]
    codes: tuple[PaperCode, ...] = ()
    comparison: Comparison | None = None
    fail_on: frozenset[str] = frozenset({Outcome.DEAD})
    graph_page: str = ""

    def fails(self, finding: Finding) -> bool:
        """Return whether a finding fails the run."""
        verdict = finding.verdict
        if verdict.is_unarchived and UNARCHIVED in self.fail_on:
            return True
        return verdict.outcome in self.fail_on or verdict.repository_state in self.fail_on
