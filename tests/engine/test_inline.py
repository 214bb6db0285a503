import pytest
from tests.engine.functions import refuse_bad, reverse

from papertrace.engine import open_engine
from papertrace.engine.inline import InlineKept
from papertrace.errors import EngineError, SettingsError


def test_no_chunk_gives_no_result() -> None:
    with open_engine() as engine:
        kept = engine.keep(reverse, [])

        assert len(kept) == 0
        assert list(engine.map(reverse, kept)) == []


def test_results_are_in_the_order_of_the_chunks() -> None:
    with open_engine() as engine:
        kept = engine.keep(reverse, [b"ab", b"", b"cd"], 1)

        assert len(kept) == 3
        assert list(engine.map(reverse, kept, 2)) == [b"2ab1", b"21", b"2cd1"]


def test_the_function_gets_the_shared_object_itself() -> None:
    seen: list[object] = []

    def look(chunk: bytes, shared: object) -> bytes:
        seen.append(shared)
        return chunk

    shared = object()
    with open_engine() as engine:
        engine.keep(look, [b"a"], shared)

    assert seen == [shared]


def test_an_exception_names_the_function_the_chunk_and_its_own_last_line() -> None:
    with open_engine() as engine:
        kept = engine.keep(reverse, [b"a"])
        with pytest.raises(EngineError, match=r"^chunk 2 of refuse_bad: ValueError: a bad chunk; ") as caught:
            engine.keep(refuse_bad, [b"good", b"bad", b"good"])

        assert caught.value.chunk == 1
        assert isinstance(caught.value.__cause__, ValueError)
        assert list(engine.map(reverse, kept)) == [b"NoneaenoN"]


def test_a_map_does_nothing_before_its_first_result_is_asked_for() -> None:
    with open_engine() as engine:
        results = engine.map(refuse_bad, [b"bad"])
        with pytest.raises(EngineError):
            next(results)


def test_results_that_are_large_together_move_to_a_file_and_stay_the_same() -> None:
    kept = InlineKept(max_bytes_in_memory=10)
    results = [b"12345", b"", b"67890", b"1", b"x" * 100]
    for result in results:
        kept.append(result)

    assert list(kept) == results
    assert list(zip(kept, kept, strict=True)) == list(zip(results, results, strict=True))


def test_a_closed_engine_refuses_to_work() -> None:
    engine = open_engine()
    engine.close()
    engine.close()

    with pytest.raises(EngineError, match="closed"):
        engine.keep(reverse, [b"a"])


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
