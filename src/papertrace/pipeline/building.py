"""Papers to a graph."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from papertrace.model import Paper
from papertrace.pipeline.steps import take_papers

if TYPE_CHECKING:
    from papertrace.engine import Engine, EngineSettings
    from papertrace.graph.settings import GraphSettings
    from papertrace.pipeline.notebooks import Graph


def build_graph(
    papers: Iterable[Paper],
    settings: "GraphSettings | None" = None,
    engine: "Engine | EngineSettings | None" = None,
    *,
    nodes: str | Sequence[str] | None = None,
    layers: str | Sequence[str] | None = None,
) -> "Graph":
    """Link papers by what they share, prune the links, find communities and lay out a map.

    Parameters
    ----------
    papers
        Papers in any order; the graph does not depend on it. Of papers with the same id, one is kept.
    settings
        How papers are linked, which links are kept, and which nodes there are; `GraphSettings()` by default.
    engine
        Where pairs of papers are made: an open engine, or settings of one; by default in this process. The
        graph does not depend on it.
    nodes, layers
        Instead of `settings.nodes` and `settings.group_by`: what becomes a node, and which layers decide communities
        and positions, as on the command line (`nodes="papers,authors"`, `layers=["citation", "coupling"]`).

    Returns
    -------
    Graph
        A `networkx.MultiGraph` that notebooks show, and that keeps the papers. Nodes are the ids of the papers in
        sorted order, then those of concepts and repositories (`concept:…`, `repository:…`); edges have the keys `e0`,
        `e1`, …. Every attribute is a plain scalar of one type. The page of attributes
        (`graphs/README.md`) says what each means: papers have the facts that `papertrace.model.papers.facts` defines
        (`year`, `authors`, `venue`, `doi` …), `community`, `x` and `y`; edges `kind`, `weight` and `evidence`; the
        graph its counts and what its layers and communities were made with.

    Raises
    ------
    SettingsError
        If there are no such nodes or layers; it names the nearest right ones.
    TypeError
        If it is given a path, or anything else than papers.

    Examples
    --------
    >>> from papertrace import Paper
    >>> a = Paper(id="a", title="Ice", abstract="", entries=())
    >>> b = Paper(id="b", title="Ink", abstract="", entries=(), references=("a",))
    >>> [(one, other, facts["kind"]) for one, other, facts in build_graph([a, b]).edges(data=True)]
    [('a', 'b', 'citation')]
    """
    from papertrace.engine.opening import MIN_FOR_PROCESSES_OF_GRAPHS, opened
    from papertrace.graph.settings import GraphSettings
    from papertrace.pipeline.earlier import set_printed
    from papertrace.pipeline.notebooks import Graph

    papers = take_papers(papers, "build_graph")
    named = (("nodes", nodes), ("group_by", layers))
    changes: dict[str, Any] = {
        name: value if isinstance(value, str) else tuple(value) for name, value in named if value is not None
    }
    if changes:
        settings = replace(settings or GraphSettings(), **changes)
    with opened(engine, len(papers), MIN_FOR_PROCESSES_OF_GRAPHS) as ready:
        from papertrace.graph.build import build_columns
        from papertrace.pipeline.texts import count_terms

        columns = build_columns(papers, settings, count_terms, ready)
    set_printed(columns, papers, settings)
    graph = Graph()
    graph.papers = papers
    columns.to_networkx(graph)
    return graph
