"""How the items of a group mark their titles, and reading an item again as those beside it are read."""

from enum import StrEnum, auto

from papertrace.listings.fields.citation import parse_full_citation
from papertrace.listings.fields.labels import is_label
from papertrace.listings.markdown.inline.decoration import is_citation
from papertrace.listings.markdown.inline.item_content import LETTERS, ItemContent
from papertrace.listings.markdown.inline.items import (
    MAX_LEAD_LENGTH,
    MIN_WORDS_OF_A_SENTENCE,
    QUOTED,
    first_words,
    with_citation,
    with_title,
)


class Mark(StrEnum):
    """How an item marks its title."""

    LINK = auto()
    STRONG = auto()
    QUOTED = auto()
    PLAIN = auto()


def mark_of(item: ItemContent) -> Mark | None:
    """Return how an item that has been read marks its title, or None without one."""
    if not item.title:
        return None
    piece = next(piece for piece in item.pieces if item.title_piece in piece.text)
    if piece.url is not None:
        return Mark.LINK
    if piece.strong:
        return Mark.STRONG
    before = piece.text[: piece.text.find(item.title_piece)]
    return Mark.QUOTED if before.endswith(tuple('"“')) else Mark.PLAIN


def read_marked(item: ItemContent, mark: Mark) -> ItemContent:
    """Read an item again, given how the items beside it mark their titles; return it unchanged if it does not."""
    for index, piece in enumerate(item.pieces):
        if mark is Mark.QUOTED and piece.url is None:
            quoted = QUOTED.search(piece.text[:MAX_LEAD_LENGTH])
            text, rest = (quoted["title"], piece.text[quoted.end() :]) if quoted else ("", "")
        elif (mark is Mark.LINK and piece.url is not None) or (mark is Mark.STRONG and piece.strong):
            text, rest = piece.text, ""
        else:
            continue
        if (
            text
            and not is_label(text)
            and not is_citation(text)
            and len(LETTERS.findall(text)) >= MIN_WORDS_OF_A_SENTENCE
        ):
            found = with_title(ItemContent(item.pieces), index, text, rest)
            return found if found.title else item
    return item


def read_full_citation(item: ItemContent) -> ItemContent:
    """Read an item without a marked title again as "Jane Doe and Rob Roe. Title. Venue, 2020"; return it if it is none.

    Two words with capitals are no proof of a name: the items beside it have to be citations of this form as well.
    """
    index = first_words(item)
    if index is None or item.cited or mark_of(item) is not Mark.PLAIN or item.pieces[index].url is not None:
        return item
    cited = parse_full_citation("".join(piece.text for piece in item.pieces[index:] if piece.url is None))
    if cited is None or cited.end > len(item.pieces[index].text):
        return item
    return with_citation(ItemContent(item.pieces), index, cited) or item
