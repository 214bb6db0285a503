"""Networks of what papers name: authors who write together, keywords of one paper, venues that cite the same works.

One table says how two things are linked, for every kind of things: a function yields a link, with its reason, for each
time that they are; their number is the weight.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product
from types import MappingProxyType
from typing import Any

import numpy as np

from papertrace.errors import check_choice, check_not_negative
from papertrace.graph.attributes import Scalar, describe_edge, paper_attributes, plain_label
from papertrace.graph.communities import UNLINKED, colour_communities, find_communities
from papertrace.graph.map import WeightedGraph, arrange_papers, betweenness, sizes, strengths
from papertrace.graph.settings import GraphSettings
from papertrace.graph.tables import measure
from papertrace.graph.things import SINGULAR, THINGS, Thing, collect_things, read_cited_works
from papertrace.model import Paper
from papertrace.model.graphs import GraphColumns, Table

_MAX_REASONS = 3
_N_NAMING = 3  # things that name a community
Link = tuple[int, int, str]
"""The numbers of two things and why they are linked; in a direction where the way of linking has one."""


@dataclass(slots=True)
class _Pair:
    n: int = 0
    reasons: list[str] = field(default_factory=list)


def build_network(papers: Sequence[Paper], of: str, by: str | None, *, top: int, at_least: int) -> GraphColumns:
    """Return the network of a kind of things in `THINGS`, linked in one of the ways in `LINKS`.

    `top` things at most are nodes, those of the most papers, and of `at_least` papers each. Without `by`, venues are
    linked by coupling, since a paper has one, and other things if papers name them together.
    """
    check_choice("of", of, THINGS)
    by = by or ("coupling" if of == "venues" else "together")
    check_choice("by", by, LINKS)
    check_not_negative("at_least", at_least)
    check_not_negative("top", top)
    if (of, by) == ("authors", "cocitation"):  # reference lists name authors themselves, also those outside of the list
        of, by = "cited_authors", "together"
    found = collect_things(papers, of)
    things = [one for one in found if len(one.holders) >= at_least]
    kept = {one.key for one in sorted(things, key=lambda one: (-len(one.holders), one.key))[:top]}
    things = [one for one in things if one.key in kept]
    pairs: dict[tuple[int, int], _Pair] = {}
    for first, second, reason in LINKS[by](papers, things):
        pair = pairs.setdefault((first, second), _Pair())
        pair.n += 1
        if len(pair.reasons) < _MAX_REASONS:
            pair.reasons.append(reason)
    last = max((paper.year for paper in papers if paper.year is not None), default=None)
    nodes = [_describe(one, SINGULAR[of], papers, last) for one in things]
    ids = [f"{SINGULAR[of]}:{one.key}" for one in things]
    if by == "papers":
        nodes += map(paper_attributes, papers)
        ids += [paper.id for paper in papers]
    facts = {
        "of": of,
        "by": by,
        "n_papers": len(papers),
        "n_things": len(things),
        "n_left_out": len(found) - len(things),
    }
    return _draw(ids, nodes, dict(sorted(pairs.items())), facts)


def _describe(thing: Thing, kind: str, papers: Sequence[Paper], last_year: int | None) -> dict[str, Scalar]:
    own = [papers[number] for number in thing.holders]
    measured = measure(own, last_year)
    measured["n_papers"], measured["n_citations"] = measured.pop("papers"), measured.pop("citations")
    years = [paper.year for paper in own if paper.year is not None]
    measured["year"] = round(sum(years) / len(years)) if years else None
    identity = {"identity": thing.identity} if thing.identity else {}
    known = {name: value for name, value in measured.items() if value is not None}
    return {"label": thing.label, "kind": kind, **identity, **known}


def _draw(
    ids: list[str], nodes: list[dict[str, Scalar]], pairs: Mapping[tuple[int, int], _Pair], facts: dict[str, Any]
) -> GraphColumns:
    """Return the graph of linked nodes with communities, places, sizes and colours."""
    is_directed = facts["by"] == "citation"
    weights: Counter[tuple[int, int]] = Counter()
    for (first, second), pair in pairs.items():
        weights[min(first, second), max(first, second)] += pair.n
    ends = np.array(sorted(weights), dtype=np.int64).reshape(-1, 2)
    values = np.array([weights[pair] for pair in sorted(weights)], dtype=np.float64)
    n, defaults = len(ids), GraphSettings()
    found = find_communities(ends[:, 0], ends[:, 1], values, n_papers=n, seed=defaults.seed, n_seeds=defaults.n_seeds)
    graph = WeightedGraph(n=n, first=ends[:, 0], second=ends[:, 1], weights=values)
    degrees = strengths(ends[:, 0], ends[:, 1], values, n_papers=n)
    x, y = arrange_papers(graph, found.of_paper, seed=defaults.seed)
    colours = colour_communities(found.of_paper, x, y)
    names = _name_communities(found.of_paper.tolist(), degrees.tolist(), nodes)
    columns = (found.of_paper, np.round(degrees, 4), x, y, sizes(degrees))
    between = betweenness(ends[:, 0], ends[:, 1], n_papers=n, seed=defaults.seed)
    table: Table[Any] = Table()
    for node, centrality, community, degree, *place in zip(
        nodes, between.tolist(), *(one.tolist() for one in columns), strict=True
    ):
        drawn = dict(zip(("x", "y", "size"), place, strict=True))
        table.add(
            {
                **node,
                "community": community,
                "community_label": names[community],
                "degree_weighted": degree,
                "betweenness": centrality,
                **drawn,
                "color": colours[community],
            }
        )
    edges: Table[Any] = Table()
    for number, ((first, second), pair) in enumerate(pairs.items()):
        more = [f"and {pair.n - len(pair.reasons)} more"] if pair.n > len(pair.reasons) else []
        edge = describe_edge(facts["by"], float(pair.n), [*pair.reasons, *more], f"e{number}")
        edges.add(edge | ({"tail": ids[first], "head": ids[second]} if is_directed else {}))
    facts |= {
        "n_edges": len(pairs),
        "n_communities": found.n_communities,
        "modularity": round(found.modularity, 6),
        "stability": round(found.stability, 6),
    }
    return GraphColumns(
        ids=ids,
        nodes=table,
        first=[first for first, _ in pairs],
        second=[second for _, second in pairs],
        keys=[f"e{number}" for number in range(len(pairs))],
        edges=edges,
        facts=facts,
        is_directed=is_directed,
    )


def _name_communities(of_node: list[int], degrees: list[float], nodes: list[dict[str, Scalar]]) -> dict[int, str]:
    """Return the names of the things of each community with the most links."""
    names: dict[int, list[str]] = {UNLINKED: []}
    for number in sorted(range(len(nodes)), key=lambda number: -degrees[number]):
        names.setdefault(of_node[number], []).append(str(nodes[number]["label"]))
    names[UNLINKED] = ["unlinked"]
    return {community: ", ".join(some[:_N_NAMING]) for community, some in names.items()}


def _of_papers(papers: Sequence[Paper], things: Sequence[Thing]) -> list[list[int]]:
    """Return the numbers of the things that each paper names."""
    named: list[list[int]] = [[] for _ in papers]
    for number, thing in enumerate(things):
        for holder in thing.holders:
            named[holder].append(number)
    return named


def _link_together(papers: Sequence[Paper], things: Sequence[Thing]) -> Iterator[Link]:
    for paper, named in zip(papers, _of_papers(papers, things), strict=True):
        title = plain_label(paper.title) or paper.id
        yield from ((first, second, title) for first, second in combinations(named, 2))


def _link_by_coupling(papers: Sequence[Paper], things: Sequence[Thing]) -> Iterator[Link]:
    """Yield each work that papers of both cite (Kessler 1963; of authors: Zhao and Strotmann 2008)."""
    citing: dict[str, set[int]] = {}
    labels: dict[str, str] = {}
    for works, named in zip(read_cited_works(papers), _of_papers(papers, things), strict=True):
        for work in works:
            labels[work.key] = work.label
            citing.setdefault(work.key, set()).update(named)
    for key in sorted(citing):
        yield from ((first, second, labels[key]) for first, second in combinations(sorted(citing[key]), 2))


def _cited_things(papers: Sequence[Paper], named: Sequence[Sequence[int]]) -> Iterator[list[tuple[str, Sequence[int]]]]:
    """Yield for each paper the titles of the papers of the list that it cites, and the things that these name."""
    numbers = {paper.id: number for number, paper in enumerate(papers)}
    for works in read_cited_works(papers):
        yield [(work.label, named[numbers[work.key]]) for work in works if work.key in numbers]


def _link_by_cocitation(papers: Sequence[Paper], things: Sequence[Thing]) -> Iterator[Link]:
    """Yield each paper that cites papers of both (Small 1973; of venues McCain 1991)."""
    for paper, cited in zip(papers, _cited_things(papers, _of_papers(papers, things)), strict=True):
        named = sorted({number for _, some in cited for number in some})
        yield from ((first, second, plain_label(paper.title)) for first, second in combinations(named, 2))


def _link_by_citation(papers: Sequence[Paper], things: Sequence[Thing]) -> Iterator[Link]:
    """Yield each citation of a paper of one by a paper of the other, without those within one thing."""
    named = _of_papers(papers, things)
    for paper, own, cited in zip(papers, named, _cited_things(papers, named), strict=True):
        for title, others in cited:
            reason = f"{plain_label(paper.title)} cites {title}"
            yield from ((first, second, reason) for first, second in product(own, others) if first != second)


def _link_to_papers(_: Sequence[Paper], things: Sequence[Thing]) -> Iterator[Link]:
    for number, thing in enumerate(things):
        yield from ((number, len(things) + holder, label) for holder, (label, *_) in thing.holders.items())


LINKS: Mapping[str, Callable[[Sequence[Paper], Sequence[Thing]], Iterator[Link]]] = MappingProxyType(
    {
        "together": _link_together,
        "coupling": _link_by_coupling,
        "cocitation": _link_by_cocitation,
        "citation": _link_by_citation,
        "papers": _link_to_papers,
    }
)
"""How two things are linked: papers that name both, works that papers of both cite, papers that cite papers of both,
citations from one to the other; or each thing with its papers, a network of two modes."""
