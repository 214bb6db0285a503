"""A fixture that reads a document written for the test."""

from collections.abc import Callable
from pathlib import Path

import pytest

from papertrace.documents.reading import Piece, read_pieces

Reader = Callable[[str, str | bytes], list[Piece]]


@pytest.fixture
def read(tmp_path: Path) -> Reader:
    """Return a function that takes the name and content of a document, and returns its pieces."""

    def read_text(name: str, content: str | bytes) -> list[Piece]:
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        _, pieces = read_pieces(path, name)
        return list(pieces)

    return read_text
