"""Documents written for a test, and what is found in them."""

from collections.abc import Callable
from pathlib import Path

import pytest

from papertrace.documents.families import Piece
from papertrace.documents.reading import read_pieces

Reader = Callable[[str, str | bytes], list[Piece]]


@pytest.fixture
def read(tmp_path: Path) -> Reader:
    """Return a function that takes the name of a document and what it holds, and returns its pieces."""

    def read_text(name: str, content: str | bytes) -> list[Piece]:
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        _, pieces = read_pieces(path, name)
        return list(pieces)

    return read_text
