"""The verdict store: every verdict as it is found, so that an interrupted audit can be resumed.

One SQLite file contains all runs. A verdict is committed before the caller receives it, with a write-ahead log, so that
no finished verdict is lost when the process is killed. Across runs, the store tracks since when a link has been
failing.
"""

import re
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from papertrace.audit.history.rows import COLUMNS, StoredVerdict, row_of, stored_verdict_of, verdict_of
from papertrace.audit.history.schema import prepare
from papertrace.databases import DATABASE_ERRORS, DatabaseFile
from papertrace.errors import StoreError
from papertrace.model import Link, Outcome, Verdict
from papertrace.model.addresses import comparable_url
from papertrace.web.clock import timestamp

FAILING = frozenset({Outcome.DEAD, Outcome.UNSTABLE, Outcome.INSECURE})
WORKING = frozenset({Outcome.ALIVE, Outcome.MOVED, Outcome.SUSPECT, Outcome.RESTRICTED})
"""Outcomes that start a failure, and those that end it; the others (rate limits, no network) leave it unchanged."""

_ARCHIVABLE = frozenset({Outcome.ALIVE, Outcome.DEAD, Outcome.MOVED})
"""Outcomes for which archives are asked for a snapshot."""

_DATE = re.compile(r"\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\dZ?)?)?\Z")


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """One run of the store; `started_at` is ISO 8601 in UTC."""

    id: int
    started_at: str


class UnreadableRowError(StoreError):
    """A row whose content is not that of a verdict; the others may be."""


class UnusableStoreError(StoreError):
    """A store that its disk or its own state makes unusable: full, read-only, damaged."""


_UNUSABLE = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY})
_PRIMARY_CODE = 0xFF


class Store(DatabaseFile):
    """The verdicts of all runs in one file; a context manager that closes it.

    A store belongs to one thread. Other processes may read and write the same file at the same time; each has a run of
    its own, and a run sees the verdicts of earlier ones.
    """

    def __init__(self, path: Path | str, *, now: datetime | None = None) -> None:
        """Open a store, creating the file if it does not exist. The first verdict that is put starts a run.

        `now` is the date of that run, by default the time at which it starts.

        Raises
        ------
        StoreError
            When the file cannot be opened, is not a store, or was written by a newer version; an `UnusableStoreError`
            when it is a store, but cannot be used.
        """
        self._now = now
        self._run: int | None = None
        super().__init__(path)

    def latest(self, url: str) -> StoredVerdict | None:
        """Return the stored verdict of the last run that audited a URL, or None."""
        return next(self._select("WHERE url = ? ORDER BY run DESC LIMIT 1", (comparable_url(url),)), None)

    def last_verdict(self, link: Link) -> Verdict | None:
        """Return the verdict of the last run that audited a link's URL, as a verdict on this link, or None."""
        stored = self.latest(link.url)
        return verdict_of(link, stored) if stored else None

    def as_of(self, link: Link, run: int) -> Verdict | None:
        """Return the last verdict on a link up to the end of a run, or None."""
        where = "WHERE url = ? AND run <= ? ORDER BY run DESC LIMIT 1"
        stored = next(self._select(where, (comparable_url(link.url), run)), None)
        return verdict_of(link, stored) if stored else None

    def generate_all(self) -> Iterator[StoredVerdict]:
        """Yield the verdicts of all runs, run by run; those of a row that cannot be read end it with an error."""
        return self._select("ORDER BY run, url", ())

    def earlier_runs(self) -> list[Run]:
        """Return the runs before this one, the first one first.

        Raises
        ------
        StoreError
            When the store cannot be read.
        """
        try:
            rows = self._database.execute("SELECT id, started_at FROM run ORDER BY id").fetchall()
        except DATABASE_ERRORS as error:
            raise StoreError(self._message("cannot read the store", error)) from error
        return [
            Run(id=number, started_at=started_at)
            for number, started_at in rows
            if number != self._run and isinstance(started_at, str)  # a damaged table may hold anything
        ]

    def find_run(self, name: str) -> Run:
        """Return an earlier run: `last`, a number, or a date for the last run that started on or before it.

        Raises
        ------
        StoreError
            When there is no such run; the message lists the existing runs.
        """
        runs = self.earlier_runs()
        found = [run for run in runs if _matches(run, name)]
        if found:
            return found[-1]
        known = f"runs {runs[0].id} ({runs[0].started_at}) to {runs[-1].id}" if runs else "none before this one"
        which = f"no run on or before {name}" if _DATE.match(name) else f"no run {name!r}"
        message = f"{self.path}: {which} (there are {known}; give last, a number, or a date like 2026-01-31)"
        raise StoreError(message)

    def put(self, verdict: Verdict) -> Verdict:
        """Write a verdict, and return it with `failing_since` and `n_failing`.

        Several occurrences of a URL share one row. The verdict on a link that was not requested is not written.
        """
        if verdict.checked_at is None:
            return verdict
        try:
            run = self._current_run()
            stored = self._previous(verdict.link.url, run)
            since, n_failing = _failing(verdict, stored)
            verdict = _with_snapshot(replace(verdict, failing_since=since, n_failing=n_failing), stored)
            row = row_of(verdict, run)
            parameters = ", ".join("?" * len(row))
            self._database.execute(f"INSERT OR REPLACE INTO verdict ({COLUMNS}) VALUES ({parameters})", row)  # noqa: S608 - fixed words
        except DATABASE_ERRORS as error:
            raise StoreError(self._message("cannot write to the store", error)) from error
        return verdict

    def record_snapshot(self, verdict: Verdict) -> None:
        """Add what archives have of a link to its last verdict, whose run and date stay unchanged."""
        try:
            self._database.execute(
                "UPDATE verdict SET rescue = ?1, has_snapshot = ?2 "
                "WHERE url = ?3 AND run = (SELECT max(run) FROM verdict WHERE url = ?3)",
                (verdict.rescue, verdict.has_snapshot, comparable_url(verdict.link.url)),
            )
        except DATABASE_ERRORS as error:
            raise StoreError(self._message("cannot write to the store", error)) from error

    def _current_run(self) -> int:
        """Return the run of this store, which starts now if there is none yet."""
        if self._run is None:
            started_at = timestamp(self._now or datetime.now(UTC))
            statement = "INSERT INTO run (started_at) VALUES (?) RETURNING id"
            self._run = int(self._database.execute(statement, (started_at,)).fetchone()[0])
        return self._run

    def _previous(self, url: str, run: int) -> StoredVerdict | None:
        where = "WHERE url = ? AND run < ? ORDER BY run DESC LIMIT 1"
        try:
            return next(self._select(where, (comparable_url(url), run)), None)
        except UnreadableRowError:
            # The new verdict takes the place of what cannot be read.
            return None

    def _select(self, where: str, values: tuple[object, ...]) -> Iterator[StoredVerdict]:
        try:
            for row in self._database.execute(f"SELECT {COLUMNS} FROM verdict {where}", values):  # noqa: S608 - fixed words
                yield stored_verdict_of(row)
        except DATABASE_ERRORS as error:
            raise StoreError(self._message("cannot read the store", error)) from error
        except (KeyError, TypeError, ValueError, RecursionError) as error:
            raise UnreadableRowError(self._message("a row of the store cannot be read", error)) from error

    def _prepare(self) -> None:
        prepare(self._database, self.path)

    def _unreadable(self, error: BaseException) -> StoreError:
        code = getattr(error, "sqlite_errorcode", 0) & _PRIMARY_CODE
        kind = UnusableStoreError if code in _UNUSABLE else StoreError
        return kind(self._message("cannot read the store", error))


def _matches(run: Run, name: str) -> bool:
    """Return whether a name may refer to a run; of several matching runs, the last one is meant."""
    if name == "last":
        return True
    if name.isdecimal():
        return run.id == int(name)
    # A date without a time means the end of that day. A name that is not a date matches nothing.
    return bool(_DATE.match(name)) and run.started_at[: len(name)] <= name


def _with_snapshot(verdict: Verdict, stored: StoredVerdict | None) -> Verdict:
    """Return a verdict with the snapshot of the previous one, since archives keep their snapshots.

    If the link has died or recovered in between, archives are asked again: the snapshot of a dead link should be the
    one nearest to the paper's date.
    """
    if (
        stored is None
        or not stored.has_snapshot
        or verdict.has_snapshot is not None
        or verdict.outcome not in _ARCHIVABLE
    ):
        return verdict
    if (stored.outcome is Outcome.DEAD) != (verdict.outcome is Outcome.DEAD):
        return verdict
    return replace(verdict, rescue=stored.rescue, has_snapshot=True)


def _failing(verdict: Verdict, stored: StoredVerdict | None) -> tuple[str | None, int]:
    """Return since when a link has been failing, and in how many consecutive runs."""
    if verdict.outcome in WORKING:
        return None, 0
    since, n_failing = (stored.failing_since, stored.n_failing) if stored else (None, 0)
    if verdict.outcome in FAILING:
        return since or verdict.checked_at, n_failing + 1
    return since, n_failing
