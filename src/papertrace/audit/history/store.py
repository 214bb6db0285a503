"""Keep every verdict as it comes, so that an interrupted audit goes on where it was, and death needs time.

One SQLite file holds the runs. A verdict is committed before the caller sees it, with a write-ahead log: when the
process is killed, nothing that was finished is lost. From run to run the store knows since when a link fails.
"""

import re
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Self

from papertrace.audit.history.rows import COLUMNS, StoredVerdict, row_of, stored_verdict_of, verdict_of
from papertrace.audit.history.schema import BUSY_S, prepare
from papertrace.errors import StoreError
from papertrace.model import Link, Outcome, Verdict
from papertrace.model.addresses import comparable_url
from papertrace.web.clock import timestamp

FAILING = frozenset({Outcome.DEAD, Outcome.UNSTABLE, Outcome.INSECURE})
WORKING = frozenset({Outcome.ALIVE, Outcome.MOVED, Outcome.SUSPECT, Outcome.RESTRICTED})
"""Outcomes that begin a failure, and those that end it; the others (rate limits, no network) leave it as it was."""

_LASTING = frozenset({Outcome.ALIVE, Outcome.DEAD, Outcome.MOVED})
"""Outcomes for which archives are asked."""

_DATE = re.compile(r"\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\dZ?)?)?\Z")


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """Name one run of the store, by its number and its date."""

    id: int
    started_at: str


class Store:
    """Hold the verdicts of all runs in one file; a context manager that closes it.

    Use it from one thread. Other processes may read and write the same file at the same time; each has a run of its
    own, and a run knows what the earlier ones found.
    """

    def __init__(self, path: Path | str, *, now: datetime | None = None) -> None:
        """Open a store; a file that does not exist is created. The first verdict that is put begins a run.

        `now` is the date of that run, by default the time at which it begins.

        Raises
        ------
        StoreError
            Where the file cannot be opened, is something else, or was written by a newer version.
        """
        self.path = Path(path)
        self._now = now
        self._run: int | None = None
        try:
            self._database = sqlite3.connect(self.path, isolation_level=None, timeout=BUSY_S)
        except sqlite3.Error as error:
            raise StoreError(self._says("cannot open the store", error)) from error
        try:
            prepare(self._database, self.path)
        except sqlite3.Error as error:
            self._database.close()
            raise StoreError(self._says("cannot read the store", error)) from error
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
        """Close the file; what was put is there already."""
        self._database.close()

    def latest(self, url: str) -> StoredVerdict | None:
        """Return what the last run that looked at a URL found, or None."""
        return next(self._select("WHERE url = ? ORDER BY run DESC LIMIT 1", (comparable_url(url),)), None)

    def last_verdict(self, link: Link) -> Verdict | None:
        """Return the verdict that the last run which looked at a link's URL found, as one on this link, or None."""
        stored = self.latest(link.url)
        return verdict_of(link, stored) if stored else None

    def as_of(self, link: Link, run: int) -> Verdict | None:
        """Return the verdict that stood on a link when a run had ended, or None where there was none."""
        where = "WHERE url = ? AND run <= ? ORDER BY run DESC LIMIT 1"
        stored = next(self._select(where, (comparable_url(link.url), run)), None)
        return verdict_of(link, stored) if stored else None

    def find_run(self, name: str) -> Run:
        """Return an earlier run: `last`, the number of one, or the last that began on or before a date.

        Raises
        ------
        StoreError
            Where there is no such run, with the runs that there are.
        """
        try:
            rows = self._database.execute("SELECT id, started_at FROM run ORDER BY id").fetchall()
        except sqlite3.Error as error:
            raise StoreError(self._says("cannot read the store", error)) from error
        runs = [Run(id=row[0], started_at=row[1]) for row in rows if row[0] != self._run]
        found = [run for run in runs if _is_named(run, name)]
        if found:
            return found[-1]
        known = f"runs {runs[0].id} ({runs[0].started_at}) to {runs[-1].id}" if runs else "none before this one"
        message = f"{self.path}: no run {name!r} (there are {known}; give last, a number, or a date like 2026-01-31)"
        raise StoreError(message)

    def put(self, verdict: Verdict) -> Verdict:
        """Write a verdict, and return it with `failing_since` and `n_failing`.

        A link at several places has one row: its verdicts are the same. One that was never asked is not written.
        """
        if verdict.checked_at is None:
            return verdict
        try:
            run = self._current_run()
            stored = self._before(verdict.link.url, run)
            since, n_failing = _failing(verdict, stored)
            verdict = _with_snapshot(replace(verdict, failing_since=since, n_failing=n_failing), stored)
            row = row_of(verdict, run)
            places = ", ".join("?" * len(row))
            self._database.execute(f"INSERT OR REPLACE INTO verdict ({COLUMNS}) VALUES ({places})", row)  # noqa: S608 - fixed words
        except sqlite3.Error as error:
            raise StoreError(self._says("cannot write to the store", error)) from error
        return verdict

    def note_snapshot(self, verdict: Verdict) -> None:
        """Put what archives have of a link to its last verdict, which stays of the run and the date that it is of."""
        try:
            self._database.execute(
                "UPDATE verdict SET rescue = ?1, has_snapshot = ?2 "
                "WHERE url = ?3 AND run = (SELECT max(run) FROM verdict WHERE url = ?3)",
                (verdict.rescue, verdict.has_snapshot, comparable_url(verdict.link.url)),
            )
        except sqlite3.Error as error:
            raise StoreError(self._says("cannot write to the store", error)) from error

    def _current_run(self) -> int:
        """Return the run of this store, which begins now if there is none yet."""
        if self._run is None:
            started_at = timestamp(self._now or datetime.now(UTC))
            statement = "INSERT INTO run (started_at) VALUES (?) RETURNING id"
            self._run = int(self._database.execute(statement, (started_at,)).fetchone()[0])
        return self._run

    def _before(self, url: str, run: int) -> StoredVerdict | None:
        where = "WHERE url = ? AND run < ? ORDER BY run DESC LIMIT 1"
        return next(self._select(where, (comparable_url(url), run)), None)

    def _select(self, where: str, values: tuple[object, ...]) -> Iterator[StoredVerdict]:
        try:
            for row in self._database.execute(f"SELECT {COLUMNS} FROM verdict {where}", values):  # noqa: S608 - fixed words
                yield stored_verdict_of(row)
        except sqlite3.Error as error:
            raise StoreError(self._says("cannot read the store", error)) from error
        except (KeyError, TypeError, ValueError, RecursionError) as error:
            raise StoreError(self._says("a row of the store cannot be read", error)) from error

    def _says(self, fact: str, error: BaseException) -> str:
        return f"{self.path}: {fact}: {error} (check the path, or begin another store)"


def _is_named(run: Run, name: str) -> bool:
    """Say whether a run may be meant by a name; of several the last one is."""
    if name == "last":
        return True
    if name.isdecimal():
        return run.id == int(name)
    # A date without a time means its end. A name that is no date is before every date.
    return bool(_DATE.match(name)) and run.started_at[: len(name)] <= name


def _with_snapshot(verdict: Verdict, stored: StoredVerdict | None) -> Verdict:
    """Return a verdict with the snapshot that is known from the one before it: what archives have, they keep.

    One that dies is another matter, for then the snapshot nearest to the paper is wanted.
    """
    if stored is None or not stored.has_snapshot or verdict.has_snapshot is not None or verdict.outcome not in _LASTING:
        return verdict
    if (stored.outcome is Outcome.DEAD) != (verdict.outcome is Outcome.DEAD):
        return verdict
    return replace(verdict, rescue=stored.rescue, has_snapshot=True)


def _failing(verdict: Verdict, stored: StoredVerdict | None) -> tuple[str | None, int]:
    """Return since when a link fails, and in how many runs in a row."""
    if verdict.outcome in WORKING:
        return None, 0
    since, n_failing = (stored.failing_since, stored.n_failing) if stored else (None, 0)
    if verdict.outcome in FAILING:
        return since or verdict.checked_at, n_failing + 1
    return since, n_failing
