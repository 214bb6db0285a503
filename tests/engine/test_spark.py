"""What is special about the engine of Spark; `test_parity` has what it shares with the others."""

import builtins
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.engine import functions
from tests.folders import ROOT
from tests.made_up import generate_papers

from papertrace.engine.spark import check_requirements
from papertrace.errors import EngineError
from papertrace.pipeline import describing
from papertrace.pipeline.describing import describe_corpus

if TYPE_CHECKING:
    from papertrace.engine.spark import SparkEngine

# Of its connections to Java, pyspark 3.5 leaves some for the garbage collector to close.
pytestmark = [pytest.mark.filterwarnings("ignore:unclosed <socket:ResourceWarning"), pytest.mark.slow]


def test_a_python_worker_killed_once_is_replaced_and_its_chunk_done_again(
    spark_engine: "SparkEngine", tmp_path: Path
) -> None:
    chunks = [b"a", b"die", *(str(number).encode() for number in range(40))]

    kept = list(spark_engine.map(functions.die_once, chunks, tmp_path))

    assert (tmp_path / "died").exists()
    assert list(spark_engine.map(functions.repeat, kept, 1)) == [chunk.upper() for chunk in chunks]


def test_a_python_worker_killed_twice_is_an_error_that_names_the_chunk(spark_engine: "SparkEngine") -> None:
    fact = r"^chunk 13 of die_always: 2 workers died or failed: .*crashed.*memory"
    with pytest.raises(EngineError, match=fact) as caught:
        list(spark_engine.map(functions.die_always, [b"a"] * 12 + [b"die"] + [b"b"] * 27))

    assert caught.value.chunk == 12


def test_papers_are_described_as_in_this_process(spark_engine: "SparkEngine", monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(describing, "MAX_IN_MEMORY", 20)
    monkeypatch.setattr(describing, "CHUNK_SIZE", 40)
    papers = generate_papers(130)

    on_spark, here = (list(describe_corpus(papers, engine=engine)) for engine in (spark_engine, None))

    assert on_spark == here
    assert sum(bool(paper.mentions) for paper in here) > 10


def test_spark_writes_nothing_of_its_own(spark_engine: "SparkEngine", capfd: pytest.CaptureFixture[str]) -> None:
    list(spark_engine.map(functions.repeat, [b"a"] * 10, 1))

    assert capfd.readouterr() == ("", "")


def test_an_engine_leaves_the_session_of_its_program_as_it_is(spark_engine: "SparkEngine") -> None:
    with type(spark_engine)("local[2]") as other:
        assert list(other.map(functions.repeat, [b"a"], 2)) == [b"aa"]

    assert list(spark_engine.map(functions.repeat, [b"a"], 2)) == [b"aa"]


def test_a_spark_that_has_ended_by_itself_says_so() -> None:
    program = (
        "from papertrace.engine import open_engine\n"
        "from tests.engine import functions\n"
        "with open_engine('spark', workers=1) as engine:\n"
        "    engine._context.stop()\n"
        "    list(engine.map(functions.repeat, [b'a'], 2))\n"
    )
    run = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)

    last = run.stderr.splitlines()[-1]
    assert last.startswith("papertrace.errors.EngineError: Spark has stopped: ")
    assert last.endswith("; check --master and Java")


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
