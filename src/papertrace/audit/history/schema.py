"""The tables of the verdict store, and how those of an older version are brought up to date."""

import sqlite3
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from papertrace.errors import StoreError
from papertrace.model.addresses import comparable_url

APPLICATION_ID = 0x70747263  # "ptrc", so that `file` and we can tell it from another database
SCHEMA_VERSION = 4
BUSY_S = 10.0
"""How long to wait while another process writes to the store."""

SCHEMA = """
CREATE TABLE run (
    id INTEGER PRIMARY KEY,
    started_at TEXT NOT NULL
) STRICT;
CREATE TABLE verdict (
    url TEXT NOT NULL,
    run INTEGER NOT NULL REFERENCES run (id),
    outcome TEXT NOT NULL,
    reason TEXT NOT NULL,
    new_url TEXT,
    repository_state TEXT,
    failing_since TEXT,
    n_failing INTEGER NOT NULL,
    checked_at TEXT NOT NULL,
    seen TEXT NOT NULL,
    rescue TEXT,
    has_snapshot INTEGER,
    PRIMARY KEY (url, run)
) STRICT, WITHOUT ROWID;
"""


def _add_rescue(database: sqlite3.Connection) -> None:
    database.execute("ALTER TABLE verdict ADD COLUMN rescue TEXT")


def _add_has_snapshot(database: sqlite3.Connection) -> None:
    database.execute("ALTER TABLE verdict ADD COLUMN has_snapshot INTEGER")
    database.execute("UPDATE verdict SET has_snapshot = 1 WHERE rescue IS NOT NULL")


def _encode_hosts(database: sqlite3.Connection) -> None:
    for (url,) in database.execute("SELECT DISTINCT url FROM verdict").fetchall():
        if (encoded := comparable_url(url)) != url:
            # Where a run looked at both spellings, the verdicts are the same: one page was requested.
            database.execute("UPDATE OR REPLACE verdict SET url = ? WHERE url = ?", (encoded, url))


MIGRATIONS: Mapping[int, Callable[[sqlite3.Connection], None]] = {
    1: _add_rescue,
    2: _add_has_snapshot,
    3: _encode_hosts,
}
"""From a schema version to the function that makes the next one of it."""


def prepare(database: sqlite3.Connection, path: Path) -> None:
    """Make the tables of a new file, or bring those of an old one up to date; `path` is for the words of errors.

    Raises
    ------
    StoreError
        Where the file is a database of something else, or of a newer version.
    sqlite3.Error
        Where it cannot be read or written.
    """
    # One transaction, so that another process that makes the tables meanwhile is seen wholly or not at all.
    database.execute("BEGIN")
    version = _version(database)
    application = int(database.execute("PRAGMA application_id").fetchone()[0])
    n_tables = _n_tables(database)
    database.execute("COMMIT")
    if application != APPLICATION_ID and (n_tables or application or version):
        message = f"{path}: a database of something else (give the store a file of its own)"
        raise StoreError(message)
    if version > SCHEMA_VERSION:
        message = (
            f"{path}: the store is of version {version}, this papertrace knows {SCHEMA_VERSION} "
            "(upgrade papertrace, or begin another store)"
        )
        raise StoreError(message)
    _write_ahead(database)
    # With a write-ahead log this survives a killed process; only a power cut may cost the last rows.
    database.execute("PRAGMA synchronous = NORMAL")
    # Another process may be making the same tables: what is there is looked at again under the lock.
    database.execute("BEGIN IMMEDIATE")
    try:
        if _n_tables(database) == 0:
            for statement in SCHEMA.split(";"):
                database.execute(statement)
            database.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        else:
            for old in range(_version(database), SCHEMA_VERSION):
                MIGRATIONS[old](database)
        database.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
    except BaseException:
        database.execute("ROLLBACK")
        raise
    database.execute("COMMIT")


def _version(database: sqlite3.Connection) -> int:
    return int(database.execute("PRAGMA user_version").fetchone()[0])


def _n_tables(database: sqlite3.Connection) -> int:
    return int(database.execute("SELECT count(*) FROM sqlite_master").fetchone()[0])


def _write_ahead(database: sqlite3.Connection) -> None:
    """Switch to a write-ahead log; SQLite does not wait by itself while another process switches too."""
    deadline = time.monotonic() + BUSY_S
    while True:
        try:
            database.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.01)
        else:
            return
