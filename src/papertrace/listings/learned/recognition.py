"""Which texts the learned reader is tried on: whether it reads them well is decided by what it makes of them.

`papertrace.listings.choice` counts the lines and addresses that become entries; here it is only asked whether a text
can be in Markdown, or a list of references at all.
"""

import re
from collections.abc import Sequence

from papertrace.listings.captures.labelled import has_labelled_headings
from papertrace.listings.learned.blocks import read_text

_MARKED = re.compile(r"\s*(?:[-*+•]|\d{1,4}[.)])\s+\S|\s*\|.*\||#{1,6}\s|\s{0,3}(?:\*\*|__|!?\[[^\[\]]*\]\()\S")
_HEADING = re.compile(r"#{1,6}\s|={3,}\s*$|-{3,}\s*$")
_LINK = re.compile(r"\]\s?[(\[][^\s()\[\]]|<a\s[^<>]{0,200}?href=|https?://", re.IGNORECASE)
# Links of Org mode, reStructuredText and AsciiDoc.
_OTHER_LINK = re.compile(
    r"\[\[(?:https?|file|cite)[^\[\]]{1,500}\]\[|<https?://[^<>`]{1,500}>`_|https?://[^\s\[\]()<>]{1,500}\[[^\[\]]"
)
_OF_OTHERS = re.compile(
    r"-\s+\{\s?\w+:\s|\][\[]\d+\]$|[-*•]\s+(?:·\s+)?\[?\d+ authors?(?:\]\(|$)|\s*<(?:!doctype|html|head)\b",
    re.IGNORECASE,
)
_YEAR = re.compile(r"(?<!\d)(?:1[6-9]|20)\d\d(?!\d)")
_DELIMITER = re.compile(r"[.,:;]\s|[\"”()]")
_LETTER = re.compile(r"[^\W\d_]")
# A reference begins with a name or a title; a field, with its label, or with a small letter.
_BEGINS = re.compile(r"[\"“‘*_\s]{0,4}(?![^\W_][\w -]{0,24}:)[^\W\d_a-z]|[\u3040-\u9fff]")  # noqa: RUF001 - as printed
_MIN_DELIMITERS, _MIN_REFERENCES, _MIN_SHARE = 3, 2, 0.6
_MAX_LINE = 500


def recognise_markdown(head: list[str]) -> float:
    """Return the confidence, from 0 to 1, that a listing is Markdown with items, rows or headings, and links."""
    shown = [line[:_MAX_LINE] for line in head if line.strip()]
    if not shown or shown[0].lstrip().startswith(("{", "[{", "@")) or has_labelled_headings(head):
        return 0.0
    if any(_OF_OTHERS.match(line[:200].strip()) for line in shown):
        return 0.0
    marked = [line for line in shown if _MARKED.match(line)]
    n_links = sum(_LINK.search(line) is not None for line in marked)
    if sum(_OTHER_LINK.search(line) is not None for line in shown) > sum("](" in line for line in shown):
        return 0.0
    n_headings = sum(_HEADING.match(line) is not None for line in shown)
    if not marked or not (n_links or n_headings):
        return 0.0
    share = len(marked) / len(shown)
    return min(1.0, 0.5 + share) if n_links and (n_headings or share > 0.5) else min(share, 0.5)  # noqa: PLR2004 - half of the lines


def recognise_text(head: list[str]) -> float:
    """Return the confidence, from 0 to 1, that most paragraphs of a text are references to papers."""
    first = next((line.lstrip() for line in head if line.strip()), "")
    if first.startswith(("{", "<", "@")) or any("](" in line for line in head):
        return 0.0
    return _share_of_references([line[: 8 * _MAX_LINE] for line in head])


def _share_of_references(lines: Sequence[str]) -> float:
    blocks = [block.text for block in read_text(lines) if _LETTER.search(block.text)]
    cited = [
        text
        for text in blocks
        if _BEGINS.match(text)
        and '","' not in text
        and _YEAR.search(text)
        and sum(1 for _ in _DELIMITER.finditer(text)) >= _MIN_DELIMITERS
    ]
    share = sum(map(len, cited)) / max(1, sum(map(len, blocks)))
    return share if len(cited) >= _MIN_REFERENCES and share >= _MIN_SHARE else 0.0
