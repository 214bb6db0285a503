"""The venue of a Markdown item: after its title and authors, in brackets, or in a tag before the title."""

from papertrace.listings.fields.labels import begins_with_venue
from papertrace.listings.fields.publication import read_source
from papertrace.listings.fields.venues import find_venue, is_acronym
from papertrace.listings.markdown.inline.bylines import find_date
from papertrace.listings.markdown.inline.item_content import LETTERS, ItemContent
from papertrace.listings.markdown.inline.pieces import Piece

_MAX_SOURCE_CHARS = 400


def find_printed_venue(content: ItemContent, after_names: str | None) -> str | None:
    """Return the venue that an item prints beside its title, or None.

    `after_names` is the text after the authors if they follow the title. Before a title, only acronyms and the names of
    journals are venues: `[WAVES 2020] [Tides of Frost](…)`.
    """
    if content.cited:
        after = content.title_piece.partition(content.title)[2] + _join(content.rest)
        return find_venue(after, follows_names=True) or _find_venue_of_label(content) or _find_source(content)
    after = after_names or _join(content.rest)
    follows_names = bool(after_names) or content.is_among_bylines
    set_aside = content.title_piece.replace(content.title, " ")
    found = find_venue(after, follows_names=follows_names) or find_venue(set_aside)
    if found:
        return found
    lead = find_venue(content.text_before_title)
    return lead if lead and (is_acronym(lead) or begins_with_venue(lead)) else None


def _find_venue_of_label(content: ItemContent) -> str | None:
    """Return the venue of a label before names: `WAVES 2020 **Ann Doe, Rob Roe**, "Tides of Frost"`."""
    first = content.pieces[0] if content.pieces else None
    is_before = first is not None and first.is_label and content.title_piece not in first.text
    return find_venue(first.text) if first is not None and is_before else None


def _find_source(content: ItemContent) -> str | None:
    """Return the journal, proceedings or server of preprints of a citation; None where no number says that it is one.

    It follows the title in its text, or is the text of the link after it.
    """
    text = content.title_piece.partition(content.title)[2]
    for piece in content.rest:
        if piece.url is not None and (LETTERS.search(text) or piece.is_label):
            break
        text += piece.text
    return read_source(text[:_MAX_SOURCE_CHARS])


def _join(pieces: list[Piece]) -> str:
    """Return the text of some pieces; of labelled links only those that state a year, `[WAVES 2020](…)`."""
    return "".join(
        piece.text if piece.url is None else f"[{piece.text}]" if find_date(piece.text) else "|" for piece in pieces
    )
