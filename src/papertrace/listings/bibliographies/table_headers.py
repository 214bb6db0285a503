"""The header of a table of papers: its separator, and the columns that each field is read from.

The separator is the one that gives the most known column names, in any of the spellings that databases use.
"""

import csv
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from papertrace.listings.bibliographies.columns import SPELLINGS, find_column, fold_name

_SEPARATORS = (",", "\t", ";", "|")
_WITH_TARGETS = frozenset({None, "doi", "arxiv"})
_NO_TARGET_NAMES = re.compile(r"\b(?:authors?|affiliations?|editors?|keywords?|correspondence|funding|ids?)\b")
_MIN_KNOWN = 2
_MAX_TAG_LENGTH = 3
_MAX_UNKNOWN = 40
_MAX_CELLS = 100_000


@dataclass(frozen=True, slots=True)
class Header:
    """The names of a table's columns, and which of them hold what."""

    separator: str
    names: tuple[str, ...]
    columns: Mapping[str, tuple[int, ...]]  # the indices of the cells for each field, the best first
    n_known: int
    with_targets: tuple[tuple[int, str], ...] = ()  # the indices and names of the cells that may contain addresses
    unknown: tuple[int, ...] = ()  # the indices of the cells whose names say nothing

    def read_rows(self, lines: Iterable[str]) -> Iterator[list[str]]:
        """Yield the rows below the header; Web of Science, whose column names have two letters, never quotes cells."""
        is_quoted = self.separator != "\t" or any(len(name) > _MAX_TAG_LENGTH for name in self.names)
        quoting: Literal[0, 3] = csv.QUOTE_MINIMAL if is_quoted else csv.QUOTE_NONE
        return csv.reader(lines, delimiter=self.separator, quoting=quoting)


def read_header(line: str) -> Header | None:
    """Parse a line as a header with the separator that gives the most known names, or return None."""
    best: Header | None = None
    for separator in _SEPARATORS:
        if separator not in line:  # a header has at least two names
            continue
        names = _split_line(line, separator)
        columns: dict[str, list[tuple[int, int]]] = {}
        for index, name in enumerate(map(fold_name, names)):
            column = find_column(name)
            if column:
                spellings = SPELLINGS[column]
                rank = spellings.index(name) if name in spellings else len(spellings)
                columns.setdefault(column, []).append((rank, index))
        header = Header(
            separator,
            names,
            {column: tuple(index for _, index in sorted(ranked)) for column, ranked in columns.items()},
            len(columns),
            tuple((index, name.strip()) for index, name in enumerate(names) if _may_have_targets(name)),
            tuple(index for index, name in enumerate(names[:_MAX_UNKNOWN]) if find_column(fold_name(name)) is None),
        )
        if "title" in columns and header.n_known >= _MIN_KNOWN and (best is None or header.n_known > best.n_known):
            best = header
    return best


def _split_line(line: str, separator: str) -> tuple[str, ...]:
    try:
        cells = next(csv.reader([line], delimiter=separator), [])
    except csv.Error:  # a carriage return in the middle
        return ()
    return tuple(cells[:_MAX_CELLS])


def _may_have_targets(name: str) -> bool:
    folded = fold_name(name)
    return find_column(folded) in _WITH_TARGETS and not _NO_TARGET_NAMES.search(folded)
