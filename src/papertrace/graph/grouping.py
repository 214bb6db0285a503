"""The graph that decides communities and positions: the links of the papers, and how much alike their texts are.

Links are few, so that their reasons are good; communities of links alone are many small ones, since two papers of one
topic need not share a concept that links them. So each paper is also grouped with those whose texts are most like its
own. A usual resemblance counts as much as a usual link.
"""

import numpy as np

from papertrace.graph.map.forces import WeightedGraph
from papertrace.graph.pairs.edge_list import EdgeList
from papertrace.graph.pairs.projection import Floats


def add_resemblance(links: WeightedGraph, alike: EdgeList) -> WeightedGraph:
    """Return the graph of links and of papers with similar texts, the weights of both added up.

    Parameters
    ----------
    links
        The links between papers.
    alike
        Pairs of papers with similar texts, each once. Those with a paper that has no link are left out: such papers are
        in no community.

    Returns
    -------
    WeightedGraph
        On the same papers, sorted by both ends.
    """
    is_linked = np.zeros(links.n, dtype=np.bool_)
    is_linked[links.first] = is_linked[links.second] = True
    alike = alike.take(is_linked[alike.first] & is_linked[alike.second])
    if not len(alike):
        return links
    weights = alike.weights * (_usual(links.weights) / _usual(alike.weights.astype(np.float64)))
    first, second = np.concatenate((links.first, alike.first)), np.concatenate((links.second, alike.second))
    codes, pairs = np.unique(first * links.n + second, return_inverse=True)
    total = np.bincount(pairs, weights=np.concatenate((links.weights, weights)), minlength=codes.size)
    return WeightedGraph(n=links.n, first=codes // links.n, second=codes % links.n, weights=total.astype(np.float64))


def _usual(weights: Floats) -> float:
    """Return the median, of an even number the upper one."""
    return float(np.sort(weights)[weights.size // 2])
