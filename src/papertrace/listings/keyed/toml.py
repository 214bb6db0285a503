"""Papers in TOML: the data files of Hugo and Zola, and the front matter of their pages.

A record is a table with a title and another usual key of papers, as it is in YAML. The text is read whole: TOML has no
list that could be read one item at a time, for a table may be continued anywhere below. The lines of a record are those
from the header of its table, or from its brace, to the next header; in a list of inline tables they are found by the
title.
"""

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from papertrace.listings.keyed.data_files import describe_page, find_paper, take_all
from papertrace.listings.keyed.json_scanner import Record
from papertrace.listings.keyed.nested import read_record, title_in
from papertrace.listings.keyed.pages import CITATION_KEYS, facts_of_group
from papertrace.model import Entry, Problem, Span
from papertrace.model.text import excerpt
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
    kept = take_all(lines, source, "TOML", _MAX_CHARS)
    if isinstance(kept, Problem):
        yield kept
        return
    unknown: Counter[str] = Counter()
    for found in _read_records(kept, source):
        if isinstance(found, Problem):
            yield found
        else:
            yield from read_record(found, "json", unknown)
    first, shown = _front_matter(kept)
    if first > 1 and (problem := describe_page(kept, len(shown) + 2, source)):
        yield problem


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
    first, shown = _front_matter(lines)
    try:
        value = tomllib.loads("\n".join(shown) + "\n")
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        yield from _read_whole_tables(error, first, shown, source)
        return
    papers = list(_find_papers(value, 0, {}))
    yield from _locate(papers, first, shown, source)


def _front_matter(lines: Sequence[str]) -> tuple[int, list[str]]:
    """Return the number of the first line of TOML, and its lines: between two fences, or all."""
    if not lines or lines[0].rstrip() != _FENCE:
        return 1, list(lines)
    end = next((number for number, line in enumerate(lines[1:], start=1) if line.rstrip() == _FENCE), len(lines))
    return 2, list(lines[1:end])


def _read_whole_tables(error: Exception, first: int, lines: Sequence[str], source: str) -> Iterator[Record | Problem]:
    """Yield the records above the table in which an error is, and a problem for the lines from there."""
    stated = _ERROR_LINE.search(str(error))
    index = min(int(stated[1]), len(lines)) - 1 if stated else len(lines) - 1
    headers = [number for number, line in enumerate(lines[: index + 1]) if _HEADER.match(line)]
    cut = headers[-1] if headers else 0
    if cut:
        try:
            value = tomllib.loads("\n".join(lines[:cut]) + "\n")
        except (tomllib.TOMLDecodeError, RecursionError, ValueError):
            cut = 0
        else:
            yield from _locate(list(_find_papers(value, 0, {})), first, lines[:cut], source)
    n_lines = max(1, sum(bool(line.strip()) for line in lines[cut:]))
    shown = excerpt(lines[index if stated else cut].strip()) if lines else ""
    yield Problem(
        Span(source, first + cut), f"{shown}: not TOML; left out, with all that follows", n_lines=n_lines, outside=True
    )


def _find_papers(
    value: object, depth: int, groups: dict[str, object], *, is_listed: bool = False
) -> Iterator[dict[str, object]]:
    """Yield the tables of papers in order; what a paper cites is none of the listing."""
    if depth > _MAX_DEPTH:
        return
    if isinstance(value, list):
        for one in value:
            yield from _find_papers(one, depth + 1, groups, is_listed=True)
    elif isinstance(value, dict):
        inner = [
            paper
            for key, one in value.items()
            if key.lower() not in CITATION_KEYS or depth == 0
            for paper in _find_papers(one, depth + 1, groups | facts_of_group(key, value, is_listed=is_listed))
        ]
        paper = None if inner else find_paper(_as_text(value), may_be_named=depth > 0)
        yield from inner if paper is None else [groups | paper]


def _as_text(value: dict[str, object], depth: int = 0) -> dict[str, object]:
    """Return a table with its dates and numbers as printed, which is how YAML gives them, to a usual depth."""
    return {key: _print(held, depth + 1) for key, held in value.items()}


def _print(value: object, depth: int) -> object:
    if depth > _MAX_DEPTH or isinstance(value, bool):
        return ""
    if isinstance(value, dict):
        return _as_text(value, depth)
    if isinstance(value, list):
        return [_print(one, depth + 1) for one in value]
    return text_of(value) if isinstance(value, int | float) else value if isinstance(value, str) else str(value)


def _locate(papers: Sequence[dict[str, object]], first: int, lines: Sequence[str], source: str) -> Iterator[Record]:
    """Yield records with their lines, in the order of the text: each begins at a header, or where its title is."""
    starts: list[int] = []
    for paper in papers:
        starts.append(_find_line(title_in(paper), lines, starts[-1] + 1 if starts else 0))
    begins = [_begin_of(start, lines, before) for start, before in zip(starts, [-1, *starts], strict=False)]
    for paper, (begin, end) in zip(papers, pairwise([*begins, len(lines)]), strict=True):
        last = max(end, begin + 1)
        while last > begin + 1 and not lines[last - 1].strip():
            last -= 1
        yield Record(paper, Span(source, first + begin), first + last - 1)


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
