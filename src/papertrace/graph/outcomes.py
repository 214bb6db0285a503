"""Show on the graph what an audit found."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from papertrace.model import NodeKind, Outcome

if TYPE_CHECKING:
    import networkx as nx

SEVERITY = (
    Outcome.DEAD,
    Outcome.SUSPECT,
    Outcome.INSECURE,
    Outcome.UNSTABLE,
    Outcome.UNKNOWN,
    Outcome.RATE_LIMITED,
    Outcome.RESTRICTED,
    Outcome.MOVED,
    Outcome.ALIVE,
    Outcome.SKIPPED,
)
"""Outcomes, the worst first: what is known to be broken, what may be, what could not be decided, what works."""


def annotate_outcomes(
    graph: "nx.MultiGraph[str]", outcomes: Mapping[str, Iterable[Outcome | str]]
) -> "nx.MultiGraph[str]":
    """Return a copy of the graph whose papers and repositories carry the worst outcome of their links as `outcome`.

    Parameters
    ----------
    graph
        A graph of `build_graph`; it is left as it is.
    outcomes
        The outcomes of the links of each paper or repository, by the id of its node, in any order. What is not in the
        graph is passed over, and so are concepts, which have no link.

    Returns
    -------
    networkx.MultiGraph
        The graph with `outcome` set to a name of `Outcome`, or to nothing where no link was audited.

    Raises
    ------
    ValueError
        If an outcome has no name of `Outcome`.
    """
    annotated = graph.copy()
    for node, attributes in annotated.nodes(data=True):
        if attributes["kind"] == NodeKind.CONCEPT:
            continue
        found = [Outcome(outcome) for outcome in outcomes.get(node, ())]
        attributes["outcome"] = str(min(found, key=SEVERITY.index)) if found else ""
    return annotated
