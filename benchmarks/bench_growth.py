"""Measure that the time for hostile input is proportional to its length, and report where it is not.

    python benchmarks/bench_growth.py [--characters 100000]

The tests count the calls of the same tasks (`tests/growth.py`). Work within one call, such as a regular expression that
searches again from every character, only shows in seconds. Each task is measured on a text and on one a quarter as
long: linear work takes four times as long, quadratic work sixteen times. A suspect is measured again before it is
reported.
"""

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from tests.growth import WORKS, Prepare

_TIMES = 4
_MAX_RATIO = 9.0
"""The maximum ratio of times for a text of four times the length; between 4 (linear) and 16 (quadratic)."""
_MIN_S = 0.1
"""Shorter times are not compared; quadratic work on tens of thousands of characters takes seconds."""
_TRIES = 4
_N_SHOWN = 10


def main() -> int:
    """Print the slowest tasks; return 1 if one grows faster than its input."""
    parser = argparse.ArgumentParser(description="Measure how the cost of hostile input grows with its length.")
    parser.add_argument("--characters", type=int, default=100_000, help="length of the longer input")
    n_chars = parser.parse_args().characters
    seconds = {}
    too_fast = {}
    for name, prepare in WORKS.items():
        seconds[name] = _seconds(prepare, n_chars)
        if seconds[name] > _MIN_S and (ratio := _growth(prepare, n_chars)) > _MAX_RATIO:
            too_fast[name] = ratio
    print(f"{len(WORKS)} tasks on {n_chars:,} characters, {sum(seconds.values()):.1f} CPU seconds; the slowest:")
    for name in sorted(seconds, key=lambda name: -seconds[name])[:_N_SHOWN]:
        print(f"{seconds[name]:>8.2f}  {name}")
    for name, ratio in too_fast.items():
        print(f"{name}: {ratio:.1f} times as long for {_TIMES} times the input (maximum: {_MAX_RATIO:.0f})")
    return int(bool(too_fast))


def _growth(prepare: Prepare, n_chars: int) -> float:
    """Return the ratio of times for the longer and the shorter input, the smallest of several tries."""
    ratios = []
    for _ in range(_TRIES):
        ratios.append(_seconds(prepare, n_chars) / max(_seconds(prepare, n_chars // _TIMES), 1e-6))
        if ratios[-1] <= _MAX_RATIO:
            break
    return min(ratios)


def _seconds(prepare: Prepare, n_chars: int) -> float:
    work = prepare(n_chars)
    before = time.process_time()
    work()
    return time.process_time() - before


if __name__ == "__main__":
    sys.exit(main())
