"""Fuzz readers and scanners, guided by coverage: `python tests/fuzz/run.py [--seconds 60] [--failures FOLDER]`.

The initial corpus is the textual cases of the tests. A run continues after an input that violates a property: the first
of each kind (what is raised, and where) is written to the folder of failures, and the exit status is 1 if there is one.
`--replay FILE` shows the property that an input violates.
"""

import argparse
import hashlib
import importlib
import subprocess
import sys
import tempfile
import traceback
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT))
atheris = importlib.import_module("atheris")  # published without types
with atheris.instrument_imports(include=["papertrace"]):
    targets = importlib.import_module("tests.fuzz.targets")

MAX_BYTES = 4096


def fuzz(corpus: Path, failures: Path, *, seconds: int, seed: int) -> None:
    """Fuzz in this process, which then exits."""
    seen: set[str] = set()

    def hold(data: bytes) -> None:
        try:
            targets.check(data)
        except Exception as error:  # noqa: BLE001 - any exception violates the first property
            frame = traceback.extract_tb(error.__traceback__)[-1]
            text = str(error) if isinstance(error, targets.PropertyError) else f"{frame.filename}:{frame.lineno}"
            kind = f"{type(error).__name__} {text[:24] if isinstance(error, targets.PropertyError) else text}"
            if kind in seen:
                return
            seen.add(kind)
            path = failures / hashlib.sha256(data).hexdigest()[:16]
            path.write_bytes(data)
            sys.stdout.write(f"{path}: {type(error).__name__} {error} at {frame.filename}:{frame.lineno}\n")
            sys.stdout.flush()

    options = [f"-max_total_time={seconds}", f"-seed={seed}", f"-max_len={MAX_BYTES}", "-timeout=60"]
    options += ["-verbosity=0", "-print_final_stats=1"]
    atheris.Setup([sys.argv[0], *options, f"-artifact_prefix={failures}/", str(corpus)], hold)
    atheris.Fuzz()


def main() -> int:
    """Fuzz for the given time, or replay one input; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument(
        "--failures", type=Path, default=Path("fuzz-failures"), help="folder for inputs that violate a property"
    )
    parser.add_argument("--replay", type=Path, help="check this input without fuzzing")
    parser.add_argument("--seed", type=int, default=20240605)
    parser.add_argument("--corpus", type=Path, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.replay:
        targets.check(arguments.replay.read_bytes())
        return 0
    if arguments.corpus:
        fuzz(arguments.corpus, arguments.failures, seconds=arguments.seconds, seed=arguments.seed)
        return 0
    arguments.failures.mkdir(parents=True, exist_ok=True)
    before = set(arguments.failures.iterdir())
    with tempfile.TemporaryDirectory() as name:
        corpus = Path(name)
        for number, case in enumerate(targets.seeds()):
            (corpus / f"{number:06}").write_bytes(case)
        status = subprocess.run([sys.executable, __file__, *sys.argv[1:], "--corpus", corpus], check=False).returncode
        sys.stdout.write(f"{len(list(corpus.iterdir()))} inputs with distinct coverage\n")
    broken = sorted(set(arguments.failures.iterdir()) - before)
    sys.stdout.write(f"{len(broken)} inputs violate a property" + "".join(f"\n  {path}" for path in broken) + "\n")
    return 1 if broken or status else 0


if __name__ == "__main__":
    sys.exit(main())
