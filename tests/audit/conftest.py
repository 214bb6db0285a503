"""The loopback origin for the tests of the audit."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))  # for `tests.origin`, which also runs on its own

from tests.origin.cases import settings_for  # noqa: E402
from tests.origin.server import Origin  # noqa: E402

from papertrace.audit.settings import AuditSettings  # noqa: E402 - the path comes first


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
