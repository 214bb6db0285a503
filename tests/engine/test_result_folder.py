"""The folder of persistent results: what is written, read, refused and removed."""

import logging
import os
import sys
import time
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from papertrace.engine import stored
from papertrace.engine.stored import ResultFolder, name_version, read_result, write_result
from papertrace.errors import EngineError

HOUR_S = 3_600
RESULT = b"papers and their concepts\n" * 100


def locate_results(work: Path) -> Path:
    return work / f".results-{stored.name_version()}"


@pytest.fixture
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(stored, "name_version", lambda: "this")
    return tmp_path / "work"


def reopen(work: Path) -> None:
    ResultFolder(work).close()


def set_age(path: Path, seconds: float) -> float:
    """Set the time of a file's last change, and return it."""
    then_s = time.time() - seconds
    os.utime(path, (then_s, then_s))
    return path.stat().st_mtime


@pytest.mark.parametrize("result", [b"", b"\0", RESULT, os.urandom(5_000)], ids=["empty", "zero", "text", "random"])
def test_a_result_is_read_as_it_was_written_and_nothing_else_is_left(tmp_path: Path, result: bytes) -> None:
    write_result(tmp_path / "key", zlib.compress(result))

    assert read_result(tmp_path / "key") == result
    assert [path.name for path in tmp_path.iterdir()] == ["key"]


def test_a_result_is_packed(tmp_path: Path) -> None:
    write_result(tmp_path / "key", zlib.compress(RESULT))

    assert (tmp_path / "key").stat().st_size < len(RESULT) / 10


def test_a_result_replaces_an_earlier_one(tmp_path: Path) -> None:
    for result in (b"one", b"two"):
        write_result(tmp_path / "key", zlib.compress(result))

    assert read_result(tmp_path / "key") == b"two"


def test_a_result_that_cannot_be_written_leaves_no_file_and_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "key").mkdir()

    with pytest.raises(EngineError) as caught:
        write_result(tmp_path / "key", zlib.compress(RESULT))

    assert str(caught.value) == (
        f"{tmp_path}: Is a directory; make room, or choose another folder with --work-dir; "
        "the results that are there will be used"
    )
    assert [path.name for path in tmp_path.iterdir()] == ["key"]


def test_a_result_for_a_folder_that_is_gone_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(EngineError, match="gone: No such file or directory; make room"):
        write_result(tmp_path / "gone" / "key", zlib.compress(RESULT))


def test_a_missing_result_is_an_error_that_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(EngineError, match=r"key: No such file or directory; run the same command again$"):
        read_result(tmp_path / "key")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param(lambda _: b"", id="empty"),
        pytest.param(lambda data: data[:-1], id="cut"),
        pytest.param(lambda data: data + b"\0", id="longer"),
        pytest.param(lambda data: data[:8], id="no more than the beginning"),
        pytest.param(lambda data: b"P" + data[1:], id="another kind of file"),
        pytest.param(lambda data: data[:10] + bytes([data[10] ^ 1]) + data[11:], id="another digest"),
        pytest.param(lambda data: data[:-9] + bytes([data[-9] ^ 1]) + data[-8:], id="a changed bit"),
    ],
)
def test_damaged_results_are_removed_when_the_folder_is_opened_again(
    work: Path, damage: Callable[[bytes], bytes]
) -> None:
    reopen(work)
    results = locate_results(work)
    for key in ("intact", "damaged", "other"):
        write_result(results / key, zlib.compress(RESULT))
    for key in ("damaged", "other"):
        (results / key).write_bytes(damage((results / key).read_bytes()))

    with pytest.raises(EngineError, match="damaged: is damaged; run the same command again, which will check all res"):
        read_result(results / "damaged")
    reopen(work)

    assert [path.name for path in results.iterdir()] == ["intact"]
    assert read_result(results / "intact") == RESULT


def test_results_are_not_checked_unless_one_was_found_damaged(work: Path) -> None:
    reopen(work)
    (locate_results(work) / "damaged").write_bytes(b"x")
    reopen(work)

    assert (locate_results(work) / "damaged").exists()


def test_half_written_results_of_a_killed_run_are_removed(work: Path) -> None:
    reopen(work)
    (locate_results(work) / "key.0123.tmp").touch()
    write_result(locate_results(work) / "key", zlib.compress(RESULT))
    reopen(work)

    assert [path.name for path in locate_results(work).iterdir()] == ["key"]


def test_a_result_is_there_once_it_is_written(work: Path) -> None:
    folder = ResultFolder(work)
    assert not folder.has(folder.results / "key")
    write_result(folder.results / "key", zlib.compress(RESULT))

    assert folder.has(folder.results / "key")
    folder.close()


@pytest.mark.parametrize(("age_s", "is_noted"), [(2 * HOUR_S, True), (HOUR_S / 2, False)], ids=["two hours", "half"])
def test_the_use_of_a_result_is_noted_at_most_once_an_hour(work: Path, age_s: float, *, is_noted: bool) -> None:
    folder = ResultFolder(work)
    write_result(folder.results / "key", zlib.compress(RESULT))
    before = set_age(folder.results / "key", age_s)

    assert folder.has(folder.results / "key")
    folder.close()

    after = (folder.results / "key").stat().st_mtime
    assert after > before + age_s / 2 if is_noted else after == before


def test_a_result_whose_use_cannot_be_noted_is_there(work: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = ResultFolder(work)
    write_result(folder.results / "key", zlib.compress(RESULT))
    set_age(folder.results / "key", 2 * HOUR_S)

    def refuse(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "utime", refuse)

    assert folder.has(folder.results / "key")
    folder.close()


def test_results_of_other_versions_are_removed_with_a_note_on_their_size(
    work: Path, caplog: pytest.LogCaptureFixture
) -> None:
    other = work / ".results-another"
    other.mkdir(parents=True)
    (other / "one").write_bytes(bytes(1_000_000))
    (other / "two").write_bytes(bytes(500_000))
    with caplog.at_level(logging.INFO):
        reopen(work)

    assert not other.exists()
    assert caplog.messages == [f"{other}: removed 1.5 MB of results of another version"]


def test_other_files_in_the_folder_stay(work: Path) -> None:
    work.mkdir()
    (work / "listing.txt").touch()
    (work / "results").mkdir()
    reopen(work)

    assert {path.name for path in work.iterdir()} == {"listing.txt", "results", ".lock", locate_results(work).name}


def test_a_relative_folder_is_the_same_for_workers_elsewhere(work: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(work.parent)
    folder = ResultFolder(Path(work.name))
    folder.close()

    assert folder.results == work / ".results-this"


def test_a_folder_that_is_in_use_is_refused_until_it_is_closed(work: Path) -> None:
    folder = ResultFolder(work)

    with pytest.raises(EngineError) as caught:
        ResultFolder(work)
    folder.close()
    reopen(work)

    assert str(caught.value) == f"{work}: another papertrace uses it; wait for its end, or choose another --work-dir"


def test_a_file_in_the_place_of_the_folder_is_refused_with_the_reason(work: Path) -> None:
    work.touch()

    with pytest.raises(EngineError) as caught:
        ResultFolder(work)

    assert str(caught.value) == f"{work}: cannot keep results there: File exists; choose another folder with --work-dir"


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a package of two modules of which the name of the version depends."""
    path = tmp_path / "package"
    (path / "inner").mkdir(parents=True)
    (path / "a.py").write_text("x = 1", encoding="utf-8")
    (path / "inner" / "words.txt").write_text("y", encoding="utf-8")
    monkeypatch.setattr(stored, "_PACKAGE", path)
    return path


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda path: (path / "b.py").write_bytes(b""), id="a new file"),
        pytest.param(lambda path: (path / "a.py").unlink(), id="a removed file"),
        pytest.param(lambda path: (path / "a.py").rename(path / "b.py"), id="a renamed file"),
        pytest.param(lambda path: (path / "a.py").rename(path / "inner" / "a.py"), id="a moved file"),
        pytest.param(lambda path: (path / "inner" / "words.txt").write_bytes(b"z"), id="other data"),
    ],
)
def test_the_name_of_a_version_depends_on_all_files(package: Path, change: Callable[[Path], object]) -> None:
    before = name_version()
    change(package)

    assert name_version() != before


def test_the_name_of_a_version_depends_on_no_compiled_file_and_names_python(package: Path) -> None:
    before = name_version()
    (package / "inner" / "a.cpython-311.pyc").touch()

    assert name_version() == before
    assert before.endswith(f"-python{sys.version_info.major}.{sys.version_info.minor}")
