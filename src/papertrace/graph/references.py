"""The layers that need reference lists: citation, co-citation (Small, 1973), coupling (Kessler, 1963)."""

import re
from collections.abc import Mapping, Sequence

from papertrace.graph.projection import (
    collect_holdings,
    informations,
    inverse_document_frequency,
    largest_affordable_frequency,
    project,
)
from papertrace.model import Edge, EdgeKind, Paper

_ARXIV_VERSION = re.compile(r"(?<=\d)v\d{1,3}\Z")


def link_references(papers: Sequence[Paper], unit: float, *, pairs_per_paper: int) -> tuple[Edge, ...]:
    """Link papers by their reference lists, where they have some.

    Parameters
    ----------
    papers
        Papers in the order of their ids. A reference is the `id` of a paper or `arxiv:…` or `doi:…`; letter
        case and the version of an arXiv id do not matter.
    unit
        The weight of a citation, and of one shared reference that only two papers have; a commoner one counts
        less, as ln²(n/df) falls.
    pairs_per_paper
        The budget of pairs, as for concepts: a reference that nearly all papers share couples none.

    Returns
    -------
    tuple of Edge
        Citations from the citing paper to the cited one, with the reference as evidence; then pairs that are
        cited together, with the citing papers; then pairs that cite the same, with the references. Papers are
        named by title where they are part of the graph.
    """
    if not any(paper.references for paper in papers):
        return ()
    names = _names(papers)
    numbers = {paper.id: number for number, paper in enumerate(papers)}
    titles = {paper.id: " ".join(paper.title.split()) for paper in papers}
    cited = [
        {name: reference for reference in paper.references if (name := _resolve(reference, names)) != paper.id}
        for paper in papers
    ]
    citing: list[list[str]] = [[] for _ in papers]
    for paper, targets in zip(papers, cited, strict=True):
        for target in targets.keys() & numbers.keys():
            citing[numbers[target]].append(paper.id)
    return (
        *(
            Edge(
                source=paper.id, target=name, kind=EdgeKind.CITATION, weight=unit, evidence=(f"cites {targets[name]}",)
            )
            for paper, targets in zip(papers, cited, strict=True)
            for name in sorted(targets.keys() & numbers.keys())
        ),
        *_shared(papers, citing, titles, EdgeKind.CO_CITATION, unit, pairs_per_paper),
        *_shared(papers, [list(targets) for targets in cited], titles, EdgeKind.COUPLING, unit, pairs_per_paper),
    )


def _shared(  # noqa: PLR0917 - one layer is all of these
    papers: Sequence[Paper],
    held: Sequence[Sequence[str]],
    titles: Mapping[str, str],
    kind: EdgeKind,
    unit: float,
    pairs_per_paper: int,
) -> list[Edge]:
    """Link the papers that hold the same names."""
    holdings = collect_holdings(held)
    cap = largest_affordable_frequency(holdings.frequencies, pairs_per_paper * len(papers))
    holdings = holdings.without(holdings.frequencies > max(cap, 1))
    pairs = project(holdings, informations(holdings))
    linking = set(holdings.items)
    specific = inverse_document_frequency(max(len(papers), 2), 2) ** 2
    sets = [linking.intersection(names) for names in held]
    return [
        Edge(
            source=papers[first].id,
            target=papers[second].id,
            kind=kind,
            weight=unit * information / specific,
            evidence=tuple(titles.get(name) or name for name in sorted(sets[first] & sets[second])),
        )
        for first, second, information in zip(
            pairs.first.tolist(), pairs.second.tolist(), pairs.total.tolist(), strict=True
        )
    ]


def _names(papers: Sequence[Paper]) -> dict[str, str]:
    """Map every name of a paper to its id; its own id comes first where two papers claim one name."""
    names: dict[str, str] = {}
    for paper in papers:
        if paper.identifiers.arxiv:
            names.setdefault(_fold(f"arxiv:{paper.identifiers.arxiv}"), paper.id)
        if paper.identifiers.doi:
            names.setdefault(_fold(f"doi:{paper.identifiers.doi}"), paper.id)
    names.update((_fold(paper.id), paper.id) for paper in papers)
    return names


def _resolve(reference: str, names: Mapping[str, str]) -> str:
    """Return the id of the paper that a reference names, or the reference folded where it is not here."""
    folded = _fold(reference)
    return names.get(folded, folded)


def _fold(reference: str) -> str:
    folded = reference.strip().casefold()
    return _ARXIV_VERSION.sub("", folded) if folded.startswith("arxiv:") else folded
