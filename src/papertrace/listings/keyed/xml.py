"""Bibliographies in XML: exports of EndNote, Mendeley and PubMed, Zotero's RDF, dblp, answers of arXiv's API.

The name of a record's element tells whose it is. Each record is parsed separately, so that a damaged one affects no
other and memory use stays constant. The head of a document is never parsed: a document type with its entities has no
effect, and defusedxml rejects one in a record. In RDF a journal may be a node of its own, to which its articles refer.
"""

import re
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from html import unescape
from itertools import chain

from papertrace.listings.keyed.nested import Record, read_record
from papertrace.model import Entry, Problem, Span
from papertrace.records.reading import report_unknown
from papertrace.records.rows import find_values, local_name, mapping_of, text_of

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
_END_OF_TAG = re.compile(r"/?>")


@dataclass(slots=True)
class _Open:
    """A record that is not closed yet: its name, its place, and its text so far, which may end in its start tag.

    `depth` counts the elements of its name that are open.
    """

    name: str
    span: Span
    is_in_tag: bool
    depth: int = 1
    lines: list[str] = field(default_factory=list)
    n_chars: int = 0

    def add(self, text: str) -> None:
        self.lines.append(text)
        self.n_chars += len(text) + 1


def parse(lines: Iterable[str], source: str) -> Iterator[Entry | Problem]:
    """Yield the entries of a bibliography in order, and a problem for each record that is broken or no paper."""
    yield from _read_records(split_xml(lines, source, _NAMES), source)


def parse_atom(lines: Iterable[str], source: str) -> Iterator[Entry | Problem]:
    """Yield the entries of a feed of arXiv's API in order, and a problem for each that cannot be parsed."""
    yield from _read_records(split_xml(lines, source, _ENTRY), source)


def _read_records(records: Iterable[Record | Problem], source: str) -> Iterator[Entry | Problem]:
    unknown: Counter[str] = Counter()
    nodes: dict[str, Mapping[str, object]] = {}
    waiting: deque[Record | Problem] = deque()
    for record in records:
        if isinstance(record, Record) and (about := record.value.get("@about")) and len(nodes) < _MAX_NODES:
            nodes.setdefault(str(about), {record.kind: record.value})
        waiting.append(record)
        while waiting and (_is_ready(waiting[0], nodes) or len(waiting) > _MAX_WAITING):
            yield from _read(waiting.popleft(), nodes, unknown)
    while waiting:
        yield from _read(waiting.popleft(), nodes, unknown)
    report_unknown(unknown, source)


def _is_ready(record: Record | Problem, nodes: Mapping[str, object]) -> bool:
    """Return whether all nodes that a record is part of are known."""
    return isinstance(record, Problem) or all(name in nodes for name in _names_of_wholes(record))


def _names_of_wholes(record: Record) -> list[str]:
    return [text_of(name) for name in find_values(record.value, "isPartOf.@resource")]


def _read(
    record: Record | Problem, nodes: Mapping[str, Mapping[str, object]], unknown: Counter[str]
) -> Iterator[Entry | Problem]:
    if isinstance(record, Problem):
        yield record
        return
    of, kind, value = _SECTIONS.get(record.kind, "arxiv-atom"), "", record.value
    if of == "zotero-rdf":
        kind = text_of(value.get("itemType"))
        if kind in {"attachment", "note", "annotation"} or not (kind or value.get("authors")):
            n_lines = record.end_line - record.span.line + 1
            yield Problem(record.span, f"{kind or 'a node'}, no paper; left out", n_lines=n_lines, harmless=True)
            return
        if wholes := [nodes[name] for name in _names_of_wholes(record) if name in nodes]:
            value = {**value, "isPartOf": wholes}
    elif of == "dblp":
        kind = record.kind
    yield from read_record(replace(record, value=value, kind=kind), of, unknown)


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


def split_xml(lines: Iterable[str], source: str, names: str) -> Iterator[Record | Problem]:
    """Yield the elements with some names (alternatives of a regular expression), and a problem for each broken one.

    The kind of a record is the name of its element. An element inside another one is part of it; a declaration of XML
    begins a new document. Of a record without an end, all that follows would be part: it is read again, and from there
    on a start tag of the open record's name begins the next record.
    """
    splitter = _Splitter(source, names)
    for number, line in enumerate(lines, start=1):
        yield from splitter.feed(line, number)
    yield from splitter.finish()


class _Splitter:
    def __init__(self, source: str, names: str) -> None:
        self._source = source
        self._edge_of = re.compile(rf"<(?P<slash>/?)(?P<name>{names})(?=[\s/>]|$)[^<>]*(?P<end>>?)")
        self._may_nest = True
        self._found: _Open | None = None
        self._number = 1

    def feed(self, line: str, number: int) -> Iterator[Record | Problem]:
        if line.lstrip("\ufeff \t").startswith(_DECLARATION):
            yield from self.finish()
        elif self._found is not None and self._found.n_chars > _MAX_RECORD_CHARS:
            yield from self._give_up()
        self._number = number
        yield from self._scan(line, number)

    def finish(self) -> Iterator[Record | Problem]:
        while self._found is not None:
            yield from self._give_up()

    def _scan(self, line: str, number: int, column: int = 1) -> Iterator[Record | Problem]:
        """Read a line, or the rest of one from a column on."""
        position = 0
        if self._found is not None and self._found.is_in_tag and (end := _END_OF_TAG.search(line)):
            self._found = None if end[0] == "/>" else replace(self._found, is_in_tag=False)
        for edge in self._edge_of.finditer(line):
            if edge[0].endswith("/>"):
                continue
            found = self._found
            if found is not None and edge["name"] == found.name:
                found.depth += -1 if edge["slash"] else 1
                if not found.depth:
                    # The sign that ends a tag may stand on the next line.
                    found.add(line[position : edge.end()] + ("" if edge["end"] else ">"))
                    self._found, position = None, edge.end()
                    yield _parse_record(found, number)
                elif not self._may_nest:
                    found.add(line[position : edge.start()])
                    yield from self.finish()
            if self._found is None and not edge["slash"]:
                start = Span(self._source, number, column + edge.start())
                self._found = _Open(edge["name"], start, is_in_tag=not edge["end"])
                position = edge.start()
        if self._found is not None:
            self._found.add(line[position:])

    def _give_up(self) -> Iterator[Record | Problem]:
        """Yield the problem that the open record has no end, and the records that would be part of it."""
        found, self._found = self._found, None
        if found is None:
            return
        self._may_nest = False
        first, *below = found.lines
        start = found.span
        rest = (self._scan(line, number) for number, line in enumerate(below, start=start.line + 1))
        inner = chain(self._scan(first[1:], start.line, start.column + 1), chain.from_iterable(rest))
        following = next(inner, None)
        begin = following or self._found
        end_line = max(begin.span.line - 1, start.line) if begin else self._number
        yield _report(found, end_line, f"the record has no end; left out; close it by </{found.name}>")
        if following:
            yield following
            yield from inner


def _report(found: _Open, end_line: int, fact: str) -> Problem:
    return Problem(found.span, fact, n_lines=end_line - found.span.line + 1)


def _parse_record(found: _Open, end_line: int) -> Record | Problem:
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
        return _report(found, end_line, f"malformed XML on line {line} ({ErrorString(error.code)}); left out")
    except (DefusedXmlException, ValueError, RecursionError) as error:
        return _report(found, end_line, f"unsafe XML ({error}); left out")
    return Record(mapping_of(root[0]), found.span, end_line, text, kind=local_name(root[0]))
