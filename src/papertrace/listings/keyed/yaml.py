"""Papers in YAML: the data files of Jekyll and Hugo, bibliographies for pandoc, and the front matter of a page.

A record is a mapping with a title, or below others with a name and authors, and another usual key of papers; a mapping
around such records is a section. Values are built from the events of the parser, not by it, so that neither deep
nesting nor aliases of aliases cost more than their text.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

from papertrace.listings.keyed.data_files import describe_rest, parse_data_file
from papertrace.listings.keyed.nested import Located, Record, find_papers
from papertrace.model import Entry, Problem, Span
from papertrace.records.table import fact_of

if TYPE_CHECKING:
    from yaml.events import Event

_SURE = 0.85
_MAX_CHARS = 32 * 1024 * 1024
_MAX_DEPTH = 100
_FENCE = "---"
# A name of a field, or the year of a section.
_KEY = re.compile(
    r"\s*(?:-\s+)*(?:\{\s*)?[\"']?(?:[^\W\d][\w-]{0,40}(?: [\w-]{1,20}){0,2}|(?:19|20)\d\d)[\"']?:(?:\s|$)"
)
_TITLE = re.compile(r"(?:^\s*(?:-\s+)*|[{,]\s*)[\"']?(?P<key>[^\W\d_][\w -]{0,40})[\"']?:\s+\S")
_NESTED_TITLE = re.compile(r"\s*-\s.{0,400}?\b(?:title|name)[\"']?:\s|\s+[\"']?(?:title|name)[\"']?:\s", re.IGNORECASE)
_ITEM_OR_PART = re.compile(r"\s*-(?:\s|$)|\s+\S|[\]}]")
_MIN_PUBLISHERS, _MAX_ENTRIES_OF_A_VENUE = 5, 3
_MIN_SHARE = 0.5
_MAX_LINES_OF_HEAD = 400
_NAMES_OF_TITLES = frozenset({"name", "paper"})


def parse(lines: Iterable[str], source: str) -> Iterator[Entry | Problem]:
    """Yield the entries of a listing in order, and a problem for text that is not YAML."""
    items = parse_data_file(
        lines, source, "YAML", max_chars=_MAX_CHARS, read_front_matter=_front_matter, read_records=_read_records
    )
    yield from _name_venues(list(items))


def _name_venues(items: Sequence[Entry | Problem]) -> Iterator[Entry | Problem]:
    """Yield entries with their publishers as venues if none of several has a venue and most have a DOI.

    Managers of citations have journals as publishers; publishing houses recur more than journals.
    """
    entries = [item for item in items if isinstance(item, Entry)]
    publishers = [entry.publisher for entry in entries if entry.publisher]
    are_articles = sum(entry.identifiers.doi is not None for entry in entries) * 2 > len(entries)
    do_differ = len(publishers) >= _MIN_PUBLISHERS and len(set(publishers)) * _MAX_ENTRIES_OF_A_VENUE > len(publishers)
    are_venues = are_articles and do_differ and not any(entry.venue for entry in entries)
    for item in items:
        named = isinstance(item, Entry) and are_venues
        yield replace(item, venue=item.publisher, publisher=None) if named and isinstance(item, Entry) else item


def recognise(head: list[str]) -> float:
    """Return the confidence, from 0 to 1, that a listing consists of papers as YAML."""
    shown = [line[:500] for line in head[:_MAX_LINES_OF_HEAD] if line.strip() and not line.lstrip().startswith("#")]
    # All JSON is YAML, and read by the readers of JSON.
    if not shown or shown[0].lstrip().startswith(("{", "[")) or not any(map(_has_title, shown)):
        return 0.0
    if not (shown[0].startswith(_FENCE) or _KEY.match(shown[0]) or shown[0].strip() == "-"):
        return 0.0
    front = _front_matter(head)
    counted = shown if front is None else front
    n_fitting = sum(bool(_KEY.match(line) or _ITEM_OR_PART.match(line)) for line in counted)
    # Mappings in braces have several keys in a line.
    n_keys = sum(max(_KEY.match(line) is not None, sum(1 for _ in _TITLE.finditer(line))) for line in counted)
    if n_fitting < len(counted) * _MIN_SHARE or n_keys < 2:  # noqa: PLR2004 - a title and another fact
        return 0.0
    found = islice((one for one in _read_records(head, "") if isinstance(one, Record)), 1)
    if not any(found):
        return 0.0
    # Lines with labels alone are labelled text, too; titles in lists or below others are not.
    is_certain = front is None and (shown[0].startswith(_FENCE) or any(map(_NESTED_TITLE.match, shown)))
    return 1.0 if is_certain else _SURE


def _has_title(line: str) -> bool:
    keys = (found["key"] for found in _TITLE.finditer(line))
    return any(key.lower() in _NAMES_OF_TITLES or fact_of(key, "json") == "title" for key in keys)


def _read_records(lines: Sequence[str], source: str) -> Iterator[Record | Problem]:
    import yaml

    front = _front_matter(lines)
    shown, first = (lines, Span(source, 1)) if front is None else (front, Span(source, 2))
    composer = _Composer(first)
    problem = None
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        for event in yaml.parse("\n".join(shown), Loader=loader):
            composer.feed(event)
            if composer.depth > _MAX_DEPTH:
                problem = Problem(composer.last, "values too deeply nested; all that follows is left out")
                break
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        index = min(mark.line, len(shown) - 1) if mark is not None else 0
        problem = describe_rest("YAML", shown, first, index, index)
    yield from (record for document in composer.documents for record in find_papers(document))
    if problem:
        yield problem


class _Composer:
    """What makes nested values of the events of a parser; aliases stand for texts alone."""

    def __init__(self, first: Span) -> None:
        self.documents: list[object] = []
        self.last: Span = first
        """Where the last mapping or list begins."""
        self._first = first
        self._last_line = first.line
        self._opened: list[Located | list[object]] = [self.documents]
        self._keys: list[str | None] = [None]  # of what comes next in each that is open
        self._texts: dict[str, str] = {}  # by their anchors

    @property
    def depth(self) -> int:
        return len(self._opened) - 1

    def feed(self, event: "Event") -> None:
        import yaml

        match event:
            case yaml.ScalarEvent():
                if (end := event.end_mark) is not None:
                    # The end of a block is the beginning of the line after it.
                    self._last_line = self._first.line + end.line - (end.column == 0)
                if event.anchor is not None:
                    self._texts[event.anchor] = event.value
                self._add(event.value)
            case yaml.AliasEvent():
                self._add(self._texts.get(event.anchor or "", ""))
            case yaml.MappingStartEvent() | yaml.SequenceStartEvent():
                self._texts.pop(event.anchor or "", None)
                if (mark := event.start_mark) is not None:
                    self.last = Span(self._first.source, self._first.line + mark.line, mark.column + 1)
                opened = Located(self.last) if isinstance(event, yaml.MappingStartEvent) else list[object]()
                self._add(opened)
                self._opened.append(opened)
                self._keys.append(None)
            case yaml.MappingEndEvent() | yaml.SequenceEndEvent():
                closed = self._opened.pop()
                self._keys.pop()
                if isinstance(closed, Located):
                    closed.close(self._last_line)

    def _add(self, value: object) -> None:
        around = self._opened[-1]
        if isinstance(around, list):
            around.append(value)
        elif self._keys[-1] is None:
            self._keys[-1] = value if isinstance(value, str) else ""
        else:
            around[self._keys[-1]] = value
            self._keys[-1] = None


def _front_matter(lines: Sequence[str]) -> list[str] | None:
    """Return the lines between two fences at the top of a page; None if it is YAML throughout."""
    if not lines or lines[0].rstrip() != _FENCE:
        return None
    end = next((number for number, line in enumerate(lines[1:], start=1) if line.rstrip() == _FENCE), None)
    if end is None:
        return None
    below = next((line for line in lines[end + 1 :] if line.strip()), "")
    return None if _KEY.match(below) or below.startswith("- ") else list(lines[1:end])
