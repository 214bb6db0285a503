"""What documents contain, in order: each case of `pieces.toml` has a document and all its pieces."""

import tomllib
from collections.abc import Mapping

import pytest
from tests.documents.conftest import Reader
from tests.folders import CASES

from papertrace.documents.reading import Piece
from papertrace.model import Problem
from papertrace.model.document import Anchor, DocumentLink, Generated, Inclusion, Part, Passage

DOCUMENTS = tomllib.loads((CASES / "documents" / "pieces.toml").read_text("utf-8"))["case"]


def described(piece: Piece) -> str:
    """Return a piece in words, with its line and, if it is a link, its column."""
    match piece:
        case DocumentLink():
            denoted = f" denotes {piece.address}" if piece.address else f" from {piece.base}" if piece.base else ""
            return f"{piece.span.line}:{piece.span.column} {piece.left_out or 'link'}: {piece.raw}{denoted}"
        case Passage():
            kind = piece.left_out or ("text with schemes" if piece.needs_scheme else "text")
            text = piece.text.replace("\0", "").strip()
            return f"{piece.locate(0).line} {kind}: {text}"
        case Anchor() | Inclusion():
            return f"name: {piece.name}" if isinstance(piece, Anchor) else f"includes: {piece.path}"
        case Part():
            return "is a part"
        case Generated():
            return f"is a template: {piece.has_other_names=}, {piece.has_other_place=}".replace("piece.", "")
        case Problem():
            return f"problem: {piece}"


@pytest.mark.parametrize("case", DOCUMENTS, ids=lambda case: case["name"])
def test_a_document_has_these_pieces(case: Mapping[str, str | list[str]], read: Reader) -> None:
    assert [described(piece) for piece in read(str(case["file"]), str(case["text"]))] == case["pieces"]
