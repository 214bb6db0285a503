"""Papers in TOML: the data files of Hugo and Zola, and the front matter of their pages.

A record is a table with a title and another usual key of papers, as it is in YAML. The text is read whole: TOML has no
list that could be read one item at a time, for a table may be continued anywhere below. The lines of a record are those
from the header of its table, or from its brace, to the next header; in a list of inline tables they are found by the
title.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from papertrace.listings.keyed.data_files import describe_rest, parse_data_file
from papertrace.listings.keyed.nested import Located, Record, find_papers, title_in
from papertrace.model import Entry, Problem, Span
from papertrace.records.rows import text_of
from papertrace.records.table import fact_of

_SURE = 0.85
_MAX_CHARS = 8 * 1024 * 1024
_MAX_DEPTH = 20
_MAX_LINES_OF_HEAD = 400
_MAX_LINES_OF_RECORD = 1_000
_FENCE = "+++"
_ERROR_LINE = re.compile(r"\(at line (\d{1,9}),")
_HEADER = re.compile(r"\s*\[{1,2}\s*(?P<name>[\w\"'][^\[\]=,]{0,200}?)\s*\]{1,2}\s*(?:#.*)?$")
_KEY = re.compile(r"\s*[\"']?[\w-]{1,60}[\"']?(?:\.[\w-]{1,60}){0,4}\s*=\s*\S")
_TITLE = re.compile(r"(?:^|[{,])\s*[\"']?(?P<key>[\w-]{1,40})[\"']?\s*=")


def parse(lines: Iterable[str], source: str) -> Iterator[Entry | Problem]:
    """Yield the entries of a listing in order, and a problem for text that is not TOML."""
    return parse_data_file(
        lines, source, "TOML", max_chars=_MAX_CHARS, read_front_matter=_front_matter, read_records=_read_records
    )


def recognise(head: list[str]) -> float:
    """Return the confidence, from 0 to 1, that a listing consists of papers as TOML."""
    shown = head[:_MAX_LINES_OF_HEAD]
    filled = [line for line in shown if line.strip() and not line.lstrip().startswith("#")]
    begins = bool(filled) and (filled[0].rstrip() == _FENCE or bool(_HEADER.match(filled[0]) or _KEY.match(filled[0])))
    if not begins or not any(map(_has_title, filled)):
        return 0.0
    # The head may end within a table, so that only its whole tables are read.
    headers = [number for number, line in enumerate(shown) if _HEADER.match(line)]
    ends = [len(shown), *reversed(headers[1:])]
    whole = (shown[:end] for end in ends[:3])
    found = any(isinstance(one, Record) for part in whole for one in _read_records(part, ""))
    return _SURE if found else 0.0


def _has_title(line: str) -> bool:
    return any(fact_of(found["key"], "json") == "title" for found in _TITLE.finditer(line[:500]))


def _read_records(lines: Sequence[str], source: str) -> Iterator[Record | Problem]:
    """Yield the records; of a text with an error, those above the table that has it, and a problem for what follows."""
    front = _front_matter(lines)
    first, shown = (Span(source, 1), list(lines)) if front is None else (Span(source, 2), front)
    try:
        value = tomllib.loads("\n".join(shown) + "\n")
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        stated = _ERROR_LINE.search(str(error))
        index = min(int(stated[1]), len(shown)) - 1 if stated else len(shown) - 1
        headers = [number for number, line in enumerate(shown[: index + 1]) if _HEADER.match(line)]
        cut = headers[-1] if headers else 0
        try:
            value = tomllib.loads("\n".join(shown[:cut]) + "\n")
        except (tomllib.TOMLDecodeError, RecursionError, ValueError):
            value, cut = {}, 0
        yield from _locate(list(find_papers(_print(value, first))), first, shown[:cut])
        yield describe_rest("TOML", shown, first, cut, index if stated else cut)
    else:
        yield from _locate(list(find_papers(_print(value, first))), first, shown)


def _front_matter(lines: Sequence[str]) -> list[str] | None:
    """Return the lines between two fences at the top of a page, or below the only one; None if all is TOML."""
    if not lines or lines[0].rstrip() != _FENCE:
        return None
    end = next((number for number, line in enumerate(lines[1:], start=1) if line.rstrip() == _FENCE), len(lines))
    return list(lines[1:end])


def _print(value: object, first: Span, depth: int = 0) -> object:
    """Return a value with its dates and numbers as printed, which is how YAML gives them, to a usual depth."""
    if isinstance(value, bool) or (isinstance(value, dict | list) and depth > _MAX_DEPTH):
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
