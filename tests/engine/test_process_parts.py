"""The parts of the engine of worker processes: what workers share, how they end, its folder."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.engine import functions
from tests.folders import ROOT

from papertrace.engine.processes import ProcessEngine, read_shared, write_shared
from papertrace.errors import EngineError

ARRAYS: "tuple[np.ndarray[Any, Any], ...]" = (
    np.arange(1_000, dtype=np.int64),
    np.zeros(0),
    np.arange(7, dtype=np.uint8),
    np.arange(12).reshape(3, 4)[:, ::2],
    np.array([1.5]),
)


@pytest.mark.parametrize("shared", [None, "words", {"a": (1, 2.5)}, b"x" * 3_000], ids=lambda one: type(one).__name__)
def test_what_is_shared_is_read_as_it_was_written(tmp_path: Path, shared: object) -> None:
    write_shared(tmp_path / "x", functions.repeat, shared)

    assert read_shared(tmp_path / "x") == (functions.repeat, shared)


def test_shared_arrays_are_equal_aligned_and_in_the_mapped_file(tmp_path: Path) -> None:
    write_shared(tmp_path / "x", functions.repeat, {"arrays": ARRAYS, "n": 5})

    function, shared = read_shared(tmp_path / "x")

    assert (function, shared["n"]) == (functions.repeat, 5)
    for found, expected in zip(shared["arrays"], ARRAYS, strict=True):
        assert found.dtype == expected.dtype
        assert np.array_equal(found, expected)
    whole = [found for found, expected in zip(shared["arrays"], ARRAYS, strict=True) if expected.flags.c_contiguous]
    assert all(found.ctypes.data % 64 == 0 for found in whole if found.size)
    assert not any(found.flags.owndata for found in whole)
    shared["arrays"][0][0] = 99
    assert read_shared(tmp_path / "x")[1]["arrays"][0][0] == 0


def test_a_worker_that_ends_itself_is_told() -> None:
    with (
        ProcessEngine(1) as engine,
        pytest.raises(EngineError, match=r"chunk 1 of end_process: .* ended with status 3;"),
    ):
        list(engine.map(functions.end_process, [b"a"], 3))


def test_without_a_folder_for_temporary_files_the_error_names_the_variable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "gone"))

    with pytest.raises(EngineError, match=r"gone: No such file or directory; set TMPDIR to keep temporary files"):
        ProcessEngine(1)


def test_a_folder_that_vanishes_is_an_error_that_names_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with ProcessEngine(1) as engine:
        (folder,) = tmp_path.iterdir()
        folder.rmdir()
        with pytest.raises(EngineError) as caught:
            list(engine.map(functions.repeat, [b"a"], 1))

    assert str(caught.value) == (
        f"{folder}: No such file or directory; set TMPDIR to keep temporary files in another folder"
    )


def test_workers_do_not_run_away_from_a_slow_chunk() -> None:
    taken: list[bytes] = []

    def chunks() -> Iterator[bytes]:
        for chunk in [b"slow", *([b"fast"] * 60)]:
            taken.append(chunk)
            yield chunk

    with ProcessEngine(2) as engine:
        assert next(engine.map(functions.take_long_once, chunks(), 0.3)) == b"slow"

    assert len(taken) <= 3 * 2


def test_the_end_of_a_fork_leaves_the_folder_of_its_parent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    engine = ProcessEngine(1)
    process = os.fork()
    if not process:
        engine._end()  # noqa: SLF001 - as at its exit
        os._exit(0)
    os.waitpid(process, 0)

    assert len(list(tmp_path.iterdir())) == 1
    engine.close()
    engine.close()
    assert list(tmp_path.iterdir()) == []


def test_a_script_without_a_guard_is_not_run_again_by_the_workers(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        f"import sys; sys.path.insert(0, {str(ROOT)!r})\n"
        "from papertrace.engine import open_engine; from tests.engine.functions import repeat\n"
        "print('begun')\n"
        "with open_engine('processes', 2) as engine:\n"
        "    print(list(engine.map(repeat, [b'a', b'b'], 2)))\n",
        encoding="utf-8",
    )
    run = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=True)

    assert (run.stdout, run.stderr) == ("begun\n[b'aa', b'bb']\n", "")


def test_of_chunks_that_were_handed_out_together_only_the_one_that_kills_is_blamed() -> None:
    with ProcessEngine(2) as engine, pytest.raises(EngineError, match=r"^chunk 4 of die_always: ") as caught:
        list(engine.map(functions.die_always, [b"a", b"b", b"c", b"die", b"die"]))

    assert caught.value.chunk == 3
