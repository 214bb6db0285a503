import tempfile
from collections.abc import Iterator
from typing import BinaryIO

import pytest
from tests.engine.functions import refuse_bad, refuse_politely, repeat, run_out_of_memory

from papertrace.engine.inline import InlineEngine, InlineKept
from papertrace.errors import EngineError, ListingError


def test_the_function_gets_the_shared_object_itself() -> None:
    seen: list[object] = []

    def look(chunk: bytes, shared: object) -> bytes:
        seen.append(shared)
        return chunk

    shared = object()
    with InlineEngine() as engine:
        engine.keep(look, [b"a"], shared)

    assert seen == [shared]


def test_an_exception_of_a_function_is_the_cause() -> None:
    with InlineEngine() as engine, pytest.raises(EngineError) as caught:
        engine.keep(refuse_bad, [b"bad"])

    assert isinstance(caught.value.__cause__, ValueError)


def test_a_lack_of_memory_is_no_error_of_the_function() -> None:
    with InlineEngine() as engine, pytest.raises(MemoryError):
        engine.keep(run_out_of_memory, [b"a"])


def test_results_that_are_large_together_move_to_a_file_and_stay_the_same() -> None:
    kept = InlineKept(max_bytes_in_memory=10)
    results = [b"12345", b"", b"67890", b"1", b"x" * 100]
    for result in results:
        kept.append(result)

    assert list(kept) == results
    assert list(zip(kept, kept, strict=True)) == list(zip(results, results, strict=True))


def test_what_fills_the_memory_to_the_byte_stays_there(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[dict[str, str]] = []
    make = tempfile.TemporaryFile

    def count(**options: str) -> BinaryIO:
        opened.append(options)
        return make(**options)  # type: ignore[call-overload, no-any-return]

    monkeypatch.setattr(tempfile, "TemporaryFile", count)
    kept = InlineKept(max_bytes_in_memory=4)
    for result, n_opened in ((b"ab", 0), (b"cd", 0), (b"e", 1), (b"fg", 1)):
        kept.append(result)
        assert len(opened) == n_opened

    assert (len(kept), list(kept), list(kept)) == (4, [b"ab", b"cd", b"e", b"fg"], [b"ab", b"cd", b"e", b"fg"])
    assert opened == [{"prefix": "papertrace-"}]


class FullFile:
    """A file on a full disk, which notices that when it is written, or only when it is read."""

    def __init__(self, *, fails_at_once: bool) -> None:
        self.fails_at_once = fails_at_once
        self.is_closed = False

    def writelines(self, _: list[bytes]) -> None:
        """Write, or fail."""
        if self.fails_at_once:
            raise OSError(28, "No space left on device")

    def write(self, _: bytes) -> None:
        """Write nothing."""

    def seek(self, _: int) -> None:
        """Fail."""
        raise OSError(28, "No space left on device")

    def close(self) -> None:
        """Fail once more."""
        self.is_closed = True
        raise OSError(28, "No space left on device")


@pytest.mark.parametrize("fails_at_once", [True, False], ids=["when written", "when read"])
def test_a_full_disk_is_named_with_a_way_out(monkeypatch: pytest.MonkeyPatch, *, fails_at_once: bool) -> None:
    file = FullFile(fails_at_once=fails_at_once)
    monkeypatch.setattr(tempfile, "TemporaryFile", lambda **_: file)
    kept = InlineKept(max_bytes_in_memory=0)

    def fill() -> None:
        kept.append(b"a")
        list(kept)

    with pytest.raises(EngineError) as caught:
        fill()
    assert str(caught.value).startswith(f"{tempfile.gettempdir()}: No space left on device; set TMPDIR")


def test_a_file_that_cannot_be_closed_is_no_error_once_its_results_are_not_needed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    file = FullFile(fails_at_once=False)
    monkeypatch.setattr(tempfile, "TemporaryFile", lambda **_: file)
    kept = InlineKept(max_bytes_in_memory=0)
    kept.append(b"a")
    assert not file.is_closed
    del kept

    assert file.is_closed


def test_keep_counts_the_results_and_map_has_them_in_order() -> None:
    counts: list[int] = []
    with InlineEngine() as engine:
        kept = engine.keep(repeat, [b"a", b"b"], 2, counts.append)

        assert (list(kept), counts) == ([b"aa", b"bb"], [1, 2])
        assert list(engine.map(repeat, kept, 2)) == [b"aaaa", b"bbbb"]


def test_a_failure_has_the_number_of_its_chunk_and_an_error_for_the_user_is_raised_as_it_is() -> None:
    with InlineEngine() as engine:
        results = engine.map(refuse_bad, [b"good", b"bad"])
        assert next(results) == b"good"
        with pytest.raises(EngineError, match=r"^chunk 2 of refuse_bad: ValueError: a bad chunk; ") as caught:
            next(results)
        with pytest.raises(ListingError, match=r"^papers\.bib:1:1: the file has changed$"):
            engine.keep(refuse_politely, [b""])

    assert caught.value.chunk == 1


def test_a_closed_engine_refuses_to_begin_and_to_go_on() -> None:
    engine = InlineEngine()
    with engine as same:
        assert same is engine
        results: Iterator[bytes] = engine.map(repeat, [b"a", b"b"], 1)
        assert next(results) == b"a"

    for work in (lambda: next(results), lambda: engine.map(repeat, [], 1), lambda: engine.keep(repeat, [], 1)):
        with pytest.raises(EngineError, match=r"^the engine is closed"):
            work()


def test_results_of_another_engine_are_refused() -> None:
    with InlineEngine() as engine, pytest.raises(EngineError, match="kept by another engine"):
        engine.map(repeat, object(), 1)  # type: ignore[arg-type]
