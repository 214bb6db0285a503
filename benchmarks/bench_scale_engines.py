"""Compare the bytes that engines give: extracted form, GraphML and CSV of made-up papers, here, in processes, on Spark.

    python benchmarks/bench_scale_engines.py [--papers N] [--workers N] [--engines NAME...]

Spark needs `papertrace[spark]` and Java 17. Printed are the CPU of all processes, the time, and the start of each
digest; the exit status is 1 if a run fails or the bytes differ.
"""

import argparse
import hashlib
import os
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.abstracts import make_records, write_corpus  # noqa: E402 - the path comes first
from benchmarks.processes import measure  # noqa: E402

_PAPERS = 10_000
_ENGINES = ("inline", "processes", "spark")


def main() -> int:
    """Print a row for each step of each engine; return 1 if a run fails or the bytes differ."""
    parser = argparse.ArgumentParser(description="Compare the bytes that the engines of papertrace give.")
    parser.add_argument("--papers", type=int, default=_PAPERS, metavar="N", help=f"made-up papers ({_PAPERS})")
    parser.add_argument("--workers", type=int, default=2, metavar="N", help="workers, but for inline (2)")
    parser.add_argument("--engines", nargs="+", default=_ENGINES, choices=_ENGINES, help="engines (all)")
    arguments = parser.parse_args()
    digests: dict[str, dict[str, str]] = {}
    has_failed = False
    with tempfile.TemporaryDirectory(prefix="bench-engines-") as name:
        folder = Path(name)
        write_corpus(folder / "made.jsonl", make_records(arguments.papers))
        for engine in arguments.engines:
            options = ["--engine", engine, *(["--workers", str(arguments.workers)] if engine != "inline" else [])]
            extracted, drawn = folder / f"{engine}.jsonl", folder / engine
            for step, given, target, rest in (
                ("extract", folder / "made.jsonl", extracted, []),
                ("graph", extracted, drawn, ["--to", "graphml,csv"]),
            ):
                command = [sys.executable, "-m", "papertrace", step, str(given), "-o", str(target), "-q"]
                cost = measure([*command, *rest, *options], _environment(), folder)
                has_failed = has_failed or cost.status != 0
                print(
                    f"{engine:9} {step:7} status {cost.status}  {cost.cpu_s:7.1f} s CPU  {cost.wall_s:7.1f} s",
                    flush=True,
                )
            files = [extracted, *sorted(drawn.glob("*"))]
            # Names without that of the engine.
            digests[engine] = {
                "extracted" if file == extracted else file.name: _digest(file) for file in files if file.exists()
            }
            print("   ".join(f"{file} {digest[:12]}" for file, digest in digests[engine].items()), flush=True)
    differs = any(found != digests[arguments.engines[0]] for found in digests.values())
    print("different bytes" if differs else "the same bytes")
    return int(differs or has_failed)


def _environment() -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return {**kept, "PYTHONPATH": str(ROOT / "src")}


def _digest(file: Path) -> str:
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


if __name__ == "__main__":
    sys.exit(main())
