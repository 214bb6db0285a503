"""Add the outcomes of an audit to a graph."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from papertrace.model import NodeKind, Outcome
from papertrace.model.audit.verdict import worst_outcome
from papertrace.model.graphs.columns import GraphColumns

if TYPE_CHECKING:
    import networkx as nx


def annotate_outcomes(
    graph: "nx.MultiGraph[str]", outcomes: Mapping[str, Iterable[Outcome | str]]
) -> "nx.MultiGraph[str]":
    """Return a copy of the graph whose papers and repositories carry the worst outcome of their links as `outcome`.

    Parameters
    ----------
    graph
        A graph from `build_graph`; it is not modified.
    outcomes
        The outcomes of the links of each paper or repository, by node id, in any order. Ids that are not in the graph
        are ignored, as are concepts, which have no links.

    Returns
    -------
    networkx.MultiGraph
        The copy, with `outcome` set to a value of `Outcome`, or empty if no link was audited.

    Raises
    ------
    ValueError
        If an outcome is not a value of `Outcome`.
    """
    annotated = graph.copy()
    for node, attributes in annotated.nodes(data=True):
        if attributes["kind"] != NodeKind.CONCEPT:
            attributes["outcome"] = worst_outcome(outcomes.get(node, ()))
    return annotated


def set_outcomes(graph: GraphColumns, outcomes: Mapping[str, Iterable[Outcome | str]]) -> None:
    """Set the outcomes of the papers and repositories of a graph; the arguments are those of `annotate_outcomes`."""
    kinds = graph.nodes.columns.get("kind", ())
    worst = [
        None if kind == NodeKind.CONCEPT else worst_outcome(outcomes.get(node, ()))
        for node, kind in zip(graph.ids, kinds, strict=True)
    ]
    graph.nodes.set_column("outcome", worst)
