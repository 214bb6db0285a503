"""The memory of the process: when cycles are collected, and what goes back to the system."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager, suppress

_GC_THRESHOLD = 1_000_000


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
