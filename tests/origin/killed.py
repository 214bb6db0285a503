"""An audit that is killed without warning and restarted: what it had stored, requests again, and finally reports.

The audit runs in a process that sends SIGKILL to itself, so that no cleanup runs. It requests an origin on loopback by
IP address, and every answer has the same date, so that two reports can be compared byte for byte.

    python tests/origin/killed.py STORE LINKS REPORT [VERDICTS SECONDS]

is that process: it prints the URL of each verdict as it arrives, and finally writes the report. With VERDICTS and
SECONDS, it kills itself that long after so many verdicts.
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
from papertrace.audit.store import AGE_LIMIT_S  # noqa: E402
from papertrace.model import AuditResult, Finding, Link, LinkKind, Span  # noqa: E402
from papertrace.reports.programs import generate_jsonl  # noqa: E402
from papertrace.web.exchange import Clock  # noqa: E402

if TYPE_CHECKING:
    from tests.origin.server import Origin  # not imported by the process that is killed

BEHAVIOURS = ("alive",) * 12 + ("moved", "gone", "soft-404", "to-root", "forbidden", "head-405", "recovering", "broken")
MAX_DELAY_S = 0.01
LATEST = 0.7
"""The fraction of verdicts after which the process dies at the latest, so that some are left."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """The result of a killed and restarted audit.

    `n_reported` verdicts had arrived when it was killed, `n_lost` of them are missing from the store.
    `n_requested_twice` links were requested again although the store had a verdict that was recent enough.
    """

    n_reported: int
    n_lost: int
    n_requested_twice: int
    report: str


class FixedDate(Clock):
    """The system clock with a constant date."""

    def wall(self) -> datetime:
        """Return the same date in every process."""
        return datetime(2026, 1, 5, 12, 0, tzinfo=UTC)


def urls_at(port: int, n_links: int) -> list[str]:
    """Return links to an origin with every kind of outcome that is reused, and one that is not."""
    return [
        f"http://{ADDRESSES[n % len(ADDRESSES)]}:{port}/{BEHAVIOURS[n % len(BEHAVIOURS)]}/{n}" for n in range(n_links)
    ]


def undisturbed(folder: Path, urls: Sequence[str]) -> str:
    """Audit links in a process that is not killed, and return the report."""
    _, report = _run(folder, urls)
    return report


def killed(folder: Path, urls: Sequence[str], origin: "Origin", *, seed: int) -> Ended:
    """Audit links, kill the process at a random moment, and audit them again with the same store."""
    chooser = random.Random(seed)  # noqa: S311 - not used for security
    n_verdicts, delay_s = chooser.randrange(1, int(LATEST * len(urls))), chooser.uniform(0, MAX_DELAY_S)
    reported, _ = _run(folder, urls, str(n_verdicts), str(delay_s))
    reusable = _stored(folder / "store.sqlite")
    origin.reset()
    again, report = _run(folder, urls)
    fresh = {url for url, is_fresh in reusable.items() if is_fresh}
    requested = {f"{request.scheme}://{request.host}:{origin.http_port}{request.path}" for request in origin.log}
    assert sorted(again) == sorted(urls)
    return Ended(
        n_reported=len(reported),
        n_lost=len(set(reported) - set(reusable)),
        n_requested_twice=len(fresh & requested),
        report=report,
    )


def _run(folder: Path, urls: Sequence[str], *moment: str) -> tuple[list[str], str]:
    """Return the links whose verdicts were printed, and the report if the process was not killed."""
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


def _stored(store: Path) -> dict[str, bool]:
    """Return the links with a verdict in a store, and whether it may be reused."""
    with closing(sqlite3.connect(store)) as database:
        rows = database.execute("SELECT url, outcome FROM verdict").fetchall()
    return {url: outcome in AGE_LIMIT_S for url, outcome in rows}


def _main(store_path: str, links: str, report: str, n_verdicts: str = "0", delay_s: str = "0") -> None:
    """Run the audit in the process that is killed."""
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
            findings.append(Finding(verdict=verdict, occurrences=()))
            if len(findings) == int(n_verdicts):
                threading.Timer(float(delay_s), os.kill, (os.getpid(), signal.SIGKILL)).start()
    findings.sort(key=lambda finding: finding.verdict.link.span)
    Path(report).write_text("".join(generate_jsonl(AuditResult(findings=tuple(findings)))), encoding="utf-8")


if __name__ == "__main__":
    _main(*sys.argv[1:])
