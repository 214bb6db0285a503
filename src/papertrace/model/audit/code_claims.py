"""What papers claim about their code, compared with what an audit found at the links.

Only evidence counts against a paper: a link about which the audit could not decide contradicts no claim.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from papertrace.model.audit.verdict import CodeClaim, Finding, Outcome, RepositoryState
from papertrace.model.papers.paper import ClaimState


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
