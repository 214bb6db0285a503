"""What the errors of engines say."""

from functools import partial

import pytest
from tests.engine import functions

from papertrace.engine.protocol import (
    Failure,
    apply_in_worker,
    check_importable,
    describe_error,
    describe_failure,
    name_of,
    no_room,
    take_result,
    unpicklable,
)
from papertrace.engine.stored import _renumber
from papertrace.errors import EngineError, ListingError


def test_a_failure_names_the_chunk_the_function_the_fact_and_a_way_out() -> None:
    failure = describe_failure(functions.repeat, 4, "ValueError: a bad chunk")

    assert str(failure) == (
        "chunk 5 of repeat: ValueError: a bad chunk; this is an error in papertrace, please report it "
        "(divide the input to find the paper)"
    )
    assert failure.chunk == 4


def test_an_error_is_renumbered_for_the_chunks_of_the_caller() -> None:
    error = _renumber(EngineError("chunk 2 of count: it died", chunk=1), [4, 7, 9])

    assert (str(error), error.chunk) == ("chunk 8 of count: it died", 7)
    assert str(_renumber(EngineError("the disk is full"), [4, 7])) == "the disk is full"


@pytest.mark.parametrize(
    ("error", "fact"),
    [(OSError(28, "No space left on device"), "No space left on device"), (OSError("odd"), "odd")],
    ids=["of the system", "without a number"],
)
def test_missing_room_is_told_with_its_folder(error: OSError, fact: str) -> None:
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


def raise_locked(_chunk: bytes, _: object) -> bytes:
    name = "x"
    raise LockedError(name)


def test_errors_of_papertrace_are_sent_as_they_are_and_others_are_not() -> None:
    with pytest.raises(ListingError, match=r"^papers\.bib:1:1: the file has changed$"):
        take_result(functions.refuse_politely, 0, apply_in_worker(functions.refuse_politely, b"", None))
    assert apply_in_worker(functions.refuse_bad, b"bad", None) == Failure("ValueError: a bad chunk", None)
    assert apply_in_worker(raise_locked, b"", None) == Failure("LockedError: x", None)
    assert apply_in_worker(functions.repeat, b"a", 2) == b"aa"
