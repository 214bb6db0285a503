"""Damaged inputs for everything that is read: listings, documents, cassettes and settings files.

The stores, the answers of services, the program's own files and whole runs are in modules of their own.
"""

import argparse
import contextlib
import io
import logging
import os
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from random import Random

from tests.torture.answers import find_services
from tests.torture.mutation import mutate
from tests.torture.own_files import find_own_files, find_runs
from tests.torture.packed import find_packed, make_document, reading_of_document, reading_of_listing
from tests.torture.seeds import ROOT, specimens
from tests.torture.servers import find_servers
from tests.torture.stores import find_stores
from tests.torture.tally import Tally
from tests.torture.target import Target

from papertrace.cli.main import parse_arguments
from papertrace.documents.reading import DOCUMENTS
from papertrace.errors import ListingError, PapertraceError
from papertrace.listings import READERS
from papertrace.web.cassette import Cassette

MAX_S = 5.0
"""The longest time for one input of a few kilobytes, in seconds of the processor."""


def torture_inputs(kind: str, n_trials: int, seed: int, *, target: int | None = None) -> Tally:
    """Read damaged inputs with all targets of a kind in turn, or with the one of a number."""
    with _no_log():
        return _torture_inputs(kind, n_trials, seed, target)


@contextmanager
def _no_log() -> Iterator[None]:
    """Leave out what readers log of damaged inputs, of which there are thousands."""
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        yield
    finally:
        logging.disable(before)


def _torture_inputs(kind: str, n_trials: int, seed: int, only: int | None) -> Tally:
    every = targets(kind)
    chosen = every if only is None else (every[only],)
    rng = Random(f"{seed} {only}")  # noqa: S311 - not for security
    tally = Tally(name=kind)
    mixed = [one for target in every for one in target.seeds]
    began_all = time.process_time()
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
    tally.seconds = time.process_time() - began_all
    return tally


def _readers() -> Iterator[Target]:
    texts = specimens()
    for reader in READERS:
        own = tuple(text for text in texts if _is_recognised(reader.recognise, text)) or texts
        yield Target(reader.name, own, reading_of_listing(reader.name), ListingError)
    yield Target("recognition", texts, reading_of_listing(None), ListingError)


def _is_recognised(recognise: Callable[[list[str]], float], text: bytes) -> bool:
    return recognise(text.decode("utf-8", "replace").split("\n")[:100]) > 0.5


def _documents() -> Iterator[Target]:
    texts = specimens()
    for one in DOCUMENTS:
        suffix = one.suffixes[0]
        own = specimens(one.suffixes)
        seeds = (_notebook(),) if one.name == "notebook" else (make_document(one.name),) if one.is_binary else own
        yield Target(one.name, seeds or texts, reading_of_document(suffix), ListingError, is_binary=one.is_binary)


def _notebook() -> bytes:
    return (
        b'{"cells": [{"cell_type": "markdown", "metadata": {}, "source": ["# A\\n", "[b](https://example.org/b)"]}, '
        b'{"cell_type": "code", "execution_count": 1, "metadata": {}, "outputs": [{"output_type": "stream", "name": '
        b'"stdout", "text": ["https://example.org/c"]}], "source": "x = 1  # https://example.org/d"}], '
        b'"metadata": {}, "nbformat": 4, "nbformat_minor": 5}'
    )


def _cassettes() -> Iterator[Target]:
    seeds = tuple(path.read_bytes() for path in sorted((ROOT / "cassettes").rglob("*.yaml")))

    def read(data: bytes, folder: Path, _: Tally) -> None:
        path = folder / "cassette.yaml"
        path.write_bytes(data)
        with Cassette(path) as cassette:
            len(cassette)

    yield Target("cassette", seeds, read, PapertraceError)


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
        yield Target(file, seeds, _reading_of_settings(file), PapertraceError)


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


FINDERS: dict[str, Callable[[], Iterator[Target]]] = {
    "listings": _readers,
    "documents": _documents,
    "cassettes": _cassettes,
    "settings": _settings,
    "stores": find_stores,
    "packed": find_packed,
    "services": find_services,
    "servers": find_servers,
    "own files": find_own_files,
    "papers": find_runs,
}
"""What reads inputs of each kind."""


@cache
def targets(kind: str) -> tuple[Target, ...]:
    """Return everything that reads inputs of a kind."""
    return tuple(FINDERS[kind]())
