"""The papers as drawn: strength, community with name and colour, coordinates and size."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from papertrace.engine import Engine
from papertrace.engine.protocol import ignore_count
from papertrace.graph.attributes import Scalar, paper_attributes
from papertrace.graph.communities.colours import colour_communities
from papertrace.graph.communities.labels import find_fitting, label_communities
from papertrace.graph.map.forces import WeightedGraph
from papertrace.graph.map.layout import arrange_papers
from papertrace.graph.map.measures import sizes, strengths
from papertrace.graph.pairs.projection import Floats, Ints
from papertrace.model import Paper


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperMap:
    """The coordinates and communities of the papers, each array in the order of the papers.

    `degrees` are weighted, `x` and `y` are in pixels, `of_paper` is the community, `fits` whether the paper fits its
    label; `names` and `colours` are by community.
    """

    degrees: Floats
    x: Floats
    y: Floats
    of_paper: Ints
    fits: Sequence[bool]
    names: Mapping[int, str]
    colours: Mapping[int, str]


def draw_papers(
    papers: Sequence[Paper],
    pair_graph: WeightedGraph,
    of_paper: Ints,
    *,
    grouping: WeightedGraph,
    seed: int,
    engine: Engine | None = None,
    on_count: Callable[[int], None] = ignore_count,
) -> PaperMap:
    """Return the map of papers with known edges and communities.

    Parameters
    ----------
    papers
        Papers in the order of their ids.
    pair_graph
        The graph of the papers, with the weights of all layers added up.
    of_paper
        The community of each, or `UNLINKED`.
    grouping
        The graph that decides the positions: `pair_graph`, or that of some layers.
    seed
        The seed of the layout.
    engine
        Where communities are arranged; by default in this process.
    on_count
        Is told of how many papers the communities are arranged.

    Returns
    -------
    PaperMap
        Identical for identical arguments, on every machine.
    """
    degrees = strengths(pair_graph.first, pair_graph.second, pair_graph.weights, n_papers=pair_graph.n)
    x, y = arrange_papers(grouping, of_paper, seed=seed, engine=engine, on_count=on_count)
    labels = label_communities(papers, of_paper.tolist(), degrees.tolist())
    return PaperMap(
        degrees=degrees,
        x=x,
        y=y,
        of_paper=of_paper,
        fits=find_fitting(papers, of_paper, labels),
        names={community: label.name for community, label in labels.items()},
        colours=colour_communities(of_paper, x, y),
    )


def describe_papers(papers: Sequence[Paper], paper_map: PaperMap, between: Floats) -> Iterator[dict[str, Scalar]]:
    """Yield the node attributes of the papers, in their order; `between` is the betweenness of each."""
    columns = zip(
        papers,
        paper_map.of_paper.tolist(),
        paper_map.fits,
        np.round(paper_map.degrees, 4).tolist(),
        between.tolist(),
        paper_map.x.tolist(),
        paper_map.y.tolist(),
        sizes(paper_map.degrees).tolist(),
        strict=True,
    )
    for paper, community, fits, degree, betweenness, x, y, size in columns:
        yield paper_attributes(paper) | {
            "community": community,
            "community_label": paper_map.names[community],
            "fits_community": "yes" if fits else "no",
            "degree_weighted": degree,
            "betweenness": betweenness,
            "x": x,
            "y": y,
            "size": size,
            "color": paper_map.colours[community],
        }
