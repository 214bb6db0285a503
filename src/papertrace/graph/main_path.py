"""The main path through the citations of a list: the line of works along which most of what was cited flows.

Citations lead from the cited work to the citing one. The search path count of a citation (SPC) is the number of paths
from any source to any sink that use it; the main path is the path with the greatest sum of counts (Batagelj 2003,
"Efficient algorithms for citation network analysis", section 4). Citations within circles are left out and counted.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import networkx as nx


@dataclass(frozen=True, slots=True, kw_only=True)
class MainPath:
    """The works of the main path from the earliest, and the search path count of each citation between them.

    `n_cyclic` counts the citations within circles, which are left out.
    """

    works: tuple[str, ...] = ()
    counts: tuple[int, ...] = ()
    n_cyclic: int = 0


def find_main_path(citations: Iterable[tuple[str, str]]) -> MainPath:
    """Return the main path of citations, given as pairs of the citing and the cited work.

    Of several paths with the same sum, the one whose works come first in order is returned; without citations the path
    is empty.

    >>> find_main_path([("b", "a"), ("c", "b"), ("d", "c"), ("d", "a")]).works
    ('a', 'b', 'c', 'd')
    """
    pairs = sorted((cited, citing) for citing, cited in set(citations) if citing != cited)
    if not pairs:
        return MainPath()
    import networkx as nx  # imported only here, because few lists have citations, and it takes a tenth of a second

    flow: nx.DiGraph[str] = nx.DiGraph()
    flow.add_edges_from(pairs)
    cyclic = [
        (tail, head)
        for component in nx.strongly_connected_components(flow)
        if len(component) > 1
        for tail, head in flow.subgraph(component).edges
    ]
    flow.remove_edges_from(cyclic)
    order = list(nx.lexicographical_topological_sort(flow))
    counts = _count_search_paths(flow, order)
    best: dict[str, tuple[int, str | None]] = {}
    for work in order:
        options = [(best[before][0] + counts[before, work], before) for before in sorted(flow.predecessors(work))]
        best[work] = max(options, key=lambda option: option[0]) if options else (0, None)
    if not counts:
        return MainPath(n_cyclic=len(cyclic))
    last: str | None = max(sorted(best), key=lambda work: best[work][0])
    works: list[str] = []
    while last is not None:
        works.append(last)
        last = best[last][1]
    works.reverse()
    on_path = tuple(counts[pair] for pair in pairwise(works))
    return MainPath(works=tuple(works), counts=on_path, n_cyclic=len(cyclic))


def _count_search_paths(flow: "nx.DiGraph[str]", order: list[str]) -> Mapping[tuple[str, str], int]:
    """Return the number of paths from sources to sinks through each edge; the numbers can be very large."""
    before = dict.fromkeys(order, 0)
    after = dict.fromkeys(order, 0)
    for work in order:
        before[work] = sum(before[other] for other in flow.predecessors(work)) or 1
    for work in reversed(order):
        after[work] = sum(after[other] for other in flow.successors(work)) or 1
    return {(tail, head): before[tail] * after[head] for tail, head in flow.edges}
