"""The papers as they are drawn: strength, community with name and colour, place and size."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from papertrace.graph.attributes import Scalar, paper_attributes
from papertrace.graph.communities.labels import colour_communities, name_communities
from papertrace.graph.map.layout import Ties, place
from papertrace.graph.map.measures import betweenness, sizes, strengths
from papertrace.graph.pairs.projection import Floats, Ints
from papertrace.model import Paper


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperMap:
    """Hold where the papers stand and to what they belong, each array in the order of the papers.

    `degrees` are weighted, `x` and `y` pixels, `of_paper` communities; `names` and `colours` are those of the
    communities that occur.
    """

    degrees: Floats
    x: Floats
    y: Floats
    of_paper: Ints
    names: Mapping[int, str]
    colours: Mapping[int, str]


def draw_papers(papers: Sequence[Paper], ties: Ties, of_paper: Ints, *, seed: int) -> PaperMap:
    """Return the map of papers whose links and communities are known.

    Parameters
    ----------
    papers
        Papers in the order of their ids.
    ties
        Their links, all layers added up.
    of_paper
        The community of each, or `UNLINKED`.
    seed
        Decides where the layout starts.

    Returns
    -------
    PaperMap
        Equal for equal arguments, on every machine.
    """
    degrees = strengths(ties.first, ties.second, ties.weights, n_papers=ties.n)
    x, y = place(ties, of_paper, seed=seed)
    return PaperMap(
        degrees=degrees,
        x=x,
        y=y,
        of_paper=of_paper,
        names=name_communities(papers, of_paper.tolist(), degrees.tolist()),
        colours=colour_communities(Counter(of_paper.tolist())),
    )


def describe_papers(papers: Sequence[Paper], ties: Ties, paper_map: PaperMap, *, seed: int) -> list[dict[str, Scalar]]:
    """Return the node attributes of the papers, in their order; `seed` draws the pivots of a betweenness."""
    columns = zip(
        papers,
        paper_map.of_paper.tolist(),
        np.round(paper_map.degrees, 4).tolist(),
        betweenness(ties.first, ties.second, n_papers=ties.n, seed=seed).tolist(),
        paper_map.x.tolist(),
        paper_map.y.tolist(),
        sizes(paper_map.degrees).tolist(),
        strict=True,
    )
    return [
        paper_attributes(paper)
        | {
            "community": community,
            "community_label": paper_map.names[community],
            "degree_weighted": degree,
            "betweenness": between,
            "x": x,
            "y": y,
            "size": size,
            "color": paper_map.colours[community],
        }
        for paper, community, degree, between, x, y, size in columns
    ]
