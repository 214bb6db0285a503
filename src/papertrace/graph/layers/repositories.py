"""The repository and owner layers: papers that link to the same repository, or to repositories of the same owner."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, pairwise

from papertrace.graph.pairs.projection import inverse_document_frequency
from papertrace.model import Edge, EdgeKind, LinkRole, Paper, RepoRef

MAX_CLIQUE_SIZE = 10
"""The maximum size of a group whose papers are all linked with one another (45 edges).

An organisation with a thousand papers would produce half a million redundant edges. A larger group becomes a ring
instead, each paper linked to the next in the order of ids: as many edges as papers, and, unlike in a star, no central
paper that looks important only because its id is the smallest.
"""

OWNER_SHARE = 0.25
"""The weight of a shared owner relative to a shared repository: teams of one company work on unrelated topics."""


def link_repositories(papers: Sequence[Paper], unit: float) -> tuple[Edge, ...]:
    """Link the papers that link to the same repository, whether it is their own or one that they build on.

    Parameters
    ----------
    papers
        Papers in the order of their ids.
    unit
        The weight of a repository that only two papers link to; that of a commoner one falls with ln²(n/df).

    Returns
    -------
    tuple of Edge
        One edge for each pair of papers, in the order of their ids, with the repositories as evidence; a group
        above `MAX_CLIQUE_SIZE` papers becomes a ring.
    """
    held = [{ref.key: slug(ref) for ref in linked_repositories(paper)} for paper in papers]
    return _edges(papers, held, EdgeKind.REPOSITORY, unit)


def link_owners(papers: Sequence[Paper], unit: float) -> tuple[Edge, ...]:
    """Link the papers whose own repositories belong to the same owner without being the same repository.

    Parameters
    ----------
    papers
        Papers in the order of their ids.
    unit
        As for `link_repositories`; an owner counts a quarter of a repository.

    Returns
    -------
    tuple of Edge
        As for `link_repositories`, with the owners as evidence.
    """
    held = [
        {_owner(ref).casefold(): _owner(ref) for ref in linked_repositories(paper, others=False)} for paper in papers
    ]
    edges = _edges(papers, held, EdgeKind.OWNER, unit * OWNER_SHARE)
    ends = {end for edge in edges for end in (edge.source, edge.target)}
    keys = {paper.id: {ref.key for ref in linked_repositories(paper)} for paper in papers if paper.id in ends}
    return tuple(edge for edge in edges if keys[edge.source].isdisjoint(keys[edge.target]))


def linked_repositories(paper: Paper, *, others: bool = True) -> tuple[RepoRef, ...]:
    """Return the repositories that a paper links to, each once, its own first, otherwise as printed.

    If `others` is false, repositories that the text attributes to somebody else are omitted.
    """
    if not paper.links:
        return ()
    links = sorted(paper.links, key=lambda link: link.role is not LinkRole.OWN)
    found = (link.repository for link in links if others or link.role is not LinkRole.OTHER)
    return tuple(dict.fromkeys(ref for ref in found if ref is not None))


def slug(ref: RepoRef) -> str:
    """Return `owner/name`, preceded by the host unless it is github.com.

    >>> slug(RepoRef("github.com", "acme", "tool")), slug(RepoRef("gitlab.com", "acme", "tool"))
    ('acme/tool', 'gitlab.com/acme/tool')
    """
    return ref.slug if ref.host.casefold() == "github.com" else f"{ref.host}/{ref.slug}"


def _owner(ref: RepoRef) -> str:
    return ref.owner if ref.host.casefold() == "github.com" else f"{ref.host}/{ref.owner}"


def _edges(papers: Sequence[Paper], held: Sequence[Mapping[str, str]], kind: EdgeKind, unit: float) -> tuple[Edge, ...]:
    """Link the papers that hold the same key; `held` maps the keys of each paper to their spelling."""
    groups: dict[str, list[int]] = {}
    for number, keys in enumerate(held):
        for key in keys:
            groups.setdefault(key, []).append(number)
    specific = inverse_document_frequency(max(len(papers), 2), 2) ** 2
    weights: dict[tuple[int, int], float] = {}
    reasons: dict[tuple[int, int], list[str]] = {}
    for key in sorted(groups):
        members = groups[key]
        weight = unit * inverse_document_frequency(len(papers), len(members)) ** 2 / specific
        for pair in _linked_pairs(members):
            weights[pair] = weights.get(pair, 0.0) + weight
            reasons.setdefault(pair, []).append(held[members[0]][key])
    return tuple(
        Edge(
            source=papers[first].id,
            target=papers[second].id,
            kind=kind,
            weight=weights[first, second],
            evidence=tuple(reasons[first, second]),
        )
        for first, second in sorted(weights)
    )


def _linked_pairs(members: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the pairs of a group to link: all of them, or a ring if the group is large."""
    if len(members) <= MAX_CLIQUE_SIZE:
        yield from combinations(members, 2)
    else:
        yield from pairwise(members)
        yield members[0], members[-1]
