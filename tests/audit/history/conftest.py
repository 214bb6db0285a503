"""A place for a store."""

from pathlib import Path

import pytest


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return the path of a store that does not exist yet."""
    return tmp_path / "store.sqlite"
