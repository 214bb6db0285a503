"""Damaged inputs for everything that is read: listings, documents, cassettes, stores and settings files."""

import argparse
import contextlib
import io
import logging
import os
import sqlite3
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from random import Random

from tests.torture.mutation import mutate
from tests.torture.tally import Tally

from papertrace.audit import Store
from papertrace.cli.main import parse_arguments
from papertrace.documents.formats import DOCUMENTS
from papertrace.documents.reading import read_pieces
from papertrace.enrich.store import FactStore
from papertrace.errors import ListingError, PapertraceError, StoreError
from papertrace.extract.links import links_of_entry
from papertrace.listings import READERS
from papertrace.listings.reading import open_lines, parse_listing
from papertrace.model import Link, LinkKind, Outcome, Span, Verdict
from papertrace.web.cassette import Cassette

ROOT = Path(__file__).resolve().parents[2]
LISTINGS = ROOT / "tests" / "cases" / "listings"
MAX_S = 5.0
"""The longest time for one input of a few kilobytes, in seconds of the processor."""
LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)
LINK = Link(raw="https://example.org/1", url="https://example.org/1", span=Span("made-up", 1), kind=LinkKind.PAGE)


@dataclass(frozen=True, slots=True)
class Target:
    """Something that reads: a name, the kind it belongs to, intact inputs, and a function that reads damaged ones.

    `read` raises whatever is wrong; errors of the class `expected` are messages to the user.
    """

    kind: str
    name: str
    seeds: tuple[bytes, ...]
    read: Callable[[bytes, Path, Tally], None]
    expected: type[PapertraceError]
    is_binary: bool = False


def torture_inputs(kind: str, n_trials: int, seed: int) -> Tally:
    """Read damaged inputs with all targets of a kind in turn."""
    with _no_log():
        return _torture_inputs(kind, n_trials, seed)


@contextmanager
def _no_log() -> Iterator[None]:
    """Leave out what readers log of damaged inputs, of which there are thousands."""
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        yield
    finally:
        logging.disable(before)


def _torture_inputs(kind: str, n_trials: int, seed: int) -> Tally:
    chosen = [target for target in targets() if target.kind == kind]
    rng = Random(seed)  # noqa: S311 - not for security
    tally = Tally(name=kind)
    mixed = [one for target in chosen for one in target.seeds]
    folder_of_memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None  # noqa: S108 - only where it is placed
    with tempfile.TemporaryDirectory(dir=folder_of_memory) as folder:
        for number in range(n_trials):
            target = chosen[(number + seed) % len(chosen)]
            data = mutate(rng, rng.choice(target.seeds), mixed, is_binary=target.is_binary)
            tally.n_trials += 1
            began = time.process_time()
            try:
                target.read(data, Path(folder), tally)
            except target.expected:
                pass
            except Exception as error:  # noqa: BLE001 - any other is what is looked for
                frame = traceback.extract_tb(error.__traceback__)[-1]
                tally.crash(f"{target.name}: {type(error).__name__} at {frame.filename}:{frame.lineno}: {error}", data)
            took = time.process_time() - began
            if took > MAX_S:
                tally.crash(f"{target.name}: takes {took:.1f} s", data)
    return tally


@cache
def targets() -> tuple[Target, ...]:
    """Return everything that reads."""
    return (*_readers(), *_documents(), *_cassettes(), *_stores(), *_settings())


def _texts() -> tuple[bytes, ...]:
    return tuple(path.read_bytes() for path in sorted(LISTINGS.iterdir()))


def _readers() -> Iterator[Target]:
    texts = _texts()
    for reader in READERS:
        own = tuple(text for text in texts if _is_recognised(reader.recognise, text)) or texts
        yield Target("listings", reader.name, own, _reading(reader.name), ListingError)
    yield Target("listings", "recognition", texts, _reading(None), ListingError)


def _is_recognised(recognise: Callable[[list[str]], float], text: bytes) -> bool:
    return recognise(text.decode("utf-8", "replace").split("\n")[:100]) > 0.5


def _reading(name: str | None) -> Callable[[bytes, Path, Tally], None]:
    def read(data: bytes, _: Path, __: Tally) -> None:
        with open_lines("made-up", data) as (head, lines, source):
            for entry in parse_listing(head, lines, source, format_name=name, on_problem=lambda _: None):
                links_of_entry(entry)

    return read


def _documents() -> Iterator[Target]:
    texts = _texts()
    for one in DOCUMENTS:
        suffix = one.suffixes[0]
        own = tuple(path.read_bytes() for path in sorted(LISTINGS.iterdir()) if path.suffix in one.suffixes)
        seeds = (_notebook(),) if one.name == "notebook" else _binary(one.name) or own or texts
        yield Target(
            "documents", one.name, seeds, _reading_of_document(suffix), ListingError, is_binary=bool(one.parse_bytes)
        )


def _reading_of_document(suffix: str) -> Callable[[bytes, Path, Tally], None]:
    def read(data: bytes, _folder: Path, _tally: Tally) -> None:
        pieces = read_pieces("made-up", f"made-up{suffix}", data=data)[1]
        list(pieces)

    return read


def _notebook() -> bytes:
    return (
        b'{"cells": [{"cell_type": "markdown", "metadata": {}, "source": ["# A\\n", "[b](https://example.org/b)"]}, '
        b'{"cell_type": "code", "execution_count": 1, "metadata": {}, "outputs": [{"output_type": "stream", "name": '
        b'"stdout", "text": ["https://example.org/c"]}], "source": "x = 1  # https://example.org/d"}], '
        b'"metadata": {}, "nbformat": 4, "nbformat_minor": 5}'
    )


def _binary(name: str) -> tuple[bytes, ...]:
    """Return small intact documents of a binary format, made by other libraries, or nothing for a text format."""
    stream = io.BytesIO()
    if name == "pdf":
        from pypdf import PdfWriter
        from pypdf.annotations import Link as PdfLink

        writer = PdfWriter()
        writer.add_blank_page(width=200, height=200)
        writer.add_annotation(0, PdfLink(rect=(1, 1, 9, 9), url="https://example.org/a"))
        writer.write(stream)
    elif name == "office":
        from openpyxl import Workbook

        book = Workbook()
        sheet = book.create_sheet()
        sheet["A1"] = "https://example.org/a"
        sheet["A2"].hyperlink = "https://example.org/b"
        book.save(stream)
    return (stream.getvalue(),) if stream.getvalue() else ()


def _cassettes() -> Iterator[Target]:
    seeds = tuple(path.read_bytes() for path in sorted((ROOT / "cassettes").rglob("*.yaml")))

    def read(data: bytes, folder: Path, _: Tally) -> None:
        path = folder / "cassette.yaml"
        path.write_bytes(data)
        with Cassette(path) as cassette:
            len(cassette)

    yield Target("cassettes", "cassette", seeds, read, PapertraceError)


def _stores() -> Iterator[Target]:
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "store.sqlite"
        with Store(path) as store:
            for number in range(30):
                link = Link(raw="x", url=f"https://example.org/{number}", span=LINK.span, kind=LinkKind.PAGE)
                outcome = list(Outcome)[number % len(Outcome)]
                store.put(Verdict(link=link, outcome=outcome, reason="made up", checked_at="2026-01-05T12:00:00Z"))
        with closing(sqlite3.connect(path)) as database:
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            database.execute("PRAGMA journal_mode = DELETE")
        yield Target("stores", "verdicts", (path.read_bytes(),), _read_store, StoreError, is_binary=True)
        facts = Path(name) / "facts.sqlite"
        with FactStore(facts) as answers:
            answers.put("made-up", [(f"key {number}", ()) for number in range(30)], "2026-01-05T12:00:00Z")
        with closing(sqlite3.connect(facts)) as database:
            database.execute("PRAGMA journal_mode = DELETE")
        yield Target("stores", "facts", (facts.read_bytes(),), _read_facts, StoreError, is_binary=True)


def _read_store(data: bytes, folder: Path, tally: Tally) -> None:
    for old in folder.glob("store.sqlite*"):
        old.unlink()
    path = folder / "store.sqlite"
    path.write_bytes(data)
    try:
        with Store(path) as store:
            store.last_verdict(LINK)
            store.put(Verdict(link=LINK, outcome=Outcome.ALIVE, reason="made up", checked_at="2026-01-06T12:00:00Z"))
            kept = store.last_verdict(LINK)
            if (kept is None or kept.outcome is not Outcome.ALIVE) and _is_intact(data, folder):
                tally.lose("store: a verdict that was put is not there", data)
    except StoreError as error:
        if "not a verdict store" in str(error) and path.read_bytes() != data:
            tally.lose("store: a file that is not a store was changed", data)


def _is_intact(data: bytes, folder: Path) -> bool:
    """Return whether SQLite finds nothing wrong with a database; in a tree out of order, it overlooks rows."""
    path = folder / "copy.sqlite"
    path.write_bytes(data)
    try:
        with closing(sqlite3.connect(path)) as database:
            return bool(database.execute("PRAGMA integrity_check").fetchone() == ("ok",))
    except (sqlite3.Error, UnicodeDecodeError):
        return False


def _read_facts(data: bytes, folder: Path, tally: Tally) -> None:
    for old in folder.glob("facts.sqlite*"):
        old.unlink()
    path = folder / "facts.sqlite"
    path.write_bytes(data)
    with FactStore(path) as store:
        store.get("made-up", "key", not_before=LONG_AGO)
        store.put("made-up", [("key", ())], "2026-01-06T12:00:00Z")
        if store.get("made-up", "key", not_before=LONG_AGO) is None and _is_intact(data, folder):
            tally.lose("facts: an answer that was put is not there", data)


_TOML = b"""
[audit]
timeout = 5
exclude = ["example.org", "*.example.com/x"]
format = "jsonl"
fail-on = "dead,moved"
strict = true
verbose = 1
output = "report.txt"

[build]
output = "graphs"
weight = "idf2"
alpha = 0.05

[host."example.org"]
headers = {Accept = "text/html"}
limit = "2/s"
insecure = false
"""


def _settings() -> Iterator[Target]:
    seeds = (_TOML, b"[tool.papertrace.audit]\ntimeout = 3\n[tool.other]\nx = 1\n")
    for file in ("papertrace.toml", "pyproject.toml"):
        yield Target("settings", file, seeds, _reading_of_settings(file), PapertraceError)


def _reading_of_settings(file: str) -> Callable[[bytes, Path, Tally], None]:
    def read(data: bytes, folder: Path, _: Tally) -> None:
        path = folder / file
        path.write_bytes(data)
        for command in ("audit", "build"):
            _parse([command, "--config", str(path), "papers.bib"])

    return read


def _parse(argv: Sequence[str]) -> argparse.Namespace | None:
    """Return the arguments, or None if they are refused with the message and the exit status of the command line."""
    with contextlib.redirect_stderr(io.StringIO()) as messages:
        try:
            return parse_arguments(argv)
        except SystemExit as error:
            if error.code != 2 or "papertrace" not in messages.getvalue():
                raise
    return None
