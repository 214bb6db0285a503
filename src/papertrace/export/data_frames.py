"""Papers, graphs and audits as data frames of pandas, of the extra `pandas`.

Every column has one type: texts are `string`, counts and years `Int64` (where NA marks what is not known), numbers
`float64`, closed sets of names `category` with all their values in a fixed order, instants `datetime64` in UTC. Lists
are lists of Python, for `explode`.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from enum import StrEnum
from importlib.util import find_spec
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from papertrace.errors import ExportError, name_extra
from papertrace.model import AuditResult, ChangeKind, ClaimState, EdgeKind, NodeKind, Outcome, Paper, RepositoryState
from papertrace.model.graphs import GraphColumns, HoldingKind, Table, to_columns
from papertrace.model.papers.facts import DEFINED, Affiliation

if TYPE_CHECKING:
    import networkx as nx
    import pandas as pd

FACTS = "papertrace"
"""The key under which the attributes of a graph are in `attrs` of both frames."""

_TYPES: Mapping[type, str] = {bool: "boolean", int: "Int64", float: "float64", str: "string"}
_CLOSED: Mapping[str, Mapping[str, Sequence[str]]] = {
    "nodes": {
        "kind": [*NodeKind],
        "claim": [*ClaimState],
        "outcome": ["", *Outcome],
        "change": ["", *ChangeKind],
        "new": ["yes", "no"],
    },
    "edges": {"kind": [*EdgeKind, *HoldingKind], "interaction": [*EdgeKind, *HoldingKind]},
}
_COLUMNS_OF_KINDS: Mapping[type, str] = {str: "string", int: "Int64", tuple: "object"}
_FACT_COLUMNS = [fact for fact in DEFINED if fact.is_column]
_read_facts = attrgetter(*(fact.name for fact in _FACT_COLUMNS))
_PAPER_COLUMNS: Mapping[str, str] = {
    "title": "string",
    **{fact.column: _COLUMNS_OF_KINDS[fact.kind] for fact in _FACT_COLUMNS},
    "n_references": "Int64",
    "concepts": "object",
    "links": "object",
    "repositories": "object",
    "references": "object",
    "claim": "category",
    "claim_sentence": "string",
    "abstract": "string",
    "source": "string",
    "line": "Int64",
}
_AUDIT_COLUMNS: Mapping[str, str] = {
    "url": "string",
    "outcome": "category",
    "reason": "string",
    "status": "Int64",
    "new_url": "string",
    "redirects": "object",
    "repository_state": "category",
    "failing_since": "instant",
    "checked_at": "instant",
    "papers": "object",
    "rescue": "string",
    "has_snapshot": "boolean",
    "last_active": "instant",
}


class GraphFrames(NamedTuple):
    """A graph as two data frames."""

    nodes: "pd.DataFrame"
    edges: "pd.DataFrame"


def frame_papers(papers: Iterable[Paper]) -> "pd.DataFrame":
    """Return one row for each paper, in their order; the index is `id`.

    `links` are URLs, `repositories` `host/owner/name` of the links that lead to one; `source` and `line` are where the
    paper is printed first.

    Raises
    ------
    ExportError
        If pandas is not installed.
    """
    rows = [(paper.id, _describe(paper)) for paper in papers]
    columns = {name: [row[name] for _, row in rows] for name in _PAPER_COLUMNS}
    return _frame(columns, _PAPER_COLUMNS, {"claim": [*ClaimState]}, index=("id", [key for key, _ in rows]))


def frame_audit(result: AuditResult) -> "pd.DataFrame":
    """Return one row for each link of an audit, with the columns of its JSON-lines report.

    Raises
    ------
    ExportError
        If pandas is not installed.
    """
    records = result.to_records()
    columns = {name: [record[name] for record in records] for name in _AUDIT_COLUMNS}
    closed = {"outcome": [*Outcome], "repository_state": [*RepositoryState]}
    return _frame(columns, _AUDIT_COLUMNS, closed)


def frame_graph(graph: "nx.MultiGraph[str]") -> GraphFrames:
    """Return the nodes of a graph, whose index is `id`, and its edges, whose index is `key`, in the order of the graph.

    The columns are the attributes, with NA where a node or edge lacks one. Those of edges begin with `source` and
    `target`, ids of nodes; mentions and citations lead from the first to the second. `attrs["papertrace"]` of both has
    the attributes of the graph. An attribute whose values are of several types is an object column.

    Raises
    ------
    ExportError
        If pandas is not installed.
    """
    columns = to_columns(graph)
    nodes = _frame_table(columns.nodes, "nodes", {}, ("id", columns.ids))
    edges = _frame_table(columns.edges, "edges", _ends(columns), ("key", columns.keys))
    for frame in (nodes, edges):
        frame.attrs[FACTS] = dict(columns.facts)
    return GraphFrames(nodes, edges)


def read_frames(nodes: "pd.DataFrame", edges: "pd.DataFrame", into: "nx.MultiGraph[str]") -> None:
    """Fill an empty graph with the rows of two frames as `frame_graph` returns them.

    Values become plain scalars of Python, and NA a missing attribute. Where an index is no longer named `id` or `key`,
    as after a merge, a column of that name counts instead. Edges to nodes that are not in `nodes` are left out, so that
    a selection of nodes is enough.

    Raises
    ------
    ExportError
        If the edges have no `source` or `target`, or if the nodes have lost their ids: their index is not named `id`,
        and none of them is an end of an edge.
    """
    if missing := {"source", "target"} - set(edges.columns):
        message = f"from_pandas: the edges have no column {min(missing)!r}; take both frames from to_pandas"
        raise ExportError(message)
    into.graph.update(nodes.attrs.get(FACTS, {}))
    has_ids = nodes.index.name == "id"
    nodes, edges = _index_by("id", nodes), _index_by("key", edges)
    for node, attributes in zip(nodes.index, _rows(nodes), strict=True):
        into.add_node(str(node), **attributes)
    ends = edges[["source", "target"]].astype(object).itertuples(index=False, name=None)
    for key, (source, target), attributes in zip(edges.index, ends, _rows(edges), strict=True):
        if source in into and target in into:
            own = {name: value for name, value in attributes.items() if name not in {"source", "target"}}
            into.add_edge(source, target, key=str(key), **own)
    # Nodes under their ids may all lack edges, as a selection of the papers that are linked to none.
    if not has_ids and into and len(edges) and set(into).isdisjoint([*edges["source"], *edges["target"]]):
        message = (
            f"from_pandas: no node is an end of an edge; the nodes have lost their ids (the first is "
            f"{next(iter(into))!r}); keep them where you merge, as in nodes.reset_index().merge(…).set_index('id')"
        )
        raise ExportError(message)


def _index_by(name: str, frame: "pd.DataFrame") -> "pd.DataFrame":
    """Return a frame under its column of a name, unless its index has the name or it has no such column."""
    return frame if frame.index.name == name or name not in frame.columns else frame.set_index(name)


def _rows(frame: "pd.DataFrame") -> Iterable[dict[str, Any]]:
    """Yield each row without what it lacks, as plain scalars."""
    import pandas as pd

    # Of a frame without columns, pandas before 3 makes no records.
    for row in frame.astype(object).to_dict("records") if len(frame.columns) else [{}] * len(frame):
        yield {str(name): _plain(value) for name, value in row.items() if isinstance(value, list) or pd.notna(value)}


def _plain(value: object) -> object:
    return value.item() if hasattr(value, "item") else value


def _describe(paper: Paper) -> dict[str, object]:
    """Return the row of a paper; None where something is not known."""
    first = next((entry.span for entry in paper.entries), None)
    repositories = (link.repository for link in paper.links if link.repository)
    return {
        "title": paper.title,
        **{fact.column: _as_cell(value) for fact, value in zip(_FACT_COLUMNS, _read_facts(paper), strict=True)},
        "n_references": len(paper.references) or None,
        "concepts": [concept.label or concept.key for concept in paper.concepts],
        "links": list(dict.fromkeys(link.url for link in paper.links)),
        "repositories": list(dict.fromkeys(f"{one.host}/{one.slug}" for one in repositories)),
        "references": list(paper.references),
        "claim": str(paper.claim.state),
        "claim_sentence": paper.claim.sentence or None,
        "abstract": paper.abstract or None,
        "source": first.source if first else None,
        "line": first.line if first else None,
    }


def _as_cell(value: object) -> object:
    """Return a fact as it stands in a cell: a list of texts, or of dictionaries."""
    if not isinstance(value, tuple):
        return value
    return [asdict(item) if isinstance(item, Affiliation) else item for item in value]


def _ends(columns: GraphColumns) -> dict[str, list[object]]:
    """Return the ends of the edges; those with `tail` and `head` lead from one to the other."""
    nothing: list[object] = [None] * columns.edges.n_rows
    tails, heads = (columns.edges.columns.get(name, nothing) for name in ("tail", "head"))
    sources: list[object] = []
    targets: list[object] = []
    for first, second, tail, head in zip(columns.first, columns.second, tails, heads, strict=True):
        source, target = columns.ids[first], columns.ids[second]
        if (tail, head) == (target, source):
            source, target = target, source
        sources.append(source)
        targets.append(target)
    return {"source": sources, "target": targets}


def _frame_table(
    table: Table[Any], domain: str, before: Mapping[str, Sequence[object]], index: tuple[str, Sequence[str]]
) -> "pd.DataFrame":
    columns: dict[str, Sequence[object]] = {**before, **{name: table.columns[name] for name in table.order}}
    types = {name: _type_of(values) for name, values in columns.items()}
    closed = {}
    for name, values in _CLOSED[domain].items():
        if name in columns and {value for value in columns[name] if value is not None} <= set(values):
            closed[name], types[name] = values, "category"
    return _frame(columns, types, closed, index=index)


def _type_of(values: Iterable[object]) -> str:
    kinds = {str if issubclass(kind, StrEnum) else kind for kind in map(type, values)} - {type(None)}
    return _TYPES.get(kinds.pop(), "object") if len(kinds) == 1 else "object"


def _frame(
    columns: Mapping[str, Sequence[object]],
    types: Mapping[str, str],
    closed: Mapping[str, Sequence[str]],
    index: tuple[str, Sequence[str]] | None = None,
) -> "pd.DataFrame":
    if find_spec("pandas") is None:
        message = f"to_pandas: pandas is not installed ({name_extra('pandas')})"
        raise ExportError(message)
    import pandas as pd

    name, keys = index or (None, range(len(next(iter(columns.values()), ()))))
    rows = pd.Index(list(keys), name=name, dtype=None if index is None else object)
    made = {}
    for column, values in columns.items():
        match types[column]:
            case "category":
                texts = [None if value is None else str(value) for value in values]
                made[column] = pd.Series(
                    pd.Categorical(texts, categories=[str(one) for one in closed[column]]), index=rows
                )
            case "instant":
                made[column] = pd.Series(_instants(values), index=rows)
            case kind:
                made[column] = pd.Series(list(values), index=rows, dtype=kind)
    return pd.DataFrame(made, index=rows)


def _instants(values: Sequence[object]) -> "pd.DatetimeIndex":
    """Return ISO texts as instants in UTC, with microseconds whatever the version of pandas."""
    import pandas as pd

    return pd.DatetimeIndex(pd.to_datetime([str(value or "") for value in values], utc=True, format="ISO8601")).as_unit(
        "us"
    )
