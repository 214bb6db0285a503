"""A browser, and the page of a made-up field opened in it."""

import os
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from selenium.webdriver import Chrome
from tests.browser.chromium import NoBrowserError
from tests.browser.chromium import opened as opened_browser
from tests.browser.field import Field, make_field
from tests.browser.reader import messages, reset, screen, visit

from papertrace.export.page import writer
from papertrace.export.page.writer import write_html


@pytest.fixture(scope="session")
def browser() -> Iterator[Chrome]:
    """Start one browser for all tests of a process: starting one takes as long as five tests."""
    with ExitStack() as stack:
        try:
            chrome = stack.enter_context(opened_browser())
        except NoBrowserError as error:
            if os.environ.get("CI"):
                pytest.fail(str(error))
            pytest.skip(str(error))
        yield chrome


@pytest.fixture
def chrome(browser: Chrome) -> Chrome:
    """Return the browser in its initial state, whatever the previous test did."""
    reset(browser)
    return browser


@pytest.fixture(scope="session")
def field() -> Field:
    return make_field(226)


@pytest.fixture(scope="session")
def page(field: Field, tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("page") / "field.html"
    write_html(field.graph, path, papers=field.papers, verdicts=field.verdicts, title="A made-up field")
    return path.as_uri()


@pytest.fixture
def packed(field: Field, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the address of the same page with its data compressed."""
    monkeypatch.setattr(writer, "PACKED_ABOVE", 1000)
    path = tmp_path / "packed.html"
    write_html(field.graph, path, papers=field.papers, verdicts=field.verdicts, title="A made-up field")
    return path.as_uri()


@pytest.fixture
def opened(chrome: Chrome, page: str) -> Iterator[Chrome]:
    """Open the page at desktop size; afterwards, the console must be empty."""
    screen(chrome, 1440, 900)
    visit(chrome, page)
    messages(chrome)
    yield chrome
    assert messages(chrome) == []


@pytest.fixture
def quiet(chrome: Chrome) -> Iterator[Chrome]:
    """Yield the browser at desktop size; afterwards, the console must be empty."""
    screen(chrome, 1440, 900)
    yield chrome
    assert messages(chrome) == []


N_CROWD = 2500  # papers, more than a map shows at once


@pytest.fixture(scope="session")
def crowd() -> Field:
    return make_field(N_CROWD)


@pytest.fixture(scope="session")
def crowded(crowd: Field, tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("crowd") / "crowd.html"
    write_html(crowd.graph, path, papers=crowd.papers, verdicts=crowd.verdicts, title="A crowd")
    return path.as_uri()


@pytest.fixture
def desk(quiet: Chrome, crowded: str) -> Chrome:
    """Open the page of more papers than a map shows at once."""
    visit(quiet, crowded)
    messages(quiet)
    return quiet
