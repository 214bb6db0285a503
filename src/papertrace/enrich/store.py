"""The store of facts: what each service answered about each key, and when.

One SQLite file. The answer of a batch is committed before it is used, so that a killed run asks nothing twice. Works
are stored as the facts that were read, not as the services' own answers, which some licences forbid to keep for others.
"""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec

from papertrace.databases import DATABASE_ERRORS, DatabaseFile, count_tables, lacks_columns, write_ahead
from papertrace.errors import StoreError
from papertrace.model.papers.facts import Work
from papertrace.web.exchange import parse_timestamp, timestamp

APPLICATION_ID = 0x70746566  # "ptef", which distinguishes it from the store of verdicts
SCHEMA_VERSION = 1

_SCHEMA = """
CREATE TABLE answer (
    service TEXT NOT NULL,
    key TEXT NOT NULL,
    answered_at TEXT NOT NULL,
    works TEXT NOT NULL,
    PRIMARY KEY (service, key)
) STRICT, WITHOUT ROWID;
"""


class FactStore(DatabaseFile):
    """The answers of services by service and key; a context manager that closes the file.

    Without a path the answers are kept in memory. A file belongs to one thread; other processes may use it at the same
    time.
    """

    def __init__(self, path: Path | str | None = None) -> None:
        """Open a store, creating the file if it does not exist.

        Raises StoreError when the file cannot be opened, is not a store of facts, or was written by a newer version.
        """
        super().__init__(path)
        self._decoder = msgspec.json.Decoder(tuple[Work, ...])

    def get(self, service: str, key: str, *, not_before: datetime) -> tuple[tuple[Work, ...], str] | None:
        """Return the works for a key and the time of the answer, or None if there is no answer that is young enough."""
        try:
            row = self._database.execute(
                "SELECT works, answered_at FROM answer WHERE service = ? AND key = ?", (service, key)
            ).fetchone()
        except DATABASE_ERRORS as error:
            raise StoreError(self._message("cannot read the store", error)) from error
        works, at = row or (None, None)
        if not isinstance(works, str) or not isinstance(at, str):
            return None  # not asked yet, or damaged: SQLite does not check the types that it reads
        answered_at = parse_timestamp(at)
        if answered_at is None or answered_at < not_before:
            return None
        try:
            return self._decoder.decode(works), at
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
        except DATABASE_ERRORS as error:
            if self._database.in_transaction:
                self._database.execute("ROLLBACK")
            raise StoreError(self._message("cannot write to the store", error)) from error

    def _prepare(self) -> None:
        # In one transaction, a table that another process is creating is seen completely or not at all.
        self._database.execute("BEGIN")
        (application,) = self._database.execute("PRAGMA application_id").fetchone()
        (version,) = self._database.execute("PRAGMA user_version").fetchone()
        n_tables = count_tables(self._database)
        lacks = lacks_columns(self._database, _SCHEMA)
        self._database.execute("COMMIT")
        if application == APPLICATION_ID and version == SCHEMA_VERSION:
            if lacks:
                message = f"{self.path}: its tables are not those of a store of facts (name another file with --store)"
                raise StoreError(message)
            return
        if application != 0 or n_tables:
            fact = "was written by a newer version" if application == APPLICATION_ID else "is not a store of facts"
            message = f"{self.path}: {fact} (name another file with --store)"
            raise StoreError(message)
        write_ahead(self._database)
        self._database.execute("BEGIN IMMEDIATE")
        try:
            if count_tables(self._database) == 0:  # Another process may have created the table in the meantime.
                self._database.execute(_SCHEMA)
                self._database.execute(f"PRAGMA application_id = {APPLICATION_ID}")
                self._database.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
        except BaseException:
            self._database.execute("ROLLBACK")
            raise
        self._database.execute("COMMIT")


def oldest_allowed(now: datetime, max_age_s: float) -> datetime:
    """Return the earliest time of an answer that may still be used."""
    try:
        return now - timedelta(seconds=max_age_s)
    except OverflowError:
        return datetime.min.replace(tzinfo=UTC)
