"""Compare the audit with other link checkers in one run, on 2,000 links to 23 misbehaving hosts.

    python benchmarks/bench_audit.py [--peers FOLDER] [--only NAME] [--slow]

The hosts and the truth about each link are in `audit_field`, the checkers in `audit_checkers`. They are installed from
PyPI into a separate environment, in a temporary folder or in the given one, which is kept. The columns are:

`wall s`, `CPU s`, `MB`  cost of the checker's process and its children; MB is the peak of one process
`live dead`              live or moved links reported as dead
`live odd`               live or moved links reported as suspect; `live ?`: those left undecided
`undec. dead`            undecidable links reported as dead
`dead`                   dead links reported as dead
`soft`                   missing pages answered with 200, reported as suspect or dead
`moved`                  permanently moved links reported with the correct new URL
`asked`, `early`         requests sent, and those sent earlier than the host had asked for
`at once`                maximum number of concurrent requests to one host

The last line compares the audit with what its schedule needs on a virtual clock (`audit_schedule`), without the time to
start, to send and to judge.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.audit_checkers import (  # noqa: E402 - the path comes first
    CHECKERS,
    DEAD,
    FINE,
    SUSPECT,
    UNSURE,
    Assessment,
    Checker,
    Paths,
    install_peers,
    write_links,
)
from benchmarks.audit_field import HOSTS, FieldLink, Ports, Truth, field_links  # noqa: E402
from benchmarks.audit_schedule import schedule_s  # noqa: E402

MAX_TIMES_THE_BOUND = 1.15
MIN_SOFT = 38
MAX_S = 400.0
"""A checker that takes longer is stopped, and links that it has not assessed count as undecided."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """A row of the table."""

    wall_s: float
    cpu_s: float
    peak_mb: float
    assessed: Counter[tuple[Truth, str]]
    n_moved_found: int
    n_asked: int
    n_early: int
    max_concurrent: int

    def n(self, verdict: str, *truths: Truth) -> int:
        """Return the number of links with one of some truths that got a verdict."""
        return sum(self.assessed[truth, verdict] for truth in truths)

    @property
    def n_soft(self) -> int:
        """The number of soft-404 pages that were found."""
        return self.n(SUSPECT, Truth.SOFT) + self.n(DEAD, Truth.SOFT)

    @property
    def is_right(self) -> bool:
        """Whether only dead links are called dead, none of them fine, and no request was sent too early."""
        wrong = self.n(DEAD, Truth.LIVE, Truth.MOVED, Truth.UNDECIDABLE)
        return wrong == 0 and self.n(FINE, Truth.DEAD) == 0 and self.n_early == 0


class Field:
    """The hosts, served by a separate process."""

    def __init__(self, folder: Path) -> None:
        """Start the process."""
        self._process = subprocess.Popen(
            [sys.executable, ROOT / "benchmarks" / "audit_origin.py", folder],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.ports = Ports(**json.loads(self._line()))

    def report(self) -> dict[str, dict[str, int]]:
        """Return the counts since the last report, by host."""
        assert self._process.stdin is not None
        self._process.stdin.write("\n")
        self._process.stdin.flush()
        counts: dict[str, dict[str, int]] = json.loads(self._line())
        return counts

    def close(self) -> None:
        """End the process."""
        self._process.terminate()
        self._process.communicate()

    def _line(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline()


def measure(
    checker: Checker, paths: Paths, links: Sequence[FieldLink], field: Field, *, shows_hosts: bool = False
) -> Score:
    """Run a checker and score its assessments."""
    field.report()
    output = paths.folder / "output"
    with output.open("wb") as stdout, (paths.folder / f"{checker.name}.errors").open("wb") as stderr:
        began = time.perf_counter()
        process = subprocess.Popen(
            checker.argv(paths),
            cwd=paths.folder,
            env=checker.environment(paths),
            stdin=subprocess.DEVNULL,
            stdout=stdout,
            stderr=stderr,
        )
        end = threading.Timer(MAX_S, process.terminate)
        end.start()
        _, status, usage = os.wait4(process.pid, 0)
        wall_s = time.perf_counter() - began
        end.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
    assessed = checker.read(paths, output.read_text(encoding="utf-8", errors="replace"))
    by_host = field.report()
    counts = by_host.values()
    for host, its in by_host.items() if shows_hosts else ():
        print(f"    {host:<12}{HOSTS[host]:<18}{its}", file=sys.stderr)
    nothing = Assessment(verdict=UNSURE)
    return Score(
        wall_s=wall_s,
        cpu_s=usage.ru_utime + usage.ru_stime,
        peak_mb=usage.ru_maxrss / 1024,
        assessed=Counter((link.kind.truth, assessed.get(link.url, nothing).verdict) for link in links),
        n_moved_found=sum(
            link.new_url is not None and assessed.get(link.url, nothing).new_url == link.new_url for link in links
        ),
        n_asked=sum(host["requests"] for host in counts),
        n_early=sum(host["early"] for host in counts),
        max_concurrent=max(host["at_once"] for host in counts),
    )


COLUMNS = (
    *("wall s", "CPU s", "MB", "live dead", "live odd", "live ?", "undec. dead", "dead"),
    *("soft", "moved", "asked", "early", "at once"),
)


def cells(score: Score) -> Iterator[str]:
    """Yield the cells of a row."""
    living = (Truth.LIVE, Truth.MOVED)
    yield f"{score.wall_s:.1f}"
    yield f"{score.cpu_s:.1f}"
    yield f"{score.peak_mb:.0f}"
    counts = (
        score.n(DEAD, *living),
        score.n(SUSPECT, *living),
        score.n(UNSURE, *living),
        score.n(DEAD, Truth.UNDECIDABLE),
        score.n(DEAD, Truth.DEAD),
        score.n_soft,
        score.n_moved_found,
        score.n_asked,
        score.n_early,
        score.max_concurrent,
    )
    yield from map(str, counts)


def line(name: str, row: Sequence[str]) -> str:
    """Return a line of the table."""
    return f"{name:<28}" + "".join(f"{cell:>{max(7, len(head) + 2)}}" for head, cell in zip(COLUMNS, row, strict=True))


def broken_promises(scores: Mapping[str, Score], bound_s: float, totals: Mapping[Truth, int]) -> Iterator[str]:
    """Yield the promises about papertrace that do not hold."""
    ours = scores[CHECKERS[0].name]
    living = (Truth.LIVE, Truth.MOVED)
    for what, is_kept in (
        ("a live link is called dead", ours.n(DEAD, *living) == 0),
        ("a live link is called suspect", ours.n(SUSPECT, *living) == 0),
        ("an undecidable link is called dead", ours.n(DEAD, Truth.UNDECIDABLE) == 0),
        (f"fewer than {MIN_SOFT} of {totals[Truth.SOFT]} soft 404 pages are found", ours.n_soft >= MIN_SOFT),
        ("a request is sent earlier than the host allows", ours.n_early == 0),
        ("a moved link is not reported", ours.n_moved_found == totals[Truth.MOVED]),
        (
            f"the audit took more than {MAX_TIMES_THE_BOUND} times what its schedule needs",
            ours.wall_s <= MAX_TIMES_THE_BOUND * bound_s,
        ),
        (
            "another checker is as correct and faster",
            all(ours.wall_s < other.wall_s for other in scores.values() if other is not ours and other.is_right),
        ),
    ):
        if not is_kept:
            yield what


def main() -> int:
    """Print the table; return 1 if a promise does not hold."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--peers", type=Path, help="folder of an environment with the other checkers, which is kept")
    parser.add_argument(
        "--program",
        type=Path,
        default=Path(sys.executable).with_name("papertrace"),
        help="the papertrace to measure, of any checkout",
    )
    parser.add_argument("--hosts", action="store_true", help="print the counts of each host for each checker")
    parser.add_argument(
        "--only", action="append", choices=[checker.name for checker in CHECKERS], help="a checker to run; repeatable"
    )
    parser.add_argument(
        "--slow", action="store_true", help="also run LinkChecker with its default options, which takes minutes"
    )
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name, closing(Field(Path(name))) as field:
        links = field_links(field.ports)
        peers = (arguments.peers or Path(name) / "peers").resolve()
        paths = Paths(folder=Path(name), peers=peers, program=arguments.program.resolve())
        install_peers(paths.peers)
        write_links(paths.folder, [link.url for link in links])
        totals = Counter(link.kind.truth for link in links)
        counted = ", ".join(f"{n:,} {truth}" for truth, n in totals.items())
        print(f"{len(links):,} links of {len({link.kind for link in links})} classes: {counted}")
        print(line("", COLUMNS))
        scores = {}
        for checker in CHECKERS:
            wanted = arguments.only is None or checker.name in arguments.only
            if checker is CHECKERS[0] or (wanted and (arguments.slow or not checker.is_slow)):
                scores[checker.name] = measure(checker, paths, links, field, shows_hosts=arguments.hosts)
                print(line(checker.name, list(cells(scores[checker.name]))), flush=True)
    bound_s = schedule_s(links)
    ours = scores[CHECKERS[0].name]
    print(f"\nthe schedule alone {bound_s:.1f} s; ours is {ours.wall_s / bound_s:.2f} x; load {os.getloadavg()[0]:.1f}")
    broken = list(broken_promises(scores, bound_s, totals))
    for what in broken:
        print(f"MISS  {what}")
    return int(bool(broken))


if __name__ == "__main__":
    sys.exit(main())
