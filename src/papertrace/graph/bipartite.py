"""Papers and what they hold as nodes of two kinds, and papers grouped by what is alike.

They are added to the finished map and change nothing on it: communities, coordinates and figures of the papers depend
only on the edges between papers, so that maps of one listing with and without such nodes can be compared.

Links are few, so that their reasons are good; communities of links alone are many small ones, since two papers of one
topic need not share a concept that links them. So each paper is also grouped with those whose texts are most like its
own. A usual resemblance counts as much as a usual link.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from papertrace.graph.attributes import Scalar, describe_edge
from papertrace.graph.communities import UNLINKED
from papertrace.graph.layers import linked_repositories
from papertrace.graph.map import PaperMap, WeightedGraph, find_free_positions, sizes
from papertrace.graph.pairs.products import EdgeList, Floats, inverse_document_frequency
from papertrace.graph.things import collect_things
from papertrace.model import HoldingKind, LinkRole, NodeKind, Paper

_MIN_PAPERS = 2
_KINDS = MappingProxyType(
    {
        NodeKind.CONCEPT: ("concepts", HoldingKind.CONCEPT_USE),
        NodeKind.REPOSITORY: ("repositories", HoldingKind.REPOSITORY_LINK),
        NodeKind.AUTHOR: ("authors", HoldingKind.AUTHORSHIP),
        NodeKind.VENUE: ("venues", HoldingKind.PUBLICATION),
    }
)
"""For each kind of nodes the name of its things, and the kind of edges to the papers that hold them."""
# The largest is half as wide as the largest paper: these nodes lie among the papers and must not hide them.
_RELATIVE_SIZE = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemNode:
    """A concept, repository, author or venue that becomes a node, and the papers that hold it.

    `id` is that of the node, `holders` are the numbers of its papers in ascending order, and `evidence` is how each of
    them prints it, never empty. `roles` are the roles of a repository for each paper; others have none. `identity` is
    what tells an author from others.
    """

    id: str
    kind: NodeKind
    label: str
    url: str = ""
    holders: tuple[int, ...]
    evidence: tuple[tuple[str, ...], ...]
    roles: tuple[LinkRole, ...] = ()
    identity: str = ""


def collect_items(papers: Sequence[Paper], kinds: Collection[NodeKind]) -> tuple[ItemNode, ...]:
    """Return the concepts, repositories, authors and venues that become nodes, of papers in the order of their ids.

    First the concepts that at least two papers hold, then all linked repositories, all authors and all venues, each
    sorted by key. Ids are `concept:`, `repository:`, `author:` or `venue:` and the key, followed by `'` if a paper
    already has that id.
    """
    taken = {paper.id for paper in papers}
    refs = {ref.key: ref for paper in reversed(papers) for ref in linked_repositories(paper)}
    items = []
    for kind in (kind for kind in _KINDS if kind in kinds):
        for one in collect_things(papers, _KINDS[kind][0]):
            if kind is NodeKind.CONCEPT and len(one.holders) < _MIN_PAPERS:
                continue
            is_repository = kind is NodeKind.REPOSITORY
            item = ItemNode(
                id=_unused_id(f"{kind}:{one.key}", taken),
                kind=kind,
                label=one.label,
                url=refs[one.key].url if is_repository else "",
                holders=tuple(one.holders),
                evidence=tuple(one.holders.values()),
                roles=tuple(_role_of(one.key, papers[number]) for number in one.holders) if is_repository else (),
                identity=one.identity,
            )
            items.append(item)
    return tuple(items)


def _role_of(key: str, paper: Paper) -> LinkRole:
    """Return the role of a repository for a paper; its own takes precedence, as in the attributes of the paper."""
    roles = [link.role for link in paper.links if link.repository is not None and link.repository.key == key]
    return min(roles, key=list(LinkRole).index)


def _unused_id(name: str, taken: Collection[str]) -> str:
    while name in taken:
        name += "'"
    return name


def describe_items(items: Sequence[ItemNode], unit: float, paper_map: PaperMap) -> list[dict[str, Scalar]]:
    """Return the node attributes of the items of `collect_items`, in their order.

    A node gets the free position nearest to the centre of its papers, and the community that most of them belong to
    (the larger one among equals); `UNLINKED` only if all of them are. `unit` is the weight of an item that only two
    papers share.
    """
    held = [list(item.holders) for item in items]
    weights = np.array([item_weight(item, paper_map.of_paper.size, unit) * len(item.holders) for item in items])
    middle_x = np.array([float(paper_map.x[numbers].mean()) for numbers in held])
    middle_y = np.array([float(paper_map.y[numbers].mean()) for numbers in held])
    columns = zip(
        items,
        (_commonest(paper_map.of_paper[numbers].tolist()) for numbers in held),
        np.round(weights, 4).tolist(),
        *(values.tolist() for values in find_free_positions(middle_x, middle_y, paper_map.x, paper_map.y)),
        np.round(sizes(weights) * _RELATIVE_SIZE, 2).tolist(),
        strict=True,
    )
    return [
        {
            "label": item.label,
            "kind": str(item.kind),
            **({"url": item.url, "outcome": ""} if item.kind is NodeKind.REPOSITORY else {}),
            **({"identity": item.identity} if item.kind is NodeKind.AUTHOR else {}),
            "n_papers": len(item.holders),
            "community": community,
            "community_label": paper_map.names[community],
            "degree_weighted": weight,
            "x": x,
            "y": y,
            "size": diameter,
            "color": paper_map.colours[community],
        }
        for item, community, weight, x, y, diameter in columns
    ]


def generate_item_edges(
    items: Sequence[ItemNode], papers: Sequence[Paper], unit: float, *, start: int
) -> Iterator[tuple[int, int, str, dict[str, Scalar]]]:
    """Yield the edges between papers and items as number of the paper, number of the item, key and attributes.

    Keys are numbered from `start`, in the order of the papers, then of the items. Edges to a repository have `role`.
    """
    weights = [item_weight(item, len(papers), unit) for item in items]
    rows = sorted(
        (holder, number, index) for number, item in enumerate(items) for index, holder in enumerate(item.holders)
    )
    for count, (holder, number, index) in enumerate(rows, start=start):
        item, key = items[number], f"e{count}"
        attributes = describe_edge(_KINDS[item.kind][1], weights[number], item.evidence[index], key)
        if item.roles:
            attributes["role"] = str(item.roles[index])
        yield holder, number, key, attributes


def item_weight(item: ItemNode, n_papers: int, unit: float) -> float:
    """Return the weight of the edges of an item: what it adds to an edge between two papers that share it.

    That is `unit` · ln²(n/df) / ln²(n/2): `unit` for an item of two papers, less for a commoner one.
    """
    specific = inverse_document_frequency(max(n_papers, 2), 2) ** 2
    return unit * inverse_document_frequency(n_papers, max(len(item.holders), _MIN_PAPERS)) ** 2 / specific


def _commonest(communities: Sequence[int]) -> int:
    counts = Counter(community for community in communities if community != UNLINKED)
    return min(counts, key=lambda community: (-counts[community], community), default=UNLINKED)


def add_resemblance(links: WeightedGraph, alike: EdgeList) -> WeightedGraph:
    """Return the graph of links and of pairs of papers with similar texts, the weights of both added up.

    It has the same papers, and is sorted by both ends. Pairs with a paper that has no link are left out: such papers
    are in no community.
    """
    is_linked = np.zeros(links.n, dtype=np.bool_)
    is_linked[links.first] = is_linked[links.second] = True
    alike = alike.take(is_linked[alike.first] & is_linked[alike.second])
    if not len(alike):
        return links
    weights = alike.weights * (_usual(links.weights) / _usual(alike.weights.astype(np.float64)))
    first, second = np.concatenate((links.first, alike.first)), np.concatenate((links.second, alike.second))
    codes, pairs = np.unique(first * links.n + second, return_inverse=True)
    total = np.bincount(pairs, weights=np.concatenate((links.weights, weights)), minlength=codes.size)
    return WeightedGraph(n=links.n, first=codes // links.n, second=codes % links.n, weights=total.astype(np.float64))


def _usual(weights: Floats) -> float:
    """Return the median, of an even number the upper one."""
    return float(np.sort(weights)[weights.size // 2])
