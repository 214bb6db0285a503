"""Files of SQLite in which stages keep what they found: opening and closing them, and what their errors say."""

import logging
import sqlite3
import time
from abc import ABC, abstractmethod
from contextlib import closing, suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from papertrace.errors import StoreError

BUSY_S = 10.0
"""How long to wait while another process writes to the file, in seconds."""

DATABASE_ERRORS = (sqlite3.Error, UnicodeDecodeError)
"""What `sqlite3` raises: the second if a damaged file has names that are not UTF-8, which its own message quotes."""


_DAMAGED = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})
_PRIMARY_CODE = 0xFF


def level_of(error: StoreError) -> int:
    """Return the level at which a run that goes on without a store logs why: a damaged file is an error."""
    code = getattr(error.__cause__, "sqlite_errorcode", 0) & _PRIMARY_CODE
    return logging.ERROR if code in _DAMAGED else logging.WARNING


class DatabaseFile(ABC):
    """A file of SQLite, or a database in memory; a context manager that closes it. It belongs to one thread."""

    def __init__(self, path: Path | str | None) -> None:
        """Open a file, creating it and its folder if they do not exist; None is a database in memory.

        Raises StoreError when the file cannot be opened or prepared.
        """
        self.path: Path | None = None if path is None else Path(path)
        try:
            if self.path:
                self.path.parent.mkdir(parents=True, exist_ok=True)
            self._database = sqlite3.connect(self.path or ":memory:", isolation_level=None, timeout=BUSY_S)
        except (*DATABASE_ERRORS, OSError) as error:
            raise StoreError(self._message("cannot open the store", error)) from error
        try:
            self._prepare()
        except DATABASE_ERRORS as error:
            self._database.close()
            raise self._unreadable(error) from error
        except BaseException:
            self._database.close()
            raise

    def __enter__(self) -> Self:
        """Return the file."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the file."""
        self.close()

    def close(self) -> None:
        """Close the file; what was put is already committed."""
        self._database.close()

    def __del__(self) -> None:
        """Close a file that nobody has closed, as those of Python do."""
        with suppress(AttributeError, sqlite3.Error):  # it may not have been opened, or in another thread
            self._database.close()

    @abstractmethod
    def _prepare(self) -> None:
        """Create the tables of a new file, and check those of another."""

    def _unreadable(self, error: BaseException) -> StoreError:
        """Return the error of a file that cannot be prepared."""
        return StoreError(self._message("cannot read the store", error))

    def _message(self, fact: str, error: BaseException) -> str:
        return f"{self.path}: {fact}: {error} (check the path or delete the file, or use another store)"


def write_ahead(database: sqlite3.Connection) -> None:
    """Switch to a write-ahead log; SQLite does not itself wait while another process does the same."""
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


def lacks_columns(database: sqlite3.Connection, schema: str) -> bool:
    """Return whether a database lacks a column of a schema, or has one of another type or outside the primary key.

    Another program, or a person, may have changed the tables of a file without changing its version. What was added to
    them does no harm.
    """
    with closing(sqlite3.connect(":memory:")) as expected:
        expected.executescript(schema)
        return not _list_columns(expected) <= _list_columns(database)


def _list_columns(database: sqlite3.Connection) -> set[tuple[object, ...]]:
    """Return table, name, type, and place in the primary key of all columns."""
    tables = database.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    columns = "SELECT name, type, pk FROM pragma_table_info(?)"
    return {(table, *column) for (table,) in tables for column in database.execute(columns, (table,))}


def count_tables(database: sqlite3.Connection) -> int:
    """Return the number of tables, indices and the like of a database."""
    return int(database.execute("SELECT count(*) FROM sqlite_master").fetchone()[0])
