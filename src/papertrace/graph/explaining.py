"""Why two papers of a corpus are linked or not."""

from collections.abc import Sequence

import numpy as np

from papertrace.graph.build import build_graph
from papertrace.graph.pairs.concept_columns import collect_concepts
from papertrace.graph.pairs.evidence import prepare_evidence
from papertrace.graph.pairs.reasons import conclude, list_shared
from papertrace.graph.pairs.texts.similarity import MIN_COSINE, CountTerms, vectorise
from papertrace.graph.settings import GraphSettings
from papertrace.model import EdgeKind, Paper
from papertrace.model.graphs.pair import PairExplanation


def explain_pair(papers: Sequence[Paper], ids: tuple[str, str], count_terms: CountTerms) -> PairExplanation:
    """Return why the papers with two ids are linked or not, with the default settings of the graph."""
    ordered = sorted({paper.id: paper for paper in papers}.values(), key=lambda paper: paper.id)
    numbers = {paper.id: number for number, paper in enumerate(ordered)}
    first, second = sorted(numbers[name] for name in ids)
    texts = vectorise(count_terms(ordered, None))
    linking = prepare_evidence(ordered, collect_concepts(ordered), texts, GraphSettings().pairs_per_paper)
    graph = build_graph(ordered, GraphSettings(), count_terms)
    edges = tuple(
        (str(edge["kind"]), float(edge["weight"]), str(edge["evidence"]))
        for edge in (graph.get_edge_data(*ids) or {}).values()
    )
    cosine = float(texts.compare(np.array([first]), np.array([second]))[0])
    weight = linking.weight_of(first, second)
    shared = list_shared(linking, ordered, first, second)
    if any(kind == EdgeKind.CONCEPT for kind, _, _ in edges):
        conclusion = "linked by shared concepts"
    elif weight > 0:
        conclusion = (
            "pruned: they share enough to be linked, but both papers have heavier links, which are kept instead"
        )
    else:
        conclusion = conclude(shared, cosine)
    if edges and not conclusion.startswith("linked"):
        conclusion = f"linked otherwise; by concepts {conclusion}"
    by_id = {paper.id: paper for paper in ordered}
    return PairExplanation(
        ids=ids,
        titles=(by_id[ids[0]].title, by_id[ids[1]].title),
        conclusion=conclusion,
        shared=tuple(shared),
        cosine=round(cosine, 3),
        weight=round(weight, 2),
        min_cosine=MIN_COSINE,
        edges=edges,
    )
