"""What is special about the engine of Spark; `test_parity` has what it shares with the others."""

import builtins
import gc
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.engine import functions
from tests.made_up import generate_papers

from papertrace.engine.spark.context import check_requirements
from papertrace.errors import EngineError
from papertrace.pipeline import describing
from papertrace.pipeline.papers import describe_papers

if TYPE_CHECKING:
    from papertrace.engine.spark.engine import SparkEngine

_MAX_SECONDS = 10
# Of its connections to Java, pyspark 3.5 leaves some for the garbage collector to close.
pytestmark = [pytest.mark.filterwarnings("ignore:unclosed <socket:ResourceWarning"), pytest.mark.slow]


def test_a_python_worker_killed_once_is_replaced_and_its_chunk_done_again(
    spark_engine: "SparkEngine", tmp_path: Path
) -> None:
    chunks = [b"a", b"die", *(str(number).encode() for number in range(40))]

    kept = spark_engine.keep(functions.die_once, chunks, tmp_path)

    assert (tmp_path / "died").exists()
    assert list(spark_engine.map(functions.repeat, kept, 1)) == [chunk.upper() for chunk in chunks]


def test_a_python_worker_killed_twice_is_an_error_that_names_the_chunks(spark_engine: "SparkEngine") -> None:
    fact = r"^chunks 11 to 15 of die_always: 2 workers died or failed: .*crashed.*memory"
    with pytest.raises(EngineError, match=fact) as caught:
        spark_engine.keep(functions.die_always, [b"a"] * 12 + [b"die"] + [b"b"] * 27)

    assert caught.value.chunk == 10


def test_papers_are_described_as_in_this_process(spark_engine: "SparkEngine", monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(describing, "MAX_IN_MEMORY", 20)
    monkeypatch.setattr(describing, "CHUNK_SIZE", 40)
    papers = generate_papers(130)

    on_spark, here = (list(describe_papers(papers, engine=engine)) for engine in (spark_engine, None))

    assert on_spark == here
    assert sum(bool(paper.mentions) for paper in here) > 10


def find_persisted(engine: "SparkEngine") -> set[int]:
    """Return the ids of all results that Spark holds, also those of earlier tests that were not yet collected."""
    return set(engine._context._jsc.getPersistentRDDs().keySet())  # noqa: SLF001


def test_results_are_computed_once_and_freed_when_nobody_refers_to_them(
    spark_engine: "SparkEngine", tmp_path: Path
) -> None:
    before = find_persisted(spark_engine)
    kept = spark_engine.keep(functions.count_calls, [b"a", b"b"], tmp_path)
    assert [sorted(spark_engine.map(functions.repeat, kept, 1)) for _ in range(2)] == [[b"a", b"b"]] * 2
    assert len(list(tmp_path.iterdir())) == 2
    assert kept.results is not None
    assert kept.results.id() in find_persisted(spark_engine) - before

    del kept
    deadline_s = time.monotonic() + _MAX_SECONDS
    while True:
        gc.collect()
        left = spark_engine.keep(functions.repeat, [b"a"], 1)  # A request frees what nobody refers to.
        assert left.results is not None
        held, wanted = find_persisted(spark_engine) - before, {left.results.id()}
        if held == wanted or time.monotonic() > deadline_s:
            break
        del left
        time.sleep(0.1)

    assert held == wanted


def test_an_engine_that_closes_frees_results_in_a_spark_that_goes_on(spark_engine: "SparkEngine") -> None:
    before = find_persisted(spark_engine)
    with type(spark_engine)("local[2]") as other:
        kept = other.keep(functions.repeat, [b"a"], 1)
        assert kept.results is not None
        assert kept.results.id() in find_persisted(spark_engine) - before

    assert kept.results.id() not in find_persisted(spark_engine)


def test_spark_writes_nothing_of_its_own(spark_engine: "SparkEngine", capfd: pytest.CaptureFixture[str]) -> None:
    list(spark_engine.map(functions.repeat, [b"a"] * 10, 1))

    assert capfd.readouterr() == ("", "")


def test_an_engine_leaves_the_session_of_its_program_as_it_is(spark_engine: "SparkEngine") -> None:
    with type(spark_engine)("local[2]") as other:
        assert list(other.map(functions.repeat, [b"a"], 2)) == [b"aa"]

    assert list(spark_engine.map(functions.repeat, [b"a"], 2)) == [b"aa"]


def test_results_of_another_engine_are_refused(spark_engine: "SparkEngine") -> None:
    with type(spark_engine)("local[2]") as other:
        kept = other.keep(functions.repeat, [b"a"], 1)
        with pytest.raises(EngineError, match="another engine"):
            spark_engine.keep(functions.repeat, kept, 1)


def test_without_pyspark_the_message_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    original = builtins.__import__

    def refuse(name: str, *arguments: Any, **options: Any) -> object:  # noqa: ANN401
        if name == "pyspark":
            raise ImportError(name)
        return original(name, *arguments, **options)

    monkeypatch.setattr(builtins, "__import__", refuse)

    with pytest.raises(EngineError, match=r"pip install 'papertrace\[spark\]'"):
        check_requirements()


def test_without_java_the_message_says_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pytest.importorskip("pyspark")
    monkeypatch.delenv("JAVA_HOME", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(EngineError, match=r"Java 17 or newer.*openjdk-17-jre-headless"):
        check_requirements()

    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    with pytest.raises(EngineError, match="no bin/java"):
        check_requirements()
