"""The parts of the engine of worker processes: messages, what workers share, results in files, how workers end."""

import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.engine import functions

from papertrace.engine.processes.engine import ProcessEngine
from papertrace.engine.processes.messages import receive, send
from papertrace.engine.processes.pool import Pool, _close, _describe_status
from papertrace.engine.processes.shared import read_shared, write_shared
from papertrace.engine.processes.worker import Stored, read_stored
from papertrace.errors import EngineError, ListingError

LARGE = bytes(range(256)) * 20_000  # more than is received at once


@pytest.fixture
def ends() -> Iterator[tuple[socket.socket, socket.socket]]:
    one, other = socket.socketpair()
    with one, other:
        yield one, other


@settings(max_examples=30)
@given(
    values=st.lists(
        st.none() | st.binary() | st.integers() | st.text() | st.tuples(st.text(), st.floats(0, 1)), max_size=6
    )
)
def test_values_arrive_in_order_and_as_they_were_sent(values: list[object]) -> None:
    one, other = socket.socketpair()
    with one, other:
        for value in values:
            send(one, value)

        assert [receive(other) for _ in values] == values


def test_a_large_value_arrives_whole(ends: tuple[socket.socket, socket.socket]) -> None:
    sender = threading.Thread(target=send, args=(ends[0], LARGE))
    sender.start()

    assert receive(ends[1]) == LARGE
    sender.join()


@pytest.mark.parametrize("sent", [b"", b"\7\0\0", b"\x09" + bytes(7), b"\x09" + bytes(7) + b"abc"], ids=len)
def test_an_end_that_is_closed_before_a_whole_value_is_the_end(
    ends: tuple[socket.socket, socket.socket], sent: bytes
) -> None:
    ends[0].sendall(sent)
    ends[0].close()

    with pytest.raises(EOFError):
        receive(ends[1])


def test_a_closed_end_cannot_be_sent_to(ends: tuple[socket.socket, socket.socket]) -> None:
    ends[1].close()

    with pytest.raises(OSError, match="Broken pipe"):
        send(ends[0], b"x")


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


def test_a_stored_result_is_the_part_of_its_file(tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(LARGE)

    for start, length in ((0, 0), (0, 5), (256, 3), (7, 1 << 21), (len(LARGE) - 1, 1)):
        assert read_stored(Stored(tmp_path / "x", start, length)) == LARGE[start : start + length]


@pytest.mark.parametrize(("start", "length"), [(0, 6), (4, 2), (9, 1)], ids=["longer", "at the end", "beyond"])
def test_a_stored_result_that_is_cut_off_is_no_result(tmp_path: Path, start: int, length: int) -> None:
    (tmp_path / "x").write_bytes(b"abcde")

    with pytest.raises(EOFError, match=r"x$"):
        read_stored(Stored(tmp_path / "x", start, length))


@pytest.mark.parametrize(
    ("status", "expected"),
    [
        (None, "was lost"),
        (int(signal.SIGKILL), "was killed by SIGKILL, probably for want of memory"),
        (int(signal.SIGSEGV), "was killed by SIGSEGV"),
        (3 << 8, "ended with status 3"),
        (77 << 8, "ran out of memory"),
    ],
    ids=["lost", "killed", "crashed", "ended", "memory"],
)
def test_how_a_worker_ended_is_told(status: int | None, expected: str) -> None:
    assert _describe_status(status) == expected


def test_a_worker_that_ends_itself_is_told() -> None:
    with (
        ProcessEngine(1) as engine,
        pytest.raises(EngineError, match=r"chunk 1 of end_process: .* ended with status 3;"),
    ):
        engine.keep(functions.end_process, [b"a"], 3)


def test_a_worker_whose_caller_is_gone_ends_quietly() -> None:
    code = (
        "import socket; from papertrace.engine.processes.worker import run_worker\n"
        "ours, theirs = socket.socketpair(); ours.close(); run_worker(theirs)"
    )

    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)

    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")


def test_without_a_folder_for_temporary_files_the_error_names_the_variable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "gone"))

    with pytest.raises(EngineError, match=r"gone: No such file or directory; set TMPDIR to keep temporary files"):
        Pool(1)


@pytest.mark.parametrize("call", ["keep", "map"])
def test_a_folder_of_results_that_vanishes_is_an_error_that_names_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with ProcessEngine(1) as engine:
        (folder,) = tmp_path.iterdir()
        folder.rmdir()
        with pytest.raises(EngineError) as caught:
            list(getattr(engine, call)(functions.repeat, [b"a"], 1) or ())

    assert str(caught.value) == (
        f"{folder}: No such file or directory; set TMPDIR to keep temporary files in another folder"
    )


def test_results_without_room_are_an_error_that_names_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with ProcessEngine(1) as engine:
        (folder,) = tmp_path.iterdir()
        with pytest.raises(EngineError) as caught:
            engine.keep(functions.remove_and_return, [b"a"], folder / "0")

    assert str(caught.value) == (
        f"{folder}: No such file or directory; set TMPDIR to keep temporary files in another folder"
    )


def test_each_worker_keeps_its_results_in_a_file_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with ProcessEngine(2) as engine:
        kept = engine.keep(functions.name_process, [b""] * 20)
        processes = {name.decode() for name in engine.map(functions.repeat, kept, 1)}
        files = {path.name for path in tmp_path.glob("*/0/*")}

    assert len(processes) == 2
    assert files == processes


def test_workers_do_not_run_away_from_a_slow_chunk() -> None:
    taken: list[bytes] = []

    def chunks() -> Iterator[bytes]:
        for chunk in [b"slow", *([b"fast"] * 60)]:
            taken.append(chunk)
            yield chunk

    with ProcessEngine(2) as engine:
        assert next(engine.map(functions.take_long_once, chunks(), 0.3)) == b"slow"

    assert len(taken) <= 3 * 2


@pytest.mark.parametrize("call", ["keep", "map"])
def test_an_error_meant_for_the_user_comes_from_a_worker_as_it_is(call: str) -> None:
    with ProcessEngine(1) as engine, pytest.raises(ListingError, match=r"^papers\.bib:1:1: the file has changed$"):
        list(getattr(engine, call)(functions.refuse_politely, [b""]) or ())


def test_a_pool_that_is_closed_leaves_no_folder_and_may_be_closed_again() -> None:
    pool = Pool(1)
    assert pool.folder.is_dir()
    pool.close()
    pool.close()

    assert not pool.folder.exists()


def test_the_end_of_a_fork_leaves_the_pool_of_its_parent(monkeypatch: pytest.MonkeyPatch) -> None:
    pool = Pool(1)
    ours = os.getpid()
    with monkeypatch.context() as patched:
        patched.setattr(os, "getpid", lambda: ours + 1)
        _close([], pool.folder, ours)

    assert pool.folder.is_dir()
    pool.close()
    assert not pool.folder.exists()
