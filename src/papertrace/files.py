"""Atomic writes: a file is written completely or not at all.

The text goes to a temporary file in the target's folder, is flushed to disk, and only then renamed to the target. A
reader sees the old file or the new one, never a partial one, even if the program is killed in between.
"""

import errno
import os
import secrets
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO

from papertrace.errors import ExportError, PapertraceError

_WAY_OUT = "choose another path with -o"


@contextmanager
def replacing(path: Path, *, raises: type[PapertraceError] = ExportError, way_out: str = _WAY_OUT) -> Iterator[Path]:
    """Yield the path of an empty temporary file that replaces `path` when the block succeeds.

    Parameters
    ----------
    path
        The file to create or replace. Its folder must exist.
    raises
        The error class to raise if the file cannot be written.
    way_out
        What the error message advises.

    Yields
    ------
    Path
        A file in the same folder, with the default permissions of a new file. The block may open it any number of
        times, also to read back what it wrote.

    Raises
    ------
    PapertraceError
        An error of the class `raises`, if the folder is missing or not writable, `path` is a folder, a device or a
        pipe, or the disk fails or is full. Whatever the block raises, the temporary file is removed and an existing
        file at `path` is left unchanged.
    """
    # `tempfile` would create the file with mode 0600, which the finished file would keep.
    temporary = path.parent / f".papertrace-{secrets.token_hex(8)}.tmp"
    try:
        if _is_special(path):  # Otherwise the rename would replace /dev/null with a file.
            raise FileExistsError(errno.EEXIST, "is a device or a pipe")
        try:
            # Ctrl-C is answered as soon as the file is there, so creating it is part of what is undone.
            os.close(os.open(temporary, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666))
            yield temporary
            _flush_to_disk(temporary)
            temporary.replace(path)
        except BaseException:
            with suppress(OSError):
                temporary.unlink()
            raise
    except OSError as error:
        raise raises(_explain(path, error, way_out)) from error


@contextmanager
def atomic_text(
    path: Path, *, raises: type[PapertraceError] = ExportError, way_out: str = _WAY_OUT
) -> Iterator[TextIO]:
    r"""Yield a text stream that becomes the file `path` when the block succeeds.

    Parameters
    ----------
    path
        The file to create or replace. Its folder must exist. A device or a pipe (`/dev/stdout`) is written directly.
    raises, way_out
        As for `replacing`.

    Yields
    ------
    TextIO
        A stream that writes UTF-8, with `\n` line endings on every system.

    Raises
    ------
    PapertraceError
        As for `replacing`.
    UnicodeEncodeError
        If a lone surrogate is written.
    """
    try:
        if _is_special(path):
            with path.open("w", encoding="utf-8", newline="\n") as stream:
                yield stream
            return
    except BrokenPipeError:
        raise
    except OSError as error:
        raise raises(_explain(path, error, way_out)) from error
    with (
        replacing(path, raises=raises, way_out=way_out) as temporary,
        temporary.open("w", encoding="utf-8", newline="\n") as stream,
    ):
        yield stream


def write_text(path: Path, pieces: Iterable[str]) -> None:
    """Write pieces of text to a file, completely or not at all; a lone surrogate is written as an escape.

    Raises
    ------
    ExportError
        If the file cannot be written.
    """
    with atomic_text(path) as stream:
        for piece in pieces:
            stream.write(piece.encode("utf-8", "backslashreplace").decode())


def _is_special(path: Path) -> bool:
    """Return whether `path` exists and is neither a file nor a folder."""
    return path.exists() and not path.is_file() and not path.is_dir()


def _flush_to_disk(path: Path) -> None:
    """Wait until the file is on disk: otherwise a rename may survive a power cut that its content does not."""
    descriptor = os.open(path, os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _explain(path: Path, error: OSError, way_out: str) -> str:
    """Return one line that says why `path` cannot be written."""
    if not path.parent.is_dir():
        return f"{path}: cannot be written: the folder {path.parent} does not exist (create it first)"
    return f"{path}: cannot be written: {error.strerror or error} ({way_out})"
