import subprocess
import sys

import pytest

from papertrace.engine import MIN_FOR_PROCESSES, open_engine
from papertrace.engine.inline import InlineEngine
from papertrace.engine.opening import count_cores
from papertrace.engine.processes.engine import ProcessEngine
from papertrace.errors import SettingsError


@pytest.mark.parametrize(
    ("name", "master", "fact"),
    [
        ("sparc", None, "did you mean 'spark'"),
        (None, "local[2]", "only Spark has"),
        ("inline", "yarn", "only Spark has"),
    ],
    ids=["misspelt", "master without Spark", "master in this process"],
)
def test_a_choice_that_makes_no_sense_is_refused(name: str | None, master: str | None, fact: str) -> None:
    with pytest.raises(SettingsError, match=fact):
        open_engine(name, master=master)


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
