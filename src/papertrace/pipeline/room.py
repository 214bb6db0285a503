"""The room that the results of a run need in its work folder, estimated from the size of the listings."""

import shutil
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from papertrace.errors import EngineError

BYTES_PER_INPUT_BYTE = 12
"""How many bytes of results there are for one of a listing: 11 for 3,000 made-up abstracts of 1.7 kB as JSON lines."""
_PACKED_FACTOR = 5
_PACKED_MAGIC = b"\x1f\x8b"
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
    """Return the room that the results need, or None if the size of the listings is unknown, as that of a pipe is.

    Raises
    ------
    EngineError
        If the file system of the folder has less room.
    """
    sizes = [_size(Path(listing)) for listing in listings if str(listing) != "-"]
    if not sizes:
        return None
    existing = next(path for path in (folder.absolute(), *folder.absolute().parents) if path.exists())
    n_there = sum(file.stat().st_size for file in folder.glob("*/*") if file.is_file())
    room = Room(
        folder=folder,
        n_needed=sum(sizes) * BYTES_PER_INPUT_BYTE,
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


def _size(path: Path) -> int:
    """Return the bytes of a file or of a folder's files, those that are packed by gzip as if they were not."""
    if path.is_dir():
        return sum(_size(file) for file in path.rglob("*") if file.is_file())
    try:
        with path.open("rb") as file:
            is_packed = file.read(len(_PACKED_MAGIC)) == _PACKED_MAGIC
        return path.stat().st_size * (_PACKED_FACTOR if is_packed else 1)
    except OSError:  # Reading it will say what is wrong.
        return 0
