"""The main path of the citations between papers, and bursts of citations, as attributes of papers and graph."""

from collections.abc import Iterable, Sequence

from papertrace.graph.attributes import Scalar
from papertrace.graph.bursts import find_bursts
from papertrace.graph.main_path import find_main_path
from papertrace.graph.things import collect_things
from papertrace.model import Edge, EdgeKind, Paper


def describe_history(papers: Sequence[Paper], edges: Sequence[Edge]) -> dict[str, dict[str, Scalar]]:
    """Return the attributes of papers that are on the main path or have bursts of citations, by id.

    Those of the graph itself are under the empty id; without citations nothing is returned.
    """
    citations = [(edge.source, edge.target) for edge in edges if edge.kind is EdgeKind.CITATION]
    if not citations:
        return {}
    years = {paper.id: paper.year for paper in papers}
    path = find_main_path(citations)
    of_graph: dict[str, Scalar] = {
        "n_cyclic_citations": path.n_cyclic,
        "n_self_citations": _count_self_citations(papers, citations),
    }
    found = {"": of_graph}
    for position, work in enumerate(path.works, start=1):
        found.setdefault(work, {})["main_path"] = position
    for burst in find_bursts((cited, year) for citing, cited in citations if (year := years[citing]) is not None):
        of_work = found.setdefault(burst.work, {})
        spans = [*filter(None, [str(of_work.get("bursts", ""))]), f"{burst.first}-{burst.last}"]
        of_work["bursts"] = "|".join(spans)
    return found


def _count_self_citations(papers: Sequence[Paper], citations: Iterable[tuple[str, str]]) -> int:
    """Return how many citations are between papers with a common author, told apart by ORCID iD, else by full name."""
    authors: dict[str, set[str]] = {paper.id: set() for paper in papers}
    for author in collect_things(papers, "authors"):
        for number in author.holders:
            authors[papers[number].id].add(author.key)
    return sum(not authors[citing].isdisjoint(authors[cited]) for citing, cited in citations)
