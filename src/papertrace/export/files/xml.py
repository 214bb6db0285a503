"""Graphs as GraphML and GEXF.

Elements are written in pieces from columns, in the form that networkx gives them. Its document as a tree takes twenty
times the time and memory, includes the date of writing, and takes attributes that are called `start`, `id` or `type`
for those of the format.

A GraphML file is read back before it is renamed to the target, by the parser of the standard library, so that a file
that exists is well-formed and says what was meant. A parser that calls a function for every attribute takes ten times
as long as writing: texts and tags are collected as they come, and each piece is compared as a whole.

Writers raise ExportError if the file cannot be written; an existing file is then left unchanged.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, chain, compress, repeat
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn
from xml.parsers import expat

from papertrace.errors import ExportError
from papertrace.export.files.tables import Column, Scalar, Tables, TabulatedGraph, column_type_name, tabulate
from papertrace.files import replacing
from papertrace.model import EdgeKind, NodeKind
from papertrace.model.graphs import GraphColumns, Table, to_columns
from papertrace.model.text import escape_for_xml, quote_for_xml

if TYPE_CHECKING:
    import networkx as nx

_GRAPHML_SPECIAL = re.compile(r"[&<>\r]")
_GRAPHML_PIECE = 2_048
_MARK = "\0"
"""What stands between the texts and tags of a file that was read back; no text has it."""


def write_graphml(graph: "nx.Graph[Any] | TabulatedGraph", path: Path) -> None:
    """Write a graph as a complete and readable GraphML file, or not at all.

    Parameters
    ----------
    graph
        A networkx graph; it is not modified. Its attributes are converted by
        `papertrace.export.files.tables.tabulate`: one type per column, lists joined by `|`, a unique id for each
        edge, no characters that XML forbids.
    path
        The file to create or replace. The same graph gives the same bytes.

    Raises
    ------
    ExportError
        If the file cannot be written, or reads back differently, as with two node ids that differ only in control
        characters. An existing file is then left unchanged.
    """
    tables = tabulate(graph)
    if len(set(tables.ids)) != len(tables.ids):
        repeated = next(node for node, n in Counter(tables.ids).items() if n > 1)
        _refuse(path, f"two node ids are the same as text without control characters: {repeated!r}")
    with replacing(path) as temporary:
        sizes = _write(temporary, ("".join(piece.texts) for piece in _render(tables)))
        _compare(path, temporary, sizes, _render(tables, _MARK))


def write_citations(graph: "nx.Graph[Any] | TabulatedGraph", path: Path) -> None:
    """Write the citations of a graph as a directed graph, from the citing paper to the cited one, as `write_graphml`.

    Nodes are all papers, with all their attributes; concepts, repositories, authors and venues are left out.

    Raises
    ------
    ExportError
        As `write_graphml`.
    """
    columns = graph.columns if isinstance(graph, TabulatedGraph) else to_columns(graph)
    write_graphml(TabulatedGraph(_select_citations(columns)), path)


def _select_citations(columns: GraphColumns) -> GraphColumns:
    papers = [row.get("kind", NodeKind.PAPER) == NodeKind.PAPER for row in columns.nodes.rows()]
    numbers = {node: number for number, node in enumerate(compress(columns.ids, papers))}
    nodes: Table[Any] = Table()
    edges: Table[Any] = Table()
    for row in compress(columns.nodes.rows(), papers):
        nodes.add(row)
    first, second, keys = [], [], []
    for key, row in zip(columns.keys, columns.edges.rows(), strict=True):
        if row.get("kind") == EdgeKind.CITATION and {row["tail"], row["head"]} <= numbers.keys():
            first.append(numbers[row["tail"]])
            second.append(numbers[row["head"]])
            keys.append(key)
            edges.add(row)
    facts = {"n_papers": len(numbers), "n_edges_citation": len(keys)}
    return GraphColumns(
        ids=list(numbers),
        nodes=nodes,
        first=first,
        second=second,
        keys=keys,
        edges=edges,
        facts=facts,
        is_directed=True,
    )


class _Piece(NamedTuple):
    """A part of a file: the texts of its elements, of which a name and `ids` tell those of whom a message speaks."""

    name: str
    ids: Sequence[str]
    texts: Sequence[str]


def _write(file: Path, texts: Iterable[str]) -> list[int]:
    """Write texts one after the other, and return the number of bytes of each."""
    with file.open("wb") as stream:
        return [stream.write(text.encode()) for text in texts]


def _compare(path: Path, file: Path, sizes: Iterable[int], pieces: Iterable[_Piece]) -> None:
    """Compare a file, of parts of so many bytes, with what a parser should find in it."""
    found: list[str] = []
    # Just written by this process, so neither hostile nor larger than the data in memory.
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.DefaultHandler = parser.CharacterDataHandler = found.append
    with file.open("rb") as stream:
        for size, (name, ids, texts) in zip(sizes, pieces, strict=True):
            parser.buffer_size = size + 1  # Longer texts would come in parts.
            found.clear()
            try:
                parser.Parse(stream.read(size), name == "end")
            except (expat.ExpatError, UnicodeError) as error:
                _refuse(path, f"the GraphML cannot be read back: {error}", error)
            one, other = _MARK.join((*found, "")), "".join(texts)
            if one != other:
                ends = zip(ids, accumulate(map(len, texts)), strict=False)
                element = next((of for of, end in ends if not one.startswith(other[:end])), ids[-1] if ids else "")
                _refuse(path, f"{f'{name} {element!r}' if ids else f'the {name} of the graph'} reads back differently")
        if stream.read(1):
            _refuse(path, "the file reads back with more at its end")


def _refuse(path: Path, fact: str, error: Exception | None = None) -> NoReturn:
    message = f"{path}: not written: {fact} (try another format, such as json)"
    raise ExportError(message) from error


def _render(tables: Tables, mark: str = "") -> Iterator[_Piece]:
    """Yield the head of a file, its nodes and edges in pieces of some thousand, and its end.

    With a mark, it is between the texts and tags, and texts are as read. Each part begins and ends beside a tag.
    """
    keys: dict[str, dict[str, str]] = {}
    schema = "http://graphml.graphdrawing.org/xmlns"
    start = (
        f'<?xml version="1.0" encoding="UTF-8"?>{mark}\n{mark}<graphml xmlns="{schema}"'
        ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'
        f' xsi:schemaLocation="{schema} {schema}/1.0/graphml.xsd">{mark}'
    )
    head = [start]
    facts: dict[str, Column] = {name: [value] for name, value in tables.graph.items()}
    numbers = iter(range(sum(map(len, (tables.graph_types, tables.node_types, tables.edge_types)))))
    for domain, types, columns in (
        ("graph", tables.graph_types, facts),
        ("node", tables.node_types, tables.node_columns.columns),
        ("edge", tables.edge_types, tables.edge_columns.columns),
    ):
        keys[domain] = {name: f"d{next(numbers)}" for name in types}
        head += [
            f'\n  {mark}<key id="{keys[domain][name]}" for="{domain}" attr.name={quote_for_xml(name)}'
            f' attr.type="{column_type_name(kind, columns[name])}"/>{mark}'
            for name, kind in types.items()
        ]
    head.append(f'\n  {mark}<graph edgedefault="{"directed" if tables.directed else "undirected"}">{mark}')
    for name, column in facts.items():
        head += _render_column(keys["graph"][name], column, mark, indent="    ")
    yield _Piece("head", (), head)
    for kind, identities, table in (
        ("node", {"id": tables.ids}, tables.node_columns),
        ("edge", {"id": tables.keys, "source": tables.sources, "target": tables.targets}, tables.edge_columns),
    ):
        for low in range(0, len(identities["id"]), _GRAPHML_PIECE):
            part = slice(low, low + _GRAPHML_PIECE)
            names = (map(f" {name}={{}}".format, map(quote_for_xml, ids[part])) for name, ids in identities.items())
            starts = [f"\n    {mark}<{kind}{''.join(row)}>{mark}" for row in zip(*names, strict=True)]
            data = [_render_column(keys[kind][name], table.columns[name][part], mark) for name in table.order]
            rows = zip(starts, *data, repeat(f"\n    {mark}</{kind}>{mark}", len(starts)), strict=True)
            yield _Piece(kind, identities["id"][part], list(map("".join, rows)))
    yield _Piece("end", (), [f"\n  {mark}</graph>{mark}\n{mark}</graphml>{mark}\n{mark}"])


def _render_column(key: str, values: Column, mark: str, *, indent: str = "      ") -> list[str]:
    """Return the elements of an attribute, empty for None."""
    texts = [value if value is None or isinstance(value, str) else _as_text(value) for value in values]
    if mark:
        texts = [text and text + mark for text in texts]
    elif _GRAPHML_SPECIAL.search("".join(filter(None, texts))):
        texts = [text and escape_for_xml(text).replace("\r", "&#13;") for text in texts]
    start, end = f'\n{indent}{mark}<data key="{key}">{mark}', f"</data>{mark}"
    return ["" if text is None else f"{start}{text}{end}" for text in texts]


def _as_text(value: Scalar) -> str:
    return str(value).lower() if isinstance(value, bool) else repr(value)


_GEXF_HEAD = """<?xml version='1.0' encoding='utf-8'?>
<gexf xmlns:viz="http://www.gexf.net/1.2draft/viz" xmlns="http://www.gexf.net/1.2draft"\
 xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"\
 xsi:schemaLocation="http://www.gexf.net/1.2draft http://www.gexf.net/1.2draft/gexf.xsd" version="1.2">
  <meta>
    <creator>papertrace</creator>
  </meta>
"""
_COLOR = re.compile(r"#[0-9a-fA-F]{6}")
_GEXF_SPECIAL = re.compile(r'[&<>"\r\n\t]')
_ESCAPES = str.maketrans(
    {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\r": "&#13;", "\n": "&#10;", "\t": "&#09;"}
)
_GEXF_PIECE = 4_096

# Gephi draws discs by default.
_SHAPES = {NodeKind.CONCEPT.value: "triangle", NodeKind.REPOSITORY.value: "square", NodeKind.AUTHOR.value: "diamond"}

# Attributes for which the format has elements of its own.
_DRAWN = frozenset({"label", "x", "y", "size", "color"})
_OF_EDGES = frozenset({"label", "weight"})

# networkx reads the key of an edge from an attribute of this name.
_KEY = "networkx_key"
_TYPES: dict[type[Scalar], str] = {bool: "boolean", int: "long", float: "double", str: "string"}


def write_gexf(graph: "nx.Graph[Any] | TabulatedGraph", path: Path) -> None:
    """Write a graph as GEXF 1.2 with `viz` (position, size, colour) and, if papers have years, `start`.

    Attributes are those of the GraphML, one type per column, lists joined with `|`. Edges keep their ids, so that
    parallel edges of several kinds stay distinct; mentions and citations are directed, from the source to the target,
    in a graph whose other edges are not. networkx does not read such a mixture. The same graph gives the same bytes.
    """
    tables = tabulate(graph)
    with replacing(path) as temporary, temporary.open("w", encoding="utf-8", newline="\n") as stream:
        for piece in _generate(tables):
            stream.write(piece)


def _generate(tables: Tables) -> Iterator[str]:
    """Yield the text of the file in pieces of some thousand elements."""
    nodes, edges = tables.node_columns, tables.edge_columns
    of_nodes = _order(nodes, _DRAWN)
    of_edges = _order(edges, _OF_EDGES | {_KEY})
    if tables.keys:
        first = [name for name in of_edges if edges.columns[name][0] is not None]
        of_edges = [*first, _KEY, *of_edges[len(first) :]]
    numbers = {name: number for number, name in enumerate(of_nodes)}
    numbers_of_edges = {name: number for number, name in enumerate(of_edges, start=len(of_nodes))}
    yield _GEXF_HEAD
    direction = "directed" if tables.directed else "undirected"
    # A graph in which nodes appear in some year is dynamic.
    mode = 'mode="dynamic" name="" timeformat="date"' if "year" in tables.node_types else 'mode="static" name=""'
    yield f'  <graph defaultedgetype="{direction}" {mode}>\n'
    yield from _declare("edge", numbers_of_edges, {**tables.edge_types, _KEY: str})
    yield from _declare("node", numbers, tables.node_types)
    yield "    <nodes>\n" if tables.ids else "    <nodes />\n"
    for low in range(0, len(tables.ids), _GEXF_PIECE):
        starts = list(_start_nodes(tables.ids[low : low + _GEXF_PIECE], nodes, low))
        yield _elements(starts, _values(nodes, low, numbers), "      </node>\n")
    yield "    </nodes>\n" if tables.ids else ""
    yield "    <edges>\n" if tables.keys else "    <edges />\n"
    columns: dict[str, list[Scalar | None]] = {**edges.columns, _KEY: [*tables.keys]}
    order = [*(name for name in edges.order if name != _KEY), _KEY]
    with_keys = Table[Scalar](n_rows=edges.n_rows, columns=columns, order=order)
    for low in range(0, len(tables.keys), _GEXF_PIECE):
        starts = list(_start_edges(tables, low))
        yield _elements(starts, _values(with_keys, low, numbers_of_edges), "      </edge>\n")
    yield "    </edges>\n" if tables.keys else ""
    yield "  </graph>\n</gexf>\n"


def _order(table: Table[Scalar], drawn: frozenset[str]) -> list[str]:
    """Return the attributes to declare in the order in which rows have them first."""
    firsts = {
        name: next(number for number, value in enumerate(table.columns[name]) if value is not None)
        for name in table.order
        if name not in drawn
    }
    return sorted(firsts, key=firsts.__getitem__)


def _declare(domain: str, numbers: dict[str, int], types: dict[str, type[Scalar]]) -> Iterator[str]:
    """Yield the declarations of the attributes of nodes or edges."""
    if not numbers:
        return
    yield f'    <attributes mode="static" class="{domain}">\n'
    for name, number in numbers.items():
        yield f'      <attribute id="{number}" title={_quote(name)} type="{_TYPES[types[name]]}" />\n'
    yield "    </attributes>\n"


def _elements(starts: Sequence[str], values: Sequence[Sequence[str]], end: str) -> str:
    """Return elements as text, given how they start and, for each attribute, their values."""
    opened = []
    for start, row in zip(starts, zip(*values, strict=True) if values else repeat(()), strict=bool(values)):
        some = "".join(row)
        opened.append(f"{start}        <attvalues>\n{some}        </attvalues>\n" if some else start)
    return "".join(chain.from_iterable(zip(opened, repeat(end, len(opened)), strict=True)))


def _values(table: Table[Scalar], low: int, numbers: dict[str, int]) -> list[list[str]]:
    """Return the values of some rows for each attribute, empty for rows that lack it."""
    return [
        [
            "" if value is None else f'          <attvalue for="{numbers[name]}" value={_quote(_gexf_text(value))} />\n'
            for value in table.columns[name][low : low + _GEXF_PIECE]
        ]
        for name in table.order
        if name in numbers
    ]


def _start_nodes(ids: Sequence[str], table: Table[Scalar], low: int) -> Iterator[str]:
    """Yield the start tags of some nodes, with colour, size, shape and position."""
    part = slice(low, low + len(ids))
    nothing: list[Scalar | None] = [None] * len(ids)

    def column(name: str) -> Sequence[Scalar | None]:
        return table.columns[name][part] if name in table.columns else nothing

    drawn = zip(ids, *map(column, ("label", "year", "color", "size", "kind", "x", "y")), strict=True)
    for node, label, year, color, size, kind, x, y in drawn:
        # A paper without a year is always present.
        start = int(_number(year, 0))
        shown = str(color) if _COLOR.fullmatch(str(color)) else "#808080"
        red, green, blue = (int(shown[at : at + 2], 16) for at in (1, 3, 5))
        shape = _SHAPES.get(str(kind), "")
        yield "".join(
            (
                f"      <node id={_quote(node)} label={_quote(node if label is None else str(label))}",
                f' start="{start}">\n' if start else ">\n",
                f'        <viz:color r="{red}" g="{green}" b="{blue}" a="1.0" />\n',
                f'        <viz:size value="{_number(size, 10.0)}" />\n',
                f'        <viz:shape value="{shape}" />\n' if shape else "",
                f'        <viz:position x="{_number(x, 0.0)}" y="{_number(y, 0.0)}" z="0.0" />\n',
            )
        )


def _start_edges(tables: Tables, low: int) -> Iterator[str]:
    """Yield the start tags of some edges."""
    part = slice(low, low + _GEXF_PIECE)
    keys = tables.keys[part]
    nothing: list[Scalar | None] = [None] * len(keys)
    columns = tables.edge_columns.columns
    labels, weights = (columns[name][part] if name in columns else nothing for name in ("label", "weight"))
    tails = columns["tail"][part] if "tail" in columns and not tables.directed else nothing
    for source, target, key, label, weight, tail in zip(
        tables.sources[part], tables.targets[part], keys, labels, weights, tails, strict=True
    ):
        shown = "" if label is None else str(label)
        direction = "" if tail is None else ' type="directed"'
        yield (
            f"      <edge source={_quote(source)} target={_quote(target)} id={_quote(key)} label={_quote(shown)}"
            f' weight="{_number(weight, 1.0)}"{direction}>\n'
        )


def _number(value: Scalar | None, default: float) -> float:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else default


def _gexf_text(value: Scalar) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _quote(text: str) -> str:
    """Return a text as the value of an attribute of XML; line breaks and tabs are kept."""
    return f'"{text.translate(_ESCAPES)}"' if _GEXF_SPECIAL.search(text) else f'"{text}"'
