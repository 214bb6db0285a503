"""What programs save that is no listing that is read, with the way out, from the table `unread.toml`."""

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any

from papertrace.word_lists import read_tables

_MAX_LINE_CHARS = 10_000


def describe_file(head: bytes, name: str) -> str:
    """Return what a file is by its first bytes, or a binary one by its name, and the way out; "" if it is not known."""
    is_binary = b"\0" in head
    for row in _rows("file"):
        if ("bytes" in row and head.startswith(row["bytes"].encode("latin-1"))) or (
            is_binary and name.lower().endswith(tuple(row.get("names", ())))
        ):
            return f"is {row['fact']}; {row['way_out']}"
    return ""


def describe_text(lines: Sequence[str], *, is_unread: bool) -> str:
    """Return what a text is that no reader reads, and the way out; "" if it is not known.

    `is_unread` says that readers were asked before, and that none of them finds papers.
    """
    first = next((line.strip("\ufeff \t")[:_MAX_LINE_CHARS] for line in lines if line.strip("\ufeff \t")), "")
    for row in _rows("text"):
        if (
            (is_unread or not row.get("weak"))
            and re.match(row["first"], first, re.IGNORECASE)
            and _occur(row.get("lines", ()), lines) == len(row.get("lines", ()))
            and not _occur(row.get("lacks", ()), lines)
        ):
            return f"{row['fact']}, which is not read; {row['way_out']}"
    return ""


def _rows(kind: str) -> Iterable[Mapping[str, Any]]:
    rows: Sequence[Mapping[str, Any]] = read_tables("papertrace.listings.lines", "unread.toml")[kind]
    return rows


def _occur(beginnings: Sequence[str], lines: Iterable[str]) -> int:
    """Return how many of some beginnings of lines occur, in lower case; elements may stand anywhere in a line."""
    if not beginnings:
        return 0
    found: set[str] = set()
    for line in lines:
        text = line[:_MAX_LINE_CHARS].strip("\ufeff \t").lower()
        pieces = chain((text,), (f"<{piece}" for piece in text.split("<")[1:]))
        found.update(begin for piece in pieces for begin in beginnings if piece.startswith(begin))
    return len(found)
