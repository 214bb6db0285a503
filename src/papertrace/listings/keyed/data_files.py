"""Papers in YAML and TOML: data files of sites (Jekyll, Hugo, Zola), bibliographies for pandoc, front matter of pages.

A record is a mapping with a title, or below others with a name and authors, and another usual key of papers; a mapping
around such records is a section. Values of YAML are built from the events of the parser, not by it, so that neither
deep nesting nor aliases of aliases cost more than their text. TOML has no list that could be read one item at a time,
for a table may be continued anywhere below: it is read whole, and the lines of a record are those from the header of
its table, or from its brace, to the next header; in a list of inline tables they are found by the title.
"""

import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice, pairwise
from typing import TYPE_CHECKING

from papertrace.listings.keyed.nested import Located, Record, find_papers, read_record, title_in
from papertrace.model import Entry, Problem, Span
from papertrace.model.text import excerpt
from papertrace.records.rows import text_of
from papertrace.records.table import fact_of

if TYPE_CHECKING:
    from yaml.events import Event

_SURE = 0.85
_MAX_CHARS_YAML = 32 * 1024 * 1024
_MAX_DEPTH_YAML = 100
_FENCE_YAML = "---"
# A name of a field, or the year of a section.
_KEY_YAML = re.compile(
    r"\s*(?:-\s+)*(?:\{\s*)?[\"']?(?:[^\W\d][\w-]{0,40}(?: [\w-]{1,20}){0,2}|(?:19|20)\d\d)[\"']?:(?:\s|$)"
)
_TITLE_YAML = re.compile(r"(?:^\s*(?:-\s+)*|[{,]\s*)[\"']?(?P<key>[^\W\d_][\w -]{0,40})[\"']?:\s+\S")
_NESTED_TITLE = re.compile(r"\s*-\s.{0,400}?\b(?:title|name)[\"']?:\s|\s+[\"']?(?:title|name)[\"']?:\s", re.IGNORECASE)
_ITEM_OR_PART = re.compile(r"\s*-(?:\s|$)|\s+\S|[\]}]")
_MIN_PUBLISHERS, _MAX_ENTRIES_OF_A_VENUE = 5, 3
_MIN_SHARE = 0.5
_MAX_LINES_OF_HEAD = 400
_NAMES_OF_TITLES = frozenset({"name", "paper"})
_MAX_CHARS_TOML = 8 * 1024 * 1024
_MAX_DEPTH_TOML = 20
_MAX_LINES_OF_RECORD = 1_000
_FENCE_TOML = "+++"
_ERROR_LINE = re.compile(r"\(at line (\d{1,9}),")
_HEADER = re.compile(r"\s*\[{1,2}\s*(?P<name>[\w\"'][^\[\]=,]{0,200}?)\s*\]{1,2}\s*(?:#.*)?$")
_KEY_TOML = re.compile(r"\s*[\"']?[\w-]{1,60}[\"']?(?:\.[\w-]{1,60}){0,4}\s*=\s*\S")
_TITLE_TOML = re.compile(r"(?:^|[{,])\s*[\"']?(?P<key>[\w-]{1,40})[\"']?\s*=")


def _parse_data_file(
    lines: Iterable[str],
    source: str,
    notation: str,
    *,
    max_chars: int,
    read_front_matter: Callable[[Sequence[str]], Sequence[str] | None],
    read_records: Callable[[Sequence[str], str], Iterable[Record | Problem]],
) -> Iterator[Entry | Problem]:
    """Yield the entries of a data file, and a problem for what is not in its notation or is below its front matter."""
    kept: list[str] = []
    n_chars = 0
    for line in lines:
        kept.append(line)
        n_chars += len(line) + 1
        if n_chars > max_chars:
            fact = f"{notation} of more than {max_chars >> 20} MiB; left out; divide it into several files"
            yield Problem(Span(source, 1), fact)
            return
    unknown: Counter[str] = Counter()
    for found in read_records(kept, source):
        if isinstance(found, Problem):
            yield found
        else:
            yield from read_record(found, "json", unknown)
    if (front := read_front_matter(kept)) is not None:
        start = len(front) + 2
        shown = [number for number, line in enumerate(kept[start:], start=start + 1) if line.strip()]
        if shown:
            fact = "text of the page below its front matter; left out"
            yield Problem(Span(source, shown[0]), fact, n_lines=len(shown), harmless=True, outside=True)


def _describe_rest(notation: str, lines: Sequence[str], first: Span, start: int, shown: int) -> Problem:
    """Return the problem that all lines from an index on are left out; the line of another index shows why.

    `first` is the place of the first line.
    """
    n_lines = max(1, sum(bool(line.strip()) for line in lines[start:]))
    printed = excerpt(lines[shown].strip()) if lines else ""
    fact = f"{printed}: not {notation}; left out, with all that follows"
    return Problem(Span(first.source, first.line + start), fact, n_lines=n_lines, outside=True)


def parse_yaml(lines: Iterable[str], source: str) -> Iterator[Entry | Problem]:
    """Yield the entries of a listing in order, and a problem for text that is not YAML."""
    items = _parse_data_file(
        lines,
        source,
        "YAML",
        max_chars=_MAX_CHARS_YAML,
        read_front_matter=_front_matter_yaml,
        read_records=_read_records_yaml,
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


def recognise_yaml(head: list[str]) -> float:
    """Return the confidence, from 0 to 1, that a listing consists of papers as YAML."""
    shown = [line[:500] for line in head[:_MAX_LINES_OF_HEAD] if line.strip() and not line.lstrip().startswith("#")]
    # All JSON is YAML, and read by the readers of JSON.
    if not shown or shown[0].lstrip().startswith(("{", "[")):
        return 0.0
    if not (shown[0].startswith(_FENCE_YAML) or _KEY_YAML.match(shown[0]) or shown[0].strip() == "-"):
        return 0.0
    if not any(_has_title(_TITLE_YAML, line, _NAMES_OF_TITLES) for line in shown):
        return 0.0
    front = _front_matter_yaml(head)
    counted = shown if front is None else front
    n_fitting = sum(bool(_KEY_YAML.match(line) or _ITEM_OR_PART.match(line)) for line in counted)
    # Mappings in braces have several keys in a line.
    n_keys = sum(max(_KEY_YAML.match(line) is not None, sum(1 for _ in _TITLE_YAML.finditer(line))) for line in counted)
    if n_fitting < len(counted) * _MIN_SHARE or n_keys < 2:  # noqa: PLR2004 - a title and another fact
        return 0.0
    found = islice((one for one in _read_records_yaml(head, "") if isinstance(one, Record)), 1)
    if not any(found):
        return 0.0
    # Lines with labels alone are labelled text, too; titles in lists or below others are not.
    is_certain = front is None and (shown[0].startswith(_FENCE_YAML) or any(map(_NESTED_TITLE.match, shown)))
    return 1.0 if is_certain else _SURE


def _has_title(pattern: re.Pattern[str], line: str, others: frozenset[str] = frozenset()) -> bool:
    keys = (found["key"] for found in pattern.finditer(line))
    return any(key.lower() in others or fact_of(key, "json") == "title" for key in keys)


def _read_records_yaml(lines: Sequence[str], source: str) -> Iterator[Record | Problem]:
    import yaml

    front = _front_matter_yaml(lines)
    shown, first = (lines, Span(source, 1)) if front is None else (front, Span(source, 2))
    composer = _Composer(first)
    problem = None
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        for event in yaml.parse("\n".join(shown), Loader=loader):
            composer.feed(event)
            if composer.depth > _MAX_DEPTH_YAML:
                problem = Problem(composer.last, "values too deeply nested; all that follows is left out")
                break
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        index = min(mark.line, len(shown) - 1) if mark is not None else 0
        problem = _describe_rest("YAML", shown, first, index, index)
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


def _front_matter_yaml(lines: Sequence[str]) -> list[str] | None:
    """Return the lines between two fences at the top of a page; None if it is YAML throughout."""
    if not lines or lines[0].rstrip() != _FENCE_YAML:
        return None
    end = next((number for number, line in enumerate(lines[1:], start=1) if line.rstrip() == _FENCE_YAML), None)
    if end is None:
        return None
    below = next((line for line in lines[end + 1 :] if line.strip()), "")
    return None if _KEY_YAML.match(below) or below.startswith("- ") else list(lines[1:end])


def parse_toml(lines: Iterable[str], source: str) -> Iterator[Entry | Problem]:
    """Yield the entries of a listing in order, and a problem for text that is not TOML."""
    return _parse_data_file(
        lines,
        source,
        "TOML",
        max_chars=_MAX_CHARS_TOML,
        read_front_matter=_front_matter_toml,
        read_records=_read_records_toml,
    )


def recognise_toml(head: list[str]) -> float:
    """Return the confidence, from 0 to 1, that a listing consists of papers as TOML."""
    shown = head[:_MAX_LINES_OF_HEAD]
    filled = [line for line in shown if line.strip() and not line.lstrip().startswith("#")]
    begins = bool(filled) and (
        filled[0].rstrip() == _FENCE_TOML or bool(_HEADER.match(filled[0]) or _KEY_TOML.match(filled[0]))
    )
    if not begins or not any(_has_title(_TITLE_TOML, line[:500]) for line in filled):
        return 0.0
    # The head may end within a table, so that only its whole tables are read.
    headers = [number for number, line in enumerate(shown) if _HEADER.match(line)]
    ends = [len(shown), *reversed(headers[1:])]
    whole = (shown[:end] for end in ends[:3])
    found = any(isinstance(one, Record) for part in whole for one in _read_records_toml(part, ""))
    return _SURE if found else 0.0


def _read_records_toml(lines: Sequence[str], source: str) -> Iterator[Record | Problem]:
    """Yield the records; of a text with an error, those above the table that has it, and a problem for what follows."""
    front = _front_matter_toml(lines)
    first, shown = (Span(source, 1), list(lines)) if front is None else (Span(source, 2), front)
    cut, problem = len(shown), None
    try:
        value = tomllib.loads("\n".join(shown) + "\n")
    except (RecursionError, ValueError) as error:
        stated = _ERROR_LINE.search(str(error))
        index = min(int(stated[1]), len(shown)) - 1 if stated else len(shown) - 1
        headers = [number for number, line in enumerate(shown[: index + 1]) if _HEADER.match(line)]
        cut = headers[-1] if headers else 0
        try:
            value = tomllib.loads("\n".join(shown[:cut]) + "\n")
        except (RecursionError, ValueError):
            value, cut = {}, 0
        problem = _describe_rest("TOML", shown, first, cut, index if stated else cut)
    yield from _locate(list(find_papers(_print(value, first))), first, shown[:cut])
    if problem:
        yield problem


def _front_matter_toml(lines: Sequence[str]) -> list[str] | None:
    """Return the lines between two fences at the top of a page, or below the only one; None if all is TOML."""
    if not lines or lines[0].rstrip() != _FENCE_TOML:
        return None
    end = next((number for number, line in enumerate(lines[1:], start=1) if line.rstrip() == _FENCE_TOML), len(lines))
    return list(lines[1:end])


def _print(value: object, first: Span, depth: int = 0) -> object:
    """Return a value with its dates and numbers as printed, which is how YAML gives them, to a usual depth."""
    if isinstance(value, bool) or (isinstance(value, dict | list) and depth > _MAX_DEPTH_TOML):
        return ""
    if isinstance(value, dict):
        table = Located(first)
        table.update((key, _print(held, first, depth + 1)) for key, held in value.items())
        table.close(first.line)
        return table
    if isinstance(value, list):
        return [_print(one, first, depth + 1) for one in value]
    return text_of(value) if isinstance(value, int | float) else str(value)


def _locate(papers: Sequence[Record], first: Span, lines: Sequence[str]) -> Iterator[Record]:
    """Yield records with their lines, in the order of the text: each begins at a header, or where its title is."""
    starts: list[int] = []
    for paper in papers:
        starts.append(_find_line(title_in(paper.value), lines, starts[-1] + 1 if starts else 0))
    begins = [_begin_of(start, lines, before) for start, before in zip(starts, [-1, *starts], strict=False)]
    for paper, (begin, end) in zip(papers, pairwise([*begins, len(lines)]), strict=True):
        last = max(end, begin + 1)
        while last > begin + 1 and not lines[last - 1].strip():
            last -= 1
        yield replace(paper, span=replace(first, line=first.line + begin), end_line=first.line + last - 1)


def _find_line(title: str, lines: Sequence[str], start: int) -> int:
    """Return the index of the line that prints a title; its escapes and line breaks are not compared."""
    plain = re.split(r"[\\\"'\n]", title)[0][:60].strip()
    for index in range(start, min(start + _MAX_LINES_OF_RECORD, len(lines))):
        if plain and plain in " ".join(lines[index].split()):
            return index
    return min(start, len(lines) - 1)


def _begin_of(start: int, lines: Sequence[str], before: int) -> int:
    """Return the index of the header above a title, or of the title's own line if none is below the paper before it."""
    for index in range(min(start, len(lines) - 1), before, -1):
        if _HEADER.match(lines[index]) or lines[index].strip() == "{":
            return index
    return start
