"""Short forms of links and passages, for comparison in tests."""

from collections.abc import Iterable

from papertrace.documents.reading import Piece
from papertrace.model.document import Anchor, DocumentLink, Passage


def links(pieces: Iterable[Piece]) -> list[tuple[str, int, int]]:
    """Return the marked addresses with their lines and columns."""
    return [
        (one.raw, one.span.line, one.span.column)
        for one in pieces
        if isinstance(one, DocumentLink) and one.left_out is None
    ]


def left_out(pieces: Iterable[Piece]) -> list[tuple[str, str]]:
    """Return the passages that are left out, each after its reason."""
    return [(one.left_out.value, one.text.strip()) for one in pieces if isinstance(one, Passage) and one.left_out]


def searched(pieces: Iterable[Piece]) -> list[tuple[str, int]]:
    """Return the passages that are searched, with their first lines."""
    return [
        (one.text.replace("\0", "").strip(), one.locate(0).line)
        for one in pieces
        if isinstance(one, Passage) and one.left_out is None
    ]


def anchors(pieces: Iterable[Piece]) -> list[str]:
    """Return the names that fragments may refer to."""
    return [one.name for one in pieces if isinstance(one, Anchor)]
