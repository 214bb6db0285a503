"""Each engine, opened once for all tests, since some take seconds to start."""

from collections.abc import Iterator

import pytest

from papertrace.engine import Engine, open_engine

NAMES = ("inline", "processes")


def open_named(name: str) -> Engine:
    return open_engine(name, workers=None if name == "inline" else 2)


@pytest.fixture(scope="session", params=NAMES)
def engine(request: pytest.FixtureRequest) -> Iterator[Engine]:
    """Yield an engine; every test that takes it holds for all of them."""
    with open_named(request.param) as opened:
        yield opened


@pytest.fixture(params=NAMES)
def fresh_engine(request: pytest.FixtureRequest) -> Iterator[Engine]:
    """Yield an engine of the test's own."""
    with open_named(request.param) as opened:
        yield opened
