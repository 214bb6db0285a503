"""Shared fixtures: the real listings and their papers, and the loopback server."""

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import hypothesis
import pytest

if TYPE_CHECKING:
    from tests.origin.server import Origin

    from papertrace.audit.settings import AuditSettings

REPOSITORY = Path(__file__).resolve().parent.parent
if str(REPOSITORY) not in sys.path:
    sys.path.insert(0, str(REPOSITORY))  # for `tests.origin` and `tests.browser`, which run outside pytest too

# Properties are tested on the same few examples in every run, so that a failure is due to the change; `make fuzz` tries
# many, and different ones each time. Slow examples are accepted, for busy machines.
hypothesis.settings.register_profile(
    "quick",
    max_examples=25,
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.register_profile(
    "thorough",
    max_examples=400,
    deadline=None,
    print_blob=True,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))


@pytest.fixture(scope="session")
def shared() -> Path:
    """Return the folder of real listings and their manual gold standard, or skip the test if it is missing.

    It is not part of the project; if `PAPERTRACE_SHARED` is set, the folder must exist.
    """
    named = os.environ.get("PAPERTRACE_SHARED")
    folder = Path(named or REPOSITORY.parent / "shared")
    if not (folder / "seeds").is_dir():
        message = f"no real listings in {folder}: set PAPERTRACE_SHARED to the folder that contains seeds/ and gold/"
        if named:
            pytest.fail(message)
        pytest.skip(message)
    return folder


@pytest.fixture(scope="session")
def seed_texts(shared: Path) -> dict[str, str]:
    """Return the abstracts of the distinct papers of the real listings by title, in order."""
    texts: dict[str, str] = {}
    pages: dict[str, list[str]] = {}
    for line in (shared / "gold" / "entries.jsonl").read_text("utf-8").splitlines():
        entry = json.loads(line)
        seed = entry["seed"]
        if seed not in pages:
            pages[seed] = (shared / "seeds" / seed).read_text("utf-8").split("\n")
        below = (text.strip() for text in pages[seed][entry["line"] :])
        texts.setdefault(entry["title"], next(text for text in below if text))
    return texts


@pytest.fixture(scope="session")
def running_origin() -> Iterator["Origin"]:
    """Yield a server for all tests."""
    from tests.origin.server import Origin

    with Origin() as origin:
        yield origin


@pytest.fixture
def origin(running_origin: "Origin") -> "Origin":
    """Return the server with its record of requests cleared."""
    running_origin.reset()
    return running_origin


@pytest.fixture(scope="session")
def settings(running_origin: "Origin", tmp_path_factory: pytest.TempPathFactory) -> "AuditSettings":
    """Return settings that reach the server."""
    from tests.origin.cases import settings_for

    return settings_for(running_origin.write_ca_bundle(tmp_path_factory.mktemp("authority") / "authority.pem"))
