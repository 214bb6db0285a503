"""Keep every verdict as it comes, so that an interrupted audit goes on where it was, and death needs time.

One SQLite file holds the runs. A verdict is committed before the caller sees it, with a write-ahead log: when the
process is killed, nothing that was finished is lost. From run to run the store knows since when a link fails.
"""

import json
import re
import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from papertrace.audit.address import public_url
from papertrace.audit.clock import parse_timestamp, timestamp
from papertrace.errors import StoreError
from papertrace.model import Ask, Fault, Hop, Link, Method, Observation, Outcome, RepositoryState, Verdict

APPLICATION_ID = 0x70747263  # "ptrc", so that `file` and we can tell it from another database
SCHEMA_VERSION = 2
BUSY_S = 10.0
"""How long to wait while another process writes to the store."""

AGE_LIMIT_S: Mapping[Outcome, float] = {
    Outcome.ALIVE: 7 * 24 * 3600.0,
    Outcome.MOVED: 7 * 24 * 3600.0,
    Outcome.RESTRICTED: 7 * 24 * 3600.0,
    Outcome.SUSPECT: 24 * 3600.0,
    Outcome.INSECURE: 24 * 3600.0,
    Outcome.DEAD: 24 * 3600.0,
}
"""For how long a verdict may stand in for asking. What is not named here is asked again in every run."""

FAILING = frozenset({Outcome.DEAD, Outcome.UNSTABLE, Outcome.INSECURE})
WORKING = frozenset({Outcome.ALIVE, Outcome.MOVED, Outcome.SUSPECT, Outcome.RESTRICTED})
"""Outcomes that begin a failure, and those that end it; the others (rate limits, no network) leave it as it was."""

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
    PRIMARY KEY (url, run)
) STRICT, WITHOUT ROWID;
"""

_COLUMNS = "url, run, outcome, reason, new_url, repository_state, failing_since, n_failing, checked_at, seen, rescue"
_DATE = re.compile(r"\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\dZ?)?)?\Z")


def _add_rescue(database: sqlite3.Connection) -> None:
    database.execute("ALTER TABLE verdict ADD COLUMN rescue TEXT")


MIGRATIONS: Mapping[int, Callable[[sqlite3.Connection], None]] = {1: _add_rescue}
"""From a schema version to the function that makes the next one of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """Name one run of the store, by its number and its date."""

    id: int
    started_at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Past:
    """Hold what the store knows of one URL from one run; `n_failing` counts the runs in a row that it failed in."""

    url: str
    run: int
    outcome: Outcome
    reason: str
    new_url: str | None
    repository_state: RepositoryState | None
    failing_since: str | None
    n_failing: int
    checked_at: str
    seen: tuple[Observation, ...]
    rescue: str | None


class Store:
    """Hold the verdicts of all runs in one file; a context manager that closes it.

    Use it from one thread. Other processes may read and write the same file at the same time; each has a run of its
    own, and a run knows what the earlier ones found.
    """

    def __init__(self, path: Path | str, *, now: datetime | None = None) -> None:
        """Open a store and begin a run in it; a file that is not there is made.

        Raises
        ------
        StoreError
            Where the file cannot be opened, is something else, or was written by a newer version.
        """
        self.path = Path(path)
        try:
            self._database = sqlite3.connect(self.path, isolation_level=None, timeout=BUSY_S)
        except sqlite3.Error as error:
            raise StoreError(self._says("cannot open the store", error)) from error
        try:
            self._prepare()
            row = self._database.execute(
                "INSERT INTO run (started_at) VALUES (?) RETURNING id", (timestamp(now or datetime.now(UTC)),)
            ).fetchone()
        except sqlite3.Error as error:
            self._database.close()
            raise StoreError(self._says("cannot read the store", error)) from error
        except StoreError:
            self._database.close()
            raise
        self._run = int(row[0])

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

    def latest(self, url: str) -> Past | None:
        """Return what the last run that looked at a URL found, or None."""
        return next(self._select("WHERE url = ? ORDER BY run DESC LIMIT 1", (url,)), None)

    def history(self, url: str) -> list[Past]:
        """Return what every run found of a URL, oldest first."""
        return list(self._select("WHERE url = ? ORDER BY run", (url,)))

    def fresh(self, link: Link, *, now: datetime, max_age_s: float) -> Verdict | None:
        """Return the stored verdict of a link if it is young enough to stand in for asking.

        `max_age_s` lowers the age limits of `AGE_LIMIT_S`. A date in the future counts as old: a clock was wrong.
        """
        past = self.latest(link.url)
        checked_at = parse_timestamp(past.checked_at) if past else None
        if past is None or checked_at is None:
            return None
        age_s = (now - checked_at).total_seconds()
        if not 0 <= age_s < min(max_age_s, AGE_LIMIT_S.get(past.outcome, 0.0)):
            return None
        return _verdict(link, past)

    def as_of(self, link: Link, run: int) -> Verdict | None:
        """Return the verdict that stood on a link when a run had ended, or None where there was none."""
        where = "WHERE url = ? AND run <= ? ORDER BY run DESC LIMIT 1"
        past = next(self._select(where, (link.url, run)), None)
        return _verdict(link, past) if past else None

    def find_run(self, name: str) -> Run:
        """Return an earlier run: `last`, the number of one, or the last that began on or before a date.

        Raises
        ------
        StoreError
            Where there is no such run, with the runs that there are.
        """
        try:
            rows = self._database.execute(
                "SELECT id, started_at FROM run WHERE id < ? ORDER BY id", (self._run,)
            ).fetchall()
        except sqlite3.Error as error:
            raise StoreError(self._says("cannot read the store", error)) from error
        runs = [Run(id=row[0], started_at=row[1]) for row in rows]
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
            past = self._before(verdict.link.url)
            since, n_failing = _failing(verdict, past)
            verdict = replace(verdict, failing_since=since, n_failing=n_failing)
            self._database.execute(
                f"INSERT OR REPLACE INTO verdict ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",  # noqa: S608 - fixed words
                (
                    verdict.link.url,
                    self._run,
                    str(verdict.outcome),
                    verdict.reason,
                    verdict.new_url,
                    str(verdict.repository_state) if verdict.repository_state else None,
                    since,
                    n_failing,
                    verdict.checked_at,
                    json.dumps([_to_json(one) for one in verdict.seen], ensure_ascii=False, separators=(",", ":")),
                    verdict.rescue,
                ),
            )
        except sqlite3.Error as error:
            raise StoreError(self._says("cannot write to the store", error)) from error
        return verdict

    def _before(self, url: str) -> Past | None:
        return next(self._select("WHERE url = ? AND run < ? ORDER BY run DESC LIMIT 1", (url, self._run)), None)

    def _select(self, where: str, values: tuple[object, ...]) -> Iterator[Past]:
        try:
            for row in self._database.execute(f"SELECT {_COLUMNS} FROM verdict {where}", values):  # noqa: S608 - fixed words
                yield _past(row)
        except sqlite3.Error as error:
            raise StoreError(self._says("cannot read the store", error)) from error
        except (KeyError, TypeError, ValueError, RecursionError) as error:
            raise StoreError(self._says("a row of the store cannot be read", error)) from error

    def _prepare(self) -> None:
        """Make the tables of a new file, or bring those of an old one up to date."""
        database = self._database
        # One transaction, so that another process that makes the tables meanwhile is seen wholly or not at all.
        database.execute("BEGIN")
        version = int(database.execute("PRAGMA user_version").fetchone()[0])
        application = int(database.execute("PRAGMA application_id").fetchone()[0])
        n_tables = int(database.execute("SELECT count(*) FROM sqlite_master").fetchone()[0])
        database.execute("COMMIT")
        if application != APPLICATION_ID and (n_tables or application or version):
            message = f"{self.path}: a database of something else (give the store a file of its own)"
            raise StoreError(message)
        if version > SCHEMA_VERSION:
            message = (
                f"{self.path}: the store is of version {version}, this papertrace knows {SCHEMA_VERSION} "
                "(upgrade papertrace, or begin another store)"
            )
            raise StoreError(message)
        self._write_ahead()
        # With a write-ahead log this survives a killed process; only a power cut may cost the last rows.
        database.execute("PRAGMA synchronous = NORMAL")
        # Another process may be making the same tables: what is there is looked at again under the lock.
        database.execute("BEGIN IMMEDIATE")
        try:
            if int(database.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]) == 0:
                for statement in SCHEMA.split(";"):
                    database.execute(statement)
                database.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            else:
                for old in range(int(database.execute("PRAGMA user_version").fetchone()[0]), SCHEMA_VERSION):
                    MIGRATIONS[old](database)
            database.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
        except BaseException:
            database.execute("ROLLBACK")
            raise
        database.execute("COMMIT")

    def _write_ahead(self) -> None:
        """Switch to a write-ahead log; SQLite does not wait by itself while another process switches too."""
        deadline = time.monotonic() + BUSY_S
        while True:
            try:
                self._database.execute("PRAGMA journal_mode = WAL")
            except sqlite3.OperationalError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.01)
            else:
                return

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


def _verdict(link: Link, past: Past) -> Verdict:
    return Verdict(
        link=link,
        outcome=past.outcome,
        reason=past.reason,
        seen=past.seen,
        new_url=past.new_url,
        repository_state=past.repository_state,
        failing_since=past.failing_since,
        n_failing=past.n_failing,
        checked_at=past.checked_at,
        rescue=past.rescue,
    )


def _failing(verdict: Verdict, past: Past | None) -> tuple[str | None, int]:
    """Return since when a link fails, and in how many runs in a row."""
    if verdict.outcome in WORKING:
        return None, 0
    since, n_failing = (past.failing_since, past.n_failing) if past else (None, 0)
    if verdict.outcome in FAILING:
        return since or verdict.checked_at, n_failing + 1
    return since, n_failing


def _past(row: tuple[Any, ...]) -> Past:
    url, run, outcome, reason, new_url, state, since, n_failing, checked_at, seen, rescue = row
    return Past(
        url=url,
        run=run,
        outcome=Outcome(outcome),
        reason=reason,
        new_url=new_url,
        repository_state=RepositoryState(state) if state else None,
        failing_since=since,
        n_failing=n_failing,
        checked_at=checked_at,
        seen=tuple(_from_json(one) for one in json.loads(seen)),
        rescue=rescue,
    )


def _to_json(seen: Observation) -> dict[str, Any]:
    """Write an observation without its body, which has served when there is a verdict."""
    return {
        "ask": [str(seen.ask.method), public_url(seen.ask.url), *([seen.ask.accept] if seen.ask.accept else [])],
        "final_url": seen.final_url,
        "status": seen.status,
        "fault": str(seen.fault) if seen.fault else None,
        "detail": seen.detail,
        "hops": [[hop.url, hop.status] for hop in seen.hops],
        "headers": [list(header) for header in seen.headers],
        "seconds": round(seen.seconds, 3),
    }


def _from_json(data: dict[str, Any]) -> Observation:
    method, url, *accept = data["ask"]
    return Observation(
        ask=Ask(method=Method(method), url=url, accept="".join(accept)),
        final_url=data["final_url"],
        status=data["status"],
        fault=Fault(data["fault"]) if data["fault"] else None,
        detail=data["detail"],
        hops=tuple(Hop(url=hop_url, status=status) for hop_url, status in data["hops"]),
        headers=tuple((name, value) for name, value in data["headers"]),
        seconds=data["seconds"],
    )
