"""Simple tables of reStructuredText: columns below rules of `=`, with blanks between them."""

import re
from collections.abc import Sequence

_RULE = re.compile(r"\s*={2,}(?:\s+={2,})+\s*")
_COLUMN = re.compile(r"=+")
_N_RULES = 3  # above the header, below it, and at the end
_MAX_HEADER_LINES = 3
_MAX_COLUMNS = 100


def convert_tables(lines: Sequence[str]) -> list[str]:
    """Return lines with the simple tables that have a header in Markdown, one line for each.

    >>> convert_tables(["====  ====", "Name  Year", "====  ====", "Fold  2015", "====  ===="])
    ['', '| Name | Year |', '| --- | --- |', '| Fold | 2015 |', '']
    """
    converted = list(lines)
    rules = [index for index, line in enumerate(lines) if _RULE.fullmatch(line)]
    position = 0
    while position + _N_RULES <= len(rules):
        top, middle, bottom = rules[position : position + _N_RULES]
        starts = [found.start() for found in _COLUMN.finditer(lines[top])][:_MAX_COLUMNS]
        columns = len(starts) == len(_COLUMN.findall(lines[middle])) == len(_COLUMN.findall(lines[bottom]))
        if not columns or not 1 < middle - top <= _MAX_HEADER_LINES + 1 or bottom == middle + 1:
            position += 1
            continue
        for index in range(top, bottom + 1):
            converted[index] = _convert_row(lines[index], starts) if lines[index].strip() else ""
        converted[top] = converted[bottom] = ""
        converted[middle] = f"| {' | '.join('---' for _ in starts)} |"
        for index in range(top + 1, middle - 1):  # a header of several lines
            converted[index] = ""
        position += _N_RULES
    return converted


def _convert_row(line: str, starts: Sequence[int]) -> str:
    ends = [*starts[1:], len(line)]
    cells = (line[start:end].strip().replace("|", "\\|") for start, end in zip(starts, ends, strict=True))
    return f"| {' | '.join(cells)} |"
