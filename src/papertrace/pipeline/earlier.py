"""What has changed since an earlier audit or graph, and what listings print, as attributes of papers."""

import csv
import json
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from papertrace.errors import ListingError
from papertrace.model import ChangeKind, NodeKind, Paper, Verdict
from papertrace.model.graphs import GraphColumns
from papertrace.model.verdict import links_that_count

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element  # only the type; parsing is defusedxml's

    from papertrace.graph.settings import GraphSettings

_FIRST = (ChangeKind.DIED, ChangeKind.RECOVERED, ChangeKind.ARCHIVED, ChangeKind.MOVED)
_PAGE_DATA = re.compile(r'<script type="application/json" id="data">(.*?)</script>', re.DOTALL)
_PACKED_DATA = re.compile(
    r'<script type="text/plain" id="places">(.*?)</script>.*?<script type="text/plain" id="packed">(.*?)</script>',
    re.DOTALL,
)
_READABLE = "papers.graphml, papers.nodes.csv, papers.json, papers.cyjs or papers.html"
_GRAPHML = "{http://graphml.graphdrawing.org/xmlns}"
_NAMES = ("title", "label", "doi", "arxiv", "kind")


@dataclass(frozen=True, slots=True, kw_only=True)
class EarlierPapers:
    """The papers of an earlier graph: their ids, their DOIs and arXiv ids, and their titles.

    `titles` has, by the letters of a title, which kinds of identifiers the papers with that title have.
    """

    ids: frozenset[str]
    identifiers: frozenset[str]
    titles: Mapping[str, Collection[frozenset[str]]]

    def knows(self, node: str, facts: Mapping[str, Any]) -> bool:
        """Return whether a paper is among them.

        Its id may have changed, as when a DOI became known. An equal title proves nothing if the identifiers contradict
        each other, as those of two editorials do.
        """
        own = _identifiers(facts)
        if node in self.ids or not self.identifiers.isdisjoint(own):
            return True
        # It shares no identifier with them, so that two of the same kind are different.
        kinds = _kinds(own)
        return any(kinds.isdisjoint(others) for others in self.titles.get(_letters(facts), ()))


def set_changes(
    columns: GraphColumns, papers: Iterable[Paper], before: Iterable[Verdict], now: Iterable[Verdict]
) -> Counter[str]:
    """Set the attribute `change` of the papers: how their links changed between two audits, empty where they did not.

    It follows from the links from which `outcome` follows; of several changes the first of died, recovered, archived
    and moved counts. Return the number of papers with each change.
    """
    from papertrace.audit.store import judge_change

    earlier = {verdict.link.url: verdict for verdict in before}
    latest = {verdict.link.url: verdict for verdict in now}
    kinds = {url: judge_change(earlier[url], verdict) for url, verdict in latest.items() if url in earlier}
    changes = {}
    for paper in papers:
        found = {kinds.get(link.url) for link in links_that_count(paper, latest)}
        changes[paper.id] = str(next((kind for kind in _FIRST if kind in found), ""))
    _set(columns, "change", changes)
    return Counter(change for change in changes.values() if change)


def set_new(columns: GraphColumns, earlier: EarlierPapers) -> int:
    """Set the attribute `new` of the papers, `yes` if an earlier graph lacks them, else `no`; return how many are."""
    rows = zip(columns.ids, columns.nodes.rows(), strict=True)
    new = {node: "no" if earlier.knows(node, facts) else "yes" for node, facts in rows}
    _set(columns, "new", new)
    kinds = columns.nodes.columns.get("kind", ())
    return sum(kind == NodeKind.PAPER and new[node] == "yes" for node, kind in zip(columns.ids, kinds, strict=True))


def set_printed(columns: GraphColumns, papers: Sequence[Paper], settings: "GraphSettings | None") -> None:
    """Set the attributes `listings` of papers, the inputs that print each, unless all have the same, and `abstract`."""
    from papertrace.graph.attributes import join_items, plain_label

    if settings is not None and settings.with_abstracts:
        _set(columns, "abstract", {paper.id: plain_label(paper.abstract) for paper in papers if paper.abstract})
    found = {
        paper.id: join_items(sorted({entry.span.source for entry in paper.entries if entry.added is None}))
        for paper in papers
    }
    if len(set(found.values())) > 1:
        _set(columns, "listings", found)


def read_earlier(path: Path) -> EarlierPapers:
    """Read the papers of an earlier graph: a page, GraphML, CSV of nodes, node-link or Cytoscape JSON.

    It serves `--since` alone: whoever kept any of the files of an earlier run can see what is new. Raises ListingError
    if the file cannot be read, or contains no papers in such a form.
    """
    read = _FORMS.get(path.suffix.lower())
    if read is None:
        message = f"{path}: no earlier graph has this suffix (known: {', '.join(_FORMS)})"
        raise ListingError(message)
    try:
        found = [(str(row["id"]), row) for row in read(path) if row.get("kind") in (None, "", NodeKind.PAPER)]
    except OSError as error:
        message = f"{path}: cannot be read ({error.strerror}); name a file that papertrace build has written"
        raise ListingError(message) from error
    # A name of an encoding that does not exist is a LookupError of the parser of XML.
    except (ValueError, LookupError, TypeError, AttributeError, SyntaxError, csv.Error, RecursionError) as error:
        reason = f"no {error}" if isinstance(error, KeyError) else error
        message = f"{path}: is no graph that --since reads ({reason}); name {_READABLE} of an earlier build"
        raise ListingError(message) from error
    if not found:
        message = f"{path}: contains no paper; name {_READABLE} of an earlier build"
        raise ListingError(message)
    titles: dict[str, set[frozenset[str]]] = {}
    for _, row in found:
        if letters := _letters(row):
            titles.setdefault(letters, set()).add(_kinds(_identifiers(row)))
    return EarlierPapers(
        ids=frozenset(node for node, _ in found),
        identifiers=frozenset(name for _, row in found for name in _identifiers(row)),
        titles=titles,
    )


def _set(columns: GraphColumns, name: str, values: Mapping[str, str]) -> None:
    kinds = columns.nodes.columns.get("kind", ())
    columns.nodes.set_column(
        name,
        [values.get(node) if kind == NodeKind.PAPER else None for node, kind in zip(columns.ids, kinds, strict=True)],
    )


def _identifiers(facts: Mapping[str, Any]) -> frozenset[str]:
    return frozenset(f"{name}:{facts[name]}".casefold() for name in ("doi", "arxiv") if facts.get(name))


def _kinds(identifiers: Iterable[str]) -> frozenset[str]:
    """Return the kinds of identifiers of which a work has one: the DOI of an article, and an arXiv id.

    The DOI of a server of preprints is neither: the article has another one.
    """
    from papertrace.enrich.objections import is_preprint

    kinds = {name.partition(":")[0] for name in identifiers if name.startswith("arxiv:") or not is_preprint(name)}
    return frozenset(kinds)


def _letters(facts: Mapping[str, Any]) -> str:
    """Return the letters and digits of a title."""
    title = str(facts.get("title") or facts.get("label") or "")  # graphs of 0.1 have titles as labels
    return "".join(character for character in title.casefold() if character.isalnum())


def _read_graphml(path: Path) -> Iterator[dict[str, Any]]:
    from defusedxml import DefusedXmlException
    from defusedxml.ElementTree import iterparse

    with path.open("rb") as stream:
        try:
            yield from _read_nodes(iterparse(stream))
        except DefusedXmlException as error:
            message = "it declares entities or names another file"
            raise ValueError(message) from error


def _read_nodes(events: "Iterable[tuple[str, Element[str]]]") -> Iterator[dict[str, Any]]:
    names: dict[str, str] = {}
    for _, element in events:
        if element.tag == f"{_GRAPHML}key" and element.get("for") == "node":
            names[element.attrib["id"]] = element.attrib["attr.name"]
        elif element.tag == f"{_GRAPHML}node":
            found = ((names.get(data.get("key", ""), ""), data.text or "") for data in element)
            yield {"id": element.attrib["id"]} | {name: text for name, text in found if name in _NAMES}
            element.clear()


def _read_csv(path: Path) -> Iterator[dict[str, Any]]:
    before = csv.field_size_limit(2**31 - 1)
    try:
        with path.open(encoding="utf-8", newline="") as stream:
            yield from csv.DictReader(stream)
    finally:
        csv.field_size_limit(before)  # it is one for the process, and tables of papers are read with another


def _read_json(path: Path) -> Iterator[dict[str, Any]]:
    data = json.loads(path.read_text("utf-8"))
    if "elements" in data:
        yield from (node["data"] for node in data["elements"]["nodes"])
    else:
        yield from data["nodes"]


def _read_page(path: Path) -> Iterator[dict[str, Any]]:
    from papertrace.export.page.packing import unpack_data

    text = path.read_text("utf-8")
    packed = _PACKED_DATA.search(text)
    found = None if packed else _PAGE_DATA.search(text)
    data = unpack_data(packed[1], packed[2]) if packed else json.loads(found[1]) if found else {}
    if "papers" not in data:  # The network of pyvis is a page too: its data are nodes with shortened titles.
        message = "no data of a page of papers"
        raise ValueError(message)
    for paper in data["papers"]:
        yield {"id": paper["id"], "title": paper["title"], "doi": paper.get("doi"), "arxiv": paper.get("arxiv")}


_FORMS: Mapping[str, Callable[[Path], Iterator[dict[str, Any]]]] = {
    ".graphml": _read_graphml,
    ".csv": _read_csv,
    ".json": _read_json,
    ".cyjs": _read_json,
    ".html": _read_page,
}
