"""Functions over chunks that the tests hand to engines; workers import them by name."""

import os
import signal
import time
from pathlib import Path
from typing import Any

from papertrace.errors import ListingError


def reverse(chunk: bytes, shared: Any) -> bytes:  # noqa: ANN401
    """Return the chunk backwards, behind what is shared."""
    return repr(shared).encode() + chunk[::-1]


def repeat(chunk: bytes, shared: int) -> bytes:
    return chunk * shared


def add_to(values: tuple[int, list[str]], shared: list[int]) -> tuple[int, list[str]]:
    """Return a number and texts, each with what is shared at its end."""
    n, texts = values
    return n + sum(shared), [*texts, str(n)]


def refuse_value(value: int, _shared: object) -> int:
    message = f"the value {value}"
    raise ValueError(message)


def refuse_bad(chunk: bytes, _shared: object) -> bytes:
    if chunk == b"bad":
        message = "a bad\nchunk"
        raise ValueError(message)
    return chunk


def refuse_politely(_chunk: bytes, _shared: object) -> bytes:
    message = "papers.bib:1:1: the file has changed"
    raise ListingError(message)


def run_out_of_memory(_chunk: bytes, _shared: object) -> bytes:
    raise MemoryError


def die_once(chunk: bytes, folder: Path) -> bytes:
    """Kill the process that handles the chunk `die`, unless one has died of it before."""
    marker = folder / "died"
    if chunk == b"die" and not marker.exists():
        marker.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return chunk.upper()


def die_always(chunk: bytes, _shared: object) -> bytes:
    if chunk == b"die":
        os.kill(os.getpid(), signal.SIGKILL)
    return chunk


def name_process(_chunk: bytes, _shared: object) -> bytes:
    time.sleep(0.02)  # So that one worker cannot do it all.
    return str(os.getpid()).encode()


def note_and_sleep(chunk: bytes, folder: Path) -> bytes:
    """Leave a file with the process id, and take long."""
    (folder / f"{os.getpid()}.pid").touch()
    time.sleep(60)
    return chunk


def identify_shared(_chunk: bytes, shared: object) -> bytes:
    """Return the process and the identity of the shared object in it."""
    time.sleep(0.005)
    return f"{os.getpid()} {id(shared)}".encode()


def total(_chunk: bytes, shared: Any) -> bytes:  # noqa: ANN401
    """Return the sum of a shared array, and whether it is a map of a file, after writing to it."""
    result = f"{shared.sum()} {shared.flags.owndata}"
    shared[0] += 1
    shared[0] -= 1
    return result.encode()


def count_calls(chunk: bytes, folder: Path) -> bytes:
    """Leave one more file."""
    (folder / f"{chunk.decode()}-{time.monotonic_ns()}").touch()
    return chunk


def count_and_add(chunk: bytes, shared: tuple[Path, int]) -> bytes:
    """Add to a number, and leave one more file."""
    folder, amount = shared
    (folder / f"{chunk.decode()}-{amount}-{time.monotonic_ns()}").touch()
    time.sleep(0.005)
    return str(int(chunk) + amount).encode()


def end_process(_chunk: bytes, status: int) -> bytes:
    os._exit(status)


def take_long_once(chunk: bytes, seconds: float) -> bytes:
    """Wait at the chunk `slow`."""
    if chunk == b"slow":
        time.sleep(seconds)
    return chunk
