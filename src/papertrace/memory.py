"""The memory of the process: whether some is left, when cycles are collected, and what goes back to the system."""

import gc
import mmap
from collections.abc import Iterator
from contextlib import contextmanager, suppress

_RESERVE_BYTES = 8 << 20
_GC_THRESHOLD = 1_000_000


def require_memory() -> None:
    """Check that enough memory is left to handle an error: long loops that keep more and more call this.

    Where not even small objects can be made, Python cannot handle the error: before version 3.14 the interpreter tries
    for ever to enter the handler of a `with` or `finally`, for which it makes a number (gh-132508 of CPython).

    Raises
    ------
    MemoryError
        If the limit of the process on memory is less than 8 MiB away.
    """
    try:
        mmap.mmap(-1, _RESERVE_BYTES, access=mmap.ACCESS_COPY).close()
    except OSError as error:
        raise MemoryError from error


@contextmanager
def collect_garbage_rarely() -> Iterator[None]:
    """Run the cyclic garbage collector rarely: what is read from a corpus is much, all in use, and not in cycles."""
    thresholds = gc.get_threshold()
    gc.set_threshold(_GC_THRESHOLD, *thresholds[1:])
    try:
        yield
    finally:
        gc.set_threshold(*thresholds)


def return_freed_memory() -> None:
    """Return to the system what was freed: glibc keeps gaps between what is in use, a third of the memory and more."""
    with suppress(ImportError, TypeError, OSError, AttributeError):  # Other libraries of C have no such function.
        import ctypes

        ctypes.CDLL(None).malloc_trim(0)
