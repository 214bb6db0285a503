"""A graph as the page that pyvis makes of it: the map alone, whose nodes can be dragged, in one offline file."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from papertrace.export.pyvis_network.styling import to_pyvis
from papertrace.files import atomic_text
from papertrace.model import Paper, Verdict

if TYPE_CHECKING:
    import networkx as nx

    from papertrace.model.graphs import GraphColumns


def write_pyvis(
    graph: "nx.MultiGraph[str] | GraphColumns",
    path: Path,
    *,
    papers: Sequence[Paper] = (),
    verdicts: Iterable[Verdict] = (),
    title: str = "papertrace",
) -> None:
    """Write a graph as a page of pyvis; the file needs neither a network nor other files.

    The arguments are those of `papertrace.export.page.writer.write_html`.

    Raises
    ------
    ExportError
        If the file cannot be written; no partial file is left then.
    """
    network = to_pyvis(graph, papers=papers, verdicts=verdicts, title=title, height="100%")
    with atomic_text(path) as file:
        file.write(network.generate_html())
