"""The layers of the graph: lines by shared concepts, repositories, mentions and references.

With the weight `evidence` a line joins papers of which one is among those whose texts are most like that of the other.
Its weight is the cosine of the texts: on labelled pairs of unseen listings, no factor for what the papers share ranks
them better. If a concept of both is a good reason, the line is by concepts; if none is, it is one of similar texts.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations, pairwise
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from papertrace.engine import Engine
from papertrace.engine.protocol import InlineEngine, ignore_count
from papertrace.graph.backbone import ReducedEdges, prune_reduced, reduce_edges
from papertrace.graph.pairs.concepts import WEIGHTS, Measure, NearPapers, choose_reasons
from papertrace.graph.pairs.products import (
    EdgeList,
    Floats,
    Holdings,
    Ints,
    PairProduct,
    Pairs,
    Totals,
    collect_holdings,
    inverse_document_frequency,
    largest_affordable_frequency,
    no_totals,
)
from papertrace.graph.settings import GraphSettings, ReferenceWeight
from papertrace.model import Edge, EdgeKind, LinkRole, Paper, RepoRef
from papertrace.model.identifiers import normalise_identifier
from papertrace.spool import Columns, Spool


@dataclass(frozen=True, kw_only=True)
class Linking:
    """The items that may link papers, who holds them, and the weighting of shared items.

    `n_items` counts all items, `n_shared` those held by at least two papers. `frequency_cap` is the largest document
    frequency of an item that may link, `n_increments` the number of pairs Σ df(df - 1)/2 that this costs, `n_capped`
    the number of items above the cap.
    """

    holdings: Holdings
    measure: Measure
    values: Floats
    sizes: Ints
    n_items: int
    n_shared: int
    frequency_cap: int
    n_increments: int
    n_capped: int

    @property
    def steps_per_unit(self) -> int:
        """The number of steps in a weight of one."""
        return self.measure.steps_per_unit

    @cached_property
    def _product(self) -> PairProduct:
        return PairProduct(self.holdings, self.values)

    def blocks(self) -> Iterator[tuple[int, int]]:
        """Yield ranges of papers, each with about as much work."""
        return self._product.blocks()

    def link(self, low: int, high: int) -> EdgeList:
        """Return the edges between papers that share items, the first of which is in a range."""
        return self._weigh(self._product.pairs(low, high))

    def generate(self) -> Iterator[EdgeList]:
        """Yield the edges between papers that share items, in blocks."""
        for low, high in self.blocks():
            yield self.link(low, high)

    def prepare(self) -> None:
        """Compute what blocks have in common, so that it is shared with other processes instead of made in each."""
        self._product.prepare()

    def _weigh(self, pairs: Pairs) -> EdgeList:
        weights = self.measure.weigh(pairs, self.sizes, len(self.holdings.items))
        return EdgeList(first=pairs.first, second=pairs.second, weights=weights).take(weights > 0)


_LinkingT_co = TypeVar("_LinkingT_co", bound=Linking | NearPapers, covariant=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Layer(Generic[_LinkingT_co]):
    """The kept edges of one layer, the totals before pruning, and the linking that produced them.

    `edges` are sorted by both ends. Strengths and degrees are among the totals only if the pruning needs them.
    `alpha` is the significance level applied, 1 if none.
    """

    edges: EdgeList
    alpha: float
    totals: Totals
    linking: _LinkingT_co

    @property
    def weights(self) -> Floats:
        """The weights of the edges, in units."""
        return self.edges.weights / self.linking.steps_per_unit

    @property
    def largest(self) -> float:
        """The largest weight before pruning, in units; 1 without edges."""
        return self.totals.largest / self.linking.steps_per_unit or 1.0

    def rows(self) -> Iterator[tuple[int, int, float]]:
        """Yield each edge as plain Python values, its weight in units."""
        return self.edges.rows(self.linking.steps_per_unit)


def link_by(
    sets: Sequence[Collection[str]],
    settings: GraphSettings,
    *,
    weight: ReferenceWeight,
    engine: Engine | None = None,
    on_count: Callable[[int], None] = ignore_count,
) -> Layer[Linking]:
    """Link the papers that share items, given the item keys of each paper, which are numbered in this order.

    Settings are those of the pruning, and the budget of pairs that determines the cap on document frequency. Blocks of
    papers are linked by the engine, by default in this process; `on_count` is told of how many papers all links to
    later ones are known.
    """
    if settings.pruning == "strongest":
        settings = replace(settings, pruning="disparity")
    linking = prepare_linking(sets, weight=weight, pairs_per_paper=settings.pairs_per_paper)
    return link_all(linking, len(sets), settings, engine, on_count=on_count)


def link_all(
    linking: Linking,
    n_papers: int,
    settings: GraphSettings,
    engine: Engine | None = None,
    *,
    on_count: Callable[[int], None] = ignore_count,
) -> Layer[Linking]:
    """Make the edges of a linking, each once, and prune them.

    Blocks of papers are linked by the engine, by default in this process, and pruned once the totals of all are known:
    all edges together are many times as many as are kept. `on_count` is told of how many papers all links to later ones
    are known.
    """
    engine = engine or InlineEngine()
    blocks = list(linking.blocks())
    linking.prepare()
    totals, edges = no_totals(n_papers), Spool(EdgeList, in_memory=1, codec=Columns())
    for (_, high), linked in zip(blocks, engine.map_values(link_block, blocks, linking), strict=True):
        on_count(high)
        totals = totals.add(linked)
        edges.append(linked)
    backbone = prune_reduced(engine.map_values(reduce_block, edges, (totals, settings)), totals, settings)
    return Layer(edges=backbone.edges, alpha=backbone.alpha, totals=totals, linking=linking)


def link_block(block: tuple[int, int], linking: Linking) -> EdgeList:
    """Return the edges of a block, whose first paper is in a range of papers."""
    return linking.link(*block)


def reduce_block(edges: EdgeList, shared: tuple[Totals, GraphSettings]) -> ReducedEdges:
    """Return those edges of `link_block` that pruning may keep.

    What blocks give is merged exactly: strengths are whole numbers, the heaviest edges of all are among the heaviest
    of each block, and the forest of all is that of the forests.
    """
    return reduce_edges(edges, *shared)


def prepare_linking(sets: Sequence[Collection[str]], *, weight: ReferenceWeight, pairs_per_paper: int) -> Linking:
    """Return the items and weights that link papers, without generating edges; parameters as for `link_by`."""
    measure = WEIGHTS[weight]
    everything = collect_holdings(sets)
    cap = largest_affordable_frequency(everything.frequencies, pairs_per_paper * len(sets))
    capped = everything.frequencies > max(cap, 1)
    holdings = everything.without(capped)
    return Linking(
        holdings=holdings,
        measure=measure,
        values=measure.values(holdings),
        sizes=np.bincount(holdings.holders, minlength=len(sets)),
        n_items=len(everything.items),
        n_shared=int((everything.frequencies > 1).sum()),
        frequency_cap=cap,
        n_increments=int((holdings.frequencies * (holdings.frequencies - 1) // 2).sum()),
        n_capped=int(capped.sum()),
    )


MIN_COSINE = 0.08
"""The cosine of two texts from which a line is drawn: of 63 lines of eleven listings with one from .06 to .08 a reader
found 27 % sensible and 32 % wrong; of 230 others 59 % and 4 %."""


MIN_COSINE_OF_OTHERS = 0.1
"""The cosine of two texts without a good reason, if the line is the heaviest of neither paper."""

_REASON_FACTOR = 1.3  # of the cosine of papers with a good reason


@dataclass(frozen=True, slots=True, kw_only=True)
class ConceptLayer:
    """The edges from shared concepts and similar texts, and the layer they come from.

    `unit` is the weight between two papers that share one concept held by no other paper (for measures without such a
    value, the largest weight; with `evidence` the median); it is the unit of the other layers' weights.
    """

    edges: tuple[Edge, ...]
    unit: float
    layer: Layer[Linking | NearPapers]


def link_concepts(
    papers: Sequence[Paper],
    settings: GraphSettings,
    near: NearPapers | None = None,
    engine: Engine | None = None,
    *,
    on_count: Callable[[int], None] = ignore_count,
) -> ConceptLayer:
    """Link the papers that share concepts, in the order of their ids; settings and the rest are as for `link_by`.

    `near` are the papers with similar texts, for the weight `evidence`; without them it is that of `idf2`. Edges are
    sorted by their ends. The evidence of an edge is the labels of the concepts that its papers share: with the weight
    `evidence` those that are good reasons, the likeliest first, otherwise all, the rarest first. That of similar texts
    is their cosine.
    """
    if settings.weight == "evidence" and near is not None:
        return _link_near(papers, settings, near)
    weight = "idf2" if settings.weight == "evidence" else settings.weight
    keys = [[concept.key for concept in paper.concepts] for paper in papers]
    layer = link_by(keys, settings, weight=weight, engine=engine, on_count=on_count)
    return ConceptLayer(
        edges=_concept_edges(papers, layer.linking.holdings, layer.rows()),
        unit=inverse_document_frequency(max(len(papers), 2), 2) ** 2 if weight == "idf2" else layer.largest,
        layer=layer,
    )


def _link_near(papers: Sequence[Paper], settings: GraphSettings, near: NearPapers) -> ConceptLayer:
    """Return the lines between papers with similar texts."""
    candidates = near.near.take(near.near.weights >= MIN_COSINE * near.steps_per_unit)
    shared = near.reasons.share(candidates.first, candidates.second)
    reasons = [choose_reasons(shared.of_pair(pair)) for pair in range(len(candidates))]
    has_reason = np.array([bool(labels) for labels in reasons], dtype=np.bool_)
    cosines = candidates.weights / near.steps_per_unit
    weights = np.rint(candidates.weights * np.where(has_reason, _REASON_FACTOR, 1.0)).astype(np.int64)
    weighted = replace(candidates, weights=weights)
    totals = no_totals(len(papers)).add(weighted)
    backbone = prune_reduced([reduce_edges(weighted, totals, settings)], totals, settings)
    kept = backbone.edges
    pairs = np.searchsorted(_code(candidates, len(papers)), _code(kept, len(papers)))
    if settings.pruning == "strongest":
        is_heaviest = _find_heaviest(kept, len(papers))
        wanted = has_reason[pairs] | is_heaviest | (cosines[pairs] >= MIN_COSINE_OF_OTHERS)
        kept, pairs = kept.take(wanted), pairs[wanted]
    layer = Layer(edges=kept, alpha=backbone.alpha, totals=totals, linking=near)
    edges = []
    for pair, (first, second, weight) in zip(pairs.tolist(), layer.rows(), strict=True):
        labels = reasons[pair]
        edges.append(
            Edge(
                source=papers[first].id,
                target=papers[second].id,
                kind=EdgeKind.CONCEPT if labels else EdgeKind.SIMILAR,
                weight=weight,
                evidence=tuple(dict.fromkeys(labels)) or (f"cosine {cosines[pair]:.2f}",),
            )
        )
    unit = float(np.sort(layer.weights)[len(kept) // 2]) if len(kept) else 1.0
    return ConceptLayer(edges=tuple(edges), unit=unit, layer=layer)


def _code(edges: EdgeList, n_papers: int) -> Ints:
    """Return one number for the ends of each edge; they ascend if the edges are sorted."""
    codes: Ints = edges.first * n_papers + edges.second
    return codes


def _find_heaviest(edges: EdgeList, n_papers: int) -> NDArray[np.bool_]:
    """Return whether each edge is as heavy as the heaviest of one of its ends."""
    heaviest = np.zeros(n_papers, dtype=np.int64)
    for ends in (edges.first, edges.second):
        np.maximum.at(heaviest, ends, edges.weights)
    found: NDArray[np.bool_] = edges.weights >= np.minimum(heaviest[edges.first], heaviest[edges.second])
    return found


def _concept_edges(
    papers: Sequence[Paper], holdings: Holdings, pairs: Iterable[tuple[int, int, float]]
) -> tuple[Edge, ...]:
    """Add the evidence to each pair."""
    rarity = {
        key: (frequency, key) for key, frequency in zip(holdings.items, holdings.frequencies.tolist(), strict=True)
    }
    labels = [{c.key: c.label for c in paper.concepts if c.key in rarity} for paper in papers]
    return tuple(
        Edge(
            source=papers[first].id,
            target=papers[second].id,
            kind=EdgeKind.CONCEPT,
            weight=weight,
            evidence=tuple(
                labels[first][key].strip() or key
                for key in sorted(labels[first].keys() & labels[second], key=rarity.__getitem__)
            ),
        )
        for first, second, weight in pairs
    )


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

    Papers are in the order of their ids, and so are the edges, one for each pair, with the repositories as evidence; a
    group above `MAX_CLIQUE_SIZE` papers becomes a ring. `unit` is the weight of a repository that only two papers link
    to; that of a commoner one falls with ln²(n/df).
    """
    held = [{ref.key: slug(ref) for ref in linked_repositories(paper)} for paper in papers]
    return _repository_edges(papers, held, EdgeKind.REPOSITORY, unit)


def link_owners(papers: Sequence[Paper], unit: float) -> tuple[Edge, ...]:
    """Link the papers whose own repositories belong to the same owner without being the same repository.

    All is as for `link_repositories`, with the owners as evidence; an owner counts a quarter of a repository.
    """
    held = [
        {_owner(ref).casefold(): _owner(ref) for ref in linked_repositories(paper, others=False)} for paper in papers
    ]
    edges = _repository_edges(papers, held, EdgeKind.OWNER, unit * OWNER_SHARE)
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


def _repository_edges(
    papers: Sequence[Paper], held: Sequence[Mapping[str, str]], kind: EdgeKind, unit: float
) -> tuple[Edge, ...]:
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


@dataclass(frozen=True, slots=True, kw_only=True)
class ReferenceLayers:
    """The edges from reference lists; `layers` contains co-citation and coupling, if any paper has references."""

    edges: Sequence[Edge] = ()
    layers: Mapping[EdgeKind, Layer[Linking]] = field(default_factory=dict)


def link_references(
    papers: Sequence[Paper], unit: float, settings: GraphSettings, engine: Engine | None = None
) -> ReferenceLayers:
    """Link papers, in the order of their ids, by their reference lists, if any.

    A reference is the `id` of a paper or `arxiv:…` or `doi:…`; letter case and the version of an arXiv id do not
    matter. `unit` is the weight of a citation, and of one reference shared by only two papers with lists of mean length
    (`_unit_of`). Settings say how coupling and co-citation are weighted and pruned: one work that all papers cite would
    couple all of them. Citations are not pruned. The budget of pairs applies as for concepts: a reference that nearly
    all papers share couples none.

    Edges are citations from the citing paper to the cited one, with its title and year and the sentences that name it
    as evidence; then co-cited pairs, with the citing papers; then coupled pairs, with the shared references. Works are
    named by title and year if these are known, else by their identifier.
    """
    if not any(paper.references for paper in papers):
        return ReferenceLayers()
    numbers = {paper.id: number for number, paper in enumerate(papers)}
    cited = resolve_references(papers)
    citing: list[dict[str, str]] = [{} for _ in papers]
    for paper, targets in zip(papers, cited, strict=True):
        for target in targets.keys() & numbers.keys():
            citing[numbers[target]][paper.id] = paper.id
    shared = {EdgeKind.CO_CITATION: citing, EdgeKind.COUPLING: cited}
    layers = {
        kind: link_by(held, settings, weight=settings.reference_weight, engine=engine) for kind, held in shared.items()
    }
    titles = _titles(papers)
    edges = find_citations(papers, cited, unit, titles)
    for kind, held in shared.items():
        scale = unit / _unit_of(layers[kind], settings)
        edges += _reference_edges(papers, held, titles, layers[kind], scale, kind)
    return ReferenceLayers(edges=edges, layers=layers)


def resolve_references(papers: Sequence[Paper]) -> list[dict[str, str]]:
    """Return the works that each paper cites, without itself: how it prints each, by the id of a paper or the name."""
    names = _names(papers)
    return [
        {name: reference for reference in paper.references if (name := _resolve(reference, names)) != paper.id}
        for paper in papers
    ]


def find_citations(
    papers: Sequence[Paper],
    cited: Sequence[Mapping[str, str]],
    weight: float = 1.0,
    titles: Mapping[str, str] | None = None,
) -> list[Edge]:
    """Return the citations among papers, given the works that each cites (`resolve_references`)."""
    titles = _titles(papers) if titles is None else titles
    ids = {paper.id: paper.id for paper in papers}
    known: dict[tuple[str, ...], tuple[str, ...]] = {}  # All that cite a paper say the same of it.
    edges = []
    for paper, targets in zip(papers, cited, strict=True):
        for name in sorted(targets.keys() & ids.keys()):
            evidence = (f"cites {titles.get(name) or targets[name]}", *_sentences(paper, name))
            edges.append(
                Edge(
                    source=paper.id,
                    target=ids[name],
                    kind=EdgeKind.CITATION,
                    weight=weight,
                    evidence=known.setdefault(evidence, evidence),
                )
            )
    return edges


def _reference_edges(  # noqa: PLR0917 - one layer is all of these
    papers: Sequence[Paper],
    held: Sequence[Mapping[str, str]],
    titles: Mapping[str, str],
    layer: Layer[Linking],
    scale: float,
    kind: EdgeKind,
) -> Iterator[Edge]:
    """Add the evidence to each pair of a layer: the names that both papers hold; weights are multiplied by `scale`."""
    linking = set(layer.linking.holdings.items)
    for first, second, weight in layer.rows():
        shared = linking.intersection(held[first].keys() & held[second].keys())
        evidence = tuple(titles.get(name) or name for name in sorted(shared))
        yield Edge(
            source=papers[first].id, target=papers[second].id, kind=kind, weight=scale * weight, evidence=evidence
        )


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


def link_mentions(papers: Sequence[Paper], unit: float) -> tuple[Edge, ...]:
    """Link each paper to the papers that its text names, in the order of their ids, with the sentences as evidence.

    `unit` is the weight of one edge, however often the name occurs. Mentions of papers outside the graph, or of the
    paper itself, create no edge.
    """
    known = {paper.id for paper in papers}
    edges = []
    for paper in papers:
        sentences: dict[str, dict[str, None]] = {}
        for mention in paper.mentions:
            if mention.target in known and mention.target != paper.id:
                reason = " ".join((mention.sentence or mention.surface).split()) or mention.target
                sentences.setdefault(mention.target, {})[reason] = None
        edges += [
            Edge(source=paper.id, target=target, kind=EdgeKind.MENTION, weight=unit, evidence=tuple(sentences[target]))
            for target in sorted(sentences)
        ]
    return tuple(edges)
