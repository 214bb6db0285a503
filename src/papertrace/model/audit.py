"""Results of an audit, and the account of what its input has.

Only evidence counts against a paper: a link about which the audit could not decide contradicts no claim.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache

import msgspec

from papertrace.model.addresses import hide_userinfo
from papertrace.model.papers.paper import ClaimState
from papertrace.model.text import format_count
from papertrace.model.values import (
    MAX_ROWS,
    render_link,
    render_table,
    render_text,
    render_title,
)
from papertrace.model.verdict import (
    CodeClaim,
    Comparison,
    Finding,
    Occurrence,
    Outcome,
    RepositoryState,
    Verdict,
    list_states,
)

# The rest of an address after its scheme, and an address without a scheme.
_REST = re.compile(r"(?=[\w\[])(?>(?:\[[^\s\[\]]*+\])?)[^\s<>\"'`(){}\[\]|\\^&%]*+")
_BARE = re.compile(r"www\.\w[^\s<>\"'`(){}\[\]|\\^&%]*+")
_SCHEMES = ("http", "https")
_MAX_SCHEME_LENGTH = 5
_GLUED = frozenset("./@:-_")
# All but the letters and digits, which every notation leaves as they are: the other characters may be escaped.
_NOT_ALPHANUMERIC = re.compile(r"[\W_]+")
KEY_LENGTH = 48
"""The greatest length of the key of an address."""
# Fewer addresses outside papers, or a smaller share of all, may be in any preface.
_MIN_OUTSIDE = 10
_MAX_OUTSIDE = 1 / 3
_HALF = 0.5
_TENTH = 0.1

IN_LOST_LINES = "in lines that fit no paper"
IN_PAPERS_UNREAD = "in badges, references and other parts of papers"


@dataclass(frozen=True, slots=True, kw_only=True)
class FileAccount:
    """The numbers of lines and addresses of one file that were read, and of those that were not.

    `reader` is the format that the file was read as, and `next_reader` the second-best match, or empty. `rival` is
    another format of text that explains the file about as well, with the number of its entries, or empty. `left_out`
    counts the addresses that are neither in papers nor elsewhere in the file, by reason.
    """

    source: str
    reader: str
    next_reader: str = ""
    rival: str = ""
    n_entries_of_rival: int = 0
    n_entries: int = 0
    n_lines: int = 0
    n_lost_lines: int = 0
    n_in_papers: int = 0
    n_elsewhere: int = 0
    left_out: tuple[tuple[str, int], ...] = ()
    first_loss: int = 0
    """The first line that fits no paper, or 0."""
    is_questioned: bool = False
    """Whether the reader itself doubts what it read, which it says as a problem."""

    @property
    def n_left_out(self) -> int:
        """The number of addresses left out."""
        return sum(n for _, n in self.left_out)

    @property
    def n_links(self) -> int:
        """The number of addresses in the file."""
        return self.n_in_papers + self.n_elsewhere + self.n_left_out

    @property
    def n_lost(self) -> int:
        """The number of addresses in lines that fit no paper."""
        return sum(n for reason, n in self.left_out if reason == IN_LOST_LINES)

    @property
    def n_outside(self) -> int:
        """The number of addresses outside the lines of papers."""
        return self.n_elsewhere + self.n_lost

    @property
    def has_few_papers(self) -> bool:
        """Whether more than a third of the addresses, and at least ten, are outside papers."""
        return self.n_outside >= _MIN_OUTSIDE and self.n_outside > _MAX_OUTSIDE * self.n_links

    @property
    def is_half_lost(self) -> bool:
        """Whether at least half of the lines fit no paper."""
        return self.n_lost_lines > 0 and self.n_lost_lines >= _HALF * self.n_lines

    @property
    def is_doubtful(self) -> bool:
        """Whether the file was probably misread."""
        return bool(self.rival) or self.has_few_papers or self.is_half_lost or self.loses_a_tenth

    @property
    def loses_a_tenth(self) -> bool:
        """Whether more than a tenth of the addresses are lost: in lines that fit no paper, or outside few papers."""
        n_lost = self.n_outside if self.has_few_papers else self.n_lost
        return n_lost > max(1.0, _TENTH * self.n_links)


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """The accounts of the files of a run, and the number of papers after merging."""

    files: tuple[FileAccount, ...] = ()
    n_papers: int = 0


def ignore_account(account: FileAccount) -> None:
    """Ignore the account of a file: the default of callers that do not need it."""


def find_addresses(text: str) -> Iterator[str]:
    r"""Yield a key for each address with a scheme or `www.` in a text, in order.

    The key does not depend on the notation that the address is written in.

    >>> list(find_addresses(r"see https:\/\/example.org\/a_b, www.example.org/a\_b"))
    ['exampleorgab', 'exampleorga']
    >>> list(find_addresses("https://www.example.org/a/,https://example.org/b"))
    ['exampleorga', 'exampleorgb']
    """
    if ":\\/" in text:  # Slashes may be escaped in JSON.
        text = text.replace("\\/", "/")
    scheme, bare = text.find("://"), text.find("www.")
    while scheme >= 0 or bare >= 0:
        if bare < 0 or 0 <= scheme < bare:
            is_start = text[max(0, scheme - _MAX_SCHEME_LENGTH) : scheme].lower().endswith(_SCHEMES)
            end, match = scheme + 3, _REST.match(text, scheme + 3) if is_start else None
        else:
            before = text[bare - 1 : bare]
            is_glued = before.isalnum() or before in _GLUED
            end, match = bare + 4, None if is_glued else _BARE.match(text, bare)
        if match:
            # The cells of a table follow one another without a blank.
            address, following, _ = match[0].partition(",http")
            yield _key_of(address)
            end = match.start() + len(address) if following else match.end()
        if 0 <= scheme < end:
            scheme = text.find("://", end)
        if 0 <= bare < end:
            bare = text.find("www.", end)


@lru_cache(maxsize=128)  # An address is noted in its line, and soon after in its entry.
def _key_of(address: str) -> str:
    return _NOT_ALPHANUMERIC.sub("", address[: 4 * KEY_LENGTH].lower().removeprefix("www."))[:KEY_LENGTH]


_QUIET = frozenset(("alive", "skipped"))


class CodeStatus(StrEnum):
    """The state of the code that a paper claims, the worst first."""

    DEAD = "the link is dead"
    EMPTY = "the repository is empty"
    SUSPECT = "the link may show something else"
    NO_LINK = "no link is given"
    ARCHIVED = "the repository is archived"
    MOVED = "the code has moved"
    UNDECIDED = "the audit could not decide about the link"
    AVAILABLE = "the code is available"


CLAIM_PHRASES = {
    ClaimState.LINKED: "says its code is open",
    ClaimState.PROMISED: "promises its code",
    ClaimState.CLAIMED: "says its code is open, without a link",
    ClaimState.NONE: "says nothing about its code",
}

_OUTCOMES = {
    Outcome.DEAD: CodeStatus.DEAD,
    Outcome.SUSPECT: CodeStatus.SUSPECT,
    Outcome.MOVED: CodeStatus.MOVED,
    Outcome.ALIVE: CodeStatus.AVAILABLE,
}
_STATES = {RepositoryState.EMPTY: CodeStatus.EMPTY, RepositoryState.ARCHIVED: CodeStatus.ARCHIVED}
# One link that leads to the code is enough, so the best of several links counts.
_BEST_FIRST = (
    CodeStatus.AVAILABLE,
    CodeStatus.MOVED,
    CodeStatus.ARCHIVED,
    CodeStatus.UNDECIDED,
    CodeStatus.SUSPECT,
    CodeStatus.EMPTY,
    CodeStatus.DEAD,
)
# These contradict no claim.
_NO_GAP = frozenset({CodeStatus.AVAILABLE, CodeStatus.MOVED, CodeStatus.UNDECIDED})


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimGap:
    """A claim about code that the audit contradicts, with the state in which the code was found."""

    code_claim: CodeClaim
    status: CodeStatus

    @property
    def description(self) -> str:
        """The gap as a phrase without a subject, such as `says its code is open; the link is dead`."""
        phrase = CLAIM_PHRASES[self.code_claim.claim.state]
        if self.code_claim.claim.state is ClaimState.CLAIMED and self.status is CodeStatus.NO_LINK:
            return phrase
        return f"{phrase}; {self.status.value}"


def find_gaps(code_claims: Sequence[CodeClaim]) -> list[ClaimGap]:
    """Return the claims that the audit contradicts, the worst first, otherwise in reading order.

    Code that has moved is available. A paper that links its code is believed where none of its links can be identified
    as the one to the code.
    """
    gaps = [ClaimGap(code_claim=one, status=find_code_status(one.findings)) for one in code_claims]
    order = list(CodeStatus)
    return sorted((gap for gap in gaps if _contradicts(gap)), key=lambda gap: order.index(gap.status))


def find_code_status(findings: Sequence[Finding]) -> CodeStatus:
    """Return the best state of code among the findings on links to it."""
    found = {_status_of(finding) for finding in findings}
    return next((status for status in _BEST_FIRST if status in found), CodeStatus.NO_LINK)


def _contradicts(gap: ClaimGap) -> bool:
    if gap.status is CodeStatus.NO_LINK:
        return gap.code_claim.claim.state in {ClaimState.PROMISED, ClaimState.CLAIMED}
    return gap.status not in _NO_GAP


def _status_of(finding: Finding) -> CodeStatus:
    verdict = finding.verdict
    if verdict.outcome is not Outcome.DEAD and verdict.repository_state in _STATES:
        return _STATES[verdict.repository_state]
    return _OUTCOMES.get(verdict.outcome, CodeStatus.UNDECIDED)


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditResult:
    """The result of an audit, with all that a report may contain.

    `findings` has one item per link, in reading order; `code_claims` has one per paper that claims something about its
    code. `fail_on` names the outcomes and repository states that
    fail the run; `UNARCHIVED` among them stands for links that work but are archived nowhere. `graph_page` is the
    address of the page with the papers' graph, relative to the report, or empty. `n_unreached` is the number of links
    without a finding, because the audit was interrupted or the network failed. `baseline` has what failed before, by
    URL without user information: outcomes and repository states that are known, and do not fail the run again.
    """

    findings: tuple[Finding, ...]
    code_claims: tuple[CodeClaim, ...] = ()
    comparison: Comparison | None = None
    fail_on: frozenset[str] = frozenset({Outcome.DEAD})
    graph_page: str = ""
    n_unreached: int = 0
    baseline: Mapping[str, frozenset[str]] = field(default_factory=dict)

    @property
    def verdicts(self) -> tuple[Verdict, ...]:
        """The verdicts, one per link, in the order of the findings."""
        return tuple(finding.verdict for finding in self.findings)

    @property
    def counts(self) -> Mapping[Outcome, int]:
        """The number of links with each outcome, zeros included."""
        counted = Counter(finding.verdict.outcome for finding in self.findings)
        return {outcome: counted[outcome] for outcome in Outcome}

    def to_records(self) -> list[dict[str, object]]:
        """Return one dictionary of plain values per finding, with the keys of the JSON-lines report.

        `pandas.DataFrame(result.to_records())` makes a table of them.
        """
        from msgspec import to_builtins

        return [to_builtins(record) for record in generate_records(self)]

    def fails(self, finding: Finding) -> bool:
        """Return whether a finding fails the run: for a reason that the baseline does not have."""
        return not self._find_failures(finding) <= self._find_known(finding)

    def is_known(self, finding: Finding) -> bool:
        """Return whether a finding would fail the run, but for the baseline."""
        failures = self._find_failures(finding)
        return bool(failures) and failures <= self._find_known(finding)

    def _find_failures(self, finding: Finding) -> frozenset[str]:
        return self.fail_on & list_states(finding.verdict)

    def _find_known(self, finding: Finding) -> frozenset[str]:
        return self.baseline.get(hide_userinfo(finding.verdict.link.url), frozenset())

    def __repr__(self) -> str:
        """Return the numbers of links, of each outcome and of failures, on one line."""
        counts = Counter(finding.verdict.outcome for finding in self.findings)
        outcomes = ", ".join(f"{counts[outcome]:,} {outcome}" for outcome in Outcome if counts[outcome])
        n_failing = sum(map(self.fails, self.findings))
        links = format_count(len(self.findings), "link")
        return f"<AuditResult {links}{f': {outcomes}' if outcomes else ''}; {n_failing:,} failing>"

    def _repr_html_(self) -> str:
        return _render_audit(self)


RECORDED = tuple(
    "outcome reason new_url repository_state failing_since checked_at rescue has_snapshot last_active".split()  # noqa: SIM905 - words read best so
)
"""The fields that a verdict and its record have under one name."""


class HopRecord(msgspec.Struct, frozen=True):
    """One redirect."""

    url: str
    status: int


class OccurrenceRecord(msgspec.Struct, frozen=True):
    """One occurrence of the link: the paper that prints it, and where.

    `claim` is what the paper claims about its code, `gap` how the audit contradicts it, in words; both are null where
    there is nothing to report. `named_by` is present if the paper does not print the link: the service that names it.
    """

    id: str
    title: str
    source: str
    line: int
    column: int | None = None
    claim: ClaimState | None = None
    gap: str | None = None
    named_by: str | msgspec.UnsetType = msgspec.UNSET


class FindingRecord(msgspec.Struct, frozen=True, kw_only=True):
    """One link of an audit.

    `status` and `redirects` are those of the last observation of the link itself: a prober may also request other
    addresses, for instance one that cannot exist.
    """

    url: str
    outcome: Outcome
    reason: str
    status: int | None = None
    new_url: str | None = None
    redirects: tuple[HopRecord, ...] = ()
    repository_state: RepositoryState | None = None
    failing_since: str | None = None
    checked_at: str | None = None
    papers: tuple[OccurrenceRecord, ...] = ()
    rescue: str | None = None
    has_snapshot: bool | None = None
    last_active: str | None = None


def generate_records(result: AuditResult) -> Iterator[FindingRecord]:
    """Yield one record per finding, in the order of the findings, then those on code that services name."""
    claims = {one.occurrence.id: one.claim.state for one in result.code_claims}
    gaps = {gap.code_claim.occurrence.id: gap.description for gap in find_gaps(result.code_claims)}

    def place(one: Occurrence, service: str | msgspec.UnsetType = msgspec.UNSET) -> OccurrenceRecord:
        claim = claims.get(one.id)
        stated = None if claim is ClaimState.NONE else claim
        return OccurrenceRecord(one.id, one.title, one.source, one.line, one.column, stated, gaps.get(one.id), service)

    for finding in result.findings:
        yield _to_record(finding, tuple(map(place, finding.occurrences)))
    for code_claim in result.code_claims:
        for service, finding in code_claim.candidates:
            yield _to_record(finding, (place(code_claim.occurrence, service),))


def _to_record(finding: Finding, papers: tuple[OccurrenceRecord, ...]) -> FindingRecord:
    verdict = finding.verdict
    last = verdict.last_observation
    return FindingRecord(
        url=verdict.link.url,
        status=last.status if last else None,
        redirects=tuple(HopRecord(hop.url, hop.status) for hop in last.hops) if last else (),
        papers=papers,
        **{name: getattr(verdict, name) for name in RECORDED},
    )


def _render_audit(result: AuditResult) -> str:
    """Return the counts of an audit, and a table of the links that do not simply work, the first hundred of them."""
    counts = ", ".join(f"{n:,} {render_text(outcome)}" for outcome, n in result.counts.items() if n)
    n_failing = sum(map(result.fails, result.findings))
    head = f"{format_count(len(result.findings), 'link')}{': ' if counts else ''}{counts}; {n_failing:,} failing"
    shown = [one for one in result.findings if result.fails(one) or str(one.verdict.outcome) not in _QUIET]
    shown.sort(key=lambda one: not result.fails(one))
    table = render_table(("outcome", "link", "reason", "in"), map(_row, shown[:MAX_ROWS]), len(shown), "link")
    return f"<div><p>{head}</p>{table if shown else ''}</div>"


def _row(finding: Finding) -> tuple[str, ...]:
    verdict = finding.verdict
    papers = dict.fromkeys(render_title(one.title) for one in finding.occurrences)
    more = f" and {len(papers) - 3:,} more" if len(papers) > 3 else ""  # noqa: PLR2004 - as many as shown
    return (
        render_text(str(verdict.outcome)),
        render_link(verdict.link.url, verdict.link.url),
        render_text(verdict.reason),
        "; ".join(list(papers)[:3]) + more,
    )
