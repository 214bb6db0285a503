"""What papers claim of their code, against what an audit found there.

Only what was seen counts against a paper: where nothing could be decided of its links, that is what is said.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from papertrace.model import ClaimState, Finding, Outcome, PaperCode, RepositoryState


class Standing(StrEnum):
    """Name what is there of the code that a paper tells of, the worst first."""

    DEAD = "the link is dead"
    EMPTY = "the repository is empty"
    SUSPECT = "what the link shows may be something else"
    NO_LINK = "no link is given"
    ARCHIVED = "the repository is archived"
    MOVED = "the code has moved"
    UNDECIDED = "the link could not be decided"
    THERE = "it is there"


SAYS = {
    ClaimState.LINKED: "says its code is open",
    ClaimState.PROMISED: "promises its code",
    ClaimState.CLAIMED: "says its code is open, without a link",
    ClaimState.NONE: "says nothing of its code",
}

_OUTCOMES = {
    Outcome.DEAD: Standing.DEAD,
    Outcome.SUSPECT: Standing.SUSPECT,
    Outcome.MOVED: Standing.MOVED,
    Outcome.ALIVE: Standing.THERE,
}
_STATES = {RepositoryState.EMPTY: Standing.EMPTY, RepositoryState.ARCHIVED: Standing.ARCHIVED}
# One link that leads to the code is enough, so that the best of several links counts.
_BEST_FIRST = (
    Standing.THERE,
    Standing.MOVED,
    Standing.ARCHIVED,
    Standing.UNDECIDED,
    Standing.SUSPECT,
    Standing.EMPTY,
    Standing.DEAD,
)
# Whatever a paper says, these do not contradict it.
_NO_GAP = frozenset({Standing.THERE, Standing.MOVED, Standing.UNDECIDED})


@dataclass(frozen=True, slots=True, kw_only=True)
class Gap:
    """Hold a paper whose words of its code and what is there of it differ."""

    code: PaperCode
    standing: Standing

    @property
    def shown(self) -> str:
        """Return the gap as half a sentence."""
        says = SAYS[self.code.claim.state]
        if self.code.claim.state is ClaimState.CLAIMED and self.standing is Standing.NO_LINK:
            return says
        return f"{says}; {self.standing.value}"


def find_gaps(codes: Sequence[PaperCode]) -> list[Gap]:
    """Return the papers whose code is not there as they say, the worst first, else in reading order.

    Code that has moved is there. A paper that says its code is linked, but whose link cannot be told from its other
    ones, is taken at its word.
    """
    gaps = [Gap(code=code, standing=judge_standing(code.findings)) for code in codes]
    gaps = [gap for gap in gaps if _contradicts(gap)]
    order = list(Standing)
    return sorted(gaps, key=lambda gap: order.index(gap.standing))


def judge_standing(findings: Sequence[Finding]) -> Standing:
    """Return what is there of the code that some links lead to."""
    found = {_standing_of(finding) for finding in findings}
    return next((standing for standing in _BEST_FIRST if standing in found), Standing.NO_LINK)


def _contradicts(gap: Gap) -> bool:
    if gap.standing is Standing.NO_LINK:
        return gap.code.claim.state in {ClaimState.PROMISED, ClaimState.CLAIMED}
    return gap.standing not in _NO_GAP


def _standing_of(finding: Finding) -> Standing:
    verdict = finding.verdict
    if verdict.outcome is not Outcome.DEAD and verdict.repository_state in _STATES:
        return _STATES[verdict.repository_state]
    return _OUTCOMES.get(verdict.outcome, Standing.UNDECIDED)


def count_words(codes: Sequence[PaperCode], gaps: Sequence[Gap]) -> str:
    """Return in one line how many papers tell of code, and how many of them not as it is.

    >>> count_words((), ())
    '0 papers tell of their code, 0 of them otherwise than it is'
    """
    papers = "paper tells of its" if len(codes) == 1 else "papers tell of their"
    return f"{len(codes)} {papers} code, {len(gaps)} of them otherwise than it is"
