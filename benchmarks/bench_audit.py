"""Measure the audit against other link checkers in one run, on 2,000 links to 23 hosts that misbehave.

    python benchmarks/bench_audit.py [--peers FOLDER] [--only NAME] [--slow]

The hosts and the truth of each link are in `audit_field`, the peers in `audit_checkers`: they come from PyPI into an
environment of their own, in a temporary folder or in the named one, which is kept. The table says of each checker:

`wall s`, `CPU s`, `MB`  what its process and those that it started cost; MB is the peak of one of them
`live dead`              links that live or have moved, called dead
`live odd`               links that live or have moved, called suspect; `live ?` those that it could not decide
`undec. dead`            links that nobody can decide from one look, called dead
`dead`                   links that are dead, called dead
`soft`                   pages that are not there though the server says 200, called suspect or dead
`moved`                  links that have moved for good, told with the right new address
`asked`, `early`         requests sent, and those of them sent before the time that a host had asked for
`at once`                requests under way at one host at the same time, at most
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
    Checker,
    Places,
    Said,
    install_peers,
    write_links,
)
from benchmarks.audit_field import HOSTS, FieldLink, Ports, Truth, field_links, lower_bounds_s  # noqa: E402

MAX_TIMES_THE_BOUND = 1.15
MIN_SOFT = 38
MAX_S = 400.0
"""A checker that is not done by then is stopped, and what it has not said counts as undecided."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """Hold one line of the table."""

    wall_s: float
    cpu_s: float
    peak_mb: float
    said: Counter[tuple[Truth, str]]
    n_moved_told: int
    n_asked: int
    n_early: int
    most_at_once: int

    def n(self, word: str, *truths: Truth) -> int:
        """Count the links of some truths that were called a word."""
        return sum(self.said[truth, word] for truth in truths)

    @property
    def n_soft(self) -> int:
        """Count the pages that were found not to be there."""
        return self.n(SUSPECT, Truth.SOFT) + self.n(DEAD, Truth.SOFT)

    @property
    def is_right(self) -> bool:
        """Say whether nothing that lives or may live is called dead, what is dead is, and no host is asked early."""
        wrong = self.n(DEAD, Truth.LIVE, Truth.MOVED, Truth.UNDECIDABLE)
        return wrong == 0 and self.n(FINE, Truth.DEAD) == 0 and self.n_early == 0


class Field:
    """Run the hosts in a process of their own."""

    def __init__(self, folder: Path) -> None:
        """Start them."""
        self._process = subprocess.Popen(
            [sys.executable, ROOT / "benchmarks" / "audit_origin.py", folder],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.ports = Ports(**json.loads(self._line()))

    def report(self) -> dict[str, dict[str, int]]:
        """Return what they have counted since the last report, by host."""
        assert self._process.stdin is not None
        self._process.stdin.write("\n")
        self._process.stdin.flush()
        counts: dict[str, dict[str, int]] = json.loads(self._line())
        return counts

    def close(self) -> None:
        """End them."""
        self._process.terminate()
        self._process.communicate()

    def _line(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline()


def measure(
    checker: Checker, places: Places, links: Sequence[FieldLink], field: Field, *, tells_hosts: bool = False
) -> Score:
    """Run one checker and score what it says."""
    field.report()
    output = places.folder / "output"
    with output.open("wb") as stdout, (places.folder / f"{checker.name}.errors").open("wb") as stderr:
        began = time.perf_counter()
        process = subprocess.Popen(
            checker.argv(places),
            cwd=places.folder,
            env=checker.environment(places),
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
    said = checker.read(places, output.read_text(encoding="utf-8", errors="replace"))
    by_host = field.report()
    counts = by_host.values()
    for host, its in by_host.items() if tells_hosts else ():
        print(f"    {host:<12}{HOSTS[host]:<18}{its}", file=sys.stderr)
    nothing = Said(word=UNSURE)
    return Score(
        wall_s=wall_s,
        cpu_s=usage.ru_utime + usage.ru_stime,
        peak_mb=usage.ru_maxrss / 1024,
        said=Counter((link.kind.truth, said.get(link.url, nothing).word) for link in links),
        n_moved_told=sum(
            link.new_url is not None and said.get(link.url, nothing).new_url == link.new_url for link in links
        ),
        n_asked=sum(host["requests"] for host in counts),
        n_early=sum(host["early"] for host in counts),
        most_at_once=max(host["at_once"] for host in counts),
    )


COLUMNS = (
    *("wall s", "CPU s", "MB", "live dead", "live odd", "live ?", "undec. dead", "dead"),
    *("soft", "moved", "asked", "early", "at once"),
)


def cells(score: Score) -> Iterator[str]:
    """Yield what stands in the columns."""
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
        score.n_moved_told,
        score.n_asked,
        score.n_early,
        score.most_at_once,
    )
    yield from map(str, counts)


def line(name: str, row: Sequence[str]) -> str:
    """Set one line of the table."""
    return f"{name:<28}" + "".join(f"{cell:>{max(7, len(head) + 2)}}" for head, cell in zip(COLUMNS, row, strict=True))


def misses(scores: Mapping[str, Score], bound_s: float, totals: Mapping[Truth, int]) -> Iterator[str]:
    """Yield what was promised of ours and is not so."""
    ours = scores[CHECKERS[0].name]
    living = (Truth.LIVE, Truth.MOVED)
    for what, is_kept in (
        ("a link that lives is called dead", ours.n(DEAD, *living) == 0),
        ("a link that lives is called suspect", ours.n(SUSPECT, *living) == 0),
        ("a link that nobody can decide is called dead", ours.n(DEAD, Truth.UNDECIDABLE) == 0),
        (f"fewer than {MIN_SOFT} of {totals[Truth.SOFT]} soft 404 are found", ours.n_soft >= MIN_SOFT),
        ("a host is asked before it may be", ours.n_early == 0),
        ("a link that has moved is not told", ours.n_moved_told == totals[Truth.MOVED]),
        (
            f"it took more than {MAX_TIMES_THE_BOUND} times the bound",
            ours.wall_s <= MAX_TIMES_THE_BOUND * bound_s,
        ),
        (
            "a peer that is as right is quicker",
            all(ours.wall_s < other.wall_s for other in scores.values() if other is not ours and other.is_right),
        ),
    ):
        if not is_kept:
            yield what


def main() -> int:
    """Print the table; return 1 where ours is not what was promised."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--peers", type=Path, help="folder of an environment to keep the peers in")
    parser.add_argument(
        "--program",
        type=Path,
        default=Path(sys.executable).with_name("papertrace"),
        help="our program, of any checkout",
    )
    parser.add_argument("--hosts", action="store_true", help="print what each host saw of each checker")
    parser.add_argument(
        "--only", action="append", choices=[checker.name for checker in CHECKERS], help="a checker to run; repeatable"
    )
    parser.add_argument("--slow", action="store_true", help="run LinkChecker as it comes as well, which takes minutes")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name, closing(Field(Path(name))) as field:
        links = field_links(field.ports)
        peers = (arguments.peers or Path(name) / "peers").resolve()
        places = Places(folder=Path(name), peers=peers, program=arguments.program.resolve())
        install_peers(places.peers)
        write_links(places.folder, [link.url for link in links])
        totals = Counter(link.kind.truth for link in links)
        counted = ", ".join(f"{n:,} {truth}" for truth, n in totals.items())
        print(f"{len(links):,} links of {len({link.kind for link in links})} classes: {counted}")
        print(line("", COLUMNS))
        scores = {}
        for checker in CHECKERS:
            wanted = arguments.only is None or checker.name in arguments.only
            if checker is CHECKERS[0] or (wanted and (arguments.slow or not checker.is_slow)):
                scores[checker.name] = measure(checker, places, links, field, tells_hosts=arguments.hosts)
                print(line(checker.name, list(cells(scores[checker.name]))), flush=True)
    bounds = lower_bounds_s()
    slowest = max(bounds, key=lambda manner: bounds[manner])
    ours = scores[CHECKERS[0].name]
    print(f"\nlower bound {bounds[slowest]:.1f} s ({slowest}); ours is {ours.wall_s / bounds[slowest]:.2f} x")
    missed = list(misses(scores, bounds[slowest], totals))
    for what in missed:
        print(f"MISS  {what}")
    return int(bool(missed))


if __name__ == "__main__":
    sys.exit(main())
