"""BibTeX inside a listing of another format: papers of the list, or how the document itself wants to be cited.

Publications in BibTeX that are in the lines of an entry belong to that entry. Of the others, one that is alone in the
document, or below a heading such as Citation, says how the document or its subject is to be cited: it is no paper of
the list. All remaining ones are papers of the list.
"""

import re
from collections.abc import Sequence

from papertrace.listings.keyed import bibtex
from papertrace.model import Entry, Problem

_START = re.compile(r"\s{0,12}@(?!comment|string|preamble)[A-Za-z]{3,40}[ \t]{0,8}\{")
_FENCE = re.compile(r"\s{0,12}(?:```|~~~)")
_HEADING = re.compile(r"\s{0,3}#{1,6}\s|\s{0,12}<(?:summary|h[1-6])\b", re.IGNORECASE)
_CITING = re.compile(
    r"\bcit(?:e|es|ing|ations?)\b|\bbib(?:tex|liography)?\b|\backnowledg|\bcontribut|引用", re.IGNORECASE
)
_MAX_BLOCK_LINES = 400
_MIN_PUBLICATIONS = 2


def has_bibtex(lines: Sequence[str]) -> bool:
    """Return whether any line of a text begins a publication in BibTeX."""
    return any("@" in line and _START.match(line[:200]) for line in lines)


def find_cited_papers(lines: Sequence[str], source: str, entries: Sequence[Entry]) -> list[Entry]:
    """Return the papers that a listing in another format gives as BibTeX outside of its entries, in order."""
    starts = [number for number, line in enumerate(lines, start=1) if "@" in line and _START.match(line[:200])]
    inside = _lines_of(entries, len(lines))
    starts = [number for number in starts if not inside[number]]
    if len(starts) < _MIN_PUBLICATIONS:
        return []
    kept = [""] * len(lines)
    heading = ""
    wanted = set(starts)
    until = 0
    for number, line in enumerate(lines, start=1):
        if _HEADING.match(line[:200]):
            heading = line[:200]
        if number in wanted and not _CITING.search(heading):
            until = number + _MAX_BLOCK_LINES
        if inside[number] or _FENCE.match(line[:40]) or (_HEADING.match(line[:200]) and number > 1):
            until = 0
        if number < until:
            kept[number - 1] = line
    found = [item for item in bibtex.parse(iter(kept), source) if isinstance(item, Entry)]
    return found if len(found) >= _MIN_PUBLICATIONS else []


def merge_in_order(items: Sequence[Entry | Problem], found: Sequence[Entry]) -> list[Entry | Problem]:
    """Return items with further entries among them, in the order of their lines."""
    if not found:
        return list(items)
    merged: list[Entry | Problem] = []
    rest = list(found)
    for item in items:
        while rest and isinstance(item, Entry) and rest[0].span.line < item.span.line:
            merged.append(rest.pop(0))
        merged.append(item)
    return merged + rest


def _lines_of(entries: Sequence[Entry], n_lines: int) -> bytearray:
    inside = bytearray(n_lines + 2)
    for entry in entries:
        for number in range(entry.span.line, min(max(entry.end_line, entry.span.line), n_lines) + 1):
            inside[number] = 1
    return inside
