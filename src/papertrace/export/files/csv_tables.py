"""Nodes and edges as CSV, for spreadsheets and data frames."""

import csv
import io
import pickle
from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from papertrace.export.files.columns import Scalar, TabulatedGraph, tabulate
from papertrace.files import atomic_text

if TYPE_CHECKING:
    import networkx as nx

    from papertrace.engine import Engine

Column: TypeAlias = Sequence[Scalar | None]

# Characters that spreadsheets interpret as the start of a formula (OWASP, CSV injection), some also if full-width.
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\uff1d", "\uff0b", "\uff0d", "\uff20")

_PIECE = 4_096


def write_nodes(graph: "nx.Graph[Any] | TabulatedGraph", path: Path) -> None:
    """Write the nodes of a graph as CSV: a header, then one row per node in the order of the graph.

    The first column is `id`, the others are the attributes; a cell is empty if the node lacks the attribute. The file
    is UTF-8 with commas and line feeds. Text that a spreadsheet would run as a formula gets a leading apostrophe;
    numbers are unchanged.

    Raises
    ------
    ExportError
        If the file cannot be written; an existing file is then left unchanged.
    """
    tables = tabulate(graph)
    names = [name for name in tables.node_types if name != "id"]
    _write(
        path, ["id", *names], [tables.ids, *(tables.node_columns.columns[name] for name in names)], _engine_of(graph)
    )


def write_edges(graph: "nx.Graph[Any] | TabulatedGraph", path: Path) -> None:
    """Write the edges of a graph as CSV: a header, then one row per edge in the order of the graph.

    The first columns are `source` and `target`, the ids of `write_nodes`; mentions and citations are directed from the
    first to the second. The other columns are the attributes. Everything else is as in `write_nodes`.

    Raises
    ------
    ExportError
        If the file cannot be written; an existing file is then left unchanged.
    """
    tables = tabulate(graph)
    names = [name for name in tables.edge_types if name not in {"source", "target"}]
    columns: list[Column] = [
        tables.sources,
        tables.targets,
        *(tables.edge_columns.columns[name] for name in names),
    ]
    _write(path, ["source", "target", *names], columns, _engine_of(graph))


def _engine_of(graph: "nx.Graph[Any] | TabulatedGraph") -> "Engine | None":
    return graph.engine if isinstance(graph, TabulatedGraph) else None


def escape_formula(cell: Scalar) -> Scalar:
    r"""Return a cell that spreadsheets do not interpret as a formula, with line feeds for carriage returns.

    Before Python 3.13, csv leaves a carriage return unquoted if lines end in line feeds, and readers then see an
    additional row.

    >>> escape_formula("=HYPERLINK(0)"), escape_formula("plain"), escape_formula(-1.5)
    ("'=HYPERLINK(0)", 'plain', -1.5)
    >>> escape_formula("one\r\ntwo")
    'one\ntwo'
    """
    if not isinstance(cell, str):
        return cell
    safe = f"'{cell}" if cell.startswith(_FORMULA_STARTS) else cell
    return safe.replace("\r\n", "\n").replace("\r", "\n")


def write_piece(chunk: bytes, _: None) -> bytes:
    """Return the lines of pickled columns."""
    return _format(pickle.loads(chunk)).encode()  # noqa: S301 - of `_write`


def _write(path: Path, header: Sequence[str], columns: Sequence[Column], engine: "Engine | None") -> None:
    n_rows = len(columns[0])
    pieces = ([column[low : low + _PIECE] for column in columns] for low in range(0, n_rows, _PIECE))
    if engine is not None and n_rows > _PIECE:
        lines = map(bytes.decode, engine.map(write_piece, map(pickle.dumps, pieces)))
    else:
        lines = map(_format, pieces)
    with atomic_text(path) as stream:
        stream.writelines(chain([_format([[name] for name in header])], lines))


def _format(columns: Sequence[Column]) -> str:
    """Return columns as lines; an empty cell stands for None."""
    lines = io.StringIO()
    csv.writer(lines, lineterminator="\n").writerows(zip(*map(_escape, columns), strict=True))
    return lines.getvalue()


def _escape(cells: Column) -> list[Scalar | None]:
    return [escape_formula(cell) if isinstance(cell, str) else cell for cell in cells]
