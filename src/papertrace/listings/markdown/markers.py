"""Markers of items that are printed without a blank after them: `-[Title](…)`, `1.Title [pdf](…)`.

In CommonMark these are no items. Where several lines of a list with links begin in this way, a blank was forgotten.
"""

import re
from collections.abc import Sequence

# A star may open emphasis, and a small letter goes on with a word: "-based".
_MARKER = re.compile(
    r"(?P<marker>\s{0,12}(?:[-+](?=[\[\"“【<*_]|[^\W\d_a-z])|\*(?=\[[^*]*$)|\d{1,3}[.)](?=[\[\"“【<*_]|[^\W\d_a-z])))"
)
_LINK = re.compile(r"\]\([^\s()]")
_MIN_LINES = 3
_MAX_LENGTH = 2000


def begins_tight(line: str) -> bool:
    """Return whether a line with a link begins with the marker of an item, and its text follows directly.

    >>> begins_tight("-[Tides of Frost](https://example.org/1)"), begins_tight("- [Tides](https://example.org/1)")
    (True, False)
    """
    shown = line[:_MAX_LENGTH]
    return _MARKER.match(shown) is not None and _LINK.search(shown) is not None


def space_markers(lines: Sequence[str]) -> list[str]:
    """Return lines with a blank after the markers that have none, if there are several of these with links.

    >>> space_markers(["-[Frost](/1)", "-[Ice](/2)", "-[Snow](/3)", "-- Rain"])
    ['- [Frost](/1)', '- [Ice](/2)', '- [Snow](/3)', '-- Rain']
    """
    tight = {index for index, line in enumerate(lines) if begins_tight(line)}
    if len(tight) < _MIN_LINES:
        return list(lines)
    return [_MARKER.sub(r"\g<marker> ", line, count=1) if i in tight else line for i, line in enumerate(lines)]
