"""The marks of papers: what is known of a paper's code, and the shape that says so on page and picture.

Shapes differ, so that no mark needs its colour to be told from the others.
"""

from collections.abc import Iterable

from papertrace.model import ClaimState, Outcome, RepositoryState

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


def code_mark(claim: str, outcomes: Iterable[str], *, has_code: bool) -> str:
    """Return the mark of a paper: the worst that is known of its code, else what the paper claims.

    `outcomes` holds outcomes of links and states of repositories. Those that an audit could not decide leave no
    mark: nothing undecided may look dead.

    >>> code_mark("linked", ["alive", "moved"], has_code=True)
    'moved'
    >>> code_mark("", ["unstable"], has_code=True)
    'linked'
    """
    known = set(outcomes)
    if Outcome.DEAD in known:
        return "dead"
    if RepositoryState.ARCHIVED in known:
        return "archived"
    if Outcome.MOVED in known or RepositoryState.RENAMED in known:
        return "moved"
    if has_code:
        return ClaimState.LINKED.value
    return claim if claim in set(ClaimState) else ClaimState.NONE.value
