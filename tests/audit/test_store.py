"""Verdicts from run to run."""

import os
import signal
import sqlite3
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from tests.origin.cases import link
from tests.origin.server import Origin

from papertrace.audit import AuditSettings, Store, audit
from papertrace.audit.store import SCHEMA_VERSION
from papertrace.errors import StoreError
from papertrace.model import Ask, Fault, Hop, Method, Observation, Outcome, RepositoryState, Verdict

URL = "https://example.org/a"
NOON = datetime(2026, 1, 5, 12, 0, tzinfo=UTC)
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


def test_a_new_store_knows_nothing(tmp_path: Path) -> None:
    with Store(tmp_path / "store.sqlite") as store:
        assert store.latest(URL) is None
        assert store.history(URL) == []
        assert store.fresh(link(URL), now=NOON, max_age_s=1e9) is None


def test_a_verdict_comes_back_as_it_was_put_but_for_the_body(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    with Store(path) as store:
        put = store.put(verdict())
    with Store(path) as store:
        again = store.fresh(link(URL), now=NOON + timedelta(hours=1), max_age_s=1e9)

    assert again is not None
    assert again.seen[0].hops == SEEN.hops
    assert again.seen[0].body == ""
    assert again.seen[1].fault is Fault.TIMEOUT
    assert (again.outcome, again.reason, again.new_url) == (put.outcome, put.reason, put.new_url)
    assert (again.repository_state, again.failing_since) == (put.repository_state, put.failing_since)


@pytest.mark.parametrize(
    ("outcome", "hours", "max_age_s", "is_known"),
    [
        pytest.param(Outcome.ALIVE, 1, 86400, True, id="young"),
        pytest.param(Outcome.ALIVE, 25, 86400, False, id="older than the settings allow"),
        pytest.param(Outcome.DEAD, 25, 1e9, False, id="older than such a verdict lasts"),
        pytest.param(Outcome.ALIVE, 1, 0, False, id="everything anew"),
        pytest.param(Outcome.ALIVE, -1, 86400, False, id="from the future"),
        pytest.param(Outcome.UNSTABLE, 0, 86400, False, id="transient"),
        pytest.param(Outcome.RATE_LIMITED, 0, 86400, False, id="rate limited"),
    ],
)
def test_only_a_young_and_lasting_verdict_stands_in_for_asking(
    tmp_path: Path, outcome: Outcome, hours: int, max_age_s: float, *, is_known: bool
) -> None:
    with Store(tmp_path / "store.sqlite") as store:
        store.put(verdict(outcome))

        found = store.fresh(link(URL), now=NOON + timedelta(hours=hours), max_age_s=max_age_s)

    assert (found is not None) == is_known


def test_failing_since_is_the_first_of_the_runs_in_a_row(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
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
    with Store(path) as store:
        assert [past.n_failing for past in store.history(URL)] == [1, 0, 1, 1, 2, 3, 0]


def test_two_verdicts_on_a_url_in_one_run_are_one_failure(tmp_path: Path) -> None:
    with Store(tmp_path / "store.sqlite") as store:
        store.put(verdict())
        store.put(verdict())

        assert [past.n_failing for past in store.history(URL)] == [1]


def test_what_was_never_asked_is_not_kept(tmp_path: Path) -> None:
    skipped = Verdict(link=link("mailto:a@example.org"), outcome=Outcome.SKIPPED, reason="mailto: is not asked")
    with Store(tmp_path / "store.sqlite") as store:
        assert store.put(skipped) == skipped
        assert store.latest("mailto:a@example.org") is None


def test_an_audit_does_not_ask_again_what_the_store_knows(
    tmp_path: Path, origin: Origin, settings: AuditSettings
) -> None:
    links = [link("http://www.example.org/paper.pdf"), link("http://www.example.org/gone")]
    with Store(tmp_path / "store.sqlite") as store:
        first = list(audit(links, settings=settings, resolve=origin.resolve, store=store))
    n_asked = len(origin.log)
    with Store(tmp_path / "store.sqlite") as store:
        second = list(audit(links, settings=settings, resolve=origin.resolve, store=store))

    assert len(origin.log) == n_asked > 0
    assert {one.link.url: one.outcome for one in first} == {one.link.url: one.outcome for one in second}


def test_an_abandoned_audit_goes_on_where_it_was(tmp_path: Path, origin: Origin, settings: AuditSettings) -> None:
    links = [link(f"http://www.example.org/gone/{number}") for number in range(30)]
    with Store(tmp_path / "store.sqlite") as store:
        verdicts = audit(links, settings=settings, resolve=origin.resolve, store=store)
        done = {next(verdicts).link.url for _ in range(10)}
        verdicts.close()
    origin.reset()
    with Store(tmp_path / "store.sqlite") as store:
        again = list(audit(links, settings=settings, resolve=origin.resolve, store=store))

    assert len(again) == 30
    assert not done & {f"http://www.example.org{request.path}" for request in origin.log}


def test_a_killed_process_loses_nothing_that_was_finished(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
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
        assert all(store.latest(f"https://example.org/{n}") is not None for n in range(last + 1))


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    path.write_text("not a database, but long enough to be looked at\n" * 100, encoding="utf-8")

    with pytest.raises(StoreError, match=r"store\.sqlite: cannot read the store"):
        Store(path)


def test_a_database_of_something_else_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE song (title TEXT)")
    other.close()
    before = path.read_bytes()

    with pytest.raises(StoreError, match="a database of something else"):
        Store(path)
    assert path.read_bytes() == before


def test_a_store_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    Store(path).close()
    newer = sqlite3.connect(path)
    newer.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    newer.close()

    with pytest.raises(StoreError, match=f"version {SCHEMA_VERSION + 1}.*upgrade papertrace"):
        Store(path)


def test_a_folder_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot open the store"):
        Store(tmp_path / "missing" / "store.sqlite")


def test_secrets_are_not_kept(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
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
