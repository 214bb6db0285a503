"""What an engine with persistent results has another engine compute, and in which order results come."""

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.engine import functions

from papertrace.engine import open_engine
from papertrace.engine.protocol import InlineEngine
from papertrace.engine.stored import StoringEngine
from papertrace.errors import EngineError


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[StoringEngine]:
    with StoringEngine(InlineEngine(), tmp_path / "work") as opened:
        yield opened


class Watched(InlineEngine):
    """An engine that notes whether it was closed, and can fail at that."""

    is_closed = False
    fails = False

    def close(self) -> None:
        """Note it."""
        super().close()
        self.is_closed = True
        if self.fails:
            message = "made up"
            raise EngineError(message)


class Doubling:
    """A function that is an object, and so has no name of its own."""

    def __call__(self, chunk: bytes, _: object) -> bytes:
        """Return the chunk twice."""
        return chunk * 2


class First:
    """A class with a function of the same name as another one."""

    @staticmethod
    def call(_chunk: bytes, _: object) -> bytes:
        return b"first"


class Second:
    """The other one."""

    @staticmethod
    def call(_chunk: bytes, _: object) -> bytes:
        return b"second"


@given(
    known=st.lists(st.integers(0, 9), max_size=6),
    asked=st.lists(st.integers(0, 9), max_size=9),
    is_kept=st.booleans(),
)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=20, deadline=None)
def test_results_are_the_same_whatever_was_known_before(
    tmp_path_factory: pytest.TempPathFactory, known: list[int], asked: list[int], *, is_kept: bool
) -> None:
    with open_engine("inline", work_dir=tmp_path_factory.mktemp("work")) as engine:
        list(engine.map(functions.repeat, [b"%d" % number for number in known], 2))
        chunks = [b"%d" % number for number in asked]
        if is_kept:
            chunks = list(engine.map(functions.repeat, chunks, 1))

        assert list(engine.map(functions.repeat, chunks, 2)) == [b"%d%d" % (number, number) for number in asked]


def test_each_result_is_yielded_before_the_next_missing_one_but_one_is_computed(
    engine: StoringEngine, tmp_path: Path
) -> None:
    list(engine.map(functions.count_calls, [b"2", b"3"], tmp_path))

    asked = engine.map(functions.count_calls, [b"0", b"2", b"3", b"4", b"5"], tmp_path)
    n_calls = [len(list(tmp_path.glob("?-*"))) for _ in asked]

    assert n_calls == [3, 4, 4, 4, 5]


def test_functions_and_what_they_share_have_results_of_their_own(engine: StoringEngine) -> None:
    calls = [(functions.repeat, 1), (functions.repeat, 2), (functions.reverse, 1), (functions.reverse, 2)]
    expected = [b"ab", b"abab", b"1ba", b"2ba"]

    for _ in range(2):
        assert [next(engine.map(function, [b"ab"], shared)) for function, shared in calls] == expected


def test_functions_of_one_name_in_two_modules_have_results_of_their_own(
    engine: StoringEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert list(engine.map(functions.repeat, [b"ab"], 2)) == [b"abab"]
    monkeypatch.setattr(functions.reverse, "__qualname__", "repeat")
    monkeypatch.setattr(functions.reverse, "__name__", "repeat")
    monkeypatch.setattr(functions.reverse, "__module__", "tests.elsewhere")

    assert list(engine.map(functions.reverse, [b"ab"], 2)) == [b"2ba"]


def test_how_many_results_were_there_is_noted(engine: StoringEngine, caplog: pytest.LogCaptureFixture) -> None:
    list(engine.map(functions.repeat, [b"a", b"b"], 1))
    with caplog.at_level(logging.INFO):
        list(engine.map(functions.repeat, [b"a", b"b", b"c"], 1))

    assert caplog.messages == ["repeat: 2 of 3 results were there"]


def test_a_shared_value_without_a_digest_is_refused(engine: StoringEngine) -> None:
    with pytest.raises(EngineError, match="what repeat shares cannot be pickled for workers: TypeError: "):
        list(engine.map(functions.repeat, [b"a"], (letter for letter in "ab")))


def test_a_function_inside_another_is_refused_where_workers_would_have_to_import_it(tmp_path: Path) -> None:
    def local(chunk: bytes, _: object) -> bytes:
        return chunk

    with (
        open_engine("processes", 1, work_dir=tmp_path) as engine,
        pytest.raises(EngineError, match="local is not defined at the top level, so that workers cannot import it"),
    ):
        list(engine.map(local, [b"a"]))


def test_a_method_stores_results_under_its_full_name(engine: StoringEngine) -> None:
    assert list(engine.map(First.call, [b"a"])) == [b"first"]
    assert list(engine.map(Second.call, [b"a"])) == [b"second"]


def test_a_function_without_a_name_is_called_by_what_is_printed_of_it(engine: StoringEngine) -> None:
    assert list(engine.map(Doubling(), [b"a"])) == [b"aa"]


def test_the_engine_that_computes_is_closed_where_the_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    inner = Watched()

    with pytest.raises(EngineError, match="cannot keep results there"):
        StoringEngine(inner, tmp_path / "file")

    assert inner.is_closed


def test_the_folder_is_free_after_a_failure_to_close(tmp_path: Path) -> None:
    inner = Watched()
    inner.fails = True
    engine = StoringEngine(inner, tmp_path)

    with pytest.raises(EngineError, match="made up"):
        engine.close()
    engine.close()

    StoringEngine(InlineEngine(), tmp_path).close()


def test_leaving_the_engine_closes_the_one_that_computes(tmp_path: Path) -> None:
    inner = Watched()

    with StoringEngine(inner, tmp_path):
        assert not inner.is_closed

    assert inner.is_closed
