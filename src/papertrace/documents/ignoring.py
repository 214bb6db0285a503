"""Comments that leave links out: `papertrace: ignore` on a line, or alone on the line above."""

import re
from collections.abc import Iterable, Iterator

_MARK = re.compile(
    r"(?:<!--|#|//|/\*|%|;|\.\.|--|\{#|\(\*|\[//\]: # \()\s*papertrace:\s*ignore\b[^\n]{0,200}", re.IGNORECASE
)
NEEDLE = "papertrace:"


def find_ignored_lines(lines: Iterable[str], *, first: int = 1) -> Iterator[int]:
    """Yield the numbers of the lines whose links are left out.

    >>> list(find_ignored_lines(["<!-- papertrace: ignore -->", "https://example.org", "x = 1  # papertrace: ignore"]))
    [2, 3]
    """
    is_announced = False
    for number, line in enumerate(lines, start=first):
        if is_announced and line.strip():
            yield number
            is_announced = False
        if NEEDLE not in line.lower():
            continue
        match = _MARK.search(line)
        if match is None:
            continue
        rest = line[: match.start()] + line[match.end() :]
        if rest.strip(" \t*/->}#"):
            yield number
        else:
            is_announced = True
