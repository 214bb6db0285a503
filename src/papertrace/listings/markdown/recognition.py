"""Recognition of awesome-lists: Markdown with links in bullets or table rows."""

import re
from collections.abc import Iterable
from itertools import pairwise

from papertrace.listings.captures.labels import has_labelled_headings, read_label
from papertrace.listings.markdown.customs.bold_titles import count_bold_lines
from papertrace.listings.markdown.customs.dated_items import count_dated_lines
from papertrace.listings.markdown.customs.title_first import count_title_first_lines
from papertrace.listings.markdown.markers import space_markers

_BULLET = re.compile(r"\s*(?:[-*+]|\d{1,4}[.)])\s+\S.*\]\([^\s()]")
_BULLET_WITH_ADDRESS = re.compile(r"\s*(?:[-*+]|\d{1,4}[.)])\s+\S.*https?://")
_ITEM = re.compile(r"\s*(?:[-*+]|\d{1,4}[.)])\s+\S")
_UNDERLINE = re.compile(r"={3,}|-{3,}")
_REFERENCE = re.compile(r"\s{0,3}(?:[-*+]|\d{1,4}[.)])\s+\S.*\]\s?\[[^\[\]]{1,60}\]")
# A paragraph that is a paper by itself: a number, emoji, a bold or linked title or a quoted one, and a link.
_PARAGRAPH = re.compile(
    r"\s{0,3}(?:[\[*:_\U0001f000-\U0001faff\u2600-\u27bf]|\d{1,4}[.)]).*\]\([^\s()]|.*\[\[[^\[\]]{1,30}\]\]?\(http"
)
# The same in HTML: a line of links, often badges, below a bold title.
_BOLD = re.compile(r"\s{0,3}(?:\d{1,4}[.)]\s+)?(?:\*\*|__)\S")
_LINE_OF_HTML_LINKS = re.compile(r"""\s{0,3}<a\s[^<>]{0,200}?href=["']?https?:""", re.IGNORECASE)
# Names, a title in bold, and a year after it.
_CITATION = re.compile(
    r"\s{0,3}(?:\[\d{1,4}\]\s*)?[^\W\d_a-z](?:[^*]|\*(?!\*)){3,300}[,.:;]\s{0,4}\*\*[^*]{12,300}\*\*.*(?<!\d)(?:19|20)\d\d(?!\d)"
)
# Names and a year, perhaps after a number, before a title in bold.
_CITATION_BY_YEAR = re.compile(
    r"\s{0,3}(?:\*\*\d{1,4}\.\*\*\s{0,3})?[^\W\d_a-z][^()]{3,300}\((?:19|20)\d\d\)[.,:]?\s{0,3}\*\*[^*]{12,300}\*\*"
)
# Words, and a labelled link after them, in a heading.
_LINKED_HEADING = re.compile(r"#{2,6}\s.*\w{2}.*\s\[{0,2}\\?\[[^\[\]]{1,30}\]{1,2}\(https?:")
_ROW = re.compile(r"\s*\|.*(?:\]\(|<a\s[^<>]{0,200}?href=[\"']?https?:).*\|\s*$")
# The line below the header of a table, whose rows need no bars around them.
_RULE = re.compile(r"[\s|]*:?-+:?(?:\s*\|\s*:?-+:?)+[\s|]*")
_ADDRESS = re.compile(r"\]\([^\s()]|https?://")
# Links of Org mode, reStructuredText and AsciiDoc.
_OTHER_LINK = re.compile(
    r"\[\[(?:https?|file|cite)[^\[\]]{1,500}\]\[|<https?://[^<>`]{1,500}>`_|https?://[^\s\[\]()<>]{1,500}\[[^\[\]]"
)
_MIN_CITATIONS = 3
_OF_OTHERS = re.compile(
    r"-\s+\{\s?\w+:\s|\][\[]\d+\]$|[-*•]\s+(?:·\s+)?\[?\d+ authors?(?:\]\(|$)|\s*<(?:!doctype|html|head)\b",
    re.IGNORECASE,
)


def recognise(head: list[str]) -> float:
    """Return the confidence, from 0 to 1, that a listing is Markdown with links in bullets or tables."""
    first = next((line.lstrip() for line in head if line.strip()), "")
    if first.startswith(("{", "[{", "@")) or any(_OF_OTHERS.match(line[:200].strip()) for line in head):
        return 0.0
    if has_labelled_headings(head):
        return 0.0
    shown = space_markers([line[:500] for line in head if line.strip()])
    if sum(_OTHER_LINK.search(line) is not None for line in shown) > sum("](" in line for line in shown):
        return 0.0
    n_linked = sum(bool(_BULLET.match(line) or _ROW.match(line) or _REFERENCE.match(line)) for line in shown)
    n_linked += _count_open_rows(shown)
    n_paragraphs = sum(_PARAGRAPH.match(line) is not None for line in shown)
    n_paragraphs += sum(bool(_LINE_OF_HTML_LINKS.match(line) and _BOLD.match(above)) for above, line in pairwise(shown))
    if n_paragraphs > n_linked and first.startswith("#"):
        n_linked = n_paragraphs
    n_titled = sum(_LINKED_HEADING.match(line) is not None for line in shown)
    n_linked = max(n_linked, n_titled if n_titled >= _MIN_CITATIONS else 0)
    n_cited = sum(bool(_CITATION.match(line) or _CITATION_BY_YEAR.match(line)) for line in shown)
    n_cited = max(n_cited if n_cited >= _MIN_CITATIONS else 0, count_title_first_lines(shown))
    n_linked = max(n_linked, _count_items_above(shown, "]("), count_dated_lines(shown), n_cited)
    n_linked = max(n_linked, count_bold_lines(shown))
    n_bare = sum(bool(_BULLET_WITH_ADDRESS.match(line)) for line in shown)
    if not n_bare:
        n_linked = max(n_linked, _count_items_above(shown, "authors"))
    n_headings = sum(line.startswith("#") or _UNDERLINE.fullmatch(line) is not None for line in shown)
    n_bullets = sum(_ITEM.match(line) is not None for line in shown)
    if not n_linked and not (n_bare and (n_headings or n_bullets * 2 > len(shown))):
        return 0.0
    if n_bullets > n_bare > n_linked:  # items with bare addresses among their details
        n_bare = n_bullets
    share = (max(n_linked, n_bare) + n_headings) / len(shown)
    return min(1.0, 0.5 + share) if n_headings or share > 0.5 else share  # noqa: PLR2004 - half of the lines


def _count_open_rows(shown: Iterable[str]) -> int:
    """Return the number of rows with addresses that are not counted by their bars, below the rule of a table."""
    n_rows = 0
    is_inside = False
    for line in shown:
        if "|" not in line:
            is_inside = False
        elif _RULE.fullmatch(line):
            is_inside = True
        elif is_inside and _ADDRESS.search(line) and not _ROW.match(line):
            n_rows += 1
    return n_rows


def _count_items_above(shown: Iterable[str], mark: str) -> int:
    """Return the number of items with a link, or a label of this kind, in the indented lines below them."""
    n_items = 0
    is_waiting = False
    for line in shown:
        label, value = read_label(line) if mark != "](" else ("", "")
        is_marked = mark in line if mark == "](" else label == mark and value != ""
        if is_waiting and line[:1].isspace() and is_marked and mark != "](":
            n_items += 1
            is_waiting = False
        elif _ITEM.match(line):
            is_waiting = not is_marked and not label
        elif not line[:2].isspace():
            is_waiting = False
        elif is_waiting and is_marked:
            n_items += 1
            is_waiting = False
    return n_items
