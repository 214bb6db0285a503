"""Concepts and repositories as nodes of their own, each linked with the papers that hold it.

They are laid over the map and change nothing on it: communities, places and figures of the papers are those of the
links between papers, with such nodes or without, so that two maps of one listing can be compared.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from papertrace.graph.attributes import Scalar, describe_edge, plain_label
from papertrace.graph.communities.detection import UNLINKED
from papertrace.graph.layers.repositories import linked_repositories, slug
from papertrace.graph.map.free_positions import settle
from papertrace.graph.map.measures import sizes
from papertrace.graph.map.papers import PaperMap
from papertrace.graph.pairs.projection import inverse_document_frequency
from papertrace.model import HoldingKind, LinkRole, NodeKind, Paper

_MIN_PAPERS = 2
_KINDS = MappingProxyType({NodeKind.CONCEPT: HoldingKind.CONCEPT_USE, NodeKind.REPOSITORY: HoldingKind.REPOSITORY_LINK})
# The largest of them is half as wide as the largest paper: they stand among the papers and must not hide them.
_SHARE_OF_PAPER = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Thing:
    """Hold one concept or repository and who holds it.

    `id` is that of its node, `holders` are the numbers of its papers, rising, and `evidence` says for each how it
    stands there, never empty. `roles` say whose a repository is to each paper; a concept has none.
    """

    id: str
    kind: NodeKind
    label: str
    url: str = ""
    holders: tuple[int, ...]
    evidence: tuple[tuple[str, ...], ...]
    roles: tuple[LinkRole, ...] = ()


def collect_things(papers: Sequence[Paper], kinds: Collection[NodeKind]) -> tuple[Thing, ...]:
    """Return the concepts and repositories that become nodes.

    Parameters
    ----------
    papers
        Papers in the order of their ids.
    kinds
        Which of them are wanted; `paper` adds nothing here.

    Returns
    -------
    tuple of Thing
        First the concepts that at least two papers hold, then all linked repositories, each in the order of their
        keys. Ids are `concept:` or `repository:` and the key, with a `'` after it where a paper has that id.
    """
    taken = {paper.id for paper in papers}
    things = [
        *(_concepts(papers, taken) if NodeKind.CONCEPT in kinds else ()),
        *(_repositories(papers, taken) if NodeKind.REPOSITORY in kinds else ()),
    ]
    return tuple(things)


def _concepts(papers: Sequence[Paper], taken: Collection[str]) -> Iterator[Thing]:
    holders: dict[str, dict[int, tuple[str, ...]]] = {}
    labels: dict[str, str] = {}
    for number, paper in enumerate(papers):
        for concept in paper.concepts:
            label = plain_label(concept.label) or plain_label(concept.key) or "(no name)"
            labels.setdefault(concept.key, label)
            holders.setdefault(concept.key, {})[number] = tuple(filter(None, concept.surfaces)) or (label,)
    for key in sorted(holders):
        if len(holders[key]) >= _MIN_PAPERS:
            yield Thing(
                id=_free(f"concept:{key}", taken),
                kind=NodeKind.CONCEPT,
                label=labels[key],
                holders=tuple(holders[key]),
                evidence=tuple(holders[key].values()),
            )


def _repositories(papers: Sequence[Paper], taken: Collection[str]) -> Iterator[Thing]:
    found = {ref.key: ref for paper in reversed(papers) for ref in linked_repositories(paper)}
    holders: dict[str, dict[int, tuple[str, ...]]] = {}
    roles: dict[str, list[LinkRole]] = {}
    for number, paper in enumerate(papers):
        for ref in linked_repositories(paper):
            links = [link for link in paper.links if link.repository == ref]
            printed = dict.fromkeys(link.raw.strip() or link.url for link in links)
            holders.setdefault(ref.key, {})[number] = tuple(filter(None, printed)) or (ref.url,)
            # Its own before another's, as in the attributes of the paper.
            roles.setdefault(ref.key, []).append(min((link.role for link in links), key=list(LinkRole).index))
    for key in sorted(holders):
        yield Thing(
            id=_free(f"repository:{key}", taken),
            kind=NodeKind.REPOSITORY,
            label=slug(found[key]),
            url=found[key].url,
            holders=tuple(holders[key]),
            evidence=tuple(holders[key].values()),
            roles=tuple(roles[key]),
        )


def _free(name: str, taken: Collection[str]) -> str:
    while name in taken:
        name += "'"
    return name


def describe_things(things: Sequence[Thing], unit: float, paper_map: PaperMap) -> list[dict[str, Scalar]]:
    """Return the node attributes of things, in their order.

    Parameters
    ----------
    things
        As of `collect_things`.
    unit
        The weight of what two papers alone share.
    paper_map
        The papers as they are drawn.

    Returns
    -------
    list of dict
        A thing stands at the free place nearest to the middle of its papers, in the community that most of them
        belong to (the larger one among equals), `UNLINKED` only where all of them are.
    """
    held = [list(thing.holders) for thing in things]
    weights = np.array([weight_of(thing, paper_map.of_paper.size, unit) * len(thing.holders) for thing in things])
    middle_x = np.array([float(paper_map.x[numbers].mean()) for numbers in held])
    middle_y = np.array([float(paper_map.y[numbers].mean()) for numbers in held])
    columns = zip(
        things,
        (_commonest(paper_map.of_paper[numbers].tolist()) for numbers in held),
        np.round(weights, 4).tolist(),
        *(places.tolist() for places in settle(middle_x, middle_y, paper_map.x, paper_map.y)),
        np.round(sizes(weights) * _SHARE_OF_PAPER, 2).tolist(),
        strict=True,
    )
    return [
        {
            "label": thing.label,
            "kind": str(thing.kind),
            **({"url": thing.url, "outcome": ""} if thing.kind is NodeKind.REPOSITORY else {}),
            "n_papers": len(thing.holders),
            "community": community,
            "community_label": paper_map.names[community],
            "degree_weighted": weight,
            "x": x,
            "y": y,
            "size": diameter,
            "color": paper_map.colours[community],
        }
        for thing, community, weight, x, y, diameter in columns
    ]


def generate_holdings(
    things: Sequence[Thing], papers: Sequence[Paper], unit: float, *, start: int
) -> Iterator[tuple[str, str, str, dict[str, Scalar]]]:
    """Yield the edges between papers and things: the paper, the thing, the key, the attributes.

    Keys go on from `start`, in the order of the papers, then of the things. Edges to a repository carry `role`.
    """
    weights = [weight_of(thing, len(papers), unit) for thing in things]
    rows = sorted(
        (holder, number, place) for number, thing in enumerate(things) for place, holder in enumerate(thing.holders)
    )
    for count, (holder, number, place) in enumerate(rows, start=start):
        thing, key = things[number], f"e{count}"
        attributes = describe_edge(_KINDS[thing.kind], weights[number], thing.evidence[place], key)
        if thing.roles:
            attributes["role"] = str(thing.roles[place])
        yield papers[holder].id, thing.id, key, attributes


def weight_of(thing: Thing, n_papers: int, unit: float) -> float:
    """Return the weight of the edges of a thing: what it adds to an edge between two papers that share it.

    That is `unit` · ln²(n/df) / ln²(n/2), so `unit` for what two papers share and less for what is commoner.
    """
    specific = inverse_document_frequency(max(n_papers, 2), 2) ** 2
    return unit * inverse_document_frequency(n_papers, max(len(thing.holders), _MIN_PAPERS)) ** 2 / specific


def _commonest(communities: Sequence[int]) -> int:
    counts = Counter(community for community in communities if community != UNLINKED)
    return min(counts, key=lambda community: (-counts[community], community), default=UNLINKED)
