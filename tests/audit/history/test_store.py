"""Verdicts across runs, also with a store that fails."""

import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from tests.case_tables import cases
from tests.clients import auditor_of
from tests.origin.cases import link
from tests.origin.server import Origin

from papertrace.audit import AuditSettings, Store, generate_verdicts
from papertrace.audit import store as store_schema
from papertrace.audit.store import COLUMNS, MIGRATIONS, SCHEMA_VERSION, LenientStore, UnusableStoreError, verdict_of
from papertrace.errors import StoreError
from papertrace.model import Ask, Fault, Hop, Method, Observation, Outcome, RepositoryState, Verdict
from papertrace.web.exchange import Answer, Request, VirtualClock

URL = "https://example.org/a"
SEEN = Observation(
    ask=Ask(method=Method.GET, url=URL),
    final_url="https://example.org/b",
    status=404,
    detail="Not Found",
    hops=(Hop(url=URL, status=301),),
    headers=(("content-type", "text/html"),),
    body="<title>gone</title>",
    seconds=0.25,
)


def verdict(outcome: Outcome = Outcome.DEAD, *, day: int = 5, url: str = URL) -> Verdict:
    return Verdict(
        link=link(url),
        outcome=outcome,
        reason="404 Not Found",
        seen=(SEEN, Observation(ask=SEEN.ask, final_url=URL, fault=Fault.TIMEOUT)),
        new_url="https://example.org/new",
        repository_state=RepositoryState.MISSING,
        checked_at=f"2026-01-{day:02}T12:00:00Z",
    )


def rows_of(path: Path, url: str = URL) -> list[tuple[int, Verdict]]:
    """Return what every run of a store has of a URL, oldest first."""
    statement = f"SELECT {COLUMNS} FROM verdict WHERE url = ? ORDER BY run"  # noqa: S608 - fixed words
    with closing(sqlite3.connect(path)) as database:
        return [verdict_of(row, link) for row in database.execute(statement, (url,))]


def test_a_new_store_is_empty(path: Path) -> None:
    with Store(path) as store:
        assert store.last_verdict(link(URL)) is None
        assert store.last_verdict(link(URL)) is None


def test_a_verdict_is_read_as_it_was_stored_except_for_the_body(path: Path) -> None:
    with Store(path) as store:
        put = store.put(replace(verdict(), last_active="2026-01-02"))
    with Store(path) as store:
        again = store.last_verdict(link(URL))

    assert again is not None
    assert again.last_active == "2026-01-02"
    assert again.seen[0].hops == SEEN.hops
    assert again.seen[0].body == ""
    assert again.seen[1].fault is Fault.TIMEOUT
    assert (again.outcome, again.reason, again.new_url) == (put.outcome, put.reason, put.new_url)
    assert (again.repository_state, again.failing_since) == (put.repository_state, put.failing_since)


def test_two_spellings_of_a_host_are_one_address(path: Path) -> None:
    with Store(path) as store:
        store.put(verdict(url="https://münchen.example/ä"))
    with Store(path) as store:
        known = store.last_verdict(link("https://xn--mnchen-3ya.example/ä"))
        put = store.put(verdict(day=6, url="https://xn--mnchen-3ya.example/ä"))

        assert known is not None
        assert known.link.url == "https://xn--mnchen-3ya.example/ä"
        assert put.n_failing == 2


def test_failing_since_is_the_first_of_the_consecutive_runs(path: Path) -> None:
    outcomes = [
        Outcome.DEAD,
        Outcome.ALIVE,
        Outcome.UNSTABLE,
        Outcome.RATE_LIMITED,
        Outcome.DEAD,
        Outcome.DEAD,
        Outcome.MOVED,
    ]
    since = []
    for day, outcome in enumerate(outcomes, start=1):
        with Store(path) as store:
            since.append(store.put(verdict(outcome, day=day)).failing_since)

    third = "2026-01-03T12:00:00Z"
    assert since == ["2026-01-01T12:00:00Z", None, third, third, third, third, None]
    assert [one.n_failing for _, one in rows_of(path)] == [1, 0, 1, 1, 2, 3, 0]


def test_two_verdicts_on_a_url_in_one_run_are_one_failure(path: Path) -> None:
    with Store(path) as store:
        store.put(verdict())
        store.put(verdict())

    assert [one.n_failing for _, one in rows_of(path)] == [1]


def test_what_was_never_requested_is_not_stored(path: Path) -> None:
    skipped = Verdict(link=link("mailto:a@example.org"), outcome=Outcome.SKIPPED, reason="mailto: is not supported")
    with Store(path) as store:
        assert store.put(skipped) == skipped
        assert store.last_verdict(link("mailto:a@example.org")) is None


def test_an_audit_does_not_request_again_what_the_store_has(
    path: Path, origin: Origin, settings: AuditSettings
) -> None:
    links = [link("http://www.example.org/paper.pdf"), link("http://www.example.org/gone")]
    with Store(path) as store:
        first = list(generate_verdicts(links, settings=settings, resolve=origin.resolve, store=store))
    n_asked = len(origin.log)
    with Store(path) as store:
        second = list(generate_verdicts(links, settings=settings, resolve=origin.resolve, store=store))

    assert len(origin.log) == n_asked > 0
    assert {one.link.url: one.outcome for one in first} == {one.link.url: one.outcome for one in second}


def test_an_abandoned_audit_is_resumed(path: Path, origin: Origin, settings: AuditSettings) -> None:
    links = [link(f"http://www.example.org/gone/{number}") for number in range(30)]
    with Store(path) as store:
        verdicts = generate_verdicts(links, settings=settings, resolve=origin.resolve, store=store)
        done = {next(verdicts).link.url for _ in range(10)}
        verdicts.close()
    origin.reset()
    with Store(path) as store:
        again = list(generate_verdicts(links, settings=settings, resolve=origin.resolve, store=store))

    assert len(again) == 30
    assert not done & {f"http://www.example.org{request.path}" for request in origin.log}


def test_a_killed_process_loses_nothing_that_was_finished(path: Path) -> None:
    script = f"""
import itertools, sys
from papertrace.audit.store import Store
from papertrace.model import *
store = Store({str(path)!r})
for n in itertools.count():
    url = f"https://example.org/{{n}}"
    link = Link(raw=url, url=url, span=Span("a", 1), kind=LinkKind.PAGE)
    store.put(Verdict(link=link, outcome=Outcome.ALIVE, reason="200 OK", checked_at="2026-01-05T12:00:00Z"))
    print(n, flush=True)
"""
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for _ in range(50):
            last = int(process.stdout.readline())
        os.kill(process.pid, signal.SIGKILL)

    with Store(path) as store:
        assert all(store.last_verdict(link(f"https://example.org/{n}")) is not None for n in range(last + 1))


def test_a_file_that_is_not_a_database_is_refused(path: Path) -> None:
    path.write_text("not a database, but long enough to be looked at\n" * 100, encoding="utf-8")

    with pytest.raises(StoreError, match=r"store\.sqlite: cannot read the store"):
        Store(path)


def test_another_kind_of_database_is_left_unchanged(path: Path) -> None:
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE song (title TEXT)")
    other.close()
    before = path.read_bytes()

    with pytest.raises(StoreError, match="not a verdict store"):
        Store(path)
    assert path.read_bytes() == before


def test_a_store_of_a_newer_version_is_refused(path: Path) -> None:
    Store(path).close()
    newer = sqlite3.connect(path)
    newer.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    newer.close()

    with pytest.raises(StoreError, match=f"version {SCHEMA_VERSION + 1}.*upgrade papertrace"):
        Store(path)


@pytest.mark.parametrize("seen", ["[" * 100_000, "{", "1", '[{"ask":1}]'], ids=["deep", "cut", "number", "wrong"])
def test_a_malformed_row_is_reported(seen: str, path: Path) -> None:
    with Store(path) as store:
        store.put(verdict())
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE verdict SET seen = ?", (seen,))
    with Store(path) as store, pytest.raises(StoreError, match="a row of the store cannot be read"):
        store.last_verdict(link(URL))


@cases("change")
def test_a_store_whose_tables_are_not_those_of_its_version_is_refused(change: str, path: Path) -> None:
    with Store(path) as store:
        store.put(verdict())
    with closing(sqlite3.connect(path)) as database:
        database.executescript(change)

    with pytest.raises(StoreError, match=r"its tables are not those of a verdict store of version"):
        Store(path)


def test_what_somebody_added_to_a_store_does_no_harm(path: Path) -> None:
    with Store(path) as store:
        store.put(verdict())
    with closing(sqlite3.connect(path)) as database:
        database.executescript("ALTER TABLE verdict ADD COLUMN note TEXT; CREATE VIEW dead AS SELECT * FROM verdict")

    with Store(path) as store:
        assert store.last_verdict(link(URL)) is not None


def test_a_run_whose_date_is_damaged_is_left_out(path: Path) -> None:
    with Store(path) as store:
        store.put(verdict())
    with closing(sqlite3.connect(path)) as database:
        # As damage, which respects no declared types.
        types = "UPDATE sqlite_schema SET sql = replace(sql, 'STRICT', '') WHERE name = 'run'"
        database.executescript(f"PRAGMA writable_schema = ON; {types}; PRAGMA schema_version = 99")
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE run SET started_at = x'ff'")

    with Store(path) as store, pytest.raises(StoreError, match="no run on or before 2026-01-05"):
        store.find_run("2026-01-05")


def test_a_missing_folder_is_made_and_a_file_in_its_place_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "missing" / "store.sqlite"
    with Store(path):
        assert path.is_file()
    with pytest.raises(StoreError, match="cannot open the store"):
        Store(path / "store.sqlite")


def test_secrets_are_not_kept(path: Path) -> None:
    ask = Ask(method=Method.GET, url="https://example.org/?token=sesame")
    with Store(path) as store:
        store.put(
            Verdict(
                link=link(URL),
                outcome=Outcome.ALIVE,
                reason="200 OK",
                seen=(Observation(ask=ask, final_url=URL, status=200),),
                checked_at="2026-01-05T12:00:00Z",
            )
        )

    assert b"sesame" not in path.read_bytes()


def test_a_verdict_counts_the_runs_in_which_its_link_failed(path: Path) -> None:
    counts = []
    for day in (1, 2, 3):
        with Store(path) as store:
            counts.append(store.put(verdict(day=day)).n_failing)
    with Store(path) as store:
        again = store.last_verdict(link(URL))

    assert counts == [1, 2, 3]
    assert again is not None
    assert again.n_failing == 3


def run_on(path: Path, day: int, *verdicts: Verdict) -> None:
    with Store(path, now=datetime(2026, 1, day, 12, 0, tzinfo=UTC)) as store:
        for one in verdicts:
            store.put(one)


def test_a_run_is_found_by_its_name(path: Path) -> None:
    for day in (1, 3, 5):
        run_on(path, day, verdict(day=day))
    with Store(path) as store:
        names = ("last", "2", "2026-01-03", "2026-01-04", "2026-01-03T11:00", "2030-01-01")

        assert [store.find_run(name).id for name in names] == [3, 2, 2, 2, 1, 3]


@pytest.mark.parametrize("name", ["4", "0", "2025-12-31", "yesterday", "", "2026", "1 OR 1"])
def test_a_missing_run_is_reported_with_the_existing_ones(path: Path, name: str) -> None:
    for day in (1, 3, 5):
        run_on(path, day, verdict(day=day))

    with Store(path) as store, pytest.raises(StoreError, match=r"there are runs 1 \(2026-01-01T12:00:00Z\) to 3;"):
        store.find_run(name)


def test_opening_a_store_starts_no_run(path: Path) -> None:
    run_on(path, 1, verdict(day=1))
    run_on(path, 2)

    with Store(path) as store:
        assert store.find_run("last").started_at == "2026-01-01T12:00:00Z"


def test_the_first_run_has_no_earlier_one(path: Path) -> None:
    with Store(path) as store, pytest.raises(StoreError, match="none before this one"):
        store.find_run("last")


def test_the_verdict_at_the_end_of_a_run_may_come_from_an_earlier_one(path: Path) -> None:
    run_on(path, 1, verdict(Outcome.ALIVE, day=1))
    run_on(path, 2, verdict(Outcome.ALIVE, day=2, url="https://example.org/b"))
    run_on(path, 3, verdict(Outcome.DEAD, day=3))
    with Store(path) as store:
        found = [store.as_of(link(URL), run) for run in (0, 1, 2, 3)]

    assert [one.outcome if one else None for one in found] == [None, Outcome.ALIVE, Outcome.ALIVE, Outcome.DEAD]


def test_two_processes_may_create_and_fill_one_store_at_once(path: Path) -> None:
    n_processes, n_links = 4, 60
    script = f"""
import sys
from papertrace.audit.store import Store
from papertrace.model import *
sys.stdin.readline()
with Store({str(path)!r}) as store:
    for n in range({n_links}):
        for url in (f"https://example.org/{{n}}", f"https://example.org/{{sys.argv[1]}}/{{n}}"):
            link = Link(raw=url, url=url, span=Span("a", 1), kind=LinkKind.PAGE)
            store.put(Verdict(link=link, outcome=Outcome.DEAD, reason="404", checked_at="2026-01-05T12:00:00Z"))
"""
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", script, str(n)], stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        for n in range(n_processes)
    ]
    for process in processes:  # each waits for a line, so that all start together
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    errors = [process.communicate(timeout=60)[1] for process in processes]

    assert errors == [""] * n_processes
    with Store(path) as store:
        assert store.find_run("last").id == n_processes
        for n in range(n_links):
            runs = rows_of(path, f"https://example.org/{n}")
            assert len({run for run, _ in runs}) == n_processes
            assert {one.failing_since for _, one in runs} == {"2026-01-05T12:00:00Z"}
            assert all(store.last_verdict(link(f"https://example.org/{one}/{n}")) for one in range(n_processes))


# Copied from the first release of version 1, so that later changes of the schema do not affect it.
VERSION_1 = """
CREATE TABLE run (id INTEGER PRIMARY KEY, started_at TEXT NOT NULL) STRICT;
CREATE TABLE verdict (
    url TEXT NOT NULL, run INTEGER NOT NULL REFERENCES run (id), outcome TEXT NOT NULL, reason TEXT NOT NULL,
    new_url TEXT, repository_state TEXT, failing_since TEXT, n_failing INTEGER NOT NULL, checked_at TEXT NOT NULL,
    seen TEXT NOT NULL, PRIMARY KEY (url, run)
) STRICT, WITHOUT ROWID;
INSERT INTO run VALUES (1, '2026-01-01T12:00:00Z');
INSERT INTO verdict VALUES ('https://example.org/a', 1, 'dead', '404 Not Found', NULL, NULL, '2026-01-01T12:00:00Z', 1,
    '2026-01-01T12:00:00Z', '[]');
PRAGMA application_id = 1886679651;
PRAGMA user_version = 1;
"""


@pytest.fixture
def old_store(tmp_path: Path) -> Path:
    """Return a store as the first version wrote it."""
    path = tmp_path / "old.sqlite"
    database = sqlite3.connect(path)
    database.executescript(VERSION_1)
    database.close()
    return path


def version_of(path: Path) -> int:
    database = sqlite3.connect(path)
    try:
        return int(database.execute("PRAGMA user_version").fetchone()[0])
    finally:
        database.close()


def test_a_store_of_the_first_version_is_still_read(old_store: Path) -> None:
    with Store(old_store) as store:
        stored = store.last_verdict(link(URL))
        put = store.put(verdict(day=5))

    assert stored is not None
    assert (stored.outcome, stored.rescue, stored.has_snapshot) == (Outcome.DEAD, None, None)
    assert (stored.fragment_checked, stored.last_active) == (False, None)
    assert (put.failing_since, put.n_failing) == ("2026-01-01T12:00:00Z", 2)
    assert version_of(old_store) == SCHEMA_VERSION


def test_hosts_that_an_older_version_wrote_in_unicode_are_still_found(old_store: Path) -> None:
    with closing(sqlite3.connect(old_store)) as database, database:
        database.execute("UPDATE verdict SET url = 'https://münchen.example/ä'")
    with Store(old_store) as store:
        put = store.put(verdict(url="https://münchen.example/ä"))

    assert (put.failing_since, put.n_failing) == ("2026-01-01T12:00:00Z", 2)


def test_there_is_a_migration_from_every_version() -> None:
    assert sorted(MIGRATIONS) == list(range(1, SCHEMA_VERSION))


def add_note(database: sqlite3.Connection) -> None:
    database.execute("ALTER TABLE run ADD COLUMN note TEXT NOT NULL DEFAULT ''")


def fail_half_way(database: sqlite3.Connection) -> None:
    add_note(database)
    database.execute("ALTER TABLE nothing ADD COLUMN note TEXT")


def test_an_old_store_is_migrated_once(old_store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_schema, "MIGRATIONS", {**MIGRATIONS, SCHEMA_VERSION: add_note})
    monkeypatch.setattr(store_schema, "SCHEMA_VERSION", SCHEMA_VERSION + 1)

    for _ in range(2):
        with Store(old_store) as store:
            assert store.last_verdict(link(URL)) is not None
    assert version_of(old_store) == SCHEMA_VERSION + 1


def test_a_migration_that_fails_leaves_the_old_store(old_store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_schema, "MIGRATIONS", {**MIGRATIONS, SCHEMA_VERSION: fail_half_way})
    monkeypatch.setattr(store_schema, "SCHEMA_VERSION", SCHEMA_VERSION + 1)

    with pytest.raises(StoreError, match="cannot read the store"):
        Store(old_store)
    monkeypatch.undo()
    with Store(old_store) as store:
        assert store.last_verdict(link(URL)) is not None


def test_a_rescue_of_the_second_version_is_known_to_be_a_snapshot(old_store: Path) -> None:
    with closing(sqlite3.connect(old_store)) as database, database:
        MIGRATIONS[1](database)
        database.execute("UPDATE verdict SET rescue = 'https://archive.example.org/a'")
        database.execute("PRAGMA user_version = 2")

    with Store(old_store) as store:
        stored = store.last_verdict(link(URL))

    assert stored is not None
    assert (stored.rescue, stored.has_snapshot) == ("https://archive.example.org/a", True)


def test_a_snapshot_is_added_to_the_verdict_without_counting_another_failure(path: Path) -> None:
    run_on(path, 1, verdict(day=1))
    with Store(path) as store:
        known = store.last_verdict(link(URL))
        assert known is not None
        store.record_snapshot(replace(known, rescue="https://archive.example.org/a", has_snapshot=True))

    ((run, stored),) = rows_of(path)
    assert (run, stored.n_failing, stored.checked_at) == (1, 1, "2026-01-01T12:00:00Z")
    assert (stored.rescue, stored.has_snapshot) == ("https://archive.example.org/a", True)


@cases("before, now, has_snapshot, rescue", named=True)
def test_a_snapshot_is_kept_until_the_link_dies_or_recovers(
    before: Outcome, now: Outcome, rescue: str | None, *, has_snapshot: bool | None, path: Path
) -> None:
    address = "https://archive.example.org/a" if before is Outcome.DEAD else None
    run_on(path, 1, replace(verdict(before, day=1), rescue=address, has_snapshot=True))
    with Store(path) as store:
        found = store.put(verdict(now, day=2))

    assert (found.rescue, found.has_snapshot) == (rescue, has_snapshot)


def test_archives_without_a_snapshot_are_asked_again(path: Path) -> None:
    run_on(path, 1, replace(verdict(day=1), has_snapshot=False))
    with Store(path) as store:
        assert store.put(verdict(day=2)).has_snapshot is None


def test_a_store_whose_damage_is_not_even_text_is_refused_in_one_line(path: Path) -> None:
    with Store(path) as store:
        store.put(verdict())
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA journal_mode = DELETE")
    path.write_bytes(path.read_bytes().replace(b"CREATE TABLE verdict", b"CREATE \xd5ABLE verdict"))

    with pytest.raises(StoreError, match="cannot read the store"):
        Store(path)


def test_runs_that_cannot_be_read_are_an_error(path: Path) -> None:
    with Store(path) as store:
        store._database.execute("ALTER TABLE run RENAME TO other")  # noqa: SLF001 - as a program that damages it
        with pytest.raises(StoreError, match=r"store\.sqlite: cannot read the store"):
            store.earlier_runs()


PDF = (("content-type", "application/pdf"),)
LINKS = [link(f"https://lab.example.org/{number}.pdf", number) for number in (1, 2, 3)]


def there(_: Request) -> Answer:
    return Answer(status=200, headers=PDF, at="2026-01-05T12:00:00Z")


def test_a_store_that_cannot_be_written_costs_no_verdict(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with Store(path) as store:
        store._database.execute("PRAGMA query_only = 1")  # noqa: SLF001 - as on a full disk
        verdicts = list(auditor_of(AuditSettings(), there, VirtualClock(), store).run(LINKS))

    assert [one.outcome for one in verdicts] == [Outcome.ALIVE] * 3
    assert len(caplog.messages) == 1
    assert "cannot write to the store" in caplog.messages[0]
    assert caplog.messages[0].endswith("the audit goes on without it")


def test_a_row_that_cannot_be_read_costs_only_its_own_history(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with Store(path) as store:
        list(auditor_of(AuditSettings(), there, VirtualClock(), store).run(LINKS))
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE verdict SET outcome = 'nonsense' WHERE url = ?", (LINKS[1].url,))
    database.close()

    with Store(path) as store:
        verdicts = list(auditor_of(AuditSettings(), there, VirtualClock(), store).run(LINKS))

    assert {one.link.url: one.outcome for one in verdicts} == {one.url: Outcome.ALIVE for one in LINKS}
    assert len(caplog.messages) == 1
    assert "a row of the store cannot be read" in caplog.messages[0]
    with Store(path) as store:
        assert store.last_verdict(LINKS[1]) is not None


def test_a_store_that_its_disk_makes_unusable_is_distinguished_from_another_file(tmp_path: Path) -> None:
    damaged, other = tmp_path / "damaged.sqlite", tmp_path / "other.sqlite"
    with Store(damaged) as store:
        list(auditor_of(AuditSettings(), there, VirtualClock(), store).run(LINKS))
    content = bytearray(damaged.read_bytes())
    content[100:4096] = b"\xff" * 3996
    damaged.write_bytes(content)
    other.write_bytes(b"no database" * 100)

    with pytest.raises(UnusableStoreError, match="damaged"):
        Store(damaged)
    with pytest.raises(StoreError, match="not a database") as raised:
        Store(other)
    assert not isinstance(raised.value, UnusableStoreError)


def test_a_snapshot_that_cannot_be_written_costs_the_store_alone(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with Store(path) as store:
        (verdict, *_) = auditor_of(AuditSettings(), there, VirtualClock(), store).run(LINKS)
        lenient = LenientStore(store)
        lenient.record_snapshot(replace(verdict, has_snapshot=True))
        store._database.execute("PRAGMA query_only = 1")  # noqa: SLF001 - as on a full disk
        for has_snapshot in (False, None):
            lenient.record_snapshot(replace(verdict, has_snapshot=has_snapshot))

        assert [message.endswith("the audit goes on without it") for message in caplog.messages] == [True]
        stored = store.last_verdict(LINKS[0])
    assert stored is not None
    assert stored.has_snapshot is True
