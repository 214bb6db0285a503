"""The store of what services answered."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Barrier

import pytest
from tests.case_tables import cases

from papertrace.audit.store import Store
from papertrace.enrich.store import FactStore
from papertrace.errors import StoreError
from papertrace.model.papers.facts import CitedWork, Work

NOW = datetime(2026, 1, 5, 12, tzinfo=UTC)
AT = "2026-01-05T12:00:00Z"
WORK = Work(
    names=("doi:10.5555/1",), title="Made up", references=(CitedWork(names=("doi:10.5555/2",), title="\u202e"),)
)


def test_a_key_that_was_not_asked_has_no_answer() -> None:
    with FactStore() as store:
        assert store.get("crossref", "doi:10.5555/1", not_before=NOW) is None


def test_answers_are_read_back_by_another_process(tmp_path: Path) -> None:
    with FactStore(tmp_path / "facts.sqlite") as store:
        store.put("crossref", [("doi:10.5555/1", (WORK,)), ("doi:10.5555/9", ())], AT)

    with FactStore(tmp_path / "facts.sqlite") as store:
        assert store.get("crossref", "doi:10.5555/1", not_before=NOW) == ((WORK,), AT)
        assert store.get("crossref", "doi:10.5555/9", not_before=NOW) == ((), AT)
        assert store.get("openalex", "doi:10.5555/1", not_before=NOW) is None


def test_an_answer_that_is_too_old_is_none() -> None:
    with FactStore() as store:
        store.put("crossref", [("doi:10.5555/1", (WORK,))], AT)

        assert store.get("crossref", "doi:10.5555/1", not_before=NOW + timedelta(seconds=1)) is None


def test_a_row_that_cannot_be_read_is_asked_again(tmp_path: Path) -> None:
    path = tmp_path / "facts.sqlite"
    with FactStore(path) as store:
        store.put("crossref", [("doi:10.5555/1", (WORK,))], AT)
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE answer SET works = '[{]'")

    with FactStore(path) as store:
        assert store.get("crossref", "doi:10.5555/1", not_before=NOW) is None


def test_a_store_whose_table_is_another_one_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "facts.sqlite"
    with FactStore(path):
        pass
    with closing(sqlite3.connect(path)) as database:
        database.executescript("DROP TABLE answer; CREATE TABLE answer (service, key, answered_at, works)")

    with pytest.raises(StoreError, match="its tables are not those of a store of facts"):
        FactStore(path)


@cases("damage", named=True)
def test_a_value_of_another_type_is_asked_again(damage: str, tmp_path: Path) -> None:
    path = tmp_path / "facts.sqlite"
    with FactStore(path) as store:
        store.put("crossref", [("doi:10.5555/1", (WORK,))], AT)
    with closing(sqlite3.connect(path)) as database, database:
        # As damage, which respects no declared types.
        types = "UPDATE sqlite_schema SET sql = replace(sql, 'STRICT, ', '')"
        database.executescript(f"PRAGMA writable_schema = ON; {types}; PRAGMA schema_version = 99")
    with closing(sqlite3.connect(path)) as database, database:
        database.execute(damage)

    with FactStore(path) as store:
        assert store.get("crossref", "doi:10.5555/1", not_before=NOW) is None


def test_the_store_of_an_audit_is_not_overwritten(tmp_path: Path) -> None:
    with Store(tmp_path / "audit.sqlite"):
        pass

    with pytest.raises(StoreError, match="is not a store of facts"):
        FactStore(tmp_path / "audit.sqlite")


def test_a_file_of_another_kind_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("no database, but long enough to look at" * 10)

    with pytest.raises(StoreError, match="cannot"):
        FactStore(tmp_path / "x")


def test_a_store_whose_damage_is_not_even_text_is_refused_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "facts.sqlite"
    FactStore(path).close()
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA journal_mode = DELETE")
    path.write_bytes(path.read_bytes().replace(b"CREATE TABLE answer", b"CREATE \xd5ABLE answer"))

    with pytest.raises(StoreError, match="cannot read the store"):
        FactStore(path).get("made-up", "key", not_before=datetime(2000, 1, 1, tzinfo=UTC))


def test_a_new_store_may_be_opened_by_several_runs_at_once(tmp_path: Path) -> None:
    path, begin = tmp_path / "facts.sqlite", Barrier(8)

    def open_and_put(number: int) -> int:
        begin.wait()
        with FactStore(path) as store:
            store.put("crossref", [(f"doi:10.1000/{number}", ())], "2026-01-01T00:00:00Z")
        return number

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(open_and_put, range(8))) == list(range(8))
    with closing(sqlite3.connect(path)) as database:
        assert database.execute("SELECT count(*) FROM answer").fetchone() == (8,)
