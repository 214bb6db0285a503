"""Measure what papertrace costs from two hundred papers to a million, beside a plain script and an earlier state.

    python benchmarks/bench_scale.py [--before CHECKOUT] [--real FILE...] [--sizes N...] [--runs N] [--slow]

Rows are medians of runs in turn, so that a machine that slows down slows all. CPU is that of all processes of a
command, peak memory that of each; growth is the CPU for ten times the papers, between neighbouring sizes. The corpora
are made up (`abstracts.py`), and of real records where files are given; 215 papers are the listings of the project's
tests, named by PAPERTRACE_SHARED. The plain script (`naive.py`) is run at 1,000 papers, with --slow at 10,000, where it
may use `--naive-mb` of memory.

Every state runs with its own sources and its own compiled bytecode, compiled before the first measured run. The same
extracted form, GraphML and CSV are expected of every number of workers; the exit status is 1 if they differ.
"""

import argparse
import hashlib
import math
import os
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.abstracts import make_records, read_records, write_corpus  # noqa: E402 - the path comes first
from benchmarks.processes import Cost, measure  # noqa: E402

_SIZES, _SLOW_SIZES = (215, 1_000, 10_000, 100_000), (1_000_000,)
_SEEDS = 215
_NAIVE_MAX, _NAIVE_SLOW_MAX = 1_000, 10_000
_RUNS = {215: 7, 1_000: 5, 10_000: 3}
"""Runs by the size up to which they apply; larger corpora run once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """A checkout to run, and how many workers it is given; None if it has no such option."""

    name: str
    source: Path
    workers: int | None = None

    def command(self, *arguments: str | Path) -> list[str]:
        """Return the command line of the program with arguments."""
        workers = () if self.workers is None else ("--workers", str(self.workers))
        return [sys.executable, "-m", "papertrace", *map(str, arguments), *workers]


@dataclass(slots=True, kw_only=True)
class Row:
    """The runs of one step of one state, and the digests of the files that it wrote."""

    n_papers: int
    step: str
    state: str
    costs: list[Cost] = field(default_factory=list)
    digests: dict[str, str] = field(default_factory=dict)

    @property
    def cpu_s(self) -> float:
        """The median of the CPU seconds."""
        return median(cost.cpu_s for cost in self.costs)

    @property
    def wall_s(self) -> float:
        """The median of the seconds on the clock."""
        return median(cost.wall_s for cost in self.costs)

    @property
    def peaks_mb(self) -> tuple[float, ...]:
        """The peaks of the processes of the run with the highest sum."""
        return max(self.costs, key=lambda cost: cost.sum_mb).peaks_mb

    @property
    def has_failed(self) -> bool:
        """Whether a run did not end with status 0."""
        return any(cost.status for cost in self.costs)


def main() -> int:
    """Print the tables; return 1 if the output depends on the number of workers or a run fails."""
    arguments = _parse_arguments()
    rows: list[Row] = []
    differing: list[Row] = []
    with tempfile.TemporaryDirectory(prefix="bench-scale-") as name:
        bench = Bench(Path(name), arguments)
        for title, corpora in bench.plan():
            found: list[Row] = []
            print(f"\n{title}\n{header()}", flush=True)
            for n_papers, corpus in corpora:
                for row in bench.run(n_papers, corpus):
                    found.append(row)
                    print(describe(row, found), flush=True)
            rows += found
            differing += find_differing(found)
            print("\n".join(describe_digests(found)))
    for row in differing:
        print(f"{row.n_papers:,} papers, {row.step}, {row.state}: not the bytes of one worker", file=sys.stderr)
    ours = [row for row in rows if row.has_failed and row.state != "naive"]
    for row in ours:
        print(f"{row.n_papers:,} papers, {row.step}, {row.state}: failed", file=sys.stderr)
    return int(bool(differing or ours))


def _parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Measure papertrace from two hundred papers to a million.")
    parser.add_argument("--before", type=Path, metavar="CHECKOUT", help="an earlier state to compare with")
    parser.add_argument("--real", type=Path, nargs="+", default=[], metavar="FILE", help="JSON lines of real records")
    parser.add_argument("--sizes", type=int, nargs="+", metavar="N", help=f"papers (default: {_SIZES})")
    parser.add_argument("--runs", type=int, metavar="N", help="runs of each (default: 7 to 1, by size)")
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2], metavar="N", help="workers (default: 1 2)")
    parser.add_argument("--slow", action="store_true", help="also a million papers, and the plain script at 10,000")
    parser.add_argument("--naive-mb", type=int, default=8_000, metavar="N", help="memory of the plain script (8000)")
    return parser.parse_args()


class Bench:
    """The states to run, the corpora, and a folder for what they write."""

    def __init__(self, folder: Path, arguments: argparse.Namespace) -> None:
        self._folder = folder
        self._arguments = arguments
        self._states = list(self._find_states())

    def plan(self) -> Iterator[tuple[str, Iterator[tuple[int, Path]]]]:
        """Yield the title of each table with its corpora and their sizes, which are written one at a time."""
        sizes = self._arguments.sizes or (*_SIZES, *(_SLOW_SIZES if self._arguments.slow else ()))
        yield "Made-up abstracts", self._write(sizes, "made", lambda _: make_records(max(sizes)))
        if self._arguments.real:
            yield "Real abstracts", self._write(sizes, "real", lambda _: read_records(self._arguments.real))

    def run(self, n_papers: int, corpus: Path) -> Iterator[Row]:
        """Measure all states on a corpus, in turn, and yield their rows step by step."""
        n_runs = self._arguments.runs or next((runs for size, runs in _RUNS.items() if n_papers <= size), 1)
        if corpus.is_dir():
            yield from self._run_starts(n_papers, n_runs)
            yield from self._run_step(n_papers, "build", n_runs, self._states, lambda state, out: (
                state.command("build", corpus, "-o", out, "--to", "html,graphml", "-q")
            ))  # fmt: skip
            return
        yield from self._run_naive(n_papers, corpus)
        yield from self._run_step(n_papers, "extract", n_runs, self._states, lambda state, out: (
            state.command("extract", corpus, "-o", out / "papers.jsonl", "-q")
        ))  # fmt: skip
        yield from self._run_step(n_papers, "graph", n_runs, self._states, lambda state, out: (
            state.command(
                "graph", self._output(state, "extract") / "papers.jsonl", "-o", out, "--to", "graphml,csv", "-q"
            )
        ))  # fmt: skip

    def _find_states(self) -> Iterator[State]:
        if self._arguments.before is not None:
            yield State(name="before", source=self._arguments.before.resolve() / "src")
        now = State(name="now", source=ROOT / "src")
        helped = self._folder / "help"
        self._measure(now, [*now.command("extract", "--help")], keep=helped)
        if "--workers" not in helped.read_text("utf-8"):
            print("this state has no --workers: one process only", file=sys.stderr)
            yield now
            return
        for n in self._arguments.workers:
            yield State(name=f"workers {n}", source=now.source, workers=n)

    def _write(
        self, sizes: Iterable[int], name: str, generate: Callable[[int], Iterator[dict[str, object]]]
    ) -> Iterator[tuple[int, Path]]:
        for n in sizes:
            if n == _SEEDS:
                if name == "made" and (seeds := _find_seeds()) is not None:
                    yield n, seeds
                continue
            path = self._folder / f"{name}.jsonl"
            records = generate(n)
            n_written = write_corpus(path, (record for record, _ in zip(records, range(n), strict=False)))
            if n_written < n:
                print(f"skipped {n:,} papers: the files have {n_written:,}", file=sys.stderr)
                continue
            yield n, path

    def _run_starts(self, n_papers: int, n_runs: int) -> Iterator[Row]:
        """Yield the cost of starting Python, of the help, and of the version."""
        one = [state for state in self._states if state.workers in (None, 1)]
        python = State(name="python", source=ROOT / "src")
        rows = [(Row(n_papers=n_papers, step="pass", state="python"), python, [sys.executable, "-c", "pass"])]
        for option in ("--version", "--help"):
            for state in one:
                command = [sys.executable, "-m", "papertrace", option]
                rows.append((Row(n_papers=n_papers, step=option, state=state.name), state, command))
        for number in range(n_runs + 1):
            for row, state, command in rows:
                cost = self._measure(state, command)
                if number:
                    row.costs.append(cost)
        yield from (row for row, _, _ in rows)

    def _run_step(
        self,
        n_papers: int,
        step: str,
        n_runs: int,
        states: Sequence[State],
        command: Callable[[State, Path], list[str]],
    ) -> Iterator[Row]:
        rows = [Row(n_papers=n_papers, step=step, state=state.name) for state in states]
        for number in range(n_runs + (n_papers <= _NAIVE_MAX)):  # The first run of a small corpus compiles bytecode.
            for row, state in zip(rows, states, strict=True):
                out = self._output(state, step)
                cost = self._measure(state, command(state, out))
                if number or n_papers > _NAIVE_MAX:
                    row.costs.append(cost)
                row.digests = {file.name: _digest(file) for file in sorted(out.iterdir())}
        yield from rows

    def _run_naive(self, n_papers: int, corpus: Path) -> Iterator[Row]:
        if n_papers > (_NAIVE_SLOW_MAX if self._arguments.slow else _NAIVE_MAX):
            return
        script = [
            sys.executable,
            str(ROOT / "benchmarks" / "naive.py"),
            str(corpus),
            str(self._folder / "naive.graphml"),
        ]
        state = State(name="naive", source=ROOT / "src")
        row = Row(n_papers=n_papers, step="naive", state="naive")
        for _ in range(3 if n_papers <= _NAIVE_MAX else 1):
            row.costs.append(self._measure(state, [*script, "--memory-mb", str(self._arguments.naive_mb)]))
        yield row

    def _output(self, state: State, step: str) -> Path:
        path = self._folder / state.name.replace(" ", "-") / step
        path.mkdir(parents=True, exist_ok=True)
        return path

    def _measure(self, state: State, command: Sequence[str], keep: Path | None = None) -> Cost:
        environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        environment["PYTHONPATH"] = str(state.source)
        environment["PYTHONPYCACHEPREFIX"] = str(self._folder / "bytecode")
        return measure(command, environment, self._folder, output=keep)


def header() -> str:
    """Return the heading of a table."""
    return (
        f"{'papers':>9} {'step':<9} {'state':<10}{'CPU s':>9}{'wall s':>9}{'vs before':>11}{'vs naive':>10}"
        f"{'growth':>8}  peak MB of each process (sum)"
    )


def describe(row: Row, rows: Sequence[Row]) -> str:
    """Return the line of a row, given the rows so far.

    `vs before` and `vs naive` are CPU as a share of the earlier state's in the same step, and of the plain script's at
    the same size; with the graph, the step includes the extraction that the script does too.
    """
    before = _find(rows, row.n_papers, row.step, "before")
    naive = _find(rows, row.n_papers, "naive", "naive")
    total = row.cpu_s
    if row.step == "graph" and (extraction := _find(rows, row.n_papers, "extract", row.state)) is not None:
        total += extraction.cpu_s
    peaks = row.peaks_mb
    memory = " + ".join(f"{peak:,.0f}" for peak in peaks) + (f" ({sum(peaks):,.0f})" if len(peaks) > 1 else "")
    return (
        f"{row.n_papers:>9,} {row.step:<9} {row.state:<10}{row.cpu_s:>9.2f}{row.wall_s:>9.2f}"
        f"{_ratio(row.cpu_s, before) if row is not before else '':>11}"
        f"{_ratio(total, naive) if row.step in {'extract', 'graph'} else '':>10}"
        f"{_growth(row, rows):>8}  {memory}{'  FAILED' if row.has_failed else ''}"
    )


def describe_digests(rows: Iterable[Row]) -> Iterator[str]:
    """Yield the SHA-256 of every file, with the states that wrote it."""
    writers: dict[tuple[int, str, str], list[str]] = {}
    for row in rows:
        for name, digest in row.digests.items():
            writers.setdefault((row.n_papers, name, digest), []).append(row.state)
    for (n_papers, name, digest), states in writers.items():
        yield f"{n_papers:>9,} {name:<18} {digest}  {', '.join(states)}"


def find_differing(rows: Iterable[Row]) -> list[Row]:
    """Return the rows of a table whose files are not those of the same step with fewer workers."""
    first: dict[tuple[int, str], dict[str, str]] = {}
    now = [row for row in rows if row.digests and row.state != "before"]
    return [row for row in now if first.setdefault((row.n_papers, row.step), row.digests) != row.digests]


def _find(rows: Iterable[Row], n_papers: int, step: str, state: str) -> Row | None:
    return next((row for row in rows if (row.n_papers, row.step, row.state) == (n_papers, step, state)), None)


def _ratio(cpu_s: float, other: Row | None) -> str:
    return f"{cpu_s / other.cpu_s:.2f} x" if other is not None and not other.has_failed else ""


def _growth(row: Row, rows: Iterable[Row]) -> str:
    """Return the CPU for ten times the papers, from the next smaller corpus, for which the same step was measured."""
    smaller = [one for one in rows if (one.step, one.state) == (row.step, row.state) and one.n_papers < row.n_papers]
    if not smaller:
        return ""
    other = max(smaller, key=lambda one: one.n_papers)
    exponent = math.log(row.cpu_s / other.cpu_s) / math.log(row.n_papers / other.n_papers)
    return f"{10**exponent:.1f} x"


def _find_seeds() -> Path | None:
    shared = os.environ.get("PAPERTRACE_SHARED", "")
    seeds = Path(shared, "seeds") if shared else ROOT.parent / "shared" / "seeds"
    if seeds.is_dir():
        return seeds
    print(f"skipped {_SEEDS} papers: PAPERTRACE_SHARED names no folder with seeds/", file=sys.stderr)
    return None


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


if __name__ == "__main__":
    sys.exit(main())
