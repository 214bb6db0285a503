"""When cycles are collected, and memory that goes back to the system."""

import ctypes
import gc
import resource
import sys
from pathlib import Path

import pytest

from papertrace.memory import collect_garbage_rarely, return_freed_memory


def test_cycles_are_collected_as_before_after_a_long_reading() -> None:
    before = gc.get_threshold()
    with collect_garbage_rarely():
        assert gc.get_threshold()[0] > before[0]
    assert gc.get_threshold() == before


def read_resident_bytes() -> int:
    return int(Path("/proc/self/statm").read_text("ascii").split()[1]) * resource.getpagesize()


@pytest.mark.skipif(sys.platform != "linux" or not hasattr(ctypes.CDLL(None), "malloc_trim"), reason="needs glibc")
def test_freed_memory_between_what_is_in_use_goes_back_to_the_system() -> None:
    n_bytes = 60_000  # less than what is taken from the system by itself
    values: list[bytes | None] = [bytes([number % 256]) * n_bytes for number in range(1_000)]
    full = read_resident_bytes()
    values[:-1] = [None] * (len(values) - 1)
    return_freed_memory()
    assert full - read_resident_bytes() > 30_000_000


def test_a_library_of_c_that_cannot_return_memory_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ctypes, "CDLL", lambda name: name)
    return_freed_memory()
