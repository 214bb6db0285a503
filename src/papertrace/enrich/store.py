"""The store of facts: what each service answered about each key, and when.

One SQLite file. The answer of a batch is committed before it is used, so that a killed run asks nothing twice. Works
are stored as the facts that were read, not as the services' own answers, which some licences forbid to keep for others.
"""

import sqlite3
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import TracebackType
from typing import Self

import msgspec

from papertrace.errors import StoreError
from papertrace.model.papers.work import Work
from papertrace.web.clock import parse_timestamp, timestamp

APPLICATION_ID = 0x70746566  # "ptef", which distinguishes it from the store of verdicts
SCHEMA_VERSION = 1
BUSY_S = 10.0
"""How long to wait while another process writes, in seconds."""

_SCHEMA = """
CREATE TABLE answer (
    service TEXT NOT NULL,
    key TEXT NOT NULL,
    answered_at TEXT NOT NULL,
    works TEXT NOT NULL,
    PRIMARY KEY (service, key)
) STRICT, WITHOUT ROWID;
"""

_DATABASE_ERRORS = (sqlite3.Error, UnicodeDecodeError)
"""What `sqlite3` raises: the second if a damaged file has names that are not UTF-8, which its own message quotes."""


class FactStore:
    """The answers of services by service and key; a context manager that closes the file.

    Without a path the answers are kept in memory. A file belongs to one thread; other processes may use it at the same
    time.
    """

    def __init__(self, path: Path | str | None = None) -> None:
        """Open a store, creating the file if it does not exist.

        Raises
        ------
        StoreError
            When the file cannot be opened, is not a store of facts, or was written by a newer version.
        """
        self.path: Path | None = Path(path) if path is not None else None
        self._decoder = msgspec.json.Decoder(tuple[Work, ...])
        try:
            self._database = sqlite3.connect(self.path or ":memory:", isolation_level=None, timeout=BUSY_S)
        except _DATABASE_ERRORS as error:
            raise StoreError(self._message("cannot open the store", error)) from error
        try:
            self._prepare()
        except _DATABASE_ERRORS as error:
            self._database.close()
            raise StoreError(self._message("cannot read the store", error)) from error
        except StoreError:
            self._database.close()
            raise

    def __enter__(self) -> Self:
        """Return the store."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the file."""
        self.close()

    def close(self) -> None:
        """Close the file; answers that were put are already committed."""
        self._database.close()

    def get(self, service: str, key: str, *, not_before: datetime) -> tuple[tuple[Work, ...], str] | None:
        """Return the works for a key and the time of the answer, or None if there is no answer that is young enough."""
        try:
            row = self._database.execute(
                "SELECT works, answered_at FROM answer WHERE service = ? AND key = ?", (service, key)
            ).fetchone()
        except _DATABASE_ERRORS as error:
            raise StoreError(self._message("cannot read the store", error)) from error
        answered_at = parse_timestamp(row[1]) if row else None
        if row is None or answered_at is None or answered_at < not_before:
            return None
        try:
            return self._decoder.decode(row[0]), row[1]
        except (msgspec.MsgspecError, UnicodeEncodeError, RecursionError):
            return None  # of another version, or damaged: it is asked again

    def put(self, service: str, answers: Iterable[tuple[str, tuple[Work, ...]]], at: str) -> None:
        """Write the answers of one request together; `at` is the time of the answer, ISO 8601 in UTC."""
        at = at or timestamp(datetime.now(UTC))
        rows = [(service, key, at, msgspec.json.encode(works).decode()) for key, works in answers]
        try:
            self._database.execute("BEGIN IMMEDIATE")
            self._database.executemany(
                "INSERT OR REPLACE INTO answer (service, key, answered_at, works) VALUES (?, ?, ?, ?)", rows
            )
            self._database.execute("COMMIT")
        except _DATABASE_ERRORS as error:
            if self._database.in_transaction:
                self._database.execute("ROLLBACK")
            raise StoreError(self._message("cannot write to the store", error)) from error

    def _prepare(self) -> None:
        (application,) = self._database.execute("PRAGMA application_id").fetchone()
        (version,) = self._database.execute("PRAGMA user_version").fetchone()
        (n_tables,) = self._database.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        if application == APPLICATION_ID and version == SCHEMA_VERSION:
            return
        if application != 0 or n_tables:
            fact = "was written by a newer version" if application == APPLICATION_ID else "is not a store of facts"
            message = f"{self.path}: {fact} (name another file with --store)"
            raise StoreError(message)
        self._database.execute("PRAGMA journal_mode = WAL")
        self._database.executescript(
            f"BEGIN IMMEDIATE; {_SCHEMA} PRAGMA application_id = {APPLICATION_ID};"
            f"PRAGMA user_version = {SCHEMA_VERSION}; COMMIT;"
        )

    def _message(self, fact: str, error: BaseException) -> str:
        return f"{self.path}: {fact}: {error} (check the path, or use another store)"


def oldest_allowed(now: datetime, max_age_s: float) -> datetime:
    """Return the earliest time of an answer that may still be used."""
    try:
        return now - timedelta(seconds=max_age_s)
    except OverflowError:
        return datetime.min.replace(tzinfo=UTC)
