"""Why two papers of a corpus are linked or not."""

from collections.abc import Sequence

import numpy as np

from papertrace.graph.build import build_graph
from papertrace.graph.collecting import collect_papers
from papertrace.graph.layers.concepts import MIN_COSINE
from papertrace.graph.pairs.reasons import MIN_CHANCE, ReasonFinder
from papertrace.graph.pairs.texts.similarity import CountTerms
from papertrace.graph.settings import GraphSettings
from papertrace.model import EdgeKind, Paper
from papertrace.model.explanations import PairExplanation, SharedConcept


def explain_pair(papers: Sequence[Paper], ids: tuple[str, str], count_terms: CountTerms) -> PairExplanation:
    """Return why the papers with two ids are linked or not, with the default settings of the graph."""
    collected = collect_papers(papers, count_terms, None)
    ordered, texts = collected.papers, collected.texts
    assert texts is not None  # noqa: S101 - terms are counted
    numbers = {paper.id: number for number, paper in enumerate(ordered)}
    first, second = (np.array([number]) for number in sorted(numbers[name] for name in ids))
    shared = ReasonFinder(collected.concepts, texts).share(first, second).of_pair(0)
    graph = build_graph(papers, GraphSettings(), count_terms)
    edges = tuple(
        (str(edge["kind"]), float(edge["weight"]), str(edge["evidence"]))
        for edge in (graph.get_edge_data(*ids) or {}).values()
    )
    cosine = float(texts.compare(first, second)[0])
    return PairExplanation(
        ids=ids,
        titles=(ordered[numbers[ids[0]]].title, ordered[numbers[ids[1]]].title),
        conclusion=_conclude({kind for kind, _, _ in edges}, cosine),
        shared=tuple(SharedConcept(label=one.label, chance=round(one.chance, 2), df=one.df) for one in shared),
        cosine=round(cosine, 3),
        min_cosine=MIN_COSINE,
        min_chance=MIN_CHANCE,
        edges=edges,
    )


def _conclude(kinds: set[str], cosine: float) -> str:
    """Return why two papers with such a cosine have such kinds of edges."""
    if EdgeKind.CONCEPT in kinds:
        return "linked by shared concepts"
    if EdgeKind.SIMILAR in kinds:
        return "linked by similar texts: no concept that both have is specific enough to be the reason"
    if cosine < MIN_COSINE:
        conclusion = f"not linked: their texts are too little alike (cosine {cosine:.3f}, at least {MIN_COSINE})"
    else:
        conclusion = "pruned: their texts are alike, but both papers have heavier links, which are kept instead"
    return f"linked otherwise; by concepts and texts {conclusion}" if kinds else conclusion
