"""The contract of `engine.protocol`, which each engine fulfils."""

import hashlib
from collections.abc import Iterator

import pytest
from tests.engine.functions import add_to, refuse_bad, refuse_politely, refuse_value, repeat, reverse

from papertrace.engine import Engine
from papertrace.errors import EngineError, ListingError

# Of its connections to Java, pyspark 3.5 leaves some for the garbage collector to close.
pytestmark = pytest.mark.filterwarnings("ignore:unclosed <socket:ResourceWarning")


def test_no_chunk_gives_no_result(engine: Engine) -> None:
    kept = list(engine.map(reverse, []))

    assert len(kept) == 0
    assert list(engine.map(reverse, kept)) == []
    assert list(engine.map(reverse, [])) == []


def test_one_chunk_gives_one_result(engine: Engine) -> None:
    kept = list(engine.map(reverse, [b"ab"], 1))

    assert len(kept) == 1
    assert list(engine.map(reverse, kept, 2)) == [b"2ab1"]


def test_a_thousand_tiny_chunks_keep_their_order(engine: Engine) -> None:
    chunks = [str(number).encode() for number in range(1_000)]
    kept = list(engine.map(reverse, iter(chunks), 1))
    again = list(engine.map(reverse, kept, 2))

    assert len(again) == len(kept) == 1_000
    assert list(engine.map(reverse, again, 3)) == [b"31" + chunk[::-1] + b"2" for chunk in chunks]


def test_results_of_five_megabytes_arrive_whole(engine: Engine) -> None:
    chunks = [bytes([number]) for number in range(7)]
    kept = list(engine.map(repeat, chunks, 5_000_000))

    digests = [hashlib.sha256(result).digest() for result in engine.map(repeat, kept, 1)]

    assert digests == [hashlib.sha256(chunk * 5_000_000).digest() for chunk in chunks]


def test_empty_chunks_and_results_are_chunks_and_results(engine: Engine) -> None:
    kept = list(engine.map(repeat, [b"", b"a", b""], 0))

    assert list(engine.map(reverse, kept, 1)) == [b"1", b"1", b"1"]


def test_values_are_values_wherever_they_are_handled(engine: Engine) -> None:
    values = ((number, ["tusk"]) for number in range(3))

    assert list(engine.map_values(add_to, values, [1, 2])) == [(n + 3, ["tusk", str(n)]) for n in range(3)]


def test_a_function_of_values_that_raises_is_named(engine: Engine) -> None:
    with pytest.raises(EngineError, match=r"^chunk 1 of refuse_value: ValueError: the value 7; "):
        list(engine.map_values(refuse_value, [7], None))


def test_maps_of_one_engine_can_be_iterated_together(engine: Engine) -> None:
    kept = list(engine.map(repeat, [str(number).encode() for number in range(50)], 1))

    pairs = list(zip(engine.map(reverse, kept, 1), engine.map(reverse, kept, 2), strict=True))

    assert [(first[:1], second[:1]) for first, second in pairs] == [(b"1", b"2")] * 50
    assert [first[1:] for first, _ in pairs] == [second[1:] for _, second in pairs]


def test_the_chunks_of_a_call_may_be_the_results_of_another(engine: Engine) -> None:
    kept = list(engine.map(repeat, [b"ab", b"cd"] * 20, 1))

    assert list(engine.map(reverse, engine.map(repeat, kept, 2), "")) == [b"''baba", b"''dcdc"] * 20


def test_a_map_that_is_left_early_does_not_disturb_what_follows(engine: Engine) -> None:
    left = engine.map(repeat, (b"x" for _ in range(100)), 1_000)
    assert len(next(left)) == 1_000

    assert list(engine.map(reverse, [b"ab"] * 30, 1)) == [b"1ba"] * 30
    left.close()  # type: ignore[attr-defined] # all are generators
    assert list(engine.map(reverse, [b"ab"] * 30, 1)) == [b"1ba"] * 30


def test_an_exception_names_the_function_the_chunk_and_its_own_last_line(engine: Engine) -> None:
    kept = list(engine.map(repeat, [b"a"], 2))
    with pytest.raises(EngineError, match=r"^chunk 3 of refuse_bad: ValueError: a bad chunk; ") as caught:
        list(engine.map(refuse_bad, [b"good", b"good", b"bad", b"bad", b"good"]))

    assert caught.value.chunk == 2
    assert list(engine.map(reverse, kept, "")) == [b"''aa"]


def test_results_before_a_failure_are_yielded(engine: Engine) -> None:
    results = engine.map(refuse_bad, [b"good", b"fine", b"bad", b"good"])

    assert [next(results), next(results)] == [b"good", b"fine"]
    with pytest.raises(EngineError):
        next(results)


def test_an_error_meant_for_the_user_is_raised_as_it_is(engine: Engine) -> None:
    with pytest.raises(ListingError, match=r"^papers\.bib:1:1: the file has changed$"):
        list(engine.map(refuse_politely, [b""]))


def test_an_exception_of_the_chunks_is_passed_on(engine: Engine) -> None:
    def chunks() -> Iterator[bytes]:
        yield b"a"
        message = "papers.bib: cannot be read"
        raise ListingError(message)

    with pytest.raises(ListingError, match="cannot be read"):
        list(engine.map(reverse, chunks()))
    assert list(engine.map(reverse, [b"ab"], 1)) == [b"1ba"]


def test_a_map_does_nothing_before_its_first_result_is_asked_for(engine: Engine) -> None:
    results = engine.map(refuse_bad, [b"bad"])

    with pytest.raises(EngineError):
        next(results)


def test_a_closed_engine_refuses_to_work(fresh_engine: Engine) -> None:
    started = fresh_engine.map(reverse, [b"a", b"b"])
    next(started)
    fresh_engine.close()
    fresh_engine.close()

    with pytest.raises(EngineError, match="closed"):
        list(fresh_engine.map(reverse, [b"a"]))
    with pytest.raises(EngineError, match="closed"):
        fresh_engine.map(reverse, [b"a"])
    with pytest.raises(EngineError, match="closed"):
        next(started)
