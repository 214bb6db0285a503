"""An audit that is killed without a warning, and begun again: what it had found, what it asks, what it ends with.

The audit runs in a process of its own that sends SIGKILL to itself, so nothing of it gets to tidy up. It asks an
origin on loopback by its addresses, and every answer bears the same date, so that two reports can be compared byte for
byte.

    python tests/origin/killed.py STORE LINKS REPORT [VERDICTS SECONDS]

is that process: it writes the address of each verdict to standard output as it comes, and in the end the report. Where
a moment is given, it dies that long after so many verdicts.
"""

import os
import random
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from ipaddress import ip_network
from pathlib import Path
from typing import TYPE_CHECKING

ROOT = Path(__file__).resolve().parents[2]
if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))

from tests.origin.names import ADDRESSES  # noqa: E402 - the path comes first

from papertrace.audit import AuditSettings, Store, generate_verdicts  # noqa: E402
from papertrace.audit.history.revalidation import AGE_LIMIT_S  # noqa: E402
from papertrace.model import AuditResult, Finding, Link, LinkKind, Span  # noqa: E402
from papertrace.reports.forms.jsonl import generate_jsonl  # noqa: E402
from papertrace.web.clock import SystemClock  # noqa: E402

if TYPE_CHECKING:
    from tests.origin.server import Origin  # the process that is killed does without

BEHAVIOURS = ("alive",) * 12 + ("moved", "gone", "soft-404", "to-root", "forbidden", "head-405", "recovering", "broken")
MAX_DELAY_S = 0.01
LATEST = 0.7
"""Of all verdicts, so that some are left to come when the process dies."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """Hold how a killed audit went.

    `n_told` verdicts had come when it was killed, `n_lost` of them are not in the store. `n_asked_twice` links were
    asked again though the store had a verdict that was young enough.
    """

    n_told: int
    n_lost: int
    n_asked_twice: int
    report: str


class FixedDate(SystemClock):
    """Let time pass as it does, but date every answer alike."""

    def wall(self) -> datetime:
        """Return the same date in every process."""
        return datetime(2026, 1, 5, 12, 0, tzinfo=UTC)


def urls_at(port: int, n_links: int) -> list[str]:
    """Return links to an origin, of every kind of outcome that is kept and of one that is not."""
    return [
        f"http://{ADDRESSES[n % len(ADDRESSES)]}:{port}/{BEHAVIOURS[n % len(BEHAVIOURS)]}/{n}" for n in range(n_links)
    ]


def undisturbed(folder: Path, urls: Sequence[str]) -> str:
    """Audit links in a process that is left alone, and return the report."""
    _, report = _run(folder, urls)
    return report


def killed(folder: Path, urls: Sequence[str], origin: "Origin", *, seed: int) -> Ended:
    """Audit links, kill it at a moment that the seed chooses, and audit them again with the same store."""
    chooser = random.Random(seed)  # noqa: S311 - a moment, no secret
    n_verdicts, delay_s = chooser.randrange(1, int(LATEST * len(urls))), chooser.uniform(0, MAX_DELAY_S)
    told, _ = _run(folder, urls, str(n_verdicts), str(delay_s))
    kept = _kept(folder / "store.sqlite")
    origin.reset()
    again, report = _run(folder, urls)
    still_good = {url for url, is_kept in kept.items() if is_kept}
    asked = {f"{request.scheme}://{request.host}:{origin.http_port}{request.path}" for request in origin.log}
    assert sorted(again) == sorted(urls)
    return Ended(
        n_told=len(told),
        n_lost=len(set(told) - set(kept)),
        n_asked_twice=len(still_good & asked),
        report=report,
    )


def _run(folder: Path, urls: Sequence[str], *moment: str) -> tuple[list[str], str]:
    """Return the links whose verdicts were told, and the report where the process lived to write one."""
    folder.mkdir(exist_ok=True)
    links, report = folder / "links.txt", folder / "report.jsonl"
    links.write_text("\n".join(urls), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, __file__, str(folder / "store.sqlite"), str(links), str(report), *moment],
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    assert done.returncode == (-signal.SIGKILL if moment else 0)
    return done.stdout.splitlines(), "" if moment else report.read_text(encoding="utf-8")


def _kept(store: Path) -> dict[str, bool]:
    """Return the links that a store has a verdict of, and whether it may stand in for asking."""
    with closing(sqlite3.connect(store)) as database:
        rows = database.execute("SELECT url, outcome FROM verdict").fetchall()
    return {url: outcome in AGE_LIMIT_S for url, outcome in rows}


def _main(store_path: str, links: str, report: str, n_verdicts: str = "0", delay_s: str = "0") -> None:
    """Be the process that is killed."""
    urls = Path(links).read_text(encoding="utf-8").split()
    settings = AuditSettings(timeout_s=5.0, deadline_s=8.0, backoff_s=0.05, allow_networks=(ip_network("127.0.0.0/8"),))
    given = [
        Link(raw=url, url=url, span=Span(links, line), kind=LinkKind.PAGE) for line, url in enumerate(urls, start=1)
    ]
    findings = []
    with Store(store_path) as store:
        for verdict in generate_verdicts(given, settings=settings, store=store, clock=FixedDate()):
            sys.stdout.write(f"{verdict.link.url}\n")
            sys.stdout.flush()
            findings.append(Finding(verdict=verdict, papers=()))
            if len(findings) == int(n_verdicts):
                threading.Timer(float(delay_s), os.kill, (os.getpid(), signal.SIGKILL)).start()
    findings.sort(key=lambda finding: finding.verdict.link.span)
    Path(report).write_text("".join(generate_jsonl(AuditResult(findings=tuple(findings)))), encoding="utf-8")


if __name__ == "__main__":
    _main(*sys.argv[1:])
