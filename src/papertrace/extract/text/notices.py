"""Notices of copyright that databases print with abstracts: `© 2021 Elsevier Inc.`, `(C) 2015 The Authors`.

Most of them recur from paper to paper, but a publisher with one paper in a listing has one too. What they name is a
publisher, a society or a licence, and nothing that the paper is about.
"""

import re
from collections.abc import Iterable

# The mark needs a year and an owner, since "(c)" may number a list, and "copyright" be what a paper is about.
_NOTICE = re.compile(
    r"(?:(?:\bcopyright\b[:,]?\s{0,3}(?:by\s)?)?(?:©|\(c\)|\bcopyright\b)(?:\s{0,3}copyright\b)?)"
    r"\s{0,3}(?:19|20)\d\d(?=[,.]?\s{0,3}(?-i:[^\W\d_a-z]|by\b|the\b)|,?\s{0,3}\()",
    re.IGNORECASE,
)
_MORE = re.compile(
    r"\b(?:all rights reserved|published by|on behalf of|production and hosting|open[- ]access|licen[cs]ed?|licensee"
    r"|exclusive licen[cs]e|creative commons|reprinted|copyright)\b|^(?:published|elsevier|wiley|springer)\b",
    re.IGNORECASE,
)
_MAX_LENGTH = 1_000  # characters
_AT_START = 10  # characters before a notice that opens a text


def find_notices(text: str, sentences: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the parts of an abstract that are notices of copyright, given the offsets of its sentences.

    A notice at the beginning reaches to the end of its sentence, and over the next ones if these speak of publication
    or licences; one further on reaches to the end of the text.

    >>> text = "We sail far. (C) 2015 The Harbour Society. Production and hosting by Acme B.V."
    >>> [text[start:end] for start, end in find_notices(text, [(0, 12), (13, 42), (43, 78)])]
    ['(C) 2015 The Harbour Society. Production and hosting by Acme B.V.']
    """
    found = _NOTICE.search(text) if may_have_notice(text) else None
    if found is None:
        return []
    if found.start() > _AT_START:
        return [(found.start(), len(text))] if len(text) - found.start() <= _MAX_LENGTH else []
    end = found.end()
    for start, stop in sentences:
        if start > found.end() and not _MORE.search(text, start, stop):
            break
        end = max(end, stop)
    return [(0, end)] if end < len(text) else []


def may_have_notice(text: str) -> bool:
    """Return whether a text has a mark that notices of copyright have; most texts have none."""
    return "©" in text or "(C)" in text or "(c)" in text or "opyright" in text or "COPYRIGHT" in text
