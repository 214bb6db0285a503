from collections.abc import Iterator

import pytest
from tests.engine.functions import refuse_bad, refuse_politely, repeat, run_out_of_memory

from papertrace.engine.protocol import InlineEngine
from papertrace.errors import EngineError, ListingError


def test_the_function_gets_the_shared_object_itself() -> None:
    seen: list[object] = []

    def look(chunk: bytes, shared: object) -> bytes:
        seen.append(shared)
        return chunk

    shared = object()
    with InlineEngine() as engine:
        list(engine.map(look, [b"a"], shared))

    assert seen == [shared]


def test_an_exception_of_a_function_is_the_cause() -> None:
    with InlineEngine() as engine, pytest.raises(EngineError) as caught:
        list(engine.map(refuse_bad, [b"bad"]))

    assert isinstance(caught.value.__cause__, ValueError)


def test_a_lack_of_memory_is_no_error_of_the_function() -> None:
    with InlineEngine() as engine, pytest.raises(MemoryError):
        list(engine.map(run_out_of_memory, [b"a"]))


def test_a_failure_has_the_number_of_its_chunk_and_an_error_for_the_user_is_raised_as_it_is() -> None:
    with InlineEngine() as engine:
        results = engine.map(refuse_bad, [b"good", b"bad"])
        assert next(results) == b"good"
        with pytest.raises(EngineError, match=r"^chunk 2 of refuse_bad: ValueError: a bad chunk; ") as caught:
            next(results)
        with pytest.raises(ListingError, match=r"^papers\.bib:1:1: the file has changed$"):
            list(engine.map(refuse_politely, [b""]))

    assert caught.value.chunk == 1


def test_a_closed_engine_refuses_to_begin_and_to_go_on() -> None:
    engine = InlineEngine()
    with engine as same:
        assert same is engine
        results: Iterator[bytes] = engine.map(repeat, [b"a", b"b"], 1)
        assert next(results) == b"a"

    for work in (lambda: next(results), lambda: engine.map(repeat, [], 1), lambda: list(engine.map(repeat, [], 1))):
        with pytest.raises(EngineError, match=r"^the engine is closed"):
            work()
