"""What the tests of documents compare: links and texts in short."""

from collections.abc import Iterable

from papertrace.documents.families import Piece
from papertrace.model.document import DocumentLink, Passage, PlaceName


def links(pieces: Iterable[Piece]) -> list[tuple[str, int, int]]:
    """Return the marked addresses with their lines and columns."""
    return [
        (one.raw, one.span.line, one.span.column)
        for one in pieces
        if isinstance(one, DocumentLink) and one.left_out is None
    ]


def left_out(pieces: Iterable[Piece]) -> list[tuple[str, str]]:
    """Return the texts that are not searched, and why."""
    return [(one.left_out.value, one.text.strip()) for one in pieces if isinstance(one, Passage) and one.left_out]


def shown(pieces: Iterable[Piece]) -> list[tuple[str, int]]:
    """Return the texts that are searched, with the lines that they begin in."""
    return [
        (one.text.replace("\0", "").strip(), one.place(0).line)
        for one in pieces
        if isinstance(one, Passage) and one.left_out is None
    ]


def names(pieces: Iterable[Piece]) -> list[str]:
    """Return the names that fragments may lead to."""
    return [one.name for one in pieces if isinstance(one, PlaceName)]
