import subprocess
import sys
from pathlib import Path

import pytest

from papertrace.engine import MIN_FOR_PROCESSES, EngineSettings, open_engine
from papertrace.engine.inline import InlineEngine
from papertrace.engine.opening import count_cores, opened
from papertrace.engine.persistent.engine import PersistentEngine
from papertrace.engine.processes.engine import ProcessEngine
from papertrace.errors import SettingsError


@pytest.mark.parametrize(
    ("name", "workers", "master", "fact"),
    [
        ("sparc", None, None, "did you mean 'spark'"),
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


@pytest.mark.parametrize(
    ("workers", "n_papers", "kind"),
    [
        (None, None, InlineEngine),
        (None, MIN_FOR_PROCESSES - 1, InlineEngine),
        (1, 1_000_000, InlineEngine),
        (2, 1, ProcessEngine),
    ],
    ids=["nothing asked", "few papers", "one worker", "two workers"],
)
def test_the_engine_follows_from_workers_and_papers(workers: int | None, n_papers: int | None, kind: type) -> None:
    with open_engine(workers=workers, n_papers=n_papers) as engine:
        assert type(engine) is kind


def test_many_papers_are_handled_in_processes_where_there_are_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    for n_cores, kind in ((1, InlineEngine), (2, ProcessEngine)):
        monkeypatch.setattr("papertrace.engine.opening.count_cores", lambda n_cores=n_cores: n_cores)
        with open_engine(n_papers=MIN_FOR_PROCESSES) as engine:
            assert type(engine) is kind


def test_settings_open_nothing_for_papers_that_are_handled_in_memory(tmp_path: Path) -> None:
    work = tmp_path / "work"

    for settings in (EngineSettings(name="spark"), EngineSettings(workers=2), EngineSettings(work_dir=work)):
        with opened(settings, MIN_FOR_PROCESSES - 1) as engine:
            assert engine is None
    assert not work.exists()


def test_settings_open_the_engine_that_they_choose_for_more_papers_and_close_it(tmp_path: Path) -> None:
    work = tmp_path / "work"

    with opened(EngineSettings(work_dir=work, workers=1), MIN_FOR_PROCESSES) as engine:
        assert isinstance(engine, PersistentEngine)
    with opened(EngineSettings(work_dir=work, workers=1), MIN_FOR_PROCESSES) as engine:  # its lock is free again
        assert isinstance(engine, PersistentEngine)


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
        f"engine = open_engine(n_papers={MIN_FOR_PROCESSES - 1}); kept = engine.keep(lambda chunk, _: chunk, [b'a']); "
        "print(list(engine.map(lambda chunk, _: chunk, kept))); "
        "print(sorted({'multiprocessing', 'subprocess', 'papertrace.engine.processes', 'pyspark'} "
        "& set(sys.modules)))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert run.stdout == "[b'a']\n[]\n"
