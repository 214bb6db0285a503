"""The marks of papers: what is known of a paper's code, and the shape that says so on page and picture.

Shapes differ, so that no mark needs its colour to be told from the others.
"""

from collections.abc import Collection, Mapping
from types import MappingProxyType

from papertrace.model import ClaimState, Outcome, Paper, RepositoryState, Verdict

_UNDECIDED = ""
_DISC = "M-1 0A1 1 0 1 0 1 0A1 1 0 1 0-1 0Z"

#: Each mark in the order of a legend, as parts: a path in a circle of radius 1, what fills it and what outlines it.
#: `color` is that of the community, `ink` and `paper` those of text and background; an empty text paints nothing.
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

#: What each mark says, in a few words.
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
_THERE = frozenset({"linked", "moved", "archived"})
# One link that leads to the code is enough, so that the best of several links counts.
_BEST_FIRST = ("linked", "moved", "archived", _UNDECIDED, "dead")


def mark_paper(paper: Paper, verdicts: Mapping[str, Verdict] = MappingProxyType({})) -> str:
    """Return the mark of a paper: what is there of its code, else what it says of it.

    Parameters
    ----------
    paper
        A paper with its links and its claim.
    verdicts
        What an audit concluded of links, by their URL. Only those on code that is not said to be another's count:
        a dead video says nothing of the code.

    Returns
    -------
    str
        A key of `SHAPES`. Code that is promised is promised, even where its address is given, until an audit
        finds it there. What an audit could not decide leaves no mark: nothing undecided may look dead.
    """
    code = [link for link in paper.links if link.may_lead_to_own_code]
    return mark_code(paper.claim.state, [_judge(verdicts.get(link.url)) for link in code])


def mark_code(claim: str, code: Collection[str] = ()) -> str:
    """Return the mark for a claim and what is there at each link to code: a mark, or nothing where it is not known.

    >>> mark_code("linked", ["dead", "linked"])
    'linked'
    >>> mark_code("none", [""]), mark_code("promised", [""]), mark_code("promised", ["linked"])
    ('linked', 'promised', 'linked')
    """
    found = next((mark for mark in _BEST_FIRST if mark in code), None)
    if claim == ClaimState.PROMISED and found not in _THERE:
        return ClaimState.PROMISED.value
    if found is not None:
        return found or ClaimState.LINKED.value
    return claim if claim in set(ClaimState) else ClaimState.NONE.value


def _judge(verdict: Verdict | None) -> str:
    """Return what is there at a link to code, or nothing where that is not known."""
    if verdict is None:
        return _UNDECIDED
    if verdict.repository_state in _STATES and verdict.outcome in {Outcome.ALIVE, Outcome.MOVED}:
        return _STATES[verdict.repository_state]
    return _OUTCOMES.get(verdict.outcome, _UNDECIDED)
