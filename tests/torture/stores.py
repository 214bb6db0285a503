"""Damaged stores: verdicts, the facts of services, and the results of a work folder."""

import sqlite3
import tempfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from random import Random

from tests.torture.tally import Tally
from tests.torture.target import Target

from papertrace.audit import Store
from papertrace.engine.stored import read_result, write_result
from papertrace.enrich.store import FactStore
from papertrace.errors import EngineError, StoreError
from papertrace.model import Link, LinkKind, Outcome, Span, Verdict
from papertrace.model.papers.facts import CitedWork, Work

LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)
TODAY = "2026-01-06T12:00:00Z"
LINK = Link(raw="https://example.org/1", url="https://example.org/1", span=Span("made-up", 1), kind=LinkKind.PAGE)
WORK = Work(
    names=("doi:10.5555/made.1", "openalex:W1"),
    title="A made-up title",
    year=2020,
    authors=("Ada Ito",),
    orcids=(("Ada Ito", "0000-0000-0000-0001"),),
    venue="Made-up Letters",
    references=(CitedWork(names=("doi:10.5555/made.2",), title="Cited", year=2019),),
    code=("https://github.com/made-up/x",),
)
RESULT = b"papers and their concepts, packed\n" * 40


def find_stores() -> Iterator[Target]:
    """Yield the stores."""
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
        whole = path.read_bytes()
        yield Target("verdicts", (whole,), _read_verdicts, StoreError, is_binary=True)
        yield Target("verdicts of another schema", _DRAWS, _reading_changed(whole, _read_verdicts), StoreError)
        facts = Path(name) / "facts.sqlite"
        with FactStore(facts) as answers:
            works = [(f"key {number}", (WORK,) * (number % 3)) for number in range(30)]
            answers.put("made-up", works, "2026-01-05T12:00:00Z")
        with closing(sqlite3.connect(facts)) as database:
            database.execute("PRAGMA journal_mode = DELETE")
        whole = facts.read_bytes()
        yield Target("facts", (whole,), _read_facts, StoreError, is_binary=True)
        yield Target("facts of another schema", _DRAWS, _reading_changed(whole, _read_facts), StoreError)
        result = Path(name) / "result"
        write_result(result, zlib.compress(RESULT))
        yield Target("results", (result.read_bytes(),), _read_result, EngineError, is_binary=True)


def _reading_changed(whole: bytes, read: Callable[[bytes, Path, Tally], None]) -> Callable[[bytes, Path, Tally], None]:
    """Return a function that reads a store that SQL has changed in a way that the damaged bytes draw."""

    def read_changed(data: bytes, folder: Path, tally: Tally) -> None:
        path = folder / "changed.sqlite"
        path.write_bytes(whole)
        rng = Random(data)  # noqa: S311 - not for security
        with closing(sqlite3.connect(path, isolation_level=None)) as database:
            tables = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
            for _ in range(rng.randint(1, 3)):
                table = rng.choice(tables)
                names = [row[1] for row in database.execute(f"PRAGMA table_info({table})")]
                # A run of another number may be later than the next one.
                columns = [name for name in names if name not in {"id", "run"}] or ["x"]
                change = rng.choice(_CHANGES).format(table=table, column=rng.choice(columns), value=rng.choice(_VALUES))
                with suppress(sqlite3.Error):
                    database.executescript(change)
        read(path.read_bytes(), folder, tally)

    return read_changed


_DRAWS = (b"0123456789" * 3,)
_VALUES = ("NULL", "''", "-1", "1e999", "9223372036854775807", "x'ff00'", "'[{'", "'9999-99-99T99:99:99Z'")
# As damage, which respects no declared types.
_WITHOUT_TYPES = (
    "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, ' STRICT', ' ') WHERE sql LIKE '%STRICT;'"
    " OR sql LIKE '%STRICT'; UPDATE sqlite_schema SET sql = replace(sql, 'STRICT, ', ''); PRAGMA schema_version = 77"
)
_ONE_VALUE = "UPDATE {table} SET {column} = {value}"
_WITHOUT_TYPES_AND_VALUES = f"{_WITHOUT_TYPES}; {_ONE_VALUE}"
_CHANGES = (
    _ONE_VALUE,
    "UPDATE {table} SET {column} = {value} WHERE rowid % 2",
    "DELETE FROM {table}",
    "DROP TABLE {table}",
    "ALTER TABLE {table} RENAME TO other; CREATE TABLE {table} AS SELECT * FROM other",
    _WITHOUT_TYPES,
    _WITHOUT_TYPES_AND_VALUES,
    "ALTER TABLE {table} RENAME TO other; CREATE VIEW {table} AS SELECT * FROM other",
    "ALTER TABLE {table} DROP COLUMN {column}",
    "ALTER TABLE {table} RENAME COLUMN {column} TO other",
    "ALTER TABLE {table} ADD COLUMN other NOT NULL DEFAULT 1",
    "CREATE TRIGGER t BEFORE INSERT ON {table} BEGIN SELECT RAISE(ABORT, 'made up'); END",
    "PRAGMA user_version = 99",
    "PRAGMA user_version = 0",
    "PRAGMA application_id = 0",
)
"""Changes that another program, or another version of this one, might make to a store."""


def _read_verdicts(data: bytes, folder: Path, tally: Tally) -> None:
    for old in folder.glob("store.sqlite*"):
        old.unlink()
    path = folder / "store.sqlite"
    path.write_bytes(data)
    try:
        with Store(path) as store:
            store.last_verdict(LINK)
            with suppress(StoreError):
                store.find_run("last")
            for name in ("1", "2026-01-05", "x"):
                with suppress(StoreError):
                    store.as_of(LINK, store.find_run(name).id)
            store.put(Verdict(link=LINK, outcome=Outcome.ALIVE, reason="made up", checked_at=TODAY))
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
        for number in range(3):
            store.get("made-up", f"key {number}", not_before=LONG_AGO)
        store.put("made-up", [("key", (WORK,))], TODAY)
        if store.get("made-up", "key", not_before=LONG_AGO) != ((WORK,), TODAY) and _is_intact(data, folder):
            tally.lose("facts: an answer that was put is not there", data)


def _read_result(data: bytes, folder: Path, tally: Tally) -> None:
    path = folder / "result"
    path.write_bytes(data)
    if read_result(path) != RESULT:
        tally.lose("results: a damaged result is taken for another one", data)
