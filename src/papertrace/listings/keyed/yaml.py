"""Papers in YAML: the data files of Jekyll and Hugo, bibliographies for pandoc, and the front matter of a page.

A record is a mapping with a title, or below others with a name and authors, and another usual key of papers; a mapping
around such records is a section. Menus of sites have titles and addresses, too: where nothing else is known of a title,
an address has to be that of a paper. Values are read from the events of the parser, not built by it, so that neither
deep nesting nor aliases of aliases cost more than their text.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import TYPE_CHECKING

from papertrace.listings.keyed.data_files import describe_page, find_paper, take_all
from papertrace.listings.keyed.json_scanner import Record
from papertrace.listings.keyed.nested import read_record
from papertrace.listings.keyed.pages import CITATION_KEYS, facts_of_group, is_titled_by_key
from papertrace.model import Entry, Problem, Span
from papertrace.model.text import excerpt
from papertrace.records.table import fact_of

if TYPE_CHECKING:
    from yaml.error import MarkedYAMLError
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
_PRINTED_TITLES = ("title", "Title", "TITLE", "paper_title")


@dataclass(slots=True)
class _Open:
    """A mapping or list that is not closed yet."""

    start: Span
    value: "dict[str, object] | list[object]"
    key: str | None = None
    has_records: bool = False

    def add(self, value: object) -> None:
        if isinstance(self.value, list):
            self.value.append(value)
        elif self.key is None:
            self.key = value if isinstance(value, str) else ""
        else:
            self.value[self.key] = value
            self.key = None


@dataclass(slots=True)
class _Builder:
    """What makes records of the events of a parser, each as soon as its mapping is closed."""

    source: str
    first_line: int
    stack: list[_Open] = field(default_factory=list)
    texts: dict[str, str] = field(default_factory=dict)  # by their anchors
    last_line: int = 1

    def feed(self, event: "Event") -> Record | None:
        """Return the record that an event closes, or None."""
        import yaml

        if isinstance(event, yaml.ScalarEvent):
            end = event.end_mark
            # The end of a block is the beginning of the line after it.
            self.last_line = self.first_line + end.line - (end.column == 0) if end is not None else self.last_line
            if event.anchor is not None:
                self.texts[event.anchor] = event.value
            self._add(event.value)
        elif isinstance(event, yaml.AliasEvent):
            self._add(self.texts.get(event.anchor or "", ""))
        elif isinstance(event, yaml.MappingStartEvent | yaml.SequenceStartEvent):
            is_mapping = isinstance(event, yaml.MappingStartEvent)
            self.texts.pop(event.anchor or "", None)
            mark = event.start_mark
            line, column = (mark.line, mark.column) if mark is not None else (0, 0)
            start = Span(self.source, self.first_line + line, column + 1)
            self.stack.append(_Open(start, {} if is_mapping else []))
        elif isinstance(event, yaml.MappingEndEvent | yaml.SequenceEndEvent):
            return self._close()
        return None

    def _add(self, value: object) -> None:
        if self.stack:
            self.stack[-1].add(value)

    def _close(self) -> Record | None:
        closed = self.stack.pop()
        if isinstance(closed.value, dict) and not closed.has_records and not self._is_in_citations():
            key = self.stack[-1].key or "" if self.stack else ""
            titled = {**closed.value, "title": key} if is_titled_by_key(key, closed.value) else closed.value
            value = find_paper(titled, may_be_named=bool(self.stack))
            if value is not None:
                value = {**self._find_facts_of_groups(), **value}
                for one in self.stack:
                    one.has_records = True
                self._add("")
                return Record(value, closed.start, max(self.last_line, closed.start.line))
        self._add(closed.value)
        return None

    def _find_facts_of_groups(self) -> dict[str, object]:
        """Return what the keys of the groups that are open, and the records around them, say of a paper in them."""
        facts: dict[str, object] = {}
        is_listed = False
        for one in self.stack:
            if isinstance(one.value, dict):
                facts |= facts_of_group(one.key or "", one.value, is_listed=is_listed)
            is_listed = isinstance(one.value, list)
        return facts

    def _is_in_citations(self) -> bool:
        """Return whether what is open are the works that a paper cites; those of a file without a title are its own."""
        outermost = self.stack[0].value if self.stack and isinstance(self.stack[0].value, dict) else {}
        # A file may map thousands of keys to papers, so that its keys are not gone through.
        is_titled = any(name in outermost for name in _PRINTED_TITLES)
        return any((one.key or "").lower() in CITATION_KEYS for one in self.stack[0 if is_titled else 1 :])


def parse(lines: Iterable[str], source: str) -> Iterator[Entry | Problem]:
    """Yield the entries of a listing in order, and a problem for text that is not YAML."""
    kept = take_all(lines, source, "YAML", _MAX_CHARS)
    if isinstance(kept, Problem):
        yield kept
        return
    unknown: Counter[str] = Counter()
    read = (
        (found,) if isinstance(found, Problem) else read_record(found, "json", unknown)
        for found in _read_records(kept, source)
    )
    yield from _name_venues([item for items in read for item in items])
    front = _front_matter(kept)
    if front is not None and (problem := describe_page(kept, len(front) + 2, source)):
        yield problem


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
    shown = lines if front is None else front
    builder = _Builder(source, 1 if front is None else 2)
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        for event in yaml.parse("\n".join(shown), Loader=loader):
            record = builder.feed(event)
            if record is not None:
                yield record
            if len(builder.stack) > _MAX_DEPTH:
                yield Problem(builder.stack[-1].start, "values too deeply nested; all that follows is left out")
                return
    except yaml.YAMLError as error:
        yield _describe(error, shown, source, builder.first_line)


def _describe(error: "Exception | MarkedYAMLError", lines: Sequence[str], source: str, first_line: int) -> Problem:
    mark = getattr(error, "problem_mark", None)
    index = min(mark.line, len(lines) - 1) if mark is not None else 0
    n_lines = max(1, sum(bool(line.strip()) for line in lines[index:]))
    fact = f"{excerpt(lines[index].strip())}: not YAML; left out, with all that follows"
    return Problem(Span(source, first_line + index), fact, n_lines=n_lines, outside=True)


def _front_matter(lines: Sequence[str]) -> list[str] | None:
    """Return the lines between two fences at the top of a page; None if it is YAML throughout."""
    if not lines or lines[0].rstrip() != _FENCE:
        return None
    end = next((number for number, line in enumerate(lines[1:], start=1) if line.rstrip() == _FENCE), None)
    if end is None:
        return None
    below = next((line for line in lines[end + 1 :] if line.strip()), "")
    return None if _KEY.match(below) or below.startswith("- ") else list(lines[1:end])
