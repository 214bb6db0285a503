"""Records of bibliographies in XML, parsed one at a time.

Each record is parsed separately, so that a damaged one affects no other and memory use stays constant. The head of a
document is never parsed: a document type with its entities has no effect, and defusedxml rejects one in a record.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from html import unescape
from typing import TYPE_CHECKING

from papertrace.model import Problem, Span

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element  # only the type; parsing is defusedxml's

_NAMESPACE = re.compile(r"\bxmlns(:[A-Za-z][\w.-]{0,40})?=(?:\"([^\"<&]{1,200})\"|'([^'<&]{1,200})')")
_PREFIX = re.compile(r"</?([A-Za-z][\w.-]{0,40}):|\s([A-Za-z][\w.-]{0,40}):[A-Za-z][\w.-]{0,40}=")
_NAMED_ENTITY = re.compile(r"&(?!(?:amp|lt|gt|quot|apos);)[A-Za-z]\w{1,30};")
_MAX_RECORD_CHARS = 4 * 1024 * 1024
_NO_END = "the record has no end"


@dataclass(frozen=True, slots=True)
class XmlRecord:
    """One record: its element, its text as printed and its place."""

    element: "Element"
    text: str
    span: Span
    end_line: int

    @property
    def name(self) -> str:
        """The name of the element without its namespace."""
        return local_name(self.element)


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


def split_xml(lines: Iterable[str], source: str, names: str) -> Iterator[XmlRecord | Problem]:
    """Yield the elements with some names (alternatives of a regular expression), and a problem for each broken one.

    An element inside another one is part of it.
    """
    edge_of = re.compile(rf"<(?P<slash>/?)(?P<name>{names})(?=[\s>/])[^<>]{{0,500}}>")
    found: _Open | None = None
    number = 0
    for number, line in enumerate(lines, start=1):
        position = 0
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
            if found.n_chars > _MAX_RECORD_CHARS:
                yield _report(found, number, _NO_END)
                found = None
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
    return XmlRecord(root[0], text, found.span, end_line)


def local_name(element: "Element") -> str:
    """Return the name of an element without its namespace."""
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""


def find_all(element: "Element", *path: str) -> "list[Element]":
    """Return the descendants at a path of names, whatever their namespaces.

    A name after `**` may be at any depth.
    """
    found = [element]
    for name in path:
        if name.startswith("**"):
            found = [one for parent in found for one in parent.iter() if local_name(one) == name[2:]]
        else:
            found = [one for parent in found for one in parent if local_name(one) == name]
    return found


def text_of(element: "Element | None") -> str:
    """Return the text of an element and of those inside it, on one line."""
    return " ".join("".join(element.itertext()).split()) if element is not None else ""


def texts_at(element: "Element", *path: str) -> list[str]:
    """Return the non-empty texts at a path."""
    return [text for one in find_all(element, *path) if (text := text_of(one))]


def text_at(element: "Element", *path: str) -> str:
    """Return the first non-empty text at a path, or an empty string."""
    return next(iter(texts_at(element, *path)), "")
