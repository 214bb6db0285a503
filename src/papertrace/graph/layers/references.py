"""The layers from reference lists: citation, co-citation (Small, 1973), bibliographic coupling (Kessler, 1963)."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from papertrace.engine import Engine
from papertrace.graph.layers.linking import Layer, Linking, link_by
from papertrace.graph.pairs.projection import inverse_document_frequency
from papertrace.graph.settings import GraphSettings
from papertrace.model import Edge, EdgeKind, Paper
from papertrace.model.identifiers import normalise_identifier


@dataclass(frozen=True, slots=True, kw_only=True)
class ReferenceLayers:
    """The edges from reference lists; `layers` contains co-citation and coupling, if any paper has references."""

    edges: tuple[Edge, ...] = ()
    layers: Mapping[EdgeKind, Layer[Linking]] = field(default_factory=dict)


def link_references(
    papers: Sequence[Paper], unit: float, settings: GraphSettings, engine: Engine | None = None
) -> ReferenceLayers:
    """Link papers by their reference lists, if any.

    Parameters
    ----------
    papers
        Papers in the order of their ids. A reference is the `id` of a paper or `arxiv:…` or `doi:…`; letter
        case and the version of an arXiv id do not matter.
    unit
        The weight of a citation, and of one reference shared by only two papers with lists of mean length; see
        `_unit_of`.
    settings
        How coupling and co-citation are weighted and pruned: one work that all papers cite would couple all of them.
        Citations are not pruned. The budget of pairs applies as for concepts: a reference that nearly all papers share
        couples none.
    engine
        Where blocks of papers are linked; by default in this process.

    Returns
    -------
    ReferenceLayers
        Citations from the citing paper to the cited one, with its title and year and the sentences that name it as
        evidence; then co-cited pairs, with the citing papers; then coupled pairs, with the shared references. Works are
        named by title and year if these are known, else by their identifier.
    """
    if not any(paper.references for paper in papers):
        return ReferenceLayers()
    numbers = {paper.id: number for number, paper in enumerate(papers)}
    titles = _titles(papers)
    cited = resolve_references(papers)
    citing: list[list[str]] = [[] for _ in papers]
    for paper, targets in zip(papers, cited, strict=True):
        for target in targets.keys() & numbers.keys():
            citing[numbers[target]].append(paper.id)
    shared: dict[EdgeKind, Sequence[Collection[str]]] = {EdgeKind.CO_CITATION: citing, EdgeKind.COUPLING: cited}
    layers = {
        kind: link_by(held, settings, weight=settings.reference_weight, engine=engine) for kind, held in shared.items()
    }
    citations = find_citations(papers, cited, unit)
    sharing = [
        edge
        for kind, held in shared.items()
        for edge in _edges(papers, held, titles, layers[kind], unit / _unit_of(layers[kind], settings), kind)
    ]
    return ReferenceLayers(edges=(*citations, *sharing), layers=layers)


def resolve_references(papers: Sequence[Paper]) -> list[dict[str, str]]:
    """Return the works that each paper cites, without itself: how it prints each, by the id of a paper or the name."""
    names = _names(papers)
    return [
        {name: reference for reference in paper.references if (name := _resolve(reference, names)) != paper.id}
        for paper in papers
    ]


def find_citations(papers: Sequence[Paper], cited: Sequence[Mapping[str, str]], weight: float = 1.0) -> list[Edge]:
    """Return the citations among papers, given the works that each cites (`resolve_references`)."""
    ids = {paper.id for paper in papers}
    titles = _titles(papers)
    return [
        Edge(
            source=paper.id,
            target=name,
            kind=EdgeKind.CITATION,
            weight=weight,
            evidence=(f"cites {titles.get(name) or targets[name]}", *_sentences(paper, name)),
        )
        for paper, targets in zip(papers, cited, strict=True)
        for name in sorted(targets.keys() & ids)
    ]


def _edges(  # noqa: PLR0917 - one layer is all of these
    papers: Sequence[Paper],
    held: Sequence[Collection[str]],
    titles: Mapping[str, str],
    layer: Layer[Linking],
    scale: float,
    kind: EdgeKind,
) -> list[Edge]:
    """Add the evidence to each pair of a layer: the names that both papers hold; weights are multiplied by `scale`."""
    linking = set(layer.linking.holdings.items)
    sets = [linking.intersection(names) for names in held]
    return [
        Edge(
            source=papers[first].id,
            target=papers[second].id,
            kind=kind,
            weight=scale * weight,
            evidence=tuple(titles.get(name) or name for name in sorted(sets[first] & sets[second])),
        )
        for first, second, weight in layer.rows()
    ]


def _unit_of(layer: Layer[Linking], settings: GraphSettings) -> float:
    """Return what a measure gives to one work shared by only two papers with lists of mean length.

    That is 1/m for fractional counting with lists of mean length m, ln²(n/2) for `idf2`; for the other measures, which
    compare sets, the largest weight.
    """
    sizes = layer.linking.sizes[layer.linking.sizes > 0]
    match settings.reference_weight:
        case "fractional":
            return int(sizes.size) / int(sizes.sum()) if sizes.size else 1.0
        case "idf2":
            return inverse_document_frequency(max(layer.linking.holdings.n_papers, 2), 2) ** 2
    return layer.largest


def _titles(papers: Sequence[Paper]) -> dict[str, str]:
    """Return the title and year of every paper, and of the cited works whose titles are known."""
    titles: dict[str, str] = {}
    for paper in papers:
        titles.update((_fold(name), title) for name, title in paper.cited)
    for paper in papers:
        title = " ".join(paper.title.split())
        titles[paper.id] = f"{title} ({paper.year})" if title and paper.year else title
    return titles


def _sentences(paper: Paper, target: str) -> list[str]:
    """Return the sentences in which a paper names another."""
    return [sentence for one in paper.mentions if one.target == target and (sentence := " ".join(one.sentence.split()))]


def _names(papers: Sequence[Paper]) -> dict[str, str]:
    """Map every name of a paper to its id; if two papers share a name, an id takes precedence over other names."""
    names: dict[str, str] = {}
    for paper in papers:
        for name in paper.identifiers.all_names():
            names.setdefault(_fold(name), paper.id)
    names.update((_fold(paper.id), paper.id) for paper in papers)
    return names


def _resolve(reference: str, names: Mapping[str, str]) -> str:
    """Return the id of the paper that a reference names, or the folded reference if the paper is not in the graph."""
    folded = _fold(reference)
    return names.get(folded, folded)


def _fold(reference: str) -> str:
    return normalise_identifier(reference).strip().casefold()
