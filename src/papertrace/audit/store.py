"""The verdict store: every verdict as it is found, so that an interrupted audit can be resumed.

One SQLite file contains all runs. A verdict is committed before the caller receives it, with a write-ahead log, so that
no finished verdict is lost when the process is killed. Across runs, the store tracks since when a link has been
failing. An audit goes on without a store that fails: thousands of links must not be lost because a disk is full.

What an earlier run says of a link decides whether its verdict is reused or confirmed, and what has changed since. A
page that came with a validator (`ETag` or `Last-Modified`) need not be fetched again: if it is unchanged, its host
answers a conditional request with 304 and without a body (RFC 9110, sections 8.8 and 13.1). The verdict is then kept,
with its reason and observations, and gets the new date.
"""

import json
import logging
import re
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from http import HTTPStatus
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urldefrag

from papertrace.audit.settings import AuditSettings, remap_link, restore_link
from papertrace.audit.verdicts import accept, is_success
from papertrace.databases import DATABASE_ERRORS, DatabaseFile, count_tables, lacks_columns, level_of, write_ahead
from papertrace.errors import StoreError
from papertrace.model import (
    Ask,
    Change,
    ChangeKind,
    Comparison,
    Fault,
    Finding,
    Hop,
    Link,
    Method,
    Observation,
    Outcome,
    RepositoryState,
    Validator,
    Verdict,
)
from papertrace.model.addresses import comparable_url
from papertrace.web.address import parse_address, public_url
from papertrace.web.exchange import parse_timestamp, timestamp

APPLICATION_ID = 0x70747263  # "ptrc", which distinguishes the store from other SQLite databases
SCHEMA_VERSION = 6

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
    last_active TEXT,
    PRIMARY KEY (url, run)
) STRICT, WITHOUT ROWID;
"""


def _adding(column: str) -> Callable[[sqlite3.Connection], object]:
    return lambda database: database.execute(f"ALTER TABLE verdict ADD COLUMN {column}")


def _add_has_snapshot(database: sqlite3.Connection) -> None:
    _adding("has_snapshot INTEGER")(database)
    database.execute("UPDATE verdict SET has_snapshot = 1 WHERE rescue IS NOT NULL")


def _encode_hosts(database: sqlite3.Connection) -> None:
    for (url,) in database.execute("SELECT DISTINCT url FROM verdict").fetchall():
        if (encoded := comparable_url(url)) != url:
            # A run that audited both spellings has the same verdict on them, because they share a request.
            database.execute("UPDATE OR REPLACE verdict SET url = ? WHERE url = ?", (encoded, url))


MIGRATIONS: Mapping[int, Callable[[sqlite3.Connection], object]] = {
    1: _adding("rescue TEXT"),
    2: _add_has_snapshot,
    3: _encode_hosts,
    4: _adding("fragment_checked INTEGER NOT NULL DEFAULT 0"),
    5: _adding("last_active TEXT"),
}
"""From a schema version to the function that migrates it to the next."""


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


COLUMNS = (
    "url, run, outcome, reason, new_url, repository_state, failing_since, n_failing, checked_at, seen, rescue, "
    "has_snapshot, fragment_checked, last_active"
)
"""The columns in the order that `row_of` returns and `verdict_of` expects: after the first two, fields of a verdict."""
_FIELDS = COLUMNS.split(", ")[2:]


def row_of(verdict: Verdict, run: int) -> tuple[object, ...]:
    """Return a verdict of a run as a row."""
    seen = json.dumps([_to_json(one) for one in verdict.seen], ensure_ascii=False, separators=(",", ":"))
    values = (seen if name == "seen" else getattr(verdict, name) for name in _FIELDS)
    return comparable_url(verdict.link.url), run, *values


def verdict_of(row: tuple[Any, ...], link_of: Callable[[str], Link]) -> tuple[int, Verdict]:
    """Return the run of a row, and its verdict on the link that a function returns for its URL.

    Raises
    ------
    KeyError, TypeError, ValueError, RecursionError
        When the row was not written by `row_of`.
    """
    url, run, *values = row
    facts = dict(zip(_FIELDS, values, strict=True))
    state, has_snapshot = facts["repository_state"], facts["has_snapshot"]
    facts |= {
        "outcome": Outcome(facts["outcome"]),
        "repository_state": RepositoryState(state) if state else None,
        "seen": tuple(_from_json(one) for one in json.loads(facts["seen"])),
        "has_snapshot": None if has_snapshot is None else bool(has_snapshot),
        "fragment_checked": bool(facts["fragment_checked"]),
    }
    return run, Verdict(link=link_of(url), **facts)


def _to_json(seen: Observation) -> dict[str, Any]:
    """Return an observation without its body, which is not needed after the verdict."""
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


def _from_json(data: Mapping[str, Any]) -> Observation:
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
_MAX_RUN = 2**63 - 1


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

    def last_verdict(self, link: Link) -> Verdict | None:
        """Return the verdict of the last run that audited a link's URL, as a verdict on this link, or None."""
        return self.as_of(link, _MAX_RUN)

    def as_of(self, link: Link, run: int) -> Verdict | None:
        """Return the last verdict on a link up to the end of a run, or None."""
        where = "WHERE url = ? AND run <= ? ORDER BY run DESC LIMIT 1"
        found = self._select(lambda _: link, where, (comparable_url(link.url), run))
        return next((verdict for _, verdict in found), None)

    def generate_all(self, link_of: Callable[[str], Link]) -> Iterator[tuple[int, Verdict]]:
        """Yield the verdicts of all runs with these, run by run, on the link that a function returns for each URL.

        A row that cannot be read ends them with an error.
        """
        return self._select(link_of, "ORDER BY run, url", ())

    def earlier_runs(self) -> list[Run]:
        """Return the runs before this one, the first one first.

        Raises
        ------
        StoreError
            When the store cannot be read.
        """
        with self._reporting("cannot read the store"):
            rows = self._database.execute("SELECT id, started_at FROM run ORDER BY id").fetchall()
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
        with self._reporting("cannot write to the store"):
            run = self._current_run()
            stored = None
            with suppress(UnreadableRowError):  # The new verdict takes the place of what cannot be read.
                stored = self.as_of(verdict.link, run - 1)
            since, n_failing = _failing(verdict, stored)
            verdict = _with_snapshot(replace(verdict, failing_since=since, n_failing=n_failing), stored)
            row = row_of(verdict, run)
            parameters = ", ".join("?" * len(row))
            self._database.execute(f"INSERT OR REPLACE INTO verdict ({COLUMNS}) VALUES ({parameters})", row)  # noqa: S608 - fixed words
        return verdict

    def record_snapshot(self, verdict: Verdict) -> None:
        """Add what archives have of a link to its last verdict, whose run and date stay unchanged."""
        with self._reporting("cannot write to the store"):
            self._database.execute(
                "UPDATE verdict SET rescue = ?1, has_snapshot = ?2 "
                "WHERE url = ?3 AND run = (SELECT max(run) FROM verdict WHERE url = ?3)",
                (verdict.rescue, verdict.has_snapshot, comparable_url(verdict.link.url)),
            )

    def _current_run(self) -> int:
        """Return the run of this store, which starts now if there is none yet."""
        if self._run is None:
            started_at = timestamp(self._now or datetime.now(UTC))
            statement = "INSERT INTO run (started_at) VALUES (?) RETURNING id"
            self._run = int(self._database.execute(statement, (started_at,)).fetchone()[0])
        return self._run

    def _select(
        self, link_of: Callable[[str], Link], where: str, values: tuple[object, ...]
    ) -> Iterator[tuple[int, Verdict]]:
        try:
            with self._reporting("cannot read the store"):
                for row in self._database.execute(f"SELECT {COLUMNS} FROM verdict {where}", values):  # noqa: S608 - fixed words
                    yield verdict_of(row, link_of)
        except (KeyError, TypeError, ValueError, RecursionError) as error:
            raise UnreadableRowError(self._message("a row of the store cannot be read", error)) from error

    @contextmanager
    def _reporting(self, fact: str) -> Iterator[None]:
        """Raise errors of the database as those of a store."""
        try:
            yield
        except DATABASE_ERRORS as error:
            raise StoreError(self._message(fact, error)) from error

    def _prepare(self) -> None:
        database = self._database
        # In one transaction, tables that another process is creating are seen completely or not at all.
        database.execute("BEGIN")
        version = _version(database)
        application = int(database.execute("PRAGMA application_id").fetchone()[0])
        n_tables = count_tables(database)
        database.execute("COMMIT")
        if application != APPLICATION_ID and (n_tables or application or version):
            message = f"{self.path}: not a verdict store (give the store a file of its own)"
            raise StoreError(message)
        if version > SCHEMA_VERSION:
            message = (
                f"{self.path}: the store has version {version}, but this papertrace supports at most {SCHEMA_VERSION} "
                "(upgrade papertrace, or use another store)"
            )
            raise StoreError(message)
        write_ahead(database)
        # With a write-ahead log, no rows are lost when the process is killed, only the last ones in a power failure.
        database.execute("PRAGMA synchronous = NORMAL")
        # Another process may have created the tables in the meantime, so they are checked again under the lock.
        database.execute("BEGIN IMMEDIATE")
        try:
            if count_tables(database) == 0:
                for statement in SCHEMA.split(";"):
                    database.execute(statement)
                database.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            else:
                _migrate(database, self.path)
            database.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
        except BaseException:
            database.execute("ROLLBACK")
            raise
        database.execute("COMMIT")

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


def _with_snapshot(verdict: Verdict, stored: Verdict | None) -> Verdict:
    """Return a verdict with the snapshot of the previous one, since archives keep their snapshots.

    If the link has died or recovered in between, archives are asked again: the snapshot of a dead link should be the
    one nearest to the paper's date.
    """
    is_open = verdict.has_snapshot is None and verdict.outcome in _ARCHIVABLE
    has_turned = stored is not None and (stored.outcome is Outcome.DEAD) != (verdict.outcome is Outcome.DEAD)
    if is_open and not has_turned and stored is not None and stored.has_snapshot:
        return replace(verdict, rescue=stored.rescue, has_snapshot=True)
    return verdict


def _failing(verdict: Verdict, stored: Verdict | None) -> tuple[str | None, int]:
    """Return since when a link has been failing, and in how many consecutive runs."""
    if verdict.outcome in WORKING:
        return None, 0
    since, n_failing = (stored.failing_since, stored.n_failing) if stored else (None, 0)
    if verdict.outcome in FAILING:
        return since or verdict.checked_at, n_failing + 1
    return since, n_failing


_LOG = logging.getLogger(__name__)
T = TypeVar("T")


class LenientStore:
    """A store whose failures are logged: a row that cannot be read is passed over, after any other it is not used."""

    def __init__(self, store: Store) -> None:
        """Wrap a store, which the caller closes."""
        self._store: Store | None = store

    def last_verdict(self, link: Link) -> Verdict | None:
        """Return the stored verdict on a link, or None if there is none that can be read."""
        return self._try(lambda store: store.last_verdict(link), None)

    def put(self, verdict: Verdict) -> Verdict:
        """Write a verdict, and return it as the store completes it."""
        return self._try(lambda store: store.put(verdict), verdict)

    def record_snapshot(self, verdict: Verdict) -> None:
        """Add what archives have of a link to its verdict."""
        self._try(lambda store: store.record_snapshot(verdict), None)

    def _try(self, action: Callable[[Store], T], otherwise: T) -> T:
        if self._store is None:
            return otherwise
        try:
            return action(self._store)
        except UnreadableRowError as error:
            _LOG.warning("%s; its link is audited as if it were new", error)
        except StoreError as error:
            self._store = None
            _LOG.log(level_of(error), "%s; the audit goes on without it", error)
        return otherwise


AGE_LIMIT_S: Mapping[Outcome, float] = {
    Outcome.ALIVE: 7 * 24 * 3600.0,
    Outcome.MOVED: 7 * 24 * 3600.0,
    Outcome.RESTRICTED: 7 * 24 * 3600.0,
    Outcome.SUSPECT: 24 * 3600.0,
    Outcome.INSECURE: 24 * 3600.0,
    # What was dead may have been repaired because of the last report.
    Outcome.DEAD: 3600.0,
}
"""How long a verdict may be reused, in seconds. Links with other outcomes are requested again in every run."""

CONFIRMABLE = frozenset({Outcome.ALIVE, Outcome.MOVED, Outcome.SUSPECT})
"""Outcomes that depend only on a page, so that they hold as long as it is unchanged."""

_ETAG = re.compile(r'(?:W/)?"[!#-~]{0,300}"')
_HTTP_DATE = re.compile(r"[A-Za-z0-9:, ]{10,40}")


def is_fresh(verdict: Verdict, *, now: datetime, settings: AuditSettings) -> bool:
    """Return whether a verdict is recent enough to be reused.

    The limit is that in `ages_s` of the settings, otherwise the lower of `max_age_s` and `AGE_LIMIT_S`. A date in the
    future, which a wrong clock must have given, counts as old.
    """
    checked_at = parse_timestamp(verdict.checked_at or "")
    if checked_at is None:
        return False
    usual = min(settings.max_age_s, AGE_LIMIT_S.get(verdict.outcome, 0.0))
    return 0 <= (now - checked_at).total_seconds() < settings.ages_s.get(verdict.outcome, usual)


def recheck(verdict: Verdict) -> Ask | None:
    """Return the conditional request that may confirm a verdict, or None if the link must be audited again.

    It has the method of the last request for the page, so that the answer of a changed page can be used, and no request
    is wasted.
    """
    page = _page(verdict)
    if page is None or verdict.outcome not in CONFIRMABLE or verdict.repository_state is RepositoryState.EMPTY:
        return None  # the page does not show that a repository is empty
    headers = dict(page.headers)
    etag, modified = headers.get("etag", ""), headers.get("last-modified", "")
    validator = Validator(
        url=parse_address(page.final_url).url,
        etag=etag if _ETAG.fullmatch(etag) else "",
        last_modified=modified if _HTTP_DATE.fullmatch(modified) else "",
    )
    if not validator.etag and not validator.last_modified:
        return None
    return replace(page.ask, validator=validator)


def confirmed(verdict: Verdict, seen: Observation, *, at: str) -> Verdict | None:
    """Return the verdict as confirmed by a 304 at a time (ISO 8601), or None if the answer does not confirm it.

    Only the same redirects to the same address confirm it. Its observations are kept, so that it can be confirmed
    again, and so is a snapshot; archives that had none are asked again.
    """
    page = _page(verdict)
    if seen.status != HTTPStatus.NOT_MODIFIED or page is None:
        return None
    if (seen.final_url, seen.hops) != (page.final_url, page.hops):
        return None
    fragment = urldefrag(verdict.link.url).fragment
    return replace(
        verdict,
        seen=(*(one for one in verdict.seen if one.status != HTTPStatus.NOT_MODIFIED), _without_condition(seen)),
        # The fragment comes from the link; each link with this address has its own.
        new_url=verdict.new_url.removesuffix(f"#{fragment}") if verdict.new_url else None,
        checked_at=at or None,
        has_snapshot=verdict.has_snapshot or None,
    )


def unconditional(seen: Sequence[Observation]) -> tuple[Observation, ...]:
    """Return what was seen of a conditional request as that of the plain one; a 304 does not show the page: empty."""
    return () if seen[-1].status == HTTPStatus.NOT_MODIFIED else tuple(_without_condition(one) for one in seen)


def answers(seen: Observation, ask: Ask) -> bool:
    """Return whether an observation makes a request superfluous; an answer to GET shows all that HEAD would."""
    return seen.ask == ask or (ask.method is Method.HEAD and seen.ask == replace(ask, method=Method.GET))


def _without_condition(seen: Observation) -> Observation:
    return replace(seen, ask=replace(seen.ask, validator=None))


def _page(verdict: Verdict) -> Observation | None:
    """Return the last observation that found the page, or None if the verdict came from a registry."""
    own = (one for one in reversed(verdict.seen) if one.ask.url == verdict.seen[0].ask.url)
    page = next((one for one in own if is_success(one)), None)
    if page is None or page.ask.accept or page.ask.method not in {Method.HEAD, Method.GET}:
        return None
    try:
        parse_address(page.final_url)
    except ValueError:
        return None
    return page


_ALIVE = frozenset({Outcome.ALIVE, Outcome.MOVED})


def compare_findings(
    findings: tuple[Finding, ...],
    store: Store,
    run: Run,
    *,
    accepted: AbstractSet[int] = frozenset(),
    remap: Sequence[tuple[str, str]] = (),
) -> Comparison:
    """Return what has changed since a run, in the order of the findings.

    A finding is compared with the last verdict up to the end of that run, even if an earlier run found it, because runs
    reuse recent verdicts. Statuses that are accepted now count as accepted then. The store knows a link by the address
    that was requested, which the rules of `remap` make of its own. What is looked up on disk has no verdict of an
    earlier run, and is neither new nor changed.
    """
    changes = []
    n_new = 0
    for finding in findings:
        if not finding.verdict.link.url.startswith(("http://", "https://")):
            continue
        link = finding.verdict.link
        requested = remap_link(link, remap)
        before = store.as_of(requested, run.id)
        if before is not None and requested is not link:
            before = restore_link(before, link)
        if before is None:
            n_new += finding.verdict.outcome is not Outcome.SKIPPED
            continue
        before = accept(before, accepted)
        kind = judge_change(before, finding.verdict)
        if kind is not None:
            changes.append(Change(kind=kind, before=before.outcome, finding=finding))
    return Comparison(run=run.id, started_at=run.started_at, changes=tuple(changes), n_new=n_new)


def judge_change(before: Verdict, now: Verdict) -> ChangeKind | None:
    """Return how a link changed between two verdicts, or None if it did not.

    An undecided outcome on either side is not a change: a link that timed out has not died, and one that was
    rate-limited has not recovered when it answers.
    """
    if now.outcome is Outcome.DEAD:
        return ChangeKind.DIED if before.outcome is not Outcome.DEAD else None
    if now.outcome in _ALIVE and before.outcome in FAILING:
        return ChangeKind.RECOVERED
    if now.outcome is Outcome.MOVED and (before.outcome is not Outcome.MOVED or now.new_url != before.new_url):
        return ChangeKind.MOVED
    if now.repository_state is RepositoryState.ARCHIVED and before.repository_state is not RepositoryState.ARCHIVED:
        return ChangeKind.ARCHIVED
    return None
