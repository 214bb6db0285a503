"""Torture the program for some minutes, and print what broke: `python tests/torture/run.py [--seconds 600]`.

    --seconds S     time for everything; the numbers of trials follow from it (default: 600)
    --seed N        what is drawn at random (default: 20240605)
    --only NAMES    parts to run, separated by commas
    --failures DIR  folder for the inputs that broke something

Exit status: 1 if something crashed, was lost or was wrongly called dead, else 0. What breaks becomes a test.
"""

import argparse
import os
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))

from tests.torture.exporters import torture_exporters  # noqa: E402 - as above
from tests.torture.inputs import torture_inputs  # noqa: E402 - the path comes first
from tests.torture.network import torture_network  # noqa: E402 - as above
from tests.torture.processes import (  # noqa: E402 - as above
    torture_audits,
    torture_disk,
    torture_memory,
    torture_permissions,
    torture_signals,
    torture_two_processes,
    torture_vanishing,
)
from tests.torture.reports import torture_reports  # noqa: E402 - as above
from tests.torture.tally import Tally  # noqa: E402 - as above

FULL_S = 600
PIECE = 500
"""The number of inputs that one process reads before it is asked again."""
INPUTS = {
    "listings": 50_000,
    "documents": 25_000,
    "cassettes": 8_000,
    "stores": 10_000,
    "settings": 7_000,
    "services": 8_000,
    "own files": 4_000,
    "papers": 600,
}
"""The numbers of damaged inputs in a full run."""
TEXTS = 10_000
"""The number of hostile texts through the exporters, and again through the reports, in a full run."""
OTHERS: dict[str, Callable[[float, int], Tally]] = {
    "random origin": lambda share, seed: torture_network(300 * share, seed),
    "lying name servers": lambda share, seed: torture_network(30 * share, seed, lies=0.5),
    "clock jumps": lambda share, seed: torture_network(30 * share, seed, jumps=True),
    "signals": lambda share, seed: torture_signals(_at_least(3, 60 * share), seed),
    "killed audits": lambda share, seed: torture_audits(_at_least(1, 4 * share), seed),
    "two processes": lambda share, seed: torture_two_processes(_at_least(1, 5 * share), seed),
    "full disk": lambda share, seed: torture_disk(_at_least(3, 30 * share), seed),
    "read-only folders": lambda share, seed: torture_permissions(_at_least(3, 6 * share), seed),
    "vanishing files": lambda share, seed: torture_vanishing(_at_least(5, 30 * share), seed),
    "little memory": lambda share, _: torture_memory(_at_least(1, 8 * share), 300),
}
"""The other parts, given the share of a full run and the seed."""


def run(share: float, seed: int, only: frozenset[str]) -> Iterator[Tally]:
    """Yield the tally of each part."""
    with ProcessPoolExecutor() as pool:
        for kind, number in INPUTS.items():
            if not only or kind in only:
                yield _in_pieces(pool, kind, partial(torture_inputs, kind), _at_least(100, number * share), seed)
        for name, work in (("exporters", torture_exporters), ("reports", torture_reports)):
            if not only or name in only:
                yield _in_pieces(pool, name, work, _at_least(100, TEXTS * share), seed)
    for name, other in OTHERS.items():
        if not only or name in only:
            yield other(share, seed)


def _in_pieces(
    pool: ProcessPoolExecutor, name: str, work: Callable[[int, int], Tally], number: int, seed: int
) -> Tally:
    """Return the tally of a part whose trials are divided among processes; a process that dies is a crash."""
    whole = Tally(name=name)
    sizes = [min(PIECE, number - start) for start in range(0, number, PIECE)]
    pending = [pool.submit(work, size, seed + piece) for piece, size in enumerate(sizes)]
    for future in pending:
        try:
            whole.add(future.result())
        except BrokenProcessPool as error:
            whole.crash(f"a process died: {error}")
            break
    return whole


def _at_least(least: int, number: float) -> int:
    return max(least, round(number))


def main() -> int:
    """Run the parts, print a table, and return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=FULL_S)
    parser.add_argument("--seed", type=int, default=20240605)
    parser.add_argument("--only", default="", help=", ".join((*INPUTS, "exporters", "reports", *OTHERS)))
    parser.add_argument("--failures", type=Path, default=Path("torture-failures"))
    arguments = parser.parse_args()
    only = frozenset(name.strip() for name in arguments.only.split(",") if name.strip())
    if unknown := only - {*INPUTS, "exporters", "reports", *OTHERS}:
        parser.error(f"no such part: {', '.join(sorted(unknown))}")
    os.environ.setdefault("PAPERTRACE_CONFIG", "none")
    total, is_clean = Tally(name="together"), True
    sys.stdout.write(f"{'part':<22} {'trials':>8} {'crashes':>8} {'lost':>6} {'wrong deaths':>13} {'seconds':>8}\n")
    began = time.monotonic()
    for tally in run(arguments.seconds / FULL_S, arguments.seed, only):
        tally.seconds, began = time.monotonic() - began, time.monotonic()
        _print(tally)
        for note in tally.notes:
            sys.stdout.write(f"    {note}\n")
        tally.write_inputs(arguments.failures)
        is_clean = is_clean and tally.is_clean
        total.add(tally)
    _print(total)
    return 0 if is_clean else 1


def _print(tally: Tally) -> None:
    sys.stdout.write(
        f"{tally.name:<22} {tally.n_trials:>8,} {tally.n_crashes:>8} {tally.n_lost:>6} {tally.n_wrong_deaths:>13}"
        f" {tally.seconds:>8.0f}\n"
    )
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
