"""Measure whole runs of `papertrace extract` on generated corpora: papers per second, and constant memory.

    python benchmarks/bench_corpus.py [--records 10000 100000 1000000]

Each row is a separate process, so that its peak memory is its own. `abstracts.py` makes the corpora. A million records
take about half an hour and 10 GB of disk. `bench_scale.py` measures the graph too, and compares.
"""

import argparse
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.abstracts import make_records, write_corpus  # noqa: E402 - the path comes first

_MEBI = 1 << 20
_FLAT = 1.25
"""The maximum memory of any corpus, relative to the smallest one."""


def main() -> int:
    """Print the table; return 1 if memory grows."""
    parser = argparse.ArgumentParser(description="Measure extraction over generated corpora.")
    parser.add_argument("--records", type=int, nargs="+", default=[10_000, 100_000], help="sizes of the corpora")
    arguments = parser.parse_args()
    print(f"{'papers':>10}{'MB in':>8}{'CPU s':>9}{'papers/s':>10}{'peak MiB':>10}")
    peaks = []
    for n in sorted(arguments.records):
        with tempfile.TemporaryDirectory() as name:
            listing = Path(name) / "papers.jsonl"
            write_corpus(listing, make_records(n))
            seconds, peak = _measure(listing, Path(name) / "extracted.jsonl")
            size = listing.stat().st_size
        peaks.append(peak)
        print(f"{n:>10,}{size / 1e6:>8,.0f}{seconds:>9,.1f}{n / seconds:>10,.0f}{peak / _MEBI:>10,.0f}", flush=True)
    return int(peaks[-1] > _FLAT * peaks[0])


def _measure(listing: Path, output: Path) -> tuple[float, int]:
    """Return the CPU seconds and the peak memory, in bytes, of one extraction in a separate process."""
    code = (
        "import resource, sys; from papertrace.cli.main import main; status = main(sys.argv[1:]);"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss); sys.exit(status)"
    )
    command = [sys.executable, "-c", code, "extract", str(listing), "-o", str(output), "-q"]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return seconds, int(printed) * 1024


if __name__ == "__main__":
    sys.exit(main())
