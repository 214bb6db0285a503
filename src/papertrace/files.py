"""Files are read up to a limit, and written completely or not at all.

What is written goes to a temporary file in the target's folder, is flushed to disk, and only then renamed to the
target. A reader sees the old file or the new one, never a partial one, even if the program is killed in between. A link
as the target is followed: the file that it names is replaced. Nothing takes the place of a device, a pipe or an open
file of the process (`/dev/stdout`): text is written into them, and what has to be read back is refused.
"""

import errno
import os
import re
import secrets
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO

from papertrace.errors import ExportError, PapertraceError

_WAY_OUT = "choose another path with -o"
_MAX_LINKS = 40
# Other processes' files as well: `/dev/fd` is a link to `/proc/self/fd` on Linux, and a folder elsewhere.
_DESCRIPTORS = re.compile(r"/proc/(?P<pid>\d+)(?:/task/\d+)?/fd|/dev/fd")
_TEMPORARY = re.compile(r"\.papertrace-[0-9a-f]{16}\.tmp")


def read_limited(path: Path, max_bytes: int) -> bytes:
    """Return the content of a file, which may be a device or a pipe.

    Raises OSError if the file cannot be read, or is over `max_bytes` (`EFBIG`), as `/dev/zero` is.
    """
    with path.open("rb") as stream:
        data = stream.read(max_bytes + 1)
    if len(data) > max_bytes:
        raise OSError(errno.EFBIG, f"over {max_bytes >> 20} MiB", str(path))
    return data


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
        An error of the class `raises`, if the folder is missing or not writable, `path` is a folder, a device, a pipe
        or an open file, or the disk fails or is full. Whatever the block raises, the temporary file is removed and an
        existing file at `path` is left unchanged.
    """
    try:
        target = _locate(path)
        if _is_stream(target):
            raise FileExistsError(errno.EEXIST, "is a device or a pipe")
        with _temporary_file(target.parent) as temporary:
            yield temporary
            _flush_to_disk(temporary)
            temporary.replace(target)
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
        The file to create or replace. Its folder must exist. A device, a pipe or an open file of the process
        (`/dev/stdout`) is written directly, after what it has.
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
        target = _locate(path)
        if _is_stream(target):
            with os.fdopen(_open_stream(target), "w", encoding="utf-8", newline="\n") as stream:
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

    Raises ExportError if the file cannot be written.
    """
    with atomic_text(path) as stream:
        for piece in pieces:
            stream.write(piece.encode("utf-8", "backslashreplace").decode())


def is_tracked(path: Path) -> bool:
    """Return whether a file exists and is in the index of the git repository that it is in.

    The index is searched for its name, since git runs programs that the settings of a repository name. It may be
    compressed (version 4); then no file is found.
    """
    full = path.resolve()
    root = next((folder for folder in full.parents if (folder / ".git").exists()), None)
    if root is None or not full.is_file():
        return False
    git = root / ".git"
    try:
        if git.is_file():  # a worktree
            git = root / git.read_text("utf-8").removeprefix("gitdir:").strip()
        name = os.fsencode(full.relative_to(root).as_posix())
        # Its length stands before a name (https://git-scm.com/docs/index-format): the end of another name is none.
        length = min(len(name), 0xFFF)
        found = re.finditer(rb"([\s\S][\s\S])" + re.escape(name) + rb"\0", (git / "index").read_bytes())
        return any(int.from_bytes(one[1], "big") & 0xFFF == length for one in found)
    except (OSError, UnicodeDecodeError):
        return False


def leads_outside(path: Path, folder: Path) -> bool:
    """Return whether a file in a folder is, by links, a file outside the folder."""
    return not path.resolve().is_relative_to(folder.resolve())


def _locate(path: Path) -> Path:
    """Return the path behind links, but an open file by its number and not by its name.

    The name would be that of the file behind `/dev/stdout`, which would then be replaced while the shell writes to it.
    """
    for _ in range(_MAX_LINKS):
        path = path.parent.resolve() / path.name
        if _DESCRIPTORS.fullmatch(str(path.parent)) or not path.is_symlink():
            return path
        path = path.parent / path.readlink()
    raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))


def _is_stream(target: Path) -> bool:
    """Return whether a located path exists and is neither a file nor a folder by its own name."""
    if _DESCRIPTORS.fullmatch(str(target.parent)):
        return True
    return target.exists() and not target.is_file() and not target.is_dir()


def _open_stream(target: Path) -> int:
    descriptors = _DESCRIPTORS.fullmatch(str(target.parent))
    if descriptors and target.name.isdecimal() and descriptors["pid"] in {None, str(os.getpid())}:
        return os.dup(int(target.name))
    if target.is_block_device():
        raise OSError(errno.EPERM, "is a disk")
    return os.open(target, os.O_WRONLY | os.O_APPEND)


@contextmanager
def _temporary_file(folder: Path) -> Iterator[Path]:
    """Yield a new file that is locked, and removed if it is still there afterwards; remove those of killed runs."""
    for path in folder.glob(".papertrace-*.tmp"):
        _remove_stale(path)
    while True:
        # `tempfile` would create the file with mode 0600, which the finished file would keep.
        path = folder / f".papertrace-{secrets.token_hex(8)}.tmp"
        descriptor = -1
        try:
            # Ctrl-C is answered as soon as the file is there, so creating it is part of what is undone.
            descriptor = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666)
            if sys.platform == "win32":
                os.close(descriptor)  # An open file could not be renamed.
                descriptor = -1
            else:
                with suppress(OSError):  # Not every file system has locks.
                    _lock(descriptor)
                if not os.fstat(descriptor).st_nlink:
                    continue  # Another run has found it before it was locked.
            yield path
        except BaseException:
            with suppress(OSError):
                path.unlink()
            raise
        else:
            return
        finally:
            if descriptor >= 0:
                os.close(descriptor)


def _remove_stale(path: Path) -> None:
    """Remove a temporary file, unless a run that lives has it open."""
    if not _TEMPORARY.fullmatch(path.name) or not path.is_file() or path.is_symlink():
        return
    with suppress(OSError):
        descriptor = os.open(path, os.O_RDONLY)
        try:
            _lock(descriptor)
            path.unlink()  # which Windows refuses while the file is open, here or elsewhere
        finally:
            os.close(descriptor)


def _lock(descriptor: int) -> None:
    """Lock an open file until it is closed, also by the end of the process; raise OSError if another run has it."""
    if sys.platform != "win32":
        import fcntl

        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


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


def make_folder(folder: Path) -> None:
    """Create a folder for outputs, and those above it, unless it is there; raise ExportError if that fails."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        message = f"{folder}: cannot be created ({error.strerror}); name another folder with -o"
        raise ExportError(message) from error
