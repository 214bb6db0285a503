"""Results to standard output, or wholly to a file."""

import sys
from collections.abc import Iterable
from pathlib import Path


def write_output(pieces: Iterable[str], path: Path | None) -> None:
    """Write pieces of text as UTF-8 to a file, whole or not at all, or to standard output (None or `-`).

    Raises
    ------
    ExportError
        If the file cannot be written.
    """
    if path is None or str(path) == "-":
        for piece in pieces:
            sys.stdout.buffer.write(piece.encode("utf-8", "backslashreplace"))
        sys.stdout.buffer.flush()
        return
    from papertrace.files import write_text

    write_text(path, pieces)
