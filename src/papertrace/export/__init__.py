"""Writers of graphs: each writes one file format.

To add a format, add a module with `write_…(graph, path)` and a row in `WRITERS` that names both. Modules are imported
on demand, so that a command loads only the formats it writes.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from papertrace.errors import ExportError, name_extra
from papertrace.late_imports import TYPE_CHECKING

if TYPE_CHECKING:
    import networkx as nx

    from papertrace.export.files.tables import TabulatedGraph
    from papertrace.model import Paper, Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class Writer:
    """A file format: its name, its file suffix, and the function in `papertrace.export.<module>` that writes it.

    A name may occur in several rows: `csv` writes one file of nodes and one of edges. `shows_papers` is true if the
    format includes more than the graph: papers, verdicts and a title; `has_shades`, if its colours and sizes can say
    something else than community and links. `by_default` is true if it is written when the user names no format.
    `needs` is a module that is installed with the extra named after the format.
    """

    name: str
    suffix: str
    module: str
    function: str
    shows_papers: bool = False
    has_shades: bool = False
    by_default: bool = True
    needs: str | None = None

    def load(self) -> Callable[..., None]:
        """Import and return the function that writes the format."""
        write: Callable[..., None] = getattr(import_module(f"papertrace.export.{self.module}"), self.function)
        return write

    def check(self, path: Path) -> None:
        """Raise ExportError, naming `path`, if a module that the format needs is not installed."""
        from importlib.util import find_spec

        if self.needs and find_spec(self.needs) is None:
            message = (
                f"{path}: not written: {self.needs} is not installed "
                f"({name_extra(self.name)}, or choose another format)"
            )
            raise ExportError(message)

    def write(
        self,
        graph: "nx.Graph[str] | TabulatedGraph",
        path: Path,
        *,
        papers: "Sequence[Paper]" = (),
        verdicts: "Iterable[Verdict]" = (),
        title: str = "papertrace",
        color_by: str | None = None,
        size_by: str | None = None,
    ) -> None:
        """Write a graph to a file; `title` is the title of the map, in formats that show one.

        `color_by` and `size_by` are what colours and sizes of marks say, in formats that have a choice.

        `graph` is of networkx, or one as columns that several writers share. It is not modified, and the same
        arguments give the same bytes.

        Raises
        ------
        ExportError
            If the file cannot be written, or `check` fails; an existing file is then left unchanged.
        """
        self.check(path)
        write = self.load()
        if self.shows_papers:
            from papertrace.export.files.tables import TabulatedGraph

            shown = graph.columns if isinstance(graph, TabulatedGraph) else graph
            shades = {"color_by": color_by, "size_by": size_by} if self.has_shades else {}
            write(shown, path, papers=papers, verdicts=verdicts, title=title, **shades)
        else:
            write(graph, path)


WRITERS: tuple[Writer, ...] = (
    Writer(
        name="html", suffix=".html", module="page.writer", function="write_html", shows_papers=True, has_shades=True
    ),
    Writer(name="svg", suffix=".svg", module="picture.svg", function="write_svg", shows_papers=True),
    Writer(
        name="png",
        suffix=".png",
        module="picture.png",
        function="write_png",
        shows_papers=True,
        by_default=False,
        needs="resvg_py",
    ),
    Writer(
        name="pyvis",
        suffix=".pyvis.html",
        module="pyvis_network.writer",
        function="write_pyvis",
        shows_papers=True,
        by_default=False,
    ),
    Writer(name="graphml", suffix=".graphml", module="files.xml", function="write_graphml"),
    Writer(
        name="citations",
        suffix=".citations.graphml",
        module="files.xml",
        function="write_citations",
        by_default=False,
    ),
    Writer(name="csv", suffix=".nodes.csv", module="files.tables", function="write_nodes"),
    Writer(name="csv", suffix=".edges.csv", module="files.tables", function="write_edges"),
    Writer(name="json", suffix=".json", module="files.json", function="write_nodelink", by_default=False),
    Writer(name="gexf", suffix=".gexf", module="files.xml", function="write_gexf", by_default=False),
    Writer(name="cytoscape", suffix=".cyjs", module="files.json", function="write_cytoscape", by_default=False),
    Writer(
        name="parquet",
        suffix=".nodes.parquet",
        module="files.tables",
        function="write_parquet_nodes",
        by_default=False,
        needs="pyarrow",
    ),
    Writer(
        name="parquet",
        suffix=".edges.parquet",
        module="files.tables",
        function="write_parquet_edges",
        by_default=False,
        needs="pyarrow",
    ),
    Writer(
        name="vosviewer",
        suffix=".vosviewer.json",
        module="files.json",
        function="write_vosviewer",
        by_default=False,
    ),
)
"""Every format that a graph can be written in, in the order in which they are written."""

PICTURES = ("svg", "png")
"""The names of the formats that are static pictures."""
