"""The marks of papers: the state of a paper's code, and its shape on page and picture.

Marks differ in shape, so that they can be distinguished without colour.
"""

from collections.abc import Collection, Mapping
from types import MappingProxyType

from papertrace.model import ClaimState, Outcome, Paper, RepositoryState, Verdict

_UNDECIDED = ""
_DISC = "M-1 0A1 1 0 1 0 1 0A1 1 0 1 0-1 0Z"

#: Each mark, in legend order, as parts: a path in a circle of radius 1, its fill and its stroke.
#: `color` is that of the community, `ink` and `paper` those of text and background; an empty string paints nothing.
SHAPES: dict[str, tuple[tuple[str, str, str], ...]] = {
    "linked": ((_DISC, "color", ""),),
    "moved": (("M-.75-1L1.15 0L-.75 1Z", "color", ""),),
    "archived": (("M-.86-.86H.86V.86H-.86Z", "color", ""),),
    "dead": ((_DISC, "paper", "ink"), ("M-.5-.5L.5.5M-.5.5L.5-.5", "", "ink")),
    "promised": ((_DISC, "paper", "color"), ("M0-1A1 1 0 0 0 0 1Z", "color", "")),
    "claimed": ((_DISC, "paper", "color"), ("M-.38 0A.38.38 0 1 0 .38 0A.38.38 0 1 0-.38 0Z", "color", "")),
    "none": ((_DISC, "paper", "color"),),
}

#: The marks of papers whose code is, or was, at a link.
WITH_CODE = frozenset({"linked", "moved", "archived", "dead"})

#: The name of each mark in a legend.
NAMES = {
    "linked": "Code linked",
    "moved": "Code has moved",
    "archived": "Code archived",
    "dead": "Code link is dead",
    "promised": "Code promised",
    "claimed": "Code claimed, no link",
    "none": "No word of code",
}


_OUTCOMES = {Outcome.DEAD: "dead", Outcome.MOVED: "moved", Outcome.ALIVE: "linked"}
_STATES = {RepositoryState.ARCHIVED: "archived", RepositoryState.RENAMED: "moved", RepositoryState.EMPTY: _UNDECIDED}
_REACHABLE = frozenset({"linked", "moved", "archived"})
# One link that leads to the code is enough, so the best of several links counts.
_BEST_FIRST = ("linked", "moved", "archived", _UNDECIDED, "dead")


def mark_paper(paper: Paper, verdicts: Mapping[str, Verdict] = MappingProxyType({})) -> str:
    """Return the mark of a paper: the state of its code if known, else what the paper claims.

    Parameters
    ----------
    paper
        A paper with its links and its claim.
    verdicts
        Verdicts of an audit by URL. Only links that may lead to the paper's own code count; a dead video link, for
        example, does not matter.

    Returns
    -------
    str
        A key of `SHAPES`. Promised code is marked as promised, even if its URL is given, until an audit finds it.
        Undecided verdicts have no effect, so that an undecided link never looks dead.
    """
    code = [link for link in paper.links if link.may_lead_to_own_code]
    return mark_code(paper.claim.state, [_judge(verdicts.get(link.url)) for link in code])


def mark_code(claim: str, code: Collection[str] = ()) -> str:
    """Return the mark for a claim and the state of each link to code: a mark, or an empty string if unknown.

    >>> mark_code("linked", ["dead", "linked"])
    'linked'
    >>> mark_code("none", [""]), mark_code("promised", [""]), mark_code("promised", ["linked"])
    ('linked', 'promised', 'linked')
    """
    found = next((mark for mark in _BEST_FIRST if mark in code), None)
    if claim == ClaimState.PROMISED and found not in _REACHABLE:
        return ClaimState.PROMISED.value
    if found is not None:
        return found or ClaimState.LINKED.value
    return claim if claim in set(ClaimState) else ClaimState.NONE.value


def _judge(verdict: Verdict | None) -> str:
    """Return the mark for a link to code, or an empty string if its state is not known."""
    if verdict is None:
        return _UNDECIDED
    if verdict.repository_state in _STATES and verdict.outcome in {Outcome.ALIVE, Outcome.MOVED}:
        return _STATES[verdict.repository_state]
    return _OUTCOMES.get(verdict.outcome, _UNDECIDED)
