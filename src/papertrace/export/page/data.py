"""The data of the page: a graph and its papers as one JSON-serialisable value.

The page derives no facts of its own. Everything a reader sees is decided here, where it can be tested: the mark of a
paper's code, its short name, the order of lists, which URLs may become links.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from papertrace.export.marks import WITH_CODE
from papertrace.export.page.concepts import concept_map, written_forms
from papertrace.export.page.embedding import JsonObject
from papertrace.export.page.marks import MAX_SHOWN_PAPERS, discs, mark_radii, scale_positions
from papertrace.export.page.packing import abstract_data
from papertrace.export.page.records import (
    Repositories,
    add_keys,
    addresses_of_works,
    bibtex_names,
    community_records,
    finite_number,
    linked_pairs,
    paper_record,
    show_papers,
    tell_apart,
)
from papertrace.export.page.timeline import timeline
from papertrace.model import NodeKind, Paper, Verdict
from papertrace.model.graphs import GraphColumns, to_columns
from papertrace.model.identifiers import address_of
from papertrace.model.mathematics import show_mathematics
from papertrace.model.papers.facts import DEFINED
from papertrace.model.papers.paper import rank_missing
from papertrace.model.text import format_count

if TYPE_CHECKING:
    import networkx as nx

_ITEM_KINDS = frozenset(NodeKind) - {NodeKind.PAPER}  # kinds of nodes that the page derives from the papers
# Of the papers of an author, a keyword and so on.
_MEASURES = {"n_papers": "Papers", "h_index": "h-index", "g_index": "g-index"}
_MEASURES |= {"first_year": "First year", "last_year": "Last year"}
_MAX_MISSING = 60


def page_data(
    graph: "nx.MultiGraph[str] | GraphColumns",
    papers: Sequence[Paper] = (),
    verdicts: Iterable[Verdict] = (),
) -> JsonObject:
    """Return the data that page and picture show of the papers, as lists and dictionaries of plain scalars.

    `papers` and `nodes` are in the order of the graph's nodes and refer to each other by index; `edges` has one item
    per pair of papers, with all reasons for the pair, heaviest first; `discs` has one item per community if there are
    more papers than a map shows at once (`crowd`), else none. Papers that are not in the graph are omitted; nodes
    without a paper are described by their attributes alone. A URL other than http or https is kept as text, never as a
    link.
    """
    papers = show_papers(papers)
    by_id = {paper.id: paper for paper in papers}
    by_url = {verdict.link.url: verdict for verdict in verdicts}
    columns = to_columns(graph)
    numbers, attributes = paper_nodes(columns)
    ids = [columns.ids[number] for number in numbers]
    positions = scale_positions(attributes)
    communities, community_of = community_records(attributes, positions)
    concepts: dict[str, int] = {}
    repositories = Repositories()
    records = [
        paper_record(node, attrs, by_id.get(node), by_url, found=(concepts, repositories))
        for node, attrs in zip(ids, attributes, strict=True)
    ]
    tell_apart(records)
    add_keys(records)
    sizes = mark_radii(attributes)
    for record, attrs, community in zip(records, attributes, community_of, strict=True):
        record["community"] = community
        record["weight"] = finite_number(attrs.get("degree_weighted"))
    index = {node: i for i, node in enumerate(ids)}
    for record in records:
        mentions = by_id[record["id"]].mentions if record["id"] in by_id else ()
        # As printed, each with the index of its paper.
        if names := sorted({(one.surface, index[one.target]) for one in mentions if one.target in index}):
            record["names"] = names
    node = name_nodes(str(attrs.get("kind") or NodeKind.PAPER) for attrs in attributes)
    if node:
        for record, attrs in zip(records, attributes, strict=True):
            record |= {name: str(attrs[name]) for name in _MEASURES if attrs.get(name)}
    rows = [*(_MEASURES.items() if node else ()), *((fact.page, fact.label) for fact in DEFINED if fact.has_row)]
    known = [row for row in rows if any(row[0] in record for record in records)]
    frequencies = Counter(concept for record in records for concept in record["concepts"])
    return {
        "papers": records,
        "concepts": list(concepts),
        "frequencies": [frequencies[concept] for concept in concepts.values()],
        "spellings": written_forms(concepts, papers),
        "repositories": repositories.records,
        "bibtex_names": bibtex_names(records),
        "communities": communities,
        "crowd": MAX_SHOWN_PAPERS,
        "discs": discs(positions, community_of, len(communities)) if len(records) > MAX_SHOWN_PAPERS else [],
        "nodes": [{"x": x, "y": y, "size": size} for (x, y), size in zip(positions, sizes, strict=True)],
        "edges": linked_pairs(columns, {number: i for i, number in enumerate(numbers)}, index),
    } | {key: value for key, value in {"facts": known, "node": node}.items() if value}


def paper_nodes(columns: GraphColumns) -> tuple[list[int], list[dict[str, Any]]]:
    """Return the numbers of the nodes that are papers, and their attributes; of a network, all nodes."""
    nodes = [*enumerate(columns.nodes.rows())]
    papers = [(number, attrs) for number, attrs in nodes if str(attrs.get("kind")) not in _ITEM_KINDS]
    if "of" in columns.facts or not papers:
        papers = nodes
    return [number for number, _ in papers], [attrs for _, attrs in papers]


def name_nodes(kinds: Iterable[str]) -> tuple[str, str] | None:
    """Return what nodes of these kinds are called, alone and several; None if they are papers.

    >>> name_nodes(["paper"]), name_nodes(["country"]), name_nodes(["index_keyword"]), name_nodes(["author", "paper"])
    (None, ('country', 'countries'), ('index keyword', 'index keywords'), ('node', 'nodes'))
    """
    found = set(kinds)
    if found <= {NodeKind.PAPER}:
        return None
    one = found.pop().replace("_", " ") if len(found) == 1 else "node"
    return one, f"{one[:-1]}ies" if one.endswith("y") else f"{one}s"


def shown_abstracts(data: JsonObject, papers: Sequence[Paper]) -> list[str]:
    """Return the abstracts of the papers in `page_data`, in order, each on one line; empty where none is known."""
    by_id = {paper.id: paper.abstract for paper in papers}
    return [" ".join(show_mathematics(by_id.get(record["id"], "")).split()) for record in data["papers"]]


def view_data(data: JsonObject, abstracts: Sequence[str]) -> JsonObject:
    """Return the data of the concept map, the timeline and the abstracts, given that of `page_data`."""
    records, communities = data["papers"], data["communities"]
    positions = [(node["x"], node["y"]) for node in data["nodes"]]
    community_of = [record["community"] for record in records]
    unlinked = next((i for i, community in enumerate(communities) if not community["linked"]), None)
    held = [record["concepts"] for record in records]
    dates = [record.get("date") or (f"{record['year']:04}" if "year" in record else None) for record in records]
    return {
        "concept_map": concept_map(held, data["concepts"], positions, community_of),
        "timeline": timeline(dates, community_of, unlinked),
        "addresses": addresses_of_works(data["edges"]),
    } | abstract_data(abstracts)


def missing_works(papers: Sequence[Paper]) -> list[JsonObject]:
    """Return the works outside of a list that most of its papers cite, those whose titles services have told.

    A `url` is present where the name of the work has an address.
    """
    works = [work for work in rank_missing(papers) if work.title][:_MAX_MISSING]
    return [
        {"title": show_mathematics(work.title or ""), "reason": work.reason}
        | ({"url": address} if (address := address_of(work.name)) else {})
        for work in works
    ]


def summary(data: JsonObject) -> str:
    """Summarise the content of the page in one line."""
    papers, pairs = len(data["papers"]), len(data["edges"])
    groups = sum(community["linked"] for community in data["communities"])
    alone = sum(community["size"] for community in data["communities"] if not community["linked"])
    with_code = sum(paper["mark"] in WITH_CODE for paper in data["papers"])
    parts = [format_count(papers, *data.get("node", ("paper",)))]
    if papers:
        parts += [*([f"{with_code:,} with code"] if with_code else []), format_count(pairs, "linked pair")]
    if groups > 1:
        parts.append(format_count(groups, "community", "communities"))
    if alone:
        parts.append(f"{alone:,} unlinked")
    return " · ".join(parts)
