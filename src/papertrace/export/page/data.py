"""The data of the page: a graph and its papers as one JSON-serialisable value.

The page derives no facts of its own. Everything a reader sees is decided here, where it can be tested: the mark of a
paper's code, its short name, the order of lists, which URLs may become links.
"""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any

from papertrace.export.colours import is_colour
from papertrace.export.marks import WITH_CODE, mark_code, mark_paper
from papertrace.export.page.abstracts import abstract_data, named_papers, one_line
from papertrace.export.page.concepts import concept_map, written_forms
from papertrace.export.page.links import Repositories, node_links, outcome_of, paper_links
from papertrace.export.page.looks import community_looks
from papertrace.export.page.marks_on_map import finite_number, mark_radii, scale_positions
from papertrace.export.page.overview import MAX_SHOWN_PAPERS, discs
from papertrace.export.page.timeline import timeline
from papertrace.model import EdgeKind, NodeKind, Paper, Verdict
from papertrace.model.graphs.columns import GraphColumns, to_columns
from papertrace.model.identifiers import address_of
from papertrace.model.papers.missing import rank_missing
from papertrace.model.text import format_count, isolate

if TYPE_CHECKING:
    import networkx as nx

JsonObject = dict[str, Any]

_UNLINKED = "-1"  # the community number of papers without edges
_ITEM_KINDS = frozenset(NodeKind) - {NodeKind.PAPER}  # kinds of nodes that the page derives from the papers
_WORK_KINDS = {EdgeKind.COUPLING, EdgeKind.CO_CITATION}  # kinds of edges whose evidence is works
_MAX_MISSING = 60
_LAST_YEAR = 9999
_MAX_SHORT_NAME = 30  # characters of a label on the map
_MAX_COMMUNITY_NAME = 36


def short_name(title: str) -> str:
    """Return a title shortened for the map: the name before the colon, or the first words.

    >>> short_name("TopoNet: Learning the Shape of Sparse Scenes")
    'TopoNet'
    >>> short_name("A Survey of Methods for Reading Very Old Weather Maps")
    'A Survey of Methods for…'
    """
    if len(title) <= _MAX_SHORT_NAME:
        return title.partition(":")[0].strip() or title
    name, colon, _ = title.partition(":")
    if colon and 1 < len(name.strip()) <= _MAX_SHORT_NAME:
        return name.strip()
    words = title[: 4 * _MAX_SHORT_NAME].split()
    kept: list[str] = []
    for word in words:
        if kept and len(" ".join((*kept, word))) > _MAX_SHORT_NAME - 1:
            break
        kept.append(word[:_MAX_SHORT_NAME])
    name = " ".join(kept)
    while kept and kept[-1].casefold() in {"a", "an", "and", "the", "of", "in", "on", "to", "with", "via"}:
        kept.pop()
    return name if len(name) == len(title) else (" ".join(kept) or name) + "…"


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
    by_id = {paper.id: paper for paper in papers}
    by_url = {verdict.link.url: verdict for verdict in verdicts}
    columns = to_columns(graph)
    numbers, attributes = paper_nodes(columns)
    ids = [columns.ids[number] for number in numbers]
    positions = scale_positions(attributes)
    communities, community_of = _communities(attributes, positions)
    concepts: dict[str, int] = {}
    repositories = Repositories()
    records = [
        _record(node, attrs, by_id.get(node), by_url, found=(concepts, repositories))
        for node, attrs in zip(ids, attributes, strict=True)
    ]
    sizes = mark_radii(attributes)
    for record, attrs, community in zip(records, attributes, community_of, strict=True):
        record["community"] = community
        record["weight"] = finite_number(attrs.get("degree_weighted"))
    index = {node: i for i, node in enumerate(ids)}
    for record in records:
        if (paper := by_id.get(record["id"])) and (names := named_papers(paper, index)):
            record["names"] = names
    frequencies = Counter(concept for record in records for concept in record["concepts"])
    return {
        "papers": records,
        "concepts": list(concepts),
        "frequencies": [frequencies[concept] for concept in concepts.values()],
        "spellings": written_forms(concepts, papers),
        "repositories": repositories.records,
        "communities": communities,
        "crowd": MAX_SHOWN_PAPERS,
        "discs": discs(positions, community_of, len(communities)) if len(records) > MAX_SHOWN_PAPERS else [],
        "nodes": [
            {"id": i, "x": x, "y": y, "size": size, "shape": "custom", "color": communities[community]["color"]}
            for i, ((x, y), size, community) in enumerate(zip(positions, sizes, community_of, strict=True))
        ],
        "edges": _pairs(
            columns,
            {number: i for i, number in enumerate(numbers)},
            index,
            {label: frequencies[concept] for label, concept in concepts.items()},
        ),
    }


def paper_nodes(columns: GraphColumns) -> tuple[list[int], list[dict[str, Any]]]:
    """Return the numbers of the nodes that are papers, and their attributes."""
    papers = [
        (number, attrs)
        for number, attrs in enumerate(columns.nodes.rows())
        if str(attrs.get("kind")) not in _ITEM_KINDS
    ]
    return [number for number, _ in papers], [attrs for _, attrs in papers]


def shown_abstracts(data: JsonObject, papers: Sequence[Paper]) -> list[str]:
    """Return the abstracts of the papers in `page_data`, in order, each on one line; empty where none is known."""
    by_id = {paper.id: paper.abstract for paper in papers}
    return [one_line(by_id.get(record["id"], "")) for record in data["papers"]]


def view_data(data: JsonObject, abstracts: Sequence[str]) -> JsonObject:
    """Return the data of the concept map, the timeline and the abstracts, given that of `page_data`."""
    records, communities = data["papers"], data["communities"]
    positions = [(node["x"], node["y"]) for node in data["nodes"]]
    community_of = [record["community"] for record in records]
    unlinked = next((i for i, community in enumerate(communities) if not community["linked"]), None)
    return {
        "concept_map": concept_map(
            [record["concepts"] for record in records], data["concepts"], positions, community_of
        ),
        "timeline": timeline([_date(record) for record in records], community_of, unlinked),
        "addresses": _addresses(data["edges"]),
    } | abstract_data(abstracts)


def _addresses(edges: Iterable[JsonObject]) -> dict[str, str]:
    """Return the addresses of the shared works that are known by an identifier alone, by their names."""
    reasons = (reason for edge in edges for reason in edge["reasons"] if reason["kind"] in _WORK_KINDS)
    names = sorted({name for reason in reasons for name in reason["evidence"]})
    return {name: address for name in names if (address := address_of(name))}


def _date(record: JsonObject) -> str | None:
    year = record.get("year")
    return record.get("date") or (None if year is None else f"{year:04}")


def missing_works(papers: Sequence[Paper]) -> list[JsonObject]:
    """Return the works outside of a list that most of its papers cite, those whose titles services have told.

    A `url` is present where the name of the work has an address.
    """
    works = [work for work in rank_missing(papers) if work.title][:_MAX_MISSING]
    return [
        {"title": work.title, "reason": work.reason} | ({"url": address} if (address := address_of(work.name)) else {})
        for work in works
    ]


def summary(data: JsonObject) -> str:
    """Summarise the content of the page in one line."""
    papers, pairs = len(data["papers"]), len(data["edges"])
    groups = sum(community["linked"] for community in data["communities"])
    alone = sum(community["size"] for community in data["communities"] if not community["linked"])
    with_code = sum(paper["mark"] in WITH_CODE for paper in data["papers"])
    parts = [format_count(papers, "paper")]
    if papers:
        parts += [f"{with_code:,} with code", format_count(pairs, "linked pair")]
    if groups > 1:
        parts.append(format_count(groups, "community", "communities"))
    if alone:
        parts.append(f"{alone:,} unlinked")
    return " · ".join(parts)


def to_json(value: object) -> str:
    """Return `value` as JSON that is safe inside a script element, whatever its texts contain.

    The five characters that could end the element or a line of the script are escaped.
    """
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    text = text.encode("utf-8", "replace").decode("utf-8")  # a lone surrogate cannot be encoded
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text


def _record(
    node: str,
    attrs: Mapping[str, Any],
    paper: Paper | None,
    by_url: Mapping[str, Verdict],
    *,
    found: tuple[dict[str, int], Repositories],
) -> JsonObject:
    """Return the data of one paper; its concepts and repositories are added to those `found` so far."""
    concepts, known_repositories = found
    title = (paper.title if paper else "") or str(attrs.get("label") or node)
    title = " ".join(title.split()) or node
    repositories = _split(attrs.get("repositories"))
    labels = [concept.label for concept in paper.concepts] if paper else _split(attrs.get("concepts"))
    links = (
        paper_links(paper, by_url, known_repositories) if paper else node_links(attrs, repositories, known_repositories)
    )
    claim = str(paper.claim.state if paper else attrs.get("claim") or "")
    record: JsonObject = {
        "id": node,
        "title": title,
        "short": short_name(title),
        "authors": list(paper.authors) if paper else [],
        "n_authors": paper.n_authors if paper else None,
        "organisation": paper.organisation if paper else None,
        "date": paper.date if paper else None,
        "year": paper.year if paper else _year(attrs.get("year")),
        **_bibliographic(paper, attrs),
        "repositories": repositories,
        "links": links,
        "outcome": outcome_of(attrs, paper, by_url),
        "change": attrs.get("change"),
        "is_new": attrs.get("new") == "yes" or None,
        "claim": claim,
        "sentence": paper.claim.sentence if paper else "",
        "mark": mark_paper(paper, by_url) if paper else mark_code(claim, [""] * len(repositories)),
        "concepts": list(dict.fromkeys(concepts.setdefault(label, len(concepts)) for label in labels)),
    }
    return {key: value for key, value in record.items() if value not in (None, "", [])} | {
        "id": node,
        "title": title,
        "short": record["short"],
        "concepts": record["concepts"],
        "links": links,
    }


def _bibliographic(paper: Paper | None, attrs: Mapping[str, Any]) -> JsonObject:
    """Return what a reference to a paper says of its publication; empty values where nothing is known."""
    if paper is None:
        names = {"venue": "venue", "doi": "doi", "arxiv": "arxiv", "publisher": "publisher", "type": "publication_type"}
        texts = {key: str(attrs.get(name) or "") for key, name in names.items()}
        return texts | {"citations": _count(attrs.get("n_citations"))}
    return {
        "venue": paper.venue,
        "doi": paper.identifiers.doi,
        "arxiv": paper.identifiers.arxiv,
        "publisher": paper.publisher,
        "type": paper.type,
        "volume": paper.volume,
        "first_page": paper.first_page,
        "citations": paper.n_citations,
    }


def _communities(
    attributes: Sequence[Mapping[str, Any]], positions: Sequence[tuple[float, float]]
) -> tuple[list[JsonObject], list[int]]:
    """Return the communities, largest first, and for each node the index of its community."""
    keys = [str(attrs.get("community", "")) for attrs in attributes]
    count = Counter(keys)
    ranked = sorted(count, key=lambda key: (key == _UNLINKED, -count[key], len(key), key))
    index = {key: i for i, key in enumerate(ranked)}
    of_paper = [index[key] for key in keys]
    labels = [""] * len(ranked)
    colours: list[str | None] = [None] * len(ranked)
    for attrs, i in zip(attributes, of_paper, strict=True):
        labels[i] = labels[i] or str(attrs.get("community_label") or "")
        if colours[i] is None and is_colour(attrs.get("color")):
            colours[i] = str(attrs["color"])
    looks = community_looks(colours, [key != _UNLINKED for key in ranked], positions, of_paper)
    records: list[JsonObject] = []
    for i, key in enumerate(ranked):
        label = ", ".join(_split(labels[i])) or (f"Group {i + 1}" if len(ranked) > 1 else "All papers")
        terms = label.split(", ")
        label, short = (", ".join(isolate(term) for term in some) for some in (terms, _first_terms(terms)))
        record = {"id": key, "label": label, "short": short, **looks[i], "size": count[key]}
        records.append(record | {"linked": key != _UNLINKED})
    return records, of_paper


def _first_terms(terms: Sequence[str]) -> list[str]:
    """Return as many whole terms of a community's name as fit on the map; a long first term is truncated."""
    first, *rest = terms
    kept = [first if len(first) <= _MAX_COMMUNITY_NAME else first[: _MAX_COMMUNITY_NAME - 1] + "…"]
    for term in rest:
        if len(", ".join([*kept, term])) > _MAX_COMMUNITY_NAME:
            break
        kept.append(term)
    return kept


def _pairs(
    columns: GraphColumns, positions: Mapping[int, int], index: Mapping[str, int], frequencies: Mapping[str, int]
) -> list[JsonObject]:
    """Return one item per linked pair, in the order of the papers, with every reason and its evidence.

    `positions` are those of the papers by the numbers of their nodes, `index` by their ids. Shared concepts are sorted
    rarest first, because these weigh most.
    """
    kinds = list(EdgeKind)
    pairs: dict[tuple[int, int], list[JsonObject]] = {}
    for first, second, attrs in zip(columns.first, columns.second, columns.edges.rows(), strict=True):
        if first not in positions or second not in positions:
            continue
        start, end = positions[first], positions[second]
        kind = str(attrs.get("kind", "link"))
        evidence = _split(attrs.get("evidence")) or _split(attrs.get("label"))
        if kind == EdgeKind.CONCEPT:
            evidence.sort(key=lambda label: frequencies.get(label, len(index)))
        reason = {"kind": kind, "weight": finite_number(attrs.get("weight"), 1.0), "evidence": evidence}
        if "tail" in attrs and (tail := index.get(str(attrs["tail"]))) is not None:
            reason["tail"] = tail  # the paper that names or cites the other
        if start != end:
            pairs.setdefault((min(start, end), max(start, end)), []).append(reason)

    def rank(reason: JsonObject) -> tuple[float, int, str]:
        kind = reason["kind"]
        return (-reason["weight"], kinds.index(kind) if kind in kinds else len(kinds), kind)

    return [
        {"id": f"e{i}", "from": start, "to": end, "reasons": sorted(pairs[start, end], key=rank)}
        for i, (start, end) in enumerate(sorted(pairs))
    ]


def _split(value: object) -> list[str]:
    return [part.strip() for part in str(value or "").split("|") if part.strip()]


def _count(value: object) -> int | None:
    """Return a number of things, of numpy too; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, Integral):
        return None
    number = int(value)
    return number if number >= 0 else None


def _year(value: object) -> int | None:
    """Return a year from 1 to 9999, of numpy too; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, Real):
        return None
    number = finite_number(value)
    return int(number) if 1 <= number <= _LAST_YEAR else None
