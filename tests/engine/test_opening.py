import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.case_tables import cases

from papertrace.engine import MIN_FOR_PROCESSES, EngineSettings, open_engine
from papertrace.engine.opening import MIN_FOR_PROCESSES_OF_GRAPHS, count_cores, opened
from papertrace.engine.processes import ProcessEngine
from papertrace.engine.protocol import InlineEngine
from papertrace.engine.stored import StoringEngine
from papertrace.errors import EngineError, SettingsError


@pytest.mark.parametrize(
    ("name", "workers", "master", "fact"),
    [
        ("sparc", None, None, "^engine is 'sparc', .*did you mean 'spark'"),
        (None, None, "local[2]", "only Spark has; add --engine spark"),
        ("inline", None, "yarn", "only Spark has"),
        ("spark", 2, "yarn", "leave --workers out"),
        ("inline", 2, None, "this process alone"),
        (None, 0, None, "use 1 or more"),
    ],
    ids=["misspelt", "master without Spark", "master inline", "master and workers", "workers inline", "no worker"],
)
def test_a_choice_that_makes_no_sense_is_refused(
    name: str | None, workers: int | None, master: str | None, fact: str
) -> None:
    with pytest.raises(SettingsError, match=fact):
        open_engine(name, workers, master=master)


def test_many_papers_are_handled_in_processes_where_there_are_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    for n_cores, kind in ((1, InlineEngine), (2, ProcessEngine)):
        monkeypatch.setattr("papertrace.engine.opening.count_cores", lambda n_cores=n_cores: n_cores)
        for engine in (open_engine(n_papers=MIN_FOR_PROCESSES), open_engine(workers=n_cores)):
            with engine:
                assert type(engine) is kind


def test_settings_open_nothing_for_papers_that_are_handled_in_memory(tmp_path: Path) -> None:
    work = tmp_path / "work"

    for settings in (EngineSettings(name="inline", work_dir=work), EngineSettings(workers=2, work_dir=work)):
        with opened(settings, MIN_FOR_PROCESSES - 1) as engine:
            assert engine is None
    assert not work.exists()


def test_an_engine_that_is_named_is_opened_for_any_number_of_papers() -> None:
    with opened(EngineSettings(name="processes", workers=1), 1) as engine:
        assert isinstance(engine, ProcessEngine)


def test_settings_open_the_engine_that_they_choose_for_more_papers_and_close_it(tmp_path: Path) -> None:
    work = tmp_path / "work"

    with opened(EngineSettings(work_dir=work, workers=1), MIN_FOR_PROCESSES) as engine:
        assert isinstance(engine, StoringEngine)
    with opened(EngineSettings(work_dir=work, workers=1), MIN_FOR_PROCESSES) as engine:  # its lock is free again
        assert isinstance(engine, StoringEngine)


def test_an_open_engine_is_used_for_any_number_of_papers_and_stays_open() -> None:
    with InlineEngine() as engine:
        with opened(engine, 1) as same:
            assert same is engine
        assert list(engine.map(lambda chunk, _: chunk, [b"a"])) == [b"a"]


def test_this_process_may_use_a_core() -> None:
    assert count_cores() >= 1


def test_below_the_threshold_nothing_of_processes_is_imported() -> None:
    code = (
        "import sys; from papertrace.engine import open_engine; "
        f"engine = open_engine(n_papers={MIN_FOR_PROCESSES - 1}); "
        f"kept = list(engine.map(lambda chunk, _: chunk, [b'a'])); "
        "print(list(engine.map(lambda chunk, _: chunk, kept))); "
        "print(sorted({'multiprocessing', 'subprocess', 'papertrace.engine.processes', 'pyspark'} "
        "& set(sys.modules)))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert run.stdout == "[b'a']\n[]\n"


@cases("settings, message", named=True)
def test_a_refusal_says_what_to_leave_out(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(SettingsError) as caught:
        EngineSettings(**settings)

    assert str(caught.value) == message


@pytest.mark.parametrize(
    "settings",
    [{"name": "inline", "workers": 1}, {"name": "spark", "master": "yarn"}, {"name": "spark", "workers": 3}, {}],
    ids=["one worker inline", "a cluster", "threads of Spark", "nothing"],
)
def test_what_makes_sense_is_accepted(settings: dict[str, Any]) -> None:
    assert EngineSettings(**settings).name == settings.get("name")


def test_a_system_that_cannot_fork_has_no_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("papertrace.engine.opening.HAS_PROCESSES", False)

    with pytest.raises(SettingsError) as caught:
        EngineSettings(name="processes")
    assert str(caught.value) == "engine is 'processes', which this system does not support; leave --engine out"
    assert EngineSettings(workers=2).choose() == "inline"
    assert EngineSettings(workers=2).choose(MIN_FOR_PROCESSES) == "inline"


@cases("settings, name, n_papers", named=True)
def test_the_choice_follows_from_what_is_known(
    settings: dict[str, Any], n_papers: int | None, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("papertrace.engine.opening.count_cores", lambda: 2)

    assert EngineSettings(**settings).choose(n_papers) == name


def test_graphs_are_made_in_this_process_up_to_more_papers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("papertrace.engine.opening.count_cores", lambda: 2)
    with opened(EngineSettings(), MIN_FOR_PROCESSES_OF_GRAPHS - 1, MIN_FOR_PROCESSES_OF_GRAPHS) as engine:
        assert engine is None
    with opened(EngineSettings(), MIN_FOR_PROCESSES_OF_GRAPHS, MIN_FOR_PROCESSES_OF_GRAPHS) as engine:
        assert type(engine) is ProcessEngine


class FakeEngine:
    """An engine that keeps what it was opened with."""

    def __init__(self, *given: object) -> None:
        self.given = given


@cases("settings, given", named=True)
def test_spark_is_opened_with_its_master(
    settings: dict[str, Any], given: tuple[object, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("pyspark")
    monkeypatch.setattr("papertrace.engine.opening.count_cores", lambda: 7)
    monkeypatch.setattr("papertrace.engine.spark.SparkEngine", FakeEngine)

    engine = EngineSettings(**settings).open()

    assert isinstance(engine, FakeEngine)
    assert engine.given == given


def test_processes_and_stored_results_are_opened_with_what_they_need(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("papertrace.engine.opening.count_cores", lambda: 7)
    monkeypatch.setattr("papertrace.engine.processes.ProcessEngine", FakeEngine)
    monkeypatch.setattr("papertrace.engine.stored.StoringEngine", FakeEngine)

    for workers, n_workers in ((None, 7), (3, 3)):
        engine = EngineSettings(name="processes", workers=workers).open()
        assert isinstance(engine, FakeEngine)
        assert engine.given == (n_workers,)
    stored = open_engine("processes", 2, work_dir=tmp_path)
    assert isinstance(stored, FakeEngine)
    inner, folder = stored.given
    assert isinstance(inner, FakeEngine)
    assert (inner.given, folder) == ((2,), tmp_path)


@pytest.mark.parametrize(
    ("settings", "is_opened"),
    [({"name": "inline"}, False), ({"workers": 2}, True), ({"name": "spark"}, True)],
    ids=["inline", "processes", "Spark"],
)
def test_an_engine_is_opened_for_many_papers_unless_this_process_does_the_work(
    settings: dict[str, Any], monkeypatch: pytest.MonkeyPatch, *, is_opened: bool
) -> None:
    asked: list[tuple[object, ...]] = []
    engine = InlineEngine()

    def open_one(self: EngineSettings, *given: object) -> InlineEngine:
        asked.append((self, *given))
        return engine

    monkeypatch.setattr(EngineSettings, "open", open_one)
    chosen = EngineSettings(**settings)
    with opened(chosen, MIN_FOR_PROCESSES) as one:
        assert one is (engine if is_opened else None)

    assert asked == ([(chosen, MIN_FOR_PROCESSES, MIN_FOR_PROCESSES)] if is_opened else [])
    if is_opened:
        with pytest.raises(EngineError, match="closed"):
            engine.map(lambda chunk, _: chunk, [])


def test_no_engine_and_no_settings_are_no_engine() -> None:
    with opened(None, MIN_FOR_PROCESSES) as engine:
        assert engine is None
