"""Measure that hostile input costs time in proportion to its length, and name what costs more.

    python benchmarks/bench_growth.py [--characters 100000]

The tests count the calls that the same work makes (`tests/growth.py`). What happens within one call, as in a regular
expression that searches from every character anew, shows in seconds alone. Each work is measured on a text and on one a
quarter as long: linear work takes four times as long, quadratic work sixteen times. A suspect is measured again before
it is named.
"""

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from tests.growth import WORKS, Prepare

_TIMES = 4
_MOST = 9.0
"""How many times as long a text of four times the length may take; between 4 (linear) and 16 (quadratic)."""
_NOTHING_S = 0.1
"""Less than this is too little to be compared; quadratic work on tens of thousands of characters takes seconds."""
_TRIES = 4
_N_SHOWN = 10


def main() -> int:
    """Print what takes longest; return 1 where something grows faster than its input."""
    parser = argparse.ArgumentParser(description="Measure how the cost of hostile input grows with its length.")
    parser.add_argument("--characters", type=int, default=100_000, help="length of the longer input")
    n_chars = parser.parse_args().characters
    seconds = {}
    too_fast = {}
    for name, prepare in WORKS.items():
        seconds[name] = _seconds(prepare, n_chars)
        if seconds[name] > _NOTHING_S and (ratio := _growth(prepare, n_chars)) > _MOST:
            too_fast[name] = ratio
    print(f"{len(WORKS)} works on {n_chars:,} characters, {sum(seconds.values()):.1f} CPU seconds; the longest:")
    for name in sorted(seconds, key=lambda name: -seconds[name])[:_N_SHOWN]:
        print(f"{seconds[name]:>8.2f}  {name}")
    for name, ratio in too_fast.items():
        print(f"{name}: {ratio:.1f} times as long for {_TIMES} times the input, which is more than {_MOST:.0f}")
    return int(bool(too_fast))


def _growth(prepare: Prepare, n_chars: int) -> float:
    """Return how many times as long the longer input takes, the least of some tries."""
    ratios = []
    for _ in range(_TRIES):
        ratios.append(_seconds(prepare, n_chars) / max(_seconds(prepare, n_chars // _TIMES), 1e-6))
        if ratios[-1] <= _MOST:
            break
    return min(ratios)


def _seconds(prepare: Prepare, n_chars: int) -> float:
    work = prepare(n_chars)
    before = time.process_time()
    work()
    return time.process_time() - before


if __name__ == "__main__":
    sys.exit(main())
