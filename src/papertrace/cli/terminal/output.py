"""Results written to standard output or atomically to a file."""

import sys
from collections.abc import Iterable
from pathlib import Path


def is_stdout(path: Path | None) -> bool:
    """Return whether the output is standard output rather than a file."""
    return path is None or str(path) == "-"


def write_output(pieces: Iterable[str], path: Path | None) -> None:
    """Write pieces of text as UTF-8 to a file, completely or not at all, or to standard output (None or `-`).

    Raises
    ------
    ExportError
        If the file cannot be written.
    """
    if path is None or is_stdout(path):
        for piece in pieces:
            sys.stdout.buffer.write(piece.encode("utf-8", "backslashreplace"))
        sys.stdout.buffer.flush()
        return
    from papertrace.files import write_text

    write_text(path, pieces)


def check_output(path: Path | None) -> None:
    """Raise an error for a path that a file cannot be written to, before any work is done.

    Raises
    ------
    ExportError
        If the folder of the file does not exist, or the file is a folder.
    """
    from papertrace.errors import ExportError

    if path is None or is_stdout(path):
        return
    if not path.parent.is_dir():
        message = f"{path}: cannot be written: the folder {path.parent} does not exist (create it first)"
        raise ExportError(message)
    if path.is_dir():
        message = f"{path}: cannot be written: it is a folder (name a file in it)"
        raise ExportError(message)


def refuse_to_overwrite(listings: Iterable[str | Path], path: Path | None) -> None:
    """Raise an error if the output would overwrite a listing.

    Raises
    ------
    ExportError
        If the output is one of the listings.
    """
    from papertrace.errors import ExportError

    for listing in listings:
        if path is not None and path.exists() and Path(listing).exists() and path.samefile(listing):
            message = f"{path}: is one of the listings to read; choose another file"
            raise ExportError(message)
