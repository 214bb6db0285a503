"""Memory that is left for errors, and memory that goes back to the system."""

import ctypes
import gc
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from papertrace.memory import collect_garbage_rarely, require_memory, return_freed_memory

# Python handles an error in the context with a number of its own, the place in the code, which is not among those up to
# 256 that it always has. Memory is full of numbers, so that none is left for it.
_LIMITED = """
import re
import resource
from contextlib import contextmanager

from papertrace.spool import Spool

@contextmanager
def close():
    try:
        yield
    finally:
        print("closed")

def keep_numbers():
    with close():
        PADDING
        for number in range(len(kept)):
            kept[number] = number + 1_000_000
            if not number % 100:
                yield "walrus"

kept = [0] * 4_000_000
n_kilobytes = int(re.search(r"VmData:\\s+(\\d+)", open("/proc/self/status").read())[1])
resource.setrlimit(resource.RLIMIT_DATA, ((n_kilobytes << 10) + (24 << 20),) * 2)
try:
    Spool(str, keep_numbers(), in_memory=1)
except MemoryError:
    kept.clear()
    print("out of memory")
""".replace("PADDING", "number = 0; " * 400)


@pytest.mark.skipif(sys.platform != "linux", reason="needs a limit on memory")
def test_a_sequence_that_exceeds_the_memory_ends_with_an_error_that_can_be_handled() -> None:
    ended = subprocess.run([sys.executable, "-c", _LIMITED], capture_output=True, text=True, timeout=60, check=False)

    assert sorted(ended.stdout.split("\n")) == ["", "closed", "out of memory"], ended.stderr


def test_memory_that_is_there_is_left_alone() -> None:
    before = read_resident_bytes() if sys.platform == "linux" else 0
    for _ in range(100):
        require_memory()
    if sys.platform == "linux":
        assert read_resident_bytes() - before < 4 << 20


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
