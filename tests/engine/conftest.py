"""Each engine, opened once for all tests, since some take seconds to start."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from papertrace.engine import Engine, open_engine
from papertrace.engine.spark import check_requirements
from papertrace.errors import EngineError


@pytest.fixture(scope="session")
def spark_engine() -> Iterator[Engine]:
    """Yield the engine of a local Spark, or skip the test where pyspark or Java is missing, which fails in CI."""
    try:
        check_requirements()
    except EngineError as error:
        if os.environ.get("CI"):
            pytest.fail(str(error))
        pytest.skip(str(error))
    with open_engine("spark", master="local[2]") as opened:
        yield opened


@pytest.fixture(scope="session")
def process_engine() -> Iterator[Engine]:
    with open_engine("processes", 2) as opened:
        yield opened


@pytest.fixture(scope="session")
def inline_engine() -> Iterator[Engine]:
    with open_engine("inline") as opened:
        yield opened


@pytest.fixture(scope="session")
def persistent_engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    with open_engine("processes", 2, work_dir=tmp_path_factory.mktemp("work")) as opened:
        yield opened


@pytest.fixture(params=["inline", "process", pytest.param("spark", marks=pytest.mark.slow), "persistent"])
def engine(request: pytest.FixtureRequest) -> Engine:
    """Return an engine; every test that takes it holds for all of them."""
    opened: Engine = request.getfixturevalue(f"{request.param}_engine")
    return opened


@pytest.fixture(params=["inline", "processes", pytest.param("spark", marks=pytest.mark.slow), "persistent"])
def fresh_engine(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Engine]:
    """Yield an engine of the test's own; those of Spark share what the session has started."""
    if request.param == "spark":
        request.getfixturevalue("spark_engine")
    is_persistent = request.param == "persistent"
    with open_engine(None if is_persistent else request.param, work_dir=tmp_path if is_persistent else None) as opened:
        yield opened
