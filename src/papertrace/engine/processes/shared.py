"""A function and its shared value in a file, pickled once for all workers.

Large buffers, such as those of numpy arrays, are not part of the pickled bytes but follow them in the file, where
workers map them into memory: all workers then use the same pages, until one of them writes to its own copy.
"""

import mmap
import pickle
import struct
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from papertrace.engine.protocol import ChunkFunction

_HEAD = struct.Struct("<QQ")
_ALIGNMENT = 64


def write_shared(path: Path, function: "ChunkFunction", shared: Any) -> None:  # noqa: ANN401
    """Write a function, by name, and its shared value.

    Raises
    ------
    OSError
        If the file cannot be written.
    Exception
        What pickling raises for a value that cannot be pickled.
    """
    buffers: list[pickle.PickleBuffer] = []
    with path.open("wb") as file:
        file.write(bytes(_HEAD.size))
        pickle.Pickler(file, pickle.HIGHEST_PROTOCOL, buffer_callback=buffers.append).dump((function, shared))
        pickled_end = file.tell()
        spans: list[tuple[int, int]] = []
        for buffer in buffers:
            file.write(bytes(-file.tell() % _ALIGNMENT))
            with buffer.raw() as raw:
                spans.append((file.tell(), raw.nbytes))
                file.write(raw)
        spans_start = file.tell()
        pickle.dump(spans, file)
        file.seek(0)
        file.write(_HEAD.pack(pickled_end, spans_start))


def read_shared(path: Path) -> "tuple[ChunkFunction, Any]":
    """Return the function and the shared value; its large buffers stay in the mapped file."""
    with path.open("rb") as file:
        pickled_end, spans_start = _HEAD.unpack(file.read(_HEAD.size))
        file.seek(spans_start)
        spans: list[tuple[int, int]] = pickle.load(file)  # noqa: S301 - written by `write_shared`
        file.seek(_HEAD.size)
        if not spans:
            function, shared = pickle.load(file)  # noqa: S301
            return function, shared
        mapped = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_COPY))
    buffers = [mapped[start : start + length] for start, length in spans]
    function, shared = pickle.loads(mapped[_HEAD.size : pickled_end], buffers=buffers)  # noqa: S301
    return function, shared
