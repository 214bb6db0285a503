"""An audit goes on without its store, or past a row of it, and says so."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from tests.clients import auditor_of
from tests.origin.cases import link

from papertrace.audit import AuditSettings, Store
from papertrace.audit.store import LenientStore, UnusableStoreError
from papertrace.errors import StoreError
from papertrace.model import Outcome
from papertrace.web.exchange import Answer, Request, VirtualClock

PDF = (("content-type", "application/pdf"),)
LINKS = [link(f"https://lab.example.org/{number}.pdf", number) for number in (1, 2, 3)]


def there(_: Request) -> Answer:
    return Answer(status=200, headers=PDF, at="2026-01-05T12:00:00Z")


def test_a_store_that_cannot_be_written_costs_no_verdict(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = tmp_path / "store.sqlite"
    with Store(path) as store:
        store._database.execute("PRAGMA query_only = 1")  # noqa: SLF001 - as on a full disk
        verdicts = list(auditor_of(AuditSettings(), there, VirtualClock(), store).run(LINKS))

    assert [one.outcome for one in verdicts] == [Outcome.ALIVE] * 3
    assert len(caplog.messages) == 1
    assert "cannot write to the store" in caplog.messages[0]
    assert caplog.messages[0].endswith("the audit goes on without it")


def test_a_row_that_cannot_be_read_costs_only_its_own_history(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = tmp_path / "store.sqlite"
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


def test_a_snapshot_that_cannot_be_written_costs_the_store_alone(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "store.sqlite"
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
