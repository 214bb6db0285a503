"""What the errors of engines say."""

import pickle
from functools import partial

import pytest
from tests.engine import functions

from papertrace.engine.failures import (
    check_importable,
    closed,
    describe_death,
    describe_error,
    describe_failure,
    foreign,
    name_of,
    no_room,
    pack_error,
    renumber,
    unpicklable,
)
from papertrace.errors import EngineError, ListingError


@pytest.mark.parametrize("error", [ValueError("a bad\n  chunk"), "ValueError: a bad chunk"], ids=["raised", "told"])
def test_a_failure_names_the_chunk_the_function_the_fact_and_a_way_out(error: BaseException | str) -> None:
    failure = describe_failure("count", 4, error)

    assert str(failure) == (
        "chunk 5 of count: ValueError: a bad chunk; this is an error in papertrace, please report it "
        "(divide the input to find the paper)"
    )
    assert (failure.chunk, failure.n_chunks) == (4, 1)


def test_a_death_names_its_cause_and_a_way_out() -> None:
    death = describe_death("count", 0, "by SIGKILL")

    assert str(death) == (
        "chunk 1 of count: two workers died of it, the second by SIGKILL; if memory was short, "
        "use fewer --workers, else try --engine inline, which shows the error itself"
    )
    assert (death.chunk, death.n_chunks) == (0, 1)


@pytest.mark.parametrize(
    ("first", "n_chunks", "numbers", "expected", "span"),
    [
        pytest.param(1, 1, [4, 7, 9], "chunk 8 of count: it died", (7, 1), id="one"),
        pytest.param(0, 2, [4, 7, 9], "chunks 5 to 8 of count: it died", (4, 4), id="several"),
        pytest.param(1, 9, [4, 7, 9], "chunks 8 to 10 of count: it died", (7, 3), id="more than there are"),
        pytest.param(2, 1, [4, 7, 9], "chunk 10 of count: it died", (9, 1), id="the last"),
    ],
)
def test_an_error_is_renumbered_for_the_chunks_of_the_caller(
    first: int, n_chunks: int, numbers: list[int], expected: str, span: tuple[int, int]
) -> None:
    before = f"chunk {first + 1}" if n_chunks == 1 else f"chunks {first + 1} to {first + n_chunks}"

    error = renumber(EngineError(f"{before} of count: it died", chunk=first, n_chunks=n_chunks), numbers)

    assert str(error) == expected
    assert (error.chunk, error.n_chunks) == span


def test_an_error_of_no_chunk_keeps_its_words() -> None:
    error = closed()

    assert renumber(error, [4, 7]) is error
    assert str(error) == "the engine is closed; open another one"
    assert str(foreign()) == "these results are kept by another engine; give each engine its own"


@pytest.mark.parametrize(
    ("error", "fact"),
    [
        (OSError(28, "No space left on device"), "No space left on device"),
        (OSError("odd"), "odd"),
        ("it is full", "it is full"),
    ],
    ids=["of the system", "without a number", "told"],
)
def test_missing_room_is_told_with_its_folder(error: OSError | str, fact: str) -> None:
    assert str(no_room("/some/folder", error)) == (
        f"/some/folder: {fact}; set TMPDIR to keep temporary files in another folder"
    )


def test_functions_of_modules_can_be_imported_by_workers_and_others_cannot(monkeypatch: pytest.MonkeyPatch) -> None:
    check_importable(functions.repeat)
    with pytest.raises(EngineError) as caught:
        check_importable(lambda chunk, _: chunk)
    assert str(caught.value) == (
        "<lambda> is not defined at the top level, so that workers cannot import it; define it in a module of its own"
    )
    monkeypatch.setattr(functions.repeat, "__module__", "__main__")
    with pytest.raises(EngineError) as caught:
        check_importable(functions.repeat)
    assert str(caught.value) == (
        "repeat is defined in the script that runs, so that workers cannot import it; define it in a module of its own"
    )
    monkeypatch.setattr(functions.repeat, "__module__", None)
    with pytest.raises(EngineError, match=r"^repeat is not defined at the top level"):
        check_importable(functions.repeat)


class Nameless:
    """A function without a name."""

    __module__ = "tests.engine.test_failures"

    def __call__(self, chunk: bytes, _: object) -> bytes:
        """Return the chunk."""
        return chunk

    def __repr__(self) -> str:
        """Return how it is shown."""
        return "Nameless()"


def test_a_function_without_a_name_is_shown_as_it_is() -> None:
    assert (name_of(Nameless()), name_of(functions.repeat)) == ("Nameless()", "repeat")
    with pytest.raises(EngineError, match=r"^Nameless\(\) is not defined at the top level"):
        check_importable(Nameless())
    with pytest.raises(EngineError, match=r"^functools\.partial\(.* is not defined at the top level"):
        check_importable(partial(functions.repeat))


def test_what_cannot_be_pickled_is_said_with_the_reason() -> None:
    assert str(unpicklable(functions.repeat, TypeError("cannot pickle a lock"))) == (
        "what repeat shares cannot be pickled for workers: TypeError: cannot pickle a lock"
    )


def test_an_error_without_words_is_its_kind() -> None:
    assert (describe_error(MemoryError()), describe_error(ValueError(" a\nb "))) == ("MemoryError", "ValueError: a b")


class LockedError(ListingError):
    """An error of papertrace that cannot be pickled."""

    def __reduce__(self) -> str | tuple[object, ...]:
        """Refuse to be pickled."""
        message = "locked"
        raise TypeError(message)


def test_errors_of_papertrace_are_sent_as_they_are_and_others_are_not() -> None:
    packed = pack_error(ListingError("papers.bib: is empty"))

    assert packed is not None
    assert str(pickle.loads(packed)) == "papers.bib: is empty"  # noqa: S301 - our own
    assert pack_error(ValueError("a bug")) is None
    assert pack_error(LockedError("x")) is None
