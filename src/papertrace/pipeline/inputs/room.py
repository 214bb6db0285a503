"""The room that the results of a run need in its work folder, estimated from the size of the listings."""

import shutil
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from papertrace.engine.persistent.folder import locate_results
from papertrace.errors import EngineError
from papertrace.spool import MAX_IN_MEMORY

BYTES_PER_INPUT_BYTE = 7
"""How many bytes of results there are for one of a listing, with a margin.

Measured on 3,000 abstracts as JSON lines: 5.7 for made-up ones of 1.7 kB, 6.0 for those of arXiv, .9 kB.
"""
_PACKED_FACTOR = 5
_PACKED_MAGIC = b"\x1f\x8b"
_LINE_SUFFIXES = frozenset({".jsonl", ".ndjson", ".csv", ".tsv", ".ris"})
"""Suffixes of files in which each paper has at least one line."""
_BLOCK_BYTES = 1 << 16
_UNIT_STEP = 1_000
_UNITS = ("bytes", "kB", "MB", "GB", "TB")


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """The bytes that results need in a folder, that are already there, and that its file system has free."""

    folder: Path
    n_needed: int
    n_there: int
    n_free: int

    def __str__(self) -> str:
        """Return a line for the user."""
        there = f", of which {format_bytes(self.n_there)} are there" if self.n_there else ""
        return (
            f"{self.folder}: the results need up to {format_bytes(self.n_needed)}{there}; "
            f"{format_bytes(self.n_free)} are free"
        )


def estimate_room(listings: Iterable[str | Path], folder: Path) -> Room | None:
    """Return the room that the results need, or None if it is unknown, as for a pipe, or nothing will be stored.

    Of a folder with listings, hidden files and the work folder are not counted; a pipe is not opened.

    Raises
    ------
    EngineError
        If the file system of the folder has less room.
    """
    given = [Path(listing) for listing in listings]
    work = folder.resolve()
    files = [file for path in given for file in _list_files(path, work)]
    is_all = all(path.is_file() or path.is_dir() for path in given)
    if not files or (is_all and _are_few(files)):
        return None
    existing = next(path for path in (folder.absolute(), *folder.absolute().parents) if path.exists())
    n_there = sum(file.stat().st_size for file in locate_results(folder).glob("*") if file.is_file())
    room = Room(
        folder=folder,
        n_needed=sum(map(_size, files)) * BYTES_PER_INPUT_BYTE,
        n_there=n_there,
        n_free=shutil.disk_usage(existing).free,
    )
    if room.n_needed - room.n_there > room.n_free:
        message = f"{room}; make room, or choose another folder with --work-dir"
        raise EngineError(message)
    return room


def format_bytes(number: int) -> str:
    """Return a number of bytes in the largest unit of which there is one.

    >>> format_bytes(999), format_bytes(1_000), format_bytes(2_340_000_000)
    ('999 bytes', '1.0 kB', '2.3 GB')
    """
    size, unit = float(number), 0
    while size >= _UNIT_STEP and unit < len(_UNITS) - 1:
        size, unit = size / _UNIT_STEP, unit + 1
    return f"{size:.1f} {_UNITS[unit]}" if unit else f"{number} bytes"


def _list_files(listing: Path, work: Path) -> Iterator[Path]:
    """Yield a file itself, and the files of a folder but for hidden ones and those of a work folder within it."""
    if not listing.is_dir():
        if listing.is_file():
            yield listing
        return
    root = listing.resolve()
    skipped = work if root in work.parents else None
    for file in root.rglob("*"):
        is_hidden = any(part.startswith(".") for part in file.relative_to(root).parts)
        if not is_hidden and skipped not in file.parents and file.is_file():
            yield file


def _are_few(files: Iterable[Path]) -> bool:
    """Return whether it is certain that files have no more papers than are handled in memory, which stores nothing."""
    n_lines = 0
    for path in files:
        if path.suffix.lower() not in _LINE_SUFFIXES:
            return False
        try:
            with path.open("rb") as file:
                n_lines += 1  # which may end without a break
                while block := file.read(_BLOCK_BYTES):
                    n_lines += block.count(b"\n") + block.count(b"\r")
                    if n_lines > MAX_IN_MEMORY or block.startswith(_PACKED_MAGIC):
                        return False
        except OSError:
            return False
    return True


def _size(path: Path) -> int:
    """Return the bytes of a file, those of one that is packed by gzip as if it were not."""
    try:
        with path.open("rb") as file:
            is_packed = file.read(len(_PACKED_MAGIC)) == _PACKED_MAGIC
        return path.stat().st_size * (_PACKED_FACTOR if is_packed else 1)
    except OSError:  # Reading it will say what is wrong.
        return 0
