"""Text to a file, whole or not at all."""

from collections.abc import Iterable
from pathlib import Path


def write_text(path: Path, pieces: Iterable[str]) -> None:
    """Write pieces of text to a file, whole or not at all.

    Raises
    ------
    ExportError
        If the file cannot be written.
    """
    from papertrace.export.atomic import atomic_text

    with atomic_text(path) as stream:
        for piece in pieces:
            stream.write(piece.encode("utf-8", "backslashreplace").decode())
