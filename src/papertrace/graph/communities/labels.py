"""Names of communities: the concepts that distinguish a community from the rest."""

import math
from collections import Counter
from collections.abc import Iterable, Sequence

from papertrace.graph.communities.detection import UNLINKED
from papertrace.model import Paper
from papertrace.model.mathematics import show_mathematics

UNLINKED_NAME = "unlinked"

_MIN_TERMS, _MAX_TERMS = 2, 3
_MIN_SHARE = 1 / 3  # of the papers of a community that a concept of its name is in, if any is in as many
# The third concept is added only if its score is at least this share of the second one's.
_THIRD_SHARE = 0.6
_MAX_TITLE_LENGTH = 48


def log_likelihood(inside: int, outside: int, size: int, rest: int) -> float:
    """Return Dunning's G² of a concept in a community against the rest (Dunning, 1993).

    Parameters
    ----------
    inside, outside
        The papers with the concept in the community and outside it.
    size, rest
        All papers in the community and outside it.

    Returns
    -------
    float
        2 Σ O ln(O/E) over the four cells of the table; negative if the concept is rarer inside than outside.

    Examples
    --------
    >>> round(log_likelihood(2, 0, 2, 2), 3)
    5.545
    >>> log_likelihood(1, 1, 2, 2)
    0.0
    """
    total, having = size + rest, inside + outside
    g2 = 0.0
    for observed, row, column in (
        (inside, having, size),
        (outside, having, rest),
        (size - inside, total - having, size),
        (rest - outside, total - having, rest),
    ):
        if observed:
            g2 += observed * math.log(observed * total / (row * column))
    return math.copysign(2 * g2, inside * total - having * size) if g2 > 0 else 0.0


def name_communities(papers: Sequence[Paper], of_paper: Sequence[int], strengths: Sequence[float]) -> dict[int, str]:
    """Return a name for each community.

    Parameters
    ----------
    papers
        Papers in the order of their ids.
    of_paper
        The community of each.
    strengths
        The weighted degree of each; a community without concepts is named by its strongest paper.

    Returns
    -------
    dict
        Two or three concept labels joined by `, `, none contained in another (not "splatting" beside "gaussian
        splatting"); names are unique. Papers without edges are `unlinked`.
    """
    labels = {
        concept.key: show_mathematics(concept.label or concept.key)
        for paper in reversed(papers)
        for concept in paper.concepts
    }
    overall = _count_keys(papers)
    members: dict[int, list[int]] = {}
    for number, community in enumerate(of_paper):
        members.setdefault(community, []).append(number)
    names: dict[int, str] = {}
    if members.pop(UNLINKED, None):
        names[UNLINKED] = UNLINKED_NAME
    taken = set(names.values())
    for community in sorted(members):
        group = members[community]
        own = _count_keys(papers[number] for number in group)
        size, rest = len(group), len(papers) - len(group)
        counts = {(count, overall[key]) for key, count in own.items()}  # Many concepts have the same ones.
        found = {(count, of_all): log_likelihood(count, of_all - count, size, rest) for count, of_all in counts}
        scores = {key: found[count, overall[key]] for key, count in own.items()}
        usual = [key for key in own if own[key] >= _MIN_SHARE * size] or own
        ranked = sorted(usual, key=lambda key: (-scores[key], -own[key], key))
        chosen = _distinct([(labels[key], scores[key]) for key in ranked])
        strongest = max(group, key=lambda number: (strengths[number], -number))
        name = ", ".join(chosen) or _shortened(papers[strongest].title)
        names[community] = _unused(name, taken)
        taken.add(names[community])
    return names


def _count_keys(papers: Iterable[Paper]) -> Counter[str]:
    """Return in how many papers each concept is."""
    return Counter(key for paper in papers for key in {concept.key for concept in paper.concepts})


def _distinct(ranked: Sequence[tuple[str, float]]) -> list[str]:
    """Return the first labels of which none contains all the words of another."""
    chosen: list[tuple[str, float]] = []
    for label, score in ranked:
        words = set(label.casefold().split())
        if any(words <= taken or taken <= words for taken in (set(other.casefold().split()) for other, _ in chosen)):
            continue
        if len(chosen) == _MIN_TERMS and score < _THIRD_SHARE * chosen[-1][1]:
            break
        chosen.append((label, score))
        if len(chosen) == _MAX_TERMS:
            break
    return [label for label, _ in chosen]


def _shortened(title: str) -> str:
    words = " ".join(show_mathematics(title).split())
    return words if len(words) <= _MAX_TITLE_LENGTH else words[: _MAX_TITLE_LENGTH - 1].rstrip() + "…"


def _unused(name: str, taken: set[str]) -> str:
    """Return the name, numbered if it is taken: two components can have the same concepts."""
    if name not in taken:
        return name
    number = 2
    while f"{name} ({number})" in taken:
        number += 1
    return f"{name} ({number})"
