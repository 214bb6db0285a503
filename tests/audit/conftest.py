"""The loopback origin for the tests of the audit."""

from collections.abc import Iterator

import pytest
from tests.origin.cases import settings_for
from tests.origin.server import Origin

from papertrace.audit.settings import AuditSettings


@pytest.fixture(scope="session")
def running_origin() -> Iterator[Origin]:
    """Serve for all tests."""
    with Origin() as origin:
        yield origin


@pytest.fixture
def origin(running_origin: Origin) -> Origin:
    """Return an origin that remembers no request."""
    running_origin.reset()
    return running_origin


@pytest.fixture(scope="session")
def settings(running_origin: Origin, tmp_path_factory: pytest.TempPathFactory) -> AuditSettings:
    """Return settings that reach the origin."""
    return settings_for(running_origin.write_ca_bundle(tmp_path_factory.mktemp("authority") / "authority.pem"))
