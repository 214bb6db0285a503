"""Write a file wholly or not at all.

The text goes to a temporary file in the folder of the target, reaches the disk, and only then takes the
target's name. Whoever reads the target sees the old file or the new one, never half of either, also when the
program is killed in between.
"""

import errno
import os
import secrets
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from papertrace.errors import ExportError, PapertraceError

_WAY_OUT = "choose another place with -o"


@contextmanager
def replacing(path: Path, *, raises: type[PapertraceError] = ExportError, way_out: str = _WAY_OUT) -> Iterator[Path]:
    """Yield the path of an empty temporary file that becomes `path` when the block ends well.

    Parameters
    ----------
    path
        The file to make or to replace. Its folder has to exist.
    raises
        The error to raise where it cannot be written.
    way_out
        What that error tells the user to do.

    Yields
    ------
    Path
        A file in the same folder, with the permissions of any new file of the user. The block may open it as
        often as it likes, also to read back what it wrote.

    Raises
    ------
    PapertraceError
        Of the kind `raises`: if the folder is missing or not writable, `path` is a folder, a device or a pipe, or the
        disk fails or is full. Whatever the block raises, the temporary file is removed and an earlier file at `path`
        stays as it was.
    """
    # `tempfile` would give the file to its owner alone (0600) and that mode would stay with the finished file.
    temporary = path.parent / f".papertrace-{secrets.token_hex(8)}.tmp"
    try:
        if _is_special(path):  # Else the rename would put a file in the place of /dev/null.
            raise FileExistsError(errno.EEXIST, "is a device or a pipe")
        os.close(os.open(temporary, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666))
        try:
            yield temporary
            _flush_to_disk(temporary)
            temporary.replace(path)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise raises(_explain(path, error, way_out)) from error


@contextmanager
def atomic_text(
    path: Path, *, raises: type[PapertraceError] = ExportError, way_out: str = _WAY_OUT
) -> Iterator[TextIO]:
    r"""Yield a text stream that becomes the file `path` when the block ends well.

    Parameters
    ----------
    path
        The file to make or to replace. Its folder has to exist. A device or a pipe (`/dev/stdout`) is written as the
        text comes.
    raises, way_out
        As for `replacing`.

    Yields
    ------
    TextIO
        A stream that writes UTF-8 and keeps `\n` as it is on every system.

    Raises
    ------
    PapertraceError
        As `replacing`.
    UnicodeEncodeError
        If a lone surrogate is written: half a character is no text.
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
    """Write pieces of text to a file, whole or not at all; a lone surrogate is written out as an escape.

    Raises
    ------
    ExportError
        If the file cannot be written.
    """
    with atomic_text(path) as stream:
        for piece in pieces:
            stream.write(piece.encode("utf-8", "backslashreplace").decode())


def _is_special(path: Path) -> bool:
    """Tell whether something stands at `path` that is neither file nor folder."""
    return path.exists() and not path.is_file() and not path.is_dir()


def _flush_to_disk(path: Path) -> None:
    """Wait until the disk holds the file: a rename may otherwise survive a power cut that its content does not."""
    descriptor = os.open(path, os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _explain(path: Path, error: OSError, way_out: str) -> str:
    """Say in one line what stands in the way of `path`."""
    if not path.parent.is_dir():
        return f"{path}: cannot be written: the folder {path.parent} does not exist (make it first)"
    return f"{path}: cannot be written: {error.strerror or error} ({way_out})"
