"""Colours and marks that the page and the files share.

Marks differ in shape, so that they can be distinguished without colour.
"""

import math
from collections.abc import Collection, Mapping
from types import MappingProxyType

from papertrace.model import ClaimState, Outcome, Paper, RepositoryState, Verdict

_STEPS = 40
_MAX_LINEAR = 0.04045  # up to here, sRGB is linear


def is_colour(value: object) -> bool:
    """Return whether a value is a colour as `#rrggbb`.

    >>> is_colour("#0072b2"), is_colour("red"), is_colour(None)
    (True, False, False)
    """
    text = str(value)
    return len(text) == len("#rrggbb") and text[0] == "#" and all(c in "0123456789abcdefABCDEF" for c in text[1:])


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours, 1 to 21.

    >>> round(contrast("#000000", "#ffffff"), 1)
    21.0
    """
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def legible(colour: str, *, on: str, ink: str, ratio: float) -> str:
    """Shift a colour towards `ink` until its contrast with the background `on` is at least `ratio`.

    >>> legible("#56b4e9", on="#ffffff", ink="#000000", ratio=4.5)
    '#39779a'
    """
    mixed, dark = _channels(colour), _channels(ink)
    for _ in range(_STEPS):
        if contrast(_hex(mixed), on) >= ratio:
            break
        mixed = tuple(c + (end - c) * 0.08 for c, end in zip(mixed, dark, strict=True))
    return _hex(mixed)


def _channels(colour: str) -> tuple[float, ...]:
    return tuple(float(int(colour[i : i + 2], 16)) for i in (1, 3, 5))


def _hex(channels: tuple[float, ...]) -> str:
    return "#" + "".join(f"{round(channel):02x}" for channel in channels)


def _luminance(colour: str) -> float:
    shares = (c / 255 for c in _channels(colour))
    linear = (c / 12.92 if c <= _MAX_LINEAR else ((c + 0.055) / 1.055) ** 2.4 for c in shares)
    return math.fsum(part * share for part, share in zip(linear, (0.2126, 0.7152, 0.0722), strict=True))


_NOT_JUDGED = ""
_DISC = ("M-1 0A1 1 0 1 0 1 0A1 1 0 1 0-1 0Z", "color", "")

#: Each mark, in legend order, as parts: a path in a circle of radius 1, its fill and its stroke. A badge on the disc of
#: a paper says what is known of its code.
#: `color` is that of the community, `ink` and `paper` those of text and background; an empty string paints nothing.
SHAPES: dict[str, tuple[tuple[str, str, str], ...]] = {
    "linked": (_DISC, ("M-.42 0A.42.42 0 1 0 .42 0A.42.42 0 1 0-.42 0Z", "paper", "")),
    "moved": (_DISC, ("M-.36-.58L.62 0L-.36 .58Z", "paper", "")),
    "archived": (_DISC, ("M-.45-.45H.45V.45H-.45Z", "paper", "")),
    "restricted": (_DISC, ("M-.65-.2H.65V.2H-.65Z", "paper", "")),
    "undecided": (_DISC, ("M-.68-.18H-.32V.18H-.68ZM-.18-.18H.18V.18H-.18ZM.32-.18H.68V.18H.32Z", "paper", "")),
    "suspect": (_DISC, ("M-.2-.72H.2L.13.16H-.13ZM-.19.36H.19V.74H-.19Z", "paper", "")),
    "dead": ((*_DISC[:2], "ink"), ("M-.5-.5L.5.5M-.5.5L.5-.5", "", "paper")),
    "promised": (_DISC, ("M0-.6A.6.6 0 0 0 0 .6Z", "paper", "")),
    "claimed": (
        _DISC,
        ("M-.6 0A.6.6 0 1 0 .6 0A.6.6 0 1 0-.6 0Z", "paper", ""),
        ("M-.28 0A.28.28 0 1 0 .28 0A.28.28 0 1 0-.28 0Z", "color", ""),
    ),
    "none": (_DISC,),
}

#: The marks of papers whose code is, or was, at a link.
WITH_CODE = frozenset({"linked", "moved", "archived", "restricted", "undecided", "suspect", "dead"})

#: The name of each mark in a legend.
NAMES = {
    "linked": "Code linked",
    "moved": "Code has moved",
    "archived": "Code archived",
    "restricted": "Code needs a login",
    "undecided": "Code link not decided",
    "suspect": "Code link is suspect",
    "dead": "Code link is dead",
    "promised": "Code promised",
    "claimed": "Code claimed, no link",
    "none": "No word of code",
}

#: The mark of each outcome of an audit; of others, that of a link that was not judged.
OF_OUTCOMES = {
    Outcome.ALIVE: "linked",
    Outcome.INSECURE: "linked",
    Outcome.MOVED: "moved",
    Outcome.RESTRICTED: "restricted",
    Outcome.UNSTABLE: "undecided",
    Outcome.RATE_LIMITED: "undecided",
    Outcome.UNKNOWN: "undecided",
    Outcome.SUSPECT: "suspect",
    Outcome.DEAD: "dead",
}

_STATES = {RepositoryState.ARCHIVED: "archived", RepositoryState.RENAMED: "moved", RepositoryState.EMPTY: _NOT_JUDGED}
_REACHABLE = frozenset({"linked", "moved", "archived"})
# One link that leads to the code is enough, so the best of several links counts.
_BEST_FIRST = ("linked", "moved", "archived", _NOT_JUDGED, "restricted", "undecided", "suspect", "dead")


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
        An undecided link never looks dead, nor like one that was reached.
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
        return _NOT_JUDGED
    if verdict.repository_state in _STATES and verdict.outcome in {Outcome.ALIVE, Outcome.MOVED}:
        return _STATES[verdict.repository_state]
    return OF_OUTCOMES.get(verdict.outcome, _NOT_JUDGED)
