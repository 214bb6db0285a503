"""Labels of communities: the concepts that distinguish a community from the rest, and which papers they fit."""

import math
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from papertrace.background import load_background
from papertrace.background.table import topical_factor
from papertrace.graph.communities.detection import UNLINKED
from papertrace.graph.pairs.projection import Ints
from papertrace.model import Paper
from papertrace.model.mathematics import show_mathematics

UNLINKED_NAME = "unlinked"

_MIN_TERMS, _MAX_TERMS = 2, 3
_MOST_TERMS = 5  # where three are not in `_MIN_SHARE` of the papers together
_MIN_SHARE = 1 / 3  # of the papers of a community that a concept of its label is in, or else all of them together
_ENOUGH = 1 / 2  # of the papers: if fewer have a concept of the label, a concept of the others is added
_MIN_HOLDERS = 2  # of such a concept, among those others
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


class CommunityLabel(NamedTuple):
    """The name of a community, and the keys of the concepts that it consists of, if any."""

    name: str
    keys: frozenset[str] = frozenset()


def label_communities(
    papers: Sequence[Paper], of_paper: Sequence[int], strengths: Sequence[float]
) -> dict[int, CommunityLabel]:
    """Return a label for each community.

    Parameters
    ----------
    papers
        Papers in the order of their ids.
    of_paper
        The community of each.
    strengths
        The weighted degree of each; a community without a concept of two papers is named by its strongest one. A name
        of which too few papers have any concept fits none of them.

    Returns
    -------
    dict
        Up to three concepts, or five if they are in few papers, none contained in another (not "splatting" beside
        "gaussian splatting"); the name is their labels joined by `, ` and unique. Papers without edges are `unlinked`.
    """
    held = [{concept.key for concept in paper.concepts} for paper in papers]
    labels = {
        concept.key: show_mathematics(concept.label or concept.key)
        for paper in reversed(papers)
        for concept in paper.concepts
    }
    overall = _count_keys(held)
    topicality = _Topicality()
    members: dict[int, list[int]] = {}
    for number, community in enumerate(of_paper):
        members.setdefault(community, []).append(number)
    found: dict[int, CommunityLabel] = {}
    if members.pop(UNLINKED, None):
        found[UNLINKED] = CommunityLabel(UNLINKED_NAME)
    taken = {one.name for one in found.values()}
    for community in sorted(members):
        group = members[community]
        chosen, fits = _choose_keys([held[number] for number in group], overall, len(papers), topicality, labels)
        strongest = max(group, key=lambda number: (strengths[number], -number))
        name = _unused(", ".join(labels[key] for key in chosen) or _shortened(papers[strongest].title), taken)
        taken.add(name)
        found[community] = CommunityLabel(name, frozenset(chosen if fits else ()))
    return found


def find_fitting(papers: Sequence[Paper], of_paper: Ints, labels: Mapping[int, CommunityLabel]) -> list[bool]:
    """Return which papers have a concept of the label of their community; none fits a label without concepts.

    Of 72 papers of six listings, judged by a reader who did not know this, one of the 55 that have does not belong to
    the label, and eight of the 17 that have not, though papers that they are linked to have.
    """
    keys = [labels[community].keys for community in of_paper.tolist()]
    return [any(one.key in own for one in paper.concepts) for paper, own in zip(papers, keys, strict=True)]


class _Topicality(dict[str, float]):
    """How usual it is for a concept to be a topic, about 1 for an ordinary one and 0 for a kind of study."""

    def __missing__(self, key: str) -> float:
        found = load_background().find(key.casefold())
        factor = 1.0 if found is None else topical_factor(found.title_share, found.burst_share)
        self[key] = 0.0 if found is not None and found.is_genre else factor
        return self[key]


def _choose_keys(
    held: Sequence[Collection[str]],
    overall: Mapping[str, int],
    n_papers: int,
    topicality: Mapping[str, float],
    labels: Mapping[str, str],
) -> tuple[list[str], bool]:
    """Return the concepts of the label of a community, and whether enough papers have them for the label to fit any.

    `held` are the concepts of its papers, `overall` the numbers of papers that have each.
    """
    own, rest = _count_keys(held), n_papers - len(held)

    def rank(counts: Mapping[str, int], size: int) -> list[tuple[str, float]]:
        """Return concepts, the most distinctive first, by how many of some papers of the community have them."""
        scores = {
            key: topicality[key] * log_likelihood(count, overall[key] - own[key], size, rest)
            for key, count in counts.items()
        }
        ranked = sorted(counts, key=lambda key: (-scores[key], -own[key], key))
        return [(key, scores[key]) for key in ranked if topicality[key]]

    least = _MIN_SHARE * len(held)
    chosen = _distinct(rank({key: count for key, count in own.items() if count >= least}, len(held)), labels)
    while len(chosen) < _MOST_TERMS:
        others = [keys for keys in held if not any(key in keys for key in chosen)]
        n_having = len(held) - len(others)
        if n_having >= (_ENOUGH * len(held) if len(chosen) < _MAX_TERMS else least):
            break
        counts = {key: n for key, n in _count_keys(others).items() if n >= min(_MIN_HOLDERS, len(held))}
        more = [key for key, score in rank(counts, len(others)) if score > 0 and _is_distinct(key, chosen, labels)]
        if not more:
            break
        chosen.append(more[0])
    n_having = sum(any(key in keys for key in chosen) for keys in held)
    return chosen, n_having >= least


def _count_keys(held: Iterable[Collection[str]]) -> Counter[str]:
    """Return in how many papers each concept is."""
    return Counter(key for keys in held for key in keys)


def _is_distinct(key: str, chosen: Iterable[str], labels: Mapping[str, str]) -> bool:
    """Return whether the label of a concept neither has all words of that of another nor the other way round."""
    words = set(labels[key].casefold().split())
    return not any(
        words <= taken or taken <= words for taken in (set(labels[one].casefold().split()) for one in chosen)
    )


def _distinct(ranked: Sequence[tuple[str, float]], labels: Mapping[str, str]) -> list[str]:
    """Return the first concepts of which no label contains all the words of another."""
    chosen: dict[str, float] = {}
    for key, score in ranked:
        if not _is_distinct(key, chosen, labels):
            continue
        if len(chosen) == _MIN_TERMS and score < _THIRD_SHARE * list(chosen.values())[-1]:
            break
        chosen[key] = score
        if len(chosen) == _MAX_TERMS:
            break
    return list(chosen)


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
