"""Comments that leave links out: `papertrace: ignore` on the same line, or alone on the line above."""

import re
from collections.abc import Iterable, Iterator

_COMMENT = re.compile(
    r"(?:<!--|#|//|/\*|%|;|\.\.|--|\{#|\(\*|\[//\]: # \()\s*papertrace:\s*ignore\b[^\n]{0,200}", re.IGNORECASE
)
_KEYWORD = "papertrace:"


def find_ignored_lines(lines: Iterable[str], *, first: int = 1) -> Iterator[int]:
    """Yield the numbers of the lines whose links are left out.

    >>> list(find_ignored_lines(["<!-- papertrace: ignore -->", "https://example.org", "x = 1  # papertrace: ignore"]))
    [2, 3]
    """
    ignores_next = False
    for number, line in enumerate(lines, start=first):
        if ignores_next and line.strip():
            yield number
            ignores_next = False
        if _KEYWORD not in line.lower():
            continue
        match = _COMMENT.search(line)
        if match is None:
            continue
        rest = line[: match.start()] + line[match.end() :]
        if rest.strip(" \t*/->}#"):
            yield number
        else:
            ignores_next = True
