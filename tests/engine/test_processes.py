"""Worker processes: what they share, how many there are, and what happens when one dies, or all must."""

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from tests.engine import functions
from tests.folders import ROOT

from papertrace.engine.processes import ProcessEngine
from papertrace.errors import EngineError

_MAX_SECONDS = 30


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder in which an engine makes its own, and which must be empty in the end."""
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    return temporary


@pytest.fixture
def engine(folder: Path) -> Iterator[ProcessEngine]:
    with ProcessEngine(2) as opened:
        yield opened
    assert list(folder.iterdir()) == []


def test_as_many_processes_work_as_asked_for(engine: ProcessEngine) -> None:
    processes = set(engine.map(functions.name_process, [b""] * 20))

    assert len(processes) == 2
    assert str(os.getpid()).encode() not in processes
    assert set(engine.map(functions.name_process, [b""] * 20)) == processes


def test_one_chunk_starts_one_worker(engine: ProcessEngine) -> None:
    first = list(engine.map(functions.name_process, [b""]))

    assert list(engine.map(functions.name_process, [b""])) == first


def test_a_shared_value_is_unpickled_once_in_each_worker(engine: ProcessEngine) -> None:
    seen = set(engine.map(functions.identify_shared, [b""] * 40, list(range(1_000))))

    assert len(seen) == 2


def test_a_shared_array_is_mapped_and_a_change_of_it_stays_in_the_worker(engine: ProcessEngine) -> None:
    array = np.arange(100_000, dtype=np.int64)

    assert set(engine.map(functions.total, [b""] * 10, array)) == {b"4999950000 False"}
    assert array[0] == 0


def test_a_worker_killed_once_is_replaced_and_its_chunk_done_again(engine: ProcessEngine, tmp_path: Path) -> None:
    chunks = [b"a", b"die", b"b", b"c"]

    kept = list(engine.map(functions.die_once, chunks, tmp_path))

    assert (tmp_path / "died").exists()
    assert list(engine.map(functions.repeat, kept, 1)) == [b"A", b"DIE", b"B", b"C"]


def test_a_worker_killed_twice_for_a_chunk_is_an_error_and_the_engine_goes_on(engine: ProcessEngine) -> None:
    kept = list(engine.map(functions.repeat, [b"a", b"b"], 1))
    with pytest.raises(EngineError, match=r"^chunk 2 of die_always: two workers died .* SIGKILL.*memory") as caught:
        list(engine.map(functions.die_always, [b"a", b"die", b"b"]))

    assert caught.value.chunk == 1
    assert list(engine.map(functions.repeat, kept, 2)) == [b"aa", b"bb"]


def test_a_worker_without_memory_counts_as_dead(engine: ProcessEngine) -> None:
    with pytest.raises(EngineError, match=r"^chunk 1 of run_out_of_memory: two workers died .* ran out of memory"):
        list(engine.map(functions.run_out_of_memory, [b"a"]))


def test_workers_killed_while_they_have_nothing_to_do_are_replaced(engine: ProcessEngine) -> None:
    before = set(engine.map(functions.name_process, [b""] * 20))
    for process in before:
        os.kill(int(process), signal.SIGKILL)
    time.sleep(0.1)

    after = set(engine.map(functions.name_process, [b""] * 20))

    assert len(after) == 2
    assert after & before == set()


def test_chunks_are_taken_as_workers_become_free(engine: ProcessEngine) -> None:
    taken = 0

    def chunks() -> Iterator[bytes]:
        nonlocal taken
        for number in range(200):
            taken += 1
            yield str(number).encode()

    results = engine.map(functions.repeat, chunks(), 1)
    ahead = [taken - number for number, _ in enumerate(results, start=1)]

    assert len(ahead) == 200
    assert max(ahead) <= 3 * 2


def test_a_function_that_workers_cannot_import_is_refused(engine: ProcessEngine) -> None:
    with pytest.raises(EngineError, match="cannot import it; define it in a module"):
        list(engine.map(lambda chunk, _: chunk, [b"a"]))


def test_a_shared_value_that_cannot_be_pickled_is_refused(engine: ProcessEngine) -> None:
    with pytest.raises(EngineError, match="what repeat shares cannot be pickled"):
        list(engine.map(functions.repeat, [b"a"], (letter for letter in "ab")))


def start_sleeping(tmp_path: Path) -> tuple["subprocess.Popen[str]", list[int]]:
    """Start a program whose two workers sleep, and return it and the processes of its workers and their server."""
    notes, temporary = tmp_path / "notes", tmp_path / "temporary"
    notes.mkdir()
    temporary.mkdir()
    code = (
        f"import signal, sys; sys.path.insert(0, {str(ROOT)!r}); from pathlib import Path; "
        # Where the tests run in the background of a script, Ctrl-C is ignored, and what they start inherits that.
        "signal.signal(signal.SIGINT, signal.default_int_handler); "
        "from tests.engine.functions import note_and_sleep; from papertrace.engine import open_engine\n"
        "with open_engine('processes', 2) as engine:\n"
        f"    list(engine.map(note_and_sleep, [b'a'] * 4, Path({str(notes)!r})))"
    )
    program = subprocess.Popen(
        [sys.executable, "-c", code],
        env={**os.environ, "TMPDIR": str(temporary)},
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    deadline_s = time.monotonic() + _MAX_SECONDS
    while len(list(notes.glob("*.pid"))) < 2 and time.monotonic() < deadline_s:
        time.sleep(0.02)
    workers = [int(path.stem) for path in notes.glob("*.pid")]
    assert len(workers) == 2
    return program, workers


def is_alive(process: int) -> bool:
    """Return whether a process runs; one that has ended stays in the table where PID 1 collects no status."""
    try:
        state = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state not in {"Z", "X"}


def wait_until_gone(processes: list[int]) -> None:
    deadline_s = time.monotonic() + _MAX_SECONDS
    while time.monotonic() < deadline_s:
        if not any(is_alive(process) for process in processes):
            return
        time.sleep(0.02)
    pytest.fail(f"still alive: {processes}")


def test_ctrl_c_leaves_no_process_and_no_file(tmp_path: Path) -> None:
    program, workers = start_sleeping(tmp_path)

    os.killpg(program.pid, signal.SIGINT)  # as a terminal does
    _, errors = program.communicate(timeout=_MAX_SECONDS)

    wait_until_gone(workers)
    assert list((tmp_path / "temporary").iterdir()) == []
    assert errors.count("Traceback") == errors.count("KeyboardInterrupt") == 1  # the program's own, no worker's


def test_the_death_of_the_program_leaves_no_process_and_no_file(tmp_path: Path) -> None:
    program, workers = start_sleeping(tmp_path)

    program.kill()
    program.communicate(timeout=_MAX_SECONDS)

    wait_until_gone(workers)
    deadline_s = time.monotonic() + _MAX_SECONDS
    while list((tmp_path / "temporary").iterdir()) and time.monotonic() < deadline_s:
        time.sleep(0.02)
    assert list((tmp_path / "temporary").iterdir()) == []


def test_an_engine_nobody_closed_ends_with_the_program(tmp_path: Path) -> None:
    code = (
        f"import sys; sys.path.insert(0, {str(ROOT)!r}); from tests.engine.functions import name_process\n"
        "from papertrace.engine import open_engine\n"
        "engine = open_engine('processes', 2)\n"
        "print(*(int(name) for name in set(engine.map(name_process, [b''] * 9))))"
    )
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        env={**os.environ, "TMPDIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
        timeout=_MAX_SECONDS,
    )

    assert run.stderr == ""
    wait_until_gone([int(process) for process in run.stdout.split()])
    assert list(tmp_path.iterdir()) == []
