"""Rows: what the grammars of keyed notations yield, names with values, and the values at a path inside nested ones."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from html import escape
from typing import TYPE_CHECKING, NamedTuple

from papertrace.model import Markup, Span, advance

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element  # only the type; parsing is defusedxml's

_MAX_DEPTH = 60  # of elements
_MAX_SEARCHED = 1_000  # characters of a value that are searched for in the record as printed
_FILTER = re.compile(r"(?P<name>[^\[\]]+)\[(?P<key>[^=\]]+)=(?P<value>[^\]]*)\]")


class Printed(NamedTuple):
    """A field: its name and value, and where the value begins, if the grammar knows it.

    A value is a text, or what nested notations have: numbers, lists, and mappings. Its place is a span, or an offset in
    the text of the row.
    """

    name: str
    value: object
    place: Span | int | None = None


@dataclass(slots=True)
class Row:
    """One record. `section` names the notation or service whose names the fields have.

    `text` is the record as printed from `span` on, in which values without a span are looked for. `kind` is the type of
    publication that the notation states beside the fields (`@article`), `label` what messages call the record.
    """

    section: str
    fields: Sequence[Printed]
    span: Span
    end_line: int
    text: str = ""
    kind: str = ""
    label: str = "a record"
    markup: Markup = Markup.TEXT
    faults: list[str] = field(default_factory=list)

    def span_of(self, one: Printed) -> Span | None:
        """Return where the value of a field begins, if the grammar knows it."""
        return advance(self.span, self.text, one.place) if isinstance(one.place, int) else one.place

    def locate(self, value: str, start: int = 0) -> tuple[Span, int]:
        """Return where a value is printed, from an offset on or before it, and its offset; else the row's place."""
        if not self.text or not value:
            return self.span, start
        for begin in (start, 0) if start else (0,):
            for spelling in _spellings(value[:_MAX_SEARCHED]):
                offset = self.text.find(spelling, begin)
                if offset >= 0:
                    return advance(self.span, self.text, offset), offset
        return self.span, start

    def locate_lines(self, value: str) -> Span | None:
        """Return where a text of several lines is printed on as many lines, or None."""
        for spelling in (value, value.replace('"', '""'), escape(value, quote=False)):
            if self.text and (offset := self.text.find(spelling)) >= 0:
                return advance(self.span, self.text, offset)
        return None


def _spellings(value: str) -> Iterator[str]:
    """Yield a value as notations print it: as it is, with a table's quotes, escaped for XML, as a string of JSON."""
    yield value
    if '"' in value:
        yield value.replace('"', '""')
    if "&" in value or "<" in value:
        yield escape(value, quote=False)
    for ascii_only in (False, True):
        printed = json.dumps(value, ensure_ascii=ascii_only)[1:-1]
        if printed != value:
            yield printed
        if "/" in printed:
            yield printed.replace("/", "\\/")


def find_values(value: object, path: str) -> list[object]:
    """Return the values at a path, in order; lists on the way are passed through, and a list at its end is opened.

    >>> record = {"author": [{"name": "Ann Doe", "id": 1}, {"name": "Rob Roe", "id": 2}]}
    >>> find_values(record, "author.name"), find_values(record, "**id"), find_values(record, "author[id=2].name")
    (['Ann Doe', 'Rob Roe'], [1, 2], ['Rob Roe'])
    """
    steps, found = _parse_path(path), [value]
    if isinstance(value, dict) and steps[0][0] == path and path[0] != "*":
        steps, found = (), [value.get(path)]
    for name, key, wanted in steps:
        if name.startswith("**"):
            found = [inner for one in found for inner in _descend(one, name[2:])]
        else:
            found = [
                inner
                for one in found
                for each in (one if isinstance(one, list) else (one,))
                if isinstance(each, Mapping) and (inner := each.get(name)) is not None
            ]
        if key:
            items = (each for one in found for each in (one if isinstance(one, list) else (one,)))
            found = [each for each in items if _has(each, key, wanted)]
    return [each for one in found for each in (one if isinstance(one, list) else (one,)) if each is not None]


def root_of(path: str) -> str:
    """Return the name without which nothing is at a path, or "" if it may be at any depth."""
    name = _parse_path(path)[0][0]
    return "" if name.startswith("**") else name


def _has(value: object, key: str, wanted: str) -> bool:
    """Return whether a value has something under a key, or is without that key if nothing is wanted."""
    return str(value.get(key, "")) == wanted if isinstance(value, Mapping) else not wanted


@lru_cache(maxsize=1024)
def _parse_path(path: str) -> tuple[tuple[str, str, str], ...]:
    steps = []
    for step in re.split(r"\.(?![^\[]*\])", path):
        filtered = _FILTER.fullmatch(step)
        steps.append((filtered["name"], filtered["key"], filtered["value"]) if filtered else (step, "", ""))
    return tuple(steps)


def _descend(value: object, name: str) -> Iterator[object]:
    """Yield the values under a name at any depth, in the order of the record."""
    stack = [value]
    while stack:
        one = stack.pop()
        if isinstance(one, list):
            stack.extend(reversed(one))
        elif isinstance(one, Mapping):
            if one.get(name) is not None:
                yield one[name]
            stack.extend(inner for key, inner in reversed(list(one.items())) if key != name)


def local_name(element: "Element") -> str:
    """Return the name of an element without its namespace; empty for a comment."""
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""


def mapping_of(element: "Element") -> Mapping[str, object]:
    """Return what is in an element of XML as nested values.

    An element is its text, or, if it has attributes or elements in it, a mapping of these by their names, with the text
    of all of them under `#` and attributes under `@name`.
    """
    value = _value_of(element, 0)
    return value if isinstance(value, Mapping) else {"#": value}


def _value_of(element: "Element", depth: int) -> object:
    text = "".join(element.itertext()).strip()
    if (not len(element) and not element.attrib) or depth > _MAX_DEPTH:
        return text
    value: dict[str, object] = {f"@{name.rpartition('}')[2]}": held for name, held in element.attrib.items()}
    inner: dict[str, list[object]] = {}
    for child in element:
        if name := local_name(child):
            inner.setdefault(name, []).append(_value_of(child, depth + 1))
    value.update((name, held[0] if len(held) == 1 else held) for name, held in inner.items())
    if text:
        value["#"] = text
    return value


def unwrap(value: object) -> object:
    """Return the value that a mapping wraps: OpenReview's `{"value": …}`, or a single list or mapping, as in dblp."""
    if not isinstance(value, Mapping):
        return value
    if "value" in value:
        return value["value"]
    inner = list(value.values())
    is_date = "date-parts" in value or "year" in value
    return inner[0] if len(inner) == 1 and isinstance(inner[0], list | dict) and not is_date else value


def text_of(value: object) -> str:
    r"""Return a text or an integer on one line; of a mapping or a list, the text that it stands for; else "".

    >>> text_of(" A\n title "), text_of(["T"]), text_of({"value": "V"}), text_of({"#": "text", "@id": "1"}), text_of(7)
    ('A title', 'T', 'V', 'text', '7')
    """
    while True:
        match value:
            case str():
                if value.isprintable():  # Then blanks are the only white space, and nothing is a surrogate.
                    return " ".join(value.split()) if "  " in value else value.strip()
                # Lone surrogates, which JSON may contain, cannot be encoded again.
                text = value if value.isascii() else value.encode("utf-8", "replace").decode()
                return " ".join(text.split())
            case bool():
                return ""
            case int():
                return str(value) if abs(value) < 10**18 else ""
            case float():
                return f"{value:g}" if value == value and abs(value) < 10**15 else ""  # noqa: PLR0124 - NaN
            case list() | tuple():
                value = next((one for one in value if one not in (None, "", [])), None)
            case Mapping():
                value = next((value[key] for key in _TEXT_KEYS if value.get(key)), None)
            case _:
                return ""


_TEXT_KEYS = (
    "#",
    "value",
    "fullname",
    "name",
    "title",
    "display_name",
    "text",
    "literal",
    "label",
    "content",
    "tag",
    "term",
)
