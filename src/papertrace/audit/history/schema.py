"""The tables of the verdict store, and migrations from older versions."""

import sqlite3
from collections.abc import Callable, Mapping
from pathlib import Path

from papertrace.databases import count_tables, lacks_columns, write_ahead
from papertrace.errors import StoreError
from papertrace.model.addresses import comparable_url

APPLICATION_ID = 0x70747263  # "ptrc", which distinguishes the store from other SQLite databases
SCHEMA_VERSION = 5

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
    fragment_checked INTEGER NOT NULL DEFAULT 0,
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
            # A run that audited both spellings has the same verdict on them, because they share a request.
            database.execute("UPDATE OR REPLACE verdict SET url = ? WHERE url = ?", (encoded, url))


def _add_fragment_checked(database: sqlite3.Connection) -> None:
    database.execute("ALTER TABLE verdict ADD COLUMN fragment_checked INTEGER NOT NULL DEFAULT 0")


MIGRATIONS: Mapping[int, Callable[[sqlite3.Connection], None]] = {
    1: _add_rescue,
    2: _add_has_snapshot,
    3: _encode_hosts,
    4: _add_fragment_checked,
}
"""From a schema version to the function that migrates it to the next."""


def prepare(database: sqlite3.Connection, path: Path | None) -> None:
    """Create the tables of a new file or migrate those of an older one; `path` is mentioned in errors.

    Raises
    ------
    StoreError
        When the file is not a store, or has a newer version.
    sqlite3.Error
        When it cannot be read or written.
    """
    # In one transaction, tables that another process is creating are seen completely or not at all.
    database.execute("BEGIN")
    version = _version(database)
    application = int(database.execute("PRAGMA application_id").fetchone()[0])
    n_tables = count_tables(database)
    database.execute("COMMIT")
    if application != APPLICATION_ID and (n_tables or application or version):
        message = f"{path}: not a verdict store (give the store a file of its own)"
        raise StoreError(message)
    if version > SCHEMA_VERSION:
        message = (
            f"{path}: the store has version {version}, but this papertrace supports at most {SCHEMA_VERSION} "
            "(upgrade papertrace, or use another store)"
        )
        raise StoreError(message)
    write_ahead(database)
    # With a write-ahead log, no rows are lost when the process is killed, and only the last ones in a power failure.
    database.execute("PRAGMA synchronous = NORMAL")
    # Another process may have created the tables in the meantime, so they are checked again under the lock.
    database.execute("BEGIN IMMEDIATE")
    try:
        if count_tables(database) == 0:
            for statement in SCHEMA.split(";"):
                database.execute(statement)
            database.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        else:
            _migrate(database, path)
        database.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
    except BaseException:
        database.execute("ROLLBACK")
        raise
    database.execute("COMMIT")


def _migrate(database: sqlite3.Connection, path: Path | None) -> None:
    """Migrate the tables of a store to this version; a damaged store may have no version, or others than its own.

    Raises
    ------
    StoreError
        If they are not those of its version.
    """
    version = _version(database)
    is_known = version in MIGRATIONS or version == SCHEMA_VERSION
    for old in range(version, SCHEMA_VERSION) if is_known else ():
        MIGRATIONS[old](database)
    if not is_known or lacks_columns(database, SCHEMA):
        message = f"{path}: its tables are not those of a verdict store of version {version} (use another store)"
        raise StoreError(message)


def _version(database: sqlite3.Connection) -> int:
    return int(database.execute("PRAGMA user_version").fetchone()[0])
