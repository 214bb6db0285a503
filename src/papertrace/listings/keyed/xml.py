"""Bibliographies in XML: exports of EndNote, Mendeley and PubMed, Zotero's RDF, dblp, answers of arXiv's API.

The name of a record's element tells whose it is. Each record is parsed separately, so that a damaged one affects no
other and memory use stays constant. The head of a document is never parsed: a document type with its entities has no
effect, and defusedxml rejects one in a record. In RDF a journal may be a node of its own, to which its articles refer.
"""

import re
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from html import unescape

from papertrace.model import Entry, Problem, Span
from papertrace.records.reading import fields_of, read_row, report_unknown
from papertrace.records.rows import Row, find_values, local_name, mapping_of, text_of
from papertrace.records.table import section

_DBLP = ("article", "inproceedings", "incollection", "book", "phdthesis", "mastersthesis")
_ZOTERO = (
    *("bib:Article", "bib:Book", "bib:BookSection", "bib:Document", "bib:Report", "bib:Thesis", "bib:Manuscript"),
    *("bib:Memo", "bib:Image", "rdf:Description", "bib:Recording", "bib:Patent", "bib:Journal", "bib:Series"),
    *("bib:Proceedings", "bib:ConferenceProceedings", "z:Attachment"),
)
_SECTIONS: Mapping[str, str] = {
    "record": "endnote-xml",
    "PubmedArticle": "pubmed-xml",
    "PubmedBookArticle": "pubmed-xml",
    "entry": "arxiv-atom",
    **dict.fromkeys(_DBLP, "dblp"),
    **{name.rpartition(":")[2]: "zotero-rdf" for name in _ZOTERO},
}
_NAMES = "|".join(("record", "PubmedArticle", "PubmedBookArticle", *_DBLP, *_ZOTERO))
_ENTRY = r"(?:[A-Za-z][\w.-]{0,40}:)?entry"
_HALLMARK = re.compile(
    r"<xml>\s{0,40}<records>|<records>\s{0,40}<record>|<PubmedArticle(?:Set)?[\s>]|<PubmedBookArticle[\s>]"
    r"|xmlns:z=[\"']http://www\.zotero\.org/|<dblp[\s>]|<dblpperson[\s>]"
)
_FEED = re.compile(r"<(?:[A-Za-z][\w.-]{0,40}:)?feed[\s>]")
_START_OF_ENTRY = re.compile(rf"<{_ENTRY}(?=[\s>])")
_ATOM = "http://www.w3.org/2005/Atom"
_MAX_HEAD_CHARS = 200_000
_PREFIX = re.compile(r"</?([A-Za-z][\w.-]{0,40}):|\s([A-Za-z][\w.-]{0,40}):[A-Za-z][\w.-]{0,40}=")
_NAMED_ENTITY = re.compile(r"&(?!(?:amp|lt|gt|quot|apos);)[A-Za-z]\w{1,30};")
_MAX_RECORD_CHARS = 4 * 1024 * 1024
_MAX_NODES = 100_000
_MAX_WAITING = 20_000
_DECLARATION = "<?xml "
_NO_END = "the record has no end"

Tree = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class XmlRecord:
    """One record: the name of its element, what is in it, its text as printed and its place.

    `value` is what `mapping_of` makes of the element.
    """

    name: str
    value: Tree
    text: str
    span: Span
    end_line: int


@dataclass(slots=True)
class _Open:
    name: str
    span: Span
    depth: int = 1
    lines: list[str] = field(default_factory=list)
    n_chars: int = 0

    def add(self, text: str) -> None:
        self.lines.append(text)
        self.n_chars += len(text)


def parse(lines: Iterable[str], source: str) -> Iterator[Entry | Problem]:
    """Yield the entries of a bibliography in order, and a problem for each record that is broken or no paper."""
    yield from _read_records(split_xml(lines, source, _NAMES), source)


def parse_atom(lines: Iterable[str], source: str) -> Iterator[Entry | Problem]:
    """Yield the entries of a feed of arXiv's API in order, and a problem for each that cannot be parsed."""
    yield from _read_records(split_xml(lines, source, _ENTRY), source)


def _read_records(records: Iterable[XmlRecord | Problem], source: str) -> Iterator[Entry | Problem]:
    unknown: Counter[str] = Counter()
    nodes: dict[str, Tree] = {}
    waiting: deque[XmlRecord | Problem] = deque()
    for record in records:
        if isinstance(record, XmlRecord) and (about := record.value.get("@about")) and len(nodes) < _MAX_NODES:
            nodes.setdefault(str(about), {record.name: record.value})
        waiting.append(record)
        while waiting and (_is_ready(waiting[0], nodes) or len(waiting) > _MAX_WAITING):
            yield from _read_record(waiting.popleft(), nodes, unknown)
    while waiting:
        yield from _read_record(waiting.popleft(), nodes, unknown)
    report_unknown(unknown, source)


def _is_ready(record: XmlRecord | Problem, nodes: Mapping[str, Tree]) -> bool:
    """Return whether all nodes that a record is part of are known."""
    return isinstance(record, Problem) or all(name in nodes for name in _names_of_wholes(record.value))


def _names_of_wholes(value: Tree) -> list[str]:
    return [text_of(name) for name in find_values(value, "isPartOf.@resource")]


def _read_record(
    record: XmlRecord | Problem, nodes: Mapping[str, Tree], unknown: Counter[str]
) -> Iterator[Entry | Problem]:
    if isinstance(record, Problem):
        yield record
        return
    value = record.value
    of = section(_SECTIONS.get(record.name, "arxiv-atom"))
    kind = ""
    if of.name == "zotero-rdf":
        kind = text_of(value.get("itemType"))
        if kind in {"attachment", "note", "annotation"} or not (kind or value.get("authors")):
            n_lines = record.end_line - record.span.line + 1
            yield Problem(record.span, f"{kind or 'a node'}, no paper; left out", n_lines=n_lines, harmless=True)
            return
        if wholes := [nodes[name] for name in _names_of_wholes(value) if name in nodes]:
            value = {**value, "isPartOf": wholes}
    elif of.name == "dblp":
        kind = record.name
    row = Row(of.name, fields_of(value, of), record.span, record.end_line, text=record.text, kind=kind)
    yield from read_row(row, unknown)


def recognise(head: list[str]) -> float:
    """Return the confidence, 0 or 1, that a listing is an export of EndNote, PubMed, Zotero or dblp in XML."""
    text = _head_of(head)
    return 1.0 if text.startswith("<") and _HALLMARK.search(text) else 0.0


def recognise_atom(head: list[str]) -> float:
    """Return the confidence, 0 or 1, that a listing is a feed of arXiv's API."""
    text = _head_of(head)
    has_feed = text.startswith("<") and _ATOM in text and _FEED.search(text) is not None
    return 1.0 if has_feed and "arxiv.org/" in text and _START_OF_ENTRY.search(text) else 0.0


def _head_of(head: list[str]) -> str:
    return "\n".join(line[:_MAX_HEAD_CHARS] for line in head)[:_MAX_HEAD_CHARS].lstrip("\ufeff \t\r\n")


def split_xml(lines: Iterable[str], source: str, names: str) -> Iterator[XmlRecord | Problem]:
    """Yield the elements with some names (alternatives of a regular expression), and a problem for each broken one.

    An element inside another one is part of it; a declaration of XML begins a new document.
    """
    edge_of = re.compile(rf"<(?P<slash>/?)(?P<name>{names})(?=[\s>/])[^<>]{{0,500}}>")
    found: _Open | None = None
    number = 0
    for number, line in enumerate(lines, start=1):
        position = 0
        is_new = line.lstrip("\ufeff \t").startswith(_DECLARATION)
        if found is not None and (is_new or found.n_chars > _MAX_RECORD_CHARS):
            yield _report(found, number - 1, _NO_END)
            found = None
        for edge in edge_of.finditer(line):
            if found is None:
                if not edge["slash"] and not edge[0].endswith("/>"):
                    found = _Open(edge["name"], Span(source, number, edge.start() + 1))
                    position = edge.start()
            elif edge["name"] == found.name and not edge[0].endswith("/>"):
                found.depth += -1 if edge["slash"] else 1
                if not found.depth:
                    found.add(line[position : edge.end()])
                    yield _parse_record(found, number)
                    found, position = None, edge.end()
        if found is not None:
            found.add(line[position:])
    if found is not None:
        yield _report(found, number, _NO_END)


def _report(found: _Open, end_line: int, fact: str) -> Problem:
    return Problem(found.span, f"{fact}; left out", n_lines=end_line - found.span.line + 1)


def _parse_record(found: _Open, end_line: int) -> XmlRecord | Problem:
    from xml.etree.ElementTree import ParseError
    from xml.parsers.expat import ErrorString

    from defusedxml import DefusedXmlException
    from defusedxml.ElementTree import fromstring

    text = "\n".join(found.lines)
    printed = _NAMED_ENTITY.sub(lambda match: unescape(match[0]), text) if "&" in text else text
    # Every prefix gets a namespace of its own name: only local names matter here.
    used = {one or other for one, other in _PREFIX.findall(printed)} - {"xml", "xmlns"}
    declared = " ".join(f'xmlns:{prefix}="{prefix}"' for prefix in sorted(used))
    try:
        root = fromstring(f"<r {declared}>{printed}</r>", forbid_dtd=True)
    except ParseError as error:
        line = found.span.line + error.position[0] - 1
        return _report(found, end_line, f"malformed XML on line {line} ({ErrorString(error.code)})")
    except (DefusedXmlException, ValueError, RecursionError) as error:
        return _report(found, end_line, f"unsafe XML ({error})")
    return XmlRecord(local_name(root[0]), mapping_of(root[0]), text, found.span, end_line)
