import pytest
from tests.engine.functions import refuse_bad

from papertrace.engine.inline import InlineEngine, InlineKept
from papertrace.errors import EngineError


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


def test_results_that_are_large_together_move_to_a_file_and_stay_the_same() -> None:
    kept = InlineKept(max_bytes_in_memory=10)
    results = [b"12345", b"", b"67890", b"1", b"x" * 100]
    for result in results:
        kept.append(result)

    assert list(kept) == results
    assert list(zip(kept, kept, strict=True)) == list(zip(results, results, strict=True))
