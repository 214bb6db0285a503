"""Words with which a document labels many links, in whatever language: `Heimat: https://…`, `[Slides deck](…)`.

Titles differ from item to item, so that words that lead to many addresses name what they lead to. Fewer addresses do
for words before a colon than for the words of links, and links are labels only if no item begins with them, since
several courses of one name may each begin an item.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence

from papertrace.listings.markdown.inline.pieces import Piece

_BEFORE_ADDRESS = re.compile(
    r"^\W{0,12}(?P<words>[^\W\d_][^\n:：<>()\[\]]{0,40}?)\**\s{0,3}[:：]\**\s{0,3}(?:<|\[[^\[\]]{1,60}\]\()?(?P<url>https?://[^\s<>()]{1,500})"  # noqa: RUF001 - colons as printed
)
_LINK = re.compile(r"\[(?P<words>[^\[\]]{1,40})\]{1,2}\((?P<url>https?://[^\s<>()]{1,500})")
_COLON = re.compile(r"[:：]")  # noqa: RUF001 - colons as printed
_SIGNS = " \t\n*_`[]【】()（）|,.;!-–—"  # noqa: RUF001 - brackets and dashes as printed
_MIN_ADDRESSES_AFTER_COLON = 3
_MIN_ADDRESSES_OF_LINKS = 6
_WORD = re.compile(r"[^\W\d_]{2,}")
_MAX_WORDS = 4


def find_recurring_labels(lines: Iterable[str]) -> frozenset[str]:
    """Return the words, in lower case, that label many links of a document.

    >>> sorted(find_recurring_labels(f"- Heimat: https://example.org/{n}" for n in range(3)))
    ['heimat']
    """
    addresses: defaultdict[tuple[bool, str], set[str]] = defaultdict(set)
    leads: set[str] = set()
    for line in lines:
        if before := _BEFORE_ADDRESS.match(line):
            addresses[True, _fold(before["words"])].add(before["url"])
        if "](" in line:
            first = _WORD.search(line)
            links = (link for link in _LINK.finditer(line) if first and first.start() < link.start())
            for link in links:
                addresses[False, _fold(link["words"])].add(link["url"])
            if first and (lead := _LINK.search(line)) and lead.start() < first.start():
                leads.add(_fold(lead["words"]))
    return frozenset(
        words
        for (is_before, words), urls in addresses.items()
        if len(urls) >= (_MIN_ADDRESSES_AFTER_COLON if is_before else _MIN_ADDRESSES_OF_LINKS)
        and 0 < len(words.split()) <= _MAX_WORDS
        and (is_before or words not in leads)
    )


def mark_recurring(pieces: Sequence[Piece], labels: frozenset[str]) -> None:
    """Note of the pieces of an item which of them are labels of the document."""
    for piece in pieces:
        words = piece.text if piece.url is not None else _COLON.split(piece.text, maxsplit=1)[0]
        after = piece.text[len(words) + 1 :]
        piece.recurs = (piece.url is not None or "://" in after[:12] or not after.strip()) and _fold(words) in labels


def _fold(words: str) -> str:
    return " ".join(words.strip(_SIGNS).lower().split())
