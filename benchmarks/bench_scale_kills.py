"""Kill a large extraction and its graph at random moments: going on from a work folder gives the same bytes.

    python benchmarks/bench_scale_kills.py [--papers 3000] [--moments 10] [--workers 2] [--seed 1]

Runs of `papertrace build` share one work folder. The first process of each gets SIGKILL at a moment chosen by a seed,
and its workers have to end by themselves; the last run goes to its end. Its GraphML, CSV and JSON are compared with
those of a run without one.
"""

import argparse
import hashlib
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.abstracts import make_records, write_corpus  # noqa: E402 - the path comes first
from benchmarks.processes import find_members  # noqa: E402

_STARTING_S = 0.3


def main() -> int:
    """Print a line for each moment; return 1 if the bytes differ or a process is left."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--papers", type=int, default=3_000)
    parser.add_argument("--moments", type=int, default=10)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)  # noqa: S311 - not security-relevant
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        temporary = folder / "temporary"
        temporary.mkdir()
        listing, work = folder / "papers.jsonl", folder / "work"
        write_corpus(listing, make_records(arguments.papers))

        def command(output: str, work: Path | None = None) -> list[str]:
            return _command(listing, folder / output, arguments.workers, work)

        begun = time.monotonic()
        expected = _run(command("undisturbed"), folder / "undisturbed", temporary)
        whole_s = time.monotonic() - begun
        print(f"{arguments.papers:,} papers, {arguments.workers} workers; a run takes {whole_s:.1f} s")
        print(f"{'killed after':>14}{'results kept':>14}{'processes left':>16}{'temporary files left':>22}")
        n_left = 0
        for _ in range(arguments.moments):
            moment_s = rng.uniform(_STARTING_S, whole_s)
            left = _kill(command("killed", work), temporary, moment_s)
            n_files = sum(1 for path in temporary.rglob("*") if path.is_file())
            n_results = sum(1 for path in work.rglob("*") if path.is_file())
            n_left += left + n_files
            print(f"{moment_s:>12.1f} s{n_results:>14}{left:>16}{n_files:>22}", flush=True)
        begun = time.monotonic()
        found = _run(command("ended", work), folder / "ended", temporary)
        print(f"the last run took {time.monotonic() - begun:.1f} s")
    for form, digest in expected.items():
        print(f"{form}: {'the same' if found[form] == digest else 'DIFFERS'} ({digest[:16]})")
    return int(found != expected or n_left > 0)


def _command(listing: Path, output: Path, workers: int, work: Path | None = None) -> list[str]:
    command = [sys.executable, "-m", "papertrace", "build", str(listing), "-q", "--workers", str(workers)]
    command += ["-o", str(output), "--to", "graphml,csv,json"]
    return [*command, *(["--work-dir", str(work)] if work else [])]


def _run(command: list[str], output: Path, temporary: Path) -> dict[str, str]:
    """Run to the end; return the SHA-256 of each file that was written."""
    environment = os.environ | {"TMPDIR": str(temporary)}
    subprocess.run(command, check=True, env=environment, stdout=subprocess.DEVNULL)
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(output.iterdir())}


def _kill(command: list[str], temporary: Path, moment_s: float) -> int:
    """Start a run and kill its first process after some seconds; return how many of its others outlive that."""
    environment = os.environ | {"TMPDIR": str(temporary)}
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, start_new_session=True)
    try:
        process.wait(moment_s)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    deadline = time.monotonic() + 5
    while (left := find_members(process.pid)) and time.monotonic() < deadline:
        time.sleep(0.05)
    for pid in left:
        os.kill(pid, signal.SIGKILL)
    return len(left)


if __name__ == "__main__":
    sys.exit(main())
