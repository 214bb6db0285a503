"""The mention layer, which is directed: papers whose text names the system of another paper."""

from collections.abc import Sequence

from papertrace.model import Edge, EdgeKind, Paper


def link_mentions(papers: Sequence[Paper], unit: float) -> tuple[Edge, ...]:
    """Link each paper to the papers that its text names.

    Parameters
    ----------
    papers
        Papers in the order of their ids.
    unit
        The weight of one edge, however often the name occurs.

    Returns
    -------
    tuple of Edge
        From the naming paper to the named one, in the order of their ids, with the sentences as evidence.
        Mentions of papers outside the graph, or of the paper itself, create no edge.
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
