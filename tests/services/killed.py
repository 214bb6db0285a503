"""An enrichment in a process of its own, killed in the middle and started again."""

import random
import re
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote

from tests.services.server import Services

_NAMES = re.compile(r"10\.(?:5555|1101)/[\w.]+|\b\d{4}\.\d{5}\b|\bW\d{10}\b|\b[0-9a-f]{40}\b")


def command(listing: Path, folder: Path, services: Services) -> list[str]:
    """Return the command that enriches a listing into `papers.jsonl` of a folder."""
    return [
        *(sys.executable, "-m", "papertrace", "enrich", str(listing), "-o", str(folder / "papers.jsonl")),
        *("--store", str(folder / "facts.sqlite"), *services.options()),
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """How a killed and resumed enrichment ended: its output, requests before the kill, and identifiers asked twice."""

    output: str
    n_before: int
    n_twice: int


def killed(listing: Path, folder: Path, services: Services, *, seed: int, n_requests: int) -> Ended:
    """Kill an enrichment after a random number of requests, run it again, and return how it ended.

    An identifier is asked twice if its answer was in the store when the process was killed.
    """
    services.log.clear()
    moment = random.Random(seed).randint(2, max(3, n_requests - 2))  # noqa: S311 - a moment for a test
    process = subprocess.Popen(command(listing, folder, services), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while len(services.log) < moment and process.poll() is None:
        time.sleep(0.005)
    process.kill()
    process.wait()
    n_before = len(services.log)
    stored = stored_names(folder / "facts.sqlite")
    subprocess.run(command(listing, folder, services), check=True, capture_output=True, timeout=300)
    again = {
        (service, name)
        for service, _, target, body in services.log[n_before:]
        for name in _NAMES.findall(unquote(target) + body)
    }
    return Ended(output=(folder / "papers.jsonl").read_text("utf-8"), n_before=n_before, n_twice=len(again & stored))


def stored_names(path: Path) -> set[tuple[str, str]]:
    """Return the identifiers that have an answer in a store, by service."""
    if not path.exists():
        return set()
    with closing(sqlite3.connect(path)) as database, database:
        has_table = database.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
        rows = database.execute("SELECT service, key FROM answer").fetchall() if has_table else []
    return {(service, key.partition(":")[2]) for service, key in rows if not key.startswith("title:")}
