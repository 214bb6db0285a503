"""Torture the program for some minutes, and print what broke: `python tests/torture/run.py [--seconds 600]`.

    --seconds S     time for everything (default: 600)
    --seed N        what is drawn at random (default: 20240605)
    --only NAMES    parts to run, separated by commas
    --processes N   processes for damaged inputs and hostile texts (default: one for each processor)
    --failures DIR  folder for the inputs that broke something

Parts other than damaged inputs have their full numbers of trials in 600 seconds, and a share of them in less. Damaged
inputs take the rest of the time, until each reader has read 100,000 of them; the table says how many each has read. The
audits of an origin that misbehaves wait for most of their time, so they run beside everything else.

Exit status: 1 if something crashed, was lost or was wrongly called dead, else 0. What breaks becomes a test.
"""

import argparse
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))

from tests.torture.exporters import torture_exporters  # noqa: E402 - as above
from tests.torture.inputs import FINDERS, targets, torture_inputs  # noqa: E402 - the path comes first
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
from tests.torture.tally import Tally, timed  # noqa: E402 - as above

FULL_S = 600
SHARE_OF_INPUTS = 0.4
"""The share of the time that the damaged inputs may take."""
FULL = 100_000
"""The number of damaged inputs that each reader, document format, cassette, store and settings file gets at most."""
ROUND = 100
"""The number of inputs that each of them gets before the time is looked at."""
SHARE_OF_RUNS = 0.02
"""Whole runs, which extract and link papers, are a fiftieth of these numbers."""
TEXTS = 10_000
"""The number of hostile texts through the exporters, and again through the reports, in a full run."""
AUDITS: dict[str, Callable[[float, int], Tally]] = {
    "random origin": lambda share, seed: torture_network(300 * share, seed),
    "lying name servers": lambda share, seed: torture_network(30 * share, seed, lies=0.5),
    "clock jumps": lambda share, seed: torture_network(30 * share, seed, jumps=True),
}
"""The parts that run beside all others, given the share of a full run and the seed."""
OTHERS: dict[str, Callable[[float, int], Tally]] = {
    "signals": lambda share, seed: torture_signals(_at_least(3, 60 * share), seed),
    "killed audits": lambda share, seed: torture_audits(_at_least(1, 4 * share), seed),
    "two processes": lambda share, seed: torture_two_processes(_at_least(1, 5 * share), seed),
    "full disk": lambda share, seed: torture_disk(_at_least(3, 30 * share), seed),
    "read-only folders": lambda share, seed: torture_permissions(_at_least(3, 6 * share), seed),
    "vanishing files": lambda share, seed: torture_vanishing(_at_least(5, 30 * share), seed),
    "little memory": lambda share, _: torture_memory(_at_least(1, 8 * share), 300),
}
"""The other parts, given the share of a full run and the seed."""
PARTS = (*FINDERS, "exporters", "reports", *OTHERS, *AUDITS)


def run(seconds: float, seed: int, only: frozenset[str], n_processes: int | None = None) -> Iterator[Tally]:
    """Yield the tally of each part."""
    share = min(1.0, seconds / FULL_S)
    wanted = [name for name in PARTS if not only or name in only]
    with ProcessPoolExecutor(n_processes) as pool, ProcessPoolExecutor(1) as beside:
        audits = [beside.submit(_torture_origin, name, share, seed) for name in AUDITS if name in wanted]
        yield from _inputs(pool, [kind for kind in FINDERS if kind in wanted], seconds * SHARE_OF_INPUTS, seed)
        for name, work in (("exporters", torture_exporters), ("reports", torture_reports)):
            if name in wanted:
                n_texts = _at_least(ROUND, TEXTS * share)
                pieces = range(0, n_texts, ROUND)
                tally = Tally(name=name)
                with timed(tally):
                    _add(tally, [pool.submit(work, min(ROUND, n_texts - start), seed + start) for start in pieces])
                yield tally
        for name, other in OTHERS.items():
            if name in wanted:
                yield _timed(partial(other, share, seed))
        for audit in audits:
            yield audit.result()


def _inputs(pool: ProcessPoolExecutor, kinds: Sequence[str], seconds: float, seed: int) -> list[Tally]:
    """Give damaged inputs to everything that reads some, in rounds, until all have enough or the time is over."""
    wholes = {kind: Tally(name=kind) for kind in kinds}
    ends = time.monotonic() + seconds
    for start in range(0, FULL, ROUND):
        pieces = [
            (kind, pool.submit(torture_inputs, kind, size, seed + start * len(targets(kind)), target=number))
            for kind in kinds
            for number in range(len(targets(kind)))
            for size in [round(ROUND * SHARE_OF_RUNS) if kind == "papers" else ROUND]
        ]
        for kind in kinds:
            _add(wholes[kind], [piece for of_kind, piece in pieces if of_kind == kind])
        if time.monotonic() > ends or any("process died" in note for one in wholes.values() for note in one.notes):
            break
    for kind, whole in wholes.items():
        n_targets = len(targets(kind))
        whole.name = f"{kind}: {n_targets} x {whole.n_trials // n_targets:,}"
    return list(wholes.values())


def _add(whole: Tally, pieces: Iterable["Future[Tally]"]) -> None:
    """Add the tallies of pieces of a part; a process that dies is a crash."""
    for piece in pieces:
        try:
            whole.add(piece.result())
        except BrokenProcessPool as error:
            whole.crash(f"a process died: {error}")
            break


def _torture_origin(name: str, share: float, seed: int) -> Tally:
    return _timed(partial(AUDITS[name], share, seed))


def _timed(work: Callable[[], Tally]) -> Tally:
    began = time.monotonic()
    tally = work()
    tally.seconds = time.monotonic() - began
    return tally


def _at_least(least: int, number: float) -> int:
    return max(least, round(number))


def main() -> int:
    """Run the parts, print a table, and return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=FULL_S)
    parser.add_argument("--seed", type=int, default=20240605)
    parser.add_argument("--only", default="", help=", ".join(PARTS))
    parser.add_argument("--processes", type=int)
    parser.add_argument("--failures", type=Path, default=Path("torture-failures"))
    arguments = parser.parse_args()
    only = frozenset(name.strip() for name in arguments.only.split(",") if name.strip())
    if unknown := only - set(PARTS):
        parser.error(f"no such part: {', '.join(sorted(unknown))}")
    os.environ.setdefault("PAPERTRACE_CONFIG", "none")
    total, is_clean = Tally(name="together"), True
    sys.stdout.write(f"{'part':<28} {'trials':>9} {'crashes':>8} {'lost':>6} {'wrong deaths':>13} {'seconds':>8}\n")
    for tally in run(arguments.seconds, arguments.seed, only, arguments.processes):
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
        f"{tally.name:<28} {tally.n_trials:>9,} {tally.n_crashes:>8} {tally.n_lost:>6} {tally.n_wrong_deaths:>13}"
        f" {tally.seconds:>8.0f}\n"
    )
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
